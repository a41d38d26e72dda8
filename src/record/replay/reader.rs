//! Words read as moves, in the script that the record turns out to be written in.

use crate::notation::{self, ReadError, SanReader, View};
use crate::position::{Position, Rules};
use crate::record::problem::ProblemKind;
use crate::variant::{Move, Script};

/// Reads the words of one game after the other, all of one variant.
///
/// The script that read a word is tried first on the next, since a text may be a move in one script and another move
/// in another. SAN is read without allocating.
#[derive(Clone, Debug)]
pub struct MoveReader {
    san: SanReader,
    /// For SAN whose ranks are counted from 0, where the variant's players know such squares.
    zero: Option<SanReader>,
    /// Whether this game has turned out to be written so.
    from_zero: bool,
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
            zero: SanReader::from_zero(rules),
            from_zero: false,
            scripts: usual.clone(),
            usual,
            list: Vec::with_capacity(128),
        }
    }

    /// Begins a new game, written in this script if it is known.
    pub fn restart(&mut self, script: Option<Script>) {
        self.scripts.clone_from(&self.usual);
        self.from_zero = false;
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
        if self.script() == Script::San && !self.from_zero {
            let found = self.san.read_at(position, word, &mut self.list);
            if found.is_ok() || self.scripts.len() == 1 && self.zero.is_none() {
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
        for nth in 0..self.scripts.len() {
            let script = self.scripts[nth];
            let found = match script {
                Script::San => self.read_san(view, word),
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

impl MoveReader {
    /// Reads SAN with the variant's own ranks or with ranks from 0, first as the game is written so far.
    fn read_san(&mut self, view: View<'_>, word: &str) -> Result<Move, ReadError> {
        let zero = |reader: &MoveReader| reader.zero.as_ref().and_then(|zero| zero.read_plain(view, word));
        if self.from_zero
            && let Some(mv) = zero(self)
        {
            return Ok(mv);
        }
        let found = self.san.read(view, word);
        if found.is_err()
            && !self.from_zero
            && let Some(mv) = zero(self)
        {
            self.from_zero = true;
            return Ok(mv);
        }
        found
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
