//! How long one position of a game can take at most, counted before it is played: what all moves look at, and what has to
//! be looked at to see which of them are legal.
//!
//! The count is of the worst position that the board has room for, as if every piece could go wherever there is room; it
//! bounds the work, and does not foretell it.

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::{Board, Displacement};
use crate::variant::{
    Anchor, Effect, Hook, Leg, Movement, Must, PathRule, Place, PlayerId, Predicate, RoleId, Test, Variant,
};

use super::caps::{MAX_LOOKS, MAX_REPLIES};
use super::findings::Findings;
use super::lower::{origins_of, repeats};
use super::{Clause, Origins};

/// What helps where too much is looked at.
const FEWER: &str = "look at fewer squares: smaller zones, no quantifier in a quantifier, shorter paths";

/// What a mate asked for in a condition costs, in attacks: it looks for a way out of each.
const MATE: u64 = 16;

/// What a role's movements come to, from all squares together.
#[derive(Clone, Copy, Default)]
struct Work {
    /// Moves on an empty board.
    moves: u64,
    /// Squares and conditions looked at to find them.
    looks: u64,
    /// Of the moves those whose legality is seen by making them.
    tried: u64,
    /// Questions about the opponent's replies that are asked on the way.
    questions: u64,
}

impl Work {
    fn add(&mut self, other: Self) {
        self.moves = self.moves.saturating_add(other.moves);
        self.looks = self.looks.saturating_add(other.looks);
        self.tried = self.tried.saturating_add(other.tried);
        self.questions = self.questions.saturating_add(other.questions);
    }

    /// The most of each: a square holds one piece.
    fn most(self, other: Self) -> Self {
        Self {
            moves: self.moves.max(other.moves),
            looks: self.looks.max(other.looks),
            tried: self.tried.max(other.tried),
            questions: self.questions.max(other.questions),
        }
    }
}

/// Says so where a position of the game could take too long.
pub(super) fn bound_work(findings: &mut Findings, variant: &Variant, origins: &Origins) {
    let measure = Measure { variant, literal: is_literal(variant), royals: !variant.royals().is_empty() };
    let mut most = Work::default();
    // Of all roles the alternative that counts most, for each of the two bounds.
    let (mut longest, mut widest) = ((0, None), (0, None));
    for role in &variant.roles {
        let mut own = Work::default();
        let hooks = [&role.after_move, &role.after_capture, &variant.after_move, &variant.after_capture];
        let after: u64 = hooks.iter().map(|hooks| measure.hooks(hooks)).fold(0, u64::saturating_add);
        let promotion = role.promotion.as_ref().map_or((0, 1), |promotion| {
            let forced = promotion.forced.as_deref().unwrap_or_default();
            let asked = measure.all(&promotion.when, 1).saturating_add(measure.all(forced, 1));
            (asked, 1 + promotion.to.len() as u64)
        });
        for movement in &role.movements {
            let work = measure.movement(movement, after, promotion);
            own.add(work);
            let asked = work.tried.saturating_add(work.questions);
            if work.looks > longest.0 {
                longest = (work.looks, Some(movement.alternative));
            }
            if asked > widest.0 {
                widest = (asked, Some(movement.alternative));
            }
        }
        most = most.most(own);
    }
    let mut say = |code, alternative: Option<u32>, message: &str, label: String, help: &str| {
        let Some(at) = alternative.and_then(|at| origins.alternatives.get(at as usize)) else { return };
        let finding = Diagnostic::new(code, at.span, message).primary(label).help(help).in_source(at.source);
        findings.add(finding);
    };
    if most.looks > MAX_LOOKS {
        let label = format!("more than {MAX_LOOKS} squares and conditions, from all squares together");
        let message = "finding the moves of one position of this game could take too long";
        say(Code::TOO_MANY_LOOKS, longest.1, message, label, FEWER);
        return;
    }
    for (clause, looks) in measure.clauses(most.moves) {
        let Some(at) = origins.clauses.iter().find(|at| at.clause == clause).filter(|_| looks > MAX_LOOKS)
        else {
            continue;
        };
        let label = format!("more than {MAX_LOOKS} squares and conditions");
        let message = "what this asks of one position could take too long";
        let finding = Diagnostic::new(Code::TOO_MANY_LOOKS, at.span, message).primary(label);
        findings.add(finding.help(FEWER).in_source(at.source));
        return;
    }
    let replies = if measure.royals { most.tried } else { 0 };
    // What a tried move and a question cost: the replies are looked for.
    let work = replies.saturating_add(most.questions).saturating_mul(most.moves.max(1));
    if work > MAX_REPLIES {
        let label = format!("more than {MAX_REPLIES} replies to look at, all moves of one position together");
        let message = "seeing which moves of one position are legal could take too long";
        say(
            Code::TOO_MANY_REPLIES,
            widest.1,
            message,
            label,
            "use fewer pieces that go everywhere with effects or questions about attacks, or a smaller board",
        );
    }
}

