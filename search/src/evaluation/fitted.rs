//! Fitted weights: their use in the evaluation, and the features that they multiply.

use crate::board::Board;
use crate::geometry::Square;
use crate::position::{Position, Rules};
use crate::variant::{Piece, PlayerId, RoleId, RoleWeights, Variant, Weights};

use super::relations::{Geometry, Pair};
use super::{Evaluation, Freedom, Worth, is_held, piece_code};

/// Applies fitted values of roles and piece-square values.
pub(super) fn apply(variant: &Variant, weights: &Weights, values: &mut [i32], worths: &mut [Worth]) {
    let squares = variant.board.len();
    for (role, weights) in weights.roles.iter().enumerate().take(values.len()) {
        let by_rules = values[role];
        let (middle, end) = weights.value.unwrap_or((by_rules, by_rules));
        values[role] = (middle + end) / 2;
        for player in variant.everybody().iter() {
            let first =
                usize::from(piece_code(variant, Piece { player, role: RoleId(role as u8) })) * squares;
            for (worth, square) in worths[first..first + squares].iter_mut().zip(variant.board.squares()) {
                let placed = places(variant, player, square)
                    .filter_map(|(axis, at)| weights.places.get(axis)?.get(at))
                    .fold((0, 0), |sum, place| (sum.0 + place.0, sum.1 + place.1));
                worth.middle += middle - by_rules + placed.0;
                worth.end += end - by_rules + placed.1;
                if worth.material != 0 {
                    worth.material = values[role].max(1);
                }
            }
        }
    }
}

/// Pair weights below this are dropped; lists of royal, passed and neighbour weights if all are below it.
const TRIFLE: i32 = 3;

/// The coordinates of a square from a player's view, by axis.
fn places(variant: &Variant, player: PlayerId, square: Square) -> impl Iterator<Item = (usize, usize)> {
    let point = variant.players[player.index()].orientation.own_point(&variant.board, square);
    point.into_iter().map(usize::from).enumerate()
}

/// The features of a position that the weights multiply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// The evaluation for the first player, in hundredths of the weakest piece.
    pub score: f64,
    /// The non-zero derivatives of the score, with the numbers of their weights.
    pub terms: Vec<(u32, f32)>,
}

/// The kind of a weight. `bool` is true for the endgame and false for the middle game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    Tempo,
    Attack,
    Threats,
    /// Role, endgame.
    Value(usize, bool),
    Hand(usize),
    Mobility(usize),
    /// Role, axis, coordinate, endgame.
    Place(usize, usize, usize, bool),
    /// Role, royal (0 own, 1 the opponent's), cell around it, endgame.
    Royal(usize, usize, usize, bool),
    /// Role, other role, owner of the other (0 own, 1 the opponent), place.
    Beside(usize, usize, usize, usize),
    Pair(usize),
    /// Role, index of moves to promotion, endgame.
    Passed(usize, usize, bool),
}

/// The numbered weights of a two-player game, for fitting.
#[derive(Clone, Debug)]
pub struct Fitting {
    rules: Rules,
    evaluation: Evaluation,
    weights: Vec<Weight>,
    /// By role: the numbers of its weights.
    roles: Vec<Numbers>,
    geometry: Geometry,
}

/// The first weight number of each kind for a role. Where there are two phases, each endgame weight follows
/// its middle game weight.
#[derive(Clone, Debug, Default)]
struct Numbers {
    value: Option<u32>,
    hand: Option<u32>,
    mobility: Option<u32>,
    places: Vec<u32>,
    royals: [Option<u32>; 2],
    /// By the other role, then its owner (0 own, 1 the opponent).
    beside: Vec<[u32; 2]>,
    pair: Option<u32>,
    passed: Option<u32>,
}

