//! The turn rules of one player: drops, passes, compulsory moves, hooks applied apart from movements, and
//! custom endings.

use crate::geometry::Square;
use crate::variant::{Effect, Hook, Mode, Move, PlayerId, Predicate, Revert, RoleId, Variant};

use super::Unsupported;
use super::act::{Act, act};
use super::condition::compiler::{About, Compiler};
use super::condition::site::{Site, Spot};
use super::condition::squares::SquareExpr;
use super::condition::{Condition, Pieces};
use super::guard;
use super::instance::{Following, hooks_on_board, is_apart};
use super::memory::Memory;
use super::movement::ScriptedMove;
use super::runs::Strides;

/// One way to drop a piece.
#[derive(Clone, Debug)]
pub struct Drop<const W: usize> {
    /// The dropped role.
    pub role: u8,
    /// The role on the board, without further effects.
    pub placed: u8,
    /// The move's way.
    pub way: u16,
    /// Whether it is royal.
    pub royal: bool,
    /// Whether it is the first way to drop this role.
    pub first: bool,
    /// The squares for the drop as one set; occupied squares are excluded later.
    pub squares: SquareExpr<W>,
    /// Further conditions, evaluated square by square.
    pub each: Option<Condition<W>>,
    /// Whether these depend on the position afterwards.
    pub ahead: bool,
    /// Whether these only forbid mate.
    pub spares_mate: bool,
    /// The effects, by square; empty without effects.
    pub scripted: Vec<ScriptedMove<W>>,
}

impl<const W: usize> Drop<W> {
    /// The move to a square.
    pub fn onto(&self, to: usize) -> Move {
        Move { way: self.way, ..Move::dropped(RoleId(self.role), Square(to as u16), 0) }
    }
}

/// The kind of move that a compulsion requires.
#[derive(Clone, Debug)]
pub enum Wish<const W: usize> {
    /// A capture.
    Taking,
    /// A drop of these roles (as bits).
    Dropping(u64),
    /// A move that satisfies a condition.
    Like(Condition<W>),
}

/// A compulsory move.
#[derive(Clone, Debug)]
pub struct Must<const W: usize> {
    /// The condition for the compulsion.
    pub when: Condition<W>,
    /// The required move.
    pub wish: Wish<W>,
}

/// A hook that is [apart](is_apart).
#[derive(Clone, Debug)]
pub struct AfterHook<const W: usize> {
    /// The roles (as bits) whose moves it follows.
    pub roles: u64,
    /// Whether it applies only after a capture of an opponent's piece.
    pub after_capture: bool,
    /// Its condition.
    pub when: Condition<W>,
    /// Its effects.
    pub acts: Vec<Act<W>>,
}

/// The turn rules of one player.
#[derive(Clone, Debug, Default)]
pub struct Turn<const W: usize> {
    /// Pieces that must exist, or the game has ended.
    pub required: Vec<Pieces<W>>,
    /// Other custom endings, for this player.
    pub ends: Vec<Condition<W>>,
    /// A cheap precondition of all of these.
    pub precondition: Option<Condition<W>>,
    /// The condition on every move besides its own conditions; `None` for none.
    pub guard: Option<Condition<W>>,
    /// The part of it that also restricts replies, but forbids no capture of an only royal.
    pub veto: Option<Condition<W>>,
    /// The compulsory moves, in order of priority.
    pub musts: Vec<Must<W>>,
    /// The condition for passing.
    pub pass: Option<Condition<W>>,
    /// Whether passing requires having no other move.
    pub stuck_pass: bool,
    /// Drops.
    pub drops: Vec<Drop<W>>,
    /// Whether some dropped role is in unlimited supply.
    pub supplied: bool,
    /// The memory words of the other droppable pieces in hand, with their bits.
    pub in_hand: Vec<(usize, u64)>,
    /// The hooks that are [apart](is_apart).
    pub after_hooks: Vec<AfterHook<W>>,
}