/// Whether every move has to be made to see whether it is legal.
fn is_literal(variant: &Variant) -> bool {
    let hooks = |hooks: &[Hook]| !hooks.is_empty();
    let royals = variant.royals();
    let turns_royal = |movement: &Movement| {
        movement.effects.iter().any(|effect| matches!(effect, Effect::Promote(_) | Effect::Become(_)))
    };
    hooks(&variant.after_move)
        || hooks(&variant.after_capture)
        || variant.roles.iter().any(|role| {
            let promotes = role.promotion.as_ref();
            hooks(&role.after_move)
                || hooks(&role.after_capture)
                || promotes.is_some_and(|all| role.royal || all.to.iter().any(|&id| royals.contains(id)))
                || role.royal && role.movements.iter().any(turns_royal)
        })
}

struct Measure<'v> {
    variant: &'v Variant,
    literal: bool,
    royals: bool,
}

impl Measure<'_> {
    fn movement(&self, movement: &Movement, after: u64, (asked, choices): (u64, u64)) -> Work {
        let board = &self.variant.board;
        let routes = movement.legs.iter().map(|leg| repeats(board, leg) as u64).fold(1, u64::saturating_mul);
        let moves = (origins_of(board, movement) as u64).saturating_mul(routes);
        let legs = movement.legs.iter().map(|leg| self.leg(leg)).fold(0, u64::saturating_add);
        let effects = movement.effects.iter().map(|effect| self.effect(effect)).fold(0, u64::saturating_add);
        let each = legs.saturating_add(effects).saturating_add(asked).saturating_add(after);
        let questions =
            movement.legs.iter().flat_map(|leg| &leg.guards).map(questions).fold(0, u64::saturating_add);
        let general = self.literal || !movement.effects.is_empty();
        let moves = moves.saturating_mul(choices);
        Work {
            moves,
            looks: moves.saturating_mul(each),
            tried: if general { moves } else { 0 },
            questions: moves.saturating_mul(questions),
        }
    }

    fn leg(&self, leg: &Leg) -> u64 {
        let path = leg.displacement.length() as u64;
        let each = match &leg.path {
            PathRule::Empty => 0,
            PathRule::Hurdles { each, .. } => self.all(each, path).saturating_mul(path.saturating_sub(1)),
        };
        1u64.saturating_add(self.all(&leg.guards, path)).saturating_add(each)
    }

    fn hooks(&self, hooks: &[Hook]) -> u64 {
        let one = |hook: &Hook| {
            let effects = hook.effects.iter().map(|effect| self.effect(effect)).fold(0, u64::saturating_add);
            self.all(&hook.guards, 1).saturating_add(effects)
        };
        hooks.iter().map(one).fold(0, u64::saturating_add)
    }

    /// What conditions that belong to no movement look at in one position, where it has so many moves.
    fn clauses(&self, moves: u64) -> Vec<(Clause, u64)> {
        let Variant { choice, ending, players, roles, board, .. } = self.variant;
        let (moves, squares) = (moves.max(1), board.len() as u64);
        let longest = self.longest();
        let each = |asked: &[Predicate], times: u64| self.all(asked, longest).saturating_mul(times);
        let mut found = vec![(Clause::Guard, each(&choice.guard, moves))];
        let must = |must: &Must| each(&must.when, 1).saturating_add(each(&must.wanted, moves));
        found.push((Clause::Must, choice.must.iter().map(must).fold(0, u64::saturating_add)));
        found.extend(choice.pass.as_ref().map(|pass| (Clause::Pass, each(pass, 1))));
        for (index, role) in roles.iter().enumerate() {
            let drops = role.drops.iter().map(|drop| each(&drop.guards, squares));
            found.push((Clause::Drop(RoleId(index as u8)), drops.fold(0, u64::saturating_add)));
        }
        let players = players.len() as u64;
        let ends = ending.ends.iter().enumerate();
        found.extend(ends.map(|(index, end)| (Clause::End(index as u16), each(&end.when, players))));
        let counts = ending.counting.iter().enumerate();
        found.extend(counts.map(|(index, count)| (Clause::Count(index as u16), each(&count.when, players))));
        found
    }

    fn all(&self, predicates: &[Predicate], path: u64) -> u64 {
        predicates.iter().map(|one| self.predicate(one, path)).fold(0, u64::saturating_add)
    }

    fn predicate(&self, predicate: &Predicate, path: u64) -> u64 {
        match predicate {
            Predicate::Holds(Test::Same(other), at) => {
                self.place(other, path).saturating_add(self.place(at, path))
            }
            Predicate::Holds(_, at) | Predicate::Native(_, at) => self.place(at, path),
            Predicate::Count(_, at, inner) | Predicate::All(at, inner) => {
                self.place(at, path).saturating_mul(self.all(inner, path).saturating_add(1))
            }
            Predicate::Not(inner) | Predicate::After(inner) | Predicate::WithoutDrop(inner) => {
                self.all(inner, path).saturating_add(1)
            }
            Predicate::Or(branches) => {
                branches.iter().map(|branch| self.all(branch, path)).fold(1, u64::saturating_add)
            }
            _ => 1,
        }
    }

    fn effect(&self, effect: &Effect) -> u64 {
        let longest = self.longest();
        match effect {
            Effect::Take(at, filter) | Effect::Flip(at, filter) => {
                self.place(at, longest).saturating_mul(self.all(filter, longest).saturating_add(1))
            }
            Effect::Shift(from, to) => self.place(from, longest).saturating_add(self.place(to, longest)),
            Effect::Mark(at) | Effect::ToHand(at) | Effect::Put(_, at) | Effect::Drop(_, at) => {
                self.place(at, longest)
            }
            _ => 1,
        }
    }

    /// The squares that a place can be.
    fn place(&self, place: &Place, path: u64) -> u64 {
        let anchors = match &place.anchor {
            Anchor::Zone(zone) => {
                let players = (0..self.variant.players.len()).map(|at| PlayerId(at as u8));
                players
                    .map(|player| self.variant.zone(*zone, player).iter().count() as u64)
                    .max()
                    .unwrap_or(0)
            }
            Anchor::Span(a, b) => {
                self.longest().saturating_add(self.place(a, path)).saturating_add(self.place(b, path))
            }
            Anchor::Runs(runs) => {
                let along = self.all(&runs.along, path).saturating_add(1);
                let each = self.longest().saturating_mul(along);
                each.saturating_mul(self.place(&runs.start, path))
            }
            Anchor::Path => path.max(1),
            _ => 1,
        };
        anchors.saturating_mul(place.steps.len() as u64).max(1)
    }

    /// The squares of the longest straight line.
    fn longest(&self) -> u64 {
        self.variant.board.axes().iter().map(|axis| u64::from(axis.length)).max().unwrap_or(1)
    }
}

