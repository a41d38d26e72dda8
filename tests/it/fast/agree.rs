//! Equivalent queries must give the same answer: the fast and the literal evaluator, all moves at once and in
//! parts, counts, hashes, make and unmake.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use carn::position::{PerftOptions, Position, Rules};
use carn::variant::{Count, Move, RoleId, RoleSet, Setup, Variant, fen, literal};

use super::random::Random;
use super::searched::searched;

/// How far one game is looked into.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most moves played.
    pub plies: usize,
    /// How long one game may take; the literal evaluator is slow on large boards.
    pub time: Duration,
}

/// How many positions were compared, and whether tables ran the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    pub positions: usize,
    pub tabled: bool,
}

/// Two answers that are not one, as text.
pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: {found:?} instead of {expected:?}"))
}

/// Two lists of moves that are not one, as text.
pub fn same_moves(
    variant: &Variant,
    what: &str,
    mut found: Vec<Move>,
    expected: &[Move],
) -> Result<(), String> {
    found.sort_unstable();
    if found == expected {
        return Ok(());
    }
    let name = |m: &Move| {
        let drop = if m.origin().is_none() { "@" } else { "" };
        format!("{drop}{}-{} w{} c{}", variant.board.name(m.from), variant.board.name(m.to), m.way, m.choice)
    };
    let beyond = |a: &[Move], b: &[Move]| a.iter().filter(|m| !b.contains(m)).map(name).collect::<Vec<_>>();
    let twice: Vec<_> =
        found.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| name(&pair[0])).collect();
    Err(format!(
        "{what}: missing {:?} extra {:?} twice {twice:?}",
        beyond(expected, &found),
        beyond(&found, expected)
    ))
}

/// Captures, the moves of each piece, the moves to each square, the moves one by one, and whether there is one: parts
/// of what is known whole.
pub fn in_parts(position: &Position, setup: &Setup, legal: &[Move]) -> Result<(), String> {
    let variant = position.rules().variant();
    let mover = variant.mover(setup.turn);
    let takes = |m: &&Move| {
        let taken = literal::apply(variant, setup, **m).taken;
        taken.iter().any(|&(_, piece)| variant.opposes(setup, piece, mover))
    };
    let captures = legal.iter().filter(takes).copied().collect::<Vec<_>>();
    same_moves(variant, "captures", position.captures(), &captures)?;
    let mut piecewise = Vec::new();
    for square in variant.board.squares() {
        let before = piecewise.len();
        position.moves_from_into(square, &mut piecewise);
        same("origins", piecewise[before..].iter().all(|m| m.from == square), true)?;
    }
    let of_pieces: Vec<Move> = legal.iter().copied().filter(|m| m.origin().is_some()).collect();
    same_moves(variant, "piece by piece", piecewise, &of_pieces)?;
    let mut onto = Vec::new();
    let halves = [RoleSet(u128::MAX / 3), RoleSet(u128::MAX / 3 * 2)];
    for square in variant.board.squares() {
        for roles in halves {
            position.moves_to_into(roles, square, &mut onto);
        }
    }
    let onto_squares: Vec<Move> = legal.iter().copied().filter(|m| !m.is_pass()).collect();
    same_moves(variant, "square by square", onto, &onto_squares)?;
    for role in (0..variant.roles.len() as u8).map(RoleId) {
        for &m in legal.iter().step_by(7) {
            let mut some = Vec::new();
            position.moves_to_into(RoleSet(1 << role.0), m.to, &mut some);
            let moves = |other: &Move| match other.origin() {
                Some(from) => setup.piece(from).map(|piece| piece.role),
                None => other.drop(),
            };
            let fits = |other: &&Move| other.to == m.to && moves(other) == Some(role);
            let expected: Vec<Move> = legal.iter().filter(fits).copied().collect();
            same_moves(variant, "of one role to one square", some, &expected)?;
        }
    }
    for &m in legal.iter().filter(|m| m.origin().is_some()).step_by(5) {
        let same_way = |other: &&Move| (other.origin(), other.to) == (m.origin(), m.to);
        let expected: Vec<Move> = legal.iter().filter(same_way).copied().collect();
        let mut between = Vec::new();
        position.moves_between_into(m.from, m.to, &mut between);
        same_moves(variant, "from one square to another", between, &expected)?;
    }
    let mut called = Vec::new();
    let stopped = position.for_each_legal(|m| {
        called.push(m);
        ControlFlow::<()>::Continue(())
    });
    same("stopped", stopped.is_break(), false)?;
    same_moves(variant, "one by one", called, legal)?;
    let mut first = Vec::new();
    let stopped = position.for_each_legal(|m| {
        first.push(m);
        ControlFlow::Break(())
    });
    same("the first alone", (stopped.is_break(), first.len()), (!legal.is_empty(), legal.len().min(1)))?;
    same("whether there is a move", position.has_legal_move(), !legal.is_empty())?;
    same("each legal", legal.iter().all(|m| position.is_legal(*m)), true)?;
    searched(position, setup, legal)
}

