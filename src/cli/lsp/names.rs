//! The names declared in a rule file, and their places: zones, pieces, functions, players, rights, counters, axes.

use carn::compile::schema::{Holds, Under};
use carn::compile::{Vocable, vocabulary};
use carn::source::{SourceId, Span};
use carn::syntax::parse_signature;

pub use carn::compile::schema::Sort;

use super::document::{Document, OWN};
use super::outline::{Outline, Text};
use super::words::{Kind, words};

/// A declared name.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    pub sort: Sort,
    /// Its declaration: for a function with parameters.
    pub written: String,
    /// The text with the declaration, and the span of the name in it.
    pub place: Option<(SourceId, Span)>,
    /// The written value.
    pub value: Option<String>,
}

/// The place of a name, and the kinds of names it may be.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub span: Span,
    pub sorts: &'static [Sort],
}

/// All names declared in a document's own text and in the texts it extends.
pub fn declared(document: &Document) -> Vec<Declared> {
    declared_beside(document, None)
}

/// The same without the declaration at a byte, whose name is still being typed.
pub fn declared_beside(document: &Document, typed: Option<usize>) -> Vec<Declared> {
    let mut found: Vec<Declared> = Vec::new();
    let mut add = |one: Declared| {
        if !found.iter().any(|known| (known.sort, &known.name) == (one.sort, &one.name)) {
            found.push(one);
        }
    };
    // The current text takes precedence over its last readable version.
    let own = own_names(&document.outline, &document.text);
    let at = |span: Span| typed.is_some_and(|typed| span.start <= typed && typed <= span.end);
    own.filter(|one| !one.place.is_some_and(|(_, span)| at(span))).for_each(&mut add);
    for (id, source, outline) in &document.inherited {
        own_names(outline, source.text())
            .for_each(|one| add(Declared { place: one.place.map(|(_, span)| (*id, span)), ..one }));
    }
    // Axes and players that no text declares are defaults.
    if let Some(variant) = &document.variant {
        let axes = variant.board.axes().iter().map(|axis| (&axis.name, Sort::Axis));
        let players = variant.players.iter().map(|player| (&player.name, Sort::Player));
        for (name, sort) in axes.chain(players) {
            add(Declared { name: name.clone(), sort, written: name.clone(), place: None, value: None });
        }
    }
    found
}

/// The names declared in one text: keys of its tables, the list of axes, the order of turns.
pub fn own_names<'a>(outline: &'a Outline, text: &'a str) -> impl Iterator<Item = Declared> + 'a {
    let keys = outline.keys.iter().filter_map(move |key| {
        // The heading of a table inside a piece's table also names the piece.
        let written = key.path.get(1)?;
        let sort = Under::names(&key.path[..2])?;
        let value = (!key.heading && key.path.len() == 2).then(|| key.whole.text(text).to_owned());
        let place = key_name(sort, written, key.part(1)?, text);
        // After `[pieces.` no name has been typed yet.
        let name = Some(place.text(text)).filter(|name| !name.is_empty())?.to_owned();
        Some(Declared { name, sort, written: written.clone(), place: Some((OWN, place)), value })
    });
    let listed = outline.texts.iter().filter(|text| {
        matches!(text.path[..], [ref a, ref b] if a == "board" && b == "axes")
            || text.path.first().is_some_and(|key| key == "turn")
    });
    let listed = listed.flat_map(move |string| in_text(string, text, &[])).filter_map(move |place| {
        let sort = *place.sorts.first().filter(|sort| matches!(sort, Sort::Axis | Sort::Player))?;
        let name = place.span.text(text).to_owned();
        Some(Declared { written: name.clone(), name, sort, place: Some((OWN, place.span)), value: None })
    });
    keys.chain(listed)
}

/// The span of the name in a key, without quotes and function parameters.
fn key_name(sort: Sort, written: &str, span: Span, text: &str) -> Span {
    let start = if span.text(text).starts_with(['"', '\'']) { span.start + 1 } else { span.start };
    let length = match (sort, parse_signature(written).value) {
        (Sort::Function, Some(signature)) => signature.name.text.len(),
        _ => written.len(),
    };
    Span::new(start, (start + length).min(span.end))
}

