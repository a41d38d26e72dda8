//! The computer as a player at the terminal: its players, its strength, and its hints.

use std::time::Duration;

use carn::position::{Position, Rules};
use carn::random::Random;
use carn::search::{Found, Level, Limits, Searcher};
use carn::variant::{Move, PlayerId, PlayerSet, Script};

use super::best::score;
use super::exit::{Result, Stop};
use super::game::written;
use super::interrupt;

/// Whether and how the computer plays.
#[derive(Debug, clap::Args)]
pub struct Against {
    /// Play against the computer, at a level from 0 (weakest) to 20
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=20))]
    against: Option<u8>,
    /// Your side, such as Black [default: the first player]
    #[arg(long = "as", value_name = "PLAYER", requires = "against")]
    own: Option<String>,
    /// The computer's time per move, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    time: f64,
}

/// The computer.
pub struct Opponent {
    seats: PlayerSet,
    level: Level,
    limits: Limits,
    rules: Rules,
    /// Made when it is first needed.
    searcher: Option<Searcher>,
    random: Random,
}

impl Against {
    /// The computer opponent for these arguments.
    pub fn opponent(&self, rules: &Rules) -> Result<Opponent> {
        let own = match &self.own {
            None => PlayerId(0),
            Some(name) => {
                let named =
                    rules.variant().players.iter().position(|player| player.name.eq_ignore_ascii_case(name));
                named.map(|index| PlayerId(index as u8)).ok_or_else(|| {
                    let names: Vec<_> =
                        rules.variant().players.iter().map(|player| player.name.as_str()).collect();
                    Stop::usage(format!("there is no player `{name}`; the players are {}", names.join(", ")))
                })?
            }
        };
        let others = rules.variant().everybody().without(PlayerSet::single(own));
        let time = Duration::try_from_secs_f64(self.time).map_err(|_| {
            Stop::usage(format!("`{}` is not a search time: write seconds, such as 0.5", self.time))
        })?;
        Ok(Opponent {
            seats: if self.against.is_some() { others } else { PlayerSet::default() },
            level: Level::new(self.against.unwrap_or(Level::MOST)),
            limits: Limits { time: Some(time), ..Limits::default() },
            rules: rules.clone(),
            searcher: None,
            random: Random::new(u64::from(std::process::id())),
        })
    }
}

impl Opponent {
    /// Whether the computer moves for a player.
    pub fn plays(&self, player: PlayerId) -> bool {
        self.seats.contains(player)
    }

    fn searcher(&mut self) -> &mut Searcher {
        self.searcher.get_or_insert_with(|| Searcher::new(&self.rules))
    }

    /// The computer's move, if there is one. Ctrl-C makes the computer move at once.
    pub fn choose(&mut self, position: &Position) -> Option<Move> {
        let (limits, level, mut random) = (self.limits.clone(), self.level, self.random.clone());
        let control = interrupt::control();
        let chosen = self.searcher().choose(position, &limits, level, &mut random, &control, &mut |_| {}).0;
        self.random = random;
        chosen
    }

    /// The best line that the computer finds, until Ctrl-C.
    fn best(&mut self, position: &Position) -> Result<Found> {
        if position.outcome().is_some() {
            return Err(Stop::usage("the game is over"));
        }
        let (limits, control) = (self.limits.clone(), interrupt::control());
        Ok(self.searcher().search(position, &limits, &control, &mut |_| {}))
    }

    /// A good move with its expected continuation.
    pub fn hint(&mut self, position: &Position, script: Script) -> Result<String> {
        let found = self.best(position)?;
        let line = found.lines.first().ok_or_else(|| Stop::usage("there is no move"))?;
        let moves = written(position, &line.moves, script);
        let (first, rest) = moves.split_first().ok_or_else(|| Stop::usage("there is no move"))?;
        let rest = if rest.is_empty() { String::new() } else { format!("; then {}", rest.join(" ")) };
        Ok(format!("{first}{rest}"))
    }

    /// The player with the better position, and the score.
    pub fn standing(&mut self, position: &Position, script: Script) -> Result<String> {
        let found = self.best(position)?;
        let line = found.lines.first().ok_or_else(|| Stop::usage("there is no move"))?;
        let player = position.rules().variant().players.get(position.turn().index());
        let player = player.map_or("the player to move", |player| player.name.as_str());
        let moves = written(position, &line.moves, script).join(" ");
        let score = score(line).ok_or_else(|| Stop::usage("the search was stopped before it had a score"))?;
        Ok(format!("{score} for {player}, at depth {}: {moves}", line.depth))
    }
}
