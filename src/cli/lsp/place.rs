//! Positions in the editor's terms: lines from 0, columns in UTF-16 units from 0.

use carn::source::Span;
use lsp_types::{Position, Range};

/// The starts of the lines of a text.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of a text.
    pub fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        Self { starts: std::iter::once(0).chain(ends).collect() }
    }

    /// The position of a byte. A byte inside a character counts as its first; one past the end as the end.
    pub fn position(&self, text: &str, at: usize) -> Position {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= at).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let units: usize = text[start..at].chars().map(char::len_utf16).sum();
        Position::new(line as u32, units as u32)
    }

    /// The byte of a position. A column past the end of its line counts as the line's end, a line past the end as the text's
    /// end.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).map_or(text.len(), |next| next - 1);
        let content = text[start..end].trim_end_matches('\r');
        let mut units = position.character as usize;
        for (at, c) in content.char_indices() {
            if units < c.len_utf16() {
                return start + at;
            }
            units -= c.len_utf16();
        }
        start + content.len()
    }

    /// The places of a span.
    pub fn range(&self, text: &str, span: Span) -> Range {
        Range::new(self.position(text, span.start), self.position(text, span.end.max(span.start)))
    }

    /// The bytes between two places.
    pub fn span(&self, text: &str, range: Range) -> Span {
        let (start, end) = (self.offset(text, range.start), self.offset(text, range.end));
        Span::new(start.min(end), start.max(end))
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use lsp_types::Position;

    #[test]
    fn columns_are_utf_16_units() {
        let text = "a 馬 𝄞b\r\nx";
        let lines = Lines::new(text);
        let at = text.find('b').unwrap();
        assert_eq!(lines.position(text, at), Position::new(0, 6));
        assert_eq!(lines.offset(text, Position::new(0, 6)), at);
        assert_eq!(lines.offset(text, Position::new(0, 5)), text.find('𝄞').unwrap());
        assert_eq!(lines.offset(text, Position::new(0, 99)), at + 1);
        assert_eq!(lines.offset(text, Position::new(1, 1)), text.len());
        assert_eq!(lines.offset(text, Position::new(7, 0)), text.len());
    }

    #[test]
    fn every_byte_comes_back() {
        let text = "name = \"象棋\" # 馬\n\n[pieces]\n𝄞 = 1\n";
        let lines = Lines::new(text);
        for (at, _) in text.char_indices() {
            assert_eq!(lines.offset(text, lines.position(text, at)), at, "{at}");
        }
    }
}
