//! Set operations as real calls, for the `compact` feature and unit tests.
//!
//! Inlined and unrolled operations on 21 words would be most of what the web page loads. Builds without `compact`
//! use none of this module.

/// Whether sets of this many words use the functions of this module.
#[inline(always)]
pub(super) const fn is_apart(words: usize) -> bool {
    cfg!(any(test, feature = "compact")) && words > 2
}

/// Intersects a set with another.
#[inline(never)]
pub(super) fn bitand(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word &= other);
}

/// Unites a set with another.
#[inline(never)]
pub(super) fn bitor(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
}

/// Replaces a set by its symmetric difference with another.
#[inline(never)]
pub(super) fn bitxor(words: &mut [u64], others: &[u64]) {
    words.iter_mut().zip(others).for_each(|(word, other)| *word ^= other);
}

/// Inverts every bit.
#[inline(never)]
pub(super) fn not(words: &mut [u64]) {
    words.iter_mut().for_each(|word| *word = !*word);
}

/// Whether no bit is set.
#[inline(never)]
pub(super) fn is_empty(words: &[u64]) -> bool {
    words.iter().all(|word| *word == 0)
}

/// The number of set bits.
#[inline(never)]
pub(super) fn count(words: &[u64]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}

/// The index of the lowest set bit; the number of bits if none is set.
#[inline(never)]
pub(super) fn first(words: &[u64]) -> usize {
    let (mut at, mut found) = (0, 0);
    while at < words.len() && found == 0 {
        found = words[at];
        at += 1;
    }
    if found == 0 { 64 * words.len() } else { 64 * (at - 1) + found.trailing_zeros() as usize }
}

/// Sets exactly the bits below an index.
#[inline(never)]
pub(super) fn below(words: &mut [u64], index: usize) {
    for (w, word) in words.iter_mut().enumerate() {
        let bits = index.saturating_sub(64 * w);
        *word = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    }
}

/// Shifts a set up by `by` bits, or down if `by` is negative. Bits shifted out of the words are lost.
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
