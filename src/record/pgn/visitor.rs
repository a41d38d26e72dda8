//! What hears of a game as it is read.

use super::step::Tracker;
use crate::record::problem::{Problem, ProblemKind};
use crate::record::tree::Termination;
use std::ops::ControlFlow::{self, Continue};

/// What a visitor wants of what begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// To be told what it holds.
    Read,
    /// To hear only of its end.
    Skip,
}

/// Part of a comment or of an escaped line. Most come in one piece; one that does not fit the buffer, or that spans
/// several `;` lines, comes in several, which belong together as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The raw text.
    pub text: &'a str,
    /// The character that opened it: `{`, `;` or `%`.
    pub opener: char,
    /// Whether it is the last piece.
    pub last: bool,
}

/// Who is told what a PGN text holds, and decides what to make of it. Every method does nothing unless written.
///
/// A game is `begin_game`, then tags, `begin_moves` (if there are any), the movetext, `end_game`. Comments, escapes and
/// text may also come before and between the tags; comments on the line of the result, and footers, come before the end.
#[allow(unused_variables)]
pub trait Visitor {
    /// What the visitor breaks off with; [`Infallible`] if never.
    type Break;

    /// A game begins.
    fn begin_game(&mut self) -> ControlFlow<Self::Break, Next> {
        Continue(Next::Read)
    }

    /// A tag, without quotes and escapes.
    fn tag(&mut self, name: &str, value: &str) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// A tag, and where it stands. This is what the reader calls; unless written, it calls [`Visitor::tag`].
    fn tag_at(&mut self, name: &str, value: &str, place: Place<'_>) -> ControlFlow<Self::Break> {
        self.tag(name, value)
    }

    /// The movetext begins.
    fn begin_moves(&mut self) -> ControlFlow<Self::Break, Next> {
        Continue(Next::Read)
    }

    /// A move number, with the number of dots after it.
    fn number(&mut self, number: u32, dots: usize) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// A move, as it is written.
    fn word(&mut self, word: &str) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// A move, and where it stands. This is what the reader calls; unless written, it calls [`Visitor::word`].
    fn word_at(&mut self, word: &str, place: Place<'_>) -> ControlFlow<Self::Break> {
        self.word(word)
    }

    /// A numeric annotation glyph.
    fn glyph(&mut self, glyph: u16) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// A comment or an escaped line, or part of one.
    fn comment(&mut self, piece: Piece<'_>) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// What a record of more than two players says of whoever would have moved: `#`, mated, and `S`, without a move.
    fn stated_at(&mut self, word: &str, place: Place<'_>) -> ControlFlow<Self::Break> {
        self.text(word)
    }

    /// What is part of nothing else.
    fn text(&mut self, text: &str) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// A variation of the last move begins.
    fn begin_variation(&mut self) -> ControlFlow<Self::Break, Next> {
        Continue(Next::Read)
    }

    /// The variation begun last ends; also when it was skipped or never closed.
    fn end_variation(&mut self) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// A line of text after the game's result that belongs to no other game.
    fn footer(&mut self, line: &str) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// The game ends, with its marker if it has one; also when it was skipped.
    fn end_game(&mut self, termination: Option<Termination>) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// The game ends with a marker at this line and column. This is what the reader calls if there is one; unless
    /// written, it calls [`Visitor::end_game`].
    fn end_game_at(
        &mut self,
        termination: Option<Termination>,
        place: (u64, u32),
    ) -> ControlFlow<Self::Break> {
        self.end_game(termination)
    }

    /// Something is wrong here.
    fn problem(&mut self, problem: Problem) {}
}

/// Where a move stands in its text. To find out costs a look at the text that was read since it was last found out.
pub struct Place<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) tracker: &'a mut Tracker,
    pub(super) game: u64,
    pub(super) ply: u32,
}

impl Place<'_> {
    /// The same place, to be told once more.
    pub(in crate::record) fn again(&mut self) -> Place<'_> {
        Place { tracker: &mut *self.tracker, ..*self }
    }

    /// Line and column, from 1.
    pub fn find(self) -> (u64, u32) {
        self.tracker.place(self.text, self.at)
    }

    /// A problem at this place.
    pub fn problem(self, kind: ProblemKind, message: String) -> Problem {
        let Place { game, ply, .. } = self;
        let (line, column) = self.find();
        Problem { kind, message, line, column, game, ply }
    }
}
