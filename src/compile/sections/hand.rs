//! `[hand]` and `drop`: pieces in hand, and the squares for drops.

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{Node, Table, Value};
use crate::compile::schema;
use crate::syntax;
use crate::variant::{Effect, Hand, Hook, Revert, Role, RoleId, Taken};

use super::conditions::{YES_OR_WHEN, conditions, note_clauses, switch_in_quotes};
use super::hooks::read_drop_hook;
use crate::compile::{Clause, Origins};

pub(crate) const TAKEN: [(&str, Taken); 2] = [("taker", Taken::Taker), ("owner", Taken::Owner)];
pub(crate) const REVERT: [(&str, Revert); 3] =
    [("mark", Revert::Mark), ("role", Revert::Role), ("no", Revert::Never)];

/// Reads `[hand]` and adds the drops of every role. `None` for a game without hands.
pub(crate) fn read_hand(
    game: &mut Game<'_>,
    root: &Table,
    roles: &mut [Role],
    origins: &mut Origins,
) -> Option<Hand> {
    let table = root.table_at(&mut game.findings, "hand");
    let mut hand = Hand::default();
    let mut default = Vec::new();
    if let Some(table) = table {
        table.keys(&mut game.findings, &schema::HAND);
        hand.taken = table.word_at(&mut game.findings, "taken", &TAKEN);
        hand.revert = table.word_at(&mut game.findings, "revert", &REVERT).unwrap_or_default();
        if let Some(node) = table.get("drop") {
            default = read_drop(game, node);
        }
    }
    let Some(Value::Table(pieces)) = root.get("pieces").map(|node| &node.kind) else { return None };
    let general = table.and_then(|table| table.get("drop"));
    for (index, (role, entry)) in roles.iter_mut().zip(&pieces.entries).enumerate() {
        let own = entry.value.as_table();
        let said = own.and_then(|table| table.get("drop")).or(general);
        if let Some(node) = said {
            note_clauses(origins, Clause::Drop(RoleId(index as u8)), node);
        }
        role.drops = match own.and_then(|table| table.get("drop")) {
            Some(node) => read_drop(game, node),
            None => default.clone(),
        };
        if let Some(node) = own.and_then(|table| table.get("supply")) {
            role.supply = node.boolean(&mut game.findings, "`supply`").unwrap_or(false);
        }
    }
    let gates = |effect: &Effect| matches!(effect, Effect::Drop(..) | Effect::ToHand(_));
    let used = roles.iter().any(|role| {
        // A neutral piece with unlimited supply is in no player's hand.
        let held = !(role.neutral && role.supply);
        held && !role.drops.is_empty()
            || role.movements.iter().any(|movement| movement.effects.iter().any(gates))
    });
    settle_reverts(roles, hand.revert);
    (table.is_some() || used).then_some(hand)
}

/// `drop`: whether drops are allowed, on which squares, and with which effects.
fn read_drop(game: &mut Game<'_>, node: &Node) -> Vec<Hook> {
    match &node.kind {
        Value::Boolean(false) => Vec::new(),
        Value::Boolean(true) => vec![Hook { guards: Vec::new(), effects: Vec::new() }],
        Value::String(_) | Value::Array(_) => {
            let texts: Vec<Text> = node.strings(&mut game.findings, "`drop`").into_iter().cloned().collect();
            if switch_in_quotes(game, node, "`drop`", YES_OR_WHEN) {
                return Vec::new();
            }
            texts.iter().filter_map(|text| read_way(game, text)).collect()
        }
        _ => {
            node.wrong_type::<()>(&mut game.findings, "`drop`", YES_OR_WHEN);
            Vec::new()
        }
    }
}

/// One way to drop: conditions, and optional effects after `=>`.
fn read_way(game: &mut Game<'_>, text: &Text) -> Option<Hook> {
    if text.value.contains("=>") {
        return read_drop_hook(game, text);
    }
    let guards = conditions(game, text, syntax::parse_calls(&text.value))?;
    Some(Hook { guards, effects: Vec::new() })
}

/// Sets for each role the role it had before promotion. If several roles promote to it, none is set; but if pieces carry the
/// mark of promotion, the first is.
fn settle_reverts(roles: &mut [Role], revert: Revert) {
    for at in 0..roles.len() {
        let becomes = |role: &Role| {
            let chosen = role.promotion.iter().flat_map(|promotion| &promotion.to);
            let effects = role.movements.iter().flat_map(|movement| &movement.effects);
            let promoted = effects.flat_map(|effect| match effect {
                Effect::Promote(to) => to.as_slice(),
                _ => &[],
            });
            chosen.chain(promoted).any(|to| to.index() == at)
        };
        // If two roles turn into each other, the one with more `+` is the promoted one.
        let turned = |from: usize| {
            let back = roles[at].promotion.iter().flat_map(|promotion| &promotion.to);
            back.into_iter().any(|to| to.index() == from)
                && (roles[at].pluses == 0 || roles[at].pluses < roles[from].pluses)
        };
        let mut origins =
            (0..roles.len()).filter(|&from| from != at && becomes(&roles[from]) && !turned(from));
        let first = origins.next();
        let only = revert == Revert::Mark || origins.next().is_none();
        roles[at].reverts = first.filter(|_| only).map(|from| RoleId(from as u8));
    }
}
