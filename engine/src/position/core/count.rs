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
                counter.0 = self.total::<false>(self.us & !pinned, allowed);
            }
            each_square!(from in pinned, {
                let allowed = self.allowed(from) & onto;
                if allowed.any() {
                    counter.0 += self.total::<false>(Bits::single(from), allowed);
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

    /// The number of plain moves of some pieces that may go to the same squares, royals left out; [both](Self::weigh) where that
    /// is asked for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn total<const BOTH: bool>(&self, free: Bits<W>, allowed: Bits<W>) -> u64 {
        let quiet = allowed & !self.occupied;
        let capture = allowed & self.them;
        let mut total = 0;
        for class in &self.side.classes[..self.side.common] {
            let pieces = free & self.state.members(&class.members);
            if pieces.is_empty() {
                continue;
            }
            match class.promotes {
                None => total += self.looked_up::<BOTH>(&class.lookup, pieces, quiet, capture),
                Some(role) => {
                    let table = &self.side.roles[usize::from(role)];
                    for from in pieces.indices() {
                        let found = class.lookup.targets(self.processor, from, self.occupied);
                        let (q, c) = (found.quiet & quiet, found.capture & capture);
                        total += if table.alike {
                            self.weigh_all::<BOTH>(q | c, table.promotion(from, false))
                        } else {
                            self.weigh_all::<BOTH>(q, table.promotion(from, false))
                                + self.weigh_all::<BOTH>(c, table.promotion(from, true))
                        };
                    }
                }
            }
        }
        for step in &self.side.steps {
            let targets = self.stepped(step, free, quiet, capture);
            total += if (targets & step.zone).is_empty() {
                self.weigh::<BOTH>(targets)
            } else {
                self.weigh_all::<BOTH>(targets, self.side.promotion_of(step))
            };
        }
        total
    }

    /// How many targets these are, and in the upper half of the word, if both are asked for, how many of them are captures.
    #[inline(always)]
    fn weigh<const BOTH: bool>(&self, targets: Bits<W>) -> u64 {
        let all = u64::from(targets.count());
        if BOTH { all | u64::from((targets & self.them).count()) << HALF } else { all }
    }

    /// The same of moves, promotions told apart.
    #[inline(always)]
    fn weigh_all<const BOTH: bool>(&self, targets: Bits<W>, promotion: &Promotion<W>) -> u64 {
        let all = number(targets, promotion);
        if BOTH { all | number(targets & self.them, promotion) << HALF } else { all }
    }

    /// Whether lookups and steps alone tell which moves there are, and no royal forbids any.
    fn has_plain_moves_without_royals(&self) -> bool {
        let absent = |role: u8| (self.us & self.state.role(role)).is_empty();
        let marks = self.state.seen_marks(self.rules, self.me);
        let plain = self.royals.is_empty() && !self.tried && self.watch.is_empty();
        plain
            && self.checks.mask == Bits::FULL
            && !self.state.uses_marks(self.side, self.us, marks)
            && self.side.others.iter().all(|others| absent(others.role))
            && self
                .side
                .by_right
                .iter()
                .all(|by_right| self.state.rights & by_right.rights == 0 || absent(by_right.role))
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

    /// The number of targets of some pieces, all of one class.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn looked_up<const BOTH: bool>(
        &self,
        lookup: &Lookup<W>,
        pieces: Bits<W>,
        quiet: Bits<W>,
        capture: Bits<W>,
    ) -> u64 {
        let mut total = 0u64;
        let (processor, occupied) = (self.processor, self.occupied);
        match lookup {
            Lookup::Leaps(sets) => {
                let onto = quiet | capture;
                each_square!(from in pieces, { total += self.weigh::<BOTH>(sets[from] & onto) });
            }
            Lookup::Whole(tables) if tables.groups == 1 => {
                let onto = quiet | capture;
                each_square!(from in pieces, {
                    let [both] = tables.single(processor, from, occupied);
                    total += self.weigh::<BOTH>(both & onto);
                });
            }
            Lookup::Whole(tables) if tables.groups == 2 => {
                let onto = quiet | capture;
                each_square!(from in pieces, {
                    let [both] = tables.double(processor, from, occupied);
                    total += self.weigh::<BOTH>(both & onto);
                });
            }
            Lookup::Split(tables) if tables.groups == 2 => {
                each_square!(from in pieces, {
                    let [q, c] = tables.double(processor, from, occupied);
                    total += self.weigh::<BOTH>(q & quiet | c & capture);
                });
            }
            lookup => {
                for from in pieces.indices() {
                    let found = lookup.targets(processor, from, occupied);
                    total += self.weigh::<BOTH>(found.quiet & quiet | found.capture & capture);
                }
            }
        }
        total
    }
}

/// Where the upper of two numbers in one word begins.
const HALF: u32 = 32;

/// Counts all moves, and those that take something, in one go; `None` where there may be other than plain ones.
pub(super) struct AllAndCaptures<'a, P, const W: usize, const R: usize, const H: usize>(
    pub &'a Generator<'a, P, W, R, H>,
);

impl<Q: Processor, const W: usize, const R: usize, const H: usize> Task for AllAndCaptures<'_, Q, W, R, H> {
    type Output = Option<(u64, u64)>;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> Option<(u64, u64)> {
        let generator = self.0;
        if const { H > 0 || !is_common(W, R) } || !generator.has_plain_moves_without_royals() {
            return None;
        }
        let both = generator.total::<true>(generator.us, Bits::FULL);
        Some((both & ((1 << HALF) - 1), both >> HALF))
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

    #[inline(always)]
    fn tally(&mut self, number: u64) -> bool {
        self.0 += number;
        true
    }
}
