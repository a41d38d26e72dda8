//! Variants built by hand, to test the tables without the compiler.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use carn::geometry::{Axis, Board, Displacement, Labels, Orientation, SquareSet};
use carn::variant::*;

pub fn d(components: &[i16]) -> Displacement {
    Displacement::new(components)
}

pub fn here(at: &[i16]) -> Place {
    Place { anchor: Anchor::LegOrigin, steps: vec![d(at)] }
}

pub fn landing(test: Test) -> Predicate {
    Predicate::Holds(test, Place::at(Anchor::Landing))
}

/// The condition of a mode on the last landing.
pub fn onto(mode: Mode) -> Predicate {
    landing(match mode {
        Mode::Move => Test::Empty,
        Mode::Capture => Test::Opponent,
        Mode::Both => Test::NoAlly,
    })
}

pub fn leg(by: &[i16], guards: Vec<Predicate>) -> Leg {
    Leg { displacement: d(by), path: PathRule::Empty, ride: None, guards }
}

pub fn movement(mode: Mode, mut legs: Vec<Leg>, effects: Vec<Effect>) -> Movement {
    if let Some(last) = legs.last_mut() {
        last.guards.insert(0, onto(mode));
    }
    Movement { mode, legs, effects, chain: None, alternative: 0, name: None }
}

pub fn hops(mode: Mode, by: &[i16], count: u16) -> Movement {
    let mut made = movement(mode, vec![leg(by, vec![])], vec![]);
    made.legs[0].path = PathRule::Hurdles { counts: CountSet::exactly(count), each: vec![] };
    made
}

pub fn role(name: &str, letter: char, movements: Vec<Movement>) -> Role {
    Role { movements, ..Role::new(name, letter) }
}

pub const STRAIGHT: [[i16; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];
pub const ASLANT: [[i16; 2]; 4] = [[1, 1], [-1, 1], [-1, -1], [1, -1]];

pub fn slides(directions: &[[i16; 2]], length: i16) -> Vec<Movement> {
    let all = directions.iter().flat_map(|u| (1..length).map(move |n| [u[0] * n, u[1] * n]));
    all.map(|by| movement(Mode::Both, vec![leg(&by, vec![])], vec![])).collect()
}

pub fn leaps(a: i16, b: i16) -> Vec<[i16; 2]> {
    let mut all = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for (s, t) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            if !all.contains(&[x * s, y * t]) {
                all.push([x * s, y * t]);
            }
        }
    }
    all
}

pub fn leapers(by: &[[i16; 2]]) -> Vec<Movement> {
    by.iter().map(|by| movement(Mode::Both, vec![leg(by, vec![])], vec![])).collect()
}

pub fn variant(lengths: &[u16], roles: Vec<Role>) -> Variant {
    let names = ["X", "Y", "Z"];
    let axes = lengths.iter().enumerate().map(|(i, &length)| Axis {
        name: names[i].into(),
        length,
        labels: if i % 2 == 0 { Labels::Letters('a') } else { Labels::Numbers(1) },
        wraps: false,
    });
    let board = Board::new(axes.collect()).unwrap();
    let squares = board.len();
    let player = |name: &str, fen: &str, flipped: &[usize]| Player {
        name: name.into(),
        fen: fen.into(),
        orientation: Orientation::flipping(lengths.len(), flipped),
    };
    Variant {
        weights: carn::variant::Weights::default(),
        name: "test".into(),
        players: vec![player("First", "w", &[]), player("Second", "b", &[1])],
        teams: vec![],
        turns: Turn::cycle(&[PlayerId(0), PlayerId(1)]),
        zones: vec![],
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
        start: Setup::empty(squares),
        tracks_undisturbed: false,
        native_predicates: vec![],
        native_effects: vec![],
        board,
    }
}

