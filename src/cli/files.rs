//! Files that we write: only those we were told to, and never over another without being told so.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::exit::{Result, Stop};

/// Writes a file that must not be there yet, unless `force`.
pub fn write_new(path: &Path, text: &str, force: bool) -> Result {
    write_new_or(path, text, force, "--force")
}

/// The same where another word than `--force` writes over what is there.
pub fn write_new_or(path: &Path, text: &str, force: bool, forcing: &str) -> Result {
    let mut options = OpenOptions::new();
    options.write(true);
    // Asking for a new file is one step with making it: nobody's file can come in between.
    if force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Stop::usage(format!("`{}` is there already; {forcing} writes over it", path.display()))
        }
        _ => Stop::usage(format!("cannot write `{}`: {error}", path.display())),
    })
}
