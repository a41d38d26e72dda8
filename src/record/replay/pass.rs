//! Null moves: `--` and its like, with which annotators let a player pass who by the rules may not.

use crate::position::Position;
use crate::record::tree::Move;
use crate::variant::{self, fen};

/// What a tree keeps for a null move; no packed move is equal to it.
pub(super) const PASS: Move = Move::MAX;

/// How programs write a null move.
const WORDS: [&str; 5] = ["--", "Z0", "z0", "null", "@@@@"];

/// Whether a word is a null move.
pub(super) fn is_pass(word: &str) -> bool {
    WORDS.contains(&word)
}

/// The position after the player to move has passed, without its history; `None` if it cannot be played on.
pub(super) fn passed(position: &Position) -> Option<Position> {
    let rules = position.rules();
    let mut setup = position.setup();
    setup.turn = rules.next_turn(setup.turn);
    setup.quiet_plies = setup.quiet_plies.saturating_add(1);
    setup.full_moves = setup.full_moves.saturating_add(u32::from(setup.turn == 0));
    setup.marks = variant::Setup::empty(rules.board.len()).marks;
    setup.marker = None;
    let found = Position::from_fen_leniently(rules, &fen::print(rules, &setup)).ok();
    found.map(|(position, _)| position)
}

/// A position at some place of a game, and those before the null moves that led to it.
pub(super) struct Line {
    /// The position.
    pub position: Position,
    before: Vec<Position>,
}

impl Line {
    /// Begins at a position.
    pub fn new(position: Position) -> Self {
        Self { position, before: Vec::new() }
    }

    /// Lets the player to move pass; false if that leads nowhere.
    pub fn pass(&mut self) -> bool {
        let Some(next) = passed(&self.position) else { return false };
        self.before.push(std::mem::replace(&mut self.position, next));
        true
    }

    /// Takes the last move or null move back.
    pub fn undo(&mut self) {
        if self.position.undo().is_none()
            && let Some(before) = self.before.pop()
        {
            self.position = before;
        }
    }

    /// How many moves and null moves there were.
    pub fn plies(&self) -> usize {
        self.before.iter().map(|position| position.moves().len() + 1).sum::<usize>()
            + self.position.moves().len()
    }
}
