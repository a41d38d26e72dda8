//! How a game looks: what its board is drawn as, what its pieces show, which colours its players have.
//!
//! Nothing here changes a rule.

use super::{PlayerId, RoleId, ZoneId};

/// How a variant is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// What the board is drawn as.
    pub board: BoardStyle,
    /// Zones that are seen on the board, in the order of the rule file.
    pub marks: Vec<ZoneMark>,
    /// What zones are called in other languages.
    pub zone_names: Vec<ZoneName>,
    /// What the pieces show, by role and player: the name of an outline, or one character. Empty where the file says
    /// nothing.
    pub pictures: Vec<Vec<String>>,
    /// The players' colours, by player.
    pub colours: Vec<Colour>,
}

impl Drawing {
    /// What a player's piece of a role shows, if the rule file says so.
    #[must_use]
    pub fn picture(&self, role: RoleId, player: PlayerId) -> Option<&str> {
        let pictures = self.pictures.get(role.index())?;
        let own = if player == PlayerId::NOBODY { pictures.first() } else { pictures.get(player.index()) };
        own.map(String::as_str)
    }

    /// A player's colour, or that of pieces that are nobody's.
    #[must_use]
    pub fn colour(&self, player: PlayerId) -> Colour {
        if player == PlayerId::NOBODY {
            return Colour::Yellow;
        }
        self.colours.get(player.index()).copied().unwrap_or_default()
    }
}

/// What a board is drawn as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardStyle {
    /// Squares, light and dark in turn; the first on every axis is dark.
    #[default]
    Checks,
    /// The same, and the first is light.
    LightChecks,
    /// Squares, all of one colour.
    Plain,
    /// Lines, with the pieces on the points where they cross.
    Points,
    /// Hexagons: the board has three axes, and the coordinates of all squares have one sum.
    Hexagons,
}

/// A zone that is seen on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneMark {
    /// The zone, as every player sees it.
    pub zone: ZoneId,
    /// What it looks like.
    pub look: ZoneLook,
    /// What is written there; empty for nothing.
    pub text: String,
}

/// What a zone is called in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneName {
    /// The zone.
    pub zone: ZoneId,
    /// The language tag (`zh`).
    pub language: String,
    /// Its name.
    pub name: String,
}

/// What a zone looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZoneLook {
    /// The lines from corner to corner.
    Diagonals,
    /// Lines that lead out of it are broken off, but at the edges of the board: a river lies before it.
    River,
    /// A small angle in each corner of its squares, or around its points.
    Corners,
    /// A darker ground.
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
    /// The colours with their names in rule files.
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

    /// The colour that a player's name says (`Red`), if it says one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|&(_, colour)| colour)
    }
}
