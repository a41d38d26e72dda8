//! Limits on rule files, reported before play: which are exceeded and where, and which are not.

use carn::compile::schema::{FILE, Holds, Section};
use carn::compile::{Compiled, Natives, compile};
use carn::library::Shipped;
use carn::syntax::{MAX_NESTING, parse_pattern};

fn read(text: &str) -> Compiled {
    compile("limits.toml", text, &Shipped, &Natives::default())
}

/// The codes of what is wrong, warnings left out.
fn errors(compiled: &Compiled) -> Vec<&'static str> {
    compiled.diagnostics.iter().filter(|one| one.is_error()).map(|one| one.code.id()).collect()
}

/// A game on 31 by 31 squares: a king, a rook that has `rook` in its table, and stones that come to the board, so that it may
/// fill with any piece.
fn wide(rook: &str, rest: &str) -> String {
    let empty = vec!["31"; 29].join("/");
    format!(
        "name = 'Wide'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = '1~31', Rank = \
         '1~31' }}\n{rest}\n[zones]\nAll = 'File *'\n[pieces]\nking = {{ letter = 'K', royal = true, pattern = '*# 1 ** ~1' \
         }}\nrook = {{ letter = 'R', {rook} }}\nstone = {{ letter = 'S', pattern = [], drop = true }}\n[hand]\ntaken = 'taker'\n[setup]\nfen = 'k30/{empty}/R29K w - - 0 1'\n[ending]\nstalemate = \
         'draw'\n"
    )
}

/// The findings with a code, each as the text that it points at and where that begins.
fn pointed<'a>(text: &'a str, code: &str) -> Vec<(usize, &'a str)> {
    let compiled = read(text);
    let found = compiled.diagnostics.iter().filter(|one| one.code.id() == code);
    found.map(|one| (one.span.start, &text[one.span.range()])).collect()
}

#[test]
fn of_alternatives_that_cost_alike_the_first_is_named() {
    for (alternative, code) in [
        ("Rank 1 @Any(All, @Ally, @Count(2~, Here ** ~4, @Opponent))", "E0617"),
        ("*# * @NotAttacked", "E0618"),
    ] {
        let text = wide(&format!("pattern = ['{alternative}', '{alternative}']"), "");
        assert_eq!(pointed(&text, code), [(text.find(alternative).unwrap(), alternative)]);
    }
}

#[test]
fn moves_that_lines_judge_are_not_counted_as_tried() {
    let rook = "pattern = '*# *'";
    let codes = |rest: &str| errors(&read(&wide(rook, rest)));
    assert_eq!(codes(""), [] as [&str; 0]);
    // With a hook each of them has to be made to see whether the king may be taken.
    assert_eq!(codes("[hooks]\naftercapture = '=> @Take(From *# 1)'"), ["E0618"]);
    // Nor without a king: nothing is asked about replies.
    let lone = wide(rook, "[hooks]\naftercapture = '=> @Take(From *# 1)'").replace("royal = true, ", "");
    assert!(!read(&lone).diagnostics.iter().any(|one| one.is_error()));
}

/// Where no piece can come to the board, those of the start position count, and those of the positions that the file names.
#[test]
fn pieces_that_are_all_there_can_be_are_counted_one_by_one() {
    let codes = |text: &str| errors(&read(text));
    let many = wide("pattern = '*# * @NotAttacked'", "");
    let few = many.replace(", drop = true", "");
    assert_eq!((codes(&many), codes(&few)), (vec!["E0618"], vec![]));
    let full = vec!["R".repeat(31); 30].join("/");
    let position = format!("fen = 'k30/{full} w - - 0 1'");
    let at = few.find("fen = ").unwrap();
    let end = at + few[at..].find('\n').unwrap();
    assert_eq!(codes(&[&few[..at], &position, &few[end..]].concat()), ["E0618"]);
    assert_eq!(codes(&format!("{few}[[test]]\n{position}\nillegal = ['a1a1']\n")), ["E0618"]);
    // A pawn counts as the costliest piece that it may become.
    let pawns = few
        .replace("stone = {", "pawn = { promotion = { to = 'rook', when = '@To(All)' },")
        .replace("'S'", "'P'");
    let pawned = [&pawns[..pawns.find("fen = ").unwrap()], &position.replace(['R'], "P"), "\n"].concat();
    assert_eq!(codes(&pawned), ["E0618"]);
    // A trusted file loads.
    let trusted = compile("trusted.toml", &many, &Shipped, &Natives::default().trust(true));
    assert!(trusted.variant.is_some(), "{:?}", trusted.diagnostics);
}

