//! Self-contained HTML pages: no scripts, no external resources.

use carn::source::visible;

/// The style of all pages.
const STYLE: &str = "\
body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1,h2{line-height:1.2}
h2{margin-top:2.2rem;border-top:1px solid #ccc;padding-top:1rem}
svg{max-width:100%;height:auto}
";

/// A page with this title and body; its own style follows that of all pages.
pub fn document(title: &str, language: &str, style: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n{body}</body>\n\
         </html>\n"
    )
}

/// The text with HTML special characters and invisible characters escaped.
pub fn escaped(text: &str) -> String {
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
