//! Draws the board in terminal cells; a Chinese character takes two.

use std::ops::Range;

use carn::draw::hexagons::Layout;
use carn::draw::{Grid, crossed_boxes, label, planes, river, rows, square, title};
use carn::geometry::{Board, Square};
use carn::variant::{BoardStyle, Variant};
use unicode_width::UnicodeWidthStr;

use super::{Mark, Picture, hands, sides};
use crate::cli::console::{Console, Paint};

/// The maximum width of planes side by side.
const WIDEST: usize = 120;

/// The picture as lines, each ending with a line feed. The last row is on top; planes of a third axis are side by side.
///
/// Marks can be distinguished without colours: see [`Picture::legend`]. So can players: by letters or glyphs, or else by a sign
/// after the pieces of all but the first.
pub fn text(picture: &Picture<'_>, console: &Console) -> String {
    let cells = cells(picture, console);
    let lines = match picture.variant.drawing.board {
        BoardStyle::Hexagons => staggered(picture, cells, console),
        _ => side_by_side(picture, cells, console),
    };
    ended(picture, cells, lines)
}

/// The same with the hands of two players next to a board of one plane, if there is room. Otherwise the hands are returned as
/// lines to print below.
pub fn with_hands(picture: &Picture<'_>, console: &Console) -> (String, Vec<String>) {
    let held = hands::held(picture, console);
    let flat = planes(&picture.variant.board).len() == 1
        && picture.variant.drawing.board != BoardStyle::Hexagons
        && picture.variant.players.len() == 2;
    if flat && !held.is_empty() {
        let cells = cells(picture, console);
        let board = Block::new(picture, &[], cells, console);
        if let Some(lines) = hands::beside(&board, &held, console.width()) {
            return (ended(picture, cells, lines), Vec::new());
        }
    }
    (text(picture, console), held.iter().map(hands::Held::line).collect())
}

/// The width of a cell's content, and whether pieces need their player's sign.
fn cells(picture: &Picture<'_>, console: &Console) -> (usize, bool) {
    // With more than two players, colours alone are not distinguishable for everybody.
    let needed = !console.colours() || picture.variant.players.len() > 2;
    let signed = needed && sides::look_alike(picture);
    (cell_width(picture) + usize::from(signed), signed)
}

