//! The command: one file a subcommand; the only code that prints, reads files, starts processes or exits.
//!
//! A subcommand is a `clap::Args` and a function `run(&arguments, &mut console) -> exit::Result`. To add one, write
//! its file, name it in [`Command`] and call it in [`run`].

mod best;
mod changes;
mod check;
mod compare;
mod completions;
mod console;
mod counted;
mod diff;
mod draw;
mod engine;
mod exit;
mod explain;
mod explain_code;
mod files;
mod fixes;
mod fmt;
mod folder;
mod game;
mod how;
mod import;
mod lines;
mod list;
mod lsp;
mod man;
mod matches;
mod moves;
mod new;
mod opponent;
mod outcome;
mod pattern;
mod perft;
mod play;
mod process;
mod quote;
mod record;
mod schema;
mod serve;
mod show;
mod test;
mod values;
mod watch;
mod why;
mod words;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use console::{Colour, Console, Paint};
use exit::Stop;

/// Define a chess-like game in a text file, and run it.
#[derive(Parser)]
#[command(
    name = "carn",
    version,
    max_term_width = 80,
    after_help = "\
VARIANT is the name of a shipped variant (see `carn list`) or the path of a rule
file. Exit codes: 0 all is well; 1 there are findings: an error in a rule file,
a difference, a failed test; 2 the call is wrong: bad arguments, a file that is
not there.

Examples:
  carn moves xiangqi                    the legal moves of the start position
  carn new mychess --from chess         write mychess.toml, to change a rule in
  carn check mychess.toml               what is wrong with it
  carn show mychess.toml --from e2      where a piece can go"
)]
struct Arguments {
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, global = true, alias = "colour")]
    color: Colour,
    /// Load rule files without the bounds on time and memory that guard against files of strangers
    #[arg(long, global = true)]
    trust: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::Arguments),
    Check(check::Arguments),
    Fmt(fmt::Arguments),
    Explain(explain::Arguments),
    ExplainCode(explain_code::Arguments),
    Show(show::Arguments),
    Moves(moves::Arguments),
    Why(why::Arguments),
    Perft(perft::Arguments),
    Compare(compare::Arguments),
    Match(Box<matches::Arguments>),
    Diff(diff::Arguments),
    Test(test::Arguments),
    New(new::Arguments),
    Import(import::Arguments),
    Record(record::Arguments),
    Play(play::Arguments),
    Best(best::Arguments),
    Values(values::Arguments),
    Engine(engine::Arguments),
    Lsp(lsp::Arguments),
    Serve(serve::Arguments),
    Schema(schema::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Runs the command on the arguments of the process.
pub fn run() -> ExitCode {
    // A shell that wants completions says so in a variable; the answer ends the process.
    clap_complete::CompleteEnv::with_factory(Arguments::command).var(completions::VARIABLE).complete();
    let arguments = Arguments::parse();
    let mut console = Console::new(arguments.color);
    game::trust(arguments.trust);
    let result = match &arguments.command {
        Command::List(arguments) => list::run(arguments, &mut console),
        Command::Check(arguments) => check::run(arguments, &mut console),
        Command::Fmt(arguments) => fmt::run(arguments, &mut console),
        Command::Explain(arguments) => explain::run(arguments, &mut console),
        Command::ExplainCode(arguments) => explain_code::run(arguments, &mut console),
        Command::Show(arguments) => show::run(arguments, &mut console),
        Command::Moves(arguments) => moves::run(arguments, &mut console),
        Command::Why(arguments) => why::run(arguments, &mut console),
        Command::Perft(arguments) => perft::run(arguments, &mut console),
        Command::Compare(arguments) => compare::run(arguments, &mut console),
        Command::Match(arguments) => matches::run(arguments, &mut console),
        Command::Diff(arguments) => diff::run(arguments, &mut console),
        Command::Test(arguments) => test::run(arguments, &mut console),
        Command::New(arguments) => new::run(arguments, &mut console),
        Command::Import(arguments) => import::run(arguments, &mut console),
        Command::Record(arguments) => record::run(arguments, &mut console),
        Command::Lsp(arguments) => lsp::run(arguments, &mut console),
        Command::Serve(arguments) => serve::run(arguments, &mut console),
        Command::Schema(arguments) => schema::run(arguments, &mut console),
        Command::Play(arguments) => play::run(arguments, &mut console),
        Command::Best(arguments) => best::run(arguments, &mut console),
        Command::Values(arguments) => values::run(arguments, &mut console),
        Command::Engine(arguments) => engine::run(arguments, &mut console),
        Command::Completions(arguments) => completions::run(arguments, &mut console),
        Command::Man(arguments) => man::run(arguments, &mut console),
    };
    let result = result.and_then(|()| console.flush());
    let Err(stop) = result else { return ExitCode::SUCCESS };
    if let Stop::Usage(message) = &stop {
        console.headed(Paint::Red, "error", message);
    }
    // What a subcommand wrote before it stopped was meant to be seen; that it cannot be is no second error.
    let _ = console.flush();
    ExitCode::from(stop.code())
}
