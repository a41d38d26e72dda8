//! Quotes a line of a text with a part underlined, for messages.

use carn::source::{Source, Span};
use unicode_width::UnicodeWidthStr;

/// `FILE:LINE:COLUMN`, the line, and carets under the span (up to the end of the line) with a label.
///
/// ```text
///   --> a.toml:3:12
///    |
///  3 | pattern = "*# 1"
///    |            ^^^^ the reference does not allow it
/// ```
pub fn quote(source: &Source, span: Span, label: &str) -> String {
    let at = source.position(span.start);
    let number = at.line.to_string();
    let gutter = " ".repeat(number.len());
    let line = source.line(at.line);
    let start = source.line_start(at.line).unwrap_or(0);
    let under = underline(line, Span::new(span.start.saturating_sub(start), span.end.saturating_sub(start)));
    let place = format!("{}:{}:{}", source.name(), at.line, at.column);
    let label = if label.is_empty() { String::new() } else { format!(" {label}") };
    format!("{gutter}--> {place}\n{gutter} |\n{number} | {line}\n{gutter} | {under}{label}")
}

/// A text from the command line with carets under a part of it, indented by two.
pub fn point_at(text: &str, span: Span) -> String {
    format!("  {text}\n  {}", underline(text, span))
}

/// Blanks and carets that underline the span of a line, by display width: a Chinese character is two cells. Tabs are kept, so
/// that widths agree.
fn underline(line: &str, span: Span) -> String {
    let down = |mut at: usize| {
        at = at.min(line.len());
        while !line.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (down(span.start), down(span.end.max(span.start)));
    let mut before = String::new();
    for c in line[..start].chars() {
        match c {
            '\t' => before.push('\t'),
            c => before.push_str(&" ".repeat(c.encode_utf8(&mut [0; 4]).width())),
        }
    }
    before + &"^".repeat(line[start..end].width().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_what_they_mean() {
        let source = Source::new("a.toml", "x = 1\n馬 = \"斜 走\"\n");
        let start = source.text().find('走').unwrap();
        assert_eq!(
            quote(&source, Span::new(start, start + 3), "no"),
            " --> a.toml:2:8\n  |\n2 | 馬 = \"斜 走\"\n  |          ^^ no"
        );
        assert_eq!(point_at("ab", Span::point(2)), "  ab\n    ^");
        assert_eq!(point_at("ab", Span::new(9, 12)), "  ab\n    ^");
    }
}
