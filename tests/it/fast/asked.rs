//! Random compositions of conditions: on all moves, compulsion, drops, movements and ends. Tables compile
//! them to sets of squares, evaluate some once per turn, and know some in advance.

use carn::position::Rules;
use carn::variant::Variant;

use super::fixtures;
use super::random::Random;
use super::strewn::differs;

/// Where a condition may stand, and so what it may ask.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stands {
    /// For every move.
    Guard,
    /// For moves that come before others.
    Must,
    /// For drops.
    Drop,
    /// For the movements of a piece.
    Movement,
    /// For the end of the game.
    End,
}

/// A random condition on a square.
fn filter(random: &mut Random, deep: usize) -> String {
    let one = |random: &mut Random| filter(random, deep - 1);
    match random.below(if deep == 0 { 9 } else { 14 }) {
        0 | 1 => random.one(&["@Opponent @Is(k)", "@Is(k) @Opponent", "@Ally @Is(k)", "@Is(k)"]).into(),
        2 => "@Ally".into(),
        3 => "@Opponent".into(),
        4 => random.one(&["@Is(w)", "@Is(n, p)", "@Ally @Is(w, p)", "@Opponent @Is(n)"]).into(),
        5 => random.one(&["@Empty", "@Same(Mid)", "@Not(@Same(Far))", "@Any(Here *# 1, @Same(Mid))"]).into(),
        6 => random.one(&["@On(Far)", "@On(Mid)", "@Occupied", "@Ally @On(Far)"]).into(),
        7 => random.one(&["@NoAlly", "@NoOpponent", "@Opponent @On(Mid)"]).into(),
        8 => random.one(&["@Opponent @Is(k) @On(Far)", "@Ally @Any(Here File +1, @Ally)"]).into(),
        9 => format!("@Any(Here {}, {})", random.one(&["*# 1", "** 1", "Rank +1", "*# *"]), one(random)),
        10 => format!("@Not({})", one(random)),
        11 => format!("@Or({}, {})", one(random), one(random)),
        12 => format!("@Count({}, Here **# 1, {})", random.one(&["1", "2~", "~2"]), one(random)),
        _ => format!("{} {}", one(random), one(random)),
    }
}

/// Squares of the board, or such as lie about a move.
fn place(random: &mut Random, stands: Stands) -> String {
    let fixed = ["Board", "Board", "Board", "Far", "Mid"];
    let moving =
        ["To *# 1", "From ** ~1", "Runs(To *# 1, @Opponent, @Ally)", "Runs(From **# 1, @Empty, @Is(k))"];
    let runs = ["Runs(Mid *# 1, @Empty, @Opponent @Is(k))", "Runs(Far *# 1, @Not(@Ally), @Ally @Is(w))"];
    match random.below(10) {
        0..=2 if stands != Stands::End => random.one(&moving).into(),
        3 => random.one(&runs).into(),
        _ => random.one(&fixed).into(),
    }
}

fn condition(random: &mut Random, stands: Stands, deep: usize) -> String {
    let one = |random: &mut Random| condition(random, stands, deep - 1);
    let moved = stands != Stands::End;
    match random.below(if deep == 0 { 11 } else { 17 }) {
        0..=3 => {
            let kind = random.one(&["@Any(", "@None(", "@All(", "@Count(~1, ", "@Count(1 3, ", "@Count(0, "]);
            format!("{kind}{}, {})", place(random, stands), filter(random, 2))
        }
        4 if moved => random.one(&["@Checks", "@InCheck"]).into(),
        5 if moved => random.one(&["@Takes", "@Takes(w)", "@Takes(n, p)"]).into(),
        6 if moved => random.one(&["@Passes", "@Drops", "@Drops(n)", "@Is(w, From)"]).into(),
        7 if moved => {
            random.one(&["@To(Far)", "@On(Mid)", "@Same(Mid)", "@Same(Mid, To)", "@Same(To, From)"]).into()
        }
        8 => random.one(&["@By(White)", "@InHand(1~, n)", "@Right(L)", "@Counter(c, 1)"]).into(),
        9 => random.one(&["@InRow(2~, @Ally)", "@InRow(2, @Is(w, n))", "@More"]).into(),
        11 | 12 if moved => format!("@After({})", after(random, deep - 1)),
        11..=13 => format!("@Not({})", one(random)),
        14 => format!("{} {}", one(random), one(random)),
        15 | 16 => format!("@Or({}, {})", one(random), one(random)),
        _ => format!("@Any(Board, {})", filter(random, 2)),
    }
}

/// A random condition on the position after a move.
fn after(random: &mut Random, deep: usize) -> String {
    let one = |random: &mut Random| after(random, deep - 1);
    match random.below(if deep == 0 { 5 } else { 8 }) {
        0..=2 => {
            let kind = random.one(&["@Any(", "@None(", "@All(", "@Count(~1, ", "@Count(1~, "]);
            let place =
                random.one(&["Board", "Board", "Far", "To *# 1", "Runs(Mid *# 1, @Empty, @Opponent @Is(k))"]);
            format!("{kind}{place}, {})", filter(random, 1))
        }
        3 => "@Not(@InCheck)".into(),
        4 => "@Any(Board, @Opponent @Is(k) @Any(Here *# 1, @Empty))".into(),
        5 => format!("@Not({})", one(random)),
        6 => format!("@Or({}, {})", one(random), one(random)),
        _ => format!("{} {}", one(random), one(random)),
    }
}

/// `asked.toml` with a condition in one place.
fn game(asked: &str, stands: Stands, royal: &str, holds: &str) -> Option<Variant> {
    let at = |place: Stands, text: String| if stands == place { text } else { String::new() };
    let guard = at(Stands::Guard, format!("guard = '{asked}'"));
    let must = at(Stands::Must, format!("must = ['{asked}', '@Takes']"));
    let drop = at(Stands::Drop, format!(", drop = '{asked}'"));
    let step = at(Stands::Movement, asked.to_owned());
    let ends = at(
        Stands::End,
        format!("ends = [{{ win = '{asked}' }}, {{ draw = '@Not(@Any(Mid, @Occupied)) {asked}' }}]"),
    );
    let text = format!(
        "
        name = 'Asked'
        extends = 'asked.toml'
        [board]
        {holds}
        [pieces]
        k = {{ royal = {royal} }}
        w = {{ pattern = '*# * {step}' }}
        n = {{ capture = '*# 1 {step}'{drop} }}
        p = {{ capture = 'Rank +1 File 1 {step}' }}
        [moves]
        {guard}
        {must}
        [ending]
        {ends}
        "
    );
    fixtures::game("fast", &text, |base| base).ok()
}

#[test]
fn conditions_of_conditions_mean_the_same() {
    let mut random = Random::new(77);
    let (mut read, mut tabled, mut wrong) = (0, 0, Vec::new());
    let cases = 63;
    for case in 0..cases {
        use Stands::*;
        let stands = [Guard, Guard, Guard, Must, Drop, Movement, End][case % 7];
        let asked = condition(&mut random, stands, 3);
        let royal = random.one(&["true", "true", "true", "'last'"]);
        let holds = random.one(&["", "", "", "wrap = ['File']"]);
        let Some(variant) = game(&asked, stands, royal, holds) else { continue };
        read += 1;
        let rules = Rules::new(variant);
        if rules.fallback().is_some() {
            continue;
        }
        tabled += 1;
        let found = differs(&rules, case as u64, 6);
        wrong.extend(found.err().map(|error| format!("{error}\n{stands:?} {royal} {asked}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(read * 3 > cases * 2 && tabled * 2 > read, "{read} read, {tabled} by tables");
}
