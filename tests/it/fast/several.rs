//! Games of more than two players: the tables' answers for each player in turn agree with the literal
//! evaluator. On the small boards kings can be captured, players are eliminated, and partners block each
//! other.

use std::time::Duration;

use carn::position::{Position, Rules};
use carn::variant::fen;

use super::agree::{Effort, examine};
use super::offers::{agrees, game};
use super::strewn::differs;

const FOUR: &str = "turn = ['Red', 'Blue', 'Yellow', 'Green']\n";
const PLAYERS: &str = "[players]\nRed = { fen = 'r' }\nBlue = { fen = 'b', view = { File = '-Rank', Rank = 'File' } }\n\
                       Yellow = { fen = 'y', view = { File = '-File', Rank = '-Rank' } }\n\
                       Green = { fen = 'g', view = { File = 'Rank', Rank = '-File' } }\n";
const BOARD: &str = "[board]\naxes = ['File', 'Rank']\nranges = { File = 'a~f', Rank = '1~6' }\n\
                     [zones]\nFar = 'Rank 5~6'\nHome = 'Rank 1~2'\n";

/// A game of four, from its first lines, its pieces and what it says besides.
pub(super) fn four(head: &str, pieces: &str, start: &str, rest: &str) -> String {
    format!(
        "name = 'Four'\n{FOUR}{head}\n{BOARD}{PLAYERS}[pieces]\nk = {{ letter = 'K', royal = true, pattern = '**# 1' }}\n\
         {pieces}\n[setup]\nfen = '{start}'\n{rest}\n"
    )
}

/// Rooks, knights and pawns that become rooks; kings near each other.
pub(super) const PIECES: &str = "r = { letter = 'R', pattern = '*# $n' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }\n\
                      p = { letter = 'P', move = ['Rank +1', 'Rank +2 @On(Home)'], capture = 'Rank +1 File 1', promotion = { to = ['r', 'n'], when = '@To(Far)' } }";
pub(super) const START: &str = "1yR1yKyN1/bR2yP1gN/bK1bPgP1gK/1bPgP2gR/bN1rP2rP/1rRrK1rN1 r - - 0 1";

#[test]
fn who_is_out_leaves_men_or_takes_them_along() {
    for ending in
        ["", "lost = 'removed'", "stalemate = 'loss'\nlast-stalemate = 'draw'", "stalemate = 'draw'"]
    {
        let ending = if ending.contains("last-stalemate") { "stalemate = 'loss'" } else { ending };
        agrees(&four("", PIECES, START, &format!("[ending]\n{ending}")));
    }
}

#[test]
fn partners_are_spared_or_not() {
    let teams = "teams = [['Red', 'Yellow'], ['Blue', 'Green']]";
    for moves in
        ["", "[moves]\npartners = true", "[moves]\nanswer = true", "[moves]\nanswer = true\npartners = true"]
    {
        for ending in ["", "team-lost = 'one'", "lost = 'removed'"] {
            agrees(&four(teams, PIECES, START, &format!("{moves}\n[ending]\n{ending}")));
        }
    }
}

#[test]
fn pieces_ask_whose_others_are() {
    let teams = "teams = [['Red', 'Blue']]";
    let pieces = [
        "r = { letter = 'R', pattern = '*# $n @JumpOver(*, @Ally)' }",
        "r = { letter = 'R', move = '*# $n', capture = '*# $n @JumpOver(1, @Opponent)' }",
        "r = { letter = 'R', pattern = '*# $n @None(From ** ~1, @Opponent @Is(n))' }",
        "r = { letter = 'R', pattern = '*# 1 *# 1 | *# 2 @Any(Path, @Ally @Is(p))' }",
        "r = { letter = 'R', pattern = ['*# $n', '**# 1 @Ally => @Shift(To, From)'] }",
        "r = { letter = 'R', pattern = '*# $n @Or(@Empty, @Not(@Own(To)))' }",
    ];
    let rest = "n = { letter = 'N', pattern = '*# 2 *# 1' }\np = { letter = 'P', move = 'Rank +1', capture = 'Rank +1 File 1' }";
    for head in ["", teams] {
        for piece in pieces {
            agrees(&four(head, &format!("{piece}\n{rest}"), START, ""));
        }
    }
}

