//! The conditions of a move, as lines for people and as JSON.

use carn::compile::Clause;
use carn::diagnostic;
use carn::geometry::Displacement;
use carn::geometry::Square;
use carn::notation::{self, Meant, View};
use carn::source::visible;
use carn::variant::literal::{Asked, Examined, Question, Refusal};
use carn::variant::{Anchor, Movement, PathRule, Predicate, Role, Test};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::cli::console::{Console, Paint};
use crate::cli::exit::Result;
use crate::cli::game::Game;

use super::places::{self, Passage, Place};

/// The maximum number of squares named in one line.
const SQUARES: usize = 8;

/// The maximum number of pieces described one by one.
const PIECES: usize = 4;

/// The whole answer.
pub struct Account<'a> {
    game: &'a Game,
    legal: bool,
    /// The reason why it is illegal, as a clause.
    reason: Option<String>,
    pieces: Vec<Piece>,
    /// The number of pieces to describe: all repetitions of a chain.
    described: usize,
}

/// A candidate piece.
struct Piece {
    /// `the horse on b1 to d2`
    name: String,
    ways: Vec<Way>,
    /// The patterns of a piece that has no way to the target.
    patterns: Vec<Place>,
    /// The reason that forbids the move in all of its ways.
    whole: Option<String>,
    passages: Vec<Passage>,
}

/// One way to make the move.
struct Way {
    /// The place of its text in the rule file; `None` if the file only has `true`.
    pattern: Option<Place>,
    questions: Vec<Line>,
    reason: Option<String>,
    passages: Vec<Passage>,
}

/// One condition.
struct Line {
    text: String,
    squares: Vec<String>,
    holds: bool,
    place: Option<Place>,
}

impl<'a> Account<'a> {
    /// Collects the conditions of the candidate moves.
    pub fn new(
        game: &'a Game,
        view: View<'_>,
        legal: bool,
        meant: Vec<Meant>,
        reason: Option<String>,
    ) -> Self {
        let one = |one: &Meant| Teller { game, view: one.view(view) }.piece(one, legal);
        let is_chain = meant.iter().any(|one| one.reached.is_some());
        let described = if is_chain { meant.len() } else { PIECES };
        Self { game, legal, reason, pieces: meant.iter().map(one).collect(), described }
    }

    /// Prints the answer.
    pub fn print(&self, text: &str, console: &mut Console) -> Result {
        let (colour, verdict) = if self.legal { (Paint::Green, "legal") } else { (Paint::Red, "not legal") };
        let verdict = console.paint(colour, verdict);
        let text: String = visible(text).chars().take(40).collect();
        match &self.reason {
            Some(reason) => console.line(format_args!("{text}: {verdict}: {reason}"))?,
            None => console.line(format_args!("{text}: {verdict}"))?,
        }
        for piece in self.pieces.iter().take(self.described) {
            console.line(format_args!("\n{}", console.paint(Paint::Bold, &piece.name)))?;
            if let Some(whole) = piece.whole.as_ref().filter(|whole| self.reason.as_ref() != Some(*whole)) {
                console.line(format_args!("  {whole}"))?;
            }
            self.print_passages(&piece.passages, console)?;
            if !piece.patterns.is_empty() {
                console.line("  No pattern of it leads there:")?;
            }
            for &pattern in &piece.patterns {
                console.line(format_args!("    {}", self.quoted(pattern, console)))?;
            }
            for way in &piece.ways {
                self.print_way(way, console)?;
            }
        }
        match self.pieces.len().checked_sub(self.described) {
            Some(more @ 1..) => console.line(format_args!("\nand {more} more pieces")),
            _ => Ok(()),
        }
    }

    fn print_way(&self, way: &Way, console: &mut Console) -> Result {
        match way.pattern {
            Some(place) => console.line(format_args!("  {}", self.quoted(place, console)))?,
            None => console.line("  without further conditions")?,
        }
        for line in &way.questions {
            let (mark, colour) = if line.holds { ("✓", Paint::Green) } else { ("✗", Paint::Red) };
            let squares = named(&line.squares);
            let squares = if squares.is_empty() { String::new() } else { format!(": {squares}") };
            let text = format!("{}{squares}", line.text);
            let place = line.place.map(|place| format!("{}{}", gap(&text, 4), self.place(place)));
            let place = console.paint(Paint::Dim, &place.unwrap_or_default());
            console.line(format_args!("    {} {text}{place}", console.paint(colour, mark)))?;
        }
        if let Some(reason) = way.reason.as_ref().filter(|reason| self.reason.as_ref() != Some(*reason)) {
            console.line(format_args!("      {reason}"))?;
        }
        self.print_passages(&way.passages, console)
    }

    fn print_passages(&self, passages: &[Passage], console: &mut Console) -> Result {
        for passage in passages {
            let quoted = self.quoted(passage.at, console);
            console.line(format_args!("      {}: {quoted}", passage.about))?;
        }
        Ok(())
    }

