//! What is told of a difference: the position, the moves, and the lines of the rule file concerned.

use carn::geometry::Square;
use carn::notation::{self, View};
use carn::source::{Source, Span};
use carn::variant::literal::{self, Cause};
use carn::variant::{Move, Piece, Setup, fen};
use serde_json::{Value, json};

use super::contest::Difference;
use super::spelling::Spelled;
use crate::cli::console::{Console, Paint};
use crate::cli::draw::{Glyphs, Mark, Picture, text};
use crate::cli::exit::Result;
use crate::cli::game::Game;
use crate::cli::quote::quote;

/// A difference, ready to be told.
pub struct Report {
    setup: Setup,
    original: String,
    path: Vec<String>,
    place: String,
    missing: Vec<Told>,
    extra: Vec<Told>,
}

/// A move that one side has, and where in the rule file to look.
struct Told {
    name: String,
    squares: Option<(Square, Square)>,
    lines: Vec<Line>,
    /// What can be said where no line can be named.
    note: Option<String>,
}

/// A line of the rule file, by the alternative that it compiles to, and what it has to do with the move.
struct Line {
    alternative: u32,
    says: String,
}

impl Report {
    /// `original` is the position where the difference was met, `path` the moves that led there, `place` says of what.
    pub fn new(
        game: &Game,
        difference: Difference,
        original: String,
        path: Vec<String>,
        place: String,
    ) -> Self {
        let Difference { position, sides } = difference;
        let setup = position.setup();
        let missing = sides.missing.iter().map(|name| missing(game, &setup, name)).collect();
        let extra = sides.extra.iter().map(|spelled| extra(game, &setup, spelled)).collect();
        Self { setup, original, path, place, missing, extra }
    }

    /// For people.
    pub fn print(&self, game: &Game, reference: &str, console: &mut Console) -> Result {
        let heading = console.paint(Paint::Red, "difference");
        let reached = if self.path.is_empty() {
            "at the start".to_owned()
        } else {
            format!("after {}", self.path.join(" "))
        };
        console.line(format_args!(
            "{heading}: {} and {reference}, in {}, {reached}",
            game.rules.name, self.place
        ))?;
        console.line(format_args!("  met in:    {}", self.original))?;
        console.line(format_args!("  shrunk to: {}\n", fen::print(game.variant(), &self.setup)))?;
        let mut picture = Picture::new(game.variant(), &self.setup, Glyphs::Letters);
        for told in self.missing.iter().chain(&self.extra) {
            if let Some((from, to)) = told.squares {
                picture.mark(to, if self.setup.piece(to).is_some() { Mark::Capture } else { Mark::Target });
                picture.mark(from, Mark::Origin);
            }
        }
        console.text(text(&picture, console))?;
        let player = game.mover(&self.setup);
        console.line(format_args!("\n{player} to move"))?;
        let sides = [
            (&self.extra, "extra", "the rules allow it, the reference does not"),
            (&self.missing, "missing", "the reference allows it, the rules do not"),
        ];
        for (told, heading, meaning) in sides {
            for told in told {
                let heading = console.paint(Paint::Red, heading);
                console.line(format_args!("\n{heading}: {} ({meaning})", told.name))?;
                for line in &told.lines {
                    if let Some((source, span)) = game.line(line.alternative) {
                        console.line(quote(source, span, &line.says))?;
                    }
                }
                if let Some(note) = &told.note {
                    console.line(format_args!("  {note}"))?;
                }
            }
        }
        Ok(())
    }

    /// For programs.
    pub fn json(&self, game: &Game) -> Value {
        let told = |all: &[Told]| -> Vec<Value> {
            let one = |told: &Told| {
                let lines = told.lines.iter().filter_map(|line| {
                    let (source, span) = game.line(line.alternative)?;
                    Some(json_line(source, span, &line.says))
                });
                json!({ "move": told.name, "lines": lines.collect::<Vec<_>>(), "note": told.note })
            };
            all.iter().map(one).collect()
        };
        json!({
            "in": self.place,
            "moves": self.path,
            "found": self.original,
            "fen": fen::print(game.variant(), &self.setup),
            "extra": told(&self.extra),
            "missing": told(&self.missing),
        })
    }
}

