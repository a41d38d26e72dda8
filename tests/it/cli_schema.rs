//! `carn schema`: every shipped file satisfies it, it rejects keys unknown to the compiler, and the reference
//! page names its keys.

use std::collections::BTreeSet;

use carn::compile::schema::{FILE, Holds, Section};
use serde_json::{Value, json};
use toml_edit::{DocumentMut, Item};

use super::cli::{carn, root};

/// The violations of a schema by a value. Only the keywords that the schema uses are known.
fn violations(schema: &Value, at: &Value, value: &Value, path: &str, out: &mut Vec<String>) {
    let rules = at.as_object().expect("a schema is an object");
    for (word, rule) in rules {
        let holds = match word.as_str() {
            "$ref" => {
                let name =
                    rule.as_str().and_then(|name| name.strip_prefix("#/definitions/")).expect("a reference");
                let inner = &schema["definitions"][name];
                assert!(inner.is_object(), "{name} is not defined");
                violations(schema, inner, value, path, out);
                true
            }
            "anyOf" => {
                let all = rule.as_array().expect("a list");
                let tried: Vec<Vec<String>> = all
                    .iter()
                    .map(|one| {
                        let mut wrong = Vec::new();
                        violations(schema, one, value, path, &mut wrong);
                        wrong
                    })
                    .collect();
                // The nearest is told.
                match tried.into_iter().min_by_key(|wrong| (wrong.len(), wrong.first().map(|one| one.len())))
                {
                    Some(least) => out.extend(least),
                    None => out.push(format!("{path}: nothing is allowed")),
                }
                true
            }
            "type" => match rule.as_str().expect("a type") {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "integer" => value.is_i64(),
                "number" => value.is_number(),
                other => panic!("{other}"),
            },
            "enum" => rule.as_array().expect("a list").contains(value),
            "const" => rule == value,
            "minimum" => value.as_f64().is_none_or(|value| value >= rule.as_f64().expect("a number")),
            "maximum" => value.as_f64().is_none_or(|value| value <= rule.as_f64().expect("a number")),
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    violations(schema, rule, item, &format!("{path}[{number}]"), out);
                }
                true
            }
            "properties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if let Some(rule) = rule.get(key) {
                        violations(schema, rule, inner, &format!("{path}.{key}"), out);
                    }
                }
                true
            }
            "additionalProperties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if rules.get("properties").is_some_and(|known| known.get(key).is_some()) {
                        continue;
                    }
                    if *rule == json!(false) {
                        out.push(format!("{path}.{key}: no such key"));
                    } else {
                        violations(schema, rule, inner, &format!("{path}.{key}"), out);
                    }
                }
                true
            }
            "$schema" | "title" | "definitions" | "description" => true,
            other => panic!("the test does not know `{other}`"),
        };
        if !holds {
            out.push(format!("{path}: {value} is not {word} {rule}"));
        }
    }
}

/// A TOML value as JSON.
fn json_of(item: &Item) -> Value {
    fn of(value: &toml_edit::Value) -> Value {
        match value {
            toml_edit::Value::String(text) => json!(text.value()),
            toml_edit::Value::Integer(number) => json!(number.value()),
            toml_edit::Value::Boolean(value) => json!(value.value()),
            toml_edit::Value::Float(number) => json!(number.value()),
            toml_edit::Value::Datetime(date) => json!(date.to_string()),
            toml_edit::Value::Array(items) => items.iter().map(of).collect(),
            toml_edit::Value::InlineTable(table) => {
                Value::Object(table.iter().map(|(key, value)| (key.to_owned(), of(value))).collect())
            }
        }
    }
    match item {
        Item::None => Value::Null,
        Item::Value(value) => of(value),
        Item::Table(table) => {
            Value::Object(table.iter().map(|(key, item)| (key.to_owned(), json_of(item))).collect())
        }
        Item::ArrayOfTables(tables) => {
            tables.iter().map(|table| json_of(&Item::Table(table.clone()))).collect()
        }
    }
}

