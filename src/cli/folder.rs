//! The rule files of a folder.

use std::path::{Path, PathBuf};

use carn::library;

use super::exit::{Result, Stop};
use super::game::read;

/// The limits of the search, in depth and in files, since a folder may be a whole disk.
const DEPTH: usize = 12;
const FILES: usize = 10_000;

/// Folders that contain no rule files of the user.
const PASSED_OVER: [&str; 3] = ["target", "node_modules", "vendor"];

/// The names with each folder replaced by its rule files.
///
/// # Errors
/// If a folder has no rule files.
pub fn with_folders(names: Vec<String>) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for name in names {
        if library::text(&name).is_some() || !Path::new(&name).is_dir() {
            files.push(name);
            continue;
        }
        let found = rule_files(Path::new(&name));
        if found.is_empty() {
            return Err(Stop::usage(format!(
                "there is no rule file in the folder `{name}`; name the files to check: `carn check FILE`"
            )));
        }
        files.extend(found);
    }
    Ok(files)
}

/// The rule files under a folder, sorted by path: files that end in `.toml` and look like one. Hidden folders and links are
/// skipped.
fn rule_files(folder: &Path) -> Vec<String> {
    let paths = rule_paths(folder, DEPTH);
    let shown = |path: &PathBuf| path.strip_prefix("./").unwrap_or(path).display().to_string();
    let mut names: Vec<String> = paths.iter().map(shown).collect();
    names.sort();
    names
}

/// The paths of the rule files in a folder, searched to this depth.
pub fn rule_paths(folder: &Path, depth: usize) -> Vec<PathBuf> {
    let most = depth.min(DEPTH);
    let mut found = Vec::new();
    let mut looked_at = 0;
    let mut folders = vec![(folder.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut paths: Vec<(PathBuf, bool)> = entries
            .flatten()
            .filter_map(|entry| {
                let kind = entry.file_type().ok()?;
                (!kind.is_symlink()).then(|| (entry.path(), kind.is_dir()))
            })
            .collect();
        paths.sort();
        for (path, is_folder) in paths {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let hidden = name.is_empty() || name.starts_with('.');
            if is_folder && !hidden && depth < most && !PASSED_OVER.contains(&name) {
                folders.push((path, depth + 1));
            } else if !is_folder
                && !hidden
                && name.to_ascii_lowercase().ends_with(".toml")
                && looked_at < FILES
            {
                looked_at += 1;
                found.extend(read(&path).ok().filter(|text| looks_like_rules(text)).map(|_| path));
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
