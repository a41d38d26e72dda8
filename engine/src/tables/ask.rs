//! Questions about a whole position, compiled: a place is a set of squares for each square it may reckon from, a filter
//! is a mask. What a turn offers and how it ends is asked this way, once a turn or once a move.

use std::sync::Arc;

use crate::bits::Bits;
use crate::variant::{CountSet, RoleSet};

use super::runs::{Runs, Stride};
use super::turn::Omen;

/// A set of squares for each square of the board.
pub type Table<const W: usize> = Arc<[Bits<W>]>;

/// The squares X that satisfy a filter.
#[derive(Clone, Debug, PartialEq)]
pub enum Set<const W: usize> {
    /// These, whatever the position.
    Fixed(Bits<W>),
    /// Empty ones.
    Empty,
    /// Those of the asking player's pieces.
    Ally,
    /// Those of the other player's pieces.
    Opponent,
    /// Those of pieces of these roles (a bit each), whoever's.
    Is(u64),
    /// Those of one player's pieces, some roles and squares only: what is asked most often, and then at once.
    Pieces(Pieces<W>),
    /// Marked ones.
    Marked,
    /// Undisturbed ones.
    Unmoved,
    /// Those of a place that reckons from the move's origin.
    From(Table<W>),
    /// Those of a place that reckons from the move's target.
    To(Table<W>),
    /// Those from which some square of a place lies in a set: the table gives, for each square of that set, all X.
    Near(Table<W>, Box<Set<W>>),
    /// Those from which the square one step on lies in a set.
    Next(Arc<Stride>, Box<Set<W>>),
    /// Those of a set from which the squares one step on lie in it as well, for each of several steps.
    Row(Vec<Arc<Stride>>, Box<Set<W>>),
    /// Those from which so many squares of a place lie in a set: the table gives the place of each X.
    Counted(CountSet, Table<W>, Box<Set<W>>),
    /// Those of runs from the squares of a set.
    Along(Box<(Runs<W>, Set<W>)>),
    /// Those from which some run has a square of a set.
    Beside(Box<(Runs<W>, Set<W>)>),
    /// Those whose runs have so many squares of a set.
    Numbered(CountSet, Box<(Runs<W>, Set<W>)>),
    /// Those beside which a set has another square.
    Elsewhere(Box<Set<W>>),
    /// Those whose piece the other player could take.
    Attacked,
    /// All or none.
    Whether(Box<Ask<W>>),
    /// The others.
    Not(Box<Set<W>>),
    /// Those in all of these.
    All(Vec<Set<W>>),
    /// Those in one of these.
    One(Vec<Set<W>>),
}

/// One player's pieces of some roles on some squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pieces<const W: usize> {
    /// Whether the asking player's; else the other's.
    pub own: bool,
    /// A bit for each role.
    pub roles: u64,
    /// The squares.
    pub on: Bits<W>,
}

/// A question about a position, perhaps about a move in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask<const W: usize> {
    /// Known at load time.
    Constant(bool),
    /// Whether the set has a square.
    Any(Set<W>),
    /// Whether of one of these roles the player has no piece there.
    Lacks(Pieces<W>),
    /// Whether the number of its squares will do.
    Count(CountSet, Set<W>),
    /// Whether one of these rights stands.
    Right(u64),
    /// Whether the number of pieces of these roles in the asking player's hand will do.
    Held(CountSet, RoleSet),
    /// Whether a counter's value will do: its place in the memory.
    Counter(usize, CountSet),
    /// Whether the number of passes in a row will do.
    Passed(CountSet),
    /// Whether it is the asking player's turn.
    ToMove,
    /// Whether the asking player is in check.
    InCheck,
    /// Whether the asking player has more pieces than the other.
    More,
    /// Whether the asking player has more points than the other.
    MorePoints(Arc<Worth>),
    /// Whether the number of the asking player's points will do, parts of one not counted.
    Points(CountSet, Arc<Worth>),
    /// Among more than two: whether the first of these sides, the asking player's, has more than each of the others.
    Leads(Arc<[Share]>),
    /// Among more than two: whether the number of a side's points will do, parts of one not counted.
    Has(CountSet, Arc<Share>),
    /// Whether it is one of these turns.
    Turns(Arc<[u16]>),
    /// Whether the player to move has a legal move like this.
    Can(Box<Ask<W>>),
    /// Whether the move gives check.
    Checks,
    /// Whether the move gives check that no move of a piece answers.
    Mates,
    /// Whether the move takes a piece of these roles.
    Takes(u64),
    /// Whether the move drops a piece of these roles.
    Drops(u64),
    /// Whether the move is a pass.
    Passes,
    /// Whether this holds on the board after the move.
    After(Box<Ask<W>>),
    /// This does not depend on the move that is asked about.
    Settled(Box<Ask<W>>),
    /// It does not hold.
    Not(Box<Ask<W>>),
    /// All hold.
    All(Vec<Ask<W>>),
    /// One holds.
    One(Vec<Ask<W>>),
}

