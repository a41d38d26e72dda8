//! `hooks`: what follows a move or a capture.

use crate::compile::game::Game;
use crate::compile::read::text::Text;
use crate::compile::read::tree::Node;
use crate::compile::schema;
use crate::compile::{HookOrigin, Origins, lower, resolve};
use crate::diagnostic::Code;
use crate::syntax::{self, ast};
use crate::variant::{Effect, Hook, RoleId};

/// Reads hooks: `aftermove` and `aftercapture`.
pub(crate) fn read_hooks(
    game: &mut Game<'_>,
    node: &Node,
    role: Option<RoleId>,
    origins: &mut Origins,
) -> (Vec<Hook>, Vec<Hook>) {
    let Some(table) = node.table(&mut game.findings, "`hooks`") else { return (Vec::new(), Vec::new()) };
    table.keys(&mut game.findings, &schema::HOOKS);
    let mut both = (Vec::new(), Vec::new());
    for (key, out) in [("aftermove", &mut both.0), ("aftercapture", &mut both.1)] {
        let texts: Vec<Text> = table.strings_at(&mut game.findings, key).into_iter().cloned().collect();
        for text in &texts {
            let parsed = syntax::parse_hook(&text.value);
            game.findings.report_all(text, parsed.diagnostics);
            let hook = parsed.value.and_then(|hook| resolve_hook(game, text, &hook));
            if hook.is_some() {
                let after_capture = key == "aftercapture";
                let (source, span) = text.locate(text.all());
                origins.hooks.push(HookOrigin { role, after_capture, source, span });
            }
            out.extend(hook);
        }
    }
    both
}

/// Reads conditions and what follows from a text.
pub(crate) fn read_hook(game: &mut Game<'_>, text: &Text) -> Option<Hook> {
    let parsed = syntax::parse_hook(&text.value);
    game.findings.report_all(text, parsed.diagnostics);
    resolve_hook(game, text, &parsed.value?)
}

fn resolve_hook(game: &mut Game<'_>, text: &Text, ast: &ast::Hook) -> Option<Hook> {
    let resolved = resolve::free(game, text, &ast.guards, &ast.effects)?;
    let (guards, effects) = lower::free(game, &resolved)?;
    if effects.iter().any(|effect| matches!(effect, Effect::Promote(_) | Effect::Drop(..))) {
        game.findings.report_at(
            text.at(),
            Code::NOT_YET,
            "a hook cannot let the mover choose: write `@Promote` in a pattern, or give the piece a `promotion`",
        );
        return None;
    }
    Some(Hook { guards, effects })
}
