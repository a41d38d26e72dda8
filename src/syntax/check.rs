//! Checks trees for contents that the grammar allows but that have no meaning, without resolving any name.

use super::ast::{
    Amount, Argument, ArgumentKind, Axis, AxisKind, Call, Count, Expression, Item, Pattern, Region, Step,
    Term,
};
use super::parse::MAX_NUMBER;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Checks every leg, place and count of a pattern.
pub(super) fn pattern(pattern: &Pattern, diagnostics: &mut Vec<Diagnostic>) {
    let mut checker = Checker { diagnostics };
    for alternative in &pattern.alternatives {
        for leg in &alternative.legs {
            let steps = leg.items.iter().filter_map(|item| match item {
                Item::Step(step) => Some(step),
                Item::Call(_) => None,
            });
            checker.steps(steps, "leg");
            for item in &leg.items {
                if let Item::Call(call) = item {
                    checker.call(call);
                }
            }
        }
        let repeat = alternative.repeat.as_ref();
        repeat.into_iter().for_each(|repeat| checker.counts(&repeat.counts));
        let guards = repeat.into_iter().flat_map(|repeat| &repeat.guards);
        for call in guards.chain(&alternative.effects) {
            checker.call(call);
        }
    }
}

/// Checks the arguments of calls.
pub(super) fn calls(calls: &[Call], diagnostics: &mut Vec<Diagnostic>) {
    let mut checker = Checker { diagnostics };
    for call in calls {
        checker.call(call);
    }
}

/// Checks the coordinates of a region.
pub(super) fn region(region: &Region, diagnostics: &mut Vec<Diagnostic>) {
    let mut checker = Checker { diagnostics };
    for term in &region.terms {
        if let Term::Coordinates { counts, .. } = term {
            checker.counts(counts);
        }
    }
}

