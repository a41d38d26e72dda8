//! Zobrist keys: one random number per fact of a position.

use crate::random::Random;
use crate::variant::PlayerSet;

/// The seed: 64 bits of the square root of 2, as an arbitrary constant.
const SEED: u64 = 0x6a09_e667_f3bc_c909;

/// Keys by square and piece, right, mark, marker, undisturbed square, turn and eliminated player.
#[derive(Clone, Debug)]
pub struct Keys<const W: usize> {
    /// By player and role (`player * roles + role`), then by square. The arrays have fixed length to avoid
    /// bounds checks.
    pieces: Vec<[[u64; 64]; W]>,
    roles: usize,
    rights: Vec<u64>,
    marks: Vec<u64>,
    markers: Vec<u64>,
    undisturbed: Vec<u64>,
    turns: Vec<u64>,
    words: Vec<u64>,
    outs: Vec<u64>,
}

impl<const W: usize> Keys<W> {
    /// The keys for a game of this size; equal sizes give equal keys.
    pub fn new(players: usize, roles: usize, squares: usize, turns: usize) -> Self {
        let mut random = Random::new(SEED);
        let mut many = |n: usize| (0..n).map(|_| random.next_u64()).collect::<Vec<_>>();
        let pieces = (0..players * roles).map(|_| {
            let mut keys = [[0; 64]; W];
            keys.as_flattened_mut().iter_mut().zip(many(squares)).for_each(|(key, one)| *key = one);
            keys
        });
        Self {
            pieces: pieces.collect(),
            roles,
            rights: many(64),
            marks: many(squares),
            markers: many(squares),
            undisturbed: many(squares),
            turns: many(turns),
            words: many(64),
            outs: many(PlayerSet::CAPACITY),
        }
    }

    /// The key of a piece on a square.
    #[inline(always)]
    pub fn piece(&self, player: usize, role: usize, square: usize) -> u64 {
        let keys = self.pieces.get(player * self.roles + role);
        keys.map_or(0, |keys| keys[square / 64 % W][square % 64])
    }

    /// The key of a right.
    pub fn right(&self, slot: usize) -> u64 {
        self.rights[slot & 63]
    }

    /// The key of a marked square.
    pub fn mark(&self, square: usize) -> u64 {
        self.marks.get(square).copied().unwrap_or(0)
    }

    /// The key of the marker's square.
    pub fn marker(&self, square: usize) -> u64 {
        self.markers.get(square).copied().unwrap_or(0)
    }

    /// The key of an undisturbed square.
    pub fn undisturbed(&self, square: usize) -> u64 {
        self.undisturbed.get(square).copied().unwrap_or(0)
    }

    /// The key of a memory word: a hash, because a word is a number and not a set of facts.
    pub fn remembered(&self, word: usize, bits: u64) -> u64 {
        let mixed = (bits ^ self.words[word & 63]).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 29
    }

    /// The key of the eliminated players.
    pub fn out(&self, players: PlayerSet) -> u64 {
        let keys = self.outs.iter().enumerate();
        keys.filter(|(player, _)| players.0 >> player & 1 == 1).fold(0, |all, (_, key)| all ^ key)
    }

    /// The key of a turn.
    pub fn turn(&self, turn: usize) -> u64 {
        self.turns.get(turn).copied().unwrap_or(0)
    }
}
