//! The one integration-test binary; each module is a subject.

#[cfg(feature = "reference")]
mod reference;
