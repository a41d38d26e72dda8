//! The parts of an account: each player's roles, attacks and turns.

use crate::bits::Bits;
use crate::tables::act::Act;
use crate::tables::chain::Chains;
use crate::tables::instance::Choices;
use crate::tables::late::Late;
use crate::tables::lookup::Lookup;
use crate::tables::movement::{Members, ScriptedMove, Step};
use crate::tables::scripted::{AttackIndex, ScriptedByOrigin};
use crate::tables::side::Side;
use crate::tables::turn::{Drop, Turn};
use crate::variant::{PlayerId, RoleId, Variant};

use super::Part;

/// Collects the parts of one player, or of the game.
pub(super) struct Speaker<'a> {
    variant: &'a Variant,
    pub player: Option<PlayerId>,
    pub squares: usize,
    pub parts: Vec<Part>,
}

/// Sizes with their names.
type Numbers = Vec<(&'static str, usize)>;

impl<'a> Speaker<'a> {
    pub fn new(variant: &'a Variant, player: Option<PlayerId>) -> Self {
        Self { variant, player, squares: variant.board.len(), parts: Vec::new() }
    }

    /// The names of one or two roles. With more than two players, each role occurs once per owner.
    fn names(&self, Members { a, b }: Members) -> String {
        let count = self.variant.roles.len();
        let known = count * if self.variant.players.len() > 2 { self.variant.players.len() } else { 1 };
        let roles = [a, b].into_iter().map(usize::from).filter(|role| *role < known);
        let names = roles.filter_map(|role| self.variant.roles.get(role % count));
        let mut names: Vec<&str> = names.map(|role| &*role.name).collect();
        names.dedup();
        names.join(" and ")
    }

    /// Adds a part; the flags that hold are appended to the form.
    pub fn say(
        &mut self,
        role: Option<u8>,
        form: impl Into<String>,
        flags: &[(bool, &str)],
        numbers: impl IntoIterator<Item = (&'static str, usize)>,
    ) {
        let mut form = form.into();
        for (_, flag) in flags.iter().filter(|(holds, _)| *holds) {
            form += ", ";
            form += flag;
        }
        let numbers = numbers.into_iter().filter(|(_, number)| *number > 0).collect();
        self.parts.push(Part { player: self.player, role: role.map(RoleId), form, numbers });
    }

    /// The number of the squares of sets that are on the board.
    fn total<const W: usize>(&self, sets: impl IntoIterator<Item = Bits<W>>) -> usize {
        sets.into_iter().map(|set| set.indices().filter(|&square| square < self.squares).count()).sum()
    }
}

pub(super) fn of_role<const W: usize>(to: &mut Speaker<'_>, side: &Side<W>, role: u8) {
    let own = Some(role);
    let table = &side.roles[usize::from(role)];
    for &class in &table.classes {
        let class = &side.classes[usize::from(class)];
        let members = [class.members.a, class.members.b];
        let shared = members.iter().any(|&other| other != role && usize::from(other) < side.roles.len());
        let (kind, numbers) = lookup(&class.lookup);
        to.say(own, kind, &[(shared, "shared"), (class.promotes.is_some(), "promotes")], numbers);
    }
    side.steps.iter().filter(|step| step.role == role).for_each(|step| of_step(to, step));
    for limited in &table.limited {
        let (kind, numbers) = lookup(&limited.lookup);
        to.say(own, format!("{kind}, captures only {}", to.names(limited.members)), &[], numbers);
    }
    for list in side.castling.iter().chain(&side.by_origin).filter(|list| list.role == role) {
        match &list.late {
            Some(late) => of_late(to, role, late),
            None => of_scripted(to, list, side),
        }
    }
    side.chains.iter().filter(|chains| chains.role == role).for_each(|chains| of_chains(to, chains));
}

fn of_step<const W: usize>(to: &mut Speaker<'_>, step: &Step<W>) {
    let form = match (step.quiet.any(), step.capture.any()) {
        (true, true) => "set-wise step",
        (true, false) => "set-wise step, quiet",
        (false, _) => "set-wise step, captures",
    };
    let numbers = [
        ("displacement", step.delta.unsigned_abs() as usize),
        ("squares between", step.between.len()),
        ("origins", to.total([step.origins])),
        ("promotion targets", to.total([step.promotion.zone()])),
    ];
    to.say(Some(step.role), form, &[(step.way != 0, "leaves marks")], numbers);
}

fn of_late<const W: usize>(to: &mut Speaker<'_>, role: u8, late: &Late<W>) {
    to.say(Some(role), "scripted moves, built on first use", &[], [("movements", late.all().count())]);
}

fn of_scripted<const W: usize>(to: &mut Speaker<'_>, list: &ScriptedByOrigin<W>, side: &Side<W>) {
    let onto_empty = list.buckets().iter().any(|bucket| bucket.quiets.any());
    let onto_pieces = list.buckets().iter().any(|bucket| bucket.takes.any());
    let form = match (onto_empty, onto_pieces) {
        _ if !list.castling.is_empty() => "castling-like moves",
        (true, true) => "scripted moves, quiet and captures",
        (true, false) => "scripted moves, quiet",
        (false, _) => "scripted moves, captures",
    };
    let flags = [
        (list.rights.is_some(), "need rights"),
        (list.by_mark.is_some(), "need marks"),
        (list.held != 0, "need a piece in hand"),
        (list.onto_own, "also onto own pieces"),
    ];
    let moves = || list.candidates().iter().map(|one| &side.scripted[one.index as usize]);
    let mut numbers = vec![
        ("movements", list.candidates().len()),
        ("origins", to.total([list.origins])),
        ("quiet targets", to.total(list.buckets().iter().map(|bucket| bucket.quiets))),
        ("capture targets", to.total(list.buckets().iter().map(|bucket| bucket.takes))),
        ("rights", list.rights.unwrap_or(0).count_ones() as usize),
        ("overlapping", moves().filter(|one| one.overlaps).count()),
        ("with known sensitive squares", moves().filter(|one| one.asks != Bits::FULL).count()),
    ];
    numbers.extend(content(moves));
    to.say(Some(list.role), form, &flags, numbers);
}

/// The numbers of conditions and effects.
fn content<'a, const W: usize, I: Iterator<Item = &'a ScriptedMove<W>>>(moves: impl Fn() -> I) -> Numbers {
    let promotes = |one: &&ScriptedMove<W>| one.choices != Choices::None;
    let hooks = || moves().flat_map(|one| &one.hooks);
    vec![
        ("squares that must be empty", moves().map(|one| one.clear.count() as usize).sum()),
        ("counted lines", moves().map(|one| one.hurdles.len()).sum()),
        ("conditions", moves().flat_map(|one| &one.rest).count()),
        ("conditions on the position after the move", moves().flat_map(|one| &one.ahead).count()),
        ("effects", moves().flat_map(|one| &one.acts).count()),
        ("with promotion choices", moves().filter(promotes).count()),
        ("hooks", hooks().count()),
        ("effects of hooks", hooks().flat_map(|hook| &hook.acts).map(Act::conditions).sum()),
    ]
}

fn of_chains<const W: usize>(to: &mut Speaker<'_>, chains: &Chains<W>) {
    let links = || chains.chains.iter().flat_map(|chain| &chain.from).flatten();
    let numbers = [
        ("chains", chains.chains.len()),
        ("links", links().count()),
        ("links with conditions", links().filter(|link| link.more.is_some()).count()),
    ];
    to.say(Some(chains.role), "chains", &[(chains.asks, "with conditions")], numbers);
}

pub(super) fn of_side<const W: usize>(to: &mut Speaker<'_>, side: &Side<W>) {
    let attack = &side.attack;
    let flags = [
        (attack.irregular_attackers != 0, "some irregular"),
        (attack.blocked, "any piece blocks"),
        (attack.asks_target, "some depend on the target square"),
    ];
    let numbers = [
        ("classes", attack.classes.len()),
        ("classes by attacker", attack.attacks_from.len()),
        ("reaches", attack.reaches.len()),
        ("lines", attack.lines.len()),
    ];
    to.say(None, "attacks on royals", &flags, numbers);
    let movements = |lists: &[AttackIndex<W>]| lists.iter().map(|list| list.indices().count()).sum();
    if side.threatened.any() {
        let numbers = [("squares", to.total([side.threatened])), ("movements", movements(&side.threats))];
        to.say(None, "scripted attacks on royals", &[], numbers);
    }
    if side.non_line_attacks || side.risky != 0 {
        let numbers = [
            ("roles with hooks", side.hooked.count_ones() as usize),
            ("roles whose hooks may remove their own royal", side.risky.count_ones() as usize),
            ("movements", movements(&side.doubts)),
        ];
        to.say(None, "attacks not described by lines", &[], numbers);
    }
    if !side.asking.is_empty() {
        let form = "scripted moves that test attacks or the position after the move";
        to.say(None, form, &[], [("movements", side.asking.len())]);
    }
    if let Some(prey) = &side.prey {
        let numbers = [("classes", prey.classes.len()), ("scripted moves", movements(&prey.takers))];
        to.say(None, "attacks on any piece", &[], numbers);
    }
}

pub(super) fn of_turn<const W: usize>(to: &mut Speaker<'_>, turn: &Turn<W>) {
    turn.drops.iter().for_each(|drop| of_drop(to, drop));
    let flags = [
        (turn.guard.is_some(), "condition on every move"),
        (turn.veto.is_some(), "conditions may forbid capturing a royal"),
        (turn.pass.is_some(), "passes"),
        (turn.stuck_pass, "passes only without a legal move"),
    ];
    let numbers = [
        ("custom endings", turn.ends.len()),
        ("endings when pieces are gone", turn.required.len()),
        ("compulsory kinds of moves", turn.musts.len()),
        ("hooks that leave the board unchanged", turn.after_hooks.len()),
    ];
    if flags.iter().any(|(holds, _)| *holds) || numbers.iter().any(|(_, number)| *number > 0) {
        to.say(None, "turns", &flags, numbers);
    }
}

fn of_drop<const W: usize>(to: &mut Speaker<'_>, drop: &Drop<W>) {
    let flags = [
        (drop.placed != drop.role, "as another role"),
        (drop.each.is_some(), "condition tested square by square"),
        (drop.ahead, "tested by making"),
        (drop.spares_mate, "must not mate"),
        (!drop.scripted.is_empty(), "with effects"),
        (!drop.first, "further way"),
        (drop.royal, "royal"),
    ];
    let mut numbers = vec![("conditions", drop.squares.size())];
    numbers.extend(content(|| drop.scripted.iter()));
    to.say(Some(drop.role), "drops on a set of squares", &flags, numbers);
}

/// The kind of a lookup, and its sizes.
fn lookup<const W: usize>(lookup: &Lookup<W>) -> (&'static str, [(&'static str, usize); 2]) {
    match lookup {
        Lookup::Leaps(sets) => {
            ("lookup", [("groups", 0), ("sets", sets.iter().filter(|set| set.any()).count())])
        }
        Lookup::Whole(tables) => {
            ("lookup by occupancy", [("groups", tables.groups), ("sets", tables.sets())])
        }
        Lookup::Split(tables) => {
            ("lookup by occupancy, captures separate", [("groups", tables.groups), ("sets", tables.sets())])
        }
        Lookup::Walk(walked) => {
            let (rays, single) = walked.counts();
            ("rays and single targets by bit scan", [("rays", rays), ("single targets", single)])
        }
    }
}
