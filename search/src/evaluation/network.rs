//! The network of a game: its features, and its sums and value for a position.

use crate::geometry::{Board, Square};
use crate::position::Position;
use crate::variant::{Network, Piece, PlayerId, RoleId, Variant};

use super::mobility::Mobility;
use super::{is_held, piece_code};

const WIDTH: usize = Network::WIDTH;

/// The sums of both players' hidden layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    players: [[i16; WIDTH]; 2],
    /// The pieces on the board.
    pieces: usize,
}

/// The numbers of the features of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inputs {
    squares: usize,
    places: usize,
    /// By code and place: the feature of the piece for each of the two players.
    rows: Vec<[u16; 2]>,
    /// The roles that can be in hand, with the code of a player's piece.
    held: Vec<(PlayerId, RoleId, u16)>,
    /// By number of pieces on the board: the stage of the game.
    stages: Vec<usize>,
}

impl Inputs {
    /// The features of a game; `None` if it cannot have a network.
    pub fn new(variant: &Variant) -> Option<Self> {
        Network::features(variant)?;
        let roles = variant.roles.len();
        let (squares, places) = (variant.board.len(), Network::places(variant));
        let seen = |place| [0, 1].map(|view| seen(variant, view, place));
        let seen: Vec<[usize; 2]> = (0..places).map(seen).collect();
        let neutral = variant.players.len();
        let owners = (0..neutral + usize::from(variant.roles.iter().any(|role| role.neutral)))
            .map(|owner| PlayerId(owner as u8));
        let pieces =
            owners.flat_map(|player| (0..roles).map(move |role| Piece { player, role: RoleId(role as u8) }));
        let mut inputs = Self {
            squares,
            places,
            rows: vec![[0; 2]; (1 + (neutral + 1) * roles) * places],
            held: Vec::new(),
            stages: Network::stages(variant),
        };
        for piece in pieces {
            let (owner, role) = (piece.player.index(), piece.role.index());
            let code = piece_code(variant, piece);
            if owner < neutral && variant.hand.is_some() && is_held(variant, piece.role) {
                inputs.held.push((piece.player, piece.role, code));
            }
            let first = usize::from(code) * places;
            for (rows, seen) in inputs.rows[first..first + places].iter_mut().zip(&seen) {
                *rows = [0, 1].map(|view| {
                    let whose = if owner == neutral { neutral } else { usize::from(owner != view) };
                    (feature(variant, whose, role) + seen[view]) as u16
                });
            }
        }
        Some(inputs)
    }

    /// The features of a piece at a place, for each of the two players.
    fn at(&self, code: u16, place: usize) -> [usize; 2] {
        self.rows.get(usize::from(code) * self.places + place).map_or([0; 2], |rows| rows.map(usize::from))
    }

    /// The features of a position, for each of the two players.
    pub fn of(&self, position: &Position) -> [Vec<u16>; 2] {
        let variant = position.rules().variant();
        let board = position.pieces().map(|(square, piece)| (piece_code(variant, piece), square.index()));
        let hands = self.hands(position);
        let hands = hands.flat_map(|(code, count)| (0..count).map(move |nth| (code, self.in_hand(nth))));
        let rows: Vec<[usize; 2]> = board.chain(hands).map(|(code, place)| self.at(code, place)).collect();
        [0, 1].map(|view| rows.iter().map(|row| row[view] as u16).collect())
    }

    /// The stage of the game for a number of pieces on the board.
    fn stage(&self, pieces: usize) -> usize {
        self.stages.get(pieces).copied().unwrap_or(0)
    }

    /// The stage of the game of a position with these features.
    pub fn stage_of(&self, rows: &[u16]) -> usize {
        self.stage(rows.iter().filter(|&&row| usize::from(row) % self.places < self.squares).count())
    }

