//! `carn why`: the answer for a player, its places in the rule file, and its truth in every case.

use carn::notation::View;
use carn::position::{Position, Rules};
use carn::variant::{Move, RoleId, literal};

use super::cli::{Folder, carn, carn_in};

/// The explanation of an illegal move.
fn refused(arguments: &[&str]) -> String {
    let all: Vec<&str> = std::iter::once("why").chain(arguments.iter().copied()).collect();
    carn(&all).code(1).out
}

/// The line of a text on which something stands.
fn line<'t>(text: &'t str, part: &str) -> &'t str {
    text.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part} in\n{text}"))
}

#[test]
fn a_horse_is_stopped_at_its_leg() {
    let said = refused(&["xiangqi", "b1d2"]);
    assert!(
        said.starts_with("b1d2: not legal: the horse on b1 is blocked at c1 by Red's elephant\n"),
        "{said}"
    );
    // https://en.wikipedia.org/wiki/Xiangqi#Horse: the point in the way is the one straight beside it.
    let failed = line(&said, "✗");
    assert!(failed.contains("@Empty(*#a +1): c1"), "{failed}");
    let at = failed.rsplit("xiangqi.toml:").next().expect("a place");
    let (row, column) = at.split_once(':').expect("line and column");
    let text = carn::library::text("xiangqi").expect("it is shipped");
    let written = text.lines().nth(row.parse::<usize>().expect("a number") - 1).expect("a line");
    let from: usize = column.trim().parse().expect("a number");
    assert!(
        written.chars().skip(from - 1).collect::<String>().starts_with("@Empty(*#a +1)"),
        "{at}: {written}"
    );
}

