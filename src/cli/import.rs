//! `carn import`: converts notations of other programs to rule files, and lists what could not be converted.

use std::path::PathBuf;

use carn::diagnostic::{Diagnostic, has_errors, render_all};
use carn::import::betza::{Initial, Patterns, carn, read};
use carn::import::ini::{self, Imported, Outcome};
use carn::source::{Source, SourceId, Sources};
use serde_json::{Value, json};

use super::console::{Console, Format, Paint};
use super::counted::counted;
use super::exit::{Result, Stop};
use super::files::write_new;
use super::game;
use super::given::Given;

/// Convert pieces and games of other programs into rule files
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
FILE is a variant configuration of Fairy-Stockfish (variants.ini): sections
`[name:parent]` with lines `key = value`. Each variant becomes a rule file,
which extends a shipped game if that makes it shorter. Settings that a rule file
cannot express are listed in comments at its head and on standard error.

Exit codes: 0 everything was converted; 1 some settings were not, or the file
has errors; 2 usage error.

Examples:
  carn import betza 'fmWfcF'            print the patterns of a piece
  carn import variants.ini mine         print one variant as a rule file
  carn import variants.ini -o games     write all variants to a folder"
)]
pub struct Arguments {
    #[command(subcommand)]
    kind: Option<Kind>,
    #[command(flatten)]
    file: FileArguments,
}

#[derive(clap::Subcommand)]
enum Kind {
    Betza(BetzaArguments),
}

/// Convert a piece in Betza notation, with XBoard's extensions
#[derive(clap::Args)]
#[command(after_help = "\
Atoms: W F D N A H C Z G K, and the riders R B Q.
Before an atom: directions (f b l r v s h); m move without capture, c capture,
e en passant, d capture own pieces, i only before the piece has moved, n lame,
j jump over a piece, p and g hop over one piece, z and q turning paths.
After an atom: the maximum number of steps, or the atom again for no limit.
`a` separates two legs of a move.

Examples:
  carn import betza BN
  carn import betza mRcpR --format json")]
struct BetzaArguments {
    /// Piece in Betza notation: BN, fmWfcF, mRcpR
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    text: String,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(clap::Args)]
struct FileArguments {
    /// Variant configuration; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: Option<Given>,
    /// Variants to convert [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Write the rule files to this folder
    #[arg(short, long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    output: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Imports the requested notation.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    match &arguments.kind {
        Some(Kind::Betza(arguments)) => betza(arguments, console),
        None => configuration(&arguments.file, console),
    }
}

/// Converts a piece to lines of a rule file.
fn betza(arguments: &BetzaArguments, console: &mut Console) -> Result {
    let text = arguments.text.as_str();
    let mut sources = Sources::new();
    let source = sources.add(Source::new("betza", text.to_owned()));
    let (groups, mut findings) = read(text);
    let (patterns, lost) = carn(&groups, &Initial::default());
    findings.extend(lost);
    let findings: Vec<Diagnostic> = findings.into_iter().map(|one| one.in_source(source)).collect();
    if arguments.format == Format::Json {
        console.json(&json!({
            "betza": text,
            "patterns": keys(&patterns),
            "diagnostics": super::check::diagnostics(&findings, &sources),
        }))?;
    } else {
        for (key, lines) in patterns.keys() {
            let value = match lines {
                [only] => super::new::quoted(only),
                lines => {
                    let lines: Vec<String> = lines.iter().map(|line| super::new::quoted(line)).collect();
                    format!("[{}]", lines.join(", "))
                }
            };
            console.line(format_args!("{key:7} = {value}"))?;
        }
        told(&findings, &sources, console);
    }
    if findings.is_empty() { Ok(()) } else { Err(Stop::Findings) }
}

