//! A game of several as one of its players sees it: the tables, and whose the roles are.

use crate::bits::Bits;
use crate::tables::Rules;
use crate::tables::Unsupported;
use crate::tables::condition::Condition;
use crate::tables::condition::compiler::{About, Compiler};
use crate::tables::multiplayer::{self, held, spared};
use crate::tables::sorted::TableBuilder;
use crate::variant::{PlayerId, PlayerSet, RoleId, RoleSet, Variant, Verdict};

use crate::position::core::state::State;

/// The game as one player sees it while some are out.
pub(super) struct Perspective<const W: usize> {
    pub rules: Rules<W>,
    /// The roles (a bit each) of the player's pieces, as the tables tell roles apart; they lie together.
    pub own: u64,
    /// The roles of pieces that are nobody's: of the game's own, and of partners' that are spared.
    pub spared: u64,
    /// The roles of royals that the player might take.
    pub enemy_royals: u64,
    /// The roles of which no drop may mate.
    pub unmating: u64,
    /// Partners whom no move may put in check.
    pub partners: PlayerSet,
    /// Who may be mated.
    pub opponents: PlayerSet,
    /// The ends of the game's own, asked for this player.
    pub ends: Vec<(Condition<W>, Verdict)>,
}

impl<const W: usize> Perspective<W> {
    /// What the tables of a player need while some are out, given who moves before the player does again.
    ///
    /// # Errors
    /// When the rules have something that tables have no form for among several.
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
    /// Says which pieces are whose as the player sees it, whose roles lie together.
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
