//! `carn compare`: compares the rules with a reference, and finds the line of the rule file behind a difference.

pub mod contest;
mod engine;
mod known;
pub mod letters;
mod literal;
mod report;
pub mod shrink;
pub mod spelling;
mod state;
mod supply;
mod suspects;

use std::time::Duration;

use carn::position::Position;
use carn::random::Random;
use carn::reference::uci::UciOptions;
use carn::reference::{self, Error, Reference};
use serde_json::{Value, json};

use contest::{Contest, Difference};
use engine::Engine;
use known::Readings;
use letters::{Letters, Relettered};
use literal::Literal;
use report::{Found, Refusal, Report};
use shrink::shrink;
use spelling::{exactly, spelled};
use supply::Supplied;

use super::console::{Console, Format, Paint};
use super::diff::same_rules;
use super::exit::{Result, Stop};
use super::game::Game;
use super::given::Given;
use super::perft::divide;

/// Compare the rules with a hard-coded generator, another engine, or the literal evaluator
#[derive(clap::Args)]
#[command(after_help = "\
The command compares perft counts at each depth, then random games. In the games
it compares at every ply the legal moves, the position (pieces, turn, rights,
counters) and whether the game is over. The default is depth 3 and 20 games;
for the literal evaluator, depth 2 and 5 games.

At the first difference the comparison stops with exit code 1. The report shows
a shortest line of moves and a smallest set of pieces that still differ, the
changes of the file against the one that it extends, and the rules involved.

REFERENCE is one of:
  builtin        the hard-coded generator for this game or the one it extends
                 (chess, chess960, xiangqi)
  builtin:NAME   the hard-coded generator of this name
  uci:COMMAND    an engine that answers `go perft`, such as Fairy-Stockfish
  literal        the literal evaluator, which reads the same file square by
                 square without tables; it finds errors of the engine, not of
                 the file

The default is `builtin` if there is one with the same rules, else `literal`.
Some ends of games are not compared: with an engine, ends with legal moves left;
with `literal`, all; with `builtin` xiangqi, repetition, because rule books
differ.

