//! Targets by occupancy: for each square the answer for every way the squares that matter can be occupied.
//!
//! The squares that matter fall into groups of few enough bits; each group has a table of its own, indexed by its
//! bits: extracted where the processor can, else multiplied by a constant found at load time that maps every
//! pattern to a place of its own. Boards too wide for that walk rays with bit scans, and what is no ray either is
//! evaluated atom by atom.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::bits::{Bits, Processor, Task};
use crate::random::Random;

use super::atom::{Atom, Atoms};
use super::sway::is_told_by_targets;

/// The most bits that index one table. Few bits keep the tables small enough for the nearest caches.
const GROUP_BITS: u32 = 10;
/// The most groups a square may need.
const MAX_GROUPS: usize = 4;
/// The largest table, in sets.
const MAX_ENTRIES: usize = 1 << 16;

/// The targets of a class of pieces: onto empty squares, and onto an opponent's.
#[derive(Clone, Copy, Debug)]
pub struct Targets<const W: usize> {
    /// Where it may go if the square is empty.
    pub quiet: Bits<W>,
    /// What it may take if an opponent's piece is there.
    pub capture: Bits<W>,
}

/// Lookups made so far: equal sets of atoms share one, whoever asks.
#[derive(Debug, Default)]
pub struct Shelf<const W: usize> {
    extracts: bool,
    made: Mutex<Vec<Made<W>>>,
}

/// Atoms, and their lookup once somebody has made it: whoever wants the same waits for it, and for no other.
type Made<const W: usize> = (Atoms<W>, Arc<OnceLock<Arc<Lookup<W>>>>);

impl<const W: usize> Shelf<W> {
    /// An empty shelf, for processors that extract bits or that do not.
    pub fn new(extracts: bool) -> Self {
        Self { extracts, made: Mutex::default() }
    }

    /// The lookup of these atoms (sorted).
    pub fn get(&self, atoms: &Atoms<W>) -> Arc<Lookup<W>> {
        let lookup = {
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            match made.iter().find(|(made, _)| Arc::ptr_eq(made, atoms) || **made == **atoms) {
                Some((_, lookup)) => lookup.clone(),
                None => {
                    let lookup = Arc::default();
                    made.push((atoms.clone(), Arc::clone(&lookup)));
                    lookup
                }
            }
        };
        lookup.get_or_init(|| Arc::new(Lookup::new(atoms, self.extracts))).clone()
    }
}

/// How a class's targets are found.
#[derive(Clone, Debug)]
pub enum Lookup<const W: usize> {
    /// One set a square, whatever the occupancy; quiet and capture alike.
    Leaps(Box<[Bits<W>]>),
    /// Tables by occupancy, quiet and capture alike.
    Whole(Indexed<W, 1>),
    /// Tables by occupancy, quiet and capture side by side under one index.
    Split(Indexed<W, 2>),
    /// Rays and single atoms.
    Walk(Walked<W>),
}

/// One group of squares that matter, for one square.
#[derive(Clone, Copy, Debug)]
pub struct Group<const W: usize> {
    mask: Bits<W>,
    /// Multipliers, a word each, for processors without extraction.
    magic: [u64; W],
    offset: u32,
    shift: u32,
}

/// Tables by occupancy.
#[derive(Clone, Debug)]
pub struct Indexed<const W: usize, const N: usize> {
    /// How many groups a square has.
    pub groups: usize,
    /// Whether squares matter only where they are targets themselves.
    pub told: bool,
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
    /// How many sets they hold.
    pub fn sets(&self) -> usize {
        N * self.entries.len()
    }

