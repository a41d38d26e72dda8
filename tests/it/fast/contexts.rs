//! Every predicate and every effect in every allowed context: a leg, a hook, a drop, a promotion, a pass, a
//! restriction of all moves, an end. Both evaluators must agree, both on these and on the game as a whole.

use carn::position::{Position, Rules};
use carn::variant::{Move, Variant, fen, literal};

use super::fixtures;
use super::random::Random;

/// About squares. `To`, `From` and a bare step are replaced where there is no move.
const OF_SQUARES: [&str; 29] = [
    "@Empty(Rank +1)",
    "@Occupied(File +1)",
    "@Ally(Rank +1)",
    "@Opponent(Rank +1)",
    "@NoAlly(File -1)",
    "@NoOpponent(File 1)",
    "@Is(p, w, Rank -1)",
    "@On(Mid)",
    "@To(Far)",
    "@Unmoved",
    "@Unmoved(File +1)",
    "@Marked",
    "@Marked(Rank +1)",
    "@Attacked",
    "@NotAttacked(Rank +1)",
    "@Attacked(From)",
    "@Mobile",
    "@Same(Mid)",
    "@Same(Span(From, File +2))",
    "@Row(Span(File -1, File +1))",
    "@Not(@Row(Span(File -1, File +9)))",
    "@Or(@Empty(File +9), @More)",
    "@None(File +9, @Ally)",
    "@Any(Path, @Or(@Empty, @Ally))",
    "@Any(To ** ~1, @Opponent)",
    "@All(To *# 1, @Or(@Empty, @Not(@Is(w))))",
    "@Count(2~3, To ** ~1, @Occupied)",
    "@Any(Runs(To *# 1, @Opponent, @Ally))",
    "@Count(1~2, Runs(From **# 1, @Empty, @Occupied, 1~2), @Empty)",
];

/// About the whole board, the hands, the turn: they need no square.
const OF_ALL: [&str; 24] = [
    "@By(White)",
    "@Right(Leap)",
    "@Any(Far, @Ally)",
    "@All(Mid, @Opponent)",
    "@None(All, @Is(p) @Ally)",
    "@Count(1~2, All, @Is(w))",
    "@Count(~3, All, @Ally @Not(@Is(k)))",
    "@Any(All, @Ally @Attacked)",
    "@Any(Far, @Opponent @Not(@Attacked))",
    "@Any(All, @Ally @Any(Here *# 1, @Opponent))",
    "@Any(All, @Row(Span(Here, Here File +1)))",
    "@Any(All, @Ally @Any(Runs(Here *# 1, @Opponent, @Ally)))",
    "@Any(All, @Ally @Unmoved)",
    "@Any(All, @Marked)",
    "@Same(Far, Mid)",
    "@ToMove",
    "@InCheck",
    "@Can",
    "@Can(@Takes)",
    "@Passed(1~)",
    "@InHand(1~, p)",
    "@InHand(0)",
    "@Counter(n, 1~)",
    "@More",
];

/// About the move that is made.
const OF_A_MOVE: [&str; 10] = [
    "@Checks",
    "@Mates",
    "@Takes",
    "@Takes(w)",
    "@Drops",
    "@Drops(p)",
    "@Passes",
    "@After(@InCheck)",
    "@After(@Any(Mid, @Ally))",
    "@After(@Not(@InCheck) @Empty(From))",
];

