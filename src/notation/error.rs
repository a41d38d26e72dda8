//! Why a text is not a move.

use crate::geometry::Square;
use crate::variant::literal::{self, Refusal};
use crate::variant::{Move, RoleId, RoleSet, Script};

use super::View;

/// What a text that could be made out asked for; parts that it did not say are empty.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Where the piece may stand: the mover's pieces that the text fits, whether or not they can make the move.
    pub origins: Vec<Square>,
    /// Where it was to go.
    pub to: Option<Square>,
    /// The kinds of piece it may be.
    pub roles: RoleSet,
    /// What it was to become.
    pub choice: Option<RoleId>,
    /// The script in which the text could be made out, if that is known.
    pub script: Option<Script>,
}

impl Wanted {
    /// For each piece that may be meant, why it may not go where the text says. Empty if the text names no target, or
    /// no piece of the mover's fits.
    pub fn refusals(&self, view: View<'_>) -> Vec<(Square, Vec<Refusal>)> {
        let Some(to) = self.to else { return Vec::new() };
        self.origins
            .iter()
            .map(|&from| (from, literal::explain(view.variant, view.setup, from, to)))
            .collect()
    }
}

/// Why a text could not be read as a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// No script can make it out.
    Unreadable,
    /// It can be made out, and no legal move is meant by it. [`Wanted::refusals`] tells why.
    NoSuchMove(Wanted),
    /// It fits several legal moves: these, in the order of the legal moves.
    Ambiguous(Vec<Move>),
    /// Several scripts make out several legal moves: which script reads which move.
    Readings(Vec<(Script, Move)>),
}

impl ReadError {
    /// The one move that fits, or what is wrong if there is none or more than one.
    pub(super) fn one(fitting: Vec<Move>, wanted: impl FnOnce() -> Wanted) -> Result<Move, Self> {
        match fitting[..] {
            [mv] => Ok(mv),
            [] => Err(Self::NoSuchMove(wanted())),
            _ => Err(Self::Ambiguous(fitting)),
        }
    }
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreadable => write!(f, "this is not the text of a move"),
            Self::NoSuchMove(_) => write!(f, "no legal move is written so"),
            Self::Ambiguous(moves) => write!(f, "this may be any of {} moves", moves.len()),
            Self::Readings(readings) => {
                write!(f, "this is one move")?;
                for (nth, (script, _)) in readings.iter().enumerate() {
                    let before = if nth == 0 { " in " } else { ", another in " };
                    write!(f, "{before}{}", super::script_name(*script))?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for ReadError {}
