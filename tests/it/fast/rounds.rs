//! Irregular orders of turns with more than two players: several moves per turn, phases of some pieces,
//! players with additional turns. Tables must agree with the literal evaluator for all eliminations.

use std::time::Duration;

use carn::position::{Position, Rules};
use carn::variant::{PlayerId, PlayerSet, fen, literal};

use super::agree::{Effort, examine};
use super::counts;
use super::offers::game;
use super::random::{Random, is_played};
use super::several::{START, TEAMS, four};
use super::strewn::differs;
use crate::by_build;

/// A game with another order of turns.
pub(super) fn ordered(text: &str, order: &str) -> String {
    text.replace("turn = ['Red', 'Blue', 'Yellow', 'Green']\n", &format!("turn = {order}\n"))
}

/// How an order is made up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Everybody once, some with some pieces only.
    Phases,
    /// Several moves running of each.
    Blocks,
    /// Some come up again before others, nobody twice running.
    Again,
    /// Anything.
    Any,
}

/// An order of turns in which each of these players comes up; the first begins it.
pub(super) fn order(random: &mut Random, shape: Shape, players: &[&str], phases: &[&str]) -> String {
    let mut names: Vec<&str> = players.to_vec();
    for _ in 0..2 + random.below(3) {
        let at = 1 + random.below(names.len());
        let (before, after) = (names[at - 1], names.get(at).copied().unwrap_or(names[0]));
        let other = random.one(players);
        match shape {
            Shape::Phases => {}
            Shape::Again if other == before || other == after => {}
            Shape::Blocks => names.insert(at, before),
            Shape::Again | Shape::Any => names.insert(at, other),
        }
    }
    let some = if shape == Shape::Phases { 60 } else { 25 };
    let steps: Vec<String> = names
        .iter()
        .map(|name| format!("'{name}{}'", if random.chance(some) { random.one(phases) } else { "" }))
        .collect();
    let steps = steps.join(", ");
    match random.below(5) {
        0 if matches!(shape, Shape::Blocks | Shape::Any) => {
            format!("{{ first = ['{}'], then = [{steps}] }}", players[0])
        }
        _ => format!("[{steps}]"),
    }
}

/// The fault found in a game, by play and in positions that play does not reach.
fn fails(text: &str, seed: u64) -> Option<String> {
    let rules = Rules::new(game(text));
    let variant = rules.variant();
    let (games, time) = (2, by_build(200, 900));
    for seed in seed..seed + games {
        let effort = Effort { plies: 16, time: Duration::from_millis(time) };
        if let Err(error) = examine(variant.clone(), seed, effort) {
            return Some(format!("seed {seed}: {error}\n{text}"));
        }
    }
    differs(&rules, seed, 3)
        .err()
        .filter(|error| !error.starts_with("only"))
        .map(|error| format!("strewn {seed}: {error}\n{text}"))
}

/// A game agrees with itself, by tables.
fn agrees(text: &str, seed: u64) {
    assert_eq!(Rules::new(game(text)).fallback(), None, "{text}");
    if is_played(text)
        && let Some(error) = fails(text, seed)
    {
        panic!("{error}");
    }
}

/// Rooks, knights, and pawns that leave marks and take by them; kings near each other.
const PIECES: &str = "r = { letter = 'R', pattern = '*# $n' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }\n\
     p = { letter = 'P', move = ['Rank +1', 'Rank +2 @On(Home) @Empty(From Rank +1) => @Mark(Rank +1)'], \
     capture = ['Rank +1 File 1', 'Rank +1 File 1 @Empty @Marked => @TakeMarker'], promotion = { to = ['r', 'n'], when = '@To(Far)' } }";

/// Phases of some pieces.
const PHASES: &[&str] = &[":p", ":r n", ":k p", ":n", ":k", ":p r n k"];

/// Neutral pieces: a stone that moves, and a wall that is dropped where no other wall is adjacent.
const NOBODYS: &str = "stone = { letter = '*', neutral = true, move = '**# $n' }\n\
     wall = { letter = '%', neutral = true, supply = true, drop = '@None(To **# 1, @Is(wall))', move = [] }";

/// Phases in which such pieces move.
const STONES: &[&str] = &[":stone", ":wall", ":p stone", ":k n r wall", ":k r n p stone wall"];

