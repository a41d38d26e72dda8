//! What moves become besides a number: entries of a list, positions, a yes.

use std::ops::ControlFlow;

use crate::bits::{Bits, Processor, each_square};
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::movement::{General, Promotion, Step};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::evaluator::conclude;
use super::generate::Sink;
use super::state::State;

/// Calls a function with each choice that comes with a target.
#[inline(always)]
pub(super) fn choices<const W: usize>(to: usize, promotion: &Promotion<W>, mut each: impl FnMut(u16)) {
    if promotion.zone().contains(to) {
        promotion.to.iter().for_each(|&role| each(u16::from(role) + 1));
        if promotion.forced.contains(to) && !promotion.to.is_empty() {
            return;
        }
    }
    each(0);
}

/// Something for each square of a set, as an iterator that knows its length: a vector then makes room once.
#[inline(always)]
fn each_in<const W: usize, T>(mut set: Bits<W>, make: impl Fn(usize) -> T) -> impl Iterator<Item = T> {
    (0..set.count()).map(move |_| {
        let square = set.first();
        set = set.rest();
        make(square)
    })
}

/// Writes moves into a buffer.
pub(super) struct Lister<'a>(pub &'a mut Vec<Move>);

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Lister<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(&mut self, _: u8, from: usize, targets: Bits<W>) {
        let from = Square(from as u16);
        self.0.extend(each_in(targets, |to| Move::plain(from, Square(to as u16))));
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn promoting(&mut self, _: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        let from = Square(from as u16);
        let zone = targets & promotion.zone();
        self.0.extend(each_in(targets & !zone, |to| Move::plain(from, Square(to as u16))));
        each_square!(to in zone, {
            choices(to, promotion, |choice| {
                self.0.push(Move { from, to: Square(to as u16), way: 0, choice });
            });
        });
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        let (way, delta) = (step.way, step.delta);
        let origin = |to: usize| Square((to as i32 - delta) as u16);
        let zone = targets & step.zone;
        let plain = |to: usize| Move { from: origin(to), to: Square(to as u16), way, choice: 0 };
        self.0.extend(each_in(targets & !zone, plain));
        each_square!(to in zone, {
            choices(to, promotion, |choice| {
                self.0.push(Move { from: origin(to), to: Square(to as u16), way, choice });
            });
        });
    }

    fn general(&mut self, general: &General<W>, choice: u16, _: impl Fn() -> State<W, R, H>) {
        let (from, to) = (Square(general.from), Square(general.to));
        self.0.push(Move { from, to, way: general.way, choice });
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        self.0.extend(each_in(targets, |to| drop.onto(to)));
    }

    fn made(&mut self, m: Move, _: impl Fn() -> State<W, R, H>) {
        self.0.push(m);
    }
}

/// Whether there is a move.
pub(super) struct Found(pub bool);

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Found {
    fn plain(&mut self, _: u8, _: usize, targets: Bits<W>) {
        self.0 |= targets.any();
    }

    fn promoting(&mut self, _: u8, _: usize, targets: Bits<W>, _: &Promotion<W>) {
        self.0 |= targets.any();
    }

    fn step(&mut self, _: &Step<W>, targets: Bits<W>, _: &Promotion<W>) {
        self.0 |= targets.any();
    }

    fn general(&mut self, _: &General<W>, _: u16, _: impl Fn() -> State<W, R, H>) {
        self.0 = true;
    }

    fn drops(&mut self, _: &Drop<W>, targets: Bits<W>) {
        self.0 |= targets.any();
    }

    fn followed(&mut self, _: &Drop<W>, targets: Bits<W>, _: impl Fn(usize) -> State<W, R, H>) {
        self.0 |= targets.any();
    }

    fn made(&mut self, _: Move, _: impl Fn() -> State<W, R, H>) {
        self.0 = true;
    }

    fn tally(&mut self, number: u64) -> bool {
        self.0 |= number > 0;
        true
    }

    fn done(&self) -> bool {
        self.0
    }
}

/// Calls a function with each move until it breaks off.
pub(super) struct Calls<F> {
    pub each: F,
    pub stopped: bool,
}

impl<F: FnMut(Move) -> ControlFlow<()>> Calls<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(&mut self, m: Move) {
        self.stopped = self.stopped || (self.each)(m).is_break();
    }
}

