//! Prepares the text for the grammar: replaces look-alike characters, removes unreadable ones, and maps places back to the
//! original text.

use pest::unicode::{XID_CONTINUE, XID_START};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A text made from another by replacing and removing characters.
pub(super) struct Clean {
    /// The text for the grammar.
    pub text: String,
    /// For each byte of `text`, and for its end: the start in the original of the character that starts there.
    starts: Vec<usize>,
    /// For each byte of `text`, and for its end: the end in the original of the character that ends there.
    ends: Vec<usize>,
}

impl Clean {
    fn new() -> Self {
        Self { text: String::new(), starts: Vec::new(), ends: vec![0] }
    }

    fn push(&mut self, replacement: &str, original: Span) {
        self.text.push_str(replacement);
        self.starts.resize(self.text.len(), original.start);
        self.ends.resize(self.text.len() + 1, original.end);
    }

    fn finish(mut self, end: usize) -> Self {
        self.starts.push(end);
        self
    }

    /// The span in the original of a span of `text`.
    pub fn original(&self, span: Span) -> Span {
        let start = self.starts.get(span.start).copied().unwrap_or_default();
        if span.is_empty() {
            return Span::point(start);
        }
        Span::new(start, self.ends.get(span.end).copied().unwrap_or(start))
    }

    /// The same text without the given spans, which are in order and do not overlap.
    pub fn without(&self, cuts: &[Span]) -> Self {
        let mut result = Self::new();
        let mut cuts = cuts.iter().peekable();
        for (at, c) in self.text.char_indices() {
            while cuts.next_if(|cut| cut.end <= at).is_some() {}
            if cuts.peek().is_some_and(|cut| cut.contains(at)) {
                continue;
            }
            let end = at + c.len_utf8();
            result.push(&self.text[at..end], self.original(Span::new(at, end)));
        }
        result.finish(self.starts.last().copied().unwrap_or_default())
    }
}

/// Replaces look-alike signs, and reports every character that CARN does not use.
pub(super) fn fold(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Clean {
    let mut clean = Clean::new();
    let mut run: Option<(Span, String)> = None;
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let span = Span::new(at, at + c.len_utf8());
        let plain = plain(c);
        let single = plain.and_then(|plain| plain.chars().next()).unwrap_or(c);
        if let Some(plain) = plain
            && (plain.len() > 1 || is_used(single))
        {
            match &mut run {
                Some((whole, replacement)) if whole.end == at => {
                    whole.end = span.end;
                    replacement.push_str(plain);
                }
                _ => {
                    flush(run.take(), text, diagnostics);
                    run = Some((span, plain.to_owned()));
                }
            }
            clean.push(plain, span);
            in_word = XID_START(single) || (in_word && XID_CONTINUE(single));
            continue;
        }
        let word = XID_START(c) || c == '_' || (in_word && XID_CONTINUE(c));
        if word || (c.is_ascii() && is_used(c)) {
            in_word = word;
            clean.push(&text[span.range()], span);
            continue;
        }
        in_word = false;
        match single {
            '\\' => diagnostics.push(
                Diagnostic::new(Code::BACKSLASH, span, "the backslash is not allowed")
                    .help("no sign of CARN needs an escape, and neither do TOML strings in '…'")
                    .fix(span, "", "delete it"),
            ),
            _ if is_unseen(c) => {
                let (what, replacement) = if c.is_whitespace() {
                    ("an unusual blank", " ")
                } else {
                    ("an invisible character", "")
                };
                diagnostics.push(
                    Diagnostic::new(
                        Code::INVISIBLE_CHARACTER,
                        span,
                        format!("{what}, U+{:04X}", u32::from(c)),
                    )
                    .fix(
                        span,
                        replacement,
                        if replacement.is_empty() { "delete it" } else { "write a space" },
                    ),
                );
                if replacement.is_empty() {
                    continue;
                }
            }
            _ => {
                let mut found =
                    Diagnostic::new(Code::UNEXPECTED_CHARACTER, span, format!("CARN does not use `{c}`"));
                if let Some(help) = advice(single) {
                    found = found.help(help);
                }
                diagnostics.push(found);
            }
        }
        clean.push(" ", span);
    }
    flush(run, text, diagnostics);
    clean.finish(text.len())
}

fn flush(run: Option<(Span, String)>, text: &str, diagnostics: &mut Vec<Diagnostic>) {
    let Some((span, plain)) = run else { return };
    let written = span.text(text);
    let found = if plain.trim().is_empty() {
        Diagnostic::new(Code::FULL_WIDTH, span, "a full-width blank where a plain one is needed").fix(
            span,
            plain,
            "write a plain space",
        )
    } else {
        Diagnostic::new(Code::FULL_WIDTH, span, format!("`{written}` is not the plain `{plain}`")).fix(
            span,
            plain.clone(),
            format!("write the plain `{plain}`"),
        )
    };
    diagnostics.push(found);
}

/// Whether CARN uses an ASCII character. The grammar handles a lone `=`, `>` or `#`.
const fn is_used(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(
            c,
            '_' | ','
                | ';'
                | '@'
                | '+'
                | '-'
                | '~'
                | '#'
                | '$'
                | '('
                | ')'
                | '{'
                | '}'
                | '|'
                | '*'
                | '='
                | '>'
                | ' '
                | '\t'
                | '\n'
                | '\r'
        )
}

/// The plain sign for a full-width or similar one.
fn plain(c: char) -> Option<&'static str> {
    const ASCII: &str =
        "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    Some(match c {
        '\u{ff01}'..='\u{ff5e}' => {
            let at = usize::try_from(u32::from(c) - 0xff01).ok()?;
            ASCII.get(at..=at)?
        }
        '\u{3000}' => " ",
        '、' | '،' => ",",
        '〜' | '∼' | '˜' => "~",
        '−' | '‐' | '‑' | '–' | '—' => "-",
        '×' | '∗' => "*",
        '│' | '¦' => "|",
        '⇒' | '→' => "=>",
        _ => return None,
    })
}

/// Whether a character is invisible: controls, blanks and formatting marks.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The CARN equivalent of a sign from another notation.
const fn advice(c: char) -> Option<&'static str> {
    Some(match c {
        '&' => "conditions side by side must all hold; no sign is needed between them",
        '!' => "for the opposite of a predicate, write `@Not(…)`",
        '/' => "separate alternatives by `|`",
        '.' => "a range is written `1~2`",
        '[' | ']' | '<' => "parentheses are `(` and `)`",
        ':' => "separate a name and its counts by a blank",
        '%' | '^' => "counts are computed with `+`, `-` and `*`",
        '"' | '\'' | '`' => "names are written without quotes",
        _ => return None,
    })
}
