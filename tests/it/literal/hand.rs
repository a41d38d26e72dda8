//! Two games built by hand from compiled parts, to test the meaning of rules without rule files. They follow
//! the published rules of the games square by square.

#![allow(clippy::unwrap_used)]

use carn::geometry::{Axis, Board, Displacement, Labels, Orientation, SquareSet};
use carn::variant::*;

fn d(x: i16, y: i16) -> Displacement {
    Displacement::new(&[x, y])
}

fn place(anchor: Anchor, x: i16, y: i16) -> Place {
    Place { anchor, steps: vec![d(x, y)] }
}

fn here(test: Test) -> Predicate {
    Predicate::Holds(test, Place::at(Anchor::Landing))
}

fn at(test: Test, x: i16, y: i16) -> Predicate {
    Predicate::Holds(test, place(Anchor::LegOrigin, x, y))
}

fn movement(mode: Mode, by: (i16, i16), mut guards: Vec<Predicate>, effects: Vec<Effect>) -> Movement {
    guards.insert(
        0,
        here(match mode {
            Mode::Move => Test::Empty,
            Mode::Capture => Test::Opponent,
            Mode::Both => Test::NoAlly,
        }),
    );
    let leg = Leg { displacement: d(by.0, by.1), path: PathRule::Empty, ride: None, guards };
    Movement { mode, legs: vec![leg], effects, chain: None, alternative: 0, name: None }
}

