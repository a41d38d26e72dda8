//! Sets and questions made at random, on small boards made at random, against what their definitions say square by square:
//! whoever puts them together otherwise may not mean something else.

use super::*;
use crate::random::Random;
use crate::tables::runs::tests::stride;

/// Four by four.
const SIDE: usize = 4;
const ALL: u64 = 0xffff;
const ROLES: usize = 4;
/// To the right, upwards, back down the diagonal.
const STEPS: [(i32, i32); 3] = [(1, 0), (0, 1), (-1, -1)];

/// All that a question may be about, and what comes after the move.
#[derive(Clone, Debug)]
struct Scene {
    ally: u64,
    opponent: u64,
    roles: [u64; ROLES],
    marked: u64,
    unmoved: u64,
    attacked: u64,
    from: usize,
    to: usize,
    rights: u64,
    passes: u16,
    /// Whether there is a legal move, and whether there is one of some kind.
    can: [bool; 2],
    /// Check, mate, and a pass.
    of_move: [bool; 3],
    takes: u64,
    drops: u64,
    after: Option<Box<Scene>>,
}

fn some(random: &mut Random) -> u64 {
    random.next_u64() & if random.below(2) == 0 { random.next_u64() } else { u64::MAX } & ALL
}

fn scene(random: &mut Random, after: bool) -> Scene {
    let (ally, other) = (some(random), some(random));
    let kinds: Vec<usize> = (0..64).map(|_| random.below(ROLES)).collect();
    let occupied = ally | other;
    let of = |role: usize| {
        (0..16).filter(|&square| kinds[square] == role).fold(0, |all, square| all | 1u64 << square) & occupied
    };
    let flag = |random: &mut Random| random.below(2) == 0;
    let can = flag(random);
    Scene {
        ally,
        opponent: other & !ally,
        roles: std::array::from_fn(of),
        marked: some(random),
        unmoved: some(random),
        attacked: some(random),
        from: random.below(16),
        to: random.below(16),
        rights: random.next_u64() & 3,
        passes: random.below(3) as u16,
        can: [can, can && flag(random)],
        of_move: [flag(random), flag(random), flag(random)],
        takes: random.next_u64() & 15,
        drops: random.next_u64() & 15,
        after: after.then(|| Box::new(scene(random, false))),
    }
}

fn squares() -> impl Iterator<Item = usize> {
    0..16
}

fn where_(holds: impl Fn(usize) -> bool) -> u64 {
    squares().filter(|&square| holds(square)).fold(0, |all, square| all | 1 << square)
}

fn on(set: u64, square: usize) -> bool {
    set >> square & 1 == 1
}

fn at(table: &Table<1>, square: usize) -> u64 {
    table[square].0[0] & ALL
}

/// Where a step leads.
fn step(strides: &Stride, square: usize) -> Option<usize> {
    let next = |&(right, up): &(i32, i32)| {
        let (file, rank) = ((square % SIDE) as i32 + right, (square / SIDE) as i32 + up);
        let there = (0..SIDE as i32).contains(&file) && (0..SIDE as i32).contains(&rank);
        there.then_some((rank * SIDE as i32 + file) as usize)
    };
    let named = STEPS.iter().find(|&&one| stride((SIDE as i32, SIDE as i32), one) == *strides);
    next(named.expect("one of the steps"))
}

impl Scene {
    fn of_roles(&self, roles: u64) -> u64 {
        (0..ROLES).filter(|&role| on(roles, role)).fold(0, |all, role| all | self.roles[role])
    }

    fn pieces(&self, pieces: &Pieces<1>) -> u64 {
        (if pieces.own { self.ally } else { self.opponent }) & self.of_roles(pieces.roles) & pieces.on.0[0]
    }

