//! Pieces in hand: where captured pieces go, and as which role.

/// The hand rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Hand {
    /// The player whose hand receives captured pieces; `None` if captured pieces leave the game.
    pub taken: Option<Taken>,
    /// The role that a promoted piece takes in a hand.
    pub revert: Revert,
}

/// The player whose hand receives a captured piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Taken {
    /// The player who captured it. The piece changes owner.
    Taker,
    /// The player who owned it.
    Owner,
}

/// The role that a promoted piece takes in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Revert {
    /// Its role before promotion, derived from the role alone: [`Role::reverts`](super::Role::reverts).
    #[default]
    Role,
    /// Its role before promotion, if the piece is flagged as promoted
    /// ([`Setup::promoted`](super::Setup::promoted)).
    Mark,
    /// Its present role.
    Never,
}