impl Fitting {
    /// The weights of a game; `None` unless it has two players and fast tables.
    #[must_use]
    pub fn new(rules: &Rules) -> Option<Self> {
        let variant = rules.variant();
        let evaluation = Evaluation::with_weights(rules, &variant.weights.without_network());
        if variant.players.len() != 2 || rules.fallback().is_some() {
            return None;
        }
        let active = evaluation.freedom == Freedom::Activity;
        let mut weights = vec![Weight::Tempo];
        if active {
            weights.extend([Weight::Attack, Weight::Threats]);
        }
        let mut roles = Vec::new();
        let geometry = Geometry::new(variant);
        for (index, role) in variant.roles.iter().enumerate() {
            let mut numbers = Numbers::default();
            let mut next = |new: &[Weight]| {
                weights.extend(new);
                (weights.len() - new.len()) as u32
            };
            if !role.neutral {
                if !role.royal {
                    numbers.value = Some(next(&[Weight::Value(index, false), Weight::Value(index, true)]));
                    numbers.mobility = active.then(|| next(&[Weight::Mobility(index)]));
                    numbers.pair = Some(next(&[Weight::Pair(index)]));
                    if !geometry.is_empty() && !variant.royals().is_empty() {
                        numbers.royals = [0, 1].map(|whose| {
                            let cell = |cell| [false, true].map(|end| Weight::Royal(index, whose, cell, end));
                            Some(next(&(0..Weights::AROUND).flat_map(cell).collect::<Vec<_>>()))
                        });
                    }
                    if !geometry.is_empty() {
                        numbers.beside = (0..variant.roles.len())
                            .map(|other| {
                                [0, 1].map(|whose| {
                                    let place = |place| Weight::Beside(index, other, whose, place);
                                    next(&(0..Weights::NEIGHBOURS).map(place).collect::<Vec<_>>())
                                })
                            })
                            .collect();
                    }
                    if evaluation.passed.roles().any(|role| role == index) {
                        let moves = |moves| [false, true].map(|end| Weight::Passed(index, moves, end));
                        numbers.passed = Some(next(&(0..Weights::MOVES).flat_map(moves).collect::<Vec<_>>()));
                    }
                }
                if variant.hand.is_some() && is_held(variant, RoleId(index as u8)) {
                    numbers.hand = Some(next(&[Weight::Hand(index)]));
                }
                for (axis, range) in variant.board.axes().iter().enumerate() {
                    let place =
                        |at| [Weight::Place(index, axis, at, false), Weight::Place(index, axis, at, true)];
                    let all: Vec<Weight> = (0..usize::from(range.length)).flat_map(place).collect();
                    numbers.places.push(next(&all));
                }
            }
            roles.push(numbers);
        }
        Some(Self { rules: rules.clone(), evaluation, weights, roles, geometry })
    }

    /// How many weights there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Always false.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// The prior standard deviation of a weight, in its own unit. The smaller it is, the more strongly the
    /// fit keeps the old weight.
    #[must_use]
    pub fn spread(&self, weight: usize) -> f64 {
        match self.weights.get(weight) {
            Some(Weight::Value(role, _) | Weight::Hand(role)) => {
                f64::from(self.evaluation.value(RoleId(*role as u8)).abs().max(100)) * 0.3
            }
            Some(Weight::Place(..) | Weight::Royal(..) | Weight::Pair(_)) => 15.0,
            Some(Weight::Beside(..)) => 10.0,
            Some(Weight::Passed(..)) => 30.0,
            Some(Weight::Mobility(_)) => 16.0,
            Some(Weight::Attack | Weight::Threats) => 50.0,
            Some(Weight::Tempo) | None => 10.0,
        }
    }

