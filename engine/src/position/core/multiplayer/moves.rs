//! Legal moves with several players. The tables list the moves; this module removes three kinds:
//!
//! - moves that put a partner in check;
//! - drops that mate although their role must not;
//! - captures of a royal that leave the player's own royal en prise.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::bits::{Bits, Processor};
use crate::variant::{Move, PlayerId, PlayerSet, RoleId, RoleSet, literal};

use super::elimination::is_gone;
use super::perspective::Perspective;
use super::{Multiplayer, Node};
use crate::position::core::make::After;
use crate::position::core::moves::choice::{count, generate, generate_erased, has_reply};
use crate::position::core::moves::generate::Wanted;
use crate::position::core::moves::legality::{attacked, in_check};
use crate::position::core::moves::sinks::{Calls, Found};
use crate::position::core::state::State;
use crate::position::core::tasks::List;

/// A state in the view of the player to move.
#[derive(Clone, Copy)]
pub(super) struct Seat<'a, const W: usize, const R: usize, const H: usize> {
    pub view: &'a Perspective<W>,
    pub state: &'a State<W, R, H>,
    pub out: PlayerSet,
    /// Whether a move may capture a royal.
    pub hanging: bool,
}

/// The hazards that make a listed move illegal.
struct Risks<const W: usize> {
    /// Royals that may be captured.
    royals: Bits<W>,
    /// Partners not in check, who must not be put in check.
    partners: PlayerSet,
    /// Players that certain drops must not mate, with the squares where such a drop may leave them in check.
    mated: SmallVec<[(PlayerId, Bits<W>); PlayerSet::CAPACITY]>,
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Multiplayer<W, R, H, P> {
    /// The position in the view of the player to move; `None` if the literal evaluator must list the moves.
    pub(super) fn seat<'a>(&'a self, node: &'a Node<W, R, H>) -> Option<Seat<'a, W, R, H>> {
        let (state, out) = (&node.state, node.out);
        if !node.known || node.hanging && self.picks {
            return None;
        }
        let view = self.perspective(state.turn, self.variant.mover(state.turn), out)?;
        Some(Seat { view, state, out, hanging: self.blasts || node.hanging })
    }

    /// Whether the player to move could capture a royal that was left en prise or exposed by another player's
    /// move.
    pub(super) fn is_hanging(&self, view: &Perspective<W>, state: &State<W, R, H>) -> bool {
        let royals = state.any_of(view.enemy_royals);
        royals.indices().any(|square| attacked(self.processor, &view.rules, state, 1, square))
    }

    /// Whether a player is in check at a turn. Changes only the sets by player in the state.
    pub(super) fn in_check(
        &self,
        state: &mut State<W, R, H>,
        (turn, out): (u16, PlayerSet),
        player: PlayerId,
    ) -> bool {
        let Some(view) = self.perspective(turn, player, out).filter(|_| !out.contains(player)) else {
            return false;
        };
        view.seat(state);
        in_check(self.processor, &view.rules, state, 0)
    }

    /// Whether all moves listed by the tables are legal.
    fn tables_tell(&self, seat: &Seat<'_, W, R, H>) -> bool {
        !seat.hanging && seat.view.partners.is_empty() && seat.view.unmating == 0
    }

    fn risks(&self, seat: &Seat<'_, W, R, H>) -> Risks<W> {
        let Seat { view, state, out, hanging } = *seat;
        let droppable = |role: RoleId| state.can_drop(&view.rules.memory, 0, role.0);
        let unmating = RoleSet::of_word(view.unmating).iter().any(droppable);
        let mated = if unmating { view.opponents } else { PlayerSet::default() };
        let mut seen = *state;
        let is_safe = |player: &PlayerId| !self.in_check(&mut seen, (state.turn, out), *player);
        Risks {
            royals: if hanging { state.any_of(view.enemy_royals) } else { Bits::EMPTY },
            partners: view.partners.iter().filter(is_safe).collect(),
            mated: mated.iter().map(|player| (player, self.checking(seat, player))).collect(),
        }
    }

    /// A superset of the squares where a drop that must not mate leaves a player in check.
    fn checking(&self, seat: &Seat<'_, W, R, H>, player: PlayerId) -> Bits<W> {
        let Seat { view, state, out, .. } = *seat;
        let Some(theirs) = self.perspective(state.turn, player, out) else { return Bits::EMPTY };
        let mut seen = *state;
        theirs.seat(&mut seen);
        // A drop discovers no check: without an earlier check, only the dropped piece can give one.
        match in_check(self.processor, &theirs.rules, &seen, 0) {
            true => Bits::FULL,
            false => {
                let royals = seen.own_royals(&theirs.rules) & seen.players[0];
                theirs.rules.sides[1].checking_from(royals, view.unmating)
            }
        }
    }

    /// Whether a move listed by the tables is legal.
    fn is_allowed(&self, seat: &Seat<'_, W, R, H>, risks: &Risks<W>, m: Move) -> bool {
        if m.is_pass() {
            return true;
        }
        let Seat { view, state, out, .. } = *seat;
        let may_touch =
            |squares: Bits<W>| squares.contains(m.to.index()) || squares.any() && !self.is_plain(seat, m);
        let takes_royal = may_touch(risks.royals);
        let unmating = m.drop().is_some_and(|role| view.unmating >> (role.0 & 63) & 1 == 1);
        let mated = risks.mated.iter().filter(|(_, squares)| unmating && may_touch(*squares));
        let mut mated = mated.map(|&(player, _)| player).peekable();
        if !takes_royal && risks.partners.is_empty() && mated.peek().is_none() {
            return true;
        }
        let mut after = self.processor.call(After { rules: &view.rules, state, m });
        if takes_royal && is_gone(view, state, &after) {
            let mut fall = self.fall(&after, out);
            let legal = self.is_legal_fall(&mut fall, state.turn, risks.partners);
            return legal.unwrap_or_else(|| self.is_legal_literally(seat, m));
        }
        let turn = after.turn;
        !risks.partners.iter().any(|partner| self.in_check(&mut after, (turn, out), partner))
            && !mated.any(|opponent| self.mates(seat, m, &mut after, opponent))
    }

    /// Whether a move is a plain displacement or a drop without effects, which removes only what is on its target.
    fn is_plain(&self, seat: &Seat<'_, W, R, H>, m: Move) -> bool {
        let rules = &seat.view.rules;
        if let Some(role) = m.drop() {
            let drops = rules.offers[0].drops.iter();
            return drops.filter(|drop| drop.role == role.0).all(|drop| drop.scripted.is_empty());
        }
        // A neutral piece may have a role of another player.
        let own = RoleSet::of_word(seat.view.own).iter();
        let mut moved = own.filter(|role| seat.state.role(role.0).contains(m.from.index()));
        m.way == 0 && moved.next().is_some_and(|role| rules.is_plain(0, role.0, true))
    }

    /// Whether a drop mates a player.
    fn mates(&self, seat: &Seat<'_, W, R, H>, m: Move, after: &mut State<W, R, H>, player: PlayerId) -> bool {
        let out = seat.out;
        if !self.in_check(after, (after.turn, out), player) {
            return false;
        }
        let Some(view) = self.perspective(after.turn, player, out) else { return false };
        // A reply that captures another royal may eliminate its owner.
        if !self.blasts && self.is_hanging(view, after) {
            return !self.is_legal_literally(seat, m);
        }
        if view.partners.is_empty() {
            return !has_reply(self.processor, &view.rules, after);
        }
        let replying = Seat { view, state: after, out, hanging: self.blasts };
        let wanted = Wanted { hand: false, pass: false, ..Wanted::ALL };
        !self.has_some(&replying, wanted)
    }

    fn is_legal_literally(&self, seat: &Seat<'_, W, R, H>, m: Move) -> bool {
        let setup = self.setup_of(seat.state, seat.out);
        literal::is_legal(&self.variant, &setup, self.as_played(m))
    }

    /// Calls a function with each legal move until it breaks.
    pub(super) fn each(
        &self,
        seat: &Seat<'_, W, R, H>,
        wanted: Wanted<W>,
        each: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) {
        let (rules, state) = (&seat.view.rules, seat.state);
        let risks = if self.tables_tell(seat) { None } else { Some(self.risks(seat)) };
        let mut each = |m: Move| match risks.as_ref().is_none_or(|risks| self.is_allowed(seat, risks, m)) {
            true => each(self.as_played(m)),
            false => ControlFlow::Continue(()),
        };
        let mut calls = Calls { each: &mut each, stopped: false };
        generate_erased(self.processor, rules, state, &mut calls, &wanted);
    }

    /// Appends the legal moves.
    pub(super) fn list(&self, seat: &Seat<'_, W, R, H>, wanted: Wanted<W>, moves: &mut Vec<Move>) {
        let (rules, state, first) = (&seat.view.rules, seat.state, moves.len());
        self.processor.call(List { rules, state, moves, wanted });
        let risks = if self.tables_tell(seat) { None } else { Some(self.risks(seat)) };
        if let Some(risks) = risks {
            moves.extract_if(first.., |m| !self.is_allowed(seat, &risks, *m)).for_each(drop);
        }
        moves[first..].iter_mut().for_each(|m| *m = self.as_played(*m));
    }

    /// Whether one of the wanted moves is legal.
    fn has_some(&self, seat: &Seat<'_, W, R, H>, wanted: Wanted<W>) -> bool {
        if self.tables_tell(seat) {
            let mut found = Found(false);
            generate(self.processor, &seat.view.rules, seat.state, &mut found, &wanted);
            return found.0;
        }
        let mut any = false;
        self.each(seat, wanted, &mut |_| {
            any = true;
            ControlFlow::Break(())
        });
        any
    }

    /// Whether the player to move has a move.
    pub(super) fn has_move(&self, node: &Node<W, R, H>) -> bool {
        if node.over {
            return false;
        }
        match self.seat(node) {
            Some(seat) => self.has_some(&seat, Wanted::ALL),
            None => literal::has_legal_move(&self.variant, &self.setup(node)),
        }
    }

    /// The number of legal moves.
    pub(super) fn count(&self, node: &Node<W, R, H>) -> u64 {
        if node.over {
            return 0;
        }
        let Some(seat) = self.seat(node) else {
            return literal::legal_moves(&self.variant, &self.setup(node)).len() as u64;
        };
        if self.tables_tell(&seat) {
            return count(self.processor, &seat.view.rules, seat.state);
        }
        let mut number = 0;
        self.each(&seat, Wanted::ALL, &mut |_| {
            number += 1;
            ControlFlow::Continue(())
        });
        number
    }
}
