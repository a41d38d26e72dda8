//! What has a meaning, but perhaps not the one that was wanted.

pub(crate) mod covered;
mod feasible;
mod impossible;
pub(crate) mod landing;

mod stuck;
mod uneven;
mod unused;

pub(crate) use impossible::lint_impossible;
pub(crate) use stuck::lint_stuck;
pub(crate) use uneven::lint_uneven;
pub(crate) use unused::lint_unused;
