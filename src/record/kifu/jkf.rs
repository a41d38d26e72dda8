//! JKF: the contents of KIF and CSA in JSON. Headers are named as in KIF, pieces and ends as in CSA. Variations are `forks` of
//! the move that they replace.
//!
//! Source: the JSON Kifu Format, version 1.0 (github.com/na2hiro/Kifu-for-JS).

use serde_json::Value;

use crate::record::problem::ProblemKind;
use crate::record::sgf::Parsed;
use crate::record::tree::{Annotation, MoveText, NodeId};

use super::{Line, csa, kif};

/// Start positions by their names in JKF and in KIF.
const STARTS: [(&str, &str); 16] = [
    ("HIRATE", "平手"),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// The maximum length of a text, since the parsed form may need many times its memory.
const LONGEST: usize = 1 << 23;

/// Reads the game.
pub(super) fn read(text: &str) -> Parsed {
    let mut parsed = Parsed::default();
    let mut line = Line::new(1);
    if text.len() > LONGEST {
        let message = format!("a record in JSON of more than {} MB is not read", LONGEST >> 20);
        line.problem(ProblemKind::TooLong, message);
        line.finish(&mut parsed);
        return parsed;
    }
    match serde_json::from_str::<Value>(text) {
        Ok(game) => take(&mut line, &game),
        Err(error) => {
            line.line = error.line() as u64;
            let error = error.to_string();
            // The parser has no kind for this error.
            if error.starts_with("recursion limit") {
                let message = "the variations are nested too deeply: the record is not read";
                line.problem(ProblemKind::TooLong, message.to_owned());
            } else {
                line.problem(ProblemKind::Damaged, format!("this is not a record in JSON: {error}"));
            }
        }
    }
    line.tree.tags.set("Format", "usi");
    line.finish(&mut parsed);
    parsed
}

fn take(line: &mut Line, game: &Value) {
    let mut rest = Vec::new();
    for (name, value) in game["header"].as_object().into_iter().flatten() {
        if let Some(value) = value.as_str() {
            kif::header(line, name.trim(), value.trim(), &mut rest);
        }
    }
    kif::put_first(line, &rest);
    let preset = game["initial"]["preset"].as_str().unwrap_or_default();
    if let Some((_, name)) = STARTS.iter().find(|(known, _)| *known == preset) {
        kif::header(line, "手合割", name, &mut rest);
    }
    let start = &game["initial"]["data"];
    if start.is_object() {
        line.second = start["color"] == 1;
        begin(line, start);
    }
    let moves = game["moves"].as_array().map_or(&[][..], Vec::as_slice);
    let mut last = None;
    for entry in moves {
        let before = line.here();
        if let Some(text) = played(&entry["move"], &mut last) {
            line.play(&text, 0);
        }
        branch(line, before, entry, last);
        said(line, line.here(), entry);
        if let Some(special) = entry["special"].as_str()
            && !csa::end(line, special)
        {
            line.say(special);
        }
    }
}

/// Adds the variations that replace an entry after a node.
fn branch(line: &mut Line, before: NodeId, entry: &Value, last: Option<(u64, u64)>) {
    for fork in entry["forks"].as_array().into_iter().flatten().filter_map(Value::as_array) {
        let mut at = before;
        // Variations that replace the end of a line repeat its last move.
        if entry["move"].is_null()
            && let Some(parent) = line.tree.parent(before)
        {
            let again = line.tree[before].played.clone();
            at = line.tree.add(parent, again);
        }
        let mut last = last;
        for entry in fork {
            let before = at;
            if let Some(text) = played(&entry["move"], &mut last) {
                at = line.tree.add(at, Some(MoveText::new(text)));
            }
            branch(line, before, entry, last);
            said(line, at, entry);
            if let Some(special) = entry["special"].as_str() {
                line.tree[at].annotations.push(Annotation::Comment(special.into()));
            }
        }
    }
}

/// Adds the time and the comments of an entry.
fn said(line: &mut Line, node: NodeId, entry: &Value) {
    let part = |name: &str| entry["time"]["now"][name].as_f64();
    if let (Some(minutes), Some(seconds), false) = (part("m"), part("s"), entry["move"].is_null())
        && let Some(time) = super::spent(part("h").unwrap_or(0.0) * 3600.0 + minutes * 60.0 + seconds)
    {
        line.tree[node].annotations.push(Annotation::Comment(time.into()));
    }
    let lines: Vec<&str> =
        entry["comments"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if !lines.is_empty() {
        line.tree[node].annotations.push(Annotation::Comment(lines.join("\n").into()));
    }
}

/// The text of a move: USI if it has an origin, otherwise CSA's form of a drop.
fn played(entry: &Value, last: &mut Option<(u64, u64)>) -> Option<String> {
    let square = |name: &str| Some((entry[name]["x"].as_u64()?, entry[name]["y"].as_u64()?));
    let written = |(file, rank): (u64, u64)| {
        let letter = u8::try_from(rank)
            .ok()
            .filter(|rank| (1..=26).contains(rank))
            .map_or('?', |rank| char::from(b'a' + rank - 1));
        format!("{file}{letter}")
    };
    if !entry.is_object() {
        return None;
    }
    let to = square("to").or(last.filter(|_| entry["same"] == true));
    *last = to;
    let to = to?;
    Some(match square("from") {
        Some(from) => {
            let sign = if entry["promote"] == true { "+" } else { "" };
            format!("{}{}{sign}", written(from), written(to))
        }
        None => format!("00{}{}{}", to.0, to.1, entry["piece"].as_str().unwrap_or_default()),
    })
}

/// A given board: `board[x - 1][y - 1]`, and the hands.
fn begin(line: &mut Line, start: &Value) {
    let side = |color: &Value| if *color == 1 { '-' } else { '+' };
    let cell = |file: usize, rank: usize| {
        let piece = &start["board"][file][rank];
        piece["kind"]
            .as_str()
            .map_or_else(|| ".".to_owned(), |kind| format!("{}{kind}", side(&piece["color"])))
    };
    let files = start["board"].as_array().map_or(0, Vec::len);
    let ranks = start["board"][0].as_array().map_or(0, Vec::len);
    if files > 99 || ranks > 99 {
        return line.problem(ProblemKind::BadStart, "this board is too large".to_owned());
    }
    let row = |rank: usize| (0..files).rev().map(|file| cell(file, rank)).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = (0..ranks).map(row).collect();
    let mut hands = String::new();
    for (player, sign) in [(0, '+'), (1, '-')] {
        for (kind, count) in start["hands"][player].as_object().into_iter().flatten() {
            if let Some(count) = count.as_u64().filter(|&count| count > 0) {
                hands += &format!("{sign}{kind}*{count} ");
            }
        }
    }
    line.start(&rows, &hands);
    line.tree.tags.remove("Start");
}
