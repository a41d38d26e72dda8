//! From a name to where it is declared, to where else it stands, and to another name for it.

use std::collections::HashMap;
use std::path::PathBuf;

use carn::compile::schema::is_proof;
use carn::source::Span;
use carn::syntax::is_name;
use lsp_types::{
    DocumentHighlight, DocumentHighlightParams, GotoDefinitionParams, GotoDefinitionResponse, Location,
    PrepareRenameResponse, ReferenceParams, RenameParams, TextDocumentPositionParams, TextEdit,
    WorkspaceEdit,
};

use super::document::{Document, OWN};
use super::findings::location;
use super::names::{Declared, Sort, declared};
use super::outline::{Key, Outline, Text};
use super::session::{Session, plain};
use super::shipped;
use super::words::{Kind, words};

/// What stands at a place of a document.
pub enum Target {
    /// A name that the rules declare.
    Declared(Declared),
    /// A predicate or effect of the language, without `@`.
    Call(String),
    /// A variable or a label of one string.
    Local { text: Span, name: String },
    /// A rule file that is extended.
    File(String),
    /// A key of a rule file.
    Key(Vec<String>),
}

/// Keys under which strings are no names, besides [proofs](is_proof).
const PROSE: [&str; 7] = ["name", "description", "family", "extends", "records", "setup", "notation"];

/// What stands at a byte, and the span of its word.
pub fn target(document: &Document, at: usize) -> Option<(Target, Span)> {
    let known = declared(document);
    if let Some(text) = document.outline.text_at(at) {
        return in_text(document, text, &known, at);
    }
    let key = document.outline.key_at(at)?;
    let index = (0..key.path.len())
        .find(|&index| key.part(index).is_some_and(|span| span.start <= at && at <= span.end))?;
    let span = key.part(index)?;
    if index == 1 {
        let declares =
            |one: &&Declared| one.sort.section() == Some(key.path[0].as_str()) && one.written == key.path[1];
        if let Some(one) = known.iter().find(declares) {
            // Quotes and parameters are no part of the name.
            let start = span.start + span.text(&document.text).find(&one.name)?;
            return Some((Target::Declared(one.clone()), Span::new(start, start + one.name.len())));
        }
    }
    Some((Target::Key(key.path[..=index].to_vec()), span))
}

fn in_text(document: &Document, text: &Text, known: &[Declared], at: usize) -> Option<(Target, Span)> {
    if text.path == ["extends"] {
        return Some((Target::File(text.inner.text(&document.text).to_owned()), text.inner));
    }
    if !text.plain {
        return None;
    }
    if !text.is_carn() {
        let one = known.iter().find(|one| names(one, text, document))?;
        return Some((Target::Declared(one.clone()), text.inner));
    }
    // Between two words that touch, the one that begins there is meant, unless it is a sign.
    let touching = words(&document.text, text.inner).filter(|one| one.span.start <= at && at <= one.span.end);
    let word = touching.filter(|one| !matches!(one.kind, Kind::Sign | Kind::Mark | Kind::Divider)).last()?;
    let said = word.span.text(&document.text);
    let target = match word.kind {
        Kind::Call => {
            let name = said.trim_start_matches('@');
            let own = known.iter().find(|one| one.sort == Sort::Function && one.name == name);
            let span = Span::new(word.span.start + 1, word.span.end);
            let target =
                own.map_or_else(|| Target::Call(name.to_owned()), |one| Target::Declared(one.clone()));
            return Some((target, span));
        }
        Kind::Name => {
            let one = known.iter().find(|one| one.name == said && one.sort != Sort::Function)?;
            Target::Declared(one.clone())
        }
        Kind::Variable => {
            let name = said.trim_start_matches('$').to_owned();
            let span = Span::new(word.span.start + 1, word.span.end);
            return Some((Target::Local { text: text.inner, name }, span));
        }
        _ => return None,
    };
    Some((target, word.span))
}

/// Whether a string that is no CARN is the name of something.
fn names(one: &Declared, text: &Text, document: &Document) -> bool {
    let prose = text.path.first().is_some_and(|key| is_proof(key) || PROSE.contains(&key.as_str()));
    let named = matches!(one.sort, Sort::Role | Sort::Player | Sort::Axis);
    named && !prose && text.plain && text.inner.text(&document.text) == one.name
}

