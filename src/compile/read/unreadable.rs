//! Explains TOML errors: full-width or curly characters, unclosed brackets or strings, duplicate keys.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, is_hidden};

/// Explains why a text is not valid TOML.
pub(super) fn unreadable(text: &str, span: Span, message: &str) -> Diagnostic {
    let message = message.lines().next().unwrap_or("this is not TOML");
    let finding = Diagnostic::new(Code::TOML, span, format!("the file is not valid TOML: {message}"));
    if let Some(quotes) = curly_quotes(text, span.start) {
        let straight = quotes.text(text).replace(CURLY_DOUBLE, "\"").replace(CURLY_SINGLE, "'");
        let (before, after) = (&text[..quotes.start], &text[quotes.end..]);
        let mended = format!("{before}{straight}{after}");
        // Other signs of an input method stand in the same line.
        let mut finding = match full_width(&mended, quotes.start).and_then(|found| found.fix) {
            None => finding.fix(quotes, straight, "write straight quotes"),
            Some(fix) => {
                let line = line_around(&mended, quotes.start);
                let plain =
                    [&mended[line.start..fix.span.start], &fix.replacement, &mended[fix.span.end..line.end]];
                finding.fix(
                    line_around(text, quotes.start),
                    plain.concat(),
                    "write straight quotes and plain signs",
                )
            }
        };
        finding.span = quotes;
        finding.message = "the file is not valid TOML: TOML has no curly quotes".to_owned();
        return finding;
    }
    if message.contains("duplicate key") {
        let finding = finding.primary("given again here");
        return match first_of(text, span) {
            Some(first) => finding.label(first, "given here first"),
            None => finding,
        };
    }
    let found = full_width(text, span.start)
        .or_else(|| unquoted_name(text, span.start))
        .or_else(|| not_closed(text, span.start));
    if let Some(found) = found {
        return found;
    }
    let finding = finding.primary("TOML cannot be read here");
    let rest = text.get(span.start..).unwrap_or_default();
    let listless = rest.starts_with(',') && text[..span.start].ends_with(['"', '\'']);
    let sign = Span::new(span.start, span.start + 1);
    if let Some(key) = text.get(..span.start).unwrap_or_default().trim_end().strip_suffix(':') {
        let colon = Span::new(key.len(), key.len() + 1);
        return finding.fix(colon, " =", "write `=` between a key and its value");
    }
    // In `must = @A => @B` TOML stops at the arrow.
    if rest.starts_with("=>") {
        let line = line_around(text, span.start);
        let value = line.text(text).find('=').map(|equals| line.start + equals + 1);
        let value = value.filter(|&at| at < span.start).map(|at| at + blanks(&text[at..]));
        if let Some(found) = value.and_then(|at| unquoted_value(text, at)) {
            return found;
        }
    }
    if rest.starts_with(';') {
        return finding.fix(sign, "", "a line needs no sign at its end; delete it");
    }
    if message.contains("missing comma") {
        let end = Scan::of(text.get(..span.start).unwrap_or_default()).last;
        return finding.fix(Span::point(end), ",", "write the comma");
    }
    // TOML takes the beginning of a word such as `In` for a number or a switch.
    let begun = ["nan", "inf", "true", "false"].iter().any(|word| message.contains(&format!("`{word}`")));
    if begun || message.contains("quoted") {
        if let Some(found) = unquoted_value(text, span.start) {
            return found;
        }
        finding.help("write names and patterns in quotes; `true`, `false` and numbers without")
    } else if listless {
        finding.help("write several strings in brackets: `[\"…\", \"…\"]`")
    } else {
        finding
    }
}

const CURLY_DOUBLE: [char; 4] = ['“', '”', '„', '‟'];
const CURLY_SINGLE: [char; 4] = ['‘', '’', '‚', '‛'];

/// The span from the first to the last curly quote of the line around `at`, if the first is where a string should start.
fn curly_quotes(text: &str, at: usize) -> Option<Span> {
    let curly = |c: char| CURLY_DOUBLE.contains(&c) || CURLY_SINGLE.contains(&c);
    let mut middle = at.min(text.len());
    while !text.is_char_boundary(middle) {
        middle -= 1;
    }
    let start = text[..middle].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let first = line.find(curly)?;
    let last = line.rmatch_indices(curly).next()?;
    let outside = !line[..first].contains(['"', '\'', '#']);
    outside.then(|| Span::new(start + first, start + last.0 + last.1.len()))
}

