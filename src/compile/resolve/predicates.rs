//! Resolves calls that are predicates: those of the language, functions of the rule file, natives of the program.

use crate::compile::findings::{listed, unknown};
use crate::compile::ground::intersect;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Argument, ArgumentKind, Call};
use crate::variant::{Anchor, Test};

use super::Resolver;
use super::scope::{Context, Scope};
use super::template::{Amount, Condition, Count, Place};
use super::vocabulary::{self, Asks};

/// A range of numbers, or one without upper limit.
fn range(low: i64, high: Option<i64>) -> Vec<Count> {
    vec![Count { sign: None, amount: Amount::Range(low, high) }]
}

impl Resolver<'_, '_> {
    /// The conditions that a call expands to.
    pub(super) fn condition(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
        out: &mut Vec<Condition>,
    ) {
        if self.count_call(scope, call) && self.ask(scope, call, context, out).is_none() {
            self.failed = true;
        }
    }

    /// `None` if an error was reported.
    fn ask(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
        out: &mut Vec<Condition>,
    ) -> Option<()> {
        let name = call.name.text.as_str();
        let Some(word) = vocabulary::predicate(name) else {
            return match self.game.natives.predicate(name) {
                _ if vocabulary::effect(name).is_some() => self.wrong_side(scope, call, false),
                Some(native) => {
                    self.arity(scope, call, (0, 1))?;
                    let place = self.place_or_here(scope, call, context)?;
                    out.push(Condition::Native(native, place));
                    Some(())
                }
                None => self.written_out(scope, call, false, &mut |resolver, inner, call| {
                    resolver.condition(inner, call, context, out);
                }),
            };
        };
        if matches!(word.form, Asks::Leg(_)) && context.parts.is_none() {
            let finding = Diagnostic::new(
                Code::NOT_ALONE,
                call.span,
                format!("`@{name}` applies to a whole leg and cannot be used here"),
            )
            .help("write it directly in the leg, not inside another call, a hook or a condition");
            self.report(scope, finding);
            return None;
        }
        self.arity(scope, call, word.arguments)?;
        self.check_moveless(scope, call, context);
        match word.form {
            Asks::Square(test) => out.push(self.test(scope, call, context, test())?),
            Asks::Contents(test) => {
                let test = test();
                if call.arguments.is_empty()
                    && let Some(parts) = context.parts.as_deref_mut()
                {
                    parts.ally |= matches!(test, Test::Ally | Test::Own);
                    parts.landing = true;
                }
                out.push(self.test(scope, call, context, test)?);
            }
            Asks::Condition(read) => {
                let condition = read(self, scope, call, context)?;
                if self.in_effect && condition.asks_result() {
                    return self.effect_asks_result(scope, call);
                }
                out.push(condition);
            }
            Asks::Leg(read) => read(self, scope, call, context)?,
            Asks::Short(_) => {
                for inner in vocabulary::written_out(call).unwrap_or_default() {
                    self.condition(scope, &inner, context, out);
                }
            }
        }
        Some(())
    }

    /// Reports a predicate about the result of the move inside an effect, since the effect is part of that result.
    fn effect_asks_result(&mut self, scope: &Scope<'_>, call: &Call) -> Option<()> {
        let name = &call.name.text;
        let message =
            format!("`@{name}` tests the result of the move, and this effect is part of that result");
        let finding = Diagnostic::new(Code::EFFECT_ASKS_RESULT, call.span, message)
            .primary("an effect cannot depend on its own result")
            .help(format!("write `@{name}` left of `=>`: the effects then happen only if it holds"));
        self.report(scope, finding);
        None
    }

    /// The place in the first argument, or the default square.
    fn place_or_here(&mut self, scope: &Scope<'_>, call: &Call, context: &Context<'_>) -> Option<Place> {
        match call.arguments.first() {
            Some(argument) => self.place(scope, argument, context.leg, true),
            None => Some(self.at_anchor(context.here(), scope.text, call.span)),
        }
    }

