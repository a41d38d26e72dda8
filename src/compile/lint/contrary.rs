//! Finds conditions that contradict one another in every position: a condition and its negation, incompatible squares, pieces
//! and owners, or two values of one number.
//!
//! The test is conservative: unknown conditions are assumed to be satisfiable.

use std::borrow::Cow;
use std::cell::Cell;

use crate::geometry::{Square, SquareSet};
use crate::variant::{Anchor, CountSet, Place, PlayerId, Predicate, RoleSet, Test, Variant};

/// The number of conjunctions examined per file; the rest is assumed satisfiable.
pub(super) const MAX_TRIED: usize = 2048;

/// The number of parts of one conjunction that are compared with one another.
const MAX_PARTS: usize = 32;

/// The possible contents of a square as a bit set: empty, a piece of the player, a partner's, an opponent's, or a neutral one.
const EMPTY: u8 = 1;
const OWN: u8 = 2;
const PARTNER: u8 = 4;
const OPPONENT: u8 = 8;
const NOBODY: u8 = 16;
const PIECE: u8 = OWN | PARTNER | OPPONENT | NOBODY;

/// The context in which conditions are evaluated.
pub(super) struct Contrary<'v> {
    pub variant: &'v Variant,
    pub player: PlayerId,
    /// The roles that can be on the board, and those that can be dropped.
    pub appearing: RoleSet,
    pub dropped: RoleSet,
    /// The possible squares of `Here`, for conditions on one square.
    pub here: Option<&'v SquareSet>,
    /// The square of a drop. Origin and target are then the same, empty square.
    pub standing: Option<Square>,
}

/// A condition and whether it must hold.
#[derive(Clone, Copy)]
struct Part<'p> {
    asked: &'p Predicate,
    holds: bool,
}

/// A conjunction of parts.
type Parts<'p> = Vec<Part<'p>>;

/// A conjunction of parts, and of choices of which one must hold.
#[derive(Clone, Default)]
struct Asked<'p> {
    parts: Parts<'p>,
    choices: Vec<Vec<Parts<'p>>>,
}

impl<'p> Asked<'p> {
    fn add(&mut self, asked: &'p Predicate, holds: bool) {
        match (asked, holds) {
            (Predicate::Not(inner), true) => self.add_not(inner),
            (Predicate::Not(inner), false) => inner.iter().for_each(|one| self.add(one, true)),
            (Predicate::Or(branches), false) => branches.iter().for_each(|branch| self.add_not(branch)),
            (Predicate::Or(branches), true) => {
                let each = |branch: &'p Vec<Predicate>| {
                    branch.iter().map(|asked| Part { asked, holds: true }).collect()
                };
                self.choices.push(branches.iter().map(each).collect());
            }
            _ => self.parts.push(Part { asked, holds }),
        }
    }

    /// Adds the negation of a conjunction.
    fn add_not(&mut self, inner: &'p [Predicate]) {
        match inner {
            [one] => self.add(one, false),
            _ => self.choices.push(inner.iter().map(|asked| vec![Part { asked, holds: false }]).collect()),
        }
    }
}

/// A condition on the number of squares of a place that satisfy predicates.
struct Counted<'p> {
    place: &'p Place,
    each: Cow<'p, [Predicate]>,
    numbers: Numbers,
}

