//! `carn list`: the shipped variants by family, board or special features; also as a documentation page.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use carn::compile::Summary;
use carn::library;
use serde_json::json;

use super::console::{Colour, Console, Paint};
use super::draw::{Glyphs, Picture, text};
use super::exit::{Result, Stop};

/// List the shipped variants
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  carn list
  carn list shogi
  carn list --board 9x10
  carn list --with drops --with must
  carn list --by special
  carn list --format json")]
pub struct Arguments {
    /// Only variants with this text in name, description or family
    word: Option<String>,

    /// Only variants of this family, such as shogi
    #[arg(long)]
    family: Option<String>,

    /// Only variants with this board size, such as 8x8
    #[arg(long, value_name = "SIZE")]
    board: Option<String>,

    /// Only variants with this feature, such as drops, hands, hooks, must or ends; if repeated, with all of them
    #[arg(long, value_name = "FEATURE")]
    with: Vec<String>,

    /// How to group the list
    #[arg(long, value_enum, default_value_t)]
    by: By,

    /// Show the speeds from this file, which `cargo bench --bench variants -- rates=FILE` writes
    #[arg(long, value_name = "FILE")]
    rates: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The grouping of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum By {
    /// By family
    #[default]
    Family,
    /// By board size
    Board,
    /// By feature; a game with several features appears several times
    Special,
}

/// How to write the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for people
    #[default]
    Human,
    /// JSON for programs
    Json,
    /// A Markdown page with a diagram of each game
    Markdown,
}

/// A variant with its summary and its speed.
struct Row {
    name: &'static str,
    summary: Summary,
    rate: Option<Rate>,
}

/// The measured speed of a game.
#[derive(Clone, Copy)]
struct Rate {
    /// Speed in millions of nodes per second.
    nodes: f64,
    /// The speed relative to Fairy-Stockfish.
    ratio: Option<f64>,
}

/// Reads measured speeds by game. Each line has a name, millions of nodes per second, and the ratio or a dash, separated by
/// tabs; more may follow.
fn rates(path: &Path) -> Result<HashMap<String, Rate>> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Stop::usage(format!("`{}` cannot be read: {error}", path.display())))?;
    let mut rates = HashMap::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let words: Vec<&str> = line.split('\t').collect();
        let rate = match words[..] {
            [name, nodes, ratio, ..] => {
                nodes.parse().ok().map(|nodes| (name, Rate { nodes, ratio: ratio.parse().ok() }))
            }
            _ => None,
        };
        let place = || Stop::usage(format!("`{}`, line {}: no name and rate", path.display(), number + 1));
        let (name, rate) = rate.ok_or_else(place)?;
        rates.insert(name.to_owned(), rate);
    }
    Ok(rates)
}

impl Row {
    fn title(&self) -> &str {
        if self.summary.name.is_empty() { self.name } else { &self.summary.name }
    }
}

/// Prints name and description of each.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    if let Some(unknown) = arguments.with.iter().find(|&with| !words().any(|word| word == with)) {
        let known: Vec<&str> = words().collect();
        return Err(Stop::usage(format!("`--with {unknown}`: choose among {}", known.join(", "))));
    }
    // Summaries need no compilation.
    let rates = arguments.rates.as_deref().map_or(Ok(HashMap::new()), rates)?;
    let row = |name| Some(Row { name, summary: library::summary(name)?, rate: rates.get(name).copied() });
    let all = library::names().filter_map(row);
    let rows: Vec<Row> = all.filter(|row| fits(arguments, row)).collect();
    match arguments.format {
        Format::Json => {
            let rows: Vec<_> = rows
                .iter()
                .map(|row| {
                    json!({
                        "name": row.name,
                        "title": row.summary.name,
                        "description": row.summary.description,
                        "family": row.summary.family,
                        "board": row.summary.board,
                        "with": row.summary.special,
                        "lines": row.summary.lines,
                        "rate": row.rate.map(|rate| json!({ "million-nodes": rate.nodes, "ratio": rate.ratio })),
                    })
                })
                .collect();
            console.json(&json!({ "variants": rows }))
        }
        Format::Markdown => console.text(page(&rows)),
        Format::Human => {
            if rows.is_empty() {
                console.message("no shipped variant matches");
                return Err(Stop::Findings);
            }
            let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
            for (number, (group, rows)) in groups(&rows, arguments.by).into_iter().enumerate() {
                if number > 0 {
                    console.line("")?;
                }
                console.line(console.paint(Paint::Dim, &group))?;
                for row in rows {
                    let description = &row.summary.description;
                    let text = if description.is_empty() { row.title() } else { description };
                    let padding = " ".repeat(width - row.name.len());
                    let name = console.paint(Paint::Bold, row.name);
                    console.line(format_args!("  {name}{padding}  {text}"))?;
                }
            }
            Ok(())
        }
    }
}

