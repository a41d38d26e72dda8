//! Source texts, byte spans, lines and columns; and how to print untrusted text safely.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

/// A range of bytes in a text: `start` is included, `end` is excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty span before byte `at`.
    #[must_use]
    pub const fn point(at: usize) -> Self {
        Self { start: at, end: at }
    }

    /// The number of bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether byte `at` lies inside.
    #[must_use]
    pub const fn contains(self, at: usize) -> bool {
        self.start <= at && at < self.end
    }

    /// Whether all of `other` lies inside.
    #[must_use]
    pub const fn encloses(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The same span in a text that has `by` more bytes in front.
    #[must_use]
    pub const fn offset(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }

    /// The bytes as a standard range.
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start..self.end
    }

    /// The text under the span; empty where the span does not fit `text`.
    #[must_use]
    pub fn text(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// A line and a column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in Unicode scalar values, from 1.
    pub column: usize,
}

/// A named text with the starts of its lines.
///
/// ```
/// use carn::source::{Source, Span};
/// let source = Source::new("a.toml", "name = \"象棋\"\nx = 1");
/// let place = source.position(source.text().find('x').unwrap_or(0));
/// assert_eq!((place.line, place.column), (2, 1));
/// assert_eq!(source.slice(Span::new(8, 14)), "象棋");
/// assert_eq!(source.width(Span::new(8, 14)), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
    lines: Vec<usize>,
}

impl Source {
    /// A text with its name in messages, usually a path.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut lines = vec![0];
        lines.extend(text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1));
        Self { name: name.into(), text, lines }
    }

    /// The name that messages show.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte where a line (counted from 1) starts, or `None` past the end.
    #[must_use]
    pub fn line_start(&self, line: usize) -> Option<usize> {
        self.lines.get(line.checked_sub(1)?).copied()
    }

    /// The text of a line (counted from 1) without its line feed, empty past the end.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        let Some(start) = self.line_start(line) else { return "" };
        let end = self.line_start(line + 1).map_or(self.text.len(), |next| next - 1);
        let text = self.text.get(start..end).unwrap_or("");
        text.strip_suffix('\r').unwrap_or(text)
    }

    /// Line and column of a byte. A byte past the end, or inside a character, is moved back to the nearest boundary.
    #[must_use]
    pub fn position(&self, at: usize) -> LineColumn {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.lines.partition_point(|&start| start <= at);
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let start = start.max(mark(&self.text)).min(at);
        LineColumn { line, column: self.text[start..at].chars().count() + 1 }
    }

    /// The text under a span; empty where the span does not fit.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        span.text(&self.text)
    }

    /// How many terminal cells the text under a span takes (a Chinese character takes two).
    #[must_use]
    pub fn width(&self, span: Span) -> usize {
        self.slice(span).width()
    }
}

/// The length of the byte order mark that a text may begin with. Editors do not show it.
pub(crate) fn mark(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// The id of a text in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

impl SourceId {
    /// The id of a text outside any [`Sources`], used while a string is parsed by itself.
    pub const LOCAL: Self = Self(u32::MAX);
}

impl Default for SourceId {
    fn default() -> Self {
        Self::LOCAL
    }
}

/// The texts that one load has read, in order of reading.
///
/// ```
/// use carn::source::{Source, Sources};
/// let mut sources = Sources::new();
/// let id = sources.add(Source::new("pattern", "Rank +1"));
/// assert_eq!(sources.get(id).map(Source::text), Some("Rank +1"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// No text yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { all: Vec::new() }
    }

    /// Stores a text and returns its id.
    pub fn add(&mut self, source: Source) -> SourceId {
        let id = u32::try_from(self.all.len()).unwrap_or(u32::MAX - 1);
        self.all.push(source);
        SourceId(id)
    }

    /// The text with that id, or `None` for [`SourceId::LOCAL`] and ids of another [`Sources`].
    #[must_use]
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.all.get(usize::try_from(id.0).ok()?)
    }

    /// All texts with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        (0_u32..).map(SourceId).zip(&self.all)
    }
}
/// Whether a character is invisible when printed and may change the text around it:
///
/// - control characters (escape sequences begin with one);
/// - marks and overrides of the writing direction;
/// - line separators;
/// - zero-width characters other than joiners.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// Untrusted text made safe to print: characters that [`is_hidden`] become escapes such as `\u{1b}`. Line feeds and tabs stay.
///
/// ```
/// use carn::source::visible;
/// assert_eq!(visible("plain 馬\n"), "plain 馬\n");
/// assert_eq!(visible("\u{1b}[31mred\u{202e}"), "\\u{1b}[31mred\\u{202e}");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let shown = |c: char| !is_hidden(c) || matches!(c, '\n' | '\t');
    if text.chars().all(shown) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if shown(c) { out.push(c) } else { out.extend(c.escape_unicode()) }
    }
    Cow::Owned(out)
}