/// A game with pieces that are nobody's.
fn stony(text: &str) -> String {
    text.replace(PIECES, &format!("{PIECES}\n{NOBODYS}"))
        .replace("1yR1yKyN1", "*yR%yKyN1")
        .replace("/bR2yP1gN/", "/bR*1yP1gN/")
}

/// The `guard` that keeps royals safe after every move of a long turn.
const SAFE: &str = "guard = '@After(@Not(@InCheck))'";

/// Orders in which all others move before anybody does again.
const EVEN: &[&str] = &[
    "['Red', 'Red', 'Blue', 'Blue', 'Yellow', 'Yellow', 'Green', 'Green']",
    "['Red', 'Blue', 'Blue', 'Yellow', 'Green', 'Green', 'Green']",
    "['Red:r n', 'Red:p k', 'Blue', 'Yellow:p', 'Yellow', 'Green']",
    "['Red:r n k', 'Blue:p k n', 'Yellow:p k', 'Green']",
    "{ first = ['Red'], then = ['Blue', 'Blue', 'Yellow', 'Yellow', 'Green', 'Green', 'Red', 'Red'] }",
];

/// Others.
const UNEVEN: &[&str] = &[
    "['Red', 'Blue', 'Red', 'Yellow', 'Red', 'Green']",
    "['Red', 'Blue', 'Yellow', 'Blue', 'Green:n r k']",
    "['Red', 'Blue', 'Yellow', 'Green', 'Yellow', 'Blue']",
    "{ first = ['Red', 'Blue', 'Red'], then = ['Green', 'Red', 'Yellow', 'Blue'] }",
];

#[test]
fn kings_that_every_move_leaves_safe() {
    for (at, order) in EVEN.iter().enumerate() {
        for rest in ["", "[ending]\nlost = 'removed'\nstalemate = 'loss'"] {
            let text = four("", PIECES, START, &format!("[moves]\n{SAFE}\n{rest}"));
            agrees(&ordered(&text, order), at as u64);
        }
        let text = four(TEAMS, PIECES, START, &format!("[moves]\n{SAFE}"));
        agrees(&ordered(&text, order), 10 + at as u64);
        let answers = four("", PIECES, START, &format!("[moves]\nanswer = true\n{SAFE}"));
        agrees(&ordered(&answers, order), 20 + at as u64);
    }
}

#[test]
fn kings_whom_not_all_attack_at_every_turn() {
    for (at, order) in UNEVEN.iter().enumerate() {
        for rest in [
            "",
            "[ending]\nlost = 'removed'\nstalemate = 'loss'\nends = [{ loss = '@InCheck @Any(Far, @Own)' }]",
            "[moves]\nmust = '@InCheck => @Takes'",
            "[hooks]\naftercapture = '@Take(To ** 1, @Is(n, k))'",
            "[moves]\nanswer = true",
        ] {
            agrees(&ordered(&four("", PIECES, START, rest), order), at as u64);
        }
        agrees(&ordered(&four(TEAMS, PIECES, START, ""), order), 10 + at as u64);
    }
}

#[test]
fn games_without_royals_have_tables_in_any_turn_order() {
    for (at, order) in EVEN.iter().chain(UNEVEN).enumerate() {
        for rest in [
            "[hand]\ntaken = 'taker'\ndrop = true",
            "[moves]\nmust = '@Takes'\npass = true\n[ending]\nstalemate = 'loss'\nends = [{ loss = '@None(Home, @Own)' }]",
            "[ending]\nlost = 'removed'\nends = [{ win = '@ToMove @Any(Far, @Own @Is(n))' }]",
        ] {
            let text = four("", PIECES, START, rest).replace("royal = true", "royal = false");
            agrees(&ordered(&text, order), at as u64);
        }
    }
}

