//! Queries for a search: moves by kind, effects of a move, attackers, exchanges, keys.

use crate::geometry::{Square, SquareSet};
use crate::random::Random;
use crate::variant::{CounterId, Move, Outcome, Piece, PlayerId, RoleId};

use super::core::game::Which;
use super::{Position, Victims, outcome};

/// A square whose contents a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The square.
    pub square: Square,
    /// The piece there before the move.
    pub before: Option<Piece>,
    /// The piece there after the move.
    pub after: Option<Piece>,
}

/// Target squares of one piece, or of all pieces of one role.
#[derive(Clone, Copy, Debug)]
pub struct Targets<'a> {
    /// The moving piece's square; `None` if each target is reached by a different piece of the role, or by a
    /// drop.
    pub from: Option<Square>,
    /// The role of the moving piece.
    pub role: RoleId,
    /// Whether it is dropped from the hand.
    pub dropped: bool,
    /// The number of squares.
    pub count: u32,
    /// The squares, in words of 64 each, lowest square first.
    pub squares: &'a [u64],
}

impl Targets<'_> {
    /// The squares of `set`, in the same words, that are among the targets.
    pub fn among<'s>(&'s self, set: &'s [u64]) -> impl Iterator<Item = Square> + 's {
        self.squares.iter().zip(set).enumerate().flat_map(|(index, (&own, &other))| {
            let mut rest = own & other;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(Square((index as u32 * 64 + bit) as u16))
            })
        })
    }
}

impl Position {
    /// Appends the legal moves that remove an opponent's piece to a list, in no particular order.
    pub fn captures_into(&self, moves: &mut Vec<Move>) {
        self.game.list(Which::Captures, moves);
    }

    /// Appends the legal moves that remove no opponent's piece to a list, in no particular order. Together
    /// with [`Position::captures_into`] these are all legal moves; in check, all of them are evasions.
    pub fn quiets_into(&self, moves: &mut Vec<Move>) {
        self.game.list(Which::Quiets, moves);
    }

