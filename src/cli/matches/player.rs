//! The players of a match: an external engine, this program's own engine, or a simple mover.

use std::time::Duration;

use carn::position::Position;
use carn::search::Level;
use carn::variant::Move;

use crate::cli::engine::dialect::Dialect;
use crate::cli::exit::{Result, Stop};
use crate::cli::process::{own_command, quoted};

use super::clock::Clock;
use super::simple::{Greedy, RandomMover};
use super::uci::UciPlayer;
use super::xboard::XboardPlayer;

/// A player's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The choice.
    pub choice: Choice,
    /// The player's score of its position, if known.
    pub score: Option<Score>,
    /// The search depth in plies.
    pub depth: Option<u32>,
}

/// A move, or the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A legal move.
    Move(Move),
    /// The player resigns.
    Resign,
}

/// A player's evaluation of its own position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative if against the player.
    Mate(i32),
}

impl Score {
    /// The score as a number; mates are larger than all others.
    pub fn value(self) -> i32 {
        match self {
            Self::Centipawns(value) => value.clamp(-90_000, 90_000),
            Self::Mate(moves) if moves > 0 => 100_000 - moves.min(9_000),
            Self::Mate(moves) => -100_000 - moves.max(-9_000),
        }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Centipawns(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            Self::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// The reason why a player loses an unfinished game, or cannot start one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It answered with a text that is not a legal move.
    Illegal(String),
    /// It did not answer in time.
    Late,
    /// Its process ended, or closed its output.
    Gone(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Illegal(text) => write!(f, "illegal move `{text}`"),
            Self::Late => f.write_str("out of time"),
            Self::Gone(reason) => write!(f, "disconnected: {reason}"),
        }
    }
}

/// One side of a match. The calls for a game are `begin`, then `played` for every move of the game, and `choose` when the side
/// is to move.
pub trait Player {
    /// The name for reports.
    fn name(&self) -> String;

    /// Starts a new game from a position without history.
    ///
    /// # Errors
    /// If the player has ended or does not answer.
    fn begin(&mut self, start: &Position) -> std::result::Result<(), Fault>;

    /// A move of either side has been played in `before`.
    fn played(&mut self, before: &Position, mv: Move);

    /// The player's move in this position, which is the result of all moves given by `played`.
    ///
    /// # Errors
    /// The reason why the player loses the game.
    fn choose(&mut self, position: &Position, clock: &Clock) -> std::result::Result<Answer, Fault>;
}

/// The specification of a player: `uci:COMMAND`, `carn:5`, `random`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The text of the specification.
    pub text: String,
    /// Engine options as name and value.
    pub options: Vec<(String, String)>,
    variant: Option<String>,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Uci(Dialect, String),
    Xboard(String),
    /// This program, with an optional level.
    Own(Option<u32>),
    Random,
    Greedy,
}

/// The forms of a player's specification.
pub const SPECS: &str =
    "carn, carn:LEVEL, uci:COMMAND, usi:COMMAND, ucci:COMMAND, xboard:COMMAND, random or greedy";

impl Spec {
    /// Parses a player's specification.
    ///
    /// # Errors
    /// The expected form.
    pub fn read(text: &str) -> std::result::Result<Self, String> {
        let kind = match text.split_once(':').unwrap_or((text, "")) {
            ("random", "") => Kind::Random,
            ("greedy", "") => Kind::Greedy,
            ("carn", "") => Kind::Own(None),
            ("carn", level) => {
                let most = Level::MOST;
                let known = level.parse().ok().filter(|&level| level <= u32::from(most));
                Kind::Own(Some(known.ok_or_else(|| {
                    format!("`{level}` is not a level: write a number from 0 to {most}, as in carn:5")
                })?))
            }
            (_, "") => return Err(format!("`{text}` is not a player: write {SPECS}")),
            ("uci", command) => Kind::Uci(Dialect::Uci, command.to_owned()),
            ("usi", command) => Kind::Uci(Dialect::Usi, command.to_owned()),
            ("ucci", command) => Kind::Uci(Dialect::Ucci, command.to_owned()),
            ("xboard", command) => Kind::Xboard(command.to_owned()),
            _ => return Err(format!("`{text}` is not a player: write {SPECS}")),
        };
        Ok(Self { text: text.to_owned(), options: Vec::new(), variant: None, kind })
    }

    /// The same with options as name and value, and the engine's name for the game; `None` for the rule file's name.
    pub fn with(self, options: Vec<(String, String)>, variant: Option<String>) -> Self {
        Self { options, variant, ..self }
    }

    /// Starts the player for a game with these names, most likely first. `file` is the rule file, if it is one. Starting may
    /// take `patience`.
    ///
    /// # Errors
    /// If the engine cannot be started, or does not know the game.
    pub fn start(
        &self,
        names: &[String],
        file: Option<&str>,
        seed: u64,
        patience: Duration,
    ) -> Result<Box<dyn Player>> {
        let name = self.variant.clone().or_else(|| names.first().cloned()).unwrap_or_default();
        let named =
            |error: Fault| Stop::usage(format!("the player `{}` cannot be started: {error}", self.text));
        Ok(match &self.kind {
            Kind::Random => Box::new(RandomMover::new(seed)),
            Kind::Greedy => Box::new(Greedy::new(seed)),
            Kind::Uci(dialect, command) => {
                Box::new(UciPlayer::start(*dialect, command, &name, &self.options, patience).map_err(named)?)
            }
            Kind::Xboard(command) => {
                Box::new(XboardPlayer::start(command, &name, &self.options, patience).map_err(named)?)
            }
            Kind::Own(level) => {
                let program = own_command().ok_or_else(|| Stop::usage("cannot find this program"))?;
                let file = file.map(|file| format!(" -- {}", quoted(file))).unwrap_or_default();
                let command = format!("{program} engine{file}");
                let mut options = self.options.clone();
                options.extend(level.map(|level| ("Skill Level".to_owned(), level.to_string())));
                Box::new(UciPlayer::start(Dialect::Uci, &command, &name, &options, patience).map_err(named)?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        assert!(
            Spec::read("random").is_ok() && Spec::read("carn:5").is_ok() && Spec::read("uci:a b").is_ok()
        );
        for wrong in ["", "uci:", "stockfish", "carn:x", "random:1"] {
            assert!(Spec::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn mates_are_beyond_all_other_scores() {
        let scores = [
            Score::Mate(-1),
            Score::Mate(-9),
            Score::Centipawns(-500),
            Score::Centipawns(0),
            Score::Mate(9),
            Score::Mate(1),
        ];
        assert!(scores.map(Score::value).is_sorted());
    }
}
