//! Lookup tables of targets: for each square, the targets in every occupancy of its relevant squares.
//!
//! Relevant squares are split into groups of few bits. Each group has its own table, indexed by its bits:
//! with PEXT where available, else with magic multiplication (the constants are found at load). Boards too
//! wide for this walk rays with bit scans. Atoms that form no ray are evaluated one by one.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::bits::{Bits, Processor, Task};

use super::atom::{Atom, Atoms};
use super::instance::Hurdle;

mod plan;

use plan::Plan;

/// The most index bits of one table. Few bits keep the tables within the nearest caches.
const GROUP_BITS: u32 = 10;
/// The most groups per square.
const MAX_GROUPS: usize = 4;
/// The largest table, in sets. Tables of long sets soon exceed the nearest caches; ray walking is then as
/// fast.
const fn max_entries(words: usize) -> usize {
    if words <= 2 { 1 << 16 } else { 5 << 13 }
}

/// The targets of a class of pieces: quiet moves and captures.
#[derive(Clone, Copy, Debug)]
pub struct Targets<const W: usize> {
    /// Targets, provided the square is empty.
    pub quiet: Bits<W>,
    /// Targets, provided the square holds an opponent's piece.
    pub capture: Bits<W>,
}

/// A cache of lookups: equal sets of atoms share one.
#[derive(Debug, Default)]
pub struct LookupCache<const W: usize> {
    extracts: bool,
    made: Mutex<Vec<Applied<W>>>,
}

/// Atoms and their lookup. A thread that needs a lookup under construction waits for that one only.
type Applied<const W: usize> = (Atoms<W>, Place<W>);

/// The cell of a lookup.
type Place<const W: usize> = Arc<OnceLock<Arc<Lookup<W>>>>;

impl<const W: usize> LookupCache<W> {
    /// An empty cache, for processors with or without bit extraction.
    pub fn new(extracts: bool) -> Self {
        Self { extracts, made: Mutex::default() }
    }

    fn make(&self, atoms: &Atoms<W>) -> Arc<Lookup<W>> {
        Arc::new(Lookup::new(atoms, self.extracts))
    }

    /// Builds the lookups (of sorted atoms) that no thread is building yet: threads with the same list share
    /// the work.
    pub fn prepare<'a>(&self, wanted: impl Iterator<Item = &'a Atoms<W>>) {
        for atoms in wanted {
            if let (lookup, true) = self.place(atoms) {
                lookup.get_or_init(|| self.make(atoms));
            }
        }
    }

    /// The lookup of these sorted atoms.
    pub fn get(&self, atoms: &Atoms<W>) -> Arc<Lookup<W>> {
        let (lookup, _) = self.place(atoms);
        lookup.get_or_init(|| self.make(atoms)).clone()
    }

    /// The cell for the lookup of these atoms, and whether it is new.
    fn place(&self, atoms: &Atoms<W>) -> (Place<W>, bool) {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        match made.iter().find(|(made, _)| Arc::ptr_eq(made, atoms) || **made == **atoms) {
            Some((_, lookup)) => (lookup.clone(), false),
            None => {
                let lookup = Place::default();
                made.push((atoms.clone(), lookup.clone()));
                (lookup, true)
            }
        }
    }
}

/// The forms of a lookup. A tag of its own is read faster than a niche.
#[derive(Clone, Debug)]
#[repr(u8)]
pub enum Lookup<const W: usize> {
    /// One set per square, for any occupancy; quiet moves and captures are equal.
    Leaps(Box<[Bits<W>]>),
    /// Tables by occupancy; quiet moves and captures are equal.
    Whole(Indexed<W, 1>),
    /// Tables by occupancy, with quiet moves and captures side by side.
    Split(Indexed<W, 2>),
    /// Rays, and single atoms.
    Walk(Walked<W>),
}

/// One group of relevant squares of one square.
#[derive(Clone, Copy, Debug)]
pub struct Group<const W: usize> {
    mask: Bits<W>,
    /// Magic multipliers, one per word, for processors without bit extraction.
    magic: [u64; W],
    offset: u32,
    shift: u32,
}

/// Tables by occupancy.
#[derive(Clone, Debug)]
pub struct Indexed<const W: usize, const N: usize> {
    /// The number of groups per square.
    pub groups: usize,
    cells: Box<[Group<W>]>,
    entries: Box<[[Bits<W>; N]]>,
}

