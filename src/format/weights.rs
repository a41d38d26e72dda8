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
        let placed = |(axis, places): &(usize, &Vec<(i32, i32)>)| {
            *axis < variant.board.axes().len() && places.iter().any(|&place| place != (0, 0))
        };
        let places: Vec<_> = own.places.iter().enumerate().filter(placed).collect();
        if own.value.is_none() && own.hand.is_none() && own.mobility.is_none() && places.is_empty() {
            continue;
        }
        let _ = write!(text, "\n[engine.pieces.{}]\n", toml_edit::Key::new(&role.name));
        if let Some((middle, end)) = own.value {
            line(&mut text, "value", &format!("[{middle}, {end}]"));
        }
        if let Some(hand) = own.hand {
            line(&mut text, "hand", &hand);
        }
        if let Some(mobility) = own.mobility {
            line(&mut text, "mobility", &mobility);
        }
        if !places.is_empty() {
            text.push_str("[engine.pieces.");
            let _ = writeln!(text, "{}.places]", toml_edit::Key::new(&role.name));
        }
        for (axis, places) in places {
            let list = |part: fn(&(i32, i32)) -> i32| {
                places.iter().map(|place| part(place).to_string()).collect::<Vec<_>>().join(", ")
            };
            let name = toml_edit::Key::new(&variant.board.axes()[axis].name).to_string();
            line(&mut text, &name, &format!("[[{}], [{}]]", list(|place| place.0), list(|place| place.1)));
        }
    }
    super::format(&text).unwrap_or(text)
}
