//! Prints a difference in play.

use carn::compile::AlternativeOrigin;
use carn::diagnostic;
use carn::notation::{self, ReadError, View};
use carn::position::Position;
use carn::reference::{Standing, Verdict as Won};
use carn::variant::{Move, Outcome, Setup, Variant, literal};
use serde_json::{Value, json};

use crate::cli::compare::contest::Difference;
use crate::cli::compare::letters::Letters;
use crate::cli::console::{Console, Paint};
use crate::cli::draw::{Glyphs, Mark, Picture, text};
use crate::cli::exit::Result;
use crate::cli::game::Game;

/// The maximum number of moves described one by one.
const MOVES: usize = 6;

/// A difference and its position.
pub struct Verdict {
    /// The smallest position found: a start, and moves from it.
    start: String,
    history: Vec<String>,
    /// The resulting position, drawn.
    picture: Option<(Variant, Setup)>,
    turn: String,
    lines: Vec<Line>,
}

/// One difference in that position.
struct Line {
    /// The move, if it is about one.
    mv: Option<String>,
    /// The game that alone has the move.
    only: Option<String>,
    says: String,
}

impl Verdict {
    /// The difference of two start positions; `None` if they are equal.
    pub fn of_starts(first: &Game, second: &Game, letters: Option<&Letters>) -> Option<Self> {
        let start = Position::start(&first.rules).fen();
        let told = letters.map_or_else(|| start.clone(), |letters| letters.fen(&start));
        let own = Position::start(&second.rules).fen();
        if told == own {
            return None;
        }
        let line = |says: String| Line { mv: None, only: None, says };
        let mut lines = vec![line(format!("{} starts from {start}", first.name))];
        lines.push(line(format!("{} starts from {own}", second.name)));
        if let Err(error) = Position::from_fen(&second.rules, &told) {
            lines.push(line(format!("{} cannot begin from the first: {error}", second.name)));
        } else {
            lines.push(line("use `--fen` to compare play from the same position".to_owned()));
        }
        let turn = first.mover(&first.rules.variant().start).to_owned();
        Some(Self { start, history: Vec::new(), picture: None, turn, lines })
    }

    /// A shrunk difference: `ours` has the extra moves, `theirs` the missing ones.
    pub fn new(ours: &Game, theirs: &Game, small: Difference) -> Self {
        let setup = small.position.setup();
        let mut lines = Vec::new();
        let sides = &small.look.sides;
        for spelled in sides.extra.iter().take(MOVES) {
            let mut says = refused(theirs, &small, &spelled.name());
            if let Some(place) = allowing(ours, &setup, spelled.mv) {
                says = format!("{} allows it at {place}; {says}", ours.name);
            }
            lines.push(Line { mv: Some(spelled.name()), only: Some(ours.name.to_string()), says });
        }
        for text in sides.missing.iter().take(MOVES) {
            let view =
                View { variant: ours.variant(), setup: &setup, legal: &small.position.legal_moves().into() };
            let reason = match ours.line_reader().read(view, text) {
                Err(error) => notation::why(&small.position, &error),
                Ok(_) => "it has another meaning there".to_owned(),
            };
            let says = format!("in {}: {reason}", ours.name);
            lines.push(Line { mv: Some(text.clone()), only: Some(theirs.name.to_string()), says });
        }
        let more = (sides.extra.len() + sides.missing.len()).saturating_sub(lines.len());
        if more > 0 {
            lines.push(Line { mv: None, only: None, says: format!("and {more} more moves of only one") });
        }
        if let Some(mismatch) = &small.look.mismatch {
            let (name, a, b) = (mismatch.field.name(), &mismatch.ours, &mismatch.theirs);
            let says = format!("{name}: {a} in {}, {b} in {}", ours.name, theirs.name);
            lines.push(Line { mv: None, only: None, says });
        }
        if let Some(ends) = small.look.ends {
            let a = ended(ours, ends.ours);
            let b = match ends.theirs {
                Standing::Over(Won::Win, _) => "the game is over: the player to move has won",
                Standing::Over(Won::Loss, _) => "the game is over: the player to move has lost",
                Standing::Over(..) => "the game is over: a draw",
                _ => "the game goes on",
            };
            lines.push(Line {
                mv: None,
                only: None,
                says: format!("in {} {a}; in {} {b}", ours.name, theirs.name),
            });
        }
        Self {
            start: small.line.fen.clone(),
            history: small.line.texts.clone(),
            turn: ours.mover(&setup).to_owned(),
            picture: Some((ours.variant().clone(), setup)),
            lines,
        }
    }

