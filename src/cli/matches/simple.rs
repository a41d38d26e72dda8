//! Simple players that need no engine, as weak opponents.

use carn::position::Position;
use carn::random::Random;
use carn::search::Searcher;
use carn::variant::{Move, Verdict};

use super::clock::Clock;
use super::player::{Answer, Choice, Fault, Player};

/// Plays uniformly random legal moves.
pub struct RandomMover {
    random: Random,
}

impl RandomMover {
    /// The same seed gives the same moves.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }
}

fn answer(mv: Option<Move>) -> Answer {
    Answer { choice: mv.map_or(Choice::Resign, Choice::Move), score: None, depth: None }
}

impl Player for RandomMover {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn begin(&mut self, _: &Position) -> Result<(), Fault> {
        Ok(())
    }

    fn played(&mut self, _: &Position, _: Move) {}

    fn choose(&mut self, position: &Position, _: &Clock) -> Result<Answer, Fault> {
        Ok(answer(self.random.choose(&position.legal_moves()).copied()))
    }
}

/// Plays a move after which the mover's evaluation is best, chosen randomly among equal ones.
pub struct Greedy {
    random: Random,
    searcher: Option<Searcher>,
}

impl Greedy {
    /// The same seed gives the same moves.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), searcher: None }
    }
}

impl Player for Greedy {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn begin(&mut self, start: &Position) -> Result<(), Fault> {
        self.searcher.get_or_insert_with(|| Searcher::with_hash(start.rules(), 0));
        Ok(())
    }

    fn played(&mut self, _: &Position, _: Move) {}

    fn choose(&mut self, position: &Position, _: &Clock) -> Result<Answer, Fault> {
        let (mut position, mover) = (position.here(), position.turn());
        let mut best = (i32::MIN, Vec::new());
        for mv in position.legal_moves() {
            position.play_unchecked(mv);
            let value = match position.outcome().map(|outcome| outcome.of(mover)) {
                Some(Verdict::Win) => i32::MAX,
                Some(Verdict::Loss) => i32::MIN + 1,
                Some(Verdict::Draw) => 0,
                None => self.searcher.as_ref().map_or(0, |searcher| searcher.evaluate(&position, mover)),
            };
            position.undo();
            if value > best.0 {
                best = (value, Vec::new());
            }
            if value == best.0 {
                best.1.push(mv);
            }
        }
        Ok(answer(self.random.choose(&best.1).copied()))
    }
}
