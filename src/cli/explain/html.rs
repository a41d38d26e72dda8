//! The rules as a self-contained HTML page: no scripts, no external resources, boards as pictures.

use std::fmt::Write;

use carn::draw::{Effort, example, svg};
use carn::prose::{Language, Line};
use carn::variant::Variant;

use crate::cli::draw::{Glyphs, Picture};
use crate::cli::page::{document, escaped};

const STYLE: &str = "\
ul{padding-left:1.2rem}
li{margin:.6rem 0}
code{display:block;font-size:.9em;color:#555;overflow-wrap:anywhere}
figure{margin:.5rem 0}
li svg{width:18rem}
";

/// The page; `whole` tells that it describes the game, not one piece.
pub fn page(variant: &Variant, lines: &[Line], whole: bool, language: Language) -> String {
    let mut page = Page { body: String::new(), listed: false, pictures: 0 };
    let effort = Effort::default();
    let mut blanks = 0;
    let mut headings = 0;
    for line in lines {
        match line {
            Line::Blank => {
                blanks += 1;
                if blanks == 1 && whole {
                    page.list(false);
                    page.picture(&Picture::new(variant, &variant.start, Glyphs::Pictures));
                }
            }
            Line::Heading(said) => {
                page.list(false);
                headings += 1;
                let level = if headings == 1 { 1 } else { 2 };
                page.push(format_args!("<h{level}>{}</h{level}>\n", escaped(said)));
            }
            Line::Said(0, said) => {
                page.list(false);
                page.push(format_args!("<p>{}</p>\n", escaped(said)));
            }
            Line::Said(_, said) => {
                page.list(true);
                page.push(format_args!("<li>{}\n", escaped(said)));
            }
            Line::Written(pattern) => page.push(format_args!("<code>{}</code>\n", escaped(pattern))),
            Line::Goes(role, alternative) => {
                if let Some(found) = example(variant, *role, Some(*alternative), &effort) {
                    page.picture(&found.picture(variant, Glyphs::Pictures));
                }
            }
        }
    }
    page.list(false);
    document(&variant.name, language.code(), STYLE, &page.body)
}

struct Page {
    body: String,
    /// Whether a list is open.
    listed: bool,
    pictures: u32,
}

impl Page {
    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        let written = self.body.write_fmt(text);
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
    }

    /// Opens a list, or closes the open one.
    fn list(&mut self, wanted: bool) {
        if self.listed != wanted {
            self.body.push_str(if wanted { "<ul>\n" } else { "</ul>\n" });
            self.listed = wanted;
        }
    }

    /// Adds a picture. All pictures share one document, so ids of their shapes must differ.
    fn picture(&mut self, picture: &Picture<'_>) {
        self.pictures += 1;
        let own = |sign: &str| format!("{sign}{}-", self.pictures);
        let drawn = svg(picture).replace("id=\"", &own("id=\"b")).replace("href=\"#", &own("href=\"#b"));
        self.push(format_args!("<figure>{drawn}</figure>\n"));
    }
}
