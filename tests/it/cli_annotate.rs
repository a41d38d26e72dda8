//! `carn record annotate`: evaluations, marks and better lines in records of several games.

use super::cli::{Folder, carn, carn_in};

/// Black walks into mate with the second move, and White had said so.
const BLUNDER: &str = "[White \"A\"]\n[Variant \"chess\"]\n\n\
    1. e4 {a comment} e5 2. Qh5 Ke7 $3 {ready} (2... Nf6 3. Qxe5+) 3. Qxe5# 1-0\n";

fn annotated(text: &str, more: &[&str]) -> String {
    let folder = Folder::new("annotate");
    let file = folder.file("game.pgn", text);
    let call: Vec<&str> = ["record", "annotate", &file].iter().chain(more).copied().collect();
    carn(&call).ok()
}

/// The text without the ends of its lines.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_blunder_is_marked_and_the_better_line_shown() {
    let plain = BLUNDER.replace(" $3", "").replace(" (2... Nf6 3. Qxe5+)", "");
    let whole = annotated(&plain, &["--depth", "3"]);
    let text = joined(&whole);
    assert!(text.contains("2... Ke7 $4 {[%eval #1]} {ready} (2... "), "{text}");
    assert!(text.contains("[White \"A\"]") && text.contains("{a comment}"), "{text}");
    // The move that mates has no evaluation, every other move of the line has one, and the better line has its own.
    assert!(text.ends_with(") 3. Qxe5# 1-0"), "{text}");
    assert_eq!(text.matches("[%eval ").count(), 5, "{text}");
    // Once more: nothing comes twice, and what was shown stands.
    assert_eq!(annotated(&whole, &["--depth", "3"]), whole);
}

#[test]
fn marks_and_lines_of_others_are_kept() {
    let text = joined(&annotated(BLUNDER, &["--depth", "3"]));
    assert!(text.contains("2... Ke7 $3 {[%eval #1]} {ready} (2... Nf6 3. Qxe5+)"), "{text}");
}

#[test]
fn evaluations_are_for_the_first_player() {
    // Black to move takes a queen for nothing; White has done nothing yet.
    let text =
        "[Variant \"chess\"]\n[FEN \"3qk3/8/8/8/3Q4/8/8/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n\n1... Qxd4 *\n";
    let out = annotated(text, &["--nodes", "500"]);
    assert!(out.contains("1... Qxd4 {[%eval -"), "{out}");
}

#[test]
fn records_of_any_game_are_annotated() {
    let several = format!("{BLUNDER}\n[Variant \"xiangqi\"]\n\n1. 炮二平五 马8进7 2. 炮五进四 *\n");
    let text = annotated(&several, &["--nodes", "300"]);
    assert!(text.contains("[Variant \"xiangqi\"]") && text.contains("炮五进四 $"), "{text}");
    let coordinates = annotated(&several, &["--nodes", "300", "--notation", "coordinate"]);
    assert!(coordinates.contains("1. h3e3 ") && coordinates.contains("{[%eval "), "{coordinates}");
    let folder = Folder::new("annotate-kif");
    let kif = folder.file("game.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n");
    let text = carn(&["record", "annotate", &kif, "--nodes", "200"]).ok();
    assert!(text.contains("1. ▲7六歩 ") && text.matches("[%eval ").count() >= 2, "{text}");
    // Of four players each move has the score of who made it; a turn of several moves is one number.
    let four =
        annotated("[Variant \"Teams\"]\n\n1. h2-h3 .. b9-c9 .. g13-g12 .. m8-l8 *\n", &["--nodes", "100"]);
    assert!(four.matches("[%eval ").count() >= 4, "{four}");
    let turns = annotated("[Variant \"marseillais\"]\n\n1. e4 e5,Nc6 *\n", &["--nodes", "200"]);
    assert!(turns.matches("[%eval ").count() >= 3, "{turns}");
}

#[test]
fn a_file_is_written_whole_also_over_itself() {
    let folder = Folder::new("annotate-file");
    let file = folder.file("game.pgn", &format!("{BLUNDER}\n{BLUNDER}"));
    let run = carn_in(folder.path(), &["record", "annotate", &file, "--depth", "1", "-o", "new.pgn"]);
    assert_eq!(run.ok(), "");
    let new = std::fs::read_to_string(folder.path().join("new.pgn")).unwrap();
    assert_eq!(new.matches("[White \"A\"]").count(), 2, "{new}");
    carn_in(folder.path(), &["record", "annotate", &file, "--depth", "1", "-o", &file]).ok();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), new);
    // Only the game asked for, and what cannot be played stays as it is.
    let text =
        annotated(&format!("{BLUNDER}\n[Variant \"chess\"]\n\n1. e4 *\n"), &["--game", "2", "--depth", "1"]);
    assert!(!text.contains("Qh5") && text.contains("1. e4 {[%eval "), "{text}");
    let wrong = folder.file("wrong.pgn", "[Variant \"chess\"]\n\n1. e4 e5 2. Qh6 Nf6 *\n");
    let run = carn(&["record", "annotate", &wrong, "--depth", "1"]).code(1);
    assert_eq!(run.out.matches("[%eval ").count(), 2, "{}", run.out);
    assert!(run.out.contains("2. Qh6 Nf6 *"), "{}", run.out);
    for wrong in [vec!["--time", "-1"], vec!["--time", "1", "--depth", "2"], vec!["--nodes", "0"]] {
        let call: Vec<&str> = ["record", "annotate", &file].into_iter().chain(wrong).collect();
        carn(&call).code(2);
    }
}

/// The file of all games is not replaced by one of them.
#[test]
fn other_games_are_not_lost() {
    let folder = Folder::new("one-of-two");
    let two = "[Event \"A\"]\n\n1. e4 e5 *\n\n[Event \"B\"]\n\n1. d4 d5 *\n";
    let file = folder.file("two.pgn", two);
    let run = carn(&["record", "annotate", &file, "--game", "1", "--depth", "1", "-o", &file]).code(2);
    assert!(run.messages.contains("would lose its other games"), "{}", run.messages);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), two);
}
