//! Alpha-beta search for any two-player game, with only material values given by the caller.
//!
//! `cargo run --release --example alphabeta -- xiangqi 5 chariot=9 horse=4 cannon=4`. Roles without a value
//! are worth 1. It uses iterative deepening, a transposition table, captures first by victim value, and a
//! capture search at the leaves.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::error::Error;
use std::time::Instant;

use carn::library;
use carn::notation;
use carn::position::Position;
use carn::variant::{Move, Outcome, PlayerId, RoleSet, Script, Verdict};

/// More than the value of all pieces.
const WIN: i32 = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or("chess".to_owned());
    let depth = arguments.next().map_or(Ok(4), |text| text.parse())?;
    let rules = library::rules(&name).ok_or("no shipped game has this name")?;
    if rules.variant().players.len() != 2 {
        return Err("the search is for two players".into());
    }
    let mut values = vec![1; rules.variant().roles.len()];
    for argument in arguments {
        let (role, value) = argument.split_once('=').ok_or("a value is given as role=number")?;
        let index =
            rules.variant().roles.iter().position(|one| one.name == role).ok_or("there is no such role")?;
        values[index] = value.parse()?;
    }
    let mut position = Position::start(&rules);
    let mut search = Search { values, best: HashMap::new(), lists: Vec::new(), nodes: 0 };
    let begin = Instant::now();
    for depth in 1..=depth {
        let value = search.value(&mut position, depth, 0, (-WIN, WIN));
        let best = search.best.get(&position.hash()).map(|entry| entry.best);
        let written = best.and_then(|m| notation::write(&position, m, Script::Coordinate));
        let (nodes, seconds) = (search.nodes, begin.elapsed().as_secs_f64());
        println!(
            "depth {depth}: {} worth {value}, {nodes} nodes in {seconds:.2} s",
            written.unwrap_or_default()
        );
    }
    Ok(())
}

/// A table entry: depth, exact value if known, and best move.
struct Entry {
    depth: u32,
    exact: Option<i32>,
    best: Move,
}

struct Search {
    values: Vec<i32>,
    best: HashMap<u64, Entry>,
    /// Move buffers, one per ply.
    lists: Vec<Vec<Move>>,
    nodes: u64,
}

impl Search {
    /// The value for the player to move. At depth 0, only captures are searched.
    fn value(&mut self, position: &mut Position, depth: u32, ply: u32, (alpha, beta): (i32, i32)) -> i32 {
        self.nodes += 1;
        let mover = position.turn();
        if let Some(outcome) = position.outcome() {
            return ended(outcome, mover, ply);
        }
        let (quiet, known) = (depth == 0, self.best.get(&position.hash()));
        if let Some(value) =
            known.filter(|known| known.depth >= depth && ply > 0).and_then(|known| known.exact)
        {
            return value;
        }
        let first = known.map(|known| known.best);
        let mut value = if quiet { self.material(position) } else { -WIN };
        if value >= beta {
            return value;
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        if quiet {
            position.captures_into(&mut moves)
        } else {
            position.legal_moves_into(&mut moves)
        }
        let taken = |m: Move| position.captured(m).map_or(0, |(_, piece)| self.values[piece.role.index()]);
        moves.sort_by_cached_key(|&m| (Some(m) != first, Reverse(taken(m))));
        let (mut lower, mut best) = (alpha.max(value), None);
        for &m in &moves {
            position.play_unchecked(m);
            // A turn may be several moves.
            let (goes_on, rest) = (position.turn() == mover, depth.saturating_sub(1));
            let found = match goes_on {
                true => self.value(position, rest, ply + 1, (lower, beta)),
                false => -self.value(position, rest, ply + 1, (-beta, -lower)),
            };
            position.undo();
            if found > value || best.is_none() && !quiet {
                (value, best) = (found, Some(m));
            }
            lower = lower.max(value);
            if lower >= beta {
                break;
            }
        }
        moves.clear();
        self.lists.push(moves);
        if let Some(best) = best {
            let exact = (alpha < value && value < beta).then_some(value);
            self.best.insert(position.hash(), Entry { depth, exact, best });
        }
        value
    }

    /// The material of the player to move, minus that of the opponent.
    fn material(&self, position: &Position) -> i32 {
        let of = |player| {
            let mut sum = 0;
            position.for_each_piece(player, RoleSet::ALL, |_, role| sum += self.values[role.index()]);
            sum
        };
        of(position.turn()) - of(position.opponent())
    }
}

/// The score of a finished game. Quicker wins score higher.
fn ended(outcome: Outcome, player: PlayerId, ply: u32) -> i32 {
    match outcome.of(player) {
        Verdict::Win => WIN - ply as i32,
        Verdict::Loss => ply as i32 - WIN,
        Verdict::Draw => 0,
    }
}
