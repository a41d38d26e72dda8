//! What a state without tables answers by itself: squares, a hash, perft.

use std::sync::atomic::Ordering;

use crate::geometry::SquareSet;
use crate::variant::{Piece, Setup, Variant, literal};

use super::perft::PerftOptions;

/// Perft with a way to stop; `None` if it was stopped.
pub(super) fn literal_perft(
    variant: &Variant,
    setup: &Setup,
    depth: u32,
    options: &PerftOptions<'_>,
) -> Option<u64> {
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
    (&setup.squares, setup.turn, setup.rights, &setup.undisturbed, &setup.marks, setup.marker, setup.out)
        .hash(&mut hasher);
    (&setup.promoted, &setup.hands, &setup.counters, setup.passes).hash(&mut hasher);
    hasher.finish()
}
