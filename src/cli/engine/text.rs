//! Moves as interfaces write them: origin and target, with the other programs' ways to say castling, promotion and passes.

use carn::notation::{self, View};
use carn::position::Position;
use carn::variant::{Move, Script};

use crate::cli::compare::spelling;
use crate::cli::game::coordinate;

/// A legal move.
pub fn write(position: &Position, m: Move) -> String {
    let (setup, legal) = (position.setup(), position.legal_moves());
    coordinate(View { variant: position.rules().variant(), setup: &setup, legal: &legal }, m)
}

/// A line of legal moves.
pub fn write_line(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.here();
    let one = |&m: &Move| {
        let text = write(&position, m);
        position.play_unchecked(m);
        text
    };
    moves.iter().map(one).collect()
}

/// The legal move that a text stands for, in our words or in those of other programs.
pub fn read(position: &Position, text: &str) -> Option<Move> {
    notation::read(position, text, &[Script::Coordinate]).ok().or_else(|| {
        let spelled = spelling::spelled(position);
        let mut fitting = spelled.iter().filter(|one| one.names.iter().any(|name| name == text));
        let first = fitting.next()?;
        fitting.next().is_none().then_some(first.mv)
    })
}
