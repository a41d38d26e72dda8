//! Marked squares, for example the en passant square: who left a mark, how long it lasts, who may use it.

use crate::geometry::Square;

use super::{PlayerId, PlayerSet, Setup, Variant};

/// A marked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The square.
    pub square: Square,
    /// The square of the marker, which is the piece that left the mark; `None` if the marker is gone.
    pub marker: Option<Square>,
}

/// The marked squares of a position, in board order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks(Vec<Mark>);

impl Marks {
    /// Whether no square is marked.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All marks, in board order.
    pub fn iter(&self) -> impl Iterator<Item = &Mark> + '_ {
        self.0.iter()
    }

    /// Whether a square is marked.
    pub fn contains(&self, square: Square) -> bool {
        self.get(square).is_some()
    }

    /// The mark on a square.
    pub fn get(&self, square: Square) -> Option<&Mark> {
        let at = self.0.binary_search_by_key(&square, |mark| mark.square).ok()?;
        self.0.get(at)
    }

    /// Marks a square and replaces its previous mark.
    pub fn insert(&mut self, square: Square, marker: Option<Square>) {
        let mark = Mark { square, marker };
        match self.0.binary_search_by_key(&square, |mark| mark.square) {
            Ok(at) => self.0[at] = mark,
            Err(at) => self.0.insert(at, mark),
        }
    }

    /// Keeps the marks that satisfy a test.
    pub fn retain(&mut self, test: impl FnMut(&Mark) -> bool) {
        self.0.retain(test);
    }

    /// Removes all marks.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Variant {
    /// Whether marks of several moves can exist at once. This is so with more than two players, or if a turn
    /// has several moves.
    ///
    /// Such a mark lasts until its marker moves or is captured, and no longer than until the next turn of the
    /// marker's player. With two players it lasts until the opponent has started a turn. In all other games,
    /// only the last move has marks.
    pub fn gathers_marks(&self) -> bool {
        self.players.len() > 2 || self.has_phases()
    }

    /// Whether a mark exists for a player's pieces. If marks of several moves can exist at once, the player
    /// must be allowed to capture the marker.
    pub(crate) fn sees(&self, setup: &Setup, player: PlayerId, mark: &Mark) -> bool {
        let marker = || mark.marker.and_then(|square| setup.piece(square));
        !self.gathers_marks() || marker().is_some_and(|piece| self.opposes(setup, piece, player))
    }

    /// The square of the piece captured by [`Effect::TakeMarker`](super::Effect::TakeMarker): the marker of
    /// the target. If the target has no mark, the marker of all other marks, provided there is only one.
    pub(crate) fn marker_taken(&self, setup: &Setup, player: PlayerId, to: Square) -> Option<Square> {
        let mut seen = setup.marks.iter().filter(|mark| self.sees(setup, player, mark));
        if let Some(there) = setup.marks.get(to).filter(|mark| self.sees(setup, player, mark)) {
            return there.marker;
        }
        let first = seen.next()?.marker;
        first.filter(|_| seen.all(|mark| mark.marker == first))
    }
}

impl Setup {
    /// Removes the marks left by pieces of these players.
    pub(crate) fn unmark(&mut self, players: PlayerSet) {
        let Self { marks, squares, .. } = self;
        marks.retain(|mark| {
            let marker = mark.marker.and_then(|square| squares.get(square.index()).copied().flatten());
            marker.is_none_or(|piece| piece.is_neutral() || !players.contains(piece.player))
        });
    }
}
