//! Finds the parts of the rule file that may cause a difference:
//!
//! - the file's changes to the file it extends;
//! - the alternatives that allow or refuse a move;
//! - keys outside movements.

use carn::compile::{Change, KeyOrigin};
use carn::geometry::Square;
use carn::notation::{self, LegalMoves, View};
use carn::position::Position;
use carn::reference::{Ending, Standing, Verdict};
use carn::source::{Source, Span};
use carn::variant::literal::{self, Cause};
use carn::variant::{Move, Outcome, Piece, Setup, Variant};

use super::contest::{Contest, Difference, Line, Subject};
use super::spelling::{Sides, Spelled};
use super::state::{Ends, Field, Mismatch, key};
use crate::cli::game::Game;

/// The maximum number of a file's changes tried one by one.
const TRIED: usize = 64;

/// A difference, with places to look at.
pub struct Told {
    /// The kind: `extra`, `missing`, `position`, `ending`, `start`.
    pub heading: &'static str,
    /// The subject: a move, or a part of the position.
    pub name: String,
    /// The statements of both sides.
    pub meaning: String,
    /// The squares of the move.
    pub squares: Option<(Square, Square)>,
    /// Places in the rule files.
    pub clues: Vec<Clue>,
    /// A note without a place in the file, or in addition to it.
    pub note: Option<String>,
}

/// A place in a rule file, and its relation to a difference.
pub struct Clue {
    /// The source and the span in it.
    pub origin: (carn::source::SourceId, Span),
    pub says: String,
}

impl Clue {
    fn key(origin: &KeyOrigin, says: impl Into<String>) -> Self {
        Self { origin: (origin.source, origin.span), says: says.into() }
    }

    /// The text at this place.
    pub fn text<'a>(&self, game: &'a Game) -> Option<(&'a Source, Span)> {
        Some((game.compiled.sources.get(self.origin.0)?, self.origin.1))
    }
}

/// A change of the file to the one it extends, and whether it causes the difference.
pub struct Changed {
    /// The key: `ending.quiet.plies`.
    pub key: String,
    /// Whether both sides agree without the change. Set for all changes of a report, or for none.
    pub cause: bool,
    /// The place in the file, and the place of the inherited value.
    pub clues: Vec<Clue>,
}

/// The changes that each cause the difference alone; if there are none, all changes.
pub fn changed(game: &Game, contest: &mut Contest, line: &Line, subject: &Subject) -> Vec<Changed> {
    changes(game, |path| {
        let rules = game.without(path)?;
        contest.persists(&rules, line, subject).map(|persists| !persists)
    })
}

/// As [`changed`], for a start position that the reference rejects.
pub fn changed_start(game: &Game, contest: &mut Contest) -> Vec<Changed> {
    changes(game, |path| {
        let start = Position::start(&game.without(path)?);
        Some(contest.look(&start, &start.fen(), &[]).is_ok())
    })
}

fn changes(game: &Game, mut mends: impl FnMut(&[String]) -> Option<bool>) -> Vec<Changed> {
    let all = &game.compiled.origins.changes;
    let causes: Vec<&Change> =
        all.iter().take(TRIED).filter(|change| mends(&change.new.path).unwrap_or(false)).collect();
    let cause = !causes.is_empty();
    let shown = if cause { causes } else { all.iter().collect() };
    let parent = |origin: &KeyOrigin| {
        let name = game.compiled.sources.get(origin.source).map_or("", |source| source.name());
        name.trim_end_matches(".toml").to_owned()
    };
    let tell = |change: &Change| {
        let says = if change.deletes { "removed here" } else { "set here" };
        let mut clues = vec![Clue::key(&change.new, says)];
        if let Some(old) = &change.old {
            clues.push(Clue::key(old, format!("{} has this", parent(old))));
        }
        Changed { key: change.new.path.join("."), cause, clues }
    };
    shown.into_iter().map(tell).collect()
}

