//! Hard-coded move generators to compare with. Besides `rules/`, only this module knows games.
//!
//! A reference takes and returns plain text (FEN in, moves as coordinates out). It shares no code with the engine, so that an
//! error in one cannot hide in the other. [`xiangqi`] is written by hand, [`chess`] uses the crate cozy-chess, [`uci`] asks
//! another program.

pub mod chess;
mod line;
pub mod uci;
pub mod xiangqi;

use std::fmt;

/// An independent generator of the legal moves of a position.
///
/// A move is its origin and target, `e2e4`, with the letter of a promotion after it, `e7e8q`. Ranks are numbered from 1, with
/// two digits if needed: `h3h10`. Castling is the king's own step, `e1g1`, in standard chess, and the king capturing the rook,
/// `e1h1`, in Fischer random chess. The order of moves is unspecified.
///
/// A position is a FEN, optionally with moves from it. Given the moves, a reference tracks the state of the game itself. This
/// reveals state that the tested rules fail to track.
pub trait Reference {
    /// The legal moves of the position.
    ///
    /// # Errors
    /// If the reference cannot read the FEN or cannot answer.
    fn legal_moves(&mut self, fen: &str) -> Result<Vec<String>, Error> {
        Ok(self.divide(fen, 1)?.into_iter().map(|(text, _)| text).collect())
    }

    /// All observations of the reference about the position after these moves.
    ///
    /// # Errors
    /// As [`Reference::legal_moves`], and [`Error::Illegal`] for an illegal move.
    fn observe(&mut self, fen: &str, moves: &[String]) -> Result<Observation, Error>;

    /// The number of sequences of exactly `depth` legal moves; 1 at depth 0.
    ///
    /// # Errors
    /// As [`Reference::legal_moves`].
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, Error>;

    /// The perft to `depth` of the position, by first move; empty at depth 0.
    ///
    /// # Errors
    /// As [`Reference::legal_moves`].
    fn divide(&mut self, fen: &str, depth: u32) -> Result<Vec<(String, u64)>, Error> {
        self.divide_after(fen, &[], depth)
    }

    /// [`Reference::divide`] of the position after these moves.
    ///
    /// # Errors
    /// As [`Reference::observe`].
    fn divide_after(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, Error>;

    /// The name of the reference, for reports.
    fn name(&self) -> String;
}

/// The observations of a reference about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// The legal moves, in unspecified order.
    pub moves: Vec<String>,
    /// The position as FEN, possibly without its last fields; `None` if the reference does not report it.
    pub fen: Option<String>,
    /// Whether the game is over.
    pub standing: Standing,
}

/// Whether a game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// The reference does not report it.
    #[default]
    Unsaid,
    /// The game is not over.
    Open,
    /// It has ended.
    Over(Verdict, Ending),
}

/// The result of the game for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player to move has won.
    Win,
    /// The player to move has lost.
    Loss,
    /// A draw.
    Draw,
    /// Not a draw, but the reference does not report the winner.
    Decided,
}

/// The reason of a game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// In check, and no legal move.
    Checkmate,
    /// No legal move, and not in check.
    Stalemate,
    /// The position has occurred too often.
    Repetition,
    /// Too many moves without progress.
    Quiet,
    /// Neither player has the pieces to win.
    Material,
    /// No legal move; the reference reports nothing else.
    NoMove,
}

/// The built-in reference for a variant, by its shipped name; `None` if there is none.
pub fn builtin(variant: &str) -> Option<Box<dyn Reference>> {
    match variant {
        "chess" => Some(Box::new(chess::Chess::standard())),
        "chess960" => Some(Box::new(chess::Chess::fischer_random())),
        "xiangqi" => Some(Box::new(xiangqi::Xiangqi::new())),
        _ => None,
    }
}

/// The reason why a reference gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The reference does not accept the position.
    Fen {
        /// The given FEN.
        fen: String,
        /// The reason, as a clause: "a rank has 8 squares, not 9".
        reason: String,
    },
    /// A move is illegal in its position.
    Illegal {
        /// The move.
        text: String,
        /// The position before all moves.
        fen: String,
        /// The moves before it.
        after: Vec<String>,
    },
    /// The other program does not know the variant.
    Variant {
        /// The requested variant.
        name: String,
        /// The variants that the program knows; empty if it did not list them.
        known: Vec<String>,
    },
    /// The pipe to the other program is broken or closed.
    Closed {
        /// The expected input.
        waiting_for: &'static str,
        /// The error of the operating system; empty if the output simply ended.
        reason: String,
        /// The last lines that the program wrote, oldest first.
        said: Vec<String>,
    },
    /// The other program gave an invalid answer.
    Reply {
        /// The reason, as a clause.
        reason: String,
        /// The last lines that the program wrote, oldest first.
        said: Vec<String>,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = match self {
            Error::Fen { fen, reason } => {
                return write!(f, "the reference does not accept `{fen}`: {reason}");
            }
            Error::Illegal { text, fen, after } => {
                let after =
                    if after.is_empty() { String::new() } else { format!(" after {}", after.join(" ")) };
                return write!(f, "the reference has no move `{text}` in `{fen}`{after}");
            }
            Error::Variant { name, known } if known.is_empty() => {
                return write!(f, "the engine plays no variants, so not `{name}`");
            }
            Error::Variant { name, known } => {
                return write!(
                    f,
                    "the engine does not know the variant `{name}`; it knows {}",
                    known.join(", ")
                );
            }
            Error::Closed { waiting_for, reason, said } => {
                write!(f, "the engine ended while {waiting_for} was expected")?;
                if !reason.is_empty() {
                    write!(f, " ({reason})")?;
                }
                said
            }
            Error::Reply { reason, said } => {
                write!(f, "{reason}")?;
                said
            }
        };
        for line in said {
            write!(f, "\n  engine: {line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
