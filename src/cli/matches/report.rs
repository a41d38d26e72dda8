//! The report of a match: score, reasons of ends, and the difference in strength.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use crate::cli::console::{Console, Paint};
use crate::cli::counted::counted;
use crate::cli::exit::Result;
use crate::cli::game::Game;

use super::player::Fault;
use super::referee::Played;
use super::score::{Elo, Finding, Score, Sprt};

/// A match so far.
pub struct Report {
    game: String,
    names: [String; 2],
    sprt: Option<Sprt>,
    score: Score,
    /// Games of incomplete pairs, with the first side's points.
    alone: BTreeMap<u64, u8>,
    /// The number of games by reason of their end.
    reasons: BTreeMap<String, u64>,
    /// The number of faults by side and kind.
    faults: BTreeMap<(usize, String), u64>,
    /// Whether the match was stopped before its end.
    pub stopped: bool,
}

/// The state of a match.
pub struct Standing {
    score: Score,
    elo: Option<Elo>,
    /// The result of a sequential test.
    pub finding: Option<Finding>,
}

impl Report {
    /// A match without games.
    pub fn new(game: &Game, names: [String; 2], sprt: Option<Sprt>) -> Self {
        let game = game.rules.variant().name.clone();
        let (score, alone) = (Score::default(), BTreeMap::new());
        let (reasons, faults) = (BTreeMap::new(), BTreeMap::new());
        Self { game, names, sprt, score, alone, reasons, faults, stopped: false }
    }

    /// Counts a game, by its number from 1 and the first side's points in halves.
    pub fn take(&mut self, number: u64, halves: u8) {
        self.score.add(halves);
        let other = if number.is_multiple_of(2) { number - 1 } else { number + 1 };
        match self.alone.remove(&other) {
            Some(others) => self.score.add_pair(halves + others),
            None => {
                self.alone.insert(number, halves);
            }
        }
    }

    /// Records the end of a game.
    pub fn note(&mut self, played: &Played) {
        let reason = match &played.fault {
            Some((side, fault)) => {
                let kind = match fault {
                    Fault::Illegal(_) => "illegal moves",
                    Fault::Late => "out of time",
                    Fault::Gone(_) => "disconnected",
                };
                *self.faults.entry((*side, kind.to_owned())).or_default() += 1;
                kind.to_owned()
            }
            // Without the winner's name.
            None => played.reason.split(',').next().unwrap_or_default().to_owned(),
        };
        *self.reasons.entry(reason).or_default() += 1;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.score.games()
    }

    /// The current state.
    pub fn standing(&self) -> Standing {
        let finding = self.sprt.and_then(|test| test.finding(&self.score));
        Standing { score: self.score.clone(), elo: self.score.elo(), finding }
    }

    /// Prints the result.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn print(&self, console: &mut Console) -> Result {
        let [first, second] = &self.names;
        let Score { wins, draws, losses, .. } = self.score;
        let heading = console.paint(Paint::Bold, &format!("{first} - {second}, {}", self.game));
        console.line(heading)?;
        console.line(format_args!(
            "{}: {wins} won, {draws} drawn, {losses} lost ({:.1}%)",
            counted(self.score.games(), "game"),
            100.0 * self.score.share()
        ))?;
        if let Some(elo) = self.score.elo() {
            console.line(format_args!("Elo difference: {}", written(elo)))?;
            console.line(format_args!(
                "probability that {first} is stronger: {:.1}%",
                100.0 * self.score.superiority()
            ))?;
        }
        if let Some(test) = self.sprt {
            let (low, high) = test.bounds();
            let found = match test.finding(&self.score) {
                Some(Finding::Upper) => format!("{} Elo or more is accepted", test.upper),
                Some(Finding::Lower) => format!("{} Elo or less is accepted", test.lower),
                None => "no decision yet".to_owned(),
            };
            console.line(format_args!(
                "SPRT: log-likelihood ratio {:.2} in [{low:.2}, {high:.2}], {found}",
                test.ratio(&self.score)
            ))?;
        }
        for (reason, number) in &self.reasons {
            console.line(format_args!("  {number:>6}  {reason}"))?;
        }
        for ((side, kind), number) in &self.faults {
            let name = &self.names[*side];
            console.line(
                console.paint(Paint::Red, &format!("{name}: {} lost, {kind}", counted(*number, "game"))),
            )?;
        }
        Ok(())
    }

    /// The result as JSON.
    pub fn json(&self) -> Value {
        let Score { wins, draws, losses, pairs } = &self.score;
        let finite = |value: f64| value.is_finite().then_some(value);
        let elo = self.score.elo().map(|elo| {
            json!({
                "difference": finite(elo.difference),
                "low": finite(elo.interval.0),
                "high": finite(elo.interval.1),
            })
        });
        let sprt = self.sprt.map(|test| {
            let (low, high) = test.bounds();
            let finding = test.finding(&self.score).map(|finding| match finding {
                Finding::Lower => "lower",
                Finding::Upper => "upper",
            });
            json!({ "ratio": test.ratio(&self.score), "low": low, "high": high, "accepted": finding })
        });
        let faults = self.faults.iter();
        let faults = faults.map(
            |((side, kind), number)| json!({ "player": self.names[*side], "kind": kind, "games": number }),
        );
        json!({
            "variant": self.game,
            "players": self.names,
            "stopped": self.stopped,
            "games": self.score.games(),
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "pairs": pairs,
            "share": self.score.share(),
            "elo": elo,
            "superiority": self.score.superiority(),
            "sprt": sprt,
            "endings": self.reasons,
            "faults": faults.collect::<Vec<Value>>(),
        })
    }
}

/// The Elo difference with a symmetric error, or else with the ends of its interval.
fn written(Elo { difference, interval: (low, high) }: Elo) -> String {
    if difference.is_finite() && low.is_finite() && high.is_finite() {
        format!("{difference:+.1}, 95% interval {low:+.1} to {high:+.1}")
    } else {
        let side = if difference > 0.0 { "all points won" } else { "no point won" };
        if difference.is_finite() {
            format!("{difference:+.1}, too few games for an interval")
        } else {
            side.to_owned()
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Score { wins, draws, losses, .. } = self.score;
        write!(f, "{}: +{wins} ={draws} -{losses}", counted(self.score.games(), "game"))?;
        match self.elo {
            Some(elo) if elo.difference.is_finite() => write!(f, ", Elo {:+.1}", elo.difference),
            _ => Ok(()),
        }
    }
}
