//! The parts of an account: each player's roles, attacks and turns.

use crate::bits::Bits;
use crate::tables::attack::{Attack, AttackClass};
use crate::tables::chain::Chains;
use crate::tables::condition::{Condition, Owner};
use crate::tables::late::Late;
use crate::tables::lookup::Lookup;
use crate::tables::movement::{Members, RoleTable, ScriptedMove, Step};
use crate::tables::scripted::{AttackIndex, ScriptedByOrigin};
use crate::tables::side::Side;
use crate::tables::turn::{Drop, Must, Turn, Wish};
use crate::variant::{PlayerId, RoleId, Variant};

use super::{Part, words};

/// Collects the parts of one player, or of the game.
pub(super) struct Speaker<'a> {
    variant: &'a Variant,
    pub player: Option<PlayerId>,
    pub squares: usize,
    pub parts: Vec<Part>,
}

impl<'a> Speaker<'a> {
    pub fn new(variant: &'a Variant, player: Option<PlayerId>) -> Self {
        Self { variant, player, squares: variant.board.len(), parts: Vec::new() }
    }

    /// The names of one or two roles. With more than two players, each role occurs once per owner.
    fn names(&self, Members { a, b }: Members) -> String {
        let count = self.variant.roles.len();
        let known = count * if self.variant.players.len() > 2 { self.variant.players.len() } else { 1 };
        let mut names: Vec<&str> = [a, b]
            .into_iter()
            .map(usize::from)
            .filter(|role| *role < known)
            .filter_map(|role| self.variant.roles.get(role % count))
            .map(|role| &*role.name)
            .collect();
        names.dedup();
        names.join(" and ")
    }

    pub fn say(&mut self, role: Option<u8>, form: impl Into<String>, numbers: &[(&'static str, usize)]) {
        let numbers = numbers.iter().copied().filter(|(_, number)| *number > 0).collect();
        self.parts.push(Part { player: self.player, role: role.map(RoleId), form: form.into(), numbers });
    }

    /// The number of a set's squares that are on the board.
    fn count<const W: usize>(&self, set: Bits<W>) -> usize {
        set.indices().filter(|&square| square < self.squares).count()
    }

    fn total<const W: usize>(&self, sets: impl IntoIterator<Item = Bits<W>>) -> usize {
        sets.into_iter().map(|set| self.count(set)).sum()
    }
}

pub(super) fn of_role<const W: usize>(to: &mut Speaker<'_>, side: &Side<W>, role: u8) {
    let own = Some(role);
    let table = &side.roles[usize::from(role)];
    for &class in &table.classes {
        let class = &side.classes[usize::from(class)];
        let others = [class.members.a, class.members.b]
            .iter()
            .any(|&other| other != role && usize::from(other) < side.roles.len());
        let (kind, [first, second]) = lookup(&class.lookup);
        let shared = if others { ", shared" } else { "" };
        let promotes = if class.promotes.is_some() { ", promotes" } else { "" };
        to.say(own, format!("{kind}{shared}{promotes}"), &[first, second]);
    }
    for step in side.steps.iter().filter(|step| step.role == role) {
        of_step(to, step);
    }
    of_table(to, role, table);
    for limited in &table.limited {
        let (kind, [first, second]) = lookup(&limited.lookup);
        let onto = to.total(limited.onto.iter().copied());
        to.say(
            own,
            format!("{kind}, takes {} alone", to.names(limited.members)),
            &[first, second, ("targets", onto)],
        );
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
        (false, true) => "all at once, taking",
        (false, false) => "all at once, nowhere",
    };
    let marks = if step.way == 0 { "" } else { ", marking" };
    to.say(
        Some(step.role),
        format!("{form}{marks}"),
        &[
            ("by", step.delta.unsigned_abs() as usize),
            ("over", step.between.len()),
            ("from", to.count(step.origins)),
            ("promoting on", to.count(step.zone)),
            ("promotion", usize::from(step.promotion)),
            ("marks", to.total(step.marks.iter().copied())),
        ],
    );
}

fn of_table<const W: usize>(to: &mut Speaker<'_>, role: u8, table: &RoleTable<W>) {
    if table.promotes {
        let form = match (table.same, table.alike) {
            (true, _) => "promotes by its target",
            (false, true) => "promotes by its target, from two sorts of squares",
            (false, false) => "promotes by its target and by what it takes",
        };
        let first = &table.promotions[0];
        to.say(
            Some(role),
            form,
            &[
                ("roles", first.to.len()),
                ("from stock", first.stock.len()),
                ("may", to.total(table.promotions.iter().map(|one| one.optional))),
                ("must", to.total(table.promotions.iter().map(|one| one.forced))),
                ("from apart", to.count(table.apart)),
            ],
        );
    }
}

/// Scripted movements of a role, grouped by equal conditions and effects.
fn of_each<'a, const W: usize>(
    to: &mut Speaker<'_>,
    role: u8,
    what: &str,
    scripted: impl Iterator<Item = &'a ScriptedMove<W>>,
) {
    let mut kinds: Vec<(String, Vec<&ScriptedMove<W>>)> = Vec::new();
    for scripted in scripted.filter(|scripted| scripted.role == role) {
        let kind = words::scripted(scripted, to.squares);
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, alike)) => alike.push(scripted),
            None => kinds.push((kind, vec![scripted])),
        }
    }
    // Many kinds differ only in a number: the most frequent ones are listed.
    kinds.sort_by(|(a, alike), (b, others)| (others.len(), a).cmp(&(alike.len(), b)));
    let rest: Vec<_> = kinds.iter().skip(MOST_KINDS).flat_map(|(_, alike)| alike).copied().collect();
    let many = kinds.len().saturating_sub(MOST_KINDS);
    kinds.truncate(MOST_KINDS);
    if many > 0 {
        kinds.push((format!("{many} more kinds"), rest));
    }
    for (kind, alike) in kinds {
        let known = |set: &Bits<W>| *set != Bits::FULL;
        let asks: Vec<Bits<W>> = alike.iter().map(|one| one.asks).filter(known).collect();
        let changes: Vec<Bits<W>> = alike.iter().map(|one| one.changes).filter(known).collect();
        let hurdles = alike.iter().flat_map(|one| &one.hurdles);
        to.say(
            Some(role),
            format!("one by one {what}: {kind}"),
            &[
                ("movements", alike.len()),
                ("must be empty", to.total(alike.iter().map(|one| one.clear))),
                ("counted", to.total(hurdles.map(|(squares, _)| *squares))),
                ("overlapping", alike.iter().filter(|one| one.overlaps).count()),
                ("known what opens them", asks.len()),
                ("by", to.total(asks)),
                ("known what they change", changes.len()),
                ("on", to.total(changes)),
            ],
        );
    }
}

