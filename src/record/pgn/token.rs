//! The tokens of PGN: all of them by a lexer, and the plain ones at a glance.

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

/// The next token in plain ASCII, with its span: a word that begins with a letter, a move number, or a tag without
/// escapes. These are nearly all there is. `None` says nothing: then the lexer decides.
#[inline]
pub(super) fn plain(bytes: &[u8], mut at: usize) -> Option<(Token, usize, usize)> {
    const SPACE: [bool; 256] = table(b" \t\r\n\x0B\x0C\x1A");
    const WORD: [bool; 256] = {
        let mut word = table(b"");
        let mut byte = 0x21;
        while byte < 0x7F {
            word[byte] = !matches!(byte as u8, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$');
            byte += 1;
        }
        word
    };
    while SPACE[usize::from(*bytes.get(at)?)] {
        at += 1;
    }
    let after = |from: usize, table: fn(u8) -> bool| {
        bytes[from..].iter().position(|&byte| !table(byte)).map(|length| from + length)
    };
    let (token, end) = match bytes[at] {
        b'a'..=b'z' | b'A'..=b'Z' => (Token::Word, after(at + 1, |byte| WORD[usize::from(byte)])?),
        b'0'..=b'9' => {
            let digits = after(at + 1, |byte| byte.is_ascii_digit())?;
            let end = after(digits, |byte| byte == b'.')?;
            // Without dots it may be the beginning of a word.
            (Token::Number, (end > digits || !WORD[usize::from(bytes[end])]).then_some(end)?)
        }
        b'[' => {
            let name = after(at + 1, |byte| byte.is_ascii_alphanumeric()).filter(|&end| end > at + 1)?;
            let value = after(name, |byte| byte == b' ')?;
            let end = after(value + 1, |byte| !matches!(byte, b'"' | b'\\' | b'\n'))?;
            let whole = bytes[value] == b'"' && bytes[end..].starts_with(b"\"]");
            return whole.then_some((Token::Tag, at, end + 2));
        }
        _ => return None,
    };
    // Characters outside ASCII may go on with the token.
    bytes[end].is_ascii().then_some((token, at, end))
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

/// The length of a word of digits with one dot between them, such as `32.1`: a move number with its dot, and digits that
/// nothing follows, so that they begin no other word or result.
#[inline]
pub(super) fn dotted(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dot = digits(0);
    if bytes.get(dot) != Some(&b'.') || !bytes.get(dot + 1)?.is_ascii_digit() {
        return None;
    }
    let end = digits(dot + 1);
    let parting = |c: char| c.is_whitespace() || c.is_control() || "{}()[];$!?".contains(c);
    text[end..].chars().next().is_none_or(parting).then_some(end)
}

/// The word and the `!` and `?` after it.
pub(super) fn split_glyph(word: &str) -> (&str, &str) {
    let marks = word.bytes().rev().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    word.split_at(word.len() - marks)
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
    let quote = |&byte: &u8| byte == b'"';
    let first = token.bytes().position(|byte| quote(&byte)).unwrap_or(token.len());
    let last = token.bytes().rposition(|byte| quote(&byte)).unwrap_or(first);
    let name = token[..first].trim_start_matches('[').trim_ascii();
    (name, token.get(first + 1..last).unwrap_or_default())
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

#[cfg(test)]
mod tests {
    use super::{Token, plain};
    use crate::random::Random;
    use logos::Logos;

    #[test]
    fn what_is_plain_at_a_glance_is_the_same_to_the_lexer() {
        let parts = [
            "e4",
            "Nf3+",
            "O-O",
            "1.",
            "12...",
            "1",
            "7",
            "1-0",
            "0-1",
            " ",
            "\n",
            "\t",
            "[",
            "]",
            "\"",
            "\\",
            "a b",
            "Event",
            "(",
            ")",
            "{",
            ";",
            "$1",
            "é",
            "…",
            "\u{A0}",
            "!?",
            ".",
            "*",
            "%",
            "-",
            "\u{7F}",
            "/",
            "[A \"b\"]",
        ];
        let mut random = Random::new(1);
        let mut found = 0;
        for _ in 0..100_000 {
            let text: String = (0..6).filter_map(|_| random.choose(&parts).copied()).collect();
            let Some((token, start, end)) = plain(text.as_bytes(), 0) else { continue };
            let mut lexer = Token::lexer(&text);
            assert_eq!((lexer.next(), lexer.span()), (Some(Ok(token)), start..end), "{text:?}");
            found += 1;
        }
        assert!(found > 10_000, "{found}");
    }
}
