//! Speed of lexing, skipping and parsing a large PGN file, and of validating its moves: megabytes and moves
//! per second on one core, the best of three runs.
//!
//! `cargo bench --bench record [MEGABYTES]`; default 100. `write VARIANT NOTATION FILE` after it writes the
//! database to a file instead, for other programs. Times are processor time of the thread on Linux, so other
//! work on the machine has little effect; elsewhere wall-clock time.

mod database;

use carn::library;
use carn::notation;
use carn::position::Rules;
use carn::random::Random;
use carn::record::pgn::{Games, Next, Reader, Visitor};
use carn::record::replay::{Known, Validator};
use carn::variant::Script;
use database::database;
use std::convert::Infallible;
use std::ops::ControlFlow::{self, Continue};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A PGN text of about this size: tags, numbered moves, occasional glyphs, clocks and variations.
fn generate(bytes: usize) -> String {
    let mut numbers = Random::new(7);
    let mut random = move |below: usize| numbers.below(below);
    const WORDS: [&str; 12] =
        ["e4", "d5", "Nf3", "Nc6", "Bb5", "O-O", "exd5", "Qxd5", "Nbd7", "Rfe8", "a6", "Qh4+"];
    let mut text = String::with_capacity(bytes + 10_000);
    let mut game = 0;
    while text.len() < bytes {
        game += 1;
        text += &format!("[Event \"Rated game {game}\"]\n[Site \"somewhere\"]\n[Date \"2024.01.02\"]\n");
        text +=
            "[Round \"-\"]\n[White \"Somebody\"]\n[Black \"Nobody\"]\n[Result \"1-0\"]\n[Elo \"1999\"]\n\n";
        let mut column = 0;
        for ply in 0..60 + random(60) {
            let start = text.len();
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += WORDS[random(WORDS.len())];
            match random(40) {
                0 => text += "!?",
                1 => text += " $14",
                2 => text += " {[%clk 0:05:23] a remark}",
                3 => text += " (1. d4 d5 2. c4)",
                _ => {}
            }
            column += text.len() - start + 1;
            text.push(if column > 72 { '\n' } else { ' ' });
            if column > 72 {
                column = 0;
            }
        }
        text += "1-0\n\n";
    }
    text
}

/// Validates every move in a database of a shipped variant, in one script.
fn validate(name: &str, script: Script, megabytes: usize) {
    let Some(variant) = library::variant(name) else { return };
    let known = Known { rules: Rules::new(variant), hash: None };
    let text = database(&known.rules, script, megabytes * 1_000_000);
    let lookup = |_: &str| Some(known.clone());
    report(&format!("{name}, {}", notation::script_name(script)), text.len(), || {
        let mut validator = Validator::new(&lookup, Some(script));
        // Reading from memory does not fail.
        let _ = Reader::new(text.as_bytes()).read_all(&mut validator);
        let counts = validator.counts;
        assert_eq!((counts.sound, counts.unread), (counts.games, 0), "the games are legal");
        (counts.sound, counts.moves)
    });
}

/// The processor time of this thread, or else wall-clock time.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_ascii_whitespace().next().and_then(|first| first.parse().ok());
    nanoseconds.filter(|&own| own > 0).map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Counts games and words. `next` decides whether moves are skipped.
struct Counter {
    next: Next,
    words: u64,
    games: u64,
}

impl Visitor for Counter {
    type Break = Infallible;

    fn begin_moves(&mut self) -> ControlFlow<Infallible, Next> {
        self.games += 1;
        Continue(self.next)
    }

    fn word(&mut self, _: &str) -> ControlFlow<Infallible> {
        self.words += 1;
        Continue(())
    }
}

fn report(name: &str, bytes: usize, run: impl Fn() -> (u64, u64)) {
    let best = (0..3)
        .map(|_| {
            let start = now();
            let counts = run();
            (now().saturating_sub(start), counts)
        })
        .min();
    if let Some((time, (games, moves))) = best {
        let seconds = time.as_secs_f64();
        let (rate, played) = (bytes as f64 / 1e6 / seconds, moves as f64 / 1e6 / seconds);
        println!(
            "{name:<24} {rate:8.0} MB/s  {played:6.2} million moves/s  {games:>9} games {moves:>10} moves"
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let megabytes = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(100);
    if let Some([_, name, script, file]) =
        arguments.iter().position(|argument| argument == "write").and_then(|at| arguments.get(at..at + 4))
    {
        let rules = library::variant(name).map(Rules::new).expect("the name of a shipped variant");
        let script = notation::script_named(script).expect("the name of a notation");
        std::fs::write(file, database(&rules, script, megabytes * 1_000_000))
            .expect("the file can be written");
        return;
    }
    let text = generate(megabytes * 1_000_000);
    println!("{:.1} MB of PGN", text.len() as f64 / 1e6);
    for (name, next) in [("lexed and visited", Next::Read), ("lexed, moves skipped", Next::Skip)] {
        report(name, text.len(), || {
            let mut counter = Counter { next, words: 0, games: 0 };
            // Reading from memory does not fail.
            let _ = Reader::new(text.as_bytes()).read_all(&mut counter);
            (counter.games, counter.words)
        });
    }
    report("made into trees", text.len(), || {
        let trees = Games::new(text.as_bytes(), None).map_while(Result::ok);
        trees.fold((0, 0), |(games, nodes), (tree, _)| (games + 1, nodes + tree.len() as u64 - 1))
    });
    drop(text);
    println!("moves of legal games validated:");
    validate("chess", Script::San, megabytes);
    validate("chess", Script::Coordinate, megabytes / 4);
    for script in [Script::Chinese, Script::Wxf, Script::Iccs] {
        validate("xiangqi", script, megabytes / 4);
    }
}
