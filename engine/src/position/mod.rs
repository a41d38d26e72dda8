//! A game being played: state, legal moves, playing and taking back, outcome, hash, perft.
//!
//! [`Rules`] is a variant made ready to run; [`Position`] is one concrete type whatever the board. What happens on
//! the board is the core's; history and outcome are kept here.

mod chase;
mod core;
mod outcome;
mod playable;
mod rules;
mod search;
mod turns;
mod victims;

use std::fmt;
use std::ops::ControlFlow;

use crate::geometry::{Square, SquareSet};
use crate::variant::fen::{self, FenError};
use crate::variant::{Count, Move, Outcome, Piece, PlayerId, PlayerSet, RoleId, RoleSet, Setup, literal};

pub use crate::bits::prefetch;
pub use core::{Account, Part, PerftOptions};
pub use playable::{FromFenError, SetupError, Unplayable, playable};
pub use rules::Rules;
pub use search::{Change, Targets};
pub use victims::Victims;

use self::core::game::{Game, Which};

/// A move that is not legal in the position that it was to be played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move is not legal here")
    }
}

impl std::error::Error for IllegalMove {}

/// A position with the moves that led to it since it was set up.
///
/// ```
/// # use carn::position::{Position, Rules};
/// # fn perft_two(rules: &Rules) -> u64 {
/// let mut position = Position::start(rules);
/// let moves = position.legal_moves();
/// moves.into_iter().map(|m| {
///     position.play_unchecked(m);
///     let count = position.legal_moves().len() as u64;
///     position.undo();
///     count
/// }).sum()
/// # }
/// ```
#[derive(Debug)]
pub struct Position {
    rules: Rules,
    game: Box<dyn Game>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { rules: self.rules.clone(), game: self.game.copy() }
    }
}

impl Position {
    /// The start position.
    pub fn start(rules: &Rules) -> Self {
        Self::settled(rules, &rules.variant().start)
    }

    /// A position from a setup. Where more than two play, who has lost in it is out.
    ///
    /// # Errors
    /// When the setup is not [`playable`]: what is wrong with it, and the setup.
    pub fn from_setup(rules: &Rules, setup: Setup) -> Result<Self, Unplayable> {
        match playable(rules.variant(), &setup) {
            Ok(()) => Ok(Self::settled(rules, &setup)),
            Err(error) => Err(Unplayable { error, setup: Box::new(setup) }),
        }
    }

    /// A position from the text of a setup.
    ///
    /// # Errors
    /// When the text cannot be read, or says something that is not [`playable`].
    pub fn from_fen(rules: &Rules, text: &str) -> Result<Self, FromFenError> {
        let setup = fen::parse(rules.variant(), text).map_err(FromFenError::Text)?;
        Self::from_setup(rules, setup).map_err(FromFenError::Setup)
    }

    /// As [`Position::from_fen`], but the opponent may be in check, as in composed positions and in exercises: then the
    /// player to move may take the royal at once. What is odd about the position comes with it.
    ///
    /// # Errors
    /// As [`Position::from_fen`], that one reason excepted.
    pub fn from_fen_leniently(rules: &Rules, text: &str) -> Result<(Self, Option<SetupError>), FromFenError> {
        match Self::from_fen(rules, text) {
            Err(FromFenError::Setup(Unplayable {
                error: odd @ SetupError::OpponentInCheck { .. },
                setup,
            })) => Ok((Self::from_setup_unchecked(rules, &setup), Some(odd))),
            found => found.map(|position| (position, None)),
        }
    }

    /// A position from a setup of which nothing is asked. If it is not [`playable`], what its moves are means nothing.
    pub fn from_setup_unchecked(rules: &Rules, setup: &Setup) -> Self {
        Self { rules: rules.clone(), game: rules.start(setup) }
    }

