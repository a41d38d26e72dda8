//! `carn man`: the manual pages, generated from the help texts.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_mangen::Man;

use super::console::Console;
use super::exit::{Result, Stop};
use super::files::write_new;

/// Print a manual page, or write all of them to a folder
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  carn man | man -l -
  carn man check | man -l -
  carn man --folder ~/.local/share/man/man1")]
pub struct Arguments {
    /// Subcommand whose page to print [default: the page of carn itself]
    #[arg(conflicts_with = "folder")]
    subcommand: Vec<String>,
    /// Write all pages to this folder: carn.1, carn-check.1, …
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    folder: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long, requires = "folder")]
    force: bool,
}

/// Prints or writes the pages.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let mut command = super::Arguments::command();
    command.build();
    let Some(folder) = &arguments.folder else {
        let mut wanted = &command;
        for name in &arguments.subcommand {
            let found = wanted.find_subcommand(name);
            wanted = found.ok_or_else(|| Stop::usage(format!("there is no subcommand `{name}`")))?;
        }
        return console.text(page(wanted)?);
    };
    std::fs::create_dir_all(folder)
        .map_err(|error| Stop::usage(format!("cannot make the folder `{}`: {error}", folder.display())))?;
    let mut written = 0;
    let mut commands = vec![&command];
    while let Some(command) = commands.pop() {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        write_new(&folder.join(format!("{name}.1")), &page(command)?, arguments.force)?;
        written += 1;
        commands.extend(command.get_subcommands().filter(|inner| inner.get_name() != "help"));
    }
    console.message(format_args!("wrote {written} pages to {}", folder.display()));
    Ok(())
}

/// One page in the format of `man`.
fn page(command: &clap::Command) -> Result<String> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
