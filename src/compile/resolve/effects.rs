//! Resolves calls that are effects: those of the language, functions of the rule file, natives of the program.

use crate::syntax::ast::{Argument, ArgumentKind, Call};
use crate::variant::{Effect, RoleId};

use super::Resolver;
use super::scope::{Context, Scope};
use super::template::{Action, Place};
use super::vocabulary::{self, Does};

impl Resolver<'_, '_> {
    /// The effects that a call expands to.
    pub(super) fn action(&mut self, scope: &Scope<'_>, call: &Call, out: &mut Vec<Action>) {
        let outer = std::mem::replace(&mut self.in_effect, true);
        if self.count_call(scope, call) && self.act(scope, call, out).is_none() {
            self.failed = true;
        }
        self.in_effect = outer;
    }

    /// `None` if an error was reported.
    fn act(&mut self, scope: &Scope<'_>, call: &Call, out: &mut Vec<Action>) -> Option<()> {
        let name = call.name.text.as_str();
        let Some(word) = vocabulary::effect(name) else {
            return match self.game.natives.effect(name) {
                _ if vocabulary::predicate(name).is_some() => self.wrong_side(scope, call, true),
                Some(native) => {
                    self.arity(scope, call, (0, 0))?;
                    out.push(Action::Plain(Effect::Native(native)));
                    Some(())
                }
                None => self.written_out(scope, call, true, &mut |resolver, inner, call| {
                    resolver.action(inner, call, out);
                }),
            };
        };
        self.arity(scope, call, word.arguments)?;
        out.push(match word.form {
            Does::Plain(effect) => Action::Plain(effect()),
            Does::Action(read) => read(self, scope, call)?,
        });
        Some(())
    }

    /// A place in an effect. Effects are applied after all legs, so every label has a direction.
    fn effect_place(&mut self, scope: &Scope<'_>, argument: &Argument, single: bool) -> Option<Place> {
        self.place(scope, argument, None, single)
    }

    pub(super) fn read_take(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        let place = self.effect_place(scope, &call.arguments[0], false);
        let filter = self.conjunction(scope, &call.arguments[1..], &Context::of_each(None));
        Some(Action::Take(place?, filter?))
    }

    pub(super) fn read_shift(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        let from = self.effect_place(scope, &call.arguments[0], true);
        let to = self.effect_place(scope, &call.arguments[1], true);
        Some(Action::Shift(from?, to?))
    }

    pub(super) fn read_mark(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        self.effect_place(scope, &call.arguments[0], false).map(Action::Mark)
    }

    pub(super) fn read_flip(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        let place = self.effect_place(scope, &call.arguments[0], false);
        let filter = self.conjunction(scope, &call.arguments[1..], &Context::of_each(None));
        Some(Action::Flip(place?, filter?))
    }

    pub(super) fn read_put(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        let role = self.role_argument(scope, &call.arguments[0]);
        let place = self.effect_place(scope, &call.arguments[1], false);
        Some(Action::Put(role?, place?))
    }

    pub(super) fn read_to_hand(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        self.effect_place(scope, &call.arguments[0], false).map(Action::ToHand)
    }

    /// Roles, followed by the square for the dropped piece.
    pub(super) fn read_drop(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        let (last, roles) = call.arguments.split_last()?;
        let roles: Vec<Option<RoleId>> = roles.iter().map(|one| self.role_argument(scope, one)).collect();
        let place = self.effect_place(scope, last, true);
        Some(Action::Drop(roles.into_iter().collect::<Option<_>>()?, place?))
    }

    /// A counter, followed by an integer with an optional sign.
    pub(super) fn read_count_change(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        let counter = self.counter_argument(scope, &call.arguments[0]);
        let number = self.number_argument(scope, &call.arguments[1]);
        Some(Action::Plain(Effect::Add(counter?, number?)))
    }

    /// A counter, followed by its new value: an integer or another counter.
    pub(super) fn read_count_set(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        let counter = self.counter_argument(scope, &call.arguments[0]);
        let (value, _) = scope.deref(&call.arguments[1]);
        Some(Action::Plain(if matches!(value.kind, ArgumentKind::Name(_)) {
            let other = self.counter_argument(scope, &call.arguments[1])?;
            self.game.names.asked_counters.push(usize::from(other.0));
            Effect::Copy(counter?, other)
        } else {
            let number = self.number_argument(scope, &call.arguments[1]);
            Effect::Set(counter?, number?)
        }))
    }

    /// A right; for a right by square also the square.
    pub(super) fn read_right_change(&mut self, scope: &Scope<'_>, call: &Call, gain: bool) -> Option<Action> {
        let id = self.right_argument(scope, &call.arguments[0])?;
        let place = match call.arguments.get(1) {
            Some(argument) => Some(self.effect_place(scope, argument, true)?),
            None => None,
        };
        Some(Action::Grant(id, place, gain))
    }

    pub(super) fn read_become(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        let role = self.role_argument(scope, &call.arguments[0])?;
        Some(Action::Plain(Effect::Become(role)))
    }

    pub(super) fn read_promote(&mut self, scope: &Scope<'_>, call: &Call) -> Option<Action> {
        let roles: Vec<Option<RoleId>> =
            call.arguments.iter().map(|argument| self.role_argument(scope, argument)).collect();
        let roles = roles.into_iter().collect::<Option<_>>()?;
        Some(Action::Plain(Effect::Promote(roles)))
    }
}
