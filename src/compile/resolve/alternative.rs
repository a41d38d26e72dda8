//! Alternatives: what every axis, label, count and place means.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, AnchorKind, Argument, ArgumentKind, AxisKind, Item, Name};
use crate::variant::{Anchor, Mode, ZoneId};

use crate::compile::caps::{MAX_LEGS, MAX_VARIABLES};
use crate::compile::game::{Game, unknown};
use crate::compile::read::text::Text;
use crate::compile::resolve::template::{
    Alternative, Amount, AxisChoice, Condition, Count, Expression, Leg, Place, PlaceAnchor, Step, Variable,
};

/// Where a call is read: its text, and what the parameters of the function around it stand for.
pub(crate) struct Scope<'s> {
    pub text: &'s Text,
    pub parameters: &'s [Name],
    pub arguments: &'s [Argument],
    pub outer: Option<&'s Scope<'s>>,
    pub depth: usize,
}

impl<'s> Scope<'s> {
    /// The scope of a text outside all functions.
    pub fn new(text: &'s Text) -> Self {
        Self { text, parameters: &[], arguments: &[], outer: None, depth: 0 }
    }

    /// What an argument is, when a parameter is replaced by what it stands for, and where that was written.
    pub fn deref<'a>(&'a self, argument: &'a Argument) -> (&'a Argument, &'a Scope<'a>) {
        if let ArgumentKind::Name(name) = &argument.kind
            && let Some(at) = self.parameters.iter().position(|parameter| parameter.text == name.text)
            && let (Some(given), Some(outer)) = (self.arguments.get(at), self.outer)
        {
            return outer.deref(given);
        }
        (argument, self)
    }
}

/// A label of an alternative.
pub(crate) struct Label {
    pub name: String,
    /// Whether it names a set of axes (`**#`).
    pub set: bool,
    /// The leg that gives it its direction.
    pub leg: usize,
}

/// What is known about the alternative being read.
#[derive(Default)]
pub(crate) struct Frame {
    pub labels: Vec<Label>,
    pub variables: Vec<Variable>,
    /// How many legs there are; hooks and conditions of a promotion have none of their own.
    pub legs: usize,
    /// Calls so far, functions written out.
    pub calls: usize,
    /// Whether something is wrong, so that it cannot be compiled.
    pub failed: bool,
}

/// What a leg's calls say about it as a whole.
#[derive(Default)]
pub(crate) struct LegParts {
    pub hurdles: Option<(Vec<Count>, Vec<Condition>)>,
    pub ride: Option<Vec<Count>>,
    pub ally: bool,
    /// Whether its calls say what the landing holds.
    pub landing: bool,
}

