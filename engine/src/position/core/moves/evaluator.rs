//! Evaluates conditions on a position, on a move, and on a scripted movement.

use crate::bits::{Bits, Processor};
use crate::tables::Rules;
use crate::tables::act::Act;
use crate::tables::condition::squares::SquareExpr;
use crate::tables::condition::{Condition, Owner, Pieces, Share};
use crate::tables::memory::Memory;
use crate::variant::{CountSet, Move, Points, Royalty};

use super::choice::{has_move, has_reply};
use super::legality::{in_check, preyed};
use super::scripted::{Attempt, attempt_of};
use crate::position::core::state::State;

/// The context of an evaluation.
///
/// Conditions are true, false or unknown. In an imagined reply, replies to it are unknown.
#[derive(Clone, Copy)]
pub(crate) struct Evaluator<'a, P, const W: usize, const R: usize, const H: usize> {
    pub processor: P,
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    /// The player from whose view the condition is evaluated.
    pub me: usize,
    /// The move in question; arbitrary if there is none.
    pub m: Move,
    /// The position after it, if a condition needs it.
    pub after: Option<&'a State<W, R, H>>,
    /// The scripted movement in question, if any.
    pub movement: Option<&'a Attempt<'a, P, W, R, H>>,
    /// Whether this is an imagined reply, in which attacks are unknown.
    pub reply: bool,
}

/// Whether a custom ending has come, other than by missing [required](crate::tables::turn::Turn::required)
/// pieces. Tested at the end of a turn, for both players.
#[inline(never)]
pub(crate) fn ended<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> bool {
    [0, 1].into_iter().any(|me| {
        let evaluator = Evaluator::new(processor, rules, state, me);
        rules.offers[me].ends.iter().any(|end| evaluator.holds(end))
    })
}

/// Applies the after-hooks of a role that do not change the board.
#[inline(never)]
pub(crate) fn conclude<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    m: Move,
    (mover, role): (usize, u8),
    after: &mut State<W, R, H>,
) {
    // The position right after the move, saved once a hook has changed it.
    let mut reached = None;
    let mut captured = None;
    for after_hook in &rules.offers[mover & 1].after_hooks {
        if after_hook.roles >> (role & 63) & 1 == 0 {
            continue;
        }
        let seen = reached.as_ref().unwrap_or(&*after);
        if after_hook.after_capture
            && !*captured.get_or_insert_with(|| takes_itself(processor, rules, state, m, seen))
        {
            continue;
        }
        let evaluator = Evaluator::new(processor, rules, state, mover).of(m, Some(seen));
        if !evaluator.holds(&after_hook.when) {
            continue;
        }
        reached.get_or_insert(*after);
        for act in &after_hook.acts {
            match act {
                Act::Add(lane, by) => {
                    let value = (after.lane(*lane) as i16).saturating_add(*by);
                    after.set_lane(*lane, value as u16);
                }
                Act::Set(lane, to) => after.set_lane(*lane, *to as u16),
                Act::Copy(lane, other) => after.set_lane(*lane, after.lane(*other)),
                Act::Again => after.turn = rules.phases[usize::from(state.turn)].again,
                Act::Grant(rights, true) => after.rights |= rights,
                Act::Grant(rights, false) => after.rights &= !rights,
                _ => {}
            }
        }
    }
    after.pass_marks(rules, mover);
}

/// Whether a move itself (without hooks) removed an opponent's piece, given the position after it.
fn takes_itself<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    m: Move,
    after: &State<W, R, H>,
) -> bool {
    if !rules.aside {
        return captures(processor, rules, state, m, after);
    }
    let other = (state.author(rules, m).0 ^ 1) & 1;
    match attempt_of(rules, state, processor, m) {
        Some(attempt) => attempt.takes(m.choice) != 0,
        None => m.origin().is_some_and(|from| from != m.to && state.players[other].contains(m.to.index())),
    }
}

/// Whether a move removed an opponent's piece, given the position after it.
pub(crate) fn captures<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    m: Move,
    after: &State<W, R, H>,
) -> bool {
    let (me, _) = state.author(rules, m);
    let other = (me ^ 1) & 1;
    if !rules.flips {
        return after.players[other].count() < state.players[other].count();
    }
    match attempt_of(rules, state, processor, m) {
        Some(attempt) => attempt.applied(m.choice).prey != 0,
        None => m.origin().is_some_and(|from| from != m.to && state.players[other].contains(m.to.index())),
    }
}

impl<'a, P: Processor, const W: usize, const R: usize, const H: usize> Evaluator<'a, P, W, R, H> {
    /// An evaluator for a position.
    #[inline(always)]
    pub fn new(processor: P, rules: &'a Rules<W>, state: &'a State<W, R, H>, me: usize) -> Self {
        Self { processor, rules, state, me, m: Move::pass(), after: None, movement: None, reply: false }
    }

