//! Effects: what happens with a move besides the displacement and the capture on the target.

use super::{CounterId, Place, Predicate, RightId, RoleId};

/// One effect. Squares off the board are skipped. Places reckon from the move's origin; filters read the board as it
/// is when the effect happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Removes every piece on the squares of the place that satisfies the filter.
    Take(Place, Vec<Predicate>),
    /// Moves the piece on the first square (if any) to the second, removing what stands there.
    Shift(Place, Place),
    /// Marks squares until the opponent has moved; the moved piece is the marker.
    Mark(Place),
    /// Removes the piece that left the mark on the target; where the target has none, the only one that has left marks.
    TakeMarker,
    /// The opponents' marks stay for the rest of the turn.
    KeepMarks,
    /// The mover chooses what the moved piece becomes.
    Promote(Vec<RoleId>),
    /// The moved piece becomes this.
    Become(RoleId),
    /// A piece of the mover's appears there, in place of what stands there.
    Put(RoleId, Place),
    /// The pieces on the place that satisfy the filter change to the mover's side (or, if already the mover's, to the
    /// opponent's).
    Flip(Place, Vec<Predicate>),
    /// The pieces on the place go to the mover's hand.
    ToHand(Place),
    /// The mover chooses one of these roles from the hand; such a piece comes to the square in place of what stands there.
    Drop(Vec<RoleId>, Place),
    /// Changes a counter of the mover's by so much.
    Add(CounterId, i16),
    /// Gives a counter of the mover's this value.
    Set(CounterId, i16),
    /// Gives a counter of the mover's (the first) the value of another.
    Copy(CounterId, CounterId),
    /// The mover has this right from now on; with a place, whoever has the right of that square has it.
    Gain(RightId, Option<Place>),
    /// The mover loses this right; with a place, whoever has the right of that square loses it.
    Lose(RightId, Option<Place>),
    /// The same player moves once more.
    Again,
    /// An effect of the embedding program: index into
    /// [`Variant::native_effects`](super::Variant::native_effects).
    Native(u16),
}

impl Effect {
    /// What kind of effect it is, in one word (`take-marker`), for programs that read about moves.
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
    /// The conditions, read like guards of the move's last leg.
    pub guards: Vec<Predicate>,
    /// What then happens, in order.
    pub effects: Vec<Effect>,
}
