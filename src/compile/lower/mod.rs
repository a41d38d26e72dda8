//! Lowers templates to movements: writes out every choice that fits the board, and counts the work.

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

/// Expands templates on a board.
struct Lowering<'a> {
    board: &'a Board,
    players: &'a [Player],
    /// Cache for boards with holes: whether some player can make a displacement somewhere.
    feasible: HashMap<Displacement, bool>,
    /// Whether time limits are disabled.
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

/// All movements of an alternative, without its number and name; `false` on failure.
pub(crate) fn movements(game: &mut Game<'_>, alternative: &Alternative, out: &mut Vec<Movement>) -> bool {
    Lowering::of(game).movements(alternative, out)
}

/// Counts an alternative's movements; reports once if there are too many.
pub(crate) fn count_steps(game: &mut Game<'_>, at: At, added: &[Movement]) {
    Lowering::of(game).count_steps(at, added);
}

/// The chain of a role.
pub(crate) fn chain(repeat: &Repeat) -> Chain {
    Chain { counts: conditions::count_set(&repeat.counts, &[]), full: repeat.full }
}

/// The conditions and effects of a promotion or hook, which belong to no alternative. `None` (with findings) if they cannot be
/// lowered.
pub(crate) fn free(game: &mut Game<'_>, free: &Free) -> Option<(Vec<Predicate>, Vec<Effect>)> {
    let mut lowering = Lowering::of(game);
    let guards = lowering.free_predicates(&free.guards, &free.frame)?;
    let effects = lowering.free_effects(&free.effects, &free.frame)?;
    Some((guards, effects))
}
