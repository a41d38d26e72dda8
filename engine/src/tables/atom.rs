//! The one thing that all tables are made of: (from, to, what must be empty, what is counted, onto what).

use std::cmp::Ordering;
use std::sync::Arc;

use crate::bits::Bits;

use super::instance::{Choices, Hurdle, Instance};

/// A displacement whose condition is a matter of occupancy alone.
///
/// `key` and `other` are origin and target in tables of moves, target and origin in tables of attacks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom<const W: usize> {
    /// The square that the table is asked about.
    pub key: u16,
    /// The square that the table answers with.
    pub other: u16,
    /// Squares that must be empty.
    pub clear: [u64; W],
    /// Squares that are counted, and the numbers that will do: apart, for most have none.
    pub hurdle: Option<Arc<Hurdle<W>>>,
    /// Whether it may end on an empty square.
    pub quiet: bool,
    /// Whether it may take an opponent's piece.
    pub capture: bool,
}

/// Sorted atoms, which several tables are made of.
pub type Atoms<const W: usize> = Arc<Vec<Atom<W>>>;

/// Whether so many of some squares are occupied as will do: bit n of `counts` is set where n will.
#[inline(always)]
pub fn will_do<const W: usize>(squares: Bits<W>, counts: u64, occupied: Bits<W>) -> bool {
    let count = (squares & occupied).count();
    count < 64 && counts >> count & 1 == 1
}

impl<const W: usize> Atom<W> {
    /// Whether the condition holds when these squares are occupied.
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

    /// The same, asked from the other end. Attacks have no quiet twin: both marks are set, so that a table of attacks
    /// that mirrors a table of moves is the same table.
    pub fn reversed(&self) -> Self {
        Self { key: self.other, other: self.key, quiet: true, capture: true, ..self.clone() }
    }

    /// The counts at which it is an attack: squares, and each number. `None` if it is not one count of one set.
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
    /// The instance as an atom, if occupancy alone decides it and its promotion is the role's own.
    pub fn atom(&self) -> Option<Atom<W>> {
        let plain = self.rest.is_empty()
            && self.hooks.is_empty()
            && !self.target.own
            && self.target.roles == u64::MAX
            && !matches!(self.choices, Choices::Always(_) | Choices::Held(_));
        self.bare().filter(|_| plain)
    }

    /// The squares that it asks about, as an atom, if one count at most is among what it asks: whatever else it asks, does and
    /// follows is left out.
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

/// Sorted atoms asked from the other end, and sorted again.
pub fn reversed<'a, const W: usize>(sorted: impl Iterator<Item = &'a Atom<W>>) -> Vec<Atom<W>> {
    // Atoms that lie in the order of one end are in that of the other once those with the same other end lie together.
    let mut turned: Vec<Atom<W>> =
        together(sorted.collect(), |atom| atom.other).into_iter().map(Atom::reversed).collect();
    turned.dedup();
    turned
}

/// Atoms in their order, each once.
pub fn in_order<const W: usize>(atoms: Vec<Atom<W>>) -> Vec<Atom<W>> {
    if atoms.windows(2).all(|pair| pair[0] < pair[1]) {
        return atoms;
    }
    // On wide boards atoms are large: places are put in order, and each atom is copied once. Few have both ends the same.
    let mut places = together(together(atoms.iter().collect(), |atom| atom.other), |atom| atom.key);
    places.chunk_by_mut(|a, b| (a.key, a.other) == (b.key, b.other)).for_each(<[_]>::sort_unstable);
    places.dedup();
    places.into_iter().cloned().collect()
}

/// The atoms with the same end together, ends in order, in the order in which they come: to compare them costs more.
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

/// Splits sets of atoms into as few distinct ones as will do: a set that is the disjoint union of up to three others
/// becomes these. Returns the distinct sets, and for each set given the indices of its parts.
///
/// Parts of one set never share a pair of squares, so that their targets can be counted apart.
pub fn classes<const W: usize>(sets: &[Atoms<W>]) -> (Vec<Atoms<W>>, Vec<Vec<usize>>) {
    let mut order: Vec<usize> = (0..sets.len()).collect();
    order.sort_by_key(|&i| sets[i].len());
    let mut found: Vec<Atoms<W>> = Vec::new();
    let mut parts = vec![Vec::new(); sets.len()];
    for i in order {
        if sets[i].is_empty() {
            continue;
        }
        // Roles that move alike are many, and such a set is soonest seen to be the same.
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
        // The last part is all that is left.
        if chosen.len() == 2 && found[i].len() != rest.len() {
            continue;
        }
        // What is left must be as many as one more part has, or as two more have together: sets are in order of their sizes.
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

/// What is left of sorted atoms without some of them; `None` if some of those are not among them.
fn without<'a, const W: usize>(all: &[&'a Atom<W>], some: &[Atom<W>]) -> Option<Vec<&'a Atom<W>>> {
    if some.len() > all.len() {
        return None;
    }
    // Most sets are told apart by a few of their atoms.
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
