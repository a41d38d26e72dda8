//! Correction history: how far the static evaluation is from what searches of similar positions find.

use crate::random::Random;

use super::order::change;
use super::score::MOST_POINTS;
use super::table::Known;
use super::worker::Worker;

/// The scores for each kind of similarity.
const PLACES: usize = 1 << 14;
/// The kinds: positions with the same pieces of the commonest role, with the same pieces of either side, and
/// after the same move.
const KINDS: usize = 4;
/// The bound of one score.
const MOST: i32 = 1 << 10;
/// The sum of the scores is divided by this, so that each can correct 64 hundredths.
const SHARE: i32 = 16;

/// The places of the scores of one position.
type Places = [usize; KINDS];

/// Scores by kind of similarity and key.
#[derive(Clone, Debug)]
pub(super) struct Corrections(Vec<i16>);

impl Corrections {
    pub fn new() -> Self {
        Self(vec![0; KINDS * PLACES])
    }

    fn sum(&self, places: Places) -> i32 {
        places.into_iter().map(|place| i32::from(self.0[place])).sum()
    }
}

impl Worker<'_> {
    fn places(&self, ply: usize) -> Places {
        let turn = spread(1 + self.board.turn().index());
        let row = ply.checked_sub(1).and_then(|before| self.plies[before].row);
        let [first, others, commonest] = self.board.keys();
        let keys = [first, others, commonest, row.map_or(0, |row| spread(1 + row))];
        std::array::from_fn(|kind| kind * PLACES + (keys[kind] ^ turn) as usize % PLACES)
    }

    /// The static evaluation with the correction.
    pub(super) fn corrected(&self, ply: usize, value: i32) -> i32 {
        if !self.shared.techniques.correction {
            return value;
        }
        let correction = self.history.corrections.sum(self.places(ply)) / SHARE;
        (value + correction).clamp(1 - MOST_POINTS, MOST_POINTS - 1)
    }

    /// Learns from the result of a search. It says nothing about the static evaluation if a capture or promotion
    /// is best, or if it is a bound that the static evaluation keeps.
    pub(super) fn learn_correction(&mut self, ply: usize, found: Known) {
        let Some(value) = self.plies[ply].value.filter(|_| self.shared.techniques.correction) else { return };
        let noisy = found.best.is_some_and(|m| self.board.takes(m) || m.promotion().is_some());
        if noisy || !found.refines(value) {
            return;
        }
        let bonus = (found.score - value).saturating_mul(found.depth) / 8;
        for place in self.places(ply) {
            change(self.history.corrections.0.get_mut(place), bonus, MOST);
        }
    }
}

/// A key for a small number.
pub(super) fn spread(number: usize) -> u64 {
    Random::new(number as u64).next_u64()
}
