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
        to.say(own, format!("{kind}, takes {} alone", to.names(limited.members)), &[], numbers);
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
        (true, true) => "all at once",
        (true, false) => "all at once, onto empty squares",
        (false, _) => "all at once, taking",
    };
    let numbers = [
        ("by", step.delta.unsigned_abs() as usize),
        ("over", step.between.len()),
        ("from", to.total([step.origins])),
        ("promoting on", to.total([step.zone])),
    ];
    to.say(Some(step.role), form, &[(step.way != 0, "marking")], numbers);
}

fn of_late<const W: usize>(to: &mut Speaker<'_>, role: u8, late: &Late<W>) {
    to.say(Some(role), "each by itself, made when first asked for", &[], [("movements", late.all().count())]);
}

fn of_scripted<const W: usize>(to: &mut Speaker<'_>, list: &ScriptedByOrigin<W>, side: &Side<W>) {
    let onto_empty = list.buckets().iter().any(|bucket| bucket.quiets.any());
    let onto_pieces = list.buckets().iter().any(|bucket| bucket.takes.any());
    let form = match (onto_empty, onto_pieces) {
        _ if !list.castling.is_empty() => "like castling",
        (true, true) => "one by one from a square: onto empty squares and pieces",
        (true, false) => "one by one from a square: onto empty squares",
        (false, _) => "one by one from a square: onto pieces",
    };
    let flags = [
        (list.rights.is_some(), "with rights"),
        (list.marks.is_some(), "with marks"),
        (list.held != 0, "from hands"),
        (list.onto_own, "also onto own pieces"),
    ];
    let moves = || list.candidates().iter().map(|one| &side.scripted[one.index as usize]);
    let mut numbers = vec![
        ("movements", list.candidates().len()),
        ("from", to.total([list.origins])),
        ("onto empty squares", to.total(list.buckets().iter().map(|bucket| bucket.quiets))),
        ("onto pieces", to.total(list.buckets().iter().map(|bucket| bucket.takes))),
        ("rights", list.rights.unwrap_or(0).count_ones() as usize),
        ("overlapping", moves().filter(|one| one.overlaps).count()),
        ("known what opens them", moves().filter(|one| one.asks != Bits::FULL).count()),
    ];
    numbers.extend(content(moves));
    to.say(Some(list.role), form, &flags, numbers);
}

/// The numbers of conditions and effects.
fn content<'a, const W: usize, I: Iterator<Item = &'a ScriptedMove<W>>>(moves: impl Fn() -> I) -> Numbers {
    let promotes = |one: &&ScriptedMove<W>| one.choices != Choices::None;
    let hooks = || moves().flat_map(|one| &one.hooks);
    vec![
        ("must be empty", moves().map(|one| one.clear.count() as usize).sum()),
        ("counted lines", moves().map(|one| one.hurdles.len()).sum()),
        ("conditions", moves().flat_map(|one| &one.rest).count()),
        ("conditions afterwards", moves().flat_map(|one| &one.ahead).count()),
        ("effects", moves().flat_map(|one| &one.acts).count()),
        ("with choices", moves().filter(promotes).count()),
        ("hooks", hooks().count()),
        ("effects of hooks", hooks().flat_map(|hook| &hook.acts).map(Act::conditions).sum()),
    ]
}

fn of_chains<const W: usize>(to: &mut Speaker<'_>, chains: &Chains<W>) {
    let links = || chains.chains.iter().flat_map(|chain| &chain.from).flatten();
    let numbers = [
        ("kinds", chains.chains.len()),
        ("repetitions", links().count()),
        ("that ask more", links().filter(|link| link.more.is_some()).count()),
    ];
    to.say(Some(chains.role), "chains", &[(chains.asks, "with conditions")], numbers);
}

pub(super) fn of_side<const W: usize>(to: &mut Speaker<'_>, side: &Side<W>) {
    let attack = &side.attack;
    let flags = [
        (attack.irregular_attackers != 0, "some are no count"),
        (attack.blocked, "pieces always block"),
        (attack.asks_target, "the target matters"),
    ];
    let numbers = [
        ("classes", attack.classes.len()),
        ("classes onward", attack.attacks_from.len()),
        ("reaches", attack.reaches.len()),
        ("lines", attack.lines.len()),
    ];
    to.say(None, "lines to royals", &flags, numbers);
    let movements = |lists: &[AttackIndex<W>]| lists.iter().map(|list| list.indices().count()).sum();
    if side.threatened.any() {
        let numbers = [("squares", to.total([side.threatened])), ("movements", movements(&side.threats))];
        to.say(None, "royals that movements one by one may take", &[], numbers);
    }
    if side.non_line_attacks || side.risky != 0 {
        let numbers = [
            ("roles that hooks follow", side.hooked.count_ones() as usize),
            ("roles whose hooks may cost a royal", side.risky.count_ones() as usize),
            ("movements", movements(&side.doubts)),
        ];
        to.say(None, "attacks that lines do not tell", &[], numbers);
    }
    if !side.asking.is_empty() {
        let form = "movements that ask what the position is afterwards, or for attacks";
        to.say(None, form, &[], [("movements", side.asking.len())]);
    }
    if let Some(prey) = &side.prey {
        let numbers = [("classes", prey.classes.len()), ("movements one by one", movements(&prey.takers))];
        to.say(None, "attacks on any piece", &[], numbers);
    }
}

pub(super) fn of_turn<const W: usize>(to: &mut Speaker<'_>, turn: &Turn<W>) {
    turn.drops.iter().for_each(|drop| of_drop(to, drop));
    let flags = [
        (turn.guard.is_some(), "every move: a condition"),
        (turn.veto.is_some(), "conditions that keep royals from being taken"),
        (turn.pass.is_some(), "passes"),
        (turn.stuck_pass, "passes only without another move"),
    ];
    let numbers = [
        ("ends", turn.ends.len()),
        ("ends when pieces are gone", turn.required.len()),
        ("compulsions", turn.musts.len()),
        ("hooks beside the board", turn.after_hooks.len()),
    ];
    if flags.iter().any(|(holds, _)| *holds) || numbers.iter().any(|(_, number)| *number > 0) {
        to.say(None, "turns", &flags, numbers);
    }
}

fn of_drop<const W: usize>(to: &mut Speaker<'_>, drop: &Drop<W>) {
    let flags = [
        (drop.placed != drop.role, "as another"),
        (drop.each.is_some(), "each asked"),
        (drop.ahead, "made and looked at"),
        (drop.spares_mate, "must not mate"),
        (!drop.scripted.is_empty(), "one by one"),
        (!drop.first, "one more way"),
        (drop.royal, "royal"),
    ];
    let mut numbers = vec![("conditions", drop.squares.size())];
    numbers.extend(content(|| drop.scripted.iter()));
    to.say(Some(drop.role), "comes from the hand to a set of squares", &flags, numbers);
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
            ("lookup by occupancy, captures apart", [("groups", tables.groups), ("sets", tables.sets())])
        }
        Lookup::Walk(walked) => {
            let (rays, single) = walked.counts();
            ("walks along rays, and from square to square", [("rays", rays), ("single ways", single)])
        }
    }
}
