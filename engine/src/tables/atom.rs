//! Atoms, the element of all tables: from, to, squares that must be empty, squares that are counted, kind of
//! target.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::bits::Bits;

use super::instance::{Choices, Hurdle, Instance};

/// A displacement whose condition depends on occupancy only.
///
/// `key` and `other` are origin and target in tables of moves, target and origin in tables of attacks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom<const W: usize> {
    /// The square that a lookup starts from.
    pub key: u16,
    /// The square that a lookup returns.
    pub other: u16,
    /// Squares that must be empty.
    pub clear: [u64; W],
    /// The counted squares with the allowed numbers. Behind a pointer, because most atoms have none.
    pub hurdle: Option<Arc<Hurdle<W>>>,
    /// Whether it may go to an empty square.
    pub quiet: bool,
    /// Whether it may capture an opponent's piece.
    pub capture: bool,
}

/// Sorted atoms, shared by several tables.
pub type Atoms<const W: usize> = Arc<Vec<Atom<W>>>;

/// Whether the number of occupied squares is allowed: bit n of `counts` allows n.
#[inline(always)]
pub fn will_do<const W: usize>(squares: Bits<W>, counts: u64, occupied: Bits<W>) -> bool {
    let count = (squares & occupied).count();
    count < 64 && counts >> count & 1 == 1
}

impl<const W: usize> Atom<W> {
    /// Whether the condition holds for this occupancy.
    pub fn holds(&self, occupied: Bits<W>) -> bool {
        (Bits(self.clear) & occupied).is_empty()
            && self
                .hurdle
                .as_ref()
                .is_none_or(|hurdle| will_do(Bits(hurdle.squares), hurdle.counts, occupied))
    }

    /// The squares whose occupancy matters.
    pub fn relevant(&self) -> Bits<W> {
        Bits(self.clear) | self.hurdle.as_ref().map_or(Bits::EMPTY, |hurdle| Bits(hurdle.squares))
    }

    /// The atom with both ends exchanged. Attacks do not distinguish quiet moves and captures, so both flags
    /// are set: a table of attacks that mirrors a table of moves is then equal to it.
    pub fn reversed(&self) -> Self {
        Self { key: self.other, other: self.key, quiet: true, capture: true, ..self.clone() }
    }

    /// The line attacks that it stands for: the squares, with each allowed count. `None` if it is not one
    /// count of one set.
    pub fn lines(&self) -> Option<Vec<(Bits<W>, u8)>> {
        match &self.hurdle {
            None => Some(vec![(Bits(self.clear), 0)]),
            Some(hurdle) if Bits(self.clear).is_empty() => {
                let squares = Bits(hurdle.squares);
                let counts = (0..=squares.count().min(63)).filter(|&n| hurdle.counts >> n & 1 == 1);
                let lines: Vec<_> = counts.map(|n| (squares, n as u8)).collect();
                (lines.len() <= 3).then_some(lines)
            }
            Some(_) => None,
        }
    }
}

impl<const W: usize> Instance<W> {
    /// The instance as an atom, if it depends on occupancy only and promotes like its role.
    pub fn atom(&self) -> Option<Atom<W>> {
        let plain = self.rest.is_empty()
            && self.hooks.is_empty()
            && !self.target.own
            && self.target.roles == u64::MAX
            && !matches!(self.choices, Choices::Always(_) | Choices::Held(_));
        self.bare().filter(|_| plain)
    }

    /// The occupancy conditions of the instance as an atom, if they contain at most one count. Other
    /// conditions, effects and hooks are ignored.
    pub fn bare(&self) -> Option<Atom<W>> {
        let known = self.hurdles.len() <= 1 && self.from != self.to && (self.takes || !self.target.opponent);
        known.then(|| Atom {
            key: self.from,
            other: self.to,
            clear: self.clear.0,
            hurdle: self.hurdles.first().copied().map(Arc::new),
            quiet: self.target.empty,
            capture: self.target.opponent,
        })
    }
}

/// Sorted atoms with both ends exchanged, sorted again.
pub fn reversed<'a, const W: usize>(sorted: impl Iterator<Item = &'a Atom<W>>) -> Vec<Atom<W>> {
    // Grouping by the other end suffices: atoms sorted by one end stay sorted within each group.
    let mut turned: Vec<Atom<W>> =
        together(sorted.collect(), |atom| atom.other).into_iter().map(Atom::reversed).collect();
    turned.dedup();
    turned
}

/// Sorts atoms and removes duplicates.
pub fn in_order<const W: usize>(atoms: Vec<Atom<W>>) -> Vec<Atom<W>> {
    if atoms.windows(2).all(|pair| pair[0] < pair[1]) {
        return atoms;
    }
    // Atoms are large on wide boards, so references are sorted and each atom is copied once. Few share both
    // ends.
    let mut places = together(together(atoms.iter().collect(), |atom| atom.other), |atom| atom.key);
    places.chunk_by_mut(|a, b| (a.key, a.other) == (b.key, b.other)).for_each(<[_]>::sort_unstable);
    places.dedup();
    places.into_iter().cloned().collect()
}

