//! `[engine]`: what a search thinks of the pieces.

use crate::compile::game::Game;
use crate::compile::read::extends::MAIN;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table, Value};
use crate::compile::schema;
use crate::diagnostic::Code;
use crate::source::Span;
use crate::variant::{Role, RoleId, RoleWeights, Weights};

/// Weights are no greater.
pub(crate) const MOST_WEIGHT: i64 = 20_000;

/// Reads `[engine]`.
pub(crate) fn read_weights(game: &mut Game<'_>, root: &Table, roles: &[Role]) -> Weights {
    let mut weights = Weights::default();
    let Some(table) = root.table_at(&mut game.findings, "engine") else { return weights };
    table.keys(&mut game.findings, &schema::ENGINE);
    weights.tempo = number(game, table, "tempo", -MOST_WEIGHT, MOST_WEIGHT);
    weights.attack = number(game, table, "attack", 0, 1000);
    weights.threats = number(game, table, "threats", 0, 1000);
    let Some(pieces) = table.table_at(&mut game.findings, "pieces") else { return weights };
    weights.roles = vec![RoleWeights::default(); roles.len()];
    for entry in &pieces.entries {
        let role = role_of(game, &entry.key);
        let Some(inner) = entry.value.table(&mut game.findings, "the weights of a piece") else {
            continue;
        };
        inner.keys(&mut game.findings, &schema::WEIGHTS);
        let read = read_role(game, inner, roles.len());
        if let Some(place) = role.and_then(|role| weights.roles.get_mut(role.index())) {
            *place = read;
        }
    }
    weights
}

/// The piece of a key. Weights of another game may be for pieces that this one lacks.
fn role_of(game: &mut Game<'_>, key: &Text) -> Option<RoleId> {
    if key.source != MAIN && game.names.role(&key.value).is_none() {
        return None;
    }
    game.names.role_or_report(&mut game.findings, key, &key.value, Span::new(0, key.value.len()))
}

fn read_role(game: &mut Game<'_>, table: &Table, roles: usize) -> RoleWeights {
    let value = table.get("value").and_then(|node| numbers(game, node, "`value`", 2));
    let around = ["own-royal", "royal"].map(|key| listed(game, table, key, Weights::AROUND));
    RoleWeights {
        value: value.map(|value| (value[0], value[1])),
        hand: number(game, table, "hand", -MOST_WEIGHT, MOST_WEIGHT),
        mobility: number(game, table, "mobility", -MOST_WEIGHT, MOST_WEIGHT),
        places: read_places(game, table),
        pair: number(game, table, "pair", -MOST_WEIGHT, MOST_WEIGHT),
        passed: listed(game, table, "passed", Weights::MOVES),
        royals: around,
        beside: read_beside(game, table, roles),
    }
}

fn read_places(game: &mut Game<'_>, table: &Table) -> Vec<Vec<(i32, i32)>> {
    let Some(places) = table.table_at(&mut game.findings, "places") else { return Vec::new() };
    let axes: Vec<(String, usize)> =
        game.ground.board.axes().iter().map(|axis| (axis.name.clone(), axis.length.into())).collect();
    let names: Vec<&str> = axes.iter().map(|(name, _)| name.as_str()).collect();
    places.only_keys(&mut game.findings, "the places of a piece", &names);
    axes.iter().map(|(name, length)| listed(game, places, name, *length)).collect()
}

/// The neighbours of a piece, by role.
fn read_beside(game: &mut Game<'_>, table: &Table, roles: usize) -> Vec<[Vec<i32>; 2]> {
    let mut beside = Vec::new();
    for (place, key) in ["with", "against"].into_iter().enumerate() {
        let Some(others) = table.table_at(&mut game.findings, key) else { continue };
        beside.resize(roles, [Vec::new(), Vec::new()]);
        for entry in &others.entries {
            let role = role_of(game, &entry.key);
            let what = format!("`{}`", entry.key.value);
            if let Some(list) = numbers(game, &entry.value, &what, Weights::NEIGHBOURS)
                && let Some(lists) = role.and_then(|role| beside.get_mut(role.index()))
            {
                lists[place] = list;
            }
        }
    }
    beside
}

/// Two lists of so many numbers: for the middle game and for the endgame. None if the key is missing.
fn listed(game: &mut Game<'_>, table: &Table, key: &str, count: usize) -> Vec<(i32, i32)> {
    let Some(node) = table.get(key) else { return Vec::new() };
    let what = format!("`{key}`");
    let Value::Array(phases) = &node.kind else {
        node.wrong_type::<()>(&mut game.findings, &what, "two lists of numbers");
        return Vec::new();
    };
    let [middle, end] = phases.as_slice() else {
        let message = format!("{what} has two lists of numbers: for the middlegame and for the endgame");
        game.findings.report_at(node.at(), Code::BAD_VALUE, &message);
        return Vec::new();
    };
    let [middle, end] = [middle, end].map(|node| numbers(game, node, &what, count));
    middle.into_iter().flatten().zip(end.into_iter().flatten()).collect()
}

fn number(game: &mut Game<'_>, table: &Table, key: &str, least: i64, most: i64) -> Option<i32> {
    let node = table.get(key)?;
    node.integer(&mut game.findings, &format!("`{key}`"), least, most).map(|number| number as i32)
}

/// So many numbers.
fn numbers(game: &mut Game<'_>, node: &Node, what: &str, count: usize) -> Option<Vec<i32>> {
    let Value::Array(items) = &node.kind else {
        return node.wrong_type(&mut game.findings, what, &format!("a list of {count} numbers"));
    };
    if items.len() != count {
        let message = format!("{what} is a list of {count} numbers, not {}", items.len());
        game.findings.report_at(node.at(), Code::BAD_VALUE, message);
        return None;
    }
    let one = |item: &Node| {
        item.integer(&mut game.findings, &format!("a number of {what}"), -MOST_WEIGHT, MOST_WEIGHT)
    };
    items.iter().map(one).map(|number| number.map(|number| number as i32)).collect()
}
