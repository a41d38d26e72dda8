//! Effects: changes that a move makes besides its displacement and the capture on the target.

use super::{CounterId, Place, Predicate, RightId, RoleId};

/// One effect.
///
/// Places start from the move's origin, and squares off the board are skipped. Filters read the board at the
/// moment when the effect is applied.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Removes every piece in the place that satisfies the filter.
    Take(Place, Vec<Predicate>),
    /// Moves the piece on the first square (if any) to the second, and removes the piece that stands there.
    Shift(Place, Place),
    /// Marks squares until the opponent has moved. The moved piece is the marker.
    Mark(Place),
    /// Removes the marker of the target. If the target has no mark, removes the marker of all marks, provided
    /// there is only one.
    TakeMarker,
    /// Keeps the opponents' marks for the rest of the turn.
    KeepMarks,
    /// Promotes the moved piece to a role that the mover chooses.
    Promote(Vec<RoleId>),
    /// Changes the role of the moved piece.
    Become(RoleId),
    /// Places a piece of the mover on each square of the place, and removes the pieces that stand there.
    Put(RoleId, Place),
    /// Changes the owner of the pieces in the place that satisfy the filter. The mover's own pieces go to the
    /// opponent, all others to the mover.
    Flip(Place, Vec<Predicate>),
    /// Moves the pieces in the place to the mover's hand.
    ToHand(Place),
    /// Drops a piece on the square; the mover chooses one of these roles from the hand. Removes the piece
    /// that stands there.
    Drop(Vec<RoleId>, Place),
    /// Adds a number to a counter of the mover.
    Add(CounterId, i16),
    /// Sets a counter of the mover to a value.
    Set(CounterId, i16),
    /// Sets a counter of the mover (the first) to the value of another.
    Copy(CounterId, CounterId),
    /// Grants a right to the mover. With a place: grants the right of that square to its owner.
    Gain(RightId, Option<Place>),
    /// Takes a right from the mover. With a place: takes the right of that square from its owner.
    Lose(RightId, Option<Place>),
    /// Gives the same player another move.
    Again,
    /// An effect supplied by the embedding program: index into
    /// [`Variant::native_effects`](super::Variant::native_effects).
    Native(u16),
}

impl Effect {
    /// Whether it can remove a piece or change its owner.
    #[must_use]
    pub const fn may_remove(&self) -> bool {
        matches!(
            self,
            Self::Take(..)
                | Self::Shift(..)
                | Self::TakeMarker
                | Self::Put(..)
                | Self::Flip(..)
                | Self::ToHand(_)
                | Self::Drop(..)
                | Self::Native(_)
        )
    }

    /// The kind of effect as one word (`take-marker`), for programs that read moves.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Take(..) => "take",
            Self::Shift(..) => "shift",
            Self::Mark(_) => "mark",
            Self::TakeMarker => "take-marker",
            Self::KeepMarks => "keep-marks",
            Self::Promote(_) => "promote",
            Self::Become(_) => "become",
            Self::Put(..) => "put",
            Self::Flip(..) => "flip",
            Self::ToHand(_) => "to-hand",
            Self::Drop(..) => "drop",
            Self::Add(..) => "add",
            Self::Set(..) | Self::Copy(..) => "set",
            Self::Gain(..) => "gain",
            Self::Lose(..) => "lose",
            Self::Again => "again",
            Self::Native(_) => "native",
        }
    }
}

/// Effects that follow a move if all guards hold. Guards read the position before the move.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// The conditions, evaluated like guards of the move's last leg.
    pub guards: Vec<Predicate>,
    /// The effects, in order.
    pub effects: Vec<Effect>,
}
