//! Zobrist hashing: a number for a state, the exclusive or of one random number for each fact.

use crate::bits::Bits;
use crate::tables::Rules;

use super::state::{NOWHERE, State};

/// The hash of everything that a state holds, computed afresh.
pub(super) fn state_hash<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> u64 {
    pieces_hash(rules, state) ^ facts_hash(rules, state)
}

fn pieces_hash<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> u64 {
    let mut hash = 0;
    for (role, set) in state.roles.iter().enumerate().take(rules.roles) {
        for (player, pieces) in state.players.iter().enumerate() {
            for square in (*set & *pieces).indices() {
                hash ^= rules.keys.piece(player, role, square);
            }
        }
        for square in (*set & state.neutral()).indices() {
            hash ^= rules.keys.piece(0, role, square);
        }
    }
    hash
}

/// All but the pieces.
fn facts_hash<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> u64 {
    let keys = &rules.keys;
    let mut hash = keys.turn(usize::from(state.turn));
    for slot in Bits([state.rights]).indices() {
        hash ^= keys.right(slot);
    }
    for square in state.marks.indices() {
        hash ^= keys.mark(square);
    }
    if state.marker != NOWHERE {
        hash ^= keys.marker(usize::from(state.marker));
    }
    for square in state.undisturbed.indices() {
        hash ^= keys.undisturbed(square);
    }
    for (word, bits) in state.memory.iter().enumerate() {
        hash ^= keys.remembered(word, *bits);
    }
    hash
}

/// The hash of a state that differs little from another one, whose hash is known.
pub(super) fn changed_hash<const W: usize, const R: usize, const H: usize>(
    rules: &Rules<W>,
    before: &State<W, R, H>,
    hash: u64,
    after: &State<W, R, H>,
) -> u64 {
    let mut hash = hash ^ facts_hash(rules, before) ^ facts_hash(rules, after);
    for role in 0..rules.roles.min(R) {
        for square in
            ((before.roles[role] & before.neutral()) ^ (after.roles[role] & after.neutral())).indices()
        {
            hash ^= rules.keys.piece(0, role, square);
        }
        for player in 0..2 {
            let changed =
                (before.roles[role] & before.players[player]) ^ (after.roles[role] & after.players[player]);
            for square in changed.indices() {
                hash ^= rules.keys.piece(player, role, square);
            }
        }
    }
    hash
}