    /// The entry for a square, all groups together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn get<P: Processor>(&self, processor: P, square: usize, occupied: Bits<W>) -> [Bits<W>; N] {
        match self.groups {
            1 => self.single(processor, square, occupied),
            2 => self.double(processor, square, occupied),
            _ => processor.call(Several { tables: self, square, occupied }),
        }
    }

    /// The same where there is one group a square.
    #[inline(always)]
    pub fn single<P: Processor>(&self, processor: P, square: usize, occupied: Bits<W>) -> [Bits<W>; N] {
        self.entry(processor, &self.cells[square], occupied)
    }

    /// The same where there are two groups a square.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn double<P: Processor>(&self, processor: P, square: usize, occupied: Bits<W>) -> [Bits<W>; N] {
        let cells = &self.cells[2 * square..2 * square + 2];
        let a = self.entry(processor, &cells[0], occupied);
        let b = self.entry(processor, &cells[1], occupied);
        std::array::from_fn(|n| a[n] | b[n])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn entry<P: Processor>(&self, processor: P, cell: &Group<W>, occupied: Bits<W>) -> [Bits<W>; N] {
        self.entries[cell.index(processor, occupied)]
    }

    /// The squares that matter to a square's entry.
    #[inline(always)]
    pub fn asked(&self, square: usize) -> Bits<W> {
        let cells = &self.cells[self.groups * square..self.groups * (square + 1)];
        cells.iter().fold(Bits::EMPTY, |all, cell| all | cell.mask)
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.cells) + size_of_val(&*self.entries)
    }
}

/// Rays and single atoms, by square.
#[derive(Clone, Debug, Default)]
pub struct Walked<const W: usize> {
    /// For each square where its rays and atoms start; one more at the end.
    starts: Vec<(u32, u32)>,
    rays: Vec<Ray<W>>,
    atoms: Vec<Atom<W>>,
}

impl<const W: usize> Walked<W> {
    /// How many rays and how many single atoms there are.
    pub fn counts(&self) -> (usize, usize) {
        (self.rays.len(), self.atoms.len())
    }
}

/// Squares in one direction, all ascending or all descending, and how many pieces may be passed.
#[derive(Clone, Debug)]
struct Ray<const W: usize> {
    mask: Bits<W>,
    ascending: bool,
    /// Onto empty squares after passing this many pieces.
    quiet: Option<u8>,
    /// Onto a piece after passing this many others.
    capture: Option<u8>,
}

impl<const W: usize> Ray<W> {
    /// The targets, quiet and capture mixed: the caller keeps the empty and the opponent's squares apart.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn targets(&self, occupied: Bits<W>) -> Targets<W> {
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
}

impl<const W: usize> Walked<W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
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

/// Any lookup as a call of its own, for where it is asked once.
pub struct Find<'a, const W: usize> {
    /// The lookup.
    pub lookup: &'a Lookup<W>,
    /// From where.
    pub square: usize,
    /// What is occupied.
    pub occupied: Bits<W>,
}

impl<const W: usize> Task for Find<'_, W> {
    type Output = Targets<W>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Targets<W> {
        self.lookup.targets(processor, self.square, self.occupied)
    }
}

/// A lookup in more than two groups: a call of its own, so that the usual lookups stay small where they are inlined.
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

/// Rays and single atoms walked: a call of its own for the same reason.
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
    /// The table of these atoms (sorted by key), for processors that extract bits or that do not.
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
            if !alike {
                return plan.build(extracts).map(Self::Split);
            }
            // Nobody asks on wide boards.
            let told = W <= 2 && by_square.iter().all(|atoms| is_told_by_targets(atoms));
            plan.build(extracts).map(|tables| Self::Whole(Indexed { told, ..tables }))
        });
        tables.unwrap_or_else(|| Self::Walk(walked(&by_square)))
    }

    /// The targets from a square.
    #[cfg_attr(not(debug_assertions), inline(always))]
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

    /// How much memory the tables take.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Leaps(sets) => size_of_val(&**sets),
            Self::Whole(tables) => tables.bytes(),
            Self::Split(tables) => tables.bytes(),
            Self::Walk(walked) => {
                walked.rays.len() * size_of::<Ray<W>>() + walked.atoms.len() * size_of::<Atom<W>>()
            }
        }
    }
}

/// The atoms of each square.
fn split<const W: usize>(atoms: &[Atom<W>]) -> Vec<Vec<&Atom<W>>> {
    let mut squares = vec![Vec::new(); Bits::<W>::CAPACITY];
    for atom in atoms {
        squares[usize::from(atom.key)].push(atom);
    }
    squares
}

