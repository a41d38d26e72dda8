//! Exchanges lines with an engine, with a time limit per answer.

use std::io::{BufRead, Read, Write};
use std::time::Duration;

use crate::cli::process::{Answers, Commands, Process};

use super::player::Fault;

/// The maximum number of bytes read of a line.
const LONGEST_LINE: u64 = 64 * 1024;

/// A dialogue with an engine, line by line.
pub struct Dialogue {
    // The order matters: the engine's input closes before waiting for its process.
    commands: Commands,
    answers: Answers,
    process: Process,
}

impl Dialogue {
    /// Starts the command; see [`Process::start`].
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(command: &str, patience: Duration) -> Result<Self, Fault> {
        let (process, answers, commands) = Process::start(command, patience).map_err(Fault::Gone)?;
        Ok(Self { commands, answers, process })
    }

    /// Sets the time for everything until the next call.
    pub fn allow(&self, time: Duration) {
        self.process.limit().restart_with(time);
    }

    /// Sends a line. Control characters are rejected.
    ///
    /// # Errors
    /// If the engine does not read.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        let sent = writeln!(self.commands, "{line}").and_then(|()| self.commands.flush());
        sent.map_err(|error| self.gone(&error.to_string()))
    }

    /// The next line for which `of_interest` returns a value.
    ///
    /// # Errors
    /// [`Fault::Late`] if there is none in time, [`Fault::Gone`] if the engine has closed its output.
    pub fn wait_for<T>(&mut self, mut of_interest: impl FnMut(&str) -> Option<T>) -> Result<T, Fault> {
        loop {
            let mut bytes = Vec::new();
            match self.answers.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) => return Err(self.gone("it closed its output")),
                Ok(_) => {}
                Err(error) => return Err(self.gone(&error.to_string())),
            }
            if let Some(found) = of_interest(String::from_utf8_lossy(&bytes).trim()) {
                return Ok(found);
            }
        }
    }

    /// The fault of an engine that does not answer. A hanging engine is killed.
    fn gone(&self, reason: &str) -> Fault {
        if self.process.limit().is_over() {
            self.process.kill();
            return Fault::Late;
        }
        let mut reason = self.process.ending().unwrap_or_else(|| reason.to_owned());
        if let Some(last) = self.process.complaints().last() {
            reason += &format!(" ({last})");
        }
        Fault::Gone(reason)
    }
}