#[test]
fn stones_and_walls_among_four() {
    let everything = ":k r n p stone wall";
    for (at, order) in [
        "['Red', 'Blue', 'Yellow', 'Green']".to_owned(),
        "['Red', 'Red:stone', 'Blue', 'Blue:stone', 'Yellow', 'Yellow:stone', 'Green', 'Green:stone']"
            .to_owned(),
        "['Red:r n k wall', 'Blue:p stone', 'Yellow:k p', 'Green:wall n']".to_owned(),
        "['Red', 'Blue:stone', 'Red', 'Yellow', 'Blue', 'Green']".to_owned(),
        format!("['Red{everything}', 'Blue{everything}', 'Yellow{everything}', 'Green{everything}']"),
    ]
    .iter()
    .enumerate()
    {
        for rest in [
            "[ending]\nstalemate = 'loss'\nlost = 'removed'",
            "[hooks]\naftercapture = '@Put(wall, From)'",
            "[hooks]\naftercapture = '@Take(To *# 1, @Or(@Is(stone), @Is(k, p)))'\n[ending]\nlost = 'removed'",
            "[moves]\nmust = '@Any(Far, @Is(stone)) => @Takes'",
            "[ending]\nends = [{ win = '@Any(Far, @Is(stone) @NoOpponent)' }, { loss = '@None(Board, @Own @Not(@Is(p)))' }]",
        ] {
            let text = stony(&ordered(&four("", PIECES, START, rest), order))
                .replace("Home = 'Rank 1~2'", "Home = 'Rank 1~2'\nBoard = 'Rank 1~6'");
            // Two moves a turn, and what every move must leave safe; or nobody is royal.
            let phased = order.contains("'Red:stone'");
            let text = match phased && !rest.contains("[moves]") && !rest.contains("[hooks]") {
                true => format!("{text}[moves]\n{SAFE}\n"),
                false if phased => text.replace("royal = true", "royal = false"),
                false => text,
            };
            agrees(&text, at as u64);
        }
    }
}

#[test]
fn moving_once_more_among_four() {
    for (at, hook) in [
        "'@Takes => @Again'",
        "'@Is(p, From) @Counter(n, 0) => @Set(n, 1) @Again' , '@Counter(n, 1) => @Set(n, 0)'",
        "'@Counter(n, ~2) => @Add(n, 1) @Again', '@Counter(n, 3) => @Set(n, 0)'",
    ]
    .into_iter()
    .enumerate()
    {
        for shared in ["shared = true", "start = 0"] {
            let rest = format!(
                "[counters]\nn = {{ {shared} }}\n[hooks]\naftermove = [{hook}]\n[ending]\nstalemate = 'loss'\n"
            );
            let text = four("", PIECES, START, &rest);
            agrees(&text.replace("royal = true", "royal = false"), at as u64);
            let order = UNEVEN[at % 2];
            agrees(&ordered(&text.replace("royal = true", "royal = false"), order), 10 + at as u64);
            agrees(&format!("{text}[moves]\n{SAFE}\n"), 20 + at as u64);
        }
    }
    let pieces = PIECES.replace("'*# 2 *# 1'", "['*# 2 *# 1', '*# 1 => @Again']");
    agrees(&four("", &pieces, START, "").replace("royal = true", "royal = false"), 30);
}

/// Any order of turns, with whatever else there may be.
fn anything(random: &mut Random) -> String {
    let royal = random.one(&["true", "true", "'last'", "false", "false"]);
    let shape = match random.below(8) {
        0..=1 => Shape::Phases,
        2..=4 if royal != "'last'" => Shape::Blocks,
        7 => Shape::Any,
        _ => Shape::Again,
    };
    let stones = random.chance(30);
    let teams = random.chance(30) && !stones;
    let phases = if stones { STONES } else { PHASES };
    let order = order(random, shape, &["Red", "Blue", "Yellow", "Green"], phases);
    let mut moves = match random.below(5) {
        _ if royal == "true" && shape == Shape::Blocks => format!("{SAFE}\n"),
        0 if royal == "false" => "must = '@Takes'\n".to_owned(),
        1 if royal == "false" => "pass = '@Not(@Can)'\n".to_owned(),
        2 if royal != "false" => "must = '@InCheck => @Takes'\n".to_owned(),
        _ => String::new(),
    };
    if random.chance(20) {
        moves += "answer = true\n";
    }
    let hooks = match random.below(6) {
        0 => {
            "aftermove = ['@Counter(n, 0) @Is(p, n) => @Set(n, 1) @Again', '@Counter(n, 1) => @Set(n, 0)']\n"
        }
        1 => "aftercapture = '@Add(n, 1)'\n",
        2 if moves.is_empty() && royal != "'last'" && !teams => {
            "aftercapture = '@Take(To *# 1, @Is(p, n))'\n"
        }
        _ => "",
    };
    let ends = match random.below(4) {
        0 => "ends = [{ loss = '@Count(~2, Board, @Own)' }]\n",
        1 => "ends = [{ win = '@Any(Far, @Ally @Is(k))' }, { draw = '@Count(~9, Board, @Occupied)' }]\n",
        _ => "",
    };
    let lost = random.one(&["", "lost = 'removed'\n"]);
    let stalemate = random.one(&["", "stalemate = 'loss'\n", "stalemate = 'win'\n"]);
    let quiet = random.one(&["", "quiet = { plies = 40, result = 'draw', reset = ['p'] }\n"]);
    let hand = if random.chance(25) && !stones { "[hand]\ntaken = 'taker'\ndrop = true\n" } else { "" };
    let counters = if hooks.contains("(n, ") { "[counters]\nn = { start = 0 }\n" } else { "" };
    let rest =
        format!("[moves]\n{moves}[hooks]\n{hooks}[ending]\n{ends}{lost}{stalemate}{quiet}{hand}{counters}");
    let head = if teams { TEAMS } else { "" };
    let text = four(head, PIECES, START, &rest).replace("royal = true", &format!("royal = {royal}"));
    let text = ordered(&text.replace("Home = 'Rank 1~2'", "Home = 'Rank 1~2'\nBoard = 'Rank 1~6'"), &order);
    if stones { stony(&text) } else { text }
}

