//! Distinguishes players on a terminal: by colour, or by a sign without colours.

use carn::variant::{Piece, PlayerId, Variant, fen};

use super::Picture;
use crate::cli::console::Paint;

/// The colour of a player's pieces: the colour in the player's name, if it is visible on light and dark backgrounds.
pub fn paint(variant: &Variant, player: PlayerId) -> Paint {
    let name = variant.players.get(player.index()).map_or("", |player| player.name.as_str());
    match name {
        "Red" | "红" | "紅" => Paint::Red,
        "Blue" | "蓝" | "藍" => Paint::Blue,
        "Green" | "绿" | "綠" => Paint::Green,
        "Yellow" | "Gold" | "黄" | "黃" => Paint::Yellow,
        _ => [Paint::Bold, Paint::Blue, Paint::Green, Paint::Yellow][player.index() % 4],
    }
}

/// The sign after a player's pieces if pieces of several players look the same. With two players, only the second has a sign;
/// with more, the sign is the player's letter.
pub fn sign(variant: &Variant, player: PlayerId) -> String {
    match fen::owner(variant, player) {
        "" if player == PlayerId(0) || player == PlayerId::NOBODY => String::new(),
        "" => SIGN.to_owned(),
        letter => letter.to_owned(),
    }
}

const SIGN: &str = "'";

/// Whether two players have pieces that look the same.
pub fn look_alike(picture: &Picture<'_>) -> bool {
    let all: Vec<(PlayerId, String)> =
        picture.setup.pieces().map(|(_, piece): (_, Piece)| (piece.player, picture.glyph(piece))).collect();
    all.iter().any(|(player, glyph)| all.iter().any(|(other, same)| other != player && same == glyph))
}

/// The meaning of the sign, in words.
pub fn legend(variant: &Variant) -> String {
    if variant.players.len() > 2 {
        let each: Vec<String> =
            variant.players.iter().map(|player| format!("{} of {}", player.fen, player.name)).collect();
        return format!("the letter after each piece is its player's: {}", each.join(", "));
    }
    let others: Vec<&str> = variant.players.iter().skip(1).map(|player| player.name.as_str()).collect();
    format!("{SIGN} follows the pieces of {}", others.join(" and "))
}