    /// A test of one square.
    fn test(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &Context<'_>,
        test: Test,
    ) -> Option<Condition> {
        self.game.tracks_undisturbed |= test == Test::Unmoved;
        // `@Unmoved` tests the moving piece, not the landing square.
        let place = if test == Test::Unmoved && !context.nested && call.arguments.is_empty() {
            self.at_anchor(Anchor::From, scope.text, call.span)
        } else {
            self.place_or_here(scope, call, context)?
        };
        Some(Condition::Holds(test, place))
    }

    pub(super) fn read_is(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        let (roles, place) = self.roles_and_place(scope, &call.arguments, context.leg)?;
        if place.is_none()
            && let Some(parts) = context.parts.as_deref_mut()
        {
            parts.landing = true;
        }
        let place = place.unwrap_or_else(|| self.at_anchor(context.here(), scope.text, call.span));
        Some(Condition::Holds(Test::Is(roles.into_iter().collect()), place))
    }

    pub(super) fn read_on(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        let anchor = if context.nested { Anchor::Here } else { Anchor::LegOrigin };
        self.lies_in(scope, call, anchor)
    }

    pub(super) fn read_to(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        _: &mut Context<'_>,
    ) -> Option<Condition> {
        self.lies_in(scope, call, Anchor::Landing)
    }

    /// Whether a square lies in the region given by a call's arguments.
    fn lies_in(&mut self, scope: &Scope<'_>, call: &Call, anchor: Anchor) -> Option<Condition> {
        let mut all = self.game.ground.everywhere();
        let mut fine = true;
        for argument in &call.arguments {
            match self.region_argument(scope, argument) {
                Some(part) => intersect(&mut all, &part),
                None => fine = false,
            }
        }
        if !fine {
            return None;
        }
        let zone = match (call.arguments.as_slice(), self.argument_zone(scope, &call.arguments)) {
            ([_], Some(zone)) => zone,
            _ => {
                let at = scope.text.locate(call.span);
                self.game.ground.written_out(&mut self.game.findings, all, at)?
            }
        };
        Some(Condition::Holds(Test::In(zone), self.at_anchor(anchor, scope.text, call.span)))
    }

    pub(super) fn read_by(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        _: &mut Context<'_>,
    ) -> Option<Condition> {
        let mut players = 0;
        let mut fine = true;
        for argument in &call.arguments {
            let (argument, scope) = scope.deref(argument);
            let ArgumentKind::Name(name) = &argument.kind else {
                fine = self.wrong_kind(scope, argument, "a player's name").is_some();
                continue;
            };
            if let Some(player) = self.game.ground.player(&name.text) {
                players |= 1 << player.0;
                continue;
            }
            let known: Vec<&str> = self.game.ground.players.iter().map(|p| p.name.as_str()).collect();
            let message = format!("there is no player `{}`", name.text);
            let finding =
                unknown(Code::UNKNOWN_PLAYER, name.span, message, &name.text, known.iter().copied())
                    .help(format!("the players are {}", listed(&known)));
            self.report(scope, finding);
            fine = false;
        }
        fine.then_some(Condition::By(players))
    }

    pub(super) fn read_right(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        let id = self.right_argument(scope, &call.arguments[0])?;
        let place = match call.arguments.get(1) {
            Some(argument) => Some(self.place(scope, argument, context.leg, true)?),
            None => None,
        };
        if place.is_none() && self.game.names.rights_by_square[usize::from(id.0)] {
            let right = &self.game.names.rights[usize::from(id.0)].name;
            let message = format!("`{right}` is a right of each square; name the square");
            self.report(scope, Diagnostic::new(Code::ARGUMENT_COUNT, call.span, message));
            return None;
        }
        Some(Condition::Right(id, place))
    }

    pub(super) fn read_any(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        let (place, inner) = self.quantified(scope, call, 0, context)?;
        Some(Condition::Count(range(1, None), place, inner))
    }

    pub(super) fn read_none(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        let (place, inner) = self.quantified(scope, call, 0, context)?;
        Some(Condition::Count(range(0, Some(0)), place, inner))
    }

