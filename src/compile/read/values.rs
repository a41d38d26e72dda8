//! Checks the types of values and the names of keys; reports wrong ones.

use crate::compile::caps::MAX_LIST;
use crate::compile::findings::{Findings, listed, unknown};
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Entry, Node, Table, Value};
use crate::compile::schema::Section;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

impl Entry {
    /// Reports a key that is not among the known ones.
    fn known(&self, findings: &mut Findings, what: &str, known: &[&str]) {
        let key = self.key.value.as_str();
        if !known.contains(&key) && !findings.is_full() {
            let message = format!("{what} has no key `{key}`");
            let finding = unknown(Code::UNKNOWN_KEY, self.key.span, message, key, known.iter().copied())
                .help(format!("its keys are {}", listed(known)));
            findings.add(finding.in_source(self.key.source));
        }
    }
}

impl Table {
    /// Reports unknown keys.
    pub fn keys(&self, findings: &mut Findings, section: &Section) {
        self.only_keys(findings, section.name, &section.names());
    }

    /// Reports keys that are not among `known`. `what` names the table: "a piece".
    pub fn only_keys(&self, findings: &mut Findings, what: &str, known: &[&str]) {
        self.entries.iter().for_each(|entry| entry.known(findings, what, known));
    }

    /// The string under a key, if the key is present.
    pub fn string_at(&self, findings: &mut Findings, key: &str) -> Option<&Text> {
        self.get(key)?.string(findings, &format!("`{key}`"))
    }

    /// One of several words under a key, if the key is present.
    pub fn word_at<T: Copy>(&self, findings: &mut Findings, key: &str, words: &[(&str, T)]) -> Option<T> {
        self.get(key)?.word(findings, &format!("`{key}`"), words)
    }

    /// The string or list of strings under a key; empty if the key is missing.
    pub fn strings_at(&self, findings: &mut Findings, key: &str) -> Vec<&Text> {
        self.get(key).map_or_else(Vec::new, |node| node.strings(findings, &format!("`{key}`")))
    }

    /// The table under a key, if the key is present, with at most the allowed number of entries.
    pub fn table_at(&self, findings: &mut Findings, key: &str) -> Option<&Self> {
        let node = self.get(key)?;
        let inner = node.table(findings, &format!("`{key}`"))?;
        if inner.entries.len() > MAX_LIST {
            let message = format!("`{key}` may have {MAX_LIST} entries, and has {}", inner.entries.len());
            findings.report_at(node.at(), Code::LIST_TOO_LONG, message);
            return None;
        }
        Some(inner)
    }
}

impl Node {
    /// Reports a value of the wrong type. Always `None`.
    pub fn wrong_type<T>(&self, findings: &mut Findings, what: &str, wanted: &str) -> Option<T> {
        let message = format!("{what} is {wanted}, not {}", self.describe());
        let finding = Diagnostic::new(Code::WRONG_TYPE, self.span, message).in_source(self.source);
        findings.add(self.unquoted(finding, wanted));
        None
    }

    /// Adds the hint that `true`, `false` and numbers have no quotes, if that is the error. `false` in place of a table deletes the
    /// inherited table.
    pub fn unquoted(&self, finding: Diagnostic, wanted: &str) -> Diagnostic {
        let deletes = wanted == "a table";
        match self.switch() {
            Some(false) if deletes => {
                finding.fix(self.span, "false", "to delete an inherited value, write `false`")
            }
            Some(switch) if wanted.contains(if switch { "true" } else { "false" }) => {
                finding.fix(self.span, switch.to_string(), "write `true` and `false` without quotes")
            }
            _ => match self.number() {
                Some(number) if wanted.contains("number") => {
                    finding.fix(self.span, number, "write numbers without quotes")
                }
                _ => finding,
            },
        }
    }

    /// A quoted whole number.
    fn number(&self) -> Option<String> {
        let Value::String(text) = &self.kind else { return None };
        text.value.trim().parse::<i64>().ok().map(|number| number.to_string())
    }

    /// The value of a quoted `true` or `false`.
    pub fn switch(&self) -> Option<bool> {
        let Value::String(text) = &self.kind else { return None };
        match text.value.trim().to_lowercase().as_str() {
            "true" | "yes" | "on" | "always" => Some(true),
            "false" | "no" | "off" | "none" | "never" => Some(false),
            _ => None,
        }
    }

