//! Reading values of a rule file: the kind that is needed, and keys that are known.

use crate::diagnostic::{Code, Diagnostic};

use crate::compile::caps::MAX_LIST;
use crate::compile::game::{Game, listed, unknown};
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Kind, Node, Table};
use crate::compile::resolve::template::At;

impl Node {
    /// Where the value stands.
    pub fn at(&self) -> At {
        (self.source, self.span)
    }
}

impl Game<'_> {
    /// Says which keys of a table are unknown. `what` names the table: "a piece".
    pub fn keys(&mut self, table: &Table, what: &str, known: &[&str]) {
        for entry in &table.entries {
            let key = entry.key.value.as_str();
            if !known.contains(&key) && !self.is_full() {
                let message = format!("{what} has no key `{key}`");
                let finding = unknown(Code::UNKNOWN_KEY, entry.key.span, message, key, known.iter().copied())
                    .help(format!("its keys are {}", listed(known)));
                self.add(finding.in_source(entry.key.source));
            }
        }
    }

    /// Says that a value is of the wrong kind. Always `None`.
    pub fn wrong_type<T>(&mut self, node: &Node, what: &str, wanted: &str) -> Option<T> {
        let message = format!("{what} is {wanted}, not {}", node.describe());
        self.add(Diagnostic::new(Code::WRONG_TYPE, node.span, message).in_source(node.source));
        None
    }

    /// A string.
    pub fn string<'a>(&mut self, node: &'a Node, what: &str) -> Option<&'a Text> {
        match &node.kind {
            Kind::String(text) => Some(text),
            _ => self.wrong_type(node, what, "a string"),
        }
    }

    /// A string under a key, if the key is there.
    pub fn string_at<'a>(&mut self, table: &'a Table, key: &str) -> Option<&'a Text> {
        let node = table.get(key)?;
        self.string(node, &format!("`{key}`"))
    }

    /// A string or a list of strings.
    pub fn strings<'a>(&mut self, node: &'a Node, what: &str) -> Vec<&'a Text> {
        match &node.kind {
            Kind::String(text) => vec![text],
            Kind::Array(items) => {
                let items = self.capped(items, node, what);
                items.iter().filter_map(|item| self.string(item, &format!("an entry of {what}"))).collect()
            }
            _ => {
                self.wrong_type::<()>(node, what, "a string or a list of strings");
                Vec::new()
            }
        }
    }

    /// A string or a list of strings under a key; empty if the key is not there.
    pub fn strings_at<'a>(&mut self, table: &'a Table, key: &str) -> Vec<&'a Text> {
        table.get(key).map_or_else(Vec::new, |node| self.strings(node, &format!("`{key}`")))
    }

    /// A list's entries, up to the cap.
    pub fn capped<'a>(&mut self, items: &'a [Node], node: &Node, what: &str) -> &'a [Node] {
        if items.len() > MAX_LIST {
            let message = format!("{what} may have {MAX_LIST} entries, and has {}", items.len());
            self.add(Diagnostic::new(Code::LIST_TOO_LONG, node.span, message).in_source(node.source));
        }
        &items[..items.len().min(MAX_LIST)]
    }

    /// A table.
    pub fn table<'a>(&mut self, node: &'a Node, what: &str) -> Option<&'a Table> {
        match &node.kind {
            Kind::Table(table) => Some(table),
            _ => self.wrong_type(node, what, "a table"),
        }
    }

    /// A table under a key, if the key is there; capped.
    pub fn table_at<'a>(&mut self, table: &'a Table, key: &str) -> Option<&'a Table> {
        let node = table.get(key)?;
        let inner = self.table(node, &format!("`{key}`"))?;
        if inner.entries.len() > MAX_LIST {
            let message = format!("`{key}` may have {MAX_LIST} entries, and has {}", inner.entries.len());
            self.add(Diagnostic::new(Code::LIST_TOO_LONG, node.span, message).in_source(node.source));
            return None;
        }
        Some(inner)
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, node: &Node, what: &str) -> Option<bool> {
        match &node.kind {
            Kind::Boolean(value) => Some(*value),
            _ => self.wrong_type(node, what, "true or false"),
        }
    }

    /// A whole number from `least` to `most`.
    pub fn integer(&mut self, node: &Node, what: &str, least: i64, most: i64) -> Option<i64> {
        match &node.kind {
            Kind::Integer(value) if (least..=most).contains(value) => Some(*value),
            Kind::Integer(value) => {
                let message = format!("{what} is a number from {least} to {most}, not {value}");
                self.add(Diagnostic::new(Code::BAD_VALUE, node.span, message).in_source(node.source));
                None
            }
            _ => self.wrong_type(node, what, "a whole number"),
        }
    }

    /// One of several words.
    pub fn word<T: Copy>(&mut self, text: &Text, what: &str, words: &[(&str, T)]) -> Option<T> {
        if let Some(&(_, value)) = words.iter().find(|(word, _)| *word == text.value) {
            return Some(value);
        }
        let names: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        let message = format!("{what} cannot be `{}`", text.value);
        let span = crate::source::Span::new(0, text.value.len());
        let finding = unknown(Code::BAD_VALUE, span, message, &text.value, names.iter().copied())
            .help(format!("it is one of {}", listed(&names)));
        self.report(text, finding);
        None
    }

    /// Says that a key is missing from a table that stands at `at`.
    pub fn missing(&mut self, at: At, message: impl Into<String>) {
        self.report_at(at, Code::MISSING_KEY, message);
    }
}
