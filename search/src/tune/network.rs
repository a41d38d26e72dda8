//! Trains a network on the positions of self-play games.

use std::f32::consts::PI;
use std::sync::Arc;

use crate::board::Board;
use crate::evaluation::Evaluation;
use crate::evaluation::network::{Inputs, carried};
use crate::position::{Position, Rules};
use crate::random::Random;
use crate::variant::{Network, PlayerId, PlayerSet};

use super::{scale, split};

const WIDTH: usize = Network::WIDTH;
type Layer = [f32; WIDTH];

/// The most passes over the positions. Training ends after [`PATIENCE`] passes without a smaller error on the games
/// left out, since more would overfit.
const PASSES: usize = 20;
const PATIENCE: usize = 3;
/// The positions between two steps (fewer if that would be too few steps).
const BATCH: [usize; 2] = [32, 1024];
const STEPS: usize = 200;
/// The length of the first steps, of a new network and of one that is trained further. Longer steps would lose what it
/// has learned.
const LENGTH: f32 = 0.001;
const LENGTH_FURTHER: f32 = 0.0005;
/// The bounds of row values and output weights: what the bytes of a network can hold.
const MOST: f32 = 1.0;
const MOST_OUT: f32 = 127.0 / 64.0;

/// A position to train on, from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The features of the player to move, then as many of the opponent.
    rows: Box<[u16]>,
    /// The stage of the game.
    stage: usize,
    /// The score without the network.
    base: f32,
    /// The score of the search.
    found: f32,
    /// The result of the game: 1, 0.5 or 0.
    result: f32,
}

impl Example {
    /// The example with the result of its game for the player to move.
    pub(super) fn of_game(self, result: f32) -> Self {
        Self { result, ..self }
    }
}

/// Turns positions into examples, and examples into a network.
#[derive(Clone, Debug)]
pub struct Trainer {
    rules: Rules,
    base: Evaluation,
    inputs: Inputs,
    features: usize,
    /// By feature: the feature of the board mirrored left to right; empty if the moves are not symmetrical.
    mirrored: Vec<u16>,
    /// The network of the game, which training begins with.
    network: Option<Arc<Network>>,
}

/// A network after training.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// The network.
    pub network: Network,
    /// The mean squared error of the result that the search expects, on games left out of the training: before the
    /// training and after it.
    pub errors: [f64; 2],
}

/// The parameters of a network, or one number for each of them.
#[derive(Clone)]
struct Parameters {
    /// By feature, and the biases at the end.
    rows: Vec<Layer>,
    /// By stage of the game: for the player to move, and for the opponent.
    outputs: [[Layer; 2]; Network::STAGES],
    tempo: f32,
}

impl Parameters {
    fn zero(features: usize) -> Self {
        Self {
            rows: vec![[0.0; WIDTH]; features + 1],
            outputs: [[[0.0; WIDTH]; 2]; Network::STAGES],
            tempo: 0.0,
        }
    }