    /// An evaluator for a move, with the position after it if needed.
    #[inline(always)]
    pub fn of(self, m: Move, after: Option<&'a State<W, R, H>>) -> Self {
        Self { m, after, ..self }
    }

    /// Whether a condition holds; unknown counts as true.
    #[inline(always)]
    pub fn holds(&self, condition: &Condition<W>) -> bool {
        self.truth(condition) != Some(false)
    }

    /// The truth of a condition; `None` if unknown. Cheap conditions are inlined.
    #[inline(always)]
    pub fn truth(&self, condition: &Condition<W>) -> Option<bool> {
        match condition {
            Condition::Constant(value) => Some(*value),
            Condition::Has(pieces) => Some(self.pieces(pieces).any()),
            Condition::Lacks(pieces) => Some(self.pieces(pieces).is_empty()),
            Condition::Right(mask) => Some(self.state.rights & mask != 0),
            Condition::Counter(Memory::PASSES, counts) => {
                Some(counts.contains(self.state.lane(Memory::PASSES)))
            }
            _ => self.weighed(condition),
        }
    }

    /// The truth of the costlier conditions.
    fn weighed(&self, condition: &Condition<W>) -> Option<bool> {
        let (processor, rules, state, me) = (self.processor, self.rules, self.state, self.me & 1);
        Some(match condition {
            Condition::Any(SquareExpr::All(parts)) => match parts[..] {
                [SquareExpr::Fixed(on), SquareExpr::Empty] => (on & !state.occupied()).any(),
                _ => self.found_of_all(parts, Bits::FULL).any(),
            },
            Condition::Any(squares) => self.squares(squares).any(),
            Condition::Count(counts, squares) => counts.contains(self.squares(squares).count() as u16),
            Condition::Number(counts, parts) => return self.number(counts, parts),
            Condition::Held(counts, roles) => {
                let held = roles.iter().filter(|role| role.index() < rules.roles);
                let held = held.map(|role| state.lane(rules.memory.held(me, role.0)));
                counts.contains(held.fold(0, u16::saturating_add))
            }
            Condition::Counter(lane, counts) => {
                u16::try_from(state.lane(*lane) as i16).is_ok_and(|value| counts.contains(value))
            }
            Condition::Leads(shares) => shares.split_first().is_some_and(|(own, others)| {
                let own = self.share(own);
                others.iter().all(|other| self.share(other) < own)
            }),
            Condition::Points(counts, share) => {
                let whole = self.share(share).div_euclid(Points::PARTS);
                u16::try_from(whole).is_ok_and(|whole| counts.contains(whole))
            }
            Condition::Turns(turns) => turns.contains(&state.turn),
            Condition::Attacked(_) | Condition::InCheck | Condition::Checks | Condition::Mates
                if self.reply =>
            {
                return None;
            }
            Condition::Attacked(square) => {
                self.movement.is_some_and(|attempt| attempt.attacked(usize::from(*square)))
            }
            Condition::InCheck => in_check(processor, rules, state, me),
            Condition::Can(wanted) => has_move(processor, rules, state, wanted),
            Condition::Checks => {
                return self.of_after(|after| Some(in_check(processor, rules, after.state, me ^ 1)));
            }
            Condition::Mates => {
                let mates = |after: &State<W, R, H>| {
                    in_check(processor, rules, after, me ^ 1) && !has_reply(processor, rules, after)
                };
                return self.of_after(|after| Some(mates(after.state)));
            }
            Condition::Takes(roles) => self.takes(*roles),
            Condition::After(inner) => return self.of_after(|after| after.truth(inner)),
            Condition::WithoutDrop(inner) => {
                // The choice of such a movement is the role that enters.
                let without = self.movement.map(|attempt| Attempt { choice: 0, ..*attempt });
                let without = Evaluator { movement: without.as_ref(), ..*self };
                return without.of_after(|after| after.truth(inner));
            }
            Condition::Drops(roles) => self.m.drop().is_some_and(|role| roles >> (role.0 & 63) & 1 == 1),
            Condition::Passes => self.m.is_pass(),
            Condition::OfPosition(inner) => return self.truth(inner),
            Condition::Not(inner) => return self.truth(inner).map(|value| !value),
            Condition::All(parts) => return self.decided(parts, false),
            Condition::One(parts) => return self.decided(parts, true),
            Condition::Constant(_) | Condition::Has(_) | Condition::Lacks(_) | Condition::Right(_) => {
                return self.truth(condition);
            }
        })
    }

    /// The conjunction or disjunction of conditions: the first value equal to `decisive` decides.
    #[inline(always)]
    fn decided(&self, parts: &[Condition<W>], decisive: bool) -> Option<bool> {
        let mut all = Some(!decisive);
        for part in parts {
            match self.truth(part) {
                None => all = None,
                Some(value) if value == decisive => return Some(value),
                Some(_) => {}
            }
        }
        all
    }

