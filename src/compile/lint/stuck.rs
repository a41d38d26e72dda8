//! Lints squares that a piece can reach but never leave, and promotions that no piece reaches.
//!
//! Both tests over-estimate: conditions on other pieces are assumed possible. A square is reported only if no position lets the
//! piece leave it.

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Square, SquareSet};
use crate::variant::literal::{Route, Truth, routes};
use crate::variant::{
    Anchor, Effect, Hook, Mode, Movement, Place, PlayerId, Predicate, Role, RoleId, Test, Variant,
};

use super::feasible::{MAX_LOOKS, Possible, looks};
use crate::compile::Origins;
use crate::compile::findings::Findings;
use crate::compile::read::extends::MAIN;

/// The maximum number of squares listed in a message.
const NAMED: usize = 4;

/// Reports pieces that can reach a square that they can never leave.
pub(crate) fn lint_stuck(findings: &mut Findings, variant: &Variant, origins: &Origins) {
    let mut told = vec![false; variant.roles.len()];
    let mut unpromoted = vec![false; variant.roles.len()];
    for player in (0..variant.players.len()).map(|index| PlayerId(index as u8)) {
        let mut search = Search::new(variant, player);
        let Some(stuck) = search.run() else { return };
        for (index, role) in variant.roles.iter().enumerate() {
            let Some(Some(at)) = origins.promotions.get(index).filter(|_| search.is_known()) else {
                continue;
            };
            let comes = !search.reached[index].is_empty() && role.drops.is_empty();
            if at.0 != MAIN || !comes || search.promoted[index] || unpromoted[index] {
                continue;
            }
            unpromoted[index] = true;
            let owner = &variant.players[player.index()].name;
            let message = format!(
                "no `{}` of {owner} ever makes a move that promotes it, wherever it can come to",
                role.name
            );
            let finding = Diagnostic::new(Code::NEVER_PROMOTES, at.1, message)
                .help("use squares in `when` that the piece reaches, or remove the promotion");
            findings.add(finding.in_source(at.0));
        }
        for (index, squares) in stuck.iter().enumerate() {
            if told[index] || squares.is_empty() {
                continue;
            }
            told[index] = true;
            let names: Vec<String> =
                squares.iter().take(NAMED).map(|square| variant.board.name(square)).collect();
            let more = match squares.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let (role, owner) = (&variant.roles[index].name, &variant.players[player.index()].name);
            let message = format!(
                "the piece `{role}` of {owner} can come to a square that it can never leave: {}{more}",
                names.join(", ")
            );
            let at = origins.roles[index];
            let finding = Diagnostic::new(Code::STUCK_PIECE, at.1, message)
                .help("give it a move from there, or a `promotion`; if this is intended, ignore the warning");
            findings.add(finding.in_source(at.0));
        }
    }
}

/// The possible fates of a piece after its move.
struct Arrival {
    /// Whether it may keep its role.
    stays: bool,
    /// Whether it may promote by the rule of its role.
    promotes: bool,
    /// Other roles that it may get.
    becomes: Vec<RoleId>,
}

/// Searches the squares that one player's pieces can reach.
struct Search<'v> {
    variant: &'v Variant,
    player: PlayerId,
    possible: Possible<'v>,
    /// By role.
    reached: Vec<SquareSet>,
    waiting: Vec<(RoleId, Square)>,
    /// By role, whether some move may promote it.
    promoted: Vec<bool>,
    looks: usize,
}

impl<'v> Search<'v> {
    fn new(variant: &'v Variant, player: PlayerId) -> Self {
        let reached = vec![variant.board.empty_set(); variant.roles.len()];
        let possible = Possible::new(variant, player).with_marks();
        let promoted = vec![false; variant.roles.len()];
        let mut search = Self { variant, player, possible, reached, waiting: Vec::new(), promoted, looks: 0 };
        for (square, piece) in variant.start.pieces().filter(|(_, piece)| piece.player == player) {
            search.reach(piece.role, square);
        }
        search
    }

    fn reach(&mut self, role: RoleId, square: Square) {
        if !self.reached[role.index()].contains(square) {
            self.reached[role.index()].insert(square);
            self.waiting.push((role, square));
        }
    }

