//! What happens when a move is played: capture, displacement, effects, hooks, and what they cost in rights.

use crate::geometry::Square;
use crate::variant::{Effect, Hook, Mode, Move, Movement, Piece, PlayerId, Scene, Setup, Variant};

use super::predicate::{Attempt, Depth, Spot};
use super::route::{Route, route_at};
use super::{Truth, has_hooks, routes};

/// A move's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The position after the move.
    pub setup: Setup,
    /// The pieces that are no longer on the board, in the order in which they went, and where they stood then.
    pub taken: Vec<(Square, Piece)>,
    /// For each of these where it stood before the move; those that the move itself had put on the board are left out.
    pub removed: Vec<Square>,
    /// Every square that something left, came to, or changed on.
    pub touched: Vec<Square>,
    /// Where the moved piece stands now; `None` if the move removed it.
    pub stands: Option<Square>,
    /// The movement that the move followed: an index into the role's movements. `None` if nothing depended on which
    /// it was.
    pub movement: Option<usize>,
}

/// Plays a move that [`pseudo_legal`](super::pseudo_legal) lists. Any other move has some result too: what stands on
/// the target is taken and the piece goes there.
pub fn apply(variant: &Variant, setup: &Setup, m: Move) -> Applied {
    apply_at(variant, setup, m, Depth::Move)
}

pub(crate) fn apply_at(variant: &Variant, setup: &Setup, m: Move, depth: Depth) -> Applied {
    apply_with(variant, setup, m, depth, true)
}

/// An imagined reply without the hooks that follow it.
pub(crate) fn apply_bare(variant: &Variant, setup: &Setup, m: Move) -> Applied {
    apply_with(variant, setup, m, Depth::Reply, false)
}

fn apply_with(variant: &Variant, setup: &Setup, m: Move, depth: Depth, hooks: bool) -> Applied {
    let squares = variant.board.len();
    let mover = setup.piece(m.from).filter(|_| setup.squares.len() == squares && m.to.index() < squares);
    let Some(piece) = mover else {
        let mut play = Play::new(variant, setup, variant.mover(setup.turn), m);
        play.pass_turn(false);
        return play.done(None);
    };
    let hooked = hooks && has_hooks(variant, piece);
    let found = movement_of(variant, setup, piece, m, depth, hooked);
    // A plain move whose movement does not matter still travels: as one leg from origin to target.
    let plain =
        Movement { mode: Mode::Both, legs: Vec::new(), effects: Vec::new(), alternative: 0, name: None };
    let direct = Route::direct(m.from, m.to);
    let (movement, route) =
        found.as_ref().map_or((&plain, &direct), |(_, movement, route)| (*movement, route));
    let attempt = Attempt::new(variant, setup, movement, route, m, depth);
    let spot = attempt.whole_move();
    let role = variant.role(piece.role);
    let ready = |hooks: &'_ [Hook]| -> Vec<Vec<Effect>> {
        if !hooked {
            return Vec::new();
        }
        let last = attempt.whole_move();
        let holds = |hook: &&Hook| attempt.conjunction(&hook.guards, &last) != Truth::False;
        hooks.iter().filter(holds).map(|hook| hook.effects.clone()).collect()
    };
    let after_move = [ready(&role.after_move), ready(&variant.after_move)].concat();
    let after_capture = [ready(&role.after_capture), ready(&variant.after_capture)].concat();

    let mut play = Play::new(variant, setup, piece.player, m);
    play.travel(movement.mode != Mode::Move || movement.effects.is_empty());
    if !movement.effects.iter().any(|effect| matches!(effect, Effect::Promote(_))) {
        play.become_chosen();
    }
    movement.effects.iter().for_each(|effect| play.effect(effect, &attempt, &spot));
    let captured = play.captured();
    after_move.iter().flatten().for_each(|effect| play.effect(effect, &attempt, &spot));
    if captured {
        after_capture.iter().flatten().for_each(|effect| play.effect(effect, &attempt, &spot));
    }
    play.settle_rights(piece);
    let quiet = variant.ending.quiet.as_ref().is_none_or(|quiet| !quiet.reset_by.contains(piece.role));
    let progress = play.captured() || !quiet;
    play.pass_turn(progress);
    play.done(found.map(|(index, ..)| index))
}

