//! Whether a setup can be played from.

use std::fmt;

use crate::geometry::Square;
use crate::variant::fen::FenError;
use crate::variant::{Piece, PlayerId, Setup, Variant, literal};

/// Why a setup cannot be played from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The setup is for a board with another number of squares.
    BoardSize {
        /// How many squares the setup has.
        found: usize,
        /// How many the board has.
        expected: usize,
    },
    /// A piece of a role or player that the variant does not have.
    UnknownPiece(Square),
    /// A turn that the variant does not have.
    UnknownTurn(u16),
    /// A player whose royal could be taken at once, because it is another's turn.
    OpponentInCheck {
        /// Which player.
        player: PlayerId,
        /// The player's name.
        name: String,
    },
    /// All who are not out are on one side.
    NobodyAgainst,
    /// A right whose pieces are not where they stand at the start.
    UnfoundedRight {
        /// The index of the right's slot.
        slot: usize,
        /// How it is written, if it is.
        letter: Option<char>,
    },
    /// A right that the variant does not have.
    UnknownRight(usize),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoardSize { found, expected } => {
                write!(f, "the board has {expected} squares, but the setup has {found}")
            }
            Self::UnknownPiece(_) => write!(f, "a piece is none of this game's"),
            Self::UnknownTurn(_) => write!(f, "this game has no such turn"),
            Self::OpponentInCheck { name, .. } => {
                write!(f, "{name} is in check, but it is the opponent's turn")
            }
            Self::NobodyAgainst => write!(f, "of all players but one side it is said that they are out"),
            Self::UnfoundedRight { letter: Some(letter), .. } => {
                write!(f, "the pieces of the right `{letter}` are not where they stand at the start")
            }
            Self::UnfoundedRight { letter: None, .. } => {
                write!(f, "the pieces of a right are not where they stand at the start")
            }
            Self::UnknownRight(_) => write!(f, "this game has no such right"),
        }
    }
}

impl std::error::Error for SetupError {}

/// A setup that cannot be played from, given back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayable {
    /// What is wrong.
    pub error: SetupError,
    /// The setup as it was given.
    pub setup: Box<Setup>,
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Unplayable {}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromFenError {
    /// It cannot be read.
    Text(FenError),
    /// It can be read, but not played from.
    Setup(Unplayable),
}

impl fmt::Display for FromFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FromFenError {}

/// Whether a setup can be played from: it fits the board, nobody is in check whose turn it is not, and the rights have
/// their pieces. A player may be without a royal: the game is then over if [play could have removed
/// it](Variant::royals_can_fall). Where more than two play, who has no royal is out, any player may be in check, and more
/// than one side must be left.
///
/// # Errors
/// The first thing that is wrong.
pub fn playable(variant: &Variant, setup: &Setup) -> Result<(), SetupError> {
    let expected = variant.board.len();
    if setup.squares.len() != expected {
        return Err(SetupError::BoardSize { found: setup.squares.len(), expected });
    }
    let known =
        |player: PlayerId, role: usize| player.index() < variant.players.len() && role < variant.roles.len();
    let known = |piece: Piece| {
        let neutral = variant.roles.get(piece.role.index()).is_some_and(|role| role.neutral);
        if neutral { piece.is_neutral() } else { known(piece.player, piece.role.index()) }
    };
    if let Some((square, _)) = setup.pieces().find(|(_, piece)| !known(*piece)) {
        return Err(SetupError::UnknownPiece(square));
    }
    if usize::from(setup.turn) >= variant.turns.len() {
        return Err(SetupError::UnknownTurn(setup.turn));
    }
    let several = variant.players.len() > 2;
    if several && variant.sides_left(setup.out) < 2 {
        return Err(SetupError::NobodyAgainst);
    }
    let name = |player: PlayerId| variant.players[player.index()].name.clone();
    let lost = literal::royal_lost(variant, setup);
    for slot in (0..64).filter(|slot| setup.rights >> slot & 1 == 1) {
        if slot >= variant.right_slots.len() {
            return Err(SetupError::UnknownRight(slot));
        }
        if !is_founded(variant, setup, slot) {
            return Err(SetupError::UnfoundedRight { slot, letter: variant.right_slots[slot].letter });
        }
    }
    let mover = variant.mover(setup.turn);
    if several || lost.is_some() || variant.turn(setup.turn).after.is_none() {
        // The game is over, or the mover may have given the check in the same turn. Where more than two play, a move of one
        // may leave another's royal to a third.
        return Ok(());
    }
    let mut others = (0..variant.players.len()).map(|i| PlayerId(i as u8)).filter(|&player| player != mover);
    match others.find(|&player| literal::in_check(variant, setup, player)) {
        Some(player) => Err(SetupError::OpponentInCheck { player, name: name(player) }),
        None => Ok(()),
    }
}

/// Whether the pieces of a right are there: a right by square needs a holder on it, any other the pieces that stand on
/// its squares at the start.
fn is_founded(variant: &Variant, setup: &Setup, slot: usize) -> bool {
    let slot = &variant.right_slots[slot];
    let Some(right) = variant.rights.get(usize::from(slot.right.0)) else { return false };
    match slot.square {
        Some(square) => setup.piece(square).is_some_and(|piece| {
            let role = right.holders.is_empty() || right.holders.contains(piece.role);
            piece.player == slot.player && role
        }),
        None => slot.squares.iter().all(|square| {
            let own = variant.start.piece(square).filter(|piece| piece.player == slot.player);
            own.is_none_or(|piece| setup.piece(square) == Some(piece))
        }),
    }
}