/// The kinds of names that a CARN word may be.
const IN_CARN: &[Sort] = &[Sort::Axis, Sort::Zone, Sort::Role, Sort::Player, Sort::Right, Sort::Counter];

/// All places in a document where a name may be.
pub fn places(document: &Document) -> Vec<Place> {
    let text = document.text.as_str();
    let axes: Vec<String> =
        declared(document).into_iter().filter(|one| one.sort == Sort::Axis).map(|one| one.name).collect();
    let mut found = Vec::new();
    for key in &document.outline.keys {
        for index in 0..key.path.len() {
            if let (Some(sort), Some(span)) = (Under::names(&key.path[..=index]), key.part(index)) {
                found.push(Place { span: key_name(sort, &key.path[index], span, text), sorts: one(sort) });
            }
        }
    }
    found.extend(document.outline.texts.iter().flat_map(|string| in_text(string, text, &axes)));
    found
}

/// A list of one sort.
const fn one(sort: Sort) -> &'static [Sort] {
    match sort {
        Sort::Axis => &[Sort::Axis],
        Sort::Zone => &[Sort::Zone],
        Sort::Role => &[Sort::Role],
        Sort::Function => &[Sort::Function],
        Sort::Player => &[Sort::Player],
        Sort::Right => &[Sort::Right],
        Sort::Counter => &[Sort::Counter],
    }
}

/// The places of names in a string. Strings with escapes are skipped.
fn in_text(string: &Text, text: &str, axes: &[String]) -> Vec<Place> {
    if !string.plain {
        return Vec::new();
    }
    if string.is_carn() {
        return in_carn(string, text, axes);
    }
    let names = || words(text, string.inner).filter(|word| word.kind == Kind::Name);
    let mut found = Vec::new();
    for holds in string.kinds() {
        match holds {
            Holds::Naming(sorts) => found.extend(names().map(|word| Place { span: word.span, sorts })),
            Holds::Turns => found.extend(names().enumerate().map(|(at, word)| Place {
                span: word.span,
                sorts: one(if at == 0 { Sort::Player } else { Sort::Role }),
            })),
            Holds::Outcome => {
                found.extend(names().take(1).map(|word| Place { span: word.span, sorts: one(Sort::Player) }));
            }
            _ => {}
        }
    }
    found
}

fn in_carn(string: &Text, text: &str, axes: &[String]) -> Vec<Place> {
    // Parameters of a function shadow other names.
    let depth =
        (1..=string.path.len()).find(|&depth| Under::names(&string.path[..depth]) == Some(Sort::Function));
    let signature = depth.and_then(|depth| parse_signature(&string.path[depth - 1]).value);
    let parameters = signature.map(|signature| signature.parameters).unwrap_or_default();
    let mut found = Vec::new();
    let mut after_axis = false;
    for word in words(text, string.inner) {
        let said = word.span.text(text);
        match word.kind {
            Kind::Call => {
                found.push(Place {
                    span: Span::new(word.span.start + 1, word.span.end),
                    sorts: one(Sort::Function),
                });
                after_axis = false;
            }
            Kind::Name => {
                let is_axis = axes.iter().any(|axis| axis == said);
                // Letters after an axis are its coordinates.
                let coordinate = after_axis && !is_axis;
                if !coordinate && !parameters.iter().any(|one| one.text == said) {
                    found.push(Place { span: word.span, sorts: IN_CARN });
                }
                after_axis |= is_axis;
            }
            Kind::Number | Kind::Sign => {}
            _ => after_axis = false,
        }
    }
    found
}

/// The predicate or effect of the language with this name.
pub fn vocable(name: &str) -> Option<Vocable> {
    vocabulary().find(|one| one.name == name)
}

/// The meaning of a call in words.
pub fn meaning(word: &Vocable) -> String {
    format!("{} {}", if word.effect { "the move" } else { "holds when" }, word.means)
}
