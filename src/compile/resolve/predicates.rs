//! Calls that ask something: the predicates of the language, functions of the rule file, natives of the program.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{Amount, Argument, ArgumentKind, Call, Expression};
use crate::variant::{Anchor, Test};

use crate::compile::caps::MAX_CALLS;
use crate::compile::game::{Game, listed, unknown};
use crate::compile::resolve::alternative::{Frame, LegParts, Scope};
use crate::compile::resolve::regions::intersect;
use crate::compile::resolve::template::{Condition, Count, Place};

/// Where a predicate stands.
pub(crate) struct Context<'a> {
    /// The leg it belongs to.
    pub leg: Option<usize>,
    /// Whether it is asked of the squares of a quantifier, a hurdle or a filter.
    pub nested: bool,
    /// What the leg collects besides conditions; only for calls directly in it.
    pub parts: Option<&'a mut LegParts>,
}

impl Context<'_> {
    /// The square that a call without a place looks at.
    fn here(&self) -> Anchor {
        if self.nested { Anchor::Here } else { Anchor::Landing }
    }

    fn inside(&self, nested: bool) -> Context<'static> {
        Context { leg: self.leg, nested: self.nested || nested, parts: None }
    }
}

/// The predicates of the language.
pub(crate) const PREDICATES: [&str; 28] = [
    "Empty",
    "Occupied",
    "Ally",
    "Opponent",
    "NoAlly",
    "NoOpponent",
    "Is",
    "JumpOver",
    "Ride",
    "On",
    "To",
    "By",
    "Where",
    "Right",
    "Unmoved",
    "Marked",
    "Attacked",
    "NotAttacked",
    "Any",
    "All",
    "None",
    "Count",
    "Not",
    "Or",
    "Mobile",
    "Checks",
    "Mates",
    "Same",
];

/// The effects of the language.
pub(crate) const EFFECTS: [&str; 9] =
    ["Take", "Shift", "Mark", "TakeMarker", "Promote", "Become", "ToHand", "Flip", "Put"];

