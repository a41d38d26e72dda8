//! `carn explain`: the rules in plain words, on the terminal, as a page or as JSON.

mod betza;
mod html;
mod markdown;

use carn::draw::{Effort, example};
use carn::geometry::Square;
use carn::prose::{Language, Line, explain, explain_role};
use carn::variant::{Variant, fen};

use serde_json::{Value, json};

use super::console::{Console, Format, Paint};
use super::exit::{Result, Stop};
use super::game::{Game, role_named};
use super::given::Given;
use super::words::{of_environment, wrapped};

/// Describe the rules of a game in plain words
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  carn explain xiangqi
  carn explain xiangqi cannon
  carn explain xiangqi --lang zh
  carn explain xiangqi --betza          the pieces in Betza notation
  carn explain crazyhouse --format html > crazyhouse.html")]
pub struct Arguments {
    /// A shipped variant or a rule file; `-` reads standard input
    #[arg(add = crate::cli::completions::variant())]
    variant: Given,
    /// Describe only this piece, given by name or letter
    role: Option<String>,
    /// Language of the description [default: from LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// Write the movements in Betza notation; exit code 1 if some cannot be written
    #[arg(long)]
    betza: bool,
    /// Output format; Markdown and HTML have a diagram for each movement
    #[arg(long, value_enum, default_value_t)]
    format: Form,
}

/// How the rules are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// Text for a terminal
    #[default]
    Human,
    /// A Markdown page, with diagrams in letters
    Markdown,
    /// An HTML page, with diagrams as pictures
    Html,
    /// JSON for programs
    Json,
}

/// Prints the rules of the game, or of one kind of piece.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let game = Game::load(&arguments.variant, console)?;
    let (compiled, variant) = (&game.compiled, game.variant());
    if arguments.betza {
        let role = arguments.role.as_ref().map(|wanted| role_named(variant, wanted)).transpose()?;
        let format = match arguments.format {
            Form::Human => Format::Human,
            Form::Json => Format::Json,
            Form::Markdown | Form::Html => {
                return Err(Stop::usage("`--betza` supports only `--format human` and `--format json`"));
            }
        };
        return betza::explain_betza(&game, role, format, console);
    }
    let language = arguments.lang.unwrap_or_else(of_environment);
    let lines = match &arguments.role {
        Some(wanted) => explain_role(compiled, variant, role_named(variant, wanted)?, language),
        None => explain(compiled, variant, language),
    };
    let whole = arguments.role.is_none();
    match arguments.format {
        Form::Human => lines.iter().try_for_each(|line| print(line, console)),
        Form::Markdown => console.text(markdown::page(variant, &lines, whole, language)),
        Form::Html => console.text(html::page(variant, &lines, whole, language)),
        Form::Json => console.json(&as_json(variant, &lines)),
    }
}

/// The lines as JSON, each with its kind.
fn as_json(variant: &Variant, lines: &[Line]) -> Value {
    let effort = Effort::default();
    let line = |line: &Line| match line {
        Line::Blank => None,
        Line::Heading(text) => Some(json!({ "is": "heading", "text": text })),
        Line::Said(_, text) => Some(json!({ "is": "sentence", "text": text })),
        Line::Written(text) => Some(json!({ "is": "written", "text": text })),
        Line::Goes(role, alternative) => {
            let found = example(variant, *role, Some(*alternative), &effort)?;
            let names = |squares: &[Square]| -> Vec<String> {
                squares.iter().map(|&square| variant.board.name(square)).collect()
            };
            Some(json!({
                "is": "example",
                "fen": fen::print(variant, &found.setup),
                "from": variant.board.name(found.from),
                "to": names(&found.to),
                "takes": names(&found.takes),
            }))
        }
    };
    json!({ "name": variant.name, "lines": lines.iter().filter_map(line).collect::<Vec<_>>() })
}

/// Prints a line, wrapped at the terminal's width.
fn print(line: &Line, console: &mut Console) -> Result {
    let width = console.width();
    let painted = |text: String, paint, console: &mut Console| {
        text.lines().try_for_each(|line| console.line(console.paint(paint, line)))
    };
    match line {
        Line::Goes(..) => Ok(()),
        Line::Blank => console.line(""),
        Line::Heading(text) => painted(wrapped(text, 0, 0, width), Paint::Bold, console),
        Line::Said(indent, text) => {
            console.line(wrapped(text, *indent, if *indent == 0 { 0 } else { indent + 2 }, width))
        }
        Line::Written(text) => painted(wrapped(text, 6, 10, width), Paint::Dim, console),
    }
}
