//! Untrusted rule files and endless input: no control character reaches the terminal, and no run exceeds its
//! limits.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use carn::notation::{Consequence, LegalMoves, View, write_in};
use carn::position::{Position, Victims};
use carn::variant::Script;

use super::cli::{Folder, carn_in};

/// A name that would colour, retitle, turn round and clear a terminal.
const EVIL: &str = "\\u001b[31mEVIL\\u001b]0;title\\u0007\\u202e\\u009b2J\\u0000\\u0008";

/// Chess with the escapes somewhere: in what `check` refuses and in what it accepts.
fn evil_files() -> Vec<(&'static str, String)> {
    let chess = carn::library::text("chess").unwrap();
    let with = |from: &str, to: &str| {
        assert!(chess.contains(from), "{from}");
        chess.replacen(from, &to.replace("EVIL", EVIL), 1)
    };
    vec![
        ("name", with("\"Chess\"", "\"EVIL\"")),
        ("description", with("Chess as the whole world plays it", "EVIL")),
        ("key", with("[pieces.queen]", "[pieces.\"EVIL\"]")),
        ("unknown-key", with("[ending]", "[ending]\n\"EVIL\" = 1")),
        ("glyph", with("[\"♔\", \"♚\"]", "[\"\\u001b\", \"\\u009b\"]")),
        ("move-name", with("name = \"O-O\"", "name = \"EVIL\"")),
        ("names", with("zh = \"王\"", "zh = \"EVIL\"")),
        ("language", with("zh = \"王\"", "\"EVIL\" = \"王\"")),
        ("note", with("note    = \"a king castles", "note    = \"EVIL a king castles")),
        ("source", with("source = \"test suites", "source = \"EVIL test suites")),
        ("test", with("legal   = [\"e1c1\"]", "legal   = [\"EVIL\"]")),
        ("value", with("stalemate    = \"draw\"", "stalemate    = \"EVIL\"")),
        ("pattern", with("pattern = \"**# $n\"", "pattern = \"**# $n EVIL\"")),
        ("fen", with("fen = \"rnbq", "fen = \"EVIL")),
        // As they are, not escaped: TOML allows C1 controls and overrides of direction.
        (
            "raw",
            chess.replacen("# Chess", "# \u{9b}2J\u{202e}Chess", 1).replacen(
                "\"draw\"",
                "\"d\u{9b}2J\u{202e}raw\"",
                1,
            ),
        ),
    ]
}

fn assert_visible(text: &str, colours: bool, what: &str) {
    // The escapes that `--color always` may write.
    let text = if colours {
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("\x1b[") {
            plain += &rest[..at];
            let sequence = &rest[at + 2..];
            let end = sequence.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(0);
            assert!(sequence[end..].starts_with('m'), "{what}: {sequence:?}");
            rest = &sequence[end + 1..];
        }
        plain + rest
    } else {
        text.to_owned()
    };
    // Lines and the columns of `--divide` are the command's own.
    let hidden = |c: char| carn::source::is_hidden(c) && !matches!(c, '\n' | '\t');
    let found = text.find(hidden).map(|at| text[at..].chars().take(20).collect::<String>());
    assert_eq!(found, None, "{what}");
}

#[test]
fn text_of_rule_files_never_reaches_the_terminal_raw() {
    let folder = Folder::new("evil");
    for (name, text) in evil_files() {
        let file = folder.file(&format!("{name}.toml"), &text);
        let game = folder.file(
            "game.pgn",
            &format!(
                "[Event \"\u{1b}[31m\u{9b}\u{202e}\"]\n[Variant \"{name}\"]\n\n1. e4 {{\u{1b}]0;x\u{7}}} *\n"
            ),
        );
        let calls: &[&[&str]] = &[
            &["check", &file],
            &["check", &file, "--format", "json"],
            &["explain", &file],
            &["show", &file],
            &["show", &file, "--glyphs", "unicode"],
            &["show", &file, "--from", "e1"],
            &["moves", &file],
            &["moves", &file, "--format", "json"],
            &["perft", &file, "1", "--divide"],
            &["perft", &file, "1", "--format", "json"],
            &["test", &file],
            &["test", &file, "--format", "json"],
            &["record", "check", &game, "--variant", &file],
            &["record", "show", &game, "--variant", &file],
            &["record", "tree", &game],
            &["record", "moves", &game, "--variant", &file, "--format", "json"],
            &["play", &file],
        ];
        for call in calls {
            // JSON has no colours.
            for colours in [false, true].into_iter().take(2 - usize::from(call.contains(&"json"))) {
                let mut arguments = call.to_vec();
                arguments.extend(if colours { ["--color", "always"] } else { ["--color", "never"] });
                let run = carn_in(folder.path(), &arguments);
                let what = format!("{name}: {}", arguments.join(" "));
                assert!(run.code >= 0, "{what}");
                assert_visible(&run.out, colours, &what);
                assert_visible(&run.messages, colours, &what);
            }
        }
        // Drawings and written files have no control characters.
        let svg = folder.path().join("out.svg");
        let drawn = carn_in(folder.path(), &["show", &file, "--svg", &svg.display().to_string()]);
        if drawn.code == 0 {
            assert_visible(&std::fs::read_to_string(&svg).unwrap(), false, name);
        }
        let _ = std::fs::remove_file(&svg);
    }
}

