//! A set of squares in a fixed number of 64-bit words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use crate::geometry::SquareSet;

use super::apart::{self, is_apart};

/// A set of up to 64·W squares. Bit `i % 64` of word `i / 64` is square `i`.
///
/// Sets of pieces never contain bits beyond the last square of the board. Complements may, so intersect a
/// complement before counting it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Bits<const W: usize>(pub [u64; W]);

/// Runs a block for each square of a set, in ascending order.
///
/// The name `W` must be the number of words. Sets of one or two words stay in registers. Wider sets run one
/// loop per word, because an iterator would look up the current word at every step. The macro uses no
/// closure: a closure that is not inlined is compiled without the detected processor features. Within the
/// block `continue` goes to the next square; `break` is not allowed.
macro_rules! each_square {
    ($square:ident in $set:expr, $block:block) => {
        if W <= 2 {
            let mut rest = $set;
            while rest.any() {
                let $square = rest.first();
                rest = rest.rest();
                $block
            }
        } else {
            for (word, bits) in $set.0.into_iter().enumerate() {
                let mut rest = bits;
                while rest != 0 {
                    let $square = word * 64 + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    $block
                }
            }
        }
    };
}

pub(crate) use each_square;

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);
    /// All bits set.
    pub const FULL: Self = Self([u64::MAX; W]);
    /// The number of squares that fit.
    pub const CAPACITY: usize = 64 * W;
    /// The mask for square indices: a power of two, at least the capacity, minus 1. Tables indexed by square
    /// have this length plus 1, and the mask replaces bounds checks.
    pub const MASK: usize = Self::CAPACITY.next_power_of_two() - 1;

    /// The set of one square; empty if the index does not fit.
    #[inline(always)]
    pub fn single(index: usize) -> Self {
        if is_apart(W) {
            let mut words = [0; W];
            if let Some(word) = words.get_mut(index >> 6) {
                *word = 1 << (index & 63);
            }
            return Self(words);
        }
        if W == 1 {
            let mut words = [0; W];
            words[0] = 1u64 << (index & 63);
            return Self(words);
        }
        let (word, bit) = (index >> 6, 1u64 << (index & 63));
        Self(std::array::from_fn(|w| if w == word { bit } else { 0 }))
    }

    /// The set of all squares with a smaller index.
    #[inline(always)]
    pub fn below(index: usize) -> Self {
        if is_apart(W) {
            let mut words = [0; W];
            apart::below(&mut words, index);
            return Self(words);
        }
        let (word, bit) = (index >> 6, 1u64 << (index & 63));
        Self(std::array::from_fn(|w| {
            if w < word {
                u64::MAX
            } else if w == word {
                bit - 1
            } else {
                0
            }
        }))
    }

    /// Converts a set to this width. Squares that do not fit are dropped.
    pub fn from_set(set: &SquareSet) -> Self {
        Self(std::array::from_fn(|w| set.words().get(w).copied().unwrap_or(0)))
    }

    /// Converts the set to one for a board with this number of squares.
    pub fn to_set(self, squares: usize) -> SquareSet {
        SquareSet::of_words(&self.0, squares)
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub fn contains(self, index: usize) -> bool {
        if W == 1 {
            return self.0[0] >> (index & 63) & 1 == 1;
        }
        self.0.get(index >> 6).is_some_and(|word| word >> (index & 63) & 1 == 1)
    }

    /// Adds a square.
    #[inline(always)]
    pub fn insert(&mut self, index: usize) {
        *self |= Self::single(index);
    }

    /// Removes a square.
    #[inline(always)]
    pub fn remove(&mut self, index: usize) {
        *self &= !Self::single(index);
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        if is_apart(W) {
            return apart::is_empty(&self.0);
        }
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the set has a square.
    #[inline(always)]
    pub fn any(self) -> bool {
        !self.is_empty()
    }

    /// The number of squares.
    #[inline(always)]
    pub fn count(self) -> u32 {
        if is_apart(W) {
            return apart::count(&self.0);
        }
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there are at least two squares.
    #[inline(always)]
    pub fn several(self) -> bool {
        if W == 1 { self.0[0] & self.0[0].wrapping_sub(1) != 0 } else { self.count() > 1 }
    }

    /// The lowest square; the capacity if the set is empty.
    #[inline(always)]
    pub fn first(self) -> usize {
        if is_apart(W) {
            return apart::first(&self.0);
        }
        if W == 1 {
            return self.0[0].trailing_zeros() as usize;
        }
        if W == 2 {
            // Without a branch: the processor cannot predict which word has the square.
            let (low, high) = (self.0[0], self.0[1]);
            let word = if low == 0 { high } else { low };
            return word.trailing_zeros() as usize + 64 * usize::from(low == 0);
        }
        for (w, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return w * 64 + word.trailing_zeros() as usize;
            }
        }
        Self::CAPACITY
    }

    /// The set without its lowest square.
    #[inline(always)]
    pub fn rest(self) -> Self {
        let mut words = self.0;
        if W <= 2 {
            let (low, high) = (words[0], words[W - 1]);
            if W == 2 {
                words[1] = if low == 0 { high & high.wrapping_sub(1) } else { high };
            }
            words[0] = low & low.wrapping_sub(1);
            return Self(words);
        }
        for word in &mut words {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        Self(words)
    }

    /// The highest square; the capacity if the set is empty.
    #[inline(always)]
    pub fn last(self) -> usize {
        for (w, word) in self.0.iter().enumerate().rev() {
            if *word != 0 {
                return w * 64 + 63 - word.leading_zeros() as usize;
            }
        }
        Self::CAPACITY
    }

    /// All bits up to the lowest square, inclusive; all bits if the set is empty.
    #[inline(always)]
    pub fn up_to_first(self) -> Self {
        // `x ^ (x - 1)` has the lowest set bit of `x` and all bits below it. The borrow carries over to the
        // next word.
        let mut borrow = true;
        Self(self.0.map(|word| {
            let (less, under) = word.overflowing_sub(u64::from(borrow));
            borrow = under;
            word ^ less
        }))
    }

    /// All bits from the highest square upwards, inclusive; all bits if the set is empty.
    #[inline(always)]
    pub fn last_and_onward(self) -> Self {
        let (mut words, mut open) = ([0; W], u64::MAX);
        for (from, word) in words.iter_mut().zip(self.0).rev() {
            let empty = word == 0;
            *from = open & u64::MAX << (63 - (word | 1).leading_zeros());
            open &= u64::from(empty).wrapping_neg();
        }
        Self(words)
    }

    /// The squares in ascending order.
    #[inline(always)]
    pub fn indices(self) -> Indices<W> {
        Indices { words: self.0, word: 0 }
    }

    /// The set shifted by a number of squares.
    ///
    /// Bits shifted out of the words are lost, but a single word rotates. Callers therefore keep only origins
    /// whose targets are on the board.
    #[inline(always)]
    pub fn shift(self, by: i32) -> Self {
        if is_apart(W) {
            let mut words = [0; W];
            apart::shift(&self.0, by, &mut words);
            return Self(words);
        }
        if W == 1 {
            let mut words = [0; W];
            words[0] = self.0[0].rotate_left(by as u32 & 63);
            return Self(words);
        }
        if W == 2 {
            let wide = u128::from(self.0[1]) << 64 | u128::from(self.0[0]);
            let (left, right) = (wide.checked_shl(by as u32), wide.checked_shr(by.unsigned_abs()));
            let moved = if by >= 0 { left } else { right }.unwrap_or(0);
            return Self(std::array::from_fn(|w| (moved >> (64 * (w & 1))) as u64));
        }
        let (words, bits) = ((by.unsigned_abs() >> 6) as usize, by.unsigned_abs() & 63);
        let at = |w: Option<usize>| w.and_then(|w| self.0.get(w)).copied().unwrap_or(0);
        Self(std::array::from_fn(|w| {
            if by >= 0 {
                let low = w.checked_sub(words + 1);
                at(w.checked_sub(words)) << bits | (at(low) >> 1) >> (63 - bits)
            } else {
                at(Some(w + words)) >> bits | (at(Some(w + words + 1)) << 1) << (63 - bits)
            }
        }))
    }
}

macro_rules! operator {
    ($name:ident, $function:ident) => {
        impl<const W: usize> $name for Bits<W> {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                if is_apart(W) {
                    let mut words = self.0;
                    apart::$function(&mut words, &other.0);
                    return Self(words);
                }
                Self(std::array::from_fn(|w| self.0[w].$function(other.0[w])))
            }
        }
    };
}

operator!(BitAnd, bitand);
operator!(BitOr, bitor);
operator!(BitXor, bitxor);

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        if is_apart(W) {
            let mut words = self.0;
            apart::not(&mut words);
            return Self(words);
        }
        Self(std::array::from_fn(|w| !self.0[w]))
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Indices<const W: usize> {
    words: [u64; W],
    word: usize,
}

impl<const W: usize> Iterator for Indices<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let word = &mut self.words[self.word];
            if *word != 0 {
                let index = self.word * 64 + word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(index);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifts<const W: usize>() {
        for from in [0, 1, 62, 63, 64 * W / 2, 64 * W - 1] {
            for by in [-130i32, -65, -64, -63, -1, 0, 1, 9, 63, 64, 65, 127] {
                let to = from as i32 + by;
                if (0..64 * W as i32).contains(&to) {
                    assert_eq!(
                        Bits::<W>::single(from).shift(by),
                        Bits::single(to as usize),
                        "{W} {from} {by}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_width_shifts_alike() {
        shifts::<1>();
        shifts::<2>();
        shifts::<3>();
        shifts::<4>();
        shifts::<8>();
        shifts::<16>();
        shifts::<21>();
    }

    #[test]
    fn ends_are_found_in_every_word() {
        let indices = [0, 5, 63, 64, 100, 127, 128, 191];
        let all =
            |from: usize, below: usize| (from..below).fold(Bits::<3>::EMPTY, |set, i| set | Bits::single(i));
        for low in indices {
            for high in indices.into_iter().filter(|high| *high >= low) {
                let set = Bits::single(low) | Bits::single(high);
                assert_eq!(
                    (set.up_to_first(), set.last_and_onward()),
                    (all(0, low + 1), all(high, 192)),
                    "{low} {high}"
                );
            }
        }
        assert_eq!(
            (Bits::<3>::EMPTY.up_to_first(), Bits::<3>::EMPTY.last_and_onward()),
            (Bits::FULL, Bits::FULL)
        );
    }

    #[test]
    fn scans_in_order() {
        let mut set = Bits::<3>::EMPTY;
        for index in [190, 3, 64, 63, 127] {
            set.insert(index);
        }
        assert_eq!(set.indices().collect::<Vec<_>>(), [3, 63, 64, 127, 190]);
        assert_eq!((set.first(), set.last(), set.count()), (3, 190, 5));
        assert_eq!((set & Bits::below(64)).count(), 2);
        set.remove(3);
        assert!(!set.contains(3) && set.contains(190));
    }
}
