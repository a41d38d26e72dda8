//! Converts groups to CARN patterns: a list of alternatives for each key of a piece.

use crate::diagnostic::{Code, Diagnostic};

use super::bent::bent;
use super::cover::{Counts, lines, single};
use super::step::{Vector, vectors};
use super::{Group, Hop, Leg, Range};

/// The patterns of a piece, each a list of alternatives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patterns {
    /// Onto empty squares and onto opponents.
    pub pattern: Vec<String>,
    /// Onto empty squares.
    pub quiet: Vec<String>,
    /// Onto pieces.
    pub capture: Vec<String>,
}

impl Patterns {
    /// The non-empty keys of a rule file, with their alternatives.
    pub fn keys(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        let all = [("pattern", &self.pattern), ("move", &self.quiet), ("capture", &self.capture)];
        all.into_iter().filter(|(_, lines)| !lines.is_empty()).map(|(key, lines)| (key, lines.as_slice()))
    }

    fn add(&mut self, leg: &Leg, line: &str) {
        let push = |list: &mut Vec<String>, line: String| {
            if !list.contains(&line) {
                list.push(line);
            }
        };
        match (leg.quiet || leg.says_no_mode(), leg.capture || leg.says_no_mode()) {
            (true, true) => push(&mut self.pattern, line.to_owned()),
            (true, false) => push(&mut self.quiet, line.to_owned()),
            (false, true) => push(&mut self.capture, line.to_owned()),
            (false, false) => {}
        }
        if leg.own {
            push(&mut self.capture, format!("{line} @Ally"));
        }
        if leg.passing {
            push(&mut self.quiet, format!("{line} @Marked => @TakeMarker"));
        }
    }
}

/// The meaning of `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Initial {
    /// A predicate, by default `@Unmoved`; empty if no piece may make such a move.
    pub guard: Option<String>,
    /// Whether `n` of an initial move marks the squares passed, for en passant.
    pub marks: bool,
}

impl Default for Initial {
    fn default() -> Self {
        Self { guard: Some("@Unmoved".to_owned()), marks: true }
    }
}

/// The patterns of these groups, and the parts that could not be converted, with the spans of their groups.
///
/// ```
/// use carn::import::betza::{Initial, carn, read};
/// let (patterns, lost) = carn(&read("mRcpR").0, &Initial::default());
/// assert_eq!(patterns.quiet, ["*# *"]);
/// assert_eq!(patterns.capture, ["*# * @JumpOver(1)"]);
/// assert!(lost.is_empty());
/// ```
#[must_use]
pub fn carn(groups: &[Group], initial: &Initial) -> (Patterns, Vec<Diagnostic>) {
    let (mut patterns, mut lost) = (Patterns::default(), Vec::new());
    for group in groups {
        let written = if group.before.is_empty() { straight(group, initial) } else { bent(group) };
        match written {
            Ok(written) => {
                for line in written {
                    match &initial.guard {
                        Some(guard) if group.leg.initial => {
                            let (steps, effects) = line.split_once(" =>").unwrap_or((&line, ""));
                            let effects =
                                if effects.is_empty() { String::new() } else { format!(" =>{effects}") };
                            patterns.add(&group.leg, &format!("{steps} {guard}{effects}"));
                        }
                        None if group.leg.initial => {}
                        _ => patterns.add(&group.leg, &line),
                    }
                }
            }
            Err(why) => lost.push(Diagnostic::new(Code::NOT_CARRIED, group.span, why)),
        }
    }
    (patterns, lost)
}

/// The lines of a group of one leg.
fn straight(group: &Group, initial: &Initial) -> Result<Vec<String>, String> {
    let leg = &group.leg;
    let alone = group.leaps.len() == 1;
    let by_leap: Vec<((i8, i8), Vec<Vector>)> =
        group.leaps.iter().map(|&leap| (leap, vectors(leap, &leg.directions, alone))).collect();
    if by_leap.iter().all(|(_, wanted)| wanted.is_empty()) {
        return Err("these letters select no direction of this atom".to_owned());
    }
    if leg.rides {
        return Err("`y` means something only after an `a`".to_owned());
    }
    if leg.crooked || leg.circular {
        return by_leap.iter().try_fold(Vec::new(), |mut all, (leap, wanted)| {
            all.extend(turning(group, *leap, wanted)?);
            Ok(all)
        });
    }
    // King and queen steps in every direction are one line.
    let whole = by_leap.len() == 2 && by_leap.iter().all(|(_, wanted)| wanted.len() == 4);
    if whole && !(leg.initial && leg.lame) && !leg.jump {
        return Ok(vec![every_way(group)]);
    }
    let mut found = Vec::new();
    for (leap, wanted) in &by_leap {
        found.extend(one_leap(group, *leap, wanted, initial)?);
    }
    Ok(found)
}

