//! Completion at the cursor: keys, headings, words of the language, names of the game.

use std::path::Path;

use carn::compile::schema::{Holds, Section, Under, is_proof};
use carn::compile::vocabulary;
use carn::library;
use carn::source::Span;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit,
    Documentation, InsertTextFormat, MarkupContent, MarkupKind, TextEdit,
};

use super::document::Document;
use super::hover::section;
use super::names::{Declared, Sort, declared_beside, meaning};
use super::outline::Text;
use super::session::Session;
use super::words::{ANCHORS, Kind, words};

/// The completions at a place.
pub fn complete(session: &Session, asked: &CompletionParams) -> Option<CompletionResponse> {
    let place = &asked.text_document_position;
    let document = session.document(&place.text_document.uri)?;
    let at = document.offset(place.position);
    if document.outline.comments.iter().any(|comment| comment.start < at && at <= comment.end) {
        return None;
    }
    let items = match document.outline.text_at(at) {
        Some(text) => in_text(document, text, at),
        None => outside(document, at),
    };
    Some(CompletionResponse::Array(items))
}

/// Collects completions that replace a span.
struct Offer<'a> {
    document: &'a Document,
    /// The cursor.
    at: usize,
    span: Span,
    items: Vec<CompletionItem>,
}

impl Offer<'_> {
    /// The names that may be meant at the cursor.
    fn names(&self) -> Vec<Declared> {
        declared_beside(self.document, Some(self.at))
    }

    fn add(
        &mut self,
        label: &str,
        kind: CompletionItemKind,
        detail: &str,
        text: String,
    ) -> &mut CompletionItem {
        let edit = TextEdit::new(self.document.range(self.span), text);
        self.items.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail: (!detail.is_empty()).then(|| detail.to_owned()),
            filter_text: Some(label.to_owned()),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            ..CompletionItem::default()
        });
        let last = self.items.len() - 1;
        &mut self.items[last]
    }
}

fn in_text(document: &Document, text: &Text, at: usize) -> Vec<CompletionItem> {
    let typed = Span::new(text.inner.start, at);
    let mut offer = Offer { document, at, span: text.inner, items: Vec::new() };
    if text.path == ["extends"] {
        extendable(&mut offer);
        return offer.items;
    }
    for &holds in text.holds {
        if let Holds::Words(all) | Holds::WordList(all) = holds {
            for word in all() {
                offer.add(word, CompletionItemKind::ENUM_MEMBER, "", word.to_owned());
            }
        }
    }
    if !text.is_carn() {
        // Names also occur outside CARN, for example as promoted roles.
        let sorts = |kind: Holds| match kind {
            Holds::Naming(sorts) => sorts,
            Holds::Turns => &[Sort::Player],
            _ => &[],
        };
        let wanted: Vec<Sort> = text.kinds().flat_map(sorts).copied().collect();
        for one in offer.names().into_iter().filter(|one| wanted.contains(&one.sort)) {
            offer.add(&one.name, CompletionItemKind::VALUE, one.sort.name(), one.name.clone());
        }
        return offer.items;
    }
    // The word being typed is replaced.
    let before = words(&document.text, typed).last().filter(|word| word.span.end == at);
    let word =
        before.filter(|word| matches!(word.kind, Kind::Call | Kind::Name | Kind::Variable | Kind::Axes));
    offer.span = word.map_or(Span::point(at), |word| word.span);
    let kind = word.map(|word| word.kind);
    let region = text.holds.iter().all(|kind| {
        !matches!(
            kind,
            Holds::Pattern | Holds::Conditions | Holds::Calls | Holds::Hook | Holds::Drop | Holds::Must
        )
    });
    if !region && !matches!(kind, Some(Kind::Variable | Kind::Axes)) {
        calls(&mut offer);
    }
    if !matches!(kind, Some(Kind::Call)) {
        names(&mut offer, text, region);
    }
    offer.items
}

