//! What is wrong with a text: code, span, message, fix; `render` alone names the rendering crate.

mod codes;
mod json;
mod render;
mod suggest;

pub use codes::Code;
pub use json::{json, json_list};
pub use render::{Style, render, render_all};
pub use suggest::nearest;

use crate::source::{SourceId, Sources, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The text has a meaning, but perhaps not the one that was wanted.
    Warning,
    /// The text has no meaning.
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

/// A further place that helps to understand, and what to say there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text that `span` lies in.
    pub source: SourceId,
    /// Where.
    pub span: Span,
    /// What to say there.
    pub text: String,
}

/// A replacement that would put it right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The text that `span` lies in.
    pub source: SourceId,
    /// What to replace; empty to insert.
    pub span: Span,
    /// What to put there; empty to delete.
    pub replacement: String,
    /// What the fix does, in the imperative: "write the plain sign".
    pub message: String,
}

/// One finding: what is wrong, where, and what to do about it.
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
    /// What kind of finding.
    pub code: Code,
    /// Error or warning; from the code unless set.
    pub severity: Severity,
    /// What is wrong, in the designer's words; no full stop.
    pub message: String,
    /// The text that `span` lies in.
    pub source: SourceId,
    /// The place that is wrong.
    pub span: Span,
    /// What to say at that place; may be empty.
    pub primary_label: String,
    /// Further places.
    pub labels: Vec<Label>,
    /// Further advice, a sentence each.
    pub help: Vec<String>,
    /// A replacement that would put it right.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding at `span`, in a text not yet named ([`SourceId::LOCAL`]), as severe as its code.
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

    /// Says something at the primary place.
    #[must_use]
    pub fn primary(mut self, text: impl Into<String>) -> Self {
        self.primary_label = text.into();
        self
    }

    /// Adds a further place in the same text.
    #[must_use]
    pub fn label(self, span: Span, text: impl Into<String>) -> Self {
        let source = self.source;
        self.label_in(source, span, text)
    }

    /// Adds a further place in another text.
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

    /// Sets the replacement that would put it right, in the same text.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>, message: impl Into<String>) -> Self {
        let source = self.source;
        self.fix = Some(Fix { source, span, replacement: replacement.into(), message: message.into() });
        self
    }

    /// Sets the severity, where it is not the code's own.
    #[must_use]
    pub const fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Whether this finding makes the text useless.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Names the text that every [`SourceId::LOCAL`] span lies in.
    #[must_use]
    pub fn in_source(self, source: SourceId) -> Self {
        self.map_spans(|span| (source, span))
    }

    /// Moves every [`SourceId::LOCAL`] span, as from a pattern's own text to the file that quotes it. Spans that
    /// already lie in a named text stay.
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

/// Sorts findings by text, place, severity (errors first) and code, and drops exact repetitions.
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

/// `FILE:LINE:COLUMN` of a span, or the empty text where the source is not known.
#[must_use]
pub fn place(sources: &Sources, source: SourceId, span: Span) -> String {
    sources.get(source).map_or_else(String::new, |text| {
        let at = text.position(span.start);
        format!("{}:{}:{}", text.name(), at.line, at.column)
    })
}
