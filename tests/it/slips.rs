//! Typical mistakes of people who know the game but not the language: each is reported with its correction,
//! and similar valid text is not.

use carn::compile::{Compiled, Natives, compile, compile_to_play};
use carn::library::Shipped;

fn compiled(text: &str) -> Compiled {
    compile("slips.toml", text, &Shipped, &Natives::default())
}

/// Chess with some more lines.
fn chess(rest: &str) -> String {
    format!("extends = 'chess'\nname = 'Slips'\n{rest}\n")
}

/// Chess with a rook that moves in another way.
fn rook(pattern: &str) -> String {
    chess(&format!("[pieces.rook]\npattern = {pattern}"))
}

/// Each row: a file, and whether the code is found in it.
fn rows(code: &str, rows: &[(String, bool)]) {
    for (text, said) in rows {
        let codes: Vec<_> = compiled(text).diagnostics.iter().map(|one| one.code.id()).collect();
        assert_eq!(codes.contains(&code), *said, "{code} of {codes:?} in\n{text}");
    }
}

#[test]
fn ends_ask_about_positions() {
    let end = |when: &str| {
        chess(&format!(
            "[zones]\nHill = 'File d e, Rank 4 5'\n[functions]\nThere = '@On(Hill)'\n[ending]\nends = [{{ win = '{when}' }}]"
        ))
    };
    let must = |must: &str| chess(&format!("[moves]\nmust = '{must}'"));
    rows(
        "W0150",
        &[
            (end("@On(Hill) @Is(king)"), true),
            (end("@To(Hill)"), true),
            (end("@There"), true),
            (end("@Empty"), true),
            (end("@Not(@Takes)"), true),
            (end("@Any(Hill, @To(Hill))"), true),
            (end("@Any(Hill, @Ally(File +1))"), true),
            (end("@Any(Hill, @There @Is(king))"), false),
            (end("@Any(Hill, @Ally @Is(king))"), false),
            (end("@Any(Hill, @Is(king) @Ally(Here File +1))"), false),
            (end("@Attacked(Hill)"), false),
            (end("@InCheck @Not(@Can(@Takes @To(Hill)))"), false),
            (must("@Takes @To(Rank 8)"), false),
            (must("@Takes => @Checks"), true),
            (must("@InCheck => @Takes"), false),
        ],
    );
}

