//! Tests random square expressions and conditions on small random boards against their definitions, evaluated
//! square by square. Simplification must not change their meaning.

use super::squares::Table;
use super::*;
use crate::random::Random;
use crate::tables::runs::Stride;
use crate::tables::runs::tests::stride;

/// Four by four.
const SIDE: usize = 4;
const ALL: u64 = 0xffff;
const ROLES: usize = 4;
/// To the right, upwards, and back along the diagonal.
const STEPS: [(i32, i32); 3] = [(1, 0), (0, 1), (-1, -1)];

/// All facts that a condition may test, and the position after the move.
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
    /// Whether a legal move exists, and whether one of a certain kind does.
    can: [bool; 2],
    /// Check, mate, and pass.
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

/// The square reached by a step.
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
        let whose = match pieces.owner {
            Owner::Anyone => ALL,
            Owner::Own => self.ally,
            Owner::Opponent => self.opponent,
        };
        whose & self.of_roles(pieces.roles) & pieces.on.0[0] & ALL
    }

    /// The squares of an expression.
    fn squares(&self, set: &SquareExpr<1>) -> u64 {
        let found = match set {
            SquareExpr::Fixed(squares) => squares.0[0],
            SquareExpr::Empty => !(self.ally | self.opponent),
            SquareExpr::Pieces(pieces) => self.pieces(pieces),
            SquareExpr::Marked => self.marked,
            SquareExpr::Unmoved => self.unmoved,
            SquareExpr::Attacked => self.attacked,
            SquareExpr::From(table) => at(table, self.from),
            SquareExpr::To(table) => at(table, self.to),
            SquareExpr::Near(table, inner) => {
                let inner = self.squares(inner);
                squares().filter(|&one| on(inner, one)).fold(0, |all, one| all | at(table, one))
            }
            SquareExpr::Next(stride, inner) => {
                let inner = self.squares(inner);
                where_(|square| step(stride, square).is_some_and(|next| on(inner, next)))
            }
            SquareExpr::Counted(counts, table, inner) => {
                let inner = self.squares(inner);
                where_(|square| counts.contains((at(table, square) & inner).count_ones() as u16))
            }
            SquareExpr::Whether(ask) => {
                if self.holds(ask) {
                    ALL
                } else {
                    0
                }
            }
            SquareExpr::Not(inner) => !self.squares(inner),
            SquareExpr::All(parts) => parts.iter().fold(ALL, |all, part| all & self.squares(part)),
            SquareExpr::One(parts) => parts.iter().fold(0, |all, part| all | self.squares(part)),
            SquareExpr::Along(_) | SquareExpr::Beside(_) | SquareExpr::Numbered(..) => {
                unreachable!("none is made")
            }
        };
        found & ALL
    }

    /// The value of a condition.
    fn holds(&self, ask: &Condition<1>) -> bool {
        match ask {
            Condition::Constant(answer) => *answer,
            Condition::Any(set) => self.squares(set) != 0,
            Condition::Has(pieces) => self.pieces(pieces) != 0,
            Condition::Lacks(pieces) => self.pieces(pieces) == 0,
            Condition::Number(counts, parts) => {
                counts.contains(parts.iter().filter(|part| self.holds(part)).count() as u16)
            }
            Condition::Count(counts, set) => counts.contains(self.squares(set).count_ones() as u16),
            Condition::Right(rights) => self.rights & rights != 0,
            Condition::Counter(Memory::PASSES, counts) => counts.contains(self.passes),
            Condition::Can(like) => self.can[usize::from(**like != Condition::Constant(true))],
            Condition::Checks => self.of_move[0],
            Condition::Mates => self.of_move[1],
            Condition::Passes => self.of_move[2],
            Condition::Takes(roles) => self.takes & roles != 0,
            Condition::Drops(roles) => self.drops & roles != 0,
            Condition::After(inner) | Condition::WithoutDrop(inner) => {
                self.after.as_ref().is_some_and(|after| after.holds(inner))
            }
            Condition::OfPosition(inner) => self.holds(inner),
            Condition::Not(inner) => !self.holds(inner),
            Condition::All(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::One(parts) => parts.iter().any(|part| self.holds(part)),
            other => unreachable!("{other:?} is not made"),
        }
    }
}

