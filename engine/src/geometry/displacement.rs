//! Displacements: vectors of the lattice that contains the squares.

/// The largest number of axes a board may have.
pub const MAX_AXES: usize = 8;

/// A lattice vector, one component per axis; components beyond the board's axes are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Displacement(pub [i16; MAX_AXES]);

impl Displacement {
    /// The zero displacement.
    pub const ZERO: Self = Self([0; MAX_AXES]);

    /// A displacement from components in axis order; missing ones are 0.
    ///
    /// # Panics
    /// If there are more than [`MAX_AXES`].
    pub fn new(components: &[i16]) -> Self {
        let mut all = [0; MAX_AXES];
        all[..components.len()].copy_from_slice(components);
        Self(all)
    }

    /// Whether it is zero.
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// The sum, component by component; `None` on overflow.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let mut sum = self;
        for (a, b) in sum.0.iter_mut().zip(other.0) {
            *a = a.checked_add(b)?;
        }
        Some(sum)
    }

    /// The displacement times `n`; `None` on overflow.
    pub fn checked_mul(self, n: i16) -> Option<Self> {
        let mut product = self;
        for a in &mut product.0 {
            *a = a.checked_mul(n)?;
        }
        Some(product)
    }

    /// Its length in primitive steps: the greatest common divisor of its components, 0 for zero.
    ///
    /// ```
    /// use carn::geometry::Displacement;
    /// assert_eq!(Displacement::new(&[4, -2]).length(), 2);
    /// assert_eq!(Displacement::new(&[2, 1]).length(), 1);
    /// ```
    pub fn length(self) -> u16 {
        self.0.iter().fold(0, |a, &b| gcd(a, b.unsigned_abs()))
    }

    /// The primitive step of which this displacement is a multiple; zero for zero.
    pub fn direction(self) -> Self {
        let m = self.length();
        if m == 0 {
            return self;
        }
        let mut u = self;
        for a in &mut u.0 {
            *a = (i32::from(*a) / i32::from(m)) as i16;
        }
        u
    }
}

fn gcd(mut a: u16, mut b: u16) -> u16 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
