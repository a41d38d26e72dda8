//! Counters in a FEN: the current values before the plies without progress, or the used-up values at the end.

use std::ops::Range;

use crate::variant::{CounterId, Setup, Variant};

use super::{FenError, FenErrorKind, error, is_number};

/// Reads the values of a counter: `3+3`, one per player, or `=3` for a shared counter. Returns `false` if the
/// field is something else.
pub(super) fn read_values(
    variant: &Variant,
    text: &str,
    span: Range<usize>,
    counter: CounterId,
    setup: &mut Setup,
) -> Result<bool, FenError> {
    let word = &text[span.clone()];
    let shared = variant.counters[usize::from(counter.0)].shared;
    let values = match word.strip_prefix('=') {
        Some(value) if shared => numbers(value),
        None if !shared && word.contains('+') => numbers(word),
        _ => return Ok(false),
    };
    let slots = variant.counter_slots(counter);
    match values {
        Ok(values) if values.len() == slots.len() => setup.counters[slots].copy_from_slice(&values),
        Ok(_) => return error(FenErrorKind::Counter, span),
        Err(kind) => return error(kind, span),
    }
    Ok(true)
}

/// Reads how much of the first counter each player has used up (`+2+0`). Returns `false` if the field is
/// something else.
pub(super) fn read_given(
    variant: &Variant,
    text: &str,
    span: Range<usize>,
    setup: &mut Setup,
) -> Result<bool, FenError> {
    let counter = variant.counters.first().filter(|counter| !counter.shared);
    let (Some(counter), Some(word)) = (counter, text[span.clone()].strip_prefix('+')) else {
        return Ok(false);
    };
    let given = match numbers(word) {
        Ok(given) if given.len() == variant.players.len() => given,
        Ok(_) => return error(FenErrorKind::Counter, span),
        Err(kind) => return error(kind, span),
    };
    for (value, given) in setup.counters.iter_mut().zip(given) {
        *value = counter.start.saturating_sub(given);
    }
    Ok(true)
}

/// The whole numbers between `+` signs.
fn numbers(word: &str) -> Result<Vec<i16>, FenErrorKind> {
    let wrong = |number| match is_number(number) {
        true => FenErrorKind::TooLarge { most: i16::MAX.unsigned_abs().into() },
        false => FenErrorKind::Counter,
    };
    word.split('+').map(|number| number.parse().map_err(|_| wrong(number))).collect()
}

/// Writes the values of all counters, each followed by a space.
pub(super) fn print_values(variant: &Variant, setup: &Setup) -> String {
    let one = |(index, counter): (usize, &crate::variant::Counter)| {
        let slots = variant.counter_slots(CounterId(index as u8));
        let values = slots.map(|slot| setup.counters.get(slot).copied().unwrap_or(0).to_string());
        let sign = if counter.shared { "=" } else { "" };
        format!("{sign}{} ", values.collect::<Vec<_>>().join("+"))
    };
    variant.counters.iter().enumerate().map(one).collect()
}
