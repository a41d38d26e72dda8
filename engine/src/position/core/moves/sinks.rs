//! Sinks for moves: a list, a counter, a test for existence, a function.

use std::ops::ControlFlow;

use crate::bits::{Bits, each_square};
use crate::geometry::Square;
use crate::tables::movement::{Promotion, Step};
use crate::tables::turn::Drop;
use crate::variant::{Move, RoleId};

use super::generate::Sink;
use crate::position::core::state::State;
use crate::position::search::Targets;

/// Calls a function with each choice for a target.
#[inline(always)]
pub(crate) fn choices<const W: usize>(to: usize, promotion: &Promotion<W>, mut each: impl FnMut(u16)) {
    if promotion.zone().contains(to) {
        promotion.to.iter().for_each(|&role| each(u16::from(role) + 1));
        if promotion.forced.contains(to) && !promotion.to.is_empty() {
            return;
        }
    }
    each(0);
}

/// An exact-size iterator over a set, so that a vector reserves room once.
#[inline(always)]
fn each_in<const W: usize, T>(mut set: Bits<W>, make: impl Fn(usize) -> T) -> impl Iterator<Item = T> {
    (0..set.count()).map(move |_| {
        let square = set.first();
        set = set.rest();
        make(square)
    })
}

/// Appends moves to a list.
pub(crate) struct Lister<'a>(pub &'a mut Vec<Move>);

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Lister<'_> {
    #[inline(always)]
    fn plain(&mut self, _: u8, from: usize, targets: Bits<W>) {
        let from = Square(from as u16);
        self.0.extend(each_in(targets, |to| Move::plain(from, Square(to as u16))));
    }

    #[inline(always)]
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

    #[inline(always)]
    fn step(&mut self, step: &Step<W>, targets: Bits<W>) {
        let (way, delta) = (step.way, step.delta);
        let origin = |to: usize| Square((to as i32 - delta) as u16);
        let zone = targets & step.promotion.zone();
        let plain = |to: usize| Move { from: origin(to), to: Square(to as u16), way, choice: 0 };
        self.0.extend(each_in(targets & !zone, plain));
        each_square!(to in zone, {
            choices(to, &step.promotion, |choice| {
                self.0.push(Move { from: origin(to), to: Square(to as u16), way, choice });
            });
        });
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        self.0.extend(each_in(targets, |to| drop.onto(to)));
    }

    fn made(&mut self, m: Move, _: &dyn Fn() -> State<W, R, H>) {
        self.0.push(m);
    }
}

/// The number of moves to these targets; promotions count separately.
#[inline(always)]
fn number<const W: usize>(targets: Bits<W>, promotion: &Promotion<W>) -> u64 {
    let plain = u64::from(targets.count());
    let forced = targets & promotion.forced;
    let optional = targets & promotion.optional;
    if (forced | optional).is_empty() {
        return plain;
    }
    let choices = promotion.to.len() as u64;
    // Without a role to choose, a forced promotion keeps the role.
    plain + u64::from(forced.count()) * choices.saturating_sub(1) + u64::from(optional.count()) * choices
}

/// Counts moves.
pub(crate) struct Counter(pub u64);

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Counter {
    #[inline(always)]
    fn plain(&mut self, _: u8, _: usize, targets: Bits<W>) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn promoting(&mut self, _: u8, _: usize, targets: Bits<W>, promotion: &Promotion<W>) {
        self.0 += number(targets, promotion);
    }

    #[inline(always)]
    fn step(&mut self, step: &Step<W>, targets: Bits<W>) {
        self.0 += number(targets, &step.promotion);
    }

    #[inline(always)]
    fn drops(&mut self, _: &Drop<W>, targets: Bits<W>) {
        self.0 += u64::from(targets.count());
    }

    fn made(&mut self, _: Move, _: &dyn Fn() -> State<W, R, H>) {
        self.0 += 1;
    }
}

/// Records whether there is a move.
pub(crate) struct Found(pub bool);

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Found {
    fn plain(&mut self, _: u8, _: usize, targets: Bits<W>) {
        self.0 |= targets.any();
    }

    fn promoting(&mut self, _: u8, _: usize, targets: Bits<W>, _: &Promotion<W>) {
        self.0 |= targets.any();
    }

    fn step(&mut self, _: &Step<W>, targets: Bits<W>) {
        self.0 |= targets.any();
    }

    fn drops(&mut self, _: &Drop<W>, targets: Bits<W>) {
        self.0 |= targets.any();
    }

    fn made(&mut self, _: Move, _: &dyn Fn() -> State<W, R, H>) {
        self.0 = true;
    }

    fn done(&self) -> bool {
        self.0
    }
}

/// Calls a function with each move until it breaks.
pub(crate) struct Calls<'a> {
    pub each: &'a mut dyn FnMut(Move) -> ControlFlow<()>,
    pub stopped: bool,
}

impl Calls<'_> {
    fn call(&mut self, m: Move) {
        self.stopped = self.stopped || (self.each)(m).is_break();
    }
}

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for Calls<'_> {
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

    fn step(&mut self, step: &Step<W>, targets: Bits<W>) {
        for to in targets.indices() {
            let (from, to, way) = (Square((to as i32 - step.delta) as u16), Square(to as u16), step.way);
            choices(to.index(), &step.promotion, |choice| self.call(Move { from, to, way, choice }));
        }
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        targets.indices().for_each(|to| self.call(drop.onto(to)));
    }

    fn made(&mut self, m: Move, _: &dyn Fn() -> State<W, R, H>) {
        self.call(m);
    }

    fn done(&self) -> bool {
        self.stopped
    }
}

/// Calls a function with the targets, set by set.
pub(crate) struct TargetSets<'a, const W: usize, const R: usize, const H: usize> {
    pub state: &'a State<W, R, H>,
    pub each: &'a mut dyn FnMut(Targets<'_>),
}

impl<const W: usize, const R: usize, const H: usize> TargetSets<'_, W, R, H> {
    fn call(&mut self, role: u8, from: Option<usize>, dropped: bool, targets: Bits<W>) {
        let from = from.map(|from| Square(from as u16));
        let (role, count) = (RoleId(role), targets.count());
        (self.each)(Targets { from, role, dropped, count, squares: &targets.0 });
    }
}

impl<const W: usize, const R: usize, const H: usize> Sink<W, R, H> for TargetSets<'_, W, R, H> {
    fn plain(&mut self, role: u8, from: usize, targets: Bits<W>) {
        self.call(role, Some(from), false, targets);
    }

    fn promoting(&mut self, role: u8, from: usize, targets: Bits<W>, _: &Promotion<W>) {
        self.call(role, Some(from), false, targets);
    }

    fn step(&mut self, step: &Step<W>, targets: Bits<W>) {
        self.call(step.role, None, false, targets);
    }

    fn drops(&mut self, drop: &Drop<W>, targets: Bits<W>) {
        self.call(drop.role, None, true, targets);
    }

    fn made(&mut self, m: Move, _: &dyn Fn() -> State<W, R, H>) {
        let Some(to) = m.target() else { return };
        let from = m.origin().map(Square::index);
        let role = m.drop().map(|role| role.0).or_else(|| self.state.role_at(from?));
        if let Some(role) = role {
            self.call(role, from, from.is_none(), Bits::single(to.index()));
        }
    }
}
