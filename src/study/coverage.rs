//! Coverage of a rule file: the use of every alternative, hook, drop, promotion and end, with its place.
//!
//! A rule that allows moves is used when it makes a move. If several make the same move, the first counts. A rule that forbids
//! moves is used when the game without it would have more legal moves.

use std::collections::BTreeMap;

use crate::compile::{Clause, Origins};
use crate::position::{Position, Rules};
use crate::source::{SourceId, Sources, Span};
use crate::variant::{Move, Outcome, Reason, Setup, Variant, literal};

/// The kind of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Moves: an alternative of a pattern.
    Alternative,
    /// Effects after moves.
    Hook,
    /// Promotions.
    Promotion,
    /// Drops.
    Drop,
    /// Passes.
    Pass,
    /// Restrictions or compulsions of moves.
    Choice,
    /// Ends of the game.
    End,
}

impl Kind {
    /// The unit of its uses: `moves`, `games`.
    #[must_use]
    pub const fn counted(self) -> &'static str {
        match self {
            Self::Alternative | Self::Hook | Self::Promotion | Self::Drop | Self::Pass => "moves",
            Self::Choice => "positions",
            Self::End => "games",
        }
    }
}

/// A rule and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its kind.
    pub kind: Kind,
    /// The file.
    pub source: SourceId,
    /// Its text there.
    pub span: Span,
}

/// The rules of a file whose use is counted, with indices to find the rules of a move or an end.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    rules: Vec<Rule>,
    alternatives: Vec<usize>,
    hooks: Vec<usize>,
    promotions: Vec<Option<usize>>,
    /// By role and way.
    drops: Vec<Vec<usize>>,
    passes: Vec<usize>,
    /// By a part of the end's [`name`].
    ends: BTreeMap<String, Vec<usize>>,
    /// For each rule that forbids moves: the game without it, and the texts of the rule.
    without: Vec<(Rules, Vec<usize>)>,
}

/// The keys of `[ending]` for each reason of an end.
const ENDS: &[(&str, &[&str])] = &[
    ("checkmate", &["ending", "checkmate"]),
    ("stalemate", &["ending", "stalemate"]),
    ("royal-lost", &["ending", "royal-lost"]),
    ("repetition", &["ending", "repetition"]),
    ("perpetual-check", &["ending", "repetition", "perpetual-check"]),
    ("perpetual-chase", &["ending", "repetition", "perpetual-chase"]),
    ("quiet", &["ending", "quiet"]),
    ("counting", &["ending", "counting"]),
    ("insufficient", &["ending", "insufficient"]),
];

/// The name under which studies count an end: its reason, with an index if the rule file defines it.
#[must_use]
pub fn name(reason: Reason) -> String {
    match reason {
        Reason::End(index) => format!("end {index}"),
        reason => reason.name().to_owned(),
    }
}

impl Coverage {
    /// The rules of a file, by their places.
    #[must_use]
    pub fn new(variant: &Variant, origins: &Origins) -> Self {
        let mut coverage = Self::default();
        for origin in &origins.alternatives {
            let at = coverage.rule(Kind::Alternative, (origin.source, origin.span));
            coverage.alternatives.push(at);
        }
        for origin in &origins.hooks {
            let at = coverage.rule(Kind::Hook, (origin.source, origin.span));
            coverage.hooks.push(at);
        }
        for &place in &origins.promotions {
            let at = place.map(|place| coverage.rule(Kind::Promotion, place));
            coverage.promotions.push(at);
        }
        coverage.drops = vec![Vec::new(); variant.roles.len()];
        let (mut guards, mut musts) = (Vec::new(), Vec::new());
        for origin in &origins.clauses {
            let mut at = |kind| coverage.rule(kind, (origin.source, origin.span));
            match origin.clause {
                Clause::Drop(role) => {
                    let at = at(Kind::Drop);
                    coverage.drops[role.index()].push(at);
                }
                Clause::Pass => {
                    let at = at(Kind::Pass);
                    coverage.passes.push(at);
                }
                Clause::Guard => guards.push(at(Kind::Choice)),
                Clause::Must => musts.push(at(Kind::Choice)),
                Clause::End(index) => {
                    let at = at(Kind::End);
                    coverage.ends.entry(name(Reason::End(index))).or_default().push(at);
                }
                _ => {}
            }
        }
        // A `true` is not a clause.
        for (index, role) in variant.roles.iter().enumerate() {
            let keys: [&[&str]; 2] = [&["pieces", &role.name, "drop"], &["hand", "drop"]];
            let said = keys.iter().find_map(|path| origins.key(path));
            if let Some(key) = said.filter(|_| coverage.drops[index].is_empty() && !role.drops.is_empty()) {
                let at = coverage.rule(Kind::Drop, (key.source, key.span));
                coverage.drops[index] = vec![at; role.drops.len()];
            }
        }
        if let Some(key) = origins.key(&["moves", "pass"]).filter(|_| coverage.passes.is_empty()) {
            let at = coverage.rule(Kind::Pass, (key.source, key.span));
            coverage.passes.push(at);
        }
        let ending = &variant.ending;
        for (reason, path) in ENDS {
            let says = match *reason {
                "repetition" => ending.repetition.is_some(),
                "quiet" => ending.quiet.is_some(),
                "counting" => !ending.counting.is_empty(),
                "insufficient" => !ending.insufficient.is_empty(),
                _ => true,
            };
            if !says {
                continue;
            }
            if let Some(key) = origins.key(path) {
                let at = coverage.rule(Kind::End, (key.source, key.span));
                coverage.ends.entry((*reason).to_owned()).or_default().push(at);
            }
        }
        coverage.without = without(variant, &guards, &musts);
        coverage
    }

