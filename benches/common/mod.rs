//! Shared by the benchmarks: clocks, walks, random games, and other programs as processes.

// Each benchmark uses only a part of this module.
#![allow(dead_code)]

mod clock;
pub mod peers;
pub mod play;

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use carn::library;
use carn::position::Rules;

pub use clock::time;

/// The start position of chess.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Kiwipete, which soon reaches every kind of chess move (<https://www.chessprogramming.org/Perft_Results>).
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The rules of a shipped game.
pub fn shipped(name: &str) -> Rules {
    library::rules(name).expect("the file is shipped")
}

/// Millions per second.
pub fn rate((count, seconds): (u64, f64)) -> f64 {
    count as f64 / seconds / 1e6
}

/// Runs some work once; its result and wall-clock seconds.
pub fn once<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = black_box(work());
    (result, start.elapsed().as_secs_f64())
}

/// Repeats some work; its result and mean wall-clock seconds. For multithreaded work.
pub fn wait<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let start = Instant::now();
    let mut runs = 0;
    loop {
        let result = black_box(work());
        runs += 1;
        let seconds = start.elapsed().as_secs_f64();
        if seconds >= 0.2 {
            return (result, seconds / f64::from(runs));
        }
    }
}

/// The median.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Starts Fairy-Stockfish; `None` if it is not installed.
pub fn start_fairy() -> Option<Child> {
    ["fairy-stockfish", "/usr/games/fairy-stockfish"]
        .iter()
        .find_map(|program| Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok())
}

/// The processor seconds of a Fairy-Stockfish perft, and its count; `None` if it is not installed.
pub fn fairy(variant: &str, fischer_random: bool, fen: &str, depth: u32) -> Option<(u64, f64)> {
    let mut program = start_fairy()?;
    let mut input = program.stdin.take()?;
    let mut lines = BufReader::new(program.stdout.take()?).lines().map_while(Result::ok);
    let stat = format!("/proc/{}/stat", program.id());
    let used = || {
        let text = std::fs::read_to_string(&stat).ok()?;
        // After the name, which may contain any character: state, …, user and system ticks as 12th and 13th,
        // 100 per second.
        let mut fields = text.rsplit(')').next()?.split_whitespace().skip(11);
        let ticks: f64 = fields.next()?.parse::<f64>().ok()? + fields.next()?.parse::<f64>().ok()?;
        Some(ticks / 100.0)
    };
    writeln!(input, "uci\nsetoption name UCI_Variant value {variant}").ok()?;
    writeln!(input, "setoption name UCI_Chess960 value {fischer_random}").ok()?;
    writeln!(input, "position fen {fen}\nisready").ok()?;
    lines.find(|line| line == "readyok")?;
    let (start, before) = (Instant::now(), used());
    writeln!(input, "go perft {depth}").ok()?;
    let line = lines.find(|line| line.starts_with("Nodes searched:"))?;
    let elapsed = start.elapsed().as_secs_f64();
    let seconds = used().zip(before).map_or(elapsed, |(after, before)| after - before);
    let nodes = line.rsplit(' ').next()?.parse().ok()?;
    let _ = writeln!(input, "quit");
    drop(input);
    let _ = program.wait();
    Some((nodes, seconds))
}