#[test]
fn every_kind_of_refusal_is_told_as_such() {
    let told: &[(&[&str], &[&str])] = &[
        (
            &["chess", "e1g1", "--fen", "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1"],
            &["f1 is attacked by the rook on f3", "✗ @NotAttacked(File +1): f1", "✓ @Right(K)"],
        ),
        (
            &["chess", "O-O", "--fen", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"],
            &["the right K is lost", "the squares of the right K: K = {"],
        ),
        (
            &["chess", "O-O"],
            &[
                "the king on e1 is blocked at f1 by White's bishop",
                "✗ the squares that it passes are empty: f1",
            ],
        ),
        (
            &["xiangqi", "b3b9"],
            &["blocked at b8 by Black's cannon", "only by a capture, and nothing is there"],
        ),
        (
            &["xiangqi", "b3b8", "--fen", "4k4/9/9/1c7/9/9/9/1C7/9/3K5 w - - 0 1"],
            &["the cannon on b3 is blocked at b7"],
        ),
        (
            &["xiangqi", "b3b7", "--fen", "4k4/9/9/1c7/9/9/9/1C7/9/3K5 w - - 0 1"],
            &["has no piece to jump over on its way to b7", "✗ @JumpOver(1): b4 b5 b6"],
        ),
        (
            &["xiangqi", "d1e1", "--fen", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1"],
            &["captured by Black's general on e10", "the capture by the general: Rank +* @Is(general)"],
        ),
        (
            &["shogi", "P@a8", "--fen", "k8/9/G8/9/9/9/9/9/1R2K4[P] w - - 0 1"],
            &["may not come to a8: it mates", "✓ @Mobile: a8", "✗ @Not(@Mates)"],
        ),
        (
            &["shogi", "P@a5", "--fen", "k8/9/G8/9/9/9/P8/9/1R2K4[P] w - - 0 1"],
            &["Sente's pawn stands on a3", "✗ @None(To Rank *, @Ally @Is(pawn))"],
        ),
        (
            &["atomic", "e4d5", "--fen", "8/8/8/3p4/4K3/8/8/4k3 w - - 0 1"],
            &["cost its player a royal piece", "effects after captures: @Take(To ** ~1"],
        ),
        (
            &["racingkings", "g2a2", "--fen", "8/8/8/8/8/k7/6R1/7K w - - 0 1"],
            &["it gives check", "✗ for every move: @Not(@Checks)", "racingkings.toml:"],
        ),
        (
            &["antichess", "g1f3", "--moves", "e2e4", "d7d5"],
            &[
                "White must play a move",
                "takes a piece; legal: e4d5",
                "✗ compulsory: @Takes",
                "antichess.toml:",
            ],
        ),
        (&["crazyhouse", "N@e4"], &["White has no knight in hand", "drops from the hand: drop = true"]),
        (
            &["crazyhouse", "P@e1", "--fen", "3k4/8/8/8/8/8/8/4K3[P] w - - 0 1"],
            &["White's king stands on e1"],
        ),
        (&["chess", "P@e4"], &["a pawn never comes from the hand"]),
        (&["chess", "e7e5"], &["the pawn on e7 is Black's, and it is White's turn", "the order of turns"]),
        (&["chess", "e4e5"], &["no piece stands on e4"]),
        (&["chess", "Ke2"], &["White's own pawn stands on e2"]),
        (&["chess", "0000"], &["this game has no passes"]),
        (&["chess", "Nb1d4"], &["No pattern of it leads there", "*# 2 *# 1"]),
        (
            &["chess", "a7a8k", "--fen", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"],
            &["cannot become a king there: it may be a7a8q"],
        ),
        (
            &["kingofthehill", "e8e7", "--fen", "4k3/8/8/8/4K3/8/8/8 b - - 0 1"],
            &[
                "the game is over: White has won",
                "the condition that ended the game: @Any(Hill, @Ally @Is(king))",
            ],
        ),
        (&["flipello", "0000"], &["Black may not pass", "✗ @Not(@Can)"]),
        (&["duck", "b1c3", "--moves", "e2e4"], &["it is for the duck", "the order of turns"]),
    ];
    for (arguments, parts) in told {
        let said = refused(arguments);
        for part in *parts {
            assert!(said.contains(part), "{arguments:?} does not say {part}:\n{said}");
        }
    }
}

#[test]
fn a_legal_move_is_told_by_the_ways_that_make_it() {
    let said = carn(&["why", "xiangqi", "炮二平五"]).ok();
    assert!(
        said.starts_with("炮二平五: legal\n") && said.contains("*# *  ") && !said.contains('✗'),
        "{said}"
    );
    assert!(!said.contains("@JumpOver"), "the way that does not make the move is not told: {said}");
    // Of two movements between the same squares the one that makes this move is told.
    let said = carn(&["why", "seirawan", "b1c3h"]).ok();
    assert!(said.contains("=> @Enter(From)") && said.matches("seirawan.toml:42:").count() == 3, "{said}");
    // An end that does not prevent further moves is a note.
    let bare = carn(&["why", "chess", "e1e2", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
    assert!(bare.messages.contains("note: the game is over here"), "{}", bare.messages);
    bare.ok();
}

/// A chain is told capture by capture, up to the one that fails.
#[test]
fn chains_are_told_capture_by_capture() {
    let fen = "10/10/10/10/5m4/10/1m1m6/2M7/10/10 w - - 0 1";
    let why = |text: &str| carn(&["why", "draughts", text, "--fen", fen]);
    for text in ["c3e5g7", "37x19"] {
        let said = why(text).ok();
        assert!(said.starts_with(&format!("{text}: legal\n")) && !said.contains('✗'), "{said}");
        let legs = ["The man from 37 to 28\n", "The man from 28 to 19\n"];
        assert!(legs.iter().all(|leg| said.contains(leg)) && said.contains("@Opponent: 23"), "{said}");
    }
    for (text, reason) in [
        ("37-26", "White must play a move"),
        ("c3e5", "the man on 37 may not end its move on 28"),
        ("c3e5c7", "the man on 28 may not move to 17: nothing stands on 22"),
        ("c3e5g7e5", "the man on 19 has already taken the man on 23"),
        ("c3f6e5", "the man on 37 does not move to 23"),
    ] {
        let said = why(text).code(1).out;
        assert!(said.starts_with(&format!("{text}: not legal: {reason}")), "{said}");
    }
    let king = ["why", "checkers", "15-8", "--fen", "8/8/8/8/3K1k2/2m1m3/8/4k3 b - - 2 41"];
    let said = carn(&king).ok();
    assert!(said.contains("The king from 15 to 8\n") && said.contains("@Opponent: 11"), "{said}");
}

#[test]
fn programs_get_the_same_as_data() {
    let run = carn(&["why", "atomic", "b1d2", "--format", "json"]).code(1);
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(json["legal"], false);
    let way = &json["pieces"][0]["ways"][0];
    assert_eq!(way["pattern"]["text"], "*# 2 *# 1");
    assert_eq!(way["pattern"]["file"], "chess", "what stands in the extended file is shown there");
    let questions = way["questions"].as_array().expect("a list");
    assert_eq!(questions.last().map(|one| &one["holds"]), Some(&false.into()));
    assert_eq!(questions[0]["squares"][0], "d2");
    let json = carn(&["why", "chess", "e2e4", "--format", "json"]).json();
    assert_eq!((&json["legal"], &json["reason"]), (&true.into(), &serde_json::Value::Null));
}

#[test]
fn an_invalid_move_is_a_usage_error() {
    for arguments in [
        &["why", "chess", "zz"][..],
        &["why", "chess", ""],
        &["why", "chess", "\u{1b}[31m"],
        &["why", "chess", "a7a8", "--fen", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"],
        &["why", "chess", "e2e4", "--fen", "nonsense"],
        &["why", "no-such-game", "e2e4"],
        &["why", "chess", &"e2".repeat(20_000)],
        &["why", "chess"],
    ] {
        let run = carn(arguments).code(2);
        assert!(run.out.is_empty() && !run.messages.contains('\u{1b}'), "{}", run.messages);
    }
}

#[test]
fn a_place_is_found_in_any_way_of_writing_a_string() {
    let folder = Folder::new("why");
    let file = folder.file(
        "odd.toml",
        "extends = 'chess'\nname = 'Odd'\n[functions]\nFree = '@Empty(Rank +1) @Empty(Rank +2)'\n[pieces.knight]\npattern = \"\"\"\n  *# 2 *# 1\\u0020@Free @Not(@On(Rank 3))\"\"\"\n",
    );
    let said = carn_in(folder.path(), &["why", &file, "b1c3"]).code(1).out;
    // A function that stands for two conditions is pointed at twice, where it is called.
    assert!(line(&said, "✗").contains("@Free: b2"), "{said}");
    assert!(line(&said, "✗").contains("odd.toml:7:18"), "{said}");
}

/// In positions of random games, whatever is asked of any piece and any square, the answer is the one of the legal moves.
#[test]
fn moves_reported_as_legal_are_legal() {
    for game in [
        "chess",
        "xiangqi",
        "crazyhouse",
        "atomic",
        "antichess",
        "racingkings",
        "minishogi",
        "flipello",
        "duck",
        "dobutsu",
        "spartan",
        "seirawan",
        "draughts",
        "checkers",
    ] {
        let rules = Rules::new(carn::library::variant(game).expect("it is shipped"));
        let mut random = carn::random::Random::new(7);
        let mut position = Position::start(&rules);
        for ply in 0..25 {
            let legal = position.legal_moves();
            if ply % 10 == 4 {
                agree(game, &position, &legal, &mut random);
            }
            let Some(&mv) = random.choose(&legal) else {
                position = Position::start(&rules);
                continue;
            };
            position.play_unchecked(mv);
        }
    }
}

fn agree(game: &str, position: &Position, legal: &[Move], random: &mut carn::random::Random) {
    let (setup, variant) = (position.setup(), position.rules().variant());
    let squares: Vec<_> = variant.board.squares().collect();
    let fen = position.fen();
    let legal = legal.to_vec().into();
    let view = View { variant, setup: &setup, legal: &legal };
    for _ in 0..60 {
        let Some(&to) = random.choose(&squares) else { return };
        let own: Vec<_> = setup.pieces().filter(|(_, piece)| !piece.opposes(position.turn())).collect();
        if let Some(&(from, _)) = random.choose(&own) {
            let said = literal::examine(variant, &setup, from, to);
            let single = |mv: Move| view.landings(mv).is_none_or(|path| path.len() == 1);
            let wanted = legal.iter().any(|&mv| mv.origin() == Some(from) && mv.to == to && single(mv));
            let names = (variant.board.name(from), variant.board.name(to));
            assert_eq!(said.is_legal(), wanted, "{game}: {names:?} in {fen}: {said:?}");
            for refusal in said.refusals() {
                assert!(!carn::notation::refusal(view, (from, to), &refusal).is_empty());
            }
        }
        let role = RoleId(random.below(variant.roles.len()) as u8);
        let wanted = legal.iter().any(|mv| mv.drop() == Some(role) && mv.to == to);
        let said = literal::examine_drop(variant, &setup, role, to);
        assert_eq!(said.is_legal(), wanted, "{game}: {role:?} to {to:?} in {fen}: {said:?}");
    }
    // Every legal move, too: few of the pairs above are.
    for mv in legal.iter().filter(|mv| mv.origin().is_some()) {
        let said = match view.landings(*mv) {
            Some(path) => literal::examine_chain(variant, &setup, mv.from, path),
            None => vec![literal::examine(variant, &setup, mv.from, mv.to)],
        };
        assert!(said.iter().all(literal::Examination::is_legal), "{game}: {mv:?} in {fen}: {said:?}");
    }
    let pass = legal.iter().any(|mv| mv.is_pass());
    assert_eq!(literal::examine_pass(variant, &setup).is_legal(), pass, "{game}: a pass in {fen}");
}
