//! `carn compare` finds untracked state, and missing choices, endings and rules, and names them.

use serde_json::Value;

use super::cli::{Folder, carn};

/// A file that changes one thing in a shipped game, and the key that must be named as the cause.
struct Broken {
    name: &'static str,
    text: &'static str,
    /// The key of the change.
    key: &'static str,
    /// The expected kind of difference: `extra`, `missing`, or the value of `what` in `other`.
    about: &'static str,
    /// Where to start, if random games from the start position come there too seldom.
    fen: Option<&'static str>,
}

const BROKEN: &[Broken] = &[
    Broken {
        name: "a double step leaves no mark",
        text: "extends = 'chess'\nname = 'A'\n[pieces.pawn]\n\
               move = ['Rank +1', 'Rank +2 @On(Rank 2)', 'Rank +1 File 1 @Marked => @TakeMarker']",
        key: "pieces.pawn.move",
        about: "missing",
        fen: None,
    },
    Broken {
        name: "the queen's square counts for castling",
        text: "extends = 'chess'\nname = 'B'\n[rights]\nK = { letter = 'K', squares = 'File d e h, Rank 1' }",
        key: "rights.K.squares",
        about: "position",
        fen: None,
    },
    Broken {
        name: "the rook's square does not count for castling",
        text: "extends = 'chess'\nname = 'C'\n[rights]\nK = { letter = 'K', squares = 'File e, Rank 1' }",
        key: "rights.K.squares",
        about: "position",
        fen: None,
    },
    Broken {
        name: "no knight to choose",
        text: "extends = 'chess'\nname = 'D'\n[pieces.pawn]\n\
               promotion = { to = ['queen', 'rook', 'bishop'], when = '@To(Rank 8)' }",
        key: "pieces.pawn.promotion.to",
        about: "missing",
        fen: None,
    },
    Broken {
        name: "a pawn may stay a pawn",
        text: "extends = 'chess'\nname = 'E'\n[pieces.pawn]\npromotion = \
               { to = ['queen', 'rook', 'bishop', 'knight'], when = '@To(Rank 8)', forced = false }",
        key: "pieces.pawn.promotion.forced",
        about: "extra",
        fen: None,
    },
    Broken {
        name: "the generals may face each other",
        text: "extends = 'xiangqi'\nname = 'F'\n[pieces.general]\ncapture = false",
        key: "pieces.general.capture",
        about: "extra",
        fen: None,
    },
    Broken {
        name: "a pawn's move is no progress",
        text: "extends = 'chess'\nname = 'G'\n[ending]\nquiet = { plies = 100, result = 'draw', reset = [] }",
        key: "ending.quiet.reset",
        about: "position",
        fen: None,
    },
    Broken {
        name: "twice is a repetition",
        text: "extends = 'chess'\nname = 'H'\n[ending]\nrepetition = { times = 2, result = 'draw' }",
        key: "ending.repetition.times",
        about: "ending",
        fen: None,
    },
    Broken {
        name: "a lone bishop is no draw",
        text: "extends = 'chess'\nname = 'I'\n[ending]\ninsufficient = ['K v K', 'KN v K']",
        key: "ending.insufficient",
        about: "ending",
        fen: Some("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"),
    },
];

/// The JSON output of `compare` for a rule file.
fn difference(folder: &Folder, text: &str, more: &[&str]) -> Value {
    let file = folder.file("broken.toml", text);
    let mut arguments = vec!["compare", &file, "--games", "200", "--seed", "1", "--format", "json"];
    arguments.extend(more);
    // These files are no longer the game that they extend.
    if !more.contains(&"--reference") {
        arguments.extend(["--reference", "builtin"]);
    }
    let run = carn(&arguments).code(1);
    let mut json: Value = serde_json::from_str(&run.out).expect("JSON");
    json["difference"].take()
}