impl<const W: usize> Turn<W> {
    /// The drop that a move makes; `None` if it makes none.
    pub fn drop(&self, m: Move) -> Option<&Drop<W>> {
        let role = m.drop()?;
        self.drops.iter().find(|drop| drop.role == role.0 && drop.way == m.way)
    }

    /// The turn rules of a player.
    ///
    /// # Errors
    /// If the rules have something that tables do not support.
    pub fn new(variant: &Variant, player: PlayerId) -> Result<Self, Unsupported> {
        let of_position = Compiler { variant, player, about: About::Position };
        let of_move = Compiler { variant, player, about: About::Move };
        let choice = &variant.choice;
        let at_end = Compiler { about: About::AnyTurn, ..of_position };
        let ends = variant.ending.ends.iter().map(|end| at_end.conjunction(&end.when));
        let all = |guards: Vec<Predicate>| match guards.is_empty() {
            true => Ok(None),
            false => of_move.conjunction(&guards).map(|guard: Condition<W>| Some(guard.of_position_marked())),
        };
        let (guard, veto) = (all(guard::of_turns(variant))?, all(guard::vetoes(variant))?);
        let musts = choice.must.iter().map(|must| {
            let when = of_position.conjunction(&must.when)?;
            let wish = match of_move.conjunction(&must.wanted)? {
                // Captures by hooks are not the move's own.
                Condition::Takes(roles) if all_roles(variant, roles) && !hooked(variant) => Wish::Taking,
                Condition::Drops(roles) => Wish::Dropping(roles),
                other => Wish::Like(other.of_position_marked()),
            };
            Ok(Must { when, wish })
        });
        let known = guard::of_movements(variant);
        let pass = match &choice.pass {
            Some(when) => Some(of_move.conjunction(&[&when[..], &known[..]].concat())?),
            None => None,
        };
        let mut required = Vec::new();
        let mut others = Vec::new();
        for end in ends {
            let end: Condition<W> = end?;
            match end.required() {
                Some(pieces) => required.extend(pieces),
                // An end that never holds would spoil the common precondition of the others.
                None if end == Condition::Constant(false) => {}
                None => others.push(end),
            }
        }
        let mut turn = Self {
            required,
            precondition: Condition::precondition(&others),
            ends: others,
            guard,
            veto,
            musts: musts.collect::<Result<_, _>>()?,
            stuck_pass: pass.as_ref().is_some_and(Condition::needs_no_move),
            pass,
            drops: drops(variant, player)?,
            supplied: false,
            in_hand: Vec::new(),
            after_hooks: after_hooks(variant, &of_move)?,
        };
        turn.check(variant)?;
        turn.after_hooks.retain(|one| !one.acts.is_empty());
        Ok(turn)
    }

    /// Finds the memory of a player's hand.
    pub fn find_hand(&mut self, memory: &Memory, seat: usize) {
        for drop in &self.drops {
            if memory.supply >> (drop.role & 63) & 1 == 1 {
                self.supplied = true;
                continue;
            }
            let lane = memory.held(seat, drop.role);
            let (word, bits) = (Memory::word(W, lane), Memory::bits(lane));
            match self.in_hand.iter_mut().find(|(other, _)| *other == word) {
                Some((_, known)) => *known |= bits,
                None => self.in_hand.push((word, bits)),
            }
        }
    }

    /// Rejects conditions whose compiled form could differ in meaning.
    fn check(&self, variant: &Variant) -> Result<(), Unsupported> {
        let musts = self.musts.iter().flat_map(|must| match &must.wish {
            Wish::Like(ask) => vec![&must.when, ask],
            _ => vec![&must.when],
        });
        let each = self.drops.iter().filter_map(|drop| drop.each.as_ref());
        let after_hooks = self.after_hooks.iter().map(|one| &one.when);
        let asked =
            self.ends.iter().chain(&self.guard).chain(&self.pass).chain(musts).chain(each).chain(after_hooks);
        let asked: Vec<&Condition<W>> = asked.collect();
        let some = |test: &dyn Fn(&Condition<W>) -> bool| asked.iter().any(|ask| ask.has(&|part| test(part)));
        let alternate = variant.turns.len() == 2 && variant.turns[0].player != variant.turns[1].player;
        if some(&|part| matches!(part, Condition::Mates)) && !alternate {
            return Err(Unsupported("`@Mates` in a game whose players do not alternate"));
        }
        if some(&|part| matches!(part, Condition::Mates)) && self.veto.is_some() {
            return Err(Unsupported("`@Mates` together with conditions that forbid capturing a royal"));
        }
        let grants = |one: &AfterHook<W>| one.acts.iter().any(|act| matches!(act, Act::Grant(..)));
        if self.after_hooks.iter().any(grants) && self.concludes_from_replies() {
            return Err(Unsupported("rights that depend on check or on the position after the move"));
        }
        Ok(())
    }

