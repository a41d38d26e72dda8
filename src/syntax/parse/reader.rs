//! Splits a text at `|`, `;` and `=>`, and passes each part to the grammar.

use std::ops::Range;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pair;

use super::clean::{self, Clean};
use super::explain::{self, Setting};
use super::grammar::{Carn, Rule};
use super::token::{self, Kind, Parenthesis, Token};
use super::tree::Builder;
use super::{MAX_BYTES, MAX_NESTING, MAX_NUMBER, Parsed, blanks};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Alternative, Call, Hook, Leg, Pattern, Region, Repeat, Signature};

/// The kind of text that is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Pattern,
    Calls,
    Hook,
    Region,
    Signature,
}

impl Subject {
    /// Its name in messages.
    fn words(self) -> &'static str {
        match self {
            Self::Pattern => "a pattern",
            Self::Calls => "a list of calls",
            Self::Hook => "a hook",
            Self::Region => "a region",
            Self::Signature => "a function's head",
        }
    }
}

/// The braces of a chain.
struct Braces {
    /// The `{`.
    open: usize,
    /// The tokens between the braces.
    legs: Range<usize>,
    /// The tokens after the braces, up to the arrow.
    after: Range<usize>,
}

/// The index of an arrow, and the token ranges after it, separated by further arrows.
type Arrow = (usize, Vec<Range<usize>>);

/// A text being read.
pub(super) struct Reader {
    clean: Clean,
    tokens: Vec<Token>,
    parentheses: Vec<Option<Parenthesis>>,
    /// Whether every parenthesis has a partner.
    balanced: bool,
    /// Places in the clean text that make their part unreadable.
    spoiled: Vec<usize>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Reader {
    /// Prepares a text, passes it to `then`, and sorts the findings. `subject` is the expected kind of text.
    pub fn read<T>(text: &str, subject: Subject, then: impl FnOnce(&mut Self) -> Option<T>) -> Parsed<T> {
        let mut diagnostics = Vec::new();
        let value = Self::prepare(text, subject, &mut diagnostics).and_then(|mut reader| {
            reader.diagnostics = std::mem::take(&mut diagnostics);
            let value = then(&mut reader);
            diagnostics = reader.diagnostics;
            value
        });
        crate::diagnostic::sort(&mut diagnostics);
        Parsed { value, diagnostics }
    }

    fn prepare(text: &str, subject: Subject, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let what = subject.words();
        if text.len() > MAX_BYTES {
            let mut cut = MAX_BYTES;
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            let message = format!("{what} may have {MAX_BYTES} bytes, and this one has {}", text.len());
            let found = Diagnostic::new(Code::TEXT_TOO_LONG, Span::new(cut, text.len()), message);
            diagnostics
                .push(found.primary("this is too much").help("a list of strings is read as alternatives"));
            return None;
        }
        let head = subject == Subject::Signature;
        let mut clean = clean::fold(text, diagnostics);
        let mut tokens = token::tokens(&clean.text);
        if tokens.is_empty() {
            if diagnostics.is_empty() {
                let message = format!("{what} is needed here, but the text is empty");
                diagnostics.push(Diagnostic::new(Code::EMPTY_TEXT, Span::new(0, text.len()), message));
            }
            return None;
        }
        let (mut parentheses, depth) = token::parentheses(&clean.text, &tokens, head);
        if depth > MAX_NESTING {
            let mut open = 0_usize;
            let deepest = tokens.iter().find(|token| {
                match token.kind {
                    Kind::Open => open += 1,
                    Kind::Close => open = open.saturating_sub(1),
                    _ => {}
                }
                open > MAX_NESTING
            });
            let span = clean.original(deepest.map_or(Span::default(), |token| token.span));
            let message = format!("parentheses are nested {depth} deep; {MAX_NESTING} is the limit");
            diagnostics.push(Diagnostic::new(Code::NESTING_TOO_DEEP, span, message));
            return None;
        }
        let cuts = blanks::misplaced_blanks(&clean, &tokens, &parentheses, diagnostics);
        if !cuts.is_empty() {
            clean = clean.without(&cuts);
            tokens = token::tokens(&clean.text);
            (parentheses, _) = token::parentheses(&clean.text, &tokens, head);
        }
        for token in tokens.iter().filter(|token| token.kind == Kind::Int) {
            let digits = token.span.text(&clean.text);
            if digits.parse::<u32>().is_ok_and(|number| number <= MAX_NUMBER) {
                continue;
            }
            let shown = if digits.len() > 12 { "this number" } else { digits };
            diagnostics.push(
                Diagnostic::new(
                    Code::NUMBER_TOO_LARGE,
                    clean.original(token.span),
                    format!("{shown} is larger than {MAX_NUMBER}, the largest number allowed"),
                )
                .help("`*` is any number of squares"),
            );
        }
        let balanced = parentheses.iter().flatten().all(|it| it.partner.is_some());
        let spoiled = Vec::new();
        Some(Self { clean, tokens, parentheses, balanced, spoiled, diagnostics: Vec::new() })
    }

    /// The indices of the tokens of `kind` that divide this range. Those inside balanced parentheses are reported instead.
    fn separators(&mut self, within: Range<usize>, kind: Kind) -> Vec<usize> {
        let mut found = Vec::new();
        let mut depth = 0_usize;
        for index in within {
            match self.tokens[index].kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                it if it == kind && (depth == 0 || !self.balanced) => found.push(index),
                _ => {}
            }
        }
        found
    }

