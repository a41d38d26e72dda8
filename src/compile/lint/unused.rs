//! Lints: what has a meaning, but perhaps not the one that was wanted.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Displacement;
use crate::source::Span;
use crate::syntax::ast::{Item, Leg};
use crate::variant::{Anchor, Effect, Mode, Movement, Place, Predicate, RoleId, RoleSet, Test, Variant};

use crate::compile::game::{Declared, Game};
use crate::compile::read::extends::MAIN;
use crate::compile::read::text::Text;
use crate::compile::resolve::template::At;

impl Game<'_> {
    /// Looks at what the last leg says about its landing beside what the mode says already.
    pub fn lint_landing(&mut self, text: &Text, leg: &Leg, mode: Mode) {
        let calls: Vec<_> = leg
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Call(call) if call.arguments.is_empty() => Some(call),
                _ => None,
            })
            .collect();
        let ally = calls.iter().any(|call| call.name.text == "Ally");
        for call in calls {
            let name = call.name.text.as_str();
            let (key, implied, contrary): (_, &[&str], &[&str]) = match mode {
                Mode::Move => ("move", &["Empty", "NoAlly", "NoOpponent"], &["Occupied", "Ally", "Opponent"]),
                Mode::Capture if ally => continue,
                Mode::Capture => ("capture", &["Opponent", "Occupied", "NoAlly"], &["Empty", "NoOpponent"]),
                Mode::Both => ("pattern", &["NoAlly"], &["Ally"]),
            };
            if implied.contains(&name) {
                let finding = Diagnostic::new(
                    Code::IMPLIED_PREDICATE,
                    call.span,
                    format!("`{key}` says `@{name}` already"),
                )
                .fix(with_blank(&text.value, call.span), "", "leave it out");
                self.report(text, finding);
            }
            if contrary.contains(&name) {
                let finding = Diagnostic::new(
                    Code::NEVER_APPLIES,
                    call.span,
                    format!("this can never apply: `{key}` and `@{name}` contradict each other"),
                );
                self.report(text, finding);
            }
        }
    }

    /// Looks at whether an alternative stands for any movement.
    pub fn lint_no_room(&mut self, at: At, added: &[Movement]) {
        if added.is_empty() {
            let message = "this can never apply: no square of the board has room for it";
            self.add(Diagnostic::new(Code::NEVER_APPLIES, at.1, message).in_source(at.0));
        }
    }

    /// Looks for alternatives of a piece all of whose moves another one has too. `place` says where the alternative of
    /// that number was written.
    pub fn lint_covered(&mut self, movements: &[Movement], place: impl Fn(u32) -> Option<At>) {
        let key = |movement: &Movement| -> Vec<Displacement> {
            movement.legs.iter().map(|leg| leg.displacement).collect()
        };
        let mut by_way: HashMap<Vec<Displacement>, Vec<&Movement>> = HashMap::new();
        for movement in movements {
            by_way.entry(key(movement)).or_default().push(movement);
        }
        // Of two alternatives that cover each other, one must stay: a covered one covers nothing that comes before it.
        let mut covered: Vec<u32> = Vec::new();
        let alternatives: Vec<&[Movement]> =
            movements.chunk_by(|a, b| a.alternative == b.alternative).collect();
        for own in alternatives.iter().rev() {
            let number = own[0].alternative;
            let all = own.iter().all(|movement| {
                by_way.get(&key(movement)).into_iter().flatten().any(|other| {
                    other.alternative != number
                        && !covered.contains(&other.alternative)
                        && covers(other, movement)
                })
            });
            if all {
                covered.push(number);
                if let Some(at) = place(number).filter(|&at| !self.never_applies(at)) {
                    let message = "every move of this alternative is one of another alternative";
                    self.add(Diagnostic::new(Code::COVERED, at.1, message).in_source(at.0));
                }
            }
        }
    }

    /// Whether that has been said of what stands there already.
    pub(crate) fn never_applies(&self, (source, span): At) -> bool {
        self.findings.iter().any(|finding| {
            finding.code == Code::NEVER_APPLIES
                && finding.source == source
                && span.start <= finding.span.start
                && finding.span.end <= span.end
        })
    }

    /// Looks for names that the file declares and nothing uses.
    pub fn lint_unused(&mut self, variant: &Variant) {
        let ours = |all: &[Declared]| -> Vec<Declared> {
            all.iter().filter(|one| !one.used && one.at.0 == MAIN).cloned().collect()
        };
        let mut unused: Vec<(Code, At, String)> = Vec::new();
        for zone in ours(&self.zone_names) {
            unused.push((Code::UNUSED_ZONE, zone.at, format!("nothing uses the zone `{}`", zone.name)));
        }
        for right in ours(&self.rights) {
            unused.push((
                Code::UNUSED_RIGHT,
                right.at,
                format!("nothing asks about the right `{}`", right.name),
            ));
        }
        for (function, used) in self.functions.iter().zip(&self.functions_used) {
            if !used && function.at.0 == MAIN {
                let message = format!("nothing calls the function `{}`", function.name);
                unused.push((Code::UNUSED_FUNCTION, function.at, message));
            }
        }
        let present = appearing(variant);
        for (index, role) in self.roles.iter().enumerate() {
            if !present.contains(RoleId(index as u8)) && role.at.0 == MAIN {
                let message = format!("the piece `{}` never appears on the board", role.name);
                unused.push((Code::UNUSED_ROLE, role.at, message));
            }
        }
        for (code, at, message) in unused {
            self.report_at(at, code, message);
        }
    }
}

