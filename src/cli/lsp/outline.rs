//! The outline of a rule file, even with syntax errors: keys, tables, strings.

use carn::compile::schema::{Holds, Under};
use carn::source::Span;
use toml_parser::ParseError;
use toml_parser::decoder::Encoding;
use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};

/// The maximum nesting depth.
const DEEPEST: u32 = 64;

/// The keys, tables and strings of a text, in order.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Keys with their values, and headings.
    pub keys: Vec<Key>,
    /// Strings.
    pub texts: Vec<Text>,
    /// Tables in braces.
    pub braces: Vec<(Vec<String>, Span)>,
    /// Comments.
    pub comments: Vec<Span>,
}

/// A key or a heading.
#[derive(Clone, Debug)]
pub struct Key {
    /// The keys that lead to it, itself last.
    pub path: Vec<String>,
    /// The spans of the names written here: the last parts of the path.
    pub names: Vec<Span>,
    /// The span of key and value; for a heading, between its brackets.
    pub whole: Span,
    /// Whether it is the heading of a table.
    pub heading: bool,
}

/// A string.
#[derive(Clone, Debug)]
pub struct Text {
    /// The keys that lead to it.
    pub path: Vec<String>,
    /// The span between its quotes.
    pub inner: Span,
    /// Whether that is the string's value without escapes.
    pub plain: bool,
    /// The allowed types of its value.
    pub holds: &'static [Holds],
}

impl Key {
    /// Its own name.
    pub fn name(&self) -> Span {
        self.names.last().copied().unwrap_or(self.whole)
    }

    /// The span of a part of its path; `None` if it is not written here.
    pub fn part(&self, index: usize) -> Option<Span> {
        let inherited = self.path.len().checked_sub(self.names.len())?;
        self.names.get(index.checked_sub(inherited)?).copied()
    }
}

impl Text {
    /// Whether it is written in CARN.
    pub fn is_carn(&self) -> bool {
        self.kinds().any(|kind| {
            matches!(
                kind,
                Holds::Pattern
                    | Holds::Conditions
                    | Holds::Calls
                    | Holds::Hook
                    | Holds::Drop
                    | Holds::Must
                    | Holds::Region
            )
        })
    }

    /// The allowed types, including those inside lists.
    pub fn kinds(&self) -> impl Iterator<Item = Holds> {
        let inside = |kind: &Holds| match *kind {
            Holds::List(inner) => inner.to_vec(),
            kind => vec![kind],
        };
        self.holds.iter().flat_map(inside)
    }
}

/// The enclosing table or list while parsing.
enum Frame {
    Table { path: Vec<String>, keys: Vec<(String, Span)>, value: bool, known: Option<usize> },
    List { path: Vec<String> },
}

struct Builder<'a> {
    text: &'a str,
    found: Outline,
    frames: Vec<Frame>,
    /// The starts of inline tables that are still open.
    open: Vec<usize>,
    /// The keys of a heading being parsed, with the offset of its bracket.
    heading: Option<(usize, Vec<(String, Span)>)>,
}

/// A parser event with its span and quoting.
type Heard = (EventKind, Span, Option<Encoding>);

/// Adds the parser events of a part of a text, with offsets in the whole text; returns whether the part is valid TOML.
fn read(text: &str, at: usize, found: &mut Vec<Heard>) -> bool {
    let tokens = toml_parser::Source::new(text).lex().into_vec();
    let mut events: Vec<Event> = Vec::new();
    let mut guarded = RecursionGuard::new(&mut events, DEEPEST);
    let mut errors: Vec<ParseError> = Vec::new();
    parse_document(&tokens, &mut guarded, &mut errors);
    found.extend(events.iter().map(|event| {
        let span = Span::new(event.span().start(), event.span().end());
        (event.kind(), span.offset(at), event.encoding())
    }));
    errors.is_empty()
}

/// The parts of a text, split before each table heading.
fn tables(text: &str) -> Vec<Span> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or(line).trim_end();
        let named = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | '\'' | ' ');
        let name = content.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let name =
            name.map(|name| name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name));
        if at > start && name.is_some_and(|name| !name.is_empty() && name.chars().all(named)) {
            parts.push(Span::new(start, at));
            start = at;
        }
        at += line.len();
    }
    parts.push(Span::new(start, at));
    parts
}

impl Outline {
    /// The outline of a text.
    pub fn new(text: &str) -> Self {
        let mut events = Vec::new();
        // An unclosed construct hides everything after it, so on errors each table is parsed separately.
        if !read(text, 0, &mut events) {
            events.clear();
            for part in tables(text) {
                read(part.text(text), part.start, &mut events);
            }
        }
        let mut builder = Builder {
            text,
            found: Self::default(),
            frames: vec![Frame::table(Vec::new())],
            open: Vec::new(),
            heading: None,
        };
        events.into_iter().for_each(|event| builder.hear(event));
        builder.abandon(text.len());
        builder.found
    }

