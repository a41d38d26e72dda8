//! WXF: lines with name and value, then `START{`, numbered moves, `}END`. A file may have many games.

use crate::record::problem::ProblemKind;
use crate::record::tree::{GameTree, NodeId, Termination};

use super::{Games, NODE, add, end, game, say, tag};

/// Values with an equivalent PGN tag.
const TAGS: [(&str, &str); 10] = [
    ("GAME", "Title"),
    ("EVENT", "Event"),
    ("DATE", "Date"),
    ("SITE", "Site"),
    ("PLACE", "Site"),
    ("ROUND", "Round"),
    ("RED", "Red"),
    ("BLACK", "Black"),
    ("OPENING", "Opening"),
    ("AUTHOR", "Annotator"),
];

/// Reads all games.
pub(super) fn read(text: &str, games: &mut Games) {
    let mut game: Option<Game> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        let begins = |game: &Game| game.done && (trimmed.starts_with("FORMAT") || is_start(trimmed));
        if let Some(done) = game.take_if(|game| begins(game)) {
            games.push(done.finish());
        }
        if !trimmed.is_empty() {
            game.get_or_insert_with(Game::new).take(line.trim_end(), number, games);
        }
    }
    if let Some(game) = game.filter(|game| game.done || game.open) {
        if game.open {
            games.problem(ProblemKind::UnclosedVariation, "the moves have no } at their end".to_owned(), 0);
        }
        games.push(game.finish());
    }
}

fn is_start(line: &str) -> bool {
    line.strip_prefix("START").is_some_and(|rest| rest.trim_start().starts_with('{'))
}

struct Game {
    tree: GameTree,
    at: NodeId,
    /// Whether the moves have begun, and whether they have ended.
    open: bool,
    done: bool,
    /// The comment in braces being read.
    said: Option<String>,
    /// Other lines.
    rest: Vec<String>,
}

impl Game {
    fn new() -> Self {
        Self { tree: game(), at: NodeId::ROOT, open: false, done: false, said: None, rest: Vec::new() }
    }

    fn take(&mut self, whole: &str, number: u64, games: &mut Games) {
        if self.open {
            return self.moves(whole, 0, number, games);
        }
        let line = whole.trim_start();
        if is_start(line) && !self.done {
            self.open = true;
            let after = whole.find('{').map_or(whole.len(), |at| at + 1);
            return self.moves(whole, after, number, games);
        }
        let (name, value) = line.split_once([' ', '\t', ':']).unwrap_or((line, ""));
        let value = value.trim().trim_end_matches(';');
        match (name.to_uppercase().as_str(), TAGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)))
        {
            (_, Some((_, name))) => tag(&mut self.tree, name, value),
            ("RESULT", _) => end(&mut self.tree, Termination::from_marker(value).unwrap_or_default()),
            ("FEN", _) => {
                tag(&mut self.tree, "FEN", value);
                tag(&mut self.tree, "SetUp", "1");
            }
            ("FORMAT", _) => {
                let format = value.split([' ', ',', '\t']).next().unwrap_or_default();
                let script =
                    ["ICCS", "WXF", "AXF"].iter().position(|known| known.eq_ignore_ascii_case(format));
                tag(&mut self.tree, "Format", script.map_or("", |nth| ["iccs", "wxf", "wxf"][nth]));
            }
            _ if value.is_empty() => {}
            _ => self.rest.push(line.to_owned()),
        }
    }

    /// Numbered moves with comments in braces, and the brace at their end, from an offset of the line.
    fn moves(&mut self, line: &str, from: usize, number: u64, games: &mut Games) {
        let mut rest = &line[from..];
        // The offset up to which characters are counted, and their number.
        let mut counted = (0, 0);
        while !rest.is_empty() {
            if let Some(said) = &mut self.said {
                let end = rest.find('}');
                said.push_str(&rest[..end.unwrap_or(rest.len())]);
                rest = end.map_or("", |at| &rest[at + 1..]);
                match end {
                    None => said.push('\n'),
                    Some(_) => {
                        let said = self.said.take().unwrap_or_default();
                        say(&mut self.tree, self.at, &said);
                    }
                }
                continue;
            }
            let length = rest.find(|c: char| c.is_whitespace() || "{}".contains(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(length);
            let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
            // `1.` and `1.C2.5`, but not `18=7`.
            let numbered = digits.len() < word.len() && digits.starts_with(['.', '…']);
            let word = if numbered { digits.trim_start_matches(['.', '…']) } else { word };
            let result = Termination::from_marker(word).filter(|_| !word.is_empty());
            match result {
                Some(result) => end(&mut self.tree, result),
                None if word.trim_matches('.').is_empty() => {}
                None if games.takes(NODE + word.len()) => {
                    let at = line.len() - word.len() - after.len();
                    counted = (at, counted.1 + line[counted.0..at].chars().count());
                    self.at = add(&mut self.tree, self.at, word, (number, counted.1 + 1));
                }
                None => {}
            }
            let mut chars = after.chars();
            match chars.next() {
                Some('{') => self.said = Some(String::new()),
                Some('}') => {
                    (self.open, self.done) = (false, true);
                    return;
                }
                _ => {}
            }
            rest = chars.as_str();
        }
    }

    fn finish(mut self) -> GameTree {
        say(&mut self.tree, NodeId::ROOT, &self.rest.join("\n"));
        self.tree
    }
}