/// One line for every direction, orthogonal and diagonal.
fn every_way(group: &Group) -> String {
    match (group.leg.hop, group.range) {
        (Some(Hop::Behind), _) => "**#a $n @Occupied ; **#a +1".to_owned(),
        (Some(Hop::Beyond), range) => {
            format!("**# $n{} @JumpOver(1)", bound(range))
        }
        (None, Range::Once) => "**# 1".to_owned(),
        (None, range) => format!("**# $n{}", bound(range)),
    }
}

/// The condition that limits `$n`.
fn bound(range: Range) -> String {
    match range {
        Range::UpTo(most) => format!(" @Where($n, 1~{most})"),
        Range::Once | Range::Unlimited => String::new(),
    }
}

/// The argument of `@Ride` for its number of repetitions.
fn ride(range: Range) -> String {
    match range {
        Range::Once => String::new(),
        Range::UpTo(most) => format!(" @Ride(1~{most})"),
        Range::Unlimited => " @Ride".to_owned(),
    }
}

fn one_leap(
    group: &Group,
    leap: (i8, i8),
    wanted: &[Vector],
    initial: &Initial,
) -> Result<Vec<String>, String> {
    let (long, short) = leap;
    let leg = &group.leg;
    let all = vectors(leap, &[], true).len() == wanted.len();
    let unit = long == 1;
    if leg.hop.is_some() && !unit {
        return Err("a hopper goes along lines of neighbouring squares: W, F, R, B or Q".to_owned());
    }
    if leg.hop == Some(Hop::Behind) {
        if all {
            let to = if short == 0 { ("*#a *", "*#a +1") } else { ("*#a $n *#b $n", "*#a +1 *#b +1") };
            return Ok(vec![format!("{} @Occupied ; {}", to.0, to.1)]);
        }
        // Along one axis, no other count has to equal it.
        let far = if short == 0 { "*" } else { "$n" };
        let line = |&vector: &Vector| {
            format!("{} @Occupied ; {}", single(vector, |_| far.into()), single(vector, |_| "1".into()))
        };
        return Ok(wanted.iter().map(line).collect());
    }
    if leg.jump && (unit || group.range != Range::Once) {
        return Err("`j` is supported only for leaps".to_owned());
    }
    if unit && (group.range != Range::Once || leg.hop.is_some()) {
        return Ok(sliding(group, leap, wanted));
    }
    let (l, s) = (long.to_string(), short.to_string());
    let oblique = long != short && short != 0;
    if (leg.lame || leg.jump) && !unit {
        return Ok(between(group, leap, wanted, all, initial));
    }
    let leaps = if oblique || unit { "" } else { " @JumpOver(*)" };
    let repeated = ride(group.range);
    let found = lines(leap, wanted, Counts { long: &l, short: &s });
    Ok(found.into_iter().map(|line| format!("{line}{leaps}{repeated}")).collect())
}

/// Slides along a line of adjacent squares, limited or not, over one piece or none.
fn sliding(group: &Group, leap: (i8, i8), wanted: &[Vector]) -> Vec<String> {
    let over = if group.leg.hop.is_some() { " @JumpOver(1)" } else { "" };
    // A hopper needs no variable for its distance.
    if leap.1 == 0 {
        let far = match group.range {
            Range::UpTo(most) => format!("1~{most}"),
            Range::Once | Range::Unlimited => "*".to_owned(),
        };
        let found = lines(leap, wanted, Counts { long: &far, short: "" });
        return found.into_iter().map(|line| format!("{line}{over}")).collect();
    }
    let found = lines(leap, wanted, Counts { long: "$n", short: "$n" });
    found.into_iter().map(|line| format!("{line}{}{over}", bound(group.range))).collect()
}

/// The squares passed by a lame leap: first orthogonally while one side is longer, then diagonally.
pub(super) fn passed((long, short): (i8, i8)) -> Vec<(i8, i8)> {
    let mut at = (0, 0);
    let mut squares = Vec::new();
    while at != (long, short) {
        let (rest, aside) = (long - at.0, short - at.1);
        at = if rest > aside { (at.0 + 1, at.1) } else { (at.0 + 1, at.1 + 1) };
        squares.push(at);
    }
    squares.pop();
    squares
}

