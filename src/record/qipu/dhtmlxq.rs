//! DhtmlXQ: `[DhtmlXQ_name]value[/DhtmlXQ_name]`, as on pages of dpxq.com and similar sites, and in `.ubb` files.
//!
//! The values: `binit` gives the square of each piece with two digits, `movelist` four digits per move. `move_0_13_1` gives the
//! moves of branch 1, which leaves branch 0 at its move 13. `comment5` is a comment on the main line after 5 moves,
//! `comment1_14` one on branch 1. Files count from the left, rows from the far side.

use std::collections::BTreeMap;

use crate::record::problem::ProblemKind;
use crate::record::tree::{GameTree, NodeId, Termination};

use super::{Board, Games, MEN, NODE, Place, RANKS, add, end, game, say, tag, written};

/// The text before a name.
const OPEN: &str = "[DhtmlXQ_";
const CLOSE: &str = "[/DhtmlXQ";

/// Values with an equivalent PGN tag.
const TAGS: [(&str, &str); 12] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("open", "Opening"),
    ("timerule", "TimeControl"),
    ("author", "Annotator"),
];

/// Reads all games. A game ends where the next begins, or where a value is repeated.
pub(super) fn read(text: &str, games: &mut Games) {
    let mut values = Values::default();
    let mut place = (1, 1);
    let mut rest = text;
    while let Some(at) = rest.find("[DhtmlXQ") {
        place = after(place, &rest[..at]);
        rest = &rest[at..];
        let Some(named) = rest.strip_prefix(OPEN) else {
            if rest.starts_with("[DhtmlXQ]") {
                finish(std::mem::take(&mut values), games);
            }
            place = after(place, &rest[..1]);
            rest = &rest[1..];
            continue;
        };
        let Some(end) = named.find(']') else { break };
        let (name, value) = (&named[..end], &named[end + 1..]);
        // Searching only up to the next name avoids quadratic time.
        let value = &value[..value.find(OPEN).unwrap_or(value.len())];
        let value = &value[..value.find(CLOSE).unwrap_or(value.len())];
        if values.has(name) && values.lists.contains_key(&0) {
            finish(std::mem::take(&mut values), games);
        }
        let lead = OPEN.len() + end + 1 + value.len() - value.trim_start().len();
        place = after(place, &rest[..lead]);
        values.take(name, value.trim(), place);
        place = after(place, value.trim_start());
        rest = &rest[lead + value.trim_start().len()..];
    }
    finish(values, games);
}

/// Line and column after a text that begins at a place.
fn after((line, column): (u64, usize), text: &str) -> (u64, usize) {
    let last = text.rsplit('\n').next().unwrap_or(text);
    match text.bytes().filter(|&byte| byte == b'\n').count() {
        0 => (line, column + last.chars().count()),
        lines => (line + lines as u64, last.chars().count() + 1),
    }
}

/// Parent branch, number of a move, moves, and their line and column.
type List<'t> = (u32, usize, &'t str, (u64, usize));

/// The values of a game.
#[derive(Default)]
struct Values<'t> {
    tags: Vec<(&'static str, &'t str)>,
    result: &'t str,
    start: &'t str,
    /// For each branch: its parent branch, the move where it leaves, its moves, and their place.
    lists: BTreeMap<u32, List<'t>>,
    /// By branch and move.
    said: Vec<((u32, usize), &'t str)>,
}

impl<'t> Values<'t> {
    /// Whether a value of this name is already set, so that the next one belongs to another game.
    fn has(&self, name: &str) -> bool {
        let tag = TAGS.iter().find(|(known, _)| *known == name).map(|&(_, tag)| tag);
        match name {
            "movelist" => self.lists.contains_key(&0),
            "binit" => !self.start.is_empty(),
            _ => tag.is_some_and(|tag| self.tags.iter().any(|&(known, _)| known == tag)),
        }
    }

