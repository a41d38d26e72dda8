//! Hover texts: an explanation in words, with a small board.

use carn::compile::schema::{FILE, Key, Section, Under};
use carn::draw::on_empty_board;
use carn::source::Span;
use carn::syntax::parse_pattern;
use carn::variant::{RoleId, Variant};
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use super::document::{Document, OWN};
use super::names::{Declared, Sort, meaning, vocable};
use super::navigate::{Target, target};
use super::session::Session;
use crate::cli::console::{Colour, Console};
use crate::cli::counted::counted;
use crate::cli::draw::{Glyphs, Mark, Picture, text};
use crate::cli::words::{About, Language, Words, blockable};

pub fn hover(session: &mut Session, asked: &HoverParams) -> Option<Hover> {
    let place = &asked.text_document_position_params;
    let session = session.settle(&place.text_document.uri);
    let document = session.document(&place.text_document.uri)?;
    let at = document.offset(place.position);
    let named = target(document, at).and_then(|(found, span)| Some((said(document, &found)?, span)));
    let pattern = alternative(document, at, session.language);
    // The word is explained by itself and as part of its pattern.
    let (value, span) = match (named, pattern) {
        (Some((word, span)), Some((whole, _))) => (format!("{word}\n\n---\n\n{whole}"), span),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => return None,
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
        range: Some(document.range(span)),
    })
}

fn said(document: &Document, found: &Target) -> Option<String> {
    match found {
        Target::Declared(one) => Some(about(document, one)),
        Target::Call(name) => {
            let word = vocable(name)?;
            Some(format!("```carn\n{}\n```\n{}", word.written, meaning(&word)))
        }
        Target::Local { name, .. } => {
            Some(format!("`${name}`: a variable with one value throughout this pattern"))
        }
        Target::File(name) => {
            let summary = carn::library::summary(name)?;
            Some(format!("**{}**\n\n{}", summary.name, summary.description))
        }
        Target::Key(path) => {
            let key = key(path)?;
            Some(format!("`{}`: {}", key.name, key.about))
        }
    }
}

/// The description of the key at the end of a path.
pub fn key(path: &[String]) -> Option<&'static Key> {
    let (last, before) = path.split_last()?;
    section(before)?.key(last)
}

/// The known keys of the table at the end of a path.
pub fn section(path: &[String]) -> Option<&'static Section> {
    if path.is_empty() {
        return Some(&FILE);
    }
    match Under::of(Under::path(path)) {
        Under::Section(section) => Some(section),
        _ => None,
    }
}

/// The description of a declared name.
fn about(document: &Document, one: &Declared) -> String {
    let mut out = format!("{} `{}`", one.sort.name(), one.written);
    if let Some(value) = &one.value {
        out = format!("{out}\n```toml\n{value}\n```");
    }
    let Some(variant) = &document.variant else { return out };
    let picture = match one.sort {
        Sort::Role => variant.role_named(&one.name).and_then(|role| goes(variant, role, None)),
        Sort::Zone => zone(variant, &one.name),
        _ => None,
    };
    match picture {
        Some(picture) => format!("{out}\n{picture}"),
        None => out,
    }
}

/// A piece's moves, drawn.
fn goes(variant: &Variant, role: RoleId, alternative: Option<u32>) -> Option<String> {
    let reach = on_empty_board(variant, role, alternative)?;
    let (squares, from) = (counted(reach.to.len(), "square"), variant.board.name(reach.from));
    let picture = text(&reach.picture(variant, Glyphs::Letters), &Console::new(Colour::Never));
    Some(format!("\n{squares} from {from} on an empty board\n```text\n{picture}```"))
}

/// The squares of a zone, from the first player's view.
fn zone(variant: &Variant, name: &str) -> Option<String> {
    let zone = variant.zones.iter().find(|zone| zone.name == name)?;
    let player = variant.turns.first()?.player;
    let squares = zone.squares.get(player.index())?;
    let setup = carn::variant::Setup::empty(variant.board.len());
    let mut picture = Picture::new(variant, &setup, Glyphs::Letters);
    squares.iter().for_each(|square| picture.mark(square, Mark::Zone));
    let board = text(&picture, &Console::new(Colour::Never));
    let player = &variant.players.get(player.index())?.name;
    Some(format!("\n{} squares for {player}\n```text\n{board}```", squares.len()))
}

/// The alternative of a pattern at a byte: its description and its moves.
fn alternative(document: &Document, at: usize, language: Language) -> Option<(String, Span)> {
    let variant = document.variant.as_ref().filter(|_| document.current)?;
    let mut origins = document.origins.alternatives.iter().enumerate();
    let inside = |span: Span| span.start <= at && at <= span.end;
    let (index, origin) = origins.find(|(_, origin)| origin.source == OWN && inside(origin.span))?;
    let written = origin.span.text(&document.text);
    let parsed = parse_pattern(written).value?;
    let index = index as u32;
    let blockable = blockable(variant.role(origin.role), index);
    let about = About { role: origin.role, mode: origin.mode, blockable: &blockable };
    let said = Words::new(variant, language).alternative(parsed.alternatives.first()?, &about);
    let drawn = goes(variant, origin.role, Some(index)).unwrap_or_default();
    Some((format!("{said}\n{drawn}"), origin.span))
}