    /// The squares of a set.
    fn squares(&self, set: &Set<1>) -> u64 {
        let found = match set {
            Set::Fixed(squares) => squares.0[0],
            Set::Empty => !(self.ally | self.opponent),
            Set::Ally => self.ally,
            Set::Opponent => self.opponent,
            Set::Is(roles) => self.of_roles(*roles),
            Set::Pieces(pieces) => self.pieces(pieces),
            Set::Marked => self.marked,
            Set::Unmoved => self.unmoved,
            Set::Attacked => self.attacked,
            Set::From(table) => at(table, self.from),
            Set::To(table) => at(table, self.to),
            Set::Near(table, inner) => {
                let inner = self.squares(inner);
                squares().filter(|&one| on(inner, one)).fold(0, |all, one| all | at(table, one))
            }
            Set::Next(stride, inner) => {
                let inner = self.squares(inner);
                where_(|square| step(stride, square).is_some_and(|next| on(inner, next)))
            }
            Set::Row(strides, inner) => {
                let inner = self.squares(inner);
                let lies =
                    |stride: &Arc<Stride>, square| step(stride, square).is_some_and(|next| on(inner, next));
                where_(|square| on(inner, square) && strides.iter().all(|stride| lies(stride, square)))
            }
            Set::Counted(counts, table, inner) => {
                let inner = self.squares(inner);
                where_(|square| counts.contains((at(table, square) & inner).count_ones() as u16))
            }
            Set::Elsewhere(inner) => {
                let inner = self.squares(inner);
                where_(|square| inner & !(1 << square) != 0)
            }
            Set::Whether(ask) => {
                if self.holds(ask) {
                    ALL
                } else {
                    0
                }
            }
            Set::Not(inner) => !self.squares(inner),
            Set::All(parts) => parts.iter().fold(ALL, |all, part| all & self.squares(part)),
            Set::One(parts) => parts.iter().fold(0, |all, part| all | self.squares(part)),
            Set::Along(_) | Set::Beside(_) | Set::Numbered(..) => unreachable!("none is made"),
        };
        found & ALL
    }

    /// The answer to a question.
    fn holds(&self, ask: &Ask<1>) -> bool {
        match ask {
            Ask::Constant(answer) => *answer,
            Ask::Any(set) => self.squares(set) != 0,
            Ask::Lacks(pieces) => {
                let gone = |role: usize| self.pieces(&Pieces { roles: 1 << role, ..*pieces }) == 0;
                (0..ROLES).any(|role| on(pieces.roles, role) && gone(role))
            }
            Ask::Count(counts, set) => counts.contains(self.squares(set).count_ones() as u16),
            Ask::Right(rights) => self.rights & rights != 0,
            Ask::Passed(counts) => counts.contains(self.passes),
            Ask::Can(like) => self.can[usize::from(**like != Ask::Constant(true))],
            Ask::Checks => self.of_move[0],
            Ask::Mates => self.of_move[1],
            Ask::Passes => self.of_move[2],
            Ask::Takes(roles) => self.takes & roles != 0,
            Ask::Drops(roles) => self.drops & roles != 0,
            Ask::After(inner) => self.after.as_ref().is_some_and(|after| after.holds(inner)),
            Ask::Settled(inner) => self.holds(inner),
            Ask::Not(inner) => !self.holds(inner),
            Ask::All(parts) => parts.iter().all(|part| self.holds(part)),
            Ask::One(parts) => parts.iter().any(|part| self.holds(part)),
            other => unreachable!("{other:?} is not made"),
        }
    }
}

fn table(random: &mut Random) -> Table<1> {
    squares().map(|_| Bits([some(random) & some(random)])).collect()
}

fn pieces(random: &mut Random) -> Pieces<1> {
    let on = if random.below(2) == 0 { Bits::FULL } else { Bits([some(random)]) };
    Pieces { own: random.below(2) == 0, roles: 1 + random.below(15) as u64, on }
}

fn few(random: &mut Random, made: &mut dyn FnMut(&mut Random)) {
    (0..1 + random.below(3)).for_each(|_| made(random));
}

fn sets(random: &mut Random, depth: usize) -> Vec<Set<1>> {
    let mut parts = Vec::new();
    few(random, &mut |random| parts.push(set(random, depth)));
    parts
}

fn asks(random: &mut Random, depth: usize) -> Vec<Ask<1>> {
    let mut parts = Vec::new();
    few(random, &mut |random| parts.push(ask(random, depth)));
    parts
}

