//! Predicates and effects that the embedding program gives under a name.

use std::fmt;
use std::sync::Arc;

use crate::geometry::{Board, Square};

use super::{Piece, PlayerId, Setup, Variant};

/// What a native predicate or effect may look at.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Scene<'a> {
    /// The rules of the game; the board is among them.
    pub variant: &'a Variant,
    /// The position before the move (for an effect: the board as it is when the effect happens).
    pub setup: &'a Setup,
    /// Who moves.
    pub mover: PlayerId,
    /// The origin of the move.
    pub from: Square,
    /// The target of the move.
    pub to: Square,
    /// The square asked about.
    pub here: Square,
}

impl<'a> Scene<'a> {
    /// The board: names of squares, neighbours, distances.
    pub fn board(&self) -> &'a Board {
        &self.variant.board
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.setup.piece(square)
    }
}

/// A predicate written in Rust.
#[derive(Clone)]
pub struct NativePredicate {
    /// The name that patterns call it by.
    pub name: String,
    /// The test. It must depend on nothing but the scene.
    pub test: Arc<dyn Fn(&Scene<'_>) -> bool + Send + Sync>,
}

/// An effect written in Rust. It may change the board; rights are lost and hashes kept for every square it changes.
#[derive(Clone)]
pub struct NativeEffect {
    /// The name that patterns call it by.
    pub name: String,
    /// The change: the squares it returns are set to the pieces given.
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
