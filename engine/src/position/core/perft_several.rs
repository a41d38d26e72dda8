//! How many positions there are so many moves on, where more than two play.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::bits::Processor;
use crate::variant::{Move, Setup, literal};

use super::generate::Wanted;
use super::perft::PerftOptions;
use super::several::{After, Armies, Held, Node, Turned};

/// What comes of a move.
enum Next<'a, const W: usize, const R: usize, const H: usize> {
    /// A position that tables know.
    Known(Node<'a, W, R, H>),
    /// One in which somebody goes out, as it is once that is settled.
    Settled(Setup),
}

/// A position after a move, to be looked at later.
enum Child<'a, const W: usize, const R: usize, const H: usize> {
    Known(Box<Held<'a, W, R, H>>),
    Settled(Setup),
}

/// How to stop counting, and who counts along.
struct Watch<'a> {
    stop: &'a AtomicBool,
    progress: &'a AtomicU64,
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Armies<W, R, H, P> {
    /// Perft with everything that can be asked of it; `None` if it was stopped.
    pub(super) fn perft_with(&self, setup: &Setup, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        let (never, nobody) = (AtomicBool::new(false), AtomicU64::new(0));
        let watch =
            Watch { stop: options.stop.unwrap_or(&never), progress: options.progress.unwrap_or(&nobody) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads);
        let held = self.node(setup);
        let node = held.as_ref().map(Held::node);
        // Who cannot move in what was given is not taken out of it.
        if depth > 0 && node.as_ref().is_some_and(|node| !self.has_move(node)) {
            return Some(0);
        }
        let node = node.filter(|_| options.threads > 1 && depth > 2);
        let children = node.as_ref().and_then(|node| self.children(node));
        match (children, pool.build()) {
            (Some(children), Ok(pool)) => pool.install(|| {
                let children = children.par_iter().with_max_len(1);
                children.map(|next| self.perft_below(next, depth - 1, &watch)).sum()
            }),
            _ => self.perft_from(setup, depth, &watch),
        }
    }

    /// What comes of each move; `None` where tables do not tell it.
    fn children(&self, node: &Node<'_, W, R, H>) -> Option<Vec<Child<'_, W, R, H>>> {
        if node.over || self.is_special(node.view, node.state) {
            return None;
        }
        let mut found = Vec::with_capacity(64);
        self.each(node, &Wanted::ALL, |m, after| {
            found.extend(self.after(node, m, after, |next| {
                Some(match next {
                    Next::Known(Node { state, out, over, .. }) => {
                        let view = self.view(state.turn, self.variant.mover(state.turn), out)?;
                        Child::Known(Box::new(Held { view, state: *state, out, over }))
                    }
                    Next::Settled(setup) => Child::Settled(setup),
                })
            }));
        });
        Some(found)
    }

    fn perft_of(&self, node: &Node<'_, W, R, H>, depth: u32, watch: &Watch<'_>) -> Option<u64> {
        if depth > 1 && watch.stop.load(Ordering::Relaxed) {
            return None;
        }
        if depth < 2 {
            let count = if depth == 0 { 1 } else { self.count(node) };
            if count == 0 {
                return self.without_move(node, depth, watch);
            }
            watch.progress.fetch_add(count, Ordering::Relaxed);
            return Some(count);
        }
        if node.over {
            return Some(0);
        }
        let mut total = None;
        if self.is_special(node.view, node.state) {
            let setup = self.setup(node);
            for m in literal::legal_moves(&self.variant, &setup) {
                let below = self.perft_from(&literal::play(&self.variant, &setup, m), depth - 1, watch)?;
                total = Some(total.unwrap_or(0) + below);
            }
        } else {
            let mut stopped = false;
            self.each(node, &Wanted::ALL, |m, after| {
                if !stopped {
                    let below = self.after(node, m, after, |next| match next {
                        Next::Known(node) => self.perft_of(&node, depth - 1, watch),
                        Next::Settled(setup) => self.perft_from(&setup, depth - 1, watch),
                    });
                    stopped = below.is_none();
                    total = Some(total.unwrap_or(0) + below.unwrap_or(0));
                }
            });
            if stopped {
                return None;
            }
        }
        total.or_else(|| self.without_move(node, depth, watch))
    }

    /// Perft of a position without a move.
    fn without_move(&self, node: &Node<'_, W, R, H>, depth: u32, watch: &Watch<'_>) -> Option<u64> {
        self.settled(node).map_or(Some(0), |setup| self.perft_from(&setup, depth, watch))
    }

    /// What a function makes of what comes of a move, given the state after it.
    fn after<T>(
        &self,
        node: &Node<'_, W, R, H>,
        m: Move,
        after: After<'_, W, R, H>,
        then: impl FnOnce(Next<'_, W, R, H>) -> Option<T>,
    ) -> Option<T> {
        let (state, out, over) = match after {
            After::Same(after) => (after, node.out, false),
            After::Fallen(fall) => (&mut fall.state, fall.out, fall.over),
            After::Unknown => {
                let played = literal::play(&self.variant, &self.setup(node), self.as_played(m));
                return then(Next::Settled(played));
            }
        };
        let mover = self.variant.mover(node.state.turn);
        match self.advance(state, (mover, out), over)? {
            Turned::Seen(view, over) => then(Next::Known(Node { view, state, out, over })),
            Turned::Settled(setup) => then(Next::Settled(setup)),
        }
    }

    fn perft_below(&self, child: &Child<'_, W, R, H>, depth: u32, watch: &Watch<'_>) -> Option<u64> {
        match child {
            Child::Known(held) => self.perft_of(&held.node(), depth, watch),
            Child::Settled(setup) => self.perft_from(setup, depth, watch),
        }
    }

    fn perft_from(&self, setup: &Setup, depth: u32, watch: &Watch<'_>) -> Option<u64> {
        match self.node(setup) {
            Some(held) => self.perft_of(&held.node(), depth, watch),
            None => Some(literal::perft(&self.variant, setup, depth)),
        }
    }
}