/// Everything to report about a difference.
pub fn told(game: &Game, difference: &Difference) -> Vec<Told> {
    let setup = difference.position.setup();
    let sides = &difference.look.sides;
    let mut told: Vec<Told> = sides.extra.iter().map(|one| extra(game, &setup, one, sides)).collect();
    told.extend(sides.missing.iter().map(|name| missing(game, difference, &setup, name)));
    told.extend(difference.look.mismatch.iter().map(|mismatch| position(game, difference, mismatch)));
    told.extend(difference.look.ends.iter().map(|&found| ends(game, difference, found)));
    told
}

/// A move that only we have: the alternatives that allow it.
fn extra(game: &Game, setup: &Setup, spelled: &Spelled, sides: &Sides) -> Told {
    let name = spelled.name();
    let mut told = Told {
        heading: "extra",
        meaning: "the rules allow it, the reference does not".to_owned(),
        squares: Some((spelled.mv.from, spelled.mv.to)),
        clues: Vec::new(),
        note: None,
        name,
    };
    if let Some(piece) = setup.piece(spelled.mv.from) {
        let theirs = sides.common.iter().map(|(_, text)| text).chain(&sides.missing);
        // Both sides have the path; only the promoted role differs.
        if differs_in_choice(game, &told.name, theirs) && promotion(game, piece, &mut told) {
            return told;
        }
        for movement in allowing(game, setup, piece, spelled.mv) {
            let alternative = game.rules.variant().role(piece.role).movements[movement].alternative;
            push(game, &mut told.clues, alternative, "this allows it".to_owned());
        }
    }
    told
}

/// Whether one of these moves has the same squares, so that only the promoted role differs.
fn differs_in_choice<'a>(game: &Game, name: &str, others: impl Iterator<Item = &'a String>) -> bool {
    let Some((from, to, rest)) = parts(game, name) else { return false };
    let mut others = others.filter_map(|other| parts(game, other));
    others.any(|(a, b, choice)| (a, b) == (from, to) && choice != rest)
}

/// The squares in a move's name, and the rest.
fn parts<'a>(game: &Game, name: &'a str) -> Option<(Square, Square, &'a str)> {
    let board = &game.rules.variant().board;
    let (from, length) = board.parse_prefix(name)?;
    let (to, more) = board.parse_prefix(name.get(length..)?)?;
    Some((from, to, name.get(length + more..)?))
}

/// Points at the promotion of the piece, or notes that it has none; returns whether it has one.
fn promotion(game: &Game, piece: Piece, told: &mut Told) -> bool {
    let role = game.rules.variant().role(piece.role);
    let said = point(game, told, &["pieces", &role.name, "promotion"], "this sets the promoted piece");
    if !said && told.clues.is_empty() {
        point(game, told, &["pieces", &role.name], "no `promotion` here sets the promoted piece");
    }
    said
}

/// Points at a key, if the file has it.
fn point(game: &Game, told: &mut Told, path: &[&str], says: &str) -> bool {
    let found = game.compiled.origins.key(path);
    told.clues.extend(found.map(|origin| Clue::key(origin, says)));
    found.is_some()
}

