//! Tests lookups against their atoms: in every form and on boards of every width, each square must return the
//! targets that its atoms allow.

use super::*;
use crate::bits::Usual;
use crate::random::Random;
use crate::tables::instance::Hurdle;

const STEPS: [(i32, i32); 10] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1), (2, 1), (-1, 2)];

/// A board of columns and rows; `round` joins its sides, so that square numbers along a line rise and fall.
#[derive(Clone, Copy)]
struct Ground {
    columns: i32,
    rows: i32,
    round: bool,
}

impl Ground {
    /// The squares reached by repeating a step, without duplicates.
    fn line(self, from: i32, step: (i32, i32)) -> Vec<u16> {
        let (mut x, mut y) = (from % self.columns, from / self.columns);
        let mut line = Vec::new();
        loop {
            (x, y) = (x + step.0, y + step.1);
            if self.round {
                x = x.rem_euclid(self.columns);
            }
            let at = (y * self.columns + x) as u16;
            let out = x < 0 || y < 0 || x >= self.columns || y >= self.rows;
            if out || i32::from(at) == from || line.contains(&at) {
                return line;
            }
            line.push(at);
        }
    }

    fn squares(self) -> i32 {
        self.columns * self.rows
    }
}

fn set<const W: usize>(squares: &[u16]) -> Bits<W> {
    squares.iter().fold(Bits::EMPTY, |all, &square| all | Bits::single(usize::from(square)))
}

/// The rule for moving along a line: pieces to pass, target, and squares allowed.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Slides over empty squares, expressed as counted or as required empty.
    Slides { quiet: bool, capture: bool, counted: bool },
    /// Hops over some pieces to an empty square, over others to capture.
    Hops { quiet: Option<u8>, capture: Option<u8> },
    /// Passes either of two numbers of pieces.
    Either(u8, u8),
    /// Passes a piece far away, and empty squares nearby.
    Mixed,
    /// Passes more pieces the farther it goes.
    Growing,
    /// Skips every n-th square.
    Sieved(usize),
    /// Requires only the square before the last to be empty.
    Lame,
}

/// The atoms of a line.
fn atoms<const W: usize>(from: u16, line: &[u16], way: Way, random: &mut Random) -> Vec<Atom<W>> {
    let none = Bits::<W>::EMPTY.0;
    let mut made = Vec::new();
    for (at, &other) in line.iter().enumerate() {
        let passed = set::<W>(&line[..at]);
        let over = |counts: u64| Some(Arc::new(Hurdle { squares: passed.0, counts }));
        let plain = Atom { key: from, other, clear: passed.0, hurdle: None, quiet: true, capture: true };
        match way {
            Way::Slides { quiet, capture, counted: false } => made.push(Atom { quiet, capture, ..plain }),
            Way::Slides { quiet, capture, counted: true } => {
                made.push(Atom { quiet, capture, clear: none, hurdle: over(1), ..plain });
            }
            Way::Hops { quiet, capture } => {
                let hop = |n: u8| Atom { clear: none, hurdle: over(1 << n), ..plain.clone() };
                let far = |n: &u8| at >= usize::from(*n);
                made.extend(quiet.filter(far).map(|n| Atom { capture: false, ..hop(n) }));
                made.extend(capture.filter(far).map(|n| Atom { quiet: false, ..hop(n) }));
            }
            Way::Either(a, b) => made.push(Atom { clear: none, hurdle: over(1 << a | 1 << b), ..plain }),
            Way::Mixed => {
                let (near, far) = line[..at].split_at(at.min(2));
                let hurdle = (at > 2).then(|| Arc::new(Hurdle { squares: set::<W>(far).0, counts: 2 }));
                made.push(Atom { clear: set::<W>(near).0, hurdle, ..plain });
            }
            Way::Growing => made.push(Atom { clear: none, hurdle: over(1 << (at / 2)), ..plain }),
            Way::Sieved(one) if random.below(one) == 0 => {}
            Way::Sieved(_) => made.push(plain),
            Way::Lame => made.push(Atom { clear: set::<W>(&line[at.saturating_sub(1)..at]).0, ..plain }),
        }
    }
    made
}

fn any_way(random: &mut Random) -> Way {
    let coin = |random: &mut Random| random.below(2) == 0;
    let number = |random: &mut Random| Some(random.below(4)).filter(|&n| n < 3).map(|n| n as u8);
    match random.below(10) {
        0..=2 => {
            let quiet = coin(random);
            Way::Slides { quiet, capture: !quiet || coin(random), counted: coin(random) }
        }
        3 | 4 => Way::Hops { quiet: number(random), capture: number(random) },
        5 => Way::Either(random.below(2) as u8, 2),
        6 => Way::Sieved(2 + random.below(6)),
        7 => [Way::Mixed, Way::Growing][random.below(2)],
        _ => Way::Lame,
    }
}

/// The targets that the atoms allow from a square: empty squares, and occupied ones.
fn literally<const W: usize>(atoms: &[Atom<W>], square: usize, occupied: Bits<W>) -> [Bits<W>; 2] {
    let mut sets = [Bits::EMPTY; 2];
    for atom in atoms.iter().filter(|atom| usize::from(atom.key) == square && atom.holds(occupied)) {
        let other = Bits::single(usize::from(atom.other));
        for (set, (goes, there)) in sets.iter_mut().zip([(atom.quiet, !occupied), (atom.capture, occupied)]) {
            if goes {
                *set |= other & there;
            }
        }
    }
    sets
}

