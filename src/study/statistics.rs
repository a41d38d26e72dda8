//! Estimates with error bars, and Elo.

/// A value with the half-width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// The half-width of the interval in standard errors.
pub const REACH: f64 = 1.96;

impl Estimate {
    /// The share of cases with Wilson's interval, which is valid near 0 and 1. The value is the share itself; the error reaches
    /// to the farther end.
    #[must_use]
    pub fn share(part: u64, whole: u64) -> Self {
        if whole == 0 {
            return Self { value: 0.0, error: 1.0 };
        }
        let (n, squared) = (whole as f64, REACH * REACH);
        let value = part as f64 / n;
        let middle = (value + squared / (2.0 * n)) / (1.0 + squared / n);
        let half = REACH / (1.0 + squared / n) * (value * (1.0 - value) / n + squared / (4.0 * n * n)).sqrt();
        Self { value, error: half + (middle - value).abs() }
    }

    /// The difference of two estimates in standard errors of the difference.
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        let error = self.error.hypot(other.error) / REACH;
        if error > 0.0 { (other.value - self.value) / error } else { 0.0 }
    }

    /// The same in other units.
    #[must_use]
    pub fn scaled(self, by: f64) -> Self {
        Self { value: self.value * by, error: self.error * by.abs() }
    }
}

/// Sum and sum of squares of whole numbers, one per game: enough for a mean with its error. Sums of disjoint games add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Sums {
    /// The sum.
    pub sum: u64,
    /// The sum of the squares.
    pub squares: u64,
}

impl Sums {
    /// One number.
    #[must_use]
    pub const fn of(number: u64) -> Self {
        Self { sum: number, squares: number.saturating_mul(number) }
    }

    /// Adds other games'.
    pub const fn add(&mut self, other: Self) {
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The mean over a number of games.
    #[must_use]
    pub fn mean(self, games: u64) -> Estimate {
        if games == 0 {
            return Estimate::default();
        }
        let n = games as f64;
        let value = self.sum as f64 / n;
        let variance = (self.squares as f64 / n - value * value).max(0.0) * n / (n - 1.0).max(1.0);
        Estimate { value, error: REACH * (variance / n).sqrt() }
    }
}

/// The Elo difference at which a player scores this share; infinite at 0 and 1.
#[must_use]
pub fn elo(share: f64) -> f64 {
    if share <= 0.0 {
        f64::NEG_INFINITY
    } else if share >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (share / (1.0 - share)).log10()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_wilsons_interval() {
        // Wilson's interval of 0 in 10 ends at 0.2775, of 5 in 10 at 0.5 ± 0.2634.
        let none = Estimate::share(0, 10);
        assert!(none.value == 0.0 && (none.error - 0.2775).abs() < 1e-3, "{none:?}");
        let half = Estimate::share(5, 10);
        assert!((half.error - 0.2634).abs() < 1e-3, "{half:?}");
    }

    #[test]
    fn sums_give_the_mean_and_its_error() {
        let mut sums = Sums::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|number| sums.add(Sums::of(number)));
        let mean = sums.mean(8);
        // The sample variance is 32 / 7.
        assert!(
            (mean.value - 5.0).abs() < 1e-9 && (mean.error - 1.96 * (32.0f64 / 56.0).sqrt()).abs() < 1e-9
        );
    }

    #[test]
    fn elo_is_the_logistic_curve() {
        let close = |one: f64, other: f64| (one - other).abs() < 0.01;
        assert!(close(elo(0.5), 0.0) && close(elo(0.75), 190.85) && close(elo(0.25), -190.85));
    }
}
