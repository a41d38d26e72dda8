//! Games of more than two players, by tables.
//!
//! Each player sees a game of two sides: the player, and all players that may capture that player's pieces
//! ([`perspective`]). Roles are distinguished by owner, so the state's sets by role do not depend on the
//! player to move. Passing the turn recomputes the sets by player only ([`play`]). The literal evaluator
//! takes over in two cases: a royal can be captured although rules select among moves, or the caller set up
//! the position.

mod elimination;
mod game;
mod moves;
mod perspective;
mod perspectives;
mod play;

use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::bits::{Bits, Processor};
use crate::tables::Unsupported;
use crate::tables::account::Account;
use crate::tables::endings;
use crate::tables::markers::Markers;
use crate::tables::multiplayer::{self, held, owned};
use crate::variant::{Move, Piece, PlayerId, PlayerSet, RoleId, RoleSet, Royalty, Setup, Variant, literal};

use crate::position::core::game::{Form, Game};
use crate::position::core::history::Kept;
use crate::position::core::literal_game::LiteralGame;
use crate::position::core::make::Clock;
use crate::position::core::state::State;
use crate::position::core::state::hash::state_key_by_role;
use game::MultiplayerGame;
use perspective::Perspective;
use perspectives::Perspectives;

/// The tables of a game of several players.
pub(super) struct Multiplayer<const W: usize, const R: usize, const H: usize, P> {
    variant: Arc<Variant>,
    processor: P,
    perspectives: Perspectives<W>,
    /// One of the perspectives: board, roles, memory and keys are equal in all.
    common: Arc<Perspective<W>>,
    /// Which piece left each mark.
    markers: Option<Arc<Markers>>,
    /// Whether hooks after a move may remove royals.
    blasts: bool,
    /// Whether rules select among the moves of pieces: then tables cannot say which moves capture a royal.
    picks: bool,
    /// Whether a turn may have several moves.
    phased: bool,
    /// Whether pieces can be added to the board.
    grows: bool,
    /// The roles (as bits) of neutral pieces.
    neutral: u64,
    /// By player: the royal roles (as bits), if the player starts with any.
    royals: Vec<u64>,
}

/// A position of a game.
#[derive(Clone, Copy)]
pub(super) struct Node<const W: usize, const R: usize, const H: usize> {
    /// The state in the view of the player to move.
    state: State<W, R, H>,
    /// Its Zobrist key without marks.
    key: u64,
    clock: Clock,
    /// The move that led to it.
    m: Move,
    out: PlayerSet,
    /// Whether a royal is lost for good or a custom ending has come: no player has a move then.
    over: bool,
    /// Whether the player to move could capture a royal.
    hanging: bool,
    /// Whether there are tables for all players still in the game.
    known: bool,
    /// Whether the player to move has a move, if known.
    has_move: Option<bool>,
}

impl<const W: usize, const R: usize, const H: usize> Kept for Node<W, R, H> {
    fn key(&self) -> u64 {
        self.key
    }

    fn clock(&self) -> Clock {
        self.clock
    }

    fn led_by(&self) -> Move {
        self.m
    }

    fn first(mut self) -> Self {
        self.clock.reversible = 0;
        self
    }
}