struct Checker<'a> {
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    fn call(&mut self, call: &Call) {
        for argument in &call.arguments {
            self.argument(argument);
        }
    }

    fn argument(&mut self, argument: &Argument) {
        match &argument.kind {
            ArgumentKind::Calls(calls) => {
                for call in calls {
                    self.call(call);
                }
            }
            ArgumentKind::Counts(counts) => self.counts(counts),
            ArgumentKind::Steps { anchor, steps } => {
                if let Some(anchor) = anchor
                    && anchor.kind == super::ast::AnchorKind::Leg(0)
                {
                    self.diagnostics.push(Diagnostic::new(
                        Code::LEG_NUMBER,
                        anchor.span,
                        "legs are counted from 1",
                    ));
                }
                self.steps(steps.iter(), "place");
            }
            ArgumentKind::Name(_) => {}
            ArgumentKind::Runs(..) | ArgumentKind::Span(..) => {
                argument.inner().for_each(|part| self.argument(part));
            }
        }
    }

    /// Checks the steps of one leg or place, which hold together.
    fn steps<'s>(&mut self, steps: impl Iterator<Item = &'s Step>, whole: &str) {
        let mut seen: Vec<&Axis> = Vec::new();
        for step in steps {
            self.counts(&step.counts);
            let key = key(&step.axis);
            let earlier = key.and_then(|wanted| seen.iter().find(|axis| self::key(axis) == Some(wanted)));
            if let Some(earlier) = earlier {
                let at = step.axis.span;
                self.diagnostics.push(if let Some(Key::Word(name)) = key {
                    let sign = if matches!(step.axis.kind, AxisKind::Some(_)) { "*#" } else { "" };
                    Diagnostic::new(
                        Code::AXIS_TWICE,
                        at,
                        format!("`{sign}{name}` stands twice in one {whole}"),
                    )
                    .label(earlier.span, "first here")
                    .help("for one of several counts, write a list: `Rank 1 2`")
                    .help("for one move after another, write two legs with `;` between")
                } else {
                    Diagnostic::new(
                        Code::REST_TWICE,
                        at,
                        format!("a second `**` or `**#` in one {whole} has no axis left"),
                    )
                    .label(earlier.span, "the first takes every axis that is left")
                });
            }
            seen.push(&step.axis);
        }
    }

    fn counts(&mut self, counts: &[Count]) {
        for count in counts {
            match &count.amount {
                Amount::Range { low: Some(low), high: Some(high) } if low > high => {
                    let sign = count.sign.map(|sign| sign.to_string()).unwrap_or_default();
                    self.diagnostics.push(
                        Diagnostic::new(
                            Code::REVERSED_RANGE,
                            count.span,
                            format!("the range ends at {high}, before it starts at {low}"),
                        )
                        .fix(
                            count.span,
                            format!("{sign}{high}~{low}"),
                            "put the smaller number first",
                        ),
                    );
                }
                Amount::Value(value) => self.value(value),
                _ => {}
            }
        }
        let Some(last) = counts.last() else { return };
        if counts.len() < 2 {
            return;
        }
        if let Some(index) =
            counts.iter().position(|count| count.sign.is_none() && count.amount == Amount::Any)
        {
            self.any_in_list(counts, index);
        }
        let signed = counts.iter().filter(|count| count.sign.is_some()).count();
        if signed > 0 && signed < counts.len() {
            let span = counts[0].span.join(last.span);
            let mut found = Diagnostic::new(
                Code::MIXED_SIGNS,
                span,
                "some counts of this list have a sign, others have none",
            );
            if let Some(bare) = counts.iter().find(|count| count.sign.is_none()) {
                found = found.label(bare.span, "this one goes either way");
            }
            self.diagnostics.push(found.help("a sign belongs to one count alone"));
        }
    }

    /// `*` at `index` of a list with other counts: a product written with blanks, or a redundant list.
    fn any_in_list(&mut self, counts: &[Count], index: usize) {
        let any = &counts[index];
        let found = Diagnostic::new(Code::ANY_IN_LIST, any.span, "`*` in a list of counts")
            .primary("any number: the other counts add nothing");
        let around = index.checked_sub(1).and_then(|left| Some((counts.get(left)?, counts.get(index + 1)?)));
        let value = |count: &Count| matches!(count.amount, Amount::Value(_));
        self.diagnostics.push(match around {
            Some((left, right)) if value(left) && value(right) && right.sign.is_none() => found.fix(
                left.span.join(right.span),
                format!("{left}*{right}"),
                "for a product, write it without blanks",
            ),
            _ => found.help("write `*` alone"),
        });
    }

    /// Reports constants, and constant parts of expressions, that are below zero or too large.
    fn value(&mut self, value: &Expression) {
        match constant(value) {
            Constant::Number(number) if number < 0 => self.negative(value, number),
            Constant::Number(number) if number > i64::from(MAX_NUMBER) => self.overflow(value.span()),
            Constant::Overflow => self.overflow(value.span()),
            Constant::Number(_) => {}
            Constant::No => match value {
                Expression::Sum(a, b) | Expression::Difference(a, b) | Expression::Product(a, b) => {
                    self.value(a);
                    self.value(b);
                }
                Expression::Group(inner, _) => self.value(inner),
                Expression::Number(..) | Expression::Variable(_) => {}
            },
        }
    }

    fn negative(&mut self, value: &Expression, number: i64) {
        let mut found = Diagnostic::new(
            Code::NEGATIVE_CONSTANT,
            value.span(),
            format!("`{value}` is {number}, below zero"),
        )
        .help("a direction is a sign in front of a count: `-3`");
        if let Expression::Difference(a, b) = value
            && let (Expression::Number(a, _), Expression::Number(b, _)) = (a.as_ref(), b.as_ref())
        {
            found = found.fix(value.span(), format!("{a}~{b}"), format!("for {a} to {b}, write a range"));
        }
        self.diagnostics.push(found);
    }

    fn overflow(&mut self, span: Span) {
        let message = format!("this is more than {MAX_NUMBER}, the largest number allowed");
        self.diagnostics.push(Diagnostic::new(Code::OVERFLOW, span, message));
    }
}

/// Keys that must be unique among the steps of a leg.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key<'a> {
    /// An axis or label. Whether two of them coincide is decided by the compiler, which knows the axes.
    Word(&'a str),
    /// All remaining axes.
    Rest,
}

fn key(axis: &Axis) -> Option<Key<'_>> {
    match &axis.kind {
        AxisKind::Named(name) => Some(Key::Word(name)),
        AxisKind::Some(label) => label.as_ref().map(|label| Key::Word(&label.text)),
        AxisKind::Rest | AxisKind::AnySet(_) => Some(Key::Rest),
    }
}

enum Constant {
    Number(i64),
    Overflow,
    No,
}

fn constant(value: &Expression) -> Constant {
    let (a, b, operate): (_, _, fn(i64, i64) -> Option<i64>) = match value {
        Expression::Number(number, _) => return Constant::Number(i64::from(*number)),
        Expression::Variable(_) => return Constant::No,
        Expression::Group(inner, _) => return constant(inner),
        Expression::Sum(a, b) => (a, b, i64::checked_add),
        Expression::Difference(a, b) => (a, b, i64::checked_sub),
        Expression::Product(a, b) => (a, b, i64::checked_mul),
    };
    match (constant(a), constant(b)) {
        (Constant::Number(a), Constant::Number(b)) => {
            operate(a, b).map_or(Constant::Overflow, Constant::Number)
        }
        (Constant::No, _) | (_, Constant::No) => Constant::No,
        _ => Constant::Overflow,
    }
}
