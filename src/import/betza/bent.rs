//! Groups of two legs, `mafsW`: a step, then a step whose direction is relative to the first.

use super::cover::single;
use super::step::{Vector, vectors};
use super::{Group, Hop, Range};

/// The eight adjacent squares, in steps of an eighth of a turn.
const ROUND: [Vector; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The lines of a group of two legs, or the reason why there are none.
pub fn bent(group: &Group) -> Result<Vec<String>, String> {
    let [first] = group.before.as_slice() else {
        return Err("only one `a` in a move is supported".to_owned());
    };
    let last = &group.leg;
    if group.leaps.iter().any(|leap| leap.0 != 1) || group.range != Range::Once {
        return Err("moves of several legs are supported only for steps: W, F and K".to_owned());
    }
    let plain = |leg: &super::Leg| !(leg.lame || leg.jump || leg.crooked || leg.circular || leg.own);
    if !plain(first) || !plain(last) || first.initial || first.passing || last.hop.is_some() {
        return Err("this modifier is not supported in a move of several legs".to_owned());
    }
    if first.hop == Some(Hop::Behind) || first.capture && first.quiet {
        return Err("this action of the first leg is not supported".to_owned());
    }
    let turns = turns(&last.directions)?;
    // `y` is in use both before and after the `a`.
    let rides = first.rides || last.rides;
    let holds = match (first.hop, first.capture) {
        (Some(_), _) => " @Occupied",
        (None, true) => " @Opponent",
        (None, false) => "",
    };
    let takes = if first.capture && first.hop.is_none() { " => @Take(Leg 1)" } else { "" };
    let alone = group.leaps.len() == 1;
    let mut found: Vec<String> = Vec::new();
    for &leap in &group.leaps {
        let starts = vectors(leap, &first.directions, alone);
        let pairs: Vec<(String, Vec<String>)> = if starts.len() == 4 && turns.chunks(2).all(paired) {
            let start = if leap.1 == 0 { "*#a 1" } else { "*#a 1 *#b 1" };
            let ends =
                turns.iter().filter(|&&turn| turn <= 4).map(|&turn| labelled(leap.1 != 0, turn, rides));
            vec![(start.to_owned(), ends.collect())]
        } else {
            let along = |&start: &Vector| -> (String, Vec<String>) {
                let at = ROUND.iter().position(|&one| one == start).unwrap_or(0);
                let ends = turns.iter().map(|&turn| ROUND[(at + turn) % 8]);
                let ends = ends.map(|end: Vector| {
                    let straight = end.0 == 0 || end.1 == 0;
                    single(end, |_| {
                        if !rides {
                            "1"
                        } else if straight {
                            "1~"
                        } else {
                            "$n"
                        }
                        .to_owned()
                    })
                });
                (single(start, |_| "1".to_owned()), ends.collect())
            };
            starts.iter().map(along).collect()
        };
        for (start, ends) in pairs {
            found.extend(ends.into_iter().map(|end| format!("{start}{holds} ; {end}{takes}")));
        }
    }
    if found.is_empty() {
        Err("these letters select no direction of this atom".to_owned())
    } else {
        Ok(found)
    }
}

/// Whether turns come in mirrored pairs, so that no side is preferred.
fn paired(turns: &[usize]) -> bool {
    match turns {
        [0 | 4] => true,
        [a, b] => (a + b) % 8 == 0 || [0, 4].contains(a) && [0, 4].contains(b),
        _ => false,
    }
}

/// The turns of the second leg relative to the first, in eighths; mirrored pairs are adjacent.
fn turns(directions: &[[char; 2]]) -> Result<Vec<usize>, String> {
    let mut found: Vec<usize> = Vec::new();
    for letters in directions {
        let turned: &[usize] = match letters {
            ['f', 'f'] => &[0],
            ['b', 'b'] => &[4],
            ['v', 'v'] => &[0, 4],
            ['s', 's'] => &[2, 6],
            ['r', 'r'] => &[2],
            ['l', 'l'] => &[6],
            ['f', 's'] | ['s', 'f'] => &[1, 7],
            ['b', 's'] | ['s', 'b'] => &[3, 5],
            ['f', 'r'] | ['r', 'f'] => &[1],
            ['f', 'l'] | ['l', 'f'] => &[7],
            ['b', 'r'] | ['r', 'b'] => &[3],
            ['b', 'l'] | ['l', 'b'] => &[5],
            _ => return Err("this direction of a second leg is not supported".to_owned()),
        };
        found.extend(turned);
    }
    if found.is_empty() {
        return Err("the directions of the second leg are missing; add `f`, `fs` or `s`".to_owned());
    }
    // A single direction would separate the pairs after it.
    found.sort_by_key(|&turn| (turn.min(8 - turn) % 4 == 0, turn.min(8 - turn), turn));
    Ok(found)
}

/// The second leg with labels; a turn applies to both sides.
fn labelled(aslant: bool, turn: usize, rides: bool) -> String {
    let (straight, way) = if rides { ("1~", "$n") } else { ("1", "1") };
    match (aslant, turn) {
        (false, 0) => format!("*#a +{straight}"),
        (false, 1) => format!("*#a +{way} *#b {way}"),
        (false, 2) => format!("*#a 0 *#b {straight}"),
        (false, 3) => format!("*#a -{way} *#b {way}"),
        (false, _) => format!("*#a -{straight}"),
        (true, 0) => format!("*#a +{way} *#b +{way}"),
        (true, 1) => format!("*#a +{straight}"),
        (true, 2) => format!("*#a +{way} *#b -{way}"),
        (true, 3) => format!("*#a -{straight}"),
        (true, _) => format!("*#a -{way} *#b -{way}"),
    }
}
