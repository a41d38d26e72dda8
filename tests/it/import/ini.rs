//! Configurations of variants: built-in variants agree with the published counts of the shipped games, lost
//! parts are reported with their places, and no text breaks the import. If the program is installed, it is
//! compared directly.

use carn::compile::{Natives, compile};
use carn::import::ini::{Imported, import};
use carn::library::{self, Shipped};
use carn::position::{Position, Rules};
use carn::random::Random;

/// The one variant of a text.
fn only(text: &str) -> Imported {
    let mut outcome = import(text, &[]);
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    assert_eq!(outcome.games.len(), 1);
    outcome.games.remove(0)
}

/// Games that are built in there and shipped here, of which the configuration says everything.
///
/// Not among them are those of which something is lost, those whose text alone does not
/// say everything (what is missing comes with the extended file), and those whose published counts are all larger than
/// this test has time for.
const BOTH: &[&str] = &[
    "3check",
    "almost",
    "amazon",
    "antichess",
    "asean",
    "atomar",
    "atomic",
    "berolina",
    "breakthrough",
    "capablanca",
    "centaur",
    "chancellor",
    "chess",
    "chessgi",
    "clobber",
    "codrus",
    "coregal",
    "crazyhouse",
    "embassy",
    "extinction",
    "flipello",
    "flipello10",
    "flipersi",
    "giveaway",
    "grand",
    "grasshopper",
    "gustav3",
    "hoppelpoppel",
    "horde",
    "janus",
    "jesonmor",
    "kinglet",
    "kingofthehill",
    "knightmate",
    "koedem",
    "kyotoshogi",
    "legan",
    "loop",
    "losalamos",
    "losers",
    "makruk",
    "manchu",
    "micro",
    "minishogi",
    "minixiangqi",
    "modern",
    "newzealand",
    "nightrider",
    "nocheckatomic",
    "omicron",
    "opulent",
    "pawnback",
    "pawnsideways",
    "perfect",
    "pocketknight",
    "racingkings",
    "shako",
    "shatar",
    "shatranj",
    "threekings",
    "torishogi",
    "troitzky",
    "xiangqi",
    "yarishogi",
];

/// A configuration of a built-in variant, written out in full, has the published perft counts.
#[test]
fn built_in_variants_have_the_published_counts() {
    let mut counted = 0;
    for name in BOTH {
        let imported = only(&format!("[mine:{name}]\n"));
        assert_eq!(imported.extends.as_deref(), Some(*name), "{}", imported.text);
        let rules = library::rules_from("mine.toml", &imported.whole)
            .unwrap_or_else(|error| panic!("{name}: {error}\n{}", imported.whole));
        for case in library::load(name).unwrap().perfts {
            let depths = case.depth..;
            for (depth, &nodes) in depths.zip(&case.nodes) {
                if nodes > 9_000 || case.turns {
                    break;
                }
                let position = match &case.fen {
                    Some(fen) => {
                        Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{name}: {error}"))
                    }
                    None => Position::start(&rules),
                };
                assert_eq!(
                    position.perft(depth),
                    nodes,
                    "{name}, depth {depth} of {:?}\n{}",
                    case.fen,
                    imported.whole
                );
                counted += 1;
            }
        }
    }
    assert!(counted > 200, "{counted} counts");
}

