//! Where the answer goes: in a language, on lines of the terminal's width.

use carn::geometry::SquareSet;
use carn::variant::{PlayerId, RoleId, Variant};

use crate::cli::console::{Console, Paint};
use crate::cli::exit::Result;
use crate::cli::game::Game;
use crate::cli::words::{self, Language, Words, wrapped};

/// Where the answer goes: in a language, on lines of the terminal's width.
pub(super) struct Speaker<'a> {
    pub game: &'a Game,
    pub console: &'a mut Console,
    pub language: Language,
    pub width: usize,
}

impl Speaker<'_> {
    pub fn heading(&mut self, text: &str) -> Result {
        for line in wrapped(text, 0, 0, self.width).lines() {
            self.console.line(self.console.paint(Paint::Bold, line))?;
        }
        Ok(())
    }

    pub fn blank(&mut self) -> Result {
        self.console.line("")
    }

    /// A sentence, so many blanks from the edge.
    pub fn say(&mut self, indent: usize, text: &str) -> Result {
        self.console.line(wrapped(text, indent, if indent == 0 { 0 } else { indent + 2 }, self.width))
    }

    /// What stands in the rule file.
    pub fn written(&mut self, text: &str) -> Result {
        for line in wrapped(text, 6, 10, self.width).lines() {
            self.console.line(self.console.paint(Paint::Dim, line))?;
        }
        Ok(())
    }

    pub fn words(&self) -> Words<'_> {
        Words::new(self.game.variant(), self.language)
    }

    pub fn variant(&self) -> &Variant {
        self.game.variant()
    }

    /// A player's name.
    pub fn player(&self, player: PlayerId) -> String {
        let english = || self.variant().players[player.index()].name.clone();
        match self.language {
            Language::En => english(),
            Language::Zh => words::chinese_player(self.variant(), player),
        }
    }

    /// A piece's name.
    pub fn role(&self, role: RoleId) -> String {
        let name = &self.variant().role(role).name;
        match self.language {
            Language::En => name.clone(),
            Language::Zh => words::chinese_role(self.variant(), name),
        }
    }
}

/// The squares of a set: all of a few, else how many.
pub(super) fn listed(to: &Speaker<'_>, squares: &SquareSet) -> String {
    let board = &to.variant().board;
    if squares.len() > 12 {
        let mut ends = squares.iter().map(|square| board.name(square));
        let first = ends.next().unwrap_or_default();
        let last = ends.last().unwrap_or_default();
        let count = squares.len();
        return to
            .language
            .pick(format!("{count} squares, {first} to {last}"), format!("{first} 至 {last} 共 {count} 格"));
    }
    squares.iter().map(|square| board.name(square)).collect::<Vec<_>>().join(" ")
}
