//! Lints conditions that no position satisfies: ends that never occur, and compulsions that no move satisfies.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::compile::findings::Findings;
use crate::compile::origins::{Clause, Origins};
use crate::compile::read::extends::MAIN;
use crate::compile::read::tree::{Table, Value};
use crate::diagnostic::Code;
use crate::geometry::{Square, SquareSet};
use crate::variant::literal::Truth;
use crate::variant::{
    Anchor, CountSet, Effect, Mode, Place, PlayerId, Predicate, RoleId, RoleSet, Setup, Test, Variant, fen,
};

use super::contrary::{Contrary, MAX_TRIED};
use super::counters::Reach;
use super::shades;
use super::unused::appearing;

/// Reports ends that never occur and compulsions that no move satisfies.
pub(crate) fn lint_never(findings: &mut Findings, root: &Table, variant: &Variant, origins: &Origins) {
    let hope = Hope::new(variant).with_positions(&setups_in_proofs(root, variant));
    let mut report = |clause: Clause, nth: usize, code: Code, message: &str| {
        let mut places = origins.clauses.iter().filter(|origin| origin.clause == clause);
        if let Some(origin) = places.nth(nth).filter(|origin| origin.source == MAIN) {
            let at = (origin.source, origin.span);
            // The reason has already been reported.
            let said = [Code::BEYOND_BOARD, Code::COUNTER_OUT_OF_REACH];
            if !said.iter().any(|&code| findings.has_within(code, at)) {
                findings.report_at(at, code, message);
            }
        }
    };
    for (index, end) in variant.ending.ends.iter().enumerate() {
        if hope.is_lost(&end.when) {
            let message = "no position of this game satisfies this: this end never applies";
            report(Clause::End(index as u16), 0, Code::NEVER_ENDS, message);
        }
    }
    for (index, count) in variant.ending.counting.iter().enumerate() {
        if hope.is_lost(&count.when) {
            let message = "no position of this game satisfies this: this count never starts";
            report(Clause::Count(index as u16), 0, Code::NEVER_ENDS, message);
        }
    }
    for (index, must) in variant.choice.must.iter().enumerate() {
        if hope.is_lost(&must.wanted) || hope.is_lost(&must.when) {
            let message = "no move of this game satisfies this: it makes no move compulsory";
            report(Clause::Must, index, Code::NEVER_COMPULSORY, message);
        }
    }
}

/// Positions of the file's tests that set hands or counters. Pieces that arrive from another board appear only there.
pub(super) fn setups_in_proofs(root: &Table, variant: &Variant) -> Vec<Setup> {
    let lists = ["perft", "test"].into_iter().filter_map(|key| root.get(key));
    let tables = lists.flat_map(|node| match &node.kind {
        Value::Array(items) => items.as_slice(),
        _ => &[],
    });
    let texts = tables.filter_map(|node| match &node.as_table()?.get("fen")?.kind {
        Value::String(text) => Some(&text.value),
        _ => None,
    });
    // Without brackets no hand is written.
    let told = |text: &&String| text.contains('[') || !variant.counters.is_empty();
    texts.filter(told).filter_map(|text| fen::parse(variant, text).ok()).collect()
}

/// The roles that some player has in hand.
fn held(variant: &Variant, setup: &Setup) -> Vec<RoleId> {
    let slots = setup.hands.iter().enumerate().filter(|(_, count)| **count > 0);
    slots.map(|(slot, _)| RoleId((slot % variant.roles.len().max(1)) as u8)).collect()
}

/// Evaluates conditions without a position.
pub(super) struct Hope<'v> {
    variant: &'v Variant,
    appearing: RoleSet,
    dropped: RoleSet,
    takes: bool,
    /// The possible values of counters.
    reach: Reach,
    /// By role, the squares on which such pieces can ever stand; filled on demand, `None` if unknown.
    ever: RefCell<BTreeMap<RoleId, Option<SquareSet>>>,
    /// The remaining budget for these squares.
    left: Cell<usize>,
    /// The remaining number of conjunctions to test for contradictions.
    tries: Cell<usize>,
}

