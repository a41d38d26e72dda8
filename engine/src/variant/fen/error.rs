//! Errors in the text of a position.

use std::fmt;
use std::ops::Range;

/// An error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The kind of error.
    pub kind: FenErrorKind,
    /// The bytes of the text that the error refers to; empty at the end of the text if something is missing.
    pub span: Range<usize>,
}

/// The kinds of error. Rows and squares have the names that the board gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text is empty.
    NoPlacement,
    /// No piece has this letter.
    UnknownPiece {
        /// The letter.
        letter: char,
        /// The square that the letter stands for.
        square: String,
    },
    /// A hole sign on a square that exists.
    NoHole {
        /// The square.
        square: String,
    },
    /// No piece has this name.
    UnknownName {
        /// The side and the name.
        name: String,
    },
    /// The piece to take off the start position does not stand there.
    NotAtStart {
        /// Its name.
        name: String,
    },
    /// No piece has this letter. The letter occurs among the pieces in hand.
    UnknownInHand {
        /// The letter.
        letter: char,
    },
    /// More pieces of one kind in hand than a position can hold.
    TooManyInHand,
    /// Unclosed brackets, or brackets in a game without hands.
    Hands,
    /// A row with too few or too many squares.
    RowLength {
        /// The row: the name and coordinate of every axis but the first.
        row: String,
        /// The number of squares described.
        found: u64,
        /// The number of squares of the row.
        expected: u16,
    },
    /// Too few or too many rows (or planes, and so on).
    Rows {
        /// The axis along which the separator steps.
        axis: String,
        /// The number of rows found.
        found: usize,
        /// The number of rows expected.
        expected: u16,
    },
    /// More consecutive slashes than the board has axes for.
    Separator,
    /// A number of empty squares that starts with 0.
    ZeroCount,
    /// The turn field names no player.
    UnknownTurn {
        /// The accepted values.
        known: Vec<String>,
    },
    /// The list of eliminated players has an unknown player, or one twice.
    UnknownPlayer {
        /// The accepted values.
        known: Vec<String>,
    },
    /// No right has this letter.
    UnknownRight(char),
    /// A right that is listed twice.
    RepeatedRight(char),
    /// A right without a holder: no suitable piece stands on that side.
    NoHolder(char),
    /// Text among the marks that is not a square of the board.
    UnknownSquare,
    /// A mark that no piece of the opponent can have left.
    NoMarker {
        /// The marked square.
        square: String,
    },
    /// A mark that several pieces can have left. The marker's square must follow.
    SeveralMarkers {
        /// The squares of these pieces.
        squares: Vec<String>,
    },
    /// A counter that is not a whole number.
    Counter,
    /// A number above the largest one.
    TooLarge {
        /// The largest number.
        most: u32,
    },
    /// Text after the last field.
    Trailing,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FenErrorKind::NoPlacement => write!(f, "the placement is missing"),
            FenErrorKind::UnknownPiece { letter, square } => {
                write!(f, "no piece has the letter `{letter}` (it would stand on {square})")
            }
            FenErrorKind::NoHole { square } => {
                write!(f, "`*` is for holes, and {square} is a square: write empty squares as numbers")
            }
            FenErrorKind::UnknownName { name } => {
                write!(f, "no piece has the name `{name}`, with `+` or `-` before it")
            }
            FenErrorKind::NotAtStart { name } => {
                write!(f, "the start position has no `{name}` where one is taken off")
            }
            FenErrorKind::UnknownInHand { letter } => {
                write!(f, "no piece has the letter `{letter}` (it would be in hand)")
            }
            FenErrorKind::TooManyInHand => {
                write!(f, "a player may have at most {} pieces of one kind in hand", u16::MAX)
            }
            FenErrorKind::Hands => {
                write!(
                    f,
                    "pieces in hand are written in brackets after the placement, and only in a game with hands"
                )
            }
            FenErrorKind::RowLength { row, found, expected } if row.is_empty() => {
                write!(f, "the row has {expected} squares, but {found} are given")
            }
            FenErrorKind::RowLength { row, found, expected } => {
                write!(f, "{row} has {expected} squares, but {found} are given")
            }
            FenErrorKind::Rows { axis, found, expected } => {
                write!(f, "{axis} has {expected} coordinates, but {found} are given")
            }
            FenErrorKind::Separator => write!(f, "the board has too few axes for so many slashes in a row"),
            FenErrorKind::ZeroCount => write!(f, "a count of empty squares cannot start with 0"),
            FenErrorKind::UnknownTurn { known } => {
                write!(f, "this is not a turn; the turns are {}", quoted(known))
            }
            FenErrorKind::UnknownPlayer { known } => {
                write!(f, "list each eliminated player once; the players are {}", quoted(known))
            }
            FenErrorKind::UnknownRight(letter) => write!(f, "no right has the letter `{letter}`"),
            FenErrorKind::RepeatedRight(letter) => write!(f, "the right `{letter}` is given twice"),
            FenErrorKind::NoHolder(letter) => {
                write!(f, "there is no piece that could have the right `{letter}`")
            }
            FenErrorKind::UnknownSquare => write!(f, "this is not a square of the board"),
            FenErrorKind::NoMarker { square } => {
                write!(f, "no piece of the player who moved last can have passed {square}")
            }
            FenErrorKind::SeveralMarkers { squares } => write!(
                f,
                "several pieces can have left this mark ({}); write the square of the one that did after it",
                squares.join(", ")
            ),
            FenErrorKind::Counter => write!(f, "this is not a whole number"),
            FenErrorKind::TooLarge { most } => write!(f, "this number is too large: the largest is {most}"),
            FenErrorKind::Trailing => write!(f, "nothing may follow the full move number"),
        }
    }
}

impl std::error::Error for FenError {}

pub(super) fn quoted(words: &[String]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
