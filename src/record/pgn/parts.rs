//! Splits a stream between games into parts, so that several threads can read it.

use super::token::{self, Token};
use crate::record::Termination;
use crate::record::encoding::{Decoder, Encoding, Note};
use std::io::{self, Read};

/// The minimum length of a part, in bytes of UTF-8.
const PART: usize = 1 << 20;

/// The number of bytes read at once.
const BLOCK: usize = 1 << 18;

/// Some text of a part.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// UTF-8.
    pub(super) text: Vec<u8>,
    /// Notes about its encoding, with offsets in the text.
    pub(super) notes: Vec<Note>,
    /// The number of its first line, from 1.
    pub(super) line: u64,
    /// Whether it begins a part.
    pub(super) first: bool,
}

impl Block {
    /// Whether it is the first block of a part.
    pub fn is_first(&self) -> bool {
        self.first
    }

    /// The number of its first line, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }
}

/// Decodes a stream and splits it into parts: before a line that begins with a tag after a result. A part consists of blocks,
/// so that a game may be longer than the buffer.
pub struct Parts<R> {
    decoder: Decoder<R>,
    text: Vec<u8>,
    notes: Vec<Note>,
    ended: bool,
    /// The length of the current part so far, and the number of the next line.
    length: usize,
    line: u64,
    /// Whether a comment may be open before the text.
    in_comment: bool,
}

impl<R: Read> Parts<R> {
    /// The parts of a stream, in the given or detected encoding.
    pub fn new(reader: R, encoding: Option<Encoding>) -> Parts<R> {
        let decoder = Decoder::of_lines(reader, encoding);
        Parts { decoder, text: vec![], notes: vec![], ended: false, length: 0, line: 1, in_comment: false }
    }

    /// The next block; `None` after the last.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn block(&mut self) -> io::Result<Option<Block>> {
        while self.text.len() < BLOCK && !self.ended {
            let want = BLOCK;
            self.ended = !self.decoder.fill(&mut self.text, want, &mut self.notes)?;
        }
        if self.text.is_empty() {
            return Ok(None);
        }
        let cut = if self.length >= PART { boundary(&self.text, self.in_comment) } else { None };
        // Keep the last bytes, so that the end of a game is not separated from the start of the next.
        let whole = if self.ended { self.text.len() } else { last_line(&self.text) };
        let end = cut.unwrap_or(whole);
        let rest = self.text.split_off(end);
        let text = std::mem::replace(&mut self.text, rest);
        let (notes, later) = std::mem::take(&mut self.notes).into_iter().partition(|note| at(note) < end);
        self.notes = later;
        self.notes.iter_mut().for_each(|note| *offset(note) -= end);
        self.in_comment = in_comment_after(&text, self.in_comment);
        let (line, first) = (self.line, self.length == 0);
        self.line += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.length = if cut.is_some() { 0 } else { self.length + text.len() };
        Ok(Some(Block { text, notes, line, first }))
    }
}

fn at(note: &Note) -> usize {
    match *note {
        Note::Guessed(at, _) | Note::Invalid(at) => at,
    }
}

fn offset(note: &mut Note) -> &mut usize {
    match note {
        Note::Guessed(at, _) | Note::Invalid(at) => at,
    }
}

/// The end of the last but one non-blank line, up to which the text can be cut safely. The whole text if there is no such line.
fn last_line(text: &[u8]) -> usize {
    let head = text.trim_ascii_end();
    let line = head.iter().rposition(|&byte| byte == b'\n');
    line.filter(|_| text.len() < 4 * BLOCK).map_or(text.len(), |at| at + 1)
}

/// The offset of a game that begins after a finished one. A comment may be open before the text.
fn boundary(text: &[u8], in_comment: bool) -> Option<usize> {
    let text = std::str::from_utf8(text).ok()?;
    let is_tag = |at: usize| matches!(token::plain(text.as_bytes(), at + 1), Some((Token::Tag, ..)));
    let lines = text.match_indices("\n[").map(|(at, _)| at);
    // A comment may quote a game. Each brace is looked at once.
    let (mut seen, mut open) = (0, in_comment);
    let mut quoted = |at: usize| {
        open = in_comment_after(&text.as_bytes()[seen..at], open);
        seen = at;
        open
    };
    let mut lines = lines.filter(|&at| is_tag(at));
    lines.find(|&at| !quoted(at) && has_ended(&text[..at])).map(|at| at + 1)
}

/// Whether a comment may be open after a text, if one may be open before it. A brace that opens none counts too.
fn in_comment_after(text: &[u8], in_comment: bool) -> bool {
    memchr::memrchr2(b'{', b'}', text).map_or(in_comment, |last| text[last] == b'{')
}

/// Whether a game's text ends in a result outside comments on its line.
fn has_ended(text: &str) -> bool {
    let text = text.trim_ascii_end();
    let line = &text[text.rfind('\n').map_or(0, |at| at + 1)..];
    let open = &line[line.rfind('}').map_or(0, |at| at + 1)..];
    let result = line.rsplit([' ', '\t', '}', ')']).next().unwrap_or_default();
    // "1/2" alone is too short to be certain.
    Termination::from_marker(result).is_some_and(|_| !matches!(result, "1/2" | "½-½"))
        && !line.starts_with('%')
        && !open.contains(['{', ';', '['])
}

#[cfg(test)]
mod tests {
    use super::{boundary, has_ended};

    #[test]
    fn a_tag_after_a_result_begins_a_part() {
        let is = |text: &str, expected: Option<usize>| {
            assert_eq!(boundary(text.as_bytes(), false), expected, "{text}")
        };
        is("1. e4 *\n[Event \"x\"]\n", Some(8));
        is("1. e4 1-0\n\n[Game \"Chinese Chess\"]\n[Event \"x\"]\n", Some(11));
        is("1. e4 *\n[see below\n", None);
        is("1. e4 {* \n[Event \"x\"]\n", None);
        is("1. e4 {as in\n1. d4 *\n[Event \"x\"]\n} *\n", None);
        is("1. e4\n[Event \"x\"]\n[White \"*\"]\n", None);
    }

    #[test]
    fn a_result_ends_a_game_unless_it_is_said() {
        for ended in ["1. e4 1-0", "1. e4 0-1/2-1/2-0", "e5 {a; b} *", "1/2-1/2\r\n\r\n", "x\n0-1 "] {
            assert!(has_ended(ended), "{ended}");
        }
        for open in ["1. e4", "1. e4 {was 1-0", "; 1-0", "% *", "[Result \"1-0\"]", "", "a1-0", "{1-0"] {
            assert!(!has_ended(open), "{open}");
        }
    }
}