/// How many questions about replies a condition asks.
fn questions(predicate: &Predicate) -> u64 {
    let all = |inner: &[Predicate]| inner.iter().map(questions).fold(0, u64::saturating_add);
    match predicate {
        Predicate::Checks | Predicate::InCheck | Predicate::Holds(Test::Attacked | Test::NotAttacked, _) => 1,
        Predicate::Mates | Predicate::Can(_) => MATE,
        Predicate::After(inner) | Predicate::WithoutDrop(inner) => all(inner),
        Predicate::Count(_, _, inner) | Predicate::All(_, inner) | Predicate::Not(inner) => all(inner),
        Predicate::Or(branches) => branches.iter().map(|branch| all(branch)).fold(0, u64::saturating_add),
        _ => 0,
    }
}

/// Answers once what a quantifier over a zone would ask of every square alike: `@Any(Home, @Any(Home, …))` asks the inner
/// question once.
pub(super) fn ask_once(variant: &mut Variant) {
    let sizes: Vec<Option<u16>> = variant
        .zones
        .iter()
        .map(|zone| {
            let mut counts = zone.squares.iter().map(|squares| squares.iter().count() as u16);
            let first = counts.next()?;
            counts.all(|other| other == first).then_some(first)
        })
        .collect();
    let board = variant.board.clone();
    let once = Once { sizes, board };
    for role in &mut variant.roles {
        for leg in role.movements.iter_mut().flat_map(|movement| &mut movement.legs) {
            once.all(&mut leg.guards);
            if let PathRule::Hurdles { each, .. } = &mut leg.path {
                once.all(each);
            }
        }
        if let Some(promotion) = &mut role.promotion {
            once.all(&mut promotion.when);
            promotion.forced.iter_mut().for_each(|all| once.all(all));
        }
        let hooks = role.after_move.iter_mut().chain(&mut role.after_capture).chain(&mut role.drops);
        hooks.for_each(|hook| once.all(&mut hook.guards));
    }
    let hooks = variant.after_move.iter_mut().chain(&mut variant.after_capture);
    hooks.for_each(|hook| once.all(&mut hook.guards));
    once.all(&mut variant.choice.guard);
    for must in &mut variant.choice.must {
        once.all(&mut must.when);
        once.all(&mut must.wanted);
    }
    variant.choice.pass.iter_mut().for_each(|pass| once.all(pass));
    variant.ending.ends.iter_mut().for_each(|end| once.all(&mut end.when));
    variant.ending.counting.iter_mut().for_each(|count| once.all(&mut count.when));
}

