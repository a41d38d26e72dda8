//! Conditions as the engine evaluates them: what is known at load is folded away, the rest asks about sets of squares,
//! rights, counters and the move.
//!
//! [`compiler`] makes conditions of predicates, [`squares`] has the expressions for sets of squares, and [`site`] is one
//! route of one movement, whose geometry is folded away. `position::core::evaluator` evaluates them.

pub mod compiler;
pub mod filters;
pub mod site;
pub mod squares;

use std::sync::Arc;

use crate::bits::Bits;
use crate::variant::{CountSet, RoleSet};

use super::memory::Memory;
use squares::SquareExpr;

/// Whose pieces, as the asking player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Everybody's, and those that are nobody's.
    Anyone,
    /// The asking player's.
    Own,
    /// The other player's.
    Opponent,
}

/// Pieces of some owner and some roles on some squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pieces<const W: usize> {
    /// Whose.
    pub owner: Owner,
    /// A bit for each role.
    pub roles: u64,
    /// The squares.
    pub on: Bits<W>,
}

impl<const W: usize> Pieces<W> {
    /// All pieces of an owner.
    pub const fn of(owner: Owner) -> Self {
        Self { owner, roles: u64::MAX, on: Bits::FULL }
    }

    /// Of these the pieces on one square.
    pub fn at(self, square: u16) -> Self {
        Self { on: Bits::single(usize::from(square)), ..self }
    }

    /// Whether all pieces on the squares are meant.
    pub fn is_any(&self) -> bool {
        (self.owner, self.roles) == (Owner::Anyone, u64::MAX)
    }

    /// Whether owner and roles are the same.
    pub fn is_like(&self, other: &Self) -> bool {
        (self.owner, self.roles) == (other.owner, other.roles)
    }

    /// The pieces that are among both; `None` if no piece can be.
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

/// A condition on a position, perhaps on a move in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition<const W: usize> {
    /// Known at load time.
    Constant(bool),
    /// There are such pieces.
    Has(Pieces<W>),
    /// There are no such pieces.
    Lacks(Pieces<W>),
    /// The set has a square.
    Any(SquareExpr<W>),
    /// The number of its squares is one of these.
    Count(CountSet, SquareExpr<W>),
    /// The number of those that hold is one of these.
    Number(CountSet, Vec<Condition<W>>),
    /// The opponent could take the moving piece on this square. Unknown in an imagined reply.
    Attacked(u16),
    /// One of these rights stands.
    Right(u64),
    /// The number of pieces of these roles in the asking player's hand is one of these.
    Held(CountSet, RoleSet),
    /// The number in this lane of the memory is one of these.
    Counter(usize, CountSet),
    /// The first of these sides, the asking player's, has more than each of the others.
    Leads(Arc<[Share]>),
    /// The number of a side's points is one of these, parts of one not counted.
    Points(CountSet, Arc<Share>),
    /// It is one of these turns.
    Turns(Arc<[u16]>),
    /// The asking player is in check. Unknown in an imagined reply.
    InCheck,
    /// The player to move has a legal move like this.
    Can(Box<Condition<W>>),
    /// The move gives check. Unknown in an imagined reply.
    Checks,
    /// The move gives check that no move of a piece answers. Unknown in an imagined reply.
    Mates,
    /// The move itself takes a piece of these roles (a bit each), hooks not counted.
    Takes(u64),
    /// The move drops a piece of these roles (a bit each).
    Drops(u64),
    /// The move is a pass.
    Passes,
    /// This holds on the board after the move.
    After(Box<Condition<W>>),
    /// That these hold in the position after it without the piece that it drops.
    WithoutDrop(Box<Condition<W>>),
    /// This does not depend on the move.
    OfPosition(Box<Condition<W>>),
    /// It does not hold.
    Not(Box<Condition<W>>),
    /// All hold.
    All(Vec<Condition<W>>),
    /// One holds.
    One(Vec<Condition<W>>),
}

/// What is counted of a side, in tenths.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// Whose pieces count. Among more than two players the roles say it, and this is anyone.
    pub owner: Owner,
    /// What each piece of these roles is worth.
    pub roles: Vec<(u8, i64)>,
    /// Whether those in hand are worth the same.
    pub held: bool,
    /// What the side has besides.
    pub komi: i64,
}

impl<const W: usize> Condition<W> {
    /// All of these, simplified.
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

    /// Adds a condition to some that must all hold; `false` if they cannot.
    ///
    /// What several conditions ask of pieces of the same kind becomes one look at a set.
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
            // Two conditions on the piece of one square.
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

    /// One of these, simplified.
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

    /// Adds a condition to some of which one must hold; `true` if one does whatever the position.
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

    /// The opposite, simplified.
    pub fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Has(pieces) => Self::Lacks(pieces),
            Self::Lacks(pieces) => Self::Has(pieces),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// That a set has a square.
    pub fn any(squares: SquareExpr<W>) -> Self {
        match squares {
            SquareExpr::Fixed(squares) => Self::Constant(squares.any()),
            SquareExpr::Pieces(pieces) => Self::Has(pieces),
            other => Self::Any(other),
        }
    }

