//! Weights fitted to games of the search against itself, by logistic regression.

use crate::position::Position;
use crate::random::Random;
use crate::variant::{PlayerId, Weights};

use super::evaluation::{Features, Fitting};
use super::score::Score;
use super::{Control, Limits, Searcher};

/// How the games are played that weights are fitted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The positions looked at for each move.
    pub nodes: u64,
    /// The first moves, which are drawn at random.
    pub opening: usize,
    /// Games are broken off after so many moves and count as drawn.
    pub limit: usize,
    /// Games of one seed and number are the same.
    pub seed: u64,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { nodes: 1000, opening: 8, limit: 300, seed: 1 }
    }
}

/// A position of a game and how the game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub features: Features,
    /// What the search said, for the first player, in hundredths of the weakest piece.
    pub found: f64,
    /// What the first player got in the end: 1, 0.5 or 0.
    pub result: f64,
}

/// From this score on a side has won, if it stays so for some moves.
const WON: i32 = 1200;
const STAYS: u32 = 6;
/// A drawn opening after which a side is so far ahead is drawn anew, so many times at most.
const UNEQUAL: i32 = 250;
const DRAWS: usize = 8;
/// Positions with a score beyond this show little.
const CLEAR: i32 = 1500;
/// How much the score that the search has found counts beside the result of the game: matches were won most clearly with so
/// much, since one result stands for a hundred positions.
const FOUND: f64 = 0.75;
/// How many independent observations the positions of a game are. With the score of each position as the greater part of the
/// target these are most of them.
const OBSERVATIONS: f64 = 50.0;
/// Steps of the descent, and their first length in spreads of the weights.
const STEPS: usize = 400;
const LENGTH: f64 = 0.05;

impl Tuning {
    fn limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes), ..Limits::default() }
    }

    /// A position after random moves in which nobody is far ahead.
    fn opened(&self, searcher: &mut Searcher, random: &mut Random, control: &Control) -> Position {
        let mut position = Position::start(searcher.rules());
        let mut moves = Vec::new();
        for _ in 0..DRAWS {
            position = Position::start(searcher.rules());
            for _ in 0..self.opening + (random.next_u64() & 1) as usize {
                moves.clear();
                position.legal_moves_into(&mut moves);
                match random.choose(&moves) {
                    Some(&m) if position.outcome().is_none() => position.play_unchecked(m),
                    _ => break,
                }
            }
            let found = searcher.search(&position, &self.limits(), control, &mut |_| {});
            let score = found.lines.first().map(|line| line.score);
            if matches!(score, Some(Score::Points(score)) if score.abs() < UNEQUAL) {
                break;
            }
        }
        position
    }

    /// Plays a game in which each player is a search of its own, the first player the first; what the first player gets.
    /// `see` is called with each position that is not of the opening, and what the search has found there for the player to
    /// move.
    fn play(
        &self,
        number: u64,
        players: [&mut Searcher; 2],
        control: &Control,
        see: &mut dyn FnMut(&Position, crate::variant::Move, i32),
    ) -> Option<f64> {
        let [first, second] = players;
        let mut random = Random::new(Random::new(self.seed).next_u64() ^ Random::new(number).next_u64());
        first.clear();
        second.clear();
        let mut position = self.opened(first, &mut random, control);
        let own = first.rules().variant().side(PlayerId(0));
        let (mut stays, mut ahead) = (0, 0);
        while position.moves().len() < self.limit {
            if let Some(outcome) = position.outcome() {
                return Some(outcome.winner.map_or(0.5, |winner| f64::from(u8::from(own.contains(winner)))));
            }
            let turn = own.contains(position.turn());
            let searcher = if turn { &mut *first } else { &mut *second };
            let found = searcher.search(&position, &self.limits(), control, &mut |_| {});
            if control.is_stopped() {
                return None;
            }
            let (m, score) = (found.best()?, found.lines.first()?.score);
            let score = match score {
                Score::Points(score) => score,
                Score::Win(_) => 2 * WON,
                Score::Loss(_) => -2 * WON,
            };
            see(&position, m, score);
            let side = if turn { score.signum() } else { -score.signum() };
            stays = if score.abs() >= WON && (side == ahead || stays == 0) { stays + 1 } else { 0 };
            ahead = side;
            if stays >= STAYS {
                return Some(f64::from(u8::from(ahead > 0)));
            }
            position.play_unchecked(m);
        }
        Some(0.5)
    }

    /// Plays the game of a number; the quiet positions in it. `None` if it was stopped.
    #[must_use]
    pub fn samples(
        &self,
        number: u64,
        fitting: &Fitting,
        [first, second]: [&mut Searcher; 2],
        control: &Control,
    ) -> Option<Vec<Sample>> {
        let own = first.rules().variant().side(PlayerId(0));
        let mut samples = Vec::new();
        let result = self.play(number, [first, second], control, &mut |position, m, score| {
            let quiet = !position.in_check() && m.promotion().is_none() && !position.is_capture(m);
            if quiet && score.abs() < CLEAR {
                let found = f64::from(if own.contains(position.turn()) { score } else { -score });
                samples.push(Sample { features: fitting.features(position), found, result: 0.5 });
            }
        })?;
        samples.iter_mut().for_each(|sample| sample.result = result);
        Some(samples)
    }

    /// Plays two games of a number from one opening, a search on either side once; what the first one gets, out of 2.
    #[must_use]
    pub fn pair(&self, number: u64, [one, other]: [&mut Searcher; 2], control: &Control) -> Option<f64> {
        let first = self.play(number, [one, other], control, &mut |_, _, _| {})?;
        let second = self.play(number, [other, one], control, &mut |_, _, _| {})?;
        Some(first + 1.0 - second)
    }
}

