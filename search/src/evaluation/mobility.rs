//! Where pieces go: the mobility of each role on each square, and how many moves it is away from promotion or a goal.

use crate::geometry::{Square, SquareSet};
use crate::variant::{Effect, Mode, PlayerId, Role, RoleId, Variant};

use super::chance::{FULL, Scene};

/// A step that a piece is likely enough to find open, of those that lead it somewhere.
const LIKELY: f64 = 0.1;

/// What a target counts, by what a movement can do there: half for going there, half for taking there, if nothing is in the way.
fn weight(mode: Mode) -> f64 {
    match mode {
        Mode::Move => 0.5 / (1.0 - FULL),
        Mode::Capture => 0.5 / (FULL / 2.0),
        Mode::Both => 1.0 / (1.0 - FULL / 2.0),
    }
}

/// The movements of one role of one player on a board about a third full.
pub(super) struct Mobility {
    /// How many targets a piece has on each square, by chance.
    pub targets: Vec<f64>,
    /// The squares that a piece reaches in one move from each square, with or without taking.
    steps: Vec<Vec<Square>>,
    /// Those where it goes without taking, and those where it takes.
    goes: Vec<Vec<Square>>,
    takes: Vec<Vec<Square>>,
    /// The squares from which a move can promote, and how likely the best of these moves is.
    promoting: Vec<f64>,
}

impl Mobility {
    /// Of a role.
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

    /// The average number of targets of the squares from which there are any.
    pub fn average(&self) -> f64 {
        let open: Vec<f64> = self.targets.iter().copied().filter(|&targets| targets > 0.0).collect();
        open.iter().sum::<f64>() / open.len().max(1) as f64
    }

    /// The squares that a piece comes to without taking, that where it stands among them.
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

    /// The squares where a piece takes.
    pub fn takes(&self, from: Square) -> &[Square] {
        &self.takes[from.index()]
    }

    /// Whether a piece never comes back to a square that it has left.
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

    /// How many moves a piece needs to promote, by the square that it stands on.
    pub fn to_promotion(&self) -> Vec<Option<u32>> {
        let first = |chance: &f64| (*chance >= LIKELY / 2.0).then_some(1);
        self.spread(self.promoting.iter().map(first).collect())
    }

    /// How many moves a piece needs to come to one of some squares.
    pub fn to_squares(&self, goal: &SquareSet) -> Vec<Option<u32>> {
        let there = |index: usize| goal.contains(Square(index as u16)).then_some(0);
        self.spread((0..self.steps.len()).map(there).collect())
    }

    /// The distances of all squares, those of some being known.
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

/// The roles that a role may be promoted to.
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
