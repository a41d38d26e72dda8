//! Whose a piece is, at a glance: a colour where there are colours, a sign where there are none.

use carn::variant::{Piece, PlayerId, Variant};

use super::Picture;
use crate::cli::console::Paint;

/// The colour of a player's pieces: the one that the player is called after, if it is one that can be seen on a light
/// and on a dark ground.
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

/// What follows the pieces of all players but the first where some look the same otherwise and there are no colours.
pub const SIGN: &str = "'";

/// Whether two players have pieces that look the same.
pub fn look_alike(picture: &Picture<'_>) -> bool {
    let all: Vec<(PlayerId, String)> =
        picture.setup.pieces().map(|(_, piece): (_, Piece)| (piece.player, picture.glyph(piece))).collect();
    all.iter().any(|(player, glyph)| all.iter().any(|(other, same)| other != player && same == glyph))
}

/// What the sign means, in words.
pub fn legend(variant: &Variant) -> String {
    let others: Vec<&str> = variant.players.iter().skip(1).map(|player| player.name.as_str()).collect();
    format!("{SIGN} follows the pieces of {}", others.join(" and "))
}
