//! Finds misplaced blanks: inside ranges and expressions, after signs, before names. Each is reported and then ignored.

use super::clean::Clean;
use super::token::{Kind, Parenthesis, Token};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The blanks to remove, in order, with a diagnostic for each place.
pub(super) fn misplaced_blanks(
    clean: &Clean,
    tokens: &[Token],
    parentheses: &[Option<Parenthesis>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Span> {
    let mut finder = Finder { clean, tokens, parentheses, cuts: Vec::new(), diagnostics };
    finder.groups();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Tilde => finder.tilde(index),
            Kind::Plus | Kind::Minus => finder.sign(index),
            Kind::Dollar | Kind::At | Kind::Some | Kind::AnySet => finder.name(index),
            _ => {}
        }
    }
    let mut cuts = finder.cuts;
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

struct Finder<'a> {
    clean: &'a Clean,
    tokens: &'a [Token],
    parentheses: &'a [Option<Parenthesis>],
    cuts: Vec<Span>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Finder<'_> {
    fn kind(&self, index: Option<usize>) -> Option<Kind> {
        index.and_then(|index| self.tokens.get(index)).map(|token| token.kind)
    }

    /// The blank between a token and the next one, if any.
    fn blank_after(&self, index: usize) -> Option<Span> {
        let (a, b) = (self.tokens.get(index)?, self.tokens.get(index + 1)?);
        (a.span.end < b.span.start).then(|| Span::new(a.span.end, b.span.start))
    }

    fn blank_before(&self, index: usize) -> Option<Span> {
        self.blank_after(index.checked_sub(1)?)
    }

    /// Reports the tokens `first..=last`, with a fix that removes the blanks `cuts`.
    fn report(
        &mut self,
        code: Code,
        message: &str,
        first: usize,
        last: usize,
        cuts: &[Span],
        help: Option<&str>,
    ) {
        let whole = self.tokens[first].span.join(self.tokens[last].span);
        let mut written = String::new();
        for (at, c) in whole.text(&self.clean.text).char_indices() {
            if !cuts.iter().any(|cut| cut.contains(whole.start + at)) {
                written.push(c);
            }
        }
        self.cuts.extend_from_slice(cuts);
        let span = self.clean.original(whole);
        let blank = cuts.iter().fold(cuts[0], |all, cut| all.join(*cut));
        let at = if cuts.len() == 1 { self.clean.original(blank) } else { span };
        let mut found =
            Diagnostic::new(code, at, message).fix(span, written.clone(), format!("write `{written}`"));
        if let Some(help) = help {
            found = found.help(help);
        }
        self.diagnostics.push(found);
    }

    /// Blanks inside parentheses, `($n + 1)`: one report for the outermost group.
    fn groups(&mut self) {
        let mut index = 0;
        while index < self.tokens.len() {
            let group =
                self.parentheses[index].filter(|it| !it.call && self.tokens[index].kind == Kind::Open);
            let Some(last) = group.and_then(|it| it.partner) else {
                index += 1;
                continue;
            };
            let inner = (index..last).map(|at| self.tokens[at].kind);
            let named = index
                .checked_sub(1)
                .filter(|&name| self.tokens[name].span.end == self.tokens[index].span.start);
            let call = self.kind(named) == Some(Kind::Word)
                && self.kind(named.and_then(|name| name.checked_sub(1))) != Some(Kind::Dollar);
            let plain = !call
                && inner.clone().all(|kind| {
                    matches!(kind, Kind::Int | Kind::Word | Kind::Dollar | Kind::Open | Kind::Close)
                        || matches!(kind, Kind::Plus | Kind::Minus | Kind::Any)
                });
            let cuts: Vec<Span> = (index..last).filter_map(|at| self.blank_after(at)).collect();
            if plain && !cuts.is_empty() {
                let message = "an expression is written without blanks";
                self.report(Code::BLANK_IN_EXPRESSION, message, index, last, &cuts, None);
            }
            index = last + 1;
        }
    }

    /// Blanks around a tilde, `1 ~ 2`; but `1 ~2` and `1~ 2` are lists of two counts.
    fn tilde(&mut self, index: usize) {
        let (before, after) = (self.blank_before(index), self.blank_after(index));
        let left = index.checked_sub(1);
        let end = |kind| matches!(kind, Some(Kind::Int | Kind::Word));
        let glued_left = left.is_some() && before.is_none() && end(self.kind(left));
        let glued_right = index + 1 < self.tokens.len() && after.is_none() && end(self.kind(Some(index + 1)));
        if glued_left || glued_right {
            return;
        }
        let message = "a range is written without blanks";
        let right = match (self.kind(Some(index + 1)), after) {
            (kind @ Some(Kind::Int | Kind::Word), Some(_)) => kind,
            _ => None,
        };
        // A word before the tilde is an axis. Only if a word follows too are both coordinates.
        let left_kind = match (self.kind(left), before) {
            (Some(Kind::Int), Some(_)) if right != Some(Kind::Word) => Some(Kind::Int),
            (Some(Kind::Word), Some(_)) if right == Some(Kind::Word) => Some(Kind::Word),
            _ => None,
        };
        let help = "`1 ~2` would be two counts: 1, and 0 to 2";
        match (left_kind, right, before, after) {
            (Some(_), Some(_), Some(before), Some(after)) => {
                let cuts = [before, after];
                self.report(Code::BLANK_IN_RANGE, message, index - 1, index + 1, &cuts, Some(help));
            }
            (None, Some(Kind::Int), _, Some(after)) => {
                self.report(Code::BLANK_IN_RANGE, message, index, index + 1, &[after], None);
            }
            (Some(Kind::Int), None, Some(before), _) => {
                self.report(Code::BLANK_IN_RANGE, message, index - 1, index, &[before], None);
            }
            _ => {}
        }
    }

    /// Blanks after a sign: `Rank + 1` and `$n - 1`.
    fn sign(&mut self, index: usize) {
        let Some(after) = self.blank_after(index) else { return };
        if self.cuts.contains(&after) {
            return;
        }
        if !matches!(
            self.kind(Some(index + 1)),
            Some(Kind::Int | Kind::Any | Kind::Tilde | Kind::Dollar | Kind::Open)
        ) {
            return;
        }
        let left = index.checked_sub(1);
        let variable =
            self.kind(left) == Some(Kind::Word) && self.kind(index.checked_sub(2)) == Some(Kind::Dollar);
        let group = self.kind(left) == Some(Kind::Close)
            && left.and_then(|at| self.parentheses[at]).is_some_and(|it| !it.call);
        let before = self.blank_before(index);
        let number = self.kind(left) == Some(Kind::Int) && before.is_none();
        if variable || group || number {
            let first = if variable { index - 2 } else { index - 1 };
            let cuts: Vec<Span> = before.into_iter().chain([after]).collect();
            let help = "`$n-1` is a difference, `$n -1` two counts";
            let message = "an expression is written without blanks";
            self.report(Code::BLANK_IN_EXPRESSION, message, first, index + 1, &cuts, Some(help));
        } else {
            let message = "a sign stands directly before its number";
            self.report(Code::BLANK_AFTER_SIGN, message, index, index + 1, &[after], None);
        }
    }

    /// Blanks before a name: `@ Empty`, `$ n`, `*# a 1`.
    fn name(&mut self, index: usize) {
        let Some(after) = self.blank_after(index) else { return };
        if self.kind(Some(index + 1)) != Some(Kind::Word) {
            return;
        }
        let word = self.tokens[index + 1].span.text(&self.clean.text);
        let next = self.kind(Some(index + 2));
        let counted = matches!(
            next,
            Some(Kind::Int | Kind::Any | Kind::Tilde | Kind::Plus | Kind::Minus | Kind::Dollar)
        );
        let (what, likely) = match self.tokens[index].kind {
            Kind::Dollar => ("a variable's name follows its `$`", true),
            // In `@ Rank 1` the name is missing; the blank is not the error.
            Kind::At => ("a call's name follows its `@`", !counted),
            // In `*# File 2` the count is missing. Labels are single lower-case letters.
            _ => {
                let label = word.chars().count() == 1 && word.chars().all(char::is_lowercase);
                ("a label follows its axis", counted && label)
            }
        };
        if likely {
            let message = format!("{what} without a blank");
            self.report(Code::DETACHED_NAME, &message, index, index + 1, &[after], None);
        }
    }
}
