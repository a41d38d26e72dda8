//! The report as a self-contained HTML page: no scripts, no external resources, plots and the board as pictures.

use std::fmt::Write;

use carn::draw::stage;
use carn::source::visible;

use super::plots;
use super::sections::{Section, compared, heading, sections};
use super::{Report, Studied};
use crate::cli::page::{document, escaped};

const STYLE: &str = "\
table{border-collapse:collapse;margin:.8rem 0;font-variant-numeric:tabular-nums}
th,td{padding:.15rem .6rem;text-align:right}
th{font-weight:normal;color:#555;border-bottom:1px solid #ccc}
th:first-child,td:first-child{text-align:left}
pre{font-size:.8rem;line-height:1.35;overflow-x:auto;background:#f7f7f7;padding:.6rem}
.never{background:#ffd9d2}
.used{background:#e2f2df}
figure{display:inline-block;margin:.4rem .4rem .4rem 0;width:21rem}
figure svg{width:100%}
.lead{color:#555}
";

/// The page.
pub fn page(report: &Report) -> String {
    let mut body = String::new();
    let (title, lines) = heading(report);
    push(
        &mut body,
        format_args!("<h1>{}</h1>\n<p class=\"lead\">{}</p>\n", escaped(&title), escaped(&lines.join(" "))),
    );
    section(&mut body, &compared(report), &[]);
    for studied in report.told() {
        if report.studies.len() > 1 {
            push(&mut body, format_args!("<h1>{}</h1>\n", escaped(&studied.study.rules().variant().name)));
        }
        for one in sections(studied) {
            let pictures = match one.title {
                "Results" => vec![plots::points(studied)],
                "Course" => vec![plots::lengths(studied), plots::choices(studied), plots::moments(studied)],
                "Values" => vec![plots::values(studied)],
                "Squares" => vec![board(studied)],
                _ => Vec::new(),
            };
            section(&mut body, &one, &pictures);
            if one.title == "Rules" {
                texts(&mut body, studied);
            }
        }
    }
    document(&title, "en", STYLE, &body)
}

fn push(body: &mut String, text: std::fmt::Arguments<'_>) {
    let written = body.write_fmt(text);
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
}

fn section(body: &mut String, section: &Section, pictures: &[String]) {
    if section.parts.is_empty() {
        return;
    }
    push(body, format_args!("<h2>{}</h2>\n", section.title));
    for part in &section.parts {
        if !part.text.is_empty() {
            push(body, format_args!("<p>{}</p>\n", escaped(&part.text)));
        }
        if part.rows.is_empty() {
            continue;
        }
        push(body, format_args!("<table>\n"));
        row(body, "th", &part.head);
        part.rows.iter().for_each(|cells| row(body, "td", cells));
        push(body, format_args!("</table>\n"));
    }
    for picture in pictures.iter().filter(|picture| !picture.is_empty()) {
        push(body, format_args!("<figure>{picture}</figure>\n"));
    }
}

fn row(body: &mut String, tag: &str, cells: &[String]) {
    if cells.is_empty() {
        return;
    }
    push(body, format_args!("<tr>"));
    for cell in cells {
        push(body, format_args!("<{tag}>{}</{tag}>", escaped(cell)));
    }
    push(body, format_args!("</tr>\n"));
}

/// The rule files, with the number of uses next to each line.
fn texts(body: &mut String, studied: &Studied) {
    let Studied { game, study, data, .. } = studied;
    for (file, source) in game.compiled.sources.iter() {
        let lines = study.coverage().lines(&data.uses, &game.compiled.sources, file);
        if lines.is_empty() {
            continue;
        }
        push(body, format_args!("<details open><summary>{}</summary>\n<pre>", escaped(source.name())));
        // Lines after the last rule, mostly tests, are omitted.
        for line in 1..=lines.keys().next_back().copied().unwrap_or(0) {
            let text = escaped(source.line(line));
            match lines.get(&line) {
                None => push(body, format_args!("{:>14} | {text}\n", "")),
                Some(rules) => {
                    let numbers: Vec<String> = rules.iter().map(|(_, number)| number.to_string()).collect();
                    let class = if rules.iter().any(|(_, number)| *number == 0) { "never" } else { "used" };
                    let numbers = numbers.join(" ");
                    push(body, format_args!("<span class=\"{class}\">{numbers:>14} | {text}</span>\n"));
                }
            }
        }
        push(body, format_args!("</pre></details>\n"));
    }
}

/// The board; squares that pieces visit more often are darker.
fn board(studied: &Studied) -> String {
    let variant = studied.study.rules().variant();
    let stage = stage(variant, 900);
    let visits = |square: carn::geometry::Square| -> u64 {
        studied.data.visits.iter().filter_map(|squares| squares.get(square.index())).sum()
    };
    let most = variant.board.squares().map(visits).max().unwrap_or(0).max(1) as f64;
    let cell: Vec<String> = stage.cell.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let cell = cell.join(" ");
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"><title>How often pieces reach each square</title>",
        stage.width, stage.height
    );
    for spot in &stage.spots {
        let number = visits(spot.square);
        let (fill, opacity) = if number == 0 {
            ("#ffd9d2", 1.0)
        } else {
            ("#1f6f8b", 0.06 + 0.9 * (number as f64 / most).sqrt())
        };
        let name = visible(&variant.board.name(spot.square)).into_owned();
        push(
            &mut picture,
            format_args!(
                "<g transform=\"translate({} {})\"><polygon points=\"{cell}\" fill=\"{fill}\" fill-opacity=\"{opacity:.2}\" \
                 stroke=\"#bbb\"><title>{}: {number}</title></polygon><text y=\"5\" text-anchor=\"middle\" font-size=\"13\" \
                 fill=\"{}\">{}</text></g>",
                spot.x,
                spot.y,
                escaped(&name),
                if opacity > 0.55 && number > 0 { "#fff" } else { "#333" },
                escaped(&name),
            ),
        );
    }
    picture + "</svg>"
}
