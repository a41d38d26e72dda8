//! The writer: PGN's export format, with lines of less than 80 columns.

use crate::record::kifu::clock;
use crate::record::tree::{Annotation, GameTree, NodeId, Numbering, Parting, Property};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The limit of a line's width. Only a single word or a `;` comment may exceed it.
const COLUMNS: usize = 80;

/// The games as PGN, separated by blank lines. Reading it again gives equal trees if every move is a valid PGN word (see
/// [`crate::record::pgn`]). Of SGF properties, comments on the game (`GC`), names of nodes (`N`) and times left (`BL`, `WL`)
/// become comments; others are omitted.
pub fn write(games: &[GameTree]) -> String {
    let mut out = String::new();
    for game in games {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&write_game(game));
    }
    out
}

/// The comment for an SGF property that PGN has no other place for.
fn said(property: &Property) -> Option<String> {
    let value = property.value()?.text();
    let text = match property {
        _ if property.is("GC") || property.is("N") => value.into_owned(),
        _ if property.is("BL") || property.is("WL") => {
            format!("[%clk {}]", clock(value.trim().parse().ok()?)?)
        }
        _ => return None,
    };
    Some(text).filter(|text| !text.is_empty())
}

/// One game as a PGN text.
pub fn write_game(game: &GameTree) -> String {
    let mut out = Output::default();
    for tag in &game.tags {
        out.text.push_str(&format!("[{} \"{}\"]\n", tag.name, escape(&tag.value)));
    }
    if !game.tags.is_empty() {
        out.text.push('\n');
    }
    let root = &game[NodeId::ROOT];
    let mut said = root.lead.iter().chain(&root.annotations);
    let first = said.find(|annotation| !matches!(annotation, Annotation::Property(_)));
    if game.tags.is_empty() && matches!(first, Some(Annotation::Text(_))) {
        // Without a number it would be read as text after the previous game.
        let Numbering { number, second } = game.numbering;
        out.word(&format!("{number}.{}", if second { ".." } else { "" }));
    }
    out.annotations(&game[NodeId::ROOT].lead);
    out.annotations(&game[NodeId::ROOT].annotations);
    out.moves(game);
    out.word(&game.termination.marker());
    out.text.push('\n');
    out.text
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace("\r\n", " ").replace(['\r', '\n'], " ")
}

enum Task {
    /// The children of a node, and the line after the first of them; with the ply of the children.
    Line(NodeId, u32),
    Variation(NodeId, u32),
    Close,
}

#[derive(Default)]
struct Output {
    text: String,
    column: usize,
    /// Whether the next move needs its number although the second player makes it.
    number: bool,
    /// Whether the previous word is a move without annotations.
    bare: bool,
    /// Whether the line must end here, for example after a `;` comment.
    ended: bool,
    /// Opening characters to be written directly before the next word.
    prefix: &'static str,
}

impl Output {
    /// Writes the moves depth first, with a stack of remaining tasks.
    fn moves(&mut self, game: &GameTree) {
        self.number = true;
        let mut tasks = vec![Task::Line(NodeId::ROOT, 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Line(parent, ply) => {
                    let Some(main) = game.first_child(parent) else { continue };
                    self.annotations(&game[main].lead);
                    self.played(game, main, ply);
                    tasks.push(Task::Line(main, ply.saturating_add(1)));
                    let from = tasks.len();
                    tasks.extend(game.children(parent).skip(1).map(|id| Task::Variation(id, ply)));
                    tasks[from..].reverse();
                }
                Task::Variation(id, ply) => {
                    self.prefix = "(";
                    self.annotations(&game[id].lead);
                    self.number = true;
                    self.played(game, id, ply);
                    tasks.push(Task::Close);
                    tasks.push(Task::Line(id, ply.saturating_add(1)));
                }
                Task::Close => {
                    self.close();
                    self.number = true;
                }
            }
        }
    }

