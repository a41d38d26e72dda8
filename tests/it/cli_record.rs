//! `carn record` and `carn play` from their users' side.

use std::io::Write;
use std::process::{Command, Stdio};

use super::cli::{Folder, carn, root};

fn fixture(name: &str) -> String {
    root().join("tests/fixtures/record").join(name).display().to_string()
}

/// The output and exit code of a run.
struct Answer {
    out: String,
    messages: String,
    code: i32,
}

/// The command with these lines on its standard input.
fn told(arguments: &[&str], input: &str) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_carn"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be run");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input.as_bytes()).expect("the command reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Answer {
        out: text(output.stdout),
        messages: text(output.stderr),
        code: output.status.code().unwrap_or(-1),
    }
}

#[test]
fn the_seeds_tree_is_shown_in_its_own_cells() {
    let out = carn(&["record", "tree", &fixture("seed.sgf"), "--cells"]).ok();
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines.len(), 1 + 22);
    // #1 has its sibling in #20, #2 in #10, that in #16.
    assert_eq!(lines[1], ["#1", "level", "1", "car", "#2", "cdr", "#20", "B", "ca", "(2,0)"]);
    assert_eq!(lines[2][..7], ["#2", "level", "2", "car", "#3", "cdr", "#10"]);
    assert_eq!(lines[10][..7], ["#10", "level", "2", "car", "#11", "cdr", "#16"]);
    let board = carn(&["record", "show", &fixture("seed.sgf"), "--ply", "0"]).ok();
    assert_eq!(board.matches('X').count(), 3, "{board}");
    assert_eq!(board.matches('O').count(), 6, "{board}");
    // The end is shown unless a move is requested, and a pass is no point.
    let folder = Folder::new("end");
    let file = folder.file("go.sgf", "(;GM[1]SZ[9];B[aa];W[tt];B[ee])");
    let board = carn(&["record", "show", &file]).ok();
    assert_eq!(board.matches('X').count(), 2, "{board}");
    let cells = carn(&["record", "tree", &file, "--cells"]).ok();
    assert!(cells.contains("(4,4)") && !cells.contains("(19,19)"), "{cells}");
}

#[test]
fn a_tree_is_drawn_line_by_line() {
    let out = carn(&["record", "tree", &fixture("seed-branch.pgn")]).ok();
    let expected = "\
Game 1 (16 nodes, 4 lines)
1. c4 b5
├─ 2. a4 d5 3. f4
│  ├─ 3... g5
│  └─ 3... Kd7 4. Qb3 g5
└─ 2. g4 f5
   ├─ 3. h4 e5
   └─ 3. Nc3 Nf6 4. Nf3
";
    assert_eq!(out, expected);
    let json = carn(&["record", "tree", &fixture("seed-branch.pgn"), "--format", "json"]).json();
    assert_eq!(json["nodes"].as_array().map(Vec::len), Some(16));
}

#[test]
fn a_sound_record_checks_with_0_and_a_broken_one_with_1() {
    let out = carn(&["record", "check", &fixture("seed-line.pgn")]).ok();
    assert_eq!(out, "1 game, 1 sound; 24 legal moves; 0 errors, 0 warnings\n");
    carn(&["record", "check", &fixture("seed.sgf")]).ok();
    let folder = Folder::new("record");
    let file =
        folder.file("bad.pgn", "[Variant \"Xiangqi\"]\n\n1. 炮二平五 马8进7\n2. 马二进四 (2. 马二进三) *\n");
    let run = carn(&["record", "check", &file]).code(1);
    assert_eq!(
        run.out,
        format!(
            "{file}:4:4: error: 马二进四: the horse on h1 is blocked at g1 by Red's elephant (game 1, ply 3)\n\
             1 game, 0 sound; 3 legal moves, 1 word not read; 1 error, 0 warnings\n"
        )
    );
    let run = carn(&["record", "check", &file, "--format", "json"]).code(1);
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(json["problems"][0]["kind"], "IllegalMove");
    assert_eq!((json["problems"][0]["line"].as_u64(), json["moves"].as_u64()), (Some(4), Some(3)));
}

