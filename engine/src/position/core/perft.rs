//! Counting positions: the last ply is counted, not played.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::variant::Move;

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

/// A game whose positions are counted.
pub(in crate::position::core) trait Tree: Sync {
    /// A position.
    type Node: Copy + Send + Sync;

    /// The number of legal moves.
    fn count(&self, node: &Self::Node) -> u64;

    /// Appends the legal moves.
    fn moves(&self, node: &Self::Node, moves: &mut Vec<Move>);

    /// The position after a legal move.
    fn after(&self, node: &Self::Node, m: Move) -> Self::Node;

    /// A key of the position.
    fn key(&self, node: &Self::Node) -> u64;
}

/// Perft with everything that can be asked of it; `None` if it was stopped.
pub(in crate::position::core) fn perft<T: Tree>(
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
    // Positions two moves down are enough pieces of work to share evenly.
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

/// A count in progress.
struct Watch<'a, T> {
    tree: &'a T,
    stop: &'a AtomicBool,
    progress: &'a AtomicU64,
    table: Option<&'a CountTable>,
}

impl<T: Tree> Watch<'_, T> {
    /// The number of positions `depth` moves below one; `None` if it was stopped. The moves are left as they were.
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
