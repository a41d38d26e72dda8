//! `carn engine`: the search for graphical interfaces. A session plays; a protocol says what is typed and printed.

pub mod session;
mod text;
mod uci;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use super::console::Console;
use super::exit::Result;
use session::Session;

/// Play in a graphical interface that speaks UCI
#[derive(clap::Args)]
#[command(after_help = "\
An interface starts this command and talks to it. `UCI_Variant` offers every
shipped game, and the files named here; `VariantPath` reads one more.

Examples:
  carn engine
  carn engine mychess.toml
  printf 'uci\\nposition startpos\\ngo movetime 500\\n' | carn engine")]
pub struct Arguments {
    /// Rule files to offer besides the shipped games
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Whether a protocol goes on after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// It waits for the next line.
    On,
    /// The interface has left.
    Quit,
}

/// What is typed and printed.
trait Protocol {
    /// Carries out a line.
    fn obey(&mut self, line: &str, session: &mut Session) -> Flow;
}

/// Lines longer than this are cut: no game is as long.
const LONGEST: u64 = 1 << 22;

/// Reads lines until the interface leaves.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let mut session = Session::new(&arguments.files)?;
    console.flush()?;
    let mut protocol: Box<dyn Protocol> = Box::new(uci::Uci::default());
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if io::Read::take(&mut input, LONGEST).read_until(b'\n', &mut bytes).unwrap_or(0) == 0 {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        if protocol.obey(line.trim(), &mut session) == Flow::Quit {
            session.stop();
            return Ok(());
        }
    }
    // A list of commands from a file ends before its last search does.
    session.wait();
    Ok(())
}

/// Prints a line for the interface at once. An interface that has gone is noticed when its input ends.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
