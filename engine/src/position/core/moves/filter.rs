//! A sink that passes on only the moves that satisfy conditions.

use crate::bits::{Bits, Processor};
use crate::geometry::Square;
use crate::tables::condition::Condition;
use crate::tables::movement::{Promotion, Step};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::check_test::CheckTest;
use super::erased::AnySink;
use super::evaluator::Evaluator;
use super::generate::{Generator, Sink};
use super::sinks::choices;
use crate::position::core::state::{State, placed};

/// Passes on the moves that satisfy conditions.
pub(crate) struct MoveFilter<'a, P, const W: usize, const R: usize, const H: usize> {
    questions: Questions<'a, P, W, R, H>,
    /// Finds moves that give no check, if that suffices to accept them.
    check_test: Option<CheckTest<'a, P, W, R>>,
    /// Whether moves that give check are rejected.
    refuses_checks: bool,
    sink: &'a mut AnySink<'a, W, R, H>,
}

/// The conditions on each move.
#[derive(Clone, Copy)]
struct Questions<'a, P, const W: usize, const R: usize, const H: usize> {
    evaluator: Evaluator<'a, P, W, R, H>,
    asks: [Option<&'a Condition<W>>; 2],
    /// Whether a condition needs the position after the move.
    ahead: bool,
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Questions<'_, P, W, R, H> {
    fn pass(&self, m: Move, after: impl FnOnce() -> State<W, R, H>) -> bool {
        let after = self.ahead.then(after);
        let evaluator = self.evaluator.of(m, after.as_ref());
        self.asks.into_iter().flatten().all(|ask| evaluator.holds(ask))
    }

    /// The position after a plain move of a role.
    fn moved(&self, role: u8, m: Move) -> State<W, R, H> {
        let Evaluator { state, rules, me, .. } = self.evaluator;
        state.moved(rules, me, role, placed(role, m.choice), m.from.index(), m.to.index())
    }

    /// The position after a step.
    fn stepped(&self, step: &Step<W>, m: Move) -> State<W, R, H> {
        let mut after = self.moved(step.role, m);
        if let Some(marks) = step.marks.get(m.from.index()) {
            after.mark(self.evaluator.rules, *marks, m.to.index());
        }
        after
    }
}

impl<'a, P: Processor, const W: usize, const R: usize, const H: usize> MoveFilter<'a, P, W, R, H> {
    /// A filter with these conditions.
    pub fn new(
        generator: &Generator<'a, P, W, R, H>,
        sink: &'a mut AnySink<'a, W, R, H>,
        asks: [Option<&'a Condition<W>>; 2],
    ) -> Self {
        let Generator { processor, rules, state, me, .. } = *generator;
        let evaluator = Evaluator::new(processor, rules, state, me);
        let ahead = asks.into_iter().flatten().any(Condition::looks_ahead);
        let known = |ask, checks| evaluator.constant_for_all_moves(ask, Some(checks));
        let quiet = asks.into_iter().flatten().all(|ask| known(ask, false) == Some(true));
        let refuses_checks = quiet && asks.into_iter().flatten().any(|ask| known(ask, true) == Some(false));
        let check_test = if quiet { CheckTest::new(generator) } else { None };
        Self { questions: Questions { evaluator, asks, ahead }, check_test, refuses_checks, sink }
    }
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Sink<W, R, H>
    for MoveFilter<'_, P, W, R, H>
{
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        let (mut kept, unsure) = match &self.check_test {
            Some(check_test) => {
                let safe = check_test.safe(role, from);
                (targets & safe, if self.refuses_checks { Bits::EMPTY } else { targets & !safe })
            }
            None => (Bits::EMPTY, targets),
        };
        for to in unsure.indices() {
            let m = Move::plain(Square(from as u16), Square(to as u16));
            if self.questions.pass(m, || self.questions.moved(role, m)) {
                kept.insert(to);
            }
        }
        if kept.any() {
            self.sink.plain(role, from, kept);
        }
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        let zone = targets & promotion.zone();
        if zone != targets {
            self.plain(role, from, targets & !zone);
        }
        let questions = self.questions;
        for to in zone.indices() {
            choices(to, promotion, |choice| {
                let m = Move { from: Square(from as u16), to: Square(to as u16), way: 0, choice };
                if questions.pass(m, || questions.moved(role, m)) {
                    self.sink.made(m, &|| questions.moved(role, m));
                }
            });
        }
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>) {
        let zone = targets & step.promotion.zone();
        let check_test = self.check_test.as_ref();
        let mut kept =
            check_test.map_or(Bits::EMPTY, |check_test| check_test.stepping(step, targets & !zone));
        let questions = self.questions;
        let to_square = |to: usize, choice: u16| {
            let from = Square((to as i32 - step.delta) as u16);
            Move { from, to: Square(to as u16), way: step.way, choice }
        };
        for to in (targets & !(kept | zone)).indices() {
            let m = to_square(to, 0);
            if questions.pass(m, || questions.stepped(step, m)) {
                kept.insert(to);
            }
        }
        if kept.any() {
            self.sink.step(step, kept);
        }
        for to in zone.indices() {
            choices(to, &step.promotion, |choice| {
                let m = to_square(to, choice);
                if questions.pass(m, || questions.stepped(step, m)) {
                    self.sink.made(m, &|| questions.stepped(step, m));
                }
            });
        }
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        let Evaluator { state, rules, me, .. } = self.questions.evaluator;
        let passes = |to: &usize| self.questions.pass(drop.onto(*to), || state.dropped(rules, me, drop, *to));
        let kept = targets.indices().filter(passes).fold(Bits::EMPTY, |kept, to| kept | Bits::single(to));
        if kept.any() {
            self.sink.drops(drop, kept);
        }
    }

    fn made(&mut self, m: Move, after: &dyn Fn() -> State<W, R, H>) {
        if self.questions.pass(m, after) {
            self.sink.made(m, after);
        }
    }

    fn done(&self) -> bool {
        self.sink.done()
    }
}
