//! A rule file being written: ordered tables and keys; and the remaining differences if it extends another file.

use std::fmt::Write as _;

/// A TOML string of a text.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The lines of a pattern: one string, or a list for many lines or lines with effects.
pub fn pattern(lines: &[String]) -> String {
    let joined = lines.join(" | ");
    if let [only] = lines {
        return quoted(only);
    }
    if lines.is_empty() {
        return "[]".to_owned();
    }
    if joined.len() <= 76 && !joined.contains("=>") {
        return quoted(&joined);
    }
    let mut out = String::from("[\n");
    for line in lines {
        let _ = writeln!(out, "    {},", quoted(line));
    }
    out.push(']');
    out
}

/// The entries of an inline table as written here; `None` if it is not one.
fn entries(value: &str) -> Option<Vec<(&str, &str)>> {
    let inner = value.strip_prefix('{')?.strip_suffix('}')?;
    let (mut depth, mut text, mut escaped, mut start) = (0_usize, false, false, 0);
    let mut parts = Vec::new();
    for (at, c) in inner.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if text => escaped = true,
            '"' => text = !text,
            _ if text => {}
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let split = parts.into_iter().filter_map(|part| part.split_once(" = "));
    Some(split.map(|(key, value)| (key.trim(), value.trim())).collect())
}

/// An inline table to be merged into an inherited one, with deletions for keys that only the inherited one has.
fn removing(value: &str, inherited: &str) -> String {
    let (Some(own), Some(theirs)) = (entries(value), entries(inherited)) else { return value.to_owned() };
    let their = |key: &str| theirs.iter().find(|(name, _)| *name == key).map_or("", |&(_, value)| value);
    let kept = own.iter().map(|(key, value)| format!("{key} = {}", removing(value, their(key))));
    let gone = theirs.iter().filter(|(key, _)| !own.iter().any(|(name, _)| name == key));
    // `forced` is true by default, and its `false` is a value, not a deletion.
    let gone = gone.map(|(key, _)| format!("{key} = {}", *key == "forced"));
    format!("{{ {} }}", kept.chain(gone).collect::<Vec<_>>().join(", "))
}

/// Tables in their written order; the first one, without a name, is the top of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doc {
    tables: Vec<(String, Vec<(String, String)>)>,
}

