//! The exit of a subcommand: success (0), findings (1), or wrong usage (2).

use std::io;

/// The reason why a subcommand stops early, or ends with a code other than 0.
#[derive(Debug)]
pub enum Stop {
    /// The reader of our output has closed it, so there is nothing left to do.
    Closed,
    /// The task is done, and errors in the rules have been reported. Code 1.
    Findings,
    /// The task is impossible: bad arguments, a missing file. Code 2.
    Usage(String),
}

/// The result of a subcommand.
pub type Result<T = ()> = std::result::Result<T, Stop>;

impl Stop {
    /// A usage error, printed as `error: …`.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// The exit code of the process.
    pub const fn code(&self) -> u8 {
        match self {
            Self::Closed => 0,
            Self::Findings => 1,
            Self::Usage(_) => 2,
        }
    }
}

impl From<io::Error> for Stop {
    /// For errors of our own output; files have their own messages.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Usage(format!("cannot write the output: {error}")),
        }
    }
}