#[test]
fn a_name_with_line_breaks_adds_no_lines_to_a_new_file() {
    let folder = Folder::new("inject");
    let chess = carn::library::text("chess").unwrap();
    folder.file("base.toml", &chess.replacen("\"Chess\"", "\"Chess\\nroyal-injected = 1\\n\"", 1));
    let run = carn_in(folder.path(), &["new", "child", "--from", "base.toml"]);
    assert_eq!(run.code, 1, "{}", run.messages);
    assert!(run.messages.contains("E0404"), "{}", run.messages);
    assert!(!folder.path().join("child.toml").exists());
}

#[test]
fn play_fed_without_end_stays_within_memory() {
    let folder = Folder::new("endless");
    let endless = folder.file(
        "endless.toml",
        "extends = \"chess\"\nname = \"Endless\"\n[ending]\nrepetition = false\nquiet = false\n",
    );
    // 400 MB of addresses: the program and its threads' stacks need some of them.
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 400000; exec \"$0\" play \"$1\"", env!("CARGO_BIN_EXE_carn"), &endless])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let long = "x".repeat(2000);
    let write = |input: &mut std::process::ChildStdin, text: &str| input.write_all(text.as_bytes()).is_ok();
    let mut alive = true;
    for _ in 0..5_000 {
        alive &= write(&mut input, "Nf3 Nf6 Ng1 Ng8\n");
    }
    for n in 0..40_000 {
        alive &= write(&mut input, ["Nf3\n", "undo\n", "branch\n", "Nc3\n"][n % 4]);
    }
    for _ in 0..60_000 {
        alive &= write(&mut input, &format!("comment {long}\n"));
    }
    assert!(alive, "it stopped reading");
    drop(input);
    // Lines were refused, and that is all.
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_rule_file_cannot_make_its_test_run_for_ever() {
    let folder = Folder::new("lie");
    let lie = format!("{}, 1", vec!["9000000000000000000"; 29].join(", "));
    let text = format!("extends = \"chess\"\nname = \"Lie\"\n[[perft]]\nnodes = [{lie}]\n");
    let run = carn_in(folder.path(), &["test", &folder.file("lie.toml", &text)]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.messages);
    assert!(run.out.contains("0 passed, 0 failed, 30 skipped"), "{}", run.out);
}

