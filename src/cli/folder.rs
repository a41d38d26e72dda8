//! The rule files of a folder.

use std::path::{Path, PathBuf};

use carn::library;

use super::exit::{Result, Stop};
use super::game::read;
use super::given::Given;

/// The limits of the search, in depth and in files, since a folder may be a whole disk.
const DEPTH: usize = 12;
const FILES: usize = 10_000;

/// Folders that contain no rule files of the user.
const PASSED_OVER: [&str; 3] = ["target", "node_modules", "vendor"];

/// The name of a file or folder that cannot be read, and the reason.
pub type Unread = (Given, String);

/// The names with each folder replaced by its rule files, and what could not be read there.
///
/// # Errors
/// If a folder has no rule files.
pub fn with_folders(names: Vec<Given>) -> Result<(Vec<Given>, Vec<Unread>)> {
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    for name in names {
        if library::text(&name).is_some() || !name.path().is_dir() {
            files.push(name);
            continue;
        }
        let Found { mut rules, unread: without } = search(name.path(), DEPTH);
        if rules.is_empty() && without.is_empty() {
            return Err(Stop::usage(format!(
                "there is no rule file in the folder `{name}`; name the files to check: `carn check FILE`"
            )));
        }
        let given = |path: &PathBuf| Given::from(path.strip_prefix("./").unwrap_or(path));
        rules.sort_by(|one, other| one.as_os_str().cmp(other.as_os_str()));
        files.extend(rules.iter().map(given));
        unread.extend(without.into_iter().map(|(path, reason)| (given(&path), reason)));
    }
    Ok((files, unread))
}

/// The contents of a folder.
#[derive(Default)]
pub struct Found {
    /// The paths of its rule files.
    pub rules: Vec<PathBuf>,
    /// Folders and files that may be rule files but cannot be read, each with the reason.
    pub unread: Vec<(PathBuf, String)>,
}

/// The rule files in a folder, searched to this depth: files that end in `.toml` and look like one. Hidden files and folders and
/// links to folders are skipped.
pub fn search(folder: &Path, depth: usize) -> Found {
    let most = depth.min(DEPTH);
    let mut found = Found::default();
    let mut looked_at = 0;
    let mut folders = vec![(folder.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                found.unread.push((folder, error.to_string()));
                continue;
            }
        };
        let mut paths: Vec<(PathBuf, bool)> = entries
            .flatten()
            .filter_map(|entry| {
                let (kind, path) = (entry.file_type().ok()?, entry.path());
                (!kind.is_symlink() || !path.is_dir()).then_some((path, kind.is_dir()))
            })
            .collect();
        paths.sort();
        for (path, is_folder) in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let hidden = name.starts_with('.');
            if is_folder && !hidden && depth < most && !PASSED_OVER.contains(&name.as_ref()) {
                folders.push((path, depth + 1));
            } else if !is_folder
                && !hidden
                && name.to_ascii_lowercase().ends_with(".toml")
                && looked_at < FILES
            {
                looked_at += 1;
                match read(&path) {
                    Ok(text) if !looks_like_rules(&text) => {}
                    Ok(_) => found.rules.push(path),
                    Err(reason) => found.unread.push((path, reason)),
                }
            }
        }
    }
    found
}

/// Whether a text, valid TOML or not, looks like a rule file: it has a board or pieces, or a name and `extends`.
pub fn looks_like_rules(text: &str) -> bool {
    let starts = |wanted: &str| {
        text.lines().any(|line| {
            let rest = line.trim_start().strip_prefix(wanted);
            rest.is_some_and(|rest| rest.trim_start().starts_with(['=', '.', ']']))
        })
    };
    starts("[board") || starts("[pieces") || starts("pieces") || (starts("extends") && starts("name"))
}

#[cfg(test)]
mod tests {
    use super::looks_like_rules;

    #[test]
    fn rule_files_are_told_from_others() {
        for text in
            ["[board]\n", "x = [\n [pieces.king]", "name = 'A'\nextends = 'chess'", "pieces.king.letter='K'"]
        {
            assert!(looks_like_rules(text), "{text}");
        }
        for text in
            ["", "[package]\nname = 'a'", "extends = 'base.toml'", "[boards]\n", "# [board]\n", "[piecesx]"]
        {
            assert!(!looks_like_rules(text), "{text}");
        }
    }
}
