//! Moves in the notation of interfaces: origin and target, with other programs' forms of castling, promotion and passes.

use carn::notation::{self, LegalMoves, View};
use carn::position::Position;
use carn::variant::{Move, Piece, Script};

use crate::cli::compare::spelling::{
    exactly, from_zero, has_ten_ranks, names_of, spelled, spelled_from_zero,
};
use crate::cli::game::coordinate;

/// A protocol's notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Fairy-Stockfish's notation in UCI.
    Plain,
    /// The same with ten ranks numbered from 0.
    FromZero,
    /// USI's notation, if the game has it.
    Usi,
}

/// A legal move.
pub fn write(position: &Position, m: Move, spelling: Spelling) -> String {
    let variant = position.rules().variant();
    if spelling == Spelling::Usi
        && let Some(text) = notation::write(position, m, Script::Usi)
    {
        return text;
    }
    let setup = position.setup();
    // XBoard writes castling that ends on the square of the rook by its name.
    let mover = variant.mover(setup.turn);
    let own_target = |piece: Piece| m.from != m.to && !piece.is_neutral() && !piece.opposes(mover);
    if spelling == Spelling::FromZero
        && setup.piece(m.to).is_some_and(own_target)
        && let Some(text) = castling(position, m)
    {
        return text;
    }
    let name = |m| names_of(variant, &setup, m).into_iter().next();
    let own = name(m);
    let legal = LegalMoves::from(position.legal_moves());
    // Moves with the same name can only be distinguished by our own notation.
    let alike = |other: &&Move| (other.from, other.to) == (m.from, m.to) && **other != m;
    let shared = legal.iter().filter(alike).any(|&other| name(other) == own);
    let renumbered = is_renumbered(position, spelling);
    let numbered = |text: String| if renumbered { from_zero(&text) } else { text };
    let own = own.filter(|_| !shared).map(numbered);
    own.filter(|text| read(position, text, spelling) == Some(m))
        .unwrap_or_else(|| numbered(coordinate(View { variant, setup: &setup, legal: &legal }, m)))
}

/// Whether ranks are numbered from 0 instead of the board's numbers.
fn is_renumbered(position: &Position, spelling: Spelling) -> bool {
    spelling == Spelling::FromZero && has_ten_ranks(&position.rules().variant().board)
}

/// The name of a castling move.
fn castling(position: &Position, m: Move) -> Option<String> {
    let text = notation::write(position, m, Script::San).filter(|text| is_castling(text))?;
    Some(text.trim_end_matches(['+', '#']).to_owned())
}

fn is_castling(text: &str) -> bool {
    text.starts_with("O-O")
}

/// A line of legal moves.
pub fn write_line(position: &Position, moves: &[Move], spelling: Spelling) -> Vec<String> {
    let mut position = position.here();
    let one = |&m: &Move| {
        let text = write(&position, m, spelling);
        position.play_unchecked(m);
        text
    };
    moves.iter().map(one).collect()
}

/// The legal move for a text, in our notation or that of other programs.
pub fn read(position: &Position, text: &str, spelling: Spelling) -> Option<Move> {
    let script = if spelling == Spelling::Usi { Script::Usi } else { Script::Coordinate };
    let renumbered = is_renumbered(position, spelling);
    let own = || match renumbered {
        true => exactly(position).into_iter().find(|one| from_zero(&one.name()) == text).map(|one| one.mv),
        false => notation::read(position, text, &[script, Script::Coordinate]).ok(),
    };
    let by_name = || notation::read(position, text, &[Script::San]).ok();
    let named = spelling == Spelling::FromZero && is_castling(text);
    let found = own().or_else(|| named.then(by_name).flatten());
    found.or_else(|| {
        let all = if renumbered { spelled_from_zero(position) } else { spelled(position) };
        let mut fitting = all.iter().filter(|one| one.names.iter().any(|name| name == text));
        let first = fitting.next()?;
        fitting.next().is_none().then_some(first.mv)
    })
}
