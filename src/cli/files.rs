//! Files that we write: only those we were told to, and never over another without being told so.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::exit::{Result, Stop};

/// Refuses a file that is there, unless `force`: before long work whose result [`write_new`] is to write.
pub fn check_new(path: &Path, force: bool) -> Result {
    if path.exists() && !force { Err(Stop::usage(taken(path, "--force"))) } else { Ok(()) }
}

fn taken(path: &Path, forcing: &str) -> String {
    format!("`{}` is there already; {forcing} writes over it", path.display())
}

/// Writes a file that must not be there yet, unless `force`.
pub fn write_new(path: &Path, text: &str, force: bool) -> Result {
    write_new_or(path, text, force, "--force")
}

/// The same where another word than `--force` writes over what is there.
pub fn write_new_or(path: &Path, text: &str, force: bool, forcing: &str) -> Result {
    if force && path.exists() {
        return replace(path, text).map_err(Stop::usage);
    }
    // Asking for a new file is one step with making it: nobody's file can come in between.
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
        Stop::usage(match error.kind() {
            ErrorKind::AlreadyExists if !force => taken(path, forcing),
            _ => failed(path, error),
        })
    })?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(|error| {
        // Half a text is no file.
        let _ = std::fs::remove_file(path);
        Stop::usage(failed(path, error))
    })
}

/// Writes a text in place of a file's, all of it or nothing: a file of its own comes into the old one's place. What the
/// file may be used for stays; a link leads to where it led. What is no file, a terminal or a pipe, is written to. The
/// error is a sentence.
pub fn replace(path: &Path, text: &str) -> std::result::Result<(), String> {
    let failed = |error: std::io::Error| failed(path, error);
    let found = std::fs::metadata(path).map_err(failed)?;
    if !found.is_file() {
        let mut out = OpenOptions::new().write(true).open(path).map_err(failed)?;
        return out.write_all(text.as_bytes()).map_err(failed);
    }
    if found.permissions().readonly() {
        return Err(format!("cannot write `{}`: it may only be read", path.display()));
    }
    let target = std::fs::canonicalize(path).map_err(failed)?;
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = target.with_file_name(name);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&beside).map_err(failed)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| {
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
