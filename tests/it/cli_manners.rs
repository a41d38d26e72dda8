//! The command's manners: width of help texts, pages, completions, quoting, colours, and a pattern tried in a
//! game.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::cli::{Folder, carn, carn_in};

#[test]
fn help_fits_eighty_columns() {
    let mut calls: Vec<Vec<&str>> = vec![vec![]];
    for subcommand in super::cli::SUBCOMMANDS {
        calls.push(vec![subcommand]);
    }
    for inner in ["show", "tree", "check", "convert", "moves"] {
        calls.push(vec!["record", inner]);
    }
    for call in calls {
        for flag in ["-h", "--help"] {
            let help = carn(&[&call[..], &[flag]].concat()).ok();
            let wide: Vec<&str> = help.lines().filter(|line| line.width() > 80).collect();
            assert!(wide.is_empty(), "carn {call:?} {flag}: {wide:#?}");
        }
    }
}

#[test]
fn manual_pages_are_made_of_the_help() {
    let page = carn(&["man"]).ok();
    assert!(page.contains(".TH carn 1") && page.contains("carn\\-check(1)"), "{page}");
    let page = carn(&["man", "record", "convert"]).ok();
    assert!(page.contains(".TH carn-record-convert 1") || page.contains("carn\\-record\\-convert"), "{page}");
    assert!(carn(&["man", "nothing"]).code(2).messages.contains("no subcommand `nothing`"));
    let folder = Folder::new("man");
    carn_in(folder.path(), &["man", "--folder", "pages"]).ok();
    for name in ["carn.1", "carn-compare.1", "carn-record-show.1", "carn-man.1"] {
        assert!(folder.path().join("pages").join(name).is_file(), "{name}");
    }
    carn_in(folder.path(), &["man", "--folder", "pages"]).code(2);
    carn_in(folder.path(), &["man", "--folder", "pages", "--force"]).ok();
}

/// The completions of the last of these words.
fn completed(folder: &Folder, words: &[&str]) -> Vec<String> {
    let last = (words.len() - 1).to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_carn"))
        .env("COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", last)
        .env("_CLAP_COMPLETE_COMP_TYPE", "9")
        .env("_CLAP_COMPLETE_SPACE", "true")
        .env("_CLAP_IFS", "\n")
        .arg("--")
        .args(words)
        .current_dir(folder.path())
        .output()
        .expect("the command can be run");
    String::from_utf8_lossy(&output.stdout).lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn variants_and_rule_files_complete() {
    let folder = Folder::new("complete");
    folder.file("xmine.toml", "");
    folder.file("xnotes.txt", "");
    for words in [&["carn", "moves", "x"][..], &["carn", "new", "a", "--from", "x"], &["carn", "check", "x"]]
    {
        let offered = completed(&folder, words);
        assert!(offered.contains(&"xiangqi".to_owned()), "{words:?}: {offered:?}");
        assert!(offered.contains(&"xmine.toml".to_owned()), "{words:?}: {offered:?}");
        assert!(!offered.iter().any(|word| word.contains("notes")), "{words:?}: {offered:?}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(carn(&["completions", shell]).ok().contains("COMPLETE"), "{shell}");
    }
}

#[test]
fn a_picture_can_go_to_standard_output() {
    let folder = Folder::new("svg");
    let run = carn_in(folder.path(), &["show", "chess", "--svg", "-"]).code(0);
    assert!(run.out.starts_with("<svg") || run.out.starts_with("<?xml"), "{}", run.out);
    assert!(run.out.trim_end().ends_with("</svg>") && run.messages.is_empty(), "{}", run.messages);
    assert!(!folder.path().join("-").exists());
    let json = carn(&["show", "chess", "--from", "g1", "--format", "json"]).json();
    assert_eq!(json["pieces"].as_array().map(Vec::len), Some(32));
    assert_eq!(json["targets"], serde_json::json!(["f3", "h3"]), "{json}");
    assert_eq!((&json["from"][0], &json["turn"]), (&Value::from("g1"), &Value::from("White")));
}

#[test]
fn readable_files_are_checked_despite_missing_ones() {
    let run = carn(&["check", "chess", "no-such.toml", "xiangqi", "nor-this.toml"]).code(2);
    assert!(run.out.contains("chess: ok") && run.out.contains("xiangqi: ok"), "{}", run.out);
    assert!(
        run.messages.contains("no-such.toml") && run.messages.contains("nor-this.toml"),
        "{}",
        run.messages
    );
    let run = carn(&["check", "chess", "no-such.toml", "--format", "json"]).code(2);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&json["ok"], &json["files"][0]["ok"]), (&Value::from(false), &Value::from(true)));
    assert!(json["files"][1]["error"].as_str().is_some_and(|text| text.contains("no-such.toml")), "{json}");
}

