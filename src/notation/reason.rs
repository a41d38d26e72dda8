//! Explains why a text is not a legal move: the obstacle and its square.

use crate::geometry::Square;
use crate::position::Position;
use crate::variant::literal::{Asked, Cause, Refusal};
use crate::variant::{Move, Piece, PlayerId, Predicate, RoleId, Script, Verdict};

use super::condition::Condition;
use super::error::Meant;
use super::{Consequence, LegalMoves, ReadError, View, Wanted, write_in};

/// The maximum number of reasons for one word.
const REASONS: usize = 3;

/// The reason why a word is not a legal move, as a sentence that begins with the word. Roles and players have their names from
/// the rule file.
pub fn reason(position: &Position, word: &str, error: &ReadError) -> String {
    let brief: String = word.chars().take(40).collect();
    format!("{brief}: {}", why(position, error))
}

/// The same as a clause, without the word.
pub fn why(position: &Position, error: &ReadError) -> String {
    let (setup, legal) = (position.setup(), position.legal_moves().into());
    let view = View { variant: position.rules().variant(), setup: &setup, legal: &legal };
    match error {
        ReadError::Unreadable => "this is not the notation of a move".to_owned(),
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

/// The reason why one movement does not lead from a square to another, as a clause.
pub fn refusal(view: View<'_>, (from, to): (Square, Square), refusal: &Refusal) -> String {
    Words { view, script: None }.clause(Way { from, to, drop: None }, refusal)
}

/// One reason why a candidate move is illegal, as a clause.
pub fn objection(view: View<'_>, meant: &Meant, refusal: &Refusal) -> String {
    Words { view: meant.view(view), script: None }.clause(Way::of(meant), refusal)
}

/// A predicate as a clause.
pub fn asks(view: View<'_>, predicate: &Predicate) -> String {
    let View { variant, setup, .. } = view;
    let name = |square: Square| variant.board.name(square);
    Condition { variant, setup, mover: view.mover(), from: None, name: &name }.asks(predicate)
}

/// Origin and target of a move, and the dropped piece.
#[derive(Clone, Copy)]
struct Way {
    from: Square,
    to: Square,
    drop: Option<RoleId>,
}

impl Way {
    fn of(meant: &Meant) -> Self {
        Self { from: meant.from, to: meant.to, drop: meant.drop }
    }
}

/// The number of guards that an attempt passed; larger still if it passed all.
fn met(cause: &Cause) -> usize {
    match cause {
        Cause::Guard { guard, .. } => *guard,
        Cause::GoesOn
        | Cause::TakesNothing
        | Cause::NoChoice
        | Cause::NotAllowed { .. }
        | Cause::Compelled { .. }
        | Cause::LosesRoyal
        | Cause::LeavesRoyals
        | Cause::ChecksPartner(_)
        | Cause::LeavesRoyal { .. } => usize::MAX,
        _ => 0,
    }
}

/// The failing part of a predicate that must hold on all squares of a place.
fn part_of(guard: Option<&Predicate>, part: Option<usize>) -> Option<&Predicate> {
    match (guard, part) {
        (Some(Predicate::All(_, each)), Some(part)) => each.get(part),
        _ => guard,
    }
}

struct Words<'a> {
    view: View<'a>,
    /// The script of the word, for the names of squares.
    script: Option<Script>,
}

impl Words<'_> {
    fn refused(&self, wanted: &Wanted) -> String {
        let player = &self.view.variant.players[self.view.mover().index()].name;
        let roles: Vec<&str> = wanted.roles.iter().map(|role| self.role(role)).collect();
        let roles = if roles.is_empty() || roles.len() > 3 { "piece".to_owned() } else { roles.join(" or ") };
        if wanted.origins.is_empty() && !wanted.roles.is_empty() && !wanted.drop {
            return format!("{player} has no such {roles}");
        }
        let mut told: Vec<String> = vec![];
        let meant = wanted.meant(self.view);
        let attempts: Vec<_> = meant.iter().map(|one| (one, one.examination.clone().refusals())).collect();
        // A named movement may have many targets. The attempt that passed most guards is probably the intended one.
        let causes = attempts.iter().flat_map(|(_, refusals)| refusals).map(|refusal| met(&refusal.cause));
        let furthest = if wanted.name.is_some() { causes.max().unwrap_or(0) } else { 0 };
        for (one, refusals) in attempts {
            let words = Words { view: one.view(self.view), script: self.script };
            for refusal in refusals.iter().filter(|refusal| met(&refusal.cause) >= furthest) {
                let clause = words.clause(Way::of(one), refusal);
                let vague = refusal.cause == Cause::NoMovement && wanted.landings.is_empty();
                if !vague && !told.contains(&clause) {
                    told.push(clause);
                }
            }
        }
        if !told.is_empty() {
            told.truncate(REASONS);
            return told.join("; ");
        }
        if let Some(choices) = self.other_choices(wanted) {
            return choices;
        }
        match (wanted.to.map(|to| self.square(to)), &wanted.origins[..]) {
            (None, _) => format!("no {roles} of {player}'s can make this move"),
            (Some(to), &[from]) => format!("{} does not move to {to}", self.subject(from)),
            (Some(to), _) => format!("no {roles} of {player}'s moves to {to}"),
        }
    }

    /// The possible roles of a promotion, if the text gives none or another one.
    fn other_choices(&self, wanted: &Wanted) -> Option<String> {
        let (to, &[from]) = (wanted.to?, &wanted.origins[..]) else { return None };
        let between = self.view.between(from, to);
        let same = between.iter().filter(|mv| mv.origin().is_some());
        let promotes = same.clone().all(|mv| mv.promotion().is_some());
        let names: Vec<String> = same.filter_map(|&mv| self.written(mv)).collect();
        let choices = (!names.is_empty()).then(|| names.join(", "))?;
        let subject = self.subject(from);
        Some(match wanted.choice {
            None if promotes => format!("{subject} must promote there: write {choices}"),
            // The text names the resulting piece, and this is another one.
            None => format!("{subject} goes to {} only by {choices}", self.square(to)),
            Some(role) => format!("{subject} cannot become a {} there: it may be {choices}", self.role(role)),
        })
    }

    fn written(&self, mv: Move) -> Option<String> {
        write_in(self.view, mv, Consequence::default(), Script::Coordinate)
    }

    fn clause(&self, way: Way, refusal: &Refusal) -> String {
        let Way { from, to, .. } = way;
        let target = self.square(to);
        let subject = match way.drop {
            Some(role) => format!("a {} from the hand", self.role(role)),
            None => self.subject(from),
        };
        let player = || &self.view.variant.players[self.view.mover().index()].name;
        match &refusal.cause {
            Cause::NoPiece => format!("no piece stands on {}", self.square(from)),
            Cause::NotYours(piece) => {
                format!("{subject} is {}'s, and it is {}'s turn", self.player(*piece), player())
            }
            Cause::NotNow(piece) => {
                format!("{subject} does not move in this phase of the turn: {}", self.moving(*piece))
            }
            Cause::GameOver => "the game is over: a royal piece is gone".to_owned(),
            Cause::Ended { player, verdict, end } => self.ended(*player, *verdict, *end),
            Cause::NoMovement => format!("{subject} does not move to {target}"),
            Cause::Blocked { square, piece, .. } if way.drop.is_some() => {
                format!("{} stands on {}", self.piece(*piece), self.square(*square))
            }
            Cause::Blocked { square, piece, .. } => {
                format!("{subject} is blocked at {} by {}", self.square(*square), self.piece(*piece))
            }
            Cause::Hurdles { squares, .. } if squares.is_empty() => {
                format!("{subject} has no piece to jump over on its way to {target}")
            }
            Cause::Hurdles { squares, .. } => {
                let squares: Vec<String> = squares.iter().map(|&square| self.square(square)).collect();
                format!("{subject} may not jump over the piece on {}", squares.join(" and "))
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
                format!(
                    "{subject} may move to {} only by a capture, and nothing is there",
                    self.square(*square)
                )
            }
            Cause::Guard { leg, guard, square, part } => {
                let movement = refusal.movement.zip(self.view.setup.piece(from));
                let movement =
                    movement.and_then(|(n, piece)| self.view.variant.role(piece.role).movements.get(n));
                let guard = movement.and_then(|movement| movement.legs.get(*leg)?.guards.get(*guard));
                format!(
                    "{subject} may not move to {target}: {}",
                    self.guard(part_of(guard, *part), *square, way.drop.is_none().then_some(from))
                )
            }
            Cause::NoChoice => {
                format!("{subject} must promote there, and no piece is left to promote to")
            }
            Cause::NotAllowed { guard, square } => {
                let guard = self.view.variant.choice.guard.get(*guard);
                format!(
                    "a rule for all moves forbids this: {}",
                    self.guard(guard, *square, way.drop.is_none().then_some(from))
                )
            }
            Cause::Compelled { by, instead } => self.compelled(by, instead),
            Cause::NeverDropped(role) => format!("a {} never comes from the hand", self.role(*role)),
            Cause::NotInHand(role) => format!("{} has no {} in hand", player(), self.role(*role)),
            Cause::DropGuard { way: n, guard, square, part } => {
                let drops = way.drop.map(|role| &self.view.variant.role(role).drops);
                let guard = drops.and_then(|drops| drops.get(*n)?.guards.get(*guard));
                format!(
                    "{subject} may not come to {target}: {}",
                    self.guard(part_of(guard, *part), *square, way.drop.is_none().then_some(from))
                )
            }
            Cause::NeverPassed => "this game has no passes".to_owned(),
            Cause::PassGuard { guard } => {
                let pass = self.view.variant.choice.pass.as_ref();
                let guard = pass.and_then(|pass| pass.get(*guard));
                format!("{} may not pass: {}", player(), self.guard(guard, None, None))
            }
            Cause::LeavesRoyals => format!("every royal piece of {} could then be captured", player()),
            Cause::ChecksPartner(partner) => {
                let name = self.view.variant.players.get(partner.index()).map_or("", |player| &player.name);
                format!("the move would put {name} in check, who plays with {}", player())
            }
            Cause::GoesOn => format!("{subject} may not end its move on {target}"),
            Cause::TakenBefore { square } => {
                format!("{subject} has already taken {} in this move", self.subject(*square))
            }
            Cause::TakesNothing => format!("{subject} would end on its origin without a capture"),
            Cause::LosesRoyal => "the move would cost its player a royal piece".to_owned(),
            Cause::LeavesRoyal { royal, reply, piece, .. } => {
                let lost = match royal {
                    Some(square) if *square == to && way.drop.is_none() => {
                        format!("the {}", self.mover(from))
                    }
                    Some(square) => self.subject(*square),
                    None => "a royal piece".to_owned(),
                };
                format!(
                    "{lost} could then be captured by {} on {}",
                    self.piece(*piece),
                    self.square(reply.from)
                )
            }
        }
    }

    /// The end condition of the rule file that has occurred.
    fn ended(&self, player: PlayerId, verdict: Verdict, end: usize) -> String {
        let variant = self.view.variant;
        let name = variant.players.get(player.index()).map_or("nobody", |player| &player.name);
        let result = match verdict {
            Verdict::Win => format!("{name} has won"),
            Verdict::Loss => format!("{name} has lost"),
            Verdict::Draw => "it is a draw".to_owned(),
        };
        let reason = variant.ending.ends.get(end).map_or("", |end| &end.reason);
        format!("the game is over: {result}: {reason}")
    }

    /// The moves that a compulsion requires instead.
    fn compelled(&self, by: &Asked, instead: &[Move]) -> String {
        let View { variant, setup, legal } = self.view;
        let name = |square: Square| self.square(square);
        let condition = Condition { variant, setup, mover: self.view.mover(), from: None, name: &name };
        let must = match *by {
            Asked::Must(must) => variant.choice.must.get(must),
            _ => None,
        };
        let wanted = must.map_or_else(
            || "no other move captures more pieces".to_owned(),
            |must| must.wanted.iter().map(|one| condition.asks(one)).collect::<Vec<_>>().join(" and "),
        );
        let only = LegalMoves::from(instead.to_vec());
        let view = View { legal: if legal.is_empty() { &only } else { legal }, ..self.view };
        let write = |&mv: &Move| write_in(view, mv, Consequence::default(), Script::Coordinate);
        let mut names: Vec<String> = instead.iter().filter_map(write).collect();
        if names.len() > REASONS {
            names.truncate(REASONS);
            names.push("…".to_owned());
        }
        let player = &variant.players[self.view.mover().index()].name;
        format!("{player} must play a move that satisfies this: {wanted}; legal: {}", names.join(", "))
    }

    /// The failing condition of a guard.
    fn guard(&self, guard: Option<&Predicate>, square: Option<Square>, from: Option<Square>) -> String {
        let name = |square: Square| self.square(square);
        let View { variant, setup, .. } = self.view;
        let condition = Condition { variant, setup, mover: self.view.mover(), from, name: &name };
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

    /// The pieces that may move in this phase, instead of the given one.
    fn moving(&self, piece: Piece) -> String {
        let moving = self.view.variant.turn(self.view.setup.turn).moving;
        if piece.is_neutral() && self.view.variant.roles.len() > 1 && moving.iter().count() > 1 {
            return "it is neutral".to_owned();
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
