//! Studies: games of the engine against itself, and statistics about a game's rules.
//!
//! A [`Study`] plays the games of a [`Plan`]. Each game depends only on its number and the plan, so games may be played in any
//! order, by any number of threads or machines. The results are [`Data`], sums of whole numbers that [add up](Data::merge).
//! Nothing is printed.
//!
//! ```
//! use carn::study::{Plan, Strength, Study};
//! use carn::search::Control;
//! let compiled = carn::library::load("tictactoe").unwrap();
//! let plan = Plan { strengths: vec![Strength::Nodes(50)], ..Plan::default() };
//! let study = Study::new(compiled.variant.unwrap().into(), &compiled.origins, plan);
//! let data = study.play(0..4, 2, &Control::new(), &mut |_| {});
//! let mut parts = study.play(0..1, 1, &Control::new(), &mut |_| {});
//! parts.merge(&study.play(1..4, 1, &Control::new(), &mut |_| {})).unwrap();
//! assert_eq!(parts, data);
//! ```

mod coverage;
mod data;
mod figures;
mod game;
mod plan;
pub mod statistics;
mod values;

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::compile::Origins;
use crate::position::{Position, Rules};
use crate::search::{Control, Searcher};
use crate::variant::PlayerId;

pub use coverage::{Coverage, Kind, Rule, name};
pub use data::{Data, Decided, Deeds, Ended, GROUPS, Results, Twice};
pub use figures::{Difference, Figure, differences, ending, figures, length};
pub use plan::{Plan, Start, Strength, has_values, odds};
pub use values::{Value, Values};

/// A game to study, with its plan.
#[derive(Debug)]
pub struct Study {
    rules: Rules,
    coverage: Coverage,
    plan: Plan,
}

/// The size of the transposition table, in megabytes. It is cleared for each game.
const MEGABYTES: usize = 1;

/// The total time of the searches of an [estimate](Study::estimate).
const TRIAL: Duration = Duration::from_secs(2);

impl Study {
    /// A study of a game from a rule file.
    #[must_use]
    pub fn new(rules: Rules, origins: &Origins, plan: Plan) -> Self {
        Self { coverage: Coverage::new(rules.variant(), origins), rules, plan }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rules whose use is counted.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The player who moves first.
    #[must_use]
    pub fn first(&self) -> PlayerId {
        Position::start(&self.rules).turn()
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays the games of these numbers in the given number of threads, until all are played or `control` is stopped.
    /// Unfinished games are then dropped. `tell` is called after each game.
    pub fn play(
        &self,
        numbers: Range<u64>,
        threads: usize,
        control: &Control,
        tell: &mut dyn FnMut(&Data),
    ) -> Data {
        let next = AtomicU64::new(numbers.start);
        let mut all = Data::default();
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for _ in 0..threads.max(1) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    let mut searcher = Searcher::with_hash(&self.rules, MEGABYTES);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= numbers.end {
                            return;
                        }
                        let Some(data) = self.one(number, &mut searcher, control) else { return };
                        if send.send(data).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for data in receive {
                // Cannot fail, since each number is given to one thread.
                if all.merge(&data).is_ok() {
                    tell(&all);
                }
            }
        });
        all
    }

    /// The time of one game, estimated from a few short games and some searches of their positions at the plan's strength.
    #[must_use]
    pub fn estimate(&self) -> Duration {
        let quick = |strength: &Strength| match strength {
            Strength::Nodes(nodes) => Strength::Nodes((*nodes).min(100)),
            Strength::Time(time) => Strength::Time((*time).min(Duration::from_millis(1))),
        };
        let plan = Plan {
            strengths: self.plan.strengths.iter().take(1).map(quick).collect(),
            starts: self.plan.starts.iter().take(1).cloned().collect(),
            ..self.plan.clone()
        };
        let trial = Self { rules: self.rules.clone(), coverage: self.coverage.clone(), plan };
        let begun = Instant::now();
        let control = Control::new();
        let mut searcher = Searcher::with_hash(&self.rules, MEGABYTES);
        let mut plies = Vec::new();
        for number in 0..4 {
            plies.extend(trial.one(number, &mut searcher, &control).map(|data| data.lengths));
            if begun.elapsed() > TRIAL {
                break;
            }
        }
        let games = plies.len().max(1) as u32;
        let plies: u32 = plies.iter().flat_map(|lengths| lengths.keys()).sum();
        let without_thought = begun.elapsed() / games;
        // The plan's searches, in positions of a random game.
        let mut position = Position::start(&self.rules);
        position.playout(&mut crate::random::Random::new(self.plan.seed), 200);
        let moves = position.moves().len();
        let begun = Instant::now();
        let (mut searched, mut searches) = (Duration::ZERO, 0);
        for nth in 0..16 {
            let here = position.after(moves * (nth * 5 % 16) / 16);
            for strength in &self.plan.strengths {
                let start = Instant::now();
                searcher.clear();
                searcher.search(&here, &strength.limits(), &control, &mut |_| {});
                searched += start.elapsed();
                searches += 1;
            }
            if begun.elapsed() > TRIAL {
                break;
            }
        }
        without_thought + searched / searches.max(1) * (plies / games)
    }
}
