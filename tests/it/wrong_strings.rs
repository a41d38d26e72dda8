//! The findings about invalid strings: place, message, help and fix, as in `tests/diagnostics/strings.txt`.
//! After an intended change, run `BLESS=1 cargo test --test it wrong_strings` and review the difference.
//!
//! In the file, `## KIND` begins the strings of a kind: pattern, hook, calls, region or signature. A line
//! that begins with a bar is a string; the indented lines after it are the findings.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use carn::diagnostic::Diagnostic;
use carn::syntax::{parse_calls, parse_hook, parse_pattern, parse_region, parse_signature};

fn found(kind: &str, text: &str) -> Vec<Diagnostic> {
    match kind {
        "pattern" => parse_pattern(text).diagnostics,
        "hook" => parse_hook(text).diagnostics,
        "calls" => parse_calls(text).diagnostics,
        "region" => parse_region(text).diagnostics,
        "signature" => parse_signature(text).diagnostics,
        other => panic!("no reader for {other}"),
    }
}

/// A finding in a few lines.
fn said(one: &Diagnostic, text: &str) -> String {
    let mut out =
        format!("    {} at {} `{}`: {}", one.code, one.span.start, one.span.text(text), one.message);
    if !one.primary_label.is_empty() {
        let _ = write!(out, " ({})", one.primary_label);
    }
    for label in &one.labels {
        let _ = write!(out, "\n      at {} `{}`: {}", label.span.start, label.span.text(text), label.text);
    }
    for help in &one.help {
        let _ = write!(out, "\n      help: {help}");
    }
    if let Some(fix) = &one.fix {
        let mut fixed = text.to_owned();
        fixed.replace_range(fix.span.range(), &fix.replacement);
        let _ = write!(out, "\n      {}: `{fixed}`", fix.message);
    }
    out + "\n"
}

#[test]
fn wrong_strings_are_told_what_is_wrong_and_where() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics/strings.txt");
    let expected = fs::read_to_string(&path).unwrap();
    let (mut kind, mut out) = ("", String::new());
    for line in expected.lines().filter(|line| !line.starts_with(' ')) {
        let _ = writeln!(out, "{line}");
        if let Some(section) = line.strip_prefix("## ") {
            kind = section;
        } else if let Some(text) = line.strip_prefix('|') {
            let diagnostics = found(kind, text);
            if diagnostics.is_empty() {
                out.push_str("    nothing\n");
            }
            out.extend(diagnostics.iter().map(|one| said(one, text)));
        }
    }
    is_kept(&path, &out, &expected);
}

/// Compares with the snapshot, or renews it with `BLESS`.
pub fn is_kept(path: &Path, out: &str, expected: &str) {
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, out).unwrap();
        return;
    }
    let differs = out.lines().zip(expected.lines()).position(|(found, wanted)| found != wanted);
    let at = differs.map(|at| out.lines().skip(at.saturating_sub(3)).take(7).collect::<Vec<_>>().join("\n"));
    assert!(out == expected, "not as {}:\n{}", path.display(), at.unwrap_or_default());
}
