//! Lints promotion zones that end before the edge of the board.

use crate::compile::Origins;
use crate::compile::findings::Findings;
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::{At, Table};
use crate::diagnostic::{Code, Diagnostic};
use crate::variant::literal::{Truth, routes};
use crate::variant::{Movement, PlayerId, Role, Variant};

use super::feasible::{MAX_LOOKS, Possible, looks};

/// Reports forward-only pieces that can pass their promotion squares, and promotions inherited from a shorter board.
pub(crate) fn lint_promotion_zones(
    findings: &mut Findings,
    root: &Table,
    variant: &Variant,
    origins: &Origins,
) {
    let mut left = MAX_LOOKS;
    for (index, role) in variant.roles.iter().enumerate() {
        let (Some(promotion), Some(Some(at))) = (&role.promotion, origins.promotions.get(index)) else {
            continue;
        };
        if at.0 == MAIN {
            if promotion.forced.is_none() {
                report(findings, variant, role, *at, None, &mut left);
            }
        } else if let Some(resized) = own_range(root) {
            report(findings, variant, role, resized, Some(*at), &mut left);
        }
    }
}

fn report(
    findings: &mut Findings,
    variant: &Variant,
    role: &Role,
    at: At,
    written: Option<At>,
    left: &mut usize,
) {
    let Some((axis, last)) = short_of_edge(variant, role, left) else { return };
    let axis = &variant.board.axes()[axis];
    let message = format!(
        "the promotion of `{}` ends at {} {}, and the board goes on to {1} {}",
        role.name,
        axis.name,
        axis.label(last),
        axis.label(axis.length - 1)
    );
    let mut finding = Diagnostic::new(Code::PROMOTION_SHORT_OF_EDGE, at.1, message).in_source(at.0);
    if let Some(written) = written {
        finding = finding.label_in(written.0, written.1, "the condition was written for another board").help(
            format!(
                "give `{}` a new promotion condition: `[pieces.{0}]` `promotion.when = \"@To(…)\"`",
                role.name
            ),
        );
    }
    findings.add(finding);
}

/// The place where this file itself sets the length of an axis.
fn own_range(root: &Table) -> Option<At> {
    let ranges = root.get("board")?.as_table()?.get("ranges")?.as_table()?;
    ranges.entries.iter().map(|entry| entry.key.at()).find(|at| at.0 == MAIN)
}

/// The axis along which a piece only moves forward, and the last coordinate on which it promotes. `None` unless the promotion
/// squares are a band across the board that ends before the edge.
fn short_of_edge(variant: &Variant, role: &Role, left: &mut usize) -> Option<(usize, u16)> {
    let promotion = role.promotion.as_ref()?;
    let player = PlayerId(0);
    let possible = Possible::new(variant, player);
    let orientation = &variant.players[player.index()].orientation;
    let axes = 0..variant.board.axes().len();
    let axis = axes.into_iter().find(|&axis| role.movements.iter().all(|one| travel(one, axis) > 0))?;
    let length = variant.board.axes()[axis].length;
    let (mut promotes, mut stays) = (vec![false; usize::from(length)], vec![false; usize::from(length)]);
    for movement in &role.movements {
        for from in variant.board.squares() {
            *left = left.checked_sub(looks(variant, movement))?;
            for route in routes(variant, player, movement, from) {
                let at = orientation.own_point(&variant.board, route.to())[axis];
                let leg = movement.legs.len().checked_sub(1);
                match possible.all(&promotion.when, &route, leg) {
                    Truth::True => promotes[usize::from(at)] = true,
                    Truth::False => stays[usize::from(at)] = true,
                    // The promotion depends on more than the landing square.
                    Truth::Unknown => return None,
                }
            }
        }
    }
    let band = promotes.iter().zip(&stays).all(|(promotes, stays)| !(*promotes && *stays));
    let last = promotes.iter().rposition(|&promotes| promotes)?;
    (band && stays[last + 1..].contains(&true)).then_some((axis, last as u16))
}

/// The distance that a movement covers along an axis, with rides and all legs counted once.
pub(super) fn travel(movement: &Movement, axis: usize) -> i32 {
    movement.legs.iter().map(|leg| i32::from(leg.displacement.0[axis])).sum()
}
