//! Counting towards a draw: who must mate within so many moves, and how far that count has come.

use super::{Predicate, RoleId};

/// A count that begins once a player is due it: so many moves of that player, and the game is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Counting {
    /// What must hold for the player who counts, who sees the board as their own.
    pub when: Vec<Predicate>,
    /// How far is counted: the first of these that the opponent's pieces fit. If they fit none, nothing is counted.
    pub limits: Vec<CountLimit>,
    /// Where it begins.
    pub from: CountFrom,
    /// Whether it begins though another count runs already.
    pub anew: bool,
}

/// How far is counted against some pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountLimit {
    /// Of these roles the opponent has at least so many on the board.
    pub at_least: Vec<(RoleId, u16)>,
    /// How many moves of the player who counts.
    pub moves: u16,
}

impl CountLimit {
    /// Whether all pieces that fit the other fit this one too.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        let has = |role: RoleId| other.at_least.iter().find(|(one, _)| *one == role).map_or(0, |&(_, n)| n);
        self.at_least.iter().all(|&(role, least)| has(role) >= least)
    }
}

/// Where a count begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountFrom {
    /// At this number.
    Number(u16),
    /// At the number of pieces on the board, everybody's.
    Pieces,
}

/// A count that runs, or none: plies, of which a player's move and the answer are two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// After more plies than these the game is drawn; 0 where nothing is counted.
    pub limit: u16,
    /// How many are counted so far.
    pub plies: u16,
}

impl Count {
    /// Whether anything is counted.
    #[must_use]
    pub const fn runs(self) -> bool {
        self.limit > 0
    }

    /// Whether it is past its limit.
    #[must_use]
    pub const fn is_over(self) -> bool {
        self.runs() && self.plies > self.limit
    }
}
