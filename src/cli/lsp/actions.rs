//! Code actions of the language server: fixes of findings, and formatting.

use std::collections::HashMap;

use carn::diagnostic::has_errors;
use carn::format;
use carn::source::Span;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    DocumentFormattingParams, TextEdit, WorkspaceEdit,
};

use super::document::{Document, OWN};
use super::findings;
use super::session::Session;
use crate::cli::fixes::fix;

/// The fixes of the findings in a range; all fixes of the file, if requested.
pub fn actions(session: &mut Session, asked: &CodeActionParams) -> Option<CodeActionResponse> {
    let uri = &asked.text_document.uri;
    let session = session.settle(uri);
    let document = session.document(uri)?;
    let only = asked.context.only.as_deref();
    let wanted = |kind: &CodeActionKind| {
        only.is_none_or(|kinds| kinds.iter().any(|asked| kind.as_str().starts_with(asked.as_str())))
    };
    let mut found = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let range = document.lines.span(&document.text, asked.range);
        for one in document.findings.iter().filter(|one| one.source == OWN) {
            let near = one.span.start <= range.end && range.start <= one.span.end;
            let Some(fix) = one.fix.as_ref().filter(|fix| near && fix.source == OWN) else { continue };
            let edit = TextEdit::new(document.range(fix.span), fix.replacement.clone());
            found.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: sentence(&fix.message),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![findings::finding(document, one)]),
                edit: Some(edits(document, vec![edit])),
                is_preferred: Some(true),
                ..CodeAction::default()
            }));
        }
    }
    // Computing all fixes needs a compilation for each, so do it only on request.
    if only.is_some() && wanted(&CodeActionKind::SOURCE_FIX_ALL) {
        let fixed = fix(&document.text, |text| session.compile_as(document, text));
        if !fixed.applied.is_empty() {
            found.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: "Apply all fixes".to_owned(),
                kind: Some(CodeActionKind::SOURCE_FIX_ALL),
                edit: Some(edits(document, changed(document, &fixed.text))),
                ..CodeAction::default()
            }));
        }
    }
    Some(found)
}

/// The canonical form; nothing if the file has errors.
pub fn format(session: &mut Session, asked: &DocumentFormattingParams) -> Option<Vec<TextEdit>> {
    let document = session.settle(&asked.text_document.uri).document(&asked.text_document.uri)?;
    if has_errors(&document.findings) {
        return None;
    }
    Some(changed(document, &format::format(&document.text)?))
}

/// The single edit that changes a document to another text, without their common start and end.
fn changed(document: &Document, new: &str) -> Vec<TextEdit> {
    let old = document.text.as_str();
    if old == new {
        return Vec::new();
    }
    let same = |(a, b): &(char, char)| a == b;
    let start: usize = old.chars().zip(new.chars()).take_while(same).map(|(a, _)| a.len_utf8()).sum();
    let rest = old[start..].chars().rev().zip(new[start..].chars().rev());
    let end: usize = rest.take_while(same).map(|(a, _)| a.len_utf8()).sum();
    let range = document.range(Span::new(start, old.len() - end));
    vec![TextEdit::new(range, new[start..new.len() - end].to_owned())]
}

/// Edits of one document.
fn edits(document: &Document, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit::new(HashMap::from([(document.uri.clone(), edits)]))
}

/// The text with a capital first letter.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
