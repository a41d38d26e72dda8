//! Pieces in hand in a FEN.

use std::ops::Range;

use crate::variant::{Piece, PlayerId, RoleId, Setup, Variant};

use super::{FenError, FenErrorKind, error, read_piece, symbol};

/// Splits a field into the ranges of the placement and of the hands.
pub(super) fn part_hands(
    variant: &Variant,
    text: &str,
    span: Range<usize>,
) -> (Range<usize>, Option<Range<usize>>) {
    match text[span.clone()].find('[') {
        Some(at) => (span.start..span.start + at, Some(span.start + at..span.end)),
        // Some programs write the hands as one more row.
        None => match text[span.clone()].rfind('/') {
            Some(at) if variant.hand.is_some() && rows_beyond(variant, &text[span.clone()]) => {
                (span.start..span.start + at, Some(span.start + at..span.end))
            }
            _ => (span, None),
        },
    }
}

/// Whether the placement of a board with two axes has one row too many.
fn rows_beyond(variant: &Variant, placement: &str) -> bool {
    match variant.board.written_axes() {
        [_, second] => placement.matches('/').count() == usize::from(second.length),
        _ => false,
    }
}

/// Reads the hands: `[QRbn]`, `[]` or `[-]`. Capitals belong to the first player.
pub(super) fn read_hands(
    variant: &Variant,
    text: &str,
    span: Option<Range<usize>>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    if variant.hand.is_some() {
        setup.hands = vec![0; variant.players.len() * variant.roles.len()];
    }
    let Some(span) = span else { return Ok(()) };
    let word = &text[span.clone()];
    let brackets = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
    let inner = brackets.or_else(|| word.strip_prefix('/'));
    let Some(inner) = inner else { return error(FenErrorKind::Hands, span) };
    let mut rest = if inner == "-" { "" } else { inner };
    // Some programs write empty brackets in games without hands.
    if variant.hand.is_none() && !rest.is_empty() {
        return error(FenErrorKind::Hands, span);
    }
    while !rest.is_empty() {
        let at = span.start + 1 + inner.len() - rest.len();
        let (piece, letter, length) = read_piece(variant, rest);
        let known = piece.filter(|piece| !piece.is_neutral());
        let slot = known.map(|piece| piece.player.index() * variant.roles.len() + piece.role.index());
        let Some(held) = slot.and_then(|slot| setup.hands.get_mut(slot)) else {
            let letter_at = at + length - letter.len_utf8();
            return error(FenErrorKind::UnknownInHand { letter }, letter_at..at + length);
        };
        hold(held, 1, at..at + length)?;
        rest = &rest[length..];
    }
    Ok(())
}

/// Adds pieces to those in hand.
pub(super) fn hold(held: &mut u16, count: u16, span: Range<usize>) -> Result<(), FenError> {
    *held = held.checked_add(count).ok_or(FenError { kind: FenErrorKind::TooManyInHand, span })?;
    Ok(())
}

/// Writes the hands in brackets, by player and in the order of the roles. Empty in a game without hands.
pub fn print_hands(variant: &Variant, setup: &Setup) -> String {
    if variant.hand.is_none() {
        return String::new();
    }
    let mut text = String::from("[");
    for player in (0..variant.players.len()).map(|i| PlayerId(i as u8)) {
        for role in (0..variant.roles.len()).map(|i| RoleId(i as u8)) {
            let count = setup.in_hand(variant.roles.len(), player, role);
            text += &symbol(variant, Piece { player, role }).repeat(usize::from(count));
        }
    }
    text + "]"
}
