//! Scripted moves: evaluates their conditions and applies their effects, one by one.

use smallvec::{SmallVec, smallvec};

use crate::bits::{Bits, Processor};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::act::Act;
use crate::tables::atom::will_do;
use crate::tables::condition::Condition;
use crate::tables::condition::squares::SquareExpr;
use crate::tables::instance::{Asks, Choices};
use crate::tables::movement::{Promotion, ScriptedMove};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::builder::MoveBuilder;
use super::evaluator::Evaluator;
use super::legality::{Standing, attacked, preyed};
use crate::position::core::state::State;

/// A scripted move tried in a position.
#[derive(Clone, Copy)]
pub(crate) struct Attempt<'a, P, const W: usize, const R: usize, const H: usize> {
    pub processor: P,
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub me: usize,
    pub scripted: &'a ScriptedMove<W>,
    /// Whether this is an imagined reply, in which attacks are unknown.
    pub reply: bool,
    /// Its choice, if the result depends on it.
    pub choice: u16,
}

/// The result of a movement.
pub(crate) struct Applied<const W: usize, const R: usize, const H: usize> {
    /// The position after it.
    pub after: State<W, R, H>,
    /// Whether any piece was removed.
    pub removed: bool,
    /// The roles (as bits) of the opponent's removed pieces.
    pub prey: u64,
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Attempt<'_, P, W, R, H> {
    /// Whether occupancy, rights and conditions allow the movement; unknown counts as true.
    pub fn allowed(&self) -> bool {
        let (state, scripted) = (self.state, self.scripted);
        let from = usize::from(scripted.from);
        let us = state.players[self.me & 1];
        if !(us & state.role(scripted.role)).contains(from)
            || state.rights & scripted.rights != scripted.rights
        {
            return false;
        }
        // The moving piece is not an obstacle to itself.
        let occupied = state.occupied() & !Bits::single(from);
        if (scripted.clear & occupied).any() {
            return false;
        }
        if !self.fits() {
            return false;
        }
        self.counts_fit(0) && self.holds()
    }

    /// Whether the counted lines hold allowed numbers of pieces, skipping the first `known`.
    pub fn counts_fit(&self, known: usize) -> bool {
        let occupied = self.state.occupied() & !Bits::single(usize::from(self.scripted.from));
        let mut counted = self.scripted.hurdles.iter().skip(known);
        counted.all(|&(squares, counts)| will_do(squares, counts, occupied))
    }

    /// Whether the piece on the target, if any, allows the movement.
    pub fn fits(&self) -> bool {
        let (state, target, to) = (self.state, &self.scripted.target, usize::from(self.scripted.to));
        let occupied = state.occupied() & !Bits::single(usize::from(self.scripted.from));
        if !occupied.contains(to) {
            return target.empty;
        }
        let fits = match state.players[self.me & 1].contains(to) {
            true => target.own,
            false => target.opponent && state.players[(self.me ^ 1) & 1].contains(to),
        };
        fits && (target.roles == u64::MAX || state.any_of(target.roles).contains(to))
    }

    /// Whether the remaining conditions hold; unknown counts as true.
    pub fn holds(&self) -> bool {
        let evaluator = self.evaluator();
        self.scripted.rest.iter().all(|part| evaluator.holds(part))
    }

    /// Whether the conditions on the position afterwards allow a choice; unknown counts as true.
    pub fn permits(&self, choice: u16) -> bool {
        let ahead = &self.scripted.ahead;
        ahead.is_empty() || {
            let attempt = Attempt { choice, ..*self };
            let evaluator = attempt.evaluator();
            ahead.iter().all(|part| evaluator.holds(part))
        }
    }

    /// Whether a condition on all moves forbids this reply to capture one of several royals.
    fn vetoed(&self, choice: u16) -> bool {
        let (rules, state, me) = (self.rules, self.state, self.me & 1);
        let Some(veto) = rules.offers[me].veto.as_ref() else { return false };
        if !(state.own_royals(rules) & state.players[me ^ 1]).several() {
            return false;
        }
        let m = self.scripted.chosen(choice);
        let after = self.applied(choice).after;
        !Evaluator::new(self.processor, rules, state, me).of(m, Some(&after)).holds(veto)
    }

    /// The position after the movement as an imagined reply; within such a reply, without hooks.
    pub fn reached(&self) -> State<W, R, H> {
        match self.reply {
            true => self.played(self.choice, None).finished(self.state),
            false => Attempt { reply: true, ..*self }.applied(self.choice).after,
        }
    }

