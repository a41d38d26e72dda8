//! The `carn` command.

mod cli;

fn main() {}
