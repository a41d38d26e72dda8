//! Relations: scores of pieces by their place relative to both royals and to neighbouring pieces.
//!
//! Places are from the owner's view: steps forward, and steps aside in either direction. The weights are
//! fitted to games. Without fitted weights there are no relations.

use crate::geometry::Square;
use crate::variant::{Piece, PlayerId, RoleId, Variant, Weights};

use super::piece_code;

/// Larger boards have neither relations nor passed pieces: the tables are quadratic in the squares.
pub(super) const MOST_SQUARES: usize = 256;

/// Relative places of squares, from each of two players' view.
#[derive(Clone, Debug, Default)]
pub(crate) struct Geometry {
    squares: usize,
    /// By player, base and square: the cell of the square relative to the base.
    around: Vec<u8>,
    /// By square: its neighbours, with their place from each player's view.
    next: Vec<Vec<(Square, [u8; 2])>>,
}

impl Geometry {
    /// The geometry of a board; empty if it is too large or the game does not have two players.
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

    /// Whether the board has no relations.
    pub fn is_empty(&self) -> bool {
        self.squares == 0
    }

    /// The cell of a square relative to a base, from a player's view.
    pub fn around(&self, player: usize, base: Square, square: Square) -> usize {
        let place = (player * self.squares + base.index()) * self.squares + square.index();
        self.around.get(place).map_or(0, |&cell| usize::from(cell))
    }

    /// The neighbours of a square, with their place from each player's view.
    pub fn next(&self, square: Square) -> &[(Square, [u8; 2])] {
        self.next.get(square.index()).map_or(&[], |next| next)
    }
}

/// The weight of a pair of neighbours, and the player whose score it adds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The role that owns the weight, the neighbour's role, and the neighbour's place.
    pub role: usize,
    pub other: usize,
    pub place: usize,
    /// Whether both pieces have the same owner.
    pub own: bool,
    /// The player whose score the weight adds to.
    pub player: usize,
}

impl Pair {
    /// A pair from the owner and role of two pieces and the second one's place in each player's view. `None`
    /// if the terms of both players cancel by symmetry.
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

/// The relation weights of one game by piece code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relations {
    geometry: Geometry,
    codes: usize,
    /// By player of the royal, code and cell: the score for the first player, in the middle game and in the
    /// endgame.
    royal: Vec<(i16, i16)>,
    /// By code, code and place of the second from the first's owner's view: the score for the first player.
    beside: Vec<i16>,
}

impl Relations {
    /// Lays out the weights of a game; empty if it has no relation weights.
    pub fn new(variant: &Variant, weights: &Weights) -> Self {
        let some = |role: &crate::variant::RoleWeights| {
            !role.royals[0].is_empty() || !role.royals[1].is_empty() || !role.beside.is_empty()
        };
        if !weights.roles.iter().any(some) {
            return Self::default();
        }
        let geometry = Geometry::new(variant);
        if geometry.is_empty() {
            return Self::default();
        }
        // Neutral pieces have codes too, and no weights.
        let codes = 1 + (variant.players.len() + 1) * variant.roles.len();
        let mut all = Self {
            geometry,
            codes,
            royal: vec![(0, 0); 2 * codes * Weights::AROUND],
            beside: vec![0; codes * codes * Weights::NEIGHBOURS],
        };
        // Royals have no relations: all others would have to be summed up anew when a royal moves.
        let roles = || (0..variant.roles.len()).filter(|&role| !variant.roles[role].royal);
        let pieces: Vec<(usize, usize)> =
            (0..2).flat_map(|player| roles().map(move |role| (player, role))).collect();
        let code = |(player, role): (usize, usize)| {
            usize::from(piece_code(
                variant,
                Piece { player: PlayerId(player as u8), role: RoleId(role as u8) },
            ))
        };
        let signed = |player: usize, weight: i32| (if player == 0 { weight } else { -weight }) as i16;
        for &one in &pieces {
            let (player, role) = one;
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
                    // The opponent sees the neighbour at the mirrored place. `Pair::new` reads only the views
                    // of the two owners.
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

    /// Whether the game has no relation weights.
    pub fn is_empty(&self) -> bool {
        self.codes == 0
    }

    /// The relation of a piece to a player's royal, for the first player.
    pub fn to_royal(
        &self,
        (code, owner): (u16, usize),
        square: Square,
        (player, royal): (usize, Square),
    ) -> (i32, i32) {
        let cell = self.geometry.around(owner, royal, square);
        let found = self.royal.get((player * self.codes + usize::from(code)) * Weights::AROUND + cell);
        found.map_or((0, 0), |&(middle, end)| (i32::from(middle), i32::from(end)))
    }

    /// The relations of a piece to its neighbours, for the first player.
    pub fn beside(&self, (code, owner): (u16, usize), square: Square, squares: &[u16]) -> i32 {
        let row = usize::from(code) * self.codes;
        let mut sum = 0;
        for &(next, places) in self.geometry.next(square) {
            let other = usize::from(squares[next.index()]);
            if other != 0
                && let Some(&place) = places.get(owner)
            {
                let place = (row + other) * Weights::NEIGHBOURS + usize::from(place);
                sum += i32::from(self.beside.get(place).copied().unwrap_or(0));
            }
        }
        sum
    }
}
