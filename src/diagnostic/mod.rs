//! Diagnostics: code, span, message and fix of an error in a text. Only `render` uses the rendering crate.

mod codes;
mod json;
mod render;
mod suggest;

pub use codes::Code;
pub use json::{json, json_list};
pub use render::{Style, render, render_all};
pub use suggest::nearest;

use crate::source::{SourceId, Sources, Span};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The text is valid, but probably not intended.
    Warning,
    /// The text is invalid.
    Error,
}

impl Severity {
    /// `error` or `warning`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A secondary place with its explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text that `span` lies in.
    pub source: SourceId,
    /// The span.
    pub span: Span,
    /// The explanation.
    pub text: String,
}

/// A replacement that corrects the error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The text that `span` lies in.
    pub source: SourceId,
    /// The span to replace; empty for an insertion.
    pub span: Span,
    /// The new text; empty for a deletion.
    pub replacement: String,
    /// What the fix does, in the imperative: "write the plain sign".
    pub message: String,
}

/// One finding: the error, its place and its fix.
///
/// ```
/// use carn::diagnostic::{Code, Diagnostic, Style, render};
/// use carn::source::{Source, Sources, Span};
/// let mut sources = Sources::new();
/// let id = sources.add(Source::new("pattern", "File 5~2"));
/// let found = Diagnostic::new(Code::REVERSED_RANGE, Span::new(5, 8), "the range ends before it starts")
///     .fix(Span::new(5, 8), "2~5", "put the smaller number first")
///     .in_source(id);
/// assert!(render(&found, &sources, Style::Plain).contains("2~5"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code.
    pub code: Code,
    /// Error or warning; by default the severity of the code.
    pub severity: Severity,
    /// The error, in the words of the rule file's author; without a full stop.
    pub message: String,
    /// The text that `span` lies in.
    pub source: SourceId,
    /// The place of the error.
    pub span: Span,
    /// The text shown at that place; may be empty.
    pub primary_label: String,
    /// Further places.
    pub labels: Vec<Label>,
    /// Further advice, a sentence each.
    pub help: Vec<String>,
    /// A replacement that corrects the error.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding at `span` in a text without an id yet ([`SourceId::LOCAL`]), with the severity of its code.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            source: SourceId::LOCAL,
            span,
            primary_label: String::new(),
            labels: Vec::new(),
            help: Vec::new(),
            fix: None,
        }
    }

    /// Sets the text shown at the primary place.
    #[must_use]
    pub fn primary(mut self, text: impl Into<String>) -> Self {
        self.primary_label = text.into();
        self
    }

    /// Adds a secondary place in the same text.
    #[must_use]
    pub fn label(self, span: Span, text: impl Into<String>) -> Self {
        let source = self.source;
        self.label_in(source, span, text)
    }

    /// Adds a secondary place in another text.
    #[must_use]
    pub fn label_in(mut self, source: SourceId, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { source, span, text: text.into() });
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Sets the replacement that corrects the error, in the same text.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>, message: impl Into<String>) -> Self {
        let source = self.source;
        self.fix = Some(Fix { source, span, replacement: replacement.into(), message: message.into() });
        self
    }

    /// Overrides the severity of the code.
    #[must_use]
    pub const fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Whether this finding is an error, so that the text cannot be used.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Assigns `source` to every [`SourceId::LOCAL`] span.
    #[must_use]
    pub fn in_source(self, source: SourceId) -> Self {
        self.map_spans(|span| (source, span))
    }

    /// Maps every [`SourceId::LOCAL`] span, for example from a pattern to the file that contains it. Spans with another source
    /// are unchanged.
    #[must_use]
    pub fn map_spans(mut self, mut map: impl FnMut(Span) -> (SourceId, Span)) -> Self {
        let mut move_span = |source: &mut SourceId, span: &mut Span| {
            if *source == SourceId::LOCAL {
                (*source, *span) = map(*span);
            }
        };
        move_span(&mut self.source, &mut self.span);
        for label in &mut self.labels {
            move_span(&mut label.source, &mut label.span);
        }
        if let Some(fix) = &mut self.fix {
            move_span(&mut fix.source, &mut fix.span);
        }
        self
    }
}

/// Sorts findings by text, place, severity (errors first) and code, and removes duplicates.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| (d.source, d.span, std::cmp::Reverse(d.severity), d.code.id());
        key(a).cmp(&key(b))
    });
    diagnostics.dedup();
}

/// Whether any of the findings is an error.
#[must_use]
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}

/// `FILE:LINE:COLUMN` of a span; empty if the source is unknown.
#[must_use]
pub fn place(sources: &Sources, source: SourceId, span: Span) -> String {
    sources.get(source).map_or_else(String::new, |text| {
        let at = text.position(span.start);
        format!("{}:{}:{}", text.name(), at.line, at.column)
    })
}
