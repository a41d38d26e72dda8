//! Notations of other programs, read into CARN: text in, rule text out, and a list of what could not be carried over.
//!
//! [`betza`] reads how one piece moves, [`ini`] the configuration of a whole game.

pub mod betza;
pub mod ini;