impl<const W: usize, const R: usize, const H: usize, P> Debug for Multiplayer<W, R, H, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Multiplayer")
            .field("perspectives", &self.perspectives.all().count())
            .finish_non_exhaustive()
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Form for Arc<Multiplayer<W, R, H, P>> {
    fn start(&self, setup: &Setup) -> Box<dyn Game> {
        // The state cannot hold marks that no move could have left; the literal evaluator keeps them.
        let fits = setup.squares.len() == self.variant.board.len() && self.common.rules.tell_marks(setup);
        match fits {
            true => Box::new(MultiplayerGame::new(self.clone(), self.node(setup))),
            false => Box::new(LiteralGame::new(&self.variant, setup)),
        }
    }

    fn bytes(&self) -> usize {
        self.perspectives.all().map(|view| view.rules.bytes()).sum()
    }

    fn account(&self) -> Account {
        let variant = &*self.variant;
        let turn = |player| (0..variant.turns.len() as u16).find(|&turn| variant.mover(turn) == player);
        let view = |player| self.perspective(turn(player)?, player, PlayerSet::default());
        let views = variant.everybody().iter().map(|player| (player, view(player)));
        Account::of_several(views.filter_map(|(player, view)| Some((player, &view?.rules))), variant)
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Multiplayer<W, R, H, P> {
    /// Builds the tables.
    ///
    /// # Errors
    /// If only the literal evaluator supports the rules, or the form has no room for them.
    pub fn new(variant: &Arc<Variant>, processor: P) -> Result<Self, Unsupported> {
        let players = variant.players.len();
        let room = variant.board.len() <= Bits::<W>::CAPACITY && players * variant.roles.len() < R.min(64);
        if !room {
            return Err(Unsupported("a board or a number of roles too large for every form"));
        }
        // Refuse unsupported rules before the expensive tables are computed.
        multiplayer::check(variant)?;
        let royals = |player: PlayerId| {
            let had = literal::royals(variant, &variant.start, player) > 0;
            let roles = (0..variant.roles.len() as u8).map(RoleId);
            let royal = roles.filter(|&role| had && variant.role(role).royal);
            royal.map(|role| owned(variant, player, role)).collect::<RoleSet>().word()
        };
        let perspectives = Perspectives::new(variant);
        let mut made = perspectives.start(variant, P::EXTRACTS)?;
        let own = made.iter().map(|view| (&view.rules.sides[0], &view.rules.offers[0]));
        let markers = Markers::new(variant, own).map(Arc::new);
        for view in &mut made {
            view.rules.set_markers(markers.clone());
            if view.rules.memory.words(W) > H {
                return Err(Unsupported("more memory than every form has"));
            }
        }
        let common = perspectives.keep(made).ok_or(Unsupported("no turns"))?;
        let choice = &variant.choice;
        let passes = choice.pass.as_ref().is_some_and(|when| !when.is_empty());
        let compels = !choice.must.is_empty() || choice.most.is_some();
        Ok(Self {
            processor,
            perspectives,
            common,
            markers,
            blasts: multiplayer::blasts(variant),
            picks: variant.royalty != Royalty::Each || !choice.guard.is_empty() || compels || passes,
            phased: variant.has_phases(),
            grows: endings::grows(variant),
            neutral: multiplayer::nobodys(variant).word(),
            royals: variant.everybody().iter().map(royals).collect(),
            variant: variant.clone(),
        })
    }

    /// The position of a setup.
    fn node(&self, setup: &Setup) -> Node<W, R, H> {
        let variant = &*self.variant;
        let known = |piece: &Piece| {
            let neutral = |role: RoleId| variant.role(role).neutral;
            let somebodys = piece.player.index() < variant.players.len();
            piece.role.index() < variant.roles.len()
                && (somebodys || piece.is_neutral() && neutral(piece.role))
        };
        let seated =
            |piece: Piece| Piece { player: PlayerId(0), role: owned(variant, piece.player, piece.role) };
        let rules = &self.common.rules;
        let mut hands = Vec::new();
        if !setup.hands.is_empty() {
            hands = vec![0; 2 * rules.roles];
            hands[..rules.roles].iter_mut().zip(&setup.hands).for_each(|(to, &held)| *to = held);
        }
        let squares = setup.squares.iter().map(|piece| piece.filter(known).map(seated)).collect();
        let mut state = State::new(rules, &Setup { squares, hands, ..setup.clone() });
        let over = literal::royal_lost(variant, setup).is_some() || literal::ended(variant, setup).is_some();
        let view = self.perspective(state.turn, variant.mover(state.turn), setup.out);
        view.unwrap_or(&self.common).seat(&mut state);
        Node {
            key: state_key_by_role(rules, &state, setup.out),
            clock: Clock::of(setup),
            m: Move::pass(),
            out: setup.out,
            over,
            hanging: view.is_some_and(|view| self.is_hanging(view, &state)),
            known: self.knows(setup.out),
            has_move: None,
            state,
        }
    }

    /// The position as a setup.
    fn setup(&self, node: &Node<W, R, H>) -> Setup {
        node.clock.write(self.setup_of(&node.state, node.out))
    }

    /// The position as a setup, without counters of moves.
    fn setup_of(&self, state: &State<W, R, H>, out: PlayerSet) -> Setup {
        let rules = &self.common.rules;
        let mut setup = state.setup(rules);
        for piece in setup.squares.iter_mut().flatten() {
            *piece = self.piece(piece.role.0);
        }
        setup.hands.truncate(rules.roles);
        setup.out = out;
        setup
    }

    /// The piece that a table role stands for.
    fn piece(&self, role: u8) -> Piece {
        let count = self.variant.roles.len() as u8;
        self.variant.piece(PlayerId(role / count), RoleId(role % count))
    }

    /// The squares of a player's pieces.
    fn army(&self, state: &State<W, R, H>, player: PlayerId) -> Bits<W> {
        let first = usize::from(held(&self.variant, player, RoleId(0)).0);
        let own = state.roles.iter().skip(first).take(self.variant.roles.len());
        let all = own.fold(Bits::EMPTY, |all, set| all | *set);
        if self.neutral == 0 { all } else { all & !state.any_of(self.neutral) }
    }

    /// A move with the game's roles instead of the tables' roles.
    fn as_played(&self, m: Move) -> Move {
        let count = self.variant.roles.len() as u16;
        Move { choice: m.choice.checked_sub(1).map_or(0, |role| role % count + 1), ..m }
    }

    /// A move with the tables' roles instead of the game's roles.
    fn as_seen(&self, m: Move, player: PlayerId) -> Move {
        let seen = |role: u16| u16::from(owned(&self.variant, player, RoleId(role as u8)).0) + 1;
        Move { choice: m.choice.checked_sub(1).map_or(0, seen), ..m }
    }
}
