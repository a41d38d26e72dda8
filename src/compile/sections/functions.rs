//! `[functions]`: named conjunctions of predicates and lists of effects.

use std::collections::HashSet;

use crate::compile::functions::{Function, Functions};
use crate::compile::game::Game;
use crate::compile::lint::variables_of;
use crate::compile::read::text::Text;
use crate::compile::read::tree::Table;

use crate::compile::resolve::vocabulary::{self, EFFECTS};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::{
    self,
    ast::{Argument, ArgumentKind, Call},
};

/// Reads `[functions]` and reports cyclic calls.
pub(crate) fn read_functions(game: &mut Game<'_>, root: &Table) {
    let Some(table) = root.table_at(&mut game.findings, "functions") else { return };
    let mut functions: Vec<Function> = Vec::new();
    for entry in &table.entries {
        let head = syntax::parse_signature(&entry.key.value);
        let faulty = !head.diagnostics.is_empty();
        game.findings.report_all(&entry.key, head.diagnostics);
        let Some(head) = head.value.filter(|_| !faulty) else { continue };
        let name = head.name.text;
        let at = entry.key.at();
        if vocabulary::has(&name) {
            let message = format!("`@{name}` is a call of the language; give the function another name");
            game.findings.report_at(at, Code::NAME_TAKEN, message);
            continue;
        }
        if game.natives.has(&name) {
            let message = format!("`@{name}` is given by the program; give the function another name");
            game.findings.report_at(at, Code::NAME_TAKEN, message);
            continue;
        }
        if functions.iter().any(|other| other.name == name) {
            game.findings.report_at(at, Code::NAME_TAKEN, format!("there are two functions `{name}`"));
            continue;
        }
        let mut body = Vec::new();
        let mut broken = false;
        let texts: Vec<Text> =
            entry.value.strings(&mut game.findings, "a function").into_iter().cloned().collect();
        broken |= texts.is_empty();
        for text in texts {
            let parsed = syntax::parse_calls(&text.value);
            broken |= parsed.diagnostics.iter().any(Diagnostic::is_error);
            game.findings.report_all(&text, parsed.diagnostics);
            if let Some(calls) = parsed.value {
                body.push((text, calls));
            }
        }
        functions.push(Function { name, at, parameters: head.parameters, body, effects: false, broken });
    }
    find_cycles(game, &mut functions);
    find_kinds(game, &mut functions);
    let calls = functions.iter().flat_map(|function| &function.body).flat_map(|(_, calls)| calls);
    let variables = variables_of(calls);
    game.functions = Functions::new(functions, variables);
}

/// Marks functions that call themselves, directly or not, as broken.
fn find_cycles(game: &mut Game<'_>, functions: &mut [Function]) {
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
        game.findings.add(finding.in_source(function.at.0));
    }
}

/// Determines which functions are effects.
fn find_kinds(game: &mut Game<'_>, functions: &mut [Function]) {
    // Without cycles, the kinds are final after as many rounds as the longest call chain.
    let mut named: HashSet<String> = game.natives.names_of_effects().map(String::from).collect();
    named.extend(EFFECTS.iter().map(|word| word.name.to_owned()));
    for _ in 0..=functions.len() {
        let effects: Vec<bool> = functions
            .iter()
            .map(|function| {
                function.body.iter().flat_map(|(_, calls)| calls).any(|call| named.contains(&call.name.text))
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

/// The names of all calls in a call.
fn collect(call: &Call, out: &mut Vec<String>) {
    out.push(call.name.text.clone());
    call.arguments.iter().for_each(|argument| collect_argument(argument, out));
}

fn collect_argument(argument: &Argument, out: &mut Vec<String>) {
    match &argument.kind {
        ArgumentKind::Calls(calls) => calls.iter().for_each(|call| collect(call, out)),
        ArgumentKind::Runs(..) | ArgumentKind::Span(..) => {
            argument.inner().for_each(|part| collect_argument(part, out));
        }
        ArgumentKind::Counts(_) | ArgumentKind::Steps { .. } | ArgumentKind::Name(_) => {}
    }
}
