//! The second game as a reference for the first: given a start and moves, it plays by its own rules.

use carn::notation::View;
use carn::position::{Position, Rules};
use carn::reference::{Ending, Error, Observation, Reference, Standing, Verdict};
use carn::variant::Reason;

use crate::cli::compare::spelling::exactly;
use crate::cli::game::coordinate;

/// A game as a reference.
pub struct Other {
    name: String,
    rules: Rules,
    /// The last line and its position, cached because most queries add one move.
    last: Option<(String, Vec<String>, Position)>,
}

impl Other {
    /// A reference with this name and rules.
    pub fn new(name: &str, rules: Rules) -> Self {
        Self { name: name.to_owned(), rules, last: None }
    }

    fn reach(&mut self, fen: &str, moves: &[String]) -> Result<&Position, Error> {
        let known = self.last.take().filter(|(start, done, _)| start == fen && moves.starts_with(done));
        let (mut done, mut position) = match known {
            Some((_, done, position)) => (done, position),
            None => {
                let read = Position::from_fen(&self.rules, fen);
                let position =
                    read.map_err(|error| Error::Fen { fen: fen.to_owned(), reason: error.to_string() })?;
                (Vec::new(), position)
            }
        };
        for text in &moves[done.len()..] {
            let (setup, legal) = (position.setup(), position.legal_moves().into());
            let view = View { variant: position.rules().variant(), setup: &setup, legal: &legal };
            let found = legal.iter().copied().find(|&mv| coordinate(view, mv) == *text);
            let Some(mv) = found else {
                return Err(Error::Illegal { text: text.clone(), fen: fen.to_owned(), after: done });
            };
            position.play_unchecked(mv);
            done.push(text.clone());
        }
        let (_, _, position) = self.last.insert((fen.to_owned(), done, position));
        Ok(position)
    }
}

impl Reference for Other {
    fn observe(&mut self, fen: &str, moves: &[String]) -> Result<Observation, Error> {
        let position = self.reach(fen, moves)?;
        let standing = position.outcome().map_or(Standing::Open, |outcome| {
            let verdict = match outcome.winner {
                None => Verdict::Draw,
                Some(_) if outcome.winners.contains(position.turn()) => Verdict::Win,
                Some(_) => Verdict::Loss,
            };
            let ending = match outcome.reason {
                Reason::Checkmate => Ending::Checkmate,
                Reason::Stalemate => Ending::Stalemate,
                Reason::Repetition | Reason::PerpetualCheck | Reason::PerpetualChase => Ending::Repetition,
                Reason::QuietLimit | Reason::Counting => Ending::Quiet,
                Reason::InsufficientMaterial => Ending::Material,
                _ => Ending::NoMove,
            };
            Standing::Over(verdict, ending)
        });
        let moves = exactly(position).into_iter().map(|spelled| spelled.name()).collect();
        Ok(Observation { moves, fen: Some(position.fen()), standing })
    }

    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, Error> {
        Ok(self.reach(fen, &[])?.perft(depth))
    }

    fn divide_after(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, Error> {
        let position = self.reach(fen, moves)?;
        let (setup, legal) = (position.setup(), position.legal_moves().into());
        let view = View { variant: position.rules().variant(), setup: &setup, legal: &legal };
        let named = position.divide(depth).into_iter().map(|(mv, nodes)| (coordinate(view, mv), nodes));
        Ok(named.collect())
    }

    fn name(&self) -> String {
        self.name.clone()
    }
}
