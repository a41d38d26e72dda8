//! The moves of one player's pieces: lookups, set-wise steps, and scripted moves.

use std::sync::Arc;

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{Piece, PlayerId, RoleId, Variant};

use super::Unsupported;
use super::act::Act;
use super::atom::{Atom, Atoms, classes, in_order};
use super::attack::{Attack, AttackersOf};
use super::chain::{Chains, chains};
use super::condition::Condition;
use super::filing::Lookups;
use super::instance::{Choices, Instance, Target};
use super::late::Late;
use super::lookup::{Lookup, LookupCache};
use super::movement::{Class, MEMBERS, Promotion, RestrictedCaptures, RoleTable, ScriptedMove, Step, filled};
use super::promotion::renounces;
use super::removal::Prey;
use super::scripted::{AttackIndex, ScriptedByOrigin};
use super::sorted::{Sorted, TableBuilder};

/// The tables of one player.
#[derive(Clone, Debug, Default)]
pub struct Side<const W: usize> {
    /// The lookups, each with its roles. Royal roles have classes of their own.
    pub classes: Vec<Class<W>>,
    /// The number of non-royal classes, which come first.
    pub common: usize,
    /// The tables of each role.
    pub roles: Vec<RoleTable<W>>,
    /// The steps, grouped by role.
    pub steps: Vec<Step<W>>,
    /// The scripted moves, grouped by role.
    pub scripted: Vec<ScriptedMove<W>>,
    /// The chains, by role.
    pub chains: Vec<Chains<W>>,
    /// The scripted moves by role and origin, without castling-like ones.
    pub by_origin: Vec<ScriptedByOrigin<W>>,
    /// The castling-like moves of royals, by role and origin.
    pub castling: Vec<ScriptedByOrigin<W>>,
    /// Squares that some scripted move requires to be marked.
    pub mark_squares: Bits<W>,
    /// Scripted moves that test attacks, which are unknown in imagined replies.
    pub asking: Vec<u32>,
    /// The attacks on the other player's royals.
    pub attack: Attack<W>,
    /// Scripted moves that could remove an opponent's royal, by the royal's square.
    pub threats: Vec<AttackIndex<W>>,
    /// The squares with entries in `threats`.
    pub threatened: Bits<W>,
    /// The same by role, for roles with such movements.
    pub threatening: Vec<(u8, Bits<W>)>,
    /// The captures of non-royal pieces, if the rules test them.
    pub prey: Option<Prey<W>>,
    /// Roles (as bits) with moves that may have hooks.
    pub hooked: u64,
    /// Roles (as bits) with quiet moves that may have hooks.
    pub hooked_quiets: u64,
    /// Those of them (as bits) whose hooks may change the board: their attacks may cost this player a royal.
    pub risky: u64,
    /// Whether some attacks are not line attacks: not a count over one set, or with hooks.
    pub non_line_attacks: bool,
    /// Scripted moves counted as attacks whose hooks may cost this player a royal, by attacked square. Every
    /// capture of the [`risky`](Self::risky) roles is here or in `threats`.
    pub doubts: Vec<AttackIndex<W>>,
    /// The squares where their hooks might remove a royal of this player, by attacked square.
    pub risks: Vec<Bits<W>>,
}

/// The most steps of a role that moves set-wise.
const MAX_STEPS: usize = 6;

/// The atoms of each role, for lookups.
struct ByRole<const W: usize> {
    /// The moves by lookup.
    forward: Vec<Atoms<W>>,
    /// The attacks on a royal's square.
    backward: Vec<AttackersOf<W>>,
    /// The attacks of movements without effects.
    plain: Vec<Atoms<W>>,
}

impl<const W: usize> Side<W> {
    /// The tables of one side; `owners` has the owner of each role's pieces on it. With more than two
    /// players, `crowns` has the royal roles of the others. If `moves` is false, only attacks are needed.
    ///
    /// # Errors
    /// If the rules have something that tables do not support.
    pub fn new(
        variant: &Variant,
        (owners, crowns): (&[Option<PlayerId>], u64),
        moves: bool,
        spare: u8,
        builder: &TableBuilder<W>,
    ) -> Result<Self, Unsupported> {
        let count = variant.roles.len();
        let mut side = Self::empty(count);
        side.chains = chains(variant, owners, &builder.room)?;
        let mut found = ByRole {
            forward: Vec::with_capacity(count),
            backward: Vec::with_capacity(count),
            plain: Vec::new(),
        };
        for role in 0..count {
            match owners.get(role).copied().flatten() {
                Some(player) => side.add(variant, (player, role), moves, spare, builder, &mut found)?,
                None => {
                    found.forward.push(Arc::default());
                    found.backward.push(AttackersOf::default());
                    found.plain.push(Arc::default());
                }
            }
        }
        side.finish(variant, found, crowns, spare, builder);
        Ok(side)
    }

