//! What stands between a call's parentheses: how much, and of which kind.

use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::SquareSet;
use crate::syntax::ast::{Argument, ArgumentKind, AxisKind, Call, Name};
use crate::variant::{RoleId, ZoneId};

use crate::compile::game::Game;
use crate::compile::resolve::alternative::{Frame, Scope};
use crate::compile::resolve::regions::intersect;
use crate::compile::resolve::template::{Count, Place};

impl Game<'_> {
    /// Numbers given as an argument.
    pub fn counts_argument(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        argument: &Argument,
    ) -> Option<Vec<Count>> {
        let (argument, scope) = scope.deref(argument);
        match &argument.kind {
            ArgumentKind::Counts(counts) => self.numbers(scope, frame, counts),
            _ => {
                self.wrong_kind(scope, argument, "a number such as `1`, `1~2` or `*`");
                None
            }
        }
    }

    /// Roles, and a place behind them if there is one.
    pub fn roles_and_place(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        arguments: &[Argument],
        leg: Option<usize>,
    ) -> Option<(Vec<RoleId>, Option<Place>)> {
        let mut roles = Vec::new();
        let mut place = None;
        let mut fine = true;
        for (index, given) in arguments.iter().enumerate() {
            let (argument, inner) = scope.deref(given);
            let last = index + 1 == arguments.len();
            match &argument.kind {
                ArgumentKind::Name(name) => {
                    if let Some(role) = self.role(&name.text) {
                        roles.push(role);
                    } else if last && index > 0 && self.zone(&name.text).is_some() {
                        place = Some(self.place(scope, frame, given, leg, true)?);
                    } else {
                        fine &= self.role_or_report(inner.text, &name.text, name.span).is_some();
                    }
                }
                ArgumentKind::Steps { .. } | ArgumentKind::Span(..) if last && index > 0 => {
                    place = Some(self.place(scope, frame, given, leg, true)?);
                }
                _ => {
                    self.wrong_kind(inner, argument, "a piece's name");
                    fine = false;
                }
            }
        }
        fine.then_some((roles, place))
    }

    /// The zone that a single argument names.
    pub fn argument_zone(&mut self, scope: &Scope<'_>, arguments: &[Argument]) -> Option<ZoneId> {
        let (argument, _) = scope.deref(arguments.first()?);
        match &argument.kind {
            ArgumentKind::Name(name) => self.zone(&name.text),
            _ => None,
        }
    }

    /// The squares of one term of a region given as an argument, by player.
    pub fn region_argument(&mut self, scope: &Scope<'_>, argument: &Argument) -> Option<Vec<SquareSet>> {
        let (argument, scope) = scope.deref(argument);
        match &argument.kind {
            ArgumentKind::Name(name) => self.zone_squares(scope.text, name),
            ArgumentKind::Steps { anchor: None, steps } => {
                let mut all = self.everywhere();
                let mut fine = true;
                for step in steps {
                    let AxisKind::Named(axis) = &step.axis.kind else {
                        let finding = Diagnostic::new(
                            Code::ARGUMENT_KIND,
                            step.axis.span,
                            "a region names its axes: `*#` and `**` count squares, they have no coordinates",
                        );
                        self.report(scope.text, finding);
                        fine = false;
                        continue;
                    };
                    let name = Name { text: axis.clone(), span: step.axis.span };
                    match self.band(scope.text, &name, &step.counts) {
                        Some(part) => intersect(&mut all, &part),
                        None => fine = false,
                    }
                }
                fine.then_some(all)
            }
            _ => {
                self.wrong_kind(scope, argument, "a zone or coordinates such as `Rank 2`");
                None
            }
        }
    }

    /// Says what kind of argument is needed. Always `None`.
    pub fn wrong_kind(&mut self, scope: &Scope<'_>, argument: &Argument, wanted: &str) -> Option<()> {
        let what = match &argument.kind {
            ArgumentKind::Calls(_) => "a call",
            ArgumentKind::Counts(_) => "a number",
            ArgumentKind::Steps { .. } => "a place",
            ArgumentKind::Name(_) => "a name",
            ArgumentKind::Span(..) => "a span",
        };
        let message = format!("{wanted} is needed here, not {what}");
        self.report(scope.text, Diagnostic::new(Code::ARGUMENT_KIND, argument.span, message));
        None
    }

    /// Checks how many arguments a call has.
    pub fn arity(&mut self, scope: &Scope<'_>, call: &Call, least: usize, most: usize) -> Option<()> {
        let given = call.arguments.len();
        if (least..=most).contains(&given) {
            return Some(());
        }
        let plural = |n: usize| if n == 1 { "argument" } else { "arguments" };
        let wanted = match (least, most) {
            (0, 0) => "no arguments".to_owned(),
            (least, usize::MAX) => format!("at least {least} {}", plural(least)),
            (least, most) if least == most => format!("{least} {}", plural(least)),
            (0, most) => format!("at most {most} {}", plural(most)),
            (least, most) => format!("{least} to {most} arguments"),
        };
        let verb = if given == 1 { "is" } else { "are" };
        let message = format!("`@{}` takes {wanted}, and {given} {verb} given", call.name.text);
        let mut finding = Diagnostic::new(Code::ARGUMENT_COUNT, call.span, message);
        if most == 0
            && let Some(parentheses) = call.parentheses
        {
            finding = finding.fix(parentheses, "", "leave the parentheses out");
        }
        self.report(scope.text, finding);
        None
    }

    /// The role that an argument names, or a finding.
    pub fn role_argument(&mut self, scope: &Scope<'_>, argument: &Argument) -> Option<RoleId> {
        let (argument, scope) = scope.deref(argument);
        match &argument.kind {
            ArgumentKind::Name(name) => self.role_or_report(scope.text, &name.text, name.span),
            _ => {
                self.wrong_kind(scope, argument, "a piece's name");
                None
            }
        }
    }
}
