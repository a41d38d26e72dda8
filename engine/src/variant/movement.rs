//! Movements: one way in which pieces of a role travel, as concrete displacements.
//!
//! One line of CARN stands for many movements. The compiler chooses axes, signs, counts and variables in
//! every way that fits the board, and each choice becomes one [`Movement`].

use crate::geometry::Displacement;

use super::{Effect, Predicate};

/// Whether a movement captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Moves to an empty square.
    Move,
    /// Captures the piece on the target.
    Capture,
    /// Moves or captures.
    Both,
}

/// A set of whole numbers ≥ 0, as closed ranges in ascending order with gaps between them. An upper bound of
/// `u16::MAX` means unbounded.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct CountSet(Vec<(u16, u16)>);

impl CountSet {
    /// The union of closed ranges. A reversed range is empty.
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

    /// Whether a number is in the set.
    pub fn contains(&self, n: u16) -> bool {
        self.0.iter().any(|&(low, high)| low <= n && (n <= high || high == u16::MAX))
    }

    /// The closed ranges in ascending order.
    pub fn ranges(&self) -> &[(u16, u16)] {
        &self.0
    }
}

/// The condition on the squares strictly between the two ends of a leg.
#[derive(Clone, Debug, PartialEq)]
pub enum PathRule {
    /// All squares are empty.
    Empty,
    /// The number of pieces on the squares lies in `counts`, and each of the pieces satisfies all of `each`.
    /// Within `each`, [`Anchor::Here`](super::Anchor::Here) is the square of the piece.
    Hurdles {
        /// The allowed numbers of pieces.
        counts: CountSet,
        /// The conditions on each piece.
        each: Vec<Predicate>,
    },
}

/// One leg: a displacement, a condition on its path, and guards.
///
/// A path that crosses a hole or the edge of the board always fails. A travelling piece is lifted: its origin
/// is empty for paths and landings.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// The displacement in the mover's view. It is zero only for a piece that stays in place
    /// ([`Movement::stays`]).
    pub displacement: Displacement,
    /// The condition on the path.
    pub path: PathRule,
    /// The allowed numbers of repetitions of the displacement (at least one); `None` for exactly one. All
    /// landings but the last must be empty, and the path condition holds for each repetition separately.
    pub ride: Option<CountSet>,
    /// Conditions at or near the landing. Defaults are included: for an intermediate landing that it is
    /// empty, for the last landing the condition implied by the mode.
    pub guards: Vec<Predicate>,
}

/// A sequence of captures by one piece in one move, as in draughts.
///
/// Each repetition follows one of the movements that belong to the chain and must capture something. During
/// the chain the origin of the piece is empty. Captured pieces stay on the board until the end, block, and
/// cannot be captured twice. Two chains are the same move if they have the same target and the same captures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// The allowed numbers of repetitions.
    pub counts: CountSet,
    /// Whether the chain may end only if no further repetition is possible.
    pub full: bool,
}

impl Chain {
    /// The largest number of repetitions searched from one square in one position, over all chains of the
    /// piece. Chains beyond this bound are not moves.
    pub const MAX_REPETITIONS: usize = 10_000;

    /// The largest allowed number of repetitions.
    pub fn most(&self) -> u16 {
        self.counts.ranges().last().map_or(0, |&(_, high)| high)
    }
}

/// One way to travel.
#[derive(Clone, Debug, PartialEq)]
pub struct Movement {
    /// Whether it captures. [`Mode::Capture`] and [`Mode::Both`] capture the piece on the target.
    pub mode: Mode,
    /// The legs in order; never empty.
    pub legs: Vec<Leg>,
    /// Further effects. A movement without effects is *plain*: its moves are identified by origin, target and
    /// promotion.
    pub effects: Vec<Effect>,
    /// The chain to which this movement belongs as one repetition: an index into
    /// [`Role::chains`](super::Role::chains). `None` for a complete move.
    pub chain: Option<u16>,
    /// The alternative of the rule file that it was compiled from: an index into the compiler's table of
    /// origins.
    pub alternative: u32,
    /// The name that SAN writes instead of letter and target (`O-O`): an index into
    /// [`Notation::move_names`](super::Notation::move_names).
    pub name: Option<u16>,
}

impl Movement {
    /// Whether the piece stays in place and only the effects change the position.
    pub fn stays(&self) -> bool {
        matches!(self.legs.as_slice(), [only] if only.displacement.is_zero())
    }

    /// Whether a piece enters from the hand with the move: the role that the move chooses.
    pub fn enters(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Drop(..)))
    }
}