    fn take(&mut self, name: &str, value: &'t str, place: (u64, usize)) {
        let numbers =
            |text: &str| text.split('_').map(|part| part.parse::<u32>().ok()).collect::<Option<Vec<_>>>();
        if let Some(&(_, tag)) = TAGS.iter().find(|(known, _)| *known == name) {
            self.tags.push((tag, value));
        } else if let Some(numbers) = name.strip_prefix("comment").and_then(numbers) {
            match numbers[..] {
                [ply] => self.said.push(((0, ply as usize), value)),
                [branch, ply] => self.said.push(((branch, ply as usize), value)),
                _ => {}
            }
        } else if let Some([from, ply, branch]) = name.strip_prefix("move_").and_then(numbers).as_deref() {
            self.lists.insert(*branch, (*from, *ply as usize, value, place));
        } else {
            match name {
                "movelist" => drop(self.lists.insert(0, (0, 1, value, place))),
                "binit" => self.start = value,
                "result" => self.result = value,
                "remark" => self.said.push(((0, 0), value)),
                _ => {}
            }
        }
    }
}

/// Builds a game from the values, if there are moves or a position.
fn finish(values: Values<'_>, games: &mut Games) {
    let Values { tags, result, start, lists, said } = values;
    if lists.is_empty() && start.is_empty() {
        return;
    }
    let mut tree = game();
    for (name, value) in tags {
        let value = if name == "Date" { value.replace('-', ".") } else { value.to_owned() };
        tag(&mut tree, name, &value);
    }
    end(&mut tree, Termination::from_marker(result).unwrap_or_default());
    // For each branch, the number of its first move, and its nodes.
    let mut branches: BTreeMap<u32, (usize, Vec<NodeId>)> = BTreeMap::new();
    for (&branch, &(from, ply, list, (line, column))) in &lists {
        let before =
            if branch == 0 { Some(NodeId::ROOT) } else { node(&branches, from, ply.wrapping_sub(1)) };
        let Some(mut at) = before else {
            let message = format!("there is no move {ply} of branch {from} that a branch could replace");
            games.problem(ProblemKind::Damaged, message, line);
            say(&mut tree, NodeId::ROOT, &format!("move_{from}_{ply}_{branch}: {list}"));
            continue;
        };
        let digits: Vec<u8> = list.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        if !digits.len().is_multiple_of(4) || digits.len() < list.len() {
            let message = "a list of moves has four digits for each, and this one has something else";
            games.problem(ProblemKind::UnknownToken, message.to_owned(), line);
        }
        let mut nodes = Vec::new();
        for (digits, column) in digits.chunks_exact(4).zip((column..).step_by(4)) {
            if !games.takes(NODE) {
                break;
            }
            let text = written(place(digits[0], digits[1]), place(digits[2], digits[3]));
            at = add(&mut tree, at, &text, (line, column));
            nodes.push(at);
        }
        branches.insert(branch, (ply, nodes));
    }
    for ((branch, ply), text) in said {
        let there = if ply == 0 { Some(NodeId::ROOT) } else { node(&branches, branch, ply) };
        say(&mut tree, there.unwrap_or(NodeId::ROOT), &text.replace("||", "\n"));
    }
    begin(&mut tree, start, &lists, games);
    tree.tags.set("Format", "iccs");
    games.push(tree);
}

/// Sets the start position from the squares of its pieces.
fn begin(tree: &mut GameTree, start: &str, lists: &BTreeMap<u32, List<'_>>, games: &mut Games) {
    if start.is_empty() {
        return;
    }
    let digits: Vec<u8> = start.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    if digits.len() != 4 * MEN.len() {
        let message = format!("a start has two digits for each of {} pieces", 2 * MEN.len());
        return games.problem(ProblemKind::BadStart, message, 0);
    }
    let mut board = Board::default();
    for (nth, digits) in digits.chunks_exact(2).enumerate() {
        let side = u8::from(nth >= MEN.len());
        board.put(place(digits[0], digits[1]), side, MEN[nth % MEN.len()]);
    }
    let first = lists.get(&0).map(|&(_, _, list, _)| list.as_bytes());
    if let Some(&[file @ b'0'..=b'9', row @ b'0'..=b'9', ..]) = first {
        board.moved_from(place(file - b'0', row - b'0'));
    }
    board.start(tree);
}

/// The node after a move of a branch, by number; the root for 0.
fn node(branches: &BTreeMap<u32, (usize, Vec<NodeId>)>, branch: u32, ply: usize) -> Option<NodeId> {
    if ply == 0 {
        return Some(NodeId::ROOT);
    }
    let (first, nodes) = branches.get(&branch)?;
    nodes.get(ply.checked_sub(*first)?).copied()
}

fn place(file: u8, row: u8) -> Place {
    (usize::from(file), (RANKS - 1).checked_sub(usize::from(row)).unwrap_or(usize::MAX))
}
