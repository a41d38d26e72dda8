//! Chains and the majority rule: both evaluators must agree, on draughts boards with random pieces and with
//! random chains.

use std::time::Duration;

use carn::compile::{Natives, compile};
use carn::library::{self, Shipped};
use carn::notation::{self, ReadError};
use carn::position::{Position, Rules};
use carn::variant::{Chain, Move, Piece, PlayerId, RoleId, Script, Setup, Variant, fen, literal};

use super::agree::{Effort, examine, in_parts};
use super::random::Random;
use crate::by_build;

fn game(text: &str) -> Variant {
    let compiled = compile("chains.toml", text, &Shipped, &Natives::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    compiled.variant.unwrap()
}

/// Men and kings of both players on some of the dark squares.
fn strewn(variant: &Variant, random: &mut Random) -> Setup {
    let mut setup = Setup { counters: variant.start.counters.clone(), ..Setup::empty(variant.board.len()) };
    let density = 5 + random.below(40);
    for square in variant.board.squares() {
        let dark = variant.board.written(square).iter().map(|&c| i32::from(c)).sum::<i32>() % 2 == 0;
        if dark && random.chance(density) {
            let role = RoleId(u8::from(random.chance(25)));
            setup.squares[square.index()] = Some(Piece { player: PlayerId(random.below(2) as u8), role });
        }
    }
    setup.turn = random.below(2) as u16;
    setup
}

#[test]
fn draughts_boards_strewn_with_pieces_agree() {
    for name in ["draughts", "brazilian", "checkers"] {
        let rules = Rules::new(library::variant(name).unwrap());
        let variant = rules.variant();
        assert_eq!(rules.fallback(), None, "{name}");
        let mut random = Random::new(5);
        for _ in 0..by_build(300, 1_000) {
            let setup = strewn(variant, &mut random);
            let at = || format!("{name}, {}", fen::print(variant, &setup));
            let position = Position::from_setup_unchecked(&rules, &setup);
            let legal = literal::legal_moves(variant, &setup);
            assert_eq!(position.legal_moves(), legal, "{}", at());
            assert_eq!(position.perft(1), legal.len() as u64, "{}", at());
            in_parts(&position, &setup, &legal).unwrap_or_else(|error| panic!("{}: {error}", at()));
            for &m in &legal {
                let mut after = position.clone();
                after.play_unchecked(m);
                assert_eq!(after.setup(), literal::apply(variant, &setup, m).setup, "{} {m:?}", at());
            }
        }
    }
}

/// A row of a FEN.
fn row<'a>(cells: impl Iterator<Item = Option<&'a str>>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for cell in cells.map(Some).chain([None]) {
        match cell {
            Some(None) => empty += 1,
            other => {
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                text += other.flatten().unwrap_or_default();
            }
        }
    }
    text
}

