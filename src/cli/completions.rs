//! `carn completions`: a script for completion in a shell, and the completers of arguments.

use std::ffi::OsStr;

use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;

use super::console::Console;
use super::exit::{Result, Stop};

/// The variable with which a shell requests completions.
pub const VARIABLE: &str = "COMPLETE";

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
The script asks carn for the completions, so it need not be renewed when carn
changes. A VARIANT completes to shipped names and to rule files.

Examples:
  carn completions bash > ~/.local/share/bash-completion/completions/carn
  carn completions zsh > ~/.zfunc/_carn
  carn completions fish > ~/.config/fish/completions/carn.fish")]
pub struct Arguments {
    /// Shell to complete in
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Prints the script.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let name = arguments.shell.to_string();
    let shells = Shells::builtins();
    let Some(shell) = shells.completer(&name) else {
        return Err(Stop::usage(format!("there are no completions for {name}")));
    };
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, "carn", "carn", "carn", &mut script)?;
    console.file(&String::from_utf8_lossy(&script))
}

/// Completes the name of a shipped variant, or a rule file.
pub fn variant() -> ArgValueCompleter {
    ArgValueCompleter::new(|begun: &OsStr| {
        let begun_text = begun.to_string_lossy();
        let names = carn::library::names().filter(|name| name.starts_with(begun_text.as_ref()));
        let mut found: Vec<CompletionCandidate> = names.map(CompletionCandidate::new).collect();
        let rules = |path: &std::path::Path| {
            path.is_file() && path.extension().is_some_and(|extension| extension == "toml")
        };
        found.extend(PathCompleter::any().filter(rules).complete(begun));
        found
    })
}
