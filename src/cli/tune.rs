//! `carn tune`: fits the evaluation of the engine to games against itself, as weights or as a network.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Instant;

use carn::search::tune::{Fit, Trained, Trainer, Tuning, fit};
use carn::search::{Control, Fitting, Searcher};
use carn::variant::{Network, Weights};
use serde_json::json;

use super::console::{Console, Format, Paint};
use super::counted::counted;
use super::exit::{Result, Stop};
use super::files::{check_new, write_new};
use super::game::Game;
use super::given::Given;
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

With --network it trains a small neural network instead. It replaces the whole
evaluation except the values of pieces, places, pairs and hands, so the search
becomes faster. The training needs more games: 20000 short ones take five to
forty minutes on two threads. The network is written to NAME.net beside the rule
file, where the engine finds it.

The same seed gives the same result with any --threads. Ctrl-C stops the games
and fits to those finished.

Examples:
  carn tune mychess.toml --games 2000 --threads 4
  carn tune xiangqi --nodes 3000 --output xiangqi-tuned.toml
  carn tune mychess.toml --network --threads 4
  carn tune mychess.toml --network --from chess --threads 4
  carn play mychess.tuned.toml --against 5")]
pub struct Arguments {
    /// A shipped variant or a rule file
    #[arg(add = super::completions::variant())]
    variant: Given,
    /// Train a network instead of fitting weights
    #[arg(long)]
    network: bool,
    /// Begin with the network of another game on the same board: what it knows of pieces of the same name
    #[arg(long, value_name = "VARIANT", requires = "network", add = super::completions::variant())]
    from: Option<Given>,
    /// Number of games to fit to [default: 1000; with --network 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(10..=10_000_000))]
    games: Option<u64>,
    /// Pairs of games between the new weights and the old ones
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    check: u64,
    /// Nodes per move [default: 1000; with --network 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
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
    /// File to write [default: NAME.tuned.toml beside the rule file; with --network NAME.net]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Plays, fits, writes and checks.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let ending = if arguments.network { "net" } else { "tuned.toml" };
    let output = arguments.output.clone().unwrap_or_else(|| game.name.path().with_extension(ending));
    check_new(&output, arguments.force)?;
    let (games, nodes) = if arguments.network { (20_000, 200) } else { (1000, 1000) };
    let tuning = Tuning {
        nodes: arguments.nodes.unwrap_or(nodes),
        opening: usize::from(arguments.opening),
        limit: usize::from(arguments.limit),
        seed: arguments.seed,
    };
    let control = interrupt::control();
    let games = arguments.games.unwrap_or(games);
    let fitter = Fitter { arguments, game: &game, games, tuning, control: &control };
    let fitted = if arguments.network { fitter.network(console) } else { fitter.weights(console) }?;
    write_new(&output, &fitted.file, arguments.force)?;
    // Other openings than those fitted to.
    let tuning = Tuning { seed: !arguments.seed, ..tuning };
    let both = || [&fitted.new, &fitted.old].map(|weights| Searcher::with_weights(&game.rules, weights));
    let pairs = played(arguments, arguments.check, console, &both, &|number, [new, old]| {
        tuning.pair(number, [new, old], &control)
    });
    let (points, error) = share(&pairs);
    let ([games, positions], [before, after]) = (fitted.played, fitted.errors);
    if arguments.format == Format::Json {
        let check = || json!({ "games": 2 * pairs.len(), "points": points, "error": error });
        return console.json(&json!({
            "file": output.display().to_string(),
            "games": games, "positions": positions, "nodes": tuning.nodes, "seed": arguments.seed,
            "scale": fitted.scale, "error_before": before, "error_after": after,
            "check": (!pairs.is_empty()).then(check),
        }));
    }
    let played = counted(games, "game");
    console.line(format_args!("{played}, {}", counted(positions, "quiet position")))?;
    console.line(format_args!(
        "squared error of the expected result, on games left out of the fit: {before:.4} before, {after:.4} after"
    ))?;
    if !pairs.is_empty() {
        let (points, error) = (points * 100.0, error * 100.0);
        let games = counted(2 * pairs.len(), "game");
        let what = if arguments.network {
            "network against the old evaluation"
        } else {
            "weights against the old ones"
        };
        console.line(format_args!("the new {what}: {points:.1} ± {error:.1} % of {games}"))?;
    }
    console.line(format_args!("written to {}", output.display()))
}

