//! Speed beyond what `walk` measures: listing moves into a buffer, move generators of other games, threads,
//! board sizes.
//!
//! `cargo bench --bench speed [-- quick]`. Unless a row says otherwise: one thread, no hash, bulk counting on
//! the last ply. Rounds alternate between the two sides; a ratio is the median over the rounds. Times are
//! processor time of the thread where the system provides it, so other work on the machine has little effect.
//! Peers run as a separate program (`benches/peers`), built for this processor with link-time optimisation.

mod common;

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use carn::compile::{Natives, NoFiles, compile};
use carn::position::{PerftOptions, Position, Rules};
use carn::random::Random;
use common::peers::{built, peer};
use common::{median, rate, shipped, time, wait};

fn main() {
    let quick = std::env::args().any(|argument| argument == "quick");
    let rounds = if quick { 3 } else { 7 };
    let less = u32::from(quick);
    println!("{:<52} {:>9} {:>8}  measured", "work", "ratio", "target");
    let chess = shipped("chess");
    if let Some(program) = built("peers") {
        listing(&chess, &program, rounds);
        against_others(&program, rounds.min(3), less);
    }
    // Deep enough that distributing the work takes little of the time.
    threads(&chess, if quick { 6 } else { 7 }, rounds.min(3));
    growth(rounds, less);
}

fn row(work: &str, ratio: f64, target: f64, measured: &str) {
    let verdict = if ratio >= target { "" } else { "  (missed)" };
    println!("{work:<52} {ratio:>7.2} × {target:>6.2} ×  {measured}{verdict}");
}

/// Perft of other games, from the start position.
fn against_others(program: &Path, rounds: usize, less: u32) {
    let peers = [("shogi", "shogi", "haitaka", 5, 0.8), ("flipello", "othello", "magpie", 11, 1.0 / 3.0)];
    for (name, game, author, depth, target) in peers {
        let (position, depth) = (Position::start(&shipped(name)), depth - less);
        let (mut ratios, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let Some(peer) = peer(program, &["perft", game, &depth.to_string()], "") else { return };
            let own = time(|| position.perft(depth));
            assert_eq!(own.0, peer.0, "{name} depth {depth}");
            ratios.push(rate(own) / rate(peer));
            ours.push(rate(own));
            theirs.push(rate(peer));
        }
        let measured = format!("{:.0} against {:.0} million nodes/s", median(ours), median(theirs));
        row(&format!("{name} start depth {depth}, {author}"), median(ratios), target, &measured);
    }
}

/// Lists all moves of many positions into one buffer.
fn listing(rules: &Rules, program: &Path, rounds: usize) {
    let mut random = Random::new(3);
    let (mut positions, mut fens) = (Vec::new(), String::new());
    while positions.len() < 3_000 {
        let mut position = Position::start(rules);
        for _ in 0..random.below(120) {
            match random.choose(&position.legal_moves()) {
                Some(&played) => position.play_unchecked(played),
                None => break,
            }
        }
        // Without history, as in a search.
        let (fen, setup) = (position.fen(), position.setup());
        if let Ok(position) = Position::from_setup(rules, setup) {
            positions.push(position);
            fens += &(fen + "\n");
        }
    }
    const REPEATS: usize = 20;
    let (mut ratios, mut rates) = (Vec::new(), Vec::new());
    let mut moves = Vec::with_capacity(256);
    for _ in 0..rounds {
        let Some((expected, theirs)) = peer(program, &["moves", &REPEATS.to_string()], &fens) else { return };
        let (count, own) = time(|| {
            let mut total = 0;
            for position in (0..REPEATS).flat_map(|_| &positions) {
                moves.clear();
                position.legal_moves_into(&mut moves);
                total += black_box(&moves).len() as u64;
            }
            total
        });
        assert_eq!(count, expected, "moves of random positions");
        ratios.push(theirs / own);
        rates.push((REPEATS * positions.len()) as f64 / own / 1e6);
    }
    let measured = format!("{:.2} million positions/s", median(rates));
    row("moves of 3000 random chess positions, cozy-chess", median(ratios), 1.0, &measured);
}

/// In wall-clock time: processor time would not show the gain of threads.
fn threads(rules: &Rules, depth: u32, rounds: usize) {
    let position = Position::start(rules);
    let run = |threads| {
        let start = Instant::now();
        let nodes = position.perft_with(depth, &PerftOptions { threads, ..PerftOptions::default() });
        (nodes, start.elapsed().as_secs_f64())
    };
    let (mut one, mut two) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        let ((expected, alone), (nodes, shared)) = (run(1), run(2));
        assert_eq!(nodes, expected, "two threads");
        (one, two) = (one.min(alone), two.min(shared));
    }
    let measured = format!("{one:.2} s and {two:.2} s, the best of {rounds}");
    row(&format!("chess start depth {depth}, 2 threads against 1"), one / two, 1.9, &measured);
}

