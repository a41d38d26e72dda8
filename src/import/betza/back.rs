//! Converts compiled movements to Betza's notation, if it can express all of them.
//!
//! The movements of a piece on a board with two axes are grouped by their condition on the squares between: none, empty, or one
//! piece. Each group is split by leap, whose directions become letters. The result is converted back to CARN and compiled. It
//! is valid only if it gives the same movements.

use std::collections::{BTreeMap, BTreeSet};

use crate::compile::{Natives, compile_pattern};
use crate::geometry::{Board, Displacement};
use crate::variant::{Leg, Mode, Movement, PathRule};

use super::step::{Vector, vectors};
use super::{Initial, carn, read};

/// How a leg passes the squares between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// Everything between is empty.
    Slides,
    /// The squares between are ignored.
    Leaps,
    /// Over exactly one piece.
    Hops,
    /// A ride that ignores the squares between, with a maximum number of repetitions.
    Rides(u16),
    /// A ride with empty squares between.
    RidesLame(u16),
    /// The squares passed by a lame leap are empty.
    Limps,
    /// To the square directly behind the first piece on a line.
    Behind,
}

/// The modes of a piece's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Purpose {
    Both,
    Quiet,
    Capture,
}

/// Betza's notation for the movements of a piece on a board with two axes, the first across and the second along. `None` if no
/// text gives exactly these movements.
///
/// ```
/// use carn::compile::{Natives, board, compile_pattern};
/// use carn::import::betza::betza;
/// let board = board(&[("File", 8), ("Rank", 8)]).unwrap();
/// let piece = compile_pattern("*# * | *# 2 *# 1", &board, &Natives::default()).unwrap();
/// assert_eq!(betza(&board, piece.movements()).as_deref(), Some("RN"));
/// ```
#[must_use]
pub fn betza(board: &Board, movements: &[Movement]) -> Option<String> {
    let [across, along] = board.axes() else { return None };
    if across.wraps || along.wraps || movements.is_empty() {
        return None;
    }
    let far = i16::try_from(across.length.max(along.length)).ok()? - 1;
    let longest = |vector: Vector| {
        let room = |count: i8, length: u16| match count.unsigned_abs() {
            0 => i16::MAX,
            step => (length as i16 - 1) / i16::from(step),
        };
        room(vector.0, along.length).min(room(vector.1, across.length))
    };
    let mut steps: BTreeMap<(Purpose, Way), BTreeSet<Vector>> = BTreeMap::new();
    for movement in movements {
        let purpose = match movement.mode {
            Mode::Both => Purpose::Both,
            Mode::Move => Purpose::Quiet,
            Mode::Capture => Purpose::Capture,
        };
        if !movement.effects.is_empty() || movement.chain.is_some() || movement.name.is_some() {
            return None;
        }
        if let [leg] = movement.legs.as_slice()
            && let Some(counts) = leg.ride.as_ref().filter(|_| leg.displacement.length() == 1)
        {
            // A ride over adjacent squares of its line is a slide.
            let most = counts.ranges().last().map_or(0, |range| range.1);
            let vector = unit(leg.displacement)?;
            let most =
                i8::try_from(i16::try_from(most).unwrap_or(i16::MAX).min(longest(vector)).max(1)).ok()?;
            let ridden =
                (1..=most).filter_map(|n| Some((vector.0.checked_mul(n)?, vector.1.checked_mul(n)?)));
            steps.entry((purpose, Way::Slides)).or_default().extend(ridden);
            continue;
        }
        let (way, vector) = match movement.legs.as_slice() {
            [leg] => one(leg)?,
            [first, last] => behind(first, last)?,
            _ => return None,
        };
        steps.entry((purpose, way)).or_default().insert(vector);
    }
    let mut words: Vec<(usize, String)> = Vec::new();
    for ((purpose, way), vectors) in steps {
        let mode = match purpose {
            Purpose::Both => "",
            Purpose::Quiet => "m",
            Purpose::Capture => "c",
        };
        for (rank, text) in named(way, &vectors, &longest, far)? {
            words.push((rank, format!("{mode}{text}")));
        }
    }
    words.sort();
    let text: String = words.into_iter().map(|(_, word)| word).collect();
    same(board, movements, &text).then_some(text)
}