/// The alternative that costs most is named, and not the one that has the single movement with most room.
#[test]
fn a_bound_points_at_the_piece_that_costs() {
    let text =
        wide("pattern = ['*# 1', '**# 1 ; **# 1']", "[hooks]\naftermove = '@Take(To *# 1, @Is(stone))'");
    assert_eq!(pointed(&text, "E0618").first().map(|one| one.1), Some("**# 1 ; **# 1"));
}

#[test]
fn moves_are_tried_where_royals_come_and_go_by_promotion() {
    let codes = |text: &str| errors(&read(text));
    let rook = |to: &str| {
        let rook = format!("pattern = '*# *', promotion = {{ to = ['{to}'], when = '@To(All)' }}");
        wide(&format!("{rook} }}\nman = {{ letter = 'M', pattern = '*# 1'"), "")
    };
    assert_eq!(codes(&rook("man")), [] as [&str; 0]);
    assert_eq!(codes(&rook("king")), ["E0618"]);
    // A king that becomes a rook is no king any more.
    let king = wide("pattern = '*# *'", "")
        .replace("'*# 1 ** ~1'", "'*# 1 ** ~1', promotion = { to = ['rook'], when = '@To(All)' }");
    assert_eq!(codes(&king), ["E0618"]);
}

#[test]
fn who_takes_their_own_is_told_nothing_about_opponents() {
    let text =
        |call: &str| format!("name = 'O'\nextends = 'chess'\n[pieces.rook]\ncapture = '*# 1 {call}'\n");
    let said = |call: &str| read(&text(call)).diagnostics.len();
    assert!(said("@NoOpponent") > 0 && said("@Opponent") > 0 && said("@Occupied") > 0);
    for call in ["@Ally", "@Own", "@Ally @NoOpponent", "@Own @Occupied"] {
        assert_eq!(said(call), 0, "{call}");
    }
}

#[test]
fn a_function_is_of_effects_if_one_that_it_calls_is_however_far() {
    let text = "name = 'F'\nextends = 'chess'\n[functions]\nA = '@B'\nB = '@C'\nC = '@D'\nD = '@Take(To *# 1)'\n\
                [pieces.rook]\npattern = '*# * => @A'\n";
    let codes: Vec<&str> = read(text).diagnostics.iter().map(|one| one.code.id()).collect();
    assert_eq!(codes, [] as [&str; 0]);
}

#[test]
fn what_a_test_names_in_algebraic_notation_is_a_move_if_it_ends_with_a_square() {
    let text = |legal: &str| format!("name = 'T'\nextends = 'chess'\n[[test]]\nlegal = [{legal}]\n");
    assert_eq!(pointed(&text("'Nf3', 'e4', 'e2e4', 'd8=Q+'"), "W0117"), []);
    let wrong = text("'Nf3', 'Nz9', 'e9'");
    let found: Vec<&str> = pointed(&wrong, "W0117").into_iter().map(|(_, text)| text).collect();
    assert_eq!(found, ["'Nz9'", "'e9'"]);
}

