//! Parses a configuration into sections, keys and values with their places, without interpreting them.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, mark};

/// A section, which defines a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The variant's name.
    pub name: String,
    /// Its parent with its place, if given.
    pub parent: Option<(String, Span)>,
    /// The span inside the brackets.
    pub span: Span,
    /// The lines below; a later line replaces an earlier one with the same key.
    pub entries: Vec<Entry>,
}

/// A line `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The span of the key.
    pub key_span: Span,
    /// The value without surrounding blanks.
    pub value: String,
    /// The span of the value.
    pub value_span: Span,
}

/// The maximum number of sections, and of lines per section: both far beyond any configuration.
const MOST: usize = 4096;

/// The maximum number of bytes of a line, which no configuration needs. Several messages may repeat a value.
const LONGEST: usize = 4096;

/// Parses a text into its sections, and reports invalid lines. A text without a section is invalid.
#[must_use]
pub fn sections(text: &str) -> (Vec<Section>, Vec<Diagnostic>) {
    let (mut found, mut findings): (Vec<Section>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    // The first line before all sections, if there is one.
    let mut stray = None;
    let mut start = mark(text);
    for line in text[start..].split_inclusive('\n') {
        let at = start;
        start += line.len();
        let content = line.trim_end_matches(['\n', '\r']);
        let trimmed = content.trim();
        // Only a sign at the very beginning of a line starts a comment.
        if trimmed.is_empty() || content.starts_with(['#', ';']) {
            continue;
        }
        let indent = content.len() - content.trim_start().len();
        let whole = Span::new(at + indent, at + indent + trimmed.len());
        if trimmed.len() > LONGEST {
            let message = format!("a line may have {LONGEST} bytes, this one has {}", trimmed.len());
            findings.push(Diagnostic::new(Code::INI_LINE, whole, message));
            continue;
        }
        if let Some(rest) = content.strip_prefix('[') {
            let Some(inner) = rest.split_once(']').map(|(inner, _)| inner) else {
                findings.push(Diagnostic::new(Code::INI_SECTION, whole, "this section is not closed").fix(
                    Span::point(whole.end),
                    "]",
                    "close it",
                ));
                continue;
            };
            if found.len() >= MOST {
                findings.push(Diagnostic::new(Code::INI_SECTION, whole, "there are too many sections"));
                break;
            }
            let span = Span::new(at + 1, at + 1 + inner.len());
            let (name, parent) = match inner.split_once(':') {
                Some((name, parent)) => {
                    let from = at + 1 + name.len() + 1;
                    (name, Some((parent.to_owned(), Span::new(from, from + parent.len()))))
                }
                None => (inner, None),
            };
            found.push(Section {
                name: name.to_owned(),
                parent: parent.filter(|(parent, _)| !parent.is_empty()),
                span,
                entries: Vec::new(),
            });
            continue;
        }
        let Some(section) = found.last_mut() else {
            stray.get_or_insert(whole);
            continue;
        };
        let Some((key, value)) = content.split_once('=') else {
            let message = "this line is neither a section nor `key = value` nor a comment";
            findings.push(Diagnostic::new(Code::INI_LINE, whole, message));
            continue;
        };
        let name = key.trim();
        if name.is_empty() {
            findings.push(Diagnostic::new(Code::INI_LINE, whole, "the key is missing"));
            continue;
        }
        let from = at + key.len() + 1 + (value.len() - value.trim_start().len());
        let value = value.trim();
        let entry = Entry {
            key: name.to_owned(),
            key_span: Span::new(at + (key.len() - key.trim_start().len()), at + key.trim_end().len()),
            value: value.to_owned(),
            value_span: Span::new(from.min(at + content.len()), from.min(at + content.len()) + value.len()),
        };
        section.entries.retain(|other| other.key != entry.key);
        if section.entries.len() < MOST {
            section.entries.push(entry);
        }
    }
    let message = match (&stray, found.is_empty()) {
        (_, true) => "no line is a section `[name:parent]`, so there is no variant",
        (Some(_), false) => "this line is before the first section, so it belongs to no variant",
        (None, false) => return (found, findings),
    };
    findings.push(Diagnostic::new(Code::INI_LINE, stray.unwrap_or(Span::point(0)), message));
    (found, findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_keys_and_places() {
        let text = "\u{feff}before\nalso before\n[one:two]\r\n# no\na = b c \n  d=\nnothing\n[three\n";
        let (found, findings) = sections(text);
        assert_eq!(found.len(), 1);
        let one = &found[0];
        assert_eq!((one.name.as_str(), one.parent.as_ref().unwrap().0.as_str()), ("one", "two"));
        assert_eq!(one.parent.as_ref().unwrap().1.text(text), "two");
        assert_eq!(one.entries[0].value_span.text(text), "b c");
        assert_eq!(one.entries[1].key_span.text(text), "d");
        let told: Vec<_> = findings.iter().map(|one| (one.code.id(), one.span.text(text))).collect();
        assert_eq!(told, [("E0711", "nothing"), ("E0712", "[three"), ("E0711", "before")]);
    }

    #[test]
    fn a_byte_order_mark_hides_no_section() {
        let (found, findings) = sections("\u{feff}[one]\n");
        assert!(found.len() == 1 && findings.is_empty(), "{found:?} {findings:?}");
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out() {
        let (found, findings) = sections(&format!("[one]\na = {}\nb = 2\n", "x".repeat(LONGEST)));
        assert_eq!((found[0].entries.len(), found[0].entries[0].key.as_str()), (1, "b"));
        assert!(findings.len() == 1 && findings[0].message.len() < 80, "{findings:?}");
    }

    #[test]
    fn a_text_without_sections_is_an_error() {
        for (text, at) in [("", ""), ("# none\n", ""), ("(game\n (title \"Chess\")\n)\n", "(game")] {
            let (found, findings) = sections(text);
            let told: Vec<_> = findings.iter().map(|one| (one.code.id(), one.span.text(text))).collect();
            assert!(found.is_empty() && told == [("E0711", at)], "{told:?}");
        }
    }
}
