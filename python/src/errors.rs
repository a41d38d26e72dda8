//! The library's errors as Python exceptions.

use std::io;
use std::path::Path;

use carn::compile::RuleErrors;
use carn::diagnostic;
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

create_exception!(carn, RuleError, PyValueError, "A rule file has errors. `diagnostics` lists all findings.");
create_exception!(carn, FenError, PyValueError, "The text of a position cannot be read or played.");
create_exception!(carn, IllegalMoveError, PyValueError, "A move is not legal. The message says why.");

/// The findings as lists and dictionaries, as in `carn check --format json`.
pub fn findings<'py>(
    py: Python<'py>,
    diagnostics: &[diagnostic::Diagnostic],
    sources: &carn::source::Sources,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (diagnostic::json_list(diagnostics, sources),))
}

/// An error of the system about a file as an exception: `FileNotFoundError` and others, with `errno` and `filename`.
pub fn file_error(path: &Path, error: &io::Error) -> PyErr {
    let text = error.to_string();
    let (path, text) = (path.display().to_string(), text.split(" (os error").next().unwrap_or_default());
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, text.to_owned(), path)),
        None => PyOSError::new_err(format!("cannot read `{path}`: {text}")),
    }
}

/// A rule file's errors as an exception that contains the findings.
pub fn rule_error(py: Python<'_>, errors: &RuleErrors) -> PyErr {
    let error = RuleError::new_err(errors.to_string());
    let told = findings(py, &errors.diagnostics, &errors.sources)
        .and_then(|list| error.value(py).setattr("diagnostics", list));
    told.err().unwrap_or(error)
}
