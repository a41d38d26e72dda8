//! Mobility of each role by square, and its distance in moves from promotion or a goal.

use crate::geometry::{Square, SquareSet};
use crate::variant::{Effect, Mode, PlayerId, Role, RoleId, Variant};

use super::chance::{FULL, Scene};

/// Distances ignore steps less probable than this.
const LIKELY: f64 = 0.1;

/// The weight of a target: half for a quiet move, half for a capture. Each is divided by the probability that
/// the target allows it.
fn weight(mode: Mode) -> f64 {
    match mode {
        Mode::Move => 0.5 / (1.0 - FULL),
        Mode::Capture => 0.5 / (FULL / 2.0),
        Mode::Both => 1.0 / (1.0 - FULL / 2.0),
    }
}

/// The movements of one player's role on a board about a third full.
pub(super) struct Mobility {
    /// By square: the expected number of weighted targets.
    pub targets: Vec<f64>,
    /// By square: the likely targets of one move, quiet or capture.
    steps: Vec<Vec<Square>>,
    /// By square: the targets of quiet moves, and of captures.
    goes: Vec<Vec<Square>>,
    takes: Vec<Vec<Square>>,
    /// By square: the probability of the best promoting move.
    promoting: Vec<f64>,
}

impl Mobility {
    /// Computes the tables of a role.
    pub fn new(variant: &Variant, player: PlayerId, role: &Role) -> Self {
        let squares = variant.board.len();
        let mut all = Self {
            targets: vec![0.0; squares],
            steps: vec![Vec::new(); squares],
            goes: vec![Vec::new(); squares],
            takes: vec![Vec::new(); squares],
            promoting: vec![0.0; squares],
        };
        for square in variant.board.squares() {
            let scene = Scene::at(variant, player, square);
            for movement in &role.movements {
                let chooses = movement.effects.iter().any(|effect| matches!(effect, Effect::Promote(_)));
                scene.movement(movement, &mut |to, chance| {
                    all.targets[square.index()] += chance * weight(movement.mode);
                    if chance >= LIKELY && to != square {
                        all.steps[square.index()].push(to);
                    }
                    if to != square && movement.mode != Mode::Capture {
                        all.goes[square.index()].push(to);
                    }
                    if to != square && movement.mode != Mode::Move {
                        all.takes[square.index()].push(to);
                    }
                    let promotes = role
                        .promotion
                        .as_ref()
                        .map_or(0.0, |promotion| scene.landing_on(to).all(&promotion.when));
                    let best = &mut all.promoting[square.index()];
                    *best = best.max(chance * if chooses { 1.0 } else { promotes });
                });
            }
            all.steps[square.index()].sort_unstable();
            all.steps[square.index()].dedup();
        }
        all
    }

    /// The average number of targets, over squares with any.
    pub fn average(&self) -> f64 {
        let open: Vec<f64> = self.targets.iter().copied().filter(|&targets| targets > 0.0).collect();
        open.iter().sum::<f64>() / open.len().max(1) as f64
    }

    /// The squares reachable by quiet moves, the given one included.
    pub fn reached(&self, from: Square) -> SquareSet {
        let mut set = SquareSet::new(self.goes.len());
        let mut open = vec![from];
        while let Some(square) = open.pop() {
            if !set.contains(square) {
                set.insert(square);
                open.extend(&self.goes[square.index()]);
            }
        }
        set
    }

    /// The targets of captures from a square.
    pub fn takes(&self, from: Square) -> &[Square] {
        &self.takes[from.index()]
    }

    /// Whether a piece can never return to a square: the steps form no cycle.
    pub fn goes_forward(&self) -> bool {
        let mut entries = vec![0; self.steps.len()];
        self.steps.iter().flatten().for_each(|to| entries[to.index()] += 1);
        let mut open: Vec<usize> = (0..entries.len()).filter(|&square| entries[square] == 0).collect();
        let mut left = 0;
        while let Some(square) = open.pop() {
            left += 1;
            for to in &self.steps[square] {
                entries[to.index()] -= 1;
                if entries[to.index()] == 0 {
                    open.push(to.index());
                }
            }
        }
        left == entries.len()
    }

    /// By square: the number of moves to promotion.
    pub fn to_promotion(&self) -> Vec<Option<u32>> {
        let first = |chance: &f64| (*chance >= LIKELY / 2.0).then_some(1);
        self.spread(self.promoting.iter().map(first).collect())
    }

    /// By square: the number of moves to one of the goal squares.
    pub fn to_squares(&self, goal: &SquareSet) -> Vec<Option<u32>> {
        let there = |index: usize| goal.contains(Square(index as u16)).then_some(0);
        self.spread((0..self.steps.len()).map(there).collect())
    }

    /// Completes distances from the known ones, by breadth-first search.
    fn spread(&self, mut known: Vec<Option<u32>>) -> Vec<Option<u32>> {
        for distance in 0..64 {
            let mut reached = Vec::new();
            for (from, steps) in self.steps.iter().enumerate().filter(|&(from, _)| known[from].is_none()) {
                if steps.iter().any(|to| known[to.index()] == Some(distance)) {
                    reached.push(from);
                }
            }
            if reached.is_empty() && !known.iter().any(|known| known.is_some_and(|known| known > distance)) {
                break;
            }
            reached.into_iter().for_each(|from| known[from] = Some(distance + 1));
        }
        known
    }
}

/// The roles to which a role can promote.
pub(super) fn promotions(role: &Role) -> Vec<RoleId> {
    let chosen = role.movements.iter().flat_map(|movement| &movement.effects);
    let mut roles: Vec<RoleId> =
        role.promotion.iter().flat_map(|promotion| promotion.to.iter().copied()).collect();
    for effect in chosen {
        match effect {
            Effect::Promote(to) => roles.extend(to),
            Effect::Become(to) => roles.push(*to),
            _ => {}
        }
    }
    roles
}
