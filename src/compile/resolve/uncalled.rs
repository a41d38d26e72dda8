//! Functions that nothing calls: their bodies are read all the same, so that a wrong name in them is found.

use std::collections::HashSet;
use std::rc::Rc;

use crate::diagnostic::Code;
use crate::syntax::ast::{Argument, ArgumentKind, Call};

use crate::compile::caps::MAX_LEGS;
use crate::compile::game::{Declared, Function, Game};
use crate::compile::resolve::alternative::{Frame, LegParts, Scope};
use crate::compile::resolve::predicates::Context;
use crate::compile::resolve::template::At;

/// What depends on the alternative that calls the function, and so is not wrong as long as none does.
const OF_THE_CALLER: [Code; 5] = [
    Code::LABEL_WITHOUT_DIRECTION,
    Code::LABEL_KIND,
    Code::UNBOUNDED_VARIABLE,
    Code::NO_SUCH_LEG,
    Code::NOT_ALONE,
];

impl Game<'_> {
    /// Reads the bodies of the functions that no pattern or hook calls. They count as unused ever after, and so do names
    /// that only they use.
    pub fn resolve_unused_functions(&mut self) {
        let functions = Rc::clone(&self.functions);
        let used = self.functions_used.clone();
        let names = [&self.zone_names, &self.roles, &self.rights].map(|all| flags(all));
        let undisturbed = self.tracks_undisturbed;
        let natives = (self.native_predicates.len(), self.native_effects.len());
        for (function, _) in
            functions.iter().zip(&used).filter(|(function, used)| !**used && !function.broken)
        {
            self.resolve_body(function);
        }
        self.functions_used = used;
        for (all, flags) in [&mut self.zone_names, &mut self.roles, &mut self.rights].into_iter().zip(names) {
            all.iter_mut().zip(flags).for_each(|(one, used)| one.used = used);
        }
        self.tracks_undisturbed = undisturbed;
        self.native_predicates.truncate(natives.0);
        self.native_effects.truncate(natives.1);
    }

    fn resolve_body(&mut self, function: &Function) {
        let before = self.findings.len();
        let mut parameters = HashSet::new();
        let mut frame = Frame { legs: MAX_LEGS, ..Frame::default() };
        for (text, calls) in &function.body {
            let scope = Scope::new(text);
            for call in calls {
                uses(call, function, &mut |argument| {
                    parameters.insert(text.locate(argument.span));
                });
                if function.effects {
                    self.action(&scope, &mut frame, call, &mut Vec::new());
                } else {
                    let mut parts = LegParts::default();
                    let mut context = Context { leg: Some(0), nested: false, parts: Some(&mut parts) };
                    self.condition(&scope, &mut frame, call, &mut context, &mut Vec::new());
                }
            }
        }
        // A parameter may stand for anything.
        let new = self.findings.split_off(before);
        self.findings.extend(new.into_iter().filter(|finding| {
            let at: At = (finding.source, finding.span);
            !OF_THE_CALLER.contains(&finding.code) && !parameters.contains(&at)
        }));
    }
}

fn flags(all: &[Declared]) -> Vec<bool> {
    all.iter().map(|one| one.used).collect()
}

/// Calls `f` with every argument that is a parameter of the function.
fn uses(call: &Call, function: &Function, f: &mut impl FnMut(&Argument)) {
    call.arguments.iter().for_each(|argument| uses_in(argument, function, f));
}

fn uses_in(argument: &Argument, function: &Function, f: &mut impl FnMut(&Argument)) {
    match &argument.kind {
        ArgumentKind::Calls(calls) => calls.iter().for_each(|call| uses(call, function, f)),
        ArgumentKind::Span(a, b) => {
            uses_in(a, function, f);
            uses_in(b, function, f);
        }
        ArgumentKind::Name(name) => {
            if function.parameters.iter().any(|parameter| parameter.text == name.text) {
                f(argument);
            }
        }
        ArgumentKind::Counts(_) | ArgumentKind::Steps { .. } => {}
    }
}
