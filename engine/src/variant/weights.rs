//! What a search thinks of the pieces of one game, where games have shown more than follows from the rules.

/// Numbers of the evaluation that were fitted to games. What is missing follows from the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// What it is worth to be the one to move, in hundredths of the weakest piece.
    pub tempo: Option<i32>,
    /// What attacks near a royal are worth, in hundredths of what they are worth by themselves.
    pub attack: Option<i32>,
    /// The same of threats to more valuable pieces.
    pub threats: Option<i32>,
    /// By role.
    pub roles: Vec<RoleWeights>,
}

/// What a search thinks of a kind of piece, in hundredths of the weakest piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleWeights {
    /// The value of a piece on the board, in the middle game and in the endgame.
    pub value: Option<(i32, i32)>,
    /// The value of a piece in hand.
    pub hand: Option<i32>,
    /// What one move more is worth, in sixteenths.
    pub mobility: Option<i32>,
    /// What a place is worth beside what it is worth by the rules, in the middle game and in the endgame: by own axis of the
    /// player and by coordinate there. The worths on all axes add up; an axis without any says nothing.
    pub places: Vec<Vec<(i32, i32)>>,
}

impl Weights {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Those of a role.
    pub fn role(&self, role: usize) -> Option<&RoleWeights> {
        self.roles.get(role)
    }
}