#[test]
fn hands_and_drops_that_may_not_mate() {
    let pieces = "r = { letter = 'R', pattern = '*# 1' }\nn = { letter = 'N', pattern = '*# 1 *# 1', promotion = { to = 'r', when = '@To(Far)', forced = false } }\n\
                  p = { letter = 'P', pattern = 'Rank +1', promotion = { to = 'r', when = '@To(Far)', forced = '@Not(@Mobile)' }, drop = '@Mobile @None(To Rank *, @Ally @Is(p)) @Not(@Mates)' }";
    let teams = "teams = [['Red', 'Yellow'], ['Blue', 'Green']]";
    for (head, moves) in
        [("", ""), (teams, "[moves]\nanswer = true\npartners = true"), (teams, "[moves]\npartners = true")]
    {
        let rest = format!("{moves}\n[hand]\ntaken = 'taker'\ndrop = '@Mobile'\n[ending]\nteam-lost = 'one'");
        let rest = if head.is_empty() { rest.replace("[ending]\nteam-lost = 'one'", "") } else { rest };
        agrees(&four(head, pieces, START, &rest));
    }
}

/// A capture away from the target may end on a third player's piece: a king is taken over another one's rook,
/// and by what a capture moves onto it.
#[test]
fn a_king_is_taken_by_who_lands_on_a_third_players_piece() {
    let jumper = "r = { letter = 'R', capture = '*#a 1 *#b 1 @Opponent ; *#a +1 *#b +1 => @Take(Leg 1)' }\n\
                  n = { letter = 'N', move = '*# 1' }";
    let shifter = "r = { letter = 'R', capture = '**# 1 => @Shift(To, To Rank +2)' }\nn = { letter = 'N', move = '*# 1' }";
    let start = "bK5/4gK1/3yN2/6/1bRrK3/yK5 r - - 0 1";
    for (pieces, start, onto) in
        [(jumper, start, "c3"), (shifter, "bK5/4gK1/6/1yN4/1bR1rK2/yK5 r - - 0 1", "d3")]
    {
        let text = four("", pieces, start, "");
        agrees(&text);
        let rules = Rules::new(game(&text));
        let moves = Position::start(&rules).legal_moves();
        let targets: Vec<String> = moves.iter().map(|m| rules.variant().board.name(m.to)).collect();
        assert!(!targets.contains(&onto.to_owned()), "{targets:?}");
        assert!(targets.len() > 3, "{targets:?}");
    }
}

/// A rook that comes to the file of the king in the corner mates it where the king cannot take it.
#[test]
fn no_drop_may_mate_one_of_several() {
    let pieces = "r = { letter = 'R', pattern = '*# $n', drop = '@Not(@Mates)' }";
    let text = four("", pieces, "bK4yK/6/5gK/6/6/1rR3rK[rR] r - - 0 1", "[hand]\ntaken = 'taker'");
    agrees(&text);
    let rules = Rules::new(game(&text));
    let drops: Vec<String> = Position::start(&rules)
        .legal_moves()
        .into_iter()
        .filter(|m| m.drop().is_some())
        .map(|m| rules.variant().board.name(m.to))
        .collect();
    let on_the_file: Vec<&String> = drops.iter().filter(|name| name.starts_with('a')).collect();
    assert_eq!(on_the_file, ["a5"]);
    assert!(drops.len() > 20, "{drops:?}");
}

#[test]
fn rights_and_marks() {
    let pieces = "r = { letter = 'R', pattern = '*# $n' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }\n\
                  p = { letter = 'P', move = ['Rank +1', 'Rank +2 @On(Home) => @Mark(Rank +1)'], capture = ['Rank +1 File 1', 'Rank +1 File 1 @Empty @Marked => @TakeMarker'] }";
    let king = "['**# 1', 'File -2 @Right(Q) @Empty(From File -1) @NotAttacked(From File -1) @NotAttacked(From) => @Shift(From File -2, From File -1)']";
    let text = four("", pieces, START, "[rights]\nQ = { letter = 'Q', squares = 'File b d, Rank 1' }");
    agrees(&text.replace("'**# 1'", king).replace(" r - - 0 1", " r rQbQ - 0 1"));
}