#[test]
fn random_orders_among_four_mean_the_same() {
    let cases = by_build(40, 60);
    let (mut tabled, mut reasons) = (0, Vec::new());
    for seed in 0..cases {
        let text = anything(&mut Random::new(9_000 + seed));
        match Rules::new(game(&text)).fallback() {
            Some(reason) => reasons.push(reason),
            None => {
                tabled += 1;
                if let Some(error) = fails(&text, seed) {
                    panic!("{error}");
                }
            }
        }
    }
    reasons.sort_unstable();
    assert!(tabled * 2 > cases, "{tabled} of {cases}: {reasons:?}");
}

/// Three armies that never meet, each of two men that go ahead, one of whom alone moves in some phases.
fn three(order: &str, rest: &str, start: &str) -> String {
    format!(
        "name = 'Three'\nturn = {order}\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~f', Rank = '1~6' }}\n\
         [players]\nRed = {{ fen = 'r' }}\nBlue = {{ fen = 'b' }}\nGreen = {{ fen = 'g' }}\n\
         [pieces]\np = {{ letter = 'P', pattern = 'Rank +1' }}\nq = {{ letter = 'Q', pattern = 'Rank +1' }}\n\
         [setup]\nfen = '{start}'\n{rest}\n"
    )
}

const COLUMN: &str = "6/6/6/6/6/rPrQbPbQgPgQ r - - 0 1";

#[test]
fn three_who_move_several_men_a_turn() {
    let text = three("['Red:p', 'Red', 'Blue', 'Green:q', 'Green', 'Green']", "", COLUMN);
    assert_eq!(counts(&text, 7), [1, 2, 4, 4, 8, 16, 16]);
    let text = three("['Red', 'Blue', 'Red', 'Green:p']", "", COLUMN);
    assert_eq!(counts(&text, 6), [2, 4, 8, 8, 16, 32]);
    // The numbers of full moves and of plies without progress, and what a FEN says of a turn that goes on.
    let rules = Rules::new(game(&three("['Red:p', 'Red', 'Blue', 'Green', 'Green']", "", COLUMN)));
    let mut position = Position::start(&rules);
    let mut fens = Vec::new();
    for text in ["a1a2", "b1b2", "c1c2", "e1e2", "f1f2", "a2a3"] {
        let mv = carn::notation::read(&position, text, &[]).unwrap();
        position.play(mv).unwrap();
        fens.push(position.fen());
        assert_eq!(Position::from_fen(&rules, &position.fen()).unwrap().setup(), position.setup());
    }
    let turns: Vec<&str> = fens.iter().map(|fen| fen.split_once(' ').unwrap().1).collect();
    assert_eq!(
        turns,
        ["r2 - - 1 1", "b - - 1 1", "g - - 2 1", "g2 - - 3 1", "r - - 3 2", "r2 - - 4 2"],
        "{fens:?}"
    );
    while position.undo().is_some() {}
    assert_eq!(position.fen(), COLUMN);
}

