//! What movements and turns ask and do, in short words: for an [account](super) of how a game runs.

use crate::bits::Bits;

use crate::tables::act::Act;
use crate::tables::ask::{Ask, Pieces, Set};
use crate::tables::formula::Formula;
use crate::tables::instance::{Asks, Choices, Following};
use crate::tables::movement::General;

/// What a movement asks besides occupancy, what it does besides going, what the piece becomes and what follows.
pub fn general<const W: usize>(general: &General<W>, squares: usize) -> String {
    let target = &general.target;
    let mut onto: Vec<&str> = Vec::new();
    onto.extend(target.empty.then_some("empty squares"));
    onto.extend(target.opponent.then_some(if general.takes { "pieces to take" } else { "the other's" }));
    onto.extend(target.own.then_some("own pieces"));
    let mut told = format!("onto {}", onto.join(" and "));
    if target.roles != u64::MAX {
        told += " of some roles";
    }
    for (what, parts) in [("asks", &*general.rest), ("afterwards", &*general.ahead)] {
        if !parts.is_empty() {
            told += &format!(", {what} {}", formulas(parts, squares));
        }
    }
    if general.stays {
        told += ", stays";
    }
    if !general.acts.is_empty() {
        told += &format!(", {}", acts(&general.acts, squares));
    }
    told += &match &general.choices {
        Choices::None => String::new(),
        Choices::Always(roles) => format!(", becomes one of {}", roles.len()),
        Choices::Held(roles) => format!(", brings one of {}", roles.len()),
        Choices::Promotion(asks) => {
            let Asks { when, forced } = &**asks;
            format!(", promotes if {}, must if {}", formula(when, squares), formula(forced, squares))
        }
    };
    let hooks = general.hooks.iter().map(|Following { when, after_capture, acts: done }| {
        let what = if *after_capture { "captures" } else { "moves" };
        format!("after {what} if {} {}", formula(when, squares), acts(done, squares))
    });
    for (many, hook) in together(hooks) {
        told += &format!(", {}{hook}", times(many));
    }
    told
}

/// The same words once, with how often they come.
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

fn formulas<const W: usize>(parts: &[Formula<W>], squares: usize) -> String {
    joined(parts.iter().map(|part| formula(part, squares)), " and ")
}

fn formula<const W: usize>(part: &Formula<W>, squares: usize) -> String {
    let inner =
        |parts: &[Formula<W>], between| joined(parts.iter().map(|part| formula(part, squares)), between);
    match part {
        Formula::Constant(true) => "always".to_owned(),
        Formula::Constant(false) => "never".to_owned(),
        Formula::Empty(_) => "an empty square".to_owned(),
        Formula::Ally(_) => "an own piece".to_owned(),
        Formula::Opponent(_) => "the other's piece".to_owned(),
        Formula::Is(_, roles) => format!("one of {} roles", kinds(*roles)),
        Formula::Without(on, roles) => {
            format!("none of {} roles on {}", kinds(*roles), number(*on, squares))
        }
        Formula::Unopposed(on, roles) => {
            format!("none of the other's of {} roles on {}", kinds(*roles), number(*on, squares))
        }
        Formula::Marked(_) => "a mark".to_owned(),
        Formula::Unmoved(_) => "an unmoved piece".to_owned(),
        Formula::Attacked(_) => "an attack".to_owned(),
        Formula::Right(rights) => format!("one of {} rights", rights.count_ones()),
        Formula::Held(..) => "the hand".to_owned(),
        Formula::Remembered(..) => "a counter".to_owned(),
        Formula::Ask(whole) => ask(whole, squares),
        Formula::InCheck => "who is in check".to_owned(),
        Formula::Checks => "check".to_owned(),
        Formula::Mates => "mate".to_owned(),
        Formula::Takes(roles) => format!("taking one of {} roles", kinds(*roles)),
        Formula::After(inner) => format!("after it {}", formula(inner, squares)),
        Formula::Not(inner) => format!("not {}", formula(inner, squares)),
        Formula::All(parts) => format!("({})", inner(parts, " and ")),
        Formula::Any(parts) => format!("({})", inner(parts, " or ")),
        Formula::Count(_, parts) => format!("a number of ({})", inner(parts, ", ")),
    }
}

/// What happens.
pub fn acts<const W: usize>(acts: &[Act<W>], squares: usize) -> String {
    joined(acts.iter().map(|one| act(one, squares)), " and ")
}

