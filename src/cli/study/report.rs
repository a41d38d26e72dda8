//! The report on a terminal.

use super::Report;
use super::sections::{Part, Section, compared, heading, sections};
use crate::cli::console::{Console, Paint};
use crate::cli::exit::Result;
use crate::cli::words::{aligned, wrapped};

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
    let rows: Vec<Vec<String>> = std::iter::once(&part.head).chain(&part.rows).cloned().collect();
    for (nth, line) in aligned(&rows, 1).iter().enumerate() {
        let line = format!("  {line}");
        match nth {
            0 if part.head.iter().all(String::is_empty) => {}
            0 => console.line(console.paint(Paint::Dim, &line))?,
            _ => console.line(line.trim_end())?,
        }
    }
    Ok(())
}