/// Three at a table, three armies that all go the same way.
#[test]
fn three_of_one_view() {
    let pieces = "r = { letter = 'R', pattern = '*# $n' }\nn = { letter = 'N', pattern = '*# 2 *# 1' }\n\
                  p = { letter = 'P', move = 'Rank +1', capture = 'Rank +1 File 1', promotion = { to = 'r', when = '@To(Far)' } }";
    let text = four("", pieces, "gR1gK1gN1/1gP2gP1/bR1bK1bN1/1bP2bP1/rR1rK1rN1/1rP2rP1 r - - 0 1", "");
    let text = text.replace("'Red', 'Blue', 'Yellow', 'Green'", "'Red', 'Blue', 'Green'");
    let text = text.replace("Yellow = { fen = 'y', view = { File = '-File', Rank = '-Rank' } }\n", "");
    agrees(&text);
}

#[test]
fn shipped_games_agree_from_their_hardest_positions() {
    for name in ["fourplayer", "fourteams", "yoninshogi"] {
        let variant = carn::library::variant(name).unwrap();
        assert_eq!(Rules::new(variant.clone()).fallback(), None, "{name}");
        for seed in [1, 2] {
            let effort = Effort { plies: 30, time: Duration::from_millis(6000) };
            if let Err(error) = examine(variant.clone(), seed, effort) {
                panic!("{name}: {error}");
            }
        }
    }
    let fen = "***3yK4***/***7yP***/***8***/14/14/6rN7/13gK/bK13/14/6bR7/12gP1/***8***/***8***/***4rK3*** r - - 0 1";
    for name in ["fourplayer", "fourteams"] {
        let mut variant = carn::library::variant(name).unwrap();
        variant.start = fen::parse(&variant, fen).unwrap();
        for seed in 0..4 {
            let effort = Effort { plies: 20, time: Duration::from_millis(3000) };
            if let Err(error) = examine(variant.clone(), seed, effort) {
                panic!("{name}: {error}");
            }
        }
    }
}

pub(super) const TEAMS: &str = "teams = [['Red', 'Yellow'], ['Blue', 'Green']]";
const HAND: &str = "[hand]\ntaken = 'taker'\ndrop = true";

/// Why tables have no form for a game of four, if they have none.
fn refused(head: &str, pieces: &str, rest: &str) -> Option<&'static str> {
    Rules::new(game(&four(head, pieces, START, rest))).fallback()
}

