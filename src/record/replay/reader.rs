//! Reads words as moves, and detects the script of the record.

use crate::notation::{self, LineReader, QuickReader, ReadError, SanReader, View};
use crate::position::{Position, Rules};
use crate::record::pgn::without_sign;
use crate::record::problem::ProblemKind;
use crate::variant::{Move, Script};

/// Reads the words of successive games of one variant.
///
/// The script of the previous word is tried first. If no tag names the script, the first word that only one of coordinates and
/// ICCS can read decides between them ([`LineReader`]). Words in their usual form are read without allocation.
#[derive(Clone, Debug)]
pub struct MoveReader {
    san: SanReader,
    quick: QuickReader,
    /// For SAN with ranks counted from 0, if the variant uses such coordinates.
    zero: Option<SanReader>,
    /// Whether this game uses it.
    from_zero: bool,
    /// Whether this game counts ranks from the top, and whether one of its words has been read.
    from_above: bool,
    begun: bool,
    /// The initial state of [`MoveReader::restart`].
    usual: LineReader,
    line: LineReader,
    /// Whether the next word is the first of a game with an unknown script and the usual start.
    opening: bool,
    /// The first words read so far.
    openings: Vec<Opening>,
    list: Vec<Move>,
}

/// A first word, its move, and the reader's state after it.
#[derive(Clone, Debug)]
struct Opening {
    word: Box<str>,
    mv: Move,
    line: LineReader,
    from_zero: bool,
    from_above: bool,
}

/// The maximum number of cached first words.
const OPENINGS: usize = 64;

impl MoveReader {
    /// A reader for the scripts of a variant, and for coordinates and SAN, which fit every variant.
    pub fn new(rules: &Rules) -> MoveReader {
        let mut usual = rules.variant().notation.scripts.clone();
        for script in [Script::Coordinate, Script::San] {
            if !usual.contains(&script) {
                usual.push(script);
            }
        }
        let usual = LineReader::new(rules.variant(), &usual);
        MoveReader {
            san: SanReader::new(rules.variant()),
            quick: QuickReader::new(rules.variant()),
            zero: SanReader::from_zero(rules.variant()),
            from_zero: false,
            from_above: false,
            begun: false,
            line: usual.clone(),
            usual,
            opening: false,
            openings: Vec::new(),
            list: Vec::with_capacity(128),
        }
    }

    /// Begins a new game, in this script if given.
    pub fn restart(&mut self, script: Option<Script>) {
        self.line.clone_from(&self.usual);
        self.from_zero = false;
        (self.from_above, self.begun) = (false, false);
        self.opening = false;
        if let Some(script) = script {
            self.line.choose(script);
        }
    }

    /// Begins a new game from the variant's start position, in this script if given. Detecting the script takes time, but games
    /// have few different first words, so their results are cached.
    pub(super) fn restart_from_start(&mut self, script: Option<Script>) {
        self.restart(script);
        self.opening = script.is_none();
    }

    /// The script tried first: that of the previous word.
    pub fn script(&self) -> Script {
        self.line.scripts().first().copied().unwrap_or(Script::Coordinate)
    }

    /// The scripts in order of trial.
    pub fn scripts(&self) -> &[Script] {
        self.line.scripts()
    }

    /// The unique legal move for a word.
    ///
    /// # Errors
    /// The error of the best reading.
    #[inline]
    pub fn read(&mut self, position: &Position, word: &str) -> Result<Move, ReadError> {
        if self.line.is_settled() {
            let script = self.script();
            if let Some(mv) = self.quick.read_at(position, word, script, &mut self.list) {
                return Ok(mv);
            }
            if script != Script::San || self.from_zero {
                return self.read_otherwise(position, word);
            }
            let found = self.san.read_at(position, word, &mut self.list);
            if found.is_ok() || self.line.scripts().len() == 1 && self.zero.is_none() {
                return found;
            }
        } else if std::mem::take(&mut self.opening) {
            return self.read_opening(position, word);
        }
        self.read_otherwise(position, word)
    }

