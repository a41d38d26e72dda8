//! Calls that do something: the effects of the language, functions of the rule file, natives of the program.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::Call;
use crate::variant::Effect;

use crate::compile::game::Game;
use crate::compile::resolve::alternative::{Frame, Scope};
use crate::compile::resolve::predicates::{Context, PREDICATES};
use crate::compile::resolve::template::Action;

impl Game<'_> {
    /// The effects that a call stands for.
    pub fn action(&mut self, scope: &Scope<'_>, frame: &mut Frame, call: &Call, out: &mut Vec<Action>) {
        if !self.count_call(scope, frame, call) {
            return;
        }
        if self.builtin_action(scope, frame, call, out).is_none() {
            frame.failed = true;
        }
    }

    fn builtin_action(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        call: &Call,
        out: &mut Vec<Action>,
    ) -> Option<()> {
        let name = call.name.text.as_str();
        let arguments = call.arguments.as_slice();
        // Effects happen after all legs, so every label has its direction.
        let leg = None;
        match name {
            "Take" => {
                self.arity(scope, call, 1, usize::MAX)?;
                let place = self.place(scope, frame, &arguments[0], leg, false);
                let filter = Context { leg, nested: true, parts: None };
                let filter = self.conjunction(scope, frame, &arguments[1..], &filter);
                out.push(Action::Take(place?, filter?));
            }
            "Shift" => {
                self.arity(scope, call, 2, 2)?;
                let from = self.place(scope, frame, &arguments[0], leg, true);
                let to = self.place(scope, frame, &arguments[1], leg, true);
                out.push(Action::Shift(from?, to?));
            }
            "Mark" => {
                self.arity(scope, call, 1, 1)?;
                out.push(Action::Mark(self.place(scope, frame, &arguments[0], leg, false)?));
            }
            "Flip" => {
                self.arity(scope, call, 1, 1)?;
                out.push(Action::Flip(self.place(scope, frame, &arguments[0], leg, false)?));
            }
            "TakeMarker" => {
                self.arity(scope, call, 0, 0)?;
                out.push(Action::Plain(Effect::TakeMarker));
            }
            "Promote" | "Become" => {
                self.arity(scope, call, 1, if name == "Become" { 1 } else { usize::MAX })?;
                let mut roles = Vec::new();
                let mut fine = true;
                for argument in arguments {
                    match self.role_argument(scope, argument) {
                        Some(role) => roles.push(role),
                        None => fine = false,
                    }
                }
                fine.then_some(())?;
                out.push(Action::Plain(match (name, roles.as_slice()) {
                    ("Become", [role]) => Effect::Become(*role),
                    _ => Effect::Promote(roles),
                }));
            }
            "Put" => {
                self.arity(scope, call, 2, 2)?;
                let role = self.role_argument(scope, &arguments[0]);
                let place = self.place(scope, frame, &arguments[1], leg, false);
                out.push(Action::Put(role?, place?));
            }
            "ToHand" => {
                let finding =
                    Diagnostic::new(Code::NOT_YET, call.span, "pieces in hand are not supported yet");
                self.report(scope.text, finding);
                return None;
            }
            _ if PREDICATES.contains(&name) => return self.wrong_side(scope, call, true),
            _ => return self.named_action(scope, frame, call, out),
        }
        Some(())
    }

    fn named_action(
        &mut self,
        scope: &Scope<'_>,
        frame: &mut Frame,
        call: &Call,
        out: &mut Vec<Action>,
    ) -> Option<()> {
        let name = call.name.text.as_str();
        if let Some(native) = self.natives.effects.iter().find(|native| native.name == name) {
            self.arity(scope, call, 0, 0)?;
            let at = self.native_effects.iter().position(|known| known.name == name);
            let at = at.unwrap_or_else(|| {
                self.native_effects.push(native.clone());
                self.native_effects.len() - 1
            });
            out.push(Action::Plain(Effect::Native(at as u16)));
            return Some(());
        }
        self.inner_calls(scope, call, true, &mut |game, inner, call| game.action(inner, frame, call, out))
    }
}
