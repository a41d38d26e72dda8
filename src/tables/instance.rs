//! Every movement from every square, with its conditions folded: what the tables are made of.

use std::sync::Arc;

use crate::bits::Bits;
use crate::geometry::Square;
use crate::variant::{Effect, Hook, Mode, Movement, PathRule, PlayerId, Predicate, RoleId, Variant};

use super::act::{Act, act};
use super::formula::{Formula, Site, Spot, Unsupported};
use super::guard::of_movements;
use super::shared::Shared;

/// A number of pieces on some squares: bit n of the mask is set where n pieces will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hurdle<const W: usize> {
    /// The squares counted.
    pub squares: Squares<W>,
    /// The numbers that will do.
    pub counts: u64,
}

/// A set that can be sorted.
pub type Squares<const W: usize> = [u64; W];

/// What may stand on the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// The move may end on an empty square.
    pub empty: bool,
    /// The move may take an opponent's piece there.
    pub opponent: bool,
    /// The move may take a piece of the mover's own.
    pub own: bool,
    /// The roles that a piece there may have.
    pub roles: u64,
}

/// What the moved piece may become.
#[derive(Clone, Debug, PartialEq)]
pub enum Choices<const W: usize> {
    /// Nothing else.
    None,
    /// One of these, always.
    Always(Vec<u8>),
    /// One of these comes from the hand, if it is there.
    Held(Vec<u8>),
    /// The role's own promotion, under these conditions: when it is possible, and when it is compulsory.
    Promotion {
        /// When it may.
        when: Formula<W>,
        /// When it must.
        forced: Formula<W>,
    },
}

/// A hook that may follow a movement.
#[derive(Clone, Debug, PartialEq)]
pub struct Following<const W: usize> {
    /// What must hold before the move.
    pub when: Formula<W>,
    /// Whether it follows only where something of the opponent's was removed.
    pub after_capture: bool,
    /// What then happens, in order.
    pub acts: Vec<Act<W>>,
}

/// One movement from one square by one route.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance<const W: usize> {
    /// What moves.
    pub role: u8,
    /// The index of the movement plus 1 if it has effects, else 0.
    pub way: u16,
    /// The origin.
    pub from: u16,
    /// The target.
    pub to: u16,
    /// Squares that must be empty, the target not among them.
    pub clear: Bits<W>,
    /// Squares whose pieces are counted.
    pub hurdles: Vec<Hurdle<W>>,
    /// What may stand on the target.
    pub target: Target,
    /// Whether it takes what stands on the target.
    pub takes: bool,
    /// Whether the piece stays where it is.
    pub stays: bool,
    /// What else must hold.
    pub rest: Vec<Formula<W>>,
    /// What else happens, in order.
    pub acts: Vec<Act<W>>,
    /// What the piece may become.
    pub choices: Choices<W>,
    /// What may follow, in order; shared, because many moves have the same.
    pub hooks: Arc<[Following<W>]>,
}

/// Conditions that the tables of one game may be made of, each square of each condition counted; with more, building them
/// would take seconds and gigabytes.
pub const MAX_CONDITIONS: usize = 1_500_000;

/// Enumerates the instances of one role of one player; `room` is how many conditions they may still have.
///
/// # Errors
/// When something has no form here, or there is no room for it.
pub fn instances<const W: usize>(
    variant: &Variant,
    player: PlayerId,
    role: RoleId,
    room: &mut usize,
) -> Result<Vec<Instance<W>>, Unsupported> {
    let (hooks, guards) = (hooks_on_board(variant, role), of_movements(variant));
    walked(variant, (player, role), None, (&hooks, &guards), room)
}

/// Enumerates the repetitions of one chain of a role, origin by origin: the piece stands nowhere while it goes. Hooks and
/// conditions of all moves are not among what is asked.
///
/// # Errors
/// As [`instances`].
pub fn links<const W: usize>(
    variant: &Variant,
    player: PlayerId,
    role: RoleId,
    chain: u16,
    room: &mut usize,
) -> Result<Vec<Instance<W>>, Unsupported> {
    walked(variant, (player, role), Some(chain), (&[], &[]), room)
}

