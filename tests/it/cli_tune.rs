//! `carn tune`: a rule file with weights next to the old one, with the same rules.

use super::cli::{Folder, carn_in};

#[test]
fn a_tuned_file_has_the_same_rules_and_other_values() {
    let folder = Folder::new("tune");
    let call = ["tune", "losalamos", "--games", "12", "--nodes", "40", "--limit", "40", "--check", "1"];
    let out = carn_in(folder.path(), &[&call[..], &["--threads", "2"]].concat()).ok();
    assert!(
        out.contains("12 games") && out.contains("of 2 games") && out.contains("losalamos.tuned.toml"),
        "{out}"
    );
    let first = std::fs::read_to_string(folder.path().join("losalamos.tuned.toml")).unwrap();
    assert!(
        first.contains("extends = \"losalamos\"\n") && first.contains("[engine.pieces.queen]"),
        "{first}"
    );
    carn_in(folder.path(), &["check", "losalamos.tuned.toml"]).ok();
    carn_in(folder.path(), &["fmt", "--check", "losalamos.tuned.toml"]).ok();
    carn_in(folder.path(), &["values", "losalamos.tuned.toml"]).ok();
    // It is not written over, and with one thread it would be the same.
    assert!(carn_in(folder.path(), &call).code(2).messages.contains("--force"));
    let json = carn_in(folder.path(), &[&call[..], &["--force", "--format", "json"]].concat()).json();
    assert_eq!(json["check"]["games"], 2);
    assert_eq!(std::fs::read_to_string(folder.path().join("losalamos.tuned.toml")).unwrap(), first);
}

#[test]
fn a_game_that_cannot_be_fitted_is_refused() {
    let folder = Folder::new("tune-four");
    let refused = carn_in(folder.path(), &["tune", "fourplayer"]).code(2);
    assert!(refused.messages.contains("two players"), "{}", refused.messages);
}

/// The random opening is as long as the game, so that no position is left to fit to.
#[test]
fn games_without_positions_are_an_error() {
    let folder = Folder::new("tune-nothing");
    let call = ["tune", "losalamos", "--games", "10", "--nodes", "10", "--opening", "20", "--limit", "10"];
    for more in [&[][..], &["--network"]] {
        let refused = carn_in(folder.path(), &[&call, more].concat()).code(1);
        assert!(refused.messages.contains("10 games with 0 quiet positions"), "{}", refused.messages);
        assert!(refused.messages.contains("--opening"), "{}", refused.messages);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a file was written");
}

#[test]
fn a_network_is_found_beside_its_rule_file() {
    let folder = Folder::new("tune-network");
    folder.file("mine.toml", "name = \"Mine\"\nextends = \"losalamos\"\n");
    let best = || carn_in(folder.path(), &["best", "mine.toml", "--depth", "3", "--format", "json"]);
    let before = best().json();
    let call =
        ["tune", "mine.toml", "--network", "--games", "20", "--nodes", "20", "--limit", "30", "--check", "1"];
    let out = carn_in(folder.path(), &call).ok();
    assert!(out.contains("the new network") && out.contains("written to mine.net"), "{out}");
    assert_ne!(best().json(), before, "the search uses the network");
    assert!(carn_in(folder.path(), &call).code(2).messages.contains("--force"));

    let bytes = std::fs::read(folder.path().join("mine.net")).unwrap();
    std::fs::write(folder.path().join("mine.net"), &bytes[..bytes.len() / 2]).unwrap();
    let called = best();
    assert!(called.messages.contains("it is cut short or damaged"), "{}", called.messages);
    assert_eq!(called.json(), before);
    folder.file("mine.net", "no network");
    let called = best();
    assert!(called.messages.contains("`mine.net` is not used"), "{}", called.messages);
    assert_eq!(called.json(), before);
}

#[test]
fn a_network_begins_with_that_of_another_game() {
    let folder = Folder::new("tune-from");
    folder.file("mine.toml", "name = \"Mine\"\nextends = \"chess\"\n");
    let begun = |from: &[&str]| {
        let call = ["tune", "mine.toml", "--network", "--games", "100", "--nodes", "20", "--limit", "60"];
        let rest = [&["--check", "0", "--force", "--output", "other.net", "--format", "json"], from].concat();
        let json = carn_in(folder.path(), &[&call, &rest[..]].concat()).json();
        assert!(json["check"].is_null(), "no games, no result: {json}");
        json["error_before"].as_f64().unwrap()
    };
    // The same pieces: the network of chess knows more of them than none does.
    assert!(begun(&["--from", "chess"]) < begun(&[]));
    let refused = carn_in(folder.path(), &["tune", "xiangqi", "--network", "--from", "chess"]).code(2);
    assert!(refused.messages.contains("its board is not that of xiangqi"), "{}", refused.messages);
    carn_in(folder.path(), &["tune", "mine.toml", "--from", "chess"]).code(2);
}
