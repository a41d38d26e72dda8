//! Pieces: outlines in their player's colour, or discs with a character.

use crate::geometry::Displacement;
use crate::outlines::{self, Outline};
use crate::variant::{Colour, Drawing, Piece, PlayerId, Tiles, fen};

use super::{Page, SIDE};
use crate::draw::{Glyphs, Picture};

/// Draws a piece around a point. With more than two players, its player's letter is added, so that colour is not needed.
pub fn draw(page: &mut Page, picture: &Picture<'_>, piece: Piece, middle: (usize, usize)) {
    shape(page, picture, piece, middle);
    let letter = fen::owner(picture.variant, piece.player).to_uppercase();
    if !letter.is_empty() {
        let (x, y) = (middle.0 + SIDE * 17 / 50, middle.1 + SIDE * 17 / 50);
        let (radius, ink) = (SIDE * 7 / 50, tone(picture, piece.player));
        page.push(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#ffffff\" stroke=\"{ink}\" stroke-width=\"1\"/>"
        ));
        page.text(&letter, (x, y), SIDE * 13 / 50, "#1c1c1c");
    }
}

/// The colour of a player's pieces on a light background; grey if the player is eliminated.
fn tone(picture: &Picture<'_>, player: PlayerId) -> &'static str {
    if picture.setup.out.contains(player) { "#8a8a8a" } else { ink(picture.variant.drawing.colour(player)) }
}

fn shape(page: &mut Page, picture: &Picture<'_>, piece: Piece, middle: (usize, usize)) {
    let colour = picture.variant.drawing.colour(piece.player);
    let gone = picture.setup.out.contains(piece.player);
    let look = Disc::of(&picture.variant.drawing, piece.player);
    let look = if gone { Disc { ground: "#dddddd", ink: "#6a6a6a", rim: "#8a8a8a", ..look } } else { look };
    let wedges = picture.variant.drawing.tiles == Tiles::Wedges;
    let tile = |page: &mut Page, text: &str| {
        if wedges { wedge(page, text, picture, piece, middle) } else { disc(page, text, look, middle) }
    };
    if picture.glyphs != Glyphs::Pictures {
        return tile(page, &picture.glyph(piece));
    }
    let name = picture.variant.drawing.picture(piece.role, piece.player);
    let name = name.or_else(|| picture.written(piece).filter(|_| wedges));
    match name.and_then(|name| Some((name, outlines::find(name)?))) {
        Some((name, Outline { body, light: Some(light), dark: Some(dark), .. })) => {
            let (size, id) = (SIDE * 9 / 10, |layer: &str| format!("p-{name}-{layer}"));
            if colour == Colour::White && !gone {
                page.shape(id("body"), body, middle, size, "fill=\"#ffffff\"");
                page.shape(id("light"), light, middle, size, "fill=\"#1c1c1c\"");
            } else {
                // The white edge separates a dark piece from a dark square.
                let edge =
                    "fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"22\" stroke-linejoin=\"round\"";
                page.shape(id("body"), body, middle, size, edge);
                page.shape(
                    id("dark"),
                    dark,
                    middle,
                    size,
                    &format!("fill=\"{}\"", tone(picture, piece.player)),
                );
            }
        }
        _ => {
            // Without a picture the letter is drawn; the disc shows the owner.
            let letter = || picture.variant.role(piece.role).symbol();
            tile(page, &name.map_or_else(letter, str::to_owned));
        }
    }
}

/// The colour for drawing on a light background.
const fn ink(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "#b5121b",
        Colour::Blue => "#0b4f9c",
        Colour::Green => "#1d6b34",
        Colour::Yellow => "#a97400",
        Colour::Violet => "#6a1b9a",
        Colour::Orange => "#c2410c",
        _ => "#1c1c1c",
    }
}

/// The look of a player's discs.
#[derive(Clone, Copy)]
struct Disc {
    ground: &'static str,
    ink: &'static str,
    rim: &'static str,
    /// Whether it belongs to the first player, whose discs have two thin rings instead of a broad one.
    first: bool,
}

