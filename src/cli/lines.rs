//! Reads lines from a person or a program: at a terminal with editing, history and completion, otherwise plainly.

use std::io::{self, BufRead, ErrorKind, IsTerminal, Read};

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::console::Console;
use super::exit::{Result, Stop};

/// The maximum length of a line, which bounds the memory.
const LONGEST: u64 = 1 << 20;

/// The source of lines.
pub struct Lines {
    /// `None` without a terminal, or if the terminal does not support editing.
    editor: Option<Editor<Words, DefaultHistory>>,
    terminal: bool,
}

/// The result of reading a line.
pub enum Entry {
    /// A line.
    Line(String),
    /// The line was cancelled (Ctrl-C).
    Interrupted,
    /// Input that is not valid text.
    Garbled,
    /// There are no more lines.
    End,
}

impl Lines {
    /// A reader of standard input. `with_files` are the commands that take a file name.
    pub fn new(with_files: &'static [&'static str]) -> Self {
        let terminal = io::stdin().is_terminal();
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let editor =
            if terminal && io::stdout().is_terminal() { Editor::with_config(config).ok() } else { None };
        let mut lines = Self { editor, terminal };
        if let Some(editor) = &mut lines.editor {
            editor.set_helper(Some(Words { words: Vec::new(), with_files, files: FilenameCompleter::new() }));
        }
        lines
    }

    /// The next line. `words` are the possible completions, computed only if completion is available.
    pub fn next(&mut self, console: &mut Console, words: impl FnOnce() -> Vec<String>) -> Result<Entry> {
        let Some(editor) = &mut self.editor else {
            if self.terminal {
                console.text("> ")?;
            }
            console.flush()?;
            return plain();
        };
        console.flush()?;
        if let Some(helper) = editor.helper_mut() {
            helper.words = words();
        }
        heard(editor.readline("> "))
    }
}

/// Converts the editor's result.
fn heard(read: rustyline::Result<String>) -> Result<Entry> {
    match read {
        Ok(line) => Ok(Entry::Line(line)),
        Err(ReadlineError::Eof) => Ok(Entry::End),
        Err(ReadlineError::Interrupted) => Ok(Entry::Interrupted),
        Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => Ok(Entry::Garbled),
        Err(error) => Err(Stop::usage(format!("cannot read from the terminal: {error}"))),
    }
}

/// A line of standard input without editing.
fn plain() -> Result<Entry> {
    let mut bytes = vec![];
    let read = io::stdin().lock().take(LONGEST).read_until(b'\n', &mut bytes);
    match read {
        Ok(0) => Ok(Entry::End),
        Ok(_) => Ok(Entry::Line(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) => Err(Stop::usage(format!("cannot read standard input: {error}"))),
    }
}

/// The completions of the key Tab.
struct Words {
    words: Vec<String>,
    with_files: &'static [&'static str],
    files: FilenameCompleter,
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..at).unwrap_or_default();
        let first = typed.split_whitespace().next().unwrap_or_default();
        if self.with_files.contains(&first) && typed.len() > first.len() {
            return self.files.complete(line, at, context);
        }
        let (start, found) = completed(&self.words, typed);
        Ok((start, found.into_iter().map(|word| Pair { display: word.clone(), replacement: word }).collect()))
    }
}

/// The start of the last word of a text, and its completions.
fn completed(words: &[String], typed: &str) -> (usize, Vec<String>) {
    let start = typed
        .rfind(char::is_whitespace)
        .map_or(0, |at| at + typed.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
    let begun = typed.get(start..).unwrap_or_default();
    (start, words.iter().filter(|word| word.starts_with(begun)).cloned().collect())
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};

    use rustyline::error::ReadlineError;

    use super::{Entry, completed, heard};

    /// A rustyline error about invalid text must not end the input.
    #[test]
    fn a_byte_that_is_no_text_ends_nothing() {
        let bad = ReadlineError::Io(Error::from(ErrorKind::InvalidData));
        assert!(matches!(heard(Err(bad)), Ok(Entry::Garbled)));
        assert!(heard(Err(ReadlineError::Io(Error::from(ErrorKind::BrokenPipe)))).is_err());
    }

    #[test]
    fn the_last_word_is_completed() {
        let words = ["e2e4", "e2e3", "undo", "马二进三"].map(String::from);
        assert_eq!(completed(&words, "e2"), (0, vec!["e2e4".to_owned(), "e2e3".to_owned()]));
        assert_eq!(completed(&words, "e2e4 un"), (5, vec!["undo".to_owned()]));
        assert_eq!(completed(&words, "1.　马"), (5, vec!["马二进三".to_owned()]));
        assert_eq!(completed(&words, "x").1, Vec::<String>::new());
        assert_eq!(completed(&words, "").1.len(), 4);
    }
}
