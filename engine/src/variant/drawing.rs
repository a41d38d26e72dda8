//! The appearance of a game: the style of the board, the pictures of the pieces, the colours of the players.
//!
//! Nothing here affects a rule.

use super::{PlayerId, RoleId, ZoneId};
use crate::geometry::Square;

/// How a variant is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The style of the board.
    pub board: BoardStyle,
    /// The zones that are drawn on the board, in the order of the rule file.
    pub marks: Vec<ZoneMark>,
    /// The names of zones in other languages.
    pub zone_names: Vec<ZoneName>,
    /// The picture of each piece, by role and player: the name of an outline, or one character. Empty if the
    /// rule file gives none.
    pub pictures: Vec<Vec<String>>,
    /// The players' colours, by player.
    pub colours: Vec<Colour>,
    /// The background of characters.
    pub tiles: Tiles,
    /// The labels beside the board that replace coordinates, by axis; empty for coordinates.
    pub labels: Vec<Vec<String>>,
    /// The places of points that form no grid, by square: hundredths of a grid's width to the right of and
    /// above a corner. Empty for a grid.
    pub places: Vec<(u16, u16)>,
    /// The lines between points, each through several of them; empty for the lines of the grid.
    pub lines: Vec<Vec<Square>>,
}

/// The background of a character, for a piece without a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tiles {
    /// Discs.
    #[default]
    Discs,
    /// Wedges that point in the player's direction of play.
    Wedges,
}

impl Drawing {
    /// The picture of a player's piece, if the rule file gives one.
    #[must_use]
    pub fn picture(&self, role: RoleId, player: PlayerId) -> Option<&str> {
        let pictures = self.pictures.get(role.index())?;
        let own = if player == PlayerId::NOBODY { pictures.first() } else { pictures.get(player.index()) };
        own.map(String::as_str)
    }

    /// The colour of a player, or of neutral pieces.
    #[must_use]
    pub fn colour(&self, player: PlayerId) -> Colour {
        if player == PlayerId::NOBODY {
            return Colour::Yellow;
        }
        self.colours.get(player.index()).copied().unwrap_or_default()
    }
}

/// The style of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardStyle {
    /// Light and dark squares; the first square on every axis is dark.
    #[default]
    Checks,
    /// Light and dark squares; the first square on every axis is light.
    LightChecks,
    /// Squares of one colour.
    Plain,
    /// Lines, with the pieces on their crossings.
    Points,
    /// Hexagons. The board has three axes, and the coordinates of every square have the same sum.
    Hexagons,
}

/// A zone that is drawn on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneMark {
    /// The zone. It is drawn once per player, in that player's view.
    pub zone: ZoneId,
    /// How it is drawn.
    pub look: ZoneLook,
    /// The text in the zone; empty for none.
    pub text: String,
}

/// The name of a zone in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneName {
    /// The zone.
    pub zone: ZoneId,
    /// The language tag (`zh`).
    pub language: String,
    /// The name in that language.
    pub name: String,
}

/// How a zone is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZoneLook {
    /// Diagonal lines from corner to corner, as in a palace.
    Diagonals,
    /// A river: lines that leave the zone are interrupted, except at the edges of the board.
    River,
    /// A small angle in each corner of its squares, or around its points.
    Corners,
    /// A darker background.
    Shade,
}

/// The colour of a player's pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colour {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Violet.
    Violet,
    /// Orange.
    Orange,
}

impl Colour {
    /// All colours with their names in rule files.
    pub const ALL: [(&'static str, Self); 8] = [
        ("white", Self::White),
        ("black", Self::Black),
        ("red", Self::Red),
        ("blue", Self::Blue),
        ("green", Self::Green),
        ("yellow", Self::Yellow),
        ("violet", Self::Violet),
        ("orange", Self::Orange),
    ];

    /// The colour named like a player (`Red`), if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|&(_, colour)| colour)
    }
}