/// Sets of atoms whose relevant squares overlap.
fn components<'a, const W: usize>(atoms: &[&'a Atom<W>]) -> Vec<(Bits<W>, Vec<&'a Atom<W>>)> {
    let mut found: Vec<(Bits<W>, Vec<&Atom<W>>)> = Vec::new();
    for atom in atoms {
        let mut relevant = atom.relevant();
        let mut members = vec![*atom];
        let mut i = 0;
        while i < found.len() {
            if (found[i].0 & relevant).any() {
                let (squares, others) = found.swap_remove(i);
                relevant |= squares;
                members.extend(others);
            } else {
                i += 1;
            }
        }
        found.push((relevant, members));
    }
    found.sort_by_cached_key(|(squares, _)| std::cmp::Reverse(squares.count()));
    found
}

/// One group of a square before it is laid out.
type Draft<'a, const W: usize> = (Bits<W>, Vec<&'a Atom<W>>);

/// The groups of every square.
struct Plan<'a, const W: usize> {
    groups: usize,
    squares: Vec<Vec<Draft<'a, W>>>,
}

impl<'a, const W: usize> Plan<'a, W> {
    /// Spreads the components of each square over the fewest groups that all squares can do with.
    fn new(by_square: &[Vec<&'a Atom<W>>], extracts: bool) -> Option<Self> {
        // Multiplication maps a few bits in one pass only; what it needs beyond is groups.
        let bits = if extracts { GROUP_BITS } else { GROUP_BITS - 2 };
        let parts: Vec<_> = by_square.iter().map(|atoms| components(atoms)).collect();
        for groups in 1..=MAX_GROUPS {
            let squares: Vec<Vec<Draft<'a, W>>> = parts.iter().map(|parts| pack(parts, groups)).collect();
            let fits = squares.iter().flatten().all(|(squares, _)| squares.count() <= bits);
            let size: usize =
                squares.iter().flatten().map(|(squares, _)| 1usize << squares.count().min(40)).sum();
            if fits && size <= MAX_ENTRIES {
                return Some(Self { groups, squares });
            }
        }
        None
    }

    fn build<const N: usize>(self, extracts: bool) -> Option<Indexed<W, N>> {
        let mut cells = Vec::with_capacity(self.groups * self.squares.len());
        let mut entries: Vec<[Bits<W>; N]> = Vec::new();
        for drafts in &self.squares {
            for (mask, atoms) in drafts {
                let mut cell = Group { mask: *mask, magic: [0; W], offset: entries.len() as u32, shift: 63 };
                let patterns = 1usize << mask.count();
                let mut size = patterns;
                if !extracts {
                    (cell.magic, cell.shift) = magic(*mask)?;
                    size = 1 << (64 - cell.shift);
                }
                let start = entries.len();
                entries.resize(start + size, [Bits::EMPTY; N]);
                let asked: Vec<Extracted> = atoms.iter().map(|atom| Extracted::new(atom, *mask)).collect();
                let mut next = Bits::EMPTY;
                for pattern in 0..patterns {
                    let place = if extracts {
                        start + pattern
                    } else {
                        let occupied = next;
                        next = following(occupied, *mask);
                        cell.index(crate::bits::Portable, occupied)
                    };
                    let entry = &mut entries[place];
                    let open = atoms.iter().zip(&asked).filter(|(_, asked)| asked.holds(pattern as u64));
                    for (atom, _) in open {
                        if N == 1 || atom.quiet {
                            entry[0].insert(usize::from(atom.other));
                        }
                        if N == 2 && atom.capture {
                            entry[N - 1].insert(usize::from(atom.other));
                        }
                    }
                }
                cells.push(cell);
            }
        }
        let (cells, entries) = (cells.into(), entries.into());
        Some(Indexed { groups: self.groups, told: false, cells, entries })
    }
}

/// What an atom asks, as bits extracted from the squares of a group.
struct Extracted {
    clear: u64,
    /// What is counted, and the numbers that will do; any number of nothing where nothing is.
    hurdle: u64,
    counts: u64,
}

impl Extracted {
    fn new<const W: usize>(atom: &Atom<W>, mask: Bits<W>) -> Self {
        let extracted = |squares: Bits<W>| {
            let rank = |square: usize| (mask & Bits::below(square)).count();
            squares.indices().fold(0u64, |bits, square| bits | 1 << (rank(square) & 63))
        };
        let (hurdle, counts) = atom
            .hurdle
            .as_ref()
            .map_or((0, u64::MAX), |hurdle| (extracted(Bits(hurdle.squares)), hurdle.counts));
        Self { clear: extracted(Bits(atom.clear)), hurdle, counts }
    }

