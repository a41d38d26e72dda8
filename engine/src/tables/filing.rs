//! Where a role's general movements are filed, so that few of them are asked about in a position: by the mark or the right
//! that they need, as guarded movements of royals, or by origin behind a gate.

use std::sync::Arc;

use crate::bits::Bits;
use crate::variant::{RoleId, Variant};

use super::act::Act;
use super::atom::{Atom, in_order};
use super::condition::{Condition, Owner, Pieces};
use super::instance::{Choices, Instance, Target};
use super::lookup::Shelf;
use super::movement::{
    Alike, ByRight, Cell, Course, Gated, General, Guard, Guarded, MEMBERS, Others, Righted, filled,
};
use super::removal::removes;
use super::side::Side;

/// What a role does by lookups, beside which its general movements are filed.
pub(super) struct Lookups<'a, const W: usize> {
    /// The role's own.
    pub regular: &'a [Atom<W>],
    /// Origins and targets of movements that have lookups of their own.
    pub apart: &'a [(u16, u16)],
}

/// What decides whether two movements may give the same move: the ends, and whether a piece comes from the hand, which
/// leaves another hand than what does not.
type Ends = (u16, u16, bool);

/// The pieces that a movement leaves on squares that it knows to be empty before, or are its own ends: two movements with
/// the same ends that leave others never give the same move. At most two, in order; `None` where that cannot be
/// told.
type Traces = Option<[(u16, u8); 2]>;

/// Ends and traces as two numbers, which are soonest compared; traces that are not known are the least.
type Packed = (u64, u64);

fn packed((from, to, brings): Ends, traces: Traces) -> Packed {
    let ends = u64::from(from) << 32 | u64::from(to) << 16 | u64::from(brings);
    let trace = |(square, role): (u16, u8)| u64::from(square) << 8 | u64::from(role);
    (ends, traces.map_or(0, |[a, b]| trace(a) << 32 | trace(b)))
}

/// Where there is no second piece.
const NO_TRACE: (u16, u8) = (u16::MAX, u8::MAX);

/// Tells which general movements of a role another one may give as well.
struct Overlaps<'a, const W: usize> {
    variant: &'a Variant,
    lookups: &'a Lookups<'a, W>,
    /// What may stand on the targets, by [ends and by what the movement leaves](packed).
    targets: Vec<(Packed, Target)>,
    /// Whether it is told of all of them what they leave.
    told: bool,
}

/// A general movement that is found by its origin alone, where it might remove a royal, and whether it is an attack that
/// must be looked at.
type Other<const W: usize> = (General<W>, Bits<W>, bool);

impl<'a, const W: usize> Overlaps<'a, W> {
    /// Of movements and what each leaves.
    fn new(
        variant: &'a Variant,
        lookups: &'a Lookups<'a, W>,
        general: &[Instance<W>],
        left: &[Traces],
    ) -> Self {
        let told = left.iter().all(Option::is_some);
        let mut found = Self { variant, lookups, targets: Vec::new(), told };
        let left = general.iter().zip(left);
        found.targets = left.map(|(one, traces)| (packed(found.ends(one), *traces), one.target)).collect();
        found.targets.sort_unstable_by_key(|(key, _)| *key);
        found
    }

    fn brings(&self, one: &Instance<W>) -> bool {
        match &one.choices {
            Choices::Held(roles) => !roles.iter().any(|&role| self.variant.role(RoleId(role)).supply),
            _ => false,
        }
    }

    fn ends(&self, one: &Instance<W>) -> Ends {
        (one.from, one.to, self.brings(one))
    }

