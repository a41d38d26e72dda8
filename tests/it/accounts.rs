//! Snapshots of the forms that the tables of each shipped game have.

use carn::library;

/// Some of the shipped games, each as its file in `tests/accounts/` has it. After a change that is meant to change how
/// games run: `BLESS=1 cargo test --test it accounts`, and read the difference.
fn run_as_told(part: usize) {
    let bless = std::env::var_os("BLESS").is_some();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/accounts");
    let mut wrong = Vec::new();
    for name in library::names().skip(part).step_by(PARTS) {
        let rules = library::rules(name).unwrap();
        let said = match rules.fallback() {
            Some(reason) => reason.to_owned(),
            None => rules.account().lines(rules.variant()).join("\n"),
        } + "\n";
        let file = format!("{folder}/{name}.txt");
        if bless {
            std::fs::write(&file, &said).unwrap();
        }
        let wanted = std::fs::read_to_string(&file).unwrap_or_default();
        let both = said.lines().zip(wanted.lines().chain(std::iter::repeat("")));
        let unlike = both.filter(|(said, wanted)| said != wanted).take(1);
        if said != wanted {
            let unlike = unlike.map(|(said, wanted)| format!("now {said}; before {wanted}"));
            wrong.push(format!("{name}: {}", unlike.collect::<String>()));
        }
    }
    assert!(wrong.is_empty(), "these run otherwise than they did, with the first line of each: {wrong:#?}");
}

/// Into so many tests the games are divided, for tests run side by side.
const PARTS: usize = 4;

#[test]
fn a_quarter_of_the_games_runs_as_told() {
    run_as_told(0);
}

#[test]
fn a_second_quarter_of_the_games_runs_as_told() {
    run_as_told(1);
}

#[test]
fn a_third_quarter_of_the_games_runs_as_told() {
    run_as_told(2);
}

#[test]
fn the_last_quarter_of_the_games_runs_as_told() {
    run_as_told(3);
}
