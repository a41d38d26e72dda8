//! The layout of a state's memory, in games that need it: hands, counters, passes, promoted pieces.

use crate::variant::{Hand, Revert, RoleId, Taken, Variant};

use super::instance::is_apart;
use super::is_phased;
use super::movement::MEMBERS;

/// The layout of numbers in lanes of 16 bits, and the treatment of captured pieces.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The number of roles.
    roles: usize,
    /// Whether there are hands.
    pub hands: bool,
    /// The number of counter values, counting each player's.
    pub counters: usize,
    /// The number of squares with a remembered marker.
    pub markers: usize,
    /// The hand that receives captured pieces.
    pub taken: Option<Taken>,
    /// Whether promoted pieces are marked.
    pub marks: bool,
    /// Whether every promoted piece reverts, marked or not.
    pub always: bool,
    /// The unpromoted role of each role.
    pub reverts: Vec<u8>,
    /// Roles (as bits) in unlimited supply.
    pub supply: u64,
    /// Roles (as bits) of neutral pieces.
    pub neutral: u64,
}

/// The number of lanes in a word.
const LANES: usize = 4;

impl Memory {
    /// The lane of the number of passes.
    pub const PASSES: usize = 0;

    /// The memory that a variant needs.
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

    /// Whether the variant needs memory.
    pub fn is_needed(variant: &Variant) -> bool {
        let dropped = |role: &crate::variant::Role| role.supply || !role.drops.is_empty();
        // Hooks applied apart, and chains, are compiled only into forms with memory.
        variant.hooks().any(|hook| is_apart(variant, hook) && !hook.effects.is_empty())
            || is_phased(variant)
            || variant.hand.is_some()
            || !variant.counters.is_empty()
            || variant.choice.pass.is_some()
            // A pair of royal roles has fixed slots.
            || variant.royals().iter().count() > MEMBERS
            || variant.roles.iter().any(|role| !role.chains.is_empty())
            || variant.roles.iter().any(dropped)
    }

    /// The lane of the number of pieces of a role in a player's hand.
    #[inline(always)]
    pub fn held(&self, player: usize, role: u8) -> usize {
        1 + (player & 1) * self.roles + usize::from(role)
    }

    /// The lane of a counter value.
    pub fn counter(&self, slot: usize) -> usize {
        1 + 2 * self.roles + slot
    }

    /// The lane of the marker's square for a marked square.
    pub fn marker(&self, square: usize) -> usize {
        self.counter(self.counters) + square
    }

    /// The word of a lane, on a board of `board` words.
    #[inline(always)]
    pub const fn word(board: usize, lane: usize) -> usize {
        2 * board + lane / LANES
    }

    /// The bit offset of a lane in its word.
    #[inline(always)]
    pub const fn place(lane: usize) -> usize {
        lane % LANES * u16::BITS as usize
    }

    /// The mask of a lane in its word.
    #[inline(always)]
    pub const fn bits(lane: usize) -> u64 {
        0xffff << Self::place(lane)
    }

    /// The bits of a word without markers' lanes, on a board of `board` words.
    #[inline(always)]
    pub fn without_markers(&self, board: usize, word: usize, bits: u64) -> u64 {
        if self.markers == 0 {
            return bits;
        }
        let lanes = (0..LANES).map(|place| word.saturating_sub(2 * board) * LANES + place);
        let others = lanes.filter(|&lane| word < 2 * board || lane < self.marker(0));
        bits & others.fold(0, |kept, lane| kept | Self::bits(lane))
    }

    /// The number of words for promoted pieces, neutral pieces and all lanes.
    pub fn words(&self, board: usize) -> usize {
        2 * board + self.marker(self.markers).div_ceil(LANES)
    }
}
