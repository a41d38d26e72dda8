//! Two constructs of the language together: rights and captures, marks and promotions, hands and pieces that
//! turn into each other. The boards are small, so that the moves can be verified by hand.

use carn::geometry::Square;
use carn::position::{Position, Rules};
use carn::variant::literal;

use crate::by_build;
use crate::features::{after, five_from, rules, targets};

/// A right that goes with a guard, in a game where rooks take guards.
fn guarded() -> Rules {
    let pieces =
        "g = { letter = 'G', pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# * @Right(Home)' }";
    let sections = "[rights.Home]\nsquares = 'File a, Rank 1'\nwith = 'g'\nletter = 'H'";
    five_from(pieces, sections, "r1g1R/5/5/5/R1G1r")
}

#[test]
fn a_right_goes_with_its_guard_moved_or_taken() {
    let rules = guarded();
    let rights = |text: &str, moves: &str| {
        let fen = after(&rules, text, moves);
        fen.split(' ').nth(2).unwrap_or_default().to_owned()
    };
    let start = "r1g1R/5/5/5/R1G1r w Hh - 0 1";
    let black = start.replace(" w ", " b ");
    assert_eq!(rights(start, "c1c2"), "h", "a guard that moves takes its own side's right along");
    assert_eq!(rights(&black, "c5c4"), "H");
    assert_eq!(rights(start, "e5c5"), "H", "a guard that is taken does too");
    assert_eq!(rights(&black, "e1c1"), "h");
    assert_eq!(rights(start, "e5e4"), "Hh", "another piece of another square's does not");
}

#[test]
fn cannons_jump_as_many_as_they_say_on_large_boards() {
    // The cannon on f1 sees pieces on a, c, e, g, h and k of its rank, and on 3, 7 and 11 of its file.
    let fen = |upper: char| {
        let row = |rank| if [3, 7, 11].contains(&rank) { format!("5{upper}5") } else { "11".into() };
        let rows: Vec<String> = (2..=11).rev().map(row).collect();
        format!("{}/x1x1xCxx2x w", rows.join("/"))
    };
    let taken = |jumped: u32, upper: char| {
        let start = ["11"; 11].join("/");
        let text = format!(
            "name = 'Wide'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~k', Rank = \
             '1~11' }}\n[players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b' }}\n[pieces]\nc = {{ letter = 'C', move \
             = '*# *', capture = '*# * @JumpOver({jumped})' }}\nx = {{ letter = 'X' }}\n[setup]\nfen = '{start} w'\n\
             [ending]\nstalemate = 'draw'\n"
        );
        targets(&rules("wide.toml", &text), &fen(upper), "f1").join(" ")
    };
    // Onto the empty f2 it goes as a rook does.
    assert_eq!(taken(0, 'x'), "e1 f2 f3 g1");
    assert_eq!(taken(1, 'x'), "c1 f2 f7 h1");
    assert_eq!(taken(2, 'x'), "a1 f11 f2 k1");
    assert_eq!(taken(3, 'x'), "f2");
    assert_eq!(taken(1, 'X'), "c1 f2 h1", "no piece of its own is taken");
}

#[test]
fn a_letter_for_several_rights_stands_beside_letters_for_one() {
    let pieces = "r = { letter = 'R', move = '*# * @Right(Home, From)' }";
    let sections =
        "[rights.Home]\neach = 'Rank 1'\npiece = 'r'\nletters = 'File'\ngroups = { Z = 'File a c, Rank 1' }";
    let rules = five_from(pieces, sections, "rrrrr/5/5/5/RRRRR");
    let read = |rights: &str| {
        let text = format!("rrrrr/5/5/5/RRRRR w {rights} - 0 1");
        let fen = Position::from_fen(&rules, &text).unwrap().fen();
        fen.split(' ').nth(2).unwrap_or_default().to_owned()
    };
    assert_eq!(read("ACac"), "Zz");
    assert_eq!(read("Z"), "Z");
    assert_eq!(read("AZ"), "Z");
    assert_eq!(read("ABCDE"), "ZBDE");
    assert_eq!(read("ABDE"), "ABDE");
    assert_eq!(read("BDbz"), "BDzb");
    let after = after(&rules, "rrrrr/5/5/5/RRRRR w ZBzb - 0 1", "c1c2 c5c4");
    assert!(after.contains(" w ABab "), "{after}");
}