/// A zone of squares in the mover's own coordinates (columns and rows from 0, both included), added to a variant.
pub fn zone(variant: &mut Variant, columns: (u16, u16), rows: (u16, u16)) -> ZoneId {
    let squares = variant.players.iter().map(|player| {
        let mut set = SquareSet::new(variant.board.len());
        for square in variant.board.squares() {
            let own = player.orientation.own_point(&variant.board, square);
            if (columns.0..=columns.1).contains(&own[0]) && (rows.0..=rows.1).contains(&own[1]) {
                set.insert(square);
            }
        }
        set
    });
    let zone = Zone { name: String::new(), squares: squares.collect() };
    variant.zones.push(zone);
    ZoneId(variant.zones.len() as u16 - 1)
}

/// Chess on a board of any width and height of at least 8, with the usual pieces in the middle of the back rows.
pub fn chess(width: u16, height: u16) -> Variant {
    let long = width.max(height) as i16;
    let mut game = variant(&[width, height], vec![]);
    let last = zone(&mut game, (0, width), (height - 1, height - 1));
    let second = zone(&mut game, (0, width), (1, 1));
    let on = |zone| Predicate::Holds(Test::In(zone), Place::at(Anchor::LegOrigin));
    let promotion = Promotion {
        to: [1, 2, 3, 4].map(RoleId).to_vec(),
        when: vec![Predicate::Holds(Test::In(last), Place::at(Anchor::To))],
        forced: Some(vec![]),
        stock: RoleSet(0),
    };
    let aside = [-1i16, 1];
    let mut pawn = vec![
        movement(Mode::Move, vec![leg(&[0, 1], vec![])], vec![]),
        movement(Mode::Move, vec![leg(&[0, 2], vec![on(second)])], vec![Effect::Mark(here(&[0, 1]))]),
    ];
    for x in aside {
        pawn.push(movement(Mode::Capture, vec![leg(&[x, 1], vec![])], vec![]));
        let marked = landing(Test::Marked);
        pawn.push(movement(Mode::Move, vec![leg(&[x, 1], vec![marked])], vec![Effect::TakeMarker]));
    }
    let all = [STRAIGHT, ASLANT].concat();
    let mut king = leapers(&all);
    let safe = |x: i16| Predicate::Holds(Test::NotAttacked, here(&[x, 0]));
    if width == 8 {
        let right = |id| Predicate::Right(RightId(id), None);
        let short = vec![right(0), safe(0), safe(1)];
        king.push(movement(
            Mode::Move,
            vec![leg(&[2, 0], short)],
            vec![Effect::Shift(here(&[3, 0]), here(&[1, 0]))],
        ));
        let empty = Predicate::Holds(Test::Empty, here(&[-3, 0]));
        let long = vec![right(1), empty, safe(0), safe(-1)];
        king.push(movement(
            Mode::Move,
            vec![leg(&[-2, 0], long)],
            vec![Effect::Shift(here(&[-4, 0]), here(&[-1, 0]))],
        ));
    }
    game.roles = vec![
        Role { promotion: Some(promotion), ..role("pawn", 'P', pawn) },
        role("knight", 'N', leapers(&leaps(1, 2))),
        role("bishop", 'B', slides(&ASLANT, long)),
        role("rook", 'R', slides(&STRAIGHT, long)),
        role("queen", 'Q', slides(&all, long)),
        Role { royal: true, ..role("king", 'K', king) },
    ];
    if width == 8 {
        for (id, name) in [(0u8, "K"), (1, "Q")] {
            let lost_with = RoleSet(1 << 5);
            game.rights.push(Right {
                name: name.into(),
                by_square: false,
                holders: RoleSet(0),
                lost_with,
                groups: Vec::new(),
            });
            for player in 0..2u8 {
                let mut squares = SquareSet::new(game.board.len());
                let row = if player == 0 { 0 } else { height as i16 - 1 };
                squares.insert(game.board.at(&[if id == 0 { 7 } else { 0 }, row]).unwrap());
                squares.insert(game.board.at(&[4, row]).unwrap());
                let letter = if player == 0 { name.to_string() } else { name.to_lowercase() };
                game.right_slots.push(RightSlot {
                    right: RightId(id),
                    player: PlayerId(player),
                    square: None,
                    squares,
                    letter: letter.chars().next(),
                    outermost: vec![],
                });
            }
        }
        game.start.rights = 15;
    }
    game.ending.quiet = Some(QuietLimit { plies: 100, result: Verdict::Draw, reset_by: RoleSet(1) });
    let left = (width - 8) / 2;
    for (x, &role) in [3u8, 1, 2, 4, 5, 2, 1, 3].iter().enumerate() {
        for player in 0..2u8 {
            let rows = if player == 0 { [0, 1] } else { [height - 1, height - 2] };
            for (row, role) in rows.into_iter().zip([role, 0]) {
                let at = game.board.at(&[(left + x as u16) as i16, row as i16]).unwrap();
                game.start.squares[at.index()] = Some(Piece { player: PlayerId(player), role: RoleId(role) });
            }
        }
    }
    game
}