/// The movement and route that a move follows. A plain move without hooks to see it needs none.
fn movement_of<'a>(
    variant: &'a Variant,
    setup: &Setup,
    piece: Piece,
    m: Move,
    depth: Depth,
    hooked: bool,
) -> Option<(usize, &'a Movement, Route)> {
    let role = variant.role(piece.role);
    if let Some(index) = m.way.checked_sub(1) {
        let movement = role.movements.get(usize::from(index))?;
        return route_at(variant, setup, movement, m, depth)
            .map(|route| (usize::from(index), movement, route));
    }
    if !hooked {
        return None;
    }
    let plain = role.movements.iter().enumerate().filter(|(_, movement)| movement.effects.is_empty());
    plain.into_iter().find_map(|(index, movement)| {
        let allowed = |route: &Route| {
            route.to() == m.to && Attempt::new(variant, setup, movement, route, m, depth).allowed()
        };
        let route = routes(variant, piece.player, movement, m.from).into_iter().find(allowed)?;
        Some((index, movement, route))
    })
}

/// A move in the middle of happening.
struct Play<'a> {
    variant: &'a Variant,
    before: &'a Setup,
    after: Setup,
    mover: PlayerId,
    m: Move,
    taken: Vec<(Square, Piece)>,
    removed: Vec<Square>,
    touched: Vec<Square>,
    /// For each square where the piece on it stood before the move; `None` for one that the move put there.
    origins: Vec<Option<Square>>,
    /// Pieces that changed place or owner besides the moved one.
    displaced: Vec<Piece>,
    /// Where the moved piece stands.
    stands: Option<Square>,
}

impl<'a> Play<'a> {
    fn new(variant: &'a Variant, before: &'a Setup, mover: PlayerId, m: Move) -> Self {
        let mut after = before.clone();
        after.marks.clear();
        after.marker = None;
        let stands = Some(m.from);
        let origins = variant.board.squares().map(Some).collect();
        let (taken, removed, touched, displaced) = (vec![], vec![], vec![], vec![]);
        Self { variant, before, after, mover, m, taken, removed, touched, origins, displaced, stands }
    }

    fn touch(&mut self, square: Square) {
        if !self.touched.contains(&square) {
            self.touched.push(square);
        }
    }

    /// Takes whatever stands on a square off the board.
    fn remove(&mut self, square: Square) {
        if let Some(piece) = self.after.squares[square.index()].take() {
            self.taken.push((square, piece));
            self.removed.extend(self.origins[square.index()]);
            self.touch(square);
            if self.stands == Some(square) {
                self.stands = None;
            }
        }
    }

    /// Capture and displacement.
    fn travel(&mut self, captures: bool) {
        let (from, to) = (self.m.from, self.m.to);
        if captures && from != to {
            self.remove(to);
        }
        let piece = self.after.squares[from.index()].take();
        self.after.squares[to.index()] = piece;
        self.origins[to.index()] = self.origins[from.index()];
        self.stands = Some(to);
        self.touch(from);
        self.touch(to);
    }

    fn become_role(&mut self, role: crate::variant::RoleId) {
        if let Some(square) = self.stands {
            self.after.squares[square.index()] = Some(Piece { player: self.mover, role });
        }
    }

    fn become_chosen(&mut self) {
        let known = |role: &crate::variant::RoleId| role.index() < self.variant.roles.len();
        if let Some(role) = self.m.promotion().filter(known) {
            self.become_role(role);
        }
    }

