//! Turns and ends of games with more than two players, in the tables: ends of the game, compulsion, passes,
//! restrictions and hooks, combined at random on small boards, and written by hand for four players. The
//! literal evaluator must agree move for move, for all eliminations.

use std::time::Duration;

use carn::position::{Position, Rules};
use carn::variant::{PlayerId, Reason, Verdict, fen};

use super::agree::{Effort, examine};
use super::counts;
use super::offers::game;
use super::random::{Random, is_played};
use super::rounds::{Shape, order, ordered};
use super::several::{PIECES, START, TEAMS, four};
use super::strewn::differs;
use crate::by_build;

/// A game agrees with itself, played and in positions as no game comes by them.
fn agrees(text: &str, seed: u64) {
    let variant = game(text);
    let rules = Rules::new(variant.clone());
    assert_eq!(rules.fallback(), None, "{text}");
    if !is_played(text) {
        return;
    }
    let (games, time) = (2, by_build(200, 900));
    for seed in seed..seed + games {
        let effort = Effort { plies: 16, time: Duration::from_millis(time) };
        if let Err(error) = examine(variant.clone(), seed, effort) {
            panic!("seed {seed}: {error}\n{text}");
        }
    }
    if let Err(error) = differs(&rules, seed, 3) {
        panic!("strewn {seed}: {error}\n{text}");
    }
}

const ENDS: &[&str] = &[
    "{ win = '@Any(Hill, @Ally @Is(k))' }",
    "{ win = '@Any(Hill, @Own @Is(n))' }",
    "{ loss = '@None(Board, @Own @Is(r, n))' }",
    "{ loss = '@None(Board, @Ally @Is(p))' }, { win = '@Any(Hill, @Ally @Is(r))' }",
    "{ draw = '@Count(~9, Board, @Occupied)' }",
    "{ win = '@Count(~2, Board, @Opponent @Is(p))' }",
    "{ win = '@Any(Hill, @Occupied) @More' }",
    "{ win = '@Any(Hill, @Occupied) @MorePoints' }, { loss = '@Points(~4)' }",
    "{ loss = '@ToMove @Count(~2, Board, @Own)' }, { draw = '@Not(@ToMove) @Any(Hill, @Own @Is(p))' }",
    "{ loss = '@InCheck @Any(Hill, @Opponent)' }",
    "{ win = '@Counter(taken, 2~)' }",
    "{ loss = '@Counter(taken, 3~) @None(Hill, @Own)' }",
    "{ win = '@Passed(2~) @MorePoints' }, { draw = '@Passed(3~)' }",
    "{ loss = '@By(Blue, Green) @Any(Hill, @Opponent @Is(n))' }",
];

const MOVES: &[&str] = &[
    "must = '@Takes'",
    "must = ['@Takes(n, r)', '@Takes']",
    "must = '@InCheck => @Takes'",
    "must = '@Any(Hill, @Opponent) => @To(Hill)'",
    "must = '@After(@None(Hill, @Opponent))'",
    "must = '@After(@More)'",
    "most = 'taken'",
    "must = '@Takes(p)'\nmost = 'taken'",
    "pass = true",
    "pass = '@Not(@Can)'",
    "pass = '@Not(@InCheck) @Any(Hill, @Occupied)'",
    "pass = true\nmust = '@Not(@Passes)'",
    "guard = '@Not(@Takes(p))'",
    "guard = '@Or(@Takes, @To(Hill), @Is(k, n))'",
    "guard = '@Not(@To(Hill))'\nmust = '@Takes'",
    "guard = '@None(To **# 1, @Opponent @Is(k))'",
    "guard = '@None(To *# 1, @Ally @Is(n))'\npass = '@Not(@Can)'",
    "guard = '@After(@Not(@InCheck))'",
    "guard = '@Or(@Passes, @Any(To **# 1, @Own))'\npass = true",
];

const HOOKS: &[&str] = &[
    "aftercapture = '@Add(taken, 1)'",
    "aftermove = '@Takes(p, n) => @Set(taken, 2)'\naftercapture = '@Add(taken, 1)'",
    "aftermove = '@To(Hill) => @Add(taken, 1)'",
];