fn wrong(schema: &Value, text: &str) -> Vec<String> {
    let document: DocumentMut = text.parse().expect("TOML");
    let mut out = Vec::new();
    violations(schema, schema, &json_of(document.as_item()), "", &mut out);
    out
}

#[test]
fn every_shipped_file_satisfies_the_schema() {
    let schema = carn(&["schema"]).json();
    let mut seen = 0;
    for name in carn::library::names() {
        let text = carn::library::text(name).expect("it is shipped");
        assert_eq!(wrong(&schema, text), Vec::<String>::new(), "{name}");
        seen += 1;
    }
    assert!(seen > 80);
}

#[test]
fn the_schema_rejects_keys_unknown_to_the_compiler() {
    let schema = carn(&["schema"]).json();
    for text in [
        "mvoe = 1",
        "[pieces.king]\nmvoe = '*# 1'",
        "[pieces.king]\nroyal = 'two'",
        "[pieces.king]\npattern = 3",
        "[pieces.king]\npattern = [{ pattern = '*# 1', nmae = 'O' }]",
        "[ending]\ncheckmate = 'lost'",
        "[ending]\nquiet = { plies = 0 }",
        "[[test]]\nlegl = ['a1a2']",
        "[players.Red]\ncolour = 'mauve'",
        "[hand]\ntaken = 'nobody'",
        "[notation]\nscripts = ['morse']",
    ] {
        assert_eq!(wrong(&schema, text).len(), 1, "{text}: {:?}", wrong(&schema, text));
        let compiled = carn::library::text("chess").expect("it is shipped").replace("Chess\"", "X\"");
        let both = format!("extends = 'chess'\nname = 'X'\n{text}");
        let found =
            carn::compile::compile("a.toml", &both, &Shipped(compiled), &carn::compile::Natives::default());
        assert!(found.diagnostics.iter().any(carn::diagnostic::Diagnostic::is_error), "{text} is compiled");
    }
    for text in [
        "",
        "[pieces]\nqueen = false",
        "extends = 'chess'\n[ending]\nquiet = false",
        "[pieces.x]\nroyal = 'last'",
    ] {
        assert_eq!(wrong(&schema, text), Vec::<String>::new(), "{text}");
    }
}

/// One file under every name.
struct Shipped(String);

impl carn::compile::Loader for Shipped {
    fn names(&self) -> Vec<&str> {
        vec!["chess"]
    }

    fn named(&self, _: &str) -> Option<String> {
        Some(self.0.clone())
    }

    fn beside(&self, _: &str) -> Result<String, String> {
        Err("there is none".to_owned())
    }
}

#[test]
fn the_reference_page_names_every_key() {
    fn keys(section: &'static Section, out: &mut BTreeSet<&'static str>) {
        for key in section.keys {
            assert!(!key.about.is_empty() && !key.holds.is_empty(), "{}", key.name);
            out.insert(key.name);
            // Keys of the file itself are checked elsewhere.
            let again = |kind: &Holds| matches!(kind, Holds::Table(inner) if std::ptr::eq(*inner, &FILE));
            key.holds.iter().filter(|kind| !again(kind)).for_each(|kind| within(kind, out));
        }
    }
    fn within(kind: &'static Holds, out: &mut BTreeSet<&'static str>) {
        match kind {
            Holds::Table(section) | Holds::Tables(section) => keys(section, out),
            Holds::Named(_, kinds) | Holds::List(kinds) => kinds.iter().for_each(|kind| within(kind, out)),
            _ => {}
        }
    }
    let mut all = BTreeSet::new();
    keys(&FILE, &mut all);
    assert!(all.len() > 70, "{all:?}");
    let page = std::fs::read_to_string(root().join("docs/rule-file.md")).unwrap();
    let words: BTreeSet<&str> = page.split(|c: char| !(c.is_alphanumeric() || c == '-')).collect();
    let missing: Vec<_> = all.into_iter().filter(|key| !words.contains(key)).collect();
    assert!(missing.is_empty(), "docs/rule-file.md does not say what these are: {missing:?}");
}
