//! `carn diff`: the differing keys of two rule files, and the smallest position in which they differ.

use carn::position::{Position, Rules};

use super::cli::{Folder, Run, carn, carn_in};

/// `carn diff` of a shipped game and a file that says only what differs.
fn diff(game: &str, text: &str, more: &[&str]) -> Run {
    let folder = Folder::new("diff");
    let file = folder.file("other.toml", &format!("extends = '{game}'\nname = 'Other'\n{text}"));
    let mut arguments = vec!["diff", game, &file];
    for (option, value) in [("--depth", "1"), ("--games", "4"), ("--plies", "60")] {
        if !more.contains(&option) {
            arguments.extend([option, value]);
        }
    }
    arguments.extend(more);
    carn_in(folder.path(), &arguments)
}

#[test]
fn the_same_rules_written_otherwise_play_alike() {
    let run = diff(
        "chess",
        "[pieces.rook]\npattern = 'File * | Rank *'\n[pieces.king]\nnames = { zh = '帝' }\n",
        &[],
    );
    let out = run.ok();
    assert!(
        out.contains(
            "pieces.rook.pattern (movements with or without a capture): the same moves, written differently"
        ),
        "{out}"
    );
    assert!(out.contains("and 1 key of drawing and notation"), "{out}");
    assert!(out.contains("no difference in play in "), "{out}");
    let out = carn(&["diff", "atomic", "atomic", "--depth", "1", "--games", "1"]).ok();
    assert!(out.starts_with("atomic and atomic have the same rules\n"), "{out}");
}

#[test]
fn one_leg_is_found_and_nothing_else_is_shown() {
    let run = diff("xiangqi", "[pieces.horse]\npattern = '*# 2 *# 1'\n", &["--format", "json"]).code(1);
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(json["same"], false);
    assert_eq!(json["written"][0]["key"], "pieces.horse.pattern");
    let found = &json["difference"]["differences"][0];
    assert!(found["only"].as_str().is_some_and(|game| game.ends_with("other.toml")), "{found}");
    assert!(found["says"].as_str().is_some_and(|says| says.contains("is blocked at")), "{found}");
    // Two generals, a horse, what stands on its leg, and what keeps the generals apart.
    let rules = Rules::new(carn::library::variant("xiangqi").expect("it is shipped"));
    let fen = json["difference"]["fen"].as_str().expect("a text");
    let position = Position::from_fen(&rules, fen).expect("it can be played");
    assert!(position.pieces().count() <= 5, "{fen}");
    assert_eq!(json["difference"]["moves"], serde_json::json!([]));
}

#[test]
fn missing_moves_are_found_from_the_other_side() {
    let out = diff("chess", "[pieces.knight]\npattern = false\nmove = '*# 2 *# 1'\n", &[]).code(1).out;
    assert!(out.contains("only chess has ") && out.contains("chess allows it at chess.toml:"), "{out}");
    assert!(out.contains("pieces.knight.move (movements onto empty squares)"), "{out}");
}

#[test]
fn effects_rights_and_ends_differ_too() {
    let atomic = carn(&["diff", "chess", "atomic", "--depth", "1", "--games", "4"]).code(1).out;
    assert!(atomic.contains("hooks.aftercapture") && atomic.contains("difference in play: "), "{atomic}");
    let bare = diff(
        "chess",
        "[ending]\nstalemate = 'win'\ninsufficient = false\n",
        &["--fen", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "--depth", "3", "--games", "0"],
    );
    let out = bare.code(1).out;
    assert!(out.contains("in chess the game is over: no legal move, a draw; in"), "{out}");
    let quiet = diff("chess", "[ending]\nquiet = { plies = 5, result = 'draw' }\n", &[]).code(1).out;
    assert!(quiet.contains("ending.quiet.plies"), "{quiet}");
    assert!(quiet.contains("the game goes on; in"), "a count is no difference until it ends a game: {quiet}");
}

#[test]
fn starts_that_differ_are_said_and_can_be_left_aside() {
    let text = "[setup]\nfen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1'\n";
    let out = diff("chess", text, &[]).code(1).out;
    assert!(out.contains("chess starts from rnbqkbnr/") && out.contains("setup.fen"), "{out}");
    let fen = ["--fen", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"];
    assert!(diff("chess", text, &fen).ok().contains("no difference in play"));
    let out = carn(&["diff", "chess", "xiangqi"]).code(1).out;
    assert!(out.contains("xiangqi cannot begin from the first"), "{out}");
}

#[test]
fn letters_may_differ() {
    let text = "[pieces.horse]\nletter = 'H'\n[setup]\nfen = 'rhbakabhr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHBAKABHR w - - 0 1'\n";
    diff("xiangqi", text, &[]).code(1);
    let out = diff("xiangqi", text, &["--letters", "N=H", "--games", "2", "--plies", "20"]).ok();
    assert!(out.contains("no difference in play"), "{out}");
}

#[test]
fn wrong_calls_are_told() {
    carn(&["diff", "chess"]).code(2);
    carn(&["diff", "chess", "no-such-game"]).code(2);
    carn(&["diff", "chess", "atomic", "--fen", "nonsense"]).code(2);
    carn(&["diff", "chess", "xiangqi", "--fen", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]).code(2);
    let folder = Folder::new("diff-bad");
    let file = folder.file("bad.toml", "extends = 'chess'\n[pieces.rook]\npattern = '@Emty'\n");
    assert!(carn(&["diff", "chess", &file]).code(1).messages.contains("has errors"));
}
