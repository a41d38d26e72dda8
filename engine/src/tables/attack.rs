//! The attacks of one player's pieces on the other's royals: reverse lookups and attack lines.

use std::sync::Arc;

use crate::bits::Bits;

use super::atom::{Atom, Atoms, classes, reversed};
use super::lookup::{Lookup, LookupCache};
use super::movement::{MEMBERS, Members, filled};

/// A line attack: the royal is attacked if exactly `count` of the squares are occupied.
#[derive(Clone, Copy, Debug)]
pub struct Line<const W: usize> {
    /// The squares that are counted.
    pub squares: Bits<W>,
    /// The number of pieces on them at which the attacker attacks.
    pub count: u8,
}

/// The attackers of one class on a royal on one square.
#[derive(Clone, Copy, Debug)]
pub struct Reach<const W: usize> {
    /// Squares from which they attack in some occupancy.
    pub any: Bits<W>,
    /// Squares from which they attack in every occupancy.
    pub leaps: Bits<W>,
    /// Squares from which they attack along a line.
    pub lines: Bits<W>,
    /// The index of the first of these lines; they are sorted by the attacker's square.
    pub start: u32,
    /// The roles of the attackers.
    pub members: Members,
}

/// Attackers that share a table.
#[derive(Clone, Debug)]
pub struct AttackClass<const W: usize> {
    /// The roles.
    pub members: Members,
    /// The attackers of a square, by occupancy.
    pub lookup: Arc<Lookup<W>>,
}

/// Attackers that share a table, keyed by the attacker's square.
#[derive(Clone, Debug)]
pub struct AttacksFrom<const W: usize> {
    /// The roles.
    pub members: Members,
    /// All squares that they can attack.
    pub onto: Bits<W>,
    /// The squares attacked, by occupancy.
    pub lookup: Arc<Lookup<W>>,
}

/// The attacks of a role, keyed by the attacked square.
#[derive(Clone, Debug, Default)]
pub struct AttackersOf<const W: usize> {
    /// The attacks.
    pub atoms: Atoms<W>,
    /// Whether the same table is valid keyed by the attacker's square.
    pub mirrored: bool,
}

impl<const W: usize> AttackersOf<W> {
    /// The attacks, keyed by the attacker's square.
    fn attacks_from(&self) -> Atoms<W> {
        if self.mirrored { self.atoms.clone() } else { Arc::new(reversed(self.atoms.iter())) }
    }
}

/// The largest number of roles with tables in `Attack::near`.
pub const NEAR: usize = 16;

/// The largest number of words of such tables: half a megabyte per player. For longer sets the memory costs
/// more than the tables save.
pub const NEAR_WORDS: usize = 8;

/// The attacks of one player on the other's royals.
#[derive(Clone, Debug, Default)]
pub struct Attack<const W: usize> {
    /// The classes.
    pub classes: Vec<AttackClass<W>>,
    /// The same attacks, keyed by the attacker's square.
    pub attacks_from: Vec<AttacksFrom<W>>,
    /// The non-empty reaches; those of one square are contiguous.
    pub reaches: Vec<Reach<W>>,
    /// The range of each square's reaches.
    pub runs: Vec<(u32, u32)>,
    /// By square: the origins from which each of the first [`NEAR`] roles attacks it in some occupancy. Empty
    /// beyond [`NEAR_WORDS`], or with more roles.
    pub near: Vec<[Bits<W>; NEAR]>,
    /// The lines.
    pub lines: Vec<Line<W>>,
    /// Roles (as bits) with attacks that are not a count over one set. While such a piece is on the board,
    /// lines cannot decide legality.
    pub irregular_attackers: u64,
    /// Whether any piece on its line blocks each attack, so that pieces never serve as screens.
    pub blocked: bool,
    /// Whether some attack depends on the occupancy of the attacked square itself.
    pub asks_target: bool,
}

impl<const W: usize> Attack<W> {
    /// The pieces that attack a square in some occupancy, given all pieces by role; `None` if there is no
    /// such table.
    #[inline(always)]
    pub fn near<const R: usize>(&self, roles: &[Bits<W>; R], square: usize) -> Option<Bits<W>> {
        if W > NEAR_WORDS || R > NEAR {
            return None;
        }
        let by_role = self.near.get(square)?;
        let mut near = Bits::EMPTY;
        for (pieces, origins) in roles.iter().zip(by_role) {
            near |= *pieces & *origins;
        }
        Some(near)
    }

