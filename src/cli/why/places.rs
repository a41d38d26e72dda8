//! The places in the rule file of a move's conditions.

use carn::compile::Clause;
use carn::source::{SourceId, Span};
use carn::syntax;
use carn::variant::literal::{Asked, Cause};
use carn::variant::{Movement, Predicate, RoleId, Variant};

use crate::cli::game::Game;

/// A text of a rule file.
pub type Place = (SourceId, Span);

/// A part of the rules with its place.
pub struct Passage {
    /// Its relation to the move.
    pub about: String,
    pub at: Place,
}

/// The alternative of a movement.
pub fn alternative(game: &Game, movement: &Movement) -> Option<Place> {
    let origin = game.compiled.origins.alternatives.get(usize::try_from(movement.alternative).ok()?)?;
    Some((origin.source, origin.span))
}

/// The place of a movement's condition; `None` for default conditions.
pub fn question(
    game: &Game,
    movement: Option<&Movement>,
    drop: Option<RoleId>,
    asked: Asked,
) -> Option<Place> {
    let origins = &game.compiled.origins;
    let origin =
        movement.and_then(|movement| origins.alternatives.get(usize::try_from(movement.alternative).ok()?));
    let here = |span: Span| origin.map(|origin| (origin.source, span));
    match asked {
        Asked::Path(leg) => here(origin?.legs.get(leg)?.path?),
        Asked::Guard(leg, guard) => here((*origin?.legs.get(leg)?.guards.get(guard)?)?),
        Asked::Drop(way, guard) => {
            let guards = &game.variant().role(drop?).drops.get(way)?.guards;
            call(game, &[clause(game, Clause::Drop(drop?), way)?], guard, guards.len())
        }
        Asked::Pass(guard) => {
            let count = game.variant().choice.pass.as_ref()?.len();
            call(game, &clauses(game, Clause::Pass), guard, count)
        }
        Asked::Every(guard) => {
            call(game, &clauses(game, Clause::Guard), guard, game.variant().choice.guard.len())
        }
        Asked::Must(must) => clause(game, Clause::Must, must),
        _ => None,
    }
}

/// The texts of a clause.
fn clauses(game: &Game, wanted: Clause) -> Vec<Place> {
    let found = game.compiled.origins.clauses.iter().filter(|one| one.clause == wanted);
    found.map(|origin| (origin.source, origin.span)).collect()
}

/// The nth text of a clause.
pub fn clause(game: &Game, wanted: Clause, nth: usize) -> Option<Place> {
    clauses(game, wanted).get(nth).copied()
}

/// The nth call in some texts with this total number of calls. If a call expands to several conditions, the whole text, if
/// there is only one.
fn call(game: &Game, texts: &[Place], nth: usize, count: usize) -> Option<Place> {
    let mut calls = Vec::new();
    for &(source, span) in texts {
        let text = game.compiled.sources.get(source)?.slice(span);
        let guards = text.split_once("=>").map_or(text, |(guards, _)| guards);
        let parsed = syntax::parse_calls(guards).into_result().unwrap_or_default();
        calls.extend(parsed.iter().map(|call| (source, call.span.offset(span.start))));
    }
    match texts {
        _ if calls.len() == count => calls.get(nth).copied(),
        [only] => Some(*only),
        _ => None,
    }
}

/// The first of some keys that is present in the rule file.
fn key(game: &Game, paths: &[&[&str]]) -> Option<Place> {
    let found = paths.iter().find_map(|path| game.compiled.origins.key(path))?;
    Some((found.source, found.span))
}

/// Other parts of the rule file that forbid the move for this cause.
pub fn passages(game: &Game, movement: Option<&Movement>, cause: &Cause) -> Vec<Passage> {
    let variant: &Variant = game.variant();
    let name = |role: RoleId| variant.role(role).name.as_str();
    let mut found = Vec::new();
    let mut add = |about: &str, at: Option<Place>| {
        found.extend(at.map(|at| Passage { about: about.to_owned(), at }));
    };
    match cause {
        Cause::NotYours(_) | Cause::NotNow(_) => add("the order of turns", key(game, &[&["turn"]])),
        Cause::GameOver => {
            add("the result of losing a royal piece", key(game, &[&["ending", "royal-lost"]]));
        }
        Cause::Ended { end, .. } => {
            let end = u16::try_from(*end).unwrap_or(u16::MAX);
            add("the condition that ended the game", clause(game, Clause::End(end), 0));
        }
        Cause::LeavesRoyal { piece, movement: Some(movement), .. } => {
            let attacker = variant.role(piece.role).movements.get(*movement);
            let about = format!("the capture by the {}", name(piece.role));
            add(&about, attacker.and_then(|attacker| alternative(game, attacker)));
        }
        Cause::LosesRoyal => {
            for hook in game.compiled.origins.hooks.iter().filter(|hook| hook.role.is_none()) {
                let about = if hook.after_capture { "effects after captures" } else { "effects after moves" };
                add(about, Some((hook.source, hook.span)));
            }
        }
        Cause::NeverDropped(role) | Cause::NotInHand(role) => {
            add(
                "drops from the hand",
                key(game, &[&["pieces", name(*role), "drop"], &["hand", "drop"], &["hand"]]),
            );
        }
        Cause::NeverPassed => add("the rules for all moves", key(game, &[&["moves"]])),
        Cause::Guard { leg, guard, .. } => {
            let asked = movement.and_then(|movement| movement.legs.get(*leg)?.guards.get(*guard));
            for right in asked.map(rights).unwrap_or_default() {
                let Some(right) = variant.rights.get(right) else { continue };
                let about = format!("the squares of the right {}", right.name);
                add(&about, key(game, &[&["rights", &right.name]]));
            }
        }
        _ => {}
    }
    found
}

/// The rights that a predicate tests.
fn rights(predicate: &Predicate) -> Vec<usize> {
    match predicate {
        Predicate::Right(right, _) => vec![usize::from(right.0)],
        Predicate::Not(inner) => inner.iter().flat_map(rights).collect(),
        Predicate::Or(ways) => ways.iter().flatten().flat_map(rights).collect(),
        _ => Vec::new(),
    }
}
