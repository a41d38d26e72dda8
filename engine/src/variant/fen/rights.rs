//! Rights in a FEN: letters of single rights, of the outermost right on a side, and of groups of rights.

use std::ops::Range;

use crate::geometry::{Square, SquareSet};
use crate::variant::{PlayerId, RightId, RightSlot, RoleId, Setup, Variant};

use super::{FenError, FenErrorKind, error, owner, owner_at};

pub(super) fn read_rights(
    variant: &Variant,
    text: &str,
    span: Range<usize>,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let word = &text[span.clone()];
    if word == "-" {
        return Ok(());
    }
    let mut rest = word;
    let mut single = 0_u64;
    while !rest.is_empty() {
        // With more than two players, each right is preceded by its player's letter.
        let owner = owner_at(variant, rest);
        let prefix = owner.map_or(0, |owner| variant.players[owner.index()].fen.len());
        let start = span.start + word.len() - rest.len();
        let Some(letter) = rest[prefix..].chars().next() else {
            let letter = rest.chars().next().unwrap_or('?');
            return error(FenErrorKind::UnknownRight(letter), start..span.end);
        };
        let at = start..start + prefix + letter.len_utf8();
        rest = &rest[prefix + letter.len_utf8()..];
        if variant.players.len() > 2 && owner.is_none() {
            return error(FenErrorKind::UnknownRight(letter), at);
        }
        let theirs = |player: PlayerId| owner.is_none_or(|owner| owner == player);
        if read_group(variant, setup, letter, theirs) {
            continue;
        }
        let slots = &variant.right_slots;
        let exact = slots.iter().position(|slot| slot.letter == Some(letter) && theirs(slot.player));
        let sided =
            |slot: &RightSlot| theirs(slot.player) && slot.outermost.iter().any(|side| side.letter == letter);
        let granted = match exact {
            Some(bit) if slots[bit].square.is_none() || holds(variant, setup, &slots[bit]) => 1 << (bit & 63),
            Some(_) => 0,
            None if slots.iter().any(sided) => outermost(variant, setup, letter, theirs),
            None => return error(FenErrorKind::UnknownRight(letter), at),
        };
        if granted == 0 {
            return error(FenErrorKind::NoHolder(letter), at);
        }
        // Some programs also write the rights of a group one by one.
        if single & granted == granted {
            return error(FenErrorKind::RepeatedRight(letter), at);
        }
        single |= granted;
        setup.rights |= granted;
    }
    Ok(())
}

/// The group letters with their right, player and squares.
fn groups(variant: &Variant) -> impl Iterator<Item = (char, RightId, PlayerId, &SquareSet)> {
    let rights = variant.rights.iter().enumerate();
    let several = variant.players.len() > 2;
    rights.flat_map(move |(index, right)| {
        right.groups.iter().flat_map(move |(letter, squares)| {
            squares.iter().enumerate().map(move |(player, squares)| {
                let lower = || letter.to_lowercase().next().unwrap_or(*letter);
                let upper = player == 0 || several;
                let letter = if upper { *letter } else { lower() };
                (letter, RightId(index as u8), PlayerId(player as u8), squares)
            })
        })
    })
}

/// The bits of the rights of a group.
fn slots_of(variant: &Variant, right: RightId, player: PlayerId, squares: &SquareSet) -> u64 {
    let own = |slot: &RightSlot| {
        slot.right == right
            && slot.player == player
            && slot.square.is_some_and(|square| squares.contains(square))
    };
    let bits = variant.right_slots.iter().enumerate().take(64).filter(|(_, slot)| own(slot));
    bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
}

/// Grants the rights of a group letter. Returns `false` if the letter is not one.
fn read_group(variant: &Variant, setup: &mut Setup, letter: char, theirs: impl Fn(PlayerId) -> bool) -> bool {
    let found = groups(variant).find(|&(other, _, player, _)| other == letter && theirs(player));
    if let Some((_, right, player, squares)) = found {
        setup.rights |= slots_of(variant, right, player, squares);
    }
    found.is_some()
}

