//! The techniques of the search. Each can be switched on alone. The rules of a game decide which are allowed.

use crate::position::Rules;
use crate::variant::{Effect, Mode, Role, Variant, Verdict};

use super::evaluation::{Evaluation, has_long_turns, is_compulsory};

/// The techniques to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Transposition table.
    pub table: bool,
    /// Table entries of greater depth are used as well.
    pub grafting: bool,
    /// Aspiration windows.
    pub aspiration: bool,
    /// Principal variation search: later moves get a null window first.
    pub refutation: bool,
    /// Quiescence search.
    pub quiescence: bool,
    /// Static exchange evaluation: captures that lose material are searched last or pruned.
    pub exchange: bool,
    /// Killer moves.
    pub killers: bool,
    /// History heuristic.
    pub history: bool,
    /// Continuation history.
    pub continuation: bool,
    /// Null move pruning with verification.
    pub null_move: bool,
    /// Late move reductions.
    pub reductions: bool,
    /// Futility pruning of moves and nodes, razoring, delta pruning.
    pub futility: bool,
    /// Late move pruning.
    pub late_pruning: bool,
    /// Check extensions.
    pub extensions: bool,
    /// Singular extensions.
    pub singular: bool,
    /// Mate distance pruning.
    pub mate_distance: bool,
    /// The first repetition ends the game in the search.
    pub repetition: bool,
    /// Internal iterative reduction.
    pub internal: bool,
    /// Correction history.
    pub correction: bool,
}

impl Techniques {
    /// Plain alpha-beta.
    pub const NONE: Self = Self {
        table: false,
        grafting: false,
        aspiration: false,
        refutation: false,
        quiescence: false,
        exchange: false,
        killers: false,
        history: false,
        continuation: false,
        null_move: false,
        reductions: false,
        futility: false,
        late_pruning: false,
        extensions: false,
        singular: false,
        mate_distance: false,
        repetition: false,
        internal: false,
        correction: false,
    };

    /// All of them.
    pub const ALL: Self = Self {
        table: true,
        grafting: true,
        aspiration: true,
        refutation: true,
        quiescence: true,
        exchange: true,
        killers: true,
        history: true,
        continuation: true,
        null_move: true,
        reductions: true,
        futility: true,
        late_pruning: true,
        extensions: true,
        singular: true,
        mate_distance: true,
        repetition: true,
        internal: true,
        correction: true,
    };
}

impl Techniques {
    /// The techniques enabled in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            table: self.table && other.table,
            grafting: self.grafting && other.grafting,
            aspiration: self.aspiration && other.aspiration,
            refutation: self.refutation && other.refutation,
            quiescence: self.quiescence && other.quiescence,
            exchange: self.exchange && other.exchange,
            killers: self.killers && other.killers,
            history: self.history && other.history,
            continuation: self.continuation && other.continuation,
            null_move: self.null_move && other.null_move,
            reductions: self.reductions && other.reductions,
            futility: self.futility && other.futility,
            late_pruning: self.late_pruning && other.late_pruning,
            extensions: self.extensions && other.extensions,
            singular: self.singular && other.singular,
            mate_distance: self.mate_distance && other.mate_distance,
            repetition: self.repetition && other.repetition,
            internal: self.internal && other.internal,
            correction: self.correction && other.correction,
        }
    }
}

/// A technique that is not used, or used differently, and the rule that causes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objection {
    /// Its name in chess programming.
    pub technique: &'static str,
    /// The reason.
    pub reason: &'static str,
}

/// The techniques that the rules of a game allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The allowed techniques.
    pub techniques: Techniques,
    /// The reasons against the others.
    pub objections: Vec<Objection>,
    /// Whether moves may be compulsory, so that a player may be unable to decline an exchange.
    pub compulsory: bool,
}

