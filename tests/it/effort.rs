//! The bounds on a game's work, computed before play: the cost of each condition and effect, and the number
//! of them that exceeds the limit.

use carn::compile::{Natives, compile};
use carn::library::Shipped;

/// On 31 by 31 squares a step forward can be made from so many.
const ORIGINS: u64 = 31 * 30;
/// The squares of the board.
const SQUARES: u64 = 31 * 31;
/// The limit on squares and conditions that the moves of a position look at.
const LOOKS: u64 = 40_000_000;
/// How many replies may be looked at.
const REPLIES: u64 = 250_000_000;
/// The limit on legs and conditions, counted from every square for both players.
const STEPS: u64 = 2_000_000;

/// Whether a code is among the findings of a game with a king and a rook that step forward; `rook` is in its table, and `ten`
/// what the function of this name stands for. Stones come to the board, so that it may fill with any piece.
fn says(rook: &str, ten: &str, code: &str) -> bool {
    let empty = vec!["31"; 29].join("/");
    let text = format!(
        "name = 'Effort'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = '1~31', Rank = \
         '1~31' }}\n[zones]\nAll = 'File *'\n[functions]\nTen = '{ten}'\n[pieces]\nking = {{ letter = 'K', royal = true, pattern = 'Rank +1' }}\nrook = \
         {{ letter = 'R', {rook} }}\nstone = {{ letter = 'S', pattern = [], drop = true }}\n[hand]\ntaken = 'taker'\n[setup]\nfen = 'k30/{empty}/R29K w - - 0 1'\n[ending]\nstalemate = 'draw'\n"
    );
    let found = compile("effort.toml", &text, &Shipped, &Natives::default()).diagnostics;
    let others: Vec<_> =
        found.iter().filter(|one| one.is_error() && !one.code.id().starts_with("E06")).collect();
    assert!(others.is_empty(), "{rook}: {}", others[0].message);
    found.iter().any(|one| one.code.id() == code)
}

/// The least number of parts is too much, and one less is not: a part costs `each`, and `room` is how much all may cost.
fn fills(code: &str, room: u64, each: u64, part: &str, rook: &dyn Fn(&str) -> String) {
    let most = room / each;
    // A pattern is no longer than 4096 bytes.
    let ten = [part; 10].join(" ");
    let with = |n: u64| {
        let parts: Vec<&str> = (0..n / 10).map(|_| "@Ten").chain((0..n % 10).map(|_| part)).collect();
        says(&rook(&parts.join(" ")), &ten, code)
    };
    assert!(!with(most), "{most} of {part}: {code}");
    assert!(with(most + 1), "{} of {part}: no {code}", most + 1);
}

#[test]
fn each_condition_asked_of_all_squares_costs_its_squares() {
    // A move is a step and a question of all squares, each of which asks for itself and for the conditions.
    let room = (LOOKS / ORIGINS - 1) / SQUARES - 1;
    let guard = |parts: &str| format!("pattern = 'Rank +1 @Any(All, {parts})'");
    for (part, each) in [
        ("@Empty", 1),
        ("@Not(@Empty)", 2),
        ("@Same(From)", 2),
        ("@Or(@Empty, @Ally)", 3),
        ("@Or(@Empty @Ally, @Is(king))", 4),
        ("@All(Here File 1, @Empty)", 2 * 2),
        ("@Any(Here *# 1, @Empty)", 4 * 2),
        ("@Count(1~, Here *# 1 *# 1, @Empty @Ally)", 4 * 3),
    ] {
        fills("E0617", room, each, part, &guard);
    }
    // A hook costs its conditions and its effects.
    for when in ["aftermove", "aftercapture"] {
        let hook = |parts: &str| {
            format!(
                "pattern = 'Rank +1', hooks = {{ {when} = '@Any(All, {parts}) => @Take(From *# 1, @Ally)' }}"
            )
        };
        fills("E0617", (LOOKS / ORIGINS - 1 - 4 * 2) / SQUARES - 1, 3, "@Or(@Empty, @Ally)", &hook);
    }
    for effect in ["Take", "Flip"] {
        let effect = |parts: &str| format!("pattern = 'Rank +1 => @{effect}(All, {parts})'");
        fills("E0617", room, 3, "@Or(@Empty, @Ally)", &effect);
    }
    // Promoted or not, and whether it must be: twice the moves.
    for forced in ["", ", forced = '@Empty(To)'"] {
        let each = LOOKS / ORIGINS / 2 - 1 - u64::from(!forced.is_empty());
        let promotes = |parts: &str| {
            format!(
                "pattern = 'Rank +1', promotion = {{ to = ['rook'], when = '@Any(All, {parts})'{forced} }}"
            )
        };
        fills("E0617", each / SQUARES - 1, 2, "@Not(@Ally)", &promotes);
    }
}