/// The rights of a side letter: that of the outermost holder on one side of the player's royal, and that of
/// the royal's own square if it has one. Empty if no holder stands there.
fn outermost(variant: &Variant, setup: &Setup, letter: char, theirs: impl Fn(PlayerId) -> bool) -> u64 {
    let (mut best, mut royal_rights): (Option<(i16, u64)>, u64) = (None, 0);
    let slots = variant.right_slots.iter().enumerate().take(64);
    for (bit, slot) in slots.filter(|(_, slot)| theirs(slot.player) && holds(variant, setup, slot)) {
        let side = slot.outermost.iter().find(|side| side.letter == letter);
        let (Some(side), Some(square)) = (side, slot.square) else { continue };
        let is = |roles: &dyn Fn(RoleId) -> bool| setup.piece(square).is_some_and(|piece| roles(piece.role));
        if is(&|role| variant.role(role).royal) {
            royal_rights |= 1 << bit;
            continue;
        }
        if !is(&|role| side.roles.is_empty() || side.roles.contains(role)) {
            continue;
        }
        let mut royals = setup
            .pieces()
            .filter(|(_, piece)| piece.player == slot.player && variant.role(piece.role).royal)
            .filter_map(|(square, _)| variant.board.point(square).get(side.axis).copied());
        let Some(&coordinate) = variant.board.point(square).get(side.axis) else { continue };
        let distance = |royal: i16| if side.toward_end { coordinate - royal } else { royal - coordinate };
        let Some(distance) = royals.next().map(distance).filter(|&distance| distance > 0) else { continue };
        if best.is_none_or(|(farthest, _)| distance > farthest) {
            best = Some((distance, 1 << bit));
        }
    }
    best.map_or(0, |(_, right)| right | royal_rights)
}

/// Whether a piece that can hold the right of this square stands there.
fn holds(variant: &Variant, setup: &Setup, slot: &RightSlot) -> bool {
    let holders = variant.rights.get(usize::from(slot.right.0)).map(|right| right.holders);
    slot.square.and_then(|square| setup.piece(square)).is_some_and(|piece| {
        let role = holders.is_some_and(|roles| roles.is_empty() || roles.contains(piece.role));
        piece.player == slot.player && role
    })
}

/// Sets the state that a FEN does not write. Rights without a letter exist, and squares are undisturbed, if
/// the start position has the same pieces there.
pub(super) fn settle_silent(variant: &Variant, setup: &mut Setup, start: Option<&Setup>) {
    let at_home =
        |setup: &Setup, square: Square| start.is_none_or(|s| s.piece(square) == setup.piece(square));
    for (bit, slot) in variant.right_slots.iter().enumerate().take(64) {
        if slot.letter.is_none() && slot.squares.iter().all(|square| at_home(setup, square)) {
            setup.rights |= 1 << bit;
        }
    }
    if variant.tracks_undisturbed {
        let occupied: Vec<Square> = setup.pieces().map(|(square, _)| square).collect();
        for square in occupied {
            if at_home(setup, square) {
                setup.undisturbed.insert(square);
            }
        }
    }
}

pub(super) fn print_rights(variant: &Variant, setup: &Setup) -> String {
    let slots = variant.right_slots.iter().enumerate().take(64);
    let mut standing: Vec<_> = slots
        .filter(|(bit, _)| setup.rights >> bit & 1 == 1)
        .filter_map(|(bit, slot)| Some((slot.player, bit, slot.letter?)))
        .collect();
    standing.sort_unstable();
    // Group letters come first. A right covered by one is not written again.
    let mut text = String::new();
    for player in (0..variant.players.len()).map(|i| PlayerId(i as u8)) {
        let mut covered = 0;
        for (letter, right, _, squares) in groups(variant).filter(|&(_, _, owner, _)| owner == player) {
            let slots = slots_of(variant, right, player, squares);
            if slots != 0 && setup.rights & slots == slots {
                covered |= slots;
                text += owner(variant, player);
                text.push(letter);
            }
        }
        let single = standing.iter().filter(|&&(owner, bit, _)| owner == player && covered >> bit & 1 == 0);
        for &(.., letter) in single {
            text += owner(variant, player);
            text.push(letter);
        }
    }
    if text.is_empty() { "-".into() } else { text }
}
