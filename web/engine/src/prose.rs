//! The rules in plain words.

use carn::prose::{Language, Line, explain as say};
use serde_json::{Value, json};

use crate::session::Table;

/// The rules as lines in a language (`en`, `zh`), each with what it is.
pub fn explain(table: &mut Table, language: &str) -> Value {
    let language = if language.starts_with("zh") { Language::Zh } else { Language::En };
    let lines = say(&table.compiled, table.rules.variant(), language).into_iter().filter_map(line);
    json!({ "lines": lines.collect::<Vec<_>>() })
}

/// A line for the page; nothing for what is no text.
fn line(line: Line) -> Option<Value> {
    if let Line::Heading(text) = line {
        Some(json!({ "is": "heading", "text": text }))
    } else if let Line::Said(indent, text) = line {
        Some(json!({ "is": "said", "indent": indent, "text": text }))
    } else if let Line::Written(text) = line {
        Some(json!({ "is": "written", "text": text }))
    } else {
        None
    }
}