    /// Whether some hook depends on check, mate, or the board after the move.
    fn concludes_from_replies(&self) -> bool {
        let ahead =
            |part: &Condition<W>| matches!(part, Condition::Checks | Condition::Mates | Condition::After(_));
        self.after_hooks.iter().any(|one| one.when.has(&ahead))
    }

    /// Rejects counters changed by a hook on check if movements test them. Check is tested on the position
    /// before counting, and must not depend on it.
    pub fn check_counters<'a>(
        &self,
        mut scripted: impl Iterator<Item = &'a ScriptedMove<W>>,
    ) -> Result<(), Unsupported> {
        let changed = |lane: usize| {
            let mut acts = self.after_hooks.iter().flat_map(|one| &one.acts);
            acts.any(
                |act| matches!(act, Act::Add(own, _) | Act::Set(own, _) | Act::Copy(own, _) if *own == lane),
            )
        };
        let counts = |part: &Condition<W>| matches!(part, Condition::Counter(lane, _) if changed(*lane));
        let mut of_movements = || {
            scripted.any(|scripted| scripted.rest.iter().chain(&scripted.ahead).any(|part| part.has(&counts)))
        };
        let left = |part: &Condition<W>| matches!(part, Condition::After(inner) if inner.has(&counts));
        if self.after_hooks.iter().any(|one| one.when.has(&left))
            || self.concludes_from_replies() && of_movements()
        {
            return Err(Unsupported("counters that depend on check and are conditions of movements"));
        }
        Ok(())
    }
}

/// Whether movements have hooks that are not [apart](is_apart).
pub fn hooked(variant: &Variant) -> bool {
    (0..variant.roles.len() as u8).any(|role| !hooks_on_board(variant, RoleId(role)).is_empty())
}

fn all_roles(variant: &Variant, roles: u64) -> bool {
    (0..variant.roles.len()).all(|role| roles >> (role & 63) & 1 == 1)
}

/// The hooks of each role that are [apart](is_apart), in order.
fn after_hooks<const W: usize>(
    variant: &Variant,
    compiler: &Compiler<'_>,
) -> Result<Vec<AfterHook<W>>, Unsupported> {
    let mut found = Vec::new();
    let all = u64::MAX;
    let strides = Strides::default();
    let mut add = |hooks: &[Hook], roles: u64, after_capture: bool| -> Result<(), Unsupported> {
        for hook in hooks.iter().filter(|hook| is_apart(variant, hook) && !hook.effects.is_empty()) {
            let site = site((compiler.variant, &strides), compiler.player, RoleId(0), Square(0));
            let mut acts = Vec::new();
            for effect in &hook.effects {
                acts.extend(act(&site, effect, &spot(Square(0)))?);
            }
            found.push(AfterHook { roles, after_capture, when: compiler.conjunction(&hook.guards)?, acts });
        }
        Ok(())
    };
    for (index, role) in variant.roles.iter().enumerate() {
        add(&role.after_move, 1 << (index & 63), false)?;
    }
    add(&variant.after_move, all, false)?;
    for (index, role) in variant.roles.iter().enumerate() {
        add(&role.after_capture, 1 << (index & 63), true)?;
    }
    add(&variant.after_capture, all, true)?;
    Ok(found)
}

