//! The rules of one game as compiled: board, players, roles, movements, predicates, effects, endings.
//!
//! No spans and no text to parse: whatever a rule file says in words has become ids, displacements and sets of
//! squares. Displacements and places are in the *mover's own view*; [`Orientation`](crate::geometry::Orientation)
//! turns them. `compile` makes a [`Variant`]; everything above reads it. [`literal`] says what it means.

mod choice;
mod counter;
mod counting;
mod drawing;
mod effect;
mod ending;
pub mod fen;
mod hand;
pub mod literal;
mod marks;
mod movement;
mod moves;
mod native;
mod notation;
mod player;
mod points;
mod predicate;
mod right;
mod role;
mod setup;
mod side;

use std::ops::Range;

use crate::geometry::{Board, Square, SquareSet};

pub use choice::{Choice, Most, Must};
pub use counter::{Counter, CounterId};
pub use counting::{Count, CountFrom, CountLimit, Counting};
pub use drawing::{BoardStyle, Colour, Drawing, ZoneLook, ZoneMark, ZoneName};
pub use effect::{Effect, Hook};
pub use ending::{Chase, End, Ending, Material, Outcome, QuietLimit, Reason, Repetition, Verdict};
pub use hand::{Hand, Revert, Taken};
pub use marks::{Mark, Marks};
pub use movement::{Chain, CountSet, Leg, Mode, Movement, PathRule};
pub use moves::Move;
pub use native::{NativeEffect, NativePredicate, Scene};
pub use notation::{LocalName, Notation, Records, Script};
pub use player::{Player, PlayerId, Turn};
pub use points::Points;
pub use predicate::{Anchor, Place, Predicate, Runs, Test};
pub use right::{Right, RightId, RightSlot};
pub use role::{Promotion, Role, RoleId, RoleSet, Royalty};
pub use setup::{Piece, Setup};
pub use side::{Lost, PlayerSet, TeamLost};

/// A named set of squares, which may differ by the player who looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The name in the rule file; empty for a region written in place.
    pub name: String,
    /// The squares as each player sees the zone, by player.
    pub squares: Vec<SquareSet>,
}

/// The index of a zone in [`Variant::zones`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZoneId(pub u16);

/// The rules of one game.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The game's name as its file gives it.
    pub name: String,
    /// The board.
    pub board: Board,
    /// The players, in the order in which they are named.
    pub players: Vec<Player>,
    /// Who plays together; a player in none of these sets plays alone.
    pub teams: Vec<PlayerSet>,
    /// Whose turn follows whose, in a cycle.
    pub turns: Vec<Turn>,
    /// Named sets of squares.
    pub zones: Vec<Zone>,
    /// The kinds of piece.
    pub roles: Vec<Role>,
    /// What the royal roles are worth.
    pub royalty: Royalty,
    /// The rights that moves can lose.
    pub rights: Vec<Right>,
    /// Every right of every player, in the order of their bits in [`Setup::rights`].
    pub right_slots: Vec<RightSlot>,
    /// What happens after every move, whatever moved.
    pub after_move: Vec<Hook>,
    /// What happens after every move that took something of the opponent's.
    pub after_capture: Vec<Hook>,
    /// What may be played beyond what the pieces may.
    pub choice: Choice,
    /// Numbers that moves change.
    pub counters: Vec<Counter>,
    /// What goes into hands; `None` in a game without.
    pub hand: Option<Hand>,
    /// How the game ends.
    pub ending: Ending,
    /// How moves and squares are written.
    pub notation: Notation,
    /// How board and pieces look.
    pub drawing: Drawing,
    /// The start position.
    pub start: Setup,
    /// Whether some rule asks if a square is undisturbed, so that [`Setup::undisturbed`] must be kept.
    pub tracks_undisturbed: bool,
    /// Predicates given by the embedding program, by their index in [`Predicate::Native`].
    pub native_predicates: Vec<NativePredicate>,
    /// Effects given by the embedding program, by their index in [`Effect::Native`].
    pub native_effects: Vec<NativeEffect>,
}