/// Whether it is said that an end with this condition never comes: on five by five squares, with a king, a rook and a ghost
/// that is never on the board, a counter at 2 that nothing changes, and what `rest` says.
fn never(condition: &str, rook: &str, rest: &str) -> bool {
    let text = format!(
        "name = 'E'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = '1~5' \
         }}\n[counters]\nn = {{ start = 2 }}\n[pieces]\nking = {{ letter = 'K', royal = true, pattern = '**# 1' }}\nrook = {{ \
         letter = 'R', {rook} }}\nghost = {{ letter = 'G', pattern = '*# 1' }}\n{rest}\n[setup]\nfen = 'r3k/5/5/5/R3K w - - 2+2 0 \
         1'\n[ending]\nstalemate = 'draw'\ncheckmate = 'loss'\nends = [{{ win = '{condition}', reason = 'so' }}]\n"
    );
    let all = read(&text).diagnostics;
    assert!(!all.iter().any(|one| one.is_error()), "{:?}\n{text}", all[0].message);
    all.iter().any(|one| one.code.id() == "W0123")
}

#[test]
fn an_end_that_nothing_brings_about_never_comes() {
    let rook = "pattern = '*# *'";
    for (condition, rest) in [
        ("@Any(Board, @Is(ghost))", ""),
        ("@Count(26~, Board, @Occupied)", ""),
        ("@Any(Board, @Marked)", ""),
        ("@Not(@Counter(n, ~3))", ""),
        ("@InHand(1~)", ""),
        ("@Or(@Passed(1), @Any(Board, @Is(ghost)))", ""),
        ("@Not(@Or(@Passed(0), @InHand(0)))", ""),
    ] {
        assert!(never(condition, rook, rest), "{condition}");
    }
    for (condition, rook, rest) in [
        ("@Any(Board, @Is(rook) @Opponent)", rook, ""),
        (
            "@Any(Board, @Is(ghost))",
            "pattern = '*# 1', promotion = { to = ['ghost'], when = '@To(Rank 5)' }",
            "",
        ),
        ("@Any(Board, @Is(ghost))", "pattern = '*# * => @Become(ghost)'", ""),
        ("@Any(Board, @Is(ghost))", "pattern = '*# * => @Put(ghost, From)'", ""),
        ("@Count(25, Board, @Occupied)", rook, ""),
        ("@Any(Board, @Marked)", "pattern = '*# * => @Mark(From)'", ""),
        ("@Counter(n, 2)", rook, ""),
        ("@Counter(n, 3~)", "pattern = '*# * => @Add(n, 1)'", ""),
        ("@Passed(1)", rook, "[moves]\npass = true"),
        ("@InHand(1~)", rook, "[hand]\ntaken = 'taker'\ndrop = true"),
    ] {
        assert!(!never(condition, rook, rest), "{condition} {rook} {rest}");
    }
}

#[test]
fn excessive_nesting_is_reported_at_its_place() {
    let nested = format!(
        "Rank 1 {}{}@Empty{}",
        "@Not(@Empty) ".repeat(40),
        "@Not(".repeat(MAX_NESTING + 9),
        ")".repeat(MAX_NESTING + 9)
    );
    let found = parse_pattern(&nested).diagnostics;
    let at: Vec<(&str, usize)> = found.iter().map(|one| (one.code.id(), one.span.start)).collect();
    let first = nested.find("@Not(@Not(").unwrap();
    assert_eq!(at, [("E0109", first + "@Not(".len() * MAX_NESTING + "@Not".len())]);
}

#[test]
fn names_within_runs_and_spans_are_used() {
    let text = |pattern: &str| {
        format!(
            "name = 'U'\nextends = 'chess'\n[functions]\nF = '@Opponent'\n[pieces.rook]\npattern = \"{pattern}\"\n"
        )
    };
    for pattern in [
        "*# * @Any(Runs(To *# 1, @F, @Ally))",
        "*# * @Any(Runs(To *# 1, @Occupied, @F))",
        "*# * @Any(Span(From, To), @F)",
        "*# * @Not(@Or(@F, @Empty))",
    ] {
        assert_eq!(pointed(&text(pattern), "W0107"), [], "{pattern}");
    }
    assert_eq!(pointed(&text("*# *"), "W0107").len(), 1);
}