/// Red has moved, and has no man left that may make the second move of the turn: Red is out, and the others go on.
#[test]
fn a_player_who_cannot_continue_a_turn_is_out() {
    let blocked = "6/6/6/6/1gP4/rPrQbPbQ1gQ r - - 0 1";
    let pawn = "pattern = 'Rank +1' }\nq = { letter = 'Q', move = 'Rank +1' }";
    let text = three("['Red', 'Red:q', 'Blue', 'Green']", "[ending]\nstalemate = 'loss'", blocked)
        .replace("pattern = 'Rank +1' }\nq = { letter = 'Q', pattern = 'Rank +1' }", pawn);
    let rules = Rules::new(game(&text));
    let variant = rules.variant();
    assert_eq!(rules.fallback(), None);
    let mut position = Position::start(&rules);
    let moves = position.legal_moves();
    assert_eq!(moves.len(), 1);
    position.play_unchecked(moves[0]);
    let red = PlayerSet::single(PlayerId(0));
    assert_eq!((position.setup().out, position.turn()), (red, PlayerId(1)));
    assert_eq!(position.setup(), literal::play(variant, &variant.start, moves[0]));
    // After the two of Blue and of Green it is Blue's turn again.
    assert_eq!(counts(&text, 3), [1, 2, 4]);
}

/// A pawn that makes a double step with the first move of a turn may be captured en passant right after the turn only.
#[test]
fn marks_stand_as_long_as_their_players_turn_goes_on() {
    let text = ordered(
        &four("", PIECES, "6/6/6/yK4gK/bP3rP1/2rP3 r - - 0 1", "").replace("royal = true", "royal = false"),
        "['Red', 'Red', 'Blue', 'Yellow', 'Green']",
    );
    let variant = game(&text);
    let mut position = Position::start(&Rules::new(variant.clone()));
    for (from, to, marked) in [("c1", "c3", 1), ("e2", "e3", 1), ("a2", "b2", 1)] {
        let name = |square| variant.board.name(square);
        let m = position.legal_moves().into_iter().find(|m| name(m.from) == from && name(m.to) == to);
        position.play_unchecked(
            m.unwrap_or_else(|| panic!("{from}{to} of {}", fen::print(&variant, &position.setup()))),
        );
        assert_eq!(
            position.setup().marks.iter().count(),
            marked,
            "{}",
            fen::print(&variant, &position.setup())
        );
    }
    agrees(&text, 3);
}

/// Among several these are left to the literal evaluator.
#[test]
fn what_depends_on_the_turn_is_left_out() {
    let refused = |head: &str, rest: &str, order: &str| {
        Rules::new(game(&ordered(&four(head, PIECES, START, rest), order))).fallback()
    };
    let safe = format!("[moves]\n{SAFE}");
    let uneven = Some(
        "a player who moves again before all others, with `@InCheck` after the move or `partners = true`",
    );
    for (head, rest, order, expected) in [
        ("", "", EVEN[0], Some("turns of several moves in a game with royals")),
        ("", &safe[..], EVEN[0], None),
        ("", "", EVEN[3], None),
        ("", &safe, UNEVEN[0], uneven),
        (TEAMS, "[moves]\npartners = true", UNEVEN[0], uneven),
        (TEAMS, "[moves]\npartners = true", EVEN[3], None),
        (
            "",
            "[moves]\nmust = '@After(@ToMove)'",
            UNEVEN[0],
            Some("`@ToMove` after a move, in a turn order other than a plain round"),
        ),
        (
            "",
            "[hand]\ntaken = 'taker'\ndrop = '@Not(@Mates)'",
            UNEVEN[0],
            Some("drops that must not mate, in a turn order other than a plain round"),
        ),
    ] {
        assert_eq!(refused(head, rest, order), expected, "{rest} {order}");
    }
    let long =
        format!("{{ first = ['Red'], then = ['Red', 'Blue', 'Yellow', {}] }}", ["'Green'"; 250].join(", "));
    let text =
        four("", PIECES, START, "[hooks]\naftercapture = '@Again'").replace("royal = true", "royal = false");
    let many = Rules::new(game(&ordered(&text, &long)));
    assert_eq!(many.fallback(), Some("a turn order with too many turns"));
}
