//! The conditions of a movement in words, to explain which of them a move violates.

use crate::geometry::{Displacement, Square};
use crate::variant::{Anchor, CountSet, Place, PlayerId, Predicate, RoleSet, Setup, Test, Variant, literal};

/// The maximum nesting of conditions that is written out.
const DEPTH: usize = 3;

/// Whether the predicates only require the square in question to be empty.
fn is_empty_here(predicates: &[Predicate]) -> bool {
    matches!(
        predicates,
        [Predicate::Holds(Test::Empty, Place { anchor: Anchor::Here, steps })] if steps[..] == [Displacement::ZERO]
    )
}

/// Describes predicates, for a position and a function that names squares.
pub(super) struct Condition<'a> {
    pub variant: &'a Variant,
    pub setup: &'a Setup,
    pub mover: PlayerId,
    /// The square of the moving piece, if there is one.
    pub from: Option<Square>,
    pub name: &'a dyn Fn(Square) -> String,
}

impl Condition<'_> {
    /// The violated condition as a clause; `square` is the tested square, if there is one on the board.
    pub fn failed(&self, predicate: &Predicate, square: Option<Square>) -> String {
        let at = square.map_or_else(|| "a square off the board".to_owned(), |square| (self.name)(square));
        let held = square.and_then(|square| self.setup.piece(square)).map(|piece| {
            let role = &self.variant.role(piece.role).name;
            match self.variant.players.get(piece.player.index()) {
                Some(player) => format!("{}'s {role}", player.name),
                None => format!("the {role}"),
            }
        });
        match predicate {
            Predicate::Holds(test, place) => match (test, held) {
                (Test::Empty | Test::NoAlly | Test::NoOpponent, Some(piece)) => {
                    format!("{piece} stands on {at}")
                }
                (Test::Occupied | Test::Ally | Test::Own | Test::Opponent | Test::Is(_), None) => {
                    format!("nothing stands on {at}")
                }
                (Test::Is(roles), Some(piece)) => {
                    format!("{piece} stands on {at}, where the rule asks for {}", self.roles(*roles))
                }
                (Test::In(zone), _) => {
                    match self.variant.zones.get(usize::from(zone.0)).map(|zone| &*zone.name) {
                        Some(name) if !name.is_empty() => format!("{at} is outside of {name}"),
                        _ => format!("{at} is not where the rule asks"),
                    }
                }
                (Test::Marked, _) => format!("{at} is not marked by the last move"),
                (Test::Attacked, _) => format!("{at} is not attacked"),
                (Test::NotAttacked, _) => format!("{at} is attacked{}", self.attacker(square)),
                (Test::Unmoved, _) => format!("{at} has been disturbed since the start"),
                (Test::Mobile, _) => format!("the piece could never leave {at}"),
                (Test::Same(other), _) => format!("{at} is not {}", self.place(other)),
                (_, Some(piece)) => format!("{piece} stands on {at}"),
                (_, None) => format!("this does not hold: {}", self.test(test, &self.place(place), DEPTH)),
            },
            Predicate::Count(counts, ..) if counts.ranges() == [(0, 0)] && held.is_some() => {
                format!("{} stands on {at}", held.unwrap_or_default())
            }
            Predicate::Right(right, _) => {
                match self.variant.rights.get(usize::from(right.0)).map(|right| &*right.name) {
                    Some(name) => format!("the right {name} is lost"),
                    None => "the right to do so is lost".to_owned(),
                }
            }
            Predicate::Checks => "it gives no check".to_owned(),
            Predicate::Mates => "it does not mate".to_owned(),
            Predicate::Or(ways) if held.is_some() && ways.iter().any(|way| is_empty_here(way)) => {
                format!("{} stands on {at}", held.unwrap_or_default())
            }
            // Properties of the move are stated directly.
            Predicate::Not(inner)
                if matches!(inner[..], [Predicate::Checks | Predicate::Mates | Predicate::Takes(_)]) =>
            {
                self.all(inner, DEPTH)
            }
            Predicate::Not(inner) => format!("this must not hold: {}", self.all(inner, DEPTH)),
            other => format!("this does not hold: {}", self.says(other, DEPTH)),
        }
    }

    /// The piece that attacks a square; empty if unknown.
    fn attacker(&self, square: Option<Square>) -> String {
        let on =
            square.and_then(|on| literal::attack_on(self.variant, self.setup, self.from.unwrap_or(on), on));
        on.map_or_else(String::new, |(reply, piece)| {
            let role = &self.variant.role(piece.role).name;
            format!(" by the {role} on {}", (self.name)(reply.from))
        })
    }

    /// A predicate as a clause.
    pub fn asks(&self, predicate: &Predicate) -> String {
        self.says(predicate, DEPTH)
    }

    fn all(&self, predicates: &[Predicate], depth: usize) -> String {
        let clauses: Vec<String> = predicates.iter().map(|one| self.says(one, depth)).collect();
        clauses.join(" and ")
    }

    /// A predicate as a clause.
    fn says(&self, predicate: &Predicate, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else { return "further conditions hold".to_owned() };
        match predicate {
            Predicate::Constant(true) => "this is ever possible".to_owned(),
            Predicate::Constant(false) => "this is possible here".to_owned(),
            Predicate::Holds(test, place) => self.test(test, &self.place(place), depth),
            Predicate::Count(counts, place, inner) if counts.ranges() == [(0, 0)] => {
                format!("none of {} is such that {}", self.place(place), self.all(inner, depth))
            }
            Predicate::Count(counts, place, inner) => {
                let (counts, place) = (self.counts(counts), self.place(place));
                format!("of {place} {counts} are such that {}", self.all(inner, depth))
            }
            Predicate::All(place, inner) => {
                format!("everywhere on {} {}", self.place(place), self.all(inner, depth))
            }
            Predicate::Not(inner) => format!("this does not hold: {}", self.all(inner, depth)),
            Predicate::Or(ways) => {
                let ways: Vec<String> = ways.iter().map(|way| self.all(way, depth)).collect();
                ways.join(", or ")
            }
            Predicate::By(players) => {
                let named = self.variant.players.iter().enumerate();
                let names: Vec<&str> = named
                    .filter(|(i, _)| players >> (*i).min(31) & 1 == 1)
                    .map(|(_, player)| &*player.name)
                    .collect();
                format!("the mover is {}", names.join(" or "))
            }
            Predicate::Right(right, _) => {
                let name = self.variant.rights.get(usize::from(right.0)).map_or("", |right| &right.name);
                format!("the right {name} stands")
            }
            Predicate::Checks => "it gives check".to_owned(),
            Predicate::Mates => "it mates".to_owned(),
            Predicate::Takes(roles) => format!("it takes {}", self.kinds(*roles)),
            Predicate::Drops(roles) => format!("it drops {}", self.kinds(*roles)),
            Predicate::Passes => "it is a pass".to_owned(),
            Predicate::After(inner) => format!("after it {}", self.all(inner, depth)),
            Predicate::WithoutDrop(inner) => {
                format!("after it, without the dropped piece, {}", self.all(inner, depth))
            }
            Predicate::Can(inner) if inner.is_empty() => "there is a legal move".to_owned(),
            Predicate::Can(inner) => format!("there is a legal move such that {}", self.all(inner, depth)),
            Predicate::Passed(counts) => format!("the passes in a row are {}", self.counts(counts)),
            Predicate::ToMove => "it is the player's turn".to_owned(),
            Predicate::InCheck => "the player is in check".to_owned(),
            Predicate::InHand(counts, roles) => {
                format!("the hand holds {} of {}", self.counts(counts), self.kinds(*roles))
            }
            Predicate::Counter(counter, counts) => {
                let name = self.variant.counters.get(usize::from(counter.0)).map_or("", |one| &one.name);
                format!("the counter {name} is {}", self.counts(counts))
            }
            Predicate::More => "the player has more pieces than any other player".to_owned(),
            Predicate::MorePoints => "the player has more points than any other player".to_owned(),
            Predicate::Points(counts) => format!("the player's points are {}", self.counts(counts)),
            other => {
                let native = match other {
                    Predicate::Native(index, _) => self.variant.native_predicates.get(usize::from(*index)),
                    _ => None,
                };
                let named = native.map(|native| format!("@{} holds", native.name));
                named.unwrap_or_else(|| "the condition of the rule holds".to_owned())
            }
        }
    }

    /// Roles by name, or one word for all of them.
    fn kinds(&self, roles: RoleSet) -> String {
        if self.variant.roles.len() <= roles.iter().count() {
            return "a piece".to_owned();
        }
        let names = roles.iter().filter_map(|role| self.variant.roles.get(role.index()));
        names.map(|role| role.name.as_str()).collect::<Vec<_>>().join(" or ")
    }

    fn test(&self, test: &Test, place: &str, depth: usize) -> String {
        match test {
            Test::Empty => format!("{place} is empty"),
            Test::Occupied => format!("a piece stands on {place}"),
            Test::Ally if !self.variant.teams.is_empty() => {
                format!("a piece of {}'s or a partner's stands on {place}", self.player())
            }
            Test::Ally | Test::Own => format!("a piece of {}'s stands on {place}", self.player()),
            Test::Opponent => format!("a piece of the opponent's stands on {place}"),
            Test::NoAlly => format!("no piece of {}'s stands on {place}", self.player()),
            Test::NoOpponent => format!("no piece of the opponent's stands on {place}"),
            Test::Is(roles) => format!("{} stands on {place}", self.roles(*roles)),
            Test::In(zone) => match self.variant.zones.get(usize::from(zone.0)).map(|zone| &*zone.name) {
                Some(name) if !name.is_empty() => format!("{place} lies in {name}"),
                _ => format!("{place} lies where the rule asks"),
            },
            Test::Attacked => format!("{place} is attacked"),
            Test::NotAttacked => format!("{place} is not attacked"),
            Test::Marked => format!("{place} is marked by the last move"),
            Test::Unmoved => format!("{place} has not been disturbed since the start"),
            Test::Mobile => format!("the piece could ever leave {place}"),
            Test::Same(other) if depth > 0 => format!("{place} is {}", self.place(other)),
            _ => format!("{place} is one that the rule names"),
        }
    }

    fn player(&self) -> &str {
        &self.variant.players[self.mover.index()].name
    }

    fn roles(&self, roles: RoleSet) -> String {
        let names: Vec<String> =
            roles.iter().map(|role| format!("a {}", self.variant.role(role).name)).collect();
        names.join(" or ")
    }

    fn counts(&self, counts: &CountSet) -> String {
        let ranges = counts.ranges().iter().map(|&(low, high)| match (low, high) {
            (low, u16::MAX) => format!("at least {low}"),
            (low, high) if low == high => low.to_string(),
            (low, high) => format!("{low} to {high}"),
        });
        ranges.collect::<Vec<_>>().join(" or ")
    }

    fn place(&self, place: &Place) -> String {
        let anchor = match &place.anchor {
            Anchor::LegOrigin | Anchor::From => "its own square".to_owned(),
            Anchor::Landing | Anchor::To => "its target".to_owned(),
            Anchor::Here => "the square".to_owned(),
            Anchor::Victim => "the piece that it captures".to_owned(),
            Anchor::Leg(leg) => format!("where its leg {} ends", u32::from(*leg) + 1),
            Anchor::Path => "the squares on its way".to_owned(),
            Anchor::Zone(zone) => match self.variant.zones.get(usize::from(zone.0)) {
                Some(zone) if !zone.name.is_empty() => format!("the squares of {}", zone.name),
                _ => "the squares that the rule names".to_owned(),
            },
            Anchor::Span(..) => "the line that the rule names".to_owned(),
            Anchor::Runs(_) => "the runs that the rule names".to_owned(),
        };
        match place.steps[..] {
            [Displacement::ZERO] => anchor,
            [_] => format!("a square at a certain distance from {anchor}"),
            _ => format!("the squares around {anchor}"),
        }
    }
}
