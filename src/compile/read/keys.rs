//! The keys of a rule file: their places, and which of them change inherited values.

use crate::source::{SourceId, Span};

use crate::compile::read::extends::deletes;
use crate::compile::read::tree::{Entry, Node, Table, Value};
use crate::compile::schema::is_proof;

/// The place of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyOrigin {
    /// The keys that lead to it, itself last: `ending`, `quiet`, `plies`.
    pub path: Vec<String>,
    /// The file.
    pub source: SourceId,
    /// Key and value in the file; for a table with a heading, its name.
    pub span: Span,
}

/// A change of a rule file to the file it extends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The key in the rule file.
    pub new: KeyOrigin,
    /// The same key in the extended file; `None` if it has none.
    pub old: Option<KeyOrigin>,
    /// Whether the key only deletes (`quiet = false`).
    pub deletes: bool,
}

/// Every key of a table; a table comes before its contents. Keys inside lists are not included.
pub(crate) fn origins(table: &Table) -> Vec<KeyOrigin> {
    let mut found = Vec::new();
    add(table, &mut Vec::new(), &mut found);
    found
}

fn add(table: &Table, path: &mut Vec<String>, found: &mut Vec<KeyOrigin>) {
    for entry in &table.entries {
        path.push(entry.key.value.clone());
        found.push(origin(entry, path));
        if let Value::Table(inner) = &entry.value.kind {
            add(inner, path, found);
        }
        path.pop();
    }
}

fn origin(entry: &Entry, path: &[String]) -> KeyOrigin {
    let (key, value) = (entry.key.span, entry.value.span);
    // In a merged table, key and value may come from different files.
    let span = if entry.key.source == entry.value.source && value.start >= key.start {
        Span::new(key.start, value.end.max(key.end))
    } else {
        key
    };
    KeyOrigin { path: path.to_vec(), source: entry.key.source, span }
}

/// The differences of a child from its parent, in the child's order. Tests, names and similar keys are ignored.
pub(crate) fn changes(parent: &Table, child: &Table) -> Vec<Change> {
    let mut found = Vec::new();
    compare(parent, child, &mut Vec::new(), &mut found);
    found.retain(|change| {
        let key = change.new.path[0].as_str();
        !is_proof(key) && !matches!(key, "name" | "description" | "extends" | "allow")
    });
    found
}

fn compare(parent: &Table, child: &Table, path: &mut Vec<String>, found: &mut Vec<Change>) {
    for entry in &child.entries {
        path.push(entry.key.value.clone());
        let old = parent.entry(&entry.key.value);
        match (old.map(|old| &old.value.kind), &entry.value.kind) {
            (Some(Value::Table(old)), Value::Table(new)) => compare(old, new, path, found),
            _ if old.is_some_and(|old| same(&old.value, &entry.value)) => {}
            _ => found.push(Change {
                new: origin(entry, path),
                old: old.map(|old| origin(old, path)),
                deletes: deletes(entry),
            }),
        }
        path.pop();
    }
}

/// Whether two values are equal.
fn same(a: &Node, b: &Node) -> bool {
    match (&a.kind, &b.kind) {
        (Value::String(a), Value::String(b)) => a.value == b.value,
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::Decimal(a), Value::Decimal(b)) => a == b,
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Table(a), Value::Table(b)) => {
            a.entries.len() == b.entries.len()
                && a.entries.iter().all(|a| b.get(&a.key.value).is_some_and(|b| same(&a.value, b)))
        }
        _ => false,
    }
}

/// Removes the key at the end of a path from a table, if present.
pub(crate) fn remove(table: &mut Table, path: &[String]) {
    let Some((first, rest)) = path.split_first() else { return };
    let Some(at) = table.entries.iter().position(|entry| entry.key.value == *first) else { return };
    if rest.is_empty() {
        table.entries.remove(at);
    } else if let Value::Table(inner) = &mut table.entries[at].value.kind {
        remove(inner, rest);
    }
}
