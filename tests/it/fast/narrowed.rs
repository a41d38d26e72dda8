//! Movements that tables filter before examining each: promotions by origin and captured piece, drops by
//! sets, movements that share conditions or a lookup, moves that always give check.

use super::offers::{agrees, agrees_briefly, small};

const ENDS: &str = "[ending]\ncheckmate = 'loss'\nstalemate = 'draw'\n";

/// The promoting pieces are a slider, a leaper handled as a set, and one that leaves marks.
#[test]
fn promotions_are_told_by_origin_and_by_what_is_taken() {
    let conditions = [
        "@Opponent",
        "@Not(@Opponent)",
        "@On(Far)",
        "@Or(@On(Far), @To(Far))",
        "@On(Far) @Not(@To(Far))",
        "@Or(@On(Mid), @Opponent)",
        "@On(Mid) @Opponent",
        "@Or(@To(Mid), @Opponent @Is(w))",
        "@Or(@On(Mid) @To(Far), @On(Far) @Opponent)",
    ];
    for when in conditions {
        for forced in ["true", "false", "'@To(Far)'", "'@Opponent'"] {
            let to = format!("promotion = {{ to = ['q', 'n'], when = '{when}', forced = {forced} }}");
            let pieces = format!(
                "q = {{ letter = 'Q', pattern = '**# $n' }}\nn = {{ letter = 'N', pattern = '*# 2 *# 1' }}\n\
                 l = {{ letter = 'L', pattern = '*# $n *# $n', {to} }}\n\
                 p = {{ letter = 'P', move = 'Rank +1', capture = 'Rank +1 File 1', {to} }}\n\
                 r = {{ letter = 'R', pattern = ['*# *', '*# 1 *# 1 => @Mark(Rank +1)'], {to} }}"
            );
            for fen in ["r1k1l/ppppp/2w2/PPPPP/L1K1R w - - 0 1", "w4/1R1PR/k1K2/1rP1r/4w w - - 0 1"] {
                agrees_briefly(&small(&pieces, fen, ENDS));
            }
        }
    }
}

#[test]
fn what_comes_from_the_hand_may_be_something_else() {
    let pieces = "n = { letter = 'N', pattern = '*# 2 *# 1' }\n\
                  m = { letter = 'M', pattern = '**# 1', drop = ['@Empty', '=> @Become(n)', '@To(Mid) => @Become(w)'] }";
    let fen = "k4/5/2m2/5/2K2[MMNmmn] w - - 0 1";
    for revert in ["", "revert = 'mark'\n", "revert = 'role'\n"] {
        let hand = format!("[hand]\ntaken = 'taker'\n{revert}drop = true\n{ENDS}");
        agrees_briefly(&small(pieces, fen, &hand));
    }
}

/// Whether squares beside the target have something is asked as a set.
#[test]
fn drops_ask_for_squares_beside_their_target() {
    let conditions = [
        "@Any(Mid, @Empty @Not(@Same(To)))",
        "@None(Mid, @Empty @Not(@Same(To)))",
        "@Any(Far, @Or(@Empty @Not(@Same(To)), @Ally))",
        "@Any(Mid, @Same(To))",
        "@None(Mid, @Same(To))",
        "@Any(Far, @Or(@Same(To), @Opponent @Is(m)))",
        "@None(All, @Or(@Ally @Is(m), @Same(To) @To(Mid)))",
        "@Any(All, @Ally @Is(m) @Not(@Same(To))) @None(Far, @Same(To))",
        "@Any(Mid, @Empty @Not(@Same(To Rank +1)))",
        "@None(Mid, @Occupied @Same(To File +1))",
        "@Any(All, @Opponent @Same(To Rank 1))",
    ];
    for when in conditions {
        let pieces = format!("m = {{ letter = 'M', pattern = '**# 1', drop = '{when}' }}");
        let hand = format!("[hand]\ntaken = 'taker'\ndrop = true\n{ENDS}");
        agrees_briefly(&small(&pieces, "k1m2/5/2m2/2M2/1K3[MMmm] w - - 0 1", &hand));
    }
}

