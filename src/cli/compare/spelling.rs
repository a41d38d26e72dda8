//! The names of our moves in references, whose castling, drops and passes may be written differently.

use std::cmp::Ordering;

use carn::geometry::{Board, Square};
use carn::notation::{self, View};
use carn::position::Position;
use carn::variant::{Anchor, Effect, Move, Piece, RoleId, Setup, Variant, literal};

use crate::cli::game::coordinate;

/// One of our legal moves with its possible names in a reference, our own name first.
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
    /// Moves of both: our move and their text.
    pub common: Vec<(Move, String)>,
    /// Moves of the reference alone.
    pub missing: Vec<String>,
    /// Our moves alone.
    pub extra: Vec<Spelled>,
}

/// All legal moves of a position with their names.
pub fn spelled(position: &Position) -> Vec<Spelled> {
    let setup = position.setup();
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| Spelled { mv, names: names_of(position.rules().variant(), &setup, mv) }).collect()
}

/// The names of one legal move.
pub fn names_of(variant: &Variant, setup: &Setup, mv: Move) -> Vec<String> {
    if mv.is_pass() {
        return passes(variant, setup);
    }
    let after = literal::apply(variant, setup, mv).setup;
    match mv.drop() {
        Some(role) => drops(variant, &after, role, mv),
        None => names(variant, setup, &after, mv),
    }
}

/// All legal moves with the names of protocols that number ten ranks from 0, so that each has one digit. These are UCCI, and
/// XBoard's protocol for boards with ten ranks. Other boards are as in [`spelled`].
pub fn spelled_from_zero(position: &Position) -> Vec<Spelled> {
    let mut all = spelled(position);
    if has_ten_ranks(&position.rules().variant().board) {
        for name in all.iter_mut().flat_map(|one| &mut one.names) {
            *name = from_zero(name);
        }
    }
    all
}

/// Whether some protocols number the ranks from 0.
pub fn has_ten_ranks(board: &Board) -> bool {
    !board.has_names() && board.axes().get(1).is_some_and(|axis| axis.length == 10)
}

/// A name with every number reduced by one; numbers are ranks. A pass has no ranks.
pub fn from_zero(name: &str) -> String {
    if name == "0000" {
        return name.to_owned();
    }
    let mut rest = name;
    let mut out = String::with_capacity(name.len());
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[start..].chars().take_while(char::is_ascii_digit).count();
        out += &rest[..start];
        let (number, after) = rest[start..].split_at(digits);
        match number.parse::<u32>() {
            Ok(rank) => out += &rank.saturating_sub(1).to_string(),
            Err(_) => out += number,
        }
        rest = after;
    }
    out + rest
}

/// All legal moves of a position with one unique name each.
pub fn exactly(position: &Position) -> Vec<Spelled> {
    let (setup, legal) = (position.setup(), position.legal_moves().into());
    let view = View { variant: position.rules().variant(), setup: &setup, legal: &legal };
    legal.iter().map(|&mv| Spelled { mv, names: vec![coordinate(view, mv)] }).collect()
}

/// The suffix of a move that changes the piece's role. It is `+` for a role written with a sign, `-` for a return to the
/// previous role, otherwise the letter. The letter is used even if the rule file has no choice.
fn sign(variant: &Variant, before: Piece, after: Piece) -> Option<String> {
    if before.role == after.role || before.player != after.player {
        return None;
    }
    let [was, is] = [before, after].map(|piece| variant.role(piece.role));
    Some(match is.pluses.cmp(&was.pluses) {
        Ordering::Greater => is.sign().to_owned(),
        Ordering::Less => "-".to_owned(),
        Ordering::Equal => is.letter.to_lowercase().collect(),
    })
}

/// The texts of a pass: a move of an own piece to its own square, or `0000`. The first is Fairy-Stockfish's: the move of the
/// only royal piece, or else `0000`.
fn passes(variant: &Variant, setup: &Setup) -> Vec<String> {
    let player = variant.mover(setup.turn);
    let own = setup.pieces().filter(|(_, piece)| piece.player == player);
    let (royals, others): (Vec<_>, Vec<_>) = own.partition(|&(_, piece)| variant.role(piece.role).royal);
    let still = |(square, _)| format!("{0}{0}", variant.board.name(square));
    let mut texts = vec!["0000".to_owned()];
    texts.extend(royals.iter().copied().chain(others).map(still));
    if royals.len() == 1 {
        texts.swap(0, 1);
    }
    texts
}

/// Whether a text is a pass in any of these forms.
pub fn is_pass(board: &Board, text: &str) -> bool {
    let still = || {
        let (from, length) = board.parse_prefix(text)?;
        Some(board.square(text.get(length..)?)? == from)
    };
    text == "0000" || still().unwrap_or(false)
}