    fn played(&mut self, game: &GameTree, id: NodeId, ply: u32) {
        let node = &game[id];
        let Numbering { number, second } = game.number(id, ply);
        // With more than two players, two dots separate the moves of a round.
        let mut glued = false;
        match (second, self.number, game.parting(id)) {
            (_, false, Parting::Comma) => glued = self.bare,
            (false, ..) => self.word(&format!("{number}.")),
            (true, true, Parting::Dots) => self.word(&format!("{number}..")),
            (true, true, _) => self.word(&format!("{number}...")),
            (true, false, Parting::Dots) => self.word(".."),
            (true, false, Parting::Blank) => {}
        }
        self.number = false;
        match &node.played {
            Some(played) if glued => self.after_comma(&played.text),
            Some(played) => self.word(&played.text),
            None => {}
        }
        self.bare = node.played.is_some() && node.annotations.is_empty();
        self.annotations(&node.annotations);
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            match annotation {
                Annotation::Glyph(number) => self.word(&format!("${number}")),
                Annotation::Comment(text) => {
                    self.comment(text);
                    self.number = true;
                }
                Annotation::Escape(text) => {
                    self.flush_prefix();
                    self.own_line();
                    self.text.push('%');
                    self.text.push_str(&text.replace(['\r', '\n'], " "));
                    self.ended = true;
                }
                Annotation::Text(text) => {
                    self.word(text);
                    // An unclosed bracket, or one with a quotation mark, may take the rest of its line.
                    self.ended = text.starts_with('[') && (!text.ends_with(']') || text.contains('"'));
                }
                Annotation::Property(property) => {
                    if let Some(said) = said(property) {
                        self.comment(&said);
                        self.number = true;
                    }
                }
            }
        }
    }

    /// Writes a word, on this line or the next.
    fn word(&mut self, word: &str) {
        let width = word.width() + self.prefix.len();
        let gap = self.gap(width);
        // At the start of a line, `%` would begin an escape and `[` a tag.
        if gap == Gap::Line && self.prefix.is_empty() && word.starts_with(['%', '[']) {
            self.text.push(' ');
            self.column = 1;
        }
        self.flush_prefix_here();
        self.text.push_str(word);
        self.column += word.width();
    }

    /// Writes a word joined to the previous one, on this line or the next.
    fn after_comma(&mut self, word: &str) {
        self.text.push(',');
        self.column += 1;
        if self.column + word.width() >= COLUMNS {
            self.new_line();
        }
        self.text.push_str(word);
        self.column += word.width();
    }

    fn close(&mut self) {
        if self.ended || self.column + 1 >= COLUMNS {
            self.new_line();
        }
        self.text.push(')');
        self.column += 1;
    }

    /// Writes a comment in braces, broken at spaces; or as `;` lines if braces cannot contain it.
    fn comment(&mut self, text: &str) {
        if text.contains('}') || text.lines().skip(1).any(|line| line.starts_with("[Event \"")) {
            self.flush_prefix();
            // Not at the start of a line, where it would continue another comment.
            if self.column > 0 || self.ended {
                self.new_line();
            }
            self.text.push_str(" ;");
            self.text.push_str(&text.replace("\r\n", "\n").replace('\n', "\n;"));
            self.ended = true;
            return;
        }
        // Write up to the next space that may become a line break.
        let mut open = "{";
        let mut rest = text;
        loop {
            let length = breakable(rest).unwrap_or(rest.len());
            let (part, after) = rest.split_at(length);
            let last = after.is_empty();
            let width = part.width() + 2;
            if !open.is_empty() {
                self.gap(width + self.prefix.len());
                self.flush_prefix_here();
                self.text.push_str(open);
                self.column += 1;
                open = "";
            } else if self.column + 1 + width < COLUMNS {
                self.text.push(' ');
                self.column += 1;
            } else {
                self.new_line();
            }
            for character in part.chars() {
                self.text.push(character);
                self.column += character.width().unwrap_or(0);
                if character == '\n' {
                    self.text.push_str(if self.text.ends_with("\n\n") { "" } else { "\n" });
                    self.column = 0;
                }
            }
            if last {
                break;
            }
            rest = &after[1..];
        }
        self.text.push('}');
        self.column += 1;
    }

    /// Makes room for a word of this width: a blank, a line break, or nothing after an opening parenthesis.
    fn gap(&mut self, width: usize) -> Gap {
        if self.ended || (self.column > 0 && self.column + 1 + width >= COLUMNS) {
            self.new_line();
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
            return Gap::Blank;
        }
        Gap::Line
    }

    fn flush_prefix(&mut self) {
        if !self.prefix.is_empty() {
            self.gap(1);
            self.flush_prefix_here();
        }
    }

    fn flush_prefix_here(&mut self) {
        self.text.push_str(self.prefix);
        self.column += self.prefix.len();
        self.prefix = "";
    }

    fn own_line(&mut self) {
        if self.column > 0 || self.ended {
            self.new_line();
        }
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
        self.ended = false;
    }
}

#[derive(PartialEq, Eq)]
enum Gap {
    Blank,
    Line,
}

/// The first space that may become a line break. Single line breaks are read as spaces, but not next to others, and the next
/// line must not look like an escape or a tag.
fn breakable(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (1..bytes.len().saturating_sub(1)).find(|&at| {
        bytes[at] == b' '
            && !matches!(bytes[at - 1], b'\r' | b'\n' | b' ')
            && !matches!(bytes[at + 1], b'\r' | b'\n' | b'%' | b'[' | b' ')
    })
}
