//! From a template to movements: every choice that fits the board written out, and how much that comes to.

mod choices;
mod conditions;
mod rows;
mod size;

use std::collections::HashMap;

use crate::geometry::{Board, Displacement};
use crate::variant::{Chain, Effect, Movement, Player, Predicate};

use super::asked::Asked;
use super::findings::Findings;
use super::game::{Effort, Game};
use super::read::tree::At;
use super::resolve::Free;
use super::resolve::template::{Alternative, Repeat};

pub(crate) use size::{origins_of, repeats};

/// Writes templates out on a board.
struct Lowering<'a> {
    board: &'a Board,
    players: &'a [Player],
    /// Of displacements looked for on a board with holes, whether some player can make them somewhere.
    feasible: HashMap<Displacement, bool>,
    /// Whether the bounds on time do not hold.
    trusted: bool,
    effort: &'a mut Effort,
    asked: &'a mut Asked,
    findings: &'a mut Findings,
}

impl<'a> Lowering<'a> {
    fn of(game: &'a mut Game<'_>) -> Self {
        Self {
            board: &game.ground.board,
            players: &game.ground.players,
            feasible: HashMap::new(),
            trusted: game.natives.are_trusted(),
            effort: &mut game.effort,
            asked: &mut game.asked,
            findings: &mut game.findings,
        }
    }
}

/// All movements of an alternative, without its number and name; `false` if something went wrong.
pub(crate) fn movements(game: &mut Game<'_>, alternative: &Alternative, out: &mut Vec<Movement>) -> bool {
    Lowering::of(game).movements(alternative, out)
}

/// Counts an alternative's movements in; says so, once, where they become too many.
pub(crate) fn count_steps(game: &mut Game<'_>, at: At, added: &[Movement]) {
    Lowering::of(game).count_steps(at, added);
}

/// A chain as a role has it.
pub(crate) fn chain(repeat: &Repeat) -> Chain {
    Chain { counts: conditions::count_set(&repeat.counts, &[]), full: repeat.full }
}

/// The conditions and effects of something that belongs to no alternative: a promotion or a hook. `None` (with
/// findings) if they cannot be written out.
pub(crate) fn free(game: &mut Game<'_>, free: &Free) -> Option<(Vec<Predicate>, Vec<Effect>)> {
    let mut lowering = Lowering::of(game);
    let guards = lowering.free_predicates(&free.guards, &free.frame)?;
    let effects = lowering.free_effects(&free.effects, &free.frame)?;
    Some((guards, effects))
}
