//! Statistics of match results: Elo with error bars, and the sequential probability ratio test (SPRT).
//!
//! Games come in pairs with one opening and exchanged sides. A pair is one observation of the player's score, since its two
//! games depend on each other. Sources: the pentanomial model and the approximation of the log-likelihood ratio by Van den
//! Bergh, "A practical introduction to the GSPRT" (2016), as used by match runners.

use carn::study::statistics::elo;

/// Results from the first player's side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The number of complete pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
}

/// A difference in strength with its 95 % confidence interval, in Elo. Infinite if all games are won or lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The most likely difference.
    pub difference: f64,
    /// The ends of the interval.
    pub interval: (f64, f64),
}

impl Score {
    /// Adds a game by the points of the first player, in halves.
    pub fn add(&mut self, halves: u8) {
        match halves {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a complete pair by the points of the first player in both games, in halves. Its games are added separately.
    pub fn add_pair(&mut self, halves: u8) {
        if let Some(count) = self.pairs.get_mut(usize::from(halves)) {
            *count += 1;
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first player's share of the points.
    pub fn share(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    /// The mean score of a pair from 0 to 1, its variance, and the number of pairs.
    fn moments(&self) -> (f64, f64, f64) {
        let number: f64 = self.pairs.iter().sum::<u64>() as f64;
        if number == 0.0 {
            return (0.5, 0.0, 0.0);
        }
        let each = || {
            self.pairs.iter().enumerate().map(|(halves, &count)| (halves as f64 / 4.0, count as f64 / number))
        };
        let mean: f64 = each().map(|(value, share)| value * share).sum();
        let variance: f64 = each().map(|(value, share)| share * (value - mean).powi(2)).sum();
        (mean, variance, number)
    }

    /// The estimated difference in strength; `None` without a pair. Equal results say nothing about its error.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, variance, number) = self.moments();
        if number == 0.0 {
            return None;
        }
        let error = if variance == 0.0 { f64::INFINITY } else { 1.96 * (variance / number).sqrt() };
        Some(Elo { difference: elo(mean), interval: (elo(mean - error), elo(mean + error)) })
    }

    /// The likelihood that the first player is stronger, from 0 to 1.
    pub fn superiority(&self) -> f64 {
        let (wins, losses) = (self.wins as f64, self.losses as f64);
        if wins + losses == 0.0 {
            return 0.5;
        }
        normal((wins - losses) / (wins + losses).sqrt())
    }
}

/// A sequential test of two hypotheses: the Elo difference is `lower`, or `upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first hypothesis.
    pub lower: f64,
    /// The second.
    pub upper: f64,
    /// The probability of wrongly accepting the second.
    pub alpha: f64,
    /// The probability of wrongly accepting the first.
    pub beta: f64,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The first hypothesis.
    Lower,
    /// The second.
    Upper,
}

impl Sprt {
    /// Reads `0,5` or `0,5,0.05,0.05`.
    ///
    /// # Errors
    /// The expected form.
    pub fn read(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<f64>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
        let test = match numbers.as_deref() {
            Some(&[lower, upper]) => Some(Self { lower, upper, alpha: 0.05, beta: 0.05 }),
            Some(&[lower, upper, alpha, beta]) => Some(Self { lower, upper, alpha, beta }),
            _ => None,
        };
        let fits = |test: &Self| {
            let risk = |risk: f64| risk > 0.0 && risk < 0.5;
            test.lower < test.upper && test.upper - test.lower < 4000.0 && risk(test.alpha) && risk(test.beta)
        };
        test.filter(fits).ok_or_else(|| {
            format!(
                "`{text}` is not a test: write two Elo differences, and error rates if needed, as in 0,5 or 0,5,0.05,0.05"
            )
        })
    }

    /// The log-likelihood ratio of the second hypothesis to the first.
    pub fn ratio(&self, score: &Score) -> f64 {
        let (mean, variance, number) = score.moments();
        // Few or equal results have no variance; a minimum keeps the ratio finite.
        let variance = variance.max(1.0 / (number.max(1.0) * 16.0));
        let (lower, upper) = (expected(self.lower), expected(self.upper));
        number * (upper - lower) * (2.0 * mean - lower - upper) / (2.0 * variance)
    }

    /// The bounds of the ratio, beyond which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The result, if the test has ended.
    pub fn finding(&self, score: &Score) -> Option<Finding> {
        let (ratio, (low, high)) = (self.ratio(score), self.bounds());
        if ratio <= low {
            Some(Finding::Lower)
        } else if ratio >= high {
            Some(Finding::Upper)
        } else {
            None
        }
    }
}

/// The expected share of points at this Elo difference.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The standard normal distribution function at `x`, to four digits: formula 26.2.17 of Abramowitz and Stegun.
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let poly = t
        * (0.319_381_530
            + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.01
    }

    #[test]
    fn expected_shares_are_elos_inverse() {
        assert!(close(expected(190.85), 0.75) && close(elo(expected(50.0)), 50.0));
    }

    #[test]
    fn an_even_match_has_an_interval_around_nothing() {
        let score = Score { wins: 30, draws: 40, losses: 30, pairs: [5, 10, 20, 10, 5] };
        let elo = score.elo().expect("there are pairs");
        assert!(close(elo.difference, 0.0) && close(elo.interval.0, -elo.interval.1));
        // Variance 0.075 over 50 pairs: 1.96 * 0.0387 of a point.
        assert!(close(elo.interval.1, super::elo(0.5 + 1.96 * (0.075f64 / 50.0).sqrt())));
        assert!(close(score.superiority(), 0.5));
    }

    #[test]
    fn a_test_ends_when_the_results_are_clear() {
        let test = Sprt::read("0,10").expect("two numbers");
        assert!(close(test.bounds().0, -2.944) && close(test.bounds().1, 2.944));
        let even = Score { pairs: [1, 2, 4, 2, 1], ..Score::default() };
        assert_eq!(test.finding(&even), None);
        let better = Score { pairs: [0, 20, 200, 120, 10], ..Score::default() };
        assert_eq!(test.finding(&better), Some(Finding::Upper));
        let worse = Score { pairs: [10, 120, 200, 20, 0], ..Score::default() };
        assert_eq!(test.finding(&worse), Some(Finding::Lower));
        assert_eq!(test.finding(&Score::default()), None);
    }

    #[test]
    fn tests_that_cannot_be_are_refused() {
        for wrong in ["", "5", "5,0", "0,5,0,0", "0,5,0.6,0.1", "a,b", "0,1,2", "nan,5"] {
            assert!(Sprt::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn superiority_follows_the_normal_distribution() {
        assert!(close(normal(1.96), 0.975) && close(normal(-1.0), 0.1587));
    }
}
