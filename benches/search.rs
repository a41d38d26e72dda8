//! Search speed in nodes per second for every shipped game, and time to depth.
//!
//! `cargo bench --bench search [-- NAME…]`. One thread, a table of 16 MB, processor time; from the start
//! position and from one after up to 20 random plies. `goal` is the target on a quiet machine, for boards of
//! 8 × 8 and the two most popular games. `to` is the wall-clock time from the start position to depth 10.
//! `fairy` is that of Fairy-Stockfish (`FAIRY`, else `fairy-stockfish`), if it is installed and knows the
//! game. Equal depths of two engines are not equal work.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use carn::library;
use carn::position::Position;
use carn::random::Random;
use carn::search::{Control, Limits, Searcher};
use common::{median, rate, shipped, time};

/// Nodes per search.
const NODES: u64 = 200_000;
/// The depth for time to depth, and the time after which the run is stopped.
const DEPTH: u32 = 10;
const PATIENCE: Duration = Duration::from_secs(20);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut other = Fairy::start();
    let columns = ["M/s", "goal", "", "depth", "to", "fairy"];
    println!("{:<14} {}", "game", columns.map(|column| format!("{column:>8}")).join(""));
    let mut ratios = Vec::new();
    for name in
        library::names().filter(|name| arguments.is_empty() || arguments.iter().any(|one| one == name))
    {
        let rules = shipped(name);
        let mut later = Position::start(&rules);
        later.playout(&mut Random::new(1), 20);
        while later.outcome().is_some() && later.undo().is_some() {}
        let mut searcher = Searcher::new(&rules);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let mut deepest = 0;
        let (nodes, seconds) = time(|| {
            searcher.clear();
            let mut run = |position: &Position| {
                let found = searcher.search(position, &limits, &Control::new(), &mut |info| {
                    deepest = deepest.max(info.depth);
                });
                found.nodes
            };
            run(&Position::start(&rules)) + run(&later)
        });
        let reached = rate((nodes, seconds));
        let goal = match name {
            "chess" => Some(2.0),
            "xiangqi" => Some(1.5),
            _ => (rules.variant().board.len() == 64).then_some(0.5),
        };
        let shown = goal.map_or(String::new(), |goal| format!("{goal:.1}"));
        let met = if goal.is_some_and(|goal| reached < goal) { "below" } else { "" };
        ratios.extend(goal.map(|goal| reached / goal));
        searcher.clear();
        let limits = Limits { depth: Some(DEPTH), time: Some(PATIENCE), ..Limits::default() };
        let begin = Instant::now();
        searcher.search(&Position::start(&rules), &limits, &Control::new(), &mut |_| {});
        let seconds = |time: Duration| format!("{:.2}s", time.as_secs_f64());
        let own = seconds(begin.elapsed());
        let fairy = other.as_mut().and_then(|other| other.time(name)).map_or(String::new(), seconds);
        println!("{name:<14} {reached:>8.2}{shown:>8}{met:>8}{deepest:>8}{own:>8}{fairy:>8}");
    }
    println!("{:.2} times the goal in the median of {} games", median(ratios.clone()), ratios.len());
}

/// A running Fairy-Stockfish.
struct Fairy {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    games: Vec<String>,
}

impl Fairy {
    fn start() -> Option<Self> {
        let command = std::env::var("FAIRY").unwrap_or("fairy-stockfish".to_owned());
        let mut process = Command::new(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (input, output) = (process.stdin.take()?, BufReader::new(process.stdout.take()?));
        let mut fairy = Self { process, input, output, games: Vec::new() };
        writeln!(fairy.input, "uci").ok()?;
        let said = fairy.read_to("uciok")?;
        let games = said.lines().find_map(|line| line.strip_prefix("option name UCI_Variant "))?;
        fairy.games = games.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect();
        Some(fairy)
    }

    /// Reads its output up to a line with this prefix.
    fn read_to(&mut self, word: &str) -> Option<String> {
        let mut text = String::new();
        loop {
            let begin = text.len();
            if self.output.read_line(&mut text).ok()? == 0 {
                return None;
            }
            if text[begin..].starts_with(word) {
                return Some(text);
            }
        }
    }

    /// The time to depth from the start position; `None` if the engine does not know the game.
    fn time(&mut self, name: &str) -> Option<Duration> {
        self.games.iter().any(|known| known == name).then_some(())?;
        let setting = format!("setoption name UCI_Variant value {name}");
        writeln!(self.input, "{setting}\nucinewgame\nposition startpos\nisready").ok()?;
        self.read_to("readyok")?;
        let begin = Instant::now();
        writeln!(self.input, "go depth {DEPTH} movetime {}", PATIENCE.as_millis()).ok()?;
        self.read_to("bestmove")?;
        Some(begin.elapsed())
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
