//! How pieces of a role come to a square, seen from that square: what a reader asks who knows where a move ends.

use std::sync::Arc;

use crate::bits::Bits;

use super::atom::Atom;

/// A way from one square to another one: open when exactly `count` of its squares are occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path<const W: usize> {
    /// The squares that are counted.
    pub squares: Bits<W>,
    /// How many of them must be occupied.
    pub count: u8,
    /// The movement plus 1 if it has effects, else 0: as in [`Move::way`](crate::variant::Move::way).
    pub way: u16,
}

/// From where one square is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival<const W: usize> {
    /// From here, if its way is open.
    pub any: Bits<W>,
    /// From here whatever the occupancy, without effects.
    leaps: Bits<W>,
    /// The paths from all others, in ascending order of their squares, start here.
    start: u32,
}

/// From where each square is reached, by plain movements of one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrivals<const W: usize> {
    cells: Box<[Arrival<W>]>,
    paths: Box<[Path<W>]>,
}

/// Those onto empty squares, and those onto the opponent's pieces.
pub type Both<const W: usize> = [Arc<Arrivals<W>>; 2];

/// A way to a target: origin, squares that are counted, how many must be occupied, the way's number.
type Known<const W: usize> = (u16, Bits<W>, u8, u16);

impl<const W: usize> Arrivals<W> {
    /// From atoms by origin, each with the number of its way. `None` if some are more than a count of one set of squares, or
    /// if there are several from one square to another; and where sets are too long to be worth their place.
    pub fn both<'a>(atoms: impl Iterator<Item = (&'a Atom<W>, u16)> + Clone) -> Option<Both<W>> {
        if W > 2 {
            return None;
        }
        let quiet = Arc::new(Self::new(atoms.clone().filter(|(atom, _)| atom.quiet))?);
        if atoms.clone().all(|(atom, _)| atom.quiet == atom.capture) {
            return Some([quiet.clone(), quiet]);
        }
        let capture = Self::new(atoms.filter(|(atom, _)| atom.capture))?;
        Some([quiet, Arc::new(capture)])
    }

    fn new<'a>(atoms: impl Iterator<Item = (&'a Atom<W>, u16)>) -> Option<Self> {
        let mut by_target: Vec<Vec<Known<W>>> = vec![Vec::new(); Bits::<W>::CAPACITY];
        for (atom, way) in atoms {
            let (squares, count) = match (&atom.hurdle, Bits(atom.clear)) {
                (None, clear) => (clear, 0),
                (Some(hurdle), clear) if clear.is_empty() && hurdle.counts.is_power_of_two() => {
                    (Bits(hurdle.squares), hurdle.counts.trailing_zeros() as u8)
                }
                _ => return None,
            };
            by_target.get_mut(usize::from(atom.other))?.push((atom.key, squares, count, way));
        }
        let (mut cells, mut paths) = (Vec::with_capacity(by_target.len()), Vec::new());
        for mut known in by_target {
            known.sort_unstable_by_key(|&(from, ..)| from);
            if known.windows(2).any(|two| two[0].0 == two[1].0) {
                return None;
            }
            let start = paths.len() as u32;
            let (mut any, mut leaps) = (Bits::EMPTY, Bits::EMPTY);
            for (from, squares, count, way) in known {
                any.insert(usize::from(from));
                if (squares.is_empty(), count, way) == (true, 0, 0) {
                    leaps.insert(usize::from(from));
                } else {
                    paths.push(Path { squares, count, way });
                }
            }
            cells.push(Arrival { any, leaps, start });
        }
        Some(Self { cells: cells.into(), paths: paths.into() })
    }

    /// From how many squares squares are reached, and how many of these ways are more than a leap.
    pub fn counts(&self) -> (usize, usize) {
        (self.cells.iter().map(|cell| cell.any.count() as usize).sum(), self.paths.len())
    }

    /// From where a square is reached; `None` if it is on no board of this width.
    #[inline(always)]
    pub fn onto(&self, to: usize) -> Option<&Arrival<W>> {
        self.cells.get(to)
    }

    /// The number of the way from a square, which must be one of the arrival's, if it is open.
    #[inline(always)]
    pub fn way(&self, arrival: &Arrival<W>, from: usize, occupied: Bits<W>) -> Option<u16> {
        if arrival.leaps.contains(from) {
            return Some(0);
        }
        let rank = (arrival.any & !arrival.leaps & Bits::below(from)).count();
        let path = self.paths.get((arrival.start + rank) as usize)?;
        ((path.squares & occupied).count() == u32::from(path.count)).then_some(path.way)
    }
}