impl Game<'_> {
    /// Counts a call; `false` once there are too many.
    pub fn count_call(&mut self, scope: &Scope<'_>, frame: &mut Frame, call: &Call) -> bool {
        frame.calls += 1;
        if frame.calls > MAX_CALLS {
            if frame.calls == MAX_CALLS + 1 {
                let message =
                    format!("more than {MAX_CALLS} calls in one alternative, functions written out");
                self.report(scope.text, Diagnostic::new(Code::TOO_MANY_CALLS, call.span, message));
            }
            frame.failed = true;
            return false;
        }
        true
    }

    /// The conditions that a call stands for.
    pub fn condition(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        call: &Call,
        context: &mut Context<'_>,
        out: &mut Vec<Condition>,
    ) {
        if !self.count_call(scope, frame, call) {
            return;
        }
        if self.builtin_condition(scope, frame, call, context, out).is_none() {
            frame.failed = true;
        }
    }

    /// `None`: something is wrong, and has been said.
    fn builtin_condition(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        call: &Call,
        context: &mut Context<'_>,
        out: &mut Vec<Condition>,
    ) -> Option<()> {
        let name = call.name.text.as_str();
        let arguments = call.arguments.as_slice();
        let here = self.at_anchor(context.here(), scope.text, call.span);
        let simple = match name {
            "Empty" => Some(Test::Empty),
            "Occupied" => Some(Test::Occupied),
            "Ally" => Some(Test::Ally),
            "Opponent" => Some(Test::Opponent),
            "NoAlly" => Some(Test::NoAlly),
            "NoOpponent" => Some(Test::NoOpponent),
            "Marked" => Some(Test::Marked),
            "Attacked" => Some(Test::Attacked),
            "NotAttacked" => Some(Test::NotAttacked),
            "Mobile" => Some(Test::Mobile),
            "Unmoved" => Some(Test::Unmoved),
            _ => None,
        };
        if let Some(test) = simple {
            self.arity(scope, call, 0, 1)?;
            if arguments.is_empty()
                && let Some(parts) = context.parts.as_deref_mut()
            {
                parts.ally |= test == Test::Ally;
                parts.landing |= matches!(
                    test,
                    Test::Empty
                        | Test::Occupied
                        | Test::Ally
                        | Test::Opponent
                        | Test::NoAlly
                        | Test::NoOpponent
                );
            }
            self.tracks_undisturbed |= test == Test::Unmoved;
            let place = match arguments.first() {
                Some(argument) => self.place(scope, frame, argument, context.leg, true)?,
                // What has not moved is the piece that moves now, not the square where it lands.
                None if test == Test::Unmoved && !context.nested => {
                    self.at_anchor(Anchor::From, scope.text, call.span)
                }
                None => here,
            };
            out.push(Condition::Holds(test, place));
            return Some(());
        }
        match name {
            "Is" => {
                self.arity(scope, call, 1, usize::MAX)?;
                let (roles, place) = self.roles_and_place(scope, frame, arguments, context.leg)?;
                if place.is_none()
                    && let Some(parts) = context.parts.as_deref_mut()
                {
                    parts.landing = true;
                }
                out.push(Condition::Holds(Test::Is(roles.into_iter().collect()), place.unwrap_or(here)));
            }
            "JumpOver" | "Ride" | "Where" => return self.leg_call(scope, frame, call, context),
            "On" | "To" => {
                self.arity(scope, call, 1, usize::MAX)?;
                let mut all = self.everywhere();
                let mut fine = true;
                for argument in arguments {
                    match self.region_argument(scope, argument) {
                        Some(part) => intersect(&mut all, &part),
                        None => fine = false,
                    }
                }
                if !fine {
                    return None;
                }
                let zone = match (arguments, self.argument_zone(scope, arguments)) {
                    ([_], Some(zone)) => zone,
                    _ => self.region(all, scope.text.locate(call.span))?,
                };
                let anchor = match name {
                    "To" => Anchor::Landing,
                    _ if context.nested => Anchor::Here,
                    _ => Anchor::LegOrigin,
                };
                out.push(Condition::Holds(Test::In(zone), self.at_anchor(anchor, scope.text, call.span)));
            }
            "By" => {
                self.arity(scope, call, 1, usize::MAX)?;
                let mut mask = 0;
                let mut fine = true;
                for argument in arguments {
                    let (argument, scope) = scope.deref(argument);
                    match &argument.kind {
                        ArgumentKind::Name(name) if self.player(&name.text).is_some() => {
                            mask |= self.player(&name.text).map_or(0, |player| 1 << player.0);
                        }
                        ArgumentKind::Name(name) => {
                            let known: Vec<String> = self.players.iter().map(|p| p.name.clone()).collect();
                            let message = format!("there is no player `{}`", name.text);
                            let finding = unknown(
                                Code::UNKNOWN_PLAYER,
                                name.span,
                                message,
                                &name.text,
                                known.iter().map(String::as_str),
                            )
                            .help(format!("the players are {}", listed(&known)));
                            self.report(scope.text, finding);
                            fine = false;
                        }
                        _ => fine = self.wrong_kind(scope, argument, "a player's name").is_some(),
                    }
                }
                fine.then_some(())?;
                out.push(Condition::By(mask));
            }
            "Right" => {
                self.arity(scope, call, 1, 2)?;
                let (argument, inner) = scope.deref(&arguments[0]);
                let ArgumentKind::Name(right) = &argument.kind else {
                    return self.wrong_kind(inner, argument, "a right's name");
                };
                let Some(id) = self.right(&right.text) else {
                    let known: Vec<String> = self.rights.iter().map(|right| right.name.clone()).collect();
                    let message = format!("there is no right `{}`", right.text);
                    let known = known.iter().map(String::as_str);
                    let finding = unknown(Code::UNKNOWN_RIGHT, right.span, message, &right.text, known)
                        .help("rights are declared in `[rights]`");
                    self.report(inner.text, finding);
                    return None;
                };
                let place = match arguments.get(1) {
                    Some(argument) => Some(self.place(scope, frame, argument, context.leg, true)?),
                    None => None,
                };
                if place.is_none() && self.rights_by_square[usize::from(id.0)] {
                    let message = format!("`{}` is a right of each square; say of which one", right.text);
                    self.report(scope.text, Diagnostic::new(Code::ARGUMENT_COUNT, call.span, message));
                    return None;
                }
                out.push(Condition::Right(id, place));
            }
            "Any" | "All" | "None" => {
                self.arity(scope, call, 1, usize::MAX)?;
                let place = self.place(scope, frame, &arguments[0], context.leg, false);
                let inner = self.asked_of_each(scope, frame, call, &arguments[1..], context);
                let (place, inner) = (place?, inner?);
                let from = |low, high| {
                    vec![Count {
                        sign: None,
                        amount: crate::compile::resolve::template::Amount::Range(low, high),
                    }]
                };
                out.push(match name {
                    "All" => Condition::All(place, inner),
                    "Any" => Condition::Count(from(1, None), place, inner),
                    _ => Condition::Count(from(0, Some(0)), place, inner),
                });
            }
            "Count" => {
                self.arity(scope, call, 2, usize::MAX)?;
                let counts = self.counts_argument(scope, frame, &arguments[0]);
                let place = self.place(scope, frame, &arguments[1], context.leg, false);
                let inner = self.asked_of_each(scope, frame, call, &arguments[2..], context);
                out.push(Condition::Count(counts?, place?, inner?));
            }
            "Not" => {
                self.arity(scope, call, 1, usize::MAX)?;
                out.push(Condition::Not(self.conjunction(
                    scope,
                    frame,
                    arguments,
                    &context.inside(false),
                )?));
            }
            "Or" => {
                self.arity(scope, call, 1, usize::MAX)?;
                let mut all = Vec::new();
                for argument in arguments {
                    let one = std::slice::from_ref(argument);
                    all.push(self.conjunction(scope, frame, one, &context.inside(false)));
                }
                out.push(Condition::Or(all.into_iter().collect::<Option<_>>()?));
            }
            "Same" => {
                self.arity(scope, call, 1, 1)?;
                let place = self.place(scope, frame, &arguments[0], context.leg, false)?;
                out.push(Condition::Same(place, here));
            }
            "Checks" => {
                self.arity(scope, call, 0, 0)?;
                out.push(Condition::Checks);
            }
            "Mates" => {
                self.arity(scope, call, 0, 0)?;
                out.push(Condition::Mates);
            }
            _ if EFFECTS.contains(&name) => return self.wrong_side(scope, call, false),
            _ => return self.named_condition(scope, frame, call, context, out, here),
        }
        Some(())
    }

    /// A function of the rule file or a native predicate.
    fn named_condition(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        call: &Call,
        context: &mut Context<'_>,
        out: &mut Vec<Condition>,
        here: Place,
    ) -> Option<()> {
        let name = call.name.text.as_str();
        if let Some(native) = self.natives.predicates.iter().find(|native| native.name == name) {
            self.arity(scope, call, 0, 1)?;
            let at = self.native_predicates.iter().position(|known| known.name == name);
            let at = at.unwrap_or_else(|| {
                self.native_predicates.push(native.clone());
                self.native_predicates.len() - 1
            });
            let place = match call.arguments.first() {
                Some(argument) => self.place(scope, frame, argument, context.leg, true)?,
                None => here,
            };
            out.push(Condition::Native(at as u16, place));
            return Some(());
        }
        self.inner_calls(scope, call, false, &mut |game, inner, call| {
            game.condition(inner, frame, call, context, out);
        })
    }

    /// `@JumpOver`, `@Ride`, `@Where`: they say something about the leg as a whole.
    fn leg_call(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let name = call.name.text.as_str();
        let arguments = call.arguments.as_slice();
        let Some(parts) = context.parts.as_deref_mut() else {
            let finding = Diagnostic::new(
                Code::NOT_ALONE,
                call.span,
                format!("`@{name}` speaks of the whole leg and cannot stand here"),
            )
            .help("write it directly in the leg, not inside another call, a hook or a condition");
            self.report(scope.text, finding);
            return None;
        };
        match name {
            "JumpOver" => {
                self.arity(scope, call, 1, usize::MAX)?;
                let counts = self.counts_argument(scope, frame, &arguments[0]);
                let inner = Context { leg: context.leg, nested: true, parts: None };
                let each = self.conjunction(scope, frame, &arguments[1..], &inner);
                self.once(scope, call, parts.hurdles.is_some())?;
                parts.hurdles = Some((counts?, each?));
            }
            "Ride" => {
                self.arity(scope, call, 0, 1)?;
                let counts = match arguments.first() {
                    Some(argument) => self.counts_argument(scope, frame, argument)?,
                    None => vec![Count {
                        sign: None,
                        amount: crate::compile::resolve::template::Amount::Range(1, None),
                    }],
                };
                self.once(scope, call, parts.ride.is_some())?;
                parts.ride = Some(counts);
            }
            _ => {
                self.arity(scope, call, 2, 2)?;
                let (first, inner) = scope.deref(&arguments[0]);
                let variable = match &first.kind {
                    ArgumentKind::Counts(counts) => match counts.as_slice() {
                        [
                            crate::syntax::ast::Count {
                                sign: None,
                                amount: Amount::Value(Expression::Variable(name)),
                                span,
                            },
                        ] => self.variable(inner, frame, name, *span)?,
                        _ => return self.wrong_kind(inner, first, "a variable such as `$n`"),
                    },
                    _ => return self.wrong_kind(inner, first, "a variable such as `$n`"),
                };
                let counts = self.counts_argument(scope, frame, &arguments[1])?;
                frame.variables[variable].bounds.push(counts);
            }
        }
        Some(())
    }

    fn once(&mut self, scope: &Scope<'_>, call: &Call, twice: bool) -> Option<()> {
        if twice {
            let message = format!("`@{}` is said twice in one leg", call.name.text);
            self.report(scope.text, Diagnostic::new(Code::CALL_TWICE, call.span, message));
            return None;
        }
        Some(())
    }

    /// What a quantifier asks of each square; one that asks nothing asks whether somebody is there.
    fn asked_of_each(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        call: &Call,
        arguments: &[Argument],
        context: &Context<'_>,
    ) -> Option<Vec<Condition>> {
        let mut all = self.conjunction(scope, frame, arguments, &context.inside(true))?;
        if all.is_empty() {
            all.push(Condition::Holds(Test::Occupied, self.at_anchor(Anchor::Here, scope.text, call.span)));
        }
        Some(all)
    }

    /// The conditions of arguments that are calls.
    pub fn conjunction(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        arguments: &[Argument],
        context: &Context<'_>,
    ) -> Option<Vec<Condition>> {
        let mut all = Vec::new();
        let mut fine = true;
        for argument in arguments {
            let (argument, scope) = scope.deref(argument);
            let ArgumentKind::Calls(calls) = &argument.kind else {
                fine = self.wrong_kind(scope, argument, "a predicate such as `@Empty`").is_some();
                continue;
            };
            for call in calls {
                let mut inner = context.inside(false);
                let failed = std::mem::replace(&mut frame.failed, false);
                self.condition(scope, frame, call, &mut inner, &mut all);
                fine &= !frame.failed;
                frame.failed |= failed;
            }
        }
        fine.then_some(all)
    }
}