/// What was fitted, and to what.
struct Fitted {
    file: Vec<u8>,
    new: Weights,
    old: Weights,
    /// The number of games and of their quiet positions.
    played: [usize; 2],
    scale: f64,
    errors: [f64; 2],
}

/// Plays games of a game against itself and fits its evaluation to them.
struct Fitter<'a> {
    arguments: &'a Arguments,
    game: &'a Game,
    games: u64,
    tuning: Tuning,
    /// Ctrl-C stops the games.
    control: &'a Control,
}

impl Fitter<'_> {
    /// Fits weights. A network that the game has plays, but takes no part in the fit.
    fn weights(&self, console: &mut Console) -> Result<Fitted> {
        let fitting = Fitting::new(&self.game.rules).ok_or_else(|| {
            Stop::usage("carn tune supports games of two players that run on tables; `carn check --how` reports how a game runs")
        })?;
        let (games, played) = self.sampled(console, &|number, players| {
            self.tuning.samples(number, &fitting, players, self.control)
        })?;
        let fit = fit(&fitting, &games).ok_or_else(|| too_few(played, console))?;
        Ok(Fitted {
            file: text(self.game, &fit, games.len() as u64, &self.tuning).into_bytes(),
            new: fit.weights,
            old: self.game.variant().weights.without_network(),
            played,
            scale: fit.scale,
            errors: fit.errors,
        })
    }

    /// Trains a network.
    fn network(&self, console: &mut Console) -> Result<Fitted> {
        let mut trainer = Trainer::new(&self.game.rules).ok_or_else(|| {
            Stop::usage(format!(
                "a network needs a game of two players with at most {} pairs of a piece and a square",
                Network::MOST_FEATURES
            ))
        })?;
        if let Some(name) = &self.arguments.from {
            let other = Game::load(name, console)?;
            trainer = trainer.beginning_with(&other.rules).ok_or_else(|| {
                Stop::usage(format!("{name} has no network, or its board is not that of {}", self.game.name))
            })?;
        }
        let (games, played) = self.sampled(console, &|number, players| {
            self.tuning.examples(number, &trainer, players, self.control)
        })?;
        let trained = trainer.train(&games, self.arguments.seed);
        let Trained { network, errors } = trained.ok_or_else(|| too_few(played, console))?;
        let old = self.game.variant().weights.clone();
        Ok(Fitted {
            file: network.to_bytes(),
            scale: f64::from(network.scale),
            new: Weights { network: Some(Arc::new(network)), ..old.clone() },
            old,
            played,
            errors,
        })
    }

    /// Plays the games, or until Ctrl-C. Returns their positions, and the number of games and positions.
    fn sampled<T: Send>(
        &self,
        console: &mut Console,
        sample: Play<'_, Vec<T>>,
    ) -> Result<(Vec<Vec<T>>, [usize; 2])> {
        let own = || [Searcher::new(&self.game.rules), Searcher::new(&self.game.rules)];
        let games = played(self.arguments, self.games, console, &own, sample);
        let positions = games.iter().map(Vec::len).sum();
        let numbers = [games.len(), positions];
        Ok((games, numbers))
    }
}

/// Reports that so many games and positions are too few to fit to.
fn too_few([games, positions]: [usize; 2], console: &mut Console) -> Stop {
    let message = format!(
        "nothing to fit to: {} with {}, and nothing was written; play more games (--games) with a shorter random opening \
         (--opening) and a higher limit (--limit)",
        counted(games, "game"),
        counted(positions, "quiet position"),
    );
    console.headed(Paint::Red, "error", message);
    Stop::Findings
}

/// The rule file with the weights.
fn text(game: &Game, fit: &Fit, games: u64, tuning: &Tuning) -> String {
    let path = game.name.path();
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

/// Plays the game with a number between two searchers; `None` if it was stopped.
type Play<'a, T> = &'a (dyn Fn(u64, [&mut Searcher; 2]) -> Option<T> + Sync);

/// Plays games of these numbers in so many threads; what each gave, by number.
fn played<T: Send>(
    arguments: &Arguments,
    games: u64,
    console: &mut Console,
    players: &(dyn Fn() -> [Searcher; 2] + Sync),
    play: Play<'_, T>,
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
