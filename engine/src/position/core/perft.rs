//! Counting positions: the last ply is counted, not played.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::bits::{Processor, Task};
use crate::tables::Rules;
use crate::variant::Move;

use super::choose::count;
use super::generate::Wanted;
use super::hash::{marks_key, state_key};
use super::state::State;
use super::make::After;
use super::tasks::List;

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

/// Perft with everything that can be asked of it; `None` if it was stopped.
pub(super) fn perft<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
    depth: u32,
    options: &PerftOptions<'_>,
) -> Option<u64> {
    let (never, nobody) = (AtomicBool::new(false), AtomicU64::new(0));
    let table = (options.hash_megabytes > 0).then(|| CountTable::new(options.hash_megabytes));
    let watch = Watch {
        stop: options.stop.unwrap_or(&never),
        progress: options.progress.unwrap_or(&nobody),
        table: table.as_ref(),
    };
    let below = |state: &State<W, R, H>, depth| processor.call(Perft { rules, state, depth, watch: &watch });
    if depth < 2 {
        let total = below(state, depth);
        watch.progress.fetch_add(total.unwrap_or(0), Ordering::Relaxed);
        return total;
    }
    if options.threads < 2 || depth < 3 {
        return below(state, depth);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let Ok(pool) = pool else { return below(state, depth) };
    // Positions two moves down are enough pieces of work to share evenly.
    let plies = depth.min(4) - 2;
    let mut work = vec![*state];
    for _ in 0..plies {
        let children =
            |state| moves(processor, rules, state).into_iter().map(|m| processor.call(After { rules, state, m }));
        work = work.iter().flat_map(children).collect();
    }
    pool.install(|| work.par_iter().with_max_len(1).map(|state| below(state, depth - plies)).sum())
}

/// What a count in progress looks at besides the position.
struct Watch<'a> {
    stop: &'a AtomicBool,
    progress: &'a AtomicU64,
    table: Option<&'a CountTable>,
}

/// The number of positions `depth` moves below a state; `None` if it was stopped.
struct Perft<'a, const W: usize, const R: usize, const H: usize> {
    rules: &'a Rules<W>,
    state: &'a State<W, R, H>,
    depth: u32,
    watch: &'a Watch<'a>,
}

impl<const W: usize, const R: usize, const H: usize> Task for Perft<'_, W, R, H> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Option<u64> {
        let Self { rules, state, depth, watch } = self;
        if depth < 2 {
            return Some(if depth == 0 { 1 } else { count(processor, rules, state) });
        }
        if watch.stop.load(Ordering::Relaxed) {
            return None;
        }
        let key = watch.table.map(|table| (table, state_key(rules, state) ^ marks_key(rules, state)));
        if let Some(count) = key.and_then(|(table, key)| table.get(key, depth)) {
            watch.progress.fetch_add(count, Ordering::Relaxed);
            return Some(count);
        }
        let mut total = 0;
        for m in moves(processor, rules, state) {
            let state = &processor.call(After { rules, state, m });
            total += processor.call(Perft { rules, state, depth: depth - 1, watch })?;
        }
        if depth == 2 {
            watch.progress.fetch_add(total, Ordering::Relaxed);
        }
        if let Some((table, key)) = key {
            table.put(key, depth, total);
        }
        Some(total)
    }
}

/// The legal moves of a state.
#[inline(always)]
fn moves<P: Processor, const W: usize, const R: usize, const H: usize>(
    processor: P,
    rules: &Rules<W>,
    state: &State<W, R, H>,
) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    processor.call(List { rules, state, moves: &mut moves, wanted: Wanted::ALL });
    moves
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
