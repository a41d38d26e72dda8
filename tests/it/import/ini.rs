//! Configurations of variants: what the program has built in agrees with the published counts of the shipped games, what is lost is
//! said with its place, and no text breaks the import. Where the program is installed, it is asked itself.

use carn::compile::{Natives, compile};
use carn::import::ini::{Imported, import};
use carn::library::{self, Shipped};
use carn::position::Position;
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
/// Not among them are those of which something is lost (counting rules, perpetual chase), those whose text alone does not
/// say everything (what is missing comes with the extended file), and those whose published counts are all larger than
/// this test has time for.
const BOTH: &[&str] = &[
    "3check",
    "almost",
    "amazon",
    "antichess",
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
    "yarishogi",
];

/// What a configuration says of a built-in variant, written out whole, has the counts that were published of the game.
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

#[test]
fn what_is_lost_is_said_with_its_place() {
    let text = "[mine:chess]\n# a rule that no file can say\nchasingRule = axf\ncustomPiece1 = x:WoR\nstartFen = xnbqkbnx/8/8/8/8/8/8/XNBQKBNX w\n";
    let imported = only(text);
    let lost: Vec<(&str, &str)> =
        imported.lost.iter().map(|one| (one.key.as_str(), one.span.unwrap().text(text))).collect();
    assert_eq!(lost, [("customPiece1", "o"), ("chasingRule", "chasingRule")]);
    for one in &imported.lost {
        let line = format!("#   {} = {}: ", one.key, one.value);
        assert!(imported.text.contains(&line), "{line}\n{}", imported.text);
    }
    let outcome = import("[a:ches]\n[b:chess]\nmaxRanks = 9\nmaxRank = tall\nnothing\n[b]\n", &[]);
    let ids: Vec<&str> = outcome.diagnostics.iter().map(|one| one.code.id()).collect();
    assert_eq!(ids, ["E0713", "W0202", "E0714", "E0711", "E0712"]);
    assert_eq!(outcome.diagnostics[0].fix.as_ref().unwrap().replacement, "chess");
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
