//! The suffix of a move's text in every script: the number of the way, and marks that readers ignore.

use crate::variant::Move;

use super::View;

/// The position, from 1, of a move among those with its origin, target and choice, in the order of ways.
pub(super) fn nth(view: View<'_>, mv: Move, counts: impl Fn(Move) -> bool) -> usize {
    let earlier = |other: &&Move| other.choice == mv.choice && other.way < mv.way && counts(**other);
    1 + view.between(mv.from, mv.to).iter().filter(earlier).count()
}

/// Appends the suffix of the nth way; the first has none.
pub(super) fn push(text: &mut String, nth: usize) {
    if nth > 1 {
        text.push('~');
        text.push_str(&nth.to_string());
    }
}

/// Splits a text into its body and the number of the way (by default 1), without check marks, mate marks and annotations at the
/// end. `None` if the suffix is not a number.
pub(super) fn split(text: &str) -> Option<(&str, usize)> {
    let text = text.trim_end_matches(['+', '#', '!', '?', '‡', '†']);
    match text.rsplit_once('~') {
        None => Some((text, 1)),
        Some((body, number)) => number.parse().ok().filter(|&n| n >= 1).map(|n| (body, n)),
    }
}

/// Of moves that fit a text, the nth way of each origin, target and choice.
pub(super) fn pick(fitting: Vec<Move>, nth: usize) -> Vec<Move> {
    pick_in_order(fitting, nth, |mv| mv.way)
}

/// The same in another order of ways.
pub(super) fn pick_in_order<K: Ord>(
    mut fitting: Vec<Move>,
    nth: usize,
    order: impl Fn(Move) -> K,
) -> Vec<Move> {
    if nth == 1 && fitting.len() < 2 {
        return fitting;
    }
    fitting.sort_by_cached_key(|&mv| (mv.from, mv.to, mv.choice, order(mv)));
    fitting
        .chunk_by(|a, b| (a.from, a.to, a.choice) == (b.from, b.to, b.choice))
        .filter_map(|ways| ways.get(nth - 1).copied())
        .collect()
}
