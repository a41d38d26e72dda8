//! A sink that passes on only the moves that satisfy conditions.

use crate::bits::{Bits, Processor};
use crate::geometry::Square;
use crate::tables::condition::Condition;
use crate::tables::movement::{Promotion, ScriptedMove, Step};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::erased::Erased;
use super::evaluator::Evaluator;
use super::generate::{Generator, Sink};
use super::sinks::choices;
use crate::position::core::state::State;

/// Passes on the moves that satisfy conditions.
pub(in crate::position::core) struct MoveFilter<'a, 'b, P, const W: usize, const R: usize, const H: usize> {
    questions: Questions<'a, P, W, R, H>,
    sink: &'a mut Erased<'b, W, R, H>,
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
        let placed = m.choice.checked_sub(1).map_or(role, |role| role as u8);
        self.evaluator.state.moved(
            self.evaluator.rules,
            self.evaluator.me,
            role,
            placed,
            m.from.index(),
            m.to.index(),
        )
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

impl<'a, 'b, P: Processor, const W: usize, const R: usize, const H: usize> MoveFilter<'a, 'b, P, W, R, H> {
    /// A filter with these conditions.
    pub fn new(
        generator: &Generator<'a, P, W, R, H>,
        sink: &'a mut Erased<'b, W, R, H>,
        asks: [Option<&'a Condition<W>>; 2],
    ) -> Self {
        let Generator { processor, rules, state, me, .. } = *generator;
        let evaluator = Evaluator::new(processor, rules, state, me);
        let ahead = asks.into_iter().flatten().any(Condition::looks_ahead);
        Self { questions: Questions { evaluator, asks, ahead }, sink }
    }
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Sink<W, R, H>
    for MoveFilter<'_, '_, P, W, R, H>
{
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        let mut kept = Bits::EMPTY;
        for to in targets.indices() {
            let m = Move::plain(Square(from as u16), Square(to as u16));
            if self.questions.pass(m, || self.questions.moved(role, m)) {
                kept.insert(to);
            }
        }
        if kept.any() {
            Sink::plain(self.sink, role, from, kept);
        }
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        let zone = targets & promotion.zone();
        if zone != targets {
            Sink::plain(self, role, from, targets & !zone);
        }
        let questions = self.questions;
        for to in zone.indices() {
            choices(to, promotion, |choice| {
                let m = Move { from: Square(from as u16), to: Square(to as u16), way: 0, choice };
                if questions.pass(m, || questions.moved(role, m)) {
                    Sink::made(self.sink, m, || questions.moved(role, m));
                }
            });
        }
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        let zone = targets & promotion.zone();
        let mut kept = Bits::EMPTY;
        let questions = self.questions;
        let to_square = |to: usize, choice: u16| {
            let from = Square((to as i32 - step.delta) as u16);
            Move { from, to: Square(to as u16), way: step.way, choice }
        };
        for to in (targets & !zone).indices() {
            let m = to_square(to, 0);
            if questions.pass(m, || questions.stepped(step, m)) {
                kept.insert(to);
            }
        }
        if kept.any() {
            Sink::step(self.sink, step, kept, promotion);
        }
        for to in zone.indices() {
            choices(to, promotion, |choice| {
                let m = to_square(to, choice);
                if questions.pass(m, || questions.stepped(step, m)) {
                    Sink::made(self.sink, m, || questions.stepped(step, m));
                }
            });
        }
    }

    fn scripted(&mut self, scripted: &ScriptedMove<W>, choice: u16, after: impl Fn() -> State<W, R, H>) {
        let m = Move { from: Square(scripted.from), to: Square(scripted.to), way: scripted.way, choice };
        self.made(m, after);
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        let Evaluator { state, rules, me, .. } = self.questions.evaluator;
        let passes = |to: &usize| self.questions.pass(drop.onto(*to), || state.dropped(rules, me, drop, *to));
        let kept = targets.indices().filter(passes).fold(Bits::EMPTY, |kept, to| kept | Bits::single(to));
        if kept.any() {
            Sink::drops(self.sink, drop, kept);
        }
    }

    fn made(&mut self, m: Move, after: impl Fn() -> State<W, R, H>) {
        if !self.questions.ahead {
            if self.questions.pass(m, &after) {
                Sink::made(self.sink, m, after);
            }
            return;
        }
        let after = after();
        if self.questions.pass(m, || after) {
            Sink::made(self.sink, m, || after);
        }
    }

    fn done(&self) -> bool {
        Sink::done(self.sink)
    }
}
