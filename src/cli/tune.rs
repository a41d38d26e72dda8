//! `carn tune`: what games of the engine against itself say the pieces are worth, for its own search.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use carn::search::tune::{Fit, Tuning, fit};
use carn::search::{Control, Fitting, Searcher};
use serde_json::json;

use super::console::{Console, Format};
use super::counted::counted;
use super::exit::{Result, Stop};
use super::files::{check_new, write_new};
use super::game::Game;
use super::interrupt;
use super::study::lasting;

/// Fit the engine's evaluation weights to games against itself
#[derive(clap::Args)]
#[command(after_help = "\
By default the engine derives the values of pieces from the rules. This command
plays games, fits evaluation weights to their scores and results, and writes the
weights to a new rule file: it extends the old file and adds a table [engine].
The rules stay the same. Then the new weights play against the old ones, to show
whether the engine became stronger. Tune the new file again to improve it
further.

The same seed gives the same weights with any --threads. Ctrl-C stops the games
and fits to those finished.

Examples:
  carn tune mychess.toml --games 2000 --threads 4
  carn tune xiangqi --nodes 3000 --output xiangqi-tuned.toml
  carn play mychess.tuned.toml --against 5")]
pub struct Arguments {
    /// A shipped variant or a rule file
    #[arg(add = super::completions::variant())]
    variant: String,
    /// Number of games to fit to
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(10..=10_000_000))]
    games: u64,
    /// Pairs of games between the new weights and the old ones
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    check: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random plies at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=100))]
    opening: u16,
    /// Declare a draw after this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 300, value_parser = clap::value_parser!(u16).range(10..))]
    limit: u16,
    /// Number of games played in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Random seed; the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// File to write [default: NAME.tuned.toml beside the rule file]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Ctrl-C stops the games.
static CONTROL: Control = Control::new();

/// Plays, fits, writes and checks.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let output = arguments.output.clone().unwrap_or_else(|| beside(&game.name));
    check_new(&output, arguments.force)?;
    let fitting = Fitting::new(&game.rules).ok_or_else(|| {
        Stop::usage("carn tune supports games of two players that run on tables; `carn check --how` reports how a game runs")
    })?;
    interrupt::stops(&CONTROL)?;
    let tuning = Tuning {
        nodes: arguments.nodes,
        opening: usize::from(arguments.opening),
        limit: usize::from(arguments.limit),
        seed: arguments.seed,
    };
    let rules = &game.rules;
    let own = || [Searcher::new(rules), Searcher::new(rules)];
    let games = played(arguments, arguments.games, console, &own, &|number, [first, second]| {
        tuning.samples(number, &fitting, [first, second], &CONTROL)
    });
    if games.is_empty() {
        return Err(Stop::usage("stopped before a game was over: there is nothing to fit to"));
    }
    let samples: usize = games.iter().map(Vec::len).sum();
    let fit = fit(&fitting, &games);
    write_new(&output, &text(&game, &fit, games.len() as u64, &tuning), arguments.force)?;
    // Other openings than those fitted to.
    let tuning = Tuning { seed: !arguments.seed, ..tuning };
    let both = || [Searcher::with_weights(rules, &fit.weights), Searcher::new(rules)];
    let pairs = played(arguments, arguments.check, console, &both, &|number, [new, old]| {
        tuning.pair(number, [new, old], &CONTROL)
    });
    let (points, error) = share(&pairs);
    let [before, after] = fit.errors;
    if arguments.format == Format::Json {
        return console.json(&json!({
            "file": output.display().to_string(),
            "games": games.len(), "positions": samples, "nodes": tuning.nodes, "seed": arguments.seed,
            "scale": fit.scale, "error_before": before, "error_after": after,
            "check": { "games": 2 * pairs.len(), "points": points, "error": error },
        }));
    }
    let played = counted(games.len(), "game");
    console.line(format_args!("{played}, {}", counted(samples, "quiet position")))?;
    console.line(format_args!(
        "squared error of the expected result, on games left out of the fit: {before:.4} before, {after:.4} after"
    ))?;
    if !pairs.is_empty() {
        let (points, error) = (points * 100.0, error * 100.0);
        let games = counted(2 * pairs.len(), "game");
        console.line(format_args!(
            "the new weights against the old ones: {points:.1} ± {error:.1} % of {games}"
        ))?;
    }
    console.line(format_args!("written to {}", output.display()))
}

/// `NAME.tuned.toml` beside a rule file.
fn beside(name: &str) -> PathBuf {
    let path = Path::new(name);
    let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
    path.with_file_name(format!("{stem}.tuned.toml"))
}

/// The rule file with the weights.
fn text(game: &Game, fit: &Fit, games: u64, tuning: &Tuning) -> String {
    let path = Path::new(&game.name);
    let parent = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let variant = game.variant();
    format!(
        "# Fitted by `carn tune` to {} of {} nodes a move, seed {}.\nextends = {}\n\n{}",
        counted(games, "game"),
        tuning.nodes,
        tuning.seed,
        serde_json::Value::from(parent),
        carn::format::weights(variant, &fit.weights)
    )
}

/// Plays games of these numbers in so many threads; what each gave, by number.
fn played<T: Send>(
    arguments: &Arguments,
    games: u64,
    console: &mut Console,
    players: &(dyn Fn() -> [Searcher; 2] + Sync),
    play: &(dyn Fn(u64, [&mut Searcher; 2]) -> Option<T> + Sync),
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let mut progress = console.progress();
    let begun = Instant::now();
    let mut all = Vec::new();
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..arguments.threads {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                let [mut first, mut second] = players();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let Some(found) = play(number, [&mut first, &mut second]) else { return };
                    if send.send((number, found)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for found in receive {
            all.push(found);
            let done = all.len() as u64;
            progress.tell(|| {
                let left = begun.elapsed().mul_f64((games - done) as f64 / done as f64);
                format!("{done} of {}, {} left", counted(games, "game"), lasting(left))
            });
        }
    });
    all.sort_by_key(|&(number, _)| number);
    all.into_iter().map(|(_, found)| found).collect()
}

/// The share of the points that pairs of games gave, each out of 2, and half its 95 % interval.
fn share(pairs: &[f64]) -> (f64, f64) {
    let count = pairs.len().max(1) as f64;
    let mean = pairs.iter().sum::<f64>() / count / 2.0;
    let squares = pairs.iter().map(|pair| (pair / 2.0 - mean).powi(2)).sum::<f64>();
    (mean, 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt())
}
