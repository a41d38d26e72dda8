//! Resolves chains: allowed conditions and effects of their legs, and the text after their braces.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{self, Call};
use crate::variant::{Mode, Predicate, Test};

use super::Resolver;
use super::scope::{LegParts, Scope};
use super::template::{Action, Condition, Repeat};

impl Resolver<'_, '_> {
    /// The text after a chain's braces; reports unsupported combinations.
    pub(super) fn repeat(
        &mut self,
        scope: &Scope<'_>,
        ast: &ast::Alternative,
        repeat: &ast::Repeat,
        mode: Mode,
        effects: &[Action],
    ) -> Repeat {
        if mode != Mode::Move {
            let message = "write a chain under `move`: its effects make the captures";
            self.fail(scope, Diagnostic::new(Code::CHAIN_MODE, ast.span, message));
        }
        let takes = |action: &Action| matches!(action, Action::Take(..));
        if effects.iter().any(|action| !takes(action)) {
            let other = ast.effects.iter().find(|call| call.name.text != "Take");
            let message = "the only effect of a chain is `@Take`";
            let at = other.map_or(ast.span, |call| call.span);
            self.fail(scope, Diagnostic::new(Code::CHAIN_EFFECTS, at, message));
        } else if effects.is_empty() && !self.failed {
            let finding = Diagnostic::new(
                Code::CHAIN_EFFECTS,
                ast.span,
                "this chain captures nothing, so it would never end",
            )
            .help("every repetition must capture something: `=> @Take(Leg 1)`");
            self.fail(scope, finding);
        }
        let mut full = false;
        for call in &repeat.guards {
            if call.name.text == "Full" && call.arguments.is_empty() {
                full = true;
                continue;
            }
            let message = format!("`@{}` cannot be a condition of a whole chain", call.name.text);
            let finding = Diagnostic::new(Code::CHAIN_QUESTION, call.span, message)
                .help("only `@Full` may follow the braces; write conditions of each repetition in its legs");
            self.fail(scope, finding);
        }
        Repeat { counts: repeat.counts.iter().filter_map(|count| self.count(scope, count)).collect(), full }
    }

    /// Reports a call in a leg of a chain that is only defined for a whole move.
    pub(super) fn check_link(
        &mut self,
        scope: &Scope<'_>,
        call: &Call,
        asked: &[Condition],
        parts: &LegParts,
    ) {
        let hurdles = parts.hurdles.iter().flat_map(|(_, each)| each);
        if asked.iter().chain(hurdles).any(asks_whole_move) {
            let message = format!("`@{}` cannot be a condition in a leg of a chain", call.name.text);
            let finding = Diagnostic::new(Code::CHAIN_QUESTION, call.span, message)
                .help("the legs of a chain may test pieces on squares, but not the whole move or replies");
            self.fail(scope, finding);
        }
    }

    fn fail(&mut self, scope: &Scope<'_>, finding: Diagnostic) {
        self.report(scope, finding);
        self.failed = true;
    }
}

/// Whether a condition refers to the whole move or to the opponent's replies.
fn asks_whole_move(condition: &Condition) -> bool {
    let some = |inner: &[Condition]| inner.iter().any(asks_whole_move);
    match condition {
        Condition::Holds(test, _) => matches!(test, Test::Attacked | Test::NotAttacked | Test::Mobile),
        Condition::Count(_, _, inner) | Condition::All(_, inner) | Condition::Not(inner) => some(inner),
        Condition::Or(branches) => branches.iter().any(|branch| some(branch)),
        Condition::After(_) | Condition::WithoutDrop(_) | Condition::Can(_) => true,
        Condition::Plain(predicate) => matches!(
            predicate,
            Predicate::Checks
                | Predicate::Mates
                | Predicate::Takes(_)
                | Predicate::Drops(_)
                | Predicate::Passes
                | Predicate::InCheck
        ),
        _ => false,
    }
}
