//! Records as other programs write them: what names their game, how they are encoded, what they hold besides moves.

use carn::library;

use super::cli::{Folder, carn};

/// The summary that `carn record check` ends with.
fn checked(text: &str) -> String {
    let folder = Folder::new("files");
    let run = carn(&["record", "check", &folder.file("game.pgn", text)]);
    run.out.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_tag_game_names_the_rules() {
    let text = "[Game \"Chinese Chess\"]\n[Red \"许银川\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 1-0\n";
    assert_eq!(checked(text), "1 game, 1 sound; 2 legal moves; 0 errors, 0 warnings");
    // What the usual tag says counts first.
    let text = "[Variant \"Standard\"]\n[Game \"Chinese Chess\"]\n\n1. e4 e5 *\n";
    assert_eq!(checked(text), "1 game, 1 sound; 2 legal moves; 0 errors, 0 warnings");
}

#[test]
fn names_that_other_programs_write_are_known() {
    for (name, shipped) in [
        ("", Some("chess")),
        ("Standard", Some("chess")),
        ("From Position", Some("chess")),
        ("normal", Some("chess")),
        ("fischerandom", Some("chess960")),
        ("Fischer Random", Some("chess960")),
        ("Chess 960", Some("chess960")),
        ("chess960", Some("chess960")),
        ("Chinese Chess", Some("xiangqi")),
        ("cchess", Some("xiangqi")),
        ("中国象棋", Some("xiangqi")),
        ("Mini-Xiangqi", Some("minixiangqi")),
        ("---", None),
        ("chess2", None),
    ] {
        assert_eq!(library::find(name), shipped, "{name}");
    }
    assert_eq!((library::numbered(3), library::numbered(7)), (Some("chess"), Some("xiangqi")));
    assert_eq!(library::numbered(4), None);
    let text = "[Variant \"fischerandom\"]\n[FEN \"bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w KQkq - 0 1\"]\n\n1. e4 *\n";
    assert_eq!(checked(text), "1 game, 1 sound; 1 legal move; 0 errors, 0 warnings");
}

#[test]
fn no_two_shipped_games_have_one_name() {
    let mut seen: Vec<(String, &str)> = vec![];
    for shipped in library::names() {
        let compiled = library::load(shipped).expect("it is shipped");
        let variant = compiled.variant.expect("it has no errors");
        let names = variant.notation.records.names.iter().map(String::as_str);
        let mut own: Vec<String> =
            names.chain([shipped, &*variant.name]).map(carn::variant::Records::plain).collect();
        own.sort();
        own.dedup();
        for name in own {
            assert!(!seen.iter().any(|(other, _)| *other == name), "{shipped}: {name} in {seen:?}");
            seen.push((name, shipped));
        }
    }
}

#[test]
fn what_is_wrong_with_the_table_of_records_is_said() {
    let says = |table: &str| {
        let text = format!("extends = \"chess\"\nname = \"Mine\"\n[records]\n{table}\n");
        let compiled =
            carn::compile::compile("mine.toml", &text, &library::Shipped, &carn::compile::Natives::default());
        compiled.diagnostics.iter().map(|one| format!("{} {}", one.code.id(), one.message)).collect::<Vec<_>>()
    };
    assert_eq!(says("names = [\"Mine\", \"My Own\"]\nsgf = 900"), [""; 0]);
    assert_eq!(says("names = [\"My Own\", \"my-own\"]").len(), 1);
    assert!(says("names = [\"!\"]")[0].starts_with("E0404"));
    assert!(says("names = 3")[0].starts_with("E0402"));
    assert!(says("sgf = 1")[0].starts_with("E0404"));
    assert!(says("name = \"x\"")[0].starts_with("E0205"));
}

#[test]
fn names_and_numbers_of_a_game_are_not_those_of_its_children() {
    let compiled = library::load("chess960").expect("it is shipped");
    assert_eq!(compiled.variant.expect("it has no errors").notation.records.sgf, None);
    // A name changes no rule.
    let hash = |table: &str| {
        let text = format!("extends = \"chess\"\nname = \"Mine\"\n{table}");
        carn::compile::compile("mine.toml", &text, &library::Shipped, &carn::compile::Natives::default()).rule_hash
    };
    assert_eq!(hash(""), hash("[records]\nsgf = 900\n"));
}

#[test]
fn games_without_a_number_are_read_back_from_sgf() {
    let folder = Folder::new("sgf");
    for (file, text) in [
        (
            "chess960.pgn",
            "[Variant \"Chess960\"]\n[FEN \"bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n\
             1. e4 e5 2. Ne3 Ne6 *\n",
        ),
        // In these coordinates, with ranks from 0, other moves would be meant.
        ("minixiangqi.pgn", "[Variant \"Minixiangqi\"]\n\n1. C2=4 C6=4 2. H3+4 *\n"),
        ("xiangqi.pgn", "[Variant \"Xiangqi\"]\n\n1. C2=5 H8+7 2. C5+1 R9+1 *\n"),
    ] {
        let pgn = folder.file(file, text);
        let there = carn(&["record", "convert", &pgn, "--to", "sgf"]).ok();
        let sgf = folder.file("there.sgf", &there);
        let moves = |file: &str| {
            let coordinates = ["record", "moves", file, "--notation", "coordinate"];
            carn(&coordinates).ok()
        };
        assert_eq!(moves(&sgf), moves(&pgn), "{there}");
        assert!(carn(&["record", "check", &sgf]).ok().contains("0 errors, 0 warnings"), "{there}");
    }
}
