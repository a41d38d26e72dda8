//! A move: small, `Copy`, and meaningful only with the position it is played in.

use crate::geometry::Square;

use super::RoleId;

/// One move of one player.
///
/// `way` tells moves apart that effects make different: 0 is a *plain* move (a displacement and the capture on its
/// target, by whichever movements allow it); n is the movement n − 1 of the moving piece's role, whose effects then
/// happen. Of several ways with the same result the least counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The origin.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// 0, or the index of the movement plus 1.
    pub way: u16,
    /// 0, or the id of the role that the piece becomes plus 1.
    pub choice: u16,
}

impl Move {
    /// A plain move without a choice.
    pub const fn plain(from: Square, to: Square) -> Self {
        Self { from, to, way: 0, choice: 0 }
    }

    /// What the moved piece becomes by the mover's choice.
    pub fn promotion(self) -> Option<RoleId> {
        self.choice.checked_sub(1).map(|role| RoleId(role as u8))
    }
}
