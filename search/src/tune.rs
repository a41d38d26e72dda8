//! Tunes the evaluation on self-play games: weights by logistic regression, or a network.

mod network;

use crate::position::Position;
use crate::random::Random;
use crate::variant::{Move, PlayerId, Weights};

use super::evaluation::{Features, Fitting};
use super::score::Score;
use super::{Control, Limits, Searcher};

pub use network::{Example, Trained, Trainer};

/// How the self-play games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Nodes per move.
    pub nodes: u64,
    /// The number of random opening moves.
    pub opening: usize,
    /// Games are adjudicated as draws after this many moves.
    pub limit: usize,
    /// The same seed and game number give the same game.
    pub seed: u64,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { nodes: 1000, opening: 8, limit: 300, seed: 1 }
    }
}

/// A position with its search score and the result of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The features of the position.
    pub features: Features,
    /// The search score for the first player, in hundredths of the weakest piece.
    pub found: f64,
    /// The result for the first player: 1, 0.5 or 0.
    pub result: f64,
}

/// A game is adjudicated as won if the score stays beyond this for some moves.
const WON: i32 = 1200;
const STAYS: u32 = 6;
/// Openings with a score beyond this are replaced by new random ones, within a limit.
const UNEQUAL: i32 = 250;
const DRAWS: usize = 8;
/// Positions with a score beyond this are not used: they carry little information.
const CLEAR: i32 = 1500;
/// The weight of the search score in the target, against the result of the game. This value won matches most
/// clearly, since one result labels a hundred positions.
const FOUND: f64 = 0.75;
/// The number of independent observations that a game counts as. Most positions count, since the target is
/// mostly their own score.
const OBSERVATIONS: f64 = 50.0;
/// Gradient steps, and the initial step length in spreads.
const STEPS: usize = 400;
const LENGTH: f64 = 0.05;

impl Tuning {
    fn limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes), ..Limits::default() }
    }

    /// A position after random moves. Unequal ones are redrawn, within a limit.
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

    /// Plays a game, the first searcher for the first player, and returns the first player's result. `see`
    /// gets each position after the opening, the move, and the search score for the side to move.
    fn play(
        &self,
        number: u64,
        players: [&mut Searcher; 2],
        control: &Control,
        see: &mut dyn FnMut(&Position, Move, i32),
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

    /// Plays a game and returns its quiet positions to fit weights to; `None` if it was stopped.
    #[must_use]
    pub fn samples(
        &self,
        number: u64,
        fitting: &Fitting,
        players: [&mut Searcher; 2],
        control: &Control,
    ) -> Option<Vec<Sample>> {
        let (mut samples, result) =
            self.quiet(number, players, control, CLEAR, |position, score, first| {
                let found = f64::from(if first { score } else { -score });
                Sample { features: fitting.features(position), found, result: 0.5 }
            })?;
        samples.iter_mut().for_each(|sample| sample.result = result);
        Some(samples)
    }

    /// Plays a game and returns its quiet positions to train a network on; `None` if it was stopped.
    #[must_use]
    pub fn examples(
        &self,
        number: u64,
        trainer: &Trainer,
        players: [&mut Searcher; 2],
        control: &Control,
    ) -> Option<Vec<Example>> {
        let (examples, result) =
            self.quiet(number, players, control, 2 * WON, |position, score, first| {
                (trainer.example(position, score), first)
            })?;
        let finish = |(example, first): (Example, bool)| {
            example.of_game(if first { result } else { 1.0 - result } as f32)
        };
        Some(examples.into_iter().map(finish).collect())
    }

    /// Plays a game and returns what `take` makes of its quiet positions with a score within `most`, and the
    /// first player's result. A position is quiet if the player to move is not in check and the best move is
    /// neither a capture nor a promotion. `take` gets the position, the score of the search for the player to
    /// move, and whether that is the first player.
    fn quiet<T>(
        &self,
        number: u64,
        players: [&mut Searcher; 2],
        control: &Control,
        most: i32,
        take: impl Fn(&Position, i32, bool) -> T,
    ) -> Option<(Vec<T>, f64)> {
        let own = players[0].rules().variant().side(PlayerId(0));
        let mut taken = Vec::new();
        let result = self.play(number, players, control, &mut |position, m, score| {
            let quiet = !position.in_check() && m.promotion().is_none() && !position.is_capture(m);
            if quiet && score.abs() < most {
                taken.push(take(position, score, own.contains(position.turn())));
            }
        })?;
        Some((taken, result))
    }

    /// Plays two games from one opening with sides swapped. Returns the first searcher's points, out of 2.
    #[must_use]
    pub fn pair(&self, number: u64, [one, other]: [&mut Searcher; 2], control: &Control) -> Option<f64> {
        let first = self.play(number, [one, other], control, &mut |_, _, _| {})?;
        let second = self.play(number, [other, one], control, &mut |_, _, _| {})?;
        Some(first + 1.0 - second)
    }
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The fitted weights.
    pub weights: Weights,
    /// The score that makes a win about 73 % likely, in hundredths of the weakest piece: the scale of the
    /// logistic function.
    pub scale: f64,
    /// The mean squared error on the validation games, before and after the fit.
    pub errors: [f64; 2],
}

