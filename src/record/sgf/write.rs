//! The writer: as short as the reader allows, with occasional line breaks and unchanged properties.

use crate::record::encoding::Encoding;
use crate::record::problem::{Problem, ProblemKind, Problems};
use crate::record::tree::{Annotation, GameTree, NodeId, Property};
use std::fmt::Write;

/// The length of a line after which the next node begins a new one.
const LINE: usize = 60;

/// The games as SGF. Reading it again gives equal trees if these came from SGF. `CA` is unchanged, so files are better written
/// with [`write_utf8`] or [`encode`].
///
/// From another format, comments become `C`, glyphs `NAG`, a move `MOVE`, unless the node has properties of these names.
pub fn write(games: &[GameTree]) -> String {
    let mut out = String::new();
    games.iter().for_each(|game| write_game(&mut out, game, None));
    out
}

/// The games as SGF for a UTF-8 file: `CA` is set wherever it matters.
pub fn write_utf8(games: &[GameTree]) -> String {
    let mut out = String::new();
    for game in games {
        let text = write(std::slice::from_ref(game));
        if text.is_ascii() {
            out.push_str(&text);
        } else {
            write_game(&mut out, game, Some("CA[UTF-8]"));
        }
    }
    out
}

/// Bytes for a file, with their problems.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The encoding they are in.
    pub encoding: Encoding,
    /// The problems.
    pub problems: Problems,
}

/// The games as bytes in the encoding of the first game's `CA`. If there is none, or if the encoding lacks a character, UTF-8
/// is used and `CA` is changed accordingly.
pub fn encode(games: &[GameTree]) -> Encoded {
    let mut problems = Problems::default();
    let charset = games.first().and_then(|game| game[NodeId::ROOT].property("CA")).and_then(Property::value);
    let named = charset.and_then(|charset| Encoding::from_name(&charset.simple_text()));
    let text = write(games);
    if let Some(encoding) = named {
        let (bytes, whole) = encoding.encode(&text);
        if whole {
            return Encoded { bytes, encoding, problems };
        }
        let message = format!("{} lacks a character of this record: written in UTF-8", encoding.name());
        let kind = ProblemKind::BadEncoding;
        problems.push(Problem { kind, message, line: 0, column: 0, game: 1, ply: 0 });
    }
    let mut text = String::new();
    games.iter().for_each(|game| write_game(&mut text, game, Some("CA[UTF-8]")));
    Encoded { bytes: text.into_bytes(), encoding: Encoding::Utf8, problems }
}

enum Task {
    /// A node and its continuation.
    Line(NodeId),
    Variation(NodeId),
    Close,
}

fn write_game(out: &mut String, game: &GameTree, charset: Option<&str>) {
    for annotation in &game[NodeId::ROOT].lead {
        if let Annotation::Text(text) = annotation {
            out.push_str(text);
            out.push('\n');
        }
    }
    let mut line = out.len();
    let mut tasks = vec![Task::Close, Task::Variation(NodeId::ROOT)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close => out.push(')'),
            Task::Variation(id) => {
                if !out.is_empty() && !out.ends_with('\n') {
                    out.push('\n');
                }
                line = out.len();
                out.push('(');
                tasks.push(Task::Line(id));
            }
            Task::Line(id) => {
                if out.len() > line + LINE {
                    out.push('\n');
                    line = out.len();
                }
                out.push(';');
                node(out, game, id, charset.filter(|_| id == NodeId::ROOT));
                if game.branches(id) {
                    let from = tasks.len();
                    tasks.extend(game.children(id).flat_map(|child| [Task::Variation(child), Task::Close]));
                    tasks[from..].reverse();
                } else if let Some(child) = game.first_child(id) {
                    tasks.push(Task::Line(child));
                }
            }
        }
    }
    out.push('\n');
}

fn node(out: &mut String, game: &GameTree, id: NodeId, charset: Option<&str>) {
    let node = &game[id];
    if let Some(played) = &node.played {
        out.push_str(Property::new("MOVE", [&played.text]).raw());
    }
    let mut comments: Vec<&str> = vec![];
    for annotation in node.annotations.iter() {
        // A name without values, or text, must be separated from the following text.
        let bare = |c: char| !matches!(c, ';' | ']' | '(' | '\n');
        match annotation {
            Annotation::Property(property) => {
                if property.value().is_none() || out.ends_with(bare) {
                    separate(out);
                }
                out.push_str(charset.filter(|_| property.is("CA")).unwrap_or(property.raw()));
                if property.value().is_none() {
                    separate(out);
                }
            }
            Annotation::Text(text) | Annotation::Escape(text) => {
                if !out.ends_with(';') {
                    separate(out);
                }
                out.push_str(text);
            }
            Annotation::Comment(text) => comments.push(text),
            Annotation::Glyph(number) => {
                let _ = write!(out, "NAG[{number}]");
            }
        }
    }
    if !comments.is_empty() {
        out.push_str(Property::new("C", [comments.join("\n\n")]).raw());
    }
}

fn separate(out: &mut String) {
    if !out.ends_with([';', '\n']) {
        out.push('\n');
    }
}