/// Rule files that once took seconds or gigabytes are refused, or answered at once.
#[test]
fn no_rule_file_makes_a_position_take_for_ever() {
    let nested = |depth: usize| {
        let open = "@Any(Home, ".repeat(depth);
        format!("File 1 {open}@Opponent{}", ")".repeat(depth))
    };
    let game = |ranges: &str, zones: &str, pattern: &str, fen: &str| {
        format!(
            "name = \"X\"\nturn = [\"White\", \"Black\"]\n[board]\naxes = [\"File\", \"Rank\"]\nranges = {{ {ranges} }}\n\
             {zones}\n[pieces.k]\nletter = \"K\"\nroyal = true\npattern = \"**# 1\"\n[pieces.a]\nletter = \"A\"\n\
             pattern = \"{pattern}\"\n[setup]\nfen = \"{fen}\"\n[ending]\nstalemate = \"draw\"\ncheckmate = \"loss\"\n"
        )
    };
    let eight = "File = \"a~h\", Rank = \"1~8\"";
    let zones = "[zones]\nHome = \"File *\"";
    let empty = |n: usize| vec![n.to_string(); 30].join("/");
    let large = "File = \"1~32\", Rank = \"1~32\"";
    let wide = format!("31k/{}/KA30 w", empty(32));
    let full = format!("31k/{}/KA30 w", vec!["A".repeat(32); 30].join("/"));
    let folder = Folder::new("slow");
    for (name, text, code) in [
        ("nested", game(eight, zones, &nested(20), "k6a/8/8/8/8/8/8/A6K w"), None),
        (
            "nested-about-here",
            game(
                eight,
                zones,
                "File 1 @Any(Home, @Any(Here ** *, @Any(Here ** *, @Any(Here ** *, @Opponent))))",
                "k6a/8/8/8/8/8/8/A6K w",
            ),
            Some("E0616"),
        ),
        (
            "rides",
            game(
                "File = \"1~200\", Rank = \"1~1\"",
                "",
                "File +1 @Ride ; File +1 @Ride ; File +1 @Ride ; File +1 @Ride",
                "K198k w",
            ),
            Some("E0616"),
        ),
        ("attacked", game(large, "", "**# $n @NotAttacked @NotAttacked(From)", &wide), None),
        (
            "in-check-in-effects",
            game(
                "File = \"1~16\", Rank = \"1~16\"",
                "",
                "**# $n => @Take(Board, @Opponent @Not(@Is(k)) @InCheck)",
                &format!("15k/{}{}K15 w", "16/".repeat(11), "AAAAAAAAAAAAAAAA/".repeat(3)),
            ),
            Some("E0618"),
        ),
        // Moves that end where they began ask for mobility, and mobility asks for such moves.
        (
            "mobile-in-effects",
            "extends = \"placement\"\nname = \"M\"\n[functions]\nH = \"@Any(Here *# 1, @Mobile)\"\n[pieces.knight]\npattern = \
             \"*# 1 ; *# 1 => @Put(pawn, Runs(To *# 1, @Count(1~, Here *# 1, @H), @Ally))\"\n"
                .to_owned(),
            Some("E0617"),
        ),
        ("attacked-all", game(large, "", "**# $n @NotAttacked @NotAttacked(From)", &full), Some("E0618")),
    ] {
        let file = folder.file(&format!("{name}.toml"), &text);
        let start = std::time::Instant::now();
        let run = carn_in(folder.path(), &["moves", &file]);
        match code {
            None => assert_eq!(run.code, 0, "{name}: {}", run.messages),
            Some(code) => assert!(run.messages.contains(code), "{name}: {}", run.messages),
        }
        assert!(start.elapsed().as_secs() < 20, "{name}: {:?}", start.elapsed());
    }
}

/// Rule files that ask much of each move: pages of examples and lists of moves end soon, and so does making tables.
#[test]
fn no_rule_file_makes_a_page_or_tables_take_for_ever() {
    let eight = "name = \"M\"\nturn = [\"White\", \"Black\"]\n[board]\naxes = [\"File\", \"Rank\", \"Level\", \"D\", \"E\", \
                 \"F\", \"G\", \"H\"]\nranges = { File = \"a~b\", Rank = \"1~2\", Level = \"a~b\", D = \"1~2\", E = \"a~b\", F = \
                 \"1~2\", G = \"a~b\", H = \"1~2\" }\n";
    let large = "name = \"M\"\nturn = [\"White\", \"Black\"]\n[board]\naxes = [\"File\", \"Rank\"]\nranges = { File = \"1~32\", \
                 Rank = \"1~32\" }\n[players]\nWhite = {}\nBlack = { flip = [\"Rank\"] }\n";
    let roles = |count: usize, pattern: &str| {
        let role = |n: usize| {
            format!("[pieces.p{n}]\nletter = \"{}\"\npattern = \"{pattern}\"\n", char::from(b'A' + n as u8))
        };
        (0..count).map(role).collect::<String>()
    };
    let end = "[setup.pieces]\n[ending]\nstalemate = \"loss\"\n";
    let ring = "name = \"R\"\nturn = [\"White\", \"Black\"]\n[board]\naxes = [\"File\"]\nwrap = \"File\"\nranges = { File = \"1~62\" \
                }\n[zones]\nLast = [\"File 1\", \"File 62\"]\n[pieces.pawn]\nletter = \"A\"\npattern = \"**#a 1~4 @None(Last, \
                @Any(File 0~, @NotAttacked @Empty))\"\n[pieces.king]\nletter = \"K\"\nroyal = true\npattern = \"*# \
                1\"\n[setup]\nfen = \"K30A28k1 w\"\n[ending]\nstalemate = \"draw\"\ncheckmate = \"loss\"\n";
    let folder = Folder::new("pages");
    for (name, arguments, text) in [
        ("axes", &["perft", "1"][..], [eight, &roles(3, "**# $n @Occupied(From)"), end].concat()),
        (
            "moves",
            &["moves"],
            [eight, &roles(1, "**# $n"), &end.replacen('\n', "\nWhite = { p0 = \"File a\" }\n", 1)].concat(),
        ),
        (
            "hooks",
            &["perft", "1"],
            [large, "[hooks]\naftermove = \"@Take(To ** ~2, @Not(@Is(p0)))\"\n", &roles(4, "**# $n"), end]
                .concat(),
        ),
        (
            "around",
            &["perft", "1"],
            [
                &large.replace("32", "16"),
                "[hooks]\naftermove = \"@Take(To ** ~2, @Any(Here ** ~1, @Is(p0)))\"\n",
                &roles(3, "**# $n"),
                end,
            ]
            .concat(),
        ),
        ("mobile", &["perft", "1"], [large, &roles(2, "**# $n @Mobile"), end].concat()),
        ("page", &["explain", "--format", "html"], ring.to_owned()),
    ] {
        let file = folder.file(&format!("{name}.toml"), &text);
        let start = std::time::Instant::now();
        let call = [&arguments[..1], &[file.as_str()], &arguments[1..]].concat();
        let run = carn_in(folder.path(), &call);
        assert_eq!(run.code, 0, "{name}: {}", run.messages);
        assert!(start.elapsed().as_secs() < 40, "{name}: {:?}", start.elapsed());
    }
}

