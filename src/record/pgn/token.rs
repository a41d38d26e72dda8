//! The tokens of PGN.

use logos::Logos;

/// A token. Comments and escapes are only opened here: the reader looks for their end itself, as they may be longer
/// than its buffer.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
// U+001A ends the file in old systems.
#[logos(skip r"[ \t\r\n\x0B\x0C\x1A\u{A0}\u{3000}\u{FEFF}]+")]
pub(super) enum Token {
    /// A whole tag pair.
    #[regex(r#"\[[ \t]*[^\x00-\x20\x7f"\[\](){};$%]+[ \t]*"([^"\\\n]|\\[^\n])*"[ \t]*\]"#)]
    Tag,
    /// A bracket that opens no tag pair.
    #[token("[")]
    Bracket,
    #[token("{")]
    Brace,
    #[token(";")]
    Semicolon,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[regex(r"\$[0-9]*")]
    Nag,
    /// Digits with any dots after them.
    #[regex(r"[0-9]+[.\u{2026}]*")]
    Number,
    #[regex(r"[.\u{2026}]+")]
    Dots,
    #[token("1-0", priority = 100)]
    #[token("0-1", priority = 100)]
    #[token("1/2-1/2", priority = 100)]
    #[token("1/2", priority = 100)]
    #[token("½-½", priority = 100)]
    #[token("*", priority = 100)]
    Result,
    /// Anything else that may be a move.
    #[regex(
        r"([0-9]+[^\x00-\x20\x7f{}()\[\];$.0-9\u{A0}\u{2026}\u{3000}\u{FEFF}]|[^\x00-\x20\x7f{}()\[\];$.0-9\u{A0}\u{2026}\u{3000}\u{FEFF}])[^\x00-\x20\x7f{}()\[\];$\u{A0}\u{3000}\u{FEFF}]*"
    )]
    Word,
    /// What is part of nothing.
    #[regex(r"[\x00-\x08\x0E-\x19\x1B-\x1F\x7F}\]]+")]
    Junk,
}

/// How much of a skipped movetext can be passed over unread: up to the word that holds the first byte of a comment, a
/// parenthesis, a tag, an escape or a result. At the end of a buffer the last word stays, as it may not be whole.
pub(super) fn skim(text: &str, ended: bool) -> usize {
    const TELLING: [bool; 256] = table(b"{;()[%*-/");
    const PARTING: [bool; 256] = table(b" \t\n\r{}()[];");
    let bytes = text.as_bytes();
    let found = bytes.iter().position(|&byte| TELLING[usize::from(byte)]);
    if found.is_none() && ended {
        return bytes.len();
    }
    let head = &bytes[..found.unwrap_or(bytes.len())];
    head.iter().rposition(|&byte| PARTING[usize::from(byte)]).map_or(0, |at| at + 1)
}

const fn table(members: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut at = 0;
    while at < members.len() {
        table[members[at] as usize] = true;
        at += 1;
    }
    table
}

/// The word and the `!` and `?` after it.
pub(super) fn split_glyph(word: &str) -> (&str, &str) {
    word.split_at(word.trim_end_matches(['!', '?']).len())
}

/// The number of a traditional glyph.
pub(super) fn glyph(suffix: &str) -> Option<u16> {
    Some(match suffix {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// Name and raw value of a [`Token::Tag`].
pub(super) fn tag(token: &str) -> (&str, &str) {
    let name = token.split('"').next().unwrap_or_default().trim_start_matches('[').trim();
    let value =
        token.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"')).map_or("", |(value, _)| value);
    (name, value)
}

/// A tag's value without its escapes.
pub(super) fn unescape(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(&next @ ('\\' | '"'))) => {
                out.push(next);
                characters.next();
            }
            _ => out.push(character),
        }
    }
    out
}

/// What a bracket that opens no proper tag pair holds: the length of the text to take, and name and value if it is
/// nearly a tag pair. The line must be complete.
pub(super) fn broken_tag(text: &str) -> (usize, Option<(&str, &str)>) {
    let line = text.split('\n').next().unwrap_or_default().trim_end_matches('\r');
    let named = line[1..].trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | ' ' | '\t'));
    let quoted = line.match_indices('"').map(|(at, _)| at).skip(1).filter(|_| named.starts_with('"'));
    let closing = quoted.filter_map(|at| {
        let rest = &line[at + 1..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        rest[blanks..].starts_with(']').then_some(at + 1 + blanks + 1)
    });
    let length = closing.min().or_else(|| line.find(']').map(|at| at + 1)).unwrap_or(line.len());
    let inner = line[1..length].trim_end_matches(']').trim_matches([' ', '\t']);
    let name_length = inner.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(inner.len());
    let (name, rest) = inner.split_at(name_length);
    let rest = rest.trim_start();
    let value = rest.strip_prefix('"').map(|rest| rest.strip_suffix('"').unwrap_or(rest)).unwrap_or(rest);
    let is_tag = !name.is_empty() && (rest.len() < inner.len() - name.len() || rest.starts_with('"'));
    (length, is_tag.then_some((name, value)))
}
