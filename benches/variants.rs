//! Every shipped game beside Fairy-Stockfish, where that engine knows it: one row each.
//!
//! `cargo bench --bench variants [-- quick] [-- rates=FILE] [-- NAME…]`. Perft from the start position to the depth that keeps the engine
//! busy for about a second, single thread, no hash, processor time on both sides; for games that the engine lacks, to the
//! depth that takes us so long. FILE gets a line for each game, which `carn list --rates FILE` shows.

#[path = "common/mod.rs"]
mod common;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::sync::Arc;

use carn::library;
use carn::position::core::{Core, Tables};
use carn::position::{Position, Rules};
use common::{fairy, median, start_fairy, time, wait};

/// No deeper than this, however quick: few games have so long a line of forced moves.
const DEEPEST: u32 = 12;

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
        "{:<14} {:>5} {:>12} {:>10} {:>10} {:>7} {:>8} {:>8}  run by",
        "game", "depth", "nodes", "M nodes/s", "engine", "ratio", "load", "tables"
    );
    let (mut ratios, mut rates) = (Vec::new(), String::from(HEAD));
    for name in library::names().filter(|name| wanted.is_empty() || wanted.contains(name)) {
        ratios.extend(game(name, &known, if quick { 0.2 } else { 1.0 }, &mut rates));
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
const HEAD: &str = "# Written by `cargo bench --bench variants -- rates=docs/rates.tsv`: game, million nodes/s, times \
                    Fairy-Stockfish, ms to load, kB of tables, depth\n";

/// One row, and a line for the file of rates; how many times faster than the engine, if it knows the game.
fn game(name: &str, known: &HashSet<String>, busy: f64, rates: &mut String) -> Option<f64> {
    let load = wait(|| library::variant(name).map(|variant| Position::start(&Rules::new(variant)))).1 * 1e3;
    let variant = Arc::new(library::variant(name)?);
    let tables = Tables::new(&variant);
    let how = match tables.fallback() {
        Some(why) => format!("the literal evaluator: {why}"),
        None if Core::new(&tables, &variant.start).tries_moves() => "tables, moves tried".to_owned(),
        None => "tables".to_owned(),
    };
    let kilobytes = tables.bytes() / 1024;
    let position = Position::start(&Rules::new(library::variant(name)?));
    // Those that differ by their start alone are one variant to the engine.
    let (engine, fischer_random) = name.strip_suffix("960").map_or((name, false), |base| (base, true));
    let engine = if name == "chess960" { "chess" } else { engine };
    let plays = known.contains(engine);
    let (mut depth, mut peer, mut most) = (1, None, 0);
    while depth < DEEPEST {
        let seconds = if plays {
            peer = fairy(engine, fischer_random, &position.fen(), depth);
            peer.map(|(_, seconds)| seconds)?
        } else {
            let (nodes, seconds) = time(|| position.perft(depth));
            // Where games have ended on the way, a rate of positions says less and less.
            if nodes < most {
                depth -= 1;
                break;
            }
            most = nodes;
            seconds
        };
        // One ply more takes ten or more times as long.
        if seconds * 4.0 > busy {
            break;
        }
        depth += 1;
    }
    let (nodes, own) = steadily(|| position.perft(depth));
    let rate = |nodes: u64, seconds: f64| nodes as f64 / seconds / 1e6;
    // Rates, not times: where rules are read differently, the two have not counted the same.
    let ratio = peer.filter(|&(counted, seconds)| counted > 0 && seconds > 0.0);
    let ratio = ratio.map(|(counted, seconds)| rate(nodes, own) / rate(counted, seconds));
    let theirs =
        peer.map_or_else(|| "-".to_owned(), |(nodes, seconds)| format!("{:.1}", rate(nodes, seconds)));
    let times = ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.1}"));
    let _ = writeln!(rates, "{name}\t{:.1}\t{times}\t{load:.1}\t{kilobytes}\t{depth}", rate(nodes, own));
    let wrong = peer.filter(|&(counted, _)| counted != nodes);
    println!(
        "{name:<14} {depth:>5} {nodes:>12} {:>10.1} {theirs:>10} {:>7} {load:>5.1} ms {kilobytes:>5} kB  {how}{}",
        rate(nodes, own),
        if ratio.is_some() { format!("{times} ×") } else { times },
        wrong.map_or_else(String::new, |(counted, _)| format!("  THE ENGINE COUNTS {counted}"))
    );
    ratio
}

/// What is counted and the seconds that it takes: the mean of as many times as take long enough to be told.
fn steadily(count: impl Fn() -> u64) -> (u64, f64) {
    const LONG: f64 = 0.1;
    let (nodes, first) = time(&count);
    let times = (LONG / first.max(1e-6)).clamp(1.0, 1000.0) as u32;
    let seconds = time(|| (1..times).map(|_| count()).sum::<u64>()).1;
    (nodes, (first + seconds) / f64::from(times))
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