/// A stable counting sort by one end; it avoids comparing atoms.
fn together<const W: usize>(atoms: Vec<&Atom<W>>, end: impl Fn(&Atom<W>) -> u16) -> Vec<&Atom<W>> {
    let place = |atom: &Atom<W>| usize::from(end(atom));
    let mut next = vec![0; Bits::<W>::CAPACITY + 1];
    atoms.iter().for_each(|atom| next[place(atom) + 1] += 1);
    (1..next.len()).for_each(|at| next[at] += next[at - 1]);
    let mut placed = atoms.clone();
    for atom in atoms {
        let at = &mut next[place(atom)];
        placed[*at] = atom;
        *at += 1;
    }
    placed
}

/// Splits sets of atoms into a small number of distinct ones: a set that is the disjoint union of up to three
/// others is replaced by these. Returns the distinct sets, and for each given set the indices of its parts.
///
/// Parts of one set never share a pair of squares, so that their targets can be counted separately.
pub fn classes<const W: usize>(sets: &[Atoms<W>]) -> (Vec<Atoms<W>>, Vec<Vec<usize>>) {
    let mut order: Vec<usize> = (0..sets.len()).collect();
    order.sort_by_key(|&i| sets[i].len());
    let mut found: Vec<Atoms<W>> = Vec::new();
    let mut parts = vec![Vec::new(); sets.len()];
    for i in order {
        if sets[i].is_empty() {
            continue;
        }
        // Fast path: many roles move alike.
        let same = |other: &&Atoms<W>| Arc::ptr_eq(other, &sets[i]) || ***other == *sets[i];
        if let Some(part) =
            found.iter().rev().take_while(|other| other.len() == sets[i].len()).position(|one| same(&one))
        {
            parts[i] = vec![found.len() - 1 - part];
            continue;
        }
        let mut chosen = Vec::new();
        if !cover(&sets[i].iter().collect::<Vec<_>>(), &found, found.len(), &mut chosen) {
            chosen = vec![found.len()];
            found.push(sets[i].clone());
        }
        parts[i] = chosen;
    }
    (found, parts)
}

fn cover<const W: usize>(
    rest: &[&Atom<W>],
    found: &[Atoms<W>],
    below: usize,
    chosen: &mut Vec<usize>,
) -> bool {
    if rest.is_empty() {
        return true;
    }
    if chosen.len() == 3 {
        return false;
    }
    for i in (0..below).rev() {
        // The third part must be the whole rest.
        if chosen.len() == 2 && found[i].len() != rest.len() {
            continue;
        }
        // The rest must equal the size of one more part, or of two more. Sets are sorted by size, so this is
        // quick to test.
        let Some(more) = rest.len().checked_sub(found[i].len()) else { continue };
        let one = |size: usize| found[..i].binary_search_by_key(&size, |part| part.len()).is_ok();
        let two = || found[..i].iter().any(|part| more.checked_sub(part.len()).is_some_and(one));
        if more > 0 && !one(more) && (chosen.len() == 1 || !two()) {
            continue;
        }
        let Some(left) = without(rest, &found[i]) else { continue };
        let pair = |atom: &Atom<W>| (atom.key, atom.other);
        let near = |atoms: &[Atom<W>], with: (u16, u16)| {
            let at = atoms.partition_point(|atom| pair(atom) < with);
            atoms.get(at).is_some_and(|atom| pair(atom) == with)
        };
        if left.iter().any(|&atom| near(&found[i], pair(atom))) {
            continue;
        }
        chosen.push(i);
        if cover(&left, found, i, chosen) {
            return true;
        }
        chosen.pop();
    }
    false
}

/// Sorted atoms without some of them; `None` if not all of those are present.
fn without<'a, const W: usize>(all: &[&'a Atom<W>], some: &[Atom<W>]) -> Option<Vec<&'a Atom<W>>> {
    if some.len() > all.len() {
        return None;
    }
    // A few samples suffice to reject most sets.
    let picks = (0..4).map(|pick| some.len() * pick / 4).chain(some.len().checked_sub(1));
    if !picks.filter_map(|pick| some.get(pick)).all(|one| all.binary_search(&one).is_ok()) {
        return None;
    }
    let mut rest = all.iter().copied();
    let mut passed = Vec::with_capacity(all.len() - some.len());
    for one in some {
        loop {
            let next = rest.next()?;
            match next.cmp(one) {
                Ordering::Less => passed.push(next),
                Ordering::Equal => break,
                Ordering::Greater => return None,
            }
        }
    }
    passed.extend(rest);
    Some(passed)
}
