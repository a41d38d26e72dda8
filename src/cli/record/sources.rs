//! The files of a call: named files, and the records in named folders.

use std::fs;
use std::path::{Path, PathBuf};

use carn::record::{kifu, qipu};

use super::super::console::{Console, Paint};
use super::super::exit::{Result, Stop};
use super::super::given::Given;
use super::Input;
use super::games::Source;

/// A file or folder that could not be read.
pub struct Unread {
    pub file: String,
    pub error: String,
}

/// Calls a function with each named file, opened, in order. A file that fails is reported and added to a list, and the others
/// are still processed.
pub fn each_source(
    input: &Input,
    console: &mut Console,
    unread: &mut Vec<Unread>,
    mut one: impl FnMut(Source, &mut Console) -> Result,
) -> Result {
    let mut wrong = Ok(());
    let several = input.files.len() > 1 || input.files.iter().any(|name| name.path().is_dir());
    for name in &input.files {
        let files = if name.path().is_dir() { records_in(name) } else { Ok(vec![name.clone()]) };
        let files = match files {
            Ok(files) => files,
            Err(stop) => {
                hold(unread, name, stop, console)?;
                continue;
            }
        };
        for file in files {
            let read = Source::open(&file)
                .and_then(|source| one(Source { several, strict: input.strict, ..source }, console));
            match read {
                Ok(()) => {}
                Err(Stop::Findings) => wrong = Err(Stop::Findings),
                Err(stop) => hold(unread, &file, stop, console)?,
            }
        }
    }
    unread.last().map_or(wrong, |last| Err(Stop::usage(&*last.error)))
}

/// Adds a failure to the list and reports the one before it; the last is the result of the call.
fn hold(unread: &mut Vec<Unread>, file: &str, stop: Stop, console: &mut Console) -> Result {
    let Stop::Usage(error) = stop else { return Err(stop) };
    if let Some(before) = unread.last() {
        console.headed(Paint::Red, "error", &before.error);
    }
    unread.push(Unread { file: file.to_owned(), error });
    Ok(())
}

/// The records in a folder and its subfolders, by name. Links to folders are not followed.
fn records_in(folder: &Given) -> Result<Vec<Given>> {
    let mut files = vec![];
    let mut open = vec![folder.path().to_owned()];
    while let Some(path) = open.pop() {
        if !path.is_dir() {
            files.push(Given::from(&path));
            continue;
        }
        let unreadable = |error| Stop::usage(format!("cannot read the folder `{}`: {error}", path.display()));
        let entries = fs::read_dir(&path).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
        let mut within: Vec<PathBuf> = entries
            .map_err(unreadable)?
            .into_iter()
            .filter(|entry| {
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                is_folder || (is_record(&entry.path()) && entry.path().is_file())
            })
            .map(|entry| entry.path())
            .collect();
        // The stack is processed from its end.
        within.sort_by(|a, b| b.cmp(a));
        open.extend(within);
    }
    if files.is_empty() {
        return Err(Stop::usage(format!("the folder `{folder}` has no game files")));
    }
    Ok(files)
}

fn is_record(path: &Path) -> bool {
    path.extension().is_some_and(|extension| {
        let extension = format!(".{}", extension.to_string_lossy().to_lowercase());
        [".pgn", ".pgn4", ".sgf", ".xqf", ".cbr", ".cbl"].contains(&&*extension)
            || kifu::Format::of_name(&extension).is_some()
            || qipu::Format::of_name(&extension).is_some()
    })
}