    /// Reports every separator inside a call, and marks the part around it as unreadable.
    fn misplaced_separators(&mut self) {
        if !self.balanced {
            return;
        }
        let mut open = Vec::new();
        for index in 0..self.tokens.len() {
            let token = self.tokens[index];
            let sign = match token.kind {
                Kind::Open => {
                    open.push(token.span);
                    continue;
                }
                Kind::Close => {
                    open.pop();
                    continue;
                }
                Kind::Pipe | Kind::Semicolon | Kind::Arrow => token.span.text(&self.clean.text),
                _ => continue,
            };
            let Some(parenthesis) = open.last() else { continue };
            let mut found = Diagnostic::new(
                Code::SEPARATOR_IN_CALL,
                self.clean.original(token.span),
                format!("`{sign}` cannot stand inside parentheses"),
            )
            .label(self.clean.original(*parenthesis), "inside this");
            if token.kind == Kind::Pipe {
                found = found.help("for one of several conditions, write `@Or(…, …)`");
            }
            self.spoiled.push(token.span.start);
            self.diagnostics.push(found);
        }
    }

    /// The token ranges between the separators at `at`.
    fn split(within: Range<usize>, at: &[usize]) -> Vec<Range<usize>> {
        let mut start = within.start;
        let mut parts = Vec::with_capacity(at.len() + 1);
        for &index in at {
            parts.push(start..index);
            start = index + 1;
        }
        parts.push(start..within.end);
        parts
    }

    /// The span of an empty part in the original: that of its separators.
    fn gap(&self, part: &Range<usize>) -> Span {
        let before = part.start.checked_sub(1).and_then(|at| self.tokens.get(at));
        let after = self.tokens.get(part.end);
        let span = match (before, after) {
            (Some(a), Some(b)) => a.span.join(b.span),
            (Some(one), None) | (None, Some(one)) => one.span,
            (None, None) => Span::new(0, self.clean.text.len()),
        };
        self.clean.original(span)
    }

    pub fn pattern(&mut self) -> Option<Pattern> {
        if self.spoiled.is_empty()
            && let Ok(mut pairs) = Carn::parse(Rule::pattern, &self.clean.text)
        {
            return pairs.next().map(|pair| Builder { clean: &self.clean, base: 0 }.pattern(pair));
        }
        // The text has errors: parse it part by part, to find all of them.
        self.misplaced_separators();
        let all = 0..self.tokens.len();
        let bars = self.separators(all.clone(), Kind::Pipe);
        let mut alternatives: Vec<Alternative> = Vec::new();
        for part in Self::split(all, &bars) {
            if part.is_empty() {
                let at = self.gap(&part);
                let found = Diagnostic::new(Code::EMPTY_ALTERNATIVE, at, "an alternative is empty");
                self.diagnostics.push(found.help("`|` stands between two alternatives"));
            } else {
                alternatives.extend(self.alternative(part));
            }
        }
        let span = alternatives.first()?.span.join(alternatives.last()?.span);
        Some(Pattern { alternatives, span })
    }

