//! `carn record check`: reports the problems of record files, with constant memory for PGN of any size.

use std::io;
use std::ops::ControlFlow::Continue;
use std::sync::{Mutex, PoisonError};

use carn::record::replay::{Counts, Validator};
use carn::record::{FileKind, GameTree, NodeId, Problem, Problems, Severity, pgn, sgf};
use carn::variant::Script;
use serde_json::{Value, json};

use super::super::console::{Console, Format};
use super::super::counted::counted;
use super::super::exit::{Result, Stop};
use super::games::{Source, Variants, each_whole, moves_of, resolve, there_is};
use super::list::List;
use super::sources::each_source;
use super::threads::in_parts;
use super::{Input, script};

/// Report errors in records: broken text, and illegal moves with the reason
#[derive(clap::Args)]
#[command(after_help = "\
The command checks every move of every variation by the rules of the game. After
an illegal move it skips the rest of that line and continues with the next
variation.

Examples:
  carn record check database.pgn
  carn record check game.pgn --variant mychess.toml
  carn record check - --format json < game.pgn")]
pub struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Notation to try first
    #[arg(long, value_name = "NAME", value_parser = script)]
    notation: Option<Script>,
}

/// The findings, written as they are found.
struct Findings {
    json: Option<List>,
    errors: u64,
    warnings: u64,
    /// The number of games with an error.
    unsound: u64,
}

impl Findings {
    /// Adds the problems of a game, or those of a file that belong to no game.
    fn add_all(
        &mut self,
        source: &Source,
        problems: &Problems,
        is_game: bool,
        console: &mut Console,
    ) -> Result {
        let before = self.errors;
        for problem in problems {
            self.add(source, problem, console)?;
        }
        // Problems beyond a limit are counted, but not kept.
        let kept = problems.iter().filter(|problem| problem.severity() == Severity::Error).count();
        self.errors += (problems.errors() - kept) as u64;
        let more = problems.total() - problems.len();
        if more > 0 && self.json.is_none() {
            console.line(format_args!("{}: … and {} more", source.name, counted(more, "problem")))?;
        }
        self.unsound += u64::from(is_game && self.errors > before);
        Ok(())
    }

