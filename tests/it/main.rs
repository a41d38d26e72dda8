//! The one integration-test binary; each module is a subject.

mod compile;
mod diagnostics;
mod literal;
mod notation;
mod position;
mod record;
mod record_hostile;
mod record_round_trip;
#[cfg(feature = "reference")]
mod reference;
mod syntax;
