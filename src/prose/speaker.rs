//! Collects the lines of a description in one language.

use crate::compile::Compiled;
use crate::geometry::SquareSet;
use crate::source::{Source, Span};
use crate::variant::{PlayerId, RoleId, Variant};

use super::Line;
use super::words::{self, Language, Words};

/// The game being described, the language, and the lines so far.
pub(super) struct Speaker<'a> {
    pub compiled: &'a Compiled,
    pub variant: &'a Variant,
    pub language: Language,
    pub lines: Vec<Line>,
}

impl<'a> Speaker<'a> {
    pub fn heading(&mut self, text: &str) {
        self.lines.push(Line::Heading(text.to_owned()));
    }

    pub fn blank(&mut self) {
        self.lines.push(Line::Blank);
    }

    /// Adds a sentence with an indentation.
    pub fn say(&mut self, indent: usize, text: &str) {
        self.lines.push(Line::Said(indent, text.to_owned()));
    }

    /// Adds a text of the rule file.
    pub fn written(&mut self, text: &str) {
        self.lines.push(Line::Written(text.to_owned()));
    }

    pub fn words(&self) -> Words<'a> {
        Words::new(self.variant, self.language)
    }

    /// The text of an alternative in the rule file.
    pub fn line(&self, alternative: u32) -> Option<(&'a Source, Span)> {
        let origin = self.compiled.origins.alternatives.get(usize::try_from(alternative).ok()?)?;
        Some((self.compiled.sources.get(origin.source)?, origin.span))
    }

    /// A key of the rule file as written, with its value.
    pub fn key(&self, path: &[&str]) -> Option<String> {
        let key = self.compiled.origins.key(path)?;
        Some(self.compiled.sources.get(key.source)?.slice(key.span).trim().to_owned())
    }

    /// A player's name.
    pub fn player(&self, player: PlayerId) -> String {
        match self.language {
            Language::En => self.variant.players[player.index()].name.clone(),
            Language::Zh => words::chinese_player(self.variant, player),
        }
    }

    /// A piece's name.
    pub fn role(&self, role: RoleId) -> String {
        let name = &self.variant.role(role).name;
        match self.language {
            Language::En => name.clone(),
            Language::Zh => words::chinese_role(self.variant, name),
        }
    }
}

/// The squares of a set; if there are many, only their number.
pub(super) fn listed(to: &Speaker<'_>, squares: &SquareSet) -> String {
    let board = &to.variant.board;
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
