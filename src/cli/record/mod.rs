//! `carn record`: shows, checks and converts game records.

mod annotate;
mod check;
mod convert;
mod games;
mod list;
mod moves;
mod show;
mod sources;
mod threads;
mod tree;

use carn::notation::{script_named, script_names};
use carn::record::Encoding;
use carn::variant::Script;

use super::console::Console;
use super::exit::Result;
use super::given::Given;

pub use games::{First, Variants, load_text, report};

/// Show, check, annotate and convert game records: PGN, SGF, KIF, CSA, USI, JKF, XQF, CBL, DhtmlXQ, WXF
#[derive(clap::Args)]
#[command(after_help = "\
FILE is a file of games, a folder with such files, or - for standard input. The
record names its variant (PGN: tag Variant; SGF: RU or GM); --variant overrides
it. Exit code 1: a record has errors. tree does not check the moves.

Examples:
  carn record show game.pgn
  carn record tree problem.sgf --cells
  carn record check database.pgn games/
  carn record convert game.pgn --notation coordinate
  carn record convert game.pgn --to sgf
  carn record annotate game.pgn --time 2
  carn record moves xiangqi.pgn --notation chinese")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Show(show::Arguments),
    Tree(tree::Arguments),
    Check(check::Arguments),
    Annotate(annotate::Arguments),
    Convert(convert::Arguments),
    Moves(moves::Arguments),
}

/// Which records, and how to read them.
#[derive(clap::Args)]
pub struct Input {
    /// Files of games, or folders with such files; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<Given>,
    /// Use these rules instead of those that the record names: a shipped variant or a rule file
    #[arg(long, value_name = "VARIANT", add = super::completions::variant())]
    variant: Option<Given>,
    /// Encoding of the file: utf-8, gb18030, big5, latin1, … [default: detected]
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<Encoding>,
    /// Read only this game of each file, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// Treat as errors what is otherwise accepted with a note: null moves (--, Z0), loose notation (a8=q, e5 for fxe5),
    /// and impossible rights or marks in a start position
    #[arg(long)]
    strict: bool,
    /// Number of threads for one PGN file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

fn encoding(name: &str) -> std::result::Result<Encoding, String> {
    Encoding::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Encoding::ALL.iter().map(|encoding| encoding.name()).collect();
        format!("the encodings are {}", known.join(", "))
    })
}

fn script(name: &str) -> std::result::Result<Script, String> {
    let known = || format!("the notations are {}", script_names().collect::<Vec<_>>().join(", "));
    script_named(&name.to_lowercase()).ok_or_else(known)
}

/// The help text of an option that takes the name of a notation.
fn notations(what: &str) -> String {
    format!("{what}: {} [default: the variant's own]", script_names().collect::<Vec<_>>().join(", "))
}

/// Runs the requested subcommand.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    match &arguments.command {
        Command::Show(arguments) => show::run(arguments, console),
        Command::Tree(arguments) => tree::run(arguments, console),
        Command::Check(arguments) => check::run(arguments, console),
        Command::Annotate(arguments) => annotate::run(arguments, console),
        Command::Convert(arguments) => convert::run(arguments, console),
        Command::Moves(arguments) => moves::run(arguments, console),
    }
}