/// What pieces are worth, and what players have besides, in tenths.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// Roles that are worth something.
    pub roles: Vec<(u8, i64)>,
    /// By player.
    pub komi: [i64; 2],
}

/// What is counted of a side's among more than two, in tenths: the roles are the side's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// What each piece of these roles is worth.
    pub roles: Vec<(u8, i64)>,
    /// Whether those in hand are worth the same.
    pub held: bool,
    /// What the side has besides.
    pub komi: i64,
}

impl<const W: usize> Set<W> {
    pub(super) const NONE: Self = Self::Fixed(Bits::EMPTY);

    pub(super) fn every() -> Self {
        Self::Fixed(Bits::FULL)
    }

    pub(super) fn all(parts: Vec<Self>) -> Self {
        let mut fixed = Bits::FULL;
        let mut rest = Vec::new();
        for part in parts {
            match part {
                Self::Fixed(squares) => fixed &= squares,
                Self::All(inner) => rest.extend(inner),
                other => rest.push(other),
            }
        }
        if rest.is_empty() || fixed.is_empty() {
            return Self::Fixed(fixed);
        }
        // What narrows most at the least cost comes first.
        let whose = rest.iter().position(|part| matches!(part, Self::Ally | Self::Opponent));
        let kinds = rest.iter().position(|part| matches!(part, Self::Is(_)));
        if let (Some(whose), Some(kinds)) = (whose, kinds)
            && let Self::Is(roles) = rest[kinds]
        {
            let pieces = Pieces { own: rest[whose] == Self::Ally, roles, on: fixed };
            rest.swap_remove(whose.max(kinds));
            rest[whose.min(kinds)] = Self::Pieces(pieces);
            rest[..=whose.min(kinds)].rotate_right(1);
            fixed = Bits::FULL;
        }
        Self::join_row(&mut rest, &mut fixed);
        // What lies in a row has squares one step on: most often all that may be asked for do.
        let narrow = |part: &Self| matches!(part, Self::Row(..)) && (part.bound() & !fixed).is_empty();
        if rest.iter().any(narrow) {
            fixed = Bits::FULL;
        }
        if let Some(Self::Pieces(pieces)) = rest.first_mut() {
            pieces.on &= std::mem::replace(&mut fixed, Bits::FULL);
        }
        if fixed != Bits::FULL {
            rest.insert(0, Self::Fixed(fixed));
        }
        if rest.len() == 1 { rest.swap_remove(0) } else { Self::All(rest) }
    }

