//! Evaluation terms from the conditions that end the game: numbers of pieces, goal squares, counters, rows.

use crate::geometry::{Square, SquareSet};
use crate::variant::{
    Anchor, CountSet, CounterId, PlayerId, PlayerSet, Predicate, RoleId, RoleSet, Test, Variant, Verdict,
};

use super::chance::Scene;

/// A player with at most this many pieces of some roles has won or lost.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Few {
    pub players: PlayerSet,
    pub roles: RoleSet,
    pub most: u16,
    pub wins: bool,
}

/// A player with a piece of these roles on one of these squares has won.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Goal {
    pub player: PlayerId,
    pub roles: RoleSet,
    pub squares: SquareSet,
}

/// A player whose counter reaches one of these values has won or lost.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Towards {
    pub counter: CounterId,
    pub values: CountSet,
    pub wins: bool,
}

/// The terms of all ends of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    pub few: Vec<Few>,
    pub goals: Vec<Goal>,
    pub towards: Vec<Towards>,
    /// The squares of each winning row, by player.
    pub rows: Vec<(PlayerId, Vec<Square>)>,
    /// Whether the player with more pieces wins.
    pub more: bool,
    /// Whether an end depends on the turn or on possible moves, so that a null move could end the game.
    pub asks_turn: bool,
}

impl Ends {
    /// Reads the ends of a game. Draws are ignored.
    pub fn of(variant: &Variant) -> Self {
        let mut all = Self::default();
        for end in &variant.ending.ends {
            let wins = match end.verdict {
                Verdict::Win => true,
                Verdict::Loss => false,
                Verdict::Draw => continue,
            };
            all.read_all(variant, &end.when, variant.everybody(), wins);
        }
        all
    }

    fn read_all(&mut self, variant: &Variant, when: &[Predicate], players: PlayerSet, wins: bool) {
        let named = when.iter().filter_map(|predicate| match predicate {
            Predicate::By(players) => Some(PlayerSet(*players as u8)),
            _ => None,
        });
        let players = named.fold(players, |all, some| PlayerSet(all.0 & some.0));
        when.iter().for_each(|predicate| self.read(variant, predicate, players, wins));
    }

    fn read(&mut self, variant: &Variant, predicate: &Predicate, players: PlayerSet, wins: bool) {
        match predicate {
            Predicate::Or(ways) => {
                ways.iter().for_each(|way| self.read_all(variant, way, players, wins));
            }
            Predicate::Count(counts, place, each) => {
                let rows = each.iter().filter(|_| wins).find_map(row);
                for player in players.iter() {
                    let scene = Scene::at(variant, player, Square(0));
                    let Some(squares) = scene.squares(place) else { return };
                    match (rows, subject(variant, each)) {
                        (Some(steps), _) => self.add_rows(variant, player, &squares, steps),
                        (None, Some(subject)) => {
                            self.add_count(variant, player, counts, &squares, subject, wins)
                        }
                        (None, None) => {}
                    }
                }
            }
            Predicate::Not(inner) => {
                if let [Predicate::Count(counts, place, each)] = inner.as_slice()
                    && let Some(&(least @ 1.., u16::MAX)) = counts.ranges().first()
                {
                    let few = CountSet::new([(0, least - 1)]);
                    self.read(variant, &Predicate::Count(few, place.clone(), each.clone()), players, wins);
                }
                self.asks_turn |=
                    inner.iter().any(|inner| matches!(inner, Predicate::Can(_) | Predicate::ToMove));
            }
            Predicate::Holds(Test::Ally | Test::Own, place) if wins => {
                for player in players.iter() {
                    let Some(squares) = Scene::at(variant, player, Square(0)).squares(place) else { return };
                    let roles = RoleSet::ALL;
                    self.goals.push(Goal { player, roles, squares: set_of(variant, &squares) });
                }
            }
            Predicate::Counter(counter, values) => {
                self.towards.push(Towards { counter: *counter, values: values.clone(), wins });
            }
            Predicate::More => self.more |= wins,
            Predicate::ToMove | Predicate::Can(_) => self.asks_turn = true,
            _ => {}
        }
    }

    /// Reads a count of pieces: few left on the whole board, or one on a goal square.
    fn add_count(
        &mut self,
        variant: &Variant,
        player: PlayerId,
        counts: &CountSet,
        squares: &[Square],
        (own, roles): (bool, RoleSet),
        wins: bool,
    ) {
        let everywhere = squares.len() == variant.board.len();
        match counts.ranges() {
            [(0, most)] if everywhere && *most < u16::MAX => {
                let (players, wins) = match own {
                    true => (PlayerSet::single(player), wins),
                    false => (variant.everybody().without(variant.side(player)), !wins),
                };
                self.few.push(Few { players, roles, most: *most, wins });
            }
            [(1, _), ..] if !everywhere && own && wins => {
                self.goals.push(Goal { player, roles, squares: set_of(variant, squares) });
            }
            _ => {}
        }
    }

    fn add_rows(
        &mut self,
        variant: &Variant,
        player: PlayerId,
        starts: &[Square],
        steps: &crate::variant::Place,
    ) {
        for &start in starts {
            let step = |&by| variant.step(player, start, by);
            if let Some(squares) = steps.steps.iter().map(step).collect::<Option<Vec<Square>>>() {
                self.rows.push((player, squares));
            }
        }
    }
}

/// The owner (own or opponent) and the roles required by conditions on one square; `None` for other
/// conditions.
fn subject(variant: &Variant, each: &[Predicate]) -> Option<(bool, RoleSet)> {
    let (mut own, mut roles) =
        (None, (0..variant.roles.len()).map(|role| RoleId(role as u8)).collect::<RoleSet>());
    for predicate in each {
        match predicate {
            Predicate::Holds(Test::Ally | Test::Own, _) => own = Some(true),
            Predicate::Holds(Test::Opponent, _) => own = Some(false),
            Predicate::Holds(Test::Is(some), _) => roles = RoleSet(roles.0 & some.0),
            Predicate::Holds(Test::NotAttacked, _) => {}
            _ => return None,
        }
    }
    Some((own?, roles))
}

/// The squares of a row relative to the current one, if the condition is that all of them hold own pieces.
fn row(predicate: &Predicate) -> Option<&crate::variant::Place> {
    let Predicate::Count(counts, place, each) = predicate else { return None };
    let all = counts.ranges().first()?.0 as usize == place.steps.len() && place.steps.len() > 1;
    let own = matches!(each.as_slice(), [Predicate::Holds(Test::Ally | Test::Own, _)]);
    (place.anchor == Anchor::Here && all && own).then_some(place)
}

fn set_of(variant: &Variant, squares: &[Square]) -> SquareSet {
    let mut set = variant.board.empty_set();
    squares.iter().for_each(|&square| set.insert(square));
    set
}
