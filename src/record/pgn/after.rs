//! Reads the text after a game's result: more of the game, other text, or the next game.

use super::MAX_TOKEN;
use super::step::{Stepper, Stop, brief};
use super::token::{self, Token};
use super::visitor::Visitor;
use crate::record::problem::ProblemKind;
use crate::record::tree::Termination;
use logos::Logos;
use std::ops::ControlFlow::{self, Break, Continue};

impl<V: Visitor> Stepper<'_, V> {
    /// Reads on after the result. Comments on its line belong to the game, and so do the same result again and a footer: text
    /// that begins no other game. A game begins with a tag, a move number with its dot, or anything that may precede them.
    pub(super) fn after(&mut self) -> ControlFlow<V::Break, Stop> {
        if self.state.footer {
            return self.footer();
        }
        let rest = &self.text[self.at..];
        let mut lexer = Token::lexer(rest);
        let token = lexer.next();
        let span = lexer.span();
        let blank = if token.is_some() { &rest[..span.start] } else { rest };
        // Whether more text could change the token.
        let open = token.is_none() || span.end == rest.len() || token == Some(Ok(Token::Bracket));
        let line_ends = rest[blank.len()..].contains('\n');
        if open && !line_ends && !self.ended && rest.len() < MAX_TOKEN {
            return Continue(Stop::Refill);
        }
        if token == Some(Ok(Token::Result)) && self.repeats(&rest[span.clone()], blank) {
            self.at += span.start;
            if self.state.skip.is_none() {
                let message = format!("the result is repeated: {}", brief(&rest[span.clone()]));
                self.problem(ProblemKind::TextAfterResult, message);
            }
            self.at += span.len();
            return Continue(Stop::After);
        }
        let text = &rest[blank.len()..];
        let span_length = span.len();
        let same_line = !blank.contains('\n');
        let other = match token {
            None => true,
            Some(Ok(Token::Brace | Token::Semicolon)) if same_line => {
                self.at += span.end;
                self.state.comment = text.chars().next().map(|opener| (opener, None));
                return Continue(Stop::Comment);
            }
            Some(Ok(Token::Tag | Token::Brace | Token::Semicolon | Token::Nag | Token::Result)) => true,
            // A date is no move number.
            Some(Ok(Token::Number)) => rest[span].trim_end_matches(['.', '…']).len() < span_length.min(4),
            Some(Ok(Token::Bracket)) => {
                token::broken_tag(text.split('\n').next().unwrap_or(text)).1.is_some()
            }
            Some(Ok(Token::Word)) => !same_line && text.starts_with('%'),
            _ => false,
        };
        if other {
            // Up to the next game; blanks are read again.
            told!(self.end_game());
            return Continue(Stop::Over(true));
        }
        if !line_ends && !self.ended && rest.len() < MAX_TOKEN {
            return Continue(Stop::Refill);
        }
        self.at += blank.len();
        self.state.footer = true;
        if self.state.skip.is_none() {
            let line = text.lines().next().unwrap_or_default();
            let message = format!("text after the result, kept as a comment: {}", brief(line));
            self.problem(ProblemKind::TextAfterResult, message);
        }
        Continue(Stop::After)
    }

    /// Whether a result after these blanks is the game's own once more. After a blank line it is a game without moves.
    fn repeats(&self, marker: &str, blank: &str) -> bool {
        let own = self.state.marker.map(|(own, _)| own);
        own == Termination::from_marker(marker) && blank.matches('\n').count() < 2
    }

    /// Reads a footer line by line, up to a line that begins with a tag or the number of a first move.
    fn footer(&mut self) -> ControlFlow<V::Break, Stop> {
        let rest = &self.text[self.at..];
        let end = rest.find('\n');
        if end.is_none() && !self.ended && rest.len() < MAX_TOKEN {
            return Continue(Stop::Refill);
        }
        let line = &rest[..end.map_or(rest.len(), |at| at + 1)];
        let begins = match Token::lexer(line).next() {
            Some(Ok(Token::Tag)) => true,
            Some(Ok(Token::Number)) => line.trim_start().starts_with("1."),
            _ => false,
        };
        if line.is_empty() || begins {
            told!(self.end_game());
            return Continue(Stop::Over(true));
        }
        self.at += line.len();
        if self.state.skip.is_none() {
            told!(self.visitor.footer(line.trim_end()));
        }
        Continue(Stop::After)
    }
}