impl Disc {
    /// If one of the players is white, colours apply to the discs themselves, otherwise to the characters on wood.
    fn of(drawing: &Drawing, player: PlayerId) -> Self {
        let (colour, first) = (drawing.colour(player), player.index() == 0);
        let ink = ink(colour);
        match colour {
            Colour::White => Self { ground: "#ffffff", ink, rim: ink, first },
            _ if drawing.colours.contains(&Colour::White) => {
                Self { ground: ink, ink: "#ffffff", rim: "#ffffff", first }
            }
            _ => Self { ground: "#fbeecb", ink, rim: ink, first },
        }
    }
}

/// A disc with a text.
fn disc(page: &mut Page, text: &str, look: Disc, middle: (usize, usize)) {
    let (x, y) = middle;
    let radius = SIDE * 23 / 50;
    let Disc { ground, ink, rim, first } = look;
    let width = if first || rim == "#ffffff" { 2 } else { 4 };
    page.push(format_args!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{ground}\" stroke=\"{rim}\" stroke-width=\"{width}\"/>"
    ));
    if first {
        let inner = radius - 4;
        page.push(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{inner}\" fill=\"none\" stroke=\"{rim}\" stroke-width=\"1\"/>"
        ));
    }
    inscription(page, text, middle, SIDE * 31 / 50, SIDE * 19 / 50, ink);
}

/// A text on wood; two characters are stacked.
fn inscription(page: &mut Page, text: &str, (x, y): (usize, usize), one: usize, each: usize, ink: &str) {
    let mut characters = text.chars();
    match (characters.next(), characters.next(), characters.next()) {
        (Some(above), Some(below), None) if !text.is_ascii() => {
            for (character, y) in [(above, y - each / 2), (below, y + each / 2)] {
                page.text(character.encode_utf8(&mut [0; 4]), (x, y), each, ink);
            }
        }
        _ => page.text(text, (x, y), one, ink),
    }
}

/// A wedge with a text, pointing in the direction of its player's moves. A promoted piece is written in red.
fn wedge(page: &mut Page, text: &str, picture: &Picture<'_>, piece: Piece, (x, y): (usize, usize)) {
    let role = picture.variant.role(piece.role);
    let turn = turn(picture, piece);
    let half = SIDE / 2;
    page.push(format_args!(
        "<g transform=\"translate({} {}) rotate({turn} {half} {half})\">",
        x - half,
        y - half
    ));
    page.push(format_args!(
        "<path d=\"M{half} 4L47 12L53 55H7L13 12Z\" fill=\"#fbeecb\" stroke=\"#4a3418\" stroke-width=\"1.5\" \
         stroke-linejoin=\"round\"/>"
    ));
    let ink = match picture.setup.out.contains(piece.player) {
        true => "#8a8a8a",
        false if role.symbol().starts_with('+') => ink(Colour::Red),
        false => ink(Colour::Black),
    };
    inscription(page, text, (half, half + 3), SIDE / 2, SIDE * 2 / 5, ink);
    page.push(format_args!("</g>"));
}

/// The rotation of a player's pieces from the first player's view, by the direction of the second axis.
fn turn(picture: &Picture<'_>, piece: Piece) -> usize {
    let player = picture.variant.players.get(piece.player.index());
    let ahead = player.map(|player| player.orientation.to_board(Displacement::new(&[0, 1])));
    match ahead.map(|ahead| [ahead.0[0].signum(), ahead.0[1].signum()]) {
        Some([_, -1]) => 180,
        Some([1, _]) => 90,
        Some([-1, _]) => 270,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::draw::{Glyphs, drawn};
    use crate::library;
    use crate::variant::PlayerId;

    #[test]
    fn names_of_two_characters_stand_one_below_the_other() {
        let rules = library::rules("shogi").unwrap();
        // Each outlined character is placed separately.
        let characters = |role: &str, glyphs| {
            let piece = rules.variant().piece(PlayerId(0), rules.variant().role_named(role).unwrap());
            drawn(rules.variant(), piece, glyphs).body.matches("<use href=\"#c").count()
        };
        let promoted = rules
            .variant()
            .roles
            .iter()
            .find(|role| role.names.iter().any(|name| name.names[0][0] == "成銀"));
        assert_eq!(characters(&promoted.unwrap().name, Glyphs::Full), 2);
        assert_eq!(characters("king", Glyphs::Chinese), 1);
    }
}
