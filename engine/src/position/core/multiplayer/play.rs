//! Makes a move with several players: the board, eliminations, the next turn, and the end of the game.

use crate::bits::Processor;
use crate::variant::{Move, PlayerId, Reason, RoleId, Verdict, literal};

use super::elimination::is_gone;
use super::{Multiplayer, Node};
use crate::position::core::endings::End;
use crate::position::core::make::After;
use crate::position::core::make::Clock;
use crate::position::core::moves::evaluator::Evaluator;
use crate::position::core::state::State;
use crate::position::core::state::hash::difference_by_role;

impl<const W: usize, const R: usize, const H: usize, P: Processor> Multiplayer<W, R, H, P> {
    /// Writes the position after a legal move over `after`.
    pub(super) fn make(&self, before: &Node<W, R, H>, m: Move, after: &mut Node<W, R, H>) {
        if self.make_by_tables(before, m, after).is_none() {
            *after = self.node(&literal::play(&self.variant, &self.setup(before), m));
        }
        self.follow(before, m, after);
    }

    /// Passes the turn, even if the rules do not allow it.
    pub(super) fn make_pass(&self, before: &Node<W, R, H>, after: &mut Node<W, R, H>) {
        *after = Node { over: false, has_move: None, ..*before };
        after.state = after.state.unmarked(&self.common.rules);
        after.state.turn = self.variant.next_turn(before.state.turn);
        self.tick(before, after, false);
        self.skip(after);
        let player = self.variant.mover(after.state.turn);
        if let Some(view) = self.perspective(after.state.turn, player, after.out) {
            view.seat(&mut after.state);
            after.hanging = !self.blasts && self.is_hanging(view, &after.state);
        }
        self.follow(before, Move::pass(), after);
    }

    /// Fills in the rest of a node after a move.
    fn follow(&self, before: &Node<W, R, H>, m: Move, after: &mut Node<W, R, H>) {
        after.m = m;
        let (one, two) = ((&before.state, before.out), (&after.state, after.out));
        after.key = before.key ^ difference_by_role(&self.common.rules, one, two);
        // If no piece can be added to the board, positions with more pieces cannot recur.
        let fewer = after.state.occupied().count() < before.state.occupied().count();
        let gone = after.out != before.out || fewer && !self.grows;
        after.clock.reversible = if gone { 0 } else { before.clock.reversible + 1 };
    }

    /// Fills in everything except what [`Self::follow`] does; `None` if the tables do not suffice.
    fn make_by_tables(&self, before: &Node<W, R, H>, m: Move, after: &mut Node<W, R, H>) -> Option<()> {
        let seat = self.seat(before).filter(|_| !m.is_leaving())?;
        let (variant, rules, state) = (&*self.variant, &seat.view.rules, &before.state);
        let mover = variant.mover(state.turn);
        let seen = self.as_seen(m, mover);
        let (_, role) = state.author(rules, seen);
        after.state = self.processor.call(After { rules, state, m: seen });
        (after.out, after.over, after.known, after.has_move) = (before.out, false, true, None);
        let role = role.map(|role| RoleId(role % variant.roles.len() as u8));
        let quiet = variant.ending.quiet.as_ref();
        let resets = role.is_some_and(|role| quiet.is_some_and(|quiet| quiet.reset_by.contains(role)));
        let progress = resets || after.state.players[1].count() < state.players[1].count();
        self.tick(before, after, progress);
        if seat.hanging && is_gone(seat.view, state, &after.state) {
            let fall = self.fall(&after.state, before.out);
            (after.state, after.out, after.over) = (fall.state, fall.out, fall.loser.is_some());
            after.known = self.knows(after.out);
        }
        self.settle(after, mover)
    }

    /// Updates the clock after a move.
    fn tick(&self, before: &Node<W, R, H>, after: &mut Node<W, R, H>, progress: bool) {
        let Clock { quiet_plies, full_moves, .. } = before.clock;
        // All moves of one turn count as one ply.
        let plies = u32::from(self.variant.turn(before.state.turn).after.is_some());
        let begins = u32::from(self.variant.begins_full_move(after.state.turn));
        after.clock = Clock {
            quiet_plies: if progress { 0 } else { quiet_plies.saturating_add(plies) },
            full_moves: full_moves.saturating_add(begins),
            ..before.clock
        };
    }

    /// Skips turns of eliminated players, and clears the marks of the player to move.
    fn skip(&self, node: &mut Node<W, R, H>) {
        let variant = &*self.variant;
        for _ in 0..2 * variant.turns.len() {
            if !node.out.contains(variant.mover(node.state.turn)) {
                break;
            }
            node.state.turn = variant.next_turn(node.state.turn);
            let begins = u32::from(variant.begins_full_move(node.state.turn));
            node.clock.full_moves = node.clock.full_moves.saturating_add(begins);
        }
        self.drop_own_marks(&mut node.state);
    }

    /// A player's own marks last until that player's next turn.
    fn drop_own_marks(&self, state: &mut State<W, R, H>) {
        if state.marks.any() && self.begins(state.turn) {
            let own = self.army(state, self.variant.mover(state.turn));
            state.forget_marks(&self.common.rules, own);
        }
    }

    /// Whether a new turn begins here. End-of-turn rules are not tested within a turn.
    fn begins(&self, turn: u16) -> bool {
        !self.phased || self.variant.turn(turn).after.is_some()
    }

