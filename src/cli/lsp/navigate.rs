//! Navigation from a name: to its declaration, its other occurrences, and renaming.

use std::collections::HashMap;
use std::path::PathBuf;

use carn::source::Span;
use carn::syntax::is_name;
use carn::variant::Variant;
use lsp_types::{
    DocumentHighlight, DocumentHighlightParams, GotoDefinitionParams, GotoDefinitionResponse, Location,
    PrepareRenameResponse, ReferenceParams, RenameParams, TextDocumentPositionParams, TextEdit,
    WorkspaceEdit,
};

use super::document::{Document, OWN};
use super::findings::location;
use super::names::{Declared, Place, declared, own_names, places};
use super::outline::Text;
use super::session::{Session, plain};
use super::shipped;
use super::words::{Kind, words};

/// The object at a place of a document.
pub enum Target {
    /// A name declared by the rules.
    Declared(Declared),
    /// A predicate or effect of the language, without `@`.
    Call(String),
    /// A variable or a label of one string.
    Local { text: Span, name: String },
    /// The name of an extended rule file.
    File(String),
    /// A key of a rule file.
    Key(Vec<String>),
}

/// The object at a byte, and the span of its word.
pub fn target(document: &Document, at: usize) -> Option<(Target, Span)> {
    let holds = |span: Span| span.start <= at && at <= span.end;
    // Between two adjacent words, the one that begins there counts.
    let place = places(document).into_iter().rfind(|place| holds(place.span));
    if let Some(Place { span, sorts }) = place {
        let name = span.text(&document.text);
        let mut known = declared(document).into_iter();
        if let Some(one) = known.find(|one| one.name == name && sorts.contains(&one.sort)) {
            return Some((Target::Declared(one), span));
        }
    }
    if let Some(text) = document.outline.text_at(at) {
        return in_text(document, text, at);
    }
    let key = document.outline.key_at(at)?;
    let index = (0..key.path.len()).find(|&index| key.part(index).is_some_and(holds))?;
    Some((Target::Key(key.path[..=index].to_vec()), key.part(index)?))
}

/// The object for a word of a string that is not a declared name.
fn in_text(document: &Document, text: &Text, at: usize) -> Option<(Target, Span)> {
    if text.path == ["extends"] {
        return Some((Target::File(text.inner.text(&document.text).to_owned()), text.inner));
    }
    if !text.plain || !text.is_carn() {
        return None;
    }
    let touching = words(&document.text, text.inner).filter(|one| one.span.start <= at && at <= one.span.end);
    let word = touching.filter(|one| matches!(one.kind, Kind::Call | Kind::Variable)).last()?;
    let span = Span::new(word.span.start + 1, word.span.end);
    let name = span.text(&document.text).to_owned();
    let target = match word.kind {
        Kind::Call => Target::Call(name),
        _ => Target::Local { text: text.inner, name },
    };
    Some((target, span))
}

/// The occurrences of a declared name in a document.
fn occurrences(document: &Document, one: &Declared) -> Vec<Span> {
    let named =
        |place: &Place| place.sorts.contains(&one.sort) && place.span.text(&document.text) == one.name;
    let mut found: Vec<Span> = places(document).into_iter().filter(named).map(|place| place.span).collect();
    found.sort();
    found.dedup();
    found
}

/// The file that declares a name: the last of the extended ones, or the document itself.
fn home(document: &Document, one: &Declared) -> Option<PathBuf> {
    let (source, _) = one.place?;
    if source == OWN {
        return document.path.as_deref().map(plain);
    }
    // A declaration in an extended file may be overridden in this one, but remains the same name.
    let name = document.read(source)?.name();
    shipped::file(name).or_else(|| Some(plain(&document.name_and_folder().1.join(name))))
}

/// The declaration in the oldest file that has the name.
fn eldest(document: &Document, one: &Declared) -> Declared {
    let inherited = document.inherited.iter().rev().find_map(|(id, source, outline)| {
        let mut names = own_names(outline, source.text());
        let (_, span) = names.find(|it| (it.sort, &it.name) == (one.sort, &one.name))?.place?;
        Some((*id, span))
    });
    Declared { place: inherited.or(one.place), ..one.clone() }
}

/// All occurrences of a declared name, in open documents and other files.
fn everywhere<'a>(
    session: &'a Session,
    unopened: &'a [Document],
    document: &'a Document,
    one: &Declared,
) -> Vec<(&'a Document, Vec<Span>)> {
    let one = eldest(document, one);
    let of = home(document, &one);
    let related = session.documents().chain(unopened).filter(|other| {
        other.uri == document.uri
            || of.is_some()
                && declared(other)
                    .iter()
                    .filter(|it| (it.sort, &it.name) == (one.sort, &one.name))
                    .any(|it| home(other, &eldest(other, it)) == of)
    });
    related.map(|other| (other, occurrences(other, &one))).collect()
}

