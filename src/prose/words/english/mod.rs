//! CARN in plain English, as explained to a player.

mod calls;

use crate::geometry::Board;
use crate::syntax::ast::{
    Alternative, Amount, Anchor, AnchorKind, Argument, ArgumentKind, AxisKind, Call, Count, Expression, Hook,
    Item, Leg, Name, Repeat, Sign, Step,
};
use crate::variant::Variant;

use super::along::Along;
use super::{
    About, EFFECTS, Seen, Shape, around, encloses, expression, free, of_another, several, shape, steps_of,
};

/// The default square of a condition.
const TARGET: &str = "its target";
/// The default square inside a quantifier, a hurdle or a filter.
const THAT: &str = "that square";

/// Describes patterns in English, for one variant.
pub struct Words<'a> {
    variant: &'a Variant,
    board: &'a Board,
    /// The axes with a forward and a backward direction: those that some player sees reversed.
    forward: Vec<usize>,
}

impl<'a> Words<'a> {
    /// For the patterns of this variant.
    pub(super) fn new(variant: &'a Variant) -> Self {
        let axes = 0..variant.board.axes().len();
        let forward = axes
            .filter(|&axis| variant.players.iter().any(|player| player.orientation.flips(axis)))
            .collect();
        Self { variant, board: &variant.board, forward }
    }

    /// One alternative: its path, then its conditions, then its effects.
    pub(super) fn alternative(&self, alternative: &Alternative, about: &About<'_>) -> String {
        if let Some(along) = Along::of(self.variant, alternative, about) {
            return self.bringing(&along);
        }
        let blockable = about.blockable;
        let mut legs = Vec::new();
        let mut seen = Seen::default();
        for (index, leg) in alternative.legs.iter().enumerate() {
            legs.push(self.leg(alternative, leg, &mut seen, blockable.get(index).copied().unwrap_or(false)));
        }
        let mut text = legs.join("; then ");
        if !alternative.effects.is_empty() {
            let effects: Vec<_> = alternative.effects.iter().map(|call| self.effect(call)).collect();
            let when = if alternative.repeat.is_some() { "each time" } else { "with it" };
            text += &format!("; {when}, {}", effects.join(", and "));
        }
        match &alternative.repeat {
            Some(repeat) => format!("{}: {text} (it stays there until the move has ended)", chain(repeat)),
            None => text,
        }
    }

    /// A move that also moves another piece on the line.
    fn bringing(&self, along: &Along<'_>) -> String {
        let squares = |n: i64| format!("{n} square{}", if n == 1 { "" } else { "s" });
        let way = self.direction(along.axis, Some(along.sign));
        let piece = along.companion.map_or("piece", |role| self.variant.role(role).name.as_str());
        let to = match along.lands {
            0 => "the square that it leaves".to_owned(),
            1 if along.far == 2 => "the square that it passes over".to_owned(),
            n if n == along.far - 1 => "the last square that it passes over".to_owned(),
            n if n < 0 => format!("the square {} the other way from its origin", -n),
            n => format!("the square {n} that way from its origin"),
        };
        let (far, other) = (squares(along.far), squares(along.other));
        let mut text = format!("{far} {way}, and the {piece} {other} that way comes to {to}");
        let mut must: Vec<String> =
            along.right.iter().map(|right| format!("while the right {right} stands")).collect();
        if along.clear {
            must.push("with nothing between the two".to_owned());
        } else if along.far > 1 {
            must.push("nothing in between".to_owned());
        }
        must.extend(along.rest.iter().map(|call| self.predicate(call, TARGET)));
        if along.safe {
            let attacked = if along.far > 1 { "neither from nor over" } else { "not from" };
            must.push(format!("{attacked} an attacked square"));
        }
        if !must.is_empty() {
            text += &format!(" — {}", must.join(", "));
        }
        text
    }

    /// A hook: its conditions, if any, then its effects.
    pub(super) fn hook(&self, hook: &Hook) -> String {
        let effects: Vec<_> = hook.effects.iter().map(|call| self.effect(call)).collect();
        let effects = effects.join(", and ");
        if hook.guards.is_empty() {
            effects
        } else {
            let guards = self.all(&hook.guards, TARGET);
            // A call of a function already begins with "if".
            format!("if {}, then {effects}", guards.strip_prefix("if ").unwrap_or(&guards))
        }
    }

    /// The body of a function: its conditions, or its effects.
    pub(super) fn body(&self, calls: &[Call]) -> String {
        let here = if of_another(calls) { THAT } else { TARGET };
        let said = calls.iter().map(|call| match EFFECTS.contains(&call.name.text.as_str()) {
            true => self.effect(call),
            false => self.part(call, here, calls.len() == 1),
        });
        said.collect::<Vec<_>>().join(" and ")
    }

