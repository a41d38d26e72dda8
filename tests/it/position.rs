//! Positions: outcomes known from the rules of the games, undo, hashes, and texts of setups.

#![allow(clippy::unwrap_used)]

use carn::library;
use carn::position::{FromFenError, Position, Rules, SetupError};
use carn::variant::fen::{self, FenErrorKind};
use carn::variant::{Move, Outcome, PlayerId, Reason, RoleId, literal};
use proptest::prelude::*;

use crate::literal::hand;

const FIRST: Option<PlayerId> = Some(PlayerId(0));
const SECOND: Option<PlayerId> = Some(PlayerId(1));

fn chess() -> Rules {
    Rules::new(hand::chess())
}

fn xiangqi() -> Rules {
    Rules::new(hand::xiangqi())
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let rules = position.rules().clone();
        let (from, length) = rules.variant().board.parse_prefix(text).unwrap();
        let to = rules.variant().board.square(&text[length..]).unwrap();
        let m = position.moves_from(from).into_iter().find(|m| m.to == to);
        position.play(m.unwrap_or_else(|| panic!("{text} in {}", position.fen()))).unwrap();
    }
}

fn outcome(rules: &Rules, text: &str, moves: &str) -> Option<(Option<PlayerId>, Reason)> {
    let mut position = Position::from_fen(rules, text).unwrap();
    play(&mut position, moves);
    position.outcome().map(|Outcome { winner, reason, .. }| (winner, reason))
}