/// A span with the blanks on one side of it, so that none is left over without it.
fn with_blank(text: &str, span: Span) -> Span {
    let before = &text[..span.start];
    let start = before.trim_end_matches(' ').len();
    if start > 0 {
        return Span::new(start, span.end);
    }
    let after = &text[span.end..];
    Span::new(span.start, span.end + after.len() - after.trim_start_matches(' ').len())
}

/// The roles that stand in the start position or that something becomes.
fn appearing(variant: &Variant) -> RoleSet {
    let mut roles: Vec<RoleId> = variant.start.pieces().map(|(_, piece)| piece.role).collect();
    let mut effects: Vec<&Effect> = Vec::new();
    for role in &variant.roles {
        roles.extend(role.promotion.iter().flat_map(|promotion| promotion.to.iter().copied()));
        effects.extend(role.movements.iter().flat_map(|movement| &movement.effects));
        effects.extend(role.after_move.iter().chain(&role.after_capture).flat_map(|hook| &hook.effects));
    }
    effects.extend(variant.after_move.iter().chain(&variant.after_capture).flat_map(|hook| &hook.effects));
    for effect in effects {
        match effect {
            Effect::Promote(to) => roles.extend(to),
            Effect::Become(role) | Effect::Put(role, _) => roles.push(*role),
            // A native effect may put anything on the board.
            Effect::Native(_) => return RoleSet(u64::MAX),
            _ => {}
        }
    }
    roles.into_iter().collect()
}

/// Whether whenever the second movement applies, the first does too and comes to the same.
fn covers(wide: &Movement, narrow: &Movement) -> bool {
    let modes = wide.mode == narrow.mode || wide.mode == Mode::Both;
    modes
        && wide.effects == narrow.effects
        && wide.name == narrow.name
        && wide.legs.len() == narrow.legs.len()
        && wide.legs.iter().zip(&narrow.legs).all(|(wide, narrow)| {
            wide.displacement == narrow.displacement
                && wide.path == narrow.path
                && wide.ride == narrow.ride
                && wide.guards.iter().all(|guard| implied(guard, &narrow.guards))
        })
}

/// Whether a guard holds where these do: it is one of them, or asks no more about the landing than one of them.
fn implied(guard: &Predicate, by: &[Predicate]) -> bool {
    let landing = |test| Predicate::Holds(test, Place::at(Anchor::Landing));
    let enough: &[Test] = match guard {
        Predicate::Holds(Test::NoAlly, place) if *place == Place::at(Anchor::Landing) => {
            &[Test::Empty, Test::Opponent]
        }
        _ => &[],
    };
    by.contains(guard) || enough.iter().any(|test| by.contains(&landing(test.clone())))
}