    /// The squares that cannot be left, by role; `None` if there is too much to try.
    fn run(&mut self) -> Option<Vec<SquareSet>> {
        let mut stuck = vec![self.variant.board.empty_set(); self.variant.roles.len()];
        let outcomes: Vec<_> = self.variant.roles.iter().map(|role| self.outcomes(role)).collect();
        while let Some((id, from)) = self.waiting.pop() {
            let role = self.variant.role(id);
            let outcomes = outcomes[id.index()];
            // A piece without movements is meant to stay.
            let mut moves = role.movements.is_empty();
            for movement in &role.movements {
                self.looks += looks(self.variant, movement);
                if self.looks > MAX_LOOKS {
                    return None;
                }
                let everywhere = |reached: &SquareSet| reached.len() == self.variant.board.len();
                if moves && self.is_told(id, outcomes, everywhere) {
                    break;
                }
                // If the piece does not stay on the target, the move adds no new squares.
                let same = role.promotion.is_none() && outcomes.is_some();
                if moves && same && movement.effects.iter().any(takes_away) {
                    continue;
                }
                for route in routes(self.variant, self.player, movement, from) {
                    let there = |reached: &SquareSet| reached.contains(route.to());
                    let told = moves && self.is_told(id, outcomes, there);
                    if told || !self.possible.allowed(movement, &route) {
                        continue;
                    }
                    moves = true;
                    let arrival = self.arrival(role, movement, &route);
                    self.promoted[id.index()] |= arrival.promotes;
                    if self.ends_the_game(movement) {
                        continue;
                    }
                    if arrival.stays {
                        self.reach(id, route.to());
                    }
                    arrival.becomes.into_iter().for_each(|other| self.reach(other, route.to()));
                }
            }
            if !moves {
                stuck[id.index()].insert(from);
            }
        }
        Some(stuck)
    }

