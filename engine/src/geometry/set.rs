//! A set of squares of any board, for load time and tests; `bits` has the fast sets.

use super::Square;

/// The number of words stored without allocation.
const FEW: usize = 2;

/// A set of squares. Sets over boards of equal size compare by content. Sets over boards of up to 128 squares
/// allocate nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct SquareSet {
    len: u8,
    few: [u64; FEW],
    /// All words, if there are more than [`FEW`].
    many: Vec<u64>,
}

impl SquareSet {
    /// The empty set over a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self::of_words(&[], squares)
    }

    /// The set with these words, lowest square first, over a board of `squares` squares. Missing words are
    /// empty. The words must not contain squares beyond the board.
    pub(crate) fn of_words(words: &[u64], squares: usize) -> Self {
        let mut set = match squares.div_ceil(64) {
            len if len <= FEW => Self { len: len as u8, ..Self::default() },
            len => Self { many: vec![0; len], ..Self::default() },
        };
        set.words_mut().iter_mut().zip(words).for_each(|(own, &word)| *own = word);
        set
    }

    /// The words of 64 squares each, lowest square first.
    pub fn words(&self) -> &[u64] {
        if self.many.is_empty() { &self.few[..usize::from(self.len)] } else { &self.many }
    }

    fn words_mut(&mut self) -> &mut [u64] {
        if self.many.is_empty() { &mut self.few[..usize::from(self.len)] } else { &mut self.many }
    }

    /// Adds a square. Squares beyond the board's size are ignored.
    pub fn insert(&mut self, square: Square) {
        if let Some(word) = self.words_mut().get_mut(square.index() / 64) {
            *word |= 1 << (square.index() % 64);
        }
    }

    /// Removes a square.
    pub fn remove(&mut self, square: Square) {
        if let Some(word) = self.words_mut().get_mut(square.index() / 64) {
            *word &= !(1 << (square.index() % 64));
        }
    }

    /// Whether the square is in the set.
    pub fn contains(&self, square: Square) -> bool {
        self.words().get(square.index() / 64).is_some_and(|word| word >> (square.index() % 64) & 1 == 1)
    }

    /// The number of squares.
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no square.
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Removes every square.
    pub fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    /// The squares in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.words().iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(Square((i as u32 * 64 + bit) as u16))
            })
        })
    }

    /// Adds every square of another set over the same board.
    pub fn extend_from(&mut self, other: &Self) {
        for (a, b) in self.words_mut().iter_mut().zip(other.words()) {
            *a |= b;
        }
    }

    /// Removes the squares that are not in another set over the same board.
    pub fn intersect_with(&mut self, other: &Self) {
        for (a, b) in self.words_mut().iter_mut().zip(other.words()) {
            *a &= b;
        }
    }
}
