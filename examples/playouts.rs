//! Random games of any variant: their results and plies per second.
//!
//! `cargo run --release --example playouts -- chess xiangqi mine.toml`. Each argument is a shipped game or a
//! rule file.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use carn::library;
use carn::position::{Position, Rules};
use carn::random::Random;

/// The time per variant.
const TIME: Duration = Duration::from_secs(1);
/// Longer games are abandoned.
const PLIES: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    for name in if names.is_empty() { vec!["chess".to_owned()] } else { names } {
        let rules = match library::rules(&name) {
            Some(rules) => rules,
            None => library::rules_from(&name, &fs::read_to_string(&name)?)?,
        };
        play(&name, &rules);
    }
    Ok(())
}

fn play(name: &str, rules: &Rules) {
    let mut results: BTreeMap<String, u64> = BTreeMap::new();
    let (mut games, mut plies) = (0, 0);
    let begin = Instant::now();
    while begin.elapsed() < TIME {
        let mut position = Position::start(rules);
        let outcome = position.playout(&mut Random::new(games), PLIES);
        let result = match outcome {
            None => format!("given up after {PLIES} plies"),
            Some(outcome) => match outcome.winner {
                Some(winner) => {
                    format!("{} wins: {}", rules.variant().players[winner.index()].name, outcome.reason)
                }
                None => format!("drawn: {}", outcome.reason),
            },
        };
        *results.entry(result).or_default() += 1;
        plies += position.moves().len();
        games += 1;
    }
    let rate = plies as f64 / begin.elapsed().as_secs_f64();
    println!(
        "{name}: {games} games of {} plies on average, {rate:.0} plies a second",
        plies / games as usize
    );
    for (result, count) in results {
        println!("  {:5.1} %  {result}", 100.0 * count as f64 / games as f64);
    }
}