    fn has(&self, one: &Instance<W>, traces: Traces) -> bool {
        let ends = self.ends(one);
        // What asks for an empty target and what takes a piece there are never open at once.
        let both = |target: &Target| {
            target.empty && one.target.empty
                || target.opponent && one.target.opponent
                || target.own && one.target.own
        };
        let alike = |traces: Traces| {
            let least = packed(ends, traces);
            let start = self.targets.partition_point(|(key, _)| *key < least);
            (least, &self.targets[start..])
        };
        let told = |traces: Traces| {
            let (same, targets) = alike(traces);
            targets.iter().take_while(move |(key, _)| *key == same)
        };
        let fits = |(_, target): &&(Packed, Target)| both(target);
        // It finds itself.
        let twin = match &traces {
            None => {
                let (least, targets) = alike(None);
                let same_ends = targets.iter().take_while(|(key, _)| key.0 == least.0);
                same_ends.filter(fits).nth(1).is_some()
            }
            Some(_) => {
                told(traces).filter(fits).nth(1).is_some() || !self.told && told(None).any(|one| fits(&one))
            }
        };
        if self.brings(one) {
            return twin;
        }
        if traces.is_some_and(|traces| traces != [(one.to, one.role), NO_TRACE]) {
            // Lookups leave the piece on the target and nothing else.
            return twin;
        }
        let Lookups { regular, apart } = self.lookups;
        let pair = (one.from, one.to);
        let exclusive =
            |atom: &Atom<W>| !(atom.quiet && one.target.empty || atom.capture && one.target.opponent);
        let start = regular.partition_point(|atom| (atom.key, atom.other) < pair);
        twin || apart.contains(&pair)
            || regular[start..]
                .iter()
                .take_while(|atom| (atom.key, atom.other) == pair)
                .any(|atom| !exclusive(atom))
    }
}

/// What a movement leaves where, if its effects do no more than to shift and to put pieces.
fn traces<const W: usize>(one: &Instance<W>) -> Traces {
    if one.choices != Choices::None || !one.hooks.is_empty() || one.stays {
        return None;
    }
    let mut left = Vec::with_capacity(4);
    left.extend([(one.to, one.role)]);
    for act in &one.acts {
        match act {
            Act::Shift(a, b) if a != b => {
                let at = left.iter().position(|(square, _)| square == a)?;
                let (_, role) = left.swap_remove(at);
                left.retain(|(square, _)| square != b);
                left.push((*b, role));
            }
            Act::Put(role, squares) => {
                left.retain(|(square, _)| !squares.contains(square));
                left.extend(squares.iter().map(|&square| (square, *role)));
            }
            _ => return None,
        }
    }
    let known = |&(square, _): &(u16, u8)| {
        square == one.from || square == one.to || one.clear.contains(usize::from(square))
    };
    if !left.iter().all(known) || left.len() > 2 {
        return None;
    }
    left.resize(2, NO_TRACE);
    left.sort_unstable();
    left.try_into().ok()
}

/// Movements of a role in general form, told apart from those that may give the same move.
pub(super) fn told_apart<const W: usize>(
    variant: &Variant,
    role: u8,
    general: Vec<Instance<W>>,
    lookups: &Lookups<'_, W>,
) -> Vec<General<W>> {
    let left: Vec<Traces> = general.iter().map(traces).collect();
    let overlaps = Overlaps::new(variant, lookups, &general, &left);
    let overlapping: Vec<bool> =
        general.iter().zip(&left).map(|(one, &traces)| overlaps.has(one, traces)).collect();
    let kept = |(instance, overlaps)| {
        let mut kept = General::new(role, instance, overlaps);
        kept.find_asks();
        kept.find_changes();
        kept
    };
    general.into_iter().zip(overlapping).map(kept).collect()
}

