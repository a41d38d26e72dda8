//! Counting rules: a player must mate within a number of moves, otherwise the game is drawn.
//!
//! For example, a player with a bare king may start to count: the opponent then has so many moves to mate.

use super::{Predicate, RoleId};

/// A counting rule. A count starts when its conditions hold for a player, and draws the game at its limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Counting {
    /// The conditions for the counting player, who sees the board from their own side.
    pub when: Vec<Predicate>,
    /// The limits, in order. The first one that the opponent's material satisfies applies; if none does, no
    /// count starts.
    pub limits: Vec<CountLimit>,
    /// The value at which a count starts.
    pub from: CountFrom,
    /// Whether this count replaces one that is already running.
    pub anew: bool,
}

/// The limit of a count against given material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountLimit {
    /// The smallest number of pieces of each listed role that the opponent has on the board.
    pub at_least: Vec<(RoleId, u16)>,
    /// The limit, in moves of the counting player.
    pub moves: u16,
}

impl CountLimit {
    /// Whether any material that satisfies `other` also satisfies this limit.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        let has = |role: RoleId| other.at_least.iter().find(|(one, _)| *one == role).map_or(0, |&(_, n)| n);
        self.at_least.iter().all(|&(role, least)| has(role) >= least)
    }
}

/// The value at which a count starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountFrom {
    /// A fixed number.
    Number(u16),
    /// The number of pieces of all players on the board.
    Pieces,
}

/// The state of the running count, in plies. The default value means that no count is running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// The game is drawn once more plies than these are counted; 0 if no count is running.
    pub limit: u16,
    /// The plies counted so far.
    pub plies: u16,
}

impl Count {
    /// Whether a count is running.
    #[must_use]
    pub const fn runs(self) -> bool {
        self.limit > 0
    }

    /// Whether the count has passed its limit.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.runs() && self.plies > self.limit
    }
}
