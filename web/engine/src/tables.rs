//! Constant data: the shipped games, the keys of rule files, the words of patterns.

use carn::compile::schema::{FILE, Holds, Section};
use carn::compile::{Translated, vocabulary};
use carn::library;
use serde_json::{Value, json};

/// All tables.
pub fn tables() -> Value {
    let words = vocabulary().map(|word| {
        let means = if word.effect { "the move " } else { "holds when " };
        json!({
            "name": word.name,
            "written": word.written,
            "about": format!("{means}{}", word.means),
            "effect": word.effect,
        })
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games(),
        "keys": section(&FILE),
        "words": words.collect::<Vec<_>>(),
    })
}

fn games() -> Vec<Value> {
    let each = library::names().filter_map(|name| Some((name, library::summary(name)?)));
    each.map(|(name, summary)| {
        json!({
            "id": name, "name": summary.name, "zh": summary.chinese, "about": translated(&summary.description),
            "family": translated(&summary.family),
            "board": summary.board, "special": summary.special,
        })
    })
    .collect()
}

/// A text in the default language, and in Chinese.
fn translated(text: &Translated) -> Value {
    json!({ "name": text.as_str(), "zh": text.written_in("zh") })
}

/// The keys of a table: the description of each, its allowed words, its subtables.
fn section(section: &Section) -> Value {
    let key = |key: &carn::compile::schema::Key| {
        let mut value = under(key.holds);
        value["name"] = key.name.into();
        value["about"] = key.about.into();
        value
    };
    section.keys.iter().map(key).collect()
}

fn under(holds: &[Holds]) -> Value {
    let mut value = json!({});
    for kind in holds {
        match kind {
            Holds::Words(words) | Holds::WordList(words) => value["words"] = json!(words()),
            // A nested rule file: its keys are those at the top.
            Holds::Table(inner) if std::ptr::eq(*inner, &FILE) => value["file"] = true.into(),
            Holds::Table(inner) | Holds::Tables(inner) => value["keys"] = section(inner),
            Holds::Named(_, inner) => value["named"] = under(inner),
            Holds::Switch => value["words"] = json!(["true", "false"]),
            Holds::Pattern | Holds::Conditions | Holds::Calls | Holds::Hook | Holds::Drop | Holds::Must => {
                value["pattern"] = true.into();
            }
            Holds::Region => value["region"] = true.into(),
            _ => {}
        }
        value["quoted"] = json!(!matches!(
            holds.first(),
            None | Some(
                Holds::Switch | Holds::Number(..) | Holds::Points | Holds::Numbers(_) | Holds::Table(_)
            )
        ));
        value["table"] = json!(holds.iter().any(|kind| matches!(kind, Holds::Table(_) | Holds::Named(..))));
        value["tables"] = json!(holds.iter().any(|kind| matches!(kind, Holds::Tables(_))));
    }
    value
}
