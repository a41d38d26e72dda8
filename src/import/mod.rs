//! Converts notations of other programs to rule text, and lists the parts that cannot be converted.
//!
//! [`betza`] reads the movements of one piece, [`ini`] the configuration of a whole game.

pub mod betza;
pub mod ini;
