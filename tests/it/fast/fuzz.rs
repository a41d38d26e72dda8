//! Random and mutated rule files in both evaluators. The number of cases is limited here.
//! `CARN_FUZZ_CASES=100000 cargo test --release --test it fuzz` runs more, starting with case
//! `CARN_FUZZ_SEED`. Failing texts are saved in the folder `CARN_FUZZ_KEEP`. `CARN_FUZZ_FILES` tests the rule
//! files of a folder.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use carn::compile::{Natives, compile};
use carn::library::{self, Shipped};
use carn::notation;
use carn::position::{Position, Rules};
use carn::variant::{Script, Variant};

use super::agree::{Compared, Effort, examine, walk};
use super::mutated::mutated;
use super::random::Random;
use super::strewn::more;
use super::written::rule_file;

const SCRIPTS: [Script; 5] = [Script::Coordinate, Script::San, Script::Chinese, Script::Wxf, Script::Iccs];

fn compiled(text: &str) -> Option<Variant> {
    let compiled = compile("fuzz.toml", text, &Shipped, &Natives::default());
    if compiled.diagnostics.iter().any(|one| one.is_error()) { None } else { compiled.variant }
}

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

/// How a text fared.
#[derive(Default)]
struct Tally {
    accepted: usize,
    tabled: usize,
    positions: usize,
    failures: Vec<String>,
}

impl Tally {
    fn examine(&mut self, name: &str, text: &str, seed: u64, effort: Effort) {
        self.compare(name, text, |variant| {
            let texts =
                if std::env::var_os("CARN_FUZZ_TEXTS").is_some() { texts(&variant, seed) } else { Ok(()) };
            examine(variant, seed, effort).and_then(|compared| texts.map(|()| compared))
        });
    }

    fn compare(&mut self, name: &str, text: &str, how: impl Fn(Variant) -> Result<Compared, String>) {
        let run = || compiled(text).map(&how);
        let result = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Some(Err("a panic".into())));
        match result {
            None => {}
            Some(Ok(compared)) => {
                self.accepted += 1;
                self.positions += compared.positions;
                self.tabled += usize::from(compared.tabled);
            }
            Some(Err(error)) => {
                if let Some(folder) = std::env::var_os("CARN_FUZZ_KEEP") {
                    let file = std::path::Path::new(&folder).join(format!("{name}.toml"));
                    std::fs::write(file, text).unwrap();
                }
                self.failures.push(format!("{name}: {error}\n{text}"));
            }
        }
    }

    fn clean(&self) {
        let (count, shown) = (self.failures.len(), self.failures.iter().take(3));
        assert_eq!(count, 0, "{}", shown.cloned().collect::<Vec<_>>().join("\n\n"));
    }
}

/// Every legal move in every script is read back as itself, and the position from its own text: on the way of a random
/// game. Asked for by `CARN_FUZZ_TEXTS`.
fn texts(variant: &Variant, seed: u64) -> Result<(), String> {
    let rules = Rules::new(variant.clone());
    let mut position = Position::start(&rules);
    let mut random = Random::new(seed);
    for _ in 0..8 {
        let fen = position.fen();
        let back = carn::variant::fen::parse(variant, &fen).map_err(|error| format!("{fen}: {error:?}"))?;
        let setup = position.setup();
        let says = |setup: &carn::variant::Setup| {
            (setup.squares.clone(), setup.turn, setup.marks.clone(), setup.count, setup.quiet_plies)
        };
        if says(&back) != says(&setup) {
            return Err(format!("{fen} is read back as {}", carn::variant::fen::print(variant, &back)));
        }
        let legal = position.legal_moves();
        for script in SCRIPTS {
            for &m in &legal {
                let Some(text) = notation::write(&position, m, script) else { continue };
                let read = notation::read(&position, &text, &[script]);
                if read.as_ref() != Ok(&m) {
                    return Err(format!("{fen}: {text} in {script:?} is {m:?}, read back as {read:?}"));
                }
            }
        }
        let Some(&m) = legal.get(random.below(legal.len())) else { break };
        position.play_unchecked(m);
    }
    Ok(())
}

/// A game that takes longer ends early, and was compared so far: the literal evaluator needs its time.
const EFFORT: Effort = Effort { plies: 12, time: Duration::from_millis(40) };

