//! Predicates: what a movement asks of the position.

use crate::geometry::Displacement;

use super::{CountSet, CounterId, RightId, RoleSet, ZoneId};

/// Runs of squares along the steps of a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    /// Where they start and the steps that they follow.
    pub start: Place,
    /// What every square of a run satisfies.
    pub along: Vec<Predicate>,
    /// What the square behind a run satisfies.
    pub until: Vec<Predicate>,
    /// How many squares a run may have.
    pub counts: CountSet,
}

/// From where a place is reckoned.
#[derive(Clone, Debug, PartialEq)]
pub enum Anchor {
    /// The origin of the leg that the predicate belongs to. In an effect or a hook: the move's origin.
    LegOrigin,
    /// The landing of the leg that the predicate belongs to. In an effect or a hook: the move's target.
    Landing,
    /// The origin of the move.
    From,
    /// The last landing of the move.
    To,
    /// The square being tested, inside a quantifier, a path rule or a filter.
    Here,
    /// What the move takes: the target if it captures there, else the marker, if the movement takes that.
    Victim,
    /// The landing of the leg with this index (0 is the first).
    Leg(u8),
    /// The squares strictly between the two ends of the leg (several squares).
    Path,
    /// The squares of a zone as the mover sees it (several squares, unless the zone is one).
    Zone(ZoneId),
    /// The squares of the straight line between two places, both included; none if no line joins them.
    Span(Box<Place>, Box<Place>),
    /// For each step of the start, from there on and on, the squares that satisfy `along`, if one that satisfies `until`
    /// follows.
    Runs(Box<Runs>),
}

/// One or several squares: an anchor, and displacements from it in the mover's own view.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// From where.
    pub anchor: Anchor,
    /// The displacements to add; `[ZERO]` is the anchor itself. Squares off the board are skipped.
    pub steps: Vec<Displacement>,
}

impl Place {
    /// The anchor itself.
    pub fn at(anchor: Anchor) -> Self {
        Self { anchor, steps: vec![Displacement::ZERO] }
    }
}

/// What one square may be asked. Off the board every test fails.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// No piece is there.
    Empty,
    /// A piece is there.
    Occupied,
    /// A piece of the mover's is there.
    Ally,
    /// It has a piece of the mover's own, not a partner's.
    Own,
    /// A piece of another player's is there.
    Opponent,
    /// No piece of the mover's is there.
    NoAlly,
    /// No piece of another player's is there.
    NoOpponent,
    /// A piece of one of these roles is there, whoever's.
    Is(RoleSet),
    /// The square lies in the zone as the mover sees it.
    In(ZoneId),
    /// The opponent could take the mover's piece if it stood there.
    Attacked,
    /// The opponent could not.
    NotAttacked,
    /// It carries a mark of the last move.
    Marked,
    /// Nothing has disturbed it since the start position.
    Unmoved,
    /// The moving piece could ever leave this square on an empty board.
    Mobile,
    /// It is one of the squares of this place.
    Same(Place),
}

/// A condition on a position and a movement; the endings ask it of a position and a player. Every condition but
/// [`Predicate::After`] reads the position before the move.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// Always or never.
    Constant(bool),
    /// One square passes a test. Fails if the place is off the board.
    Holds(Test, Place),
    /// The number of squares of a place (those on the board) that satisfy all of the predicates lies in a set.
    /// `@Any` is 1 or more, `@None` is 0.
    Count(CountSet, Place, Vec<Predicate>),
    /// Every square of the place that is on the board satisfies all of the predicates.
    All(Place, Vec<Predicate>),
    /// Not all of these hold.
    Not(Vec<Predicate>),
    /// One of these conjunctions holds.
    Or(Vec<Vec<Predicate>>),
    /// The mover is one of these players (a bit each).
    By(u32),
    /// The mover's right still stands. With a place: the right of that square, for a right given square by square.
    Right(RightId, Option<Place>),
    /// The move gives check.
    Checks,
    /// The move gives check and the opponent has no legal reply.
    Mates,
    /// The move takes a piece of an opponent's of one of these roles, hooks not counted.
    Takes(RoleSet),
    /// The move drops a piece of one of these roles.
    Drops(RoleSet),
    /// The move is a pass.
    Passes,
    /// All of these hold on the board after the move, hooks included.
    After(Vec<Predicate>),
    /// The player whose turn it is has a legal move that satisfies all of these.
    Can(Vec<Predicate>),
    /// The number of passes in a row before the move lies in a set.
    Passed(CountSet),
    /// It is the asking player's turn.
    ToMove,
    /// The asking player stands in check.
    InCheck,
    /// The number of pieces of these roles in the asking player's hand lies in a set.
    InHand(CountSet, RoleSet),
    /// The value of a counter, as the asking player has it, lies in a set.
    Counter(CounterId, CountSet),
    /// The asking player has more pieces on the board than any other player.
    More,
    /// The asking player has more points than any other.
    MorePoints,
    /// The asking player has so many points, a part of one not counted.
    Points(CountSet),
    /// A predicate of the embedding program: index into
    /// [`Variant::native_predicates`](super::Variant::native_predicates), and where it looks.
    Native(u16, Place),
}