const ROOKS: &[&str] = &[
    "pattern = '*# $n'",
    "pattern = '*# 1'",
    "pattern = '*# $n @JumpOver(*, @Ally)'",
    "move = '*# $n', capture = '*# $n @JumpOver(1)'",
    "pattern = ['*# 1', '**# 1 @Ally @Not(@Is(k)) => @Shift(To, From)']",
];

/// The rest of the rule file around the pieces.
fn counted(rest: &str) -> String {
    let points = if rest.contains("Points") {
        "points = { r = 5, n = 3, p = 1 }\nkomi = { Blue = 1.5 }\n"
    } else {
        ""
    };
    let rest = match rest.split_once("[ending]\n") {
        Some((before, after)) => format!("{before}[ending]\n{points}{after}"),
        None => rest.to_owned(),
    };
    let counters = if rest.contains("(taken,") { "[counters]\ntaken = { start = 0 }\n" } else { "" };
    rest + "\n" + counters
}

/// Pieces as [`PIECES`], with another rook, and zones that conditions name.
fn rules(head: &str, rook: &str, rest: &str) -> String {
    let pieces = PIECES.replace("pattern = '*# $n'", rook);
    let text = four(head, &pieces, START, &counted(rest));
    text.replace("Home = 'Rank 1~2'", "Home = 'Rank 1~2'\nHill = 'File c d, Rank 3 4'\nBoard = 'Rank 1~6'")
}

/// Some of them at random.
fn anything(random: &mut Random) -> String {
    let teams = random.chance(40);
    let mut moves = String::new();
    let mut hooks = String::new();
    let mut ending = String::new();
    if random.chance(70) {
        moves += random.one(MOVES);
    }
    if random.chance(60) {
        let all = if random.chance(50) { HOOKS } else { BLASTS };
        hooks += random.one(all);
    }
    if random.chance(60) {
        ending += &format!("ends = [{}]\n", random.one(ENDS));
    }
    ending += random.one(&["", "lost = 'removed'\n", "stalemate = 'loss'\n", "stalemate = 'win'\n"]);
    if teams {
        ending += random.one(&["", "team-lost = 'one'\n"]);
        if random.chance(30) {
            moves +=
                random.one(&["\nanswer = true", "\npartners = true", "\nanswer = true\npartners = true"]);
        }
    }
    let mut rest = String::new();
    for (table, lines) in [("moves", moves), ("hooks", hooks), ("ending", ending)] {
        if !lines.is_empty() {
            rest += &format!("[{table}]\n{lines}\n");
        }
    }
    if random.chance(25) {
        rest += "[hand]\ntaken = 'taker'\ndrop = true\n";
    }
    let mut text = rules(if teams { TEAMS } else { "" }, random.one(ROOKS), &rest);
    if random.chance(30) {
        // No player moves twice in a row, so kings need no extra condition.
        let shape = random.one(&[Shape::Phases, Shape::Again]);
        text = ordered(&text, &order(random, shape, &["Red", "Blue", "Yellow", "Green"], &[":p", ":r n k"]));
    }
    match random.below(6) {
        // Nobody's king need be safe.
        0 => text.replace("royal = true", "royal = false"),
        1 => text.replace("royal = true", "royal = 'last'"),
        _ => text,
    }
}

/// Hooks that change the board after moves.
const BLASTS: &[&str] = &[
    "aftercapture = '@Take(To ** ~1, @Not(@Is(p))) @Take(To)'",
    "aftercapture = '@Take(To *# 1) @Take(To)'",
    "aftercapture = '@Take(To *# 1, @Opponent)'",
    "aftercapture = '@Take(To ** 1, @Is(k, n))'",
    "aftermove = '@To(Hill) => @Take(To *# 1, @Opponent @Is(p))'",
    "aftercapture = '@Takes(r) => @Take(To)'",
    "aftercapture = '@Become(n)'",
    "aftermove = '@Any(To *# 1, @Ally @Is(n)) => @Take(To *# 1, @Not(@Ally))'\naftercapture = '@Add(taken, 1)'",
];

