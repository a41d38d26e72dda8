//! What a search asks of a position: kinds of moves by themselves, what a move does, attackers, exchanges, keys.

use crate::geometry::{Square, SquareSet};
use crate::random::Random;
use crate::variant::{CounterId, Move, Outcome, Piece, PlayerId, RoleId};

use super::core::game::Which;
use super::{Position, Victims, outcome};

/// A square on which a move changes what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The square.
    pub square: Square,
    /// What stood there before the move.
    pub before: Option<Piece>,
    /// What stands there after it.
    pub after: Option<Piece>,
}

/// Squares to which a piece can move, or pieces of one role.
#[derive(Clone, Copy, Debug)]
pub struct Targets<'a> {
    /// The piece that moves. Where there is none, each square is reached by another piece of the role, or by a drop.
    pub from: Option<Square>,
    /// The role of what moves.
    pub role: RoleId,
    /// Whether it comes from the hand.
    pub dropped: bool,
    /// How many squares there are.
    pub count: u32,
    /// The squares, in words of 64 each, lowest square first.
    pub squares: &'a [u64],
}

impl Targets<'_> {
    /// Those squares of a set of such words that are among the targets.
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
    /// Adds the legal moves that remove a piece of an opponent's to a list, in no particular order.
    pub fn captures_into(&self, moves: &mut Vec<Move>) {
        self.game.list(Which::Captures, moves);
    }

    /// Adds the legal moves that remove no piece of an opponent's to a list, in no particular order. With
    /// [`Position::captures_into`] these are all legal moves; in check, all of both are evasions.
    pub fn quiets_into(&self, moves: &mut Vec<Move>) {
        self.game.list(Which::Quiets, moves);
    }

    /// Calls a function with the targets of the legal moves, set by set and in no particular order: for mobility and for
    /// squares attacked, at less cost than a list. A set may come in parts; choices of promotion count once where nothing else happens.
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

    /// Whether a legal move removes a piece of an opponent's, on its target or elsewhere.
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

    /// The first piece that a legal move takes from an opponent: the one on its target, where there is one. Moves that take
    /// elsewhere, as en passant does, are looked at square by square, which costs microseconds and allocates.
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

    /// Whether an opponent is in check after a legal move, without playing it here.
    pub fn gives_check(&self, m: Move) -> bool {
        self.game.gives_check(m)
    }

    /// Calls a function with each square on which a legal move changes what stands there, in the order of the squares: what
    /// a sum over pieces and squares needs to follow the game.
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

    /// [`Position::hash`] after a legal move, without playing it here: to fetch an entry of a table early.
    pub fn hash_after(&self, m: Move) -> u64 {
        self.game.key_after(m)
    }

    /// Passes the turn, whether or not the rules have such a move. Marks (of an en passant, say) are gone afterwards. Taken
    /// back by [`Position::undo`]. Not to be played in check: the royal could be taken.
    pub fn play_null(&mut self) {
        self.game.pass();
    }

    /// Whether this position has been on the board before, no further back than the last move that cannot be undone.
    pub fn is_repetition(&self) -> bool {
        self.game.earlier(0).is_some()
    }

    /// How the game would end if the rule of repetition applied from the second occurrence of a position on; `None` where the
    /// position is new or the game has no such rule.
    pub fn repeated(&self) -> Option<Outcome> {
        outcome::repeated(self)
    }

    /// How many pieces of a role a player holds in hand.
    pub fn in_hand(&self, player: PlayerId, role: RoleId) -> u16 {
        self.game.held(player, role)
    }

    /// The rights that are left: a bit for each of [`Variant::right_slots`](crate::variant::Variant::right_slots).
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

    /// The opponents' pieces that attack a royal of a player's on a square. Where no royal stands, captures without
    /// conditions are told as if one did; movements with conditions or effects may be missing. Empty in a game without
    /// royals.
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
        self.game.attackers(square, player)
    }

    /// The opponents' pieces that attack a royal of the player to move.
    pub fn checkers(&self) -> SquareSet {
        let (variant, mover) = (self.rules().variant(), self.turn());
        let mut all = SquareSet::new(variant.board.len());
        self.for_each_piece(mover, variant.royals(), |square, _| {
            all.extend_from(&self.attackers(square, mover));
        });
        all
    }

    /// The pinned pieces of the player to move: those that would open a line of attack on a royal if they left it. Royals are
    /// not among them. In games where pieces attack over others, the second piece on such a line is pinned too. Empty while
    /// the player may lose one of several royals.
    pub fn pinned(&self) -> SquareSet {
        self.game.pinned()
    }

    /// What a legal move wins or loses if both players go on taking on its target, each with the least valuable piece, as
    /// long as it pays: the static exchange evaluation. `value` gives what a piece is worth, in any unit. Moves that take
    /// nothing lose what can be taken of the piece that moved.
    ///
    /// Legality of the later captures is asked, so that pinned pieces do not take part. Costs a listing of captures for
    /// each capture in the exchange.
    pub fn exchange(&self, m: Move, value: &dyn Fn(Piece) -> i32) -> i32 {
        let mover = self.turn();
        let mut gain = 0;
        self.for_each_change(m, |change| {
            let worth = |piece: Option<Piece>| match piece {
                Some(piece) if piece.player == mover => value(piece),
                Some(piece) if piece.opposes(mover) => -value(piece),
                _ => 0,
            };
            gain += worth(change.after) - worth(change.before);
        });
        let mut board = self.here();
        board.play_unchecked(m);
        let mut moves = Vec::new();
        gain - board.retaken(m.to, &mut moves, value)
    }

    /// What the player to move wins by taking on a square; nothing if it does not pay.
    fn retaken(&mut self, on: Square, moves: &mut Vec<Move>, value: &dyn Fn(Piece) -> i32) -> i32 {
        moves.clear();
        self.game.list(Which::To(crate::variant::RoleSet::ALL, on), moves);
        let Some(prey) = self.piece(on).filter(|piece| piece.opposes(self.turn())) else { return 0 };
        let cost = |m: &Move| self.piece(m.from).map_or(0, value);
        let Some(&least) = moves.iter().filter(|m| m.origin().is_some()).min_by_key(|m| cost(m)) else {
            return 0;
        };
        let turn = self.turn();
        self.play_unchecked(least);
        let lost = if self.turn() == turn { 0 } else { self.retaken(on, moves, value) };
        self.undo();
        (value(prey) - lost).max(0)
    }

    /// How many numbers [`Position::move_index`] gives in this game.
    pub fn move_indices(&self) -> usize {
        let (squares, roles) = (self.rules().variant().board.len(), self.rules().variant().roles.len());
        squares * squares * (roles + 1) + 1
    }

    /// A number of a move below [`Position::move_indices`] that is the same in every position of the game and every run, for
    /// tables of moves. Moves of one origin, target and choice have one number, whatever their effects; a pass has the last.
    pub fn move_index(&self, m: Move) -> usize {
        let squares = self.rules().variant().board.len();
        match m.target() {
            Some(to) => (usize::from(m.choice) * squares + m.from.index()) * squares + to.index(),
            None => self.move_indices() - 1,
        }
    }

    /// Plays random legal moves, each as likely as another, until the game is over or `limit` moves have been made; how it
    /// ended, or `None` at the limit. The moves can be taken back.
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
            if let Some(outcome) = self.outcome() {
                return Some(outcome);
            }
            moves.clear();
            self.legal_moves_into(&mut moves);
            self.play_unchecked(*random.choose(&moves)?);
        }
        self.outcome()
    }
}
