//! The board in the cells of a terminal, where a Chinese character takes two.

use carn::geometry::Board;
use unicode_width::UnicodeWidthStr;

use super::{Mark, Picture, planes, rows, sides, square, title};
use crate::cli::console::{Console, Paint};

/// How wide the planes side by side may get before the next ones go below them.
const WIDEST: usize = 120;

/// The picture as lines, each ending with a line feed: the last row on top, the planes of a third axis side by side.
///
/// The origin is in brackets, what it can take in parentheses, an empty target is a star: told apart without colours, and so are
/// the players: by their letters or glyphs, or else by a sign behind those of all but the first.
pub fn text(picture: &Picture<'_>, console: &Console) -> String {
    let board = &picture.variant.board;
    let signed = !console.colours() && sides::look_alike(picture);
    let widest = cell_width(picture) + if signed { sides::SIGN.width() } else { 0 };
    let blocks: Vec<Block> =
        planes(board).iter().map(|plane| Block::new(picture, plane, (widest, signed), console)).collect();
    let across = board.axes().get(2).map_or(1, |axis| usize::from(axis.length));
    let width = blocks.first().map_or(0, |block| block.width);
    let fitting = (WIDEST / (width + 3)).max(1).min(across);
    let mut lines = Vec::new();
    for group in blocks.chunks(across) {
        for strip in group.chunks(fitting) {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            let height = strip.first().map_or(0, |block| block.lines.len());
            for row in 0..height {
                let parts: Vec<&str> = strip.iter().map(|block| block.lines[row].as_str()).collect();
                lines.push(parts.join("   ").trim_end().to_owned());
            }
        }
    }
    if signed {
        lines.push(sides::legend(picture.variant));
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// One plane: lines of one width.
struct Block {
    lines: Vec<String>,
    width: usize,
}

impl Block {
    fn new(picture: &Picture<'_>, plane: &[i16], (widest, signed): (usize, bool), console: &Console) -> Self {
        let board = &picture.variant.board;
        let (columns, rows) = (board.axes()[0].length, rows(board));
        let side = row_labels(board).iter().map(|label| label.width()).max().unwrap_or(0);
        let margin = if side == 0 { 0 } else { side + 1 };
        let width = 2 * margin + usize::from(columns) * (widest + 2);
        let mut lines = Vec::new();
        let title = title(board, plane);
        if !title.is_empty() {
            lines.push(padded(&console.paint(Paint::Bold, &title), title.width(), width));
        }
        let labels: String =
            (0..columns).map(|column| format!(" {} ", fit(&board.axes()[0].label(column), widest))).collect();
        let labels = format!("{}{labels}{}", " ".repeat(margin), " ".repeat(margin));
        let labels = console.paint(Paint::Dim, &labels);
        if margin > 0 {
            lines.push(labels.clone());
        }
        for row in (0..rows).rev() {
            let mut line = String::new();
            let label = row_labels(board).get(usize::from(row)).cloned().unwrap_or_default();
            if margin > 0 {
                let blanks = " ".repeat(side - label.width());
                line += &console.paint(Paint::Dim, &format!("{blanks}{label} "));
            }
            for column in 0..columns {
                line += &cell(picture, plane, column, row, (widest, signed), console);
            }
            if margin > 0 {
                line += &console.paint(Paint::Dim, &format!(" {}", fit(&label, side)));
            }
            lines.push(line);
        }
        lines.push(labels);
        Self { lines, width }
    }
}

fn row_labels(board: &Board) -> Vec<String> {
    board.axes().get(1).map_or(Vec::new(), |axis| (0..axis.length).map(|i| axis.label(i)).collect())
}

/// The widest thing that a cell must hold besides its two marks.
fn cell_width(picture: &Picture<'_>) -> usize {
    let axis = &picture.variant.board.axes()[0];
    let labels = (0..axis.length).map(|column| axis.label(column).width());
    let pieces = picture.setup.pieces().map(|(_, piece)| picture.glyph(piece).width());
    labels.chain(pieces).max().unwrap_or(1).max(1)
}

fn cell(
    picture: &Picture<'_>,
    plane: &[i16],
    column: u16,
    row: u16,
    (widest, signed): (usize, bool),
    console: &Console,
) -> String {
    let Some(square) = square(&picture.variant.board, plane, column, row) else {
        return " ".repeat(widest + 2);
    };
    let mark = picture.mark_at(square);
    let (content, paint) = match (picture.setup.piece(square), mark) {
        (Some(piece), _) => {
            let sign = if signed && piece.player.index() > 0 { sides::SIGN } else { "" };
            (picture.glyph(piece) + sign, sides::paint(picture.variant, piece.player))
        }
        (None, Some(Mark::Target | Mark::Capture)) => ("*".to_owned(), Paint::Green),
        (None, _) => (".".to_owned(), Paint::Dim),
    };
    let (left, right, edge) = match mark {
        Some(Mark::Origin) => ("[", "]", Paint::Yellow),
        Some(Mark::Capture) => ("(", ")", Paint::Red),
        _ => (" ", " ", Paint::Plain),
    };
    let blanks = " ".repeat(widest - content.width().min(widest));
    let content = console.paint(paint, &content);
    format!("{}{content}{}{blanks}", console.paint(edge, left), console.paint(edge, right))
}

/// The text in so many cells, blanks behind it.
fn fit(text: &str, width: usize) -> String {
    padded(text, text.width(), width)
}

/// A text that shows as `shown` cells in so many cells.
fn padded(text: &str, shown: usize, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(shown)))
}
