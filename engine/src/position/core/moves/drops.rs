//! Drops, set-wise, and passes.

use crate::bits::{Bits, Processor};
use crate::tables::condition::Condition;
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::evaluator::Evaluator;
use super::generate::{Generator, Sink, Wanted};
use super::legality::in_check;
use super::scripted::{Applied, Attempt, after_drop};
use crate::position::core::state::State;

impl<'a, P: Processor, const W: usize, const R: usize, const H: usize> Generator<'a, P, W, R, H> {
    /// Chains, drops and passes.
    #[inline(always)]
    pub(crate) fn offered<S: Sink<W, R, H>>(&self, sink: &mut S, wanted: &Wanted<W>) {
        if self.rules.chained {
            self.chains(sink, wanted);
        }
        if !wanted.hand || sink.done() {
            return;
        }
        let (rules, state, me) = (self.rules, self.state, self.me);
        let on_board = Bits::below(rules.squares);
        // A drop vacates no square, so the check mask alone decides its legality.
        let allowed = if self.tried { Bits::FULL } else { self.checks.mask };
        let empty = !self.occupied & on_board & wanted.targets;
        let mut before: Option<((u8, u8), Bits<W>)> = None;
        // Whether some drop is legal.
        let mut droppable = false;
        let moving = if rules.phased { rules.phases[usize::from(state.turn)].moving } else { u64::MAX };
        let drops = if state.holds_any(self.offer) { &self.offer.drops[..] } else { &[] };
        for drop in drops {
            if (wanted.dropped & moving) >> (drop.role & 63) & 1 == 0
                || !state.can_drop(&rules.memory, me, drop.role)
            {
                continue;
            }
            let squares = if drop.royal || !drop.scripted.is_empty() { empty } else { empty & allowed };
            if squares.is_empty() || sink.done() {
                continue;
            }
            let m = drop.onto(0);
            let evaluator = Evaluator::new(self.processor, rules, state, me).of(m, None);
            let mut squares = squares & evaluator.squares(&drop.squares);
            if let Some(each) = &drop.each {
                squares = self.droppable(drop, each, squares);
            }
            if !drop.scripted.is_empty() {
                droppable |= squares.any() && self.is_sure(drop, wanted);
                self.drops_with_effects(sink, drop, squares, wanted);
                continue;
            }
            // If several ways have no effects, the first counts.
            let kind = (drop.role, drop.placed);
            let earlier = before.filter(|(other, _)| *other == kind).map_or(Bits::EMPTY, |(_, all)| all);
            squares &= !earlier;
            before = Some((kind, earlier | squares));
            if self.follows_effects(drop) {
                squares = self.unrepeated(drop, squares);
            }
            let doubtful = if self.tried || drop.royal { squares } else { squares & self.trigger_squares };
            if doubtful.any() {
                for to in doubtful.indices() {
                    let after = state.dropped(rules, me, drop, to);
                    if !self.open && in_check(self.processor, rules, &after, me) {
                        squares.remove(to);
                    }
                }
            }
            if squares.any() && !wanted.captures {
                droppable = true;
                sink.drops(drop, squares);
            }
        }
        if wanted.pass
            && !wanted.captures
            && !sink.done()
            && let Some(when) = &self.offer.pass
        {
            // If passing requires having no move, a legal drop rules it out.
            if droppable && !rules.filters_moves && self.offer.stuck_pass {
                return;
            }
            let m = Move::pass();
            let after = state.passed(rules);
            let evaluator = Evaluator::new(self.processor, rules, state, me).of(m, Some(&after));
            let checked = || in_check(self.processor, rules, &after, me);
            // A pass that ends the game need not answer a check.
            let ends = || rules.ends && !after.goes_on(rules) && Self::over(self.processor, rules, &after);
            if evaluator.holds(when) && (self.open || !checked() || ends()) {
                sink.made(m, &|| after);
            }
        }
    }

    /// The squares whose condition, evaluated one by one, holds.
    #[inline(never)]
    fn droppable(&self, drop: &Drop<W>, each: &Condition<W>, mut squares: Bits<W>) -> Bits<W> {
        let (rules, state, me) = (self.rules, self.state, self.me);
        let mut asked = squares;
        if drop.spares_mate {
            asked &= self.checking(drop.placed);
        }
        for to in asked.indices() {
            let m = drop.onto(to);
            let after = drop.ahead.then(|| self.after_drop(drop, to));
            let evaluator = Evaluator::new(self.processor, rules, state, me).of(m, after.as_ref());
            if !evaluator.holds(each) {
                squares.remove(to);
            }
        }
        squares
    }

