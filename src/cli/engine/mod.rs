//! `carn engine`: the search for graphical interfaces. A session plays; a protocol parses input and formats output.

pub mod dialect;
pub mod session;
pub mod text;
mod uci;
pub mod xboard;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

use carn::variant::Move;

use super::console::Console;
use super::exit::Result;
use dialect::Dialect;
use session::Session;

/// Run as an engine of a graphical interface, by the UCI, USI, UCCI or XBoard protocol
#[derive(clap::Args)]
#[command(after_help = "\
The interface starts this command. The first line that it sends selects the
protocol. The option `UCI_Variant` selects a shipped game or one of the given
files; `VariantPath` loads another file. XBoard also receives the start position
and the moves of the pieces, so it can show any game.

Examples:
  carn engine
  carn engine mychess.toml
  printf 'uci\\nposition startpos\\ngo movetime 500\\n' | carn engine")]
pub struct Arguments {
    /// Rule files to offer in addition to the shipped games; the first is the game at the start. The name of a shipped game
    /// works too
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Whether a protocol continues after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// Continue with the next line.
    On,
    /// The interface has ended the session.
    Quit,
}

/// A protocol: reads and writes lines.
trait Protocol {
    /// Executes a line.
    fn obey(&mut self, line: &str, session: &mut Session) -> Flow;

    /// Called when a search has decided, if the protocol requested it.
    fn decided(&mut self, _: Option<Move>, _: &mut Session) {}
}

/// The events that the command waits for.
enum Heard {
    /// A line from the interface.
    Line(String),
    /// The decision of the search with this number.
    Decided(u64, Option<Move>),
    /// The interface has closed our input.
    End,
}

/// The maximum length of a line; no game is longer.
const LONGEST: u64 = 1 << 22;

/// Reads lines until the interface ends the session.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let mut session = Session::new(&arguments.files)?;
    console.flush()?;
    // Unbounded, because a search reporting its decision must not wait for this thread while it waits for the search.
    let (send, heard) = mpsc::channel();
    let lines = send.clone();
    std::thread::spawn(move || read_lines(&lines));
    let mut protocol: Option<Box<dyn Protocol>> = None;
    let mut ended = false;
    loop {
        // Input from a file ends before its last search does.
        if ended {
            session.finish();
        }
        let one = if ended { heard.try_recv().ok() } else { heard.recv().ok() };
        match one {
            Some(Heard::Line(line)) => {
                let line = line.trim();
                let spoken = protocol.get_or_insert_with(|| greeted(line, &mut session, &send));
                if spoken.obey(line, &mut session) == Flow::Quit {
                    session.stop();
                    return Ok(());
                }
            }
            Some(Heard::Decided(number, best)) => {
                if let Some(spoken) = protocol.as_mut().filter(|_| session.searches() == number) {
                    spoken.decided(best, &mut session);
                }
            }
            Some(Heard::End) => ended = true,
            None => return Ok(()),
        }
    }
}

fn read_lines(lines: &Sender<Heard>) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    while io::Read::take(&mut input, LONGEST).read_until(b'\n', &mut bytes).unwrap_or(0) > 0 {
        if lines.send(Heard::Line(String::from_utf8_lossy(&bytes).into_owned())).is_err() {
            return;
        }
        bytes.clear();
    }
    let _ = lines.send(Heard::End);
}

/// The protocol that begins with this line; UCI by default.
fn greeted(line: &str, session: &mut Session, send: &Sender<Heard>) -> Box<dyn Protocol> {
    let word = line.split_whitespace().next().unwrap_or_default();
    match Dialect::greeting(word) {
        Some(dialect) => Box::new(uci::Uci::new(dialect, session)),
        None if matches!(word, "xboard" | "protover") => Box::new(xboard::Xboard::new(send.clone())),
        None => Box::new(uci::Uci::new(Dialect::Uci, session)),
    }
}

/// The time to search for a move that may take this long. The rest is for sending the answer.
fn whole_of(time: Duration) -> Duration {
    time.saturating_sub((time / 40).min(Duration::from_millis(10)))
}

/// Prints a line for the interface at once. A closed interface is noticed when its input ends.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
