//! `[records]`: the names of the game in game records.

use crate::compile::findings::Findings;
use crate::compile::game::Game;
use crate::compile::read::tree::Table;
use crate::compile::schema;
use crate::compile::sections::setup::report_fen;
use crate::diagnostic::Code;
use crate::variant::{Records, Variant, fen};

/// The largest allowed game number of SGF.
const MAX_NUMBER: i64 = 9999;

/// Reads `[records]`.
pub(crate) fn read_records(findings: &mut Findings, root: &Table) -> Records {
    let mut records = Records::default();
    let Some(table) = root.table_at(findings, "records") else { return records };
    table.keys(findings, &schema::RECORDS);
    for text in table.strings_at(findings, "names") {
        let at = (text.source, text.span);
        let plain = Records::plain(&text.value);
        if plain.is_empty() && !text.value.is_empty() {
            findings.report_at(at, Code::BAD_VALUE, "a name has letters or digits");
        } else if records.names.iter().any(|known| Records::plain(known) == plain) {
            let message = "this name is given twice: letter case, blanks and signs do not count";
            findings.report_at(at, Code::BAD_VALUE, message);
        } else {
            records.names.push(text.value.clone());
        }
    }
    for entry in table.table_at(findings, "starts").into_iter().flat_map(|starts| &starts.entries) {
        if let Some(text) = entry.value.string(findings, "a FEN") {
            records.starts.push((entry.key.value.clone(), text.value.clone()));
        }
    }
    // Number 1 is Go, whose moves are points.
    records.sgf = table
        .get("sgf")
        .and_then(|node| node.integer(findings, "`sgf`", 2, MAX_NUMBER))
        .and_then(|number| u16::try_from(number).ok());
    records
}

/// Reports start positions of `[records]` that do not fit the game.
pub(crate) fn check_starts(game: &mut Game<'_>, root: &Table, variant: &Variant) {
    // Errors in the tables were already reported.
    let mut said = Findings::default();
    let Some(records) = root.table_at(&mut said, "records") else { return };
    for entry in records.table_at(&mut said, "starts").into_iter().flat_map(|starts| &starts.entries) {
        if let Some(text) = entry.value.string(&mut said, "a FEN")
            && let Err(error) = fen::parse(variant, &text.value)
        {
            report_fen(game, text, &error);
        }
    }
}
