//! Marks in a FEN, and the pieces that left them.

use std::ops::Range;

use crate::geometry::Square;
use crate::variant::literal::{self, Attempt, Depth};
use crate::variant::{Effect, Marks, Move, PlayerSet, Setup, Variant};

use super::{FenError, FenErrorKind, error};

pub(super) fn read_marks(
    variant: &Variant,
    text: &str,
    span: Range<usize>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let word = &text[span.clone()];
    // `0` is written by programs that use this field for a count; it means no marks.
    if word == "-" || word == "0" {
        return Ok(());
    }
    if !variant.gathers_marks() {
        return read_group(variant, text, span, setup);
    }
    let mut start = span.start;
    for group in word.split('/') {
        read_group(variant, text, start..start + group.len(), setup)?;
        start += group.len() + 1;
    }
    Ok(())
}

/// The players whose pieces can have left the present marks.
fn markers(variant: &Variant, setup: &Setup) -> PlayerSet {
    let mover = PlayerSet::single(variant.mover(setup.turn));
    match (variant.gathers_marks(), variant.turn(setup.turn).after) {
        (false, _) => PlayerSet::single(variant.last_mover(setup)),
        (true, Some(_)) => variant.everybody().without(mover).without(setup.out),
        (true, None) => variant.everybody().without(setup.out),
    }
}

/// Reads the marks of one marker.
fn read_group(variant: &Variant, text: &str, span: Range<usize>, setup: &mut Setup) -> Result<(), FenError> {
    let players = markers(variant, setup);
    let theirs = |square: Square| setup.piece(square).is_some_and(|piece| players.contains(piece.player));
    // The marker's square may follow after a hyphen. An empty text after the hyphen means that the marker is
    // gone.
    let word = &text[span.clone()];
    let (list, said) = match word.split_once('-') {
        Some((list, marker)) => (list, Some(marker)),
        None => (word, None),
    };
    let mut squares = read_squares(variant, list, span.start)?;
    if squares.is_empty() {
        return error(FenErrorKind::UnknownSquare, span);
    }
    let marker = if let Some(said) = said {
        let at = span.start + list.len() + 1;
        let marker = read_squares(variant, said, at)?;
        let known = marker.len() == usize::from(!marker.is_empty());
        let stands = !variant.gathers_marks() || marker.first().is_some_and(|&square| theirs(square));
        if !known || !stands {
            return error(FenErrorKind::UnknownSquare, at..span.end);
        }
        marker.first().copied()
    } else {
        // Without a hyphen, the last listed square with a possible marker on it is the marker's square.
        let named = if squares.len() > 1 { squares.iter().rposition(|&square| theirs(square)) } else { None };
        match named.map(|index| squares.remove(index)) {
            Some(square) => Some(square),
            None => {
                Some(only_marker(variant, setup, &squares, players).map_err(|kind| FenError { kind, span })?)
            }
        }
    };
    squares.into_iter().for_each(|square| setup.marks.insert(square, marker));
    Ok(())
}

/// The squares of a list, with or without commas between them.
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

/// The only piece that can have left the marks.
fn only_marker(
    variant: &Variant,
    setup: &Setup,
    marks: &[Square],
    players: PlayerSet,
) -> Result<Square, FenErrorKind> {
    let markers = possible_markers(variant, setup, marks, players);
    match markers[..] {
        [square] => Ok(square),
        [] => {
            let square = marks.first().map(|&square| variant.board.name(square)).unwrap_or_default();
            Err(FenErrorKind::NoMarker { square })
        }
        _ => {
            let squares = markers.into_iter().map(|square| variant.board.name(square)).collect();
            Err(FenErrorKind::SeveralMarkers { squares })
        }
    }
}

/// The squares of pieces of these players that can have left the marks: some movement that marks all these
/// squares leads there from a square that is now empty.
fn possible_markers(variant: &Variant, setup: &Setup, marks: &[Square], players: PlayerSet) -> Vec<Square> {
    let mut found = Vec::new();
    for (to, piece) in setup.pieces().filter(|(_, piece)| players.contains(piece.player)) {
        let player = piece.player;
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
                    marks.iter().copied().all(marked) && attempt.allowed()
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
    let mut markers: Vec<Option<Square>> = setup.marks.iter().map(|mark| mark.marker).collect();
    markers.sort_unstable();
    markers.dedup();
    if markers.is_empty() {
        return "-".into();
    }
    let groups = markers.into_iter().map(|marker| {
        let mut group = setup.marks.clone();
        group.retain(|mark| mark.marker == marker);
        print_group(variant, setup, &group, marker)
    });
    groups.collect::<Vec<_>>().join("/")
}

/// Writes the marks of one marker.
fn print_group(variant: &Variant, setup: &Setup, group: &Marks, marker: Option<Square>) -> String {
    let names: Vec<String> = group.iter().map(|mark| variant.board.name(mark.square)).collect();
    let name = marker.map(|square| variant.board.name(square)).unwrap_or_default();
    let understood = |text: &String| {
        let mut read_back = Setup { marks: Marks::default(), ..setup.clone() };
        read_group(variant, text, 0..text.len(), &mut read_back).is_ok() && read_back.marks == *group
    };
    // The shortest text that reads back as the same marks.
    let plain = names.concat();
    let marked = names.concat() + &name;
    if understood(&plain) {
        plain
    } else if marker.is_some() && understood(&marked) {
        marked
    } else {
        format!("{}-{name}", names.join(","))
    }
}
