//! A game being played: state, legal moves, playing and taking back, outcome, hash, perft.
//!
//! [`Rules`] is a variant made ready to run; [`Position`] is one concrete type whatever the board. What happens on
//! the board is the core's; history and outcome are kept here.

mod chase;
// Public for the tests that play it against the literal evaluator; no part of what the crate promises.
#[doc(hidden)]
pub mod core;
mod outcome;
mod playable;
mod repetition;
mod rules;
mod victims;

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use crate::geometry::{Square, SquareSet};
use crate::variant::fen::{self, FenError};
use crate::variant::{Move, Outcome, Piece, PlayerId, PlayerSet, RoleId, RoleSet, Setup, literal};

pub use core::{Account, Part, PerftOptions, Told};
pub use playable::{FromFenError, SetupError, Unplayable, playable};
pub use rules::Rules;
pub use victims::Victims;

use self::core::{Core, Tables};
use self::repetition::Seen;

/// A move that is not legal in the position that it was to be played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move is not legal here")
    }
}

impl std::error::Error for IllegalMove {}

/// One move of the past: what was played, and the board that it was played on.
#[derive(Clone, Debug)]
struct Past {
    m: Move,
    before: Core,
}

/// Boards of moves taken back, whose memory the next moves use again. A copy of a position has none.
#[derive(Debug, Default)]
struct Spare(Vec<Core>);

impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

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
#[derive(Clone, Debug)]
pub struct Position {
    rules: Rules,
    core: Core,
    past: Vec<Past>,
    spare: Spare,
    /// Where the boards of the past can be found by hash, once somebody has asked for repetitions.
    seen: OnceLock<Seen>,
}

impl Position {
    /// The start position.
    pub fn start(rules: &Rules) -> Self {
        Self::unchecked(rules, &rules.start)
    }

    /// A position from a setup. Where more than two play, who has lost in it is out.
    ///
    /// # Errors
    /// When the setup is not [`playable`]: what is wrong with it, and the setup.
    pub fn from_setup(rules: &Rules, setup: Setup) -> Result<Self, Unplayable> {
        match playable(rules, &setup) {
            Ok(()) => Ok(Self::unchecked(rules, &setup)),
            Err(error) => Err(Unplayable { error, setup: Box::new(setup) }),
        }
    }