/// Conditions about each player against all others mean the same in tables, or are left to the literal evaluator.
#[test]
fn what_tables_do_not_know_of_several_is_left_out() {
    let piece = |r: &str| {
        format!(
            "r = {{ letter = 'R', {r} }}\nn = {{ letter = 'N', pattern = '*# 2 *# 1' }}\np = {{ letter = 'P', move = 'Rank +1', \
             capture = 'Rank +1 File 1' }}"
        )
    };
    let rook = piece("pattern = '*# $n'");
    for (rest, expected) in [
        ("", None),
        ("[hooks]\naftercapture = '=> @Take(To *# 1, @Opponent)'", None),
        (
            "[moves]\nmust = '@Takes'\n[hooks]\naftercapture = '=> @Take(To *# 1, @Opponent)'",
            Some(
                "hooks that change the board, together with conditions on moves and royals, with more than two players",
            ),
        ),
        ("[counters]\nc = { start = 0 }\n[hooks]\naftercapture = '=> @Add(c, 1)'", None),
        ("[moves]\nguard = '@Not(@Takes(p))'", None),
        ("[moves]\nguard = '@After(@Not(@InCheck))'", None),
        (
            "[moves]\nguard = '@Not(@Checks)'",
            Some("a condition that the tables do not know with more than two players"),
        ),
        (
            "[moves]\nguard = '@After(@Any(Far, @Empty))'",
            Some("`@After` in conditions on every move of a game with royals, with more than two players"),
        ),
        ("[moves]\nmust = '@Takes'", None),
        (
            "[moves]\nmust = '@Checks'",
            Some("a condition that the tables do not know with more than two players"),
        ),
        ("[moves]\nmust = '@Attacked'", Some("`@Attacked` in a condition on turns or on every move")),
        ("[moves]\nmost = 'taken'", None),
        ("[moves]\npass = true", None),
        ("[moves]\npass = '@Not(@Can)'", None),
        (HAND, None),
        (
            "[hand]\ntaken = 'owner'\ndrop = true",
            Some("`taken = \"owner\"` or `revert = \"mark\"`, with more than two players"),
        ),
        (
            "[hand]\ntaken = 'taker'\nrevert = 'mark'\ndrop = true",
            Some("`taken = \"owner\"` or `revert = \"mark\"`, with more than two players"),
        ),
        ("[hand]\ntaken = 'taker'\nrevert = 'role'\ndrop = true", None),
        ("[ending]\nends = [{ draw = '@Any(Far, @Is(k))' }]", None),
        (
            "[ending]\nends = [{ loss = '@ToMove @Not(@Can)' }]",
            Some("a condition that the tables do not know with more than two players"),
        ),
    ] {
        assert_eq!(refused("", &rook, rest), expected, "{rest}");
    }
    for (r, rest, expected) in [
        (
            "pattern = '*# $n', move = '*# 1 @InHand(1~, p)'",
            HAND,
            Some("movements that depend on hands, with more than two players"),
        ),
        (
            "pattern = '*# 1 => @Drop(p, From)'",
            HAND,
            Some("movements that depend on hands, with more than two players"),
        ),
        ("pattern = '*# $n', drop = '@InHand(1~, p)'", HAND, None),
        ("pattern = '*# $n', drop = '@Not(@Mates)'", HAND, None),
        (
            "pattern = '*# $n', drop = '@Not(@Checks)'",
            HAND,
            Some("a condition that the tables do not know with more than two players"),
        ),
        (
            "pattern = '*# $n', drop = ['@To(Far) @Not(@Mates)', '@To(Home)']",
            HAND,
            Some("a role that may mate by some drops only, with more than two players"),
        ),
        ("pattern = '*# $n', drop = ['@To(Far) @Not(@Mates)', '@To(Home) @Not(@Mates)']", HAND, None),
        (
            "pattern = '*# $n @Not(@Checks)'",
            "",
            Some("a condition that the tables do not know with more than two players"),
        ),
        (
            "pattern = '*# $n @InCheck'",
            "",
            Some("a condition that the tables do not know with more than two players"),
        ),
        ("pattern = '*# $n @Or(@Takes(p), @By(Red), @Empty(From Rank +1))'", "", None),
        (
            "pattern = '*# 1 => @Flip(To *# 1)'",
            "",
            Some("an effect that the tables do not know with more than two players"),
        ),
        ("pattern = '*# 1 => @Take(To *# 1, @Opponent)'", "", None),
        ("pattern = '*# 1 @Takes => @Put(p, To *# 1)'", "", None),
        (
            "pattern = '*# 1 @Not(@Takes(p)) => @Put(p, To *# 1)'",
            "",
            Some("effects with `@Takes`, with more than two players"),
        ),
        (
            "pattern = '*# 1', promotion = { to = 'n', when = '@NotAttacked(From)', stock = true }",
            "",
            Some("promotions that depend on attacks, with more than two players"),
        ),
    ] {
        assert_eq!(refused("", &piece(r), rest), expected, "{r}");
    }
    // Of the moves among which one is looked for, all must be known.
    for (head, r, rest, expected) in [
        (TEAMS, "pattern = '*# $n'", "[moves]\nmust = '@Takes'", None),
        (
            TEAMS,
            "pattern = '*# $n'",
            "[moves]\nmust = '@Takes'\npartners = true",
            Some("compulsory moves, or passes without a legal move, together with `partners = true`"),
        ),
        (
            TEAMS,
            "pattern = '*# $n'",
            "[moves]\npass = '@Not(@Can)'\npartners = true",
            Some("compulsory moves, or passes without a legal move, together with `partners = true`"),
        ),
        (
            "",
            "pattern = '*# $n', drop = '@Not(@Mates)'",
            "[moves]\nmust = '@Takes'\n[hand]\ntaken = 'taker'",
            Some("compulsory moves, or passes without a legal move, together with drops that must not mate"),
        ),
        (
            "",
            "pattern = '*# $n', drop = '@Not(@Mates)'",
            "[moves]\nguard = '@Not(@Takes(p))'\n[hand]\ntaken = 'taker'",
            Some(
                "conditions on every move together with drops that must not mate, with more than two players",
            ),
        ),
    ] {
        assert_eq!(refused(head, &piece(r), rest), expected, "{r} {rest}");
    }
    // Of more than two sides, who takes a partner's king goes out with the partner.
    let together = "[moves]\npartners = true\n[ending]\nteam-lost = 'one'";
    for (teams, expected) in [
        (
            "teams = [['Red', 'Blue']]",
            Some("`partners = true` with `team-lost = \"one\"` and more than two sides"),
        ),
        (TEAMS, None),
    ] {
        assert_eq!(refused(teams, &rook, together), expected, "{teams}");
        assert_eq!(refused(teams, &rook, "[moves]\npartners = true"), None, "{teams}");
        assert_eq!(refused(teams, &rook, "[ending]\nteam-lost = 'one'"), None, "{teams}");
    }
    // A partner's piece is spared only by what takes as most pieces do.
    let spared = Some("movements that may capture a spared partner's piece");
    for (r, expected) in [
        ("pattern = '*# $n'", None),
        ("move = '*# $n', capture = '*# $n @Opponent'", None),
        ("capture = '*# $n @Occupied'", None),
        ("capture = '*# $n @Ally'", spared),
        ("move = '*# $n @Not(@Ally)'", None),
    ] {
        assert_eq!(refused(TEAMS, &piece(r), ""), expected, "{r}");
        assert_eq!(refused("", &piece(r), ""), None, "{r}");
        assert_eq!(refused(TEAMS, &piece(r), "[moves]\npartners = true"), None, "{r}");
    }
    let chain = piece("move = '{ *#a 1 *#b 1 @Opponent ; *#a +1 *#b +1 } 1~ => @Take(Leg 1)'");
    assert_eq!(refused("", &chain, ""), Some("chains in a game with royals, with more than two players"));
    let nobodys = format!("{rook}\nx = {{ letter = 'X', neutral = true }}");
    assert_eq!(refused("", &nobodys, ""), None);
    assert_eq!(refused(TEAMS, &nobodys, ""), Some("neutral pieces in a game with teams"));
    let dropped = format!("{rook}\nx = {{ letter = 'X', neutral = true, drop = true }}");
    let held = Some("neutral pieces that are dropped from a hand, with more than two players");
    assert_eq!(refused("", &dropped, HAND), held);
}

