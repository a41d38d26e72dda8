//! `carn explain`: its descriptions of some games in each language, and its line breaks.
//!
//! The expected texts are in `tests/explain/`. After an intended change, run `BLESS=1 cargo test --test it
//! explain` and review the difference.

use std::process::Command;

use carn::variant::{RoleId, Variant, fen};

use unicode_width::UnicodeWidthStr;

use super::cli::{Folder, carn, carn_in, root};

#[test]
fn games_are_explained_in_both_languages() {
    let bless = std::env::var_os("BLESS").is_some();
    // Features that chess does not have: counters, several royals, drops, hands, rings, hexagons, stock.
    let others = ["3check", "spartan", "flipello", "seirawan", "cylinder", "glinski", "grand"];
    for game in ["chess", "xiangqi", "draughts"].into_iter().chain(others) {
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

/// The output of `explain` with these variables set, and no others about language or width.
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

/// The explanation of a file that extends chess, without line breaks.
fn said_of(rest: &str, language: &str) -> String {
    let folder = Folder::new("said-of");
    let file = folder.file("said.toml", &format!("extends = 'chess'\nname = 'Said'\n{rest}"));
    let said = carn_in(folder.path(), &["explain", &file, "--lang", language]).ok();
    said.split_whitespace().collect::<Vec<_>>().join(if language == "zh" { "" } else { " " })
}

#[test]
fn conditions_are_seen_where_they_end() {
    let rest = "[counters]\nm = { start = 3 }\n[hooks]\naftermove = '@Not(@More) @Counter(m, 1~) => @Add(m, -2)'\n\
                [moves]\npass = '@Or(@More, @Full) @Passed(1)'\n\
                must = ['@Not(@InCheck) => @Takes', '@Any(Board, @Ally) @Checks']";
    let english = said_of(rest, "en");
    for wanted in [
        "if not (having more pieces than any other player) and the counter m is 1 or more, then the counter m goes down by 2",
        "a player may pass: (either having more pieces than any other player, or the board being full) and 1 pass has been made",
        "while that player is not in check: compulsory if possible: capturing",
        "otherwise, compulsory if possible: (at least one of Board: an own piece is on that square) and giving check",
    ] {
        assert!(english.contains(wanted), "{wanted}: {english}");
    }
    let chinese = said_of(rest, "zh");
    for wanted in [
        "若并非“子数多于其他各方”，且计数m至少为1，则计数m减2",
        "（或者子数多于其他各方，或者棋盘已满），且已连续弃权1次",
        "当该方未被将军时，凡能走出下列着法者必须走：吃子",
        "否则，凡能走出下列着法者必须走：（棋盘中至少有一格：该格有己方棋子），且构成将军",
    ] {
        assert!(chinese.contains(wanted), "{wanted}: {chinese}");
    }
    let runs = "[pieces.rook]\nmove = '*# * => @Take(Runs(To *# 1, @Opponent, @Ally, 1~2))'";
    let english = said_of(runs, "en");
    let wanted = "go straight on, 1 to 2 squares long (each square of a run: an opposing piece is on that square; the square \
                  behind it: an own piece is on that square)";
    assert!(english.contains(wanted), "{english}");
    assert!(said_of(runs, "zh").contains("段中每格：该格有对方棋子；段后一格：该格有己方棋子；长1至2格"));
}

#[test]
fn hands_are_told_apart() {
    let said = |game: &str| said_flat(game, "en");
    assert!(said("crazyhouse").contains("promoted on the board becomes the unpromoted piece in hand"));
    assert!(said("chessgi").contains("a promoted piece stays promoted in hand"), "{}", said("chessgi"));
    assert!(said("shogi").contains("dragon (+R, 竜 龍王) moves or captures: any number of squares along one axis, nothing in between *# * moves or captures: 1 square diagonally *# 1 *# 1 becomes a rook again in hand"));
    assert!(said("shoshogi").contains("the last royal piece of its player must not be left under attack"));
    assert!(said("fourplayer").contains("100 moves, counting those of all players"));
    assert!(said("fourplayer").contains("The board has holes at these places. holes ="));
    assert!(said_flat("fourplayer", "zh").contains("各方合计连续100步"));
}

/// The explanation of a shipped game, without line breaks.
fn said_flat(game: &str, language: &str) -> String {
    let text = explained(&[game, "--lang", language], &[]);
    text.split_whitespace().collect::<Vec<_>>().join(if language == "zh" { "" } else { " " })
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
        english
            .contains("Order of turns: White, then White (duck), then Black, then Black (duck), repeated."),
        "{english}"
    );
    assert!(english.contains("belongs to no player: neither ally nor opponent"), "{english}");
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
        english.contains(
            "Order of turns: first White; then Black, then Black, then White, then White, repeated"
        ),
        "{english}"
    );
    assert!(english.contains("the same player moves once more"), "{english}");
    let chinese = said(file, "zh");
    assert!(chinese.contains("先是") && chinese.contains("再走一着"), "{chinese}");
}