/// Leaps with conditions on the squares between: empty for `n`, one occupied for `j`; an initial move marks them.
fn between(group: &Group, leap: (i8, i8), wanted: &[Vector], all: bool, initial: &Initial) -> Vec<String> {
    let (long, short) = leap;
    let leg = &group.leg;
    let repeated = ride(group.range);
    let lined = short == 0 || long == short;
    let marks = leg.initial && leg.lame && initial.marks && group.range == Range::Once;
    // A leap along a line has these squares on its path; other leaps name them.
    let path = if leg.jump { " @JumpOver(1~)" } else { "" };
    if lined && !marks {
        let (l, s) = (long.to_string(), short.to_string());
        let found = lines(leap, wanted, Counts { long: &l, short: &s });
        return found.into_iter().map(|line| format!("{line}{path}{repeated}")).collect();
    }
    let asked = |places: Vec<String>| {
        let call = if leg.jump { "@Occupied" } else { "@Empty" };
        let calls: Vec<String> = places.iter().map(|place| format!("{call}({place})")).collect();
        match calls.as_slice() {
            [_, _, ..] if leg.jump => format!("@Or({})", calls.join(", ")),
            _ => calls.join(" "),
        }
    };
    if all && !lined {
        let place = |&(a, b): &(i8, i8)| {
            if b == 0 { format!("*#a +{a}") } else { format!("*#a +{a} *#b +{b}") }
        };
        let places = passed(leap).iter().map(place).collect();
        return vec![format!("*#a {long} *#b {short} {}{repeated}", asked(places))];
    }
    let line = |&(rank, file): &Vector| {
        let along = rank.abs() == long;
        let place = |&(a, b): &(i8, i8)| {
            let (up, aside) = if along { (a, b) } else { (b, a) };
            single((up * rank.signum(), aside * file.signum()), |count| count.to_string())
        };
        let places: Vec<String> = passed(leap).iter().map(place).collect();
        let steps = single((rank, file), |count| count.to_string());
        let guard = if lined { String::new() } else { format!(" {}", asked(places.clone())) };
        let effects: Vec<String> = places.iter().map(|place| format!("@Mark({place})")).collect();
        let effects = if marks { format!(" => {}", effects.join(" ")) } else { String::new() };
        format!("{steps}{guard}{path}{repeated}{effects}")
    };
    wanted.iter().map(line).collect()
}

/// The number of steps written out for an unlimited turning path.
const TURNS: u16 = 7;

/// Paths that turn at each step: `z` alternately, `q` always in the same direction. Each number of steps is one line.
fn turning(group: &Group, leap: (i8, i8), wanted: &[Vector]) -> Result<Vec<String>, String> {
    let (long, short) = leap;
    let leg = &group.leg;
    if wanted.len() != vectors(leap, &[], true).len() {
        return Err("a turning path is supported only in all directions together".to_owned());
    }
    if leg.lame || leg.jump || leg.hop.is_some() || leg.crooked && leg.circular {
        return Err("a turning path is supported only without other modifiers".to_owned());
    }
    let most = match group.range {
        Range::Once => 1,
        Range::UpTo(most) if most <= 14 => most,
        Range::UpTo(_) => return Err("a turning path is supported for at most 14 steps".to_owned()),
        Range::Unlimited => TURNS,
    };
    // Steps as multiples of the first along its two axes `a` and `b`.
    let paths: Vec<Vec<(i8, i8)>> = match (leg.crooked, short) {
        (true, 0) => vec![vec![(long, 0), (0, long)]],
        (true, _) if long == short => vec![vec![(long, short), (long, -short)]],
        (false, _) if short != 0 && long != short => {
            let round = [(long, short), (short, long), (-short, long), (-long, short)];
            let one: Vec<(i8, i8)> =
                round.iter().copied().chain(round.iter().map(|&(a, b)| (-a, -b))).collect();
            let other: Vec<(i8, i8)> = one.iter().copied().rev().collect();
            let start = other.iter().position(|&step| step == (long, short)).unwrap_or(0);
            let other = other[start..].iter().chain(&other[..start]).copied().collect();
            vec![one, other]
        }
        _ => return Err("`z` is supported only for W and F, `q` only for oblique leaps".to_owned()),
    };
    let mut found: Vec<String> = Vec::new();
    for path in paths {
        // Without a label, an unused axis could be chosen again, so the second axis gets a count of 0.
        let part = |label: char, count: i8, first: bool, new: bool| match count {
            0 if new && !first => Some(format!("*#{label} 0")),
            0 => None,
            _ if first => Some(format!("*#{label} {}", count.abs())),
            _ => Some(format!("*#{label} {}{}", if count < 0 { '-' } else { '+' }, count.abs())),
        };
        let mut legs: Vec<String> = Vec::new();
        let (mut a, mut b) = (true, true);
        for step in path.iter().cycle().take(usize::from(most)) {
            let words: Vec<String> =
                [part('a', step.0, a, b), part('b', step.1, b, a)].into_iter().flatten().collect();
            a &= step.0 == 0;
            b &= step.1 == 0;
            legs.push(words.join(" "));
            let line = legs.join(" ; ");
            if !found.contains(&line) {
                found.push(line);
            }
        }
    }
    Ok(found)
}
