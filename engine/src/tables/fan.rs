//! Runs in four directions at once on a board of one word, using the processor's vector shifts.

use crate::bits::{Processor, Task};

use super::runs::Stride;

/// The number of directions processed at once.
const LANES: usize = 4;

/// One word per direction.
type Words = [u64; LANES];

/// Some directions of one sense.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(32))]
struct Lanes {
    /// The squares with a successor; empty in an unused lane.
    origins: Words,
    /// The distance to the next square.
    by: Words,
}

/// All directions of runs, each with a constant distance.
#[derive(Clone, Debug, PartialEq)]
pub struct Fan {
    /// Directions toward larger square numbers.
    up: Box<[Lanes]>,
    /// The others.
    down: Box<[Lanes]>,
    /// The number of doublings until a step is longer than every run.
    rounds: u32,
}

/// The squares along a run, the squares that may follow it, and the squares searched for.
#[derive(Clone, Copy)]
struct Kinds {
    along: u64,
    behind: u64,
    each: u64,
}

impl Fan {
    /// The directions in lanes, if the board fits a word and each direction has a constant distance.
    pub fn new(strides: &[Stride], squares: usize) -> Option<Self> {
        if squares > 64 || strides.iter().any(|stride| stride.even().is_none()) {
            return None;
        }
        let lanes = |up: bool| -> Box<[Lanes]> {
            let ways: Vec<(u64, u64)> = strides
                .iter()
                .filter_map(|stride| Some((stride.even()?, stride.origins::<1>().0[0])))
                .filter(|(by, _)| (*by > 0) == up)
                .map(|(by, origins)| (u64::from(by.unsigned_abs()), origins))
                .collect();
            let lane = |ways: &[(u64, u64)]| Lanes {
                origins: std::array::from_fn(|i| ways.get(i).map_or(0, |way| way.1)),
                by: std::array::from_fn(|i| ways.get(i).map_or(0, |way| way.0)),
            };
            ways.chunks(LANES).map(lane).collect()
        };
        let longest = strides.iter().map(Stride::longest).max().unwrap_or(0);
        Some(Self {
            up: lanes(true),
            down: lanes(false),
            rounds: longest.next_power_of_two().trailing_zeros(),
        })
    }

    /// The squares of all runs from one square.
    pub fn from<P: Processor>(&self, processor: P, along: u64, until: u64, start: u64) -> u64 {
        let kinds = Kinds { along, behind: until & !along, each: u64::MAX };
        processor.call(From { fan: self, kinds, start })
    }

    /// The squares from which some run meets a set.
    pub fn beside<P: Processor>(&self, processor: P, along: u64, until: u64, each: u64) -> u64 {
        processor.call(Beside { fan: self, kinds: Kinds { along, behind: until & !along, each } })
    }
}

/// Shifts sets by these distances, up or down. In lanes whose runs are shorter than others, no bits remain
/// that such a shift could misplace.
#[inline(always)]
fn moved<const UP: bool>(squares: u64, by: u64) -> u64 {
    if UP { squares << (by & 63) } else { squares >> (by & 63) }
}

/// Flood fill: the squares of `open` reached from a set through `open`, with steps that double in length.
#[inline(always)]
fn flooded<const UP: bool>(found: Words, open: Words, by: Words, rounds: u32) -> Words {
    // The rounds of an 8×8 board: with a constant length, the loop is unrolled.
    match rounds {
        3 => flooded_in::<UP>(found, open, by, 3),
        _ => flooded_in::<UP>(found, open, by, rounds),
    }
}

#[inline(always)]
fn flooded_in<const UP: bool>(mut found: Words, mut open: Words, mut by: Words, rounds: u32) -> Words {
    for _ in 0..rounds {
        for i in 0..LANES {
            found[i] |= open[i] & moved::<UP>(found[i], by[i]);
            open[i] &= moved::<UP>(open[i], by[i]);
            by[i] *= 2;
        }
    }
    found
}

#[inline(always)]
fn together(words: Words) -> u64 {
    words.into_iter().fold(0, |all, word| all | word)
}

/// The runs from a square in directions of one sense.
#[inline(always)]
fn from<const UP: bool>(lanes: &[Lanes], rounds: u32, kinds: Kinds, start: u64) -> u64 {
    let mut all = [0; LANES];
    for Lanes { origins, by } in lanes {
        let (mut first, mut open) = ([0; LANES], [0; LANES]);
        for i in 0..LANES {
            open[i] = kinds.along & moved::<UP>(origins[i], by[i]);
            first[i] = open[i] & moved::<UP>(start, by[i]);
        }
        let run = flooded::<UP>(first, open, *by, rounds);
        for i in 0..LANES {
            let ends = moved::<UP>(run[i] & origins[i], by[i]) & kinds.behind != 0;
            all[i] |= if ends { run[i] } else { 0 };
        }
    }
    together(all)
}

/// The squares from which runs of one sense meet a set; found by going against them.
#[inline(always)]
fn beside<const UP: bool>(lanes: &[Lanes], rounds: u32, kinds: Kinds) -> u64 {
    let mut all = [0; LANES];
    for Lanes { origins, by } in lanes {
        let (mut last, mut open) = ([0; LANES], [0; LANES]);
        for i in 0..LANES {
            open[i] = kinds.along & origins[i];
            last[i] = open[i] & moved::<UP>(kinds.behind, by[i]);
        }
        let mut run = flooded::<UP>(last, open, *by, rounds);
        if kinds.each != u64::MAX {
            let mut marked = run;
            for word in &mut marked {
                *word &= kinds.each;
            }
            run = flooded::<UP>(marked, run, *by, rounds);
        }
        for i in 0..LANES {
            all[i] |= moved::<UP>(run[i], by[i]) & origins[i];
        }
    }
    together(all)
}

struct From<'a> {
    fan: &'a Fan,
    kinds: Kinds,
    start: u64,
}

impl Task for From<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> u64 {
        let Self { fan, kinds, start } = self;
        from::<true>(&fan.up, fan.rounds, kinds, start) | from::<false>(&fan.down, fan.rounds, kinds, start)
    }
}

struct Beside<'a> {
    fan: &'a Fan,
    kinds: Kinds,
}

impl Task for Beside<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> u64 {
        let Self { fan, kinds } = self;
        beside::<false>(&fan.up, fan.rounds, kinds) | beside::<true>(&fan.down, fan.rounds, kinds)
    }
}