fn keys(patterns: &Patterns) -> Value {
    patterns
        .keys()
        .map(|(key, lines)| (key.to_owned(), json!(lines)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn told(findings: &[Diagnostic], sources: &Sources, console: &mut Console) {
    if !findings.is_empty() {
        let rendered = render_all(findings, sources, console.message_style());
        console.message_rendered(rendered.trim_end());
    }
}

/// Converts the variants of a configuration to rule files.
fn configuration(arguments: &FileArguments, console: &mut Console) -> Result {
    let Some(file) = &arguments.file else {
        return Err(Stop::usage("name a configuration file, or use `carn import betza TEXT`"));
    };
    let (name, text) = match file.is_standard_input() {
        true => ("<stdin>", game::read_standard_input()),
        false => (&**file, game::read_given(file.path())),
    };
    let text = text.map_err(|error| Stop::usage(format!("cannot read `{file}`: {error}")))?;
    let mut sources = Sources::new();
    let source = sources.add(Source::new(name, text.clone()));
    let outcome = ini::import(&text, &arguments.names);
    if let Some(missing) = outcome.missing.first() {
        return Err(Stop::usage(format!("`{file}` has no variant `{missing}` of its own")));
    }
    let findings: Vec<Diagnostic> =
        outcome.diagnostics.iter().cloned().map(|one| one.in_source(source)).collect();
    let clean = !has_errors(&findings) && outcome.games.iter().all(whole);
    if let Some(folder) = &arguments.output {
        std::fs::create_dir_all(folder).map_err(|error| {
            Stop::usage(format!("cannot make the folder `{}`: {error}", folder.display()))
        })?;
        for one in outcome.games.iter().filter(|one| one.failed.is_none()) {
            write_new(&folder.join(file_name(&one.name)), &one.text, arguments.force)?;
        }
    }
    if arguments.format == Format::Json {
        console.json(&data(&outcome, &findings, &sources, source))?;
    } else {
        for (index, one) in outcome.games.iter().filter(|one| one.failed.is_none()).enumerate() {
            if arguments.output.is_none() {
                let between = if index == 0 { "" } else { "\n" };
                console.file(&format!("{between}{}", one.text))?;
            }
        }
        table(&outcome.games, console);
        told(&findings, &sources, console);
        summary(&outcome.games, arguments, console);
    }
    if clean { Ok(()) } else { Err(Stop::Findings) }
}

/// Whether a variant was converted completely.
fn whole(one: &Imported) -> bool {
    one.failed.is_none() && one.lost.is_empty()
}

/// A file name for a variant; characters that could form a path are replaced.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '_' };
    let name: String = name.chars().map(plain).collect();
    format!("{}.toml", name.trim_start_matches('.'))
}

/// Prints the parts that were not converted, by variant.
fn table(games: &[Imported], console: &mut Console) {
    for one in games {
        for lost in &one.lost {
            let line = format!("{}: {} = {}: {}", one.name, lost.key, lost.value, lost.why);
            console.headed(Paint::Yellow, "not converted", line);
        }
    }
}

/// Prints the numbers of converted variants.
fn summary(games: &[Imported], arguments: &FileArguments, console: &mut Console) {
    let whole = games.iter().filter(|one| whole(one)).count();
    let place =
        arguments.output.as_ref().map(|folder| format!(" in {}", folder.display())).unwrap_or_default();
    console.message(format_args!(
        "{}{place}, {whole} of them without loss",
        counted(games.iter().filter(|one| one.failed.is_none()).count(), "rule file")
    ));
}

fn data(outcome: &Outcome, findings: &[Diagnostic], sources: &Sources, source: SourceId) -> Value {
    let place = |span: carn::source::Span| {
        let at = sources.get(source).map(|text| text.position(span.start));
        at.map(|at| json!({ "line": at.line, "column": at.column, "start": span.start, "end": span.end }))
    };
    let games: Vec<Value> = outcome
        .games
        .iter()
        .map(|one| {
            let lost: Vec<Value> = one
                .lost
                .iter()
                .map(|lost| json!({ "key": lost.key, "value": lost.value, "why": lost.why, "rules": lost.rules, "at": lost.span.and_then(place) }))
                .collect();
            json!({
                "name": one.name, "extends": one.extends, "text": one.text, "lost": lost, "failed": one.failed,
            })
        })
        .collect();
    json!({ "games": games, "diagnostics": super::check::diagnostics(findings, sources) })
}