impl<const W: usize, const R: usize, const H: usize, F: FnMut(Move) -> ControlFlow<()>> Sink<W, R, H>
    for Calls<F>
{
    fn plain(&mut self, _: u8, from: usize, targets: Bits<W>) {
        for to in targets.indices() {
            self.call(Move::plain(Square(from as u16), Square(to as u16)));
        }
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        let zone = promotion.zone() & targets;
        Sink::<W, R, H>::plain(self, role, from, targets & !zone);
        for to in zone.indices() {
            choices(to, promotion, |choice| {
                self.call(Move { from: Square(from as u16), to: Square(to as u16), way: 0, choice });
            });
        }
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        for to in targets.indices() {
            let (from, to, way) = (Square((to as i32 - step.delta) as u16), Square(to as u16), step.way);
            choices(to.index(), promotion, |choice| self.call(Move { from, to, way, choice }));
        }
    }

    fn general(&mut self, general: &General<W>, choice: u16, _: impl Fn() -> State<W, R, H>) {
        let (from, to) = (Square(general.from), Square(general.to));
        self.call(Move { from, to, way: general.way, choice });
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        targets.indices().for_each(|to| self.call(drop.onto(to)));
    }

    fn made(&mut self, m: Move, _: impl Fn() -> State<W, R, H>) {
        self.call(m);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn done(&self) -> bool {
        self.stopped
    }
}

/// Hands on the position after each move; whoever it is handed to may change it.
pub(super) struct Visitor<'a, P, const W: usize, const R: usize, const H: usize, F> {
    pub processor: P,
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub me: usize,
    pub visit: F,
}

impl<P: Processor, const W: usize, const R: usize, const H: usize, F: FnMut(Move, &mut State<W, R, H>)>
    Visitor<'_, P, W, R, H, F>
{
    /// Whether something may follow a move without touching the board.
    #[inline(always)]
    fn concludes(&self) -> bool {
        H > 0 && self.rules.concludes
    }

    /// Hands on one position, once what follows the move has followed.
    #[inline(always)]
    fn hand_on(&mut self, m: Move, role: Option<u8>, mut after: State<W, R, H>) {
        if self.concludes()
            && let Some(role) = role
        {
            let author = (self.me, role);
            conclude(self.processor, self.rules, self.state, m, author, &mut after);
        }
        (self.visit)(m, &mut after);
    }

    #[inline(never)]
    fn promotions(&mut self, role: u8, way: u16, from: usize, to: usize, promotion: &Promotion<W>) {
        choices(to, promotion, |choice| {
            let placed = choice.checked_sub(1).map_or(role, |role| role as u8);
            let mut after = self.state.moved(self.rules, self.me, role, placed, from, to);
            let steps = &self.rules.sides[self.me & 1].steps;
            let step = steps.iter().find(|step| way != 0 && (step.role, step.way) == (role, way));
            if let Some(marks) = step.and_then(|step| step.marks.get(from)) {
                after.mark(self.rules, *marks, to);
            }
            self.hand_on(
                Move { from: Square(from as u16), to: Square(to as u16), way, choice },
                Some(role),
                after,
            );
        });
    }
}

impl<P: Processor, const W: usize, const R: usize, const H: usize, F: FnMut(Move, &mut State<W, R, H>)>
    Sink<W, R, H> for Visitor<'_, P, W, R, H, F>
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        each_square!(to in targets, {
            let after = self.state.moved(self.rules, self.me, role, role, from, to);
            self.hand_on(Move::plain(Square(from as u16), Square(to as u16)), Some(role), after);
        });
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        let zone = promotion.zone() & targets;
        Sink::<W, R, H>::plain(self, role, from, targets & !zone);
        for to in zone.indices() {
            self.promotions(role, 0, from, to, promotion);
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step(&mut self, step: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        let zone = promotion.zone() & targets;
        each_square!(to in targets & !zone, {
            let from = (to as i32 - step.delta) as usize;
            let mut after = self.state.moved(self.rules, self.me, step.role, step.role, from, to);
            if let Some(marks) = step.marks.get(from) {
                after.mark(self.rules, *marks, to);
            }
            let (from, to) = (Square(from as u16), Square(to as u16));
            self.hand_on(Move { from, to, way: step.way, choice: 0 }, Some(step.role), after);
        });
        for to in zone.indices() {
            let from = (to as i32 - step.delta) as usize;
            self.promotions(step.role, step.way, from, to, promotion);
        }
    }

    fn general(&mut self, general: &General<W>, choice: u16, after: impl Fn() -> State<W, R, H>) {
        let (from, to) = (Square(general.from), Square(general.to));
        self.hand_on(Move { from, to, way: general.way, choice }, Some(general.role), after());
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        for to in targets.indices() {
            let after = self.state.dropped(self.rules, self.me, drop, to);
            self.hand_on(drop.onto(to), Some(drop.role), after);
        }
    }

    fn made(&mut self, m: Move, after: impl Fn() -> State<W, R, H>) {
        // Who moved is looked for only where it matters.
        let role = if self.concludes() { self.state.author(self.rules, m).1 } else { None };
        self.hand_on(m, role, after());
    }
}
