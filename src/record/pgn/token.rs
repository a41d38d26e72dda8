//! The tokens of PGN: a lexer for all of them, and fast paths for common ones.

use super::MAX_TOKEN;
use crate::notation::{is_begun, narrow};
use crate::record::tree::{SCORE_SIGNS, Termination};
use logos::Logos;
use memchr::memchr3;
use std::ops::Range;

/// A token. For comments and escapes only the start is a token. The reader itself finds their end, since they may exceed its
/// buffer.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
// U+001A ends the file in old systems.
#[logos(skip r"[ \t\r\n\x0B\x0C\x1A\u{A0}\u{3000}\u{FEFF}]+")]
pub(super) enum Token {
    /// A whole tag pair.
    #[regex(r#"\[[ \t]*[^\x00-\x20\x7f"\[\](){};$%]+[ \t]*"([^"\\\n]|\\[^\n])*"[ \t]*\]"#)]
    Tag,
    /// A bracket that does not open a tag pair.
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
    #[regex(r"(0|1|1/2)(-(0|1|1/2)){2,7}", priority = 100)]
    #[token("*", priority = 100)]
    Result,
    /// Any other word that may be a move.
    #[regex(
        r"([0-9]+[^\x00-\x20\x7f{}()\[\];$.0-9\u{A0}\u{2026}\u{3000}\u{FEFF}]|[^\x00-\x20\x7f{}()\[\];$.0-9\u{A0}\u{2026}\u{3000}\u{FEFF}])[^\x00-\x20\x7f{}()\[\];$\u{A0}\u{3000}\u{FEFF}]*"
    )]
    Word,
    /// Any other character.
    #[regex(r"[\x00-\x08\x0E-\x19\x1B-\x1F\x7F}\]]+")]
    Junk,
}

/// The next common token with its span: a word that begins with an ASCII letter or a Chinese character, a move number, or a tag
/// without escapes. These are nearly all tokens. `None` means that the lexer must decide.
#[inline]
pub(super) fn plain(bytes: &[u8], mut at: usize) -> Option<(Token, usize, usize)> {
    while CLASS[usize::from(*bytes.get(at)?)] & SPACE != 0 {
        at += 1;
    }
    let (token, end) = match bytes[at] {
        b'a'..=b'z' | b'A'..=b'Z' | 0xE4..=0xE9 => (Token::Word, after_class(bytes, at + 1, WORD)?),
        b'0'..=b'9' => {
            let digits = after_class(bytes, at + 1, DIGIT)?;
            let end = after_class(bytes, digits, DOT)?;
            // Without dots it may be the beginning of a word.
            let whole = end > digits || CLASS[usize::from(bytes[end])] & WORD == 0;
            (Token::Number, whole.then_some(end)?)
        }
        b'{' => return Some((Token::Brace, at, at + 1)),
        b'(' => return Some((Token::Open, at, at + 1)),
        b')' => return Some((Token::Close, at, at + 1)),
        b'[' => return plain_tag(bytes, at).map(|tag| (Token::Tag, at, tag.end)),
        _ => return None,
    };
    // Non-ASCII characters may continue the token; but Chinese ones do not continue a number with its dot.
    let ends = bytes[end].is_ascii() || token == Token::Number && matches!(bytes[end], 0xE4..=0xE9);
    ends.then_some((token, at, end))
}

/// A tag without escapes.
pub(super) struct PlainTag {
    pub(super) name: Range<usize>,
    pub(super) value: Range<usize>,
    pub(super) end: usize,
}

/// The tag without escapes that begins here.
#[inline]
pub(super) fn plain_tag(bytes: &[u8], at: usize) -> Option<PlainTag> {
    let from = at + 1;
    let name = after_class(bytes, from, NAME).filter(|&end| end > from && bytes[at] == b'[')?;
    let value = after(bytes, name, |byte| byte == b' ')?;
    if bytes[value] != b'"' {
        return None;
    }
    let from_value = value + 1;
    let end = from_value + memchr3(b'"', b'\\', b'\n', bytes.get(from_value..)?)?;
    let whole = bytes[end..].starts_with(b"\"]");
    whole.then_some(PlainTag { name: from..name, value: from_value..end, end: end + 2 })
}

