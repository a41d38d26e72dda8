//! The visitor that receives the contents of games.

use super::step::Tracker;
use crate::record::problem::{Problem, ProblemKind};
use crate::record::tree::Termination;
use std::ops::ControlFlow::{self, Continue};

/// Whether to read or skip a game or variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Report its contents.
    Read,
    /// Report only its end.
    Skip,
}

/// Part of a comment or of an escaped line. Most come in one piece. One that does not fit the buffer, or that spans several `;`
/// lines, comes in several pieces, to be concatenated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The raw text.
    pub text: &'a str,
    /// The character that opened it: `{`, `;` or `%`.
    pub opener: char,
    /// Whether it is the last piece.
    pub last: bool,
}

/// Receives the contents of a PGN text. Every method has an empty default.
///
/// The order for a game is `begin_game`, tags, `begin_moves` (if there are any), the movetext, `end_game`. Comments, escapes
/// and text may also come before and between the tags. Comments on the line of the result, and footers, come before the end.
#[allow(unused_variables)]
pub trait Visitor {
    /// The value of a break; [`Infallible`](std::convert::Infallible) if the visitor never breaks.
    type Break;

    /// A game begins.
    fn begin_game(&mut self) -> ControlFlow<Self::Break, Next> {
        Continue(Next::Read)
    }

    /// A tag, without quotes and escapes.
    fn tag(&mut self, name: &str, value: &str) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// A tag with its place. The reader calls this method; by default it calls [`Visitor::tag`].
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

    /// A move, as written.
    fn word(&mut self, word: &str) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// A move with its place. The reader calls this method; by default it calls [`Visitor::word`].
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

    /// A statement about the next player in a record of more than two players: `#` (mated) or `S` (without a move).
    fn stated_at(&mut self, word: &str, place: Place<'_>) -> ControlFlow<Self::Break> {
        self.text(word)
    }

    /// Text outside any structure.
    fn text(&mut self, text: &str) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// A variation of the last move begins.
    fn begin_variation(&mut self) -> ControlFlow<Self::Break, Next> {
        Continue(Next::Read)
    }

    /// The innermost variation ends; also if it was skipped or never closed.
    fn end_variation(&mut self) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// A line of a footer: text after the game's result that belongs to no other game.
    fn footer(&mut self, line: &str) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// The game ends, with its marker if it has one; also if it was skipped.
    fn end_game(&mut self, termination: Option<Termination>) -> ControlFlow<Self::Break> {
        Continue(())
    }

    /// The game ends with a marker at this line and column. The reader calls this method if there is a marker; by default it
    /// calls [`Visitor::end_game`].
    fn end_game_at(
        &mut self,
        termination: Option<Termination>,
        place: (u64, u32),
    ) -> ControlFlow<Self::Break> {
        self.end_game(termination)
    }

    /// A problem.
    fn problem(&mut self, problem: Problem) {}
}

/// The place of a token in its text. Computing it scans the text since the last computed place.
pub struct Place<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) tracker: &'a mut Tracker,
    pub(super) game: u64,
    pub(super) ply: u32,
}

impl Place<'_> {
    /// The same place, for a further use.
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