pub fn definition(session: &mut Session, asked: &GotoDefinitionParams) -> Option<GotoDefinitionResponse> {
    let session = session.settle(&asked.text_document_position_params.text_document.uri);
    let (document, target, _) = at(session, &asked.text_document_position_params)?;
    let place = match target {
        Target::Declared(one) => {
            let (source, span) = one.place?;
            location(document, source, span)?
        }
        Target::Local { text, name } => {
            let span = local(document, text, &name).into_iter().next()?;
            Location::new(document.uri.clone(), document.range(span))
        }
        Target::File(_) => {
            // The extended file is the next one that was read.
            let (id, ..) = document.inherited.first()?;
            location(document, *id, Span::point(0))?
        }
        Target::Key(path) => {
            // The inherited value.
            let key = document.origins.changes.iter().find(|change| change.new.path == path)?;
            let old = key.old.as_ref()?;
            location(document, old.source, old.span)?
        }
        Target::Call(_) => return None,
    };
    Some(GotoDefinitionResponse::Scalar(place))
}

pub fn references(session: &mut Session, asked: &ReferenceParams) -> Option<Vec<Location>> {
    let session = session.settle(&asked.text_document_position.text_document.uri);
    let (document, target, _) = at(session, &asked.text_document_position)?;
    let unopened = unopened(session, document, &target);
    let here = |spans: Vec<Span>, document: &Document| -> Vec<Location> {
        spans.into_iter().map(|span| Location::new(document.uri.clone(), document.range(span))).collect()
    };
    Some(match target {
        Target::Declared(one) => everywhere(session, &unopened, document, &one)
            .into_iter()
            .flat_map(|(document, spans)| here(spans, document))
            .collect(),
        Target::Local { text, name } => here(local(document, text, &name), document),
        Target::Call(name) => here(called(document, &name), document),
        _ => return None,
    })
}

pub fn highlights(session: &mut Session, asked: &DocumentHighlightParams) -> Option<Vec<DocumentHighlight>> {
    let session = session.settle(&asked.text_document_position_params.text_document.uri);
    let (document, target, _) = at(session, &asked.text_document_position_params)?;
    let spans = match target {
        Target::Declared(one) => occurrences(document, &one),
        Target::Local { text, name } => local(document, text, &name),
        Target::Call(name) => called(document, &name),
        _ => return None,
    };
    let shown = spans.into_iter().map(|span| DocumentHighlight { range: document.range(span), kind: None });
    Some(shown.collect())
}

pub fn prepare_rename(
    session: &mut Session,
    asked: &TextDocumentPositionParams,
) -> Option<PrepareRenameResponse> {
    let session = session.settle(&asked.text_document.uri);
    let (document, target, span) = at(session, asked)?;
    let name = match &target {
        Target::Declared(one) => one.name.clone(),
        Target::Local { name, .. } => name.clone(),
        _ => return None,
    };
    Some(PrepareRenameResponse::RangeWithPlaceholder { range: document.range(span), placeholder: name })
}

/// Files that are not open and may contain the name; none for names local to one text.
fn unopened(session: &Session, document: &Document, target: &Target) -> Vec<Document> {
    match target {
        Target::Declared(one) => session.unopened(document, &one.name),
        _ => Vec::new(),
    }
}

