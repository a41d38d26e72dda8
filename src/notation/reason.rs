//! Why a word is not a legal move, in words: what stands in the way, on which square.

use crate::geometry::Square;
use crate::position::Position;
use crate::variant::literal::{Cause, Refusal};
use crate::variant::{Piece, Predicate, RoleId, Script};

use super::condition::Condition;
use super::{Consequence, ReadError, View, Wanted, write_in};

/// No more reasons than these are given for one word.
const REASONS: usize = 3;

/// Why a word is not a legal move of a position, as a sentence that begins with the word. Roles and players are called
/// as the rule file calls them.
pub fn reason(position: &Position, word: &str, error: &ReadError) -> String {
    let brief: String = word.chars().take(40).collect();
    format!("{brief}: {}", why(position, error))
}

/// The same as a clause, without the word.
pub fn why(position: &Position, error: &ReadError) -> String {
    let (setup, legal) = (position.setup(), position.legal_moves());
    let view = View { variant: position.rules(), setup: &setup, legal: &legal };
    match error {
        ReadError::Unreadable => "this is not the text of a move".to_owned(),
        ReadError::Ambiguous(moves) => {
            let write = |&mv| write_in(view, mv, Consequence::default(), Script::Coordinate);
            let names: Vec<String> = moves.iter().filter_map(write).collect();
            format!("this may be any of {}", names.join(", "))
        }
        ReadError::Readings(readings) => {
            let told: Vec<String> = readings
                .iter()
                .map(|&(script, mv)| {
                    let board = &view.variant.board;
                    let piece = setup.piece(mv.from).map(|piece| view.variant.role(piece.role).name.as_str());
                    let (from, to) = (board.name(mv.from), board.name(mv.to));
                    let name = super::script_name(script);
                    format!("in {name} it is the {} from {from} to {to}", piece.unwrap_or("piece"))
                })
                .collect();
            format!("this may be two moves: {}", told.join("; "))
        }
        ReadError::NoSuchMove(wanted) => Words { view, script: wanted.script }.refused(wanted),
    }
}

/// Why one movement does not lead from a square to another, as a clause.
pub fn refusal(view: View<'_>, (from, to): (Square, Square), refusal: &Refusal) -> String {
    Words { view, script: None }.clause(from, to, refusal)
}

/// How many guards of its movement an attempt met, and more for one that met them all.
fn met(cause: &Cause) -> usize {
    match cause {
        Cause::Guard { guard, .. } => *guard,
        Cause::GoesOn | Cause::TakesNothing | Cause::LosesRoyal | Cause::LeavesRoyal { .. } => usize::MAX,
        _ => 0,
    }
}

struct Words<'a> {
    view: View<'a>,
    /// The script of the word, in whose terms squares are named.
    script: Option<Script>,
}

