//! `carn record check`: what is wrong with the records of a file, with flat memory for PGN of any size.

use std::io;
use std::ops::ControlFlow::Continue;

use carn::record::replay::{Counts, Lookup, Validator};
use carn::record::{GameTree, NodeId, Problem, Problems, Severity, pgn, sgf};
use carn::variant::Script;
use serde_json::json;

use super::super::console::{Console, Format};
use super::super::counted::counted;
use super::super::exit::{Result, Stop};
use super::games::{Kind, Source, Variants, moves_of, read_sgf, resolve, there_is};
use super::{Input, script};

/// Say what is wrong with records: broken text, illegal moves and why they are
#[derive(clap::Args)]
#[command(after_help = "\
Every move of every variation is read by the rules of its game. After an illegal
move the rest of its line is passed over, and reading goes on with the next
variation.

Examples:
  carn record check database.pgn
  carn record check game.pgn --variant mychess.toml
  carn record check - --format json < game.pgn")]
pub struct Arguments {
    #[command(flatten)]
    input: Input,
    /// The notation to try first
    #[arg(long, value_name = "NAME", value_parser = script)]
    notation: Option<Script>,
}

/// What has been found so far, written as it is found unless all is to be one JSON value.
struct Findings {
    json: Option<Vec<serde_json::Value>>,
    errors: u64,
    warnings: u64,
}

impl Findings {
    fn add(&mut self, source: &Source, problem: &Problem, console: &mut Console) -> Result {
        match problem.severity() {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
        match &mut self.json {
            Some(list) => {
                list.push(source.json(problem));
                Ok(())
            }
            None => console.line(source.located(problem)),
        }
    }
}

/// Checks the file.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let Arguments { input, notation } = arguments;
    let variants = Variants::of(input, console)?;
    let lookup = |name: &str| variants.find(name);
    let mut source = Source::open(&input.file)?;
    let json = (input.format == Format::Json).then(Vec::new);
    let mut findings = Findings { json, errors: 0, warnings: 0 };
    let counts = match source.kind {
        Kind::Pgn => pgn_games(input, *notation, &lookup, &mut source, &mut findings, console)?,
        Kind::Sgf => sgf_games(input, &variants, &mut source, &mut findings, console)?,
    };
    let Counts { games, sound, moves, unread } = counts;
    if let Some(list) = findings.json {
        console.json(&json!({
            "games": games, "sound": sound, "moves": moves, "unread": unread,
            "errors": findings.errors, "warnings": findings.warnings, "problems": list,
        }))?;
    } else {
        let unread =
            if unread > 0 { format!(", {} not read", counted(unread, "word")) } else { String::new() };
        console.line(format_args!(
            "{}, {sound} sound; {}{unread}; {}, {}",
            counted(games, "game"),
            counted(moves, "legal move"),
            counted(findings.errors, "error"),
            counted(findings.warnings, "warning")
        ))?;
    }
    if findings.errors > 0 || games == 0 { Err(Stop::Findings) } else { Ok(()) }
}

fn pgn_games(
    input: &Input,
    notation: Option<Script>,
    lookup: &Lookup<'_>,
    source: &mut Source,
    findings: &mut Findings,
    console: &mut Console,
) -> Result<Counts> {
    let options = pgn::Options { encoding: input.encoding, ..pgn::Options::default() };
    let reader = std::mem::replace(&mut source.reader, Box::new(io::empty()));
    let mut reader = pgn::Reader::with_options(reader, options);
    let mut validator = Validator::new(lookup, notation).lenient(input.lenient);
    let mut progress = console.progress();
    loop {
        let read = reader.read_game(&mut validator).map_err(|error| source.broken(&error))?;
        let Continue(more) = read;
        let wanted = input.game.is_none_or(|game| game == reader.games());
        let problems = validator.take_problems();
        for problem in problems.iter().filter(|_| wanted) {
            findings.add(source, problem, console)?;
        }
        if wanted {
            // What was counted and not kept was of the same kind as what was.
            findings.errors += (problems.total() - problems.len()) as u64;
        }
        if !more {
            there_is(input, source, reader.games())?;
            return Ok(validator.counts);
        }
        if validator.counts.games.is_multiple_of(64) {
            source.tell(&mut progress, validator.counts.games);
        }
    }
}

fn sgf_games(
    input: &Input,
    variants: &Variants,
    source: &mut Source,
    findings: &mut Findings,
    console: &mut Console,
) -> Result<Counts> {
    let parsed = read_sgf(source, input.encoding)?;
    there_is(input, source, parsed.games.len() as u64)?;
    for problem in &parsed.problems {
        findings.add(source, problem, console)?;
    }
    let mut counts = Counts::default();
    for (tree, number) in parsed.games.iter().zip(1..) {
        if input.game.is_some_and(|game| game != number) {
            continue;
        }
        counts.games += 1;
        let mut problems = Problems::default();
        if let Some(mut moves) = moves_of(Kind::Sgf, tree, variants) {
            if let Some(replay) = resolve(&mut moves, number, variants, &mut problems) {
                counts.moves += replay.moves as u64;
                counts.unread += replay.unread as u64;
            }
        } else if sgf::go::is_go(tree) {
            check_go(tree, &mut problems);
            problems.set_game(number);
        }
        counts.sound += u64::from(problems.is_empty());
        for problem in &problems {
            findings.add(source, problem, console)?;
        }
    }
    Ok(counts)
}

/// Carries out every move of a record of Go, each once.
fn check_go(tree: &GameTree, problems: &mut Problems) {
    let mut open = match sgf::go::board(tree) {
        Ok(board) => vec![(NodeId::ROOT, board, 0_u32)],
        Err(problem) => return problems.push(problem),
    };
    while let Some((node, mut board, ply)) = open.pop() {
        sgf::go::apply(&mut board, &tree[node], ply, problems);
        let from = open.len();
        open.extend(tree.children(node).map(|child| (child, board.clone(), ply.saturating_add(1))));
        open[from..].reverse();
    }
}
