//! Operations on many words that debug builds call instead of having them in place: unrolled wherever a set of 16
//! words is touched, they would be most of what such a build compiles, and of what a page loads. Released commands have
//! none of it.

/// Whether sets of this many words are handled here.
#[inline(always)]
pub(super) const fn is_apart(words: usize) -> bool {
    cfg!(any(debug_assertions, feature = "compact")) && words > 2
}

/// Keeps what is in both.
#[inline(never)]
pub(super) fn bitand(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word &= other);
}

/// Adds what is in the other.
#[inline(never)]
pub(super) fn bitor(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
}

/// Keeps what is in one of both.
#[inline(never)]
pub(super) fn bitxor(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word ^= other);
}

/// Keeps what was not in the set.
#[inline(never)]
pub(super) fn not(words: &mut [u64]) {
    words.iter_mut().for_each(|word| *word = !*word);
}

/// Whether no bit is set.
#[inline(never)]
pub(super) fn is_empty(words: &[u64]) -> bool {
    words.iter().all(|word| *word == 0)
}

/// How many bits are set.
#[inline(never)]
pub(super) fn count(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

/// The lowest bit; beyond the last one if there is none.
#[inline(never)]
pub(super) fn first(words: &[u64]) -> usize {
    let (mut at, mut found) = (0, 0);
    while at < words.len() && found == 0 {
        found = words[at];
        at += 1;
    }
    if found == 0 { 64 * words.len() } else { 64 * (at - 1) + found.trailing_zeros() as usize }
}

/// Sets the bits below an index.
#[inline(never)]
pub(super) fn below(words: &mut [u64], index: usize) {
    for (w, word) in words.iter_mut().enumerate() {
        let bits = index.saturating_sub(64 * w);
        *word = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    }
}

/// Moves every bit; `by` may be negative. What would leave the words is lost.
#[inline(never)]
pub(super) fn shift(words: &[u64], by: i32, moved: &mut [u64]) {
    let (over, bits) = ((by.unsigned_abs() >> 6) as usize, by.unsigned_abs() & 63);
    let at = |w: Option<usize>| w.and_then(|w| words.get(w)).copied().unwrap_or(0);
    for (w, word) in moved.iter_mut().enumerate() {
        *word = if by >= 0 {
            at(w.checked_sub(over)) << bits | (at(w.checked_sub(over + 1)) >> 1) >> (63 - bits)
        } else {
            at(Some(w + over)) >> bits | (at(Some(w + over + 1)) << 1) << (63 - bits)
        };
    }
}
