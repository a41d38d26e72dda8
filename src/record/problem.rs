//! What is wrong with a record: kind, message and place, as data.

use std::fmt;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is wrong; but something was taken to be so that the record does not say.
    Note,
    /// The meaning is clear all the same, and nothing was lost.
    Warning,
    /// Part of the record could not be understood; it was kept as text where it could be.
    Error,
}

/// What kind of problem it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// Bytes that the encoding does not have.
    BadEncoding,
    /// The encoding was guessed, or the one named is not known.
    UnknownEncoding,
    /// No encoding was named, and one was told by the text.
    GuessedEncoding,
    /// A comment that never ends.
    UnclosedComment,
    /// A variation that never ends.
    UnclosedVariation,
    /// A closing parenthesis, brace or bracket without its opening one.
    UnexpectedClose,
    /// A variation without a move.
    EmptyVariation,
    /// A variation before there is a move that it could replace.
    VariationBeforeMove,
    /// A tag pair that is not `[Name "value"]`.
    MalformedTag,
    /// A glyph that no convention numbers.
    UnknownGlyph,
    /// Characters that are part of no token.
    UnknownToken,
    /// A token, a game or a nesting beyond what is kept.
    TooLong,
    /// Text that belongs to no game.
    TextOutsideGame,
    /// Text after a game's result; it is kept as a comment.
    TextAfterResult,
    /// A game without a node.
    EmptyGame,
    /// Properties that no `;` introduces, or a node after the variations of its sequence.
    MisplacedNode,
    /// A property value that never ends.
    UnclosedValue,
    /// A property without a value, or a value without a property.
    MalformedProperty,
    /// A board size that no board has.
    BadBoardSize,
    /// A point that is not on the board.
    BadPoint,
    /// A file that is cut short, or has numbers that cannot be.
    Damaged,
    /// The input held no game at all.
    NoGame,
    /// The record names a variant whose rules are not known.
    UnknownVariant,
    /// The record was written with other rules of the variant.
    OtherRules,
    /// The position that the game starts from cannot be read or played.
    BadStart,
    /// No game comes to the position that this one starts from, but it can be played.
    OddStart,
    /// Something in the record cannot be, and was left out.
    Mended,
    /// A player passes who by the rules may not.
    NullMove,
    /// Something that is written as it should not be and is clear all the same: readers that go by the letter refuse it.
    Loose,
    /// The same, where it is refused ([`Problem::strictly`]).
    Refused,
    /// A word that is not the text of a move.
    UnreadableMove,
    /// A move that is not legal where it is played.
    IllegalMove,
    /// A word that may be one of several legal moves.
    AmbiguousMove,
    /// The record says one thing here and another there.
    Contradiction,
}

impl ProblemKind {
    /// How bad a problem of this kind is.
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

/// One thing that is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind of problem it is.
    pub kind: ProblemKind,
    /// What is wrong, in words.
    pub message: String,
    /// The line, from 1; 0 when the problem is not in a text.
    pub line: u64,
    /// The column, in characters from 1; 0 when the problem is not in a text.
    pub column: u32,
    /// The game in its file, from 1; 0 before the first game.
    pub game: u64,
    /// The number of moves that lead to the place, from the start of the game.
    pub ply: u32,
}

impl Problem {
    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// The same for who goes by the letter: what is written loosely is an error.
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

/// The problems of a reading, at most [`Problems::KEPT`] of them, so that a hostile file cannot fill the memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Problem>,
    total: usize,
    /// How many of them are errors.
    errors: usize,
}

impl Problems {
    /// How many problems are kept; further ones are only counted.
    pub const KEPT: usize = 1000;

    /// Adds a problem, or counts it when there are too many.
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

    /// Says of all that they are in this game of the file.
    pub fn set_game(&mut self, game: u64) {
        self.list.iter_mut().for_each(|problem| problem.game = game);
    }

    /// Adds a number to each problem's game: for games that were counted from within a file.
    pub fn shift_games(&mut self, by: u64) {
        self.list.iter_mut().filter(|problem| problem.game > 0).for_each(|problem| problem.game += by);
    }

    /// The number of errors met, those not kept included.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The number of problems met, those not kept included.
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
