//! A string of a rule file, with a mapping from its characters to bytes of the file.

use std::ops::Range;

use crate::source::{SourceId, Span};

/// A place in a source.
pub(crate) type At = (SourceId, Span);

/// A run of bytes that is contiguous in value and file, or one escape.
#[derive(Clone, Debug)]
struct Run {
    value: Range<usize>,
    file: Range<usize>,
}

impl Run {
    /// Whether value and file have the same bytes here, so that offsets are equal.
    fn is_exact(&self) -> bool {
        self.value.len() == self.file.len()
    }
}

/// The value of a TOML string (or key), with the place of each byte.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// The value, escapes resolved.
    pub value: String,
    /// The file it was read from.
    pub source: SourceId,
    /// The whole string in the file, with its quotes.
    pub span: Span,
    runs: Vec<Run>,
}

impl Text {
    /// The string `value` written at `span` of `file`, in any TOML quoting style.
    pub fn new(value: &str, file: &str, source: SourceId, span: Span) -> Self {
        let (decoded, runs) = decode(span.text(file), span.start);
        // If the two decodings ever differ, errors point at the whole string.
        let runs =
            if decoded == value { runs } else { vec![Run { value: 0..value.len(), file: span.range() }] };
        Self { value: value.to_owned(), source, span, runs }
    }

    /// A text that is a whole source.
    pub fn whole(text: &str, source: SourceId) -> Self {
        let span = Span::new(0, text.len());
        Self {
            value: text.to_owned(),
            source,
            span,
            runs: vec![Run { value: span.range(), file: span.range() }],
        }
    }

    /// The place of the whole string.
    pub fn at(&self) -> At {
        (self.source, self.span)
    }

    /// The span of the whole value.
    pub fn all(&self) -> Span {
        Span::new(0, self.value.len())
    }

    /// The place in the file of a span of the value.
    pub fn locate(&self, span: Span) -> At {
        let start = self.start(span.start);
        let end = if span.is_empty() { start } else { self.end(span.end).max(start) };
        (self.source, Span::new(start, end))
    }

    fn start(&self, at: usize) -> usize {
        match self.runs.iter().find(|run| run.value.contains(&at)) {
            Some(run) if run.is_exact() => run.file.start + (at - run.value.start),
            Some(run) => run.file.start,
            None => self.runs.last().map_or(self.span.start, |run| run.file.end),
        }
    }

    fn end(&self, at: usize) -> usize {
        match self.runs.iter().find(|run| at > run.value.start && at <= run.value.end) {
            Some(run) if run.is_exact() => run.file.start + (at - run.value.start),
            Some(run) => run.file.end,
            None => self.runs.last().map_or(self.span.end, |run| run.file.end),
        }
    }
}

/// Decodes a written string into its value and runs; `base` is its offset in the file.
fn decode(raw: &str, base: usize) -> (String, Vec<Run>) {
    let (quote, escapes) = if raw.starts_with("\"\"\"") {
        ("\"\"\"", true)
    } else if raw.starts_with("'''") {
        ("'''", false)
    } else if raw.starts_with('"') {
        ("\"", true)
    } else if raw.starts_with('\'') {
        ("'", false)
    } else {
        ("", false)
    };
    let mut at = quote.len();
    let end = raw.len().saturating_sub(quote.len()).max(at);
    if quote.len() == 3 {
        // A line break right after the opening quotes is not part of the string.
        let rest = &raw[at..];
        at += if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
    }
    let mut value = String::new();
    let mut runs: Vec<Run> = Vec::new();
    let mut add = |value: &mut String, text: &str, file: Range<usize>| {
        let from = value.len();
        value.push_str(text);
        let run = Run { value: from..value.len(), file: base + file.start..base + file.end };
        match runs.last_mut() {
            Some(last) if last.is_exact() && run.is_exact() && last.file.end == run.file.start => {
                last.value.end = run.value.end;
                last.file.end = run.file.end;
            }
            _ => runs.push(run),
        }
    };
    while at < end {
        let rest = &raw[at..end];
        let Some(c) = rest.chars().next() else { break };
        if c == '\\' && escapes {
            let (text, length) = escape(rest);
            if !text.is_empty() {
                add(&mut value, &text, at..at + length);
            }
            at += length;
        } else {
            add(&mut value, &rest[..c.len_utf8()], at..at + c.len_utf8());
            at += c.len_utf8();
        }
    }
    (value, runs)
}

/// The value of the escape at the start of `rest`, and its length in bytes.
fn escape(rest: &str) -> (String, usize) {
    let Some(c) = rest.chars().nth(1) else { return (String::new(), 1) };
    let coded = |digits: usize| {
        let text = rest.get(2..2 + digits).unwrap_or("");
        let code = u32::from_str_radix(text, 16).ok().and_then(char::from_u32);
        (code.map(String::from).unwrap_or_default(), 2 + text.len())
    };
    match c {
        'b' => ("\u{8}".into(), 2),
        't' => ("\t".into(), 2),
        'n' => ("\n".into(), 2),
        'f' => ("\u{c}".into(), 2),
        'r' => ("\r".into(), 2),
        'e' => ("\u{1b}".into(), 2),
        'x' => coded(2),
        'u' => coded(4),
        'U' => coded(8),
        c if c.is_whitespace() => {
            // A backslash at the end of a line removes the line break and the blanks after it.
            let blank = rest[1..].len() - rest[1..].trim_start().len();
            (String::new(), 1 + blank)
        }
        c => (c.into(), 1 + c.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The written form of the first occurrence of `part` in the value.
    fn written(toml: &str, part: &str) -> String {
        let document = toml_edit::Document::parse(toml).unwrap();
        let item = &document["a"];
        let text = Text::new(item.as_str().unwrap(), toml, SourceId::LOCAL, item.span().unwrap().into());
        let at = text.value.find(part).unwrap();
        text.locate(Span::new(at, at + part.len())).1.text(toml).to_owned()
    }

    #[test]
    fn every_kind_of_string_leads_back() {
        assert_eq!(written("a = \"Rank +1\"", "+1"), "+1");
        assert_eq!(written("a = 'Rank +1'", "Rank"), "Rank");
        assert_eq!(written("a = \"x\\tRank \\u99ac y\"", "馬"), "\\u99ac");
        assert_eq!(written("a = \"x\\tRank \\u99ac yz\"", "yz"), "yz");
        assert_eq!(written("a = \"\"\"\nRank 1 \\\n   | File 2\"\"\"", "| File"), "| File");
        assert_eq!(written("a = \"\"\"\nRank 1 \\\n   | File 2\"\"\"", "1 |"), "1 \\\n   |");
        assert_eq!(written("a = '''\r\nRank 1\r\n| File 2'''", "File"), "File");
        assert_eq!(written("a = \"\"\"say \"x\" now\"\"\"", "now"), "now");
        assert_eq!(written("a = \"\"\"\r\nRank 1\r\n| File 2\r\n| File 3\"\"\"", "File 3"), "File 3");
        assert_eq!(written("a = \"\"\"\r\nRank 1\r\n| File 2\"\"\"", "1\r\n|"), "1\r\n|");
    }
}
