//! Converts directional letters of a leap to displacements.

/// A displacement: along the board (forward is positive), and across it (right is positive).
pub type Vector = (i8, i8);

/// A direction of a leap, and the pairs of letters that select it.
type Way = (fn(i8, i8) -> Vector, &'static [&'static str]);

/// The eight directions of a leap `(long, short)`, with the pairs of letters that select each. For a leap with unequal sides,
/// the second letter gives the axis of its longer side, and the first one of the two directions. `h` selects four of the eight,
/// `hr` and `hl` those of one sense of rotation.
const WAYS: [Way; 8] = [
    (|long, short| (long, short), &["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
    (|long, short| (-long, -short), &["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
    (|long, short| (-short, long), &["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
    (|long, short| (short, -long), &["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
    (|long, short| (short, long), &["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
    (|long, short| (-short, -long), &["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
    (|long, short| (-long, short), &["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
    (|long, short| (long, -short), &["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
];

/// The displacements of a leap in these directions, without repetition. `alone` means that the atom has only this leap, so that
/// two letters of a straight one are two directions, as in `fsW`.
pub fn vectors((long, short): (i8, i8), directions: &[[char; 2]], alone: bool) -> Vec<Vector> {
    let mut wanted: Vec<String> = Vec::new();
    for &[first, second] in directions {
        if alone && short == 0 && first != second {
            wanted.extend([first, second].map(|one| format!("{one}{one}")));
            continue;
        }
        // `v` and `s` before another letter stand for both of their directions.
        let firsts: &[char] = match first {
            _ if first == second => &[],
            's' => &['r', 'l'],
            'v' => &['f', 'b'],
            _ => &[],
        };
        if firsts.is_empty() {
            wanted.push(format!("{first}{second}"));
        }
        wanted.extend(firsts.iter().map(|one| format!("{one}{second}")));
    }
    let mut found: Vec<Vector> = Vec::new();
    for (way, names) in WAYS {
        let chosen = directions.is_empty() || names.iter().any(|name| wanted.iter().any(|one| one == name));
        let vector = way(long, short);
        if chosen && !found.contains(&vector) {
            found.push(vector);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(leap: (i8, i8), letters: &str) -> Vec<Vector> {
        let (groups, _) = super::super::read(&format!("{letters}W"));
        let mut found = vectors(leap, &groups[0].leg.directions, true);
        found.sort_unstable();
        found
    }

    #[test]
    fn letters_choose_directions() {
        assert_eq!(of((1, 0), "f"), [(1, 0)]);
        assert_eq!(of((1, 0), "fs"), [(0, -1), (0, 1), (1, 0)]);
        assert_eq!(of((1, 0), "frl"), [(0, -1), (0, 1), (1, 0)]);
        assert_eq!(of((1, 1), "f"), [(1, -1), (1, 1)]);
        assert_eq!(of((1, 1), "rb"), [(-1, 1)]);
        assert_eq!(of((2, 1), "f"), [(2, -1), (2, 1)]);
        assert_eq!(of((2, 1), "fs"), [(1, -2), (1, 2)]);
        assert_eq!(of((2, 1), "v").len(), 4);
        assert_eq!(of((2, 1), "fh"), [(1, -2), (1, 2), (2, -1), (2, 1)]);
        assert_eq!(of((2, 1), "hr").len(), 4);
        assert_eq!(of((2, 1), "rf"), [(2, 1)]);
        assert_eq!(of((2, 1), "fr"), [(1, 2)]);
        assert_eq!(of((2, 1), "").len(), 8);
        assert_eq!(of((1, 1), "").len(), 4);
    }
}