/// A game of pieces that move in some ordinary way and go chains, perhaps compulsory, perhaps with hands.
fn random_game(random: &mut Random) -> String {
    let chains = [
        "{ *#a 1 *#b 1 @Opponent ; *#a +1 *#b +1 }",
        "{ *#a 1 @Opponent ; *#a +1 }",
        "{ *#a $n *#b $n @Opponent ; *#a +$m *#b +$m }",
        "{ *#a $n @Opponent ; *#a +$m }",
        "{ **#a 1 @Occupied ; **#a +1 }",
        "{ *#a 1 @Ally ; *#a +1 }",
        "{ *#a 1 @Opponent @Is(q) ; *#a +1 @Ride }",
        "{ Rank +1 File 1 @Opponent ; Rank ~1 File 1 2 }",
        "{ *#a 1 @Opponent @NoAlly(*#a -1) ; *#a +1 @Any(** ~1, @Ally) }",
        "{ *#a 1 @Opponent ; *#a +1 @Not(@To(Far)) }",
        "{ *#a 1 @Opponent ; *#a +1 @On(Far) }",
    ];
    let around = [
        ("{ *#a 2 @JumpOver(1, @Opponent) }", "@Take(Path)"),
        ("{ *# 2 *# 1 @Any(To ** ~1, @Opponent) }", "@Take(To ** ~1, @Opponent)"),
        ("{ *# 1 @Any(** ~1, @Opponent) }", "@Take(** ~1, @Opponent @Is(p))"),
        ("{ *#a 1 @Occupied ; *#a +1 }", "@Take(Leg 1, @Opponent)"),
    ];
    let chain = |random: &mut Random| {
        let (legs, effect) = match random.chance(70) {
            true => (random.one(&chains), "@Take(Leg 1)"),
            false => random.one(&around),
        };
        let times = random.one(&["1~", "1~", "1~", "1~3", "2", "1 3", "*"]);
        let full = random.one(&[" @Full", " @Full", ""]);
        format!("{legs} {times}{full} => {effect}")
    };
    let plain = ["Rank +1 File 1", "*# *", "*# 1 *# 1", "Rank +1", "*# 2 *# 1 "];
    let mut pieces = String::new();
    for name in ["p", "q"] {
        let mut moves = vec![random.one(&plain).to_owned(), chain(random)];
        if random.chance(40) {
            moves.push(chain(random));
        }
        let moves: Vec<String> = moves.iter().map(|one| format!("\"{one}\"")).collect();
        pieces +=
            &format!("[pieces.{name}]\nletter = '{}'\nmove = [{}]\n", name.to_uppercase(), moves.join(", "));
        if random.chance(30) {
            pieces += "capture = \"*# 1\"\n";
        }
        if name == "p" && random.chance(60) {
            let forced = random.one(&["true", "false"]);
            pieces += &format!("promotion = {{ to = 'q', when = '@To(Far)', forced = {forced} }}\n");
        }
    }
    let mut moves = String::from("[moves]\n");
    if random.chance(70) {
        moves +=
            random.one(&["must = '@Takes'\n", "must = '@Takes(q)'\n", "must = ['@Takes(q)', '@Takes']\n"]);
    }
    if random.chance(60) {
        moves += "most = 'taken'\n";
    }
    if random.chance(20) {
        moves += "pass = true\n";
    }
    let hand = random.chance(20);
    if hand {
        moves += "[hand]\ntaken = 'taker'\ndrop = true\n";
    }
    let (files, ranks) = (4 + random.below(3), 5 + random.below(3));
    let mut piece = || random.chance(45).then(|| random.one(&["P", "p", "Q", "q"]));
    let rows: Vec<String> = (0..ranks).map(|_| row((0..files).map(|_| piece()))).collect();
    format!(
        "name = 'Chains'\nturn = ['A', 'B']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~{}', Rank = \
         '1~{ranks}' }}\n{}[players]\nA = {{ fen = 'w' }}\nB = {{ fen = 'b', flip = ['Rank'] }}\n[zones]\nFar = 'Rank \
         {ranks}'\n{pieces}{moves}[setup]\nfen = '{}{} w - - 0 1'\n[ending]\nstalemate = 'loss'\n",
        char::from(b'a' + files as u8 - 1),
        if random.chance(15) { "wrap = 'File'\n" } else { "" },
        rows.join("/"),
        if hand { "[]" } else { "" },
    )
}

#[test]
fn chains_of_any_making_agree() {
    let effort = Effort { plies: 8, time: Duration::from_millis(250) };
    let (mut positions, mut tabled) = (0, 0);
    let games = by_build(150, 400);
    for seed in 0..games {
        let text = random_game(&mut Random::new(seed));
        match examine(game(&text), seed, effort) {
            Ok(compared) => {
                positions += compared.positions;
                tabled += usize::from(compared.tabled);
            }
            Err(error) => panic!("seed {seed}: {error}\n{text}"),
        }
    }
    assert!(tabled as u64 * 10 > games * 9 && positions > 150, "{tabled} by tables, {positions} positions");
}