    /// The number of each role in each hand that is seen, with the code of the piece.
    fn hands(&self, position: &Position) -> impl Iterator<Item = (u16, u8)> {
        let count = |player, role| position.in_hand(player, role).min(Network::HELD as u16) as u8;
        self.held.iter().map(move |&(player, role, code)| (code, count(player, role)))
    }

    /// The place of a piece in hand, after this many of its role.
    fn in_hand(&self, nth: u8) -> usize {
        self.squares + usize::from(nth)
    }

    /// By feature: the feature of the board mirrored left to right; empty if the moves are not symmetrical.
    pub fn mirrored(&self, variant: &Variant) -> Vec<u16> {
        let features = Network::features(variant).filter(|_| is_symmetrical(variant)).unwrap_or(0);
        let of = |row: usize| {
            let place = row % self.places;
            let other = if place < self.squares { mirror(&variant.board, place) } else { None };
            (row - place + other.unwrap_or(place)) as u16
        };
        (0..features).map(of).collect()
    }
}

/// The first feature of a role, of an owner: 0 for own pieces, 1 for the opponent's, 2 for neutral ones. Those of its
/// other places follow.
fn feature(variant: &Variant, owner: usize, role: usize) -> usize {
    (owner * variant.roles.len() + role) * Network::places(variant)
}

/// The network of another game with the features of this one: the rows of roles of the same name, and none for the
/// others. `None` if the other game has no network, or another board.
pub(crate) fn carried(to: &Variant, from: &Variant) -> Option<Network> {
    let (features, known) = (Network::features(to)?, Network::features(from)?);
    let fits = |network: &&Network| from.board == to.board && network.values.len() == Network::values(known);
    let network = from.weights.network.as_deref().filter(fits)?;
    let mut values = vec![0; Network::values(features)];
    values[features * WIDTH..].copy_from_slice(&network.values[known * WIDTH..]);
    // Two players, and neutral pieces if both games have some.
    let owners = (features / feature(to, 1, 0).max(1)).min(known / feature(from, 1, 0).max(1));
    let length = Network::places(to).min(Network::places(from)) * WIDTH;
    for (role, own) in to.roles.iter().enumerate() {
        let Some(same) = from.role_named(&own.name) else { continue };
        for owner in 0..owners {
            let [into, rows] =
                [feature(to, owner, role), feature(from, owner, same.index())].map(|first| first * WIDTH);
            values[into..][..length].copy_from_slice(&network.values[rows..][..length]);
        }
    }
    Some(Network { values, ..network.clone() })
}

/// A place as a player sees it: a square is turned, places in hand are the same for both.
fn seen(variant: &Variant, player: usize, place: usize) -> usize {
    if place >= variant.board.len() {
        return place;
    }
    let own = variant.players[player].orientation.own_point(&variant.board, Square(place as u16));
    let own: Vec<i16> = own.into_iter().map(|coordinate| coordinate as i16).collect();
    variant.board.at(&own).map_or(place, Square::index)
}

/// A place with the first axis reversed.
fn mirror(board: &Board, place: usize) -> Option<usize> {
    let mut point = board.point(Square(place as u16)).to_vec();
    let first = point.first_mut()?;
    *first = board.axes().first()?.length as i16 - 1 - *first;
    board.at(&point).map(Square::index)
}

/// Whether every role is as mobile on a square as on its mirror image. Royals are not asked, since castling may
/// have two sides.
fn is_symmetrical(variant: &Variant) -> bool {
    let same = |player: PlayerId, role| {
        let mobility = Mobility::new(variant, player, role);
        (0..variant.board.len()).all(|place| {
            mirror(&variant.board, place)
                .is_some_and(|other| (mobility.targets[place] - mobility.targets[other]).abs() < 1e-6)
        })
    };
    let mut roles = variant.roles.iter().filter(|role| !role.royal);
    roles.all(|role| variant.everybody().iter().all(|player| same(player, role)))
}

