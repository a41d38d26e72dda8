//! `carn explain`: what it says of chess and xiangqi in each language, and how it breaks its lines.
//!
//! The texts are in `tests/explain/`. After a change that is meant to change them: `BLESS=1 cargo test --test it explain`,
//! and read the difference.

use std::process::Command;

use unicode_width::UnicodeWidthStr;

use super::cli::{Folder, carn, carn_in, root};

#[test]
fn games_are_explained_in_both_languages() {
    let bless = std::env::var_os("BLESS").is_some();
    for game in ["chess", "xiangqi", "draughts"] {
        for language in ["en", "zh"] {
            let said = carn(&["explain", game, "--lang", language]).ok();
            let file = root().join(format!("tests/explain/{game}.{language}.txt"));
            if bless {
                std::fs::write(&file, &said).expect("the folder is there");
            }
            let wanted = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(said == wanted, "{game} in {language} is not as expected:\n{said}");
        }
    }
}

/// What `explain` says with these variables set and no others that speak of language or width.
fn explained(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carn"));
    command.arg("explain").args(arguments);
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    let output = command.output().expect("the command can be run");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_language_is_the_environments_unless_said() {
    let chinese =
        |variables: &[(&str, &str)]| explained(&["xiangqi", "cannon"], variables).contains("必须正好越过");
    assert!(!chinese(&[]));
    assert!(chinese(&[("LANG", "zh_CN.UTF-8")]));
    assert!(chinese(&[("LANG", "en_GB.UTF-8"), ("LC_ALL", "zh_TW.UTF-8")]));
    assert!(!chinese(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "C")]));
    assert!(chinese(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "")]), "an empty one says nothing");
    let said = explained(&["xiangqi", "cannon", "--lang", "en"], &[("LANG", "zh_CN.UTF-8")]);
    assert!(said.contains("jumping over exactly 1 piece"), "{said}");
}

#[test]
fn lines_are_as_wide_as_the_terminal() {
    for game in ["chess960", "atomic"] {
        for language in ["en", "zh"] {
            for (columns, width) in [(None, 80), (Some("40"), 40), (Some("120"), 120), (Some("nonsense"), 80)]
            {
                let variables: Vec<_> = columns.map(|columns| ("COLUMNS", columns)).into_iter().collect();
                let said = explained(&[game, "--lang", language], &variables);
                for line in said.lines() {
                    assert!(line.width() <= width, "{game}: {} cells: {line}", line.width());
                    let starts = line.trim_start().chars().next();
                    assert!(starts.is_none_or(|c| !"，。；：、）”".contains(c)), "{game}: {line}");
                }
            }
        }
    }
}

#[test]
fn axes_are_another_only_within_a_leg() {
    let folder = Folder::new("axes");
    let piece = |pattern: &str, language: &str| {
        let text = format!(
            "extends = 'chess'\nname = 'Axes'\n[pieces.knight]\npattern = {pattern:?}\n[pieces.rook]\nmove = {pattern:?}"
        );
        let file = folder.file("axes.toml", &text);
        let said = carn_in(folder.path(), &["explain", &file, "knight", "--lang", language]).ok();
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let said = piece("*#a 1 ; *#a +1 *#b 1", "en");
    assert!(
        said.contains(
            "1 square along one axis (a); then 1 square on (as a went) and 1 square along another axis (b)"
        ),
        "{said}"
    );
    let said = piece("*# 1 ; *# 1", "en");
    assert!(!said.contains("another"), "an unnamed axis of the next leg may be the same: {said}");
    let said = piece("*# 1 ; *# 1", "zh");
    assert!(said.contains("沿直线走 1 格；然后沿直线走 1 格"), "{said}");
    let said = piece("*# 1 @Any(To ** ~1, @Ally)", "en");
    assert!(said.contains("at least one of its target and the squares around it"), "{said}");
    assert!(!said.contains("left from"), "{said}");
    let said = piece("*# 1 @Not(@On(Rank 1)) @Not(@Is(pawn))", "en");
    assert!(said.contains("not starting in Rank 1, a pawn does not stand on its target"), "{said}");
}

#[test]
fn phases_of_a_turn_are_said() {
    // Where lines are broken does not matter here.
    let said = |game: &str, language: &str| {
        let text = explained(&[game, "--lang", language], &[]);
        text.split_whitespace().collect::<Vec<_>>().join(if language == "zh" { "" } else { " " })
    };
    let english = said("duck", "en");
    assert!(
        english.contains("Turns: White, then White (duck), then Black, then Black (duck), and round again."),
        "{english}"
    );
    assert!(english.contains("is nobody's: no ally, no opponent"), "{english}");
    let chinese = said("duck", "zh");
    assert!(chinese.contains("（走鸭）") && chinese.contains("不属于任何一方"), "{chinese}");
    let folder = Folder::new("explain-turns");
    let file = folder.path().join("order.toml");
    let text = "name = 'Order'\nextends = 'chess'\nturn = { first = ['White'], then = ['Black', 'Black', 'White', \
                'White'] }\n[hooks]\naftercapture = '@Again'\n";
    std::fs::write(&file, text).expect("the folder is there");
    let file = file.to_str().expect("a path in UTF-8");
    let english = said(file, "en");
    assert!(
        english.contains("Turns: first White; from then on Black, then Black, then White, then White, and"),
        "{english}"
    );
    assert!(english.contains("the same player moves once more"), "{english}");
    let chinese = said(file, "zh");
    assert!(chinese.contains("先是") && chinese.contains("再走一着"), "{chinese}");
}
