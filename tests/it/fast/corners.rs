//! Rules that the tables treat specially, one rule file each in `tests/fixtures/corners`.
//!
//! Each is tested on boards with random pieces, hands, rights and counters, on which the tables must agree
//! with the literal evaluator.

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::position::Rules;
use carn::variant::Variant;

use super::fixtures;
use super::strewn::differs;
use crate::by_build;

/// The ranges of files and ranks in `board.toml`.
const SMALL: [&str; 2] = ["a~f", "1~5"];
/// A board with long sets of squares and with lines too long for a lookup table.
const WIDE: [&str; 2] = ["a~n", "1~11"];

/// Games with more conditions than tables have room for on the wide board.
const TOO_LARGE: [&str; 2] = ["conditions-on-adjacent-squares.toml", "guard-two-squares-at-once.toml"];

/// Compiles a rule file for a board of this size.
fn game(text: &str, size: [&str; 2]) -> Result<Variant, String> {
    fixtures::game("corners", text, |board| board.replace(SMALL[0], size[0]).replace(SMALL[1], size[1]))
}

/// Tests every `step`th game in a number of positions. With `step` 1, also the tables for any processor.
fn all_agree(size: [&str; 2], step: usize, positions: usize) {
    let mut games = fixtures::texts("corners");
    assert!(games.len() >= 84, "rule files are missing");
    games.retain(|(name, _)| size == SMALL || !TOO_LARGE.contains(&name.as_str()));
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
    all_agree(SMALL, 1, by_build(30, 80));
}

#[test]
fn each_rule_means_the_same_on_a_wide_board() {
    all_agree(WIDE, 3, 4);
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