impl<const W: usize> Group<W> {
    #[inline(always)]
    fn index<P: Processor>(&self, processor: P, occupied: Bits<W>) -> usize {
        if P::EXTRACTS {
            let mut index = 0;
            let mut place = 0;
            for w in 0..W {
                let mask = self.mask.0[w];
                index |= processor.extract(occupied.0[w], mask) << place;
                place += mask.count_ones();
            }
            self.offset as usize + index as usize
        } else {
            let sum = (0..W).fold(0u64, |sum, w| {
                sum.wrapping_add((occupied.0[w] & self.mask.0[w]).wrapping_mul(self.magic[w]))
            });
            self.offset as usize + (sum >> self.shift) as usize
        }
    }
}

impl<const W: usize, const N: usize> Indexed<W, N> {
    /// The number of sets in the tables.
    pub fn sets(&self) -> usize {
        N * self.entries.len()
    }

    /// The entry of a square, the union over all groups.
    #[inline(always)]
    pub fn get<P: Processor>(&self, processor: P, square: usize, occupied: Bits<W>) -> [Bits<W>; N] {
        match self.groups {
            1 => self.single(processor, square, occupied),
            2 => self.double(processor, square, occupied),
            _ => processor.call(Several { tables: self, square, occupied }),
        }
    }

    /// [`get`](Self::get) with one group per square.
    #[inline(always)]
    pub fn single<P: Processor>(&self, processor: P, square: usize, occupied: Bits<W>) -> [Bits<W>; N] {
        self.entry(processor, &self.cells[square], occupied)
    }

    /// [`get`](Self::get) with two groups per square.
    #[inline(always)]
    pub fn double<P: Processor>(&self, processor: P, square: usize, occupied: Bits<W>) -> [Bits<W>; N] {
        // The larger index first, so that one bounds check serves both.
        let second = 2 * (square & Bits::<W>::MASK) + 1;
        let b = self.entry(processor, &self.cells[second], occupied);
        let a = self.entry(processor, &self.cells[second - 1], occupied);
        std::array::from_fn(|n| a[n] | b[n])
    }

    #[inline(always)]
    fn entry<P: Processor>(&self, processor: P, cell: &Group<W>, occupied: Bits<W>) -> [Bits<W>; N] {
        self.entries[cell.index(processor, occupied)]
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.cells) + size_of_val(&*self.entries)
    }
}

/// Rays and single atoms, by square.
#[derive(Clone, Debug, Default)]
pub struct Walked<const W: usize> {
    /// The start of each square's rays and atoms, with one more entry at the end.
    starts: Vec<(u32, u32)>,
    rays: Vec<Ray<W>>,
    atoms: Vec<Atom<W>>,
}

impl<const W: usize> Walked<W> {
    /// The numbers of rays and of single atoms.
    pub fn counts(&self) -> (usize, usize) {
        (self.rays.len(), self.atoms.len())
    }
}

/// Squares in one direction, all ascending or all descending, and the number of pieces to pass.
#[derive(Clone, Debug)]
struct Ray<const W: usize> {
    mask: Bits<W>,
    ascending: bool,
    /// Goes to empty squares after passing this many pieces.
    quiet: Option<u8>,
    /// Captures a piece after passing this many others.
    capture: Option<u8>,
}

impl<const W: usize> Ray<W> {
    /// The targets, quiet moves and captures mixed: the caller masks empty and opponent's squares.
    #[inline(always)]
    fn targets(&self, occupied: Bits<W>) -> Targets<W> {
        if self.is_told() {
            let both = self.until(self.mask & occupied);
            return Targets { quiet: both, capture: both };
        }
        let mut targets = Targets { quiet: Bits::EMPTY, capture: Bits::EMPTY };
        let mut rest = self.mask;
        let mut passed = 0u8;
        loop {
            let blockers = rest & occupied;
            let blocker = if self.ascending { blockers.first() } else { blockers.last() };
            let end = blockers.is_empty();
            let reach = if end {
                rest
            } else if self.ascending {
                rest & Bits::below(blocker)
            } else {
                rest & !Bits::below(blocker) & !Bits::single(blocker)
            };
            if self.quiet == Some(passed) {
                targets.quiet |= reach;
            }
            if !end && self.capture == Some(passed) {
                targets.capture |= Bits::single(blocker);
            }
            let done = self.quiet.is_none_or(|quiet| quiet <= passed)
                && self.capture.is_none_or(|capture| capture <= passed);
            if end || done {
                return targets;
            }
            rest = rest & !reach & !Bits::single(blocker);
            passed += 1;
        }
    }

    /// Whether it is a plain slider's ray.
    #[inline(always)]
    fn is_told(&self) -> bool {
        (self.quiet, self.capture) == (Some(0), Some(0))
    }

    /// The ray up to and including its nearest square in `some`; the whole ray if there is none.
    #[inline(always)]
    fn until(&self, some: Bits<W>) -> Bits<W> {
        self.mask & if self.ascending { some.up_to_first() } else { some.last_and_onward() }
    }
}

