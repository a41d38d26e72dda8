//! Resolves alternatives: their legs, the calls of each leg, and the defaults.

use std::collections::HashSet;

use crate::compile::LegOrigin;
use crate::compile::caps::MAX_LEGS;
use crate::compile::read::text::Text;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, AxisKind, Item};
use crate::variant::{Anchor, Mode, Test};

use super::Resolver;
use super::predicates::no_drop;
use super::scope::{Context, LegParts, Scope};
use super::template::{Action, Alternative, Condition, Leg, PlaceAnchor, Step};

impl Resolver<'_, '_> {
    /// Resolves an alternative of a pattern; `None` (with findings) if it cannot be compiled.
    pub(super) fn alternative(
        mut self,
        text: &Text,
        ast: &ast::Alternative,
        mode: Mode,
    ) -> Option<Alternative> {
        let scope = Scope::new(text);
        if ast.legs.len() > MAX_LEGS {
            let message =
                format!("an alternative may have {MAX_LEGS} legs, and this one has {}", ast.legs.len());
            self.game.findings.report(text, Diagnostic::new(Code::TOO_MANY_LEGS, ast.span, message));
            return None;
        }
        // Steps first: a call may use a label before the step that gives it a direction.
        let mut steps = Vec::new();
        for (index, leg) in ast.legs.iter().enumerate() {
            // An alternative may consist of effects alone: the piece stays on its square.
            let stays = ast.legs.len() == 1 && !ast.effects.is_empty() && ast.repeat.is_none();
            steps.push(self.leg_steps(&scope, leg, index, stays));
        }
        let mut legs = Vec::new();
        for (index, (leg, steps)) in ast.legs.iter().zip(steps).enumerate() {
            let mut parts = LegParts::default();
            let mut guards = Vec::new();
            let span = text.locate(leg.span).1;
            let mut origin = LegOrigin { span, path: None, guards: Vec::new() };
            for item in &leg.items {
                if let Item::Call(call) = item {
                    let mut at = Context { leg: Some(index), nested: false, parts: Some(&mut parts) };
                    let first = guards.len();
                    self.condition(&scope, call, &mut at, &mut guards);
                    // A function may expand to several conditions and to hurdles.
                    let span = text.locate(call.span).1;
                    origin.guards.resize(guards.len(), Some(span));
                    if parts.hurdles.is_some() {
                        origin.path.get_or_insert(span);
                    }
                    if ast.repeat.is_some() {
                        self.check_link(&scope, call, &guards[first..], &parts);
                    }
                }
            }
            let last = index + 1 == ast.legs.len();
            let landing = self.landing_default(text, leg.span, mode, last, &parts);
            if let Some(default) = landing
                && !guards.iter().any(|guard| same_test(guard, &default))
            {
                guards.insert(0, default);
                origin.guards.insert(0, None);
            }
            let LegParts { hurdles, ride, .. } = parts;
            legs.push(Leg { steps, guards, hurdles, ride, origin });
        }
        let mut effects = Vec::new();
        for call in &ast.effects {
            self.action(&scope, call, &mut effects);
        }
        if let Some((source, span)) = self.without_drop
            && !effects.iter().any(|effect| matches!(effect, Action::Drop(..)))
            && !self.failed
        {
            self.failed = true;
            self.game.findings.add(no_drop(span).in_source(source));
        }
        let repeat = ast.repeat.as_ref().map(|repeat| self.repeat(&scope, ast, repeat, mode, &effects));
        let mut unbounded = false;
        for variable in &self.variables {
            if variable.limit.is_none() && !self.failed {
                unbounded = true;
                let message = format!("the range of `${}` is not defined", variable.name);
                self.game.findings.add(
                    Diagnostic::new(Code::UNBOUNDED_VARIABLE, variable.at.1, message)
                        .primary("no step uses it as a count")
                        .help("a variable gets its value from the count of a step, such as `*# $n`")
                        .in_source(variable.at.0),
                );
            }
        }
        (!self.failed && !unbounded).then(|| Alternative {
            mode,
            legs,
            repeat,
            effects,
            variables: self.variables,
            labels: self.labels.len(),
            at: text.locate(ast.span),
        })
    }

    /// The default condition on the landing square of a leg.
    fn landing_default(
        &self,
        text: &Text,
        span: Span,
        mode: Mode,
        last: bool,
        parts: &LegParts,
    ) -> Option<Condition> {
        let test = match (last, mode) {
            (false, _) if parts.landing => return None,
            (false, _) | (true, Mode::Move) => Test::Empty,
            (true, Mode::Capture) if parts.ally => Test::Ally,
            (true, Mode::Capture) => Test::Opponent,
            (true, Mode::Both) => Test::NoAlly,
        };
        Some(Condition::Holds(test, self.at_anchor(Anchor::Landing, text, span)))
    }

    /// The steps of a leg. Labels that get their direction here are added to the frame.
    fn leg_steps(&mut self, scope: &Scope<'_>, leg: &ast::Leg, index: usize, stays: bool) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut single = 0;
        let mut named = HashSet::new();
        for item in &leg.items {
            let Item::Step(step) = item else { continue };
            match &step.axis.kind {
                AxisKind::Named(name) => {
                    named.insert(name.clone());
                }
                AxisKind::Some(_) | AxisKind::AnySet(_) => single += 1,
                AxisKind::Rest => {}
            }
            match self.step(scope, step, Some(index), true) {
                Some(step) => steps.push(step),
                None => self.failed = true,
            }
        }
        let axes = self.game.ground.board.axes().len();
        if !self.failed && named.len() + single > axes {
            self.failed = true;
            let message =
                format!("this leg needs {} different axes, and the board has {axes}", named.len() + single);
            self.report(scope, Diagnostic::new(Code::TOO_MANY_AXES_IN_LEG, leg.span, message));
        }
        if !stays && leg.items.iter().all(|item| matches!(item, Item::Call(_))) {
            self.failed = true;
            let finding =
                Diagnostic::new(Code::NO_STEP, leg.span, "this leg has no step")
                    .primary("only conditions here")
                    .help("write at least one step, such as `Rank +1`; only an alternative with effects whose piece stays may have none");
            self.report(scope, finding);
        }
        steps
    }
}

/// Whether a condition is the same test of the same square, and therefore redundant.
fn same_test(a: &Condition, b: &Condition) -> bool {
    match (a, b) {
        (Condition::Holds(a, at), Condition::Holds(b, _)) => {
            a == b && at.steps.is_empty() && matches!(at.anchor, PlaceAnchor::Plain(Anchor::Landing))
        }
        _ => false,
    }
}