    /// A leg. Its second unnamed axis is "another"; an axis with a known label is the same again.
    fn leg(&self, alternative: &Alternative, leg: &Leg, seen: &mut Seen, blockable: bool) -> String {
        seen.steps = 0;
        let known = self.shape(&steps_of(leg), &|count| {
            if free(alternative, count) {
                return "any number of squares".to_owned();
            }
            let (count, plural) = amount(count);
            format!("{count} square{}", if plural { "s" } else { "" })
        });
        let mut steps = Vec::new();
        let mut conditions = Vec::new();
        let mut rides = false;
        let mut jumps = false;
        for item in &leg.items {
            match item {
                Item::Step(step) => steps.push(self.step(step, seen)),
                Item::Call(call) => {
                    jumps |= call.name.text == "JumpOver";
                    rides |= call.name.text == "Ride";
                    conditions.push(call);
                }
            }
        }
        let said = || if steps.is_empty() { "stays".to_owned() } else { steps.join(" and ") };
        let mut text = known.unwrap_or_else(said);
        if blockable && !jumps && !rides {
            text += ", nothing in between";
        }
        for (index, call) in conditions.iter().enumerate() {
            text += ", ";
            text += &self.part(call, TARGET, index + 1 == conditions.len());
        }
        text
    }

    /// The shape of the steps, if players have a name for it.
    fn shape(&self, steps: &[&Step], squares: &dyn Fn(&Amount) -> String) -> Option<String> {
        let ahead =
            |name: &str| self.board.axis(name).is_some_and(|axis| axis == 1 && self.forward.contains(&axis));
        let said = match shape(self.variant, steps, &ahead)? {
            Shape::Diagonal(count) => format!("{} diagonally", squares(count)),
            Shape::Lines(count) => format!("{} straight or diagonally", squares(count)),
            Shape::Sides(count) => format!("{} straight through the sides of the hexagons", squares(count)),
            Shape::Corners(count) => {
                format!("{} straight through the corners of the hexagons", squares(count))
            }
            Shape::Aslant(count, Sign::Plus) => format!("{} diagonally forward", squares(count)),
            Shape::Aslant(count, Sign::Minus) => format!("{} diagonally backward", squares(count)),
            Shape::Straight(_) => return None,
        };
        Some(said)
    }

    fn step(&self, step: &Step, seen: &mut Seen) -> String {
        let travel = |count: &Count| {
            let (_, plural) = amount(&count.amount);
            self.travel(count, &step.axis.kind, if plural { " squares" } else { " square" })
        };
        self.along(step, step.counts.iter().map(travel).collect(), seen)
    }

    /// The parts of a step, with its axis.
    fn along(&self, step: &Step, parts: Vec<String>, seen: &mut Seen) -> String {
        let labelled = |label: &Option<Name>| match label {
            Some(label) => format!(" ({})", label.text),
            None => String::new(),
        };
        let along = match &step.axis.kind {
            AxisKind::Named(_) => String::new(),
            AxisKind::Some(Some(label)) | AxisKind::AnySet(Some(label)) if seen.knows(&label.text) => {
                // A signed count already includes the direction.
                let signed = step.counts.iter().all(|count| count.sign.is_some());
                if signed { String::new() } else { format!(" along {}, either way", label.text) }
            }
            AxisKind::Some(label) => {
                let which = if seen.steps == 0 { "one axis" } else { "another axis" };
                format!(" along {which}{}", labelled(label))
            }
            AxisKind::Rest if seen.steps > 0 => " along every other axis".to_owned(),
            AxisKind::Rest => " along every axis".to_owned(),
            AxisKind::AnySet(label) => format!(" along each of one or more axes{}", labelled(label)),
        };
        seen.note(&step.axis.kind);
        parts.join(" or ") + &along
    }

    /// A count on an axis: the number of squares (named `unit`) and the direction.
    fn travel(&self, count: &Count, axis: &AxisKind, unit: &str) -> String {
        let (amount, _) = amount(&count.amount);
        let direction = match (axis, count.sign) {
            (AxisKind::Named(name), sign) => format!(" {}", self.direction(name, sign)),
            (AxisKind::Some(Some(label)) | AxisKind::AnySet(Some(label)), Some(Sign::Plus)) => {
                format!(" on (as {} went)", label.text)
            }
            (AxisKind::Some(Some(label)) | AxisKind::AnySet(Some(label)), Some(Sign::Minus)) => {
                format!(" back (against {})", label.text)
            }
            (_, Some(Sign::Plus)) => " up".to_owned(),
            (_, Some(Sign::Minus)) => " down".to_owned(),
            (_, None) => String::new(),
        };
        format!("{amount}{unit}{direction}")
    }

