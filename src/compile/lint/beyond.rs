//! Lints conditions on squares that the board does not have: rows longer than its lines, steps that leave it from every square.

use crate::compile::asked::{Asked, Squares};
use crate::compile::findings::Findings;
use crate::compile::read::extends::MAIN;
use crate::diagnostic::{Code, Diagnostic};

/// Reports conditions of this file on squares that are never on the board.
pub(crate) fn lint_beyond(findings: &mut Findings, asked: &Asked) {
    for (at, squares) in asked.beyond().filter(|(at, _)| at.0 == MAIN) {
        let (message, help) = match squares {
            Squares::There => continue,
            Squares::Nowhere => (
                "the board has no such square, wherever the steps begin".to_owned(),
                "the steps are longer than the board".to_owned(),
            ),
            Squares::Short => (
                "these squares are never all on the board: this row cannot occur".to_owned(),
                "write a shorter row, or another direction".to_owned(),
            ),
            Squares::Line { least: 0, .. } => (
                "a row has at least one piece: this never holds".to_owned(),
                "to test that no piece is there, use `@None`".to_owned(),
            ),
            Squares::Line { least, longest } => (
                format!("no straight line of this board has {least} squares: this row cannot occur"),
                format!("the longest has {longest}"),
            ),
        };
        findings.add(Diagnostic::new(Code::BEYOND_BOARD, at.1, message).help(help).in_source(at.0));
    }
}