    /// Small random rows, and outputs of 0: a network that changes nothing yet.
    fn random(features: usize, random: &mut Random) -> Self {
        let mut layer =
            |_| std::array::from_fn(|_| 0.12 * ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0));
        let rows = (0..features).map(&mut layer).chain([[0.2; WIDTH]]).collect();
        Self { rows, ..Self::zero(0) }
    }

    /// The parameters of a network, for outputs in units of `scale`.
    fn of(network: &Network, scale: f32) -> Self {
        let by = network.scale as f32 / scale;
        let layer =
            |values: &[i8], one: i32| std::array::from_fn(|unit| f32::from(values[unit]) / one as f32);
        let (rows, outputs) = network.values.split_at(network.values.len() - 2 * Network::STAGES * WIDTH);
        let output = |at: usize| layer(&outputs[at * WIDTH..], Network::ONE_OUT).map(|value: f32| value * by);
        Self {
            rows: rows.chunks_exact(WIDTH).map(|row| layer(row, Network::ONE)).collect(),
            outputs: std::array::from_fn(|stage| [output(2 * stage), output(2 * stage + 1)]),
            tempo: network.tempo as f32 / scale,
        }
    }

    fn all(&mut self) -> impl Iterator<Item = &mut f32> {
        let layers = self.rows.iter_mut().chain(self.outputs.iter_mut().flatten());
        layers.flatten().chain([&mut self.tempo])
    }

    /// The network with these parameters as bytes.
    fn rounded(&self, scale: f32) -> Network {
        let byte = |one: i32| move |&value: &f32| (value * one as f32).round() as i8;
        let rows = self.rows.iter().flatten().map(byte(Network::ONE));
        let outputs = self.outputs.iter().flatten().flatten().map(byte(Network::ONE_OUT));
        Network {
            scale: scale.round() as i32,
            tempo: (scale * self.tempo).round() as i32,
            values: rows.chain(outputs).collect(),
        }
    }

    /// Bounds the parameters to what bytes can hold.
    fn bound(&mut self) {
        self.rows.iter_mut().flatten().for_each(|value| *value = value.clamp(-MOST, MOST));
        self.outputs
            .iter_mut()
            .flatten()
            .flatten()
            .for_each(|value| *value = value.clamp(-MOST_OUT, MOST_OUT));
    }

    /// The sums of the hidden layers for some features, before they are bounded.
    fn sums(&self, rows: [&[u16]; 2]) -> [Layer; 2] {
        rows.map(|rows| {
            let mut sums = self.rows.last().copied().unwrap_or([0.0; WIDTH]);
            for &row in rows {
                sums.iter_mut().zip(&self.rows[usize::from(row)]).for_each(|(sum, by)| *sum += by);
            }
            sums
        })
    }

    /// The output for these sums in a stage of the game.
    fn output(&self, sums: &[Layer; 2], stage: usize) -> f32 {
        let mut output = self.tempo;
        for (sums, weights) in sums.iter().zip(&self.outputs[stage]) {
            for (sum, weight) in sums.iter().zip(weights) {
                output += sum.clamp(0.0, 1.0).powi(2) * weight;
            }
        }
        output
    }

    /// The output for an example.
    fn value(&self, one: &Example) -> f32 {
        self.output(&self.sums(one.rows.split_at(one.rows.len() / 2).into()), one.stage)
    }

    /// Adds the gradient of the output in a stage of the game, times `by`, to `gradient`.
    fn descend(&self, rows: [&[u16]; 2], stage: usize, sums: &[Layer; 2], by: f32, gradient: &mut Self) {
        gradient.tempo += by;
        let biases = self.rows.len() - 1;
        for (half, rows) in rows.into_iter().enumerate() {
            let mut slopes = [0.0; WIDTH];
            for (unit, slope) in slopes.iter_mut().enumerate() {
                let bounded = sums[half][unit].clamp(0.0, 1.0);
                gradient.outputs[stage][half][unit] += by * bounded * bounded;
                let rises = bounded > 0.0 && bounded < 1.0;
                *slope = if rises { by * self.outputs[stage][half][unit] * 2.0 * bounded } else { 0.0 };
            }
            for row in rows.iter().map(|&row| usize::from(row)).chain([biases]) {
                gradient.rows[row].iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
    }
}

impl Trainer {
    /// A trainer for a game; `None` if it cannot have a network, see [`Network::features`].
    #[must_use]
    pub fn new(rules: &Rules) -> Option<Self> {
        let variant = rules.variant();
        let inputs = Inputs::new(variant)?;
        Some(Self {
            rules: rules.clone(),
            base: Evaluation::with_weights(rules, &variant.weights.beneath_network()),
            features: Network::features(variant)?,
            mirrored: inputs.mirrored(variant),
            network: variant.weights.network.clone(),
            inputs,
        })
    }

    /// Lets the training begin with the network of another game: with its rows for the roles of the same name. The
    /// other roles begin without a row. `None` if the other game has no network, or another board.
    #[must_use]
    pub fn beginning_with(self, other: &Rules) -> Option<Self> {
        let network = Some(Arc::new(carried(self.rules.variant(), other.variant())?));
        Some(Self { network, ..self })
    }

    /// A position as an example. `found` is the score of the search for the player to move.
    pub(super) fn example(&self, position: &Position, found: i32) -> Example {
        let turn = position.turn();
        let board = Board::new(position.clone(), &self.base);
        let base = self.base.standing(&board, PlayerSet::single(turn)) as f32;
        let [first, second] = self.inputs.of(position);
        let stage = self.inputs.stage_of(&first);
        let rows = if turn == PlayerId(0) { [first, second].concat() } else { [second, first].concat() };
        Example { rows: rows.into(), stage, base, found: found as f32, result: 0.5 }
    }

    /// Trains a network on the examples of games, beginning with the network of the game if it has one. Every
    /// twentieth game is left out, to measure the error. The parameters of the pass with the smallest error are kept.
    /// `None` if there is no example to train on, or none to measure the error with.
    #[must_use]
    pub fn train(&self, games: &[Vec<Example>], seed: u64) -> Option<Trained> {
        let [mut examples, held] = split(games, 20)?;
        let results = examples.iter().map(|one| (f64::from(one.found), f64::from(one.result)));
        let scale = scale(results) as f32;
        let squared = |network: &Parameters| {
            let expected = |one: &Example| logistic(one.base + scale * network.value(one), scale);
            let squares =
                held.iter().map(|one| f64::from(expected(one) - logistic(one.found, scale)).powi(2));
            squares.sum::<f64>() / held.len() as f64
        };
        let mut random = Random::new(seed);
        let (mut network, length) = match &self.network {
            Some(network) => (Parameters::of(network, scale), LENGTH_FURTHER),
            None => (Parameters::random(self.features, &mut random), LENGTH),
        };
        let before = squared(&network);
        let mut best = (before, network.clone());
        let size = (examples.len() / STEPS).clamp(BATCH[0], BATCH[1]);
        let mut adam = Adam::new(self.features, PASSES * examples.len().div_ceil(size), length);
        let mut gradient = Parameters::zero(self.features);
        let mut worse = 0;
        for _ in 0..PASSES {
            for last in (1..examples.len()).rev() {
                examples.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
            }
            for batch in examples.chunks(size) {
                gradient.all().for_each(|slope| *slope = 0.0);
                for one in batch {
                    let mirrors = random.next_u64() & 1 == 1 && !self.mirrored.is_empty();
                    let mirrored = || one.rows.iter().map(|&row| self.mirrored[usize::from(row)]).collect();
                    let rows: Vec<u16> = if mirrors { mirrored() } else { one.rows.to_vec() };
                    let rows = rows.split_at(rows.len() / 2).into();
                    let sums = network.sums(rows);
                    let expected = logistic(one.base + scale * network.output(&sums, one.stage), scale);
                    let error = expected - logistic(one.found, scale);
                    let by = error * expected * (1.0 - expected) / batch.len() as f32;
                    network.descend(rows, one.stage, &sums, by, &mut gradient);
                }
                adam.step(&mut network, &mut gradient);
            }
            let error = squared(&network);
            if error <= best.0 {
                (best, worse) = ((error, network.clone()), 0);
            } else {
                worse += 1;
                if worse == PATIENCE {
                    break;
                }
            }
        }
        let (after, network) = best;
        Some(Trained { network: network.rounded(scale), errors: [before, after] })
    }
}

/// The optimiser (Kingma and Ba, Adam: A Method for Stochastic Optimization, 2014), with steps that shrink by
/// a cosine.
struct Adam {
    means: Parameters,
    squares: Parameters,
    step: i32,
    steps: usize,
    /// The length of the first step.
    length: f32,
}

impl Adam {
    fn new(features: usize, steps: usize, length: f32) -> Self {
        Self {
            means: Parameters::zero(features),
            squares: Parameters::zero(features),
            step: 0,
            steps,
            length,
        }
    }

    /// Changes the parameters by one step along their mean gradient.
    fn step(&mut self, network: &mut Parameters, gradient: &mut Parameters) {
        self.step += 1;
        let done = self.step as f32 / self.steps as f32;
        let length = self.length * (0.5 + 0.5 * (PI * done).cos()).max(0.01);
        let [first, second] = [0.9_f32, 0.999].map(|keeps| 1.0 - keeps.powi(self.step));
        let state = self.means.all().zip(self.squares.all());
        for ((value, slope), (mean, square)) in network.all().zip(gradient.all()).zip(state) {
            *mean = 0.9 * *mean + 0.1 * *slope;
            *square = 0.999 * *square + 0.001 * *slope * *slope;
            *value -= length * (*mean / first) / ((*square / second).sqrt() + 1e-8);
        }
        network.bound();
    }
}

/// The expected result of a score.
fn logistic(score: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score / scale).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Weights;

    /// The search evaluates a network in bytes as the training does in floating point, up to rounding.
    #[test]
    fn bytes_mean_the_same_as_parameters() {
        for name in ["chess", "xiangqi", "minishogi", "crazyhouse", "duck"] {
            let rules = carn::library::rules(name).unwrap();
            let trainer = Trainer::new(&rules).unwrap();
            let mut random = Random::new(7);
            let mut parameters = Parameters::random(trainer.features, &mut random);
            parameters.outputs =
                std::array::from_fn(|stage| [[0.1 + 0.01 * stage as f32; WIDTH], [-0.08; WIDTH]]);
            let network = Some(Arc::new(parameters.rounded(300.0)));
            let weights = Weights { network, ..rules.variant().weights.clone() };
            let evaluation = Evaluation::with_weights(&rules, &weights);
            let mut position = Position::start(&rules);
            for _ in 0..60 {
                let Some(&m) = random.choose(&position.legal_moves()) else { break };
                position.play_unchecked(m);
                let one = trainer.example(&position, 0);
                let wanted = one.base + 300.0 * parameters.value(&one);
                let mut board = Board::new(position.clone(), &evaluation);
                let found = evaluation.score(&mut board, PlayerSet::single(position.turn()));
                assert!((found as f32 - wanted).abs() < 30.0, "{name} {}: {found}, {wanted}", position.fen());
            }
        }
    }

    /// A network of chess values positions of related games as it does in chess, if all pieces are those of chess.
    #[test]
    fn networks_are_carried_to_games_with_the_same_pieces() {
        let rules = |name: &str| carn::library::rules(name).unwrap();
        let chess = rules("chess");
        let value = |rules: &Rules, fen: &str, network: Network| {
            let weights = Weights { network: Some(Arc::new(network)), ..Weights::default() };
            let evaluation = Evaluation::with_weights(rules, &weights);
            Board::new(Position::from_fen(rules, fen).unwrap(), &evaluation).network()
        };
        let mut from = chess.variant().clone();
        from.weights.network = None;
        assert!(carried(chess.variant(), &from).is_none(), "no network");
        let values =
            (0..Network::values(Network::features(&from).unwrap())).map(|nth| (nth * 31 % 255) as u8 as i8);
        let own = Network { scale: 300, tempo: 10, values: values.collect() };
        from.weights.network = Some(Arc::new(own.clone()));
        let fen = "2k5/1pp2r2/3b4/2n5/8/4N3/PP3PP1/1K1R4 b - - 0 1";
        let wanted = value(&chess, fen, own);
        // Other numbers of roles, another order of roles, and places in hand.
        for (name, fen) in
            [("almost", fen), ("crazyhouse", "2k5/1pp2r2/3b4/2n5/8/4N3/PP3PP1/1K1R4[] b - - 0 1")]
        {
            let other = rules(name);
            let network = carried(other.variant(), &from).unwrap();
            assert_eq!(value(&other, fen, network), wanted, "{name}");
        }
        assert!(carried(rules("xiangqi").variant(), &from).is_none(), "another board");
    }

    /// Turning the board twice changes nothing.
    #[test]
    fn boards_are_turned_left_to_right() {
        for (name, symmetrical) in [("chess", true), ("xiangqi", true), ("glinski", false)] {
            let trainer = Trainer::new(&carn::library::rules(name).unwrap()).unwrap();
            let mirrored = &trainer.mirrored;
            assert_eq!(mirrored.len(), if symmetrical { trainer.features } else { 0 }, "{name}");
            assert!(
                mirrored.iter().enumerate().all(|(row, &to)| usize::from(mirrored[usize::from(to)]) == row)
            );
        }
    }
}
