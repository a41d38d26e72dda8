//! Numbers moves as actions: one for each origin, target, choice and effect of the rules' movements.

use std::collections::{BTreeMap, BTreeSet};

use crate::geometry::Square;
use crate::position::Position;
use crate::variant::{Effect, Move, Movement, PlayerId, RoleId, Variant, literal};

/// The moves of a game as numbers below [`Actions::len`]. The numbering is the same in every position and every run.
///
/// Chains with the same origin and target differ in their captures. The first of them has the number of the two squares. The
/// others have the [`Actions::FURTHER`] reserved numbers, in order. In the rare positions with more, the last moves have no
/// number.
#[derive(Clone, Debug)]
pub struct Actions {
    /// The index of the first code of each origin.
    starts: Vec<u32>,
    /// Target, choice and way of each action, ascending for each origin.
    codes: Vec<u64>,
    /// By origin and target, one plus the action of the plain move without a choice; 0 if there is none. Empty on large boards.
    plain: Vec<u32>,
    /// Whether moves can share a number.
    chains: bool,
}

/// Larger boards have no table of plain moves, since its size is the square of this number.
const MOST_SQUARES: usize = 1024;

impl Actions {
    /// The number of reserved actions for further chains with the same origin and target.
    pub const FURTHER: usize = 32;

    /// The actions of a game.
    #[must_use]
    pub fn new(variant: &Variant) -> Self {
        let mut found: BTreeSet<(Square, u64)> = BTreeSet::new();
        let everywhere = chosen(variant.hooks().flat_map(|hook| &hook.effects));
        for player in (0..variant.players.len()).map(|index| PlayerId(index as u8)) {
            for (index, role) in variant.roles.iter().enumerate() {
                let promoted = role.promotion.iter().flat_map(|promotion| promotion.to.iter().copied());
                let mut choices: BTreeSet<RoleId> = everywhere.clone();
                choices.extend(promoted);
                let mut reach =
                    Reach { variant, player, movements: &role.movements, further: BTreeMap::new() };
                for square in variant.board.squares() {
                    let dropped = (0..role.drops.len())
                        .map(|way| Move::dropped(RoleId(index as u8), square, way as u16));
                    found.extend(dropped.map(|m| (square, code(m))));
                    for (number, movement) in role.movements.iter().enumerate() {
                        // A movement without effects makes plain moves.
                        let way = if movement.effects.is_empty() { 0 } else { number as u16 + 1 };
                        let own = chosen(&movement.effects);
                        for to in reach.targets(movement, square) {
                            let roles = choices.iter().chain(&own).map(|role| u16::from(role.0) + 1);
                            let one = |choice| match movement.chain {
                                Some(_) => Move::chained(square, to, 0, choice),
                                None => Move { from: square, to, way, choice },
                            };
                            let all = std::iter::once(0).chain(roles);
                            found.extend(all.map(|choice| (square, code(one(choice)))));
                        }
                    }
                }
            }
        }
        let mut starts = vec![0; variant.board.len() + 1];
        for (from, _) in &found {
            if let Some(count) = starts.get_mut(from.index() + 1) {
                *count += 1;
            }
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let squares = variant.board.len();
        let mut plain = vec![0; if squares <= MOST_SQUARES { squares * squares } else { 0 }];
        for (index, &(from, code)) in found.iter().enumerate() {
            let to = (code >> 32) as usize;
            if let Some(slot) = plain.get_mut(from.index() * squares + to).filter(|_| code as u32 == 0) {
                *slot = index as u32 + 1;
            }
        }
        let chains = variant.roles.iter().flat_map(|role| &role.movements).any(|one| one.chain.is_some());
        Self { starts, codes: found.into_iter().map(|(_, code)| code).collect(), plain, chains }
    }

    /// The number of actions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.codes.len() + 1 + Self::FURTHER
    }

