//! Making a move: capture, displacement, effects, hooks, lost rights and the next turn.

use crate::geometry::Square;
use crate::variant::{
    CounterId, Effect, Hook, Mode, Move, Movement, Piece, Place, PlayerId, Revert, RightId, RoleId, Scene,
    Setup, Taken, Variant,
};

use super::chain::{Known, chain_of};
use super::count::counted;
use super::predicate::{Attempt, Depth, Spot};
use super::route::{Route, route_at};
use super::sides::{settle, strike_royalless};
use super::turn::{STILL, actor};
use super::{Truth, has_hooks, routes};

/// The result of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The position after the move.
    pub setup: Setup,
    /// The removed pieces in the order of removal, each with its square at that moment.
    pub taken: Vec<(Square, Piece)>,
    /// The squares of the removed pieces before the move. Pieces that the move itself placed on the board
    /// have none.
    pub removed: Vec<Square>,
    /// All squares that a piece left or reached, or that changed otherwise.
    pub touched: Vec<Square>,
    /// The square of the moved piece; `None` if the move removed it.
    pub stands: Option<Square>,
    /// The movement: an index into the role's movements. `None` if the result does not depend on it.
    pub movement: Option<usize>,
}

/// Makes a legal move, or lets a player [leave](Move::leaving). With more than two players, players who have
/// lost are eliminated.
pub fn play(variant: &Variant, setup: &Setup, m: Move) -> Setup {
    let mut after = apply(variant, setup, m).setup;
    if m.is_leaving() {
        after.strike_out(variant, variant.mover(setup.turn));
        after.skip_out(variant);
    }
    settle(variant, &mut after);
    if !variant.ending.counting.is_empty() {
        (after.count, after.quiet_plies) = counted(variant, setup, &after);
    }
    after
}

/// Makes a move that [`pseudo_legal`](super::pseudo_legal) lists. Other moves capture on the target and move
/// the piece there.
///
/// With more than two players, players without a royal are eliminated. Whether the next player has a move is
/// not tested.
pub fn apply(variant: &Variant, setup: &Setup, m: Move) -> Applied {
    apply_at(variant, setup, m, Depth::Move)
}

/// Makes each of some moves as [`apply`] does. The chains of a piece are searched once for all moves of it that are
/// adjacent.
pub fn apply_each<'a>(
    variant: &'a Variant,
    setup: &'a Setup,
    moves: impl IntoIterator<Item = Move> + 'a,
) -> impl Iterator<Item = Applied> + 'a {
    let mut known = Known::new(variant, setup);
    moves.into_iter().map(move |m| match known.of(m).zip(mover(variant, setup, m)) {
        Some(((index, route), piece)) => {
            let movement = &variant.role(piece.role).movements[index];
            let hooks = Some(Depth::Move);
            apply_route(variant, setup, m, (Some(index), movement, route), Depth::Move, hooks)
        }
        None => apply(variant, setup, m),
    })
}

pub(crate) fn apply_at(variant: &Variant, setup: &Setup, m: Move, depth: Depth) -> Applied {
    apply_with(variant, setup, m, depth, true)
}

/// Makes a reply without hooks.
pub(crate) fn apply_bare(variant: &Variant, setup: &Setup, m: Move) -> Applied {
    apply_with(variant, setup, m, Depth::Reply, false)
}

fn apply_with(variant: &Variant, setup: &Setup, m: Move, depth: Depth, hooks: bool) -> Applied {
    let found = mover(variant, setup, m).filter(|_| m.drop().is_none()).and_then(|piece| {
        let hooked = hooks && has_hooks(variant, piece);
        movement_of(variant, setup, piece, m, depth, hooked)
    });
    // A plain move without hooks has no known movement. It travels as one leg from origin to target.
    let direct = Route::direct(m.from, m.to);
    let taken = match &found {
        Some((index, movement, route)) => (Some(*index), *movement, route),
        None => (None, &STILL, &direct),
    };
    apply_route(variant, setup, m, taken, depth, hooks.then_some(depth))
}

