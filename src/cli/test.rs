//! `carn test`: runs the `[[perft]]` and `[[test]]` sections of rule files.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use carn::compile::{PerftCase, TestCase};
use carn::notation::View;
use carn::position::{PerftOptions, Position, Rules};
use carn::source::{SourceId, Span};
use carn::variant::{Outcome, PlayerId, Verdict as Standing};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::console::{Console, Format, Paint};
use super::exit::{Result, Stop};
use super::game::{Game, coordinate};
use super::given::Given;
use super::quote::quote;

/// Run the [[perft]] and [[test]] sections of rule files
#[derive(clap::Args)]
#[command(after_help = "\
A count above --max-nodes and the deeper counts of its section are skipped, and
reported as such. In a game that runs without tables, the limit is 20000; --deep
removes both limits.

Examples:
  carn test
  carn test mygame.toml
  carn test chess xiangqi --max-nodes 1000000")]
pub struct Arguments {
    /// Rule files or names of shipped variants [default: all shipped variants]
    #[arg(value_name = "FILE", add = super::completions::variant())]
    files: Vec<Given>,
    /// Skip counts above this number
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_nodes: u64,
    /// Run all counts
    #[arg(long, conflicts_with = "max_nodes")]
    deep: bool,
    /// Number of threads; 0 means one per processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The result of one assertion.
enum Verdict {
    Passed,
    Skipped,
    /// Failed: the actual result, and the place of the assertion.
    Failed(String, SourceId, Span),
}

/// One assertion with its result.
struct Checked {
    what: String,
    verdict: Verdict,
}

/// The maximum count for a game without tables, unless all counts are requested.
const MOST_SLOWLY: u64 = 20_000;

/// One section of one file.
enum Section<'a> {
    Perft(&'a PerftCase),
    Test(&'a TestCase),
}

/// Runs everything, then returns whether all passed.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let all: Vec<Given>;
    let names = if arguments.files.is_empty() {
        all = carn::library::names().map(Given::from).collect();
        &all
    } else {
        &arguments.files
    };
    let games = names.iter().map(|name| Game::load_proofs(name, console)).collect::<Result<Vec<_>>>()?;
    let checked = check(&games, arguments, console)?;
    let mut totals = [0usize; 3];
    for one in checked.iter().flatten() {
        totals[match one.verdict {
            Verdict::Passed => 0,
            Verdict::Skipped => 1,
            Verdict::Failed(..) => 2,
        }] += 1;
    }
    let [passed, skipped, failed] = totals;
    let each = || names.iter().zip(&games).zip(&checked);
    if arguments.format == Format::Json {
        let told = |game, checked: &[Checked]| checked.iter().map(|one| told(game, one)).collect::<Vec<_>>();
        let files: Vec<_> = each()
            .map(|((name, game), checked)| json!({ "file": name, "results": told(game, checked) }))
            .collect();
        console.json(&json!({ "passed": passed, "skipped": skipped, "failed": failed, "files": files }))?;
    } else {
        for ((name, game), checked) in each() {
            console.line(console.paint(Paint::Bold, name))?;
            if checked.is_empty() {
                console.line("  nothing to test: the file has neither [[perft]] nor [[test]]")?;
            }
            for one in checked {
                print(game, one, console)?;
            }
        }
        let paint = if failed > 0 { Paint::Red } else { Paint::Green };
        console
            .line(console.paint(paint, &format!("{passed} passed, {failed} failed, {skipped} skipped")))?;
    }
    if failed > 0 { Err(Stop::Findings) } else { Ok(()) }
}

/// The results of each section of each file. Several threads share the sections; a terminal shows progress.
fn check(games: &[Game], arguments: &Arguments, console: &Console) -> Result<Vec<Vec<Checked>>> {
    let most = if arguments.deep { u64::MAX } else { arguments.max_nodes };
    let sections: Vec<(usize, Section<'_>)> = games
        .iter()
        .enumerate()
        .flat_map(|(game, Game { compiled, .. })| {
            let perfts = compiled.perfts.iter().map(Section::Perft);
            perfts.chain(compiled.tests.iter().map(Section::Test)).map(move |section| (game, section))
        })
        .collect();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(arguments.threads))
        .build()
        .map_err(|error| Stop::usage(format!("cannot start so many threads: {error}")))?;
    let done = AtomicUsize::new(0);
    let mut progress = console.progress();
    let found = std::thread::scope(|scope| {
        let work = scope.spawn(|| {
            pool.install(|| {
                let run = |(game, section): &(usize, Section<'_>)| {
                    let checked = match section {
                        Section::Perft(case) => {
                            let slow = games[*game].rules.fallback().is_some() && !arguments.deep;
                            run_perft(&games[*game], case, if slow { most.min(MOST_SLOWLY) } else { most })
                        }
                        Section::Test(case) => run_test(&games[*game], case),
                    };
                    done.fetch_add(1, Ordering::Relaxed);
                    (*game, checked)
                };
                sections.par_iter().with_max_len(1).map(run).collect::<Vec<_>>()
            })
        });
        while !work.is_finished() {
            std::thread::park_timeout(Duration::from_millis(5));
            let done = done.load(Ordering::Relaxed);
            progress.tell(|| format!("{done} of {} sections done", sections.len()));
        }
        // A panic is passed on.
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    let mut checked: Vec<Vec<Checked>> = games.iter().map(|_| Vec::new()).collect();
    for (game, found) in found {
        checked[game].extend(found);
    }
    Ok(checked)
}

fn print(game: &Game, one: &Checked, console: &mut Console) -> Result {
    match &one.verdict {
        Verdict::Passed => {
            console.line(format_args!("  {} {}", console.paint(Paint::Green, "ok  "), one.what))
        }
        Verdict::Skipped => {
            console.line(format_args!("  {} {}", console.paint(Paint::Dim, "skip"), one.what))
        }
        Verdict::Failed(why, source, span) => {
            console.line(format_args!("  {} {}: {why}", console.paint(Paint::Red, "FAIL"), one.what))?;
            match game.compiled.sources.get(*source) {
                Some(source) => console.line(quote(source, *span, "")),
                None => Ok(()),
            }
        }
    }
}

fn told(game: &Game, one: &Checked) -> Value {
    match &one.verdict {
        Verdict::Passed => json!({ "test": one.what, "result": "passed" }),
        Verdict::Skipped => json!({ "test": one.what, "result": "skipped" }),
        Verdict::Failed(why, source, span) => {
            let source = game.compiled.sources.get(*source);
            let at = source.map(|source| source.position(span.start));
            json!({
                "test": one.what,
                "result": "failed",
                "why": why,
                "file": source.map(|source| source.name()),
                "line": at.map(|at| at.line),
                "column": at.map(|at| at.column),
            })
        }
    }
}

/// The position of a section, or the reason why it is invalid.
fn position(rules: &Rules, fen: Option<&str>) -> std::result::Result<Position, String> {
    fen.map_or_else(
        || Ok(Position::start(rules)),
        |text| Position::from_fen(rules, text).map_err(|error| error.to_string()),
    )
}

fn run_perft(game: &Game, case: &PerftCase, most: u64) -> Vec<Checked> {
    let place = case.fen.as_deref().unwrap_or("start");
    let rules = match case.ends {
        true => game.rules.clone(),
        false => Rules::new(case.counted(game.rules.variant().clone())),
    };
    let position = match position(&rules, case.fen.as_deref()) {
        Ok(position) => position,
        Err(error) => {
            let verdict =
                Verdict::Failed(format!("the position is not playable: {error}"), case.source, case.span);
            return vec![Checked { what: format!("perft, {place}"), verdict }];
        }
    };
    let mut checked = Vec::new();
    let mut beyond = false;
    for (index, (depth, &nodes)) in (case.depth..).zip(&case.nodes).enumerate() {
        let turns = if case.turns { " turns" } else { "" };
        let what = format!("perft {depth}{turns}, {place}: {nodes}");
        // A deeper count visits all positions of this one, whatever its expected number.
        beyond |= nodes > most;
        if beyond {
            checked.push(Checked { what, verdict: Verdict::Skipped });
            continue;
        }
        let options = PerftOptions { turns: case.turns, ..PerftOptions::default() };
        let ours = position.perft_with(depth, &options).unwrap_or_default();
        if ours != nodes {
            let span = case.node_spans.get(index).copied().unwrap_or(case.span);
            let verdict = Verdict::Failed(format!("the rules give {ours}"), case.source, span);
            checked.push(Checked { what, verdict });
            // Deeper counts would only repeat it.
            break;
        }
        checked.push(Checked { what, verdict: Verdict::Passed });
    }
    checked
}

fn run_test(game: &Game, case: &TestCase) -> Vec<Checked> {
    let place = || case.fen.clone().unwrap_or_else(|| "start".to_owned());
    let name = case.note.clone().unwrap_or_else(|| format!("test, {}", place()));
    let failures = failures(game, case);
    if failures.is_empty() {
        return vec![Checked { what: name, verdict: Verdict::Passed }];
    }
    let failed =
        |(why, source, span)| Checked { what: name.clone(), verdict: Verdict::Failed(why, source, span) };
    failures.into_iter().map(failed).collect()
}

/// The failed assertions of a `[[test]]`.
fn failures(game: &Game, case: &TestCase) -> Vec<(String, SourceId, Span)> {
    let mut failures = Vec::new();
    let mut position = match position(&game.rules, case.fen.as_deref()) {
        Ok(position) => position,
        Err(error) => {
            return vec![(format!("the position is not playable: {error}"), case.source, case.span)];
        }
    };
    let mut reader = game.line_reader();
    for text in &case.moves {
        match game.read_next(&mut reader, &position, &text.text) {
            Ok(mv) => position.play_unchecked(mv),
            Err(stop) => return vec![(message(stop), text.source, text.span)],
        }
    }
    let setup = position.setup();
    let legal = position.legal_moves().into();
    let view = View { variant: game.variant(), setup: &setup, legal: &legal };
    let mut named = Vec::new();
    for text in &case.legal {
        match game.read_next(&mut reader, &position, &text.text) {
            Ok(mv) => named.push(mv),
            Err(stop) => failures.push((message(stop), text.source, text.span)),
        }
    }
    for text in &case.illegal {
        if game.read_next(&mut reader.clone(), &position, &text.text).is_ok() {
            failures.push((format!("`{}` is legal", text.text), text.source, text.span));
        }
    }
    let from = case.from.as_ref().map(|text| (text, game.read_square(&text.text)));
    if let Some((text, Err(_))) = &from {
        failures.push((format!("`{}` is not a square", text.text), text.source, text.span));
    }
    let from = from.and_then(|(_, square)| square.ok());
    if case.only {
        let more: Vec<_> = legal
            .iter()
            .filter(|mv| from.is_none_or(|from| mv.from == from) && !named.contains(mv))
            .map(|&mv| coordinate(view, mv))
            .collect();
        if !more.is_empty() {
            let plural = if more.len() == 1 { "is" } else { "are" };
            failures.push((format!("{} {plural} legal too", more.join(", ")), case.source, case.span));
        }
    }
    if let Some(wanted) = &case.outcome {
        let outcome = position.outcome();
        if !fits(game, outcome, &wanted.text) {
            let why = format!("the outcome is {}", outcome_text(game, outcome));
            failures.push((why, wanted.source, wanted.span));
        }
    }
    for (name, wanted) in &case.standings {
        let player = game.variant().everybody().iter().find(|&player| game.player(player) == name);
        let standing = player.map_or("none", |player| standing(&position, player));
        if standing != wanted.text {
            failures.push((format!("{name} has {standing}"), wanted.source, wanted.span));
        }
    }
    failures
}

/// The result of a player: an eliminated player has lost, even if the others play on.
fn standing(position: &Position, player: PlayerId) -> &'static str {
    match position.outcome() {
        Some(outcome) => match outcome.of(player) {
            Standing::Win => "win",
            Standing::Loss => "loss",
            _ => "draw",
        },
        None if position.out().contains(player) => "loss",
        None => "none",
    }
}

fn message(stop: Stop) -> String {
    match stop {
        // The file has its own caret; that of the command line is dropped.
        Stop::Usage(message) => message.lines().next().unwrap_or_default().to_owned(),
        Stop::Closed | Stop::Findings => String::new(),
    }
}

/// An outcome in the form of `[[test]]` sections: the winner (or `draw`) and the reason, or `none`.
pub fn outcome_text(game: &Game, outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else { return "none".to_owned() };
    let winners: Vec<&str> = outcome.winners.iter().map(|player| game.player(player)).collect();
    let result = if winners.is_empty() { "draw".to_owned() } else { winners.join(" ") };
    format!("{result} {}", outcome.reason.name())
}

/// Whether an outcome matches the text. Words are separated by blanks, commas and colons; `wins` and `by` are ignored. Every
/// other word must be the winner's name, `draw`, the reason or `none`.
fn fits(game: &Game, outcome: Option<Outcome>, wanted: &str) -> bool {
    let actual = outcome_text(game, outcome).to_lowercase();
    let known: Vec<&str> = actual.split(' ').collect();
    let wanted = wanted.to_lowercase();
    let mut words = wanted
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ':'))
        .filter(|word| !matches!(*word, "" | "win" | "wins" | "and" | "by"))
        .peekable();
    words.peek().is_some() && words.all(|word| known.contains(&word))
}
