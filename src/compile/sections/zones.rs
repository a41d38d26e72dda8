//! `[zones]`: squares under a name.

use crate::compile::caps::MAX_ZONES;
use crate::compile::findings::Findings;
use crate::compile::ground::{BOARD, Ground, unite};
use crate::compile::names::{Declared, check_name};
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Table, Value};
use crate::compile::resolve::regions::{parse_region, region_squares};
use crate::compile::schema;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax;
use crate::variant::Zone;

/// Reads `[zones]`.
pub(crate) fn read_zones(root: &Table, ground: &mut Ground, findings: &mut Findings) {
    let Some(table) = root.table_at(findings, "zones") else { return };
    // Declare all names first, so that a region can distinguish unknown names from later ones.
    for entry in &table.entries {
        check_name(findings, &entry.key, "a zone");
        if ground.zone_names.len() >= MAX_ZONES {
            return;
        }
        ground.zone_names.push(Declared::key(&entry.key));
        ground.zones.push(Zone { name: entry.key.value.clone(), squares: ground.nowhere() });
    }
    let mut done = vec![false; table.entries.len()];
    for index in 0..table.entries.len() {
        read_zone(ground, findings, table, index, &mut done, &mut Vec::new());
    }
    // A zone of this name with the same squares is the predefined one.
    let other = |zone: &Zone| zone.name == BOARD && zone.squares != ground.everywhere();
    if let Some(entry) = ground.zones.iter().zip(&table.entries).find(|(zone, _)| other(zone)).map(|(_, e)| e)
    {
        let message = format!("`{BOARD}` is already the name of a zone: that of all squares");
        let finding =
            Diagnostic::new(Code::NAME_TAKEN, entry.key.span, message).help("give this zone another name");
        findings.add(finding.in_source(entry.key.source));
    }
}

/// Builds one zone, after the zones that it names.
fn read_zone(
    ground: &mut Ground,
    findings: &mut Findings,
    table: &Table,
    index: usize,
    done: &mut [bool],
    chain: &mut Vec<usize>,
) {
    if done[index] {
        return;
    }
    let entry = &table.entries[index];
    if chain.contains(&index) || chain.len() > 64 {
        let names: Vec<&str> =
            chain.iter().chain([&index]).map(|&at| table.entries[at].key.value.as_str()).collect();
        let message = format!("the zone `{}` contains itself", entry.key.value);
        let finding = Diagnostic::new(Code::ZONE_CYCLE, entry.key.span, message)
            .help(format!("the chain is {}", names.join(" → ")));
        findings.add(finding.in_source(entry.key.source));
        done[index] = true;
        return;
    }
    chain.push(index);
    let texts: Vec<Text> = match &entry.value.kind {
        Value::Array(items) if items.is_empty() => Vec::new(),
        Value::Table(table) => {
            table.keys(findings, &schema::ZONE);
            if table.get("squares").is_none() {
                findings.missing(entry.value.at(), "a zone written as a table needs `squares`");
            }
            table.strings_at(findings, "squares").into_iter().cloned().collect()
        }
        _ => entry.value.strings(findings, "a zone").into_iter().cloned().collect(),
    };
    for text in &texts {
        let Some(region) = parse_region(ground, findings, text) else { continue };
        for term in &region.terms {
            if let syntax::ast::Term::Zone(name) = term
                && let Some(other) = table.entries.iter().position(|entry| entry.key.value == name.text)
            {
                read_zone(ground, findings, table, other, done, chain);
            }
        }
        if let Some(squares) = region_squares(ground, findings, text, &region) {
            unite(&mut ground.zones[index].squares, &squares);
        }
    }
    chain.pop();
    done[index] = true;
}
