//! Lints names that the file declares and does not use.

use crate::compile::game::Game;
use crate::compile::names::Declared;
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::At;
use crate::compile::read::tree::Table;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span};
use crate::variant::{Effect, RoleId, RoleSet, Variant};

/// Reports names that the file declares and does not use.
pub(crate) fn lint_unused(game: &mut Game<'_>, variant: &Variant, root: &Table, sources: &Sources) {
    let ours = |all: &[Declared]| -> Vec<Declared> {
        all.iter().filter(|one| !one.used && one.at.0 == MAIN).cloned().collect()
    };
    let mut unused: Vec<(Code, At, String)> = Vec::new();
    for zone in ours(&game.ground.zone_names) {
        unused.push((Code::UNUSED_ZONE, zone.at, format!("nothing uses the zone `{}`", zone.name)));
    }
    for right in ours(&game.names.rights) {
        unused.push((Code::UNUSED_RIGHT, right.at, format!("no condition tests the right `{}`", right.name)));
    }
    for (function, used) in game.functions.all.iter().zip(&game.functions.used) {
        if !used && function.at.0 == MAIN {
            let message = format!("nothing calls the function `{}`", function.name);
            unused.push((Code::UNUSED_FUNCTION, function.at, message));
        }
    }
    orphaned_functions(game, root, sources);
    for counter in ours(&game.names.counters) {
        let message = format!("nothing tests or changes the counter `{}`", counter.name);
        unused.push((Code::UNUSED_COUNTER, counter.at, message));
    }
    let asked = |index: &usize| game.names.asked_counters.contains(index);
    let changed = game.names.counters.iter().enumerate().filter(|(_, one)| one.used && one.at.0 == MAIN);
    for (_, counter) in changed.filter(|(index, _)| !asked(index)) {
        let message = format!("moves change the counter `{}`, but no condition tests it", counter.name);
        unused.push((Code::UNASKED_COUNTER, counter.at, message));
    }
    if let Some(at) = game.names.points_at.filter(|at| at.0 == MAIN)
        && game.names.points_asked.is_empty()
    {
        unused.push((Code::UNASKED_POINTS, at, "no condition tests points".to_owned()));
    }
    let present = appearing(variant);
    // A neutral piece without movements is declared for positions that contain it.
    let stands =
        |index: usize| variant.roles.get(index).is_some_and(|role| role.neutral && role.movements.is_empty());
    for (index, role) in game.names.roles.iter().enumerate() {
        // Royal pieces have their own lint.
        let royal = variant.role(RoleId(index as u8)).royal;
        if !present.contains(RoleId(index as u8)) && role.at.0 == MAIN && !royal && !stands(index) {
            let message = format!("the piece `{}` never appears on the board", role.name);
            unused.push((Code::UNUSED_ROLE, role.at, message));
        }
    }
    for (code, at, message) in unused {
        game.findings.report_at(at, code, message);
    }
}

/// Functions of an extended file that it calls, but that nothing calls after this file's changes.
fn orphaned_functions(game: &mut Game<'_>, root: &Table, sources: &Sources) {
    let name = root.entry("name").map(|entry| entry.key.at()).filter(|at| at.0 == MAIN);
    let at = name.unwrap_or((MAIN, Span::point(0)));
    let called = |name: &str, text: &str| {
        let calls = text.match_indices(name).filter(|(start, _)| text[..*start].ends_with('@'));
        let ends = |start: usize| !text[start + name.len()..].starts_with(char::is_alphanumeric);
        calls.into_iter().any(|(start, _)| ends(start))
    };
    for (function, used) in game.functions.all.iter().zip(&game.functions.used) {
        let known = sources.get(function.at.0).filter(|_| !used && function.at.0 != MAIN);
        if known.is_some_and(|source| called(&function.name, source.text())) {
            let message =
                format!("nothing calls the function `{}` of the extended file any more", function.name);
            let finding = Diagnostic::new(Code::UNUSED_FUNCTION, at.1, message)
                .label_in(function.at.0, function.at.1, "it was called there")
                .help(format!("remove it: `{} = false` in `[functions]`", function.name));
            game.findings.add(finding.in_source(at.0));
        }
    }
}

/// The roles in the start position and those that effects or promotions create.
pub(super) fn appearing(variant: &Variant) -> RoleSet {
    let mut roles: Vec<RoleId> = variant.start.pieces().map(|(_, piece)| piece.role).collect();
    let mut effects: Vec<&Effect> = Vec::new();
    let held = variant.start.hands.iter().enumerate().filter(|(_, count)| **count > 0);
    roles.extend(held.map(|(slot, _)| RoleId((slot % variant.roles.len().max(1)) as u8)));
    for (index, role) in variant.roles.iter().enumerate() {
        if role.supply && !role.drops.is_empty() {
            roles.push(RoleId(index as u8));
        }
        if let Some(before) = role.reverts.filter(|_| variant.hand.is_some()) {
            roles.push(before);
        }
        effects.extend(role.drops.iter().flat_map(|drop| &drop.effects));
        roles.extend(role.promotion.iter().flat_map(|promotion| promotion.to.iter().copied()));
        effects.extend(role.movements.iter().flat_map(|movement| &movement.effects));
        effects.extend(role.after_move.iter().chain(&role.after_capture).flat_map(|hook| &hook.effects));
    }
    effects.extend(variant.after_move.iter().chain(&variant.after_capture).flat_map(|hook| &hook.effects));
    for effect in effects {
        match effect {
            Effect::Promote(to) => roles.extend(to),
            Effect::Become(role) | Effect::Put(role, _) => roles.push(*role),
            // A piece with unlimited supply can be dropped from an empty hand.
            Effect::Drop(from, _) => {
                roles.extend(from.iter().filter(|&&role| variant.role(role).supply));
            }
            // A native effect may put any piece on the board.
            Effect::Native(_) => return RoleSet::ALL,
            _ => {}
        }
    }
    roles.into_iter().collect()
}
