//! `carn compare`: the rules against a reference, and the line of the rule file where they part.

mod contest;
mod process;
mod report;
mod spelling;

use std::time::Duration;

use carn::notation::View;
use carn::position::Position;
use carn::random::Random;
use carn::reference::uci::UciOptions;
use carn::reference::{self, Error, Reference};
use serde_json::{Value, json};

use contest::{Contest, Difference};
use process::Engine;
use report::Report;

use super::console::{Console, Format, Paint};
use super::exit::{Result, Stop};
use super::game::{Game, coordinate};
use super::perft::divide;

/// Compare the rules with a hard-coded generator or another engine
#[derive(clap::Args)]
#[command(after_help = "\
The perft of each depth is compared, then the legal moves at every step of random games. Without --depth and --games,
that is depth 3 and 20 games. The first difference is made as small as it gets, shown with the lines of the rule file
concerned, and ends the comparison with exit code 1.

REFERENCE is `builtin` (chess, chess960 and xiangqi have one; for a rule file by its name or by what it extends),
`builtin:NAME`, or `uci:COMMAND` for an engine that answers `go perft`, such as Fairy-Stockfish.

Examples:
  carn compare xiangqi --games 100 --seed 7
  carn compare mychess.toml --reference builtin:chess --depth 4
  carn compare xiangqi --reference uci:fairy-stockfish --depth 3
  carn compare mine.toml --reference 'uci:fairy-stockfish' --uci-variant mine --uci-option VariantPath=mine.ini")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` is standard input
    variant: String,
    /// What to compare with: builtin, builtin:NAME or uci:COMMAND
    #[arg(long, value_name = "REFERENCE", default_value = "builtin")]
    reference: String,
    /// Compare perft down to this depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: Option<u32>,
    /// Compare the legal moves at every step of so many random games
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// What the random games are drawn from: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long a random game may get
    #[arg(long, value_name = "N", default_value_t = 200)]
    plies: u32,
    /// The position to start from, instead of the start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The engine's name for the variant
    #[arg(long, value_name = "NAME")]
    uci_variant: Option<String>,
    /// An option to set in the engine, before the variant
    #[arg(long, value_name = "NAME=VALUE")]
    uci_option: Vec<String>,
    /// How long the engine may take to answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Where a difference was found.
enum Found {
    Perft { depth: u32 },
    Game { game: u32 },
}

/// Compares, and reports the first difference.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let start = match &arguments.fen {
        Some(text) => game.read_fen(text)?,
        None => Position::start(&game.rules),
    };
    let (depth, games) = match (arguments.depth, arguments.games) {
        (None, None) => (3, 20),
        (depth, games) => (depth.unwrap_or(0), games.unwrap_or(0)),
    };
    let reference = reference(arguments, &game)?;
    let name = reference.name();
    let mut contest = Contest { reference, positions: 0 };
    let mut counts: Vec<Value> = Vec::new();
    let mut found = None;
    for depth in 1..=depth {
        let ours: u64 = divide(&start, depth, 1, console).iter().map(|(_, nodes)| nodes).sum();
        let theirs = contest.reference.perft(&start.fen(), depth).map_err(failed)?;
        counts.push(json!({ "depth": depth, "nodes": ours, "reference": theirs }));
        if arguments.format == Format::Human {
            let verdict = if ours == theirs {
                console.paint(Paint::Green, "agrees")
            } else {
                console.paint(Paint::Red, &format!("but the reference counts {theirs}"))
            };
            console.line(format_args!("{depth}\t{ours}\t{verdict}"))?;
            console.flush()?;
        }
        if ours != theirs {
            let narrowed = contest.narrow(&start, depth).map_err(failed)?;
            let Some(difference) = narrowed else {
                let message = "the counts differ, yet every position on the way has the same moves: \
                               the reference counts otherwise than one by one";
                return Err(Stop::usage(message));
            };
            found = Some((Found::Perft { depth }, difference));
            break;
        }
    }
    if found.is_none() {
        found = play_games(&mut contest, &start, games, arguments, console)?;
    }
    let report = found.map(|(found, difference)| {
        let original = difference.position.fen();
        let path = path(&game, &start, &difference.position);
        let shrunk = contest.shrink(difference);
        let place = match found {
            Found::Perft { depth } => format!("perft {depth}"),
            Found::Game { game } => format!("random game {game} of seed {}", arguments.seed),
        };
        Report::new(&game, shrunk, original, path, place)
    });
    let positions = contest.positions;
    if arguments.format == Format::Json {
        console.json(&json!({
            "variant": game.name,
            "reference": name,
            "seed": arguments.seed,
            "games": games,
            "perft": counts,
            "positions": positions,
            "difference": report.as_ref().map(|report| report.json(&game)),
        }))?;
    } else {
        match &report {
            Some(report) => report.print(&game, &name, console)?,
            None => {
                let played = if games > 0 { format!(" in {games} random games") } else { String::new() };
                console.line(format_args!("{} agrees with {name}{played}", game.rules.name))?;
            }
        }
    }
    if report.is_some() { Err(Stop::Findings) } else { Ok(()) }
}