    /// A position in which players without a legal move when their turn comes are out before the first move.
    fn settled(rules: &Rules, setup: &Setup) -> Self {
        if rules.variant().players.len() == 2 {
            return Self::from_setup_unchecked(rules, setup);
        }
        let mut settled = setup.clone();
        literal::settle(rules.variant(), &mut settled);
        Self::from_setup_unchecked(rules, &settled)
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Everything that can be said of the position, square by square. Allocates.
    pub fn setup(&self) -> Setup {
        self.game.setup()
    }

    /// The position as one line of text.
    pub fn fen(&self) -> String {
        fen::print(self.rules.variant(), &self.setup())
    }

    /// Whose turn it is.
    pub fn turn(&self) -> PlayerId {
        self.rules.variant().mover(self.game.turn())
    }

    /// Whose turn it is, as an index into [`Variant::turns`](crate::variant::Variant::turns).
    pub fn turn_index(&self) -> u16 {
        self.game.turn()
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.game.piece(square)
    }

    /// The pieces on the board, in the order of the squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = (0..self.rules.variant().board.len() as u16).map(Square);
        squares.filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// The squares of a player's pieces.
    pub fn by_player(&self, player: PlayerId) -> SquareSet {
        self.game.by_player(player)
    }

    /// The squares of the pieces of a role, whoever's.
    pub fn by_role(&self, role: RoleId) -> SquareSet {
        self.game.by_role(role)
    }

    /// Calls a function with each piece of a player's that has one of these roles, in no particular order.
    pub fn for_each_piece(&self, player: PlayerId, roles: RoleSet, mut each: impl FnMut(Square, RoleId)) {
        self.game.each_piece(player, roles, &mut each);
    }

    /// Plies since the last progress: a capture, or a move of a role that counts as progress.
    pub fn quiet_plies(&self) -> u32 {
        self.game.clock().quiet_plies
    }

    /// The count towards a draw, in games that [count](crate::variant::Ending::counting).
    pub fn drawing_count(&self) -> Count {
        self.game.clock().count
    }

    /// The number of the full move, from 1.
    pub fn full_moves(&self) -> u32 {
        self.game.clock().full_moves
    }

    /// The legal moves, sorted.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.sorted(Which::All)
    }