/// Fits weights to the samples of games. Every tenth game is held out for validation. `None` if there is no sample to
/// fit to, or none to validate with.
///
/// A maximum a posteriori estimate with a normal prior around the old weights. Each game counts as a limited
/// number of observations, since its positions share a result. The optimiser is Adam (Kingma and Ba, 2014).
#[must_use]
pub fn fit(fitting: &Fitting, games: &[Vec<Sample>]) -> Option<Fit> {
    let [fitted, held] = split(games, 10)?;
    let scale = scale(fitted.iter().map(|sample| (sample.found, sample.result)));
    let spreads: Vec<f64> = (0..fitting.len()).map(|weight| fitting.spread(weight)).collect();
    let mut units = vec![0.0; spreads.len()];
    let (mut means, mut squares) = (units.clone(), units.clone());
    let count = fitted.len() as f64;
    let prior = 1.0 / (OBSERVATIONS * games.len() as f64);
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
    Some(Fit { weights: fitting.changed(&changes), scale, errors })
}

/// The positions of games, and those of every `nth` game apart, or of the last of fewer games. `None` if either part has
/// no position.
fn split<T>(games: &[Vec<T>], nth: usize) -> Option<[Vec<&T>; 2]> {
    let nth = nth.min(games.len());
    let parts = [false, true].map(|held| {
        let games = games.iter().enumerate().filter(move |(at, _)| (at % nth == nth - 1) == held);
        games.flat_map(|(_, positions)| positions).collect::<Vec<_>>()
    });
    parts.iter().all(|part| !part.is_empty()).then_some(parts)
}

fn logistic(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// The predicted result, with each weight changed by `units` spreads.
fn expected(sample: &Sample, units: &[f64], spreads: &[f64], scale: f64) -> f64 {
    let by =
        |&(weight, value): &(u32, f32)| f64::from(value) * units[weight as usize] * spreads[weight as usize];
    logistic(sample.features.score + sample.features.terms.iter().map(by).sum::<f64>(), scale)
}

/// The target: a mixture of the result and the search score.
fn wanted(sample: &Sample, scale: f64) -> f64 {
    (1.0 - FOUND) * sample.result + FOUND * logistic(sample.found, scale)
}

fn error(samples: &[&Sample], expected: impl Fn(&Sample) -> f64) -> f64 {
    let squares = samples.iter().map(|sample| (expected(sample) - sample.result).powi(2));
    squares.sum::<f64>() / samples.len() as f64
}

/// The logistic scale with the least error of search scores in predicting results, by golden-section search.
fn scale(scores: impl Iterator<Item = (f64, f64)>) -> f64 {
    let scores: Vec<(f64, f64)> = scores.collect();
    let part = 0.618;
    let of = |exponent: f64| {
        let error = |&(found, result): &(f64, f64)| (logistic(found, exponent.exp()) - result).powi(2);
        scores.iter().map(error).sum::<f64>()
    };
    let (mut low, mut high) = (20_f64.ln(), 4000_f64.ln());
    for _ in 0..24 {
        let (left, right) = (high - part * (high - low), low + part * (high - low));
        if of(left) < of(right) { high = right } else { low = left }
    }
    ((low + high) / 2.0).exp()
}
