//! Movers that need no engine: opponents that any search must beat.

use carn::position::Position;
use carn::random::Random;
use carn::variant::{Move, Verdict};

use super::clock::Clock;
use super::player::{Answer, Choice, Fault, Player};

/// Plays any legal move.
pub struct RandomMover {
    random: Random,
}

impl RandomMover {
    /// The same seed plays the same moves.
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

/// Wins at once if it can, else takes the piece with the fewest of its kind on the board, else plays any move that does not
/// lose at once.
pub struct Greedy {
    random: Random,
}

impl Greedy {
    /// The same seed plays the same moves.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    /// How much the greedy player likes a move.
    fn liking(position: &mut Position, mv: Move) -> i32 {
        let mover = position.turn();
        let taken = position.captured(mv).filter(|(_, piece)| piece.player != mover);
        let taken = taken.map_or(0, |(_, piece)| {
            // Rare pieces are dear, roughly: there are eight pawns and one queen.
            let alike = position.pieces().filter(|(_, other)| *other == piece).count();
            100 / i32::try_from(alike).unwrap_or(100).max(1)
        });
        position.play_unchecked(mv);
        let outcome = position.outcome().map(|outcome| outcome.of(mover));
        position.undo();
        match outcome {
            Some(Verdict::Win) => 1000,
            Some(Verdict::Loss) => -1000,
            _ => taken,
        }
    }
}

impl Player for Greedy {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn begin(&mut self, _: &Position) -> Result<(), Fault> {
        Ok(())
    }

    fn played(&mut self, _: &Position, _: Move) {}

    fn choose(&mut self, position: &Position, _: &Clock) -> Result<Answer, Fault> {
        let mut position = position.clone();
        let mut liked: Vec<(i32, Move)> =
            position.legal_moves().into_iter().map(|mv| (Self::liking(&mut position, mv), mv)).collect();
        let best = liked.iter().map(|(liking, _)| *liking).max();
        liked.retain(|(liking, _)| Some(*liking) == best);
        Ok(answer(self.random.choose(&liked).map(|(_, mv)| *mv)))
    }
}
