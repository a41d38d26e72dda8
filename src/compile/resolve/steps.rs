//! Steps: axes, labels, counts and variables.

use crate::compile::caps::MAX_VARIABLES;
use crate::compile::findings::unknown;
use crate::compile::sections::players::forward_axis;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::Board;
use crate::source::Span;
use crate::syntax::ast::{self, AxisKind, Name};

use super::scope::Scope;
use super::template::{Amount, AxisChoice, Count, Expression, Step, Variable};
use super::{Label, Resolver};

impl Resolver<'_, '_> {
    /// A step of a leg (`moving`) or of a place.
    pub(super) fn step(
        &mut self,
        scope: &Scope<'_>,
        step: &ast::Step,
        leg: Option<usize>,
        moving: bool,
    ) -> Option<Step> {
        let axis = match &step.axis.kind {
            AxisKind::Named(name) => {
                let game = &mut *self.game;
                let span = step.axis.span;
                match in_words(&game.ground.board, name, &step.counts) {
                    Some(written) if game.ground.board.axis(name).is_none() => {
                        let message = format!("`{name}` is not an axis: write directions by axes and signs");
                        let finding = Diagnostic::new(Code::UNKNOWN_AXIS, span, message);
                        self.report(scope, finding.fix(step.span, &written, format!("write `{written}`")));
                        return None;
                    }
                    _ => AxisChoice::Named(game.ground.axis(&mut game.findings, scope.text, name, span)?),
                }
            }
            AxisKind::Rest => AxisChoice::Rest,
            AxisKind::Some(None) => AxisChoice::Some(None),
            AxisKind::AnySet(None) => AxisChoice::Set(None),
            AxisKind::Some(Some(label)) => {
                AxisChoice::Some(Some(self.label(scope, label, false, leg, moving)?))
            }
            AxisKind::AnySet(Some(label)) => {
                AxisChoice::Set(Some(self.label(scope, label, true, leg, moving)?))
            }
        };
        let mut counts = Vec::new();
        let mut fine = true;
        for count in &step.counts {
            match self.count(scope, count) {
                Some(count) => counts.push(count),
                None => fine = false,
            }
        }
        if moving {
            let longest =
                self.game.ground.board.axes().iter().map(|axis| i64::from(axis.length)).max().unwrap_or(1);
            for count in &counts {
                if let Amount::Value(expression) = &count.amount {
                    let limit = (longest - 1).saturating_add(expression.constants());
                    expression.variables(&mut |i| {
                        let known = &mut self.variables[i].limit;
                        *known = Some(known.map_or(limit, |old| old.max(limit)));
                    });
                }
            }
        }
        fine.then_some(Step { axis, counts })
    }

    /// The index of a label.
    fn label(
        &mut self,
        scope: &Scope<'_>,
        label: &Name,
        set: bool,
        leg: Option<usize>,
        moving: bool,
    ) -> Option<usize> {
        if self.game.ground.board.axis(&label.text).is_some() {
            let finding = Diagnostic::new(
                Code::LABEL_IS_AXIS,
                label.span,
                format!("the label `{0}` is also the name of an axis", label.text),
            )
            .help("give the label another name, such as `a`, or write the axis without `*#`");
            self.report(scope, finding);
            return None;
        }
        let sign = |set| if set { "**#" } else { "*#" };
        if let Some(at) = self.labels.iter().position(|known| known.name == label.text) {
            let known = &self.labels[at];
            if known.set != set {
                let finding = Diagnostic::new(
                    Code::LABEL_KIND,
                    label.span,
                    format!(
                        "`{0}{1}` and `{2}{1}` are different labels",
                        sign(set),
                        label.text,
                        sign(known.set)
                    ),
                )
                .help("`*#` labels one axis, `**#` a set of axes; use only one of them");
                self.report(scope, finding);
                return None;
            }
            if moving || leg.is_none_or(|leg| known.leg <= leg) {
                return Some(at);
            }
            let finding = Diagnostic::new(
                Code::LABEL_WITHOUT_DIRECTION,
                label.span,
                format!("`{}{}` has no direction yet", sign(set), label.text),
            )
            .primary("no step of this leg or an earlier one has gone along it")
            .help(format!("leg {} is the first to travel it", known.leg + 1));
            self.report(scope, finding);
            return None;
        }
        if moving && let Some(leg) = leg {
            self.labels.push(Label { name: label.text.clone(), set, leg });
            return Some(self.labels.len() - 1);
        }
        let message = format!("no step has gone along `{}{}`, so it has no direction", sign(set), label.text);
        let known: Vec<&str> = self.labels.iter().map(|label| label.name.as_str()).collect();
        let finding = unknown(Code::LABEL_WITHOUT_DIRECTION, label.span, message, &label.text, known)
            .help("a label gets its axis and its direction from a step that travels it, such as `*#a 1`");
        self.report(scope, finding);
        None
    }