Examples:
  carn compare xiangqi --games 100 --seed 7
  carn compare mychess.toml --reference builtin:chess --depth 4
  carn compare fourplayer --reference literal --games 2
  carn compare xiangqi --reference uci:fairy-stockfish --depth 3
  carn compare mine.toml --reference uci:fairy-stockfish \\
      --uci-variant xiangqi --letters H=N,E=B
  carn compare mine.toml --reference uci:fairy-stockfish \\
      --uci-variant mine --uci-option VariantPath=mine.ini")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` reads standard input
    #[arg(add = super::completions::variant())]
    variant: Given,
    /// Reference to compare with: builtin, builtin:NAME, uci:COMMAND or literal [default: builtin if it plays this game,
    /// else literal]
    #[arg(long, value_name = "REFERENCE")]
    reference: Option<String>,
    /// Compare perft counts up to this depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: Option<u32>,
    /// Number of random games to compare
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Seed of the random games; the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum length of a random game, in plies
    #[arg(long, value_name = "N", default_value_t = 200)]
    plies: u32,
    /// FEN of the position to start from [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Compare legal moves and game ends only, not positions
    #[arg(long)]
    moves_only: bool,
    /// Do not compare the move counters of the FEN (halfmove clock, move number)
    #[arg(long)]
    no_counts: bool,
    /// Piece letters that differ, as OURS=THEIRS pairs: H=N,E=B
    #[arg(long, value_name = "OURS=THEIRS", value_parser = Letters::read)]
    letters: Option<Letters>,
    /// Name of the variant in the engine (UCI_Variant) [default: this variant's name]
    #[arg(long, value_name = "NAME")]
    uci_variant: Option<String>,
    /// UCI option to set before the variant; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    uci_option: Vec<String>,
    /// Maximum time for one answer of the engine, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    timeout: u64,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Compares, and reports the first difference.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load_proofs(&arguments.variant, console)?;
    let start = match &arguments.fen {
        Some(text) => game.read_fen(text)?,
        None => Position::start(&game.rules),
    };
    let wanted = wanted(arguments, &game, &start, console)?;
    let literally = wanted == LITERAL;
    let (depth, games) = match (arguments.depth, arguments.games) {
        // The literal evaluator needs as long for one position as others for a thousand.
        (None, None) if literally => (2, 5),
        (None, None) => (3, 20),
        (depth, games) => (depth.unwrap_or(0), games.unwrap_or(0)),
    };
    let mut contest = Contest {
        reference: reference(arguments, wanted, &game)?,
        positions: 0,
        moves_only: arguments.moves_only,
        counters: !arguments.no_counts,
        aside: Vec::new(),
        // It uses our own names for all moves.
        spelled: if literally { exactly } else { spelled },
    };
    let name = contest.reference.name();
    let mut readings = Readings::new(game, name.clone());
    let mut counts: Vec<Value> = Vec::new();
    let first = contest.look(&start, &start.fen(), &[]);
    let report = match first {
        // If the reference rejects the rule file's start position, that is a finding; a position from --fen is not the file's.
        Err(Error::Fen { reason, .. }) if arguments.fen.is_none() => {
            Some(Report::refused(&readings.game, &mut contest, Refusal { fen: start.fen(), reason }))
        }
        Err(error) => return Err(failed(&error)),
        Ok(_) => {
            let mut start = start;
            let mut found = compare_perft(
                &mut contest,
                &mut readings,
                &mut start,
                depth,
                arguments,
                &mut counts,
                console,
            )?;
            if found.is_none() {
                found = play_games(&mut contest, &mut readings, &mut start, games, arguments, console)?;
            }
            found.map(|(found, difference)| {
                let before = (difference.position.fen(), difference.line.clone());
                let shrunk = shrink(&mut contest, difference);
                Report::new(&readings.game, &mut contest, shrunk, before, found)
            })
        }
    };
    let game = &readings.game;
    let positions = contest.positions;
    if arguments.format == Format::Json {
        console.json(&json!({
            "variant": game.name,
            "reference": name,
            "seed": arguments.seed,
            "games": games,
            "perft": counts,
            "positions": positions,
            "known": readings.json(),
            "difference": report.as_ref().map(|report| report.json(game)),
        }))?;
    } else {
        match &report {
            Some(report) => {
                report.print(game, &name, console)?;
                readings.tell_rest(console)?;
            }
            None => {
                let played = if games > 0 { format!(" in {games} random games") } else { String::new() };
                let but = if readings.any() { ", except for known differences" } else { "" };
                console
                    .line(format_args!("{} agrees with {name}{played}{but}", game.rules.variant().name))?;
            }
        }
    }
    if report.is_some() { Err(Stop::Findings) } else { Ok(()) }
}

/// Compares the perft of each depth, and finds the first difference.
fn compare_perft(
    contest: &mut Contest,
    readings: &mut Readings,
    start: &mut Position,
    depth: u32,
    arguments: &Arguments,
    counts: &mut Vec<Value>,
    console: &mut Console,
) -> Result<Option<(Found, Difference)>> {
    let mut next = 1..=depth;
    let mut again = None;
    while let Some(depth) = again.take().or_else(|| next.next()) {
        let ours: u64 = divide(start, depth, false, 1, console).iter().map(|(_, nodes)| nodes).sum();
        let theirs = contest.reference.perft(&start.fen(), depth).map_err(|error| failed(&error))?;
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
            let narrowed = contest.narrow(start, depth).map_err(|error| failed(&error))?;
            let Some(difference) = narrowed else {
                let message = "the perft counts differ, but every position on the way has the same \
                               legal moves: the reference does not count each move once";
                return Err(Stop::usage(message));
            };
            let found = Found::Perft { depth };
            if !accounted_for(contest, readings, start, (found, &difference), arguments, console)? {
                return Ok(Some((found, difference)));
            }
            again = Some(depth);
        }
    }
    Ok(None)
}

/// The first difference in random games. Each side tracks the state of the game itself.
fn play_games(
    contest: &mut Contest,
    readings: &mut Readings,
    start: &mut Position,
    games: u32,
    arguments: &Arguments,
    console: &mut Console,
) -> Result<Option<(Found, Difference)>> {
    let mut progress = console.progress();
    let mut next = 1..=games;
    let mut again = None;
    while let Some(number) = again.take().or_else(|| next.next()) {
        // Each game has its own seed, so that it can be repeated alone.
        let mut random = Random::new(arguments.seed.wrapping_add(u64::from(number) - 1));
        let mut tell = |positions| {
            progress.tell(|| format!("game {number} of {games}, {positions} positions compared"));
        };
        let found = contest.random_game(start, arguments.plies, &mut random, &mut tell);
        if let Some(difference) = found.map_err(|error| failed(&error))? {
            let found = Found::Game { game: number, seed: arguments.seed };
            if !accounted_for(contest, readings, start, (found, &difference), arguments, console)? {
                return Ok(Some((found, difference)));
            }
            again = Some(number);
        }
    }
    Ok(None)
}

