//! Lints variables that are used only once.

use std::collections::HashSet;

use crate::compile::findings::Findings;
use crate::compile::read::text::Text;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{
    Alternative, Amount, Argument, ArgumentKind, AxisKind, Call, Count, Expression, Item, Name, Step,
};

use super::steps::lint_any_square;

/// Reports variables that occur once, as the count of one axis, where `*` means the same.
pub(crate) fn lint_variables(
    findings: &mut Findings,
    in_functions: &HashSet<String>,
    text: &Text,
    alternative: &Alternative,
) {
    let mut uses = Uses::default();
    for leg in &alternative.legs {
        for item in &leg.items {
            match item {
                Item::Step(step) => uses.step(step),
                Item::Call(call) => uses.call(call),
            }
        }
    }
    alternative.effects.iter().for_each(|effect| uses.call(effect));
    let once = |name: &Name| uses.of(&name.text) == 1 && !in_functions.contains(&name.text);
    // Two unbounded counts are reported there; replacing them by `*` would change nothing.
    let told = lint_any_square(findings, text, alternative, once);
    for leg in &alternative.legs {
        for item in &leg.items {
            // A set of axes shares one value, and a computed count differs from its variable.
            let Item::Step(Step { axis, counts, .. }) = item else { continue };
            if !matches!(axis.kind, AxisKind::Named(_) | AxisKind::Some(_)) {
                continue;
            }
            let [Count { amount: Amount::Value(Expression::Variable(name)), sign, span }] = counts.as_slice()
            else {
                continue;
            };
            if once(name) && !told.contains(&name.text) {
                let sign = sign.map(|sign| sign.to_string()).unwrap_or_default();
                let message = format!("the variable `${}` is used once", name.text);
                let finding = Diagnostic::new(Code::VARIABLE_ONCE, *span, message).fix(
                    *span,
                    format!("{sign}*"),
                    "any number of squares is `*`",
                );
                findings.report(text, finding);
            }
        }
    }
}

/// The variables named in calls.
pub(crate) fn variables_of<'c>(calls: impl IntoIterator<Item = &'c Call>) -> HashSet<String> {
    let mut uses = Uses::default();
    calls.into_iter().for_each(|call| uses.call(call));
    uses.0.into_iter().collect()
}

/// The names of all variables, once per occurrence.
#[derive(Default)]
struct Uses(Vec<String>);

impl Uses {
    fn of(&self, name: &str) -> usize {
        self.0.iter().filter(|known| *known == name).count()
    }

    fn step(&mut self, step: &Step) {
        self.counts(&step.counts);
    }

    fn counts(&mut self, counts: &[Count]) {
        for count in counts {
            if let Amount::Value(value) = &count.amount {
                self.expression(value);
            }
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Number(..) => {}
            Expression::Variable(name) => self.0.push(name.text.clone()),
            Expression::Sum(a, b) | Expression::Difference(a, b) | Expression::Product(a, b) => {
                self.expression(a);
                self.expression(b);
            }
            Expression::Group(inner, _) => self.expression(inner),
        }
    }

    fn call(&mut self, call: &Call) {
        call.arguments.iter().for_each(|argument| self.argument(argument));
    }

    fn argument(&mut self, argument: &Argument) {
        match &argument.kind {
            ArgumentKind::Calls(calls) => calls.iter().for_each(|call| self.call(call)),
            ArgumentKind::Counts(counts) => self.counts(counts),
            ArgumentKind::Steps { steps, .. } => steps.iter().for_each(|step| self.step(step)),
            ArgumentKind::Runs(..) | ArgumentKind::Span(..) => {
                argument.inner().for_each(|part| self.argument(part));
            }
            ArgumentKind::Name(_) => {}
        }
    }
}
