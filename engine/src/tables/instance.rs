//! Instances: every movement from every square with folded conditions, the raw material of the tables.

use std::sync::atomic::{AtomicUsize, Ordering};

use hashbrown::HashMap;

use crate::bits::Bits;
use crate::geometry::{Board, Displacement, Square};
use crate::variant::{Effect, Hook, Mode, Movement, PlayerId, Predicate, RoleId, Variant};

use super::Unsupported;
use super::act::{Act, act};
use super::condition::Condition;
use super::condition::site::{Site, Spot};
use super::guard::of_movements;
use super::mentions::{mentions, of_movement};
use super::runs::Strides;

/// A count of pieces on some squares: bit n of the mask allows n pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hurdle<const W: usize> {
    /// The counted squares.
    pub squares: Squares<W>,
    /// The allowed numbers.
    pub counts: u64,
}

/// A set of squares that can be sorted.
pub type Squares<const W: usize> = [u64; W];

/// The allowed contents of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// The move may end on an empty square.
    pub empty: bool,
    /// The move may capture an opponent's piece there.
    pub opponent: bool,
    /// The move may capture a piece of the mover.
    pub own: bool,
    /// The allowed roles of a piece there.
    pub roles: u64,
}

/// The possible promotions of the moved piece, or drops by an effect.
#[derive(Clone, Debug, PartialEq)]
pub enum Choices<const W: usize> {
    /// None.
    None,
    /// A compulsory choice of one of these roles.
    Always(Vec<u8>),
    /// A drop of one of these roles from the hand.
    Held(Vec<u8>),
    /// The role's own promotion with its conditions. Boxed, because most movements have none.
    Promotion(Box<Asks<W>>),
}

/// The conditions of a promotion.
#[derive(Clone, Debug, PartialEq)]
pub struct Asks<const W: usize> {
    /// The promotion is allowed.
    pub when: Condition<W>,
    /// The promotion is compulsory.
    pub forced: Condition<W>,
}

/// A hook after a movement.
#[derive(Clone, Debug, PartialEq)]
pub struct Following<const W: usize> {
    /// The condition before the move.
    pub when: Condition<W>,
    /// Whether it applies only after a capture of an opponent's piece.
    pub after_capture: bool,
    /// Its effects, in order.
    pub acts: Vec<Act<W>>,
}

/// One route of one movement from one square.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance<const W: usize> {
    /// The moving role.
    pub role: u8,
    /// The index of the movement plus 1 if it has effects, else 0.
    pub way: u16,
    /// The origin.
    pub from: u16,
    /// The target.
    pub to: u16,
    /// Squares that must be empty, without the target.
    pub clear: Bits<W>,
    /// Counts of pieces on squares.
    pub hurdles: Vec<Hurdle<W>>,
    /// The allowed contents of the target.
    pub target: Target,
    /// Whether it captures on the target.
    pub takes: bool,
    /// Whether the piece stays on its square.
    pub stays: bool,
    /// Other conditions.
    pub rest: Vec<Condition<W>>,
    /// Other effects, in order.
    pub acts: Vec<Act<W>>,
    /// The possible promotions.
    pub choices: Choices<W>,
    /// The hooks, in order.
    pub hooks: Vec<Following<W>>,
}

impl<const W: usize> Instance<W> {
    /// A movement without conditions and effects, and without capture.
    pub fn new(role: u8, from: u16, to: u16, target: Target) -> Self {
        Self {
            role,
            way: 0,
            from,
            to,
            clear: Bits::EMPTY,
            hurdles: Vec::new(),
            target,
            takes: false,
            stays: false,
            rest: Vec::new(),
            acts: Vec::new(),
            choices: Choices::None,
            hooks: Vec::new(),
        }
    }
}

/// The most conditions of all instances of a game, counting each square of each condition, and twice on
/// boards of more than 256 squares. Beyond this, building the tables would take seconds and gigabytes.
pub const MAX_CONDITIONS: usize = 1_500_000;

/// The remaining number of conditions, shared by all builders of a game's tables.
pub struct Budget(AtomicUsize);

impl Budget {
    /// A budget of this many conditions.
    pub fn new(conditions: usize) -> Self {
        Self(AtomicUsize::new(conditions))
    }

    /// Takes conditions from the budget.
    ///
    /// # Errors
    /// If not enough are left.
    pub fn take(&self, conditions: usize) -> Result<(), Unsupported> {
        let left =
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(conditions));
        left.map(|_| ()).map_err(|_| Unsupported("more conditions than the tables have room for"))
    }
}

