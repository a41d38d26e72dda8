//! Caches the perspectives of all players, by players out and by the players that move in between.
//!
//! Usually all opponents move before a player's next turn. A perspective then depends only on the player and
//! on who is out. In other orders it depends on the turn too. Example: in A B A C, only B moves between the
//! two turns of A, so only B attacks A's royals then.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::bits::Processor;
use crate::tables::Unsupported;
use crate::tables::rounds::is_even;
use crate::tables::sorted::TableBuilder;
use crate::variant::{PlayerId, PlayerSet, Variant, literal};

use super::Multiplayer;
use super::perspective::Perspective;

/// The perspectives of a game. Those with players out are built on first use.
pub(super) struct Perspectives<const W: usize> {
    players: usize,
    /// By players out, player, and players that move in between; `None` if tables do not support it.
    made: Vec<OnceLock<Option<Arc<Perspective<W>>>>>,
    /// The part that depends on the turn, if any.
    uneven: Option<Uneven>,
}

/// Perspectives that depend on the turn.
struct Uneven {
    turns: usize,
    /// By players out, turn and player: the index of the perspective.
    places: Vec<u32>,
    /// By perspective: the player, the players out, and those that move before the player's next turn.
    whose: Vec<(PlayerId, PlayerSet, PlayerSet)>,
    /// By players out: the index of the first perspective.
    first: Vec<usize>,
}

impl Uneven {
    fn new(variant: &Variant) -> Self {
        let (turns, players) = (variant.turns.len(), variant.players.len());
        let mut uneven = Self { turns, places: Vec::new(), whose: Vec::new(), first: Vec::new() };
        for out in (0..=variant.everybody().0).map(PlayerSet) {
            let first = uneven.whose.len();
            uneven.first.push(first);
            for turn in 0..turns as u16 {
                for player in (0..players as u8).map(PlayerId) {
                    let whose = (player, out, literal::attackers_at(variant, (turn, out), player));
                    let known = uneven.whose.iter().skip(first).position(|other| *other == whose);
                    let place = known.map_or(uneven.whose.len(), |place| first + place);
                    if known.is_none() {
                        uneven.whose.push(whose);
                    }
                    uneven.places.push(place as u32);
                }
            }
        }
        uneven.first.push(uneven.whose.len());
        uneven
    }
}

impl<const W: usize> Perspectives<W> {
    /// An empty cache.
    pub fn new(variant: &Variant) -> Self {
        let players = variant.players.len();
        let uneven = (!is_even(variant)).then(|| Uneven::new(variant));
        let number = uneven.as_ref().map_or(players << players, |uneven| uneven.whose.len());
        Self { players, made: (0..number).map(|_| OnceLock::new()).collect(), uneven }
    }

    /// All perspectives built so far.
    pub fn all(&self) -> impl Iterator<Item = &Perspective<W>> {
        self.made.iter().filter_map(|view| view.get()?.as_deref())
    }

    /// The indices of the perspectives with these players out.
    fn of(&self, out: PlayerSet) -> Range<usize> {
        let out = usize::from(out.0);
        match &self.uneven {
            None => out * self.players..(out + 1) * self.players,
            Some(Uneven { first, .. }) => {
                let at = |out: usize| first.get(out).copied().unwrap_or_default();
                at(out)..at(out + 1)
            }
        }
    }

    /// The index of a player's perspective at a turn.
    #[inline(always)]
    fn place(&self, turn: u16, player: PlayerId, out: PlayerSet) -> Option<usize> {
        let out = usize::from(out.0);
        match &self.uneven {
            None => Some(out * self.players + player.index()),
            Some(Uneven { turns, places, .. }) => {
                let place = (out * turns + usize::from(turn)) * self.players + player.index();
                places.get(place).map(|&place| place as usize)
            }
        }
    }

    /// The player of a perspective, the players out, and those that move before the player's next turn.
    fn whose(&self, variant: &Variant, place: usize) -> Option<(PlayerId, PlayerSet, PlayerSet)> {
        match &self.uneven {
            None => {
                let player = PlayerId((place % self.players) as u8);
                let out = PlayerSet((place / self.players) as u8);
                Some((player, out, variant.takers(out, player)))
            }
            Some(Uneven { whose, .. }) => whose.get(place).copied(),
        }
    }

    /// Builds the perspectives with no player out, to be completed and passed to [`keep`](Self::keep).
    ///
    /// # Errors
    /// If only the literal evaluator supports the rules.
    pub fn start(&self, variant: &Variant, extracts: bool) -> Result<Vec<Perspective<W>>, Unsupported> {
        let builder = TableBuilder::of_several(extracts);
        let all = self.of(PlayerSet::default()).filter_map(|place| self.whose(variant, place));
        all.map(|whose| Perspective::new(variant, whose, &builder)).collect()
    }

    /// Stores the perspectives with no player out, and returns the first.
    pub fn keep(&self, made: Vec<Perspective<W>>) -> Option<Arc<Perspective<W>>> {
        for (view, place) in made.into_iter().zip(&self.made) {
            place.get_or_init(|| Some(Arc::new(view)));
        }
        self.made.first()?.get()?.clone()
    }
}

impl<const W: usize, const R: usize, const H: usize, P: Processor> Multiplayer<W, R, H, P> {
    /// A player's view of the game at a turn, with some players out; `None` if tables do not support it.
    #[inline(always)]
    pub(super) fn perspective(&self, turn: u16, player: PlayerId, out: PlayerSet) -> Option<&Perspective<W>> {
        self.perspective_at(self.perspectives.place(turn, player, out)?)
    }

    fn perspective_at(&self, place: usize) -> Option<&Perspective<W>> {
        let made = || {
            let whose = self.perspectives.whose(&self.variant, place)?;
            let builder = TableBuilder::of_several(P::EXTRACTS);
            let mut view = Perspective::new(&self.variant, whose, &builder).ok()?;
            view.rules.set_markers(self.markers.clone());
            Some(Arc::new(view))
        };
        self.perspectives.made.get(place)?.get_or_init(made).as_deref()
    }

    /// Whether there are tables for all players still in the game.
    pub(super) fn knows(&self, out: PlayerSet) -> bool {
        let whose = |place: usize| self.perspectives.whose(&self.variant, place);
        let mut places = self.perspectives.of(out);
        places.all(|place| {
            let gone = whose(place).is_none_or(|(player, ..)| out.contains(player));
            gone || self.perspective_at(place).is_some()
        })
    }
}
