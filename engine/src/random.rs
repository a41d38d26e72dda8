//! Seeded random numbers: the same seed gives the same games on every machine.
//!
//! The generator is SplitMix64: Guy L. Steele Jr., Doug Lea and Christine H. Flood, "Fast Splittable
//! Pseudorandom Number Generators", OOPSLA 2014 (<https://doi.org/10.1145/2660193.2660195>), with the
//! constants of Sebastiano Vigna's public-domain program <https://prng.di.unimi.it/splitmix64.c>. It is good
//! enough to choose moves and hash keys. Never use it for secrets.

/// A SplitMix64 generator. Cloning it repeats the rest of the sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator whose sequence depends only on `seed`; every seed is good, including 0.
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 bits. The sequence repeats after 2^64 calls.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 up to but not including `bound`; 0 when `bound` is 0.
    ///
    /// Uses the high half of a product, without rejection (Daniel Lemire, "Fast Random Integer Generation in
    /// an Interval", 2019). Probabilities differ by at most `bound` in 2^64.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// One of `items`, all equally likely; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        // The outputs that https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64 gives for this seed.
        let mut random = Random::new(1234567);
        let expected = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ];
        assert_eq!(expected.map(|_| random.next_u64()), expected);
    }

    #[test]
    fn choices_stay_in_bounds_and_reach_all() {
        let mut random = Random::new(0);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[random.below(7)] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!(random.below(0), 0);
        assert_eq!(random.choose::<u8>(&[]), None);
        assert_eq!(random.choose(&[5]), Some(&5));
    }
}
