//! Measures piece values from the games of a study between unequal armies. A logistic regression fits the results to the first
//! side's surplus of each kind. Errors come from the delete-a-group jackknife.
//!
//! Differences that arise during equal games would give more data, but a biased sample: a player who gives a rook for a bishop
//! expects compensation. Here the differences are random.

use crate::search::Evaluation;
use crate::variant::{RoleId, Variant};

use super::Data;
use super::statistics::Estimate;

/// A kind of piece is measured if at least this many games had different numbers of it.
const CASES: u64 = 30;
/// The strength of the ridge penalty, as a number of additional results. It keeps weights finite if a piece always wins.
const RIDGE: f64 = 0.5;
/// The 97.5 % point of Student's distribution with 15 degrees of freedom, for 16 groups.
const STUDENT: f64 = 2.131;
/// Steps of Newton's method.
const STEPS: usize = 25;

/// The measured value of a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The kind.
    pub role: RoleId,
    /// The value estimated from the rules, in hundredths of the weakest piece.
    pub suggested: i32,
    /// The number of games in which the sides had different numbers of it.
    pub cases: u64,
    /// The value of one more piece in Elo, between players of this strength; `None` with too few cases.
    pub elo: Option<Estimate>,
    /// The same in hundredths of the unit.
    pub value: Option<Estimate>,
}

/// The values of all kinds of pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    /// By kind, without royal and neutral ones.
    pub values: Vec<Value>,
    /// The kind that is the unit: the one with the least value by the rules. `None` if its measured value may be zero; all
    /// values are then scaled to fit the rules' values best.
    pub unit: Option<RoleId>,
}

/// A difference of material, with the number of wins, draws and losses of the first side.
type Case = (Vec<f64>, [u64; 3]);

impl Values {
    /// The values measured in the games of a study.
    #[must_use]
    pub fn new(variant: &Variant, evaluation: &Evaluation, data: &Data) -> Self {
        let mut values: Vec<Value> = (0..variant.roles.len())
            .map(|index| RoleId(index as u8))
            .filter(|&role| !variant.role(role).royal && !variant.role(role).neutral)
            .map(|role| Value {
                role,
                suggested: evaluation.value(role),
                cases: cases(data, role.index()),
                elo: None,
                value: None,
            })
            .collect();
        let measured: Vec<usize> = (0..values.len()).filter(|&nth| values[nth].cases >= CASES).collect();
        let columns: Vec<usize> = measured.iter().map(|&nth| values[nth].role.index()).collect();
        if columns.is_empty() {
            return Self { values, unit: None };
        }
        let groups: Vec<Vec<Case>> = data.balances.iter().map(|group| picked(group, &columns)).collect();
        let all = fitted(&groups, None, columns.len());
        let parts: Vec<Vec<f64>> = (0..groups.len())
            .filter(|&group| !groups[group].is_empty())
            .map(|group| fitted(&groups, Some(group), columns.len()))
            .collect();
        let suggested: Vec<f64> = measured.iter().map(|&nth| f64::from(values[nth].suggested)).collect();
        let least = (0..columns.len())
            .filter(|&column| suggested[column] != 0.0)
            .min_by_key(|&column| suggested[column].abs() as i64);
        let unit = least.filter(|&column| {
            let own = estimate(&all, &parts, &|weights| weights[column] * suggested[column].signum());
            own.value > 1.5 * own.error
        });
        let scale = |weights: &[f64]| match unit {
            Some(column) => suggested[column] / weights[column],
            None => {
                let product = |one: &[f64]| one.iter().zip(&suggested).map(|(a, b)| a * b).sum::<f64>();
                product(&suggested) / product(weights)
            }
        };
        let elo = 400.0 / std::f64::consts::LN_10;
        for (column, &nth) in measured.iter().enumerate() {
            values[nth].elo = Some(estimate(&all, &parts, &|weights| weights[column] * elo));
            let value = estimate(&all, &parts, &|weights| weights[column] * scale(weights));
            values[nth].value =
                Some(value).filter(|value| value.value.is_finite() && value.error.is_finite());
        }
        Self { unit: unit.map(|column| values[measured[column]].role), values }
    }
}

/// The number of games with a non-zero surplus at this index.
fn cases(data: &Data, index: usize) -> u64 {
    let unlike = |(balance, counts): (&Vec<i16>, &[u64; 3])| {
        balance.get(index).filter(|number| **number != 0).map_or(0, |_| counts.iter().sum())
    };
    data.balances.iter().flatten().map(unlike).sum()
}

