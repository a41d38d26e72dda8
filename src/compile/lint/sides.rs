//! Lints the armies of the start position: whether each stands on its own side, and whether royal pieces are present.

use crate::compile::findings::Findings;
use crate::compile::read::extends::MAIN;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{At, Table};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::variant::{PlayerId, RoleId, Variant, literal};

use super::promotion::travel;
use super::unused::appearing;

/// The minimum number of pieces for which the sides are checked.
const ARMIES: usize = 6;

/// Reports start positions in which each of two players stands behind the other and has pieces that only move forward, away
/// from the opponent.
pub(crate) fn lint_wrong_sides(findings: &mut Findings, root: &Table, variant: &Variant, setup: At) {
    if variant.players.len() != 2 || variant.start.pieces().count() < ARMIES {
        return;
    }
    let axes = 0..variant.board.axes().len();
    let players = [PlayerId(0), PlayerId(1)];
    if !axes.into_iter().any(|axis| players.iter().all(|&player| is_behind(variant, player, axis))) {
        return;
    }
    let names = players.map(|player| variant.players[player.index()].name.as_str());
    let message = format!(
        "{} and {} stand on each other's side: pieces that only go forward leave the other behind",
        names[0], names[1]
    );
    let mut finding = Diagnostic::new(Code::WRONG_SIDES, setup.1, message).in_source(setup.0);
    let text = root.get("setup").and_then(|node| node.as_table()?.string_in("fen"));
    finding = match text.filter(|text| text.source == MAIN).and_then(exchanged) {
        Some((span, written)) => {
            finding.fix(span, written, "exchange upper and lower case: the last rank comes first")
        }
        None => finding
            .help("names of squares are the board's; regions, such as `Rank 2`, are as the player sees them"),
    };
    findings.add(finding);
}

/// Whether all pieces of a player stand farther forward than the others, and one of them only moves forward.
fn is_behind(variant: &Variant, player: PlayerId, axis: usize) -> bool {
    let orientation = &variant.players[player.index()].orientation;
    let only_forward = |role: RoleId| {
        let movements = &variant.role(role).movements;
        !movements.is_empty() && movements.iter().all(|one| travel(one, axis) > 0)
    };
    let (mut own, mut others, mut forward) = (u16::MAX, 0, false);
    for (square, piece) in variant.start.pieces().filter(|(_, piece)| !piece.is_neutral()) {
        let at = orientation.own_point(&variant.board, square)[axis];
        if piece.player == player {
            own = own.min(at);
            forward |= only_forward(piece.role);
        } else {
            others = others.max(at);
        }
    }
    forward && own > others
}

/// The placement of a FEN with the players exchanged, and its span.
fn exchanged(fen: &Text) -> Option<(Span, String)> {
    let placement = fen.value.split(' ').next().filter(|text| !text.contains(['[', '(']))?;
    let other = |c: char| if c.is_uppercase() { c.to_lowercase().next() } else { c.to_uppercase().next() };
    let written = placement.chars().map(|c| other(c).unwrap_or(c)).collect();
    Some((fen.locate(Span::new(0, placement.len())).1, written))
}

/// Reports royal pieces that no player has at the start or can obtain.
pub(crate) fn lint_no_royal(findings: &mut Findings, variant: &Variant, setup: At) {
    let appearing = appearing(variant);
    let some = variant.everybody().iter().any(|player| literal::royals(variant, &variant.start, player) > 0);
    for role in variant.royals().iter().filter(|&role| !appearing.contains(role)) {
        let what = if some { "" } else { ": there is neither check nor mate" };
        let message = format!("no player starts with a `{}`, which is royal{what}", variant.role(role).name);
        let finding = Diagnostic::new(Code::NO_ROYAL_AT_START, setup.1, message);
        findings.add(finding.help("put it on the board, or take `royal` from it").in_source(setup.0));
    }
}
