//! `carn test`: whether rule files keep what they promise in `[[perft]]` and `[[test]]`.

use carn::compile::{PerftCase, TestCase};
use carn::notation::View;
use carn::position::Position;
use carn::source::{SourceId, Span};
use carn::variant::Outcome;
use serde_json::{Value, json};

use super::console::{Console, Format, Paint};
use super::exit::{Result, Stop};
use super::game::{Game, coordinate};
use super::perft::divide;
use super::quote::quote;

/// Run the [[perft]] and [[test]] sections of rule files
#[derive(clap::Args)]
#[command(after_help = "\
Counts of positions beyond --max-nodes, and deeper ones of the same section, are not made; they are told as skipped.

Examples:
  carn test mygame.toml
  carn test chess xiangqi --max-nodes 1000000")]
pub struct Arguments {
    /// Rule files, or names of shipped variants
    #[arg(required = true, value_name = "FILE", add = super::completions::variant())]
    files: Vec<String>,
    /// Skip counts that are said to be larger than this, and deeper ones
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_nodes: u64,
    /// How many threads may count at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// How one promise was kept.
enum Verdict {
    Passed,
    Skipped,
    /// Not: what came instead, and where the promise is written.
    Failed(String, SourceId, Span),
}

/// One promise.
struct Checked {
    what: String,
    verdict: Verdict,
}

/// Runs everything, then says whether all of it passed.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let mut totals = [0usize; 3];
    let mut files = Vec::new();
    for file in &arguments.files {
        let game = Game::load(file, console)?;
        let mut checked = Vec::new();
        for case in &game.compiled.perfts {
            run_perft(&game, case, arguments, console, &mut checked);
        }
        for case in &game.compiled.tests {
            run_test(&game, case, &mut checked);
        }
        for one in &checked {
            totals[match one.verdict {
                Verdict::Passed => 0,
                Verdict::Skipped => 1,
                Verdict::Failed(..) => 2,
            }] += 1;
        }
        if arguments.format == Format::Json {
            files.push(json!({ "file": file, "results": checked.iter().map(|one| told(&game, one)).collect::<Vec<_>>() }));
            continue;
        }
        console.line(console.paint(Paint::Bold, file))?;
        if checked.is_empty() {
            console.line("  nothing to test: the file has neither [[perft]] nor [[test]]")?;
        }
        for one in &checked {
            print(&game, one, console)?;
        }
    }
    let [passed, skipped, failed] = totals;
    if arguments.format == Format::Json {
        console.json(&json!({ "passed": passed, "skipped": skipped, "failed": failed, "files": files }))?;
    } else {
        let paint = if failed > 0 { Paint::Red } else { Paint::Green };
        console
            .line(console.paint(paint, &format!("{passed} passed, {failed} failed, {skipped} skipped")))?;
    }
    if failed > 0 { Err(Stop::Findings) } else { Ok(()) }
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

/// The position of a section, or why there is none.
fn position(game: &Game, fen: Option<&str>) -> std::result::Result<Position, String> {
    fen.map_or_else(
        || Ok(Position::start(&game.rules)),
        |text| Position::from_fen(&game.rules, text).map_err(|error| error.to_string()),
    )
}

fn run_perft(
    game: &Game,
    case: &PerftCase,
    arguments: &Arguments,
    console: &Console,
    checked: &mut Vec<Checked>,
) {
    let place = case.fen.as_deref().unwrap_or("start");
    let position = match position(game, case.fen.as_deref()) {
        Ok(position) => position,
        Err(error) => {
            let verdict = Verdict::Failed(format!("this cannot be played: {error}"), case.source, case.span);
            checked.push(Checked { what: format!("perft, {place}"), verdict });
            return;
        }
    };
    let mut beyond = false;
    for (index, &nodes) in case.nodes.iter().enumerate() {
        let depth = index as u32 + 1;
        let what = format!("perft {depth}, {place}: {nodes}");
        // A deeper count goes through all positions of this one, whatever it is said to be.
        beyond |= nodes > arguments.max_nodes;
        if beyond {
            checked.push(Checked { what, verdict: Verdict::Skipped });
            continue;
        }
        let counts = divide(&position, depth, usize::from(arguments.threads), console);
        let ours: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
        let verdict = if ours == nodes {
            Verdict::Passed
        } else {
            let span = case.node_spans.get(index).copied().unwrap_or(case.span);
            Verdict::Failed(format!("the rules give {ours}"), case.source, span)
        };
        let wrong = ours != nodes;
        checked.push(Checked { what, verdict });
        if wrong {
            // Deeper counts would only repeat it.
            return;
        }
    }
}

fn run_test(game: &Game, case: &TestCase, checked: &mut Vec<Checked>) {
    let place = || case.fen.clone().unwrap_or_else(|| "start".to_owned());
    let name = case.note.clone().unwrap_or_else(|| format!("test, {}", place()));
    let failures = failures(game, case);
    if failures.is_empty() {
        checked.push(Checked { what: name, verdict: Verdict::Passed });
        return;
    }
    for (why, source, span) in failures {
        checked.push(Checked { what: name.clone(), verdict: Verdict::Failed(why, source, span) });
    }
}

/// Everything that a `[[test]]` promises and the rules do not keep.
fn failures(game: &Game, case: &TestCase) -> Vec<(String, SourceId, Span)> {
    let mut failures = Vec::new();
    let mut position = match position(game, case.fen.as_deref()) {
        Ok(position) => position,
        Err(error) => return vec![(format!("this cannot be played: {error}"), case.source, case.span)],
    };
    let mut reader = game.line_reader();
    for text in &case.moves {
        match game.read_next(&mut reader, &position, &text.text) {
            Ok(mv) => position.play_unchecked(mv),
            Err(stop) => return vec![(message(stop), text.source, text.span)],
        }
    }
    let setup = position.setup();
    let legal = position.legal_moves();
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
        failures.push((format!("`{}` is no square", text.text), text.source, text.span));
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
    failures
}

fn message(stop: Stop) -> String {
    match stop {
        // The caret below is the file's; the command line's own is left away.
        Stop::Usage(message) => message.lines().next().unwrap_or_default().to_owned(),
        Stop::Closed | Stop::Findings => String::new(),
    }
}

/// An outcome as `[[test]]` sections write it: who wins (or `draw`) and why, or `none`.
pub fn outcome_text(game: &Game, outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else { return "none".to_owned() };
    let result = outcome.winner.map_or_else(|| "draw".to_owned(), |player| game.player(player).to_owned());
    format!("{result} {}", outcome.reason.name())
}

/// Whether an outcome is what was written: every word of it (blanks, commas and colons part them, and `wins`, `by`
/// may be among them) is the winner's name, `draw`, the reason or `none`.
fn fits(game: &Game, outcome: Option<Outcome>, wanted: &str) -> bool {
    let actual = outcome_text(game, outcome).to_lowercase();
    let known: Vec<&str> = actual.split(' ').collect();
    let wanted = wanted.to_lowercase();
    let mut words = wanted
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ':'))
        .filter(|word| !matches!(*word, "" | "wins" | "by"))
        .peekable();
    words.peek().is_some() && words.all(|word| known.contains(&word))
}
