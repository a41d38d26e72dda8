//! `carn engine`, `carn best`, `carn values` and the computer at the terminal, from the side of interfaces
//! and people.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::cli::{Folder, carn, carn_in, carn_told};

/// An engine that is talked to.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carn"));
        command.arg("engine").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the command can be run");
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    /// Says some lines, and hears until a line begins with a word.
    fn ask(&mut self, lines: &[&str], until: &str) -> Vec<String> {
        for line in lines {
            writeln!(self.input, "{line}").expect("it listens");
        }
        let mut heard = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("text") > 0, "it ended: {heard:#?}");
            let done = line.starts_with(until);
            heard.push(line.trim_end().to_owned());
            if done {
                return heard;
            }
        }
    }

    fn quit(mut self) {
        writeln!(self.input, "quit").expect("it listens");
        assert!(self.child.wait().expect("it ends").success());
    }
}

fn last(heard: Vec<String>) -> String {
    heard.last().cloned().unwrap_or_default()
}

#[test]
fn a_conversation_in_uci() {
    let mut engine = Engine::start(&[]);
    let greeting = engine.ask(&["uci"], "uciok").join("\n");
    for option in ["Hash", "Threads", "MultiPV", "UCI_Elo", "UCI_Chess960", "UCI_Variant", "VariantPath"] {
        assert!(greeting.contains(&format!("option name {option} type ")), "{greeting}");
    }
    assert!(greeting.contains(" default chess var chess var xiangqi "), "{greeting}");
    assert_eq!(engine.ask(&["isready"], "readyok"), ["readyok"]);

    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    let heard = engine.ask(&["ucinewgame", mate, "go depth 4"], "bestmove");
    let info = heard.iter().rev().find(|line| line.starts_with("info depth")).unwrap();
    assert!(info.contains(" score mate 1 ") && info.ends_with(" pv a1a8"), "{info}");
    assert_eq!(last(heard), "bestmove a1a8");
    // It castles as others write it.
    let castles = "go depth 1 searchmoves e1c1";
    assert!(last(engine.ask(&[castles], "bestmove")).starts_with("bestmove e1c1"));

    let counts = engine.ask(&["position startpos", "go perft 3"], "Nodes");
    assert!(counts.contains(&"g1f3: 440".to_owned()) && last(counts) == "Nodes searched: 8902");
    // A count can be stopped; the next command waits for one that is not.
    let stopped = engine.ask(&["go perft 40", "isready", "stop", "go perft 2", "d"], "Fen");
    assert_eq!(stopped[..3], ["", "readyok", "info string the count was stopped"]);
    assert!(stopped.contains(&"Nodes searched: 400".to_owned()), "{stopped:#?}");
    let over = ["position fen 8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "go infinite", "stop"];
    let heard = engine.ask(&over, "bestmove");
    assert_eq!(heard[heard.len() - 2..], ["info depth 0 score cp 0", "bestmove (none)"]);

    let lines =
        engine.ask(&["setoption name MultiPV value 3", "position startpos", "go nodes 500"], "bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 3 ")), "{lines:#?}");
    let told = engine.ask(&["go infinite", "isready", "stop"], "bestmove");
    assert!(told.contains(&"readyok".to_owned()));
    let told = engine.ask(&["go ponder wtime 100 btime 100", "isready", "ponderhit"], "bestmove");
    assert!(told.contains(&"readyok".to_owned()));
    engine.ask(&["go perft 40", "isready"], "readyok");
    engine.quit();
}

