//! Reports a difference: its line of play, its smallest form, and the lines of the rule file concerned.

use std::fmt;

use carn::variant::{Script, Setup, fen};
use serde_json::{Value, json};

use super::contest::{Contest, Difference, Line};
use super::suspects::{Changed, Clue, Told, changed, changed_start, told};
use crate::cli::console::{Console, Paint};
use crate::cli::draw::{Glyphs, Mark, Picture, text};
use crate::cli::exit::Result;
use crate::cli::game::{Game, written};
use crate::cli::quote::quote;

/// Where a difference was found.
#[derive(Clone, Copy, Debug)]
pub enum Found {
    Perft { depth: u32 },
    Game { game: u32, seed: u64 },
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perft { depth } => write!(f, "perft {depth}"),
            Self::Game { game, seed } => write!(f, "random game {game} of seed {seed}"),
        }
    }
}

/// A start position that the reference rejects.
pub struct Refusal {
    pub fen: String,
    pub reason: String,
}

/// A difference, ready to be printed.
pub struct Report {
    place: String,
    /// The moves to the original difference, and its position.
    path: Vec<String>,
    original: String,
    /// The shrunk difference: its start, the moves from there, and its position.
    start: String,
    history: Vec<String>,
    setup: Setup,
    changed: Vec<Changed>,
    told: Vec<Told>,
}

impl Report {
    /// The report of a shrunk difference; `before` is the original.
    pub fn new(
        game: &Game,
        contest: &mut Contest,
        difference: Difference,
        before: (String, Line),
        found: Found,
    ) -> Self {
        let subject = difference.look.subject();
        let changed = subject.map(|subject| changed(game, contest, &difference.line, &subject));
        let (original, path) = before;
        Self {
            place: found.to_string(),
            path: written(&path.start, &path.moves, Script::Coordinate),
            original,
            start: difference.line.fen.clone(),
            history: written(&difference.line.start, &difference.line.moves, Script::Coordinate),
            setup: difference.position.setup(),
            changed: changed.unwrap_or_default(),
            told: told(game, &difference),
        }
    }

    /// The report of a start position that the reference rejects.
    pub fn refused(game: &Game, contest: &mut Contest, refusal: Refusal) -> Self {
        let key = game.compiled.origins.key(&["setup", "fen"]);
        let clue =
            |key: &carn::compile::KeyOrigin| Clue { origin: (key.source, key.span), says: String::new() };
        let told = Told {
            heading: "start",
            name: "the start position".to_owned(),
            meaning: format!("the reference does not accept it: {}", refusal.reason),
            squares: None,
            clues: key.map(clue).into_iter().collect(),
            note: None,
        };
        Self {
            place: "the start position".to_owned(),
            path: Vec::new(),
            original: refusal.fen.clone(),
            start: refusal.fen,
            history: Vec::new(),
            setup: game.rules.variant().start.clone(),
            changed: changed_start(game, contest),
            told: vec![told],
        }
    }

    /// Prints the report.
    pub fn print(&self, game: &Game, reference: &str, console: &mut Console) -> Result {
        let heading = console.paint(Paint::Red, "difference");
        let reached = if self.path.is_empty() {
            "at the start".to_owned()
        } else {
            format!("after {}", self.path.join(" "))
        };
        console.line(format_args!(
            "{heading}: {} and {reference}, in {}, {reached}",
            game.rules.variant().name,
            self.place
        ))?;
        console.line(format_args!("  found in:  {}", self.original))?;
        console.line(format_args!("  shrunk to: {}", self.start))?;
        if !self.history.is_empty() {
            console.line(format_args!("  and then:  {}", self.history.join(" ")))?;
        }
        console.line("")?;
        self.print_changes(game, console)?;
        let mut picture = Picture::new(game.variant(), &self.setup, Glyphs::Letters);
        for (from, to) in self.told.iter().filter_map(|told| told.squares) {
            picture.mark(to, if self.setup.piece(to).is_some() { Mark::Capture } else { Mark::Target });
            picture.mark(from, Mark::Origin);
        }
        console.text(text(&picture, console))?;
        let player = game.mover(&self.setup);
        console.line(format_args!("\n{player} to move"))?;
        for told in &self.told {
            let heading = console.paint(Paint::Red, told.heading);
            console.line(format_args!("\n{heading}: {} ({})", told.name, told.meaning))?;
            for clue in &told.clues {
                if let Some((source, span)) = clue.text(game) {
                    console.line(quote(source, span, &clue.says))?;
                }
            }
            if let Some(note) = &told.note {
                console.line(format_args!("  {note}"))?;
            }
        }
        Ok(())
    }

    /// Prints the file's changes to the file it extends: the causes, or a note that no single one is the cause.
    fn print_changes(&self, game: &Game, console: &mut Console) -> Result {
        let Some(first) = self.changed.first() else { return Ok(()) };
        if !first.cause {
            let keys: Vec<String> = self.changed.iter().map(|one| format!("`{}`", one.key)).collect();
            let keys = keys.join(", ");
            return console
                .line(format_args!("The file changes {keys}; none of these alone makes the difference.\n"));
        }
        for changed in &self.changed {
            let heading = console.paint(Paint::Red, "cause");
            console.line(format_args!(
                "{heading}: `{}`; with the extended file's value, the two agree",
                changed.key
            ))?;
            for clue in &changed.clues {
                if let Some((source, span)) = clue.text(game) {
                    console.line(quote(source, span, &clue.says))?;
                }
            }
            console.line("")?;
        }
        Ok(())
    }

    /// The report as JSON.
    pub fn json(&self, game: &Game) -> Value {
        let lines =
            |clues: &[Clue]| -> Vec<Value> { clues.iter().filter_map(|clue| line(game, clue)).collect() };
        let moves = |heading: &str| -> Vec<Value> {
            let told = self.told.iter().filter(|told| told.heading == heading);
            told.map(|told| json!({ "move": told.name, "lines": lines(&told.clues), "note": told.note }))
                .collect()
        };
        let others = self.told.iter().filter(|told| !matches!(told.heading, "extra" | "missing"));
        let others: Vec<Value> = others
            .map(|told| {
                json!({
                    "what": told.heading,
                    "about": told.name,
                    "says": told.meaning,
                    "lines": lines(&told.clues),
                    "note": told.note,
                })
            })
            .collect();
        let changed: Vec<Value> = self
            .changed
            .iter()
            .map(|one| json!({ "key": one.key, "cause": one.cause, "lines": lines(&one.clues) }))
            .collect();
        json!({
            "in": self.place,
            "moves": self.path,
            "found": self.original,
            "fen": self.start,
            "history": self.history,
            "position": fen::print(game.variant(), &self.setup),
            "changed": changed,
            "extra": moves("extra"),
            "missing": moves("missing"),
            "other": others,
        })
    }
}

fn line(game: &Game, clue: &Clue) -> Option<Value> {
    let (source, span) = clue.text(game)?;
    let at = source.position(span.start);
    Some(json!({
        "file": source.name(),
        "line": at.line,
        "column": at.column,
        "text": source.slice(span),
        "says": clue.says,
    }))
}
