//! Runs the shell examples of the documentation.
//!
//! Every block fenced as ```` ```console ```` in README.md and docs/*.md is run. A line `$ command` (with its
//! here-document, or continued after `\`) is followed by the expected output. `…` or `[...]` matches any text
//! in a line, or any lines if alone. The blocks of one page run in order in a temporary folder with a copy of
//! `rules/`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::cli::{Folder, root};

/// One command of a page and what should come of it.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// Commands of examples. Those that build or fetch the project itself are shown, not run.
const RUN: &[&str] =
    &["carn", "cat", "cp", "echo", "grep", "head", "ls", "mkdir", "mv", "printf", "rm", "sed"];
const SHOWN: &[&str] = &["cargo", "cd", "git", "sudo", "apt", "apt-get"];

#[test]
fn every_shell_example_does_what_it_says() {
    let mut failures = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page that was listed can be read");
        let name = page.strip_prefix(root()).unwrap_or(&page).display().to_string();
        let folder = Folder::new("docs");
        copy_rules(&folder.path().join("rules"));
        for example in examples(&text) {
            if let Err(message) = check(&example, folder.path()) {
                failures.push(format!("{name}:{}: $ {}\n{message}", example.line, example.command));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// The recipes of a page of the cookbook: what is written before each one's lines, and the lines.
fn recipes(page: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root().join("docs").join(page)).expect("the page is there");
    let parts: Vec<(&str, &str)> =
        text.split("```toml\n").skip(1).map(|part| part.split_once("```").expect("a block ends")).collect();
    let pairs = parts.iter().zip(parts.iter().skip(1));
    pairs.map(|(before, block)| (before.1.to_owned(), block.0.to_owned())).collect()
}

/// The comments over a recipe, `<!-- fen: …; legal: …; illegal: … -->` with the keys of a `[[test]]`, as
/// such sections.
fn stated(before: &str) -> String {
    let section = |comment: &str| {
        let key = |part: &str| {
            let (key, value) = part.split_once(':').unwrap_or_else(|| panic!("{part}: no key"));
            match (key.trim(), value.trim()) {
                (key @ ("fen" | "from" | "outcome"), value) => format!("{key} = {value:?}\n"),
                (key, value) => format!("{key} = {:?}\n", value.split_whitespace().collect::<Vec<_>>()),
            }
        };
        format!("\n[[test]]\n{}", comment.split(';').map(key).collect::<String>())
    };
    let comments = before.split("<!-- ").skip(1).map(|rest| rest.split(" -->").next().unwrap_or(rest));
    comments.map(section).collect()
}

/// Each recipe of the cookbook, as a change of chess, is a game without a finding; both languages give the same lines.
#[test]
fn every_recipe_of_the_cookbook_is_a_game() {
    let lines = |page| recipes(page).into_iter().map(|(_, lines)| lines).collect::<Vec<_>>();
    let found = lines("cookbook.md");
    assert!(found.len() >= 50, "{}", found.len());
    assert_eq!(found, lines("cookbook.zh.md"));
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the page is there");
    assert!(readme.contains(&format!("{} rules", found.len())), "README.md does not say {}", found.len());
    let chess = carn::library::load("chess").and_then(|chess| chess.rule_hash);
    for recipe in found {
        let text = format!("name = \"It\"\nextends = \"chess\"\n{recipe}");
        let compiled = carn::compile::compile(
            "recipe",
            &text,
            &carn::library::Shipped,
            &carn::compile::Natives::default(),
        );
        assert!(compiled.diagnostics.is_empty(), "{recipe}\n{:?}", compiled.diagnostics);
        assert_ne!(compiled.rule_hash, chess, "it changes nothing:\n{recipe}");
    }
}

/// Each recipe does what its sentence says: the moves that comments over its lines state are legal or not, and games end
/// as they say. Only a recipe about looks states nothing.
#[test]
fn every_recipe_of_the_cookbook_does_what_it_says() {
    let folder = Folder::new("cookbook");
    let mut files = Vec::new();
    let mut bare = Vec::new();
    for (number, (before, lines)) in (1..).zip(recipes("cookbook.md")) {
        assert!(before.contains(&format!("**{number}.** ")), "recipe {number} is not numbered so:\n{before}");
        let sections = stated(&before);
        if sections.is_empty() {
            bare.push(number);
            continue;
        }
        let text = format!("name = \"It\"\nextends = \"chess\"\n{lines}{sections}");
        files.push(folder.file(&format!("{number}.toml"), &text));
    }
    assert_eq!(bare, [57], "recipes without a move");
    let mut arguments = vec!["test"];
    arguments.extend(files.iter().map(String::as_str));
    super::cli::carn(&arguments).ok();
}

#[test]
fn statements_over_recipes_are_read() {
    let before = "\n**1.** It.\n\n<!-- fen: 8/8 w - - 0 1; from: a1; only: -->\n<!-- moves: a1a2; legal: b1b2 P@c3 -->\n";
    let sections = "\n[[test]]\nfen = \"8/8 w - - 0 1\"\nfrom = \"a1\"\nonly = []\n\n[[test]]\nmoves = [\"a1a2\"]\nlegal = [\"b1b2\", \"P@c3\"]\n";
    assert_eq!(stated(before), sections);
}

#[test]
fn the_page_of_games_is_fresh() {
    let rates = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rates.tsv");
    for (page, language) in [("docs/variants.md", "en"), ("docs/variants.zh.md", "zh")] {
        let kept = std::fs::read_to_string(root().join(page)).unwrap_or_default();
        let options = ["list", "--format", "markdown", "--lang", language, "--rates", rates];
        let fresh = super::cli::carn(&options).ok();
        let command = options[..5].join(" ");
        assert!(kept == fresh, "{page} is stale: carn {command} --rates docs/rates.tsv > {page}");
    }
}

/// Every picture that a page shows stands under the command that made it, `<!-- carn show … --svg FILE -->`, and is what
/// the command makes today. Run the command in the project's folder (with `--force`) where it is not.
#[test]
fn every_picture_is_fresh() {
    let mut seen = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page that was listed can be read");
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| line.contains(".svg)")) {
            let place = format!("{}:{}", page.display(), number + 1);
            let shown = line.split("](").nth(1).and_then(|rest| rest.split(')').next()).expect("a picture");
            let file = page.parent().expect("a page lies in a folder").join(shown);
            let above = number.checked_sub(1).and_then(|above| lines.get(above)).copied().unwrap_or_default();
            let command = above.strip_prefix("<!-- carn ").and_then(|rest| rest.strip_suffix(" -->"));
            let command = command.unwrap_or_else(|| panic!("{place}: no command stands over {shown}"));
            let mut arguments: Vec<&str> = command.split_whitespace().collect();
            let written = arguments.pop().expect("a file that the command writes");
            assert_eq!(root().join(written), file, "{place}: the command writes another file");
            arguments.push("-");
            let fresh = super::cli::carn(&arguments).ok();
            let kept = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(kept == fresh, "{place}: {shown} is stale: carn {command} --force");
            assert!(!kept.contains("<text"), "{place}: {shown} needs a font");
            seen.push(file);
        }
    }
    assert!(seen.len() >= 3, "the pages show pictures");
    let kept = std::fs::read_dir(root().join("docs")).expect("docs").flatten().map(|entry| entry.path());
    for file in kept.filter(|file| file.extension().is_some_and(|extension| extension == "svg")) {
        assert!(seen.contains(&file), "{} is shown nowhere", file.display());
    }
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.retain(|page| page.is_file());
    pages.sort();
    pages
}