/// Two chains between the same squares are two moves if they take something else, and one if they take the same. They are
/// written by their landings; fewer are read where they tell the move.
#[test]
fn chains_are_distinguished_by_their_captures() {
    let chains = |game: &str, text: &str| -> Vec<(String, Vec<String>)> {
        // By coordinates, in which the positions here are easier to see.
        let mut variant = library::variant(game).unwrap();
        variant.board = variant.board.with_names(Vec::new());
        let rules = Rules::new(variant);
        let position = Position::from_fen(&rules, text).unwrap();
        let legal = position.legal_moves();
        assert_eq!(legal, literal::legal_moves(rules.variant(), &position.setup()), "{text}");
        let told = |m: &Move| {
            let mut taken: Vec<String> =
                position.victims(*m).taken.iter().map(|(at, _)| rules.variant().board.name(*at)).collect();
            taken.sort();
            let text = notation::write(&position, *m, Script::Coordinate).unwrap();
            assert_eq!(notation::read(&position, &text, &[]), Ok(*m), "{text}");
            (text, taken)
        };
        legal.iter().map(told).collect()
    };
    let told = |all: &[(&str, &[&str])]| -> Vec<(String, Vec<String>)> {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        all.iter().map(|&(text, taken)| (text.to_owned(), names(taken))).collect()
    };
    let fork = "8/8/1m1m4/8/1m1m4/2M5/8/8 b - - 0 1";
    let two = chains("checkers", fork);
    assert_eq!(two, told(&[("c3a5c7", &["b4", "b6"]), ("c3e5c7", &["d4", "d6"])]));
    let rules = Rules::new(library::variant("checkers").unwrap());
    let position = Position::from_fen(&rules, fork).unwrap();
    let read = |text: &str| notation::read(&position, text, &[]);
    assert!(matches!(read("c3c7"), Err(ReadError::Ambiguous(moves)) if moves.len() == 2));
    assert_eq!(read("c3xe5xc7"), read("c3e5c7"));
    assert_eq!(read("c3e5c7").ok(), Some(position.legal_moves()[1]));
    assert!(read("c3e5").is_err() && read("c3a5e5c7").is_err());
    // Round four men either way.
    let round = "10/10/10/10/10/10/3m1m4/2M7/3m1m4/10 w - - 0 1";
    assert_eq!(chains("draughts", round), told(&[("c3e1g3e5c3", &["d2", "d4", "f2", "f4"])]));
    // A flying king may rest on several squares between two men: the same move, however it is told.
    let king = "10/10/10/10/5m4/10/10/2m7/10/K9 w - - 0 1";
    let taken: &[&str] = &["c3", "f6"];
    let ends = ["a1d4g7", "a1d4h8", "a1d4i9", "a1d4j10"].map(|text| (text, taken));
    assert_eq!(chains("draughts", king), told(&ends));
    let rules = Rules::new(library::variant("draughts").unwrap());
    let position = Position::from_fen(&rules, king).unwrap();
    let read = |text: &str| notation::read(&position, text, &[]).ok();
    assert!(read("a1g7").is_some() && read("a1e5g7") == read("a1g7") && read("a1d4g7") == read("a1g7"));
    assert_eq!(read("a1e5"), None);
}

/// The search for one piece ends after so many repetitions, and both evaluators end it alike.
#[test]
fn a_board_of_many_chains_ends_the_search() {
    let cell = |file: usize, rank: usize| match (file + rank) % 2 {
        1 => Some("p"),
        _ => (file + rank == 0).then_some("Q"),
    };
    let rows: Vec<String> = (0..13).map(|rank| row((0..13).map(|file| cell(file, rank)))).collect();
    let text = format!(
        "name = 'Many'\nturn = ['A', 'B']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~m', Rank = '1~13' \
         }}\n[players]\nA = {{ fen = 'w' }}\nB = {{ fen = 'b' }}\n[pieces]\np = {{ letter = 'P', move = '*# 1' }}\nq = {{ \
         letter = 'Q', move = '{{ *#a 1 @Opponent ; *#a +1 }} 1~ @Full => @Take(Leg 1)' }}\n[setup]\nfen = '{} w - - 0 \
         1'\n[ending]\nstalemate = 'loss'\n",
        rows.join("/")
    );
    let variant = game(&text);
    let from = variant.board.square("a13").unwrap();
    // The literal evaluator writes a move without making it.
    let found = literal::chains(&variant, &variant.start, from);
    assert!(found.len() > 100 && found.len() < Chain::MAX_REPETITIONS, "{}", found.len());
    let targets: Vec<_> = found.iter().map(|(_, route)| route.to()).collect();
    let nth = |index: usize| targets[..index].iter().filter(|&&to| to == targets[index]).count() as u16;
    let expected: Vec<Move> =
        (0..found.len()).map(|index| Move::chained(from, targets[index], nth(index), 0)).collect();
    let position = Position::start(&Rules::new(variant.clone()));
    assert_eq!(position.legal_moves(), expected);
    assert_eq!(position.perft(1), found.len() as u64);
    // And the last of them takes the same.
    let (last, m) = (found.last().unwrap(), *expected.last().unwrap());
    let mut after = position;
    after.play_unchecked(m);
    let taken = last.1.links.as_ref().unwrap().taken.len();
    assert_eq!(after.by_player(PlayerId(1)).len() + taken, 84);
}