    fn empty(roles: usize) -> Self {
        let lists = vec![AttackIndex::default(); Bits::<W>::CAPACITY];
        let (threats, doubts) = (lists.clone(), lists);
        Self { roles: vec![RoleTable::default(); roles], threats, doubts, ..Self::default() }
    }

    /// Adds a player's role: promotions, steps, scripted moves, and atoms for lookups.
    fn add(
        &mut self,
        variant: &Variant,
        (player, role): (PlayerId, usize),
        moves: bool,
        spare: u8,
        builder: &TableBuilder<W>,
        found: &mut ByRole<W>,
    ) -> Result<(), Unsupported> {
        let sorted = builder.sorted(variant, (player, RoleId(role as u8)), moves)?;
        self.hooked |= u64::from(sorted.hooked) << (role & 63);
        self.hooked_quiets |= u64::from(sorted.hooked_quiets) << (role & 63);
        self.risky |= u64::from(sorted.risky) << (role & 63);
        let Sorted { promotions, regular, mut marking, mut scripted, late, mut attacks, .. } =
            Arc::unwrap_or_clone(sorted);
        let table = &mut self.roles[role];
        table.promotions = promotions.four;
        table.apart = promotions.apart;
        table.promotes = table.promotions.iter().any(|one| one.zone().any());
        table.alike = table.promotions.chunks(2).all(|two| two[0] == two[1]);
        table.same = table.alike && table.promotions[0] == table.promotions[2];
        if variant.roles[role].neutral && (scripted.len(), marking.len()) != (0, 0) {
            return Err(Unsupported("a neutral piece with conditions or effects"));
        }
        found.plain.push(attacks.atoms.clone());
        let (mut counted, mut more) = attacks_by_lines(variant, &scripted, &regular);
        if !more.is_empty() {
            more.extend(attacks.atoms.iter().cloned());
            attacks = AttackersOf { atoms: Arc::new(in_order(more)), mirrored: false };
        }
        found.backward.push(attacks);

        let royals = variant.royals().word();
        let royal = royals >> role & 1 == 1;
        let mut apart = Vec::new();
        if royal {
            (self.roles[role].limited, apart) =
                limited(&mut scripted, &mut counted, royals, spare, &builder.cache);
        }
        let own = |(_, piece): &(Square, Piece)| piece.player == player && piece.role.index() == role;
        let pieces = variant.start.pieces().filter(own).count();
        // A set-wise step pays only with several pieces.
        let worth =
            |steps: &Vec<Step<W>>| !steps.is_empty() && steps.len() <= MAX_STEPS && pieces > steps.len();
        let alone = |(_, instance): &(Atom<W>, Instance<W>)| {
            !scripted.iter().any(|other| (other.from, other.to) == (instance.from, instance.to))
        };
        let stepping = moves && !royal && marking.iter().all(alone);
        let steps = stepping.then(|| steps(role as u8, &regular, &marking)).flatten();
        match steps.filter(worth) {
            Some(steps) => {
                self.steps.extend(steps.into_iter().flat_map(|step| by_promotion(step, &self.roles[role])));
                marking.clear();
                found.forward.push(Arc::default());
            }
            None if moves => found.forward.push(regular.clone()),
            None => found.forward.push(Arc::default()),
        }
        scripted.extend(marking.into_iter().map(|(_, instance)| instance));
        counted.resize(scripted.len(), true);
        let lookups = Lookups { regular: &regular, apart: &apart };
        self.file(variant, role as u8, scripted, &counted, &lookups);
        if late {
            let variant = builder.variant.get_or_init(|| Arc::new(variant.clone())).clone();
            let late = Late::new(variant, (player, RoleId(role as u8)), regular);
            self.by_origin.push(ScriptedByOrigin::late(role as u8, late));
        }
        Ok(())
    }

