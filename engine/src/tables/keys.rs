//! Random numbers for hashes: one for every fact about a position.

use crate::random::Random;
use crate::variant::PlayerSet;

/// Where the numbers start: 64 bits of the square root of 2, which nobody chose.
const SEED: u64 = 0x6a09_e667_f3bc_c909;

/// Keys by square and piece, right, mark, marker, disturbance, turn and player who is out.
#[derive(Clone, Debug)]
pub struct Keys<const W: usize> {
    /// By player and role (`player * roles + role`), then by square: arrays of known length, which need no test of an index.
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
    /// The keys of a game of this size. The same size always gives the same keys.
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

    /// A piece on a square.
    #[inline(always)]
    pub fn piece(&self, player: usize, role: usize, square: usize) -> u64 {
        let keys = self.pieces.get(player * self.roles + role);
        keys.map_or(0, |keys| keys[square / 64 % W][square % 64])
    }

    /// A right that stands.
    pub fn right(&self, slot: usize) -> u64 {
        self.rights[slot & 63]
    }

    /// A marked square.
    pub fn mark(&self, square: usize) -> u64 {
        self.marks.get(square).copied().unwrap_or(0)
    }

    /// The marker's square.
    pub fn marker(&self, square: usize) -> u64 {
        self.markers.get(square).copied().unwrap_or(0)
    }

    /// An undisturbed square.
    pub fn undisturbed(&self, square: usize) -> u64 {
        self.undisturbed.get(square).copied().unwrap_or(0)
    }

    /// What a word of the memory holds: mixed, because it is a number and no set of facts.
    pub fn remembered(&self, word: usize, bits: u64) -> u64 {
        let mixed = (bits ^ self.words[word & 63]).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 29
    }

    /// Who is out.
    pub fn out(&self, players: PlayerSet) -> u64 {
        let keys = self.outs.iter().enumerate();
        keys.filter(|(player, _)| players.0 >> player & 1 == 1).fold(0, |all, (_, key)| all ^ key)
    }

    /// Whose turn it is.
    pub fn turn(&self, turn: usize) -> u64 {
        self.turns.get(turn).copied().unwrap_or(0)
    }
}