struct Once {
    /// How many squares each zone has, if it is as many for every player.
    sizes: Vec<Option<u16>>,
    board: Board,
}

impl Once {
    fn all(&self, predicates: &mut [Predicate]) {
        predicates.iter_mut().for_each(|one| self.one(one));
    }

    fn one(&self, predicate: &mut Predicate) {
        match predicate {
            Predicate::Count(_, _, inner) | Predicate::All(_, inner) | Predicate::Not(inner) => {
                self.all(inner)
            }
            Predicate::Or(branches) => branches.iter_mut().for_each(|branch| self.all(branch)),
            _ => {}
        }
        let simpler = match predicate {
            Predicate::Count(counts, place, inner) if !inner.iter().any(asks_here) => {
                let size = self.size(place);
                size.and_then(|size| match (counts.contains(size), counts.contains(0)) {
                    (true, false) => Some(Predicate::Or(vec![std::mem::take(inner)])),
                    (false, true) => Some(Predicate::Not(std::mem::take(inner))),
                    _ => None,
                })
            }
            Predicate::All(place, inner) if !inner.iter().any(asks_here) => {
                self.size(place).map(|_| Predicate::Or(vec![std::mem::take(inner)]))
            }
            _ => None,
        };
        if let Some(mut simpler) = simpler {
            // A conjunction of one is that one.
            if let Predicate::Or(branches) = &mut simpler
                && let [branch] = branches.as_mut_slice()
                && branch.len() == 1
                && let Some(only) = branch.pop()
            {
                simpler = only;
            }
            *predicate = simpler;
        }
    }

    /// How many squares a place always has, if it is a whole zone that is not empty.
    fn size(&self, place: &Place) -> Option<u16> {
        let Anchor::Zone(zone) = place.anchor else { return None };
        let whole = place.steps == [Displacement::ZERO] && self.board.len() < usize::from(u16::MAX);
        self.sizes.get(usize::from(zone.0)).copied().flatten().filter(|&size| whole && size > 0)
    }
}

/// Whether a condition depends on the square that the quantifier around it is at, as far as is known.
fn asks_here(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Constant(_)
        | Predicate::By(_)
        | Predicate::Checks
        | Predicate::Mates
        | Predicate::Takes(_)
        | Predicate::Drops(_)
        | Predicate::Passes
        | Predicate::Can(_)
        | Predicate::Passed(_)
        | Predicate::ToMove
        | Predicate::InCheck
        | Predicate::InHand(..)
        | Predicate::Counter(..)
        | Predicate::More
        | Predicate::MorePoints
        | Predicate::Points(_) => false,
        Predicate::After(inner) | Predicate::WithoutDrop(inner) => inner.iter().any(asks_here),
        Predicate::Right(_, place) => place.as_ref().is_some_and(is_here),
        Predicate::Holds(Test::Same(other), place) => is_here(other) || is_here(place),
        Predicate::Holds(_, place) => is_here(place),
        // What a quantifier asks of its own squares is its own; only its place may be the outer one's.
        Predicate::Count(_, place, _) | Predicate::All(place, _) => is_here(place),
        Predicate::Not(inner) => inner.iter().any(asks_here),
        Predicate::Or(branches) => branches.iter().flatten().any(asks_here),
        // The safe answer, for what is not listed too.
        _ => true,
    }
}

fn is_here(place: &Place) -> bool {
    match &place.anchor {
        Anchor::Here => true,
        Anchor::Span(a, b) => is_here(a) || is_here(b),
        Anchor::Runs(runs) => is_here(&runs.start),
        _ => false,
    }
}
