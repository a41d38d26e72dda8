//! Finds SAN texts that identify a move but violate the notation, so that strict readers reject them, and words that are no
//! moves.

use crate::position::Position;
use crate::variant::{Move, Variant};

use super::at_position::movement_name;
use super::special::only_dropped;

/// Words after a move that only say that it captures en passant, gives check or mates, perhaps with a dot.
const REMARKS: [&str; 4] = ["e.p", "ep", "ch", "mate"];

/// Whether a word is such a remark, and not the name of a move or of squares in this game.
pub(crate) fn is_remark(variant: &Variant, word: &str) -> bool {
    REMARKS.contains(&word.trim_end_matches('.'))
        && only_dropped(variant).is_none()
        && variant.board.parse_prefixes(word).is_empty()
        && !variant.notation.move_names.iter().any(|name| name == word)
}

/// The error in the text of a legal move, if any: a letterless capture without the origin's file, a named move written without
/// its name, a choice in lower case.
pub(crate) fn loose(position: &Position, word: &str, mv: Move) -> Option<String> {
    let bytes = word.as_bytes();
    let &first = bytes.first()?;
    let small_choice = |at: usize| bytes[at] == b'=' && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
    if mv.promotion().is_some()
        && let Some(at) = (0..bytes.len()).find(|&at| small_choice(at))
    {
        let (before, choice) = word.split_at(at + 1);
        return Some(format!("{word}: read as {before}{}", choice.to_ascii_uppercase()));
    }
    let board = &position.rules().variant().board;
    if first.is_ascii_lowercase() && bytes.get(1).is_some_and(u8::is_ascii_digit) && bytes.len() < 5 {
        // Most such words are quiet moves, and words of other scripts are longer.
        let body = word.trim_end_matches(['+', '#', '!', '?']);
        let taken = mv.origin().is_some() && position.is_capture(mv) && board.name(mv.to) == body;
        return taken.then(|| {
            let file = board.name(mv.from);
            let file = file.trim_end_matches(|c: char| c.is_ascii_digit());
            format!("{word}: this move captures, and is written {file}x{body}")
        });
    }
    if first.is_ascii_uppercase() && mv.movement().is_some() && !matches!(first, b'O' | b'0') {
        let name = movement_name(position, mv).map(usize::from);
        let name = name.and_then(|name| position.rules().variant().notation.move_names.get(name));
        return name
            .filter(|name| !word.starts_with(&***name))
            .map(|name| format!("{word}: this move is written {name}"));
    }
    None
}