    /// One player's pieces, if it is these.
    fn pieces(&self) -> Option<Pieces<W>> {
        let all = |own, on| Pieces { own, roles: u64::MAX, on };
        match self {
            Self::Pieces(pieces) => Some(*pieces),
            Self::Ally | Self::Opponent => Some(all(*self == Self::Ally, Bits::FULL)),
            Self::All(parts) => match &parts[..] {
                [Self::Fixed(on), whose @ (Self::Ally | Self::Opponent)] => {
                    Some(all(*whose == Self::Ally, *on))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What asks the same of a square and of those some steps on is asked once, of all of them.
    fn join_row(parts: &mut Vec<Self>, fixed: &mut Bits<W>) {
        let steps_from = |part: &Self, base: &Self| match (part, base) {
            (Self::Next(stride, inner), Self::Pieces(Pieces { own, roles, .. })) => match **inner {
                Self::Pieces(one) if (one.own, one.roles, one.on) == (*own, *roles, Bits::FULL) => {
                    Some(Arc::clone(stride))
                }
                _ => None,
            },
            (Self::Next(stride, inner), base) => (**inner == *base).then(|| Arc::clone(stride)),
            _ => None,
        };
        let stepped = |base: &Self| parts.iter().any(|part| steps_from(part, base).is_some());
        let Some(at) = parts.iter().position(stepped) else { return };
        let base = parts[at].clone();
        let strides = parts.iter().filter_map(|part| steps_from(part, &base)).collect();
        let whole = match &base {
            Self::Pieces(pieces) => {
                *fixed &= pieces.on;
                Self::Pieces(Pieces { on: Bits::FULL, ..*pieces })
            }
            _ => base.clone(),
        };
        parts[at] = Self::Row(strides, Box::new(whole));
        parts.retain(|part| steps_from(part, &base).is_none());
    }

    pub(super) fn negated(self) -> Self {
        match self {
            Self::Fixed(squares) => Self::Fixed(!squares),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }
}

impl<const W: usize> Ask<W> {
    /// All of these.
    pub fn all(parts: Vec<Self>) -> Self {
        let mut rest = Vec::new();
        for part in parts {
            match part {
                Self::Constant(true) => {}
                Self::Constant(false) => return Self::Constant(false),
                Self::All(inner) => rest.extend(inner),
                other => rest.push(other),
            }
        }
        match rest.len() {
            0 => Self::Constant(true),
            1 => rest.swap_remove(0),
            _ => Self::All(rest),
        }
    }

    /// One of these.
    pub(super) fn one(parts: Vec<Self>) -> Self {
        let mut rest: Vec<Self> = Vec::new();
        for part in parts {
            let lacking = match (part.lacking(), rest.last_mut()) {
                (Some(lacking), Some(Self::Lacks(known)))
                    if (known.own, known.on) == (lacking.own, lacking.on) =>
                {
                    known.roles |= lacking.roles;
                    continue;
                }
                (lacking, _) => lacking,
            };
            rest.push(lacking.map_or(part, Self::Lacks));
        }
        if rest.len() == 1 { rest.swap_remove(0) } else { Self::One(rest) }
    }

    /// The pieces of which it asks whether all of some are gone, if it asks no more.
    pub fn vital(&self) -> Option<Vec<Pieces<W>>> {
        match self {
            Self::Lacks(pieces) => {
                let roles = RoleSet(pieces.roles).iter();
                Some(roles.map(|role| Pieces { roles: 1 << (role.0 & 63), ..*pieces }).collect())
            }
            Self::Not(inner) => match &**inner {
                Self::Any(set) => set.pieces().map(|pieces| vec![pieces]),
                _ => None,
            },
            Self::One(parts) => Some(parts.iter().map(Self::vital).collect::<Option<Vec<_>>>()?.concat()),
            _ => None,
        }
    }

    /// Pieces of which there must not be more than so many for it to hold.
    pub fn few(&self) -> Option<(Pieces<W>, u32)> {
        let bound = |part: &Self| match part {
            Self::Count(counts, set) => {
                let (_, most) = *counts.ranges().last()?;
                set.pieces().filter(|_| most < u16::MAX).map(|pieces| (pieces, u32::from(most)))
            }
            part => match part.vital()?[..] {
                [pieces] => Some((pieces, 0)),
                _ => None,
            },
        };
        self.parts().iter().find_map(bound)
    }

    /// What it asks to be absent, if it asks that of pieces of one role.
    fn lacking(&self) -> Option<Pieces<W>> {
        match self {
            Self::Not(inner) => match **inner {
                Self::Any(Set::Pieces(pieces)) if pieces.roles.is_power_of_two() => Some(pieces),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// Whether some part of it satisfies a test.
    pub fn has(&self, test: &impl Fn(&Self) -> bool) -> bool {
        test(self)
            || match self {
                Self::Not(inner) | Self::Can(inner) | Self::After(inner) | Self::Settled(inner) => {
                    inner.has(test)
                }
                Self::All(parts) | Self::One(parts) => parts.iter().any(|part| part.has(test)),
                Self::Any(set) | Self::Count(_, set) => set.has(test),
                _ => false,
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
    fn is_impartial(&self) -> bool {
        match self {
            Self::Constant(_) | Self::Passed(_) => true,
            // It is the player to move who can.
            Self::Can(like) => matches!(**like, Self::Constant(_)),
            Self::Not(inner) => inner.is_impartial(),
            Self::All(parts) | Self::One(parts) => parts.iter().all(Self::is_impartial),
            Self::Any(set) | Self::Count(_, set) => set.is_impartial(),
            _ => false,
        }
    }

    /// What must hold for any of some questions to be answered with yes, whichever player asks; `None` if nothing is found.
    pub fn in_common(asks: &[&Self]) -> Option<Self> {
        Self::shared(asks, Self::is_impartial)
    }

    /// What must hold for any of several questions to be answered with yes, if it satisfies a test.
    pub fn shared(asks: &[&Self], test: impl Fn(&Self) -> bool) -> Option<Self> {
        let shared = |part: &&Self| test(part) && asks.iter().all(|ask| ask.parts().contains(part));
        asks.get(1).and(asks.first())?.parts().iter().find(shared).cloned()
    }

    /// What must be for any of some questions to be answered with yes, as far as it is seen at a glance.
    pub fn omen(asks: &[Self]) -> Option<Omen<W>> {
        let omen = |part: &Self| match part {
            Self::Passed(counts) if !counts.contains(0) => Some(Omen::Passes),
            Self::Any(set) => set.pieces().map(|pieces| Omen::Pieces(pieces, true)),
            Self::Not(inner) => match &**inner {
                Self::Any(set) => set.pieces().map(|pieces| Omen::Pieces(pieces, false)),
                _ => None,
            },
            _ => None,
        };
        let shared = |one: &Omen<W>| {
            let has = |ask: &Self| ask.parts().iter().any(|part| omen(part) == Some(*one));
            asks.iter().all(has)
        };
        asks.first()?.parts().iter().filter_map(omen).find(shared)
    }

    /// What must hold all together.
    fn parts(&self) -> &[Self] {
        match self {
            Self::All(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// Whether it asks what the position is after the move.
    pub fn looks_ahead(&self) -> bool {
        self.has(&|part| matches!(part, Self::Checks | Self::Mates | Self::Takes(_) | Self::After(_)))
    }
}

impl<const W: usize> Set<W> {
    fn has(&self, test: &impl Fn(&Ask<W>) -> bool) -> bool {
        match self {
            Self::Whether(ask) => ask.has(test),
            _ => self.any_part(|part| part.has(test)),
        }
    }

    /// Whether one of the sets that it is made of satisfies a test.
    fn any_part(&self, mut test: impl FnMut(&Self) -> bool) -> bool {
        match self {
            Self::Near(_, inner)
            | Self::Next(_, inner)
            | Self::Row(_, inner)
            | Self::Counted(_, _, inner)
            | Self::Elsewhere(inner)
            | Self::Not(inner) => test(inner),
            Self::Along(inner) | Self::Beside(inner) | Self::Numbered(_, inner) => {
                test(&inner.0.along) || test(&inner.0.until) || test(&inner.1)
            }
            Self::All(parts) | Self::One(parts) => parts.iter().any(test),
            _ => false,
        }
    }

    fn is_impartial(&self) -> bool {
        match self {
            Self::Fixed(_) | Self::Empty | Self::Is(_) => true,
            Self::Not(_) | Self::All(_) | Self::One(_) => !self.any_part(|part| !part.is_impartial()),
            _ => false,
        }
    }

    /// Whether some part of it satisfies a test.
    pub fn holds_part(&self, test: &impl Fn(&Self) -> bool) -> bool {
        test(self) || self.any_part(|part| part.holds_part(test))
    }

    /// Whether there is a piece on each of its squares, whatever the position.
    pub fn is_of_pieces(&self) -> bool {
        match self {
            Self::Ally | Self::Opponent | Self::Is(_) | Self::Pieces(_) => true,
            Self::All(parts) => parts.iter().any(Self::is_of_pieces),
            _ => false,
        }
    }

    /// Whether the pieces on the board alone tell which squares these are.
    pub fn is_of_board(&self) -> bool {
        !self.holds_part(&|part| {
            matches!(
                part,
                Self::Marked
                    | Self::Unmoved
                    | Self::From(_)
                    | Self::To(_)
                    | Self::Attacked
                    | Self::Whether(_)
            )
        })
    }

    /// Its squares, if roles alone decide it; `is` gives the squares of pieces of some roles (a bit each).
    pub fn of_roles(&self, is: &impl Fn(u64) -> Bits<W>) -> Option<Bits<W>> {
        match self {
            Self::Fixed(squares) => Some(*squares),
            Self::Is(roles) => Some(is(*roles)),
            Self::Not(inner) => inner.of_roles(is).map(|squares| !squares),
            Self::All(parts) => parts.iter().try_fold(Bits::FULL, |all, part| Some(all & part.of_roles(is)?)),
            Self::One(parts) => {
                parts.iter().try_fold(Bits::EMPTY, |all, part| Some(all | part.of_roles(is)?))
            }
            _ => None,
        }
    }

    /// Squares that it never goes beyond.
    pub fn bound(&self) -> Bits<W> {
        match self {
            Self::Fixed(squares) => *squares,
            Self::Pieces(pieces) => pieces.on,
            Self::Near(table, inner) => {
                let near = inner.bound().indices().map_while(|square| table.get(square));
                near.fold(Bits::EMPTY, |all, squares| all | *squares)
            }
            Self::Next(stride, inner) => stride.before(inner.bound()),
            Self::Row(strides, inner) => {
                let bound = inner.bound();
                strides.iter().fold(bound, |all, stride| all & stride.before(bound))
            }
            Self::Along(inner) => inner.0.bound(inner.1.bound()),
            Self::All(parts) => parts.iter().fold(Bits::FULL, |all, part| all & part.bound()),
            Self::One(parts) => parts.iter().fold(Bits::EMPTY, |all, part| all | part.bound()),
            _ => Bits::FULL,
        }
    }
}

impl<const W: usize> Ask<W> {
    /// The same, with what does not depend on the move marked as settled.
    pub fn settled(self) -> Self {
        match self {
            Self::Constant(_) => self,
            _ if !self.of_a_move() => Self::Settled(Box::new(self)),
            Self::Not(inner) => Self::Not(Box::new(inner.settled())),
            Self::All(parts) => Self::All(parts.into_iter().map(Self::settled).collect()),
            Self::One(parts) => Self::One(parts.into_iter().map(Self::settled).collect()),
            other => other,
        }
    }

    /// Whether the answer depends on which move is asked about.
    pub fn of_a_move(&self) -> bool {
        let moved = |set: &Set<W>| matches!(set, Set::From(_) | Set::To(_));
        self.has(&|part| match part {
            Self::Checks | Self::Mates | Self::Takes(_) | Self::Drops(_) | Self::Passes | Self::After(_) => {
                true
            }
            Self::Any(set) | Self::Count(_, set) => set.holds_part(&moved),
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests;
