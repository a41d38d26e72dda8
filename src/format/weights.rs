//! `[engine]` as a rule file has it.

use std::fmt::Write;

use crate::variant::{Variant, Weights};

/// The table `[engine]` of a rule file with these weights, in its canonical form. Compiled again, it gives the same weights.
#[must_use]
pub fn weights(variant: &Variant, weights: &Weights) -> String {
    let mut text = String::from("[engine]\n");
    let all = [("tempo", weights.tempo), ("attack", weights.attack), ("threats", weights.threats)];
    let line = |text: &mut String, key: &str, value: &dyn std::fmt::Display| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{key} = {value}");
    };
    for (key, value) in all {
        if let Some(value) = value {
            line(&mut text, key, &value);
        }
    }
    for (role, own) in variant.roles.iter().zip(&weights.roles) {
        let name = toml_edit::Key::new(&role.name).to_string();
        let (mut head, mut tables) = (String::new(), String::new());
        if let Some((middle, end)) = own.value {
            line(&mut head, "value", &format!("[{middle}, {end}]"));
        }
        for (key, value) in [("hand", own.hand), ("mobility", own.mobility), ("pair", own.pair)] {
            if let Some(value) = value {
                line(&mut head, key, &value);
            }
        }
        let lists = [("passed", &own.passed), ("own-royal", &own.royals[0]), ("royal", &own.royals[1])];
        for (key, list) in lists.into_iter().filter(|(_, list)| has_some(list)) {
            line(&mut head, key, &phases(list));
        }
        let mut table = |name: &str, key: &str, lines: Vec<(&str, String)>| {
            if !lines.is_empty() {
                let _ = writeln!(tables, "[engine.pieces.{name}.{key}]");
                for (key, value) in lines {
                    line(&mut tables, &toml_edit::Key::new(key).to_string(), &value);
                }
            }
        };
        let axes = variant.board.axes().iter().zip(&own.places).filter(|(_, places)| has_some(places));
        table(&name, "places", axes.map(|(axis, places)| (axis.name.as_str(), phases(places))).collect());
        for (place, key) in ["with", "against"].into_iter().enumerate() {
            let others = variant.roles.iter().zip(&own.beside).map(|(role, lists)| (role, &lists[place]));
            let others = others.filter(|(_, list)| list.iter().any(|&weight| weight != 0));
            let lines = others.map(|(role, list)| (role.name.as_str(), numbers(list.iter().copied())));
            table(&name, key, lines.collect());
        }
        if !head.is_empty() {
            let _ = write!(text, "\n[engine.pieces.{name}]\n{head}");
        } else if !tables.is_empty() {
            text.push('\n');
        }
        text.push_str(&tables);
    }
    super::format(&text).unwrap_or(text)
}

fn has_some(list: &[(i32, i32)]) -> bool {
    list.iter().any(|&weight| weight != (0, 0))
}

fn numbers(list: impl Iterator<Item = i32>) -> String {
    format!("[{}]", list.map(|weight| weight.to_string()).collect::<Vec<_>>().join(", "))
}

/// Two lists: for the middle game and for the endgame.
fn phases(list: &[(i32, i32)]) -> String {
    let [middle, end] = [0, 1].map(|phase| numbers(list.iter().map(|&weight| [weight.0, weight.1][phase])));
    format!("[{middle}, {end}]")
}