/// The edits that rename an object in all files that use it.
///
/// # Errors
/// The reason why it cannot have that name.
pub fn rename(session: &mut Session, asked: &RenameParams) -> Result<WorkspaceEdit, String> {
    let nothing = || "there is no name to rename here".to_owned();
    let session = session.settle(&asked.text_document_position.text_document.uri);
    let (document, target, _) = at(session, &asked.text_document_position).ok_or_else(nothing)?;
    let new = asked.new_name.trim_start_matches(['@', '$']);
    if !is_name(new) {
        return Err(format!("`{new}` is not a name: use letters, digits and `_`, with a letter first"));
    }
    let unopened = unopened(session, document, &target);
    let (Target::Declared(Declared { name: old, .. }) | Target::Local { name: old, .. }) = &target else {
        return Err(nothing());
    };
    let (old, variable) = (old.clone(), matches!(target, Target::Local { .. }));
    let places = match target {
        Target::Declared(one) => {
            if declared(document).iter().any(|other| other.name == new && other.name != one.name) {
                return Err(format!("`{new}` is already the name of something else"));
            }
            let eldest = eldest(document, &one);
            if let Some((source, _)) = eldest.place
                && source != OWN
            {
                let name = document.read(source).map_or("another file", |text| text.name());
                let path = home(document, &eldest);
                if shipped::file(name).is_some() {
                    return Err(format!(
                        "`{}` belongs to the shipped {name} and cannot be renamed",
                        one.name
                    ));
                }
                let is_home =
                    |other: &Document| other.path.is_some() && other.path.as_deref().map(plain) == path;
                if !session.documents().chain(&unopened).any(is_home) {
                    return Err(format!("`{}` is declared in `{name}`, which cannot be read", one.name));
                }
            }
            let places = everywhere(session, &unopened, document, &one);
            let taken = |(other, _): &&(&Document, Vec<Span>)| {
                declared(other).iter().any(|it| it.name == new && it.name != one.name)
            };
            if let Some((other, _)) = places.iter().find(taken) {
                let (name, _) = other.name_and_folder();
                return Err(format!("`{new}` is already the name of something else in `{name}`"));
            }
            places
        }
        Target::Local { text, name } => {
            if name != new && !local(document, text, new).is_empty() {
                return Err(format!("`${new}` is already a variable of this text"));
            }
            vec![(document, local(document, text, &name))]
        }
        _ => return Err(nothing()),
    };
    let mut edited: Vec<(&Document, String)> = Vec::new();
    #[expect(clippy::mutable_key_type, reason = "the protocol keys changes by address")]
    let mut changes = HashMap::new();
    for (document, spans) in places {
        let mut text = document.text.clone();
        let mut edits = Vec::new();
        for span in spans.into_iter().rev() {
            let written = as_written(document, span, new);
            text.replace_range(span.range(), &written);
            edits.push(TextEdit::new(document.range(span), written));
        }
        edited.push((document, text));
        changes.insert(document.uri.clone(), edits);
    }
    // The order of movements depends on the names of variables.
    for (document, _) in edited.iter().filter(|_| !variable) {
        same_game(session, document, &edited, &[&old, new])?;
    }
    Ok(WorkspaceEdit::new(changes))
}

/// Checks that a document describes the same game after edits, apart from the renamed names.
///
/// # Errors
/// The difference.
fn same_game(
    session: &Session,
    document: &Document,
    edited: &[(&Document, String)],
    names: &[&str],
) -> Result<(), String> {
    let Some(before) = document.variant.as_ref().filter(|_| document.current) else { return Ok(()) };
    let after = session.rules_among(document, edited);
    let described = |variant: &Variant| {
        let mut variant = variant.clone();
        // A player's colour may follow from the name.
        variant.drawing.colours.clear();
        let text = format!("{variant:?}");
        let words = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
        let same =
            |word: &str| names.contains(&word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_'));
        words.filter(|word| !same(word)).collect::<String>()
    };
    let why = match after.variant {
        Some(after) if described(&after) == described(before) => return Ok(()),
        Some(_) => "the game would change".to_owned(),
        None => {
            let error = after.diagnostics.iter().find(|one| one.is_error());
            error.map(|one| one.message.clone()).unwrap_or_default()
        }
    };
    let (file, _) = document.name_and_folder();
    Err(format!("this cannot be called `{}` in `{file}`: {why}", names[1]))
}

/// The written form of a new name at a place: a key with non-ASCII letters needs quotes.
fn as_written(document: &Document, span: Span, new: &str) -> String {
    let bare = new.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let key = document.outline.key_at(span.start).is_some() && document.outline.text_at(span.start).is_none();
    let quoted = document.text[..span.start].ends_with(['"', '\'']);
    if key && !bare && !quoted { format!("\"{new}\"") } else { new.to_owned() }
}

/// The occurrences of a variable in its string.
fn local(document: &Document, text: Span, name: &str) -> Vec<Span> {
    let variables = words(&document.text, text).filter(|word| word.kind == Kind::Variable);
    let names = variables.map(|word| Span::new(word.span.start + 1, word.span.end));
    names.filter(|span| span.text(&document.text) == name).collect()
}

/// The calls of a predicate or effect of the language.
fn called(document: &Document, name: &str) -> Vec<Span> {
    let strings = document.outline.texts.iter().filter(|text| text.is_carn());
    let calls = strings.flat_map(|text| words(&document.text, text.inner));
    let calls = calls.filter(|word| word.kind == Kind::Call);
    let names = calls.map(|word| Span::new(word.span.start + 1, word.span.end));
    names.filter(|span| span.text(&document.text) == name).collect()
}

/// A document, and the object at a place in it.
fn at<'a>(session: &'a Session, asked: &TextDocumentPositionParams) -> Option<(&'a Document, Target, Span)> {
    let document = session.document(&asked.text_document.uri)?;
    let (target, span) = target(document, document.offset(asked.position))?;
    Some((document, target, span))
}
