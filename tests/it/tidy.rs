//! The house rules that can be checked automatically: file headers, imports between layers, no game in the
//! engine.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers in order, those of the crate `carn-engine` first; a module imports only from those before it (and from
/// itself).
const ENGINE: &[&str] = &["random", "geometry", "variant", "bits", "tables", "position"];

/// The layers of the root package, which go on from there.
const REST: &[&str] = &[
    "outlines",
    "source",
    "diagnostic",
    "syntax",
    "compile",
    "format",
    "notation",
    "search",
    "study",
    "learn",
    "prose",
    "draw",
    "library",
    "record",
    "reference",
    "import",
    "cli",
];

/// Layers that may not import some layer although it lies before them: what is deliberately absent.
const ABSENT: &[(&str, &[&str])] = &[
    ("bits", &["variant"]),
    ("compile", &["position"]),
    ("format", &["position"]),
    (
        "reference",
        &["geometry", "variant", "compile", "bits", "tables", "position", "notation", "library", "record"],
    ),
];

/// The parts of `engine/src/position/core` in order: folders and files.
const CORE: &[&str] = &[
    "state",
    "moves",
    "make",
    "history",
    "endings",
    "tasks",
    "perft",
    "game",
    "literal_game",
    "board",
    "multiplayer",
    "forms",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The sources of the three crates.
fn sources() -> impl Iterator<Item = PathBuf> {
    ["engine/src", "search/src", "src"].into_iter().flat_map(|folder| rust_files(&root().join(folder)))
}

/// The layer that a source belongs to; `None` for `lib.rs` and `main.rs`.
fn layer(path: &Path) -> Option<String> {
    if path.starts_with(root().join("search/src")) {
        return Some("search".to_owned());
    }
    let engine = path.strip_prefix(root().join("engine/src"));
    let relative = engine.or_else(|_| path.strip_prefix(root().join("src"))).unwrap();
    let first = relative.components().next()?.as_os_str().to_str()?.trim_end_matches(".rs").to_owned();
    (first != "lib" && first != "main").then_some(first)
}

/// The text without comments and without the test modules at the end of files.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_core_imports_one_way() {
    let core = root().join("engine/src/position/core");
    let place = |part: &str| CORE.iter().position(|known| *known == part);
    let mut wrong = Vec::new();
    for file in rust_files(&core) {
        let relative = file.strip_prefix(&core).unwrap();
        let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_str().unwrap()).collect();
        let own = parts[0].trim_end_matches(".rs");
        if own == "mod" {
            continue;
        }
        let own_place = place(own).unwrap_or_else(|| panic!("{own} has no place in the core"));
        let text = code(&fs::read_to_string(&file).unwrap());
        // A file beside the folders reaches its neighbours by `super`.
        let prefixes = if parts.len() == 1 {
            &["crate::position::core::", "super::"][..]
        } else {
            &["crate::position::core::"]
        };
        for prefix in prefixes {
            for after in text.split(prefix).skip(1) {
                let name: String =
                    after.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                if place(&name).is_some_and(|other| other > own_place) {
                    wrong.push(format!("{} imports {name}", relative.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_says_what_it_owns() {
    for folder in ["engine/src", "search/src", "src", "tests", "benches", "web/engine/src", "python/src"] {
        for file in rust_files(&root().join(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(text.starts_with("//! "), "{} does not open with //!", file.display());
        }
    }
}

#[test]
fn files_stay_readable() {
    for file in sources() {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= 700, "{} has {lines} lines: split it", file.display());
    }
}

#[test]
fn imports_follow_the_layers() {
    let mut wrong = Vec::new();
    for file in sources() {
        let Some(own) = layer(&file) else { continue };
        let of_engine = file.starts_with(root().join("engine"));
        let known = if of_engine { ENGINE } else { REST }.contains(&own.as_str());
        assert!(known, "{} is in no layer of its crate", file.display());
        let layers = || ENGINE.iter().chain(REST).enumerate();
        let rank = layers().find(|(_, layer)| **layer == own).map(|(rank, _)| rank);
        let absent = ABSENT.iter().find(|(l, _)| *l == own).map_or(&[][..], |(_, absent)| absent);
        let text = code(&fs::read_to_string(&file).unwrap());
        for (other_rank, other) in layers() {
            let imports = ["crate", "carn", "carn_engine", "carn_search"].iter().any(|from| {
                let named = [format!("{from}::{other}::"), format!("{from}::{other};")];
                named.iter().any(|n| text.contains(n.as_str()))
            });
            if imports && own != *other && (Some(other_rank) > rank || absent.contains(other)) {
                wrong.push(format!("{} imports {other}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_command_touches_the_world() {
    let mut wrong = Vec::new();
    for file in sources() {
        if matches!(layer(&file).as_deref(), None | Some("cli")) {
            continue;
        }
        let text = code(&fs::read_to_string(&file).unwrap());
        for forbidden in [
            "println!",
            "eprintln!",
            "print!(",
            "dbg!",
            "std::fs",
            "std::process",
            "std::env",
            "process::exit",
        ] {
            if text.contains(forbidden) {
                wrong.push(format!("{} uses {forbidden}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Words of rule files that mean something else too: `general` movements are those of no special shape, `atomic`
/// integers are shared between threads, an `arrow` parts predicates from effects, a FEN begins with the `placement`, a
/// piece that travels is one to `lift`, `checkers` are who gives check, games have `pieces`, a character is drawn on a
/// `disc`, and Rust itself has the `loop`.
const ENGLISH: &[&str] =
    &["general", "atomic", "arrow", "placement", "lift", "loop", "met", "checkers", "pieces", "disc"];

/// Names and numbers of games belong in `rules/` and `reference/`; the engine's sources know none of them.
#[test]
fn the_engine_knows_no_game() {
    let names = game_words();
    assert!(names.len() > 10, "the shipped rule files should name many roles");
    let mut wrong = Vec::new();
    for file in sources() {
        let Some(own) = layer(&file) else { continue };
        if matches!(own.as_str(), "reference" | "library" | "cli") {
            continue;
        }
        let text = code(&fs::read_to_string(&file).unwrap()).to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        // The longer explanations of diagnostics and the record formats' own fields name games as examples.
        if own == "diagnostic" || own == "record" {
            continue;
        }
        for (word, source) in &names {
            if words.contains(&word.as_str()) && !ENGLISH.contains(&word.as_str()) {
                wrong.push(format!("{} says `{word}`, a word of {source}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Letters of pieces that stand for something else: the one piece of a pattern compiled without a game, and an escape
/// of TOML's.
const LETTERS: &[(&str, char)] = &[("compile/pattern.rs", 'P'), ("compile/read/text.rs", 'U')];

#[test]
fn the_engine_knows_no_board_and_no_letter() {
    let games: Vec<_> = carn::library::names().filter_map(carn::library::variant).collect();
    let mut letters = BTreeSet::new();
    let (mut pairs, mut counts) = (BTreeSet::new(), BTreeSet::new());
    for game in &games {
        // A sign, which a piece of nobody's may have, means other things elsewhere.
        letters.extend(game.roles.iter().map(|role| role.letter).filter(|letter| letter.is_alphabetic()));
        let lengths: Vec<String> = game.board.axes().iter().map(|axis| axis.length.to_string()).collect();
        for pair in lengths.windows(2) {
            pairs.insert((pair[0].clone(), pair[1].clone()));
            pairs.insert((pair[1].clone(), pair[0].clone()));
        }
        counts.insert(game.board.len().to_string());
    }
    // So many bits has a word, the last of which is one less, whatever is played; the others are round numbers.
    for common in ["64", "63", "100", "128", "12", "20"] {
        counts.remove(common);
    }
    assert!(pairs.len() >= 4 && counts.len() >= 2 && letters.len() > 8, "the shipped games have boards");
    let mut wrong = Vec::new();
    for file in sources() {
        if !layer(&file).is_some_and(|own| own == "compile" || ENGINE.contains(&own.as_str())) {
            continue;
        }
        let text = code(&fs::read_to_string(&file).unwrap());
        for found in sizes_and_letters(&text, &pairs, &counts, &letters) {
            let allowed =
                LETTERS.iter().any(|(path, letter)| file.ends_with(path) && found == format!("'{letter}'"));
            if !allowed && !file.ends_with("random.rs") {
                wrong.push(format!("{} has {found}, which belongs to a game", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A search that finds nothing proves nothing unless it finds what is there.
#[test]
fn sizes_and_letters_are_found() {
    let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<String>>();
    let pairs = BTreeSet::from([("9".to_owned(), "10".to_owned())]);
    let found = |text: &str| sizes_and_letters(text, &pairs, &set(&["90"]), &BTreeSet::from(['K'])).join(" ");
    assert_eq!(found("let board = Board::of(9, 10);"), "9, 10");
    assert_eq!(found("const SQUARES: usize = 9 * 10;"), "9 * 10");
    assert_eq!(found("[0_u8; 90]"), "90");
    assert_eq!(found("if letter == 'K' || byte == b'K' {}"), "'K' 'K'");
    assert_eq!(found("let n = 190 + 9; f(19, 10); 'B'"), "");
}

/// Two lengths of a board side by side, its number of squares, and letters of its pieces, as a source has them.
fn sizes_and_letters(
    text: &str,
    pairs: &BTreeSet<(String, String)>,
    counts: &BTreeSet<String>,
    letters: &BTreeSet<char>,
) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let mut token = c.to_string();
        if c.is_alphanumeric() || c == '_' {
            while let Some(&next) = chars.peek().filter(|next| next.is_alphanumeric() || **next == '_') {
                token.push(next);
                chars.next();
            }
        }
        if !c.is_whitespace() {
            tokens.push(token);
        }
    }
    let mut found = Vec::new();
    for three in tokens.windows(3) {
        let [a, sign, b] = three else { continue };
        if matches!(sign.as_str(), "," | "*") && pairs.contains(&(a.clone(), b.clone())) {
            found.push(if sign == "," { format!("{a}, {b}") } else { format!("{a} * {b}") });
        }
        let mut letter = sign.chars();
        if let (Some(c), None, true) = (letter.next(), letter.next(), a.ends_with('\'') && b == "'")
            && letters.contains(&c)
        {
            found.push(format!("'{c}'"));
        }
    }
    found.extend(tokens.into_iter().filter(|token| counts.contains(token.as_str())));
    found
}

/// The roles' and the files' names of the shipped rule files, by the file that has them.
fn game_words() -> BTreeMap<String, String> {
    let mut words = BTreeMap::new();
    for entry in fs::read_dir(root().join("rules")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        for line in fs::read_to_string(&path).unwrap().lines() {
            if let Some(role) = line.trim().strip_prefix("[pieces.").and_then(|l| l.strip_suffix(']')) {
                words.insert(role.trim_matches('"').to_lowercase(), stem.clone());
            }
        }
        words.insert(stem.to_lowercase(), stem.clone());
    }
    words
}

/// The page's own engine answers in JSON, and does nothing else to the world.
#[test]
fn the_page_reads_and_prints_nothing() {
    for file in rust_files(&root().join("web/engine/src")) {
        let text = code(&fs::read_to_string(&file).unwrap());
        for forbidden in ["println!", "dbg!", "std::fs", "std::env", "unsafe {", ".unwrap()", "todo!("] {
            assert!(!text.contains(forbidden), "{} uses {forbidden}", file.display());
        }
    }
}

/// Code that was to be written later, and panics that a stranger's text could reach.
#[test]
fn nothing_is_left_open() {
    let mut wrong = Vec::new();
    for file in sources() {
        if file.ends_with("tests.rs") {
            continue;
        }
        let text = code(&fs::read_to_string(&file).unwrap());
        for forbidden in ["todo!(", "unimplemented!(", ".unwrap()"] {
            if text.contains(forbidden) {
                wrong.push(format!("{} has {forbidden}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unsafe_code_lives_in_one_module() {
    let files: Vec<_> = sources()
        .filter(|file| code(&fs::read_to_string(file).unwrap()).contains("allow(unsafe_code)"))
        .collect();
    assert!(files.len() <= 1, "{files:?}");
}

/// Files are read and compared as text, so a built file in the sources is a mistake. Only pictures and networks may be
/// binary, and none is large. Sources without git are not checked.
#[test]
fn sources_have_no_built_files() {
    let Ok(listed) =
        std::process::Command::new("git").arg("-C").arg(root()).args(["ls-files", "-z"]).output()
    else {
        return;
    };
    let listed = String::from_utf8(listed.stdout).unwrap();
    let wrong: Vec<&str> = listed
        .split_terminator('\0')
        .filter(|name| {
            let Ok(bytes) = fs::read(root().join(name)) else { return false };
            let may_be_binary = [".png", ".net"].iter().any(|ending| name.ends_with(ending));
            bytes.len() > 500_000 || (bytes.contains(&0) && !may_be_binary)
        })
        .collect();
    assert!(wrong.is_empty(), "built files or binaries among the sources: {}", wrong.join(", "));
}

/// Every code of a diagnostic has a fixture that shows it.
#[test]
fn every_code_has_a_fixture() {
    let folder = root().join("tests/diagnostics");
    let shown: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let missing: Vec<String> = carn::diagnostic::Code::all()
        .map(|code| code.id().to_string())
        .filter(|id| !shown.iter().any(|name| name.starts_with(id.as_str())))
        .collect();
    assert!(missing.is_empty(), "no fixture for {}", missing.join(" "));
}