    /// A position from the text of a setup.
    ///
    /// # Errors
    /// When the text cannot be read, or says something that is not [`playable`].
    pub fn from_fen(rules: &Rules, text: &str) -> Result<Self, FromFenError> {
        let setup = fen::parse(rules, text).map_err(FromFenError::Text)?;
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
            })) => Ok((Self::unchecked(rules, &setup), Some(odd))),
            found => found.map(|position| (position, None)),
        }
    }

    fn unchecked(rules: &Rules, setup: &Setup) -> Self {
        // Whoever cannot move when the turn comes is out before the first move.
        let settled = (rules.players.len() > 2).then(|| {
            let mut settled = setup.clone();
            literal::settle(rules, &mut settled);
            settled
        });
        Self {
            rules: rules.clone(),
            core: Core::new(rules.tables(), settled.as_ref().unwrap_or(setup)),
            past: Vec::new(),
            spare: Spare::default(),
            seen: OnceLock::new(),
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Everything that can be said of the position, square by square.
    pub fn setup(&self) -> Setup {
        self.core.setup()
    }

    /// The position as one line of text.
    pub fn fen(&self) -> String {
        fen::print(&self.rules, &self.core.setup())
    }

    /// Whose turn it is.
    pub fn turn(&self) -> PlayerId {
        self.rules.mover(self.core.turn())
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.core.piece(square)
    }

    /// The pieces on the board, in the order of the squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = (0..self.rules.board.len() as u16).map(Square);
        squares.filter_map(|square| Some((square, self.core.piece(square)?)))
    }

    /// The squares of a player's pieces.
    pub fn by_player(&self, player: PlayerId) -> SquareSet {
        self.core.by_player(player)
    }

    /// The squares of the pieces of a role, whoever's.
    pub fn by_role(&self, role: RoleId) -> SquareSet {
        self.core.by_role(role)
    }

    /// The legal moves, sorted.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves_into(&mut moves);
        moves.sort_unstable();
        moves
    }

    /// Adds the legal moves to a list, in no particular order.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        self.core.legal_moves_into(moves);
    }

    /// Calls a function with each legal move until it breaks.
    pub fn for_each_legal<B>(&self, mut f: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut broken = ControlFlow::Continue(());
        self.core.for_each(&mut |m| match f(m) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(value) => {
                broken = ControlFlow::Break(value);
                ControlFlow::Break(())
            }
        });
        broken
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.core.has_legal_move()
    }

    /// Whether the move is legal here. That the player [leaves](Move::leaving) is, wherever the player
    /// [may](Self::may_leave), though no list of moves has it.
    pub fn is_legal(&self, m: Move) -> bool {
        if m.is_leaving() { self.may_leave() } else { self.core.is_legal(m) }
    }

    /// The legal moves that remove a piece of an opponent's, sorted.
    pub fn captures(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.core.captures_into(&mut moves);
        moves.sort_unstable();
        moves
    }

    /// The legal moves of the piece on a square, sorted.
    pub fn moves_from(&self, from: Square) -> Vec<Move> {
        let mut moves = Vec::new();
        self.core.moves_from_into(from, &mut moves);
        moves.sort_unstable();
        moves
    }

    /// Adds the legal moves of pieces of these roles to one square to a list, in no particular order: much quicker than
    /// to look through all moves.
    pub fn moves_to_into(&self, roles: RoleSet, to: Square, moves: &mut Vec<Move>) {
        self.core.moves_to_into(roles, to, moves);
    }

    /// The one legal move that is told so: the quickest way to ask. `None` if there are none or more, and also in games
    /// where each move must be tried: then ask [`Position::moves_to_into`].
    pub fn only_move(&self, told: &Told<'_>) -> Option<Move> {
        self.core.only_move(told)
    }

    /// The one legal move that some of a role's movements, by their numbers, give; `None` as in [`Position::only_move`].
    /// Moves that do not say of which movement they are do not count.
    pub fn only_move_of(&self, role: RoleId, movements: Range<u16>) -> Option<Move> {
        self.core.only_move_of(role, movements)
    }

    /// Plays the one legal move that is told so, as [`Position::play_forgetting`] does; `None` as in
    /// [`Position::only_move`], and nothing has changed then.
    #[inline]
    pub fn follow_forgetting(&mut self, told: &Told<'_>) -> Option<Move> {
        match &mut self.past[..] {
            [past] if self.seen.get().is_none() => {
                past.m = self.core.follow(&mut past.before, told)?;
                Some(past.m)
            }
            _ => {
                let m = self.only_move(told)?;
                self.play_forgetting(m);
                Some(m)
            }
        }
    }

    /// Adds the legal moves from one square to another one to a list, in no particular order.
    pub fn moves_between_into(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        self.core.moves_between_into(from, to, moves);
    }

    /// Adds the legal moves of the piece on a square to a list, in no particular order.
    pub fn moves_from_into(&self, from: Square, moves: &mut Vec<Move>) {
        self.core.moves_from_into(from, moves);
    }

    /// Calls a function with each piece of a player's that has one of these roles, in no particular order.
    pub fn for_each_piece(&self, player: PlayerId, roles: RoleSet, each: impl FnMut(Square, RoleId)) {
        self.core.for_each_piece(player, roles, each);
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
        let rules = self.rules();
        rules.players.len() > 2 && rules.may_leave(&self.setup())
    }

    /// Plays a move that is known to be legal. With any other move the position afterwards means nothing.
    pub fn play_unchecked(&mut self, m: Move) {
        if let Some(seen) = self.seen.get_mut() {
            seen.push(self.core.repetition_hash());
        }
        let before = match self.spare.0.pop() {
            Some(mut spare) => {
                spare.copy_from(&self.core);
                spare
            }
            None => self.core.clone(),
        };
        self.core.play(m);
        self.past.push(Past { m, before });
    }

    /// Plays a move that is known to be legal, and forgets the moves before it: this one can be taken back, earlier ones
    /// cannot, and no repetition is seen. A game of any length is so played back in the memory of two positions, and
    /// quicker than with [`Position::play_unchecked`].
    pub fn play_forgetting(&mut self, m: Move) {
        if self.seen.get().is_some() {
            self.seen.take();
        }
        self.core.stop_hashing();
        match &mut self.past[..] {
            [past] => {
                past.before.copy_from(&self.core);
                past.m = m;
                self.core.play(m);
            }
            [] => self.play_unchecked(m),
            _ => {
                self.past.truncate(1);
                self.play_forgetting(m);
            }
        }
    }

    /// Forgets the moves that led here: they cannot be taken back, and no repetition of theirs is seen.
    pub fn forget(&mut self) {
        self.seen.take();
        if let Some(past) = self.past.pop().filter(|_| self.spare.0.is_empty()) {
            self.spare.0.push(past.before);
        }
        self.past.clear();
    }

    /// Becomes a copy of a position of the same rules, without its past.
    pub fn return_to(&mut self, other: &Self) {
        self.forget();
        self.core.copy_from(&other.core);
        if !self.rules.is_same(&other.rules) {
            self.rules = other.rules.clone();
        }
    }

    /// A copy without the past.
    pub fn here(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            core: self.core.clone(),
            past: Vec::new(),
            spare: Spare::default(),
            seen: OnceLock::new(),
        }
    }

    /// Takes the last move back and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let past = self.past.pop()?;
        if let Some(seen) = self.seen.get_mut() {
            seen.pop();
        }
        self.spare.0.push(std::mem::replace(&mut self.core, past.before));
        Some(past.m)
    }

    /// The moves played since the position was set up.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.past.iter().map(|past| past.m)
    }

    /// Whether the player to move is in check.
    pub fn in_check(&self) -> bool {
        self.core.in_check(self.turn())
    }

    /// Whether a player is in check, whoever's turn it is.
    pub fn stands_in_check(&self, player: PlayerId) -> bool {
        self.core.in_check(player)
    }

    /// Who is out of the game; nobody where two play.
    pub fn out(&self) -> PlayerSet {
        if self.rules.players.len() > 2 { self.core.setup().out } else { PlayerSet::default() }
    }

    /// Who moves next of the opponents of the player to move.
    pub fn opponent(&self) -> PlayerId {
        let (variant, mover) = (self.rules.variant(), self.turn());
        if variant.players.len() > 2 {
            let setup = self.core.setup();
            let against = variant.opponents(&setup, mover);
            let later = std::iter::successors(Some(setup.turn), |&turn| Some(variant.next_turn(turn)));
            let mut players = later.take(variant.turns.len() + 1).map(|turn| variant.mover(turn));
            return players.find(|&player| against.contains(player)).unwrap_or(mover);
        }
        let later = std::iter::successors(Some(self.core.turn()), |&turn| Some(variant.next_turn(turn)));
        let mut players = later.take(variant.turns.len() + 1).map(|turn| variant.mover(turn));
        players.find(|&player| player != mover).unwrap_or(mover)
    }

    /// How the game has ended, if it has. A royal lost, checkmate and stalemate come first, then repetition, the
    /// limit of quiet moves, what is counted out, and insufficient material.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome::outcome(self)
    }

    /// How often this position has been on the board, now included. Board, turn and rights count, and marks if some
    /// legal move depends on them.
    pub fn occurrences(&self) -> usize {
        repetition::earlier(self).count() + 1
    }

    /// A number that tells positions apart: equal for equal setups (counts of moves and plies aside), and the same in every run.
    pub fn hash(&self) -> u64 {
        self.core.hash()
    }

    /// The number of positions after `depth` legal moves in a row, ways to reach them counted apart. Endings other than
    /// a lost royal are not asked.
    pub fn perft(&self, depth: u32) -> u64 {
        self.core.perft(depth)
    }

    /// [`Position::perft`] with threads, a table of counts already found, progress and a way to stop; `None` if it
    /// was stopped.
    pub fn perft_with(&self, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        if !options.turns {
            return self.core.perft_with(depth, options);
        }
        match self.moves_in(depth) {
            Some(moves) => self.core.perft_with(moves, options),
            None => self.core.perft_turns(depth, 0, options),
        }
    }

    /// How many moves so many turns are; `None` if that is not the same in every game.
    fn moves_in(&self, turns: u32) -> Option<u32> {
        let variant = self.rules.variant();
        if variant.turns.iter().any(|turn| turn.repeated) {
            return None;
        }
        let (mut turn, mut left, mut moves) = (self.core.turn(), turns, 0u32);
        while left > 0 {
            turn = variant.next_turn(turn);
            moves = moves.checked_add(1)?;
            left -= u32::from(variant.turn(turn).after.is_some());
        }
        Some(moves)
    }

    /// [`Position::perft`] by first move; empty at depth 0.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let count = |m: Move| {
            let mut core = self.core.clone();
            core.play(m);
            (m, core.perft(rest))
        };
        self.legal_moves().into_iter().map(count).collect()
    }

    /// The core after the first `n` moves of the past.
    fn core_at(&self, n: usize) -> &Core {
        self.past.get(n).map_or(&self.core, |past| &past.before)
    }
}

impl From<FenError> for FromFenError {
    fn from(error: FenError) -> Self {
        Self::Text(error)
    }
}
