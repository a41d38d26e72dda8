//! Short descriptions of conditions and effects, for an [account](super) of a game.

use crate::bits::Bits;

use crate::tables::act::Act;
use crate::tables::condition::squares::SquareExpr;
use crate::tables::condition::{Condition, Owner, Pieces};
use crate::tables::instance::{Asks, Choices, Following};
use crate::tables::memory::Memory;
use crate::tables::movement::ScriptedMove;

/// Describes a movement: conditions besides occupancy, effects, promotion and hooks.
pub fn scripted<const W: usize>(scripted: &ScriptedMove<W>, squares: usize) -> String {
    let target = &scripted.target;
    let mut onto: Vec<&str> = Vec::new();
    onto.extend(target.empty.then_some("empty squares"));
    onto.extend(target.opponent.then_some(if scripted.takes { "pieces to take" } else { "the other's" }));
    onto.extend(target.own.then_some("own pieces"));
    let mut told = format!("onto {}", onto.join(" and "));
    if target.roles != u64::MAX {
        told += " of some roles";
    }
    for (what, parts) in [("asks", &*scripted.rest), ("afterwards", &*scripted.ahead)] {
        if !parts.is_empty() {
            told += &format!(", {what} {}", conditions(parts, squares));
        }
    }
    if scripted.stays {
        told += ", stays";
    }
    if !scripted.acts.is_empty() {
        told += &format!(", {}", acts(&scripted.acts, squares));
    }
    told += &match &scripted.choices {
        Choices::None => String::new(),
        Choices::Always(roles) => format!(", becomes one of {}", roles.len()),
        Choices::Held(roles) => format!(", brings one of {}", roles.len()),
        Choices::Promotion(asks) => {
            let Asks { when, forced } = &**asks;
            format!(", promotes if {}, must if {}", condition(when, squares), condition(forced, squares))
        }
    };
    let hooks = scripted.hooks.iter().map(|Following { when, after_capture, acts: done }| {
        let what = if *after_capture { "captures" } else { "moves" };
        format!("after {what} if {} {}", condition(when, squares), acts(done, squares))
    });
    for (many, hook) in together(hooks) {
        told += &format!(", {}{hook}", times(many));
    }
    told
}

/// The distinct descriptions with their frequencies.
fn together(words: impl Iterator<Item = String>) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for one in words {
        match found.iter_mut().find(|(_, other)| *other == one) {
            Some((many, _)) => *many += 1,
            None => found.push((1, one)),
        }
    }
    found
}

fn times(many: usize) -> String {
    if many == 1 { String::new() } else { format!("{many} × ") }
}

fn joined(words: impl Iterator<Item = String>, between: &str) -> String {
    let words = together(words).into_iter().map(|(many, one)| times(many) + &one);
    words.collect::<Vec<_>>().join(between)
}

fn conditions<const W: usize>(parts: &[Condition<W>], squares: usize) -> String {
    joined(parts.iter().map(|part| condition(part, squares)), " and ")
}

/// Describes effects.
pub fn acts<const W: usize>(acts: &[Act<W>], squares: usize) -> String {
    joined(acts.iter().map(|one| act(one, squares)), " and ")
}

fn act<const W: usize>(act: &Act<W>, squares: usize) -> String {
    match act {
        Act::Take(taken) => {
            let filters = joined(taken.iter().map(|(_, filter)| condition(filter, squares)), ", ");
            format!("takes where ({filters})")
        }
        Act::TakeAll(taken) => {
            format!("takes {} that are {}", set(&taken.0, squares), set(&taken.1, squares))
        }
        Act::Flip(on) => format!("turns over {}", set(on, squares)),
        Act::Shift(..) => "shifts".to_owned(),
        Act::Mark(marked) => format!("marks {}", marked.len()),
        Act::TakeMarker => "takes the marker".to_owned(),
        Act::KeepMarks => "keeps marks".to_owned(),
        Act::Promote => "promotes".to_owned(),
        Act::Become(_) => "becomes another".to_owned(),
        Act::Put(_, on) => format!("puts {}", on.len()),
        Act::ToHand(on) => format!("takes {} to the hand", on.len()),
        Act::Drop(_) => "drops".to_owned(),
        Act::Add(_, by) => format!("counts {by:+}"),
        Act::Set(_, to) => format!("sets {to}"),
        Act::Copy(..) => "copies a counter".to_owned(),
        Act::Grant(rights, true) => format!("gains {} rights", rights.count_ones()),
        Act::Grant(rights, false) => format!("loses {} rights", rights.count_ones()),
        Act::Again => "moves once more".to_owned(),
    }
}

