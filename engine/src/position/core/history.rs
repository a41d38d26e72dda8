//! The positions of a game from the first to the current, and the search for earlier occurrences.

use crate::variant::Move;

use super::make::{Clock, Node};

/// A position that a [`History`] can keep.
pub(crate) trait Kept: Copy {
    /// Its Zobrist key, without marks.
    fn key(&self) -> u64;

    /// The counters of moves and plies.
    fn clock(&self) -> Clock;

    /// The move that led to this position.
    fn led_by(&self) -> Move;

    /// The same as the first position of a game: no earlier position can recur.
    fn first(self) -> Self;
}

impl<const W: usize, const R: usize, const H: usize> Kept for Node<W, R, H> {
    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn clock(&self) -> Clock {
        self.clock
    }

    #[inline(always)]
    fn led_by(&self) -> Move {
        self.m
    }

    fn first(mut self) -> Self {
        self.clock.reversible = 0;
        self
    }
}

/// The positions of a game.
pub(crate) struct History<N> {
    /// From the first position to the current, followed by spare nodes for reuse; never empty.
    nodes: Vec<N>,
    /// The keys of past positions, by move. They are scanned after every move; a scan of the nodes would be
    /// slower because these are large. As long as the nodes.
    keys: Vec<u64>,
    /// How many moves have been played: the index of the current position.
    plies: usize,
}

impl<N: Kept> History<N> {
    /// A game that begins with a position.
    pub fn new(node: N) -> Self {
        Self { nodes: vec![node.first()], keys: vec![0], plies: 0 }
    }

    /// The current position.
    #[inline(always)]
    pub fn now(&self) -> &N {
        &self.nodes[self.plies]
    }

    /// How many moves have been played.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// The position after the first `n` moves.
    pub fn after(&self, n: usize) -> &N {
        &self.nodes[n.min(self.plies)]
    }

    /// The move with this number.
    pub fn played(&self, n: usize) -> Option<Move> {
        self.nodes[..=self.plies].get(n + 1).map(N::led_by)
    }

    /// The current position, and a node for its successor, which becomes the current one.
    #[inline(always)]
    pub fn next(&mut self) -> (&N, &mut N) {
        let plies = self.plies;
        self.plies += 1;
        if self.plies == self.nodes.len() {
            self.lengthen();
        }
        self.keys[plies] = self.nodes[plies].key();
        let (past, later) = self.nodes.split_at_mut(self.plies);
        (&past[plies], &mut later[0])
    }

    /// Goes back one move and returns it.
    #[inline(always)]
    pub fn back(&mut self) -> Option<Move> {
        let m = self.now().led_by();
        self.plies = self.plies.checked_sub(1)?;
        Some(m)
    }

    /// Discards all positions but the current one.
    pub fn forget(&mut self) {
        self.nodes[0] = self.now().first();
        self.plies = 0;
    }

    #[cold]
    #[inline(never)]
    fn lengthen(&mut self) {
        self.nodes.extend_from_within(self.nodes.len().saturating_sub(1)..);
        self.keys.push(0);
    }

    /// The number of moves after which the current position occurred before, the `nth` from the last; see
    /// [`History::earlier`].
    #[inline(always)]
    pub fn nth_earlier(&self, nth: usize, period: usize, is_same: impl Fn(&N) -> bool) -> Option<usize> {
        let possible = self.now().clock().reversible as usize >= (nth + 1) * period;
        if possible { self.earlier(period, is_same).nth(nth) } else { None }
    }

    /// The numbers of moves after which the current position occurred before, from the last. Equal positions
    /// lie a multiple of `period` moves apart; `is_same` compares positions with equal keys.
    #[inline(always)]
    pub fn earlier(&self, period: usize, is_same: impl Fn(&N) -> bool) -> impl Iterator<Item = usize> {
        let (key, reversible) = (self.now().key(), self.now().clock().reversible);
        let first = self.plies.saturating_sub(reversible as usize);
        let earlier = std::iter::successors(self.plies.checked_sub(period), move |n| n.checked_sub(period));
        let same = move |n: &usize| self.keys[*n] == key && is_same(&self.nodes[*n]);
        earlier.take_while(move |n| *n >= first).filter(same)
    }
}

impl<N: Kept> Clone for History<N> {
    fn clone(&self) -> Self {
        let Self { nodes, keys, plies } = self;
        Self { nodes: nodes[..=*plies].to_vec(), keys: keys[..=*plies].to_vec(), plies: *plies }
    }
}
