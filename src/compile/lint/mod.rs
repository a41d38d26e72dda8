//! What has a meaning, but perhaps not the one that was wanted.

pub(crate) mod possible;
pub(crate) mod stuck;
pub(crate) mod uneven;
pub(crate) mod unused;
