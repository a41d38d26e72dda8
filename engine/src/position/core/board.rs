//! The game of two players, for each form of the tables.

use std::fmt::{self, Debug};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::bits::{Bits, Processor, Task};
use crate::geometry::{Square, SquareSet};
use crate::tables::Rules;
use crate::variant::{Move, Piece, PlayerId, RoleId, RoleSet, Setup, Variant};

use super::Account;
use crate::position::core::endings::Finish;
use crate::position::core::endings::repetition::{earlier, repetitions, with_marks_that_count};
use crate::position::core::endings::{Verdicts, finish};
use crate::position::core::game::{Form, Game, Which};
use crate::position::core::history::History;
use crate::position::core::literal_game::LiteralGame;
use crate::position::core::make::Clock;
use crate::position::core::make::{After, Node, make, null};
use crate::position::core::moves::choice::generate_erased;
use crate::position::core::moves::generate::Wanted;
use crate::position::core::moves::sinks::{Calls, TargetSets};
use crate::position::core::perft::{self, PerftOptions, Tree};
use crate::position::core::state::State;
use crate::position::core::state::hash::{difference, marks_key, state_key};
use crate::position::core::tasks::{Attackers, Check, Checks, Count, Has, List, Pinned, Takes, Tries};
use crate::position::search::Targets;

/// The tables of one form, and the processor that its code is compiled for.
#[derive(Clone)]
pub(crate) struct Tables<const W: usize, const R: usize, const H: usize, P> {
    pub variant: Arc<Variant>,
    pub rules: Arc<Rules<W>>,
    pub processor: P,
}

/// A game in progress.
struct Board<const W: usize, const R: usize, const H: usize, P> {
    rules: Arc<Rules<W>>,
    processor: P,
    verdicts: Verdicts,
    history: History<Node<W, R, H>>,
}

impl<const W: usize, const R: usize, const H: usize, P> Debug for Tables<W, R, H, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("words", &W)
            .field("roles", &R)
            .field("memory", &H)
            .finish_non_exhaustive()
    }
}

impl<const W: usize, const R: usize, const H: usize, P> Debug for Board<W, R, H, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board").field("node", self.history.now()).finish_non_exhaustive()
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Form for Tables<W, R, H, P> {
    fn start(&self, setup: &Setup) -> Box<dyn Game> {
        // The state cannot hold marks that no move could have left; the literal evaluator keeps them.
        if !self.rules.tell_marks(setup) {
            return Box::new(LiteralGame::new(&self.variant, setup));
        }
        let state = State::<W, R, H>::new(&self.rules, setup);
        let key = state_key(&self.rules, &state);
        let node = Node { state, key, clock: Clock::of(setup), m: Move::pass() };
        let ending = &self.variant.ending;
        let (royal_lost, checkmate, stalemate) = (ending.royal_lost, ending.checkmate, ending.stalemate);
        let stalemate = ending.last_stalemate.unwrap_or(stalemate);
        let verdicts = Verdicts { royal_lost, checkmate, stalemate };
        let (rules, processor) = (self.rules.clone(), self.processor);
        Box::new(Board { rules, processor, verdicts, history: History::new(node) })
    }

    fn bytes(&self) -> usize {
        self.rules.bytes()
    }

    fn account(&self) -> Account {
        self.rules.account(&self.variant, [Some(PlayerId(0)), Some(PlayerId(1))])
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Board<W, R, H, P> {
    #[inline(always)]
    fn node(&self) -> &Node<W, R, H> {
        self.history.now()
    }

    fn with(&self, history: History<Node<W, R, H>>) -> Box<dyn Game> {
        Box::new(Self { history, rules: self.rules.clone(), ..*self })
    }

    fn in_check_of(&self, state: &State<W, R, H>, player: usize) -> bool {
        self.processor.call(Check { rules: &self.rules, state, player })
    }

    fn after(&self, m: Move) -> State<W, R, H> {
        self.processor.call(After { rules: &self.rules, state: &self.node().state, m })
    }

    fn is_inside(&self, square: Square) -> bool {
        square.index() < self.rules.squares
    }
}

/// Plays a move.
struct Play<'a, const W: usize, const R: usize, const H: usize, P>(&'a mut Board<W, R, H, P>, Move);

impl<const W: usize, const R: usize, const H: usize, Q: Processor> Task for Play<'_, W, R, H, Q> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) {
        let (node, after) = self.0.history.next();
        make(processor, &self.0.rules, node, self.1, after);
    }
}

