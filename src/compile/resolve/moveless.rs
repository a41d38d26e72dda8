//! Checks conditions that are evaluated without a move: ends, counts, passes, the precondition of a compulsion. Predicates
//! about a move, or a square of the move, have no meaning there.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{AnchorKind, Argument, ArgumentKind, Call};

use super::Resolver;
use super::scope::{Context, Scope};
use super::vocabulary::{self, Asks};

/// A text whose conditions are evaluated without a move.
#[derive(Clone, Debug)]
pub(crate) struct Moveless {
    /// A suggestion in which conditions on unspecified squares are wrapped in a quantifier.
    rewritten: Option<String>,
    /// The span of the whole text.
    all: Span,
    /// Whether the suggestion was shown.
    offered: bool,
}

/// Predicates about a move, and the equivalent question about a position.
const OF_A_MOVE: [(&str, &str); 6] = [
    (
        "Takes",
        "set a counter in a hook, `aftermove = \"@Takes(…) => @Set(done, 1)\"`, and test `@Counter(done, 1)`",
    ),
    (
        "Drops",
        "set a counter in a hook, `aftermove = \"@Drops(…) => @Set(done, 1)\"`, and test `@Counter(done, 1)`",
    ),
    ("Passes", "`@Passed(1)` holds when the last move was a pass"),
    ("Checks", "`@InCheck` asks whether the player stands in check: `loss = \"@InCheck\"`"),
    ("Mates", "checkmate ends the game without a condition; its result is `checkmate`"),
    ("After", "the position is the one after the move: leave out `@After`"),
];

/// Predicates on the contents of a square. They need no additional test of the owner.
const CONTENTS: [&str; 7] = ["Ally", "Own", "Opponent", "Empty", "Occupied", "NoAlly", "NoOpponent"];

impl Moveless {
    /// For the calls of a whole text.
    pub fn of(calls: &[Call], all: Span) -> Self {
        Self { rewritten: in_place(calls), all, offered: false }
    }
}

impl Resolver<'_, '_> {
    /// Reports a predicate about a move where there is none.
    pub(super) fn check_moveless(&mut self, scope: &Scope<'_>, call: &Call, context: &Context<'_>) {
        let Some(moveless) = self.game.moveless.clone() else { return };
        let name = call.name.text.as_str();
        if let Some((_, instead)) = OF_A_MOVE.iter().find(|(of_a_move, _)| *of_a_move == name) {
            let message = format!("`@{name}` needs a move, and this condition is tested without one");
            let finding = Diagnostic::new(Code::ASKS_OF_A_MOVE, call.span, message).help(*instead);
            return self.report(scope, finding);
        }
        let nowhere = match name {
            "To" => true,
            "On" | "Same" | "Is" => !context.nested && (name != "Is" || !self.has_place(scope, call)),
            _ => {
                let square = |asks: &Asks| matches!(asks, Asks::Square(_) | Asks::Contents(_));
                !context.nested
                    && call.arguments.is_empty()
                    && vocabulary::predicate(name).is_some_and(|word| square(&word.form))
            }
        };
        let offer = moveless.rewritten.filter(|_| scope.outer.is_none());
        if !nowhere || offer.is_some() && moveless.offered {
            return;
        }
        let message =
            format!("`@{name}` needs a square of a move, and this condition is tested without a move");
        let mut finding = Diagnostic::new(Code::ASKS_OF_A_MOVE, call.span, message);
        finding = match offer {
            Some(text) => finding.fix(moveless.all, text, "name the squares"),
            None if context.nested => finding.help("`@On(…)` tests one square"),
            None => finding.help(format!(
                "name the squares: `@Any(Board, {})` for some square, `@None(Board, …)` for none",
                call.to_string().replace("@On(", "@Ally @On(").replace("@To(", "@Ally @On(")
            )),
        };
        if let Some(moveless) = &mut self.game.moveless {
            moveless.offered |= finding.fix.is_some();
        }
        self.report(scope, finding);
    }

    /// Reports a place relative to a move where there is none.
    pub(super) fn check_moveless_place(&mut self, scope: &Scope<'_>, argument: &Argument) {
        let ArgumentKind::Steps { anchor, .. } = &argument.kind else { return };
        if self.game.moveless.is_none()
            || anchor.as_ref().is_some_and(|anchor| anchor.kind == AnchorKind::Here)
        {
            return;
        }
        let message = match anchor {
            Some(anchor) => {
                format!("`{anchor}` is a square of a move, and this condition is tested without one")
            }
            None => format!(
                "`{argument}` counts from the origin of a move, and this condition is tested without one"
            ),
        };
        let help = "`Here` is each square that `@Any`, `@All`, `@None` or `@Count` looks at: `@Any(Board, @Ally(Here Rank +1))`";
        self.report(scope, Diagnostic::new(Code::ASKS_OF_A_MOVE, argument.span, message).help(help));
    }

    /// Whether the last argument of `@Is` is a place.
    fn has_place(&self, scope: &Scope<'_>, call: &Call) -> bool {
        call.arguments.iter().any(|argument| match &scope.deref(argument).0.kind {
            ArgumentKind::Name(name) => self.game.names.roles.iter().all(|role| role.name != name.text),
            _ => true,
        })
    }
}

/// Conditions on one square, rewritten to hold on some square of the region that they name, or of the board. `None` if they
/// name neither a region nor a piece, or if that is ambiguous.
fn in_place(calls: &[Call]) -> Option<String> {
    let names = |call: &Call| call.arguments.iter().all(|one| matches!(one.kind, ArgumentKind::Name(_)));
    let region =
        calls.iter().find(|call| matches!(&*call.name.text, "On" | "To") && call.arguments.len() == 1);
    let of_square = |call: &Call| match call.name.text.as_str() {
        "Is" => !call.arguments.is_empty() && names(call),
        name => CONTENTS.contains(&name) && call.arguments.is_empty(),
    };
    let pieces = calls.iter().any(|call| call.name.text == "Is" && of_square(call));
    // Nested conditions may refer to the same square.
    let nests = calls.iter().any(|call| matches!(&*call.name.text, "Not" | "Or"));
    if nests || region.is_none() && !pieces {
        return None;
    }
    let mut inner: Vec<String> = Vec::new();
    let place = match region.map(|call| &call.arguments[0]) {
        Some(Argument { kind: ArgumentKind::Name(name), .. }) => name.text.as_str(),
        Some(coordinates) => {
            inner.push(format!("@On({coordinates})"));
            "Board"
        }
        None => "Board",
    };
    if !calls.iter().any(|call| CONTENTS.contains(&call.name.text.as_str()) && of_square(call)) {
        inner.push("@Ally".to_owned());
    }
    inner.extend(calls.iter().filter(|call| of_square(call)).map(ToString::to_string));
    let (mut all, mut said) = (Vec::new(), false);
    for call in calls {
        if of_square(call) || region.is_some_and(|region| std::ptr::eq(region, call)) {
            if !std::mem::replace(&mut said, true) {
                all.push(format!("@Any({place}, {})", inner.join(" ")));
            }
        } else {
            all.push(call.to_string());
        }
    }
    Some(all.join(" "))
}
