//! Lints alternatives that are impossible on every square and in every position.

use crate::compile::Origins;
use crate::compile::findings::Findings;
use crate::compile::read::extends::MAIN;
use crate::diagnostic::Code;
use crate::variant::literal::routes;
use crate::variant::{Movement, PlayerId, Variant};

use super::feasible::{MAX_LOOKS, Possible, looks};

/// Reports alternatives of this file that are impossible on every square and in every position.
pub(crate) fn lint_impossible(findings: &mut Findings, variant: &Variant, origins: &Origins) {
    let mut left = MAX_LOOKS;
    for role in &variant.roles {
        for own in role.movements.chunk_by(|a, b| a.alternative == b.alternative) {
            let at = own.first().and_then(|one| origins.alternatives.get(one.alternative as usize));
            let Some(at) = at.map(|origin| (origin.source, origin.span)).filter(|at| at.0 == MAIN) else {
                continue;
            };
            match somewhere(variant, own, &mut left) {
                None => return,
                Some(false)
                    if ![Code::NEVER_APPLIES, Code::BEYOND_BOARD]
                        .iter()
                        .any(|&code| findings.has_within(code, at)) =>
                {
                    let message = "this can never apply: what it asks for contradicts itself or the board";
                    findings.report_at(at, Code::NEVER_APPLIES, message);
                }
                Some(_) => {}
            }
        }
    }
}

/// Whether some player can make one of the movements from some square; `None` if there is too much to try.
fn somewhere(variant: &Variant, movements: &[Movement], left: &mut usize) -> Option<bool> {
    for player in (0..variant.players.len()).map(|index| PlayerId(index as u8)) {
        let possible = Possible::new(variant, player);
        for movement in movements {
            for from in variant.board.squares() {
                *left = left.checked_sub(looks(variant, movement))?;
                if routes(variant, player, movement, from)
                    .iter()
                    .any(|route| possible.allowed(movement, route))
                {
                    return Some(true);
                }
            }
        }
    }
    Some(false)
}
