//! The intermediate representation: the rules of one game after compilation.
//!
//! It contains no spans and no unparsed text. Every word of a rule file has become an id, a displacement or a
//! set of squares. Displacements and places are in the *mover's view*;
//! [`Orientation`](crate::geometry::Orientation) converts them to board coordinates. `compile` builds a
//! [`Variant`], all later layers read it, and [`literal`] defines its meaning.

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
mod network;
mod notation;
mod player;
mod points;
mod predicate;
mod right;
mod role;
mod setup;
mod side;
mod weights;

use std::ops::Range;

use crate::geometry::{Board, Square, SquareSet};

pub use choice::{Choice, Most, Must};
pub use counter::{Counter, CounterId};
pub use counting::{Count, CountFrom, CountLimit, Counting};
pub use drawing::{BoardStyle, Colour, Drawing, Tiles, ZoneLook, ZoneMark, ZoneName};
pub use effect::{Effect, Hook};
pub use ending::{Chase, End, Ending, Material, Outcome, QuietLimit, Reason, Repetition, Verdict};
pub use hand::{Hand, Revert, Taken};
pub use marks::{Mark, Marks};
pub use movement::{Chain, CountSet, Leg, Mode, Movement, PathRule};
pub use moves::Move;
pub use native::{NativeEffect, NativePredicate, Scene};
pub use network::{Network, NetworkError};
pub use notation::{LocalName, Notation, Records, Script};
pub use player::{Player, PlayerId, Turn};
pub use points::Points;
pub use predicate::{Anchor, Place, Predicate, Runs, Test};
pub use right::{Outermost, Right, RightId, RightSlot};
pub use role::{Promotion, Role, RoleId, RoleSet, Royalty};
pub use setup::{Piece, Setup};
pub use side::{Lost, PlayerSet, TeamLost};
pub use weights::{RoleWeights, Weights};

/// A named set of squares, which may depend on the player who looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The name in the rule file; empty for a region without a name.
    pub name: String,
    /// The squares for each player, by player.
    pub squares: Vec<SquareSet>,
}

/// The index of a zone in [`Variant::zones`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZoneId(pub u16);

/// The rules of one game.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name of the game in its rule file.
    pub name: String,
    /// The board.
    pub board: Board,
    /// The players, in the order of the rule file.
    pub players: Vec<Player>,
    /// The teams. A player in none of them plays alone.
    pub teams: Vec<PlayerSet>,
    /// The turn order, as a cycle.
    pub turns: Vec<Turn>,
    /// The zones.
    pub zones: Vec<Zone>,
    /// The roles: the kinds of piece.
    pub roles: Vec<Role>,
    /// How several royal pieces of one player are treated.
    pub royalty: Royalty,
    /// The rights, for example castling rights.
    pub rights: Vec<Right>,
    /// Every right of every player, in the order of their bits in [`Setup::rights`].
    pub right_slots: Vec<RightSlot>,
    /// Hooks applied after every move.
    pub after_move: Vec<Hook>,
    /// Hooks applied after every move that captured a piece of an opponent.
    pub after_capture: Vec<Hook>,
    /// Turn rules: restrictions on all moves, compulsory moves, passing.
    pub choice: Choice,
    /// The counters.
    pub counters: Vec<Counter>,
    /// The hand rules; `None` in a game without hands.
    pub hand: Option<Hand>,
    /// How the game ends.
    pub ending: Ending,
    /// How moves and squares are written.
    pub notation: Notation,
    /// How the board and the pieces are drawn.
    pub drawing: Drawing,
    /// Weights for the evaluation of a search; they affect no rule.
    pub weights: Weights,
    /// The start position.
    pub start: Setup,
    /// Whether some rule tests for undisturbed squares. Only then is [`Setup::undisturbed`] kept.
    pub tracks_undisturbed: bool,
    /// Predicates supplied by the embedding program, by their index in [`Predicate::Native`].
    pub native_predicates: Vec<NativePredicate>,
    /// Effects supplied by the embedding program, by their index in [`Effect::Native`].
    pub native_effects: Vec<NativeEffect>,
}

impl Variant {
    /// The role with this id.
    ///
    /// # Panics
    /// If the id does not belong to this variant.
    pub fn role(&self, id: RoleId) -> &Role {
        &self.roles[id.index()]
    }

    /// The role with this name in the rule file.
    pub fn role_named(&self, name: &str) -> Option<RoleId> {
        self.roles.iter().position(|role| role.name == name).map(|i| RoleId(i as u8))
    }