    /// The evaluator for conditions of the movement.
    #[inline(always)]
    pub fn evaluator(&self) -> Evaluator<'_, P, W, R, H> {
        self.evaluator_on(self.state)
    }

    /// The evaluator on another board.
    #[inline(always)]
    fn evaluator_on<'b>(&'b self, board: &'b State<W, R, H>) -> Evaluator<'b, P, W, R, H> {
        let evaluator = Evaluator::new(self.processor, self.rules, board, self.me);
        Evaluator { movement: Some(self), reply: self.reply, ..evaluator }
    }

    /// Whether the opponent could capture the moving piece on `square`.
    pub fn attacked(&self, square: usize) -> bool {
        let scripted = self.scripted;
        let origin = Bits::single(usize::from(scripted.from));
        let on = Bits::single(square);
        let (rules, state, me) = (self.rules, self.state, self.me);
        let other = &rules.sides[(me ^ 1) & 1];
        let royal = rules.is_royal(scripted.role);
        let them = state.players[(me ^ 1) & 1] & !on;
        let threatened = || other.threatens(Bits::single(square), |role| them & state.role(role));
        if royal && !rules.vetoes && other.risky == 0 && !threatened() {
            let occupied = state.occupied() & !origin | on;
            return self.processor.call(Standing { rules, state, me, squares: on, occupied, them });
        }
        let mut there = *self.state;
        for role in &mut there.roles {
            *role &= !(origin | on);
        }
        for player in &mut there.players {
            *player &= !(origin | on);
        }
        there.roles[usize::from(scripted.role) & (R - 1)] |= on;
        there.players[self.me & 1] |= on;
        if origin != on {
            // A captured piece's mark is void.
            there.forget_marks(rules, origin | on);
        }
        match royal {
            true => attacked(self.processor, self.rules, &there, self.me, square),
            false => preyed(self.processor, self.rules, &there, self.me, square),
        }
    }

    /// The movement's choices: 0 keeps the role, otherwise the role plus 1.
    pub fn choices(&self, promotion: &Promotion<W>) -> SmallVec<[u16; 16]> {
        let chosen = |roles: &[u8]| roles.iter().map(|&role| u16::from(role) + 1).collect::<SmallVec<_>>();
        match &self.scripted.choices {
            Choices::None => smallvec![0],
            Choices::Always(roles) => chosen(roles),
            Choices::Held(roles) => {
                let held =
                    roles.iter().filter(|&&role| self.state.can_drop(&self.rules.memory, self.me, role));
                held.map(|&role| u16::from(role) + 1).collect()
            }
            Choices::Promotion(asked) => {
                let Asks { when, forced } = &**asked;
                if !self.evaluator().holds(when) {
                    return smallvec![0];
                }
                let mut choices = chosen(&promotion.to);
                let must = self.evaluator().holds(forced) && !choices.is_empty();
                for &(role, at_start) in &promotion.stock {
                    if (self.state.role(role) & self.state.players[self.me & 1]).count() >= at_start {
                        choices.retain(|choice| *choice != u16::from(role) + 1);
                    }
                }
                if !must {
                    choices.insert(0, 0);
                }
                choices
            }
        }
    }

    /// Whether the movement leaves the mover's royals safe; `None` if it must be made to tell. `calm` if it
    /// enables no non-line attack. `undropped` tests the same without the dropped piece.
    pub fn leaves_royals(&self, calm: bool, undropped: bool) -> Option<bool> {
        let (rules, state, scripted, me) = (self.rules, self.state, self.scripted, self.me & 1);
        if rules.royalless {
            return Some(true);
        }
        let (from, to) = (Bits::single(usize::from(scripted.from)), Bits::single(usize::from(scripted.to)));
        let all = state.royals(rules);
        let (before, enemy_royals) = (all & state.players[me], all & state.players[me ^ 1]);
        let several = rules.may_lose_royal && (before.several() || enemy_royals.several());
        if several || rules.vetoes && before.several() {
            return None;
        }
        let carried = |set: Bits<W>, a: Bits<W>, b: Bits<W>| {
            let rest = set & !(a | b);
            if (set & a).any() { rest | b } else { rest }
        };
        let mut us = carried(state.players[me], from, to);
        let mut royals = carried(before, from, to);
        let mut them = state.players[me ^ 1] & !to;
        for act in &*scripted.acts {
            match act {
                Act::Shift(a, b) => {
                    let (a, b) = (Bits::single(usize::from(*a)), Bits::single(usize::from(*b)));
                    if (them & a).any() {
                        return None;
                    }
                    if (us & a).any() {
                        us = carried(us, a, b);
                        royals = carried(royals, a, b);
                        them &= !b;
                    }
                }
                Act::TakeMarker => {
                    if let Some(marker) =
                        self.state.marker_taken(rules, self.me, usize::from(self.scripted.to))
                    {
                        let rest = !Bits::single(marker);
                        (us, them, royals) = (us & rest, them & rest, royals & rest);
                    }
                }
                Act::Drop(_) if undropped => {}
                // For any non-royal choice, the dropped piece occupies the square.
                Act::Drop(square) if !self.may_become_royal() => {
                    let square = Bits::single(usize::from(*square));
                    if (royals & square).any() {
                        return None;
                    }
                    us |= square;
                    them &= !square;
                }
                act if act.keeps_board() => {}
                _ => return None,
            }
        }
        let removed = self.cleared()?;
        (us, them, royals) = (us & !removed, them & !removed, royals & !removed);
        let becomes = matches!(scripted.choices, Choices::Always(_) | Choices::Promotion(_));
        if becomes && (self.may_become_royal() || rules.is_royal(scripted.role)) {
            return None;
        }
        if royals.count() < before.count() {
            return Some(false);
        }
        if (enemy_royals & !them).any() {
            // The move is legal, but the royals may still be in check.
            return (!undropped).then_some(true);
        }
        let other = &rules.sides[me ^ 1];
        let doubtful = |square: usize| other.in_doubt(square, enemy_royals);
        let threatened = || other.threatens(royals, |role| them & state.role(role));
        if !calm && threatened() || other.risky != 0 && royals.indices().any(doubtful) {
            return None;
        }
        let occupied = us | them | state.neutral() & !removed;
        Some(!self.processor.call(Standing { rules, state, me, squares: royals, occupied, them }))
    }

    /// The squares that hooks clear after the movement, if they do nothing else and bitboards suffice.
    fn cleared(&self) -> Option<Bits<W>> {
        let (state, scripted) = (self.state, self.scripted);
        if scripted.hooks.is_empty() {
            return Some(Bits::EMPTY);
        }
        if scripted.choices != Choices::None || !scripted.acts.is_empty() {
            return None;
        }
        let (from, to) = (Bits::single(usize::from(scripted.from)), Bits::single(usize::from(scripted.to)));
        let captures = scripted.takes && (state.players[(self.me ^ 1) & 1] & to).any();
        // The board after the piece has arrived.
        let is = |roles: u64| {
            let rest = state.any_of(roles) & !(from | to);
            if roles >> (scripted.role & 63) & 1 == 1 { rest | to } else { rest }
        };
        let mut cleared = Bits::EMPTY;
        for hook in scripted.hooks.iter().filter(|hook| captures || !hook.after_capture) {
            if hook.when != Condition::Constant(true) {
                return None;
            }
            for act in &hook.acts {
                match act {
                    Act::TakeAll(taken) => {
                        let (SquareExpr::Fixed(squares), filter) = &**taken else { return None };
                        cleared |= *squares & filter.of_roles(&is)?
                    }
                    Act::Take(squares) => {
                        for (square, filter) in squares {
                            if *filter != Condition::Constant(true) {
                                return None;
                            }
                            cleared.insert(usize::from(*square));
                        }
                    }
                    act if act.keeps_board() => {}
                    _ => return None,
                }
            }
        }
        Some(cleared)
    }

    /// Whether a possible choice is a royal role.
    pub fn may_become_royal(&self) -> bool {
        let one = |role: &u8| self.rules.is_royal(*role);
        match &self.scripted.choices {
            Choices::None => false,
            Choices::Always(roles) | Choices::Held(roles) => roles.iter().any(one),
            Choices::Promotion(_) => {
                let table = &self.rules.sides[self.me & 1].roles[usize::from(self.scripted.role)];
                table.promotions[0].to.iter().any(one)
            }
        }
    }

    /// The result of the movement.
    pub fn applied(&self, choice: u16) -> Applied<W, R, H> {
        let mut play = self.played(choice, None);
        self.follow(&mut play, choice);
        Applied { after: play.finished(self.state), removed: play.removed, prey: play.prey }
    }

    /// The roles (as bits) of the opponent's pieces captured by the movement itself, without hooks.
    pub fn takes(&self, choice: u16) -> u64 {
        self.played(choice, None).prey
    }

    /// Whether the movement itself, without hooks, removes the piece on a square and costs its player no
    /// royal, hooks included. With `royals_lost`, changing a royal's owner counts as removal.
    pub fn removes_piece(&self, square: usize, royals_lost: bool) -> bool {
        let (rules, me) = (self.rules, self.me & 1);
        let royals_of = |state: &State<W, R, H>, player: usize| {
            (state.own_royals(rules) & state.players[player & 1]).count()
        };
        // With several opponents, each cares only for its own royals.
        let minded = rules.reigns.get(usize::from(self.scripted.role)).copied();
        let royals = |state: &State<W, R, H>| match minded {
            Some(own) => state.any_of(own).count(),
            None => royals_of(state, me),
        };
        let counts = royals_lost && self.scripted.acts.iter().any(|act| matches!(act, Act::Flip(_)));
        let table = &rules.sides[me].roles[usize::from(self.scripted.role)];
        self.choices(&table.promotions[0]).into_iter().any(|choice| {
            if !self.permits(choice) || self.vetoed(choice) {
                return false;
            }
            let attempt = self.first_way(choice);
            let mut play = attempt.played(choice, Some(square));
            let lost = match counts {
                true => !rules.keeps(royals_of(self.state, me ^ 1), royals_of(&play.state, me ^ 1)),
                false => play.watched.is_none(),
            };
            lost && {
                attempt.follow(&mut play, choice);
                rules.keeps(royals(self.state), royals(&play.state)) && self.is_move(play.removed)
            }
        })
    }

    /// The first allowed way with the same origin, target and choice: hooks may depend on the way.
    pub fn first_way(&self, choice: u16) -> Self {
        let (scripted, side) = (self.scripted, &self.rules.sides[self.me & 1]);
        let ScriptedMove { role, from, to, way, .. } = *scripted;
        let alike = scripted.acts.is_empty() && side.hooked >> (role & 63) & 1 == 0;
        if !scripted.overlaps || alike {
            return *self;
        }
        let ways = side.between(role, from, to).filter(|scripted| scripted.way == way);
        let mut ways = ways.map(|scripted| Attempt { scripted, ..*self });
        ways.find(|way| way.allowed() && way.permits(choice)).unwrap_or(*self)
    }

    /// Whether the movement is a move: a round trip must capture something.
    pub fn is_move(&self, removed: bool) -> bool {
        self.scripted.from != self.scripted.to || self.scripted.stays || removed
    }

    /// The capture, the displacement and the movement's own effects.
    fn played(&self, choice: u16, watched: Option<usize>) -> MoveBuilder<'_, W, R, H> {
        let scripted = self.scripted;
        let (from, to) = (usize::from(scripted.from), usize::from(scripted.to));
        let mut play = MoveBuilder::new(self.rules, self.state, self.me);
        (play.stands, play.watched) = (Some(from), watched);
        if self.is_drop() {
            play.come_from_hand(scripted.role, to);
            play.stands = Some(to);
        } else {
            if scripted.takes && from != to {
                play.remove(to);
            }
            play.travel(scripted.role, from, to);
            // The choice may name the role of a drop, on another square or off the board.
            let enters = matches!(scripted.choices, Choices::Held(_));
            if !enters && !scripted.acts.iter().any(|act| matches!(act, Act::Promote)) {
                play.become_role(self.me, chosen(choice));
            }
        }
        scripted.acts.iter().for_each(|act| self.act(&mut play, act, choice));
        play
    }

    /// Applies the hooks.
    fn follow(&self, play: &mut MoveBuilder<'_, W, R, H>, choice: u16) {
        let hooks = &self.scripted.hooks;
        if hooks.is_empty() {
            return;
        }
        let captured = play.prey != 0;
        let attempt = Attempt { choice, ..*self };
        for hook in hooks.iter().filter(|hook| captured || !hook.after_capture) {
            if attempt.evaluator().holds(&hook.when) {
                hook.acts.iter().for_each(|act| self.act(play, act, choice));
            }
        }
    }

    fn act(&self, play: &mut MoveBuilder<'_, W, R, H>, act: &Act<W>, choice: u16) {
        match act {
            Act::TakeAll(taken) => {
                let (squares, filter) = &**taken;
                let before = self.evaluator_on(self.state).squares(squares);
                let board = self.board(play);
                let taken = before & self.evaluator_on(&board).squares(filter) & board.occupied();
                taken.indices().for_each(|square| play.remove(square));
            }
            Act::Flip(squares) => {
                let board = self.board(play);
                let flipped = self.evaluator_on(&board).squares(squares) & board.occupied();
                play.flip_all(flipped);
            }
            Act::Take(squares) => {
                let board = self.board(play);
                for (square, filter) in squares {
                    if self.evaluator_on(&board).holds(filter) {
                        play.remove(usize::from(*square));
                    }
                }
            }
            Act::Shift(a, b) => play.shift(usize::from(*a), usize::from(*b)),
            Act::Mark(squares) => squares.iter().for_each(|&s| play.marked.insert(usize::from(s))),
            Act::TakeMarker => {
                if let Some(marker) =
                    self.state.marker_taken(self.rules, self.me, usize::from(self.scripted.to))
                {
                    play.remove(marker);
                }
            }
            Act::KeepMarks => play.keeps_marks = true,
            Act::Promote => play.become_role(self.me, chosen(choice).filter(|_| !self.is_drop())),
            Act::Become(role) => play.become_role(self.me, Some(*role)),
            Act::Put(role, squares) => {
                for &square in squares {
                    play.remove(usize::from(square));
                    play.set(usize::from(square), (play.owner(*role), *role), false);
                    play.touch(usize::from(square));
                }
            }
            Act::ToHand(squares) => {
                for &square in squares {
                    play.remove_to(usize::from(square), Some(self.me & 1));
                }
            }
            Act::Drop(square) => {
                if let Some(role) = chosen(choice).filter(|role| usize::from(*role) < self.rules.roles) {
                    play.come_from_hand(role, usize::from(*square));
                }
            }
            Act::Add(lane, by) => {
                let value = (play.state.lane(*lane) as i16).saturating_add(*by);
                play.state.set_lane(*lane, value as u16);
            }
            Act::Set(lane, to) => play.state.set_lane(*lane, *to as u16),
            Act::Copy(lane, other) => play.state.set_lane(*lane, play.state.lane(*other)),
            Act::Again => play.again = true,
            Act::Grant(rights, gained) => play.granted.push((*rights, *gained)),
        }
    }

    /// The current board, with everything else as before the move.
    fn board(&self, play: &MoveBuilder<'_, W, R, H>) -> State<W, R, H> {
        State { roles: play.state.roles, players: play.state.players, ..*self.state }
    }

    /// Whether the piece is dropped.
    fn is_drop(&self) -> bool {
        Move { from: Square(0), to: Square(0), way: self.scripted.way, choice: 1 }.drop().is_some()
    }
}

