//! What a rule file is about, told without compiling it: its name, family, board, and what is special in it.

use crate::source::Sources;

use super::findings::Findings;
use super::read::extends::{self, Edits, Loader};
use super::read::tree::{Node, Table, Value};
use super::sections::board::read_range;

/// What a rule file says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The game's name; empty if the file has none of its own.
    pub name: String,
    /// Its description; empty if there is none.
    pub description: String,
    /// The games that it belongs to, from its own `family` or that of a file it extends; empty if none says one.
    pub family: String,
    /// The lengths of the board's axes, as `9×10`; empty if they cannot be told.
    pub board: String,
    /// What is special: sections and keys that most games do without, in [`SPECIAL`]'s words.
    pub special: Vec<&'static str>,
    /// How many lines the file itself has, without `[engine]`, which holds no rule.
    pub lines: usize,
}

/// The words for what is special in a game, each with where it is found: a section, or a key of a section or of some
/// piece.
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

/// How many lines a file has without `[engine]`.
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

/// What a rule file is about; `None` if it or a file that it extends cannot be read. Nothing is compiled.
///
/// ```
/// use carn::compile::{NoFiles, summary};
/// let text = "name = 'Small'\n[board]\naxes = ['File']\nranges = { File = 'a~h' }\n[moves]\npass = true";
/// let summary = summary("small.toml", text, &NoFiles).expect("it is TOML");
/// assert_eq!((summary.board.as_str(), summary.special), ("8", vec!["pass"]));
/// ```
#[must_use]
pub fn summary(name: &str, text: &str, loader: &dyn Loader) -> Option<Summary> {
    let (root, _) =
        extends::load(name, text, loader, &Edits::default(), &mut Sources::default(), &mut Vec::new())?;
    let string = |key: &str| match root.get(key).map(|node| &node.kind) {
        Some(Value::String(text)) => text.value.clone(),
        _ => String::new(),
    };
    let special = SPECIAL.iter().filter(|(word, places)| match *word {
        // One royal a player is what games have.
        "royals" => count(&root, "pieces.*.royal") > 1,
        // What is in hand at the start has been taken by nobody.
        "hands" => count(&root, "hand.taken") > 0 || says(&root, &["setup.fen"], holds_pieces),
        "phases" => says(&root, places, |turn| turn.contains(':')),
        "again" => says(&root, places, |text| text.contains("@Again")),
        "chains" => says(&root, places, |text| text.contains('{')),
        _ => places.iter().any(|place| count(&root, place) > 0),
    });
    Some(Summary {
        name: string("name"),
        description: string("description"),
        family: string("family"),
        board: board(&root),
        special: special.map(|&(word, _)| word).collect(),
        lines: lines(text),
    })
}

/// How many values stand under a path; what is `false` does not count, nor does a list of nothing.
fn count(table: &Table, path: &str) -> usize {
    let nothing = |node: &Node| match &node.kind {
        Value::Boolean(said) => !said,
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    values(table, path).into_iter().filter(|node| !nothing(node)).count()
}

/// Whether a text that stands under some path, by itself or in a list, is so.
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

/// The values that stand under a path, `*` for every key.
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
