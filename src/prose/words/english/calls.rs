//! Predicates and effects in plain English.

use crate::compile::written_out;
use crate::syntax::ast::{Amount, Argument, ArgumentKind, Call, Count};

use super::{TARGET, THAT, Words, with_article, written};
use crate::prose::words::{change, is_exact, only_call};

impl Words<'_> {
    /// A condition; `here` is its default square.
    pub(super) fn predicate(&self, call: &Call, here: &str) -> String {
        let name = call.name.text.as_str();
        let square = || self.place_or(call.arguments.last(), here);
        match name {
            "Empty" => format!("{} is empty", square()),
            "Occupied" => format!("{} is occupied", square()),
            "Ally" => format!("an own piece is on {}", square()),
            "Own" => format!("a piece of the same player is on {}", square()),
            "Opponent" => format!("an opposing piece is on {}", square()),
            "NoAlly" => format!("no own piece is on {}", square()),
            "NoOpponent" => format!("no opposing piece is on {}", square()),
            "Is" => self.is(call, here),
            "JumpOver" => self.jump_over(call),
            "Ride" => match call.arguments.first() {
                None => "repeated as long as the way is free".to_owned(),
                Some(times) => format!("repeated {} times while the way is free", self.counts_of(times)),
            },
            // In a quantifier, the square itself is tested.
            "On" if here == THAT => format!("{THAT} is in {}", self.regions(call)),
            "On" => format!("starting in {}", self.regions(call)),
            "To" => format!("landing in {}", self.regions(call)),
            "By" => format!("for {} only", self.list(&call.arguments, " or ")),
            "Where" => match call.arguments.as_slice() {
                [variable, counts] => format!("with {} {}", self.counts_of(variable), self.counts_of(counts)),
                _ => written(call),
            },
            "Right" => match call.arguments.as_slice() {
                [right, place] => {
                    format!("while the right {} of {} stands", self.argument(right), self.argument(place))
                }
                rights => format!("while the right {} stands", self.list(rights, ", ")),
            },
            "Same" => format!("{here} is {}", self.list(&call.arguments, " or ")),
            "Unmoved" => {
                let origin = if here == THAT { THAT } else { "its origin" };
                format!("{} never having been disturbed", self.place_or(call.arguments.last(), origin))
            }
            "Marked" if self.variant.players.len() > 2 => format!("{} bearing an opponent's mark", square()),
            "Marked" => format!("{} bearing a mark of the last move", square()),
            "Attacked" => format!("{} being attacked", square()),
            "NotAttacked" => format!("{} not being attacked", square()),
            "Any" => self.quantified(call, "at least one of"),
            "All" => self.quantified(call, "each of"),
            "None" => self.quantified(call, "none of"),
            "Count" => match call.arguments.split_first() {
                Some((counts, rest)) => self.quantified_over(rest, &format!("{} of", self.counts_of(counts))),
                None => written(call),
            },
            "Row" => format!("all of {} being its own", self.list(&call.arguments, " and ")),
            "InRow" => match call.arguments.split_first() {
                Some((counts, each)) => {
                    let each = match each {
                        [] => String::new(),
                        _ => format!(", each: {}", self.conditions(each, " and ", THAT)),
                    };
                    format!("having {} pieces in a straight row{each}", self.counts_of(counts))
                }
                None => written(call),
            },
            "Not" => self.not(call, here),
            "Or" => format!("either {}", self.conditions(&call.arguments, ", or ", here)),
            "Mobile" => "where it could still move from there".to_owned(),
            "Checks" => "giving check".to_owned(),
            "Mates" => "giving mate".to_owned(),
            "Takes" if call.arguments.is_empty() => "capturing".to_owned(),
            "Takes" => format!("taking {}", self.list(&call.arguments, " or ")),
            "Drops" if call.arguments.is_empty() => "dropping a piece from the hand".to_owned(),
            "Drops" => format!("dropping {} from the hand", self.list(&call.arguments, " or ")),
            "Passes" => "passing".to_owned(),
            "After" => format!("after the move {}", self.conditions(&call.arguments, " and ", here)),
            "WithoutDrop" => {
                let conditions = self.conditions(&call.arguments, " and ", here);
                format!("after the move, without the dropped piece, {conditions}")
            }
            "Can" if call.arguments.is_empty() => "there is a legal move".to_owned(),
            "Can" => {
                format!("there is a legal move with: {}", self.conditions(&call.arguments, " and ", TARGET))
            }
            "Passed" => match call.arguments.first() {
                Some(counts) => match self.number_of(counts) {
                    (number, false) => format!("{number} pass has been made"),
                    (number, true) => format!("{number} passes have been made in a row"),
                },
                None => written(call),
            },
            "ToMove" => "it is that player's turn".to_owned(),
            "InCheck" => "that player is in check".to_owned(),
            "InHand" => match call.arguments.split_first() {
                Some((counts, roles)) => {
                    let (number, plural) = self.number_of(counts);
                    let are = if plural { "are" } else { "is" };
                    let what = match roles {
                        [] if plural => "pieces".to_owned(),
                        [] => "piece".to_owned(),
                        roles => format!("of {}", self.list(roles, ", ")),
                    };
                    format!("there {are} {number} {what} in hand")
                }
                None => written(call),
            },
            "Counter" => match call.arguments.as_slice() {
                [counter, counts] => {
                    format!("the counter {} is {}", self.argument(counter), self.counts_of(counts))
                }
                _ => written(call),
            },
            "More" => "having more pieces than any other player".to_owned(),
            "MorePoints" => "having more points than any other player".to_owned(),
            "Points" => match call.arguments.first() {
                Some(counts) => {
                    let (number, plural) = self.number_of(counts);
                    format!("having {number} point{}", if plural { "s" } else { "" })
                }
                None => written(call),
            },
            "Full" => "the board being full".to_owned(),
            _ => match written_out(call) {
                Some(calls) => self.all(&calls, here),
                None => format!("if {}", written(call)),
            },
        }
    }

    /// A negation. The most frequent ones have their own wording.
    fn not(&self, call: &Call, here: &str) -> String {
        if let Some(inner) = only_call(call) {
            match inner.name.text.as_str() {
                "On" if here == THAT => return format!("{THAT} is not in {}", self.regions(inner)),
                "On" => return format!("not starting in {}", self.regions(inner)),
                "To" => return format!("not landing in {}", self.regions(inner)),
                "Is" => return self.is(inner, here).replace("stands on", "does not stand on"),
                "Mobile" => return "where it could never move on from there".to_owned(),
                "Checks" => return "not giving check".to_owned(),
                "Mates" => return "not giving mate".to_owned(),
                "Takes" if inner.arguments.is_empty() => return "not capturing".to_owned(),
                "Passes" => return "not passing".to_owned(),
                "Can" if inner.arguments.is_empty() => return "there is no legal move".to_owned(),
                "InCheck" => return "that player is not in check".to_owned(),
                "ToMove" => return "it is not that player's turn".to_owned(),
                _ => {}
            }
        }
        format!("not ({})", self.conditions(&call.arguments, " and ", here))
    }

    /// The condition on each piece that an effect acts on, after its place; empty if there is none.
    fn filter(&self, call: &Call) -> String {
        match call.arguments.get(1..) {
            None | Some([]) => String::new(),
            Some(filter) => {
                let filter = self.conditions(filter, " and ", THAT);
                format!(" (if {})", filter.strip_prefix("if ").unwrap_or(&filter))
            }
        }
    }

    pub(super) fn effect(&self, call: &Call) -> String {
        let place = |index: usize| self.place_or(call.arguments.get(index), TARGET);
        match call.name.text.as_str() {
            "Take" => {
                format!("captures any piece on {}{}", place(0), self.filter(call))
            }
            "Shift" => format!("the piece on {} goes to {}", place(0), place(1)),
            "Mark" if self.variant.players.len() > 2 => {
                format!("marks {} until the next turn of its player", place(0))
            }
            "Mark" => format!("marks {} for one turn", place(0)),
            "TakeMarker" => "captures the piece that left the mark".to_owned(),
            "KeepMarks" => "the opponent's marks stay for the rest of the turn".to_owned(),
            "Promote" => format!("becomes {}, as the mover chooses", self.list(&call.arguments, " or ")),
            "Become" => format!("becomes {}", self.list(&call.arguments, " or ")),
            "ToHand" => format!("any piece on {} goes to the captor's hand", place(0)),
            "Flip" => {
                format!("any piece on {} changes sides{}", place(0), self.filter(call))
            }
            "Drop" => match call.arguments.split_last() {
                Some((place, roles)) => format!(
                    "{} comes from the hand to {}, as the mover chooses",
                    self.list(roles, " or "),
                    self.argument(place)
                ),
                None => written(call),
            },
            "Again" => "the same player moves once more".to_owned(),
            "Add" => match call.arguments.as_slice() {
                [counter, by] => {
                    let counter = self.argument(counter);
                    match change(by) {
                        Some((number, less)) => {
                            format!(
                                "the counter {counter} goes {} by {number}",
                                if less { "down" } else { "up" }
                            )
                        }
                        None => format!("the counter {counter} changes by {}", self.argument(by)),
                    }
                }
                _ => written(call),
            },
            "Set" => format!("the counter {}", self.list(&call.arguments, " is set to ")),
            "Gain" => format!("the right {} is gained", self.list(&call.arguments, " of ")),
            "Lose" => format!("the right {} is lost", self.list(&call.arguments, " of ")),
            "Put" => match call.arguments.first() {
                Some(role) => format!("{} appears on {}", with_article(&self.argument(role)), place(1)),
                None => written(call),
            },
            _ => written(call),
        }
    }

    fn is(&self, call: &Call, here: &str) -> String {
        let (places, roles): (Vec<&Argument>, Vec<&Argument>) =
            call.arguments.iter().partition(|argument| !matches!(argument.kind, ArgumentKind::Name(_)));
        let roles: Vec<_> = roles.into_iter().map(|role| self.argument(role)).collect();
        let roles: Vec<_> = roles.iter().map(|role| with_article(role)).collect();
        format!("{} stands on {}", roles.join(" or "), self.place_or(places.last().copied(), here))
    }

    fn jump_over(&self, call: &Call) -> String {
        let Some((counts, each)) = call.arguments.split_first() else { return "jumping".to_owned() };
        let how_many = match &counts.kind {
            ArgumentKind::Counts(counts)
                if matches!(counts.as_slice(), [Count { amount: Amount::Any, .. }]) =>
            {
                "any pieces in between".to_owned()
            }
            _ => {
                let (number, plural) = self.number_of(counts);
                let exactly = if is_exact(counts) { "exactly " } else { "" };
                format!("{exactly}{number} piece{}", if plural { "s" } else { "" })
            }
        };
        let each = if each.is_empty() {
            String::new()
        } else {
            format!(", each: {}", self.conditions(each, " and ", THAT))
        };
        format!("jumping over {how_many}{each}")
    }

    fn quantified(&self, call: &Call, quantity: &str) -> String {
        self.quantified_over(&call.arguments, quantity)
    }

    fn quantified_over(&self, arguments: &[Argument], quantity: &str) -> String {
        let Some((place, tests)) = arguments.split_first() else { return quantity.to_owned() };
        if tests.is_empty() {
            return format!("there being {quantity} {}", self.argument(place));
        }
        format!("{quantity} {}: {}", self.argument(place), self.conditions(tests, " and ", THAT))
    }
}