fn act<const W: usize>(act: &Act<W>, squares: usize) -> String {
    match act {
        Act::Take(taken) => {
            let filters = joined(taken.iter().map(|(_, filter)| formula(filter, squares)), ", ");
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

/// A question.
pub fn ask<const W: usize>(asked: &Ask<W>, squares: usize) -> String {
    let inner = |parts: &[Ask<W>], between| joined(parts.iter().map(|part| ask(part, squares)), between);
    match asked {
        Ask::Constant(true) => "always".to_owned(),
        Ask::Constant(false) => "never".to_owned(),
        Ask::Any(on) => format!("any {}", set(on, squares)),
        Ask::Lacks(on) => format!("lacks {}", pieces(on, squares)),
        Ask::Count(_, on) => format!("a number of {}", set(on, squares)),
        Ask::Right(rights) => format!("one of {} rights", rights.count_ones()),
        Ask::Held(..) => "the hand".to_owned(),
        Ask::Counter(..) => "a counter".to_owned(),
        Ask::Passed(_) => "passes".to_owned(),
        Ask::ToMove => "to move".to_owned(),
        Ask::InCheck => "in check".to_owned(),
        Ask::More => "more pieces".to_owned(),
        Ask::MorePoints(worth) => format!("more points of {} roles", worth.roles.len()),
        Ask::Points(_, worth) => format!("points of {} roles", worth.roles.len()),
        Ask::Leads(sides) => format!("the most of {} sides", sides.len()),
        Ask::Has(..) => "points of a side".to_owned(),
        Ask::Turns(turns) => format!("one of {} turns", turns.len()),
        Ask::Can(inner) => format!("can move so that {}", ask(inner, squares)),
        Ask::Checks => "check".to_owned(),
        Ask::Mates => "mate".to_owned(),
        Ask::Takes(roles) => format!("taking one of {} roles", kinds(*roles)),
        Ask::Drops(roles) => format!("dropping one of {} roles", kinds(*roles)),
        Ask::Passes => "passing".to_owned(),
        Ask::After(inner) => format!("after it {}", ask(inner, squares)),
        Ask::Settled(inner) => format!("once {}", ask(inner, squares)),
        Ask::Not(inner) => format!("not {}", ask(inner, squares)),
        Ask::All(parts) => format!("({})", inner(parts, " and ")),
        Ask::One(parts) => format!("({})", inner(parts, " or ")),
    }
}

/// A set of squares.
pub fn set<const W: usize>(asked: &Set<W>, squares: usize) -> String {
    let inner = |parts: &[Set<W>], between| joined(parts.iter().map(|part| set(part, squares)), between);
    let table = |table: &[Bits<W>]| -> usize { table.iter().map(|set| set.indices().count()).sum() };
    match asked {
        Set::Fixed(on) => number(*on, squares),
        Set::Empty => "empty".to_owned(),
        Set::Ally => "own".to_owned(),
        Set::Opponent => "theirs".to_owned(),
        Set::Is(roles) => format!("of {} roles", kinds(*roles)),
        Set::Pieces(one) => pieces(one, squares),
        Set::Marked => "marked".to_owned(),
        Set::Unmoved => "unmoved".to_owned(),
        Set::From(by) => format!("around the origin by {}", table(by)),
        Set::To(by) => format!("around the target by {}", table(by)),
        Set::Near(by, near) => format!("near by {} [{}]", table(by), set(near, squares)),
        Set::Next(_, next) => format!("beside [{}]", set(next, squares)),
        Set::Row(steps, all) => format!("in a row of {} [{}]", steps.len() + 1, set(all, squares)),
        Set::Counted(_, by, each) => format!("with a number by {} [{}]", table(by), set(each, squares)),
        Set::Along(runs) => format!("on runs from [{}] {}", set(&runs.1, squares), of_runs(&runs.0, squares)),
        Set::Beside(runs) => {
            format!("whose runs have [{}] {}", set(&runs.1, squares), of_runs(&runs.0, squares))
        }
        Set::Numbered(_, runs) => {
            format!("whose runs have a number of [{}] {}", set(&runs.1, squares), of_runs(&runs.0, squares))
        }
        Set::Elsewhere(of) => format!("elsewhere than [{}]", set(of, squares)),
        Set::Attacked => "attacked".to_owned(),
        Set::Whether(asked) => format!("all if {}", ask(asked, squares)),
        Set::Not(of) => format!("not [{}]", set(of, squares)),
        Set::All(parts) => inner(parts, " & "),
        Set::One(parts) => format!("[{}]", inner(parts, " | ")),
    }
}

fn of_runs<const W: usize>(runs: &crate::tables::runs::Runs<W>, squares: usize) -> String {
    format!("along [{}] until [{}] {}", set(&runs.along, squares), set(&runs.until, squares), runs.in_words())
}

fn pieces<const W: usize>(pieces: &Pieces<W>, squares: usize) -> String {
    let whose = if pieces.own { "own" } else { "theirs" };
    format!("{whose} of {} roles on {}", kinds(pieces.roles), number(pieces.on, squares))
}

fn kinds(roles: u64) -> String {
    if roles == u64::MAX { "all".to_owned() } else { roles.count_ones().to_string() }
}

/// How many squares of the board.
fn number<const W: usize>(on: Bits<W>, squares: usize) -> String {
    match on.indices().filter(|&square| square < squares).count() {
        all if all == squares => "all squares".to_owned(),
        1 => "1 square".to_owned(),
        some => format!("{some} squares"),
    }
}
