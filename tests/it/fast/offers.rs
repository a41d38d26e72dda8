//! Actions of a turn other than movements, in the tables: hands, counters, compulsion, passes, ends of the
//! game. Each game has some of them, and both evaluators must agree.

use std::time::Duration;

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::position::{Position, Rules};
use carn::variant::{Variant, fen, literal};

use super::agree::{Effort, examine};

/// A game of these rules.
pub(super) fn game(text: &str) -> Variant {
    let compiled = compile("offers.toml", text, &Shipped, &Natives::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    compiled.variant.unwrap()
}

/// Both evaluators agree on a game, played a few times, by tables.
pub(super) fn agrees(text: &str) {
    let variant = game(text);
    assert_eq!(Rules::new(variant.clone()).fallback(), None, "{text}");
    for seed in [4, 1, 2] {
        agrees_once(&variant, seed, 1200, text);
    }
}

fn agrees_once(variant: &Variant, seed: u64, milliseconds: u64, text: &str) {
    let effort = Effort { plies: 14, time: Duration::from_millis(milliseconds) };
    if let Err(error) = examine(variant.clone(), seed, effort) {
        panic!("{error}\n{text}");
    }
}

/// The same at a glance, for many games that differ little.
pub(super) fn agrees_briefly(text: &str) {
    let variant = game(text);
    assert_eq!(Rules::new(variant.clone()).fallback(), None, "{text}");
    agrees_once(&variant, 4 + text.len() as u64 % 4, 300, text);
}

fn counts(text: &str, rows: &[(&str, u32, u64)]) {
    let rules = Rules::new(game(text));
    let variant = rules.variant();
    assert_eq!(rules.fallback(), None);
    for &(text, depth, nodes) in rows {
        let setup = fen::parse(variant, text).unwrap();
        assert_eq!(Position::from_setup_unchecked(&rules, &setup).perft(depth), nodes, "{text}");
    }
}

/// A board of five by five with a king, a rook that promotes to nothing and a pawn; then what the game adds.
pub(super) fn small(pieces: &str, fen: &str, rest: &str) -> String {
    format!(
        "name = 'Small'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = \
         '1~5' }}\n[zones]\nAll = 'Rank 1~5'\nFar = 'Rank 5'\nMid = 'File c, Rank 3'\n[pieces]\nk = {{ letter = 'K', \
         royal = true, pattern = '**# 1' }}\nw = {{ letter = 'W', pattern = '*# *' }}\n{pieces}\n[setup]\nfen = \
         '{fen}'\n{rest}\n"
    )
}

const MATE: &str = "checkmate = 'loss'\nstalemate = 'draw'\n";

const CRAZY: &str = "name = 'C'\nextends = 'chess'\n[hand]\ntaken = 'taker'\nrevert = 'mark'\ndrop = \
                     true\n[pieces.pawn]\ndrop = '@To(Rank 2~7)'\n[setup]\nfen = \
                     'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1'\n";

/// Counted with Fairy-Stockfish.
#[test]
fn drops_are_as_many_as_published() {
    counts(
        CRAZY,
        &[
            ("2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", 2, 75_353),
            ("2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", 3, 88_634),
            ("r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1", 3, 58_057),
        ],
    );
    counts(
        &CRAZY.replace("'mark'", "'no'"),
        &[("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 4, 197_281)],
    );
}

#[test]
fn captured_pieces_go_to_a_hand() {
    let start = "r2qk2r/pPpbbppP/2n2n2/1B1pp1B1/3PP1b1/2N2N2/PPP2PPp/R2QK2R[QNPqnp] w KQkq - 0 1";
    for revert in ["mark", "no", "role"] {
        for taken in ["taker", "owner"] {
            let text = CRAZY.replace("'mark'", &format!("'{revert}'"));
            let text = text.replace("'taker'", &format!("'{taken}'"));
            agrees(&text.replace("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", start));
        }
    }
}

/// A castling rook, and what a piece takes of its own side, with effects or without, by both evaluators.
#[test]
fn own_pieces_go_to_no_hand() {
    let castling = CRAZY.replace("extends = 'chess'", "extends = 'chess960'");
    let knight = "[pieces.knight]\ncapture = ['*# 2 *# 1 @Ally', 'Rank +1 @Ally => @Add(n, 1)']\n[counters]\nn = { start = 0 }\n";
    let hungry = format!("{CRAZY}{knight}");
    for taken in ["taker", "owner"] {
        for (text, fen, from, to) in [
            (&castling, "4k3/8/8/8/8/8/8/4K2R[] w H - 0 1", "e1", "h1"),
            (&castling, "4k3/8/8/8/8/8/8/RK6[] w A - 0 1", "b1", "a1"),
            (&hungry, "4k3/8/8/8/8/2P5/8/1N2K3[] w - - 0+0 0 1", "b1", "c3"),
            (&hungry, "4k3/8/8/8/8/8/1P6/1N2K3[] w - - 0+0 0 1", "b1", "b2"),
        ] {
            let rules = Rules::new(game(&text.replace("'taker'", &format!("'{taken}'"))));
            let variant = rules.variant();
            let square = |name: &str| variant.board.square(name).unwrap();
            let mut position = Position::from_fen(&rules, fen).unwrap();
            let setup = position.setup();
            let m = *position
                .legal_moves()
                .iter()
                .find(|m| (m.from, m.to) == (square(from), square(to)))
                .unwrap();
            position.play_unchecked(m);
            for after in [position.setup(), literal::play(variant, &setup, m)] {
                assert!(after.hands.iter().all(|&held| held == 0), "{}", fen::print(variant, &after));
            }
        }
    }
}

#[test]
fn drops_keep_to_lines_that_are_jumped() {
    let text = "name = 'X'\nextends = 'xiangqi'\n[hand]\ntaken = 'taker'\ndrop = true\n[setup]\nfen = \
                '1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4[RCNPrcnp] w - - 0 1'\n";
    agrees(text);
}

#[test]
fn drops_may_be_conditional() {
    let pawn = |drop: &str| {
        format!(
            "p = {{ letter = 'P', pattern = 'Rank +1', promotion = {{ to = 'g', when = '@To(Far)' }}, drop = {drop} \
             }}\ng = {{ letter = '+P', pattern = '*# 1 | Rank +1 File 1' }}\n"
        )
    };
    for drop in [
        "'@Mobile @None(To Rank *, @Ally @Is(p)) @Not(@Mates)'",
        "'@Mobile @Count(~1, To Rank *, @Ally @Is(p)) @Not(@Checks)'",
        "'@Any(To ** ~1, @Opponent @Not(@Same(To)))'",
        "'@All(Far, @Or(@Empty, @Not(@Same(To)), @Ally)) @Empty(Rank +1)'",
        "'@InHand(2~, p) @Or(@Any(All, @Is(g)), @By(White))'",
        "['@To(Far)', '@Empty(Rank -1)', '@Empty(Rank +1) => @Become(g)', '=> @Take(To ** ~1, @Is(w))']",
        "['=> @Mark(Rank +1)', '@To(Mid)']",
        "['@Empty(File +1) => @Put(p, File +1)', '@Opponent(File +1) => @ToHand(File +1)']",
    ] {
        let rest = format!("[hand]\ntaken = 'taker'\ndrop = true\n[ending]\n{MATE}");
        agrees(&small(&pawn(drop), "k2pw/1p3/5/3P1/WP2K[PPPpppw] w - - 0 1", &rest));
    }
}

/// A player with a rook in hand must drop it, and may pass only without one. None of the nine moves without check is the
/// knight's, which shields its king and stands before its rook.
#[test]
fn compulsory_and_forbidden_moves_are_counted_right() {
    let rest = format!("[hand]\ndrop = true\n[moves]\nmust = '@Drops(w)'\npass = true\n[ending]\n{MATE}");
    let drops = small("", "k4/5/5/5/4K[Ww] w - - 0 1", &rest);
    agrees(&drops);
    counts(&drops, &[("k4/5/5/5/4K[Ww] w - - 0 1", 1, 23), ("k4/5/5/5/4K[w] w - - 0 1", 1, 4)]);
    let knight = "n = { letter = 'N', pattern = '*# 2 *# 1' }\n";
    let fen = "2k2/5/K1N1w/5/2W2 w - - 0 1";
    let quiet = small(knight, fen, &format!("[moves]\nguard = '@Not(@Checks)'\n[ending]\n{MATE}"));
    agrees(&quiet);
    counts(&quiet, &[(fen, 1, 9)]);
}

#[test]
fn royals_may_come_from_the_hand() {
    let rest = format!("[hand]\ndrop = true\n[moves]\nmust = '@Drops(k)'\n[ending]\n{MATE}");
    agrees(&small("", "k3w/5/5/5/W4[WKKwk] w - - 0 1", &rest));
}

#[test]
fn moves_may_bring_pieces_along() {
    let pieces = "s = { letter = 'S', pattern = ['*# *', '*# * @InHand(1~, w, t) => @Drop(w, t, From)'] }\nt = { letter \
                  = 'T', pattern = ['**# 2', '**# 2 => @Drop(w, To)', 'File 1 @Opponent(Rank +1) => @ToHand(Rank \
                  +1)'], supply = true }\nv = { letter = 'V', pattern = '**# 1', supply = true, drop = '@Any(To ** \
                  ~1, @Ally)' }\n";
    let rest = format!("[hand]\ndrop = false\ntaken = 'owner'\n[ending]\n{MATE}");
    agrees(&small(pieces, "k1s1t/5/5/5/TS2K[WTwt] w - - 0 1", &rest));
}

#[test]
fn captures_may_be_compulsory() {
    let pawn = "p = { letter = 'P', move = 'Rank +1', capture = ['Rank +1 File 1', 'File 2 => @Take(File 1)'], \
                promotion = { to = ['w', 'b'], when = '@To(Far)' } }\nb = { letter = 'B', pattern = '*# $n *# $n' }\n";
    for must in [
        "'@Takes'",
        "'@Takes(w, p)'",
        "['@InCheck => @Is(k, From)', '@Takes(b)', '@Takes']",
        "'@To(Mid)'",
        "'@Checks'",
    ] {
        let rest = format!("[moves]\nmust = {must}\n[ending]\n{MATE}");
        agrees(&small(pawn, "kp1bw/1pp2/2P2/1P1P1/WB1PK w - - 0 1", &rest));
        let rest = "[ending]\nstalemate = 'win'\nends = [{ win = '@None(All, @Ally)' }]\n";
        let text =
            small(pawn, "kp1bw/1pp2/2P2/1P1P1/WB1PK w - - 0 1", &format!("[moves]\nmust = {must}\n{rest}"));
        agrees(&text.replace("royal = true, ", "").replace("['@InCheck => @Is(k, From)', ", "["));
    }
}

#[test]
fn all_moves_may_have_a_condition() {
    for guard in [
        "@Not(@Checks)",
        "@Or(@Not(@Checks), @Mates)",
        "@None(From ** ~1, @Opponent @Is(w))",
        "@Not(@To(Mid))",
    ] {
        let rest =
            format!("[moves]\nguard = '{guard}'\n[hand]\ntaken = 'taker'\ndrop = true\n[ending]\n{MATE}");
        agrees(&small("", "k2ww/5/5/5/W1W1K[W] w - - 0 1", &rest));
    }
}

#[test]
fn rows_are_asked_for() {
    for asked in ["@InRow(3~)", "@InRow(2, @Is(w))", "@InRow(2 4~) @ToMove", "@Row(Span(Here, Here Rank +2))"]
    {
        let end = if asked.starts_with("@Row") { format!("@Any(All, {asked})") } else { asked.to_owned() };
        let rest =
            format!("[hand]\ntaken = 'taker'\ndrop = true\n[ending]\n{MATE}ends = [{{ loss = '{end}' }}]\n");
        agrees(&small("", "k2ww/5/w4/5/W1W1K[Ww] w - - 0 1", &rest));
        let rest = format!("[moves]\nmust = '@After({end})'\n[ending]\n{MATE}");
        let ring = small("", "k1w1w/5/w4/5/W1W1K w - - 0 1", &rest);
        agrees(&ring.replace("ranges =", "wrap = ['File']\nranges ="));
        agrees(&ring.replace("ranges =", "holes = 'File d, Rank 2'\nranges =").replace("w4/5/", "w4/3*1/"));
    }
}

#[test]
fn points_are_counted() {
    for (end, komi) in [
        ("win = '@Passed(1~) @MorePoints'", "komi = { Black = 0.5 }"),
        ("win = '@Points(8~)'", ""),
        ("loss = '@Points(~2) @ToMove'", "komi = { White = -1.5, Black = 2 }"),
    ] {
        for hand in ["taken = 'taker'\ndrop = true", "drop = false"] {
            let rest = format!(
                "[moves]\npass = true\n[hand]\n{hand}\n[ending]\n{MATE}points = {{ k = 1, w = 1.5 }}\n{komi}\nends = [{{ \
                 {end} }}]\n"
            );
            agrees(&small("", "k2ww/5/w4/5/W1W1K[Ww] w - - 0 1", &rest));
        }
        let guard = format!(
            "[moves]\npass = true\nguard = '@After(@Points(1~))'\nmust = '@Not(@MorePoints)'\n[ending]\n{MATE}points = {{ w = 1 }}\n"
        );
        agrees(&small("", "k2ww/5/w4/5/W1W1K w - - 0 1", &guard));
    }
}

#[test]
fn counters_count() {
    for (hook, end) in [
        ("@Checks => @Add(n, -1)", "win = '@Counter(n, 0)'"),
        ("@To(Mid) => @Add(n, 2)", "win = '@Counter(n, 5~)'"),
        ("@Takes(w) => @Set(n, 0) @Add(n, -1)", "loss = '@Counter(n, 0~1)'"),
        ("@Is(w, From) @Not(@Takes) => @Add(n, 1)", "draw = '@Counter(n, 6~) @ToMove'"),
    ] {
        for shared in ["", ", shared = true"] {
            let rest = format!(
                "[counters]\nn = {{ start = 3{shared} }}\n[hooks]\naftermove = '{hook}'\n[ending]\n{MATE}ends = [{{ {end} \
                 }}]\n"
            );
            let start = if shared.is_empty() { "3+3 " } else { "" };
            let fen = format!("k2ww/5/5/5/W1W1K w - - {start}0 1");
            agrees(&small("", &fen, &rest));
        }
    }
}

#[test]
fn passes_and_rights_come_and_go() {
    let pieces = "r = { letter = 'R', pattern = ['*# *', 'Rank +2 @Right(leap) => @Lose(leap)'], hooks = { aftermove = \
                  '@To(Mid) => @Gain(leap)' } }\n";
    for pass in ["true", "'@Not(@Can) @Any(All, @Ally)'", "'@InCheck'", "'@Passed(0)'"] {
        let rest = format!(
            "[rights.leap]\nsquares = 'File a, Rank 1'\nletter = 'L'\n[moves]\npass = {pass}\n[ending]\n{MATE}ends = [{{ draw = '@Passed(2)' \
             }}]\n"
        );
        agrees(&small(pieces, "k3r/5/5/5/R3K w L - 0 1", &rest));
    }
}

/// An attack that counts pieces on one part of its way and needs another part empty is no count of one set: a piece that
/// comes on the empty part answers the check.
#[test]
fn what_must_be_empty_besides_what_is_jumped_blocks_an_attack() {
    let pieces = "c = { letter = 'C', pattern = '*#a 1 @Empty ; *#a * @JumpOver(1)' }\n";
    let text = small(pieces, "K1W1c/3W1/5/5/4k w - - 0 1", &format!("[ending]\n{MATE}"));
    agrees(&text);
    let variant = game(&text);
    let square = |name: &str| variant.board.square(name).unwrap();
    let position = Position::start(&Rules::new(variant.clone()));
    assert!(position.stands_in_check(variant.mover(0)));
    assert!(position.legal_moves().iter().any(|m| (m.from, m.to) == (square("d4"), square("d5"))));
}

/// Tests the expected result, not only that both evaluators agree.
#[test]
fn counters_and_rights_are_what_the_hooks_make_of_them() {
    let played = |text: &str, from: &str, to: &str| -> [String; 2] {
        let variant = game(text);
        let square = |name: &str| variant.board.square(name).unwrap();
        let mut position = Position::start(&Rules::new(variant.clone()));
        let moves = position.legal_moves();
        let m = *moves.iter().find(|m| (m.from, m.to) == (square(from), square(to))).expect("a legal move");
        let literal = carn::variant::literal::apply(&variant, &variant.start, m).setup;
        position.play_unchecked(m);
        [position.setup(), literal].map(|setup| fen::print(&variant, &setup))
    };
    for (effect, left) in [("@Add(n, -1)", "2+3"), ("@Add(n, 4)", "7+3"), ("@Set(n, 0) @Add(n, 1)", "1+3")] {
        let rest = format!(
            "[counters]\nn = {{ start = 3 }}\n[hooks]\naftermove = '@Takes => {effect}'\n[ending]\n{MATE}ends = [{{ \
             draw = '@Counter(n, 99)' }}]\n"
        );
        for text in played(&small("", "k2w1/5/5/5/3WK w - - 3+3 0 1", &rest), "d1", "d5") {
            assert!(text.split(' ').any(|part| part == left), "{effect}: {text}");
        }
    }
    // A right that is gained once more stands.
    let pieces =
        "r = { letter = 'R', pattern = '*# *', hooks = { aftermove = '@To(Mid) => @Gain(leap)' } }\n";
    let rest = format!(
        "[rights.leap]\nsquares = 'File a, Rank 1'\nletter = 'L'\n[moves]\npass = true\n[ending]\n{MATE}"
    );
    for text in played(&small(pieces, "4k/3r1/1R3/5/R3K w L - 0 1", &rest), "b3", "c3") {
        assert!(text.contains(" b L "), "{text}");
    }
}

#[test]
fn games_end_in_ways_of_their_own() {
    for end in [
        "win = '@Any(Mid, @Ally @Is(k))'",
        "loss = '@None(All, @Ally @Is(w))'",
        "loss = '@Count(~1, All, @Ally)'",
        "win = '@More @By(Black)'",
        "draw = '@Not(@Can(@Takes))'",
        "win = '@Any(All, @Ally(Here File +1) @All(Span(Here, Here Rank +1), @Ally))'",
        "win = '@Any(Far, @Ally @Is(k)) @Not(@Can(@Is(k, From) @To(Far)))'",
        "win = '@InCheck @ToMove'",
        "draw = '@Can(@To(Far))'",
        "loss = '@ToMove @Can(@Is(w, From) @To(Far) @Takes)'",
        "loss = '@Any(All, @Ally @Is(w) @All(Here ** ~1, @Or(@NoOpponent, @Is(k))) @Count(2~, Here ** ~1, @Ally))'",
    ] {
        let rest = format!("[ending]\n{MATE}ends = [{{ {end} }}]\n");
        agrees(&small("", "k2ww/5/5/5/WW2K w - - 0 1", &rest));
    }
}

#[test]
fn some_of_several_royals_may_be_lost() {
    for royal in ["true", "'one'", "'last'"] {
        for pieces in [
            "p = { letter = 'P', move = 'Rank +1', capture = 'Rank +1 File 1', promotion = { to = ['k', 'w'], when = \
             '@To(Far)', forced = '@To(Far)' } }\n",
            "p = { letter = 'P', pattern = ['Rank +1', 'File 1 => @Become(k)', '*# 2 => @Promote(k, w)', 'Rank -1 => \
             @Put(k, From)'] }\n",
            "p = { letter = 'P', royal = true, pattern = 'Rank +1 | File 1', promotion = { to = 'w', when = '@To(Far)' } \
             }\n",
            "p = { letter = 'P', pattern = ['*# 1', '*# 1 *# 1 => @Take(From ** ~1, @Not(@Is(p)))'] }\n",
            "p = { letter = 'P', pattern = '*# 2 @NotAttacked @NotAttacked(From)' }\n",
        ] {
            let pieces = pieces.replace("royal = true", &format!("royal = {royal}"));
            for fen in ["k2pk/2p2/1P1w1/P1W2/K2K1 w - - 0 1", "k1p2/2P1w/5/1p2p/KK1P1 w - - 0 1"] {
                let text = small(&pieces, fen, &format!("[ending]\n{MATE}"));
                agrees_briefly(&text.replace("royal = true", &format!("royal = {royal}")));
            }
        }
    }
}

#[test]
fn promotions_may_be_from_stock() {
    for promotion in [
        "to = ['w', 'b'], when = '@To(Far)', forced = '@To(Far)', stock = true",
        "to = ['w', 'b', 'k'], when = '@To(Far)', stock = ['w', 'k']",
        "to = ['w', 'b'], when = '@To(Far)', forced = '@To(Far) @By(White)', stock = ['b']",
    ] {
        let pieces = format!(
            "p = {{ letter = 'P', pattern = 'Rank +1 | Rank +1 File 1', promotion = {{ {promotion} }} }}\nb = {{ letter = \
             'B', pattern = '*# $n *# $n' }}\n"
        );
        agrees(&small(&pieces, "kb1w1/1P1P1/5/1p1p1/1WB1K w - - 0 1", &format!("[ending]\n{MATE}")));
    }
}

const SIDES: &str = "k1pww/1p1p1/2P1P/1P1P1/WP2K";

#[test]
fn runs_are_turned_and_taken() {
    for piece in [
        "supply = true, drop = '@Any(Runs(To **# 1, @Opponent, @Ally)) => @Flip(Runs(To **# 1, @Opponent, @Ally))'",
        "pattern = '*# * => @Take(Runs(To *# 1, @Opponent, @Ally))'",
        "pattern = '*# 1 => @Take(Runs(From **# 1, @Not(@Is(k)), @Ally), @Not(@Same(To)))'",
        "pattern = '*# 1 => @Flip(To ** ~1, @Not(@Is(k)))'",
        "pattern = '*# 1 => @Flip(To ** ~1)'",
        "pattern = '*# 1 => @Take(To Rank +1) @Flip(To *# 1, @Opponent)'",
        "pattern = '*# 1 *# 1 @None(Runs(From *# 1, @Empty, @Opponent @Is(w)), @Empty)'",
        "pattern = '*# 1 @Count(2~, Runs(To **# 1, @Empty, @Occupied, 1~2))'",
        "pattern = '*# 2 @All(Runs(From **# 1, @NoAlly, @Ally), @Empty)'",
        "supply = true, drop = ['@Count(~1, Runs(To *# 1, @Opponent @Not(@Is(k)), @Or(@Ally, @Empty), 1~2), @Is(p))', \
         '@Any(Runs(To *# 1 *# 1, @Opponent, @Ally), @Is(w)) => @Flip(To ** 1)']",
        "pattern = '*# 1', hooks = { aftermove = '@Flip(To *# 1, @Opponent @Not(@Is(k)))' }",
        "pattern = '*# 1', hooks = { aftercapture = '@Flip(From ** ~1, @Not(@Is(k))) @Take(To)' }",
    ] {
        let pieces = format!("p = {{ letter = 'P', {piece} }}\n");
        for rest in ["", "[moves]\nmust = '@Takes'\n", "[hand]\ntaken = 'taker'\ndrop = true\n"] {
            let hands = if rest.contains("hand") { "[w]" } else { "" };
            let fen = format!("{SIDES}{hands} w - - 0 1");
            agrees_briefly(&small(&pieces, &fen, &format!("{rest}[ending]\n{MATE}")));
        }
        let text = small(&pieces, &format!("{SIDES} w - - 0 1"), "[ending]\nstalemate = 'loss'\n");
        agrees_briefly(&text.replace("royal = true, ", ""));
    }
}

#[test]
fn sides_that_change_are_no_captures() {
    let piece =
        "p = { letter = 'P', pattern = ['*# 1 => @Flip(To *# 1, @Opponent @Not(@Is(k)))', '*# 2'] }\n";
    for rest in [
        "[moves]\nmust = ['@Takes(w)', '@Takes']\n",
        "[hooks]\naftercapture = '=> @Add(n, 1)'\n[counters]\nn = { start = 3 }\n",
        "[moves]\nmust = '@Takes'\n[hooks]\naftermove = '@Not(@Takes(w)) => @Take(From *# 1, @Not(@Is(k)))'\n",
        "[hooks]\naftermove = '@Takes(p) => @Add(n, 1)'\n[counters]\nn = { start = 3 }\n",
    ] {
        let counts = if rest.contains("counters") { "3+3 " } else { "" };
        let fen = format!("{SIDES} w - - {counts}0 1");
        agrees(&small(
            piece,
            &fen,
            &format!("{rest}[ending]\nquiet = {{ plies = 9, result = 'draw' }}\n{MATE}"),
        ));
    }
}

#[test]
fn pieces_may_change_where_they_stand() {
    for pattern in [
        "['*# 1', '@On(Far) => @Become(w)']",
        "['*# 1', '@Not(@Checks) @None(All, @Ally @Is(w)) => @Become(w)']",
        "['Rank +1', '@Checks => @Take(From Rank +1)', '*# 1 *# 1 @Not(@Checks) => @Become(w)']",
        "['*# 1 @After(@None(To *# 1, @Ally @Is(w)))', '*# 2 @Or(@Takes(p), @After(@Any(All, @Ally @Is(k)))) => @Take(To)']",
        "['*# 1 @Not(@Checks)', '@Count(~2, All, @Ally @Is(p)) => @Promote(w, p)']",
        "['*# 1 @Or(@Not(@Mates), @By(White))', '@On(All) => @Flip(From *# 1, @Not(@Is(k)))']",
    ] {
        let pieces = format!("p = {{ letter = 'P', pattern = {pattern} }}\n");
        for fen in [SIDES, "k1p1w/5/1P1P1/P3p/W3K"] {
            agrees(&small(&pieces, &format!("{fen} w - - 0 1"), &format!("[ending]\n{MATE}")));
        }
    }
}

#[test]
fn attacks_are_asked_of_any_piece() {
    for (piece, rest) in [
        ("pattern = '*# 1'", "ends = [{ win = '@Any(Far, @Ally @Is(p) @NotAttacked)' }]"),
        (
            "pattern = '*# 1 | *# 1 *# 1 => @Take(From)'",
            "ends = [{ loss = '@Count(3~, All, @Ally @Attacked)' }]",
        ),
        ("pattern = '*# 2 @NotAttacked @NotAttacked(From)'", ""),
        (
            "pattern = '*# 1 @Or(@Attacked, @Attacked(Rank +1))', hooks = { aftercapture = '@Take(To ** ~1)' }",
            "",
        ),
        ("capture = '*# 1 @Is(w)', move = '*# 1', drop = '@Any(To ** 1, @Opponent @Attacked)'", ""),
    ] {
        let hand = if piece.contains("drop") { "[hand]\ntaken = 'owner'\ndrop = true\n" } else { "" };
        let hands = if hand.is_empty() { "" } else { "[PPwp]" };
        let pieces = format!("p = {{ letter = 'P', {piece} }}\n");
        let fen = format!("{SIDES}{hands} w - - 0 1");
        agrees(&small(&pieces, &fen, &format!("{hand}[ending]\n{MATE}{rest}\n")));
    }
}

#[test]
fn moves_may_have_to_mend_what_they_find() {
    let pieces = "p = { letter = 'P', pattern = '*# 1', promotion = { to = 'k', when = '@To(Far)' } }\n";
    let facing = "[functions]\nFacing = '@Any(All, @Ally @Is(k) @Any(Runs(Here Rank +1, @Empty, @Opponent @Is(k)), \
                  @Empty))'\n";
    for guard in [
        "@Or(@Not(@Facing), @After(@Not(@Facing)), @Passes)",
        "@After(@Not(@Facing))",
        "@Not(@Facing, @After(@Facing))",
    ] {
        for fen in ["k2ww/5/5/3P1/W3K", "3k1/3p1/5/2P2/W2K1", "3kk/2p2/5/P4/W2KK"] {
            let rest = format!("{facing}[moves]\nguard = '{guard}'\npass = true\n[ending]\n{MATE}");
            agrees(&small(pieces, &format!("{fen} w - - 0 1"), &rest));
        }
    }
}