#[test]
fn names_are_quoted_where_a_shell_needs_it() {
    let folder = Folder::new("quoted");
    let run = carn_in(folder.path(), &["new", "my game"]).code(0);
    assert!(run.messages.contains("next: carn check 'my game.toml'"), "{}", run.messages);
    let text = std::fs::read_to_string(folder.path().join("my game.toml")).expect("it was written");
    assert!(text.contains("carn check 'my game.toml'") && text.contains("name = \"my game\""), "{text}");
    carn_in(folder.path(), &["check", "my game.toml"]).ok();
    let run = carn_in(folder.path(), &["new", "plain"]).code(0);
    assert!(run.messages.contains("next: carn check plain.toml"), "{}", run.messages);
    let run = carn_in(folder.path(), &["new", "it's", "--from", "chess"]).code(0);
    assert!(run.messages.contains("carn check 'it'\\''s.toml'"), "{}", run.messages);
    carn_in(folder.path(), &["new", "two\nlines"]).code(2);
    let run = carn_in(folder.path(), &["new", "--", "-y"]).code(0);
    assert!(run.messages.contains("next: carn check ./-y.toml"), "{}", run.messages);
    carn_in(folder.path(), &["check", "./-y.toml"]).ok();
}

#[test]
fn sides_are_told_apart_by_colour_and_without() {
    // Without the pictures of the chariots there are their names, and both sides write 车.
    let folder = Folder::new("sides");
    folder.file("alike.toml", "extends = 'xiangqi'\nname = 'Alike'\n[pieces.chariot]\npicture = false");
    let show = ["show", "alike.toml", "--glyphs", "chinese", "--color"];
    let red = carn_in(folder.path(), &[&show[..], &["always"]].concat()).ok();
    assert!(red.contains("\u{1b}[1;31m车\u{1b}[0m"), "{red:?}");
    assert!(red.contains("\u{1b}[1;34m车\u{1b}[0m"), "{red:?}");
    let plain = carn_in(folder.path(), &[&show[..], &["never"]].concat()).ok();
    assert!(plain.contains("车'") && plain.contains("' follows the pieces of Black"), "{plain}");
    let bare = plain.lines().find(|line| line.starts_with(" 1 ")).expect("Red's back rank");
    assert!(bare.contains('车') && !bare.contains('\''), "{bare}");
    // The two sides' characters differ by themselves,
    let plain = carn(&["show", "xiangqi", "--glyphs", "chinese", "--color", "never"]).ok();
    assert!(plain.contains('俥') && plain.contains('車') && !plain.contains('\''), "{plain}");
    // and so do letters.
    let letters = carn(&["show", "xiangqi"]).ok();
    assert!(!letters.contains('\''), "{letters}");
}