/// The moving piece: the piece on the origin, or the dropped piece.
pub(super) fn mover(variant: &Variant, setup: &Setup, m: Move) -> Option<Piece> {
    let squares = variant.board.len();
    let known = setup.squares.len() == squares && m.to.index() < squares;
    let piece = match m.drop() {
        Some(role) => Some(variant.piece(variant.mover(setup.turn), role)),
        None => m.origin().and_then(|from| setup.piece(from)),
    };
    piece.filter(|piece| known && piece.role.index() < variant.roles.len())
}

/// Like [`apply_at`], for a known movement and route. Hooks are omitted, or their conditions have a depth of
/// their own.
pub(crate) fn apply_route(
    variant: &Variant,
    setup: &Setup,
    m: Move,
    (index, movement, route): (Option<usize>, &Movement, &Route),
    depth: Depth,
    hooks: Option<Depth>,
) -> Applied {
    let Some(piece) = mover(variant, setup, m) else {
        let mut play = Play::new(variant, setup, variant.mover(setup.turn), m);
        play.pass_turn(false);
        return play.done(None);
    };
    let asked = hooks.filter(|_| has_hooks(variant, piece));
    let attempt = Attempt::new(variant, setup, movement, route, m, depth);
    let spot = attempt.whole_move();
    let role = variant.role(piece.role);
    let ready = |hooks: &'_ [Hook]| -> Vec<Vec<Effect>> {
        let Some(depth) = asked else { return Vec::new() };
        let attempt = Attempt::new(variant, setup, movement, route, m, depth);
        let last = attempt.whole_move();
        let holds = |hook: &&Hook| attempt.conjunction(&hook.guards, &last) != Truth::False;
        hooks.iter().filter(holds).map(|hook| hook.effects.clone()).collect()
    };
    let after_move = [ready(&role.after_move), ready(&variant.after_move)].concat();
    let after_capture = [ready(&role.after_capture), ready(&variant.after_capture)].concat();

    let mut play = Play::new(variant, setup, attempt.mover(), m);
    let dropped = m.drop().and_then(|_| role.drops.get(m.drop_way()));
    let effects = dropped.map_or(&movement.effects, |drop| &drop.effects);
    if m.drop().is_some() {
        play.come_from_hand(piece, m.to);
    } else {
        play.travel(movement.mode != Mode::Move || movement.effects.is_empty());
    }
    if !effects.iter().any(|effect| matches!(effect, Effect::Promote(_) | Effect::Drop(..))) {
        play.become_chosen();
    }
    match &route.links {
        Some(links) => links.taken.iter().for_each(|&square| play.remove(square)),
        None => effects.iter().for_each(|effect| play.effect(effect, &attempt, &spot)),
    }
    let captured = play.captured();
    after_move.iter().flatten().for_each(|effect| play.effect(effect, &attempt, &spot));
    if captured {
        after_capture.iter().flatten().for_each(|effect| play.effect(effect, &attempt, &spot));
    }
    play.settle_rights(piece);
    let quiet = variant.ending.quiet.as_ref().is_none_or(|quiet| !quiet.reset_by.contains(piece.role));
    let progress = play.captured() || !quiet;
    play.pass_turn(progress);
    play.done(index)
}

/// The movement and route of a move. `None` for a plain move without hooks, which does not need them.
pub(super) fn movement_of<'a>(
    variant: &'a Variant,
    setup: &Setup,
    piece: Piece,
    m: Move,
    depth: Depth,
    hooked: bool,
) -> Option<(usize, &'a Movement, Route)> {
    let role = variant.role(piece.role);
    if m.chain().is_some() {
        let (index, route) = chain_of(variant, setup, m)?;
        return Some((index, role.movements.get(index)?, route));
    }
    if let Some(index) = m.movement() {
        let movement = role.movements.get(index)?;
        return route_at(variant, setup, movement, m, depth).map(|route| (index, movement, route));
    }
    if !hooked {
        return None;
    }
    let plain = role.movements.iter().enumerate().filter(|(_, movement)| movement.effects.is_empty());
    plain.into_iter().find_map(|(index, movement)| {
        let allowed = |route: &Route| {
            route.to() == m.to && Attempt::new(variant, setup, movement, route, m, depth).allowed()
        };
        let player = actor(variant, setup, piece);
        let route = routes(variant, player, movement, m.from).into_iter().find(allowed)?;
        Some((index, movement, route))
    })
}

