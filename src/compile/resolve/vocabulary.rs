//! The table of the language's predicates and effects, each with its arguments, its meaning in a sentence, and the function
//! that reads it.

use crate::syntax::ast::{Argument, ArgumentKind, Call};
use crate::syntax::parse_calls;
use crate::variant::{Effect, Predicate, Test};

use super::Resolver;
use super::scope::{Context, Scope};
use super::template::{Action, Condition};

/// Any number of arguments.
const ANY: usize = usize::MAX;

/// A call of the language.
pub(crate) struct Word<F> {
    /// Its name, without `@`.
    pub name: &'static str,
    /// The minimum and maximum number of arguments.
    pub arguments: (usize, usize),
    /// Its syntax with arguments, if there are any.
    pub written: &'static str,
    /// Its meaning, in words that follow "holds when" or "the move".
    pub means: &'static str,
    /// The way its calls are read.
    pub form: F,
}

/// Reads a predicate's arguments. `None` if an error was reported.
type ReadCondition = fn(&mut Resolver<'_, '_>, &Scope<'_>, &Call, &mut Context<'_>) -> Option<Condition>;

/// Reads an effect's arguments. `None` if an error was reported.
type ReadAction = fn(&mut Resolver<'_, '_>, &Scope<'_>, &Call) -> Option<Action>;

/// The way a predicate is read.
pub(crate) enum Asks {
    /// A test of one square: the landing square, or a given place.
    Square(fn() -> Test),
    /// The same for a test of the square's contents.
    Contents(fn() -> Test),
    /// A condition with its own kinds of argument.
    Condition(ReadCondition),
    /// A property of the leg as a whole, stored apart from its conditions.
    Leg(fn(&mut Resolver<'_, '_>, &Scope<'_>, &Call, &mut Context<'_>) -> Option<()>),
    /// An abbreviation of these predicates. The names in [`Word::written`] stand for the arguments; the last name stands for
    /// all further ones. Calls are expanded when they are read, so no later stage knows the abbreviation.
    Short(&'static str),
}

/// The way an effect is read.
pub(crate) enum Does {
    /// An effect without arguments.
    Plain(fn() -> Effect),
    /// An effect with arguments.
    Action(ReadAction),
}

/// The predicates of the language.
pub(crate) static PREDICATES: [Word<Asks>; 47] = [
    Word {
        name: "Empty",
        arguments: (0, 1),
        written: "@Empty(place)",
        means: "the square has no piece",
        form: Asks::Contents(|| Test::Empty),
    },
    Word {
        name: "Occupied",
        arguments: (0, 1),
        written: "@Occupied(place)",
        means: "the square has a piece",
        form: Asks::Contents(|| Test::Occupied),
    },
    Word {
        name: "Ally",
        arguments: (0, 1),
        written: "@Ally(place)",
        means: "the square has a piece of the mover's or a partner's",
        form: Asks::Contents(|| Test::Ally),
    },
    Word {
        name: "Own",
        arguments: (0, 1),
        written: "@Own(place)",
        means: "the square has a piece of the mover's own, not a partner's",
        form: Asks::Contents(|| Test::Own),
    },
    Word {
        name: "Opponent",
        arguments: (0, 1),
        written: "@Opponent(place)",
        means: "the square has a piece of another player's",
        form: Asks::Contents(|| Test::Opponent),
    },
    Word {
        name: "NoAlly",
        arguments: (0, 1),
        written: "@NoAlly(place)",
        means: "the square has no piece of the mover's",
        form: Asks::Contents(|| Test::NoAlly),
    },
    Word {
        name: "NoOpponent",
        arguments: (0, 1),
        written: "@NoOpponent(place)",
        means: "the square has no piece of another player's",
        form: Asks::Contents(|| Test::NoOpponent),
    },
    Word {
        name: "Is",
        arguments: (1, ANY),
        written: "@Is(pieces, place)",
        means: "the piece there is one of these",
        form: Asks::Condition(|it, scope, call, at| it.read_is(scope, call, at)),
    },
    Word {
        name: "JumpOver",
        arguments: (1, ANY),
        written: "@JumpOver(counts, predicates)",
        means: "this many pieces are on the path, and each satisfies the predicates",
        form: Asks::Leg(|it, scope, call, at| it.read_jump_over(scope, call, at)),
    },
    Word {
        name: "Ride",
        arguments: (0, 1),
        written: "@Ride(counts)",
        means: "the leg is repeated this many times, with every landing except the last empty",
        form: Asks::Leg(|it, scope, call, at| it.read_ride(scope, call, at)),
    },
    Word {
        name: "On",
        arguments: (1, ANY),
        written: "@On(region)",
        means: "the leg starts in the region or zone",
        form: Asks::Condition(|it, scope, call, at| it.read_on(scope, call, at)),
    },
    Word {
        name: "To",
        arguments: (1, ANY),
        written: "@To(region)",
        means: "the leg lands in the region or zone",
        form: Asks::Condition(|it, scope, call, at| it.read_to(scope, call, at)),
    },
    Word {
        name: "By",
        arguments: (1, ANY),
        written: "@By(players)",
        means: "the mover is one of these players",
        form: Asks::Condition(|it, scope, call, at| it.read_by(scope, call, at)),
    },
    Word {
        name: "Where",
        arguments: (2, 2),
        written: "@Where($n, counts)",
        means: "the variable is one of these counts",
        form: Asks::Leg(|it, scope, call, at| it.read_where(scope, call, at)),
    },
    Word {
        name: "Right",
        arguments: (1, 2),
        written: "@Right(right, place)",
        means: "the mover still has the right",
        form: Asks::Condition(|it, scope, call, at| it.read_right(scope, call, at)),
    },
    Word {
        name: "Unmoved",
        arguments: (0, 1),
        written: "@Unmoved(place)",
        means: "no move has touched the origin, or the square, since the start",
        form: Asks::Square(|| Test::Unmoved),
    },
    Word {
        name: "Marked",
        arguments: (0, 1),
        written: "@Marked(place)",
        means: "the square has an opponent's mark",
        form: Asks::Square(|| Test::Marked),
    },
    Word {
        name: "Attacked",
        arguments: (0, 1),
        written: "@Attacked(place)",
        means: "the opponent could take the piece if it stood there",
        form: Asks::Square(|| Test::Attacked),
    },
    Word {
        name: "NotAttacked",
        arguments: (0, 1),
        written: "@NotAttacked(place)",
        means: "the opponent could not take the piece if it stood there",
        form: Asks::Square(|| Test::NotAttacked),
    },
    Word {
        name: "Any",
        arguments: (1, ANY),
        written: "@Any(place, predicates)",
        means: "some square of the place satisfies all the predicates",
        form: Asks::Condition(|it, scope, call, at| it.read_any(scope, call, at)),
    },
    Word {
        name: "All",
        arguments: (1, ANY),
        written: "@All(place, predicates)",
        means: "every square of the place satisfies all the predicates",
        form: Asks::Condition(|it, scope, call, at| it.read_all(scope, call, at)),
    },
    Word {
        name: "Adjacent",
        arguments: (1, ANY),
        written: "@Adjacent(pieces)",
        means: "one of these pieces is on the target or on a square adjacent to it",
        form: Asks::Short("@Any(To ** ~1, @Is(pieces))"),
    },
    Word {
        name: "Row",
        arguments: (1, 1),
        written: "@Row(place)",
        means: "all squares of the place have pieces of the mover",
        form: Asks::Condition(|it, scope, call, at| it.read_row(scope, call, at)),
    },
    Word {
        name: "InRow",
        arguments: (1, ANY),
        written: "@InRow(counts, predicates)",
        means: "the board has a straight row of this many of the mover's pieces, each of which satisfies the predicates",
        form: Asks::Condition(|it, scope, call, at| it.read_in_row(scope, call, at)),
    },
    Word {
        name: "None",
        arguments: (1, ANY),
        written: "@None(place, predicates)",
        means: "no square of the place satisfies all the predicates",
        form: Asks::Condition(|it, scope, call, at| it.read_none(scope, call, at)),
    },
    Word {
        name: "Count",
        arguments: (2, ANY),
        written: "@Count(counts, place, predicates)",
        means: "this many squares of the place satisfy all the predicates",
        form: Asks::Condition(|it, scope, call, at| it.read_count(scope, call, at)),
    },
    Word {
        name: "Not",
        arguments: (1, ANY),
        written: "@Not(predicates)",
        means: "at least one of the predicates does not hold",
        form: Asks::Condition(|it, scope, call, at| it.read_not(scope, call, at)),
    },
    Word {
        name: "Or",
        arguments: (1, ANY),
        written: "@Or(predicates)",
        means: "one of the predicates holds",
        form: Asks::Condition(|it, scope, call, at| it.read_or(scope, call, at)),
    },
    Word {
        name: "Mobile",
        arguments: (0, 1),
        written: "@Mobile(place)",
        means: "on an empty board, the piece could leave the square",
        form: Asks::Square(|| Test::Mobile),
    },
    Word {
        name: "Checks",
        arguments: (0, 0),
        written: "@Checks",
        means: "the move gives check",
        form: Asks::Condition(|_, _, _, _| Some(Condition::Plain(Predicate::Checks))),
    },
    Word {
        name: "Mates",
        arguments: (0, 0),
        written: "@Mates",
        means: "the move gives mate",
        form: Asks::Condition(|_, _, _, _| Some(Condition::Plain(Predicate::Mates))),
    },
    Word {
        name: "Same",
        arguments: (1, 1),
        written: "@Same(place)",
        means: "the square is one of that place",
        form: Asks::Condition(|it, scope, call, at| it.read_same(scope, call, at)),
    },
    Word {
        name: "Takes",
        arguments: (0, ANY),
        written: "@Takes(pieces)",
        means: "the move captures an opposing piece (one of these)",
        form: Asks::Condition(|it, scope, call, _| {
            it.read_roles(scope, call).map(Predicate::Takes).map(Condition::Plain)
        }),
    },
    Word {
        name: "Drops",
        arguments: (0, ANY),
        written: "@Drops(pieces)",
        means: "the move drops a piece from the hand (one of these)",
        form: Asks::Condition(|it, scope, call, _| {
            it.read_roles(scope, call).map(Predicate::Drops).map(Condition::Plain)
        }),
    },
    Word {
        name: "Passes",
        arguments: (0, 0),
        written: "@Passes",
        means: "the move is a pass",
        form: Asks::Condition(|_, _, _, _| Some(Condition::Plain(Predicate::Passes))),
    },
    Word {
        name: "After",
        arguments: (1, ANY),
        written: "@After(predicates)",
        means: "the predicates hold in the position after the move",
        form: Asks::Condition(|it, scope, call, at| it.read_after(scope, call, at)),
    },
    Word {
        name: "WithoutDrop",
        arguments: (1, ANY),
        written: "@WithoutDrop(predicates)",
        means: "the predicates hold in the position after the move without the piece of its `@Drop`",
        form: Asks::Condition(|it, scope, call, at| it.read_without_drop(scope, call, at)),
    },
    Word {
        name: "Can",
        arguments: (0, ANY),
        written: "@Can(predicates)",
        means: "the player to move has a legal move that satisfies the predicates",
        form: Asks::Condition(|it, scope, call, at| it.read_can(scope, call, at)),
    },
    Word {
        name: "Passed",
        arguments: (1, 1),
        written: "@Passed(counts)",
        means: "this many passes have been made in a row",
        form: Asks::Condition(|it, scope, call, _| {
            let counts = it.counts_argument(scope, &call.arguments[0])?;
            Some(Condition::Counts(counts, Predicate::Passed))
        }),
    },
    Word {
        name: "ToMove",
        arguments: (0, 0),
        written: "@ToMove",
        means: "it is the turn of the player for whom this is tested",
        form: Asks::Condition(|_, _, _, _| Some(Condition::Plain(Predicate::ToMove))),
    },
    Word {
        name: "InCheck",
        arguments: (0, 0),
        written: "@InCheck",
        means: "the player for whom this is tested is in check",
        form: Asks::Condition(|_, _, _, _| Some(Condition::Plain(Predicate::InCheck))),
    },
    Word {
        name: "InHand",
        arguments: (1, ANY),
        written: "@InHand(counts, pieces)",
        means: "the player has this many pieces (of these) in hand",
        form: Asks::Condition(|it, scope, call, _| it.read_in_hand(scope, call)),
    },
    Word {
        name: "Counter",
        arguments: (2, 2),
        written: "@Counter(counter, counts)",
        means: "the player's counter has one of these values",
        form: Asks::Condition(|it, scope, call, _| it.read_counter(scope, call)),
    },
    Word {
        name: "More",
        arguments: (0, 0),
        written: "@More",
        means: "the player has more pieces on the board than any other",
        form: Asks::Condition(|_, _, _, _| Some(Condition::Plain(Predicate::More))),
    },
    Word {
        name: "MorePoints",
        arguments: (0, 0),
        written: "@MorePoints",
        means: "the player has more points than any other",
        form: Asks::Condition(|it, scope, call, _| {
            it.note_points(scope, call);
            Some(Condition::Plain(Predicate::MorePoints))
        }),
    },
    Word {
        name: "Points",
        arguments: (1, 1),
        written: "@Points(counts)",
        means: "the player has this many points, rounded down",
        form: Asks::Condition(|it, scope, call, _| {
            it.note_points(scope, call);
            let counts = it.counts_argument(scope, &call.arguments[0])?;
            Some(Condition::Counts(counts, Predicate::Points))
        }),
    },
    Word {
        name: "Full",
        arguments: (0, 0),
        written: "@Full",
        means: "no square of the board is empty",
        form: Asks::Condition(|it, scope, call, _| it.read_full(scope, call)),
    },
];

/// The effects of the language.
pub(crate) static EFFECTS: [Word<Does>; 16] = [
    Word {
        name: "Take",
        arguments: (1, ANY),
        written: "@Take(place, predicates)",
        means: "removes all pieces on the place that satisfy all the predicates",
        form: Does::Action(|it, scope, call| it.read_take(scope, call)),
    },
    Word {
        name: "Shift",
        arguments: (2, 2),
        written: "@Shift(place, place)",
        means: "moves the piece on the first square to the second",
        form: Does::Action(|it, scope, call| it.read_shift(scope, call)),
    },
    Word {
        name: "Mark",
        arguments: (1, 1),
        written: "@Mark(place)",
        means: "marks squares until the opponent has moved, as for en passant",
        form: Does::Action(|it, scope, call| it.read_mark(scope, call)),
    },
    Word {
        name: "TakeMarker",
        arguments: (0, 0),
        written: "@TakeMarker",
        means: "captures the piece that left the mark",
        form: Does::Plain(|| Effect::TakeMarker),
    },
    Word {
        name: "KeepMarks",
        arguments: (0, 0),
        written: "@KeepMarks",
        means: "keeps the opponent's marks for the rest of the turn",
        form: Does::Plain(|| Effect::KeepMarks),
    },
    Word {
        name: "Promote",
        arguments: (1, ANY),
        written: "@Promote(pieces)",
        means: "lets the mover choose the piece that it becomes",
        form: Does::Action(|it, scope, call| it.read_promote(scope, call)),
    },
    Word {
        name: "Become",
        arguments: (1, 1),
        written: "@Become(piece)",
        means: "turns the piece into this one",
        form: Does::Action(|it, scope, call| it.read_become(scope, call)),
    },
    Word {
        name: "ToHand",
        arguments: (1, 1),
        written: "@ToHand(place)",
        means: "puts the pieces there into the mover's hand",
        form: Does::Action(|it, scope, call| it.read_to_hand(scope, call)),
    },
    Word {
        name: "Drop",
        arguments: (2, ANY),
        written: "@Drop(pieces, place)",
        means: "lets the mover choose one of these from the hand and drops it on the place",
        form: Does::Action(|it, scope, call| it.read_drop(scope, call)),
    },
    Word {
        name: "Again",
        arguments: (0, 0),
        written: "@Again",
        means: "lets the same player move once more",
        form: Does::Plain(|| Effect::Again),
    },
    Word {
        name: "Add",
        arguments: (2, 2),
        written: "@Add(counter, number)",
        means: "adds this number to the mover's counter",
        form: Does::Action(|it, scope, call| it.read_count_change(scope, call)),
    },
    Word {
        name: "Set",
        arguments: (2, 2),
        written: "@Set(counter, number)",
        means: "sets the mover's counter to this value, or to that of another counter",
        form: Does::Action(|it, scope, call| it.read_count_set(scope, call)),
    },
    Word {
        name: "Gain",
        arguments: (1, 2),
        written: "@Gain(right, place)",
        means: "gives the right to the mover, or the right of one square to its owner",
        form: Does::Action(|it, scope, call| it.read_right_change(scope, call, true)),
    },
    Word {
        name: "Lose",
        arguments: (1, 2),
        written: "@Lose(right, place)",
        means: "takes the right from the mover, or the right of one square from its owner",
        form: Does::Action(|it, scope, call| it.read_right_change(scope, call, false)),
    },
    Word {
        name: "Flip",
        arguments: (1, ANY),
        written: "@Flip(place, predicates)",
        means: "changes the side of all pieces on the place that satisfy all the predicates",
        form: Does::Action(|it, scope, call| it.read_flip(scope, call)),
    },
    Word {
        name: "Put",
        arguments: (2, 2),
        written: "@Put(piece, place)",
        means: "puts a piece of the mover on the place",
        form: Does::Action(|it, scope, call| it.read_put(scope, call)),
    },
];

/// The predicate of this name.
pub(crate) fn predicate(name: &str) -> Option<&'static Word<Asks>> {
    PREDICATES.iter().find(|word| word.name == name)
}

/// The effect of this name.
pub(crate) fn effect(name: &str) -> Option<&'static Word<Does>> {
    EFFECTS.iter().find(|word| word.name == name)
}

