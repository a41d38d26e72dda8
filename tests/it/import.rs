//! Notations of other programs: their published descriptions, interpreted literally here, against the result
//! of the import.

mod betza;
#[cfg(feature = "cli")]
mod engine;
mod ini;
