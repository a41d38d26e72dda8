//! Counts towards a draw, and perpetual chase, in evaluators, texts and histories.

use carn::library;
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::variant::{Count, Reason, Setup, fen, literal};

/// Positions from which counts begin, run and begin anew within a few moves.
const STARTS: [(&str, &str); 6] = [
    ("makruk", "8/7k/1r6/3m1P2/8/3K4/4R3/8 w - - 0 40"),
    ("makruk", "8/5P2/2s4k/3p4/8/3K4/4R1N1/8 b - - 0 40"),
    ("cambodian", "8/7k/1rn5/3m1P2/8/3K4/4R3/8 w - - 0 40"),
    ("asean", "8/5P2/7k/3q4/3p4/3K4/4R3/8 w - - 3 40"),
    ("karouk", "8/7k/1r6/3m1P2/8/3K4/4R3/8 w - - 1+1 0 40"),
    ("sittuyin", "8/5P2/7k/3f4/3p4/3K4/4R3/8[] w - - 3 40"),
];

/// A move of random kind, captures more often than not.
fn some_move(random: &mut Random, position: &Position) -> Option<carn::variant::Move> {
    let captures = position.captures();
    let all = if captures.is_empty() || random.below(3) == 0 { position.legal_moves() } else { captures };
    random.choose(&all).copied()
}

/// Tables, the literal evaluator, texts, taking back and forgetting all carry the same count.
#[test]
fn a_count_is_a_part_of_the_position() {
    let mut random = Random::new(11);
    let mut begun = 0;
    for (game, start) in STARTS {
        let rules = library::rules(game).unwrap();
        for _ in 0..12 {
            let mut position = Position::from_fen(&rules, start).unwrap();
            let mut back = position.here();
            let mut literally =
                Position::from_setup_unchecked(&Rules::literal(rules.variant().clone()), &position.setup());
            for _ in 0..40 {
                let Some(mv) = some_move(&mut random, &position) else { break };
                let before = position.setup();
                let expected = literal::play(rules.variant(), &before, mv);
                position.play_unchecked(mv);
                back.forget();
                back.play_unchecked(mv);
                literally.play_unchecked(mv);
                let setup = position.setup();
                assert_eq!(setup, expected, "{game} {}", position.fen());
                assert_eq!(
                    (&back.setup(), &literally.setup()),
                    (&setup, &setup),
                    "{game} {}",
                    position.fen()
                );
                let read = fen::parse(rules.variant(), &position.fen()).unwrap();
                assert_eq!(read, setup, "{}", position.fen());
                position.undo();
                assert_eq!(position.setup(), before);
                position.play_unchecked(mv);
                begun += u32::from(setup.count.runs() && setup.count.plies < 3);
            }
        }
    }
    assert!(begun > 20, "{begun}");
}

/// The rules of a change of chess.
fn changed(lines: &str) -> Rules {
    let text = format!("name = 'Mine'\nextends = 'chess'\n[ending]\nquiet = false\n{lines}");
    library::rules_from("mine.toml", &text).unwrap_or_else(|errors| panic!("{errors}"))
}

fn counts(rules: &Rules, text: &str, moves: &str) -> Vec<(u16, u16)> {
    let mut position = Position::from_fen(rules, text).unwrap();
    let played = moves.split_whitespace().map(|text| {
        let mv = carn::notation::read(&position, text, &[]).unwrap();
        position.play_unchecked(mv);
        let Count { limit, plies } = position.setup().count;
        (plies, limit)
    });
    played.collect()
}

/// Without `anew` a count that runs is not replaced; from 0 it waits for the player's turn, from 1 it does not.
#[test]
fn counts_begin_where_their_rules_say() {
    let bare = |more: &str| {
        changed(&format!("counting = [{{ when = '@Count(1, Board, @Ally)', limits = ['Q 5', '9']{more} }}]"))
    };
    assert_eq!(
        counts(&bare(""), "4k3/8/8/8/8/8/4p3/K2Q4 w - - 0 1", "d1e2 e8d8 e2e3"),
        [(0, 10), (1, 10), (2, 10)]
    );
    assert_eq!(counts(&bare(", from = 'pieces'"), "4k3/8/8/8/8/8/4p3/K2Q4 w - - 0 1", "d1e2"), [(6, 10)]);
    // Black takes and is bare itself: Black's count begins at once, from 1 half a move less far; from 0 a move later.
    let taken = "3k4/3q4/8/8/8/8/3R4/K2R4 b - - 0 1";
    assert_eq!(counts(&bare(", from = 1"), taken, "d7d2 d1d2 d8c8"), [(0, 0), (2, 18), (3, 18)]);
    // Black is bare already, and takes the last pawn: what follows is due to who has just moved.
    let pawnless = |more: &str| {
        let when = "@Count(1, Board, @Ally) @None(Board, @Is(pawn))";
        changed(&format!("counting = [{{ when = '{when}', limits = ['9']{more} }}]"))
    };
    let last = "8/8/8/8/8/8/2Pk4/K6R b - - 0 1";
    assert_eq!(counts(&pawnless(", from = 1"), last, "d2c2 h1h3"), [(1, 18), (2, 18)]);
    assert_eq!(counts(&pawnless(""), last, "d2c2 h1h3"), [(0, 0), (0, 18)]);
    // A condition that held before the move starts no count for the mover; it starts at that player's next turn.
    assert_eq!(counts(&bare(", from = 1"), last, "d2c2 h1h3"), [(0, 0), (2, 18)]);
}

