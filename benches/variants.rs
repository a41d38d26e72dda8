//! Every shipped game: a row each of how fast it walks, plays random games, counts and loads, beside Fairy-Stockfish where
//! that engine knows it.
//!
//! `cargo bench --bench variants [-- quick] [-- rates=FILE] [-- NAME…]`. Single thread, no hash, processor time on both
//! sides. The walk lists, plays and takes back without asking for the outcome; random games ask at every ply, and `share` is
//! their rate as a part of that of the same moves listed and played alone. Perft goes from the start position to the depth
//! that keeps the engine busy for up to two seconds, or us for a third of one if it does not know the game; the moves of
//! the last ply are counted and not played. FILE gets a line for each game, which `carn list --rates FILE` shows:
//! `cargo bench --bench variants -- rates=docs/rates.tsv` writes the one that is kept, in less than six minutes.

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

/// What the file of rates begins with.
const HEAD: &str = "# Written by `cargo bench --bench variants -- rates=docs/rates.tsv`: game, perft in million nodes/s, \
                    times Fairy-Stockfish, walk in million nodes/s, random games with outcome in million plies/s, \
                    their share of listing and playing alone, ms to load, kB of tables, depth of perft\n";

/// One row, and a line for the file of rates; how many times faster than the engine, if it knows the game.
fn game(name: &str, known: &HashSet<String>, busy: f64, rates: &mut String) -> Option<f64> {
    let (rules, load) = wait(|| library::rules(name));
    let rules = rules?;
    let position = Position::start(&rules);
    let depth = walk_within(0.2, &position);
    let walk = walked::<false>(&position, depth);
    let expected: u64 = (0..=depth).map(|depth| position.perft(depth)).sum();
    let (games, alone) = game_rates(&position, 0.1);
    // Those that differ by their start alone are one variant to the engine.
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
    // Rates, not times: where rules are read differently, the two have not counted the same.
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

/// The variants that the engine lists.
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