/// Rules that tables do not support beside chains are refused with a reason, and both evaluators agree on them.
#[test]
fn what_has_no_form_beside_chains_is_run_without_tables() {
    let run = |of_chain: &str, others: &str, rest: &str| {
        let text = format!(
            "name = 'Beside'\nturn = ['A', 'B']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = '1~5' \
             }}\n[players]\nA = {{ fen = 'w' }}\nB = {{ fen = 'b', flip = ['Rank'] }}\n[pieces]\np = {{ letter = 'P', move = '{{ *#a 1 \
             *#b 1 @Opponent ; *#a +1 *#b +1 }} 1~ => @Take(Leg 1)'{of_chain} }}\nq = {{ letter = 'Q', pattern = '**# 1' }}\n{others}\n\
             {rest}\n[setup]\nfen = 'p1p1p/1p1p1/P1P2/1P1p1/P3P w'\n[ending]\nstalemate = 'loss'\n"
        );
        let rules = Rules::new(game(&text));
        let variant = rules.variant();
        let legal = literal::legal_moves(variant, &variant.start);
        assert_eq!(Position::start(&rules).legal_moves(), legal, "{text}");
        rules.fallback()
    };
    let promotes = |how: &str| format!(", promotion = {{ to = 'q', {how} }}");
    let by_way = Some("chains with a promotion that depends on more than the target");
    for (how, expected) in [
        ("when = '@To(Rank 5)'", None),
        ("when = true, forced = '@To(Rank 5)'", None),
        ("when = '@To(Rank 5)', stock = true", by_way),
        ("when = '@On(Rank 3)'", by_way),
        ("when = true, forced = '@On(Rank 3)'", by_way),
        ("when = '@Opponent(To Rank +1)'", by_way),
    ] {
        assert_eq!(run(&promotes(how), "", ""), expected, "{how}");
    }
    let hooks = Some("chains together with hooks or conditions on every move");
    assert_eq!(run("", "", "[moves]\nguard = '@To(Rank 2~5)'"), hooks);
    assert_eq!(run(", hooks = { aftermove = '=> @Take(To Rank +1)' }", "", ""), hooks);
    let royal = Some("chains in a game with royals or with conditions on attacks");
    assert_eq!(run("", "k = { letter = 'K', royal = true, pattern = '**# 1' }", ""), royal);
    assert_eq!(run("", "r = { letter = 'R', pattern = '*# * @NotAttacked' }", ""), royal);
}

/// Where a repetition asks about the square on which the whole move began, tables of repetitions do not know it.
#[test]
fn chains_that_look_back_are_run_without_tables() {
    let run = |chain: &str| {
        let text = format!(
            "name = 'Back'\nturn = ['A', 'B']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = '1~5' \
             }}\n[players]\nA = {{ fen = 'w' }}\nB = {{ fen = 'b', flip = ['Rank'] }}\n[pieces]\np = {{ letter = 'P', move = '{chain}' \
             }}\n[setup]\nfen = 'p1p1p/1p1p1/P1P2/1P1p1/P3P w'\n[ending]\nstalemate = 'loss'\n"
        );
        let rules = Rules::new(game(&text));
        let variant = rules.variant();
        let (position, legal) = (Position::start(&rules), literal::legal_moves(variant, &variant.start));
        assert_eq!(position.legal_moves(), legal, "{chain}");
        rules.fallback()
    };
    let jump =
        |asked: &str| format!("{{ *#a 1 *#b 1 @Opponent ; *#a +1 *#b +1 {asked} }} 1~ => @Take(Leg 1)");
    for asked in ["", "@Any(To *# 1, @Empty)", "@Any(Leg 1 ** 1, @Opponent)", "@Not(@On(Rank 5))"] {
        assert_eq!(run(&jump(asked)), None, "{asked}");
    }
    let back = Some("a chain with a condition on its origin");
    for asked in [
        "@Empty(From)",
        "@Any(From *# 1, @Empty)",
        "@All(To *# 1, @Or(@Empty, @Not(@Same(From))))",
        "@Or(@On(Rank 3), @Occupied(From Rank +1))",
        "@Not(@Opponent(From File +1))",
        "@Any(Span(From, Leg 1), @Opponent)",
        "@Any(Runs(From *# 1, @Empty, @Occupied))",
    ] {
        assert_eq!(run(&jump(asked)), back, "{asked}");
    }
    assert_eq!(run("{ *#a 2 @JumpOver(1, @Not(@Same(From File +1))) } 1~ => @Take(Path)"), back);
    assert_eq!(run("{ *#a 1 @Opponent ; *#a +1 } 1~ => @Take(Leg 1) @Take(From File +1, @Opponent)"), back);
}
