//! The state of a game while its patterns are compiled.

use super::asked::Asked;
use super::findings::Findings;
use super::functions::Functions;
use super::ground::Ground;
use super::names::Names;
use super::natives::Linked;
use super::resolve::moveless::Moveless;

/// The game so far.
#[derive(Debug)]
pub(crate) struct Game<'n> {
    pub ground: Ground,
    pub names: Names,
    pub functions: Functions,
    pub natives: Linked<'n>,
    pub findings: Findings,
    pub effort: Effort,
    /// Squares and counter values in conditions, for the lints about those that never occur.
    pub asked: Asked,
    /// Whether any condition tests pieces that have not moved yet.
    pub tracks_undisturbed: bool,
    /// Set while reading conditions that are evaluated without a move.
    pub moveless: Option<Moveless>,
    /// Whether the conditions being read may query the legal moves, since no move depends on them.
    pub asks_for_moves: bool,
}

impl<'n> Game<'n> {
    /// A game of which only board and players are known.
    pub fn new(ground: Ground, natives: Linked<'n>, findings: Findings) -> Self {
        Self {
            ground,
            names: Names::default(),
            functions: Functions::default(),
            natives,
            findings,
            effort: Effort::default(),
            asked: Asked::default(),
            tracks_undisturbed: false,
            moveless: None,
            asks_for_moves: false,
        }
    }

    /// Sets `moveless` while `read` runs.
    pub fn with_moveless<T>(&mut self, moveless: Option<Moveless>, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.moveless, moveless);
        let found = read(self);
        self.moveless = before;
        found
    }

    /// Runs `read` for conditions that may query the legal moves: ends, compulsions, passes.
    pub fn asking_for_moves<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.asks_for_moves, true);
        let found = read(self);
        self.asks_for_moves = before;
        found
    }
}

/// The work done so far in writing out the patterns of one rule file.
#[derive(Debug, Default)]
pub(crate) struct Effort {
    /// Choices tried; see [`MAX_CHOICES`](super::caps::MAX_CHOICES).
    pub choices: usize,
    /// Steps from all squares; see [`MAX_STEPS`](super::caps::MAX_STEPS).
    pub steps: usize,
}
