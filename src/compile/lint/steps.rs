//! Lints misleading steps and effects: counts that reach any square, signs without a label, effects of the last alternative
//! only.

use std::collections::HashSet;

use crate::compile::findings::Findings;
use crate::compile::read::text::Text;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{
    Alternative, Amount, Argument, ArgumentKind, Axis, AxisKind, Call, Expression, Item, Leg, Name, Pattern,
    Step,
};

/// Suggestions for missing labels.
const LABELS: [&str; 4] = ["a", "b", "c", "d"];

fn steps(leg: &Leg) -> impl Iterator<Item = &Step> {
    leg.items.iter().filter_map(|item| match item {
        Item::Step(step) => Some(step),
        Item::Call(_) => None,
    })
}

fn calls(leg: &Leg) -> impl Iterator<Item = &Call> {
    leg.items.iter().filter_map(|item| match item {
        Item::Call(call) => Some(call),
        Item::Step(_) => None,
    })
}

/// Reports legs that reach any square because each of two axes has an unrelated, unbounded count. `once` tells whether a
/// variable occurs only once. Returns the variables of these legs.
pub(super) fn lint_any_square(
    findings: &mut Findings,
    text: &Text,
    alternative: &Alternative,
    once: impl Fn(&Name) -> bool,
) -> HashSet<String> {
    let mut told = HashSet::new();
    for leg in &alternative.legs {
        let free: Vec<&Step> = steps(leg)
            .filter(|step| matches!(step.axis.kind, AxisKind::Named(_) | AxisKind::Some(_)))
            .filter(|step| match step.counts.as_slice() {
                [count] => match &count.amount {
                    Amount::Any => true,
                    Amount::Value(Expression::Variable(name)) => once(name),
                    _ => false,
                },
                _ => false,
            })
            .collect();
        let ([first, second, ..], Some(last)) = (free.as_slice(), free.last()) else { continue };
        // A leg with `@JumpOver` is meant to reach any square; one with `@To` or `@On` restricts the target itself.
        if calls(leg).any(|call| matches!(&*call.name.text, "JumpOver" | "To" | "On")) {
            continue;
        }
        let any = |step: &&Step| matches!(step.counts[0].amount, Amount::Any);
        for step in free.iter().filter(|step| !any(step)) {
            if let Amount::Value(Expression::Variable(name)) = &step.counts[0].amount {
                told.insert(name.text.clone());
            }
        }
        let span = first.span.join(last.span);
        let alternatives: Vec<String> =
            free.iter().map(|step| format!("{} {}", step.axis, sign_and_any(step))).collect();
        let alternatives = alternatives.join(" | ");
        let mut finding = Diagnostic::new(
            Code::ANY_SQUARE,
            span,
            "all steps of a leg apply at once, each with any count: together they lead to any square",
        );
        let between = Span::new(first.span.end, second.span.start).text(&text.value);
        let alone =
            free.len() == leg.items.len() && alternative.legs.len() == 1 && alternative.effects.is_empty();
        if alone && free.iter().all(any) && between.contains(',') && free.len() == 2 {
            finding = finding.fix(span, &alternatives, "for one or the other, write `|`");
        } else {
            finding = finding.help(format!("for one or the other, write `{alternatives}`"));
        }
        let diagonal = format!("{} $n {} $n", first.axis, second.axis);
        findings.report(text, finding.help(format!("for a diagonal, give both one variable: `{diagonal}`")));
    }
    told
}

/// The count of a step with `*` in place of a variable.
fn sign_and_any(step: &Step) -> String {
    let sign = step.counts.first().and_then(|count| count.sign);
    format!("{}*", sign.map(|sign| sign.to_string()).unwrap_or_default())
}

