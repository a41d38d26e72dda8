//! The empty board: squares or lines with points, and the looks of zones.

use crate::variant::{BoardStyle, ZoneLook};

use super::{MARGIN, Page, Plane, SIDE, ground_size};
use crate::draw::{Grid, crossed_boxes, looks, river};

/// Lines on wood.
const LINE: &str = "#6b4a26";

/// Draws the empty board.
pub fn draw(page: &mut Page, plane: &Plane<'_>) {
    match plane.picture.variant.drawing.board {
        BoardStyle::Points => points(page, plane),
        style => squares(page, plane, style),
    }
    let variant = plane.picture.variant;
    for [left, bottom, right, top] in crossed_boxes(variant, plane.coordinates) {
        let [left, bottom, right, top] = [left, bottom, right, top].map(usize::from);
        for (from, to) in [((left, bottom), (right, top)), ((left, top), (right, bottom))] {
            line(page, plane.middle(from.0, from.1), plane.middle(to.0, to.1));
        }
    }
    for (column, row) in (0..plane.rows).flat_map(|row| (0..plane.columns).map(move |column| (column, row))) {
        let Some(square) = plane.square(column, row) else { continue };
        let middle = plane.middle(column, row);
        if looks(variant, ZoneLook::Corners).any(|(_, squares)| squares.contains(square)) {
            corners(page, plane, column, middle);
        }
    }
    let edge = |row: u16| plane.middle(0, usize::from(row)).1 - SIDE / 2;
    for (row, text) in river(variant, plane.coordinates) {
        let y = edge(row);
        let words: Vec<&str> = text.split_whitespace().collect();
        for (index, word) in words.iter().enumerate() {
            let x = MARGIN + plane.columns * SIDE * (2 * index + 1) / (2 * words.len());
            let spread = word.chars().map(String::from).collect::<Vec<_>>().join(" ");
            page.text(&spread, (x, y), SIDE * 3 / 5, LINE);
        }
    }
}

fn squares(page: &mut Page, plane: &Plane<'_>, style: BoardStyle) {
    let variant = plane.picture.variant;
    for (square, (x, y)) in plane.squares() {
        let even = variant.board.point(square).iter().map(|&c| i32::from(c)).sum::<i32>() % 2 == 0;
        let dark = match style {
            BoardStyle::Checks => even,
            BoardStyle::LightChecks => !even,
            _ => false,
        };
        let shaded = looks(variant, ZoneLook::Shade).any(|(_, squares)| squares.contains(square));
        let fill = match (dark, shaded) {
            (true, false) => "#c99a6b",
            (true, true) => "#a9774a",
            (false, false) => "#f4e3c4",
            (false, true) => "#dcc093",
        };
        let (left, top) = (x - SIDE / 2, y - SIDE / 2);
        page.push(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"#8a6238\"/>"
        ));
        // The name of a square goes into a corner, where a piece leaves room.
        if let Some(name) = variant.board.own_name(square) {
            page.text(name, (left + 4 + 3 * name.chars().count(), top + 8), 11, "#5b3c1c");
        }
    }
    if plane.squares().count() < plane.columns * plane.rows {
        return;
    }
    let (width, height) = (plane.columns * SIDE, plane.rows * SIDE);
    page.push(format_args!(
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#5b3c1c\" \
         stroke-width=\"2\"/>"
    ));
}

fn points(page: &mut Page, plane: &Plane<'_>) {
    let drawing = &plane.picture.variant.drawing;
    let (width, height) = ground_size(plane.picture.variant);
    page.push(format_args!(
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"#f2d9a6\"/>"
    ));
    if !drawing.lines.is_empty() {
        for two in drawing.lines.iter().flat_map(|squares| squares.windows(2)) {
            let middle =
                |wanted| plane.squares().find(|&(square, _)| square == wanted).map(|(_, middle)| middle);
            if let (Some(from), Some(to)) = (middle(two[0]), middle(two[1])) {
                line(page, from, to);
            }
        }
        return;
    }
    let grid = Grid::new(plane.picture.variant, plane.coordinates);
    for (across, ends) in [(true, (plane.rows, plane.columns)), (false, (plane.columns, plane.rows))] {
        for row in 0..ends.0 {
            let at = |along: usize| if across { (along, row) } else { (row, along) };
            let mut from = 0;
            for along in 0..ends.1 {
                let (column, row) = at(along);
                let goes_on = grid.from(column as u16, row as u16)[usize::from(!across)];
                // On a regular grid, one long line replaces the single steps.
                if goes_on && drawing.places.is_empty() {
                    continue;
                }
                let ((a, b), (c, d)) = (at(from), at(if goes_on { along + 1 } else { along }));
                if (a, b) != (c, d) {
                    line(page, plane.middle(a, b), plane.middle(c, d));
                }
                from = along + 1;
            }
        }
    }
    if plane.squares().count() < plane.columns * plane.rows || !drawing.places.is_empty() {
        return;
    }
    let ((left, bottom), (right, top)) =
        (plane.middle(0, 0), plane.middle(plane.columns - 1, plane.rows - 1));
    let (x, y, width, height) = (left - 5, top - 5, right - left + 10, bottom - top + 10);
    page.push(format_args!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{LINE}\" \
         stroke-width=\"3\"/>"
    ));
}

fn line(page: &mut Page, (x1, y1): (usize, usize), (x2, y2): (usize, usize)) {
    page.push(format_args!("<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{LINE}\" stroke-width=\"1.5\"/>"));
}

/// Small angles around a point, on the sides where the board continues.
fn corners(page: &mut Page, plane: &Plane<'_>, column: usize, (x, y): (usize, usize)) {
    let mut path = String::new();
    let sides = [(column > 0, -1), (column + 1 < plane.columns, 1)];
    for side in sides.into_iter().filter_map(|(inside, side)| inside.then_some(side)) {
        for up in [-1, 1] {
            let (x, y) = (x as i64 + side * 5, y as i64 + up * 5);
            path += &format!("M{} {y}H{x}V{}", x + side * 8, y + up * 8);
        }
    }
    page.push(format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{LINE}\" stroke-width=\"1.5\"/>"));
}
