//! Rights: permissions that a player has until some square is disturbed (castling).

use crate::geometry::{Square, SquareSet};

use super::{PlayerId, RoleSet};

/// The index of a right in [`Variant::rights`](super::Variant::rights).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RightId(pub u8);

/// A right as the rule file names it. Every player has it (or, for a right given square by square, one for each
/// square); the single rights are [`RightSlot`]s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// The name in the rule file.
    pub name: String,
    /// Whether there is one right for each square of a region instead of one for all of them.
    pub by_square: bool,
    /// For a right by square: the roles a piece on that square may have for the right to stand in a FEN.
    pub holders: RoleSet,
    /// A piece of the player's with one of these roles, leaving its square or taken, loses the right too.
    pub lost_with: RoleSet,
    /// For a right by square: letters that stand for the rights of several squares together, and these squares, by player.
    pub groups: Vec<(char, Vec<SquareSet>)>,
}

/// One right of one player: one bit of [`Setup::rights`](super::Setup::rights).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RightSlot {
    /// Which right.
    pub right: RightId,
    /// Whose.
    pub player: PlayerId,
    /// For a right by square: which square's.
    pub square: Option<Square>,
    /// Any move or effect that touches one of these squares loses the right.
    pub squares: SquareSet,
    /// How the FEN writes it; `None`: it is not written, and stands when every piece of `squares` is on its start
    /// square.
    pub letter: Option<char>,
    /// Other ways in which a FEN may write it: a letter meaning the right of the outermost holder on one side of the
    /// player's royal (board axis, and whether toward its end).
    pub outermost: Vec<(char, usize, bool)>,
}
