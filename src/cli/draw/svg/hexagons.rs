//! A board of hexagons.

use carn::geometry::Square;

use super::{MARGIN, Page, SIDE, mark, piece};
use crate::cli::draw::Picture;
use crate::cli::draw::hexagons::{Layout, shade};

/// Half a hexagon's height, flat sides above and below: there is room for its name under a piece.
const HALF: f64 = SIDE as f64 * 0.6;

/// Light, middle and dark wood.
const WOOD: [&str; 3] = ["#d8ab74", "#f4e3c4", "#b07f4c"];

/// Draws the board and what stands on it; its width and height.
pub fn draw(page: &mut Page, picture: &Picture<'_>) -> (usize, usize) {
    let board = &picture.variant.board;
    let layout = Layout::new(board);
    // Corner to middle; neighbouring columns are one and a half of it apart.
    let radius = HALF * 2.0 / 3f64.sqrt();
    let margin = MARGIN as f64;
    let middle = |column: usize, height: usize| {
        let x = margin + radius * (1.0 + 1.5 * column as f64);
        let y = margin + HALF * (layout.heights - height) as f64;
        (x, y)
    };
    let spots: Vec<(Square, (f64, f64))> =
        layout.spots.iter().map(|&(square, column, height)| (square, middle(column, height))).collect();
    for &(square, (x, y)) in &spots {
        let corners: Vec<String> = (0..6)
            .map(|corner| {
                let angle = std::f64::consts::FRAC_PI_3 * f64::from(corner);
                format!("{:.1},{:.1}", x + radius * angle.cos(), y + radius * angle.sin())
            })
            .collect();
        page.push(format_args!(
            "<polygon points=\"{}\" fill=\"{}\" stroke=\"#8a6238\"/>",
            corners.join(" "),
            WOOD[shade(board, square)]
        ));
        let name = (x as usize, (y + HALF) as usize - 7);
        page.text(&board.name(square), name, 11, "#5b3c1c");
    }
    let round = |(x, y): (f64, f64)| (x as usize, y as usize - 5);
    for &(square, at) in &spots {
        mark::below(page, picture, square, round(at));
    }
    for &(square, at) in &spots {
        if let Some(piece) = picture.setup.piece(square) {
            piece::draw(page, picture, piece, round(at));
        }
        mark::above(page, picture, square, round(at));
    }
    let width = 2.0 * margin + radius * (1.5 * layout.columns as f64 + 0.5);
    let height = 2.0 * margin + HALF * (layout.heights + 1) as f64;
    (width.ceil() as usize, height.ceil() as usize)
}
