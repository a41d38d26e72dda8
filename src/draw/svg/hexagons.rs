//! A board of hexagons.

use crate::geometry::{Board, Square};

use super::cell::Cell;
use super::{MARGIN, Page, SIDE, Size, mark, piece};
use crate::draw::Picture;
use crate::draw::hexagons::{Layout, shade};

/// Half the height of a hexagon, with flat sides above and below. It leaves room for a name under a piece.
const HALF: f64 = SIDE as f64 * 0.6;

/// Light, middle and dark wood.
const WOOD: [&str; 3] = ["#d8ab74", "#f4e3c4", "#b07f4c"];

/// A square and its position from the left and from the top.
type Spot<T> = (Square, (T, T));

/// The distance from corner to centre. Adjacent columns are one and a half times this apart.
fn radius() -> f64 {
    HALF * 2.0 / 3f64.sqrt()
}

/// The corners of a hexagon around a point.
fn corners((x, y): (f64, f64)) -> impl Iterator<Item = (f64, f64)> {
    let radius = radius();
    (0..6).map(move |corner| {
        let angle = std::f64::consts::FRAC_PI_3 * f64::from(corner);
        (x + radius * angle.cos(), y + radius * angle.sin())
    })
}

/// The squares with the centres of their hexagons, and the total width and height.
fn laid(board: &Board) -> (Vec<Spot<f64>>, Size) {
    let layout = Layout::new(board);
    let margin = MARGIN as f64;
    let middle = |column: usize, height: usize| {
        let x = margin + radius() * (1.0 + 1.5 * column as f64);
        let y = margin + HALF * (layout.heights - height) as f64;
        (x, y)
    };
    let spots =
        layout.spots.iter().map(|&(square, column, height)| (square, middle(column, height))).collect();
    let width = 2.0 * margin + radius() * (1.5 * layout.columns as f64 + 0.5);
    let height = 2.0 * margin + HALF * (layout.heights + 1) as f64;
    (spots, (width.ceil() as usize, height.ceil() as usize))
}

/// The position of a piece in a hexagon with this centre, above the square's name.
const fn standing((x, y): (f64, f64)) -> (usize, usize) {
    (x as usize, y as usize - 5)
}

/// The squares with the positions of their pieces, and the width and height of the board.
pub fn spots(board: &Board) -> (Vec<Spot<usize>>, Size) {
    let (spots, size) = laid(board);
    (spots.into_iter().map(|(square, middle)| (square, standing(middle))).collect(), size)
}

/// The corners of a square, relative to the position of its piece.
pub fn cell() -> Vec<(f64, f64)> {
    corners((0.0, 5.0)).collect()
}

/// Draws the empty board.
pub fn ground(page: &mut Page, board: &Board) {
    wood(page, board);
    names(page, board);
}

fn wood(page: &mut Page, board: &Board) {
    for (square, (x, y)) in laid(board).0 {
        let corners: Vec<String> = corners((x, y)).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        page.push(format_args!(
            "<polygon points=\"{}\" fill=\"{}\" stroke=\"#8a6238\"/>",
            corners.join(" "),
            WOOD[shade(board, square)]
        ));
    }
}

fn names(page: &mut Page, board: &Board) {
    for (square, (x, y)) in laid(board).0 {
        let name = (x as usize, (y + HALF) as usize - 7);
        page.text(&board.name(square), name, 11, "#5b3c1c");
    }
}

/// Draws the board with its pieces; returns its width and height.
pub fn draw(page: &mut Page, picture: &Picture<'_>) -> Size {
    let board = &picture.variant.board;
    wood(page, board);
    let (spots, size) = spots(board);
    let cell = cell();
    for &(square, at) in &spots {
        mark::below(page, picture, square, &Cell::shaped(at, &cell));
    }
    names(page, board);
    for &(square, at) in &spots {
        if let Some(piece) = picture.setup.piece(square) {
            piece::draw(page, picture, piece, at);
        }
        mark::above(page, picture, square, at);
    }
    size
}