    /// The path of the table at a byte: that of the innermost inline table or of the last heading.
    pub fn table_at(&self, at: usize) -> Vec<String> {
        let inside = self.braces.iter().filter(|(_, span)| span.start < at && at < span.end);
        if let Some((path, _)) = inside.min_by_key(|(_, span)| span.len()) {
            return path.clone();
        }
        let mut headings = self.keys.iter().rev().filter(|key| key.heading && key.whole.end < at);
        headings.next().map(|key| key.path.clone()).unwrap_or_default()
    }

    /// The string at a byte, without its quotes.
    pub fn text_at(&self, at: usize) -> Option<&Text> {
        self.texts.iter().find(|text| text.inner.start <= at && at <= text.inner.end)
    }

    /// The key with a name at a byte.
    pub fn key_at(&self, at: usize) -> Option<&Key> {
        self.keys.iter().find(|key| key.names.iter().any(|name| name.start <= at && at <= name.end))
    }

    /// Whether the text looks like a rule file.
    pub fn is_rules(&self) -> bool {
        let tells = ["board", "extends", "pieces", "turn"];
        self.keys.iter().any(|key| key.path.first().is_some_and(|first| tells.contains(&first.as_str())))
    }

    /// The first key with a path.
    pub fn key(&self, path: &[&str]) -> Option<&Key> {
        self.keys.iter().find(|key| key.path == path)
    }
}

impl Frame {
    const fn table(path: Vec<String>) -> Self {
        Self::Table { path, keys: Vec::new(), value: false, known: None }
    }

    /// The path of a value at the current place.
    fn value_path(&self) -> Vec<String> {
        match self {
            Self::Table { path, keys, .. } => {
                path.iter().cloned().chain(keys.iter().map(|(name, _)| name.clone())).collect()
            }
            Self::List { path } => path.clone(),
        }
    }
}