/// A move being made.
struct Play<'a> {
    variant: &'a Variant,
    before: &'a Setup,
    after: Setup,
    mover: PlayerId,
    m: Move,
    taken: Vec<(Square, Piece)>,
    removed: Vec<Square>,
    touched: Vec<Square>,
    /// For each square, the square of its piece before the move; `None` for a piece that the move placed.
    origins: Vec<Option<Square>>,
    /// Pieces other than the moved one that changed their square or owner.
    displaced: Vec<Piece>,
    /// The square of the moved piece.
    stands: Option<Square>,
    /// Rights gained (`true`) and lost. Applied last, after all rights lost by disturbed squares.
    granted: Vec<(RightId, Option<Square>, bool)>,
    /// Whether the mover has another move.
    again: bool,
    /// The squares marked by this move.
    marked: Vec<Square>,
    /// Whether the opponents' marks are kept.
    keeps: bool,
}

impl<'a> Play<'a> {
    fn new(variant: &'a Variant, before: &'a Setup, mover: PlayerId, m: Move) -> Self {
        let after = before.clone();
        let stands = Some(m.from);
        let origins = variant.board.squares().map(Some).collect();
        let (taken, removed, touched, displaced) = (vec![], vec![], vec![], vec![]);
        let granted = Vec::new();
        Self {
            variant,
            before,
            after,
            mover,
            m,
            taken,
            removed,
            touched,
            origins,
            displaced,
            stands,
            granted,
            again: false,
            marked: Vec::new(),
            keeps: false,
        }
    }

    fn touch(&mut self, square: Square) {
        if !self.touched.contains(&square) {
            self.touched.push(square);
        }
    }

    /// Removes the piece on a square from the board, into a hand if the rules say so. Only an opponent's piece
    /// is captured: any other leaves the game.
    fn remove(&mut self, square: Square) {
        if let Some(piece) = self.pick_up(square) {
            let captured = self.variant.opposes(self.before, piece.0, self.mover);
            let owner = match self.variant.hand.and_then(|hand| hand.taken).filter(|_| captured) {
                Some(Taken::Taker) => Some(self.mover),
                Some(Taken::Owner) => Some(piece.0.player).filter(|&owner| !self.before.out.contains(owner)),
                None => None,
            };
            if let Some(owner) = owner {
                self.receive(owner, piece);
            }
            let piece = piece.0;
            self.taken.push((square, piece));
            self.removed.extend(self.origins[square.index()]);
            self.touch(square);
            if self.stands == Some(square) {
                self.stands = None;
            }
        }
    }

    /// Lifts the piece on a square. The flag says whether it is flagged as promoted.
    fn pick_up(&mut self, square: Square) -> Option<(Piece, bool)> {
        let piece = self.after.squares[square.index()].take()?;
        let promoted = self.after.promoted.contains(square);
        self.after.promoted.remove(square);
        Some((piece, promoted))
    }

    /// Places a lifted piece.
    fn set_down(&mut self, square: Square, (piece, promoted): (Piece, bool)) {
        self.after.squares[square.index()] = Some(piece);
        if promoted {
            self.after.promoted.insert(square);
        } else {
            self.after.promoted.remove(square);
        }
    }

    /// Adds a lifted piece to a hand, reverted to its unpromoted role if the rules say so.
    fn receive(&mut self, owner: PlayerId, (piece, promoted): (Piece, bool)) {
        // Neutral pieces do not go to a hand.
        let Some(hand) = self.variant.hand.filter(|_| !piece.is_neutral()) else { return };
        let reverts = match hand.revert {
            Revert::Role => true,
            Revert::Mark => promoted,
            Revert::Never => false,
        };
        let before = self.variant.role(piece.role).reverts.filter(|_| reverts);
        let slot = owner.index() * self.variant.roles.len() + before.unwrap_or(piece.role).index();
        if let Some(held) = self.after.hands.get_mut(slot) {
            *held = held.saturating_add(1);
        }
    }

    /// Drops a piece of the mover on a square and removes the piece that stands there.
    fn come_from_hand(&mut self, piece: Piece, to: Square) {
        self.remove(to);
        let slot = self.mover.index() * self.variant.roles.len() + piece.role.index();
        if !self.variant.role(piece.role).supply
            && let Some(held) = self.after.hands.get_mut(slot)
        {
            *held = held.saturating_sub(1);
        }
        self.set_down(to, (piece, false));
        self.origins[to.index()] = None;
        self.touch(to);
        if self.m.drop().is_some() && to == self.m.to {
            self.stands = Some(to);
        }
    }

