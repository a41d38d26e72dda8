//! Expands functions of the rule file where they are called.

use std::rc::Rc;

use crate::compile::caps::MAX_FUNCTION_DEPTH;
use crate::compile::findings::unknown;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::Call;

use super::Resolver;
use super::missing::missing;
use super::scope::Scope;
use super::vocabulary::{EFFECTS, PREDICATES};

impl Resolver<'_, '_> {
    /// Passes every call in the called function's body, with its scope, to the caller. `effects` is the expected kind of
    /// function. `None` if an error was reported.
    pub(super) fn written_out(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        effects: bool,
        act: &mut dyn FnMut(&mut Self, &Scope<'_>, &Call),
    ) -> Option<()> {
        let functions = Rc::clone(&self.game.functions.all);
        let Some(index) = functions.iter().position(|function| function.name == call.name.text) else {
            return self.unknown_call(scope, call, effects);
        };
        self.game.functions.used[index] = true;
        let function = &functions[index];
        if function.broken {
            return None;
        }
        if function.effects != effects {
            return self.wrong_side(scope, call, effects);
        }
        self.arity(scope, call, (function.parameters.len(), function.parameters.len()))?;
        if scope.depth >= MAX_FUNCTION_DEPTH {
            let message = format!("functions call one another more than {MAX_FUNCTION_DEPTH} deep");
            self.report(scope, Diagnostic::new(Code::FUNCTIONS_TOO_DEEP, call.span, message));
            return None;
        }
        for (text, calls) in &function.body {
            let inner = Scope {
                text,
                parameters: &function.parameters,
                arguments: &call.arguments,
                outer: Some(scope),
                depth: scope.depth + 1,
            };
            calls.iter().for_each(|call| act(self, &inner, call));
        }
        Some(())
    }

    /// Reports a call on the wrong side of `=>`: an effect among predicates, or (if `effects` are expected) a predicate among
    /// effects. Always `None`.
    pub(super) fn wrong_side(&mut self, scope: &Scope<'_>, call: &Call, effects: bool) -> Option<()> {
        let name = &call.name.text;
        let finding = if effects {
            let message = format!("`@{name}` is a predicate, not an effect");
            Diagnostic::new(Code::PREDICATE_AS_EFFECT, call.span, message)
                .help("write conditions left of `=>`, in the leg that they restrict")
        } else {
            let message = format!("`@{name}` is an effect, not a predicate");
            Diagnostic::new(Code::EFFECT_AS_PREDICATE, call.span, message)
                .help("write effects right of `=>`, at the end of the alternative")
        };
        self.report(scope, finding);
        None
    }

    fn unknown_call(&mut self, scope: &Scope<'_>, call: &Call, effect: bool) -> Option<()> {
        let name = &call.name.text;
        if let Some((what, written)) = self.name_as_call(call).filter(|_| !effect) {
            let message = format!("`{name}` is {what}, not a predicate");
            let finding = Diagnostic::new(Code::UNKNOWN_CALL, call.span, message);
            let fix = format!("test it with `{written}`");
            self.report(scope, finding.fix(call.span, written, fix));
            return None;
        }
        let functions = self.game.functions.all.iter().filter(|function| function.effects == effect);
        let mut known: Vec<&str> = if effect {
            EFFECTS.iter().map(|word| word.name).chain(self.game.natives.names_of_effects()).collect()
        } else {
            let words = PREDICATES.iter().map(|word| word.name);
            words.chain(self.game.natives.names_of_predicates()).collect()
        };
        known.extend(functions.map(|function| function.name.as_str()));
        let what = if effect { "effect" } else { "predicate" };
        let message = format!("there is no {what} or function `@{name}`");
        let finding = unknown(Code::UNKNOWN_CALL, call.name.span, message, name, known)
            .help("declare your own functions in `[functions]`");
        let finding = match missing(name).filter(|_| finding.fix.is_none()) {
            Some(sentence) => finding.help(format!("{sentence} (see docs/not-yet.md)")),
            None => finding,
        };
        self.report(scope, finding);
        None
    }

    /// The kind of a name that is called like a predicate, and the predicate to use instead.
    fn name_as_call(&mut self, call: &Call) -> Option<(&'static str, String)> {
        let name = call.name.text.as_str();
        if !call.arguments.is_empty() {
            return None;
        }
        let game = &mut *self.game;
        if game.ground.zone(name).is_some() {
            Some(("a zone", format!("@To({name})")))
        } else if game.names.role(name).is_some() {
            Some(("a piece", format!("@Is({name})")))
        } else if game.names.rights.iter().any(|right| right.name == name) {
            Some(("a right", format!("@Right({name})")))
        } else if game.ground.player(name).is_some() {
            Some(("a player", format!("@By({name})")))
        } else {
            None
        }
    }
}
