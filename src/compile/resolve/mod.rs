//! Resolves the names in a pattern: turns the syntax tree into a template, in which axes, signs, counts and variables are still
//! open.
//!
//! - `vocabulary` is the table of the language's predicates and effects.
//! - `predicates` and `effects` resolve their calls, `arguments` the arguments.
//! - `functions` expands functions of the rule file; `uncalled` checks those without calls.
//! - `alternative`, `steps`, `places` and `regions` resolve the rest of a pattern.
//! - `moveless` checks conditions that are evaluated without a move.
//! - `missing` explains unsupported classes of games.
//! - `template` is the result.

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
    /// Whether it labels a set of axes (`**#`).
    set: bool,
    /// The leg that gives it a direction.
    leg: usize,
}

/// Resolves the names of one alternative, hook or condition.
pub(crate) struct Resolver<'g, 'n> {
    game: &'g mut Game<'n>,
    labels: Vec<Label>,
    variables: Vec<Variable>,
    /// The number of legs; hooks and promotion conditions have none.
    legs: usize,
    /// The place of a condition that ignores the piece placed by a `@Drop` of the alternative.
    without_drop: Option<At>,
    /// Calls so far, functions written out.
    calls: usize,
    /// Whether an effect is being read, including its places and filters.
    in_effect: bool,
    /// Whether an error was found, so that it cannot be compiled.
    failed: bool,
}

impl<'g, 'n> Resolver<'g, 'n> {
    /// A resolver for this number of legs.
    fn new(game: &'g mut Game<'n>, legs: usize) -> Self {
        let (labels, variables) = (Vec::new(), Vec::new());
        Self { game, labels, variables, legs, without_drop: None, calls: 0, in_effect: false, failed: false }
    }

    /// Adds a finding whose spans lie in the scope's text.
    fn report(&mut self, scope: &Scope<'_>, finding: Diagnostic) {
        self.game.findings.report(scope.text, finding);
    }

    /// Counts a call; `false` if there are too many.
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

    /// Finishes conditions outside alternatives; `None` (with findings) if they cannot be compiled.
    fn free(self, text: &Text) -> Option<Alternative> {
        if let Some(variable) = self.variables.first() {
            let message = format!("the range of `${}` is not defined", variable.name);
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

/// Conditions and effects outside alternatives, with the frame to lower them in.
pub(crate) struct Free {
    pub guards: Vec<Condition>,
    pub effects: Vec<Action>,
    pub frame: Alternative,
}

/// Resolves conditions and effects outside patterns, of a hook or a promotion. `None` (with findings) if they cannot be
/// compiled.
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
