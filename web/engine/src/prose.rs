//! The rules in plain words, with a diagram for each movement.

use carn::draw::{Effort, example, svg};
use carn::prose::{Language, Line, explain as say, explain_role};
use carn::variant::RoleId;
use serde_json::{Value, json};

use crate::look::glyphs;
use crate::session::{Answer, Table, number, text};

/// The rules as lines in a language (`en`, `zh`), each with its kind; of one role by index, or of the whole game.
///
/// # Errors
/// If no language is given.
pub fn explain(table: &Table, request: &Value) -> Answer {
    let language = if text(request, "language")?.starts_with("zh") { Language::Zh } else { Language::En };
    let variant = table.rules.variant();
    let lines = match role(table, request) {
        Some(role) => explain_role(&table.compiled, variant, role, language),
        None => say(&table.compiled, variant, language),
    };
    Ok(json!({ "lines": lines.into_iter().filter_map(line).collect::<Vec<_>>() }))
}

/// A line for the page; `None` for a blank one.
fn line(line: Line) -> Option<Value> {
    Some(match line {
        Line::Blank => return None,
        Line::Heading(text) => json!({ "is": "heading", "text": text }),
        Line::Said(indent, text) => json!({ "is": "said", "indent": indent, "text": text }),
        Line::Written(text) => json!({ "is": "written", "text": text }),
        Line::Goes(role, alternative) => {
            json!({ "is": "diagram", "role": role.0, "alternative": alternative })
        }
    })
}

/// The moves of a role on an example board, as SVG: by one `alternative` of the rule file, or by all.
///
/// # Errors
/// If there is no such role.
pub fn diagram(table: &Table, request: &Value) -> Answer {
    let role = role(table, request).ok_or("the request has no `role` of the game's")?;
    let alternative = number(request, "alternative").and_then(|index| u32::try_from(index).ok());
    // Each diagram is a separate request, so each has its own work limit.
    let found = example(table.rules.variant(), role, alternative, &Effort::default());
    let glyphs = glyphs(request["set"].as_str());
    let drawn = found.map(|found| svg(&found.picture(table.rules.variant(), glyphs)));
    Ok(json!({ "svg": drawn }))
}

fn role(table: &Table, request: &Value) -> Option<RoleId> {
    let index = number(request, "role").filter(|&role| role < table.rules.variant().roles.len())?;
    u8::try_from(index).ok().map(RoleId)
}
