//! Splits the relevant squares of a lookup into groups, and lays out the tables.

use crate::bits::{Bits, Portable};
use crate::random::Random;

use super::{Atom, GROUP_BITS, Group, Indexed, MAX_GROUPS, max_entries};

/// Connected components: sets of atoms with overlapping relevant squares, largest first. Atoms without any
/// form one set.
fn components<const W: usize>(atoms: &[Atom<W>]) -> Vec<Draft<'_, W>> {
    let mut found: Vec<Draft<'_, W>> = Vec::new();
    let mut free = Vec::new();
    for atom in atoms {
        let relevant = atom.relevant();
        if relevant.is_empty() {
            free.push(atom);
            continue;
        }
        let overlaps = |(squares, _): &Draft<'_, W>| (*squares & relevant).any();
        let Some(first) = found.iter().position(overlaps) else {
            let mut own = Vec::with_capacity(16);
            own.push(atom);
            found.push((relevant, own));
            continue;
        };
        found[first].0 |= relevant;
        found[first].1.push(atom);
        // The merge may connect further components.
        while let Some(other) = found.iter().skip(first + 1).position(overlaps) {
            let (squares, others) = found.swap_remove(first + 1 + other);
            found[first].0 |= squares;
            found[first].1.extend(others);
        }
    }
    found.sort_by_cached_key(|(squares, _)| std::cmp::Reverse(squares.count()));
    if !free.is_empty() {
        found.push((Bits::EMPTY, free));
    }
    found
}

/// A group before its layout: the relevant squares and the atoms.
type Draft<'a, const W: usize> = (Bits<W>, Vec<&'a Atom<W>>);

/// The groups of every square.
pub(super) struct Plan<'a, const W: usize> {
    groups: usize,
    squares: Vec<Vec<Draft<'a, W>>>,
}

impl<'a, const W: usize> Plan<'a, W> {
    /// Distributes the components of each square over the smallest number of groups that fits all squares.
    pub(super) fn new(by_square: &[&'a [Atom<W>]], extracts: bool) -> Option<Self> {
        // Multiplication maps only a few bits in one pass, so it needs more groups.
        let bits = if extracts { GROUP_BITS } else { GROUP_BITS - 2 };
        let parts: Vec<_> = by_square.iter().map(|atoms| components(atoms)).collect();
        (1..=MAX_GROUPS).find_map(|groups| {
            let mut size = 0usize;
            let mut squares = Vec::with_capacity(parts.len());
            for parts in &parts {
                let packed = pack(parts, groups);
                let fits = packed.iter().all(|(squares, _)| squares.count() <= bits);
                size += packed.iter().map(|(squares, _)| 1usize << squares.count().min(40)).sum::<usize>();
                if !fits || size > max_entries(W) {
                    return None;
                }
                squares.push(packed);
            }
            Some(Self { groups, squares })
        })
    }

    pub(super) fn build<const N: usize>(self, extracts: bool) -> Option<Indexed<W, N>> {
        let mut cells = Vec::with_capacity(self.groups * self.squares.len());
        let patterns = self.squares.iter().flatten().map(|(mask, _)| 1usize << mask.count());
        let mut entries: Vec<[Bits<W>; N]> = Vec::with_capacity(patterns.sum());
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
                let places: Vec<usize> = if extracts {
                    Vec::new()
                } else {
                    let all = std::iter::successors(Some(Bits::EMPTY), |set| Some(following(*set, *mask)));
                    all.take(patterns).map(|set| cell.index(Portable, set) - start).collect()
                };
                let entries = &mut entries[start..];
                for atom in atoms {
                    let asked = Extracted::new(atom, *mask);
                    let (word, bit) = (usize::from(atom.other) / 64, 1u64 << (atom.other % 64));
                    // Changes only the word that has the square: sets may be long.
                    let onto =
                        |set: &mut Bits<W>| set.0.get_mut(word).into_iter().for_each(|word| *word |= bit);
                    let mut open = |pattern: usize| {
                        let entry = &mut entries[if extracts { pattern } else { places[pattern] }];
                        if N == 1 || atom.quiet {
                            onto(&mut entry[0]);
                        }
                        if N == 2 && atom.capture {
                            onto(&mut entry[N - 1]);
                        }
                    };
                    // Enumerates only the patterns in which the required squares are empty.
                    let free = (patterns - 1) & !(asked.clear as usize);
                    let mut pattern = 0;
                    loop {
                        if asked.holds(pattern as u64) {
                            open(pattern);
                        }
                        pattern = pattern.wrapping_sub(free) & free;
                        if pattern == 0 {
                            break;
                        }
                    }
                }
                cells.push(cell);
            }
        }
        let (cells, entries) = (cells.into(), entries.into());
        Some(Indexed { groups: self.groups, cells, entries })
    }
}

/// The condition of an atom, on bits extracted from a group.
struct Extracted {
    clear: u64,
    /// The counted bits and the allowed numbers; without a count, any number is allowed.
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

/// Distributes components, largest first, each to the group with the fewest squares.
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

/// The next subset of a mask in the order of its extracted bits; the last is followed by the empty set. This
/// is the carry rippler: subtract the mask, keep its bits.
fn following<const W: usize>(subset: Bits<W>, mask: Bits<W>) -> Bits<W> {
    let mut borrow = false;
    Bits(std::array::from_fn(|w| {
        let (less, first) = subset.0[w].overflowing_sub(mask.0[w]);
        let (less, second) = less.overflowing_sub(u64::from(borrow));
        borrow = first || second;
        less & mask.0[w]
    }))
}

/// Multipliers and a shift that map every pattern of the mask to a distinct index; `None` if none was found.
fn magic<const W: usize>(mask: Bits<W>) -> Option<([u64; W], u32)> {
    let bits = mask.count();
    let all = std::iter::successors(Some(Bits::EMPTY), |subset| Some(following(*subset, mask)));
    let patterns: Vec<Bits<W>> = all.take(1 << bits).collect();
    let mut random = Random::new(mask.0.iter().fold(0, |seed: u64, word| seed.rotate_left(7) ^ word));
    // Most words of a long set are empty.
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
