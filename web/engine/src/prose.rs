//! The rules in plain words.

use carn::prose::{Language, Line, explain as say};
use serde_json::{Value, json};

use crate::session::Table;

/// The rules as lines in a language (`en`, `zh`), each with what it is.
pub fn explain(table: &mut Table, language: &str) -> Value {
    let language = if language.starts_with("zh") { Language::Zh } else { Language::En };
    let lines = say(&table.compiled, &table.rules, language).into_iter().map(|line| match line {
        Line::Blank => json!({ "is": "blank" }),
        Line::Heading(text) => json!({ "is": "heading", "text": text }),
        Line::Said(indent, text) => json!({ "is": "said", "indent": indent, "text": text }),
        Line::Written(text) => json!({ "is": "written", "text": text }),
    });
    json!({ "lines": lines.collect::<Vec<_>>() })
}