    /// The features of a position. Activity features are 0 in check.
    #[must_use]
    pub fn features(&self, position: &Position) -> Features {
        let (variant, evaluation) = (self.rules.variant(), &self.evaluation);
        let mut board = Board::new(position.clone(), evaluation);
        let first = variant.side(PlayerId(0));
        let own = if first.contains(board.turn()) { 1.0 } else { -1.0 };
        let mut sums = vec![0.0; self.weights.len()];
        let middle =
            f64::from(board.material().clamp(0, evaluation.material)) / f64::from(evaluation.material);
        for (square, piece) in position.pieces() {
            let Some(numbers) = self.roles.get(piece.role.index()).filter(|_| !piece.is_neutral()) else {
                continue;
            };
            let sign = if first.contains(piece.player) { 1.0 } else { -1.0 };
            let mut add = |number: usize| add_phases(&mut sums, number, sign, middle);
            if let Some(value) = numbers.value {
                add(value as usize);
            }
            for (axis, at) in places(variant, piece.player, square) {
                add(numbers.places[axis] as usize + 2 * at);
            }
        }
        self.relate(&board, middle, &mut sums);
        for (role, numbers) in self.roles.iter().enumerate() {
            if let Some(pair) = numbers.pair {
                let [first, second] = [0, 1]
                    .map(|player| f64::from(u8::from(board.count(PlayerId(player), RoleId(role as u8)) > 1)));
                sums[pair as usize] += first - second;
            }
            if let Some(hand) = numbers.hand {
                let [first, second] =
                    [0, 1].map(|player| f64::from(position.in_hand(PlayerId(player), RoleId(role as u8))));
                sums[hand as usize] += first - second;
            }
        }
        sums[0] = own;
        if evaluation.freedom == Freedom::Activity && !position.in_check() {
            let danger = f64::from(evaluation.dangerous(&board)) / 256.0;
            let [mine, theirs] = evaluation.activity.both(&mut board);
            sums[1] = own * f64::from(mine.danger() - theirs.danger()) * danger / 100.0;
            sums[2] = own * f64::from(mine.threats() / 2 - theirs.threats()) / 100.0;
            let mut count = |position: &Position, sign: f64| {
                position.for_each_targets(|targets| {
                    let number = self.roles.get(targets.role.index()).and_then(|numbers| numbers.mobility);
                    if let Some(number) = number.filter(|_| !targets.dropped) {
                        sums[number as usize] += sign * f64::from(targets.count) / 16.0;
                    }
                });
            };
            count(&board.position, own);
            board.play_null();
            count(&board.position, -own);
            board.undo();
        }
        let terms = sums.into_iter().enumerate().filter(|&(_, sum)| sum != 0.0);
        let terms = terms.map(|(number, sum)| (number as u32, sum as f32)).collect();
        Features { score: f64::from(evaluation.score(&mut board, first)), terms }
    }

    /// Adds the features of passed pieces and relations.
    fn relate(&self, board: &Board<'_>, middle: f64, sums: &mut [f64]) {
        let signed = |player: usize| if player == 0 { 1.0 } else { -1.0 };
        self.evaluation.for_each_passed(&board.position, &mut |player, role, moves| {
            if let Some(passed) = self.roles.get(role).and_then(|numbers| numbers.passed) {
                add_phases(sums, passed as usize + 2 * (moves - 1), signed(player), middle);
            }
        });
        if self.geometry.is_empty() {
            return;
        }
        for (square, piece) in board.position.pieces().filter(|(_, piece)| !piece.is_neutral()) {
            let (player, role) = (piece.player.index(), piece.role.index());
            for of in 0..2 {
                let number = self.roles[role].royals[usize::from(of != player)];
                if let (Some(number), Some(royal)) = (number, board.royal(PlayerId(of as u8))) {
                    let cell = self.geometry.around(player, royal, square);
                    add_phases(sums, number as usize + 2 * cell, signed(player), middle);
                }
            }
            for &(next, places) in self.geometry.next(square).iter().filter(|(next, _)| square < *next) {
                let Some(other) = board.position.piece(next).filter(|other| !other.is_neutral()) else {
                    continue;
                };
                let other = (other.player.index(), other.role.index());
                let Some(pair) = Pair::new((player, role), other, places) else { continue };
                if let Some(lists) = self.roles[pair.role].beside.get(pair.other)
                    && !self.roles[pair.other].beside.is_empty()
                {
                    let number = lists[usize::from(!pair.own)] as usize + pair.place;
                    sums[number] += signed(pair.player);
                }
            }
        }
    }

