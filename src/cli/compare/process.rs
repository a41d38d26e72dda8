//! An engine as a process of our own: started, given a time to answer, and gone when we are.

use std::io::ErrorKind;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use carn::reference::uci::{UciEngine, UciOptions};
use carn::reference::{Error, Observation, Reference};

use super::pipes::{Answers, Commands, Complaints, Limit};
use crate::cli::exit::{Result, Stop};

/// How long an engine may take to say good-bye, and how long one that has closed its output may take to end.
const PARTING: Duration = Duration::from_millis(500);

/// What an engine is asked through.
type Talk = UciEngine<Answers, Commands>;

/// A running engine that answers as a reference.
pub struct Engine {
    /// Taken only on drop, so that the engine hears `quit` before it is waited for.
    talk: Option<Talk>,
    child: Arc<Mutex<Child>>,
    complaints: Complaints,
    limit: Limit,
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
            .stderr(Stdio::piped())
            .spawn();
        let mut child = started.map_err(|error| {
            let hint = match error.kind() {
                ErrorKind::NotFound => "; is it installed, and on the PATH?",
                _ => "",
            };
            Stop::usage(format!("cannot start the engine `{program}`: {error}{hint}"))
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            let _ = child.kill();
            return Err(Stop::usage(format!("the engine `{program}` has no pipes to talk through")));
        };
        let child = Arc::new(Mutex::new(child));
        kill_on_interrupt(Arc::clone(&child));
        let limit = Limit::new(patience);
        let answers = Answers::new(stdout, limit.clone());
        let commands = Commands::new(stdin, limit.clone());
        let mut engine = Self { talk: None, child, complaints: Complaints::new(stderr), limit };
        // An engine that does not know the game has been asked wrongly; it and every other failure end here.
        match UciEngine::new(answers, commands, options) {
            Ok(talk) => engine.talk = Some(talk),
            Err(error) => return Err(Stop::usage(engine.last_words(error).to_string())),
        }
        Ok(engine)
    }

    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Talk) -> std::result::Result<T, Error>,
    ) -> std::result::Result<T, Error> {
        self.limit.restart();
        let gone = || Error::Closed { waiting_for: "an answer", reason: String::new(), said: Vec::new() };
        let answer = self.talk.as_mut().ok_or_else(gone).and_then(question);
        answer.map_err(|error| self.last_words(error))
    }

    /// The error with how the process ended and what it wrote to its standard error, if it has ended.
    fn last_words(&self, error: Error) -> Error {
        let Error::Closed { waiting_for, mut reason, mut said } = error else { return error };
        if self.limit.is_over() {
            let _ = self.child.lock().unwrap_or_else(PoisonError::into_inner).kill();
        } else if let Some(status) = self.wait(PARTING) {
            if !reason.is_empty() {
                reason += "; ";
            }
            reason += &match status.code() {
                Some(code) => format!("it ended with exit status {code}"),
                None => format!("it was ended by {status}"),
            };
        }
        said.extend(self.complaints.last().into_iter().map(|line| format!("(stderr) {line}")));
        Error::Closed { waiting_for, reason, said }
    }

    /// How the process ended, if it does so in time.
    fn wait(&self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.child.lock().unwrap_or_else(PoisonError::into_inner).try_wait();
            match status {
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                status => return status.ok().flatten(),
            }
        }
    }
}

impl Reference for Engine {
    fn perft(&mut self, fen: &str, depth: u32) -> std::result::Result<u64, Error> {
        self.ask(|engine| engine.perft(fen, depth))
    }

    fn observe(&mut self, fen: &str, moves: &[String]) -> std::result::Result<Observation, Error> {
        self.ask(|engine| engine.observe(fen, moves))
    }

    fn divide_after(
        &mut self,
        fen: &str,
        moves: &[String],
        depth: u32,
    ) -> std::result::Result<Vec<(String, u64)>, Error> {
        self.ask(|engine| engine.divide_after(fen, moves, depth))
    }

    fn name(&self) -> String {
        self.talk.as_ref().map_or_else(|| "the engine".to_owned(), Reference::name)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Says `quit` and closes the engine's input.
        self.talk = None;
        if self.wait(PARTING).is_none() {
            let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = child.kill();
            let _ = child.wait();
        }
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
