//! The inner loop of the reader: turns tokens of the buffer into calls of a visitor.

use super::token::{self, Token};
use super::visitor::{Next, Piece, Place, Visitor};
use super::{MAX_TOKEN, MAX_TRACKED_DEPTH};
use crate::notation::PASS;
use crate::record::problem::{Problem, ProblemKind};
use crate::record::tree::Termination;
use logos::Logos;
use memchr::{memchr, memchr_iter, memchr2, memmem, memrchr};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::ops::ControlFlow::{self, Break, Continue};

/// A visitor that ignores everything.
pub(super) struct Nobody;

impl Visitor for Nobody {
    type Break = Infallible;
}

/// Counts lines and columns up to an offset of the buffer, each character once.
#[derive(Clone, Debug)]
pub(super) struct Tracker {
    pub(super) offset: usize,
    pub(super) line: u64,
    pub(super) column: u32,
}

impl Tracker {
    pub(super) fn place(&mut self, text: &str, to: usize) -> (u64, u32) {
        if to > self.offset {
            let passed = &text[self.offset..to];
            let lines = memchr_iter(b'\n', passed.as_bytes()).count();
            let rest = match memrchr(b'\n', passed.as_bytes()) {
                Some(at) => {
                    self.column = 1;
                    &passed[at + 1..]
                }
                None => passed,
            };
            self.line += lines as u64;
            // ASCII text, the usual case, needs no counting.
            let characters = if rest.is_ascii() { rest.len() } else { rest.chars().count() };
            self.column = self.column.saturating_add(u32::try_from(characters).unwrap_or(u32::MAX));
            self.offset = to;
        }
        (self.line, self.column)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    #[default]
    Before,
    Tags,
    Moves,
    /// After the result; more text may still belong to this game.
    After,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skip {
    Game,
    /// The innermost variation, and the number of variations open within it.
    Variation(u64),
}

/// An open variation: the state to restore at its end, and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) ply: u32,
    pub(super) fresh: bool,
    pub(super) place: (u64, u32),
}

/// The comment being read: its opening character, and its place if known.
type Comment = (char, Option<(u64, u32)>);

#[derive(Default)]
pub(super) struct State {
    pub(super) phase: Phase,
    pub(super) game: u64,
    pub(super) ply: u32,
    /// A variation was opened and has no move yet.
    pub(super) fresh: bool,
    pub(super) event: bool,
    pub(super) skip: Option<Skip>,
    pub(super) stack: Vec<Open>,
    /// The number of open variations beyond the stack.
    pub(super) deeper: u64,
    pub(super) comment: Option<Comment>,
    /// The game's result, and its place.
    pub(super) marker: Option<(Termination, (u64, u32))>,
    /// Whether a footer follows the result.
    pub(super) footer: bool,
    /// Problems of the encoding, at offsets of the buffer.
    pub(super) waiting: VecDeque<(usize, Problem)>,
    /// Whether to use only the lexer, for comparison in tests.
    #[cfg(test)]
    pub(super) lexed: bool,
}

impl State {
    /// Whether common tokens may be read without the lexer.
    #[cfg(not(test))]
    fn hurries(&self) -> bool {
        true
    }

    #[cfg(test)]
    fn hurries(&self) -> bool {
        !self.lexed
    }
}

pub(super) enum Step<B> {
    Refill,
    Over(bool),
    Break(B),
}

/// The reason why the tokens of one buffer end, other than a break of the visitor.
pub(super) enum Stop {
    Refill,
    /// A comment was opened.
    Comment,
    /// The game's result was read.
    After,
    Over(bool),
}

const CUT: &str = "\n[Event \"";

pub(super) struct Stepper<'a, V> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) ended: bool,
    pub(super) capacity: usize,
    pub(super) tracker: &'a mut Tracker,
    pub(super) state: &'a mut State,
    pub(super) visitor: &'a mut V,
}