    /// The index of a rule in the list. Rules at one place, such as those of pieces with `like`, count as one.
    fn rule(&mut self, kind: Kind, (source, span): (SourceId, Span)) -> usize {
        let known = self.rules.iter().position(|rule| rule.source == source && rule.span == span);
        known.unwrap_or_else(|| {
            self.rules.push(Rule { kind, source, span });
            self.rules.len() - 1
        })
    }

    /// The rules, in an order that depends only on the file.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Counts the rules that a legal move uses.
    pub(super) fn note(&self, position: &Position, setup: &Setup, m: Move, legal: usize, uses: &mut [u64]) {
        let mut add = |at: Option<usize>| {
            if let Some(number) = at.and_then(|at| uses.get_mut(at)) {
                *number += 1;
            }
        };
        for (rules, texts) in &self.without {
            // Few rules forbid moves, and most games have none.
            if Position::from_setup_unchecked(rules, setup).legal_moves().len() > legal {
                texts.iter().for_each(|&text| add(Some(text)));
            }
        }
        if m.is_pass() {
            self.passes.iter().for_each(|&text| add(Some(text)));
            return;
        }
        let variant = position.rules().variant();
        let fired = literal::fired(variant, setup, m);
        let role = m.origin().and_then(|from| setup.piece(from)).map(|piece| piece.role);
        if let (Some(role), Some(movement)) = (role, fired.movement) {
            let movement = variant.role(role).movements.get(movement);
            let alternative = movement.and_then(|movement| usize::try_from(movement.alternative).ok());
            add(alternative.and_then(|index| self.alternatives.get(index)).copied());
        }
        if let (Some(role), Some(_)) = (role, m.promotion()) {
            add(self.promotions.get(role.index()).copied().flatten());
        }
        if let Some(role) = m.drop() {
            add(self.drops.get(role.index()).and_then(|ways| ways.get(m.drop_way())).copied());
        }
        fired.hooks.iter().for_each(|&hook| add(self.hooks.get(hook).copied()));
    }

    /// Counts the rule that ends a game.
    pub(super) fn note_end(&self, outcome: Outcome, uses: &mut [u64]) {
        for &at in self.ends.get(&name(outcome.reason)).into_iter().flatten() {
            if let Some(number) = uses.get_mut(at) {
                *number += 1;
            }
        }
    }

    /// The uses of the rules by line of a file, with lines from 1, in order. A line with several rules lists each.
    #[must_use]
    pub fn lines(
        &self,
        uses: &[u64],
        sources: &Sources,
        file: SourceId,
    ) -> BTreeMap<usize, Vec<(Rule, u64)>> {
        let mut lines: BTreeMap<usize, Vec<(Rule, u64)>> = BTreeMap::new();
        let Some(source) = sources.get(file) else { return lines };
        for (index, rule) in self.rules.iter().enumerate().filter(|(_, rule)| rule.source == file) {
            let number = uses.get(index).copied().unwrap_or(0);
            lines.entry(source.position(rule.span.start).line).or_default().push((*rule, number));
        }
        lines.values_mut().for_each(|rules| rules.sort_by_key(|(rule, _)| rule.span));
        lines
    }

    /// The coverage in the format of lcov: lines, and the rules of a line as its branches. `path` names each file.
    #[must_use]
    pub fn lcov(&self, uses: &[u64], sources: &Sources, path: &dyn Fn(&str) -> String) -> String {
        let mut out = String::new();
        for (file, source) in sources.iter() {
            let lines = self.lines(uses, sources, file);
            if lines.is_empty() {
                continue;
            }
            out += &format!("TN:carn\nSF:{}\n", path(source.name()));
            let (mut branches, mut taken, mut hit) = (0, 0, 0);
            for (line, rules) in &lines {
                for (nth, (_, number)) in rules.iter().enumerate().filter(|_| rules.len() > 1) {
                    out += &format!("BRDA:{line},0,{nth},{number}\n");
                    branches += 1;
                    taken += usize::from(*number > 0);
                }
            }
            if branches > 0 {
                out += &format!("BRF:{branches}\nBRH:{taken}\n");
            }
            for (line, rules) in &lines {
                let number: u64 = rules.iter().map(|(_, number)| number).sum();
                out += &format!("DA:{line},{number}\n");
                hit += usize::from(number > 0);
            }
            out += &format!("LF:{}\nLH:{hit}\nend_of_record\n", lines.len());
        }
        out
    }
}

/// The game without each rule that forbids moves. If a text has several conditions, all texts count as one rule.
fn without(variant: &Variant, guards: &[usize], musts: &[usize]) -> Vec<(Rules, Vec<usize>)> {
    let mut games = Vec::new();
    let mut add = |texts: &[usize], change: &dyn Fn(&mut Variant)| {
        let mut changed = variant.clone();
        change(&mut changed);
        games.push((Rules::new(changed), texts.to_vec()));
    };
    if guards.len() == variant.choice.guard.len() {
        for (nth, &text) in guards.iter().enumerate() {
            add(&[text], &|variant| {
                variant.choice.guard.remove(nth);
            });
        }
    } else if !guards.is_empty() {
        add(guards, &|variant| variant.choice.guard.clear());
    }
    if musts.len() == variant.choice.must.len() {
        for (nth, &text) in musts.iter().enumerate() {
            add(&[text], &|variant| {
                variant.choice.must.remove(nth);
            });
        }
    } else if !musts.is_empty() {
        add(musts, &|variant| variant.choice.must.clear());
    }
    games
}
