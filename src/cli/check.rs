//! `carn check`: reports errors in rule files, or in one pattern.

use std::io::IsTerminal;

use carn::compile::{self, Compiled};
use carn::diagnostic::{Diagnostic, Fix, has_errors, json_list, render_all};
use carn::geometry::{Board, BoardError};
use carn::library;
use carn::source::{Source, Sources};
use carn::variant::{Piece, PlayerId, RoleId, Setup, Variant};
use serde_json::{Value, json};

use super::changes::changes;
use super::console::{Console, Format, Paint};
use super::counted::counted;
use super::draw::{Glyphs, Mark, Picture, text};
use super::exit::{Result, Stop};
use super::files::replace;
use super::fixes::{Left, fix};
use super::folder::{Unread, with_folders};
use super::game::{self, Game};
use super::given::Given;
use super::how;
use super::pattern;
use super::watch::Watch;

/// Check rule files, or one pattern
#[derive(clap::Args)]
#[command(after_help = "\
--fix applies the suggested fixes that leave fewer findings in the file. It
shows the changes first and asks before it writes; without a terminal, --yes is
required.

--pattern shows the squares that a piece with this pattern reaches from the
middle on an empty board. With --variant, it shows the moves of the piece on
--from as if it moved by the pattern.

Examples:
  carn check mygame.toml
  carn check                            all rule files below this folder
  carn check --fix mygame.toml
  carn check --watch mygame.toml        check again after every change
  carn check rules/*.toml --format json
  carn check --how mygame.toml          show how the engine runs each movement
  carn check --pattern '*# 2 *# 1'
  carn check --pattern '*# $n *# $n *# $n' --board 5x5x5 --from c3c
  carn check --pattern '*# * @JumpOver(1)' --variant xiangqi --from h3")]
pub struct Arguments {
    /// Rule files, names of shipped variants, or folders, with all rule files in them and their subfolders; `-` reads
    /// standard input [default: this folder]
    #[arg(value_name = "FILE", add = super::completions::variant())]
    files: Vec<Given>,
    /// Check this pattern instead of a file
    #[arg(long, value_name = "STRING", conflicts_with = "files")]
    pattern: Option<String>,
    /// Board for the pattern: lengths of its axes, which are named File, Rank, Level, Axis4, …
    #[arg(long, value_name = "8x8", requires = "pattern", default_value = "8x8")]
    board: String,
    /// Board for the pattern: names and lengths of its axes
    #[arg(long, value_name = "File=8,Rank=8", requires = "pattern", conflicts_with = "board")]
    axes: Option<String>,
    /// Try the pattern in this game; it may use the game's zones, functions and roles
    #[arg(long, value_name = "VARIANT", requires = "pattern", conflicts_with_all = ["board", "axes"],
        add = super::completions::variant())]
    variant: Option<Given>,
    /// FEN of the game's position [default: the start position]
    #[arg(long, value_name = "FEN", requires = "variant")]
    fen: Option<String>,
    /// Square of the piece [default: the middle of the board]
    #[arg(long, value_name = "SQUARE", requires = "pattern")]
    from: Option<String>,
    /// Report how the engine runs each movement, and why it does not run faster
    #[arg(long, conflicts_with_all = ["pattern", "fix"])]
    how: bool,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Apply the suggested fixes, after showing the changes and asking
    #[arg(long, conflicts_with = "pattern")]
    fix: bool,
    /// Write the fixes without asking
    #[arg(long, short, requires = "fix")]
    yes: bool,
    /// Check again whenever a rule file in the same folder changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["pattern", "fix"])]
    watch: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Arguments {
    /// The files and folders to check.
    fn files(&self) -> Vec<Given> {
        if self.files.is_empty() { vec![Given::from(".")] } else { self.files.clone() }
    }
}

/// Checks everything, then returns whether there was an error.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    match &arguments.pattern {
        Some(pattern) => check_pattern(arguments, pattern, console),
        None if arguments.watch => check_again_and_again(arguments, console),
        None => check_files(arguments, console),
    }
}

/// Checks files again whenever one of them, or one next to them, changes.
fn check_again_and_again(arguments: &Arguments, console: &mut Console) -> Result {
    let watch = Watch::new(arguments.files().iter().filter(|file| library::text(file).is_none()))?;
    loop {
        match check_files(arguments, console) {
            // A command that keeps running has no exit code, so findings do not end it.
            Ok(()) | Err(Stop::Findings) => {}
            Err(Stop::Usage(message)) => console.headed(Paint::Red, "error", &message),
            Err(stop) => return Err(stop),
        }
        console.message("waiting for changes; press Ctrl-C to stop");
        console.flush()?;
        watch.wait()?;
        if arguments.format == Format::Human {
            console.line("")?;
        }
    }
}

fn check_files(arguments: &Arguments, console: &mut Console) -> Result {
    let (files, unread) = with_folders(arguments.files())?;
    // A file that cannot be read does not prevent the check of others.
    let told = |(file, reason): Unread| {
        let message = format!("cannot read `{file}`: {reason}");
        (file, message)
    };
    let mut unread: Vec<(Given, String)> = unread.into_iter().map(told).collect();
    let mut checked = Vec::new();
    let mut fixes = Vec::new();
    for file in &files {
        let one = if arguments.fix {
            fix_file(arguments, file, console).map(|(compiled, told)| {
                fixes.push(told);
                compiled
            })
        } else {
            game::compile(file)
        };
        match one {
            Ok(compiled) => checked.push((file, compiled)),
            Err(Stop::Usage(message)) => unread.push((file.clone(), message)),
            Err(stop) => return Err(stop),
        }
    }
    let bad = |diagnostics: &[Diagnostic]| {
        has_errors(diagnostics) || (arguments.deny_warnings && !diagnostics.is_empty())
    };
    let findings = checked.iter().any(|(_, compiled)| bad(&compiled.diagnostics));
    if arguments.format == Format::Json {
        let mut files: Vec<Value> = checked
            .iter()
            .enumerate()
            .map(|(at, (file, compiled))| {
                let mut one = json!({
                    "file": file,
                    "ok": !bad(&compiled.diagnostics),
                    "diagnostics": diagnostics(&compiled.diagnostics, &compiled.sources),
                });
                if let Some(told) = fixes.get(at) {
                    one["fixed"] = told.json();
                }
                if let Some(variant) = compiled.variant.as_ref().filter(|_| arguments.how) {
                    one["runs"] = how::json(variant);
                }
                one
            })
            .collect();
        files.extend(
            unread.iter().map(|(file, message)| json!({ "file": file, "ok": false, "error": message })),
        );
        console.json(&json!({ "ok": !findings && unread.is_empty(), "files": files }))?;
    } else {
        for (file, compiled) in &checked {
            console.rendered(&render_all(&compiled.diagnostics, &compiled.sources, console.style()))?;
            let summary = summary(&compiled.diagnostics, compiled.variant.as_ref());
            let word = if bad(&compiled.diagnostics) {
                console.paint(Paint::Red, &summary)
            } else {
                console.paint(Paint::Green, &summary)
            };
            console.line(format_args!("{file}: {word}"))?;
            for line in compiled.variant.iter().filter(|_| arguments.how).flat_map(how::lines) {
                console.line(format_args!("  {line}"))?;
            }
        }
    }
    // An unreadable file takes precedence over findings, so report it as the result.
    let messages: Vec<String> = unread.into_iter().map(|(_, message)| message).collect();
    match messages.split_last() {
        Some((last, others)) => {
            others.iter().for_each(|message| console.headed(Paint::Red, "error", message));
            Err(Stop::usage(last.clone()))
        }
        None if findings || fixes.iter().any(|told| told.waiting()) => Err(Stop::Findings),
        None => Ok(()),
    }
}

/// The result of fixing a file.
struct Told {
    applied: Vec<(usize, Fix)>,
    left: Vec<Left>,
    diff: String,
    written: bool,
}

impl Told {
    /// Whether there are fixes that have not been written.
    fn waiting(&self) -> bool {
        !self.written && !self.applied.is_empty()
    }

    fn json(&self) -> Value {
        let fixes = self.applied.iter().map(
            |(line, fix)| json!({ "line": line, "message": fix.message, "replacement": fix.replacement }),
        );
        let left = self.left.iter().map(|Left { place: (file, line), fix, reason }| {
            json!({
                "file": file, "line": line, "message": fix.message, "replacement": fix.replacement, "reason": reason,
            })
        });
        json!({
            "fixes": fixes.collect::<Vec<_>>(), "left": left.collect::<Vec<_>>(),
            "diff": self.diff, "written": self.written,
        })
    }
}

/// Applies the fixes of one file, if requested; returns what to report.
fn fix_file(arguments: &Arguments, file: &Given, console: &mut Console) -> Result<(Compiled, Told)> {
    if file.is_standard_input() || library::text(file).is_some() {
        let what = if file.is_standard_input() { "standard input" } else { "a shipped variant" };
        return Err(Stop::usage(format!("--fix cannot write to {what} (`{file}`); name a file")));
    }
    let path = file.path();
    let old = game::read(path).map_err(|error| Stop::usage(format!("cannot read `{file}`: {error}")))?;
    let compile = |text: &str| game::compile_text(file, file.folder(), text);
    let fixed = fix(&old, compile);
    let diff = changes(file, &old, &fixed.text);
    let mut told = Told { applied: fixed.applied, left: fixed.left, diff, written: false };
    if arguments.format == Format::Human {
        console.text(&told.diff)?;
        for (line, fix) in &told.applied {
            console.line(format_args!("{file}:{line}: {}", fix.message))?;
        }
        for Left { place: (file, line), fix, reason } in &told.left {
            console.line(format_args!("{file}:{line}: not applied: {}; {reason}", fix.message))?;
        }
    }
    if told.applied.is_empty() {
        return Ok((fixed.compiled, told));
    }
    if arguments.yes || (arguments.format == Format::Human && asked(file, console)?) {
        replace(path, &fixed.text).map_err(Stop::usage)?;
        told.written = true;
        let count = counted(told.applied.len(), "fix").replace("fixs", "fixes");
        console.message(format_args!("{file}: {count} written"));
        return Ok((fixed.compiled, told));
    }
    console.message(format_args!("{file}: not written; add --yes to write these fixes"));
    Ok((compile(&old), told))
}

/// Asks at the terminal whether to write; `false` without a terminal.
fn asked(file: &str, console: &mut Console) -> Result<bool> {
    if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        return Ok(false);
    }
    console.text(format_args!("Write these changes to {file}? [y/N] "))?;
    console.flush()?;
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer);
    Ok(read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// The findings as a JSON value.
pub fn diagnostics(all: &[Diagnostic], sources: &Sources) -> Value {
    serde_json::from_str(&json_list(all, sources)).unwrap_or(Value::Null)
}

/// The number of findings by kind, or a description of the game.
fn summary(diagnostics: &[Diagnostic], variant: Option<&Variant>) -> String {
    let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    let errors = diagnostics.iter().filter(|one| one.is_error()).count();
    let warnings = diagnostics.len() - errors;
    let mut parts = Vec::new();
    if errors > 0 {
        parts.push(count(errors, "error"));
    } else if let Some(variant) = variant {
        let (roles, squares) = (count(variant.roles.len(), "role"), count(variant.board.len(), "square"));
        parts.push(format!("ok, {roles} on {squares}"));
    }
    if warnings > 0 {
        parts.push(count(warnings, "warning"));
    }
    parts.join(", ")
}

/// Checks one pattern, and draws the squares it reaches.
fn check_pattern(arguments: &Arguments, pattern: &str, console: &mut Console) -> Result {
    if let Some(name) = &arguments.variant {
        return check_in_game(arguments, name, pattern, console);
    }
    let board = board(arguments)?;
    let from = pattern::origin(&board, arguments.from.as_deref())?;
    let compiled = compile::compile_pattern(pattern, &board, &game::natives());
    let findings = match &compiled {
        Ok(compiled) => compiled.warnings(),
        Err(findings) => findings,
    };
    let mut sources = Sources::new();
    let id = sources.add(Source::new("pattern", pattern));
    let findings: Vec<_> = findings.iter().map(|finding| finding.clone().in_source(id)).collect();
    let bad = compiled.is_err() || (arguments.deny_warnings && !findings.is_empty());
    let result = if bad { Err(Stop::Findings) } else { Ok(()) };
    if arguments.format == Format::Json {
        let mut answer = json!({
            "pattern": pattern, "ok": !bad, "diagnostics": diagnostics(&findings, &sources),
        });
        if let Ok(compiled) = &compiled {
            let squares = compiled.squares(from);
            answer["from"] = board.name(from).into();
            answer["squares"] = squares.iter().map(|square| board.name(square)).collect();
        }
        console.json(&answer)?;
        return result;
    }
    console.rendered(&render_all(&findings, &sources, console.style()))?;
    if !findings.is_empty() {
        let summary = summary(&findings, None);
        let colour = if bad { Paint::Red } else { Paint::Green };
        console.line(format_args!("pattern: {}", console.paint(colour, &summary)))?;
    }
    let Ok(compiled) = compiled else { return result };
    let squares = compiled.squares(from);
    let mut setup = Setup::empty(board.len());
    setup.squares[from.index()] = Some(Piece { player: PlayerId(0), role: RoleId(0) });
    let mut picture = Picture::new(compiled.variant(), &setup, Glyphs::Letters);
    squares.iter().for_each(|square| picture.mark(square, Mark::Target));
    picture.mark(from, Mark::Origin);
    console.text(text(&picture, console))?;
    let count = squares.len();
    let plural = if count == 1 { "" } else { "s" };
    let from = board.name(from);
    console.line(format_args!("\nIt reaches {count} square{plural} from {from} on an empty board"))?;
    result
}

/// Checks one pattern as that of a piece in a game, and draws the piece's moves in a position.
fn check_in_game(arguments: &Arguments, name: &Given, pattern: &str, console: &mut Console) -> Result {
    let game = Game::load(name, console)?;
    let setup = match &arguments.fen {
        Some(text) => game.read_setup(text)?,
        None => game.rules.variant().start.clone(),
    };
    let from = pattern::origin(&game.rules.variant().board, arguments.from.as_deref())?;
    let tried = pattern::compile_in(&game, pattern)?;
    let bad = has_errors(&tried.findings) || (arguments.deny_warnings && !tried.findings.is_empty());
    let result = if bad { Err(Stop::Findings) } else { Ok(()) };
    let variant = tried.compiled.variant.as_ref();
    let placed = variant.map(|variant| (variant, pattern::place(variant, setup, from)));
    if arguments.format == Format::Json {
        let mut answer = json!({
            "pattern": pattern,
            "ok": !bad,
            "diagnostics": diagnostics(&tried.findings, &tried.compiled.sources),
        });
        if let Some((variant, placed)) = &placed {
            let board = &variant.board;
            let squares = |wanted: bool| -> Vec<String> {
                let to = placed.to.iter().filter(|(_, takes)| *takes == wanted);
                to.map(|&(square, _)| board.name(square)).collect()
            };
            answer["from"] = board.name(from).into();
            answer["squares"] = squares(false).into();
            answer["captures"] = squares(true).into();
        }
        console.json(&answer)?;
        return result;
    }
    console.text(render_all(&tried.findings, &tried.compiled.sources, console.style()))?;
    let Some((variant, placed)) = placed else { return result };
    let mut picture = Picture::new(variant, &placed.setup, Glyphs::Letters);
    for &(square, takes) in &placed.to {
        picture.mark(square, if takes { Mark::Capture } else { Mark::Target });
    }
    picture.mark(placed.from, Mark::Origin);
    console.text(text(&picture, console))?;
    let taking = placed.to.iter().filter(|(_, takes)| *takes).count();
    let (count, name) = (placed.to.len() - taking, variant.board.name(from));
    console.line(format_args!(
        "\nFrom {name} it could move to {} and capture on {}",
        counted(count, "square"),
        counted(taking, "square")
    ))?;
    result
}

/// The board for the pattern.
fn board(arguments: &Arguments) -> Result<Board> {
    let mut axes: Vec<(String, u16)> = Vec::new();
    let length = |text: &str, all: &str| {
        text.trim().parse::<u16>().map_err(|_| {
            Stop::usage(format!("`{text}` in `{all}` is not the length of an axis: write a whole number"))
        })
    };
    match &arguments.axes {
        Some(text) => {
            for part in text.split(',') {
                let Some((name, count)) = part.split_once('=') else {
                    return Err(Stop::usage(format!("`{part}` in `--axes {text}` should be NAME=LENGTH")));
                };
                axes.push((name.trim().to_owned(), length(count, text)?));
            }
        }
        None => {
            for (index, part) in arguments.board.split(['x', 'X', '×']).enumerate() {
                let name = match index {
                    0 => "File".to_owned(),
                    1 => "Rank".to_owned(),
                    2 => "Level".to_owned(),
                    _ => format!("Axis{}", index + 1),
                };
                axes.push((name, length(part, &arguments.board)?));
            }
        }
    }
    let borrowed: Vec<(&str, u16)> = axes.iter().map(|(name, length)| (name.as_str(), *length)).collect();
    compile::board(&borrowed).map_err(|error| match error {
        BoardError::EmptyAxis(axis) => {
            let name = axes.get(axis).map_or("", |(name, _)| name.as_str());
            Stop::usage(format!("the axis {name} has no squares"))
        }
        error => Stop::usage(error.to_string()),
    })
}
