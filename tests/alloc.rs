//! Playing, taking back, listing moves and asking how the game ended allocate nothing, whatever the game. A binary of its
//! own, because it replaces the allocator.

use std::collections::BTreeMap;

use allocation_counter::measure;
use carn::library;
use carn::position::Position;
use carn::random::Random;
use carn::variant::{Move, Outcome, Reason};

/// The most plies of a game.
const PLIES: usize = 120;

/// Calls that allocated, with the most allocations of one call.
#[derive(Default)]
struct Found(BTreeMap<&'static str, u64>);

impl Found {
    /// Makes a call, and counts what it allocates if that is to be counted.
    fn call<T>(&mut self, name: &'static str, run: impl FnOnce() -> T, counts: impl FnOnce(&T) -> bool) -> T {
        let (mut run, mut result) = (Some(run), None);
        let allocations = measure(|| result = run.take().map(|run| run())).count_total;
        let result = result.expect("the call returns");
        if allocations > 0 && counts(&result) {
            let most = self.0.entry(name).or_default();
            *most = allocations.max(*most);
        }
        result
    }
}

/// To find out who chased or gave check since the position first occurred may allocate.
fn is_repetition(outcome: Outcome) -> bool {
    matches!(outcome.reason, Reason::Repetition | Reason::PerpetualCheck | Reason::PerpetualChase)
}

/// Plays a random game and takes it back.
fn play(position: &mut Position, seed: u64, moves: &mut Vec<Move>, found: &mut Found) {
    let mut random = Random::new(seed);
    for _ in 0..PLIES {
        let outcome =
            found.call("outcome", || position.outcome(), |outcome| !outcome.is_some_and(is_repetition));
        if outcome.is_some() {
            break;
        }
        found.call("in_check", || position.in_check(), |_| true);
        moves.clear();
        found.call("captures_into", || position.captures_into(moves), |()| true);
        moves.clear();
        found.call("legal_moves_into", || position.legal_moves_into(moves), |()| true);
        let Some(&m) = random.choose(moves) else { break };
        found.call("play_unchecked", || position.play_unchecked(m), |()| true);
        found.call("undo", || position.undo(), |_| true);
        position.play_unchecked(m);
    }
    while position.undo().is_some() {}
}

/// Random games before the count begins. The Amazons build the moves of a square on first use; 60 games use every square.
fn games_before(name: &str) -> u64 {
    if name == "amazons" { 60 } else { 1 }
}

#[test]
fn a_game_allocates_nothing_once_its_lists_have_grown() {
    let mut wrong = Vec::new();
    for name in library::names() {
        let rules = library::rules(name).unwrap();
        let mut position = Position::start(&rules);
        let mut moves = Vec::with_capacity(1 << 14);
        // So that the list of past positions has grown, and whatever a game may set up once.
        (0..PLIES).for_each(|_| position.play_null());
        while position.undo().is_some() {}
        let before = games_before(name);
        (0..before).for_each(|seed| play(&mut position, seed, &mut moves, &mut Found::default()));
        let mut found = Found::default();
        (before..before + 3).for_each(|seed| play(&mut position, seed, &mut moves, &mut found));
        wrong.extend((!found.0.is_empty()).then(|| format!("{name}: {:?}", found.0)));
    }
    assert!(wrong.is_empty(), "allocations of one call at most, by game:\n{}", wrong.join("\n"));
}
