//! Marks in a setup's text, and who left them.

use std::ops::Range;

use crate::geometry::{Square, SquareSet};
use crate::variant::literal::{self, Attempt, Depth};
use crate::variant::{Effect, Move, Setup, Variant};

use super::{FenError, FenErrorKind, error};

pub(super) fn read_marks(
    variant: &Variant,
    text: &str,
    span: Range<usize>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let word = &text[span.clone()];
    // Where others count moves here, there are no marks.
    if word == "-" || word == "0" {
        return Ok(());
    }
    // Whoever says who left the marks says it after a hyphen; nothing there is nobody.
    let (list, said) = match word.split_once('-') {
        Some((list, marker)) => (list, Some(marker)),
        None => (word, None),
    };
    let mut squares = read_squares(variant, list, span.start)?;
    if let Some(said) = said {
        let at = span.start + list.len() + 1;
        let marker = read_squares(variant, said, at)?;
        if marker.len() > 1 || squares.is_empty() {
            return error(FenErrorKind::UnknownSquare, at..span.end);
        }
        squares.iter().for_each(|&square| setup.marks.insert(square));
        setup.marker = marker.first().copied();
        return Ok(());
    }
    let last_mover = variant.last_mover(setup);
    let theirs = |square: Square| setup.piece(square).is_some_and(|piece| piece.player == last_mover);
    // With several squares, the one where a piece of the last mover's stands is the marker's (the last such one).
    let named = if squares.len() > 1 { squares.iter().rposition(|&square| theirs(square)) } else { None };
    let marker = named.map(|index| squares.remove(index));
    let mut marks = SquareSet::new(variant.board.len());
    squares.iter().for_each(|&square| marks.insert(square));
    setup.marker = match marker {
        Some(square) => Some(square),
        None => Some(only_marker(variant, setup, &marks).map_err(|kind| FenError { kind, span })?),
    };
    setup.marks = marks;
    Ok(())
}

/// The squares of a list: one after the other, or with commas between.
fn read_squares(variant: &Variant, list: &str, start: usize) -> Result<Vec<Square>, FenError> {
    let mut squares = Vec::new();
    let mut rest = list;
    while !rest.is_empty() {
        let at = start + (list.len() - rest.len());
        let end = rest.find(',').unwrap_or(rest.len());
        let Some((square, length)) = variant.board.parse_prefix(&rest[..end]) else {
            return error(FenErrorKind::UnknownSquare, at..start + list.len());
        };
        squares.push(square);
        rest = &rest[length..];
        if let Some(more) = rest.strip_prefix(',').filter(|more| !more.is_empty()) {
            rest = more;
        }
    }
    Ok(squares)
}

/// The one piece that can have left the marks.
fn only_marker(variant: &Variant, setup: &Setup, marks: &SquareSet) -> Result<Square, FenErrorKind> {
    let markers = possible_markers(variant, setup, marks);
    match markers[..] {
        [square] => Ok(square),
        [] => {
            let square = marks.iter().next().map(|square| variant.board.name(square)).unwrap_or_default();
            Err(FenErrorKind::NoMarker { square })
        }
        _ => {
            let squares = markers.into_iter().map(|square| variant.board.name(square)).collect();
            Err(FenErrorKind::SeveralMarkers { squares })
        }
    }
}

/// Where a piece of the last mover's stands that can have left these marks: some movement that marks all of them leads
/// there from a square that is empty now.
fn possible_markers(variant: &Variant, setup: &Setup, marks: &SquareSet) -> Vec<Square> {
    let player = variant.last_mover(setup);
    let mut found = Vec::new();
    for (to, piece) in setup.pieces().filter(|(_, piece)| piece.player == player) {
        let marks_something = |effect: &Effect| matches!(effect, Effect::Mark(_));
        let role = variant.role(piece.role);
        let marking = role.movements.iter().filter(|movement| movement.effects.iter().any(marks_something));
        let came = marking.into_iter().any(|movement| {
            variant.board.squares().filter(|&from| setup.piece(from).is_none()).any(|from| {
                let routes = literal::routes(variant, player, movement, from);
                routes.iter().filter(|route| route.to() == to).any(|route| {
                    let mut before = setup.clone();
                    before.squares[to.index()] = None;
                    before.squares[from.index()] = Some(piece);
                    let m = Move::plain(from, to);
                    let attempt = Attempt::new(variant, &before, movement, route, m, Depth::Reply);
                    let marked = |square: Square| {
                        movement.effects.iter().any(|effect| match effect {
                            Effect::Mark(place) => {
                                attempt.squares(place, &attempt.whole_move()).contains(&square)
                            }
                            _ => false,
                        })
                    };
                    marks.iter().all(marked) && attempt.allowed()
                })
            })
        });
        if came {
            found.push(to);
        }
    }
    found
}

pub(super) fn print_marks(variant: &Variant, setup: &Setup) -> String {
    if setup.marks.is_empty() {
        return "-".into();
    }
    let names: Vec<String> = setup.marks.iter().map(|square| variant.board.name(square)).collect();
    let marker = setup.marker.map(|square| variant.board.name(square)).unwrap_or_default();
    let understood = |text: &String| {
        let mut read_back =
            Setup { marks: SquareSet::new(variant.board.len()), marker: None, ..setup.clone() };
        read_marks(variant, text, 0..text.len(), &mut read_back).is_ok()
            && (&read_back.marks, read_back.marker) == (&setup.marks, setup.marker)
    };
    // The shortest of what is read back as it is meant.
    let plain = names.concat();
    let marked = names.concat() + &marker;
    if understood(&plain) {
        plain
    } else if setup.marker.is_some() && understood(&marked) {
        marked
    } else {
        format!("{}-{marker}", names.join(","))
    }
}
