//! `[functions]`: conjunctions of predicates and lists of effects under a name.

use std::rc::Rc;

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::{
    self,
    ast::{Argument, ArgumentKind, Call},
};

use crate::compile::caps::MAX_FUNCTION_DEPTH;
use crate::compile::game::{Function, Game, unknown};
use crate::compile::read::text::Text;
use crate::compile::read::tree::Table;
use crate::compile::resolve::alternative::Scope;
use crate::compile::resolve::predicates::{EFFECTS, PREDICATES};

impl Game<'_> {
    /// Reads `[functions]` and says where they call one another in a circle.
    pub fn read_functions(&mut self, root: &Table) {
        let Some(table) = self.table_at(root, "functions") else { return };
        let mut functions: Vec<Function> = Vec::new();
        for entry in &table.entries {
            let head = syntax::parse_signature(&entry.key.value);
            let faulty = !head.diagnostics.is_empty();
            head.diagnostics.into_iter().for_each(|finding| self.report(&entry.key, finding));
            let Some(head) = head.value.filter(|_| !faulty) else { continue };
            let name = head.name.text;
            let at = (entry.key.source, entry.key.span);
            if PREDICATES.contains(&name.as_str()) || EFFECTS.contains(&name.as_str()) {
                let message = format!("`@{name}` is a call of the language; give the function another name");
                self.report_at(at, Code::NAME_TAKEN, message);
                continue;
            }
            if self.natives.has(&name) {
                let message = format!("`@{name}` is given by the program; give the function another name");
                self.report_at(at, Code::NAME_TAKEN, message);
                continue;
            }
            if functions.iter().any(|other| other.name == name) {
                self.report_at(at, Code::NAME_TAKEN, format!("there are two functions `{name}`"));
                continue;
            }
            let mut body = Vec::new();
            let mut broken = false;
            let texts: Vec<Text> = self.strings(&entry.value, "a function").into_iter().cloned().collect();
            broken |= texts.is_empty();
            for text in texts {
                let parsed = syntax::parse_calls(&text.value);
                broken |= parsed.diagnostics.iter().any(Diagnostic::is_error);
                parsed.diagnostics.into_iter().for_each(|finding| self.report(&text, finding));
                if let Some(calls) = parsed.value {
                    body.push((text, calls));
                }
            }
            functions.push(Function { name, at, parameters: head.parameters, body, effects: false, broken });
        }
        self.functions_used = vec![false; functions.len()];
        self.find_cycles(&mut functions);
        self.find_kinds(&mut functions);
        self.functions = Rc::new(functions);
    }

    /// Marks functions that lead back to themselves as broken.
    fn find_cycles(&mut self, functions: &mut [Function]) {
        let links: Vec<Vec<usize>> = functions
            .iter()
            .map(|function| {
                let mut names = Vec::new();
                function.body.iter().flat_map(|(_, calls)| calls).for_each(|call| collect(call, &mut names));
                names.iter().filter_map(|name| functions.iter().position(|f| &f.name == name)).collect()
            })
            .collect();
        let mut told = vec![false; functions.len()];
        for start in 0..functions.len() {
            // The shortest way back, breadth first.
            let mut before = vec![None; functions.len()];
            let mut queue = std::collections::VecDeque::from([start]);
            let mut end = None;
            while let Some(at) = queue.pop_front() {
                if links[at].contains(&start) {
                    end = Some(at);
                    break;
                }
                for &next in &links[at] {
                    if next != start && before[next].is_none() {
                        before[next] = Some(at);
                        queue.push_back(next);
                    }
                }
            }
            let Some(end) = end else { continue };
            functions[start].broken = true;
            if told[start] {
                continue;
            }
            let mut chain = vec![start];
            let mut at = Some(end);
            while let Some(index) = at {
                chain.push(index);
                told[index] = true;
                at = if index == start { None } else { before[index] };
            }
            if chain.last() != Some(&start) {
                chain.push(start);
            }
            chain.reverse();
            let names: Vec<&str> = chain.iter().map(|&at| functions[at].name.as_str()).collect();
            let function = &functions[start];
            let finding = Diagnostic::new(
                Code::FUNCTION_CYCLE,
                function.at.1,
                format!("the function `{}` calls itself", function.name),
            )
            .help(format!("the chain is {}", names.join(" → ")));
            self.add(finding.in_source(function.at.0));
        }
    }

    /// Finds out which functions name effects.
    fn find_kinds(&mut self, functions: &mut [Function]) {
        // Functions without a circle are settled after as many rounds as the longest chain is long.
        let natives = self.natives;
        let mut named: std::collections::HashSet<String> =
            natives.effects.iter().map(|native| native.name.clone()).collect();
        named.extend(EFFECTS.map(String::from));
        for _ in 0..=functions.len() {
            let effects: Vec<bool> = functions
                .iter()
                .map(|function| {
                    function
                        .body
                        .iter()
                        .flat_map(|(_, calls)| calls)
                        .any(|call| named.contains(&call.name.text))
                })
                .collect();
            let mut changed = false;
            for (function, effects) in functions.iter_mut().zip(effects) {
                changed |= function.effects != effects;
                function.effects = effects;
                if effects {
                    named.insert(function.name.clone());
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// Hands on every call of the function that a call names, written out, with the scope that it stands in. `effects`
    /// says which kind of function is wanted. `None`: something is wrong, and has been said.
    pub fn inner_calls(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        effects: bool,
        act: &mut dyn FnMut(&mut Self, &Scope<'_>, &Call),
    ) -> Option<()> {
        let functions = Rc::clone(&self.functions);
        let Some(index) = functions.iter().position(|function| function.name == call.name.text) else {
            return self.unknown_call(scope, call, effects);
        };
        self.functions_used[index] = true;
        let function = &functions[index];
        if function.broken {
            return None;
        }
        if function.effects != effects {
            return self.wrong_side(scope, call, effects);
        }
        self.arity(scope, call, function.parameters.len(), function.parameters.len())?;
        self.depth(scope, call)?;
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

    /// Says that a call stands on the wrong side of `=>`: an effect among predicates, or (where `effects` are wanted)
    /// a predicate among effects. Always `None`.
    pub fn wrong_side(&mut self, scope: &Scope<'_>, call: &Call, effects: bool) -> Option<()> {
        let name = &call.name.text;
        let finding = if effects {
            let message = format!("`@{name}` is something that holds, not something that happens");
            Diagnostic::new(Code::PREDICATE_AS_EFFECT, call.span, message)
                .help("conditions stand left of `=>`, in the leg that they restrict")
        } else {
            let message = format!("`@{name}` is something that happens, not something that holds");
            Diagnostic::new(Code::EFFECT_AS_PREDICATE, call.span, message)
                .help("effects stand right of `=>`, at the end of the alternative")
        };
        self.report(scope.text, finding);
        None
    }

    fn depth(&mut self, scope: &Scope<'_>, call: &Call) -> Option<()> {
        if scope.depth < MAX_FUNCTION_DEPTH {
            return Some(());
        }
        let message = format!("functions call one another more than {MAX_FUNCTION_DEPTH} deep");
        self.report(scope.text, Diagnostic::new(Code::FUNCTIONS_TOO_DEEP, call.span, message));
        None
    }

    fn unknown_call(&mut self, scope: &Scope<'_>, call: &Call, effect: bool) -> Option<()> {
        let name = &call.name.text;
        let functions = Rc::clone(&self.functions);
        let natives = self.natives;
        let mut known: Vec<&str> = if effect { EFFECTS.to_vec() } else { PREDICATES.to_vec() };
        known.extend(functions.iter().filter(|f| f.effects == effect).map(|f| f.name.as_str()));
        if effect {
            known.extend(natives.effects.iter().map(|native| native.name.as_str()));
        } else {
            known.extend(natives.predicates.iter().map(|native| native.name.as_str()));
        }
        let what = if effect { "effect" } else { "predicate" };
        let message = format!("there is no {what} or function `@{name}`");
        let finding = unknown(Code::UNKNOWN_CALL, call.name.span, message, name, known)
            .help("functions of one's own are declared in `[functions]`");
        self.report(scope.text, finding);
        None
    }
}

/// The names of all calls in a call.
fn collect(call: &Call, out: &mut Vec<String>) {
    out.push(call.name.text.clone());
    call.arguments.iter().for_each(|argument| collect_argument(argument, out));
}

fn collect_argument(argument: &Argument, out: &mut Vec<String>) {
    match &argument.kind {
        ArgumentKind::Calls(calls) => calls.iter().for_each(|call| collect(call, out)),
        ArgumentKind::Span(a, b) => {
            collect_argument(a, out);
            collect_argument(b, out);
        }
        ArgumentKind::Counts(_) | ArgumentKind::Steps { .. } | ArgumentKind::Name(_) => {}
    }
}