impl<'v> Hope<'v> {
    pub(super) fn new(variant: &'v Variant) -> Self {
        let gathers = variant.hand.is_some_and(|hand| hand.taken.is_some())
            || variant.effects().any(|effect| matches!(effect, Effect::ToHand(_) | Effect::Native(_)));
        let held = held(variant, &variant.start);
        let roles = variant.roles.iter().enumerate();
        let dropped = roles
            .filter(|(at, role)| {
                !role.drops.is_empty() && (role.supply || gathers || held.contains(&RoleId(*at as u8)))
            })
            .map(|(at, _)| RoleId(at as u8));
        let taking = |effect: &Effect| {
            matches!(
                effect,
                Effect::Take(..)
                    | Effect::TakeMarker
                    | Effect::Shift(..)
                    | Effect::Put(..)
                    | Effect::ToHand(_)
                    | Effect::Drop(..)
                    | Effect::Native(_)
            )
        };
        let mut movements = variant.roles.iter().flat_map(|role| &role.movements);
        Self {
            variant,
            appearing: appearing(variant),
            dropped: dropped.collect(),
            takes: movements.any(|movement| movement.mode != Mode::Move) || variant.effects().any(taking),
            reach: Reach::new(variant, &[]),
            ever: RefCell::default(),
            left: Cell::new(shades::SHARE),
            tries: Cell::new(MAX_TRIED),
        }
    }

    /// Also considers these positions.
    fn with_positions(mut self, setups: &[Setup]) -> Self {
        let held = setups.iter().flat_map(|setup| held(self.variant, setup));
        let dropped = held.filter(|&role| !self.variant.role(role).drops.is_empty());
        self.dropped = dropped.chain(self.dropped.iter()).collect();
        self.reach = Reach::new(self.variant, setups);
        self
    }

    /// Whether no drop on a square satisfies these conditions.
    pub(super) fn is_no_drop(&self, guards: &[Predicate], player: PlayerId, square: Square) -> bool {
        self.contrary(guards, player, None, Some(square))
    }

    /// Whether the conditions hold for no player in any position.
    fn is_lost(&self, predicates: &[Predicate]) -> bool {
        let mut players = (0..self.variant.players.len()).map(|index| PlayerId(index as u8));
        players.all(|player| self.all(predicates, player) == Truth::False)
    }

    fn all(&self, predicates: &[Predicate], player: PlayerId) -> Truth {
        self.all_on(predicates, player, None)
    }

    /// Whether all conditions hold always, never or sometimes. `here` is the possible squares of `Here`.
    fn all_on(&self, predicates: &[Predicate], player: PlayerId, here: Option<&SquareSet>) -> Truth {
        let all = predicates.iter().fold(Truth::True, |all, one| all.and(self.one(one, player)));
        // A single condition can only contradict itself, which is already tested.
        let several = all != Truth::False && predicates.len() > 1;
        if several && self.contrary(predicates, player, here, None) { Truth::False } else { all }
    }

    /// Whether conditions contradict one another.
    fn contrary(
        &self,
        predicates: &[Predicate],
        player: PlayerId,
        here: Option<&SquareSet>,
        standing: Option<Square>,
    ) -> bool {
        let (appearing, dropped) = (self.appearing, self.dropped);
        let contrary = Contrary { variant: self.variant, player, appearing, dropped, here, standing };
        contrary.contradict(predicates, &self.tries, &|one, holds| match self.one(one, player) {
            Truth::False => holds,
            Truth::True => !holds,
            Truth::Unknown => false,
        })
    }

