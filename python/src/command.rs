//! The command `carn`, run from Python.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command on arguments, of which the first is its name; the exit code.
///
/// `program` is what starts the command again: a program and its first arguments.
#[pyfunction]
pub fn run_command(py: Python<'_>, program: Vec<String>, arguments: Vec<OsString>) -> u8 {
    let code = py.detach(|| carn::command(program, arguments));
    // An exit code cannot be read back, but compared.
    (0..=u8::MAX).find(|&number| std::process::ExitCode::from(number) == code).unwrap_or(1)
}
