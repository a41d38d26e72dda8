//! The board as a picture for pages and papers: SVG without scripts, fonts or links to anything.

use std::fmt::Write;

use super::{Mark, Picture, planes, rows, square, title};

/// The side of a square, in the picture's own units.
const SIDE: usize = 48;
/// Room for the labels around a plane.
const MARGIN: usize = 28;

/// The picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let board = &picture.variant.board;
    let planes = planes(board);
    let (columns, rows) = (usize::from(board.axes()[0].length), usize::from(rows(board)));
    let across = board.axes().get(2).map_or(1, |axis| usize::from(axis.length));
    let (width, height) = (columns * SIDE + 2 * MARGIN, rows * SIDE + 2 * MARGIN);
    let (total_width, total_height) = (width * across, height * planes.len().div_ceil(across));
    let mut out = String::new();
    push(
        &mut out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total_width} {total_height}\" \
             width=\"{total_width}\" height=\"{total_height}\" font-family=\"sans-serif\" text-anchor=\"middle\">"
        ),
    );
    push(&mut out, format_args!("<title>{}</title>", escaped(&picture.variant.name)));
    push(&mut out, format_args!("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"));
    for (index, plane) in planes.iter().enumerate() {
        let (x, y) = (index % across * width, index / across * height);
        push(&mut out, format_args!("<g transform=\"translate({x} {y})\">"));
        draw_plane(&mut out, picture, plane);
        push(&mut out, format_args!("</g>"));
    }
    push(&mut out, format_args!("</svg>"));
    out
}

fn draw_plane(out: &mut String, picture: &Picture<'_>, plane: &[i16]) {
    let board = &picture.variant.board;
    let (columns, rows) = (board.axes()[0].length, rows(board));
    let bottom = MARGIN + usize::from(rows) * SIDE;
    let middle = |index: u16| MARGIN + usize::from(index) * SIDE + SIDE / 2;
    let title = title(board, plane);
    if !title.is_empty() {
        let x = MARGIN + usize::from(columns) * SIDE / 2;
        push(out, format_args!("<text x=\"{x}\" y=\"18\" font-size=\"16\">{}</text>", escaped(&title)));
    }
    for column in 0..columns {
        let (x, y) = (middle(column), bottom + 18);
        let label = escaped(&board.axes()[0].label(column));
        push(out, format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"14\" fill=\"#555555\">{label}</text>"));
    }
    for row in 0..rows {
        // The last row is on top, as the first player sees the board.
        let top = bottom - (usize::from(row) + 1) * SIDE;
        if let Some(axis) = board.axes().get(1) {
            let (x, y) = (MARGIN / 2, top + SIDE / 2 + 5);
            let label = escaped(&axis.label(row));
            push(
                out,
                format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"14\" fill=\"#555555\">{label}</text>"),
            );
        }
        for column in 0..columns {
            draw_square(out, picture, plane, (column, row), (MARGIN + usize::from(column) * SIDE, top));
        }
    }
}

fn draw_square(
    out: &mut String,
    picture: &Picture<'_>,
    plane: &[i16],
    (column, row): (u16, u16),
    (left, top): (usize, usize),
) {
    let board = &picture.variant.board;
    let Some(square) = square(board, plane, column, row) else { return };
    let dark = board.point(square).iter().map(|&c| i32::from(c)).sum::<i32>() % 2 == 0;
    let mark = picture.mark_at(square);
    let fill = match (mark, dark) {
        (Some(Mark::Origin), _) => "#f6e58d",
        (Some(Mark::Capture), _) => "#f5b7b1",
        (_, true) => "#d8c3a5",
        (_, false) => "#f3e9d9",
    };
    push(
        out,
        format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"#8d7b68\"/>"
        ),
    );
    let (x, y) = (left + SIDE / 2, top + SIDE / 2);
    if let Some(piece) = picture.setup.piece(square) {
        let (disc, ink) =
            if piece.player.index() == 0 { ("#ffffff", "#b03a2e") } else { ("#2c3e50", "#ffffff") };
        let radius = SIDE * 2 / 5;
        push(
            out,
            format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{disc}\" stroke=\"#2c3e50\"/>"),
        );
        let (y, glyph) = (y + 9, escaped(&picture.glyph(piece)));
        push(out, format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"26\" fill=\"{ink}\">{glyph}</text>"));
    } else if mark == Some(Mark::Target) || mark == Some(Mark::Capture) {
        let radius = SIDE / 7;
        push(out, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#27ae60\"/>"));
    }
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let written = writeln!(out, "{text}");
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
}

/// The text with the signs that mean something in XML written out, and what XML cannot hold left away.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in carn::source::visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
