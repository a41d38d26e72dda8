//! Rights: permissions that a player loses when certain squares are disturbed, for example castling rights.

use crate::geometry::{Square, SquareSet};

use super::{PlayerId, RoleSet};

/// The index of a right in [`Variant::rights`](super::Variant::rights).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RightId(pub u8);

/// A right as the rule file names it. Every player has it, once or once per square. The single rights are
/// [`RightSlot`]s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// The name in the rule file.
    pub name: String,
    /// Whether each square of a region has a right of its own instead of one right for the region.
    pub by_square: bool,
    /// For a right per square: the roles that the piece on the square may have. A FEN grants the right only
    /// for such a piece.
    pub holders: RoleSet,
    /// Roles whose pieces also lose the owner's right when they move or are captured, wherever they stand.
    pub lost_with: RoleSet,
    /// For a right per square: letters that stand for the rights of several squares, and these squares by
    /// player.
    pub groups: Vec<(char, Vec<SquareSet>)>,
}

/// One right of one player: one bit of [`Setup::rights`](super::Setup::rights).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RightSlot {
    /// The right.
    pub right: RightId,
    /// The player who has it.
    pub player: PlayerId,
    /// For a right per square: the square.
    pub square: Option<Square>,
    /// The right is lost when a move or effect touches one of these squares.
    pub squares: SquareSet,
    /// The letter in a FEN. A right without a letter is not written: it exists while every piece of `squares`
    /// is on its start square.
    pub letter: Option<char>,
    /// Alternative letters in a FEN for the right of the outermost holder on one side of the player's royal.
    pub outermost: Vec<Outermost>,
}

/// A letter in a FEN for the right of the outermost holder on one side of the player's royal. If the royal's own
/// square has such a right, the letter stands for that one too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outermost {
    /// The letter.
    pub letter: char,
    /// The board axis along which the side lies.
    pub axis: usize,
    /// Whether the side is toward the end of that axis.
    pub toward_end: bool,
    /// The roles that are looked for; empty for all holders.
    pub roles: RoleSet,
}