    fn add(&mut self, source: &Source, problem: &Problem, console: &mut Console) -> Result {
        let problem = &source.judged(problem);
        match problem.severity() {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
        match &mut self.json {
            Some(list) => list.add(&source.json(problem), console),
            None => console.line(source.located(problem)),
        }
    }
}

/// Checks the files.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let Arguments { input, format, notation } = arguments;
    let variants = Variants::of(input, console)?;
    let json = (*format == Format::Json).then(List::default);
    let mut findings = Findings { json, errors: 0, warnings: 0, unsound: 0 };
    let mut all = Counts::default();
    if findings.json.is_some() {
        console.text("{ \"problems\": ")?;
    }
    let mut empty = false;
    let mut unread_files = vec![];
    let read = each_source(input, console, &mut unread_files, |mut source, console| {
        let told = findings.errors;
        let counts = match source.kind {
            FileKind::Pgn => pgn_games(input, *notation, &variants, &mut source, &mut findings, console)?,
            _ => whole_games(input, &variants, &mut source, &mut findings, console)?,
        };
        if counts.games == 0 {
            empty = true;
            if findings.errors == told {
                console.message(format_args!("{}: there is no game", source.name));
            }
        }
        all += counts;
        Ok(())
    });
    if matches!(read, Err(Stop::Closed)) {
        return read;
    }
    let Counts { games, moves, unread, .. } = all;
    let sound = games - findings.unsound;
    if let Some(list) = findings.json {
        list.end(console)?;
        let unreadable = unread_files.iter().map(|one| json!({ "file": one.file, "error": one.error }));
        console.line(format_args!(
            ",\n\"unreadable\": {},\n\"games\": {games}, \"sound\": {sound}, \"moves\": {moves}, \
             \"unread\": {unread}, \"errors\": {}, \"warnings\": {} }}",
            unreadable.collect::<Value>(),
            findings.errors,
            findings.warnings
        ))?;
    } else if games > 0 || read.is_ok() {
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
    read?;
    if findings.errors > 0 || empty { Err(Stop::Findings) } else { Ok(()) }
}

fn pgn_games(
    input: &Input,
    notation: Option<Script>,
    variants: &Variants,
    source: &mut Source,
    findings: &mut Findings,
    console: &mut Console,
) -> Result<Counts> {
    let reader = std::mem::replace(&mut source.reader, Box::new(io::empty()));
    let mut progress = console.progress();
    let lookup = |name: &str| variants.find(name);
    // At the end of the file there may be problems without a game.
    let mut tell = |game: u64, problems: &Problems, is_game: bool, console: &mut Console| {
        if problems.total() > 0 && input.game.is_none_or(|wanted| wanted == game) {
            findings.add_all(source, problems, is_game, console)?;
        }
        if game.is_multiple_of(64) {
            source.tell(&mut progress, game);
        }
        Ok(())
    };
    if input.threads > 1 && input.game.is_none() {
        let all = Mutex::new(Counts::default());
        let work = |mut reader: pgn::Reader<io::Empty>,
                    give: &mut dyn FnMut((u64, Problems, bool)) -> bool| {
            let mut validator = Validator::new(&lookup, notation).lenient(!input.strict);
            // Reading from memory does not fail.
            while let Ok(Continue(more)) = reader.read_game(&mut validator) {
                let problems = validator.take_problems();
                let wanted = problems.total() == 0 || give((reader.games(), problems, more));
                if !more || !wanted {
                    break;
                }
            }
            // The counts stay valid even if a thread panicked while adding.
            *all.lock().unwrap_or_else(PoisonError::into_inner) += validator.counts;
            validator.counts.games
        };
        let take = |before: u64, (game, mut problems, is_game): (u64, Problems, bool)| {
            problems.shift_games(before);
            tell(before + game, &problems, is_game, console)
        };
        let threads = usize::from(input.threads);
        in_parts(reader, input.encoding, threads, work, take, |error| Err(source.broken(&error)))?;
        return Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    let options = pgn::Options { encoding: input.encoding, ..pgn::Options::default() };
    let mut reader = pgn::Reader::with_options(reader, options);
    let mut validator = Validator::new(&lookup, notation).lenient(!input.strict);
    loop {
        let before = validator.counts;
        let read = reader.read_game(&mut validator).map_err(|error| source.broken(&error))?;
        let Continue(more) = read;
        tell(reader.games(), &validator.take_problems(), more, console)?;
        if more && input.game == Some(reader.games()) {
            return Ok(validator.counts - before);
        }
        if !more {
            there_is(input, source, reader.games())?;
            return Ok(validator.counts);
        }
    }
}

fn whole_games(
    input: &Input,
    variants: &Variants,
    source: &mut Source,
    findings: &mut Findings,
    console: &mut Console,
) -> Result<Counts> {
    let (kind, mut number, mut counts) = (source.kind, 0, Counts::default());
    let rest = each_whole(source, input.encoding, |source, tree, mut told| {
        number += 1;
        if input.game.is_some_and(|game| game != number) {
            return Ok(());
        }
        counts.games += 1;
        let mut problems = Problems::default();
        match moves_of(kind, tree, variants) {
            Ok(mut moves) => {
                if let Some(replay) = resolve(&mut moves, number, variants, &mut problems) {
                    counts.moves += replay.moves as u64;
                    counts.unread += replay.unread as u64;
                }
            }
            Err(tree) if sgf::go::is_go(&tree) => {
                check_go(&tree, &mut problems);
                problems.set_game(number);
            }
            Err(_) => {}
        }
        told.append(problems);
        told.sort();
        findings.add_all(source, &told, true, console)
    })?;
    there_is(input, source, number)?;
    findings.add_all(source, &rest, false, console)?;
    Ok(counts)
}

/// Plays every move of a Go record once.
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
