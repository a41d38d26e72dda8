//! Resolves places: squares relative to others, or zones.

use crate::compile::read::text::Text;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, AnchorKind, Argument, ArgumentKind, AxisKind, Name};
use crate::variant::{Anchor, ZoneId};

use super::Resolver;
use super::scope::{Context, Scope};
use super::template::{Amount, Count, Place, PlaceAnchor, Runs};

impl Resolver<'_, '_> {
    /// A place without steps.
    pub(super) fn at_anchor(&self, anchor: Anchor, text: &Text, span: Span) -> Place {
        Place { anchor: PlaceAnchor::Plain(anchor), steps: Vec::new(), at: text.locate(span), single: true }
    }

    /// A place: its anchor and the steps from there.
    pub(super) fn place(
        &mut self,
        scope: &Scope<'_>,
        argument: &Argument,
        leg: Option<usize>,
        single: bool,
    ) -> Option<Place> {
        let (argument, scope) = scope.deref(argument);
        let at = scope.text.locate(argument.span);
        self.check_moveless_place(scope, argument);
        match &argument.kind {
            ArgumentKind::Steps { anchor, steps } => {
                let start = match anchor {
                    None => Anchor::LegOrigin,
                    Some(anchor) => self.anchor(scope, anchor)?,
                };
                if single && start == Anchor::Path {
                    self.several(scope, argument.span, "the path has as many squares as the leg passes");
                    return None;
                }
                self.check_far_steps(scope, steps);
                let mut all = Vec::new();
                let mut fine = true;
                for step in steps {
                    match self.step(scope, step, leg, false) {
                        Some(step) => all.push(step),
                        None => fine = false,
                    }
                }
                fine.then_some(Place { anchor: PlaceAnchor::Plain(start), steps: all, at, single })
            }
            ArgumentKind::Name(name) => {
                let zone = self.place_zone(scope, name)?;
                let most = self.game.ground.zones[usize::from(zone.0)]
                    .squares
                    .iter()
                    .map(|set| set.len())
                    .max()
                    .unwrap_or(0);
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
                let ends = (self.place(scope, a, leg, true), self.place(scope, b, leg, true));
                let (Some(a), Some(b)) = ends else { return None };
                if single {
                    self.several(scope, argument.span, "a span has all squares from one end to the other");
                    return None;
                }
                Some(Place {
                    anchor: PlaceAnchor::Span(Box::new(a), Box::new(b)),
                    steps: Vec::new(),
                    at,
                    single,
                })
            }
            ArgumentKind::Runs(start, rest) => {
                if single {
                    self.several(scope, argument.span, "runs have as many squares as lie on them");
                    return None;
                }
                let start = self.place(scope, start, leg, false);
                let ([along, until] | [along, until, _]) = rest.as_slice() else {
                    let message = "`Runs` takes a place with steps, a predicate for the squares of a run, one for the square after it, and optionally a count";
                    self.report(scope, Diagnostic::new(Code::ARGUMENT_COUNT, argument.span, message));
                    return None;
                };
                let each = Context::of_each(leg);
                let along = self.conjunction(scope, std::slice::from_ref(along), &each);
                let until = self.conjunction(scope, std::slice::from_ref(until), &each);
                let counts = match rest.get(2) {
                    Some(counts) => self.counts_argument(scope, counts)?,
                    None => vec![Count { sign: None, amount: Amount::Range(1, None) }],
                };
                let runs = Runs { start: start?, along: along?, until: until?, counts };
                Some(Place { anchor: PlaceAnchor::Runs(Box::new(runs)), steps: Vec::new(), at, single })
            }
            ArgumentKind::Calls(_) | ArgumentKind::Counts(_) => {
                let finding = Diagnostic::new(Code::ARGUMENT_KIND, argument.span, "this is not a place")
                    .help("a place is `From`, `To`, a zone, or steps from where the leg starts, such as `File +1`");
                self.report(scope, finding);
                None
            }
        }
    }

    /// Reports steps of a place that are too long to fit the board in both directions. They are distances, but coordinates may
    /// be intended.
    fn check_far_steps(&mut self, scope: &Scope<'_>, steps: &[ast::Step]) {
        for step in steps {
            let AxisKind::Named(name) = &step.axis.kind else { continue };
            let [
                ast::Count {
                    sign: None, amount: ast::Amount::Value(ast::Expression::Number(number, _)), ..
                },
            ] = step.counts.as_slice()
            else {
                continue;
            };
            let board = &self.game.ground.board;
            let Some(length) = board.axis(name).map(|axis| u32::from(board.axes()[axis].length)) else {
                continue;
            };
            if number.saturating_mul(2) < length || *number >= length {
                continue;
            }
            let message = format!(
                "`{step}` is {number} squares away in either direction, not a coordinate: a place counts steps"
            );
            let finding = Diagnostic::new(Code::FAR_STEP, step.span, message)
                .help(format!("for the squares with that coordinate, define a zone in `[zones]`, `Line = \"{step}\"`, and write `Line`"))
                .help(format!("for this many steps in one direction, write the sign: `{name} +{number}`"));
            self.report(scope, finding);
        }
    }

    /// Reports several squares where one is needed.
    fn several(&mut self, scope: &Scope<'_>, span: Span, what: &str) {
        let finding =
            Diagnostic::new(Code::SEVERAL_SQUARES, span, format!("one square is needed here, but {what}"))
                .help("to ask about several squares use `@Any`, `@All`, `@None` or `@Count`");
        self.report(scope, finding);
    }

    fn place_zone(&mut self, scope: &Scope<'_>, name: &Name) -> Option<ZoneId> {
        if let Some(zone) = self.game.ground.zone(&name.text) {
            return Some(zone);
        }
        if let Some(region) = self.game.ground.region_of_squares(&name.text) {
            let message =
                format!("`{}` is the name of a square, and calls take zones and places instead", name.text);
            let finding = Diagnostic::new(Code::UNKNOWN_ZONE, name.span, message)
                .help(format!(
                    "give the square a name under `[zones]`, `Spot = \"{region}\"`, and write `Spot` here"
                ))
                .help("or write a place: `From`, `To`, or steps such as `To ** ~1`");
            self.report(scope, finding);
            return None;
        }
        let game = &mut *self.game;
        let places = ["From", "To", "Here", "Victim", "Path"];
        let known = game.ground.names_of_zones().chain(places);
        let message = format!("there is no zone or place `{}`", name.text);
        game.findings.unknown(
            scope.text,
            name.span,
            (Code::UNKNOWN_ZONE, "the zones and places"),
            message,
            known,
        );
        None
    }

    fn anchor(&mut self, scope: &Scope<'_>, anchor: &ast::Anchor) -> Option<Anchor> {
        Some(match anchor.kind {
            AnchorKind::From => Anchor::From,
            AnchorKind::To => Anchor::To,
            AnchorKind::Here => Anchor::Here,
            AnchorKind::Victim => Anchor::Victim,
            AnchorKind::Path => Anchor::Path,
            AnchorKind::Leg(number) => {
                let number = number as usize;
                if number == 0 || number > self.legs {
                    let message = match self.legs {
                        0 => "there are no legs here".to_owned(),
                        1 => format!("there is no leg {number}: this alternative has one leg"),
                        legs => format!("there is no leg {number}: this alternative has {legs} legs"),
                    };
                    self.report(scope, Diagnostic::new(Code::NO_SUCH_LEG, anchor.span, message));
                    return None;
                }
                Anchor::Leg((number - 1) as u8)
            }
        })
    }
}