/// The most kinds of one role's movements listed separately.
const MOST_KINDS: usize = 6;

fn of_late<const W: usize>(to: &mut Speaker<'_>, role: u8, late: &Late<W>) {
    let mut from: Vec<u16> = late.all().map(|scripted| scripted.from).collect();
    let movements = from.len();
    from.dedup();
    let numbers = [
        ("movements", movements),
        ("from", from.len()),
        ("must be empty", to.total(late.all().map(|scripted| scripted.clear))),
    ];
    to.say(Some(role), "each by itself, made when first asked for", &numbers);
    of_each(to, role, "from a square", late.all());
}

fn of_scripted<const W: usize>(to: &mut Speaker<'_>, list: &ScriptedByOrigin<W>, side: &Side<W>) {
    let mut form = if list.castling.is_empty() { "by origin" } else { "like castling" }.to_owned();
    let flags = [
        (list.rights.is_some(), "with rights"),
        (list.marks.is_some(), "with marks"),
        (list.held != 0, "from hands"),
        (list.onto_own, "also onto own pieces"),
    ];
    for (_, what) in flags.into_iter().filter(|(holds, _)| *holds) {
        form += ", ";
        form += what;
    }
    let castling = || list.castling.iter();
    to.say(
        Some(list.role),
        form,
        &[
            ("movements", list.candidates().len()),
            ("from", to.count(list.origins)),
            ("onto empty squares", to.total(list.buckets().iter().map(|bucket| bucket.quiets))),
            ("onto pieces", to.total(list.buckets().iter().map(|bucket| bucket.takes))),
            ("shared conditions", list.buckets().iter().map(|bucket| bucket.shared as usize).sum()),
            ("must be empty", to.total(list.candidates().iter().map(|one| one.clear))),
            ("rights", list.rights.unwrap_or(0).count_ones() as usize),
            ("marks", to.count(list.marks.unwrap_or(Bits::EMPTY))),
            ("settled by squares", castling().filter(|one| one.settled).count()),
            ("must be safe", to.total(castling().map(|one| one.safe))),
            ("own", to.total(castling().map(|one| one.own))),
            ("left", to.total(castling().map(|one| one.leaves))),
            ("entered", to.total(castling().map(|one| one.enters))),
        ],
    );
    of_each(
        to,
        list.role,
        "from a square",
        list.candidates().iter().map(|one| &side.scripted[one.index as usize]),
    );
}