fn json_line(source: &Source, span: Span, says: &str) -> Value {
    let at = source.position(span.start);
    json!({
        "file": source.name(),
        "line": at.line,
        "column": at.column,
        "text": source.slice(span),
        "says": says,
    })
}

/// A move of ours that the reference has not: the alternatives that allow it.
fn extra(game: &Game, setup: &Setup, spelled: &Spelled) -> Told {
    let mut lines = Vec::new();
    if let Some(piece) = setup.piece(spelled.mv.from) {
        for movement in allowing(game, setup, piece, spelled.mv) {
            let alternative = game.rules.role(piece.role).movements[movement].alternative;
            push(&mut lines, alternative, "this allows it".to_owned());
        }
    }
    let name = spelled.names.first().cloned().unwrap_or_default();
    Told { name, squares: Some((spelled.mv.from, spelled.mv.to)), lines, note: None }
}

/// The movements (indices into the role's) by which a piece makes a move: each is tried as if it were the only one.
fn allowing(game: &Game, setup: &Setup, piece: Piece, mv: Move) -> Vec<usize> {
    let variant = game.variant();
    if let Some(way) = mv.way.checked_sub(1) {
        return vec![usize::from(way)];
    }
    let role = variant.role(piece.role);
    let leads = |index: &usize| {
        let movement = &role.movements[*index];
        movement.effects.is_empty()
            && literal::routes(variant, piece.player, movement, mv.from)
                .iter()
                .any(|route| route.to() == mv.to)
    };
    let mut found: Vec<usize> = (0..role.movements.len()).filter(leads).collect();
    if found.len() > 1 {
        let mut alone = variant.clone();
        let allows = |index: &usize| {
            alone.roles[piece.role.index()].movements = vec![role.movements[*index].clone()];
            let moves = literal::pseudo_legal(&alone, setup);
            moves.iter().any(|other| (other.from, other.to, other.choice) == (mv.from, mv.to, mv.choice))
        };
        let certain: Vec<usize> = found.iter().copied().filter(allows).collect();
        if !certain.is_empty() {
            found = certain;
        }
    }
    found
}

/// A move of the reference's that we have not: what is in its way, rule by rule.
fn missing(game: &Game, setup: &Setup, name: &str) -> Told {
    let board = &game.rules.board;
    let squares = board.parse_prefix(name).and_then(|(from, length)| {
        let (to, _) = board.parse_prefix(name.get(length..)?)?;
        Some((from, to))
    });
    let mut told = Told { name: name.to_owned(), squares, lines: Vec::new(), note: None };
    let Some((from, to)) = squares else {
        told.note = Some("this is not the name of a move on this board".to_owned());
        return told;
    };
    let Some(piece) = setup.piece(from) else {
        told.note = Some(format!("no piece stands on {}", board.name(from)));
        return told;
    };
    let role = game.rules.role(piece.role);
    let view = View { variant: game.variant(), setup, legal: &[] };
    for refusal in literal::explain(game.variant(), setup, from, to) {
        let reason = notation::refusal(view, (from, to), &refusal);
        if let Cause::LeavesRoyal { piece, movement: Some(movement), .. } = &refusal.cause {
            // The rule that is too strict here is the attacker's.
            let alternative = game.rules.role(piece.role).movements.get(*movement);
            if let Some(movement) = alternative {
                push(&mut told.lines, movement.alternative, reason);
                continue;
            }
        }
        match refusal.movement.and_then(|movement| role.movements.get(movement)) {
            Some(movement) => push(&mut told.lines, movement.alternative, reason),
            None => told.note = Some(reason),
        }
    }
    if told.lines.is_empty() {
        for movement in &role.movements {
            push(&mut told.lines, movement.alternative, format!("a way of the {}", role.name));
        }
    }
    told
}

/// Adds a line that is not there yet.
fn push(lines: &mut Vec<Line>, alternative: u32, says: String) {
    if lines.iter().all(|line| line.alternative != alternative) {
        lines.push(Line { alternative, says });
    }
}