impl Variant {
    /// The role with this id.
    ///
    /// # Panics
    /// If the id is not one of this variant's.
    pub fn role(&self, id: RoleId) -> &Role {
        &self.roles[id.index()]
    }

    /// The role with this name in the rule file.
    pub fn role_named(&self, name: &str) -> Option<RoleId> {
        self.roles.iter().position(|role| role.name == name).map(|i| RoleId(i as u8))
    }

    /// The player whose turn has this index.
    pub fn mover(&self, turn: u16) -> PlayerId {
        self.turn(turn).player
    }

    /// The index of the turn after this one.
    pub fn next_turn(&self, turn: u16) -> u16 {
        self.turn(turn).next
    }

    /// The turn with this index.
    pub fn turn(&self, turn: u16) -> &Turn {
        // A division takes as long as a good part of a move.
        self.turns.get(usize::from(turn)).unwrap_or_else(|| &self.turns[usize::from(turn) % self.turns.len()])
    }

    /// Whether a new full move begins with this turn: the player who has the first turn begins a turn.
    pub fn begins_full_move(&self, turn: u16) -> bool {
        let turn = self.turn(turn);
        turn.after.is_some() && turn.player == self.mover(0)
    }

    /// Whether a turn of one player may be several moves.
    pub fn has_phases(&self) -> bool {
        self.turns.iter().any(|turn| turn.after.is_none())
    }

    /// Whether some piece is nobody's.
    pub fn has_neutral(&self) -> bool {
        self.roles.iter().any(|role| role.neutral)
    }

    /// Every hook of the game: those of roles, and the common ones. What drops do is none of them.
    pub fn hooks(&self) -> impl Iterator<Item = &Hook> {
        let own = self.roles.iter().flat_map(|role| role.after_move.iter().chain(&role.after_capture));
        own.chain(&self.after_move).chain(&self.after_capture)
    }

    /// Every effect of the game.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        let dropped = self.roles.iter().flat_map(|role| &role.drops);
        let moved = self.roles.iter().flat_map(|role| &role.movements).flat_map(|movement| &movement.effects);
        self.hooks().chain(dropped).flat_map(|hook| &hook.effects).chain(moved)
    }

    /// A piece of this role as a player puts it on the board: nobody's if the role is neutral.
    pub fn piece(&self, player: PlayerId, role: RoleId) -> Piece {
        let neutral = self.roles.get(role.index()).is_some_and(|role| role.neutral);
        Piece { player: if neutral { PlayerId::NOBODY } else { player }, role }
    }

    /// The squares of a zone as a player sees it.
    pub fn zone(&self, zone: ZoneId, player: PlayerId) -> &SquareSet {
        &self.zones[usize::from(zone.0)].squares[player.index()]
    }

    /// The square that a displacement in a player's own view leads to.
    pub fn step(&self, player: PlayerId, from: Square, by: crate::geometry::Displacement) -> Option<Square> {
        self.board.offset(from, self.players[player.index()].orientation.to_board(by))
    }

    /// Where the values of a counter are in [`Setup::counters`]: one for each player, or the one that all share.
    pub fn counter_slots(&self, counter: CounterId) -> Range<usize> {
        let width = |counter: &Counter| if counter.shared { 1 } else { self.players.len() };
        let index = usize::from(counter.0);
        let start: usize = self.counters.iter().take(index).map(width).sum();
        start..start + self.counters.get(index).map_or(0, width)
    }

    /// Where a player's value of a counter is in [`Setup::counters`].
    pub fn counter_slot(&self, counter: CounterId, player: PlayerId) -> usize {
        let slots = self.counter_slots(counter);
        if slots.len() > 1 { slots.start + player.index() } else { slots.start }
    }

    /// The values of all counters at the start.
    pub fn counters_at_start(&self) -> Vec<i16> {
        let all = self.counters.iter().enumerate();
        all.flat_map(|(index, counter)| self.counter_slots(CounterId(index as u8)).map(|_| counter.start))
            .collect()
    }

    /// The roles that are royal.
    pub fn royals(&self) -> RoleSet {
        self.roles.iter().enumerate().filter(|(_, role)| role.royal).map(|(i, _)| RoleId(i as u8)).collect()
    }
}
