//! The command's report of the end of a game, player by player, and its other output for more than two
//! players.

use serde_json::json;

use super::cli::{Folder, carn, carn_told};

/// Red mates Blue, the last of the others.
const LAST: &str =
    "***3yK4***/***8***/***8***/14/4rQ9/1rR12/13gK/14/14/14/bK13/***8***/***8***/***4rK3*** r-yg - - 0 1";

const FOOLS: [&str; 5] = ["--moves", "f2f3", "e7e5", "g2g4", "d8h4"];

#[test]
fn the_end_is_told_player_by_player() {
    let told = "the game is over: checkmate, Red wins; Blue, Yellow and Green lose";
    let last = ["fourplayer", "--fen", LAST, "--moves", "e10a10"];
    let shown = carn(&[&["show"], &last[..]].concat()).ok();
    assert!(shown.contains(told) && !shown.contains("to move"), "{shown}");
    let results = json!([
        { "player": "Red", "result": "win" },
        { "player": "Blue", "result": "loss" },
        { "player": "Yellow", "result": "loss" },
        { "player": "Green", "result": "loss" },
    ]);
    for command in ["show", "moves"] {
        let answer = carn(&[&[command], &last[..], &["--format", "json"]].concat()).json();
        let outcome = &answer["outcome"];
        assert_eq!((&outcome["reason"], &outcome["winners"]), (&json!("checkmate"), &json!(["Red"])));
        assert_eq!(outcome["results"], results);
        let chess = carn(&[&[command, "chess"], &FOOLS[..], &["--format", "json"]].concat()).json();
        assert_eq!(chess["outcome"]["text"], "checkmate, Black wins");
        assert_eq!(chess["outcome"]["results"][0], json!({ "player": "White", "result": "loss" }));
        let open = carn(&[command, "chess", "--format", "json"]).json();
        assert!(open["outcome"].is_null(), "{open}");
    }
    // From a FEN alone, and of a board that cannot be played.
    let stalemate = carn(&["show", "chess", "--fen", "7k/8/5KQ1/8/8/8/8/8 b - - 0 1"]).ok();
    assert!(stalemate.contains("the game is over: no legal move, a draw"), "{stalemate}");
    assert!(carn(&["show", "chess", "--fen", "8/8/8/3Q4/8/8/8/8 w"]).ok().contains("White to move"));
    // An end of the rule file is told by its reason.
    let hill =
        carn(&["show", "kingofthehill", "--fen", "7k/8/8/8/8/4K3/8/8 w - - 0 1", "--moves", "e3e4"]).ok();
    assert!(hill.contains("the game is over: the king is on the hill, White wins"), "{hill}");
}

fn play(arguments: &[&str], input: &str) -> String {
    carn_told(&[&["play"], arguments].concat(), input, None)
}

#[test]
fn resignations_are_named_and_each_player_has_a_tag() {
    let folder = Folder::new("outcome-tags");
    let file = folder.path().join("four.pgn").display().to_string();
    let out = play(&["fourplayer"], &format!("h2h3\nresign\nresign\nresign\nsave! {file}\n"));
    assert!(out.ends_with("1... R  Green resigns, Red wins\n"), "{out}");
    let text = std::fs::read_to_string(&file).unwrap();
    for player in ["Red", "Blue", "Yellow", "Green"] {
        assert!(text.contains(&format!("[{player} \"?\"]\n")), "{text}");
    }
    // Names that were put in stay when the game goes on.
    std::fs::write(&file, text.replace("[Blue \"?\"]", "[Blue \"Ann\"]")).unwrap();
    let out = play(&["fourplayer", "--load", &file], &format!("save! {file}\n"));
    assert!(out.ends_with("Red wins by the record\n"), "{out}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("[Blue \"Ann\"]"));
    let out = play(&["chess"], "e4\nresign\ndraw\n");
    assert!(out.ends_with("1. e4  Black resigns, White wins\n1. e4  a draw by agreement\n"), "{out}");
}

#[test]
fn every_game_is_compared_with_what_reads_it_square_by_square() {
    for game in ["fourplayer", "3check", "chushogi", "flipello"] {
        let run = carn(&[
            "compare",
            game,
            "--reference",
            "literal",
            "--depth",
            "1",
            "--games",
            "1",
            "--plies",
            "30",
        ]);
        let out = run.ok();
        assert!(out.contains("agrees with the literal evaluator in 1 random games"), "{game}: {out}");
    }
    // Where nothing built in plays the game it is the one that is asked.
    let out = carn(&["compare", "fourplayer", "--depth", "1"]).ok();
    assert!(out.contains("Four-player chess agrees with the literal evaluator"), "{out}");
    let out = carn(&["compare", "chess", "--depth", "1"]).ok();
    assert!(out.contains("Chess agrees with chess by cozy-chess"), "{out}");
    let refused = carn(&["compare", "fourplayer", "--reference", "builtin:chess"]).code(2);
    assert!(
        refused.messages.contains("has 4 players, but the built-in references play games of two"),
        "{}",
        refused.messages
    );
}

/// A position after a king was taken is read as it was written, and over as it was.
#[test]
fn positions_without_a_royal_are_read_back() {
    for (game, fen) in [
        ("duck", "rnb1Qbn1/4p3/5ppr/ppp1P2p/2B4*/qP4P1/P1PPKP1P/RNB3NR b - - 0 13"),
        ("atomic", "r1bqk1nr/ppp1pp1p/2np2p1/8/1P2P2P/8/P1P2PP1/R4BNR w kq - 0 6"),
        ("extinction", "rn1qQb1r/pbppp2p/5n2/1p3pp1/1P6/2N1P2N/P1PP1PPP/R1B1KB1R b KQ - 0 6"),
    ] {
        let shown = carn(&["show", game, "--fen", fen, "--format", "json"]).json();
        assert_eq!(shown["fen"], fen, "{game}");
        assert!(!shown["outcome"].is_null(), "{game}: {shown}");
    }
}
