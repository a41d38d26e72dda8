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
    /// What a second piece of the kind adds.
    pub pair: Option<i32>,
    /// What a passed piece is worth by the moves left to its promotion, in the middle game and in the endgame. Passed are pieces
    /// that only go forward and that no piece of the opponent's of the same role can stop.
    pub passed: Vec<(i32, i32)>,
    /// What a square is worth by how it lies to the player's own royal, and to the opponent's, in the middle game and in the
    /// endgame: row by row from three steps behind the royal to three before it, as the player sees it, and in each row by
    /// steps aside, none to three. Squares farther away count as the nearest of these.
    pub royals: [Vec<(i32, i32)>; 2],
    /// By role: what a neighbour of that role is worth, of the player's own and of the opponent's: in front, diagonally in front,
    /// beside, diagonally behind, behind.
    pub beside: Vec<[Vec<i32>; 2]>,
}

impl RoleWeights {
    /// What neighbours of a role are worth, of the player's own or of the opponent's.
    pub fn beside(&self, role: usize, own: bool) -> Option<&[i32]> {
        self.beside.get(role).map(|lists| lists[usize::from(!own)].as_slice())
    }
}

impl Weights {
    /// How far before, behind and beside a royal squares are told apart.
    pub const STEPS: i16 = 3;
    /// The squares around a royal that are told apart, those to the left and to the right being the same.
    pub const AROUND: usize = ((2 * Self::STEPS + 1) * (Self::STEPS + 1)) as usize;
    /// The neighbours of a square that are told apart.
    pub const NEIGHBOURS: usize = 5;
    /// The moves to promotion that are told apart.
    pub const MOVES: usize = 8;

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Those of a role.
    pub fn role(&self, role: usize) -> Option<&RoleWeights> {
        self.roles.get(role)
    }
}