    /// Captures on the target and moves the piece.
    fn travel(&mut self, captures: bool) {
        let (from, to) = (self.m.from, self.m.to);
        if captures && from != to {
            self.remove(to);
        }
        if let Some(piece) = self.pick_up(from) {
            self.set_down(to, piece);
        }
        self.origins[to.index()] = self.origins[from.index()];
        self.stands = Some(to);
        self.touch(from);
        self.touch(to);
    }

    fn become_role(&mut self, role: RoleId) {
        if let Some(square) = self.stands {
            let marked = self.variant.hand.is_some_and(|hand| hand.revert == Revert::Mark);
            self.set_down(square, (self.variant.piece(self.mover, role), marked));
        }
    }

    fn become_chosen(&mut self) {
        let known = |role: &RoleId| role.index() < self.variant.roles.len();
        if let Some(role) = self.m.promotion().filter(known) {
            self.become_role(role);
        }
    }

    fn effect(&mut self, effect: &Effect, attempt: &Attempt<'_>, spot: &Spot<'_>) {
        match effect {
            Effect::Take(place, filter) => {
                // Filters read the present board, but the rest of the state as before the move.
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
                self.marked.extend(attempt.squares(place, spot));
            }
            Effect::TakeMarker => {
                if let Some(square) = self.variant.marker_taken(self.before, self.mover, self.m.to) {
                    self.remove(square);
                }
            }
            Effect::KeepMarks => self.keeps = true,
            Effect::Promote(_) => self.become_chosen(),
            Effect::Become(role) => self.become_role(*role),
            Effect::Put(role, place) => {
                for square in attempt.squares(place, spot) {
                    self.remove(square);
                    self.set_down(square, (self.variant.piece(self.mover, *role), false));
                    self.origins[square.index()] = None;
                    self.touch(square);
                }
            }
            Effect::Flip(place, filter) => {
                let board = Setup { squares: self.after.squares.clone(), ..self.before.clone() };
                let now = attempt.on(&board);
                let mut squares = now.squares(place, spot);
                squares.retain(|&square| board.piece(square).is_some() && now.accepts(filter, spot, square));
                for square in squares {
                    self.flip(square);
                }
            }
            Effect::ToHand(place) => {
                for square in attempt.squares(place, spot) {
                    let there = self.pick_up(square);
                    if let Some(piece) = there {
                        self.set_down(square, piece);
                        // [`Play::remove`] may send the piece to a hand, too. Restore the hands, then add it
                        // to the mover's hand.
                        let hands = self.after.hands.clone();
                        self.remove(square);
                        self.after.hands = hands;
                        self.receive(self.mover, piece);
                    }
                }
            }
            Effect::Drop(_, place) => {
                let role = self.m.choice.checked_sub(1).map(|role| RoleId(role as u8));
                let known = role.filter(|role| role.index() < self.variant.roles.len());
                if let (Some(role), Some(square)) = (known, attempt.square(place, spot)) {
                    self.come_from_hand(self.variant.piece(self.mover, role), square);
                }
            }
            Effect::Add(counter, by) => {
                if let Some(value) = self.counter(*counter) {
                    *value = value.saturating_add(*by);
                }
            }
            Effect::Set(counter, to) => {
                if let Some(value) = self.counter(*counter) {
                    *value = *to;
                }
            }
            Effect::Copy(counter, other) => {
                if let Some(to) = self.counter(*other).map(|value| *value)
                    && let Some(value) = self.counter(*counter)
                {
                    *value = to;
                }
            }
            Effect::Gain(right, place) => self.grant(*right, place.as_ref(), true, attempt, spot),
            Effect::Lose(right, place) => self.grant(*right, place.as_ref(), false, attempt, spot),
            Effect::Again => self.again = true,
            Effect::Native(index) => self.native(usize::from(*index)),
        }
    }

    /// Records a gained or lost right.
    fn grant(
        &mut self,
        right: RightId,
        place: Option<&Place>,
        gain: bool,
        attempt: &Attempt<'_>,
        spot: &Spot<'_>,
    ) {
        let square = place.map(|place| attempt.square(place, spot));
        // A square off the board has no right.
        if square != Some(None) {
            self.granted.push((right, square.flatten(), gain));
        }
    }