    /// The unique legal move for a word that ends in an evaluation sign, the word without it, and the sign's glyphs. Only for
    /// words that are no moves with it.
    pub(super) fn read_judged<'w>(
        &mut self,
        position: &Position,
        word: &'w str,
    ) -> Option<(Move, &'w str, Vec<u16>)> {
        let (bare, glyphs) = without_sign(word)?;
        Some((self.read(position, bare).ok()?, bare, glyphs))
    }

    /// Plays the unique legal move for a word, and forgets the moves before it.
    ///
    /// # Errors
    /// As [`MoveReader::read`].
    #[inline]
    pub fn play(&mut self, position: &mut Position, word: &str) -> Result<Move, ReadError> {
        let mv = self.read(position, word)?;
        position.forget();
        position.play_unchecked(mv);
        Ok(mv)
    }

    /// Reads a game's first word in the start position.
    fn read_opening(&mut self, position: &Position, word: &str) -> Result<Move, ReadError> {
        if let Some(known) = self.openings.iter().find(|known| *known.word == *word) {
            self.line.clone_from(&known.line);
            self.from_zero = known.from_zero;
            (self.from_above, self.begun) = (known.from_above, true);
            return Ok(known.mv);
        }
        let mv = self.read_otherwise(position, word)?;
        if self.openings.len() < OPENINGS {
            let (line, from_zero, from_above) = (self.line.clone(), self.from_zero, self.from_above);
            self.openings.push(Opening { word: word.into(), mv, line, from_zero, from_above });
        }
        Ok(mv)
    }

    #[cold]
    fn read_otherwise(&mut self, position: &Position, word: &str) -> Result<Move, ReadError> {
        let (setup, legal) = (position.setup(), position.legal_moves().into());
        let view = View { variant: position.rules().variant(), setup: &setup, legal: &legal };
        let turned = self.turned(view, word);
        let word = turned.as_deref().unwrap_or(word);
        let Self { san, zero, from_zero, line, .. } = self;
        // A drop or a pass is the same in all scripts, so it does not reveal the script.
        if let Some(found) = notation::read_scriptless(view, word) {
            return found;
        }
        line.read_by(|script| match script {
            Script::San => read_san(san, zero.as_ref(), from_zero, view, word),
            _ => notation::read_in(view, word, &[script]),
        })
    }

    /// A square alone with its rank counted from the top, if the game's first word shows this convention.
    fn turned(&mut self, view: View<'_>, word: &str) -> Option<String> {
        let begun = std::mem::replace(&mut self.begun, true);
        if begun && !self.from_above {
            return None;
        }
        let turned = notation::counted_from_above(view.variant, word)?;
        let legal = |word: &str| notation::read_in(view, word, &[Script::Coordinate]).is_ok();
        self.from_above |= !begun && !legal(word) && legal(&turned);
        self.from_above.then_some(turned)
    }
}

/// Reads SAN with the variant's own ranks or with ranks from 0, trying the convention of the game so far first.
fn read_san(
    san: &SanReader,
    zero: Option<&SanReader>,
    from_zero: &mut bool,
    view: View<'_>,
    word: &str,
) -> Result<Move, ReadError> {
    let counted_from_zero = || zero.and_then(|zero| zero.read_plain(view, word));
    if *from_zero && let Some(mv) = counted_from_zero() {
        return Ok(mv);
    }
    let found = san.read(view, word);
    if found.is_err()
        && !*from_zero
        && let Some(mv) = counted_from_zero()
    {
        *from_zero = true;
        return Ok(mv);
    }
    found
}

/// The kind of problem of an unreadable word.
pub(super) fn kind(error: &ReadError) -> ProblemKind {
    match error {
        ReadError::Unreadable => ProblemKind::UnreadableMove,
        ReadError::NoSuchMove(_) => ProblemKind::IllegalMove,
        ReadError::Ambiguous(_) | ReadError::Readings(_) => ProblemKind::AmbiguousMove,
    }
}