/// About the square of a filter and the squares of the move around it.
const OF_A_FILTER: [&str; 26] = [
    "@Opponent",
    "@Not(@Is(p))",
    "@Same(To)",
    "@Same(Span(From, To))",
    "@Count(2, Span(To, Here), @Occupied)",
    "@Count(2~3, Span(Here, To), @Occupied)",
    "@Any(Span(From, Here), @Ally)",
    "@None(Span(Here, From), @Opponent)",
    "@All(Span(To, Here), @Not(@Is(w)))",
    "@Any(Span(Here, Here Rank +1), @Is(w))",
    "@Any(Span(To File +1, Here File +1), @Occupied)",
    "@Any(Span(From, To), @Any(Span(Here, To), @Ally))",
    "@Any(Here *# 1, @Ally)",
    "@Count(1~2, Here ** ~1, @Opponent)",
    "@Any(To *# 1, @Ally)",
    "@Any(Runs(Here *# 1, @Opponent, @Ally))",
    "@Any(Runs(To *# 1, @Opponent, @Any(Span(To, Here), @Ally)))",
    "@Empty(Here Rank +1)",
    "@Ally(To Rank +1)",
    "@Occupied(From)",
    "@Is(w, To)",
    "@Unmoved",
    "@Marked(Here File +1)",
    "@On(Mid)",
    "@To(Mid)",
    "@Attacked(Here)",
];

const EFFECTS: [&str; 18] = [
    "@Take(To *# 1, @Not(@Is(k)))",
    "@Take(Rank +1)",
    "@Shift(File +1, Rank +1)",
    "@Mark(Rank +1)",
    "@TakeMarker",
    "@Become(w)",
    "@Promote(w, b)",
    "@Put(p, File +1)",
    "@Put(b, Rank +1~2)",
    "@Flip(To *# 1, @Not(@Is(k)))",
    "@Flip(Runs(To *# 1, @Opponent, @Ally))",
    "@ToHand(File -1)",
    "@Add(n, -1)",
    "@Set(n, 2)",
    "@Gain(Leap)",
    "@Lose(Leap)",
    "@Take(Path, @Opponent)",
    "@Drop(p, b, From)",
];

/// Where a predicate may stand: what is written of the pawn, and the sections that follow. `{}` is its place.
const PLACES: [(&str, &str); 13] = [
    ("pattern = '*# 1 {}'", ""),
    ("pattern = '**# $n {}'", ""),
    ("move = '*# * ; File 1', capture = '*# 2 {} => @Mark(File +1)'", ""),
    ("pattern = '*# 1', hooks = { aftermove = '{} => @Take(To ** 1, @Is(w))' }", ""),
    ("pattern = '*# 1', hooks = { aftercapture = '{} => @Put(w, Rank -1)' }", ""),
    ("pattern = '*# 1', drop = '{}'", ""),
    ("pattern = '*# 1', drop = '{} => @Flip(To *# 1, @Is(w, p))'", ""),
    ("pattern = '*# 1', promotion = { to = ['b', 'w'], when = '{}', forced = false }", ""),
    ("pattern = 'Rank 1', promotion = { to = ['b'], when = '@To(Far)', forced = '{}' }", ""),
    ("pattern = '*# 1'", "guard = '{}'"),
    ("pattern = '*# 1'", "must = '{}'"),
    ("pattern = '*# 1'", "pass = '{}'"),
    ("pattern = ['*# 1', '*# 1 @WithoutDrop({}) => @Drop(p, b, From)']", ""),
];

/// `contexts.toml` with more of the pawn, of `[moves]` and of `[ending]`.
fn game(pawn: &str, moves: &str, ends: &str) -> Option<Variant> {
    let text = format!(
        "name = 'Small'\nextends = 'contexts.toml'\n[pieces]\np = {{ {pawn} }}\n[moves]\n{moves}\n[ending]\n{ends}\n"
    );
    fixtures::game("fast", &text, |base| base).ok()
}

/// How many of the games could be read, and how many of them tables run.
#[derive(Debug, Default)]
struct Seen {
    asked: u32,
    read: u32,
    tabled: u32,
}

impl Seen {
    fn compare(&mut self, pawn: &str, moves: &str, ends: &str) {
        self.asked += 1;
        let Some(variant) = game(pawn, moves, ends) else { return };
        self.read += 1;
        let rules = Rules::new(variant);
        self.tabled += u32::from(rules.fallback().is_none());
        if let Err(error) = play(&rules, u64::from(self.asked)) {
            panic!("{error}\np = {{ {pawn} }}\n{moves}\n{ends}");
        }
    }
}

