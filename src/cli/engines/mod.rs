//! Other engines as processes of our own: started, given a time to answer, and gone when we are.

mod pipes;
mod process;

pub use pipes::{Answers, Commands};
pub use process::Process;