/// Reports signed steps along an unlabelled axis after another leg along one: the two axes are chosen independently.
pub(super) fn lint_unlabelled(findings: &mut Findings, text: &Text, alternative: &Alternative) {
    for pair in alternative.legs.windows(2) {
        let [before, after] = pair else { continue };
        let (from, to) = (unlabelled(before), unlabelled(after));
        let signed = |axis: &&&Step| axis.counts.iter().any(|count| count.sign.is_some());
        let Some(turn) = to.iter().find(signed) else { continue };
        if from.is_empty() {
            continue;
        }
        let message = format!(
            "`{}` is another axis than that of the leg before, and its sign is that of the board",
            turn.axis
        );
        let mut finding = Diagnostic::new(Code::UNLABELLED_TURN, turn.span, message);
        let used = |label: &&&str| text.value.contains(&format!("#{label}"));
        let free: Vec<&str> = LABELS.iter().filter(|label| !used(label)).copied().collect();
        let kinds = |all: &[&Step]| {
            all.iter().map(|step| matches!(step.axis.kind, AxisKind::Some(_))).collect::<Vec<_>>()
        };
        let whole = before.span.join(after.span);
        if kinds(&from) == kinds(&to) && to.iter().all(|step| signed(&step)) && from.len() <= free.len() {
            let mut written = whole.text(&text.value).to_owned();
            let mut places: Vec<(&Axis, &str)> = Vec::new();
            places.extend(from.iter().zip(&free).map(|(step, label)| (&step.axis, *label)));
            places.extend(to.iter().zip(&free).map(|(step, label)| (&step.axis, *label)));
            for (axis, label) in places.into_iter().rev() {
                written.insert_str(axis.span.end - whole.start, label);
            }
            finding = finding.fix(whole, written, "a label ties the two: `+` goes on, `-` turns back");
        } else {
            finding = finding.help("a label ties the two: `*#a 1 ; *#a +1` goes on, `*#a -1` turns back");
        }
        findings.report(text, finding);
        return;
    }
}

/// The steps of a leg along unlabelled axes or sets of axes.
fn unlabelled(leg: &Leg) -> Vec<&Step> {
    steps(leg)
        .filter(|step| matches!(step.axis.kind, AxisKind::Some(None) | AxisKind::AnySet(None)))
        .collect()
}

/// Reports effects after the last alternative that could be meant for all alternatives.
pub(crate) fn lint_last_effects(findings: &mut Findings, text: &Text, pattern: &Pattern) {
    let Some((last, before)) = pattern.alternatives.split_last() else { return };
    let (Some(arrow), Some(end)) = (last.arrow, last.effects.last()) else { return };
    let plain = |one: &Alternative| {
        one.repeat.is_none() && matches!(one.legs.as_slice(), [leg] if calls(leg).next().is_none())
    };
    // An alternative with conditions, or with effects that refer to its steps, is a kind of move by itself.
    let all_plain =
        plain(last) && !before.is_empty() && before.iter().all(|one| plain(one) && one.effects.is_empty());
    if !all_plain || last.effects.iter().any(is_of_its_steps) {
        return;
    }
    let effects = arrow.join(end.span);
    let of_all: Vec<String> = pattern
        .alternatives
        .iter()
        .map(|one| format!("{} {}", one.legs[0].span.text(&text.value), effects.text(&text.value)))
        .collect();
    let of_last: Vec<String> =
        before.iter().chain([last]).map(|one| format!("\"{}\"", one.span.text(&text.value))).collect();
    let count = before.len();
    let others =
        if count == 1 { "the one before it has".to_owned() } else { format!("the {count} before it have") };
    let finding = Diagnostic::new(
        Code::EFFECT_OF_THE_LAST,
        effects,
        format!("this belongs to the last alternative alone: {others} no effect"),
    )
    .help(format!("for all of them, write `{}`", of_all.join(" | ")))
    .help(format!("for the last alone, write a list: `[{}]`", of_last.join(", ")));
    findings.report(text, finding);
}

/// Whether an effect refers to steps (counted from the origin), a leg or a variable.
fn is_of_its_steps(effect: &Call) -> bool {
    let of_steps = |argument: &Argument| match &argument.kind {
        ArgumentKind::Steps { anchor, steps } => anchor.is_none() || !steps.is_empty(),
        ArgumentKind::Name(_) => false,
        _ => true,
    };
    effect.arguments.iter().any(of_steps)
}
