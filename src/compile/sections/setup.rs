//! `[setup]`: the start position.

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::{At, Table};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::variant::fen;

/// Says what is wrong with a FEN.
pub(crate) fn report_fen(game: &mut Game<'_>, text: &Text, error: &fen::FenError) {
    let span = Span::from(error.span.clone());
    let message = format!("the FEN does not fit the game: {error}");
    game.findings.report(text, Diagnostic::new(Code::FEN, span, message));
}

/// The start position's text.
pub(crate) fn start_text(game: &mut Game<'_>, root: &Table, top: At) -> Option<Text> {
    let Some(node) = root.get("setup") else {
        game.findings.missing(top, "the rule file has no `[setup]`");
        return None;
    };
    let table = node.table(&mut game.findings, "`setup`")?;
    table.keys(&mut game.findings, "the setup", &["fen"]);
    if table.get("fen").is_none() {
        game.findings.missing(node.at(), "the setup has no `fen`: the start position");
    }
    table.string_at(&mut game.findings, "fen").cloned()
}