    pub(super) fn read_all(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        let (place, inner) = self.quantified(scope, call, 0, context)?;
        Some(Condition::All(place, inner))
    }

    pub(super) fn read_row(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        self.place(scope, &call.arguments[0], context.leg, false).map(Condition::Row)
    }

    pub(super) fn read_in_row(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        let counts = self.counts_argument(scope, &call.arguments[0]);
        let mut each = self.conjunction(scope, &call.arguments[1..], &context.inside(true))?;
        let here = self.at_anchor(Anchor::Here, scope.text, call.span);
        each.insert(0, Condition::Holds(Test::Ally, here));
        Some(Condition::InRow(counts?, self.whole_board(scope, call)?, each))
    }

    pub(super) fn read_count(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        let counts = self.counts_argument(scope, &call.arguments[0]);
        let quantified = self.quantified(scope, call, 1, context);
        let (counts, (place, inner)) = (counts?, quantified?);
        Some(Condition::Count(counts, place, inner))
    }

    /// The place of a quantifier (argument number `at`) and the conditions on each square. Without conditions it tests whether
    /// the square is occupied.
    fn quantified(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        at: usize,
        context: &Context<'_>,
    ) -> Option<(Place, Vec<Condition>)> {
        let place = self.place(scope, &call.arguments[at], context.leg, false);
        let mut inner = self.conjunction(scope, &call.arguments[at + 1..], &context.inside(true))?;
        if inner.is_empty() {
            let here = self.at_anchor(Anchor::Here, scope.text, call.span);
            inner.push(Condition::Holds(Test::Occupied, here));
        }
        Some((place?, inner))
    }

    pub(super) fn read_not(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        self.conjunction(scope, &call.arguments, &context.inside(false)).map(Condition::Not)
    }

    pub(super) fn read_or(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        let arguments = call.arguments.iter();
        let branches: Vec<_> = arguments
            .map(|one| self.conjunction(scope, std::slice::from_ref(one), &context.inside(false)))
            .collect();
        branches.into_iter().collect::<Option<_>>().map(Condition::Or)
    }

    pub(super) fn read_after(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        // Conditions on the move were already reported.
        let moveless = self.game.moveless.take();
        let after = self.conjunction(scope, &call.arguments, &context.inside(false));
        self.game.moveless = moveless;
        after.map(Condition::After)
    }

    /// `@Drop` occurs only in alternatives with legs. Whether this one has it is known after its effects are read.
    pub(super) fn read_without_drop(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        match context.leg {
            Some(_) => self.without_drop = Some(scope.text.locate(call.span)),
            None => self.game.findings.report(scope.text, no_drop(call.span)),
        }
        let inner = self.conjunction(scope, &call.arguments, &context.inside(false))?;
        context.leg.map(|_| Condition::WithoutDrop(inner))
    }

    /// Conditions on another move cannot use the legs of this one.
    pub(super) fn read_can(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        _: &mut Context<'_>,
    ) -> Option<Condition> {
        if !self.game.asks_for_moves {
            let message = "`@Can` tests the legal moves, so a condition of legal moves cannot use it";
            let finding = Diagnostic::new(Code::MOVES_ASKED, call.span, message)
                .help("use `@Can` in `pass` and `must` of `[moves]`, and in `ends`");
            self.game.findings.report(scope.text, finding);
            return None;
        }
        let moveless = self.game.moveless.take();
        let can = self.conjunction(scope, &call.arguments, &Context::outside());
        self.game.moveless = moveless;
        can.map(Condition::Can)
    }

