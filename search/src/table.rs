//! The transposition table, shared by threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::geometry::Square;
use crate::position::prefetch;
use crate::variant::Move;

use super::score::is_decided;

/// The kind of a stored score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The score failed high.
    Lower,
    /// The score failed low.
    Upper,
}

impl Bound {
    /// The kind of the score that a search with this window found.
    pub fn of(score: i32, (alpha, beta): (i32, i32)) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// The content of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub best: Option<Move>,
    /// For the side to move. Distances to a win or loss are counted from this position.
    pub score: i32,
    pub depth: i32,
    pub bound: Bound,
    /// The static evaluation, if known.
    pub value: Option<i32>,
    /// Whether the position was searched with an open window.
    pub open: bool,
}

impl Known {
    /// Whether the score is more accurate than a static evaluation: an exact score, or a bound that the
    /// evaluation violates. A decided score is of another kind.
    pub fn refines(&self, value: i32) -> bool {
        let more = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > value,
            Bound::Upper => self.score < value,
        };
        more && !is_decided(self.score)
    }

    /// Whether the score causes a cutoff in this window.
    pub fn decides(&self, (alpha, beta): (i32, i32)) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// Key, move, and the rest. The key is stored XORed with the other words, so an entry torn by two writers
/// does not match any position.
#[derive(Debug, Default)]
struct Entry([AtomicU64; 3]);

/// A bucket of two entries in one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Pair([Entry; 2]);

/// The table. Its size is fixed.
#[derive(Debug)]
pub(super) struct Table {
    pairs: Vec<Pair>,
    generation: AtomicU64,
}

/// Marks an entry without static evaluation.
const NO_VALUE: i16 = i16::MIN;
/// Marks an entry without best move.
const NO_MOVE: u64 = u64::MAX;

impl Table {
    /// A table of this size, with at least 512 buckets.
    pub fn new(megabytes: usize) -> Self {
        let pairs = ((megabytes << 20) / size_of::<Pair>()).max(1 << 9);
        Self {
            pairs: std::iter::repeat_with(Pair::default).take(pairs).collect(),
            generation: AtomicU64::new(0),
        }
    }

    /// Clears all entries.
    pub fn clear(&self) {
        for word in self.pairs.iter().flat_map(|pair| &pair.0).flat_map(|entry| &entry.0) {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// The share of entries written by this search, in thousandths, from a sample.
    pub fn fill(&self) -> usize {
        let sample = self.pairs.len().min(1000);
        let own = self.generation.load(Ordering::Relaxed) & 0xff;
        let used = self.pairs.iter().take(sample).map(|pair| pair.0[0].0[2].load(Ordering::Relaxed));
        used.filter(|&word| word != 0 && word >> 56 == own).count() * 1000 / sample.max(1)
    }

    /// The bucket of a key.
    fn places(&self, key: u64) -> &[Entry; 2] {
        let place = ((u128::from(key) * self.pairs.len() as u128) >> 64) as usize;
        &self.pairs[place].0
    }

    /// Prefetches the bucket of a key.
    pub fn fetch(&self, key: u64) {
        prefetch(self.places(key));
    }

    /// The entry of a position, `ply` moves from the root.
    pub fn find(&self, key: u64, ply: usize) -> Option<Known> {
        self.places(key).iter().find_map(|entry| {
            let [tag, m, rest] = [0, 1, 2].map(|word| entry.0[word].load(Ordering::Relaxed));
            (tag ^ m ^ rest == key && rest != 0).then(|| unpacked(m, rest, ply))
        })
    }

    /// Stores an entry for a position, `ply` moves from the root.
    pub fn note(&self, key: u64, ply: usize, mut known: Known) {
        let generation = self.generation.load(Ordering::Relaxed) & 0xff;
        let [one, other] = self.places(key);
        let read = |entry: &Entry| [0, 1, 2].map(|word| entry.0[word].load(Ordering::Relaxed));
        let worth = |entry: &Entry| {
            let [tag, m, rest] = read(entry);
            let same = tag ^ m ^ rest == key;
            let depth = rest >> 40 & 0xff;
            // Replaced are, in this order: the position's own entry, an entry of an earlier search, the
            // shallower one.
            (!same, rest >> 56 == generation && rest != 0, depth)
        };
        let entry = if worth(one) <= worth(other) { one } else { other };
        let [tag, m, rest] = read(entry);
        if known.best.is_none() && tag ^ m ^ rest == key && m != NO_MOVE {
            known.best = unpacked(m, rest, ply).best;
        }
        let (m, rest) = packed(known, ply, generation);
        for (word, value) in entry.0.iter().zip([key ^ m ^ rest, m, rest]) {
            word.store(value, Ordering::Relaxed);
        }
    }
}

fn packed(known: Known, ply: usize, generation: u64) -> (u64, u64) {
    let m = known.best.map_or(NO_MOVE, |m| {
        [m.from.0, m.to.0, m.way, m.choice].iter().fold(0, |all, &part| all << 16 | u64::from(part))
    });
    // The distance to a win is stored from this position, not from the root.
    let score =
        if is_decided(known.score) { known.score + known.score.signum() * ply as i32 } else { known.score };
    let bound = match known.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let depth = known.depth.clamp(0, 0xff) as u64;
    let value = known.value.and_then(|value| i16::try_from(value).ok()).unwrap_or(NO_VALUE);
    let value = u64::from(value as u16);
    let kind = bound | u64::from(known.open) << 2;
    (m, u64::from(score as u32 & 0xff_ffff) | value << 24 | depth << 40 | kind << 48 | generation << 56)
}

fn unpacked(m: u64, rest: u64, ply: usize) -> Known {
    let part = |shift: u32| (m >> shift) as u16;
    let best = Move { from: Square(part(48)), to: Square(part(32)), way: part(16), choice: part(0) };
    // Extends the sign of a 24-bit score.
    let score = ((rest as u32) << 8) as i32 >> 8;
    let value = (rest >> 24) as u16 as i16;
    Known {
        best: (m != NO_MOVE).then_some(best),
        score: if is_decided(score) { score - score.signum() * ply as i32 } else { score },
        depth: (rest >> 40 & 0xff) as i32,
        bound: match rest >> 48 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        value: (value != NO_VALUE).then_some(i32::from(value)),
        open: rest >> 50 & 1 == 1,
    }
}
