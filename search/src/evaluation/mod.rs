//! The static evaluation, derived from the rules: values of roles by mobility, piece-square values, hands,
//! counters, rows, and the conditions that end the game.
//!
//! All sums over pieces and squares come from one table; [`Board`] updates them incrementally.

mod activity;
mod chance;
mod ends;
mod fitted;
mod mobility;
pub(super) mod network;
mod passed;
mod relations;
mod rows;
mod worth;

use std::sync::Arc;

use crate::geometry::Square;
use crate::position::{Position, Rules};
use crate::variant::{
    CounterId, Effect, Mode, Must, Piece, PlayerId, PlayerSet, Predicate, Role, RoleId, Variant, Verdict,
    Weights,
};

use self::activity::Activity;
use self::ends::{Ends, Few, Goal, Towards};
pub use self::fitted::{Features, Fitting};
use self::network::Evaluator;
use self::passed::Passed;
use self::relations::Relations;
pub(super) use self::rows::{Progress, Rows};
use super::board::Board;

/// A piece's contribution on a square: its middle game and endgame values, and its material for the game
/// phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Worth {
    pub middle: i32,
    pub end: i32,
    pub material: i32,
    /// Whether the piece can promote on its next move.
    pub promotes: bool,
    pub royal: bool,
    /// Whether the piece is of the role with the most pieces at the start.
    pub common: bool,
    /// Whether the piece's role has passed piece weights.
    pub passes: bool,
}

/// The score of being one piece from an end of the game by number of pieces.
const CLOSE: i32 = 400;
/// The score of a counter one step from an end of the game.
const ONE_STEP: i32 = 350;
/// The score of being on move.
const TEMPO: i32 = 12;
/// The penalty for a bare royal, per step that the opponent's royal is nearer, in hundredths.
const NEARER: i32 = 12;

/// How mobility is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Freedom {
    Ignored,
    /// By [`Activity`].
    Activity,
    /// By the difference of both players' numbers of moves, as a share of this weight.
    Share(i32),
}

/// The sums of one side.
#[derive(Default)]
struct Total {
    middle: i32,
    end: i32,
    apart: i32,
    players: i32,
}

/// The evaluation of one game. Scores are in hundredths of the weakest piece.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By role: the value without square.
    values: Vec<i32>,
    /// By piece code and square: piece-square values, see [`Board`].
    worths: Vec<Worth>,
    /// By role: the gain of its best promotion.
    gains: Vec<i32>,
    /// The values of roles in hand.
    held: Vec<(RoleId, i32)>,
    /// The material of the start position.
    material: i32,
    squares: usize,
    few: Vec<Few>,
    towards: Vec<(Towards, i32)>,
    rows: Rows,
    relations: Relations,
    passed: Passed,
    /// By role: the bonus for a second piece (pair), if there is one.
    pairs: Vec<(RoleId, i32)>,
    /// By role: the value of a passed piece by moves to promotion, in the middle game and in the endgame.
    passing: Vec<Vec<(i32, i32)>>,
    freedom: Freedom,
    activity: Activity,
    /// Whether a bare royal is penalised.
    bare: bool,
    tempo: i32,
    /// Whether an end of the game depends on the turn.
    asks_turn: bool,
    /// The goals of ends that depend on the turn: a piece there may win only if it is still there a turn later.
    held_goals: Vec<Goal>,
    network: Option<Arc<Evaluator>>,
}

