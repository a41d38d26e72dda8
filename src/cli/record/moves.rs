//! `carn record moves`: the main line of a record as a list of moves, in any notation.

use carn::record::Problems;
use carn::record::game::move_list;
use carn::variant::Script;
use serde_json::json;

use super::super::console::{Console, Format};
use super::super::exit::Result;
use super::games::{Variants, a_line, each, written};
use super::list::List;
use super::{Input, notations, script};

/// List the moves of a record's main line
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  carn record moves game.pgn
  carn record moves xiangqi.pgn --notation chinese --columns 4
  carn record moves game.pgn --format json")]
pub struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[arg(long, value_name = "NAME", value_parser = script, help = notations("Notation to write"))]
    notation: Option<Script>,
    /// Moves per line [default: the number of players]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    columns: Option<u16>,
}

/// Lists the moves.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let Arguments { input, format, notation, columns } = arguments;
    let variants = Variants::of(input, console)?;
    let mut list = List::default();
    let mut first = true;
    let prepare = |kind, number, tree, problems: &mut Problems| {
        written(kind, number, tree, *notation, &variants, problems)
    };
    let result = each(input, console, prepare, |source, number, made, _, console| {
        let Ok((moves, replay)) = made? else {
            console
                .message(format_args!("game {number}: its moves are points; see `carn record tree --cells`"));
            return Ok(());
        };
        let line = moves.main_line().skip(1);
        let words: Vec<String> =
            line.filter_map(|id| Some(moves[id].played.as_ref()?.text.to_string())).collect();
        if *format == Format::Json {
            let fen = replay.as_ref().and_then(|replay| {
                let last = moves.main_line().last()?;
                Some(replay.position_alone(&moves, last)?.fen())
            });
            let one = json!({
                "file": source.name, "game": number, "variant": replay.map(|replay| replay.known.rules.variant().name.clone()),
                "moves": words, "result": moves.termination.marker(), "fen": fen,
            });
            return list.add(&one, console);
        }
        if !std::mem::replace(&mut first, false) {
            console.line("")?;
        }
        if number > 1 || input.game.is_some() || source.several {
            console.line(source.heading(number, &moves))?;
        }
        console.text(move_list(&words, &moves.numbers(moves.main_line().skip(1)), a_line(*columns, &replay)))
    });
    if *format == Format::Json {
        list.end(console)?;
    }
    result
}
