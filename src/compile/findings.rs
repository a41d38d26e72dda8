//! Collects the findings of compiling a rule file.

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;

use super::read::text::Text;
use super::read::tree::At;

/// The maximum number of findings. A file with more is broken as a whole.
const MAX_FINDINGS: usize = 300;

/// The findings so far, without duplicates.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
}

impl Findings {
    /// Adds a finding unless it is already present.
    pub fn add(&mut self, finding: Diagnostic) {
        if !self.is_full() && !self.list.contains(&finding) {
            self.list.push(finding);
        }
    }

    /// Adds a finding whose spans are those of `text`.
    pub fn report(&mut self, text: &Text, finding: Diagnostic) {
        self.add(finding.map_spans(|span| text.locate(span)));
    }

    /// Adds all findings of a text.
    pub fn report_all(&mut self, text: &Text, findings: impl IntoIterator<Item = Diagnostic>) {
        findings.into_iter().for_each(|finding| self.report(text, finding));
    }

    /// Adds a finding whose span lies in the file.
    pub fn report_at(&mut self, at: At, code: Code, message: impl Into<String>) {
        self.add(Diagnostic::new(code, at.1, message).in_source(at.0));
    }

    /// Reports a key missing from the table at `at`.
    pub fn missing(&mut self, at: At, message: impl Into<String>) {
        self.report_at(at, Code::MISSING_KEY, message);
    }

    /// Reports an unknown name. `all` names the kind, for example "the zones". The message lists the known names and suggests
    /// the nearest.
    pub fn unknown<'a>(
        &mut self,
        text: &Text,
        span: Span,
        (code, all): (Code, &str),
        message: String,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let known: Vec<&str> = known.into_iter().collect();
        let finding = unknown(code, span, message, span.text(&text.value), known.iter().copied());
        self.report(text, finding.help(all_of(all, &known)));
    }

    /// Whether the maximum is reached, so that further findings are discarded.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MAX_FINDINGS
    }

    /// Whether any finding is an error.
    pub fn has_errors(&self) -> bool {
        crate::diagnostic::has_errors(&self.list)
    }

    /// Whether there is a finding with this code.
    pub fn has(&self, code: Code) -> bool {
        self.list.iter().any(|finding| finding.code == code)
    }

    /// Whether there is a finding with this code inside the span.
    pub fn has_within(&self, code: Code, (source, span): At) -> bool {
        self.list.iter().any(|finding| {
            finding.code == code
                && finding.source == source
                && span.start <= finding.span.start
                && finding.span.end <= span.end
        })
    }

    /// The number of findings.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Removes the findings from index `first` on that `keep` rejects.
    pub fn retain_from(&mut self, first: usize, keep: impl FnMut(&Diagnostic) -> bool) {
        let mut new = self.list.split_off(first.min(self.list.len()));
        new.retain(keep);
        self.list.append(&mut new);
    }

    /// All findings, in the order in which they were found.
    pub fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }
}

/// A finding about an unknown name, with the nearest known name as its fix.
pub(crate) fn unknown<'a>(
    code: Code,
    span: Span,
    message: String,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let finding = Diagnostic::new(code, span, message);
    match nearest(name, known) {
        Some(near) => {
            let fix = format!("`{near}` is the nearest name");
            finding.fix(span, near, fix)
        }
        None => finding,
    }
}

/// The known names of a kind, such as "the zones".
pub(crate) fn all_of(all: &str, known: &[&str]) -> String {
    match known {
        [] => format!("{all} of this file: none"),
        _ => format!("{all} are {}", listed(known)),
    }
}

/// A list of names, "`a`, `b` and `c`", with at most twelve of them.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().take(12).map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.split_last() {
        None => "none".into(),
        Some((last, [])) => last.clone(),
        Some(_) if names.len() > 12 => format!("{}, …", quoted.join(", ")),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}
