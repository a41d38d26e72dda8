//! The board as SVG for pages and papers, without scripts, links or (if outlines are known) fonts.
//!
//! Repeated shapes are defined once. The form of a mark conveys its meaning; colour only supports it.

mod cell;
mod ground;
mod hexagons;
mod mark;
mod piece;
mod stage;

use std::collections::BTreeMap;
use std::fmt::{Arguments, Write};

use crate::geometry::Square;
use crate::outlines;
use crate::variant::{BoardStyle, Variant};

use super::{Picture, label, planes, rows, square, title};
use cell::Cell;

pub use stage::{Drawn, Spot, Stage, drawn, stage};

/// The side of a square, in user units of the picture.
const SIDE: usize = 60;
/// The margin for labels around a plane.
const MARGIN: usize = 30;
/// The maximum width of a row of planes.
const WIDEST: usize = 1200;

/// The width of the pieces in hand beside the board, with their numbers.
const HANDS: usize = SIDE + 45;

/// The picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let mut page = Page::default();
    let (total_width, total_height) = match picture.variant.drawing.board {
        BoardStyle::Hexagons => hexagons::draw(&mut page, picture),
        _ => draw_planes(&mut page, picture),
    };
    let beside = if picture.variant.hand.is_some() { HANDS } else { 0 };
    if beside > 0 {
        draw_hands(&mut page, picture, total_width, total_height);
    }
    let total_width = total_width + beside;
    let mut out = Page::default();
    out.push(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total_width} {total_height}\" \
         width=\"{total_width}\" height=\"{total_height}\">"
    ));
    out.push(format_args!("<title>{}</title>", escaped(&picture.variant.name)));
    if !page.shapes.is_empty() {
        out.push(format_args!("<defs>"));
        for (id, path) in &page.shapes {
            out.push(format_args!("<path id=\"{id}\" d=\"{path}\"/>"));
        }
        out.push(format_args!("</defs>"));
    }
    out.push(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"));
    out.body + &page.body + "</svg>\n"
}

/// Width and height.
type Size = (usize, usize);

/// The coordinates of a plane on the axes after the second, and the position of its corner: from the left, from the top.
type Placed = (Vec<i16>, usize, usize);

/// The layout of the planes of a board: each plane with its position, in rows up to the maximum width, and the total width and
/// height.
fn laid(variant: &Variant, widest: usize) -> (Vec<Placed>, Size) {
    let board = &variant.board;
    let planes = planes(board);
    let (width, height) = plane_size(variant);
    let across = board.written_axes().get(2).map_or(1, |axis| usize::from(axis.length));
    // A long row of planes wraps. With a fourth axis, each row of planes is one of its coordinates.
    let across = if planes.len() == across { across.min((widest / width).max(1)) } else { across };
    let size = (width * across, height * planes.len().div_ceil(across));
    let placed = planes.into_iter().enumerate();
    (placed.map(|(index, plane)| (plane, index % across * width, index / across * height)).collect(), size)
}

/// The width and height of a plane with its labels.
fn plane_size(variant: &Variant) -> Size {
    let (width, height) = ground_size(variant);
    (width + 2 * MARGIN, height + 2 * MARGIN)
}

/// The same without labels.
fn ground_size(variant: &Variant) -> Size {
    let places = &variant.drawing.places;
    let farthest = |of: fn(&(u16, u16)) -> u16| places.iter().map(of).max().map(|most| scaled(most) + SIDE);
    let (columns, rows) =
        (usize::from(variant.board.written_axes()[0].length), usize::from(rows(&variant.board)));
    (farthest(|place| place.0).unwrap_or(columns * SIDE), farthest(|place| place.1).unwrap_or(rows * SIDE))
}

/// Converts hundredths of a square's width to user units.
fn scaled(hundredths: u16) -> usize {
    usize::from(hundredths) * SIDE / 100
}

/// Draws the planes of a board; returns the total width and height.
fn draw_planes(page: &mut Page, picture: &Picture<'_>) -> Size {
    let (planes, size) = laid(picture.variant, WIDEST);
    for (coordinates, x, y) in &planes {
        page.push(format_args!("<g transform=\"translate({x} {y})\">"));
        draw_plane(page, &Plane::new(picture, coordinates));
        page.push(format_args!("</g>"));
    }
    size
}

/// One plane of the board, in its own coordinates.
struct Plane<'a> {
    picture: &'a Picture<'a>,
    coordinates: &'a [i16],
    columns: usize,
    rows: usize,
}

impl<'a> Plane<'a> {
    fn new(picture: &'a Picture<'a>, coordinates: &'a [i16]) -> Self {
        let board = &picture.variant.board;
        let (columns, rows) = (usize::from(board.written_axes()[0].length), usize::from(rows(board)));
        Self { picture, coordinates, columns, rows }
    }

    /// The centre of the square in this column and row. The last row is on top, as the first player sees the board.
    fn middle(&self, column: usize, row: usize) -> (usize, usize) {
        let variant = self.picture.variant;
        let place = self.square(column, row).and_then(|square| variant.drawing.places.get(square.index()));
        match place {
            Some(&(right, up)) => {
                let (_, height) = ground_size(variant);
                (MARGIN + SIDE / 2 + scaled(right), (MARGIN + height - SIDE / 2).saturating_sub(scaled(up)))
            }
            None => (MARGIN + column * SIDE + SIDE / 2, MARGIN + (self.rows - 1 - row) * SIDE + SIDE / 2),
        }
    }

    fn square(&self, column: usize, row: usize) -> Option<Square> {
        square(&self.picture.variant.board, self.coordinates, column as u16, row as u16)
    }