/// Completes names of rule files to extend.
fn extendable(offer: &mut Offer<'_>) {
    for name in library::names() {
        let about = library::summary(name).map(|summary| summary.name).unwrap_or_default();
        offer.add(name, CompletionItemKind::FILE, &about, name.to_owned());
    }
    let (_, folder) = offer.document.name_and_folder();
    let Ok(entries) = std::fs::read_dir(if folder == Path::new("") { Path::new(".") } else { &folder })
    else {
        return;
    };
    let own = offer.document.path.as_ref().and_then(|path| path.file_name());
    for entry in entries.flatten().filter(|entry| Some(entry.file_name().as_os_str()) != own) {
        if let Some(name) = entry.file_name().to_str().filter(|name| name.ends_with(".toml")) {
            offer.add(name, CompletionItemKind::FILE, "", name.to_owned());
        }
    }
}

/// Completes predicates and effects, those of the game first.
fn calls(offer: &mut Offer<'_>) {
    for one in offer.names().into_iter().filter(|one| one.sort == Sort::Function) {
        let label = format!("@{}", one.name);
        let detail = one.value.clone().unwrap_or_default();
        let text = called(&label, &one.written);
        let item = offer.add(&label, CompletionItemKind::FUNCTION, &detail, text);
        item.insert_text_format = Some(InsertTextFormat::SNIPPET);
        item.sort_text = Some(format!("0{label}"));
    }
    for word in vocabulary() {
        let label = format!("@{}", word.name);
        let kind = if word.effect { CompletionItemKind::METHOD } else { CompletionItemKind::FUNCTION };
        let text = called(&label, word.written);
        let item = offer.add(&label, kind, word.written, text);
        item.insert_text_format = Some(InsertTextFormat::SNIPPET);
        item.sort_text = Some(format!("1{label}"));
        item.documentation = Some(Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::PlainText,
            value: meaning(&word),
        }));
    }
}

/// A call with placeholders for its required arguments.
fn called(label: &str, written: &str) -> String {
    let arguments = written.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
    // Calls with only optional arguments are mostly written without.
    let needed = arguments.filter(|all| !matches!(*all, "place" | "counts" | ""));
    match needed {
        Some(all) => {
            let places = all.split(", ").enumerate();
            let places: Vec<String> = places.map(|(at, name)| format!("${{{}:{name}}}", at + 1)).collect();
            format!("{label}({})", places.join(", "))
        }
        None => label.to_owned(),
    }
}

/// Completes names of the game, places, and variables of the string.
fn names(offer: &mut Offer<'_>, text: &Text, region: bool) {
    for one in offer.names() {
        let kind = match one.sort {
            Sort::Axis => CompletionItemKind::VARIABLE,
            Sort::Zone => CompletionItemKind::ENUM_MEMBER,
            Sort::Role => CompletionItemKind::CLASS,
            Sort::Player => CompletionItemKind::INTERFACE,
            Sort::Right | Sort::Counter => CompletionItemKind::PROPERTY,
            Sort::Function => continue,
        };
        if !region || matches!(one.sort, Sort::Axis | Sort::Zone) {
            offer.add(&one.name, kind, one.sort.name(), one.name.clone());
        }
    }
    if region {
        return;
    }
    for (name, means) in ANCHORS {
        offer.add(name, CompletionItemKind::KEYWORD, means, name.to_owned());
    }
    let mut known: Vec<&str> = Vec::new();
    let own = offer.span;
    for word in words(&offer.document.text, text.inner).filter(|word| word.span != own) {
        let said = word.span.text(&offer.document.text);
        if matches!(word.kind, Kind::Variable | Kind::Axes) && !known.contains(&said) {
            known.push(said);
        }
    }
    for (axes, means) in [("*#", "each axis, in both directions"), ("**#", "any set of axes")] {
        offer.add(axes, CompletionItemKind::VARIABLE, means, axes.to_owned());
    }
    for said in known {
        offer.add(said, CompletionItemKind::VARIABLE, "", said.to_owned());
    }
}

