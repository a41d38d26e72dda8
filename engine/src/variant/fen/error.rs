//! What can be wrong with the text of a setup.

use std::fmt;
use std::ops::Range;

/// What is wrong with the text of a setup, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// The bytes of the text that it is about; empty at the end of the text where something is missing.
    pub span: Range<usize>,
}

/// What can be wrong with the text of a setup. Rows and squares are named as the board names them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// There is no text.
    NoPlacement,
    /// A letter that no piece has.
    UnknownPiece {
        /// The letter.
        letter: char,
        /// Where it would stand.
        square: String,
    },
    /// The sign of a hole where there is a square.
    NoHole {
        /// The square.
        square: String,
    },
    /// A name, with its side before it, that no piece has.
    UnknownName {
        /// The name and the side.
        name: String,
    },
    /// A letter among the pieces in hand that no piece has.
    UnknownInHand {
        /// The letter.
        letter: char,
    },
    /// Brackets that are not closed, or in a game without hands.
    Hands,
    /// A row with too few or too many squares.
    RowLength {
        /// The row: every axis but the first, each with its coordinate.
        row: String,
        /// How many squares it describes.
        found: u64,
        /// How many it has.
        expected: u16,
    },
    /// Too few or too many rows (or planes, …).
    Rows {
        /// The axis that the separator counts down.
        axis: String,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: u16,
    },
    /// More slashes in a row than the board has axes for.
    Separator,
    /// A count of empty squares that starts with 0.
    ZeroCount,
    /// A turn that is no player's.
    UnknownTurn {
        /// What would have been understood.
        known: Vec<String>,
    },
    /// Who is out is no player, or said to be out twice.
    UnknownPlayer {
        /// What would have been understood.
        known: Vec<String>,
    },
    /// A letter that no right has.
    UnknownRight(char),
    /// A right that is given twice.
    RepeatedRight(char),
    /// A right of a piece that is not where the letter says: none of the fitting pieces stands on that side.
    NoHolder(char),
    /// Text among the marks that is no square of the board.
    UnknownSquare,
    /// A mark that no piece of the opponent's can have left.
    NoMarker {
        /// The marked square.
        square: String,
    },
    /// A mark that several pieces can have left; the marker's square must follow.
    SeveralMarkers {
        /// Where they stand.
        squares: Vec<String>,
    },
    /// A counter that is no whole number.
    Counter,
    /// Text after the last field.
    Trailing,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FenErrorKind::NoPlacement => write!(f, "there is no placement"),
            FenErrorKind::UnknownPiece { letter, square } => {
                write!(f, "no piece has the letter `{letter}` (it would stand on {square})")
            }
            FenErrorKind::NoHole { square } => {
                write!(f, "`*` stands for what is no square, and {square} is one: empty squares are counted")
            }
            FenErrorKind::UnknownName { name } => {
                write!(f, "no piece is named so, with `+` or `-` before it: `{name}`")
            }
            FenErrorKind::UnknownInHand { letter } => {
                write!(f, "no piece has the letter `{letter}` (it would be in hand)")
            }
            FenErrorKind::Hands => {
                write!(f, "pieces in hand stand in brackets after the placement, in a game with hands")
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
                write!(f, "no player's turn is written so; known are {}", quoted(known))
            }
            FenErrorKind::UnknownPlayer { known } => {
                write!(f, "who is out stands here, each once; the players are {}", quoted(known))
            }
            FenErrorKind::UnknownRight(letter) => write!(f, "no right has the letter `{letter}`"),
            FenErrorKind::RepeatedRight(letter) => write!(f, "the right `{letter}` is given twice"),
            FenErrorKind::NoHolder(letter) => {
                write!(f, "there is no piece that could have the right `{letter}`")
            }
            FenErrorKind::UnknownSquare => write!(f, "this is no square of the board"),
            FenErrorKind::NoMarker { square } => {
                write!(f, "no piece of the player who moved last can have passed {square}")
            }
            FenErrorKind::SeveralMarkers { squares } => write!(
                f,
                "several pieces can have left this mark ({}); write the square of the one that did after it",
                squares.join(", ")
            ),
            FenErrorKind::Counter => write!(f, "this is not a whole number"),
            FenErrorKind::Trailing => write!(f, "nothing may follow the number of the full move"),
        }
    }
}

impl std::error::Error for FenError {}

pub(super) fn quoted(words: &[String]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