impl Game<'_> {
    /// Resolves an alternative of a pattern; `None` (with findings) if it cannot be compiled.
    pub fn alternative(&mut self, text: &Text, ast: &ast::Alternative, mode: Mode) -> Option<Alternative> {
        let scope = Scope::new(text);
        let mut frame = Frame { legs: ast.legs.len(), ..Frame::default() };
        if ast.legs.len() > MAX_LEGS {
            let message =
                format!("an alternative may have {MAX_LEGS} legs, and this one has {}", ast.legs.len());
            self.report(text, Diagnostic::new(Code::TOO_MANY_LEGS, ast.span, message));
            return None;
        }
        // Steps first: a label may be used in a call before the step that gives it its direction.
        let mut steps = Vec::new();
        for (index, leg) in ast.legs.iter().enumerate() {
            steps.push(self.leg_steps(&scope, &mut frame, leg, index));
        }
        let mut legs = Vec::new();
        for (index, (leg, steps)) in ast.legs.iter().zip(steps).enumerate() {
            let mut parts = LegParts::default();
            let mut guards = Vec::new();
            for item in &leg.items {
                if let Item::Call(call) = item {
                    let mut at = crate::compile::resolve::predicates::Context {
                        leg: Some(index),
                        nested: false,
                        parts: Some(&mut parts),
                    };
                    self.condition(&scope, &mut frame, call, &mut at, &mut guards);
                }
            }
            let last = index + 1 == ast.legs.len();
            let landing = self.landing_default(text, leg.span, mode, last, &parts);
            if let Some(default) = landing
                && !guards.iter().any(|guard| same_test(guard, &default))
            {
                guards.insert(0, default);
            }
            let LegParts { hurdles, ride, .. } = parts;
            legs.push(Leg { steps, guards, hurdles, ride });
        }
        if let Some(last) = ast.legs.last() {
            self.lint_landing(text, last, mode);
        }
        let mut effects = Vec::new();
        for call in &ast.effects {
            self.action(&scope, &mut frame, call, &mut effects);
        }
        let mut unbounded = false;
        for variable in &frame.variables {
            if variable.limit.is_none() && !frame.failed {
                unbounded = true;
                let message = format!("nothing says how large `${}` may be", variable.name);
                self.add(
                    Diagnostic::new(Code::UNBOUNDED_VARIABLE, variable.at.1, message)
                        .primary("no step counts with it")
                        .help("a variable gets its value from the count of a step, such as `*# $n`")
                        .in_source(variable.at.0),
                );
            }
        }
        (!frame.failed && !unbounded).then(|| Alternative {
            mode,
            legs,
            effects,
            variables: std::mem::take(&mut frame.variables),
            labels: frame.labels.len(),
            at: text.locate(ast.span),
        })
    }

    /// The condition on a leg's landing that goes without saying.
    fn landing_default(
        &self,
        text: &Text,
        span: Span,
        mode: Mode,
        last: bool,
        parts: &LegParts,
    ) -> Option<Condition> {
        use crate::variant::Test;
        let test = match (last, mode) {
            (false, _) if parts.landing => return None,
            (false, _) | (true, Mode::Move) => Test::Empty,
            (true, Mode::Capture) if parts.ally => Test::Ally,
            (true, Mode::Capture) => Test::Opponent,
            (true, Mode::Both) => Test::NoAlly,
        };
        Some(Condition::Holds(test, self.at_anchor(Anchor::Landing, text, span)))
    }

    /// A place that is an anchor alone.
    pub fn at_anchor(&self, anchor: Anchor, text: &Text, span: Span) -> Place {
        Place { anchor: PlaceAnchor::Plain(anchor), steps: Vec::new(), at: text.locate(span), single: true }
    }

    /// The steps of a leg; labels that they give a direction are added to the frame.
    fn leg_steps(&mut self, scope: &Scope<'_>, frame: &mut Frame, leg: &ast::Leg, index: usize) -> Vec<Step> {
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
            match self.step(scope, frame, step, Some(index), true) {
                Some(step) => steps.push(step),
                None => frame.failed = true,
            }
        }
        let axes = self.board.axes().len();
        if !frame.failed && named.len() + single > axes {
            frame.failed = true;
            let message =
                format!("this leg needs {} different axes, and the board has {axes}", named.len() + single);
            self.report(scope.text, Diagnostic::new(Code::TOO_MANY_AXES_IN_LEG, leg.span, message));
        }
        if leg.items.iter().all(|item| matches!(item, Item::Call(_))) {
            frame.failed = true;
            let finding =
                Diagnostic::new(Code::NO_STEP, leg.span, "this leg does not say where the piece goes")
                    .primary("only conditions, no step")
                    .help("a leg has at least one step, such as `Rank +1`");
            self.report(scope.text, finding);
        }
        steps
    }

    /// A step of a leg (`moving`) or of a place.
    pub fn step(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        step: &ast::Step,
        leg: Option<usize>,
        moving: bool,
    ) -> Option<Step> {
        let axis = match &step.axis.kind {
            AxisKind::Named(name) => AxisChoice::Named(self.axis(scope.text, name, step.axis.span)?),
            AxisKind::Rest => AxisChoice::Rest,
            AxisKind::Some(None) => AxisChoice::Some(None),
            AxisKind::AnySet(None) => AxisChoice::Set(None),
            AxisKind::Some(Some(label)) => {
                AxisChoice::Some(Some(self.label(scope, frame, label, false, leg, moving)?))
            }
            AxisKind::AnySet(Some(label)) => {
                AxisChoice::Set(Some(self.label(scope, frame, label, true, leg, moving)?))
            }
        };
        let mut counts = Vec::new();
        let mut fine = true;
        for count in &step.counts {
            match self.count(scope, frame, count) {
                Some(count) => counts.push(count),
                None => fine = false,
            }
        }
        if moving {
            let longest = self.board.axes().iter().map(|axis| i64::from(axis.length)).max().unwrap_or(1);
            for count in &counts {
                if let Amount::Value(expression) = &count.amount {
                    let limit = (longest - 1).saturating_add(expression.constants());
                    expression.variables(&mut |i| {
                        let known = &mut frame.variables[i].limit;
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
        frame: &mut Frame,
        label: &Name,
        set: bool,
        leg: Option<usize>,
        moving: bool,
    ) -> Option<usize> {
        if self.board.axis(&label.text).is_some() {
            let finding = Diagnostic::new(
                Code::LABEL_IS_AXIS,
                label.span,
                format!("the label `{0}` is also the name of an axis", label.text),
            )
            .help("give the label another name, such as `a`, or write the axis without `*#`");
            self.report(scope.text, finding);
            return None;
        }
        let sign = |set| if set { "**#" } else { "*#" };
        if let Some(at) = frame.labels.iter().position(|known| known.name == label.text) {
            let known = &frame.labels[at];
            if known.set != set {
                let finding = Diagnostic::new(
                    Code::LABEL_KIND,
                    label.span,
                    format!(
                        "`{0}{1}` is another label than `{2}{1}`",
                        sign(set),
                        label.text,
                        sign(known.set)
                    ),
                )
                .help("`*#` labels one axis, `**#` a set of axes; keep to one of them");
                self.report(scope.text, finding);
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
            self.report(scope.text, finding);
            return None;
        }
        if moving && let Some(leg) = leg {
            frame.labels.push(Label { name: label.text.clone(), set, leg });
            return Some(frame.labels.len() - 1);
        }
        let message = format!("no step has gone along `{}{}`, so it has no direction", sign(set), label.text);
        let known: Vec<&str> = frame.labels.iter().map(|label| label.name.as_str()).collect();
        let finding = unknown(Code::LABEL_WITHOUT_DIRECTION, label.span, message, &label.text, known)
            .help("a label gets its axis and its direction from a step that travels it, such as `*#a 1`");
        self.report(scope.text, finding);
        None
    }

    /// A count of squares, signs allowed.
    pub fn count(&mut self, scope: &Scope<'_>, frame: &mut Frame, count: &ast::Count) -> Option<Count> {
        let amount = match &count.amount {
            ast::Amount::Any => Amount::Range(0, None),
            ast::Amount::Range { low, high } => {
                Amount::Range(i64::from(low.unwrap_or(0)), high.map(i64::from))
            }
            ast::Amount::Value(expression) => Amount::Value(self.expression(scope, frame, expression)?),
            ast::Amount::Coordinate(_) | ast::Amount::Coordinates { .. } => {
                let finding = Diagnostic::new(
                    Code::ARGUMENT_KIND,
                    count.span,
                    "a coordinate stands where a number of squares is needed",
                )
                .help("steps count squares; coordinates belong into zones, `@On` and `@To`");
                self.report(scope.text, finding);
                return None;
            }
        };
        Some(Count { sign: count.sign, amount })
    }

    /// Counts that are numbers of things, without a direction.
    pub fn numbers(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        counts: &[ast::Count],
    ) -> Option<Vec<Count>> {
        let mut all = Vec::new();
        let mut fine = true;
        for count in counts {
            if count.sign.is_some() {
                let finding =
                    Diagnostic::new(Code::ARGUMENT_KIND, count.span, "a number of things has no sign");
                self.report(scope.text, finding);
                fine = false;
            }
            match self.count(scope, frame, count) {
                Some(count) => all.push(count),
                None => fine = false,
            }
        }
        fine.then_some(all)
    }

    fn expression(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        expression: &ast::Expression,
    ) -> Option<Expression> {
        Some(match expression {
            ast::Expression::Number(number, _) => Expression::Number(i64::from(*number)),
            ast::Expression::Variable(name) => {
                Expression::Variable(self.variable(scope, frame, name, expression.span())?)
            }
            ast::Expression::Sum(a, b) => Expression::Sum(
                Box::new(self.expression(scope, frame, a)?),
                Box::new(self.expression(scope, frame, b)?),
            ),
            ast::Expression::Difference(a, b) => Expression::Difference(
                Box::new(self.expression(scope, frame, a)?),
                Box::new(self.expression(scope, frame, b)?),
            ),
            ast::Expression::Product(a, b) => Expression::Product(
                Box::new(self.expression(scope, frame, a)?),
                Box::new(self.expression(scope, frame, b)?),
            ),
            ast::Expression::Group(inner, _) => self.expression(scope, frame, inner)?,
        })
    }

    /// The index of a variable, which is new at its first use.
    pub fn variable(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        name: &Name,
        span: Span,
    ) -> Option<usize> {
        if let Some(at) = frame.variables.iter().position(|known| known.name == name.text) {
            return Some(at);
        }
        if frame.variables.len() >= MAX_VARIABLES {
            frame.failed = true;
            let message = format!("an alternative may have {MAX_VARIABLES} variables");
            self.report(scope.text, Diagnostic::new(Code::TOO_MANY_VARIABLES, span, message));
            return None;
        }
        frame.variables.push(Variable {
            name: name.text.clone(),
            limit: None,
            bounds: Vec::new(),
            at: scope.text.locate(span),
        });
        Some(frame.variables.len() - 1)
    }

    /// A place: where it starts and the steps from there.
    pub fn place(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        argument: &Argument,
        leg: Option<usize>,
        single: bool,
    ) -> Option<Place> {
        let (argument, scope) = scope.deref(argument);
        let at = scope.text.locate(argument.span);
        match &argument.kind {
            ArgumentKind::Steps { anchor, steps } => {
                let start = match anchor {
                    None => Anchor::LegOrigin,
                    Some(anchor) => self.anchor(scope, frame, anchor)?,
                };
                if single && start == Anchor::Path {
                    self.several(scope, argument.span, "the path is as many squares as the leg passes");
                    return None;
                }
                let mut all = Vec::new();
                let mut fine = true;
                for step in steps {
                    match self.step(scope, frame, step, leg, false) {
                        Some(step) => all.push(step),
                        None => fine = false,
                    }
                }
                fine.then_some(Place { anchor: PlaceAnchor::Plain(start), steps: all, at, single })
            }
            ArgumentKind::Name(name) => {
                let zone = self.place_zone(scope, name)?;
                let most =
                    self.zones[usize::from(zone.0)].squares.iter().map(|set| set.len()).max().unwrap_or(0);
                if single && most != 1 {
                    self.several(
                        scope,
                        argument.span,
                        &format!("the zone `{}` is {most} squares", name.text),
                    );
                    return None;
                }
                Some(Place { anchor: PlaceAnchor::Plain(Anchor::Zone(zone)), steps: Vec::new(), at, single })
            }
            ArgumentKind::Span(a, b) => {
                let ends = (self.place(scope, frame, a, leg, true), self.place(scope, frame, b, leg, true));
                let (Some(a), Some(b)) = ends else { return None };
                if single {
                    self.several(scope, argument.span, "a span is all squares from one end to the other");
                    return None;
                }
                Some(Place {
                    anchor: PlaceAnchor::Span(Box::new(a), Box::new(b)),
                    steps: Vec::new(),
                    at,
                    single,
                })
            }
            ArgumentKind::Calls(_) | ArgumentKind::Counts(_) => {
                let finding = Diagnostic::new(Code::ARGUMENT_KIND, argument.span, "this is not a place")
                    .help("a place is `From`, `To`, a zone, or steps from where the leg starts, such as `File +1`");
                self.report(scope.text, finding);
                None
            }
        }
    }

    /// Says that one square is needed where several are given.
    fn several(&mut self, scope: &Scope<'_>, span: Span, what: &str) {
        let finding =
            Diagnostic::new(Code::SEVERAL_SQUARES, span, format!("one square is needed here, but {what}"))
                .help("to ask about several squares use `@Any`, `@All`, `@None` or `@Count`");
        self.report(scope.text, finding);
    }

    fn place_zone(&mut self, scope: &Scope<'_>, name: &Name) -> Option<ZoneId> {
        if let Some(zone) = self.zone(&name.text) {
            return Some(zone);
        }
        let mut known: Vec<String> = self.zone_names.iter().map(|zone| zone.name.clone()).collect();
        known.extend(["From", "To", "Here", "Victim", "Path"].map(String::from));
        let message = format!("there is no zone or place `{}`", name.text);
        self.unknown(scope.text, name.span, Code::UNKNOWN_ZONE, message, known.iter().map(String::as_str));
        None
    }

    fn anchor(&mut self, scope: &Scope<'_>, frame: &Frame, anchor: &ast::Anchor) -> Option<Anchor> {
        Some(match anchor.kind {
            AnchorKind::From => Anchor::From,
            AnchorKind::To => Anchor::To,
            AnchorKind::Here => Anchor::Here,
            AnchorKind::Victim => Anchor::Victim,
            AnchorKind::Path => Anchor::Path,
            AnchorKind::Leg(number) => {
                let number = number as usize;
                if number == 0 || number > frame.legs {
                    let message = match frame.legs {
                        0 => "there are no legs here".to_owned(),
                        1 => format!("there is no leg {number}: this alternative has one leg"),
                        legs => format!("there is no leg {number}: this alternative has {legs} legs"),
                    };
                    self.report(scope.text, Diagnostic::new(Code::NO_SUCH_LEG, anchor.span, message));
                    return None;
                }
                Anchor::Leg((number - 1) as u8)
            }
        })
    }
}

/// Whether a condition is the same test of the same square, so that it need not be asked twice.
fn same_test(a: &Condition, b: &Condition) -> bool {
    match (a, b) {
        (Condition::Holds(a, at), Condition::Holds(b, _)) => {
            a == b && at.steps.is_empty() && matches!(at.anchor, PlaceAnchor::Plain(Anchor::Landing))
        }
        _ => false,
    }
}
