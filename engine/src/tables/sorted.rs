//! The movements of a role from every square, sorted by form, and the data shared while a game's tables are
//! built.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hashbrown::HashMap;

use crate::variant::{Effect, Movement, PlayerId, RoleId, Variant};

use super::Unsupported;
use super::act::Act;
use super::atom::{Atom, Atoms, in_order, reversed};
use super::attack::AttackersOf;
use super::condition::Condition;
use super::instance::{Budget, Choices, Instance, MAX_CONDITIONS, instances};
use super::late;
use super::lookup::LookupCache;
use super::promotion::{self, Promotions};

/// The reason for rejecting royals that leave a mark by which they can be captured.
pub const ROYAL_MARKER: Unsupported = Unsupported("a royal that can be captured through its mark");

/// The movements of one role of one player.
#[derive(Clone)]
pub struct Sorted<const W: usize> {
    /// Whether some of them may have hooks.
    pub hooked: bool,
    /// Whether some quiet ones may have hooks.
    pub hooked_quiets: bool,
    /// Whether these hooks may change the board.
    pub risky: bool,
    /// The promotions of the role.
    pub promotions: Promotions<W>,
    /// Atoms: movements that depend on occupancy only, sorted.
    pub regular: Atoms<W>,
    /// Such movements that leave marks.
    pub marking: Vec<(Atom<W>, Instance<W>)>,
    /// All other movements.
    pub scripted: Vec<Instance<W>>,
    /// Whether those with effects are built on first use.
    pub late: bool,
    /// The attacks of the atoms and marking movements, reversed and sorted.
    pub attacks: AttackersOf<W>,
}

impl<const W: usize> Sorted<W> {
    fn new(
        variant: &Variant,
        player: PlayerId,
        role: RoleId,
        builder: &TableBuilder<W>,
    ) -> Result<Self, Unsupported> {
        if late::is_worth(variant, role) {
            let made = Self::made(variant, player, role, builder, true)?;
            // Late movements are compared with lookups only.
            if made.scripted.is_empty() && made.marking.is_empty() {
                return Ok(made);
            }
        }
        Self::made(variant, player, role, builder, false)
    }

    fn made(
        variant: &Variant,
        player: PlayerId,
        role: RoleId,
        builder: &TableBuilder<W>,
        late: bool,
    ) -> Result<Self, Unsupported> {
        let wanted = |movement: &Movement| !late || !late::is_late(movement);
        let mut all = instances::<W>(variant, (player, role), wanted, None, &builder.room)?;
        let promotions = promotion::promotions(variant, (player, role), &all);
        let hooked = all.iter().any(|instance| !instance.hooks.is_empty());
        let hooked_quiets = all.iter().any(|instance| instance.hooks.iter().any(|hook| !hook.after_capture));
        let mut acts = all.iter().flat_map(|instance| instance.hooks.iter()).flat_map(|hook| &hook.acts);
        let risky = acts.any(|act| !act.keeps_board());
        all.iter().try_for_each(|instance| supported(variant, instance))?;
        if variant.role(role).promotion.iter().flat_map(|one| &one.to).any(|&to| variant.role(to).royal)
            && all.iter().any(|instance| promotes_marker(instance, &promotions))
            && variant.effects().any(|effect| *effect == Effect::TakeMarker)
        {
            return Err(ROYAL_MARKER);
        }
        // Movements are large and most lists are of one kind: the exceptions are moved out.
        let (mut regular, mut marking) = (Vec::new(), Vec::new());
        all.retain(|instance| {
            let doubtful = risky && instance.target.opponent;
            let unclear = doubtful || promotions.is_unclear(instance.from, instance.to);
            let atom = instance.atom().filter(|_| !unclear);
            let marks = matches!(&instance.acts[..], [Act::Mark(squares)] if !squares.is_empty());
            match atom {
                Some(atom) if instance.way == 0 => regular.push(atom),
                Some(atom) if marks => marking.push((atom, instance.clone())),
                _ => return true,
            }
            false
        });
        let scripted = all;
        let regular = in_order(regular);
        // Every capture that could take a royal is an attack.
        let mut attacks = reversed(regular.iter().filter(|atom| atom.capture));
        if marking.iter().any(|(atom, _)| atom.capture) {
            attacks.extend(marking.iter().filter(|(atom, _)| atom.capture).map(|(atom, _)| atom.reversed()));
            attacks = in_order(attacks);
        }
        let regular = Arc::new(regular);
        // Most pieces attack symmetrically.
        let mirrored = *regular == attacks;
        let atoms = if mirrored { regular.clone() } else { Arc::new(attacks) };
        let attacks = AttackersOf { atoms, mirrored };
        Ok(Self { hooked, hooked_quiets, risky, promotions, regular, marking, scripted, late, attacks })
    }
}