/// Xiangqi.
pub fn xiangqi() -> Variant {
    let mut game = variant(&[9, 10], vec![]);
    let palace = zone(&mut game, (3, 5), (0, 2));
    let home = zone(&mut game, (0, 8), (0, 4));
    let to = |zone| landing(Test::In(zone));
    let on = |zone| Predicate::Holds(Test::In(zone), Place::at(Anchor::LegOrigin));
    let within = |by: &[[i16; 2]], zone| -> Vec<Movement> {
        by.iter().map(|by| movement(Mode::Both, vec![leg(by, vec![to(zone)])], vec![])).collect()
    };
    let mut general = within(&STRAIGHT, palace);
    for n in 1..10 {
        let facing = landing(Test::Is(RoleSet(1)));
        general.push(movement(Mode::Capture, vec![leg(&[0, n], vec![facing])], vec![]));
    }
    let horse = leaps(1, 2).into_iter().map(|by| {
        let foot = if by[0].abs() == 2 { [by[0] / 2, 0] } else { [0, by[1] / 2] };
        let free = Predicate::Holds(Test::Empty, here(&foot));
        movement(Mode::Both, vec![leg(&by, vec![free])], vec![])
    });
    let mut cannon = Vec::new();
    for u in STRAIGHT {
        for n in 1..10i16 {
            let by = [u[0] * n, u[1] * n];
            cannon.push(movement(Mode::Move, vec![leg(&by, vec![])], vec![]));
            if n > 1 {
                cannon.push(hops(Mode::Capture, &by, 1));
            }
        }
    }
    let mut soldier = leapers(&[[0, 1]]);
    for x in [-1i16, 1] {
        let crossed = Predicate::Not(vec![on(home)]);
        soldier.push(movement(Mode::Both, vec![leg(&[x, 0], vec![crossed])], vec![]));
    }
    game.roles = vec![
        Role { royal: true, ..role("general", 'K', general) },
        role("advisor", 'A', within(&ASLANT, palace)),
        role("elephant", 'B', within(&ASLANT.map(|[x, y]| [2 * x, 2 * y]), home)),
        role("horse", 'N', horse.collect()),
        role("rook", 'R', slides(&STRAIGHT, 10)),
        role("cannon", 'C', cannon),
        role("soldier", 'P', soldier),
    ];
    game.ending.stalemate = Verdict::Loss;
    let mut put = |x: i16, y: i16, role: u8| {
        for player in 0..2u8 {
            let row = if player == 0 { y } else { 9 - y };
            let at = game.board.at(&[x, row]).unwrap();
            game.start.squares[at.index()] = Some(Piece { player: PlayerId(player), role: RoleId(role) });
        }
    };
    for (x, role) in [4u8, 3, 2, 1, 0, 1, 2, 3, 4].into_iter().enumerate() {
        put(x as i16, 0, role);
    }
    put(1, 2, 5);
    put(7, 2, 5);
    for x in [0, 2, 4, 6, 8] {
        put(x, 3, 6);
    }
    game
}
