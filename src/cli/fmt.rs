//! `carn fmt`: formats rule files.

use std::io::Read;
use std::path::Path;

use carn::compile::Compiled;
use carn::diagnostic::{Diagnostic, has_errors, render_all};
use carn::format::format;
use carn::library;
use serde_json::{Value, json};

use super::changes::changes;
use super::console::{Console, Format, Paint};
use super::counted::counted;
use super::exit::{Result, Stop};
use super::files::replace;
use super::game;
use super::given::Given;

/// Format rule files
#[derive(clap::Args)]
#[command(after_help = "\
The command normalises spaces, the alignment of keys, and the patterns in
strings. It keeps comments, blank lines, the order of keys and the meaning of
the file. It does not change a file with errors, but reports them.

Examples:
  carn fmt mygame.toml
  carn fmt --check rules/*.toml         show the changes, and write nothing
  carn fmt - < mygame.toml              write to standard output")]
pub struct Arguments {
    /// Rule files; `-` formats standard input to standard output
    #[arg(value_name = "FILE", required = true, value_hint = clap::ValueHint::FilePath)]
    files: Vec<Given>,
    /// Show the changes without writing them; exit code 1 if there are any
    #[arg(long)]
    check: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The result for one file.
enum Outcome {
    /// It is as it should be.
    Same(String),
    /// Its content was, or would be, changed.
    Changed { old: String, new: String },
    /// It has errors.
    Faulty(Box<Compiled>),
    /// It cannot be read or written.
    Unread(String),
}

/// Formats each file.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let mut outcomes: Vec<(&str, Outcome)> = Vec::new();
    for file in &arguments.files {
        let mut outcome = one(file);
        if let (Outcome::Changed { new, .. }, false) = (&outcome, arguments.check || file.is_standard_input())
            && let Err(message) = replace(file.path(), new)
        {
            outcome = Outcome::Unread(message);
        }
        outcomes.push((file, outcome));
    }
    if arguments.format == Format::Json {
        let files: Vec<Value> = outcomes.iter().map(|(file, outcome)| data(file, outcome)).collect();
        console.json(&json!({ "check": arguments.check, "files": files }))?;
    } else {
        outcomes.iter().try_for_each(|(file, outcome)| tell(arguments, file, outcome, console))?;
    }
    let mut unread: Vec<String> = Vec::new();
    for (_, outcome) in &outcomes {
        if let Outcome::Unread(message) = outcome {
            unread.push(message.clone());
        }
    }
    if let Some((last, others)) = unread.split_last() {
        others.iter().for_each(|message| console.headed(Paint::Red, "error", message));
        return Err(Stop::usage(last.clone()));
    }
    let bad = |outcome: &Outcome| match outcome {
        Outcome::Faulty(_) => true,
        Outcome::Changed { .. } => arguments.check,
        Outcome::Same(_) | Outcome::Unread(_) => false,
    };
    if outcomes.iter().any(|(_, outcome)| bad(outcome)) { Err(Stop::Findings) } else { Ok(()) }
}

/// The canonical form of one file, if it has no errors.
fn one(file: &Given) -> Outcome {
    let (name, read, folder) = match file.is_standard_input() {
        true => ("<stdin>", standard_input(), Path::new("")),
        false => (&**file, game::read(file.path()), file.folder()),
    };
    let old = match read {
        Ok(old) => old,
        Err(error) => {
            let hint =
                if library::text(file).is_some() { "; a shipped variant has no file to write" } else { "" };
            return Outcome::Unread(format!("cannot read `{file}`: {error}{hint}"));
        }
    };
    let compile = |text: &str| game::compile_text(name, folder, text);
    let before = compile(&old);
    let Some(new) = format(&old).filter(|_| !has_errors(&before.diagnostics)) else {
        return Outcome::Faulty(Box::new(before));
    };
    if new == old {
        return Outcome::Same(new);
    }
    // A safety check: formatting must not change the game.
    if format!("{:?}", compile(&new).variant) != format!("{:?}", before.variant) {
        return Outcome::Unread(format!("`{file}` is not changed: formatting would change its meaning"));
    }
    Outcome::Changed { old, new }
}

fn standard_input() -> std::result::Result<String, String> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(16 << 20).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())
}

fn tell(arguments: &Arguments, file: &str, outcome: &Outcome, console: &mut Console) -> Result {
    match outcome {
        Outcome::Changed { old, new } if arguments.check => console.text(changes(file, old, new)),
        Outcome::Changed { new, .. } | Outcome::Same(new) if file == "-" && !arguments.check => {
            console.file(new)
        }
        Outcome::Changed { .. } => console.line(format_args!("{file}: formatted")),
        Outcome::Same(_) | Outcome::Unread(_) => Ok(()),
        Outcome::Faulty(compiled) => {
            let errors: Vec<Diagnostic> =
                compiled.diagnostics.iter().filter(|one| one.is_error()).cloned().collect();
            let rendered = render_all(&errors, &compiled.sources, console.message_style());
            console.message_rendered(rendered.trim_end());
            let count = counted(errors.len(), "error");
            console.headed(Paint::Red, "error", format_args!("`{file}` is not changed: {count}"));
            Ok(())
        }
    }
}

fn data(file: &str, outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Same(_) => json!({ "file": file, "ok": true, "changed": false }),
        Outcome::Changed { old, new } => json!({
            "file": file, "ok": true, "changed": true, "diff": changes(file, old, new), "text": new,
        }),
        Outcome::Faulty(compiled) => json!({
            "file": file, "ok": false, "changed": false,
            "diagnostics": super::check::diagnostics(&compiled.diagnostics, &compiled.sources),
        }),
        Outcome::Unread(message) => json!({ "file": file, "ok": false, "changed": false, "error": message }),
    }
}
