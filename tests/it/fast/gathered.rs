//! Marks of several moves that exist at once: both evaluators agree on who sees them, how long they last, and
//! which piece is captured.

use std::time::Duration;

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::position::{Position, Rules};
use carn::variant::{Variant, fen, literal};

use super::agree::{Effort, examine};

/// Both evaluators agree on play from these positions, by tables.
fn agrees(variant: &Variant, fens: &[&str]) {
    assert_eq!(Rules::new(variant.clone()).fallback(), None);
    for text in fens {
        let start = fen::parse(variant, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(fen::print(variant, &start), *text);
        for seed in [1, 2, 8] {
            let effort = Effort { plies: 16, time: Duration::from_millis(700) };
            if let Err(error) = examine(Variant { start: start.clone(), ..variant.clone() }, seed, effort) {
                panic!("{text}: {error}");
            }
        }
    }
}

#[test]
fn each_of_three_may_take_a_pawn_that_has_passed() {
    let fens = [
        "***3yK4***/***3yP4***/***8***/12gP1/6bP2yP4/2bP10bP/12bPgK/bK1yP8gP2/1bP3bP1yP2yP1gP1/3rP1gP3rP4/4bP2yP3gP2/***8***/***rP1rP1rP1rP1***/***4rK3*** r - - 0 1",
        "***3yK4***/***8***/***8***/14/14/14/4rPbP7gK/bK13/3bPyP9/4rP9/14/***8***/***8***/***4rK3*** y - c6/e3 0 1",
    ];
    for name in ["fourplayer", "fourteams"] {
        let variant = carn::library::variant(name).unwrap();
        agrees(&variant, &fens[..1]);
    }
}

#[test]
fn both_of_two_pawns_are_taken() {
    let fens = [
        "4k3/1p3p2/8/P1P1P1P1/1p1p1p1p/8/P1P1P1P1/4K3 b - - =1 0 1",
        "4k3/8/8/Pp2Pp2/8/8/8/4K3 w - b6/f6 =1 0 1",
        "4k3/8/8/Pp2Pp2/8/8/8/4K3 w - b6 =1 0 1",
    ];
    agrees(&carn::library::variant("marseillais").unwrap(), &fens);
    let fens = ["4k3/pppp4/8/4P1P1/1p1p1p2/8/P1P1P1P1/4K3 w - - =2 =2 0 1"];
    agrees(&carn::library::variant("progressive").unwrap(), &fens);
}

/// A game of two moves a turn in which a mark does not tell its marker.
const MET: &str = include_str!("../../fixtures/fast/met.toml");

fn game(text: &str) -> Variant {
    let compiled = compile("gathered.toml", text, &Shipped, &Natives::default());
    compiled.variant.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics))
}

#[test]
fn who_marked_a_square_is_remembered_where_it_does_not_tell() {
    let met = game(MET);
    agrees(&met, &["wtwst/2w2/1s3/2W2/STWSW w - - 0 1"]);
    let hooked = format!("{MET}\n[hooks]\naftercapture = '@Mark(To *# 1)'\n");
    agrees(&game(&hooked), &["wtwst/2w2/1s3/2W2/STWSW w - - 0 1"]);
    let four = MET.replace(r#"["White", "White", "Black", "Black"]"#, "['Red', 'Blue', 'Green']").replace(
        "White = { fen = \"w\" }\nBlack = { fen = \"b\", flip = [\"Rank\"] }",
        "Red = {}\nBlue = { flip = ['Rank'] }\nGreen = { view = { File = 'Rank', Rank = '-File' } }",
    );
    let start = "bWbTbWbSgT/2bW1gS/1bSgT2/2rW1gW/rSrTrWrSrW r - - 0 1";
    let four = four.replace("wtwst/2w2/1s3/2W2/STWSW w", start).replace(" @Shift(To, From File +1)", "");
    agrees(&game(&four), &[start]);
}

#[test]
fn marks_that_no_move_left_so_are_kept_as_they_are() {
    let rules = Rules::new(carn::library::variant("marseillais").unwrap());
    let text = "4k3/8/8/Pp2Pp2/8/8/8/4K3 w - b6-f5 =1 0 1";
    let position = Position::from_fen(&rules, text).unwrap();
    assert_eq!(position.fen(), text.replace("b6-f5", "b6f5"));
    let setup = position.setup();
    let mut position = Position::from_setup_unchecked(&Rules::new(Variant::clone(rules.variant())), &setup);
    assert_eq!(position.setup(), setup);
    let m = *position.legal_moves().iter().find(|m| rules.variant().board.name(m.to) == "b6").unwrap();
    let after = literal::play(rules.variant(), &setup, m);
    position.play_unchecked(m);
    assert_eq!(position.setup(), after);
    assert!(after.piece(rules.variant().board.square("f5").unwrap()).is_none());
}

#[test]
fn marks_are_refused_that_the_mover_or_nobody_left() {
    let variant = carn::library::variant("fourplayer").unwrap();
    let board = "***3yK4***/***8***/***8***/14/14/14/13gK/bK13/14/4rP9/14/***8***/***8***/***4rK3***";
    assert!(fen::parse(&variant, &format!("{board} y - e4-e5 0 1")).is_ok());
    for marks in ["e4-e5", "e4"] {
        assert!(fen::parse(&variant, &format!("{board} r - {marks} 0 1")).is_err(), "{marks}");
    }
    for marks in ["e4-", "e4-f9", "e4/", "/e4-e5", "e4-e5/f9"] {
        assert!(fen::parse(&variant, &format!("{board} y - {marks} 0 1")).is_err(), "{marks}");
    }
}
