//! Turns of several moves and neutral pieces, in the tables if they have a form: both evaluators agree.

use std::time::Duration;

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::position::Rules;
use carn::variant::Variant;

use super::agree::{Effort, examine};
use super::random::Random;

fn game(text: &str) -> Variant {
    let compiled = compile("phases.toml", text, &Shipped, &Natives::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    compiled.variant.unwrap()
}

/// Both evaluators agree on a game; `tabled` says whether tables run it.
fn agrees(text: &str, tabled: bool) {
    let fallback = Rules::new(game(text)).fallback();
    assert_eq!(fallback.is_none(), tabled, "{fallback:?}\n{text}");
    agrees_anyhow(text);
}

/// Both evaluators agree on a game, whichever runs it.
fn agrees_anyhow(text: &str) {
    let variant = game(text);
    let effort = Effort { plies: 16, time: Duration::from_millis(1000) };
    for seed in [4, 1, 2] {
        if let Err(error) = examine(variant.clone(), seed, effort) {
            panic!("{error}\n{text}");
        }
    }
}

/// Five by five squares: a king that is royal or not, a rook, a pawn that leaves marks and takes by them, a stone that is
/// nobody's, and a wall of which there is always more.
fn small(turn: &str, royal: bool, fen: &str, rest: &str) -> String {
    format!(
        "name = 'Small'\nturn = {turn}\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = '1~5' \
         }}\n[pieces]\nk = {{ letter = 'K', royal = {royal}, pattern = '**# 1' }}\nw = {{ letter = 'W', pattern = '*# \
         *' }}\np = {{ letter = 'P', move = ['Rank +1', 'Rank +2 => @Mark(Rank +1)'], capture = 'Rank +1 File 1', \
         hooks = {{}} }}\ne = {{ letter = 'E', move = ['Rank +1 File 1 @Marked => @TakeMarker', 'Rank +1'] }}\nstone = \
         {{ letter = '*', neutral = true, move = '**# $n' }}\nwall = {{ letter = '%', neutral = true, supply = true, \
         drop = '@Count(~2, Board, @Is(wall))', move = [] }}\n[setup]\nfen = '{fen}'\n{rest}\n"
    )
}

const START: &str = "kpwpe/p3p/2*2/P3P/EWPKP w - - 0 1";

#[test]
fn phases_of_some_pieces() {
    for turn in [
        "['White', 'White:stone', 'Black', 'Black:stone']",
        "['White:w,k', 'White', 'Black', 'Black:p e']",
        "['White', 'Black:p e stone', 'Black']",
        // Every piece in every turn.
        "['White:k w p e stone wall', 'Black:k w p e stone wall']",
        "['White', 'White', 'White:wall', 'Black:stone wall', 'Black', 'Black']",
        "{ first = ['White'], then = ['Black', 'Black:stone', 'White', 'White'] }",
        "{ first = ['White', 'Black:stone'], then = ['White', 'Black'] }",
    ] {
        for rest in [
            "",
            "[hand]\ntaken = 'taker'\ndrop = true\n",
            "[ending]\nends = [{ loss = '@None(Board, @Ally @Is(k))' }, { win = '@Any(Board, @Is(stone) @Ally(Here \
             File +1))' }]\n",
            "[moves]\nmust = '@Takes'\npass = true\n",
            "[hooks]\naftercapture = '@Take(To ** ~1, @Not(@Is(p)))'\n",
            "[hand]\ntaken = 'taker'\ndrop = false\n[hooks]\naftercapture = '@Is(w, From) => @ToHand(From ** ~1)'\n",
        ] {
            let hand = if rest.contains("hand") { START.replace(" w ", "[WPw] w ") } else { START.into() };
            agrees(&small(turn, false, &hand, rest), true);
        }
    }
}

#[test]
fn pieces_of_nobodys_that_never_move() {
    for royal in [false, true] {
        agrees(&small("['White', 'Black']", royal, START, "[ending]\nstalemate = 'draw'\n"), true);
        let wall = START.replace("2*2", "%1*1%");
        let rest = "[hand]\ntaken = 'owner'\ndrop = true\n[hooks]\naftermove = '@Is(w, From) => @Put(wall, \
                    From)'\n[ending]\nstalemate = 'draw'\n";
        agrees(&small("['White', 'Black']", royal, &wall.replace(" w ", "[P] w "), rest), true);
    }
}

#[test]
fn moving_once_more() {
    for hook in [
        "@Takes => @Again",
        "@Is(p, From) @Counter(n, 0) => @Set(n, 1) @Again' , '@Counter(n, 1) => @Set(n, 0)",
        "@Counter(n, ~2) => @Add(n, 1) @Again",
    ] {
        let hooks = format!("[counters]\nn = {{ shared = true }}\n[hooks]\naftermove = ['{hook}']\n");
        let turn = "['White', 'Black']";
        agrees(&small(turn, false, "kpwpe/p3p/5/P3P/EWPKP w - - =0 0 1", &hooks), true);
        let hooks = format!("{hooks}[ending]\nstalemate = 'draw'\n");
        agrees(&small(turn, true, "kpwpe/p3p/5/P3P/EWPKP w - - =0 0 1", &hooks), false);
    }
    let pieces = small("['White', 'White:stone', 'Black']", false, START, "");
    agrees(&pieces.replace("pattern = '*# *'", "pattern = '*# * => @Again'"), true);
}

#[test]
fn nobodys_pieces_do_not_change_sides() {
    let rest = "[hooks]\naftermove = '@Is(p, From) => @Flip(Board, @Is(stone, w, wall))'\n";
    agrees_anyhow(&small("['White', 'White:stone', 'Black']", false, START, rest));
}

#[test]
fn royals_are_safe_when_the_turn_passes() {
    for turn in [
        "['White', 'White', 'Black', 'Black']",
        "['White', 'White:stone', 'Black', 'Black:stone']",
        "['White', 'White', 'Black']",
        "{ first = ['White'], then = ['Black:p e', 'Black', 'White:k', 'White'] }",
    ] {
        for rest in [
            "[ending]\ncheckmate = 'loss'\n",
            "[hand]\ntaken = 'taker'\ndrop = true\n",
            "[hooks]\naftercapture = '@Take(To ** ~1, @Not(@Is(p)))'\n",
            "[moves]\nmust = '@Takes'\npass = true\n",
            "[moves]\nguard = '@Not(@Checks)'\n",
            "[hooks]\naftermove = '@Is(k, From) => @Take(From ** ~1)'\n[moves]\npass = '@Not(@Can)'\n",
        ] {
            for start in [START, "2w1k/W4/3p1/1P3/K1E1w w - - 0 1", "kk1w1/p4/1e*2/P1W2/KK3 w - - 0 1"] {
                let hand =
                    if rest.contains("hand") { start.replace(" w ", "[WPw] w ") } else { start.into() };
                for royal in ["true", "'one'", "'last'"] {
                    let text =
                        small(turn, true, &hand, rest).replace("royal = true", &format!("royal = {royal}"));
                    agrees(&text, true);
                }
            }
        }
    }
}

/// Where every move of a turn must leave the king safe, lines tell which do.
#[test]
fn royals_are_safe_after_every_move() {
    let safe = "'@After(@Not(@InCheck))";
    for guard in ["", " @Or(@Not(@Checks), @Counter(n, 0))", " @Or(@Takes, @Not(@Checks) @Counter(n, ~1))"] {
        for hooks in [
            "@Counter(n, ~2) => @Add(n, 1) @Again', '@Counter(n, 3) => @Set(n, 0)",
            "@Counter(n, 1~) => @Add(n, -1) @Again', '@Counter(n, 0) => @Set(n, 1)",
            "@Counter(n, 1) @Not(@Checks) => @Set(n, 0) @Again', '@Or(@Counter(n, 0), @Checks) => @Set(n, 1)",
        ] {
            let rest = format!(
                "[counters]\nn = {{ shared = true, start = 0 }}\n[hooks]\naftermove = ['{hooks}']\n[moves]\nguard = {safe}{guard}'\n"
            );
            for start in ["kpwpe/p3p/5/P3P/EWPKP w - - =0 0 1", "2w1k/W4/3p1/1P3/K1E1w w - - =1 0 1"] {
                // `@Takes` is tested per movement, which tables do not support for neutral pieces.
                agrees(&small("['White', 'Black']", true, start, &rest), !guard.contains("@Takes"));
            }
        }
        let rest = format!("[moves]\nguard = {safe}'\n");
        for turn in ["['White', 'White', 'Black', 'Black']", "['White:w,k', 'White', 'Black', 'Black:p e']"] {
            agrees(&small(turn, true, START, &rest), true);
        }
    }
}

/// Any order of turns, any stones and walls, kings that are royal or not.
#[test]
fn orders_at_random() {
    let mut random = Random::new(0x0dd5_eed5);
    for _ in 0..12 {
        let phase = |random: &mut Random, player: &str| {
            let roles = ["", "", "", ":stone", ":p e", ":w,k,stone", ":wall", ":k", ":stone wall p"];
            format!("'{player}{}'", random.one(&roles))
        };
        let mut order = vec![phase(&mut random, "White"), "'Black'".to_owned(), "'White'".to_owned()];
        for _ in 0..random.below(4) {
            let player = random.one(&["White", "Black"]);
            let one = phase(&mut random, player);
            order.insert(1 + random.below(order.len()), one);
        }
        let turn = match random.below(3) {
            0 => format!(
                "{{ first = ['White', {}], then = [{}] }}",
                phase(&mut random, "Black"),
                order.join(", ")
            ),
            _ => format!("[{}]", order.join(", ")),
        };
        let rest =
            random.one(&["", "[hand]\ntaken = 'taker'\ndrop = true\n", "[moves]\npass = '@Not(@Can)'\n"]);
        let stones = random.one(&["2*2", "*3*", "%*1%*"]);
        let start = START.replace("2*2", stones);
        let start = if rest.contains("hand") { start.replace(" w ", "[W] w ") } else { start };
        let royal = random.below(2) == 0;
        agrees(&small(&turn, royal, &start, rest), true);
    }
}
