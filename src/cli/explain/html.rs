//! The rules as a page of its own in HTML: no scripts, nothing fetched, boards as pictures.

use std::fmt::Write;

use carn::draw::{Effort, example, svg};
use carn::prose::{Language, Line};
use carn::source::visible;
use carn::variant::Variant;

use crate::cli::draw::{Glyphs, Picture};

const STYLE: &str = "\
body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1,h2{line-height:1.2}
h2{margin-top:2.2rem;border-top:1px solid #ccc;padding-top:1rem}
ul{padding-left:1.2rem}
li{margin:.6rem 0}
code{display:block;font-size:.9em;color:#555;overflow-wrap:anywhere}
svg{max-width:100%;height:auto}
figure{margin:.5rem 0}
li svg{width:18rem}
";

/// The page; `whole` says that it is of the game, not of one piece.
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
    let (name, language) = (escaped(&variant.name), language.pick("en", "zh"));
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{}</body>\n\
         </html>\n",
        page.body
    )
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

    /// Opens a list, or closes the one that is open.
    fn list(&mut self, wanted: bool) {
        if self.listed != wanted {
            self.body.push_str(if wanted { "<ul>\n" } else { "</ul>\n" });
            self.listed = wanted;
        }
    }

    /// A picture. All pictures are part of one document, so that the names of their shapes must differ.
    fn picture(&mut self, picture: &Picture<'_>) {
        self.pictures += 1;
        let own = |sign: &str| format!("{sign}{}-", self.pictures);
        let drawn = svg(picture).replace("id=\"", &own("id=\"b")).replace("href=\"#", &own("href=\"#b"));
        self.push(format_args!("<figure>{drawn}</figure>\n"));
    }
}

/// The text with the signs that mean something in HTML written out, and characters that cannot be seen as escapes.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
