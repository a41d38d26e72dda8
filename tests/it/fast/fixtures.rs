//! Folders of rule files under `tests/fixtures`, one file per case. The files of a folder extend its
//! `board.toml`.

use std::fs;
use std::path::{Path, PathBuf};

use carn::compile::{Natives, compile};
use carn::library::Beside;
use carn::variant::Variant;

/// The file that the others in a folder extend.
const BOARD: &str = "board.toml";

fn path(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(folder)
}

/// The rule files of a folder by name, with their texts.
pub fn texts(folder: &str) -> Vec<(String, String)> {
    let names = fs::read_dir(path(folder)).expect("the folder of rule files").flatten();
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".toml") && name != BOARD).collect();
    names.sort();
    let text = |name: &String| fs::read_to_string(path(folder).join(name)).expect("a rule file");
    names.iter().map(|name| (name.clone(), text(name))).collect()
}

/// Compiles a rule file of a folder. `board` may change the text that it extends.
pub fn game(folder: &str, text: &str, board: impl Fn(String) -> String) -> Result<Variant, String> {
    let beside = |name: &str| {
        let text = fs::read_to_string(path(folder).join(name)).map_err(|error| error.to_string())?;
        Ok(board(text))
    };
    let compiled = compile("case.toml", text, &Beside(beside), &Natives::default());
    let errors: Vec<_> =
        compiled.diagnostics.iter().filter(|one| one.is_error()).map(|one| one.message.as_str()).collect();
    let errors = errors.join(", ");
    compiled.variant.ok_or(errors)
}