/// The first occurrence of the duplicate key or table at `again`, searched in the lines before it.
fn first_of(text: &str, again: Span) -> Option<Span> {
    let before = text.get(..again.start)?;
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[line_start..].lines().next().unwrap_or_default().trim_end();
    let is_header = |line: &str| line.trim_start().starts_with('[');
    let key = |line: &str| -> Option<String> {
        if is_header(line) {
            let end = line.rfind(']')?;
            return Some(line[..=end].split_whitespace().collect());
        }
        Some(line.split_once('=')?.0.trim().trim_matches(['"', '\'']).to_owned())
    };
    let wanted = key(line)?;
    let header = is_header(line);
    let mut found = None;
    let mut start = 0;
    for earlier in before[..line_start].split_inclusive('\n') {
        if is_header(earlier) && !header {
            // A table heading starts a new set of keys.
            found = None;
        }
        if found.is_none() && is_header(earlier) == header && key(earlier).as_ref() == Some(&wanted) {
            let indent = blanks(earlier);
            let shown = if header {
                earlier.rfind(']').map_or(earlier.len(), |end| end + 1)
            } else {
                earlier.split_once('=').map_or(earlier.len(), |(key, _)| key.trim_end().len())
            };
            found = Some(Span::new(start + indent, start + shown.max(indent)));
        }
        start += earlier.len();
    }
    found
}

fn wrong(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(Code::TOML, span, format!("the file is not valid TOML: {message}"))
}

/// The plain character for a full-width one.
fn plain(c: char) -> Option<char> {
    let plain = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0)?,
        '\u{3000}' => ' ',
        '、' => ',',
        '【' => '[',
        '】' => ']',
        _ => return None,
    };
    (!plain.is_ascii_alphanumeric()).then_some(plain)
}

/// Full-width signs outside strings, in the line around `at`.
fn full_width(text: &str, at: usize) -> Option<Diagnostic> {
    let line = line_around(text, at);
    let scan = Scan::of(&text[..line.end]);
    let outside = |at: usize| {
        let next = scan.quoted.partition_point(|part| part.end <= at);
        !scan.quoted.get(next).is_some_and(|part| part.contains(at))
    };
    let signs = line.text(text).char_indices().map(|(index, c)| (line.start + index, c));
    let signs: Vec<(usize, char)> = signs.filter(|&(at, c)| plain(c).is_some() && outside(at)).collect();
    let (&(first, _), &(last, sign)) = (signs.first()?, signs.last()?);
    let span = Span::new(first, last + sign.len_utf8());
    let written = span.text(text).char_indices().map(|(index, c)| match plain(c) {
        Some(plain) if outside(first + index) => plain,
        _ => c,
    });
    let mut names: Vec<char> = signs.iter().map(|&(_, c)| c).collect();
    names.sort_unstable();
    names.dedup();
    let names: Vec<String> = names.iter().map(|c| format!("`{c}`")).collect();
    let message = format!("TOML uses plain signs outside strings, not {}", names.join(" "));
    Some(wrong(span, &message).fix(span, written.collect::<String>(), "write the plain signs"))
}

/// The names of a `[table]` header or before a `=`, at `at`, that TOML reads only in quotes.
fn unquoted_name(text: &str, at: usize) -> Option<Diagnostic> {
    let line = line_around(text, at);
    let before = text.get(..at)?;
    let scan = Scan::of(before);
    // The start of the line, or of an entry of a table in braces.
    let start = match scan.open.last() {
        Some(_) if scan.header => line.start,
        Some((_, '{')) => before.rfind(['{', ',']).map_or(line.start, |sign| sign + 1),
        Some(_) => return None,
        None => line.start,
    };
    let start = line.end - text.get(start..line.end)?.trim_start().len();
    let inside = scan.quoted.last().is_some_and(|part| part.end == at);
    if inside || scan.unclosed.is_some() {
        return None;
    }
    let header = start;
    let start = line.end - text[header..line.end].trim_start_matches('[').len();
    let closing = if start == header { '=' } else { ']' };
    let mut parts = vec![start];
    let mut quote = None;
    let end = text[start..line.end].char_indices().find_map(|(index, c)| {
        match c {
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' => quote = Some(c),
            '.' => parts.push(start + index + 1),
            _ => {
                return (c == closing || c.is_ascii_punctuation() && !"_-".contains(c)).then_some((index, c));
            }
        }
        None
    });
    let end =
        end.filter(|&(index, c)| c == closing && at <= start + index).map(|(index, _)| start + index)?;
    let ends = parts.iter().skip(1).map(|next| next - 1).chain([end]);
    let names = parts.iter().zip(ends).map(|(&start, end)| {
        let name = text[start..end].trim();
        let start = start + blanks(&text[start..end]);
        Span::new(start, start + name.len())
    });
    let bare = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    let wants_quotes =
        |name: &str| !name.contains(['"', '\'']) && !name.chars().all(bare) && !name.contains(is_hidden);
    let names: Vec<Span> = names.filter(|name| wants_quotes(name.text(text))).collect();
    let span = names.first()?.join(*names.last()?);
    let mut written = span.text(text).to_owned();
    for name in names.iter().rev() {
        written.insert(name.end - span.start, '"');
        written.insert(name.start - span.start, '"');
    }
    let message = "a name needs quotes unless it has only the letters A to Z, digits, `_` and `-`";
    Some(wrong(span, message).fix(span, written, "write the name in quotes"))
}

