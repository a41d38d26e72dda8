//! Games of more than two by tables: the same sets whoever moves, seen by each player in turn as a game of two.
//!
//! A player and those who may take the player's pieces are the two seats of ordinary tables ([`crate::tables::seats`]); to
//! pass the turn on is to say anew which sets are whose. Two things are beyond tables, and left to the literal evaluator:
//! what becomes of a player who cannot move (rare), and moves of somebody who could take a royal (rarer: it was left to
//! be taken, or another player's move laid it bare).

use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::bits::{Bits, Processor};
use crate::tables::Unsupported;
use crate::tables::account::Account;
use crate::tables::markers::Markers;
use crate::tables::seats::{self, owned};
use crate::variant::{Move, Piece, PlayerId, PlayerSet, RoleId, RoleSet, Setup, Variant, Verdict, literal};

use super::choose::{count, generate, has_reply};
use super::evaluator::Evaluator;
use super::fallen::{Fall, is_gone};
use super::generate::Wanted;
use super::legality::{attacked, in_check};
use super::make::After as Make;
use super::perft::PerftOptions;
use super::sinks::Found;
use super::state::State;
use super::tasks::List;
use super::view::View;
use super::views::Views;

/// What answers for a position of several players.
pub(super) trait Several: Debug + Send + Sync {
    /// Every legal move, in no particular order.
    fn legal_moves(&self, setup: &Setup) -> Vec<Move>;

    /// Whether there is one.
    fn has_legal_move(&self, setup: &Setup) -> bool;

    /// The position after a legal move.
    fn play(&self, setup: &Setup, m: Move) -> Setup;

    /// The number of positions so many moves on; `None` if it was stopped.
    fn perft(&self, setup: &Setup, depth: u32, options: &PerftOptions<'_>) -> Option<u64>;

    /// Whether each move is looked at by itself.
    fn tries_moves(&self, setup: &Setup) -> bool;

    /// How much memory the tables made so far take, in bytes.
    fn bytes(&self) -> usize;

    /// How the game runs while nobody is out.
    fn account(&self) -> Account;
}

/// A game of several players, ready to run.
pub(super) struct Armies<const W: usize, const R: usize, const H: usize, P> {
    pub(super) variant: Arc<Variant>,
    processor: P,
    pub(super) views: Views<W>,
    /// Who left which mark.
    pub(super) markers: Option<Arc<Markers>>,
    /// Whether what follows moves may take royals.
    blasts: bool,
    /// Whether a turn may be several moves.
    phased: bool,
    /// By player the royal roles (a bit each), where the start position has some.
    pub(super) kings: Vec<u64>,
}

/// The state after a move, as far as tables know it.
pub(super) enum After<'a, const W: usize, const R: usize, const H: usize> {
    /// Nobody has gone out.
    Same(&'a mut State<W, R, H>),
    /// Somebody has, who lost a royal by it.
    Fallen(&'a mut Fall<W, R, H>),
    /// Tables do not know it.
    Unknown,
}

/// Who sees a state once the turn has passed on.
pub(super) enum Turned<'a, const W: usize> {
    /// The player whose turn it is, and whether the game is over.
    Seen(&'a View<W>, bool),
    /// Somebody goes out: the position as it is once that is settled.
    Settled(Setup),
}

/// A position, seen by the player whose turn it is. The state lies elsewhere: it is large, and made where it is used.
#[derive(Clone, Copy)]
pub(super) struct Node<'a, const W: usize, const R: usize, const H: usize> {
    pub view: &'a View<W>,
    pub state: &'a State<W, R, H>,
    pub out: PlayerSet,
    /// Whether the game is over.
    pub over: bool,
}

/// [`Node`] with the state in it.
pub(super) struct Held<'a, const W: usize, const R: usize, const H: usize> {
    pub view: &'a View<W>,
    pub state: State<W, R, H>,
    pub out: PlayerSet,
    pub over: bool,
}

impl<const W: usize, const R: usize, const H: usize> Held<'_, W, R, H> {
    pub fn node(&self) -> Node<'_, W, R, H> {
        Node { view: self.view, state: &self.state, out: self.out, over: self.over }
    }
}