    /// Whether the number of true conditions is in `counts`.
    fn number(&self, counts: &CountSet, parts: &[Condition<W>]) -> Option<bool> {
        let (mut sure, mut open) = (0u16, 0u16);
        for part in parts {
            match self.truth(part) {
                Some(true) => sure += 1,
                None => open += 1,
                Some(false) => {}
            }
        }
        let fitting = (sure..=sure + open).filter(|&n| counts.contains(n)).count();
        match fitting {
            0 => Some(false),
            all if all == usize::from(open) + 1 => Some(true),
            _ => None,
        }
    }

    /// Evaluates a test on the position after the move; unknown if that position is not given.
    #[inline(always)]
    fn of_after(&self, test: impl FnOnce(&Evaluator<'_, P, W, R, H>) -> Option<bool>) -> Option<bool> {
        let Self { processor, rules, me, m, reply, .. } = *self;
        let there = |after: &State<W, R, H>| {
            test(&Evaluator { reply, ..Evaluator::new(processor, rules, after, me).of(m, None) })
        };
        match self.movement {
            Some(attempt) => there(&attempt.reached()),
            None => self.after.map_or(Some(false), there),
        }
    }

    /// The truth for all moves, or for all moves that give check or none, as `checks` says; `None` if it
    /// varies. Parts that do not depend on the move must be [marked](Condition::of_position_marked).
    pub fn constant_for_all_moves(&self, condition: &Condition<W>, checks: Option<bool>) -> Option<bool> {
        match condition {
            Condition::Constant(value) => Some(*value),
            Condition::OfPosition(inner) => Some(self.holds(inner)),
            Condition::Checks => checks,
            Condition::Mates => checks.filter(|checks| !checks),
            Condition::After(inner) if self.is_safe_after(inner) => Some(true),
            Condition::Not(inner) => self.constant_for_all_moves(inner, checks).map(|value| !value),
            Condition::All(parts) => {
                let known = || parts.iter().map(|part| self.constant_for_all_moves(part, checks));
                match known().any(|part| part == Some(false)) {
                    true => Some(false),
                    false => known().all(|part| part == Some(true)).then_some(true),
                }
            }
            Condition::One(parts) => {
                let known = || parts.iter().map(|part| self.constant_for_all_moves(part, checks));
                match known().any(|part| part == Some(true)) {
                    true => Some(true),
                    false => known().all(|part| part == Some(false)).then_some(false),
                }
            }
            _ => None,
        }
    }

    /// Whether the condition says that the player's royals are safe after the move. Every legal move ensures
    /// that, except a capture of a royal.
    #[inline(never)]
    fn is_safe_after(&self, condition: &Condition<W>) -> bool {
        let (rules, other) = (self.rules, (self.me ^ 1) & 1);
        let safe = matches!(condition, Condition::Not(inner) if matches!(**inner, Condition::InCheck));
        let plain = rules.royalty == Royalty::Each && !rules.vetoes && !rules.flips;
        safe && plain && !in_check(self.processor, rules, self.state, other)
    }

    /// The material of a side. With more than two players, all hands are in the first slot.
    #[inline(never)]
    fn share(&self, share: &Share) -> i64 {
        let (state, memory, me) = (self.state, &self.rules.memory, self.me & 1);
        let seat = match share.owner {
            Owner::Anyone => 0,
            Owner::Own => me,
            Owner::Opponent => me ^ 1,
        };
        let each = share.roles.iter().map(|&(role, worth)| {
            let pieces = Pieces { roles: 1 << (role & 63), ..Pieces::of(share.owner) };
            let held = if share.held { i64::from(state.lane(memory.held(seat, role))) } else { 0 };
            (i64::from(self.pieces(&pieces).count()) + held) * worth
        });
        each.sum::<i64>() + share.komi
    }

    /// Whether the move captures a piece of these roles.
    fn takes(&self, roles: u64) -> bool {
        if let Some(attempt) = self.movement {
            return attempt.takes(attempt.choice) & roles != 0;
        }
        let other = (self.me ^ 1) & 1;
        let (processor, rules, state) = (self.processor, self.rules, self.state);
        let Some(from) = self.m.origin() else {
            // Only its effects let a drop capture; its own conditions do not see them.
            let attempt = self.after.and_then(|_| attempt_of(rules, state, processor, self.m));
            return attempt.is_some_and(|attempt| attempt.takes(self.m.choice) & roles != 0);
        };
        let prey = self.state.players[other] & self.state.any_of(roles);
        if rules.aside
            && let Some(attempt) = attempt_of(rules, state, processor, self.m)
        {
            return attempt.takes(self.m.choice) & roles != 0;
        }
        if self.m.way == 0 {
            return from != self.m.to && prey.contains(self.m.to.index());
        }
        self.after.is_some_and(|after| (after.players[other] & after.any_of(roles)).count() < prey.count())
    }

    /// The squares of some pieces.
    #[inline(always)]
    pub fn pieces(&self, pieces: &Pieces<W>) -> Bits<W> {
        let (state, me) = (self.state, self.me & 1);
        let all = match pieces.owner {
            Owner::Anyone if pieces.roles == u64::MAX => return state.occupied() & pieces.on,
            Owner::Anyone => return state.any_of(pieces.roles) & pieces.on,
            Owner::Own => state.players[me],
            Owner::Opponent => state.players[me ^ 1],
        };
        let there = all & pieces.on;
        if pieces.roles == u64::MAX { there } else { there & state.any_of(pieces.roles) }
    }

    /// The squares of an expression.
    #[inline(always)]
    pub fn squares(&self, set: &SquareExpr<W>) -> Bits<W> {
        self.within(set, Bits::FULL)
    }

    /// The squares of an expression within another set. The most frequent ones are inlined.
    #[inline(always)]
    fn within(&self, set: &SquareExpr<W>, within: Bits<W>) -> Bits<W> {
        let found = match set {
            SquareExpr::Fixed(squares) => *squares,
            SquareExpr::Empty => !self.state.occupied(),
            SquareExpr::Pieces(pieces) => self.pieces(pieces),
            _ => self.found(set, within),
        };
        found & within
    }

    /// The costlier expressions; squares outside `within` may be omitted.
    fn found(&self, set: &SquareExpr<W>, within: Bits<W>) -> Bits<W> {
        let (rules, state, me) = (self.rules, self.state, self.me & 1);
        match set {
            SquareExpr::Fixed(_) | SquareExpr::Empty | SquareExpr::Pieces(_) => self.within(set, within),
            SquareExpr::Marked => state.seen_marks(rules, me),
            SquareExpr::Unmoved => state.undisturbed,
            SquareExpr::From(table) => table.get(self.m.from.index()).copied().unwrap_or(Bits::EMPTY),
            SquareExpr::To(table) => table.get(self.m.to.index()).copied().unwrap_or(Bits::EMPTY),
            SquareExpr::Near(table, inner) => {
                let found = self.squares(inner).indices().map_while(|square| table.get(square));
                found.fold(Bits::EMPTY, |all, near| all | *near)
            }
            SquareExpr::Next(stride, inner) => stride.before(self.squares(inner)),
            SquareExpr::Counted(counts, table, inner) => {
                let inner = self.squares(inner);
                let fits = |place: &Bits<W>| counts.contains((*place & inner).count() as u16);
                let fitting = within.indices().filter(|&square| table.get(square).is_some_and(fits));
                fitting.fold(Bits::EMPTY, |all, square| all | Bits::single(square))
            }
            SquareExpr::Along(inner) => {
                let (runs, starts) = &**inner;
                let (along, until) = (self.squares(&runs.along), self.squares(&runs.until));
                runs.from(along, until, self.squares(starts))
            }
            SquareExpr::Beside(inner) => {
                let (runs, each) = &**inner;
                let kinds = (self.squares(&runs.along), self.squares(&runs.until));
                runs.beside(kinds, self.squares(each), within)
            }
            SquareExpr::Numbered(counts, inner) => {
                let (runs, each) = &**inner;
                let kinds = (self.squares(&runs.along), self.squares(&runs.until));
                runs.numbered(kinds, self.squares(each), counts, (within, rules.squares))
            }
            SquareExpr::Attacked => self.attacked(within & state.occupied()),
            SquareExpr::Whether(condition) => match self.holds(condition) {
                true => Bits::FULL,
                false => Bits::EMPTY,
            },
            SquareExpr::Not(inner) => !self.within(inner, within),
            SquareExpr::All(parts) => self.found_of_all(parts, within),
            SquareExpr::One(parts) => {
                parts.iter().fold(Bits::EMPTY, |all, part| all | self.within(part, within))
            }
        }
    }

    /// The intersection of several expressions, within a set.
    fn found_of_all(&self, parts: &[SquareExpr<W>], within: Bits<W>) -> Bits<W> {
        let mut all = within;
        for part in parts {
            all = self.within(part, all);
            if all.is_empty() {
                break;
            }
        }
        all
    }

    /// The squares whose piece the other player could capture.
    #[inline(never)]
    fn attacked(&self, squares: Bits<W>) -> Bits<W> {
        let owner = |square: usize| self.state.players[1].contains(square) as usize;
        let taken = |square: &usize| preyed(self.processor, self.rules, self.state, owner(*square), *square);
        squares.indices().filter(taken).fold(Bits::EMPTY, |all, square| all | Bits::single(square))
    }
}