/// A few moves by both evaluators: the legal ones, checks, and what becomes of the position.
fn play(rules: &Rules, seed: u64) -> Result<(), String> {
    let variant = rules.variant();
    let mut random = Random::new(seed);
    let mut setup = variant.start.clone();
    let mut position = Position::from_setup_unchecked(rules, &setup);
    for ply in 0..4 {
        let text = fen::print(variant, &setup);
        let legal = literal::legal_moves(variant, &setup);
        let mut found = position.legal_moves();
        found.sort_unstable();
        if found != legal {
            let beyond =
                |a: &[Move], b: &[Move]| a.iter().copied().filter(|m| !b.contains(m)).collect::<Vec<_>>();
            let (missing, extra) = (beyond(&legal, &found), beyond(&found, &legal));
            return Err(format!("ply {ply}, {text}: missing {missing:?}, extra {extra:?}"));
        }
        let mover = variant.mover(setup.turn);
        if position.stands_in_check(mover) != literal::in_check(variant, &setup, mover) {
            return Err(format!("ply {ply}, {text}: check"));
        }
        let special: Vec<_> = legal.iter().filter(|m| m.way != 0).collect();
        let m = match special.len() {
            0 if legal.is_empty() => break,
            0 => legal[random.below(legal.len())],
            n => *special[random.below(n)],
        };
        setup = literal::apply(variant, &setup, m).setup;
        position.play_unchecked(m);
        if position.setup() != setup || position.hash() != position.fresh_hash() {
            let played = [&position.setup(), &setup].map(|setup| fen::print(variant, setup));
            return Err(format!(
                "ply {ply}, {text}, {m:?}: {played:?}, hash {:x} {:x}",
                position.hash(),
                position.fresh_hash()
            ));
        }
    }
    Ok(())
}

/// In turn as it is, negated, and as one of two.
fn formed(predicate: &str, index: usize) -> String {
    match index % 4 {
        0 | 1 => predicate.into(),
        2 => format!("@Not({predicate})"),
        _ => format!("@Or({predicate}, @By(Black) @Count(2~, All, @Is(p)))"),
    }
}

#[test]
fn predicates_mean_the_same_wherever_they_stand() {
    let mut seen = Seen::default();
    let all = OF_SQUARES.iter().chain(&OF_ALL).chain(&OF_A_MOVE);
    for (index, predicate) in all.enumerate() {
        for (place, (pawn, moves)) in PLACES.iter().enumerate() {
            if (index + place) % 2 == 1 {
                continue;
            }
            // Conditions of a move cannot depend on the legal moves, nor on which of them mate.
            if predicate.contains("@Can") && !moves.starts_with(['m', 'p'])
                || predicate.contains("@Mates") && !moves.starts_with('m')
            {
                continue;
            }
            // Half of them in debug builds, to save time.
            if cfg!(debug_assertions) && (index + place) % 4 == 2 {
                seen.asked += 1;
                continue;
            }
            let asked = formed(predicate, (index + place) / 2);
            seen.compare(&pawn.replace("{}", &asked), &moves.replace("{}", &asked), "");
        }
    }
    for (index, predicate) in OF_ALL.iter().enumerate() {
        let ends = format!(
            "ends = [{{ win = '{}' }}]",
            formed(predicate, index).replace("@Or(", "@Or(@Not(@ToMove), ")
        );
        seen.compare("pattern = '*# 1'", "", &ends);
    }
    assert!(seen.read > 140 && seen.tabled > 100, "{seen:?}");
}

