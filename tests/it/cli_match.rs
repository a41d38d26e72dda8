//! `carn match`: simple players, scripts with every kind of fault, an interrupted match, and another engine
//! if one is installed.

use std::path::Path;
use std::time::{Duration, Instant};

use super::cli::{Folder, Run, carn, carn_in};

/// The output of a UCI engine before it is asked for a move.
const GREETING: &str = "read l; echo id name Fake; echo uciok; \
    while read l; do case $l in isready) echo readyok;; go*) break;; esac; done\n";

/// Two games of a script of the shell that plays the engine against a random mover.
fn against(protocol: &str, script: &str, more: &[&str]) -> Run {
    let folder = Folder::new("match");
    let file = folder.file("engine.sh", script);
    let player = format!("{protocol}:sh {file}");
    let mut call =
        vec!["match", "chess", &player, "random", "--games", "2", "--plies", "0", "--format", "json"];
    call.extend(["--movetime", "0.2", "--timeout", "1"]);
    call.extend(more);
    let start = Instant::now();
    let run = carn(&call);
    assert!(start.elapsed() < Duration::from_secs(20), "{script}");
    run
}

/// How the script lost both games.
fn lost(script: &str) -> String {
    let run = against("uci", &format!("{GREETING}{script}"), &[]).code(0).json();
    assert_eq!(run["losses"], 2, "{script}: {run}");
    run["faults"][0]["kind"].as_str().unwrap().to_owned()
}

#[test]
fn an_engine_that_misbehaves_loses() {
    let faults = [
        ("echo bestmove e2e5; cat", "illegal moves"),
        ("echo bestmove; cat", "illegal moves"),
        ("echo bestmove 'e2e4\u{1b}[31m'; cat", "illegal moves"),
        ("sleep 5", "out of time"),
        ("while sleep 0.05; do echo info depth 1; done", "out of time"),
        ("yes info depth 1", "out of time"),
        ("cat /dev/zero", "out of time"),
        ("sleep 0.6; echo bestmove e2e4; cat", "out of time"),
        ("echo oh >&2; exit 3", "disconnected"),
        ("kill -9 $$", "disconnected"),
        ("exec >&-; sleep 5", "disconnected"),
    ];
    for (script, fault) in faults {
        assert_eq!(lost(script), fault, "{script}");
    }
}

/// A wrapper is not replaced by its engine, so both must end.
#[cfg(unix)]
#[test]
fn an_engine_in_a_wrapper_ends_with_the_match() {
    let folder = Folder::new("wrapped");
    let late = folder.path().join("late");
    let engine = format!("(sleep 3; touch '{}')", late.display());
    assert_eq!(lost(&format!("{engine}; true")), "out of time");
    std::thread::sleep(Duration::from_secs(3));
    assert!(!late.exists());
}

#[test]
fn an_engine_may_resign() {
    let uci = "while read l; do case $l in uci) echo uciok;; isready) echo readyok;; go*) echo bestmove resign;; esac; done";
    let run = against("uci", uci, &[]).code(0).json();
    assert_eq!((&run["losses"], &run["faults"]), (&2.into(), &serde_json::json!([])), "{run}");
    let xboard = "while read l; do case $l in protover*) echo 'feature myname=\"Fake\" done=1';; go) echo resign;; esac; done";
    let run = against("xboard", xboard, &[]).code(0).json();
    assert_eq!((&run["losses"], &run["players"][0]), (&2.into(), &"Fake".into()), "{run}");
}

#[test]
fn engines_that_cannot_begin_end_the_match() {
    for (script, part) in [
        ("exit 7", "exit status 7"),
        ("sleep 9", "out of time"),
        (
            "read l; echo 'option name UCI_Variant type combo default a var a'; echo uciok; cat",
            "does not play `chess`",
        ),
    ] {
        let run = against("uci", script, &[]).code(2);
        assert!(run.messages.contains(part), "{script}: {}", run.messages);
    }
    assert!(
        carn(&["match", "chess", "uci:/nowhere/at/all", "random"]).code(2).messages.contains("cannot start")
    );
    assert!(carn(&["match", "chess", "stockfish", "random"]).code(2).messages.contains("is not a player"));
}

#[test]
fn the_better_mover_wins_in_any_game_and_the_seed_repeats_it() {
    for variant in ["chess", "gomoku", "fourplayer", "shogi"] {
        let call =
            ["match", variant, "greedy", "random", "--games", "10", "--limit", "900", "--margin", "60"];
        let call = [&call[..], &["--format", "json"]].concat();
        let [first, second] = [carn(&call).code(0).json(), carn(&call).code(0).json()];
        assert_eq!(first, second, "{variant}");
        assert_eq!(first["games"], 10, "{variant}");
        assert!(first["share"].as_f64().unwrap() > 0.5, "{variant}: {first}");
        assert_eq!(first["faults"], serde_json::json!([]), "{variant}");
    }
}