    /// The squares with their centres.
    fn squares(&self) -> impl Iterator<Item = (Square, (usize, usize))> + use<'_, 'a> {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        all.filter_map(|(column, row)| Some((self.square(column, row)?, self.middle(column, row))))
    }
}

fn draw_plane(page: &mut Page, plane: &Plane<'_>) {
    ground::draw(page, plane);
    for (square, middle) in plane.squares() {
        mark::below(page, plane.picture, square, &Cell::square(middle));
    }
    draw_labels(page, plane);
    for (square, middle) in plane.squares() {
        if let Some(piece) = plane.picture.setup.piece(square) {
            piece::draw(page, plane.picture, piece, middle);
        }
        mark::above(page, plane.picture, square, middle);
    }
}

/// The title of a plane, and the labels of its columns and rows.
fn draw_labels(page: &mut Page, plane: &Plane<'_>) {
    let board = &plane.picture.variant.board;
    let title = title(board, plane.coordinates);
    if !title.is_empty() {
        page.text(&title, (MARGIN + plane.columns * SIDE / 2, 16), 15, "#333333");
    }
    let variant = plane.picture.variant;
    // If points do not form a grid, there are no columns and rows to label.
    if !variant.drawing.places.is_empty() {
        for (square, (x, y)) in plane.squares() {
            page.text(
                &board.name(square),
                (x.saturating_sub(SIDE / 4), y.saturating_sub(SIDE / 4)),
                12,
                "#5b3c1c",
            );
        }
        return;
    }
    // Custom labels go where players of the game expect them: above the board and to its right.
    let beside = |axis: usize| variant.drawing.labels.get(axis).is_some_and(|labels| !labels.is_empty());
    for column in 0..plane.columns {
        let (x, y) = (MARGIN + column * SIDE + SIDE / 2, MARGIN + plane.rows * SIDE + 15);
        let y = if beside(0) { MARGIN - 15 } else { y };
        page.text(&label(variant, 0, column as u16), (x, y), 15, "#555555");
    }
    if board.written_axes().len() > 1 {
        for row in 0..plane.rows {
            let y = MARGIN + (plane.rows - 1 - row) * SIDE + SIDE / 2;
            let x = if beside(1) { MARGIN + plane.columns * SIDE + MARGIN / 2 } else { MARGIN / 2 };
            let text = label(variant, 1, row as u16);
            // Two Chinese characters are as wide as the margin.
            let size = if text.is_ascii() || text.chars().count() < 2 { 15 } else { 12 };
            page.text(&text, (x, y), size, "#555555");
        }
    }
}

/// The pieces in hand, to the right of the board: the first player's from the bottom up, the others' from the top down.
fn draw_hands(page: &mut Page, picture: &Picture<'_>, left: usize, height: usize) {
    let mut from_top = 0;
    for (player, held) in picture.hands() {
        for (index, (piece, count)) in held.into_iter().enumerate() {
            let y = if player.index() == 0 {
                height.saturating_sub(MARGIN + SIDE / 2 + index * SIDE)
            } else {
                from_top += 1;
                MARGIN + SIDE / 2 + (from_top - 1) * SIDE
            };
            piece::draw(page, picture, piece, (left + SIDE / 2, y));
            if count > 1 {
                page.text(&format!("×{count}"), (left + SIDE + 15, y), 18, "#333333");
            }
        }
    }
}

/// The elements drawn so far, and the shapes that they use.
#[derive(Default)]
struct Page {
    body: String,
    /// Paths by their ids.
    shapes: BTreeMap<String, &'static str>,
}

impl Page {
    fn push(&mut self, text: Arguments<'_>) {
        let written = writeln!(self.body, "{text}");
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
    }

    /// An outline's path, scaled to `size` around a point, with attributes such as its fill.
    fn shape(&mut self, id: String, path: &'static str, middle: (usize, usize), size: usize, look: &str) {
        let (left, top) = (middle.0 as f64 - size as f64 / 2.0, middle.1 as f64 - size as f64 / 2.0);
        let scale = size as f64 / 1000.0;
        self.push(format_args!(
            "<use href=\"#{id}\" transform=\"translate({left} {top}) scale({scale})\" {look}/>"
        ));
        self.shapes.insert(id, path);
    }

    /// A line of text around a point: as outlines if all characters have one, or else in the viewer's font.
    fn text(&mut self, text: &str, middle: (usize, usize), size: usize, fill: &str) {
        let find = |c: char| match c {
            ' ' => Some((c, None, 400)),
            c => outlines::find(c.encode_utf8(&mut [0; 4])).map(|found| (c, Some(found.body), found.width)),
        };
        let Some(letters) = text.chars().map(find).collect::<Option<Vec<_>>>() else {
            let (x, y, text) = (middle.0, middle.1 as f64 + size as f64 * 0.36, escaped(text));
            self.push(format_args!(
                "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" text-anchor=\"middle\" \
                 font-size=\"{size}\" fill=\"{fill}\">{text}</text>"
            ));
            return;
        };
        let width: u32 = letters.iter().map(|&(.., width)| width).sum();
        let scale = size as f64 / 1000.0;
        let mut left = middle.0 as f64 - f64::from(width) * scale / 2.0;
        let top = middle.1 as f64 - size as f64 / 2.0;
        for (c, path, width) in letters {
            if let Some(path) = path {
                let id = format!("c{:x}", u32::from(c));
                self.push(format_args!(
                    "<use href=\"#{id}\" transform=\"translate({left:.1} {top:.1}) scale({scale})\" fill=\"{fill}\"/>"
                ));
                self.shapes.insert(id, path);
            }
            left += f64::from(width) * scale;
        }
    }
}

/// The text with XML special characters and invisible characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in crate::source::visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML does not allow these two.
            '\u{fffe}' | '\u{ffff}' => {}
            c => out.push(c),
        }
    }
    out
}