impl Words<'_> {
    fn refused(&self, wanted: &Wanted) -> String {
        let player = &self.view.variant.players[self.view.mover().index()].name;
        let roles: Vec<&str> = wanted.roles.iter().map(|role| self.role(role)).collect();
        let roles = if roles.is_empty() || roles.len() > 3 { "piece".to_owned() } else { roles.join(" or ") };
        if wanted.origins.is_empty() && !wanted.roles.is_empty() {
            return format!("{player} has no such {roles}");
        }
        let mut told: Vec<String> = vec![];
        let attempts = wanted.attempts(self.view);
        // A movement that is named may lead to many squares: where it came furthest is where it is meant to.
        let causes = attempts.iter().flat_map(|(_, _, refusals)| refusals).map(|refusal| met(&refusal.cause));
        let furthest = if wanted.name.is_some() { causes.max().unwrap_or(0) } else { 0 };
        for (from, to, refusals) in attempts {
            for refusal in refusals.iter().filter(|refusal| met(&refusal.cause) >= furthest) {
                let clause = self.clause(from, to, refusal);
                if refusal.cause != Cause::NoMovement && !told.contains(&clause) {
                    told.push(clause);
                }
            }
        }
        if !told.is_empty() {
            told.truncate(REASONS);
            return told.join("; ");
        }
        match (wanted.to.map(|to| self.square(to)), &wanted.origins[..]) {
            (None, _) => format!("no {roles} of {player}'s can make this move"),
            (Some(to), &[from]) => format!("{} does not move to {to}", self.subject(from)),
            (Some(to), _) => format!("no {roles} of {player}'s moves to {to}"),
        }
    }

    fn clause(&self, from: Square, to: Square, refusal: &Refusal) -> String {
        let (subject, target) = (self.subject(from), self.square(to));
        match &refusal.cause {
            Cause::NoPiece => format!("no piece stands on {}", self.square(from)),
            Cause::NotYours(piece) => format!("{subject} is {}'s", self.player(*piece)),
            Cause::NotNow(piece) => {
                format!("{subject} does not move in this phase of the turn: {}", self.moving(*piece))
            }
            Cause::GameOver => "the game is over: a royal piece is gone".to_owned(),
            Cause::NoMovement => format!("{subject} does not move to {target}"),
            Cause::Blocked { square, piece, .. } => {
                format!("{subject} is blocked at {} by {}", self.square(*square), self.piece(*piece))
            }
            Cause::Hurdles { squares, .. } if squares.is_empty() => {
                format!("{subject} has nothing to jump over on its way to {target}")
            }
            Cause::Hurdles { squares, .. } => {
                let squares: Vec<String> = squares.iter().map(|&square| self.square(square)).collect();
                format!("{subject} may not jump over what stands on {}", squares.join(" and "))
            }
            Cause::Hurdle { square, .. } => {
                format!("{subject} may not jump over {}", self.subject(*square))
            }
            Cause::OwnPiece { square, piece } => {
                format!(
                    "{}'s own {} stands on {}",
                    self.player(*piece),
                    self.role(piece.role),
                    self.square(*square)
                )
            }
            Cause::NothingToTake { square } => {
                format!("{subject} may go to {} only to take, and nothing is there", self.square(*square))
            }
            Cause::Guard { leg, guard, square, part } => {
                let movement = refusal.movement.zip(self.view.setup.piece(from));
                let movement =
                    movement.and_then(|(n, piece)| self.view.variant.role(piece.role).movements.get(n));
                let guard = movement.and_then(|movement| movement.legs.get(*leg)?.guards.get(*guard));
                let guard = match (guard, part) {
                    (Some(Predicate::All(_, each)), Some(part)) => each.get(*part),
                    _ => guard,
                };
                format!("{subject} may not move to {target}: {}", self.guard(guard, *square))
            }
            Cause::GoesOn => format!("{subject} may not end its move on {target}"),
            Cause::TakesNothing => format!("{subject} would end where it began and take nothing"),
            Cause::LosesRoyal => "the move would cost its player a royal piece".to_owned(),
            Cause::LeavesRoyal { royal, reply, piece, .. } => {
                let lost = match royal {
                    Some(square) if *square == to => format!("the {}", self.mover(from)),
                    Some(square) => self.subject(*square),
                    None => "a royal piece".to_owned(),
                };
                format!("{lost} could then be taken by {} on {}", self.piece(*piece), self.square(reply.from))
            }
        }
    }

    /// What a guard asks that is not so.
    fn guard(&self, guard: Option<&Predicate>, square: Option<Square>) -> String {
        let name = |square: Square| self.square(square);
        let View { variant, setup, .. } = self.view;
        let condition = Condition { variant, setup, mover: self.view.mover(), name: &name };
        guard.map_or_else(
            || "a condition of its rule fails".to_owned(),
            |guard| condition.failed(guard, square),
        )
    }

    fn square(&self, square: Square) -> String {
        super::square_name(self.view.variant, square, self.script)
    }

    fn role(&self, role: RoleId) -> &str {
        &self.view.variant.role(role).name
    }

    fn mover(&self, from: Square) -> &str {
        self.view.setup.piece(from).map_or("piece", |piece| self.role(piece.role))
    }

    /// What moves instead of a piece that does not.
    fn moving(&self, piece: Piece) -> String {
        let moving = self.view.variant.turn(self.view.setup.turn).moving;
        if piece.is_neutral() && self.view.variant.roles.len() > 1 && moving.iter().count() > 1 {
            return "it is nobody's".to_owned();
        }
        let known = moving.iter().filter(|role| role.index() < self.view.variant.roles.len());
        let names: Vec<&str> = known.map(|role| self.role(role)).collect();
        format!("it is for the {}", names.join(" or the "))
    }

    fn player(&self, piece: Piece) -> &str {
        self.view.variant.players.get(piece.player.index()).map_or("nobody", |player| &player.name)
    }

    fn piece(&self, piece: Piece) -> String {
        if piece.is_neutral() {
            return format!("the {}", self.role(piece.role));
        }
        format!("{}'s {}", self.player(piece), self.role(piece.role))
    }

    /// `the rook on a1`
    fn subject(&self, square: Square) -> String {
        format!("the {} on {}", self.mover(square), self.square(square))
    }
}
