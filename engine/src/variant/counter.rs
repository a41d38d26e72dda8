//! Counters: numbers that moves change and endings ask about.

/// The index of a counter in [`Variant::counters`](super::Variant::counters).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CounterId(pub u8);

/// A number that every player has, or that all share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The name in the rule file.
    pub name: String,
    /// Its value at the start.
    pub start: i16,
    /// Whether there is one for all players instead of one for each.
    pub shared: bool,
}
