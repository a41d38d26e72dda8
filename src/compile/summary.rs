//! A summary of a rule file without compiling it: name, family, board and special features.

use crate::source::Sources;

use super::findings::Findings;
use super::read::extends::{self, Edits, Loader};
use super::read::tree::{Node, Table, Value};
use super::sections::board::read_range;
use super::translated::Translated;

/// The summary of a rule file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The game's name; empty if the file has none.
    pub name: String,
    /// Its Chinese name, if `name` or `[records]` has one.
    pub chinese: Option<String>,
    /// Its description; empty if there is none.
    pub description: Translated,
    /// The family of the game, from the file or a file it extends; empty if none is given.
    pub family: Translated,
    /// The lengths of the board's axes, such as `9×10`; empty if unknown.
    pub board: String,
    /// Special features: sections and keys that most games lack, in the words of [`SPECIAL`].
    pub special: Vec<&'static str>,
    /// The number of lines of the file itself, without `[engine]`, which contains no rules.
    pub lines: usize,
}

/// The words for special features, each with the sections and keys that show it.
pub const SPECIAL: [(&str, &[&str]); 21] = [
    ("teams", &["teams"]),
    ("holes", &["board.holes", "board.where"]),
    ("wrap", &["board.wrap"]),
    ("hands", &["hand.taken"]),
    ("drops", &["hand.drop", "pieces.*.drop"]),
    ("supply", &["pieces.*.supply"]),
    ("royals", &["pieces.*.royal"]),
    ("neutral", &["pieces.*.neutral"]),
    ("hooks", &["hooks", "pieces.*.hooks"]),
    ("counters", &["counters"]),
    ("guard", &["moves.guard"]),
    ("must", &["moves.must"]),
    ("most", &["moves.most"]),
    ("pass", &["moves.pass"]),
    ("stock", &["pieces.*.promotion.stock"]),
    ("phases", &["turn"]),
    ("again", &["hooks.*", "pieces.*.hooks.*", "pieces.*.move", "pieces.*.capture", "pieces.*.pattern"]),
    ("chains", &["pieces.*.move", "pieces.*.capture", "pieces.*.pattern"]),
    ("ends", &["ending.ends"]),
    ("counting", &["ending.counting"]),
    ("points", &["ending.points"]),
];

/// The number of lines without `[engine]`.
fn lines(text: &str) -> usize {
    let mut weights = false;
    let counts = |line: &&str| {
        if line.starts_with('[') {
            weights = line.starts_with("[engine]") || line.starts_with("[engine.");
        }
        !weights
    };
    text.lines().filter(counts).count()
}

/// The summary of a rule file; `None` if it or an extended file cannot be read. Nothing is compiled.
///
/// ```
/// use carn::compile::{NoFiles, summary};
/// let text = "name = 'Small'\n[board]\naxes = ['File']\nranges = { File = 'a~h' }\n[moves]\npass = true";
/// let summary = summary("small.toml", text, &NoFiles).expect("it is TOML");
/// assert_eq!((summary.board.as_str(), summary.special), ("8", vec!["pass"]));
/// ```
#[must_use]
pub fn summary(name: &str, text: &str, loader: &dyn Loader) -> Option<Summary> {
    let mut errors = Vec::new();
    let (root, _) =
        extends::load(name, text, loader, &Edits::default(), &mut Sources::default(), &mut errors)
            .filter(|_| extends::are_whole(&errors))?;
    let string = |key: &str| match root.get(key).map(|node| &node.kind) {
        Some(Value::String(text)) => text.value.clone(),
        _ => String::new(),
    };
    let translated = |key: &str| Translated::read(&root, &mut Findings::default(), key);
    let special = SPECIAL.iter().filter(|(word, places)| match *word {
        // Most games have one royal per player.
        "royals" => count(&root, "pieces.*.royal") > 1,
        // Pieces in hand at the start were not captured.
        "hands" => count(&root, "hand.taken") > 0 || says(&root, &["setup.fen"], holds_pieces),
        "phases" => says(&root, places, |turn| turn.contains(':')),
        "again" => says(&root, places, |text| text.contains("@Again")),
        "chains" => says(&root, places, |text| text.contains('{')),
        _ => places.iter().any(|place| count(&root, place) > 0),
    });
    Some(Summary {
        name: string("name"),
        chinese: super::records_of(&root).chinese().map(str::to_owned),
        description: translated("description"),
        family: translated("family"),
        board: board(&root),
        special: special.map(|&(word, _)| word).collect(),
        lines: lines(text),
    })
}

/// The number of values at a path; `false` and empty lists do not count.
fn count(table: &Table, path: &str) -> usize {
    let nothing = |node: &Node| match &node.kind {
        Value::Boolean(said) => !said,
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    values(table, path).into_iter().filter(|node| !nothing(node)).count()
}

/// Whether a string at some path, alone or in a list, satisfies `so`.
fn says(table: &Table, paths: &[&str], so: fn(&str) -> bool) -> bool {
    fn any(node: &Node, so: fn(&str) -> bool) -> bool {
        match &node.kind {
            Value::String(text) => so(&text.value),
            Value::Array(list) => list.iter().any(|node| any(node, so)),
            _ => false,
        }
    }
    paths.iter().flat_map(|path| values(table, path)).any(|node| any(node, so))
}

/// Whether a FEN has pieces in hand.
fn holds_pieces(fen: &str) -> bool {
    fen.split_once('[').is_some_and(|(_, held)| held.starts_with(char::is_alphabetic))
}

/// The values at a path; `*` stands for every key.
fn values<'a>(table: &'a Table, path: &str) -> Vec<&'a Node> {
    let (key, rest) = path.split_once('.').map_or((path, None), |(key, rest)| (key, Some(rest)));
    let fits = table.entries.iter().filter(|entry| key == "*" || entry.key.value == key);
    fits.flat_map(|entry| match (rest, &entry.value.kind) {
        (None, _) => vec![&entry.value],
        (Some(rest), Value::Table(inner)) => values(inner, rest),
        (Some(_), _) => Vec::new(),
    })
    .collect()
}

/// The lengths of the axes: `8×8`.
fn board(root: &Table) -> String {
    let Some(Value::Table(board)) = root.get("board").map(|node| &node.kind) else { return String::new() };
    let (Some(Value::Array(axes)), Some(Value::Table(ranges))) =
        (board.get("axes").map(|node| &node.kind), board.get("ranges").map(|node| &node.kind))
    else {
        return String::new();
    };
    let length = |axis: &Node| {
        let Value::String(axis) = &axis.kind else { return None };
        let Value::String(range) = &ranges.get(&axis.value)?.kind else { return None };
        read_range(range, &mut Findings::default()).map(|(_, length)| length)
    };
    let lengths: Option<Vec<String>> = axes.iter().map(|axis| length(axis).map(|n| n.to_string())).collect();
    lengths.unwrap_or_default().join("×")
}
