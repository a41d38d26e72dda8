//! Turn rules: conditions that restrict all moves of a turn, compulsory moves and passing.

use super::Predicate;

/// The turn rules of a game.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Choice {
    /// Conditions that every move must satisfy.
    pub guard: Vec<Predicate>,
    /// Compulsory moves in order of priority: the first rule that some legal move satisfies applies.
    pub must: Vec<Must>,
    /// A maximum rule: of the moves left by `must`, only those with the highest value may be played.
    pub most: Option<Most>,
    /// Conditions under which a player may pass; `None` if passing is never allowed.
    pub pass: Option<Vec<Predicate>>,
    /// With more than two players: if players stand in check when a turn has ended, the first of them in turn
    /// order moves next. Play continues with the player after that one.
    pub answer: bool,
    /// Whether partners capture each other's pieces as opponents do. A move must then not put a partner in
    /// check.
    pub partners: bool,
}

/// The quantity that a maximum rule compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Most {
    /// The number of opponents' pieces that the move itself captures, captures by hooks excluded.
    Taken,
}

/// A compulsory move. While `when` holds and some legal move satisfies `wanted`, only such moves are legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Must {
    /// The condition for the rule to apply, evaluated for the player to move.
    pub when: Vec<Predicate>,
    /// The condition on a move.
    pub wanted: Vec<Predicate>,
}