/// The length of the blanks at the start of a text.
fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The line that contains a byte, without its line feed.
fn line_around(text: &str, at: usize) -> Span {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let length = text[start..].lines().next().unwrap_or_default().len();
    Span::new(start, start + length)
}

/// A value without quotes at `at`: the rest of the line, or the rest of an entry in brackets.
fn unquoted_value(text: &str, at: usize) -> Option<Diagnostic> {
    let line = line_around(text, at);
    let rest = text.get(at..line.end)?;
    let inside = !Scan::of(text.get(..at)?).open.is_empty();
    let (mut depth, mut blank) = (0, true);
    let end = rest.char_indices().find_map(|(index, c)| {
        let ends = match c {
            // The sign in `*#` begins no comment.
            '#' => blank,
            ',' | ']' | '}' => inside && depth == 0,
            _ => false,
        };
        depth += i32::from(c == '(') - i32::from(c == ')');
        blank = c.is_whitespace();
        ends.then_some(index)
    });
    let value = rest[..end.unwrap_or(rest.len())].trim_end();
    let begins = value.starts_with(|c: char| c.is_alphabetic() || "*@$".contains(c));
    if !begins || value.replace("=>", "").contains(|c: char| "\"'=\\[]{}".contains(c)) {
        return None;
    }
    let span = Span::new(at, at + value.len());
    Some(match value.to_lowercase().as_str() {
        switch @ ("true" | "false") => wrong(span, "`true` and `false` are written in lower case").fix(
            span,
            switch,
            format!("write `{switch}`"),
        ),
        _ => wrong(span, "string values must be quoted").fix(
            span,
            format!("\"{value}\""),
            "write it in quotes",
        ),
    })
}

/// The line around `at`, if it is an entry with its whole value: no bracket or string reaches into another line.
pub(super) fn entry_alone(text: &str, at: usize) -> Option<Span> {
    let line = line_around(text, at);
    let entry = line.text(text).trim_start();
    if entry.starts_with('[') || !begins_entry(entry) {
        return None;
    }
    let open = |end: usize| !Scan::of(&text[..end]).open.is_empty();
    let reaches =
        |part: &Span| part.contains(line.end) || part.start < line.start && part.contains(line.start);
    let alone = !open(line.start) && !open(line.end) && !Scan::of(text).quoted.iter().any(reaches);
    alone.then_some(line)
}

/// The unclosed string, list or table at which TOML parsing fails.
fn not_closed(text: &str, at: usize) -> Option<Diagnostic> {
    let line = line_around(text, at);
    if let Some(open) = Scan::of(&text[..line.end]).unclosed.filter(|open| open.start <= at) {
        return Some(string_not_closed(text, open));
    }
    let at = at.clamp(line.start, line.end);
    let (before, rest) = (text.get(..at)?, text.get(at..)?);
    let scan = Scan::of(before);
    let &(open, sign) = scan.open.last()?;
    // TOML takes the rest of `[*# 1]` for a comment, with the bracket.
    if before[..scan.last].ends_with('*') && text[scan.last..].starts_with('#') {
        let value = before[..scan.last].rfind(['[', '{', '=', ','])? + 1;
        return unquoted_value(text, scan.last - before[value..scan.last].trim_start().len());
    }
    // A new entry begins where a list or table would have to continue.
    let entry = text[line.start..at].trim().is_empty() && begins_entry(line.text(text));
    let key = sign == '[' && rest.starts_with('=');
    let ends = rest.trim().is_empty() || (sign == '{' && rest.starts_with(['\n', '\r']));
    if !(scan.header || entry || key || ends) {
        return None;
    }
    let (closing, what) = match sign {
        _ if scan.header => ("]", "the name of a table"),
        '[' => ("]", "a list"),
        _ => ("}", "a table"),
    };
    // In `["a", key = …` the list ends before the comma.
    let item = before.trim_end().trim_end_matches(|c: char| c.is_alphanumeric() || "_-".contains(c));
    let item = item.trim_end().strip_suffix(',').filter(|_| key);
    let end = item.map_or(scan.last, |item| item.trim_end().len());
    let found = wrong(Span::new(open, open + 1), &format!("{what} is not closed"))
        .primary(format!("no `{closing}` closes this"))
        .label(Span::point(at), "not closed up to here");
    Some(found.fix(Span::point(end), closing, format!("close it with `{closing}`")))
}