#[test]
fn changed_keys_are_named() {
    let folder = Folder::new("state");
    let mut failures = Vec::new();
    for broken in BROKEN {
        let start: Vec<&str> = broken.fen.into_iter().flat_map(|fen| ["--fen", fen]).collect();
        let difference = difference(&folder, broken.text, &start);
        let changed = difference["changed"].as_array().cloned().unwrap_or_default();
        let keys: Vec<&str> = changed.iter().filter_map(|one| one["key"].as_str()).collect();
        let file = changed.first().and_then(|one| one["lines"][0]["file"].as_str()).unwrap_or_default();
        let other = difference["other"].as_array().into_iter().flatten();
        let about = difference[broken.about].as_array().is_some_and(|moves| !moves.is_empty())
            || other.filter_map(|told| told["what"].as_str()).any(|what| what == broken.about);
        let pieces = |fen: &Value| {
            let placement = fen.as_str().unwrap_or_default().split(' ').next().unwrap_or_default();
            placement.chars().filter(|c| c.is_alphabetic()).count()
        };
        let history = difference["history"].as_array().map_or(99, Vec::len);
        let small = pieces(&difference["fen"]) <= 6 && history <= 8;
        if keys != [broken.key] || changed[0]["cause"] != true || !file.ends_with("broken.toml") {
            failures.push(format!("{}: names {keys:?}\n{difference:#}", broken.name));
        } else if !about || !small {
            failures.push(format!("{}: about {about}, small {small}\n{difference:#}", broken.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn where_only_the_choice_differs_only_the_promotion_is_named() {
    let folder = Folder::new("choice");
    let forced = BROKEN.iter().find(|broken| broken.key == "pieces.pawn.promotion.forced").expect("a case");
    let found = difference(&folder, forced.text, &[]);
    only_promotion_is_named(&found);
    // On ten ranks the last is the tenth, and the file promotes on the eighth.
    let places = ["fairy-stockfish", "/usr/games/fairy-stockfish"];
    let installed = places.into_iter().find(|command| {
        let run = std::process::Command::new(command).arg("quit").output();
        run.is_ok_and(|output| output.status.success())
    });
    let Some(engine) = installed else { return };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let rules = "maxRank = 10\npromotionRank = 10\npromotionRegionWhite = *10\npromotionRegionBlack = *1\n\
                 doubleStepRegionWhite = *2\ndoubleStepRegionBlack = *9\n";
    let known = folder.file("tall.ini", &format!("[tall:chess]\n{rules}startFen = {start}\n"));
    let text =
        format!("extends = 'chess'\nname = 'Tall'\n[board]\nranges.Rank = '1~10'\n[setup]\nfen = '{start}'");
    let (engine, known) = (format!("uci:{engine}"), format!("VariantPath={known}"));
    let fen = "4k3/8/8/8/P7/8/8/8/8/4K3 w - - 0 1";
    let near = "4k3/8/8/P7/8/8/8/8/8/4K3 w - - 0 1";
    for fen in [fen, near] {
        let engine = ["--reference", &engine, "--uci-variant", "tall", "--uci-option", &known, "--fen", fen];
        only_promotion_is_named(&difference(&folder, &text, &engine));
    }
}

/// Asserts that for each move of only one side, the promotion is the only line named.
fn only_promotion_is_named(difference: &Value) {
    let moves =
        ["extra", "missing"].map(|heading| difference[heading].as_array().cloned().unwrap_or_default());
    let moves = moves.concat();
    assert!(!moves.is_empty(), "{difference:#}");
    for one in moves {
        let lines: Vec<&str> =
            one["lines"].as_array().into_iter().flatten().filter_map(|line| line["text"].as_str()).collect();
        assert!(matches!(lines[..], [line] if line.starts_with("promotion")), "{one:#}");
    }
}

#[test]
fn state_that_is_lost_is_shown_with_the_moves_that_made_it() {
    let folder = Folder::new("history");
    let file = folder.file("marks.toml", BROKEN[0].text);
    let run = carn(&["compare", &file, "--games", "50", "--reference", "builtin"]).code(1);
    let before = run.out.find("cause: `pieces.pawn.move`").expect("the change is named");
    assert!(before < run.out.find("missing: ").expect("the move is named"), "{}", run.out);
    assert!(run.out.contains("and then:  "), "{}", run.out);
    assert!(
        run.out.contains("chess has this") && run.out.contains("this was the previous move"),
        "{}",
        run.out
    );
}

/// Without `extends` there is nothing to compare with, but the key that is concerned still has a line, or is missed.
#[test]
fn rules_that_are_no_movements_have_lines_too() {
    let folder = Folder::new("standalone");
    let chess = carn::library::text("chess").expect("it is shipped");
    let cases = [
        ("\"queen\", \"rook\", \"bishop\", \"knight\"", "\"queen\", \"rook\", \"bishop\"", "promotion ="),
        ("squares = \"File e h, Rank 1\"", "squares = \"File e, Rank 1\"", "squares ="),
        ("times = 3", "times = 2", "repetition "),
        (", reset = [\"pawn\"]", "", "quiet "),
    ];
    for (from, to, line) in cases {
        assert!(chess.contains(from), "{from}");
        let difference = difference(&folder, &chess.replacen(from, to, 1), &["--reference", "builtin:chess"]);
        assert!(difference["changed"].as_array().is_some_and(Vec::is_empty), "{difference:#}");
        let told = ["extra", "missing", "other"].into_iter().flat_map(|key| difference[key].as_array());
        let lines = told.flatten().flat_map(|told| told["lines"].as_array()).flatten();
        let texts: Vec<&str> = lines.filter_map(|line| line["text"].as_str()).collect();
        assert!(texts.iter().any(|text| text.starts_with(line)), "{line}: {texts:?}\n{difference:#}");
    }
    // A rule that is not there is named by the key that it would have.
    let without = chess.replacen("insufficient =", "# insufficient =", 1);
    let bishop = ["--reference", "builtin:chess", "--fen", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1"];
    let difference = difference(&folder, &without, &bishop);
    let note = difference["other"][0]["note"].as_str().unwrap_or_default();
    assert_eq!(note, "`[ending]` does not mention `insufficient`", "{difference:#}");
}

#[test]
fn a_start_that_the_reference_refuses_is_a_finding() {
    let folder = Folder::new("start");
    let text = "extends = 'chess'\nname = 'J'\n[board]\nranges = { Rank = '1~10' }\n\
                [setup]\nfen = 'rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'\n\
                [rights]\nK = false\nQ = false\n[pieces.king]\nmove = false";
    let difference = difference(&folder, text, &[]);
    assert_eq!(difference["other"][0]["what"], "start", "{difference:#}");
    assert!(difference["other"][0]["lines"][0]["text"].as_str().unwrap_or_default().starts_with("fen ="));
    // A position from --fen is not a finding.
    let run = carn(&["compare", "chess", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--depth", "2"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.messages);
}

#[test]
fn letters_that_differ_are_mapped() {
    let folder = Folder::new("letters");
    let text = "extends = 'chess'\nname = 'Springer'\n[pieces.knight]\nletter = 'S'\n\
                [setup]\nfen = 'rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR w KQkq - 0 1'\n\
                [ending]\ninsufficient = ['K v K', 'KS v K', 'KB* v KB*']";
    let file = folder.file("springer.toml", text);
    let arguments = ["compare", &file, "--depth", "3", "--games", "5"];
    carn(&[&arguments[..], &["--reference", "builtin"]].concat()).code(1);
    let out = carn(&[&arguments[..], &["--letters", "S=N"]].concat()).ok();
    assert!(out.contains("3\t8902\tagrees"), "{out}");
    let run = carn(&[&arguments[..], &["--letters", "SN"]].concat()).code(2);
    assert!(run.messages.contains("two letters"), "{}", run.messages);
}
