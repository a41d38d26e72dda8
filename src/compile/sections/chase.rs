//! `perpetual-chase` of `[ending]`: the pieces that may chase others forever.

use super::conditions::{free_guards, note_clauses};
use super::ending::verdict;
use crate::compile::game::Game;
use crate::compile::read::tree::Table;
use crate::compile::schema;
use crate::compile::{Clause, Origins};
use crate::source::Span;
use crate::variant::{Chase, RoleId, RoleSet, Verdict};

/// `{ result = "loss", free = ["soldier"], spared = "…", always = { cannon = ["chariot"] } }` of a repetition.
pub(super) fn read_chase(game: &mut Game<'_>, repetition: &Table, origins: &mut Origins) -> Option<Chase> {
    let table = repetition.table_at(&mut game.findings, "perpetual-chase")?;
    table.keys(&mut game.findings, &schema::CHASE);
    let free = game.names.role_set_at(&mut game.findings, table, "free").unwrap_or_default();
    let spared = table.get("spared").and_then(|node| {
        note_clauses(origins, Clause::Spared, node);
        free_guards(game, node, "`spared`")
    });
    let mut always: Vec<(RoleId, RoleSet)> = Vec::new();
    let pairs = table.table_at(&mut game.findings, "always");
    for entry in pairs.map_or(&[][..], |pairs| &pairs.entries) {
        let (key, inner) = (&entry.key, pairs.unwrap_or(table));
        let all = Span::new(0, key.value.len());
        let by = game.names.role_or_report(&mut game.findings, key, &key.value, all);
        let of = game.names.role_set_at(&mut game.findings, inner, &key.value);
        always.extend(by.zip(of));
    }
    Some(Chase {
        result: verdict(game, table, "result").unwrap_or(Verdict::Loss),
        free,
        spared: spared.unwrap_or_default(),
        always,
    })
}