/// The end of the common word that begins here with a letter or a Chinese character.
#[inline(always)]
pub(super) fn plain_word(bytes: &[u8], at: usize) -> Option<usize> {
    let end = match after_plain(bytes, at + 1) {
        Some(end) => end,
        None => after_class(bytes, at + 1, WORD)?,
    };
    bytes[end].is_ascii().then_some(end)
}

/// A byte eight times.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The end of a word within eight ASCII bytes, computed on all eight at once. `None` if the word may be longer or contain other
/// bytes.
#[inline(always)]
fn after_plain(bytes: &[u8], at: usize) -> Option<usize> {
    let eight = u64::from_le_bytes(*bytes.get(at..)?.first_chunk::<8>()?);
    if eight & each(0x80) != 0 {
        return None;
    }
    // In each byte the highest bit stays clear if the byte is 0. All bytes are below 128, so nothing carries.
    let nonzero = |eight: u64| eight + each(0x7F);
    let word = (eight + each(0x80 - 0x21))
        & nonzero(eight & each(!1) ^ each(b'('))
        & nonzero(eight ^ each(b'$'))
        & nonzero(eight ^ each(b';'))
        // Matches brackets, braces and U+007F, and also `Y`, `_` and `y`.
        & nonzero((eight | each(0x26)) ^ each(0x7F));
    let others = !word & each(0x80);
    let first = (others.trailing_zeros() / 8) as usize;
    let end = at + first;
    (others != 0 && CLASS[usize::from(*bytes.get(end)?)] & WORD == 0).then_some(end)
}

/// The move number with its dots that begins here with a digit: number, number of dots, and end. `None` if it may be a move.
#[inline(always)]
pub(super) fn plain_number(bytes: &[u8], at: usize) -> Option<(u32, usize, usize)> {
    short_number(bytes, at).or_else(|| long_number(bytes, at))
}

/// The same within eight ASCII bytes, computed on all eight at once. `None` if this fast path does not apply.
#[inline(always)]
fn short_number(bytes: &[u8], at: usize) -> Option<(u32, usize, usize)> {
    let eight = u64::from_le_bytes(*bytes.get(at..)?.first_chunk::<8>()?);
    if eight & each(0x80) != 0 {
        return None;
    }
    // All bytes are below 128, so nothing carries.
    let digits = eight ^ each(b'0');
    let length = ((digits + each(0x80 - 10)) & each(0x80)).trailing_zeros() & !7;
    if length == 0 || length == 64 {
        return None;
    }
    let dots = (((eight >> length) ^ each(b'.')) + each(0x7F)) & each(0x80);
    let dots = dots.trailing_zeros() & !7;
    let end = length + dots;
    if end >= 64 || dots == 0 || dots == 8 && ((eight >> end) as u8).is_ascii_digit() {
        return None;
    }
    // Combine the digits in pairs, then fours, then eights.
    let twos = (digits << (64 - length)).wrapping_mul(10 << 8 | 1) >> 8 & 0x00FF_00FF_00FF_00FF;
    let fours = twos.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_FFFF_0000_FFFF;
    let number = fours.wrapping_mul(10_000 << 32 | 1) >> 32;
    Some((number as u32, (dots / 8) as usize, at + (end / 8) as usize))
}

/// The same for any length.
fn long_number(bytes: &[u8], at: usize) -> Option<(u32, usize, usize)> {
    let (mut number, mut end) = (0, at);
    while bytes.get(end)?.is_ascii_digit() {
        number = number * 10 + u32::from(bytes[end] - b'0');
        end += 1;
        // A longer sequence might not be a number.
        if end > at + 8 {
            return None;
        }
    }
    let dot = end;
    while *bytes.get(end)? == b'.' {
        end += 1;
    }
    let (dots, next) = (end - dot, bytes[end]);
    let usual = dots > 1 && next.is_ascii()
        || dots == 1 && next.is_ascii() && !next.is_ascii_digit()
        || dots > 0 && matches!(next, 0xE4..=0xE9);
    usual.then_some((number, dots, end))
}

/// The number of a glyph with its sign that begins here, if it has up to three digits, and its end.
#[inline]
pub(super) fn plain_glyph(bytes: &[u8], at: usize) -> Option<(u16, usize)> {
    let (mut glyph, mut end) = (0, at + 1);
    while bytes.get(end)?.is_ascii_digit() {
        glyph = glyph * 10 + u16::from(bytes[end] - b'0');
        end += 1;
        if end > at + 4 {
            return None;
        }
    }
    (end > at + 1).then_some((glyph, end))
}