    pub(super) fn read_in_hand(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Condition> {
        let counts = self.counts_argument(scope, &call.arguments[0]);
        let roles = self.roles_of(scope, &call.arguments[1..]);
        Some(Condition::InHand(counts?, roles?))
    }

    pub(super) fn read_counter(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Condition> {
        let counter = self.counter_argument(scope, &call.arguments[0]);
        let counts = self.counts_argument(scope, &call.arguments[1]);
        let counter = counter?;
        self.game.names.asked_counters.push(usize::from(counter.0));
        Some(Condition::Counter(counter, counts?, scope.text.locate(call.span)))
    }

    /// Records the place of a condition on points.
    pub(super) fn note_points(&mut self, scope: &Scope<'_>, call: &Call) {
        self.game.names.points_asked.push(scope.text.locate(call.span));
    }

    pub(super) fn read_full(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Condition> {
        let board = self.whole_board(scope, call)?;
        let here = self.at_anchor(Anchor::Here, scope.text, call.span);
        Some(Condition::Count(range(0, Some(0)), board, vec![Condition::Holds(Test::Empty, here)]))
    }

    /// All squares, for a call whose default is the whole board.
    fn whole_board(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Place> {
        let everywhere = self.game.ground.everywhere();
        let at = scope.text.locate(call.span);
        let zone = self.game.ground.written_out(&mut self.game.findings, everywhere, at)?;
        Some(self.at_anchor(Anchor::Zone(zone), scope.text, call.span))
    }

    pub(super) fn read_same(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<Condition> {
        let place = self.place(scope, &call.arguments[0], context.leg, false)?;
        Some(Condition::Same(place, self.at_anchor(context.here(), scope.text, call.span)))
    }

    pub(super) fn read_jump_over(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let counts = self.counts_argument(scope, &call.arguments[0]);
        let each = self.conjunction(scope, &call.arguments[1..], &Context::of_each(context.leg));
        let parts = context.parts.as_deref_mut()?;
        self.once(scope, call, parts.hurdles.is_some())?;
        parts.hurdles = Some((counts?, each?));
        Some(())
    }

    pub(super) fn read_ride(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let counts = match call.arguments.first() {
            Some(argument) => self.counts_argument(scope, argument)?,
            None => range(1, None),
        };
        let parts = context.parts.as_deref_mut()?;
        self.once(scope, call, parts.ride.is_some())?;
        parts.ride = Some(counts);
        Some(())
    }

    pub(super) fn read_where(&mut self, scope: &Scope<'_>, call: &Call, _: &mut Context<'_>) -> Option<()> {
        let (first, inner) = scope.deref(&call.arguments[0]);
        let named = match &first.kind {
            ArgumentKind::Counts(counts) => match counts.as_slice() {
                [
                    ast::Count {
                        sign: None,
                        amount: ast::Amount::Value(ast::Expression::Variable(name)),
                        span,
                    },
                ] => Some((name, *span)),
                _ => None,
            },
            _ => None,
        };
        let Some((name, span)) = named else {
            return self.wrong_kind(inner, first, "a variable such as `$n`");
        };
        let variable = self.variable(inner, name, span)?;
        let counts = self.counts_argument(scope, &call.arguments[1])?;
        self.variables[variable].bounds.push(counts);
        Some(())
    }

    fn once(&mut self, scope: &Scope<'_>, call: &Call, twice: bool) -> Option<()> {
        if twice {
            let message = format!("`@{}` occurs twice in one leg", call.name.text);
            self.report(scope, Diagnostic::new(Code::CALL_TWICE, call.span, message));
            return None;
        }
        Some(())
    }

    /// The conditions in arguments that are calls.
    pub(super) fn conjunction(
        &mut self,
        scope: &Scope<'_>,
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
                let failed = std::mem::replace(&mut self.failed, false);
                self.condition(scope, call, &mut context.inside(false), &mut all);
                fine &= !self.failed;
                self.failed |= failed;
            }
        }
        fine.then_some(all)
    }
}

/// The finding for `@WithoutDrop` without a `@Drop`.
pub(super) fn no_drop(span: Span) -> Diagnostic {
    let message = "`@WithoutDrop` needs a `@Drop` effect in the same alternative";
    Diagnostic::new(Code::NO_DROP, span, message)
        .help("use it in a pattern with `=> @Drop(…)`; elsewhere use `@After`")
}
