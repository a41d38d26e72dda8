//! The game run by the literal evaluator, square by square: for tests, for predicates and effects in Rust,
//! and for rules that no form of the tables supports.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::geometry::{Square, SquareSet};
use crate::variant::{
    Marks, Move, Piece, PlayerId, PlayerSet, Reason, RoleId, RoleSet, Setup, Variant, literal,
};

use super::Account;
use crate::position::core::endings::Finish;
use crate::position::core::game::{Form, Game, Which};
use crate::position::core::make::Clock;
use crate::position::core::perft::PerftOptions;

/// A variant without tables, and the reason.
#[derive(Clone, Debug)]
pub(crate) struct Tableless {
    pub variant: Arc<Variant>,
    pub reason: &'static str,
}

impl Form for Tableless {
    fn start(&self, setup: &Setup) -> Box<dyn Game> {
        Box::new(LiteralGame::new(&self.variant, setup))
    }

    fn bytes(&self) -> usize {
        0
    }

    fn account(&self) -> Account {
        Account { parts: Vec::new() }
    }

    fn fallback(&self) -> Option<&'static str> {
        Some(self.reason)
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(crate) struct LiteralGame {
    variant: Arc<Variant>,
    setup: Setup,
    /// The setup before each past move, and the move.
    past: Vec<(Setup, Move)>,
}

impl LiteralGame {
    pub fn new(variant: &Arc<Variant>, setup: &Setup) -> Self {
        Self { variant: variant.clone(), setup: setup.clone(), past: Vec::new() }
    }

    /// The setup after the first `n` moves.
    fn setup_at(&self, n: usize) -> &Setup {
        self.past.get(n).map_or(&self.setup, |(setup, _)| setup)
    }

    fn after(&self, m: Move) -> Setup {
        literal::play(&self.variant, &self.setup, m)
    }

    fn legal(&self) -> Vec<Move> {
        literal::legal_moves(&self.variant, &self.setup)
    }

    fn legal_from(&self, from: Square) -> Vec<Move> {
        literal::legal_moves_from(&self.variant, &self.setup, from)
    }

