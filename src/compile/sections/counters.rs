//! `[counters]`: numbers that moves change and conditions test.

use crate::compile::caps::MAX_COUNTERS;
use crate::compile::game::Game;
use crate::compile::names::{Declared, check_name};
use crate::compile::read::tree::Table;
use crate::compile::schema;
use crate::diagnostic::Code;
use crate::variant::Counter;

/// Declares the counters, so that patterns can use their names.
pub(crate) fn read_counters(game: &mut Game<'_>, root: &Table) -> Vec<Counter> {
    let Some(table) = root.table_at(&mut game.findings, "counters") else { return Vec::new() };
    let mut counters = Vec::new();
    for entry in &table.entries {
        if counters.len() >= MAX_COUNTERS {
            let message = format!("a game may have {MAX_COUNTERS} counters");
            game.findings.report_at(entry.key.at(), Code::TOO_MANY_COUNTERS, message);
            break;
        }
        check_name(&mut game.findings, &entry.key, "a counter");
        game.names.counters.push(Declared::key(&entry.key));
        let mut counter = Counter { name: entry.key.value.clone(), start: 0, shared: false };
        if let Some(table) = entry.value.table(&mut game.findings, "a counter") {
            table.keys(&mut game.findings, &schema::COUNTER);
            let start = table.get("start");
            let start = start.and_then(|node| node.integer(&mut game.findings, "`start`", -999, 999));
            counter.start = start.unwrap_or(0) as i16;
            let shared = table.get("shared");
            counter.shared =
                shared.and_then(|node| node.boolean(&mut game.findings, "`shared`")).unwrap_or(false);
        }
        counters.push(counter);
    }
    counters
}