#[test]
fn what_changes_the_board_after_moves_is_told_by_tables() {
    for (at, hooks) in BLASTS.iter().enumerate() {
        for (kings, rest) in [
            ("royal = true", ""),
            ("royal = true", "[ending]\nlost = 'removed'"),
            (
                "royal = true",
                "[ending]\nends = [{ win = '@Any(Hill, @Own @Is(n))' }, { loss = '@None(Board, @Own @Is(p))' }]",
            ),
            ("royal = false", "[moves]\nmust = '@Takes'"),
            ("royal = false", "[moves]\nguard = '@Not(@Takes(n))'\npass = '@Not(@Can)'"),
        ] {
            let rook = ROOKS[at % 2];
            let text = rules("", rook, &format!("[hooks]\n{hooks}\n{rest}")).replace("royal = true", kings);
            agrees(&text, 20 + at as u64);
        }
    }
}

/// Atomic chess for four: kings beside each other, and what a capture between them does.
#[test]
fn atoms_among_four() {
    let hook = "[hooks]\naftercapture = '@Take(To ** ~1, @Not(@Is(p))) @Take(To)'";
    let text = rules("", ROOKS[0], hook);
    counts(&text, 3);
    for start in [
        // Blue's king and Green's side by side: to take what stands there would cost both.
        "yK5/6/2bKgK2/2bP3/rR1rR3/rK5 r - - 0 1",
        // Red's king beside Blue's: nobody gives check by what would cost his own.
        "yK4yR/6/6/6/bKbP3gR/rK3rRgK r - - 0 1",
        "yK3rR1/bN1gP3/1rPgK3/bKrKbP2gR/3rR2/1rN1yR2 b - - 0 1",
    ] {
        let text = text.replace(START, start);
        counts(&text, 3);
        agrees(&text, 5);
    }
}

/// Draughts for four on a board so small that chains come up: whoever has no man left, or none that moves, is out.
#[test]
fn chains_among_four() {
    let piece = "p = { letter = 'P', move = ['Rank +1 File 1', '{ *#a 1 *#b 1 @Opponent ; *#a +1 *#b +1 } 1~ => @Take(Leg 1)'], \
                 promotion = { to = 'q', when = '@To(Far)', forced = true } }\n\
                 q = { letter = 'Q', move = ['**# 1', '{ *#a 1 *#b 1 @Opponent ; *#a +1 *#b +1 } 1~ => @Take(Leg 1)'] }";
    let start = "1yP1yP2/bP3gP1/1yP1yP2/bP3gP1/1rP1rP2/2rP3 r - - 0 1";
    for moves in ["", "[moves]\nmust = '@Takes'", "[moves]\nmust = '@Takes'\nmost = 'taken'"] {
        for ending in [
            "stalemate = 'loss'",
            "lost = 'removed'\nstalemate = 'loss'\nends = [{ loss = '@None(Board, @Own)' }]",
        ] {
            let text = rules("", ROOKS[0], &format!("{moves}\n[ending]\n{ending}")).replace(START, start);
            let text = text.replace("k = { letter = 'K', royal = true, pattern = '**# 1' }", "");
            let (before, after) = text.split_once("[pieces]\n").unwrap();
            let (_, after) = after.split_once("[setup]").unwrap();
            let text = format!("{before}[pieces]\n{piece}\n[setup]{after}");
            agrees(&text, 30);
            counts(&text, 3);
        }
    }
}

#[test]
fn random_offers_among_four_mean_the_same() {
    let cases = by_build(40, 60);
    let mut tabled = 0;
    for seed in 0..cases {
        let mut random = Random::new(7_000 + seed);
        let text = anything(&mut random);
        let rules = Rules::new(game(&text));
        let variant = rules.variant();
        if rules.fallback().is_some() {
            continue;
        }
        tabled += 1;
        let effort = Effort { plies: 14, time: Duration::from_millis(500) };
        if let Err(error) = examine(variant.clone(), seed, effort) {
            panic!("seed {seed}: {error}\n{text}");
        }
        if let Err(error) = differs(&rules, seed, 2) {
            panic!("strewn {seed}: {error}\n{text}");
        }
    }
    assert!(tabled > cases / 2, "{tabled} of {cases}");
}

#[test]
fn each_end_of_a_game_is_told_by_tables() {
    for (at, ends) in ENDS.iter().enumerate() {
        let pass = if ends.contains("Passed") { "[moves]\npass = true\n" } else { "" };
        let hooks = if ends.contains("taken") { "[hooks]\naftercapture = '@Add(taken, 1)'\n" } else { "" };
        for head in ["", TEAMS] {
            let rest = format!("{pass}{hooks}[ending]\nends = [{ends}]\nstalemate = 'loss'");
            agrees(&rules(head, ROOKS[at % 2], &rest), 40 + at as u64);
        }
    }
}

