//! Checks functions that are never called, so that wrong names in them are found.

use std::collections::HashSet;
use std::rc::Rc;

use crate::diagnostic::Code;
use crate::syntax::ast::{Argument, ArgumentKind, Call};

use crate::compile::caps::MAX_LEGS;
use crate::compile::functions::Function;
use crate::compile::game::Game;
use crate::compile::names::Declared;
use crate::compile::read::tree::At;

use super::Resolver;
use super::scope::{Context, LegParts, Scope};

/// Errors that depend on the calling alternative, and therefore do not count without a caller.
const OF_THE_CALLER: [Code; 5] = [
    Code::LABEL_WITHOUT_DIRECTION,
    Code::LABEL_KIND,
    Code::UNBOUNDED_VARIABLE,
    Code::NO_SUCH_LEG,
    Code::NOT_ALONE,
];

/// Resolves the bodies of functions that no pattern or hook calls. They still count as unused, and so do names used only by
/// them.
pub(crate) fn resolve_uncalled_functions(game: &mut Game<'_>) {
    let functions = Rc::clone(&game.functions.all);
    let used = game.functions.used.clone();
    let names = declared(game).map(|all| all.iter().map(|one| one.used).collect::<Vec<bool>>());
    let undisturbed = game.tracks_undisturbed;
    let asked = game.names.asked_counters.len();
    let natives = (game.natives.predicates.len(), game.natives.effects.len());
    for (function, _) in functions.iter().zip(&used).filter(|(function, used)| !**used && !function.broken) {
        resolve_body(game, function);
    }
    game.functions.used = used;
    for (all, flags) in declared(game).into_iter().zip(names) {
        all.iter_mut().zip(flags).for_each(|(one, used)| one.used = used);
    }
    game.tracks_undisturbed = undisturbed;
    game.names.asked_counters.truncate(asked);
    game.natives.predicates.truncate(natives.0);
    game.natives.effects.truncate(natives.1);
}

/// All names whose use is tracked.
fn declared<'g>(game: &'g mut Game<'_>) -> [&'g mut Vec<Declared>; 4] {
    let names = &mut game.names;
    [&mut game.ground.zone_names, &mut names.roles, &mut names.rights, &mut names.counters]
}

fn resolve_body(game: &mut Game<'_>, function: &Function) {
    let before = game.findings.len();
    let mut parameters = HashSet::new();
    let asked = std::mem::replace(&mut game.asks_for_moves, true);
    let mut resolver = Resolver::new(game, MAX_LEGS);
    for (text, calls) in &function.body {
        let scope = Scope::new(text);
        for call in calls {
            uses(call, function, &mut |argument| {
                parameters.insert(text.locate(argument.span));
            });
            if function.effects {
                resolver.action(&scope, call, &mut Vec::new());
            } else {
                let mut parts = LegParts::default();
                let mut context = Context { leg: Some(0), nested: false, parts: Some(&mut parts) };
                resolver.condition(&scope, call, &mut context, &mut Vec::new());
            }
        }
    }
    game.asks_for_moves = asked;
    // A parameter may be anything.
    game.findings.retain_from(before, |finding| {
        let at: At = (finding.source, finding.span);
        !OF_THE_CALLER.contains(&finding.code) && !parameters.contains(&at)
    });
}

/// Calls `f` with every argument that is a parameter of the function.
fn uses(call: &Call, function: &Function, f: &mut impl FnMut(&Argument)) {
    call.arguments.iter().for_each(|argument| uses_in(argument, function, f));
}

fn uses_in(argument: &Argument, function: &Function, f: &mut impl FnMut(&Argument)) {
    match &argument.kind {
        ArgumentKind::Calls(calls) => calls.iter().for_each(|call| uses(call, function, f)),
        ArgumentKind::Runs(..) | ArgumentKind::Span(..) => {
            argument.inner().for_each(|part| uses_in(part, function, f));
        }
        ArgumentKind::Name(name) => {
            if function.parameters.iter().any(|parameter| parameter.text == name.text) {
                f(argument);
            }
        }
        ArgumentKind::Counts(_) | ArgumentKind::Steps { .. } => {}
    }
}
