//! The command: one file a subcommand; the only code that prints, reads files or exits.
