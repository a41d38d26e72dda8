//! What is known about the game while its patterns are compiled.

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
    /// What conditions ask, as far as it may be beyond the board or the game.
    pub asked: Asked,
    /// Whether anything asks what has not moved yet.
    pub tracks_undisturbed: bool,
    /// What is being read, if it is asked without a move.
    pub moveless: Option<Moveless>,
    /// Whether what is being read may ask which moves there are: what none of them depends on.
    pub asks_for_moves: bool,
}

impl<'n> Game<'n> {
    /// A game of which only the board and the players are known.
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

    /// Reads what is asked of a move, or without one.
    pub fn with_moveless<T>(&mut self, moveless: Option<Moveless>, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.moveless, moveless);
        let found = read(self);
        self.moveless = before;
        found
    }

    /// Reads what may ask which moves there are: an end, a compulsion, a pass.
    pub fn asking_for_moves<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.asks_for_moves, true);
        let found = read(self);
        self.asks_for_moves = before;
        found
    }
}

/// What writing out the patterns of one rule file has come to so far.
#[derive(Debug, Default)]
pub(crate) struct Effort {
    /// Choices tried; see [`MAX_CHOICES`](super::caps::MAX_CHOICES).
    pub choices: usize,
    /// Steps from all squares; see [`MAX_STEPS`](super::caps::MAX_STEPS).
    pub steps: usize,
}
