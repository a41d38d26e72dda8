//! Marked squares (such as en passant squares): visibility, lifetime, and the pieces that left them.

use crate::bits::Bits;
use crate::geometry::Square;
use crate::tables::Rules;
use crate::tables::markers::Markers;
use crate::variant::Setup;

use super::{NOWHERE, State};

impl<const W: usize, const R: usize, const H: usize> State<W, R, H> {
    /// Reads the marks of a setup.
    pub(crate) fn take_marks(&mut self, rules: &Rules<W>, setup: &Setup) {
        (self.marks, self.marker) = (Bits::EMPTY, NOWHERE);
        for mark in setup.marks.iter().filter(|mark| mark.square.index() < rules.squares) {
            let single = Bits::single(mark.square.index());
            match (&rules.markers, mark.marker) {
                (Some(_), Some(marker)) => self.mark(rules, single, marker.index()),
                (_, marker) => {
                    self.marks |= single;
                    self.marker = marker.map_or(self.marker, |square| square.0);
                }
            }
        }
    }

    /// Writes the marks into a setup.
    pub(crate) fn tell_marks(&self, rules: &Rules<W>, setup: &mut Setup) {
        for square in self.marks.indices() {
            let marker = match &rules.markers {
                Some(markers) => Some(self.marker_of(rules, markers, square)),
                None => Some(self.marker).filter(|&marker| marker != NOWHERE),
            };
            setup.marks.insert(Square(square as u16), marker.map(Square));
        }
    }

    /// The square of the piece that left a mark, if marks gather.
    fn marker_of(&self, rules: &Rules<W>, markers: &Markers, square: usize) -> u16 {
        match &markers.told {
            Some(told) => told.get(square).copied().unwrap_or(NOWHERE),
            None => self.lane(rules.memory.marker(square)),
        }
    }

    /// The marks left by the pieces on these squares, if marks gather.
    fn marks_by(&self, rules: &Rules<W>, markers: &Markers, pieces: Bits<W>) -> Bits<W> {
        let mut found = Bits::EMPTY;
        for square in self.marks.indices() {
            if pieces.contains(usize::from(self.marker_of(rules, markers, square))) {
                found.insert(square);
            }
        }
        found
    }

    /// The marks visible to a player: if marks gather, only those of the opponent's pieces.
    #[inline(always)]
    pub fn seen_marks(&self, rules: &Rules<W>, me: usize) -> Bits<W> {
        match &rules.markers {
            Some(markers) if H > 0 => self.marks_by(rules, markers, self.players[(me ^ 1) & 1]),
            _ => self.marks,
        }
    }

    /// The square of the piece captured by a movement that captures the marker, as en passant does.
    pub fn marker_taken(&self, rules: &Rules<W>, me: usize, to: usize) -> Option<usize> {
        let marker = match &rules.markers {
            Some(markers) => {
                let seen = self.seen_marks(rules, me);
                let marked = if seen.contains(to) { Bits::single(to) } else { seen };
                let mut left = marked.indices().map(|square| self.marker_of(rules, markers, square));
                let first = left.next();
                first.filter(|first| left.all(|other| other == *first))?
            }
            None => self.marker,
        };
        Some(usize::from(marker)).filter(|_| marker != NOWHERE)
    }

    /// Marks squares on behalf of the piece on `marker`.
    #[inline(always)]
    pub fn mark(&mut self, rules: &Rules<W>, squares: Bits<W>, marker: usize) {
        match &rules.markers {
            Some(_) if H > 0 => {
                self.marks |= squares;
                if rules.memory.markers > 0 {
                    squares
                        .indices()
                        .for_each(|square| self.set_lane(rules.memory.marker(square), marker as u16));
                }
            }
            _ => (self.marks, self.marker) = (squares, marker as u16),
        }
    }

    /// The state without marks.
    pub fn unmarked(&self, rules: &Rules<W>) -> Self {
        let mut unmarked = *self;
        unmarked.keep_marks(rules, Bits::EMPTY);
        unmarked
    }

    /// Removes all other marks.
    fn keep_marks(&mut self, rules: &Rules<W>, kept: Bits<W>) {
        if rules.memory.markers > 0 {
            (self.marks & !kept).indices().for_each(|square| self.set_lane(rules.memory.marker(square), 0));
        }
        (self.marks, self.marker) = (kept, NOWHERE);
    }

    /// Updates the earlier marks after a player's move that touched these squares. If marks gather, those of
    /// the player's unmoved pieces stay. Others stay too with more than two players, or if the move says so
    /// (`keeps`).
    #[inline(always)]
    pub fn outlast(&mut self, rules: &Rules<W>, before: &Self, me: usize, touched: Bits<W>, keeps: bool) {
        (self.marks, self.marker) = (before.marks, NOWHERE);
        match &rules.markers {
            Some(markers) if H > 0 => {
                if self.marks.any() {
                    let stay =
                        if keeps || markers.several { !touched } else { before.players[me & 1] & !touched };
                    self.keep_marks(rules, before.marks_by(rules, markers, stay));
                }
            }
            _ => self.marks = Bits::EMPTY,
        }
    }

    /// Removes the other player's marks when the turn has passed, in games of two players.
    #[inline(always)]
    pub fn pass_marks(&mut self, rules: &Rules<W>, me: usize) {
        if H > 0
            && let Some(markers) = &rules.markers
            && self.marks.any()
            && self.mover(rules) != me & 1
        {
            self.keep_marks(rules, self.marks_by(rules, markers, self.players[me & 1]));
        }
    }

    /// Removes the marks left by pieces on these squares: the pieces are gone, their player is out, or has
    /// the turn again.
    pub fn forget_marks(&mut self, rules: &Rules<W>, pieces: Bits<W>) {
        match &rules.markers {
            _ if self.marks.is_empty() => {}
            Some(markers) if H > 0 => {
                self.keep_marks(rules, self.marks & !self.marks_by(rules, markers, pieces));
            }
            _ if self.marker != NOWHERE && pieces.contains(usize::from(self.marker)) => {
                (self.marks, self.marker) = (Bits::EMPTY, NOWHERE);
            }
            _ => {}
        }
    }
}
