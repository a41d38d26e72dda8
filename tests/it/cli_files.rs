//! The command under faulty conditions: full disks, pipes in place of files, not enough memory.

use std::path::Path;
use std::process::{Command, Output};

use super::cli::{Folder, carn, carn_in};

/// A shell line with `carn` in it, run in a folder.
fn shell(folder: &Path, line: &str) -> Output {
    let line = line.replace("carn ", concat!(env!("CARGO_BIN_EXE_carn"), " "));
    Command::new("sh").args(["-c", &line]).current_dir(folder).output().expect("there is a shell")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A disk on which no file can have a byte.
const FULL: &str = "trap '' XFSZ; ulimit -f 0;";

#[test]
fn on_a_full_disk_the_old_file_stays_and_no_empty_one_comes() {
    let folder = Folder::new("full");
    let ini = "[mine:chess]\nstalemateValue = loss\n";
    folder.file("mine.ini", ini);
    for (write, forced, file) in [
        ("carn show chess --svg it.svg", "--force", "it.svg"),
        ("carn new it --from chess", "--force", "it.toml"),
        ("carn import mine.ini -o .", "--force", "mine.toml"),
        ("carn man --folder .", "--force", "carn.1"),
        ("printf 'e4\\nsave it.pgn\\n' | carn play chess", "", "it.pgn"),
        ("printf 'e4\\nsave! it.pgn\\n' | carn play chess", "", "it.pgn"),
    ] {
        let path = folder.path().join(file);
        let _ = std::fs::remove_file(&path);
        let output = shell(folder.path(), &format!("{FULL} {write}"));
        assert!(
            !output.status.success() && said(&output).contains("cannot write"),
            "{write}: {}",
            said(&output)
        );
        assert!(!path.exists(), "{write}: {} bytes are left", std::fs::metadata(&path).unwrap().len());
        if forced.is_empty() && !write.contains("save!") {
            continue;
        }
        let write = format!("{write} {forced}");
        std::fs::write(&path, "what was there").unwrap();
        let output = shell(folder.path(), &format!("{FULL} {write}"));
        assert!(
            !output.status.success() && said(&output).contains("cannot write"),
            "{write}: {}",
            said(&output)
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "what was there", "{write}");
        let output = shell(folder.path(), &write);
        assert!(output.status.success(), "{write}: {}", said(&output));
        assert!(std::fs::metadata(&path).unwrap().len() > 20, "{write}");
    }
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().flatten().map(|one| one.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".new")), "{left:?}");
}

#[test]
fn output_that_is_lost_is_told() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = Folder::new("lost");
    for line in ["carn --help", "carn help perft", "carn --version", "carn list", "carn show chess"] {
        let output = shell(folder.path(), &format!("{line} > /dev/full"));
        assert_eq!(output.status.code(), Some(2), "{line}: {}", said(&output));
        assert!(said(&output).contains("cannot write the output"), "{line}: {}", said(&output));
        // A reader that closes the pipe early causes no error.
        assert!(shell(folder.path(), &format!("{line} | true")).status.success(), "{line}");
    }
    // The code of a difference would tell that one was shown.
    let output = shell(folder.path(), "carn diff chess almost --depth 1 > /dev/full");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("cannot write the output"), "{}", said(&output));
}

#[test]
fn a_pipe_that_calls_itself_a_rule_file_is_not_read() {
    let folder = Folder::new("pipe");
    assert!(Command::new("mkfifo").arg(folder.path().join("it.toml")).status().unwrap().success());
    folder.file("child.toml", "extends = \"it.toml\"\nname = \"Child\"\n");
    folder.file("good.toml", "extends = \"chess\"\nname = \"Good\"\n");
    for call in
        [&["check", "it.toml"][..], &["fmt", "it.toml"], &["new", "it", "--from", "it.toml", "--force"]]
    {
        let run = carn_in(folder.path(), call).code(2);
        assert!(run.messages.contains("it is a pipe or a device"), "{call:?}: {}", run.messages);
    }
    let run = carn_in(folder.path(), &["check"]).code(2);
    assert!(run.messages.contains("`it.toml`: it is a pipe"), "{}", run.messages);
    assert!(run.out.contains("good.toml: ok") && run.out.contains("it is a pipe"), "{}", run.out);
    for (call, input) in
        [("match chess random random --openings it.toml", ""), ("play chess", "load it.toml")]
    {
        let output = shell(folder.path(), &format!("echo {input} | carn {call}"));
        assert!(said(&output).contains("it is a pipe or a device"), "{call}: {}", said(&output));
    }
    // Process substitution of a shell is accepted.
    let text = "printf 'extends = \"chess\"\\nname = \"Good\"\\n'";
    let output = shell(folder.path(), &format!("{text} | carn perft /dev/stdin 1"));
    assert_eq!(said(&output), "1\t20\n");
}

