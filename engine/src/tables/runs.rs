//! Runs: consecutive squares of one kind in one direction, followed by a square of another kind.

use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::bits::Bits;
use crate::geometry::{Displacement, Square};
use crate::variant::{Anchor, CountSet, Place, PlayerId, Predicate, RoleId, Variant};

use super::Unsupported;
use super::condition::compiler::Compiler;
use super::condition::filters::{Few, Named, few, says_target};
use super::condition::site::mobile;
use super::condition::squares::{SquareExpr, Table};

/// A direction: the successor of each square.
#[derive(Clone, Debug, PartialEq)]
pub struct Stride {
    /// The successor minus the square.
    delta: i32,
    /// The squares with a successor, as bits.
    origins: Box<[u64]>,
    /// The successors, if the difference is not constant.
    uneven: Option<Box<[u16]>>,
    /// The largest number of consecutive squares.
    longest: u16,
}

/// A cache of directions and sets, since movements from all squares need the same ones.
#[derive(Debug, Default)]
pub struct Strides {
    runs: RefCell<HashMap<Steps, Arc<[Stride]>>>,
    /// Single steps.
    steps: RefCell<HashMap<(PlayerId, Displacement), Arc<Stride>>>,
    /// Tables of the squares reached by steps, a [`Table`] each.
    tables: RefCell<HashMap<(Reach, Steps), Box<dyn Any>>>,
    /// Whether steps lead to different squares from every square.
    apart: RefCell<HashMap<Steps, bool>>,
    /// Whether a piece could leave a square on an empty board.
    mobile: RefCell<HashMap<(PlayerId, RoleId, Square), bool>>,
}

/// The kinds of [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reach {
    /// The squares reached by the steps.
    Steps,
    /// The squares from which the steps lead to it.
    StepsBack,
    /// The line between the ends of two steps.
    Line,
    /// The squares whose line has it.
    LineBack,
}

impl Strides {
    /// Whether a piece could leave a square of an otherwise empty board. Cached, because it tests all
    /// movements of the piece.
    pub fn mobile(&self, variant: &Variant, player: PlayerId, role: RoleId, square: Square) -> bool {
        let known = self.mobile.borrow().get(&(player, role, square)).copied();
        known.unwrap_or_else(|| {
            let found = mobile(variant, player, role, square);
            self.mobile.borrow_mut().insert((player, role, square), found);
            found
        })
    }
}

/// Steps in a player's view.
type Steps = (PlayerId, Vec<Displacement>);

/// Runs in some directions: consecutive squares of the right kind, if the square behind the last is of the
/// right kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs<const W: usize> {
    strides: Arc<[Stride]>,
    /// The squares of a run.
    pub along: SquareExpr<W>,
    /// The square behind a run.
    pub until: SquareExpr<W>,
    /// The allowed lengths of a run; `None` for any.
    counts: Option<CountSet>,
}

impl Stride {
    /// The squares with a successor.
    #[inline(always)]
    pub fn origins<const W: usize>(&self) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.origins.get(word).copied().unwrap_or(0)))
    }

    #[inline(always)]
    fn next(&self, square: usize) -> Option<usize> {
        let word = self.origins.get(square >> 6)?;
        if word >> (square & 63) & 1 == 0 {
            return None;
        }
        match &self.uneven {
            None => Some((square as i32 + self.delta) as usize),
            Some(next) => next.get(square).map(|next| usize::from(*next)),
        }
    }

    /// Flood fill backwards: adds the squares of `along` from which `along` leads into the set.
    #[inline(always)]
    fn flood<const W: usize>(&self, squares: Bits<W>, along: Bits<W>) -> Bits<W> {
        let mut found = squares;
        if self.uneven.is_some() {
            // Only the squares added last can add more.
            let mut added = squares;
            loop {
                added = along & self.before(added) & !found;
                if added.is_empty() {
                    return found;
                }
                found |= added;
            }
        }
        // Doubles the step length each round.
        let (mut open, mut steps) = (along & self.origins(), 1);
        loop {
            let by = -self.delta * steps;
            found |= open & found.shift(by);
            steps *= 2;
            if steps >= i32::from(self.longest) {
                return found;
            }
            open &= open.shift(by);
        }
    }

    /// The squares whose successor is in a set.
    #[inline(always)]
    pub fn before<const W: usize>(&self, squares: Bits<W>) -> Bits<W> {
        match &self.uneven {
            None => squares.shift(-self.delta) & self.origins(),
            Some(next) => {
                let followed =
                    |from: &usize| next.get(*from).is_some_and(|to| squares.contains(usize::from(*to)));
                self.origins::<W>()
                    .indices()
                    .filter(followed)
                    .fold(Bits::EMPTY, |all, at| all | Bits::single(at))
            }
        }
    }
}