/// The same game on boards of different sizes.
fn growth(rounds: usize, less: u32) {
    println!(
        "\n{:<22} {:>9} {:>10} {:>22} {:>8}",
        "the same game on", "loading", "tables", "nodes/s", "depth"
    );
    let boards = [
        ("8×8", flat(8), 5),
        ("10×10", flat(10), 5),
        ("16×16", flat(16), 4),
        ("32×32", flat(32), 4),
        ("5×5×5", tall(5), 4),
        ("10×10×10", tall(10), 3),
    ];
    for (name, text, depth) in boards {
        let load = || compile("growth.toml", &text, &NoFiles, &Natives::default()).variant.map(Rules::new);
        let times = (0..rounds).map(|_| wait(load).1 * 1e3).collect();
        let Some(rules) = load() else {
            println!("{name:<22} not accepted");
            continue;
        };
        let remark = rules.fallback().unwrap_or_default();
        let position = Position::start(&rules);
        let depth = depth - less;
        let rates = (0..rounds.min(3)).map(|_| rate(time(|| position.perft(depth)))).collect();
        println!(
            "{name:<22} {:>6.1} ms {:>7} kB {:>14.1} million {depth:>8}  {remark}",
            median(times),
            rules.bytes() / 1024,
            median(rates)
        );
    }
}

/// Rules shared by these games: pieces of every shape, and pawns.
const PIECES: &str = r#"
[pieces.king]
letter  = "K"
royal   = true
pattern = "**# 1"
[pieces.queen]
letter  = "Q"
pattern = "**# $n"
[pieces.rook]
letter  = "R"
pattern = "*# *"
[pieces.bishop]
letter  = "B"
pattern = "*# $n *# $n"
[pieces.knight]
letter  = "N"
pattern = "*# 2 *# 1"
[pieces.pawn]
letter  = "P"
move    = "Rank +1"
capture = "Rank +1 File 1"
"#;

/// A back rank of this length.
fn back(length: usize) -> String {
    (0..length).map(|file| if file == length / 2 { 'K' } else { char::from(b"RNBQ"[file % 4]) }).collect()
}

/// A square board with a full back rank and a rank of pawns for each player.
fn flat(size: usize) -> String {
    let (back, pawns) = (back(size), "P".repeat(size));
    let mut fen = format!("{}/{}/", back.to_lowercase(), pawns.to_lowercase());
    for _ in 4..size {
        let _ = write!(fen, "{size}/");
    }
    format!(
        "name = \"Growth\"\nturn = [\"White\", \"Black\"]\n[board]\naxes = [\"File\", \"Rank\"]\n\
         ranges = {{ File = \"1~{size}\", Rank = \"1~{size}\" }}\n[players]\nWhite = {{ fen = \"w\" }}\n\
         Black = {{ fen = \"b\", flip = [\"Rank\"] }}\n{PIECES}\n[setup]\nfen = \"{fen}{pawns}/{back} w - - 0 1\"\n\
         [ending]\ncheckmate = \"loss\"\nstalemate = \"draw\"\n"
    )
}

/// A cube with the players on the lowest and the highest level.
fn tall(size: usize) -> String {
    let (back, pawns) = (back(size), "P".repeat(size));
    let empty = size.to_string();
    let floor = |first: &[&str], last: &[&str]| {
        let between = std::iter::repeat_n(empty.as_str(), size - first.len() - last.len());
        first.iter().copied().chain(between).chain(last.iter().copied()).collect::<Vec<_>>().join("/")
    };
    let (upper, lower) = (back.to_lowercase(), pawns.to_lowercase());
    let middle = std::iter::repeat_n(floor(&[], &[]), size - 2);
    let floors: Vec<String> = std::iter::once(floor(&[&upper, &lower], &[]))
        .chain(middle)
        .chain(std::iter::once(floor(&[], &[&pawns, &back])))
        .collect();
    let fen = floors.join("//");
    let last = (b'A' + size as u8 - 1) as char;
    let files = (b'a' + size as u8 - 1) as char;
    format!(
        "name = \"Growth\"\nturn = [\"White\", \"Black\"]\n[board]\naxes = [\"File\", \"Rank\", \"Floor\"]\n\
         ranges = {{ File = \"a~{files}\", Rank = \"1~{size}\", Floor = \"A~{last}\" }}\n[players]\nWhite = {{ fen = \"w\" }}\n\
         Black = {{ fen = \"b\", flip = [\"Rank\"] }}\n{PIECES}\n[setup]\nfen = \"{fen} w - - 0 1\"\n\
         [ending]\ncheckmate = \"loss\"\nstalemate = \"draw\"\n"
    )
}
