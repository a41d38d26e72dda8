//! A position as planes: small numbers by channel, row and column.

use crate::geometry::{Board, Square};
use crate::position::Position;
use crate::variant::{CounterId, PlayerId, RoleId, RoleSet, Variant};

/// The channels of a game's positions, and the size of a plane.
///
/// The channels, in this order:
///
/// - the pieces of each player by role, then the pieces of each neutral role;
/// - the marked squares, if the game uses marks;
/// - numbers that are constant over a plane, one for each of these: a player who may be to move, a further phase of a turn, a
///   right, a role in a hand, a counter;
/// - also constant: the plies without progress and the occurrences of the position, if they end the game.
///
/// Numbers above 255 are written as 255, negative ones as 0.
///
/// Rows and columns are those of the written board; the first player's nearest row comes first. Axes beyond the second follow
/// as further rows. The board is not turned for the other players.
#[derive(Clone, Debug)]
pub struct Planes {
    names: Vec<String>,
    shape: [usize; 3],
    /// The index of each square in a plane.
    places: Vec<usize>,
    marks: bool,
    players: usize,
    roles: usize,
    every_role: RoleSet,
    /// The neutral roles.
    neutral: Vec<RoleId>,
    turns: usize,
    hands: bool,
    quiet: bool,
    repeated: bool,
}

impl Planes {
    /// The planes of a game.
    #[must_use]
    pub fn new(variant: &Variant) -> Self {
        let (players, roles) = (variant.players.len(), variant.roles.len());
        let mut names = Vec::new();
        for player in &variant.players {
            names.extend(variant.roles.iter().map(|role| format!("{} {}", player.name, role.name)));
        }
        let all = (0..roles).map(|index| RoleId(index as u8));
        let every_role: RoleSet = all.clone().collect();
        let neutral: Vec<RoleId> = all.filter(|&role| variant.role(role).neutral).collect();
        names.extend(neutral.iter().map(|&role| variant.role(role).name.clone()));
        let marks = variant.effects().any(|effect| matches!(effect, crate::variant::Effect::Mark(_)));
        if marks {
            names.push("marked".to_owned());
        }
        names.extend(variant.players.iter().map(|player| format!("{} to move", player.name)));
        let turns = if variant.turns.len() > players { variant.turns.len() } else { 0 };
        names.extend((0..turns).map(|turn| format!("turn {turn}")));
        for slot in &variant.right_slots {
            let name = variant.rights.get(usize::from(slot.right.0)).map_or("", |right| right.name.as_str());
            let player = variant.players.get(slot.player.index()).map_or("", |player| player.name.as_str());
            let square =
                slot.square.map_or_else(String::new, |square| format!(" {}", variant.board.name(square)));
            names.push(format!("{player} right {name}{square}"));
        }
        let hands = variant.hand.is_some();
        for player in variant.players.iter().filter(|_| hands) {
            names.extend(variant.roles.iter().map(|role| format!("{} {} in hand", player.name, role.name)));
        }
        for (index, counter) in variant.counters.iter().enumerate() {
            let slots = variant.counter_slots(CounterId(index as u8)).len();
            let of = |slot: usize| match variant.players.get(slot).filter(|_| slots > 1) {
                Some(player) => format!("{} {}", player.name, counter.name),
                None => counter.name.clone(),
            };
            names.extend((0..slots).map(of));
        }
        let (quiet, repeated) = (variant.ending.quiet.is_some(), variant.ending.repetition.is_some());
        names.extend(quiet.then(|| "quiet plies".to_owned()));
        names.extend(repeated.then(|| "occurrences".to_owned()));
        let (width, height, places) = plane(&variant.board);
        let shape = [names.len(), height, width];
        Self {
            names,
            shape,
            places,
            marks,
            players,
            roles,
            every_role,
            neutral,
            turns,
            hands,
            quiet,
            repeated,
        }
    }

    /// Channels, rows and columns.
    #[must_use]
    pub const fn shape(&self) -> [usize; 3] {
        self.shape
    }

    /// The number of values of a position.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.shape[0] * self.shape[1] * self.shape[2]
    }

    /// Always `false`: every position has values.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of each channel.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Writes a position. Values beyond the end of `out` are dropped.
    pub fn write<T: Copy + From<u8>>(&self, position: &Position, out: &mut [T]) {
        out.fill(T::from(0));
        let size = self.shape[1] * self.shape[2];
        let variant = position.rules().variant();
        let mut channel = 0;
        let mut mark = |channel: usize, square: Square| {
            let slot = self.places.get(square.index()).and_then(|place| out.get_mut(channel * size + place));
            slot.into_iter().for_each(|slot| *slot = T::from(1));
        };
        for player in 0..self.players {
            position.for_each_piece(PlayerId(player as u8), self.every_role, |square, role| {
                mark(channel + role.index(), square);
            });
            channel += self.roles;
        }
        for &role in &self.neutral {
            position.by_role(role).iter().for_each(|square| mark(channel, square));
            channel += 1;
        }
        if self.marks {
            position.for_each_mark(|square| mark(channel, square));
            channel += 1;
        }
        let mut rest = out.chunks_exact_mut(size).skip(channel);
        let mut put = |value: i64| {
            let plane = rest.next().filter(|_| value > 0);
            plane.into_iter().for_each(|plane| plane.fill(T::from(value.min(255) as u8)));
        };
        let turn = position.turn().index();
        (0..self.players).for_each(|player| put(i64::from(player == turn)));
        (0..self.turns).for_each(|turn| put(i64::from(turn == usize::from(position.turn_index()))));
        (0..variant.right_slots.len()).for_each(|slot| put((position.rights() >> slot.min(63) & 1) as i64));
        if self.hands {
            for player in 0..self.players {
                for role in 0..self.roles {
                    put(i64::from(position.in_hand(PlayerId(player as u8), RoleId(role as u8))));
                }
            }
        }
        for index in 0..variant.counters.len() {
            let counter = CounterId(index as u8);
            for player in 0..variant.counter_slots(counter).len() {
                put(i64::from(position.counter(counter, PlayerId(player as u8))));
            }
        }
        if self.quiet {
            put(i64::from(position.quiet_plies()));
        }
        if self.repeated {
            put(position.occurrences() as i64);
        }
    }
}

/// The width and height of a plane of a board, and the index of each square in it.
fn plane(board: &Board) -> (usize, usize, Vec<usize>) {
    let axes = board.written_axes();
    let length = |axis: usize| axes.get(axis).map_or(1, |axis| usize::from(axis.length));
    let width = length(0);
    let height = (1..axes.len()).map(length).product::<usize>();
    let place = |square| {
        let point = board.written(square);
        let row = point
            .iter()
            .enumerate()
            .skip(1)
            .rev()
            .fold(0, |row, (axis, &at)| row * length(axis) + at as usize);
        row * width + point.first().map_or(0, |&at| at as usize)
    };
    (width, height, board.squares().map(place).collect())
}