    /// The weights of the evaluation plus these changes.
    #[must_use]
    pub fn changed(&self, changes: &[f64]) -> Weights {
        let (variant, evaluation) = (self.rules.variant(), &self.evaluation);
        let [attack, threats] = evaluation.activity.shares();
        let before = &variant.weights;
        let roles = vec![RoleWeights::default(); variant.roles.len()];
        let mut weights = Weights { roles, ..Weights::default() };
        for (&weight, &change) in self.weights.iter().zip(changes) {
            let new = |old: i32| (f64::from(old) + change).round() as i32;
            let share = |old: i32| new(old).clamp(0, 1000);
            match weight {
                Weight::Tempo => weights.tempo = Some(new(evaluation.tempo)),
                Weight::Attack => weights.attack = Some(share(attack)),
                Weight::Threats => weights.threats = Some(share(threats)),
                Weight::Hand(role) => {
                    let held = evaluation.held.iter().find(|&&(held, _)| held.index() == role);
                    weights.roles[role].hand = held.map(|&(_, value)| new(value));
                }
                Weight::Mobility(role) => {
                    weights.roles[role].mobility = Some(new(evaluation.activity.each(role)))
                }
                Weight::Royal(role, whose, cell, end) => {
                    let known = known_at(before.role(role).map(|role| &role.royals[whose]), cell);
                    put(&mut weights.roles[role].royals[whose], Weights::AROUND, cell, (known, end), new);
                }
                Weight::Passed(role, moves, end) => {
                    let known = known_at(before.role(role).map(|role| &role.passed), moves);
                    put(&mut weights.roles[role].passed, Weights::MOVES, moves, (known, end), new);
                }
                Weight::Pair(role) => {
                    let known = before.role(role).and_then(|role| role.pair).unwrap_or(0);
                    weights.roles[role].pair = Some(new(known));
                }
                Weight::Beside(role, other, whose, place) => {
                    let known = before.role(role).and_then(|role| role.beside(other, whose == 0));
                    let known = known.and_then(|list| list.get(place)).copied().unwrap_or(0);
                    let lists = &mut weights.roles[role].beside;
                    lists.resize(variant.roles.len(), Default::default());
                    lists[other][whose].resize(Weights::NEIGHBOURS, 0);
                    lists[other][whose][place] = new(known);
                }
                Weight::Value(role, end) => {
                    let value = evaluation.value(RoleId(role as u8));
                    let known = before.role(role).and_then(|role| role.value).unwrap_or((value, value));
                    let place = weights.roles[role].value.get_or_insert(known);
                    if end { place.1 = new(known.1) } else { place.0 = new(known.0) }
                }
                Weight::Place(role, axis, at, end) => {
                    let known = known_at(before.role(role).and_then(|role| role.places.get(axis)), at);
                    let places = &mut weights.roles[role].places;
                    places.resize(variant.board.axes().len(), Vec::new());
                    let length = usize::from(variant.board.axes()[axis].length);
                    put(&mut places[axis], length, at, (known, end), new);
                }
            }
        }
        weights.roles.iter_mut().for_each(drop_trifles);
        weights
    }
}

/// Drops negligible weights to keep rule files short.
fn drop_trifles(role: &mut RoleWeights) {
    let small = |weight: i32| weight.abs() < TRIFLE;
    role.pair = role.pair.filter(|&pair| !small(pair));
    for list in role.royals.iter_mut().chain([&mut role.passed]) {
        if list.iter().all(|&(middle, end)| small(middle) && small(end)) {
            list.clear();
        }
    }
    for list in role.beside.iter_mut().flatten().filter(|list| list.iter().all(|&weight| small(weight))) {
        list.clear();
    }
}

/// Adds a feature to the weights of both phases, of which the first has this share.
fn add_phases(sums: &mut [f64], number: usize, by: f64, middle: f64) {
    sums[number] += by * middle;
    sums[number + 1] += by * (1.0 - middle);
}

fn known_at(list: Option<&Vec<(i32, i32)>>, place: usize) -> (i32, i32) {
    list.and_then(|list| list.get(place)).copied().unwrap_or_default()
}

/// Sets a middle game or endgame weight in a list of pairs.
fn put(
    list: &mut Vec<(i32, i32)>,
    length: usize,
    place: usize,
    (known, end): ((i32, i32), bool),
    new: impl Fn(i32) -> i32,
) {
    list.resize(length, (0, 0));
    if end { list[place].1 = new(known.1) } else { list[place].0 = new(known.0) }
}
