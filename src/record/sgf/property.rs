//! A property's name and values, and the types of values.

use crate::record::tree::{GameTree, NodeId, Property};
use std::borrow::Cow;

/// A point by its letters: column and row from the upper left corner, from 0. `a` is 0, `z` 25, `A` 26, `Z` 51.
pub type Point = (u8, u8);

impl Property {
    /// A property from unescaped text; escapes are added.
    pub fn new<S: AsRef<str>>(name: &str, values: impl IntoIterator<Item = S>) -> Property {
        let mut raw = name.to_owned();
        for value in values {
            raw.push('[');
            for character in value.as_ref().chars() {
                if matches!(character, '\\' | ']') {
                    raw.push('\\');
                }
                raw.push(character);
            }
            raw.push(']');
        }
        Property(raw.into())
    }

    /// Name and values as in the file, without white space between them: `AB[bc][cc]`.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The name as in the file.
    pub fn name(&self) -> &str {
        self.0.split('[').next().unwrap_or_default()
    }

    /// Whether the name's capitals match: `B` matches `B`, and also FF\[3\]'s `Black`.
    pub fn is(&self, name: &str) -> bool {
        self.name().bytes().filter(|byte| !byte.is_ascii_lowercase()).eq(name.bytes())
    }

    /// The values, in order.
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        let mut rest = &self.0[self.name().len()..];
        std::iter::from_fn(move || {
            let inner = rest.strip_prefix('[')?;
            let end = value_end(inner).unwrap_or(inner.len());
            rest = inner.get(end + 1..).unwrap_or_default();
            Some(Value(&inner[..end]))
        })
    }

    /// The first value.
    pub fn value(&self) -> Option<Value<'_>> {
        self.values().next()
    }

    /// All points of all values, with compressed lists expanded, in order; `Err` with the first value that is neither a point
    /// nor a rectangle.
    ///
    /// # Errors
    /// With the raw value.
    pub fn points(&self) -> Result<Vec<Point>, &str> {
        let mut points = vec![];
        for value in self.values() {
            points.extend(value.points().ok_or(value.0)?);
        }
        Ok(points)
    }
}

/// The game number of a record: `GM`. A record without one is Go, unless something else states the game.
pub fn game_number(tree: &GameTree) -> Option<i64> {
    tree[NodeId::ROOT].property("GM").and_then(|property| property.value()?.number())
}

/// The end of the value that begins here: the offset of the closing bracket.
pub(super) fn value_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += bytes[at..].iter().position(|byte| matches!(byte, b'\\' | b']'))?;
        if bytes[at] == b']' {
            return Some(at);
        }
        at += 2;
        if at > bytes.len() {
            return None;
        }
    }
}

/// One value of a property, as between its brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<'a>(pub &'a str);

impl<'a> Value<'a> {
    /// The value as *Text*: escapes resolved, escaped line breaks removed, line breaks as `\n`, other white space as spaces.
    pub fn text(&self) -> Cow<'a, str> {
        if !self.0.contains(['\\', '\r', '\n', '\t', '\x0B', '\x0C']) {
            return Cow::Borrowed(self.0);
        }
        let mut out = String::with_capacity(self.0.len());
        let mut characters = self.0.chars().peekable();
        let mut escaped = false;
        while let Some(character) = characters.next() {
            match character {
                '\\' if !escaped => {
                    escaped = true;
                    continue;
                }
                '\r' | '\n' => {
                    // A line break is one or both of the two characters, in either order.
                    characters.next_if(|&next| next != character && matches!(next, '\r' | '\n'));
                    if !escaped {
                        out.push('\n');
                    }
                }
                '\t' | '\x0B' | '\x0C' => out.push(' '),
                _ => out.push(character),
            }
            escaped = false;
        }
        out.into()
    }

    /// The value as *SimpleText*: as [`Value::text`], line breaks as spaces.
    pub fn simple_text(&self) -> Cow<'a, str> {
        match self.text() {
            text if text.contains('\n') => text.replace('\n', " ").into(),
            text => text,
        }
    }

    /// The two values of a *Compose*, separated by an unescaped colon.
    pub fn compose(&self) -> Option<(Value<'a>, Value<'a>)> {
        let mut escaped = false;
        let at = self.0.bytes().position(|byte| {
            let found = byte == b':' && !escaped;
            escaped = byte == b'\\' && !escaped;
            found
        })?;
        Some((Value(&self.0[..at]), Value(&self.0[at + 1..])))
    }

    /// The value as a number.
    pub fn number(&self) -> Option<i64> {
        self.0.trim().parse().ok()
    }

    /// The value as one point.
    pub fn point(&self) -> Option<Point> {
        match self.0.trim().as_bytes() {
            &[column, row] => Some((coordinate(column)?, coordinate(row)?)),
            _ => None,
        }
    }

    /// The value as a point, or as a rectangle `aa:cc`, row by row.
    pub fn points(&self) -> Option<Vec<Point>> {
        if let Some(point) = self.point() {
            return Some(vec![point]);
        }
        let (first, last) = self.compose()?;
        let ((left, top), (right, bottom)) = (first.point()?, last.point()?);
        let (left, right) = (left.min(right), left.max(right));
        let (top, bottom) = (top.min(bottom), top.max(bottom));
        Some((top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row))).collect())
    }
}

fn coordinate(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}
