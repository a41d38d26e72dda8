//! Random rules: in every position of random play, the tables must agree with the literal evaluator.

use carn::position::{PerftOptions, Position, Rules};
use carn::variant::*;

use super::agree::in_parts;
use super::games::*;

/// Whether a game, one of many, is to be played: debug builds play a third of them, released ones all.
pub fn is_played(text: &str) -> bool {
    !cfg!(debug_assertions)
        || text.bytes().fold(0, |sum: u32, byte| sum * 31 % 65_521 + u32::from(byte)) % 3 == 0
}

/// Choices of which a seed names the whole sequence.
pub struct Random(carn::random::Random);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(carn::random::Random::new(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

fn mode(random: &mut Random) -> Mode {
    random.one(&[Mode::Both, Mode::Both, Mode::Move, Mode::Capture])
}

/// One family of movements: a rider, a leaper, a lame one, a hopper, a bent one, or one with effects.
fn family(random: &mut Random, zone: ZoneId, roles: u8) -> Vec<Movement> {
    let size = 6;
    let directions = random.one(&[0, 1, 2]);
    let directions = match directions {
        0 => STRAIGHT.to_vec(),
        1 => ASLANT.to_vec(),
        _ => leaps(1, 2),
    };
    let mode = mode(random);
    let far = |u: [i16; 2], n: i16| [u[0] * n, u[1] * n];
    let mut made: Vec<Movement> = match random.below(9) {
        0 | 1 => directions
            .iter()
            .flat_map(|&u| (1..size).map(move |n| movement(mode, vec![leg(&far(u, n), vec![])], vec![])))
            .collect(),
        2 => {
            let (a, b) = (random.below(3) as i16, 1 + random.below(2) as i16);
            leaps(a, b).iter().map(|by| movement(mode, vec![leg(by, vec![])], vec![])).collect()
        }
        3 => {
            // Lame: one or two squares near the origin must be empty.
            let blockers: Vec<[i16; 2]> =
                (0..1 + random.below(2)).map(|_| random.one(&[[1, 0], [0, 1], [-1, 0], [1, 1]])).collect();
            let guards = |_: &[i16; 2]| {
                blockers.iter().map(|at| Predicate::Holds(Test::Empty, here(at))).collect::<Vec<_>>()
            };
            directions.iter().map(|by| movement(mode, vec![leg(by, guards(by))], vec![])).collect()
        }
        4 => {
            let count = 1 + random.below(2) as u16;
            let all = directions.iter().flat_map(|&u| (2..size).map(move |n| far(u, n)));
            all.map(|by| hops(mode, &by, count)).collect()
        }
        5 => {
            // Bent: one step, then on along another direction.
            let turn = random.one(&STRAIGHT);
            let bend = |u: [i16; 2], n: i16| {
                let first = leg(&u, vec![landing(Test::Empty)]);
                movement(mode, vec![first, leg(&far(turn, n), vec![])], vec![])
            };
            directions.iter().flat_map(|&u| (1..4).map(move |n| bend(u, n))).collect()
        }
        6 => {
            let ride = Some(CountSet::new([(1, 1 + random.below(4) as u16)]));
            let by = |u: [i16; 2]| Leg { ride: ride.clone(), ..leg(&u, vec![]) };
            directions.iter().map(|&u| movement(mode, vec![by(u)], vec![])).collect()
        }
        7 => {
            // Over an occupied square, as the grasshopper does.
            let hop = |u: [i16; 2], n: i16| {
                let first = leg(&far(u, n), vec![landing(Test::Occupied)]);
                movement(mode, vec![first, leg(&u, vec![])], vec![])
            };
            directions.iter().flat_map(|&u| (1..4).map(move |n| hop(u, n))).collect()
        }
        _ => {
            let effect = match random.below(6) {
                0 => Effect::Mark(here(&[0, 1])),
                1 => Effect::TakeMarker,
                2 => Effect::Take(here(&random.one(&ASLANT)), vec![]),
                3 => Effect::Become(RoleId(1 + random.below(usize::from(roles) - 1) as u8)),
                4 => Effect::Shift(here(&[1, 0]), here(&[0, -1])),
                _ => Effect::Promote(vec![RoleId(1), RoleId(2)]),
            };
            let guards = match &effect {
                Effect::TakeMarker => vec![landing(Test::Marked)],
                Effect::Shift(..) => vec![Predicate::Right(RightId(0), None)],
                _ => vec![],
            };
            let mode = if matches!(effect, Effect::TakeMarker) { Mode::Move } else { mode };
            let by = |u: [i16; 2]| movement(mode, vec![leg(&u, guards.clone())], vec![effect.clone()]);
            directions.iter().map(|&u| by(u)).collect()
        }
    };
    // Now and then a condition.
    let extra = match random.below(10) {
        0 => Some(Predicate::Holds(Test::In(zone), Place::at(Anchor::LegOrigin))),
        1 => Some(Predicate::Not(vec![landing(Test::In(zone))])),
        2 => Some(Predicate::Holds(Test::Ally, here(&[0, -1]))),
        3 => Some(Predicate::Count(
            CountSet::new([(1, u16::MAX)]),
            Place { anchor: Anchor::Landing, steps: STRAIGHT.map(|by| d(&by)).to_vec() },
            vec![Predicate::Holds(Test::Opponent, Place::at(Anchor::Here))],
        )),
        4 => Some(Predicate::By(1 + random.below(2) as u32)),
        5 if mode == Mode::Capture => Some(landing(Test::Is(RoleSet(random.below(64) as u128)))),
        _ => None,
    };
    if let Some(extra) = extra {
        for movement in &mut made {
            if let Some(last) = movement.legs.last_mut() {
                last.guards.push(extra.clone());
            }
        }
    }
    made
}

/// A random variant with a random position of it.
pub fn random_variant(random: &mut Random) -> Variant {
    let lengths = [3 + random.below(4) as u16, 4 + random.below(3) as u16];
    let wide = random.chance(20);
    let lengths = if wide { [9, 8 + random.below(3) as u16] } else { lengths };
    let mut game = variant(&lengths, vec![]);
    let zone = zone(&mut game, (0, lengths[0] / 2), (0, lengths[1] / 2));
    let last = super::games::zone(&mut game, (0, lengths[0]), (lengths[1] - 1, lengths[1] - 1));
    let roles = 4 + random.below(3) as u8;
    let reigning = if random.chance(6) { 3 + random.below(2) as u8 } else { 1 + u8::from(random.chance(10)) };
    for id in 0..roles {
        let mut movements: Vec<Movement> =
            (0..1 + random.below(3)).flat_map(|_| family(random, zone, roles)).collect();
        let royal = id < reigning;
        if royal {
            let king = leapers(&[STRAIGHT, ASLANT].concat());
            movements.extend(king.into_iter().filter(|_| random.chance(70)));
        }
        let mut made = Role { royal, ..role("role", (b'A' + id) as char, movements) };
        let plain = |effect: &Effect| !matches!(effect, Effect::Become(_) | Effect::Promote(_));
        if royal {
            made.movements.retain(|movement| movement.effects.iter().all(plain));
        } else if random.chance(20) {
            let within = |anchor| Predicate::Holds(Test::In(last), Place::at(anchor));
            let (there, either) =
                (within(Anchor::To), vec![vec![within(Anchor::From)], vec![within(Anchor::To)]]);
            let takes = Predicate::Holds(Test::Opponent, Place::at(Anchor::To));
            made.promotion = Some(Promotion {
                to: vec![RoleId(2), RoleId(3)],
                when: match random.below(6) {
                    0 => vec![Predicate::Or(either)],
                    1 => vec![Predicate::Or(either), takes],
                    2 => vec![Predicate::Or(vec![vec![there], vec![takes]])],
                    _ => vec![there],
                },
                forced: random.chance(60).then(Vec::new),
                stock: RoleSet(0),
            });
        }
        game.roles.push(made);
    }
    if random.chance(30) {
        // One that moves as another does.
        let (like, last) = (game.roles[2].clone(), usize::from(roles) - 1);
        game.roles[last].movements = like.movements;
        game.roles[last].promotion = like.promotion;
    }
    let lost_with = RoleSet(random.below(8) as u128);
    game.rights.push(Right {
        name: "right".into(),
        by_square: false,
        holders: RoleSet(0),
        lost_with,
        groups: Vec::new(),
    });
    for player in 0..2u8 {
        let mut squares = game.board.empty_set();
        squares.insert(carn::geometry::Square(random.below(game.board.len()) as u16));
        game.right_slots.push(RightSlot {
            right: RightId(0),
            player: PlayerId(player),
            square: None,
            squares,
            letter: None,
            outermost: vec![],
        });
    }
    game.start.rights = 3;
    let density = 15 + random.below(40);
    for square in game.board.squares() {
        if random.chance(density) {
            let role = RoleId(1 + random.below(usize::from(roles) - 1) as u8);
            let player = PlayerId(random.below(2) as u8);
            game.start.squares[square.index()] = Some(Piece { player, role });
        }
    }
    for player in 0..2u8 {
        for _ in 0..1 + usize::from(random.chance(15)) {
            let at = random.below(game.board.len());
            game.start.squares[at] = Some(Piece { player: PlayerId(player), role: RoleId(0) });
        }
    }
    game.ending.quiet = Some(QuietLimit { plies: 100, result: Verdict::Draw, reset_by: RoleSet(4) });
    if random.chance(40) {
        game.ending.quiet = game.ending.quiet.filter(|_| random.chance(50));
        let few = Predicate::Count(
            CountSet::new([(0, 2 + random.below(4) as u16)]),
            Place { anchor: Anchor::Zone(zone), steps: vec![] },
            vec![Predicate::Holds(Test::Ally, Place::at(Anchor::Here))],
        );
        let limit = CountLimit { at_least: vec![(RoleId(1), 1)], moves: 1 + random.below(6) as u16 };
        game.ending.counting.push(Counting {
            when: vec![few],
            limits: vec![limit],
            from: CountFrom::Pieces,
            anew: true,
        });
    }
    game
}

/// Plays at random, comparing at every position. Returns how many positions were compared, and whether by tables.
fn compare(seed: u64) -> (usize, bool) {
    let mut random = Random::new(seed);
    let variant = random_variant(&mut random);
    let mut rules = vec![Rules::new(variant.clone())];
    if seed.is_multiple_of(8) {
        rules.push(Rules::portable(variant.clone()));
    }
    let mut compared = 0;
    for rules in &rules {
        let mut setup = variant.start.clone();
        let mut position = Position::from_setup_unchecked(rules, &setup);
        for ply in 0..16 {
            compared += 1;
            assert_eq!(position.setup(), setup, "seed {seed} ply {ply}: setup");
            assert_eq!(position.hash(), position.fresh_hash(), "seed {seed} ply {ply}: hash");
            let legal = literal::legal_moves(&variant, &setup);
            let shown = |moves: &[Move]| {
                let name = |m: &Move| (variant.board.name(m.from), variant.board.name(m.to), m.way, m.choice);
                moves.iter().map(name).collect::<Vec<_>>()
            };
            assert_eq!(shown(&position.legal_moves()), shown(&legal), "seed {seed} ply {ply}: moves");
            assert_eq!(position.perft(1), legal.len() as u64, "seed {seed} ply {ply}: number");
            for player in [PlayerId(0), PlayerId(1)] {
                let expected = literal::in_check(&variant, &setup, player);
                assert_eq!(position.stands_in_check(player), expected, "seed {seed} ply {ply}: check");
            }
            if ply % 4 == 1 {
                in_parts(&position, &setup, &legal).unwrap_or_else(|e| panic!("seed {seed} ply {ply}: {e}"));
            }
            if ply == 3 && legal.len() < 40 {
                let expected = literal::perft(&variant, &setup, 2);
                assert_eq!(position.perft(2), expected, "seed {seed} ply {ply}: perft");
                let options = PerftOptions { threads: 2, hash_megabytes: 1, ..PerftOptions::default() };
                assert_eq!(position.perft_with(2, &options), Some(expected));
            }
            if legal.is_empty() {
                break;
            }
            let m = random.one(&legal);
            setup = literal::play(&variant, &setup, m);
            position.play_unchecked(m);
        }
    }
    (compared, rules[0].fallback().is_none())
}

/// At least 5,000 positions; `CARN_RANDOM_POSITIONS` asks for more.
#[test]
fn tables_agree_with_the_literal_evaluator_on_random_rules() {
    let wanted = std::env::var("CARN_RANDOM_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(5_000);
    let (mut positions, mut tabled, mut seed) = (0usize, 0usize, 0u64);
    while positions < wanted {
        let (compared, by_tables) = compare(seed);
        if by_tables {
            positions += compared;
            tabled += 1;
        }
        seed += 1;
    }
    assert!(tabled * 2 > seed as usize, "most random rules must be run by tables: {tabled} of {seed}");
}