    /// Calls a function with the targets of the legal moves, set by set, in no particular order. Cheaper than
    /// a list; for mobility and attacked squares. A set may come in parts. Moves that differ only in
    /// promotion count once.
    ///
    /// ```
    /// # let rules = carn::library::rules("chess").unwrap();
    /// let position = carn::position::Position::start(&rules);
    /// let mut moves = 0;
    /// position.for_each_targets(|targets| moves += targets.count);
    /// assert_eq!(moves, 20);
    /// ```
    pub fn for_each_targets(&self, mut each: impl FnMut(Targets<'_>)) {
        self.game.each_targets(&mut each);
    }

    /// Whether a legal move removes an opponent's piece, on its target or elsewhere.
    ///
    /// ```
    /// # let rules = carn::library::rules("chess").unwrap();
    /// # use carn::position::Position;
    /// let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    /// let position = Position::from_fen(&rules, fen).unwrap();
    /// let passing = carn::notation::read(&position, "exd6", &[]).unwrap();
    /// assert!(position.is_capture(passing));
    /// ```
    pub fn is_capture(&self, m: Move) -> bool {
        self.game.takes(m)
    }

    /// The first piece that a legal move captures from an opponent: the one on its target, if any. For
    /// captures elsewhere, such as en passant, all squares are compared; this takes microseconds and
    /// allocates.
    pub fn captured(&self, m: Move) -> Option<(Square, Piece)> {
        if !self.is_capture(m) {
            return None;
        }
        let (variant, mover) = (self.rules().variant(), self.turn());
        let on_target = self.piece(m.to).filter(|_| m.way == 0 && m.from != m.to);
        if let Some(piece) = on_target {
            return Some((m.to, piece));
        }
        let setup = self.setup();
        let taken = Victims::of(variant, &setup, m).taken;
        taken.into_iter().find(|&(_, piece)| variant.opposes(&setup, piece, mover))
    }

    /// Whether a legal move gives check, without playing it on this position.
    pub fn gives_check(&self, m: Move) -> bool {
        let mut check = false;
        self.checks(&[m], &mut |found| check = found);
        check
    }

    /// Calls a function for each of these legal moves, in order, with whether it gives check. Faster than
    /// [`Position::gives_check`] for each.
    pub fn checks(&self, moves: &[Move], each: &mut dyn FnMut(bool)) {
        self.game.checks(moves, each);
    }

    /// Calls a function with each square whose contents a legal move changes, in square order. An incremental
    /// evaluation needs nothing else.
    ///
    /// ```
    /// # let rules = carn::library::rules("chess").unwrap();
    /// # use carn::position::Position;
    /// let position = Position::from_fen(&rules, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// let castles = carn::notation::read(&position, "O-O", &[]).unwrap();
    /// let mut squares = Vec::new();
    /// position.for_each_change(castles, |change| squares.push(rules.variant().board.name(change.square)));
    /// assert_eq!(squares, ["e1", "f1", "g1", "h1"]);
    /// ```
    pub fn for_each_change(&self, m: Move, mut each: impl FnMut(Change)) {
        self.game.each_change(m, &mut |square, before, after| each(Change { square, before, after }));
    }

    /// [`Position::hash`] after a legal move, without playing it: to prefetch a hash table entry.
    pub fn hash_after(&self, m: Move) -> u64 {
        self.game.key_after(m)
    }

    /// Passes the turn, even if the rules have no pass. Clears marks such as en passant squares.
    /// [`Position::undo`] takes it back. Do not call it in check: the royal could be captured.
    pub fn play_null(&mut self) {
        self.game.pass();
    }

    /// The number of moves since the last irreversible one. Positions before it cannot recur.
    pub fn reversible_moves(&self) -> usize {
        self.game.reversible()
    }

    /// Whether this position has occurred before. Looks back no further than the last irreversible move.
    pub fn is_repetition(&self) -> bool {
        self.game.earlier(0).is_some()
    }

    /// The outcome if the repetition rule applied from the second occurrence on; `None` if the position is
    /// new or the game has no such rule.
    pub fn repeated(&self) -> Option<Outcome> {
        outcome::repeated(self)
    }

    /// The number of pieces of a role in a player's hand.
    pub fn in_hand(&self, player: PlayerId, role: RoleId) -> u16 {
        self.game.held(player, role)
    }

    /// The remaining rights: a bit for each of
    /// [`Variant::right_slots`](crate::variant::Variant::right_slots).
    pub fn rights(&self) -> u64 {
        self.game.rights()
    }

    /// Calls a function with each marked square.
    pub fn for_each_mark(&self, mut each: impl FnMut(Square)) {
        self.game.each_mark(&mut each);
    }

    /// A player's value of a counter.
    pub fn counter(&self, counter: CounterId, player: PlayerId) -> i16 {
        self.game.counter(self.rules().variant().counter_slot(counter, player))
    }

    /// The opponents' pieces that attack a royal of a player on a square. If no royal stands there, captures
    /// without conditions count as if one did; movements with conditions or effects may be missing. Empty in
    /// a game without royals.
    ///
    /// ```
    /// # let rules = carn::library::rules("chess").unwrap();
    /// # use carn::position::Position;
    /// let position = Position::from_fen(&rules, "4k3/8/8/8/1b6/8/8/R3K2r w - - 0 1").unwrap();
    /// let e1 = rules.variant().board.square("e1").unwrap();
    /// let names: Vec<_> = position.attackers(e1, position.turn()).iter().map(|s| rules.variant().board.name(s)).collect();
    /// assert_eq!(names, ["h1", "b4"]);
    /// ```
    pub fn attackers(&self, square: Square, player: PlayerId) -> SquareSet {
        self.attackers_without(square, player, &SquareSet::default())
    }

    /// The [attackers](Position::attackers) of a square as if the squares `gone` were empty: pieces behind others
    /// attack through them. Scripted movements are tested on the board as it is.
    ///
    /// ```
    /// # let rules = carn::library::rules("chess").unwrap();
    /// # use carn::position::Position;
    /// let position = Position::from_fen(&rules, "4k3/8/8/8/4r3/4q3/8/4K3 w - - 0 1").unwrap();
    /// let [e1, e3] = ["e1", "e3"].map(|name| rules.variant().board.square(name).unwrap());
    /// let queen = position.attackers(e1, position.turn());
    /// assert!(queen.contains(e3) && queen.len() == 1);
    /// let rook = position.attackers_without(e1, position.turn(), &queen);
    /// assert!(!rook.contains(e3) && rook.len() == 1);
    /// ```
    pub fn attackers_without(&self, square: Square, player: PlayerId, gone: &SquareSet) -> SquareSet {
        self.game.attackers(square, player, gone)
    }

    /// The opponents' pieces that give check to the player to move. Empty if that player is not in check, though a piece may
    /// attack one of several royals.
    pub fn checkers(&self) -> SquareSet {
        let (variant, mover) = (self.rules().variant(), self.turn());
        let mut all = SquareSet::new(variant.board.len());
        if !self.in_check() {
            return all;
        }
        self.for_each_piece(mover, variant.royals(), |square, _| {
            all.extend_from(&self.attackers(square, mover));
        });
        all
    }

    /// The pinned pieces of the player to move, royals excluded: a piece whose departure would open a line of
    /// attack on a royal. If pieces attack over a screen, the second piece on such a line is pinned too.
    /// Empty while the player may lose one of several royals.
    pub fn pinned(&self) -> SquareSet {
        self.game.pinned()
    }

    /// Static exchange evaluation: the gain or loss of a legal move if both players keep capturing on its
    /// target. Each captures with the least valuable piece, and only while it pays. `value` gives a piece's
    /// worth in any unit. For a quiet move, the result is the loss of the moved piece, if any.
    ///
    /// Later captures must be legal, so pinned pieces do not take part. Each capture costs one listing of
    /// captures. The exchange is played out on a copy of the position, which allocates.
    pub fn exchange(&self, m: Move, value: &dyn Fn(Piece) -> i32) -> i32 {
        let mut board = self.here();
        board.play_unchecked(m);
        let mut moves = Vec::new();
        self.gain(m, value) - board.retaken(m.to, &mut moves, value)
    }

    /// What a move adds to the mover's material and takes from that of opponents.
    fn gain(&self, m: Move, value: &dyn Fn(Piece) -> i32) -> i32 {
        let mover = self.turn();
        let worth = |piece: Option<Piece>| match piece {
            Some(piece) if piece.player == mover => value(piece),
            Some(piece) if piece.opposes(mover) => -value(piece),
            _ => 0,
        };
        let mut gain = 0;
        self.for_each_change(m, |change| gain += worth(change.after) - worth(change.before));
        gain
    }

    /// The gain of the player to move from capturing on a square; zero if it does not pay. Of the promotions of the least
    /// valuable piece, the best counts.
    fn retaken(&mut self, on: Square, moves: &mut Vec<Move>, value: &dyn Fn(Piece) -> i32) -> i32 {
        if !self.piece(on).is_some_and(|piece| piece.opposes(self.turn())) {
            return 0;
        }
        moves.clear();
        self.game.list(Which::To(crate::variant::RoleSet::ALL, on), moves);
        let order = |m: &Move| (self.piece(m.from).map_or(0, value), -self.gain(*m, value));
        let Some(&least) = moves.iter().filter(|m| m.origin().is_some()).min_by_key(|m| order(m)) else {
            return 0;
        };
        let (turn, gain) = (self.turn(), self.gain(least, value));
        self.play_unchecked(least);
        let lost = if self.turn() == turn { 0 } else { self.retaken(on, moves, value) };
        self.undo();
        (gain - lost).max(0)
    }

    /// The number of indices that [`Position::move_index`] uses in this game.
    pub fn move_indices(&self) -> usize {
        let (squares, roles) = (self.rules().variant().board.len(), self.rules().variant().roles.len());
        squares * squares * (roles + 1) + 1
    }

    /// An index of a move, below [`Position::move_indices`], for tables of moves. It is the same in every
    /// position and every run. Moves with equal origin, target and choice share an index, even if their
    /// effects differ. A pass has the last one.
    pub fn move_index(&self, m: Move) -> usize {
        let squares = self.rules().variant().board.len();
        match m.target() {
            Some(to) => (usize::from(m.choice) * squares + m.from.index()) * squares + to.index(),
            None => self.move_indices() - 1,
        }
    }

    /// Plays random legal moves, all equally likely, until the game is over or `limit` moves are made.
    /// Returns the outcome, or `None` at the limit. The moves can be undone.
    ///
    /// ```
    /// # let rules = carn::library::rules("chess").unwrap();
    /// # use carn::{position::Position, random::Random};
    /// let mut position = Position::start(&rules);
    /// let outcome = position.playout(&mut Random::new(1), 10_000).expect("games of chess end");
    /// assert!(outcome.winner.is_some() || position.moves().len() > 10);
    /// ```
    pub fn playout(&mut self, random: &mut Random, limit: usize) -> Option<Outcome> {
        let mut moves = Vec::with_capacity(64);
        for _ in 0..limit {
            moves.clear();
            self.legal_moves_into(&mut moves);
            if let Some(outcome) = self.outcome_with(!moves.is_empty()) {
                return Some(outcome);
            }
            self.play_unchecked(*random.choose(&moves)?);
        }
        self.outcome()
    }
}
