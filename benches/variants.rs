//! One row per shipped game: speed of walks, random games, perft and loading, against Fairy-Stockfish if that
//! knows the game.
//!
//! `cargo bench --bench variants [-- quick] [-- rates=FILE] [-- NAME…]`. One thread, no hash, processor time
//! on both sides. Walks make and unmake moves without querying the outcome. Random games query it at every
//! ply; `share` is their rate relative to the same games without the query. Perft is bulk-counted from the
//! start position. Its depth takes Fairy-Stockfish at most two seconds; if it does not know the game, our
//! engine at most 0.3. FILE gets one line per game, shown by `carn list --rates FILE`. `cargo bench --bench
//! variants -- rates=docs/rates.tsv` updates the file in the repository, in less than six minutes.

mod common;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};

use carn::library;
use carn::position::Position;
use common::play::{depth_within, game_rates, walk_within, walked};
use common::{fairy, median, once, rate, start_fairy, time, wait};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let quick = arguments.iter().any(|word| word == "quick");
    let file = arguments.iter().find_map(|word| word.strip_prefix("rates="));
    let wanted: HashSet<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|&word| word != "quick" && !word.starts_with("rates="))
        .collect();
    let known = fairy_variants();
    if known.is_empty() {
        println!("Fairy-Stockfish is not installed, or does not answer: our own rates alone");
    }
    println!(
        "{:<14} {:>8} {:>8} {:>6} {:>8} {:>8} {:>8} {:>5} {:>8} {:>8}",
        "game", "walk", "games", "share", "perft", "engine", "ratio", "depth", "load", "tables"
    );
    println!("{:<14} {:>8} {:>8} {:>6} {:>8} {:>8}", "", "M/s", "M/s", "", "M/s", "M/s");
    let (mut ratios, mut rates) = (Vec::new(), String::from(HEAD));
    for name in library::names().filter(|name| wanted.is_empty() || wanted.contains(name)) {
        ratios.extend(game(name, &known, if quick { 0.5 } else { 2.0 }, &mut rates));
    }
    if let Some(file) = file
        && let Err(error) = std::fs::write(file, rates)
    {
        eprintln!("{file} cannot be written: {error}");
    }
    let behind = ratios.iter().filter(|&&ratio| ratio < 5.0).count();
    println!(
        "{} games of both: {:.1} times the engine in the median, {:.1} at least, {behind} below 5",
        ratios.len(),
        median(ratios.clone()),
        ratios.iter().copied().fold(f64::INFINITY, f64::min)
    );
}

/// The header of the rates file.
const HEAD: &str = "# Written by `cargo bench --bench variants -- rates=docs/rates.tsv`: game, perft in million nodes/s, \
                    times Fairy-Stockfish, walk in million nodes/s, random games with outcome in million plies/s, \
                    their share of listing and playing alone, ms to load, kB of tables, depth of perft\n";

/// Prints one row and adds a line to the rates. Returns the speed ratio to Fairy-Stockfish, if it knows the
/// game.
fn game(name: &str, known: &HashSet<String>, busy: f64, rates: &mut String) -> Option<f64> {
    let (rules, load) = wait(|| library::rules(name));
    let rules = rules?;
    let position = Position::start(&rules);
    let depth = walk_within(0.2, &position);
    let walk = walked::<false>(&position, depth);
    let expected: u64 = (0..=depth).map(|depth| position.perft(depth)).sum();
    let (games, alone) = game_rates(&position, 0.1);
    // Fairy-Stockfish treats variants that differ only in the start position as one.
    let (engine, fischer_random) = name.strip_suffix("960").map_or((name, false), |base| (base, true));
    let engine = if name == "chess960" { "chess" } else { engine };
    let (depth, peer) = if known.contains(engine) {
        let fen = position.fen();
        let count = |depth| fairy(engine, fischer_random, &fen, depth).unwrap_or((0, f64::INFINITY));
        let (depth, peer) = depth_within(busy, count);
        (depth, Some(peer).filter(|&(nodes, seconds)| nodes > 0 && seconds > 0.0))
    } else {
        (depth_within(0.3, |depth| once(|| position.perft(depth))).0, None)
    };
    let perft = time(|| position.perft(depth));
    // Rates, not times: where the rules differ, so do the counts.
    let ratio = peer.map(|peer| rate(perft) / rate(peer));
    let or_dash = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
    let (theirs, times) = (or_dash(peer.map(rate)), or_dash(ratio));
    let (load, kilobytes, share) = (load * 1e3, rules.bytes() / 1024, games / alone);
    let (walks, rated) = (rate(walk), rate(perft));
    let _ = writeln!(
        rates,
        "{name}\t{rated:.1}\t{times}\t{walks:.2}\t{games:.3}\t{share:.2}\t{load:.1}\t{kilobytes}\t{depth}"
    );
    print!(
        "{name:<14} {walks:>8.2} {games:>8.3} {share:>6.2} {rated:>8.1} {theirs:>8} {times:>8} {depth:>5} {load:>5.1} ms \
         {kilobytes:>5} kB"
    );
    if let Some(why) = rules.fallback() {
        print!("  the literal evaluator: {why}");
    }
    if let Some((counted, _)) = peer.filter(|peer| peer.0 != perft.0) {
        print!("  THE ENGINE COUNTS {counted} AND NOT {}", perft.0);
    }
    if walk.0 != expected {
        print!("  THE WALK COUNTS {} AND PERFT {expected}", walk.0);
    }
    println!();
    ratio
}

/// The variants known to Fairy-Stockfish.
fn fairy_variants() -> HashSet<String> {
    let Some(mut program) = start_fairy() else { return HashSet::new() };
    let mut known = HashSet::new();
    if let (Some(mut input), Some(output)) = (program.stdin.take(), program.stdout.take())
        && writeln!(input, "uci\nquit").is_ok()
    {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if line.starts_with("option name UCI_Variant") {
                known = line.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect();
            }
        }
    }
    let _ = program.wait();
    known
}