    /// The player who moves in this turn.
    pub fn mover(&self, turn: u16) -> PlayerId {
        self.turn(turn).player
    }

    /// The index of the next turn.
    pub fn next_turn(&self, turn: u16) -> u16 {
        self.turn(turn).next
    }

    /// The turn with this index.
    pub fn turn(&self, turn: u16) -> &Turn {
        // The modulo runs only for an index out of range: a division costs a good part of a move.
        self.turns.get(usize::from(turn)).unwrap_or_else(|| &self.turns[usize::from(turn) % self.turns.len()])
    }

    /// Whether a full move starts with this turn, that is, whether it starts a turn of the first player.
    pub fn begins_full_move(&self, turn: u16) -> bool {
        let turn = self.turn(turn);
        turn.after.is_some() && turn.player == self.mover(0)
    }

    /// Whether a player may make several moves in one turn.
    pub fn has_phases(&self) -> bool {
        self.turns.iter().any(|turn| turn.after.is_none())
    }

    /// Whether some role is neutral.
    pub fn has_neutral(&self) -> bool {
        self.roles.iter().any(|role| role.neutral)
    }

    /// All hooks: those of roles and those for all roles. The effects of drops are not among them.
    pub fn hooks(&self) -> impl Iterator<Item = &Hook> {
        let own = self.roles.iter().flat_map(|role| role.after_move.iter().chain(&role.after_capture));
        own.chain(&self.after_move).chain(&self.after_capture)
    }

    /// All effects of the game.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        let dropped = self.roles.iter().flat_map(|role| &role.drops);
        let moved = self.roles.iter().flat_map(|role| &role.movements).flat_map(|movement| &movement.effects);
        self.hooks().chain(dropped).flat_map(|hook| &hook.effects).chain(moved)
    }

    /// A piece of a role as a player places it on the board. A piece of a neutral role has no owner.
    pub fn piece(&self, player: PlayerId, role: RoleId) -> Piece {
        let neutral = self.roles.get(role.index()).is_some_and(|role| role.neutral);
        Piece { player: if neutral { PlayerId::NOBODY } else { player }, role }
    }

    /// The squares of a zone for a player.
    pub fn zone(&self, zone: ZoneId, player: PlayerId) -> &SquareSet {
        &self.zones[usize::from(zone.0)].squares[player.index()]
    }

    /// The square reached from another by a displacement in a player's view.
    pub fn step(&self, player: PlayerId, from: Square, by: crate::geometry::Displacement) -> Option<Square> {
        self.board.offset(from, self.players[player.index()].orientation.to_board(by))
    }

    /// The range of a counter's values in [`Setup::counters`]: one value per player, or one shared value.
    pub fn counter_slots(&self, counter: CounterId) -> Range<usize> {
        let width = |counter: &Counter| if counter.shared { 1 } else { self.players.len() };
        let index = usize::from(counter.0);
        let start: usize = self.counters.iter().take(index).map(width).sum();
        start..start + self.counters.get(index).map_or(0, width)
    }

    /// The index of a player's value of a counter in [`Setup::counters`].
    pub fn counter_slot(&self, counter: CounterId, player: PlayerId) -> usize {
        let slots = self.counter_slots(counter);
        if slots.len() > 1 { slots.start + player.index() } else { slots.start }
    }

    /// The start values of all counters.
    pub fn counters_at_start(&self) -> Vec<i16> {
        let all = self.counters.iter().enumerate();
        all.flat_map(|(index, counter)| self.counter_slots(CounterId(index as u8)).map(|_| counter.start))
            .collect()
    }

    /// The royal roles.
    pub fn royals(&self) -> RoleSet {
        self.roles.iter().enumerate().filter(|(_, role)| role.royal).map(|(i, _)| RoleId(i as u8)).collect()
    }

    /// Whether play can remove a player's last royal, so that a position without one is a lost game. In other
    /// games such a position can only have been set up, as in exercises.
    ///
    /// A capture of a royal, on its target or by effects, is an attack, and legal moves leave no royal
    /// attacked. Only other removals can take the last royal: by effects of hooks and drops, by promotion of
    /// the royal, or by a player's second move in one turn. With more than two players, any royal can be
    /// lost.
    pub fn royals_can_fall(&self) -> bool {
        let drops = self.roles.iter().flat_map(|role| &role.drops);
        self.players.len() > 2
            || self.has_phases()
            || self.hooks().chain(drops).flat_map(|hook| &hook.effects).any(Effect::may_remove)
            || self.roles.iter().any(|role| role.royal && role.promotion.is_some())
    }
}