impl<V: Visitor> Stepper<'_, V> {
    pub(super) fn run(&mut self) -> Step<V::Break> {
        loop {
            let stop = match self.state.comment {
                Some(_) => self.comment(),
                None if self.state.phase == Phase::After => self.after(),
                None => self.tokens(),
            };
            match stop {
                Continue(Stop::Comment | Stop::After) => {}
                Continue(Stop::Refill) => return Step::Refill,
                Continue(Stop::Over(read)) => return Step::Over(read),
                Break(value) => return Step::Break(value),
            }
        }
    }

    /// Continues an open comment; returns [`Stop::Comment`] at its end.
    fn comment(&mut self) -> ControlFlow<V::Break, Stop> {
        let Some((opener, place)) = self.state.comment else { return Continue(Stop::Comment) };
        let rest = &self.text[self.at..];
        let piece = |text, last| Piece { text, opener, last };
        if opener == '{' {
            let end = memchr(b'}', rest.as_bytes());
            if end.is_none() && !self.ended && !self.full() {
                self.state.comment = Some((opener, Some(self.opened(place))));
                return Continue(Stop::Refill);
            }
            let inner = &rest[..end.unwrap_or(rest.len())];
            let lines = memchr(b'\n', inner.as_bytes()).is_some();
            let cut = if lines { memmem::find(inner.as_bytes(), CUT.as_bytes()) } else { None };
            // A comment may quote a tag. It was not closed if another one begins before a brace closes. The text that is looked
            // at does not depend on the buffer, so that threads, which read other blocks, decide the same.
            let brace = cut.map(|at| {
                let after = &rest.as_bytes()[at..];
                let after = &after[..after.len().min(MAX_TOKEN)];
                (memchr2(b'{', b'}', after).map(|brace| after[brace]), after.len() == MAX_TOKEN || self.ended)
            });
            let cut = cut.filter(|_| brace.is_some_and(|(brace, _)| brace != Some(b'}')));
            if let Some(length) = cut.filter(|_| brace == Some((None, false))) {
                self.state.comment = Some((opener, Some(self.opened(place))));
                self.at += length;
                if length > 0 {
                    told!(self.deliver(piece(rest[..length].trim_end_matches('\r'), false)));
                }
                return Continue(Stop::Refill);
            }
            if let Some(length) = cut.or((end.is_none() && self.ended).then_some(rest.len())) {
                let place = self.opened(place);
                self.problem_at(ProblemKind::UnclosedComment, "this comment is never closed".into(), place);
                self.done(length);
                // A carriage return belongs to the line break.
                let said =
                    if cut.is_some() { rest[..length].trim_end_matches('\r') } else { &rest[..length] };
                told!(self.deliver(piece(said, true)));
            } else if let Some(length) = end {
                self.done(length + 1);
                told!(self.deliver(piece(inner, true)));
            } else {
                // Text after the last line break waits, since it may begin the next game.
                let length = rest.rfind('\n').filter(|&at| at > 0).unwrap_or(rest.len());
                self.state.comment = Some((opener, Some(self.opened(place))));
                self.at += length;
                told!(self.deliver(piece(&rest[..length], false)));
                return Continue(Stop::Refill);
            }
            return Continue(Stop::Comment);
        }
        let end = rest.find('\n');
        let undecided = end.is_none_or(|at| at + 1 == rest.len()) && !self.ended;
        if undecided && !self.full() {
            return Continue(Stop::Refill);
        }
        let line = rest[..end.unwrap_or(rest.len())].trim_end_matches('\r');
        if undecided {
            let line = if line.is_empty() { &rest[..rest.len() - 1] } else { line };
            self.at += line.len();
            told!(self.deliver(piece(line, false)));
            return Continue(Stop::Refill);
        }
        match end {
            Some(length) if opener == ';' && rest.as_bytes()[length + 1..].first() == Some(&b';') => {
                self.at += length + 2;
                told!(self.deliver(piece(line, false)));
                told!(self.deliver(piece("\n", false)));
            }
            _ => {
                self.done(end.unwrap_or(rest.len()));
                told!(self.deliver(piece(line, true)));
            }
        }
        Continue(Stop::Comment)
    }

    /// Whether the buffer cannot hold more of the comment.
    fn full(&self) -> bool {
        self.text.len() - self.at >= self.capacity
    }

    /// The place of the comment's opening character, while none of the comment has been consumed.
    fn opened(&mut self, known: Option<(u64, u32)>) -> (u64, u32) {
        known.unwrap_or_else(|| self.here(self.at.saturating_sub(1)))
    }

    fn done(&mut self, length: usize) {
        self.at += length;
        self.state.comment = None;
    }

    fn deliver(&mut self, piece: Piece<'_>) -> ControlFlow<V::Break> {
        if self.state.skip.is_none() { self.visitor.comment(piece) } else { Continue(()) }
    }

    fn tokens(&mut self) -> ControlFlow<V::Break, Stop> {
        let (text, mut next) = (self.text, self.at);
        // The end of the line with a broken tag, once searched.
        let mut known_end: Option<usize> = None;
        loop {
            match (self.state.phase, self.state.skip) {
                (Phase::Moves, None) if self.state.hurries() => next = told!(self.usual_moves(next)),
                (Phase::Tags, None) if self.state.hurries() => next = told!(self.usual_tags(next)),
                (Phase::Moves, Some(_)) => next += token::skim(&text[next..], self.ended),
                _ => {}
            }
            let (mut token, start, mut end) = match token::plain(text.as_bytes(), next) {
                Some(found) => found,
                None => {
                    let mut lexer = Token::lexer(&text[next..]);
                    let Some(token) = lexer.next() else { break };
                    let span = lexer.span();
                    (token.unwrap_or(Token::Junk), next + span.start, next + span.end)
                }
            };
            (self.at, next) = (start, end);
            let line_start = start == 0 || text.as_bytes()[start - 1] == b'\n';
            let opener = match token {
                Token::Brace => Some('{'),
                Token::Semicolon => Some(';'),
                Token::Word if line_start && text.as_bytes()[start] == b'%' => Some('%'),
                _ => None,
            };
            if let Some(opener) = opener {
                if self.state.phase == Phase::Before {
                    told!(self.begin_game());
                }
                self.at = start + 1;
                self.state.comment = Some((opener, None));
                return Continue(Stop::Comment);
            }
            if end == text.len() && !self.ended {
                if end - start < MAX_TOKEN {
                    return Continue(Stop::Refill);
                }
                told!(self.junk(ProblemKind::TooLong, &text[start..end], "this word is too long"));
                self.at = end;
                return Continue(Stop::Refill);
            }
            // The first bytes of `0`, `1` and `½`.
            if matches!(token, Token::Number | Token::Word | Token::Result)
                && matches!(text.as_bytes()[start], b'0' | b'1' | 0xC2)
            {
                if !self.ended && token::may_be_result(&text[start..]) {
                    return Continue(Stop::Refill);
                }
                if let Some(length) = token::split_result(&text[start..]) {
                    (token, end) = (Token::Result, start + length);
                    next = end;
                }
            }
            let slice = &text[start..end];
            match token {
                Token::Result | Token::Word if token == Token::Result || token::is_result(slice) => {
                    told!(self.begin_moves());
                    let deep = !self.state.stack.is_empty() || self.state.deeper > 0;
                    if deep && self.state.skip.is_none() {
                        told!(self.visitor.text(slice));
                    } else if !deep {
                        let place = self.here(start);
                        self.state.marker = Termination::from_marker(slice).map(|result| (result, place));
                        self.state.phase = Phase::After;
                        self.at = end;
                        return Continue(Stop::After);
                    }
                }
                Token::Word if slice.is_ascii() || slice.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    told!(self.word(slice));
                }
                // A move number in full-width digits, with its dot.
                Token::Word if token::wide_number(slice).is_some() => {
                    let (length, number) = token::wide_number(slice).unwrap_or_default();
                    told!(self.number(&number));
                    next = start + length;
                }
                Token::Word => {
                    let Some(whole) = token::whole(text, start, end, self.ended) else {
                        return Continue(Stop::Refill);
                    };
                    let (word, more) = token::clause(&text[start..whole]);
                    next = whole - more;
                    if !word.is_empty() {
                        told!(self.word(word));
                    }
                }
                Token::Number => match token::dotted(&text[start..]) {
                    // `32.1` is one word.
                    Some(length) => {
                        if start + length == text.len() && !self.ended {
                            return Continue(Stop::Refill);
                        }
                        next = start + length;
                        told!(self.word(&text[start..next]));
                    }
                    // A pass, not a move number.
                    None if slice == PASS => told!(self.word(slice)),
                    None => told!(self.number(slice)),
                },
                Token::Dots => {}
                Token::Nag => match slice[1..].parse() {
                    Ok(glyph) => {
                        told!(self.begin_moves());
                        if self.state.skip.is_none() {
                            told!(self.visitor.glyph(glyph));
                        }
                    }
                    Err(_) => {
                        told!(self.junk(ProblemKind::UnknownGlyph, slice, "this is no annotation glyph"))
                    }
                },
                Token::Open => told!(self.open()),
                Token::Close => told!(self.close()),
                Token::Tag => {
                    let (name, raw) = token::tag(slice);
                    let value =
                        if raw.contains('\\') { token::unescape(raw).into() } else { Cow::Borrowed(raw) };
                    if told!(self.tag(name, &value, None)) {
                        return Continue(Stop::Over(true));
                    }
                }
                Token::Bracket => {
                    let rest = &text[start..];
                    match token::long_tag(rest) {
                        token::Long::Begun if !self.ended => return Continue(Stop::Refill),
                        token::Long::Whole(length, name, value) if line_start => {
                            if told!(self.tag(name, value, None)) {
                                return Continue(Stop::Over(true));
                            }
                            next = start + length;
                            continue;
                        }
                        _ => {}
                    }
                    let find = || rest.find('\n').map_or(text.len(), |at| start + at);
                    let line_end = known_end.filter(|&end| end > start).unwrap_or_else(find);
                    known_end = Some(line_end);
                    if !self.ended && line_end == text.len() && rest.len() < MAX_TOKEN {
                        return Continue(Stop::Refill);
                    }
                    let (length, pair) = token::broken_tag(&text[start..line_end]);
                    match pair.filter(|_| line_start || self.state.phase != Phase::Moves) {
                        Some((name, value)) => {
                            if told!(self.tag(name, &token::unescape(value), Some(&rest[..length]))) {
                                return Continue(Stop::Over(true));
                            }
                        }
                        None => {
                            let message = "a bracket that opens no tag";
                            told!(self.junk(ProblemKind::MalformedTag, &rest[..length], message));
                        }
                    }
                    next = start + length;
                }
                Token::Junk => {
                    let kind = match slice.as_bytes()[0] {
                        b'}' | b']' => ProblemKind::UnexpectedClose,
                        _ => ProblemKind::UnknownToken,
                    };
                    told!(self.junk(kind, slice, "this text belongs to nothing"));
                }
                // Handled above.
                Token::Brace | Token::Semicolon | Token::Result => {}
            }
        }
        self.at = text.len();
        if !self.ended {
            return Continue(Stop::Refill);
        }
        let read = self.state.phase != Phase::Before;
        if read {
            told!(self.end_game());
        }
        Continue(Stop::Over(read))
    }

    fn begin_game(&mut self) -> ControlFlow<V::Break> {
        let state = &mut *self.state;
        state.phase = Phase::Tags;
        state.game += 1;
        (state.ply, state.fresh, state.event, state.skip) = (0, false, false, None);
        if told!(self.visitor.begin_game()) == Next::Skip {
            self.state.skip = Some(Skip::Game);
        }
        Continue(())
    }

    #[inline]
    fn begin_moves(&mut self) -> ControlFlow<V::Break> {
        if self.state.phase == Phase::Moves {
            return Continue(());
        }
        if self.state.phase == Phase::Before {
            told!(self.begin_game());
        }
        self.state.phase = Phase::Moves;
        if self.state.skip.is_none() && told!(self.visitor.begin_moves()) == Next::Skip {
            self.state.skip = Some(Skip::Game);
        }
        Continue(())
    }

    /// Handles a tag; `true` if it ended the game instead and must be read again.
    fn tag(&mut self, name: &str, value: &str, broken: Option<&str>) -> ControlFlow<V::Break, bool> {
        match self.state.phase {
            Phase::Before => told!(self.begin_game()),
            Phase::Tags if !(self.state.event && name == "Event") => {}
            _ => {
                told!(self.end_game());
                return Continue(true);
            }
        }
        self.state.event |= name == "Event";
        if self.state.skip.is_none() {
            if let Some(broken) = broken {
                let (kind, message) = if quotes_within(broken, value) {
                    let message = "a quotation mark within a tag is written \\\"; here it is not";
                    (ProblemKind::Loose, format!("{message}: {}", brief(broken)))
                } else {
                    let message = format!("a tag is [Name \"value\"]; this is {}", brief(broken));
                    (ProblemKind::MalformedTag, message)
                };
                self.problem(kind, message);
            }
            let State { game, ply, .. } = *self.state;
            let place = Place { text: self.text, at: self.at, tracker: self.tracker, game, ply };
            told!(self.visitor.tag_at(name, value, place));
        }
        Continue(false)
    }

    #[inline]
    pub(super) fn word(&mut self, word: &str) -> ControlFlow<V::Break> {
        told!(self.begin_moves());
        if self.state.skip.is_some() {
            return Continue(());
        }
        if word == "e.p." {
            return self.visitor.text(word);
        }
        if matches!(word, "#" | "S") {
            let State { game, ply, .. } = *self.state;
            let place = Place { text: self.text, at: self.at, tracker: self.tracker, game, ply };
            return self.visitor.stated_at(word, place);
        }
        if let Some(glyph) = token::sign(word) {
            return self.visitor.glyph(glyph);
        }
        if word.contains([',', '/']) && token::parts(word).nth(1).is_some() || word.ends_with(',') {
            let (from, mut told) = (self.at, false);
            for part in token::parts(word) {
                told = true;
                self.at = from + (part.as_ptr() as usize - word.as_ptr() as usize);
                told!(self.word(part));
            }
            if told {
                return Continue(());
            }
        }
        let (bare, suffix) = token::split_glyph(word);
        if !bare.is_empty() {
            self.state.ply = self.state.ply.saturating_add(1);
            self.state.fresh = false;
            let State { game, ply, .. } = *self.state;
            let place = Place { text: self.text, at: self.at, tracker: self.tracker, game, ply };
            told!(self.visitor.word_at(bare, place));
        }
        if suffix.is_empty() {
            return Continue(());
        }
        match token::glyph(suffix) {
            Some(glyph) => self.visitor.glyph(glyph),
            None => self.junk(ProblemKind::UnknownGlyph, suffix, "this is no annotation glyph"),
        }
    }

    #[inline]
    fn number(&mut self, slice: &str) -> ControlFlow<V::Break> {
        told!(self.begin_moves());
        if self.state.skip.is_some() {
            return Continue(());
        }
        let digits = slice.bytes().take_while(u8::is_ascii_digit).count();
        let dots = match &slice[digits..] {
            "." => 1,
            dots => dots.chars().map(|c| if c == '.' { 1 } else { 3 }).sum(),
        };
        match slice[..digits].parse() {
            Ok(number) => self.visitor.number(number, dots),
            Err(_) => self.junk(ProblemKind::UnknownToken, slice, "this move number is too large"),
        }
    }

    pub(super) fn open(&mut self) -> ControlFlow<V::Break> {
        told!(self.begin_moves());
        match &mut self.state.skip {
            Some(Skip::Variation(depth)) => *depth += 1,
            Some(Skip::Game) => self.state.deeper += 1,
            None => {
                if self.state.ply == 0 || self.state.fresh {
                    let message = "there is no move yet that this variation could replace";
                    self.problem(ProblemKind::VariationBeforeMove, message.into());
                }
                if self.state.stack.len() < MAX_TRACKED_DEPTH {
                    let place = self.here(self.at);
                    let State { ply, fresh, .. } = *self.state;
                    self.state.stack.push(Open { ply, fresh, place });
                } else {
                    self.state.deeper += 1;
                }
                if !self.state.fresh {
                    self.state.ply = self.state.ply.saturating_sub(1);
                }
                self.state.fresh = true;
                if told!(self.visitor.begin_variation()) == Next::Skip {
                    self.state.skip = Some(Skip::Variation(0));
                }
            }
        }
        Continue(())
    }

    pub(super) fn close(&mut self) -> ControlFlow<V::Break> {
        told!(self.begin_moves());
        let skipped = match &mut self.state.skip {
            Some(Skip::Variation(depth @ 1..)) => {
                *depth -= 1;
                return Continue(());
            }
            Some(Skip::Variation(0)) => {
                self.state.skip = None;
                true
            }
            Some(Skip::Game) => {
                if self.state.deeper > 0 {
                    self.state.deeper -= 1;
                } else {
                    self.state.stack.pop();
                }
                return Continue(());
            }
            None => false,
        };
        if self.state.stack.is_empty() && self.state.deeper == 0 {
            return self.junk(ProblemKind::UnexpectedClose, ")", "no variation is open here");
        }
        if self.state.fresh && !skipped {
            self.problem(ProblemKind::EmptyVariation, "this variation has no move".into());
        }
        self.leave();
        self.visitor.end_variation()
    }

    fn leave(&mut self) {
        if self.state.deeper > 0 {
            self.state.deeper -= 1;
            self.state.fresh = false;
        } else if let Some(open) = self.state.stack.pop() {
            (self.state.ply, self.state.fresh) = (open.ply, open.fresh);
        }
    }

    pub(super) fn end_game(&mut self) -> ControlFlow<V::Break> {
        let visited = self.state.skip != Some(Skip::Game);
        let open = self.state.stack.len() as u64 + self.state.deeper;
        self.state.skip = None;
        self.state.phase = Phase::Before;
        if visited && open > 0 {
            let place = self.state.stack.last().map_or((0, 0), |open| open.place);
            let message = match open {
                1 => "this variation is never closed".to_owned(),
                _ => format!("this variation and {} around it are never closed", open - 1),
            };
            self.problem_at(ProblemKind::UnclosedVariation, message, place);
            for _ in 0..open {
                self.leave();
                told!(self.visitor.end_variation());
            }
        }
        self.state.stack.clear();
        self.state.deeper = 0;
        self.state.footer = false;
        match self.state.marker.take() {
            Some((result, place)) => self.visitor.end_game_at(Some(result), place),
            None => self.visitor.end_game(None),
        }
    }

    /// Handles text outside any structure, with its problem.
    #[cold]
    fn junk(&mut self, kind: ProblemKind, text: &str, message: &str) -> ControlFlow<V::Break> {
        if self.state.phase == Phase::Before {
            told!(self.begin_game());
        }
        if self.state.skip.is_some() {
            return Continue(());
        }
        self.problem(kind, format!("{message}: {}", brief(text)));
        self.visitor.text(text)
    }

    pub(super) fn problem(&mut self, kind: ProblemKind, message: String) {
        let place = self.here(self.at);
        self.problem_at(kind, message, place);
    }

    #[cold]
    fn problem_at(&mut self, kind: ProblemKind, message: String, (line, column): (u64, u32)) {
        let State { game, ply, .. } = *self.state;
        self.visitor.problem(Problem { kind, message, line, column, game, ply });
    }

    fn here(&mut self, at: usize) -> (u64, u32) {
        self.tracker.place(self.text, at)
    }
}

/// Whether the only error of a tag is unescaped quotation marks in its value.
fn quotes_within(tag: &str, value: &str) -> bool {
    let tag = tag.trim_end();
    value.contains('"') && tag.strip_suffix("\"]").is_some_and(|tag| tag.ends_with(value))
}

/// The beginning of a text, quoted for a message.
pub(super) fn brief(text: &str) -> String {
    let mut characters = text.chars();
    let head: String = characters.by_ref().take(40).collect();
    let more = if characters.next().is_some() { "…" } else { "" };
    format!("{head:?}{more}")
}
