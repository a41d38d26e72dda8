//! Perft with bulk counting: the last ply is counted, not played.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::variant::Move;

/// Options of perft.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerftOptions<'a> {
    /// The number of threads; 0 and 1 both use only the caller's.
    pub threads: usize,
    /// The size of the hash table in megabytes (2^20 bytes); 0 for none.
    pub hash_megabytes: usize,
    /// A stop flag, set by another thread.
    pub stop: Option<&'a AtomicBool>,
    /// Counts whole turns instead of single moves, in games whose turns have several moves.
    pub turns: bool,
    /// Receives the number of positions found so far, to show progress.
    pub progress: Option<&'a AtomicU64>,
}

/// A game tree to count.
pub(crate) trait Tree: Sync {
    /// A position.
    type Node: Copy + Send + Sync;

    /// The number of legal moves.
    fn count(&self, node: &Self::Node) -> u64;

    /// Appends the legal moves.
    fn moves(&self, node: &Self::Node, moves: &mut Vec<Move>);

    /// The position after a legal move.
    fn after(&self, node: &Self::Node, m: Move) -> Self::Node;

    /// The Zobrist key of the position.
    fn key(&self, node: &Self::Node) -> u64;
}

/// Perft with all options; `None` if it was stopped.
pub(crate) fn perft<T: Tree>(
    tree: &T,
    node: &T::Node,
    depth: u32,
    options: &PerftOptions<'_>,
) -> Option<u64> {
    let (never, nobody) = (AtomicBool::new(false), AtomicU64::new(0));
    let table = (options.hash_megabytes > 0).then(|| CountTable::new(options.hash_megabytes));
    let watch = Watch {
        tree,
        stop: options.stop.unwrap_or(&never),
        progress: options.progress.unwrap_or(&nobody),
        table: table.as_ref(),
    };
    let below = |node: &T::Node, depth| watch.count(node, depth, &mut Vec::with_capacity(256));
    if depth < 2 {
        let total = below(node, depth);
        watch.progress.fetch_add(total.unwrap_or(0), Ordering::Relaxed);
        return total;
    }
    if options.threads < 2 || depth < 3 {
        return below(node, depth);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let Ok(pool) = pool else { return below(node, depth) };
    // The positions two plies down are enough work items to balance the threads.
    let plies = depth.min(4) - 2;
    let mut work = vec![*node];
    for _ in 0..plies {
        let children = |node: &T::Node| {
            let mut moves = Vec::new();
            tree.moves(node, &mut moves);
            moves.into_iter().map(|m| tree.after(node, m)).collect::<Vec<_>>()
        };
        work = work.iter().flat_map(children).collect();
    }
    pool.install(|| work.par_iter().with_max_len(1).map(|node| below(node, depth - plies)).sum())
}

/// The state of a running count.
struct Watch<'a, T> {
    tree: &'a T,
    stop: &'a AtomicBool,
    progress: &'a AtomicU64,
    table: Option<&'a CountTable>,
}

impl<T: Tree> Watch<'_, T> {
    /// Perft of a node to `depth`; `None` if it was stopped. Leaves `moves` unchanged.
    fn count(&self, node: &T::Node, depth: u32, moves: &mut Vec<Move>) -> Option<u64> {
        if depth < 2 {
            return Some(if depth == 0 { 1 } else { self.tree.count(node) });
        }
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let key = self.table.map(|table| (table, self.tree.key(node)));
        if let Some(count) = key.and_then(|(table, key)| table.get(key, depth)) {
            self.progress.fetch_add(count, Ordering::Relaxed);
            return Some(count);
        }
        let first = moves.len();
        self.tree.moves(node, moves);
        let mut total = 0;
        for index in first..moves.len() {
            total += self.count(&self.tree.after(node, moves[index]), depth - 1, moves)?;
        }
        moves.truncate(first);
        if depth == 2 {
            self.progress.fetch_add(total, Ordering::Relaxed);
        }
        if let Some((table, key)) = key {
            table.put(key, depth, total);
        }
        Some(total)
    }
}

/// A hash table of counts by position and depth, shared by all threads without locks. Each entry holds its
/// count, and its key XOR the count, so that a torn entry matches no key.
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
