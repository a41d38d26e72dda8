//! `carn list`: the shipped variants by family, board or special features; also as a documentation page.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use carn::compile::{Summary, Translated};
use carn::library;
use serde_json::json;

use super::console::{Colour, Console, Paint};
use super::draw::{Glyphs, Picture, text};
use super::exit::{Result, Stop};
use super::words::{Language, of_environment};

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

    /// Language of titles, descriptions and families [default: for people from LC_ALL, LC_MESSAGES or LANG, else English]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,

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
    /// The title, description and family in the language of the list.
    title: String,
    description: String,
    family: String,
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
    fn new(name: &'static str, language: Language, rates: &HashMap<String, Rate>) -> Option<Self> {
        let summary = library::summary(name)?;
        let chinese = summary.chinese.as_deref().filter(|_| language == Language::Zh);
        let usual = if summary.name.is_empty() { name } else { &summary.name };
        let text = |text: &Translated| text.nearest(language.code()).to_owned();
        Some(Self {
            name,
            title: chinese.unwrap_or(usual).to_owned(),
            description: text(&summary.description),
            family: text(&summary.family),
            rate: rates.get(name).copied(),
            summary,
        })
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
    let usual = if arguments.format == Format::Human { of_environment() } else { Language::En };
    let language = arguments.lang.unwrap_or(usual);
    let all = library::names().filter_map(|name| Row::new(name, language, &rates));
    let rows: Vec<Row> = all.filter(|row| fits(arguments, row)).collect();
    match arguments.format {
        Format::Json => {
            let rows: Vec<_> = rows
                .iter()
                .map(|row| {
                    json!({
                        "name": row.name,
                        "title": row.title,
                        "description": row.description,
                        "family": row.family,
                        "board": row.summary.board,
                        "with": row.summary.special,
                        "lines": row.summary.lines,
                        "rate": row.rate.map(|rate| json!({ "million-nodes": rate.nodes, "ratio": rate.ratio })),
                    })
                })
                .collect();
            console.json(&json!({ "variants": rows }))
        }
        Format::Markdown => console.text(page(&rows, language)),
        Format::Human => {
            if rows.is_empty() {
                console.message("no shipped variant matches");
                return Err(Stop::Findings);
            }
            let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
            for (number, (group, rows)) in groups(&rows, arguments.by, language).into_iter().enumerate() {
                if number > 0 {
                    console.line("")?;
                }
                console.line(console.paint(Paint::Dim, &group))?;
                for row in rows {
                    let text = if row.description.is_empty() { &row.title } else { &row.description };
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
    let texts = || [row.name, name, &row.title].into_iter().chain(description.all()).chain(family.all());
    let contains = |text: &str, word: &str| text.to_lowercase().contains(&word.to_lowercase());
    let word =
        |word: &String| texts().any(|text| contains(text, word)) || library::find(word) == Some(row.name);
    let size = |size: &String| size.replace(['x', 'X', '*'], "×") == *board;
    arguments.word.as_ref().is_none_or(word)
        && arguments
            .family
            .as_ref()
            .is_none_or(|wanted| family.all().any(|name| name.eq_ignore_ascii_case(wanted)))
        && arguments.board.as_ref().is_none_or(size)
        && arguments.with.iter().all(|with| special.contains(&with.as_str()))
}

/// The rows grouped by a common value, in order of first occurrence; those without a value come last.
fn groups(rows: &[Row], by: By, language: Language) -> Vec<(String, Vec<&Row>)> {
    let mut found: Vec<(&str, Vec<&Row>)> = Vec::new();
    for row in rows {
        let Summary { board, special, .. } = &row.summary;
        let names = match by {
            By::Family => vec![row.family.as_str()],
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
        ("", By::Special) => language.pick("None of these", "无特别之处").to_owned(),
        ("", _) => language.pick("Others", "其他").to_owned(),
        _ => name.to_owned(),
    };
    found.into_iter().map(|(name, rows)| (named(name), rows)).collect()
}

/// A Markdown page: every game with a diagram, its special features, the length of its file, and its speed.
fn page(rows: &[Row], language: Language) -> String {
    let mut page = language
        .pick(
            "# The shipped games\n\n<!-- Written by `carn list --format markdown --rates docs/rates.tsv`. -->\n\nEvery game is one \
             file in [`rules/`](../rules/). The number of lines is that of the file alone, without the file that it \
             extends. `carn show NAME` draws a board, `carn explain NAME` describes its rules. \
             [performance.md](performance.md) explains how the speeds were measured. 也有[中文版](variants.zh.md)。\n",
            "# 自带的棋种\n\n<!-- 由 `carn list --format markdown --lang zh --rates docs/rates.tsv` 写成。 -->\n\n每种棋是 \
             [`rules/`](../rules/) 中的一个文件。行数只算文件本身，不算它所扩展的文件。`carn show 棋名` 画出棋盘，\
             `carn explain 棋名 --lang zh` 说明规则。速度如何测得，见[性能](performance.zh.md)。英文版见 [variants.md](variants.md)。\n",
        )
        .to_owned();
    for (family, rows) in groups(rows, By::Family, language) {
        let _ = write!(page, "\n## {family}\n");
        for row in rows {
            let Summary { board, special, lines, .. } = &row.summary;
            let _ = write!(page, "\n### {} (`{}`)\n\n", row.title, row.name);
            if !row.description.is_empty() {
                let _ = write!(page, "{}{}\n\n", row.description, language.pick(".", "。"));
            }
            let with = if special.is_empty() { String::new() } else { format!(" · {}", special.join(", ")) };
            let counted = language.pick("lines", "行");
            let _ = write!(page, "{board}{with} · [{lines} {counted}](../rules/{}.toml)", row.name);
            if let Some(Rate { nodes, ratio }) = row.rate {
                let round =
                    |value: f64| if value < 9.95 { format!("{value:.1}") } else { format!("{value:.0}") };
                let nodes = round(nodes);
                page += &language
                    .pick(format!(" · {nodes} million nodes/s"), format!(" · 每秒 {nodes} 百万个节点"));
                if let Some(ratio) = ratio.map(round) {
                    page += &language.pick(
                        format!(", {ratio} times Fairy-Stockfish"),
                        format!("，为 Fairy-Stockfish 的 {ratio} 倍"),
                    );
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