/// The movements (indices into the role's) that make a move: each is tried as if it were the only one.
fn allowing(game: &Game, setup: &Setup, piece: Piece, mv: Move) -> Vec<usize> {
    let variant = game.variant();
    if let Some(movement) = mv.movement() {
        return vec![movement];
    }
    let role = variant.role(piece.role);
    if mv.chain().is_some() {
        let links = role.movements.iter().enumerate().filter(|(_, movement)| movement.chain.is_some());
        return links.map(|(index, _)| index).collect();
    }
    let mover = if piece.is_neutral() { variant.mover(setup.turn) } else { piece.player };
    let leads = |index: &usize| {
        let movement = &role.movements[*index];
        movement.effects.is_empty()
            && literal::routes(variant, mover, movement, mv.from).iter().any(|route| route.to() == mv.to)
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

/// A move that only the reference has: the obstacles, rule by rule.
fn missing(game: &Game, difference: &Difference, setup: &Setup, name: &str) -> Told {
    let board = &game.rules.variant().board;
    let mut told = Told {
        heading: "missing",
        name: name.to_owned(),
        meaning: "the reference allows it, the rules do not".to_owned(),
        squares: parts(game, name).map(|(from, to, _)| (from, to)),
        clues: Vec::new(),
        note: None,
    };
    let Some((from, to)) = told.squares else {
        told.note = Some("this is not the name of a move on this board".to_owned());
        return told;
    };
    let Some(piece) = setup.piece(from) else {
        told.note = Some(format!("no piece stands on {}", board.name(from)));
        return told;
    };
    let sides = &difference.look.sides;
    let extra: Vec<String> = sides.extra.iter().map(Spelled::name).collect();
    if differs_in_choice(game, name, sides.common.iter().map(|(_, text)| text).chain(&extra)) {
        promotion(game, piece, &mut told);
        return told;
    }
    let role = game.rules.variant().role(piece.role);
    let view = View { variant: game.variant(), setup, legal: &LegalMoves::default() };
    for refusal in literal::explain(game.variant(), setup, from, to) {
        let reason = notation::refusal(view, (from, to), &refusal);
        if let Cause::LeavesRoyal { piece, movement: Some(movement), .. } = &refusal.cause {
            // Here the attacker's rule is too strict.
            let alternative = game.rules.variant().role(piece.role).movements.get(*movement);
            if let Some(movement) = alternative {
                push(game, &mut told.clues, movement.alternative, reason);
                continue;
            }
        }
        match refusal.movement.and_then(|movement| role.movements.get(movement)) {
            Some(movement) => push(game, &mut told.clues, movement.alternative, reason),
            None => told.note = Some(reason),
        }
    }
    // The previous move may have failed to set a mark or similar state.
    if !difference.line.moves.is_empty() {
        last_move(game, difference, &mut told.clues, "this was the previous move");
    }
    if told.clues.is_empty() {
        for movement in &role.movements {
            push(game, &mut told.clues, movement.alternative, format!("a movement of the {}", role.name));
        }
    }
    told
}

/// Points at the alternatives that made the last move.
fn last_move(game: &Game, difference: &Difference, clues: &mut Vec<Clue>, says: &str) {
    let mut before = difference.position.clone();
    let Some(mv) = before.undo() else { return };
    let setup = before.setup();
    let Some(piece) = setup.piece(mv.from) else { return };
    for movement in allowing(game, &setup, piece, mv) {
        let alternative = game.rules.variant().role(piece.role).movements[movement].alternative;
        push(game, clues, alternative, says.to_owned());
    }
}

/// A part of the position that differs.
fn position(game: &Game, difference: &Difference, mismatch: &Mismatch) -> Told {
    let Mismatch { field, ours, theirs } = mismatch;
    let mut told = Told {
        heading: "position",
        name: field.name().to_owned(),
        meaning: format!("by the rules `{ours}`, for the reference `{theirs}`"),
        squares: None,
        clues: Vec::new(),
        note: None,
    };
    match *field {
        Field::Rights(bits) => {
            let slots = game.rules.variant().right_slots.iter().enumerate();
            let mut names: Vec<&str> = slots
                .filter(|(slot, _)| bits >> slot & 1 == 1)
                .filter_map(|(_, slot)| game.rules.variant().rights.get(usize::from(slot.right.0)))
                .map(|right| right.name.as_str())
                .collect();
            names.dedup();
            for name in names {
                if !point(game, &mut told, &["rights", name, "squares"], "lost when these are disturbed") {
                    point(game, &mut told, &["rights", name], "the right");
                }
            }
        }
        Field::Turn => {
            point(game, &mut told, &["turn"], "the order of turns");
        }
        Field::Quiet => {
            if !point(game, &mut told, &["ending", "quiet"], "what counts as progress") {
                told.note = Some("`[ending]` has no `quiet`, which defines progress".to_owned());
            }
        }
        Field::Placement => {
            let mut before = difference.position.clone();
            let setup = before.undo().map(|mv| (mv, before.setup()));
            if let Some((mv, piece)) = setup.and_then(|(mv, setup)| Some((mv, setup.piece(mv.from)?)))
                && game.rules.variant().role(piece.role).promotion.is_some()
                && difference.position.piece(mv.to).is_some_and(|now| now != piece)
            {
                promotion(game, piece, &mut told);
            }
            last_move(game, difference, &mut told.clues, "the last move was made by this");
            point(game, &mut told, &["hooks"], "this happens after moves");
        }
        Field::Marks => last_move(game, difference, &mut told.clues, "the last move was made by this"),
        Field::Number => {}
    }
    told
}

/// An end of the game that differs.
fn ends(game: &Game, difference: &Difference, found: Ends) -> Told {
    let mut told = Told {
        heading: "ending",
        name: "the end of the game".to_owned(),
        meaning: format!(
            "by the rules {}, for the reference {}",
            ours(game, found.ours),
            theirs(game, difference, found.theirs)
        ),
        squares: None,
        clues: Vec::new(),
        note: None,
    };
    let their_key = match found.theirs {
        Standing::Over(_, Ending::Checkmate) => Some("checkmate"),
        Standing::Over(_, Ending::Stalemate) => Some("stalemate"),
        Standing::Over(_, Ending::Repetition) => Some("repetition"),
        Standing::Over(_, Ending::Quiet) => Some("quiet"),
        Standing::Over(_, Ending::Material) => Some("insufficient"),
        Standing::Over(_, Ending::NoMove) | Standing::Open | Standing::Unsaid => None,
    };
    let mut keys: Vec<&str> = found.ours.map(|outcome| key(outcome.reason)).into_iter().collect();
    keys.extend(their_key);
    keys.dedup();
    let mut absent = Vec::new();
    for key in keys {
        if !point(game, &mut told, &["ending", key], "this ends the game") {
            absent.push(format!("`{key}`"));
        }
    }
    if !absent.is_empty() {
        told.note = Some(format!("`[ending]` does not mention {}", absent.join(" and ")));
    }
    told
}

fn ours(game: &Game, outcome: Option<Outcome>) -> String {
    let Some(outcome) = outcome else { return "the game goes on".to_owned() };
    match outcome.winner {
        Some(winner) => format!("{} wins ({})", game.player(winner), key(outcome.reason)),
        None => format!("it is a draw ({})", key(outcome.reason)),
    }
}

fn theirs(game: &Game, difference: &Difference, standing: Standing) -> String {
    let Standing::Over(verdict, ending) = standing else { return "the game goes on".to_owned() };
    let variant: &Variant = game.variant();
    let mover = difference.position.turn();
    let other = variant.turns.iter().map(|turn| turn.player).find(|&player| player != mover);
    let wins = |player| format!("{} wins", game.player(player));
    let verdict = match verdict {
        Verdict::Win => wins(mover),
        Verdict::Loss => other.map_or("the player to move loses".to_owned(), wins),
        Verdict::Draw => "it is a draw".to_owned(),
        Verdict::Decided => "one side wins".to_owned(),
    };
    let reason = match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::Repetition => "repetition",
        Ending::Quiet => "no progress",
        Ending::Material => "too little material",
        Ending::NoMove => "no legal move",
    };
    format!("{verdict} ({reason})")
}

/// Adds the place of an alternative, if not yet present.
fn push(game: &Game, clues: &mut Vec<Clue>, alternative: u32, says: String) {
    let index = usize::try_from(alternative).unwrap_or(usize::MAX);
    let Some(origin) = game.compiled.origins.alternatives.get(index) else { return };
    let origin = (origin.source, origin.span);
    if clues.iter().all(|clue| clue.origin != origin) {
        clues.push(Clue { origin, says });
    }
}
