//! The language of the output, and line wrapping and tables for terminals. The words are the library's ([`carn::prose`]).

pub use carn::prose::{About, Language, Words, blockable};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The language of the environment (the first of `LC_ALL`, `LC_MESSAGES`, `LANG` that is set); English by default.
pub fn of_environment() -> Language {
    let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let wanted = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set);
    if wanted.is_some_and(|wanted| wanted.starts_with("zh")) { Language::Zh } else { Language::En }
}

/// Wraps the text at a width in cells; the first line follows `first` cells, the others are indented by `rest`. Chinese may be
/// broken between any two characters, but not before a closing or after an opening punctuation mark; other text is broken at
/// blanks.
pub fn wrapped(text: &str, first: usize, rest: usize, width: usize) -> String {
    const NOT_BEFORE: &str = "，。；：、）》”！？,.;:)";
    const NOT_AFTER: &str = "（《“(";
    let wide = |c: char| c.width().unwrap_or(0) > 1;
    // Pieces that are not broken; a blank ends one.
    let mut pieces: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        let apart = c != ' ' && (before == ' ' || wide(before) || wide(c));
        let joined = NOT_BEFORE.contains(c) || NOT_AFTER.contains(before);
        match pieces.last_mut() {
            Some(piece) if !apart || joined && before != ' ' => piece.push(c),
            _ => pieces.push(c.to_string()),
        }
        before = c;
    }
    let cells = |text: &str| text.chars().map(|c| c.width().unwrap_or(0)).sum::<usize>();
    let mut lines = vec![" ".repeat(first)];
    let mut used = first;
    for piece in pieces {
        let line = lines.len();
        let empty = used <= if line == 1 { first } else { rest };
        if used + cells(piece.trim_end()) > width && !empty {
            lines.push(" ".repeat(rest));
            used = rest;
        }
        used += cells(&piece);
        if let Some(line) = lines.last_mut() {
            *line += &piece;
        }
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// The rows of a table as lines with columns of equal width in cells. The first `left` columns are aligned to the left, the
/// others to the right.
pub fn aligned(rows: &[Vec<String>], left: usize) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|text| text.width()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (text, width))| {
            let blanks = " ".repeat(width - text.width());
            if column < left { format!("{text}{blanks}") } else { format!("{blanks}{text}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
