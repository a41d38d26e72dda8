//! Problems of records: kind, message and place, as data.

use std::fmt;

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// No error; the reader made an assumption that the record does not state.
    Note,
    /// The meaning is clear, and nothing was lost.
    Warning,
    /// Part of the record could not be understood; it was kept as text if possible.
    Error,
}

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// Bytes that are invalid in the encoding.
    BadEncoding,
    /// The encoding was guessed, or the given name is unknown.
    UnknownEncoding,
    /// No encoding was given; it was detected from the text.
    GuessedEncoding,
    /// A comment without an end.
    UnclosedComment,
    /// A variation without an end.
    UnclosedVariation,
    /// A closing parenthesis, brace or bracket without an opening one.
    UnexpectedClose,
    /// A variation without a move.
    EmptyVariation,
    /// A variation before any move.
    VariationBeforeMove,
    /// A tag pair that is not `[Name "value"]`.
    MalformedTag,
    /// A glyph with an undefined number.
    UnknownGlyph,
    /// Characters that belong to no token.
    UnknownToken,
    /// A token, a game or a nesting that exceeds a limit.
    TooLong,
    /// Text outside any game.
    TextOutsideGame,
    /// Text after a game's result; it is kept as a comment.
    TextAfterResult,
    /// A game without a node.
    EmptyGame,
    /// Properties without a `;` before them, or a node after the variations of its sequence.
    MisplacedNode,
    /// A property value without an end.
    UnclosedValue,
    /// A property without a value, or a value without a property.
    MalformedProperty,
    /// An impossible board size.
    BadBoardSize,
    /// A point outside the board.
    BadPoint,
    /// A truncated file, or one with invalid numbers.
    Damaged,
    /// The input contains no game.
    NoGame,
    /// The rules of the record's variant are unknown.
    UnknownVariant,
    /// The record was written with other rules of the variant.
    OtherRules,
    /// The start position cannot be read or played.
    BadStart,
    /// The start position is unreachable, but playable.
    OddStart,
    /// Something impossible in the record was removed.
    Mended,
    /// A pass that the rules do not allow.
    NullMove,
    /// A clear violation of the notation, which strict readers reject.
    Loose,
    /// The same as an error ([`Problem::strictly`]).
    Refused,
    /// A word that is not the text of a move.
    UnreadableMove,
    /// A move that is illegal in its position.
    IllegalMove,
    /// A word that fits several legal moves.
    AmbiguousMove,
    /// Two parts of the record contradict each other.
    Contradiction,
}

impl ProblemKind {
    /// The severity of problems of this kind.
    pub fn severity(self) -> Severity {
        use ProblemKind as K;
        match self {
            K::GuessedEncoding | K::TextAfterResult | K::Mended | K::NullMove | K::Loose => Severity::Note,
            K::UnknownEncoding
            | K::EmptyVariation
            | K::VariationBeforeMove
            | K::UnknownGlyph
            | K::TextOutsideGame
            | K::MisplacedNode
            | K::OtherRules
            | K::OddStart
            | K::Contradiction => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// A problem of a record with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The kind.
    pub kind: ProblemKind,
    /// The message.
    pub message: String,
    /// The line, from 1; 0 if the problem is not in a text.
    pub line: u64,
    /// The column, in characters from 1; 0 if the problem is not in a text.
    pub column: u32,
    /// The game in its file, from 1; 0 before the first game.
    pub game: u64,
    /// The number of moves from the start of the game to the place.
    pub ply: u32,
}

impl Problem {
    /// The severity.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// The same for strict reading: a violation of the notation becomes an error.
    #[must_use]
    pub fn strictly(mut self) -> Problem {
        if self.kind == ProblemKind::Loose {
            self.kind = ProblemKind::Refused;
        }
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { message, line, column, game, ply, .. } = self;
        let severity = match self.severity() {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        if *line > 0 {
            write!(f, "{line}:{column}: ")?;
        }
        write!(f, "{severity}: {message}")?;
        match (game, ply) {
            (0, _) => Ok(()),
            (_, 0) => write!(f, " (game {game})"),
            _ => write!(f, " (game {game}, ply {ply})"),
        }
    }
}

impl std::error::Error for Problem {}

/// The problems of a reading. At most [`Problems::KEPT`] are stored, so that a hostile file cannot exhaust the memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Problem>,
    total: usize,
    /// The number of errors.
    errors: usize,
}

impl Problems {
    /// The number of stored problems; further ones are only counted.
    pub const KEPT: usize = 1000;

    /// Adds a problem, or only counts it beyond the limit.
    pub fn push(&mut self, problem: Problem) {
        self.total += 1;
        self.errors += usize::from(problem.severity() == Severity::Error);
        if self.list.len() < Self::KEPT {
            self.list.push(problem);
        }
    }

    /// Adds all of another reading's problems.
    pub fn append(&mut self, other: Problems) {
        let (total, errors) = (self.total + other.total, self.errors + other.errors);
        other.list.into_iter().for_each(|problem| self.push(problem));
        (self.total, self.errors) = (total, errors);
    }

    /// Takes out the stored problems of all games up to this one.
    pub fn take_to(&mut self, game: u64) -> Problems {
        let mut taken = Problems::default();
        self.list.extract_if(.., |problem| problem.game <= game).for_each(|problem| taken.push(problem));
        (self.total, self.errors) = (self.total - taken.total, self.errors - taken.errors);
        taken
    }

    /// Sorts the stored problems by their places.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|problem| (problem.line, problem.column));
    }

    /// Sets the game of all problems.
    pub fn set_game(&mut self, game: u64) {
        self.list.iter_mut().for_each(|problem| problem.game = game);
    }

    /// Adds an offset to each problem's game, for games counted from within a file.
    pub fn shift_games(&mut self, by: u64) {
        self.list.iter_mut().filter(|problem| problem.game > 0).for_each(|problem| problem.game += by);
    }

    /// The number of errors, including those not stored.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The number of problems, including those not stored.
    pub fn total(&self) -> usize {
        self.total
    }
}

impl std::ops::Deref for Problems {
    type Target = [Problem];

    fn deref(&self) -> &[Problem] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