/// The offset after an optional space or line break.
#[inline(always)]
pub(super) fn after_blank(bytes: &[u8], at: usize) -> usize {
    at + usize::from(matches!(bytes.get(at), Some(b' ' | b'\n')))
}

/// The end of the blanks that begin here.
#[inline]
pub(super) fn after_blanks(bytes: &[u8], at: usize) -> usize {
    after(bytes, at, |byte| CLASS[usize::from(byte)] & SPACE != 0).unwrap_or(bytes.len())
}

/// Kinds of bytes, a bit each.
const SPACE: u8 = 1;
const WORD: u8 = 2;
const DIGIT: u8 = 4;
const DOT: u8 = 8;
/// Characters of tag names.
const NAME: u8 = 16;

/// The classes of each byte.
static CLASS: [u8; 256] = {
    let spaces = table(b" \t\r\n\x0B\x0C\x1A");
    let parting = table(b"{}()[];$");
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        // U+4000 to U+9FFF: first bytes, and continuation bytes. Other characters are recognised by their first byte before.
        let chinese = (byte >= 0x80 && byte < 0xC0) || (byte >= 0xE4 && byte < 0xEA);
        let word = chinese || (byte > 0x20 && byte < 0x7F && !parting[byte]);
        classes[byte] = (spaces[byte] as u8 * SPACE)
            | (word as u8 * WORD)
            | ((byte >= b'0' as usize && byte <= b'9' as usize) as u8 * DIGIT)
            | ((byte == b'.' as usize) as u8 * DOT)
            | ((byte as u8).is_ascii_alphanumeric() as u8 * NAME);
        byte += 1;
    }
    classes
};

