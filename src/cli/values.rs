//! `carn values`: the piece values estimated from the rules.

use carn::search::Evaluation;
use carn::variant::{PlayerId, RoleId};
use serde_json::json;

use super::console::{Console, Format, Paint};
use super::exit::Result;
use super::game::{Game, role_named};
use super::given::Given;
use super::words::aligned;

/// Show the value of each piece in the engine's evaluation
#[derive(clap::Args)]
#[command(after_help = "\
Values are in hundredths of the weakest piece. They are derived from the rules:
the number of squares that a piece reaches on a board one third full, its
promotions, and the goals of the game. If the rule file has weights under
[engine], which `carn tune` fits to games, two more columns show the values that
the search uses in the middlegame and the endgame. --squares shows the value of
a piece on each square, derived from the rules, in the middlegame and the
endgame.

Examples:
  carn values chess
  carn values xiangqi --squares horse
  carn values mychess.toml --format json")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` reads standard input
    #[arg(add = super::completions::variant())]
    variant: Given,
    /// Show the value of this piece of the first player on each square
    #[arg(long, value_name = "PIECE")]
    squares: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Prints the values, the largest first.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let (rules, evaluation) = (&game.rules, Evaluation::by_rules(&game.rules));
    let mut roles: Vec<(RoleId, i32)> = (0..rules.variant().roles.len())
        .map(|index| RoleId(index as u8))
        .filter(|&role| !rules.variant().role(role).neutral)
        .map(|role| (role, evaluation.value(role)))
        .collect();
    roles.sort_by_key(|&(role, value)| (!rules.variant().role(role).royal, std::cmp::Reverse(value)));
    if let Some(name) = &arguments.squares {
        let role = role_named(rules.variant(), name)?;
        let at = |square| evaluation.on_square(rules.variant(), PlayerId(0), role, square);
        if arguments.format == Format::Json {
            let one = |square| {
                let (middle, end) = at(square);
                json!({ "square": rules.variant().board.name(square), "middle_game": middle, "endgame": end })
            };
            return console.json(&rules.variant().board.squares().map(one).collect::<Vec<_>>().into());
        }
        let heading = ["", "middle game", "endgame"].map(str::to_owned).to_vec();
        let row = |square| {
            let (middle, end) = at(square);
            vec![rules.variant().board.name(square), middle.to_string(), end.to_string()]
        };
        let rows: Vec<_> = std::iter::once(heading).chain(rules.variant().board.squares().map(row)).collect();
        return aligned(&rows, 1).iter().try_for_each(|line| console.line(line));
    }
    let fitted = |role: RoleId| rules.variant().weights.role(role.index()).and_then(|role| role.value);
    if arguments.format == Format::Json {
        let one = |&(id, value): &(RoleId, i32)| {
            let role = rules.variant().role(id);
            json!({
                "role": role.name, "letter": role.symbol(), "royal": role.royal, "value": value, "fitted": fitted(id),
            })
        };
        return console.json(&roles.iter().map(one).collect::<Vec<_>>().into());
    }
    let mut rows = vec![];
    if roles.iter().any(|&(role, _)| fitted(role).is_some()) {
        rows.push(["", "rules", "middle game", "endgame"].map(str::to_owned).to_vec());
    }
    rows.extend(roles.iter().map(|&(id, value)| {
        let role = rules.variant().role(id);
        let worth = if role.royal { "royal".to_owned() } else { value.to_string() };
        let fitted = fitted(id).into_iter().flat_map(|(middle, end)| [middle.to_string(), end.to_string()]);
        [role.name.clone(), worth].into_iter().chain(fitted).collect()
    }));
    for (row, line) in rows.iter().zip(aligned(&rows, 1)) {
        let (name, numbers) = line.split_at(row[0].len());
        console.line(format_args!("{}{numbers}", console.paint(Paint::Bold, name)))?;
    }
    Ok(())
}