    /// Builds the tables that need the movements of all roles.
    fn finish(
        &mut self,
        variant: &Variant,
        mut found: ByRole<W>,
        crowns: u64,
        spare: u8,
        builder: &TableBuilder<W>,
    ) {
        let royals = variant.royals().word();
        let asks =
            |one: &ScriptedMove<W>| !one.ahead.is_empty() || one.rest.iter().any(Condition::asks_attack);
        let indices = (0..).zip(&self.scripted);
        self.asking = indices.filter(|(_, one)| asks(one)).map(|(index, _)| index).collect();
        let marks = self.by_origin.iter().flat_map(ScriptedByOrigin::candidates).filter_map(|one| one.mark);
        self.mark_squares = marks.fold(Bits::EMPTY, |all, mark| all | Bits::single(usize::from(mark)));
        self.share(&found.forward, royals, spare, &builder.cache);
        if royals == 0 {
            // Without royals, attacks on royals are not needed.
            found.backward.iter_mut().for_each(|attacks| *attacks = AttackersOf::default());
        }
        self.attack = Attack::new(&found.backward, spare, &builder.cache);
        if Prey::<W>::is_asked_for(variant) {
            self.prey = Some(Prey::new(&found.plain, &self.scripted, variant.board.len(), &builder.cache));
        }
        self.non_line_attacks = self.attack.irregular_attackers != 0 || self.risky != 0;
        if self.risky != 0 {
            let risk = |index: u32| self.scripted[index as usize].risks(royals | crowns);
            let all =
                |listed: &AttackIndex<W>| listed.indices().fold(Bits::EMPTY, |all, one| all | risk(one));
            self.risks = self.doubts.iter().map(all).collect();
        }
    }

    /// Whether a line attack on this square may fail, because hooks might cost this player one of these
    /// royals.
    #[inline(always)]
    pub fn in_doubt(&self, square: usize, royals: Bits<W>) -> bool {
        self.risky != 0 && self.risks.get(square).is_none_or(|risks| (*risks & royals).any())
    }

    /// Squares where a scripted move of present pieces might capture a royal; `pieces` returns this player's
    /// pieces of a role.
    #[inline(always)]
    pub fn threatened_by(&self, pieces: impl Fn(u8) -> Bits<W>) -> Bits<W> {
        let there = self.threatening.iter().filter(|(role, _)| pieces(*role).any());
        there.fold(Bits::EMPTY, |all, (_, squares)| all | *squares)
    }

    /// A superset of the squares from which pieces of these roles (as bits) attack some of the royals, by
    /// lines and leaps.
    pub fn checking_from(&self, royals: Bits<W>, roles: u64) -> Bits<W> {
        if !self.attack.blocked || self.risky != 0 || (royals & self.threatened).any() {
            return Bits::FULL;
        }
        let has = |role: u8| roles >> (role & 63) & 1 == 1;
        let reaches = royals.indices().flat_map(|royal| self.attack.reaching(royal));
        let own = reaches.filter(|reach| has(reach.members.a) || has(reach.members.b));
        own.fold(Bits::EMPTY, |all, reach| all | reach.any)
    }

    /// Whether a scripted move of present pieces might capture a royal on one of some squares.
    #[inline(always)]
    pub fn threatens(&self, squares: Bits<W>, pieces: impl Fn(u8) -> Bits<W>) -> bool {
        (squares & self.threatened).any() && (squares & self.threatened_by(pieces)).any()
    }

    /// The scripted moves of a role from a square to a square, by [way](ScriptedMove::way) and in rule order.
    pub fn between(&self, role: u8, from: u16, to: u16) -> impl Iterator<Item = &ScriptedMove<W>> {
        let lists = self.by_origin.iter().chain(&self.castling).filter(move |list| list.role == role);
        lists.flat_map(move |list| {
            let made = list.between(from, to).iter().map(|one| &self.scripted[one.index as usize]);
            made.chain(list.late.as_ref().map_or(&[][..], |late| late.between(from, to)))
        })
    }

