//! A game in progress: state, legal moves, play and undo, outcome, hash, perft.
//!
//! [`Rules`] is a variant with its tables; [`Position`] is one concrete type for every board. `core` handles
//! the board; this module adds outcomes.

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

/// The largest depth of perft: each ply takes a stack frame, and no deeper count would end.
pub const MOST_PERFT: u32 = 200;

/// A move that is not legal in the position where it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move is not legal here")
    }
}

impl std::error::Error for IllegalMove {}

/// A position and the moves played since its setup.
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
pub struct Position {
    rules: Rules,
    game: Box<dyn Game>,
}

/// The game, the position as FEN and the number of moves before it, without the tables.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.rules.variant().name;
        f.debug_struct("Position")
            .field("rules", name)
            .field("fen", &self.fen())
            .field("plies", &self.game.plies())
            .finish()
    }
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

    /// A position from a setup. With more than two players, players that have lost in it are out.
    ///
    /// # Errors
    /// If the setup is not [`playable`]: the first error, and the setup.
    pub fn from_setup(rules: &Rules, setup: Setup) -> Result<Self, Unplayable> {
        match playable(rules.variant(), &setup) {
            Ok(()) => Ok(Self::settled(rules, &setup)),
            Err(error) => Err(Unplayable { error, setup: Box::new(setup) }),
        }
    }

    /// A position from the text of a setup.
    ///
    /// # Errors
    /// If the text cannot be read, or its setup is not [`playable`].
    pub fn from_fen(rules: &Rules, text: &str) -> Result<Self, FromFenError> {
        let setup = fen::parse(rules.variant(), text).map_err(FromFenError::Text)?;
        Self::from_setup(rules, setup).map_err(FromFenError::Setup)
    }

    /// Like [`Position::from_fen`], but accepts an opponent in check, as in composed positions and exercises.
    /// The player to move may then capture the royal at once. The oddity is returned with the position.
    ///
    /// # Errors
    /// Like [`Position::from_fen`], except for an opponent in check.
    pub fn from_fen_leniently(rules: &Rules, text: &str) -> Result<(Self, Option<SetupError>), FromFenError> {
        match Self::from_fen(rules, text) {
            Err(FromFenError::Setup(Unplayable {
                error: odd @ SetupError::OpponentInCheck { .. },
                setup,
            })) => Ok((Self::from_setup_unchecked(rules, &setup), Some(odd))),
            found => found.map(|position| (position, None)),
        }
    }

    /// A position from an unchecked setup. If it is not [`playable`], its moves have no meaning.
    pub fn from_setup_unchecked(rules: &Rules, setup: &Setup) -> Self {
        Self { rules: rules.clone(), game: rules.start(setup) }
    }

    /// A position from which players without a legal move on their turn are eliminated before the first move.
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

    /// The full position, square by square. Allocates.
    pub fn setup(&self) -> Setup {
        self.game.setup()
    }

    /// The position as one line of text.
    pub fn fen(&self) -> String {
        fen::print(self.rules.variant(), &self.setup())
    }

    /// The player to move.
    #[inline]
    pub fn turn(&self) -> PlayerId {
        self.rules.variant().mover(self.game.turn())
    }

    /// The current turn, as an index into [`Variant::turns`](crate::variant::Variant::turns).
    pub fn turn_index(&self) -> u16 {
        self.game.turn()
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.game.piece(square)
    }

    /// The pieces on the board, in square order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = (0..self.rules.variant().board.len() as u16).map(Square);
        squares.filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// The squares of a player's pieces.
    pub fn by_player(&self, player: PlayerId) -> SquareSet {
        self.game.by_player(player)
    }

    /// The squares of the pieces of a role, of all players.
    pub fn by_role(&self, role: RoleId) -> SquareSet {
        self.game.by_role(role)
    }

    /// Calls a function with each piece of a player that has one of these roles, in no particular order.
    pub fn for_each_piece(&self, player: PlayerId, roles: RoleSet, mut each: impl FnMut(Square, RoleId)) {
        self.game.each_piece(player, roles, &mut each);
    }

    /// Plies since the last progress: a capture, or a move of a role that counts as progress.
    pub fn quiet_plies(&self) -> u32 {
        self.game.clock().quiet_plies
    }

    /// The drawing count, in games with [counting rules](crate::variant::Ending::counting).
    pub fn drawing_count(&self) -> Count {
        self.game.clock().count
    }

    /// The full-move number, from 1.
    pub fn full_moves(&self) -> u32 {
        self.game.clock().full_moves
    }

    /// The legal moves, sorted.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.sorted(Which::All)
    }

    /// Appends the legal moves to a list, in no particular order. Allocates only if the list must grow.
    #[inline]
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

    /// Whether there is a legal move. Stops at the first one found.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.game.has_move()
    }

    /// Whether the move is legal here. [Leaving](Move::leaving) is legal where the player [may
    /// leave](Self::may_leave), though it is in no list of moves.
    pub fn is_legal(&self, m: Move) -> bool {
        if m.is_leaving() {
            return self.may_leave();
        }
        let mut moves = Vec::with_capacity(32);
        self.game.list(m.origin().map_or(Which::All, |from| Which::Between(from, m.to)), &mut moves);
        moves.contains(&m)
    }

    /// The legal moves that remove an opponent's piece, sorted.
    pub fn captures(&self) -> Vec<Move> {
        self.sorted(Which::Captures)
    }

    /// The legal moves of the piece on a square, sorted.
    pub fn moves_from(&self, from: Square) -> Vec<Move> {
        self.sorted(Which::From(from))
    }

    /// Appends the legal moves of the piece on a square to a list, in no particular order.
    pub fn moves_from_into(&self, from: Square, moves: &mut Vec<Move>) {
        self.game.list(Which::From(from), moves);
    }

    /// Appends the legal moves of pieces of these roles to one square to a list, in no particular order.
    /// Faster than filtering all moves.
    pub fn moves_to_into(&self, roles: RoleSet, to: Square, moves: &mut Vec<Move>) {
        self.game.list(Which::To(roles, to), moves);
    }

    /// Appends the legal moves from one square to another to a list, in no particular order.
    pub fn moves_between_into(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        self.game.list(Which::Between(from, to), moves);
    }

    fn sorted(&self, which: Which) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.game.list(which, &mut moves);
        moves.sort_unstable();
        moves
    }

    /// Whether legality is tested by making each move, because pins and check masks do not suffice. Much
    /// slower.
    pub fn tries_moves(&self) -> bool {
        self.game.tries_moves()
    }

    /// Plays a move. Does not test whether the game is over.
    ///
    /// # Errors
    /// If the move is not legal; the position is then unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove(m));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Whether the player to move may leave while more than one other side remains.
    pub fn may_leave(&self) -> bool {
        !self.out().contains(self.turn()) && self.rules.variant().goes_on(self.out(), self.turn())
    }

    /// Plays a move that is known to be legal. After any other move the position has no meaning. Allocates
    /// only if the list of past positions must grow.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        self.game.play(m);
    }

    /// Takes back the last move and returns it; `None` if there is none.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        self.game.undo()
    }

    /// Discards the game's history: earlier moves cannot be undone, and earlier positions no longer count as
    /// repeated.
    pub fn forget(&mut self) {
        self.game.forget();
    }

    /// Like [`Position::forget`], but only if no past position can recur, so that no repetition is lost.
    pub fn forget_settled(&mut self) {
        self.game.forget_settled();
    }

    /// A copy without history.
    pub fn here(&self) -> Self {
        self.after(self.game.plies())
    }

    /// The position after the first `n` moves, without history.
    pub fn after(&self, n: usize) -> Self {
        Self { rules: self.rules.clone(), game: self.game.at(n) }
    }

    /// The moves played since the position was set up.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        (0..self.game.plies()).map(|n| self.game.played(n).unwrap_or(Move::pass()))
    }

    /// Whether the player to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.game.in_check(self.turn())
    }

    /// Whether a player is in check, on any player's turn.
    pub fn stands_in_check(&self, player: PlayerId) -> bool {
        self.game.in_check(player)
    }

    /// The players that are out of the game; always empty with two players.
    pub fn out(&self) -> PlayerSet {
        self.game.out()
    }

    /// The next opponent to move after the player to move.
    pub fn opponent(&self) -> PlayerId {
        let (variant, mover) = (self.rules.variant(), self.turn());
        let against = variant.everybody().without(variant.side(mover)).without(self.out());
        let later = std::iter::successors(Some(self.game.turn()), |&turn| Some(variant.next_turn(turn)));
        let mut players = later.take(variant.turns.len() + 1).map(|turn| variant.mover(turn));
        players.find(|&player| against.contains(player)).unwrap_or(mover)
    }

    /// How the game has ended, if it has. Tested in order: a lost royal, custom endings, checkmate
    /// and stalemate, repetition, the limit of quiet moves, the drawing count, insufficient material.
    ///
    /// Costs less than listing the moves. Allocates only if the position is repeated.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        outcome::outcome(self, None)
    }

    /// [`Position::outcome`] for callers that have listed the legal moves. Looking for a legal move is most of the
    /// cost of `outcome`; this method skips it.
    ///
    /// ```
    /// # let rules = carn::library::rules("chess").unwrap();
    /// # use carn::{position::Position, random::Random};
    /// let (mut position, mut moves) = (Position::start(&rules), Vec::new());
    /// position.legal_moves_into(&mut moves);
    /// while position.outcome_with(!moves.is_empty()).is_none() {
    ///     position.play_unchecked(moves[moves.len() / 2]);
    ///     moves.clear();
    ///     position.legal_moves_into(&mut moves);
    /// }
    /// assert!(position.outcome().is_some());
    /// ```
    #[inline]
    pub fn outcome_with(&self, has_moves: bool) -> Option<Outcome> {
        outcome::outcome(self, Some(has_moves))
    }

    /// How often this position has occurred, including now. Board, turn and rights must agree; marks only if
    /// some legal move depends on them.
    pub fn occurrences(&self) -> usize {
        self.game.repetitions() + 1
    }

    /// A Zobrist key: equal for equal setups (except counts of moves and plies), and the same in every run.
    /// Updated incrementally, so reading it is free.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.game.key()
    }

    /// A key of the position as the repetition rule sees it: [`Position::hash`], without marks that no legal move depends on.
    /// Where there are marks, the legal moves are listed to find out.
    ///
    /// ```
    /// # let rules = carn::library::rules("chess").unwrap();
    /// # use carn::position::Position;
    /// // No pawn can capture en passant.
    /// let [one, other] = ["e3", "-"].map(|mark| {
    ///     let fen = format!("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq {mark} 0 1");
    ///     Position::from_fen(&rules, &fen).unwrap()
    /// });
    /// assert_ne!(one.hash(), other.hash());
    /// assert_eq!(one.repetition_hash(), other.repetition_hash());
    /// ```
    pub fn repetition_hash(&self) -> u64 {
        self.game.repetition_key()
    }

    /// [`Position::hash`] computed from scratch, for comparison.
    pub fn fresh_hash(&self) -> u64 {
        self.game.fresh_key()
    }

    /// The number of move sequences of length `depth`. Only a lost royal ends a line; other endings are
    /// ignored. 0 above [`MOST_PERFT`].
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_with(depth, &PerftOptions::default()).unwrap_or_default()
    }

    /// [`Position::perft`] with threads, a hash table, progress and a stop flag; `None` if it was stopped, and
    /// above [`MOST_PERFT`].
    pub fn perft_with(&self, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        if depth > MOST_PERFT {
            return None;
        }
        if !options.turns {
            return self.game.perft(depth, options);
        }
        match self.moves_in(depth) {
            Some(moves) => self.game.perft(moves, options),
            None => self.here().perft_turns(depth, 0, options),
        }
    }

    /// [`Position::perft`] by first move; empty at depth 0, and above [`MOST_PERFT`].
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        self.divide_with(depth, &PerftOptions::default()).unwrap_or_default()
    }

    /// [`Position::divide`] with the options of perft; `None` if it was stopped, and above [`MOST_PERFT`].
    pub fn divide_with(&self, depth: u32, options: &PerftOptions<'_>) -> Option<Vec<(Move, u64)>> {
        let Some(rest) = depth.checked_sub(1) else { return Some(Vec::new()) };
        if depth > MOST_PERFT {
            return None;
        }
        let mut position = self.here();
        let count = |m: Move| {
            position.play_unchecked(m);
            let count = position.perft_with(rest, options);
            position.undo();
            Some((m, count?))
        };
        self.legal_moves().into_iter().map(count).collect()
    }
}

impl From<FenError> for FromFenError {
    fn from(error: FenError) -> Self {
        Self::Text(error)
    }
}