#[test]
fn a_pattern_is_tried_in_a_game() {
    let arguments = ["check", "--pattern", "*# * @JumpOver(1)", "--variant", "xiangqi", "--from", "h3"];
    let out = carn(&arguments).ok();
    assert!(out.contains("From h3 it could move to 2 squares and capture on 1 square"), "{out}");
    let json = carn(&[&arguments[..], &["--format", "json"]].concat()).json();
    // Behind the first piece on its file stand h9, empty, and the other side's horse; behind that on its rank is a3.
    assert_eq!(json["captures"], serde_json::json!(["h10"]), "{json}");
    assert_eq!(json["squares"], serde_json::json!(["a3", "h9"]), "{json}");
    assert_eq!(json["diagnostics"], serde_json::json!([]), "{json}");
    // The zones of the game are known, and a position can be given.
    let pattern = ["check", "--pattern", "*# 1 @To(Palace)", "--variant", "xiangqi"];
    let fen = ["--fen", "3k5/9/9/9/9/9/9/4R4/9/4K4 w", "--from", "e3", "--format", "json"];
    let json = carn(&[&pattern[..], &fen[..]].concat()).json();
    assert_eq!(json["squares"], serde_json::json!(["e2", "d3", "f3"]), "{json}");
    // The error points into the pattern.
    let run = carn(&["check", "--pattern", "*# 1 @To(Nowhere)", "--variant", "xiangqi"]).code(1);
    assert!(run.out.contains("Nowhere"), "{}", run.out);
    assert!(carn(&["check", "--pattern", "*# 1", "--fen", "8/8 w"]).code == 2);
    assert!(carn(&["check", "--pattern", "*# 1", "--variant", "xiangqi", "--from", "z1"]).code == 2);
    let folder = Folder::new("pattern");
    folder.file("mine.toml", "extends = 'chess'\nname = 'Mine'\n[zones]\nCentre = 'File d~e, Rank 4~5'");
    let arguments = ["check", "--pattern", "**# $n @To(Centre)", "--variant", "mine.toml", "--from", "d1"];
    let json = carn_in(folder.path(), &[&arguments[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["squares"], serde_json::json!([]), "{json}");
}

#[test]
fn titles_are_what_the_compiled_files_say() {
    for name in carn::library::names() {
        let title = carn::library::summary(name).expect("it is shipped");
        let compiled = carn::library::load(name).expect("it is shipped");
        assert_eq!(Some(title.name), compiled.variant.map(|variant| variant.name), "{name}");
        assert_eq!(title.description, compiled.description, "{name}");
        let chinese = [&title.description, &title.family].map(|text| text.written_in("zh"));
        assert!(chinese.iter().all(|text| text.is_some_and(|text| !text.is_ascii())), "{name}: {chinese:?}");
    }
    let list = carn(&["list", "--lang", "zh", "--family", "象棋类"]).ok();
    assert!(list.starts_with("象棋类\n  xiangqi "), "{list}");
    let (english, chinese) =
        (carn(&["explain", "chess"]).ok(), carn(&["explain", "chess", "--lang", "zh"]).ok());
    assert_ne!(english.lines().nth(1), chinese.lines().nth(1));
}

#[test]
fn codes_are_listed_for_programs() {
    let json = carn(&["explain-code", "--format", "json"]).json();
    assert!(json["codes"].as_array().is_some_and(|codes| codes.len() > 20));
    let json = carn(&["explain-code", "E0102", "--format", "json"]).json();
    assert_eq!(json["code"], "E0102");
    assert!(json["text"].as_str().is_some_and(|text| !text.is_empty()));
}

/// The output after typing at a terminal, if the program `script` can make one.
fn typed(text: &str) -> Option<String> {
    let folder = Folder::new("typed");
    let command = format!("'{}' play chess", env!("CARGO_BIN_EXE_carn"));
    let mut child = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    for line in text.split_inclusive('\r') {
        // A terminal that is not read yet would echo what comes, and be read all the same; a pause keeps them in order.
        std::thread::sleep(std::time::Duration::from_millis(400));
        stdin.write_all(line.as_bytes()).ok()?;
        stdin.flush().ok()?;
    }
    std::thread::sleep(std::time::Duration::from_millis(400));
    drop(stdin);
    let output = child.wait_with_output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_has_editing_and_asks_before_a_game_is_lost() {
    // Up recalls the line before; Tab completes `Nf` as far as it goes; `quit` asks once.
    let Some(out) = typed("e2e4\re7e5\rundo 2\r\u{1b}[A\u{1b}[A\u{1b}[A\rquit\rquit\r") else { return };
    assert!(out.contains("1. e4"), "{out}");
    assert_eq!(out.matches("1. e4  ").count(), 2, "{out}");
    assert!(out.contains("the game is not saved"), "{out}");
    // A game that is saved, or has no move, is left at once.
    let out = typed("e2e4\rsave a.pgn\rquit\r").expect("it worked above");
    assert!(out.contains("wrote a.pgn") && !out.contains("not saved"), "{out}");
    let out = typed("quit\r").expect("it worked above");
    assert!(!out.contains("not saved"), "{out}");
    // Another game does not replace it unasked.
    let out = typed("save a.pgn\re2e4\rload a.pgn\rload a.pgn\rquit\r").expect("it worked above");
    assert_eq!(out.matches("not saved: `save FILE` saves it, `load` again discards it").count(), 1, "{out}");
    assert_eq!(out.matches("not saved").count(), 1, "{out}");
    let out = typed("Nf\t\rfen\rquit!\r").expect("it worked above");
    assert!(out.contains("5N2"), "{out}");
}