impl<const W: usize> Walked<W> {
    #[inline(always)]
    fn get(&self, square: usize, occupied: Bits<W>) -> Targets<W> {
        let mut targets = Targets { quiet: Bits::EMPTY, capture: Bits::EMPTY };
        let (Some(start), Some(end)) = (self.starts.get(square), self.starts.get(square + 1)) else {
            return targets;
        };
        for ray in &self.rays[start.0 as usize..end.0 as usize] {
            let found = ray.targets(occupied);
            targets.quiet |= found.quiet;
            targets.capture |= found.capture;
        }
        for atom in &self.atoms[start.1 as usize..end.1 as usize] {
            if atom.holds(occupied) {
                if atom.quiet {
                    targets.quiet.insert(usize::from(atom.other));
                }
                if atom.capture {
                    targets.capture.insert(usize::from(atom.other));
                }
            }
        }
        targets
    }
}

/// Any lookup as a real call, for queries that are not inlined.
pub struct Find<'a, const W: usize> {
    /// The lookup.
    pub lookup: &'a Lookup<W>,
    /// The origin.
    pub square: usize,
    /// The occupancy.
    pub occupied: Bits<W>,
}

impl<const W: usize> Task for Find<'_, W> {
    type Output = Targets<W>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Targets<W> {
        self.lookup.targets(processor, self.square, self.occupied)
    }
}

/// A lookup with more than two groups. A real call, so that the usual lookups stay small when inlined.
struct Several<'a, const W: usize, const N: usize> {
    tables: &'a Indexed<W, N>,
    square: usize,
    occupied: Bits<W>,
}

impl<const W: usize, const N: usize> Task for Several<'_, W, N> {
    type Output = [Bits<W>; N];

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> [Bits<W>; N] {
        let Self { tables, square, occupied } = self;
        let mut all = [Bits::EMPTY; N];
        for cell in &tables.cells[tables.groups * square..tables.groups * (square + 1)] {
            let entry = tables.entry(processor, cell, occupied);
            all = std::array::from_fn(|n| all[n] | entry[n]);
        }
        all
    }
}

/// Walks rays and single atoms; a real call for the same reason.
struct Walk<'a, const W: usize> {
    walked: &'a Walked<W>,
    square: usize,
    occupied: Bits<W>,
}

impl<const W: usize> Task for Walk<'_, W> {
    type Output = Targets<W>;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> Targets<W> {
        self.walked.get(self.square, self.occupied)
    }
}

impl<const W: usize> Lookup<W> {
    /// The lookup of these atoms, sorted by key, for processors with or without bit extraction.
    pub fn new(atoms: &[Atom<W>], extracts: bool) -> Self {
        let by_square = split(atoms);
        let alike = atoms.iter().all(|atom| atom.quiet && atom.capture);
        if alike && atoms.iter().all(|atom| atom.relevant().is_empty()) {
            let mut sets = vec![Bits::EMPTY; Bits::<W>::CAPACITY].into_boxed_slice();
            for atom in atoms {
                sets[usize::from(atom.key)].insert(usize::from(atom.other));
            }
            return Self::Leaps(sets);
        }
        let plan = Plan::new(&by_square, extracts);
        let tables = plan.and_then(|plan| {
            if alike { plan.build(extracts).map(Self::Whole) } else { plan.build(extracts).map(Self::Split) }
        });
        tables.unwrap_or_else(|| Self::Walk(walked(&by_square)))
    }

    /// The targets from a square.
    #[inline(always)]
    pub fn targets<P: Processor>(&self, processor: P, square: usize, occupied: Bits<W>) -> Targets<W> {
        match self {
            Self::Leaps(sets) => Targets { quiet: sets[square], capture: sets[square] },
            Self::Whole(tables) => {
                let [both] = tables.get(processor, square, occupied);
                Targets { quiet: both, capture: both }
            }
            Self::Split(tables) => {
                let [quiet, capture] = tables.get(processor, square, occupied);
                Targets { quiet, capture }
            }
            Self::Walk(walked) => processor.call(Walk { walked, square, occupied }),
        }
    }

    /// The size of the tables in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Leaps(sets) => size_of_val(&**sets),
            Self::Whole(tables) => tables.bytes(),
            Self::Split(tables) => tables.bytes(),
            Self::Walk(walked) => {
                let hurdles = walked.atoms.iter().filter_map(|atom| atom.hurdle.as_ref().map(Arc::as_ptr));
                let hurdles: HashSet<_> = hurdles.collect();
                size_of_val(&*walked.rays)
                    + size_of_val(&*walked.atoms)
                    + hurdles.len() * size_of::<Hurdle<W>>()
            }
        }
    }
}

