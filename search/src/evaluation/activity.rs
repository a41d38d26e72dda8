//! Piece activity from the legal moves of both players: mobility by role, attacks on a royal, threats.

use crate::position::Targets;
use crate::variant::{PlayerId, Variant, Weights};

use crate::board::Board;

/// The worth of all moves of a piece with average mobility, in sixteenths of a hundredth.
const MOBILITY: f64 = 20.0 * 16.0;
/// The bounds on the worth of one move, in sixteenths of a hundredth.
const EACH: (f64, f64) = (16.0, 72.0);
/// The weight of an attacker near a royal. Each attacked square adds 1, each drop there a half.
const ATTACKER: i32 = 3;
/// Larger boards have no table of adjacent squares, and so no attack term.
const MOST_SQUARES: usize = 512;
/// The greatest scores for the attack on a royal, and for all threats.
const MOST_DANGER: i32 = 800;
const MOST_THREATS: i32 = 120;

/// The activity tables of one game.
#[derive(Clone, Debug)]
pub(crate) struct Activity {
    /// By role: the worth of one move, in sixteenths of a hundredth; 0 for royals.
    moves: Vec<i32>,
    /// By role: whether it is royal. Royals count neither as attackers nor for threats.
    royal: Vec<bool>,
    values: Vec<i32>,
    /// By square: the set of the square and its neighbours, in words of 64 squares.
    near: Vec<u64>,
    words: usize,
    /// The weights of attacks and threats, in percent.
    attack: i32,
    threats: i32,
}

/// The activity of one player.
#[derive(Default)]
pub(super) struct Shown {
    moves: i32,
    /// The unweighted score of threats to more valuable pieces.
    threats: i32,
    /// Attacks on squares near the opponent's royal, in halves, and the number of attackers.
    attacks: i32,
    attackers: i32,
    /// The origins already counted as attackers.
    origins: u128,
}

impl Shown {
    /// The strength of the attack on the opponent's royal. It grows quadratically from two attackers on.
    pub fn danger(&self) -> i32 {
        let strength = self.attacks / 2 + ATTACKER * self.attackers;
        match self.attackers + i32::from(self.attacks > 4) {
            0 | 1 => strength * 2,
            _ => (strength * strength * 6 / 5).min(MOST_DANGER),
        }
    }

    /// The bounded threat score.
    pub fn threats(&self) -> i32 {
        self.threats.min(MOST_THREATS)
    }
}

impl Activity {
    /// Creates the tables from each role's average mobility and value.
    pub fn new(variant: &Variant, weights: &Weights, mobility: &[f64], values: &[i32]) -> Self {
        let squares = variant.board.len();
        let each = |(role, &mobility): (usize, &f64)| match weights.role(role).and_then(|role| role.mobility)
        {
            _ if variant.roles[role].royal => 0,
            Some(fitted) => fitted,
            None => (MOBILITY / mobility.max(1.0)).clamp(EACH.0, EACH.1) as i32,
        };
        let words = squares.div_ceil(64);
        let mut near = Vec::new();
        if squares <= MOST_SQUARES && !variant.royals().is_empty() {
            near = vec![0; squares * words];
            for from in variant.board.squares() {
                for to in variant.board.squares() {
                    let by = variant.board.displacement(from, to);
                    if by.0.iter().all(|step| step.unsigned_abs() <= 1) {
                        near[from.index() * words + to.index() / 64] |= 1 << (to.index() % 64);
                    }
                }
            }
        }
        Self {
            moves: mobility.iter().enumerate().map(each).collect(),
            royal: variant.roles.iter().map(|role| role.royal).collect(),
            values: values.to_vec(),
            near,
            words,
            attack: weights.attack.unwrap_or(100),
            threats: weights.threats.unwrap_or(100),
        }
    }

    /// The activity of the player to move, who must not be in check, and of the opponent after a null move.
    pub fn both(&self, board: &mut Board<'_>) -> [Shown; 2] {
        let (turn, opponent) = (board.turn(), board.opponent());
        let mine = self.shown(board, opponent);
        board.position.play_null();
        let theirs = self.shown(board, turn);
        board.position.undo();
        [mine, theirs]
    }

    /// The activity score for the player to move. `middle` is the weight of attacks, in 256ths.
    pub fn difference(&self, mine: &Shown, theirs: &Shown, middle: i32) -> i32 {
        let danger = (mine.danger() - theirs.danger()) * middle / 256 * self.attack / 100;
        let threats = (mine.threats() / 2 - theirs.threats()) * self.threats / 100;
        (mine.moves - theirs.moves) / 16 + danger + threats
    }

    /// The worth of one move of a role, in sixteenths of a hundredth.
    pub fn each(&self, role: usize) -> i32 {
        self.moves.get(role).copied().unwrap_or(0)
    }

    /// The weights of attacks and threats, in percent.
    pub fn shares(&self) -> [i32; 2] {
        [self.attack, self.threats]
    }

    /// The activity of the player to move against an opponent.
    fn shown(&self, board: &Board<'_>, against: PlayerId) -> Shown {
        let royal = board.royal(against).map_or(0, |at| at.index() * self.words);
        let near = self.near.get(royal..royal + self.words).filter(|_| board.royal(against).is_some());
        let near = near.unwrap_or(&[]);
        let prey = board.position.by_player(against);
        let value = |role: usize| self.values.get(role).copied().unwrap_or(0);
        let mut shown = Shown::default();
        board.position.for_each_targets(|targets: Targets<'_>| {
            let Targets { from, role, dropped, count, squares } = targets;
            let close =
                squares.iter().zip(near).map(|(own, near)| (own & near).count_ones()).sum::<u32>() as i32;
            if dropped {
                shown.attacks += close;
                return;
            }
            if self.royal.get(role.index()) != Some(&false) {
                return;
            }
            shown.moves += self.each(role.index()) * count as i32;
            if close > 0 {
                shown.attacks += 2 * close;
                let origin = from.map_or(0, |from| 1 << (from.0 & 127));
                let known = origin & shown.origins != 0;
                shown.attackers += if from.is_none() { close } else { i32::from(!known) };
                shown.origins |= origin;
            }
            let own = value(role.index());
            for square in targets.among(prey.words()) {
                let gain =
                    board.piece_of(board.code(square)).map_or(0, |(_, role)| value(role.index())) - own;
                if gain > 0 {
                    shown.threats += 10 + gain.min(500) / 12;
                }
            }
        });
        shown
    }
}