fn copy_rules(to: &Path) {
    std::fs::create_dir_all(to).expect("a temporary folder can be made");
    for entry in std::fs::read_dir(root().join("rules")).into_iter().flatten().flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a rule file can be copied");
        }
    }
}

fn check(example: &Example, folder: &Path) -> Result<(), String> {
    let head = example.command.split_whitespace().next().unwrap_or_default();
    if SHOWN.contains(&head) {
        return Ok(());
    }
    if !RUN.contains(&head) {
        return Err(format!("`{head}` is not among the commands that examples use"));
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_carn")).parent().expect("a binary lies in a folder");
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", binary.display());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{}", example.command)])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env_remove("COLUMNS")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let actual: Vec<&str> = text.lines().map(str::trim_end).collect();
    let expected: Vec<&str> = example.expected.iter().map(String::as_str).collect();
    if expected.is_empty() && !output.status.success() {
        return Err(format!("it failed:\n{text}"));
    }
    if lines_match(&expected, &actual) {
        return Ok(());
    }
    Err(format!("expected:\n{}\nactual:\n{}", expected.join("\n"), actual.join("\n")))
}

/// The examples of a page in order.
fn examples(page: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((_, line)) = lines.next() {
        if line.trim_start().trim_end() != "```console" {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let first = found.len();
        while let Some((number, line)) = lines.next() {
            let line = line.get(indent..).unwrap_or_else(|| line.trim_start());
            if line.starts_with("```") {
                break;
            }
            if let Some(command) = line.strip_prefix("$ ") {
                let mut command = command.to_owned();
                let end = here_document(&command);
                while end.is_some() || command.ends_with('\\') {
                    let Some((_, more)) = lines.next() else { break };
                    let more = more.get(indent..).unwrap_or_else(|| more.trim_start());
                    command.push('\n');
                    command.push_str(more);
                    if end.as_deref() == Some(more) {
                        break;
                    }
                }
                found.push(Example { line: number + 1, command, expected: Vec::new() });
            } else if found.len() > first
                && let Some(example) = found.last_mut()
            {
                example.expected.push(line.trim_end().to_owned());
            }
        }
        // Blank lines before the next command or the fence are for the eye.
        for example in &mut found[first..] {
            while example.expected.last().is_some_and(String::is_empty) {
                example.expected.pop();
            }
        }
    }
    found
}

/// The word that ends the here-document which the command opens.
fn here_document(command: &str) -> Option<String> {
    let word = command.split_once("<<")?.1.split_whitespace().next()?;
    Some(word.trim_matches(['\'', '"']).to_owned())
}

const WILDCARDS: [&str; 2] = ["…", "[...]"];

fn lines_match(expected: &[&str], actual: &[&str]) -> bool {
    let Some((first, rest)) = expected.split_first() else {
        return actual.iter().all(|line| line.is_empty());
    };
    if WILDCARDS.contains(&first.trim()) {
        return (0..=actual.len()).any(|skipped| lines_match(rest, &actual[skipped..]));
    }
    actual.split_first().is_some_and(|(line, others)| line_matches(first, line) && lines_match(rest, others))
}

fn line_matches(expected: &str, actual: &str) -> bool {
    let wildcard = WILDCARDS.iter().filter_map(|&sign| Some((expected.find(sign)?, sign.len()))).min();
    let Some((at, length)) = wildcard else { return expected == actual };
    let Some(rest) = actual.strip_prefix(&expected[..at]) else { return false };
    let mut starts = rest.char_indices().map(|(start, _)| start).chain([rest.len()]);
    starts.any(|start| line_matches(&expected[at + length..], &rest[start..]))
}

/// Of each command some page shows what it does.
#[test]
fn every_command_has_an_example() {
    let pages = pages().into_iter().filter_map(|page| std::fs::read_to_string(page).ok());
    let shown: Vec<Example> = pages.flat_map(|page| examples(&page)).collect();
    let help = Command::new(env!("CARGO_BIN_EXE_carn")).arg("--help").output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("text");
    let commands =
        help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list");
    let names = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> =
        names.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help").collect();
    assert!(names.len() > 15, "{names:?}");
    let calls = |name: &&str| {
        shown.iter().any(|one| {
            one.command.split(['|', ';', '&', '\n']).any(|part| {
                let mut words = part.split_whitespace();
                words.next() == Some("carn") && words.next() == Some(*name)
            })
        })
    };
    let bare: Vec<&str> = names.into_iter().filter(|name| !calls(name)).collect();
    assert_eq!(bare, [""; 0], "commands without an example in the documentation");
}

#[test]
fn examples_are_found_with_their_output() {
    let page = "# T\n```console\n$ carn list\na\n\n$ cat > f <<'EOF'\nx = 1\nEOF\n$ carn a \\\n  b\nout\n```\n\n```sh\n$ no\n```\n";
    let example = |line, command: &str, expected: &[&str]| Example {
        line,
        command: command.to_owned(),
        expected: expected.iter().map(|&line| line.to_owned()).collect(),
    };
    assert_eq!(
        examples(page),
        [
            example(3, "carn list", &["a"]),
            example(6, "cat > f <<'EOF'\nx = 1\nEOF", &[]),
            example(9, "carn a \\\n  b", &["out"]),
        ]
    );
}

#[test]
fn wildcards_stand_for_text_and_for_lines() {
    assert!(lines_match(&["a … c", "…", "z"], &["a b c", "m", "n", "z"]));
    assert!(lines_match(&["took [...] s"], &["took 0.25 s"]));
    assert!(lines_match(&["…"], &[]));
    assert!(!lines_match(&["a … c"], &["a b d"]));
    assert!(!lines_match(&["a"], &["a", "b"]));
    assert!(!lines_match(&[], &["b"]));
}

#[test]
fn an_example_that_is_wrong_is_told() {
    let folder = Folder::new("docs-wrong");
    let example = |command: &str, expected: &[&str]| Example {
        line: 1,
        command: command.to_owned(),
        expected: expected.iter().map(|&line| line.to_owned()).collect(),
    };
    assert_eq!(check(&example("echo one", &["one"]), folder.path()), Ok(()));
    assert!(check(&example("echo one", &["two"]), folder.path()).is_err());
    assert!(check(&example("carn no-such-subcommand", &[]), folder.path()).is_err());
    assert!(check(&example("wget example.org", &[]), folder.path()).is_err());
}