    /// Whether it asks that some pieces are not on a square, and no more: it then holds where the square is empty.
    pub fn is_absence(&self, square: u16) -> bool {
        match self {
            Self::Lacks(pieces) => pieces.on == Bits::single(usize::from(square)),
            Self::All(parts) => parts.iter().all(|part| part.is_absence(square)),
            _ => false,
        }
    }

    /// The same, once it is known whether an opponent's piece is on a square or none at all.
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

    /// How many conditions it is made of, each square of each counted.
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

    /// The squares that decide it in an imagined reply, if what stands there is all that does; else all.
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

    /// Whether it asks for one marked square: which.
    pub fn marked_square(&self) -> Option<u16> {
        match self {
            Self::Any(SquareExpr::All(parts)) => match parts[..] {
                [SquareExpr::Fixed(on), SquareExpr::Marked] if !on.several() => Some(on.first() as u16),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether some part asks for an attack, which is unknown in imagined replies.
    pub fn asks_attack(&self) -> bool {
        self.has(&|part| matches!(part, Self::Attacked(_) | Self::InCheck))
    }

    /// Whether it asks what the position is after the move.
    pub fn looks_ahead(&self) -> bool {
        self.has(&|part| {
            matches!(
                part,
                Self::Checks | Self::Mates | Self::Takes(_) | Self::After(_) | Self::WithoutDrop(_)
            )
        })
    }

    /// Whether an imagined reply leaves it unknown, as far as it is one question.
    pub(super) fn imagines(&self) -> bool {
        matches!(self, Self::Attacked(_) | Self::InCheck | Self::Checks | Self::Mates)
    }

    /// Whether it holds in every imagined reply, or is unknown there.
    pub fn spares_replies(&self) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::Not(inner) => inner.imagines(),
            Self::All(parts) => parts.iter().all(Self::spares_replies),
            Self::One(parts) => parts.iter().any(Self::spares_replies),
            other => other.imagines(),
        }
    }

    /// Whether some part of it satisfies a test.
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

    /// The pieces all of which must be gone, for each way in which it holds, if it asks no more.
    pub fn required(&self) -> Option<Vec<Pieces<W>>> {
        match self {
            Self::Lacks(pieces) => Some(vec![*pieces]),
            Self::One(parts) => Some(parts.iter().map(Self::required).collect::<Option<Vec<_>>>()?.concat()),
            _ => None,
        }
    }

    /// Whether it holds only where the player to move has no legal move.
    pub fn needs_no_move(&self) -> bool {
        match self {
            Self::Not(inner) => {
                matches!(&**inner, Self::Can(like) if matches!(**like, Self::Constant(true)))
            }
            Self::All(parts) => parts.iter().any(Self::needs_no_move),
            _ => false,
        }
    }

    /// Whether the answer is the same whichever player asks.
    pub(super) fn is_impartial(&self) -> bool {
        match self {
            // A lane is the same whoever looks at it.
            Self::Constant(_) | Self::Counter(..) => true,
            Self::Has(pieces) | Self::Lacks(pieces) => pieces.owner == Owner::Anyone,
            // It is the player to move who can.
            Self::Can(like) => matches!(**like, Self::Constant(_)),
            Self::Not(inner) => inner.is_impartial(),
            Self::All(parts) | Self::One(parts) => parts.iter().all(Self::is_impartial),
            Self::Any(squares) | Self::Count(_, squares) => squares.is_impartial(),
            _ => false,
        }
    }

    /// Whether the answer, where it is asked of a move, is the same whichever player evaluates it.
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

    /// What must hold for any of some conditions to hold, whichever player asks; `None` if nothing is found.
    pub fn in_common(conditions: &[&Self]) -> Option<Self> {
        Self::shared(conditions, Self::is_impartial)
    }

    /// What must hold for any of several conditions to hold, if it satisfies a test.
    pub fn shared(conditions: &[&Self], test: impl Fn(&Self) -> bool) -> Option<Self> {
        let shared = |part: &&Self| test(part) && conditions.iter().all(|one| one.parts().contains(part));
        conditions.get(1).and(conditions.first())?.parts().iter().find(shared).cloned()
    }

    /// What must hold for any of some conditions to hold, as far as it is seen at a glance.
    pub fn precondition(conditions: &[Self]) -> Option<Self> {
        let first = conditions.first()?.parts().iter();
        let cheap =
            |part: &&Self| matches!(part, Self::Has(_) | Self::Lacks(_) | Self::Counter(Memory::PASSES, _));
        first.filter(cheap).find(|part| conditions.iter().all(|one| one.parts().contains(part))).cloned()
    }

    /// What must hold all together.
    fn parts(&self) -> &[Self] {
        match self {
            Self::All(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// The same, with what does not depend on the move marked as such.
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

    /// Whether it depends on which move is meant.
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
