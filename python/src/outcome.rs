//! The class `Outcome`: the end of a game.

use carn::learn;
use carn::record::{Scores, Termination};
use carn::variant::{self, PlayerId, PlayerSet, Verdict};
use pyo3::prelude::*;

/// The end of a game.
#[pyclass(frozen, get_all, eq, module = "carn")]
#[derive(Clone, PartialEq)]
pub struct Outcome {
    /// The index of the winner, or the first of a winning team; None for a draw.
    winner: Option<usize>,
    /// The indices of all winners.
    winners: Vec<usize>,
    /// The indices of all losers.
    losers: Vec<usize>,
    /// The reason in one word: `checkmate`, `stalemate`, `royal-lost`, `repetition`, `perpetual-check`, `perpetual-chase`,
    /// `quiet`, `counting`, `insufficient`, `end`.
    reason: String,
    /// The reason in words; for `end`, those of the rule file.
    text: String,
    /// The score of each player: 1, 1/2 or 0.
    points: Vec<f64>,
    /// The reward of each player for machine learning: 1, 0 or -1. With more than two players, the winners share the losses of
    /// the losers.
    rewards: Vec<f32>,
}

impl Outcome {
    pub fn new(variant: &variant::Variant, outcome: variant::Outcome) -> Self {
        let all = |set: PlayerSet| {
            set.iter().map(PlayerId::index).filter(|&one| one < variant.players.len()).collect()
        };
        let points = variant.everybody().iter().map(|player| match outcome.of(player) {
            Verdict::Win => 1.0,
            Verdict::Loss => 0.0,
            Verdict::Draw => 0.5,
        });
        Self {
            winner: outcome.winner.map(PlayerId::index),
            winners: all(outcome.winners),
            losers: all(outcome.beaten),
            reason: outcome.reason.name().to_owned(),
            text: variant.ending.words(outcome.reason).to_owned(),
            points: points.collect(),
            rewards: learn::rewards(variant, outcome),
        }
    }
}

#[pymethods]
impl Outcome {
    /// The result in the form of records: `1-0`, `0-1`, `1/2-1/2`; a score for each of more than two players.
    pub fn result(&self) -> String {
        let halves: Vec<u8> = self.points.iter().map(|points| (points * 2.0) as u8).collect();
        let ended = match halves[..] {
            [2, 0] => Termination::First,
            [0, 2] => Termination::Second,
            [_, _] => Termination::Draw,
            _ => Scores::new(&halves).map_or(Termination::Open, Termination::Each),
        };
        ended.marker().into_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.result(), self.text)
    }
}