impl<const W: usize> Runs<W> {
    /// The squares of all runs from some squares.
    pub fn from(&self, along: Bits<W>, until: Bits<W>, starts: Bits<W>) -> Bits<W> {
        let mut found = Bits::EMPTY;
        for start in starts.indices() {
            for stride in self.strides.iter() {
                let (mut run, mut length) = (Bits::EMPTY, 0);
                let mut next = stride.next(start);
                while let Some(square) =
                    next.filter(|&square| along.contains(square) && length < Bits::<W>::CAPACITY)
                {
                    run.insert(square);
                    length += 1;
                    next = stride.next(square);
                }
                let ends = length > 0 && next.is_some_and(|square| until.contains(square));
                if ends && self.counts.as_ref().is_none_or(|counts| counts.contains(length as u16)) {
                    found |= run;
                }
            }
        }
        found
    }

    /// The squares from which some run meets a set; exact at least for the squares within `within`.
    pub fn beside(&self, (along, until): (Bits<W>, Bits<W>), each: Bits<W>, within: Bits<W>) -> Bits<W> {
        // Runs from a few squares are cheaper one by one.
        if self.counts.is_some() || !within.several() {
            let starts = self.strides.iter().fold(Bits::<W>::EMPTY, |all, one| all | one.origins::<W>());
            let starts = starts & within;
            let fits = |start: &usize| (self.from(along, until, Bits::single(*start)) & each).any();
            return starts.indices().filter(fits).fold(Bits::EMPTY, |all, start| all | Bits::single(start));
        }
        let behind = until & !along;
        let mut found = Bits::EMPTY;
        for stride in self.strides.iter() {
            let last = along & stride.before(behind);
            if last.is_empty() {
                continue;
            }
            let run = stride.flood(last, along);
            let marked = run & each;
            found |= stride.before(if marked == run { run } else { stride.flood(marked, run) });
        }
        found
    }

    /// The squares within a set whose runs have an allowed number of squares in `each`, on a board of
    /// `squares` squares.
    pub fn numbered(
        &self,
        (along, until): (Bits<W>, Bits<W>),
        each: Bits<W>,
        counts: &CountSet,
        (within, squares): (Bits<W>, usize),
    ) -> Bits<W> {
        let number = |start: usize| (self.from(along, until, Bits::single(start)) & each).count();
        let starts = within.indices().take_while(|&start| start < squares);
        let fitting = starts.filter(|&start| counts.contains(number(start) as u16));
        fitting.fold(Bits::EMPTY, |all, start| all | Bits::single(start))
    }

    /// A superset of the runs from some squares.
    pub fn bound(&self, starts: Bits<W>) -> Bits<W> {
        let mut found = Bits::EMPTY;
        for start in starts.indices() {
            for stride in self.strides.iter() {
                let mut next = stride.next(start);
                while let Some(square) = next.filter(|&square| square != start) {
                    found.insert(square);
                    next = stride.next(square);
                }
            }
        }
        found
    }
}

