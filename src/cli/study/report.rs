//! The report on a terminal.

use unicode_width::UnicodeWidthStr;

use super::Report;
use super::sections::{Part, Section, compared, heading, sections};
use crate::cli::console::{Console, Paint};
use crate::cli::exit::Result;
use crate::cli::words::wrapped;

/// Prints the report.
pub fn print(report: &Report, console: &mut Console) -> Result {
    let (title, lines) = heading(report);
    let title = console.paint(Paint::Bold, &title);
    console.line(title)?;
    let width = console.width();
    for line in lines {
        console.line(wrapped(&line, 0, 0, width))?;
    }
    print_section(&compared(report), console)?;
    for studied in report.told() {
        if report.studies.len() > 1 {
            let name = console.paint(Paint::Bold, &studied.study.rules().variant().name);
            console.line(format_args!("\n{name}"))?;
        }
        for section in sections(studied) {
            print_section(&section, console)?;
        }
    }
    Ok(())
}

fn print_section(section: &Section, console: &mut Console) -> Result {
    if section.parts.is_empty() {
        return Ok(());
    }
    let title = console.paint(Paint::Bold, section.title);
    console.line(format_args!("\n{title}"))?;
    for part in &section.parts {
        if !part.text.is_empty() {
            let width = console.width();
            console.line(wrapped(&part.text, 0, 0, width))?;
        }
        print_table(part, console)?;
    }
    Ok(())
}

/// Prints a table: the first column is left-aligned, numbers are right-aligned.
fn print_table(part: &Part, console: &mut Console) -> Result {
    let columns = part.rows.iter().map(Vec::len).max().unwrap_or(0);
    let all = || std::iter::once(&part.head).chain(&part.rows);
    let widths: Vec<usize> = (0..columns)
        .map(|column| all().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0))
        .collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            let blanks = " ".repeat(width - cell.width());
            if column == 0 { format!("{cell}{blanks}") } else { format!("{blanks}{cell}") }
        });
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    if part.head.iter().any(|name| !name.is_empty()) {
        let head = console.paint(Paint::Dim, &line(&part.head));
        console.line(head)?;
    }
    for row in &part.rows {
        console.line(line(row))?;
    }
    Ok(())
}