fn of_chains<const W: usize>(to: &mut Speaker<'_>, chains: &Chains<W>) {
    let links = || chains.chains.iter().flat_map(|chain| &chain.from).flatten();
    let more = || links().filter_map(|link| link.more.as_deref());
    let form = if chains.asks { "chains that ask" } else { "chains" };
    to.say(
        Some(chains.role),
        form,
        &[
            ("kinds", chains.chains.len()),
            ("repetitions", links().count()),
            ("must be empty", to.total(links().map(|link| link.clear))),
            ("must be theirs", to.total(links().map(|link| link.theirs))),
            ("taken", to.total(links().map(|link| link.takes))),
            ("that ask more", more().count()),
            ("counted", to.total(more().flat_map(|more| &more.hurdles).map(|(squares, _)| *squares))),
            ("conditions", more().flat_map(|more| &more.rest).map(Condition::size).sum()),
            ("taken on conditions", more().map(|more| more.takes.len()).sum()),
            ("near", to.total(chains.near.iter().copied())),
            ("beside", to.total(chains.beside.iter().copied())),
            ("promoting on", to.count(chains.promotion.zone())),
        ],
    );
}

pub(super) fn of_side<const W: usize>(to: &mut Speaker<'_>, side: &Side<W>) {
    of_attack(to, &side.attack);
    if side.threatened.any() {
        to.say(
            None,
            "royals that movements one by one may take",
            &[
                ("squares", to.count(side.threatened)),
                ("movements", side.threats.iter().map(|takers| takers.indices().count()).sum()),
                ("lists", side.threats.iter().map(AttackIndex::lists).sum()),
            ],
        );
    }
    if side.non_line_attacks || side.risky != 0 {
        to.say(
            None,
            "attacks that lines do not tell",
            &[
                ("roles that hooks follow", side.hooked.count_ones() as usize),
                ("roles whose hooks may cost a royal", side.risky.count_ones() as usize),
                ("movements", side.doubts.iter().map(|takers| takers.indices().count()).sum()),
                ("squares at risk", to.total(side.risks.iter().copied())),
            ],
        );
    }
    if !side.asking.is_empty() {
        to.say(
            None,
            "movements that ask what the position is afterwards, or for attacks",
            &[("movements", side.asking.len())],
        );
    }
    if let Some(prey) = &side.prey {
        of_classes(to, "attacks on any piece", &prey.classes);
        let takers = prey.takers.iter().map(AttackIndex::indices).map(Iterator::count).sum();
        to.say(None, "attacks on any piece, one by one", &[("movements", takers)]);
    }
}

fn of_attack<const W: usize>(to: &mut Speaker<'_>, attack: &Attack<W>) {
    of_classes(to, "attacks on royals", &attack.classes);
    for attacks_from in &attack.attacks_from {
        let (kind, [first, second]) = lookup(&attacks_from.lookup);
        to.say(
            None,
            format!("attacks by {} onward: {kind}", to.names(attacks_from.members)),
            &[
                ("onto", to.count(attacks_from.onto)),
                ("displacements", attacks_from.shifts.len()),
                ("from", to.total(attacks_from.shifts.iter().map(|(_, origins)| *origins))),
                first,
                second,
            ],
        );
    }
    let flags = [
        (attack.irregular_attackers != 0, "some are no count"),
        (attack.blocked, "pieces always block"),
        (attack.asks_target, "the target matters"),
    ];
    let mut form = "lines to royals".to_owned();
    for (_, what) in flags.into_iter().filter(|(holds, _)| *holds) {
        form += ", ";
        form += what;
    }
    to.say(
        None,
        form,
        &[
            ("reaches", attack.reaches.len()),
            ("leaps", to.total(attack.reaches.iter().map(|reach| reach.leaps))),
            ("lines", attack.lines.len()),
            ("squares", to.total(attack.lines.iter().map(|line| line.squares))),
            ("pieces on them", attack.lines.iter().map(|line| usize::from(line.count)).sum()),
            ("near", to.total(attack.near.iter().flatten().copied())),
        ],
    );
}