#[test]
fn filters_mean_the_same_wherever_they_stand() {
    let mut seen = Seen::default();
    let mut case = 0;
    for (index, filter) in OF_A_FILTER.iter().chain(&OF_SQUARES).chain(&OF_ALL).enumerate() {
        let filter = formed(filter, index);
        for effect in ["@Take(To **# 1~2, {})", "@Flip(To **# 1, {})", "@Take(Runs(To *# 1, {}, @Ally), {})"]
        {
            let effect = effect.replace("{}", &format!("@Not(@Is(k)) {filter}"));
            for pawn in [
                "move = '*# *', capture = '*# * => {}'",
                "move = '**# $n => {}'",
                "move = '*# * ; File 1 => {}'",
                "pattern = '*# 1', hooks = { aftermove = '{}' }",
                "pattern = '*# 1', drop = '=> {}'",
            ] {
                case += 1;
                // One of four in debug builds, to save time: four and the five lines have no common factor.
                if !cfg!(debug_assertions) || case % 4 == 0 {
                    seen.compare(&pawn.replace("{}", &effect), "", "");
                }
            }
        }
    }
    assert!(seen.read * 10 > seen.asked * 9 && seen.tabled * 4 > seen.read * 3, "{seen:?}");
}

#[test]
fn effects_do_not_ask_for_the_result_of_their_move() {
    for asked in OF_A_MOVE.iter().filter(|asked| !asked.starts_with("@Drops") && **asked != "@Passes") {
        for effect in ["@Take(To *# 1, {})", "@Flip(To *# 1, @Not({}))", "@Put(w, Runs(To *# 1, {}, @Ally))"]
        {
            for pawn in [
                "pattern = '*# 1 ; *# 1 => {}'",
                "pattern = '*# 1 => @Promote(w, b) {}'",
                "pattern = '*# 1', hooks = { aftermove = '{}' }",
                "pattern = '*# 1', drop = '=> {}'",
            ] {
                let pawn = pawn.replace("{}", &effect.replace("{}", asked));
                assert!(game(&pawn, "", "").is_none(), "{pawn}");
            }
        }
    }
    // Mobility is asked of the movement that asks for it: unknown there, and no endless question.
    let mut seen = Seen::default();
    for guard in ["@Takes", "@After(@Any(All, @Ally))", "@Checks", ""] {
        seen.compare(&format!("pattern = '*# 1 {guard} => @Take(To *# 1, @Mobile @Not(@Is(k)))'"), "", "");
        seen.compare(&format!("pattern = '*# 1 {guard} => @Put(w, From)', drop = '@Mobile'"), "", "");
    }
    assert_eq!(seen.read, 8);
}

/// On the board after the move the piece stands where it has come to.
#[test]
fn an_attack_after_the_move_is_on_the_piece_that_moved() {
    let moves = |asked: &str| {
        let variant = game(&format!("pattern = '*# 1 {asked}'"), "", "").expect("it has no errors");
        literal::legal_moves(&variant, &variant.start)
    };
    assert_eq!(moves("@After(@NotAttacked(To))"), moves("@NotAttacked(To)"));
    assert_ne!(moves("@After(@NotAttacked(To))"), moves(""));
}

#[test]
fn effects_mean_the_same_wherever_they_stand() {
    let mut seen = Seen::default();
    for effect in EFFECTS {
        for pawn in [
            "pattern = '*# 1 => {}'",
            "move = '*# *', capture = '*#a 1 *#b 1 ; *#a +1 => {}'",
            "pattern = '*# 1', hooks = { aftermove = '@Takes => {}' }",
            "pattern = '*# 1', hooks = { aftercapture = '{}' }",
            "pattern = '*# 1', drop = ['=> {}', '@To(Far)']",
            "pattern = 'Rank +1 | Rank +2 => {}', promotion = { to = ['w'], when = '@To(Far)', forced = false }",
        ] {
            seen.compare(&pawn.replace("{}", effect), "", "");
        }
    }
    assert!(seen.read > 80 && seen.tabled > 60, "{seen:?}");
}
