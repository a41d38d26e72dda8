//! `carn best`: the best moves of a position, with their principal variations.

use std::time::Duration;

use carn::position::Position;
use carn::search::{Limits, Line, Score, Searcher};
use carn::variant::Script;
use serde_json::json;

use super::console::{Console, Format};
use super::exit::{Result, Stop};
use super::game::{Game, PositionArguments, written};
use super::given::Given;
use super::{interrupt, outcome};

/// Find the best moves of a position
#[derive(clap::Args)]
#[command(after_help = "\
Scores are in hundredths of the weakest piece, from the view of the player to
move. `#3` is a win in three moves, `#-3` a loss in three moves. Ctrl-C stops
the search and shows the best moves so far; a move without a score was not
searched.

Examples:
  carn best chess --moves e4 e5
  carn best xiangqi --time 5 --lines 3
  carn best shogi --fen '4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1'")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` reads standard input
    #[arg(add = super::completions::variant())]
    variant: Given,
    #[command(flatten)]
    position: PositionArguments,
    /// Search time in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    time: f64,
    /// Search to this depth in plies, without a time limit
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Number of best moves to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    lines: u16,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Prints the best moves, best first.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let position = game.position(&arguments.position, console)?;
    let time = Duration::try_from_secs_f64(arguments.time).map_err(|_| {
        Stop::usage(format!("`{}` is not a search time: write seconds, such as 0.5", arguments.time))
    })?;
    let mut searcher = Searcher::with_hash(&game.rules, 64);
    searcher.threads = usize::from(arguments.threads);
    let limits = Limits {
        time: arguments.depth.is_none().then_some(time),
        depth: arguments.depth,
        lines: usize::from(arguments.lines),
        ..Limits::default()
    };
    let mut progress = console.progress();
    let over = position.outcome().is_some();
    let found = match over {
        true => carn::search::Found::default(),
        false => searcher.search(&position, &limits, &interrupt::control(), &mut |info| {
            progress.tell(|| format!("depth {}: {} positions", info.depth, info.nodes));
        }),
    };
    drop(progress);
    let script = game.rules.variant().notation.scripts.first().copied().unwrap_or(Script::Coordinate);
    if arguments.format == Format::Json {
        let lines: Vec<_> = found.lines.iter().map(|line| line_json(&position, line, script)).collect();
        return console.json(&json!({
            "variant": game.name,
            "fen": position.fen(),
            "turn": game.player(position.turn()),
            "outcome": outcome::json(game.variant(), position.outcome()),
            "nodes": found.nodes,
            "lines": lines,
        }));
    }
    if found.lines.is_empty() {
        console.message("the game is over: there is no move to search for");
    }
    for line in &found.lines {
        let moves = written(&position, &line.moves, script).join(" ");
        console.line(format_args!("{:>7}  {moves}", score(line).unwrap_or_default()))?;
    }
    Ok(())
}

fn line_json(position: &Position, line: &Line, script: Script) -> serde_json::Value {
    let score = line.known_score();
    let (points, plies) = match score {
        Some(Score::Points(points)) => (Some(points), None),
        Some(Score::Win(plies)) => (None, Some(i64::from(plies))),
        Some(Score::Loss(plies)) => (None, Some(-i64::from(plies))),
        None => (None, None),
    };
    json!({
        "score": points,
        "mate": score.and_then(Score::mate),
        "plies": plies,
        "depth": line.depth,
        "moves": written(position, &line.moves, script),
        "coordinates": written(position, &line.moves, Script::Coordinate),
    })
}

/// The score of a line in the usual notation; `None` if the search was stopped before it had one.
pub fn score(line: &Line) -> Option<String> {
    line.known_score().map(|score| match (score, score.mate()) {
        (Score::Points(points), _) => format!("{:+.2}", f64::from(points) / 100.0),
        (_, mate) => format!("#{}", mate.unwrap_or_default()),
    })
}
