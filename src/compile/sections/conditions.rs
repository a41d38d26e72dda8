//! Conditions under keys outside patterns: promotions, drops, restrictions of all moves, ends.

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Value};
use crate::compile::resolve::moveless::Moveless;
use crate::compile::{Clause, ClauseOrigin, Origins, lower, resolve};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::Call;
use crate::syntax::{self, Parsed};
use crate::variant::Predicate;

/// The type of a key that takes a switch or conditions, in words.
pub(crate) const YES_OR_WHEN: &str = "true, false, a string or a list of strings";

/// Whether `true` or `false` is quoted where a switch or conditions are expected; reports it.
pub(crate) fn switch_in_quotes(game: &mut Game<'_>, node: &Node, what: &str, wanted: &str) -> bool {
    let (Some(_), Value::String(text)) = (node.switch(), &node.kind) else { return false };
    let message = format!("\"{}\" is no condition: {what} is {wanted}", text.value);
    let finding = Diagnostic::new(Code::BAD_VALUE, node.span, message).in_source(node.source);
    game.findings.add(node.unquoted(finding, wanted));
    true
}

/// Conditions outside alternatives.
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
                "test whether the piece moves to it",
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

/// The conditions of a text's calls; `None` (with findings) if they cannot be compiled.
pub(crate) fn conditions(
    game: &mut Game<'_>,
    text: &Text,
    parsed: Parsed<Vec<Call>>,
) -> Option<Vec<Predicate>> {
    game.findings.report_all(text, parsed.diagnostics);
    let resolved = resolve::free(game, text, &parsed.value?, &[])?;
    Some(lower::free(game, &resolved)?.0)
}

/// The same for conditions on a position, without a move.
pub(crate) fn position_conditions(
    game: &mut Game<'_>,
    text: &Text,
    parsed: Parsed<Vec<Call>>,
) -> Option<Vec<Predicate>> {
    let moveless = Moveless::of(parsed.value.as_deref().unwrap_or_default(), text.all());
    game.with_moveless(Some(moveless), |game| conditions(game, text, parsed))
}

/// Records the places of a condition's strings.
pub(crate) fn note_clauses(origins: &mut Origins, clause: Clause, node: &Node) {
    for text in strings(node) {
        let (source, span) = text.locate(text.all());
        origins.clauses.push(ClauseOrigin { clause, source, span });
    }
}

/// The strings of a string or a list.
pub(crate) fn strings(node: &Node) -> impl Iterator<Item = &Text> {
    let nodes = match &node.kind {
        Value::Array(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    nodes.iter().filter_map(|node| match &node.kind {
        Value::String(text) => Some(text),
        _ => None,
    })
}