/// Enumerates the instances of one player's role from one square or all, for the movements that `wanted`
/// selects, within the budget `room`.
///
/// # Errors
/// If something is not supported, or the budget is exceeded.
pub fn instances<const W: usize>(
    variant: &Variant,
    (player, role): (PlayerId, RoleId),
    wanted: impl Fn(&Movement) -> bool,
    only: Option<Square>,
    room: &Budget,
) -> Result<Vec<Instance<W>>, Unsupported> {
    let (hooks, guards) = (hooks_on_board(variant, role), of_movements(variant));
    let wanted = |movement: &Movement| movement.chain.is_none() && wanted(movement);
    walked(variant, (player, role), wanted, (&hooks, &guards), (only, room))
}

/// Enumerates the repetitions of one chain of a role, by origin. The piece is off the board meanwhile. Hooks
/// and conditions on all moves are left out.
///
/// # Errors
/// As [`instances`].
pub fn links<const W: usize>(
    variant: &Variant,
    player: PlayerId,
    role: RoleId,
    chain: u16,
    room: &Budget,
) -> Result<Vec<Instance<W>>, Unsupported> {
    walked(variant, (player, role), |one| one.chain == Some(chain), (&[], &[]), (None, room))
}

/// The instances of the selected movements: from one square, or from all.
fn walked<const W: usize>(
    variant: &Variant,
    (player, role): (PlayerId, RoleId),
    wanted: impl Fn(&Movement) -> bool,
    (hooks, guards): (&[(Hook, bool)], &[Predicate]),
    (only, room): (Option<Square>, &Budget),
) -> Result<Vec<Instance<W>>, Unsupported> {
    let mut found = Vec::new();
    let strides = Strides::default();
    let movements = variant.role(role).movements.iter().enumerate();
    let mut movements = movements.filter(|(_, movement)| wanted(movement)).peekable();
    let Some(&(_, movement)) = movements.peek() else { return Ok(found) };
    let mut walk = Walk {
        variant,
        player,
        role,
        movement,
        way: 0,
        from: Square(0),
        lifted: movement.chain.is_some(),
        hooks,
        guards,
        strides: &strides,
        found: &mut found,
        room,
        legs: Vec::new(),
        landings: Vec::new(),
        trail: Vec::new(),
        nexts: Vec::new(),
        numbers: HashMap::new(),
        goes: Vec::new(),
    };
    for (index, movement) in movements {
        walk.movement = movement;
        walk.goes.clear();
        walk.goes.resize(movement.legs.len(), None);
        walk.way = if movement.effects.is_empty() { 0 } else { index as u16 + 1 };
        for from in variant.board.squares().filter(|from| only.is_none_or(|only| only == *from)) {
            walk.from = from;
            walk.go(0, from)?;
        }
    }
    Ok(found)
}

/// The hooks of a role that are not [apart](is_apart), and whether each applies only after captures.
pub fn hooks_on_board(variant: &Variant, role: RoleId) -> Vec<(Hook, bool)> {
    let own = variant.role(role);
    let tagged = |hooks: &'_ [Hook], after_capture: bool| {
        let on_board = hooks.iter().filter(|hook| !is_apart(variant, hook));
        on_board.map(|hook| (hook.clone(), after_capture)).collect::<Vec<_>>()
    };
    let moved = [tagged(&own.after_move, false), tagged(&variant.after_move, false)].concat();
    let captured = [tagged(&own.after_capture, true), tagged(&variant.after_capture, true)].concat();
    [moved, captured].concat()
}

/// Whether a hook can be applied apart from the movement, after legality has been tested: it keeps the board, and no attack
/// on a royal depends on what such hooks change.
pub fn is_apart(variant: &Variant, hook: &Hook) -> bool {
    let mut changed = variant.hooks().filter(|hook| keeps_board(hook)).flat_map(|hook| &hook.effects);
    keeps_board(hook) && !changed.any(|effect| attacks_depend_on(variant, effect))
}