impl Evaluation {
    /// An evaluation with the weights of the rule file.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self::with_weights(rules, &rules.variant().weights)
    }

    /// An evaluation derived from the rules alone, without the weights of the rule file.
    #[must_use]
    pub fn by_rules(rules: &Rules) -> Self {
        Self::with_weights(rules, &Weights::default())
    }

    /// An evaluation with these weights instead of those of the rule file.
    #[must_use]
    pub fn with_weights(rules: &Rules, weights: &Weights) -> Self {
        let variant = rules.variant();
        let ends = Ends::of(variant);
        let network = weights.network.as_ref().and_then(|network| Evaluator::new(variant, network));
        let beneath = network.as_ref().map(|_| weights.beneath_network());
        let weights = beneath.as_ref().unwrap_or(weights);
        let worth::Table { mut values, mut worths, mobility, passed } = worth::table(variant, &ends);
        fitted::apply(variant, weights, &mut values, &mut worths);
        let squares = variant.board.len();
        let mut mark = |role: usize, mark: fn(&mut Worth)| {
            for player in variant.everybody().iter() {
                let code = usize::from(piece_code(variant, Piece { player, role: RoleId(role as u8) }));
                worths[code * squares..(code + 1) * squares].iter_mut().for_each(mark);
            }
        };
        for role in passed.roles() {
            if weights.role(role).is_some_and(|role| !role.passed.is_empty()) {
                mark(role, |worth| worth.passes = true);
            }
        }
        let count = |role| variant.start.pieces().filter(|(_, piece)| piece.role.index() == role).count();
        if let Some(role) = (0..variant.roles.len()).max_by_key(|&role| count(role)) {
            mark(role, |worth| worth.common = true);
        }
        let held = variant.hand.iter().flat_map(|_| values.iter().enumerate());
        let held = held
            .filter(|&(role, _)| is_held(variant, RoleId(role as u8)))
            .map(|(role, &value)| {
                let fitted = weights.role(role).and_then(|role| role.hand);
                (RoleId(role as u8), fitted.unwrap_or(value))
            })
            .collect();
        let towards = ends.towards.iter().map(|towards| (towards.clone(), start_distance(variant, towards)));
        let gain = |(index, role): (usize, &Role)| {
            let best = mobility::promotions(role).into_iter().map(|to| values[to.index()]).max();
            best.map_or(0, |best| best - values[index])
        };
        let pairs = weights.roles.iter().enumerate();
        let pairs = pairs.filter_map(|(role, weights)| Some((RoleId(role as u8), weights.pair?)));
        let mut evaluation = Self {
            gains: variant.roles.iter().enumerate().map(gain).collect(),
            held,
            squares,
            activity: Activity::new(variant, weights, &mobility, &values),
            tempo: weights.tempo.unwrap_or(TEMPO),
            towards: towards.collect(),
            rows: Rows::new(variant, &ends.rows),
            relations: Relations::new(variant, weights),
            passed,
            pairs: pairs.collect(),
            passing: weights.roles.iter().map(|role| role.passed.clone()).collect(),
            freedom: match network {
                Some(_) => Freedom::Ignored,
                None => freedom(rules, &ends, values.iter().all(|&value| value <= 0)),
            },
            network: network.map(Arc::new),
            bare: !variant.royals().is_empty()
                && variant.players.len() == 2
                && variant.hand.is_none()
                && values.iter().any(|&value| value > 0),
            asks_turn: ends.asks_turn,
            held_goals: if ends.asks_turn { ends.goals } else { Vec::new() },
            few: ends.few,
            material: 1,
            values,
            worths,
        };
        let material = |(square, piece)| evaluation.worth(piece_code(variant, piece), square).material;
        evaluation.material = variant.start.pieces().map(material).sum::<i32>().max(1);
        evaluation
    }

    /// The value of a role, in hundredths of the weakest piece. It is negative if players win by losing it.
    #[must_use]
    pub fn value(&self, role: RoleId) -> i32 {
        self.values.get(role.index()).copied().unwrap_or(0)
    }

    /// The piece-square value, in the middle game and in the endgame.
    #[must_use]
    pub fn on_square(&self, variant: &Variant, player: PlayerId, role: RoleId, square: Square) -> (i32, i32) {
        let worth = self.worth(piece_code(variant, Piece { player, role }), square);
        (worth.middle, worth.end)
    }

    pub(super) fn worth(&self, code: u16, square: Square) -> Worth {
        self.worths.get(usize::from(code) * self.squares + square.index()).copied().unwrap_or_default()
    }

    /// The gain of a role's best promotion.
    pub(super) fn best_gain(&self, role: RoleId) -> i32 {
        self.gains.get(role.index()).copied().unwrap_or(0)
    }

    /// The number of squares of the board.
    pub(super) fn squares(&self) -> usize {
        self.squares
    }

    pub(super) fn rows(&self) -> &Rows {
        &self.rows
    }

    pub(super) fn network(&self) -> Option<&Evaluator> {
        self.network.as_deref()
    }

    pub(super) fn relations(&self) -> &Relations {
        &self.relations
    }

    /// Whether an end of the game depends on the turn or on possible moves.
    pub(super) fn asks_turn(&self) -> bool {
        self.asks_turn
    }

    /// Whether an opponent of the player to move is at a goal that may have to be held for a turn.
    pub(super) fn is_goal_held(&self, board: &Board<'_>) -> bool {
        // Most games have no such goal, so everything is computed per goal.
        self.held_goals.iter().any(|goal| {
            let own = board.position.rules().variant().side(board.turn());
            let there = |square| board.piece_of(board.code(square));
            let holds = |(owner, role)| owner == goal.player.index() && goal.roles.contains(role);
            !own.contains(goal.player) && goal.squares.iter().any(|square| there(square).is_some_and(holds))
        })
    }

    /// Whether no piece has a positive value: players want to lose their pieces.
    pub(super) fn is_inverted(&self) -> bool {
        self.values.iter().all(|&value| value <= 0)
    }

    /// The static evaluation for a side, against the average of the others.
    pub(super) fn score(&self, board: &mut Board<'_>, side: PlayerSet) -> i32 {
        let network = if side.contains(board.turn()) { board.network() } else { -board.network() };
        self.standing(board, side) + network + self.freedom(board, side)
    }

    /// The score without network and mobility.
    pub(super) fn standing(&self, board: &Board<'_>, side: PlayerSet) -> i32 {
        let variant = board.position.rules().variant();
        let phase = board.material().clamp(0, self.material);
        let (mut own, mut others) = (Total::default(), Total::default());
        let out = board.position.out();
        let players = (0..variant.players.len()).map(|index| PlayerId(index as u8));
        for player in players.filter(|&player| !out.contains(player)) {
            let total = if side.contains(player) { &mut own } else { &mut others };
            let (middle, end) = board.sum(player);
            total.middle += middle;
            total.end += end;
            total.apart += self.apart(board, player);
            total.players += 1;
        }
        // Opponents are averaged, so that their number does not matter.
        if own.players != others.players && others.players > 0 {
            let share = |sum: &mut i32| *sum = *sum * own.players / others.players;
            [&mut others.middle, &mut others.end, &mut others.apart].into_iter().for_each(share);
        }
        let related = board.relations();
        let sign = if side.contains(PlayerId(0)) { 1 } else { -1 };
        let (middle, end) =
            (own.middle - others.middle + sign * related.0, own.end - others.end + sign * related.1);
        let [middle, end, phase, whole] = [middle, end, phase, self.material].map(i64::from);
        let pieces = (middle * phase + end * (whole - phase)) / whole;
        let tempo = if side.contains(board.turn()) { self.tempo } else { -self.tempo };
        pieces as i32 + own.apart - others.apart + tempo
    }

    /// Terms other than piece-square values: hands, pairs, counters, numbers of pieces, rows, a bare royal.
    fn apart(&self, board: &Board<'_>, player: PlayerId) -> i32 {
        let mut sum = board.rows(player);
        for &(role, value) in &self.held {
            sum += i32::from(board.position.in_hand(player, role)) * value;
        }
        for &(role, value) in &self.pairs {
            sum += if board.count(player, role) > 1 { value } else { 0 };
        }
        for few in self.few.iter().filter(|few| few.players.contains(player)) {
            let left = few.roles.iter().map(|role| board.count(player, role)).sum::<u16>();
            let near = CLOSE / i32::from(left.saturating_sub(few.most).max(1));
            sum += if few.wins { near } else { -near };
        }
        for (towards, start) in &self.towards {
            let left = distance(towards, board.position.counter(towards.counter, player));
            let near = ONE_STEP / left.max(1) - ONE_STEP / start;
            sum += if towards.wins { near } else { -near };
        }
        if self.bare && board.is_bare(player) {
            sum -= self.driven(board, player);
        }
        sum
    }

    /// The passed piece terms for the first player, in the middle game and in the endgame.
    pub(super) fn passed_by(&self, position: &Position) -> (i32, i32) {
        let mut sum = (0, 0);
        self.for_each_passed(position, &mut |player, role, moves| {
            let worth = self.passing.get(role).and_then(|worths| worths.get(moves - 1));
            let worth = worth.copied().unwrap_or_default();
            let sign = if player == 0 { 1 } else { -1 };
            sum = (sum.0 + sign * worth.0, sum.1 + sign * worth.1);
        });
        sum
    }

    /// Calls a function with the player, role and moves to promotion of each passed piece.
    fn for_each_passed(&self, position: &Position, each: &mut dyn FnMut(usize, usize, usize)) {
        for role in self.passed.roles() {
            let [own, others] = [0, 1].map(|player| {
                let mut set = position.by_role(RoleId(role as u8));
                set.intersect_with(&position.by_player(PlayerId(player)));
                set
            });
            for (player, own, others) in [(0, &own, &others), (1, &others, &own)] {
                for square in own.iter() {
                    if let Some(moves) = self.passed.moves(player, role, square, others) {
                        each(player, role, moves);
                    }
                }
            }
        }
    }

    /// The nearness of an opponent's royal to a player's royal.
    fn driven(&self, board: &Board<'_>, player: PlayerId) -> i32 {
        let (variant, royals) = (board.position.rules().variant(), board.position.rules().variant().royals());
        let (mut own, mut other) = (None, None);
        for of in variant.everybody().iter() {
            let place = if of == player { &mut own } else { &mut other };
            board.position.for_each_piece(of, royals, |square, _| *place = Some(square));
        }
        let (Some(own), Some(other)) = (own, other) else { return 0 };
        let by = variant.board.displacement(own, other);
        let steps = by.0.iter().map(|step| step.unsigned_abs()).max().unwrap_or(0);
        NEARER * (16 - i32::from(steps))
    }

    /// The weight of attacks on royals, in 256ths. It shrinks with the material, unless captured pieces can
    /// be dropped.
    fn dangerous(&self, board: &Board<'_>) -> i32 {
        match self.held.is_empty() {
            true => board.material().clamp(0, self.material) * 256 / self.material,
            false => 256,
        }
    }

    /// The mobility term for a side.
    fn freedom(&self, board: &mut Board<'_>, side: PlayerSet) -> i32 {
        let more = match self.freedom {
            Freedom::Ignored => return 0,
            Freedom::Activity if board.position.in_check() => return 0,
            Freedom::Activity => {
                let middle = self.dangerous(board);
                let [mine, theirs] = self.activity.both(board);
                self.activity.difference(&mine, &theirs, middle)
            }
            Freedom::Share(weight) => {
                let own = board.mobility();
                board.play_null();
                let other = board.mobility();
                board.undo();
                weight * (own - other) / (own + other + 4)
            }
        };
        if side.contains(board.turn()) { more } else { -more }
    }
}

