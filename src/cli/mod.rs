//! The command, one module per subcommand. Only this code prints, reads files, starts processes or exits.
//!
//! A subcommand is a `clap::Args` and a function `run(&arguments, &mut console) -> exit::Result`. To add one, write its module,
//! add it to [`Command`] and call it in [`run`].

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
mod given;
mod how;
mod import;
mod interrupt;
mod lines;
mod list;
mod lsp;
mod man;
mod matches;
pub(crate) mod memory;
mod moves;
mod new;
mod opponent;
mod outcome;
mod page;
mod pattern;
mod perft;
mod play;
mod process;
mod quote;
mod record;
mod schema;
mod serve;
mod show;
mod study;
mod test;
mod tune;
mod values;
mod watch;
mod why;
mod words;

use std::ffi::OsString;
use std::io::Write;
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
file.

Exit codes: 0 success; 1 findings, such as an error in a rule file, a difference
or a failed test; 2 usage error, such as wrong arguments or a missing file.

Examples:
  carn moves xiangqi                    the legal moves of the start position
  carn new mychess --from chess         write mychess.toml, a variant of chess
  carn check mychess.toml               report its errors and warnings
  carn show mychess.toml --from e2      show the moves of a piece
  carn play mychess.toml --against 5    play against the computer"
)]
struct Arguments {
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, global = true, alias = "colour")]
    color: Colour,
    /// Load rule files without the limits on time and memory that protect against untrusted files
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
    Study(Box<study::Arguments>),
    Tune(tune::Arguments),
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

/// Runs the command with arguments, of which the first is its own name. `program` starts this program again: a program and its
/// first arguments.
pub fn run(program: Vec<String>, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    process::name(program);
    // A shell requests completions with a variable; answering it ends the process.
    clap_complete::CompleteEnv::with_factory(Arguments::command).var(completions::VARIABLE).complete();
    let arguments = match Arguments::try_parse_from(with_moves_together(arguments.into_iter())) {
        Ok(arguments) => arguments,
        Err(error) => return told(&error),
    };
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
        Command::Study(arguments) => study::run(arguments, &mut console),
        Command::Tune(arguments) => tune::run(arguments, &mut console),
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
    ended(result, &mut console)
}

/// The exit code of the process, with the error message if there is one.
fn ended(result: exit::Result, console: &mut Console) -> ExitCode {
    // Output that cannot be written takes precedence over findings, which it would have told.
    let result = match (result, console.flush()) {
        (Ok(()) | Err(Stop::Findings), Err(stop @ Stop::Usage(_))) => Err(stop),
        (result, _) => result,
    };
    let Err(stop) = result else { return ExitCode::SUCCESS };
    if let Stop::Usage(message) = &stop {
        console.headed(Paint::Red, "error", message);
    }
    ExitCode::from(stop.code())
}

/// Shows the requested help, or the error in the arguments.
fn told(error: &clap::Error) -> ExitCode {
    let shown = error.print().and_then(|()| std::io::stdout().flush());
    match u8::try_from(error.exit_code()) {
        Ok(0) => ended(shown.map_err(Stop::from), &mut Console::new(Colour::default())),
        code => ExitCode::from(code.unwrap_or(2)),
    }
}

/// The arguments, with those of `--moves` joined if a move begins with `-`, as in CSA; no option has a digit after the `-`.
fn with_moves_together(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let dashed = |one: &OsString| {
        let bytes = one.as_encoded_bytes();
        bytes.first() == Some(&b'-') && bytes.get(1).is_some_and(u8::is_ascii_digit)
    };
    let mut together = Vec::new();
    let mut rest = arguments.peekable();
    while let Some(one) = rest.next() {
        let option = one == "--moves";
        together.push(one);
        let mut moves = Vec::new();
        while option
            && let Some(mv) = rest.next_if(|one| dashed(one) || !one.as_encoded_bytes().starts_with(b"-"))
        {
            moves.push(mv);
        }
        if moves.iter().any(dashed) {
            together.pop();
            together.push([OsString::from("--moves="), moves.join(" ".as_ref())].into_iter().collect());
        } else {
            together.extend(moves);
        }
    }
    together
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Longer lines would be broken at the usual width of a terminal.
    #[test]
    fn lines_of_help_fit_a_terminal() {
        fn look(command: &clap::Command) {
            let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
            }
            command.get_subcommands().for_each(look);
        }
        look(&Arguments::command());
    }
}
