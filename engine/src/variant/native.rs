//! Predicates and effects that the embedding program supplies by name.

use std::fmt;
use std::sync::Arc;

use crate::geometry::{Board, Square};

use super::{Piece, PlayerId, Setup, Variant};

/// The data that a native predicate or effect may read.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Scene<'a> {
    /// The rules of the game, including its board.
    pub variant: &'a Variant,
    /// The position before the move. For an effect: the position at the moment when the effect is applied.
    pub setup: &'a Setup,
    /// The player who moves.
    pub mover: PlayerId,
    /// The origin of the move.
    pub from: Square,
    /// The target of the move.
    pub to: Square,
    /// The square that the predicate is evaluated for.
    pub here: Square,
}

impl<'a> Scene<'a> {
    /// The board: names of squares, neighbours, distances.
    pub fn board(&self) -> &'a Board {
        &self.variant.board
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.setup.piece(square)
    }
}

/// A predicate written in Rust.
#[derive(Clone)]
pub struct NativePredicate {
    /// Its name in patterns.
    pub name: String,
    /// The test. Its result must depend only on the scene.
    pub test: Arc<dyn Fn(&Scene<'_>) -> bool + Send + Sync>,
}

/// An effect written in Rust. It changes pieces on the board. Rights and hashes are updated for every changed
/// square.
#[derive(Clone)]
pub struct NativeEffect {
    /// Its name in patterns.
    pub name: String,
    /// Returns the squares to change and their new pieces.
    #[expect(clippy::type_complexity, reason = "one callback type, named by its field")]
    pub change: Arc<dyn Fn(&Scene<'_>) -> Vec<(Square, Option<Piece>)> + Send + Sync>,
}

impl fmt::Debug for NativePredicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NativePredicate").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for NativeEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NativeEffect").field("name", &self.name).finish_non_exhaustive()
    }
}
