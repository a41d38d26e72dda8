//! A game of several players.

use std::fmt::{self, Debug};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::bits::{Bits, Processor};
use crate::geometry::{Square, SquareSet};
use crate::tables::multiplayer::{of_players, owned};
use crate::variant::{Move, Piece, PlayerId, PlayerSet, RoleId, RoleSet, Setup, literal};

use super::{Multiplayer, Node};
use crate::position::core::endings::Finish;
use crate::position::core::game::{Game, Which};
use crate::position::core::history::History;
use crate::position::core::literal_game::LiteralGame;
use crate::position::core::make::Clock;
use crate::position::core::moves::generate::Wanted;
use crate::position::core::perft::{self, PerftOptions, Tree};
use crate::position::core::state::State;
use crate::position::core::state::hash::{marks_key, state_key_by_role};
use crate::position::core::tasks::{Attackers, Pinned, Takes};

/// The positions of a game.
pub(super) struct MultiplayerGame<const W: usize, const R: usize, const H: usize, P> {
    tables: Arc<Multiplayer<W, R, H, P>>,
    history: History<Node<W, R, H>>,
}

impl<const W: usize, const R: usize, const H: usize, P> Debug for MultiplayerGame<W, R, H, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MultiplayerGame").field("state", &self.history.now().state).finish_non_exhaustive()
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> MultiplayerGame<W, R, H, P> {
    pub fn new(tables: Arc<Multiplayer<W, R, H, P>>, node: Node<W, R, H>) -> Self {
        Self { tables, history: History::new(node) }
    }

    fn node(&self) -> &Node<W, R, H> {
        self.history.now()
    }

    /// The same position in the literal evaluator.
    fn literal(&self) -> LiteralGame {
        LiteralGame::new(&self.tables.variant, &self.setup())
    }

    fn squares(&self, squares: Bits<W>) -> SquareSet {
        squares.to_set(self.tables.common.rules.squares)
    }

    /// The position after a legal move.
    fn after(&self, m: Move) -> Node<W, R, H> {
        self.tables.after(self.node(), m)
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Game for MultiplayerGame<W, R, H, P> {
    fn copy(&self) -> Box<dyn Game> {
        Box::new(Self { tables: self.tables.clone(), history: self.history.clone() })
    }

    fn at(&self, n: usize) -> Box<dyn Game> {
        Box::new(Self::new(self.tables.clone(), *self.history.after(n)))
    }

    fn setup(&self) -> Setup {
        self.tables.setup(self.node())
    }

    fn turn(&self) -> u16 {
        self.node().state.turn
    }

    fn out(&self) -> PlayerSet {
        self.node().out
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        Some(self.tables.piece(self.node().state.role_at(square.index())?))
    }

    fn by_player(&self, player: PlayerId) -> SquareSet {
        let known = player.index() < self.tables.variant.players.len();
        self.squares(if known { self.tables.army(&self.node().state, player) } else { Bits::EMPTY })
    }

    fn by_role(&self, role: RoleId) -> SquareSet {
        let variant = &*self.tables.variant;
        let roles = of_players(variant, RoleSet::of_word(1 << (role.0 & 63)), variant.everybody());
        self.squares(self.node().state.any_of(roles.word()))
    }

    fn each_piece(&self, player: PlayerId, roles: RoleSet, each: &mut dyn FnMut(Square, RoleId)) {
        let variant = &*self.tables.variant;
        let known = |role: &RoleId| role.index() < variant.roles.len() && !variant.role(*role).neutral;
        for role in roles.iter().filter(known).filter(|_| player.index() < variant.players.len()) {
            let squares = self.node().state.role(owned(variant, player, role).0);
            squares.indices().for_each(|square| each(Square(square as u16), role));
        }
    }

    fn held(&self, player: PlayerId, role: RoleId) -> u16 {
        self.setup().in_hand(self.tables.variant.roles.len(), player, role)
    }

    fn rights(&self) -> u64 {
        self.node().state.rights
    }

    fn each_mark(&self, each: &mut dyn FnMut(Square)) {
        self.node().state.marks.indices().for_each(|square| each(Square(square as u16)));
    }

    fn counter(&self, slot: usize) -> i16 {
        self.setup().counters.get(slot).copied().unwrap_or_default()
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
        let node = self.history.after(n);
        (node.state.turn, self.tables.mover_in_check(node))
    }

    fn list(&self, which: Which, moves: &mut Vec<Move>) {
        let (node, variant, first) = (self.node(), &*self.tables.variant, moves.len());
        let mover = PlayerSet::single(variant.mover(node.state.turn));
        let roles_of = |roles| of_players(variant, roles, mover).word();
        let (wanted, to) = which.wanted(&node.state, self.tables.common.rules.squares, roles_of);
        match self.tables.seat(node) {
            _ if node.over => {}
            None => self.literal().list(which, moves),
            Some(seat) => self.tables.list(&seat, wanted, moves),
        }
        moves.extract_if(first.., |m| !which.keeps(m, to, |m| self.takes(m))).for_each(drop);
    }

    fn each_move(&self, each: &mut dyn FnMut(Move) -> ControlFlow<()>) {
        match self.tables.seat(self.node()) {
            _ if self.node().over => {}
            None => self.literal().each_move(each),
            Some(seat) => self.tables.each(&seat, Wanted::ALL, each),
        }
    }

    fn has_move(&self) -> bool {
        self.node().has_move.unwrap_or_else(|| self.tables.has_move(self.node()))
    }

    fn tries_moves(&self) -> bool {
        let seat = self.tables.seat(self.node());
        self.node().hanging || seat.is_none_or(|seat| !seat.view.partners.is_empty())
    }

    fn play(&mut self, m: Move) {
        let (node, after) = self.history.next();
        self.tables.make(node, m, after);
    }

    fn pass(&mut self) {
        let (node, after) = self.history.next();
        self.tables.make_pass(node, after);
    }

    fn undo(&mut self) -> Option<Move> {
        self.history.back()
    }

    fn forget(&mut self) {
        self.history.forget();
    }

    fn in_check(&self, player: PlayerId) -> bool {
        self.tables.stands_in_check(self.node(), player)
    }

    fn finish(&self, movable: Option<bool>) -> Finish {
        let (node, ending) = (self.node(), &self.tables.variant.ending);
        if node.over || !movable.unwrap_or_else(|| self.has_move()) {
            return Finish::End(self.tables.end(node));
        }
        // The other endings are tested only at the end of a turn.
        if self.tables.variant.turn(node.state.turn).after.is_none() {
            return Finish::None;
        }
        let times = ending.repetition.as_ref().map(|rule| usize::from(rule.times.max(2)) - 2);
        if let Some(first) = times.and_then(|times| self.earlier(times)) {
            return Finish::Repeated(first);
        }
        match ending.quiet.as_ref().is_some_and(|quiet| node.clock.quiet_plies >= quiet.plies) {
            true => Finish::Quiet,
            false => Finish::None,
        }
    }

    fn earlier(&self, nth: usize) -> Option<usize> {
        self.history.nth_earlier(nth, 1, |node| self.tables.is_same(self.node(), node))
    }

    fn repetitions(&self) -> usize {
        self.history.earlier(1, |node| self.tables.is_same(self.node(), node)).count()
    }

    fn key(&self) -> u64 {
        self.node().key ^ marks_key(&self.tables.common.rules, &self.node().state)
    }

    fn repetition_key(&self) -> u64 {
        let node = self.node();
        node.key ^ marks_key(&self.tables.common.rules, &self.tables.with_marks_that_count(node))
    }

    fn fresh_key(&self) -> u64 {
        let (rules, Node { state, out, .. }) = (&self.tables.common.rules, self.node());
        state_key_by_role(rules, state, *out) ^ marks_key(rules, state)
    }

    fn perft(&self, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        perft::perft(&*self.tables, self.node(), depth, options)
    }

    fn key_after(&self, m: Move) -> u64 {
        let after = self.after(m);
        after.key ^ marks_key(&self.tables.common.rules, &after.state)
    }

    fn checks(&self, moves: &[Move], each: &mut dyn FnMut(bool)) {
        let variant = &*self.tables.variant;
        let side = variant.side(variant.mover(self.node().state.turn));
        for &m in moves {
            let after = self.after(m);
            let opponents = variant.everybody().without(side).without(after.out);
            each(opponents.iter().any(|opponent| self.tables.stands_in_check(&after, opponent)));
        }
    }

    fn takes(&self, m: Move) -> bool {
        let (variant, state) = (&*self.tables.variant, &self.node().state);
        let mover = variant.mover(state.turn);
        match self.tables.perspective(state.turn, mover, self.node().out) {
            Some(view) => {
                let m = self.tables.as_seen(m, mover);
                self.tables.processor.call(Takes { rules: &view.rules, state, m })
            }
            None => self.literal().takes(m),
        }
    }

    fn each_change(&self, m: Move, each: &mut dyn FnMut(Square, Option<Piece>, Option<Piece>)) {
        let (before, after) = (&self.node().state, self.after(m).state);
        let piece = |role: Option<u8>| role.map(|role| self.tables.piece(role));
        for square in before.changed_by_role(&after).indices() {
            each(Square(square as u16), piece(before.role_at(square)), piece(after.role_at(square)));
        }
    }

    fn attackers(&self, square: Square, player: PlayerId, gone: &SquareSet) -> SquareSet {
        let node = self.node();
        let known = self.tables.variant.everybody().without(node.out).contains(player);
        let inside = known && square.index() < self.tables.common.rules.squares;
        match self.tables.perspective(node.state.turn, player, node.out).filter(|_| inside) {
            Some(view) => {
                let mut state = node.state;
                view.seat(&mut state);
                let (rules, state, square) = (&view.rules, &state, square.index());
                let gone = Bits::from_set(gone);
                self.squares(self.tables.processor.call(Attackers { rules, state, player: 0, square, gone }))
            }
            None => self.literal().attackers(square, player, gone),
        }
    }

    fn pinned(&self) -> SquareSet {
        match self.tables.seat(self.node()) {
            Some(seat) => {
                let (rules, state) = (&seat.view.rules, seat.state);
                self.squares(self.tables.processor.call(Pinned { rules, state }))
            }
            None => self.literal().pinned(),
        }
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Multiplayer<W, R, H, P> {
    /// Whether two positions with the same key are equal for the repetition rule.
    fn is_same(&self, one: &Node<W, R, H>, other: &Node<W, R, H>) -> bool {
        one.out == other.out && self.with_marks_that_count(one) == self.with_marks_that_count(other)
    }

    /// The state of a position, without its marks if no legal move depends on them.
    fn with_marks_that_count(&self, node: &Node<W, R, H>) -> State<W, R, H> {
        let (state, none) = (&node.state, node.state.unmarked(&self.common.rules));
        let moves = |state| {
            let mut moves = Vec::new();
            self.moves(&Node { state, ..*node }, &mut moves);
            moves.sort_unstable();
            moves
        };
        match state.marks.is_empty() || moves(*state) == moves(none) {
            true => none,
            false => *state,
        }
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Tree for Multiplayer<W, R, H, P> {
    type Node = Node<W, R, H>;

    fn count(&self, node: &Self::Node) -> u64 {
        Self::count(self, node)
    }

    fn moves(&self, node: &Self::Node, moves: &mut Vec<Move>) {
        match self.seat(node) {
            _ if node.over => {}
            Some(seat) => self.list(&seat, Wanted::ALL, moves),
            None => moves.extend(literal::legal_moves(&self.variant, &self.setup(node))),
        }
    }

    fn after(&self, node: &Self::Node, m: Move) -> Self::Node {
        let mut after = *node;
        self.make(node, m, &mut after);
        after
    }

    fn key(&self, node: &Self::Node) -> u64 {
        node.key ^ marks_key(&self.common.rules, &node.state)
    }
}
