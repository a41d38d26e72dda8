//! Lints games that have ended at the start, and hands that stay empty.

use crate::compile::findings::Findings;
use crate::compile::origins::{Clause, Origins};
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::{At, Node, Table};
use crate::diagnostic::Code;
use crate::variant::{Effect, Variant, literal};

/// Reports an end condition of the file that holds at the start.
pub(crate) fn lint_ended(findings: &mut Findings, variant: &Variant, origins: &Origins) {
    let Some((player, _, index)) = literal::ended(variant, &variant.start) else { return };
    let Some(origin) = origins.clauses.iter().find(|origin| origin.clause == Clause::End(index)) else {
        return;
    };
    let name = &variant.players[player.index()].name;
    let message = format!("this holds for {name} at the start: the game is over before it begins");
    findings.report_at((origin.source, origin.span), Code::ENDED_AT_START, message);
}

/// Reports games with drops in which no piece ever enters a hand.
pub(crate) fn lint_empty_hands(findings: &mut Findings, root: &Table, variant: &Variant) {
    let Some(hand) = variant.hand else { return };
    let dropped = variant.roles.iter().filter(|role| !role.drops.is_empty());
    if hand.taken.is_some()
        || variant.start.hands.iter().any(|&held| held > 0)
        || dropped.clone().all(|role| role.supply)
        || variant.effects().any(|effect| matches!(effect, Effect::ToHand(_) | Effect::Native(_)))
    {
        return;
    }
    let at: Option<At> = root.entry("hand").map(|entry| entry.key.at());
    let pieces = root.get("pieces").and_then(Node::as_table);
    let drop = || dropped.clone().find_map(|role| pieces?.get(&role.name)?.as_table()?.get("drop"));
    if let Some(at) = at.or_else(|| drop().map(Node::at)).filter(|at| at.0 == MAIN) {
        let message = "pieces may be dropped, but nothing ever comes to a hand";
        findings.report_at(at, Code::EMPTY_HANDS, message);
    }
}
