//! The format of a file of games: told by the file's name and by how it begins.

use super::encoding::Encoding;
use super::sgf::Parsed;
use super::{kifu, pgn, qipu, sgf};

/// The format of a file.
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
    /// The format of a file with this name that begins so; PGN if nothing tells another.
    ///
    /// ```
    /// use carn::record::FileKind;
    /// assert_eq!(FileKind::of("game.sgf", b""), FileKind::Sgf);
    /// assert_eq!(FileKind::of("game.txt", b"(;GM[1];B[dd])"), FileKind::Sgf);
    /// assert_eq!(FileKind::of("game.txt", b"1. e4 e5"), FileKind::Pgn);
    /// ```
    pub fn of(name: &str, head: &[u8]) -> Self {
        if let Some(bytes) = qipu::Format::of_bytes(head) {
            return Self::Qipu(bytes);
        }
        let lower = name.to_lowercase();
        if lower.ends_with(".pgn") {
            return Self::Pgn;
        }
        if lower.ends_with(".sgf") {
            return Self::Sgf;
        }
        let named = kifu::Format::of_name(name).map(Self::Kifu);
        let named = named.or_else(|| qipu::Format::of_name(name).map(Self::Qipu));
        let qipu = || qipu::Format::of_text(head).map(Self::Qipu);
        let kifu = || kifu::Format::of_head(head).map(Self::Kifu);
        let told = || begins_sgf(head).then_some(Self::Sgf).or_else(qipu).or_else(kifu);
        named.or_else(told).unwrap_or(Self::Pgn)
    }

    /// Reads all games of a file, in the encoding named or found out.
    pub fn read_bytes(self, bytes: &[u8], encoding: Option<Encoding>) -> Parsed {
        match self {
            Self::Pgn => {
                let pgn::Parsed { games, problems } = pgn::read_bytes(bytes, encoding);
                Parsed { games, problems, ..Parsed::default() }
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
            // The first node may have no semicolon.
            Some(b'A'..=b'Z') => after.find(|byte| !byte.is_ascii_uppercase()) == Some(&b'['),
            _ => false,
        }
    }
}