/// Describes a condition.
pub fn condition<const W: usize>(asked: &Condition<W>, squares: usize) -> String {
    let inner =
        |parts: &[Condition<W>], between| joined(parts.iter().map(|part| condition(part, squares)), between);
    match asked {
        Condition::Constant(true) => "always".to_owned(),
        Condition::Constant(false) => "never".to_owned(),
        Condition::Has(on) => format!("some {}", pieces(on, squares)),
        Condition::Lacks(on) => format!("no {}", pieces(on, squares)),
        Condition::Any(on) => format!("any {}", set(on, squares)),
        Condition::Count(_, on) => format!("a number of {}", set(on, squares)),
        Condition::Number(_, parts) => format!("a number of ({})", inner(parts, ", ")),
        Condition::Attacked(_) => "an attack".to_owned(),
        Condition::Right(rights) => format!("one of {} rights", rights.count_ones()),
        Condition::Held(..) => "the hand".to_owned(),
        Condition::Counter(Memory::PASSES, _) => "passes".to_owned(),
        Condition::Counter(..) => "a counter".to_owned(),
        Condition::Leads(sides) => format!("the most of {} sides", sides.len()),
        Condition::Points(_, share) => format!("points of {} roles", share.roles.len()),
        Condition::Turns(turns) => format!("one of {} turns", turns.len()),
        Condition::Can(inner) => format!("can move so that {}", condition(inner, squares)),
        Condition::Takes(roles) => format!("taking one of {} roles", kinds(*roles)),
        Condition::Drops(roles) => format!("dropping one of {} roles", kinds(*roles)),
        Condition::After(inner) => format!("after it {}", condition(inner, squares)),
        Condition::WithoutDrop(inner) => format!("without its drop {}", condition(inner, squares)),
        Condition::OfPosition(inner) => format!("once {}", condition(inner, squares)),
        Condition::Not(inner) => format!("not {}", condition(inner, squares)),
        Condition::All(parts) => format!("({})", inner(parts, " and ")),
        Condition::One(parts) => format!("({})", inner(parts, " or ")),
        // `Checks`, `InCheck`: the name suffices.
        other => format!("{other:?}"),
    }
}

/// Describes a set of squares.
pub fn set<const W: usize>(asked: &SquareExpr<W>, squares: usize) -> String {
    let inner =
        |parts: &[SquareExpr<W>], between| joined(parts.iter().map(|part| set(part, squares)), between);
    let table = |table: &[Bits<W>]| -> usize { table.iter().map(|set| set.indices().count()).sum() };
    match asked {
        SquareExpr::Fixed(on) => number(*on, squares),
        SquareExpr::Empty => "empty".to_owned(),
        SquareExpr::Pieces(one) => pieces(one, squares),
        SquareExpr::Marked => "marked".to_owned(),
        SquareExpr::Unmoved => "unmoved".to_owned(),
        SquareExpr::From(by) => format!("around the origin by {}", table(by)),
        SquareExpr::To(by) => format!("around the target by {}", table(by)),
        SquareExpr::Near(by, near) => format!("near by {} [{}]", table(by), set(near, squares)),
        SquareExpr::Next(_, next) => format!("beside [{}]", set(next, squares)),
        SquareExpr::Counted(_, by, each) => {
            format!("with a number by {} [{}]", table(by), set(each, squares))
        }
        SquareExpr::Along(runs) => {
            format!("on runs from [{}] {}", set(&runs.1, squares), of_runs(&runs.0, squares))
        }
        SquareExpr::Beside(runs) => {
            format!("whose runs have [{}] {}", set(&runs.1, squares), of_runs(&runs.0, squares))
        }
        SquareExpr::Numbered(_, runs) => {
            format!("whose runs have a number of [{}] {}", set(&runs.1, squares), of_runs(&runs.0, squares))
        }
        SquareExpr::Attacked => "attacked".to_owned(),
        SquareExpr::Whether(asked) => format!("all if {}", condition(asked, squares)),
        SquareExpr::Not(of) => format!("not [{}]", set(of, squares)),
        SquareExpr::All(parts) => inner(parts, " & "),
        SquareExpr::One(parts) => format!("[{}]", inner(parts, " | ")),
    }
}

fn of_runs<const W: usize>(runs: &crate::tables::runs::Runs<W>, squares: usize) -> String {
    format!("along [{}] until [{}] {}", set(&runs.along, squares), set(&runs.until, squares), runs.in_words())
}

fn pieces<const W: usize>(pieces: &Pieces<W>, squares: usize) -> String {
    let whose = match pieces.owner {
        Owner::Anyone => "pieces",
        Owner::Own => "own pieces",
        Owner::Opponent => "of the other's pieces",
    };
    format!("{whose} of {} roles on {}", kinds(pieces.roles), number(pieces.on, squares))
}

fn kinds(roles: u64) -> String {
    if roles == u64::MAX { "all".to_owned() } else { roles.count_ones().to_string() }
}

/// The number of squares on the board.
fn number<const W: usize>(on: Bits<W>, squares: usize) -> String {
    match on.indices().filter(|&square| square < squares).count() {
        all if all == squares => "all squares".to_owned(),
        1 => "1 square".to_owned(),
        some => format!("{some} squares"),
    }
}
