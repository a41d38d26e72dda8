//! Explains a failure of the grammar to the author, from the tokens around the place of failure.

use std::ops::Range;

use super::clean::Clean;
use super::token::{Kind, Parenthesis, RESERVED, Token};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Whether a word is a piece in Betza's notation: atoms, each with modifiers before it and an optional number after it.
fn is_betza(word: &str) -> bool {
    let modifiers = |c: char| "abcdefghijklmnopqrstuvwxyz".contains(c);
    let mut rest = word;
    while !rest.is_empty() {
        let Some(atom) = rest.trim_start_matches(modifiers).strip_prefix(|c| "WFDNAHCZGKRBQ".contains(c))
        else {
            return false;
        };
        rest = atom.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    !word.is_empty()
}

/// The kind of part that was expected where parsing failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// Steps and calls.
    Leg,
    /// Calls right of `=>`, or those of a hook.
    Effects,
    /// Calls, as in a function's body.
    Calls,
    /// A region.
    Region,
    /// A function's head.
    Signature,
}

/// The failed part with its context.
pub(super) struct Scene<'a> {
    pub clean: &'a Clean,
    /// The tokens of the whole text.
    pub tokens: &'a [Token],
    pub parentheses: &'a [Option<Parenthesis>],
    /// The token indices of this part.
    pub part: Range<usize>,
    pub setting: Setting,
}

