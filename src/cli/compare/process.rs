//! An engine as a process of our own: started, given a time to answer, and gone when we are.

use std::cell::Cell;
use std::io::{self, BufRead, ErrorKind, Read};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use carn::reference::uci::{UciEngine, UciOptions};
use carn::reference::{Error, Reference};

use crate::cli::exit::{Result, Stop};

/// How long an engine may take to say good-bye.
const PARTING: Duration = Duration::from_millis(500);

/// A running engine that answers as a reference.
pub struct Engine {
    /// Taken only on drop, so that the engine hears `quit` before it is waited for.
    talk: Option<UciEngine<Answers, ChildStdin>>,
    child: Arc<Mutex<Child>>,
    deadline: Rc<Cell<Instant>>,
    patience: Duration,
}

impl Engine {
    /// Starts the command (a program, then its arguments, parted by blanks; quotes hold blanks together) and sets its
    /// options. Each answer may take as long as `patience`.
    pub fn start(command: &str, options: &UciOptions, patience: Duration) -> Result<Self> {
        let words = words(command)
            .ok_or_else(|| Stop::usage(format!("the engine's command has an open quote: {command}")))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(Stop::usage("the engine's command is missing: write `--reference uci:COMMAND`"));
        };
        let started = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = started.map_err(|error| {
            let hint = match error.kind() {
                ErrorKind::NotFound => "; is it installed, and on the PATH?",
                _ => "",
            };
            Stop::usage(format!("cannot start the engine `{program}`: {error}{hint}"))
        })?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            let _ = child.kill();
            return Err(Stop::usage(format!("the engine `{program}` has no pipes to talk through")));
        };
        let child = Arc::new(Mutex::new(child));
        kill_on_interrupt(Arc::clone(&child));
        let deadline = Rc::new(Cell::new(Instant::now() + patience));
        let mut engine = Self { talk: None, child, deadline: Rc::clone(&deadline), patience };
        let answers = Answers::new(stdout, deadline, patience);
        // An engine that does not know the game has been asked wrongly; it and every other failure end here.
        let talk = UciEngine::new(answers, stdin, options).map_err(|error| Stop::usage(error.to_string()))?;
        engine.talk = Some(talk);
        Ok(engine)
    }

    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut UciEngine<Answers, ChildStdin>) -> std::result::Result<T, Error>,
    ) -> std::result::Result<T, Error> {
        self.deadline.set(Instant::now() + self.patience);
        let gone = || Error::Closed { waiting_for: "an answer", reason: String::new(), said: Vec::new() };
        self.talk.as_mut().ok_or_else(gone).and_then(question)
    }
}

impl Reference for Engine {
    fn perft(&mut self, fen: &str, depth: u32) -> std::result::Result<u64, Error> {
        self.ask(|engine| engine.perft(fen, depth))
    }

    fn divide(&mut self, fen: &str, depth: u32) -> std::result::Result<Vec<(String, u64)>, Error> {
        self.ask(|engine| engine.divide(fen, depth))
    }

    fn name(&self) -> String {
        self.talk.as_ref().map_or_else(|| "the engine".to_owned(), Reference::name)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Says `quit` and closes the engine's input.
        self.talk = None;
        let deadline = Instant::now() + PARTING;
        loop {
            let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
            match child.try_wait() {
                Ok(None) if Instant::now() < deadline => {
                    drop(child);
                    std::thread::sleep(Duration::from_millis(2));
                }
                Ok(Some(_)) => return,
                _ => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return;
                }
            }
        }
    }
}

/// What the engine writes, up to a deadline. A thread reads it, since a pipe alone cannot be waited on for a time, and
/// may stay open in the hands of a process that the engine has started.
struct Answers {
    chunks: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    read: usize,
    deadline: Rc<Cell<Instant>>,
    patience: Duration,
}

impl Answers {
    fn new(mut stdout: ChildStdout, deadline: Rc<Cell<Instant>>, patience: Duration) -> Self {
        // Few chunks wait at a time: an engine that talks for ever waits for us instead of filling the memory.
        let (sender, chunks) = mpsc::sync_channel(16);
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(read @ 1..) = stdout.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { chunks, chunk: Vec::new(), read: 0, deadline, patience }
    }
}

impl Read for Answers {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Answers {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read >= self.chunk.len() {
            let left = self.deadline.get().saturating_duration_since(Instant::now());
            self.read = 0;
            self.chunk = match self.chunks.recv_timeout(left) {
                Ok(chunk) => chunk,
                Err(RecvTimeoutError::Disconnected) => Vec::new(),
                Err(RecvTimeoutError::Timeout) => {
                    let message =
                        format!("it was ended after {} s without an answer", self.patience.as_secs());
                    self.chunk = Vec::new();
                    return Err(io::Error::new(ErrorKind::TimedOut, message));
                }
            };
        }
        Ok(&self.chunk[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

/// An interrupt from the keyboard ends the engine too, then us, with the code that shells use for it.
fn kill_on_interrupt(child: Arc<Mutex<Child>>) {
    // A second engine in one process keeps the first handler; our own end closes its input, which ends it.
    let _ = ctrlc::set_handler(move || {
        let _ = child.lock().unwrap_or_else(PoisonError::into_inner).kill();
        std::process::exit(130);
    });
}

/// The words of a command line; `None` if a quote is left open.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn commands_are_parted_at_blanks() {
        assert_eq!(
            words(" a  'b c' \"\" d\"e f\" "),
            Some(["a", "b c", "", "de f"].map(String::from).into())
        );
        assert_eq!(words("a 'b"), None);
        assert_eq!(words(""), Some(Vec::new()));
    }
}