impl<const W: usize> Side<W> {
    /// Files a role's general movements; `counted` says which are counted among the attacks by lines.
    pub(super) fn file(
        &mut self,
        variant: &Variant,
        role: u8,
        general: Vec<Instance<W>>,
        counted: &[bool],
        lookups: &Lookups<'_, W>,
        shelf: &Shelf<W>,
    ) {
        if general.is_empty() {
            return;
        }
        let left: Vec<Traces> = general.iter().map(traces).collect();
        let overlaps = Overlaps::new(variant, lookups, &general, &left);
        let overlapping: Vec<bool> =
            general.iter().zip(&left).map(|(one, &traces)| overlaps.has(one, traces)).collect();
        let royals = variant.royals().0;
        // Where there are no royals nobody asks what could remove one.
        let royalless = royals == 0 && variant.players.len() == 2;
        let risky = self.risky >> role & 1 == 1;
        let stock = !self.roles[usize::from(role)].promotions[0].stock.is_empty();
        // Most often all are of one kind, and movements are large.
        let mut others: Vec<Other<W>> = Vec::with_capacity(general.len());
        let mut righted: Vec<Other<W>> = Vec::new();
        let mut guarded: Vec<(u16, Guarded<W>)> = Vec::new();
        for ((instance, overlaps), &counted) in general.into_iter().zip(overlapping).zip(counted) {
            let mark = instance.rest.iter().find_map(Condition::marked_square);
            let doubtful = counted && risky && instance.target.opponent;
            let mut kept = General::new(role, instance, overlaps);
            if !stock {
                kept.find_asks();
            }
            kept.find_changes();
            let removes = match royalless {
                true => Bits::EMPTY,
                false => removes(&kept, royals, counted, variant.board.len()),
            };
            let index = self.generals.len() as u32;
            match mark {
                Some(square) if !overlaps => {
                    self.by_mark[usize::from(square)].push(index);
                    self.mark_squares.insert(usize::from(square));
                }
                _ if overlaps || kept.rights == 0 => {
                    others.push((kept, removes, doubtful));
                    continue;
                }
                _ => match kept.guarded(index).filter(|_| royals >> role & 1 == 1) {
                    Some(one) => guarded.push((kept.from, one)),
                    None => {
                        righted.push((kept, removes, doubtful));
                        continue;
                    }
                },
            }
            self.threaten(&kept, removes, doubtful);
            self.generals.push(kept);
        }
        if is_worth_lookup(&righted) {
            self.file_by_origin(variant, role, righted, shelf);
        } else if !righted.is_empty() {
            self.file_by_right(role, righted);
        }
        if !guarded.is_empty() {
            let rights = guarded.iter().fold(0, |all, (_, one)| all | one.rights);
            let (starts, entries) = by_origin::<_, W>(guarded);
            self.guards.push(Guard { role, rights, starts, entries });
        }
        if !others.is_empty() {
            self.file_by_origin(variant, role, others, shelf);
        }
    }

    /// Files movements that need a right.
    fn file_by_right(&mut self, role: u8, righted: Vec<Other<W>>) {
        let mut entries = Vec::with_capacity(righted.len());
        for (general, removes, doubtful) in righted {
            self.threaten(&general, removes, doubtful);
            let (rights, clear, index) = (general.rights, general.clear, self.generals.len() as u32);
            let spares = if general.target.own { Bits::EMPTY } else { Bits::single(usize::from(general.to)) };
            entries.push((general.from, Righted { rights, clear, spares, index }));
            self.generals.push(general);
        }
        let rights = entries.iter().fold(0, |all, (_, one)| all | one.rights);
        let (starts, entries) = by_origin::<_, W>(entries);
        self.by_right.push(ByRight { role, rights, starts, entries });
    }