/// The predicates that a call abbreviates, with all spans at the call; `None` if it is no abbreviation.
pub(crate) fn written_out(call: &Call) -> Option<Vec<Call>> {
    let word = predicate(&call.name.text)?;
    let Asks::Short(text) = word.form else { return None };
    let (_, names) = word.written.strip_suffix(')')?.split_once('(')?;
    let names: Vec<&str> = names.split(", ").collect();
    let calls = parse_calls(text).value?;
    Some(calls.iter().map(|one| filled(&one.at(call.span), &names, &call.arguments)).collect())
}

/// A call with parameters replaced by arguments.
fn filled(call: &Call, names: &[&str], given: &[Argument]) -> Call {
    let arguments = call.arguments.iter().flat_map(|argument| filled_argument(argument, names, given));
    Call { arguments: arguments.collect(), ..call.clone() }
}

fn filled_argument(argument: &Argument, names: &[&str], given: &[Argument]) -> Vec<Argument> {
    let kind = match &argument.kind {
        ArgumentKind::Name(name) => match names.iter().position(|known| *known == name.text) {
            Some(at) if at + 1 == names.len() => return given.get(at..).unwrap_or(&[]).to_vec(),
            Some(at) => return given.get(at).cloned().into_iter().collect(),
            None => argument.kind.clone(),
        },
        ArgumentKind::Calls(calls) => {
            ArgumentKind::Calls(calls.iter().map(|call| filled(call, names, given)).collect())
        }
        other => other.clone(),
    };
    vec![Argument { kind, ..argument.clone() }]
}

