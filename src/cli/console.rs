//! Standard output and standard error: data on the one, messages and progress on the other, in colour if wanted.
//!
//! All output passes through here and is made [`visible`], so that text of a rule file or record cannot contain a terminal
//! escape sequence. Until then, colours are represented by noncharacters ([`Paint`]).

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::time::{Duration, Instant};

use carn::diagnostic::Style;
use carn::source::{is_hidden, visible};
use clap::ValueEnum;

use super::exit::Result;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How to write the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people
    #[default]
    Human,
    /// JSON for programs
    Json,
}

/// The emphasis of a word on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// No emphasis.
    Plain,
    /// Heavier: headings, the first player's pieces.
    Bold,
    /// Fainter, for text around the data.
    Dim,
    /// Success; squares to move to.
    Green,
    /// Errors; squares of captures.
    Red,
    /// The second player's pieces.
    Blue,
    /// The piece in question.
    Yellow,
}

/// The first noncharacter that represents a colour between [`painted`] and [`shown`]. Each [`Paint`] has one; the first means
/// the end of the colour.
const PAINTS: u32 = 0xFDD0;

impl Paint {
    /// The character that begins this colour.
    const fn mark(self) -> Option<char> {
        char::from_u32(PAINTS + self as u32)
    }

    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "\x1b[1m",
            Self::Dim => "\x1b[2m",
            Self::Green => "\x1b[1;32m",
            Self::Red => "\x1b[1;31m",
            Self::Blue => "\x1b[1;34m",
            Self::Yellow => "\x1b[1;33m",
        }
    }
}

/// The two outputs of the process.
pub struct Console {
    out: BufWriter<Stdout>,
    colours: bool,
    message_colours: bool,
    shows_progress: bool,
}

impl Console {
    /// Reads the terminal's properties and the environment once.
    pub fn new(colour: Colour) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let plain = set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let wanted = |terminal: bool| match colour {
            Colour::Auto => terminal && !plain,
            Colour::Always => true,
            Colour::Never => false,
        };
        let terminal = io::stderr().is_terminal();
        Self {
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
            colours: wanted(io::stdout().is_terminal()),
            message_colours: wanted(terminal),
            shows_progress: terminal,
        }
    }

    /// One line of data.
    pub fn line(&mut self, text: impl fmt::Display) -> Result {
        Ok(writeln!(self.out, "{}", shown(&text.to_string()))?)
    }

    /// Prints data of any number of lines, without adding a line feed.
    pub fn text(&mut self, text: impl fmt::Display) -> Result {
        Ok(write!(self.out, "{}", shown(&text.to_string()))?)
    }

    /// Prints rendered diagnostics, which are already safe to print.
    pub fn rendered(&mut self, text: &str) -> Result {
        Ok(write!(self.out, "{text}")?)
    }

    /// Prints the content of a file: unchanged, unless it goes to a terminal.
    pub fn file(&mut self, text: &str) -> Result {
        if io::stdout().is_terminal() { self.text(text) } else { self.rendered(text) }
    }

    /// Prints a JSON value on several lines.
    pub fn json(&mut self, value: &serde_json::Value) -> Result {
        // JSON allows characters that are unsafe on a terminal; they are written as JSON escapes.
        let text = format!("{value:#}");
        let mut out = String::with_capacity(text.len() + 1);
        for c in text.chars() {
            if is_hidden(c) && c != '\n' {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    out += &format!("\\u{unit:04x}");
                }
            } else {
                out.push(c);
            }
        }
        Ok(writeln!(self.out, "{out}")?)
    }

    /// Flushes the output.
    pub fn flush(&mut self) -> Result {
        Ok(self.out.flush()?)
    }

    /// The word in a colour, if standard output has colours.
    pub fn paint(&self, paint: Paint, word: &str) -> String {
        painted(self.colours, paint, word)
    }

    /// Whether standard output has colours.
    pub const fn colours(&self) -> bool {
        self.colours
    }

    /// The width of a line of data in cells: COLUMNS, or else the terminal's width, or else 80.
    pub fn width(&self) -> usize {
        let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let terminal =
            || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        said.or_else(terminal).unwrap_or(80).max(30)
    }

    /// The style of diagnostics among the data.
    pub const fn style(&self) -> Style {
        if self.colours { Style::Coloured } else { Style::Plain }
    }

    /// The style of diagnostics among the messages.
    pub const fn message_style(&self) -> Style {
        if self.message_colours { Style::Coloured } else { Style::Plain }
    }

    /// Prints a message. A failure is ignored, since messages may have no reader.
    pub fn message(&mut self, text: impl fmt::Display) {
        // Earlier output on the other stream should appear first.
        let _ = self.out.flush();
        let _ = writeln!(io::stderr(), "{}", shown(&text.to_string()));
    }

    /// Prints rendered diagnostics among the messages.
    pub fn message_rendered(&mut self, text: &str) {
        let _ = self.out.flush();
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// Prints a message with a coloured heading: `error: …`, `note: …`.
    pub fn headed(&mut self, paint: Paint, heading: &str, text: impl fmt::Display) {
        let heading = painted(self.message_colours, paint, &format!("{heading}:"));
        self.message(format_args!("{heading} {text}"));
    }

    /// A progress line on the terminal for long work.
    pub fn progress(&self) -> Progress {
        Progress { shown: self.shows_progress, last: Instant::now(), drawn: false }
    }
}

fn painted(colours: bool, paint: Paint, word: &str) -> String {
    match (paint.mark(), Paint::Plain.mark()) {
        (Some(begin), Some(end)) if colours && paint != Paint::Plain => format!("{begin}{word}{end}"),
        _ => word.to_owned(),
    }
}

/// A text safe to print: no hidden characters except the colours of [`painted`].
fn shown(text: &str) -> String {
    let text = visible(text);
    let paint = |c: char| PAINTS_BY_MARK.iter().find(|paint| paint.mark() == Some(c));
    if !text.contains(|c: char| paint(c).is_some()) {
        return text.into_owned();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match paint(c) {
            Some(Paint::Plain) => out.push_str("\x1b[0m"),
            Some(paint) => out.push_str(paint.code()),
            None => out.push(c),
        }
    }
    out
}

/// Every paint, in the order of its characters.
const PAINTS_BY_MARK: [Paint; 7] =
    [Paint::Plain, Paint::Bold, Paint::Dim, Paint::Green, Paint::Red, Paint::Blue, Paint::Yellow];

/// See [`Console::progress`]. Dropping it clears the line.
pub struct Progress {
    shown: bool,
    last: Instant,
    drawn: bool,
}

impl Progress {
    /// Shows the progress: only on a terminal, and at most ten times a second.
    pub fn tell(&mut self, text: impl FnOnce() -> String) {
        if !self.shown || self.last.elapsed() < Duration::from_millis(100) {
            return;
        }
        self.last = Instant::now();
        self.drawn = true;
        let _ = write!(io::stderr(), "\r\x1b[K{}", shown(&text()));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.drawn {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
