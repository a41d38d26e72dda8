//! Tests whether a setup is playable.

use std::fmt;

use crate::geometry::Square;
use crate::variant::fen::FenError;
use crate::variant::{Piece, PlayerId, Setup, Variant, literal};

/// The reason why a setup is not playable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The setup is for a board with another number of squares.
    BoardSize {
        /// The number of squares in the setup.
        found: usize,
        /// The number of squares of the board.
        expected: usize,
    },
    /// A piece whose role or player is unknown to the variant.
    UnknownPiece(Square),
    /// A turn unknown to the variant.
    UnknownTurn(u16),
    /// A player whose royal could be captured at once, because another player is to move.
    OpponentInCheck {
        /// The player's index.
        player: PlayerId,
        /// The player's name.
        name: String,
    },
    /// All players left are on one side.
    NobodyAgainst,
    /// A right whose pieces are not on their squares.
    UnfoundedRight {
        /// The index of the right's slot.
        slot: usize,
        /// The letter of the right in FEN, if it has one.
        letter: Option<char>,
    },
    /// A right unknown to the variant.
    UnknownRight(usize),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoardSize { found, expected } => {
                write!(f, "the board has {expected} squares, but the setup has {found}")
            }
            Self::UnknownPiece(_) => write!(f, "a piece does not belong to this game"),
            Self::UnknownTurn(_) => write!(f, "this game has no such turn"),
            Self::OpponentInCheck { name, .. } => {
                write!(f, "{name} is in check, but it is the opponent's turn")
            }
            Self::NobodyAgainst => write!(f, "all players except one side are out"),
            Self::UnfoundedRight { letter: Some(letter), .. } => {
                write!(f, "the pieces of the right `{letter}` are not on their start squares")
            }
            Self::UnfoundedRight { letter: None, .. } => {
                write!(f, "the pieces of a right are not on their start squares")
            }
            Self::UnknownRight(_) => write!(f, "this game has no such right"),
        }
    }
}

impl std::error::Error for SetupError {}

/// An unplayable setup, returned to the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayable {
    /// The error.
    pub error: SetupError,
    /// The setup as given.
    pub setup: Box<Setup>,
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Unplayable {}

/// The reason why a text is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromFenError {
    /// The text cannot be read.
    Text(FenError),
    /// The text can be read, but the position is not playable.
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

/// Tests whether a setup is playable: it fits the board, only the player to move is in check, and the rights
/// have their pieces. A player may lack a royal: the game is then over if [play could have removed
/// it](Variant::royals_can_fall).
///
/// With more than two players, players without a royal are out, any player may be in check, and more than one
/// side must remain.
///
/// # Errors
/// The first error found.
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
        // The game is over, or the mover gave the check earlier in the same turn. With more than two players,
        // one player's move may leave another's royal for a third.
        return Ok(());
    }
    let mut others = (0..variant.players.len()).map(|i| PlayerId(i as u8)).filter(|&player| player != mover);
    match others.find(|&player| literal::in_check(variant, setup, player)) {
        Some(player) => Err(SetupError::OpponentInCheck { player, name: name(player) }),
        None => Ok(()),
    }
}

/// Whether the pieces of a right are present. A right by square needs a piece that can hold it there. Any
/// other right needs the pieces that its squares have at the start.
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
