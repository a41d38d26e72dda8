//! Every form of the tables against the literal evaluator: boards of 1 to 21 words, few roles and many.

use std::fmt::Write as _;

use carn::compile::{Natives, NoFiles, compile};
use carn::position::{Position, Rules};
use carn::variant::{Move, Variant, fen, literal};

use super::agree::in_parts;
use super::random::Random;

/// Pieces of every shape: a royal, riders, a leaper, a lame leaper, a hopper, and two that step as a set.
const SHAPES: [(char, &str); 9] = [
    ('K', "royal = true\npattern = \"**# 1\""),
    ('R', "pattern = \"*# *\""),
    ('B', "pattern = \"*# $n *# $n\""),
    ('N', "pattern = \"*# 2 *# 1\""),
    ('H', "pattern = \"*#a 1 ; *#a +1 *#b 1\""),
    ('C', "move = \"*# *\"\ncapture = \"*# * @JumpOver(1)\""),
    ('P', "move = \"Rank +1\"\ncapture = \"Rank +1 File 1\""),
    ('S', "pattern = \"Rank +1 | Rank -1 File 1\""),
    ('Q', "pattern = \"**# $n\""),
];

/// A game on a square board: one rank of pieces and one of pawns each. Roles beyond the shapes repeat them.
fn game(size: usize, roles: usize) -> Variant {
    let more = "ADEFGIJLMOTUVWXYZ".chars().chain('Α'..='Ρ').chain('А'..='Я');
    let letters: Vec<char> = SHAPES.iter().map(|(letter, _)| *letter).chain(more).collect();
    let mut text = format!(
        "name = \"Width\"\nturn = [\"White\", \"Black\"]\n[board]\naxes = [\"File\", \"Rank\"]\n\
         ranges = {{ File = \"1~{size}\", Rank = \"1~{size}\" }}\n[players]\nWhite = {{ fen = \"w\" }}\n\
         Black = {{ fen = \"b\", flip = [\"Rank\"] }}\n"
    );
    for (index, letter) in letters.iter().take(roles).enumerate() {
        // The royal stands alone.
        let shape = if index == 0 { 0 } else { (index - 1) % (SHAPES.len() - 1) + 1 };
        let _ = write!(text, "[pieces.role{index}]\nletter = \"{letter}\"\n{}\n", SHAPES[shape].1);
    }
    let officer = |file: usize| if file == size / 2 { 'K' } else { letters[1 + file % (roles - 1)] };
    let back: String = (0..size).map(officer).collect();
    let pawns = "P".repeat(size);
    let mut fen = format!("{}/{}/", back.to_lowercase(), pawns.to_lowercase());
    for _ in 4..size {
        let _ = write!(fen, "{size}/");
    }
    let _ = write!(
        text,
        "[setup]\nfen = \"{fen}{pawns}/{back} w - - 0 1\"\n[ending]\ncheckmate = \"loss\"\nstalemate = \"draw\"\n"
    );
    let compiled = compile("width.toml", &text, &NoFiles, &Natives::default());
    let codes: Vec<_> = compiled.diagnostics.iter().map(|d| (d.code, d.message.clone())).collect();
    compiled.variant.unwrap_or_else(|| panic!("{codes:?}"))
}

fn agree(size: usize, roles: usize, plies: usize) {
    let variant = game(size, roles);
    for rules in [Rules::new(variant.clone()), Rules::portable(variant.clone())] {
        assert_eq!(rules.fallback(), None, "{size} by {size}, {roles} roles");
        let mut random = Random::new(size as u64);
        let mut setup = variant.start.clone();
        let mut position = Position::from_setup_unchecked(&rules, &setup);
        for ply in 0..plies {
            let legal = literal::legal_moves(&variant, &setup);
            let found = position.legal_moves();
            let beyond =
                |a: &[Move], b: &[Move]| a.iter().copied().filter(|m| !b.contains(m)).collect::<Vec<_>>();
            let (missing, extra) = (beyond(&legal, &found), beyond(&found, &legal));
            let board = fen::print(&variant, &setup);
            assert_eq!(
                (missing, extra),
                Default::default(),
                "{size} by {size}, {roles} roles, ply {ply}: {board}"
            );
            assert_eq!(position.perft(1), legal.len() as u64, "{size} by {size}, {roles} roles, ply {ply}");
            if ply % 4 == 0 {
                in_parts(&position, &setup, &legal).unwrap();
            }
            // Captures keep the game moving towards open boards and checks.
            let captures: Vec<Move> = legal.iter().copied().filter(|m| setup.piece(m.to).is_some()).collect();
            let from = if captures.is_empty() || random.below(3) == 0 { &legal } else { &captures };
            let Some(&m) = from.get(random.below(from.len())) else { break };
            setup = literal::apply(&variant, &setup, m).setup;
            position.play_unchecked(m);
            assert_eq!(position.setup(), setup, "{size} by {size}, {roles} roles, ply {ply}");
            assert_eq!(position.hash(), position.fresh_hash(), "{size} by {size}, {roles} roles, ply {ply}");
        }
    }
}

#[test]
fn one_word_to_all() {
    for (size, plies) in [(8, 60), (11, 40), (13, 30), (16, 20), (22, 10), (28, 6), (36, 4)] {
        agree(size, 7, plies);
    }
}

#[test]
fn many_roles() {
    for (size, roles, plies) in
        [(8, 12, 60), (8, 26, 60), (11, 20, 30), (13, 14, 20), (13, 24, 16), (16, 24, 12)]
    {
        agree(size, roles, plies);
    }
}

/// Games with more roles than the bits of a word are played without tables.
#[test]
fn more_roles_than_tables_have() {
    let rules = Rules::new(game(8, 70));
    assert!(rules.fallback().is_some());
    let mut position = Position::start(&rules);
    let mut random = Random::new(70);
    for _ in 0..6 {
        let legal = literal::legal_moves(rules.variant(), &position.setup());
        assert_eq!(position.legal_moves(), legal);
        position.play_unchecked(legal[random.below(legal.len())]);
        let text = position.fen();
        assert_eq!(
            fen::parse(rules.variant(), &text).map(|setup| setup.squares),
            Ok(position.setup().squares),
            "{text}"
        );
    }
}