fn a_stride(random: &mut Random) -> Arc<Stride> {
    Arc::new(stride((SIDE as i32, SIDE as i32), STEPS[random.below(STEPS.len())]))
}

fn set(random: &mut Random, depth: usize) -> Set<1> {
    let simple: [fn(&mut Random) -> Set<1>; 11] = [
        |random| Set::Fixed(Bits([some(random)])),
        |_| Set::Empty,
        |_| Set::Ally,
        |_| Set::Opponent,
        |random| Set::Is(1 + random.below(15) as u64),
        |random| Set::Pieces(pieces(random)),
        |_| Set::Marked,
        |_| Set::Unmoved,
        |_| Set::Attacked,
        |random| Set::From(table(random)),
        |random| Set::To(table(random)),
    ];
    if depth == 0 || random.below(2) == 0 {
        return simple[random.below(simple.len())](random);
    }
    let inner = |random: &mut Random| Box::new(set(random, depth - 1));
    match random.below(8) {
        0 => Set::Near(table(random), inner(random)),
        1 => Set::Next(a_stride(random), inner(random)),
        2 => Set::Row(vec![a_stride(random), a_stride(random)], inner(random)),
        3 => Set::Counted(CountSet::new([(1, 2)]), table(random), inner(random)),
        4 if random.below(2) == 0 => Set::Elsewhere(inner(random)),
        4 => Set::Whether(Box::new(ask(random, depth - 1))),
        5 => Set::Not(inner(random)),
        6 => Set::All(sets(random, depth - 1)),
        _ => Set::One(sets(random, depth - 1)),
    }
}

fn ask(random: &mut Random, depth: usize) -> Ask<1> {
    let simple: [fn(&mut Random, usize) -> Ask<1>; 13] = [
        |random, _| Ask::Constant(random.below(2) == 0),
        |random, depth| Ask::Any(set(random, depth)),
        |random, _| Ask::Lacks(pieces(random)),
        |random, depth| Ask::Count(CountSet::new([(2, 5)]), set(random, depth)),
        |random, _| Ask::Right(1 + random.below(2) as u64),
        |random, _| Ask::Passed(CountSet::new([(random.below(2) as u16, 2)])),
        |_, _| Ask::Can(Box::new(Ask::Constant(true))),
        |_, _| Ask::Checks,
        |_, _| Ask::Mates,
        |_, _| Ask::Passes,
        |random, _| Ask::Takes(1 + random.below(15) as u64),
        |random, _| Ask::Drops(1 + random.below(15) as u64),
        |random, _| Ask::Not(Box::new(Ask::Any(Set::Pieces(pieces(random))))),
    ];
    if depth == 0 || random.below(3) > 0 {
        return simple[random.below(simple.len())](random, depth);
    }
    let inner = |random: &mut Random| Box::new(ask(random, depth - 1));
    match random.below(5) {
        0 => Ask::After(inner(random)),
        1 => Ask::Settled(inner(random)),
        2 => Ask::Not(inner(random)),
        3 => Ask::All(asks(random, depth - 1)),
        _ => Ask::One(asks(random, depth - 1)),
    }
}

/// A few scenes for each thing made, many things.
fn each(seed: u64, mut look: impl FnMut(&mut Random, &[Scene])) {
    let mut random = Random::new(seed);
    for _ in 0..3000 {
        let scenes: Vec<Scene> = (0..12).map(|_| scene(&mut random, true)).collect();
        look(&mut random, &scenes);
    }
}

