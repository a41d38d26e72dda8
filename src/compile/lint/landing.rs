//! Lints conditions on the landing square that the mode already implies.

use crate::compile::findings::Findings;
use crate::compile::read::text::Text;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{Item, Leg};
use crate::variant::Mode;

/// Reports conditions of the last leg on its landing square that the mode already implies.
pub(crate) fn lint_landing(findings: &mut Findings, text: &Text, leg: &Leg, mode: Mode) {
    let calls: Vec<_> = leg
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Call(call) if call.arguments.is_empty() => Some(call),
            _ => None,
        })
        .collect();
    let ally = calls.iter().any(|call| matches!(&*call.name.text, "Ally" | "Own"));
    for call in calls {
        let name = call.name.text.as_str();
        let (key, implied, contrary): (_, &[&str], &[&str]) = match mode {
            Mode::Move => ("move", &["Empty", "NoAlly", "NoOpponent"], &["Occupied", "Ally", "Opponent"]),
            Mode::Capture if ally => continue,
            Mode::Capture => ("capture", &["Opponent", "Occupied", "NoAlly"], &["Empty", "NoOpponent"]),
            Mode::Both => ("pattern", &["NoAlly"], &["Ally"]),
        };
        if implied.contains(&name) {
            let finding = Diagnostic::new(
                Code::IMPLIED_PREDICATE,
                call.span,
                format!("`{key}` says `@{name}` already"),
            )
            .fix(with_blank(&text.value, call.span), "", "leave it out");
            findings.report(text, finding);
        }
        if contrary.contains(&name) {
            let finding = Diagnostic::new(
                Code::NEVER_APPLIES,
                call.span,
                format!("this can never apply: `{key}` and `@{name}` contradict each other"),
            );
            findings.report(text, finding);
        }
    }
}

/// A span extended by the blanks on one side, so that its removal leaves no double blank.
fn with_blank(text: &str, span: Span) -> Span {
    let before = &text[..span.start];
    let start = before.trim_end_matches(' ').len();
    if start > 0 {
        return Span::new(start, span.end);
    }
    let after = &text[span.end..];
    Span::new(span.start, span.end + after.len() - after.trim_start_matches(' ').len())
}
