//! The one integration-test binary; each module is a subject.

mod diagnostics;
mod literal;
mod notation;
mod position;
#[cfg(feature = "reference")]
mod reference;
mod syntax;
