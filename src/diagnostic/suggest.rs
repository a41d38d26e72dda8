//! The nearest known name to an unknown one.

/// The candidate most similar to `name`, if one is similar enough to be a correction.
///
/// Similarity is the optimal string alignment distance (insertions, deletions, replacements and swaps of neighbours), ignoring
/// letter case. At most a third of the longer name's length may differ. Of equally similar candidates the first wins.
///
/// ```
/// use carn::diagnostic::nearest;
/// assert_eq!(nearest("Rnak", ["File", "Rank"]), Some("Rank"));
/// assert_eq!(nearest("Level", ["File", "Rank"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let wanted = folded(name);
    if wanted.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let known = folded(candidate);
        if known.len() > LONGEST {
            continue;
        }
        let distance = distance(&wanted, &known);
        let allowed = wanted.len().max(known.len()) / 3;
        // A name of one or two letters matches only itself in another letter case.
        let allowed = if wanted.len().max(known.len()) <= 2 { 0 } else { allowed };
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn folded(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).collect()
}

/// Three rows of the table are enough, since a swap looks two rows back.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, &y) in b.iter().enumerate() {
            let mut cost = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn distances_of_known_pairs() {
        let count =
            |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!(count("kitten", "sitting"), 3);
        assert_eq!(count("", "abc"), 3);
        assert_eq!(count("abc", ""), 3);
        assert_eq!(count("ab", "ba"), 1);
    }

    #[test]
    fn short_names_are_not_guessed() {
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("馬", ["車", "炮"]), None);
        assert_eq!(nearest("k", ["K"]), Some("K"));
        assert_eq!(nearest("must", ["test"]), None);
    }

    #[test]
    fn the_nearest_of_several_wins() {
        assert_eq!(nearest("Oponent", ["NoOpponent", "Opponent"]), Some("Opponent"));
        assert_eq!(nearest("x", []), None);
    }
}