/// Where a game has marks, the count stands last in a FEN.
#[test]
fn a_count_beside_marks_stands_last() {
    let rules = changed("counting = [{ when = '@Count(1, Board, @Ally)', limits = ['9'] }]");
    let text = "4k3/8/8/8/4P3/8/8/K7 b - e3 0 3 c4/18";
    let setup = fen::parse(rules.variant(), text).unwrap();
    assert_eq!(setup.count, Count { limit: 18, plies: 4 });
    assert_eq!(fen::print(rules.variant(), &setup), text);
    for wrong in ["c4", "c/18", "c4/x", "c4/70000", "q"] {
        assert!(
            fen::parse(rules.variant(), &format!("4k3/8/8/8/4P3/8/8/K7 b - e3 0 3 {wrong}")).is_err(),
            "{wrong}"
        );
    }
    let none = Setup { count: Count::default(), ..setup };
    assert_eq!(fen::print(rules.variant(), &none), "4k3/8/8/8/4P3/8/8/K7 b - e3 0 3");
}

/// However long the game, the last cycles of a chase are what is judged.
#[test]
fn a_chase_is_judged_by_its_last_cycles() {
    let rules = library::rules("xiangqi").unwrap();
    let start = "3k5/9/9/9/9/9/3r5/9/9/3NK4 w - - 0 1";
    let outcome = |times: usize| {
        let mut position = Position::from_fen(&rules, start).unwrap();
        let cycle = ["d1c3", "d4c4", "c3d1", "c4d4"];
        for text in cycle.repeat(times) {
            let mv = carn::notation::read(&position, text, &[]).unwrap();
            position.play_unchecked(mv);
        }
        position.outcome().map(|outcome| outcome.reason)
    };
    assert_eq!(outcome(1), None);
    assert_eq!(outcome(2), Some(Reason::PerpetualChase));
    assert_eq!(outcome(60), Some(Reason::PerpetualChase));
}

/// A chariot chases a horse for ever. The conditions under which that is allowed are asked of the capture, seen by the player
/// who chases.
#[test]
fn spared_pieces_may_be_chased() {
    let outcome = |spared: &str| {
        let rule = format!("[ending.repetition.perpetual-chase]\nspared = '{spared}'");
        let rules =
            library::rules_from("spared.toml", &format!("name = 'Spared'\nextends = 'xiangqi'\n{rule}\n"));
        let rules = rules.unwrap_or_else(|errors| panic!("{errors}"));
        let mut position = Position::from_fen(&rules, "3k5/9/9/9/9/9/3r5/9/9/3NK4 w - - 0 1").unwrap();
        for text in ["d1c3", "d4c4", "c3d1", "c4d4"].repeat(2) {
            position.play_unchecked(carn::notation::read(&position, text, &[]).unwrap());
        }
        position.outcome().map(|outcome| outcome.reason)
    };
    for (spared, reason) in [
        ("@Is(horse)", Reason::Repetition),
        ("@Is(chariot)", Reason::PerpetualChase),
        ("@Is(horse) @To(Home)", Reason::PerpetualChase),
        ("@Is(horse) @Not(@To(Home))", Reason::Repetition),
    ] {
        assert_eq!(outcome(spared), Some(reason), "{spared}");
    }
}

/// However long a game, a move in it costs what it cost at the beginning: checks without end, a chase without end, and pieces
/// that go about, with a count that runs all the while.
#[test]
fn a_move_costs_the_same_however_long_the_game() {
    let text = "name = 'Endless'\nextends = 'xiangqi'\n[ending]\nquiet = false\ncounting = [{ when = '@Count(1~, Board, @Ally)', limits = \
                ['9999'] }]\n";
    let rules = library::rules_from("endless.toml", text).unwrap_or_else(|errors| panic!("{errors}"));
    for (start, cycle) in [
        ("3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1", "e2d2 d10e10 d2e2 e10d10"),
        ("3k5/9/9/9/9/9/3r5/9/9/3NK4 w - - 0 1", "d1c3 d4c4 c3d1 c4d4"),
        ("3ak4/9/9/9/9/9/9/9/9/4AK3 w - - 0 1", ""),
    ] {
        let cycle: Vec<&str> = cycle.split_whitespace().collect();
        let mut random = Random::new(3);
        let mut position = Position::from_fen(&rules, start).unwrap();
        let (mut spent, mut ended) = (Vec::new(), 0);
        for _ in 0..10 {
            let begun = std::time::Instant::now();
            for ply in 0..1000 {
                let mv = match cycle.get(ply % cycle.len().max(1)) {
                    Some(text) => carn::notation::read(&position, text, &[]).unwrap(),
                    None => {
                        let quiet = |mv: &carn::variant::Move| position.piece(mv.to).is_none();
                        let all: Vec<_> = position.legal_moves().into_iter().filter(quiet).collect();
                        let Some(&mv) = random.choose(&all) else {
                            position.undo();
                            continue;
                        };
                        mv
                    }
                };
                position.play_unchecked(mv);
                ended += usize::from(position.outcome().is_some());
            }
            spent.push(begun.elapsed().as_secs_f64());
        }
        assert!(position.setup().count.plies > 9000);
        assert!(ended > 10, "{start}: {ended}");
        let [first, .., last] = spent[..] else { return };
        assert!(last < first * 6.0 + 0.05, "{start}: {spent:?}");
    }
}
