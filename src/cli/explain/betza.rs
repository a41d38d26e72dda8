//! `carn explain --betza`: the pieces in Betza's notation, as far as it can express them.

use carn::import::betza::betza;
use carn::variant::{Movement, Role, RoleId};
use serde_json::{Value, json};

use crate::cli::console::{Console, Format, Paint};
use crate::cli::exit::{Result, Stop};
use crate::cli::game::Game;

/// A piece, its text, and the lines of the rule file that the text omits.
struct Said {
    name: String,
    text: Option<String>,
    left: Vec<String>,
}

/// Prints the pieces; exit code 1 if a piece cannot be expressed.
pub(super) fn explain_betza(
    game: &Game,
    role: Option<RoleId>,
    format: Format,
    console: &mut Console,
) -> Result {
    let variant = game.variant();
    let all = (0..variant.roles.len()).map(|index| RoleId(index as u8));
    let said: Vec<Said> = all
        .filter(|&id| role.is_none_or(|wanted| wanted == id))
        .map(|id| say(game, variant.role(id)))
        .collect();
    if format == Format::Json {
        let pieces: Vec<Value> = said
            .iter()
            .map(|one| json!({ "piece": one.name, "betza": one.text, "left_out": one.left }))
            .collect();
        console.json(&Value::Array(pieces))?;
    } else {
        let width = said.iter().map(|one| one.name.len()).max().unwrap_or(0);
        for one in &said {
            let text = one.text.as_deref().unwrap_or("-");
            console.line(format_args!("{:width$}  {text}", one.name))?;
            for line in &one.left {
                console.headed(Paint::Yellow, "left out", format_args!("{}: {line}", one.name));
            }
        }
    }
    if said.iter().all(|one| one.left.is_empty()) { Ok(()) } else { Err(Stop::Findings) }
}

/// The text of a piece: for all its movements, or for the lines that can be expressed.
fn say(game: &Game, role: &Role) -> Said {
    let board = &game.variant().board;
    if let Some(text) = betza(board, &role.movements) {
        return Said { name: role.name.clone(), text: Some(text), left: Vec::new() };
    }
    let mut alternatives: Vec<u32> = role.movements.iter().map(|movement| movement.alternative).collect();
    alternatives.sort_unstable();
    alternatives.dedup();
    let of = |wanted: &[u32]| -> Vec<Movement> {
        role.movements.iter().filter(|movement| wanted.contains(&movement.alternative)).cloned().collect()
    };
    let (can, cannot): (Vec<u32>, Vec<u32>) =
        alternatives.into_iter().partition(|&one| betza(board, &of(&[one])).is_some());
    let text = betza(board, &of(&can));
    let left = if text.is_some() { cannot } else { [can, cannot].concat() };
    let line = |alternative: u32| {
        let origin = usize::try_from(alternative)
            .ok()
            .and_then(|index| game.compiled.origins.alternatives.get(index))?;
        let source = game.compiled.sources.get(origin.source)?;
        Some(source.slice(origin.span).to_owned())
    };
    Said { name: role.name.clone(), text, left: left.into_iter().filter_map(line).collect() }
}
