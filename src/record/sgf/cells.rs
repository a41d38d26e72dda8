//! A tree as linked cells: number, level, first child (car), next sibling (cdr), position, player, heading (id) and comment
//! (msg).
//!
//! The nodes after the root are numbered from 1 in the order of the file. The level counts the branchings on the path: a node's
//! level is its parent's, plus one if it has siblings. A record without variations has only level 0.

use super::property::Point;
use crate::record::tree::{GameTree, NodeId};
use std::collections::HashMap;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// One node of a tree, as a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The node.
    pub node: NodeId,
    /// The number, from 1, in the order of the file.
    pub number: u32,
    /// The number of branchings on the path.
    pub level: u32,
    /// The number of the first child: the next move.
    pub car: Option<u32>,
    /// The number of the next sibling: an alternative move.
    pub cdr: Option<u32>,
    /// The move's text: the raw value of the move property.
    pub position: Option<Box<str>>,
    /// Column and row of the move, from 0, if it is a single point. A pass has none.
    pub point: Option<Point>,
    /// The name of the move property: `B` or `W`.
    pub player: Option<char>,
    /// The position's heading: SGF's `N`.
    pub id: Option<Box<str>>,
    /// The comment: SGF's `C`, or comments, separated by line breaks.
    pub msg: Option<Box<str>>,
}

/// The cells of a tree, by number.
pub fn cells(tree: &GameTree) -> Vec<Cell> {
    let order: Vec<NodeId> = tree.nodes().skip(1).collect();
    let numbers: HashMap<NodeId, u32> = order.iter().copied().zip(1..).collect();
    let number = |id: Option<NodeId>| id.and_then(|id| numbers.get(&id).copied());
    let mut cells: Vec<Cell> = Vec::with_capacity(order.len());
    let size = super::go::board(tree).map_or(0, |board| board.size().0.max(board.size().1));
    for (&node, own) in order.iter().zip(1..) {
        let parent = tree.parent(node);
        let above = number(parent).map_or(0, |parent| cells[parent as usize - 1].level);
        let branched = parent.is_some_and(|parent| tree.branches(parent));
        let content = &tree[node];
        let property = ['B', 'W'].into_iter().find_map(|player| {
            let mut name = [0; 4];
            content.property(player.encode_utf8(&mut name)).map(|property| (player, property.value()))
        });
        let value = property.and_then(|(_, value)| value);
        let played = content.played.as_ref().map(|played| played.text.clone());
        cells.push(Cell {
            node,
            number: own,
            level: above + u32::from(branched),
            car: number(tree.first_child(node)),
            cdr: number(tree.next_sibling(node)),
            position: value.map(|value| value.0.into()).or(played),
            point: value.filter(|&value| !super::go::is_pass(value, size)).and_then(|value| value.point()),
            player: property.map(|(player, _)| player),
            id: content.property("N").and_then(|name| Some(name.value()?.simple_text().into())),
            msg: Some(content.said_before().chain(content.said()).collect::<Vec<_>>().join("\n"))
                .filter(|said| !said.is_empty())
                .map(Box::from),
        });
    }
    cells
}

/// The cells as a table, one line each, in columns: `#1 level 1 car #2 cdr #20 B ca (2,0)`. Then follow `id` and `msg` if
/// present, with white space collapsed.
pub fn table(cells: &[Cell]) -> String {
    rows(cells).collect()
}

/// The lines of the [`table`], one at a time: together they take more memory than the cells.
pub fn rows(cells: &[Cell]) -> impl Iterator<Item = String> {
    let mut widths = [0; 7];
    for cell in cells {
        for (width, text) in widths.iter_mut().zip(columns(cell)) {
            *width = text.width().max(*width);
        }
    }
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    cells.iter().map(move |cell| {
        let mut line = String::new();
        for (text, width) in columns(cell).iter().zip(widths) {
            line.push_str(text);
            line.extend(std::iter::repeat_n(' ', width - text.width() + 2));
        }
        for (name, text) in [("id", &cell.id), ("msg", &cell.msg)] {
            if let Some(text) = text {
                let _ = write!(line, "{name} {}  ", one_line(text));
            }
        }
        line.truncate(line.trim_end().len());
        line.push('\n');
        line
    })
}

fn columns(cell: &Cell) -> [String; 7] {
    let link = |number: Option<u32>| number.map_or("-".to_owned(), |number| format!("#{number}"));
    [
        format!("#{}", cell.number),
        format!("level {}", cell.level),
        format!("car {}", link(cell.car)),
        format!("cdr {}", link(cell.cdr)),
        cell.player.map_or("-".to_owned(), String::from),
        cell.position.as_deref().unwrap_or("-").to_owned(),
        cell.point.map_or(String::new(), |(column, row)| format!("({column},{row})")),
    ]
}