/// The role of a choice.
fn chosen(choice: u16) -> Option<u8> {
    choice.checked_sub(1).map(|role| role as u8)
}

/// The position after a drop and its hooks.
pub(crate) fn after_drop<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    me: usize,
    drop: &Drop<W>,
    to: usize,
) -> State<W, R, H> {
    match drop.scripted.get(to) {
        Some(scripted) => {
            let attempt = Attempt { processor, rules, state, me, scripted, reply: false, choice: 0 };
            attempt.applied(u16::from(drop.role) + 1).after
        }
        None => state.dropped(rules, me, drop, to),
    }
}

/// The scripted movement of a move or drop; `None` for a pass, and for a plain move without hooks.
pub(crate) fn attempt_of<'a, P: Processor, const W: usize, const R: usize, const H: usize>(
    rules: &'a Rules<W>,
    state: &'a State<W, R, H>,
    processor: P,
    m: Move,
) -> Option<Attempt<'a, P, W, R, H>> {
    let (me, role) = state.author(rules, m);
    let role = role.filter(|_| m.from.index() < rules.squares && m.to.index() < rules.squares)?;
    let attempt = |scripted| Attempt { processor, rules, state, me, scripted, reply: false, choice: 0 };
    if m.origin().is_none() {
        let drop = rules.offers[me & 1].drop(m)?;
        return drop.scripted.get(m.to.index()).map(attempt);
    }
    let side = &rules.sides[me & 1];
    if m.way == 0 && rules.is_plain(me, role, state.occupied().contains(m.to.index())) {
        return None;
    }
    let ways = || side.between(role, m.from.0, m.to.0).filter(|one| one.way == m.way).map(attempt);
    // A plain move that matches none of them has no hooks.
    let named = ways().next().filter(|_| m.way != 0);
    if named.is_some() && ways().nth(1).is_none() {
        return named;
    }
    ways().find(|attempt| attempt.allowed() && attempt.permits(m.choice)).or(named)
}