fn table(random: &mut Random) -> Table<1> {
    squares().map(|_| Bits([some(random) & some(random)])).collect()
}

fn pieces(random: &mut Random) -> Pieces<1> {
    let on = if random.below(2) == 0 { Bits::FULL } else { Bits([some(random)]) };
    let owner = [Owner::Anyone, Owner::Own, Owner::Opponent][random.below(3)];
    let roles = if random.below(3) == 0 { u64::MAX } else { 1 + random.below(15) as u64 };
    Pieces { owner, roles, on }
}

fn few(random: &mut Random, made: &mut dyn FnMut(&mut Random)) {
    (0..1 + random.below(3)).for_each(|_| made(random));
}

fn sets(random: &mut Random, depth: usize) -> Vec<SquareExpr<1>> {
    let mut parts = Vec::new();
    few(random, &mut |random| parts.push(set(random, depth)));
    parts
}

fn asks(random: &mut Random, depth: usize) -> Vec<Condition<1>> {
    let mut parts = Vec::new();
    few(random, &mut |random| parts.push(ask(random, depth)));
    parts
}

fn a_stride(random: &mut Random) -> Arc<Stride> {
    Arc::new(stride((SIDE as i32, SIDE as i32), STEPS[random.below(STEPS.len())]))
}

fn set(random: &mut Random, depth: usize) -> SquareExpr<1> {
    let simple: [fn(&mut Random) -> SquareExpr<1>; 8] = [
        |random| SquareExpr::Fixed(Bits([some(random)])),
        |_| SquareExpr::Empty,
        |random| SquareExpr::Pieces(pieces(random)),
        |_| SquareExpr::Marked,
        |_| SquareExpr::Unmoved,
        |_| SquareExpr::Attacked,
        |random| SquareExpr::From(table(random)),
        |random| SquareExpr::To(table(random)),
    ];
    if depth == 0 || random.below(2) == 0 {
        return simple[random.below(simple.len())](random);
    }
    let inner = |random: &mut Random| Box::new(set(random, depth - 1));
    match random.below(8) {
        0 => SquareExpr::Near(table(random), inner(random)),
        1 => SquareExpr::Next(a_stride(random), inner(random)),
        2 => SquareExpr::Not(inner(random)),
        3 => SquareExpr::Counted(CountSet::new([(1, 2)]), table(random), inner(random)),
        4 => SquareExpr::Whether(Box::new(ask(random, depth - 1))),
        5 => SquareExpr::Not(inner(random)),
        6 => SquareExpr::All(sets(random, depth - 1)),
        _ => SquareExpr::One(sets(random, depth - 1)),
    }
}

fn ask(random: &mut Random, depth: usize) -> Condition<1> {
    let simple: [fn(&mut Random, usize) -> Condition<1>; 16] = [
        |random, _| Condition::Constant(random.below(2) == 0),
        |random, depth| Condition::Any(set(random, depth)),
        |random, _| Condition::Has(pieces(random)),
        |random, _| Condition::Lacks(pieces(random)),
        |random, _| Condition::Has(pieces(random).at(random.below(16) as u16)),
        |random, depth| Condition::Count(CountSet::new([(2, 5)]), set(random, depth)),
        |random, _| Condition::Right(1 + random.below(2) as u64),
        |random, _| Condition::Counter(Memory::PASSES, CountSet::new([(random.below(2) as u16, 2)])),
        |_, _| Condition::Can(Box::new(Condition::Constant(true))),
        |_, _| Condition::Not(Box::new(Condition::Can(Box::new(Condition::Constant(true))))),
        |_, _| Condition::Checks,
        |_, _| Condition::Mates,
        |_, _| Condition::Passes,
        |random, _| Condition::Takes(1 + random.below(15) as u64),
        |random, _| Condition::Drops(1 + random.below(15) as u64),
        |random, _| Condition::Not(Box::new(Condition::Any(SquareExpr::Pieces(pieces(random))))),
    ];
    if depth == 0 || random.below(3) > 0 {
        return simple[random.below(simple.len())](random, depth);
    }
    let inner = |random: &mut Random| Box::new(ask(random, depth - 1));
    match random.below(7) {
        6 => Condition::WithoutDrop(inner(random)),
        5 => Condition::Number(CountSet::new([(1, 2)]), asks(random, depth - 1)),
        0 => Condition::After(inner(random)),
        1 => Condition::OfPosition(inner(random)),
        2 => Condition::Not(inner(random)),
        3 => Condition::All(asks(random, depth - 1)),
        _ => Condition::One(asks(random, depth - 1)),
    }
}