impl Contrary<'_> {
    /// Whether no position satisfies all predicates. `never` tells whether a single condition never holds, or always holds if
    /// it must not; `left` is the number of conjunctions that may still be examined.
    pub fn contradict(
        &self,
        predicates: &[Predicate],
        left: &Cell<usize>,
        never: &dyn Fn(&Predicate, bool) -> bool,
    ) -> bool {
        let mut asked = Asked::default();
        predicates.iter().for_each(|one| asked.add(one, true));
        self.lost(asked, left, never)
    }

    fn lost(
        &self,
        mut asked: Asked<'_>,
        left: &Cell<usize>,
        never: &dyn Fn(&Predicate, bool) -> bool,
    ) -> bool {
        let Some(rest) = left.get().checked_sub(1) else { return false };
        left.set(rest);
        if self.clash(&asked.parts, never) {
            return true;
        }
        let Some(choice) = asked.choices.pop() else { return false };
        choice.into_iter().all(|way| {
            let mut with = asked.clone();
            way.into_iter().for_each(|Part { asked, holds }| with.add(asked, holds));
            self.lost(with, left, never)
        })
    }

    /// Whether some of the parts exclude one another.
    fn clash(&self, parts: &[Part<'_>], never: &dyn Fn(&Predicate, bool) -> bool) -> bool {
        let parts = &parts[..parts.len().min(MAX_PARTS)];
        parts.iter().any(|part| never(part.asked, part.holds))
            || parts.iter().enumerate().any(|(index, a)| {
                parts[..index].iter().any(|b| a.holds != b.holds && a.asked == b.asked && !foreign(a.asked))
            })
            || parts.iter().enumerate().any(|(index, part)| match part.asked {
                Predicate::Holds(_, place) => {
                    let place = self.named(place);
                    let told = |other: &Part<'_>| {
                        matches!(other.asked, Predicate::Holds(_, of) if *self.named(of) == *place)
                    };
                    !parts[..index].iter().any(told) && self.no_square(&place, parts)
                }
                Predicate::Counter(..) | Predicate::Points(_) if part.holds => {
                    no_number(Numbers::All, part.asked, parts)
                }
                Predicate::Passed(_) | Predicate::InHand(..) => no_number(Numbers::All, part.asked, parts),
                Predicate::Takes(roles) if part.holds => self.takes_none(*roles, parts),
                Predicate::Drops(_) if part.holds => self.drops_none(parts),
                Predicate::Count(..) | Predicate::All(..) => self.miscounted(part, &parts[index..]),
                _ => false,
            })
    }

    /// The place, with one name for all places that coincide during a drop.
    fn named<'p>(&self, place: &'p Place) -> Cow<'p, Place> {
        let own = matches!(place.anchor, Anchor::LegOrigin | Anchor::Landing | Anchor::From | Anchor::To);
        match self.standing {
            Some(_) if own => Cow::Owned(Place { anchor: Anchor::Landing, steps: place.steps.clone() }),
            _ => Cow::Borrowed(place),
        }
    }

    /// Whether no square of the board and no piece satisfies the parts about one place.
    fn no_square(&self, place: &Place, parts: &[Part<'_>]) -> bool {
        let at = |anchor: Anchor| *place == Place::at(anchor);
        let there = at(Anchor::Here) && self.here.is_some();
        let landing = self.standing.filter(|_| at(Anchor::Landing));
        let (mut owners, mut roles) = (self.owners(), self.appearing);
        let mut zones: Vec<(&SquareSet, bool)> = Vec::new();
        if landing.is_some() {
            owners &= EMPTY;
        }
        // Off the board no predicate holds, and every negation does.
        let mut on_board = there || landing.is_some();
        for part in parts {
            let Predicate::Holds(test, of) = part.asked else { continue };
            if *self.named(of) != *place {
                continue;
            }
            on_board |= part.holds;
            match test {
                Test::In(zone) => zones.push((self.variant.zone(*zone, self.player), part.holds)),
                Test::Is(asked) if part.holds => {
                    owners &= PIECE;
                    roles.0 &= asked.0;
                }
                Test::Is(asked) => roles.0 &= !asked.0,
                _ => {
                    let held = self.held(test);
                    owners &= held.map_or(u8::MAX, |held| if part.holds { held } else { !held });
                }
            }
        }
        let possible = owners & EMPTY != 0 || owners & PIECE != 0 && !roles.is_empty();
        on_board && (!possible || !self.somewhere(landing, self.here.filter(|_| there), &zones))
    }

    /// Whether a square, or a square of a set, satisfies all zone tests.
    fn somewhere(&self, one: Option<Square>, of: Option<&SquareSet>, zones: &[(&SquareSet, bool)]) -> bool {
        let fits = |&square: &Square| zones.iter().all(|(zone, within)| zone.contains(square) == *within);
        match (one, of) {
            (Some(square), _) => fits(&square),
            (None, Some(set)) => set.iter().any(|square| fits(&square)),
            (None, None) => self.variant.board.squares().any(|square| fits(&square)),
        }
    }

    /// The possible owners of pieces.
    fn owners(&self) -> u8 {
        let partner = if self.variant.teams.is_empty() { 0 } else { PARTNER };
        let nobody = if self.variant.has_neutral() { NOBODY } else { 0 };
        EMPTY | OWN | OPPONENT | partner | nobody
    }

    /// The possible contents of a square that passes a test; `None` if the test depends on more than the contents.
    fn held(&self, test: &Test) -> Option<u8> {
        // With more than two players, the pieces of an eliminated player are opponents of everybody, including that player.
        let own = if self.variant.players.len() > 2 { OWN | OPPONENT } else { OWN };
        Some(match test {
            Test::Empty => EMPTY,
            Test::Occupied => PIECE,
            Test::Ally => OWN | PARTNER,
            Test::Own => own,
            Test::Opponent => OPPONENT,
            Test::NoAlly => EMPTY | OPPONENT | NOBODY,
            Test::NoOpponent => EMPTY | OWN | PARTNER | NOBODY,
            _ => return None,
        })
    }

    /// Whether every role that the move could capture is excluded, or the move captures nothing.
    fn takes_none(&self, roles: RoleSet, parts: &[Part<'_>]) -> bool {
        let spared = parts.iter().fold(0, |all, part| match part.asked {
            Predicate::Takes(roles) if !part.holds => all | roles.0,
            _ => all,
        });
        let passes = parts.iter().any(|part| part.holds && *part.asked == Predicate::Passes);
        passes || roles.0 & self.appearing.0 & !spared == 0
    }

    /// Whether no piece satisfies all parts about drops. A move drops one piece; a pass drops none.
    fn drops_none(&self, parts: &[Part<'_>]) -> bool {
        let left = parts.iter().fold(self.dropped.0, |all, part| match part.asked {
            Predicate::Drops(roles) => all & if part.holds { roles.0 } else { !roles.0 },
            Predicate::Passes if part.holds => 0,
            _ => all,
        });
        left == 0
    }

    /// Whether one part requires more or fewer squares than other parts allow.
    fn miscounted(&self, part: &Part<'_>, others: &[Part<'_>]) -> bool {
        let Some(a) = self.counted(part) else { return false };
        others.iter().filter_map(|other| self.counted(other)).any(|b| {
            let (same, reverse) = (self.within(&a, &b), self.within(&b, &a));
            same && reverse && a.numbers.and(&b.numbers).is_empty()
                || same && a.numbers.least() > b.numbers.most()
                || reverse && b.numbers.least() > a.numbers.most()
        })
    }

    fn counted<'p>(&self, part: &Part<'p>) -> Option<Counted<'p>> {
        let (place, each, counts) = match part.asked {
            Predicate::Count(counts, place, each) => {
                (place, Cow::Borrowed(each.as_slice()), Numbers::of(counts))
            }
            // `All` means that no square satisfies the negation.
            Predicate::All(place, each) => {
                let not = match each.as_slice() {
                    [Predicate::Not(inner)] => inner.clone(),
                    each => vec![Predicate::Not(each.to_vec())],
                };
                (place, Cow::Owned(not), Numbers::Ranges(vec![(0, 0)]))
            }
            _ => return None,
        };
        if each.iter().any(foreign) {
            return None;
        }
        let numbers = if part.holds { counts } else { counts.others() };
        Some(Counted { place, each, numbers })
    }

    /// Whether every square counted by `a` is counted by `b`.
    fn within(&self, a: &Counted<'_>, b: &Counted<'_>) -> bool {
        let zone = |place: &Place| match place.anchor {
            Anchor::Zone(zone) if *place == Place::at(Anchor::Zone(zone)) => {
                Some(self.variant.zone(zone, self.player))
            }
            _ => None,
        };
        let place = a.place == b.place
            || zone(a.place)
                .zip(zone(b.place))
                .is_some_and(|(a, b)| a.iter().all(|square| b.contains(square)));
        place && b.each.iter().all(|one| a.each.contains(one))
    }
}

