//! How actively the pieces stand, read from the targets of both players' legal moves: mobility by role, attacks near a royal, threats.

use crate::position::Targets;
use crate::variant::{PlayerId, Variant};

use crate::board::Board;

/// What the moves of a piece of average mobility are worth together, in sixteenths of a hundredth.
const MOBILITY: f64 = 20.0 * 16.0;
/// The bounds of what one move is worth, in sixteenths of a hundredth.
const EACH: (f64, f64) = (16.0, 72.0);
/// What a piece that attacks squares next to a royal counts, an attacked square being 1 and a drop there half of that.
const ATTACKER: i32 = 3;
/// More squares than any board has for which squares near others are noted.
const MOST_SQUARES: usize = 512;
/// What is most that the attack on a royal, and all threats, are worth.
const MOST_DANGER: i32 = 800;
const MOST_THREATS: i32 = 120;

/// The tables of one game.
#[derive(Clone, Debug)]
pub(crate) struct Activity {
    /// By role: what each move is worth, in sixteenths of a hundredth; nothing for royals.
    moves: Vec<i32>,
    /// By role: whether it is royal, and so neither threatens nor attacks.
    royal: Vec<bool>,
    /// By role: its value.
    values: Vec<i32>,
    /// By square: itself and those next to it, in words of 64 squares.
    near: Vec<u64>,
    words: usize,
    /// What attacks and threats are worth, in hundredths.
    attack: i32,
    threats: i32,
}

/// What the moves of one player show.
#[derive(Default)]
pub(super) struct Shown {
    moves: i32,
    /// What threats to more valuable pieces are worth by themselves.
    threats: i32,
    /// Attacks on squares near the opponent's royal, in halves, and the pieces that attack.
    attacks: i32,
    attackers: i32,
    /// The origins among them, so that none counts twice.
    origins: u128,
}

impl Shown {
    /// How strongly the opponent's royal is attacked.
    pub fn danger(&self) -> i32 {
        let strength = self.attacks / 2 + ATTACKER * self.attackers;
        match self.attackers + i32::from(self.attacks > 4) {
            0 | 1 => strength * 2,
            _ => (strength * strength * 6 / 5).min(MOST_DANGER),
        }
    }

    /// What the threats are worth.
    pub fn threats(&self) -> i32 {
        self.threats.min(MOST_THREATS)
    }
}

impl Activity {
    /// From the average mobility and the value of each role.
    pub fn new(variant: &Variant, mobility: &[f64], values: &[i32]) -> Self {
        let squares = variant.board.len();
        let weights = &variant.weights;
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

    /// What the moves of the player to move, who is not in check, and those of the opponent show.
    pub fn both(&self, board: &mut Board<'_>) -> [Shown; 2] {
        let (turn, opponent) = (board.turn(), board.opponent());
        let mine = self.shown(board, opponent);
        board.position.play_null();
        let theirs = self.shown(board, turn);
        board.position.undo();
        [mine, theirs]
    }

    /// What that is worth to the player to move. `middle` is how much attacks count, in 256ths.
    pub fn difference(&self, mine: &Shown, theirs: &Shown, middle: i32) -> i32 {
        let danger = (mine.danger() - theirs.danger()) * middle / 256 * self.attack / 100;
        let threats = (mine.threats() / 2 - theirs.threats()) * self.threats / 100;
        (mine.moves - theirs.moves) / 16 + danger + threats
    }

    /// What one move of a role is worth, in sixteenths.
    pub fn each(&self, role: usize) -> i32 {
        self.moves.get(role).copied().unwrap_or(0)
    }

    /// What attacks and threats are worth, in hundredths of what they are by themselves.
    pub fn shares(&self) -> [i32; 2] {
        [self.attack, self.threats]
    }

    /// What the moves of the player to move show against an opponent.
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
