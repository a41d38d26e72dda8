//! Notations of other programs: what they mean by their published descriptions, read literally here, against what the
//! import makes of them.

mod betza;
#[cfg(feature = "cli")]
mod engine;
mod ini;