#[test]
fn each_choice_among_moves_is_told_by_tables() {
    for (at, moves) in MOVES.iter().enumerate() {
        for head in ["", TEAMS] {
            agrees(&rules(head, ROOKS[at % 2], &format!("[moves]\n{moves}")), 80 + at as u64);
        }
    }
}

#[test]
fn what_follows_moves_beside_the_board_is_told_by_tables() {
    for (at, hooks) in HOOKS.iter().enumerate() {
        let rest = format!("[hooks]\n{hooks}\n[ending]\nends = [{{ win = '@Counter(taken, 4~)' }}]");
        agrees(&rules("", ROOKS[at % 2], &rest), 60 + at as u64);
    }
}

/// Four men around a hill of one square, kings in all but name. Red's is a step away from it: after that step nobody moves.
/// The others stand in corners, where each has three moves.
#[test]
fn a_hill_among_four() {
    let start = "yK4gK/6/6/3rK2/6/bK5 r - - 0 1";
    let ends = "[ending]\nends = [{ win = '@Any(Hill, @Ally @Is(k))', reason = 'the hill' }]";
    let text = four("", "", start, ends).replace("Home = 'Rank 1~2'", "Hill = 'File d, Rank 4'");
    let text = text.replace("royal = true", "royal = false");
    assert_eq!(counts(&text, 4), [8, 7 * 3, 7 * 3 * 3, 7 * 3 * 3 * 3]);
    let rules = Rules::new(game(&text));
    let mut position = Position::start(&rules);
    let mv = carn::notation::read(&position, "d3d4", &[]).unwrap();
    position.play(mv).unwrap();
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(PlayerId(0)), Reason::End(0)));
    assert_eq!(outcome.of(PlayerId(2)), Verdict::Loss);
    assert!(position.legal_moves().is_empty());
    position.undo();
    assert_eq!(position.legal_moves().len(), 8);
    counts(&rules_of_hill(), 2);
}

/// The same end in a game with more men, whose kings are royal.
fn rules_of_hill() -> String {
    rules("", ROOKS[0], "[ending]\nends = [{ win = '@Any(Hill, @Ally @Is(k))' }]")
}

/// A player who has lost three men is out, and the others go on: Red's rook captures Blue's last but one.
#[test]
fn a_player_who_has_lost_too_much_is_out() {
    let rook = "r = { letter = 'R', pattern = '*# $n' }";
    let start = "yK4gK/4gR1/6/bR5/bR2rR2/bK4rK r - - 0 1";
    let rest =
        "[zones]\nBoard = 'Rank 1~6'\n[ending]\nends = [{ loss = '@Count(~2, Board, @Own) @By(Blue)' }]";
    let text = four("", rook, start, "").replace("Home = 'Rank 1~2'", "Board = 'Rank 1~6'");
    let text = text + &rest.replace("[zones]\nBoard = 'Rank 1~6'\n", "");
    counts(&text, 3);
    let rules = Rules::new(game(&text));
    let variant = rules.variant();
    let mut position = Position::start(&rules);
    let take = position.legal_moves().into_iter().find(|m| variant.board.name(m.to) == "a2").unwrap();
    position.play_unchecked(take);
    assert_eq!(fen::print(variant, &position.setup()), "yK4gK/4gR1/6/bR5/rR5/bK4rK y-b - - 0 1");
}

/// Giveaway for four, kings worth no more than others: who can take must, and who has nothing left has won.
#[test]
fn giveaway_among_four() {
    let rest =
        "[moves]\nmust = '@Takes'\n[ending]\nstalemate = 'win'\nends = [{ win = '@None(Board, @Own)' }]";
    let text = rules("", ROOKS[0], rest).replace("royal = true", "royal = false");
    counts(&text, 3);
    // Red's rook can take Blue's pawn, and nothing else.
    let start = "yK5/6/6/5gK/bP5/rR5 r - - 0 1";
    let text = four("", PIECES, start, "[moves]\nmust = '@Takes'").replace("royal = true", "royal = false");
    assert_eq!(counts(&text, 1), [1]);
}