    /// Finds the next player after `mover`: the next one in the game, or the first in check if the rules say
    /// so. Players that have lost are eliminated. `None` if the tables do not suffice.
    fn settle(&self, node: &mut Node<W, R, H>, mover: PlayerId) -> Option<()> {
        let variant = &*self.variant;
        // A legal move leaves none of the mover's royals en prise, unless it ended the game.
        let mut safe = Some(mover).filter(|_| !node.over);
        // Each round eliminates a player.
        for _ in 0..variant.players.len() {
            if !node.known {
                return None;
            }
            self.skip(node);
            if variant.choice.answer && self.begins(node.state.turn) {
                self.answer(node, safe);
            }
            let ended = if node.over { None } else { self.ended(node) };
            let player = variant.mover(node.state.turn);
            let view = self.perspective(node.state.turn, player, node.out)?;
            view.seat(&mut node.state);
            node.hanging = !self.blasts && self.is_hanging(view, &node.state);
            let lost = match ended {
                _ if node.over => return Some(()),
                Some((_, player, Verdict::Loss)) => player,
                Some(_) => {
                    node.over = true;
                    return Some(());
                }
                None if !self.may_lose_stuck(node, player) || self.finds_move(node) => return Some(()),
                None if self.stuck(node) != Verdict::Loss => return Some(()),
                None => player,
            };
            if !variant.goes_on(node.out, lost) {
                node.over = ended.is_some();
                return Some(());
            }
            self.strike(&mut node.state, &mut node.out, lost);
            (node.known, node.has_move, safe) = (self.knows(node.out), None, None);
        }
        Some(())
    }

    /// Gives the turn to the first player in check, in turn order.
    fn answer(&self, node: &mut Node<W, R, H>, safe: Option<PlayerId>) {
        let (variant, out, first) = (&*self.variant, node.out, node.state.turn);
        let later = std::iter::successors(Some(first), |&turn| Some(variant.next_turn(turn)));
        let answers = |&turn: &u16| {
            let player = variant.mover(turn);
            let begins = variant.turn(turn).after.is_some();
            begins && Some(player) != safe && self.in_check(&mut node.state, (turn, out), player)
        };
        let answering = later.take(variant.turns.len()).find(answers);
        node.state.turn = answering.unwrap_or(first);
        self.drop_own_marks(&mut node.state);
    }

    /// Whether the player to move would be eliminated without a move, and the others play on.
    fn may_lose_stuck(&self, node: &Node<W, R, H>, player: PlayerId) -> bool {
        let ending = &self.variant.ending;
        let loses = ending.checkmate == Verdict::Loss || ending.stalemate == Verdict::Loss;
        loses && self.variant.goes_on(node.out, player)
    }

    fn finds_move(&self, node: &mut Node<W, R, H>) -> bool {
        let found = self.has_move(node);
        node.has_move = Some(found);
        found
    }

    /// The verdict if the player to move has no move.
    fn stuck(&self, node: &Node<W, R, H>) -> Verdict {
        literal::stuck_in(&self.variant, node.out, self.mover_in_check(node))
    }

    /// Whether the player to move is in check.
    pub(super) fn mover_in_check(&self, node: &Node<W, R, H>) -> bool {
        self.stands_in_check(node, self.variant.mover(node.state.turn))
    }

    /// Whether a player is in check.
    pub(super) fn stands_in_check(&self, node: &Node<W, R, H>, player: PlayerId) -> bool {
        match node.known {
            true => {
                let mut state = node.state;
                self.in_check(&mut state, (node.state.turn, node.out), player)
            }
            false => literal::in_check(&self.variant, &self.setup(node), player),
        }
    }

    /// The custom ending that has come, its player and verdict. Changes only the sets by player in the state.
    fn ended(&self, node: &mut Node<W, R, H>) -> Option<(u16, PlayerId, Verdict)> {
        let variant = &*self.variant;
        let (turn, out) = (node.state.turn, node.out);
        if variant.ending.ends.is_empty() || !self.begins(turn) {
            return None;
        }
        let last = variant.mover_before(turn, out);
        let others = variant.everybody().without(out).iter().filter(|&player| player != last);
        let mut first: Option<(usize, PlayerId, Verdict)> = None;
        for player in std::iter::once(last).chain(others) {
            let view = self.perspective(turn, player, out)?;
            view.seat(&mut node.state);
            let before = first.map_or(view.ends.len(), |(index, ..)| index);
            let (rules, processor, state) = (&view.rules, self.processor, &node.state);
            let evaluator = Evaluator::new(processor, rules, state, 0);
            let found = view.ends.iter().take(before).position(|(when, _)| evaluator.holds(when));
            if let Some(index) = found {
                first = view.ends.get(index).map(|&(_, verdict)| (index, player, verdict));
            }
        }
        first.map(|(index, player, verdict)| (index as u16, player, verdict))
    }

    /// The end of a game that is over, or whose player to move has no move.
    pub(super) fn end(&self, node: &Node<W, R, H>) -> End {
        let variant = &*self.variant;
        if let Some(player) = self.royal_lost(&node.state, node.out) {
            return (player, variant.ending.royal_lost, Reason::RoyalLost);
        }
        let ended = match node.known {
            true => {
                let mut node = *node;
                self.ended(&mut node)
            }
            false => literal::ended(variant, &self.setup(node))
                .map(|(player, verdict, index)| (index, player, verdict)),
        };
        if let Some((index, player, verdict)) = ended {
            return (player, verdict, Reason::End(index));
        }
        let check = self.mover_in_check(node);
        let reason = if check { Reason::Checkmate } else { Reason::Stalemate };
        (variant.mover(node.state.turn), literal::stuck_in(variant, node.out, check), reason)
    }
}