#[test]
fn interfaces_choose_games_and_files() {
    let folder = Folder::new("engine");
    let path =
        folder.file("mine.toml", "extends = 'chess'\nname = 'Mine'\n[pieces.queen]\npattern = '**# 1'\n");
    let mut engine = Engine::start(&[&path]);
    let greeting = engine.ask(&["uci"], "uciok").join("\n");
    assert!(greeting.contains(" default mine var mine var chess "), "{greeting}");
    let fen = "position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    assert_eq!(last(engine.ask(&[fen, "go perft 1"], "Nodes")), "Nodes searched: 8");
    let xiangqi =
        ["setoption name UCI_Variant value xiangqi", "position startpos moves h3e3 h10g8", "go depth 2"];
    let best = last(engine.ask(&xiangqi, "bestmove"));
    assert!(best.len() >= "bestmove a1a2".len(), "{best}");
    let drops = [
        "setoption name UCI_Variant value crazyhouse",
        "position startpos moves e2e4 d7d5 e4d5",
        "go depth 1 searchmoves d8d5",
    ];
    assert_eq!(last(engine.ask(&drops, "bestmove")).split(' ').nth(1), Some("d8d5"));
    let file = format!("setoption name VariantPath value {path}");
    let wrong = [
        "setoption name UCI_Variant value nothing",
        "setoption name VariantPath value none.toml",
        &file,
        "d",
    ];
    let heard = engine.ask(&wrong, "Fen: ");
    assert!(heard[0].starts_with("info string error: there is no game `nothing`"), "{heard:#?}");
    assert!(heard[1].starts_with("info string error: cannot read `none.toml`"), "{heard:#?}");
    assert_eq!(heard[2], "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    engine.quit();
}

/// A game with varying start positions stays selected when it is named again; `UCI_Chess960` switches between the two
/// forms of a game.
#[test]
fn games_with_varying_starts_are_named_or_switched_on() {
    let mut engine = Engine::start(&[]);
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1";
    let mut heard = |options: &[&str]| last(engine.ask(&[options, &[fen, "d"]].concat(), "Fen: "));
    let (named, on, off) = (
        "setoption name UCI_Variant value chess960",
        "setoption name UCI_Chess960 value true",
        "setoption name UCI_Chess960 value false",
    );
    let (varying, plain) = ("Fen: 4k3/8/8/8/8/8/8/4K2R w H - 0 1", "Fen: rnbqkbnr/");
    assert_eq!(heard(&[named]), varying);
    assert_eq!(heard(&[named]), varying);
    assert!(heard(&[off]).starts_with(plain));
    assert_eq!(heard(&[on]), varying);
    assert!(heard(&[off]).starts_with(plain));
    engine.quit();
}

/// An interface may send anything.
#[test]
fn nonsense_is_answered_and_survived() {
    let mut engine = Engine::start(&[]);
    let nonsense = [
        "",
        "hello",
        "position",
        "position fen",
        "position fen x y",
        "position startpos moves e2e5",
        "go depth",
        "go depth x",
        "go movestogo 0 wtime -5 btime -5 depth 1",
        "setoption",
        "setoption name",
        "setoption name Hash value x",
        "setoption name Threads value 99999",
        "setoption name Threads value 1",
        "ponderhit",
        "stop",
        "stop",
        "go searchmoves",
        "stop",
        "position startpos moves",
        "go perft 0",
        "ucinewgame",
        "isready",
    ];
    let heard = engine.ask(&nonsense, "readyok");
    assert!(heard.iter().any(|line| line.contains("`e2e5` is not a legal move")), "{heard:#?}");
    engine.quit();
    // An interface that is gone leaves no search behind.
    let told = carn_told(&["engine"], "position startpos\ngo infinite\n", None);
    assert!(told.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{told}");
    // A list of commands from a file ends when its searches have.
    let told = carn_told(&["engine"], "position startpos\ngo depth 3\n", None);
    assert!(told.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{told}");
}

#[test]
fn best_moves_are_told_in_the_game_s_own_words() {
    let mate = ["best", "chess", "--depth", "3", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"];
    assert_eq!(carn(&mate).ok(), "     #1  Ra8#\n");
    let json = carn(&[&mate[..], &["--format", "json", "--lines", "2"]].concat()).json();
    assert_eq!(json["lines"][0]["mate"], 1);
    assert_eq!(json["lines"][0]["coordinates"][0], "a1a8");
    assert!(json["lines"][1]["score"].is_i64() && json["lines"].as_array().unwrap().len() == 2, "{json}");
    let xiangqi = carn(&["best", "xiangqi", "--depth", "2"]).ok();
    assert!(xiangqi.contains(['炮', '马', '兵', '车', '相', '仕', '帅']), "{xiangqi}");
    let over = ["best", "chess", "--fen", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"];
    let told = carn(&[&over[..], &["--format", "json"]].concat()).json();
    assert!(told["turn"] == "White" && told["outcome"]["reason"].is_string(), "{told}");
    let over = carn(&over);
    assert!(over.messages.contains("the game is over") && over.out.is_empty(), "{}", over.messages);
    carn(&["best", "chess", "--time", "-1"]).code(2);
    // Without time for depth 1 there is a move, and no score.
    let folder = Folder::new("unsearched");
    let sides = "[board]\naxes = ['X', 'Y']\nranges = { X = '1~18', Y = '1~18' }\n[players]\nA = {}\nB = { flip = ['Y'] }\n";
    let piece = "[pieces.q]\nletter = 'Q'\npattern = '**# $n'\n[setup.pieces]\nA = { q = 'Y 1~9' }\nB = { q = 'Y 1~9' }\n";
    let file = folder.file("large.toml", &format!("name = 'Large'\nturn = ['A', 'B']\n{sides}{piece}"));
    let best = ["best", &file, "--time", "0"];
    let told = carn(&best).ok();
    assert!(told.starts_with("         ") && told.trim().starts_with("1_"), "{told}");
    let line = &carn(&[&best[..], &["--format", "json"]].concat()).json()["lines"][0];
    assert!(line["depth"] == 0 && line["score"].is_null() && line["coordinates"][0].is_string(), "{line}");
}

#[test]
fn values_are_told() {
    let text = carn(&["values", "chess"]).ok();
    assert!(text.contains("\nking    royal\nqueen    ") && text.contains("\npawn      100  "), "{text}");
    let text = carn(&["values", "legan"]).ok();
    assert!(text.starts_with("king    royal\nqueen  ") && text.ends_with("pawn      100\n"), "{text}");
    let rules = "extends = 'chess'\n[pieces.'将军']\nletter = 'U'\nmove = '*# 1'\n";
    let text = carn_told(&["values", "-"], rules, None);
    // A Chinese character takes two cells.
    assert!(text.contains("\n将军      "), "{text}");
    let json = carn(&["values", "shogi", "--format", "json"]).json();
    assert_eq!(json[0]["royal"], true);
    assert!(json.as_array().unwrap().iter().all(|role| role["value"].as_i64().unwrap() > 0));
    assert_eq!(carn(&["values", "chess", "--squares", "N"]).ok().lines().count(), 65);
    carn(&["values", "chess", "--squares", "camel"]).code(2);
}

#[test]
fn the_computer_plays_hints_and_judges() {
    let told = carn_told(&["play", "chess", "--against", "2", "--time", "0.2"], "e4\nmoves\n", None);
    let state = told.lines().rev().find(|line| line.contains("White to move")).unwrap();
    assert!(state.starts_with("1... "), "{told}");
    let as_black =
        carn_told(&["play", "chess", "--against", "20", "--as", "black", "--time", "0.1"], "", None);
    assert!(
        as_black.lines().any(|line| line.starts_with("1. ") && line.ends_with("Black to move")),
        "{as_black}"
    );
    // It answers the move that it makes for the other side, and that of a loaded game.
    let folder = Folder::new("answers");
    let file = folder.file("game.pgn", "1. d4 *\n");
    let call = ["play", "chess", "--against", "0", "--time", "0.1"];
    let answered = carn_told(&call, &format!("go\nload {file}\n"), None);
    assert_eq!(answered.matches("\n1... ").count(), 2, "{answered}");
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let asked = carn_told(&["play", "chess", "--fen", fen, "--time", "0.1"], "hint\neval\ngo\n", None);
    assert!(asked.contains("\nRa8#\n#1 for White") && asked.contains("checkmate"), "{asked}");
    let folder = Folder::new("as");
    let nobody = carn_in(folder.path(), &["play", "chess", "--against", "1", "--as", "Red"]).code(2);
    assert!(nobody.messages.contains("the players are White, Black"), "{}", nobody.messages);
    carn_in(folder.path(), &["play", "chess", "--against", "21"]).code(2);
}
