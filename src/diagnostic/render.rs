//! Diagnostics for people: the line, what is wrong under it, and the line put right.

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use super::{Diagnostic, Severity};
use crate::source::{SourceId, Sources, Span};

/// Whether escape sequences may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    #[default]
    Plain,
    /// Colours and weights for a terminal.
    Coloured,
}

/// One finding as text of several lines, without a line feed at the end.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.id());
    let mut group = Group::with_title(title);
    for source in places(diagnostic) {
        let Some(text) = sources.get(source) else { continue };
        let fit = |span| fit(text.text(), span);
        let mut snippet = Snippet::source(text.text()).path(text.name());
        if source == diagnostic.source {
            snippet = snippet.annotation(
                AnnotationKind::Primary.span(fit(diagnostic.span)).label(label(&diagnostic.primary_label)),
            );
        }
        for place in diagnostic.labels.iter().filter(|label| label.source == source) {
            snippet =
                snippet.annotation(AnnotationKind::Context.span(fit(place.span)).label(label(&place.text)));
        }
        group = group.element(snippet);
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let mut report = vec![group];
    if let Some(fix) = &diagnostic.fix
        && let Some(text) = sources.get(fix.source)
    {
        let patch = Patch::new(fit(text.text(), fix.span), fix.replacement.as_str());
        let snippet = Snippet::source(text.text()).path(text.name()).patch(patch);
        report.push(Level::HELP.secondary_title(fix.message.as_str()).element(snippet));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    renderer.render(&report)
}

/// All findings, a blank line after each.
#[must_use]
pub fn render_all(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    diagnostics.iter().map(|one| render(one, sources, style) + "\n\n").collect()
}

/// The texts concerned: the primary place's first.
fn places(diagnostic: &Diagnostic) -> Vec<SourceId> {
    let mut all = vec![diagnostic.source];
    for label in &diagnostic.labels {
        if !all.contains(&label.source) {
            all.push(label.source);
        }
    }
    all
}

fn label(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// The rendering crate panics on spans outside the text or inside a character; ours come from callers.
fn fit(text: &str, span: Span) -> std::ops::Range<usize> {
    let down = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = down(span.start.min(text.len()));
    let end = down(span.end.min(text.len()));
    start..end.max(start)
}
