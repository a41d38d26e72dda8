//! How a game ends.

use std::fmt;

use super::{Counting, Lost, PlayerId, PlayerSet, Points, Predicate, RoleId, RoleSet, TeamLost};

/// A result as a rule file states it, for the player concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player concerned wins.
    Win,
    /// The player concerned loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// When the game is over and with what result.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// In check without a legal move: the verdict for the player to move.
    pub checkmate: Verdict,
    /// Not in check without a legal move: the verdict for the player to move.
    pub stalemate: Verdict,
    /// The same where two sides are left, if that differs.
    pub last_stalemate: Option<Verdict>,
    /// A player whose royal is gone: the verdict for that player.
    pub royal_lost: Verdict,
    /// A position that recurs.
    pub repetition: Option<Repetition>,
    /// Many moves without progress.
    pub quiet: Option<QuietLimit>,
    /// Counts within which somebody must mate.
    pub counting: Vec<Counting>,
    /// Too little material on both sides: a draw if the two sides fit one of these.
    pub insufficient: Vec<[Material; 2]>,
    /// Ends of this game's own, asked in order when a turn has ended.
    pub ends: Vec<End>,
    /// What pieces are worth, where the file says so.
    pub points: Option<Points>,
    /// What becomes of the pieces of a player who is out, where more than two play.
    pub lost: Lost,
    /// When the players of a team are out.
    pub team_lost: TeamLost,
}

/// An end of a game's own: once a turn has ended and the conditions hold for a player, that player has this result. They
/// are asked first for the player who has just moved, then for the others, each seeing the board as their own.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The result of the player for whom the conditions hold.
    pub verdict: Verdict,
    /// What must hold.
    pub when: Vec<Predicate>,
    /// What the rule file calls it, for messages; empty where it gives no name.
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

/// The same position, the same player to move, several times over.
#[derive(Clone, Debug, PartialEq)]
pub struct Repetition {
    /// At which occurrence the game ends.
    pub times: u16,
    /// The verdict for the player who moved into it.
    pub result: Verdict,
    /// If one player alone gave check with every move of the cycle: the verdict for that player.
    pub perpetual_check: Option<Verdict>,
    /// If one player alone chased one piece with every move of the cycle, and nobody gave check all the time.
    pub perpetual_chase: Option<Chase>,
}

/// What it means to chase a piece for ever: to threaten with every move to take it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chase {
    /// The verdict for who does.
    pub result: Verdict,
    /// These may chase for ever.
    pub free: RoleSet,
    /// Captures of which this holds, as of a move of the chaser's, are no chase.
    pub spared: Vec<Predicate>,
    /// Of which pieces which others are chased though they are protected.
    pub always: Vec<(RoleId, RoleSet)>,
}

/// Too many moves without progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuietLimit {
    /// How many moves of one player (plies) in a row.
    pub plies: u32,
    /// The verdict for the player to move.
    pub result: Verdict,
    /// Moves of these roles count as progress. Captures always do.
    pub reset_by: RoleSet,
}

/// At most this much material: a number for each role (by role id).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// How many of each role, by role; those left out are 0.
    pub at_most: Vec<u16>,
    /// These roles may be any number, as long as all of them in the position (both players') stand on squares of
    /// one shade (the parity of the sum of the coordinates).
    pub one_shade: RoleSet,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; `None` is a draw. Of a team that won, the first player.
    pub winner: Option<PlayerId>,
    /// Everybody who won: the winner, and the winner's partners.
    pub winners: PlayerSet,
    /// Everybody who lost. Who neither won nor lost has drawn.
    pub beaten: PlayerSet,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// What a player has come to.
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

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The player to move is in check and has no legal move.
    Checkmate,
    /// The player to move has no legal move and is not in check.
    Stalemate,
    /// A royal piece is gone.
    RoyalLost,
    /// The position recurred too often.
    Repetition,
    /// The position recurred, and one player gave check all the time.
    PerpetualCheck,
    /// The position recurred, and one player chased one piece all the time.
    PerpetualChase,
    /// Too many moves without progress.
    QuietLimit,
    /// The moves within which a player had to mate have been counted out.
    Counting,
    /// Neither side can win any more.
    InsufficientMaterial,
    /// The end with this index in [`Ending::ends`].
    End(u16),
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
            Self::Counting => "the moves are counted out",
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