#[test]
fn moves_may_begin_with_a_dash() {
    let shown = carn(&["show", "shogi", "--moves", "+7776FU", "-3334FU", "--last"]).ok();
    assert!(shown.contains("<p>") && shown.contains("Sente to move"), "{shown}");
    carn(&["why", "shogi", "-3334FU", "--moves", "+7776FU"]).ok();
    carn(&["perft", "shogi", "--moves", "+7776FU", "-3334FU", "--threads", "1", "--", "1"]).ok();
    let wrong = carn(&["show", "shogi", "--moves", "+7776FU", "-x"]).code(2);
    assert!(wrong.messages.contains("unexpected argument '-x'"), "{}", wrong.messages);
}

#[test]
fn more_memory_than_there_is_is_not_taken() {
    let folder = Folder::new("memory");
    let output = shell(folder.path(), "ulimit -v 4000000; carn perft chess 3 --hash 16384");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("not enough memory for --hash 16384"), "{}", said(&output));
    assert_eq!(carn(&["perft", "chess", "2", "--hash", "16"]).ok(), "1\t20\n2\t400\n");
    // The engine goes on with the table that it has.
    for (commands, refusal, move_of) in [
        (
            "uci\nsetoption name Hash value 16384\nposition startpos\ngo depth 1\n",
            "info string error: not enough memory",
            "bestmove ",
        ),
        ("xboard\nprotover 2\nnew\nmemory 16384\nsd 1\ngo\n", "Error (not enough memory", "move "),
    ] {
        folder.file("commands.txt", commands);
        let output = shell(folder.path(), "ulimit -v 4000000; carn engine < commands.txt");
        for wanted in [refusal, move_of] {
            assert!(said(&output).lines().any(|line| line.starts_with(wanted)), "{}", said(&output));
        }
        assert!(output.status.success(), "{}", said(&output));
    }
}

/// The name of a file is bytes, and is shown as well as it can be.
#[cfg(target_os = "linux")]
#[test]
fn names_of_files_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("bytes");
    let path = |name: &[u8]| folder.path().join(std::ffi::OsStr::from_bytes(name));
    for (name, text) in [(b"\xFF.pgn", "1. e4 e5 *\n"), (b"\xFE.pgn", "1. d4 *\n")] {
        std::fs::write(path(name), text).unwrap();
    }
    std::fs::write(path(b"\xFF.toml"), "extends = \"base.toml\"\nname   = \"Mine\"\n").unwrap();
    folder.file("base.toml", "extends = \"chess\"\nname    = \"Base\"\n");
    for (call, name, part) in [
        (&["record", "check"][..], &b"\xFF.pgn"[..], "1 game, 1 sound; 2 legal moves"),
        (&["record", "check"], b".", "2 games, 2 sound; 3 legal moves"),
        (&["play", "chess", "--load"], b"\xFF.pgn", "1... e5  White to move"),
        (&["moves"], b"\xFF.toml", "e4"),
        (&["check"], b"\xFF.toml", "\u{FFFD}.toml: "),
        (&["check"], b".", "\u{FFFD}.toml: "),
        (&["fmt"], b"\xFF.toml", "\u{FFFD}.toml: formatted"),
        (&["record", "check", "base.toml"], b"\xFD.pgn", "cannot read `\u{FFFD}.pgn`"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carn"));
        command.args(call).arg(std::ffi::OsStr::from_bytes(name)).current_dir(folder.path());
        let output = command.stdin(std::process::Stdio::null()).output().expect("the command can be run");
        assert!(said(&output).contains(part), "{call:?}: {}", said(&output));
    }
}
