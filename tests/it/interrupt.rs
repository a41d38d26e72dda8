//! Ctrl-C at a terminal: long work stops at once and keeps its results.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The command in a process group of its own, as a shell starts it.
fn started(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carn"));
    command.args(arguments).process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command can be run")
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
    std::thread::sleep(Duration::from_secs(2));
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
