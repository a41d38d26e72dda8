//! Reads a line of moves with all words in one script, since a word may be different moves in two scripts.

use crate::variant::{Move, Script, Variant};

use super::{ReadError, View, read_in};

/// The two scripts with the same form of origin and target but different ranks.
const RIVALS: [Script; 2] = [Script::Coordinate, Script::Iccs];

/// Reads the words of a line of moves in order.
///
/// The script of the previous word is tried first. A word with different moves in two scripts is an error. The first word that
/// only one of coordinates and ICCS can read selects between these two for the rest of the line.
#[derive(Clone, Debug)]
pub struct LineReader {
    scripts: Vec<Script>,
    /// Whether a word or the caller has determined the script, so that the first script takes precedence. Not set while
    /// coordinates and ICCS both read all words.
    settled: bool,
}

impl LineReader {
    /// A reader for some scripts, most likely first. Scripts that do not fit the variant are skipped.
    pub fn new(variant: &Variant, scripts: &[Script]) -> Self {
        let mut own: Vec<Script> = Vec::with_capacity(scripts.len());
        for &script in scripts.iter().filter(|&&script| variant.can_write(script)) {
            if !own.contains(&script) {
                own.push(script);
            }
        }
        Self { scripts: own, settled: false }
    }

    /// Sets the script of the line. The others are tried only for words that it cannot read.
    pub fn choose(&mut self, script: Script) {
        self.scripts.retain(|&other| other != script);
        self.scripts.insert(0, script);
        self.settled = true;
    }

    /// The scripts in order of trial: that of the previous word first.
    pub fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    /// Whether the words so far, or the caller, have determined the script.
    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// The legal move for the next word.
    ///
    /// # Errors
    /// [`ReadError::Readings`] if two scripts read different moves; otherwise as [`read_in`].
    pub fn read(&mut self, view: View<'_>, text: &str) -> Result<Move, ReadError> {
        self.read_by(|script| read_in(view, text, &[script]))
    }

    /// The same, with a function that reads the word in one script.
    ///
    /// # Errors
    /// As [`LineReader::read`].
    pub fn read_by(
        &mut self,
        mut one: impl FnMut(Script) -> Result<Move, ReadError>,
    ) -> Result<Move, ReadError> {
        let mut nearest = ReadError::Unreadable;
        let mut readings: Vec<(Script, Move)> = Vec::new();
        for (nth, &script) in self.scripts.iter().enumerate() {
            match one(script) {
                Ok(mv) => {
                    readings.push((script, mv));
                    if self.settled && nth == 0 {
                        return Ok(mv);
                    }
                }
                Err(error) if nearness(&error) > nearness(&nearest) => nearest = error,
                Err(_) => {}
            }
        }
        let Some(&(script, mv)) = readings.first() else { return Err(nearest) };
        if readings.iter().any(|&(_, other)| other != mv) {
            return Err(ReadError::Readings(readings));
        }
        let reads = |script: &Script| readings.iter().any(|(reader, _)| reader == script);
        if RIVALS.iter().all(|rival| self.scripts.contains(rival)) {
            match RIVALS.iter().filter(|rival| reads(rival)).count() {
                0 => {}
                1 => self.scripts.retain(|script| !RIVALS.contains(script) || reads(script)),
                _ => return Ok(mv),
            }
        }
        self.settled = true;
        if let Some(nth) = self.scripts.iter().position(|&other| other == script) {
            self.scripts[..=nth].rotate_right(1);
        }
        Ok(mv)
    }
}

/// The quality of a failed reading: several fitting moves rank above none, and a text that names an existing piece above
/// others.
fn nearness(error: &ReadError) -> u8 {
    match error {
        ReadError::Unreadable => 0,
        ReadError::NoSuchMove(wanted) if wanted.origins.is_empty() => 1,
        ReadError::NoSuchMove(_) => 2,
        ReadError::Ambiguous(_) | ReadError::Readings(_) => 3,
    }
}