/// A game with an error in its text is not sound, whatever its moves.
#[test]
fn errors_of_the_text_count_and_none_is_silent() {
    let folder = Folder::new("record");
    let text =
        "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 (1. d4 d5 *\n\n[Event \"c\"]\n\n1. e4 { e5";
    let file = folder.file("open.pgn", text);
    for threads in ["1", "2"] {
        let run = carn(&["record", "check", &file, "--threads", threads]).code(1);
        let end = "3 games, 1 sound; 6 legal moves; 2 errors, 0 warnings\n";
        assert!(run.out.ends_with(end), "{}", run.out);
    }
    let kif = folder.file("lost.kif", "   1 ７六歩(77)\n変化：9手\n");
    let run = carn(&["record", "check", &kif]).code(1);
    assert!(run.out.ends_with("1 game, 0 sound; 1 legal move; 1 error, 0 warnings\n"), "{}", run.out);
    let many = folder.file("many.pgn", &format!("[Event \"a\"]\n\n1. e4 {}*\n", "(1. Zz) ".repeat(1500)));
    let run = carn(&["record", "check", &many]).code(1);
    assert!(run.out.contains("… and 500 problems more\n"), "{}", run.out);
}

#[test]
fn records_are_converted_between_notations_encodings_and_formats() {
    let folder = Folder::new("record");
    let chinese = "[Variant \"Xiangqi\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 *\n";
    let file = folder.path().join("game.pgn");
    let (bytes, whole) = carn::record::Encoding::Gb18030.encode(chinese);
    assert!(whole);
    std::fs::write(&file, bytes).expect("a temporary file can be written");
    let file = file.display().to_string();
    let iccs = carn(&["record", "convert", &file, "--encoding", "gb18030", "--notation", "iccs"]).ok();
    assert!(iccs.contains("1. h2e2 h9g7 2. h0g2 i9h9 *"), "{iccs}");
    assert!(iccs.contains("[Format \"iccs\"]"), "{iccs}");
    let sgf =
        carn(&["record", "convert", &file, "--encoding", "gb18030", "--to", "sgf"]).ok().replace('\n', "");
    assert!(sgf.contains(";W[h3e3];B[h10g8]") && sgf.contains("GM[7]"), "{sgf}");
    let sgf = folder.file("game.sgf", &sgf);
    let back = carn(&["record", "convert", &sgf, "--to", "pgn"]).ok();
    assert!(back.contains("1. 炮二平五 马8进7 2. 马二进三 车9平8 *"), "{back}");
    let list = carn(&["record", "moves", &sgf, "--notation", "wxf"]).ok();
    assert_eq!(list, "1. C2=5  H8+7\n2. H2+3  R9=8\n");
    carn(&["record", "convert", &fixture("seed.sgf"), "--to", "pgn"]).code(1);
}

