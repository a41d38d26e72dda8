//! Square sets, and the few processor instructions without a safe equivalent.
//!
//! [`Bits`] is generic over the number of 64-bit words. The compiler monomorphises it for every width.

mod apart;
mod lanes;
mod processor;

pub use lanes::Bits;
pub(crate) use lanes::each_square;
pub use processor::{Portable, Processor, Task, Usual, prefetch};
