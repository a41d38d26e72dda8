//! `carn values`: the piece values estimated from the rules.

use carn::search::Evaluation;
use carn::variant::{PlayerId, RoleId};
use serde_json::json;

use super::console::{Console, Format, Paint};
use super::exit::Result;
use super::game::Game;

/// Show the value of each piece in the engine's evaluation
#[derive(clap::Args)]
#[command(after_help = "\
Values are in hundredths of the weakest piece. They are derived from the rules:
the number of squares that a piece reaches on a board one third full, its
promotions, and the goals of the game. If the rule file has weights under
[engine], which `carn tune` fits to games, two more columns show the values that
the search uses in the middlegame and the endgame. --squares shows the value of
a piece on each square, derived from the rules.

Examples:
  carn values chess
  carn values xiangqi --squares horse
  carn values mychess.toml --format json")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` reads standard input
    #[arg(add = super::completions::variant())]
    variant: String,
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
        let role = rules.variant().role_named(name).ok_or_else(|| {
            let names: Vec<_> = rules.variant().roles.iter().map(|role| role.name.as_str()).collect();
            super::exit::Stop::usage(format!("the pieces here are {}", names.join(", ")))
        })?;
        let at = |square| evaluation.on_square(rules.variant(), PlayerId(0), role, square);
        if arguments.format == Format::Json {
            let one = |square| {
                let (middle, end) = at(square);
                json!({ "square": rules.variant().board.name(square), "middle_game": middle, "endgame": end })
            };
            return console.json(&rules.variant().board.squares().map(one).collect::<Vec<_>>().into());
        }
        for square in rules.variant().board.squares() {
            let (middle, end) = at(square);
            console.line(format_args!("{}\t{middle}\t{end}", rules.variant().board.name(square)))?;
        }
        return Ok(());
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
    let width =
        roles.iter().map(|&(role, _)| rules.variant().role(role).name.chars().count()).max().unwrap_or(0);
    if roles.iter().any(|&(role, _)| fitted(role).is_some()) {
        console.line(format_args!("{:width$}   rules  middle game  endgame", ""))?;
    }
    for (id, value) in roles {
        let role = rules.variant().role(id);
        let worth = if role.royal { "royal".to_owned() } else { value.to_string() };
        let name = console.paint(Paint::Bold, &format!("{:width$}", role.name));
        let fitted = fitted(id).map_or_else(String::new, |(middle, end)| format!("  {middle:>11}  {end:>7}"));
        console.line(format_args!("{name}  {worth:>6}{fitted}"))?;
    }
    Ok(())
}
