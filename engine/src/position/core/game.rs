//! A game in progress behind one virtual call: the interface that [`Position`](crate::position::Position)
//! uses for every form of the tables.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::bits::Bits;
use crate::geometry::{Square, SquareSet};
use crate::variant::{Move, Piece, PlayerId, PlayerSet, RoleId, RoleSet, Setup};

use super::Account;
use super::endings::Finish;
use super::make::Clock;
use crate::position::core::moves::generate::Wanted;
use crate::position::core::perft::PerftOptions;
use crate::position::core::state::State;
use crate::position::search::Targets;

/// Tables of one variant, ready to start games.
pub(crate) trait Form: Debug + Send + Sync {
    /// A game that starts from a setup.
    fn start(&self, setup: &Setup) -> Box<dyn Game>;

    /// The size of the tables in bytes.
    fn bytes(&self) -> usize;

    /// How the game runs, part by part; empty if the literal evaluator runs it.
    fn account(&self) -> Account;

    /// The reason why the literal evaluator runs the game; `None` if tables do.
    fn fallback(&self) -> Option<&'static str> {
        None
    }
}

/// Selects the legal moves to list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which {
    /// All legal moves.
    All,
    /// The moves that remove an opponent's piece.
    Captures,
    /// The moves that remove none.
    Quiets,
    /// The moves of the piece on a square.
    From(Square),
    /// The moves of pieces of some roles to a square, drops included.
    To(RoleSet, Square),
    /// The moves of the piece on the first square to the second.
    Between(Square, Square),
}

impl Which {
    /// The moves to generate, and the target if those to other squares must be removed from them. `roles_of`
    /// gives the tables' roles (as bits).
    pub(crate) fn wanted<const W: usize, const R: usize, const H: usize>(
        self,
        state: &State<W, R, H>,
        squares: usize,
        roles_of: impl FnOnce(RoleSet) -> u64,
    ) -> (Wanted<W>, Option<Square>) {
        let single = |square: Square| match square.index() < squares {
            true => Bits::single(square.index()),
            false => Bits::EMPTY,
        };
        let to = |to| Wanted { pass: false, targets: single(to), ..Wanted::ALL };
        match self {
            Self::All | Self::Quiets => (Wanted::ALL, None),
            Self::Captures => (Wanted::CAPTURES, None),
            Self::From(from) => (Wanted { origins: single(from), hand: false, ..Wanted::ALL }, None),
            Self::To(roles, target) => {
                let dropped = roles_of(roles);
                (Wanted { origins: state.any_of(dropped), dropped, ..to(target) }, Some(target))
            }
            Self::Between(from, target) => {
                (Wanted { origins: single(from), hand: false, ..to(target) }, Some(target))
            }
        }
    }

    /// Whether a generated move is kept, given the target and whether it takes.
    pub(crate) fn keeps(self, m: &Move, to: Option<Square>, takes: impl FnOnce(Move) -> bool) -> bool {
        to.is_none_or(|to| m.target() == Some(to)) && !(matches!(self, Self::Quiets) && takes(*m))
    }
}

/// A game in progress: a position and the moves that led to it.
pub(crate) trait Game: Debug + Send + Sync {
    /// A copy with its history.
    fn copy(&self) -> Box<dyn Game>;

    /// A copy of the position after the first `n` moves, without history.
    fn at(&self, n: usize) -> Box<dyn Game>;

    /// The position as a setup.
    fn setup(&self) -> Setup;

    /// The current turn: an index into the variant's turns.
    fn turn(&self) -> u16;

    /// The players that are out.
    fn out(&self) -> PlayerSet {
        PlayerSet::default()
    }

    /// The piece on a square.
    fn piece(&self, square: Square) -> Option<Piece>;

    /// The squares of a player's pieces.
    fn by_player(&self, player: PlayerId) -> SquareSet;

    /// The squares of the pieces of a role.
    fn by_role(&self, role: RoleId) -> SquareSet;

    /// Calls a function with each piece of a player that has one of these roles.
    fn each_piece(&self, player: PlayerId, roles: RoleSet, each: &mut dyn FnMut(Square, RoleId));

    /// The number of pieces of a role in a player's hand.
    fn held(&self, player: PlayerId, role: RoleId) -> u16;

    /// The remaining rights, a bit per slot.
    fn rights(&self) -> u64;