/// Keys, headings and plain values.
fn outside(document: &Document, at: usize) -> Vec<CompletionItem> {
    let text = document.text.as_str();
    let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[line_start..at];
    let trimmed = line.trim_start();
    if let Some(typed) = trimmed.strip_prefix("[[").or_else(|| trimmed.strip_prefix('['))
        && !typed.contains([']', '=', '"'])
    {
        let double = trimmed.starts_with("[[");
        return headings(document, Span::new(at - typed.len(), at), typed, double);
    }
    // After `=` comes a value, before it a key.
    let braces = line.rfind(['{', ',']).map_or(0, |at| at + 1);
    let (start, typed) = (line_start + braces, &line[braces..]);
    let mut path = document.outline.table_at(at);
    if let Some((key, _)) = typed.split_once('=') {
        path.extend(key.trim().split('.').map(str::to_owned));
        let blanks = text[..at].len() - text[..at].trim_end_matches(|c: char| c.is_alphanumeric()).len();
        return values(document, Span::new(at - blanks, at), Under::path(&path));
    }
    let key_start = start + (typed.len() - typed.trim_start().len());
    let (inner, last) = typed.trim_start().rsplit_once('.').map_or(("", typed.trim_start()), |(a, b)| (a, b));
    path.extend(inner.split('.').filter(|part| !part.is_empty()).map(|part| part.trim().to_owned()));
    let span = Span::new(at - last.len().min(at - key_start), at);
    match section(&path) {
        Some(section) => keys(document, span, section, &path),
        None => Vec::new(),
    }
}

/// Completes keys that a table does not have yet.
fn keys(document: &Document, span: Span, section: &'static Section, path: &[String]) -> Vec<CompletionItem> {
    let mut offer = Offer { document, at: span.end, span, items: Vec::new() };
    for key in section.keys {
        let taken = document.outline.keys.iter().any(|known| {
            known.path.len() == path.len() + 1
                && known.path.starts_with(path)
                && known.path.last().is_some_and(|name| name == key.name)
                && !known.heading
        });
        let repeated = path.first().is_some_and(|section| is_proof(section));
        if taken && !repeated {
            continue;
        }
        let (opener, closer) = match key.holds.first() {
            Some(Holds::Table(_) | Holds::Named(..) | Holds::Tables(_)) => ("{ ", " }"),
            Some(Holds::Switch | Holds::Number(..)) | None => ("", ""),
            Some(Holds::List(_) | Holds::Numbers(_) | Holds::WordList(_)) => ("[", "]"),
            Some(_) => ("\"", "\""),
        };
        let item = offer.add(
            key.name,
            CompletionItemKind::PROPERTY,
            key.about,
            format!("{} = {opener}$0{closer}", key.name),
        );
        item.insert_text_format = Some(InsertTextFormat::SNIPPET);
    }
    offer.items
}

/// Completes headings.
fn headings(document: &Document, span: Span, typed: &str, double: bool) -> Vec<CompletionItem> {
    let mut offer = Offer { document, at: span.end, span, items: Vec::new() };
    let path: Vec<String> = match typed.rsplit_once('.') {
        Some((before, last)) => {
            offer.span = Span::new(span.end - last.len(), span.end);
            before.split('.').map(|part| part.trim().to_owned()).collect()
        }
        None => Vec::new(),
    };
    if let Some(section) = section(&path) {
        for key in section.keys {
            let tables = key.holds.iter().any(|kind| matches!(kind, Holds::Tables(_)));
            let table = key.holds.iter().any(|kind| matches!(kind, Holds::Table(_) | Holds::Named(..)));
            if if double { tables } else { table } {
                offer.add(key.name, CompletionItemKind::MODULE, key.about, key.name.to_owned());
            }
        }
    } else if path.len() == 1 {
        // Names of the extended file can be redefined.
        for one in offer.names().into_iter().filter(|one| one.sort.section() == Some(path[0].as_str())) {
            offer.add(&one.name, CompletionItemKind::CLASS, one.sort.name(), one.name.clone());
        }
    }
    offer.items
}

/// Completes values that are not strings, and words that become strings.
fn values(document: &Document, span: Span, holds: &[Holds]) -> Vec<CompletionItem> {
    let mut offer = Offer { document, at: span.end, span, items: Vec::new() };
    let switch = holds.iter().any(|kind| matches!(kind, Holds::Switch));
    if switch {
        offer.add("true", CompletionItemKind::VALUE, "", "true".to_owned());
    }
    let extends = document.outline.key(&["extends"]).is_some();
    if switch || extends {
        let means = if switch { "" } else { "deletes the inherited key" };
        offer.add("false", CompletionItemKind::VALUE, means, "false".to_owned());
    }
    for &kind in holds {
        if let Holds::Words(all) | Holds::WordList(all) = kind {
            for word in all() {
                offer.add(word, CompletionItemKind::ENUM_MEMBER, "", format!("\"{word}\""));
            }
        }
    }
    offer.items
}
