//! One axis of a board and the text of its coordinates.

use std::sync::Arc;

/// The way the coordinates of an axis are written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Labels {
    /// Consecutive letters from this one: `a`, `b`, …
    Letters(char),
    /// Consecutive numbers from this one: `1`, `2`, …
    Numbers(u32),
    /// Distinct letters and numbers in this order, one per coordinate.
    Listed(Arc<[Box<str>]>),
}

/// A named axis: `length` coordinates in a row, or in a ring if it wraps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Axis {
    /// The name used in patterns, in NFC.
    pub name: String,
    /// The number of coordinates; at least 1.
    pub length: u16,
    /// Their labels.
    pub labels: Labels,
    /// Whether the last coordinate is next to the first.
    pub wraps: bool,
}

impl Axis {
    /// The text of the coordinate with this index (0 is the first).
    ///
    /// ```
    /// use carn::geometry::{Axis, Labels};
    /// let axis = Axis { name: "File".into(), length: 9, labels: Labels::Letters('a'), wraps: false };
    /// assert_eq!(axis.label(4), "e");
    /// ```
    pub fn label(&self, index: u16) -> String {
        match &self.labels {
            Labels::Letters(first) => {
                char::from_u32(*first as u32 + u32::from(index)).map(String::from).unwrap_or_default()
            }
            Labels::Numbers(first) => (u64::from(*first) + u64::from(index)).to_string(),
            Labels::Listed(all) => {
                all.get(usize::from(index)).map(|label| label.to_string()).unwrap_or_default()
            }
        }
    }

    /// The value of a coordinate in sums: the number itself for numbers; letters and listed labels count from
    /// 1.
    pub fn value(&self, index: u16) -> i64 {
        match self.labels {
            Labels::Numbers(first) => i64::from(first) + i64::from(index),
            Labels::Letters(_) | Labels::Listed(_) => i64::from(index) + 1,
        }
    }

    /// Whether coordinates are written as letters.
    pub fn is_lettered(&self) -> bool {
        match &self.labels {
            Labels::Letters(_) => true,
            Labels::Numbers(_) => false,
            Labels::Listed(all) => !all.iter().any(|label| label.starts_with(|c: char| c.is_ascii_digit())),
        }
    }

    /// The index of the coordinate with this label, if the axis has it.
    pub fn index(&self, label: &str) -> Option<u16> {
        let letter = || {
            let mut letters = label.chars();
            letters.next().filter(|_| letters.next().is_none())
        };
        let index = match &self.labels {
            Labels::Letters(first) => (letter()? as u32).checked_sub(*first as u32)?,
            Labels::Numbers(first) => {
                let plain =
                    label.bytes().all(|b| b.is_ascii_digit()) && !label.starts_with('0') || label == "0";
                if !plain {
                    return None;
                }
                label.parse::<u32>().ok()?.checked_sub(*first)?
            }
            Labels::Listed(all) => all.iter().position(|known| **known == *label)? as u32,
        };
        u16::try_from(index).ok().filter(|&i| i < self.length)
    }
}
