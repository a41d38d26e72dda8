//! How actively the pieces stand, read from the legal moves of both players: mobility by role, attacks near a royal, threats.

use crate::geometry::Square;
use crate::variant::{Move, Variant};

use super::super::board::Board;

/// What the moves of a piece of average mobility are worth together, in sixteenths of a hundredth.
const MOBILITY: f64 = 20.0 * 16.0;
/// The bounds of what one move is worth, in sixteenths of a hundredth.
const EACH: (f64, f64) = (16.0, 72.0);
/// What a piece that attacks squares next to a royal counts, and what a drop there does, an attacked square being 1.
const ATTACKER: i32 = 3;
/// More squares than any board has for which squares near others are noted.
const MOST_SQUARES: usize = 512;
/// What is most that the attack on a royal, and all threats, are worth.
const MOST_DANGER: i32 = 800;
const MOST_THREATS: i32 = 120;

/// The tables of one game.
#[derive(Clone, Debug)]
pub(in crate::search) struct Activity {
    /// By piece code: what each move is worth, in sixteenths of a hundredth.
    moves: Vec<i32>,
    /// By piece code: the value of the role.
    values: Vec<i32>,
    /// By two squares: whether they are the same or next to each other.
    near: Vec<bool>,
    squares: usize,
}

/// What the moves of one player show.
#[derive(Clone, Copy, Default)]
struct Shown {
    moves: i32,
    threats: i32,
    /// How strongly the opponent's royal is attacked.
    danger: i32,
}

impl Activity {
    /// From the average mobility and the value of each role.
    pub fn new(variant: &Variant, mobility: &[f64], values: &[i32]) -> Self {
        let squares = variant.board.len();
        let each = |role: usize| match variant.roles[role].royal {
            true => 0,
            false => (MOBILITY / mobility[role].max(1.0)).clamp(EACH.0, EACH.1) as i32,
        };
        let by_code = |of: &dyn Fn(usize) -> i32| {
            let owned = (0..variant.players.len()).flat_map(|_| (0..variant.roles.len()).map(of));
            std::iter::once(0).chain(owned).collect::<Vec<_>>()
        };
        let next = |from: Square, to: Square| {
            variant.board.displacement(from, to).0.iter().all(|step| step.unsigned_abs() <= 1)
        };
        let near = match squares <= MOST_SQUARES && !variant.royals().is_empty() {
            true => {
                let row = |from| variant.board.squares().map(move |to| next(from, to));
                variant.board.squares().flat_map(row).collect()
            }
            false => Vec::new(),
        };
        Self { moves: by_code(&each), values: by_code(&|role| values[role]), near, squares }
    }

    /// What the moves of the player to move and those of the opponent are worth to the former. `middle` is how much is left of
    /// the material, in 256ths.
    pub fn difference(&self, board: &Board<'_>, [own, other]: [&[Move]; 2], middle: i32) -> i32 {
        let turn = board.turn();
        let opponent = board.opponent();
        let mine = self.shown(board, own, board.royal(opponent));
        let theirs = self.shown(board, other, board.royal(turn));
        let danger = (mine.danger - theirs.danger) * middle / 256;
        (mine.moves - theirs.moves) / 16 + danger + mine.threats / 2 - theirs.threats
    }

    fn shown(&self, board: &Board<'_>, moves: &[Move], royal: Option<Square>) -> Shown {
        let near = royal.and_then(|at| self.near.get(at.index() * self.squares..)?.get(..self.squares));
        let (mut shown, mut attacks, mut attackers) = (Shown::default(), 0, 0u128);
        let is_near = |square: Square| near.is_some_and(|near| near.get(square.index()) == Some(&true));
        for &m in moves {
            if m.origin().is_none() || m.from == m.to {
                attacks += i32::from(m.drop().is_some() && is_near(m.to));
                continue;
            }
            let code = usize::from(board.code(m.from));
            let each = self.moves.get(code).copied().unwrap_or(0);
            shown.moves += each;
            let prey = usize::from(board.code(m.to));
            if prey != 0 {
                let value = |code: usize| self.values.get(code).copied().unwrap_or(0);
                let gain = value(prey) - value(code);
                if gain > 0 && each > 0 {
                    shown.threats += 10 + gain.min(500) / 12;
                }
            }
            if each > 0 && is_near(m.to) {
                attacks += 2;
                attackers |= 1 << (m.from.0 & 127);
            }
        }
        let strength = attacks / 2 + ATTACKER * attackers.count_ones() as i32;
        shown.danger = match attackers.count_ones() + (attacks > 4) as u32 {
            0 | 1 => strength * 2,
            _ => (strength * strength * 6 / 5).min(MOST_DANGER),
        };
        shown.threats = shown.threats.min(MOST_THREATS);
        shown
    }
}