#[test]
fn armies_face_each_other() {
    let start = |fen: &str| chess(&format!("[setup]\nfen = '{fen} w - - 0 1'"));
    rows(
        "W0151",
        &[
            (start("RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr"), true),
            (start("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), false),
            // Pieces that go everywhere may begin anywhere.
            (start("RNBQKBNR/8/8/8/8/8/8/rnbqkbnr"), false),
            // Two that have passed each other.
            (start("4K3/PP6/8/8/8/8/pp6/3rk3"), true),
            (start("4k3/PP6/8/8/8/8/pp6/3rK3"), false),
        ],
    );
    rows(
        "W0152",
        &[
            (start("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR"), true),
            (start("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR"), false),
            (chess("[pieces.prince]\nletter = 'E'\nroyal = true\npattern = '**# 1'"), true),
        ],
    );
}

#[test]
fn steps_say_what_they_look_like() {
    rows(
        "W0153",
        &[
            (rook("'File *, Rank *'"), true),
            (rook("'File * Rank +*'"), true),
            (rook("'*# $n *# $m'"), true),
            (rook("'*# $n *# $n'"), false),
            (rook("'*# $n *# $m @Where($m, 1~2)'"), false),
            (rook("'File *, Rank 1'"), false),
            (rook("'File * Rank * @JumpOver(*)'"), false),
        ],
    );
    let played = compiled(&rook("'*# $n *# $m'"));
    let found = played.diagnostics.iter().find(|one| one.code.id() == "W0153").unwrap();
    assert!(found.fix.is_none(), "what is meant is not known");
    assert!(played.diagnostics.iter().all(|one| one.code.id() != "W0119"));
    rows(
        "W0154",
        &[
            (rook("'File 1 | Rank 1 => @Become(queen)'"), true),
            (rook("['File 1', 'Rank 1 => @Become(queen)']"), false),
            (rook("'File 1 => @Become(queen) | Rank 1'"), false),
            (rook("'File 1 | Rank 1 @On(Rank 2) => @Become(queen)'"), false),
            (rook("'Rank +1 | Rank +2 => @Mark(Rank +1)'"), false),
            (rook("'*# 1 | *#a 1 ; *#a +1 => @Take(Leg 1)'"), false),
        ],
    );
    rows(
        "W0155",
        &[
            (rook("'*# 1 ; *# +1'"), true),
            (rook("'**# $n @Occupied ; **# +1'"), true),
            (rook("'*#a 1 ; *#a +1'"), false),
            (rook("'*# 1 ; *# 1'"), false),
            (rook("'*# +1'"), false),
        ],
    );
    rows(
        "W0156",
        &[
            (rook("'*# * => @Put(pawn, To Rank 7)'"), true),
            (rook("'*# * => @Put(pawn, To Rank +7)'"), false),
            (rook("'*# * => @Take(To Rank 1)'"), false),
            (rook("'*# * @Any(To File 4, @Ally)'"), true),
        ],
    );
}

/// Each row: what is written, where the finding begins, and what its fix makes of the text.
#[test]
fn errors_say_what_to_write() {
    let rows = [
        (rook("'diagonal *'"), rook("'*# $n *# $n'")),
        (rook("'forward 1 @Empty'"), rook("'Rank +1 @Empty'")),
        (rook("'diagonal 1~2'"), rook("'*# $n *# $n @Where($n, 1~2)'")),
        (rook("'left 1 2'"), rook("'File -1 -2'")),
        (rook("'2,1'"), rook("'*# 2 *# 1'")),
        (rook("'File 1 | (3,0)'"), rook("'File 1 | *# 3'")),
        (chess("[pieces.knihgt]\npattern = '*# 3 *# 1'"), chess("[pieces.knight]\npattern = '*# 3 *# 1'")),
        (chess("[moves]\npass = 'true'"), chess("[moves]\npass = true")),
        (chess("[ending]\nquiet = 'none'"), chess("[ending]\nquiet = false")),
        (rook("'none'"), rook("[]")),
        (chess("[pieces.king]\nroyal = 'yes'"), chess("[pieces.king]\nroyal = true")),
        (chess("[pieces.king]\ndrop = 'never'"), chess("[pieces.king]\ndrop = false")),
        (chess("[board]\nranges.File = 'a-h'"), chess("[board]\nranges.File = 'a~h'")),
        (chess("[board]\nranges.Rank = 8"), chess("[board]\nranges.Rank = \"1~8\"")),
        (chess("［zones］\nA = 'Rank 1'"), chess("[zones]\nA = 'Rank 1'")),
        (chess("zones ＝ ｛ A = 'Rank ＝' ｝"), chess("zones = { A = 'Rank ＝' }")),
        (rook("['File *', 'Rank *'"), rook("['File *', 'Rank *']")),
        (rook("['File *',\n 'Rank *' # ]\n\n[zones]"), rook("['File *',\n 'Rank *'] # ]\n\n[zones]")),
        (rook("{ pattern = 'File *'"), rook("{ pattern = 'File *'}")),
        (chess("[pieces.rook\npattern = 'File *'"), chess("[pieces.rook]\npattern = 'File *'")),
        (rook("'File *"), rook("'File *'")),
        (
            rook("\"File * |\n Rank 1 => @Become(queen)\""),
            rook("\"\"\"File * |\n Rank 1 => @Become(queen)\"\"\""),
        ),
        (chess("[zones]\nA = 'File a-f'"), chess("[zones]\nA = 'File a~f'")),
        (rook("'*# * @On(File a-f)'"), rook("'*# * @On(File a~f)'")),
        (chess("[players.Whtie]\ncolour = 'red'"), chess("[players.White]\ncolour = 'red'")),
        (chess("[pieces.rook]\npattern: 'File *'"), chess("[pieces.rook]\npattern = 'File *'")),
        (chess("[pieces.rook]\npattern = 'File *';"), chess("[pieces.rook]\npattern = 'File *'")),
        (rook("['File *' 'Rank *']"), rook("['File *', 'Rank *']")),
    ];
    for (text, wanted) in rows {
        let found = compiled(&text).diagnostics;
        let fix = found.iter().find(|one| one.is_error()).and_then(|one| one.fix.clone());
        let fix = fix.unwrap_or_else(|| panic!("{text}\nhas no fix: {found:?}"));
        let mut fixed = text.clone();
        fixed.replace_range(fix.span.range(), &fix.replacement);
        assert_eq!(fixed, wanted);
    }
}

#[test]
fn proofs_stop_nobody_who_plays() {
    let wrong = chess("[[test]]\nfen = '8/8'\nlegall = ['e2e4']\n[[perft]]\nnodes = '20'");
    for compiled in [compiled(&wrong), compile_to_play("a.toml", &wrong, &Shipped, &Natives::default())] {
        assert!(compiled.has_errors(), "they are errors all the same");
        assert!(compiled.variant.is_some());
    }
    let unsound = format!("{wrong}\n[pieces.rook]\npattern = 'Flie *'");
    assert!(compiled(&unsound).variant.is_none());
}

#[test]
fn warnings_are_allowed_by_the_file_that_means_them() {
    let idle = "[zones]\nIdle = 'Rank 3'";
    assert_eq!(compiled(&chess(idle)).diagnostics.len(), 1);
    let meant = compiled(&chess(&format!("allow = ['W0106']\n{idle}")));
    assert!(meant.diagnostics.is_empty());
    assert_eq!(meant.rule_hash, compiled(&chess(idle)).rule_hash);
    assert_eq!(compiled(&chess(&format!("allow = ['W0105']\n{idle}"))).diagnostics.len(), 1);
    assert!(compiled(&chess("allow = ['E0106']")).has_errors(), "errors are not to be allowed");
    // `allow` is not inherited by files that extend this one.
    let child = "extends = 'breakthrough'\nname = 'Child'\n[pieces.pawn]\nmove = 'Rank +1 | Rank +1 File 1'";
    assert!(compiled(child).diagnostics.iter().any(|one| one.code.id() == "W0105"));
}

#[test]
fn shipped_files_check_clean() {
    for name in carn::library::names() {
        let compiled = carn::library::load(name).unwrap();
        assert!(compiled.diagnostics.is_empty(), "{name}: {:?}", compiled.diagnostics);
    }
}

#[test]
fn a_piece_that_promotes_where_it_cannot_move_is_not_stuck() {
    let pawn = |when: &str| chess(&format!("[pieces.pawn]\npromotion = {{ to = 'queen', when = '{when}' }}"));
    rows(
        "W0105",
        &[
            (pawn("@Not(@Mobile)"), false),
            (pawn("@To(Rank 8)"), false),
            (pawn("@Not(@Mobile) @Takes"), true),
            (pawn("@To(File a)"), true),
        ],
    );
}

/// The only finding, and the text at its place.
fn only(text: &str) -> (String, String) {
    let compiled = compiled(text);
    let [one] = &compiled.diagnostics[..] else { panic!("{:?} in\n{text}", compiled.diagnostics) };
    let place = compiled.sources.get(one.source).map_or("", |source| source.slice(one.span));
    (one.message.clone(), place.to_owned())
}

#[test]
fn the_file_that_extends_is_at_fault() {
    let (message, place) = only(&chess("turn = ['White', 'Blck']"));
    assert_eq!((&*message, &*place), ("there is no player `Blck`", "Blck"));
    let (message, place) = only(&chess("turn = ['White', 'Zorg']"));
    assert_eq!((&*message, &*place), ("there is no player `Zorg`", "Zorg"));
    let (message, _) = only(&chess("[players.Blck]\nflip = 'Rank'"));
    assert_eq!(message, "`turn` names no player `Blck`");
}

#[test]
fn an_axis_seen_as_another_has_its_form() {
    let view = |more: &str| {
        chess(&format!("{more}[players.Black]\nflip = false\nview = {{ File = 'Rank', Rank = 'File' }}"))
    };
    let (message, _) = only(&view("[board]\nwrap = 'File'\n"));
    assert_eq!(message, "`File` is a ring, and `Rank` is not");
    let (message, _) = only(&view("[board]\nranges.Rank = '1~9'\n"));
    assert!(message.ends_with("are not of one length"), "{message}");
}

#[test]
fn a_sign_of_a_neutral_piece_has_no_other_meaning() {
    let duck = |letter: &str| {
        format!(
            "extends = 'duck'\nname = 'Slips'\n[pieces.duck]\nletter = {letter:?}\n[setup]\nfen = false\n[setup.pieces]\n\
                 White = {{ king = 'e1' }}\nBlack = {{ king = 'e8' }}"
        )
    };
    for letter in ["#", "@", "!", "=", "?", "-", "0", ".", " "] {
        let text = duck(letter);
        let found = compiled(&text);
        let said = found.diagnostics.iter().find(|one| one.code.id() == "E0406");
        assert!(
            said.is_some_and(|one| one.message.contains("another meaning")),
            "{letter}: {:?}",
            found.diagnostics
        );
    }
    rows("E0406", &[(duck("*"), false), (duck("%"), false)]);
}

#[test]
fn draws_that_remain_are_offered() {
    let ends = "[zones]\nHome = 'Rank 8'\n[ending]\nends = [{ win = '@Any(Home, @Ally @Is(king))' }]";
    let compiled = compiled(&chess(ends));
    let help: Vec<&String> = compiled.diagnostics.iter().flat_map(|one| &one.help).collect();
    assert_eq!(help, ["list under `[ending]` the material that draws here: `insufficient = []`"]);
}

#[test]
fn a_byte_order_mark_is_neither_shown_nor_counted() {
    use carn::diagnostic::{Style, place, render};
    let found = compiled("\u{feff}extends = 'ches'\n");
    let one = &found.diagnostics[0];
    assert_eq!(place(&found.sources, one.source, one.span), "slips.toml:1:11");
    let shown = render(one, &found.sources, Style::Plain);
    assert!(shown.contains("1 | extends = 'ches'\n") && shown.contains("slips.toml:1:11\n"), "{shown}");
}

/// Errors in the extended game that follow from an error in the file are not reported beside it.
#[test]
fn one_slip_is_one_error() {
    for (rest, at) in [
        ("[pieces.knight]\nletter = 'NN'", "'NN'"),
        ("[pieces.knight]\nletter = 7", "7"),
        ("[players]\nGreen = { fen = 'g' }", "Green"),
        ("[board]\naxes = 'File Rank'", "'File Rank'"),
        ("[ending]\nquiet = { plies = '100', result = 'draw' }", "'100'"),
    ] {
        let text = chess(rest);
        let found = compiled(&text).diagnostics;
        let places: Vec<&str> = found.iter().map(|one| one.span.text(&text)).collect();
        assert_eq!(places, [at], "{rest}: {found:?}");
    }
}

#[test]
fn a_shipped_game_is_named_without_ending() {
    let text = "extends = 'chess.toml'\nname = 'Slips'\n";
    let found = compiled(text).diagnostics;
    assert_eq!(found[0].fix.as_ref().map(|fix| fix.replacement.as_str()), Some("\"chess\""), "{found:?}");
}
