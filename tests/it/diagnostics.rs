//! Every fixture under `tests/diagnostics/` renders as its `expected.txt`.
//!
//! A fixture is a folder `CODE-slug`, or `CODE-slug+what` if a code has several. It contains `input.carn` (a
//! pattern), `input.toml` (a rule file), `input.betza` (a piece) or `input.ini` (a configuration of
//! variants). Long inputs are abbreviated: a line `#repeat 65 TEXT` of a rule file stands for 65 lines
//! `TEXT`, in which `{n}` is the number of the line, from 1, and `{letter}` a distinct letter. After an
//! intended change, run `BLESS=1 cargo test --test it diagnostics` and review the difference.

use std::fs;
use std::path::{Path, PathBuf};

use carn::diagnostic::{Code, Diagnostic, Style, json_list, render, render_all};
use carn::source::{Source, Sources, Span};
use carn::syntax::parse_pattern;

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut all: Vec<PathBuf> = fs::read_dir(root)
        .expect("the fixtures' folder")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    all.sort();
    all
}

/// The text with every line `#repeat` written out.
fn written_out(text: &str) -> String {
    let letters: Vec<char> = ('\u{c0}'..='\u{52f}')
        .filter(|c| c.is_uppercase() && c.to_lowercase().count() == 1)
        .filter(|c| c.to_lowercase().all(|lower| lower.to_uppercase().eq([*c])))
        .collect();
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let Some((count, template)) = line.strip_prefix("#repeat ").and_then(|rest| rest.split_once(' '))
        else {
            out.push_str(line);
            continue;
        };
        for n in 0..count.parse().expect("a number of lines") {
            let letter = letters[n % letters.len()].to_string();
            out.push_str(&template.replace("{n}", &(n + 1).to_string()).replace("{letter}", &letter));
        }
    }
    out
}

/// The findings in a fixture's input; `None` if it is of an unknown kind.
fn found(folder: &Path) -> Option<(Sources, Vec<Diagnostic>)> {
    if let Ok(text) = fs::read_to_string(folder.join("input.toml")).map(|text| written_out(&text)) {
        let beside =
            |file: &str| fs::read_to_string(folder.join(file)).map_err(|error| error.kind().to_string());
        let loader = carn::library::Beside(beside);
        let compiled =
            carn::compile::compile("input.toml", &text, &loader, &carn::compile::Natives::default());
        return Some((compiled.sources, compiled.diagnostics));
    }
    #[cfg(feature = "import")]
    if let Some(found) = imported(folder) {
        return Some(found);
    }
    let text = fs::read_to_string(folder.join("input.carn")).ok()?;
    let mut sources = Sources::new();
    let id = sources.add(Source::new("input.carn", text.clone()));
    let parsed = parse_pattern(&text);
    Some((sources, parsed.diagnostics.into_iter().map(|one| one.in_source(id)).collect()))
}

/// The findings in a text of another program.
#[cfg(feature = "import")]
fn imported(folder: &Path) -> Option<(Sources, Vec<Diagnostic>)> {
    use carn::import::{betza, ini};
    let mut sources = Sources::new();
    if let Ok(text) = fs::read_to_string(folder.join("input.betza")) {
        let id = sources.add(Source::new("input.betza", text.clone()));
        let (groups, mut findings) = betza::read(&text);
        findings.extend(betza::carn(&groups, &betza::Initial::default()).1);
        return Some((sources, findings.into_iter().map(|one| one.in_source(id)).collect()));
    }
    let text = fs::read_to_string(folder.join("input.ini")).ok()?;
    let id = sources.add(Source::new("input.ini", text.clone()));
    let outcome = ini::import(&text, &[]);
    Some((sources, outcome.diagnostics.into_iter().map(|one| one.in_source(id)).collect()))
}

#[test]
fn fixtures_render_as_expected() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for folder in folders() {
        let Some((sources, diagnostics)) = found(&folder) else { continue };
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let (id, slug) = name.split_once('-').unwrap();
        let code = Code::find(id).unwrap_or_else(|| panic!("{name}: no such code"));
        let (slug, _) = slug.split_once('+').unwrap_or((slug, ""));
        assert_eq!(code.slug(), slug);
        assert!(diagnostics.iter().any(|one| one.code == code), "{name}: {diagnostics:?}");
        let rendered = render_all(&diagnostics, &sources, Style::Plain);
        let file = folder.join("expected.txt");
        if bless {
            fs::write(&file, &rendered).unwrap();
        } else if fs::read_to_string(&file).unwrap_or_default() != rendered {
            wrong.push(format!("--- {name}\n{rendered}"));
        }
    }
    assert!(wrong.is_empty(), "not as expected:\n{}", wrong.concat());
}

