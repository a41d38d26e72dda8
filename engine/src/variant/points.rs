//! Values of pieces, for games decided by points.

use super::{PlayerId, RoleId, Setup, Variant};

/// The values of pieces and the komi of players, in tenths of a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// The value of each role; missing entries are 0.
    pub roles: Vec<i32>,
    /// The komi of each player: points granted at the start, for example for moving second.
    pub komi: Vec<i32>,
}

impl Points {
    /// The number of units in one point.
    pub const PARTS: i64 = 10;

    /// The value of a role, in tenths.
    pub fn worth(&self, role: RoleId) -> i64 {
        self.roles.get(role.index()).copied().map_or(0, i64::from)
    }

    /// The points of a player in a position, in tenths: pieces on the board and in the hand, plus komi.
    pub fn of(&self, variant: &Variant, setup: &Setup, player: PlayerId) -> i64 {
        let own = setup.pieces().filter(|(_, piece)| piece.player == player && !piece.is_neutral());
        let board: i64 = own.map(|(_, piece)| self.worth(piece.role)).sum();
        let ids = (0..variant.roles.len()).map(|index| RoleId(index as u8));
        let held = |role| i64::from(setup.in_hand(variant.roles.len(), player, role)) * self.worth(role);
        board + ids.map(held).sum::<i64>() + self.komi.get(player.index()).copied().map_or(0, i64::from)
    }

    /// Writes tenths as a decimal number, without a fraction if it is zero (`73.5`).
    pub fn written(tenths: i64) -> String {
        let (sign, whole, rest) = (if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, tenths.abs() % 10);
        if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
    }
}
