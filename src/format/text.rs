//! Formats strings: their quotes, and the CARN inside them.

use toml_edit::Formatted;

use crate::compile::schema::Holds;
use crate::source::is_hidden;
use crate::syntax::ast::Call;
use crate::syntax::{self, Parsed};

/// Formats a string whose value has one of these types.
pub(super) fn format_string(string: &mut Formatted<String>, holds: &[Holds]) {
    let written = string.display_repr().into_owned();
    // A multi-line string was laid out by hand.
    if written.starts_with("\"\"\"") || written.starts_with("'''") {
        return;
    }
    let value = string.value().clone();
    let new = holds.iter().find_map(|&kind| canonical(kind, &value)).unwrap_or_else(|| value.clone());
    let plain = !new.contains(|c: char| matches!(c, '"' | '\\') || is_hidden(c));
    if new == value && !(plain && written.starts_with('\'')) {
        return;
    }
    let decor = string.decor().clone();
    *string = Formatted::new(new);
    *string.decor_mut() = decor;
}

/// CARN text in its canonical form; `None` if the type is not CARN, or the text is invalid.
fn canonical(kind: Holds, text: &str) -> Option<String> {
    match kind {
        Holds::Pattern => whole(syntax::parse_pattern(text)).map(|pattern| pattern.to_string()),
        Holds::Conditions | Holds::Calls => calls(text),
        Holds::Hook => hook(text),
        // Without its arrow, an effect of a drop would parse as a condition.
        Holds::Drop if text.trim_start().starts_with("=>") => {
            hook(text).map(|effects| format!("=> {effects}"))
        }
        Holds::Drop if text.contains("=>") => hook(text),
        Holds::Drop => calls(text),
        Holds::Must => match text.split_once("=>") {
            Some((when, wanted)) => Some(format!("{} => {}", calls(when)?, calls(wanted)?)),
            None => calls(text),
        },
        Holds::Region => whole(syntax::parse_region(text)).map(|region| region.to_string()),
        _ => None,
    }
}

fn hook(text: &str) -> Option<String> {
    whole(syntax::parse_hook(text)).map(|hook| hook.to_string())
}

fn calls(text: &str) -> Option<String> {
    let calls = whole(syntax::parse_calls(text))?;
    Some(calls.iter().map(Call::to_string).collect::<Vec<_>>().join(" "))
}

/// The parsed value, if it has no errors.
fn whole<T>(parsed: Parsed<T>) -> Option<T> {
    if parsed.has_errors() { None } else { parsed.value }
}