/// The words for `--with`.
fn words() -> impl Iterator<Item = &'static str> {
    carn::compile::SPECIAL.iter().map(|&(word, _)| word)
}

fn fits(arguments: &Arguments, row: &Row) -> bool {
    let Summary { name, description, family, board, special, .. } = &row.summary;
    let contains = |text: &str, word: &str| text.to_lowercase().contains(&word.to_lowercase());
    let word = |word: &String| {
        [row.name, name, description, family].iter().any(|text| contains(text, word))
            || library::find(word) == Some(row.name)
    };
    let size = |size: &String| size.replace(['x', 'X', '*'], "×") == *board;
    arguments.word.as_ref().is_none_or(word)
        && arguments.family.as_ref().is_none_or(|wanted| family.eq_ignore_ascii_case(wanted))
        && arguments.board.as_ref().is_none_or(size)
        && arguments.with.iter().all(|with| special.contains(&with.as_str()))
}

/// The rows grouped by a common value, in order of first occurrence; those without a value come last.
fn groups(rows: &[Row], by: By) -> Vec<(String, Vec<&Row>)> {
    let mut found: Vec<(&str, Vec<&Row>)> = Vec::new();
    for row in rows {
        let Summary { family, board, special, .. } = &row.summary;
        let names = match by {
            By::Family => vec![family.as_str()],
            By::Board => vec![board.as_str()],
            By::Special if special.is_empty() => vec![""],
            By::Special => special.clone(),
        };
        for name in names {
            match found.iter_mut().find(|(known, _)| *known == name) {
                Some((_, rows)) => rows.push(row),
                None => found.push((name, vec![row])),
            }
        }
    }
    found.sort_by_key(|(name, _)| name.is_empty());
    let named = |name: &str| match (name, by) {
        ("", By::Special) => "None of these".to_owned(),
        ("", _) => "Others".to_owned(),
        _ => name.to_owned(),
    };
    found.into_iter().map(|(name, rows)| (named(name), rows)).collect()
}

/// A Markdown page: every game with a diagram, its special features, the length of its file, and its speed.
fn page(rows: &[Row]) -> String {
    let mut page = String::from(
        "# The shipped games\n\n<!-- Written by `carn list --format markdown --rates docs/rates.tsv`. -->\n\nEvery game is one \
         file in [`rules/`](../rules/). The number of lines is that of the file alone, without the file that it \
         extends. `carn show NAME` draws a board, `carn explain NAME` describes its rules. [performance.md](performance.md) \
         explains how the speeds were measured.\n",
    );
    for (family, rows) in groups(rows, By::Family) {
        let _ = write!(page, "\n## {family}\n");
        for row in rows {
            let Summary { description, board, special, lines, .. } = &row.summary;
            let _ = write!(page, "\n### {} (`{}`)\n\n", row.title(), row.name);
            if !description.is_empty() {
                let _ = write!(page, "{description}.\n\n");
            }
            let with = if special.is_empty() { String::new() } else { format!(" · {}", special.join(", ")) };
            let _ = write!(page, "{board}{with} · [{lines} lines](../rules/{}.toml)", row.name);
            if let Some(Rate { nodes, ratio }) = row.rate {
                let round =
                    |value: f64| if value < 9.95 { format!("{value:.1}") } else { format!("{value:.0}") };
                let _ = write!(page, " · {} million nodes/s", round(nodes));
                if let Some(ratio) = ratio {
                    let _ = write!(page, ", {} times Fairy-Stockfish", round(ratio));
                }
            }
            page.push_str("\n\n");
            if let Some(variant) = library::variant(row.name) {
                let picture = Picture::new(&variant, &variant.start, Glyphs::Letters);
                let _ = write!(page, "```text\n{}```\n", text(&picture, &Console::new(Colour::Never)));
            }
        }
    }
    page
}
