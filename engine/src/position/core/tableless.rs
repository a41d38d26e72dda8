//! What a state without tables answers by itself: squares, a hash, perft.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::geometry::{Square, SquareSet};
use crate::variant::{Move, Piece, Setup, Variant, literal};

use super::perft::PerftOptions;
use super::several::Several;

/// A state that is kept square by square, and what answers for it: tables of several players, or the literal evaluator.
#[derive(Clone, Debug)]
pub(super) struct Tableless {
    pub setup: Setup,
    pub several: Option<Arc<dyn Several>>,
}

impl Deref for Tableless {
    type Target = Setup;

    fn deref(&self) -> &Setup {
        &self.setup
    }
}

impl DerefMut for Tableless {
    fn deref_mut(&mut self) -> &mut Setup {
        &mut self.setup
    }
}

impl Tableless {
    pub fn legal_moves(&self, variant: &Variant) -> Vec<Move> {
        match &self.several {
            Some(several) => several.legal_moves(&self.setup),
            None => literal::legal_moves(variant, &self.setup),
        }
    }

    pub fn legal_moves_from(&self, variant: &Variant, from: Square) -> Vec<Move> {
        match &self.several {
            Some(several) => {
                let all = several.legal_moves(&self.setup).into_iter();
                all.filter(|m| m.origin() == Some(from)).collect()
            }
            None => literal::legal_moves_from(variant, &self.setup, from),
        }
    }

    pub fn has_legal_move(&self, variant: &Variant) -> bool {
        match &self.several {
            Some(several) => several.has_legal_move(&self.setup),
            None => literal::has_legal_move(variant, &self.setup),
        }
    }

    pub fn play(&mut self, variant: &Variant, m: Move) {
        self.setup = match &self.several {
            Some(several) => several.play(&self.setup, m),
            None => literal::play(variant, &self.setup, m),
        };
    }

    pub fn perft(&self, variant: &Variant, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
        match &self.several {
            Some(several) => several.perft(&self.setup, depth, options),
            None => literal_perft(variant, &self.setup, depth, options),
        }
    }

    pub fn tries_moves(&self) -> bool {
        self.several.as_ref().is_none_or(|several| several.tries_moves(&self.setup))
    }
}

/// Perft with a way to stop; `None` if it was stopped.
fn literal_perft(variant: &Variant, setup: &Setup, depth: u32, options: &PerftOptions<'_>) -> Option<u64> {
    if options.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return None;
    }
    if depth == 0 {
        return Some(1);
    }
    let moves = literal::legal_moves(variant, setup);
    if depth == 1 {
        if let Some(progress) = options.progress {
            progress.fetch_add(moves.len() as u64, Ordering::Relaxed);
        }
        return Some(moves.len() as u64);
    }
    moves
        .into_iter()
        .map(|m| literal_perft(variant, &literal::play(variant, setup, m), depth - 1, options))
        .sum()
}

/// The squares of the pieces that satisfy a test.
pub(super) fn squares_of(setup: &Setup, wanted: impl Fn(Piece) -> bool) -> SquareSet {
    let mut squares = SquareSet::new(setup.squares.len());
    setup.pieces().filter(|(_, piece)| wanted(*piece)).for_each(|(square, _)| squares.insert(square));
    squares
}

/// A hash of everything that counts for repetition, and more.
pub(super) fn setup_hash(setup: &Setup) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (&setup.squares, setup.turn, setup.rights, &setup.undisturbed, &setup.marks, setup.out).hash(&mut hasher);
    (&setup.promoted, &setup.hands, &setup.counters, setup.passes).hash(&mut hasher);
    hasher.finish()
}
