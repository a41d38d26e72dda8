//! Counting positions: the last ply is counted, not played.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::bits::{Processor, Task};
use crate::tables::Rules;

use super::choose::{count, generate};
use super::generate::Wanted;
use super::hash::state_hash;
use super::sinks::Visitor;
use super::state::State;
use super::tasks::{List, Play};

/// How perft is to be run.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerftOptions<'a> {
    /// How many threads share the work; 0 and 1 are the caller's own.
    pub threads: usize,
    /// How many megabytes (2^20 bytes) to keep counts of positions already seen in; 0 is none.
    pub hash_megabytes: usize,
    /// Set by another thread to give up.
    pub stop: Option<&'a AtomicBool>,
    /// Whether whole turns are counted instead of single moves, where a turn may be several of them.
    pub turns: bool,
    /// Counts the positions found so far, for whoever shows progress.
    pub progress: Option<&'a AtomicU64>,
}

/// The number of positions `depth` moves below a state.
pub(super) struct Perft<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
    pub depth: u32,
}

impl<const W: usize, const R: usize, const H: usize> Task for Perft<'_, W, R, H> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> u64 {
        let Self { rules, state, depth } = self;
        match depth {
            0 => return 1,
            1 => return processor.call(Count { rules, state }),
            _ => {}
        }
        let mut total = 0;
        let visit = |_, after: &mut State<W, R, H>| {
            total += match depth {
                2 => processor.call(Count { rules, state: after }),
                _ => processor.call(Perft { rules, state: after, depth: depth - 1 }),
            };
        };
        let mut visitor = Visitor { processor, rules, state, me: state.mover(rules), visit };
        generate(processor, rules, state, &mut visitor, &Wanted::ALL);
        total
    }
}

/// The number of moves.
pub(super) struct Count<'a, const W: usize, const R: usize, const H: usize> {
    pub rules: &'a Rules<W>,
    pub state: &'a State<W, R, H>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Count<'_, W, R, H> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> u64 {
        count(processor, self.rules, self.state)
    }
}

/// The positions after one move.
fn children<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> Vec<State<W, R, H>> {
    let mut moves = Vec::with_capacity(64);
    processor.call(List { rules, state, moves: &mut moves, wanted: Wanted::ALL });
    // Nobody asks here what is progress.
    let quiet = crate::variant::RoleSet(u64::MAX);
    moves.into_iter().map(|played| processor.call(Play { rules, state, played, quiet }).0).collect()
}

/// Below this depth nobody asks whether to stop: the work is a matter of microseconds to milliseconds.
const UNWATCHED: u32 = 2;

/// Perft with everything that can be asked of it; `None` if it was stopped.
pub(super) fn perft<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    depth: u32,
    options: &PerftOptions<'_>,
) -> Option<u64> {
    let never = AtomicBool::new(false);
    let nobody = AtomicU64::new(0);
    let table = (options.hash_megabytes > 0).then(|| CountTable::new(options.hash_megabytes));
    let watch = Watch {
        stop: options.stop.unwrap_or(&never),
        progress: options.progress.unwrap_or(&nobody),
        table: table.as_ref(),
    };
    if options.threads < 2 || depth < 3 {
        return watch.count(processor, rules, state, depth);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build().ok();
    let Some(pool) = pool else { return watch.count(processor, rules, state, depth) };
    // Positions two moves down are enough pieces of work to share evenly.
    let plies = depth.min(4) - 2;
    let mut work = vec![*state];
    for _ in 0..plies {
        work = work.iter().flat_map(|state| children(processor, rules, state)).collect();
    }
    pool.install(|| {
        work.par_iter().with_max_len(1).map(|state| watch.count(processor, rules, state, depth - plies)).sum()
    })
}

struct Watch<'a> {
    stop: &'a AtomicBool,
    progress: &'a AtomicU64,
    table: Option<&'a CountTable>,
}

impl Watch<'_> {
    fn count<P: Processor, const W: usize, const R: usize, const H: usize>(
        &self,
        processor: P,
        rules: &Rules<W>,
        state: &State<W, R, H>,
        depth: u32,
    ) -> Option<u64> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if depth < 2 || depth <= UNWATCHED && self.table.is_none() {
            let count = processor.call(Perft { rules, state, depth });
            self.progress.fetch_add(count, Ordering::Relaxed);
            return Some(count);
        }
        let key = self.table.map(|table| (table, state_hash(rules, state)));
        if let Some(count) = key.and_then(|(table, key)| table.get(key, depth)) {
            self.progress.fetch_add(count, Ordering::Relaxed);
            return Some(count);
        }
        let mut total = 0u64;
        if depth == 2 {
            total = processor.call(Perft { rules, state, depth });
            self.progress.fetch_add(total, Ordering::Relaxed);
        } else {
            for child in children(processor, rules, state) {
                total += self.count(processor, rules, &child, depth - 1)?;
            }
        }
        if let Some((table, key)) = key {
            table.put(key, depth, total);
        }
        Some(total)
    }
}

/// Counts of positions by hash and depth, shared by all threads without locks: each entry holds its count, and its
/// key combined with the count by exclusive or, so that an entry torn between two threads does not match any key.
struct CountTable {
    entries: Box<[(AtomicU64, AtomicU64)]>,
}

impl CountTable {
    fn new(megabytes: usize) -> Self {
        let wanted = (megabytes << 20) / size_of::<(AtomicU64, AtomicU64)>();
        let count = if wanted.is_power_of_two() { wanted } else { wanted.next_power_of_two() / 2 };
        Self { entries: (0..count.max(1)).map(|_| Default::default()).collect() }
    }

    fn entry(&self, key: u64, depth: u32) -> (&(AtomicU64, AtomicU64), u64) {
        let key = key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (&self.entries[key as usize & (self.entries.len() - 1)], key)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (entry, key) = self.entry(key, depth);
        let count = entry.1.load(Ordering::Relaxed);
        (count != 0 && entry.0.load(Ordering::Relaxed) ^ count == key).then_some(count)
    }

    fn put(&self, key: u64, depth: u32, count: u64) {
        let (entry, key) = self.entry(key, depth);
        entry.1.store(count, Ordering::Relaxed);
        entry.0.store(key ^ count, Ordering::Relaxed);
    }
}