/// Whether a movement leaves a mark and may promote.
fn promotes_marker<const W: usize>(instance: &Instance<W>, promotions: &Promotions<W>) -> bool {
    let (from, to) = (instance.from, instance.to);
    let marks = |act: &Act<W>| matches!(act, Act::Mark(squares) if !squares.is_empty());
    let promotes = || {
        let zoned = promotions.four.iter().any(|one| one.zone().contains(usize::from(to)));
        zoned || promotions.is_unclear(from, to) || instance.choices != Choices::None
    };
    instance.acts.iter().any(marks) && promotes()
}

/// Rejects movements that the fast state cannot represent exactly.
fn supported<const W: usize>(variant: &Variant, instance: &Instance<W>) -> Result<(), Unsupported> {
    // After a round trip, the piece finds its own square empty, whatever else the target allows.
    let returns = instance.from == instance.to;
    if !instance.takes && !returns && (instance.target.opponent || instance.target.own) {
        return Err(Unsupported("a move onto a piece without capturing it"));
    }
    let chosen = match &instance.choices {
        Choices::Promotion(asks) => [Some(&asks.when), Some(&asks.forced)],
        Choices::None | Choices::Always(_) | Choices::Held(_) => [None, None],
    };
    let hooks = instance.hooks.iter().map(|hook| &hook.when);
    let mut asked = hooks.chain(chosen.into_iter().flatten());
    let imagines = |part: &Condition<W>| {
        matches!(
            part,
            Condition::InCheck
                | Condition::Checks
                | Condition::Mates
                | Condition::After(_)
                | Condition::WithoutDrop(_)
        )
    };
    if asked.any(|part| part.has(&imagines)) {
        return Err(Unsupported(
            "an effect or promotion that depends on check or on the position after the move",
        ));
    }
    let alternate = variant.turns.len() == 2 && variant.turns[0].player != variant.turns[1].player;
    if !alternate && instance.rest.iter().any(|part| part.has(&|part| matches!(part, Condition::Mates))) {
        return Err(Unsupported("`@Mates` in a game whose players do not alternate"));
    }
    Ok(())
}

/// Player, role, whether it moves on the first side, and whether it moves at all.
type Key = (PlayerId, RoleId, bool, bool);

/// Data shared while a game's tables are built.
pub struct TableBuilder<const W: usize> {
    /// The lookup cache.
    pub cache: LookupCache<W>,
    /// The budget of conditions.
    pub room: Budget,
    /// The rules, for tables built on first use.
    pub variant: OnceLock<Arc<Variant>>,
    /// Sorted movements; kept only if several players see the same pieces.
    kept: Option<Mutex<HashMap<Key, Arc<Sorted<W>>>>>,
}

impl<const W: usize> TableBuilder<W> {
    fn new(cache: LookupCache<W>, kept: bool) -> Self {
        let kept = kept.then(Mutex::default);
        Self { cache, room: Budget::new(MAX_CONDITIONS), variant: OnceLock::new(), kept }
    }

    /// A builder for the views of several players.
    pub fn of_several(extracts: bool) -> Self {
        Self::new(LookupCache::new(extracts), true)
    }

    /// A builder for a game of two players.
    pub fn of_two(extracts: bool) -> Self {
        Self::new(LookupCache::new(extracts), false)
    }

    /// The movements of a player's role.
    ///
    /// # Errors
    /// If something is not supported, or the budget is exceeded.
    pub fn sorted(
        &self,
        variant: &Variant,
        (player, role): (PlayerId, RoleId),
        moves: bool,
    ) -> Result<Arc<Sorted<W>>, Unsupported> {
        let key = (player, role, moves, variant.role(role).movements.is_empty());
        let kept = || self.kept.as_ref().map(|kept| kept.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(same) = kept().and_then(|kept| kept.get(&key).cloned()) {
            return Ok(same);
        }
        let made = Arc::new(Sorted::new(variant, player, role, self)?);
        if let Some(mut kept) = kept() {
            kept.insert(key, made.clone());
        }
        Ok(made)
    }
}
