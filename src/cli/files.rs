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

/// Writes a text in place of a file's, all of it or nothing: a file of its own comes into the old one's place. What the
/// file may be used for stays; a link leads to where it led. The error is a sentence.
pub fn replace(path: &Path, text: &str) -> std::result::Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write `{}`: {error}", path.display());
    let target = std::fs::canonicalize(path).map_err(failed)?;
    let permissions = std::fs::metadata(&target).map_err(failed)?.permissions();
    if permissions.readonly() {
        return Err(format!("cannot write `{}`: it may only be read", path.display()));
    }
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = target.with_file_name(name);
    let mut options = OpenOptions::new();
    let written = options.write(true).create_new(true).open(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::set_permissions(&beside, permissions)?;
        std::fs::rename(&beside, &target)
    });
    written.map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        failed(error)
    })
}
