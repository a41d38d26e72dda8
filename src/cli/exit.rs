//! How a subcommand ends: fine (0), with findings (1), or because it was called wrongly (2).

use std::io;

/// Why a subcommand stops before its end, or ends with another code than 0.
#[derive(Debug)]
pub enum Stop {
    /// Whoever read our output has gone: nothing is left to do and nobody to tell.
    Closed,
    /// What was asked for was done, and something is wrong with the rules; already reported. Code 1.
    Findings,
    /// What was asked for cannot be done: bad arguments, a missing file. Code 2.
    Usage(String),
}

/// What a subcommand returns.
pub type Result<T = ()> = std::result::Result<T, Stop>;

impl Stop {
    /// A wrong call, told as `error: …`.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// The code that the process ends with.
    pub const fn code(&self) -> u8 {
        match self {
            Self::Closed => 0,
            Self::Findings => 1,
            Self::Usage(_) => 2,
        }
    }
}

impl From<io::Error> for Stop {
    /// For errors of our own output; files have messages of their own.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Usage(format!("cannot write the output: {error}")),
        }
    }
}