/// The names of a drop: with the letter of the dropped role; some references write the resulting role.
fn drops(variant: &Variant, after: &Setup, role: RoleId, mv: Move) -> Vec<String> {
    let name = |role| format!("{}@{}", variant.role(role).symbol(), variant.board.name(mv.to));
    let mut names = vec![name(role)];
    if let Some(piece) = after.piece(mv.to).filter(|piece| piece.role != role) {
        names.insert(0, name(piece.role));
    }
    names
}

/// Origin and target, and the promoted or dropped role. If a move shifts another piece of the mover, some references treat it
/// as castling. They write as target the square of that piece, or the mover's new square.
fn names(variant: &Variant, setup: &Setup, after: &Setup, mv: Move) -> Vec<String> {
    let board = &variant.board;
    let hyphen = notation::hyphen(board);
    let name = |to, end: &str| format!("{}{hyphen}{}{end}", board.name(mv.from), board.name(to));
    let role = mv.promotion().map(|role| variant.role(role));
    let choice: String = role.map(|role| role.letter.to_lowercase().collect()).unwrap_or_default();
    let mut names = vec![name(mv.to, &choice)];
    if let Some(role) = role.filter(|role| role.pluses > 0) {
        names.insert(0, name(mv.to, role.sign()));
    }
    let Some(piece) = setup.piece(mv.from) else { return names };
    if let Some(sign) = after.piece(mv.to).and_then(|now| sign(variant, piece, now)) {
        names.insert(0, name(mv.to, &sign));
    }
    if mv.way == 0 {
        return names;
    }
    if let Some(other) = entering(variant, setup, after, mv, &choice) {
        names.insert(0, other);
    }
    for square in board.squares() {
        let (before, now) = (setup.piece(square), after.piece(square));
        let shifted = square != mv.from && before != now && before.is_some_and(|p| p.player == piece.player);
        let arrived = square != mv.to && before != now && now == Some(piece);
        if shifted || arrived {
            names.push(name(square, &choice));
        }
    }
    names
}

/// The reference's name of a move that adds a further piece to the board, if our own name is ambiguous. From the hand in place
/// of a shifted piece: from its square to the mover's origin. From nowhere: the mover's move and, after a comma, its new square
/// and the square of the new piece.
fn entering(variant: &Variant, setup: &Setup, after: &Setup, mv: Move, choice: &str) -> Option<String> {
    let (board, piece) = (&variant.board, setup.piece(mv.from)?);
    let name = |square| board.name(square);
    let sole = |met: &dyn Fn(Square) -> bool| {
        let mut met = board.squares().filter(|&square| met(square));
        met.next().filter(|_| met.next().is_none())
    };
    let changed = |square: Square| setup.piece(square) != after.piece(square);
    if let Some(role) = mv.promotion() {
        let held = |square: Square| after.piece(square).is_some_and(|now| now.role == role);
        let place = sole(&|square| {
            let shifted = setup.piece(square).is_some_and(|before| before.player == piece.player);
            shifted && square != mv.from && changed(square) && held(square)
        });
        let place = place.or_else(|| refilled(variant, piece, mv))?;
        return Some(format!("{}{}{choice}", name(place), name(mv.from)));
    }
    let number = |state: &Setup, role| state.pieces().filter(|(_, piece)| piece.role == role).count();
    let place = sole(&|square| {
        let free = square == mv.from || setup.piece(square).is_none();
        let now = after.piece(square).filter(|now| now.role != piece.role);
        free && now.is_some_and(|now| number(after, now.role) > number(setup, now.role))
    })?;
    let to = sole(&|square| changed(square) && after.piece(square) == Some(piece))?;
    Some(format!("{}{},{}{}", name(mv.from), name(to), name(to), name(place)))
}

/// The square of the piece that a move shifts, if a dropped piece takes its place.
fn refilled(variant: &Variant, piece: Piece, mv: Move) -> Option<Square> {
    let effects = &variant.role(piece.role).movements.get(mv.movement()?)?.effects;
    let left = effects.iter().find_map(|effect| match effect {
        Effect::Shift(place, _) => Some(place),
        _ => None,
    })?;
    let refills = effects.iter().any(|effect| matches!(effect, Effect::Drop(_, place) if place == left));
    let step =
        left.steps.first().filter(|_| refills && matches!(left.anchor, Anchor::LegOrigin | Anchor::From))?;
    variant.step(piece.player, mv.from, *step)
}

/// Pairs our moves with theirs: by our own names first, then by alternative names.
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
            // Several of our ways with one name are one move to a reference without ways.
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
    /// Whether both sets are equal.
    pub fn agree(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::from_zero;

    #[test]
    fn ranks_count_from_zero() {
        assert_eq!(
            ["h1g3", "a10a9+", "P@e10", "0000", "e1e10,e10d10"].map(from_zero),
            ["h0g2", "a9a8+", "P@e9", "0000", "e0e9,e9d9"]
        );
    }
}
