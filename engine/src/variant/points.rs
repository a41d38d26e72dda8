//! What pieces are worth where a game is decided by points.

use super::{PlayerId, RoleId, Setup, Variant};

/// The worth of pieces, and what players have besides, in tenths of a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// By role; those left out are worth nothing.
    pub roles: Vec<i32>,
    /// By player: what a player has from the beginning, to make up for moving second.
    pub komi: Vec<i32>,
}

impl Points {
    /// How many parts a point has.
    pub const PARTS: i64 = 10;

    /// What a piece of this role is worth, in tenths.
    pub fn worth(&self, role: RoleId) -> i64 {
        self.roles.get(role.index()).copied().map_or(0, i64::from)
    }

    /// What a player has in a position, in tenths: on the board, in the hand, and from the beginning.
    pub fn of(&self, variant: &Variant, setup: &Setup, player: PlayerId) -> i64 {
        let own = setup.pieces().filter(|(_, piece)| piece.player == player && !piece.is_neutral());
        let board: i64 = own.map(|(_, piece)| self.worth(piece.role)).sum();
        let ids = (0..variant.roles.len()).map(|index| RoleId(index as u8));
        let held = |role| i64::from(setup.in_hand(variant.roles.len(), player, role)) * self.worth(role);
        board + ids.map(held).sum::<i64>() + self.komi.get(player.index()).copied().map_or(0, i64::from)
    }

    /// Tenths as a number with a point, if it needs one (`73.5`).
    pub fn written(tenths: i64) -> String {
        let (sign, whole, rest) = (if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, tenths.abs() % 10);
        if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
    }
}
