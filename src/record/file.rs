//! Detects the format of a record file from its name and first bytes.

use super::encoding::Encoding;
use super::{kifu, pgn, qipu, sgf};

/// The format of a file of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Portable Game Notation.
    Pgn,
    /// Smart Game Format.
    Sgf,
    /// One of the formats of Japan.
    Kifu(kifu::Format),
    /// One of the formats of China.
    Qipu(qipu::Format),
}

impl FileKind {
    /// The format of a file with this name and first bytes; PGN by default.
    #[must_use]
    pub fn of(name: &str, head: &[u8]) -> Self {
        let ends = |end: &str| name.to_lowercase().ends_with(end);
        match qipu::Format::of_bytes(head).map(Self::Qipu) {
            Some(kind) => kind,
            None if ends(".pgn") => Self::Pgn,
            None if ends(".sgf") => Self::Sgf,
            None => {
                let named = kifu::Format::of_name(name).map(Self::Kifu);
                let named = named.or_else(|| qipu::Format::of_name(name).map(Self::Qipu));
                let qipu = || qipu::Format::of_text(head).map(Self::Qipu);
                let kifu = || kifu::Format::of_head(head).map(Self::Kifu);
                let told = || begins_sgf(head).then_some(Self::Sgf).or_else(qipu).or_else(kifu);
                named.or_else(told).unwrap_or(Self::Pgn)
            }
        }
    }

    /// Reads all games from bytes, in the given or detected encoding.
    #[must_use]
    pub fn read_bytes(self, bytes: &[u8], encoding: Option<Encoding>) -> sgf::Parsed {
        match self {
            Self::Pgn => {
                let pgn::Parsed { games, problems } = pgn::read_bytes(bytes, encoding);
                sgf::Parsed { games, problems, ..sgf::Parsed::default() }
            }
            Self::Sgf => sgf::read_bytes(bytes, encoding),
            Self::Kifu(format) => format.read_bytes(bytes, encoding),
            Self::Qipu(format) => format.read_bytes(bytes, encoding),
        }
    }
}

fn begins_sgf(head: &[u8]) -> bool {
    let mut visible =
        head.iter().filter(|byte| !byte.is_ascii_whitespace() && !b"\xEF\xBB\xBF".contains(byte));
    visible.next() == Some(&b'(') && {
        let mut after = visible.skip_while(|&&byte| byte == b'(');
        match after.next() {
            Some(b';') => true,
            // The first node may lack its semicolon.
            Some(b'A'..=b'Z') => after.find(|byte| !byte.is_ascii_uppercase()) == Some(&b'['),
            _ => false,
        }
    }
}
