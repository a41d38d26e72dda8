//! Places as a browser counts them: in UTF-16 units from the beginning of a text.

use carn::source::Span;

/// The units before some bytes of a text, asked in any order.
pub struct Units<'a> {
    text: &'a str,
}

impl<'a> Units<'a> {
    pub const fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// The place of a byte; one inside a character counts as the character's first, one past the end as the end.
    pub fn at(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        self.text[..byte].chars().map(char::len_utf16).sum()
    }

    /// The places where a span begins and ends.
    pub fn span(&self, span: Span) -> [usize; 2] {
        let from = self.at(span.start);
        [from, self.at(span.end).max(from)]
    }
}
