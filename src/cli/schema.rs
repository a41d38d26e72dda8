//! `carn schema`: the keys of a rule file as a JSON Schema, for completion in editors.

use carn::compile::schema::{FILE, Holds, Section};
use serde_json::{Map, Value, json};

use super::console::Console;
use super::exit::Result;

/// Print a JSON Schema of rule files
#[derive(clap::Args)]
#[command(after_help = "\
Editors that support JSON Schemas for TOML (Taplo, Even Better TOML, tombi) use
it to complete and describe the keys of a rule file.

Examples:
  carn schema > carn.schema.json
  echo '#:schema ./carn.schema.json' | cat - mygame.toml")]
pub struct Arguments {}

/// Prints the schema.
pub fn run(_: &Arguments, console: &mut Console) -> Result {
    console.json(&schema())
}

/// The schema in draft 7, which editors support.
fn schema() -> Value {
    let mut definitions = Map::new();
    let mut file = object(&FILE, &mut definitions);
    file["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    file["title"] = json!("CARN rule file");
    file["definitions"] = Value::Object(definitions);
    file
}

/// A table with known keys.
fn object(section: &'static Section, definitions: &mut Map<String, Value>) -> Value {
    let mut properties = Map::new();
    for key in section.keys {
        let mut value = any(key.holds, definitions);
        value["description"] = json!(key.about);
        properties.insert(key.name.to_owned(), value);
    }
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// Any of these types, or `false`, which deletes the inherited value.
fn any(holds: &[Holds], definitions: &mut Map<String, Value>) -> Value {
    let mut kinds: Vec<Value> = holds.iter().map(|&kind| one(kind, definitions)).collect();
    if !holds.iter().any(|kind| matches!(kind, Holds::Switch)) {
        kinds.push(json!({ "const": false }));
    }
    json!({ "anyOf": kinds })
}

fn one(kind: Holds, definitions: &mut Map<String, Value>) -> Value {
    let or_list = |one: Value| json!({ "anyOf": [one, { "type": "array", "items": one }] });
    match kind {
        Holds::Text | Holds::Outcome => json!({ "type": "string" }),
        Holds::Words(words) => json!({ "type": "string", "enum": words() }),
        Holds::WordList(words) => or_list(json!({ "type": "string", "enum": words() })),
        Holds::Switch => json!({ "type": "boolean" }),
        Holds::Number(low, high) => json!({ "type": "integer", "minimum": low, "maximum": high }),
        Holds::Points => json!({ "type": "number", "minimum": -1000, "maximum": 1000 }),
        Holds::Numbers(least) => json!({ "type": "array", "items": { "type": "integer", "minimum": least } }),
        Holds::Table(section) => reference(section, definitions),
        Holds::Tables(section) => or_list(reference(section, definitions)),
        Holds::Named(_, kinds) => {
            json!({ "type": "object", "additionalProperties": any(kinds, definitions) })
        }
        Holds::List(kinds) => {
            let kinds: Vec<Value> = kinds.iter().map(|&kind| one(kind, definitions)).collect();
            json!({ "type": "array", "items": { "anyOf": kinds } })
        }
        // CARN texts, and lists of them.
        _ => or_list(json!({ "type": "string" })),
    }
}

/// A reference to a table's definition, whose name has no punctuation.
fn reference(section: &'static Section, definitions: &mut Map<String, Value>) -> Value {
    let name: String = section.name.chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect();
    let name = name.trim().replace(' ', "-");
    if !definitions.contains_key(&name) {
        // Reserve the name first, since a table may contain tables of its own kind.
        definitions.insert(name.clone(), Value::Null);
        let inner = object(section, definitions);
        definitions.insert(name.clone(), inner);
    }
    json!({ "$ref": format!("#/definitions/{name}") })
}