/// Thousands of moves are written one by one, not each by a walk through all of them.
#[test]
fn thousands_of_moves_are_listed_soon() {
    let game = |board: &str, pattern: &str, pieces: &str| {
        let text = format!(
            "name = 'M'\nturn = ['White', 'Black']\n[board]\n{board}\n[pieces.p0]\nletter = 'K'\npattern = '{pattern}'\n\
             [setup.pieces]\nWhite = {{ p0 = '{pieces}' }}\n[ending]\nstalemate = 'loss'\n"
        );
        crate::features::rules("m.toml", &text)
    };
    let cube = "axes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']\n\
                ranges = { A = 'a~b', B = '1~2', C = 'a~b', D = '1~2', E = 'a~b', F = '1~2', G = 'a~b', H = '1~2' }";
    let plane = "axes = ['File', 'Rank']\nranges = { File = 'a~z', Rank = '1~36' }";
    let leaps = "**# $n @JumpOver(*) | *# $n *# 2*$n @JumpOver(*)";
    for (rules, script, count, seconds) in [
        (game(cube, "**# $n", "A a"), Script::San, 16384, 60),
        // Stacks of eighteen on each of 26 files.
        (game(plane, leaps, "Rank 1~18"), Script::Chinese, 20902, 10),
    ] {
        let variant = rules.variant();
        let legal = LegalMoves::from(Position::start(&rules).legal_moves());
        assert_eq!(legal.len(), count);
        let view = View { variant, setup: &variant.start, legal: &legal };
        let write = |&mv| write_in(view, mv, Consequence::default(), script);
        let texts: Vec<String> =
            crate::timed::within(Duration::from_secs(seconds), || legal.iter().filter_map(write).collect());
        assert_eq!(texts.len(), legal.len());
    }
}

/// The paths of a piece's chains are searched once for all of its moves, not once for each pair of them.
#[test]
fn long_chains_are_written_soon() {
    let text = carn::library::text("draughts").unwrap().replacen("most = \"taken\"", "", 1);
    let rules = crate::features::rules("m.toml", &text);
    let fen = "10/10/1m1m1m1m2/10/1m1m1m1m2/10/1m1m1m1m2/10/1m1m1m1m2/K9 w - - =0 =0 0 1";
    let position = Position::from_fen(&rules, fen).unwrap();
    let (setup, legal) = (position.setup(), LegalMoves::from(position.legal_moves()));
    assert_eq!(legal.len(), 210);
    let view = View { variant: rules.variant(), setup: &setup, legal: &legal };
    crate::timed::within(Duration::from_secs(10), || {
        for script in [Script::Coordinate, Script::Pdn] {
            for &mv in legal.iter() {
                let text = write_in(view, mv, Consequence::default(), script).unwrap();
                assert_eq!(carn::notation::read_in(view, &text, &[script]), Ok(mv), "{text}");
            }
        }
        assert_eq!(Victims::of_each(view.variant, view.setup, &legal).count(), legal.len());
    });
}

/// Digits of numbered squares can be split in more ways than can be tried.
#[test]
fn a_text_that_can_be_split_in_many_ways_is_read_soon() {
    let rules = carn::library::rules("draughts").unwrap();
    let position = Position::start(&rules);
    for text in ["1".repeat(30) + "z", "1".repeat(200), "11x".repeat(40)] {
        let begin = std::time::Instant::now();
        assert!(carn::notation::read(&position, &text, &[]).is_err());
        assert!(begin.elapsed() < Duration::from_secs(2), "{text}: {:?}", begin.elapsed());
    }
}
