//! One player's view of a game of several: the tables, and the owners of the roles.

use crate::bits::Bits;
use crate::tables::Rules;
use crate::tables::Unsupported;
use crate::tables::condition::Condition;
use crate::tables::condition::compiler::{About, Compiler};
use crate::tables::multiplayer::{self, held, spared};
use crate::tables::sorted::TableBuilder;
use crate::variant::{PlayerId, PlayerSet, RoleId, RoleSet, Variant, Verdict};

use crate::position::core::state::State;

/// One player's view of the game while some players are out.
pub(super) struct Perspective<const W: usize> {
    pub rules: Rules<W>,
    /// The table roles (as bits) of the player's pieces; they are contiguous.
    pub own: u64,
    /// The roles of neutral pieces and of partners' pieces that are never captured.
    pub spared: u64,
    /// The roles of royals that the player may capture.
    pub enemy_royals: u64,
    /// The roles whose drops must not mate.
    pub unmating: u64,
    /// Partners that no move may put in check.
    pub partners: PlayerSet,
    /// Players that may be mated.
    pub opponents: PlayerSet,
    /// The custom endings, for this player.
    pub ends: Vec<(Condition<W>, Verdict)>,
}

impl<const W: usize> Perspective<W> {
    /// The view of a player while some are out. `against` has the players that move before the player's next
    /// turn.
    ///
    /// # Errors
    /// If tables do not support the rules with several players.
    pub fn new(
        variant: &Variant,
        (player, out, against): (PlayerId, PlayerSet, PlayerSet),
        builder: &TableBuilder<W>,
    ) -> Result<Self, Unsupported> {
        let view = multiplayer::view_of(variant, player, (out, against))?;
        let rules = Rules::of_view(&view, builder)?;
        let of = |players: PlayerSet, wanted: fn(&Variant, RoleId) -> bool| -> u64 {
            let roles = (0..variant.roles.len() as u8).map(RoleId).filter(|&role| wanted(variant, role));
            let all = roles.flat_map(|role| players.iter().map(move |player| (player, role)));
            all.map(|(player, role)| held(variant, player, role)).collect::<RoleSet>().word()
        };
        let compiler = Compiler { variant: &view.variant, player, about: About::Position };
        let ends = view.ends.iter().map(|end| Ok((compiler.conjunction(&end.when)?, end.verdict)));
        let ends = ends.collect::<Result<_, Unsupported>>()?;
        let (own, spared) = (PlayerSet::single(player), spared(variant, player, out));
        let partners = variant.side(player).without(own).without(out);
        Ok(Self {
            own: of(own, |_, _| true),
            spared: of(spared, |_, _| true) | multiplayer::nobodys(variant).word(),
            enemy_royals: of(variant.everybody().without(own).without(spared).without(out), |v, role| {
                v.role(role).royal
            }),
            unmating: view.unmating,
            partners: if variant.choice.partners { partners } else { PlayerSet::default() },
            opponents: variant.everybody().without(variant.side(player)).without(out),
            ends,
            rules,
        })
    }
}

impl<const W: usize> Perspective<W> {
    /// Recomputes the sets by player in this player's view, whose own roles are contiguous.
    pub fn seat<const R: usize, const H: usize>(&self, state: &mut State<W, R, H>) {
        let first = self.own.trailing_zeros() as usize;
        let some = state.roles.get(first..).unwrap_or(&[]).iter().take(self.own.count_ones() as usize);
        let own = some.fold(Bits::EMPTY, |all, set| all | *set);
        let all = state.occupied();
        let spared = if self.spared == 0 { Bits::EMPTY } else { state.any_of(self.spared) };
        state.players = [own & !spared, all & !own & !spared];
        state.set_neutral(spared);
    }
}
