//! `carn list`: the shipped variants.

use serde_json::json;

use super::console::{Console, Format, Paint};
use super::exit::Result;

/// List the shipped variants
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  carn list
  carn list --format json")]
pub struct Arguments {
    /// How to write the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Prints name and description of each.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let mut rows = Vec::new();
    // What the files say about themselves needs no compiler.
    for name in carn::library::names() {
        let Some(title) = carn::library::title(name) else { continue };
        rows.push((name, title.name, title.description));
    }
    if arguments.format == Format::Json {
        let rows: Vec<_> = rows
            .iter()
            .map(|(name, title, description)| {
                json!({ "name": name, "title": title, "description": description })
            })
            .collect();
        return console.json(&json!({ "variants": rows }));
    }
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    for (name, title, description) in rows {
        let text = if description.is_empty() { title } else { description };
        let padding = " ".repeat(width - name.len());
        let name = console.paint(Paint::Bold, name);
        console.line(format_args!("{name}{padding}  {text}"))?;
    }
    Ok(())
}