/// The part of a position that the hash must distinguish: all but the counts of moves and plies.
type Facts = (Setup, u64);

fn facts(setup: &Setup) -> Setup {
    Setup { quiet_plies: 0, count: Count::default(), full_moves: 1, ..setup.clone() }
}

/// Different positions have different hashes, equal ones equal.
fn hashes_differ(known: &mut HashMap<u64, Facts>, setup: &Setup, hash: u64) -> Result<(), String> {
    let facts = facts(setup);
    match known.get(&hash) {
        Some((other, _)) => same("positions with one hash", &facts, other),
        None => {
            let other = known.values().find(|(other, _)| *other == facts).map(|(_, hash)| *hash);
            same("hashes of one position", other, None)?;
            known.insert(hash, (facts, hash));
            Ok(())
        }
    }
}

/// Compares a position, its hash, its moves and their number, and the players in check. Returns the moves.
fn here(position: &Position, setup: &Setup) -> Result<Vec<Move>, String> {
    let variant = position.rules().variant();
    same("setup", position.setup(), setup.clone())?;
    same("hash", position.hash(), position.fresh_hash())?;
    let legal = literal::legal_moves(variant, setup);
    same_moves(variant, "moves", position.legal_moves(), &legal)?;
    same("number", position.perft(1), legal.len() as u64)?;
    for player in variant.everybody().iter() {
        let expected = literal::in_check(variant, setup, player);
        same("check", (player, position.stands_in_check(player)), (player, expected))?;
    }
    Ok(legal)
}

/// Captures and whatever has effects, more often than they would come up.
fn lively(random: &mut Random, setup: &Setup, legal: &[Move]) -> Move {
    let lively: Vec<Move> =
        legal.iter().copied().filter(|m| m.way != 0 && !m.is_pass() || setup.piece(m.to).is_some()).collect();
    if lively.is_empty() || random.below(2) == 0 { random.one(legal) } else { random.one(&lively) }
}

/// Plays random moves, game after game, asking of each position only what is asked of every one: many positions in little
/// time. A game that has ended is played again from its start.
///
/// # Errors
/// The difference, and its position.
pub fn walk(rules: &Rules, seed: u64, effort: Effort) -> Result<Compared, String> {
    let variant = rules.variant();
    let mut random = Random::new(seed);
    let begun = Instant::now();
    let mut position = Position::start(rules);
    let mut setup = position.setup();
    let mut compared = Compared { positions: 0, tabled: rules.fallback().is_none() };
    for _ in 0..effort.plies {
        let at = |error: String| format!("{}: {error}", fen::print(variant, &setup));
        let legal = here(&position, &setup).map_err(at)?;
        compared.positions += 1;
        if begun.elapsed() > effort.time {
            break;
        }
        if legal.is_empty() {
            let start = Position::start(rules);
            if setup == start.setup() {
                break;
            }
            (setup, position) = (start.setup(), start);
            continue;
        }
        let m = lively(&mut random, &setup, &legal);
        setup = literal::play(variant, &setup, m);
        position.play_unchecked(m);
    }
    Ok(compared)
}

/// Plays one game of random moves, comparing at every position.
///
/// # Errors
/// The difference, and its position.
pub fn game(rules: &Rules, seed: u64, effort: Effort) -> Result<Compared, String> {
    let variant = rules.variant();
    let mut random = Random::new(seed);
    let begun = Instant::now();
    let mut position = Position::start(rules);
    let mut setup = position.setup();
    let mut compared = Compared { positions: 0, tabled: rules.fallback().is_none() };
    let mut known = HashMap::new();
    for ply in 0..effort.plies {
        let at = |error: String| format!("ply {ply}, {}: {error}", fen::print(variant, &setup));
        compared.positions += 1;
        let legal = here(&position, &setup).map_err(at)?;
        hashes_differ(&mut known, &setup, position.hash()).map_err(at)?;
        // Without tables each part is taken from the whole list: on a large board that takes minutes.
        if ply % 3 == 0 && (compared.tabled || setup.squares.len() <= 36) {
            in_parts(&position, &setup, &legal).map_err(at)?;
        }
        if ply % 8 == 3 && legal.len() < 30 && begun.elapsed() < effort.time / 2 {
            let expected = literal::perft(variant, &setup, 2);
            same("perft", position.perft(2), expected).map_err(at)?;
            let options = PerftOptions { threads: 2, hash_megabytes: 1, ..PerftOptions::default() };
            same("perft with a table", position.perft_with(2, &options), Some(expected)).map_err(at)?;
        }
        if legal.is_empty() || begun.elapsed() > effort.time {
            break;
        }
        let m = lively(&mut random, &setup, &legal);
        setup = literal::play(variant, &setup, m);
        position.play_unchecked(m);
    }
    Ok(compared)
}

