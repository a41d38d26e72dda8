//! Scores: hundredths of the weakest piece, or the distance to the end of the game in plies.

use crate::variant::{Outcome, PlayerId, Verdict};

/// The score of a win at the root. A win after `n` plies is `WIN - n`.
pub(super) const WIN: i32 = 1_000_000;
/// The greatest distance from the root.
pub(super) const MOST_PLIES: usize = 200;
/// Scores from this on are wins.
pub(super) const MOST_POINTS: i32 = WIN - 2 * MOST_PLIES as i32;

/// The score of a variation for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of the weakest piece.
    Points(i32),
    /// A win after this many plies.
    Win(u32),
    /// A loss after this many plies.
    Loss(u32),
}

impl Score {
    pub(super) fn of(value: i32) -> Self {
        match value {
            MOST_POINTS.. => Self::Win((WIN - value).max(0) as u32),
            value if value <= -MOST_POINTS => Self::Loss((WIN + value).max(0) as u32),
            value => Self::Points(value),
        }
    }

    /// The score for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Points(points) => Self::Points(-points),
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// The distance to mate as engine protocols write it: in moves of one side, negative for the mated side.
    #[must_use]
    pub fn mate(self) -> Option<i32> {
        match self {
            Self::Points(_) => None,
            Self::Win(plies) => Some(plies.div_ceil(2) as i32),
            Self::Loss(plies) => Some(-(plies.div_ceil(2) as i32)),
        }
    }
}

/// Whether a score is a forced win or loss.
pub(super) const fn is_decided(value: i32) -> bool {
    value.abs() >= MOST_POINTS
}

/// The score of a finished game. Quicker wins score higher.
pub(super) fn ended(outcome: Outcome, player: PlayerId, ply: usize) -> i32 {
    match outcome.of(player) {
        Verdict::Win => WIN - ply as i32,
        Verdict::Loss => ply as i32 - WIN,
        Verdict::Draw => 0,
    }
}