/// A line that nothing on the boards looked at makes go anywhere has no picture: what needs a hand, several others on its
/// way, or a mark that lies elsewhere than beside the piece.
#[test]
fn nearly_every_movement_can_be_drawn() {
    let (mut drawn, mut bare) = (0, Vec::new());
    for name in ["chess", "xiangqi", "shogi", "janggi", "glinski", "draughts", "raumschach", "duck"] {
        let variant =
            carn::library::load(name).and_then(|compiled| compiled.variant).expect("it has no errors");
        for (index, role) in variant.roles.iter().enumerate() {
            let mut lines: Vec<u32> = role.movements.iter().map(|movement| movement.alternative).collect();
            lines.dedup();
            for line in lines {
                match carn::draw::example(&variant, RoleId(index as u8), Some(line), &Default::default()) {
                    Some(_) => drawn += 1,
                    None => bare.push(format!("{name} {}", role.name)),
                }
            }
        }
    }
    assert_eq!(bare, ["janggi cannon", "glinski pawn", "glinski pawn"]);
    assert!(drawn > 60, "{drawn}");
}

/// Where a piece needs another one, it is there; where it only takes, the picture says so.
#[test]
fn an_example_has_what_a_movement_needs() {
    let written = |variant: &Variant, squares: &[carn::geometry::Square]| {
        squares.iter().map(|&square| variant.board.name(square)).collect::<Vec<_>>().join(" ")
    };
    let found = |game: &str, role: &str, line: usize| {
        let variant =
            carn::library::load(game).and_then(|compiled| compiled.variant).expect("it has no errors");
        let id = variant.role_named(role).expect("it is one of its pieces");
        let mut lines: Vec<u32> = variant.role(id).movements.iter().map(|one| one.alternative).collect();
        lines.dedup();
        let found = carn::draw::example(&variant, id, Some(lines[line]), &Default::default())
            .expect("it goes somewhere");
        let (to, takes) = (written(&variant, &found.to), written(&variant, &found.takes));
        (fen::print(&variant, &found.setup), to, takes)
    };
    let (board, to, takes) = found("xiangqi", "cannon", 1);
    assert_eq!(board, "9/9/9/4a4/9/2a1C1a2/9/4a4/9/9 w - - 0 1");
    assert_eq!((&*to, &*takes), ("", "e1 e2 a5 b5 h5 i5 e8 e9 e10"));
    let (board, to, _) = found("chess", "king", 0);
    assert_eq!((&*board, &*to), ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "g1"));
    let (board, to, _) = found("chess", "pawn", 2);
    assert_eq!((board.split(' ').next(), &*to), (Some("8/8/8/8/2pP4/8/8/8"), "c5"));
    let (_, to, takes) = found("chess", "pawn", 3);
    assert_eq!((&*to, &*takes), ("", "c5 e5"));
}

