//! Bounds the work of one position of a game before it is played. The work is the number of squares and conditions examined to
//! generate all moves and to test their legality.
//!
//! The bound assumes the worst reachable position, in which every piece can move to every square with room. The board is full
//! of the costliest piece, unless no pieces can appear beyond those at the start. The result is an upper bound, not a
//! prediction.

use crate::diagnostic::{Code, Diagnostic};
use crate::variant::{
    Anchor, Effect, Hook, Leg, Movement, Must, PathRule, Place, PlayerId, Predicate, Role, RoleId, Setup,
    Test, Variant,
};

use super::caps::{MAX_LOOKS, MAX_REPLIES, TRUST};
use super::findings::Findings;
use super::lower::{origins_of, repeats};
use super::{Clause, Origins};

/// The advice for files that exceed a bound.
const FEWER: &str = "look at fewer squares: smaller zones, no quantifier in a quantifier, shorter paths";

/// The cost of a condition that asks for mate, in attack tests: it searches for an evasion of each.
const MATE: u64 = 16;

/// The cost of some movements.
#[derive(Clone, Copy, Default)]
struct Work {
    /// Moves on an empty board.
    moves: u64,
    /// Squares and conditions examined to generate them.
    looks: u64,
    /// The number of moves whose legality is tested by making them.
    tried: u64,
    /// The number of queries for the opponent's replies.
    questions: u64,
}

impl Work {
    fn by(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            moves: combine(self.moves, other.moves),
            looks: combine(self.looks, other.looks),
            tried: combine(self.tried, other.tried),
            questions: combine(self.questions, other.questions),
        }
    }

    fn add(&mut self, other: Self) {
        *self = self.by(other, u64::saturating_add);
    }

    fn times(self, many: u64) -> Self {
        self.by(self, |one, _| one.saturating_mul(many))
    }

    fn asked(self) -> u64 {
        self.tried.saturating_add(self.questions)
    }
}

/// The cost of a role's movements.
#[derive(Clone, Copy, Default)]
struct OfRole {
    /// The maximum from one square.
    single: Work,
    /// From all squares together.
    all: Work,
}

/// Reports games in which one position could take too long. `from` are positions that the game can start from.
pub(super) fn bound_work(findings: &mut Findings, variant: &Variant, from: &[Setup], origins: &Origins) {
    let measure = Measure::new(variant);
    // An alternative has many movements. The costliest alternative is shown, not the largest movement.
    let mut alternatives = vec![Work::default(); origins.alternatives.len()];
    let mut roles = Vec::with_capacity(variant.roles.len());
    for role in &variant.roles {
        let mut own = OfRole::default();
        let extra = measure.extra(role);
        for movement in &role.movements {
            let single = measure.movement(movement, extra);
            let all = single.times(origins_of(&variant.board, movement) as u64);
            own.single.add(single);
            own.all.add(all);
            if let Some(known) = alternatives.get_mut(movement.alternative as usize) {
                known.add(all);
            }
        }
        roles.push(own);
    }
    // A square holds one piece.
    let full = roles.iter().fold(Work::default(), |most, role| most.by(role.all, u64::max));
    let most = match keeps_out(variant) {
        true => armies(variant, &roles, from).by(full, u64::min),
        false => full,
    };
    let mut say = |code, cost: &dyn Fn(&Work) -> u64, message: &str, label: String, help: &str| {
        // The first of equally costly alternatives.
        let all = alternatives.iter().zip(&origins.alternatives).rev();
        let costliest = all.max_by_key(|(work, _)| cost(work));
        let Some((_, at)) = costliest else { return };
        let finding = Diagnostic::new(code, at.span, message).primary(label).help(help).help(TRUST);
        findings.add(finding.in_source(at.source));
    };
    if most.looks > MAX_LOOKS {
        let label = format!("more than {MAX_LOOKS} squares and conditions, from all squares together");
        let message = "finding the moves of one position of this game could take too long";
        say(Code::TOO_MANY_LOOKS, &|work| work.looks, message, label, FEWER);
        return;
    }
    let measure = Measure { most, ..measure };
    for (clause, looks) in measure.clauses() {
        let Some(at) = origins.clauses.iter().find(|at| at.clause == clause).filter(|_| looks > MAX_LOOKS)
        else {
            continue;
        };
        let label = format!("more than {MAX_LOOKS} squares and conditions");
        let message = "evaluating this in one position could take too long";
        let finding = Diagnostic::new(Code::TOO_MANY_LOOKS, at.span, message).primary(label);
        findings.add(finding.help(FEWER).help(TRUST).in_source(at.source));
        return;
    }
    let replies = if measure.royals { most.tried } else { 0 };
    // A tried move and a query each generate the replies.
    let work = replies.saturating_add(most.questions).saturating_mul(most.moves.max(1));
    if work > MAX_REPLIES {
        let label = format!("more than {MAX_REPLIES} replies to look at, all moves of one position together");
        let message = "seeing which moves of one position are legal could take too long";
        let help = "use fewer long-range pieces with effects or conditions about attacks, or a smaller board";
        say(Code::TOO_MANY_REPLIES, &|work| work.asked(), message, label, help);
    }
}