impl Builder<'_> {
    fn hear(&mut self, (kind, span, encoding): Heard) {
        match kind {
            EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                self.abandon(span.start);
                self.heading = Some((span.start, Vec::new()));
            }
            EventKind::StdTableClose | EventKind::ArrayTableClose => self.end_heading(span.end),
            EventKind::SimpleKey => {
                let name = (self.decoded(span), span);
                match (&mut self.heading, self.frames.last_mut()) {
                    (Some((_, keys)), _) => keys.push(name),
                    (None, Some(Frame::Table { keys, value: false, .. })) => keys.push(name),
                    _ => {}
                }
            }
            EventKind::KeyValSep => self.begin_value(),
            EventKind::Scalar => self.scalar(span, encoding),
            EventKind::InlineTableOpen => {
                let path = self.frames.last().map(Frame::value_path).unwrap_or_default();
                self.frames.push(Frame::table(path));
                self.open.push(span.start);
            }
            EventKind::ArrayOpen => {
                let path = self.frames.last().map(Frame::value_path).unwrap_or_default();
                self.frames.push(Frame::List { path });
            }
            EventKind::InlineTableClose | EventKind::ArrayClose => self.close(span.end),
            EventKind::ValueSep => self.next_key(),
            EventKind::Newline if self.frames.len() == 1 => {
                self.heading = None;
                self.next_key();
            }
            EventKind::Comment => self.found.comments.push(span),
            _ => {}
        }
    }

    fn decoded(&self, span: Span) -> String {
        let name = span.text(self.text);
        let quoted = |quote: char| name.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        quoted('"').or_else(|| quoted('\'')).unwrap_or(name).to_owned()
    }

    fn end_heading(&mut self, end: usize) {
        let Some((start, keys)) = self.heading.take() else { return };
        if keys.is_empty() {
            return;
        }
        let (path, names): (Vec<String>, Vec<Span>) = keys.into_iter().unzip();
        self.frames = vec![Frame::table(path.clone())];
        self.found.keys.push(Key { path, names, whole: Span::new(start, end), heading: true });
    }

    fn begin_value(&mut self) {
        let count = self.found.keys.len();
        let Some(frame) = self.frames.last_mut() else { return };
        let path = frame.value_path();
        let Frame::Table { keys, value, known, .. } = frame else { return };
        *value = true;
        if let (Some((_, first)), Some((_, last))) = (keys.first(), keys.last()) {
            let whole = first.join(*last);
            let names = keys.iter().map(|&(_, name)| name).collect();
            *known = Some(count);
            self.found.keys.push(Key { path, names, whole, heading: false });
        }
    }

    /// Extends the enclosing keys to the end of a value.
    fn reach(&mut self, end: usize) {
        for frame in &self.frames {
            if let Frame::Table { known: Some(index), .. } = frame
                && let Some(key) = self.found.keys.get_mut(*index)
            {
                key.whole.end = end;
            }
        }
    }

    fn scalar(&mut self, span: Span, encoding: Option<Encoding>) {
        self.reach(span.end);
        let quotes = match encoding {
            Some(Encoding::BasicString | Encoding::LiteralString) => 1,
            Some(Encoding::MlBasicString | Encoding::MlLiteralString) => 3,
            None => return,
        };
        let raw = span.text(self.text);
        let quote = &raw[..quotes.min(raw.len())];
        // The closing quotes may be missing while typing.
        let closed = raw.len() >= 2 * quotes && raw.ends_with(quote);
        let inner = Span::new(span.start + quote.len(), if closed { span.end - quotes } else { span.end });
        let basic = matches!(encoding, Some(Encoding::BasicString | Encoding::MlBasicString));
        let plain = !basic || !inner.text(self.text).contains('\\');
        let path = self.frames.last().map(Frame::value_path).unwrap_or_default();
        let holds = Under::path(&path);
        self.found.texts.push(Text { path, inner, plain, holds });
    }

    fn close(&mut self, end: usize) {
        if self.frames.len() > 1 {
            self.end_frame(end);
        }
        self.reach(end);
    }

    fn end_frame(&mut self, end: usize) {
        if let Some(Frame::Table { path, .. }) = self.frames.pop()
            && let Some(start) = self.open.pop()
        {
            // If the closing brace is missing, the table extends to the end of the line.
            let closed = self.text.get(..end).is_some_and(|text| text.ends_with('}'));
            let rest = self.text.get(end..).map_or(0, |rest| rest.find('\n').unwrap_or(rest.len()) + 1);
            self.found.braces.push((path, Span::new(start, if closed { end } else { end + rest })));
        }
    }

    /// Closes all constructs that are still open.
    fn abandon(&mut self, end: usize) {
        while self.frames.len() > 1 {
            self.end_frame(end);
        }
    }

    fn next_key(&mut self) {
        if let Some(Frame::Table { keys, value, known, .. }) = self.frames.last_mut() {
            keys.clear();
            (*value, *known) = (false, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Outline;

    #[test]
    fn keys_and_strings_have_their_paths() {
        let text = "name = 'x'\n[pieces.'a b']\npattern = [\"*# 1\", \"*# 2\"] # c\nhooks.aftermove = \"@A\"\n[ending]\nends = [{ loss = '@B' }]\n";
        let outline = Outline::new(text);
        let said: Vec<_> = outline
            .texts
            .iter()
            .map(|one| (one.path.join("."), one.inner.text(text), one.is_carn()))
            .collect();
        let wanted = [
            ("name", "x", false),
            ("pieces.a b.pattern", "*# 1", true),
            ("pieces.a b.pattern", "*# 2", true),
            ("pieces.a b.hooks.aftermove", "@A", true),
            ("ending.ends.loss", "@B", true),
        ];
        assert_eq!(said, wanted.map(|(path, inner, carn)| (path.to_owned(), inner, carn)));
        let key = outline.key(&["pieces", "a b", "hooks", "aftermove"]).unwrap();
        assert_eq!(key.part(2).map(|span| span.text(text)), Some("hooks"));
        assert_eq!(key.part(1), None);
        assert_eq!(key.whole.text(text), "hooks.aftermove = \"@A\"");
        assert_eq!(outline.table_at(text.find("loss").unwrap()), ["ending", "ends"]);
        assert_eq!(outline.comments.len(), 1);
    }

    #[test]
    fn incomplete_text_is_found_too() {
        let text = "[pieces.king]\npattern = \"**# 1 @\nmo\nroyal = \n[ending]\nquiet = { plies = 5, \n[hand]\ndrop = \"@\"";
        let outline = Outline::new(text);
        let at = text.find("mo\n").unwrap();
        assert_eq!(outline.table_at(at), ["pieces", "king"]);
        assert_eq!(
            outline.text_at(text.find('@').unwrap()).map(|one| one.path.join(".")).as_deref(),
            Some("pieces.king.pattern")
        );
        assert_eq!(outline.table_at(text.find("5, ").unwrap() + 3), ["ending", "quiet"]);
        assert!(outline.text_at(text.len() - 1).is_some_and(super::Text::is_carn));
        assert_eq!(outline.table_at(text.len()), ["hand"]);
    }

    #[test]
    fn every_beginning_of_a_file_has_an_outline() {
        let text = carn::library::text("capablanca").unwrap();
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            let outline = Outline::new(&text[..end]);
            assert!(outline.texts.iter().all(|one| one.inner.end <= end));
        }
    }
}
