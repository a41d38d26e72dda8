//! Marks on squares. Each has its own form, so that none is distinguished by colour alone. The colours are from Okabe and Ito's
//! palette for colour-blind readers.

use crate::geometry::Square;

use super::cell::Cell;
use super::{Page, SIDE};
use crate::draw::{Mark, Picture};

const BLUE: &str = "#0072b2";
const VERMILION: &str = "#d55e00";
const YELLOW: &str = "#f0e442";
const GREEN: &str = "#009e73";

/// Marks below the pieces: hatched zones, the squares of the last move, the burst behind a piece in check.
pub fn below(page: &mut Page, picture: &Picture<'_>, square: Square, cell: &Cell) {
    let (x, y) = cell.at;
    if picture.has(square, Mark::Zone) {
        let hatch = cell.hatch();
        page.push(format_args!(
            "<path d=\"{hatch}\" stroke=\"{BLUE}\" stroke-width=\"1.5\" stroke-opacity=\"0.6\"/>"
        ));
    }
    if picture.has(square, Mark::LastFrom) || picture.has(square, Mark::LastTo) {
        let shape = cell.shape(0, 0);
        page.push(format_args!("{shape} fill=\"{YELLOW}\" fill-opacity=\"0.55\"/>"));
    }
    if picture.has(square, Mark::LastFrom) {
        page.push(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#333333\" stroke-width=\"2\" \
             stroke-dasharray=\"4 4\"/>",
            SIDE / 4
        ));
    }
    if picture.has(square, Mark::LastTo) {
        let path = cell.angles();
        page.push(format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"#333333\" stroke-width=\"3\"/>"));
    }
    if picture.has(square, Mark::Check) {
        let spikes = 16;
        let points: Vec<String> = (0..2 * spikes)
            .map(|index| {
                let angle = std::f64::consts::PI * f64::from(index) / f64::from(spikes);
                let radius = SIDE as f64 * if index % 2 == 0 { 0.62 } else { 0.5 };
                format!("{:.1},{:.1}", x as f64 + radius * angle.sin(), y as f64 - radius * angle.cos())
            })
            .collect();
        page.push(format_args!("<polygon points=\"{}\" fill=\"{VERMILION}\"/>", points.join(" ")));
    }
    if picture.has(square, Mark::Origin) {
        let shape = cell.shape(2, 6);
        page.push(format_args!(
            "{shape} fill=\"{YELLOW}\" fill-opacity=\"0.55\" stroke=\"{BLUE}\" stroke-width=\"4\"/>"
        ));
    }
}

/// Marks above the pieces: targets, captures, victims.
pub fn above(page: &mut Page, picture: &Picture<'_>, square: Square, (x, y): (usize, usize)) {
    let empty = picture.setup.piece(square).is_none();
    if picture.has(square, Mark::Target) {
        // If a piece stands there and is not captured, the dot goes to the corner.
        let (x, y, radius) = if empty { (x, y, SIDE / 7) } else { (x + SIDE / 3, y - SIDE / 3, SIDE / 10) };
        page.push(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{GREEN}\" stroke=\"#ffffff\" stroke-width=\"2\"/>"
        ));
    }
    if picture.has(square, Mark::Capture) {
        for (ink, width) in [("#ffffff", 8), (VERMILION, 5)] {
            page.push(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"/>",
                SIDE * 23 / 50
            ));
        }
    }
    if picture.has(square, Mark::Victim) || picture.has(square, Mark::Taken) {
        let arm = SIDE / 4;
        let (left, right, top, bottom) = (x - arm, x + arm, y - arm, y + arm);
        for (ink, width) in [("#ffffff", 9), (VERMILION, 5)] {
            page.push(format_args!(
                "<path d=\"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}\" stroke=\"{ink}\" \
                 stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
            ));
        }
    }
}
