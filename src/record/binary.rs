//! Recognises files that are not text by their first bytes.

use super::qipu;

/// The signatures of some kinds of file.
const KINDS: [(&[u8], &str); 12] = [
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1F\x8B", "a file compressed by gzip"),
    (b"BZh", "a file compressed by bzip2"),
    (b"\x28\xB5\x2F\xFD", "a file compressed by zstd"),
    (b"\xFD7zXZ\x00", "a file compressed by xz"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"%PDF-", "a PDF document"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"\x7FELF", "a program"),
];

/// A text has at most one control character per this many bytes.
const TEXT: usize = 20;

/// The kind of a file with these first bytes, if it is neither text nor a record of xiangqi.
pub fn binary_kind(head: &[u8]) -> Option<&'static str> {
    if qipu::Format::of_bytes(head).is_some() {
        return None;
    }
    let known = KINDS.iter().find(|(begins, _)| head.starts_with(begins)).map(|&(_, name)| name);
    let marked = head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF");
    let control = |byte: &&u8| matches!(**byte, 0..=8 | 0x0E..=0x19 | 0x1C..=0x1F);
    let many = head.contains(&0) && head.iter().filter(control).count() * TEXT > head.len();
    known.or((many && !marked).then_some("a binary file of an unknown kind"))
}