const STRAIGHT: [(i16, i16); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ASLANT: [(i16, i16); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i16, i16); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

fn slides(mode: Mode, directions: &[(i16, i16)], far: i16) -> Vec<Movement> {
    let lengths = directions.iter().flat_map(|&(x, y)| (1..=far).map(move |n| (x * n, y * n)));
    lengths.map(|by| movement(mode, by, vec![], vec![])).collect()
}

fn role(name: &str, letter: char, movements: Vec<Movement>) -> Role {
    Role { movements, ..Role::new(name, letter) }
}

fn two_axes(files: u16, ranks: u16) -> Board {
    let axis = |name: &str, length, labels| Axis { name: name.into(), length, labels, wraps: false };
    Board::new(vec![axis("File", files, Labels::Letters('a')), axis("Rank", ranks, Labels::Numbers(1))])
        .unwrap()
}

fn variant(name: &str, board: Board, zones: Vec<Zone>, roles: Vec<Role>) -> Variant {
    let player = |name: &str, fen: &str, flipped: &[usize]| Player {
        name: name.into(),
        fen: fen.into(),
        orientation: Orientation::flipping(2, flipped),
    };
    let start = Setup::empty(board.len());
    Variant {
        weights: carn::variant::Weights::default(),
        name: name.into(),
        players: vec![player("White", "w", &[]), player("Black", "b", &[1])],
        teams: vec![],
        turns: Turn::cycle(&[PlayerId(0), PlayerId(1)]),
        zones,
        roles,
        rights: vec![],
        right_slots: vec![],
        after_move: vec![],
        after_capture: vec![],
        royalty: carn::variant::Royalty::Each,
        choice: Choice::default(),
        counters: Vec::new(),
        hand: None,
        ending: Ending::default(),
        notation: Notation::default(),
        drawing: carn::variant::Drawing::default(),
        start,
        tracks_undisturbed: false,
        native_predicates: vec![],
        native_effects: vec![],
        board,
    }
}

/// The squares with these files and ranks (as numbers from 0, both ends included), as both players see them.
fn zone(board: &Board, files: (u16, u16), ranks: (u16, u16)) -> Zone {
    let squares = [&[][..], &[1]].map(|flipped| {
        let view = Orientation::flipping(2, flipped);
        let mut set = SquareSet::new(board.len());
        for square in board.squares() {
            let point = view.own_point(board, square);
            if (files.0..=files.1).contains(&point[0]) && (ranks.0..=ranks.1).contains(&point[1]) {
                set.insert(square);
            }
        }
        set
    });
    Zone { name: String::new(), squares: squares.into() }
}

pub const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Chess, with castling, en passant, promotion, and the usual endings.
pub fn chess() -> Variant {
    let board = two_axes(8, 8);
    let zones = vec![zone(&board, (0, 7), (1, 1)), zone(&board, (0, 7), (7, 7))];
    let [second, eighth] = [ZoneId(0), ZoneId(1)];
    let [queen, rook, bishop, knight] = [RoleId(1), RoleId(2), RoleId(3), RoleId(4)];
    let castle = |by: i16, rook: i16, right: u8, between: Option<i16>| {
        let mut guards = vec![Predicate::Right(RightId(right), None)];
        guards.extend(between.map(|x| at(Test::Empty, x, 0)));
        guards.push(at(Test::NotAttacked, 0, 0));
        guards.push(at(Test::NotAttacked, by / 2, 0));
        let shift = Effect::Shift(place(Anchor::LegOrigin, rook, 0), place(Anchor::LegOrigin, by / 2, 0));
        movement(Mode::Move, (by, 0), guards, vec![shift])
    };
    let mut king = slides(Mode::Both, &[STRAIGHT, ASLANT].concat(), 1);
    king.push(castle(2, 3, 0, None));
    king.push(castle(-2, -4, 1, Some(-3)));
    let from_second = Predicate::Holds(Test::In(second), Place::at(Anchor::LegOrigin));
    let mut pawn = vec![
        movement(Mode::Move, (0, 1), vec![], vec![]),
        movement(Mode::Move, (0, 2), vec![from_second], vec![Effect::Mark(place(Anchor::LegOrigin, 0, 1))]),
    ];
    for side in [1, -1] {
        pawn.push(movement(Mode::Move, (side, 1), vec![here(Test::Marked)], vec![Effect::TakeMarker]));
        pawn.push(movement(Mode::Capture, (side, 1), vec![], vec![]));
    }
    let roles = vec![
        Role { royal: true, ..role("king", 'K', king) },
        role("queen", 'Q', slides(Mode::Both, &[STRAIGHT, ASLANT].concat(), 7)),
        role("rook", 'R', slides(Mode::Both, &STRAIGHT, 7)),
        role("bishop", 'B', slides(Mode::Both, &ASLANT, 7)),
        role("knight", 'N', slides(Mode::Both, &KNIGHT, 1)),
        Role {
            promotion: Some(Promotion {
                to: vec![queen, rook, bishop, knight],
                when: vec![here(Test::In(eighth))],
                forced: Some(vec![]),
                stock: RoleSet(0),
            }),
            ..role("pawn", 'P', pawn)
        },
    ];
    let pawn = RoleId(5);
    let mut variant = variant("Chess", board, zones, roles);
    let right = |name: &str| Right {
        name: name.into(),
        by_square: false,
        holders: RoleSet::default(),
        lost_with: RoleSet::default(),
        groups: Vec::new(),
    };
    variant.rights = vec![right("K"), right("Q")];
    for (player, right, letter, squares) in [
        (0, 0, 'K', ["e1", "h1"]),
        (0, 1, 'Q', ["e1", "a1"]),
        (1, 0, 'k', ["e8", "h8"]),
        (1, 1, 'q', ["e8", "a8"]),
    ] {
        let mut set = SquareSet::new(64);
        squares.iter().for_each(|name| set.insert(variant.board.square(name).unwrap()));
        variant.right_slots.push(RightSlot {
            right: RightId(right),
            player: PlayerId(player),
            square: None,
            squares: set,
            letter: Some(letter),
            outermost: vec![],
        });
    }
    variant.ending.repetition = Some(Repetition {
        times: 3,
        result: Verdict::Draw,
        player: None,
        perpetual_check: None,
        perpetual_chase: None,
    });
    variant.ending.quiet =
        Some(QuietLimit { plies: 100, result: Verdict::Draw, reset_by: [pawn].into_iter().collect() });
    let side = |pieces: &[RoleId], one_shade: &[RoleId]| {
        let mut at_most = vec![0; 6];
        at_most[0] = 1;
        pieces.iter().for_each(|role| at_most[role.index()] += 1);
        Material { at_most, one_shade: one_shade.iter().copied().collect() }
    };
    variant.ending.insufficient = vec![
        [side(&[], &[]), side(&[], &[])],
        [side(&[knight], &[]), side(&[], &[])],
        [side(&[], &[bishop]), side(&[], &[bishop])],
    ];
    variant.start = fen::parse_start(&variant, CHESS_START).unwrap();
    variant
}

pub const XIANGQI_START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Xiangqi: a stalemate loses, and so does perpetual check.
pub fn xiangqi() -> Variant {
    let board = two_axes(9, 10);
    let zones = vec![zone(&board, (3, 5), (0, 2)), zone(&board, (0, 8), (0, 4))];
    let [palace, home] = [ZoneId(0), ZoneId(1)];
    let within = |mode, steps: &[(i16, i16)], zone: ZoneId| -> Vec<Movement> {
        steps.iter().map(|&by| movement(mode, by, vec![here(Test::In(zone))], vec![])).collect()
    };
    let mut general = within(Mode::Both, &STRAIGHT, palace);
    let face = here(Test::Is([RoleId(0)].into_iter().collect()));
    general.extend((1..10).map(|n| movement(Mode::Capture, (0, n), vec![face.clone()], vec![])));
    let elephants = ASLANT.map(|(x, y)| (2 * x, 2 * y));
    let horse =
        KNIGHT.map(|(x, y)| movement(Mode::Both, (x, y), vec![at(Test::Empty, x / 2, y / 2)], vec![]));
    let mut cannon = slides(Mode::Move, &STRAIGHT, 9);
    for (x, y) in STRAIGHT {
        for n in 2..10 {
            let mut capture = movement(Mode::Capture, (x * n, y * n), vec![], vec![]);
            capture.legs[0].path = PathRule::Hurdles { counts: CountSet::exactly(1), each: vec![] };
            cannon.push(capture);
        }
    }
    let across = Predicate::Not(vec![Predicate::Holds(Test::In(home), Place::at(Anchor::LegOrigin))]);
    let mut soldier = vec![movement(Mode::Both, (0, 1), vec![], vec![])];
    soldier.extend([1, -1].map(|x| movement(Mode::Both, (x, 0), vec![across.clone()], vec![])));
    let roles = vec![
        Role { royal: true, ..role("general", 'K', general) },
        role("advisor", 'A', within(Mode::Both, &ASLANT, palace)),
        role("elephant", 'B', within(Mode::Both, &elephants, home)),
        role("horse", 'N', horse.into()),
        role("chariot", 'R', slides(Mode::Both, &STRAIGHT, 9)),
        role("cannon", 'C', cannon),
        role("soldier", 'P', soldier),
    ];
    let mut variant = variant("Xiangqi", board, zones, roles);
    variant.ending.stalemate = Verdict::Loss;
    variant.ending.repetition = Some(Repetition {
        times: 3,
        result: Verdict::Draw,
        player: None,
        perpetual_check: Some(Verdict::Loss),
        perpetual_chase: None,
    });
    variant.start = fen::parse_start(&variant, XIANGQI_START).unwrap();
    variant
}
