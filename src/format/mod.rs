//! Formats rule files: blanks, alignment of values, and the patterns inside strings. Comments, the order of keys and single
//! blank lines are kept.

mod text;
mod weights;

use toml_edit::{Array, Decor, DocumentMut, InlineTable, Item, RawString, Table, Value};
use unicode_width::UnicodeWidthStr;

use crate::compile::schema::{self, Holds, Under};

pub use weights::weights;

/// The indentation of the entries of a multi-line list.
const INDENT: usize = 4;

/// A rule file in its canonical form; `None` if the text is not valid TOML.
///
/// The meaning is unchanged: the result compiles to an equal variant. Invalid CARN text is kept as it is. All lines get the line
/// ending that most lines have.
///
/// ```
/// let text = "name='Mine'\n[pieces.n]\nletter='N'\npattern='*#  2,*# 1'\n";
/// let wanted = "name = \"Mine\"\n[pieces.n]\nletter  = \"N\"\npattern = \"*# 2 *# 1\"\n";
/// assert_eq!(carn::format::format(text).as_deref(), Some(wanted));
/// assert_eq!(carn::format::format(wanted).as_deref(), Some(wanted));
/// ```
#[must_use]
pub fn format(text: &str) -> Option<String> {
    let (lines, returns) = (text.matches('\n').count(), text.matches("\r\n").count());
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let mut document: DocumentMut = text.parse().ok()?;
    format_table(document.as_table_mut(), Under::Section(&schema::FILE));
    let end = above(Some(document.trailing()));
    document.set_trailing(end);
    let out = document.to_string();
    let out = out.trim_start_matches('\n').trim_end();
    let out = if out.is_empty() { String::new() } else { format!("{out}\n") };
    Some(if 2 * returns > lines { out.replace('\n', "\r\n") } else { out })
}

/// A key of a table on one line with its value.
struct Line {
    name: String,
    width: usize,
    /// Whether a blank line or a comment precedes it.
    apart: bool,
    /// Whether its value is multi-line.
    long: bool,
}

fn format_table(table: &mut Table, under: Under) {
    let mut lines = Vec::new();
    for (mut key, item) in table.iter_mut() {
        let holds = under.holds(key.get());
        match item {
            Item::None => {}
            Item::Value(value) => {
                format_value(value, holds, 0);
                end_line(value.decor_mut());
                let before = above(key.leaf_decor().prefix());
                let shown = key.display_repr().into_owned();
                lines.push(Line {
                    name: key.get().to_owned(),
                    width: shown.width(),
                    apart: before.contains('\n'),
                    long: rendered(value).contains('\n'),
                });
                key.leaf_decor_mut().set_prefix(before);
            }
            Item::Table(inner) => {
                if !inner.is_dotted() {
                    key.leaf_decor_mut().clear();
                    key.dotted_decor_mut().clear();
                    head(inner.decor_mut());
                }
                format_table(inner, Under::of(holds));
            }
            Item::ArrayOfTables(tables) => {
                key.leaf_decor_mut().clear();
                key.dotted_decor_mut().clear();
                for inner in tables.iter_mut() {
                    head(inner.decor_mut());
                    format_table(inner, Under::of(holds));
                }
            }
        }
    }
    align(table, &lines);
}

/// Aligns the signs `=` of adjacent lines. A multi-line value separates its neighbours.
fn align(table: &mut Table, lines: &[Line]) {
    let mut start = 0;
    while start < lines.len() {
        let more = lines[start + 1..].iter().take_while(|line| !line.apart && !line.long).count();
        let block = &lines[start..=start + if lines[start].long { 0 } else { more }];
        let width = block.iter().map(|line| line.width).max().unwrap_or(0);
        for line in block {
            if let Some(mut key) = table.key_mut(&line.name) {
                key.leaf_decor_mut().set_suffix(" ".repeat(width - line.width + 1));
            }
        }
        start += block.len();
    }
}

/// Formats the decoration of a table's heading: lines before it, and a comment after it.
fn head(decor: &mut Decor) {
    let before = above(decor.prefix());
    decor.set_prefix(before);
    end_line(decor);
}

/// Formats the rest of the line after a value or a heading: a comment, or nothing.
fn end_line(decor: &mut Decor) {
    let text = decor.suffix().and_then(RawString::as_str).unwrap_or_default();
    let comment = text.trim_end();
    let comment = if comment.starts_with('#') { format!("    {comment}") } else { comment.to_owned() };
    decor.set_suffix(comment);
}

fn format_value(value: &mut Value, holds: &[Holds], depth: usize) {
    value.decor_mut().set_prefix(" ");
    match value {
        Value::String(string) => text::format_string(string, holds),
        Value::Array(array) => format_array(array, holds, depth),
        Value::InlineTable(table) => format_inline(table, Under::of(holds), depth),
        _ => {}
    }
}

