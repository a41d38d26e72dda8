//! The rules as a Markdown page: movements as list items, boards as text.

use std::fmt::Write;

use carn::draw::{Effort, example};
use carn::prose::{Language, Line};
use carn::source::visible;
use carn::variant::Variant;

use crate::cli::console::{Colour, Console};
use crate::cli::draw::{Glyphs, Picture, text};

/// The page; `whole` tells that it describes the game, not one piece.
pub fn page(variant: &Variant, lines: &[Line], whole: bool, language: Language) -> String {
    let mut out = String::new();
    let (mut first, effort) = (true, Effort::default());
    // Whether the next block must start on a new line.
    let mut open = false;
    for line in lines {
        match line {
            Line::Blank => {
                if std::mem::take(&mut first) && whole {
                    let start = Picture::new(variant, &variant.start, Glyphs::Letters);
                    out.push('\n');
                    board(&mut out, &start, "", language);
                }
                open = false;
            }
            Line::Heading(said) => {
                let level = if out.is_empty() { "#" } else { "\n##" };
                while out.ends_with("\n\n") {
                    out.pop();
                }
                push(&mut out, format_args!("{level} {}\n", escaped(said)));
                open = false;
            }
            Line::Said(indent, said) => {
                let item = if *indent > 0 { "- " } else { "" };
                let blank = if open && *indent > 0 { "" } else { "\n" };
                push(&mut out, format_args!("{blank}{item}{}\n", escaped(said)));
                open = true;
            }
            Line::Written(pattern) => push(&mut out, format_args!("  <br>{}\n", code(pattern))),
            Line::Goes(role, alternative) => {
                if let Some(found) = example(variant, *role, Some(*alternative), &effort) {
                    out.push('\n');
                    board(&mut out, &found.picture(variant, Glyphs::Letters), "  ", language);
                    out.push('\n');
                    open = true;
                }
            }
        }
    }
    out
}

/// A board, with the meaning of its marks.
fn board(out: &mut String, picture: &Picture<'_>, indent: &str, language: Language) {
    push(out, format_args!("{indent}```text\n"));
    let drawn = text(picture, &Console::new(Colour::Never));
    for line in drawn.lines() {
        push(out, format_args!("{}\n", format!("{indent}{line}").trim_end()));
    }
    if let Some(legend) = picture.legend(language) {
        push(out, format_args!("\n{indent}{legend}\n"));
    }
    push(out, format_args!("{indent}```\n"));
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let written = out.write_fmt(text);
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
}

/// A text with Markdown's special characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for (index, c) in visible(text).chars().enumerate() {
        let marks = matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$');
        let begins = index == 0 && matches!(c, '#' | '+' | '-' | '=');
        if marks || begins {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A text as inline code, with any content.
fn code(text: &str) -> String {
    let text = visible(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let blank = if longest > 0 { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}