    /// The mover's value of a counter.
    fn counter(&mut self, counter: CounterId) -> Option<&mut i16> {
        let slot = self.variant.counter_slot(counter, self.mover);
        self.after.counters.get_mut(slot)
    }

    fn shift(&mut self, a: Square, b: Square) {
        let Some(piece) = self.after.piece(a).filter(|_| a != b) else { return };
        self.remove(b);
        if let Some(held) = self.pick_up(a) {
            self.set_down(b, held);
        }
        self.origins[b.index()] = self.origins[a.index()];
        if self.stands == Some(a) {
            self.stands = Some(b);
        }
        self.displaced.push(piece);
        self.touch(a);
        self.touch(b);
    }

    fn flip(&mut self, square: Square) {
        let Some(piece) = self.after.piece(square).filter(|piece| !piece.is_neutral()) else { return };
        let own = self.variant.allied(&self.after, piece, self.mover);
        let player = if own { self.opponent() } else { self.mover };
        self.after.squares[square.index()] = Some(Piece { player, ..piece });
        self.displaced.push(piece);
        self.touch(square);
    }

    /// The opponent who moves next.
    fn opponent(&self) -> PlayerId {
        let opponents = self.variant.opponents(&self.after, self.mover);
        let turns = self.variant.turns.len();
        let later = std::iter::successors(Some(self.before.turn), |&turn| Some(self.variant.next_turn(turn)));
        let mut players = later.skip(1).take(turns).map(|turn| self.variant.mover(turn));
        players.find(|&player| opponents.contains(player)).unwrap_or(self.mover)
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

    /// Whether a piece of an opponent has been removed.
    fn captured(&self) -> bool {
        self.taken.iter().any(|&(_, piece)| self.variant.opposes(self.before, piece, self.mover))
    }

    fn settle_rights(&mut self, moved: Piece) {
        for &square in &self.touched {
            self.after.undisturbed.remove(square);
        }
        let left = self.m.drop().is_none().then_some(moved);
        let gone: Vec<Piece> = self
            .taken
            .iter()
            .map(|&(_, piece)| piece)
            .chain(self.displaced.iter().copied())
            .chain(left)
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
        for &(right, square, gained) in &self.granted {
            for (bit, slot) in self.variant.right_slots.iter().enumerate().take(64) {
                let meant = match square {
                    Some(_) => slot.square == square,
                    None => slot.player == self.mover,
                };
                if slot.right == right && meant {
                    self.after.rights = self.after.rights & !(1 << bit) | u64::from(gained) << bit;
                }
            }
        }
    }

    /// Removes expired marks and adds the marks of this move.
    fn settle_marks(&mut self) {
        let Self { variant, before, after, mover, touched, marked, .. } = self;
        let (gathered, several) = (variant.gathers_marks(), variant.players.len() > 2);
        let next = variant.mover(after.turn);
        // A mark expires when its marker moves or is removed.
        after.marks.retain(|mark| {
            let marker = mark.marker.filter(|marker| !touched.contains(marker));
            let player = marker.and_then(|marker| before.piece(marker)).map(|piece| piece.player);
            let stays = |player| player == *mover || player != next && (several || self.keeps);
            gathered && player.is_some_and(stays)
        });
        if self.stands.is_some() || !gathered {
            marked.iter().for_each(|&square| after.marks.insert(square, self.stands));
        }
    }

    fn pass_turn(&mut self, progress: bool) {
        let turn = self.variant.turn(self.before.turn);
        // All moves of one turn count as one ply.
        let more = u32::from(turn.after.is_some());
        self.after.quiet_plies = if progress { 0 } else { self.after.quiet_plies.saturating_add(more) };
        self.after.passes = if self.m.is_pass() { self.before.passes.saturating_add(1) } else { 0 };
        self.after.turn = if self.again { turn.again } else { turn.next };
        if self.variant.begins_full_move(self.after.turn) {
            self.after.full_moves = self.after.full_moves.saturating_add(1);
        }
        self.settle_marks();
    }

    fn done(mut self, movement: Option<usize>) -> Applied {
        strike_royalless(self.variant, &mut self.after);
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
