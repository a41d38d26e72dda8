//! Checks the arguments of calls: their number and kinds.

use crate::compile::findings::Findings;
use crate::compile::ground::intersect;
use crate::compile::names::{Declared, Names};
use crate::compile::read::text::Text;
use crate::compile::sections::players::forward_axis;
use crate::diagnostic::{Code, Diagnostic};
use crate::geometry::SquareSet;
use crate::source::Span;
use crate::syntax::ast::{Amount, Argument, ArgumentKind, AxisKind, Call, Expression, Name, Sign};
use crate::variant::{CounterId, RightId, RoleId, RoleSet, ZoneId};

use super::Resolver;
use super::regions::{band, zone_squares};
use super::scope::Scope;
use super::template::{Count, Place};
use super::vocabulary;

impl Resolver<'_, '_> {
    /// Numbers given as an argument.
    pub(super) fn counts_argument(&mut self, scope: &Scope<'_>, argument: &Argument) -> Option<Vec<Count>> {
        let (argument, scope) = scope.deref(argument);
        match &argument.kind {
            ArgumentKind::Counts(counts) => self.numbers(scope, counts),
            _ => {
                self.wrong_kind(scope, argument, "a number such as `1`, `1~2` or `*`");
                None
            }
        }
    }

    /// Roles, followed by an optional place.
    pub(super) fn roles_and_place(
        &mut self,
        scope: &Scope<'_>,
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
                    if let Some(role) = self.game.names.role(&name.text) {
                        roles.push(role);
                    } else if last && index > 0 && self.game.ground.zone(&name.text).is_some() {
                        place = Some(self.place(scope, given, leg, true)?);
                    } else {
                        fine &= self.role_or_report(inner, &name.text, name.span).is_some();
                    }
                }
                ArgumentKind::Steps { .. } | ArgumentKind::Span(..) | ArgumentKind::Runs(..)
                    if last && index > 0 =>
                {
                    place = Some(self.place(scope, given, leg, true)?);
                }
                _ => {
                    self.wrong_kind(inner, argument, "a piece's name");
                    fine = false;
                }
            }
        }
        fine.then_some((roles, place))
    }

    /// The zone named by a single argument.
    pub(super) fn argument_zone(&mut self, scope: &Scope<'_>, arguments: &[Argument]) -> Option<ZoneId> {
        let (argument, _) = scope.deref(arguments.first()?);
        match &argument.kind {
            ArgumentKind::Name(name) => self.game.ground.zone(&name.text),
            _ => None,
        }
    }

    /// The squares of one term of a region given as an argument, by player.
    pub(super) fn region_argument(
        &mut self,
        scope: &Scope<'_>,
        argument: &Argument,
    ) -> Option<Vec<SquareSet>> {
        let (argument, scope) = scope.deref(argument);
        match &argument.kind {
            ArgumentKind::Name(name) => {
                zone_squares(&mut self.game.ground, &mut self.game.findings, scope.text, name)
            }
            ArgumentKind::Steps { anchor: None, steps } => {
                let mut all = self.game.ground.everywhere();
                let mut fine = true;
                for step in steps {
                    let AxisKind::Named(axis) = &step.axis.kind else {
                        let finding = Diagnostic::new(
                            Code::ARGUMENT_KIND,
                            step.axis.span,
                            "a region names its axes: `*#` and `**` count squares, they have no coordinates",
                        );
                        self.report(scope, finding);
                        fine = false;
                        continue;
                    };
                    let name = Name { text: axis.clone(), span: step.axis.span };
                    match band(
                        &mut self.game.ground,
                        &mut self.game.findings,
                        scope.text,
                        &name,
                        &step.counts,
                    ) {
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

    /// Reports the kind of argument that is needed. Always `None`.
    pub(super) fn wrong_kind(&mut self, scope: &Scope<'_>, argument: &Argument, wanted: &str) -> Option<()> {
        let what = match &argument.kind {
            ArgumentKind::Calls(_) => "a call",
            ArgumentKind::Counts(_) => "a number",
            ArgumentKind::Steps { .. } => "a place",
            ArgumentKind::Name(_) => "a name",
            ArgumentKind::Span(..) => "a span",
            ArgumentKind::Runs(..) => "runs of squares",
        };
        let message = format!("{wanted} is needed here, not {what}");
        self.report(scope, Diagnostic::new(Code::ARGUMENT_KIND, argument.span, message));
        None
    }

    /// Checks the number of arguments of a call.
    pub(super) fn arity(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        (least, most): (usize, usize),
    ) -> Option<()> {
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
        if let Some(example) = self.example(&call.name.text, least).filter(|_| given < least) {
            finding = finding.help(format!("for example `{example}`"));
        }
        if most == 0
            && let Some(parentheses) = call.parentheses
        {
            finding = finding.fix(parentheses, "", "leave the parentheses out");
        }
        self.report(scope, finding);
        None
    }

    /// An example call with the minimum number of arguments, using names of this game.
    fn example(&self, name: &str, least: usize) -> Option<String> {
        let predicate = vocabulary::predicate(name).map(|word| word.written);
        let (_, names) = predicate
            .or(vocabulary::effect(name).map(|word| word.written))?
            .strip_suffix(')')?
            .split_once('(')?;
        let known = &self.game.names;
        let first = |all: &[Declared], otherwise: &str| {
            all.first().map_or(otherwise.to_owned(), |one| one.name.clone())
        };
        let board = &self.game.ground.board;
        let forward = &board.axes()[forward_axis(board)];
        let written = names.split(", ").take(least.max(1)).enumerate().map(|(at, kind)| match kind {
            "counts" | "number" => "1".to_owned(),
            "$n" => "$n".to_owned(),
            "predicates" => "@Opponent".to_owned(),
            "piece" | "pieces" => first(&known.roles, "piece"),
            "counter" => first(&known.counters, "moves"),
            "right" => first(&known.rights, "K"),
            "players" => {
                self.game.ground.players.first().map_or_else(String::new, |player| player.name.clone())
            }
            "region" => format!("{} {}", forward.name, forward.label(forward.length - 1)),
            _ => format!("{} +{}", forward.name, at + 1),
        });
        Some(format!("@{name}({})", written.collect::<Vec<_>>().join(", ")))
    }

    /// An integer with an optional sign.
    pub(super) fn number_argument(&mut self, scope: &Scope<'_>, argument: &Argument) -> Option<i16> {
        let (argument, scope) = scope.deref(argument);
        if let ArgumentKind::Counts(counts) = &argument.kind
            && let [one] = counts.as_slice()
            && let Amount::Value(Expression::Number(number, _)) = one.amount
            && let Ok(number) = i16::try_from(number)
        {
            return Some(if one.sign == Some(Sign::Minus) { -number } else { number });
        }
        self.wrong_kind(scope, argument, "one whole number such as `1` or `-1`");
        None
    }

    /// The counter named by an argument; reports an unknown name.
    pub(super) fn counter_argument(&mut self, scope: &Scope<'_>, argument: &Argument) -> Option<CounterId> {
        self.named_argument(scope, argument, "a counter's name", Names::counter_or_report)
    }

    /// The right named by an argument; reports an unknown name.
    pub(super) fn right_argument(&mut self, scope: &Scope<'_>, argument: &Argument) -> Option<RightId> {
        self.named_argument(scope, argument, "a right's name", Names::right_or_report)
    }

    /// The object named by an argument, looked up with `find`; reports an unknown name.
    fn named_argument<T>(
        &mut self,
        scope: &Scope<'_>,
        argument: &Argument,
        what: &str,
        find: impl Fn(&mut Names, &mut Findings, &Text, &str, Span) -> Option<T>,
    ) -> Option<T> {
        let (argument, scope) = scope.deref(argument);
        if let ArgumentKind::Name(name) = &argument.kind {
            let game = &mut *self.game;
            return find(&mut game.names, &mut game.findings, scope.text, &name.text, name.span);
        }
        self.wrong_kind(scope, argument, what);
        None
    }

    /// The roles named by a call's arguments; all roles without arguments.
    pub(super) fn read_roles(&mut self, scope: &Scope<'_>, call: &Call) -> Option<RoleSet> {
        self.roles_of(scope, &call.arguments)
    }

    /// The roles named by arguments; all roles if there are none.
    pub(super) fn roles_of(&mut self, scope: &Scope<'_>, arguments: &[Argument]) -> Option<RoleSet> {
        if arguments.is_empty() {
            return Some(RoleSet::ALL);
        }
        let roles: Vec<Option<RoleId>> = arguments.iter().map(|one| self.role_argument(scope, one)).collect();
        roles.into_iter().collect()
    }

    /// The role named by an argument; reports an unknown name.
    pub(super) fn role_argument(&mut self, scope: &Scope<'_>, argument: &Argument) -> Option<RoleId> {
        let (argument, scope) = scope.deref(argument);
        match &argument.kind {
            ArgumentKind::Name(name) => self.role_or_report(scope, &name.text, name.span),
            _ => {
                self.wrong_kind(scope, argument, "a piece's name");
                None
            }
        }
    }

    /// The role of this name; reports an unknown name.
    fn role_or_report(&mut self, scope: &Scope<'_>, name: &str, span: Span) -> Option<RoleId> {
        let game = &mut *self.game;
        game.names.role_or_report(&mut game.findings, scope.text, name, span)
    }
}
