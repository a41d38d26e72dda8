//! The replies to moves by steps, told for all moves of one step together.
//!
//! Sets are shifted here over the edges of the board, too: each is then cut with squares that a step or an attack may come to or
//! begin at.

use crate::bits::{Bits, Processor, each_square};
use crate::tables::lookup::Lookup;
use crate::tables::movement::{Promotion, Step};

use super::super::count::number;
use super::scene::{Kind, Scene};

/// Where a set of moves leaves something, comes to something and takes something.
#[derive(Clone, Copy)]
struct Touched<const W: usize> {
    left: Bits<W>,
    quiet: Bits<W>,
    taking: Bits<W>,
}

impl<const W: usize> Kind<W> {
    #[inline(always)]
    fn origins(&self) -> Bits<W> {
        (self.quiet | self.taking).shift(-self.delta)
    }
}

impl<const W: usize, const R: usize, const H: usize> Scene<'_, W, R, H> {
    /// The number of replies to these moves.
    #[inline(always)]
    pub fn answers<P: Processor>(&self, processor: P, kinds: &[Kind<W>]) -> i64 {
        let Self { state, other, them, .. } = *self;
        let (mut touched, mut moves) =
            (Touched { left: Bits::EMPTY, quiet: Bits::EMPTY, taking: Bits::EMPTY }, 0);
        for kind in kinds {
            touched.left |= kind.origins();
            touched.quiet |= kind.quiet;
            touched.taking |= kind.taking;
            moves += i64::from((kind.quiet | kind.taking).count());
        }
        let (mut base, mut change) = (0, 0);
        for class in &other.classes[..other.common] {
            each_square!(from in them & state.members(&class.members), {
                let (count, changed) = self.by_lookup(processor, kinds, &touched, &class.lookup, from);
                base += count;
                change += changed;
            });
        }
        for step in &other.steps {
            let (count, changed) = self.by_step(kinds, &touched, step);
            base += count;
            change += changed;
        }
        let (count, changed) = self.by_royal(kinds, &touched);
        moves * (base + count) + change + changed
    }

    /// How many replies a piece has if the player passes, and how many more after all the moves together.
    #[inline(always)]
    fn by_lookup<P: Processor>(
        &self,
        processor: P,
        kinds: &[Kind<W>],
        touched: &Touched<W>,
        lookup: &Lookup<W>,
        square: usize,
    ) -> (i64, i64) {
        let Self { them, occupied, .. } = *self;
        let found = lookup.targets(processor, square, occupied);
        let targets = found.quiet | found.capture;
        let sways = lookup.swaying(square, occupied, targets);
        let count = i64::from((targets & !them).count());
        let (mut change, own) = (0, Bits::single(square));
        let felt = sways & (touched.left | touched.quiet) | (targets | own) & touched.taking;
        if felt.any() {
            for kind in kinds {
                let moves = (kind.quiet | kind.taking) & !own;
                let swayed = sways & kind.quiet | moves & sways.shift(kind.delta);
                each_square!(to in swayed, {
                    let there = Bits::single(to);
                    let found = lookup.targets(processor, square, occupied & !there.shift(-kind.delta) | there);
                    change += i64::from(((found.quiet | found.capture) & !(them & !there)).count()) - count;
                });
                let taking = kind.taking & !swayed;
                change += i64::from((targets & taking).count());
                change -= if taking.contains(square) { count } else { 0 };
            }
        }
        (count, change)
    }

    /// The same by a step.
    #[inline(always)]
    fn by_step(&self, kinds: &[Kind<W>], touched: &Touched<W>, step: &Step<W>) -> (i64, i64) {
        let Self { state, us, them, occupied, other, .. } = *self;
        let pieces = them & state.role(step.role) & step.origins;
        if pieces.is_empty() {
            return (0, 0);
        }
        let empty = !occupied;
        let reached = pieces.shift(step.delta);
        // Seldom does one promote, and sets are told from numbers of them sooner.
        let promotion = (reached & step.zone).any().then(|| other.promotion_of(step));
        let (mut clear, mut way) = (reached, reached | pieces);
        for &by in &step.between {
            clear &= empty.shift(by);
            way |= reached.shift(-by);
        }
        let open = step.quiet & empty | step.capture & us;
        let count = weigh(clear & open, promotion);
        if (way & (touched.left | touched.quiet | touched.taking)).is_empty() {
            return (count, 0);
        }
        let mut change = 0;
        let (shut, bared) = (clear & step.quiet & !step.capture, clear & step.capture & !step.quiet);
        for kind in kinds {
            let left = kind.quiet.shift(-kind.delta);
            // Who comes to an empty square is in the way of some, and may be taken by others.
            change += weigh(bared & kind.quiet, promotion) - weigh(bared & left, promotion);
            change -= weigh(shut & kind.quiet, promotion);
            // Who goes makes way, if not by going on.
            if step.between.iter().all(|&by| kind.delta != -by) {
                change += weigh(shut & left, promotion);
            }
            for &by in &step.between {
                change -= weigh(clear & open & kind.quiet.shift(by), promotion);
                let mut behind = reached & open & left.shift(by);
                let mut shifts = kind.delta == by;
                for &also in &step.between {
                    if also != by {
                        behind &= empty.shift(also);
                        shifts |= kind.delta == by - also;
                    }
                }
                if !shifts {
                    change += weigh(behind, promotion);
                }
            }
            each_square!(to in kind.taking, {
                let there = Bits::single(to);
                let gone = there.shift(-kind.delta);
                let empty = empty | gone;
                let mut onto = (pieces & !there).shift(step.delta);
                for &by in &step.between {
                    onto &= empty.shift(by);
                }
                onto &= step.quiet & empty | step.capture & (us & !gone | there);
                change += weigh(onto, promotion) - count;
            });
        }
        (count, change)
    }

    /// The same of the royal.
    #[inline(always)]
    fn by_royal(&self, kinds: &[Kind<W>], touched: &Touched<W>) -> (i64, i64) {
        let Self { them, leaps, around, .. } = *self;
        let zone = leaps & !them;
        if (zone | leaps & touched.taking).is_empty() {
            return (0, 0);
        }
        let free = zone & !self.attacked(0, Bits::EMPTY, Bits::EMPTY);
        let count = i64::from(free.count());
        let mut change = 0;
        if (around & (touched.left | touched.quiet) | touched.taking).any() {
            for kind in kinds {
                let felt = kind.quiet & (around | around.shift(kind.delta)) | kind.taking;
                each_square!(to in felt, {
                    let there = Bits::single(to);
                    let attacked = self.attacked(kind.role, there.shift(-kind.delta), there);
                    change += i64::from((leaps & !(them & !there) & !attacked).count()) - count;
                });
            }
        }
        (count, change)
    }
}

/// How many moves these targets are, promotions told apart where there may be some.
#[inline(always)]
fn weigh<const W: usize>(targets: Bits<W>, promotion: Option<&Promotion<W>>) -> i64 {
    match promotion {
        Some(promotion) => number(targets, promotion) as i64,
        None => i64::from(targets.count()),
    }
}
