//! Scores: hundredths of the weakest piece, or the number of moves to the end of the game.

use crate::variant::{Outcome, PlayerId, Verdict};

/// The score of a game that is won at once. Everything near it is a win in so many plies.
pub(super) const WIN: i32 = 1_000_000;
/// More plies than any search looks ahead.
pub(super) const MOST_PLIES: usize = 200;
/// The largest score that is no win.
pub(super) const MOST_POINTS: i32 = WIN - 2 * MOST_PLIES as i32;

/// What a line of moves leads to, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// So many hundredths of the weakest piece.
    Points(i32),
    /// The game is won after so many plies.
    Win(u32),
    /// The game is lost after so many plies.
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

    /// The same for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Points(points) => Self::Points(-points),
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// The number of moves to mate as engines say it: counted in moves of one side, less than 0 for the side that is mated.
    #[must_use]
    pub fn mate(self) -> Option<i32> {
        match self {
            Self::Points(_) => None,
            Self::Win(plies) => Some(plies.div_ceil(2) as i32),
            Self::Loss(plies) => Some(-(plies.div_ceil(2) as i32)),
        }
    }
}

/// Whether a score is a win or a loss in so many plies.
pub(super) const fn is_decided(value: i32) -> bool {
    value.abs() >= MOST_POINTS
}

/// The score of a game that has ended: the sooner won, the better.
pub(super) fn ended(outcome: Outcome, player: PlayerId, ply: usize) -> i32 {
    match outcome.of(player) {
        Verdict::Win => WIN - ply as i32,
        Verdict::Loss => ply as i32 - WIN,
        Verdict::Draw => 0,
    }
}