/// The targets of a lookup built with or without bit extraction.
fn answers<const W: usize>(
    lookup: &Lookup<W>,
    extracts: bool,
    square: usize,
    occupied: Bits<W>,
) -> [Bits<W>; 2] {
    let find = Find { lookup, square, occupied };
    let found = match <Usual as Processor>::detected() {
        Some(usual) if extracts => usual.call(find),
        _ => crate::bits::Portable.call(find),
    };
    [found.quiet & !occupied, found.capture & occupied]
}

/// Random pieces on a board, of random density.
fn strewn<const W: usize>(squares: usize, random: &mut Random) -> Bits<W> {
    let share = 2 + random.below(12);
    (0..squares).filter(|_| random.below(share) == 0).fold(Bits::EMPTY, |all, at| all | Bits::single(at))
}

/// Compares lookups of random lines, in every form; returns the number of lookups of each form.
fn agree<const W: usize>(ground: Ground, cases: usize, seed: u64) -> [usize; 4] {
    let mut random = Random::new(seed);
    let mut forms = [0; 4];
    for case in 0..cases {
        let length = [1, 2, 4, 100][random.below(4)];
        let leap = Way::Slides { quiet: true, capture: true, counted: false };
        let way = |random: &mut Random| if length == 1 { leap } else { any_way(random) };
        let ways: Vec<((i32, i32), Way)> =
            (0..1 + random.below(6)).map(|_| (STEPS[random.below(STEPS.len())], way(&mut random))).collect();
        let mut made = Vec::new();
        for from in 0..ground.squares() {
            for &(step, way) in &ways {
                let mut line = ground.line(from, step);
                line.truncate(length);
                made.extend(atoms::<W>(from as u16, &line, way, &mut random));
            }
        }
        made.sort_unstable();
        made.dedup();
        let tables = <Usual as Processor>::EXTRACTS && <Usual as Processor>::detected().is_some();
        let lookups = [
            (false, Lookup::new(&made, false)),
            (tables, Lookup::new(&made, tables)),
            (false, Lookup::Walk(walked(&split(&made)))),
        ];
        for (_, lookup) in &lookups {
            let form = match lookup {
                Lookup::Leaps(_) => 0,
                Lookup::Whole(_) => 1,
                Lookup::Split(_) => 2,
                Lookup::Walk(_) => 3,
            };
            forms[form] += 1;
        }
        for _ in 0..6 {
            let occupied = strewn(ground.squares() as usize, &mut random);
            for square in (0..ground.squares() as usize).filter(|_| random.below(5) == 0) {
                let expected = literally(&made, square, occupied);
                for (extracts, lookup) in &lookups {
                    let found = answers(lookup, *extracts, square, occupied);
                    assert_eq!(found, expected, "case {case}, square {square}, {occupied:?}: {ways:?}");
                }
            }
        }
    }
    forms
}

#[test]
fn lookups_answer_what_their_atoms_allow() {
    let ground = |columns, rows, round| Ground { columns, rows, round };
    let mut forms = [0; 4];
    for (at, all) in [
        agree::<1>(ground(13, 4, false), 60, 1),
        agree::<1>(ground(11, 5, true), 60, 2),
        agree::<2>(ground(17, 7, false), 40, 3),
        agree::<2>(ground(15, 8, true), 40, 4),
        agree::<4>(ground(15, 16, false), 16, 5),
        agree::<6>(ground(19, 19, true), 8, 6),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(all[3] > 0, "{at}");
        forms.iter_mut().zip(all).for_each(|(sum, n)| *sum += n);
    }
    assert!(forms.iter().all(|&n| n > 10), "{forms:?}");
}

/// Unconditional lines become rays, whatever they pass, as long as their square numbers rise or fall
/// throughout.
#[test]
fn lines_are_walked_as_rays() {
    let ground = Ground { columns: 16, rows: 16, round: false };
    let mut random = Random::new(77);
    for way in [
        Way::Slides { quiet: true, capture: true, counted: false },
        Way::Slides { quiet: false, capture: true, counted: true },
        Way::Hops { quiet: Some(0), capture: Some(1) },
        Way::Hops { quiet: Some(1), capture: Some(1) },
        Way::Hops { quiet: None, capture: Some(1) },
    ] {
        for step in STEPS {
            let line = |from: i32| ground.line(from, step);
            let lines = (0..ground.squares()).map(|from| (from as u16, line(from)));
            let made: Vec<Atom<4>> =
                lines.clone().flat_map(|(from, line)| atoms(from, &line, way, &mut random)).collect();
            let walked = walked(&split(&made));
            let rays = lines.filter(|(_, line)| line.len() > 3).count();
            assert!(walked.rays.len() >= rays, "{way:?} {step:?}: {} of {rays}", walked.rays.len());
            assert!(walked.atoms.len() <= 8 * 16 * 3, "{way:?} {step:?}: {} atoms", walked.atoms.len());
        }
    }
}
