//! What pieces are worth by where they stand to others: to both royals and to pieces on neighbouring squares.
//!
//! Distances are seen by the owner of a piece: steps forward, and steps aside in either direction. The weights are fitted to
//! games; by the rules alone there are none.

use crate::geometry::Square;
use crate::variant::{Piece, PlayerId, RoleId, Variant, Weights};

use super::piece_code;

/// Boards with more squares have no relations: the tables are quadratic in the squares.
const MOST_SQUARES: usize = 256;

/// The geometry of relations, as each of two players sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Geometry {
    squares: usize,
    /// By player, base and square: the cell of the square around the base.
    around: Vec<u8>,
    /// By square: its neighbours, and which neighbour that is to each player.
    next: Vec<Vec<(Square, [u8; 2])>>,
}

impl Geometry {
    /// Of a board for two; empty if it is too large or others play.
    pub fn new(variant: &Variant) -> Self {
        let (board, squares) = (&variant.board, variant.board.len());
        let [first, second] = variant.players.as_slice() else { return Self::default() };
        let turned = |axis: &usize| first.orientation.flips(*axis) != second.orientation.flips(*axis);
        let Some(forward) = (0..board.axes().len()).rev().find(turned).filter(|_| squares <= MOST_SQUARES)
        else {
            return Self::default();
        };
        let mut all =
            Self { squares, around: vec![0; 2 * squares * squares], next: vec![Vec::new(); squares] };
        for base in board.squares() {
            for square in board.squares() {
                let by = board.displacement(base, square);
                let seen = [first, second].map(|player| {
                    let flips = player.orientation.flips(forward);
                    let axis = player.orientation.board_axis(forward);
                    let ahead = if flips { -by.0[axis] } else { by.0[axis] };
                    let others = by.0.iter().enumerate().filter(|&(other, _)| other != axis);
                    (ahead, others.map(|(_, step)| step.abs()).max().unwrap_or(0))
                });
                for (player, (ahead, aside)) in seen.into_iter().enumerate() {
                    let row = ahead.clamp(-Weights::STEPS, Weights::STEPS) + Weights::STEPS;
                    all.around[(player * squares + base.index()) * squares + square.index()] =
                        (row * (Weights::STEPS + 1) + aside.min(Weights::STEPS)) as u8;
                }
                let neighbour = |(ahead, aside): (i16, i16)| match (ahead, aside) {
                    (1, 0) => Some(0),
                    (1, 1) => Some(1),
                    (0, 1) => Some(2),
                    (-1, 1) => Some(3),
                    (-1, 0) => Some(4),
                    _ => None,
                };
                if let [Some(one), Some(other)] = seen.map(neighbour) {
                    all.next[base.index()].push((square, [one, other]));
                }
            }
        }
        all
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.squares == 0
    }

    /// The cell of a square around a base, as a player sees it.
    pub fn around(&self, player: usize, base: Square, square: Square) -> usize {
        let place = (player * self.squares + base.index()) * self.squares + square.index();
        self.around.get(place).map_or(0, |&cell| usize::from(cell))
    }

    /// The neighbours of a square, and which neighbour that is to each player.
    pub fn next(&self, square: Square) -> &[(Square, [u8; 2])] {
        self.next.get(square.index()).map_or(&[], |next| next)
    }
}

/// Which weight a pair of neighbours has, and for whom it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The role to whose weights it belongs, the role beside it, and where that stands.
    pub role: usize,
    pub other: usize,
    pub place: usize,
    /// Whether both are of one player.
    pub own: bool,
    /// The player for whom it counts.
    pub player: usize,
}

impl Pair {
    /// Of two pieces: owner and role of each, and where the second stands, as each of the players sees it. `None` where both
    /// players have the same by symmetry.
    pub fn new(one: (usize, usize), two: (usize, usize), places: [u8; 2]) -> Option<Self> {
        let own = one.0 == two.0;
        let turned = |place: u8| Weights::NEIGHBOURS - 1 - usize::from(place);
        let place = usize::from(places[one.0]);
        if one.1 < two.1 || own && one.1 == two.1 {
            let place = if one.1 == two.1 { place.min(turned(places[one.0])) } else { place };
            Some(Self { role: one.1, other: two.1, place, own, player: one.0 })
        } else if one.1 > two.1 {
            Some(Self { role: two.1, other: one.1, place: turned(places[two.0]), own, player: two.0 })
        } else {
            None
        }
    }
}

