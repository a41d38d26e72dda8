//! Positions written with the names of pieces, as in some records and diagrams.
//!
//! Example: `names -玉 . . / . . . / . . +玉 | +歩*2 | +`. After `names`, the rows follow from the far side,
//! separated by `/`. Each square of a row is one of these:
//!
//! - a side and a name: that piece;
//! - `.`: empty;
//! - `=`: the same as in the start position;
//! - `!` and a name: empty, and this piece of the start position is removed.
//!
//! After `|` come the pieces in hand, with their number if there are several. `-*` stands for all other
//! pieces of the start position that are not listed, except royals. After a second `|` comes the side to
//! move.
//!
//! The first player is `+`, the second `-`. A name is a name of the piece in any language, its glyph, or its
//! number. Number 1 is the first kind of piece in the start position, read along the first player's rows.

use std::ops::Range;

use crate::geometry::Square;
use crate::variant::{Piece, PlayerId, RoleId, Setup, Variant};

use super::{FenError, FenErrorKind, error, parse_sfen, symbol};

/// The announcement of the format.
const PREFIX: &str = "names ";

/// The signs of the two players.
const SIDES: [char; 2] = ['+', '-'];

/// Whether the text announces this format: `names …`.
pub(super) fn is_announced(text: &str) -> bool {
    text.trim_start().starts_with(PREFIX)
}

/// Reads such a position, including the announcement.
///
/// # Errors
/// The first part of the text that does not fit the variant. An error in a whole row spans the whole text.
pub(super) fn parse(variant: &Variant, text: &str) -> Result<Setup, FenError> {
    let start = text.find(PREFIX).map_or(0, |at| at + PREFIX.len());
    let mut next = start;
    let mut parts = text[start..].splitn(3, '|').map(|part| {
        let at = next;
        next += part.len() + 1;
        (part, at)
    });
    let mut fen = String::new();
    let mut told = vec![0_u16; variant.roles.len()];
    let mut tell = |piece: Piece, count: u16| {
        let role = variant.role(piece.role).reverts.unwrap_or(piece.role);
        told[role.index()] = told[role.index()].saturating_add(count);
    };
    let (board, at) = parts.next().unwrap_or(("", text.len()));
    let (mut empty, mut row, mut column) = (0, 0_i16, 0_i16);
    for (word, span) in words(board, at).chain([("", 0..0)]) {
        let at_start = at_start(variant, row, column);
        (row, column) =
            if word == "/" { (row.saturating_add(1), 0) } else { (row, column.saturating_add(1)) };
        let taken_off = word.strip_prefix('!');
        if let Some(name) = taken_off
            && !at_start.is_some_and(|piece| is_named(variant, piece.role, name))
        {
            return error(FenErrorKind::NotAtStart { name: name.to_owned() }, span);
        }
        if word == "." || taken_off.is_some() || word == "=" && at_start.is_none() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            fen += &std::mem::take(&mut empty).to_string();
        }
        match word {
            "" => {}
            "/" => fen.push('/'),
            _ => {
                let start = at_start.filter(|_| word == "=");
                let piece = start.map_or_else(|| piece(variant, word, span), Ok)?;
                tell(piece, 1);
                fen += &symbol(variant, piece);
            }
        }
    }
    let (hands, at) = parts.next().unwrap_or(("", text.len()));
    let mut held = String::new();
    let mut rest = None;
    for (word, span) in words(hands, at) {
        if let Some(player) = SIDES.iter().position(|side| word.strip_prefix(*side) == Some("*")) {
            rest = Some(PlayerId(player as u8));
            continue;
        }
        let (name, count) = word.split_once('*').unwrap_or((word, "1"));
        let piece = piece(variant, name, span.clone())?;
        match count.parse::<u16>() {
            Ok(count) if count > 0 => {
                tell(piece, count);
                held += &format!("{count}{}", symbol(variant, piece));
            }
            _ => return error(FenErrorKind::Counter, span),
        }
    }
    for (index, told) in told.into_iter().enumerate().filter(|_| rest.is_some()) {
        let role = RoleId(index as u8);
        let same = |(_, piece): &(Square, Piece)| piece.role == role && !variant.role(role).royal;
        let all = variant.start.pieces().filter(same).count();
        let left = all.saturating_sub(usize::from(told));
        if let Some(player) = rest.filter(|_| left > 0) {
            held += &format!("{left}{}", symbol(variant, Piece { player, role }));
        }
    }
    let (turn, at) = parts.next().unwrap_or(("", text.len()));
    let turn = match turn.trim() {
        "" | "+" => "b",
        "-" => "w",
        _ => {
            return error(
                FenErrorKind::UnknownTurn { known: SIDES.map(String::from).to_vec() },
                at..text.len(),
            );
        }
    };
    let held = if held.is_empty() { "-" } else { &held };
    parse_sfen(variant, &format!("{fen} {turn} {held}"))
        .map_err(|FenError { kind, .. }| FenError { kind, span: 0..text.len() })
}

/// The words of a part of the text with their byte ranges. `at` is the offset of the part.
fn words(part: &str, at: usize) -> impl Iterator<Item = (&str, Range<usize>)> {
    let mut start = 0;
    part.split(char::is_whitespace).filter_map(move |word| {
        let here = at + start..at + start + word.len();
        // Whitespace other than the ASCII space has several bytes.
        start += word.len() + part[start + word.len()..].chars().next().map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((word, here))
    })
}

/// The piece with this side and name.
fn piece(variant: &Variant, word: &str, span: Range<usize>) -> Result<Piece, FenError> {
    let unknown = || FenErrorKind::UnknownName { name: word.to_owned() };
    let player = SIDES.iter().position(|&side| word.starts_with(side));
    let Some((player, name)) = player.map(|player| (player, &word[1..])) else {
        return error(unknown(), span);
    };
    let named = |index: &usize| is_named(variant, RoleId(*index as u8), name);
    let number = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let numbered = || kinds(variant).get(number?).map(|role| role.index());
    match (0..variant.roles.len()).find(named).or_else(numbered) {
        Some(role) => Ok(Piece { player: PlayerId(player as u8), role: RoleId(role as u8) }),
        None => error(unknown(), span),
    }
}

/// Whether a role has this name in any language, or this glyph.
fn is_named(variant: &Variant, role: RoleId, name: &str) -> bool {
    let role = variant.role(role);
    let mut names = role.names.iter().flat_map(|local| local.names.iter().flatten());
    names.any(|own| own == name) || role.glyphs.iter().any(|glyph| name.strip_prefix(*glyph) == Some(""))
}

/// The piece of the start position in a row from the far side and a column.
fn at_start(variant: &Variant, row: i16, column: i16) -> Option<Piece> {
    let [_, ranks] = variant.board.written_axes() else { return None };
    let square = variant.board.at_written(&[column, i16::try_from(ranks.length).ok()? - 1 - row])?;
    variant.start.piece(square)
}

/// The kinds of the first player's pieces at the start, in the order of that player's rows.
fn kinds(variant: &Variant) -> Vec<RoleId> {
    let first = |(_, piece): &(Square, Piece)| piece.player == PlayerId(0);
    let mut pieces: Vec<(Square, Piece)> = variant.start.pieces().filter(first).collect();
    pieces
        .sort_by_key(|(square, _)| variant.board.written(*square).iter().rev().copied().collect::<Vec<_>>());
    let mut kinds = Vec::new();
    for (_, Piece { role, .. }) in pieces {
        if !kinds.contains(&role) {
            kinds.push(role);
        }
    }
    kinds
}
