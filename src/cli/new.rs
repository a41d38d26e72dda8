//! `carn new`: creates a rule file.

use std::path::{Path, PathBuf};

use carn::library;

use super::console::Console;
use super::exit::{Result, Stop};
use super::files::write_new;
use super::game::{self, Game};
use super::given::Given;

/// A small game with a comment on every part.
const TEMPLATE: &str = include_str!("../../templates/new.toml");

/// Create a rule file to start from
#[derive(clap::Args)]
#[command(after_help = "\
Without --from, the file contains a small complete game with comments. With
--from, it extends another variant and lists its rules as comments: remove the
`#` of a rule to change it.

Examples:
  carn new mygame
  carn new mychess --from chess
  carn new games/mine.toml --from games/other.toml")]
pub struct Arguments {
    /// File to create; `.toml` is added if missing
    #[arg(value_name = "NAME")]
    name: PathBuf,
    /// Variant to extend: a shipped one, or a rule file in the same folder
    #[arg(long, value_name = "VARIANT", add = super::completions::variant())]
    from: Option<Given>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

/// Writes the file.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    // A path such as `..` has no file name.
    let mut file = arguments.name.file_name().unwrap_or_default().to_owned();
    if !file.is_empty() && Path::new(&file).extension().is_none_or(|extension| extension != "toml") {
        file.push(".toml");
    }
    let Some(stem) = Path::new(&file).file_stem().and_then(|stem| stem.to_str()) else {
        return Err(Stop::usage(format!("`{}` is not a file name", arguments.name.display())));
    };
    let path = arguments.name.with_file_name(&file);
    if path.to_string_lossy().contains(char::is_control) {
        return Err(Stop::usage("the name of a rule file must not have line breaks or control characters"));
    }
    let text = match &arguments.from {
        None => TEMPLATE
            .replace("{name}", stem)
            .replace("{title}", &quoted(stem))
            .replace("{file}", &in_shell(&path)),
        Some(from) => extending(stem, &path, from, console)?,
    };
    write_new(&path, &text, arguments.force)?;
    console.message(format_args!("wrote {}; next: carn check {}", path.display(), in_shell(&path)));
    Ok(())
}

/// A file that extends another and quotes its rules as comments.
fn extending(stem: &str, path: &Path, from: &Given, console: &mut Console) -> Result<String> {
    // Only a file without errors can be extended.
    let game = Game::load(from, console)?;
    let (parent, text) = if let Some(text) = library::text(from) {
        (from.to_string(), text.to_owned())
    } else {
        let file = from.path();
        let folder = |path: &Path| {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            std::fs::canonicalize(parent.unwrap_or(Path::new(".")))
        };
        let same = matches!((folder(path), folder(file)), (Ok(a), Ok(b)) if a == b);
        let name = file.file_name().and_then(|name| name.to_str());
        match name {
            Some(name) if same => (name.to_owned(), game::read(file).map_err(Stop::Usage)?),
            _ => {
                let message = "a rule file can extend only shipped variants and files in its own folder";
                return Err(Stop::usage(format!("{message}; `{from}` is elsewhere")));
            }
        }
    };
    let title = &game.rules.variant().name;
    let file = in_shell(path);
    let mut out = format!(
        "# {stem}: {title} with changes.\n#\n\
         #   carn check {file}      errors and warnings of this file\n\
         #   carn explain {file}    the rules in plain words\n\n\
         name = {}\nextends = {}\n\n\
         # The rules of {title} follow. To change one, remove the `# ` before its line and before the line in\n\
         # brackets above it. Rules left as comments stay unchanged; `key = false` removes a rule.\n\n",
        quoted(stem),
        quoted(&parent),
    );
    for line in rules_alone(&text) {
        out.push_str(if line.is_empty() { "" } else { "# " });
        out.push_str(line);
        out.push('\n');
    }
    Ok(out)
}

/// The lines of a rule file without those that an extending file must not or need not repeat: its name, its `extends`, its
/// tests.
fn rules_alone(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut in_proof = false;
    for line in text.lines() {
        let start = line.trim_start();
        if start.starts_with('[') {
            in_proof = start.starts_with("[[perft]]") || start.starts_with("[[test]]");
        }
        let key = start.split('=').next().unwrap_or_default().trim();
        let own = lines_before_tables(&lines) && matches!(key, "name" | "description" | "extends");
        if !in_proof && !own {
            lines.push(line);
        }
    }
    while lines.last().is_some_and(|line| line.is_empty() || line.starts_with('#')) {
        lines.pop();
    }
    lines
}

/// Whether no table has begun yet.
fn lines_before_tables(lines: &[&str]) -> bool {
    !lines.iter().any(|line| line.trim_start().starts_with('['))
}

/// A path for a shell: quoted if necessary, and never like an option.
fn in_shell(path: &Path) -> String {
    let mut text = path.display().to_string();
    if text.starts_with('-') {
        text.insert_str(0, "./");
    }
    let plain = |c: char| c.is_alphanumeric() || "/\\:._-+,@%".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// A TOML string.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