/// Pieces that step as a set are asked one by one where a condition is about where a move comes from, or what is there after it.
#[test]
fn set_wise_steppers_are_tested_piece_by_piece() {
    let conditions = [
        "@After(@Count(1~2, Mid, @Ally))",
        "@After(@Any(Far, @Ally @Is(p)))",
        "@After(@None(Mid, @Opponent @Is(p)))",
        "@After(@Not(@Any(Far, @Is(w)))) @Or(@Takes, @After(@Any(Mid, @Ally @Is(p))))",
        "@Checks",
        "@Not(@Checks)",
        "@Or(@Takes, @After(@Count(2~, Mid, @Is(p))))",
    ];
    for condition in conditions {
        for said in ["guard", "must"] {
            for to in ["", ", promotion = { to = ['w'], when = '@To(Far)', forced = true }"] {
                let pieces = format!(
                    "p = {{ letter = 'P', move = 'Rank +1', capture = 'Rank +1 File 1'{to} }}\n\
                     s = {{ letter = 'S', pattern = ['**# 1', '*# 1 *# 1 => @Mark(Here)'] }}"
                );
                let rest = format!("[moves]\n{said} = '{condition}'\n{ENDS}");
                agrees_briefly(&small(&pieces, "k1s1p/1pp2/w1p1P/1PP2/P1S1K w - - 0 1", &rest));
            }
        }
    }
}

/// Royals and others whose movements all ask the same, some more besides.
#[test]
fn movements_share_their_questions() {
    let royal = [
        "**# 1 @NotAttacked(From)",
        "**# 1 @Or(@NotAttacked(From), @Opponent)",
        "**# 1 @None(Far, @Opponent @Is(m))",
    ];
    for royal in royal {
        let pieces = "m = { letter = 'M', pattern = '*# $n *# $n @None(Mid, @Ally) @NotAttacked(From)' }\n\
             c = { letter = 'C', pattern = '*# * @JumpOver(1, @Not(@Is(c, w))) @Not(@Is(c))' }\n\
             t = { letter = 'T', royal = false, pattern = '*# * @None(Far, @Ally @Is(t)) => @Shift(Mid, From)' }";
        let game = small(pieces, "kcm1w/1m1c1/2w2/1C1M1/W1MCK w - - 0 1", ENDS);
        agrees_briefly(&game.replace("'**# 1' }", &format!("'{royal}' }}")));
    }
}

/// Pieces that move as a set, and screens that a move may close, where moves may give no check.
#[test]
fn moves_that_give_check_are_left_out() {
    for guard in ["@Not(@Checks)", "@Or(@Not(@Checks), @Mates)", "@Or(@Not(@Checks), @Takes)"] {
        let rest = format!(
            "[moves]\nguard = '{guard}'\n[setup]\nfen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1'\n"
        );
        agrees(&format!("name = 'G'\nextends = 'chess'\n{rest}"));
        let rest = format!("[moves]\nguard = '{guard}'\n");
        agrees(&format!("name = 'G'\nextends = 'minixiangqi'\n{rest}"));
    }
}

/// A counter is given the value of another, its own player's or shared.
#[test]
fn counters_take_each_others_values() {
    let rest = "[counters]\nmine = { start = 0 }\nours = { shared = true, start = 0 }\nlast = { start = 0 }\n\
                [hooks]\naftermove = [\"@Counter(ours, 2~) => @Set(last, ours) @Set(ours, mine)\", \"=> @Add(mine, 1) \
                @Add(ours, 1)\"]\n[ending]\nends = [{ win = '@Counter(last, 3)', reason = 'three' }]\n";
    let fen = "w1w1w/5/5/5/W1W1W w - - 0 1";
    agrees(&small("", fen, rest).replace("royal = true, ", ""));
}
