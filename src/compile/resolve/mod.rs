//! What every name in a pattern means: from the syntax tree to a template, in which axes, signs, counts and variables
//! are still open.
//!
//! `vocabulary` is the one table of the language's predicates and effects; `predicates` and `effects` read them,
//! `arguments` what stands between their parentheses, `functions` those of the rule file. `alternative`, `steps`,
//! `places` and `regions` read the rest of a pattern; `moveless` tells
//! what is asked of a move where there is none, `missing` what no rule file can say; `template` is what comes out, `uncalled` reads functions that
//! nothing calls.

mod alternative;
mod arguments;
mod chain;
mod effects;
mod functions;
mod missing;
pub(crate) mod moveless;
mod places;
mod predicates;
pub(crate) mod regions;
mod scope;
mod steps;
pub(crate) mod template;
pub(crate) mod uncalled;
pub(crate) mod vocabulary;

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{self, Call};
use crate::variant::Mode;

use super::caps::MAX_CALLS;
use super::game::Game;
use super::read::text::{At, Text};
use scope::{Context, Scope};
use template::{Action, Alternative, Condition, Variable};

/// A label of an alternative.
struct Label {
    name: String,
    /// Whether it names a set of axes (`**#`).
    set: bool,
    /// The leg that gives it its direction.
    leg: usize,
}

/// Gives the names of one alternative, hook or condition their meaning.
pub(crate) struct Resolver<'g, 'n> {
    game: &'g mut Game<'n>,
    labels: Vec<Label>,
    variables: Vec<Variable>,
    /// How many legs there are; hooks and conditions of a promotion have none of their own.
    legs: usize,
    /// Where a leg asks for the position without what a `@Drop` of the alternative brings.
    without_drop: Option<At>,
    /// Calls so far, functions written out.
    calls: usize,
    /// Whether an effect is being read: its places and filters.
    in_effect: bool,
    /// Whether something is wrong, so that it cannot be compiled.
    failed: bool,
}

impl<'g, 'n> Resolver<'g, 'n> {
    /// For something with that many legs.
    fn new(game: &'g mut Game<'n>, legs: usize) -> Self {
        let (labels, variables) = (Vec::new(), Vec::new());
        Self { game, labels, variables, legs, without_drop: None, calls: 0, in_effect: false, failed: false }
    }

    /// Adds a finding whose spans are those of the scope's text.
    fn report(&mut self, scope: &Scope<'_>, finding: Diagnostic) {
        self.game.findings.report(scope.text, finding);
    }

    /// Counts a call; `false` once there are too many.
    fn count_call(&mut self, scope: &Scope<'_>, call: &Call) -> bool {
        self.calls += 1;
        if self.calls <= MAX_CALLS {
            return true;
        }
        if self.calls == MAX_CALLS + 1 {
            let message = format!("more than {MAX_CALLS} calls in one alternative, functions written out");
            self.report(scope, Diagnostic::new(Code::TOO_MANY_CALLS, call.span, message));
        }
        self.failed = true;
        false
    }

    /// Ends the reading of what belongs to no alternative; `None` (with findings) if it cannot be compiled.
    fn free(self, text: &Text) -> Option<Alternative> {
        if let Some(variable) = self.variables.first() {
            let message = format!("nothing says how large `${}` may be", variable.name);
            self.game.findings.report_at(variable.at, Code::UNBOUNDED_VARIABLE, message);
            return None;
        }
        (!self.failed).then(|| Alternative {
            mode: Mode::Both,
            legs: Vec::new(),
            repeat: None,
            effects: Vec::new(),
            variables: Vec::new(),
            labels: 0,
            at: text.at(),
        })
    }
}

/// Resolves an alternative of a pattern; `None` (with findings) if it cannot be compiled.
pub(crate) fn alternative(
    game: &mut Game<'_>,
    text: &Text,
    ast: &ast::Alternative,
    mode: Mode,
) -> Option<Alternative> {
    Resolver::new(game, ast.legs.len()).alternative(text, ast, mode)
}

/// Conditions and effects that belong to no alternative, and the frame to lower them in.
pub(crate) struct Free {
    pub guards: Vec<Condition>,
    pub effects: Vec<Action>,
    pub frame: Alternative,
}

/// Resolves conditions and effects outside all patterns: of a hook, of a promotion. `None` (with findings) if they
/// cannot be compiled.
pub(crate) fn free(game: &mut Game<'_>, text: &Text, guards: &[Call], effects: &[Call]) -> Option<Free> {
    let scope = Scope::new(text);
    let mut resolver = Resolver::new(game, 0);
    let (mut conditions, mut actions) = (Vec::new(), Vec::new());
    for call in guards {
        resolver.condition(&scope, call, &mut Context::outside(), &mut conditions);
    }
    for call in effects {
        resolver.action(&scope, call, &mut actions);
    }
    let frame = resolver.free(text)?;
    Some(Free { guards: conditions, effects: actions, frame })
}
