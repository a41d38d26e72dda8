//! Findings as editors show them.

use carn::diagnostic::{Code, Diagnostic, Label};
use lsp_types::{
    self as lsp, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString,
};

use super::document::{Document, OWN, address_of};
use super::shipped;
use carn::source::{SourceId, Span};

/// Findings about unused parts, which editors show faded.
const IDLE: [Code; 5] =
    [Code::UNUSED_ZONE, Code::UNUSED_FUNCTION, Code::UNUSED_ROLE, Code::UNUSED_RIGHT, Code::UNUSED_COUNTER];

/// The findings of a document; none if it is not a rule file. Errors of an extended file are shown at `extends`.
pub fn findings(document: &Document) -> Vec<lsp::Diagnostic> {
    if !document.rules {
        return Vec::new();
    }
    document.findings.iter().map(|one| finding(document, one)).collect()
}

pub fn finding(document: &Document, one: &Diagnostic) -> lsp::Diagnostic {
    let mut message = one.message.clone();
    let own = one.source == OWN;
    let span = if own { one.span } else { extends(document) };
    if !own && let Some(source) = document.sources.get(one.source) {
        let at = source.position(one.span.start);
        message = format!("in `{}`, line {}: {message}", source.name(), at.line);
    }
    if !one.primary_label.is_empty() {
        message = format!("{message}: {}", one.primary_label);
    }
    for help in &one.help {
        message = format!("{message}\n{help}");
    }
    let labels = one.labels.iter().filter_map(|label| related(document, label));
    let elsewhere = (!own)
        .then(|| location(document, one.source, one.span))
        .flatten()
        .map(|location| DiagnosticRelatedInformation { location, message: one.message.clone() });
    let related: Vec<_> = elsewhere.into_iter().chain(labels).collect();
    lsp::Diagnostic {
        range: document.range(span),
        severity: Some(if one.is_error() { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING }),
        code: Some(NumberOrString::String(one.code.id().to_string())),
        source: Some("carn".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: IDLE.contains(&one.code).then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..lsp::Diagnostic::default()
    }
}

fn related(document: &Document, label: &Label) -> Option<DiagnosticRelatedInformation> {
    let location = location(document, label.source, label.span)?;
    Some(DiagnosticRelatedInformation { location, message: label.text.clone() })
}

/// The place of `extends`, or the beginning of the document.
fn extends(document: &Document) -> Span {
    document.outline.key(&["extends"]).map_or(Span::point(0), |key| key.whole)
}

/// The location of a span in one of a document's texts.
pub fn location(document: &Document, source: SourceId, span: Span) -> Option<Location> {
    if source == OWN {
        return Some(Location::new(document.uri.clone(), document.range(span)));
    }
    let text = document.read(source)?;
    let lines = super::place::Lines::new(text.text());
    let uri = match shipped::file(text.name()) {
        Some(path) => address_of(&path)?,
        None => address_of(&document.name_and_folder().1.join(text.name()))?,
    };
    Some(Location::new(uri, lines.range(text.text(), span)))
}