    /// Files movements by origin, behind a gate where all ask for pieces of few roles or of the opponent's.
    fn file_by_origin(&mut self, variant: &Variant, role: u8, mut others: Vec<Other<W>>, shelf: &Shelf<W>) {
        // Movements are large: keys are put in order, and each movement moves once.
        others.sort_by_cached_key(|(general, ..)| {
            u64::from(general.from) << 32 | u64::from(general.to) << 16 | u64::from(general.way)
        });
        let targets = || others.iter().map(|(general, ..)| general.target);
        let limited = |target: Target| !target.empty && !target.own && target.roles != u64::MAX;
        let roles = targets().fold(0, |roles, target| roles | target.roles);
        let taking = targets().all(|target| !target.empty && !target.own);
        let known = variant.roles.len() as u8;
        let asked: Vec<u8> = (0..known).filter(|role| roles >> role & 1 == 1).collect();
        let gated = targets().all(limited) && asked.len() <= MEMBERS;
        let gate_roles = gated.then(|| filled(&asked, known));
        let atoms: Option<Vec<Atom<W>>> = others.iter().map(|(general, ..)| general.bare()).collect();
        let onto = (targets().any(|target| target.empty), targets().any(|target| target.opponent));
        let royals = variant.royals().0;
        let needs = others.iter().all(|(general, ..)| general.rights != 0);
        let rights = others.iter().fold(0, |all, (general, ..)| all | general.rights);
        let rights = needs.then_some(rights);
        let shifts = if taking { shifts(&others) } else { Vec::new() };
        let mut cells = Vec::with_capacity(Bits::<W>::CAPACITY);
        let mut entries: Vec<Gated<W>> = Vec::with_capacity(others.len());
        self.generals.reserve(others.len());
        let mut ranked = true;
        let mut rest = others.into_iter().peekable();
        let mut here: Vec<Other<W>> = Vec::new();
        for from in 0..Bits::<W>::CAPACITY {
            let start = entries.len() as u32;
            let mut gate = Bits::EMPTY;
            here.extend(std::iter::from_fn(|| rest.next_if(|(one, ..)| usize::from(one.from) == from)));
            let common = share_questions(&mut here);
            let rights = common_rights(&here, common as usize);
            let righted = rights.count_ones();
            let held = all_held(&here);
            let chosen = &self.roles[usize::from(role)].promotions[0].to;
            let courses = here.iter().map(|(general, ..)| general.course(royals, chosen));
            let alike = alike(&here, courses, common as usize, onto);
            for (general, removes, doubtful) in here.drain(..) {
                gate.insert(usize::from(general.to));
                self.threaten(&general, removes, doubtful);
                let index = self.generals.len() as u32;
                let course = general.course(royals, &self.roles[usize::from(role)].promotions[0].to);
                let bars = bars(&general, common as usize).map_or(Bits::EMPTY, |(squares, _)| squares);
                entries.push(Gated { clear: general.clear, to: general.to, course, bars, index });
                self.generals.push(general);
            }
            let range = (start, entries.len() as u32);
            ranked &= entries.len() - start as usize == gate.count() as usize;
            cells.push(Cell { range, gate, common, righted, rights, held, alike });
        }
        let reigns = entries.iter().all(|one| one.course == Course::Reigns);
        let goes = entries.iter().any(|one| matches!(one.course, Course::Goes | Course::Follows));
        // Where each movement is looked at by itself and takes something, or they are few, gates do as well.
        let origins = cells.iter().filter(|cell| cell.gate.any()).count();
        // So many ways to each target are too many for a lookup.
        let targets: usize = cells.iter().map(|cell| cell.gate.count() as usize).sum();
        let many = !taking && entries.len() > FEW * origins && entries.len() <= WAYS * targets;
        let atoms = atoms.filter(|_| goes || reigns || many);
        let lookup = atoms.map(|atoms| shelf.get(&Arc::new(in_order(atoms))));
        if lookup.is_none() || !ranked {
            cells.iter_mut().for_each(|cell| cell.alike = None);
        }
        let asks_once = cells.iter().any(|cell| cell.common > 0 || cell.held != 0);
        self.others.push(Others {
            role,
            asks_once,
            cells,
            entries,
            gate_roles,
            taking,
            shifts,
            ranked,
            lookup,
            onto,
            goes,
            reigns,
            rights,
            late: None,
        });
    }

    /// Notes where the next general movement might remove a royal, and where it is counted as an attack that must be
    /// looked at.
    fn threaten(&mut self, general: &General<W>, squares: Bits<W>, doubtful: bool) {
        let index = self.generals.len() as u32;
        if doubtful {
            self.doubts[usize::from(general.to)].add(general, index);
        }
        for square in squares.indices() {
            self.threats[square].add(general, index);
        }
        self.threatened |= squares;
        match self.threatening.iter_mut().find(|(role, _)| *role == general.role) {
            Some((_, all)) => *all |= squares,
            None if squares.any() => self.threatening.push((general.role, squares)),
            None => {}
        }
    }
}

/// Up to so many displacements tell at a glance which pieces have something to take.
const MAX_SHIFTS: usize = 2;

/// Movements as displacements with their origins, if they are a few; else nothing.
fn shifts<const W: usize>(all: &[Other<W>]) -> Vec<(i32, Bits<W>)> {
    let mut found: Vec<(i32, Bits<W>)> = Vec::new();
    for (general, ..) in all {
        let delta = i32::from(general.to) - i32::from(general.from);
        let from = Bits::single(usize::from(general.from));
        match found.iter().position(|(other, _)| *other == delta) {
            Some(index) => found[index].1 |= from,
            None if found.len() == MAX_SHIFTS => return Vec::new(),
            None => found.push((delta, from)),
        }
    }
    found
}

/// Up to so many movements from one square are looked at one by one.
const FEW: usize = 3;

/// With more ways than so many to each target a lookup asks as much as the movements themselves do.
const WAYS: usize = 4;