fn unit(displacement: Displacement) -> Option<Vector> {
    let [across, along, rest @ ..] = displacement.0;
    if rest.iter().any(|&count| count != 0) {
        return None;
    }
    Some((i8::try_from(along).ok()?, i8::try_from(across).ok()?))
}

/// A movement of one leg. Guards are ignored here; the final comparison shows whether they matter.
fn one(leg: &Leg) -> Option<(Way, Vector)> {
    let vector = unit(leg.displacement)?;
    let single = leg.displacement.length() == 1;
    let way = match (&leg.path, &leg.ride) {
        (path, Some(counts)) => {
            let most = counts.ranges().last().map_or(0, |range| range.1);
            if *path == PathRule::Empty { Way::RidesLame(most) } else { Way::Rides(most) }
        }
        (PathRule::Empty, None) if !leg.guards.iter().all(is_mode) => Way::Limps,
        (PathRule::Empty, None) => Way::Slides,
        (PathRule::Hurdles { counts, each }, None) if each.is_empty() => {
            if counts.contains(0) && counts.ranges().last().is_some_and(|range| range.1 == u16::MAX) {
                if single { Way::Slides } else { Way::Leaps }
            } else {
                Way::Hops
            }
        }
        _ => return None,
    };
    Some((way, vector))
}

/// Whether a guard is the mode's condition on the landing square.
fn is_mode(guard: &crate::variant::Predicate) -> bool {
    use crate::variant::{Anchor, Predicate, Test};
    matches!(guard, Predicate::Holds(Test::Empty | Test::Opponent | Test::NoAlly, place)
        if matches!(place.anchor, Anchor::Landing))
}

/// Two legs that end directly behind a piece.
fn behind(first: &Leg, last: &Leg) -> Option<(Way, Vector)> {
    let step = last.displacement;
    let same = first.displacement.direction() == step && step.length() == 1;
    same.then(|| unit(step)).flatten().map(|vector| (Way::Behind, vector))
}

/// The words for the directions of one way, each with its index in the order of atoms.
fn named(
    way: Way,
    found: &BTreeSet<Vector>,
    longest: &impl Fn(Vector) -> i16,
    far: i16,
) -> Option<Vec<(usize, String)>> {
    // The reach of each primitive direction.
    let mut left: BTreeSet<Vector> = found.clone();
    let mut words = Vec::new();
    let prefix = match way {
        Way::Hops => "p",
        Way::Behind => "g",
        Way::Limps | Way::RidesLame(_) => "n",
        _ => "",
    };
    if matches!(way, Way::Slides | Way::Hops) {
        let mut reach: BTreeMap<Vector, i16> = BTreeMap::new();
        for &start in found {
            let divisor = Displacement::new(&[start.0.into(), start.1.into()]).length() as i8;
            let step = (start.0 / divisor.max(1), start.1 / divisor.max(1));
            let top = reach.entry(step).or_insert(0);
            *top = (*top).max(i16::from(divisor));
        }
        let mut groups: BTreeMap<((i8, i8), i16), Vec<Vector>> = BTreeMap::new();
        for (step, most) in reach {
            let leap = sides(step);
            let least = if way == Way::Hops { 2 } else { 1 };
            let multiples = |n: i16| -> Option<Vector> {
                Some((i8::try_from(i16::from(step.0) * n).ok()?, i8::try_from(i16::from(step.1) * n).ok()?))
            };
            let whole = (least..=most).all(|n| multiples(n).is_some_and(|one| left.contains(&one)));
            let limit = longest(step);
            if !whole || way == Way::Hops && most < limit {
                continue;
            }
            (least..=most).filter_map(multiples).for_each(|one| {
                left.remove(&one);
            });
            let range = if most == 1 {
                1
            } else if most >= limit {
                far.max(2)
            } else {
                most
            };
            groups.entry((leap, range)).or_default().push(step);
        }
        for ((leap, range), steps) in groups {
            let slides = range > 1 || way == Way::Hops;
            let unlimited = slides && range == far.max(2);
            words.extend(atom(prefix, leap, &steps, slides, if unlimited { None } else { Some(range) })?);
        }
    }
    let mut groups: BTreeMap<(i8, i8), Vec<Vector>> = BTreeMap::new();
    for vector in left {
        groups.entry(sides(vector)).or_default().push(vector);
    }
    for (leap, steps) in groups {
        let prefix = match way {
            Way::Slides if sides_gcd(leap) > 1 => "n",
            _ => prefix,
        };
        let (rides, most) = match way {
            Way::Rides(most) | Way::RidesLame(most) => {
                let room = steps.iter().map(|&step| longest(step)).max().unwrap_or(0);
                let most = i16::try_from(most).unwrap_or(i16::MAX);
                (true, (most < room).then_some(most))
            }
            Way::Behind => (true, None),
            _ => (false, Some(1)),
        };
        words.extend(atom(prefix, leap, &steps, rides, most)?);
    }
    Some(merged(words))
}

