//! Another engine as a reference, in its own process.

use std::time::Duration;

use carn::reference::uci::{UciEngine, UciOptions};
use carn::reference::{Error, Observation, Reference};

use crate::cli::exit::{Result, Stop};
use crate::cli::process::{Answers, Commands, Process};

/// The connection to an engine.
type Talk = UciEngine<Answers, Commands>;

/// A running engine that acts as a reference.
pub struct Engine {
    // Must be dropped before the process: it sends `quit` and closes the engine's input.
    talk: Talk,
    process: Process,
}

impl Engine {
    /// Starts the command and sets its options. Each answer may take at most `patience`.
    pub fn start(command: &str, options: &UciOptions, patience: Duration) -> Result<Self> {
        if command.trim().is_empty() {
            return Err(Stop::usage("the engine's command is missing: write `--reference uci:COMMAND`"));
        }
        let (process, answers, commands) = Process::start(command, patience).map_err(Stop::usage)?;
        // An engine without this game is a usage error, like every other failure here.
        match UciEngine::new(answers, commands, options) {
            Ok(talk) => Ok(Self { talk, process }),
            Err(error) => Err(Stop::usage(last_words(&process, error).to_string())),
        }
    }

    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Talk) -> std::result::Result<T, Error>,
    ) -> std::result::Result<T, Error> {
        self.process.limit().restart();
        question(&mut self.talk).map_err(|error| last_words(&self.process, error))
    }
}

/// Adds to the error how the process ended, and its standard error, if it has ended.
fn last_words(process: &Process, error: Error) -> Error {
    let Error::Closed { waiting_for, mut reason, mut said } = error else { return error };
    if process.limit().is_over() {
        process.kill();
    } else if let Some(ending) = process.ending() {
        if !reason.is_empty() {
            reason += "; ";
        }
        reason += &ending;
    }
    said.extend(process.complaints().into_iter().map(|line| format!("(stderr) {line}")));
    Error::Closed { waiting_for, reason, said }
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
        self.talk.name()
    }
}
