//! Players and the order of their turns.

use crate::geometry::Orientation;

use super::RoleSet;

/// The index of a player in [`Variant::players`](super::Variant::players).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// Nobody: whose neutral pieces are.
    pub const NOBODY: Self = Self(u8::MAX);

    /// The index as a `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name in the rule file.
    pub name: String,
    /// What the FEN writes for this player's turn.
    pub fen: String,
    /// How the player sees the board.
    pub orientation: Orientation,
}

/// One step of the order of turns: one move of one player. What a player does before the turn passes to another may be
/// several of them, its phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who moves.
    pub player: PlayerId,
    /// The roles whose pieces move in it, or come from the hand.
    pub moving: RoleSet,
    /// Whose turn has ended when this one begins; `None` where the turn of its player goes on.
    pub after: Option<PlayerId>,
    /// The index of the turn that comes before it, where that is not the beginning of the game.
    pub last: u16,
    /// The index of the turn that follows.
    pub next: u16,
    /// The index of the turn that follows a move after which its player moves once more
    /// ([`Effect::Again`](super::Effect::Again)).
    pub again: u16,
    /// Whether it is such a turn: one that comes up because its player moves once more.
    pub repeated: bool,
}

impl Turn {
    /// The turns of players who move in a cycle, any piece of theirs each.
    pub fn cycle(players: &[PlayerId]) -> Vec<Self> {
        Self::order(&[], &players.iter().map(|&player| (player, RoleSet(u64::MAX))).collect::<Vec<_>>())
    }

    /// The turns of an order that has a beginning and then goes round: players, and the roles that move.
    pub fn order(first: &[(PlayerId, RoleSet)], then: &[(PlayerId, RoleSet)]) -> Vec<Self> {
        // Who moved last before the cycle begins anew must be told by where it begins: if that differs from who moved
        // last before it began, its first round is part of the beginning.
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

    /// Adds for each turn one that comes up when its player moves once more.
    pub fn repeatable(turns: &mut Vec<Self>) {
        let count = turns.len();
        for index in 0..count {
            turns[index].again = (count + index) as u16;
            turns.push(Self { after: None, repeated: true, ..turns[index].clone() });
        }
    }
}
