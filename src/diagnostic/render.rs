//! Diagnostics as text for people: the line, the error under it, and the corrected line.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use super::{Diagnostic, Severity};
use crate::source::{SourceId, Sources, Span, is_hidden, mark, visible};

/// Whether escape sequences may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    #[default]
    Plain,
    /// Colours and weights for a terminal.
    Coloured,
}

/// One finding as several lines, without a line feed at the end.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(one_line(&diagnostic.message)).id(diagnostic.code.id());
    let mut group = Group::with_title(title);
    for source in places(diagnostic) {
        let Some(text) = sources.get(source) else { continue };
        let here = || diagnostic.labels.iter().filter(|label| label.source == source);
        let primary = (source == diagnostic.source).then_some(diagnostic.span);
        let part = Part::around(text.text(), primary.into_iter().chain(here().map(|label| label.span)));
        let mut snippet = Snippet::source(plain(part.text)).line_start(part.line).path(one_line(text.name()));
        if let Some(span) = primary {
            let primary = AnnotationKind::Primary.span(part.fit(span));
            snippet = snippet.annotation(primary.label(label(&diagnostic.primary_label)));
        }
        for place in here() {
            let context = AnnotationKind::Context.span(part.fit(place.span));
            snippet = snippet.annotation(context.label(label(&place.text)));
        }
        group = group.element(snippet);
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    let mut report = vec![group];
    if let Some(fix) = &diagnostic.fix
        && let Some(text) = sources.get(fix.source)
    {
        let part = Part::around(text.text(), [fix.span]);
        let patch = Patch::new(part.fit(fix.span), visible(&fix.replacement));
        let snippet =
            Snippet::source(plain(part.text)).line_start(part.line).path(one_line(text.name())).patch(patch);
        report.push(Level::HELP.secondary_title(one_line(&fix.message)).element(snippet));
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

/// The texts with a labelled place; the text of the primary place comes first.
fn places(diagnostic: &Diagnostic) -> Vec<SourceId> {
    let mut all = vec![diagnostic.source];
    for label in &diagnostic.labels {
        if !all.contains(&label.source) {
            all.push(label.source);
        }
    }
    all
}

fn label(text: &str) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then(|| visible(text))
}

/// A printable text without line feeds and tabs, which are escaped.
fn one_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        shown if shown.contains(['\n', '\t']) => Cow::Owned(shown.replace('\n', "\\n").replace('\t', "\\t")),
        shown => shown,
    }
}

/// Printable lines of a rule file. A hidden character is replaced by a sign of the same number of bytes, so that spans still
/// fit.
fn plain(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| is_hidden(c) && !matches!(c, '\n' | '\r' | '\t');
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let sign = |c: char| match c.len_utf8() {
        1 => '?',
        2 => '¿',
        3 => '\u{fffd}',
        _ => '\u{10102}',
    };
    Cow::Owned(text.chars().map(|c| if hidden(c) { sign(c) } else { c }).collect())
}

/// The lines of a text that a finding refers to. The rendering crate scans its whole input for each finding, so it gets only
/// this part.
struct Part<'a> {
    text: &'a str,
    /// The offset of the part in the whole text.
    start: usize,
    /// The number of its first line.
    line: usize,
}

impl<'a> Part<'a> {
    fn around(whole: &'a str, spans: impl IntoIterator<Item = Span>) -> Self {
        let ends = spans.into_iter().map(|span| fit(whole, span));
        let ends = ends.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or(0..0);
        let start = whole[..ends.start].rfind('\n').map_or(mark(whole), |at| at + 1);
        let last = ends.end.max(start);
        let end = whole[last..].find('\n').map_or(whole.len(), |at| last + at + 1);
        let line = 1 + whole[..start].bytes().filter(|&byte| byte == b'\n').count();
        Self { text: &whole[start..end], start, line }
    }

    fn fit(&self, span: Span) -> std::ops::Range<usize> {
        let within = |at: usize| at.saturating_sub(self.start);
        fit(self.text, Span::new(within(span.start), within(span.end)))
    }
}

/// Clamps a span. The rendering crate panics on spans outside the text or inside a character, and callers may pass any span.
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