#[test]
fn each_effect_costs_its_squares() {
    let effects = |parts: &str| format!("pattern = 'Rank +1 => {parts}'");
    for part in ["@Mark(All)", "@Put(rook, All)"] {
        fills("E0617", LOOKS / ORIGINS - 1, SQUARES, part, &effects);
    }
}

#[test]
fn each_question_about_replies_costs_the_moves_of_a_position() {
    let guard = |parts: &str| format!("pattern = 'Rank +1 {parts}'");
    for (part, each) in [
        ("@NotAttacked", 1),
        ("@Not(@Checks)", 1),
        ("@After(@InCheck)", 1),
        ("@Or(@Checks, @InCheck)", 2),
        ("@Any(File +1, @NotAttacked)", 1),
        ("@Mates", 16),
    ] {
        fills("E0618", REPLIES / ORIGINS / ORIGINS, each, part, &guard);
    }
}

#[test]
fn each_condition_is_written_out_for_every_square_and_player() {
    // The king's steps, and the rook's: a leg each, with the question whether the target is free of one's own.
    let room = STEPS / ORIGINS / 2 - 2 - 2;
    let guard = |parts: &str| format!("pattern = 'Rank +1 {parts}'");
    for (part, each) in [
        ("@Empty", 1),
        ("@Not(@Empty)", 2),
        ("@Same(From)", 2),
        ("@Any(Span(From, To), @Empty)", 2),
        ("@Or(@Empty, @Ally)", 3),
        ("@Any(*# 1, @Empty)", 4),
        ("@All(*# 1, @Empty @Ally)", 8),
    ] {
        fills("E0616", room, each, part, &guard);
    }
    let effects = |parts: &str| format!("pattern = 'Rank +1 => {parts}'");
    for (part, each) in [
        ("@Mark(*# 1)", 4),
        ("@Put(rook, *# 1)", 4),
        ("@Shift(From, To)", 2),
        ("@Take(*# 1, @Ally @Empty)", 8),
    ] {
        fills("E0616", room, each, part, &effects);
    }
}

#[test]
fn mate_with_the_first_move_is_said_where_the_move_is_a_turn() {
    let says = |turn: &str| {
        let text = format!(
            "name = 'Mate'\nturn = [{turn}]\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = '1~5' \
             }}\n[players]\nWhite = {{}}\nBlack = {{}}\n[pieces]\nking = {{ letter = 'K', royal = true, pattern = '**# 1' }}\nrook \
             = {{ letter = 'R', pattern = '*# *' }}\n[setup]\nfen = 'k4/4R/2R2/5/4K w - - 0 1'\n[ending]\ncheckmate = \
             'loss'\nstalemate = 'draw'\n"
        );
        let found = compile("mate.toml", &text, &Shipped, &Natives::default());
        assert!(found.variant.is_some(), "{:?}", found.diagnostics);
        found.diagnostics.iter().any(|one| one.code.id() == "W0129")
    };
    assert!(says("'White', 'Black'"));
    assert!(!says("'White', 'White', 'Black'"));
}