/// The instances of the movements of a role that belong to a chain, or to none.
fn walked<const W: usize>(
    variant: &Variant,
    (player, role): (PlayerId, RoleId),
    chain: Option<u16>,
    (hooks, guards): (&[(Hook, bool)], &[Predicate]),
    room: &mut usize,
) -> Result<Vec<Instance<W>>, Unsupported> {
    let mut found = Vec::new();
    let mut shared = Shared::new(hooks, variant.board.len());
    let movements = variant.role(role).movements.iter().enumerate();
    for (index, movement) in movements.filter(|(_, movement)| movement.chain == chain) {
        let way = if movement.effects.is_empty() { 0 } else { index as u16 + 1 };
        for from in variant.board.squares() {
            let (shared, found, room) = (&mut shared, &mut found, &mut *room);
            let lifted = chain.is_some();
            let mut walk = Walk {
                variant,
                player,
                role,
                movement,
                way,
                from,
                lifted,
                hooks,
                guards,
                shared,
                found,
                room,
            };
            walk.go(0, from, &mut Vec::new())?;
        }
    }
    Ok(found)
}

/// The hooks that follow moves of a role and change the board, and whether only those that take something.
pub fn hooks_on_board(variant: &Variant, role: RoleId) -> Vec<(Hook, bool)> {
    let own = variant.role(role);
    let tagged = |hooks: &'_ [Hook], after_capture: bool| {
        let on_board = hooks.iter().filter(|hook| !keeps_board(hook));
        on_board.map(|hook| (hook.clone(), after_capture)).collect::<Vec<_>>()
    };
    let moved = [tagged(&own.after_move, false), tagged(&variant.after_move, false)].concat();
    let captured = [tagged(&own.after_capture, true), tagged(&variant.after_capture, true)].concat();
    [moved, captured].concat()
}

/// Whether a hook changes nothing on the board, and the same from wherever it follows: counters, and rights of the mover.
pub fn keeps_board(hook: &Hook) -> bool {
    let kept = |effect: &Effect| {
        matches!(
            effect,
            Effect::Add(..)
                | Effect::Set(..)
                | Effect::Copy(..)
                | Effect::Gain(_, None)
                | Effect::Lose(_, None)
                | Effect::Again
        )
    };
    hook.effects.iter().all(kept)
}

/// Whether a predicate asks nothing but what imagines replies: of replies themselves it is then unknown.
pub fn imagines(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Checks | Predicate::Mates | Predicate::Can(_) | Predicate::InCheck => true,
        Predicate::Not(inner) => !inner.is_empty() && inner.iter().all(imagines),
        Predicate::Or(branches) => {
            !branches.is_empty()
                && branches.iter().all(|branch| !branch.is_empty() && branch.iter().all(imagines))
        }
        _ => false,
    }
}

/// A leg on the board: origin, landing and what is between (by repetition: path, then stop).
struct Stretch {
    origin: Square,
    landing: Square,
    paths: Vec<Vec<Square>>,
    stops: Vec<Square>,
}

struct Walk<'a, const W: usize> {
    variant: &'a Variant,
    player: PlayerId,
    role: RoleId,
    movement: &'a Movement,
    way: u16,
    from: Square,
    /// Whether the piece stands nowhere.
    lifted: bool,
    /// What follows moves, and whether only those that take something.
    hooks: &'a [(Hook, bool)],
    /// What the game asks of every move.
    guards: &'a [Predicate],
    shared: &'a mut Shared<W>,
    found: &'a mut Vec<Instance<W>>,
    /// How many conditions there is room for.
    room: &'a mut usize,
}