    /// Always `false`: every game has an action for a pass.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Calls a function with each legal move of a position and its action.
    ///
    /// `moves` must be all legal moves. They are sorted if the game has chains.
    pub fn each(&self, moves: &mut [Move], mut each: impl FnMut(usize, Move)) {
        // Only chains share a number, so other lists need no sorting.
        if self.chains {
            moves.sort_unstable_by_key(|m| (m.from, m.to, m.choice, m.way));
        }
        let mut further = self.codes.len() + 1;
        let mut last = None;
        for &m in moves.iter() {
            let chain = m.chain().map(|_| (m.from, m.to, m.choice));
            let own = self.place(m).filter(|_| chain.is_none() || last != chain);
            last = chain;
            match own {
                Some(index) => each(index, m),
                None if further < self.len() => {
                    each(further, m);
                    further += 1;
                }
                None => {}
            }
        }
    }

    /// The action of a legal move of a position; `None` if it has none.
    #[must_use]
    pub fn index(&self, position: &Position, m: Move) -> Option<usize> {
        let mut found = None;
        self.each(&mut position.legal_moves(), |index, other| {
            if other == m {
                found = Some(index);
            }
        });
        found
    }

    /// The legal move of an action. `moves` must be all legal moves, as for [`Actions::each`].
    #[must_use]
    pub fn find(&self, moves: &mut [Move], action: usize) -> Option<Move> {
        if let Some(&code) = self.codes.get(action).filter(|_| !self.chains) {
            let from = self.starts.partition_point(|&start| start as usize <= action).checked_sub(1)?;
            let (to, choice, way) = (Square((code >> 32) as u16), (code >> 16) as u16, code as u16);
            let m = Move { from: Square(from as u16), to, way, choice };
            return moves.contains(&m).then_some(m);
        }
        let mut found = None;
        self.each(moves, |index, m| {
            if index == action {
                found = Some(m);
            }
        });
        found
    }

    /// The action of a move; for a chain, that of the first one.
    #[inline]
    fn place(&self, m: Move) -> Option<usize> {
        if m.is_pass() {
            return Some(self.codes.len());
        }
        if m.way == 0 && m.choice == 0 && !self.plain.is_empty() {
            let at = m.from.index() * (self.starts.len() - 1) + m.to.index();
            return self.plain.get(at)?.checked_sub(1).map(|index| index as usize);
        }
        let (start, end) = (*self.starts.get(m.from.index())?, *self.starts.get(m.from.index() + 1)?);
        let codes = self.codes.get(start as usize..end as usize)?;
        let at = codes.binary_search(&code(m)).ok()?;
        Some(start as usize + at)
    }
}

/// Target, choice and way in one number. All chains with the same squares have the code of the first.
fn code(m: Move) -> u64 {
    let way = m.chain().map_or(m.way, |_| Move::chained(m.from, m.to, 0, m.choice).way);
    u64::from(m.to.0) << 32 | u64::from(m.choice) << 16 | u64::from(way)
}

/// The roles that the mover may choose in some effects.
fn chosen<'a>(effects: impl IntoIterator<Item = &'a Effect>) -> BTreeSet<RoleId> {
    let mut roles = BTreeSet::new();
    for effect in effects {
        if let Effect::Promote(to) | Effect::Drop(to, _) = effect {
            roles.extend(to.iter().copied());
        }
    }
    roles
}

/// The possible targets of a player's role, in any position.
struct Reach<'a> {
    variant: &'a Variant,
    player: PlayerId,
    movements: &'a [Movement],
    /// By chain and square: where one more repetition leads.
    further: BTreeMap<(u16, Square), BTreeSet<Square>>,
}

impl Reach<'_> {
    fn once(&self, movement: &Movement, from: Square) -> BTreeSet<Square> {
        let routes = literal::routes(self.variant, self.player, movement, from);
        routes.iter().map(literal::Route::to).collect()
    }

    /// The targets of a movement from a square; for a chain, with all repetitions.
    fn targets(&mut self, movement: &Movement, from: Square) -> BTreeSet<Square> {
        let mut reached = self.once(movement, from);
        let Some(chain) = movement.chain else { return reached };
        let mut open: Vec<Square> = reached.iter().copied().collect();
        while let Some(square) = open.pop() {
            if !self.further.contains_key(&(chain, square)) {
                let same = self.movements.iter().filter(|other| other.chain == Some(chain));
                let further = same.flat_map(|next| self.once(next, square)).collect();
                self.further.insert((chain, square), further);
            }
            let further = self.further.get(&(chain, square)).into_iter().flatten();
            open.extend(further.filter(|&&to| reached.insert(to)));
        }
        reached
    }
}
