//! The names that a rule file gives, and where: zones, pieces, functions, players, rights, counters, axes.

use carn::compile::{Vocable, vocabulary};
use carn::source::{SourceId, Span};
use carn::syntax::parse_signature;

use super::document::{Document, OWN};
use super::outline::Outline;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Axis,
    Zone,
    Role,
    Function,
    Player,
    Right,
    Counter,
}

impl Sort {
    /// The section of a rule file that declares it, but for axes.
    const SECTIONS: [(&'static str, Self); 6] = [
        ("zones", Self::Zone),
        ("pieces", Self::Role),
        ("functions", Self::Function),
        ("players", Self::Player),
        ("rights", Self::Right),
        ("counters", Self::Counter),
    ];

    /// The section of a rule file that declares it; axes have none.
    pub fn section(self) -> Option<&'static str> {
        Self::SECTIONS.iter().find(|(_, sort)| *sort == self).map(|&(name, _)| name)
    }

    /// What it is called in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Axis => "axis",
            Self::Zone => "zone",
            Self::Role => "piece",
            Self::Function => "function",
            Self::Player => "player",
            Self::Right => "right",
            Self::Counter => "counter",
        }
    }
}

/// A name that is declared.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    pub sort: Sort,
    /// As it is declared: a function with its parameters.
    pub written: String,
    /// The text that declares it, and the name's place there.
    pub place: Option<(SourceId, Span)>,
    /// What is declared, as it is written.
    pub value: Option<String>,
}

/// Everything that a document's own text and what it extends declare.
pub fn declared(document: &Document) -> Vec<Declared> {
    let mut found: Vec<Declared> = Vec::new();
    let mut add = |one: Declared| {
        if !found.iter().any(|known| (known.sort, &known.name) == (one.sort, &one.name)) {
            found.push(one);
        }
    };
    // What the text says now comes before what was read of it when it could be read.
    own_names(&document.outline, &document.text).for_each(&mut add);
    for text in &document.outline.texts {
        if text.path == ["board", "axes"] {
            let name = text.inner.text(&document.text).to_owned();
            let place = Some((OWN, text.inner));
            add(Declared { written: name.clone(), name, sort: Sort::Axis, place, value: None });
        }
    }
    for (id, source, outline) in &document.inherited {
        own_names(outline, source.text())
            .for_each(|one| add(Declared { place: one.place.map(|(_, span)| (*id, span)), ..one }));
    }
    if let Some(variant) = &document.variant {
        for axis in variant.board.axes() {
            let name = axis.name.clone();
            add(Declared { written: name.clone(), name, sort: Sort::Axis, place: None, value: None });
        }
        // A zone may be a piece's way of speaking of squares that no key declares.
        for player in &variant.players {
            let name = player.name.clone();
            add(Declared { written: name.clone(), name, sort: Sort::Player, place: None, value: None });
        }
    }
    found
}

/// What the keys of one text declare.
fn own_names<'a>(outline: &'a Outline, text: &'a str) -> impl Iterator<Item = Declared> + 'a {
    outline.keys.iter().filter_map(move |key| {
        // The heading of a table within that of a piece names the piece, too.
        let (section, written) = (key.path.first()?, key.path.get(1)?);
        let &(_, sort) = Sort::SECTIONS.iter().find(|(name, _)| name == section)?;
        let value = (!key.heading && key.path.len() == 2).then(|| key.whole.text(text).to_owned());
        let (name, place) = named(sort, written, key.part(1)?, text);
        Some(Declared { name, sort, written: written.clone(), place: Some((OWN, place)), value })
    })
}

/// The name that a key declares, and its place: a function's without its parameters, quotes left out.
fn named(sort: Sort, written: &str, span: Span, text: &str) -> (String, Span) {
    let start = if span.text(text).starts_with(['"', '\'']) { span.start + 1 } else { span.start };
    let name = match (sort, parse_signature(written).value) {
        (Sort::Function, Some(signature)) => signature.name.text,
        _ => written.to_owned(),
    };
    let end = start + name.len();
    (name, Span::new(start, end))
}

/// The predicate or effect of the language with a name.
pub fn vocable(name: &str) -> Option<Vocable> {
    vocabulary().find(|one| one.name == name)
}

/// What a call of the language means, in words.
pub fn meaning(word: &Vocable) -> String {
    format!("{} {}", if word.effect { "the move" } else { "holds when" }, word.means)
}
