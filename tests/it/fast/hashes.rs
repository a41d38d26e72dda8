//! Every fact about a position counts in its hash, alone and beside all others.

use std::collections::HashMap;

use carn::compile::{Natives, compile};
use carn::geometry::Square;
use carn::library::Shipped;
use carn::position::{Position, Rules};
use carn::variant::{Piece, PlayerId, RoleId, Setup};

const GAME: &str = include_str!("../../fixtures/fast/facts.toml");

/// Facts as what they change.
type Fact = Box<dyn Fn(&mut Setup)>;

#[test]
fn each_fact_counts_alone_and_beside_all_others() {
    let compiled = compile("facts.toml", GAME, &Shipped, &Natives::default());
    let rules = Rules::new(compiled.variant.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics)));
    let variant = rules.variant();
    assert_eq!(rules.fallback(), None);
    let mut facts: Vec<(String, Fact)> = Vec::new();
    let squares: Vec<Square> = variant.board.squares().collect();
    for &square in &squares {
        facts.push((format!("mark {square:?}"), Box::new(move |setup| setup.marks.insert(square, None))));
        facts
            .push((format!("untouched {square:?}"), Box::new(move |setup| setup.undisturbed.insert(square))));
    }
    for slot in 0..variant.right_slots.len() {
        facts.push((format!("right {slot}"), Box::new(move |setup| setup.rights |= 1 << slot)));
    }
    for at in 0..variant.start.hands.len() {
        facts.push((format!("hand {at}"), Box::new(move |setup| setup.hands[at] += 1)));
    }
    for at in 0..variant.start.counters.len() {
        facts.push((format!("counter {at}"), Box::new(move |setup| setup.counters[at] += 1)));
    }
    facts.push(("turn".to_owned(), Box::new(|setup| setup.turn = 1)));
    facts.push(("promoted".to_owned(), Box::new(|setup| setup.promoted.insert(Square(0)))));
    facts.push(("another piece".to_owned(), {
        Box::new(|setup| setup.squares[7] = Some(Piece { player: PlayerId(0), role: RoleId(1) }))
    }));
    let mut known: HashMap<u64, String> = HashMap::new();
    let mut tell = |name: String, setup: &Setup| {
        let position = Position::from_setup_unchecked(&rules, setup);
        assert_eq!(position.setup(), *setup, "{name}");
        let other = known.insert(position.hash(), name.clone());
        assert_eq!(other, None, "{name}");
    };
    let mut bare = variant.start.clone();
    (bare.rights, bare.undisturbed) = (0, variant.board.empty_set());
    tell("nothing".to_owned(), &bare);
    for (name, fact) in &facts {
        let mut setup = bare.clone();
        fact(&mut setup);
        tell(format!("{name} alone"), &setup);
    }
    for left in 0..=facts.len() {
        let mut setup = bare.clone();
        facts.iter().enumerate().filter(|(at, _)| *at != left).for_each(|(_, (_, fact))| fact(&mut setup));
        tell(facts.get(left).map_or("all".to_owned(), |(name, _)| format!("all but {name}")), &setup);
    }
    // The piece that left the marks is only known if there are marks.
    for marker in squares.iter().copied() {
        let mut setup = bare.clone();
        setup.marks.insert(Square(12), Some(marker));
        tell(format!("marker {marker:?}"), &setup);
    }
    // As many bits are set as in numbers drawn at random: nothing is lost where facts come together.
    let bits: u32 = known.keys().map(|hash| hash.count_ones()).sum();
    let mean = f64::from(bits) / known.len() as f64;
    assert!((30.0..34.0).contains(&mean), "{mean}");
}
