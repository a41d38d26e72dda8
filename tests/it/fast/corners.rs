//! Rules that the tables treat in special ways: one rule file each in `tests/fixtures/corners`.
//!
//! Each is tested on boards with random pieces, hands, rights and counters, where the tables must agree with the
//! literal evaluator.

use std::fs;
use std::path::{Path, PathBuf};

use carn::compile::{Natives, compile};
use carn::library::{Beside, Shipped};
use carn::position::Rules;
use carn::variant::Variant;

use super::strewn::differs;

/// The file that all others in the folder extend.
const BOARD: &str = "board.toml";

/// The ranges of files and ranks in [`BOARD`].
const SMALL: [&str; 2] = ["a~f", "1~5"];
/// A board with long sets of squares and with lines too long for a lookup table.
const WIDE: [&str; 2] = ["a~n", "1~11"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/corners")
}

/// The rule files by name, with their texts.
fn games() -> Vec<(String, String)> {
    let names = fs::read_dir(folder()).expect("the folder of rule files").flatten();
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".toml") && name != BOARD).collect();
    names.sort();
    let text = |name: &String| fs::read_to_string(folder().join(name)).expect("a rule file");
    names.iter().map(|name| (name.clone(), text(name))).collect()
}

/// Compiles a rule file that extends [`BOARD`], on a board of this size.
fn game(text: &str, size: [&str; 2]) -> Result<Variant, String> {
    let board = |name: &str| {
        let text = fs::read_to_string(folder().join(name)).map_err(|error| error.to_string())?;
        Ok(text.replace(SMALL[0], size[0]).replace(SMALL[1], size[1]))
    };
    let compiled = compile("corner.toml", text, &Beside(board), &Natives::default());
    let errors: Vec<_> =
        compiled.diagnostics.iter().filter(|one| one.is_error()).map(|one| one.message.as_str()).collect();
    let errors = errors.join(", ");
    compiled.variant.ok_or(errors)
}

/// Tests every `step`th game in a number of positions. With `step` 1, also the tables for any processor.
fn all_agree(size: [&str; 2], step: usize, positions: usize) {
    let games = games();
    assert!(games.len() >= 76, "rule files are missing");
    let mut wrong = Vec::new();
    for (index, (name, text)) in games.iter().enumerate().step_by(step) {
        let found = game(text, size).and_then(|variant| {
            let seed = 4_001 + index as u64;
            let mut kinds = vec![(Rules::new(variant.clone()), positions)];
            if step == 1 {
                kinds.push((Rules::portable(variant.clone()), positions / 4));
            }
            for (rules, positions) in kinds {
                if let Some(reason) = rules.fallback() {
                    return Err(format!("no tables: {reason}"));
                }
                differs(&rules, seed, positions)?;
            }
            Ok(())
        });
        wrong.extend(found.err().map(|error| format!("{name}: {error}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn each_rule_means_the_same_in_any_position() {
    all_agree(SMALL, 1, if cfg!(debug_assertions) { 40 } else { 80 });
}

#[test]
fn each_rule_means_the_same_on_a_wide_board() {
    all_agree(WIDE, if cfg!(debug_assertions) { 6 } else { 3 }, 4);
}

/// Where no move may give check, moves are generated set-wise if lines show that they give none. This holds beside steps,
/// promotions, castling, hoppers, blasts and hands.
#[test]
fn where_no_move_may_give_check_tables_find_those_that_give_none() {
    for (seed, base) in ["chess", "makruk", "xiangqi", "atomic", "crazyhouse"].into_iter().enumerate() {
        let text = format!("name = 'Quiet'\nextends = '{base}'\n[moves]\nguard = '@Not(@Checks)'\n");
        let compiled = compile("quiet.toml", &text, &Shipped, &Natives::default());
        let rules = Rules::new(compiled.variant.unwrap());
        assert_eq!(rules.fallback(), None, "{base}");
        let found = differs(&rules, 7_001 + seed as u64, 60);
        assert!(found.is_ok(), "{base}: {}", found.err().unwrap_or_default());
    }
}

/// `@Checks` in a hook reads the position after the move, hooks included, but the tables evaluate it before counters
/// change. Where this could matter, the game runs on the literal evaluator.
#[test]
fn counters_that_follow_check_are_not_asked_by_movements() {
    let fallback = |asked: &str, hook: &str| {
        let text = format!(
            r#"
            name    = "Counters after check"
            extends = "board.toml"

            [counters]
            n = {{ start = 1 }}
            m = {{}}

            [hooks]
            aftermove = "{hook}"

            [pieces]
            k = {{ letter = "K", royal = true, pattern = "**# 1" }}
            r = {{ letter = "R", pattern = ["*# *", "*# 2 *# 1 @Counter({asked}, 0)"] }}

            [setup.pieces]
            White = {{ k = "c1", r = "a1 f1" }}
            Black = {{ k = "c5", r = "a5 f5" }}

            [ending]
            checkmate = "loss"
            "#
        );
        Rules::new(game(&text, SMALL).unwrap()).fallback()
    };
    assert_eq!(fallback("m", "@Checks => @Add(n, -1)"), None);
    assert_eq!(fallback("n", "@Takes => @Add(n, -1)"), None);
    assert!(fallback("n", "@Checks => @Add(n, -1)").is_some());
    assert!(fallback("n", "@After(@Counter(n, 0)) => @Add(n, -1)").is_some());
}