impl<const W: usize> Walk<'_, W> {
    fn go(&mut self, leg: usize, origin: Square, done: &mut Vec<Stretch>) -> Result<(), Unsupported> {
        let Some(current) = self.movement.legs.get(leg) else {
            // Where hooks may follow, what is taken is told apart from what is not.
            let modes = match self.movement.mode {
                Mode::Both if !self.hooks.is_empty() => &[Mode::Move, Mode::Capture][..],
                ref mode => std::slice::from_ref(mode),
            };
            for &mode in modes {
                let Some(instance) = self.instance(done, mode)? else { continue };
                // What asks something of a capture alone is a matter of occupancy where it takes nothing.
                let asks = mode == Mode::Both && self.way == 0 && !instance.rest.is_empty();
                let quiet = if asks { self.instance(done, Mode::Move)? } else { None };
                match quiet.filter(|quiet| quiet.rest.is_empty()) {
                    Some(quiet) => {
                        self.keep(quiet)?;
                        if let Some(taking) = self.instance(done, Mode::Capture)? {
                            self.keep(taking)?;
                        }
                    }
                    None => self.keep(instance)?,
                }
            }
            return Ok(());
        };
        let by = self.variant.players[self.player.index()].orientation.to_board(current.displacement);
        let mut stretch = Stretch { origin, landing: origin, paths: Vec::new(), stops: Vec::new() };
        for repetition in 1..=self.variant.board.len() as u16 {
            let at = stretch.landing;
            let Some(stop) = self.variant.board.offset(at, by) else { break };
            let Some(path) = self.path(at, stop, by) else { break };
            // A ride on a ring ends where it has come round.
            if stop == origin && !by.is_zero() {
                break;
            }
            stretch.paths.push(path);
            stretch.stops.push(stop);
            stretch.landing = stop;
            if current.ride.as_ref().is_none_or(|counts| counts.contains(repetition)) {
                // Lent to what follows, and taken back: a copy for every square of a ray costs more than the ray.
                done.push(stretch);
                self.go(leg + 1, stop, done)?;
                match done.pop() {
                    Some(lent) => stretch = lent,
                    None => break,
                }
            }
            if current.ride.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn keep(&mut self, instance: Instance<W>) -> Result<(), Unsupported> {
        let left = self.room.checked_sub(instance.conditions());
        *self.room = left.ok_or(Unsupported("more conditions than tables have room for"))?;
        self.found.push(instance);
        Ok(())
    }

    fn path(&self, from: Square, to: Square, by: crate::geometry::Displacement) -> Option<Vec<Square>> {
        let length = i32::from(by.length());
        if self.variant.board.is_box() {
            // A box is convex, and squares on a line are evenly spaced in its order.
            let step = (i32::from(to.0) - i32::from(from.0)) / length.max(1);
            return Some((1..length).map(|n| Square((i32::from(from.0) + n * step) as u16)).collect());
        }
        self.variant.board.path(from, by).collect()
    }

    /// The movement by one route, its target empty or not as the mode says.
    fn instance(&mut self, legs: &[Stretch], mode: Mode) -> Result<Option<Instance<W>>, Unsupported> {
        let Some(to) = legs.last().map(|leg| leg.landing) else { return Ok(None) };
        let landings: Vec<Square> = legs.iter().map(|leg| leg.landing).collect();
        let movement = self.movement;
        let site = Site {
            variant: self.variant,
            player: self.player,
            role: self.role,
            from: self.from,
            to,
            landings: &landings,
            mode,
            vacant: mode == Mode::Move && mode != movement.mode,
            takes_marker: movement.effects.contains(&Effect::TakeMarker),
            plain: movement.effects.is_empty(),
            dropped: false,
            lifted: self.lifted,
            before: true,
            strides: &self.shared.strides,
        };
        let mut made = Instance {
            role: self.role.0,
            way: self.way,
            from: self.from.0,
            to: to.0,
            clear: Bits::EMPTY,
            hurdles: Vec::new(),
            target: Target { empty: true, opponent: true, own: true, roles: u64::MAX },
            hooks: self.shared.none.clone(),
            takes: movement.mode != Mode::Move,
            stays: movement.stays(),
            rest: Vec::new(),
            acts: Vec::new(),
            choices: Choices::None,
        };
        if mode != movement.mode {
            let taking = mode == Mode::Capture;
            made.target = Target { empty: !taking, opponent: taking, own: taking, roles: u64::MAX };
        }
        let mut last_path = Vec::new();
        for (leg, stretch) in movement.legs.iter().zip(legs) {
            let mut between = Vec::new();
            for (path, &stop) in stretch.paths.iter().zip(&stretch.stops) {
                between.extend_from_slice(path);
                between.push(stop);
            }
            between.pop();
            let spot = Spot { origin: stretch.origin, landing: stretch.landing, path: &between, here: None };
            for (path, &stop) in stretch.paths.iter().zip(&stretch.stops) {
                if !made.path(&site, &leg.path, path, &spot)? {
                    return Ok(None);
                }
                if stop != stretch.landing && stop != self.from && !made.require_empty(stop.0) {
                    return Ok(None);
                }
            }
            if !made.require(site.conjunction(&leg.guards, &spot)?) {
                return Ok(None);
            }
            last_path = between;
        }
        let Some(last) = legs.last() else { return Ok(None) };
        let guarded = Spot { origin: last.origin, landing: to, path: &last_path, here: None };
        if !made.require(site.conjunction(self.guards, &guarded)?) {
            return Ok(None);
        }
        let spot = Spot { origin: last.origin, landing: to, path: &last_path, here: None };
        made.choose(&site, movement, &spot)?;
        let whole = Spot { origin: self.from, ..spot };
        for effect in &movement.effects {
            made.acts.extend(act(&site, effect, &whole)?);
        }
        if !made.possible() {
            return Ok(None);
        }
        let may_take = mode != Mode::Move || !movement.effects.is_empty();
        let usual = movement.effects.is_empty();
        if let Some(same) = self.shared.told(to, may_take, self.from).filter(|_| usual) {
            made.hooks = same;
            return Ok(Some(made));
        }
        let mut following = Vec::new();
        for (hook, after_capture) in self.hooks.iter().filter(|(_, after_capture)| may_take || !after_capture)
        {
            let when = site.conjunction(&hook.guards, &whole)?;
            if when == Formula::Constant(false) {
                continue;
            }
            let mut acts = Vec::new();
            for effect in &hook.effects {
                acts.extend(act(&site, effect, &whole)?);
            }
            following.push(Following { when, after_capture: *after_capture, acts });
        }
        made.hooks = self.shared.get(to, following);
        if usual {
            self.shared.remember(to, may_take, self.from, &made.hooks);
        }
        Ok(Some(made))
    }
}

impl<const W: usize> Instance<W> {
    /// How many conditions it has, those of its effects and of what follows included.
    fn conditions(&self) -> usize {
        let acts = |acts: &[Act<W>]| acts.iter().map(Act::conditions).sum::<usize>();
        let hooks = self.hooks.iter().map(|hook| hook.when.size() + acts(&hook.acts));
        let choices = match &self.choices {
            Choices::Promotion { when, forced } => when.size() + forced.size(),
            _ => 0,
        };
        self.rest.iter().map(Formula::size).sum::<usize>() + acts(&self.acts) + hooks.sum::<usize>() + choices
    }

    /// Whether anything may stand on the target at all.
    fn possible(&self) -> bool {
        (self.target.empty || self.target.opponent || self.target.own)
            && (self.target.roles != 0 || self.target.empty)
    }

    fn require_empty(&mut self, square: u16) -> bool {
        if square == self.to {
            self.target.opponent = false;
            self.target.own = false;
            return self.target.empty;
        }
        self.clear.insert(usize::from(square));
        true
    }

    /// What a path must be. The origin counts as empty, wherever the path crosses it.
    fn path(
        &mut self,
        site: &Site<'_>,
        rule: &PathRule,
        path: &[Square],
        spot: &Spot<'_>,
    ) -> Result<bool, Unsupported> {
        let path = path.iter().copied().filter(|&square| square != site.from);
        match rule {
            PathRule::Empty => {
                for square in path {
                    if !self.require_empty(square.0) {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            PathRule::Hurdles { counts, each } => {
                let mut squares = Bits::<W>::EMPTY;
                let mut length = 0u16;
                for square in path {
                    if square.0 == self.to {
                        return Err(Unsupported("a path that crosses its own target"));
                    }
                    squares.insert(square.index());
                    length += 1;
                    if each.is_empty() {
                        continue;
                    }
                    let kind = site.conjunction(each, &Spot { here: Some(square), ..*spot })?;
                    let there = Formula::Empty(square.0);
                    let kind = if kind.is_absence(square.0) { kind } else { Formula::any([there, kind]) };
                    if !self.require(kind) {
                        return Ok(false);
                    }
                }
                if (0..=length).all(|n| counts.contains(n)) {
                    return Ok(true);
                }
                if length > 63 {
                    // More than the bits of a mask can tell apart.
                    let all = squares.indices().map(|square| Formula::Empty(square as u16).negated());
                    return Ok(self.require(Formula::Count(counts.clone(), all.collect())));
                }
                let fitting = (0..=length).filter(|&n| counts.contains(n));
                let mask = fitting.fold(0u64, |mask, n| mask | 1 << n);
                if mask == 0 {
                    return Ok(false);
                }
                if mask == 1 {
                    self.clear |= squares;
                } else {
                    self.hurdles.push(Hurdle { squares: squares.0, counts: mask });
                }
                Ok(true)
            }
        }
    }

    /// Adds a condition; false if the instance can then never be.
    fn require(&mut self, formula: Formula<W>) -> bool {
        match formula {
            Formula::Constant(value) => value,
            Formula::All(parts) => parts.into_iter().all(|part| self.require(part)),
            Formula::Empty(square) => self.require_empty(square),
            Formula::Opponent(square) if square == self.to => {
                self.target.empty = false;
                self.target.own = false;
                self.target.opponent
            }
            Formula::Ally(square) if square == self.to => {
                self.target.empty = false;
                self.target.opponent = false;
                self.target.own
            }
            Formula::Is(square, roles) if square == self.to => {
                self.target.empty = false;
                self.target.roles &= roles;
                self.target.roles != 0
            }
            Formula::Not(inner) => match *inner {
                Formula::Ally(square) if square == self.to => {
                    self.target.own = false;
                    true
                }
                Formula::Opponent(square) if square == self.to => {
                    self.target.opponent = false;
                    true
                }
                Formula::Empty(square) if square == self.to => {
                    self.target.empty = false;
                    true
                }
                Formula::Is(square, roles) if square == self.to => {
                    self.target.roles &= !roles;
                    self.target.empty || self.target.roles != 0
                }
                Formula::Empty(square) => {
                    let squares = Bits::<W>::single(usize::from(square)).0;
                    self.hurdles.push(Hurdle { squares, counts: 2 });
                    true
                }
                other => {
                    self.rest.push(other.negated());
                    true
                }
            },
            other => {
                self.rest.push(other);
                true
            }
        }
    }

    fn choose(&mut self, site: &Site<'_>, movement: &Movement, spot: &Spot<'_>) -> Result<(), Unsupported> {
        for effect in &movement.effects {
            if let Effect::Promote(roles) = effect {
                self.choices = Choices::Always(each_once(roles));
                return Ok(());
            }
            if let Effect::Drop(roles, _) = effect {
                self.choices = Choices::Held(each_once(roles));
                return Ok(());
            }
        }
        let Some(promotion) = &site.variant.role(site.role).promotion else { return Ok(()) };
        let when = site.conjunction(&promotion.when, spot)?;
        if when == Formula::Constant(false) {
            return Ok(());
        }
        let forced = match &promotion.forced {
            Some(_) if promotion.to.is_empty() => Formula::Constant(false),
            Some(predicates) => site.conjunction(predicates, spot)?,
            None => Formula::Constant(false),
        };
        self.choices = Choices::Promotion { when, forced };
        Ok(())
    }
}

/// The roles of a promotion, each once, in order.
pub fn each_once(roles: &[RoleId]) -> Vec<u8> {
    let mut kept: Vec<u8> = Vec::with_capacity(roles.len());
    for role in roles {
        if !kept.contains(&role.0) {
            kept.push(role.0);
        }
    }
    kept
}