fn sides((a, b): Vector) -> (i8, i8) {
    (a.abs().max(b.abs()), a.abs().min(b.abs()))
}

fn sides_gcd((long, short): (i8, i8)) -> u16 {
    Displacement::new(&[long.into(), short.into()]).length()
}

/// An atom with the letters of its directions.
fn atom(
    prefix: &str,
    leap: (i8, i8),
    steps: &[Vector],
    slides: bool,
    range: Option<i16>,
) -> Option<Vec<(usize, String)>> {
    const NAMES: [(&str, (i8, i8)); 9] = [
        ("W", (1, 0)),
        ("F", (1, 1)),
        ("D", (2, 0)),
        ("N", (2, 1)),
        ("A", (2, 2)),
        ("H", (3, 0)),
        ("C", (3, 1)),
        ("Z", (3, 2)),
        ("G", (3, 3)),
    ];
    let (place, &(name, _)) = NAMES.iter().enumerate().find(|(_, (_, sides))| *sides == leap)?;
    let letters = letters(leap, steps)?;
    let written = match (name, slides, range) {
        ("W", true, None) => "R".to_owned(),
        ("F", true, None) => "B".to_owned(),
        (name, true, None) => format!("{name}{name}"),
        (name, true, Some(range)) => format!("{name}{range}"),
        (name, false, _) => name.to_owned(),
    };
    // Riders come before steps, as is usual for these pieces.
    let rank = if slides { place } else { place + NAMES.len() };
    Some(vec![(rank, format!("{prefix}{letters}{written}"))])
}

/// The shortest letters that select these directions.
fn letters(leap: (i8, i8), steps: &[Vector]) -> Option<String> {
    let wanted: BTreeSet<Vector> = steps.iter().copied().collect();
    let pairs: Vec<[char; 2]> =
        ["ff", "bb", "vv", "rr", "ll", "ss", "fs", "bs", "fh", "bh", "rh", "lh", "hr", "hl"]
            .iter()
            .chain(&["fr", "fl", "br", "bl", "rf", "lf", "rb", "lb", "rv", "lv"])
            .filter_map(|pair| {
                let mut letters = pair.chars();
                Some([letters.next()?, letters.next()?])
            })
            .collect();
    let makes =
        |pairs: &[[char; 2]]| -> BTreeSet<Vector> { vectors(leap, pairs, true).into_iter().collect() };
    if makes(&[]) == wanted {
        return Some(String::new());
    }
    // A pair of equal letters is written as one letter, unless the next one would join it.
    let written = |chosen: &[[char; 2]]| -> Option<String> {
        let text: String =
            chosen.iter().map(|&[a, b]| if a == b { a.to_string() } else { format!("{a}{b}") }).collect();
        let (groups, findings) = read(&format!("{text}W"));
        let again = groups.first().map(|group| makes(&group.leg.directions));
        (findings.is_empty() && again.as_ref() == Some(&wanted)).then_some(text)
    };
    let fitting: Vec<[char; 2]> =
        pairs.into_iter().filter(|&pair| makes(&[pair]).is_subset(&wanted)).collect();
    let mut best: Option<String> = None;
    let mut consider = |chosen: &[[char; 2]]| {
        let text = written(chosen);
        if let Some(text) = text
            && best.as_ref().is_none_or(|best| text.len() < best.len())
        {
            best = Some(text);
        }
    };
    for (index, &one) in fitting.iter().enumerate() {
        consider(&[one]);
        for (next, &two) in fitting.iter().enumerate().skip(index + 1) {
            consider(&[one, two]);
            consider(&[two, one]);
            for &three in &fitting[next + 1..] {
                consider(&[one, two, three]);
            }
        }
    }
    best.or_else(|| {
        let mut chosen: Vec<[char; 2]> = Vec::new();
        let mut made = BTreeSet::new();
        for pair in fitting {
            if !makes(&[pair]).is_subset(&made) {
                made.extend(makes(&[pair]));
                chosen.push(pair);
            }
        }
        let text: String = chosen.iter().flatten().collect();
        (made == wanted).then_some(text)
    })
}

