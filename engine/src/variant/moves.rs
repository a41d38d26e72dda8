//! A move: small, `Copy`, and meaningful only with the position it is played in.

use crate::geometry::Square;

use super::RoleId;

/// One move of one player.
///
/// `way` tells moves apart that effects make different: 0 is a *plain* move (a displacement and the capture on its
/// target, by whichever movements allow it); n is the movement n − 1 of the moving piece's role, whose effects then
/// happen. Of several ways with the same result the least counts. Drops and passes ([`Move::dropped`], [`Move::pass`]) have
/// ways of their own, and so have chains ([`Move::chained`]).
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

/// The bit of [`Move::way`] that makes a move a drop.
const DROP: u16 = 1 << 15;

/// Ways from here on are chains: no role has so many movements.
const CHAIN: u16 = 1 << 14;

/// The way of a pass.
const PASS: u16 = u16::MAX;

/// The way in which a player leaves the game.
const LEAVE: u16 = u16::MAX - 1;

impl Move {
    /// A piece of a role from the mover's hand to a square, by one of the role's ways to be dropped.
    pub const fn dropped(role: RoleId, to: Square, way: u16) -> Self {
        Self { from: to, to, way: DROP | way, choice: role.0 as u16 + 1 }
    }

    /// A [chain](super::Chain): of those from one square to another the one with this number, counted from 0 in the order
    /// of [`literal::chains`](super::literal::chains).
    pub const fn chained(from: Square, to: Square, nth: u16, choice: u16) -> Self {
        Self { from, to, way: CHAIN + 1 + nth, choice }
    }

    /// The number of the chain, as in [`Move::chained`]; `None` if the move is none.
    pub const fn chain(self) -> Option<u16> {
        if self.way & DROP == 0 && self.way > CHAIN { Some(self.way - CHAIN - 1) } else { None }
    }

    /// The movement whose effects happen: an index into the movements of the moving piece's role. `None` for a plain move,
    /// and for what is no one movement: a chain, a drop, a pass.
    pub const fn movement(self) -> Option<usize> {
        if self.way == 0 || self.way > CHAIN { None } else { Some(self.way as usize - 1) }
    }

    /// The move that leaves the board as it is.
    pub const fn pass() -> Self {
        Self { from: Square(0), to: Square(0), way: PASS, choice: 0 }
    }

    /// The player to move gives up, or has no time left, and the others play on: no move of the rules, but one of a game where
    /// more than two play ([`Variant::may_leave`](super::Variant::may_leave)).
    pub const fn leaving() -> Self {
        Self { way: LEAVE, ..Self::pass() }
    }

    /// Whether the player leaves the game.
    pub const fn is_leaving(self) -> bool {
        self.way == LEAVE
    }

    /// The role that comes from the hand; `None` if the move is no drop. A drop's origin is its target.
    pub fn drop(self) -> Option<RoleId> {
        let role = self.choice.checked_sub(1)?;
        (self.way & DROP != 0 && self.way < LEAVE).then_some(RoleId(role as u8))
    }

    /// By which of the role's ways to be dropped: an index into [`Role::drops`](super::Role::drops).
    pub const fn drop_way(self) -> usize {
        (self.way & !DROP) as usize
    }

    /// Whether the move leaves the board as it is.
    pub const fn is_pass(self) -> bool {
        self.way == PASS
    }

    /// The square that a piece leaves; `None` for a drop and a pass.
    pub const fn origin(self) -> Option<Square> {
        if self.way & DROP == 0 { Some(self.from) } else { None }
    }

    /// The square that a piece comes to; `None` where none does: for a pass, and where a player leaves.
    pub const fn target(self) -> Option<Square> {
        if self.way >= LEAVE { None } else { Some(self.to) }
    }

    /// A plain move without a choice.
    pub const fn plain(from: Square, to: Square) -> Self {
        Self { from, to, way: 0, choice: 0 }
    }

    /// What the moved piece becomes by the mover's choice, or which piece comes from the hand with it.
    pub fn promotion(self) -> Option<RoleId> {
        self.choice.checked_sub(1).filter(|_| self.way & DROP == 0).map(|role| RoleId(role as u8))
    }
}
