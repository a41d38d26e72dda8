//! `carn perft`: the number of positions at a depth.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use carn::notation::View;
use carn::position::{PerftOptions, Position};
use carn::variant::Move;
use serde_json::json;

use super::console::{Console, Format};
use super::exit::{Result, Stop};
use super::game::{Game, PositionArguments, coordinate};
use super::given::Given;
use super::memory;

/// Count the positions after all sequences of legal moves of a given length
#[derive(clap::Args)]
#[command(after_help = "\
The output has one line for each depth from 1: the depth, a tab, the count. With
--divide, it has one line for each legal move: the move, a tab, the count after
it; then the total.

Examples:
  carn perft chess 5
  carn perft xiangqi 5 --threads 2 --hash 256
  carn perft chess 3 --fen '4k3/8/8/8/8/8/4P3/4K3 w' --divide")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` reads standard input
    #[arg(add = super::completions::variant())]
    variant: Given,
    /// Depth in moves
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    #[command(flatten)]
    position: PositionArguments,
    /// Show the count after each legal move, at DEPTH only
    #[arg(long)]
    divide: bool,
    /// Measure depth in turns, in games where a turn has several moves
    #[arg(long)]
    turns: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the table of counted positions in MB; 0 for none; not with --divide
    #[arg(long, value_name = "MB", default_value_t = 0, conflicts_with = "divide", value_parser = clap::value_parser!(u16).range(0..=16384))]
    hash: u16,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Prints the counts, each as soon as it is known.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let hash_megabytes = usize::from(arguments.hash);
    if !memory::has(hash_megabytes << 20) {
        return Err(Stop::usage(format!(
            "not enough memory for --hash {hash_megabytes}; use a smaller number"
        )));
    }
    let game = Game::load(&arguments.variant, console)?;
    let position = game.position(&arguments.position, console)?;
    let fen = position.fen();
    let threads = usize::from(arguments.threads);
    if arguments.divide {
        let start = Instant::now();
        let counts = divide(&position, arguments.depth, arguments.turns, threads, console);
        let seconds = start.elapsed().as_secs_f64();
        let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
        let (setup, legal) = (position.setup(), position.legal_moves().into());
        let view = View { variant: game.variant(), setup: &setup, legal: &legal };
        let counts: Vec<(String, u64)> =
            counts.into_iter().map(|(mv, nodes)| (coordinate(view, mv), nodes)).collect();
        if arguments.format == Format::Json {
            let moves: Vec<_> =
                counts.iter().map(|(text, nodes)| json!({ "move": text, "nodes": nodes })).collect();
            return console.json(&json!({
                "variant": game.name,
                "fen": fen,
                "results": [{ "depth": arguments.depth, "nodes": total, "seconds": seconds }],
                "divide": moves,
            }));
        }
        for (text, nodes) in counts {
            console.line(format_args!("{text}\t{nodes}"))?;
        }
        return console.line(format_args!("total\t{total}"));
    }
    let mut results = Vec::new();
    for depth in 1..=arguments.depth {
        let start = Instant::now();
        let turns = arguments.turns;
        let options = PerftOptions { threads, hash_megabytes, turns, ..PerftOptions::default() };
        let nodes = count(&position, depth, &options, console);
        let seconds = start.elapsed().as_secs_f64();
        if arguments.format == Format::Json {
            results.push(json!({ "depth": depth, "nodes": nodes, "seconds": seconds }));
        } else {
            console.line(format_args!("{depth}\t{nodes}"))?;
            console.flush()?;
        }
    }
    if arguments.format == Format::Json {
        console.json(&json!({ "variant": game.name, "fen": fen, "results": results }))?;
    }
    Ok(())
}

/// The count at one depth; shows on the terminal the positions found and the speed.
fn count(position: &Position, depth: u32, options: &PerftOptions<'_>, console: &Console) -> u64 {
    let found = AtomicU64::new(0);
    let done = AtomicBool::new(false);
    let options = PerftOptions { progress: Some(&found), ..*options };
    let mut progress = console.progress();
    let start = Instant::now();
    std::thread::scope(|scope| {
        let counting = scope.spawn(|| {
            let nodes = position.perft_with(depth, &options);
            done.store(true, Ordering::Release);
            nodes
        });
        while !done.load(Ordering::Acquire) && !counting.is_finished() {
            // A short count should not be delayed by the progress display.
            std::thread::park_timeout(Duration::from_millis(if start.elapsed().as_secs() < 1 {
                1
            } else {
                100
            }));
            let nodes = found.load(Ordering::Relaxed);
            progress.tell(|| {
                let rate = nodes as f64 / start.elapsed().as_secs_f64().max(1e-3) / 1e6;
                format!("depth {depth}: {nodes} positions, {rate:.1} million per second")
            });
        }
        // The count is never stopped; a panic in it is passed on.
        counting.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).unwrap_or_default()
    })
}

/// The count after each legal move, optionally with several threads; shows progress on the terminal.
pub fn divide(
    position: &Position,
    depth: u32,
    turns: bool,
    threads: usize,
    console: &Console,
) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let mut progress = console.progress();
    let count = |mv: Move| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        // The first move of a turn does not end the turn.
        let ended = !turns || after.rules().variant().turn(after.setup().turn).after.is_some();
        let options = PerftOptions { turns, ..PerftOptions::default() };
        after.perft_with(depth.saturating_sub(u32::from(ended)), &options).unwrap_or_default()
    };
    if threads < 2 || depth < 3 {
        let tell = |(done, &mv): (usize, &Move)| {
            progress.tell(|| format!("depth {depth}: {done} of {} moves counted", moves.len()));
            (mv, count(mv))
        };
        return moves.iter().enumerate().map(tell).collect();
    }
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(vec![0; moves.len()]);
    let work = || {
        while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = count(mv);
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(slot) = moves.iter().position(|&other| other == mv).and_then(|at| counts.get_mut(at))
            {
                *slot = nodes;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(moves.len()) {
            scope.spawn(work);
        }
    });
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    moves.into_iter().zip(counts).collect()
}