#[test]
fn a_match_goes_on_where_it_was_broken_off() {
    let folder = Folder::new("resumed");
    let path = folder.path().join("games.pgn");
    let file = path.to_str().unwrap();
    let call = |games: &str, seed: &str| {
        carn(&[
            "match", "chess", "greedy", "random", "--games", games, "--seed", seed, "-o", file, "--format",
            "json",
        ])
    };
    call("4", "1").code(0);
    let four = std::fs::read_to_string(&path).unwrap();
    // The power fails while a fifth game is written.
    std::fs::write(&path, format!("{four}[Event \"carn match\"]\n[Round \"5\"]\n\n1. e4")).unwrap();
    let resumed = call("6", "1").code(0).json();
    assert_eq!(resumed["games"], 6);
    let six = std::fs::read_to_string(&path).unwrap();
    assert!(six.starts_with(&four));
    assert_eq!(six.matches("[Round ").count(), 6);
    // The games are legal ones, by the rules that the record names.
    carn(&["record", "check", file]).code(0);
    // A game whose moves are cut off is played anew, though its tags have a result.
    std::fs::write(&path, &six[..six.len() - 40]).unwrap();
    assert_eq!(call("6", "1").code(0).json()["games"], 6);
    let six = std::fs::read_to_string(&path).unwrap();
    assert!(six.starts_with(&four));
    assert_eq!(six.matches("\n\n1. ").count(), 6, "{six}");
    // Nothing is left to play; another match is kept out, and so is a file that is none.
    assert_eq!(call("6", "1").code(0).json()["games"], 6);
    assert!(call("6", "2").code(2).messages.contains("another match"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), six);
    let other = folder.file("other.txt", "a letter");
    assert!(
        carn(&["match", "chess", "random", "random", "-o", &other])
            .code(2)
            .messages
            .contains("is not a match file")
    );
    assert_eq!(std::fs::read_to_string(Path::new(&other)).unwrap(), "a letter");
}

#[test]
fn openings_come_from_a_file() {
    let folder = Folder::new("openings");
    let games = folder.path().join("games.pgn");
    let games = games.to_str().unwrap();
    // Mate in one for White: the greedy mover wins with White at once, and with Black against the random one or not.
    let fens = folder.file("openings.epd", "# mates\n7k/8/5K2/6Q1/8/8/8/8 w - - bm Qg7#;\n");
    carn(&["match", "chess", "greedy", "random", "--games", "2", "--openings", &fens, "-o", games]).code(0);
    let text = std::fs::read_to_string(games).unwrap();
    assert_eq!(text.matches("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1").count(), 2);
    assert!(text.contains("Qg7#"), "{text}");
    let lines = folder.file("lines.pgn", "[Event \"?\"]\n\n1. e4 c5 2. Nf3 *\n");
    let other = folder.path().join("others.pgn");
    let other = other.to_str().unwrap();
    carn(&["match", "chess", "random", "random", "--games", "2", "--openings", &lines, "-o", other]).code(0);
    assert_eq!(std::fs::read_to_string(other).unwrap().matches("1. e4 c5 2. Nf3").count(), 2);
    // In another encoding of records.
    let wide: Vec<u8> =
        "\u{feff}[Event \"?\"]\n\n1. d4 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(&lines, wide).unwrap();
    carn(&["match", "chess", "random", "random", "--games", "2", "--openings", &lines]).code(0);
    let wrong = folder.file("wrong.epd", "8/8 w\n");
    let run = carn(&["match", "chess", "random", "random", "--openings", &wrong]).code(2);
    assert!(run.messages.contains("line 1"), "{}", run.messages);
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let call =
        ["match", "chess", "greedy", "random", "--games", "1000", "--sprt", "0,200", "--format", "json"];
    let run = carn(&call).code(0).json();
    assert_eq!(run["sprt"]["accepted"], "upper", "{run}");
    assert!(run["games"].as_u64().unwrap() < 1000, "{run}");
}

/// Two equal pairs of games say nothing about the error.
#[test]
fn equal_results_have_no_interval() {
    let call = ["match", "chess", "random", "random", "--games", "2", "--plies", "0", "--seed", "3"];
    let out = carn(&call).code(0).out;
    assert!(out.contains("too few games for an interval"), "{out}");
    let run = carn(&["match", "chess", "carn:99", "random"]).code(2);
    assert!(run.messages.contains("0 to 20"), "{}", run.messages);
}

#[test]
fn the_own_engine_finds_a_file_of_any_name() {
    let folder = Folder::new("o'brien");
    for name in ["it's My \"Game\".toml", "-own.toml"] {
        folder.file(name, "extends = 'tictactoe'\nname = 'Mine'\n");
        let call =
            ["match", "--games", "2", "--nodes", "20", "--format", "json", "--", name, "carn", "random"];
        assert_eq!(carn_in(folder.path(), &call).json()["faults"], serde_json::json!([]), "{name}");
    }
}