/// Whether no piece can appear on the board or change sides.
fn keeps_out(variant: &Variant) -> bool {
    let comes = |effect: &Effect| {
        matches!(effect, Effect::Put(..) | Effect::Flip(..) | Effect::Drop(..) | Effect::Native(_))
    };
    variant.roles.iter().all(|role| role.drops.is_empty()) && !variant.effects().any(comes)
}

/// The largest cost of the pieces of some positions, whatever they become. It has the sum of all moves, and the maximum of one
/// player's examined squares and queries.
fn armies(variant: &Variant, roles: &[OfRole], from: &[Setup]) -> Work {
    let becomes = becomes(variant);
    let most = |role: RoleId| {
        let all = becomes[role.index()].iter().filter_map(|role| roles.get(role.index()));
        all.fold(Work::default(), |most, role| most.by(role.single, u64::max))
    };
    let each: Vec<Work> = (0..variant.roles.len()).map(|role| most(RoleId(role as u8))).collect();
    from.iter().fold(Work::default(), |worst, setup| {
        let mut armies = vec![Work::default(); variant.players.len()];
        for (_, piece) in setup.pieces() {
            // All players move a neutral piece.
            let whose = |player: usize| piece.is_neutral() || piece.player.index() == player;
            let moved = armies.iter_mut().enumerate().filter(|(player, _)| whose(*player));
            moved.for_each(|(_, army)| army.add(each[piece.role.index()]));
        }
        let moves = armies.iter().map(|army| army.moves).fold(0, u64::saturating_add);
        let most = armies.into_iter().fold(Work::default(), |most, army| most.by(army, u64::max));
        worst.by(Work { moves, ..most }, u64::max)
    })
}

/// The roles that a piece of each role may eventually have, including its own.
fn becomes(variant: &Variant) -> Vec<Vec<RoleId>> {
    let made = |effect: &Effect| match effect {
        Effect::Promote(roles) => roles.clone(),
        Effect::Become(role) => vec![*role],
        _ => Vec::new(),
    };
    let of_hooks = |hooks: &[Hook]| hooks.iter().flat_map(|hook| &hook.effects).flat_map(made).collect();
    let everywhere: Vec<RoleId> = [&variant.after_move, &variant.after_capture]
        .into_iter()
        .flat_map(|hooks| {
            let roles: Vec<RoleId> = of_hooks(hooks);
            roles
        })
        .collect();
    let next = |role: RoleId| -> Vec<RoleId> {
        let role = variant.role(role);
        let mut next: Vec<RoleId> =
            role.promotion.iter().flat_map(|promotion| promotion.to.clone()).collect();
        next.extend(role.movements.iter().flat_map(|movement| &movement.effects).flat_map(made));
        let own: [Vec<RoleId>; 2] = [of_hooks(&role.after_move), of_hooks(&role.after_capture)];
        next.extend(own.into_iter().flatten().chain(everywhere.iter().copied()));
        next
    };
    let next: Vec<Vec<RoleId>> = (0..variant.roles.len()).map(|role| next(RoleId(role as u8))).collect();
    let reached = |role: usize| {
        let mut known = vec![RoleId(role as u8)];
        let mut at = 0;
        while let Some(role) = known.get(at).copied() {
            for &other in next.get(role.index()).into_iter().flatten() {
                if !known.contains(&other) {
                    known.push(other);
                }
            }
            at += 1;
        }
        known
    };
    (0..variant.roles.len()).map(reached).collect()
}

/// An estimate of the squares and conditions examined to generate one player's replies at the start.
pub(super) fn looks_at_start(variant: &Variant, player: PlayerId) -> u64 {
    let measure = Measure::new(variant);
    // Every reply is tried on a copy of the position.
    let copy = variant.board.len() as u64 / 8;
    let own = variant.start.pieces().filter(|(_, piece)| piece.player == player);
    own.fold(0, |sum: u64, (_, piece)| {
        let role = variant.role(piece.role);
        let extra = measure.extra(role);
        role.movements.iter().fold(sum, |sum, movement| {
            // A chain recomputes its captures at every step, so even a few chains may be too many.
            let looks = match movement.chain {
                Some(_) => u64::MAX,
                None => measure.movement(movement, extra).looks.saturating_add(copy),
            };
            sum.saturating_add(looks)
        })
    })
}

