//! Every written text reads back as itself, on boards and with names chosen to be ambiguous: moves in every
//! script, positions after every move of random games.

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::notation::{self, Consequence, ReadError, View};
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::record::replay::MoveReader;
use carn::variant::{Script, Variant};

const SCRIPTS: [Script; 11] = [
    Script::Coordinate,
    Script::San,
    Script::Long,
    Script::Chinese,
    Script::Wxf,
    Script::Iccs,
    Script::Usi,
    Script::Hodges,
    Script::Kif,
    Script::Csa,
    Script::Pdn,
];

fn variant(text: &str) -> Variant {
    let compiled = compile("test.toml", text, &Shipped, &Natives::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    compiled.variant.unwrap()
}

/// The codes of the errors in a rule file.
fn errors(text: &str) -> Vec<&'static str> {
    let compiled = compile("test.toml", text, &Shipped, &Natives::default());
    compiled.diagnostics.iter().filter(|one| one.is_error()).map(|one| one.code.id()).collect()
}

/// A game of two axes, one kind of piece a line of `pieces`.
fn game(ranges: &str, pieces: &str, fen: &str) -> String {
    format!(
        "name = \"X\"\nturn = [\"White\", \"Black\"]\n[board]\naxes = [\"File\", \"Rank\"]\nranges = {{ {ranges} }}\n\
         {pieces}\n[setup]\nfen = \"{fen}\"\n[ending]\nstalemate = \"draw\"\n"
    )
}

