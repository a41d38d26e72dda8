//! Evaluation weights of one game, fitted to games.

use std::sync::Arc;

use super::Network;

/// Evaluation weights fitted to games. Missing weights follow from the rules. All are in hundredths of the weakest piece unless said
/// otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// The value of the move (tempo).
    pub tempo: Option<i32>,
    /// The weight of attacks near a royal, in percent of the default.
    pub attack: Option<i32>,
    /// The weight of threats to more valuable pieces, in percent of the default.
    pub threats: Option<i32>,
    /// By role.
    pub roles: Vec<RoleWeights>,
    /// A network whose value is added to that of the pieces, in place of mobility, attacks and threats.
    pub network: Option<Arc<Network>>,
}

/// Evaluation weights of one role. Pairs of numbers are for the middle game and for the endgame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleWeights {
    /// The value of a piece on the board.
    pub value: Option<(i32, i32)>,
    /// The value of a piece in hand.
    pub hand: Option<i32>,
    /// The value of one more move, in sixteenths of a hundredth.
    pub mobility: Option<i32>,
    /// Bonus by coordinate, for each own axis of the player. The bonuses of all axes add up; an axis may be empty.
    pub places: Vec<Vec<(i32, i32)>>,
    /// Bonus for two or more pieces of the role.
    pub pair: Option<i32>,
    /// Bonus of a passed piece, by moves left to its promotion. A piece is passed if it only moves forward and no opposing piece of
    /// the same role can stop or capture it on its way.
    pub passed: Vec<(i32, i32)>,
    /// Bonus by position relative to the own royal, and to the opponent's: [`Weights::AROUND`] cells, row by row from
    /// [`Weights::STEPS`] behind the royal to as many in front of it (as the piece's owner sees it). Each row has the
    /// cells for 0 to [`Weights::STEPS`] steps to either side. Squares farther away belong to the nearest cell.
    pub royals: [Vec<(i32, i32)>; 2],
    /// By role: bonus for an adjacent piece of that role, of the player and of the opponent: in front, diagonally in front,
    /// beside, diagonally behind, behind.
    pub beside: Vec<[Vec<i32>; 2]>,
}

impl RoleWeights {
    /// The bonuses for an adjacent piece of a role, of the player's own or of the opponent's.
    pub fn beside(&self, role: usize, own: bool) -> Option<&[i32]> {
        self.beside.get(role).map(|lists| lists[usize::from(!own)].as_slice())
    }
}

impl Weights {
    /// Distances from a royal are distinguished up to this many steps.
    pub const STEPS: i16 = 3;
    /// The number of cells around a royal; left and right are the same.
    pub const AROUND: usize = ((2 * Self::STEPS + 1) * (Self::STEPS + 1)) as usize;
    /// The number of kinds of adjacent squares.
    pub const NEIGHBOURS: usize = 5;
    /// Numbers of moves to promotion are distinguished up to this many.
    pub const MOVES: usize = 8;

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The weights other than the network.
    #[must_use]
    pub fn without_network(&self) -> Self {
        Self { network: None, ..self.clone() }
    }

    /// The weights to which a network adds its output. It replaces those of relations between pieces, which take
    /// time and which it learns itself.
    #[must_use]
    pub fn beneath_network(&self) -> Self {
        let roles = self.roles.iter().map(|role| RoleWeights {
            passed: Vec::new(),
            royals: [const { Vec::new() }; 2],
            beside: Vec::new(),
            ..role.clone()
        });
        Self { roles: roles.collect(), network: None, ..self.clone() }
    }

    /// The weights of a role.
    pub fn role(&self, role: usize) -> Option<&RoleWeights> {
        self.roles.get(role)
    }
}