impl Compiler<'_> {
    /// Compiles runs from any start.
    pub(super) fn runs<const W: usize>(&self, runs: &crate::variant::Runs) -> Result<Runs<W>, Unsupported> {
        let most = self.variant.board.axes().iter().map(|axis| axis.length).max().unwrap_or(0);
        let any = (1..=most).all(|length| runs.counts.contains(length));
        Ok(Runs {
            strides: self.strides(&runs.start.steps),
            along: self.filter(&runs.along, Named::Here)?,
            until: self.filter(&runs.until, Named::Here)?,
            counts: (!any).then(|| runs.counts.clone()),
        })
    }

    fn strides(&self, steps: &[Displacement]) -> Arc<[Stride]> {
        let made = || steps.iter().filter(|step| !step.is_zero()).map(|&step| self.stride(step)).collect();
        let Some((site, _)) = self.site() else { return made() };
        let key = (self.player, steps.to_vec());
        site.strides.runs.borrow_mut().entry(key).or_insert_with(made).clone()
    }

    /// A single step from any square.
    pub(super) fn single(&self, step: Displacement) -> Arc<Stride> {
        let made = || Arc::new(self.stride(step));
        let Some((site, _)) = self.site() else { return made() };
        site.strides.steps.borrow_mut().entry((self.player, step)).or_insert_with(made).clone()
    }

    /// The squares reached by steps, by starting square.
    pub(super) fn table<const W: usize>(&self, steps: &[Displacement]) -> Table<W> {
        let reached = |from: Square| {
            let squares = steps.iter().filter_map(|&step| self.step(from, step));
            squares.fold(Bits::EMPTY, |all, square| all | Bits::single(square.index()))
        };
        self.known(Reach::Steps, steps, || self.variant.board.squares().map(reached).collect())
    }

    /// A table for some steps, cached for movements from all squares.
    pub(super) fn known<const W: usize>(
        &self,
        reach: Reach,
        steps: &[Displacement],
        made: impl Fn() -> Table<W>,
    ) -> Table<W> {
        let Some((site, _)) = self.site() else { return made() };
        let key = (reach, (self.player, steps.to_vec()));
        let found = |any: &Box<dyn Any>| any.downcast_ref::<Table<W>>().cloned();
        let known = site.strides.tables.borrow().get(&key).and_then(found);
        known.unwrap_or_else(|| {
            let table = made();
            site.strides.tables.borrow_mut().insert(key, Box::new(table.clone()));
            table
        })
    }

    /// Whether the steps lead to different squares from every square.
    pub(super) fn lead_apart(&self, steps: &[Displacement]) -> bool {
        let apart = || {
            self.variant.board.squares().all(|from| {
                let mut reached: Vec<_> = steps.iter().filter_map(|&step| self.step(from, step)).collect();
                let many = reached.len();
                reached.sort_unstable();
                reached.dedup();
                reached.len() == many
            })
        };
        match self.site() {
            Some((site, _)) => {
                *site.strides.apart.borrow_mut().entry((self.player, steps.to_vec())).or_insert_with(apart)
            }
            None => apart(),
        }
    }

    pub(super) fn stride(&self, step: Displacement) -> Stride {
        let squares = self.variant.board.len();
        let mut origins = vec![0; squares.div_ceil(64)];
        let mut next = vec![u16::MAX; squares];
        let mut deltas = Vec::new();
        for from in self.variant.board.squares() {
            if let Some(to) = self.step(from, step) {
                origins[from.index() / 64] |= 1u64 << (from.index() % 64);
                next[from.index()] = to.0;
                deltas.push(i32::from(to.0) - i32::from(from.0));
            }
        }
        let delta = deltas.first().copied().unwrap_or(0);
        let even = deltas.iter().all(|other| *other == delta);
        let follows = |from: &u16| next.get(usize::from(*from)).copied().filter(|to| *to != u16::MAX);
        let length = |from: u16| std::iter::successors(Some(from), follows).take(squares).count() as u16;
        let longest = (0..squares as u16).map(length).max().unwrap_or(0);
        Stride { delta, origins: origins.into(), uneven: (!even).then(|| next.into()), longest }
    }

    /// The squares whose runs satisfy a predicate; `None` for other predicates.
    pub(super) fn runs_set<const W: usize>(
        &self,
        predicate: &Predicate,
        named: Named,
    ) -> Option<Result<SquareExpr<W>, Unsupported>> {
        let from_here = |place: &Place| match &place.anchor {
            Anchor::Runs(runs) if named.names(&runs.start.anchor) => Some(runs.clone()),
            _ => None,
        };
        let (place, each) = match predicate {
            Predicate::Count(_, place, each) | Predicate::All(place, each) => (place, each),
            _ => return None,
        };
        let runs = from_here(place)?;
        let targeted = runs.along.iter().chain(&runs.until).chain(each).any(says_target);
        if named == Named::Dropped && targeted {
            return Some(Err(Unsupported("a condition that must be evaluated square by square")));
        }
        let [step] = place.steps[..] else { return Some(Err(Unsupported("steps from runs of squares"))) };
        if !step.is_zero() {
            return Some(Err(Unsupported("steps from runs of squares")));
        }
        Some(self.runs(&runs).and_then(|runs| {
            let mut each = self.filter(each, Named::Here)?;
            if each == SquareExpr::OCCUPIED && runs.along.is_of_pieces() {
                // Every square of a run holds a piece.
                each = SquareExpr::EVERY;
            }
            Ok(match predicate {
                Predicate::Count(counts, ..) => match few(counts, self.variant.board.len()) {
                    Some(Few::Some) => SquareExpr::Beside(Box::new((runs, each))),
                    Some(Few::None) => SquareExpr::Beside(Box::new((runs, each))).negated(),
                    None => SquareExpr::Numbered(counts.clone(), Box::new((runs, each))),
                },
                _ => SquareExpr::Beside(Box::new((runs, each.negated()))).negated(),
            })
        }))
    }
}

#[cfg(test)]
pub(super) mod tests;
