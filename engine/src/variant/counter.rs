//! Counters: numbers that effects change and conditions read.

/// The index of a counter in [`Variant::counters`](super::Variant::counters).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CounterId(pub u8);

/// A number kept per player, or one number shared by all players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The name in the rule file.
    pub name: String,
    /// Its value at the start.
    pub start: i16,
    /// Whether all players share one value instead of having one each.
    pub shared: bool,
}