/// Positions of four as no game comes by them: who is out, whose hands hold what, whatever the turn.
#[test]
fn positions_strewn_among_several_mean_the_same() {
    let drops = "r = { letter = 'R', pattern = '*# 1', drop = '@InHand(1~, p)' }\nn = { letter = 'N', pattern = '*# 1 *# 1', promotion = \
                 { to = 'r', when = '@To(Far)', forced = false, stock = true } }\np = { letter = 'P', pattern = 'Rank +1', promotion = { \
                 to = 'n', when = '@To(Far)' }, drop = '@Not(@Mates)' }";
    let asks = "r = { letter = 'R', pattern = ['*# $n @JumpOver(*, @Ally)', '**# 1 @Ally => @Shift(To, From)'] }\nn = { letter = 'N', move \
                = '*# 2 *# 1 @Any(To *# 1, @NoAlly)', capture = '*# 2 *# 1 @None(Path, @Own)' }\np = { letter = 'P', move = ['Rank +1', \
                'Rank +2 @On(Home) => @Mark(Rank +1)'], capture = ['Rank +1 File 1', 'Rank +1 File 1 @Empty @Marked => @TakeMarker'] }";
    let puts = "r = { letter = 'R', pattern = ['*# $n', '**# 1 @Empty => @Put(p, From)'] }\nn = { letter = 'N', pattern = ['*# 2 *# 1', '*# 1 \
                @Opponent => @Become(r)'] }\np = { letter = 'P', pattern = ['Rank +1', 'Rank +1 File 1 => @Put(n, From File +1)'] }";
    for (at, (head, pieces, rest)) in [
        ("", puts, ""),
        ("", PIECES, ""),
        (TEAMS, PIECES, "[moves]\nanswer = true"),
        (TEAMS, PIECES, "[moves]\npartners = true\n[ending]\nteam-lost = 'one'"),
        ("", drops, HAND),
        (TEAMS, drops, HAND),
        ("", asks, ""),
        (TEAMS, asks, "[ending]\nlost = 'removed'"),
    ]
    .into_iter()
    .enumerate()
    {
        let rules = Rules::new(game(&four(head, pieces, START, rest)));
        assert_eq!(rules.fallback(), None, "{head} {rest}");
        if let Err(error) = differs(&rules, 900 + at as u64, 5) {
            panic!("{error}\n{head}\n{pieces}\n{rest}");
        }
    }
}
