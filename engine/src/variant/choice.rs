//! What may be played beyond what the pieces may: compulsion, passing, conditions for all moves.

use super::Predicate;

/// What a game says of all moves.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Choice {
    /// What every move must satisfy.
    pub guard: Vec<Predicate>,
    /// What the player must play if it can be played, the most pressing first.
    pub must: Vec<Must>,
    /// Of the moves that are left, which alone may be played.
    pub most: Option<Most>,
    /// Under which conditions a player may pass; `None`: never.
    pub pass: Option<Vec<Predicate>>,
    /// Where more than two play: whoever stands in check moves at once, and those after that player follow.
    pub answer: bool,
    /// Whether partners take each other's pieces as opponents do; then no move may put a partner in check.
    pub partners: bool,
}

impl Choice {
    /// Whether nothing is said: every move that the pieces have may be played.
    pub fn is_free(&self) -> bool {
        self.guard.is_empty() && self.must.is_empty() && self.most.is_none() && self.pass.is_none()
    }
}

/// What moves must have most of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Most {
    /// Pieces of opponents that the move itself takes, hooks not counted.
    Taken,
}

/// A compulsion: where the condition holds and some legal move is as wanted, only such moves may be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Must {
    /// When it applies, asked of the player.
    pub when: Vec<Predicate>,
    /// What is wanted, asked of each move.
    pub wanted: Vec<Predicate>,
}