/// Plays moves through a [`Position`] and takes them back: everything is as it was.
///
/// # Errors
/// The failure.
pub fn there_and_back(variant: &Variant, seed: u64, plies: usize) -> Result<(), String> {
    let mut random = Random::new(seed);
    let rules = Rules::new(variant.clone());
    let mut position = Position::start(&rules);
    let mut past = Vec::new();
    for _ in 0..plies {
        let legal = position.legal_moves();
        past.push((position.setup(), position.hash(), position.fen(), legal.clone()));
        let mut piecewise: Vec<Move> = legal.iter().copied().filter(|m| m.origin().is_none()).collect();
        for square in variant.board.squares() {
            position.moves_from_into(square, &mut piecewise);
            same("what stands there", position.piece(square), position.setup().piece(square))?;
        }
        same_moves(variant, "of the position, piece by piece", piecewise, &legal)?;
        let Some(&m) = legal.get(random.below(legal.len())) else { break };
        position.play(m).map_err(|error| error.to_string())?;
        let played: Vec<Move> = position.moves().collect();
        same("the last move", played.last(), Some(&m))?;
    }
    let end = (position.setup(), position.hash(), position.fen(), position.legal_moves());
    if past.last() != Some(&end) {
        past.push(end);
    }
    past.pop();
    while position.undo().is_some() {
        let Some(before) = past.pop() else { return Err("more moves taken back than played".to_owned()) };
        let now = (position.setup(), position.hash(), position.fen(), position.legal_moves());
        same("taken back", now, before)?;
    }
    same("left over", past.len(), 0)
}

/// Plays at random and to and fro by turns, by tables and square by square: positions come again, and the game ends at the
/// same time in the same way by that, by checks and chases without end, and by what is counted. Who plays on all the same is
/// told the same, and every position is read back from its text. Returns how many ends were compared.
///
/// # Errors
/// The difference, and its position.
pub fn ends(variant: &Variant, seed: u64, effort: Effort) -> Result<usize, String> {
    let mut random = Random::new(!seed);
    let begun = Instant::now();
    let both = [Rules::new(variant.clone()), Rules::literal(variant.clone())];
    let mut positions = both.each_ref().map(Position::start);
    let (mut last, mut found) = (vec![None; variant.players.len()], 0);
    for ply in 0..effort.plies * 4 {
        let [quick, slow] = &mut positions;
        let at = |error: String| format!("to and fro, ply {ply}, {}: {error}", slow.fen());
        let outcome = quick.outcome();
        same("end", outcome, slow.outcome()).map_err(at)?;
        same("end with moves", outcome, quick.outcome_with(quick.has_legal_move())).map_err(at)?;
        found += usize::from(outcome.is_some());
        let numbers = |position: &Position| {
            (position.drawing_count(), position.quiet_plies(), position.full_moves(), position.occurrences())
        };
        same("count, quiet plies, full moves, occurrences", numbers(quick), numbers(slow)).map_err(at)?;
        same("repetition", quick.is_repetition(), quick.occurrences() > 1).map_err(at)?;
        let setup = quick.setup();
        let text = fen::print(variant, &setup);
        let read = fen::parse(variant, &text).map_err(|error| format!("{text}: {error:?}")).map_err(at)?;
        let says = |setup: &Setup| (setup.squares.clone(), setup.turn, setup.count, setup.quiet_plies);
        same("position from its text", says(&read), says(&setup)).map_err(at)?;
        let legal = quick.legal_moves();
        if legal.is_empty() || begun.elapsed() > effort.time {
            break;
        }
        let player = quick.turn().index();
        let returns = |m: &&Move| last[player] == m.origin().map(|from| (m.to, from));
        let back = legal.iter().find(returns).filter(|_| ply / 16 % 2 == 1 && random.below(5) > 0);
        let m = back.copied().unwrap_or_else(|| legal[random.below(legal.len())]);
        last[player] = m.origin().map(|from| (from, m.to));
        for position in &mut positions {
            position.play_unchecked(m);
            if random.below(4) == 0 {
                // Taken back and played again, it is the same past.
                position.undo();
                position.play_unchecked(m);
            }
        }
    }
    Ok(found)
}

/// All of it for one game: tables for the processor at hand and, now and then, for any.
///
/// # Errors
/// The difference.
pub fn examine(variant: Variant, seed: u64, effort: Effort) -> Result<Compared, String> {
    let compared = game(&Rules::new(variant.clone()), seed, effort)?;
    if seed.is_multiple_of(8) {
        game(&Rules::portable(variant.clone()), seed, effort)?;
    }
    if seed.is_multiple_of(4) {
        there_and_back(&variant, seed, effort.plies)?;
    }
    if seed % 4 == 1 {
        ends(&variant, seed, effort)?;
    }
    Ok(compared)
}