/// Runs a check on many random values, each with a few scenes.
fn each(seed: u64, mut look: impl FnMut(&mut Random, &[Scene])) {
    let mut random = Random::new(seed);
    for _ in 0..3000 {
        let scenes: Vec<Scene> = (0..12).map(|_| scene(&mut random, true)).collect();
        look(&mut random, &scenes);
    }
}

#[test]
fn sets_put_together_are_what_their_parts_are() {
    let (mut joined, mut bounded, mut of_roles) = (0, 0, 0);
    each(1, |random, scenes| {
        let parts = sets(random, 2);
        let all = SquareExpr::all(parts.clone());
        joined += usize::from(matches!(&all, SquareExpr::Pieces(_)));
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
        }
        let marked = |set: &SquareExpr<1>| set.holds_part(&|part| matches!(part, SquareExpr::Marked));
        let says = |set: &SquareExpr<1>, word: &str| format!("{set:?}").contains(word);
        if !says(&all, "Whether") {
            assert_eq!(marked(&all), says(&all, "Marked"), "{all:?}");
        }
    });
    assert!(joined > 20 && bounded > 300 && of_roles > 50, "{joined} {bounded} {of_roles}");
}

#[test]
fn roles_alone_tell_sets_of_roles() {
    fn of_roles(random: &mut Random, depth: usize) -> SquareExpr<1> {
        let mut parts = Vec::new();
        match random.below(if depth == 0 { 2 } else { 5 }) {
            0 => return SquareExpr::Fixed(Bits([some(random)])),
            1 => return SquareExpr::Pieces(Pieces { owner: Owner::Anyone, ..pieces(random) }),
            2 => return SquareExpr::Not(Box::new(of_roles(random, depth - 1))),
            _ => few(random, &mut |random| parts.push(of_roles(random, depth - 1))),
        }
        if random.below(2) == 0 { SquareExpr::All(parts) } else { SquareExpr::One(parts) }
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
        let (all, one) = (Condition::all(parts.clone()), Condition::one(parts.clone()));
        let (other, marked_as) = (all.clone().negated(), all.clone().of_position_marked());
        for scene in scenes {
            assert_eq!(scene.holds(&all), parts.iter().all(|part| scene.holds(part)), "{parts:?}");
            assert_eq!(scene.holds(&one), parts.iter().any(|part| scene.holds(part)), "{parts:?}");
            assert_eq!(scene.holds(&other), !scene.holds(&all), "{all:?}");
            assert_eq!(scene.holds(&marked_as), scene.holds(&all), "{all:?}");
        }
    });
}

/// Known facts about one square may be folded into a condition, and only squares of `decided_by` affect its
/// value.
#[test]
fn what_stands_where_is_told_of_conditions() {
    let (mut simpler, mut decided) = (0, 0);
    each(6, |random, scenes| {
        let condition = ask(random, 3);
        let square = random.below(16);
        let squares = condition.decided_by();
        let few = squares != Bits::FULL && !condition.has(&|part| part.imagines());
        for scene in scenes {
            let opponent = on(scene.opponent, square);
            if !on(scene.ally, square) {
                let known = condition.assuming(square as u16, opponent);
                simpler += usize::from(known != condition);
                assert_eq!(scene.holds(&known), scene.holds(&condition), "{condition:?} {square} {opponent}");
            }
            if few {
                decided += 1;
                let kept = squares.0[0];
                let mixed = |own: u64, other: u64| own & kept | other & !kept;
                let other = &scenes[0];
                let elsewhere = Scene {
                    ally: mixed(scene.ally, other.ally),
                    opponent: mixed(scene.opponent, other.opponent),
                    roles: std::array::from_fn(|role| mixed(scene.roles[role], other.roles[role])),
                    unmoved: mixed(scene.unmoved, other.unmoved),
                    ..scene.clone()
                };
                assert_eq!(elsewhere.holds(&condition), scene.holds(&condition), "{condition:?}");
            }
        }
    });
    assert!(simpler > 500 && decided > 500, "{simpler} {decided}");
}