/// Whether a hook leaves the board unchanged and does not depend on squares: it changes counters, or rights of the mover.
fn keeps_board(hook: &Hook) -> bool {
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

/// Whether an effect changes a counter that the opponent's captures test. Rights and other counters are the mover's own.
fn attacks_depend_on(variant: &Variant, effect: &Effect) -> bool {
    let (Effect::Add(counter, _) | Effect::Set(counter, _) | Effect::Copy(counter, _)) = effect else {
        return false;
    };
    let shared = variant.counters.get(usize::from(counter.0)).is_some_and(|counter| counter.shared);
    let test = |one: &Predicate| matches!(one, Predicate::Counter(other, _) if other == counter);
    let takes = |one: &&Movement| one.mode != Mode::Move || one.effects.iter().any(Effect::may_remove);
    let mut movements = variant.roles.iter().flat_map(|role| &role.movements).filter(takes);
    shared
        && !variant.royals().is_empty()
        && (mentions(&of_movements(variant), &test) || movements.any(|one| of_movement(one, &test)))
}

/// Whether a predicate consists only of tests that look at replies: within replies it is unknown.
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

/// A leg on the board, and the start of its squares in the [trail](Walk::trail).
#[derive(Clone, Copy)]
struct Stretch {
    origin: Square,
    landing: Square,
    start: usize,
    /// The number of squares per repetition: its path, then its stop.
    stride: usize,
}

/// Visits the squares strictly between two at a given displacement; false if the path leaves the board or
/// meets a hole.
pub fn pass(
    board: &Board,
    from: Square,
    to: Square,
    by: Displacement,
    mut visit: impl FnMut(Square),
) -> bool {
    if board.is_box() {
        // A box is convex, so the squares of a line have equal distances in its numbering.
        let length = i32::from(by.length());
        let step = (i32::from(to.0) - i32::from(from.0)) / length.max(1);
        (1..length).for_each(|n| visit(Square((i32::from(from.0) + n * step) as u16)));
        return true;
    }
    board.path(from, by).all(|square| {
        square.into_iter().for_each(&mut visit);
        square.is_some()
    })
}

struct Walk<'a, const W: usize> {
    variant: &'a Variant,
    player: PlayerId,
    role: RoleId,
    movement: &'a Movement,
    way: u16,
    from: Square,
    /// Whether the piece is off the board.
    lifted: bool,
    /// The hooks, and whether each applies only after captures.
    hooks: &'a [(Hook, bool)],
    /// The conditions on every move.
    guards: &'a [Predicate],
    /// The cache of steps for hooks.
    strides: &'a Strides,
    found: &'a mut Vec<Instance<W>>,
    /// The budget of conditions.
    room: &'a Budget,
    /// The legs so far, their landings, and all squares passed or stopped on. Routes borrow them: copying for
    /// every square of a ray would cost more than the ray.
    legs: Vec<Stretch>,
    landings: Vec<Square>,
    trail: Vec<Square>,
    /// The target of each known displacement, by square.
    nexts: Vec<(Displacement, Vec<Option<Square>>)>,
    /// The index in `nexts` of each known displacement.
    numbers: HashMap<Displacement, usize>,
    /// The index in `nexts` of each leg's displacement, once needed.
    goes: Vec<Option<usize>>,
}