/// The first offset from here whose byte is not in a class. It tests eight bytes at once, because a branch per byte would be
/// mispredicted at the end of every word.
#[inline(always)]
fn after_class(bytes: &[u8], mut at: usize, class: u8) -> Option<usize> {
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let classes = u64::from_le_bytes(eight.map(|byte| CLASS[usize::from(byte)]));
        let others = !classes & (u64::from(class) * 0x0101_0101_0101_0101);
        if others != 0 {
            return Some(at + (others.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    after(bytes, at, |byte| CLASS[usize::from(byte)] & class != 0)
}

/// The first offset from here whose byte does not satisfy `is`.
#[inline(always)]
fn after(bytes: &[u8], from: usize, is: impl Fn(u8) -> bool) -> Option<usize> {
    let mut at = from;
    while is(*bytes.get(at)?) {
        at += 1;
    }
    Some(at)
}

/// The length of a skipped movetext that needs no parsing: up to the word with the first byte of a comment, a parenthesis, a
/// tag, an escape or a result. The last word of a buffer is kept, since it may be incomplete.
pub(super) fn skim(text: &str, ended: bool) -> usize {
    // 0xE2 begins the dashes.
    const TELLING: [bool; 256] = table(b"{;()[%*/-:\xE2");
    const PARTING: [bool; 256] = table(b" \t\n\r{}()[];");
    let bytes = text.as_bytes();
    let found = bytes.iter().position(|&byte| TELLING[usize::from(byte)]);
    if found.is_none() && ended {
        return bytes.len();
    }
    let mut head = &bytes[..found.unwrap_or(bytes.len())];
    // The word before a hyphen or dash with blanks may be the first half of a result.
    if found.is_none_or(|at| matches!(bytes[at], b'-' | b':' | 0xE2)) {
        head = head.trim_ascii_end();
    }
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

/// The end of a word of non-ASCII characters that the lexer ends too early, at a blank or a parenthesis. The word then includes
/// the piece after the sign for the previous target (`同　銀`), or an origin (`７六歩(77)`, `▲5十龍(5-8)`). `None` if the buffer ends
/// too early to decide.
pub(super) fn whole(text: &str, start: usize, mut end: usize, ended: bool) -> Option<usize> {
    if is_begun(&text[start..end]) {
        let rest = &text[end..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\u{3000}']).len();
        let parting = |c: char| c.is_whitespace() || c.is_control() || "{}()[];$".contains(c);
        let length = rest[blank..].find(parting).unwrap_or(rest.len() - blank);
        if blank + length == rest.len() && !ended && rest.len() < MAX_TOKEN {
            return None;
        }
        if rest[blank..].chars().next().is_some_and(|c| c.is_alphabetic() && !c.is_ascii()) {
            end += blank + length;
        }
    }
    let Some(rest) = text[end..].strip_prefix('(') else { return Some(end) };
    let within = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
    let length = rest.bytes().take(LONGEST_ORIGIN).take_while(within).count();
    match rest.as_bytes().get(length) {
        Some(b')') if is_origin(&rest[..length]) => Some(end + 1 + length + 1),
        None if !ended => None,
        _ => Some(end),
    }
}

/// The length of an origin on a large board: file and rank of two digits each (`10-12`).
const LONGEST_ORIGIN: usize = 5;

/// Whether text in parentheses is an origin: two digits, or two numbers with a hyphen.
fn is_origin(text: &str) -> bool {
    let number = |text: &str| text.parse::<u8>().is_ok();
    text.split_once('-').map_or(text.len() == 2, |(file, rank)| number(file) && number(rank))
}

/// The length of a move number with its dot in full-width characters at the start of a word, and the number in ASCII.
pub(super) fn wide_number(word: &str) -> Option<(usize, String)> {
    let digits = word.trim_start_matches(|c: char| ('０'..='９').contains(&c) || c.is_ascii_digit());
    let number = &word[..word.len() - digits.len()];
    let rest = digits.trim_start_matches(['．', '。', '、', '.']);
    let whole = !number.is_empty() && rest.len() < digits.len();
    whole.then(|| (word.len() - rest.len(), number.chars().map(narrow).chain(['.']).collect()))
}

/// The part of a word before the first Chinese punctuation mark, and the length of what comes after the mark.
pub(super) fn clause(word: &str) -> (&str, usize) {
    word.split_once(['，', '；', '。']).map_or((word, 0), |(clause, more)| (clause, more.len()))
}

/// Whether a word is a result in words.
pub(super) fn is_result(word: &str) -> bool {
    !word.is_ascii() && Termination::from_marker(word).is_some()
}

/// The maximum length of a result with blanks in it.
const LONGEST_RESULT: usize = 32;

/// The length of a result of two scores that the lexer splits: with blanks around the hyphen, in decimals, or with another
/// sign than a hyphen (`1 - 0`, `0.5-0.5`, `1:0`).
pub(super) fn split_result(text: &str) -> Option<usize> {
    fn score(text: &str) -> Option<&str> {
        ["1/2", "½", "0.5", "1", "0"].iter().find_map(|score| text.strip_prefix(score))
    }
    let blank = [' ', '\t'];
    let second = score(text)?.trim_start_matches(blank).strip_prefix(SCORE_SIGNS)?.trim_start_matches(blank);
    let rest = score(second)?;
    let length = text.len() - rest.len();
    let ends = rest.chars().next().is_none_or(|c| c.is_whitespace() || "{}()[];".contains(c));
    let fits = ends && length <= LONGEST_RESULT && Termination::from_marker(&text[..length]).is_some();
    fits.then_some(length)
}

/// Whether a text may be the beginning of such a result, which more text could complete.
pub(super) fn may_be_result(text: &str) -> bool {
    text.len() <= LONGEST_RESULT && text.chars().all(|c| "01/2.5½ \t".contains(c) || SCORE_SIGNS.contains(&c))
}

/// The length of a word of digits with one dot between them, such as `32.1`. It looks like a move number followed by digits
/// that begin no other word or result.
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

/// Whether a word may be castling with a piece entering on a square, `O-O/He1`, as opposed to castling and a further move.
pub(super) fn enters(word: &str) -> bool {
    let castles = |text: &str| text.starts_with("O-O") || text.starts_with("0-0");
    let square = |text: &str| {
        let mut bytes = text.bytes();
        let begins = bytes.next().is_some_and(|byte| byte.is_ascii_uppercase());
        begins
            && bytes.next().is_some_and(|byte| byte.is_ascii_lowercase())
            && bytes.all(|byte| byte.is_ascii_digit())
    };
    word.split_once('/').is_some_and(|(first, entering)| {
        castles(first) && square(entering.trim_end_matches(['+', '#', '!', '?']))
    })
}

/// The moves joined in a word: by commas, or by slashes between complete moves (`e8/Q` and `e1g1/H~2` are one move).
pub(super) fn parts(word: &str) -> impl Iterator<Item = &str> {
    let whole = |text: &str| {
        text.chars().take_while(|&c| c != '~').any(|c| c.is_ascii_digit()) || text.starts_with("O-O")
    };
    word.split(',').filter(|part| !part.is_empty()).flat_map(move |part| {
        let apart = part.contains('/') && part.split('/').all(whole) && !enters(part);
        part.splitn(if apart { usize::MAX } else { 1 }, '/')
    })
}

/// The word, and the `!` and `?` after it.
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

/// The evaluation signs that may be joined to a move. Those that end in another one come first.
const JOINED: [&str; 14] = ["+/-", "-/+", "+/=", "=/+", "+=", "=+", "+-", "-+", "±", "∓", "⩲", "⩱", "∞", "□"];

/// A word without the evaluation sign joined to it and the `!` and `?` before that, and their glyphs: `Nf3+=`, `Bb5!±`. Only
/// for words that are no moves, since a sign may also be a part of one.
pub(in crate::record) fn without_sign(word: &str) -> Option<(&str, Vec<u16>)> {
    let (bare, joined) = JOINED.iter().find_map(|&joined| Some((word.strip_suffix(joined)?, joined)))?;
    let (bare, marks) = split_glyph(bare);
    let glyphs = glyph(marks).into_iter().chain(sign(joined)).collect();
    (!bare.is_empty()).then_some((bare, glyphs))
}

/// The glyph of an evaluation sign, as in the code of the Informant. Source: the PGN specification (Edwards, 1994), section 10,
/// and the usual signs for its numbers.
#[inline]
pub(super) fn sign(word: &str) -> Option<u16> {
    // Longer words that begin with a letter or digit are moves; no such sign exists.
    if word.len() > 1 && word.as_bytes()[0].is_ascii_alphanumeric() {
        return None;
    }
    Some(match word {
        "□" => 7,
        "=" => 10,
        "∞" => 13,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" => 18,
        "-+" => 19,
        "N" => 146,
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

/// The maximum length of a multi-line value.
const LONGEST: usize = 4096;

/// Whether text is a tag whose value spans several lines, as positions of more than two players may.
pub(super) enum Long<'t> {
    /// It is one: its length, name and value.
    Whole(usize, &'t str, &'t str),
    /// It may be one, but the text ends too early.
    Begun,
    No,
}

/// Whether a text that begins with a bracket is such a tag. It does not extend over text that could be another tag.
pub(super) fn long_tag(text: &str) -> Long<'_> {
    let bytes = text.as_bytes();
    let name = after(bytes, 1, |byte| CLASS[usize::from(byte)] & NAME != 0).unwrap_or(bytes.len());
    let Some(value) = text[name..].strip_prefix(" \"") else { return Long::No };
    let quote = value.bytes().take(LONGEST).position(|byte| byte == b'"');
    let within = quote.unwrap_or(value.len().min(LONGEST));
    if memchr::memmem::find(&value.as_bytes()[..within], b"\n[").is_some() || name == 1 {
        return Long::No;
    }
    match quote {
        Some(at) if value[at + 1..].starts_with(']') && value[..at].contains('\n') => {
            Long::Whole(name + 2 + at + 2, &text[1..name], &value[..at])
        }
        None if value.len() < LONGEST => Long::Begun,
        _ => Long::No,
    }
}

/// The maximum number of quotation marks tried as the end of a broken tag's value.
const QUOTES: usize = 64;

/// The contents of a bracket that opens no valid tag pair: the length of the text to consume. If it is almost a tag pair, also
/// name and value. The line must be complete.
pub(super) fn broken_tag(line: &str) -> (usize, Option<(&str, &str)>) {
    let line = line.trim_end_matches('\r');
    let named = line[1..].trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | ' ' | '\t'));
    // This limits the cost of long lines with many brackets.
    let last = if named.starts_with('"') { QUOTES } else { 0 };
    let quoted = line.match_indices('"').take(last).map(|(at, _)| at).skip(1);
    let mut closing = quoted.filter_map(|at| {
        let rest = &line[at + 1..];
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        rest[blanks..].starts_with(']').then_some(at + 1 + blanks + 1)
    });
    let length = closing.next().or_else(|| line.find(']').map(|at| at + 1)).unwrap_or(line.len());
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
            "炮",
            "五",
            "\u{3000}",
            "３",
            "½",
            "\u{A000}",
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