    fn effect(&mut self, effect: &Effect, attempt: &Attempt<'_>, spot: &Spot<'_>) {
        match effect {
            Effect::Take(place, filter) => {
                // The board as it is now, everything else as it was before the move.
                let board = Setup { squares: self.after.squares.clone(), ..self.before.clone() };
                let now = attempt.on(&board);
                let mut squares = attempt.squares(place, spot);
                squares.retain(|&square| board.piece(square).is_some() && now.accepts(filter, spot, square));
                squares.into_iter().for_each(|square| self.remove(square));
            }
            Effect::Shift(a, b) => {
                if let (Some(a), Some(b)) = (attempt.square(a, spot), attempt.square(b, spot)) {
                    self.shift(a, b);
                }
            }
            Effect::Mark(place) => {
                for square in attempt.squares(place, spot) {
                    self.after.marks.insert(square);
                }
            }
            Effect::TakeMarker => {
                if let Some(square) = self.before.marker {
                    self.remove(square);
                }
            }
            Effect::Promote(_) => self.become_chosen(),
            Effect::Become(role) => self.become_role(*role),
            Effect::Put(role, place) => {
                for square in attempt.squares(place, spot) {
                    self.remove(square);
                    self.after.squares[square.index()] = Some(Piece { player: self.mover, role: *role });
                    self.origins[square.index()] = None;
                    self.touch(square);
                }
            }
            Effect::Flip(place) => {
                for square in attempt.squares(place, spot) {
                    self.flip(square);
                }
            }
            Effect::ToHand(place) => {
                for square in attempt.squares(place, spot) {
                    self.remove(square);
                }
            }
            Effect::Native(index) => self.native(usize::from(*index)),
        }
    }

    fn shift(&mut self, a: Square, b: Square) {
        let Some(piece) = self.after.piece(a).filter(|_| a != b) else { return };
        self.remove(b);
        self.after.squares[a.index()] = None;
        self.after.squares[b.index()] = Some(piece);
        self.origins[b.index()] = self.origins[a.index()];
        if self.stands == Some(a) {
            self.stands = Some(b);
        }
        self.displaced.push(piece);
        self.touch(a);
        self.touch(b);
    }

    fn flip(&mut self, square: Square) {
        let Some(piece) = self.after.piece(square) else { return };
        let player = if piece.player == self.mover { self.opponent() } else { self.mover };
        self.after.squares[square.index()] = Some(Piece { player, ..piece });
        self.displaced.push(piece);
        self.touch(square);
    }

    /// The other player whose turn comes next.
    fn opponent(&self) -> PlayerId {
        let turns = self.variant.turns.len();
        let next =
            (1..turns).map(|n| self.variant.mover(((usize::from(self.before.turn) + n) % turns) as u16));
        next.into_iter().find(|&player| player != self.mover).unwrap_or(self.mover)
    }

    fn native(&mut self, index: usize) {
        let Some(native) = self.variant.native_effects.get(index) else { return };
        let (from, to) = (self.m.from, self.m.to);
        let (variant, mover) = (self.variant, self.mover);
        let scene = Scene { variant, setup: &self.after, mover, from, to, here: to };
        for (square, piece) in (native.change)(&scene) {
            if square.index() < self.after.squares.len() {
                self.remove(square);
                self.after.squares[square.index()] = piece;
                self.origins[square.index()] = None;
                self.touch(square);
            }
        }
    }

    /// Whether anything of an opponent's has been removed.
    fn captured(&self) -> bool {
        self.taken.iter().any(|(_, piece)| piece.player != self.mover)
    }

    fn settle_rights(&mut self, moved: Piece) {
        for &square in &self.touched {
            self.after.undisturbed.remove(square);
        }
        let gone: Vec<Piece> = self
            .taken
            .iter()
            .map(|&(_, piece)| piece)
            .chain(self.displaced.iter().copied())
            .chain([moved])
            .collect();
        for (bit, slot) in self.variant.right_slots.iter().enumerate().take(64) {
            let with = self.variant.rights.get(usize::from(slot.right.0)).map(|right| right.lost_with);
            let lost = gone.iter().any(|piece| {
                piece.player == slot.player && with.is_some_and(|roles| roles.contains(piece.role))
            });
            if lost || self.touched.iter().any(|&square| slot.squares.contains(square)) {
                self.after.rights &= !(1 << bit);
            }
        }
        self.after.marker = if self.after.marks.is_empty() { None } else { self.stands };
    }

    fn pass_turn(&mut self, progress: bool) {
        self.after.quiet_plies = if progress { 0 } else { self.after.quiet_plies.saturating_add(1) };
        self.after.turn = self.variant.next_turn(self.before.turn);
        if self.after.turn == 0 {
            self.after.full_moves = self.after.full_moves.saturating_add(1);
        }
    }

    fn done(self, movement: Option<usize>) -> Applied {
        Applied {
            setup: self.after,
            taken: self.taken,
            removed: self.removed,
            touched: self.touched,
            stands: self.stands,
            movement,
        }
    }
}