/// An estimate of the squares and conditions examined to list the moves of one piece of a role on a nearly empty board.
pub(crate) fn looks_of_piece(variant: &Variant, role: RoleId) -> u64 {
    let measure = Measure::new(variant);
    // Hooks run only for the few moves that must be made to compare them.
    let extra = measure.extra(variant.role(role));
    let extra = Extra { hooks: extra.hooks / 8, ..extra };
    // A query sets up a position and generates the replies of a few pieces.
    let reply = (variant.board.len() as u64).saturating_add(measure.movements);
    variant.role(role).movements.iter().fold(0, |sum: u64, movement| {
        let work = measure.movement(movement, extra);
        // Most of the work is never done: a movement is rejected at its first failing condition.
        sum.saturating_add(work.looks / 8).saturating_add(work.questions.saturating_mul(reply))
    })
}

/// Whether every move must be made to test its legality.
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
    /// The largest number of movements of a role.
    movements: u64,
    /// The largest cost of a query for mobility, which generates a piece's moves on an empty board.
    mobility: u64,
    /// The work of the moves of one position, which `@Can` finds. No movement has `@Can`, so movements are measured without.
    most: Work,
}

/// Costs shared by all movements of a role.
#[derive(Clone, Copy)]
struct Extra {
    /// The cost of hooks.
    hooks: u64,
    /// The cost of the promotion's conditions.
    promotion: u64,
    /// The number of queries for replies in the hooks and the promotion's conditions.
    questions: u64,
    /// The number of roles that the piece may become, including its own.
    choices: u64,
}

impl<'v> Measure<'v> {
    fn new(variant: &'v Variant) -> Self {
        let movements = variant.roles.iter().map(|role| role.movements.len() as u64).max().unwrap_or(0);
        let royals = !variant.royals().is_empty();
        // Within such a query another one is unknown at once.
        let once = Self {
            variant,
            literal: is_literal(variant),
            royals,
            movements,
            mobility: 1,
            most: Work::default(),
        };
        let bare = Extra { hooks: 0, promotion: 0, questions: 0, choices: 1 };
        let alone = |role: &Role| {
            let looks = role.movements.iter().map(|movement| once.movement(movement, bare).looks);
            looks.fold(1, u64::saturating_add)
        };
        let mobility = variant.roles.iter().map(alone).max().unwrap_or(1);
        Self { mobility, ..once }
    }

    fn extra(&self, role: &Role) -> Extra {
        let Variant { after_move, after_capture, .. } = self.variant;
        let all = || [&role.after_move, &role.after_capture, after_move, after_capture].into_iter().flatten();
        let hooks = all().map(|hook| self.hook(hook)).fold(0, u64::saturating_add);
        let questions = all().map(|hook| self.hook_questions(hook)).fold(0, u64::saturating_add);
        let Some(promotion) = &role.promotion else {
            return Extra { hooks, promotion: 0, questions, choices: 1 };
        };
        let asked =
            || [promotion.when.as_slice(), promotion.forced.as_deref().unwrap_or_default()].into_iter();
        Extra {
            hooks,
            promotion: asked().map(|asked| self.all(asked, 1)).fold(0, u64::saturating_add),
            questions: asked().map(|asked| self.all_questions(asked, 1)).fold(questions, u64::saturating_add),
            choices: 1 + promotion.to.len() as u64,
        }
    }