/// The query for the end of the game.
struct Ended<'a, const W: usize, const R: usize, const H: usize, P>(&'a Board<W, R, H, P>, Option<bool>);

impl<const W: usize, const R: usize, const H: usize, Q: Processor> Task for Ended<'_, W, R, H, Q> {
    type Output = Finish;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Finish {
        let Board { rules, verdicts, history, .. } = self.0;
        finish(processor, rules, *verdicts, history, self.1)
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Game for Board<W, R, H, P> {
    fn copy(&self) -> Box<dyn Game> {
        self.with(self.history.clone())
    }

    fn at(&self, n: usize) -> Box<dyn Game> {
        self.with(History::new(*self.history.after(n)))
    }

    fn setup(&self) -> Setup {
        let node = self.node();
        node.clock.write(node.state.setup(&self.rules))
    }

    fn turn(&self) -> u16 {
        self.node().state.turn
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        self.node().state.piece(square)
    }

    fn by_player(&self, player: PlayerId) -> SquareSet {
        let pieces = self.node().state.players.get(player.index());
        pieces.copied().unwrap_or(Bits::EMPTY).to_set(self.rules.squares)
    }

    fn by_role(&self, role: RoleId) -> SquareSet {
        let pieces = self.node().state.roles.get(role.index()).filter(|_| role.index() < self.rules.roles);
        pieces.copied().unwrap_or(Bits::EMPTY).to_set(self.rules.squares)
    }

    fn each_piece(&self, player: PlayerId, roles: RoleSet, each: &mut dyn FnMut(Square, RoleId)) {
        let state = &self.node().state;
        let own = state.players[player.index() & 1];
        for role in roles.iter().filter(|role| role.index() < self.rules.roles) {
            (state.role(role.0) & own).indices().for_each(|square| each(Square(square as u16), role));
        }
    }

    fn held(&self, player: PlayerId, role: RoleId) -> u16 {
        let known = self.rules.memory.hands && player.index() < 2 && role.index() < self.rules.roles;
        if known { self.node().state.lane(self.rules.memory.held(player.index(), role.0)) } else { 0 }
    }

    fn rights(&self) -> u64 {
        self.node().state.rights
    }

    fn each_mark(&self, each: &mut dyn FnMut(Square)) {
        self.node().state.marks.indices().for_each(|square| each(Square(square as u16)));
    }

    fn counter(&self, slot: usize) -> i16 {
        let memory = &self.rules.memory;
        if slot < memory.counters { self.node().state.lane(memory.counter(slot)) as i16 } else { 0 }
    }

    fn clock(&self) -> Clock {
        self.node().clock
    }

    fn plies(&self) -> usize {
        self.history.plies()
    }

    fn played(&self, n: usize) -> Option<Move> {
        self.history.played(n)
    }

    fn check_at(&self, n: usize) -> (u16, bool) {
        let state = &self.history.after(n).state;
        (state.turn, self.in_check_of(state, state.mover(&self.rules)))
    }

    fn list(&self, which: Which, moves: &mut Vec<Move>) {
        let (rules, state, first) = (&*self.rules, &self.node().state, moves.len());
        let (wanted, to) = which.wanted(state, rules.squares, |roles| roles.word());
        self.processor.call(List { rules, state, moves, wanted });
        if to.is_some() || matches!(which, Which::Quiets) {
            moves.extract_if(first.., |m| !which.keeps(m, to, |m| self.takes(m))).for_each(drop);
        }
    }

    fn each_move(&self, each: &mut dyn FnMut(Move) -> ControlFlow<()>) {
        let mut calls = Calls { each, stopped: false };
        generate_erased(self.processor, &self.rules, &self.node().state, &mut calls, &Wanted::ALL);
    }

    fn each_targets(&self, each: &mut dyn FnMut(Targets<'_>)) {
        let state = &self.node().state;
        generate_erased(self.processor, &self.rules, state, &mut TargetSets { state, each }, &Wanted::ALL);
    }

    fn has_move(&self) -> bool {
        self.processor.call(Has { rules: &self.rules, state: &self.node().state })
    }

    fn tries_moves(&self) -> bool {
        self.processor.call(Tries { rules: &self.rules, state: &self.node().state })
    }

    fn play(&mut self, m: Move) {
        self.processor.call(Play(self, m));
    }

    fn pass(&mut self) {
        let (node, after) = self.history.next();
        *after = null(&self.rules, node);
    }

    fn undo(&mut self) -> Option<Move> {
        self.history.back()
    }

    fn forget(&mut self) {
        self.history.forget();
    }

    fn in_check(&self, player: PlayerId) -> bool {
        self.in_check_of(&self.node().state, player.index() & 1)
    }

    fn finish(&self, movable: Option<bool>) -> Finish {
        self.processor.call(Ended(self, movable))
    }

    fn earlier(&self, nth: usize) -> Option<usize> {
        earlier(self.processor, &self.rules, &self.history, nth)
    }

    fn repetitions(&self) -> usize {
        repetitions(self.processor, &self.rules, &self.history)
    }

    fn key(&self) -> u64 {
        self.node().key ^ marks_key(&self.rules, &self.node().state)
    }

    fn repetition_key(&self) -> u64 {
        let node = self.node();
        node.key ^ marks_key(&self.rules, &with_marks_that_count(self.processor, &self.rules, &node.state))
    }

    fn fresh_key(&self) -> u64 {
        let state = &self.node().state;
        state_key(&self.rules, state) ^ marks_key(&self.rules, state)
    }

    fn perft(&self, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        perft::perft(self, &self.node().state, depth, options)
    }

    fn key_after(&self, m: Move) -> u64 {
        let (node, after) = (self.node(), self.after(m));
        node.key ^ difference(&self.rules, &node.state, &after) ^ marks_key(&self.rules, &after)
    }

    fn checks(&self, moves: &[Move], each: &mut dyn FnMut(bool)) {
        self.processor.call(Checks { rules: &self.rules, state: &self.node().state, moves, each });
    }

    fn takes(&self, m: Move) -> bool {
        self.processor.call(Takes { rules: &self.rules, state: &self.node().state, m })
    }

    fn each_change(&self, m: Move, each: &mut dyn FnMut(Square, Option<Piece>, Option<Piece>)) {
        let (before, after) = (&self.node().state, self.after(m));
        for square in before.changed(&after).indices() {
            let square = Square(square as u16);
            each(square, before.piece(square), after.piece(square));
        }
    }

    fn attackers(&self, square: Square, player: PlayerId, gone: &SquareSet) -> SquareSet {
        let (rules, state) = (&*self.rules, &self.node().state);
        if !self.is_inside(square) {
            return SquareSet::new(rules.squares);
        }
        let (player, square, gone) = (player.index() & 1, square.index(), Bits::from_set(gone));
        self.processor.call(Attackers { rules, state, player, square, gone }).to_set(rules.squares)
    }

    fn pinned(&self) -> SquareSet {
        let (rules, state) = (&*self.rules, &self.node().state);
        self.processor.call(Pinned { rules, state }).to_set(rules.squares)
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Tree for Board<W, R, H, P> {
    type Node = State<W, R, H>;

    fn count(&self, state: &Self::Node) -> u64 {
        self.processor.call(Count { rules: &self.rules, state })
    }

    fn moves(&self, state: &Self::Node, moves: &mut Vec<Move>) {
        self.processor.call(List { rules: &self.rules, state, moves, wanted: Wanted::ALL });
    }

    fn after(&self, state: &Self::Node, m: Move) -> Self::Node {
        self.processor.call(After { rules: &self.rules, state, m })
    }

    fn key(&self, state: &Self::Node) -> u64 {
        state_key(&self.rules, state) ^ marks_key(&self.rules, state)
    }
}