    /// Builds the lookups, shared between roles where possible.
    fn share(&mut self, forward: &[Atoms<W>], royals: u64, spare: u8, cache: &LookupCache<W>) {
        let alone: Vec<bool> =
            (0..forward.len()).map(|role| royals >> role & 1 == 1 || self.roles[role].promotes).collect();
        let common: Vec<Atoms<W>> = forward
            .iter()
            .zip(&alone)
            .map(|(atoms, alone)| if *alone { Arc::default() } else { atoms.clone() })
            .collect();
        let (sets, parts) = classes(&common);
        let others = forward.iter().zip(&alone).filter(|(atoms, alone)| **alone && !atoms.is_empty());
        cache.prepare(sets.iter().chain(others.map(|(atoms, _)| atoms)));
        let mut made: Vec<Arc<Lookup<W>>> = Vec::new();
        for set in &sets {
            made.push(cache.get(set));
        }
        let mut members: Vec<Vec<u8>> = vec![Vec::new(); sets.len()];
        for (role, parts) in parts.iter().enumerate() {
            parts.iter().for_each(|&part| members[part].push(role as u8));
        }
        for (lookup, members) in made.iter().zip(&members) {
            for few in members.chunks(MEMBERS) {
                let index = self.classes.len() as u8;
                few.iter().for_each(|&role| self.roles[usize::from(role)].classes.push(index));
                self.classes.push(Class {
                    members: filled(few, spare),
                    promotes: None,
                    lookup: lookup.clone(),
                });
            }
        }
        for last in [false, true] {
            for (role, atoms) in forward.iter().enumerate().filter(|(_, atoms)| !atoms.is_empty()) {
                let royal = royals >> role & 1 == 1;
                if alone[role] && royal == last {
                    let lookup = cache.get(atoms);
                    let members = if royal { filled(&[], spare) } else { filled(&[role as u8], spare) };
                    let promotes = (!royal).then_some(role as u8);
                    self.roles[role].classes.push(self.classes.len() as u8);
                    self.classes.push(Class { members, promotes, lookup });
                }
            }
            if !last {
                self.common = self.classes.len();
            }
        }
    }
}

/// The scripted moves of a role whose attacks are covered by lines: they attack like an unconditional line,
/// which is returned, or a regular movement covers them.
fn attacks_by_lines<const W: usize>(
    variant: &Variant,
    scripted: &[Instance<W>],
    regular: &[Atom<W>],
) -> (Vec<bool>, Vec<Atom<W>>) {
    let royals = variant.royals().word();
    let mut lines = Vec::new();
    let counted = scripted.iter().map(|instance| {
        if !(instance.takes && instance.target.opponent) {
            return false;
        }
        let any_royal = royals & !instance.target.roles == 0;
        if instance.acts.is_empty() && any_royal && !renounces(variant, instance) {
            let spared = instance.rest.iter().all(Condition::spares_replies);
            let bare = instance.bare().filter(|_| spared);
            lines.extend(bare.as_ref().map(Atom::reversed));
            return bare.is_some();
        }
        // A movement without effects or conditions makes the same capture, so this one adds no attack.
        instance.bare().filter(|_| instance.hooks.is_empty()).is_some_and(|bare| {
            let pair = |atom: &Atom<W>| (atom.key, atom.other);
            let start = regular.partition_point(|atom| pair(atom) < pair(&bare));
            let mut known = regular[start..].iter().take_while(|atom| pair(atom) == pair(&bare));
            known.any(|atom| atom.capture && (atom.clear, &atom.hurdle) == (bare.clear, &bare.hurdle))
        })
    });
    (counted.collect(), lines)
}

/// Removes a royal's scripted moves that only capture pieces of one or two roles, and builds lookups for
/// them. Also returns their origins and targets.
fn limited<const W: usize>(
    scripted: &mut Vec<Instance<W>>,
    counted: &mut Vec<bool>,
    royals: u64,
    spare: u8,
    cache: &LookupCache<W>,
) -> (Vec<RestrictedCaptures<W>>, Vec<(u16, u16)>) {
    let mut pairs = Vec::new();
    let mut found: Vec<(u64, Vec<Atom<W>>)> = Vec::new();
    let mut kept = Vec::new();
    for (instance, counted) in std::mem::take(scripted).into_iter().zip(std::mem::take(counted)) {
        let Target { empty, opponent, own, roles } = instance.target;
        let takes_only = instance.takes && opponent && !empty && !own;
        let few = roles.count_ones() as usize <= MEMBERS && (counted || roles & royals == 0);
        let free = instance.way == 0
            && instance.acts.is_empty()
            && instance.choices == Choices::None
            && instance.hooks.is_empty()
            && instance.rest.is_empty();
        let atom = (takes_only && few && free).then(|| instance.bare());
        match atom.flatten() {
            // A lookup of captures can be stored as one of all moves, because only captures are read.
            Some(atom) => {
                pairs.push((instance.from, instance.to));
                match found.iter_mut().find(|(other, _)| *other == roles) {
                    Some((_, atoms)) => atoms.push(Atom { quiet: true, ..atom }),
                    None => found.push((roles, vec![Atom { quiet: true, ..atom }])),
                }
            }
            None => kept.push((instance, counted)),
        }
    }
    (*scripted, *counted) = kept.into_iter().unzip();
    let lookup = |(roles, atoms): (u64, Vec<Atom<W>>)| {
        let members: Vec<u8> = (0..64).filter(|role| roles >> role & 1 == 1).collect();
        let mut onto = vec![Bits::EMPTY; Bits::<W>::CAPACITY];
        atoms.iter().for_each(|atom| onto[usize::from(atom.key)].insert(usize::from(atom.other)));
        RestrictedCaptures {
            members: filled(&members, spare),
            lookup: cache.get(&Arc::new(in_order(atoms))),
            onto,
        }
    };
    (found.into_iter().map(lookup).collect(), pairs)
}