/// A partner's piece is not drawn as captured.
#[test]
fn an_example_takes_an_opponents_piece() {
    let text = "name = 'Neighbours'\nextends = 'fourteams'\nteams = [['Red', 'Blue'], ['Yellow', 'Green']]\n";
    let compiled =
        carn::compile::compile("it", text, &carn::library::Shipped, &carn::compile::Natives::default());
    let variant = compiled.variant.expect("it has no errors");
    let id = variant.role_named("pawn").expect("it is one of its pieces");
    let mut lines: Vec<u32> = variant.role(id).movements.iter().map(|one| one.alternative).collect();
    lines.dedup();
    let takes = |line: u32| {
        carn::draw::example(&variant, id, Some(line), &Default::default())
            .is_some_and(|found| !found.takes.is_empty())
    };
    assert!(lines.into_iter().any(takes));
}

#[test]
fn rules_are_a_page_too() {
    for language in ["en", "zh"] {
        let page = carn(&["explain", "xiangqi", "--format", "markdown", "--lang", language]).ok();
        let (begin, legend) = match language {
            "en" => ("# Xiangqi\n\nChinese chess: ", "[ ] the piece   * where it can go"),
            _ => ("# 中国象棋（Xiangqi）\n\n中国象棋：", "[ ] 棋子   * 可走到的格"),
        };
        assert!(page.starts_with(begin), "{page}");
        assert!(page.contains(legend), "{page}");
        assert_eq!(page.lines().filter(|line| line.trim() == "```text").count(), 1 + 10, "{page}");
        assert!(page.contains("  <br>`*# * @JumpOver(1)`\n"), "{page}");

        let page = carn(&["explain", "xiangqi", "--format", "html", "--lang", language]).ok();
        assert!(page.starts_with(&format!("<!doctype html>\n<html lang=\"{language}\">")));
        assert_eq!(page.matches("<svg").count(), 1 + 10);
        let ids: Vec<&str> = page.split("id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let mut different = ids.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(ids.len(), different.len(), "each name once");
        let named = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        named.for_each(|name| assert!(different.binary_search(&name).is_ok(), "{name} is nowhere"));
        for tag in ["ul", "li", "p", "h1", "h2", "figure", "svg", "code", "g", "body"] {
            let opened =
                page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
            assert!(tag == "li" || opened == page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }
}

/// Names come from whoever wrote the file.
#[test]
fn a_page_holds_no_signs_of_its_own_from_a_rule_file() {
    let folder = Folder::new("page");
    let text =
        "extends = 'chess'\nname = '<b>*x* & `y` </title>'\ndescription = '# a | b _c_ \u{202e}<script>'\n";
    let file = folder.file("odd.toml", text);
    let html = carn_in(folder.path(), &["explain", &file, "--format", "html"]).ok();
    assert!(!html.contains("<script") && !html.contains("<b>") && !html.contains('\u{202e}'), "{html}");
    let page = carn_in(folder.path(), &["explain", &file, "--format", "markdown"]).ok();
    assert!(page.starts_with("# \\<b\\>\\*x\\* \\& \\`y\\` \\</title\\>\n\n\\# a \\| b \\_c\\_"), "{page}");
}

#[test]
fn programs_read_the_rules() {
    let said = carn(&["explain", "chess", "knight", "--format", "json"]).ok();
    let value: serde_json::Value = serde_json::from_str(&said).expect("it is JSON");
    let lines = value["lines"].as_array().expect("there are lines");
    assert_eq!(lines[0], serde_json::json!({ "is": "heading", "text": "knight (N, 马)" }));
    assert_eq!(lines[2], serde_json::json!({ "is": "written", "text": "*# 2 *# 1" }));
    assert_eq!(lines[3]["is"], "example");
    assert_eq!(lines[3]["to"].as_array().map(Vec::len), Some(8));
}

/// A predicate that is short for others is explained by what it is short for.
#[test]
fn short_predicates_are_explained_by_what_they_are_short_for() {
    let folder = Folder::new("short");
    let text = |guard: &str| {
        format!(
            "extends = 'chess'\nname = 'Near'\n[pieces.knight]\npattern = '*# 2 *# 1 @JumpOver(*) {guard}'\n"
        )
    };
    let said = |guard: &str, language: &str| {
        let file = folder.file("near.toml", &text(guard));
        carn(&["explain", &file, "knight", "--lang", language]).ok()
    };
    for (language, words) in [
        (
            "en",
            "at least one of its target and the squares around it: a king or a queen stands on that square",
        ),
        ("zh", "中至少有一格"),
    ] {
        let short = said("@Adjacent(king, queen)", language);
        let long = said("@Any(To ** ~1, @Is(king, queen))", language);
        // Only the pattern itself, which is quoted, differs.
        assert_eq!(short.replace("@Adjacent(king, queen)", "@Any(To ** ~1, @Is(king, queen))"), long);
        let line = short.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains(words), "{short}");
    }
}

#[test]
fn a_range_along_several_axes_is_not_a_line() {
    for (pattern, english, chinese) in [
        ("**# 1~2", "captures: 1 to 2 squares along each of one or more axes", "沿一个或多个方向各走1至2格"),
        (
            "**# *",
            "captures: any number of squares along each of one or more axes",
            "沿一个或多个方向各走任意格",
        ),
        (
            "**#a 1~2 ; **#a +1",
            "1 to 2 squares along each of one or more axes (a)",
            "沿一个或多个方向（方向a）各走",
        ),
        ("**# 1", "captures: 1 square straight or diagonally", "沿直线或斜线走1格"),
        ("**# $n", "captures: any number of squares straight or diagonally", "沿直线或斜线走任意格"),
    ] {
        let rest = format!("[pieces.knight]\npattern = '{pattern}'");
        for (language, wanted) in [("en", english), ("zh", chinese)] {
            let said = said_of(&rest, language);
            assert!(said.contains(wanted), "{pattern}: {said}");
        }
    }
}

#[test]
fn every_condition_of_a_promotion_is_said() {
    for (when, english, chinese) in [
        (
            "@Not(@Mobile)",
            "must become queen when this holds (where it could never move on from there)",
            "在那里日后已无路可走）必须升变为后",
        ),
        (
            "@To(Rank 7 8) @Takes(rook)",
            "when this holds (landing in Rank 7 or 8 and taking rook)",
            "吃车）必须升变",
        ),
        (
            "@Or(@Checks, @Empty(To Rank +1))",
            "either giving check, or the square 1 forward from its target is empty)",
            "或者构成将军",
        ),
        ("@To(Rank 8)", "must become queen when moving to a8 b8", "必须升变为后"),
    ] {
        let rest = format!("[pieces.pawn]\npromotion = {{ to = 'queen', when = '{when}' }}");
        for (language, wanted) in [("en", english), ("zh", chinese)] {
            let said = said_of(&rest, language);
            assert!(said.contains(wanted), "{when}: {said}");
            assert!(
                when.starts_with("@To(Rank 8)") || language == "zh" || said.contains(when),
                "{when}: {said}"
            );
        }
    }
    let several =
        "[pieces.pawn]\npromotion = { to = 'queen', when = ['@By(White)', '@Unmoved'], forced = false }";
    let said = said_of(several, "en");
    let wanted =
        "may become queen when this holds (for White only and its origin never having been disturbed)";
    assert!(said.contains(wanted) && said.contains("@By(White) @Unmoved"), "{said}");
}

#[test]
fn a_quantifier_tests_the_square_itself() {
    let end = "[ending]\nends = [{ win = '@Any(Board, @On(Rank 8) @Is(king) @Unmoved @Not(@On(File a)))' }]";
    let said = said_of(end, "en");
    let wanted = "that square is in Rank 8 and a king stands on that square and that square never having been disturbed and that \
                  square is not in File a";
    assert!(said.contains(wanted), "{said}");
    let said = said_of(end, "zh");
    assert!(said.contains("该格在第8横线，且该格是王，且该格的棋子从未动过，且该格不在"), "{said}");
}

/// Asserts that the explanations of shipped games contain these texts.
fn assert_said(wanted: &[(&str, &str, &str)]) {
    for &(game, language, text) in wanted {
        let said = said_flat(game, language);
        assert!(said.contains(text), "{game}: {text}: {said}");
    }
}

#[test]
fn directions_are_those_of_the_player() {
    assert_said(&[
        ("alice", "zh", "走子：向左或向右走至少1格，不能越子；然后沿Side的正反方向走1格"),
        ("raumschach", "zh", "吃子：向左或向右走1格，同时沿层向前走1格"),
        ("tower", "zh", "同时向左或向右走1格"),
        ("byzantine", "zh", "走1格，同时向上或向下走1格"),
        ("sittuyin", "zh", "（落点沿斜线1格处的各格中没有一格满足：该格有对方棋子）"),
        ("sittuyin", "en", "none of the squares 1 diagonally from its target: an opposing piece"),
        ("makpong", "zh", "起点沿一个方向2格、再沿另一个方向1格处的各格中"),
    ]);
}

#[test]
fn promotion_conditions_are_grouped() {
    assert_said(&[
        (
            "chushogi",
            "zh",
            "升变：（走到Far且起点不在Far内）或（吃子且（起点在Far内或走到Far））时可以升变为成金",
        ),
        (
            "chushogi",
            "en",
            "may become rook2 when (moving to Far and not moving from Far) or (capturing and (moving from Far or \
             moving to Far))",
        ),
        ("shogi", "zh", "起点在Far内或走到Far时可以升变为竜"),
    ]);
    let several =
        "[pieces.pawn]\npromotion = { to = 'queen', when = ['@Or(@To(Rank 8), @On(Rank 7))', '@Takes'] }";
    let wanted = "this holds ((either landing in Rank 8, or starting in Rank 7) and capturing)";
    assert!(said_of(several, "en").contains(wanted), "{}", said_of(several, "en"));
    let wanted = "（（或者落点在第8横线，或者起点在第7横线），且吃子）必须升变为后";
    assert!(said_of(several, "zh").contains(wanted), "{}", said_of(several, "zh"));
}

#[test]
fn marks_and_quiet_moves_last_as_long_as_said() {
    assert_said(&[
        ("fourplayer", "zh", "留下标记，到己方下一次走棋时消失"),
        ("fourplayer", "en", "from its origin until the next turn of its player"),
        ("fourplayer", "zh", "落点有对方留下的标记"),
        ("fourplayer", "en", "its target bearing an opponent's mark"),
        ("chess", "zh", "留下标记，对方走完一着后消失"),
        ("progressive", "zh", "双方合计连续10轮（一方接连走的各着算一轮）没有吃子"),
        ("progressive", "en", "10 turns, counting both sides', without capture"),
        ("chess", "en", "100 moves, counting both sides', without capture"),
    ]);
}

#[test]
fn functions_are_said_as_what_they_are() {
    assert_said(&[
        ("chess960", "zh", "@Passable：或者该格为空，或者该格就是起点，或者该格就是落点"),
        (
            "chess960",
            "en",
            "either that square is empty, or that square is its origin, or that square is its target",
        ),
        ("makpong", "en", "an opposing piece is on that square and not (that square is its target)"),
        ("ataxx", "zh", "至少有一格：该格有己方棋子；同时执行@Infect"),
        ("ataxx", "en", "an own piece is on that square; with it, @Infect"),
    ]);
}

#[test]
fn chinese_names_and_numbers_are_joined() {
    let said = explained(&["sittuyin", "--lang", "zh"], &[("COLUMNS", "1000")]);
    assert!(said.contains("@Against：棋盘中至少有 2 格满足：该格有对方棋子"), "{said}");
    let said = explained(&["progressive", "--lang", "zh"], &[("COLUMNS", "1000")]);
    assert!(said.contains("若计数 left 至少为 1，则"), "{said}");
    let over = "[pieces.rook]\nmove = '*# * @JumpOver(1~2)'";
    assert!(said_of(over, "zh").contains("必须越过1至2个棋子"));
    assert!(said_of(over, "en").contains("jumping over 1 to 2 pieces"));
}
