//! The empty board: axes, squares, displacements, paths, regions and orientations.
//!
//! Nothing here knows a piece, a player's name or a game; nothing assumes two axes or a rectangle.

mod axis;
mod board;
mod displacement;
mod orientation;
mod set;

pub use axis::{Axis, Labels};
pub use board::{Board, BoardError, MAX_POINTS, MAX_SQUARES};
pub use displacement::{Displacement, MAX_AXES};
pub use orientation::Orientation;
pub use set::SquareSet;

/// A square of one board: its index in the board's own order, the first axis running fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// The index as a `usize`, for looking things up by square.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
