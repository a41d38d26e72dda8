//! Explanations of why a move is legal or illegal, as data.

use crate::geometry::Square;
use crate::variant::{Move, Piece, PlayerId, RoleId, Verdict};

use super::Route;

/// The reason why one movement is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The movement: an index into the role's movements. `None` if no movement was tried.
    pub movement: Option<usize>,
    /// The first test that failed.
    pub cause: Cause,
}

/// The tests of a move, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Asked {
    /// The path of this leg.
    Path(usize),
    /// A guard of a leg: index of the leg, index into its guards.
    Guard(usize, usize),
    /// A condition of a drop: index of the way, index into its guards.
    Drop(usize, usize),
    /// A condition for passing: an index into [`Choice::pass`](crate::variant::Choice::pass).
    Pass(usize),
    /// A condition on every move: an index into [`Choice::guard`](crate::variant::Choice::guard).
    Every(usize),
    /// A move that ends on its origin must capture something.
    Taking,
    /// The mover's royals must be safe after the move.
    Safety,
    /// A compulsory move: an index into [`Choice::must`](crate::variant::Choice::must).
    Must(usize),
    /// No other move may capture more.
    Most,
}

/// A test and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The test.
    pub asked: Asked,
    /// The squares that the test reads, if it reads squares.
    pub squares: Vec<Square>,
    /// Whether the move passes the test.
    pub holds: bool,
}

/// One way to make a move, with its tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The movement: an index into the role's movements. `None` for a drop or a pass.
    pub movement: Option<usize>,
    /// The squares visited by the piece.
    pub route: Route,
    /// The tests, up to the first one that fails.
    pub questions: Vec<Question>,
    /// The reason why this way is illegal; `None` if it is legal.
    pub cause: Option<Cause>,
}

/// All tests of a move.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Examination {
    /// A reason that forbids the move in every way.
    pub whole: Option<Cause>,
    /// The ways to make the move, in the order of the rules: one per movement that leads to the target. If a
    /// movement has several routes, the one that passes most tests.
    pub ways: Vec<Examined>,
}

impl Examination {
    /// An examination that fails before any movement is tried.
    pub(super) fn whole(cause: Cause) -> Self {
        Self { whole: Some(cause), ways: Vec::new() }
    }

    /// Whether the move is legal.
    pub fn is_legal(&self) -> bool {
        self.whole.is_none() && self.ways.iter().any(|way| way.cause.is_none())
    }

    /// The reasons why the move is illegal; empty if it is legal.
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

/// A failed test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The origin is empty.
    NoPiece,
    /// The piece on the origin belongs to another player.
    NotYours(Piece),
    /// The piece may not move in this phase of the turn.
    NotNow(Piece),
    /// The game is over: a player has lost the last royal.
    GameOver,
    /// The game is over by a custom ending.
    Ended {
        /// The player for whom its conditions hold.
        player: PlayerId,
        /// The result for that player.
        verdict: Verdict,
        /// The ending: an index into [`Ending::ends`](crate::variant::Ending::ends).
        end: usize,
    },
    /// No movement of the piece leads from the origin to the target.
    NoMovement,
    /// A square that must be empty is occupied: on a path, at an intermediate landing, or in a guard.
    Blocked {
        /// The index of the leg.
        leg: usize,
        /// The occupied square.
        square: Square,
        /// The piece on it.
        piece: Piece,
    },
    /// The path has a number of pieces that the movement does not allow.
    Hurdles {
        /// The index of the leg.
        leg: usize,
        /// The squares of the pieces.
        squares: Vec<Square>,
    },
    /// A piece on the path is not of an allowed kind.
    Hurdle {
        /// The index of the leg.
        leg: usize,
        /// The square of the piece.
        square: Square,
        /// The condition that fails: an index into the conditions of the path.
        predicate: usize,
    },
    /// The landing has a piece of the mover.
    OwnPiece {
        /// The landing.
        square: Square,
        /// The piece on it.
        piece: Piece,
    },
    /// The movement only captures, and the landing has nothing to capture.
    NothingToTake {
        /// The landing.
        square: Square,
    },
    /// A guard fails.
    Guard {
        /// The index of the leg.
        leg: usize,
        /// The guard: an index into the leg's guards.
        guard: usize,
        /// The square that the guard reads, if it is a single one. For a condition on every square of a
        /// place: the first square that violates it.
        square: Option<Square>,
        /// For a condition on every square of a place: the index of the predicate that fails on `square`.
        part: Option<usize>,
    },
    /// The move requires a promotion or a drop, and no role is available.
    NoChoice,
    /// A condition on every move fails.
    NotAllowed {
        /// The condition: an index into [`Choice::guard`](crate::variant::Choice::guard).
        guard: usize,
        /// The square that it reads, if it is a single one.
        square: Option<Square>,
    },
    /// Another move is compulsory.
    Compelled {
        /// The rule that makes it compulsory.
        by: Asked,
        /// The moves that may be played.
        instead: Vec<Move>,
    },
    /// Pieces of this role are never dropped.
    NeverDropped(RoleId),
    /// The player to move has no such piece in hand.
    NotInHand(RoleId),
    /// A condition of this drop fails.
    DropGuard {
        /// The way: an index into [`Role::drops`](crate::variant::Role::drops).
        way: usize,
        /// The condition: an index into its guards.
        guard: usize,
        /// The square that the condition reads, if it is a single one. For a condition on every square of a
        /// place: the first square that violates it.
        square: Option<Square>,
        /// For a condition on every square of a place: the index of the predicate that fails on `square`.
        part: Option<usize>,
    },
    /// The game has no passes.
    NeverPassed,
    /// A condition for passing fails.
    PassGuard {
        /// The condition: an index into [`Choice::pass`](crate::variant::Choice::pass).
        guard: usize,
    },
    /// A chain may not end here: it needs another number of repetitions, or it must continue as long as it
    /// can.
    GoesOn,
    /// A repetition of a chain captures a piece that an earlier one has captured.
    TakenBefore {
        /// The square of that piece.
        square: Square,
    },
    /// A move that ends on its origin must capture something.
    TakesNothing,
    /// The move itself would cost the mover a royal.
    LosesRoyal,
    /// After the move every royal of the mover could be captured, and one of them must be safe.
    LeavesRoyals,
    /// After the move a partner's royal could be captured.
    ChecksPartner(PlayerId),
    /// After the move a royal could be captured.
    LeavesRoyal {
        /// The square of that royal.
        royal: Option<Square>,
        /// The capturing reply; its origin is the attacker's square.
        reply: Move,
        /// The attacker.
        piece: Piece,
        /// The attacker's movement: an index into its role's movements.
        movement: Option<usize>,
    },
}