    /// Whether a condition holds always, never or sometimes.
    fn one(&self, predicate: &Predicate, player: PlayerId) -> Truth {
        let unless = |possible: bool| if possible { Truth::Unknown } else { Truth::False };
        match predicate {
            Predicate::Constant(holds) => (*holds).into(),
            Predicate::By(players) => (players >> (player.0 & 31) & 1 == 1).into(),
            Predicate::Drops(roles) => unless(roles.0 & self.dropped.0 != 0),
            Predicate::Passes => unless(self.variant.choice.pass.is_some()),
            Predicate::Passed(counts) if self.variant.choice.pass.is_none() => counts.contains(0).into(),
            Predicate::Takes(roles) => unless(self.takes && roles.0 & self.appearing.0 != 0),
            Predicate::Checks | Predicate::Mates | Predicate::InCheck => {
                unless(!self.variant.royals().is_empty())
            }
            Predicate::InHand(counts, _) if self.variant.hand.is_none() => counts.contains(0).into(),
            Predicate::Counter(counter, counts) => self.reach.holds(*counter, counts),
            Predicate::Right(right, _) => {
                unless(self.variant.right_slots.iter().any(|slot| slot.right == *right))
            }
            Predicate::Holds(test, place) => self.test(test, place, player),
            Predicate::Count(counts, place, each) => self.count(counts, place, each, player),
            Predicate::Not(inner) => !self.all(inner, player),
            Predicate::Or(branches) => {
                branches.iter().fold(Truth::False, |any, branch| any.or(self.all(branch, player)))
            }
            Predicate::After(inner) | Predicate::WithoutDrop(inner) | Predicate::Can(inner) => {
                unless(self.all(inner, player) != Truth::False)
            }
            _ => Truth::Unknown,
        }
    }

    fn test(&self, test: &Test, _: &Place, player: PlayerId) -> Truth {
        let possible = match test {
            Test::Is(roles) => roles.0 & self.appearing.0 != 0,
            Test::In(zone) => !self.variant.zone(*zone, player).is_empty(),
            Test::Marked => self.variant.effects().any(|effect| matches!(effect, Effect::Mark(_))),
            _ => true,
        };
        if possible { Truth::Unknown } else { Truth::False }
    }

    /// A count of squares of a place: at most its size, and zero if no square can satisfy the conditions.
    fn count(&self, counts: &CountSet, place: &Place, each: &[Predicate], player: PlayerId) -> Truth {
        let zone = match place.anchor {
            Anchor::Zone(zone) if *place == Place::at(Anchor::Zone(zone)) => {
                Cow::Borrowed(self.variant.zone(zone, player))
            }
            _ => Cow::Owned(self.variant.board.squares().fold(
                SquareSet::new(self.variant.board.len()),
                |mut all, square| {
                    all.insert(square);
                    all
                },
            )),
        };
        let none = self.all_on(each, player, Some(&zone)) == Truth::False;
        let most = match &place.anchor {
            _ if none => 0,
            Anchor::Zone(zone) if place.steps.len() == 1 => {
                let zone = self.variant.zone(*zone, player);
                // A step leads out of the zone.
                if *place == Place::at(place.anchor.clone()) && self.out_of_reach(zone, each) {
                    0
                } else {
                    zone.len()
                }
            }
            _ => self.variant.board.len(),
        };
        if (0..=most).any(|count| counts.contains(count as u16)) { Truth::Unknown } else { Truth::False }
    }

    /// Whether the conditions require pieces on a zone that never reach it.
    fn out_of_reach(&self, zone: &SquareSet, each: &[Predicate]) -> bool {
        let here = Place::at(Anchor::Here);
        each.iter().any(|one| match one {
            Predicate::Holds(Test::Is(roles), place) if *place == here => {
                roles.iter().all(|role| self.never_in(zone, role))
            }
            _ => false,
        })
    }

    fn never_in(&self, zone: &SquareSet, role: RoleId) -> bool {
        let mut known = self.ever.borrow_mut();
        // Few roles are queried, and each is computed once.
        let ever = known.entry(role).or_insert_with(|| {
            let mut left = self.left.get();
            let ever = shades::ever_on(self.variant, role, &mut left);
            self.left.set(left);
            ever
        });
        ever.as_ref().is_some_and(|ever| zone.iter().all(|square| !ever.contains(square)))
    }
}
