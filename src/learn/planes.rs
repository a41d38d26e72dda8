//! A position as planes: small numbers by channel, row and column.

use crate::geometry::Board;
use crate::position::Position;
use crate::variant::{CounterId, PlayerId, Variant};

/// What the channels of a game's positions are, and how large a plane is.
///
/// The channels, in this order: the pieces of each player by role, the pieces of each neutral role; the marked squares, if the
/// game marks any; and numbers that are the same all over a plane: one for each player who may be to move, each further phase
/// of a turn, each right, each role in each hand, each counter, and the plies without progress and the occurrences of the
/// position, if they end the game. Numbers above 255 are written as 255, those below 0 as 0.
///
/// Rows and columns are those of the board as it is written, the first player's nearest row first; axes beyond the second
/// follow one another as further rows. Nothing is turned around for the other players.
#[derive(Clone, Debug)]
pub struct Planes {
    names: Vec<String>,
    shape: [usize; 3],
    /// The place of each square in a plane.
    places: Vec<usize>,
    marks: bool,
    players: usize,
    roles: usize,
    /// The channel of each neutral role's pieces, by role; of the others 0.
    neutral: Vec<usize>,
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
        let mut neutral = vec![0; roles];
        for (role, place) in variant.roles.iter().zip(&mut neutral).filter(|(role, _)| role.neutral) {
            *place = names.len();
            names.push(role.name.clone());
        }
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
        Self { names, shape, places, marks, players, roles, neutral, turns, hands, quiet, repeated }
    }

    /// Channels, rows and columns.
    #[must_use]
    pub const fn shape(&self) -> [usize; 3] {
        self.shape
    }

    /// How many numbers a position has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.shape[0] * self.shape[1] * self.shape[2]
    }

    /// Whether a position has no numbers, which none is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What each channel says.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Writes a position. What does not fit into `out` is left out.
    pub fn write(&self, position: &Position, out: &mut [u8]) {
        out.fill(0);
        let size = self.shape[1] * self.shape[2];
        let variant = position.rules().variant();
        let mut put = |channel: usize, place: Option<&usize>, value: i64| {
            let value = value.clamp(0, 255) as u8;
            match place {
                Some(place) => {
                    if let Some(slot) = out.get_mut(channel * size + place) {
                        *slot = value;
                    }
                }
                None if value > 0 => {
                    if let Some(plane) = out.get_mut(channel * size..(channel + 1) * size) {
                        plane.fill(value);
                    }
                }
                None => {}
            }
        };
        for (square, piece) in position.pieces() {
            let role = piece.role.index();
            let channel = if piece.is_neutral() {
                self.neutral.get(role).copied().unwrap_or_default()
            } else {
                piece.player.index() * self.roles + role
            };
            put(channel, self.places.get(square.index()), 1);
        }
        let mut channel = self.players * self.roles + self.neutral.iter().filter(|&&at| at > 0).count();
        // Only a game that has them needs a whole setup, which allocates.
        let setup = (self.marks || !variant.right_slots.is_empty()).then(|| position.setup());
        if self.marks {
            for mark in setup.iter().flat_map(|setup| setup.marks.iter()) {
                put(channel, self.places.get(mark.square.index()), 1);
            }
            channel += 1;
        }
        put(channel + position.turn().index(), None, 1);
        channel += self.players;
        if self.turns > 0 {
            put(channel + usize::from(position.turn_index()), None, 1);
            channel += self.turns;
        }
        let rights = setup.map_or(0, |setup| setup.rights);
        for slot in 0..variant.right_slots.len() {
            put(channel + slot, None, (rights >> slot.min(63) & 1) as i64);
        }
        channel += variant.right_slots.len();
        if self.hands {
            for player in 0..self.players {
                for role in 0..self.roles {
                    let held = position.in_hand(PlayerId(player as u8), crate::variant::RoleId(role as u8));
                    put(channel + player * self.roles + role, None, i64::from(held));
                }
            }
            channel += self.players * self.roles;
        }
        for index in 0..variant.counters.len() {
            let counter = CounterId(index as u8);
            let slots = variant.counter_slots(counter).len();
            for player in 0..slots {
                put(channel + player, None, i64::from(position.counter(counter, PlayerId(player as u8))));
            }
            channel += slots;
        }
        if self.quiet {
            put(channel, None, i64::from(position.quiet_plies()));
            channel += 1;
        }
        if self.repeated {
            put(channel, None, position.occurrences() as i64);
        }
    }
}

/// How wide and high a plane of a board is, and the place of each square in it.
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
