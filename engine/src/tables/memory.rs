//! What a state remembers besides the board where the game asks for it: hands, counters, passes, promoted pieces.

use crate::variant::{Hand, Revert, RoleId, Taken, Variant};

use super::instance::keeps_board;
use super::is_phased;
use super::movement::MEMBERS;

/// Where each number stands, in lanes of 16 bits, and what becomes of pieces that are taken.
#[derive(Clone, Debug)]
pub struct Memory {
    /// How many roles there are.
    roles: usize,
    /// Whether there are hands.
    pub hands: bool,
    /// How many counters there are, each player's apart.
    pub counters: usize,
    /// How many squares have the place of the piece remembered that marked them.
    pub markers: usize,
    /// Whose hand receives what is taken.
    pub taken: Option<Taken>,
    /// Whether pieces carry a mark once they are promoted.
    pub marks: bool,
    /// Whether every promoted piece reverts, marked or not.
    pub always: bool,
    /// What each role reverts to.
    pub reverts: Vec<u8>,
    /// Roles (a bit each) of which there are always more.
    pub supply: u64,
    /// Roles (a bit each) whose pieces are nobody's.
    pub neutral: u64,
}

/// How many lanes a word has.
const LANES: usize = 4;

impl Memory {
    /// The lane of the number of passes.
    pub const PASSES: usize = 0;

    /// What a variant asks to be remembered.
    pub fn new(variant: &Variant) -> Self {
        let Hand { taken, revert } = variant.hand.unwrap_or_default();
        let roles = variant.roles.iter().enumerate();
        let before =
            |(index, role): (usize, &crate::variant::Role)| role.reverts.unwrap_or(RoleId(index as u8)).0;
        let supply = |(index, role): (usize, &crate::variant::Role)| u64::from(role.supply) << (index & 63);
        let neutral = |(index, role): (usize, &crate::variant::Role)| u64::from(role.neutral) << (index & 63);
        Self {
            roles: variant.roles.len(),
            hands: variant.hand.is_some(),
            counters: variant.counters_at_start().len(),
            markers: 0,
            taken: taken.filter(|_| variant.hand.is_some()),
            marks: variant.hand.is_some() && revert == Revert::Mark,
            always: revert == Revert::Role,
            reverts: roles.clone().map(before).collect(),
            neutral: roles.clone().map(neutral).fold(0, |all, bit| all | bit),
            supply: roles.map(supply).fold(0, |all, bit| all | bit),
        }
    }

    /// Whether the variant has something to remember.
    pub fn is_needed(variant: &Variant) -> bool {
        let dropped = |role: &crate::variant::Role| role.supply || !role.drops.is_empty();
        // What follows moves without touching the board is kept to games of this kind, and so are chains.
        variant.hooks().any(|hook| keeps_board(hook) && !hook.effects.is_empty())
            || is_phased(variant)
            || variant.hand.is_some()
            || !variant.counters.is_empty()
            || variant.choice.pass.is_some()
            // A pair of royal roles is kept at hand.
            || variant.royals().iter().count() > MEMBERS
            || variant.roles.iter().any(|role| !role.chains.is_empty())
            || variant.roles.iter().any(dropped)
    }

    /// The lane of the number of pieces of a role in a player's hand.
    #[inline(always)]
    pub fn held(&self, player: usize, role: u8) -> usize {
        1 + (player & 1) * self.roles + usize::from(role)
    }

    /// The lane of a counter.
    pub fn counter(&self, slot: usize) -> usize {
        1 + 2 * self.roles + slot
    }

    /// The lane of where the piece stands that marked a square.
    pub fn marker(&self, square: usize) -> usize {
        self.counter(self.counters) + square
    }

    /// The word of a lane, the board having so many words.
    #[inline(always)]
    pub const fn word(board: usize, lane: usize) -> usize {
        2 * board + lane / LANES
    }

    /// Where in its word a lane begins.
    #[inline(always)]
    pub const fn place(lane: usize) -> usize {
        lane % LANES * u16::BITS as usize
    }

    /// The bits of a lane in its word.
    #[inline(always)]
    pub const fn bits(lane: usize) -> u64 {
        0xffff << Self::place(lane)
    }

    /// The bits of a word that say nothing of who left which mark, the board having so many words.
    #[inline(always)]
    pub fn without_markers(&self, board: usize, word: usize, bits: u64) -> u64 {
        if self.markers == 0 {
            return bits;
        }
        let lanes = (0..LANES).map(|place| word.saturating_sub(2 * board) * LANES + place);
        let others = lanes.filter(|&lane| word < 2 * board || lane < self.marker(0));
        bits & others.fold(0, |kept, lane| kept | Self::bits(lane))
    }

    /// How many words hold the marks of promoted pieces, the squares of pieces that are nobody's, and all lanes.
    pub fn words(&self, board: usize) -> usize {
        2 * board + self.marker(self.markers).div_ceil(LANES)
    }
}