impl<const W: usize, const R: usize, const H: usize, P> Debug for Armies<W, R, H, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Armies").field("views", &self.views.number()).finish_non_exhaustive()
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Armies<W, R, H, P> {
    /// Makes a game ready.
    ///
    /// # Errors
    /// When the rules have something that only the literal evaluator can run, or the form has no room for them.
    pub fn new(variant: &Arc<Variant>, processor: P) -> Result<Self, Unsupported> {
        let players = variant.players.len();
        let room = variant.board.len() <= Bits::<W>::CAPACITY && players * variant.roles.len() < R.min(64);
        if !room {
            return Err(Unsupported("a board or roles beyond every form"));
        }
        // What cannot be run is refused before anything is computed of all turns.
        seats::check(variant)?;
        let royals = |player: PlayerId| {
            let had = literal::royals(variant, &variant.start, player) > 0;
            let roles = (0..variant.roles.len() as u8).map(RoleId);
            let royal = roles.filter(|&role| had && variant.role(role).royal);
            royal.map(|role| owned(variant, player, role)).collect::<RoleSet>().0
        };
        let mut armies = Self {
            variant: variant.clone(),
            processor,
            views: Views::new(variant),
            markers: None,
            blasts: seats::blasts(variant),
            phased: variant.has_phases(),
            kings: variant.everybody().iter().map(royals).collect(),
        };
        let mut made = armies.views.start(variant, P::EXTRACTS)?;
        let own = made.iter().map(|view| (&view.rules.sides[0], &view.rules.offers[0]));
        armies.markers = Markers::new(variant, own).map(Arc::new);
        for view in &mut made {
            view.rules.set_markers(armies.markers.clone());
            if view.rules.memory.words(W) > H {
                return Err(Unsupported("more to remember than every form has room for"));
            }
        }
        armies.views.keep(made);
        Ok(armies)
    }

    /// A position; `None` where the literal evaluator has to answer.
    pub(super) fn node(&self, setup: &Setup) -> Option<Held<'_, W, R, H>> {
        let variant = &*self.variant;
        if setup.squares.len() != variant.board.len() {
            return None;
        }
        let view = self.view(setup.turn, variant.mover(setup.turn), setup.out)?;
        if !view.rules.tell_marks(setup) {
            return None;
        }
        let (count, roles) = (variant.roles.len(), view.rules.roles);
        let seated = |piece: Piece| {
            let role = owned(variant, piece.player, piece.role);
            let player = match role.0 & 63 {
                role if view.spared >> role & 1 == 1 => PlayerId::NOBODY,
                role if view.own >> role & 1 == 1 => PlayerId(0),
                _ => PlayerId(1),
            };
            Piece { player, role }
        };
        let known = |piece: &Piece| {
            let neutral = |role: RoleId| variant.role(role).neutral;
            let somebodys = piece.player.index() < variant.players.len();
            piece.role.index() < count && (somebodys || piece.is_neutral() && neutral(piece.role))
        };
        let mut hands = Vec::new();
        if !setup.hands.is_empty() {
            hands = vec![0; 2 * roles];
            hands[..roles].iter_mut().zip(&setup.hands).for_each(|(to, &held)| *to = held);
        }
        let squares = setup.squares.iter().map(|piece| piece.filter(known).map(seated)).collect();
        let state = State::new(&view.rules, &Setup { squares, hands, ..setup.clone() });
        let over = literal::royal_lost(variant, setup).is_some() || literal::ended(variant, setup).is_some();
        self.knows(setup.out).then_some(Held { view, state, out: setup.out, over })
    }

    /// The position as a setup, numbers of moves left out.
    pub(super) fn setup(&self, node: &Node<'_, W, R, H>) -> Setup {
        let count = self.variant.roles.len();
        let mut setup = node.state.setup(&node.view.rules);
        for piece in setup.squares.iter_mut().flatten() {
            let role = piece.role.index();
            *piece = self.variant.piece(PlayerId((role / count) as u8), RoleId((role % count) as u8));
        }
        setup.hands.truncate(node.view.rules.roles);
        setup.out = node.out;
        setup
    }

    /// The same state as a player sees it.
    fn seen(&self, state: &State<W, R, H>, view: &View<W>) -> State<W, R, H> {
        let mut seen = *state;
        view.seat(&mut seen);
        seen
    }

    /// Whether a player is in check at a turn. Of the state only who sits where is changed.
    pub(super) fn in_check(
        &self,
        state: &mut State<W, R, H>,
        (turn, out): (u16, PlayerSet),
        player: PlayerId,
    ) -> bool {
        let Some(view) = self.view(turn, player, out) else { return false };
        view.seat(state);
        in_check(self.processor, &view.rules, state, 0)
    }

    /// Passes the turn on after a player's move: to the next who is not out, or to the first who stands in check where that
    /// is the rule. The mover does not: what tables tell of moves is that they leave none of the mover's royals attacked.
    pub(super) fn advance(
        &self,
        state: &mut State<W, R, H>,
        (mover, out): (PlayerId, PlayerSet),
        over: bool,
    ) -> Option<Turned<'_, W>> {
        let variant = &*self.variant;
        let later = std::iter::successors(Some(state.turn), |&turn| Some(variant.next_turn(turn)));
        let mut later = later.take(variant.turns.len()).filter(|&turn| !out.contains(variant.mover(turn)));
        let next = later.clone().next()?;
        // As long as the turn goes on, nothing is asked that belongs to its end.
        let begins = !self.phased || variant.turn(next).after.is_some();
        if variant.choice.answer && begins {
            let answers = |&turn: &u16| {
                let player = variant.mover(turn);
                let first = !self.phased || variant.turn(turn).after.is_some();
                first && player != mover && self.in_check(state, (turn, out), player)
            };
            let answering = later.find(answers);
            state.turn = answering.unwrap_or(next);
        } else {
            state.turn = next;
        }
        let view = self.view(state.turn, variant.mover(state.turn), out)?;
        let ended = if over || !begins { None } else { self.ended(state, out) };
        view.seat(state);
        if begins {
            let own = state.players[0];
            state.forget_marks(&view.rules, own);
        }
        let goes =
            ended.is_some_and(|(player, verdict)| verdict == Verdict::Loss && variant.goes_on(out, player));
        let over = over || ended.is_some();
        if !goes {
            return Some(Turned::Seen(view, over));
        }
        let mut setup = self.setup(&Node { view, state, out, over });
        literal::settle(variant, &mut setup);
        Some(Turned::Settled(setup))
    }

    /// The end of the game's own that has come, for whom and with what result, now that the turn has passed. Of the state only
    /// who sits where is changed.
    fn ended(&self, state: &mut State<W, R, H>, out: PlayerSet) -> Option<(PlayerId, Verdict)> {
        let variant = &*self.variant;
        if variant.ending.ends.is_empty() {
            return None;
        }
        let last = variant.mover_before(state.turn, out);
        let others = variant.everybody().without(out).without(PlayerSet::single(last));
        let mut first: Option<(usize, PlayerId, Verdict)> = None;
        for player in std::iter::once(last).chain(others.iter()) {
            let view = self.view(state.turn, player, out)?;
            view.seat(state);
            let before = first.map_or(view.ends.len(), |(index, ..)| index);
            let (rules, processor) = (&view.rules, self.processor);
            let evaluator = Evaluator::new(processor, rules, &*state, 0);
            let found = view.ends.iter().take(before).position(|(when, _)| evaluator.holds(when));
            if let Some(index) = found {
                first = view.ends.get(index).map(|&(_, verdict)| (index, player, verdict));
            }
        }
        first.map(|(_, player, verdict)| (player, verdict))
    }

    /// Whether the player to move could take a royal, so that somebody may be out after the next move. Where what follows moves
    /// may take royals, that is asked of each move instead.
    pub(super) fn is_special(&self, view: &View<W>, state: &State<W, R, H>) -> bool {
        if self.blasts {
            return false;
        }
        let royals = state.any_of(view.prizes);
        royals.indices().any(|square| attacked(self.processor, &view.rules, state, 1, square))
    }

    /// Partners who are not in check and must not come to be.
    fn exposed(&self, node: &Node<'_, W, R, H>) -> PlayerSet {
        let mut exposed = PlayerSet::default();
        for partner in node.view.partners.iter() {
            let Some(view) = self.view(node.state.turn, partner, node.out) else { continue };
            if !in_check(self.processor, &view.rules, &self.seen(node.state, view), 0) {
                exposed = exposed.with(PlayerSet::single(partner));
            }
        }
        exposed
    }

    /// Calls a function with each move and the state after it; the node is not special and the game not over.
    pub(super) fn each(
        &self,
        node: &Node<'_, W, R, H>,
        wanted: &Wanted<W>,
        mut each: impl FnMut(Move, After<'_, W, R, H>),
    ) {
        let (processor, rules, state) = (self.processor, &node.view.rules, node.state);
        let exposed = self.exposed(node);
        let crowns = node.view.prizes;
        let prizes = state.any_of(crowns);
        let mut moves = Vec::with_capacity(64);
        processor.call(List { rules, state, moves: &mut moves, wanted: *wanted });
        for m in moves {
            let mut after = processor.call(Make { rules, state, m });
            if self.blasts && is_gone(&after, prizes, crowns) {
                match self.fall(rules, (state.turn, node.out), &after) {
                    Some((mut fall, true)) => each(m, After::Fallen(&mut fall)),
                    Some((_, false)) => {}
                    None if self.is_legal(node, m) => each(m, After::Unknown),
                    None => {}
                }
            } else if self.spares(exposed, &mut after, node.out) && !self.mates_by_drop(node, m, &after) {
                each(m, After::Same(&mut after));
            }
        }
    }

    /// Whether none of these partners stands in check. Of the state only who sits where is changed.
    fn spares(&self, partners: PlayerSet, after: &mut State<W, R, H>, out: PlayerSet) -> bool {
        let turn = after.turn;
        !partners.iter().any(|partner| self.in_check(after, (turn, out), partner))
    }

    /// Whether a move is a drop that mates and must not.
    fn mates_by_drop(&self, node: &Node<'_, W, R, H>, m: Move, after: &State<W, R, H>) -> bool {
        let forbidden = m.drop().is_some_and(|role| node.view.unmating >> (role.0 & 63) & 1 == 1);
        forbidden
            && node.view.opponents.iter().any(|opponent| {
                let Some(view) = self.view(after.turn, opponent, node.out) else { return false };
                let state = self.seen(after, view);
                if !in_check(self.processor, &view.rules, &state, 0) {
                    return false;
                }
                if self.is_special(view, &state) {
                    return !literal::is_legal(&self.variant, &self.setup(node), self.as_played(m));
                }
                self.is_mated(&Node { view, state: &state, out: node.out, over: false })
            })
    }

    /// Whether a player who is in check has no move of a piece's against it.
    fn is_mated(&self, node: &Node<'_, W, R, H>) -> bool {
        if node.view.partners.is_empty() {
            return !has_reply(self.processor, &node.view.rules, node.state);
        }
        let mut any = false;
        self.each(node, &Wanted { hand: false, pass: false, ..Wanted::ALL }, |_, _| any = true);
        !any
    }

    /// Whether a move that tables do not tell is legal.
    fn is_legal(&self, node: &Node<'_, W, R, H>, m: Move) -> bool {
        literal::is_legal(&self.variant, &self.setup(node), self.as_played(m))
    }

    /// The number of legal moves.
    pub(super) fn count(&self, node: &Node<'_, W, R, H>) -> u64 {
        let &Node { view, state, .. } = node;
        if node.over {
            return 0;
        }
        if self.is_special(view, state) {
            return literal::legal_moves(&self.variant, &self.setup(node)).len() as u64;
        }
        if !self.blasts && view.unmating == 0 && view.partners.is_empty() {
            return count(self.processor, &view.rules, state);
        }
        let mut number = 0;
        self.each(node, &Wanted::ALL, |_, _| number += 1);
        number
    }

    /// Whether there is a legal move.
    pub(super) fn has_move(&self, node: &Node<'_, W, R, H>) -> bool {
        let &Node { view, state, .. } = node;
        if node.over || self.blasts || self.is_special(view, state) || !view.partners.is_empty() {
            return self.count(node) > 0;
        }
        let mut found = Found(false);
        // Drops that may not mate are left out at first: most often there are other moves.
        let wanted = Wanted { dropped: !view.unmating, ..Wanted::ALL };
        generate(self.processor, &view.rules, state, &mut found, &wanted);
        found.0 || view.unmating != 0 && self.count(node) > 0
    }

    /// What becomes of a position without a move: whoever has lost goes out, and another moves. `None` if nothing does.
    pub(super) fn settled(&self, node: &Node<'_, W, R, H>) -> Option<Setup> {
        let mut setup = self.setup(node);
        let before = (setup.out, setup.turn);
        literal::settle(&self.variant, &mut setup);
        (!node.over && (setup.out, setup.turn) != before).then_some(setup)
    }

    /// A move as the game tells roles apart.
    pub(super) fn as_played(&self, m: Move) -> Move {
        let count = self.variant.roles.len() as u16;
        Move { choice: m.choice.checked_sub(1).map_or(0, |role| role % count + 1), ..m }
    }

    /// A move as the tables tell roles apart.
    fn as_seen(&self, m: Move, player: PlayerId) -> Move {
        let seen = |role: u16| u16::from(owned(&self.variant, player, RoleId(role as u8)).0) + 1;
        Move { choice: m.choice.checked_sub(1).map_or(0, seen), ..m }
    }

    /// The position after a legal move, if tables tell it: somebody can move then, and nobody is out who was not before.
    fn played(&self, setup: &Setup, m: Move) -> Option<Setup> {
        let variant = &*self.variant;
        let held = self.node(setup).filter(|held| !held.over && !self.is_special(held.view, &held.state))?;
        let node = held.node();
        let (processor, rules, state) = (self.processor, &node.view.rules, node.state);
        let mover = variant.mover(setup.turn);
        let role = match m.origin() {
            Some(from) => {
                Some(setup.piece(from).filter(|piece| piece.player == mover || piece.is_neutral())?.role)
            }
            None if m.is_pass() => None,
            None => Some(m.drop()?),
        };
        let played = self.as_seen(m, mover);
        let mut after = processor.call(Make { rules, state, m: played });
        let quiet = variant.ending.quiet.as_ref();
        let resets = role.is_some_and(|role| quiet.is_some_and(|quiet| quiet.reset_by.contains(role)));
        let progress = resets || after.players[1].count() < state.players[1].count();
        let crowns = node.view.prizes;
        if self.blasts && is_gone(&after, state.any_of(crowns), crowns) {
            return None;
        }
        let mut turn = after.turn;
        let Turned::Seen(view, over) = self.advance(&mut after, (mover, setup.out), false)? else {
            return None;
        };
        let next = Node { view, state: &after, out: setup.out, over };
        if !self.has_move(&next) {
            return None;
        }
        // The moves of one turn count as one.
        let plies = u32::from(variant.turn(setup.turn).after.is_some());
        let quiet_plies = if progress { 0 } else { setup.quiet_plies.saturating_add(plies) };
        let mut full_moves = setup.full_moves;
        // Turns that are passed over because their players are out begin full moves too; one that is answered at once
        // does not.
        loop {
            full_moves = full_moves.saturating_add(u32::from(variant.begins_full_move(turn)));
            if !setup.out.contains(variant.mover(turn)) {
                break;
            }
            turn = variant.next_turn(turn);
        }
        Some(Setup { quiet_plies, full_moves, ..self.setup(&next) })
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Several for Armies<W, R, H, P> {
    fn legal_moves(&self, setup: &Setup) -> Vec<Move> {
        let held = self.node(setup).filter(|held| held.over || !self.is_special(held.view, &held.state));
        let Some(held) = held else { return literal::legal_moves(&self.variant, setup) };
        let node = held.node();
        let mut moves = Vec::with_capacity(64);
        if !node.over {
            self.each(&node, &Wanted::ALL, |m, _| moves.push(self.as_played(m)));
        }
        moves
    }

    fn has_legal_move(&self, setup: &Setup) -> bool {
        match self.node(setup) {
            Some(held) => self.has_move(&held.node()),
            None => literal::has_legal_move(&self.variant, setup),
        }
    }

    fn play(&self, setup: &Setup, m: Move) -> Setup {
        self.played(setup, m).unwrap_or_else(|| literal::play(&self.variant, setup, m))
    }

    fn perft(&self, setup: &Setup, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        self.perft_with(setup, depth, options)
    }

    fn tries_moves(&self, setup: &Setup) -> bool {
        self.node(setup)
            .is_none_or(|held| !held.view.partners.is_empty() || self.is_special(held.view, &held.state))
    }

    fn bytes(&self) -> usize {
        self.views.all().map(|view| view.rules.bytes()).sum()
    }

    fn account(&self) -> Account {
        let variant = &*self.variant;
        let turn = |player| (0..variant.turns.len() as u16).find(|&turn| variant.mover(turn) == player);
        let view = |player| self.view(turn(player)?, player, PlayerSet::default());
        let views = variant.everybody().iter().map(|player| (player, view(player)));
        Account::of_several(views.filter_map(|(player, view)| Some((player, &view?.rules))), &self.variant)
    }
}
