//! Finds few lines of CARN steps that together give exactly the wanted directions of a leap.

use super::step::{Vector, vectors};

/// The counts of the longer and the shorter side as text: `2` and `1`, `$n` and `$n`, `*` and nothing.
#[derive(Clone, Copy, Debug)]
pub struct Counts<'a> {
    pub long: &'a str,
    pub short: &'a str,
}

/// The forward axis, and the sideways axis.
const ALONG: &str = "Rank";
const ACROSS: &str = "File";

/// Lines of steps that together give exactly these displacements of a leap.
pub fn lines(leap: (i8, i8), wanted: &[Vector], counts: Counts<'_>) -> Vec<String> {
    let mut forms = forms(leap, counts);
    // The most directions first; equal ones in the order of the list.
    forms.sort_by_key(|(made, _)| std::cmp::Reverse(made.len()));
    let mut left: Vec<Vector> = wanted.to_vec();
    let mut lines = Vec::new();
    for (made, text) in forms {
        if made.iter().all(|vector| left.contains(vector)) {
            left.retain(|vector| !made.contains(vector));
            lines.push(text);
        }
    }
    lines
}

/// A leap in one direction, with signed counts.
pub fn single(vector: Vector, amount: impl Fn(i8) -> String) -> String {
    let part = |axis: &str, count: i8| {
        let sign = if count < 0 { '-' } else { '+' };
        (count != 0).then(|| format!("{axis} {sign}{}", amount(count.abs())))
    };
    [part(ALONG, vector.0), part(ACROSS, vector.1)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// A step along an axis: the axis, the sign, and whether the count is that of the longer side.
type Part = (&'static str, Option<char>, bool);

/// Every line of steps for a leap, with its directions.
fn forms(leap: (i8, i8), counts: Counts<'_>) -> Vec<(Vec<Vector>, String)> {
    let (long, short) = leap;
    let all = vectors(leap, &[], true);
    let mut found = Vec::new();
    let anyhow = if short == 0 {
        format!("*# {}", counts.long)
    } else {
        format!("*# {} *# {}", counts.long, counts.short)
    };
    found.push((all.clone(), anyhow));
    let signs = [None, Some('+'), Some('-')];
    let mut shapes: Vec<Vec<Part>> = Vec::new();
    for first in signs {
        if short == 0 {
            shapes.push(vec![(ALONG, first, true)]);
            shapes.push(vec![(ACROSS, first, true)]);
            continue;
        }
        for second in signs {
            shapes.push(vec![(ALONG, first, true), (ACROSS, second, false)]);
            if long != short {
                shapes.push(vec![(ACROSS, first, true), (ALONG, second, false)]);
            }
        }
    }
    for shape in shapes {
        let component = |vector: Vector, axis: &str| if axis == ALONG { vector.0 } else { vector.1 };
        let fits = |vector: &&Vector| {
            let mut named = [false, false];
            shape.iter().all(|&(axis, sign, longer)| {
                named[usize::from(axis == ACROSS)] = true;
                let count = component(**vector, axis);
                let right = match sign {
                    None => true,
                    Some('+') => count > 0,
                    Some(_) => count < 0,
                };
                right && count.abs() == if longer { long } else { short }
            }) && (named[0] || vector.0 == 0)
                && (named[1] || vector.1 == 0)
        };
        let made: Vec<Vector> = all.iter().filter(fits).copied().collect();
        let written: Vec<String> = shape
            .iter()
            .map(|&(axis, sign, longer)| {
                let count = if longer { counts.long } else { counts.short };
                format!("{axis} {}{count}", sign.map(String::from).unwrap_or_default())
            })
            .collect();
        if !made.is_empty() {
            found.push((made, written.join(" ")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(leap: (i8, i8), letters: &str, long: &str, short: &str) -> Vec<String> {
        let (groups, _) = super::super::read(&format!("{letters}W"));
        let wanted = vectors(leap, &groups[0].leg.directions, true);
        lines(leap, &wanted, Counts { long, short })
    }

    #[test]
    fn few_lines_make_what_is_wanted() {
        assert_eq!(lines_of((1, 0), "", "*", ""), ["*# *"]);
        assert_eq!(lines_of((1, 0), "v", "1", ""), ["Rank 1"]);
        assert_eq!(lines_of((1, 0), "fs", "1", ""), ["File 1", "Rank +1"]);
        assert_eq!(lines_of((1, 1), "f", "1", "1"), ["Rank +1 File 1"]);
        assert_eq!(lines_of((1, 1), "r", "$n", "$n"), ["Rank $n File +$n"]);
        assert_eq!(lines_of((2, 1), "v", "2", "1"), ["Rank 2 File 1"]);
        assert_eq!(lines_of((2, 1), "fr", "2", "1"), ["File +2 Rank +1"]);
        assert_eq!(lines_of((2, 1), "", "2", "1"), ["*# 2 *# 1"]);
    }
}
