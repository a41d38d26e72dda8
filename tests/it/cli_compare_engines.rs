//! `carn compare` with engines that hang, flood, die, lie or use other letters, played by small scripts.

use std::time::{Duration, Instant};

use super::cli::{Folder, Run, carn};

/// The output of an engine before it misbehaves.
const GREETING: &str = "read l; echo id name Fake; echo uciok; read l; echo readyok\n";

/// The run against a script of the shell that plays the engine, with a second for each answer.
fn against(script: &str) -> Run {
    let folder = Folder::new("engine");
    let file = folder.file("engine.sh", script);
    let reference = format!("uci:sh {file}");
    let start = Instant::now();
    let run = carn(&["compare", "chess", "--reference", &reference, "--timeout", "1", "--depth", "2"]);
    assert!(start.elapsed() < Duration::from_secs(20), "{script}");
    run
}

#[test]
fn an_engine_that_hangs_is_ended() {
    let run = against(&format!("{GREETING}while :; do sleep 1; done")).code(2);
    assert!(run.messages.contains("after 1 s without an answer"), "{}", run.messages);
    // Also one that goes on hanging in small steps.
    let run = against(&format!("{GREETING}while echo thinking; do sleep 0.1; done")).code(2);
    assert!(run.messages.contains("after 1 s without an answer"), "{}", run.messages);
    assert!(run.messages.contains("engine: thinking"), "{}", run.messages);
}

#[test]
fn an_engine_that_floods_is_ended() {
    for flood in ["yes", "yes >&2", "cat /dev/zero", "yes 'Fen: 8/8 w' | tr -d '\\n'"] {
        let run = against(&format!("{GREETING}{flood}")).code(2);
        let ended =
            run.messages.contains("after 1 s without an answer") || run.messages.contains("lines without");
        assert!(ended, "{flood}: {}", run.messages);
    }
}

#[test]
fn an_engine_that_does_not_listen_is_ended() {
    // It answers whatever may be asked, for ever, and never reads.
    let answers = "echo uciok; echo readyok; while :; do echo readyok; echo 'Nodes searched: 0'; done";
    let run = against(answers);
    assert!(run.code == 1 || run.code == 2, "{}{}", run.out, run.messages);
}

#[test]
fn an_engine_that_dies_is_shown_with_its_last_words() {
    let run =
        against(&format!("{GREETING}echo info string low memory; echo 'out of memory' >&2; exit 3")).code(2);
    for part in ["exit status 3", "engine: info string low memory", "(stderr) out of memory"] {
        assert!(run.messages.contains(part), "{part}: {}", run.messages);
    }
    let run = against(&format!("{GREETING}kill -9 $$")).code(2);
    assert!(run.messages.contains("signal: 9"), "{}", run.messages);
    // At once, before a word is said to it.
    let run = against("echo no licence; echo really >&2; exit 7").code(2);
    for part in ["exit status 7", "engine: no licence", "(stderr) really"] {
        assert!(run.messages.contains(part), "{part}: {}", run.messages);
    }
}

#[test]
fn engine_output_cannot_move_the_cursor() {
    let run = against("printf 'id name \\033[31mRed\\007\\n\\033[2Jgone\\n'; exit 1").code(2);
    assert!(!run.messages.contains('\u{1b}') && !run.messages.contains('\u{7}'), "{:?}", run.messages);
}

#[test]
fn an_engine_of_another_game_is_a_finding() {
    // It sees one move in every position.
    let script = format!(
        "{GREETING}while read l; do case $l in isready) echo readyok;; \"go perft\"*) echo 'e2e4: 1'; echo; \
         echo 'Nodes searched: 1';; quit) exit;; esac; done"
    );
    let run = against(&script).code(1);
    assert!(run.out.contains("1\t20\tbut the reference counts 1"), "{}", run.out);
}

/// With Fairy-Stockfish where it is installed: state, ends of games and letters.
#[test]
fn fairy_stockfish_keeps_state_of_its_own() {
    let places = ["fairy-stockfish", "/usr/games/fairy-stockfish"];
    let installed = places.into_iter().find(|command| {
        let quit = std::process::Command::new(command).arg("quit").output();
        quit.is_ok_and(|output| output.status.success())
    });
    let Some(command) = installed else { return };
    let folder = Folder::new("fairy");
    let reference = format!("uci:{command}");
    let text = "extends = 'chess'\nname = 'Marks'\n[pieces.pawn]\n\
                move = ['Rank +1', 'Rank +2 @On(Rank 2)', 'Rank +1 File 1 @Marked => @TakeMarker']";
    let file = folder.file("marks.toml", text);
    let arguments = ["--reference", &reference, "--uci-variant", "chess", "--games", "20"];
    let run = carn(&[&["compare", &file], &arguments[..]].concat()).code(1);
    assert!(run.out.contains("cause: `pieces.pawn.move`"), "{}", run.out);
    let text = "extends = 'chess'\nname = 'Stalemate wins'\n[ending]\nstalemate = 'win'";
    let file = folder.file("stalemate.toml", text);
    let fen = ["--fen", "7k/8/5KQ1/8/8/8/8/8 b - - 0 1"];
    let run = carn(&[&["compare", &file], &fen[..], &arguments[..]].concat()).code(1);
    assert!(run.out.contains("cause: `ending.stalemate`"), "{}", run.out);
}
