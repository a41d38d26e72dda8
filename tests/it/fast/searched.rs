//! The queries of a search: quiet moves, captures, changes and results of a move without making it,
//! attackers, the null move, exchanges, playouts and numbers of moves. Compared with the literal evaluator.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use carn::geometry::Square;
use carn::library;
use carn::notation;
use carn::position::{Change, Position};
use carn::random::Random;
use carn::variant::{Move, Piece, Setup, literal};

use super::agree::{Effort, ends, game, same, same_moves};
use crate::by_build;

/// Everything that this file is about, in one position with these legal moves.
///
/// # Errors
/// The differences, one of each kind.
pub fn searched(position: &Position, setup: &Setup, legal: &[Move]) -> Result<(), String> {
    let asked = [kinds, targets, each_move, numbers, pinned, null_move];
    let wrong: Vec<String> = asked.iter().filter_map(|ask| ask(position, setup, legal).err()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// Captures and quiet moves are all moves.
fn kinds(position: &Position, _: &Setup, legal: &[Move]) -> Result<(), String> {
    let (mut captures, mut quiets) = (Vec::new(), Vec::new());
    position.captures_into(&mut captures);
    position.quiets_into(&mut quiets);
    same("quiet moves that take", quiets.iter().find(|&&m| position.is_capture(m)), None)?;
    same("captures that take nothing", captures.iter().find(|&&m| !position.is_capture(m)), None)?;
    captures.extend(quiets);
    same_moves(position.rules().variant(), "captures and quiet moves", captures, legal)
}

/// Sets of targets are the targets of all moves.
fn targets(position: &Position, setup: &Setup, legal: &[Move]) -> Result<(), String> {
    let of = |m: &Move| {
        let role = m.drop().or_else(|| m.origin().and_then(|from| Some(setup.piece(from)?.role)));
        Some((role?.0, m.drop().is_some(), m.target()?))
    };
    let expected: BTreeSet<_> = legal.iter().filter_map(of).collect();
    let moves: BTreeSet<_> = legal.iter().filter_map(|m| Some((m.origin()?, m.target()?))).collect();
    let (mut found, mut wrong) = (BTreeSet::new(), Ok(()));
    position.for_each_targets(|targets| {
        let all: Vec<Square> = targets.among(&vec![u64::MAX; targets.squares.len()]).collect();
        if all.len() != targets.count as usize {
            wrong = Err(format!("{} targets are said to be {}", all.len(), targets.count));
        }
        if let Some(from) = targets.from
            && let Some(to) = all.iter().find(|&&to| !moves.contains(&(from, to)))
        {
            wrong = Err(format!("no move goes from {from:?} to {to:?}"));
        }
        found.extend(all.into_iter().map(|to| (targets.role.0, targets.dropped, to)));
    });
    wrong?;
    same("targets in sets", found, expected)
}

/// Compares predictions about moves before they are played: all with effects, and some others.
fn each_move(position: &Position, setup: &Setup, legal: &[Move]) -> Result<(), String> {
    let step = 1 + legal.len() / 12;
    let mut checks = Vec::new();
    position.checks(legal, &mut |check| checks.push(check));
    same("the number of answers", checks.len(), legal.len())?;
    let asked = legal.iter().zip(checks).enumerate();
    let asked = asked.filter(|(nth, (m, _))| nth % step == 0 || m.way != 0);
    for (_, (&m, check)) in asked.take(60) {
        one_move(position, setup, m, check).map_err(|error| format!("{}: {error}", shown(position, m)))?;
    }
    Ok(())
}

/// Moves that differ in origin, target or choice have numbers of their own.
fn numbers(position: &Position, _: &Setup, legal: &[Move]) -> Result<(), String> {
    let mut known = HashMap::new();
    for &m in legal {
        let (index, key) = (position.move_index(m), (m.origin(), m.target(), m.choice, m.drop()));
        same("number of a move in range", index < position.move_indices(), true)?;
        same("moves of one number", *known.entry(index).or_insert(key), key)?;
    }
    Ok(())
}

/// Compares the attackers of single royals, in games whose captures depend only on the pieces on squares.
fn attackers(position: &Position, setup: &Setup) -> Result<(), String> {
    let variant = position.rules().variant();
    for player in variant.everybody().iter().filter(|&player| literal::royals(variant, setup, player) == 1) {
        let royal = |(_, piece): &(Square, Piece)| piece.player == player && variant.role(piece.role).royal;
        let Some((square, _)) = setup.pieces().find(royal) else { continue };
        let found = position.attackers(square, player).iter().collect();
        let expected: BTreeSet<Square> =
            literal::checks(variant, setup, player).iter().map(|m| m.from).collect();
        let at = format!("attackers of {} of {player:?}", variant.board.name(square));
        same(&at, names(position, found), names(position, expected.into_iter().collect()))?;
    }
    Ok(())
}

/// Pieces that would leave a royal of the player to move in check if they were gone; those that keep more than a line shut
/// need not be among them.
fn pinned(position: &Position, setup: &Setup, _: &[Move]) -> Result<(), String> {
    let variant = position.rules().variant();
    let mover = variant.mover(setup.turn);
    if variant.players.len() > 2 || literal::in_check(variant, setup, mover) {
        return Ok(());
    }
    let exposes = |square: &Square| {
        let mut without = setup.clone();
        let piece = without.squares[square.index()].take();
        piece.is_some_and(|piece| piece.player == mover && !variant.role(piece.role).royal)
            && literal::in_check(variant, &without, mover)
    };
    let more = position.pinned().iter().filter(|square| !exposes(square)).collect();
    same("pinned", names(position, more), Vec::new())
}

/// The turn passes and nothing else but marks is changed; taken back, everything is as it was.
fn null_move(position: &Position, setup: &Setup, legal: &[Move]) -> Result<(), String> {
    let mut passed = position.clone();
    passed.play_null();
    let (variant, after) = (position.rules().variant(), passed.setup());
    let turns = std::iter::successors(Some(setup.turn), |&turn| Some(variant.next_turn(turn))).skip(1);
    let turn = turns.take(variant.turns.len()).find(|&turn| !setup.out.contains(variant.mover(turn)));
    same("the turn after a null move", Some(passed.turn_index()), turn)?;
    same("the board after a null move", &after.squares, &setup.squares)?;
    same("marks after a null move", after.marks.is_empty(), true)?;
    same("hash after a null move", passed.hash(), passed.fresh_hash())?;
    let whole = |position: &Position| {
        (position.setup(), position.hash(), position.occurrences(), position.moves().len())
    };
    passed.undo();
    same("a null move taken back", whole(&passed), whole(position))?;
    same_moves(position.rules().variant(), "moves after a null move taken back", passed.legal_moves(), legal)
}

fn names(position: &Position, squares: Vec<Square>) -> Vec<String> {
    squares.into_iter().map(|square| position.rules().variant().board.name(square)).collect()
}

fn shown(position: &Position, m: Move) -> String {
    let name = |square| position.rules().variant().board.name(square);
    let from = m.origin().map_or("@".to_owned(), name);
    format!("{from}{} way {} choice {}", m.target().map_or("pass".to_owned(), name), m.way, m.choice)
}

/// Compares predictions about a legal move with the position after it. `told` is whether it gives check, as told with
/// all other moves.
fn one_move(position: &Position, setup: &Setup, m: Move, told: bool) -> Result<(), String> {
    let variant = position.rules().variant();
    let mover = variant.mover(setup.turn);
    let after = literal::play(variant, setup, m);
    let taken = literal::apply(variant, setup, m).taken;
    let taken: Vec<(Square, Piece)> =
        taken.into_iter().filter(|&(_, piece)| variant.opposes(setup, piece, mover)).collect();
    same("is a capture", position.is_capture(m), !taken.is_empty())?;
    match position.captured(m) {
        None => same("captured", taken.is_empty(), true)?,
        Some(one) => same(&format!("{one:?} among {taken:?}"), taken.contains(&one), true)?,
    }
    let opponents = variant.opponents(&after, mover);
    let checks = opponents.iter().any(|player| literal::in_check(variant, &after, player));
    same("gives check", [position.gives_check(m), told], [checks; 2])?;
    let mut changes = Vec::new();
    position.for_each_change(m, |change| changes.push(change));
    let change = |square: Square| {
        let (before, after) = (setup.piece(square), after.piece(square));
        (before != after).then_some(Change { square, before, after })
    };
    let expected: Vec<Change> = variant.board.squares().filter_map(change).collect();
    same("changes", changes, expected)?;
    let mut played = position.clone();
    played.play_unchecked(m);
    same("hash after the move", position.hash_after(m), played.hash())
}

/// Games of every shipped kind, asked everything, and to and fro so that positions recur.
#[test]
fn shipped_games_say_the_same_from_start_to_end() {
    let time = Duration::from_millis(by_build(70, 1500));
    let effort = Effort { plies: 60, time };
    let mut wrong = Vec::new();
    for name in library::names() {
        let rules = library::rules(name).unwrap();
        let found = [game(&rules, 5, effort).err(), ends(rules.variant(), 6, effort).err()];
        wrong.extend(found.into_iter().flatten().map(|error| format!("{name}: {error}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Where captures have no conditions, attackers of every square are told, be it empty or either player's.
#[test]
fn attackers_of_every_square_are_told() {
    for name in ["chess", "crazyhouse", "makruk", "minishogi", "xiangqi"] {
        let rules = library::rules(name).unwrap();
        let (mut position, mut random) = (Position::start(&rules), Random::new(4));
        for _ in 0..12 {
            let setup = position.setup();
            // A royal on the square of a pawn that can be taken en passant would be taken with it.
            for square in rules.variant().board.squares().filter(|_| setup.marks.is_empty()) {
                for player in rules.variant().everybody().iter() {
                    let found = names(&position, position.attackers(square, player).iter().collect());
                    let expected = literal::royal_attackers(rules.variant(), &setup, square, player);
                    let at = rules.variant().board.name(square);
                    assert_eq!(found, names(&position, expected), "{name}, {}, {at}", position.fen());
                }
            }
            let Some(&m) = random.choose(&position.legal_moves()) else { break };
            position.play_unchecked(m);
        }
    }
}

#[test]
fn attackers_of_a_royal_are_those_that_give_check() {
    for name in ["chess", "xiangqi", "shogi", "crazyhouse", "capablanca", "makruk", "glinski"] {
        let rules = library::rules(name).unwrap();
        let mut random = Random::new(3);
        for _ in 0..4 {
            let mut position = Position::start(&rules);
            for ply in 0..80 {
                let told = |error| panic!("{name}, ply {ply}, {}: {error}", position.fen());
                attackers(&position, &position.setup()).unwrap_or_else(told);
                let moves = position.legal_moves();
                let Some(&m) = random.choose(&moves) else { break };
                position.play_unchecked(m);
            }
        }
    }
}

#[test]
fn playouts_of_one_seed_are_one_game() {
    for name in library::names() {
        let rules = library::rules(name).unwrap();
        let play = || {
            let mut position = Position::start(&rules);
            let outcome = position.playout(&mut Random::new(9), 200);
            (outcome, position)
        };
        let ((outcome, mut position), (again, other)) = (play(), play());
        assert_eq!((outcome, position.fen()), (again, other.fen()), "{name}");
        assert!(position.moves().eq(other.moves()), "{name}");
        assert_eq!(outcome, position.outcome(), "{name}");
        assert!(outcome.is_some() || position.moves().len() == 200, "{name}");
        while position.undo().is_some() {}
        assert_eq!(position.fen(), Position::start(&rules).fen(), "{name}");
    }
}

/// Pawns are worth 100, knights and bishops 300, rooks 500, queens 900.
const EXCHANGES: [(&str, &str, &str, i32); 14] = [
    ("a pawn takes a defended knight", "4k3/8/3p4/4n3/3P4/8/8/4K3 w - - 0 1", "dxe5", 200),
    ("a rook takes a defended pawn", "4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "Rxe5", -400),
    ("a second rook stands behind", "6k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "Rxe5", 100),
    ("an undefended rook", "4k3/8/8/8/3r4/8/8/3QK3 w - - 0 1", "Qxd4", 500),
    ("a knight goes where a pawn takes", "4k3/8/8/6p1/8/8/4N3/4K3 w - - 0 1", "Nf4", -300),
    ("a knight goes where nothing takes", "4k3/8/8/6p1/8/8/4N3/4K3 w - - 0 1", "Nc3", 0),
    ("the defender is pinned", "4k3/4n3/8/3p4/8/8/8/3RR1K1 w - - 0 1", "Rxd5", 100),
    ("the king may not take back", "8/8/4k3/4p3/8/8/4R3/4R1K1 w - - 0 1", "Rxe5", 100),
    ("en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", 100),
    ("a pawn takes and promotes", "8/1k6/8/8/8/8/3pK3/7R w - - 0 1", "Re1", -400),
    ("nothing takes the new queen", "8/1k6/8/8/8/8/3p4/K6R w - - 0 1", "Re1", -1300),
    ("a promotion that is taken", "1k2r3/3P4/8/8/8/8/8/K3R3 w - - 0 1", "dxe8=Q", 1300),
    // Two from chessprogramming.org, "SEE - The Swap Algorithm".
    ("nothing takes back", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
    ("many on both sides", "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -200),
];

#[test]
fn exchanges_are_worth_what_is_known() {
    let rules = library::rules("chess").unwrap();
    let value = |piece: Piece| match rules.variant().role(piece.role).name.as_str() {
        "pawn" => 100,
        "knight" | "bishop" => 300,
        "rook" => 500,
        "queen" => 900,
        _ => 0,
    };
    for (what, text, word, worth) in EXCHANGES {
        let mut position = Position::from_fen(&rules, text).unwrap();
        let m = notation::read(&position, word, &[]).unwrap();
        assert_eq!(position.exchange(m, &value), worth, "{what}: {word} in {text}");
        assert_eq!(position.fen(), text, "{what}");
        let gain = gain(&position, m, &value);
        position.play_unchecked(m);
        assert_eq!(
            gain - best_on(&mut position, m.to, &value),
            worth,
            "{what}: {word} in {text}, all captures"
        );
    }
}

/// What a move takes, and what it makes of its piece.
fn gain(position: &Position, m: Move, value: &dyn Fn(Piece) -> i32) -> i32 {
    let taken = position.captured(m).map_or(0, |(_, piece)| value(piece));
    let (Some(role), Some(own)) = (m.promotion(), position.piece(m.from)) else { return taken };
    taken + value(Piece { role, ..own }) - value(own)
}

/// The most that the player to move can win on a square, whichever piece takes, and whether or not it pays to go on.
fn best_on(position: &mut Position, on: Square, value: &dyn Fn(Piece) -> i32) -> i32 {
    let mut best = 0;
    for m in position.captures().into_iter().filter(|m| m.to == on) {
        let gain = gain(position, m, value);
        position.play_unchecked(m);
        best = best.max(gain - best_on(position, on, value));
        position.undo();
    }
    best
}
