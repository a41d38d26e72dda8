//! `carn diff`: whether two rule files play the same game, and the smallest position in which they differ.

mod keys;
mod other;
mod verdict;

use carn::position::{Position, Rules};
use carn::random::Random;
use serde_json::{Value, json};

use super::compare::contest::{Contest, Difference, Line};
use super::compare::letters::{Letters, Relettered};
use super::compare::shrink::shrink;
use super::compare::spelling::exactly;
use super::console::{Console, Format, Paint};
use super::counted::counted;
use super::exit::{Result, Stop};
use super::game::Game;
use super::given::Given;

pub use keys::same_rules;
use keys::{KeyDifference, key_differences};
use other::Other;
use verdict::Verdict;

/// Test whether two rule files describe the same game
#[derive(clap::Args)]
#[command(after_help = "\
The command lists the keys in which the files differ. Then it plays both games
side by side: all lines of play up to --depth, then random games, whose moves
come from each file in turn. In every position the legal moves, the pieces, the
turn and whether the game is over must be the same. At the first difference the
command shows a smallest position and line that differ, and ends with exit
code 1.

Examples:
  carn diff chess mychess.toml
  carn diff old.toml new.toml --games 500 --seed 7
  carn diff xiangqi mine.toml --letters N=H,B=E
  carn diff a.toml b.toml --format json")]
pub struct Arguments {
    /// First shipped variant or rule file
    #[arg(add = super::completions::variant())]
    first: Given,
    /// Second shipped variant or rule file
    #[arg(add = super::completions::variant())]
    second: Given,
    /// Play all lines up to this depth, within the limit of --positions
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Maximum number of positions in the lines of --depth
    #[arg(long, value_name = "N", default_value_t = 2000)]
    positions: u64,
    /// Number of random games
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u32,
    /// Seed of the random games; the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum length of a random game, in plies
    #[arg(long, value_name = "N", default_value_t = 100)]
    plies: u32,
    /// FEN of the position to start from [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Piece letters that differ, as FIRST=SECOND pairs: H=N,E=B
    #[arg(long, value_name = "FIRST=SECOND", value_parser = Letters::read)]
    letters: Option<Letters>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Compares the files, and reports the first difference in play.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let first = Game::load(&arguments.first, console)?;
    let second = Game::load(&arguments.second, console)?;
    let written = key_differences(&first, &second);
    let mut positions = 0;
    let verdict = play(arguments, &first, &second, &mut positions, console)?;
    if arguments.format == Format::Json {
        console.json(&json!({
            "first": first.name,
            "second": second.name,
            "written": written.iter().map(KeyDifference::json).collect::<Vec<Value>>(),
            "positions": positions,
            "seed": arguments.seed,
            "same": verdict.is_none(),
            "difference": verdict.as_ref().map(Verdict::json),
        }))?;
    } else {
        keys::print(&written, &first, &second, console)?;
        match &verdict {
            Some(verdict) => verdict.print(console)?,
            None => {
                let word = console.paint(Paint::Green, "no difference in play");
                console.line(format_args!("{word} in {}", counted(positions, "position")))?;
            }
        }
    }
    if verdict.is_some() { Err(Stop::Findings) } else { Ok(()) }
}

/// The first difference in play, shrunk.
fn play(
    arguments: &Arguments,
    first: &Game,
    second: &Game,
    positions: &mut u64,
    console: &Console,
) -> Result<Option<Verdict>> {
    let start = match &arguments.fen {
        Some(text) => first.read_fen(text)?,
        None => Position::start(&first.rules),
    };
    if arguments.fen.is_none()
        && let Some(verdict) = Verdict::of_starts(first, second, arguments.letters.as_ref())
    {
        return Ok(Some(verdict));
    }
    let contest = |to: &Game, turned: bool| {
        let inner = Box::new(Other::new(&to.name, to.rules.clone()));
        let letters =
            arguments.letters.as_ref().map(|letters| if turned { letters.turned() } else { letters.clone() });
        Contest {
            reference: match letters {
                Some(letters) => Box::new(Relettered { inner, letters }),
                None => inner,
            },
            positions: 0,
            moves_only: false,
            counters: false,
            aside: Vec::new(),
            spelled: exactly,
        }
    };
    let mut there = contest(second, false);
    let mut back = contest(first, true);
    let found = every_line(&mut there, &start, arguments)?;
    if let Some(found) = found {
        let small = shrink(&mut there, found);
        *positions = there.positions;
        return Ok(Some(Verdict::new(first, second, small)));
    }
    let mut progress = console.progress();
    for game in 0..arguments.games {
        progress.tell(|| format!("random game {} of {}", game + 1, arguments.games));
        // Every other game is played with the second file's moves.
        let turned = game % 2 == 1;
        let (contest, rules) = if turned { (&mut back, &second.rules) } else { (&mut there, &first.rules) };
        let start = if turned { turned_start(rules, &start, arguments)? } else { start.clone() };
        let mut random = Random::new(arguments.seed.wrapping_add(u64::from(game)));
        let found = contest.random_game(&start, arguments.plies.saturating_add(1), &mut random, |_| {});
        if let Some(found) = found.map_err(|error| failed(&error))? {
            let small = shrink(contest, found);
            *positions = there.positions + back.positions;
            let (ours, theirs) = if turned { (second, first) } else { (first, second) };
            return Ok(Some(Verdict::new(ours, theirs, small)));
        }
    }
    *positions = there.positions + back.positions;
    Ok(None)
}

/// The same start under the rules of the second game.
fn turned_start(rules: &Rules, start: &Position, arguments: &Arguments) -> Result<Position> {
    let text = match &arguments.letters {
        Some(letters) => letters.fen(&start.fen()),
        None => start.fen(),
    };
    Position::from_fen(rules, &text)
        .map_err(|error| Stop::usage(format!("`{}` cannot play from {text}: {error}", arguments.second)))
}

/// The first difference on any line of play, short lines first.
fn every_line(contest: &mut Contest, start: &Position, arguments: &Arguments) -> Result<Option<Difference>> {
    let mut level = vec![(Line::new(start.clone()), start.clone())];
    for depth in 0..=arguments.depth {
        let mut next = Vec::new();
        for (line, position) in level {
            if depth > 0 && contest.positions >= arguments.positions {
                return Ok(None);
            }
            let look = contest.look(&position, &line.fen, &line.texts).map_err(|error| failed(&error))?;
            if !look.agrees() {
                return Ok(Some(Difference { line, position, look }));
            }
            if look.over || depth == arguments.depth {
                continue;
            }
            // Keep only positions that will be examined.
            let room = usize::try_from(arguments.positions).unwrap_or(usize::MAX).saturating_sub(next.len());
            for (mv, text) in look.sides.common.iter().take(room) {
                let (mut line, mut position) = (line.clone(), position.clone());
                position.play_unchecked(*mv);
                line.push(*mv, text.clone());
                next.push((line, position));
            }
        }
        level = next;
    }
    Ok(None)
}

fn failed(error: &carn::reference::Error) -> Stop {
    Stop::usage(format!("the two cannot be played side by side: {error}"))
}
