//! Reading a line of moves: all its words in one script, since a text may be two moves in two scripts.

use crate::variant::{Move, Script, Variant};

use super::{ReadError, View, offered, read_in};

/// The two scripts that write origin and target alike and mean other ranks.
const RIVALS: [Script; 2] = [Script::Coordinate, Script::Iccs];

/// Reads the words of a line of moves one after the other.
///
/// The script that read a word is tried first on the next. A word that two scripts read as two moves is refused; the first
/// that only one of coordinates and ICCS reads decides between these two for the rest of the line.
#[derive(Clone, Debug)]
pub struct LineReader {
    scripts: Vec<Script>,
    /// Whether a word was read, or the caller has said, so that the first script is believed: not where coordinates and
    /// ICCS both read all words so far.
    settled: bool,
}

impl LineReader {
    /// A reader for some scripts, the likeliest first; those that do not serve the variant are passed over.
    pub fn new(variant: &Variant, scripts: &[Script]) -> Self {
        let mut own: Vec<Script> = Vec::with_capacity(scripts.len());
        for &script in scripts.iter().filter(|&&script| offered(variant, script)) {
            if !own.contains(&script) {
                own.push(script);
            }
        }
        Self { scripts: own, settled: false }
    }

    /// Takes the line to be written in this script: the others are asked only about what it does not read.
    pub fn choose(&mut self, script: Script) {
        self.scripts.retain(|&other| other != script);
        self.scripts.insert(0, script);
        self.settled = true;
    }

    /// The scripts in the order in which they are tried: the one that read the last word first.
    pub fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    /// Whether the words so far, or the caller, have said which script the line is in.
    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// The legal move that the next word stands for.
    ///
    /// # Errors
    /// [`ReadError::Readings`] where two scripts read two moves; else as [`read_in`].
    pub fn read(&mut self, view: View<'_>, text: &str) -> Result<Move, ReadError> {
        self.read_by(|script| read_in(view, text, &[script]))
    }

    /// The same, with a given way to read the word in one script.
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

/// How near a text that could not be read is to a move: what fits several moves is nearer than what fits none, and what
/// names a piece that is there is nearer than what names none.
fn nearness(error: &ReadError) -> u8 {
    match error {
        ReadError::Unreadable => 0,
        ReadError::NoSuchMove(wanted) if wanted.origins.is_empty() => 1,
        ReadError::NoSuchMove(_) => 2,
        ReadError::Ambiguous(_) | ReadError::Readings(_) => 3,
    }
}
