//! How fast rule files run, beside hand-written generators in the same run: one summary table of ratios.
//!
//! `cargo bench --bench speed [-- quick]`. Single thread, no hash, the last ply counted, unless a row says otherwise.
//! Rounds alternate between the two sides of a ratio; a ratio is the median of the rounds' ratios. Times are the
//! thread's processor time where the system tells it, so that other work on the machine disturbs little. Peers are a
//! program of its own (`benches/peers`), built as their users build them: for this processor, optimised as a whole.

#[path = "common/mod.rs"]
mod common;
#[path = "common/peers.rs"]
mod peers;

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use carn::compile::{Natives, NoFiles, compile};
use carn::library;
use carn::position::core::{PerftOptions, Tables};
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::reference::chess;
use common::{fairy, median, time, wait};
use cozy_chess::Board;
use peers::{peer, peers};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() {
    let quick = std::env::args().any(|argument| argument == "quick");
    let rounds = if quick { 3 } else { 7 };
    let less = u32::from(quick);
    println!("{:<52} {:>9} {:>8}  measured", "work", "ratio", "target");
    let chess_rules = shipped("chess");
    let xiangqi = Position::start(&shipped("xiangqi"));
    let program = peers();
    let program = program.as_deref();
    against_cozy(&chess_rules, &xiangqi, program, rounds, less);
    listing(&chess_rules, program, rounds);
    if let Some(program) = program {
        against_others(program, rounds.min(3), less);
    }
    // Depths that keep the other program busy for about a second or more: its clock ticks every 10 ms.
    let games = [
        ("chess", "chess", false, 6, 5.0),
        ("chess960", "chess", true, 6, 5.0),
        ("minixiangqi", "minixiangqi", false, 6, 5.0),
        ("xiangqi", "xiangqi", false, 5, 20.0),
    ];
    for (name, variant, fischer_random, depth, target) in games {
        against_fairy(name, variant, fischer_random, depth - less, target, rounds.min(3));
    }
    // Deep enough that sharing the work out is a small part of it.
    threads(&chess_rules, if quick { 6 } else { 7 }, rounds.min(3));
    loading(rounds);
    growth(rounds, less);
}

fn row(work: &str, ratio: f64, target: f64, measured: &str) {
    let verdict = if ratio >= target { "" } else { "  (missed)" };
    println!("{work:<52} {ratio:>7.2} × {target:>6.2} ×  {measured}{verdict}");
}

fn shipped(name: &str) -> Rules {
    Rules::new(library::variant(name).expect("the file is shipped"))
}

/// A peer that was written for one game: compiled as this program is, and as its users compile it.
struct Peer<'a> {
    program: Option<&'a Path>,
    words: Vec<String>,
}

impl Peer<'_> {
    /// Its count and its seconds as its users build it.
    fn native(&self) -> Option<(u64, f64)> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        peer(self.program?, &words, "")
    }
}

fn against_cozy(chess_rules: &Rules, xiangqi: &Position, program: Option<&Path>, rounds: usize, less: u32) {
    let games = [("start", START, 6, 1.3), ("kiwipete", KIWIPETE, 5, 1.2)];
    for (name, fen, depth, target) in games {
        let depth = depth - less;
        let position = Position::from_fen(chess_rules, fen).expect("a sound position");
        let board: Board = fen.parse().expect("a sound position");
        let peer = Peer { program, words: vec!["chess".into(), depth.to_string(), fen.into()] };
        let plain = || time(|| chess::perft(&board, depth));
        race(
            &format!("chess {name} depth {depth}, cozy-chess"),
            target,
            rounds,
            &peer,
            &position,
            depth,
            plain,
        );
    }
    let board: Board = START.parse().expect("a sound position");
    let depth = 5 - less;
    let peer = Peer { program, words: vec!["chess".into(), "5".into(), START.into()] };
    let plain = || time(|| chess::perft(&board, 5));
    let work = format!("xiangqi start depth {depth}, cozy-chess's chess start");
    race(&work, 1.0, rounds, &peer, xiangqi, depth, plain);
}

/// Rates side by side: ours, the peer's as its users build it (the ratio), and as it is built here.
fn race(
    work: &str,
    target: f64,
    rounds: usize,
    peer: &Peer<'_>,
    position: &Position,
    depth: u32,
    plain: impl Fn() -> (u64, f64),
) {
    let (mut ratios, mut plainly, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (nodes, own) = time(|| position.perft(depth));
        let rate = nodes as f64 / own / 1e6;
        let of = |(nodes, seconds): (u64, f64)| nodes as f64 / seconds / 1e6;
        plainly.push(rate / of(plain()));
        if let Some(native) = peer.native() {
            ratios.push(rate / of(native));
            theirs.push(of(native));
        }
        ours.push(rate);
    }
    let measured = match theirs.is_empty() {
        true => format!("{:.0} million nodes/s", median(ours)),
        false => format!(
            "{:.0} against {:.0} million nodes/s; {:.2} × as it is built here",
            median(ours),
            median(theirs),
            median(plainly.clone())
        ),
    };
    let against = if ratios.is_empty() { plainly } else { ratios };
    row(work, median(against), target, &measured);
}

/// Against generators of other games.
fn against_others(program: &Path, rounds: usize, less: u32) {
    for (name, words, depth, target) in [("shogi", "shogi", 5, 0.8), ("flipello", "othello", 11, 1.0 / 3.0)] {
        let (position, depth) = (Position::start(&shipped(name)), depth - less);
        let (mut ratios, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let Some((expected, peer)) = peer(program, &[words, &depth.to_string()], "") else { return };
            let (nodes, own) = time(|| position.perft(depth));
            assert_eq!(nodes, expected, "{name} depth {depth}");
            ratios.push(peer / own);
            ours.push(nodes as f64 / own / 1e6);
            theirs.push(nodes as f64 / peer / 1e6);
        }
        let measured = format!("{:.0} against {:.0} million nodes/s", median(ours), median(theirs));
        let author = if words == "shogi" { "haitaka" } else { "magpie" };
        row(&format!("{name} start depth {depth}, {author}"), median(ratios), target, &measured);
    }
}