/// Whether movements that need rights are so many that a lookup is worth its place.
fn is_worth_lookup<const W: usize>(righted: &[Other<W>]) -> bool {
    let mut origins: Vec<u16> = righted.iter().map(|(general, ..)| general.from).collect();
    origins.sort_unstable();
    origins.dedup();
    righted.len() > FEW * origins.len() && righted.iter().all(|(general, ..)| general.bare().is_some())
}

/// Moves what all movements ask besides occupancy to the front, and says how much that is.
fn share_questions<const W: usize>(alike: &mut [Other<W>]) -> u32 {
    let [(first, ..), others @ ..] = &*alike else { return 0 };
    let shared = |part: &&Condition<W>| others.iter().all(|(other, ..)| other.rest.contains(part));
    let mut shared: Vec<Condition<W>> = first.rest.iter().filter(shared).cloned().collect();
    shared.sort_by_key(|part| one_right(part).is_none());
    for (general, ..) in alike {
        general.rest.sort_by_key(|part| shared.iter().position(|one| one == part).unwrap_or(shared.len()));
    }
    shared.len() as u32
}

/// The right that is asked for, if one is and nothing else.
fn one_right<const W: usize>(part: &Condition<W>) -> Option<u64> {
    match part {
        Condition::Right(bits) if bits.is_power_of_two() => Some(*bits),
        _ => None,
    }
}

/// The rights for which movements from one square ask first, each once; `common` is how much all of them ask.
fn common_rights<const W: usize>(alike: &[Other<W>], common: usize) -> u64 {
    let first = alike.first().map_or(&[][..], |(general, ..)| &general.rest[..common]);
    first.iter().map_while(one_right).fold(0, |all, right| all | right)
}

/// What a movement asks besides what is asked once, if that is no more than that some roles are not on some squares.
fn bars<const W: usize>(general: &General<W>, common: usize) -> Option<(Bits<W>, u64)> {
    match general.rest.get(common..) {
        Some([Condition::Lacks(Pieces { owner: Owner::Anyone, roles, on })]) => Some((*on, *roles)),
        _ => None,
    }
}

/// What movements from one square have in common, if they are a set: `onto` says whether each goes onto empty squares, and
/// whether each takes.
fn alike<const W: usize>(
    here: &[Other<W>],
    mut courses: impl Iterator<Item = Course>,
    common: usize,
    onto: (bool, bool),
) -> Option<Alike> {
    let (first, ..) = here.first()?;
    let course = courses.next().filter(|course| matches!(course, Course::Goes | Course::Follows))?;
    let chosen = matches!(first.choices, Choices::None | Choices::Held(_));
    if !chosen || courses.any(|other| other != course) {
        return None;
    }
    let mut barring = 0;
    for (general, ..) in here {
        let target = &general.target;
        let same = general.choices == first.choices && target.roles == first.target.roles;
        if !same || target.own || (target.empty, target.opponent) != onto {
            return None;
        }
        match bars(general, common) {
            Some((_, roles)) if barring == 0 || barring == roles => barring = roles,
            None if general.rest.len() <= common => {}
            _ => return None,
        }
    }
    Some(Alike { follows: course == Course::Follows, prey: first.target.roles, barring })
}

/// The roles of which one must be in hand for any of these movements; 0 if there is one that needs none.
fn all_held<const W: usize>(alike: &[Other<W>]) -> u64 {
    let held = |(general, ..): &Other<W>| match &general.choices {
        Choices::Held(roles) => Some(roles.iter().fold(0, |all, role| all | 1u64 << (role & 63))),
        _ => None,
    };
    alike.iter().map(held).try_fold(0, |all, held| Some(all | held?)).unwrap_or(0)
}

/// Entries in the order of their origins, and where each origin's start; one more at the end.
fn by_origin<T, const W: usize>(mut entries: Vec<(u16, T)>) -> (Vec<u32>, Vec<T>) {
    entries.sort_by_key(|(from, _)| *from);
    let start = |from: usize| entries.partition_point(|(other, _)| usize::from(*other) < from) as u32;
    let starts = (0..=Bits::<W>::CAPACITY).map(start).collect();
    (starts, entries.into_iter().map(|(_, entry)| entry).collect())
}