/// The weights of one game, laid out by piece code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relations {
    geometry: Geometry,
    codes: usize,
    /// By the royal's player, code and cell: the worth for the first player, in the middle game and in the endgame.
    royal: Vec<(i16, i16)>,
    /// By code, code and place of the second (as the owner of the first sees it): the worth for the first player.
    beside: Vec<i16>,
    /// By code: the owner.
    owner: Vec<u8>,
}

impl Relations {
    /// From the weights of a game; empty if it has none of these.
    pub fn new(variant: &Variant, weights: &Weights) -> Self {
        let some = |role: &crate::variant::RoleWeights| {
            !role.royals[0].is_empty() || !role.royals[1].is_empty() || !role.beside.is_empty()
        };
        let geometry = Geometry::new(variant);
        if geometry.squares == 0 || !weights.roles.iter().any(some) {
            return Self::default();
        }
        let codes = 1 + variant.players.len() * variant.roles.len();
        let mut all = Self {
            geometry,
            codes,
            royal: vec![(0, 0); 2 * codes * Weights::AROUND],
            beside: vec![0; codes * codes * Weights::NEIGHBOURS],
            owner: vec![0; codes],
        };
        let pieces: Vec<(usize, usize)> =
            (0..2).flat_map(|player| (0..variant.roles.len()).map(move |role| (player, role))).collect();
        let code = |(player, role): (usize, usize)| {
            usize::from(piece_code(
                variant,
                Piece { player: PlayerId(player as u8), role: RoleId(role as u8) },
            ))
        };
        let signed = |player: usize, weight: i32| (if player == 0 { weight } else { -weight }) as i16;
        for &one in &pieces {
            let (player, role) = one;
            all.owner[code(one)] = player as u8;
            let Some(own) = weights.role(role) else { continue };
            for of in 0..2 {
                let list = &own.royals[usize::from(of != player)];
                for (cell, &(middle, end)) in list.iter().enumerate().take(Weights::AROUND) {
                    all.royal[(of * codes + code(one)) * Weights::AROUND + cell] =
                        (signed(player, middle), signed(player, end));
                }
            }
            for &two in &pieces {
                for place in 0..Weights::NEIGHBOURS {
                    // The other player sees the same place turned round if the pieces are of one player, and the place from
                    // the other side is the same if they are not: only that of the owners matters.
                    let mirror = (Weights::NEIGHBOURS - 1 - place) as u8;
                    let places = if player == 0 { [place as u8, mirror] } else { [mirror, place as u8] };
                    let Some(pair) = Pair::new(one, two, places) else { continue };
                    let weight = weights.role(pair.role).and_then(|role| role.beside(pair.other, pair.own));
                    let weight = weight.and_then(|list| list.get(pair.place)).copied().unwrap_or(0);
                    all.beside[(code(one) * codes + code(two)) * Weights::NEIGHBOURS + place] =
                        signed(pair.player, weight);
                }
            }
        }
        all
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.codes == 0
    }

    /// What a piece of a code on a square is worth by its distance from a player's royal, for the first player.
    pub fn to_royal(&self, code: u16, square: Square, (player, royal): (usize, Square)) -> (i32, i32) {
        let code = usize::from(code);
        let owner = self.owner.get(code).copied().unwrap_or(0);
        let cell = self.geometry.around(usize::from(owner), royal, square);
        let found = self.royal.get((player * self.codes + code) * Weights::AROUND + cell);
        found.map_or((0, 0), |&(middle, end)| (i32::from(middle), i32::from(end)))
    }

    /// What a piece of a code on a square is worth by its neighbours, for the first player.
    pub fn beside(&self, code: u16, square: Square, squares: &[u16]) -> i32 {
        let code = usize::from(code);
        let owner = usize::from(self.owner.get(code).copied().unwrap_or(0) & 1);
        let mut sum = 0;
        for &(next, places) in self.geometry.next(square) {
            let other = usize::from(squares[next.index()]);
            if other != 0 {
                let place = (code * self.codes + other) * Weights::NEIGHBOURS + usize::from(places[owner]);
                sum += i32::from(self.beside.get(place).copied().unwrap_or(0));
            }
        }
        sum
    }
}
