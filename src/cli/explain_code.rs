//! `carn explain-code`: the explanation of a diagnostic code.

use carn::diagnostic::{Code, nearest};
use serde_json::{Value, json};

use super::console::{Console, Format};
use super::exit::{Result, Stop};

/// Explain a diagnostic code, with an example and its fix
#[derive(clap::Args)]
#[command(after_help = "\
Without a code, the command lists all codes.

Examples:
  carn explain-code E0102
  carn explain-code backslash
  carn explain-code")]
pub struct Arguments {
    /// Code as in a diagnostic (E0102), or its name (backslash)
    code: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Prints the explanation of one code, or the list of all.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let brief = |code: Code| json!({ "code": code.id(), "name": code.slug(), "title": code.title() });
    let Some(wanted) = &arguments.code else {
        if arguments.format == Format::Json {
            return console.json(&json!({ "codes": Code::all().map(brief).collect::<Vec<Value>>() }));
        }
        for code in Code::all() {
            console.line(format_args!("{}\t{}\t{}", code.id(), code.slug(), code.title()))?;
        }
        return Ok(());
    };
    let Some(code) = Code::find(wanted.trim_matches(['[', ']'])) else {
        let known = Code::all().flat_map(|code| [code.id(), code.slug()]);
        let hint = nearest(wanted, known).map_or("`carn explain-code` lists all codes".to_owned(), |near| {
            format!("did you mean `{near}`?")
        });
        return Err(Stop::usage(format!("there is no code `{wanted}`; {hint}")));
    };
    if arguments.format == Format::Json {
        let mut answer = brief(code);
        answer["text"] = code.page().trim_end().into();
        return console.json(&answer);
    }
    console.line(code.page().trim_end())
}
