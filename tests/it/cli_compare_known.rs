//! `carn compare` with differences that a rule file declares, and with moves that engines write differently.
//! Small scripts play the engine.

use serde_json::Value;

use super::cli::{Folder, Run, carn};

/// A game of chess with other endings, from a stalemate on, and what the file says of the reference.
fn stalemate(differs: &str) -> Run {
    ending("stalemate = 'win'", differs, "7k/8/5KQ1/8/8/8/8/8 b - - 0 1")
}

fn ending(ending: &str, differs: &str, fen: &str) -> Run {
    let folder = Folder::new("differs");
    let text = format!("extends = 'chess'\nname = 'Other ends'\n[ending]\n{ending}\n\n{differs}");
    let file = folder.file("ends.toml", &text);
    carn(&["compare", &file, "--reference", "builtin", "--games", "3", "--fen", fen])
}

#[test]
fn known_differences_are_named_and_the_rest_compared() {
    let differs = "[[differs]]\nreference = 'chess by'\nsays = 'stalemate is a draw there'\n\
                   change.ending.stalemate = 'draw'";
    let run = stalemate(differs).code(0);
    for part in [
        "known: chess by cozy-chess, in random game 1",
        "stalemate is a draw there",
        "except for known differences",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    // One of another reference is none.
    let run = stalemate(&differs.replace("chess by", "checkers by")).code(1);
    assert!(run.out.contains("difference: ") && !run.out.contains("known"), "{}", run.out);
}

#[test]
fn unexplained_differences_remain() {
    let differs = "[[differs]]\nreference = 'chess by'\nsays = 'it has no knights'";
    let run = stalemate(differs).code(1);
    let after = run.out.find("known difference of the reference").expect("it is told");
    assert!(run.out.find("difference: ").is_some_and(|at| at < after), "{}", run.out);
    assert!(run.out.contains("it has no knights"), "{}", run.out);
    // A change that does not make this difference is not taken for its cause.
    let run = stalemate(&format!("{differs}\nchange.ending.checkmate = 'draw'")).code(1);
    assert!(!run.out.contains("known: "), "{}", run.out);
}

#[test]
fn parts_are_left_aside() {
    let folder = Folder::new("aside");
    let text = "extends = 'chess'\nname = 'Aside'\n[ending]\nquiet = { reset = [] }\n\
                [[differs]]\nreference = 'chess by'\nsays = 'moves of pawns are progress'\naside = 'quiet'";
    let file = folder.file("aside.toml", text);
    let run = carn(&["compare", &file, "--games", "2", "--plies", "30", "--format", "json"]).code(0);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(json["known"][0]["says"], "moves of pawns are progress", "{json:#}");
    assert!(json["known"][0]["file"].as_str().is_some_and(|name| name.ends_with("aside.toml")), "{json:#}");
    assert!(json["difference"].is_null(), "{json:#}");
    // Only the winner is left aside, not whether there is one.
    let aside = "[[differs]]\nreference = 'chess by'\nsays = 'stalemate is a draw there'\naside = 'result'";
    stalemate(aside).ok();
    let lone = ending("insufficient = []", aside, "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1").code(1);
    assert!(lone.out.contains("ending: the end of the game"), "{}", lone.out);
}

#[test]
fn a_change_must_leave_a_game() {
    let folder = Folder::new("change");
    let text = "extends = 'chess'\nname = 'Change'\n[[differs]]\nreference = 'X'\nsays = 'y'\n\
                change.pieces.knight.pattern = '*# 2 *# 1 @NoSuch'\n";
    let file = folder.file("change.toml", text);
    let run = carn(&["check", &file]).code(1);
    let messages = run.out + &run.messages;
    assert!(messages.contains("E0204") && messages.contains("change.toml:6:"), "{messages}");
}

/// The comparison of one position with an engine that says these moves of it, and this FEN.
fn position(game: &str, fen: &str, says: &str, moves: &[&str]) -> Run {
    let folder = Folder::new("says");
    let listed: String = moves.iter().map(|text| format!("echo '{text}: 1'; ")).collect();
    let script = format!(
        "read l; echo id name Fake; echo option name UCI_Variant type combo default it var it; echo uciok\n\
         while read l; do case $l in isready) echo readyok;; d) echo 'Fen: {says}';; \"go perft\"*) {listed}echo; \
         echo 'Nodes searched: {}';; \"go depth\"*) echo 'info depth 0 score mate 0'; echo 'bestmove (none)';; \
         quit) exit;; esac; done",
        moves.len()
    );
    let file = folder.file("engine.sh", &script);
    let reference = format!("uci:sh {file}");
    let engine = ["--reference", &reference, "--uci-variant", "it", "--games", "1", "--plies", "1"];
    carn(&[&["compare", game, "--fen", fen], &engine[..]].concat())
}

#[test]
fn a_piece_entering_on_a_castling_rooks_square_starts_there() {
    let folder = Folder::new("entering");
    let text = "extends = 'shouse'\nname = 'Entering'\n[hand]\ndrop = false\n[pieces.pawn]\ndrop = false\n";
    let rooks = folder.file("entering.toml", text);
    // A rook may take the castling rook's place, too.
    for (game, letter) in [("seirawan", "e"), (&rooks, "r")] {
        let mut moves: Vec<String> = Vec::new();
        for end in ["", letter] {
            let rook = ["f1", "g1", "h2", "h3", "h4", "h5", "h6", "h7", "h8"];
            moves.extend(rook.map(|to| format!("h1{to}{end}")));
            moves.extend(["d1", "d2", "e2", "f1", "f2", "g1"].map(|to| format!("e1{to}{end}")));
        }
        let entering = format!("h1e1{letter}");
        moves.push(entering.clone());
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let fen = format!("4k3/8/8/8/8/8/8/4K2R[{}] w EH - 0 1", letter.to_uppercase());
        position(game, &fen, &fen, &moves).ok();
        let run = position(game, &fen, &fen, &moves[..moves.len() - 1]).code(1);
        assert!(run.out.contains(&format!("extra: {entering}")), "{}", run.out);
    }
}

#[test]
fn an_arrow_is_a_way_of_its_own() {
    let fen = "*q/1*/Q* w - - 0 1";
    let folder = Folder::new("arrow");
    let text = format!(
        "extends = 'amazons'\nname = 'Small'\n[board]\nranges = {{ File = 'a~b', Rank = '1~3' }}\n[setup]\nfen = '{fen}'"
    );
    let file = folder.file("small.toml", &text);
    position(&file, fen, fen, &["a1a2,a2a1"]).ok();
    let run = position(&file, fen, fen, &["a1a2,a2b3"]).code(1);
    assert!(run.out.contains("extra: a1a2,a2a1") && run.out.contains("missing: a1a2,a2b3"), "{}", run.out);
}

#[test]
fn who_has_no_move_need_not_have_counted() {
    let fen = "1k6/1Q6/1K6/8/8/8/8/8 b - - 3 9";
    position("chess", "1k6/1Q6/1K6/8/8/8/8/8 b - - 3 9", fen, &[]).ok();
    // Makruk ends no game by such a count; an engine may count something else there.
    let fen = "k7/RR6/1K6/8/8/8/8/8 b - - 3 9";
    position("makruk", fen, "k7/RR6/1K6/8/8/8/8/8 b - - 0 7", &[]).ok();
}