    /// Builds the attacks from each role's attacks, keyed by the attacked square.
    pub fn new(backward: &[AttackersOf<W>], spare: u8, cache: &LookupCache<W>) -> Self {
        let (sets, parts) = classes(&backward.iter().map(|one| one.atoms.clone()).collect::<Vec<_>>());
        let mut members: Vec<Vec<u8>> = vec![Vec::new(); sets.len()];
        for (role, parts) in parts.iter().enumerate() {
            parts.iter().for_each(|&part| members[part].push(role as u8));
        }
        let mut attack = Self::default();
        let mut tables: Vec<(Members, Vec<Reach<W>>)> = Vec::new();
        for (set, members) in sets.iter().zip(&members) {
            let lookup = cache.get(set);
            let layers = attack.layers(set);
            if set.iter().any(|atom| atom.lines().is_none()) {
                attack.irregular_attackers |= members.iter().fold(0, |all, role| all | 1 << (role & 63));
            }
            for few in members.chunks(MEMBERS) {
                let members = filled(few, spare);
                attack.classes.push(AttackClass { members, lookup: lookup.clone() });
                tables.extend(layers.iter().map(|table| (members, table.clone())));
            }
        }
        attack.look_onward(backward, spare, cache);
        attack.blocked = attack.irregular_attackers == 0 && attack.lines.iter().all(|line| line.count == 0);
        for square in 0..Bits::<W>::CAPACITY {
            let start = attack.reaches.len() as u32;
            for (members, table) in &tables {
                let any = table[square].leaps | table[square].lines;
                let reach = Reach { any, members: *members, ..table[square] };
                if any.any() {
                    attack.reaches.push(reach);
                }
            }
            if W <= NEAR_WORDS && usize::from(spare) < NEAR {
                let mut near = [Bits::EMPTY; NEAR];
                for Reach { any, members, .. } in &attack.reaches[start as usize..] {
                    for role in [members.a, members.b] {
                        near.get_mut(usize::from(role)).into_iter().for_each(|near| *near |= *any);
                    }
                }
                attack.near.push(near);
            }
            attack.runs.push((start, attack.reaches.len() as u32));
        }
        attack
    }

    fn look_onward(&mut self, backward: &[AttackersOf<W>], spare: u8, cache: &LookupCache<W>) {
        let attacks_from: Vec<Atoms<W>> = backward.iter().map(AttackersOf::attacks_from).collect();
        let onto_itself = |atom: &Atom<W>| atom.relevant().contains(usize::from(atom.other));
        self.asks_target = attacks_from.iter().flat_map(|atoms| &**atoms).any(onto_itself);
        let (sets, parts) = classes(&attacks_from);
        for (part, set) in sets.iter().enumerate() {
            let lookup = cache.get(set);
            let onto = set.iter().fold(Bits::EMPTY, |all, atom| all | Bits::single(usize::from(atom.other)));
            let roles = 0..parts.len() as u8;
            let members: Vec<u8> = roles.filter(|&role| parts[usize::from(role)].contains(&part)).collect();
            for few in members.chunks(MEMBERS) {
                let members = filled(few, spare);
                self.attacks_from.push(AttacksFrom { members, onto, lookup: lookup.clone() });
            }
        }
    }

    /// The reaches toward a royal on a square.
    #[inline(always)]
    pub fn reaching(&self, square: usize) -> &[Reach<W>] {
        let (start, end) = self.runs[square & Bits::<W>::MASK];
        &self.reaches[start as usize..end as usize]
    }

    /// The line of an attacker, which must be one of the reach's lines.
    #[inline(always)]
    pub fn line(&self, reach: &Reach<W>, attacker: usize) -> Line<W> {
        let rank = (reach.lines & Bits::below(attacker)).count();
        self.lines[(reach.start + rank) as usize]
    }

    /// The lines of a set of attacks, in layers: each layer has at most one line per attacker and square.
    fn layers(&mut self, set: &[Atom<W>]) -> Vec<Vec<Reach<W>>> {
        let members = Members { a: 0, b: 0 };
        let (any, leaps, lines) = (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        let nothing = Reach { any, leaps, lines, start: 0, members };
        let mut layers: Vec<Vec<Reach<W>>> = vec![vec![nothing; Bits::<W>::CAPACITY]];
        let mut rest: Vec<(u16, u16, Line<W>)> = Vec::new();
        for atom in set {
            for (squares, count) in atom.lines().into_iter().flatten() {
                if squares.is_empty() {
                    layers[0][usize::from(atom.key)].leaps.insert(usize::from(atom.other));
                } else {
                    rest.push((atom.key, atom.other, Line { squares, count }));
                }
            }
        }
        rest.sort_by_key(|&(key, other, _)| (key, other));
        // An attacker that leaps to a square needs no line to it.
        rest.retain(|&(key, other, _)| !layers[0][usize::from(key)].leaps.contains(usize::from(other)));
        let mut layer = 0;
        while !rest.is_empty() {
            if layers.len() == layer {
                layers.push(vec![nothing; Bits::<W>::CAPACITY]);
            }
            let mut later = Vec::new();
            let mut last = None;
            for (key, other, line) in rest {
                if last == Some((key, other)) {
                    later.push((key, other, line));
                    continue;
                }
                last = Some((key, other));
                let reach = &mut layers[layer][usize::from(key)];
                if reach.lines.is_empty() {
                    reach.start = self.lines.len() as u32;
                }
                reach.lines.insert(usize::from(other));
                self.lines.push(line);
            }
            rest = later;
            layer += 1;
        }
        layers
    }
}
