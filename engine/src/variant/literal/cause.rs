//! What may forbid a move, and what is asked of one, as data.

use crate::geometry::Square;
use crate::variant::{Move, Piece, PlayerId, RoleId, Verdict};

use super::Route;

/// What stands in the way of one movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The movement: an index into the role's movements. `None` if no movement was tried.
    pub movement: Option<usize>,
    /// What failed first.
    pub cause: Cause,
}

/// What a move is asked, in the order in which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Asked {
    /// Whether the squares between the ends of this leg are as its rule says.
    Path(usize),
    /// A guard of a leg: its index, then the index into the leg's guards.
    Guard(usize, usize),
    /// A condition of this way to be dropped: the way, then the index into its guards.
    Drop(usize, usize),
    /// A condition under which a player may pass: an index into [`Choice::pass`](crate::variant::Choice::pass).
    Pass(usize),
    /// What every move must satisfy: an index into [`Choice::guard`](crate::variant::Choice::guard).
    Every(usize),
    /// Whether the move takes something, where it ends where it began.
    Taking,
    /// Whether the mover's royals are safe after it.
    Safety,
    /// What must be played: an index into [`Choice::must`](crate::variant::Choice::must).
    Must(usize),
    /// Whether no other move takes more.
    Most,
}

/// One question, and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub asked: Asked,
    /// Of which squares, as far as it is asked of squares.
    pub squares: Vec<Square>,
    /// Whether the answer allows the move.
    pub holds: bool,
}

/// A way in which a move could be made, and what is said to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The movement: an index into the role's movements. `None` for a drop and a pass.
    pub movement: Option<usize>,
    /// The squares that the piece visits.
    pub route: Route,
    /// What is asked, up to the first answer that does not allow the move.
    pub questions: Vec<Question>,
    /// Why it may not be made; `None` if it may.
    pub cause: Option<Cause>,
}

/// Everything that is asked of a move.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Examination {
    /// What forbids the move, whichever way it were made.
    pub whole: Option<Cause>,
    /// The ways in which it could be made, in the order of the rules: one for each movement that leads there, at the
    /// route that came furthest.
    pub ways: Vec<Examined>,
}

impl Examination {
    /// An answer that has nothing to do with the ways in which a piece moves.
    pub(super) fn whole(cause: Cause) -> Self {
        Self { whole: Some(cause), ways: Vec::new() }
    }

    /// Whether the move may be made.
    pub fn is_legal(&self) -> bool {
        self.whole.is_none() && self.ways.iter().any(|way| way.cause.is_none())
    }

    /// What stands in the way: nothing if the move may be made.
    pub fn refusals(self) -> Vec<Refusal> {
        if self.is_legal() {
            return Vec::new();
        }
        let whole = self.whole.into_iter().map(|cause| Refusal { movement: None, cause });
        let ways = self
            .ways
            .into_iter()
            .filter_map(|way| Some(Refusal { movement: way.movement, cause: way.cause? }));
        whole.chain(ways).collect()
    }
}

/// What failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// No piece stands on the origin.
    NoPiece,
    /// The piece on the origin is another player's.
    NotYours(Piece),
    /// The piece does not move in this phase of the turn.
    NotNow(Piece),
    /// The game is over: a player's royals are gone.
    GameOver,
    /// The game is over: an end of its own has come.
    Ended {
        /// For whom it is asked.
        player: PlayerId,
        /// The result for that player.
        verdict: Verdict,
        /// Which: an index into [`Ending::ends`](crate::variant::Ending::ends).
        end: usize,
    },
    /// No movement of the piece leads from the origin to the target.
    NoMovement,
    /// A square that must be empty is not: on a path, at a stop in between, or asked for by a guard.
    Blocked {
        /// The leg.
        leg: usize,
        /// Which square.
        square: Square,
        /// What stands there.
        piece: Piece,
    },
    /// The number of pieces on the path is not one that the movement allows.
    Hurdles {
        /// The leg.
        leg: usize,
        /// Where they are.
        squares: Vec<Square>,
    },
    /// A piece on the path is not of the kind that may be there.
    Hurdle {
        /// The leg.
        leg: usize,
        /// Which square.
        square: Square,
        /// The predicate that fails: an index into the rule's list.
        predicate: usize,
    },
    /// The landing holds a piece of the mover's own.
    OwnPiece {
        /// Which square.
        square: Square,
        /// What stands there.
        piece: Piece,
    },
    /// The movement only captures, and the landing holds nothing to take.
    NothingToTake {
        /// Which square.
        square: Square,
    },
    /// A guard fails.
    Guard {
        /// The leg.
        leg: usize,
        /// The guard: an index into the leg's guards.
        guard: usize,
        /// The square that it looks at, if it looks at one; of one that must hold all over a place the first where it
        /// does not.
        square: Option<Square>,
        /// Of a guard that must hold all over a place, which of its predicates fails on that square.
        part: Option<usize>,
    },
    /// The piece must become something, or bring something from the hand, and there is nothing that it could.
    NoChoice,
    /// What every move must satisfy is not so.
    NotAllowed {
        /// The condition: an index into [`Choice::guard`](crate::variant::Choice::guard).
        guard: usize,
        /// The square that it looks at, if it looks at one.
        square: Option<Square>,
    },
    /// Something else must be played.
    Compelled {
        /// The question that tells what is compulsory.
        by: Asked,
        /// What may be played.
        instead: Vec<Move>,
    },
    /// No such piece ever comes from the hand.
    NeverDropped(RoleId),
    /// The player to move has no such piece in the hand.
    NotInHand(RoleId),
    /// A condition of this way to be dropped fails.
    DropGuard {
        /// The way: an index into [`Role::drops`](crate::variant::Role::drops).
        way: usize,
        /// The condition: an index into its guards.
        guard: usize,
        /// The square that it looks at, if it looks at one; of one that must hold all over a place the first where it
        /// does not.
        square: Option<Square>,
        /// Of a condition that must hold all over a place, which of its predicates fails on that square.
        part: Option<usize>,
    },
    /// Nobody may pass in this game.
    NeverPassed,
    /// A condition under which a player may pass fails.
    PassGuard {
        /// The condition: an index into [`Choice::pass`](crate::variant::Choice::pass).
        guard: usize,
    },
    /// A chain does not end here: another number of repetitions is asked for, or it has to go on as long as it can.
    GoesOn,
    /// A move that ends where it began must take something.
    TakesNothing,
    /// The move itself would cost the mover a royal.
    LosesRoyal,
    /// After the move every royal of the mover's could be taken, none of which must be safe by itself.
    LeavesRoyals,
    /// After the move a partner's royal could be taken.
    ChecksPartner(PlayerId),
    /// After the move a royal could be taken.
    LeavesRoyal {
        /// Where the royal stands that would be removed.
        royal: Option<Square>,
        /// The reply that removes it; its origin is the attacker's.
        reply: Move,
        /// The attacker.
        piece: Piece,
        /// The attacker's movement: an index into its role's movements.
        movement: Option<usize>,
    },
}
