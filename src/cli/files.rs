//! Writes files: only requested ones, and never over an existing one without permission.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::exit::{Result, Stop};

/// Rejects an existing file, unless `force`. Call this before long work whose result [`write_new`] will write.
pub fn check_new(path: &Path, force: bool) -> Result {
    if path.exists() && !force { Err(Stop::usage(taken(path, "--force"))) } else { Ok(()) }
}

fn taken(path: &Path, forcing: &str) -> String {
    format!("`{}` already exists; {forcing} overwrites it", path.display())
}

/// Writes a file that must not exist yet, unless `force`.
pub fn write_new(path: &Path, contents: impl AsRef<[u8]>, force: bool) -> Result {
    write_new_or(path, contents, force, "--force")
}

/// The same with another option name than `--force` in the message.
pub fn write_new_or(path: &Path, contents: impl AsRef<[u8]>, force: bool, forcing: &str) -> Result {
    let contents = contents.as_ref();
    if force && path.exists() {
        return replace(path, contents).map_err(Stop::usage);
    }
    // Creating and checking for existence are one step, so no other program can create the file in between.
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
        Stop::usage(match error.kind() {
            ErrorKind::AlreadyExists if !force => taken(path, forcing),
            _ => failed(path, error),
        })
    })?;
    file.write_all(contents).and_then(|()| file.sync_all()).map_err(|error| {
        // Do not leave a partial file.
        let _ = std::fs::remove_file(path);
        Stop::usage(failed(path, error))
    })
}

/// Replaces the content of a file atomically: a new file takes its place. Permissions are kept, and links are followed. Special
/// files such as a terminal or a pipe are written to directly. The error is a sentence.
pub fn replace(path: &Path, contents: impl AsRef<[u8]>) -> std::result::Result<(), String> {
    let contents = contents.as_ref();
    let failed = |error: std::io::Error| failed(path, error);
    let found = std::fs::metadata(path).map_err(failed)?;
    if !found.is_file() {
        let mut out = OpenOptions::new().write(true).open(path).map_err(failed)?;
        return out.write_all(contents).map_err(failed);
    }
    if found.permissions().readonly() {
        return Err(format!("cannot write `{}`: it is read-only", path.display()));
    }
    let target = std::fs::canonicalize(path).map_err(failed)?;
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = target.with_file_name(name);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&beside).map_err(failed)?;
    let written = file.write_all(contents).and_then(|()| {
        file.sync_all()?;
        std::fs::set_permissions(&beside, found.permissions())?;
        std::fs::rename(&beside, &target)
    });
    written.map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        failed(error)
    })
}

fn failed(path: &Path, error: std::io::Error) -> String {
    format!("cannot write `{}`: {error}", path.display())
}
