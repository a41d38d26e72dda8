//! What players hold in hand.

use std::ops::Range;

use crate::variant::{Piece, PlayerId, RoleId, Setup, Variant};

use super::{FenError, FenErrorKind, error, piece_of, symbol};

/// The ranges of the placement and of what stands in brackets after it.
pub(super) fn part_hands(
    variant: &Variant,
    text: &str,
    span: Range<usize>,
) -> (Range<usize>, Option<Range<usize>>) {
    match text[span.clone()].find('[') {
        Some(at) => (span.start..span.start + at, Some(span.start + at..span.end)),
        // Some write hands as one more row.
        None => match text[span.clone()].rfind('/') {
            Some(at) if variant.hand.is_some() && rows_beyond(variant, &text[span.clone()]) => {
                (span.start..span.start + at, Some(span.start + at..span.end))
            }
            _ => (span, None),
        },
    }
}

/// Whether a placement on a board of two axes has one row more than the board.
fn rows_beyond(variant: &Variant, placement: &str) -> bool {
    match variant.board.written_axes() {
        [_, second] => placement.matches('/').count() == usize::from(second.length),
        _ => false,
    }
}

/// Reads what is in hand: `[QRbn]`, `[]` or `[-]`; capitals are the first player's.
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
    let (Some(inner), Some(_)) = (inner, variant.hand) else { return error(FenErrorKind::Hands, span) };
    let mut plus = false;
    for (at, c) in inner.char_indices().filter(|_| inner != "-") {
        if c == '+' {
            plus = true;
            continue;
        }
        let at = span.start + 1 + at;
        let Some(piece) = piece_of(variant, c, plus) else {
            let kind = FenErrorKind::UnknownInHand { letter: c };
            return error(kind, at..at + c.len_utf8());
        };
        let held = setup.hands.get_mut(piece.player.index() * variant.roles.len() + piece.role.index());
        let Some(held) = held else {
            let kind = FenErrorKind::UnknownInHand { letter: c };
            return error(kind, at..at + c.len_utf8());
        };
        *held = held.saturating_add(1);
        plus = false;
    }
    Ok(())
}

/// What is in hand, in brackets: each player's pieces in the order of the rule file; nothing in a game without hands.
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
