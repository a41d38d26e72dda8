//! How many moves there are: counted class by class as sets, where all pieces may go to the same squares.

use crate::bits::{Bits, Processor, Task, each_square};
use crate::tables::lookup::Lookup;
use crate::tables::movement::{General, Promotion, Step};
use crate::tables::turn::Drop;
use crate::variant::Move;

use super::choose::Tally;
use super::forms::is_common;
use super::generate::{Generator, Sink, Wanted};
use super::state::State;

/// How many moves these targets are, promotions told apart.
#[inline(always)]
pub(super) fn number<const W: usize>(targets: Bits<W>, promotion: &Promotion<W>) -> u64 {
    let plain = u64::from(targets.count());
    let forced = targets & promotion.forced;
    let optional = targets & promotion.optional;
    if (forced | optional).is_empty() {
        return plain;
    }
    let choices = promotion.to.len() as u64;
    // Without a role to choose a forced promotion leaves the piece what it is.
    plain + u64::from(forced.count()) * choices.saturating_sub(1) + u64::from(optional.count()) * choices
}

impl<P: Processor, const W: usize, const R: usize, const H: usize> Generator<'_, P, W, R, H> {
    /// The number of legal moves.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn count(&self) -> u64 {
        self.count_of(&Wanted::ALL)
    }

    /// The number of those that take something, or of all.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count_of(&self, wanted: &Wanted<W>) -> u64 {
        // All pieces that are not pinned may go to the same squares, so their moves are counted class by class without
        // looking at them; pieces on a tight line have squares of their own each; royals and general movements rest.
        if self.tried || self.watch.any() || const { !is_common(W, R) } {
            return self.processor.call(Tally { generator: self, wanted: *wanted });
        }
        let mut counter = Counter(0);
        if H == 0 || !self.rules.still {
            let onto = if wanted.captures { self.them } else { Bits::FULL };
            let allowed = self.checks.mask & onto;
            let pinned = self.checks.pinned & !self.royals;
            if allowed.any() {
                counter.0 = self.total(self.us & !pinned, allowed);
            }
            each_square!(from in pinned, {
                let allowed = self.allowed(from) & onto;
                if allowed.any() {
                    counter.0 += self.total(Bits::single(from), allowed);
                }
            });
            self.royal(&mut counter, wanted);
            self.generals(&mut counter, wanted);
        }
        if H > 0 {
            self.offered(&mut counter, wanted);
        }
        counter.0
    }

    /// The number of plain moves of some pieces that may go to the same squares, royals left out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn total(&self, free: Bits<W>, allowed: Bits<W>) -> u64 {
        let quiet = allowed & !self.occupied;
        let capture = allowed & self.them;
        let mut total = 0;
        for class in &self.side.classes[..self.side.common] {
            let pieces = free & self.state.members(&class.members);
            if pieces.is_empty() {
                continue;
            }
            match class.promotes {
                None => total += self.looked_up(&class.lookup, pieces, quiet, capture),
                Some(role) => {
                    let table = &self.side.roles[usize::from(role)];
                    for from in pieces.indices() {
                        let found = class.lookup.targets(self.processor, from, self.occupied);
                        let (q, c) = (found.quiet & quiet, found.capture & capture);
                        total += if table.alike {
                            number(q | c, table.promotion(from, false))
                        } else {
                            number(q, table.promotion(from, false)) + number(c, table.promotion(from, true))
                        };
                    }
                }
            }
        }
        for step in &self.side.steps {
            let targets = self.stepped(step, free, quiet, capture);
            total += if (targets & step.zone).is_empty() {
                u64::from(targets.count())
            } else {
                number(targets, self.promotion_of(step))
            };
        }
        total
    }

    /// Whether lines tell of all moves which are legal, and the pieces have none but plain ones here.
    pub(super) fn has_plain_moves_alone(&self) -> bool {
        let marks = self.state.seen_marks(self.rules, self.me) & self.side.mark_squares;
        let lines = self.checks_found && !self.tried && !self.apart && self.watch.is_empty();
        let absent = |role: u8| (self.us & self.state.role(role)).is_empty();
        lines
            && marks.is_empty()
            && self.side.others.iter().all(|others| absent(others.role))
            && self.side.by_right.iter().all(|by_right| absent(by_right.role))
    }

    /// The number of moves of some pieces of a role, none of them pinned or royal, onto squares that are asked for if
    /// lookups tell where they go and they never promote.
    #[inline(always)]
    pub(super) fn number_of(&self, role: u8, pieces: Bits<W>, onto: impl FnOnce() -> Bits<W>) -> Option<u64> {
        let table = &self.side.roles[usize::from(role)];
        if table.classes.is_empty() || table.promotes {
            return None;
        }
        let allowed = self.checks.mask & onto();
        let (quiet, capture) = (allowed & !self.occupied, allowed & self.them);
        let lookups = table.classes.iter().map(|&class| &*self.side.classes[usize::from(class)].lookup);
        Some(lookups.map(|lookup| self.looked_up(lookup, pieces, quiet, capture)).sum())
    }

    /// The number of targets of some pieces, all of one class.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn looked_up(&self, lookup: &Lookup<W>, pieces: Bits<W>, quiet: Bits<W>, capture: Bits<W>) -> u64 {
        let mut total = 0u64;
        let (processor, occupied) = (self.processor, self.occupied);
        match lookup {
            Lookup::Leaps(sets) => {
                let onto = quiet | capture;
                each_square!(from in pieces, { total += u64::from((sets[from] & onto).count()) });
            }
            Lookup::Whole(tables) if tables.groups == 1 => {
                let onto = quiet | capture;
                each_square!(from in pieces, {
                    let [both] = tables.single(processor, from, occupied);
                    total += u64::from((both & onto).count());
                });
            }
            Lookup::Whole(tables) if tables.groups == 2 => {
                let onto = quiet | capture;
                each_square!(from in pieces, {
                    let [both] = tables.double(processor, from, occupied);
                    total += u64::from((both & onto).count());
                });
            }
            Lookup::Split(tables) if tables.groups == 2 => {
                each_square!(from in pieces, {
                    let [q, c] = tables.double(processor, from, occupied);
                    total += u64::from((q & quiet | c & capture).count());
                });
            }
            lookup => {
                for from in pieces.indices() {
                    let found = lookup.targets(processor, from, occupied);
                    total += u64::from((found.quiet & quiet | found.capture & capture).count());
                }
            }
        }
        total
    }
}

/// Counts the moves that take something.
pub(super) struct Captures<'a, P, const W: usize, const R: usize, const H: usize>(
    pub &'a Generator<'a, P, W, R, H>,
);

impl<Q: Processor, const W: usize, const R: usize, const H: usize> Task for Captures<'_, Q, W, R, H> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> u64 {
        self.0.count_of(&Wanted::CAPTURES)
    }
}

/// Counts.
pub(super) struct Counter(pub u64);

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
    fn step(&mut self, _: &Step<W>, targets: Bits<W>, promotion: &Promotion<W>) {
        self.0 += number(targets, promotion);
    }

    fn general(&mut self, _: &General<W>, _: u16, _: impl Fn() -> State<W, R, H>) {
        self.0 += 1;
    }

    #[inline(always)]
    fn drops(&mut self, _: &Drop<W>, targets: Bits<W>) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn followed(&mut self, _: &Drop<W>, targets: Bits<W>, _: impl Fn(usize) -> State<W, R, H>) {
        self.0 += u64::from(targets.count());
    }

    fn made(&mut self, _: Move, _: impl Fn() -> State<W, R, H>) {
        self.0 += 1;
    }
}
