//! The plan of a study: start positions, strengths and seed.

use std::time::Duration;

use crate::geometry::Square;
use crate::position::{Position, Rules};
use crate::random::Random;
use crate::search::{Evaluation, Limits};
use crate::variant::{PlayerId, RoleId, RoleSet, Setup, Variant};

use super::game::two_sides;

/// The limit of thinking per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "cli", serde(rename_all = "lowercase"))]
pub enum Strength {
    /// A number of nodes. The games are reproducible.
    Nodes(u64),
    /// A duration.
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

/// A start position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Start {
    /// Its name in reports.
    pub name: String,
    /// The FEN; `None` for the start position of the rule file.
    pub fen: Option<String>,
}

/// The plan of a study. Games rotate through the strengths, then the starts. If piece values are wanted, every second one has
/// unequal armies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Plan {
    /// The seed of the games.
    pub seed: u64,
    /// The strengths.
    pub strengths: Vec<Strength>,
    /// The start positions: first that of the rules, then handicaps. Only results are recorded for handicaps.
    pub starts: Vec<Start>,
    /// Whether half of the games have unequal armies, to measure piece values.
    pub values: bool,
    /// The number of opening plies chosen randomly among the best moves, so that games differ.
    pub opening: u32,
    /// The number of plies after which a game is a draw.
    pub limit: u32,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            seed: 1,
            strengths: vec![Strength::Nodes(1000)],
            starts: vec![Start { name: "as the rules say".to_owned(), fen: None }],
            values: true,
            opening: 8,
            limit: 600,
        }
    }
}

/// The start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begins {
    /// One of the plan's starts.
    Start(usize),
    /// Unequal armies.
    Unequal,
}

impl Plan {
    /// The start and the index of the strength for the game of this number; `None` without strengths or starts.
    pub(super) fn game(&self, number: u64) -> Option<(Begins, usize)> {
        let strength = number.checked_rem(self.strengths.len() as u64)?;
        let mut round = number / self.strengths.len() as u64;
        if self.values {
            if round % 2 == 1 {
                return Some((Begins::Unequal, strength as usize));
            }
            round /= 2;
        }
        Some((Begins::Start(round.checked_rem(self.starts.len() as u64)? as usize), strength as usize))
    }
}

/// The maximum number of kinds of piece that each army lacks.
const MISSING: usize = 3;
/// The number of attempts to find playable armies of similar value.
const ATTEMPTS: usize = 300;

/// A start position in which both sides lack different pieces of nearly equal value by the rules' estimate. Games between such
/// armies reveal most about piece values. Also returns the first side's surplus by kind. `None` unless there are two sides with
/// removable pieces.
pub(super) fn unequal(
    rules: &Rules,
    evaluation: &Evaluation,
    random: &mut Random,
) -> Option<(Position, Vec<i16>)> {
    let variant = rules.variant();
    let [first, _] = two_sides(variant)?;
    let mut own: [Vec<(Square, RoleId)>; 2] = Default::default();
    for (square, piece) in variant.start.pieces() {
        let role = variant.role(piece.role);
        if !role.royal && !piece.is_neutral() {
            own[usize::from(!first.contains(piece.player))].push((square, piece.role));
        }
    }
    let roles = |pieces: &[(Square, RoleId)]| -> RoleSet { pieces.iter().map(|&(_, role)| role).collect() };
    let kinds = own.each_ref().map(|pieces| roles(pieces).iter().collect::<Vec<_>>());
    let worth = |role: RoleId| evaluation.value(role);
    let least = kinds.iter().flatten().map(|&role| worth(role).abs()).filter(|&worth| worth > 0).min()?;
    for _ in 0..ATTEMPTS {
        let mut setup = variant.start.clone();
        let mut balance = vec![0; variant.roles.len()];
        for side in 0..2 {
            let mut left = own[side].clone();
            for _ in 0..=random.below(MISSING) {
                // Each kind is equally likely, however many pieces it has.
                let role = *random.choose(&kinds[side])?;
                let there: Vec<usize> = (0..left.len()).filter(|&at| left[at].1 == role).collect();
                let Some(&at) = random.choose(&there) else { continue };
                let (square, _) = left.swap_remove(at);
                take_off(variant, &mut setup, square);
                balance[role.index()] += if side == 0 { -1 } else { 1 };
            }
        }
        let roles = (0..).map(RoleId).zip(&balance);
        let more: i32 = roles.map(|(role, &number)| worth(role) * i32::from(number)).sum();
        if more.abs() > 2 * least || balance.iter().all(|&number| number == 0) {
            continue;
        }
        let playable =
            Position::from_setup(rules, setup).ok().filter(|position| position.outcome().is_none());
        if let Some(position) = playable {
            return Some((position, balance));
        }
    }
    None
}

/// Whether games with unequal armies are possible.
#[must_use]
pub fn has_values(rules: &Rules) -> bool {
    unequal(rules, &Evaluation::by_rules(rules), &mut Random::new(0)).is_some()
}

/// Removes a piece from a start position, with the rights that depend on it (no castling with a missing rook).
fn take_off(variant: &Variant, setup: &mut Setup, square: Square) {
    setup.squares[square.index()] = None;
    setup.undisturbed.remove(square);
    for (bit, slot) in variant.right_slots.iter().enumerate() {
        if slot.squares.contains(square) {
            setup.rights &= !(1 << bit);
        }
    }
}

/// Handicaps for a player: for each kind of non-royal piece, the start position without one of them, if it is playable.
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
        let square = Square(square as u16);
        take_off(variant, &mut setup, square);
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