/// Whether a condition calls the embedding program, whose answer is unknown.
fn foreign(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Native(..) => true,
        Predicate::Count(_, _, inner)
        | Predicate::All(_, inner)
        | Predicate::Not(inner)
        | Predicate::After(inner)
        | Predicate::WithoutDrop(inner)
        | Predicate::Can(inner) => inner.iter().any(foreign),
        Predicate::Or(branches) => branches.iter().flatten().any(foreign),
        _ => false,
    }
}

/// Whether no number satisfies all parts about the same quantity.
fn no_number(all: Numbers, asked: &Predicate, parts: &[Part<'_>]) -> bool {
    let left = parts.iter().fold(all, |left, part| {
        let counts = match (part.asked, asked) {
            (Predicate::Counter(a, counts), Predicate::Counter(b, _)) if a == b => counts,
            (Predicate::InHand(counts, a), Predicate::InHand(_, b)) if a == b => counts,
            (Predicate::Points(counts), Predicate::Points(_)) => counts,
            (Predicate::Passed(counts), Predicate::Passed(_)) => counts,
            _ => return left,
        };
        let numbers = Numbers::of(counts);
        left.and(&if part.holds { numbers } else { numbers.others() })
    });
    left.is_empty()
}

/// Numbers from 0 on, as ordered closed ranges.
#[derive(Clone)]
enum Numbers {
    All,
    Ranges(Vec<(u16, u16)>),
}

impl Numbers {
    fn of(counts: &CountSet) -> Self {
        Self::Ranges(counts.ranges().to_vec())
    }

    fn ranges(&self) -> &[(u16, u16)] {
        match self {
            Self::All => &[(0, u16::MAX)],
            Self::Ranges(ranges) => ranges,
        }
    }

    fn is_empty(&self) -> bool {
        self.ranges().is_empty()
    }

    /// The smallest number; larger than any if there is none.
    fn least(&self) -> u32 {
        self.ranges().first().map_or(u32::MAX, |&(low, _)| u32::from(low))
    }

    /// The greatest of them.
    fn most(&self) -> u32 {
        self.ranges().last().map_or(0, |&(_, high)| u32::from(high))
    }

    fn and(&self, other: &Self) -> Self {
        let pairs = self.ranges().iter().flat_map(|a| other.ranges().iter().map(move |b| (a, b)));
        let both = pairs.map(|(a, b)| (a.0.max(b.0), a.1.min(b.1)));
        Self::Ranges(both.filter(|(low, high)| low <= high).collect())
    }

    fn others(&self) -> Self {
        let mut rest = Vec::new();
        let mut next = Some(0u16);
        for &(low, high) in self.ranges() {
            let Some(from) = next else { break };
            if from < low {
                rest.push((from, low - 1));
            }
            next = high.checked_add(1);
        }
        rest.extend(next.map(|from| (from, u16::MAX)));
        Self::Ranges(rest)
    }
}