impl Allowed {
    /// Derives the techniques from the rules.
    #[must_use]
    pub fn new(rules: &Rules, evaluation: &Evaluation) -> Self {
        let variant = rules.variant();
        let compulsory = is_compulsory(variant);
        let mut allowed = Self { techniques: Techniques::ALL, objections: Vec::new(), compulsory };
        if let Some(reason) = against_null_moves(variant, evaluation, compulsory) {
            allowed.techniques.null_move = false;
            allowed.object("null move", reason);
        }
        if let Some(reason) = against_exchanges(variant, compulsory) {
            allowed.techniques.exchange = false;
            allowed.object("static exchange evaluation", reason);
        }
        if compulsory {
            // If the aim is to lose one's pieces, the search gains by it nevertheless.
            if !evaluation.is_inverted() {
                allowed.techniques.futility = false;
                allowed.object(
                    "futility",
                    "moves may be compulsory, so the static evaluation is not a lower bound of the score",
                );
            }
            allowed.object(
                "standing pat",
                "captures may be compulsory, so the quiescence search continues until a capture can be declined",
            );
        }
        if variant.roles.iter().all(only_takes) {
            allowed.techniques.quiescence = false;
            allowed
                .object("quiescence search", "every move captures, so it would search the rest of the game");
        }
        let removes = |effect: &Effect| matches!(effect, Effect::Take(..) | Effect::Flip(..));
        if !variant.roles.iter().any(takes) && !variant.effects().any(removes) {
            allowed.techniques.late_pruning = false;
            allowed.object(
                "late move pruning",
                "the game has no captures, so move ordering does not separate good moves from bad ones",
            );
        }
        if variant.players.len() > 2 {
            allowed.object(
                "max-n",
                "with more than two players, all opponents are searched as one side (paranoid)",
            );
        }
        if has_long_turns(variant) {
            allowed.object(
                "negamax",
                "a turn may have several moves, so the score is negated when the player changes",
            );
        }
        allowed
    }

    fn object(&mut self, technique: &'static str, reason: &'static str) {
        self.objections.push(Objection { technique, reason });
    }
}

/// Whether a role has capturing movements.
fn takes(role: &Role) -> bool {
    role.movements.iter().any(|movement| movement.mode != Mode::Move)
}

/// Whether a role can only capture.
fn only_takes(role: &Role) -> bool {
    role.drops.is_empty() && role.movements.iter().all(|movement| movement.mode == Mode::Capture)
}

fn against_null_moves(variant: &Variant, evaluation: &Evaluation, compulsory: bool) -> Option<&'static str> {
    let stuck = variant.ending.stalemate;
    let checks = !variant.royals().is_empty() && variant.ending.checkmate == Verdict::Loss;
    Some(if variant.players.len() > 2 {
        "the game has more than two players"
    } else if compulsory {
        "moves may be compulsory, so passing can be better than moving"
    } else if has_long_turns(variant) {
        "a turn may have several moves"
    } else if variant.choice.pass.is_some() {
        "passing is a legal move"
    } else if stuck == Verdict::Win || evaluation.is_inverted() {
        "a player without a legal move, or without pieces, wins"
    } else if evaluation.asks_turn() {
        "an end of the game depends on whose turn it is"
    } else if stuck == Verdict::Loss && !checks {
        "a player without a legal move loses, and no checkmate decides the game earlier"
    } else if !variant.roles.iter().any(takes) {
        "the game has no captures, so zugzwang is common"
    } else {
        return None;
    })
}

fn against_exchanges(variant: &Variant, compulsory: bool) -> Option<&'static str> {
    let removes = |effect: &Effect| matches!(effect, Effect::Take(..) | Effect::Flip(..) | Effect::Put(..));
    let after = variant.hooks().any(|hook| hook.effects.iter().any(removes));
    Some(if variant.players.len() > 2 {
        "more than two players may capture on a square"
    } else if compulsory {
        "captures may be compulsory"
    } else if after {
        "a capture changes more squares than its target"
    } else if has_long_turns(variant) {
        "a turn may have several moves"
    } else {
        return None;
    })
}