#[test]
fn a_record_is_shown_with_its_board() {
    let out = carn(&["record", "show", &fixture("seed-line.pgn")]).ok();
    assert!(out.contains("rnbqkb1r/3ppp2/8/P1p2n1p/RN5P/8/2PPPP2/1NBQKB1R w Kkq c6 0 13"), "{out}");
    assert!(out.contains("12. Nb4   c5\n"), "{out}");
    let out = carn(&["record", "show", &fixture("seed-line.pgn"), "--ply", "0", "--format", "json"]).json();
    assert_eq!(out[0]["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    carn(&["record", "show", &fixture("seed-line.pgn"), "--ply", "25"]).code(2);
    carn(&["record", "show", &fixture("seed-line.pgn"), "--game", "2"]).code(2);
    carn(&["record", "show", "no-such-file.pgn"]).code(2);
    carn(&["record", "check", "x.pgn", "--encoding", "morse"]).code(2);
}

#[test]
fn records_come_from_standard_input() {
    let answer = told(&["record", "check", "-"], "1. e4 e5 2. Nf3 *\n");
    assert_eq!((answer.code, &*answer.messages), (0, ""));
    let answer = told(&["record", "moves", "-"], "(;GM[3];W[e2e4];B[e7e5])");
    assert_eq!((answer.code, &*answer.out), (0, "1. e4  e5\n"));
    assert_eq!(told(&["record", "check", "-"], "").code, 1);
}

#[test]
fn two_play_take_back_and_branch() {
    let answer = told(
        &["play", "chess"],
        "f3 e5\ng4\nQh4\nundo\nfen\nNc6\nundo\nbranch\nbranch 1\nmoves\nquit\nnever read\n",
    );
    assert_eq!((answer.code, &*answer.messages), (0, ""));
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(
        lines,
        [
            "White to move",
            "1... e5  White to move",
            "2. g4  Black to move",
            "2... Qh4#  checkmate, Black wins",
            "2. g4  Black to move",
            "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2",
            "2... Nc6  White to move",
            "2. g4  Black to move",
            "1: Qh4#",
            "2: Nc6",
            "2... Qh4#  checkmate, Black wins",
            "1. f3  e5",
            "2. g4  Qh4#",
        ]
    );
}

#[test]
fn a_refused_line_is_explained_and_play_goes_on() {
    let answer =
        told(&["play", "xiangqi"], "马二进四\n炮二平五\nundo 3\nundo\nnotation wxf\nC2=5\nnotation runes\n");
    assert_eq!(answer.code, 1);
    let messages: Vec<&str> = answer.messages.lines().collect();
    assert_eq!(
        messages,
        [
            "error: 马二进四: the horse on h1 is blocked at g1 by Red's elephant",
            "error: there is no move to take back",
            "error: the notations of this game are chinese, wxf, iccs, coordinate",
        ]
    );
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines, ["Red to move", "1. 炮二平五  Black to move", "Red to move", "1. C2=5  Black to move"]);
}

#[test]
fn a_game_is_saved_and_played_on() {
    let folder = Folder::new("play");
    let file = folder.path().join("game.pgn").display().to_string();
    let save = format!("save {file}\n");
    let answer = told(&["play", "chess"], &format!("e4 e5 Nf3\nundo 2\nc5\n{save}Nf3\n{save}"));
    assert_eq!(answer.code, 0, "{}", answer.messages);
    // Another session does not write over the file unless it is told to.
    let answer = told(&["play", "chess"], &format!("d4\n{save}"));
    assert_eq!(answer.code, 1, "{}", answer.messages);
    let answer = told(&["play", "chess", "--load", &file], "goto 1\nbranch\ngoto 2\nengine\nresign\n");
    assert_eq!(answer.code, 1, "the place is not the end of the main line: {}", answer.messages);
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(
        lines,
        [
            "2. Nf3  Black to move",
            "1. e4  Black to move",
            "1: e5",
            "2: c5",
            "1... e5  White to move",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5",
        ]
    );
    let checked = carn(&["record", "check", &file]).ok();
    assert!(checked.starts_with("1 game, 1 sound; 5 legal moves;"), "{checked}");
}

#[test]
fn a_loaded_game_is_one_of_the_same_rules() {
    let folder = Folder::new("play");
    let load = |text: &str| {
        let file = folder.file("game.pgn", text);
        told(&["play", "chess", "--load", &file], "")
    };
    let other = load("[Variant \"atomic\"]\n\n1. e4 *\n");
    assert_eq!((other.code, &*other.out), (2, ""));
    let named = "a game of \"atomic\", not of \"Chess\": `carn play atomic --load FILE` continues it";
    assert!(other.messages.contains(named), "{}", other.messages);
    let unknown = load("[Variant \"Klingon\"]\n\n1. e4 *\n");
    assert!(unknown.code == 2 && unknown.messages.contains("\"Klingon\""), "{}", unknown.messages);
    let same = load("[Variant \"Standard\"]\n\n1. e4 *\n");
    assert_eq!((same.code, &*same.messages), (0, ""));
    let several = load("1. e4 *\n\n1. d4 *\n");
    assert_eq!((several.code, &*several.out), (0, "1. e4  Black to move\n"));
    assert!(several.messages.starts_with("note: ") && several.messages.contains("several games"));
    let illegal = load("1. e4 Ke5 *\n");
    assert_eq!((illegal.code, &*illegal.out), (1, "1. e4  Black to move\n"));
    assert!(illegal.messages.contains("error: Ke5: "), "{}", illegal.messages);
    // A record without the tag gets it when it is saved.
    let (file, saved) = (folder.file("plain.pgn", "1. 炮二平五 *\n"), folder.path().join("saved.pgn"));
    told(&["play", "xiangqi", "--load", &file], &format!("save {}\n", saved.display()));
    let saved = std::fs::read_to_string(saved).unwrap();
    assert!(saved.contains("[Variant \"Xiangqi\"]"), "{saved}");
}

#[test]
fn the_numbers_of_moves_may_be_typed() {
    let answer = told(&["play", "chess"], "1. e4 e5 2.Nf3\n2...Nc6\n3. ... \n");
    assert_eq!((answer.code, &*answer.messages), (0, ""), "{}", answer.out);
    assert!(answer.out.ends_with("2... Nc6  White to move\n"), "{}", answer.out);
    let answer = told(&["play", "xiangqi"], "１．炮二平五　马８进７\n");
    assert!(answer.out.ends_with("1... 马8进7  Red to move\n"), "{}{}", answer.out, answer.messages);
    // The third soldier of the second file moves aside.
    let fen = "4k4/9/1P7/1P7/1P7/9/9/9/9/3K5 w - - 0 1";
    let answer = told(&["play", "xiangqi", "--fen", fen, "--notation", "wxf"], "38.7\n");
    assert!(answer.out.ends_with("1. 38=7  Black to move\n"), "{}{}", answer.out, answer.messages);
    let moves = carn(&["moves", "chess", "--moves", "1. e4 e5 2. Nf3"]).ok();
    assert_eq!(moves, carn(&["moves", "chess", "--moves", "e4", "e5", "Nf3"]).ok());
}

/// The advice of a refused resignation leads to one that is accepted.
#[test]
fn a_resignation_before_other_moves_says_what_helps() {
    let answer = told(&["play", "chess"], "e4 e5\nundo\nresign\nredo\ndelete\nresign\n");
    assert!(answer.messages.contains("`redo` returns to them, and then `delete`"), "{}", answer.messages);
    assert!(!answer.messages.contains("promote"), "{}", answer.messages);
    assert!(answer.out.ends_with("1. e4  Black resigns, White wins\n"), "{}", answer.out);
    let answer = told(&["play", "chess"], "e4 e5\nundo\nc5\nresign\npromote\nresign\n");
    assert!(answer.messages.contains("`promote` makes this line the main line"), "{}", answer.messages);
    assert!(answer.out.ends_with("1... c5  White resigns, Black wins\n"), "{}", answer.out);
}

#[test]
fn one_thing_is_counted_in_the_singular() {
    let folder = Folder::new("singular");
    let file = folder.file("one.pgn", "[Variant \"chess\"]\n\n1. e4 (1. d4) *\n");
    assert!(carn(&["record", "tree", &file]).ok().starts_with("Game 1 (2 nodes, 2 lines)\n"));
    let shown = carn(&["record", "show", &file]).ok();
    assert!(shown.ends_with("\n1 variation; `carn record tree` shows it\n"), "{shown}");
    let lone = folder.file("lone.pgn", "[Variant \"chess\"]\n\n1. e4 *\n");
    assert!(carn(&["record", "tree", &lone]).ok().starts_with("Game 1 (1 node, 1 line)\n"));
    let checked = carn(&["record", "check", &lone]).ok();
    assert_eq!(checked, "1 game, 1 sound; 1 legal move; 0 errors, 0 warnings\n");
    let deleted = told(&["play", "chess"], "e4\ndelete\nquit\n");
    assert!(deleted.out.contains("1 move deleted\n"), "{}", deleted.out);
}

#[test]
fn an_sgf_file_converted_says_what_encoding_it_is_in() {
    let folder = Folder::new("charset");
    let (bytes, whole) = carn::record::Encoding::Gb18030.encode("(;FF[4]GM[1]CA[GB18030]SZ[9]C[围棋];B[aa])");
    assert!(whole);
    let file = folder.file("go.sgf", "");
    std::fs::write(&file, bytes).expect("the folder can be written to");
    let out = carn(&["record", "convert", &file]).ok();
    assert!(out.contains("CA[UTF-8]") && out.contains("C[围棋]"), "{out}");
    assert_eq!(told(&["record", "convert", "-"], &out).out, out);
}

/// A game's rules are compiled once, whatever the number of games that name them: a debug build compiles some ten
/// games a second.
#[test]
fn a_file_of_many_games_compiles_its_rules_once() {
    let folder = Folder::new("record");
    let games = "[Variant \"xiangqi\"]\n\n1. 炮二平五 *\n\n1. e4 *\n\n".repeat(200);
    let file = folder.file("many.pgn", &games);
    let begun = std::time::Instant::now();
    for command in ["show", "moves", "convert", "check"] {
        carn(&["record", command, &file]).ok();
    }
    let taken = begun.elapsed();
    assert!(taken.as_secs() < 30, "{taken:?}");
}

#[test]
fn a_tree_is_a_line_of_json_for_each_game() {
    let folder = Folder::new("record");
    let file = folder.file("two.pgn", "1. e4 (1. d4 d5) e5 *\n\n1. c4 *\n");
    let out = carn(&["record", "tree", &file, "--format", "json"]).ok();
    let lines: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let nodes = |line: &serde_json::Value| line["nodes"].as_array().map(Vec::len);
    assert_eq!(lines.iter().map(nodes).collect::<Vec<_>>(), [Some(4), Some(1)]);
    assert_eq!((lines[1]["game"].as_u64(), lines[1]["file"].as_str()), (Some(2), Some(&*file)));
}

#[test]
fn several_files_and_folders_are_read_in_one_call() {
    let folder = Folder::new("record");
    std::fs::create_dir_all(folder.path().join("games/old")).expect("a folder can be made");
    let one = folder.file("one.pgn", "1. e4 e5 *\n");
    folder.file("games/b.PGN", "1. d4 *\n\n1. e5 *\n");
    folder.file("games/old/a.sgf", "(;GM[3];W[e2e4])");
    folder.file("games/note.txt", "no record");
    let games = folder.path().join("games").display().to_string();
    let run = carn(&["record", "check", &one, &games]).code(1);
    let last = run.out.lines().last().unwrap_or_default();
    assert_eq!(last, "4 games, 3 sound; 4 legal moves, 1 word not read; 1 error, 0 warnings");
    assert!(run.out.starts_with(&format!("{games}/b.PGN:3:4: error: e5")), "{}", run.out);
    let list = carn(&["record", "moves", &games, &one, "--format", "json"]).code(1).out;
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    let files: Vec<&str> =
        list.as_array().into_iter().flatten().filter_map(|game| game["file"].as_str()).collect();
    let (b, a) = (format!("{games}/b.PGN"), format!("{games}/old/a.sgf"));
    assert_eq!(files, [&b, &b, &a, &one]);
    for command in ["show", "tree", "convert", "moves"] {
        assert!(
            carn(&["record", command, &one, &games]).code(if command == "tree" { 0 } else { 1 }).out.len()
                > 40
        );
    }
    // A file that is missing does not keep the others from being read; a folder must have records.
    let run = carn(&["record", "check", "missing.pgn", &one]).code(2);
    assert!(run.out.contains("1 game, 1 sound") && run.messages.contains("missing.pgn"), "{}", run.out);
    std::fs::create_dir_all(folder.path().join("empty")).expect("a folder can be made");
    carn(&["record", "check", &folder.path().join("empty").display().to_string()]).code(2);
    // The JSON lists both.
    let empty = folder.path().join("empty").display().to_string();
    let run = carn(&["record", "check", "missing.pgn", &one, &empty, "--format", "json"]).code(2);
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let files: Vec<&str> =
        json["unreadable"].as_array().into_iter().flatten().filter_map(|one| one["file"].as_str()).collect();
    assert_eq!((files, json["games"].as_u64()), (vec!["missing.pgn", &*empty], Some(1)));
    assert!(json["unreadable"][1]["error"].as_str().is_some_and(|error| error.contains("no game files")));
    let json = carn(&["record", "check", &one, "--format", "json"]).json();
    assert_eq!(json["unreadable"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_notation_that_the_game_has_not_is_refused() {
    let folder = Folder::new("notation");
    let file = folder.file("game.pgn", "1. e4 e5 *\n");
    for command in ["show", "moves", "convert", "annotate"] {
        for name in ["kif", "csa"] {
            let run = carn(&["record", command, &file, "--notation", name]).code(2);
            let message = format!("error: the moves of Chess cannot be written in {name}\n");
            assert_eq!((&*run.out, &*run.messages), ("", &*message), "{command}");
        }
    }
}

/// A text of some megabytes, with games of all sorts and with mistakes.
fn database() -> String {
    let sound = "[Event \"A\"]\n[White \"Somebody\"]\n\n1. e4 {a; [%clk 1]} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 1-0\n\n";
    let wrong = "[Event \"B\"]\n\n1. e4 e5 2. Ke3 (2. Ke2) Nf6 *\n\n";
    let other = "[Event \"C\"]\n[Variant \"xiangqi\"]\n\n1. 炮二平五 马8进7 (1... 炮8平5\n1-0\n\n";
    let long = format!("[Event \"D\"]\n\n{}*\n\n", "1. Nf3 Nf6 2. Ng1 Ng8\n".repeat(2_000));
    let mut text = String::new();
    for n in 0..240 {
        text += &sound.repeat(40 + n % 7);
        text += match n % 5 {
            0 => wrong,
            1 => other,
            2 => &long,
            3 => "[Event \"E\"]\n\n{a comment without an end 1-0\n\n",
            _ => "; 1-0\n",
        };
    }
    text
}

/// Several threads write the same as one, in the same order.
#[test]
fn threads_change_nothing_but_the_time() {
    let folder = Folder::new("record");
    let mut text = database();
    // A comment longer than a part, which quotes a game near its end, and one that does so near its start.
    let (words, quoted) = ("as I said\n".repeat(120_000), "1-0\n[Event \"q\"]\n[White \"A\"]\n\n1. e4 *\n");
    for said in [format!("{words}{quoted}"), format!("{quoted}{words}")] {
        text += &format!("[Event \"L\"]\n\n1. e4 {{{said}{quoted}}} e5 *\n\n");
    }
    assert!(text.len() > 3_000_000, "{}", text.len());
    let file = folder.file("database.pgn", &text);
    for command in [&["check"][..], &["convert", "--notation", "coordinate"]] {
        let run = |threads: &str| {
            let mut arguments = vec!["record"];
            arguments.extend(command);
            arguments.extend([&*file, "--threads", threads]);
            carn(&arguments).code(1)
        };
        let (one, three) = (run("1"), run("3"));
        assert!(one.out == three.out && one.messages == three.messages, "{command:?}");
    }
}

/// One game of any length is checked in the memory of a short one, and kept whole only up to a bound.
#[test]
#[cfg(target_os = "linux")]
fn a_long_game_stays_in_bounded_memory() {
    let folder = Folder::new("record");
    let file =
        folder.file("long.pgn", &format!("[Event \"E\"]\n\n{}*\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(120_000)));
    let limited = |command: &str, kilobytes: u32| {
        let line = format!("ulimit -v {kilobytes}; exec \"$0\" record {command} \"$1\"");
        let mut shell = Command::new("sh");
        shell.args(["-c", &line, env!("CARGO_BIN_EXE_carn"), &file]).output().expect("the shell runs")
    };
    // Kept whole, the positions of such a game took more than 200 MB.
    let output = limited("check", 120_000);
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.starts_with("1 game, 1 sound; 480000 legal moves"), "{out} {output:?}");
    let output = limited("convert --notation coordinate", 400_000);
    assert!(output.status.success() && output.stdout.len() > 480_000 * 5, "{:?}", output.stderr);
    // The rows of the table together, and a second tree, took more than 400 MB.
    for command in ["tree --cells", "convert --to sgf"] {
        let output = limited(command, 400_000);
        assert!(output.status.success() && output.stdout.len() > 480_000 * 5, "{:?}", output.stderr);
    }
}

/// A tree is drawn without its rules, and the help says what that means for the exit code.
#[test]
fn a_tree_is_drawn_with_its_illegal_moves() {
    let folder = Folder::new("record");
    let file = folder.file("wrong.pgn", "1. e4 e5 2. Ke3 *\n");
    assert!(carn(&["record", "tree", &file]).ok().contains("2. Ke3"));
    let help = carn(&["record", "--help"]).ok();
    assert!(help.contains("Exit code 1: a record has errors. tree does not check the moves."), "{help}");
    assert!(carn(&["record", "tree", "--help"]).ok().contains("The moves are not checked"));
}

#[test]
fn every_notation_is_listed() {
    for command in ["show", "convert", "moves"] {
        let help = carn(&["record", command, "--help"]).ok().split_whitespace().collect::<Vec<_>>().join(" ");
        let names = carn::notation::script_names().collect::<Vec<_>>().join(", ");
        assert!(help.contains(&format!("{names} [default: the variant's own]")), "{help}");
    }
}
