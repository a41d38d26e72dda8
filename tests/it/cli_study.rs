//! `carn study`: equal seeds give equal reports, parts add up to the whole, coverage counts every move once.

use carn::position::Position;
use carn::random::Random;
use carn::variant::literal;
use serde_json::Value;

use super::cli::{Folder, carn, carn_in};

/// A quick study of a game, for programs.
fn study(variant: &str, more: &[&str]) -> Value {
    let call = ["study", variant, "--nodes", "20", "--opening", "3", "--limit", "60", "--format", "json"];
    carn(&[&call[..], more].concat()).json()
}

/// A number of the JSON.
fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let one = study("losalamos", &["--games", "6", "--threads", "1", "--alone"]);
    assert_eq!(one, study("losalamos", &["--games", "6", "--threads", "3", "--alone"]));
    assert_ne!(one, study("losalamos", &["--games", "6", "--seed", "2", "--alone"]));
}

#[test]
fn studies_of_parts_make_the_whole() {
    let folder = Folder::new("study");
    let part = |name: &str, more: &[&str]| {
        let call = ["study", "losalamos", "--nodes", "20,40", "--limit", "40", "--alone", "--format", "json"];
        let out = carn_in(folder.path(), &[&call[..], more].concat()).ok();
        folder.file(name, &out)
    };
    let whole = part("whole.json", &["--games", "7"]);
    let first = part("first.json", &["--games", "3"]);
    let second = part("second.json", &["--from", "3", "--games", "4"]);
    let merged = carn(&["study", "--format", "json", "--merge", &second, &first]).json();
    let whole: Value = serde_json::from_str(&std::fs::read_to_string(whole).unwrap()).unwrap();
    assert_eq!(merged, whole);
    assert_eq!(whole["studies"][0]["data"]["games"], serde_json::json!([[0, 7]]));
    let twice = carn(&["study", "--merge", &first, &first]).code(2);
    assert!(twice.messages.contains("game 0 is in both"), "{}", twice.messages);
    let other = part("other.json", &["--from", "3", "--games", "1", "--seed", "5"]);
    assert!(carn(&["study", "--merge", &first, &other]).code(2).messages.contains("settings"));
}

/// Whatever a game is played with (castling, drops, compulsion, chains), each move is made by one rule, and each game is
/// ended by one reason.
#[test]
fn every_move_and_every_end_is_counted_once() {
    for (variant, kinds) in [
        ("chess", &["alternative"][..]),
        ("crazyhouse", &["alternative", "drop"]),
        ("antichess", &["alternative", "choice"]),
        ("draughts", &["alternative"]),
        ("atomic", &["alternative", "hook"]),
    ] {
        let report = study(variant, &["--games", "2", "--alone", "--no-values"]);
        let one = &report["studies"][0];
        let coverage = one["coverage"].as_array().unwrap();
        let uses = |kind: &str| {
            coverage.iter().filter(|rule| rule["kind"] == kind).map(|rule| count(&rule["uses"])).sum::<u64>()
        };
        let lengths = one["data"]["lengths"].as_object().unwrap();
        let plies: u64 =
            lengths.iter().map(|(plies, games)| plies.parse::<u64>().unwrap() * count(games)).sum();
        assert_eq!(uses("alternative") + uses("drop") + uses("pass"), plies, "{variant}: {coverage:#?}");
        kinds.iter().for_each(|kind| assert!(uses(kind) > 0, "{variant}: no {kind} was used"));
        let games: u64 = one["endings"].as_array().unwrap().iter().map(|end| count(&end["games"])).sum();
        assert_eq!((games, count(&one["games"])), (2, 2), "{variant}");
        for result in one["results"].as_array().unwrap() {
            let of = |key: &str| count(&result[key]);
            assert_eq!(of("wins") + of("draws") + of("losses"), 2, "{variant}: {result}");
        }
    }
}

#[test]
fn a_rule_that_never_fires_is_marked() {
    let folder = Folder::new("study");
    let text = "name = 'Dead'\nextends = 'losalamos'\n[pieces.pawn]\nmove = [\n    'Rank +1',\n    'Rank +3 @On(Rank 6)',\n]\n";
    let file = folder.file("dead.toml", text);
    let (lcov, page) = (folder.path().join("dead.info"), folder.path().join("dead.html"));
    let files = ["--coverage", lcov.to_str().unwrap(), "--html", page.to_str().unwrap()];
    let call = ["study", &file, "--games", "3", "--nodes", "20", "--limit", "60"];
    let out = carn(&[&call[..], &files].concat()).ok();
    assert!(out.contains("dead.toml:6  Rank +3 @On(Rank 6)"), "{out}");
    assert!(out.contains("Differences"), "it extends another game: {out}");
    let lcov = std::fs::read_to_string(&lcov).unwrap();
    let own = lcov.split("end_of_record").find(|part| part.contains("dead.toml")).unwrap();
    assert!(own.contains("\nDA:6,0\n") && !own.contains("\nDA:5,0\n") && own.contains("\nDA:5,"), "{lcov}");
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("class=\"never\">") && html.matches("<svg").count() >= 4, "{html}");
    assert!(!html.contains("<script") && !html.contains("src=\"http"), "the page stands by itself");
    // Files that are there stay.
    let again = carn(&[&call[..], &files].concat()).code(2);
    assert!(again.messages.contains("--force"), "{}", again.messages);
}