/// Formats a list: on one line, or on several with each entry indented.
fn format_array(array: &mut Array, holds: &[Holds], depth: usize) {
    let mut inner: Vec<Holds> = Vec::new();
    for kind in holds {
        match kind {
            Holds::List(kinds) => inner.extend(*kinds),
            kind => inner.push(*kind),
        }
    }
    let long =
        |text: Option<&RawString>| text.and_then(RawString::as_str).is_some_and(|text| text.contains('\n'));
    let several = long(Some(array.trailing()))
        || array.iter().any(|value| long(value.decor().prefix()) || long(value.decor().suffix()));
    let own = if several { depth + 1 } else { depth };
    let (count, array_comma, mut left) = (array.len(), array.trailing_comma(), String::new());
    for (at, value) in array.iter_mut().enumerate() {
        let first = at == 0;
        let prefix = raw(value.decor().prefix());
        let suffix = raw(value.decor().suffix());
        format_value(value, &inner, own);
        let before = match (several, prefix.contains('\n')) {
            (true, false) if first => format!("\n{}", " ".repeat(own * INDENT)),
            (true, true) => between(&prefix, own * INDENT),
            _ if first => String::new(),
            _ => " ".to_owned(),
        };
        value.decor_mut().set_prefix(before);
        // A comment between a value and its comma stays there, unless the comma was omitted.
        let mut after = String::new();
        if suffix.contains('#') {
            if at + 1 == count && !array_comma {
                left = suffix;
            } else {
                after = between(&suffix, own * INDENT);
            }
        }
        value.decor_mut().set_suffix(after);
    }
    let end = left + &raw(Some(array.trailing()));
    if several {
        // Comments are indented like the entries, the closing bracket is not.
        let end = if end.contains('\n') { end } else { format!("{end}\n") };
        let mut end = between(&end, own * INDENT);
        end.truncate(end.len() - INDENT);
        array.set_trailing(end);
    } else {
        array.set_trailing("");
    }
    array.set_trailing_comma(several && !array.is_empty());
}

/// Formats an inline table. A multi-line one stays multi-line.
fn format_inline(table: &mut InlineTable, under: Under, depth: usize) {
    let several = rendered_table(table).contains('\n');
    let count = table.len();
    for (at, (mut key, value)) in table.iter_mut().enumerate() {
        let kept = (raw(value.decor().prefix()), raw(value.decor().suffix()));
        format_value(value, under.holds(key.get()), depth);
        if several {
            value.decor_mut().set_prefix(kept.0);
            value.decor_mut().set_suffix(kept.1);
            continue;
        }
        value.decor_mut().set_suffix(if at + 1 == count { " " } else { "" });
        if !matches!(value, Value::InlineTable(inner) if inner.is_dotted()) {
            *key.leaf_decor_mut() = Decor::new(" ", " ");
        }
    }
    if !several {
        table.set_trailing_comma(false);
        table.set_trailing("");
    }
}

fn raw(text: Option<&RawString>) -> String {
    text.and_then(RawString::as_str).unwrap_or_default().to_owned()
}

/// A value as text, without decoration.
fn rendered(value: &Value) -> String {
    value.to_string().trim().to_owned()
}

fn rendered_table(table: &InlineTable) -> String {
    table.to_string()
}

/// The comment and blank lines before a key, a heading or the end of the file.
fn above(text: Option<&RawString>) -> String {
    let text = raw(text);
    let mut lines: Vec<&str> = text.split('\n').collect();
    let last = lines.pop().unwrap_or_default().trim();
    let mut out = whole_lines(&lines, 0, false);
    out.push_str(last);
    out
}

/// The text between two entries of a list: the rest of the line, then whole lines.
fn between(text: &str, indent: usize) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let last = lines.pop().unwrap_or_default().trim();
    let mut out = String::new();
    if !lines.is_empty() {
        let first = lines.remove(0).trim_end();
        // A comment right after the comma gets four blanks; existing blanks are kept.
        if first.starts_with('#') {
            out.push_str("    ");
        }
        out.push_str(first);
        out.push('\n');
    }
    out.push_str(&whole_lines(&lines, indent, true));
    out.push_str(&" ".repeat(indent));
    out.push_str(last);
    out
}

/// Comment and blank lines, each with its line feed. Several blank lines become one, or none if `blank` says that one precedes.
fn whole_lines(lines: &[&str], indent: usize, mut blank: bool) -> String {
    let mut out = String::new();
    for line in lines {
        let line = line.trim();
        if line.is_empty() {
            if !blank {
                out.push('\n');
            }
        } else {
            out.push_str(&" ".repeat(indent));
            out.push_str(line);
            out.push('\n');
        }
        blank = line.is_empty();
    }
    out
}
