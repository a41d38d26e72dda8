//! The one integration-test binary; each module is a subject.

mod diagnostics;
#[cfg(feature = "reference")]
mod reference;
mod syntax;