    /// The direction along a named axis, from the mover's view.
    fn direction(&self, name: &str, sign: Option<Sign>) -> String {
        let Some(axis) = self.board.axis(name) else { return format!("along {name}") };
        let forward = self.forward.contains(&axis);
        let along = if self.forward.len() > 1 { format!(" along {name}") } else { String::new() };
        let (first, last) = self.board.ends(axis);
        match sign {
            None => format!("along {name}, either way"),
            Some(Sign::Plus) if forward => format!("forward{along}"),
            Some(Sign::Minus) if forward => format!("backward{along}"),
            Some(Sign::Plus) => format!("toward {name} {last}"),
            Some(Sign::Minus) => format!("toward {name} {first}"),
        }
    }

    fn list(&self, arguments: &[Argument], between: &str) -> String {
        arguments.iter().map(|argument| self.argument(argument)).collect::<Vec<_>>().join(between)
    }

    /// Arguments that are conditions.
    fn conditions(&self, arguments: &[Argument], between: &str, here: &str) -> String {
        // The words between the arguments of `@Or` separate them sufficiently.
        let alone = arguments.len() == 1 || between.starts_with(',');
        let one = |argument: &Argument| match &argument.kind {
            ArgumentKind::Calls(calls) => match calls.as_slice() {
                [call] => self.part(call, here, alone),
                calls => self.all(calls, here),
            },
            _ => self.argument(argument),
        };
        arguments.iter().map(one).collect::<Vec<_>>().join(between)
    }

    /// A conjunction of conditions.
    fn all(&self, calls: &[Call], here: &str) -> String {
        let said = calls.iter().map(|call| self.part(call, here, calls.len() == 1));
        said.collect::<Vec<_>>().join(" and ")
    }

    /// A condition among others; parentheses mark its end if needed.
    fn part(&self, call: &Call, here: &str, alone: bool) -> String {
        let said = self.predicate(call, here);
        if alone || !encloses(call) { said } else { format!("({said})") }
    }

    fn argument(&self, argument: &Argument) -> String {
        match &argument.kind {
            ArgumentKind::Calls(calls) => self.all(calls, TARGET),
            ArgumentKind::Counts(_) => self.counts_of(argument),
            ArgumentKind::Steps { anchor, steps } => self.place(anchor.as_ref(), steps),
            ArgumentKind::Name(name) => name.text.clone(),
            ArgumentKind::Runs(start, rest) => {
                let of = |at: usize| {
                    rest.get(at).map_or_else(String::new, |part| {
                        self.conditions(std::slice::from_ref(part), " and ", THAT)
                    })
                };
                let long = rest.get(2).map_or_else(String::new, |counts| {
                    let (number, plural) = self.number_of(counts);
                    format!(", {number} square{} long", if plural { "s" } else { "" })
                });
                format!(
                    "the runs that begin with {} and go straight on{long} (each square of a run: {}; the square behind it: {})",
                    self.argument(start),
                    of(0),
                    of(1)
                )
            }
            ArgumentKind::Span(from, to) => {
                format!("the line from {} to {}", self.argument(from), self.argument(to))
            }
        }
    }

    fn place_or(&self, argument: Option<&Argument>, otherwise: &str) -> String {
        argument.map_or_else(|| otherwise.to_owned(), |argument| self.argument(argument))
    }

    fn place(&self, anchor: Option<&Anchor>, steps: &[Step]) -> String {
        let from = match anchor.map(|anchor| anchor.kind) {
            None | Some(AnchorKind::From) => "its origin".to_owned(),
            Some(AnchorKind::To) => "its target".to_owned(),
            Some(AnchorKind::Here) => "that square".to_owned(),
            Some(AnchorKind::Victim) => "the piece it takes".to_owned(),
            Some(AnchorKind::Leg(n)) => format!("the landing of leg {n}"),
            Some(AnchorKind::Path) => "the squares in between".to_owned(),
        };
        if steps.is_empty() {
            return from;
        }
        if around(steps) {
            return format!("{from} and the squares around it");
        }
        let mut seen = Seen::default();
        let square = if steps.iter().any(several) { "the squares" } else { "the square" };
        let known = self.shape(&steps.iter().collect::<Vec<_>>(), &|count| amount(count).0);
        let each = || {
            let each = steps.iter().map(|step| self.step_in_place(step, &mut seen));
            each.collect::<Vec<_>>().join(" and ")
        };
        format!("{square} {} from {from}", known.unwrap_or_else(each))
    }

