//! Scripted moves: selects candidates, and removes duplicates.

use crate::bits::{Bits, Processor, each_square};
use crate::geometry::Square;
use crate::tables::act::Act;
use crate::tables::instance::Choices;
use crate::tables::late::Late;
use crate::tables::movement::ScriptedMove;
use crate::tables::scripted::{Candidate, ScriptedByOrigin};
use crate::variant::{Move, RoleId, RoleSet};

use super::generate::{Generator, Sink, Wanted};
use super::scripted::{Applied, Attempt};
use crate::position::core::state::{State, placed};

impl<P: Processor, const W: usize, const R: usize, const H: usize> Generator<'_, P, W, R, H> {
    /// Scripted moves, except castling-like ones whose legality follows from attacks alone.
    #[inline(always)]
    pub(crate) fn scripted<S: Sink<W, R, H>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        let marks = match self.side.mark_squares.any() {
            true => self.state.seen_marks(self.rules, self.me) & self.side.mark_squares,
            false => Bits::EMPTY,
        };
        let castling = if self.per_royal { &self.side.castling[..] } else { &[] };
        for list in self.side.by_origin.iter().chain(castling) {
            if !list.may_apply(self.state.rights) {
                continue;
            }
            let found = self.us & self.state.role(list.role) & wanted.origins;
            if let Some(late) = &list.late {
                self.late(sink, found, late, wanted);
                continue;
            }
            let found = found & list.origins_with(marks);
            if found.any() && self.has_in_hand(list.held) {
                self.candidates(sink, list, found, marks, wanted);
            }
        }
    }

    /// Scripted moves whose tables are built on first use.
    #[cold]
    fn late<S: Sink<W, R, H>>(&self, sink: &mut S, found: Bits<W>, late: &Late<W>, wanted: &Wanted<W>) {
        each_square!(from in found, {
            self.open_candidates(sink, (from, wanted.targets, Bits::EMPTY), late.from(from), wanted);
        });
    }

    /// The scripted moves of one role from some squares, bucket by bucket, each candidate guarded by its
    /// masks. Kept out of line because most positions have none.
    fn candidates<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        list: &ScriptedByOrigin<W>,
        found: Bits<W>,
        marks: Bits<W>,
        wanted: &Wanted<W>,
    ) {
        let rights = self.state.rights;
        let prey = if list.onto_own { self.occupied } else { self.them };
        each_square!(from in found, {
            let bucket = list.bucket(from);
            let occupied = self.occupied & !Bits::single(from);
            let open = (bucket.quiets & !occupied | bucket.takes & prey) & wanted.targets;
            if open.any() && rights & bucket.rights == bucket.rights {
                let moves = (list.of(bucket), &self.side.scripted[..]);
                self.open_candidates(sink, (from, open, marks), moves, wanted);
            }
        });
    }

    /// Emits the legal moves of a piece among some candidates, whose targets are in a set.
    #[inline(always)]
    fn open_candidates<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        (from, targets, marks): (usize, Bits<W>, Bits<W>),
        (candidates, scripted): (&[Candidate<W>], &[ScriptedMove<W>]),
        wanted: &Wanted<W>,
    ) {
        let occupied = self.occupied & !Bits::single(from);
        // A list of captures depends on what a move removes, so such moves are made first.
        let settles = self.rules.royalless && !wanted.captures;
        for one in candidates {
            if !targets.contains(usize::from(one.to)) || !one.is_open(occupied, self.state.rights, marks) {
                continue;
            }
            let attempt = self.attempt(&scripted[one.index as usize]);
            if one.settled && settles {
                if sink.done() {
                    return;
                }
                let m = Move { from: Square(from as u16), to: Square(one.to), way: one.way, choice: 0 };
                sink.made(m, &|| attempt.applied(0).after);
            } else if attempt.fits() && attempt.counts_fit(1) && attempt.holds() {
                self.open_move(sink, &attempt, wanted);
            }
        }
    }

    /// Whether the player holds one of these roles (as bits); true if `roles` is 0.
    fn has_in_hand(&self, roles: u64) -> bool {
        let held = |role: RoleId| self.state.can_drop(&self.rules.memory, self.me, role.0);
        roles == 0 || RoleSet::of_word(roles).iter().any(held)
    }

    fn attempt<'b>(&'b self, scripted: &'b ScriptedMove<W>) -> Attempt<'b, P, W, R, H> {
        let (processor, rules, state) = (self.processor, self.rules, self.state);
        Attempt { processor, rules, state, me: self.me, scripted, reply: self.imagined, choice: 0 }
    }

    /// Emits a scripted move with each of its choices.
    fn hand_on<S: Sink<W, R, H>>(&self, sink: &mut S, attempt: &Attempt<'_, P, W, R, H>) {
        let scripted = attempt.scripted;
        let mut each = |choice| sink.made(scripted.chosen(choice), &|| attempt.applied(choice).after);
        match &scripted.choices {
            Choices::None => each(0),
            Choices::Held(roles) => {
                let memory = &self.rules.memory;
                let held = roles.iter().filter(|role| self.state.can_drop(memory, self.me, **role));
                held.for_each(|&role| each(u16::from(role) + 1));
            }
            _ => {
                let promotion = &self.side.roles[usize::from(scripted.role)].promotions[0];
                attempt.choices(promotion).into_iter().for_each(each);
            }
        }
    }

    /// Emits one scripted move if it is legal.
    pub(crate) fn scripted_move<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        scripted: &ScriptedMove<W>,
        wanted: &Wanted<W>,
    ) {
        let from = usize::from(scripted.from);
        let attempt = self.attempt(scripted);
        if (self.us & wanted.origins).contains(from) && attempt.allowed() {
            self.open_move(sink, &attempt, wanted);
        }
    }

    /// Emits one scripted move whose conditions on the current position hold.
    fn open_move<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        attempt: &Attempt<'_, P, W, R, H>,
        wanted: &Wanted<W>,
    ) {
        let scripted = attempt.scripted;
        let (from, to) = (usize::from(scripted.from), usize::from(scripted.to));
        if sink.done() {
            return;
        }
        let table = &self.side.roles[usize::from(scripted.role)];
        let settled = scripted.ahead.is_empty() || scripted.asks_safety_without_drop();
        let simple = !scripted.overlaps && !wanted.captures && from != to && settled;
        match simple.then(|| self.leaves_royals(attempt)).flatten() {
            Some(true) => return self.hand_on(sink, attempt),
            Some(false) => return,
            None => {}
        }
        if self.is_needless(scripted, wanted) {
            return;
        }
        for choice in attempt.choices(&table.promotions[0]) {
            if !attempt.permits(choice) {
                continue;
            }
            let Applied { after, removed, prey } = attempt.first_way(choice).applied(choice);
            if !attempt.is_move(removed) || wanted.captures && prey == 0 {
                continue;
            }
            if scripted.overlaps && !self.is_new(attempt, choice, &after) {
                continue;
            }
            if !self.is_safe(&after) {
                continue;
            }
            sink.made(scripted.chosen(choice), &|| after);
        }
    }

    /// Whether a movement leaves the royals safe; `None` if it must be made to tell.
    fn leaves_royals(&self, attempt: &Attempt<'_, P, W, R, H>) -> Option<bool> {
        let scripted = attempt.scripted;
        let (from, to) = (usize::from(scripted.from), usize::from(scripted.to));
        // A capture of a royal is legal even in check, but `@InCheck` makes no such exception.
        let unlike = || self.rules.vetoes || self.enemy_royals.contains(to);
        if self.open || !scripted.ahead.is_empty() && unlike() {
            return None;
        }
        let calm = self.is_calm(scripted);
        if calm && !self.rules.may_lose_royal && !attempt.may_become_royal() {
            // A dropped piece that replaces the moving one keeps its line blocked.
            let allowed = match scripted.acts[..] {
                [Act::Drop(square)] if usize::from(square) == from => match scripted.ahead.is_empty() {
                    true => Some(self.checks.mask),
                    false => Some(self.checks.mask & self.allowed(from)),
                },
                [Act::Drop(_), ..] => None,
                _ => Some(self.allowed(from)),
            };
            if let Some(allowed) = allowed {
                return Some(allowed.contains(to));
            }
        }
        if !scripted.ahead.is_empty() && !attempt.leaves_royals(calm, true)? {
            return Some(false);
        }
        attempt.leaves_royals(calm, false)
    }

    /// Whether a scripted move changes only its origin and target, and neither is a sensitive square.
    fn is_calm(&self, scripted: &ScriptedMove<W>) -> bool {
        let ends = Bits::single(usize::from(scripted.from)) | Bits::single(usize::from(scripted.to));
        let still = |act: &Act<W>| match act {
            Act::Drop(square) => *square == scripted.from,
            act => act.keeps_board(),
        };
        self.checks_found
            && !self.tried
            && scripted.hooks.is_empty()
            && (ends & (self.trigger_squares | self.royals)).is_empty()
            && scripted.acts.iter().all(still)
    }

    /// Whether a movement duplicates a plain move because it captures nothing on its way, or returns to its
    /// origin without capturing. Decided without making it.
    #[inline(always)]
    fn is_needless(&self, scripted: &ScriptedMove<W>, wanted: &Wanted<W>) -> bool {
        let back = scripted.from == scripted.to;
        let returns = back && !scripted.stays;
        let may_be_known = !back && scripted.overlaps && !wanted.captures;
        (returns || may_be_known) && self.is_idle(scripted) && (returns || self.goes_plainly(scripted, 0))
    }

    /// Whether all effects of a movement capture on empty squares.
    fn is_idle(&self, scripted: &ScriptedMove<W>) -> bool {
        // After a round trip, the piece stands on its target again.
        let gone = |square: u16| {
            square != scripted.to && (square == scripted.from || !self.occupied.contains(usize::from(square)))
        };
        let idle =
            |act: &Act<W>| matches!(act, Act::Take(taken) if taken.iter().all(|(square, _)| gone(*square)));
        scripted.choices == Choices::None && scripted.hooks.is_empty() && scripted.acts.iter().all(idle)
    }

    /// Whether a movement of the role without effects has the same origin, target and choice.
    fn goes_plainly(&self, scripted: &ScriptedMove<W>, choice: u16) -> bool {
        let (role, from, to) = (scripted.role, usize::from(scripted.from), usize::from(scripted.to));
        let table = &self.side.roles[usize::from(role)];
        let promotion = table.promotion(from, self.them.contains(to));
        let chooses = promotion.zone().contains(to);
        let fits = if choice == 0 { !promotion.forced.contains(to) } else { chooses };
        fits && {
            let steps = self.side.steps.iter().filter(|step| step.role == role && step.way == 0);
            let single = Bits::single(from);
            self.targets(table, from, !self.occupied, self.them).contains(to)
                || steps
                    .into_iter()
                    .any(|step| self.stepped(step, single, !self.occupied, self.them).contains(to))
        }
    }

    /// Whether neither a movement without effects nor an earlier scripted move has the same origin, target, choice and
    /// result.
    fn is_new(&self, attempt: &Attempt<'_, P, W, R, H>, choice: u16, after: &State<W, R, H>) -> bool {
        let ScriptedMove { role, from, to, way, .. } = *attempt.scripted;
        if self.goes_plainly(attempt.scripted, choice) {
            let (from, to) = (usize::from(from), usize::from(to));
            if self.state.moved(self.rules, self.me, role, placed(role, choice), from, to) == *after {
                return false;
            }
        }
        let promotion = &self.side.roles[usize::from(role)].promotions[0];
        let same = |earlier: &ScriptedMove<W>| {
            let earlier = self.attempt(earlier);
            earlier.scripted.overlaps
                && earlier.allowed()
                && earlier.permits(choice)
                && earlier.choices(promotion).contains(&choice)
                && (earlier.scripted.way == way || earlier.first_way(choice).applied(choice).after == *after)
        };
        let all = self.side.between(role, from, to);
        !all.take_while(|one| !std::ptr::eq(*one, attempt.scripted)).any(same)
    }
}