/// The first difference in random games.
fn play_games(
    contest: &mut Contest,
    start: &Position,
    games: u32,
    arguments: &Arguments,
    console: &Console,
) -> Result<Option<(Found, Difference)>> {
    let mut progress = console.progress();
    for number in 1..=games {
        // Each game has a seed of its own, so that one can be played again alone.
        let mut random = Random::new(arguments.seed.wrapping_add(u64::from(number) - 1));
        let mut position = start.clone();
        for _ in 0..arguments.plies {
            progress.tell(|| format!("game {number} of {games}, {} positions compared", contest.positions));
            let sides = contest.sides(&position).map_err(failed)?;
            if !sides.agree() {
                return Ok(Some((Found::Game { game: number }, Difference { position, sides })));
            }
            let Some((mv, _)) = random.choose(&sides.common) else { break };
            position.play_unchecked(*mv);
        }
    }
    Ok(None)
}

/// The reference that was asked for.
fn reference(arguments: &Arguments, game: &Game) -> Result<Box<dyn Reference>> {
    let wanted = arguments.reference.as_str();
    if let Some(command) = wanted.strip_prefix("uci:") {
        let known = arguments.uci_variant.clone();
        let name = known.unwrap_or_else(|| game.family().into_iter().next().unwrap_or_default());
        let mut options = UciOptions::for_variant(&name);
        for option in &arguments.uci_option {
            let Some((name, value)) = option.split_once('=') else {
                return Err(Stop::usage(format!("`--uci-option {option}` should be NAME=VALUE")));
            };
            options.others.push((name.to_owned(), value.to_owned()));
        }
        let engine = Engine::start(command, &options, Duration::from_secs(arguments.timeout))?;
        return Ok(Box::new(engine));
    }
    let names = match wanted.strip_prefix("builtin:") {
        Some(name) => vec![name.to_owned()],
        None if wanted == "builtin" => game.family(),
        None => {
            return Err(Stop::usage(format!(
                "`{wanted}` is no reference: write builtin, builtin:NAME or uci:COMMAND"
            )));
        }
    };
    names.iter().find_map(|name| reference::builtin(name)).ok_or_else(|| {
        let known: Vec<_> =
            carn::library::names().filter(|name| reference::builtin(name).is_some()).collect();
        Stop::usage(format!(
            "there is no built-in reference for `{}`; there are {}; any other engine serves as uci:COMMAND",
            names.first().map_or(game.name.as_str(), String::as_str),
            known.join(", ")
        ))
    })
}

/// A reference that gives no answer ends the comparison: nothing has been found out about the rules.
fn failed(error: Error) -> Stop {
    Stop::usage(format!("the reference failed: {error}"))
}

/// The moves from one position to another that grew out of it, in coordinates.
fn path(game: &Game, start: &Position, end: &Position) -> Vec<String> {
    let mut position = start.clone();
    let played = end.moves().skip(start.moves().len());
    played
        .map(|mv| {
            let (setup, legal) = (position.setup(), position.legal_moves());
            position.play_unchecked(mv);
            coordinate(View { variant: game.variant(), setup: &setup, legal: &legal }, mv)
        })
        .collect()
}
