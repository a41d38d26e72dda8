//! Hands drawn next to the board in the terminal: each at its player's side, within the available width.

use super::cli::{Folder, carn_told};

/// The output of the command on a terminal of this width.
fn told(columns: &str, arguments: &[&str], input: &str) -> String {
    carn_told(arguments, input, Some(columns))
}

/// A game whose players and pieces have Chinese names, on lines.
const WIDE: &str = "name = 'Wide'
turn = ['先手', '后手']
[board]
axes = ['File', 'Rank']
ranges = { File = 'a~d', Rank = '1~4' }
drawing = 'points'
[players]
'先手' = { fen = 'w' }
'后手' = { fen = 'b', flip = ['Rank'] }
[pieces.king]
letter = 'K'
royal = true
pattern = '**# 1'
names = { zh = ['将', '帅'] }
[pieces.rook]
letter = 'R'
pattern = '*# *'
names = { zh = ['车', '車'] }
[pieces.pawn]
letter = 'P'
pattern = 'Rank +1'
names = { zh = ['卒', '兵'] }
drop = '@Mobile'
[hand]
taken = 'taker'
drop = true
[setup]
fen = '3k/4/4/K3[RPPPrrp] w'
[ending]
checkmate = 'loss'
stalemate = 'draw'
";

#[test]
fn hands_stand_beside_the_board() {
    assert!(told("80", &["show", "crazyhouse", "--fen", "4k3/8/8/8/8/8/8/4K3[QPPPnb] w"], "").starts_with(
        "   a  b  c  d  e  f  g  h\n\
             8  .  .  .  .  k  .  .  .  8   Black holds b n\n\
             7  .  .  .  .  .  .  .  .  7\n\
             6  .  .  .  .  .  .  .  .  6\n\
             5  .  .  .  .  .  .  .  .  5\n\
             4  .  .  .  .  .  .  .  .  4\n\
             3  .  .  .  .  .  .  .  .  3\n\
             2  .  .  .  .  .  .  .  .  2\n\
             1  .  .  .  .  K  .  .  .  1   White holds Q P×3\n   \
                a  b  c  d  e  f  g  h\n\nWhite to move\n"
    ));
    let folder = Folder::new("hands-wide");
    let file = folder.file("wide.toml", WIDE);
    let drawn = |columns: &str| told(columns, &["show", &file, "--glyphs", "chinese"], "");
    let roomy = drawn("80");
    assert!(
        roomy.starts_with(
            "   a   b   c   d\n\
             4  ┌───┬───┬───帅  4   后手 holds 車×2 兵\n   \
                │   │   │   │\n\
             3  ├───┼───┼───┤   3\n   \
                │   │   │   │\n\
             2  ├───┼───┼───┤   2\n   \
                │   │   │   │\n\
             1  将──┴───┴───┘   1   先手 holds 车 卒×3\n"
        ),
        "{roomy}"
    );
    // 23 cells to where a hand begins, and 18 for the longest: with one less it goes on below.
    assert_eq!(drawn("41"), roomy);
    let narrow = drawn("40");
    assert!(
        narrow.starts_with(
            "   a   b   c   d\n\
             4  ┌───┬───┬───帅  4   后手 holds 車×2\n   \
                │   │   │   │         兵\n\
             3  ├───┼───┼───┤   3\n   \
                │   │   │   │\n\
             2  ├───┼───┼───┤   2\n   \
                │   │   │   │       先手 holds 车\n\
             1  将──┴───┴───┘   1     卒×3\n"
        ),
        "{narrow}"
    );
}

/// On narrow terminals and unusual boards, hands are below the board.
#[test]
fn hands_that_do_not_fit_stand_below() {
    let narrow = told("30", &["show", "crazyhouse", "--fen", "4k3/8/8/8/8/8/8/4K3[QPPPnb] w"], "");
    assert!(narrow.contains("1  .  .  .  .  K  .  .  .  1\n"), "{narrow}");
    assert!(narrow.contains("\n\nWhite holds Q P×3\nBlack holds b n\nWhite to move\n"), "{narrow}");
    // Three rows have one line for each hand.
    let (fen, long) = ("3/3/3[] w", told("40", &["show", "tictactoe", "--fen", "3/3/3[] w"], ""));
    assert!(long.contains("3  .  .  .  3   Nought holds nothing\n"), "{long}");
    let short = told("33", &["show", "tictactoe", "--fen", fen], "");
    assert!(short.contains("\n\nCross holds nothing\nNought holds nothing\n"), "{short}");
    let four = told("80", &["show", "yoninshogi"], "");
    assert!(four.contains("\n\nSouth holds nothing\nWest holds nothing\nNorth holds nothing\n"), "{four}");
    assert!(!told("80", &["show", "chess"], "").contains("holds"));
}

#[test]
fn hands_are_seen_while_one_plays() {
    let game = told("80", &["play", "crazyhouse"], "e4 d5 exd5\nboard\n");
    assert!(game.contains("8  r  n  b  q  k  b  n  r  8   Black holds nothing\n"), "{game}");
    assert!(game.contains("1  R  N  B  Q  K  B  N  R  1   White holds P\n"), "{game}");
    let narrow = told("30", &["play", "crazyhouse"], "e4 d5 exd5\nboard\n");
    assert!(narrow.contains("   a  b  c  d  e  f  g  h\nWhite holds P\nBlack holds nothing\n"), "{narrow}");
}