/// Whether a line begins with `key =` or `[table]`.
fn begins_entry(line: &str) -> bool {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix('[') {
        return rest.starts_with(|c: char| c.is_alphabetic() || c == '[');
    }
    let key =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "._-\"'".contains(c));
    line.split_once('=').is_some_and(|(name, value)| key(name.trim()) && !value.starts_with('>'))
}

/// A string that is not closed on its line. The rest of the line may belong to it.
fn string_not_closed(text: &str, open: Span) -> Diagnostic {
    let quote = if open.text(text).starts_with('"') { "\"" } else { "'" };
    let found = wrong(open, "a string is not closed in its line").primary("it begins here");
    let mut end = open.end;
    while let Some(at) = text[end..].find('\n') {
        let start = end + at + 1;
        let line = text[start..].lines().next().unwrap_or_default();
        if line.trim().is_empty() || begins_entry(line) {
            break;
        }
        if let Some(at) = line.find(quote).filter(|_| line.matches(quote).count() % 2 == 1) {
            let whole = Span::new(open.start, start + at + 1);
            let long = quote.repeat(3);
            let written = format!("{long}{}{long}", &text[open.start + 1..start + at]);
            return found
                .fix(whole, written, "a string of several lines has three quotes at each end")
                .help("or write it in one line, or as a list: `[\"…\", \"…\"]`");
        }
        end = start + line.len();
    }
    // A comment begins after a blank; the sign in `*#` begins none.
    let mut written = open.text(text).trim_end();
    if [" #", "\t#"].iter().any(|sign| written.contains(sign)) {
        return found.help("close it where it ends");
    }
    if !Scan::of(&text[..open.start]).open.is_empty() {
        written = written.trim_end_matches([']', '}', ',', ' ']);
    }
    found.fix(Span::point(open.start + written.len()), quote, "close it")
}

/// The brackets and strings of a text prefix, outside strings and comments.
#[derive(Default)]
struct Scan {
    /// Strings and comments.
    quoted: Vec<Span>,
    /// The brackets and braces still open at its end, outermost first.
    open: Vec<(usize, char)>,
    /// Whether its last line is a `[table]` header, possibly incomplete.
    header: bool,
    /// The first string that is not closed on its line.
    unclosed: Option<Span>,
    /// The end of the last character outside comments.
    last: usize,
}

impl Scan {
    fn of(text: &str) -> Self {
        let mut scan = Self::default();
        // Whether the line is blank so far.
        let mut blank = true;
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            let mut length = c.len_utf8();
            match c {
                '"' | '\'' => {
                    let closed;
                    (length, closed) = string_length(rest, c);
                    let span = Span::new(at, at + length);
                    if !closed {
                        scan.unclosed.get_or_insert(span);
                    }
                    scan.quoted.push(span);
                }
                '#' => {
                    length = rest.find('\n').unwrap_or(rest.len());
                    scan.quoted.push(Span::new(at, at + length));
                }
                '[' | '{' => {
                    scan.header |= c == '[' && scan.open.is_empty() && blank;
                    scan.open.push((at, c));
                }
                ']' | '}' => {
                    let opening = if c == ']' { '[' } else { '{' };
                    if scan.open.last().is_some_and(|open| open.1 == opening) {
                        scan.open.pop();
                    }
                }
                // A table header ends with its line.
                '\n' if scan.header => {
                    scan.header = false;
                    scan.open.clear();
                }
                _ => {}
            }
            blank = c == '\n' || blank && c.is_whitespace();
            at += length;
            if c != '#' && !c.is_whitespace() {
                scan.last = at;
            }
        }
        scan
    }
}

/// The length of the string at the start of a text, and whether it is closed. An unclosed string ends with its line. A
/// multi-line string without a closing quote extends to the end of the text; TOML itself reports it well.
fn string_length(text: &str, quote: char) -> (usize, bool) {
    let long = quote.to_string().repeat(3);
    if text.starts_with(&long) {
        return (text[3..].find(&long).map_or(text.len(), |at| at + 6), true);
    }
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' | '\r' => return (at, false),
            _ if escaped => escaped = false,
            '\\' if quote == '"' => escaped = true,
            c if c == quote => return (at + 1, true),
            _ => {}
        }
    }
    (text.len(), false)
}