/// Merges the parts of king and queen.
fn merged(words: Vec<(usize, String)>) -> Vec<(usize, String)> {
    let mut words = words;
    for (a, b, both) in [("R", "B", "Q"), ("W", "F", "K"), ("pR", "pB", "pQ"), ("gR", "gB", "gQ")] {
        let at = |words: &[(usize, String)], name: &str| words.iter().position(|(_, word)| word == name);
        if let (Some(first), Some(_)) = (at(&words, a), at(&words, b)) {
            words[first].1 = both.to_owned();
            words.retain(|(_, word)| word != b);
        }
    }
    words
}

/// Whether the text, read and compiled, gives the same movements.
fn same(board: &Board, movements: &[Movement], text: &str) -> bool {
    let (groups, findings) = read(text);
    let (patterns, lost) = carn(&groups, &Initial::default());
    if !findings.is_empty() || !lost.is_empty() {
        return false;
    }
    let far = board.axes().iter().map(|axis| axis.length as i16).max().unwrap_or(0);
    let mut made: BTreeSet<String> = BTreeSet::new();
    for (key, lines) in patterns.keys() {
        let mode = match key {
            "pattern" => Mode::Both,
            "move" => Mode::Move,
            _ => Mode::Capture,
        };
        let text =
            lines.join(" | ").replace("File", &board.axes()[0].name).replace("Rank", &board.axes()[1].name);
        let Ok(compiled) = compile_pattern(&text, board, &Natives::default()) else { return false };
        made.extend(compiled.movements().iter().flat_map(|one| shapes(one, mode, far)));
    }
    let wanted: BTreeSet<String> = movements.iter().flat_map(|one| shapes(one, one.mode, far)).collect();
    made == wanted
}

/// A normal form of a movement. Hurdles of zero pieces and conditions implied by the mode are omitted. A ride over single
/// squares becomes a slide.
fn shapes(movement: &Movement, mode: Mode, far: i16) -> Vec<String> {
    if let [leg] = movement.legs.as_slice()
        && let Some(counts) = &leg.ride
        && leg.displacement.length() == 1
    {
        let longest = leg.displacement.0.iter().map(|count| count.abs()).max().unwrap_or(1).max(1);
        let times = (1..=(far - 1) / longest).filter(|&n| u16::try_from(n).is_ok_and(|n| counts.contains(n)));
        return times
            .filter_map(|n| {
                let path = if n == 1 { String::new() } else { format!("{:?}", PathRule::Empty) };
                let displacement = leg.displacement.checked_mul(n)?;
                Some(format!("{mode:?}{:?}", [described(displacement, &path, leg)]))
            })
            .collect();
    }
    let legs: Vec<String> = movement
        .legs
        .iter()
        .map(|leg| {
            let free = leg.displacement.length() == 1;
            let path = if free { String::new() } else { format!("{:?}", leg.path) };
            let longest = leg.displacement.0.iter().map(|count| count.abs()).max().unwrap_or(1).max(1);
            let times = |ride: &crate::variant::CountSet| -> Vec<u16> {
                (1..=((far - 1) / longest).unsigned_abs()).filter(|&n| ride.contains(n)).collect()
            };
            let ride = leg.ride.as_ref().map(|ride| format!("{:?}", times(ride))).unwrap_or_default();
            described(leg.displacement, &(path + &ride), leg)
        })
        .collect();
    vec![format!("{mode:?}{legs:?}")]
}

fn described(displacement: Displacement, path: &str, leg: &Leg) -> String {
    let guards: Vec<_> = leg.guards.iter().filter(|guard| !is_mode(guard)).collect();
    format!("{:?}{path}{guards:?}", &displacement.0[..2])
}