/// A drop as a route of length zero: its square is empty, and no piece is lifted.
fn site<'a>(
    (variant, strides): (&'a Variant, &'a Strides),
    player: PlayerId,
    role: RoleId,
    to: Square,
) -> Site<'a> {
    Site {
        variant,
        player,
        role,
        from: to,
        to,
        landings: &[],
        mode: Mode::Move,
        vacant: false,
        takes_marker: false,
        plain: false,
        dropped: true,
        lifted: false,
        before: false,
        strides,
    }
}

fn spot(to: Square) -> Spot<'static> {
    Spot { origin: to, landing: to, path: &[], here: None }
}

fn drops<const W: usize>(variant: &Variant, player: PlayerId) -> Result<Vec<Drop<W>>, Unsupported> {
    let mut found = Vec::new();
    let known = guard::of_movements(variant);
    let strides = Strides::default();
    for (index, role) in variant.roles.iter().enumerate() {
        let id = RoleId(index as u8);
        let hooks = hooks_on_board(variant, id);
        for (way, drop) in role.drops.iter().enumerate() {
            let compiler = Compiler { variant, player, about: About::Drop(id) };
            let (mut sets, mut each) = (Vec::new(), Vec::new());
            for guard in drop.guards.iter().chain(&known) {
                match compiler.droppable(guard) {
                    Ok(set) => sets.push(set),
                    Err(_) => each.push(guard.clone()),
                }
            }
            let each = match each.is_empty() {
                true => None,
                false => Some(compiler.conjunction(&each)?),
            };
            let mut scripted = Vec::new();
            let way = Move::dropped(id, Square(0), way as u16).way;
            let placed = match drop.effects[..] {
                [] => Some(id),
                [Effect::Become(other)] => Some(other).filter(|&other| plainly(variant, id, other)),
                _ => None,
            };
            let placed = placed.filter(|_| hooks.is_empty());
            if placed.is_none() {
                for to in variant.board.squares() {
                    scripted.push(compile_scripted(
                        (variant, &strides),
                        player,
                        id,
                        (drop, way),
                        &hooks,
                        to,
                    )?);
                }
            }
            let placed = placed.unwrap_or(id).0;
            let (role, royal) = (index as u8, role.royal);
            let ahead = each.as_ref().is_some_and(Condition::looks_ahead);
            let spares_mate = scripted.is_empty()
                && matches!(&each, Some(Condition::Not(inner)) if matches!(**inner, Condition::Mates));
            found.push(Drop {
                role,
                placed,
                way,
                royal,
                first: found.iter().all(|other: &Drop<W>| other.role != role),
                squares: SquareExpr::all(sets),
                each,
                ahead,
                spares_mate,
                scripted,
            });
        }
    }
    Ok(found)
}

/// Whether a piece may be dropped as one role and stand as another without further bookkeeping.
fn plainly(variant: &Variant, role: RoleId, other: RoleId) -> bool {
    let unlike = |role: RoleId| variant.role(role).royal || variant.role(role).neutral;
    !unlike(role) && !unlike(other) && variant.hand.is_none_or(|hand| hand.revert != Revert::Mark)
}

fn compile_scripted<const W: usize>(
    (variant, strides): (&Variant, &Strides),
    player: PlayerId,
    role: RoleId,
    (drop, way): (&Hook, u16),
    hooks: &[(Hook, bool)],
    to: Square,
) -> Result<ScriptedMove<W>, Unsupported> {
    let (site, spot) = (site((variant, strides), player, role, to), spot(to));
    let resolved = |effects: &[crate::variant::Effect]| -> Result<Vec<Act<W>>, Unsupported> {
        let mut acts = Vec::new();
        for effect in effects {
            acts.extend(act(&site, effect, &spot)?);
        }
        Ok(acts)
    };
    let mut following = Vec::new();
    for (hook, after_capture) in hooks {
        let when = site.conjunction(&hook.guards, &spot)?;
        if when != Condition::Constant(false) {
            following.push(Following { when, after_capture: *after_capture, acts: resolved(&hook.effects)? });
        }
    }
    Ok(ScriptedMove::at(role.0, to.0, way, resolved(&drop.effects)?, following))
}
