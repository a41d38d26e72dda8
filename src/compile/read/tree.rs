//! A rule file as a tree of values with their places; converts TOML to it.

use std::borrow::Cow;

use toml_edit::{Document, Item};
use unicode_normalization::UnicodeNormalization;

use crate::diagnostic::Diagnostic;
use crate::source::{Source, SourceId, Span};

use super::text::Text;
use super::unreadable::{entry_alone, unreadable};

pub(crate) use super::text::At;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub source: SourceId,
    pub span: Span,
    pub kind: Value,
}

/// The kinds of value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    String(Text),
    Integer(i64),
    Decimal(f64),
    Boolean(bool),
    Array(Vec<Node>),
    Table(Table),
    /// A date: valid TOML, but unused in rule files.
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

    /// The string under a key, if it is a string.
    pub fn string_in(&self, key: &str) -> Option<&Text> {
        match &self.get(key)?.kind {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }
}

impl Node {
    /// The place of the value.
    pub fn at(&self) -> At {
        (self.source, self.span)
    }

    /// The value as a table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        match &self.kind {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The kind of the value in words.
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

/// The errors after which the rest of a file is not read.
const MAX_ERRORS: usize = 20;

/// Parses the text of a rule file. Entries that are not valid TOML are reported, and the rest is read as if they were blank. `None`
/// if an error is not limited to an entry of one line.
pub(crate) fn parse(source: &Source, id: SourceId) -> (Option<Table>, Vec<Diagnostic>) {
    let mut text = Cow::Borrowed(source.text());
    let mut errors = Vec::new();
    loop {
        let (place, found) = match Document::parse(&*text) {
            Ok(document) => {
                let reader = Reader { text: source.text(), source: id };
                let table = reader.table(document.as_table(), Span::new(0, text.len()));
                return (Some(table), errors);
            }
            Err(error) => {
                let span = error.span().map_or(Span::point(text.len()), Span::from);
                (span.start, unreadable(&text, span, error.message()))
            }
        };
        let entry = entry_alone(&text, place).filter(|line| line.contains(found.span.start));
        errors.push(found.in_source(id));
        match entry {
            Some(line) if errors.len() < MAX_ERRORS => {
                text.to_mut().replace_range(line.start..line.end, &" ".repeat(line.end - line.start));
            }
            _ => return (None, errors),
        }
    }
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
        // The span of a table covers its whole body, but errors should point at its name.
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
