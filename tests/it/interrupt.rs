//! Ctrl-C at a terminal: long work stops at once and keeps its results.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::cli::{Folder, carn};

/// The command in a process group of its own, as a shell starts it.
fn started(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carn"));
    command.args(arguments).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command can be run")
}

/// Waits until the command has work that Ctrl-C stops, and has begun with it.
fn works(child: &Child) {
    let begun = Instant::now();
    // Linux tells which signals a process handles, by bits; SIGINT is the second.
    let status = format!("/proc/{}/status", child.id());
    let handles = |status: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        Some(u64::from_str_radix(line.trim(), 16).ok()? & 2 != 0)
    };
    let limit = Duration::from_secs(if std::fs::exists(&status).unwrap_or(false) { 120 } else { 3 });
    while begun.elapsed() < limit
        && std::fs::read_to_string(&status).ok().and_then(|text| handles(&text)) != Some(true)
    {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_secs(1));
}

/// Ctrl-C, which a terminal sends to the whole group.
fn press(child: &Child) {
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().expect("kill runs").success());
}

/// The output after Ctrl-C.
fn stopped(child: Child) -> Output {
    press(&child);
    let pressed = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(pressed.elapsed() < Duration::from_secs(20), "{output:?}");
    output
}

fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("a report")
}

#[test]
fn a_study_reports_the_finished_games() {
    let child = started(&["study", "tictactoe", "--games", "100000000", "--nodes", "20", "--format", "json"]);
    works(&child);
    let report = json(&stopped(child));
    assert_eq!(report["stopped"], true);
    assert!(report["studies"][0]["games"].as_u64().is_some_and(|games| games > 0));
}

#[test]
fn the_computer_moves_and_the_game_goes_on() {
    let mut child = started(&["play", "chess", "--against", "20", "--time", "600"]);
    let mut input = child.stdin.take().expect("it is piped");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut line = || output.next().expect("a line").expect("text");
    assert_eq!(line(), "White to move");
    writeln!(input, "e4").expect("it listens");
    assert_eq!(line(), "1. e4  Black to move");
    std::thread::sleep(Duration::from_secs(1));
    press(&child);
    let answer = line();
    assert!(answer.starts_with("1... ") && answer.ends_with("  White to move"), "{answer}");
    writeln!(input, "hint").expect("it listens");
    std::thread::sleep(Duration::from_secs(1));
    press(&child);
    assert!(!line().is_empty());
    writeln!(input, "moves").expect("it listens");
    assert!(line().starts_with("1. e4 "));
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn the_best_line_so_far_is_shown() {
    let child = started(&["best", "chess", "--depth", "100", "--format", "json"]);
    works(&child);
    let found = json(&stopped(child));
    assert!(found["lines"][0]["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "{found}");
}

#[test]
fn a_match_keeps_its_finished_games_and_goes_on() {
    let folder = Folder::new("interrupted");
    let path = folder.path().join("games.pgn");
    let file = path.display().to_string();
    let call = |games: &str| {
        let call = ["match", "tictactoe", "carn", "random", "--games", games, "--output", &file];
        let more = ["--nodes", "50", "--margin", "60", "--concurrency", "2", "--format", "json"];
        [&call[..], &more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let written = || std::fs::read_to_string(&path).unwrap_or_default().matches("[Round ").count();
    let long = call("1000000");
    let child = started(&long.iter().map(String::as_str).collect::<Vec<_>>());
    let begun = Instant::now();
    while written() < 3 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no games");
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = stopped(child);
    let report = json(&output);
    assert_eq!((&report["stopped"], &report["faults"]), (&true.into(), &serde_json::json!([])), "{report}");
    let games = report["games"].as_u64().expect("a number") as usize;
    assert!(games >= 3 && games == written(), "{report}");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(messages.contains("the same command plays the others"), "{messages}");
    let more = (games + 2).next_multiple_of(2);
    let rest = call(&more.to_string());
    let report = carn(&rest.iter().map(String::as_str).collect::<Vec<_>>()).json();
    assert_eq!((&report["stopped"], &report["games"]), (&false.into(), &more.into()), "{report}");
    assert_eq!(written(), more);
}

#[test]
fn a_record_keeps_the_moves_without_evaluations() {
    let folder = Folder::new("annotated");
    let path = folder.file("game.pgn", "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n");
    let child = started(&["record", "annotate", &path, "--depth", "60", "-o", &path]);
    works(&child);
    let output = stopped(child);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped"), "{output:?}");
    let text = std::fs::read_to_string(&path).expect("it is written");
    assert!(text.contains("1. e4 e5 2. Nf3 *") && text.contains("1. d4 d5 *"), "{text}");
}

/// A player that thinks for long is not waited for.
#[test]
fn a_match_without_a_finished_game_says_so() {
    let child = started(&["match", "chess", "carn", "random", "--movetime", "600"]);
    works(&child);
    let output = stopped(child);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped before a game was over"), "{output:?}");
}