    /// A step of a place. A label there means an axis chosen by the leg.
    fn step_in_place(&self, step: &Step, seen: &mut Seen) -> String {
        match &step.axis.kind {
            AxisKind::Some(Some(label)) | AxisKind::AnySet(Some(label)) => {
                let parts = step.counts.iter().map(|count| {
                    let way = match count.sign {
                        Some(Sign::Plus) => "on along",
                        Some(Sign::Minus) => "back along",
                        None => "either way along",
                    };
                    format!("{} {way} {}", amount(&count.amount).0, label.text)
                });
                parts.collect::<Vec<_>>().join(" or ")
            }
            _ => {
                let parts = step.counts.iter().map(|count| self.travel(count, &step.axis.kind, ""));
                self.along(step, parts.collect(), seen)
            }
        }
    }

    fn regions(&self, call: &Call) -> String {
        call.arguments.iter().map(|argument| self.region(argument)).collect::<Vec<_>>().join(", ")
    }

    /// The name of a zone, or coordinates on axes.
    fn region(&self, argument: &Argument) -> String {
        match &argument.kind {
            ArgumentKind::Steps { anchor: None, steps } => {
                let parts = steps.iter().map(|step| {
                    let counts: Vec<_> = step.counts.iter().map(|count| amount(&count.amount).0).collect();
                    match &step.axis.kind {
                        AxisKind::Named(name) => format!("{name} {}", counts.join(" or ")),
                        _ => counts.join(" or "),
                    }
                });
                parts.collect::<Vec<_>>().join(", ")
            }
            _ => self.argument(argument),
        }
    }

    fn counts_of(&self, argument: &Argument) -> String {
        self.number_of(argument).0
    }

    fn number_of(&self, argument: &Argument) -> (String, bool) {
        match &argument.kind {
            ArgumentKind::Counts(counts) => {
                let signed = |count: &Count| {
                    let (number, plural) = amount(&count.amount);
                    let sign = if count.sign == Some(Sign::Minus) { "-" } else { "" };
                    (format!("{sign}{number}"), plural)
                };
                let parts: Vec<_> = counts.iter().map(signed).collect();
                let plural = parts.len() != 1 || parts.iter().any(|&(_, plural)| plural);
                (parts.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(" or "), plural)
            }
            _ => (self.argument(argument), true),
        }
    }
}

/// The number of repetitions of a chain.
fn chain(repeat: &Repeat) -> String {
    let times = |count: &Count| match &count.amount {
        Amount::Range { low: Some(1), high: None } | Amount::Any => "once or more".to_owned(),
        Amount::Value(Expression::Number(1, _)) => "once".to_owned(),
        other => format!("{} times", amount(other).0),
    };
    let times: Vec<String> = repeat.counts.iter().map(times).collect();
    let full = if repeat.guards.is_empty() { "" } else { ", as long as it can go on" };
    format!("{}{full}", times.join(" or "))
}

/// The amount in words, and whether its noun is plural.
fn amount(amount: &Amount) -> (String, bool) {
    match amount {
        Amount::Any => ("any number of".to_owned(), true),
        Amount::Range { low: None, high: None } => ("any number of".to_owned(), true),
        Amount::Range { low: None | Some(0), high: Some(1) } => ("0 or 1".to_owned(), false),
        Amount::Range { low: None, high: Some(high) } => (format!("up to {high}"), true),
        Amount::Range { low: Some(low), high: None } => (format!("{low} or more"), true),
        Amount::Range { low: Some(low), high: Some(high) } => (format!("{low} to {high}"), true),
        Amount::Value(Expression::Number(1, _)) => ("1".to_owned(), false),
        Amount::Value(value) => (expression(value), true),
        Amount::Coordinate(name) => (name.text.clone(), false),
        Amount::Coordinates { low, high } => (format!("{} to {}", low.text, high.text), true),
    }
}

/// `a rook`, `an elephant`.
fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// A call without wording of its own: the name in the rule file.
pub(super) fn written(call: &Call) -> String {
    let arguments: Vec<_> = call
        .arguments
        .iter()
        .map(|argument| match &argument.kind {
            ArgumentKind::Name(name) => name.text.clone(),
            _ => "…".to_owned(),
        })
        .collect();
    if arguments.is_empty() {
        format!("@{}", call.name.text)
    } else {
        format!("@{}({})", call.name.text, arguments.join(", "))
    }
}
