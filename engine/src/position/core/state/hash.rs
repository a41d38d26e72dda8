//! Zobrist keys: the XOR of one random number per fact of a state, updated incrementally.
//!
//! A node's key excludes marks. Whether marks count depends on the moves they allow, and only repetition
//! tests that.

use crate::bits::Bits;
use crate::tables::Rules;
use crate::variant::PlayerSet;

use super::{Displacement, NOWHERE, State};

/// The key of a state without its marks, computed from scratch.
pub(crate) fn state_key<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> u64 {
    let keys = &rules.keys;
    let mut key = keys.turn(usize::from(state.turn));
    for (role, set) in state.roles.iter().enumerate().take(rules.roles) {
        for square in set.indices() {
            key ^= keys.piece(state.owner_index(square), role, square);
        }
    }
    for slot in Bits([state.rights]).indices() {
        key ^= keys.right(slot);
    }
    for square in state.undisturbed.indices() {
        key ^= keys.undisturbed(square);
    }
    for (word, bits) in state.memory.iter().enumerate() {
        key ^= keys.remembered(word, rules.memory.without_markers(W, word, *bits));
    }
    key
}

/// The marks' part of the key.
#[inline(always)]
pub(crate) fn marks_key<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> u64 {
    if state.marks.is_empty() && state.marker == NOWHERE {
        return 0;
    }
    let marked = state.marks.indices().fold(0, |key, square| {
        let marker = match rules.memory.markers {
            0 => 0,
            _ => rules
                .keys
                .marker(usize::from(state.lane(rules.memory.marker(square))))
                .rotate_left(square as u32 | 1),
        };
        key ^ rules.keys.mark(square) ^ marker
    });
    if state.marker == NOWHERE { marked } else { marked ^ rules.keys.marker(usize::from(state.marker)) }
}

/// The XOR of the keys, without marks, of two similar states.
pub(crate) fn difference<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    before: &State<W, R, H>,
    after: &State<W, R, H>,
) -> u64 {
    let keys = &rules.keys;
    let mut key = 0;
    for square in before.changed(after).indices() {
        for state in [before, after] {
            if let Some(role) = state.role_at(square) {
                key ^= keys.piece(state.owner_index(square), usize::from(role), square);
            }
        }
    }
    key ^ turns(rules, before, after) ^ facts(rules, before, after, |_| true)
}

/// The XOR of the keys of two turns.
fn turns<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    before: &State<W, R, H>,
    after: &State<W, R, H>,
) -> u64 {
    rules.keys.turn(usize::from(before.turn)) ^ rules.keys.turn(usize::from(after.turn))
}

/// [`difference`] without the turn, after a plain move; `remembers` if memory may have changed.
#[inline(always)]
pub(crate) fn plain_difference<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    before: &State<W, R, H>,
    after: &State<W, R, H>,
    moved: Displacement,
    remembers: bool,
) -> u64 {
    let Displacement { me, role, placed, from, to, taken } = moved;
    let keys = &rules.keys;
    let owner = if H > 0 && before.neutral().contains(from) { 0 } else { me };
    let mut key = keys.piece(owner, usize::from(role), from) ^ keys.piece(owner, usize::from(placed), to);
    if let Some(taken) = taken {
        key ^= keys.piece(before.owner_index(to), usize::from(taken), to);
    }
    key ^ facts(rules, before, after, |_| remembers)
}

/// [`state_key`] with more than two players: roles are distinguished by owner, and the sets by player are
/// left out.
pub(crate) fn state_key_by_role<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    state: &State<W, R, H>,
    out: PlayerSet,
) -> u64 {
    let empty =
        State { roles: [Bits::EMPTY; R], undisturbed: Bits::EMPTY, rights: 0, memory: [0; H], ..*state };
    let words = (0..H).filter(is_kept::<W>).fold(0, |key, word| key ^ rules.keys.remembered(word, 0));
    let start = words ^ rules.keys.turn(usize::from(state.turn)) ^ rules.keys.out(PlayerSet::default());
    start ^ difference_by_role(rules, (&empty, PlayerSet::default()), (state, out))
}

/// [`difference`] with more than two players, given the players out.
pub(crate) fn difference_by_role<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    (before, out): (&State<W, R, H>, PlayerSet),
    (after, gone): (&State<W, R, H>, PlayerSet),
) -> u64 {
    let keys = &rules.keys;
    let mut key = keys.out(out) ^ keys.out(gone);
    for (role, (old, new)) in before.roles.iter().zip(&after.roles).enumerate().take(rules.roles) {
        let mut changed = *old ^ *new;
        while changed.any() {
            key ^= keys.piece(0, role, changed.first());
            changed = changed.rest();
        }
    }
    key ^ turns(rules, before, after) ^ facts(rules, before, after, is_kept::<W>)
}

/// Whether a word of memory is equal in all perspectives: all except the squares of neutral pieces.
fn is_kept<const W: usize>(word: &usize) -> bool {
    !(W..2 * W).contains(word)
}

/// The XOR of the keys for rights, undisturbed squares and memory, with some words of memory left out.
#[inline(always)]
fn facts<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    before: &State<W, R, H>,
    after: &State<W, R, H>,
    is_kept: impl Fn(&usize) -> bool,
) -> u64 {
    let keys = &rules.keys;
    let mut key = 0;
    let mut rights = before.rights ^ after.rights;
    while rights != 0 {
        key ^= keys.right(rights.trailing_zeros() as usize);
        rights &= rights - 1;
    }
    let mut disturbed = before.undisturbed ^ after.undisturbed;
    while disturbed.any() {
        key ^= keys.undisturbed(disturbed.first());
        disturbed = disturbed.rest();
    }
    for (word, (old, new)) in before.memory.iter().zip(&after.memory).enumerate() {
        if is_kept(&word) && old != new {
            let remembered = |bits| keys.remembered(word, rules.memory.without_markers(W, word, bits));
            key ^= remembered(*old) ^ remembered(*new);
        }
    }
    key
}
