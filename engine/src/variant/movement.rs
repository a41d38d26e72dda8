//! Movements: one way in which a piece of some role may travel, as concrete displacements.
//!
//! A line of CARN stands for many movements: compiling it chooses axes, signs, counts and variables in every way
//! that fits the board, and each choice is one [`Movement`].

use crate::geometry::Displacement;

use super::{Effect, Predicate};

/// What a movement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Onto an empty square.
    Move,
    /// Onto a piece, which it takes.
    Capture,
    /// Either.
    Both,
}

/// A set of whole numbers ≥ 0: closed ranges in ascending order, not touching. `u16::MAX` as a bound: without end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct CountSet(Vec<(u16, u16)>);

impl CountSet {
    /// The set with the numbers of these closed ranges (reversed ones are empty).
    pub fn new(ranges: impl IntoIterator<Item = (u16, u16)>) -> Self {
        let mut sorted: Vec<_> = ranges.into_iter().filter(|(low, high)| low <= high).collect();
        sorted.sort_unstable();
        let mut merged: Vec<(u16, u16)> = Vec::new();
        for (low, high) in sorted {
            match merged.last_mut() {
                Some(last) if u32::from(low) <= u32::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self(merged)
    }

    /// The set of one number.
    pub fn exactly(n: u16) -> Self {
        Self(vec![(n, n)])
    }

    /// Whether the number is in the set.
    pub fn contains(&self, n: u16) -> bool {
        self.0.iter().any(|&(low, high)| low <= n && (n <= high || high == u16::MAX))
    }

    /// The closed ranges, ascending.
    pub fn ranges(&self) -> &[(u16, u16)] {
        &self.0
    }
}

/// What the squares strictly between a leg's two ends must be.
#[derive(Clone, Debug, PartialEq)]
pub enum PathRule {
    /// All empty.
    Empty,
    /// The number of pieces on them lies in `counts`, and each such piece satisfies all of `each` (with
    /// [`Anchor::Here`](super::Anchor::Here) its square).
    Hurdles {
        /// How many pieces may be there.
        counts: CountSet,
        /// What each of them must be.
        each: Vec<Predicate>,
    },
}

/// One leg: a displacement, what its path must be, and what must hold.
///
/// A path that crosses a hole or the edge fails whatever the rule. While a piece travels it is lifted: its own
/// origin counts as empty on paths and landings.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// How far, in the mover's own view; zero only for a piece that stays ([`Movement::stays`]).
    pub displacement: Displacement,
    /// What lies between.
    pub path: PathRule,
    /// How often the displacement is repeated (at least once), every landing but the last empty; the path rule
    /// holds for each repetition by itself. `None`: once.
    pub ride: Option<CountSet>,
    /// What must hold at or about the landing. The defaults are already in here: an empty landing for a leg that is
    /// not the last and does not say otherwise; for the last leg what the mode asks.
    pub guards: Vec<Predicate>,
}

/// Movements that follow one another, each taking something, until they end: the chains of draughts.
///
/// A piece that goes a chain makes repetitions, each by one of the movements that name the chain. While it goes, its origin
/// counts as empty, and what it has taken stays where it is, blocks, and is not taken twice. A repetition that takes nothing
/// is none. Chains are the same move if they end on the same square and take the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// How many repetitions it may have.
    pub counts: CountSet,
    /// Whether it ends only where no further repetition is possible.
    pub full: bool,
}

impl Chain {
    /// How many repetitions are looked at from one square in one position, all chains of the piece together; what would
    /// be found later is no move.
    pub const MAX_REPETITIONS: usize = 10_000;

    /// The greatest number of repetitions that it may have.
    pub fn most(&self) -> u16 {
        self.counts.ranges().last().map_or(0, |&(_, high)| high)
    }
}

/// One way to travel.
#[derive(Clone, Debug, PartialEq)]
pub struct Movement {
    /// What it is for. [`Mode::Capture`] and [`Mode::Both`] take what stands on the target.
    pub mode: Mode,
    /// The legs in order; never empty.
    pub legs: Vec<Leg>,
    /// What else happens. A movement without effects is *plain*: its moves are told by origin, target and choice.
    pub effects: Vec<Effect>,
    /// The chain of which this is one repetition: an index into [`Role::chains`](super::Role::chains). `None`: a move of
    /// its own.
    pub chain: Option<u16>,
    /// Which alternative of the rule file it came from: an index into the compiler's table of origins.
    pub alternative: u32,
    /// The name that SAN writes for it instead of letter and target: an index into
    /// [`Notation::move_names`](super::Notation::move_names).
    pub name: Option<u16>,
}

impl Movement {
    /// Whether the piece stays where it is and only the effects happen.
    pub fn stays(&self) -> bool {
        matches!(self.legs.as_slice(), [only] if only.displacement.is_zero())
    }
}