    /// The cost of a movement from one square.
    fn movement(&self, movement: &Movement, extra: Extra) -> Work {
        let board = &self.variant.board;
        let moves = movement.legs.iter().map(|leg| repeats(board, leg) as u64).fold(1, u64::saturating_mul);
        let legs = movement.legs.iter().map(|leg| self.leg(leg)).fold(0, u64::saturating_add);
        let effects = movement.effects.iter().map(|effect| self.effect(effect)).fold(0, u64::saturating_add);
        let each = legs.saturating_add(effects).saturating_add(extra.promotion).saturating_add(extra.hooks);
        let legs = movement.legs.iter().map(|leg| self.leg_questions(leg));
        let effects = movement.effects.iter().map(|effect| self.effect_questions(effect));
        let questions = legs.chain(effects).fold(extra.questions, u64::saturating_add);
        let general = self.literal || !movement.effects.is_empty();
        let moves = moves.saturating_mul(extra.choices);
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

    fn leg_questions(&self, leg: &Leg) -> u64 {
        let path = leg.displacement.length() as u64;
        let each = match &leg.path {
            PathRule::Empty => 0,
            PathRule::Hurdles { each, .. } => self.all_questions(each, path).saturating_mul(path),
        };
        self.all_questions(&leg.guards, path).saturating_add(each)
    }

    fn hook(&self, hook: &Hook) -> u64 {
        let effects = hook.effects.iter().map(|effect| self.effect(effect));
        effects.fold(self.all(&hook.guards, 1), u64::saturating_add)
    }

    fn hook_questions(&self, hook: &Hook) -> u64 {
        let effects = hook.effects.iter().map(|effect| self.effect_questions(effect));
        effects.fold(self.all_questions(&hook.guards, 1), u64::saturating_add)
    }

    /// The cost per position of conditions that belong to no movement.
    fn clauses(&self) -> Vec<(Clause, u64)> {
        let Variant { choice, ending, players, roles, board, .. } = self.variant;
        let (moves, squares) = (self.most.moves.max(1), board.len() as u64);
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
            Predicate::Holds(Test::Mobile, at) => self.place(at, path).saturating_mul(self.mobility),
            Predicate::Holds(_, at) | Predicate::Native(_, at) => self.place(at, path),
            Predicate::Count(_, at, inner) | Predicate::All(at, inner) => {
                self.place(at, path).saturating_mul(self.all(inner, path).saturating_add(1))
            }
            Predicate::Not(inner) | Predicate::After(inner) | Predicate::WithoutDrop(inner) => {
                self.all(inner, path).saturating_add(1)
            }
            Predicate::Can(wanted) => {
                let tested = self.most.moves.saturating_mul(self.all(wanted, path));
                self.most.looks.saturating_add(tested)
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

    /// The number of reply queries in an effect.
    fn effect_questions(&self, effect: &Effect) -> u64 {
        let longest = self.longest();
        match effect {
            Effect::Take(at, filter) | Effect::Flip(at, filter) => {
                let each = self.place(at, longest).saturating_mul(self.all_questions(filter, longest));
                each.saturating_add(self.questions_of(at, longest))
            }
            Effect::Shift(from, to) => {
                self.questions_of(from, longest).saturating_add(self.questions_of(to, longest))
            }
            Effect::Mark(at) | Effect::ToHand(at) | Effect::Put(_, at) | Effect::Drop(_, at) => {
                self.questions_of(at, longest)
            }
            _ => 0,
        }
    }

    /// The number of reply queries in some conditions.
    fn all_questions(&self, predicates: &[Predicate], path: u64) -> u64 {
        predicates.iter().map(|one| self.questions(one, path)).fold(0, u64::saturating_add)
    }

    /// The number of reply queries in a condition.
    fn questions(&self, predicate: &Predicate, path: u64) -> u64 {
        match predicate {
            Predicate::Checks | Predicate::InCheck => 1,
            Predicate::Mates | Predicate::Can(_) => MATE,
            Predicate::Holds(test, at) => {
                let attack = matches!(test, Test::Attacked | Test::NotAttacked);
                self.questions_of(at, path).saturating_add(u64::from(attack))
            }
            Predicate::Count(_, at, inner) | Predicate::All(at, inner) => {
                let each = self.place(at, path).saturating_mul(self.all_questions(inner, path));
                each.saturating_add(self.questions_of(at, path))
            }
            Predicate::Not(inner) | Predicate::After(inner) | Predicate::WithoutDrop(inner) => {
                self.all_questions(inner, path)
            }
            Predicate::Or(branches) => {
                branches.iter().map(|branch| self.all_questions(branch, path)).fold(0, u64::saturating_add)
            }
            _ => 0,
        }
    }

    /// The number of reply queries needed to find the squares of a place.
    fn questions_of(&self, place: &Place, path: u64) -> u64 {
        let Anchor::Runs(runs) = &place.anchor else { return 0 };
        let each =
            self.all_questions(&runs.along, path).saturating_add(self.all_questions(&runs.until, path));
        self.longest().saturating_mul(runs.start.steps.len() as u64).saturating_mul(each)
    }

    /// The number of squares that a place can be.
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

    /// The number of squares of the longest straight line.
    fn longest(&self) -> u64 {
        self.variant.board.axes().iter().map(|axis| u64::from(axis.length)).max().unwrap_or(1)
    }
}