impl<const W: usize> Walk<'_, W> {
    fn go(&mut self, leg: usize, origin: Square) -> Result<(), Unsupported> {
        let Some(current) = self.movement.legs.get(leg) else {
            // With hooks, captures and quiet moves become separate instances.
            let modes = match self.movement.mode {
                Mode::Both if !self.hooks.is_empty() => &[Mode::Move, Mode::Capture][..],
                ref mode => std::slice::from_ref(mode),
            };
            for &mode in modes {
                let Some(instance) = self.instance(mode)? else { continue };
                // If only the capture has further conditions, the quiet move can be an atom. Where both are allowed, no
                // condition knows whether the target is occupied, so both have the same.
                let asks = mode == Mode::Both && self.way == 0 && !instance.rest.is_empty();
                let quiet = if asks { self.instance(Mode::Move)? } else { None };
                let Some(quiet) = quiet.filter(|quiet| quiet.rest.is_empty()) else {
                    self.keep(instance)?;
                    continue;
                };
                self.keep(quiet)?;
                let mut taking = instance;
                taking.target.empty = false;
                if taking.possible() {
                    self.keep(taking)?;
                }
            }
            return Ok(());
        };
        let next = self.goes[leg].unwrap_or_else(|| self.next(current.displacement));
        self.goes[leg] = Some(next);
        let by = self.nexts[next].0;
        let (start, stride) = (self.trail.len(), usize::from(by.length()).max(1));
        let mut at = origin;
        for repetition in 1..=self.variant.board.len() as u16 {
            let Some(stop) = self.nexts[next].1[at.index()] else { break };
            // A ride on a ring ends when it returns to its origin.
            let trail = &mut self.trail;
            if !pass(&self.variant.board, at, stop, by, |square| trail.push(square))
                || stop == origin && !by.is_zero()
            {
                break;
            }
            self.trail.push(stop);
            at = stop;
            if current.ride.as_ref().is_none_or(|counts| counts.contains(repetition)) {
                self.legs.push(Stretch { origin, landing: stop, start, stride });
                self.landings.push(stop);
                self.go(leg + 1, stop)?;
                self.legs.pop();
                self.landings.pop();
            }
            if current.ride.is_none() {
                break;
            }
        }
        self.trail.truncate(start);
        Ok(())
    }

    /// The index in `nexts` of a displacement, computed on first use.
    fn next(&mut self, seen: Displacement) -> usize {
        let (board, nexts) = (&self.variant.board, &mut self.nexts);
        let by = self.variant.players[self.player.index()].orientation.to_board(seen);
        *self.numbers.entry(by).or_insert_with(|| {
            nexts.push((by, board.squares().map(|from| board.offset(from, by)).collect()));
            nexts.len() - 1
        })
    }

    fn keep(&mut self, instance: Instance<W>) -> Result<(), Unsupported> {
        // A condition is about as large as an instance without conditions; both grow with the board's words.
        self.room.take((1 + instance.conditions()) * (1 + W / 16))?;
        self.found.push(instance);
        Ok(())
    }

    /// The route to a square.
    fn site(&self, to: Square, mode: Mode) -> Site<'_> {
        let effects = &self.movement.effects;
        Site {
            variant: self.variant,
            player: self.player,
            role: self.role,
            from: self.from,
            to,
            landings: &self.landings,
            mode,
            vacant: mode == Mode::Move && mode != self.movement.mode,
            takes_marker: effects.contains(&Effect::TakeMarker),
            plain: effects.is_empty(),
            dropped: false,
            lifted: self.lifted,
            before: true,
            strides: self.strides,
        }
    }

    /// The movement by one route, for an empty or occupied target as the mode says.
    fn instance(&self, mode: Mode) -> Result<Option<Instance<W>>, Unsupported> {
        let Some(&Stretch { origin, landing: to, start, .. }) = self.legs.last() else { return Ok(None) };
        let movement = self.movement;
        let site = self.site(to, mode);
        let target = Target { empty: true, opponent: true, own: true, roles: u64::MAX };
        let mut made = Instance {
            way: self.way,
            takes: movement.mode != Mode::Move,
            stays: movement.stays(),
            ..Instance::new(self.role.0, self.from.0, to.0, target)
        };
        if mode != movement.mode {
            let taking = mode == Mode::Capture;
            made.target = Target { empty: !taking, opponent: taking, own: taking, roles: u64::MAX };
        }
        for (index, (leg, stretch)) in movement.legs.iter().zip(&self.legs).enumerate() {
            let end = self.legs.get(index + 1).map_or(self.trail.len(), |next| next.start);
            let squares = &self.trail[stretch.start..end];
            let spot = Spot {
                origin: stretch.origin,
                landing: stretch.landing,
                path: squares.split_last().map_or(&[], |(_, between)| between),
                here: None,
            };
            for repetition in squares.chunks(stretch.stride) {
                let Some((&stop, path)) = repetition.split_last() else { continue };
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
        }
        let path = self.trail[start..].split_last().map_or(&[][..], |(_, between)| between);
        let spot = Spot { origin, landing: to, path, here: None };
        if !made.require(site.conjunction(self.guards, &spot)?) {
            return Ok(None);
        }
        made.choose(&site, movement, &spot)?;
        let whole = Spot { origin: self.from, ..spot };
        made.acts.reserve_exact(movement.effects.len());
        for effect in &movement.effects {
            made.acts.extend(act(&site, effect, &whole)?);
        }
        if !made.possible() {
            return Ok(None);
        }
        let may_take = mode != Mode::Move || made.may_remove();
        for (hook, after_capture) in self.hooks.iter().filter(|(_, after_capture)| may_take || !after_capture)
        {
            let when = site.conjunction(&hook.guards, &whole)?;
            if when == Condition::Constant(false) {
                continue;
            }
            let mut acts = Vec::new();
            for effect in &hook.effects {
                acts.extend(act(&site, effect, &whole)?);
            }
            made.hooks.push(Following { when, after_capture: *after_capture, acts });
        }
        Ok(Some(made))
    }
}
