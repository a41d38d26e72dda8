//! A reference whose pieces have other letters than in the rule file.

use carn::reference::{Error, Observation, Reference};

/// Pairs of a letter in the rule file and the reference's letter.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    /// Ours and theirs, in lower case.
    pairs: Vec<(char, char)>,
}

impl Letters {
    /// Reads `H=N,E=B`: ours, then the reference's.
    ///
    /// # Errors
    /// The error in the text.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut pairs: Vec<(char, char)> = Vec::new();
        for part in text.split(',') {
            let one = |side: &str| {
                let mut letters = side.trim().chars();
                letters.next().filter(|c| c.is_alphabetic() && letters.next().is_none())
            };
            let pair = part.split_once('=').and_then(|(ours, theirs)| Some((one(ours)?, one(theirs)?)));
            let Some((ours, theirs)) = pair else {
                return Err(format!("`{part}` should be two letters, ours and the reference's: `H=N`"));
            };
            let (ours, theirs) = (lower(ours), lower(theirs));
            if pairs.iter().any(|pair| pair.0 == ours || pair.1 == theirs) {
                return Err(format!("`{part}` repeats a letter"));
            }
            pairs.push((ours, theirs));
        }
        Ok(Self { pairs })
    }

    /// The inverse translation.
    pub fn turned(&self) -> Self {
        Self { pairs: self.pairs.iter().map(|&(ours, theirs)| (theirs, ours)).collect() }
    }

    /// One of our FENs in the reference's letters.
    pub fn fen(&self, text: &str) -> String {
        fen(text, |c| self.theirs(c))
    }

    fn theirs(&self, letter: char) -> char {
        swap(letter, |wanted| self.pairs.iter().find(|pair| pair.0 == wanted).map(|pair| pair.1))
    }

    fn ours(&self, letter: char) -> char {
        swap(letter, |wanted| self.pairs.iter().find(|pair| pair.1 == wanted).map(|pair| pair.0))
    }
}

fn lower(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// The other letter in the same case; the letter itself if it has no pair.
fn swap(letter: char, other: impl Fn(char) -> Option<char>) -> char {
    match other(lower(letter)) {
        Some(other) if letter.is_uppercase() => other.to_uppercase().next().unwrap_or(other),
        Some(other) => other,
        None => letter,
    }
}

/// The FEN with replaced letters in placement and hands; other fields have letters of a different meaning.
fn fen(text: &str, letter: impl Fn(char) -> char) -> String {
    match text.split_once(' ') {
        Some((placement, rest)) => format!("{} {rest}", placement.chars().map(letter).collect::<String>()),
        None => text.chars().map(letter).collect(),
    }
}

/// The move with replaced letters where it names a piece: at its end, or before `@`.
fn played(text: &str, letter: impl Fn(char) -> char) -> String {
    if let Some((piece, square)) = text.split_once('@') {
        return format!("{}@{square}", piece.chars().map(letter).collect::<String>());
    }
    let mut letters: Vec<char> = text.chars().collect();
    // Names of squares end in digits on most boards, so a letter at the end is a piece.
    if let Some(last) = letters.last_mut() {
        *last = letter(*last);
    }
    letters.into_iter().collect()
}

/// A reference with translated letters.
pub struct Relettered {
    /// The reference.
    pub inner: Box<dyn Reference>,
    /// The letters.
    pub letters: Letters,
}

impl Relettered {
    fn moves(&self, moves: &[String]) -> Vec<String> {
        moves.iter().map(|text| played(text, |c| self.letters.theirs(c))).collect()
    }

    fn fen(&self, text: &str) -> String {
        fen(text, |c| self.letters.theirs(c))
    }

    fn counts(&self, counts: Vec<(String, u64)>) -> Vec<(String, u64)> {
        let ours = |text: String| played(&text, |c| self.letters.ours(c));
        counts.into_iter().map(|(text, nodes)| (ours(text), nodes)).collect()
    }
}

impl Reference for Relettered {
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, Error> {
        let fen = self.fen(fen);
        self.inner.perft(&fen, depth)
    }

    fn observe(&mut self, text: &str, moves: &[String]) -> Result<Observation, Error> {
        let (start, moves) = (self.fen(text), self.moves(moves));
        let mut seen = self.inner.observe(&start, &moves)?;
        for text in &mut seen.moves {
            *text = played(text, |c| self.letters.ours(c));
        }
        seen.fen = seen.fen.map(|text| fen(&text, |c| self.letters.ours(c)));
        Ok(seen)
    }

    fn divide_after(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, Error> {
        let (fen, moves) = (self.fen(fen), self.moves(moves));
        let counts = self.inner.divide_after(&fen, &moves, depth)?;
        Ok(self.counts(counts))
    }

    fn name(&self) -> String {
        self.inner.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_both_ways() {
        let letters = Letters::read("H=N, n=H,E=b").expect("three pairs");
        let theirs = |c| letters.theirs(c);
        assert_eq!(fen("rheak/N1h[Ee] b HEh - 0 1", theirs), "rnbak/H1n[Bb] b HEh - 0 1");
        assert_eq!(fen(&fen("rheak/N w", theirs), |c| letters.ours(c)), "rheak/N w");
        assert_eq!(played("h7h8h", theirs), "h7h8n");
        assert_eq!(played("h7h8", theirs), "h7h8");
        assert_eq!(played("H@e4", theirs), "N@e4");
    }

    #[test]
    fn invalid_pairs_are_refused() {
        for text in ["", "H", "H=", "HH=N", "1=N", "H=N,H=B", "H=N,B=N"] {
            assert!(Letters::read(text).is_err(), "{text}");
        }
    }
}