/// Whether a name belongs to the language.
pub(crate) fn has(name: &str) -> bool {
    predicate(name).is_some() || effect(name).is_some()
}

/// A predicate or effect of the language, for references and editors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vocable {
    /// Its name, without `@`.
    pub name: &'static str,
    /// Its syntax, with arguments.
    pub written: &'static str,
    /// Its meaning, in words that follow "holds when" for a predicate, "the move" for an effect.
    pub means: &'static str,
    /// Whether it is an effect; otherwise it is a predicate.
    pub effect: bool,
}

/// Every predicate and effect that needs no declaration in a rule file.
///
/// ```
/// let all: Vec<_> = carn::compile::vocabulary().collect();
/// assert!(all.iter().any(|one| one.name == "Empty" && !one.effect));
/// assert!(all.iter().any(|one| one.written == "@Take(place, predicates)" && one.effect));
/// ```
pub fn vocabulary() -> impl Iterator<Item = Vocable> {
    let predicates = PREDICATES.iter().map(|word| (word.name, word.written, word.means, false));
    let effects = EFFECTS.iter().map(|word| (word.name, word.written, word.means, true));
    predicates.chain(effects).map(|(name, written, means, effect)| Vocable { name, written, means, effect })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expansion of each abbreviation parses and uses all arguments.
    #[test]
    fn short_predicates_are_written_out() {
        let mut seen = 0;
        for word in PREDICATES.iter().filter(|word| matches!(word.form, Asks::Short(_))) {
            let (_, names) = word.written.trim_end_matches(')').split_once('(').expect("arguments");
            let given: Vec<String> = (0..=names.split(", ").count()).map(|at| format!("given{at}")).collect();
            let text = format!("@{}({})", word.name, given.join(", "));
            let calls = parse_calls(&text).value.expect("a call");
            let written = format!("{:?}", written_out(&calls[0]).expect("a text that can be read"));
            for name in names.split(", ") {
                assert!(!written.contains(&format!("\"{name}\"")), "{name} stays in {written}");
            }
            assert!(given.iter().all(|one| written.contains(one)), "{written}");
            seen += 1;
        }
        assert!(seen > 0);
    }
}
