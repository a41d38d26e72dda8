//! What is played in a study: from which positions, at which strengths, and what the games are drawn from.

use std::time::Duration;

use crate::geometry::Square;
use crate::position::{Position, Rules};
use crate::search::Limits;
use crate::variant::{PlayerId, RoleId};

/// How long a move is thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "cli", serde(rename_all = "lowercase"))]
pub enum Strength {
    /// So many positions are looked at; the same games every time.
    Nodes(u64),
    /// For so long.
    Time(Duration),
}

impl Strength {
    /// The limits of a search.
    #[must_use]
    pub fn limits(self) -> Limits {
        match self {
            Self::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Self::Time(time) => Limits { time: Some(time), ..Limits::default() },
        }
    }
}

impl std::fmt::Display for Strength {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Time(time) => write!(f, "{} s a move", time.as_secs_f64()),
        }
    }
}

/// A position that games begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Start {
    /// What reports call it.
    pub name: String,
    /// The position; none is that of the rule file.
    pub fen: Option<String>,
}

/// What is played. Game number n has strength n modulo their number, and the start after that.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Plan {
    /// What the games are drawn from.
    pub seed: u64,
    /// The strengths.
    pub strengths: Vec<Strength>,
    /// Where games begin: as the rules say, then handicaps. Of those only the results are kept.
    pub starts: Vec<Start>,
    /// So many plies at the beginning are drawn from the best moves, so that games differ.
    pub opening: u32,
    /// A game that is longer is drawn.
    pub limit: u32,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            seed: 1,
            strengths: vec![Strength::Nodes(1000)],
            starts: vec![Start { name: "as the rules say".to_owned(), fen: None }],
            opening: 6,
            limit: 600,
        }
    }
}

/// Handicaps for a player: for each kind of piece that is not royal, the start position without one of them, where that can
/// be played.
#[must_use]
pub fn odds(rules: &Rules, player: PlayerId) -> Vec<Start> {
    let variant = rules.variant();
    let roles = (0..variant.roles.len()).map(|index| RoleId(index as u8));
    let without = |role: RoleId| {
        let mut setup = variant.start.clone();
        let own = |one: &Option<crate::variant::Piece>| {
            one.is_some_and(|piece| piece.player == player && piece.role == role)
        };
        let square = setup.squares.iter().position(own)?;
        setup.squares[square] = None;
        // Nobody castles with a rook that is not there.
        let square = Square(square as u16);
        for (bit, slot) in variant.right_slots.iter().enumerate() {
            if slot.squares.contains(square) {
                setup.rights &= !(1 << bit);
            }
        }
        let position =
            Position::from_setup(rules, setup).ok().filter(|position| position.outcome().is_none())?;
        let owner = variant.players.get(player.index())?;
        let name = format!(
            "{} without the {} on {}",
            owner.name,
            variant.role(role).name,
            variant.board.name(square)
        );
        Some(Start { name, fen: Some(position.fen()) })
    };
    roles.filter(|&role| !variant.role(role).royal).filter_map(without).collect()
}
