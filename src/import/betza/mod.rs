//! Betza's notation of how a piece moves, with XBoard's extensions, to CARN and back.
//!
//! A text such as `fmWfceF` is read into [`Group`]s, an atom each with what stands before and after it; [`carn`] writes
//! them as patterns, [`betza`] finds a text for movements that were compiled. What CARN cannot say, or what is no Betza, is
//! told with the place of the letters concerned.
//!
//! Source: the description of the notation that comes with XBoard, and the subset that Fairy-Stockfish documents.

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

/// An atom with all that stands before and after it: `fmW`, `B4`, `ifmnD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// From the first modifier to the last digit.
    pub span: Span,
    /// The moves of its last leg, or of its only one.
    pub leg: Leg,
    /// The legs before it, which `a` parts; most groups have none.
    pub before: Vec<Leg>,
    /// The leaps that the atom stands for, the longer side first: `K` has two.
    pub leaps: Vec<(i8, i8)>,
    /// How often a leap is repeated.
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
    /// `d`: onto a piece of one's own.
    pub own: bool,
    /// `e`: en passant.
    pub passing: bool,
    /// `i`: only by a piece that has not moved.
    pub initial: bool,
    /// `n`: the squares between must be empty; of an initial move: they may be entered en passant.
    pub lame: bool,
    /// `j`: something must stand between.
    pub jump: bool,
    /// `p`, `g`: over one piece.
    pub hop: Option<Hop>,
    /// `z`: each step turns back what the last turned.
    pub crooked: bool,
    /// `q`: each step turns on the same way.
    pub circular: bool,
    /// `y`, after an `a`: this leg is repeated, whatever the atom is.
    pub rides: bool,
    /// Pairs of directional letters: `ff`, `fs`, `hr`. None: every direction.
    pub directions: Vec<[char; 2]>,
}

impl Leg {
    /// Whether it says neither `m` nor `c` nor another mode: then both.
    #[must_use]
    pub const fn says_no_mode(&self) -> bool {
        !(self.quiet || self.capture || self.own || self.passing)
    }
}

/// How a piece goes over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// `p`: over one piece, to any square behind it.
    Beyond,
    /// `g`: over one piece, to the square right behind it.
    Behind,
}

/// How often a leap is repeated, each landing but the last empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Once.
    Once,
    /// At most so often, and more than once.
    UpTo(u16),
    /// Without limit.
    Unlimited,
}