#[test]
fn handicaps_are_tried() {
    let report = study("losalamos", &["--games", "10", "--odds", "white", "--alone", "--no-values"]);
    let plan = &report["studies"][0]["plan"];
    // A rook, a knight, a queen and a pawn less; and the game as it is.
    assert_eq!(plan["starts"].as_array().unwrap().len(), 5, "{plan}");
    let results = report["studies"][0]["results"].as_array().unwrap();
    let games = |result: &Value| count(&result["wins"]) + count(&result["draws"]) + count(&result["losses"]);
    assert!(results.iter().all(|result| games(result) == 2), "{results:#?}");
    assert_eq!(
        report["studies"][0]["data"]["lengths"].as_object().unwrap().values().map(count).sum::<u64>(),
        2
    );
}

#[test]
fn games_that_cannot_be_studied_are_reported() {
    for (call, part) in [
        (&["study", "chesss"][..], "did you mean `chess`"),
        (&["study"], "VARIANT"),
        (&["study", "chess", "--handicap", "odd"], "NAME=FEN"),
        (&["study", "chess", "--handicap", "odd=8/8"], "FEN"),
        (&["study", "chess", "--odds", "Red"], "the players are White, Black"),
        (&["study", "chess", "--nodes", "0"], "0"),
        (&["study", "--merge", "/nowhere.json"], "cannot read"),
    ] {
        let run = carn(call).code(2);
        assert!(run.messages.contains(part), "{call:?}: {}", run.messages);
    }
    let folder = Folder::new("study");
    let file = folder.file("odd.json", "{}");
    assert!(carn(&["study", "--merge", &file]).code(2).messages.contains("--format json"));
}

#[test]
fn the_time_is_told_beforehand() {
    let call = ["study", "tictactoe", "--estimate", "--games", "1000", "--nodes", "20"];
    assert!(carn(&call).ok().contains("1000 games"));
    let told = carn(&[&call[..], &["--format", "json"]].concat()).json();
    assert!(told["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{told}");
}

/// The movement that a move is credited to is one by which the literal evaluator allows it.
#[test]
fn the_movement_that_fires_is_one_that_allows_the_move() {
    for (name, hooks) in [("chess", false), ("xiangqi", false), ("atomic", true), ("berolina", false)] {
        let rules = carn::library::rules(name).expect("it is shipped");
        let variant = rules.variant();
        let mut position = Position::start(&rules);
        let mut random = Random::new(3);
        for _ in 0..40 {
            let Some(&m) = random.choose(&position.legal_moves()) else { break };
            let setup = position.setup();
            let fired = literal::fired(variant, &setup, m);
            let ways = literal::examine(variant, &setup, m.from, m.to).ways;
            let allowed = ways.iter().any(|way| way.movement == fired.movement && way.cause.is_none());
            assert!(allowed, "{name}, {}: {m:?} by {:?}", position.fen(), fired.movement);
            assert_eq!(
                !fired.hooks.is_empty(),
                hooks && position.is_capture(m),
                "{name}, {}",
                position.fen()
            );
            position.play_unchecked(m);
        }
    }
}

/// What an inventor wants to know of a game with mistakes: which pieces never move, which condition ends it, how much of
/// the board is unused. Numbers agree with their nouns, and plots of whole numbers have whole labels.
#[test]
fn mistakes_are_named() {
    let folder = Folder::new("study");
    let text = "name = 'Race'\n\
        board = { axes = ['File', 'Rank'], ranges = { File = 'a~t', Rank = '1~3' } }\n\
        players = { White = { fen = 'w' }, Black = { fen = 'b' } }\n\
        zones = { Goal = 'File d' }\n\
        setup = { fen = '20/S18r/R19 w - - 0 1' }\n\
        ending = { ends = [{ win = '@Any(Goal,  @Ally @Is(runner))' }] }\n\
        pieces.runner = { letter = 'R', pattern = 'File +1 @By(White) | File -1 @By(Black)' }\n\
        pieces.stone = { letter = 'S', pattern = 'Rank +3' }\n";
    let file = folder.file("race.toml", text);
    let page = folder.path().join("race.html");
    let call =
        ["study", &file, "--games", "2", "--nodes", "20", "--no-values", "--html", page.to_str().unwrap()];
    let out = carn(&call).ok();
    for part in [
        "2 games began with 1 different opening.",
        "@Any(Goal, @Ally @Is(runner))",
        "Never moved: White stone.",
        "No piece reached 55 of 60 squares: ",
        "Used: 3 of 4 rules. Never used, perhaps by mistake:",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    assert!(out.contains("o1, …") && !out.contains("p1"), "{out}");
    let html = std::fs::read_to_string(page).unwrap();
    let odd = html.lines().find(|line| line.contains('.') && line.trim().parse::<f64>().is_ok());
    assert_eq!(odd, None, "a label between whole numbers");
}