    /// Splits a range at its first `=>`, and reports further ones.
    fn arrow(&mut self, part: &Range<usize>) -> (Range<usize>, Option<Arrow>) {
        let arrows = self.separators(part.clone(), Kind::Arrow);
        let Some(&first) = arrows.first() else { return (part.clone(), None) };
        for &second in &arrows[1..] {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::SECOND_ARROW,
                    self.clean.original(self.tokens[second].span),
                    "a second `=>`",
                )
                .label(self.clean.original(self.tokens[first].span), "the first is here")
                .help("all effects follow one `=>`, in the order in which they happen"),
            );
        }
        (part.start..first, Some((first, Self::split(first + 1..part.end, &arrows[1..]))))
    }

    fn effects(&mut self, arrow: usize, parts: Vec<Range<usize>>) -> Option<Vec<Call>> {
        if parts.iter().all(Range::is_empty) {
            let at = self.clean.original(self.tokens[arrow].span);
            let found = Diagnostic::new(Code::NO_EFFECTS, at, "nothing follows `=>`");
            self.diagnostics.push(found.help("write an effect, or leave the arrow out"));
            return None;
        }
        let mut effects = Vec::new();
        let mut complete = true;
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            match self.calls(&part, Setting::Effects) {
                Some(calls) => effects.extend(calls),
                None => complete = false,
            }
        }
        complete.then_some(effects)
    }

    fn alternative(&mut self, part: Range<usize>) -> Option<Alternative> {
        let first = self.tokens[part.start].span;
        let last = self.tokens[part.end - 1].span;
        let span = self.clean.original(first.join(last));
        let (left, right) = self.arrow(&part);
        let mut complete = true;
        let braces = self.braces(&left, &mut complete);
        let left = braces.as_ref().map_or(left, |braces| braces.legs.clone());
        let semicolons = self.separators(left.clone(), Kind::Semicolon);
        let mut legs = Vec::new();
        for leg in Self::split(left, &semicolons) {
            if leg.is_empty() {
                let at = self.gap(&leg);
                let found = Diagnostic::new(Code::EMPTY_LEG, at, "a leg is empty");
                self.diagnostics.push(found.help("a leg has at least one step or call"));
                complete = false;
                continue;
            }
            match self.leg(&leg) {
                Some(leg) => legs.push(leg),
                None => complete = false,
            }
        }
        let repeat = braces.map(|braces| self.repeat(&braces));
        complete &= !matches!(repeat, Some(None));
        let mut arrow = None;
        let mut effects = Vec::new();
        if let Some((at, parts)) = right {
            arrow = Some(self.clean.original(self.tokens[at].span));
            match self.effects(at, parts) {
                Some(calls) => effects = calls,
                None => complete = false,
            }
        }
        let repeat = repeat.flatten();
        complete.then_some(Alternative { legs, repeat, effects, arrow, span })
    }

    /// The braces of an alternative that is a chain. Errors in them are reported and clear `complete`.
    fn braces(&mut self, part: &Range<usize>, complete: &mut bool) -> Option<Braces> {
        let of = |kind: Kind| part.clone().filter(|&at| self.tokens[at].kind == kind).collect::<Vec<_>>();
        let (opened, closed) = (of(Kind::OpenBrace), of(Kind::CloseBrace));
        let (open, close) = match (opened.as_slice(), closed.as_slice()) {
            ([], []) => return None,
            (&[open], &[close]) if open < close => (open, close),
            _ => {
                let wrong = match (opened.as_slice(), closed.as_slice()) {
                    ([_, second, ..], _) => (*second, "a chain has one pair of braces".to_owned()),
                    (_, [_, second, ..]) => (*second, "a chain has one pair of braces".to_owned()),
                    ([open], []) => (*open, "`{` without its `}`".to_owned()),
                    (_, all) => {
                        (all.first().copied().unwrap_or(part.start), "`}` without its `{`".to_owned())
                    }
                };
                let all = opened.iter().chain(&closed).map(|&at| self.tokens[at].span.start);
                self.spoiled.extend(all.collect::<Vec<_>>());
                self.report_braces(wrong.0..wrong.0 + 1, wrong.1);
                *complete = false;
                return None;
            }
        };
        if open > part.start {
            self.report_braces(part.start..open, "a leg before a chain".to_owned());
            *complete = false;
        }
        if close == open + 1 {
            self.report_braces(open..close + 1, "a chain without legs".to_owned());
            *complete = false;
        }
        Some(Braces { open, legs: open + 1..close, after: close + 1..part.end })
    }

    fn report_braces(&mut self, tokens: Range<usize>, message: String) {
        let (first, last) = (self.tokens[tokens.start].span, self.tokens[tokens.end - 1].span);
        let found = Diagnostic::new(Code::BRACES, self.clean.original(first.join(last)), message);
        self.diagnostics.push(found.help(
            "a chain is a whole alternative: `{ legs } 1~`, perhaps `@Full`, and its effects; each alternative has its own braces",
        ));
    }

    /// Parses the text after the braces of a chain.
    fn repeat(&mut self, braces: &Braces) -> Option<Repeat> {
        let after = braces.after.clone();
        let call = after.clone().find(|&at| matches!(self.tokens[at].kind, Kind::At | Kind::Comma));
        let (times, calls) = (after.start..call.unwrap_or(after.end), call.unwrap_or(after.end)..after.end);
        let first = self.tokens[braces.open].span;
        let span = self.clean.original(first.join(self.tokens[after.end.max(1) - 1].span));
        let mut counts = Vec::new();
        if times.is_empty() {
            let close = self.tokens[after.start - 1].span;
            let end = self.clean.original(close).end;
            self.diagnostics.push(
                Diagnostic::new(Code::BRACES, span, "a chain without a number of repetitions")
                    .primary("how often are these legs repeated?")
                    .fix(Span::point(end), " 1~", "for once or more, write `1~`"),
            );
        } else {
            let whole = self.tokens[times.start].span.join(self.tokens[times.end - 1].span);
            let text = &self.clean.text[whole.range()];
            match Carn::parse(Rule::times_alone, text) {
                Ok(mut pairs) => {
                    let builder = Builder { clean: &self.clean, base: whole.start };
                    let times = pairs.next().and_then(|pair| pair.into_inner().next());
                    counts = times.map(|times| builder.times(times)).unwrap_or_default();
                }
                Err(_) => {
                    let message = format!("`{text}` is not a number of repetitions of a chain");
                    let found = Diagnostic::new(Code::BRACES, self.clean.original(whole), message);
                    self.diagnostics.push(found.help(
                        "after the braces, write how often the legs are repeated: `1~`, `1~3`, `2`; write further legs as another alternative",
                    ));
                }
            }
        }
        let comma = calls.clone().next().is_some_and(|at| self.tokens[at].kind == Kind::Comma);
        let calls = calls.start + usize::from(comma)..calls.end;
        let guards = if calls.is_empty() { Vec::new() } else { self.calls(&calls, Setting::Calls)? };
        (!counts.is_empty()).then_some(Repeat { counts, guards, span })
    }

    /// Reports unbalanced parentheses; returns whether there were none.
    fn is_balanced(&mut self, part: &Range<usize>) -> bool {
        let mut open: Vec<usize> = Vec::new();
        let mut fine = true;
        let last = self.tokens[part.end - 1].span.end;
        let first = self.tokens[part.start].span.start;
        for index in part.clone() {
            let span = self.tokens[index].span;
            match self.tokens[index].kind {
                Kind::Open => open.push(index),
                Kind::Close if open.pop().is_none() => {
                    let at = self.clean.original(span);
                    let start = self.clean.original(Span::point(first)).start;
                    self.diagnostics.push(
                        Diagnostic::new(Code::UNBALANCED_PARENTHESIS, at, "`)` without its `(`")
                            .primary("nothing to close")
                            .label(Span::point(start), "no `(` is open from here on")
                            .fix(at, "", "delete it"),
                    );
                    fine = false;
                }
                _ => {}
            }
        }
        let end = self.clean.original(Span::new(first, last)).end;
        for index in open {
            let at = self.clean.original(self.tokens[index].span);
            self.diagnostics.push(
                Diagnostic::new(Code::UNBALANCED_PARENTHESIS, at, "`(` without its `)`")
                    .primary("opened here")
                    .label(Span::point(end), "not closed up to here")
                    .fix(Span::point(end), ")", "close it"),
            );
            fine = false;
        }
        fine
    }

    fn leg(&mut self, part: &Range<usize>) -> Option<Leg> {
        self.piece(part, Setting::Leg, Rule::leg_alone, |builder, pair| builder.leg(pair))
    }

    fn calls(&mut self, part: &Range<usize>, setting: Setting) -> Option<Vec<Call>> {
        self.piece(part, setting, Rule::calls_alone, |builder, pair| builder.calls(pair))
    }

    /// Parses a part with the grammar. After a failure it continues at the next item, to find further errors.
    fn piece<T>(
        &mut self,
        part: &Range<usize>,
        setting: Setting,
        rule: Rule,
        build: impl Fn(&Builder<'_>, Pair<'_, Rule>) -> T,
    ) -> Option<T> {
        let whole = self.tokens[part.start].span.join(self.tokens[part.end - 1].span);
        if !self.is_balanced(part) || self.spoiled.iter().any(|&at| self.surrounds(part, at)) {
            return None;
        }
        let mut start = part.start;
        while start < part.end {
            let base = self.tokens[start].span.start;
            let text = &self.clean.text[base..whole.end];
            match Carn::parse(rule, text) {
                Ok(mut pairs) => {
                    let outer = pairs.next();
                    let pair = match rule {
                        Rule::leg_alone | Rule::calls_alone => outer.and_then(|it| it.into_inner().next()),
                        _ => outer,
                    };
                    let builder = Builder { clean: &self.clean, base };
                    return pair.filter(|_| start == part.start).map(|pair| build(&builder, pair));
                }
                Err(error) => {
                    let at = base
                        + match error.location {
                            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
                        };
                    let scene = explain::Scene {
                        clean: &self.clean,
                        tokens: &self.tokens,
                        parentheses: &self.parentheses,
                        part: start..part.end,
                        setting,
                    };
                    let (found, failed) = scene.explain(at);
                    self.diagnostics.push(found);
                    start = self.next_item(start, failed.max(start), part.end);
                }
            }
        }
        None
    }

    /// Whether `at` lies in the part or in the blanks around it.
    fn surrounds(&self, part: &Range<usize>, at: usize) -> bool {
        let before = part.start.checked_sub(1).map_or(0, |before| self.tokens[before].span.end);
        let after = self.tokens.get(part.end).map_or(usize::MAX, |after| after.span.start);
        before <= at && at < after
    }

    /// The next item after `failed`, outside parentheses: a call, or what follows a comma.
    fn next_item(&self, start: usize, failed: usize, end: usize) -> usize {
        let mut depth = 0_usize;
        for index in start..end {
            match self.tokens[index].kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Comma if depth == 0 && index >= failed => return index + 1,
                Kind::At if depth == 0 && index >= failed && index > start => return index,
                _ => {}
            }
        }
        end
    }

    pub fn all_calls(&mut self) -> Option<Vec<Call>> {
        self.misplaced_separators();
        let all = 0..self.tokens.len();
        self.calls(&all, Setting::Calls)
    }

    pub fn hook(&mut self) -> Option<Hook> {
        self.misplaced_separators();
        let all = 0..self.tokens.len();
        let (left, right) = self.arrow(&all);
        let Some((at, parts)) = right else {
            return Some(Hook { guards: Vec::new(), effects: self.calls(&left, Setting::Effects)? });
        };
        let guards = if left.is_empty() { Some(Vec::new()) } else { self.calls(&left, Setting::Calls) };
        let effects = self.effects(at, parts);
        Some(Hook { guards: guards?, effects: effects? })
    }

    pub fn region(&mut self) -> Option<Region> {
        self.misplaced_separators();
        let all = 0..self.tokens.len();
        self.piece(&all, Setting::Region, Rule::region, |builder, pair| builder.region(pair))
    }

    pub fn signature(&mut self) -> Option<Signature> {
        self.misplaced_separators();
        let all = 0..self.tokens.len();
        self.piece(&all, Setting::Signature, Rule::signature, |builder, pair| builder.signature(pair))?
    }
}