#[test]
fn random_rule_files_mean_the_same_to_both_evaluators() {
    let cases = from_environment("CARN_FUZZ_CASES").unwrap_or(25);
    let first = from_environment("CARN_FUZZ_SEED").unwrap_or(1);
    let mut tally = Tally::default();
    for seed in first..first + cases {
        let text = rule_file(&mut Random::new(seed.rotate_left(32)));
        tally.examine(&format!("random-{seed}"), &text, seed, EFFORT);
    }
    tally.clean();
    assert!(tally.accepted * 2 > cases as usize, "most must be rules: {} of {cases}", tally.accepted);
    assert!(
        tally.tabled * 2 > tally.accepted,
        "most must have tables: {} of {}",
        tally.tabled,
        tally.accepted
    );
}

/// At least 2,500 positions on boards other than a rectangle for two; `CARN_BOARD_POSITIONS` asks for more.
#[test]
fn random_boards_mean_the_same_to_both_evaluators() {
    let wanted = from_environment("CARN_BOARD_POSITIONS").unwrap_or(2_500) as usize;
    let effort = Effort { plies: 40, time: Duration::from_millis(120) };
    // The features of boards, and how many of those ran on tables.
    let kinds = [
        "where = ",
        "holes = ",
        "wrap = ",
        "names = ",
        "view = ",
        "\"Level\"",
        "\"Stage\"",
        "\"Red\"",
        "\"Green\"",
    ];
    let mut of_kind = kinds.map(|_| 0);
    let (mut tally, mut seed) = (Tally::default(), from_environment("CARN_FUZZ_SEED").unwrap_or(1));
    let mut positions = 0;
    while positions < wanted && tally.failures.len() < 3 {
        seed += 1;
        let mut random = Random::new(seed);
        let mut text = rule_file(&mut random);
        if !kinds.iter().any(|kind| text.contains(kind)) {
            continue;
        }
        if random.chance(30) {
            text += &more(&mut random, &text);
        }
        let (tabled, before) = (tally.tabled, tally.positions);
        tally.compare(&format!("board-{seed}"), &text, |variant| walk(&Rules::new(variant), seed, effort));
        if tally.tabled > tabled {
            positions += tally.positions - before;
            for (count, _) in of_kind.iter_mut().zip(kinds).filter(|(_, kind)| text.contains(kind)) {
                *count += 1;
            }
        }
    }
    tally.clean();
    for (kind, count) in kinds.iter().zip(of_kind) {
        assert!(count > 0, "{kind}: none by tables of {} files", tally.accepted);
    }
}

#[test]
fn mutated_rule_files_mean_the_same_to_both_evaluators() {
    let cases = from_environment("CARN_FUZZ_CASES").unwrap_or(20);
    let first = from_environment("CARN_FUZZ_SEED").unwrap_or(1);
    let shipped: Vec<&str> = library::names().filter_map(library::text).collect();
    let mut tally = Tally::default();
    for seed in first..first + cases {
        let mut random = Random::new(!seed);
        let original = match random.below(3) {
            0 => shipped[seed as usize % shipped.len()].to_owned(),
            _ => rule_file(&mut random),
        };
        // Most changes make no sense; one that the compiler lets pass is a case.
        let mut mutants = (0..10).map(|_| mutated(&mut random, &original));
        let Some(text) = mutants.find(|text| compiled(text).is_some()) else { continue };
        let effort = Effort { plies: 8, time: EFFORT.time / 2 };
        tally.examine(&format!("mutated-{seed}"), &text, seed, effort);
    }
    tally.clean();
    assert!(tally.accepted * 4 > cases as usize, "some must be rules: {} of {cases}", tally.accepted);
}

/// Nothing unless `CARN_FUZZ_FILES` names a folder.
#[test]
fn fuzz_the_rule_files_of_a_folder() {
    let Some(folder) = std::env::var_os("CARN_FUZZ_FILES") else { return };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut tally = Tally::default();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "toml")) {
        let name = file.file_stem().unwrap().to_string_lossy();
        for seed in [1, 2, 3, 4] {
            let effort = Effort { plies: 30, time: Duration::from_secs(2) };
            tally.examine(&format!("{name}-{seed}"), &std::fs::read_to_string(file).unwrap(), seed, effort);
        }
    }
    println!("{} accepted, {} by tables, {} positions", tally.accepted, tally.tabled, tally.positions);
    tally.clean();
}
