//! `promotion`: the roles that a piece may or must promote to, and the conditions.

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Value};
use crate::compile::schema;
use crate::variant::{Promotion, RoleSet};

use super::conditions::{YES_OR_WHEN, free_guards, switch_in_quotes};

/// The type of a key that takes `true` or conditions, in words.
const ALWAYS_OR_WHEN: &str = "true, a string or a list of strings";

/// Reads a piece's `promotion`.
pub(crate) fn read_promotion(game: &mut Game<'_>, node: &Node) -> Option<Promotion> {
    let table = node.table(&mut game.findings, "`promotion`")?;
    table.keys(&mut game.findings, &schema::PROMOTION);
    let mut to = Vec::new();
    let texts: Vec<Text> = table.strings_at(&mut game.findings, "to").into_iter().cloned().collect();
    for text in &texts {
        to.extend(game.names.role_or_report(&mut game.findings, text, &text.value, text.all()));
    }
    if texts.is_empty() {
        game.findings.missing(node.at(), "a promotion needs `to`: the pieces that it may become");
    }
    let when = match table.get("when") {
        Some(Node { kind: Value::Boolean(true), .. }) => Vec::new(),
        Some(when @ Node { kind: Value::String(_) | Value::Array(_), .. }) => {
            if switch_in_quotes(game, when, "`when`", ALWAYS_OR_WHEN) {
                return None;
            }
            free_guards(game, when, "`when`")?
        }
        Some(when) => {
            return when.wrong_type(&mut game.findings, "`when`", ALWAYS_OR_WHEN);
        }
        None => {
            game.findings
                .missing(node.at(), "a promotion needs `when`: the condition, such as `@To(Rank 8)`");
            return None;
        }
    };
    let forced = match table.get("forced").map(|node| (node, &node.kind)) {
        None | Some((_, Value::Boolean(true))) => Some(Vec::new()),
        Some((_, Value::Boolean(false))) => None,
        Some((node, _)) if switch_in_quotes(game, node, "`forced`", YES_OR_WHEN) => return None,
        Some((node, Value::String(_) | Value::Array(_))) => Some(free_guards(game, node, "`forced`")?),
        Some((node, _)) => return node.wrong_type(&mut game.findings, "`forced`", YES_OR_WHEN),
    };
    let stock = match table.get("stock").map(|node| (node, &node.kind)) {
        None | Some((_, Value::Boolean(false))) => RoleSet::default(),
        Some((_, Value::Boolean(true))) => to.iter().copied().collect(),
        Some((node, kind)) if !matches!(kind, Value::String(_) | Value::Array(_)) => {
            return node.wrong_type(&mut game.findings, "`stock`", YES_OR_WHEN);
        }
        Some(_) => game.names.role_set_at(&mut game.findings, table, "stock").unwrap_or_default(),
    };
    Some(Promotion { to, when, forced, stock })
}
