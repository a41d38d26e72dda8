//! Diagnostics as JSON, for programs.

use std::fmt::Write;

use super::Diagnostic;
use crate::source::{SourceId, Sources, Span};

/// One finding as a JSON object on one line, with the keys `code`, `slug`, `severity`, `message`, `file`, `span`, `label`,
/// `labels`, `help` and `fix`.
///
/// A span is `{start, end, line, column, endLine, endColumn}`. Bytes count from 0; lines and columns (in Unicode scalar values)
/// count from 1. `file`, line and column are `null` if the text is unknown.
#[must_use]
pub fn json(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut out = String::new();
    out.push_str("{\"code\":");
    text(&mut out, diagnostic.code.id());
    out.push_str(",\"slug\":");
    text(&mut out, diagnostic.code.slug());
    out.push_str(",\"severity\":");
    text(&mut out, diagnostic.severity.name());
    out.push_str(",\"message\":");
    text(&mut out, &diagnostic.message);
    out.push(',');
    place(&mut out, sources, diagnostic.source, diagnostic.span);
    out.push_str(",\"label\":");
    text(&mut out, &diagnostic.primary_label);
    out.push_str(",\"labels\":[");
    for (index, label) in diagnostic.labels.iter().enumerate() {
        out.push_str(if index == 0 { "{" } else { ",{" });
        place(&mut out, sources, label.source, label.span);
        out.push_str(",\"text\":");
        text(&mut out, &label.text);
        out.push('}');
    }
    out.push_str("],\"help\":[");
    for (index, help) in diagnostic.help.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { "," });
        text(&mut out, help);
    }
    out.push_str("],\"fix\":");
    if let Some(fix) = &diagnostic.fix {
        out.push('{');
        place(&mut out, sources, fix.source, fix.span);
        out.push_str(",\"replacement\":");
        text(&mut out, &fix.replacement);
        out.push_str(",\"message\":");
        text(&mut out, &fix.message);
        out.push('}');
    } else {
        out.push_str("null");
    }
    out.push('}');
    out
}

/// All findings as one JSON array.
#[must_use]
pub fn json_list(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let items: Vec<String> = diagnostics.iter().map(|one| json(one, sources)).collect();
    format!("[{}]", items.join(","))
}

fn place(out: &mut String, sources: &Sources, source: SourceId, span: Span) {
    out.push_str("\"file\":");
    let known = sources.get(source);
    match known {
        Some(source) => text(out, source.name()),
        None => out.push_str("null"),
    }
    let (start, end) = (span.start, span.end);
    let result = match known {
        Some(source) => {
            let (from, to) = (source.position(start), source.position(end));
            write!(
                out,
                ",\"span\":{{\"start\":{start},\"end\":{end},\"line\":{},\"column\":{},\"endLine\":{},\"endColumn\":{}}}",
                from.line, from.column, to.line, to.column
            )
        }
        None => write!(
            out,
            ",\"span\":{{\"start\":{start},\"end\":{end},\"line\":null,\"column\":null,\"endLine\":null,\"endColumn\":null}}"
        ),
    };
    debug_assert!(result.is_ok(), "writing to a string cannot fail");
}

fn text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if u32::from(c) < 0x20 || c == '\u{7f}' => {
                let result = write!(out, "\\u{:04x}", u32::from(c));
                debug_assert!(result.is_ok(), "writing to a string cannot fail");
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
