//! Pieces in hand: what goes there, and as what.

/// What becomes of pieces that are taken, in a game with hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Hand {
    /// Into whose hand what is taken goes; `None`: it is gone.
    pub taken: Option<Taken>,
    /// What a promoted piece is when it goes there.
    pub revert: Revert,
}

/// Whose hand receives what is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Taken {
    /// The player's who took it, as one of theirs.
    Taker,
    /// The player's whose it was.
    Owner,
}

/// What a promoted piece is in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Revert {
    /// What it was, by its role alone: [`Role::reverts`](super::Role::reverts).
    #[default]
    Role,
    /// What it was, if it carries the mark of a promoted piece ([`Setup::promoted`](super::Setup::promoted)).
    Mark,
    /// What it is.
    Never,
}
