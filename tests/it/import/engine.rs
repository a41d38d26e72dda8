//! Imported games against the program for which the configurations are written, if it is installed.
//!
//! `CARN_FAIRY=command CARN_VARIANTS_INI=file` compares every variant of a given configuration. Without them
//! a small text is used, and the program at its usual place.

use std::path::Path;
use std::process::Command;

use crate::cli::{Folder, carn};

/// Variants in words that old versions of the program know as well.
const SMALL: &str = "[upright:chess]\nstartFen = rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1\ndoubleStep = false\n\n\
    [compelled:chess]\nmustCapture = true\nstalemateValue = win\n\n\
    [halves:pocketknight]\nwhiteDropRegion = *1 *2\nblackDropRegion = *7 *8\n\n\
    [ladies:chess]\namazon = a\nstartFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1\npromotionPieceTypes = anrb\n";

#[test]
fn imported_games_agree_with_the_program() {
    let engine = std::env::var("CARN_FAIRY").ok().or_else(|| {
        let places = ["fairy-stockfish", "/usr/games/fairy-stockfish"];
        let runs =
            |place: &&str| Command::new(place).arg("quit").output().is_ok_and(|run| run.status.success());
        places.iter().find(|place| runs(place)).map(|place| (*place).to_owned())
    });
    let Some(engine) = engine else {
        println!("skipped: fairy-stockfish is not installed");
        return;
    };
    let folder = Folder::new("imported");
    let file = match std::env::var("CARN_VARIANTS_INI") {
        Ok(file) => file,
        Err(_) => folder.file("small.ini", SMALL),
    };
    let games = folder.path().join("games");
    let output = games.display().to_string();
    let run = carn(&["import", &file, "-o", &output]);
    println!("{}", run.messages);
    let (mut agree, mut differ) = (Vec::new(), Vec::new());
    let mut files: Vec<_> = std::fs::read_dir(&games).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap().to_owned();
        if compared(&path, &name, &engine, &file) { agree.push(name) } else { differ.push(name) }
    }
    println!("{} agree, {} differ: {}", agree.len(), differ.len(), differ.join(" "));
    assert!(agree.len() * 10 >= (agree.len() + differ.len()) * 9, "too many differ: {}", differ.join(" "));
}

fn compared(path: &Path, name: &str, engine: &str, known: &str) -> bool {
    let reference = format!("uci:{engine}");
    let option = format!("VariantPath={known}");
    let path = path.display().to_string();
    let arguments =
        ["compare", &path, "--reference", &reference, "--uci-variant", name, "--uci-option", &option];
    let run = carn(&[&arguments[..], &["--depth", "2", "--games", "3", "--no-counts"]].concat());
    if run.code != 0 {
        println!("{name}: {}", run.out);
    }
    run.code == 0
}
