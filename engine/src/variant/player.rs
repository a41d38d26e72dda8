//! Players and the order of their turns.

use crate::geometry::Orientation;

use super::RoleSet;

/// The index of a player in [`Variant::players`](super::Variant::players).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// The owner of neutral pieces: no player.
    pub const NOBODY: Self = Self(u8::MAX);

    /// The index as a `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name in the rule file.
    pub name: String,
    /// The player's letter in the turn field of a FEN.
    pub fen: String,
    /// The orientation of the player's view.
    pub orientation: Orientation,
}

/// One entry of the turn order: one move of one player.
///
/// Several consecutive entries of one player are the phases of one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player who moves.
    pub player: PlayerId,
    /// The roles whose pieces may move or be dropped.
    pub moving: RoleSet,
    /// The player whose turn has ended when this entry begins; `None` if the same player's turn continues.
    pub after: Option<PlayerId>,
    /// The index of the preceding entry, except at the start of the game.
    pub last: u16,
    /// The index of the next entry.
    pub next: u16,
    /// The index of the next entry after a move that grants another one
    /// ([`Effect::Again`](super::Effect::Again)).
    pub again: u16,
    /// Whether the entry is reached only by [`Effect::Again`](super::Effect::Again).
    pub repeated: bool,
}

impl Turn {
    /// A cycle of players, each moving any piece.
    pub fn cycle(players: &[PlayerId]) -> Vec<Self> {
        Self::order(&[], &players.iter().map(|&player| (player, RoleSet::ALL)).collect::<Vec<_>>())
    }

    /// A turn order with entries that occur once at the beginning, and a cycle. Each entry is a player and
    /// the roles that move.
    pub fn order(first: &[(PlayerId, RoleSet)], then: &[(PlayerId, RoleSet)]) -> Vec<Self> {
        // An entry has one predecessor. If the last player before the cycle differs from the last player of
        // the cycle, the start of the cycle would have two. The first round then becomes part of the
        // beginning.
        let last = |steps: &[(PlayerId, RoleSet)]| steps.last().map(|&(player, _)| player);
        let mut steps = first.to_vec();
        if !steps.is_empty() && last(&steps) != last(then) {
            steps.extend_from_slice(then);
        }
        let start = steps.len();
        steps.extend_from_slice(then);
        let count = steps.len();
        let turn = |index: usize| {
            let (player, moving) = steps[index];
            let before = steps[index.checked_sub(1).unwrap_or(count - 1)].0;
            let next = if index + 1 == count { start } else { index + 1 };
            let after = Some(before).filter(|&before| before != player || count == 1);
            let last = index.checked_sub(1).unwrap_or(count - 1) as u16;
            Self { player, moving, after, last, next: next as u16, again: index as u16, repeated: false }
        };
        (0..count).map(turn).collect()
    }

    /// Adds for each entry the one that follows [`Effect::Again`](super::Effect::Again).
    pub fn repeatable(turns: &mut Vec<Self>) {
        let count = turns.len();
        for index in 0..count {
            turns[index].again = (count + index) as u16;
            turns.push(Self { after: None, repeated: true, ..turns[index].clone() });
        }
    }
}