/// Where the names of a document stand that mean something declared.
fn occurrences(document: &Document, one: &Declared) -> Vec<Span> {
    let text = document.text.as_str();
    let mut found = Vec::new();
    for key in &document.outline.keys {
        if key.path.len() > 1
            && one.sort.section() == Some(key.path[0].as_str())
            && key.path[1] == one.written
            && let Some(span) = key.part(1)
            && let Some(at) = span.text(text).find(&one.name)
        {
            found.push(Span::new(span.start + at, span.start + at + one.name.len()));
        }
    }
    for string in &document.outline.texts {
        if string.is_carn() {
            let same = words(text, string.inner).filter_map(|word| match word.kind {
                Kind::Call if one.sort == Sort::Function => {
                    Some(Span::new(word.span.start + 1, word.span.end))
                }
                Kind::Name if one.sort != Sort::Function => Some(word.span),
                _ => None,
            });
            found.extend(same.filter(|span| string.plain && span.text(text) == one.name));
        } else if names(one, string, document) {
            found.push(string.inner);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Which file declares something: the last of those that a document extends, or itself.
fn home(document: &Document, one: &Declared) -> Option<PathBuf> {
    let (source, _) = one.place?;
    if source == OWN {
        return document.path.as_deref().map(plain);
    }
    // What an extended file declares may be said otherwise in this one, and is its name still.
    let name = document.read(source)?.name();
    shipped::file(name).or_else(|| Some(plain(&document.name_and_folder().1.join(name))))
}

/// The oldest file that has a name: a piece that the extended file has, too, is that file's.
fn eldest(document: &Document, one: &Declared) -> Declared {
    let declares = |outline: &Outline| {
        let section = one.sort.section()?;
        let same = |key: &&Key| key.path.len() > 1 && key.path[0] == section && key.path[1] == one.written;
        outline.keys.iter().find(same)?.part(1)
    };
    let inherited =
        document.inherited.iter().rev().find_map(|(id, _, outline)| Some((*id, declares(outline)?)));
    Declared { place: inherited.or(one.place), ..one.clone() }
}

/// Every place where something declared is named: in the open documents, and in others that have been read.
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
            // The file that is extended is the next that was read.
            let (id, ..) = document.inherited.first()?;
            location(document, *id, Span::point(0))?
        }
        Target::Key(path) => {
            // What the extended file says there.
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

/// The files that nobody has opened and that may name what is declared: of what only one text knows none.
fn unopened(session: &Session, document: &Document, target: &Target) -> Vec<Document> {
    match target {
        Target::Declared(one) => session.unopened(document, &one.name),
        _ => Vec::new(),
    }
}

/// The changes that give a name's bearer another name in all files that know it.
///
/// # Errors
/// Why it cannot have that name.
pub fn rename(session: &mut Session, asked: &RenameParams) -> Result<WorkspaceEdit, String> {
    let nothing = || "there is no name here that can be changed".to_owned();
    let session = session.settle(&asked.text_document_position.text_document.uri);
    let (document, target, _) = at(session, &asked.text_document_position).ok_or_else(nothing)?;
    let new = asked.new_name.trim_start_matches(['@', '$']);
    if !is_name(new) {
        return Err(format!("`{new}` is no name: letters, digits and `_`, a letter first"));
    }
    let unopened = unopened(session, document, &target);
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
                    return Err(format!("`{}` is the shipped {name}'s, and keeps its name", one.name));
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
        Target::Local { text, name } => vec![(document, local(document, text, &name))],
        _ => return Err(nothing()),
    };
    #[expect(clippy::mutable_key_type, reason = "the protocol keys changes by address")]
    let mut changes = HashMap::new();
    for (document, spans) in places {
        let edits: Vec<TextEdit> = spans
            .into_iter()
            .map(|span| TextEdit::new(document.range(span), as_written(document, span, new)))
            .collect();
        changes.insert(document.uri.clone(), edits);
    }
    Ok(WorkspaceEdit::new(changes))
}

/// A name as it is written in place of another one: a key that is not of ASCII letters needs quotes.
fn as_written(document: &Document, span: Span, new: &str) -> String {
    let bare = new.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let key = document.outline.key_at(span.start).is_some() && document.outline.text_at(span.start).is_none();
    let quoted = document.text[..span.start].ends_with(['"', '\'']);
    if key && !bare && !quoted { format!("\"{new}\"") } else { new.to_owned() }
}

/// Where a variable of one string stands in it.
fn local(document: &Document, text: Span, name: &str) -> Vec<Span> {
    let variables = words(&document.text, text).filter(|word| word.kind == Kind::Variable);
    let names = variables.map(|word| Span::new(word.span.start + 1, word.span.end));
    names.filter(|span| span.text(&document.text) == name).collect()
}

/// Where a predicate or effect of the language is called.
fn called(document: &Document, name: &str) -> Vec<Span> {
    let strings = document.outline.texts.iter().filter(|text| text.is_carn());
    let calls = strings.flat_map(|text| words(&document.text, text.inner));
    let calls = calls.filter(|word| word.kind == Kind::Call);
    let names = calls.map(|word| Span::new(word.span.start + 1, word.span.end));
    names.filter(|span| span.text(&document.text) == name).collect()
}

/// A document as it stands, and what is at a place of it.
fn at<'a>(session: &'a Session, asked: &TextDocumentPositionParams) -> Option<(&'a Document, Target, Span)> {
    let document = session.document(&asked.text_document.uri)?;
    let (target, span) = target(document, document.offset(asked.position))?;
    Some((document, target, span))
}
