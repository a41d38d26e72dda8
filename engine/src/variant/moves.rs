//! A move: small, `Copy`, and meaningful only together with its position.

use crate::geometry::Square;

use super::RoleId;

/// One move of one player.
///
/// `way` distinguishes moves with the same origin and target but different effects:
///
/// - 0: a *plain* move, that is, a displacement and the capture on its target.
/// - n: the movement with index n − 1 of the role, including its effects.
/// - Drops and passes ([`Move::dropped`], [`Move::pass`]) and chains ([`Move::chained`]) have values of their
///   own.
///
/// If several values give the same position, the move has the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The origin.
    pub from: Square,
    /// The target.
    pub to: Square,
    /// 0, or the index of the movement plus 1; see above for drops, passes and chains.
    pub way: u16,
    /// 0, or the id of the promotion role plus 1.
    pub choice: u16,
}

/// The bit of [`Move::way`] that marks a drop.
const DROP: u16 = 1 << 15;

/// The first value of [`Move::way`] for chains. No role has as many movements.
const CHAIN: u16 = 1 << 14;

/// The value of [`Move::way`] for a pass.
const PASS: u16 = u16::MAX;

/// The value of [`Move::way`] for a player who leaves the game.
const LEAVE: u16 = u16::MAX - 1;

impl Move {
    /// A drop of a role from the mover's hand. `way` is an index into [`Role::drops`](super::Role::drops).
    pub const fn dropped(role: RoleId, to: Square, way: u16) -> Self {
        Self { from: to, to, way: DROP | way, choice: role.0 as u16 + 1 }
    }

    /// The [chain](super::Chain) with this number among the chains between two squares. Numbers start at 0
    /// and follow the order of [`literal::chains`](super::literal::chains).
    pub const fn chained(from: Square, to: Square, nth: u16, choice: u16) -> Self {
        Self { from, to, way: CHAIN + 1 + nth, choice }
    }

    /// The number of a chain, as in [`Move::chained`]; `None` for other moves.
    pub const fn chain(self) -> Option<u16> {
        if self.way & DROP == 0 && self.way > CHAIN { Some(self.way - CHAIN - 1) } else { None }
    }

    /// The movement whose effects apply: an index into the movements of the role. `None` for a plain move, a
    /// chain, a drop and a pass.
    #[inline]
    pub const fn movement(self) -> Option<usize> {
        if self.way == 0 || self.way > CHAIN { None } else { Some(self.way as usize - 1) }
    }

    /// A pass: it leaves the board unchanged.
    pub const fn pass() -> Self {
        Self { from: Square(0), to: Square(0), way: PASS, choice: 0 }
    }

    /// The player to move resigns or runs out of time, and the others play on. Only games with more than two
    /// players have it ([`Variant::may_leave`](super::Variant::may_leave)), and it is never listed as a legal
    /// move.
    pub const fn leaving() -> Self {
        Self { way: LEAVE, ..Self::pass() }
    }

    /// Whether the player leaves the game.
    pub const fn is_leaving(self) -> bool {
        self.way == LEAVE
    }

    /// The dropped role; `None` if the move is not a drop. The origin of a drop is its target.
    #[inline]
    pub fn drop(self) -> Option<RoleId> {
        let role = self.choice.checked_sub(1)?;
        (self.way & DROP != 0 && self.way < LEAVE).then_some(RoleId(role as u8))
    }

    /// The way of a drop: an index into [`Role::drops`](super::Role::drops).
    pub const fn drop_way(self) -> usize {
        (self.way & !DROP) as usize
    }

    /// Whether the move is a pass.
    pub const fn is_pass(self) -> bool {
        self.way == PASS
    }

    /// The square that a piece leaves; `None` for drops and passes.
    #[inline]
    pub const fn origin(self) -> Option<Square> {
        if self.way & DROP == 0 { Some(self.from) } else { None }
    }

    /// The square that a piece reaches; `None` for passes and for a player who leaves.
    pub const fn target(self) -> Option<Square> {
        if self.way >= LEAVE { None } else { Some(self.to) }
    }

    /// A plain move without promotion.
    pub const fn plain(from: Square, to: Square) -> Self {
        Self { from, to, way: 0, choice: 0 }
    }

    /// The chosen role: the promotion role, or the role dropped by [`Effect::Drop`](super::Effect::Drop).
    #[inline]
    pub fn promotion(self) -> Option<RoleId> {
        self.choice.checked_sub(1).filter(|_| self.way & DROP == 0).map(|role| RoleId(role as u8))
    }
}
