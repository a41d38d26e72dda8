//! `[notation]`: the notations of moves.

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table};
use crate::compile::schema;
use crate::compile::sections::records::read_records;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::variant::{Notation, Role, Script};

/// Reads `[notation]`.
pub(crate) fn read_notation(
    game: &mut Game<'_>,
    root: &Table,
    move_names: Vec<String>,
    roles: &[Role],
) -> Notation {
    let records = read_records(&mut game.findings, root);
    let mut notation = Notation { move_names, records, ..Notation::default() };
    let Some(table) = root.table_at(&mut game.findings, "notation") else { return notation };
    table.keys(&mut game.findings, &schema::NOTATION);
    let texts: Vec<Text> = table.strings_at(&mut game.findings, "scripts").into_iter().cloned().collect();
    let mut scripts = Vec::new();
    for text in &texts {
        if let Some(script) = text.word(&mut game.findings, "a script", Script::NAMED)
            && !scripts.contains(&script)
        {
            scripts.push(script);
        }
    }
    if !scripts.is_empty() {
        notation.scripts = scripts;
    }
    notation.letterless = game.names.role_set_at(&mut game.findings, table, "letterless").unwrap_or_default();
    notation.aslant = game.names.role_set_at(&mut game.findings, table, "aslant").unwrap_or_default();
    notation.never_ordered =
        game.names.role_set_at(&mut game.findings, table, "never-ordered").unwrap_or_default();
    notation.massed = game.names.role_set_at(&mut game.findings, table, "massed").unwrap_or_default();
    notation.numbered_turns = table
        .get("numbered-turns")
        .and_then(|node| node.boolean(&mut game.findings, "`numbered-turns`"))
        .unwrap_or(false);
    if let Some(inner) = table.table_at(&mut game.findings, "wxf") {
        for entry in &inner.entries {
            let key = &entry.key;
            let span = Span::new(0, key.value.len());
            let role = game.names.role_or_report(&mut game.findings, key, &key.value.clone(), span);
            for letter in wxf_letters(game, &entry.value) {
                notation.wxf_letters.extend(role.map(|role| (role, letter)));
            }
        }
        check_wxf_letters(game, inner, roles, &notation);
    }
    notation
}

/// Reports two pieces with the same letter in WXF.
fn check_wxf_letters(game: &mut Game<'_>, table: &Table, roles: &[Role], notation: &Notation) {
    let own = |id: usize| notation.wxf_letters.iter().find(|(role, _)| role.index() == id);
    let letter = |id: usize| own(id).map_or(roles[id].letter, |&(_, letter)| letter);
    for (nth, &(role, written)) in notation.wxf_letters.iter().enumerate() {
        // A letter that is only read may coincide with one that is written.
        if own(role.index()) != Some(&(role, written)) {
            continue;
        }
        let same = |id: usize| id != role.index() && letter(id).to_lowercase().eq(written.to_lowercase());
        // Of two entries in this table, the second is reported.
        let later = |id: usize| notation.wxf_letters[nth..].iter().any(|(other, _)| other.index() == id);
        let Some(other) = (0..roles.len()).find(|&id| same(id) && !later(id)) else { continue };
        let Some(entry) = roles.get(role.index()).and_then(|role| table.entry(&role.name)) else { continue };
        let message = format!("in WXF two pieces have the letter `{written}`");
        let finding = Diagnostic::new(Code::DUPLICATE_LETTER, entry.value.span, message)
            .in_source(entry.value.source)
            .primary(format!("`{}` has it too", roles[other].name));
        game.findings.add(finding);
    }
}

/// The letters of a piece; the first is used for writing.
fn wxf_letters(game: &mut Game<'_>, node: &Node) -> Vec<char> {
    let texts: Vec<Text> = node.strings(&mut game.findings, "a letter").into_iter().cloned().collect();
    let letter = |text: &Text| {
        let mut chars = text.value.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if c.is_uppercase() => Some(c),
            _ => {
                game.findings.report_at(text.at(), Code::BAD_LETTER, "this is one letter in upper case");
                None
            }
        }
    };
    texts.iter().filter_map(letter).collect()
}
