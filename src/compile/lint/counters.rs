//! Lints conditions on counter values that never occur.
//!
//! The reachable values are over-estimated: every move that changes a counter is assumed to be possible.

use std::collections::BTreeSet;

use crate::compile::asked::Asked;
use crate::compile::findings::Findings;
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::Table;
use crate::diagnostic::{Code, Diagnostic};
use crate::variant::literal::Truth;
use crate::variant::{CountSet, CounterId, Effect, Setup, Variant};

use super::never::setups_in_proofs;

/// Reports conditions of this file on counter values that never occur.
pub(crate) fn lint_counters(findings: &mut Findings, asked: &Asked, root: &Table, variant: &Variant) {
    if asked.counters.is_empty() {
        return;
    }
    let reach = Reach::new(variant, &setups_in_proofs(root, variant));
    for (&at, ways) in asked.counters.iter().filter(|(at, _)| at.0 == MAIN) {
        let never = |(counter, counts): &(CounterId, CountSet)| {
            !counts.ranges().is_empty() && reach.holds(*counter, counts) == Truth::False
        };
        let Some((counter, _)) = ways.first().filter(|_| ways.iter().all(never)) else { continue };
        let index = usize::from(counter.0);
        let (Some(known), Some(values)) = (variant.counters.get(index), reach.values.get(index)) else {
            continue;
        };
        let message = format!("the counter `{}` never has such a value: {}", known.name, values.words());
        let finding = Diagnostic::new(Code::COUNTER_OUT_OF_REACH, at.1, message)
            .help("test another value, change `start`, or change the effects on the counter");
        findings.add(finding.in_source(at.0));
    }
}

/// The values of every counter.
pub(super) struct Reach {
    values: Vec<Values>,
}

/// The possible values of a counter: known ones, and whether it increases or decreases from there.
#[derive(Clone, Default, PartialEq)]
struct Values {
    known: BTreeSet<i16>,
    rises: bool,
    falls: bool,
}

impl Values {
    fn merge(&mut self, other: &Self) {
        self.known.extend(&other.known);
        self.rises |= other.rises;
        self.falls |= other.falls;
    }

    /// The least and the greatest initial or assigned value.
    fn ends(&self) -> (i32, i32) {
        let end = |value: Option<&i16>| value.map_or(0, |&value| i32::from(value));
        (end(self.known.first()), end(self.known.last()))
    }

    fn meets(&self, (low, high): (u16, u16)) -> bool {
        let (low, high) = (i32::from(low), i32::from(high));
        let (least, most) = self.ends();
        self.known.iter().any(|&value| (low..=high).contains(&i32::from(value)))
            || self.rises && (self.falls || high >= least)
            || self.falls && low <= most
    }

    fn all_within(&self, counts: &CountSet) -> bool {
        let within = |value: &i16| u16::try_from(*value).is_ok_and(|value| counts.contains(value));
        let (least, _) = self.ends();
        // A counter saturates at its greatest representable value.
        let on =
            |&(low, high): &(u16, u16)| i32::from(low) <= least && i32::from(high) >= i32::from(i16::MAX);
        !self.falls && self.known.iter().all(within) && (!self.rises || counts.ranges().iter().any(on))
    }

    /// The possible values in words.
    fn words(&self) -> String {
        let (least, most) = self.ends();
        let listed: Vec<String> = self.known.iter().map(ToString::to_string).collect();
        match (self.rises, self.falls) {
            (true, true) => "it may be any number".into(),
            (true, false) => format!("it is never less than {least}"),
            (false, true) => format!("it is never more than {most}"),
            (false, false) => match listed.split_last() {
                None => format!("it is always {least}"),
                Some((last, [])) => format!("it is always {last}"),
                Some((last, rest)) => format!("it is always {} or {last}", rest.join(", ")),
            },
        }
    }
}

impl Reach {
    /// The counter values at the start, in these positions, and after effects.
    pub(super) fn new(variant: &Variant, others: &[Setup]) -> Self {
        let mut values: Vec<Values> = Vec::with_capacity(variant.counters.len());
        for (index, counter) in variant.counters.iter().enumerate() {
            let slots = variant.counter_slots(CounterId(index as u8));
            let setups = std::iter::once(&variant.start).chain(others);
            let mut known: BTreeSet<i16> = setups
                .flat_map(|setup| setup.counters.get(slots.clone()).unwrap_or_default())
                .copied()
                .collect();
            known.insert(counter.start);
            values.push(Values { known, ..Values::default() });
        }
        let mut copies: BTreeSet<(u8, u8)> = BTreeSet::new();
        for effect in variant.effects() {
            match effect {
                Effect::Native(_) => values.iter_mut().for_each(|one| (one.rises, one.falls) = (true, true)),
                Effect::Copy(to, from) => {
                    copies.insert((to.0, from.0));
                }
                Effect::Add(to, by) => {
                    if let Some(one) = values.get_mut(usize::from(to.0)) {
                        one.rises |= *by > 0;
                        one.falls |= *by < 0;
                    }
                }
                Effect::Set(to, value) => {
                    if let Some(one) = values.get_mut(usize::from(to.0)) {
                        one.known.insert(*value);
                    }
                }
                _ => {}
            }
        }
        // A copied value may be copied further.
        for _ in 0..values.len() {
            for &(to, from) in &copies {
                let from = values.get(usize::from(from)).cloned().unwrap_or_default();
                if let Some(one) = values.get_mut(usize::from(to)) {
                    one.merge(&from);
                }
            }
        }
        Self { values }
    }

    /// Whether a counter has one of these values always, never or sometimes.
    pub(super) fn holds(&self, counter: CounterId, counts: &CountSet) -> Truth {
        let Some(values) = self.values.get(usize::from(counter.0)) else { return Truth::Unknown };
        if !counts.ranges().iter().any(|&range| values.meets(range)) {
            Truth::False
        } else if values.all_within(counts) {
            Truth::True
        } else {
            Truth::Unknown
        }
    }
}
