//! `carn list`: the shipped variants.

use serde_json::json;

use super::console::{Console, Format, Paint};
use super::exit::Result;
use super::game::Game;

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
    for name in carn::library::names() {
        let game = Game::load(name, console)?;
        rows.push((name, game.rules.name.clone(), game.compiled.description.clone().unwrap_or_default()));
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