    /// A text of a rule file on one line, with its place.
    fn quoted(&self, place: Place, console: &Console) -> String {
        let text = self.text(place);
        let place = format!("{}{}", gap(&text, 0), self.place(place));
        format!("{text}{}", console.paint(Paint::Dim, &place))
    }

    fn text(&self, (source, span): Place) -> String {
        let text = self.game.compiled.sources.get(source).map_or("", |source| source.slice(span));
        let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().count() > 160 {
            text = text.chars().take(159).collect::<String>() + "…";
        }
        text
    }

    fn place(&self, (source, span): Place) -> String {
        diagnostic::place(&self.game.compiled.sources, source, span)
    }

    /// The answer as JSON.
    pub fn json(&self) -> Value {
        json!({
            "legal": self.legal,
            "reason": self.reason,
            "pieces": self.pieces.iter().map(|piece| json!({
                "name": piece.name,
                "reason": piece.whole,
                "patterns": piece.patterns.iter().map(|&place| self.json_place(place)).collect::<Vec<_>>(),
                "see": self.json_passages(&piece.passages),
                "ways": piece.ways.iter().map(|way| self.json_way(way)).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
        })
    }

    fn json_way(&self, way: &Way) -> Value {
        json!({
            "pattern": way.pattern.map(|place| self.json_place(place)),
            "legal": way.questions.iter().all(|line| line.holds) && way.reason.is_none(),
            "questions": way.questions.iter().map(|line| json!({
                "text": line.text,
                "squares": line.squares,
                "holds": line.holds,
                "place": line.place.map(|place| self.json_place(place)),
            })).collect::<Vec<_>>(),
            "reason": way.reason,
            "see": self.json_passages(&way.passages),
        })
    }

    fn json_passages(&self, passages: &[Passage]) -> Vec<Value> {
        let told = passages
            .iter()
            .map(|passage| json!({ "about": passage.about, "place": self.json_place(passage.at) }));
        told.collect()
    }

    fn json_place(&self, (source, span): Place) -> Value {
        let Some(text) = self.game.compiled.sources.get(source) else { return Value::Null };
        let (at, end) = (text.position(span.start), text.position(span.end));
        json!({
            "text": text.slice(span),
            "file": text.name(),
            "line": at.line,
            "column": at.column,
            "endLine": end.line,
            "endColumn": end.column,
        })
    }
}

/// Blanks up to the column of places; `indent` is the additional indentation over a pattern.
fn gap(text: &str, indent: usize) -> String {
    " ".repeat(3.max(48_usize.saturating_sub(text.width() + indent)))
}

/// A limited list of squares by name.
fn named(squares: &[String]) -> String {
    match squares.len().checked_sub(SQUARES) {
        Some(more @ 1..) => format!("{} and {more} more", squares[..SQUARES].join(" ")),
        _ => squares.join(" "),
    }
}

/// Describes the examined conditions.
struct Teller<'a> {
    game: &'a Game,
    view: View<'a>,
}

impl Teller<'_> {
    fn piece(&self, meant: &Meant, legal: bool) -> Piece {
        let legal = legal || meant.examination.is_legal();
        let variant = self.view.variant;
        let name = |square: Square| variant.board.name(square);
        let role = meant.drop.map(|role| variant.role(role));
        let role = role.or_else(|| Some(variant.role(self.view.setup.piece(meant.from)?.role)));
        let title = match (role, meant.drop) {
            _ if meant.pass => "A pass".to_owned(),
            (Some(role), Some(_)) => format!("The {} from the hand to {}", role.name, name(meant.to)),
            (Some(role), None) => {
                format!("The {} from {} to {}", role.name, name(meant.from), name(meant.to))
            }
            (None, _) => format!("From {} to {}", name(meant.from), name(meant.to)),
        };
        let movement = |way: &Examined| role.and_then(|role| role.movements.get(way.movement?));
        // Of the movements of one text, the one that passed most conditions is described.
        let mut told: Vec<&Examined> = Vec::new();
        for way in meant.examination.ways.iter().filter(|way| !legal || way.cause.is_none()) {
            let alternative = |way: &Examined| movement(way).map(|movement| movement.alternative);
            let same = told
                .iter_mut()
                .find(|known| way.movement.is_some() && alternative(known) == alternative(way));
            match same {
                Some(known) if known.cause.is_some() && further(way, known) => *known = way,
                Some(_) => {}
                None => told.push(way),
            }
        }
        let position = |way: &Examined| {
            meant.examination.ways.iter().position(|one| std::ptr::eq(one, way)).unwrap_or_default()
        };
        let ways = told.into_iter().map(|way| self.way(meant, position(way), way, movement(way))).collect();
        let whole = meant.examination.whole.as_ref();
        let passages = whole.map(|cause| places::passages(self.game, None, cause)).unwrap_or_default();
        let leads_nowhere =
            meant.drop.is_none() && !meant.pass && whole == Some(&carn::variant::literal::Cause::NoMovement);
        Piece {
            name: title,
            ways,
            patterns: role.filter(|_| leads_nowhere).map(|role| self.patterns(role)).unwrap_or_default(),
            whole: whole.map(|cause| {
                let refusal = Refusal { movement: None, cause: cause.clone() };
                notation::objection(self.view, meant, &refusal)
            }),
            passages,
        }
    }

    /// The places of a role's alternatives, without repetition.
    fn patterns(&self, role: &Role) -> Vec<Place> {
        let mut found = Vec::new();
        for place in role.movements.iter().filter_map(|movement| places::alternative(self.game, movement)) {
            if !found.contains(&place) {
                found.push(place);
            }
        }
        found
    }

    fn way(&self, meant: &Meant, nth: usize, way: &Examined, movement: Option<&Movement>) -> Way {
        let pattern = match (movement, meant.drop) {
            (Some(movement), _) => places::alternative(self.game, movement),
            (None, Some(role)) => places::clause(self.game, Clause::Drop(role), nth),
            (None, None) => places::clause(self.game, Clause::Pass, nth),
        };
        let refusal =
            way.cause.as_ref().map(|cause| Refusal { movement: way.movement, cause: cause.clone() });
        let lines = way.questions.iter().map(|question| self.line(meant, movement, question));
        Way {
            pattern,
            questions: lines.collect(),
            reason: refusal.map(|refusal| notation::objection(self.view, meant, &refusal)),
            passages: way
                .cause
                .as_ref()
                .map(|cause| places::passages(self.game, movement, cause))
                .unwrap_or_default(),
        }
    }

    fn line(&self, meant: &Meant, movement: Option<&Movement>, question: &Question) -> Line {
        let Question { asked, squares, holds } = question;
        let place = places::question(self.game, movement, meant.drop, *asked);
        let written = place
            .and_then(|(source, span)| Some(self.game.compiled.sources.get(source)?.slice(span).to_owned()));
        let written = written.map(|text| match asked {
            Asked::Every(_) => format!("for every move: {text}"),
            Asked::Must(_) => format!("compulsory: {text}"),
            _ => text,
        });
        let board = &self.view.variant.board;
        let drops = |way: usize| self.view.variant.role(meant.drop?).drops.get(way);
        let choice = &self.view.variant.choice;
        let asks =
            |one: Option<&Predicate>| one.map(|one| notation::asks(self.view, one)).unwrap_or_default();
        let text = written.unwrap_or_else(|| match *asked {
            Asked::Path(leg) => match movement.and_then(|movement| movement.legs.get(leg)) {
                Some(leg) if matches!(leg.path, PathRule::Empty) => {
                    "the squares that it passes are empty".to_owned()
                }
                _ => "the pieces on its path".to_owned(),
            },
            Asked::Guard(leg, guard) => {
                let guard = movement.and_then(|movement| movement.legs.get(leg)?.guards.get(guard));
                guard.and_then(unsaid).map_or_else(|| asks(guard), str::to_owned)
            }
            Asked::Drop(way, guard) => asks(drops(way).and_then(|drop| drop.guards.get(guard))),
            Asked::Pass(guard) => asks(choice.pass.as_ref().and_then(|pass| pass.get(guard))),
            Asked::Every(guard) => format!("for every move: {}", asks(choice.guard.get(guard))),
            Asked::Taking => "it ends where it began, and takes something".to_owned(),
            Asked::Safety => "the mover loses no royal piece, and leaves none under attack".to_owned(),
            Asked::Most => "no other move takes more pieces".to_owned(),
            Asked::Must(must) => {
                let wanted = choice.must.get(must).map(|must| must.wanted.as_slice()).unwrap_or_default();
                let wanted: Vec<String> = wanted.iter().map(|one| notation::asks(self.view, one)).collect();
                format!("it is compulsory: {}", wanted.join(" and "))
            }
            _ => String::new(),
        });
        let squares = squares.iter().map(|&square| board.name(square)).collect();
        Line { text, squares, holds: *holds, place }
    }
}

/// Whether a way passed more conditions than another.
fn further(way: &Examined, other: &Examined) -> bool {
    way.cause.is_none() || way.questions.len() > other.questions.len()
}

/// The description of a default condition on the landing square.
fn unsaid(predicate: &Predicate) -> Option<&'static str> {
    let Predicate::Holds(test, place) = predicate else { return None };
    let landing = matches!(place.anchor, Anchor::Landing) && place.steps[..] == [Displacement::ZERO];
    match test {
        _ if !landing => None,
        Test::Empty => Some("it lands on an empty square"),
        Test::NoAlly => Some("it does not land on a piece of its own player"),
        Test::Opponent => Some("it lands on a piece that it takes"),
        Test::Ally | Test::Own => Some("it lands on a piece of its own player"),
        _ => None,
    }
}