    /// A superset of the squares where a dropped role gives check.
    fn checking(&self, role: u8) -> Bits<W> {
        // A drop discovers no check: without an earlier check, only the dropped piece can give one.
        match self.rules.may_lose_royal || in_check(self.processor, self.rules, self.state, self.me ^ 1) {
            true => Bits::FULL,
            false => self.side.checking_from(self.enemy_royals, 1 << (role & 63)),
        }
    }

    /// The position after a drop and its hooks.
    fn after_drop(&self, drop: &Drop<W>, to: usize) -> State<W, R, H> {
        after_drop(self.processor, self.rules, self.state, self.me, drop, to)
    }

    /// Whether an earlier way to drop the same piece has effects.
    fn follows_effects(&self, drop: &Drop<W>) -> bool {
        self.earlier(drop).any(|other| !other.scripted.is_empty())
    }

    /// The earlier ways to drop the same piece.
    fn earlier(&self, drop: &Drop<W>) -> impl Iterator<Item = &'a Drop<W>> + Clone {
        let (role, way) = (drop.role, drop.way);
        let earlier = self.offer.drops.iter().take_while(move |other| (other.role, other.way) != (role, way));
        earlier.filter(move |other| other.role == role)
    }

    /// The squares where no earlier way with effects has the same result.
    #[inline(never)]
    fn unrepeated(&self, drop: &Drop<W>, mut squares: Bits<W>) -> Bits<W> {
        for to in squares.indices() {
            let after = self.state.dropped(self.rules, self.me, drop, to);
            let mut earlier = self.earlier(drop).filter(|other| !other.scripted.is_empty());
            if earlier.any(|other| self.same_drop(other, to, &after)) {
                squares.remove(to);
            }
        }
        squares
    }

    /// Drops with effects or hooks: each is made and tested.
    #[inline(never)]
    fn drops_with_effects<S: Sink<W, R, H>>(
        &self,
        sink: &mut S,
        drop: &Drop<W>,
        squares: Bits<W>,
        wanted: &Wanted<W>,
    ) {
        let Self { processor, rules, state, me, .. } = *self;
        if self.is_sure(drop, wanted) {
            for to in squares.indices() {
                if sink.done() {
                    break;
                }
                sink.made(drop.onto(to), &|| self.after_drop(drop, to));
            }
            return;
        }
        let choice = u16::from(drop.role) + 1;
        let earlier = self.earlier(drop);
        for to in squares.indices() {
            let Some(scripted) = drop.scripted.get(to) else { continue };
            let attempt = Attempt { processor, rules, state, me, scripted, reply: false, choice: 0 };
            let Applied { after, prey, .. } = attempt.applied(choice);
            let repeated = earlier.clone().any(|other| self.same_drop(other, to, &after));
            let wanted = prey != 0 || !wanted.captures;
            if wanted && !repeated && self.is_safe(&after) {
                sink.made(drop.onto(to), &|| after);
            }
            if sink.done() {
                return;
            }
        }
    }

    /// Whether drops with effects are always distinct, legal moves.
    fn is_sure(&self, drop: &Drop<W>, wanted: &Wanted<W>) -> bool {
        drop.first && self.rules.royalless && !wanted.captures
    }

    /// Whether a move keeps the mover's royals and leaves none attacked. An attack is allowed if the move
    /// removes an opponent's royal or the mover moves again.
    pub(crate) fn is_safe(&self, after: &State<W, R, H>) -> bool {
        let (rules, me) = (self.rules, self.me);
        let count =
            |state: &State<W, R, H>, player: usize| (state.royals(rules) & state.players[player & 1]).count();
        let keeps = |player: usize| rules.keeps(count(self.state, player), count(after, player));
        keeps(me) && (self.open || !keeps(me ^ 1) || !in_check(self.processor, rules, after, me))
    }

    /// Whether another way to drop the same piece there is allowed and has this result.
    #[inline(never)]
    fn same_drop(&self, other: &Drop<W>, to: usize, after: &State<W, R, H>) -> bool {
        let (rules, state, me) = (self.rules, self.state, self.me);
        let m = other.onto(to);
        let evaluator = Evaluator::new(self.processor, rules, state, me).of(m, None);
        let single = Bits::single(to);
        if (evaluator.squares(&other.squares) & single).is_empty() {
            return false;
        }
        if other.each.as_ref().is_some_and(|each| self.droppable(other, each, single).is_empty()) {
            return false;
        }
        self.after_drop(other, to) == *after
    }
}