    /// One of several words.
    pub fn word<T: Copy>(&self, findings: &mut Findings, what: &str, words: &[(&str, T)]) -> Option<T> {
        match &self.kind {
            Value::String(text) => text.word(findings, what, words),
            _ => {
                let names: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
                self.wrong_type(findings, what, &format!("a string, one of {}", listed(&names)))
            }
        }
    }

    /// A string.
    pub fn string(&self, findings: &mut Findings, what: &str) -> Option<&Text> {
        match &self.kind {
            Value::String(text) => Some(text),
            _ => self.wrong_type(findings, what, "a string"),
        }
    }

    /// A string or a list of strings.
    pub fn strings(&self, findings: &mut Findings, what: &str) -> Vec<&Text> {
        match &self.kind {
            Value::String(text) => vec![text],
            Value::Array(items) => {
                let items = self.capped(findings, items, what);
                items
                    .iter()
                    .filter_map(|item| item.string(findings, &format!("an entry of {what}")))
                    .collect()
            }
            _ => {
                self.wrong_type::<()>(findings, what, "a string or a list of strings");
                Vec::new()
            }
        }
    }

    /// The entries of this list, up to the limit.
    pub fn capped<'a>(&self, findings: &mut Findings, items: &'a [Self], what: &str) -> &'a [Self] {
        if items.len() > MAX_LIST {
            let message = format!("{what} may have {MAX_LIST} entries, and has {}", items.len());
            findings.report_at(self.at(), Code::LIST_TOO_LONG, message);
        }
        &items[..items.len().min(MAX_LIST)]
    }

    /// A table.
    pub fn table(&self, findings: &mut Findings, what: &str) -> Option<&Table> {
        match &self.kind {
            Value::Table(table) => Some(table),
            _ => self.wrong_type(findings, what, "a table"),
        }
    }

    /// `true` or `false`.
    pub fn boolean(&self, findings: &mut Findings, what: &str) -> Option<bool> {
        match &self.kind {
            Value::Boolean(value) => Some(*value),
            _ => self.wrong_type(findings, what, "true or false"),
        }
    }

    /// An integer from `least` to `most`.
    pub fn integer(&self, findings: &mut Findings, what: &str, least: i64, most: i64) -> Option<i64> {
        match &self.kind {
            Value::Integer(value) if (least..=most).contains(value) => Some(*value),
            Value::Integer(value) => {
                let message = format!("{what} is a number from {least} to {most}, not {value}");
                findings.report_at(self.at(), Code::BAD_VALUE, message);
                None
            }
            _ => self.wrong_type(findings, what, "a whole number"),
        }
    }

    /// A number of points, in tenths.
    pub fn points(&self, findings: &mut Findings, what: &str) -> Option<i32> {
        let tenths = match self.kind {
            Value::Integer(value) => value.saturating_mul(10) as f64,
            Value::Decimal(value) => value * 10.0,
            _ => return self.wrong_type(findings, what, "a number"),
        };
        // Decimal fractions with one digit are not exact in binary.
        let whole = (tenths - tenths.round()).abs() < 1e-6;
        if whole && tenths.abs() <= 10_000.0 {
            return Some(tenths.round() as i32);
        }
        let message = format!("{what} is a number from -1000 to 1000 with at most one digit after the point");
        findings.report_at(self.at(), Code::BAD_VALUE, message);
        None
    }
}

impl Text {
    /// One of several words.
    pub fn word<T: Copy>(&self, findings: &mut Findings, what: &str, words: &[(&str, T)]) -> Option<T> {
        if let Some(&(_, value)) = words.iter().find(|(word, _)| *word == self.value) {
            return Some(value);
        }
        let names: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        let message = format!("{what} cannot be `{}`", self.value);
        let span = Span::new(0, self.value.len());
        let finding = unknown(Code::BAD_VALUE, span, message, &self.value, names.iter().copied()).help(
            match names.as_slice() {
                [only] => format!("it is `{only}`"),
                _ => format!("it is one of {}", listed(&names)),
            },
        );
        findings.report(self, finding);
        None
    }
}
