//! Square sets of several widths: one type, generic over the number of 64-bit words, so that every width gets code of
//! its own; and the few processor instructions that have no safe spelling.

mod apart;
mod lanes;
mod processor;

pub use lanes::Bits;
pub(crate) use lanes::each_square;
pub use processor::{Portable, Processor, Task, Usual};
