//! A reference without unlimited supplies: it receives FENs with enough pieces in hand.

use carn::reference::{Error, Observation, Reference};
use carn::variant::Variant;

/// A reference whose FENs get filled hands.
pub struct Supplied {
    /// The reference.
    pub inner: Box<dyn Reference>,
    /// The pieces added to the hands of every position.
    held: String,
}

impl Supplied {
    /// The reference itself, if no role has an unlimited supply.
    pub fn around(inner: Box<dyn Reference>, variant: &Variant) -> Box<dyn Reference> {
        let supplied = variant.roles.iter().filter(|role| role.supply);
        // One piece per square is always enough.
        let squares = variant.board.squares().count();
        let one = |letter: String| letter.repeat(squares);
        let held: String = supplied
            .map(|role| {
                one(role.letter.to_uppercase().collect()) + &one(role.letter.to_lowercase().collect())
            })
            .collect();
        if held.is_empty() { inner } else { Box::new(Self { inner, held }) }
    }

    /// The FEN with full hands.
    fn fen(&self, text: &str) -> String {
        let (placement, rest) = text.split_once(' ').unwrap_or((text, ""));
        let (board, hands) = placement.split_once('[').unwrap_or((placement, "]"));
        format!("{board}[{}{hands} {rest}", self.held)
    }
}

impl Reference for Supplied {
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, Error> {
        let fen = self.fen(fen);
        self.inner.perft(&fen, depth)
    }

    fn observe(&mut self, fen: &str, moves: &[String]) -> Result<Observation, Error> {
        let fen = self.fen(fen);
        self.inner.observe(&fen, moves)
    }

    fn divide_after(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, Error> {
        let fen = self.fen(fen);
        self.inner.divide_after(&fen, moves, depth)
    }

    fn name(&self) -> String {
        self.inner.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the FEN that it receives.
    struct Echo;

    impl Reference for Echo {
        fn perft(&mut self, _: &str, _: u32) -> Result<u64, Error> {
            Ok(1)
        }

        fn observe(&mut self, fen: &str, _: &[String]) -> Result<Observation, Error> {
            Ok(Observation { fen: Some(fen.to_owned()), ..Observation::default() })
        }

        fn divide_after(&mut self, _: &str, _: &[String], _: u32) -> Result<Vec<(String, u64)>, Error> {
            Ok(Vec::new())
        }

        fn name(&self) -> String {
            "Echo".to_owned()
        }
    }

    #[test]
    fn hands_are_filled_up() {
        let text = "name = 'Stones'\nturn = ['A', 'B']\n[board]\naxes = ['X', 'Y']\nranges = { X = 'a~b', Y = '1~2' }\n\
                    [pieces.stone]\nletter = 'S'\npattern = []\nsupply = true\ndrop = true\n[setup]\nfen = '2/2[] w - - 0 1'";
        let compiled = carn::compile::compile(
            "stones",
            text,
            &carn::compile::NoFiles,
            &carn::compile::Natives::default(),
        );
        let variant = compiled.variant.expect("a game");
        let mut asked = Supplied::around(Box::new(Echo), &variant);
        let told = |seen: Observation| seen.fen.expect("a FEN");
        assert_eq!(told(asked.observe("2/2[] w - - 0 1", &[]).unwrap()), "2/2[SSSSssss] w - - 0 1");
        assert_eq!(told(asked.observe("s1/2 b - - 0 1", &[]).unwrap()), "s1/2[SSSSssss] b - - 0 1");
    }
}