#[test]
fn sets_put_together_are_what_their_parts_are() {
    let (mut rows, mut joined, mut bounded, mut of_roles) = (0, 0, 0, 0);
    each(1, |random, scenes| {
        let mut parts = sets(random, 2);
        // Side by side or in line: the same asked of a square and of those a step on.
        if random.below(3) == 0 {
            let base = set(random, 0);
            let whole = match &base {
                Set::Pieces(pieces) => Set::Pieces(Pieces { on: Bits::FULL, ..*pieces }),
                other => other.clone(),
            };
            few(random, &mut |random| parts.push(Set::Next(a_stride(random), Box::new(whole.clone()))));
            let place = random.below(parts.len() + 1);
            parts.insert(place, base);
        }
        let all = Set::all(parts.clone());
        rows += usize::from(
            matches!(&all, Set::Row(..))
                || matches!(&all, Set::All(some) if some.iter().any(|one| matches!(one, Set::Row(..)))),
        );
        joined += usize::from(matches!(&all, Set::Pieces(_)));
        let other = all.clone().negated();
        let told = all.of_roles(&|roles| Bits([scenes[0].of_roles(roles)]));
        of_roles += usize::from(told.is_some());
        if let Some(told) = told {
            assert_eq!(told.0[0] & ALL, scenes[0].squares(&all), "{all:?}");
        }
        let bound = all.bound().0[0] & ALL;
        bounded += usize::from(bound != ALL && bound != 0);
        for scene in scenes {
            let expected = parts.iter().fold(ALL, |all, part| all & scene.squares(part));
            let found = scene.squares(&all);
            assert_eq!(found, expected, "{parts:?}\n{all:?}");
            assert_eq!(scene.squares(&other), !expected & ALL, "{all:?}");
            assert_eq!(found & !bound, 0, "{all:?}");
            if all.is_of_pieces() {
                assert_eq!(found & !(scene.ally | scene.opponent), 0, "{all:?}");
            }
            if all.is_of_board() {
                let Scene { ally, opponent, roles, .. } = scene.clone();
                let elsewhere = Scene { ally, opponent, roles, ..scenes[0].clone() };
                assert_eq!(elsewhere.squares(&all), found, "{all:?}");
            }
        }
        let marked = |set: &Set<1>| set.holds_part(&|part| matches!(part, Set::Marked));
        let says = |set: &Set<1>, word: &str| format!("{set:?}").contains(word);
        if !says(&all, "Whether") {
            assert_eq!(marked(&all), says(&all, "Marked"), "{all:?}");
        }
    });
    assert!(
        rows > 100 && joined > 20 && bounded > 300 && of_roles > 50,
        "{rows} {joined} {bounded} {of_roles}"
    );
}

#[test]
fn roles_alone_tell_sets_of_roles() {
    fn of_roles(random: &mut Random, depth: usize) -> Set<1> {
        let mut parts = Vec::new();
        match random.below(if depth == 0 { 2 } else { 5 }) {
            0 => return Set::Fixed(Bits([some(random)])),
            1 => return Set::Is(1 + random.below(15) as u64),
            2 => return Set::Not(Box::new(of_roles(random, depth - 1))),
            _ => few(random, &mut |random| parts.push(of_roles(random, depth - 1))),
        }
        if random.below(2) == 0 { Set::All(parts) } else { Set::One(parts) }
    }
    each(2, |random, scenes| {
        let set = of_roles(random, 3);
        for scene in scenes {
            let told = set.of_roles(&|roles| Bits([scene.of_roles(roles)])).unwrap();
            assert_eq!(told.0[0] & ALL, scene.squares(&set), "{set:?}");
        }
    });
}

#[test]
fn questions_put_together_are_what_their_parts_are() {
    each(3, |random, scenes| {
        let parts = asks(random, 2);
        let (all, one) = (Ask::all(parts.clone()), Ask::one(parts.clone()));
        let (other, settled) = (all.clone().negated(), all.clone().settled());
        for scene in scenes {
            assert_eq!(scene.holds(&all), parts.iter().all(|part| scene.holds(part)), "{parts:?}");
            assert_eq!(scene.holds(&one), parts.iter().any(|part| scene.holds(part)), "{parts:?}");
            assert_eq!(scene.holds(&other), !scene.holds(&all), "{all:?}");
            assert_eq!(scene.holds(&settled), scene.holds(&all), "{all:?}");
        }
    });
}

