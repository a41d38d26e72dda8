//! The outlines of pieces and characters for pictures: SVG paths, embedded as data.
//!
//! The files under `outlines/` hold the paths and name their sources. A rule file selects an outline with `picture`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The embedded files. Each line has a name, a key and a value, separated by tabs.
const FILES: [&str; 4] = [
    include_str!("../outlines/pieces.txt"),
    include_str!("../outlines/drawn.txt"),
    include_str!("../outlines/hanzi.txt"),
    include_str!("../outlines/latin.txt"),
];

/// One outline, in a box of 1000 by 1000 whose y axis points down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline {
    /// The filled path of the whole shape.
    pub body: &'static str,
    /// The path of the lines drawn dark on a light piece; `None` for a plain shape.
    pub light: Option<&'static str>,
    /// The path that is filled on a dark piece; `None` for a plain shape.
    pub dark: Option<&'static str>,
    /// The advance width: the distance to the next character. It is 1000 for all but letters and digits.
    pub width: u32,
}

/// Every line of every file.
fn lines() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    FILES.iter().flat_map(|file| file.lines()).filter_map(|line| {
        let mut parts = line.splitn(3, '\t');
        Some((parts.next()?, parts.next()?, parts.next()?))
    })
}

/// The outline of this name: a piece (`knight`) or a single character.
///
/// ```
/// assert!(carn::outlines::find("knight").is_some_and(|knight| knight.dark.is_some()));
/// assert!(carn::outlines::find("馬").is_some_and(|horse| horse.dark.is_none()));
/// assert!(carn::outlines::find("knihgt").is_none());
/// ```
#[must_use]
pub fn find(name: &str) -> Option<Outline> {
    all().get(name).copied()
}

/// Every outline by its name; parsed once.
fn all() -> &'static BTreeMap<&'static str, Outline> {
    static ALL: OnceLock<BTreeMap<&str, Outline>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = BTreeMap::new();
        for (name, key, value) in lines() {
            let empty = Outline { body: "", light: None, dark: None, width: 1000 };
            let outline = all.entry(name).or_insert(empty);
            match key {
                "body" => outline.body = value,
                "light" => outline.light = Some(value),
                "dark" => outline.dark = Some(value),
                "width" => outline.width = value.parse().unwrap_or(outline.width),
                _ => {}
            }
        }
        all
    })
}

/// The names of the outlines that are not characters, in the order of the files.
pub fn names() -> impl Iterator<Item = &'static str> {
    lines().filter(|&(name, key, _)| key == "body" && name.chars().nth(1).is_some()).map(|(name, ..)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_of_a_known_kind_and_holds_a_path() {
        let entries = FILES.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with("# "));
        assert_eq!(entries.count(), lines().count());
        for (name, key, value) in lines() {
            match key {
                "body" | "light" | "dark" => {
                    assert!(value.starts_with('M') && value.trim_end().ends_with('Z'), "{name} {key}");
                    assert!(!value.contains(['<', '"', '&']), "{name} {key}");
                }
                "width" => assert!(value.parse::<u32>().is_ok_and(|width| width <= 1200), "{name}"),
                _ => panic!("{name} has the key {key}"),
            }
        }
    }
}
