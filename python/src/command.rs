//! The command `carn`, run from Python.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command with arguments, of which the first is its name; returns the exit code.
///
/// `program` starts the command again: a program and its first arguments.
#[pyfunction]
pub fn run_command(py: Python<'_>, program: Vec<String>, arguments: Vec<OsString>) -> u8 {
    let code = py.detach(|| carn::command(program, arguments));
    // An exit code has no getter, but can be compared.
    (0..=u8::MAX).find(|&number| std::process::ExitCode::from(number) == code).unwrap_or(1)
}
