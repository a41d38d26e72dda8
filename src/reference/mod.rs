//! Hard-coded move generators to compare with; the only place beside `rules/` that knows a game.
//!
//! A reference takes and gives plain text (FEN in, moves as coordinates out) and shares no code with the engine, so
//! that a mistake in one cannot hide in the other. [`xiangqi`] is written by hand, [`chess`] goes through the crate
//! cozy-chess, [`uci`] asks another program.

pub mod chess;
mod line;
pub mod uci;
pub mod xiangqi;

use std::fmt;

/// Another opinion on the legal moves of a position.
///
/// A move is its origin and target, `e2e4`, with the letter of a promotion after it, `e7e8q`. Ranks are numbered
/// from 1, with two digits where a board needs them: `h3h10`. Castling is the king's own step, `e1g1`, in standard
/// chess, and the king taking the rook, `e1h1`, in Fischer random chess. Moves come in no particular order.
///
/// A position is a FEN, or a FEN and the moves played from it: a reference that is told the moves keeps the state of the
/// game itself, so that state which the rules under test fail to keep is found out.
pub trait Reference {
    /// The legal moves of the position.
    ///
    /// # Errors
    /// When the reference cannot read the FEN or cannot answer.
    fn legal_moves(&mut self, fen: &str) -> Result<Vec<String>, Error> {
        Ok(self.divide(fen, 1)?.into_iter().map(|(text, _)| text).collect())
    }

    /// All that the reference has to say of the position after these moves.
    ///
    /// # Errors
    /// As [`Reference::legal_moves`], and [`Error::Illegal`] for a move that is none.
    fn observe(&mut self, fen: &str, moves: &[String]) -> Result<Observation, Error>;

    /// How many sequences of exactly `depth` legal moves the position has; 1 at depth 0.
    ///
    /// # Errors
    /// As [`Reference::legal_moves`].
    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, Error>;

    /// The perft to `depth` of the position, move by move; nothing at depth 0.
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

    /// Who is asked, as a heading of a report.
    fn name(&self) -> String;
}

/// What a reference says of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// The legal moves, in no particular order.
    pub moves: Vec<String>,
    /// The position as FEN, its last fields perhaps left out; `None` if the reference does not say.
    pub fen: Option<String>,
    /// Whether the game is over.
    pub standing: Standing,
}

/// Whether a game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// The reference cannot tell.
    #[default]
    Unsaid,
    /// The game goes on.
    Open,
    /// It has ended.
    Over(Verdict, Ending),
}

/// What the end of a game is to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player to move has won.
    Win,
    /// The player to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// Somebody has won, and the reference does not say who.
    Decided,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// In check, and no legal move.
    Checkmate,
    /// Not in check, and no legal move.
    Stalemate,
    /// The position has come up too often.
    Repetition,
    /// Too many moves without progress.
    Quiet,
    /// Nobody has the pieces to win.
    Material,
    /// No legal move; the reference says no more.
    NoMove,
}

/// The reference built in for a variant, by the variant's shipped name; `None` where there is none.
pub fn builtin(variant: &str) -> Option<Box<dyn Reference>> {
    match variant {
        "chess" => Some(Box::new(chess::Chess::standard())),
        "chess960" => Some(Box::new(chess::Chess::fischer_random())),
        "xiangqi" => Some(Box::new(xiangqi::Xiangqi::new())),
        _ => None,
    }
}

/// Why a reference gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The reference does not accept the position.
    Fen {
        /// The FEN as it was given.
        fen: String,
        /// What is wrong with it, as a clause: "a rank has 8 squares, not 9".
        reason: String,
    },
    /// A move is not legal where it is to be played.
    Illegal {
        /// The move.
        text: String,
        /// The position that the moves before it start from.
        fen: String,
        /// The moves before it.
        after: Vec<String>,
    },
    /// The other program does not know the variant.
    Variant {
        /// The variant as it was asked for.
        name: String,
        /// What the program does know; empty if it did not say.
        known: Vec<String>,
    },
    /// The pipe to the other program broke or ended.
    Closed {
        /// What was being waited for.
        waiting_for: &'static str,
        /// What the operating system said; empty when the output just ended.
        reason: String,
        /// The last lines that the program wrote, oldest first.
        said: Vec<String>,
    },
    /// The other program wrote something that is no answer.
    Reply {
        /// What is wrong with it, as a clause.
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
