//! Our moves in the words of a reference, which may spell castling otherwise.

use carn::position::Position;
use carn::variant::literal;
use carn::variant::{Move, Setup, Variant};

/// A legal move of ours and what a reference may call it, our own name first.
#[derive(Clone, Debug)]
pub struct Spelled {
    /// The move.
    pub mv: Move,
    /// Its names.
    pub names: Vec<String>,
}

impl Spelled {
    /// Our own name of it.
    pub fn name(&self) -> String {
        self.names.first().cloned().unwrap_or_default()
    }
}

/// Two sets of moves side by side.
#[derive(Clone, Debug, Default)]
pub struct Sides {
    /// What both have: ours and the text of theirs.
    pub common: Vec<(Move, String)>,
    /// What the reference alone has.
    pub missing: Vec<String>,
    /// What we alone have.
    pub extra: Vec<Spelled>,
}

/// All legal moves of a position with their names.
pub fn spelled(position: &Position) -> Vec<Spelled> {
    let (variant, setup) = (position.rules().variant(), position.setup());
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| Spelled { mv, names: names(variant, &setup, mv) }).collect()
}

/// Origin and target, and the letter of a choice. A move that shifts another piece of the mover's is castling for some
/// references, which name the square of that piece, or where the mover comes to stand, as the target.
fn names(variant: &Variant, setup: &Setup, mv: Move) -> Vec<String> {
    let board = &variant.board;
    let choice: String =
        mv.promotion().map(|role| variant.role(role).letter.to_lowercase().collect()).unwrap_or_default();
    let name = |to| format!("{}{}{choice}", board.name(mv.from), board.name(to));
    let mut names = vec![name(mv.to)];
    if mv.way == 0 {
        return names;
    }
    let Some(piece) = setup.piece(mv.from) else { return names };
    let after = literal::apply(variant, setup, mv).setup;
    for square in board.squares() {
        let (before, now) = (setup.piece(square), after.piece(square));
        let shifted = square != mv.from && before != now && before.is_some_and(|p| p.player == piece.player);
        let arrived = square != mv.to && before != now && now == Some(piece);
        if shifted || arrived {
            names.push(name(square));
        }
    }
    names
}

/// Pairs our moves with theirs: by our own names first, then by the others.
pub fn sides(ours: Vec<Spelled>, theirs: Vec<String>) -> Sides {
    let mut sides = Sides::default();
    let mut theirs = theirs;
    theirs.sort();
    theirs.dedup();
    let mut rest = Vec::new();
    let mut met = vec![false; theirs.len()];
    for spelled in ours {
        let own = spelled.names.first().and_then(|name| theirs.binary_search(name).ok());
        match own {
            // Several ways of ours under one name are one move to a reference that has no ways.
            Some(at) => {
                met[at] = true;
                sides.common.push((spelled.mv, theirs[at].clone()));
            }
            None => rest.push(spelled),
        }
    }
    for spelled in rest {
        let other =
            spelled.names.iter().filter_map(|name| theirs.binary_search(name).ok()).find(|&at| !met[at]);
        match other {
            Some(at) => {
                met[at] = true;
                sides.common.push((spelled.mv, theirs[at].clone()));
            }
            None => sides.extra.push(spelled),
        }
    }
    sides.missing = theirs.into_iter().zip(met).filter(|(_, met)| !met).map(|(text, _)| text).collect();
    sides
}

impl Sides {
    /// Whether the two sets are the same.
    pub fn agree(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }
}