    /// Prints the difference.
    pub fn print(&self, console: &mut Console) -> Result {
        let heading = console.paint(Paint::Red, "difference in play");
        console.line(format_args!("{heading}: {}", self.start))?;
        if !self.history.is_empty() {
            console.line(format_args!("  and then: {}", self.history.join(" ")))?;
        }
        console.line("")?;
        if let Some((variant, setup)) = &self.picture {
            let mut picture = Picture::new(variant, setup, Glyphs::Letters);
            for line in &self.lines {
                let square = |text: &str| variant.board.parse_prefix(text);
                let from = line.mv.as_deref().and_then(|text| Some((text, square(text)?)));
                if let Some((text, (from, length))) = from
                    && let Some((to, _)) =
                        square(text.get(length..).unwrap_or_default().trim_start_matches('-'))
                {
                    picture.mark(to, if setup.piece(to).is_some() { Mark::Capture } else { Mark::Target });
                    picture.mark(from, Mark::Origin);
                }
            }
            console.text(text(&picture, console))?;
            console.line(format_args!("\n{} to move\n", self.turn))?;
        }
        for line in &self.lines {
            match (&line.mv, &line.only) {
                (Some(mv), Some(only)) => {
                    let mv = console.paint(Paint::Bold, mv);
                    console.line(format_args!("only {only} has {mv}: {}", line.says))?;
                }
                _ => console.line(&line.says)?,
            }
        }
        Ok(())
    }

    /// The difference as JSON.
    pub fn json(&self) -> Value {
        json!({
            "fen": self.start,
            "moves": self.history,
            "position": self.picture.as_ref().map(|(variant, setup)| carn::variant::fen::print(variant, setup)),
            "differences": self.lines.iter().map(|line| json!({
                "move": line.mv, "only": line.only, "says": line.says,
            })).collect::<Vec<_>>(),
        })
    }
}

/// The reason why a game does not have a move.
fn refused(game: &Game, small: &Difference, text: &str) -> String {
    let reached = Position::from_fen(&game.rules, &small.line.fen).ok().and_then(|mut position| {
        for text in &small.line.texts {
            let mv = read(game, &position, text).ok()?;
            position.play_unchecked(mv);
        }
        Some(position)
    });
    let reason = reached.and_then(|position| {
        let error = read(game, &position, text).err()?;
        Some(notation::why(&position, &error))
    });
    format!("in {}: {}", game.name, reason.unwrap_or_else(|| "there is no such move".to_owned()))
}

fn read(game: &Game, position: &Position, text: &str) -> std::result::Result<Move, ReadError> {
    let (setup, legal) = (position.setup(), position.legal_moves().into());
    game.line_reader().read(View { variant: game.variant(), setup: &setup, legal: &legal }, text)
}

/// The place of the alternative with which a game makes a move.
fn allowing(game: &Game, setup: &Setup, mv: Move) -> Option<String> {
    let piece = setup.piece(mv.origin()?)?;
    let examination = literal::examine(game.variant(), setup, mv.from, mv.to);
    let way = examination.ways.iter().find(|way| way.cause.is_none())?;
    let movement = game.variant().role(piece.role).movements.get(way.movement?)?;
    let AlternativeOrigin { source, span, .. } =
        game.compiled.origins.alternatives.get(usize::try_from(movement.alternative).ok()?)?;
    Some(diagnostic::place(&game.compiled.sources, *source, *span))
}

fn ended(game: &Game, outcome: Option<Outcome>) -> String {
    outcome.map_or_else(
        || "the game goes on".to_owned(),
        |outcome| format!("the game is over: {}", crate::cli::outcome::told(game.variant(), outcome)),
    )
}