/// The code of a piece in tables. 0 means no piece.
pub(super) fn piece_code(variant: &Variant, piece: Piece) -> u16 {
    let owner = if piece.is_neutral() { variant.players.len() } else { piece.player.index() };
    (1 + owner * variant.roles.len() + piece.role.index()) as u16
}

/// Whether a role can be dropped and has a value in hand.
fn is_held(variant: &Variant, role: RoleId) -> bool {
    let drops = |effect: &Effect| matches!(effect, Effect::Drop(roles, _) if roles.contains(&role));
    let own = variant.role(role);
    !own.supply && !own.neutral && (!own.drops.is_empty() || variant.effects().any(drops))
}

/// The distance of a counter from the nearest value that ends the game.
fn distance(towards: &Towards, value: i16) -> i32 {
    let away = |&(low, high): &(u16, u16)| {
        let (low, high, value) = (i32::from(low), i32::from(high), i32::from(value));
        if value < low {
            low - value
        } else if high != i32::from(u16::MAX) && value > high {
            value - high
        } else {
            0
        }
    };
    towards.values.ranges().iter().map(away).min().unwrap_or(i32::MAX)
}

fn start_distance(variant: &Variant, towards: &Towards) -> i32 {
    let CounterId(index) = towards.counter;
    let start = variant.counters.get(usize::from(index)).map_or(0, |counter| counter.start);
    distance(towards, start).max(1)
}

