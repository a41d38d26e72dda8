//! Words read as moves, in the script that the record turns out to be written in.

use crate::notation::{self, QuickReader, ReadError, SanReader, View};
use crate::position::{Position, Rules};
use crate::record::problem::ProblemKind;
use crate::variant::{Move, Script};

/// Reads the words of one game after the other, all of one variant.
///
/// The script that read a word is tried first on the next, since a text may be a move in one script and another move
/// in another. Texts in their usual form are read without allocating.
#[derive(Clone, Debug)]
pub struct MoveReader {
    san: SanReader,
    quick: QuickReader,
    /// As [`MoveReader::restart`] puts them.
    usual: Vec<Script>,
    scripts: Vec<Script>,
    list: Vec<Move>,
}

impl MoveReader {
    /// A reader for the scripts of a variant, and for coordinates and SAN, which every variant has.
    pub fn new(rules: &Rules) -> MoveReader {
        let mut usual = rules.notation.scripts.clone();
        for script in [Script::Coordinate, Script::San] {
            if !usual.contains(&script) {
                usual.push(script);
            }
        }
        usual.retain(|&script| notation::offered(rules, script));
        MoveReader {
            san: SanReader::new(rules),
            quick: QuickReader::new(rules),
            scripts: usual.clone(),
            usual,
            list: Vec::with_capacity(128),
        }
    }

    /// Begins a new game, written in this script if it is known.
    pub fn restart(&mut self, script: Option<Script>) {
        self.scripts.clone_from(&self.usual);
        if let Some(script) = script {
            self.scripts.retain(|&other| other != script);
            self.scripts.insert(0, script);
        }
    }

    /// The script that is tried first: the one that read the last word.
    pub fn script(&self) -> Script {
        self.scripts.first().copied().unwrap_or(Script::Coordinate)
    }

    /// The one legal move of a position that a word stands for.
    ///
    /// # Errors
    /// That of the script that came nearest.
    #[inline]
    pub fn read(&mut self, position: &Position, word: &str) -> Result<Move, ReadError> {
        let script = self.script();
        if let Some(mv) = self.quick.read_at(position, word, script, &mut self.list) {
            return Ok(mv);
        }
        if script == Script::San {
            let found = self.san.read_at(position, word, &mut self.list);
            if found.is_ok() || self.scripts.len() == 1 {
                return found;
            }
        }
        self.read_otherwise(position, word)
    }

    #[cold]
    fn read_otherwise(&mut self, position: &Position, word: &str) -> Result<Move, ReadError> {
        let (setup, legal) = (position.setup(), position.legal_moves());
        let view = View { variant: position.rules(), setup: &setup, legal: &legal };
        let mut nearest = ReadError::Unreadable;
        for (nth, &script) in self.scripts.iter().enumerate() {
            let found = match script {
                Script::San => self.san.read(view, word),
                _ => notation::read_in(view, word, &[script]),
            };
            match found {
                Ok(mv) => {
                    self.scripts[..=nth].rotate_right(1);
                    return Ok(mv);
                }
                Err(error) if nearest == ReadError::Unreadable => nearest = error,
                Err(_) => {}
            }
        }
        Err(nearest)
    }
}

/// The kind of problem that a word is which could not be read.
pub(super) fn kind(error: &ReadError) -> ProblemKind {
    match error {
        ReadError::Unreadable => ProblemKind::UnreadableMove,
        ReadError::NoSuchMove(_) => ProblemKind::IllegalMove,
        ReadError::Ambiguous(_) => ProblemKind::AmbiguousMove,
    }
}
