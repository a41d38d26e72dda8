//! Minimal rule files on which the two evaluators once differed, one cause per test.

use std::time::Duration;

use carn::compile::{Natives, compile};
use carn::geometry::Square;
use carn::library::Shipped;
use carn::position::{Position, Rules};
use carn::variant::{Piece, PlayerId, RoleId, Variant, fen, literal};

use super::agree::{Effort, examine, same_moves};
use super::random::Random;

/// A game on a board of files and ranks with these pieces and a start position.
pub fn game(files: &str, ranks: &str, pieces: &str, fen: &str) -> Variant {
    let mate = if pieces.contains("royal") { "checkmate = 'loss'\n" } else { "" };
    let text = format!(
        "name = 'Case'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = '{files}', Rank \
         = '{ranks}' }}\n[pieces]\n{pieces}\n[setup]\nfen = '{fen}'\n[ending]\nstalemate = \
         'draw'\n{mate}"
    );
    let compiled = compile("case.toml", &text, &Shipped, &Natives::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    compiled.variant.unwrap()
}

/// Both evaluators agree on this game, played a few times, by tables.
pub fn agrees(variant: &Variant) {
    let effort = Effort { plies: 12, time: Duration::from_secs(1) };
    for seed in [0, 1, 2] {
        let compared = examine(variant.clone(), seed, effort).unwrap_or_else(|error| panic!("{error}"));
        assert!(compared.tabled);
    }
}

/// The legal moves of the piece on a square, as their targets' names, sorted; each move once.
pub fn targets(variant: &Variant, from: &str) -> Vec<String> {
    let rules = Rules::new(variant.clone());
    let position = Position::start(&rules);
    let moves = position.moves_from(rules.variant().board.square(from).unwrap());
    let mut names: Vec<String> = moves.into_iter().map(|m| rules.variant().board.name(m.to)).collect();
    names.sort();
    names
}

const KING: &str = "k = { letter = 'K', royal = true, pattern = '**# 1' }\n";
const ROOK: &str = "w = { letter = 'W', pattern = '*# *' }\n";

#[test]
fn an_effect_may_shift_a_royal_before_it_removes_it() {
    for effects in [
        "@Shift(File +1, File +2) @Shift(File -1, File +2)",
        "@Shift(File +1, File +2) @Take(File +2)",
        "@Shift(File +1, File +2) @Put(w, File +2)",
        "@Shift(File +1, To) @Take(To)",
        "@Shift(File +1, From) @Take(From)",
        "@Shift(File +1, From) @Shift(To, From)",
        "@Shift(File +1, File +2) @Shift(File +2, From) @Take(From)",
    ] {
        let pieces = format!("{KING}{ROOK}s = {{ letter = 'S', move = 'Rank +1 => {effects}' }}");
        let game = game("a~e", "1~5", &pieces, "4k/5/WsK2/5/W4 w - - 0 1");
        agrees(&game);
        // White's king stands beside the soldier that would have it: it must go.
        assert!(targets(&game, "a1").is_empty(), "{effects}");
        assert!(!targets(&game, "c3").is_empty(), "{effects}");
    }
}

#[test]
fn an_effect_that_shifts_a_royal_and_leaves_it_is_no_attack() {
    let pieces = format!("{KING}{ROOK}s = {{ letter = 'S', move = 'Rank +1 => @Shift(File +1, File +2)' }}");
    let game = game("a~e", "1~5", &pieces, "4k/5/WsK2/5/W4 w - - 0 1");
    agrees(&game);
    assert!(!targets(&game, "a1").is_empty());
}

#[test]
fn put_on_a_royal_removes_it() {
    let pieces = format!("{KING}{ROOK}s = {{ letter = 'S', move = 'Rank +1 => @Put(w, File +1)' }}");
    let game = game("a~e", "1~5", &pieces, "4k/5/WsK2/5/W4 w - - 0 1");
    agrees(&game);
    assert!(targets(&game, "a1").is_empty());
}

#[test]
fn a_role_offered_twice_is_one_choice() {
    let queen = "q = { letter = 'Q', pattern = '**# $n' }\n";
    let promoted = [
        "r = { letter = 'R', pattern = '*# * => @Promote(q, q, r, q)' }",
        "r = { letter = 'R', pattern = '*# *', promotion = { to = ['q', 'q', 'r', 'q'], when = '@To(Rank 3)' } }",
        "r = { letter = 'R', pattern = '*# *', promotion = { to = ['q', 'q'], when = '@Occupied(From Rank +1)' } }",
    ];
    for rook in promoted {
        agrees(&game("a~c", "1~3", &[queen, rook].concat(), "2r/3/R2 w - - 0 1"));
    }
}

#[test]
fn hurdles_beyond_the_bits_of_a_word_are_counted() {
    let files = |row: &str| format!("A{row}a/48K50k w - - 0 1");
    let full = "Ww".repeat(49);
    let thin = "W1w".repeat(32) + "2";
    for counts in ["*", "64 96 98"] {
        let pieces = format!(
            "k = {{ letter = 'K', royal = true, pattern = 'Rank 1' }}\na = {{ letter = 'A', pattern = 'File +* \
                     @JumpOver({counts})' }}\nw = {{ letter = 'W' }}"
        );
        for row in [&full, &thin] {
            let game = game("1~100", "1~2", &pieces, &files(row));
            let effort = Effort { plies: 3, time: Duration::from_millis(200) };
            let compared = examine(game, 1, effort).unwrap_or_else(|error| panic!("{counts}: {error}"));
            assert!(compared.tabled);
        }
    }
    // Over all 98 at once onto the opponent's on the last file.
    let pieces = "k = { letter = 'K', royal = true, pattern = 'Rank 1' }\na = { letter = 'A', pattern = 'File +* \
                  @JumpOver(98)' }\nw = { letter = 'W' }";
    assert_eq!(targets(&game("1~100", "1~2", pieces, &files(&full)), "12"), ["1002"]);
}

#[test]
fn routes_with_the_same_ends_are_one_move() {
    // By way of b2 or of c3: what is taken on the way is what the first open route takes.
    let pieces = format!(
        "{KING}{ROOK}s = {{ letter = 'S', move = 'File +1 @Ride(1~2) @Occupied ; File +1 @Ride(1~2) => @Take(Leg 1)' }}"
    );
    agrees(&game("a~e", "1~5", &pieces, "4k/5/5/5/Sw1wK w - - 0 1"));
    agrees(&game("a~e", "1~5", &pieces, "4k/5/SWw2/S1w2/Sww1K w - - 0 1"));
}

#[test]
fn movements_that_are_made_when_they_are_asked_for_mean_the_same() {
    // There are very many; some have the same ends, some take on their way, and some pieces have lookups beside them.
    let pieces = "s = { letter = 'S', move = ['**# $n ; **# $m @Not(@Same(From)) => @Shift(To, Leg 1) @Put(x, To)', \
                  '**# $n => @Put(x, From)'] }\nt = { letter = 'T', move = ['*# 1', '**# $n @Occupied ; **# $m => \
                  @Take(Leg 1)'], capture = '**# $n ; **# $m @Not(@Is(s, To)) => @Put(x, Leg 1)' }\nx = { letter = \
                  'X', pattern = [] }";
    for start in ["3s2t/7/2x4/T5s/7/7/S2T3 w - - 0 1", "s6/xx5/7/3T3/7/2t4/5xS w - - 0 1"] {
        let game = game("a~g", "1~7", pieces, start);
        let how = Rules::new(game.clone()).account().lines(&game);
        assert_eq!(how.iter().filter(|line| line.contains("built on first use")).count(), 2, "{how:?}");
        agrees(&game);
    }
}

#[test]
fn a_step_of_the_whole_set_and_a_move_with_effects_may_meet() {
    // Six pieces step as a set; with the right to it one may do the same with an effect of the same result.
    let step = "s = { letter = 'S', move = ['Rank +1 => @Mark(From)', 'Rank +1 @Is(s, From) @Empty(Rank +2) => \
                @Mark(From)', 'Rank +1 @Occupied(File +1) => @Mark(From)'] }";
    agrees(&game("a~e", "1~5", &[KING, step].concat(), "k4/5/5/SSSSS/S3K w - - 0 1"));
}

#[test]
fn a_condition_on_what_moves_is_known_from_where_it_moves() {
    for (condition, holds) in [("@Is(s, From)", true), ("@Is(w, From)", false), ("@Is(k, s, From)", true)] {
        let pieces = format!(
            "{KING}{ROOK}s = {{ letter = 'S', pattern = 'Rank +1 {condition} | File +1 @Not({condition})' }}"
        );
        let game = game("a~e", "1~5", &pieces, "4k/5/5/S4/4K w - - 0 1");
        agrees(&game);
        assert_eq!(targets(&game, "a2"), [if holds { "a3" } else { "b2" }]);
    }
}

#[test]
fn promotion_may_ask_for_attacks_on_pieces_that_are_not_royal() {
    let pieces = format!(
        "{KING}{ROOK}q = {{ letter = 'Q', pattern = '**# 1' }}\np = {{ letter = 'P', move = 'Rank +1', capture = 'Rank \
         +1 File 1', promotion = {{ to = ['q'], when = '@NotAttacked(To)' }} }}"
    );
    let game = game("a~e", "1~5", &pieces, "4k/5/w4/PP3/4K w - - 0 1");
    let effort = Effort { plies: 16, time: Duration::from_secs(2) };
    for seed in 0..4 {
        examine(game.clone(), seed, effort).unwrap();
    }
    // No pawn attacks straight on, but the rook on a3 looks along its rank.
    assert_eq!(targets(&game, "b2"), ["a3", "b3"]);
}

#[test]
fn a_filter_that_asks_for_attacks_means_the_same() {
    let pieces = format!(
        "{KING}{ROOK}s = {{ letter = 'S', royal = true, move = '**# 1 => @Take(To ** ~1, @NotAttacked)' }}"
    );
    let game = game("a~e", "1~5", &pieces, "4k/5/w1w2/1S3/4K w - - 0 1");
    let effort = Effort { plies: 16, time: Duration::from_secs(2) };
    for seed in 0..4 {
        examine(game.clone(), seed, effort).unwrap();
    }
}

#[test]
fn to_take_a_royal_answers_every_check() {
    // Both kings hang: White may take, pinned or not, by the king's neighbour or over a line.
    for (fen, from, to) in [
        ("r3k/5/5/5/K3R w - - 0 1", "e1", "e5"),
        ("3rk/3K1/5/5/4R w - - 0 1", "d4", "e5"),
        ("r3k/5/R4/5/K3R w - - 0 1", "e1", "e5"),
        ("r3k/R4/5/5/K4 w - - 0 1", "a4", "e4"),
    ] {
        let rook = "r = { letter = 'R', pattern = '*# *' }\n";
        let game = game("a~e", "1~5", &[KING, rook].concat(), fen);
        agrees(&game);
        assert_eq!(targets(&game, from).iter().any(|name| name == to), to == "e5", "{fen}");
    }
}

#[test]
fn hooks_do_not_attack_but_count_for_who_makes_the_move() {
    let blast = "hooks = { aftercapture = '@Take(To ** ~1)' }";
    let pieces = format!(
        "k = {{ letter = 'K', royal = true, pattern = '**# 1', {blast} }}\nx = {{ letter = 'X' }}\nr = {{ letter = 'R', \
         pattern = '*# *', {blast} }}"
    );
    // The blast on c1 would reach the king on d1; it is no attack, so the king may stay, and come there.
    let beside = game("a~e", "1~5", &pieces, "k4/2r2/5/5/2XK1 w - - 0 1");
    agrees(&beside);
    assert_eq!(targets(&beside, "d1"), ["d2", "e1", "e2"]);
    // A rook that would blow up its own king attacks nobody.
    let sides = game("a~e", "1~5", &pieces, "5/5/5/2k2/r1K2 w - - 0 1");
    agrees(&sides);
    assert_eq!(targets(&sides, "c1"), ["b1", "b2", "d1", "d2"]);
    // Away from it, the rook's line counts.
    let apart = game("a~e", "1~5", &pieces, "5/5/1k3/5/r2K1 w - - 0 1");
    agrees(&apart);
    assert_eq!(targets(&apart, "d1"), ["c2", "d2", "e2"]);
}

/// Each reply gives check again, and asks whether it mates: that is unknown of a reply, or the question had no end.
#[test]
fn the_ban_on_mating_is_tested_once() {
    let queen = "q = { letter = 'Q', pattern = '**# $n @Not(@Mates)' }";
    let pieces = format!("{KING}{queen}");
    for fen in [
        "8/8/6Q1/8/K7/1q2Q2k/2Q2Q2/6q1 w - - 0 1",
        "q3k3/8/3Q1Q2/8/1K3qQ1/3q4/4Q3/2q5 w - - 0 1",
        "Q7/7q/1K6/1Q4Q1/2Qq4/8/4k3/3q3q b - - 0 1",
    ] {
        agrees(&game("a~h", "1~8", &pieces, fen));
    }
}

/// Where a movement takes the marker, what it takes stands wherever that is.
#[test]
fn the_victim_may_be_the_marker() {
    let pawn = "p = { letter = 'P', pattern = 'Rank 1', move = ['Rank +2 => @Mark(Rank +1)', 'Rank 1 File 1 @Marked \
                @Any(Victim, @Is(p)) => @TakeMarker'] }";
    let game = game("a~e", "1~5", &format!("{KING}{pawn}"), "4k/1p1p1/5/P1P1P/K4 w - - 0 1");
    let effort = Effort { plies: 12, time: Duration::from_secs(1) };
    for seed in 0..8 {
        examine(game.clone(), seed, effort).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// A royal may take pieces of one or two roles by a lookup; of three it is asked one by one.
#[test]
fn a_royal_takes_pieces_of_some_roles_alone() {
    let others = "a = { letter = 'A', pattern = '*# 1' }\nb = { letter = 'B', pattern = '*# 1' }\nc = { letter = 'C', pattern = \
                  '*# 1' }\nd = { letter = 'D', pattern = '*# 1' }";
    for roles in ["a", "a, b", "a, b, c", "a, b, c, k"] {
        let king =
            format!("k = {{ letter = 'K', royal = true, move = '**# 1', capture = '**# 1 @Is({roles})' }}");
        let game = game("a~e", "1~5", &format!("{king}\n{others}"), "1abk1/2cd1/1AB2/2CD1/2K2 w - - 0 1");
        agrees(&game);
    }
}

/// Of a blast that asks for some pieces in two ways the squares of both are one set.
#[test]
fn a_blast_may_name_a_piece_twice() {
    let blast = "hooks = { aftercapture = '@Take(To ** ~1, @Or(@Is(r, x), @Is(x)))' }";
    let pieces = format!(
        "k = {{ letter = 'K', royal = true, pattern = '**# 1', {blast} }}\nx = {{ letter = 'X', pattern = '**# 1', {blast} }}\nr = {{ \
         letter = 'R', pattern = '*# *', {blast} }}"
    );
    for fen in ["4k/1rxx1/5/1XXR1/K4 w - - 0 1", "3k1/2xr1/1xX2/1XRX1/K4 w - - 0 1"] {
        agrees(&game("a~e", "1~5", &pieces, fen));
    }
}

/// Steps of a whole set that end on all squares of promotion and on no others are as many moves as there are choices.
#[test]
fn a_whole_rank_may_promote_at_once() {
    let pawn = "p = { letter = 'P', pattern = 'Rank +1', promotion = { to = 'w', when = '@To(Rank 5)' } }";
    let pieces = format!("{KING}{ROOK}{pawn}");
    let game = game("a~e", "1~5", &pieces, "5/PPPPP/5/k4/2K2 w - - 0 1");
    agrees(&game);
    let position = Position::start(&Rules::new(game));
    let promotions = position.legal_moves().iter().filter(|m| m.promotion().is_some()).count();
    assert_eq!(promotions, 5);
    assert_eq!(position.perft(1), position.legal_moves().len() as u64);
}

/// A promotion depends on a square beside the target, from which the piece itself may have come.
#[test]
fn a_promotion_may_ask_for_what_stands_beside_the_target() {
    for capture in ["**# $n", "**# $n @NotAttacked(From Rank -1)"] {
        let queen = format!(
            "q = {{ letter = 'Q', capture = '{capture}', promotion = {{ to = ['w', 'q'], when = '@NoAlly(To File -1)' }} }}"
        );
        let game = game("a~e", "1~5", &format!("{KING}{ROOK}{queen}"), "1w2Q/K4/5/5/1k3 w - - 0 1");
        agrees(&game);
        let position = Position::start(&Rules::new(game));
        let from = position.rules().variant().board.square("e5").unwrap();
        let choices = position.moves_from(from).iter().filter(|m| m.promotion().is_some()).count();
        assert_eq!(choices, 2, "{capture}");
    }
}

/// Runs of a bounded length, asked of all squares to which a piece may come from the hand.
#[test]
fn runs_of_some_lengths_tell_where_a_disc_comes() {
    for counts in ["1", "1~2", "2"] {
        let text = format!(
            "extends = 'flipello'\nname = 'Short'\n[pieces.disc]\ndrop = '@Any(Runs(To **# 1, @Opponent, @Ally, {counts})) => @Flip(Runs(To \
             **# 1, @Opponent, @Ally, {counts}))'\n"
        );
        let compiled = compile("short.toml", &text, &Shipped, &Natives::default());
        let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{text}");
        agrees(&compiled.variant.unwrap());
    }
}

/// More lines lead to one royal than are kept: of those that are too many, each is looked at anew.
#[test]
fn many_lines_lead_to_one_royal() {
    let pieces = format!(
        "{KING}q = {{ letter = 'Q', pattern = '**# $n' }}\nc = {{ letter = 'C', pattern = '**# $n @JumpOver(1~2)' }}\n\
         n = {{ letter = 'N', pattern = '*# 2 *# 1' }}"
    );
    let rules = Rules::new(game("a~i", "1~9", &pieces, "k8/9/9/9/9/9/9/9/8K w - - 0 1"));
    let variant = rules.variant();
    assert_eq!(rules.fallback(), None);
    let role = |letter: &str| RoleId(variant.roles.iter().position(|one| one.name == letter).unwrap() as u8);
    let square = |file: i32, rank: i32| Square((rank * 9 + file) as u16);
    let mut random = Random::new(77);
    let (mut shielded, mut compared) = (0, 0);
    while compared < 400 {
        let mut setup = variant.start.clone();
        setup.squares.fill(None);
        let mut put = |square: Square, player: u8, letter: &str| {
            setup.squares[square.index()] = Some(Piece { player: PlayerId(player), role: role(letter) });
        };
        put(square(4, 4), 0, "k");
        put(square(random.below(9) as i32, 8), 1, "k");
        for (file, rank) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let on = |far: i32| square(4 + file * far, 4 + rank * far);
            // A shield or two next to the royal, behind it what would attack it.
            let shields = random.below(3) as i32;
            for far in 1..=shields {
                put(on(far), random.below(4).min(1) as u8 ^ 1, "n");
            }
            put(on(shields + 1), 1, if shields == 0 || random.below(2) == 0 { "c" } else { "q" });
            put(on(4), 1, random.one(&["q", "c"]));
        }
        if literal::royals(variant, &setup, PlayerId(1)) != 1
            || literal::in_check(variant, &setup, PlayerId(1))
        {
            continue;
        }
        compared += 1;
        let legal = literal::legal_moves(variant, &setup);
        shielded += usize::from(!legal.is_empty());
        same_moves(variant, "moves", Position::from_setup_unchecked(&rules, &setup).legal_moves(), &legal)
            .unwrap_or_else(|error| panic!("{}: {error}", fen::print(variant, &setup)));
    }
    assert!(shielded > 40, "{shielded}");
}

/// The queen that left a mark is taken: nothing that takes the marker takes who stands in its place.
#[test]
fn what_has_left_a_mark_and_is_gone_is_taken_no_more() {
    let pieces = format!(
        "{KING}q = {{ letter = 'Q', pattern = '*# $n => @Mark(To)' }}\nr = {{ letter = 'R', capture = '*# 1 @Attacked(To)' }}\n\
         p = {{ letter = 'P', pattern = ['Rank +1', '*# 2 => @TakeMarker'] }}"
    );
    for (start, takes) in [
        ("k5/6/3rQ1/6/6/KP4 b - e4 0 1", false),
        ("k5/4P1/3rQ1/6/6/KP4 b - e4 0 1", false),
        ("k5/6/3rQ1/4P1/6/KP4 b - e4 0 1", true),
    ] {
        let variant = game("a~f", "1~6", &pieces, start);
        agrees(&variant);
        assert_eq!(targets(&variant, "d4").contains(&"e4".to_owned()), takes, "{start}");
    }
}

/// A piece that returns to its origin is subject to its own effects there.
#[test]
fn a_returning_piece_may_capture_itself() {
    let pieces =
        format!("{KING}q = {{ letter = 'Q', pattern = 'File 1 ; File 1 => @Take(To ** ~1, @Is(q))' }}");
    let variant = game("a~f", "1~6", &pieces, "k5/6/6/2Q3/6/K5 w - - 0 1");
    agrees(&variant);
    assert_eq!(targets(&variant, "c3"), ["a3", "c3", "e3"]);
}

/// A rook that becomes a king where it leaves a mark, and a pawn that does: no table tells who takes them by it.
#[test]
fn kings_that_come_to_be_where_marks_are_left_have_no_tables() {
    let taker = "p = { letter = 'P', pattern = '*# 2 => @TakeMarker'";
    for (rook, tabled) in [
        ("move = '*# 1 => @Mark(To) @Become(k)' }", false),
        ("move = '*# 1 => @Mark(To) @Promote(k, p)' }", false),
        ("move = '*# 1 => @Mark(To)', promotion = { to = ['k', 'p'], when = '@To(Rank 4)' } }", false),
        ("move = '*# 1 => @Mark(To)', hooks = { aftermove = '@To(Rank 4) => @Become(k)' } }", false),
        (
            "move = ['*# 1', 'Rank 1 @On(Rank 2) => @Mark(To)'], promotion = { to = ['k', 'p'], when = '@To(Rank 5)' } }",
            true,
        ),
        ("move = '*# 1 => @Mark(To)', promotion = { to = ['p'], when = '@To(Rank 4)' } }", true),
    ] {
        let pieces = format!("{KING}r = {{ letter = 'R', {rook}\n{taker} }}");
        let variant = game("a~f", "1~6", &pieces, "k5/6/4p1/2R3/4r1/K5 w - - 0 1");
        let rules = Rules::new(variant.clone());
        assert_eq!(rules.fallback().is_none(), tabled, "{rook}");
        let effort = Effort { plies: 12, time: Duration::from_secs(1) };
        examine(variant, 3, effort).unwrap_or_else(|error| panic!("{rook}: {error}"));
    }
}

/// Two ways to the same position are one move, though the second takes what has changed sides before and is no progress.
#[test]
fn ways_to_one_position_are_one_move_whatever_is_progress() {
    let ways = "['Rank +1 @Opponent(To Rank +1) => @Take(To Rank +1)', \
                'Rank +1 @Opponent(To Rank +1) => @Flip(To Rank +1) @Take(To Rank +1)']";
    let pieces = format!("{KING}{ROOK}q = {{ letter = 'Q', pattern = {ways} }}");
    let variant = game("a~f", "1~6", &pieces, "k5/6/2w3/6/2Q3/K5 w - - 0 1");
    agrees(&variant);
    assert_eq!(targets(&variant, "c2"), ["c3"]);
}