/// Whether moves on the board may be compulsory. Rules that demand a drop do not count: they apply only while there is
/// something to drop, and a drop hardly ever harms.
pub(super) fn is_compulsory(variant: &Variant) -> bool {
    let drops = |must: &Must| must.wanted.iter().any(|part| matches!(part, Predicate::Drops(_)));
    variant.choice.most.is_some() || !variant.choice.must.iter().all(drops)
}

/// Whether a turn may have several moves.
pub(super) fn has_long_turns(variant: &Variant) -> bool {
    variant.has_phases() || variant.effects().any(|effect| matches!(effect, Effect::Again))
}

/// Chooses the mobility term. The number of moves counts if it decides the game: there are no royals or
/// goals, and a player without moves loses or the most pieces win. Other games with royals use activity,
/// unless moves are compulsory or pieces are to be lost. Mobility is ignored in the rest, with more than two
/// players, in turns of several moves, and without tables.
fn freedom(rules: &Rules, ends: &Ends, inverted: bool) -> Freedom {
    let variant = rules.variant();
    if variant.players.len() != 2 || has_long_turns(variant) || rules.fallback().is_some() {
        return Freedom::Ignored;
    }
    let stuck = variant.ending.stalemate == Verdict::Loss;
    let royals = !variant.royals().is_empty();
    let reigns = royals || ends.few.iter().any(|few| !few.wins);
    if !reigns && ends.goals.is_empty() && (stuck || ends.more) {
        let movements = variant.roles.iter().flat_map(|role| &role.movements);
        let takes = movements.into_iter().any(|movement| movement.mode != Mode::Move);
        return Freedom::Share(if takes { 150 } else { 600 });
    }
    match royals && !is_compulsory(variant) && !inverted {
        true => Freedom::Activity,
        false => Freedom::Ignored,
    }
}