    /// Calls a function with each marked square.
    fn each_mark(&self, each: &mut dyn FnMut(Square));

    /// The value of a counter, by its slot.
    fn counter(&self, slot: usize) -> i16;

    /// The counters of moves and plies.
    fn clock(&self) -> Clock;

    /// The number of moves played.
    fn plies(&self) -> usize;

    /// The move with this number.
    fn played(&self, n: usize) -> Option<Move>;

    /// The turn after the first `n` moves, and whether its player was in check.
    fn check_at(&self, n: usize) -> (u16, bool);

    /// Appends legal moves, in no particular order.
    fn list(&self, which: Which, moves: &mut Vec<Move>);

    /// Calls a function with each legal move, in no particular order, until it breaks.
    fn each_move(&self, each: &mut dyn FnMut(Move) -> ControlFlow<()>);

    /// Calls a function with the targets of legal moves, set by set.
    fn each_targets(&self, each: &mut dyn FnMut(Targets<'_>)) {
        let mut squares = Vec::new();
        self.each_move(&mut |m| {
            let dropped = m.drop();
            let piece = m.origin().and_then(|from| self.piece(from));
            if let (Some(to), Some(role)) = (m.target(), dropped.or(piece.map(|piece| piece.role))) {
                squares.clear();
                squares.resize(to.index() / 64 + 1, 0);
                squares[to.index() / 64] = 1 << (to.index() % 64);
                each(Targets {
                    from: m.origin(),
                    role,
                    dropped: dropped.is_some(),
                    count: 1,
                    squares: &squares,
                });
            }
            ControlFlow::Continue(())
        });
    }

    /// Whether there is a legal move.
    fn has_move(&self) -> bool;

    /// Whether legality is tested by making each move, because pins and check masks do not suffice.
    fn tries_moves(&self) -> bool;

    /// Plays a legal move; the result of any other move has no meaning.
    fn play(&mut self, m: Move);

    /// Passes the turn, even if the rules do not allow it. Clears the marks of the last move.
    fn pass(&mut self);

    /// Takes back the last move.
    fn undo(&mut self) -> Option<Move>;

    /// Discards the history.
    fn forget(&mut self);

    /// The number of moves since the last irreversible one: positions before it cannot recur.
    fn reversible(&self) -> usize {
        (self.clock().reversible as usize).min(self.plies())
    }

    /// Discards the history if no past position can recur.
    fn forget_settled(&mut self) {
        if self.reversible() == 0 {
            self.forget();
        }
    }

    /// Whether a player is in check.
    fn in_check(&self, player: PlayerId) -> bool;

    /// How the game ended, if it has. `movable` is whether there is a legal move, if the caller knows.
    fn finish(&self, movable: Option<bool>) -> Finish;

    /// The number of moves after which the current position occurred before: the last such number, or the
    /// `nth` before it.
    fn earlier(&self, nth: usize) -> Option<usize>;

    /// How often the current position occurred before.
    fn repetitions(&self) -> usize;

    /// The Zobrist key of the whole setup except numbers of moves.
    fn key(&self) -> u64;

    /// The key of what counts for repetition: without marks that no legal move depends on.
    fn repetition_key(&self) -> u64;

    /// The key computed from scratch.
    fn fresh_key(&self) -> u64;

    /// The number of move sequences of length `depth`; `None` if it was stopped.
    fn perft(&self, depth: u32, options: &PerftOptions<'_>) -> Option<u64>;

    /// The key after a legal move.
    fn key_after(&self, m: Move) -> u64;

    /// Calls a function with whether an opponent would be in check after each of these legal moves.
    fn checks(&self, moves: &[Move], each: &mut dyn FnMut(bool));

    /// Whether a legal move removes an opponent's piece.
    fn takes(&self, m: Move) -> bool;

    /// Calls a function with each square whose contents a legal move changes: before and after.
    fn each_change(&self, m: Move, each: &mut dyn FnMut(Square, Option<Piece>, Option<Piece>));

    /// The opponents' pieces that could capture a piece of a player on a square if the squares `gone` were empty.
    fn attackers(&self, square: Square, player: PlayerId, gone: &SquareSet) -> SquareSet;

    /// The pinned pieces of the player to move.
    fn pinned(&self) -> SquareSet;
}
