//! A rule file as a tree of values, each knowing where it was written; TOML becomes one here.

use toml_edit::{Document, Item};
use unicode_normalization::UnicodeNormalization;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, SourceId, Span};

use super::text::Text;

pub(crate) use super::text::At;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub source: SourceId,
    pub span: Span,
    pub kind: Value,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    String(Text),
    Integer(i64),
    Decimal(f64),
    Boolean(bool),
    Array(Vec<Node>),
    Table(Table),
    /// A date: TOML, but nothing a rule file uses.
    Other(&'static str),
}

/// Keys and values in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub entries: Vec<Entry>,
}

/// One key with its value. The key's text is in NFC.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: Text,
    pub value: Node,
}

impl Table {
    /// The entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key.value == key)
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }
}

impl Node {
    /// Where the value stands.
    pub fn at(&self) -> At {
        (self.source, self.span)
    }

    /// The table that the value is, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        match &self.kind {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// What the value is, in words.
    pub fn describe(&self) -> &'static str {
        match &self.kind {
            Value::String(_) => "a string",
            Value::Integer(_) => "a number",
            Value::Decimal(_) => "a number with a point",
            Value::Boolean(_) => "true or false",
            Value::Array(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(what) => what,
        }
    }
}

/// Reads the text of a rule file.
pub(crate) fn parse(source: &Source, id: SourceId) -> Result<Table, Box<Diagnostic>> {
    let text = source.text();
    let document = Document::parse(text).map_err(|error| {
        let span = error.span().map_or(Span::point(text.len()), Span::from);
        Box::new(unreadable(text, span, error.message()).in_source(id))
    })?;
    let reader = Reader { text, source: id };
    Ok(reader.table(document.as_table(), Span::new(0, text.len())))
}

/// Why a text is not TOML.
fn unreadable(text: &str, span: Span, message: &str) -> Diagnostic {
    let message = message.lines().next().unwrap_or("this is not TOML");
    let finding = Diagnostic::new(Code::TOML, span, format!("the file is not valid TOML: {message}"));
    if let Some(quotes) = curly_quotes(text, span.start) {
        let straight = quotes.text(text).replace(CURLY_DOUBLE, "\"").replace(CURLY_SINGLE, "'");
        let mut finding = finding.fix(quotes, straight, "write straight quotes");
        finding.span = quotes;
        finding.message = "the file is not valid TOML: curly quotes are no quotes of TOML".to_owned();
        return finding;
    }
    if message.contains("duplicate key") {
        let finding = finding.primary("given again here");
        return match first_of(text, span) {
            Some(first) => finding.label(first, "given here first"),
            None => finding,
        };
    }
    let finding = finding.primary("TOML cannot be read here");
    let listless = text.get(span.start..).is_some_and(|rest| rest.starts_with(','))
        && text[..span.start].ends_with(['"', '\'']);
    if message.contains("quoted") {
        finding.help("names and patterns stand in quotes; `true`, `false` and numbers do not")
    } else if listless {
        finding.help("several strings stand in brackets: `[\"…\", \"…\"]`")
    } else {
        finding
    }
}

const CURLY_DOUBLE: [char; 4] = ['“', '”', '„', '‟'];
const CURLY_SINGLE: [char; 4] = ['‘', '’', '‚', '‛'];

/// From the first to the last curly quote of the line around `at`, if the first stands where a string should start.
fn curly_quotes(text: &str, at: usize) -> Option<Span> {
    let curly = |c: char| CURLY_DOUBLE.contains(&c) || CURLY_SINGLE.contains(&c);
    let mut middle = at.min(text.len());
    while !text.is_char_boundary(middle) {
        middle -= 1;
    }
    let start = text[..middle].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let first = line.find(curly)?;
    let last = line.rmatch_indices(curly).next()?;
    let outside = !line[..first].contains(['"', '\'', '#']);
    outside.then(|| Span::new(start + first, start + last.0 + last.1.len()))
}