#[test]
fn a_double_step_that_promotes_leaves_its_mark() {
    let pieces = "p = { letter = 'P', move = 'Rank +1 | Rank +2 @Empty(Rank +1) => @Mark(Rank +1)', capture = 'Rank \
                  +1 File 1 | Rank +1 File 1 @Marked => @TakeMarker', promotion = { to = ['q'], when = \
                  '@To(Rank 4~5)', forced = false } }\nq = { letter = 'Q', pattern = '**# $n' }";
    let rules = five_from(pieces, "", "5/2p2/5/1P3/5");
    let start = "5/2p2/5/1P3/5 w - - 0 1";
    let b4 = rules.variant().board.square("b4").unwrap();
    let position = Position::from_fen(&rules, start).unwrap();
    let mut found: Vec<_> = position.legal_moves().into_iter().filter(|mv| mv.to == b4).collect();
    found.sort_unstable();
    for (mv, expected) in found.into_iter().zip(["1Pp2/5/5/5 b - b3", "1Qp2/5/5/5 b - b3b4"]) {
        // Queens leave no marks: whose it is has to be said.
        let mut position = position.clone();
        position.play(mv).unwrap();
        assert_eq!(position.fen(), format!("5/{expected} 1 1"));
    }
    // After b3 with or without (two forward moves and no capture), after b4 as what it was or as a queen: the
    // black pawn takes on b3 in passing, onto which it promotes or not.
    let setup = position.setup();
    assert_eq!(position.perft(2), literal::perft(rules.variant(), &setup, 2));
}

#[test]
fn what_turns_into_each_other_comes_to_hand_as_the_plain_one() {
    let pieces = "d = { letter = 'D', pattern = '*# 1', promotion = { to = ['t'], when = true } }\nt = { letter = \
                  '+D', pattern = '*# *', promotion = { to = ['d'], when = true } }";
    let sections = "[hand]\ntaken = 'taker'\nrevert = 'role'\ndrop = true";
    let rules = five_from(pieces, sections, "dd3/5/5/5/DD3[]");
    for taken in ["d", "+d"] {
        let fen = after(&rules, &format!("5/5/5/1{taken}3/1D3[] w - - 0 1"), "b1b2");
        assert!(fen.contains("[D]"), "{taken}: {fen}");
    }
}

#[test]
fn a_board_has_the_squares_that_its_conditions_leave() {
    let squares = |axes: &str, conditions: &str| {
        let text = format!(
            "name = 'Cut'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {axes}\nwhere = \
             {conditions}\n[players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b' }}\n[pieces]\nx = {{ letter = 'X', \
             pattern = '*# 1' }}\n[setup]\npieces = {{ White = {{ x = 'Rank 1' }} }}\n[ending]\nstalemate = 'draw'\n"
        );
        rules("cut.toml", &text).variant().board.len()
    };
    let five = "{ File = 'a~e', Rank = '1~5' }";
    // Of 25 pairs the sums 2 to 10 have 1, 2, 3, 4, 5, 4, 3, 2 and 1.
    for (condition, count) in [
        ("File + Rank < 5", 6),
        ("File + Rank <= 5", 10),
        ("File + Rank > 5", 15),
        ("File + Rank >= 5", 19),
        ("File + Rank == 5", 4),
        ("File + Rank != 5", 21),
        ("Rank - File < 0", 10),
        ("File <= Rank", 15),
        ("File + File == 2", 5),
        ("3 - File == Rank - 1", 3),
        ("0 < 5 - File - Rank", 6),
    ] {
        assert_eq!(squares(five, &format!("'{condition}'")), count, "{condition}");
    }
    assert_eq!(squares(five, "['File < 3', 'Rank < 5']"), 8);
    // A letter counts from 1, a number is itself.
    assert_eq!(squares("{ File = 'c~g', Rank = '0~4' }", "'File + Rank <= 5'"), 5 + 4 + 3 + 2 + 1);
    // As many squares, and points to cut them out of, as there may be.
    assert_eq!(squares("{ File = '1~36', Rank = '1~36' }", "'File > 0'"), 1296);
    assert_eq!(squares("{ File = '1~256', Rank = '1~256' }", "'File + Rank <= 45'"), 44 * 45 / 2);
}

#[test]
fn a_board_that_is_too_large_is_told_its_size() {
    let said = |ranges: &str, condition: &str| {
        let text = format!(
            "name = 'Large'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {ranges}\n{condition}\n"
        );
        let compiled =
            carn::compile::compile("large.toml", &text, &carn::compile::NoFiles, &Default::default());
        compiled.diagnostics.iter().map(|one| one.message.clone()).collect::<Vec<_>>().join("; ")
    };
    let cut = said("{ File = '1~256', Rank = '1~257' }", "where = 'File < 3'");
    assert!(cut.contains("may have 65536 points, and this one has 65792"), "{cut}");
    let whole = said("{ File = '1~40', Rank = '1~40' }", "");
    assert!(whole.contains("may have 1296 squares, and this one has 1600"), "{whole}");
    let left = said("{ File = '1~40', Rank = '1~40' }", "where = 'File > 5'");
    assert!(left.contains("may have 1296 squares, and this one has 1400"), "{left}");
}

