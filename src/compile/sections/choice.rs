//! `[moves]`: restrictions and compulsions on all moves.

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Table, Value};
use crate::compile::schema;
use crate::compile::{Clause, Origins};
use crate::diagnostic::Code;
use crate::syntax;
use crate::variant::{Choice, Most, Must, Predicate};

use super::conditions::{
    YES_OR_WHEN, conditions, free_guards, note_clauses, position_conditions, switch_in_quotes,
};

/// Reads `[moves]`.
pub(crate) fn read_choice(game: &mut Game<'_>, root: &Table, origins: &mut Origins) -> Choice {
    let mut choice = Choice::default();
    let Some(table) = root.table_at(&mut game.findings, "moves") else { return choice };
    table.keys(&mut game.findings, &schema::MOVES);
    if let Some(node) = table.get("guard") {
        note_clauses(origins, Clause::Guard, node);
        choice.guard = free_guards(game, node, "`guard`").unwrap_or_default();
    }
    if let Some(node) = table.get("must") {
        note_clauses(origins, Clause::Must, node);
        let texts: Vec<Text> = table.strings_at(&mut game.findings, "must").into_iter().cloned().collect();
        for text in &texts {
            choice.must.extend(game.asking_for_moves(|game| read_must(game, text)));
        }
    }
    choice.most = table.word_at(&mut game.findings, "most", &[("taken", Most::Taken)]);
    for (key, about) in [("answer", "`answer`"), ("partners", "`partners`")] {
        let Some(node) = table.get(key) else { continue };
        let said = node.boolean(&mut game.findings, about) == Some(true);
        if said && game.ground.players.len() == 2 {
            let message = format!("{about} is for games of more than two");
            game.findings.report_at(node.at(), Code::BAD_VALUE, message);
        } else if said && key == "partners" && root.get("teams").is_none() {
            let message = "`partners` is for games with `teams`, and this one has none";
            game.findings.report_at(node.at(), Code::BAD_VALUE, message);
        } else if key == "answer" {
            choice.answer = said;
        } else {
            choice.partners = said;
        }
    }
    choice.pass = match table.get("pass").map(|node| (node, &node.kind)) {
        None | Some((_, Value::Boolean(false))) => None,
        Some((_, Value::Boolean(true))) => Some(Vec::new()),
        Some((node, Value::String(_) | Value::Array(_))) => {
            note_clauses(origins, Clause::Pass, node);
            match switch_in_quotes(game, node, "`pass`", YES_OR_WHEN) {
                true => None,
                false => game.asking_for_moves(|game| free_guards(game, node, "`pass`")),
            }
        }
        Some((node, _)) => node.wrong_type(&mut game.findings, "`pass`", YES_OR_WHEN),
    };
    choice
}

/// `condition => wanted`, or `wanted` alone.
fn read_must(game: &mut Game<'_>, text: &Text) -> Option<Must> {
    let Some((before, after)) = text.value.split_once("=>") else {
        return Some(Must { when: Vec::new(), wanted: calls(game, text, 0, &text.value)? });
    };
    let when = position_conditions(game, text, syntax::parse_calls(before));
    let wanted = calls(game, text, before.len() + 2, after);
    Some(Must { when: when?, wanted: wanted? })
}

/// The predicates in a part of a text, starting at a byte offset.
fn calls(game: &mut Game<'_>, text: &Text, start: usize, part: &str) -> Option<Vec<Predicate>> {
    // Blanks replace the text before it, so that spans fit the whole text.
    let padded = " ".repeat(start) + part;
    conditions(game, text, syntax::parse_calls(&padded))
}