/// What a fit has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The weights.
    pub weights: Weights,
    /// The score that makes a win about 73 % likely, in hundredths of the weakest piece.
    pub scale: f64,
    /// The mean squared error of the expected result on games that were not fitted to, before and after.
    pub errors: [f64; 2],
}

/// Fits weights to games: their samples game by game. Every tenth game is held back to judge the fit.
///
/// The weights are the likeliest, each being taken to differ from what it was by a normal deviation; a game counts as a few
/// observations, since its positions share a result. Adam's method of descent (Kingma and Ba, 2014).
#[must_use]
pub fn fit(fitting: &Fitting, games: &[Vec<Sample>]) -> Fit {
    let split = |held: bool| {
        let games = games.iter().enumerate().filter(move |(nth, _)| (nth % 10 == 9) == held);
        games.flat_map(|(_, samples)| samples).collect::<Vec<&Sample>>()
    };
    let (fitted, held) = (split(false), split(true));
    let scale = scale(&fitted);
    let spreads: Vec<f64> = (0..fitting.len()).map(|weight| fitting.spread(weight)).collect();
    let mut units = vec![0.0; spreads.len()];
    let (mut means, mut squares) = (units.clone(), units.clone());
    let count = fitted.len().max(1) as f64;
    let prior = 1.0 / (OBSERVATIONS * games.len().max(1) as f64);
    for step in 0..STEPS {
        let mut gradient = vec![0.0; units.len()];
        for sample in &fitted {
            let by = expected(sample, &units, &spreads, scale) - wanted(sample, scale);
            for &(weight, value) in &sample.features.terms {
                gradient[weight as usize] += by * f64::from(value);
            }
        }
        let length = LENGTH * (1.0 - step as f64 / STEPS as f64);
        let (first, second) = (1.0 - 0.9_f64.powi(step as i32 + 1), 1.0 - 0.999_f64.powi(step as i32 + 1));
        for (nth, unit) in units.iter_mut().enumerate() {
            let slope = gradient[nth] * spreads[nth] / (scale * count) + prior * *unit;
            means[nth] = 0.9 * means[nth] + 0.1 * slope;
            squares[nth] = 0.999 * squares[nth] + 0.001 * slope * slope;
            *unit -= length * (means[nth] / first) / ((squares[nth] / second).sqrt() + 1e-9);
        }
    }
    let none = vec![0.0; units.len()];
    let errors = [&none, &units].map(|units| error(&held, |one| expected(one, units, &spreads, scale)));
    let changes: Vec<f64> = units.iter().zip(&spreads).map(|(unit, spread)| unit * spread).collect();
    Fit { weights: fitting.changed(&changes), scale, errors }
}

fn logistic(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// What the evaluation expects, its weights changed by so many spreads.
fn expected(sample: &Sample, units: &[f64], spreads: &[f64], scale: f64) -> f64 {
    let by =
        |&(weight, value): &(u32, f32)| f64::from(value) * units[weight as usize] * spreads[weight as usize];
    logistic(sample.features.score + sample.features.terms.iter().map(by).sum::<f64>(), scale)
}

/// What it should expect.
fn wanted(sample: &Sample, scale: f64) -> f64 {
    (1.0 - FOUND) * sample.result + FOUND * logistic(sample.found, scale)
}

fn error(samples: &[&Sample], expected: impl Fn(&Sample) -> f64) -> f64 {
    let squares = samples.iter().map(|sample| (expected(sample) - sample.result).powi(2));
    squares.sum::<f64>() / samples.len().max(1) as f64
}

/// The scale on which the scores of the search tell most of the results, by golden sections.
fn scale(samples: &[&Sample]) -> f64 {
    let part = 0.618;
    let of = |exponent: f64| error(samples, |sample| logistic(sample.found, exponent.exp()));
    let (mut low, mut high) = (20_f64.ln(), 4000_f64.ln());
    for _ in 0..24 {
        let (left, right) = (high - part * (high - low), low + part * (high - low));
        if of(left) < of(right) { high = right } else { low = left }
    }
    ((low + high) / 2.0).exp()
}
