//! A game in progress behind one virtual call: what [`Position`](crate::position::Position) asks of it, whichever form of
//! the tables runs it.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::geometry::{Square, SquareSet};
use crate::variant::{Move, Piece, PlayerId, PlayerSet, RoleId, RoleSet, Setup};

use super::Account;
use super::endings::Finish;
use super::make::Clock;
use crate::position::core::perft::PerftOptions;
use crate::position::search::Targets;

/// Tables of one variant, ready to start games.
pub(in crate::position) trait Form: Debug + Send + Sync {
    /// A game that begins with a setup.
    fn start(&self, setup: &Setup) -> Box<dyn Game>;

    /// How much memory the tables take, in bytes.
    fn bytes(&self) -> usize;

    /// How the game runs, part by part; empty where the literal evaluator runs it.
    fn account(&self) -> Account;

    /// Why the literal evaluator runs the game; `None` if tables do.
    fn fallback(&self) -> Option<&'static str> {
        None
    }
}

/// Which legal moves are listed.
#[derive(Clone, Copy, Debug)]
pub(in crate::position) enum Which {
    /// All of them.
    All,
    /// Those that remove a piece of an opponent's.
    Captures,
    /// Those that remove none.
    Quiets,
    /// Those of the piece on a square.
    From(Square),
    /// Those of pieces of some roles to a square, from the board or from the hand.
    To(RoleSet, Square),
    /// Those of the piece on the first square to the second.
    Between(Square, Square),
}

/// A game in progress: a position and the moves that led to it.
pub(in crate::position) trait Game: Debug + Send + Sync {
    /// A copy with its past.
    fn copy(&self) -> Box<dyn Game>;

    /// A copy of the position after the first `n` moves, without a past.
    fn at(&self, n: usize) -> Box<dyn Game>;

    /// The position as a setup.
    fn setup(&self) -> Setup;

    /// Whose turn it is: an index into the variant's turns.
    fn turn(&self) -> u16;

    /// Who is out.
    fn out(&self) -> PlayerSet {
        PlayerSet::default()
    }

    /// What stands on a square.
    fn piece(&self, square: Square) -> Option<Piece>;

    /// The squares of a player's pieces.
    fn by_player(&self, player: PlayerId) -> SquareSet;

    /// The squares of the pieces of a role.
    fn by_role(&self, role: RoleId) -> SquareSet;

    /// Calls a function with each piece of a player's that has one of these roles.
    fn each_piece(&self, player: PlayerId, roles: RoleSet, each: &mut dyn FnMut(Square, RoleId));

    /// How many pieces of a role a player holds in hand.
    fn held(&self, player: PlayerId, role: RoleId) -> u16;

    /// The rights that are left, a bit for each slot.
    fn rights(&self) -> u64;

    /// Calls a function with each marked square.
    fn each_mark(&self, each: &mut dyn FnMut(Square));

    /// The value of a counter, by its slot.
    fn counter(&self, slot: usize) -> i16;

    /// The numbers kept beside the board.
    fn clock(&self) -> Clock;

    /// How many moves have been played.
    fn plies(&self) -> usize;

    /// The move of the past with this number.
    fn played(&self, n: usize) -> Option<Move>;

    /// The turn after the first `n` moves, and whether its player was in check then.
    fn check_at(&self, n: usize) -> (u16, bool);

    /// Appends legal moves, in no particular order.
    fn list(&self, which: Which, moves: &mut Vec<Move>);

    /// Calls a function with each legal move, in no particular order, until it breaks off.
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

    /// Whether each move is tried, because lines alone do not tell which are legal.
    fn tries_moves(&self) -> bool;

    /// Plays a legal move. Any other has some result without meaning.
    fn play(&mut self, m: Move);

    /// Passes the turn without asking whether the rules allow it. Marks of the last move are gone.
    fn pass(&mut self);

    /// Takes the last move back.
    fn undo(&mut self) -> Option<Move>;

    /// Forgets the moves that led here.
    fn forget(&mut self);

    /// The same if no position of the past can recur.
    fn forget_settled(&mut self) {
        if self.clock().reversible == 0 {
            self.forget();
        }
    }

    /// Whether a player is in check.
    fn in_check(&self, player: PlayerId) -> bool;

    /// How the game ended, if it has.
    fn finish(&self) -> Finish;

    /// After how many moves of the past the position was last the same as now; the `nth` time before that.
    fn earlier(&self, nth: usize) -> Option<usize>;

    /// The Zobrist key of everything that a setup holds but numbers of moves.
    fn key(&self) -> u64;

    /// The same, computed afresh.
    fn fresh_key(&self) -> u64;

    /// The number of positions `depth` moves on; `None` if it was stopped.
    fn perft(&self, depth: u32, options: &PerftOptions<'_>) -> Option<u64>;

    /// The key after a legal move.
    fn key_after(&self, m: Move) -> u64;

    /// Whether the next player would be in check after a legal move.
    fn gives_check(&self, m: Move) -> bool;

    /// Whether a legal move removes a piece of an opponent's.
    fn takes(&self, m: Move) -> bool;

    /// Calls a function with each square on which a legal move changes what stands there: before and after.
    fn each_change(&self, m: Move, each: &mut dyn FnMut(Square, Option<Piece>, Option<Piece>));

    /// The squares of an opponent's pieces that could take a piece of a player's on a square.
    fn attackers(&self, square: Square, player: PlayerId) -> SquareSet;

    /// The pieces of the player to move that a check line binds.
    fn pinned(&self) -> SquareSet;
}
