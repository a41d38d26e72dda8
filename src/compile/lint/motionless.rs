//! Lints pieces without any rule for their moves.

use crate::compile::Origins;
use crate::compile::findings::Findings;
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::{Node, Table};
use crate::diagnostic::{Code, Diagnostic};
use crate::variant::Variant;

/// Keys that define how a piece reaches or leaves a square.
const WAYS: [&str; 5] = ["move", "capture", "pattern", "drop", "like"];

/// Reports pieces without moves, unless the file gives an explicit empty list.
pub(crate) fn lint_motionless(findings: &mut Findings, root: &Table, variant: &Variant, origins: &Origins) {
    let Some(pieces) = root.get("pieces").and_then(Node::as_table) else { return };
    for (role, at) in variant.roles.iter().zip(&origins.roles).filter(|(_, at)| at.0 == MAIN) {
        let Some(piece) = pieces.get(&role.name).and_then(Node::as_table) else { continue };
        if !WAYS.iter().any(|way| piece.get(way).is_some()) {
            let message = format!("the piece `{}` has no move", role.name);
            let finding = Diagnostic::new(Code::NO_MOVES, at.1, message)
                .help("give it `move`, `capture` or `pattern`; if it must not move, write `pattern = []`");
            findings.add(finding.in_source(at.0));
        }
    }
}
