//! `hooks`: effects after a move or a capture.

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
            let hook = parsed.value.and_then(|hook| resolve_hook(game, text, &hook, false));
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

/// Reads the conditions and effects of a drop from a text.
pub(crate) fn read_drop_hook(game: &mut Game<'_>, text: &Text) -> Option<Hook> {
    let parsed = syntax::parse_hook(&text.value);
    game.findings.report_all(text, parsed.diagnostics);
    resolve_hook(game, text, &parsed.value?, true)
}

fn resolve_hook(game: &mut Game<'_>, text: &Text, ast: &ast::Hook, drop: bool) -> Option<Hook> {
    let resolved = resolve::free(game, text, &ast.guards, &ast.effects)?;
    let (guards, effects) = lower::free(game, &resolved)?;
    let chosen = effects.iter().find_map(|effect| match effect {
        Effect::Promote(_) if drop => Some("write a list with one entry for each: `\"=> @Become(…)\"`"),
        Effect::Promote(_) => Some("write `@Promote` in a pattern, or give the piece a `promotion`"),
        Effect::Drop(..) if drop => Some("a drop already brings one piece"),
        Effect::Drop(..) => Some("write `@Drop` in a pattern"),
        _ => None,
    });
    if let Some(instead) = chosen {
        let what = if drop { "what follows a drop" } else { "a hook" };
        let message = format!("{what} cannot let the mover choose: {instead}");
        game.findings.report_at(text.at(), Code::NOT_YET, message);
        return None;
    }
    Some(Hook { guards, effects })
}
