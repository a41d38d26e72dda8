//! A game in progress behind one virtual call: what [`Position`](crate::position::Position) asks of it, whichever form of
//! the tables runs it.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::geometry::{Square, SquareSet};
use crate::variant::{
    Count, Move, Piece, PlayerId, PlayerSet, Reason, RoleId, RoleSet, Setup, Variant, Verdict,
};

use super::perft::PerftOptions;
use super::{Account, forms};

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

/// The form that runs a variant; `native` says whether code for the detected processor may be used.
pub(in crate::position) fn form(variant: &Arc<Variant>, native: bool) -> Arc<dyn Form> {
    forms::form(variant, native)
}

/// Numbers that are kept beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::position) struct Clock {
    /// Plies since the last progress.
    pub quiet_plies: u32,
    /// The number of the full move, from 1.
    pub full_moves: u32,
    /// The count towards a draw.
    pub count: Count,
    /// Moves since one that cannot be undone: no position before that one can recur.
    pub reversible: u32,
}

impl Clock {
    /// The numbers that a setup gives.
    pub fn of(setup: &Setup) -> Self {
        let &Setup { quiet_plies, count, full_moves, .. } = setup;
        Self { quiet_plies, full_moves, count, reversible: 0 }
    }

    /// The setup with these numbers.
    pub fn write(self, setup: Setup) -> Setup {
        let Self { quiet_plies, full_moves, count, .. } = self;
        Setup { quiet_plies, full_moves, count, ..setup }
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

/// How a game has ended as far as the board tells: for which player, the verdict, and why.
pub(in crate::position) type End = (PlayerId, Verdict, Reason);

/// How a game ended or may have ended, asked in the order of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::position) enum Finish {
    /// The game goes on.
    None,
    /// A royal is lost, an end of the game's own has come, or the player to move has no move.
    End(End),
    /// The position has occurred so often that the rule of repetition applies. It first occurred, of these times, after so
    /// many moves of the past.
    Repeated(usize),
    /// Too many moves without progress.
    Quiet,
    /// Counted out.
    Counted,
    /// Too little material.
    Insufficient,
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