#[test]
fn checkmates_and_stalemates() {
    let chess = chess();
    assert_eq!(outcome(&chess, hand::CHESS_START, "f2f3 e7e5 g2g4"), None);
    let mate = outcome(&chess, hand::CHESS_START, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(mate, Some((SECOND, Reason::Checkmate)));
    // Sam Loyd's stalemate in ten moves.
    let loyd =
        "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6";
    assert_eq!(outcome(&chess, hand::CHESS_START, loyd), Some((None, Reason::Stalemate)));
    assert_eq!(outcome(&chess, "7k/5Q2/6K1/8/8/8/8/8 b", ""), Some((None, Reason::Stalemate)));
    // In xiangqi the side that cannot move loses, in check or not.
    let mate = outcome(&xiangqi(), "R3k4/1R7/9/9/9/9/9/9/9/3K5 b", "");
    assert_eq!(mate, Some((FIRST, Reason::Checkmate)));
    assert_eq!(outcome(&xiangqi(), "3k5/9/9/9/9/9/9/9/9/3AK4 w", ""), None);
    assert_eq!(outcome(&xiangqi(), "3k5/4P4/9/9/9/9/9/9/9/4K4 b", ""), Some((FIRST, Reason::Stalemate)));
}

#[test]
fn mate_comes_before_the_limit_of_quiet_moves() {
    let chess = chess();
    let mate = outcome(&chess, "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8");
    assert_eq!(mate, Some((FIRST, Reason::Checkmate)));
    let quiet = outcome(&chess, "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a7");
    assert_eq!(quiet, Some((None, Reason::QuietLimit)));
    assert_eq!(outcome(&chess, "7k/8/6K1/8/8/8/P7/R7 w - - 99 80", "a2a3"), None);
    assert_eq!(outcome(&chess, "7k/8/6K1/8/8/8/p7/R7 w - - 99 80", "a1a2"), None);
}

#[test]
fn a_position_may_recur_twice() {
    let chess = chess();
    let back_and_forth = "g1f3 g8f6 f3g1 f6g8";
    assert_eq!(outcome(&chess, hand::CHESS_START, back_and_forth), None);
    let thrice = format!("{back_and_forth} {back_and_forth}");
    assert_eq!(outcome(&chess, hand::CHESS_START, &thrice), Some((None, Reason::Repetition)));
    // A mark that nobody can use makes no difference: the position after e2e4 recurs.
    let after = format!("e2e4 {}", "g8f6 g1f3 f6g8 f3g1 ".repeat(2));
    assert_eq!(outcome(&chess, hand::CHESS_START, &after), Some((None, Reason::Repetition)));
    // One that somebody can use does: the first time it could be taken en passant, then no longer.
    let usable = "4k3/8/8/8/3p4/8/4P3/4K2R w - - 0 1";
    let after = format!("e2e4 {}", "e8f8 h1h2 f8e8 h2h1 ".repeat(2));
    assert_eq!(outcome(&chess, usable, &after), None);
    let once_more = format!("{after} e8f8 h1h2 f8e8 h2h1");
    assert_eq!(outcome(&chess, usable, &once_more), Some((None, Reason::Repetition)));
    // Losing the right to castle makes another position.
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let moves = "h1h2 e8d8 h2h1 d8e8 ".repeat(2);
    assert_eq!(outcome(&chess, castling, &moves), None);
}

/// A mark that no move can use makes another hash, but no other position for the repetition rule.
#[test]
fn repeated_positions_have_one_repetition_hash() {
    for rules in [chess(), Rules::literal(carn::library::variant("chess").unwrap())] {
        let mut position = Position::start(&rules);
        play(&mut position, "e2e4");
        let (hash, key) = (position.hash(), position.repetition_hash());
        play(&mut position, "g8f6 g1f3 f6g8 f3g1");
        assert_eq!((position.occurrences(), position.repetition_hash()), (2, key));
        assert_ne!(position.hash(), hash);
        // A pawn that can capture en passant.
        let marked = Position::from_fen(&rules, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").unwrap();
        let unmarked = Position::from_fen(&rules, "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1").unwrap();
        assert_ne!(marked.repetition_hash(), unmarked.repetition_hash());
    }
}

/// A king of two may be lost, so an attack on it gives no check.
#[test]
fn only_a_player_in_check_has_checkers() {
    let rules = Rules::new(carn::library::variant("spartan").unwrap());
    for (fen, checkers) in [
        ("k3Q3/7k/8/8/8/8/8/4K3 b - - 0 1", 0),
        ("k3Q2k/8/8/8/8/8/8/4K3 b - - 0 1", 1),
        ("k3Q3/8/8/8/8/8/8/4K3 b - - 0 1", 1),
    ] {
        let position = Position::from_fen(&rules, fen).unwrap();
        assert_eq!((position.in_check(), position.checkers().len()), (checkers > 0, checkers), "{fen}");
    }
}

#[test]
fn too_little_material_is_a_draw() {
    let chess = chess();
    let short = Some((None, Reason::InsufficientMaterial));
    for text in [
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4KN2 w",
        "4kn2/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4KB2 w",
    ] {
        assert_eq!(outcome(&chess, text, ""), short, "{text}");
    }
    // Bishops all on one shade cannot mate, on two they can; so can a pawn.
    assert_eq!(outcome(&chess, "4kb2/8/8/8/8/8/8/2B1K3 w", ""), short);
    assert_eq!(outcome(&chess, "2b1k3/8/8/8/8/8/8/2B1K3 w", ""), None);
    assert_eq!(outcome(&chess, "4k3/8/8/8/8/8/P7/4K3 w", ""), None);
    assert_eq!(outcome(&chess, "4k3/8/8/8/8/8/8/4KNN1 w", ""), None);
}

#[test]
fn perpetual_check_loses() {
    let xiangqi = xiangqi();
    // The chariot checks on every move; the general steps aside each time.
    let text = "3k5/9/9/9/9/9/9/9/R8/5K3 w - - 0 1";
    let moves = format!("a2d2 {}", "d10e10 d2e2 e10d10 e2d2 ".repeat(2));
    assert_eq!(outcome(&xiangqi, text, &moves), Some((SECOND, Reason::PerpetualCheck)));
    // Without checks the same is a draw.
    let moves = format!("a2b2 {}", "d10d9 b2a2 d9d10 a2b2 ".repeat(2));
    assert_eq!(outcome(&xiangqi, text, &moves), Some((None, Reason::Repetition)));
}

#[test]
fn the_generals_may_not_face_each_other() {
    let xiangqi = xiangqi();
    let facing = Position::from_fen(&xiangqi, "4k4/9/9/9/9/9/9/9/9/4K4 w");
    let Err(FromFenError::Setup(unplayable)) = facing else { panic!("{facing:?}") };
    assert!(matches!(unplayable.error, SetupError::OpponentInCheck { player: PlayerId(1), .. }));
    let pinned = Position::from_fen(&xiangqi, "4k4/9/9/9/9/4C4/9/9/9/4K4 w").unwrap();
    let cannon = xiangqi.variant().board.square("e5").unwrap();
    let targets: Vec<String> =
        pinned.moves_from(cannon).iter().map(|m| xiangqi.variant().board.name(m.to)).collect();
    assert_eq!(targets, ["e2", "e3", "e4", "e6", "e7", "e8", "e9"]);
}

#[test]
fn setups_that_cannot_be_played_say_why() {
    let chess = chess();
    let error = |text: &str| match Position::from_fen(&chess, text) {
        Err(FromFenError::Setup(unplayable)) => unplayable.error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        error("4k3/8/8/8/8/8/8/4K3 w K - 0 1"),
        "the pieces of the right `K` are not on their start squares"
    );
    assert_eq!(error("4k3/8/8/8/8/8/8/4RK2 w"), "Black is in check, but it is the opponent's turn");
}

/// Exercises: what has no royal cannot lose it, unless play takes royals away.
#[test]
fn positions_without_a_royal_are_played() {
    let moves = |name: &str, text: &str| {
        let rules = Rules::new(library::variant(name).unwrap());
        let position = Position::from_fen(&rules, text).unwrap();
        let found = position.legal_moves().len();
        assert_eq!(found, literal::legal_moves(rules.variant(), &position.setup()).len(), "{name} {text}");
        (found, position.outcome().map(|outcome| outcome.reason.name()))
    };
    assert_eq!(moves("chess", "4k3/8/8/8/8/8/8/R7 w - - 0 1"), (14, None));
    assert_eq!(moves("chess", "4k3/8/8/8/8/8/8/4R3 b - - 0 1"), (4, None));
    assert_eq!(moves("chess", "8/8/8/8/8/8/8/R7 w - - 0 1"), (14, None));
    assert_eq!(moves("xiangqi", "9/9/9/9/9/9/9/9/9/R8 w - - 0 1"), (17, None));
    assert_eq!(moves("3check", "4k3/8/8/8/8/8/8/R7 w - - 3+3 0 1"), (14, None));
    // The drop of a pawn that mates is refused with one king, too.
    let shogi = Rules::new(library::variant("shogi").unwrap());
    let position = Position::from_fen(&shogi, "8k/9/7+R1/9/9/9/9/9/9[P] w - - 0 1").unwrap();
    let head = shogi.variant().board.square("i8").unwrap();
    assert!(!position.legal_moves().iter().any(|m| m.drop().is_some() && m.to == head));
    assert_eq!(moves("atomic", "4k3/8/8/8/8/8/8/R7 w - - 0 1"), (0, Some("royal-lost")));
}

#[test]
fn texts_of_setups_round_trip() {
    let chess = hand::chess();
    for text in [
        hand::CHESS_START,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 34",
    ] {
        let setup = fen::parse(&chess, text).unwrap();
        assert_eq!(fen::print(&chess, &setup), text);
    }
    let setup = fen::parse(&chess, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").unwrap();
    assert_eq!(setup.marks.iter().next().and_then(|mark| mark.marker), chess.board.square("e4"));
    let short = fen::parse(&chess, "8/8/8/8/8/8/8/8").unwrap();
    assert_eq!(fen::print(&chess, &short), "8/8/8/8/8/8/8/8 w - - 0 1");
    let xiangqi = hand::xiangqi();
    assert_eq!(fen::print(&xiangqi, &xiangqi.start), hand::XIANGQI_START);
}

#[test]
fn errors_in_texts_are_at_their_place() {
    let chess = hand::chess();
    let error = |text: &str| {
        let error = fen::parse(&chess, text).unwrap_err();
        (error.kind, text[error.span].to_owned())
    };
    let unknown = FenErrorKind::UnknownPiece { letter: 'x', square: "c7".into() };
    assert_eq!(error("8/ppxppppp/8/8/8/8/8/8 w"), (unknown, "x".into()));
    let short = FenErrorKind::RowLength { row: "Rank 7".into(), found: 7, expected: 8 };
    assert_eq!(error("8/ppp1ppp/8/8/8/8/8/8 w"), (short, "ppp1ppp".into()));
    let long = FenErrorKind::RowLength { row: "Rank 8".into(), found: 9, expected: 8 };
    assert_eq!(error("9/8/8/8/8/8/8/8 w"), (long.clone(), "9".into()));
    // The error points to the surplus, not to the whole row.
    assert_eq!(
        error("ppp3pPpp/8/8/8/8/8/8/8 w"),
        (FenErrorKind::RowLength { row: "Rank 8".into(), found: 10, expected: 8 }, "pp".into())
    );
    let few = FenErrorKind::Rows { axis: "Rank".into(), found: 7, expected: 8 };
    assert_eq!(error("8/8/8/8/8/8/8 w"), (few, "".into()));
    let many = FenErrorKind::Rows { axis: "Rank".into(), found: 9, expected: 8 };
    assert_eq!(error("8/8/8/8/8/8/8/8/8 w"), (many, "/".into()));
    assert_eq!(error("8//8/8/8/8/8/8/8 w"), (FenErrorKind::Separator, "//".into()));
    assert_eq!(error("8/8/8/8/8/8/8/8 x").1, "x");
    assert_eq!(error("8/8/8/8/8/8/8/8 w KX"), (FenErrorKind::UnknownRight('X'), "X".into()));
    assert_eq!(error("8/8/8/8/8/8/8/8 w KK"), (FenErrorKind::RepeatedRight('K'), "K".into()));
    assert_eq!(error("8/8/8/8/8/8/8/8 w KQQ"), (FenErrorKind::RepeatedRight('Q'), "Q".into()));
    assert_eq!(error("8/8/8/8/8/8/8/8 w - e9"), (FenErrorKind::UnknownSquare, "e9".into()));
    assert_eq!(
        error("8/8/8/8/8/8/8/8 w - e6"),
        (FenErrorKind::NoMarker { square: "e6".into() }, "e6".into())
    );
    assert_eq!(error("8/8/8/8/8/8/8/8 w - - x"), (FenErrorKind::Counter, "x".into()));
    let large = |most: u32| FenErrorKind::TooLarge { most };
    assert_eq!(error("8/8/8/8/8/8/8/8 w - - 99999999999 1"), (large(u32::MAX), "99999999999".into()));
    assert_eq!(error("8/8/8/8/8/8/8/8 w - - 0 1 more"), (FenErrorKind::Trailing, "more".into()));
    assert_eq!(error(""), (FenErrorKind::NoPlacement, "".into()));
    let house = carn::library::variant("crazyhouse").unwrap();
    for (hands, wrong) in [("[QXn]", "X"), ("[QnŠ]", "Š"), ("[+Q]", "Q"), ("[", "[")] {
        let text = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR{hands} w KQkq - 0 1");
        let error = fen::parse(&house, &text).unwrap_err();
        assert_eq!(&text[error.span], wrong, "{hands}");
    }
}

#[test]
fn setups_of_another_game_are_refused() {
    let (chess, xiangqi) = (chess(), xiangqi());
    let refused = |setup| Position::from_setup(&chess, setup).unwrap_err().error;
    let start = Position::start(&chess).setup();
    let found = (90, 64);
    let other = refused(Position::start(&xiangqi).setup());
    assert!(matches!(other, SetupError::BoardSize { found: a, expected: b } if (a, b) == found), "{other:?}");
    let turn = refused(carn::variant::Setup { turn: 2, ..start.clone() });
    assert!(matches!(turn, SetupError::UnknownTurn(2)), "{turn:?}");
    assert!(Position::from_setup(&chess, start.clone()).is_ok());
    assert!(Position::from_setup(&chess, carn::variant::Setup { turn: 1, ..start }).is_ok());
}

/// Plays the moves that the numbers choose and returns every text and hash on the way.
fn wander(rules: &Rules, choices: &[u16]) -> Position {
    let mut position = Position::start(rules);
    for &choice in choices {
        let moves = position.legal_moves();
        let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        position.play_unchecked(m);
    }
    position
}

fn comes_back(rules: &Rules, choices: &[u16]) {
    let mut position = wander(rules, choices);
    let moves: Vec<Move> = position.moves().collect();
    let mut trail = Vec::new();
    loop {
        let (setup, text, hash) = (position.setup(), position.fen(), position.hash());
        assert_eq!(fen::parse(rules.variant(), &text).unwrap(), setup, "{text}");
        assert_eq!(Position::from_setup(rules, setup.clone()).unwrap().hash(), hash, "{text}");
        trail.push((setup, text, hash));
        if position.undo().is_none() {
            break;
        }
    }
    assert_eq!(position.setup(), rules.variant().start);
    for (m, expected) in moves.into_iter().zip(trail.iter().rev().skip(1)) {
        position.play(m).unwrap();
        assert_eq!((position.setup(), position.fen(), position.hash()), *expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn taking_back_restores_everything(choices in prop::collection::vec(any::<u16>(), 0..60)) {
        comes_back(&chess(), &choices);
        comes_back(&xiangqi(), &choices);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_the_reader(text in "[rnbqkpRNBQKP0-9/a-h \\-馬]{0,60}|\\PC{0,40}", cut in 0usize..60, with in "\\PC") {
        let chess = hand::chess();
        let mut near: Vec<char> = hand::CHESS_START.chars().collect();
        let cut = cut.min(near.len());
        near.splice(cut..cut, with.chars());
        for text in [text, near.into_iter().collect()] {
            match fen::parse(&chess, &text) {
                Ok(setup) => prop_assert_eq!(fen::parse(&chess, &fen::print(&chess, &setup)).unwrap(), setup),
                Err(error) => prop_assert!(text.get(error.span.clone()).is_some(), "{:?} {:?}", text, error),
            }
        }
    }
}

#[test]
fn a_sign_before_a_letter_is_part_of_an_unknown_piece() {
    let error = fen::parse(&hand::chess(), "+馬7/8/8/8/8/8/8/8").unwrap_err();
    assert_eq!(error.span, 0..4);
}

#[test]
fn pieces_can_be_asked_for_without_a_setup() {
    for rules in [chess(), xiangqi()] {
        let mut position = Position::start(&rules);
        for _ in 0..20 {
            let setup = position.setup();
            assert_eq!(position.pieces().collect::<Vec<_>>(), setup.pieces().collect::<Vec<_>>());
            for player in (0..2).map(PlayerId) {
                let theirs = setup.pieces().filter(|(_, piece)| piece.player == player);
                let squares: Vec<_> = theirs.map(|(square, _)| square).collect();
                assert_eq!(position.by_player(player).iter().collect::<Vec<_>>(), squares);
            }
            for role in (0..rules.variant().roles.len() as u8).map(RoleId) {
                let such = setup.pieces().filter(|(_, piece)| piece.role == role);
                let squares: Vec<_> = such.map(|(square, _)| square).collect();
                assert_eq!(position.by_role(role).iter().collect::<Vec<_>>(), squares);
                for player in (0..2).map(PlayerId) {
                    let mut called = Vec::new();
                    let such = carn::variant::RoleSet(1 << role.0);
                    position.for_each_piece(player, such, |square, role| called.push((square, role)));
                    called.sort_unstable();
                    let theirs =
                        setup.pieces().filter(|(_, piece)| (piece.player, piece.role) == (player, role));
                    assert_eq!(called, theirs.map(|(square, _)| (square, role)).collect::<Vec<_>>());
                }
            }
            let moves = position.legal_moves();
            let Some(&m) = moves.get(moves.len() / 2) else { break };
            position.play(m).unwrap();
        }
        assert_eq!(position.by_player(PlayerId(7)).iter().count(), 0);
        assert_eq!(position.by_role(RoleId(60)).iter().count(), 0);
    }
}

/// A native predicate sees the board and the rules, not only the position.
#[test]
fn native_predicates_see_the_board() {
    let on_a = |scene: &carn::variant::Scene<'_>| {
        scene.board().name(scene.here).starts_with('a') && scene.piece(scene.from).is_some()
    };
    let natives = carn::compile::Natives::default().predicate("OnA", on_a);
    let text = "name = 'A'\nextends = 'chess'\n[pieces.knight]\npattern = '*# 2 *# 1 @OnA(To)'";
    let compiled = carn::compile::compile("a.toml", text, &carn::library::Shipped, &natives);
    let rules = Rules::new(compiled.into_variant().unwrap());
    let position = Position::start(&rules);
    let knights: Vec<_> = position.legal_moves().iter().map(|m| rules.variant().board.name(m.to)).collect();
    assert_eq!(knights.iter().filter(|name| name.ends_with('3') && name.starts_with('a')).count(), 2);
    assert_eq!(knights.len(), 17);
}

/// Errors come as one error whose text shows the lines concerned.
#[test]
fn rules_with_errors_say_why() {
    let error = carn::library::rules_from("typo.toml", "name = 'A'\nextends = 'ches'").unwrap_err();
    let boxed: Box<dyn std::error::Error> = Box::new(error);
    assert!(boxed.to_string().contains("typo.toml:2"), "{boxed}");
}
/// A game played back says the same of every position, and takes its last move back.
#[test]
fn a_game_played_back_forgets_all_but_its_last_move() {
    for rules in [chess(), xiangqi()] {
        let mut random = carn::random::Random::new(3);
        let mut whole = Position::start(&rules);
        let mut back = whole.here();
        for _ in 0..150 {
            let Some(&mv) = random.choose(&whole.legal_moves()) else { break };
            let before = whole.fen();
            whole.play_unchecked(mv);
            back.forget();
            back.play_unchecked(mv);
            assert_eq!((back.fen(), back.hash()), (whole.fen(), whole.hash()));
            assert_eq!(back.moves().len(), 1);
            let mut copy = back.clone();
            assert_eq!((copy.undo(), copy.fen(), copy.undo()), (Some(mv), before, None));
            copy = back.here();
            assert_eq!((copy.fen(), copy.moves().len()), (back.fen(), 0));
        }
        back.forget();
        assert_eq!(back.undo(), None);
        assert_eq!(back.legal_moves(), whole.legal_moves());
    }
}

#[test]
fn reasons_are_written_in_words() {
    assert_eq!(Reason::RoyalLost.to_string(), "a royal piece is gone");
    assert_eq!(Reason::Repetition.to_string(), Reason::Repetition.words());
}
