//! Converts Betza's notation of piece movements, with XBoard's extensions, to CARN and back.
//!
//! A text such as `fmWfceF` is parsed into [`Group`]s, each an atom with its modifiers. [`carn()`] writes them as patterns;
//! [`betza`] finds a text for compiled movements. Invalid parts, and parts that CARN cannot express, are reported with their
//! place.
//!
//! Source: the description of the notation in XBoard, and the subset documented by Fairy-Stockfish.

mod back;
mod bent;
mod cover;
mod parse;
mod step;
mod write;

pub use back::betza;
pub use parse::read;
pub use write::{Initial, Patterns, carn};

use crate::source::Span;

/// An atom with its modifiers and number: `fmW`, `B4`, `ifmnD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// From the first modifier to the last digit.
    pub span: Span,
    /// Its last or only leg.
    pub leg: Leg,
    /// The legs before it, separated by `a`; most groups have none.
    pub before: Vec<Leg>,
    /// The leaps of the atom, longer side first: `K` has two.
    pub leaps: Vec<(i8, i8)>,
    /// The number of repetitions of a leap.
    pub range: Range,
}

impl Group {
    /// The displacements of its first step: along the board (forward is positive), and across it.
    pub fn steps(&self) -> Vec<(i8, i8)> {
        let directions = &self.before.first().unwrap_or(&self.leg).directions;
        let alone = self.leaps.len() == 1;
        self.leaps.iter().flat_map(|&leap| step::vectors(leap, directions, alone)).collect()
    }
}

/// The modifiers of one leg.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leg {
    /// `m`: onto an empty square.
    pub quiet: bool,
    /// `c`: onto an opponent's piece.
    pub capture: bool,
    /// `d`: captures an own piece.
    pub own: bool,
    /// `e`: en passant.
    pub passing: bool,
    /// `i`: only before the piece has moved.
    pub initial: bool,
    /// `n`: the squares between must be empty; for an initial move: they can be captured en passant.
    pub lame: bool,
    /// `j`: a piece must be between.
    pub jump: bool,
    /// `p`, `g`: over one piece.
    pub hop: Option<Hop>,
    /// `z`: each step reverses the turn of the last.
    pub crooked: bool,
    /// `q`: each step turns in the same direction.
    pub circular: bool,
    /// `y`, after an `a`: this leg is repeated, for any atom.
    pub rides: bool,
    /// Pairs of directional letters: `ff`, `fs`, `hr`. Empty for all directions.
    pub directions: Vec<[char; 2]>,
}

impl Leg {
    /// Whether it has no mode letter such as `m` or `c`; then it both moves and captures.
    #[must_use]
    pub const fn says_no_mode(&self) -> bool {
        !(self.quiet || self.capture || self.own || self.passing)
    }
}

/// How a piece hops over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// `p`: over one piece, to any square beyond.
    Beyond,
    /// `g`: over one piece, to the square directly behind.
    Behind,
}

/// The number of repetitions of a leap; every landing but the last must be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Once.
    Once,
    /// At most this number, which is more than one.
    UpTo(u16),
    /// Without limit.
    Unlimited,
}