/// The atoms of each square.
fn split<const W: usize>(mut atoms: &[Atom<W>]) -> Vec<&[Atom<W>]> {
    let own = |square| {
        let count = atoms.partition_point(|atom| usize::from(atom.key) <= square);
        let (own, others) = atoms.split_at(count);
        atoms = others;
        own
    };
    (0..Bits::<W>::CAPACITY).map(own).collect()
}

/// Squares away from an origin, in the order of passing.
struct Chain<'a, const W: usize> {
    squares: Vec<u16>,
    atoms: Vec<&'a Atom<W>>,
}

/// Turns the atoms of each square into rays where possible; the others stay single.
fn walked<const W: usize>(by_square: &[&[Atom<W>]]) -> Walked<W> {
    let mut walked = Walked { starts: Vec::new(), rays: Vec::new(), atoms: Vec::new() };
    for (square, atoms) in by_square.iter().enumerate() {
        walked.starts.push((walked.rays.len() as u32, walked.atoms.len() as u32));
        let mut sorted: Vec<&Atom<W>> = atoms.iter().collect();
        sorted.sort_by_cached_key(|atom| atom.relevant().count());
        let mut chains: Vec<Chain<'_, W>> = Vec::new();
        for atom in sorted {
            let passed = atom.relevant();
            let length = passed.count() as usize;
            let set = |squares: &[u16]| {
                squares.iter().fold(Bits::<W>::EMPTY, |set, &square| set | Bits::single(usize::from(square)))
            };
            let fits = |chain: &&mut Chain<'_, W>| {
                chain.squares.len() >= length
                    && chain.squares.get(length).is_none_or(|&next| next == atom.other)
                    && set(&chain.squares[..length]) == passed
                    && (length > 0 || chain.squares.first() == Some(&atom.other))
            };
            if let Some(chain) = chains.iter_mut().find(fits) {
                if chain.squares.len() == length {
                    chain.squares.push(atom.other);
                }
                chain.atoms.push(atom);
            } else {
                if length > 1 {
                    walked.atoms.push(atom.clone());
                    continue;
                }
                // Reserve a typical length at once, so that the vectors need not grow.
                let mut chain = Chain { squares: Vec::with_capacity(16), atoms: Vec::with_capacity(16) };
                chain.squares.extend(passed.indices().map(|square| square as u16));
                chain.squares.push(atom.other);
                chain.atoms.push(atom);
                chains.push(chain);
            }
        }
        for chain in chains {
            match ray(square as u16, &chain) {
                Some(ray) => walked.rays.push(ray),
                None => walked.atoms.extend(chain.atoms.into_iter().cloned()),
            }
        }
    }
    walked.starts.push((walked.rays.len() as u32, walked.atoms.len() as u32));
    walked
}

/// The chain as a ray, if all its atoms pass the same number of pieces and none is missing.
fn ray<const W: usize>(from: u16, chain: &Chain<'_, W>) -> Option<Ray<W>> {
    let ascending = chain.squares.is_sorted() && chain.squares.first().is_some_and(|&first| first > from);
    let descending =
        chain.squares.iter().rev().is_sorted() && chain.squares.first().is_some_and(|&first| first < from);
    if !ascending && !descending {
        return None;
    }
    let hurdles = |atom: &Atom<W>| match &atom.hurdle {
        None => Some(0u8),
        Some(hurdle) if hurdle.counts.is_power_of_two() && Bits(atom.clear).is_empty() => {
            Some(hurdle.counts.trailing_zeros() as u8)
        }
        Some(_) => None,
    };
    let uniform = |wanted: fn(&Atom<W>) -> bool| -> Option<Option<u8>> {
        let mut number = None;
        let mut squares = Vec::with_capacity(chain.atoms.len());
        for atom in chain.atoms.iter().filter(|atom| wanted(atom)) {
            let n = hurdles(atom)?;
            if number.is_some_and(|number| number != n) {
                return None;
            }
            number = Some(n);
            squares.push(atom.other);
        }
        let Some(n) = number else { return Some(None) };
        squares.sort_unstable();
        squares.dedup();
        let missing = chain.squares.iter().skip(usize::from(n)).any(|square| !squares.contains(square));
        (!missing).then_some(Some(n))
    };
    let quiet = uniform(|atom| atom.quiet)?;
    let capture = uniform(|atom| atom.capture)?;
    let mask = chain.squares.iter().fold(Bits::EMPTY, |set, &square| set | Bits::single(usize::from(square)));
    Some(Ray { mask, ascending, quiet, capture })
}

#[cfg(test)]
mod tests;
