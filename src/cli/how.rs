//! The output of `carn check --how`: the form of each movement in the tables, and the reason why it has no faster one.

use carn::position::Rules;
use carn::search::{Allowed, Evaluation};
use carn::variant::Variant;
use serde_json::{Value, json};

/// The output as lines.
pub fn lines(variant: &Variant) -> Vec<String> {
    let rules = Rules::new(variant.clone());
    let mut lines = match rules.fallback() {
        Some(reason) => vec![format!("the game runs on the literal evaluator, square by square: {reason}")],
        None => rules.account().lines(rules.variant()),
    };
    let allowed = Allowed::new(&rules, &Evaluation::new(&rules));
    lines
        .extend(allowed.objections.iter().map(|one| format!("search: no {}: {}", one.technique, one.reason)));
    lines
}

/// The output as JSON.
pub fn json(variant: &Variant) -> Value {
    let rules = Rules::new(variant.clone());
    let account = rules.account();
    let parts = account.parts.iter().map(|part| {
        let player = part.player.and_then(|player| rules.variant().players.get(player.index()));
        let role = part.role.and_then(|role| rules.variant().roles.get(role.index()));
        json!({
            "player": player.map(|player| &player.name),
            "role": role.map(|role| &role.name),
            "form": part.form,
            "numbers": part.numbers.iter().map(|(what, number)| ((*what).to_owned(), json!(number))).collect::<serde_json::Map<_, _>>(),
        })
    });
    let allowed = Allowed::new(&rules, &Evaluation::new(&rules));
    let objections = allowed.objections.iter();
    let search: Vec<_> =
        objections.map(|one| json!({ "technique": one.technique, "reason": one.reason })).collect();
    json!({ "search": search, "without_tables": rules.fallback(), "bytes": rules.bytes(), "parts": parts.collect::<Vec<_>>() })
}