impl Doc {
    /// Sets a key of a table to a TOML value.
    pub fn set(&mut self, table: &str, key: &str, value: impl Into<String>) {
        let value = value.into();
        let at = match self.tables.iter().position(|(name, _)| name == table) {
            Some(at) => at,
            None => {
                self.tables.push((table.to_owned(), Vec::new()));
                self.tables.len() - 1
            }
        };
        let keys = &mut self.tables[at].1;
        match keys.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value,
            None => keys.push((key.to_owned(), value)),
        }
    }

    fn table(&self, table: &str) -> Option<&[(String, String)]> {
        self.tables.iter().find(|(name, _)| name == table).map(|(_, keys)| keys.as_slice())
    }

    /// The TOML value of a key.
    pub fn value(&self, table: &str, key: &str) -> Option<&str> {
        self.get(table, key)
    }

    /// Adds an item to a key that holds a pattern or a list.
    pub fn append(&mut self, table: &str, key: &str, item: &str) {
        let old = self.get(table, key).map(str::to_owned);
        let value = match old {
            None => format!("[\n    {item},\n]"),
            Some(list) if list.starts_with('[') => match list.trim_end().strip_suffix(']') {
                Some(inner) if inner.trim_end().len() > 1 => {
                    format!("{},\n    {item},\n]", inner.trim_end().trim_end_matches(','))
                }
                _ => format!("[\n    {item},\n]"),
            },
            Some(one) => format!("[\n    {one},\n    {item},\n]"),
        };
        self.set(table, key, value);
    }

    fn get(&self, table: &str, key: &str) -> Option<&str> {
        self.table(table)?.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The differences of this file from another one, so that this file can extend the shipped file `base` with the same rules.
    pub fn beside(&self, other: &Self, base: &str) -> Self {
        let mut less = Self::default();
        let zones = self.table("zones").unwrap_or(&[]);
        let moved_zones: Vec<&str> = zones
            .iter()
            .filter(|(zone, value)| other.get("zones", zone) != Some(value))
            .map(|(zone, _)| zone.as_str())
            .collect();
        let wider = self.get("board", "ranges") != other.get("board", "ranges");
        for (table, keys) in &self.tables {
            if table.is_empty() {
                for (key, value) in keys {
                    if key != "turn" || other.get(table, key) != Some(value) {
                        less.set(table, key, value);
                    }
                }
                less.set("", "extends", quoted(base));
                continue;
            }
            let moves = ["pattern", "move", "capture"];
            // A zone of the same name may have other squares there.
            let zoned = |key: &str| {
                let value = self.get(table, key).unwrap_or_default();
                let words = || value.split(|c: char| !c.is_alphanumeric());
                moved_zones.iter().any(|zone| words().any(|word| word == *zone))
            };
            // Lines that extend to the edge have another meaning on another board.
            let facing =
                |key: &str| wider && self.get(table, key).is_some_and(|value| value.contains("\"*# * @Is("));
            let differs =
                |key: &str| self.get(table, key) != other.get(table, key) || zoned(key) || facing(key);
            // A piece's movement keys are written together, since inherited ones in other words would be added.
            let moved = table.starts_with("pieces.") && moves.iter().any(|key| differs(key));
            for (key, value) in keys {
                // The program has no draw by insufficient material, but shipped games do.
                if differs(key) || moved && moves.contains(&key.as_str()) || key == "insufficient" {
                    let inherited = other.get(table, key).unwrap_or_default();
                    less.set(table, key, removing(value, inherited));
                }
            }
            if moved && other.table(table).is_some() {
                for key in moves {
                    if self.get(table, key).is_none() {
                        less.set(table, key, "false");
                    }
                }
            }
        }
        for (table, keys) in &other.tables {
            match table.strip_prefix("pieces.") {
                Some(piece) if self.table(table).is_none() => less.set("pieces", piece, "false"),
                _ if table.is_empty() => {}
                _ => {
                    for (key, _) in keys {
                        if self.get(table, key).is_none() && table != "zones" {
                            less.set(table, key, "false");
                        }
                    }
                }
            }
        }
        // Remove unused zones.
        let text = less.text();
        if let Some((_, keys)) = less.tables.iter_mut().find(|(name, _)| name == "zones") {
            keys.retain(|(zone, _)| {
                let uses = [format!("({zone})"), format!("({zone},"), format!("{zone} ")];
                text.matches(uses[0].as_str()).count() + text.matches(uses[1].as_str()).count() > 0
            });
        }
        less.tables.retain(|(name, keys)| name.is_empty() || !keys.is_empty());
        less
    }

    /// The file without `extends`, and therefore without deletions.
    pub fn alone(&self) -> Self {
        let mut whole = self.clone();
        for (table, keys) in &mut whole.tables {
            keys.retain(|(key, value)| value != "false" || table != "ending" && key != "royal");
        }
        whole
    }

    /// The file as text.
    pub fn text(&self) -> String {
        // A table of names comes before its subtables.
        let order = |name: &str| {
            let first = ["", "board", "players", "zones", "hand", "counters", "pieces"];
            let last = ["rights", "hooks", "moves", "setup", "ending", "notation"];
            let place = first.iter().position(|one| *one == name);
            place.unwrap_or_else(|| 8 + last.iter().position(|one| *one == name).map_or(0, |at| at + 1))
        };
        let mut tables: Vec<_> = self.tables.iter().collect();
        tables.sort_by_key(|(name, _)| order(name));
        let mut out = String::new();
        for (table, keys) in tables {
            if !table.is_empty() {
                let _ = writeln!(out, "\n[{table}]");
            }
            let width = keys.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
            for (key, value) in keys {
                let _ = writeln!(out, "{key:width$} = {value}");
            }
        }
        out
    }
}
