//! Conditions as the engine evaluates them. Constants are folded at load; the rest tests sets of squares,
//! rights, counters and the move.
//!
//! [`compiler`] compiles predicates to conditions, [`squares`] has expressions for sets of squares, and
//! [`site`] is one route of one movement with folded geometry. `position::core::evaluator` evaluates them.

pub mod compiler;
pub mod filters;
pub mod site;
pub mod squares;

use std::sync::Arc;

use crate::bits::Bits;
use crate::variant::{CountSet, RoleSet};

use super::memory::Memory;
use squares::SquareExpr;

/// The owner of pieces, in the asking player's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Any player, or none (neutral pieces).
    Anyone,
    /// The asking player.
    Own,
    /// The other player.
    Opponent,
}

/// Pieces by owner, roles and squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pieces<const W: usize> {
    /// The owner.
    pub owner: Owner,
    /// The roles, as bits.
    pub roles: u64,
    /// The squares.
    pub on: Bits<W>,
}

impl<const W: usize> Pieces<W> {
    /// All pieces of an owner.
    pub const fn of(owner: Owner) -> Self {
        Self { owner, roles: u64::MAX, on: Bits::FULL }
    }

    /// These pieces, restricted to one square.
    pub fn at(self, square: u16) -> Self {
        Self { on: Bits::single(usize::from(square)), ..self }
    }

    /// Whether all pieces on the squares are included.
    pub fn is_any(&self) -> bool {
        (self.owner, self.roles) == (Owner::Anyone, u64::MAX)
    }

    /// Whether owner and roles are equal.
    pub fn is_like(&self, other: &Self) -> bool {
        (self.owner, self.roles) == (other.owner, other.roles)
    }

    /// The intersection; `None` if it is always empty.
    pub fn both(self, other: Self) -> Option<Self> {
        let owner = match (self.owner, other.owner) {
            (Owner::Anyone, owner) | (owner, Owner::Anyone) => owner,
            (owner, same) if owner == same => owner,
            _ => return None,
        };
        let both = Self { owner, roles: self.roles & other.roles, on: self.on & other.on };
        (both.roles != 0 && both.on.any()).then_some(both)
    }
}

/// A condition on a position, and possibly on a move in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition<const W: usize> {
    /// Known at load time.
    Constant(bool),
    /// Some such piece exists.
    Has(Pieces<W>),
    /// No such piece exists.
    Lacks(Pieces<W>),
    /// The set has a square.
    Any(SquareExpr<W>),
    /// The number of the set's squares is allowed.
    Count(CountSet, SquareExpr<W>),
    /// The number of true conditions is allowed.
    Number(CountSet, Vec<Condition<W>>),
    /// The opponent could capture the moving piece on this square. Unknown in an imagined reply.
    Attacked(u16),
    /// The player has one of these rights.
    Right(u64),
    /// The number of pieces of these roles in the asking player's hand is allowed.
    Held(CountSet, RoleSet),
    /// The value of this memory lane is allowed.
    Counter(usize, CountSet),
    /// The first of these sides, the asking player's, has more than every other.
    Leads(Arc<[Share]>),
    /// The points of a side, rounded down, are allowed.
    Points(CountSet, Arc<Share>),
    /// The current turn is one of these.
    Turns(Arc<[u16]>),
    /// The asking player is in check. Unknown in an imagined reply.
    InCheck,
    /// The player to move has a legal move that satisfies the condition.
    Can(Box<Condition<W>>),
    /// The move gives check. Unknown in an imagined reply.
    Checks,
    /// The move gives a check that no move of a piece answers. Unknown in an imagined reply.
    Mates,
    /// The move itself, without hooks, captures a piece of these roles (as bits).
    Takes(u64),
    /// The move drops a piece of these roles (as bits).
    Drops(u64),
    /// The move is a pass.
    Passes,
    /// The condition holds on the board after the move.
    After(Box<Condition<W>>),
    /// The condition holds after the move, without the piece that it drops.
    WithoutDrop(Box<Condition<W>>),
    /// The condition, marked as independent of the move.
    OfPosition(Box<Condition<W>>),
    /// The condition is false.
    Not(Box<Condition<W>>),
    /// All conditions hold.
    All(Vec<Condition<W>>),
    /// At least one condition holds.
    One(Vec<Condition<W>>),
}