impl Scene<'_> {
    /// The error at byte `at` of the clean text, and the index of its token.
    pub fn explain(&self, at: usize) -> (Diagnostic, usize) {
        if let Some(found) = self.betza().or_else(|| self.leap()) {
            return (found, self.part.end);
        }
        let index =
            self.part.clone().find(|&index| self.tokens[index].span.end > at).unwrap_or(self.part.end);
        (self.diagnose(index), index)
    }

    /// A piece in Betza's notation, as a whole part.
    fn betza(&self) -> Option<Diagnostic> {
        let word = self.text(self.part.start);
        if self.setting != Setting::Leg || self.part.len() != 1 || !is_betza(word) {
            return None;
        }
        let at = self.span(self.part.start, self.part.start);
        let found =
            Diagnostic::new(Code::BETZA, at, format!("`{word}` is Betza notation, and CARN is needed here"))
                .help(format!("`carn import betza {word}` writes it in CARN"));
        let axis = word.chars().count() == 1;
        Some(if axis {
            found.help(format!("if it is an axis, say how far: `{word} 1`, `{word} *`"))
        } else {
            found
        })
    }

    /// `2,1` or `(2, 1)` as a whole part: the distances of a leap along each axis.
    fn leap(&self) -> Option<Diagnostic> {
        let inner = match (self.kind(self.part.start)?, self.kind(self.part.end - 1)?) {
            (Kind::Open, Kind::Close) => self.part.start + 1..self.part.end - 1,
            _ => self.part.clone(),
        };
        let numbers: Vec<&str> = inner.clone().step_by(2).map(|at| self.text(at)).collect();
        let parted = inner
            .enumerate()
            .all(|(nth, at)| self.kind(at) == Some(if nth % 2 == 0 { Kind::Int } else { Kind::Comma }));
        if self.setting != Setting::Leg || !parted || !(2..=3).contains(&numbers.len()) {
            return None;
        }
        let steps: Vec<String> =
            numbers.iter().filter(|number| **number != "0").map(|number| format!("*# {number}")).collect();
        let at = self.span(self.part.start, self.part.end - 1);
        let found =
            Diagnostic::new(Code::STRAY_COUNT, at, "counts without axes").primary("along which axes?");
        let written = steps.join(" ");
        Some(found.fix(at, &written, format!("a leap along any axes is `{written}`")))
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        self.part.contains(&index).then(|| self.tokens[index].kind)
    }

    fn before(&self, index: usize) -> Option<Kind> {
        index.checked_sub(1).and_then(|index| self.kind(index))
    }

    fn text(&self, index: usize) -> &str {
        if self.part.contains(&index) { self.tokens[index].span.text(&self.clean.text) } else { "" }
    }

    /// The span in the original of the tokens `first..=last`. An index outside the part counts as its end.
    fn span(&self, first: usize, last: usize) -> Span {
        let (Some(a), Some(b)) = (self.tokens.get(first), self.tokens.get(last)) else {
            return self.end();
        };
        if first >= self.part.end { self.end() } else { self.clean.original(a.span.join(b.span)) }
    }

    fn end(&self) -> Span {
        let last = self.part.end.saturating_sub(1);
        let span = self.tokens.get(last).map_or(Span::default(), |token| self.clean.original(token.span));
        Span::point(span.end)
    }

    /// Whether no blank separates a token from the previous one.
    fn glued(&self, index: usize) -> bool {
        index > self.part.start
            && self.part.contains(&index)
            && self.tokens[index - 1].span.end == self.tokens[index].span.start
    }

    /// The innermost call or group that is open before a token.
    fn open(&self, index: usize) -> Option<usize> {
        let mut open = Vec::new();
        for at in self.part.start..index.min(self.part.end) {
            match self.tokens[at].kind {
                Kind::Open => open.push(at),
                Kind::Close => {
                    open.pop();
                }
                _ => {}
            }
        }
        open.pop()
    }

    /// The name before a parenthesis at, directly after or around a token, if the name lacks its `@`.
    fn call_without_at(&self, index: usize) -> Option<usize> {
        if matches!(self.setting, Setting::Region | Setting::Signature) {
            return None;
        }
        let opens = |at: usize| {
            let named = self.kind(at) == Some(Kind::Open) && self.glued(at);
            let name = at.checked_sub(1).filter(|_| named && self.before(at) == Some(Kind::Word))?;
            (!matches!(self.before(name), Some(Kind::At | Kind::Dollar))).then_some(name)
        };
        opens(index).or_else(|| opens(index + 1)).or_else(|| self.open(index).and_then(opens))
    }

    /// The English words `or` and `and`, which CARN writes as signs.
    fn english(&self, index: usize, inside: bool) -> Option<Diagnostic> {
        let free = !matches!(self.before(index), Some(Kind::At | Kind::Dollar | Kind::Some | Kind::AnySet));
        if self.kind(index) != Some(Kind::Word) || !free || self.setting == Setting::Signature {
            return None;
        }
        let (word, at) = (self.text(index), self.span(index, index));
        let found = |message: &str| {
            Diagnostic::new(Code::UNEXPECTED_TOKEN, at, format!("`{word}` is not part of CARN: {message}"))
        };
        let calls = self.before(index) == Some(Kind::Close) || self.kind(index + 1) == Some(Kind::At);
        if word.eq_ignore_ascii_case("or") {
            return Some(match self.setting {
                _ if inside && !calls => {
                    found("separate the arguments of a call by `,`").fix(at, ",", "write `,`")
                }
                Setting::Leg if !inside => found("separate alternatives by `|`").fix(at, "|", "write `|`"),
                Setting::Region => {
                    found("a list of strings is the union of its regions").help("write `[\"…\", \"…\"]`")
                }
                _ => found("one of several conditions is `@Or(…, …)`"),
            });
        }
        let conjunction = "conditions side by side must all hold";
        word.eq_ignore_ascii_case("and")
            .then(|| found(conjunction).fix(at, ",", "a comma may separate the two"))
    }

    /// Whether the token starts a `->`.
    fn is_thin_arrow(&self, index: usize) -> bool {
        self.kind(index) == Some(Kind::Minus) && self.glued(index + 1) && self.text(index + 1) == ">"
    }

    fn is_reserved(&self, index: usize) -> bool {
        self.kind(index) == Some(Kind::Word) && RESERVED.contains(&self.text(index))
    }

    /// The start of the axis that ends with token `last`, if an axis ends there.
    fn axis(&self, last: usize) -> Option<usize> {
        match self.kind(last)? {
            Kind::Some | Kind::AnySet | Kind::Rest => Some(last),
            Kind::Word => match self.before(last) {
                Some(Kind::At | Kind::Dollar) => None,
                Some(Kind::Some | Kind::AnySet) if self.glued(last) => Some(last - 1),
                _ => Some(last),
            },
            _ => None,
        }
    }

    fn diagnose(&self, index: usize) -> Diagnostic {
        let (token, before) = (self.kind(index), self.before(index));
        let open = self.open(index);
        let in_call = open.is_some_and(|open| self.parentheses[open].is_some_and(|it| it.call));
        let mut dashes = [index.checked_sub(1), Some(index)].into_iter().flatten();
        if let Some(dash) = dashes.find(|&at| self.is_thin_arrow(at)) {
            let at = self.span(dash, dash + 1);
            return Diagnostic::new(Code::UNEXPECTED_TOKEN, at, "`->` is not a sign of CARN").fix(
                at,
                "=>",
                "write the arrow `=>`",
            );
        }
        if self.text(index) == "#" {
            return self.unexpected(index, open, in_call);
        }
        let mut near = (index.saturating_sub(2)..=index).rev();
        if let Some(found) = near.find_map(|at| self.english(at, open.is_some())) {
            return found;
        }
        if before == Some(Kind::At) {
            let at = self.span(index - 1, index - 1);
            return Diagnostic::new(Code::MISSING_CALL_NAME, at, "`@` without a name")
                .help("write the name of a predicate, an effect or a function, such as `@Empty`");
        }
        if before == Some(Kind::Dollar) && !self.is_reserved(index) {
            let at = self.span(index - 1, index - 1);
            return Diagnostic::new(Code::MISSING_VARIABLE_NAME, at, "`$` without a name")
                .help("write the name of a variable, such as `$n`; a name starts with a letter");
        }
        let leg_word = if self.text(index) == "Leg" { Some(index) } else { index.checked_sub(1) };
        if let Some(leg) = leg_word.filter(|&leg| self.text(leg) == "Leg" && in_call) {
            return Diagnostic::new(Code::LEG_NUMBER, self.span(leg, leg), "`Leg` without its number")
                .help("`Leg 1` is where the first leg ends");
        }
        if let Some(name) = self.call_without_at(index) {
            let (word, at) = (self.text(name), self.span(name, name));
            return Diagnostic::new(
                Code::UNEXPECTED_TOKEN,
                at,
                format!("a call starts with `@`: `@{word}(…)`"),
            )
            .fix(Span::point(at.start), "@", "write the `@`");
        }
        if self.is_reserved(index) {
            let word = self.text(index);
            return Diagnostic::new(
                Code::RESERVED_WORD,
                self.span(index, index),
                format!("`{word}` is a reserved word"),
            )
            .help(format!("`{word}` names a place, and may occur only at the start of an argument"));
        }
        if let Some(found) = self.diagnose_glued(index).or_else(|| self.dashed_range(index)) {
            return found;
        }
        let countable = matches!(
            token,
            Some(Kind::Int | Kind::Any | Kind::Tilde | Kind::Plus | Kind::Minus | Kind::Dollar | Kind::Open)
        );
        if open.is_none()
            && matches!(self.setting, Setting::Effects | Setting::Calls)
            && (countable || matches!(token, Some(Kind::Word | Kind::Some | Kind::Rest | Kind::AnySet)))
        {
            return self.step_among_calls(index);
        }
        if let Some(first) = index.checked_sub(1).and_then(|last| self.axis(last)) {
            let sure = self.kind(first) != Some(Kind::Word);
            let head = self.setting == Setting::Signature;
            if !countable && !head && (sure || open.is_none()) {
                return self.missing_count(first, index);
            }
        }
        if countable && open.is_none() {
            let ends = matches!(before, None | Some(Kind::Comma | Kind::Close | Kind::Word));
            let after_variable = before == Some(Kind::Word)
                && self.glued(index)
                && self.before(index - 1) == Some(Kind::Dollar);
            if ends && !after_variable {
                return self.stray_count(index);
            }
        }
        if self.setting == Setting::Signature && countable && token != Some(Kind::Open) {
            let mut last = index;
            while self.glued(last + 1) && !matches!(self.kind(last + 1), Some(Kind::Comma | Kind::Close)) {
                last += 1;
            }
            let at = self.span(index, last);
            return Diagnostic::new(Code::BAD_COUNT, at, "a parameter is a name, such as `place`")
                .help("its value is given where the function is called: `@Guarded(Rank +1)`");
        }
        if let Some(found) = self.bad_count(index) {
            return found;
        }
        if in_call
            && matches!(token, Some(Kind::Comma | Kind::Close))
            && matches!(before, Some(Kind::Comma | Kind::Open))
        {
            let at = self.span(index - 1, index);
            return Diagnostic::new(Code::MISSING_ARGUMENT, at, "an argument is missing")
                .help("a comma stands between two arguments");
        }
        self.unexpected(index, open, in_call)
    }

    /// Two words without a blank: `2$n`, `2n`, `2*#a`.
    fn diagnose_glued(&self, index: usize) -> Option<Diagnostic> {
        let (token, before) = (self.kind(index)?, self.before(index)?);
        if !self.glued(index) {
            return None;
        }
        let variable = before == Kind::Word && index >= 2 && self.before(index - 1) == Some(Kind::Dollar);
        let group = before == Kind::Close && self.parentheses[index - 1].is_some_and(|it| !it.call);
        let value = before == Kind::Int || variable || group;
        let between = Span::point(self.span(index, index).start);
        match token {
            Kind::Dollar | Kind::Open if value => {
                let first = if variable { index - 2 } else { index - 1 };
                let last = if token == Kind::Dollar { index + 1 } else { index };
                let at = self.span(first, last.min(self.part.end - 1));
                Some(Diagnostic::new(Code::MISSING_TIMES, at, "a product is written with `*`").fix(
                    between,
                    "*",
                    "write the `*`",
                ))
            }
            Kind::Int if variable || group => None,
            Kind::Word | Kind::Some | Kind::AnySet | Kind::Rest | Kind::Int
                if value || matches!(before, Kind::Any | Kind::Tilde) && token != Kind::Word =>
            {
                let mut found = Diagnostic::new(
                    Code::MISSING_BLANK,
                    self.span(index - 1, index),
                    "a blank is missing between a count and what follows",
                )
                .fix(between, " ", "write a blank");
                if token == Kind::Word && before == Kind::Int {
                    let (number, word) = (self.text(index - 1), self.text(index));
                    found = found.help(format!("for a product with a variable, write `{number}*${word}`"));
                }
                Some(found)
            }
            _ => None,
        }
    }

    /// A range of coordinates written with a dash: `a-f`.
    fn dashed_range(&self, index: usize) -> Option<Diagnostic> {
        let ends = [self.before(index)?, self.kind(index + 1)?];
        let glued = self.glued(index) && self.glued(index + 1);
        if self.kind(index) != Some(Kind::Minus) || ends != [Kind::Word; 2] || !glued {
            return None;
        }
        let found =
            Diagnostic::new(Code::BAD_COUNT, self.span(index - 1, index + 1), "a range is written with `~`");
        Some(found.fix(self.span(index, index), "~", "write `~` between the two"))
    }

    fn step_among_calls(&self, index: usize) -> Diagnostic {
        let mut last = index;
        while self.kind(last + 1).is_some_and(|kind| !matches!(kind, Kind::At | Kind::Comma)) {
            last += 1;
        }
        let at = self.span(index, last);
        if self.setting == Setting::Effects {
            Diagnostic::new(Code::STEP_AFTER_ARROW, at, "a step cannot stand among the effects")
                .help("steps belong left of `=>`, or inside an effect's parentheses: `@Take(File 1)`")
        } else {
            Diagnostic::new(Code::UNEXPECTED_TOKEN, at, "only calls can stand here")
                .help("a call starts with `@`; steps belong to patterns")
        }
    }

    fn missing_count(&self, first: usize, index: usize) -> Diagnostic {
        let axis = self.span(first, index - 1);
        let written: String = (first..index).map(|at| self.text(at)).collect();
        let mut found = Diagnostic::new(Code::MISSING_COUNT, axis, format!("`{written}` has no count"))
            .primary("how far?");
        let alone = matches!(self.kind(index + 1), None | Some(Kind::Comma | Kind::At));
        if alone
            && self.kind(index) == Some(Kind::Word)
            && self.setting == Setting::Leg
            && self.open(index).is_none()
        {
            let (word, at) = (self.text(index), self.span(index, index));
            if word.chars().count() == 1 {
                found = found.fix(at, format!("${word}"), format!("write a variable as `${word}`"));
            }
            found = found.help("coordinates belong inside a call: `@To(File d)`");
        }
        let letters = written.trim_end_matches(|c: char| c.is_ascii_digit());
        if self.kind(first) == Some(Kind::Word) && letters.len() < written.len() {
            let (name, digits) = written.split_at(letters.len());
            let between = Span::point(self.tokens[first].span.start + letters.len());
            found.fix(self.clean.original(between), " ", format!("write `{name} {digits}`"))
        } else if self.kind(first) == Some(Kind::Word) {
            found.help(format!("write `{written} 1`, `{written} *`, or, for a predicate, `@{written}`"))
        } else {
            found.help(format!("write `{written} 1`, or `{written} *` for any number"))
        }
    }

    fn stray_count(&self, index: usize) -> Diagnostic {
        let mut last = index;
        while self.glued(last + 1) && !matches!(self.kind(last + 1), Some(Kind::Comma | Kind::At)) {
            last += 1;
        }
        let at = self.span(index, last);
        if self.setting == Setting::Region && self.kind(index) == Some(Kind::Dollar) {
            return Diagnostic::new(
                Code::BAD_COUNT,
                at,
                "a coordinate is written out: a region has no variables",
            )
            .help("a coordinate is `2`, `b`, `1~2`, `~2`, `b~` or `*`");
        }
        let found =
            Diagnostic::new(Code::STRAY_COUNT, at, "a count without an axis").primary("along which axis?");
        if self.before(index) == Some(Kind::Comma) && index >= 2 && self.before(index - 1) == Some(Kind::Int)
        {
            found.help("separate counts of one axis by blanks: `File 1 3`")
        } else if index >= 2 && self.before(index - 1) == Some(Kind::At) {
            let name = self.text(index - 1);
            let count: String = (index..=last).map(|at| self.text(at)).collect();
            let whole = self.span(index - 1, last);
            let fixed = format!("{name}({count})");
            found.fix(whole, fixed.clone(), format!("if it belongs to the call, write `@{fixed}`"))
        } else {
            found.help("the axis stands before its count: `Rank 1`")
        }
    }

    /// A sequence of adjacent signs and numbers that is not a count.
    fn bad_count(&self, index: usize) -> Option<Diagnostic> {
        let part_of_count = |kind: Option<Kind>| {
            matches!(
                kind,
                Some(Kind::Int | Kind::Any | Kind::Tilde | Kind::Plus | Kind::Minus | Kind::Dollar)
            )
        };
        let sign =
            |kind: Option<Kind>| matches!(kind, Some(Kind::Tilde | Kind::Plus | Kind::Minus | Kind::Any));
        let group = index.checked_sub(1).is_some_and(|at| {
            self.kind(at) == Some(Kind::Open) && self.parentheses[at].is_some_and(|it| !it.call)
        });
        let here = part_of_count(self.kind(index)) && (self.glued(index) || sign(self.kind(index)));
        if !here && !sign(self.before(index)) && !group {
            return None;
        }
        let belongs =
            |kind: Option<Kind>| part_of_count(kind) || matches!(kind, Some(Kind::Open | Kind::Close));
        let mut first = if here { index } else { index - 1 };
        while self.glued(first)
            && (belongs(self.before(first))
                || (self.before(first) == Some(Kind::Word) && self.before(first - 1) == Some(Kind::Dollar)))
        {
            first -= 1;
        }
        let mut last = if here { index } else { index - 1 };
        while self.glued(last + 1)
            && (belongs(self.kind(last + 1))
                || (self.kind(last + 1) == Some(Kind::Word) && self.kind(last) == Some(Kind::Dollar)))
        {
            last += 1;
        }
        let run: Vec<Option<Kind>> = (first..=last).map(|at| self.kind(at)).collect();
        let has = |kind: Kind| run.contains(&Some(kind));
        let help = if has(Kind::Tilde) && has(Kind::Dollar) {
            "the ends of a range are numbers; to bound a variable, write `@Where($n, 1~3)`"
        } else if has(Kind::Tilde) {
            "a range is `1~2`, `~2` or `1~`"
        } else if group {
            "parentheses hold an expression, such as `($n+1)`"
        } else if let [Some(Kind::Plus | Kind::Minus), Some(Kind::Plus | Kind::Minus), ..] = run.as_slice() {
            "a count has one sign, `+` or `-`, or none for both ways"
        } else if matches!(run.first(), Some(Some(Kind::Plus | Kind::Minus))) && run.len() > 2 {
            "a sign before a sum needs parentheses: `+(1+$n)`"
        } else {
            "a count is `1`, `1~2`, `~2`, `1~`, `*`, `$n` or an expression such as `2*$n`, perhaps with a sign"
        };
        let found = Diagnostic::new(Code::BAD_COUNT, self.span(first, last), "this count is not valid");
        Some(found.help(help))
    }

    fn unexpected(&self, index: usize, open: Option<usize>, in_call: bool) -> Diagnostic {
        let wanted = if in_call {
            if self.kind(index).is_none() { "`)`" } else { "`,` or `)`" }
        } else if open.is_some() {
            "a number, a variable or `)`"
        } else {
            match self.setting {
                Setting::Leg => "a step or a call",
                Setting::Effects => "an effect",
                Setting::Calls => "a call",
                Setting::Region => "an axis with its coordinates, or a zone",
                Setting::Signature => "a name, perhaps with parameters in parentheses",
            }
        };
        let at = self.span(index, index);
        let message = match self.kind(index) {
            None => format!("the text ends where {wanted} is needed"),
            Some(_) => format!("`{}` where {wanted} is needed", self.text(index)),
        };
        let mut found = Diagnostic::new(Code::UNEXPECTED_TOKEN, at, message);
        match self.text(index) {
            "#" => {
                found = found.help("`#` occurs only in `*#`, any axis, and `**#`, any set of axes").fix(
                    at,
                    "*#",
                    "if an unnamed axis is meant, write `*#`",
                );
            }
            "=" | ">" => found = found.help("effects follow `=>`"),
            "," if open.is_none() => {
                found = found.help("a comma stands between two items").fix(at, "", "delete the comma");
            }
            "" if self.before(index) == Some(Kind::Comma) => {
                let comma = self.span(index - 1, index - 1);
                found = found.fix(comma, "", "delete the comma");
            }
            _ => {}
        }
        found
    }
}