fn of_classes<const W: usize>(to: &mut Speaker<'_>, what: &str, classes: &[AttackClass<W>]) {
    for class in classes {
        let (kind, [first, second]) = lookup(&class.lookup);
        to.say(None, format!("{what} by {}: {kind}", to.names(class.members)), &[first, second]);
    }
}

pub(super) fn of_turn<const W: usize>(to: &mut Speaker<'_>, turn: &Turn<W>) {
    let squares = to.squares;
    turn.drops.iter().for_each(|drop| of_drop(to, drop));
    if !turn.required.is_empty() {
        to.say(
            None,
            "ends when pieces are gone",
            &[
                ("kinds", turn.required.len()),
                ("roles", turn.required.iter().map(|pieces| pieces.roles.count_ones() as usize).sum()),
                ("squares", to.total(turn.required.iter().map(|pieces| pieces.on))),
                ("own", turn.required.iter().filter(|pieces| pieces.owner == Owner::Own).count()),
            ],
        );
    }
    let asked = turn.ends.iter().map(|ask| ("ends if", ask));
    let asked = asked.chain(turn.before_end.iter().map(|ask| ("before these ends", ask)));
    let asked = asked.chain(turn.guard.iter().map(|ask| ("every move", ask)));
    let asked = asked.chain(turn.veto.iter().map(|ask| ("keeps royals from being taken", ask)));
    let asked = asked.chain(turn.pass.iter().map(|ask| ("passes if", ask)));
    for (what, ask) in asked {
        to.say(None, format!("{what}: {}", words::condition(ask, squares)), &[]);
    }
    if turn.stuck_pass {
        to.say(None, "passes only without another move", &[]);
    }
    for Must { when, wish } in &turn.musts {
        let wish = match wish {
            Wish::Taking => "take".to_owned(),
            Wish::Dropping(roles) => format!("drop one of {} roles", roles.count_ones()),
            Wish::Like(ask) => words::condition(ask, squares),
        };
        to.say(None, format!("must {wish}, if {}", words::condition(when, squares)), &[]);
    }
    for after_hook in &turn.after_hooks {
        let when = if after_hook.after_capture { "captures" } else { "moves" };
        let (asks, acts) =
            (words::condition(&after_hook.when, squares), words::acts(&after_hook.acts, squares));
        to.say(
            None,
            format!("after {when}, if {asks}: {acts}"),
            &[("roles", after_hook.roles.count_ones() as usize)],
        );
    }
}

fn of_drop<const W: usize>(to: &mut Speaker<'_>, drop: &Drop<W>) {
    let squares = to.squares;
    let mut form = format!("comes from the hand to {}", words::set(&drop.squares, squares));
    if drop.placed != drop.role {
        form += ", as another";
    }
    if let Some(each) = &drop.each {
        form += &format!(", each asked: {}", words::condition(each, squares));
    }
    let flags = [
        (drop.ahead, "made and looked at"),
        (drop.spares_mate, "must not mate"),
        (drop.turns_over, "turns over"),
        (!drop.scripted.is_empty() && !drop.turns_over, "one by one"),
        (!drop.first, "one more way"),
        (drop.royal, "royal"),
    ];
    for (_, what) in flags.into_iter().filter(|(holds, _)| *holds) {
        form += ", ";
        form += what;
    }
    to.say(Some(drop.role), form, &[]);
    let mut kinds: Vec<String> = drop.scripted.iter().map(|one| words::scripted(one, squares)).collect();
    kinds.sort_unstable();
    let alike =
        kinds.chunk_by(|a, b| a == b).map(|alike| (alike.len(), alike[0].clone())).collect::<Vec<_>>();
    for (many, kind) in alike {
        to.say(Some(drop.role), format!("from the hand: {kind}"), &[("movements", many)]);
    }
}

/// The kind of a lookup, and its sizes.
fn lookup<const W: usize>(lookup: &Lookup<W>) -> (&'static str, [(&'static str, usize); 2]) {
    let indexed = |groups, sets| [("groups", groups), ("sets", sets)];
    match lookup {
        Lookup::Leaps(sets) => ("lookup", indexed(0, sets.iter().filter(|set| set.any()).count())),
        Lookup::Whole(tables) => ("lookup by occupancy", indexed(tables.groups, tables.sets())),
        Lookup::Split(tables) => {
            ("lookup by occupancy, captures apart", indexed(tables.groups, tables.sets()))
        }
        Lookup::Walk(walked) => {
            let (rays, single) = walked.counts();
            ("walks along rays, and from square to square", [("rays", rays), ("single ways", single)])
        }
    }
}