    /// The roles that a piece may get on arrival, by the promotion of its role; `None` if effects change it.
    fn outcomes(&self, role: &'v Role) -> Option<&'v [RoleId]> {
        let changes =
            |effect: &Effect| matches!(effect, Effect::Promote(_) | Effect::Become(_) | Effect::Native(_));
        let hooks =
            [&role.after_move, &role.after_capture, &self.variant.after_move, &self.variant.after_capture];
        let hooks = hooks.into_iter().flatten().flat_map(|hook| &hook.effects);
        let own = role.movements.iter().flat_map(|movement| &movement.effects);
        let to = role.promotion.as_ref().map_or(&[][..], |promotion| &promotion.to);
        (!hooks.chain(own).any(changes)).then_some(to)
    }

    /// Whether the squares reached by the role's moves are already known, for the role and all roles it may get.
    fn is_told(&self, id: RoleId, outcomes: Option<&[RoleId]>, known: impl Fn(&SquareSet) -> bool) -> bool {
        let of = |role: &RoleId| known(&self.reached[role.index()]);
        let told = self.variant.role(id).promotion.is_none() || self.promoted[id.index()];
        told && of(&id) && outcomes.is_some_and(|outcomes| outcomes.iter().all(of))
    }

    /// Whether pieces reach squares only by their own movements, and stay where they arrive.
    fn is_known(&self) -> bool {
        // A shift of another piece is ignored here.
        let elsewhere = |effect: &Effect| {
            takes_away(effect)
                || matches!(effect, Effect::Put(..) | Effect::Flip(..) | Effect::Drop(..) | Effect::Native(_))
        };
        let chains = self.variant.roles.iter().any(|role| !role.chains.is_empty());
        !chains && !self.variant.effects().any(elsewhere)
    }

    /// Whether the movement only captures a royal piece, which ends the game.
    fn ends_the_game(&self, movement: &Movement) -> bool {
        movement.legs.last().is_some_and(|leg| leg.guards.iter().any(|guard| self.is_of_a_royal(guard)))
    }

    /// Whether the condition requires a royal piece on the target.
    fn is_of_a_royal(&self, predicate: &Predicate) -> bool {
        let royals = self.variant.royals().0;
        match predicate {
            Predicate::Holds(Test::Is(roles), place) => {
                roles.0 & !royals == 0
                    && matches!(place.anchor, Anchor::Landing | Anchor::To)
                    && *place == Place::at(place.anchor.clone())
            }
            _ => false,
        }
    }

    /// Whether these conditions of a promotion hold. The role is known, so whether it could leave the target is known too.
    fn promotes(&self, role: &Role, all: &[Predicate], route: &Route, leg: Option<usize>) -> Truth {
        all.iter().fold(Truth::True, |truth, one| {
            truth.and(match one {
                Predicate::Not(inner) if matches!(inner[..], [Predicate::Holds(Test::Mobile, _)]) => {
                    (!self.is_mobile(role, route.to())).into()
                }
                // The capture of a royal piece is only a threat: no game continues after it.
                Predicate::Not(inner) if matches!(&inner[..], [one] if self.is_of_a_royal(one)) => {
                    Truth::True
                }
                other => self.possible.all(std::slice::from_ref(other), route, leg),
            })
        })
    }

    /// Whether a piece could ever leave a square.
    fn is_mobile(&self, role: &Role, square: Square) -> bool {
        role.movements.iter().any(|movement| {
            let routes = routes(self.variant, self.player, movement, square);
            routes.iter().any(|route| self.possible.allowed(movement, route))
        })
    }

    /// The possible fates of a piece after this route.
    fn arrival(&self, role: &Role, movement: &Movement, route: &Route) -> Arrival {
        let mut arrival = Arrival { stays: true, promotes: false, becomes: Vec::new() };
        let last = movement.legs.len().checked_sub(1);
        if let Some(promotion) = &role.promotion {
            let when = self.promotes(role, &promotion.when, route, last);
            if when != Truth::False {
                arrival.becomes.extend(&promotion.to);
                arrival.promotes = true;
            }
            let forced =
                promotion.forced.as_ref().map_or(Truth::False, |all| self.promotes(role, all, route, last));
            arrival.stays = when.and(forced) != Truth::True;
        }
        apply(&mut arrival, &movement.effects, Truth::True);
        let captures: &[&[Hook]] = match movement.mode {
            Mode::Capture => &[&role.after_capture, &self.variant.after_capture],
            // Capture hooks do not apply to a move without a capture.
            Mode::Move | Mode::Both => &[],
        };
        let always: [&[Hook]; 2] = [&role.after_move, &self.variant.after_move];
        for hook in always.iter().chain(captures).flat_map(|hooks| hooks.iter()) {
            apply(&mut arrival, &hook.effects, self.possible.all(&hook.guards, route, None));
        }
        arrival
    }
}

/// Whether an effect removes the piece on the target or changes its owner.
fn takes_away(effect: &Effect) -> bool {
    match effect {
        Effect::Take(place, _) | Effect::Shift(place, _) | Effect::Flip(place, _) | Effect::ToHand(place) => {
            touches_target(place)
        }
        _ => false,
    }
}

/// Adds effects that follow a move if `guards` hold.
fn apply(arrival: &mut Arrival, effects: &[Effect], guards: Truth) {
    if guards == Truth::False {
        return;
    }
    for effect in effects {
        match effect {
            Effect::Promote(roles) => arrival.becomes.extend(roles),
            Effect::Become(role) => arrival.becomes.push(*role),
            Effect::Mark(_)
            | Effect::TakeMarker
            | Effect::KeepMarks
            | Effect::Put(..)
            | Effect::Drop(..)
            | Effect::Add(..)
            | Effect::Set(..)
            | Effect::Copy(..)
            | Effect::Gain(..)
            | Effect::Lose(..)
            | Effect::Again => continue,
            Effect::Take(..) | Effect::Shift(..) | Effect::Flip(..) | Effect::ToHand(_) => {
                if !takes_away(effect) {
                    continue;
                }
                // What the piece has become is not on the target either.
                arrival.becomes.clear();
            }
            Effect::Native(_) => {}
        }
        // An effect that may happen counts as happening: a missing warning is better than a wrong one.
        arrival.stays = false;
    }
}

/// Whether the place may be the target of the move.
fn touches_target(place: &Place) -> bool {
    !matches!(place.anchor, Anchor::LegOrigin | Anchor::From) || place.steps.len() != 1
}