/// Plays random games, and at every position writes and reads back the position and all its moves.
fn assert_reads_back(variant: Variant, plies: usize) {
    let rules = Rules::new(variant);
    let mut random = Random::new(7);
    for _ in 0..4 {
        let mut position = Position::start(&rules);
        for _ in 0..plies {
            let fen = position.fen();
            let again = Position::from_fen(&rules, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(again.fen(), fen);
            let (setup, read) = (position.setup(), again.setup());
            assert_eq!((&read.squares, read.turn), (&setup.squares, setup.turn), "{fen}");
            assert_eq!(read.marks, setup.marks, "{fen}");
            let legal = position.legal_moves().into();
            let view = View { variant: rules.variant(), setup: &setup, legal: &legal };
            for &mv in view.legal.iter() {
                for script in SCRIPTS {
                    let Some(text) = notation::write_in(view, mv, Consequence::default(), script) else {
                        continue;
                    };
                    let read = notation::read_in(view, &text, &[script]);
                    assert_eq!(read, Ok(mv), "`{text}` in {} at {fen}", notation::script_name(script));
                    // The game's own scripts never take what one of them wrote for another move.
                    let own = &rules.variant().notation.scripts;
                    match notation::read_in(view, &text, own) {
                        Ok(read) if own.contains(&script) => assert_eq!(read, mv, "`{text}` at {fen}"),
                        _ => {}
                    }
                }
            }
            let Some(&mv) = random.choose(&legal) else { break };
            position.play_unchecked(mv);
        }
    }
}

/// The words of moves that PGN finds in a text.
fn words(text: &str) -> Vec<String> {
    let parsed = carn::record::pgn::read(&format!("1. {text} *"));
    let moves =
        parsed.games.iter().flat_map(|tree| tree.main_line().filter_map(|node| tree[node].played.as_ref()));
    moves.map(|played| played.text.to_string()).collect()
}

/// Positions with moves that random games seldom have.
const RARE: [(&str, &str); 1] =
    // Castling with a piece that enters on either square.
    [("seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R[HEhe] w KQBCDkqbcdfg - 0 1")];

/// In all shipped games each script reads what it wrote, also in a record: after a drop, whose text is no script's, too. A
/// record has one word for each move.
#[test]
fn moves_of_all_games_are_read_back() {
    let mut random = Random::new(5);
    for (name, fen) in
        carn::library::names().map(|name| (name, None)).chain(RARE.map(|(name, fen)| (name, Some(fen))))
    {
        let rules = carn::library::rules(name).unwrap();
        let variant = rules.variant();
        let scripts = SCRIPTS.into_iter().filter(|&script| variant.can_write(script));
        let mut readers: Vec<(Script, MoveReader)> = scripts
            .map(|script| {
                let mut reader = MoveReader::new(&rules);
                reader.restart(Some(script));
                (script, reader)
            })
            .collect();
        let mut position = match fen {
            Some(fen) => Position::from_fen(&rules, fen).unwrap(),
            None => Position::start(&rules),
        };
        for ply in 0..60 {
            let (setup, legal) = (position.setup(), position.legal_moves().into());
            let view = View { variant, setup: &setup, legal: &legal };
            let Some(&next) = random.choose(view.legal) else { break };
            let others = legal.iter().filter(|mv| ply % 17 == 0 || mv.drop().is_some() && ply % 5 == 0);
            for &mv in others.take(200).chain([&next]) {
                for (script, reader) in &mut readers {
                    let text = notation::write_in(view, mv, Consequence::default(), *script).unwrap();
                    let place = || {
                        format!(
                            "`{text}` in {name}, {} at {}",
                            notation::script_name(*script),
                            position.fen()
                        )
                    };
                    assert_eq!(notation::read_in(view, &text, &[*script]), Ok(mv), "{}", place());
                    assert_eq!(reader.read(&position, &text), Ok(mv), "{}", place());
                    assert_eq!(words(&text), [text.as_str()], "{}", place());
                }
            }
            position.play_unchecked(next);
        }
    }
}

#[test]
fn squares_of_numbers_are_told_apart() {
    let rook = "[pieces.r]\nletter = \"R\"\npattern = \"*# *\"";
    let rows = |n: usize| vec!["12"; n].join("/");
    let fen = format!("11r/{}/R11 w", rows(10));
    let text = game("File = \"1~12\", Rank = \"1~12\"", rook, &fen);
    assert_reads_back(variant(&text), 6);
}

#[test]
fn a_hyphen_parts_numbers() {
    let rook = "[pieces.r]\nletter = \"R\"\npattern = \"*# *\"";
    let variant = variant(&game("File = \"1~8\", Rank = \"1~8\"", rook, "7r/8/8/8/8/8/8/R7 w"));
    let rules = Rules::new(variant.clone());
    let position = Position::start(&rules);
    let mv = position.legal_moves()[0];
    assert_eq!(notation::write(&position, mv, Script::Coordinate).as_deref(), Some("11-21"));
    assert_reads_back(variant, 8);
}

#[test]
fn a_file_may_be_called_x() {
    let rook = "[pieces.r]\nletter = \"R\"\npattern = \"*# *\"";
    let text = game("File = \"a~x\", Rank = \"1~2\"", rook, "22r1/R23 w");
    assert_reads_back(variant(&text), 12);
}

#[test]
fn letters_at_the_end_of_squares_are_no_choices() {
    let pieces = "[pieces.a]\nletter = \"A\"\npattern = \"*# *\"\npromotion = { to = [\"b\"], when = \"@To(Rank b~c)\" }\n\
                  [pieces.b]\nletter = \"B\"\npattern = \"*# * | *# $n *# $n\"";
    let text = game("File = \"a~d\", Rank = \"a~d\"", pieces, "3a/4/4/A3 w");
    assert_reads_back(variant(&text), 12);
}

#[test]
fn names_of_moves_may_look_like_moves() {
    for name in ["e4", "Kg1", "a10", "O-O"] {
        let text = carn::library::text("chess").unwrap().replacen("\"O-O\"", &format!("\"{name}\""), 1);
        let text = text.replacen(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "r3k2r/pppp1ppp/8/4p3/8/8/PPPPPPPP/R3K2R",
            1,
        );
        assert_reads_back(variant(&text), 3);
    }
}

#[test]
fn names_of_pieces_may_hold_words_of_the_script() {
    // 后 is a queen, and the rear one of two.
    let queens = "extends = \"chess\"\nname = \"X\"\n[setup]\nfen = \"3qk3/3q4/8/8/8/8/3Q4/3QK2Q w\"";
    assert_reads_back(variant(queens), 6);
    // 进 is a horse, and the way forward.
    let horses = "extends = \"xiangqi\"\nname = \"X\"\n[pieces.horse]\nnames = { zh = [\"进\", \"平\"] }";
    assert_reads_back(variant(horses), 12);
}

#[test]
fn two_readings_are_no_move() {
    let rules = Rules::new(carn::library::variant("xiangqi").unwrap());
    // A chariot on c5 and another on c4: `c4f4` is the one in ICCS, the other in coordinates.
    let position = Position::from_fen(&rules, "4k4/9/9/9/9/2R6/2R6/9/9/3K5 w").unwrap();
    let scripts = [Script::Iccs, Script::Coordinate];
    let read = notation::read(&position, "c4f4", &scripts);
    assert!(matches!(read, Err(ReadError::Readings(ref two)) if two.len() == 2), "{read:?}");
    // A move that only one of them reads decides for the line.
    let (setup, legal) = (position.setup(), position.legal_moves().into());
    let view = View { variant: rules.variant(), setup: &setup, legal: &legal };
    let mut line = notation::LineReader::new(rules.variant(), &scripts);
    assert!(line.read(view, "d0d1").is_ok());
    assert_eq!(line.scripts(), [Script::Iccs]);
    let mv = line.read(view, "c4f4").unwrap();
    assert_eq!(rules.variant().board.name(mv.from), "c5");
}

/// A capital before a square in lower case is a piece, not a file.
#[test]
fn capitals_are_files_only_among_capitals() {
    let rules = Rules::new(carn::library::variant("chess").unwrap());
    let position = Position::from_fen(&rules, "8/7k/8/8/3B4/8/1Q1B4/K7 w - - 0 1").unwrap();
    let mut coordinates = MoveReader::new(&rules);
    coordinates.restart(Some(Script::Coordinate));
    for (text, from) in [("B2c3", "d2"), ("B2C3", "b2"), ("B2xC3", "b2"), ("b2c3", "b2"), ("b2C3", "b2")] {
        for read in [
            notation::read(&position, text, &[]),
            MoveReader::new(&rules).read(&position, text),
            coordinates.read(&position, text),
        ] {
            assert_eq!(read.map(|mv| rules.variant().board.name(mv.from)), Ok(from.to_owned()), "{text}");
        }
    }
}

#[test]
fn letters_that_a_script_cannot_tell_apart_are_errors() {
    let pieces =
        "[pieces.t]\nletter = \"Θ\"\npattern = \"*# *\"\n[pieces.u]\nletter = \"ϴ\"\npattern = \"*# 1\"";
    assert_eq!(errors(&game("File = \"a~b\", Rank = \"1~2\"", pieces, "Θϴ/θθ w")), ["E0407"]);
    let wxf = "extends = \"xiangqi\"\nname = \"X\"\n[notation]\nwxf = { elephant = \"R\", horse = \"C\" }";
    assert_eq!(errors(wxf), ["E0407", "E0407"]);
}

#[test]
fn coordinates_are_letters_that_can_be_seen() {
    let rook = "[pieces.r]\nletter = \"R\"\npattern = \"*# *\"";
    for (range, fen) in [("z~ª", "R48/48r w"), ("ᙻ~ᚇ", "R12/12r w")] {
        let text = game(&format!("File = \"{range}\", Rank = \"1~2\""), rook, fen);
        assert_eq!(errors(&text), ["E0405"], "{range}");
    }
    let large = game("File = \"1~999999999999\", Rank = \"1~2\"", rook, "R48/48r w");
    let findings = compile("large.toml", &large, &Shipped, &Natives::default()).diagnostics;
    assert!(findings.iter().any(|one| one.message == "a coordinate is at most 4294967295"), "{findings:?}");
}

#[test]
fn names_are_compared_in_one_form() {
    // Decomposed in some places, composed in others.
    let text = "name = \"X\"\nturn = [\"Zoe\u{301}\", \"Black\"]\n[board]\naxes = [\"Ve\u{301}\", \"Rank\"]\n\
                ranges = { \"V\u{e9}\" = \"a~c\", Rank = \"1~3\" }\n\
                [players]\n\"Zo\u{e9}\" = { fen = \"w\" }\nBlack = { fen = \"b\", flip = [\"Ve\u{301}\"] }\n\
                [pieces.\"re\u{301}\"]\nletter = \"R\"\npattern = \"Ve\u{301} * @By(Zoe\u{301}) | Rank 1 @Not(@Is(re\u{301}, Rank +1))\"\n\
                promotion = { to = \"re\u{301}\", when = \"@To(Rank 3)\" }\n\
                [rights]\nK = { squares = \"V\u{e9} a\", with = \"re\u{301}\" }\n\
                [setup]\nfen = \"2r/3/R2 w\"\n[ending]\nstalemate = \"draw\"\n";
    assert_reads_back(variant(text), 4);
}

#[test]
fn marks_say_who_left_them() {
    // A piece that marks its path, one that marks where it stood and goes with its victim, several marks at once.
    let pieces = "[pieces.r]\nletter = \"R\"\npattern = \"*# *\"\n\
                  [pieces.b]\nletter = \"B\"\nmove = \"Rank +1 => @Mark(From) @Take(To)\"\n\
                  [pieces.p]\nletter = \"P\"\nmove = [\"Rank +1 => @Mark(File -2~2)\", \"Rank +1 File 1 @Marked => @TakeMarker\"]\n\
                  [pieces.k]\nletter = \"K\"\nmove = \"*# 1 => @Mark(Span(From, To))\"";
    let text = game("File = \"a~e\", Rank = \"1~5\"", pieces, "kpbpr/5/5/5/RPBPK w");
    assert_reads_back(variant(&text), 30);
    // The same on numbers, where names of squares run into one another.
    let text = text.replace("a~e", "9~13");
    assert_reads_back(variant(&text), 30);
    let line = "name = \"X\"\nturn = [\"White\", \"Black\"]\n[board]\naxes = [\"File\"]\nranges = { File = \"1~24\" }\n\
                [pieces.k]\nletter = \"K\"\nmove = \"File 1~ => @Mark(Span(From, To))\"\n\
                [setup]\nfen = \"K22k w\"\n[ending]\nstalemate = \"draw\"\n";
    assert_reads_back(variant(line), 20);
}

#[test]
fn an_end_without_a_royal_is_a_position() {
    let text = "extends = \"chess\"\nname = \"X\"\n[hooks]\naftercapture = \"@Take(To ** ~1, @Not(@Is(pawn))) @Take(To)\"\n\
                [setup]\nfen = \"4k3/4q3/8/8/8/8/4R3/4K3 w\"\n";
    let rules = Rules::new(variant(text));
    let mut position = Position::start(&rules);
    let boom = notation::read(&position, "Rxe7", &[]).unwrap();
    position.play_unchecked(boom);
    let again = Position::from_fen(&rules, &position.fen()).unwrap();
    assert_eq!(again.outcome(), position.outcome());
    assert!(again.outcome().is_some());
    // Where nothing can remove a royal, the position is an exercise.
    let chess = Rules::new(carn::library::variant("chess").unwrap());
    let alone = Position::from_fen(&chess, "8/8/8/8/8/8/8/4K3 w").unwrap();
    assert!(alone.legal_moves().len() == 5 && Position::from_fen(&chess, &alone.fen()).is_ok());
}

#[test]
fn names_that_cannot_be_written_are_errors() {
    let chess = carn::library::text("chess").unwrap();
    for (from, to) in [
        ("\"O-O\"", "\"castle short\""),
        ("\"O-O\"", "\"\\u001b[31m\""),
        ("\"Chess\"", "\"Chess\\nroyal = 1\""),
        ("\"♔\"", "\"\\u001b\""),
        ("zh = \"后\"", "zh = \"\\u202e\""),
    ] {
        assert!(chess.contains(from), "{from}");
        assert_eq!(errors(&chess.replacen(from, to, 1)), ["E0404"], "{to}");
    }
}

#[test]
fn squares_may_have_names() {
    for name in ["draughts", "checkers", "brazilian", "omega"] {
        assert_reads_back(carn::library::variant(name).unwrap(), 24);
    }
    // A piece on such a square is told by its name.
    let rules = Rules::new(carn::library::variant("omega").unwrap());
    let fen = "1**********1/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*4W5*/*5K4*/W**********W w - - 0 1";
    let position = Position::from_fen(&rules, fen).unwrap();
    for (text, from) in [("Ww2h0", "w2"), ("Weh0", "e1"), ("Wa0", "w1"), ("w2h0", "w2"), ("e1h0", "e1")] {
        let mv = notation::read(&position, text, &[]).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(rules.variant().board.name(mv.from), from, "{text}");
        let script = if text.starts_with('W') { Script::San } else { Script::Coordinate };
        assert_eq!(notation::write(&position, mv, script).as_deref(), Some(text));
    }
    assert!(notation::read(&position, "Wh0", &[]).is_err());
    assert_eq!(rules.variant().board.sign(0, 0) + &rules.variant().board.sign(1, 11), "");
    assert_eq!(
        (rules.variant().board.sign(0, 1).as_str(), rules.variant().board.sign(1, 1).as_str()),
        ("a", "0")
    );
    assert_eq!(rules.variant().board.ends(1), ("0".to_owned(), "9".to_owned()));
    // Numbers beside coordinates that are numbers too.
    let rook = "[pieces.r]\nletter = \"R\"\npattern = \"*# *\"";
    let text = game("File = \"1~4\", Rank = \"1~4\"", rook, "3r/4/4/R3 w");
    let names = "names = [\". 1 . 2\", \"3 . 4 .\", \". 5 . 6\", \"7 . 8 x\"]\n[pieces.r]";
    assert_reads_back(variant(&text.replacen("[pieces.r]", names, 1)), 12);
}

/// A man becomes a king where it ends, and nobody writes so.
#[test]
fn captures_are_written_by_their_squares() {
    let rules = Rules::new(carn::library::variant("draughts").unwrap());
    let position = Position::from_fen(&rules, "10/6m3/1m3M4/10/10/10/10/10/10/10 w - - 0 1").unwrap();
    for text in ["13x4", "13-4", "13:4", "f8h10", "13x4=K"] {
        let mv =
            notation::read(&position, text, &[Script::Pdn]).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(notation::write(&position, mv, Script::Pdn).as_deref(), Some("13x4"));
    }
    assert!(notation::read(&position, "13x4=M", &[Script::Pdn]).is_err());
    assert!(notation::read(&position, "13x3", &[Script::Pdn]).is_err());
}

/// Openings as records have them: the exchange that begins many games, and the single corner.
#[test]
fn numbers_of_squares_are_those_of_the_books() {
    for (name, moves) in [("draughts", "32-28 19-23 28x19 14x23"), ("checkers", "11-15 22-18 15x22 25x18")] {
        let rules = Rules::new(carn::library::variant(name).unwrap());
        let mut position = Position::start(&rules);
        for text in moves.split(' ') {
            let mv = notation::read(&position, text, &[Script::Pdn])
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(notation::write(&position, mv, Script::Pdn).as_deref(), Some(text));
            position.play(mv).unwrap();
        }
    }
}

#[test]
fn landings_tell_moves_of_several_legs() {
    let rules = Rules::new(carn::library::variant("amazons").unwrap());
    let position = Position::from_fen(&rules, "3q6/10/10/10/10/10/10/10/10/Q9 w - - 0 1").unwrap();
    let (setup, legal) = (position.setup(), position.legal_moves().into());
    let view = View { variant: rules.variant(), setup: &setup, legal: &legal };
    let read = |text: &str, script| notation::read_in(view, text, &[script]);
    // Goes to b1 and shoots to c1, or goes to c1 and shoots back; the number of the way tells what it told before.
    for (text, to, piece) in [("a1b1c1", "c1", "b1"), ("a1c1", "c1", "c1"), ("a1b2b1", "b1", "b2")] {
        let mv = read(text, Script::Coordinate).unwrap();
        assert_eq!(rules.variant().board.name(mv.to), to, "{text}");
        let mut after = position.clone();
        after.play(mv).unwrap();
        let square = rules.variant().board.square(piece).unwrap();
        assert!(
            after.piece(square).is_some_and(|piece| rules.variant().role(piece.role).name == "queen"),
            "{text}"
        );
        assert_eq!(
            notation::write_in(view, mv, Consequence::default(), Script::Coordinate).as_deref(),
            Some(text)
        );
        assert_eq!(read(&format!("Q{text}"), Script::San), Ok(mv), "{text}");
    }
    assert!(read("a1c1~2", Script::Coordinate).is_ok());
    for &mv in legal.iter() {
        for script in [Script::Coordinate, Script::San, Script::Long] {
            let text = notation::write_in(view, mv, Consequence::default(), script).unwrap();
            assert!(!text.contains('~') && !text.contains('@'), "{text}");
            assert_eq!(read(&text, script), Ok(mv), "{text}");
        }
    }
}

/// Captures with an equal origin and target are told apart by their number where the landings are not written.
#[test]
fn captures_that_return_are_told_apart() {
    assert_reads_back(carn::library::variant("kamikaze").unwrap(), 60);
    let rules = Rules::new(carn::library::variant("kamikaze").unwrap());
    let position = Position::from_fen(&rules, "4k3/8/8/3p1p2/4L3/8/8/4K3 w - - 0 1").unwrap();
    let written = |text: &str| {
        let mv = notation::read(&position, text, &[Script::Coordinate]).unwrap();
        notation::write(&position, mv, Script::Iccs).unwrap()
    };
    let (first, second) = (written("e4d5e4"), written("e4f5e4"));
    assert!(first != second && first.starts_with("e3e3") && second.starts_with("e3e3"), "{first} {second}");
}

/// A `+` after coordinates is a promotion, so they have no sign for check.
#[test]
fn coordinates_in_long_notation_have_no_sign() {
    let rules = Rules::new(carn::library::variant("shogi").unwrap());
    let fen = "4r4/9/9/4k4/3+B5/9/9/9/4K4[] b - - 0 1";
    let position = Position::from_fen(&rules, fen).unwrap();
    let takes = notation::read(&position, "e6d5", &[Script::Coordinate]).unwrap();
    assert_eq!(notation::write(&position, takes, Script::Long).as_deref(), Some("Ke6x+Bd5+"));
    for text in ["Ke6x+Bd5+", "Kxd5", "@e6d5", "@e6d5+"] {
        assert_eq!(notation::read(&position, text, &[Script::Long]), Ok(takes), "{text}");
    }
    // A rook that gives check with or without promotion.
    let position = Position::from_fen(&rules, "k8/9/9/9/9/9/5r3/9/4K4[] b - - 0 1").unwrap();
    for (text, promotes) in [("@f3e3+", true), ("@f3e3", false), ("@f3e3++", true)] {
        let mv = notation::read(&position, text, &[Script::Long]);
        assert_eq!(mv.ok().map(|mv| mv.promotion().is_some()), Some(promotes), "{text}");
    }
}