/// What is said of a question is true of its answers.
#[test]
fn what_questions_depend_on_is_known() {
    let (mut still, mut blind, mut moves, mut stuck) = (0, 0, 0, 0);
    each(4, |random, scenes| {
        let ask = ask(random, 3);
        // The text of a question names all that is asked in it.
        let says = |words: &[&str]| words.iter().any(|word| format!("{ask:?}").contains(word));
        assert_eq!(ask.has(&|part| matches!(part, Ask::Checks)), says(&["Checks"]), "{ask:?}");
        assert_eq!(ask.has(&|part| matches!(part, Ask::Right(_))), says(&["Right"]), "{ask:?}");
        let ahead = says(&["Checks", "Mates", "Takes", "After"]);
        assert_eq!(ask.looks_ahead(), ahead, "{ask:?}");
        assert_eq!(ask.of_a_move(), ahead || says(&["Drops", "Passes", "From", "To("]), "{ask:?}");
        blind += usize::from(!ahead);
        for scene in scenes {
            let other = &scenes[0];
            if ask.of_a_move() {
                moves += 1;
            } else {
                still += 1;
                let Scene { from, to, of_move, takes, drops, after, .. } = other.clone();
                let elsewhere = Scene { from, to, of_move, takes, drops, after, ..scene.clone() };
                assert_eq!(elsewhere.holds(&ask), scene.holds(&ask), "{ask:?}");
            }
            if ask.needs_no_move() {
                stuck += 1;
                assert!(!scene.holds(&ask) || !scene.can[0], "{ask:?}");
            }
        }
    });
    assert!(still > 500 && blind > 500 && moves > 500 && stuck > 100, "{still} {blind} {moves} {stuck}");
}

#[test]
fn what_must_be_for_questions_to_hold_is_so() {
    let (mut vital, mut omens, mut shared, mut impartial) = (0, 0, 0, 0);
    each(5, |random, scenes| {
        let mut first = asks(random, 1);
        let mut second = asks(random, 1);
        let common = ask(random, 1);
        let place = random.below(first.len() + 1);
        first.insert(place, common.clone());
        second.push(common);
        let both = [Ask::all(first), Ask::all(second)];
        let (omen, known) =
            (Ask::omen(&both), Ask::shared(&[&both[0], &both[1]], |part| *part != Ask::Checks));
        let fair = Ask::in_common(&[&both[0], &both[1]]);
        omens += usize::from(omen.is_some());
        shared += usize::from(known.is_some());
        impartial += usize::from(fair.is_some());
        assert_ne!(known, Some(Ask::Checks));
        let mut parts = Vec::new();
        few(random, &mut |random| match random.below(5) {
            0 => parts.push(ask(random, 1)),
            1 => parts.push(Ask::Not(Box::new(Ask::Any(set(random, 0))))),
            2 => parts.push(Ask::Not(Box::new(Ask::Any(Set::all(vec![
                Set::Ally,
                Set::Fixed(Bits([some(random)])),
            ]))))),
            3 => parts.push(Ask::Lacks(pieces(random))),
            _ => parts.push(Ask::Not(Box::new(Ask::Any(Set::Pieces(pieces(random)))))),
        });
        let ask = Ask::one(parts);
        vital += usize::from(ask.vital().is_some());
        for scene in scenes {
            let any = both.iter().any(|one| scene.holds(one));
            let comes = |omen: &Omen<1>| match omen {
                Omen::Pieces(pieces, are) => (scene.pieces(pieces) != 0) == *are,
                Omen::Passes => scene.passes > 0,
            };
            assert!(!any || omen.as_ref().is_none_or(comes), "{both:?} {omen:?}");
            assert!(!any || known.as_ref().is_none_or(|known| scene.holds(known)), "{both:?} {known:?}");
            assert!(!any || fair.as_ref().is_none_or(|fair| scene.holds(fair)), "{both:?} {fair:?}");
            let (ally, opponent) = (scene.opponent, scene.ally);
            let turned = Scene { ally, opponent, ..scene.clone() };
            if let Some(fair) = &fair {
                assert_eq!(scene.holds(fair), turned.holds(fair), "{fair:?}");
            }
            if let Some(vital) = ask.vital() {
                let gone = vital.iter().any(|pieces| scene.pieces(pieces) == 0);
                assert_eq!(scene.holds(&ask), gone, "{ask:?} {vital:?}");
            }
        }
    });
    assert!(
        vital > 200 && omens > 200 && shared > 500 && impartial > 100,
        "{vital} {omens} {shared} {impartial}"
    );
}
