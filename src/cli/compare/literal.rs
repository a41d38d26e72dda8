//! The literal evaluator as a reference. It reads the same file, but evaluates it square by square without the tables. It
//! reveals errors of the engine in any game, but no errors of the file.

use carn::notation::View;
use carn::reference::{Error, Observation, Reference};
use carn::variant::{Move, Setup, Variant, fen, literal};

use crate::cli::game::coordinate;

/// The literal evaluator for one file.
pub struct Literal {
    variant: Variant,
    /// The last query: start, moves and position. The next query often continues from there.
    last: Option<(String, Vec<String>, Setup)>,
}

impl Literal {
    /// A reference for these rules.
    pub fn new(variant: Variant) -> Self {
        Self { variant, last: None }
    }

    /// The position after these moves.
    fn at(&mut self, start: &str, moves: &[String]) -> Result<Setup, Error> {
        let known = self.last.take().filter(|(fen, done, _)| fen == start && moves.starts_with(done));
        let (done, mut setup) = match known {
            Some((_, done, setup)) => (done.len(), setup),
            None => (0, self.read(start)?),
        };
        for (nth, text) in moves.iter().enumerate().skip(done) {
            let found = self.named(&setup).into_iter().find(|(name, _)| name == text);
            let (_, mv) = found.ok_or_else(|| Error::Illegal {
                text: text.clone(),
                fen: start.to_owned(),
                after: moves[..nth].to_vec(),
            })?;
            setup = literal::play(&self.variant, &setup, mv);
        }
        self.last = Some((start.to_owned(), moves.to_vec(), setup.clone()));
        Ok(setup)
    }

    fn read(&self, text: &str) -> Result<Setup, Error> {
        let refused = |error: fen::FenError| Error::Fen { fen: text.to_owned(), reason: error.to_string() };
        fen::parse(&self.variant, text).map_err(refused)
    }

    /// The legal moves, each with a unique name.
    fn named(&self, setup: &Setup) -> Vec<(String, Move)> {
        let legal = literal::legal_moves(&self.variant, setup).into();
        let view = View { variant: &self.variant, setup, legal: &legal };
        legal.iter().map(|&mv| (coordinate(view, mv), mv)).collect()
    }
}

impl Reference for Literal {
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, Error> {
        Ok(literal::perft(&self.variant, &self.read(fen)?, depth))
    }

    /// Reports neither counters of the game's history nor its end, since it sees only positions.
    fn observe(&mut self, fen: &str, moves: &[String]) -> Result<Observation, Error> {
        let setup = self.at(fen, moves)?;
        let moves = self.named(&setup).into_iter().map(|(name, _)| name).collect();
        let fen = Some(fen::print(&self.variant, &setup));
        Ok(Observation { moves, fen, ..Observation::default() })
    }

    fn divide_after(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, Error> {
        let setup = self.at(fen, moves)?;
        let Some(rest) = depth.checked_sub(1) else { return Ok(Vec::new()) };
        let count = |mv| literal::perft(&self.variant, &literal::play(&self.variant, &setup, mv), rest);
        Ok(self.named(&setup).into_iter().map(|(name, mv)| (name, count(mv))).collect())
    }

    fn name(&self) -> String {
        "the literal evaluator".to_owned()
    }
}
