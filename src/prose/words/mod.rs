//! Patterns, conditions and effects in plain words, in English or Chinese.

mod along;
mod chinese;
mod english;

use crate::syntax::ast::{
    Alternative, Amount, AnchorKind, Argument, ArgumentKind, AxisKind, Call, Count, Expression, Hook, Item,
    Leg, Sign, Step,
};
use crate::variant::{BoardStyle, Mode, Role, RoleId, Variant, ZoneId};

/// A language of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Language {
    /// English
    En,
    /// Chinese
    Zh,
}

impl Language {
    /// The language in rule files and pages: `zh`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// The text in this language.
    pub fn pick<T>(self, english: T, chinese: T) -> T {
        match self {
            Self::En => english,
            Self::Zh => chinese,
        }
    }
}

/// Facts about an alternative besides its text.
pub struct About<'a> {
    /// The role.
    pub role: RoleId,
    /// Its mode.
    pub mode: Mode,
    /// For each leg, whether it can be blocked, to distinguish slides from leaps.
    pub blockable: &'a [bool],
}

/// For each leg of an alternative, whether it passes over squares in some of its movements.
pub fn blockable(role: &Role, alternative: u32) -> Vec<bool> {
    let mut legs: Vec<bool> = Vec::new();
    for movement in role.movements.iter().filter(|one| one.alternative == alternative) {
        let passes = movement.legs.iter().map(|leg| leg.displacement.length() > 1);
        if legs.is_empty() {
            legs = passes.collect();
        } else {
            legs.iter_mut().zip(passes).for_each(|(known, passes)| *known |= passes);
        }
    }
    legs
}