/// A rule file with mistakes of every layer: none of them hides another, and they come in the order of the file.
#[test]
fn a_file_with_ten_mistakes_shows_all_ten() {
    let text = r#"name = "Ten"
turn = ["White", "Black"]
sound = "loud"

[board]
axes   = ["File", "Rank"]
ranges = { File = "a~e", Rank = "1~5" }

[zones]
Home = "Rnk 1"

[functions]
Far = "@Is(kng, From)"

[pieces.king]
letter  = "K"
royal   = "yes"
pattern = '*# 1 \ ** ~1'

[pieces.rook]
letter  = "r"
pattern = "*# 5~2 | File 1 @Empti | File 1 @On(Hme)"

[pieces.pawn]
letter    = "P"
move      = "Rank +1 @JumpOver"
promotion = { to = ["qeen"], when = "@To(Home)" }

[setup]
fen = "k3r/5/5/5/R3K w - - 0 1"

[ending]
stalemate = "tie"
"#;
    let compiled =
        carn::compile::compile("ten.toml", text, &carn::library::Shipped, &carn::compile::Natives::default());
    let found: Vec<(&str, &str)> =
        compiled.diagnostics.iter().map(|one| (one.code.id(), one.span.text(text))).collect();
    let wanted = [
        ("E0205", "sound"),
        ("E0201", "Rnk"),
        ("E0203", "kng"),
        ("E0402", "\"yes\""),
        ("E0102", "\\"),
        ("E0406", "\"r\""),
        ("E0130", "5~2"),
        ("E0204", "Empti"),
        ("E0202", "Hme"),
        ("E0301", "@JumpOver"),
        ("E0203", "qeen"),
        ("E0404", "tie"),
    ];
    assert_eq!(found, wanted, "{}", render_all(&compiled.diagnostics, &compiled.sources, Style::Plain));
}

/// Typical mistakes of beginners, and the corrections that the messages suggest.
#[test]
fn slips_of_a_newcomer_are_put_right() {
    let slips = [
        ("Rank +1 | File1 @Empty", "E0121", "Rank +1 | File 1 @Empty"),
        ("*# * @JumpOver 1", "E0122", "*# * @JumpOver(1)"),
        ("**# n", "E0121", "**# $n"),
        ("Rank +2 -> @Mark(Rank +1)", "E0128", "Rank +2 => @Mark(Rank +1)"),
        ("Rank +2 On(Rank 2)", "E0128", "Rank +2 @On(Rank 2)"),
        ("Rank +2 @Not(On(Rank 2))", "E0128", "Rank +2 @Not(@On(Rank 2))"),
        ("Rank +2 To(Rank 2) @Empty", "E0128", "Rank +2 @To(Rank 2) @Empty"),
        ("Rank + 1", "E0118", "Rank +1"),
        ("*# 2*$ n", "E0120", "*# 2*$n"),
        ("File 1 | Rank ＋1", "E0104", "File 1 | Rank +1"),
    ];
    for (text, code, wanted) in slips {
        let found = parse_pattern(text).diagnostics;
        let codes: Vec<&str> = found.iter().map(|one| one.code.id()).collect();
        assert_eq!(codes, [code], "{text}: {found:?}");
        let fix = found[0].fix.as_ref().unwrap_or_else(|| panic!("{text} without a fix"));
        let mut fixed = text.to_owned();
        fixed.replace_range(fix.span.range(), &fix.replacement);
        assert_eq!(fixed, wanted);
        assert!(parse_pattern(&fixed).diagnostics.is_empty(), "{fixed}");
    }
}

#[test]
fn every_code_has_a_fixture() {
    let names: Vec<String> =
        folders().iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    for code in Code::all() {
        let name = format!("{}-{}", code.id(), code.slug());
        let more = format!("{name}+");
        assert!(names.iter().any(|one| *one == name || one.starts_with(&more)), "no fixture {name}");
    }
}

#[test]
fn carets_stand_under_chinese_text() {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("象棋.toml", "name = \"象棋\"\n馬 ＋1"));
    let at = "name = \"象棋\"\n馬 ".len();
    let one = Diagnostic::new(Code::FULL_WIDTH, Span::new(at, at + 3), "wrong").in_source(id);
    let text = render(&one, &sources, Style::Plain);
    let line = text.lines().find(|line| line.contains('馬')).unwrap();
    let carets = text.lines().find(|line| line.contains('^')).unwrap();
    // Three cells stand before the sign (馬 takes two), and the sign takes two.
    let margin = line.find('馬').unwrap();
    assert_eq!(carets.find('^'), Some(margin + 3), "{text}");
    assert_eq!(carets.matches('^').count(), 2, "{text}");
    assert!(text.contains("象棋.toml:2:3"), "{text}");
}

#[test]
fn rendering_survives_any_span() {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("x", "馬\r\n炮"));
    for (start, end) in [(0, 1), (1, 2), (2, 99), (99, 99), (5, 3), (0, 0), (3, 5), (8, 8)] {
        let span = Span::new(start, end);
        let one =
            Diagnostic::new(Code::BACKSLASH, span, "m").label(span, "l").fix(span, "r", "f").in_source(id);
        assert!(render(&one, &sources, Style::Coloured).contains("E0102"));
        assert!(json_list(&[one], &sources).contains("E0102"));
    }
    let lost = Diagnostic::new(Code::BACKSLASH, Span::point(0), "no text known");
    assert!(render(&lost, &Sources::new(), Style::Plain).contains("no text known"));
}

#[test]
fn json_is_one_line_and_escaped() {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("a\"b", "x\ny"));
    let one = Diagnostic::new(Code::BACKSLASH, Span::new(2, 3), "a \\ and a \u{1}\n")
        .help("h")
        .fix(Span::new(2, 3), "", "delete it")
        .in_source(id);
    let text = json_list(&[one.clone(), one], &sources);
    assert!(!text.contains('\n'));
    assert!(text.contains(
        r#""file":"a\"b","span":{"start":2,"end":3,"line":2,"column":1,"endLine":2,"endColumn":2}"#
    ));
    assert!(text.contains(r#""message":"a \\ and a \u0001\n""#));
}
