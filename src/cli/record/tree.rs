//! `carn record tree`: a record with all its variations, as a drawing or as cells.

use std::borrow::Cow;
use std::fmt::Write;

use carn::record::{FileKind, GameTree, NodeId, Parting, Problems, sgf};
use serde_json::json;

use super::super::console::{Console, Format, Paint};
use super::super::counted::counted;
use super::super::exit::Result;
use super::Input;
use super::games::{Variants, each, resolve, visible};

/// The maximum indentation depth of variations.
const DEEPEST: usize = 24;

/// Draw the tree of a record: the main line, and variations where they branch off
#[derive(clap::Args)]
#[command(after_help = "\
The moves are not checked: `carn record check` does that.
--cells lists the nodes as linked cells: number, level, car (the next move), cdr
(an alternative move). With --format json, each game is one line.

Examples:
  carn record tree game.pgn
  carn record tree problem.sgf --cells
  carn record tree game.pgn --format json")]
pub struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// List the nodes as linked cells, numbered in the order of the file
    #[arg(long)]
    cells: bool,
}

/// Draws the trees.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result {
    let json = arguments.format == Format::Json;
    let variants = Variants::of(&arguments.input, console)?;
    each(
        &arguments.input,
        console,
        // Move numbers of more than two players need the rules; problems are reported by other commands.
        |kind, number, mut tree, _| {
            if kind == FileKind::Pgn && variants.for_several(&tree) {
                let _ = resolve(&mut tree, number, &variants, &mut Problems::default());
            }
            tree
        },
        |source, number, tree, _, console| {
            if json {
                let root = &tree[NodeId::ROOT];
                let comments: Vec<_> = root.said_before().chain(root.said()).collect();
                console.text(format_args!(
                    "{{\"file\":{},\"game\":{number},\"comments\":{},\"nodes\":[",
                    json!(source.name),
                    json!(comments)
                ))?;
                nodes(&tree, console)?;
                return console.line("]}");
            }
            let head = source.heading(number, &tree);
            let (nodes, lines) = (counted(tree.len() - 1, "node"), counted(tree.leaves().count(), "line"));
            console.line(format_args!("{} ({nodes}, {lines})", console.paint(Paint::Bold, &head)))?;
            if arguments.cells {
                let cells = sgf::cells::cells(&tree);
                drop(tree);
                return sgf::cells::rows(&cells).try_for_each(|row| console.text(visible(&row)));
            }
            console.text(visible(&draw(&tree)))
        },
    )
}

/// Prints the nodes as a JSON list, each after its parent.
fn nodes(tree: &GameTree, console: &mut Console) -> Result {
    let cells = sgf::cells::cells(tree);
    let numbers: std::collections::HashMap<NodeId, u32> =
        cells.iter().map(|cell| (cell.node, cell.number)).collect();
    let one = |cell: &sgf::cells::Cell| {
        let node = &tree[cell.node];
        let parent = tree.parent(cell.node).and_then(|parent| numbers.get(&parent));
        json!({
            "number": cell.number, "parent": parent, "level": cell.level, "car": cell.car, "cdr": cell.cdr,
            "move": cell.position, "player": cell.player.map(String::from),
            "id": cell.id, "msg": cell.msg, "before": node.said_before().collect::<Vec<_>>(),
            "comments": node.said().collect::<Vec<_>>(), "glyphs": node.glyphs().collect::<Vec<_>>(),
        })
    };
    cells.iter().enumerate().try_for_each(|(nth, cell)| {
        console.text(if nth > 0 { "," } else { "" })?;
        console.text(one(cell))
    })
}

/// The tree in lines: the moves up to a branching, then each continuation, indented.
fn draw(tree: &GameTree) -> String {
    let mut out = String::new();
    // The first node of a line, the ply before it, the depth, and whether it is the last of its branching.
    let mut open: Vec<(NodeId, u32, usize, bool)> = vec![];
    let root_text = text(tree, NodeId::ROOT, 0, true);
    if !root_text.is_empty() {
        let _ = writeln!(out, "{root_text}");
    }
    let push = |open: &mut Vec<(NodeId, u32, usize, bool)>, parent: NodeId, ply: u32, depth: usize| {
        let children: Vec<NodeId> = tree.children(parent).collect();
        let last = children.len().saturating_sub(1);
        open.extend(children.iter().enumerate().rev().map(|(nth, &child)| (child, ply, depth, nth == last)));
    };
    push(&mut open, NodeId::ROOT, 0, usize::from(tree.branches(NodeId::ROOT)));
    // For each depth, whether more lines of the same branching follow.
    let mut follow: Vec<bool> = vec![];
    while let Some((first, mut ply, depth, last)) = open.pop() {
        follow.truncate(depth.saturating_sub(1));
        if depth > DEEPEST {
            let _ = write!(out, "[{depth}] ");
        }
        for &more in follow.iter().take(DEEPEST) {
            out.push_str(if more { "│  " } else { "   " });
        }
        if depth > 0 {
            if depth <= DEEPEST {
                out.push_str(if last { "└─ " } else { "├─ " });
            }
            follow.push(!last);
        }
        let mut at = first;
        let mut number = true;
        loop {
            let text = text(tree, at, ply, number);
            out.push_str(&text);
            // After a comment the move number is repeated.
            number = tree[at].said().next().is_some();
            ply = ply.saturating_add(1);
            match tree.first_child(at).filter(|_| !tree.branches(at)) {
                Some(next) => at = next,
                None => break,
            }
            if !text.is_empty() {
                out.push(' ');
            }
        }
        out.push('\n');
        push(&mut open, at, ply, depth + 1);
    }
    out
}

/// A node in a line: comments before, number, move, glyphs, comments after.
fn text(tree: &GameTree, node: NodeId, ply: u32, number: bool) -> String {
    let content = &tree[node];
    let braced =
        |said: Cow<'_, str>| format!("{{{}}}", said.split_whitespace().collect::<Vec<_>>().join(" "));
    let parts = content.said_before().map(braced).chain([played(tree, node, ply, number)]);
    let parts: Vec<String> =
        parts.chain(content.said().map(braced)).filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Number, move and glyphs of a node; empty without a move.
fn played(tree: &GameTree, node: NodeId, ply: u32, number: bool) -> String {
    let content = &tree[node];
    if let Some(played) = &content.played {
        let at = tree.number(node, ply);
        let mut text = match (at.second, number) {
            (_, false) if tree.parting(node) == Parting::Comma => String::new(),
            (false, _) => format!("{}. ", at.number),
            (true, true) => format!("{}... ", at.number),
            (true, false) => String::new(),
        };
        text.push_str(&played.text);
        content.glyphs().for_each(|glyph| {
            match ["", "!", "?", "!!", "??", "!?", "?!"].get(usize::from(glyph)).filter(|_| glyph > 0) {
                Some(sign) => text.push_str(sign),
                None => text += &format!(" ${glyph}"),
            }
        });
        return text;
    }
    let is_move = |name: &str| content.property(name).map(|property| (name.to_owned(), property));
    match is_move("B").or_else(|| is_move("W")) {
        Some((name, property)) => {
            format!(
                "{name}[{}]",
                property.value().map_or(String::new(), |value| value.simple_text().into_owned())
            )
        }
        None => String::new(),
    }
}