#[test]
fn summaries_agree_with_the_compiled_file() {
    // Not all of them in debug builds, to save time.
    for name in carn::library::names().step_by(by_build(3, 1)) {
        let (told, rules) = (carn::library::summary(name).unwrap(), carn::library::variant(name).unwrap());
        assert_eq!(told.name, rules.name, "{name}");
        let lengths: Vec<String> = rules.board.axes().iter().map(|axis| axis.length.to_string()).collect();
        assert_eq!(told.board, lengths.join("×"), "{name}");
        let own = carn::library::text(name).unwrap().split("[engine]\n").next().unwrap();
        assert_eq!(told.lines, own.lines().count(), "{name}");
        let special = |word: &str| told.special.contains(&word);
        let full: usize = rules.board.axes().iter().map(|axis| usize::from(axis.length)).product();
        assert_eq!(special("holes"), rules.board.len() < full, "{name}");
        assert_eq!(special("wrap"), rules.board.wraps(), "{name}");
        assert_eq!(special("counters"), !rules.counters.is_empty(), "{name}");
        assert_eq!(special("royals"), rules.royals().iter().count() > 1, "{name}");
        assert_eq!(special("supply"), rules.roles.iter().any(|role| role.supply), "{name}");
        assert_eq!(special("neutral"), rules.roles.iter().any(|role| role.neutral), "{name}");
        assert_eq!(special("must"), !rules.choice.must.is_empty(), "{name}");
        assert_eq!(special("most"), rules.choice.most.is_some(), "{name}");
        assert_eq!(special("pass"), rules.choice.pass.is_some(), "{name}");
        assert_eq!(special("guard"), !rules.choice.guard.is_empty(), "{name}");
        assert_eq!(special("ends"), !rules.ending.ends.is_empty(), "{name}");
        let hooks =
            |role: &carn::variant::Role| !role.after_move.is_empty() || !role.after_capture.is_empty();
        let general = !rules.after_move.is_empty() || !rules.after_capture.is_empty();
        assert_eq!(special("hooks"), general || rules.roles.iter().any(hooks), "{name}");
    }
}

#[test]
fn native_effects_change_the_board() {
    let sections = "[pieces]\nx = { letter = 'X' }\nr = { letter = 'R', move = '*# 1 => @Mirror' }\n[setup]\nfen = \
                    '5/5/5/1x3/R4 w'\n[ending]\nstalemate = 'draw'\n";
    let text = format!(
        "name = 'Native'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = \
         '1~5' }}\n[players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b' }}\n{sections}"
    );
    // A copy of the piece appears on the other side of the board, in place of what stands there.
    let mirror = |scene: &carn::variant::Scene<'_>| {
        let other = Square((scene.board().len() - 1 - scene.here.index()) as u16);
        vec![(other, scene.piece(scene.here))]
    };
    let natives = carn::compile::Natives::default().effect("Mirror", mirror);
    let compiled = carn::compile::compile("native.toml", &text, &carn::compile::NoFiles, &natives);
    let rules = Rules::new(compiled.variant.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics)));
    assert!(after(&rules, "5/5/5/1x3/R4 w - - 0 1", "a1b1").starts_with("3R1/5/5/1x3/1R3 b"));
    assert!(after(&rules, "4x/5/5/5/R4 w - - 0 1", "a1a2").starts_with("4x/4R/5/R4/5 b"));
    assert!(after(&rules, "3x1/5/5/5/R4 w - - 0 1", "a1b1").starts_with("3R1/5/5/5/1R3 b"));
}

#[test]
fn a_full_board_and_passes_in_a_row_can_end_a_game() {
    let sections = "[moves]\npass = true";
    let pieces = "s = { letter = 'S', supply = true, drop = true }";
    let text = |ends: &str| {
        format!(
            "name = 'Ends'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~c', Rank = \
             '1~2' }}\n[players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b' }}\n{sections}\n[pieces]\n{pieces}\n\
             [setup]\nfen = '3/3 w'\n[ending]\nstalemate = 'draw'\nends = [{{ {ends}, reason = 'over' }}]\n"
        )
    };
    let full = rules("ends.toml", &text("win = '@Full @More'"));
    let over =
        |rules: &Rules, fen: &str| Position::from_fen(rules, fen).unwrap().outcome().map(|end| end.winner);
    let (white, black) = (Some(carn::variant::PlayerId(0)), Some(carn::variant::PlayerId(1)));
    assert_eq!(over(&full, "SSs/S1s w - - 0 1"), None);
    assert_eq!(over(&full, "SSs/SSs w - - 0 1"), Some(white));
    assert_eq!(over(&full, "SSs/Sss w - - 0 1"), None);
    assert_eq!(over(&full, "Sss/Sss w - - 0 1"), Some(black));
    // So many passes in a row; a FEN says how many there were.
    let passed = rules("ends.toml", &text("draw = '@Passed(2)'"));
    for (passes, expected) in [("", None), (" p1", None), (" p2", Some(None)), (" p12", None)] {
        let fen = format!("SSs/S1s[] w - - 0 1{passes}");
        assert_eq!(over(&passed, &fen), expected, "{fen}");
        assert_eq!(Position::from_fen(&passed, &fen).unwrap().fen(), fen);
    }
    let mut position = Position::from_fen(&passed, "SSs/S1s w - - 0 1 p1").unwrap();
    let pass = position.legal_moves().into_iter().find(|mv| mv.is_pass()).unwrap();
    position.play(pass).unwrap();
    assert_eq!(position.outcome().map(|end| end.winner), Some(None));
}

