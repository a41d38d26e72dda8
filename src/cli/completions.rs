//! `carn completions`: a script that teaches a shell to complete our arguments.

use clap::CommandFactory;
use clap_complete::Shell;

use super::console::Console;
use super::exit::Result;

/// Print a script that completes carn's arguments in a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  carn completions bash > ~/.local/share/bash-completion/completions/carn
  carn completions zsh > ~/.zfunc/_carn
  carn completions fish > ~/.config/fish/completions/carn.fish")]
pub struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "carn", &mut script);
    console.file(&String::from_utf8_lossy(&script))
}