/// Describes patterns for one variant in one language.
pub enum Words<'a> {
    /// In English.
    English(english::Words<'a>),
    /// In Chinese.
    Chinese(chinese::Words<'a>),
}

impl<'a> Words<'a> {
    /// For the patterns of this variant.
    pub fn new(variant: &'a Variant, language: Language) -> Self {
        match language {
            Language::En => Self::English(english::Words::new(variant)),
            Language::Zh => Self::Chinese(chinese::Words::new(variant)),
        }
    }

    /// One alternative: its path, then its conditions, then its effects.
    pub fn alternative(&self, alternative: &Alternative, about: &About<'_>) -> String {
        match self {
            Self::English(words) => words.alternative(alternative, about),
            Self::Chinese(words) => chinese::tight(&words.alternative(alternative, about)),
        }
    }

    /// A hook: its conditions, if any, then its effects.
    pub fn hook(&self, hook: &Hook) -> String {
        match self {
            Self::English(words) => words.hook(hook),
            Self::Chinese(words) => chinese::tight(&words.hook(hook)),
        }
    }

    /// The body of a function: its conditions, or its effects.
    pub fn body(&self, calls: &[Call]) -> String {
        match self {
            Self::English(words) => words.body(calls),
            Self::Chinese(words) => chinese::tight(&words.body(calls)),
        }
    }
}

/// The call that is the only argument of a call.
fn only_call(call: &Call) -> Option<&Call> {
    match call.arguments.as_slice() {
        [Argument { kind: ArgumentKind::Calls(calls), .. }] if calls.len() == 1 => calls.first(),
        _ => None,
    }
}

pub use chinese::{
    axis as chinese_axis, player as chinese_player, role as chinese_role, zone as chinese_zone,
};

/// The name of a zone in a language, if the rule file gives one.
fn zone_in(variant: &Variant, name: &str, language: &str) -> Option<String> {
    let zone = ZoneId(variant.zones.iter().position(|zone| zone.name == name)? as u16);
    let found = variant.drawing.zone_names.iter().find(|own| own.zone == zone && own.language == language);
    found.map(|own| own.name.clone())
}

/// The effects, to distinguish functions of effects from those of conditions.
const EFFECTS: [&str; 16] = [
    "Take",
    "Shift",
    "Mark",
    "TakeMarker",
    "KeepMarks",
    "Promote",
    "Become",
    "Put",
    "Flip",
    "ToHand",
    "Drop",
    "Again",
    "Add",
    "Set",
    "Gain",
    "Lose",
];

/// Whether a call contains conditions, so that a following condition could be mistaken for one of them.
fn encloses(call: &Call) -> bool {
    let has = |from: usize| call.arguments.len() > from;
    match call.name.text.as_str() {
        "Or" | "After" | "WithoutDrop" => true,
        "Any" | "All" | "None" | "JumpOver" | "InRow" => has(1),
        "Count" => has(2),
        "Can" => has(0),
        _ => false,
    }
}

/// Whether conditions compare their default square with the target, so that it is another square: that of a quantifier.
fn of_another(calls: &[Call]) -> bool {
    let inner =
        |argument: &Argument| matches!(&argument.kind, ArgumentKind::Calls(calls) if of_another(calls));
    calls.iter().any(|call| match call.name.text.as_str() {
        "Same" => call.arguments.iter().any(|place| match &place.kind {
            ArgumentKind::Steps { anchor: Some(anchor), steps } => {
                matches!(anchor.kind, AnchorKind::To) && steps.is_empty()
            }
            _ => false,
        }),
        "Or" | "Not" => call.arguments.iter().any(inner),
        _ => false,
    })
}

/// Whether an argument is one number, not a range or a choice.
fn is_exact(counts: &Argument) -> bool {
    let ArgumentKind::Counts(counts) = &counts.kind else { return false };
    matches!(counts.as_slice(), [Count { amount: Amount::Value(_), .. }])
}

/// The change of a counter without its sign, and whether it is negative; `None` if it is not a number.
fn change(argument: &Argument) -> Option<(u32, bool)> {
    match &argument.kind {
        ArgumentKind::Counts(counts) => match counts.as_slice() {
            [Count { sign, amount: Amount::Value(Expression::Number(number, _)), .. }] => {
                Some((*number, *sign == Some(Sign::Minus)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A displacement that has a name among players.
enum Shape<'a> {
    /// Along one axis.
    Straight(&'a Amount),
    /// The same number along two axes.
    Diagonal(&'a Amount),
    /// The same number along one axis or several.
    Lines(&'a Amount),
    /// On hexagons: through the sides.
    Sides(&'a Amount),
    /// On hexagons: through the corners.
    Corners(&'a Amount),
    /// The same number forward (or backward) and sideways.
    Aslant(&'a Amount, Sign),
}

/// The steps of a leg.
fn steps_of(leg: &Leg) -> Vec<&Step> {
    let steps =
        leg.items.iter().filter_map(|item| if let Item::Step(step) = item { Some(step) } else { None });
    steps.collect()
}

/// The shape of steps, if players have a name for it and no later step uses its labels. `forward` tells whether the
/// axis of this name has a forward direction.
fn shape<'a>(variant: &Variant, steps: &[&'a Step], forward: &dyn Fn(&str) -> bool) -> Option<Shape<'a>> {
    let plain = |step: &'a Step| match step.counts.as_slice() {
        [Count { sign: None, amount, .. }] => Some(amount),
        _ => None,
    };
    let same = |a: &Amount, b: &Amount| matches!((a, b), (Amount::Value(a), Amount::Value(b)) if expression(a) == expression(b));
    if variant.drawing.board == BoardStyle::Hexagons {
        // A step changes two of the three coordinates, or all: their sum is constant.
        let unnamed = |step: &Step| matches!(step.axis.kind, AxisKind::Some(None));
        let amounts = steps.iter().map(|&step| plain(step).filter(|_| unnamed(step)));
        let amounts: Vec<&Amount> = amounts.collect::<Option<_>>()?;
        return match amounts[..] {
            [a, b] if same(a, b) => Some(Shape::Sides(a)),
            [a, b, c] if same(b, c) && doubles(a, b) => Some(Shape::Corners(b)),
            [a, b, c] if same(a, c) && doubles(b, a) => Some(Shape::Corners(a)),
            [a, b, c] if same(a, b) && doubles(c, a) => Some(Shape::Corners(a)),
            _ => None,
        };
    }
    match *steps {
        [one] => match one.axis.kind {
            AxisKind::Some(None) => Some(Shape::Straight(plain(one)?)),
            // With a range, each axis has a number of its own, and the piece leaves these lines.
            AxisKind::AnySet(None) => Some(Shape::Lines(one_number(one)?)),
            _ => None,
        },
        [a, b] => match (&a.axis.kind, &b.axis.kind) {
            (AxisKind::Some(None), AxisKind::Some(None)) => {
                let (a, b) = (plain(a)?, plain(b)?);
                same(a, b).then_some(Shape::Diagonal(a))
            }
            (AxisKind::Some(None), AxisKind::Rest) => {
                let one = matches!(plain(a)?, Amount::Value(Expression::Number(1, _)));
                let rest = matches!(plain(b)?, Amount::Range { low: None | Some(0), high: Some(1) });
                (one && rest).then(|| Shape::Lines(&a.counts[0].amount))
            }
            (AxisKind::Named(first), AxisKind::Named(second)) => {
                let (along, aside) = if forward(first.as_ref()) { (a, b) } else { (b, a) };
                if forward(first.as_ref()) == forward(second.as_ref()) {
                    return None;
                }
                match (along.counts.as_slice(), plain(aside)?) {
                    ([Count { sign: Some(sign), amount, .. }], other) if same(amount, other) => {
                        Some(Shape::Aslant(amount, *sign))
                    }
                    _ => None,
                }
            }
            _ => None,
        },
        _ => None,
    }
}

/// The amount of a step that goes one number, the same along all its axes.
fn one_number(step: &Step) -> Option<&Amount> {
    match step.counts.as_slice() {
        [Count { sign: None, amount: amount @ Amount::Value(_), .. }] => Some(amount),
        _ => None,
    }
}

/// The axes mentioned so far.
#[derive(Default)]
struct Seen {
    /// The labels of all legs.
    labels: Vec<String>,
    /// The number of steps of this leg mentioned so far. Unnamed axes differ only within a leg.
    steps: usize,
}

impl Seen {
    /// Records an axis, and its label if any.
    fn note(&mut self, axis: &AxisKind) {
        self.steps += 1;
        if let AxisKind::Some(Some(label)) | AxisKind::AnySet(Some(label)) = axis
            && !self.knows(&label.text)
        {
            self.labels.push(label.text.clone());
        }
    }

    fn knows(&self, label: &str) -> bool {
        self.labels.iter().any(|known| known == label)
    }
}

/// Whether a leg's steps are 2 along one axis and 1 along another: the knight's or the horse's.
fn two_and_one(leg: &Leg) -> bool {
    let numbers: Option<Vec<u32>> = steps_of(leg)
        .into_iter()
        .map(|step| match (&step.axis.kind, step.counts.as_slice()) {
            (
                AxisKind::Some(_),
                [Count { sign: None, amount: Amount::Value(Expression::Number(number, _)), .. }],
            ) => Some(*number),
            _ => None,
        })
        .collect();
    matches!(numbers.as_deref(), Some([1, 2] | [2, 1]))
}

/// Whether the first amount is twice the second.
fn doubles(twice: &Amount, once: &Amount) -> bool {
    match (twice, once) {
        (Amount::Value(Expression::Number(twice, _)), Amount::Value(Expression::Number(once, _))) => {
            once.checked_mul(2) == Some(*twice)
        }
        (Amount::Value(twice), Amount::Value(once)) => expression(twice) == format!("2*{}", expression(once)),
        _ => false,
    }
}

/// Whether an amount is a variable without other restrictions: any number, then.
fn free(alternative: &Alternative, amount: &Amount) -> bool {
    let Amount::Value(Expression::Variable(_)) = amount else { return matches!(amount, Amount::Any) };
    let calls = alternative.legs.iter().flat_map(|leg| &leg.items).any(|item| match item {
        Item::Call(call) => !call.arguments.is_empty(),
        Item::Step(_) => false,
    });
    alternative.legs.len() == 1 && alternative.repeat.is_none() && !calls && alternative.effects.is_empty()
}

fn expression(value: &Expression) -> String {
    match value {
        Expression::Number(number, _) => number.to_string(),
        Expression::Variable(name) => name.text.clone(),
        Expression::Sum(a, b) => format!("{}+{}", expression(a), expression(b)),
        Expression::Difference(a, b) => format!("{}-{}", expression(a), expression(b)),
        Expression::Product(a, b) => format!("{}*{}", expression(a), expression(b)),
        Expression::Group(inner, _) => format!("({})", expression(inner)),
    }
}

/// Whether a step of a place leads to several squares.
fn several(step: &Step) -> bool {
    let axes = matches!(step.axis.kind, AxisKind::Rest | AxisKind::Some(None) | AxisKind::AnySet(None));
    let one = |count: &Count| count.sign.is_some() && matches!(count.amount, Amount::Value(_));
    axes || step.counts.len() > 1 || !step.counts.iter().all(one)
}

/// Whether the steps of a place are `** ~1`: the square and its neighbours.
fn around(steps: &[Step]) -> bool {
    let [step] = steps else { return false };
    matches!(step.axis.kind, AxisKind::Rest)
        && matches!(
            step.counts.as_slice(),
            [Count { sign: None, amount: Amount::Range { low: None | Some(0), high: Some(1) }, .. }]
        )
}