#[test]
fn a_change_is_a_few_lines_that_extend_a_shipped_game() {
    let leapers = only("[leapers:chess]\nking = k:KN\nstalemateValue = loss\n");
    assert_eq!(leapers.extends.as_deref(), Some("chess"));
    assert!(leapers.lost.is_empty());
    let lines: Vec<&str> =
        leapers.text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(lines.len() <= 14, "{}", leapers.text);
    assert!(lines.iter().any(|line| line.starts_with("stalemate") && line.ends_with("\"loss\"")));
    let rules = library::rules_from("leapers.toml", &leapers.text).unwrap();
    let position = Position::from_fen(&rules, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    // Five squares beside it and four leaps.
    assert_eq!(position.legal_moves().len(), 9);
}

#[test]
fn rules_of_many_kinds_are_carried_over() {
    let play = |text: &str, fen: &str| -> Vec<String> {
        let imported = only(text);
        assert!(
            imported.lost.is_empty() && imported.failed.is_none(),
            "{:?} {:?}",
            imported.lost,
            imported.failed
        );
        let rules = library::rules_from("mine.toml", &imported.text).unwrap();
        let position = Position::from_fen(&rules, fen).unwrap();
        if let Some(outcome) = position.outcome() {
            return vec![format!("{:?}", outcome.winner.map(|winner| winner.0))];
        }
        let mut moves: Vec<String> = position
            .legal_moves()
            .into_iter()
            .filter_map(|mv| carn::notation::write(&position, mv, carn::variant::Script::Coordinate))
            .collect();
        moves.sort();
        moves
    };
    // A piece of one's own on a small board, which is promoted in a corner alone.
    let corner = "[m]\nmaxRank = 4\nmaxFile = d\nking = k\ncustomPiece1 = s:fW\npromotedPieceType = s:k\n\
                  promotionRegionWhite = d4\npromotionRegionBlack = a1\nstartFen = k3/4/3S/K3 w\ncastling = false\n";
    assert!(import(corner, &[]).games[0].failed.is_none());
    // Flags: who stands on one of two squares has won.
    let flag = "[m:chess]\nflagPiece = n\nflagRegionWhite = a8 h8\nflagRegionBlack = a1 h1\n";
    assert_eq!(play(flag, "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"), ["Some(0)"]);
    assert!(play(flag, "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1").len() > 1);
    // Drops on a player's own half, and no check by them.
    let drops = "[m:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3[R] w - - 0 1\npieceDrops = true\nwhiteDropRegion = *1 *2\ndropChecks = false\ncastling = false\n";
    let moves = play(drops, "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1");
    assert!(moves.contains(&"R@a2".to_owned()) && !moves.contains(&"R@a3".to_owned()));
    assert!(!moves.contains(&"R@e2".to_owned()), "a drop that gives check: {moves:?}");
    // Where a player has only captures, they must be made.
    let must = "[m:chess]\nmustCapture = true\n";
    assert_eq!(play(must, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), ["e4d5"]);
}

/// A built-in variant without a shipped game of its name extends its nearest ancestor that has one.
#[test]
fn built_in_relatives_extend_a_shipped_game() {
    let extends = |text: &str| only(text).extends;
    assert_eq!(extends("[mine:bughouse]\n").as_deref(), Some("crazyhouse"));
    assert_eq!(extends("[mine:mini]\n").as_deref(), Some("minishogi"));
    // Walls between the two parts of a turn, and then a king that may not be lost.
    let royal = only("[mine:duck]\nextinctionPseudoRoyal = true\n");
    assert!(royal.lost.iter().any(|one| one.key == "wallingRule"), "{}", royal.text);
    // The shipped game has what this one takes back, and no rule file can take out.
    let casual = only("[mine:janggicasual]\n");
    assert_eq!(casual.extends, None);
    assert!(casual.lost.iter().any(|one| one.key == "diagonalLines"));
}

#[test]
fn lost_settings_may_change_nothing() {
    let text = "[mine:chess]\nnosuch = 1\ncapturesToHand = true\nwallingRule = arrow\n";
    let lost = &import(text, &[]).games[0].lost;
    let changing: Vec<&str> = lost.iter().filter(|one| one.rules).map(|one| one.key.as_str()).collect();
    assert_eq!((lost.len(), changing), (3, vec!["wallingRule"]));
}

#[test]
fn moves_are_written_as_in_games_of_that_kind() {
    let written = |text: &str, mv: &str| {
        let imported = only(text);
        let rules = library::rules_from("mine.toml", &imported.whole).unwrap();
        let position = Position::start(&rules);
        let read = carn::notation::read(&position, mv, &[carn::variant::Script::Coordinate]).unwrap();
        carn::notation::write(&position, read, rules.variant().notation.scripts[0]).unwrap()
    };
    assert_eq!(written("[mine:chess]\nstalemateValue = loss\n", "e2e4"), "e4");
    assert_eq!(written("[mine:pawnback]\n", "e2e4"), "Pe4");
}

#[test]
fn lost_settings_are_reported_with_their_place() {
    let text = "[mine:chess]\n# a rule that no file can say\nwallingRule = arrow\ncustomPiece1 = x:WoR\nstartFen = xnbqkbnx/8/8/8/8/8/8/XNBQKBNX w\n";
    let imported = only(text);
    let lost: Vec<(&str, &str)> =
        imported.lost.iter().map(|one| (one.key.as_str(), one.span.unwrap().text(text))).collect();
    assert_eq!(lost, [("customPiece1", "o"), ("wallingRule", "wallingRule")]);
    for one in &imported.lost {
        let line = format!("#   {} = {}: ", one.key, one.value);
        assert!(imported.text.contains(&line), "{line}\n{}", imported.text);
    }
    let outcome = import("[a:ches]\n[b:chess]\nmaxRanks = 9\nmaxRank = tall\nnothing\n[b]\n", &[]);
    let ids: Vec<&str> = outcome.diagnostics.iter().map(|one| one.code.id()).collect();
    assert_eq!(ids, ["E0713", "W0202", "E0714", "E0711", "E0712"]);
    assert_eq!(outcome.diagnostics[0].fix.as_ref().unwrap().replacement, "chess");
}

/// Without the shipped game that has gating, the rights of its squares mean nothing; castling stays.
#[test]
fn gating_is_lost_without_a_shipped_game() {
    let imported = only(
        "[gate:chess]\narchbishop = h\nchancellor = e\ngating = true\nseirawanGating = true\n\
         startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1\n",
    );
    let lost: Vec<&str> = imported.lost.iter().map(|one| one.key.as_str()).collect();
    assert_eq!((lost, &imported.failed), (vec!["gating", "seirawanGating"], &None));
    let rules = library::rules_from("gate.toml", &imported.text).unwrap();
    assert_eq!(Position::start(&rules).legal_moves().len(), 20);
    let castles = Position::from_fen(&rules, "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1").unwrap();
    assert!(moves(&castles).contains(&"e1g1".to_owned()), "{}", imported.text);
    // Seirawan chess has all of it.
    let seirawan = only("[mine:seirawan]\nstalemateValue = loss\n");
    assert_eq!((seirawan.extends.as_deref(), seirawan.lost.len()), (Some("seirawan"), 0));
    let rules = library::rules_from("mine.toml", &seirawan.text).unwrap();
    assert_eq!(Position::start(&rules).legal_moves().len(), 28);
}

#[test]
fn a_start_that_does_not_fit_is_reported_at_its_line() {
    for (text, key) in [
        ("[m:chess]\nstartFen = 8/8 w - - 0 1\n", "startFen"),
        ("[m:chess]\nstartFen = 8/8/8/8/8/8/8/7Z w - - 0 1\n", "startFen"),
        ("[m:chess]\nmaxRank = 0\n", "maxRank"),
    ] {
        let outcome = import(text, &[]);
        let told: Vec<_> =
            outcome.diagnostics.iter().map(|one| (one.code.id(), one.span.text(text))).collect();
        assert_eq!(told, [("E0714", key)]);
        assert!(outcome.games[0].failed.is_some());
    }
}

/// A game of the text, and a position of it.
fn position(imported: &Imported, fen: Option<&str>) -> Position {
    assert_eq!((&imported.failed, imported.lost.len()), (&None, 0), "{:?}", imported.lost);
    let rules = library::rules_from("mine.toml", &imported.text).unwrap();
    match fen {
        Some(fen) => Position::from_fen(&rules, fen).unwrap(),
        None => Position::start(&rules),
    }
}

fn moves(position: &Position) -> Vec<String> {
    let write = |mv| carn::notation::write(position, mv, carn::variant::Script::Coordinate);
    position.legal_moves().into_iter().filter_map(write).collect()
}

/// Whose pieces are whose does not depend on who begins.
#[test]
fn black_may_begin() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let imported = only(&format!("[m:chess]\nstartFen = {START}\n"));
    let by_hand = "extends = \"chess\"\nname = \"Black begins\"\n\
                   turn = { first = [\"Black\"], then = [\"White\", \"Black\"] }\n";
    let by_hand =
        library::rules_from("mine.toml", &format!("{by_hand}[setup]\nfen = \"{START}\"\n")).unwrap();
    for mut position in [position(&imported, None), Position::start(&by_hand)] {
        let play = |position: &mut Position, text: &str| {
            let mv = carn::notation::read(position, text, &[]).unwrap();
            position.play_unchecked(mv);
        };
        let rules = position.rules().clone();
        assert_eq!(rules.variant().players[0].name, "White");
        assert_eq!(rules.variant().players[position.turn().index()].name, "Black");
        assert_eq!(position.perft(2), 400);
        play(&mut position, "e7e5");
        play(&mut position, "e2e4");
        let placement = position.fen().split(' ').next().unwrap().to_owned();
        assert_eq!(placement, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
    }
}

/// Older names of keys, which the program still reads, and what says the same today.
#[test]
fn older_names_of_keys_are_read() {
    for (older, newer) in [
        ("promotionRank = 6", "promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1"),
        ("doubleStepRank = 3", "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6"),
        ("doubleStepRankMin = 1", "doubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *8 *7"),
        // The first of the two alone is asked.
        (
            "doubleStepRankMin = 1\ndoubleStepRank = 3",
            "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6",
        ),
        ("flagPiece = k\nwhiteFlag = *4", "flagPiece = k\nflagRegionWhite = *4"),
        ("castlingRookPiece = n", "castlingRookPieces = n"),
        (
            "pieceDrops = true\ncapturesToHand = true\nwhiteDropRegion = *1\nblackDropRegion = *8",
            "pieceDrops = true\ncapturesToHand = true\ndropRegionWhite = *1\ndropRegionBlack = *8",
        ),
    ] {
        let [older, newer] = [older, newer].map(|text| only(&format!("[m:chess]\n{text}\n")));
        assert!(older.lost.is_empty(), "{:?}", older.lost);
        assert_eq!(older.whole, newer.whole);
        assert_ne!(older.whole, only("[m:chess]\n").whole);
    }
    // On a board of its own height.
    let tall = "[m:chess]\nmaxRank = 10\npromotionRank = 9\n\
                startFen = rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n";
    let position = position(&only(tall), Some("4k3/8/7P/8/8/8/8/p7/8/4K3 w - - 0 1"));
    assert!(moves(&position).contains(&"h8h9q".to_owned()), "{:?}", moves(&position));
}

/// Unknown settings are reported as lost, also in variants that inherit them.
#[test]
fn unknown_settings_are_lost() {
    let text = "[a:chess]\nmaxRanks = 9\nstalemateValue = won\nmobilityRegionWhiteHorse2 = a1\n[b:a]\n[c:b]\nstalemateValue = win\n";
    let outcome = import(text, &[]);
    let lost = |game: &Imported| -> Vec<String> { game.lost.iter().map(|one| one.key.clone()).collect() };
    let all = ["stalemateValue", "maxRanks", "mobilityRegionWhiteHorse2"];
    for (game, keys) in outcome.games.iter().zip([&all[..], &all, &all[1..]]) {
        let mut keys = keys.to_vec();
        keys.sort_unstable();
        let mut found = lost(game);
        found.sort_unstable();
        assert_eq!(found, keys);
        assert!(game.text.contains("#   maxRanks = 9: "), "{}", game.text);
    }
}

/// The text of a piece is told once, however many errors it has.
#[test]
fn a_piece_is_lost_once() {
    let text = format!("[m:chess]\nknight = n:{}N\n", "!?".repeat(1000));
    let lost = only(&text).lost;
    assert_eq!(lost.len(), 1);
    assert_eq!(lost[0].why, "`!` is not a sign of Betza notation; `?` is not a sign of Betza notation");
}

/// Where no piece may rest that could never leave, a piece that needs another to move over is barred from the last rank alone.
#[test]
fn a_hopper_is_barred_from_the_last_rank_alone() {
    let text = "[m:chess]\ncustomPiece1 = h:fpR\npieceDrops = true\nimmobilityIllegal = true\n\
                startFen = 4k3/8/8/8/8/8/8/4K3[Hh] w - - 0 1\n";
    let position = position(&only(text), Some("4k3/8/8/8/8/8/8/4K3[Hh] w - - 0 1"));
    let found = moves(&position);
    for square in ["a1", "b4", "c7"] {
        assert!(found.contains(&format!("H@{square}")), "{square}: {found:?}");
    }
    assert!(!found.iter().any(|text| text.starts_with("H@") && text.ends_with('8')), "{found:?}");
    let stuck = "[m:chess]\ncustomPiece1 = h:fpR\nimmobilityIllegal = true\n\
                 startFen = 4k3/8/8/8/8/7p/8/4K2H w - - 0 1\n";
    let moves = moves(&self::position(&only(stuck), Some("4k3/8/8/8/8/7p/8/4K2H w - - 0 1")));
    assert!(moves.contains(&"h1h7".to_owned()) && !moves.contains(&"h1h8".to_owned()), "{moves:?}");
}

/// Fairy-Stockfish promotes a promoted bishop once more if it has become a piece that promotes. A rule file has one promoted form.
#[test]
fn a_second_promotion_is_lost() {
    let text = "[m:shogi]\ncustomPiece1 = h:fpR\npromotedPieceType = h:g p:g b:h\n";
    let lost: Vec<String> =
        only(text).lost.iter().map(|one| format!("{} = {}", one.key, one.value)).collect();
    assert_eq!(lost, ["promotedPieceType = h:g p:g b:h"]);
    assert!(only(&text.replace("h:g ", "")).lost.is_empty());
}

/// Repetitions, and who wins by them, as pyffish 0.0.90 judges: its value is that of the player to move, or of the first
/// player if it is absolute.
#[test]
fn a_repetition_is_worth_what_it_is_to_the_player_to_move() {
    let winner = |keys: &str, (first, cycle): (&str, [&str; 4])| {
        let imported = only(&format!("[m:chess]\nnFoldValue = {keys}\n"));
        assert!(imported.lost.is_empty(), "{keys}");
        let mut position = position(&imported, None);
        for text in first.split_whitespace().chain(cycle.repeat(2)) {
            let mv = carn::notation::read(&position, text, &[]).unwrap();
            position.play_unchecked(mv);
        }
        position.outcome().map(|outcome| outcome.winner.map(|player| player.0))
    };
    let white_to_move = ("", ["g1f3", "g8f6", "f3g1", "f6g8"]);
    let black_to_move = ("e2e3", ["g8f6", "g1f3", "f6g8", "f3g1"]);
    for (value, by_white, by_black) in [("loss", 1, 0), ("win", 0, 1)] {
        assert_eq!(winner(value, white_to_move), Some(Some(by_white)), "{value}");
        assert_eq!(winner(value, black_to_move), Some(Some(by_black)), "{value}");
        let absolute = format!("{value}\nnFoldValueAbsolute = true");
        assert_eq!(winner(&absolute, white_to_move), Some(Some(by_white)), "{value}");
        assert_eq!(winner(&absolute, black_to_move), Some(Some(by_white)), "{value}");
    }
    assert_eq!(winner("draw", white_to_move), Some(None));
}

/// Pieces that come from nowhere, and what they and those that move turn.
#[test]
fn games_of_territory_are_carried_over() {
    // Nothing stands on the board at first; no two neighbours are of both players.
    let snort = "[m:ataxx]\nimmobile = p\nstartFen = 8/8/8/8/8/8/8/8\nmaxRank = 8\nmaxFile = 8\nenclosingDrop = snort\n\
                 flipEnclosedPieces = none\npassOnStalemate = false\nstalematePieceCount = false\n";
    let snort = position(&only(snort), None);
    assert_eq!((snort.perft(1), snort.perft(2)), (64, 3808));
    let ataxx = position(&only("[m:ataxx]\n"), Some("7/7/7/7/4p2/5p1/6P w - - 0 1"));
    let mut after = ataxx.clone();
    let mv = carn::notation::read(&after, "g1e2", &[]).unwrap();
    after.play_unchecked(mv);
    assert_eq!(after.fen().split(' ').next().unwrap(), "7/7/7/7/4P2/4PP1/7[]");
    // Moves turn where nothing is dropped.
    let crusade = "[m:ataxx]\nmaxRank = 4\nmaxFile = 4\nstartFen = PpPp/pPpP/PpPp/pPp1\ncustomPiece1 = p:cK\npieceDrops = false\npassOnStalemate = false\n";
    let mut crusade = position(&only(crusade), None);
    let mv = carn::notation::read(&crusade, "b1a1", &[]).unwrap();
    crusade.play_unchecked(mv);
    assert_eq!(crusade.fen().split(' ').next().unwrap(), "PpPp/pPpP/PPPp/P1p1");
}

/// Each player castles with pieces of its own.
#[test]
fn players_castle_with_different_pieces() {
    let text = "[m:chess]\narchbishop = a\ncastlingRookPiecesWhite = a\ncastlingRookPiecesBlack = r\n\
                startFen = r3k2r/8/8/8/8/8/8/A3K2A w KQkq - 0 1\npromotionPieceTypes = q\n";
    let imported = only(text);
    let white = moves(&position(&imported, None));
    let black = moves(&position(&imported, Some("r3k2r/8/8/8/8/8/8/A3K2A b KQkq - 0 1")));
    for (moves, castlings) in [(white, ["e1g1", "e1c1"]), (black, ["e8g8", "e8c8"])] {
        assert!(castlings.iter().all(|castling| moves.iter().any(|mv| mv == castling)), "{moves:?}");
    }
}

/// Counts after two moves, as twice the limit and plies counted; both 0 where nothing is counted. What the program itself
/// (pyffish 0.0.90) makes of these configurations and positions.
const COUNTS: [(&str, &str, [u16; 2]); 24] = [
    ("chess]\ncountingRule = makruk\nnMoveRule = 0", "4k3/8/8/8/8/8/4p3/3K2Q1", [128, 7]),
    ("chess]\ncountingRule = makruk\nnMoveRule = 0", "4k3/8/8/8/8/8/4p3/3K2R1", [32, 7]),
    ("chess]\ncountingRule = makruk\nnMoveRule = 0", "4k3/8/8/8/8/8/4p3/3K2B1", [128, 7]),
    ("chess]\ncountingRule = makruk\nnMoveRule = 0", "4k3/8/8/8/8/8/4p3/3K1NN1", [64, 9]),
    ("chess]\ncountingRule = makruk\nnMoveRule = 0", "4k2r/8/8/8/8/8/4p3/3K1NN1", [128, 1]),
    ("chess]\ncountingRule = cambodian\nnMoveRule = 0", "4k3/8/8/8/8/8/4p3/3K2R1", [30, 7]),
    ("chess]\ncountingRule = cambodian\nnMoveRule = 0", "4k3/8/8/8/8/8/4p3/3K1NN1", [62, 9]),
    ("chess]\ncountingRule = cambodian\nnMoveRule = 0", "4k3/8/8/8/8/8/4p3/3K2Q1", [126, 7]),
    ("chess]\ncountingRule = cambodian\nnMoveRule = 0", "4k3/8/8/8/8/8/4p2P/3K1R2", [0, 0]),
    ("chess]\ncountingRule = cambodian\nnMoveRule = 0", "4k2r/8/8/8/8/8/4p2P/3K1R2", [126, 1]),
    ("chess]\ncountingRule = asean", "4k3/8/8/8/8/8/4p3/3K2R1", [32, 1]),
    ("chess]\ncountingRule = asean", "4k3/8/8/8/8/8/4p3/3K1NN1", [128, 1]),
    ("chess]\ncountingRule = asean", "4k3/8/8/8/8/8/4p3/3K2Q1", [0, 0]),
    ("chess]\ncountingRule = makruk\nnMoveRule = 0\nsilver = s", "4k3/8/8/8/8/8/4p3/3K2SS", [44, 9]),
    (
        "chess]\ncountingRule = makruk\nnMoveRule = 0\ncustomPiece1 = s:FfW",
        "4k3/8/8/8/8/8/4p3/3K2SS",
        [128, 9],
    ),
    ("makruk]", "4k3/8/8/8/8/8/4p3/3K2SS", [44, 9]),
    ("makruk]\ncountingRule = none", "4k3/8/8/8/8/8/4p3/3K2SS", [0, 0]),
    ("makruk]\nrook = -\ncustomPiece1 = r:R", "4k3/8/8/8/8/8/4p3/3K2RR", [128, 9]),
    ("makruk]\npieceDrops = true\ncapturesToHand = true", "4k3/8/8/8/8/8/4p3/3K2RR", [16, 9]),
    ("makruk]\npieceDrops = true\ncapturesToHand = true", "4k3/8/8/8/8/8/4p3/3K2R1[R]", [32, 7]),
    ("makruk]\npieceDrops = true\ncapturesToHand = true", "4k3/8/8/8/8/8/4p3/3K2RR[p]", [16, 9]),
    ("asean]\ncountingRule = makruk", "4k3/8/8/8/8/8/4p3/3K2B1", [88, 7]),
    ("makruk]\ncountingRule = asean", "4k3/8/8/8/8/8/4p3/3K2S1", [88, 1]),
    ("cambodian]\ncountingRule = none", "4k3/8/8/8/8/8/4p3/3K2S1", [0, 0]),
];

/// Counting rules are converted with the letters of the pieces, and deleted where they are inherited.
#[test]
fn counts_are_carried_over() {
    for (text, placement, [limit, plies]) in COUNTS {
        let start = match text.contains("= s") && text.starts_with("chess") {
            true => "\nstartFen = rnbqkbns/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNS w - - 0 1\ncastling = false",
            false => "",
        };
        let imported = only(&format!("[mine:{text}{start}\n"));
        assert!(imported.lost.is_empty(), "{:?}", imported.lost);
        let rules = library::rules_from("mine.toml", &imported.text).unwrap();
        let hand = if text.contains("pieceDrops") && !placement.contains('[') { "[]" } else { "" };
        let mut position = Position::from_fen(&rules, &format!("{placement}{hand} w - - 0 1")).unwrap();
        for text in ["d1e2", "e8d8"] {
            let mv = carn::notation::read(&position, text, &[]).unwrap();
            position.play_unchecked(mv);
        }
        let count = position.setup().count;
        assert_eq!([count.limit, count.plies], [limit, plies], "{text} {placement}\n{}", imported.text);
    }
}

/// Four plies that come again and again, and who wins by it; 2 is nobody. As pyffish 0.0.90 judges them.
const CHASES: [(&str, &str, &str, u8); 16] = [
    ("xiangqi]", HORSE, AFTER_THE_HORSE, 0),
    ("xiangqi]", CHECK, CHECKING, 1),
    ("xiangqi]\nchasingRule = none", HORSE, AFTER_THE_HORSE, 2),
    ("xiangqi]\nchasingRule = none", CHECK, CHECKING, 1),
    ("xiangqi]\nperpetualCheckIllegal = false", HORSE, AFTER_THE_HORSE, 0),
    ("xiangqi]\nperpetualCheckIllegal = false", CHECK, CHECKING, 2),
    ("manchu]", HORSE, AFTER_THE_HORSE, 2),
    ("manchu]\nchasingRule = axf", HORSE, AFTER_THE_HORSE, 0),
    ("xiangqi]\nhorse = -\ncustomPiece1 = n:nN", HORSE, AFTER_THE_HORSE, 0),
    (
        "xiangqi]\ncannon = -\nstartFen = rnbakabnr/9/9/p1p1p1p1p/9/9/P1P1P1P1P/9/9/RNBAKABNR w",
        HORSE,
        AFTER_THE_HORSE,
        0,
    ),
    ("xiangqi]\nsoldierPromotionRank = 3", EARLY, "d2c2 c7d7 c2d2 d7c7", 1),
    ("xiangqi]", CROSSED, "d2c2 c5d5 c2d2 d5c5", 1),
    ("xiangqi]\nchasingRule = none", CROSSED, "d2c2 c5d5 c2d2 d5c5", 2),
    ("xiangqi]\nsoldierPromotionRank = 1", HORSE, AFTER_THE_HORSE, 0),
    ("minixiangqi]", SMALL, "d1b2 d3b3 b2d1 b3d3", 2),
    ("minixiangqi]\nchasingRule = axf", SMALL, "d1b2 d3b3 b2d1 b3d3", 0),
];

/// A chariot after a horse, one that gives check, one after a soldier that has or has not crossed the river.
const HORSE: &str = "3k5/9/9/9/9/9/3r5/9/9/3NK4 w - - 0 1";
const AFTER_THE_HORSE: &str = "d1c3 d4c4 c3d1 c4d4";
const CHECK: &str = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1";
const CHECKING: &str = "e2d2 d10e10 d2e2 e10d10";
const EARLY: &str = "5k3/9/9/2p6/9/9/9/9/3R5/4K4 w - - 0 1";
const CROSSED: &str = "5k3/9/9/9/9/2p6/9/9/3R5/4K4 w - - 0 1";
const SMALL: &str = "3k3/7/7/7/3r3/7/3NK2 w - - 0 1";

/// Chases and checks without end are allowed or not as a configuration says, whatever it inherits.
#[test]
fn chases_are_carried_over() {
    for (text, fen, cycle, winner) in CHASES {
        let imported = only(&format!("[mine:{text}\n"));
        assert!(imported.lost.is_empty(), "{text}: {:?}", imported.lost);
        for file in [&imported.text, &imported.whole] {
            let rules =
                library::rules_from("mine.toml", file).unwrap_or_else(|error| panic!("{error}\n{file}"));
            let mut position = Position::from_fen(&rules, fen).unwrap();
            for text in cycle.split(' ').collect::<Vec<_>>().repeat(2) {
                let mv = carn::notation::read(&position, text, &[]).unwrap();
                position.play_unchecked(mv);
            }
            let outcome = position.outcome().unwrap_or_else(|| panic!("{text} {fen} goes on\n{file}"));
            assert_eq!(
                outcome.winner.map_or(2, |player| player.0),
                winner,
                "{text} {fen} {outcome:?}\n{file}"
            );
        }
    }
}

/// Entries of an inherited table that the configuration lacks are deleted.
#[test]
fn unwanted_inherited_values_are_deleted() {
    let value = |text: &str, rules: fn(&Rules) -> String| {
        let imported = only(text);
        let file = |text: &str| {
            library::rules_from("mine.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
        };
        let [short, whole] = [&imported.text, &imported.whole].map(|text| rules(&file(text)));
        assert_eq!(short, whole, "{}", imported.text);
        short
    };
    let reset = |rules: &Rules| {
        format!("{:?}", rules.variant().ending.quiet.as_ref().map(|quiet| quiet.reset_by.0.count_ones()))
    };
    assert_eq!(value("[m:chess]\nnMoveRuleTypes = -\n", reset), "Some(0)");
    assert_eq!(value("[m:chess]\n", reset), "Some(1)");
    let check = |rules: &Rules| {
        format!("{:?}", rules.variant().ending.repetition.as_ref().map(|rule| rule.perpetual_check))
    };
    assert_eq!(value("[m:xiangqi]\nperpetualCheckIllegal = false\n", check), "Some(None)");
    assert_eq!(value("[m:xiangqi]\n", check), "Some(Some(Loss))");
    // A variant in between has no shipped file, and what it says is said again.
    let forced = |rules: &Rules| {
        let pawn = rules.variant().roles.iter().find(|role| role.letter == 'P').unwrap();
        format!("{}", pawn.promotion.as_ref().unwrap().forced.is_some())
    };
    assert_eq!(value("[m:chess]\nmandatoryPawnPromotion = false\n", forced), "false");
    assert_eq!(value("[m:pawnback]\n", forced), "true");
}

/// A text of every kind of key, for mutations.
const SEED: &str = "[one:crazyhouse]\ncustomPiece1 = x:fmWcpBimA\nking = k:KN\npromotedPieceType = x:q\npromotionLimit = q:1\n\
    startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Xx] w KQkq - 3+3 0 1\ncheckCounting = true\nflagPiece = k\n\
    flagRegionWhite = *8 a1\nextinctionValue = loss\nextinctionPieceTypes = q\nextinctionPieceCount = 1\nmustDrop = true\n\
    [two:one]\nmaxRank = 9\nmaxFile = i\nmobilityRegionWhiteKing = a1 b2\nenclosingDrop = reversi\nconnectN = 4\nconnectDiagonal = false\n\
    [three]\npawn = p\nking = k\nmaxRank = 5\nmaxFile = 5\nstartFen = k4/p4/5/4P/4K w\ntripleStepRegionWhite = *1\nnFoldValue = win\n";

#[test]
fn any_text_is_read() {
    let mut random = Random::new(5);
    let words = [
        "*", "-", "[", "]", ":", "=", "\n", "9", "a", "w", "王", "all", "true", "K", "~", "+", "/", " ", "#",
        "100000",
    ];
    for _ in 0..25 {
        let mut text: Vec<char> = SEED.chars().collect();
        for _ in 0..=random.below(6) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => {
                    text.remove(at);
                }
                1 => {
                    let word = words[random.below(words.len())];
                    text.splice(at..at, word.chars());
                }
                _ => {
                    let end = (at + random.below(12)).min(text.len());
                    text.drain(at..end);
                }
            }
            if text.is_empty() {
                break;
            }
        }
        let text: String = text.into_iter().collect();
        let outcome = import(&text, &[]);
        for finding in &outcome.diagnostics {
            assert!(text.get(finding.span.range()).is_some(), "{finding:?} in\n{text}");
        }
        for one in &outcome.games {
            for lost in &one.lost {
                assert!(lost.span.is_none_or(|span| text.get(span.range()).is_some()), "{lost:?} in\n{text}");
            }
            if one.failed.is_none() {
                let compiled = compile("mine.toml", &one.text, &Shipped, &Natives::default());
                assert!(compiled.variant.is_some(), "{}\n{:?}", one.text, compiled.diagnostics);
            }
        }
    }
}