/// The cases of a group, restricted to the measured columns.
fn picked(group: &std::collections::BTreeMap<Vec<i16>, [u64; 3]>, columns: &[usize]) -> Vec<Case> {
    let row = |balance: &Vec<i16>| {
        columns.iter().map(|&column| f64::from(balance.get(column).copied().unwrap_or(0))).collect()
    };
    group.iter().map(|(balance, &counts)| (row(balance), counts)).collect()
}

/// An estimate from all games, with its error from estimates that each omit a group.
fn estimate(all: &[f64], parts: &[Vec<f64>], of: &dyn Fn(&[f64]) -> f64) -> Estimate {
    let values: Vec<f64> = parts.iter().map(|part| of(part)).collect();
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = (n - 1.0) / n * values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    let error = if values.len() < 2 { f64::INFINITY } else { STUDENT * variance.sqrt() };
    Estimate { value: of(all), error }
}

/// The weights of the columns by Newton's method on the logistic likelihood; draws count as half a win. The first side's
/// advantage is fitted too, but not returned.
fn fitted(groups: &[Vec<Case>], without: Option<usize>, columns: usize) -> Vec<f64> {
    let size = columns + 1;
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        let mut slope = vec![0.0; size];
        let mut bend = vec![vec![0.0; size]; size];
        for (index, weight) in weights.iter().enumerate() {
            slope[index] = -RIDGE * weight;
            bend[index][index] = RIDGE;
        }
        let kept = groups.iter().enumerate().filter(|(index, _)| Some(*index) != without);
        for (row, counts) in kept.flat_map(|(_, group)| group) {
            let [wins, draws, losses] = counts.map(|count| count as f64);
            let number = wins + draws + losses;
            let at = |index: usize| if index == columns { 1.0 } else { row[index] };
            let sum: f64 = weights.iter().enumerate().map(|(index, weight)| weight * at(index)).sum();
            let expected = 1.0 / (1.0 + (-sum).exp());
            let spread = (number * expected * (1.0 - expected)).max(1e-12);
            for one in (0..size).filter(|&one| at(one) != 0.0) {
                slope[one] += at(one) * (wins + draws / 2.0 - number * expected);
                for (other, entry) in bend[one].iter_mut().enumerate() {
                    *entry += spread * at(one) * at(other);
                }
            }
        }
        let step = solved(bend, slope);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step.clamp(-2.0, 2.0));
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    weights.truncate(columns);
    weights
}

/// The solution of linear equations with a positive definite matrix, by elimination.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let row = &above[pivot];
        for (nth, other) in below.iter_mut().enumerate() {
            let factor = other[pivot] / row[pivot];
            for column in pivot..size {
                other[column] -= factor * row[column];
            }
            right[pivot + 1 + nth] -= factor * right[pivot];
        }
    }
    for pivot in (0..size).rev() {
        let known: f64 = (pivot + 1..size).map(|column| matrix[pivot][column] * right[column]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::study::GROUPS;

    /// Regression recovers known weights from random results, within the stated errors.
    #[test]
    fn known_weights_are_found() {
        let truth = [0.4, 1.2, 3.6];
        let mut random = Random::new(7);
        let mut groups = vec![Vec::new(); GROUPS as usize];
        for nth in 0..16_000 {
            let row: Vec<f64> = truth.iter().map(|_| random.below(5) as f64 - 2.0).collect();
            let sum: f64 = 0.1 + row.iter().zip(truth).map(|(number, weight)| number * weight).sum::<f64>();
            let won = (random.below(1_000_000) as f64) < 1e6 / (1.0 + (-sum).exp());
            groups[nth % GROUPS as usize].push((row, if won { [1, 0, 0] } else { [0, 0, 1] }));
        }
        let all = fitted(&groups, None, 3);
        let parts: Vec<_> = (0..groups.len()).map(|group| fitted(&groups, Some(group), 3)).collect();
        for (column, weight) in truth.iter().enumerate() {
            let found = estimate(&all, &parts, &|weights| weights[column]);
            // One and a half times the interval, since three of them must hold at once.
            assert!((found.value - weight).abs() < 1.5 * found.error, "{column}: {found:?}");
            assert!(found.error < 0.2 * weight, "{column}: {found:?}");
        }
    }

    #[test]
    fn equations_are_solved() {
        let x = solved(vec![vec![4.0, 1.0], vec![1.0, 3.0]], vec![1.0, 2.0]);
        assert!((x[0] - 1.0 / 11.0).abs() < 1e-12 && (x[1] - 7.0 / 11.0).abs() < 1e-12);
    }
}