#[test]
fn a_square_beside_several_squares_of_a_path_counts_once() {
    let game = |counts: &str| {
        let start = ["11"; 11].join("/");
        let text = format!(
            "name = 'Wide'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~k', Rank = \
             '1~11' }}\n[players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b' }}\n[pieces]\nr = {{ letter = 'R', move \
             = 'File +* @Count({counts}, Path ** ~1, @Is(x))' }}\nx = {{ letter = 'X' }}\n[setup]\nfen = '{start} w'\n\
             [ending]\nstalemate = 'draw'\n"
        );
        rules("wide.toml", &text)
    };
    // Nine squares are passed on the way to k1, with up to five neighbours each. The first x is beside d1, e1 and f1, the
    // second beside i1 and j1.
    let fen = format!("{}/4x4x1/R10 w", ["11"; 9].join("/"));
    assert_eq!(targets(&game("0"), &fen, "a1").join(" "), "b1 c1 d1");
    assert_eq!(targets(&game("1"), &fen, "a1").join(" "), "e1 f1 g1 h1 i1");
    assert_eq!(targets(&game("2"), &fen, "a1").join(" "), "j1 k1");
    assert_eq!(targets(&game("3~"), &fen, "a1"), [""; 0]);
}

#[test]
fn repeated_inherited_keys_are_not_changes() {
    let base = "name = 'Base'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = { File = 'a~e', Rank = \
                '1~5' }\n[players]\nWhite = { fen = 'w' }\nBlack = { fen = 'b', flip = ['Rank'] }\n[pieces]\nr = { letter = \
                'R', pattern = ['*# *', 'Rank 2'] }\n[setup]\nfen = '5/5/5/5/R4 w'\n[ending]\nstalemate = 'draw'\nquiet = { \
                plies = 50, result = 'draw' }\n";
    let changed = |child: &str| {
        let loader = carn::library::Beside(|_: &str| Ok(base.to_owned()));
        let text = format!("extends = 'base.toml'\n{child}\n");
        let compiled = carn::compile::compile("child.toml", &text, &loader, &Default::default());
        let changes = compiled.origins.changes.iter().filter(|one| one.new.path != ["extends"]);
        let told = changes.map(|one| {
            let what = if one.deletes {
                "-"
            } else if one.old.is_some() {
                ""
            } else {
                "+"
            };
            format!("{what}{}", one.new.path.join("."))
        });
        told.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(changed("name = 'Base'\n[ending]\nstalemate = 'draw'"), "");
    assert_eq!(changed("[pieces.r]\npattern = ['*# *', 'Rank 2']\n[ending.quiet]\nplies = 50"), "");
    assert_eq!(changed("[pieces.r]\npattern = ['*# *']"), "pieces.r.pattern");
    assert_eq!(changed("[pieces.r]\npattern = ['Rank 2', '*# *']"), "pieces.r.pattern");
    assert_eq!(changed("[ending.quiet]\nplies = 40\nresult = 'draw'"), "ending.quiet.plies");
    assert_eq!(changed("[ending]\nquiet = false\ncheckmate = 'loss'"), "-ending.quiet +ending.checkmate");
    assert_eq!(changed("[players]\nBlack = { fen = 'b', flip = ['File'] }"), "players.Black.flip");
}

#[test]
fn a_line_from_a_square_of_a_zone_to_where_the_move_goes() {
    // Of the rook's moves only the one to e3 has an opponent's piece on the line from its own stone.
    let asked = "[moves]\nmust = '@Any(Board, @Ally @Is(x) @Any(Span(Here, To), @Opponent))'";
    let rules = five_from("r = { letter = 'R', pattern = '*# *' }", asked, "5/5/X1x2/5/4R");
    assert_eq!(targets(&rules, "5/5/X1x2/5/4R w", "e1"), ["e3"]);
    assert_eq!(targets(&rules, "5/5/X4/5/4R w", "e1").len(), 8);
}