/// The lines of a picture as one text, with the meaning of its signs.
fn ended(picture: &Picture<'_>, (_, signed): (usize, bool), mut lines: Vec<String>) -> String {
    if signed {
        lines.push(sides::legend(picture.variant));
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The planes of a board, as many side by side as fit.
fn side_by_side(picture: &Picture<'_>, (widest, signed): (usize, bool), console: &Console) -> Vec<String> {
    let board = &picture.variant.board;
    let blocks: Vec<Block> =
        planes(board).iter().map(|plane| Block::new(picture, plane, (widest, signed), console)).collect();
    let across = board.written_axes().get(2).map_or(1, |axis| usize::from(axis.length));
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
    lines
}

/// A board of hexagons: adjacent columns are offset by half a square.
fn staggered(picture: &Picture<'_>, (widest, signed): (usize, bool), console: &Console) -> Vec<String> {
    let board = &picture.variant.board;
    let layout = Layout::new(board);
    let labels = row_labels(picture.variant);
    let side = labels.iter().map(|label| label.width()).max().unwrap_or(0);
    let dim = |text: &str| console.paint(Paint::Dim, text);
    let mut lines = Vec::new();
    for height in (0..layout.heights).rev() {
        let mut line = " ".repeat(side);
        let row: Vec<Option<Square>> = (0..layout.columns).map(|column| layout.at(column, height)).collect();
        let first = row.iter().position(Option::is_some).unwrap_or(0);
        for (column, &square) in row.iter().enumerate() {
            let Some(square) = square else {
                // The row number precedes the first square of a line.
                let label = row.get(column + 1).copied().flatten().filter(|_| column + 1 == first);
                let label = label.map_or_else(String::new, |square| row_label(board, &labels, square));
                line += &" ".repeat((widest + 2).saturating_sub(label.width()));
                line += &dim(&label);
                continue;
            };
            if column == 0 {
                let label = row_label(board, &labels, square);
                line = dim(&format!("{}{label}", " ".repeat(side - label.width())));
            }
            let [column, row] = [0, 1].map(|axis| board.written(square)[axis] as u16);
            line += &cell(picture, &[], &Grid::default(), (column, row), (widest, signed), console);
        }
        lines.push(line.trim_end().to_owned());
    }
    let foot = |column: usize| {
        let column = layout.foot(column).map_or(0, |square| board.written(square)[0] as u16);
        format!(" {} ", fit(&board.written_axes()[0].label(column), widest))
    };
    let letters: String = (0..layout.columns).map(foot).collect();
    lines.push(dim(format!("{}{letters}", " ".repeat(side)).trim_end()));
    lines
}

fn row_label(board: &Board, labels: &[String], square: Square) -> String {
    labels.get(board.written(square)[1] as usize).cloned().unwrap_or_default()
}

/// One plane: lines of one width.
pub struct Block {
    /// All lines, including the names of columns.
    pub lines: Vec<String>,
    /// Their width.
    pub width: usize,
    /// The lines from the last row to the first.
    pub rows: Range<usize>,
}

impl Block {
    fn new(picture: &Picture<'_>, plane: &[i16], (widest, signed): (usize, bool), console: &Console) -> Self {
        let board = &picture.variant.board;
        let (columns, rows) = (board.written_axes()[0].length, rows(board));
        let signs = row_labels(picture.variant);
        let grid = Grid::new(picture.variant, plane);
        let side = signs.iter().map(|label| label.width()).max().unwrap_or(0);
        let margin = if side == 0 { 0 } else { side + 1 };
        let width = 2 * margin + usize::from(columns) * (widest + 2);
        let mut lines = Vec::new();
        let title = title(board, plane);
        if !title.is_empty() {
            lines.push(padded(&console.paint(Paint::Bold, &title), title.width(), width));
        }
        let labels: String = (0..columns)
            .map(|column| format!(" {} ", fit(&label(picture.variant, 0, column), widest)))
            .collect();
        let labels = format!("{}{labels}{}", " ".repeat(margin), " ".repeat(margin));
        let labels = console.paint(Paint::Dim, &labels);
        if margin > 0 {
            lines.push(labels.clone());
        }
        let first = lines.len();
        for row in (0..rows).rev() {
            let mut line = String::new();
            let label = signs.get(usize::from(row)).map_or("", String::as_str);
            if margin > 0 {
                let blanks = " ".repeat(side - label.width());
                line += &console.paint(Paint::Dim, &format!("{blanks}{label} "));
            }
            for column in 0..columns {
                line += &cell(picture, plane, &grid, (column, row), (widest, signed), console);
            }
            if margin > 0 {
                line += &console.paint(Paint::Dim, &format!(" {}", fit(label, side)));
            }
            lines.push(line);
            if points(picture) && row > 0 {
                let between = between(picture, plane, &grid, row - 1, widest);
                let between = console.paint(Paint::Dim, &format!("{}{between}", " ".repeat(margin)));
                lines.push(between + &" ".repeat(margin));
            }
        }
        let rows = first..lines.len();
        lines.push(labels);
        Self { lines, width, rows }
    }
}

fn row_labels(variant: &Variant) -> Vec<String> {
    let axis = variant.board.written_axes().get(1);
    axis.map_or(Vec::new(), |axis| (0..axis.length).map(|row| label(variant, 1, row)).collect())
}

/// The width of the widest content of a cell, without its two marks.
fn cell_width(picture: &Picture<'_>) -> usize {
    let axis = &picture.variant.board.written_axes()[0];
    let labels = (0..axis.length).map(|column| label(picture.variant, 0, column).width());
    let pieces = picture.setup.pieces().map(|(_, piece)| picture.glyph(piece).width());
    let board = &picture.variant.board;
    let names = board.squares().filter_map(|square| board.own_name(square)).map(UnicodeWidthStr::width);
    // Lines between points need room to be visible.
    let least = if points(picture) { 2 } else { 1 };
    labels.chain(pieces).chain(names).max().unwrap_or(1).max(least)
}

fn cell(
    picture: &Picture<'_>,
    plane: &[i16],
    grid: &Grid,
    (column, row): (u16, u16),
    (widest, signed): (usize, bool),
    console: &Console,
) -> String {
    let lines = points(picture);
    let around = grid.around(column, row);
    let [before, after] = [around[0], around[1]].map(|line| if lines && line { "─" } else { " " });
    let Some(square) = square(&picture.variant.board, plane, column, row) else {
        // Lines may continue over a hole.
        let through = if lines && around.contains(&true) { crossing(around) } else { " " };
        return console.paint(Paint::Dim, &format!("{before}{through}{}", after.repeat(widest)));
    };
    let has = |mark| picture.has(square, mark);
    let (content, paint) = match picture.setup.piece(square) {
        Some(piece) => {
            let sign = if signed { sides::sign(picture.variant, piece.player) } else { String::new() };
            let gone = picture.setup.out.contains(piece.player);
            let paint = if gone { Paint::Dim } else { sides::paint(picture.variant, piece.player) };
            (picture.glyph(piece) + &sign, paint)
        }
        None if has(Mark::Target) || has(Mark::Capture) => ("*".to_owned(), Paint::Green),
        None if has(Mark::Taken) => ("x".to_owned(), Paint::Red),
        None if lines => (crossing(around).to_owned(), Paint::Dim),
        None => {
            let name = picture.variant.board.own_name(square);
            (name.unwrap_or(".").to_owned(), Paint::Dim)
        }
    };
    // The first match applies, so marks for a query precede permanent ones.
    let edges = [
        (Mark::Origin, "[", "]", Paint::Yellow),
        (Mark::Capture, "(", ")", Paint::Red),
        (Mark::Victim, "{", "}", Paint::Red),
        (Mark::Check, "!", "!", Paint::Red),
        (Mark::LastFrom, "<", ">", Paint::Yellow),
        (Mark::LastTo, "<", ">", Paint::Yellow),
        (Mark::Zone, ":", ":", Paint::Green),
    ];
    let edge = edges.into_iter().find(|&(mark, ..)| has(mark));
    let (left, right, edge) = edge.map_or_else(
        || (before, after, if lines { Paint::Dim } else { Paint::Plain }),
        |(_, left, right, paint)| (left, right, paint),
    );
    let blanks = after.repeat(widest - content.width().min(widest));
    let content = console.paint(paint, &content);
    let blanks = if lines { console.paint(Paint::Dim, &blanks) } else { blanks };
    format!("{}{content}{}{blanks}", console.paint(edge, left), console.paint(edge, right))
}

/// Whether the board is drawn as lines with points.
fn points(picture: &Picture<'_>) -> bool {
    picture.variant.drawing.board == BoardStyle::Points
}

/// The character for the lines that meet at a point: from the left, right, below and above.
const fn crossing([left, right, down, up]: [bool; 4]) -> &'static str {
    match (left, right, down, up) {
        (true, true, true, true) => "┼",
        (true, true, true, false) => "┬",
        (true, true, false, true) => "┴",
        (true, false, true, true) => "┤",
        (false, true, true, true) => "├",
        (true, false, true, false) => "┐",
        (false, true, true, false) => "┌",
        (true, false, false, true) => "┘",
        (false, true, false, true) => "└",
        (false, false, true | false, true) | (false, false, true, false) => "│",
        (true, _, false, false) | (false, true, false, false) => "─",
        (false, false, false, false) => "·",
    }
}

/// The text between a row and the one above it: vertical lines, diagonals of zones, or the name of a river.
fn between(picture: &Picture<'_>, plane: &[i16], grid: &Grid, row: u16, widest: usize) -> String {
    let variant = picture.variant;
    let columns = variant.board.written_axes()[0].length;
    let pitch = widest + 2;
    let mut cells = vec![" ".to_owned(); usize::from(columns) * pitch];
    for column in 0..columns {
        if grid.from(column, row)[1] {
            cells[usize::from(column) * pitch + 1] = "│".to_owned();
        }
    }
    for [left, bottom, right, top] in crossed_boxes(variant, plane) {
        // In text, only the diagonals of a square box connect points.
        if right - left != top - bottom || !(bottom..top).contains(&row) {
            continue;
        }
        for (column, line) in [(left + row - bottom, "╱"), (right - 1 - (row - bottom), "╲")] {
            cells[usize::from(column) * pitch + 1 + pitch / 2] = line.to_owned();
        }
    }
    if let Some((_, text)) = river(variant, plane).into_iter().find(|(at, _)| *at == row) {
        // Spaced out like printed boards, closer in a narrow river; the name is omitted if it has no room at all.
        if let Some(words) = ["  ", " ", ""].iter().find_map(|space| placed(&text, space, cells.len())) {
            // From the last one, since each word replaces as many cells as its width and is then one entry.
            for (start, word) in words.into_iter().rev() {
                cells.splice(start..start + word.width(), [word]);
            }
        }
    }
    cells.concat()
}

/// The words of a river's name with their first cells, with `space` between letters; `None` if the river of this width
/// is too narrow.
fn placed(text: &str, space: &str, width: usize) -> Option<Vec<(usize, String)>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    // The banks take three cells on the left and two on the right.
    let mut free = 3;
    let place = |(index, word): (usize, &&str)| {
        let word = word.chars().map(String::from).collect::<Vec<_>>().join(space);
        let middle = width * (2 * index + 1) / (2 * words.len());
        let start = middle.checked_sub(word.width() / 2).filter(|&start| start >= free)?;
        free = start + word.width() + 1;
        (free + 1 < width).then_some((start, word))
    };
    words.iter().enumerate().map(place).collect()
}

/// The text padded to a width in cells.
fn fit(text: &str, width: usize) -> String {
    padded(text, text.width(), width)
}

/// A text of display width `shown`, padded to `width`.
fn padded(text: &str, shown: usize, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(shown)))
}
