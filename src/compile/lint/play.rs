//! Lints games that have ended at the start, and hands that stay empty.

use crate::compile::bounds::looks_at_start;
use crate::compile::findings::Findings;
use crate::compile::origins::{Clause, Origins};
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::{At, Node, Table};
use crate::diagnostic::Code;
use crate::variant::{Effect, Variant, literal};

use super::feasible::MAX_LOOKS;

/// Reports a start position in which the game is over: by an end condition of the file, mate, stalemate or lack of material.
pub(crate) fn lint_ended(findings: &mut Findings, variant: &Variant, origins: &Origins, setup: At) {
    let start = &variant.start;
    let mover = variant.mover(start.turn);
    let name = &variant.players[mover.index()].name;
    let (at, what) = if let Some((player, _, index)) = literal::ended(variant, start) {
        let mut clauses = origins.clauses.iter();
        let Some(origin) = clauses.find(|origin| origin.clause == Clause::End(index)) else { return };
        let name = &variant.players[player.index()].name;
        ((origin.source, origin.span), format!("this holds for {name}"))
    } else if is_stuck(variant) {
        let what = if literal::in_check(variant, start, mover) { "is mated" } else { "has no legal move" };
        (setup, format!("{name} {what}"))
    } else if variant.turn(start.turn).after.is_some() && literal::is_insufficient(variant, start) {
        (setup, "there is too little material to win".to_owned())
    } else {
        return;
    };
    let message = format!("{what} at the start: the game is over before it begins");
    findings.report_at(at, Code::ENDED_AT_START, message);
}

/// Whether the first of two players has no legal move; `false` if that takes too long to find out. With more than two players, a
/// player without a move is out and the game goes on.
fn is_stuck(variant: &Variant) -> bool {
    let start = &variant.start;
    let looks = variant.everybody().iter().map(|player| looks_at_start(variant, player));
    let looks = looks.fold(0, u64::saturating_add);
    variant.players.len() == 2
        && looks <= MAX_LOOKS as u64
        && looks.saturating_mul(literal::pseudo_legal(variant, start).len() as u64) <= MAX_LOOKS as u64
        && !literal::has_legal_move(variant, start)
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