/// A side's material to count, in tenths.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// The owner of counted pieces. With more than two players it is anyone, and the roles identify the
    /// owners.
    pub owner: Owner,
    /// The value of each piece of these roles.
    pub roles: Vec<(u8, i64)>,
    /// Whether pieces in hand count as well.
    pub held: bool,
    /// The side's komi.
    pub komi: i64,
}

impl<const W: usize> Condition<W> {
    /// The simplified conjunction.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Vec::new();
        for part in parts {
            if !Self::also(&mut all, part) {
                return Self::Constant(false);
            }
        }
        match all.len() {
            0 => Self::Constant(true),
            1 => all.swap_remove(0),
            _ => Self::All(all),
        }
    }

    /// Adds a condition to a conjunction; `false` if it becomes unsatisfiable.
    ///
    /// Conditions on pieces of one kind are merged into a single set test.
    pub fn also(all: &mut Vec<Self>, part: Self) -> bool {
        match part {
            Self::Constant(value) => return value,
            Self::All(parts) => return parts.into_iter().all(|part| Self::also(all, part)),
            Self::Lacks(pieces) => {
                let same = all.iter_mut().find_map(|other| match other {
                    Self::Lacks(known) if known.is_like(&pieces) => Some(&mut known.on),
                    _ => None,
                });
                match same {
                    Some(on) => *on |= pieces.on,
                    None => all.push(Self::Lacks(pieces)),
                }
            }
            // Merge two conditions on the piece of one square.
            Self::Has(pieces) if !pieces.on.several() => {
                let same = all.iter_mut().find_map(|other| match other {
                    Self::Has(known) if known.on == pieces.on => Some(known),
                    _ => None,
                });
                match same.map(|known| (known.both(pieces), known)) {
                    Some((Some(both), known)) => *known = both,
                    Some((None, _)) => return false,
                    None => all.push(Self::Has(pieces)),
                }
            }
            other => all.push(other),
        }
        true
    }

    /// The simplified disjunction.
    pub fn one(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut one = Vec::new();
        for part in parts {
            if Self::instead(&mut one, part) {
                return Self::Constant(true);
            }
        }
        match one.len() {
            0 => Self::Constant(false),
            1 => one.swap_remove(0),
            _ => Self::One(one),
        }
    }

    /// Adds a condition to a disjunction; `true` if it becomes always true.
    fn instead(one: &mut Vec<Self>, part: Self) -> bool {
        match part {
            Self::Constant(value) => return value,
            Self::One(parts) => return parts.into_iter().any(|part| Self::instead(one, part)),
            Self::Has(pieces) => {
                let same = one.iter_mut().find_map(|other| match other {
                    Self::Has(known) if known.is_like(&pieces) => Some(&mut known.on),
                    _ => None,
                });
                match same {
                    Some(on) => *on |= pieces.on,
                    None => one.push(Self::Has(pieces)),
                }
            }
            other => one.push(other),
        }
        false
    }

    /// The simplified negation.
    pub fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Has(pieces) => Self::Lacks(pieces),
            Self::Lacks(pieces) => Self::Has(pieces),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// The condition that a set is not empty.
    pub fn any(squares: SquareExpr<W>) -> Self {
        match squares {
            SquareExpr::Fixed(squares) => Self::Constant(squares.any()),
            SquareExpr::Pieces(pieces) => Self::Has(pieces),
            other => Self::Any(other),
        }
    }

    /// Whether it only requires pieces to be absent from a square, and so holds if the square is empty.
    pub fn is_absence(&self, square: u16) -> bool {
        match self {
            Self::Lacks(pieces) => pieces.on == Bits::single(usize::from(square)),
            Self::All(parts) => parts.iter().all(|part| part.is_absence(square)),
            _ => false,
        }
    }

    /// The condition, given that a square holds an opponent's piece or is empty.
    pub fn assuming(&self, square: u16, opponent: bool) -> Self {
        let there = usize::from(square);
        let each =
            |parts: &[Self]| parts.iter().map(|part| part.assuming(square, opponent)).collect::<Vec<_>>();
        match self {
            Self::Has(pieces) | Self::Lacks(pieces) if pieces.on.contains(there) => {
                let has = |value: bool| Self::Constant(value == matches!(self, Self::Has(_)));
                if opponent && pieces.owner != Owner::Own {
                    return if pieces.roles == u64::MAX { has(true) } else { self.clone() };
                }
                let rest = Pieces { on: pieces.on & !Bits::single(there), ..*pieces };
                match self {
                    _ if rest.on.is_empty() => has(false),
                    Self::Has(_) => Self::Has(rest),
                    _ => Self::Lacks(rest),
                }
            }
            Self::Not(inner) => inner.assuming(square, opponent).negated(),
            Self::All(parts) => Self::all(each(parts)),
            Self::One(parts) => Self::one(each(parts)),
            other => other.clone(),
        }
    }

    /// The number of its parts, counting each square.
    pub fn size(&self) -> usize {
        match self {
            Self::Has(pieces) | Self::Lacks(pieces) if pieces.on != Bits::FULL => pieces.on.count() as usize,
            Self::Not(inner) => inner.size(),
            Self::All(parts) | Self::One(parts) | Self::Number(_, parts) => {
                parts.iter().map(Self::size).sum::<usize>() + 1
            }
            _ => 1,
        }
    }

    /// The squares whose pieces decide it in an imagined reply; all squares if other facts matter.
    pub fn decided_by(&self) -> Bits<W> {
        match self {
            Self::Constant(_) | Self::Attacked(_) | Self::InCheck | Self::Checks | Self::Mates => Bits::EMPTY,
            Self::Has(pieces) | Self::Lacks(pieces) => pieces.on,
            Self::Any(squares) if squares.is_square_by_square() => squares.bound(),
            Self::Not(inner) => inner.decided_by(),
            Self::All(parts) | Self::One(parts) | Self::Number(_, parts) => {
                parts.iter().fold(Bits::EMPTY, |all, part| all | part.decided_by())
            }
            _ => Bits::FULL,
        }
    }

    /// The marked square that it requires, if it requires a single one.
    pub fn marked_square(&self) -> Option<u16> {
        match self {
            Self::Any(SquareExpr::All(parts)) => match parts[..] {
                [SquareExpr::Fixed(on), SquareExpr::Marked] if !on.several() => Some(on.first() as u16),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether some part tests an attack, which is unknown in imagined replies.
    pub fn asks_attack(&self) -> bool {
        self.has(&|part| matches!(part, Self::Attacked(_) | Self::InCheck))
    }

    /// Whether it depends on the position after the move.
    pub fn looks_ahead(&self) -> bool {
        self.has(&|part| {
            matches!(
                part,
                Self::Checks | Self::Mates | Self::Takes(_) | Self::After(_) | Self::WithoutDrop(_)
            )
        })
    }

    /// Whether it is unknown in an imagined reply, judged by itself without its parts.
    pub(super) fn imagines(&self) -> bool {
        matches!(self, Self::Attacked(_) | Self::InCheck | Self::Checks | Self::Mates)
    }

    /// Whether it is true or unknown in every imagined reply.
    pub fn spares_replies(&self) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::Not(inner) => inner.imagines(),
            Self::All(parts) => parts.iter().all(Self::spares_replies),
            Self::One(parts) => parts.iter().any(Self::spares_replies),
            other => other.imagines(),
        }
    }

    /// Whether it, or some part of it, satisfies a test.
    pub fn has(&self, test: &impl Fn(&Self) -> bool) -> bool {
        test(self)
            || match self {
                Self::Not(inner)
                | Self::Can(inner)
                | Self::After(inner)
                | Self::WithoutDrop(inner)
                | Self::OfPosition(inner) => inner.has(test),
                Self::All(parts) | Self::One(parts) | Self::Number(_, parts) => {
                    parts.iter().any(|part| part.has(test))
                }
                Self::Any(squares) | Self::Count(_, squares) => squares.has(test),
                _ => false,
            }
    }

    /// If it consists only of required absences: the pieces that must all be gone, for each way to satisfy
    /// it.
    pub fn required(&self) -> Option<Vec<Pieces<W>>> {
        match self {
            Self::Lacks(pieces) => Some(vec![*pieces]),
            Self::One(parts) => Some(parts.iter().map(Self::required).collect::<Option<Vec<_>>>()?.concat()),
            _ => None,
        }
    }

    /// Whether it implies that the player to move has no legal move.
    pub fn needs_no_move(&self) -> bool {
        match self {
            Self::Not(inner) => {
                matches!(&**inner, Self::Can(like) if matches!(**like, Self::Constant(true)))
            }
            Self::All(parts) => parts.iter().any(Self::needs_no_move),
            _ => false,
        }
    }

    /// Whether it has the same value for every asking player.
    pub(super) fn is_impartial(&self) -> bool {
        match self {
            // A lane does not depend on the asking player.
            Self::Constant(_) | Self::Counter(..) => true,
            Self::Has(pieces) | Self::Lacks(pieces) => pieces.owner == Owner::Anyone,
            // `Can` always refers to the player to move.
            Self::Can(like) => matches!(**like, Self::Constant(_)),
            Self::Not(inner) => inner.is_impartial(),
            Self::All(parts) | Self::One(parts) => parts.iter().all(Self::is_impartial),
            Self::Any(squares) | Self::Count(_, squares) => squares.is_impartial(),
            _ => false,
        }
    }

    /// Whether its value for a move is the same for every evaluating player.
    pub(super) fn is_of_any_asker(&self) -> bool {
        let own = |squares: &SquareExpr<W>| match squares {
            SquareExpr::Pieces(pieces) => pieces.owner != Owner::Anyone,
            SquareExpr::Marked | SquareExpr::Attacked => true,
            _ => false,
        };
        !self.has(&|part| match part {
            Self::Has(pieces) | Self::Lacks(pieces) => pieces.owner != Owner::Anyone,
            Self::Any(squares) | Self::Count(_, squares) => squares.holds_part(&own),
            Self::Held(..) | Self::Leads(_) | Self::Points(..) => true,
            Self::InCheck | Self::Attacked(_) | Self::After(_) | Self::WithoutDrop(_) => true,
            _ => false,
        })
    }

    /// A condition implied by each of these, for every asking player; `None` if none is found.
    pub fn in_common(conditions: &[&Self]) -> Option<Self> {
        let shared =
            |part: &&Self| part.is_impartial() && conditions.iter().all(|one| one.parts().contains(part));
        conditions.get(1).and(conditions.first())?.parts().iter().find(shared).cloned()
    }

    /// A cheap condition implied by each of these.
    pub fn precondition(conditions: &[Self]) -> Option<Self> {
        let first = conditions.first()?.parts().iter();
        let cheap =
            |part: &&Self| matches!(part, Self::Has(_) | Self::Lacks(_) | Self::Counter(Memory::PASSES, _));
        first.filter(cheap).find(|part| conditions.iter().all(|one| one.parts().contains(part))).cloned()
    }

    /// The parts of a conjunction.
    fn parts(&self) -> &[Self] {
        match self {
            Self::All(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// The condition, with parts that do not depend on the move marked as such.
    pub fn of_position_marked(self) -> Self {
        let each = |parts: Vec<Self>| parts.into_iter().map(Self::of_position_marked).collect();
        match self {
            Self::Constant(_) => self,
            _ if !self.depends_on_move() => Self::OfPosition(Box::new(self)),
            Self::Not(inner) => Self::Not(Box::new(inner.of_position_marked())),
            Self::All(parts) => Self::All(each(parts)),
            Self::One(parts) => Self::One(each(parts)),
            other => other,
        }
    }

    /// Whether it depends on the move.
    pub fn depends_on_move(&self) -> bool {
        let moved = |squares: &SquareExpr<W>| matches!(squares, SquareExpr::From(_) | SquareExpr::To(_));
        self.has(&|part| match part {
            Self::Checks
            | Self::Mates
            | Self::Takes(_)
            | Self::Drops(_)
            | Self::Passes
            | Self::After(_)
            | Self::WithoutDrop(_) => true,
            Self::Any(squares) | Self::Count(_, squares) => squares.holds_part(&moved),
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests;
