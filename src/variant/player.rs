//! Players and the order of their turns.

use crate::geometry::Orientation;

/// The index of a player in [`Variant::players`](super::Variant::players).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// The index as a `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name in the rule file.
    pub name: String,
    /// What the FEN writes for this player's turn.
    pub fen: String,
    /// How the player sees the board.
    pub orientation: Orientation,
}

/// One turn of the cycle of turns. Room for phases and restrictions ("only this role moves").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who moves.
    pub player: PlayerId,
}