/// Whether a declared difference explains this one. If so, the start is replaced by one under the reference's rule.
fn accounted_for(
    contest: &mut Contest,
    readings: &mut Readings,
    start: &mut Position,
    (found, difference): (Found, &Difference),
    arguments: &Arguments,
    console: &mut Console,
) -> Result<bool> {
    let Some(other) = readings.explain(contest, found, difference) else { return Ok(false) };
    *start = other;
    if arguments.format == Format::Human {
        readings.tell(console)?;
    }
    Ok(true)
}

/// The literal evaluator, as REFERENCE.
const LITERAL: &str = "literal";

/// The requested reference; by default a built-in reference for this game, or else the literal evaluator.
fn wanted<'a>(
    arguments: &'a Arguments,
    game: &Game,
    start: &Position,
    console: &mut Console,
) -> Result<&'a str> {
    if let Some(wanted) = &arguments.reference {
        return Ok(wanted);
    }
    let known = game.family().into_iter().find_map(|name| Some((reference::builtin(&name)?, name)));
    let Some((mut builtin, name)) = known.filter(|_| game.rules.variant().players.len() == 2) else {
        return Ok(LITERAL);
    };
    // The reference is meant for this game if the names agree, or if the file or the caller relates them.
    let meant = game.own_names().contains(&name)
        || arguments.letters.is_some()
        || game.compiled.differs.iter().any(|differs| builtin.name().starts_with(&differs.reference));
    if meant
        || builtin.observe(&start.fen(), &[]).is_ok()
            && same_rules(game, &Game::load(&Given::from(&name), console)?)
    {
        return Ok("builtin");
    }
    console.headed(
        Paint::Yellow,
        "note",
        format_args!(
            "{} has other rules than {name}, the game of the built-in reference: comparing with the literal evaluator \
             instead; `--reference builtin` compares the two games",
            game.rules.variant().name
        ),
    );
    Ok(LITERAL)
}

/// Creates the requested reference.
fn reference(arguments: &Arguments, wanted: &str, game: &Game) -> Result<Box<dyn Reference>> {
    if wanted == LITERAL {
        return Ok(Box::new(Literal::new(game.variant().clone())));
    }
    let inner = own_reference(arguments, wanted, game)?;
    let lettered = match &arguments.letters {
        Some(letters) => Box::new(Relettered { inner, letters: letters.clone() }),
        None => inner,
    };
    Ok(Supplied::around(lettered, game.variant()))
}

/// The reference, before letters are translated.
fn own_reference(arguments: &Arguments, wanted: &str, game: &Game) -> Result<Box<dyn Reference>> {
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
                "`{wanted}` is not a reference: write builtin, builtin:NAME, uci:COMMAND or {LITERAL}"
            )));
        }
    };
    let players = game.rules.variant().players.len();
    if players > 2 {
        return Err(Stop::usage(format!(
            "{} has {players} players, but the built-in references play games of two; use `--reference {LITERAL}` for \
             the literal evaluator, or uci:COMMAND for another engine",
            game.rules.variant().name
        )));
    }
    names.iter().find_map(|name| reference::builtin(name)).ok_or_else(|| {
        let known: Vec<_> =
            carn::library::names().filter(|name| reference::builtin(name).is_some()).collect();
        Stop::usage(format!(
            "there is no built-in reference for `{}`; there are {}; use uci:COMMAND for another engine, or {LITERAL} for \
             any game",
            names.first().map_or(&*game.name, String::as_str),
            known.join(", ")
        ))
    })
}

/// A reference that does not answer ends the comparison, which is then without a result.
fn failed(error: &Error) -> Stop {
    let hint = match error {
        Error::Fen { .. } => "\nIf its piece letters differ from ours, give them: --letters H=N,E=B",
        _ => "",
    };
    Stop::usage(format!("the reference failed: {error}{hint}"))
}