/// The static properties of a condition agree with its values.
#[test]
fn what_questions_depend_on_is_known() {
    let (mut still, mut blind, mut moves, mut stuck) = (0, 0, 0, 0);
    each(4, |random, scenes| {
        let ask = ask(random, 3);
        // The debug text of a condition names all of its parts.
        let says = |words: &[&str]| words.iter().any(|word| format!("{ask:?}").contains(word));
        assert_eq!(ask.has(&|part| matches!(part, Condition::Checks)), says(&["Checks"]), "{ask:?}");
        assert_eq!(ask.has(&|part| matches!(part, Condition::Right(_))), says(&["Right"]), "{ask:?}");
        let ahead = says(&["Checks", "Mates", "Takes", "After", "WithoutDrop"]);
        assert_eq!(ask.looks_ahead(), ahead, "{ask:?}");
        assert_eq!(ask.depends_on_move(), ahead || says(&["Drops", "Passes", "From", "To("]), "{ask:?}");
        blind += usize::from(!ahead);
        for scene in scenes {
            let other = &scenes[0];
            if ask.depends_on_move() {
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
    let (mut extinct, mut preconditions, mut impartial) = (0, 0, 0);
    each(5, |random, scenes| {
        let mut first = asks(random, 1);
        let mut second = asks(random, 1);
        let common = ask(random, 1);
        let place = random.below(first.len() + 1);
        first.insert(place, common.clone());
        second.push(common);
        let both = [Condition::all(first), Condition::all(second)];
        let precondition = Condition::precondition(&both);
        let fair = Condition::in_common(&[&both[0], &both[1]]);
        preconditions += usize::from(precondition.is_some());
        impartial += usize::from(fair.is_some());
        let mut parts = Vec::new();
        few(random, &mut |random| match random.below(5) {
            0 => parts.push(ask(random, 1)),
            1 => parts.push(Condition::any(set(random, 0)).negated()),
            2 => parts.push(
                Condition::any(SquareExpr::all(vec![
                    SquareExpr::Pieces(Pieces::of(Owner::Own)),
                    SquareExpr::Fixed(Bits([some(random)])),
                ]))
                .negated(),
            ),
            _ => parts.push(Condition::Lacks(pieces(random))),
        });
        let ask = Condition::one(parts);
        extinct += usize::from(ask.required().is_some());
        for scene in scenes {
            let any = both.iter().any(|one| scene.holds(one));
            assert!(
                !any || precondition.as_ref().is_none_or(|one| scene.holds(one)),
                "{both:?} {precondition:?}"
            );
            assert!(!any || fair.as_ref().is_none_or(|fair| scene.holds(fair)), "{both:?} {fair:?}");
            let (ally, opponent) = (scene.opponent, scene.ally);
            let turned = Scene { ally, opponent, ..scene.clone() };
            if let Some(fair) = &fair {
                assert_eq!(scene.holds(fair), turned.holds(fair), "{fair:?}");
            }
            if let Some(extinct) = ask.required() {
                let gone = extinct.iter().any(|pieces| scene.pieces(pieces) == 0);
                assert_eq!(scene.holds(&ask), gone, "{ask:?} {extinct:?}");
            }
        }
    });
    assert!(extinct > 200 && preconditions > 200 && impartial > 100, "{extinct} {preconditions} {impartial}");
}