    /// Adds the legal moves to a list, in no particular order. Allocates only where the list has to grow.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        self.game.list(Which::All, moves);
    }

    /// Calls a function with each legal move until it breaks.
    pub fn for_each_legal<B>(&self, mut f: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut broken = ControlFlow::Continue(());
        self.game.each_move(&mut |m| match f(m) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(value) => {
                broken = ControlFlow::Break(value);
                ControlFlow::Break(())
            }
        });
        broken
    }

    /// Whether there is a legal move: the first that is found will do.
    pub fn has_legal_move(&self) -> bool {
        self.game.has_move()
    }

    /// Whether the move is legal here. That the player [leaves](Move::leaving) is, wherever the player
    /// [may](Self::may_leave), though no list of moves has it.
    pub fn is_legal(&self, m: Move) -> bool {
        if m.is_leaving() {
            return self.may_leave();
        }
        let mut moves = Vec::with_capacity(32);
        self.game.list(m.origin().map_or(Which::All, |from| Which::Between(from, m.to)), &mut moves);
        moves.contains(&m)
    }

    /// The legal moves that remove a piece of an opponent's, sorted.
    pub fn captures(&self) -> Vec<Move> {
        self.sorted(Which::Captures)
    }

    /// The legal moves of the piece on a square, sorted.
    pub fn moves_from(&self, from: Square) -> Vec<Move> {
        self.sorted(Which::From(from))
    }

    /// Adds the legal moves of the piece on a square to a list, in no particular order.
    pub fn moves_from_into(&self, from: Square, moves: &mut Vec<Move>) {
        self.game.list(Which::From(from), moves);
    }

    /// Adds the legal moves of pieces of these roles to one square to a list, in no particular order: quicker than to
    /// look through all moves.
    pub fn moves_to_into(&self, roles: RoleSet, to: Square, moves: &mut Vec<Move>) {
        self.game.list(Which::To(roles, to), moves);
    }

    /// Adds the legal moves from one square to another one to a list, in no particular order.
    pub fn moves_between_into(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        self.game.list(Which::Between(from, to), moves);
    }

    fn sorted(&self, which: Which) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.game.list(which, &mut moves);
        moves.sort_unstable();
        moves
    }

    /// Whether each move is tried, because lines alone do not tell which are legal: much slower.
    pub fn tries_moves(&self) -> bool {
        self.game.tries_moves()
    }

    /// Plays a move. Whether the game is over is not asked.
    ///
    /// # Errors
    /// If the move is not legal; nothing has changed then.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove(m));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Whether the player to move may leave the game to more than one other side.
    pub fn may_leave(&self) -> bool {
        !self.out().contains(self.turn()) && self.rules.variant().goes_on(self.out(), self.turn())
    }

    /// Plays a move that is known to be legal. With any other move the position afterwards means nothing. Allocates only
    /// where the list of past positions has to grow.
    pub fn play_unchecked(&mut self, m: Move) {
        self.game.play(m);
    }

    /// Takes the last move back and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        self.game.undo()
    }

    /// Forgets the moves that led here: they cannot be taken back, and no repetition of theirs is seen.
    pub fn forget(&mut self) {
        self.game.forget();
    }

    /// As [`Position::forget`], if no position of the past can recur: then nothing is lost but the moves.
    pub fn forget_settled(&mut self) {
        self.game.forget_settled();
    }

    /// A copy without the past.
    pub fn here(&self) -> Self {
        self.after(self.game.plies())
    }

    /// The position after the first `n` moves of its past, without a past of its own.
    pub fn after(&self, n: usize) -> Self {
        Self { rules: self.rules.clone(), game: self.game.at(n) }
    }

    /// The moves played since the position was set up.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        (0..self.game.plies()).map(|n| self.game.played(n).unwrap_or(Move::pass()))
    }

    /// Whether the player to move is in check.
    pub fn in_check(&self) -> bool {
        self.game.in_check(self.turn())
    }

    /// Whether a player is in check, whoever's turn it is.
    pub fn stands_in_check(&self, player: PlayerId) -> bool {
        self.game.in_check(player)
    }

    /// Who is out of the game; nobody where two play.
    pub fn out(&self) -> PlayerSet {
        self.game.out()
    }

    /// Who moves next of the opponents of the player to move.
    pub fn opponent(&self) -> PlayerId {
        let (variant, mover) = (self.rules.variant(), self.turn());
        let against = variant.everybody().without(variant.side(mover)).without(self.out());
        let later = std::iter::successors(Some(self.game.turn()), |&turn| Some(variant.next_turn(turn)));
        let mut players = later.take(variant.turns.len() + 1).map(|turn| variant.mover(turn));
        players.find(|&player| against.contains(player)).unwrap_or(mover)
    }

    /// How the game has ended, if it has. A royal lost, an end of the game's own, checkmate and stalemate come first, then
    /// repetition, the limit of quiet moves, what is counted out, and insufficient material.
    ///
    /// Costs less than listing the moves, and allocates nothing unless the position has been repeated.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome::outcome(self)
    }

    /// How often this position has been on the board, now included. Board, turn and rights count, and marks if some
    /// legal move depends on them.
    pub fn occurrences(&self) -> usize {
        let mut times = 1;
        while self.game.earlier(times - 1).is_some() {
            times += 1;
        }
        times
    }

    /// A number that tells positions apart: equal for equal setups (counts of moves and plies aside), and the same in every
    /// run. Kept from move to move, so that asking costs nothing.
    pub fn hash(&self) -> u64 {
        self.game.key()
    }

    /// [`Position::hash`] computed afresh: to compare with.
    pub fn fresh_hash(&self) -> u64 {
        self.game.fresh_key()
    }

    /// The number of positions after `depth` legal moves in a row, ways to reach them counted apart. Endings other than
    /// a lost royal are not asked.
    pub fn perft(&self, depth: u32) -> u64 {
        self.game.perft(depth, &PerftOptions::default()).unwrap_or_default()
    }

    /// [`Position::perft`] with threads, a table of counts already found, progress and a way to stop; `None` if it
    /// was stopped.
    pub fn perft_with(&self, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        if !options.turns {
            return self.game.perft(depth, options);
        }
        match self.moves_in(depth) {
            Some(moves) => self.game.perft(moves, options),
            None => self.here().perft_turns(depth, 0, options),
        }
    }

    /// [`Position::perft`] by first move; empty at depth 0.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let mut position = self.here();
        let count = |m: Move| {
            position.play_unchecked(m);
            let count = position.perft(rest);
            position.undo();
            (m, count)
        };
        self.legal_moves().into_iter().map(count).collect()
    }
}

impl From<FenError> for FromFenError {
    fn from(error: FenError) -> Self {
        Self::Text(error)
    }
}