/// Writing all moves of many positions into one buffer.
fn listing(rules: &Rules, program: Option<&Path>, rounds: usize) {
    let mut random = Random::new(3);
    let (mut positions, mut boards, mut fens) = (Vec::new(), Vec::new(), String::new());
    while positions.len() < 3_000 {
        let mut position = Position::start(rules);
        for _ in 0..random.below(120) {
            match random.choose(&position.legal_moves()) {
                Some(&played) => position.play_unchecked(played),
                None => break,
            }
        }
        // Without its past, as a search would hold it.
        let (fen, setup) = (position.fen(), position.setup());
        if let (Ok(position), Ok(board)) = (Position::from_setup(rules, setup), fen.parse::<Board>()) {
            positions.push(position);
            boards.push(board);
            fens += &(fen + "\n");
        }
    }
    let (mut ratios, mut plainly, mut rates) = (Vec::new(), Vec::new(), Vec::new());
    let repeats = 20;
    let mut ours = Vec::with_capacity(256);
    let mut theirs: Vec<cozy_chess::Move> = Vec::with_capacity(256);
    for _ in 0..rounds {
        let (expected, plain) = time(|| {
            let mut total = 0;
            for board in (0..repeats).flat_map(|_| &boards) {
                theirs.clear();
                board.generate_moves(|moves| {
                    theirs.extend(moves);
                    false
                });
                total += black_box(&theirs).len();
            }
            total
        });
        let (count, own) = time(|| {
            let mut total = 0;
            for position in (0..repeats).flat_map(|_| &positions) {
                ours.clear();
                position.legal_moves_into(&mut ours);
                total += black_box(&ours).len();
            }
            total
        });
        assert_eq!(count, expected, "moves of random positions");
        plainly.push(plain / own);
        let native = program.and_then(|program| peer(program, &["moves", &repeats.to_string()], &fens));
        ratios.extend(native.map(|(_, native)| native / own));
        rates.push((repeats * positions.len()) as f64 / own / 1e6);
    }
    let measured = format!(
        "{:.2} million positions/s; {:.2} × as it is built here",
        median(rates),
        median(plainly.clone())
    );
    let against = if ratios.is_empty() { plainly } else { ratios };
    row("moves of 3000 random chess positions, cozy-chess", median(against), 1.0, &measured);
}

fn against_fairy(name: &str, variant: &str, fischer_random: bool, depth: u32, target: f64, rounds: usize) {
    let position = Position::start(&shipped(name));
    let work = format!("{name} start depth {depth}, Fairy-Stockfish");
    let (mut ratios, mut ours, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        let Some((expected, peer)) = fairy(variant, fischer_random, &position.fen(), depth) else {
            println!("{work:<52}   skipped: it is not installed, or does not answer");
            return;
        };
        let (nodes, own) = time(|| position.perft(depth));
        assert_eq!(nodes, expected, "{work}");
        ratios.push(peer / own);
        ours.push(nodes as f64 / own / 1e6);
        theirs.push(nodes as f64 / peer / 1e6);
    }
    let measured = format!("{:.0} against {:.1} million nodes/s", median(ours), median(theirs));
    row(&work, median(ratios), target, &measured);
}

/// By the time of day, as processor time would not show what threads are for.
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

fn loading(rounds: usize) {
    println!("\n{:<52} {:>9} {:>8}", "loading, rule file to position", "time", "tables");
    for name in library::names() {
        let times = (0..rounds).map(|_| wait(|| Position::start(&shipped(name))).1 * 1e3).collect();
        let variant = Arc::new(library::variant(name).expect("the file is shipped"));
        let tables = Tables::new(&variant);
        let remark = tables.fallback().map_or_else(String::new, |why| format!("run literally: {why}"));
        println!("{name:<52} {:>6.1} ms {:>5} kB  {remark}", median(times), tables.bytes() / 1024);
    }
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
        let load = || {
            let compiled = compile("growth.toml", &text, &NoFiles, &Natives::default());
            compiled.variant.map(|variant| Position::start(&Rules::new(variant)))
        };
        let times = (0..rounds).map(|_| wait(load).1 * 1e3).collect();
        let compiled = compile("growth.toml", &text, &NoFiles, &Natives::default());
        let Some(variant) = compiled.variant else {
            println!("{name:<22} not accepted: {:?}", compiled.diagnostics.first());
            continue;
        };
        let variant = Arc::new(variant);
        let tables = Tables::new(&variant);
        let remark = tables.fallback().unwrap_or_default();
        let Some(position) = load() else { continue };
        let depth = depth - less;
        let rates = (0..rounds.min(3))
            .map(|_| {
                let (nodes, seconds) = time(|| position.perft(depth));
                nodes as f64 / seconds / 1e6
            })
            .collect();
        println!(
            "{name:<22} {:>6.1} ms {:>7} kB {:>14.1} million {depth:>8}  {remark}",
            median(times),
            tables.bytes() / 1024,
            median(rates)
        );
    }
}

/// What all these games share: pieces of every shape, and pawns.
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

/// One back rank of this length.
fn back(length: usize) -> String {
    (0..length).map(|file| if file == length / 2 { 'K' } else { char::from(b"RNBQ"[file % 4]) }).collect()
}

/// The game on a square board: a full back rank and a rank of pawns each.
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

/// The game in a cube: the players on the lowest and the highest floor.
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