    /// A count of squares, signs allowed.
    pub(super) fn count(&mut self, scope: &Scope<'_>, count: &ast::Count) -> Option<Count> {
        let amount = match &count.amount {
            ast::Amount::Any => Amount::Range(0, None),
            ast::Amount::Range { low, high } => {
                Amount::Range(i64::from(low.unwrap_or(0)), high.map(i64::from))
            }
            ast::Amount::Value(expression) => Amount::Value(self.expression(scope, expression)?),
            ast::Amount::Coordinate(_) | ast::Amount::Coordinates { .. } => {
                let finding = Diagnostic::new(
                    Code::ARGUMENT_KIND,
                    count.span,
                    "this is a coordinate, but a number of squares is needed",
                )
                .help("steps count squares; use coordinates in zones, `@On` and `@To`");
                self.report(scope, finding);
                return None;
            }
        };
        Some(Count { sign: count.sign, amount })
    }

    /// Counts that are quantities without a direction.
    pub(super) fn numbers(&mut self, scope: &Scope<'_>, counts: &[ast::Count]) -> Option<Vec<Count>> {
        let mut all = Vec::new();
        let mut fine = true;
        for count in counts {
            if count.sign.is_some() {
                let finding =
                    Diagnostic::new(Code::ARGUMENT_KIND, count.span, "this number must not have a sign");
                self.report(scope, finding);
                fine = false;
            }
            match self.count(scope, count) {
                Some(count) => all.push(count),
                None => fine = false,
            }
        }
        fine.then_some(all)
    }

    fn expression(&mut self, scope: &Scope<'_>, expression: &ast::Expression) -> Option<Expression> {
        Some(match expression {
            ast::Expression::Number(number, _) => Expression::Number(i64::from(*number)),
            ast::Expression::Variable(name) => {
                Expression::Variable(self.variable(scope, name, expression.span())?)
            }
            ast::Expression::Sum(a, b) => {
                Expression::Sum(Box::new(self.expression(scope, a)?), Box::new(self.expression(scope, b)?))
            }
            ast::Expression::Difference(a, b) => Expression::Difference(
                Box::new(self.expression(scope, a)?),
                Box::new(self.expression(scope, b)?),
            ),
            ast::Expression::Product(a, b) => Expression::Product(
                Box::new(self.expression(scope, a)?),
                Box::new(self.expression(scope, b)?),
            ),
            ast::Expression::Group(inner, _) => self.expression(scope, inner)?,
        })
    }

    /// The index of a variable, added at its first use.
    pub(super) fn variable(&mut self, scope: &Scope<'_>, name: &Name, span: Span) -> Option<usize> {
        if let Some(at) = self.variables.iter().position(|known| known.name == name.text) {
            return Some(at);
        }
        if self.variables.len() >= MAX_VARIABLES {
            self.failed = true;
            let message = format!("an alternative may have {MAX_VARIABLES} variables");
            self.report(scope, Diagnostic::new(Code::TOO_MANY_VARIABLES, span, message));
            return None;
        }
        self.variables.push(Variable {
            name: name.text.clone(),
            limit: None,
            bounds: Vec::new(),
            at: scope.text.locate(span),
        });
        Some(self.variables.len() - 1)
    }
}

/// The CARN form of a step whose axis is an English word for a direction.
fn in_words(board: &Board, word: &str, counts: &[ast::Count]) -> Option<String> {
    let forward = forward_axis(board);
    let side = (0..board.axes().len()).find(|&axis| axis != forward).unwrap_or(forward);
    let name = |axis: usize| &board.axes()[axis].name;
    let listed = |sign: &str| {
        let written = counts.iter().map(|count| match count.sign {
            None => format!("{sign}{count}"),
            Some(_) => count.to_string(),
        });
        written.collect::<Vec<_>>().join(" ")
    };
    // The same count along several axes is a variable, unless it is a number.
    let (same, limit) = match counts {
        [ast::Count { amount: ast::Amount::Value(_), sign: None, .. }] => (listed(""), String::new()),
        [ast::Count { amount: ast::Amount::Any, .. }] => ("$n".to_owned(), String::new()),
        _ => ("$n".to_owned(), format!(" @Where($n, {})", listed(""))),
    };
    Some(match word.to_lowercase().as_str() {
        "forward" | "forwards" | "ahead" | "up" => format!("{} {}", name(forward), listed("+")),
        "backward" | "backwards" | "back" | "down" => format!("{} {}", name(forward), listed("-")),
        "vertical" | "vertically" => format!("{} {}", name(forward), listed("")),
        "right" => format!("{} {}", name(side), listed("+")),
        "left" => format!("{} {}", name(side), listed("-")),
        "sideways" | "aside" | "horizontal" | "horizontally" => format!("{} {}", name(side), listed("")),
        "orthogonal" | "orthogonally" | "straight" => format!("*# {}", listed("")),
        "diagonal" | "diagonally" => format!("*# {same} *# {same}{limit}"),
        "any" | "anywhere" | "all" | "every" => format!("**# {same}{limit}"),
        _ => return None,
    })
}
