//! Conditions that stand under a key of their own: of promotions, drops, all moves, ends.

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Value};
use crate::compile::resolve::moveless::Moveless;
use crate::compile::{Clause, ClauseOrigin, Origins, lower, resolve};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::Call;
use crate::syntax::{self, Parsed};
use crate::variant::Predicate;

/// What a key is that says yes, no, or under which conditions.
pub(crate) const YES_OR_WHEN: &str = "true, false, a string or a list of strings";

/// Whether `true` or `false` stands in quotes where it could stand without, or where conditions could; says so.
pub(crate) fn switch_in_quotes(game: &mut Game<'_>, node: &Node, what: &str, wanted: &str) -> bool {
    let Some(switch) = node.switch() else { return false };
    let message = format!("`{switch}` in quotes is no condition: {what} is {wanted}");
    let finding = Diagnostic::new(Code::BAD_VALUE, node.span, message).in_source(node.source);
    game.findings.add(node.unquoted(finding, wanted));
    true
}

/// Conditions that belong to no alternative.
pub(crate) fn free_guards(game: &mut Game<'_>, node: &Node, what: &str) -> Option<Vec<Predicate>> {
    if switch_in_quotes(game, node, what, "a string or a list of strings") {
        return None;
    }
    let texts: Vec<Text> = node.strings(&mut game.findings, what).into_iter().cloned().collect();
    let mut all = Vec::new();
    for text in &texts {
        let parsed = syntax::parse_calls(&text.value);
        if parsed.has_errors() && syntax::parse_region(&text.value).into_result().is_ok() {
            let message = format!("`{}` is a place, not a condition", text.value);
            let finding = Diagnostic::new(Code::BAD_VALUE, text.all(), message).fix(
                text.all(),
                format!("@To({})", text.value),
                "ask whether the piece comes to it",
            );
            game.findings.report(text, finding);
            return None;
        }
        all.extend(match game.asks_for_moves {
            true => position_conditions(game, text, parsed)?,
            false => conditions(game, text, parsed)?,
        });
    }
    Some(all)
}

/// What calls of a text ask; `None` (with findings) if they cannot be compiled.
pub(crate) fn conditions(
    game: &mut Game<'_>,
    text: &Text,
    parsed: Parsed<Vec<Call>>,
) -> Option<Vec<Predicate>> {
    game.findings.report_all(text, parsed.diagnostics);
    let resolved = resolve::free(game, text, &parsed.value?, &[])?;
    Some(lower::free(game, &resolved)?.0)
}

/// The same of calls that are asked of a position, with no move.
pub(crate) fn position_conditions(
    game: &mut Game<'_>,
    text: &Text,
    parsed: Parsed<Vec<Call>>,
) -> Option<Vec<Predicate>> {
    let moveless = Moveless::of(parsed.value.as_deref().unwrap_or_default(), text.all());
    game.with_moveless(Some(moveless), |game| conditions(game, text, parsed))
}

/// Notes where the strings of a condition stand.
pub(crate) fn note_clauses(origins: &mut Origins, clause: Clause, node: &Node) {
    let nodes = match &node.kind {
        Value::Array(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    for node in nodes {
        if let Value::String(text) = &node.kind {
            let (source, span) = text.locate(text.all());
            origins.clauses.push(ClauseOrigin { clause, source, span });
        }
    }
}