/// The opponent may be in check only in the start position itself.
#[test]
fn a_game_may_start_with_the_opponent_in_check() {
    let folder = Folder::new("in-check");
    let file = folder.file(
        "odd.toml",
        "extends = \"chess\"\nname = \"Odd\"\nallow = [\"W0111\"]\n[setup]\n\
         fen = \"rnbqkbnr/pppp1ppp/8/8/8/8/PPPPQPPP/RNB1KBNR w KQkq - 0 1\"\n",
    );
    for protocol in ["uci", "xboard"] {
        let player = format!("{protocol}:{} engine {file}", env!("CARGO_BIN_EXE_carn"));
        let call = [
            "match", &file, &player, "random", "--games", "2", "--depth", "1", "--plies", "0", "--limit",
            "4", "--format", "json",
        ];
        assert_eq!(carn(&call).code(0).json()["faults"], serde_json::json!([]), "{protocol}");
    }
}

/// The game is chosen by the option that the dialect has for it.
#[test]
fn each_dialect_chooses_the_game() {
    for (variant, dialect) in [("minishogi", "usi"), ("minixiangqi", "ucci"), ("chess", "usi")] {
        let player = format!("{dialect}:{} engine", env!("CARGO_BIN_EXE_carn"));
        let call = [
            "match", variant, &player, "random", "--games", "2", "--depth", "1", "--limit", "8", "--format",
            "json",
        ];
        assert_eq!(carn(&call).code(0).json()["faults"], serde_json::json!([]), "{variant} {dialect}");
    }
}

#[test]
fn scores_adjudicate() {
    // Both sides agree that the first is lost.
    let engine = |score: &str| {
        format!(
            "while read l; do case $l in uci) echo uciok;; isready) echo readyok;; \
             position*) set -- $l; n=$#;; go*) echo info depth 1 score cp {score}; \
             case $n in 8) echo bestmove e2e4;; 10) echo bestmove e7e5;; 11) echo bestmove g1f3;; 12) echo bestmove b8c6;; \
             *) echo bestmove 0000;; esac;; quit) exit;; esac; done"
        )
    };
    let folder = Folder::new("adjudged");
    let lost = format!("uci:sh {}", folder.file("lost.sh", &engine("-900")));
    let won = format!("uci:sh {}", folder.file("won.sh", &engine("900")));
    let call = [
        "match", "chess", &lost, &won, "--games", "2", "--plies", "0", "--resign", "800,1", "--format",
        "json",
    ];
    let run = carn(&call).code(0).json();
    assert_eq!(run["losses"], 2, "{run}");
    assert_eq!(run["faults"], serde_json::json!([]), "{run}");
}

#[test]
fn another_engine_plays_by_all_protocols() {
    let engine = ["/usr/games/fairy-stockfish", "/usr/bin/fairy-stockfish"];
    let Some(engine) = engine.into_iter().find(|path| Path::new(path).exists()) else {
        eprintln!("skipped: fairy-stockfish is not installed");
        return;
    };
    for (variant, protocol) in [
        ("chess", "uci"),
        ("xiangqi", "ucci"),
        ("xiangqi", "xboard"),
        ("shogi", "usi"),
        ("crazyhouse", "xboard"),
    ] {
        let player = format!("{protocol}:{engine}");
        let call =
            ["match", variant, &player, "random", "--games", "2", "--movetime", "0.05", "--margin", "2"];
        let run = carn(&[&call[..], &["--format", "json"]].concat()).code(0).json();
        assert_eq!(run["wins"], 2, "{variant} {protocol}: {run}");
    }
}

/// Random openings leave nobody far ahead, unless that is wanted.
#[test]
fn random_openings_are_balanced() {
    let folder = Folder::new("balanced");
    let ahead = |balance: &str| -> f64 {
        let file = folder.path().join(format!("{balance}.pgn")).display().to_string();
        let call = [
            "match", "chess", "random", "random", "--games", "12", "--plies", "6", "--limit", "8", "--seed",
            "5",
        ];
        carn(&[&call[..], &["--balance", balance, "--output", &file]].concat()).ok();
        let moves = carn(&["record", "moves", &file, "--notation", "coordinate", "--format", "json"]).json();
        // Both games of a pair have the same opening.
        let games = moves.as_array().unwrap().iter().step_by(2);
        let scores = games.map(|game| {
            let line: Vec<&str> =
                game["moves"].as_array().unwrap().iter().take(6).map(|mv| mv.as_str().unwrap()).collect();
            let best = carn(
                &[&["best", "chess", "--depth", "3", "--format", "json", "--moves"], &line[..]].concat(),
            )
            .json();
            best["lines"][0]["score"].as_f64().unwrap_or(10_000.0).abs()
        });
        scores.sum::<f64>() / 6.0
    };
    let (balanced, any) = (ahead("60"), ahead("0"));
    assert!(balanced < 150.0 && balanced < any, "{balanced} {any}");
}

/// Two moves may share origin and target and differ in what they take on the way: their names tell the way.
#[test]
fn moves_of_several_legs_are_told_and_understood() {
    for variant in ["kamikaze", "chushogi"] {
        let call = ["match", variant, "carn", "random", "--games", "4", "--nodes", "100", "--limit", "120"];
        let report = carn(&[&call[..], &["--format", "json"]].concat()).code(0).json();
        assert_eq!(report["faults"], serde_json::json!([]), "{variant}: {report}");
    }
}
