//! Marked squares: who left each mark, how long it stands, and who sees it.

use crate::geometry::Square;

use super::{PlayerId, PlayerSet, Setup, Variant};

/// A marked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Which.
    pub square: Square,
    /// Where the piece stands that left the mark; `None` if it is gone.
    pub marker: Option<Square>,
}

/// The marked squares of a position, in the order of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks(Vec<Mark>);

impl Marks {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
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

    /// Marks a square, in place of what mark it had.
    pub fn insert(&mut self, square: Square, marker: Option<Square>) {
        let mark = Mark { square, marker };
        match self.0.binary_search_by_key(&square, |mark| mark.square) {
            Ok(at) => self.0[at] = mark,
            Err(at) => self.0.insert(at, mark),
        }
    }

    /// Leaves only the marks of which this holds.
    pub fn retain(&mut self, test: impl FnMut(&Mark) -> bool) {
        self.0.retain(test);
    }

    /// Takes all marks away.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Variant {
    /// Whether marks of several moves may stand at once: where more than two play, or turns have several moves. A mark
    /// then stands until the turn of its marker's player comes again (where two play, until the other has begun a turn),
    /// and no longer than its marker stays where it is. Elsewhere marks are those of the last move.
    pub fn gathers_marks(&self) -> bool {
        self.players.len() > 2 || self.has_phases()
    }

    /// Whether a player's pieces see a mark: where marks gather, one that a piece left which they may take.
    pub(crate) fn sees(&self, setup: &Setup, player: PlayerId, mark: &Mark) -> bool {
        let marker = || mark.marker.and_then(|square| setup.piece(square));
        !self.gathers_marks() || marker().is_some_and(|piece| self.opposes(setup, piece, player))
    }

    /// Where the piece stands that is taken by a player's movement to a square which takes the marker: the one that left
    /// the mark there; elsewhere the only one that has left marks.
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
    /// Takes away the marks that pieces of these players left.
    pub(crate) fn unmark(&mut self, players: PlayerSet) {
        let Self { marks, squares, .. } = self;
        marks.retain(|mark| {
            let marker = mark.marker.and_then(|square| squares.get(square.index()).copied().flatten());
            marker.is_none_or(|piece| piece.is_neutral() || !players.contains(piece.player))
        });
    }
}