/// Every word that may stand under a key is one that the reference page shows, and there are such words.
#[test]
fn the_words_of_each_key_stand_in_the_reference() {
    fn words(section: &'static Section, out: &mut Vec<(&'static str, Vec<&'static str>)>) {
        for key in section.keys {
            key.holds.iter().for_each(|holds| within(key.name, holds, out));
        }
    }
    fn within(key: &'static str, holds: &'static Holds, out: &mut Vec<(&'static str, Vec<&'static str>)>) {
        match holds {
            Holds::Words(words) | Holds::WordList(words) => out.push((key, words())),
            // A table may hold what a file holds, itself included.
            Holds::Table(section) | Holds::Tables(section) if !std::ptr::eq(*section, &FILE) => {
                words(section, out);
            }
            Holds::Named(_, kinds) | Holds::List(kinds) => {
                kinds.iter().for_each(|kind| within(key, kind, out))
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    words(&FILE, &mut found);
    let page = include_str!("../../docs/rule-file.md");
    assert!(found.len() > 8, "{found:?}");
    for (key, words) in found {
        assert!(!words.is_empty(), "{key}");
        let known = |word: &&str| {
            !word.is_empty()
                && [format!("\"{word}\""), format!("`{word}`")].iter().any(|shown| page.contains(shown))
        };
        let missing: Vec<&str> = words.iter().copied().filter(|word| !known(word)).collect();
        assert!(missing.is_empty(), "{key}: {missing:?}");
    }
}

#[test]
fn a_setup_with_a_piece_that_the_game_does_not_have_is_none() {
    use carn::geometry::Square;
    use carn::position::{Position, Rules, SetupError};
    use carn::variant::{Piece, PlayerId, RoleId};
    let rules = Rules::new(carn::library::variant("chess").unwrap());
    let with = |player: u8, role: usize| {
        let mut setup = rules.variant().start.clone();
        setup.squares[27] = Some(Piece { player: PlayerId(player), role: RoleId(role as u8) });
        Position::from_setup(&rules, setup).map(|_| ()).map_err(|error| error.error)
    };
    let last = rules.variant().roles.len() - 1;
    assert_eq!(with(0, last), Ok(()));
    for (player, role) in [(0, last + 1), (1, last + 1), (2, last), (0, 63), (0, 255)] {
        assert_eq!(with(player, role), Err(SetupError::UnknownPiece(Square(27))), "{player} {role}");
    }
}

#[test]
fn a_right_of_a_square_belongs_to_a_piece_that_stands_there() {
    use carn::position::Position;
    use carn::variant::{Piece, PlayerId};
    let rules = crate::features::five_from(
        "r = { letter = 'R', pattern = '*# * @Right(Home, From)' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }",
        "[rights]\nHome = { each = 'Rank 1', piece = 'r', letters = 'File' }",
        "r3r/5/5/5/R3R",
    );
    let square = rules.variant().board.square("c1").unwrap();
    let own = |slot: &carn::variant::RightSlot| slot.square == Some(square) && slot.player == PlayerId(0);
    let slot = rules.variant().right_slots.iter().position(own).unwrap();
    let with = |piece: Option<(u8, &str)>| {
        let mut setup = rules.variant().start.clone();
        setup.rights = 1 << slot;
        setup.squares[square.index()] = piece.map(|(player, role)| Piece {
            player: PlayerId(player),
            role: rules.variant().role_named(role).unwrap(),
        });
        Position::from_setup(&rules, setup).is_ok()
    };
    assert!(with(Some((0, "r"))));
    for wrong in [None, Some((0, "n")), Some((1, "r")), Some((1, "n"))] {
        assert!(!with(wrong), "{wrong:?}");
    }
}

#[test]
fn a_summary_names_several_royals_and_not_one() {
    let special = |pieces: &str| {
        let text = format!("name = 'S'\n[pieces]\n{pieces}");
        carn::compile::summary("s.toml", &text, &Shipped).unwrap().special
    };
    let royal = |name: &str| format!("{name} = {{ letter = 'K', royal = true, pattern = '*# 1' }}\n");
    assert_eq!(special(&(royal("a") + &royal("b"))), ["royals"]);
    assert_eq!(special(&royal("a")), [] as [&str; 0]);
    assert_eq!(special("a = { letter = 'A', pattern = '*# 1' }"), [] as [&str; 0]);
}

#[test]
fn a_name_that_two_squares_would_have_is_shown_where_it_stands() {
    let text = |rows: &str| {
        format!(
            "name = 'N'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~c', Rank = '1~2' \
             }}\nnames = {rows}\n[pieces]\nx = {{ letter = 'X', pattern = '*# 1' }}\n[setup]\nfen = 'x2/2X w'\n[ending]\nstalemate = \
             'draw'\n"
        )
    };
    assert_eq!(pointed(&text("['one two .', 'three . four']"), "E0403"), []);
    let codes = |rows: &str| {
        let text = text(rows);
        let all = read(&text).diagnostics;
        let errors = all.into_iter().filter(|one| one.is_error());
        errors.map(|one| text[one.span.range()].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(codes("['one two .', 'three . two']"), ["two"]);
    assert_eq!(codes("['one a1 .', 'three . f-r']"), ["a1", "f-r"]);
    assert_eq!(codes("['one two', 'three . four']"), ["one two"]);
}

/// Only the name of a file may stand under `extends`, and somebody must be able to read it.
#[test]
fn extends_names_a_readable_file() {
    let codes = |name: &str| -> Vec<&str> {
        let text = format!("name = 'Child'\nextends = '{name}'\n");
        errors(&compile("child.toml", &text, &carn::compile::NoFiles, &Natives::default()))
    };
    for path in ["../other.toml", "folder/other.toml", ".other.toml", "a:other.toml", "folder\\other.toml"] {
        assert_eq!(codes(path), ["E0410"], "{path}");
    }
    assert_eq!(codes("other.toml"), ["E0409"]);
}

#[test]
fn lists_may_be_as_long_as_is_said_and_no_longer() {
    let codes = |count: usize| -> Vec<&str> {
        let names: Vec<String> = (0..count).map(|n| format!("'n{n}'")).collect();
        let text = format!("name = 'Named'\nextends = 'chess'\n[records]\nnames = [{}]\n", names.join(", "));
        errors(&read(&text))
    };
    let most = carn::compile::caps::MAX_LIST;
    assert_eq!(codes(most), [] as [&str; 0]);
    assert_eq!(codes(most + 1), ["E0615"]);
}

#[test]
fn quantifiers_in_quantifiers_are_bounded_wherever_they_stand() {
    let game = |rest: &str| read(&format!("extends = 'chess'\nname = 'Deep'\n{rest}"));
    // A condition that does not depend on the outer square is counted once.
    let apart = (0..30).fold("@Ally @Is(king)".to_owned(), |inner, _| format!("@Not(@Any(Board, {inner}))"));
    // One that does is counted for every pair of squares.
    let within = (0..5).fold("@Ally".to_owned(), |inner, _| format!("@Any(Here File * Rank *, {inner})"));
    for (asked, codes) in [(apart, [].as_slice()), (within, ["E0617"].as_slice())] {
        for clause in [
            format!("[ending]\nends = [{{ loss = '{asked} @Counter(n, 9)' }}]\n[counters]\nn = {{}}\n"),
            format!("[moves]\nguard = '{asked}'\n"),
            format!("[moves]\nmust = '{asked}'\n"),
            format!("[moves]\npass = '{asked}'\n"),
            format!("[hand]\ntaken = 'taker'\ndrop = '{asked}'\n"),
        ] {
            assert_eq!(errors(&game(&clause)), codes, "{clause}");
        }
    }
    // What is asked of another move is asked of each.
    let within = (0..2).fold("@Ally".to_owned(), |inner, _| format!("@Any(Here File * Rank *, {inner})"));
    for (asked, codes) in [(within.clone(), [].as_slice()), (format!("@Can({within})"), ["E0617"].as_slice())]
    {
        for clause in
            [format!("[ending]\nends = [{{ loss = '{asked}' }}]\n"), format!("[moves]\npass = '{asked}'\n")]
        {
            assert_eq!(errors(&game(&clause)), codes, "{clause}");
        }
    }
}
