//! Pieces: outlines in their player's colour, or discs with a character on them.

use carn::outlines::{self, Outline};
use carn::variant::{Colour, Piece};

use super::{Page, SIDE};
use crate::cli::draw::{Glyphs, Picture, letter};

/// Draws a piece around a point.
pub fn draw(page: &mut Page, picture: &Picture<'_>, piece: Piece, middle: (usize, usize)) {
    let colour = picture.variant.drawing.colour(piece.player);
    if picture.glyphs != Glyphs::Pictures {
        return disc(page, &picture.glyph(piece), colour, piece.player.index(), middle);
    }
    let name = picture.variant.drawing.picture(piece.role, piece.player);
    match name.and_then(|name| Some((name, outlines::find(name)?))) {
        Some((name, Outline { body, light: Some(light), dark: Some(dark), .. })) => {
            let (size, id) = (SIDE * 9 / 10, |layer: &str| format!("p-{name}-{layer}"));
            if colour == Colour::White {
                page.shape(id("body"), body, middle, size, "fill=\"#ffffff\"");
                page.shape(id("light"), light, middle, size, "fill=\"#1c1c1c\"");
            } else {
                // The edge keeps a dark piece apart from a dark square.
                let edge =
                    "fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"22\" stroke-linejoin=\"round\"";
                page.shape(id("body"), body, middle, size, edge);
                page.shape(id("dark"), dark, middle, size, &format!("fill=\"{}\"", ink(colour)));
            }
        }
        _ => {
            let text = name.map_or_else(|| letter(picture.variant, piece), str::to_owned);
            disc(page, &text, colour, piece.player.index(), middle);
        }
    }
}

/// The colour of what is drawn on light ground.
const fn ink(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "#b5121b",
        Colour::Blue => "#0b4f9c",
        Colour::Green => "#1d6b34",
        Colour::Yellow => "#a97400",
        _ => "#1c1c1c",
    }
}

/// A disc with a text. Whose it is, the rim tells too: two thin rings for the first player, a broad one for others.
fn disc(page: &mut Page, text: &str, colour: Colour, player: usize, middle: (usize, usize)) {
    let (x, y) = middle;
    let radius = SIDE * 23 / 50;
    let ink = ink(colour);
    let ground = if colour == Colour::White { "#ffffff" } else { "#fbeecb" };
    let rim = if player == 0 { 2 } else { 4 };
    page.push(format_args!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{ground}\" stroke=\"{ink}\" stroke-width=\"{rim}\"/>"
    ));
    if player == 0 {
        let inner = radius - 4;
        page.push(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{inner}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1\"/>"
        ));
    }
    page.text(text, middle, SIDE * 31 / 50, ink);
}
