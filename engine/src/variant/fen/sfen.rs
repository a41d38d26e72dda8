//! SFEN, the position format of the USI protocol: placement, turn, hands, number of the move.
//!
//! Example: `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`. The placement is the same as
//! in a FEN. The first player is `b`, the second `w`. Hands are letters, preceded by a number if there are
//! several. Moves of both players are counted together, from 1. Rights, marks and counters cannot be written.

use std::ops::Range;

use crate::variant::{Piece, PlayerId, RoleId, Setup, Variant};

use super::hands::hold;
use super::rights::settle_silent;
use super::{FenError, FenErrorKind, error, fields, piece_of, read_counter, read_placement, symbol};

/// The announcement of the format.
const PREFIX: &str = "sfen ";

/// The turns of the two players.
const TURNS: [&str; 2] = ["b", "w"];

/// Whether the text announces SFEN: `sfen …`.
pub(super) fn is_announced(text: &str) -> bool {
    text.trim_start().starts_with(PREFIX)
}

/// Reads a position in SFEN, with or without the announcement. The move number may be missing, and so may the
/// hands.
///
/// # Errors
/// The first part of the text that does not fit the variant.
pub fn parse_sfen(variant: &Variant, text: &str) -> Result<Setup, FenError> {
    let mut fields = fields(text).peekable();
    let announced = fields.peek().is_some_and(|word| text[word.clone()] == *PREFIX.trim_end());
    let mut fields = fields.skip(usize::from(announced));
    let mut setup = Setup::empty(variant.board.len());
    let Some(placement) = fields.next() else {
        return error(FenErrorKind::NoPlacement, text.len()..text.len());
    };
    read_placement(variant, text, placement, &mut setup)?;
    if variant.hand.is_some() {
        setup.hands = vec![0; variant.players.len() * variant.roles.len()];
    }
    setup.counters = variant.counters_at_start();
    if let Some(field) = fields.next() {
        let player = TURNS.iter().position(|&turn| turn == &text[field.clone()]);
        let turn = |player: usize| variant.turns.iter().position(|turn| turn.player.index() == player);
        match player.and_then(turn) {
            Some(turn) => setup.turn = turn as u16,
            None => {
                return error(FenErrorKind::UnknownTurn { known: TURNS.map(String::from).to_vec() }, field);
            }
        }
    }
    if let Some(field) = fields.next() {
        read_hands(variant, text, field, &mut setup)?;
    }
    if let Some(field) = fields.next() {
        setup.full_moves = read_counter(text, field)?.saturating_sub(1) / 2 + 1;
    }
    settle_silent(variant, &mut setup, Some(&variant.start));
    match fields.next() {
        Some(field) => error(FenErrorKind::Trailing, field.start..text.trim_end().len()),
        None => Ok(setup),
    }
}

/// Reads hands: `S2Pb3p`, or `-` for none.
fn read_hands(variant: &Variant, text: &str, span: Range<usize>, setup: &mut Setup) -> Result<(), FenError> {
    let word = &text[span.clone()];
    if word == "-" {
        return Ok(());
    }
    if variant.hand.is_none() {
        return error(FenErrorKind::Hands, span);
    }
    let (mut count, mut pluses) = (None, 0);
    for (at, c) in word.char_indices() {
        let here = span.start + at..span.start + at + c.len_utf8();
        match c {
            '+' => pluses += 1,
            _ if c.is_ascii_digit() => {
                let digit = u16::from(c as u8 - b'0');
                let number = count.unwrap_or(0u16).checked_mul(10).and_then(|n| n.checked_add(digit));
                let Some(number) = number.filter(|&n| n > 0) else {
                    return error(FenErrorKind::Counter, here);
                };
                count = Some(number);
            }
            _ => {
                let piece = piece_of(variant, c, pluses);
                let slot = piece.map(|piece| piece.player.index() * variant.roles.len() + piece.role.index());
                let Some(held) = slot.and_then(|slot| setup.hands.get_mut(slot)) else {
                    return error(FenErrorKind::UnknownInHand { letter: c }, here);
                };
                hold(held, count.unwrap_or(1), here)?;
                (count, pluses) = (None, 0);
            }
        }
    }
    if count.is_some() || pluses > 0 { error(FenErrorKind::Hands, span) } else { Ok(()) }
}

/// Writes a position in SFEN. Returns `None` if SFEN cannot express the game: more or fewer than two players,
/// lettered rights, counters, or turns of several moves.
pub fn print_sfen(variant: &Variant, setup: &Setup) -> Option<String> {
    let lettered = variant.right_slots.iter().any(|slot| slot.letter.is_some());
    if variant.players.len() != 2 || variant.turns.len() != 2 || lettered || !variant.counters.is_empty() {
        return None;
    }
    let mut hands = String::new();
    for player in [PlayerId(0), PlayerId(1)] {
        for role in (0..variant.roles.len()).map(|i| RoleId(i as u8)) {
            let count = setup.in_hand(variant.roles.len(), player, role);
            if count > 1 {
                hands += &count.to_string();
            }
            if count > 0 {
                hands += &symbol(variant, Piece { player, role });
            }
        }
    }
    if hands.is_empty() {
        hands.push('-');
    }
    let mover = variant.mover(setup.turn).index();
    let number = u64::from(setup.full_moves.max(1) - 1) * 2 + mover as u64 + 1;
    Some(format!("{} {} {hands} {number}", super::print_placement(variant, setup), TURNS.get(mover)?))
}