/// One step per promotion, where promotions differ by origin or by capture.
fn by_promotion<const W: usize>(step: Step<W>, table: &RoleTable<W>) -> Vec<Step<W>> {
    let promotion = |one: usize| table.promotions[one].clone();
    if table.same {
        return vec![Step { promotion: promotion(0), ..step }];
    }
    let one = |number: usize| {
        let origins = step.origins & if number < 2 { !table.apart } else { table.apart };
        let (quiet, capture) = match number % 2 {
            _ if table.alike => (step.quiet, step.capture),
            0 => (step.quiet, Bits::EMPTY),
            _ => (Bits::EMPTY, step.capture),
        };
        Step { origins, quiet, capture, promotion: promotion(number), ..step.clone() }
    };
    let numbers = (0..4).filter(|number| !table.alike || number % 2 == 0);
    numbers.map(one).filter(|one| one.origins.any() && (one.quiet | one.capture).any()).collect()
}

fn all_or_none<const W: usize>(all: bool) -> Bits<W> {
    if all { Bits::FULL } else { Bits::EMPTY }
}

/// The steps of a role, if all its movements are constant displacements that never coincide.
fn steps<const W: usize>(
    role: u8,
    regular: &[Atom<W>],
    marking: &[(Atom<W>, Instance<W>)],
) -> Option<Vec<Step<W>>> {
    let mut found: Vec<Step<W>> = Vec::new();
    let plain = regular.iter().map(|atom| (atom, None));
    let marked = marking.iter().map(|(atom, instance)| (atom, Some(instance)));
    let mut taken: Vec<(u16, u16, bool, bool)> = Vec::new();
    for (atom, instance) in plain.chain(marked) {
        if atom.hurdle.is_some() {
            return None;
        }
        taken.push((atom.key, atom.other, atom.quiet, atom.capture));
        let delta = i32::from(atom.other) - i32::from(atom.key);
        let clear = Bits(atom.clear).indices();
        let between: Vec<i32> = clear.map(|square| i32::from(atom.other) - square as i32).collect();
        let way = instance.map_or(0, |instance| instance.way);
        let same = |step: &Step<W>| {
            step.delta == delta
                && step.between == between
                && (step.quiet.any(), step.capture.any(), step.way) == (atom.quiet, atom.capture, way)
        };
        let index = found.iter().position(same).unwrap_or(found.len());
        if index > MAX_STEPS {
            return None;
        }
        if index == found.len() {
            let marks = if instance.is_some() { vec![Bits::EMPTY; Bits::<W>::CAPACITY] } else { Vec::new() };
            let (quiet, capture) = (all_or_none(atom.quiet), all_or_none(atom.capture));
            let (origins, promotion) = (Bits::EMPTY, Promotion::default());
            found.push(Step { role, delta, origins, between, quiet, capture, promotion, way, marks });
        }
        let step = &mut found[index];
        step.origins.insert(usize::from(atom.key));
        if let Some([Act::Mark(squares)]) = instance.map(|instance| &instance.acts[..]) {
            squares.iter().for_each(|&s| step.marks[usize::from(atom.key)].insert(usize::from(s)));
        }
    }
    taken.sort_unstable();
    let coincide = |pair: &[(u16, u16, bool, bool)]| {
        let (a, b) = (pair[0], pair[1]);
        (a.0, a.1) == (b.0, b.1) && (a.2 && b.2 || a.3 && b.3)
    };
    (!taken.windows(2).any(coincide)).then_some(found)
}
