//! Weights for the evaluation of one game, fitted to played games.

/// Fitted numbers of the evaluation. The search derives missing ones from the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// The value of having the move, in hundredths of the weakest piece.
    pub tempo: Option<i32>,
    /// The scale of attacks near a royal, in hundredths of their default.
    pub attack: Option<i32>,
    /// The scale of threats to more valuable pieces, likewise.
    pub threats: Option<i32>,
    /// The weights by role.
    pub roles: Vec<RoleWeights>,
}

/// The weights of one role, in hundredths of the weakest piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleWeights {
    /// The value of a piece on the board, in the middle game and in the endgame.
    pub value: Option<(i32, i32)>,
    /// The value of a piece in hand.
    pub hand: Option<i32>,
    /// The value of one more move, in sixteenths.
    pub mobility: Option<i32>,
    /// The corrections of the value of a square, in the middle game and in the endgame: by the player's axis
    /// and coordinate. Corrections of all axes add up; an empty axis adds nothing.
    pub places: Vec<Vec<(i32, i32)>>,
}

impl Weights {
    /// Whether there are no weights.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The weights of a role.
    pub fn role(&self, role: usize) -> Option<&RoleWeights> {
        self.roles.get(role)
    }
}
