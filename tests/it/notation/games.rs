//! Two games built by hand with their players' notation, and positions reached by random play.

use carn::notation::{self, Consequence, View};
use carn::variant::literal;
use carn::variant::{LocalName, Move, Notation, RoleSet, Script, Setup, Variant};

use crate::literal::hand;

fn set(variant: &Variant, names: &[&str]) -> RoleSet {
    names.iter().map(|name| variant.role_named(name).unwrap()).collect()
}

/// Chess with SAN.
pub fn chess() -> Variant {
    let mut chess = hand::chess();
    chess.notation = Notation {
        scripts: vec![Script::San, Script::Coordinate],
        letterless: set(&chess, &["pawn"]),
        move_names: vec!["O-O".into(), "O-O-O".into()],
        ..Notation::default()
    };
    let castling = chess.roles[0].movements.iter_mut().filter(|movement| !movement.effects.is_empty());
    for (i, movement) in castling.enumerate() {
        movement.name = Some(i as u16);
    }
    for (i, glyphs) in ["♔♚", "♕♛", "♖♜", "♗♝", "♘♞", "♙♟"].iter().enumerate() {
        chess.roles[i].glyphs = glyphs.chars().collect();
    }
    chess
}

/// Xiangqi with Chinese names.
pub fn xiangqi() -> Variant {
    let mut xiangqi = hand::xiangqi();
    let role = |name: &str| xiangqi.role_named(name).unwrap();
    xiangqi.notation = Notation {
        scripts: vec![Script::Chinese, Script::Wxf, Script::Iccs, Script::Coordinate],
        aslant: set(&xiangqi, &["advisor", "elephant", "horse"]),
        never_ordered: set(&xiangqi, &["advisor", "elephant"]),
        massed: set(&xiangqi, &["soldier"]),
        wxf_letters: vec![(role("horse"), 'H'), (role("elephant"), 'E')],
        ..Notation::default()
    };
    for (name, red, black) in [
        ("general", "帅帥", "将將"),
        ("advisor", "仕", "士"),
        ("elephant", "相", "象"),
        ("horse", "马馬傌", "马馬"),
        ("chariot", "车車俥", "车車"),
        ("cannon", "炮砲", "炮砲包"),
        ("soldier", "兵", "卒"),
    ] {
        let index = xiangqi.role_named(name).unwrap().index();
        let names = [red, black].map(|names| names.chars().map(String::from).collect());
        xiangqi.roles[index].names = vec![LocalName { language: "zh".into(), names: names.into() }];
    }
    xiangqi
}

/// Positions along one random game, the start included: at most `plies` of them further on.
pub fn random_game(variant: &Variant, start: Setup, plies: usize, seed: u64) -> Vec<(Setup, Vec<Move>)> {
    let mut random = carn::random::Random::new(seed);
    let mut setup = start;
    let mut positions = Vec::new();
    for _ in 0..=plies {
        let legal = literal::legal_moves(variant, &setup);
        positions.push((setup.clone(), legal.clone()));
        let Some(&mv) = random.choose(&legal) else { break };
        setup = literal::apply(variant, &setup, mv).setup;
    }
    positions
}

/// Asserts that every legal move of a position has a text of its own in a script and is read back from it.
pub fn assert_round_trips(variant: &Variant, setup: &Setup, legal: &[Move], script: Script) {
    let view = View { variant, setup, legal: &legal.to_vec().into() };
    let mut seen = std::collections::BTreeMap::new();
    for &mv in legal {
        let consequence = Consequence::at_a_glance(variant, setup, mv);
        let text = notation::write_in(view, mv, consequence, script).unwrap();
        let position = || carn::variant::fen::print(variant, setup);
        assert_eq!(notation::read_in(view, &text, &[script]), Ok(mv), "{text} in {}", position());
        assert_eq!(seen.insert(text.clone(), mv), None, "{text} twice in {}", position());
    }
}