    #[inline]
    fn holds(&self, pattern: u64) -> bool {
        pattern & self.clear == 0 && self.counts >> ((pattern & self.hurdle).count_ones() & 63) & 1 == 1
    }
}

/// Spreads components, largest first, over groups, each into the group that has the fewest squares.
fn pack<'a, const W: usize>(parts: &[Draft<'a, W>], groups: usize) -> Vec<Draft<'a, W>> {
    let mut packed: Vec<Draft<'a, W>> = vec![(Bits::EMPTY, Vec::new()); groups];
    for (squares, atoms) in parts {
        if let Some(least) = packed.iter_mut().min_by_key(|(squares, _)| squares.count()) {
            least.0 |= *squares;
            least.1.extend(atoms);
        }
    }
    packed
}

/// The subset of a mask that follows another one, in the order of the numbers that its bits extracted are; the empty
/// one follows the last (the carry rippler: subtract the mask, keep its bits).
fn following<const W: usize>(subset: Bits<W>, mask: Bits<W>) -> Bits<W> {
    let mut borrow = false;
    Bits(std::array::from_fn(|w| {
        let (less, first) = subset.0[w].overflowing_sub(mask.0[w]);
        let (less, second) = less.overflowing_sub(u64::from(borrow));
        borrow = first || second;
        less & mask.0[w]
    }))
}

/// Multipliers, and a shift, that give every pattern of the mask an index of its own; `None` if none was found.
fn magic<const W: usize>(mask: Bits<W>) -> Option<([u64; W], u32)> {
    let bits = mask.count();
    let all = std::iter::successors(Some(Bits::EMPTY), |subset| Some(following(*subset, mask)));
    let patterns: Vec<Bits<W>> = all.take(1 << bits).collect();
    let mut random = Random::new(mask.0.iter().fold(0, |seed: u64, word| seed.rotate_left(7) ^ word));
    // Most words of a long set have none of its squares.
    let words: Vec<usize> = (0..W).filter(|&w| mask.0[w] != 0).collect();
    let mut used = vec![0u32; 1 << (bits + 4)];
    let mut round = 0;
    for extra in 0..4 {
        let shift = 64 - (bits + extra).max(1);
        for _ in 0..400 {
            round += 1;
            let magic: [u64; W] =
                std::array::from_fn(|_| random.next_u64() & random.next_u64() & random.next_u64());
            let index = |set: &Bits<W>| {
                words.iter().fold(0u64, |sum, &w| sum.wrapping_add(set.0[w].wrapping_mul(magic[w]))) >> shift
            };
            let distinct = patterns.iter().all(|set| {
                let slot = &mut used[index(set) as usize];
                std::mem::replace(slot, round) != round
            });
            if distinct {
                return Some((magic, shift));
            }
        }
    }
    None
}

/// A run of squares away from one square, in the order in which they are passed.
struct Chain<'a, const W: usize> {
    squares: Vec<u16>,
    atoms: Vec<&'a Atom<W>>,
}

/// Rays where the atoms of a square form rays, single atoms where they do not.
fn walked<const W: usize>(by_square: &[Vec<&Atom<W>>]) -> Walked<W> {
    let mut walked = Walked { starts: Vec::new(), rays: Vec::new(), atoms: Vec::new() };
    for (square, atoms) in by_square.iter().enumerate() {
        walked.starts.push((walked.rays.len() as u32, walked.atoms.len() as u32));
        let mut sorted = atoms.clone();
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
                let mut squares: Vec<u16> = passed.indices().take(1).map(|square| square as u16).collect();
                squares.push(atom.other);
                if length <= 1 {
                    chains.push(Chain { squares, atoms: vec![atom] });
                } else {
                    walked.atoms.push(atom.clone());
                }
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

/// The ray that a chain is, if its atoms pass the same number of pieces everywhere and none is missing.
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
        let mut squares = Vec::new();
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
