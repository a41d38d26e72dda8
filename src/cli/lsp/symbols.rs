//! The structure of a rule file, for outlines and folding.

use carn::compile::schema::is_proof;
use carn::source::Span;
use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, FoldingRange, FoldingRangeParams,
    SymbolKind,
};

use super::document::Document;
use super::outline::Key;
use super::session::Session;

/// The tables with their keys.
pub fn symbols(session: &Session, asked: &DocumentSymbolParams) -> Option<DocumentSymbolResponse> {
    let document = session.document(&asked.text_document.uri)?;
    let mut found: Vec<DocumentSymbol> = Vec::new();
    for key in &document.outline.keys {
        if key.heading {
            found.push(symbol(document, key, table(document, key)));
            continue;
        }
        let inside = found.last().is_some_and(|last| last.kind != SymbolKind::FIELD);
        let siblings = match found.last_mut().filter(|_| inside) {
            Some(table) => table.children.get_or_insert_with(Vec::new),
            None => &mut found,
        };
        // Keys inside braces are part of the enclosing key.
        if siblings.last().is_none_or(|last| document.offset(last.range.end) < key.whole.end) {
            siblings.push(symbol(document, key, key.whole));
        }
    }
    Some(DocumentSymbolResponse::Nested(found))
}

#[expect(deprecated, reason = "the field must be given, and says nothing")]
fn symbol(document: &Document, key: &Key, whole: Span) -> DocumentSymbol {
    let name = if key.heading { key.path.join(".") } else { key.path.last().cloned().unwrap_or_default() };
    let value = key.whole.text(&document.text).split_once('=').map(|(_, value)| value.trim());
    let detail = value.filter(|value| !value.contains('\n')).map(str::to_owned);
    let kind = match key.path.first().map(String::as_str) {
        _ if !key.heading && key.path.len() == 1 => SymbolKind::FIELD,
        Some("pieces") if key.heading => SymbolKind::CLASS,
        Some("functions") if !key.heading => SymbolKind::FUNCTION,
        Some("zones") if !key.heading => SymbolKind::ENUM_MEMBER,
        Some(section) if is_proof(section) => SymbolKind::EVENT,
        _ if key.heading => SymbolKind::NAMESPACE,
        _ => SymbolKind::PROPERTY,
    };
    DocumentSymbol {
        // Editors reject a symbol without a name.
        name: if name.is_empty() { "\"\"".to_owned() } else { name },
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: document.range(whole.join(key.whole)),
        selection_range: document.range(key.name()),
        children: None,
    }
}

/// The span of a table with a heading: up to the last non-blank line before the next heading.
fn table(document: &Document, heading: &Key) -> Span {
    let next = document.outline.keys.iter().find(|key| key.heading && key.whole.start > heading.whole.start);
    let end = next.map_or(document.text.len(), |next| next.whole.start);
    let text = &document.text[heading.whole.start..end];
    // A comment directly before the next heading belongs to that heading.
    let mut rest = text.trim_end();
    while let Some((before, last)) = rest.rsplit_once('\n')
        && last.trim_start().starts_with('#')
    {
        rest = before.trim_end();
    }
    Span::new(heading.whole.start, (heading.whole.start + rest.len()).max(heading.whole.end))
}

/// Tables and values of several lines.
pub fn folds(session: &Session, asked: &FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let document = session.document(&asked.text_document.uri)?;
    let spans =
        document.outline.keys.iter().map(|key| if key.heading { table(document, key) } else { key.whole });
    let ranges = spans.map(|span| document.range(span)).filter(|range| range.end.line > range.start.line);
    let folds = ranges.map(|range| FoldingRange {
        start_line: range.start.line,
        end_line: range.end.line,
        ..FoldingRange::default()
    });
    Some(folds.collect())
}