    fn squares_of(&self, wanted: impl Fn(Piece) -> bool) -> SquareSet {
        let mut squares = SquareSet::new(self.setup.squares.len());
        let pieces = self.setup.pieces().filter(|(_, piece)| wanted(*piece));
        pieces.for_each(|(square, _)| squares.insert(square));
        squares
    }
}

/// The marks of a setup, or none if no legal move depends on them.
fn marks_that_count(variant: &Variant, setup: &Setup) -> Marks {
    let unmarked = Setup { marks: Marks::default(), ..setup.clone() };
    let same = setup.marks.is_empty()
        || literal::legal_moves(variant, setup) == literal::legal_moves(variant, &unmarked);
    if same { unmarked.marks } else { setup.marks.clone() }
}

/// Whether two setups are the same position for the repetition rule.
fn is_same(variant: &Variant, one: &Setup, other: &Setup) -> bool {
    let facts = |setup: &Setup| (setup.turn, setup.out, setup.rights, setup.passes);
    facts(one) == facts(other)
        && one.squares == other.squares
        && (&one.undisturbed, &one.promoted) == (&other.undisturbed, &other.promoted)
        && (&one.hands, &one.counters) == (&other.hands, &other.counters)
        && marks_that_count(variant, one) == marks_that_count(variant, other)
}

impl Game for LiteralGame {
    fn copy(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn at(&self, n: usize) -> Box<dyn Game> {
        Box::new(Self::new(&self.variant, self.setup_at(n)))
    }

    fn setup(&self) -> Setup {
        self.setup.clone()
    }

    fn turn(&self) -> u16 {
        self.setup.turn
    }

    fn out(&self) -> PlayerSet {
        self.setup.out
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        self.setup.piece(square)
    }

    fn by_player(&self, player: PlayerId) -> SquareSet {
        self.squares_of(|piece| piece.player == player)
    }

    fn by_role(&self, role: RoleId) -> SquareSet {
        self.squares_of(|piece| piece.role == role)
    }

    fn each_piece(&self, player: PlayerId, roles: RoleSet, each: &mut dyn FnMut(Square, RoleId)) {
        let wanted = |piece: Piece| piece.player == player && roles.contains(piece.role);
        let pieces = self.setup.pieces().filter(|(_, piece)| wanted(*piece));
        pieces.for_each(|(square, piece)| each(square, piece.role));
    }

    fn held(&self, player: PlayerId, role: RoleId) -> u16 {
        self.setup.in_hand(self.variant.roles.len(), player, role)
    }

    fn rights(&self) -> u64 {
        self.setup.rights
    }

    fn each_mark(&self, each: &mut dyn FnMut(Square)) {
        self.setup.marks.iter().for_each(|mark| each(mark.square));
    }

    fn counter(&self, slot: usize) -> i16 {
        self.setup.counters.get(slot).copied().unwrap_or_default()
    }

    fn clock(&self) -> Clock {
        Clock::of(&self.setup)
    }

    fn plies(&self) -> usize {
        self.past.len()
    }

    fn played(&self, n: usize) -> Option<Move> {
        self.past.get(n).map(|(_, m)| *m)
    }

    fn check_at(&self, n: usize) -> (u16, bool) {
        let setup = self.setup_at(n);
        (setup.turn, literal::in_check(&self.variant, setup, self.variant.mover(setup.turn)))
    }

    fn list(&self, which: Which, moves: &mut Vec<Move>) {
        let setup = &self.setup;
        let all = || self.legal().into_iter();
        match which {
            Which::All => moves.extend(all()),
            Which::Captures => moves.extend(all().filter(|&m| self.takes(m))),
            Which::Quiets => moves.extend(all().filter(|&m| !self.takes(m))),
            Which::From(from) => moves.extend(self.legal_from(from)),
            Which::To(roles, to) => {
                let role =
                    |m: &Move| m.drop().or_else(|| m.origin().and_then(|from| Some(setup.piece(from)?.role)));
                moves
                    .extend(all().filter(|m| m.to == to && role(m).is_some_and(|role| roles.contains(role))));
            }
            Which::Between(from, to) => {
                let found = self.legal_from(from).into_iter();
                moves.extend(found.filter(|m| m.to == to));
            }
        }
    }

    fn each_move(&self, each: &mut dyn FnMut(Move) -> ControlFlow<()>) {
        let _ = self.legal().into_iter().try_for_each(each);
    }

    fn has_move(&self) -> bool {
        literal::has_legal_move(&self.variant, &self.setup)
    }

    fn tries_moves(&self) -> bool {
        true
    }

    fn play(&mut self, m: Move) {
        let after = self.after(m);
        self.past.push((std::mem::replace(&mut self.setup, after), m));
    }

    fn pass(&mut self) {
        let turn = self.variant.next_turn(self.setup.turn);
        let mut after = Setup { turn, marks: Marks::default(), ..self.setup.clone() };
        after.skip_out(&self.variant);
        self.past.push((std::mem::replace(&mut self.setup, after), Move::pass()));
    }

    fn undo(&mut self) -> Option<Move> {
        let (before, m) = self.past.pop()?;
        self.setup = before;
        Some(m)
    }

    fn forget(&mut self) {
        self.past.clear();
    }

    /// This evaluator does not know which moves are irreversible.
    fn reversible(&self) -> usize {
        self.plies()
    }

    fn in_check(&self, player: PlayerId) -> bool {
        literal::in_check(&self.variant, &self.setup, player)
    }

    fn finish(&self, movable: Option<bool>) -> Finish {
        let (variant, setup) = (&*self.variant, &self.setup);
        let ending = &variant.ending;
        if let Some(player) = literal::royal_lost(variant, setup) {
            return Finish::End((player, ending.royal_lost, Reason::RoyalLost));
        }
        if let Some((player, verdict, end)) = literal::ended(variant, setup) {
            return Finish::End((player, verdict, Reason::End(end)));
        }
        if !movable.unwrap_or_else(|| self.has_move()) {
            let mover = variant.mover(setup.turn);
            let check = self.in_check(mover);
            let reason = if check { Reason::Checkmate } else { Reason::Stalemate };
            return Finish::End((mover, literal::stuck_in(variant, setup.out, check), reason));
        }
        // The other endings are tested only at the end of a turn.
        if variant.turn(setup.turn).after.is_none() {
            return Finish::None;
        }
        let times = |rule: &crate::variant::Repetition| usize::from(rule.times.max(2)) - 2;
        if let Some(first) = ending.repetition.as_ref().and_then(|rule| self.earlier(times(rule))) {
            return Finish::Repeated(first);
        }
        if ending.quiet.as_ref().is_some_and(|quiet| setup.quiet_plies >= quiet.plies) {
            return Finish::Quiet;
        }
        if setup.count.is_over() {
            return Finish::Counted;
        }
        match literal::is_insufficient(variant, setup) {
            true => Finish::Insufficient,
            false => Finish::None,
        }
    }

    fn earlier(&self, nth: usize) -> Option<usize> {
        let earlier = self.past.iter().enumerate().rev();
        let mut same = earlier.filter(|(_, (setup, _))| is_same(&self.variant, setup, &self.setup));
        same.nth(nth).map(|(n, _)| n)
    }

    fn repetitions(&self) -> usize {
        self.past.iter().filter(|(setup, _)| is_same(&self.variant, setup, &self.setup)).count()
    }

    fn key(&self) -> u64 {
        key(&self.setup)
    }

    fn repetition_key(&self) -> u64 {
        key(&Setup { marks: marks_that_count(&self.variant, &self.setup), ..self.setup.clone() })
    }

    fn fresh_key(&self) -> u64 {
        key(&self.setup)
    }

    fn perft(&self, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        perft(&self.variant, &self.setup, depth, options)
    }

    fn key_after(&self, m: Move) -> u64 {
        key(&self.after(m))
    }

    fn checks(&self, moves: &[Move], each: &mut dyn FnMut(bool)) {
        let mover = self.variant.mover(self.setup.turn);
        for &m in moves {
            let after = self.after(m);
            let others = self.variant.opponents(&after, mover);
            each(others.iter().any(|player| literal::in_check(&self.variant, &after, player)));
        }
    }

    fn takes(&self, m: Move) -> bool {
        let (variant, setup) = (&*self.variant, &self.setup);
        let mover = variant.mover(setup.turn);
        let taken = literal::apply(variant, setup, m).taken;
        taken.iter().any(|&(_, piece)| variant.opposes(setup, piece, mover))
    }

    fn each_change(&self, m: Move, each: &mut dyn FnMut(Square, Option<Piece>, Option<Piece>)) {
        let after = self.after(m);
        for square in (0..self.setup.squares.len() as u16).map(Square) {
            let (before, after) = (self.setup.piece(square), after.piece(square));
            if before != after {
                each(square, before, after);
            }
        }
    }

    fn attackers(&self, square: Square, player: PlayerId, gone: &SquareSet) -> SquareSet {
        let mut found = SquareSet::new(self.setup.squares.len());
        let mut setup = self.setup.clone();
        for gone in gone.iter() {
            // A set of another board may have more squares.
            if let Some(square) = setup.squares.get_mut(gone.index()) {
                *square = None;
            }
        }
        let attackers = literal::royal_attackers(&self.variant, &setup, square, player);
        attackers.into_iter().for_each(|from| found.insert(from));
        found
    }

    fn pinned(&self) -> SquareSet {
        let (variant, setup) = (&*self.variant, &self.setup);
        let mover = variant.mover(setup.turn);
        let mut found = SquareSet::new(setup.squares.len());
        if self.in_check(mover) {
            return found;
        }
        let own =
            setup.pieces().filter(|(_, piece)| piece.player == mover && !variant.role(piece.role).royal);
        for (square, _) in own {
            let mut without = setup.clone();
            without.squares[square.index()] = None;
            if literal::in_check(variant, &without, mover) {
                found.insert(square);
            }
        }
        found
    }
}

/// A hash of at least everything that counts for repetition.
fn key(setup: &Setup) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&setup.squares, setup.turn, setup.rights, &setup.undisturbed, &setup.marks, setup.out).hash(&mut hasher);
    (&setup.promoted, &setup.hands, &setup.counters, setup.passes).hash(&mut hasher);
    hasher.finish()
}

/// Perft with a stop flag; `None` if it was stopped.
fn perft(variant: &Variant, setup: &Setup, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
    if options.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return None;
    }
    if depth == 0 {
        return Some(1);
    }
    let moves = literal::legal_moves(variant, setup);
    if depth == 1 {
        if let Some(progress) = options.progress {
            progress.fetch_add(moves.len() as u64, Ordering::Relaxed);
        }
        return Some(moves.len() as u64);
    }
    moves.into_iter().map(|m| perft(variant, &literal::play(variant, setup, m), depth - 1, options)).sum()
}
