//! The empty board: axes, squares, displacements, paths, regions and orientations.
//!
//! Contains no pieces, players or games, and assumes neither two axes nor a rectangle.

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

/// A square of a board: its index, the first axis running fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// The index as a `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