/// Where the key or table that stands at `again` was given first, as far as the lines before it tell.
fn first_of(text: &str, again: Span) -> Option<Span> {
    let before = text.get(..again.start)?;
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[line_start..].lines().next().unwrap_or_default().trim_end();
    let is_header = |line: &str| line.trim_start().starts_with('[');
    let key = |line: &str| -> Option<String> {
        if is_header(line) {
            let end = line.rfind(']')?;
            return Some(line[..=end].split_whitespace().collect());
        }
        Some(line.split_once('=')?.0.trim().trim_matches(['"', '\'']).to_owned())
    };
    let wanted = key(line)?;
    let header = is_header(line);
    let mut found = None;
    let mut start = 0;
    for earlier in before[..line_start].split_inclusive('\n') {
        if is_header(earlier) && !header {
            // A key's table begins anew here.
            found = None;
        }
        if found.is_none() && is_header(earlier) == header && key(earlier).as_ref() == Some(&wanted) {
            let indent = earlier.len() - earlier.trim_start().len();
            let shown = if header {
                earlier.rfind(']').map_or(earlier.len(), |end| end + 1)
            } else {
                earlier.split_once('=').map_or(earlier.len(), |(key, _)| key.trim_end().len())
            };
            found = Some(Span::new(start + indent, start + shown.max(indent)));
        }
        start += earlier.len();
    }
    found
}

struct Reader<'a> {
    text: &'a str,
    source: SourceId,
}

impl Reader<'_> {
    fn table(&self, table: &toml_edit::Table, _span: Span) -> Table {
        let mut entries = Vec::new();
        for (name, item) in table.iter() {
            let key_span = table.key(name).and_then(|key| key.span());
            self.entry(&mut entries, name, key_span, item);
        }
        Table { entries }
    }

    fn entry(&self, entries: &mut Vec<Entry>, name: &str, span: Option<std::ops::Range<usize>>, item: &Item) {
        let fallback = item.span().or_else(|| span.clone()).unwrap_or(0..0);
        let key_span = Span::from(span.unwrap_or_else(|| fallback.clone()));
        let mut key = Text::new(name, self.text, self.source, key_span);
        key.value = key.value.nfc().collect();
        if let Some(value) = self.item(item, key_span) {
            entries.push(Entry { key, value });
        }
    }

    fn item(&self, item: &Item, key: Span) -> Option<Node> {
        let span = item.span().map_or(key, Span::from);
        let kind = match item {
            Item::None => return None,
            Item::Value(value) => return Some(self.value(value, key)),
            Item::Table(table) => Value::Table(self.table(table, span)),
            Item::ArrayOfTables(tables) => Value::Array(
                tables
                    .iter()
                    .map(|table| {
                        let span = table.span().map_or(key, Span::from);
                        Node { source: self.source, span, kind: Value::Table(self.table(table, span)) }
                    })
                    .collect(),
            ),
        };
        // A table's own span covers all of its body; what an error points at is its name.
        Some(Node { source: self.source, span: key, kind })
    }

    fn value(&self, value: &toml_edit::Value, key: Span) -> Node {
        let span = value.span().map_or(key, Span::from);
        let kind = match value {
            toml_edit::Value::String(text) => {
                Value::String(Text::new(text.value(), self.text, self.source, span))
            }
            toml_edit::Value::Integer(number) => Value::Integer(*number.value()),
            toml_edit::Value::Boolean(value) => Value::Boolean(*value.value()),
            toml_edit::Value::Float(number) => Value::Decimal(*number.value()),
            toml_edit::Value::Datetime(_) => Value::Other("a date"),
            toml_edit::Value::Array(array) => {
                Value::Array(array.iter().map(|value| self.value(value, key)).collect())
            }
            toml_edit::Value::InlineTable(table) => {
                let mut entries = Vec::new();
                for (name, value) in table.iter() {
                    let span = table.get_key_value(name).and_then(|(key, _)| key.span());
                    let key_span = span.map_or(key, Span::from);
                    let mut key = Text::new(name, self.text, self.source, key_span);
                    key.value = key.value.nfc().collect();
                    entries.push(Entry { key, value: self.value(value, key_span) });
                }
                Value::Table(Table { entries })
            }
        };
        Node { source: self.source, span, kind }
    }
}
