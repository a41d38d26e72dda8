//! How a game ends.

use std::fmt;

use super::{Counting, Lost, PlayerId, PlayerSet, Points, Predicate, RoleId, RoleSet, TeamLost};

/// A result from the point of view of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player wins.
    Win,
    /// The player loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// The endings of a game and their results.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// Checkmate (in check and no legal move): the result for the player to move.
    pub checkmate: Verdict,
    /// Stalemate (not in check and no legal move): the result for the player to move.
    pub stalemate: Verdict,
    /// Stalemate once only two sides are left, if its result differs.
    pub last_stalemate: Option<Verdict>,
    /// Loss of the last royal piece: the result for its owner.
    pub royal_lost: Verdict,
    /// Repetition of a position.
    pub repetition: Option<Repetition>,
    /// The limit of plies without progress.
    pub quiet: Option<QuietLimit>,
    /// Counting rules: a player must mate within a number of moves.
    pub counting: Vec<Counting>,
    /// Insufficient material: the game is drawn if the two sides fit one of these pairs.
    pub insufficient: Vec<[Material; 2]>,
    /// Custom endings, evaluated in order when a turn has ended.
    pub ends: Vec<End>,
    /// The values of pieces, if the rule file gives them.
    pub points: Option<Points>,
    /// With more than two players: how the pieces of an eliminated player are treated.
    pub lost: Lost,
    /// When the players of a team are eliminated.
    pub team_lost: TeamLost,
}

/// A custom ending. When a turn has ended and the conditions hold for a player, that player has this result.
///
/// The conditions are evaluated for the player who has just moved, then for the others. Each player sees the
/// board from their own side.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The result for the player whose conditions hold.
    pub verdict: Verdict,
    /// The conditions.
    pub when: Vec<Predicate>,
    /// The name of the ending for messages: its reason in the rule file, or the condition as written there.
    pub reason: String,
}

impl Default for Ending {
    fn default() -> Self {
        Self {
            checkmate: Verdict::Loss,
            stalemate: Verdict::Draw,
            last_stalemate: None,
            royal_lost: Verdict::Loss,
            repetition: None,
            quiet: None,
            counting: Vec::new(),
            insufficient: Vec::new(),
            ends: Vec::new(),
            points: None,
            lost: Lost::default(),
            team_lost: TeamLost::default(),
        }
    }
}

/// Repetition: the same position with the same player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Repetition {
    /// The occurrence at which the game ends, for example 3 for threefold repetition.
    pub times: u16,
    /// The result for `player`, otherwise for the player who completed the repetition.
    pub result: Verdict,
    /// The player to whom the result applies, whoever completed the repetition.
    pub player: Option<PlayerId>,
    /// Perpetual check: the result for a player who gave check with every move of the cycle, if the opponent
    /// did not.
    pub perpetual_check: Option<Verdict>,
    /// Perpetual chase: applies if one player chased the same piece with every move of the cycle, the
    /// opponent did not, and neither gave perpetual check.
    pub perpetual_chase: Option<Chase>,
}

/// The rule on perpetual chase: threatening the same piece with every move.
#[derive(Clone, Debug, PartialEq)]
pub struct Chase {
    /// The result for the chasing player.
    pub result: Verdict,
    /// Roles that may chase forever.
    pub free: RoleSet,
    /// Captures that satisfy these conditions are not a chase. The conditions are evaluated as for a move of
    /// the chasing player.
    pub spared: Vec<Predicate>,
    /// Pairs of a chasing role and the roles that it chases even if they are protected.
    pub always: Vec<(RoleId, RoleSet)>,
}

/// The limit of plies without progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuietLimit {
    /// The limit, in plies.
    pub plies: u32,
    /// The result for the player to move.
    pub result: Verdict,
    /// Roles whose moves are progress. Captures always are.
    pub reset_by: RoleSet,
}

/// A bound on the material of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// The largest number of pieces of each role, by role id; missing entries are 0.
    pub at_most: Vec<u16>,
    /// Roles without a bound, provided all their pieces on the board, of both players, stand on squares of
    /// one shade. The shade is the parity of the sum of the coordinates.
    pub one_shade: RoleSet,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or `None` for a draw. If a team won, its first player.
    pub winner: Option<PlayerId>,
    /// All winners: the winner and their partners.
    pub winners: PlayerSet,
    /// All losers. Players in neither set have drawn.
    pub beaten: PlayerSet,
    /// The reason.
    pub reason: Reason,
}

impl Outcome {
    /// The result of one player.
    #[must_use]
    pub const fn of(&self, player: PlayerId) -> Verdict {
        if self.winners.contains(player) {
            Verdict::Win
        } else if self.beaten.contains(player) {
            Verdict::Loss
        } else {
            Verdict::Draw
        }
    }
}

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The player to move is in check and has no legal move.
    Checkmate,
    /// The player to move has no legal move and is not in check.
    Stalemate,
    /// A player has lost the last royal piece.
    RoyalLost,
    /// The position was repeated.
    Repetition,
    /// The position was repeated by perpetual check.
    PerpetualCheck,
    /// The position was repeated by perpetual chase.
    PerpetualChase,
    /// The limit of plies without progress was reached.
    QuietLimit,
    /// A count reached its limit.
    Counting,
    /// Neither side has enough material to win.
    InsufficientMaterial,
    /// A custom ending: an index into [`Ending::ends`].
    End(u16),
}

impl Ending {
    /// The reason for players: that of a custom ending as its rule file has it, others in words.
    #[must_use]
    pub fn words(&self, reason: Reason) -> &str {
        let own = match reason {
            Reason::End(index) => self.ends.get(usize::from(index)),
            _ => None,
        };
        own.map(|end| end.reason.as_str()).filter(|own| !own.is_empty()).unwrap_or(reason.words())
    }
}

impl Reason {
    /// The reason as rule files write it in `[[test]]` sections (`royal-lost`).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::RoyalLost => "royal-lost",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::PerpetualChase => "perpetual-chase",
            Self::QuietLimit => "quiet",
            Self::Counting => "counting",
            Self::InsufficientMaterial => "insufficient",
            Self::End(_) => "end",
        }
    }

    /// The reason in words for players (`a royal piece is gone`).
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "no legal move",
            Self::RoyalLost => "a royal piece is gone",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::QuietLimit => "too many moves without progress",
            Self::Counting => "the counting limit was reached",
            Self::InsufficientMaterial => "too little material to win",
            Self::End(_) => "a condition that ends the game",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}