/// A network with the features of its game.
#[derive(Clone, Debug)]
pub(crate) struct Evaluator {
    inputs: Inputs,
    /// By feature, and the biases after them.
    rows: Vec<[i16; WIDTH]>,
    /// By stage: the output weights of the player to move, and of the opponent.
    outputs: [[[i16; WIDTH]; 2]; Network::STAGES],
    scale: i32,
    tempo: i32,
}

impl Evaluator {
    /// The network of a game; `None` if it does not fit.
    pub fn new(variant: &Variant, network: &Network) -> Option<Self> {
        let features = Network::features(variant)?;
        if network.values.len() != Network::values(features) {
            return None;
        }
        let wide = |row: &[i8]| std::array::from_fn(|unit| i16::from(row[unit]));
        let rows: Vec<[i16; WIDTH]> = network.values.chunks_exact(WIDTH).map(wide).collect();
        let (rows, outputs) = rows.split_at_checked(features + 1)?;
        let output = |stage: usize| [outputs[2 * stage], outputs[2 * stage + 1]];
        Some(Self {
            inputs: Inputs::new(variant)?,
            rows: rows.to_vec(),
            outputs: std::array::from_fn(output),
            scale: network.scale,
            tempo: network.tempo,
        })
    }

    /// The sums of an empty board.
    pub fn empty(&self) -> Sums {
        Sums { players: [self.rows.last().copied().unwrap_or([0; WIDTH]); 2], pieces: 0 }
    }

    /// Updates sums for a piece that comes to a place (`add`) or leaves it.
    pub fn change(&self, sums: &mut Sums, code: u16, place: usize, add: bool) {
        if place < self.inputs.squares {
            sums.pieces = if add { sums.pieces + 1 } else { sums.pieces.saturating_sub(1) };
        }
        for (sum, row) in sums.players.iter_mut().zip(self.inputs.at(code, place)) {
            let row = &self.rows[row];
            match add {
                true => sum.iter_mut().zip(row).for_each(|(sum, by)| *sum = sum.wrapping_add(*by)),
                false => sum.iter_mut().zip(row).for_each(|(sum, by)| *sum = sum.wrapping_sub(*by)),
            }
        }
    }

    /// Updates sums for the hands of a position. `known` has the numbers that the sums contain.
    pub fn change_hands(&self, sums: &mut Sums, known: &mut [u8], position: &Position) {
        for (known, (code, now)) in known.iter_mut().zip(self.inputs.hands(position)) {
            while *known < now {
                self.change(sums, code, self.inputs.in_hand(*known), true);
                *known += 1;
            }
            while *known > now {
                *known -= 1;
                self.change(sums, code, self.inputs.in_hand(*known), false);
            }
        }
    }

    /// The hands of a position as [`Evaluator::change_hands`] counts them.
    pub fn hands(&self, position: &Position, known: &mut [u8]) {
        known.iter_mut().zip(self.inputs.hands(position)).for_each(|(known, (_, now))| *known = now);
    }

    /// The number of roles that can be in hand, of both players.
    pub fn held(&self) -> usize {
        self.inputs.held.len()
    }

    /// The value for the player to move, in hundredths of the weakest piece.
    pub fn value(&self, sums: &Sums, turn: PlayerId) -> i32 {
        let turn = turn.index() & 1;
        let mut output = 0;
        let weights = &self.outputs[self.inputs.stage(sums.pieces)];
        for (sums, weights) in [&sums.players[turn], &sums.players[turn ^ 1]].into_iter().zip(weights) {
            for (&sum, &weight) in sums.iter().zip(weights) {
                let unit = sum.clamp(0, Network::ONE as i16);
                // The product fits: 127 × 127.
                output += i32::from(unit) * i32::from(unit * weight);
            }
        }
        let one = i64::from(Network::ONE * Network::ONE * Network::ONE_OUT);
        (i64::from(output) * i64::from(self.scale) / one) as i32 + self.tempo
    }
}
