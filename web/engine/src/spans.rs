//! Offsets in UTF-16 units from the beginning of a text, as browsers count them.

use carn::source::Span;

/// Converts byte offsets of a text to UTF-16 units, in any order.
pub struct Units<'a> {
    text: &'a str,
}

impl<'a> Units<'a> {
    pub const fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// The offset of a byte. A byte inside a character counts as its first; one past the end as the end.
    pub fn at(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        self.text[..byte].chars().map(char::len_utf16).sum()
    }

    /// The offsets of a span's ends.
    pub fn span(&self, span: Span) -> [usize; 2] {
        let from = self.at(span.start);
        [from, self.at(span.end).max(from)]
    }
}
