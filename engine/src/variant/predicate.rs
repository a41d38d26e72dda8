//! Predicates: conditions on a position and a movement.

use crate::geometry::Displacement;

use super::{CountSet, CounterId, RightId, RoleSet, ZoneId};

/// Runs of consecutive squares, for example the discs enclosed by a move in Reversi.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    /// The start square and the directions. Each step of the place is one direction.
    pub start: Place,
    /// Conditions on every square of a run.
    pub along: Vec<Predicate>,
    /// Conditions on the square after a run.
    pub until: Vec<Predicate>,
    /// The allowed lengths of a run.
    pub counts: CountSet,
}

/// The reference point of a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Anchor {
    /// The origin of the predicate's leg. In an effect or a hook: the origin of the move.
    LegOrigin,
    /// The landing of the predicate's leg. In an effect or a hook: the target of the move.
    Landing,
    /// The origin of the move.
    From,
    /// The target of the move.
    To,
    /// The square under test in a quantifier, a path condition or a filter.
    Here,
    /// The square of the captured piece: the target if the movement captures there, otherwise the marker if
    /// the movement captures it.
    Victim,
    /// The landing of the leg with this index (0 is the first).
    Leg(u8),
    /// The squares strictly between the two ends of the leg.
    Path,
    /// The squares of a zone in the mover's view.
    Zone(ZoneId),
    /// The squares of the straight line between two places, both ends included. Empty if no line joins them.
    Span(Box<Place>, Box<Place>),
    /// The squares of all runs.
    Runs(Box<Runs>),
}

/// One or several squares: an anchor and displacements from it in the mover's view.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The reference point.
    pub anchor: Anchor,
    /// The displacements; `[ZERO]` is the anchor itself. Squares off the board are skipped.
    pub steps: Vec<Displacement>,
}

impl Place {
    /// The anchor itself.
    pub fn at(anchor: Anchor) -> Self {
        Self { anchor, steps: vec![Displacement::ZERO] }
    }
}

/// A test of one square. Off the board every test fails.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// The square is empty.
    Empty,
    /// A piece stands on the square.
    Occupied,
    /// A piece of the mover or of a spared partner stands on the square.
    Ally,
    /// A piece of the mover stands on the square; a partner's piece does not count.
    Own,
    /// A piece that the mover may capture stands on the square.
    Opponent,
    /// No piece of the mover or of a spared partner stands on the square.
    NoAlly,
    /// No piece that the mover may capture stands on the square.
    NoOpponent,
    /// A piece of one of these roles stands on the square, whoever owns it.
    Is(RoleSet),
    /// The square lies in the zone in the mover's view.
    In(ZoneId),
    /// An opponent could capture the moving piece if it stood on the square.
    Attacked,
    /// No opponent could capture the moving piece if it stood on the square.
    NotAttacked,
    /// The square is marked.
    Marked,
    /// No move has touched the square since the start position.
    Unmoved,
    /// The moving piece could ever leave the square on an empty board.
    Mobile,
    /// The square is one of the squares of this place.
    Same(Place),
}

/// A condition on a position and a movement. Endings evaluate it for a position and a player.
///
/// All conditions but [`Predicate::After`] and [`Predicate::WithoutDrop`] read the position before the move.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// Always true or always false.
    Constant(bool),
    /// One square passes a test. False if the place is off the board.
    Holds(Test, Place),
    /// The number of squares of the place that satisfy all of the predicates lies in a set. `@Any` is 1 or
    /// more, `@None` is 0. Squares off the board are skipped.
    Count(CountSet, Place, Vec<Predicate>),
    /// Every square of the place that is on the board satisfies all of the predicates.
    All(Place, Vec<Predicate>),
    /// At least one of the predicates is false.
    Not(Vec<Predicate>),
    /// All predicates of at least one of these lists hold.
    Or(Vec<Vec<Predicate>>),
    /// The mover is one of these players (one bit per player).
    By(u32),
    /// The mover has the right. With a place: the right of that square, for a right that is kept per square.
    Right(RightId, Option<Place>),
    /// The move gives check.
    Checks,
    /// The move gives check, and an opponent in check has no legal reply.
    Mates,
    /// The move captures an opponent's piece of one of these roles, captures by hooks excluded.
    Takes(RoleSet),
    /// The move drops a piece of one of these roles.
    Drops(RoleSet),
    /// The move is a pass.
    Passes,
    /// All of the predicates hold in the position after the move, hooks included.
    After(Vec<Predicate>),
    /// All of the predicates hold in the position after the move without the piece that its
    /// [`Effect::Drop`](super::Effect::Drop) brings, hooks included.
    WithoutDrop(Vec<Predicate>),
    /// The player to move has a legal move that satisfies all of the predicates.
    Can(Vec<Predicate>),
    /// The number of consecutive passes before the move lies in a set.
    Passed(CountSet),
    /// It is the turn of the player for whom the condition is evaluated.
    ToMove,
    /// The player for whom the condition is evaluated is in check.
    InCheck,
    /// The number of pieces of these roles in the player's hand lies in a set.
    InHand(CountSet, RoleSet),
    /// The player's value of a counter lies in a set.
    Counter(CounterId, CountSet),
    /// The player's side has more pieces on the board than any other side.
    More,
    /// The player's side has more points than any other side.
    MorePoints,
    /// The points of the player's side, rounded down, lie in a set.
    Points(CountSet),
    /// A predicate supplied by the embedding program: index into
    /// [`Variant::native_predicates`](super::Variant::native_predicates), and the place that it tests.
    Native(u16, Place),
}
