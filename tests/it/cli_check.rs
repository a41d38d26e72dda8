//! `carn check` of a whole folder, and the fixes that it applies.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::cli::{Folder, carn_in, root};

const BAD: &str = "extends = 'chess'\nname = 'Bad'\n[pieces.knight]\npattern = '*# 2 *＃ 1 @Emty'   # kept\nmvoe = '*# 1'\n";

#[test]
fn without_a_file_every_rule_file_of_the_folder_is_checked() {
    let folder = Folder::new("check-all");
    folder.file("good.toml", "extends = 'chess'\nname = 'Good'\n");
    fs::create_dir_all(folder.path().join("deep/er")).unwrap();
    fs::create_dir_all(folder.path().join("target")).unwrap();
    fs::create_dir_all(folder.path().join(".hidden")).unwrap();
    folder.file("deep/er/bad.toml", BAD);
    folder.file("deep/broken.toml", "name = [\n[board]\n");
    folder.file("Cargo.toml", "[package]\nname = 'x'\n");
    folder.file("target/other.toml", BAD);
    folder.file(".hidden/other.toml", BAD);
    folder.file("notes.txt", BAD);
    let run = carn_in(folder.path(), &["check"]).code(1);
    let files: Vec<&str> =
        run.out.lines().filter_map(|line| line.split_once(".toml: ")).map(|(name, _)| name).collect();
    assert_eq!(files, ["deep/broken", "deep/er/bad", "good"], "{}", run.out);
    #[cfg(unix)]
    {
        // A link that leads round in a circle is not followed.
        std::os::unix::fs::symlink(folder.path(), folder.path().join("deep/round")).unwrap();
        assert_eq!(carn_in(folder.path(), &["check"]).code(1).out, run.out);
    }
    // A named folder is searched the same way.
    assert_eq!(carn_in(folder.path(), &["check", "."]).code(1).out, run.out);
    let deep = carn_in(folder.path(), &["check", "deep", "good.toml"]).code(1).out;
    assert!(deep.contains("deep/er/bad.toml: ") && deep.contains("good.toml: ok"), "{deep}");
    let empty = Folder::new("check-none");
    let run = carn_in(empty.path(), &["check"]).code(2);
    assert!(run.messages.contains("there is no rule file in the folder `.`"), "{}", run.messages);
    let shipped = carn_in(&root().join("rules"), &["check", "--format", "json"]).json();
    assert!(
        shipped["files"].as_array().is_some_and(|files| files.len() > 80),
        "the shipped files look like rule files"
    );
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_in_a_folder_is_named() {
    use std::os::unix::{ffi::OsStrExt, fs::symlink};
    let folder = Folder::new("check-unread");
    folder.file("good.toml", "extends = 'chess'\nname = 'Good'\n");
    folder.file("other.txt", "extends = 'chess'\nname = 'Good'\n");
    fs::write(folder.path().join("gbk.toml"), b"name = '\xcf\xf3\xc6\xe5'\nextends = 'xiangqi'\n").unwrap();
    let named = folder.path().join(std::ffi::OsStr::from_bytes(b"\xcf\xf3.toml"));
    fs::write(named, "extends = 'chess'\nname = 'Good'\n").unwrap();
    symlink("nowhere", folder.path().join("gone.toml")).unwrap();
    symlink("nowhere", folder.path().join(".#good.toml")).unwrap();
    symlink("other.txt", folder.path().join("linked.toml")).unwrap();
    let run = carn_in(folder.path(), &["check"]).code(2);
    assert_eq!(run.out.lines().count(), 3, "{}", run.out);
    for name in ["good", "linked", "\u{fffd}\u{fffd}"] {
        assert!(run.out.contains(&format!("{name}.toml: ok")), "{name}: {}", run.out);
    }
    for reason in ["`gbk.toml`: it is not UTF-8", "`gone.toml`: No such file"] {
        assert!(run.messages.contains(reason), "{reason}: {}", run.messages);
    }
    assert_eq!(run.messages.lines().count(), 2, "{}", run.messages);
    let run = carn_in(folder.path(), &["check", "--format", "json"]).code(2);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let unread = json["files"].as_array().unwrap().iter().filter(|file| file["error"].is_string());
    assert_eq!(unread.count(), 2, "{json}");
}

#[test]
fn fixes_are_shown_first_and_written_only_with_a_yes() {
    let folder = Folder::new("check-fix");
    let file = folder.file("bad.toml", BAD);
    let run = carn_in(folder.path(), &["check", "--fix", "bad.toml"]).code(1);
    assert!(run.out.contains("-mvoe = '*# 1'\n") && run.out.contains("+move = '*# 1'\n"), "{}", run.out);
    assert!(run.messages.contains("not written; add --yes to write these fixes"), "{}", run.messages);
    assert_eq!(fs::read_to_string(&file).unwrap(), BAD);
    let json = carn_in(folder.path(), &["check", "--fix", "bad.toml", "--format", "json"]).code(1);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let fixed = &json["files"][0]["fixed"];
    assert_eq!(
        (&fixed["written"], fixed["fixes"].as_array().map(Vec::len)),
        (&false.into(), Some(3)),
        "{fixed}"
    );
    let run = carn_in(folder.path(), &["check", "--fix", "--yes", "bad.toml"]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("pattern = '*# 2 *# 1 @Empty'   # kept\nmove = '*# 1'\n"), "{text}");
    assert!(run.messages.contains("3 fixes written"), "{}", run.messages);
    run.ok();
    let run = carn_in(folder.path(), &["check", "--fix", "--yes", "bad.toml"]);
    assert!(!run.messages.contains("written"), "there is nothing left to write: {}", run.messages);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn fixes_of_what_is_extended_and_of_what_has_no_file_are_not_written() {
    let folder = Folder::new("check-fix-parent");
    let parent = folder.file("parent.toml", BAD);
    folder.file("child.toml", "extends = 'parent.toml'\nname = 'Child'\n");
    carn_in(folder.path(), &["check", "--fix", "--yes", "child.toml"]).code(1);
    assert_eq!(fs::read_to_string(&parent).unwrap(), BAD);
    carn_in(folder.path(), &["check", "--fix", "--yes", "-"]).code(2);
    carn_in(folder.path(), &["check", "--fix", "--yes", "chess"]).code(2);
    carn_in(folder.path(), &["check", "--yes", "child.toml"]).code(2);
    carn_in(folder.path(), &["check", "--fix", "no-such.toml"]).code(2);
}

/// Every fix that a finding of the fixtures carries is one that helps: applied, the finding is gone and nothing is worse.
#[test]
fn the_fixes_of_all_fixtures_help() {
    let folder = Folder::new("check-fixtures");
    let count = |json: &Value, fixable: bool| -> usize {
        let all = json["files"][0]["diagnostics"].as_array().expect("a list");
        let own = |one: &&Value| {
            !fixable || one["fix"]["file"].as_str().is_some_and(|file| file.ends_with("input.toml"))
        };
        all.iter().filter(own).count()
    };
    // These fixes are a choice of two for one place: the other is left over, and would not help.
    let left_over = ["E0128-unexpected-token+or"];
    let mut fixed = 0;
    for entry in fs::read_dir(root().join("tests/diagnostics")).unwrap().flatten() {
        let Ok(text) = fs::read_to_string(entry.path().join("input.toml")) else { continue };
        let name = entry.file_name().to_string_lossy().into_owned();
        // Fixtures that ask for very much say nothing of fixes.
        if text.len() > 20_000 {
            continue;
        }
        for beside in fs::read_dir(entry.path()).unwrap().flatten() {
            fs::copy(beside.path(), folder.path().join(beside.file_name())).unwrap();
        }
        let look = || {
            let run = carn_in(folder.path(), &["check", "input.toml", "--format", "json"]);
            serde_json::from_str::<Value>(&run.out).unwrap()
        };
        let before = look();
        if count(&before, true) == 0 {
            continue;
        }
        carn_in(folder.path(), &["check", "--fix", "--yes", "input.toml"]);
        let after = look();
        fixed += 1;
        assert!(count(&after, true) == 0 || left_over.contains(&name.as_str()), "{name}: {after}");
        let unread = before["files"][0]["diagnostics"][0]["code"] == "E0401";
        let errors = |json: &Value| {
            let all = json["files"][0]["diagnostics"].as_array().expect("a list");
            all.iter().filter(|one| one["severity"] == "error").count()
        };
        let less = errors(&after) < errors(&before)
            || errors(&after) == errors(&before) && count(&after, false) < count(&before, false);
        assert!(less || unread, "{name}: {after}");
    }
    assert!(fixed >= 20, "fixes are tried: {fixed}");
}

/// Reads the output of a running command line by line, and ends it with the test.
struct Running(std::process::Child, std::sync::mpsc::Receiver<String>);

impl Running {
    fn new(arguments: &[&str], folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carn"));
        command.args(arguments).current_dir(folder).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let (sender, lines) = std::sync::mpsc::channel();
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        std::thread::spawn(move || out.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        Self(child, lines)
    }

    /// Reads on to a line that begins so.
    fn until(&self, start: &str) -> String {
        let patience = Duration::from_secs(30);
        loop {
            let line = self.1.recv_timeout(patience).unwrap_or_else(|_| panic!("no line begins {start:?}"));
            if line.starts_with(start) {
                return line;
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_watched_file_is_checked_again() {
    let folder = Folder::new("watch");
    let good = "extends = 'base.toml'\nname = 'Good'\n";
    folder.file("base.toml", "extends = 'chess'\nname = 'Base'\n");
    folder.file("mine.toml", good);
    let running = Running::new(&["check", "--watch", "mine.toml"], folder.path());
    assert_eq!(running.until("mine.toml"), "mine.toml: ok, 6 roles on 64 squares");
    folder.file("mine.toml", &format!("{good}[pieces.rook]\npattern = '@Emty'\n"));
    assert!(running.until("mine.toml").contains("error"));
    folder.file("mine.toml", good);
    assert!(running.until("mine.toml").contains("ok"));
    // The extended file counts, too.
    folder.file("base.toml", "extends = 'chess'\nname = 'Base'\n[pieces]\nqueen = 3\n");
    assert!(running.until("mine.toml").contains("error"));
    // A file that is gone is no end.
    std::fs::remove_file(folder.path().join("mine.toml")).expect("it is there");
    folder.file("base.toml", "extends = 'chess'\nname = 'Base'\n");
    folder.file("mine.toml", good);
    assert!(running.until("mine.toml: ok").contains("64 squares"));

    let all = Running::new(&["check", "--watch"], folder.path());
    all.until("mine.toml: ok");
    folder.file("more.toml", good);
    all.until("more.toml: ok");
    std::fs::create_dir(folder.path().join("deep")).expect("a folder");
    let named = Running::new(&["check", "--watch", "mine.toml", "."], folder.path());
    named.until("more.toml: ok");
    folder.file("deep/new.toml", "extends = 'chess'\nname = 'New'\n");
    named.until("deep/new.toml: ok");
    let out = carn_in(folder.path(), &["check", "--watch", "chess"]);
    assert!(out.code == 2 && out.messages.contains("nothing to watch"), "{}", out.messages);
}

#[test]
fn a_game_is_told_how_it_runs() {
    let folder = Folder::new("check-how");
    let slow = "extends = 'chess'\nname = 'Slow'\n[moves]\nguard = '@Not(@Checks)'\npass = '@Can(@Takes)'\n[pieces.knight]\npattern = \
                '*# 2 *# 1 => @Take(To ** ~1)'\n";
    folder.file("slow.toml", slow);
    let text = carn_in(folder.path(), &["check", "--how", "chess", "slow.toml"]).ok();
    assert!(text.starts_with("chess: ok, 6 roles on 64 squares\n  tables: "), "{text}");
    // Forms shared by both players are printed once, and only with --how.
    assert_eq!(text.matches("\n  knight: lookup; sets 64\n").count(), 1, "{text}");
    assert!(text.contains("knight: scripted moves, ") && text.contains("condition on every move"), "{text}");
    assert_eq!(carn_in(folder.path(), &["check", "chess"]).ok().lines().count(), 1);

    let json = carn_in(folder.path(), &["check", "--how", "chess", "slow.toml", "--format", "json"]).json();
    let runs = &json["files"][0]["runs"];
    assert!(
        runs["without_tables"].is_null() && runs["bytes"].as_u64().is_some_and(|n| n > 100_000),
        "{runs}"
    );
    let parts = runs["parts"].as_array().expect("parts");
    let knight = parts.iter().find(|part| part["role"] == "knight" && part["form"] == "lookup");
    let knight = knight.expect("knights are looked up");
    assert_eq!((&knight["player"], &knight["numbers"]["sets"]), (&Value::from("White"), &Value::from(64)));
    // A king that castles comes to an empty square.
    let castling = parts.iter().find(|part| part["role"] == "king" && part["numbers"]["rights"] == 2);
    let castling = &castling.expect("kings castle")["numbers"];
    assert!(castling["movements"].as_u64().is_some_and(|n| n > 0), "{castling}");
    assert_eq!(castling["quiet targets"], castling["movements"]);

    folder
        .file("none.toml", "extends = 'chess'\nname = 'None'\n[hooks]\naftermove = '@Checks => @Mark(To)'\n");
    let none = carn_in(folder.path(), &["check", "--how", "none.toml"]).out;
    let json = carn_in(folder.path(), &["check", "--how", "none.toml", "--format", "json"]).json();
    let runs = &json["files"][0]["runs"];
    match runs["without_tables"].as_str() {
        Some(reason) => {
            assert!(none.contains(&format!("literal evaluator, square by square: {reason}")), "{none}")
        }
        None => panic!("{none}"),
    }
    assert_eq!((&runs["bytes"], runs["parts"].as_array().map(Vec::len)), (&Value::from(0), Some(0)));
}

#[test]
fn names_of_tables_get_their_quotes() {
    let folder = Folder::new("check-names");
    let text = "extends = 'chess'\nname = 'Names'\n[setup]\nfen = '3mk3/8/8/8/8/8/8/3MK3 w'\n[pieces.馬]\nletter = M\npattern = '*# 1'\n\
                [ pieces . 馬 . hooks ]\naftermove = '@Checks => @Mark(To)'\n[pieces.war machine]\nletter = 'A'\npattern = '*# 2'\n[zones]\n\
                café = 'Rank 1'\nwar zone = 'Rank 2'\n";
    let file = folder.file("names.toml", text);
    carn_in(folder.path(), &["check", "--fix", "--yes", "names.toml"]);
    let wanted = text
        .replace("[pieces.馬]", "[pieces.\"馬\"]")
        .replace("= M\n", "= \"M\"\n")
        .replace(". 馬 .", ". \"馬\" .")
        .replace("war machine", "\"war machine\"")
        .replace("café", "\"café\"")
        .replace("war zone", "\"war zone\"");
    assert_eq!(fs::read_to_string(&file).unwrap(), wanted);
}

/// A heading with an unknown section hides the errors under it; the next such heading has the same error.
#[test]
fn headings_are_mended_whatever_else_is_wrong() {
    let folder = Folder::new("check-headings");
    let text = "extends = 'chess'\nname = 'Headings'\n[pieces.rook]\npattern = '*# * @Quibble'\n[peices.knight]\nletter = 'NN'\n\
                pattern = '*# 2 @Foozle'\n[peices.queen]\npattern = '*# 3'\n";
    let file = folder.file("headings.toml", text);
    let run = carn_in(folder.path(), &["check", "--fix", "--yes", "headings.toml"]).code(1);
    assert!(run.messages.contains("2 fixes written"), "{}", run.messages);
    assert_eq!(fs::read_to_string(&file).unwrap(), text.replace("peices", "pieces"));
}

#[test]
fn fixes_that_are_left_say_why() {
    let folder = Folder::new("check-left");
    folder.file("parent.toml", BAD);
    let text = "extends = 'parent.toml'\nname = 'Left'\n";
    folder.file("left.toml", text);
    let said = carn_in(folder.path(), &["check", "--fix", "left.toml"]).code(1).out;
    assert!(
        said.contains("parent.toml:4: not applied: write the plain `#`; this file extends that one"),
        "{said}"
    );
    folder
        .file("left.toml", "extends = 'chess'\nname = 'Left'\n[pieces.a~b]\nletter = N\npattern = *# \"1\n");
    let said = carn_in(folder.path(), &["check", "--fix", "left.toml", "--format", "json"]).code(1).out;
    let json: Value = serde_json::from_str(&said).unwrap();
    let left = &json["files"][0]["fixed"]["left"];
    assert_eq!(
        left.as_array().map(Vec::len),
        json["files"][0]["diagnostics"].as_array().map(Vec::len),
        "{said}"
    );
}

/// Names and values of TOML get their quotes, in braces and lists too; the sign in `*#` begins no comment.
#[test]
fn what_has_no_quotes_gets_them() {
    let folder = Folder::new("check-quotes");
    let text = "extends = 'chess'\nname = My Game   # mine\n[zones]\nCamp = Rank 1~2\n[pieces]\n\
                rook = { pattern = *# * }\nknight = { names = { zh = '马', 馬 = '馬' } }\n\
                queen = { pattern = [*# 2 *# 1, *# 1 @Not(@Any(To *# 1, @Ally))] }\n[pieces.pawn]\nmove = Rank +1\n\
                [moves]\nmust = @Takes # no\n[pieces.bishop]\npattern = \"*# $n *# $n\n";
    let file = folder.file("quotes.toml", text);
    carn_in(folder.path(), &["check", "--fix", "--yes", "quotes.toml"]);
    let mut wanted = text.to_owned();
    for part in [
        "My Game",
        "Rank 1~2",
        "*# *",
        "馬",
        "*# 2 *# 1",
        "*# 1 @Not(@Any(To *# 1, @Ally))",
        "Rank +1",
        "@Takes",
    ] {
        wanted = wanted.replacen(part, &format!("\"{part}\""), 1);
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{}\"\n", wanted.trim_end()));
}

/// A fix that leaves another error in its line of an unreadable file is not kept.
#[test]
fn a_fix_that_breaks_its_line_is_not_kept() {
    let folder = Folder::new("check-breaks");
    let text = "extends = 'chess'\nname = 'Breaks'\n[pieces.a~b]\nletter = 'A'\npattern = '*# 1'\n";
    let file = folder.file("breaks.toml", text);
    carn_in(folder.path(), &["check", "--fix", "--yes", "breaks.toml"]).code(1);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn a_neutral_piece_with_a_condition_is_named_as_the_reason() {
    let folder = Folder::new("check-neutral");
    let text =
        "extends = 'duck'\nname = 'Neutral'\n[pieces.duck]\nmove = '**# 1~2 @Any(To *# 1, @Occupied)'\n";
    folder.file("neutral.toml", text);
    let said = carn_in(folder.path(), &["check", "--how", "neutral.toml"]).ok();
    assert!(said.contains("square by square: a neutral piece with conditions or effects"), "{said}");
}
