//! Rule files compile to the games that they describe, and patterns to the expected squares.

use std::time::Duration;

use carn::compile::{
    Compiled, CompiledPattern, Loader, Natives, NoFiles, board, compile, compile_pattern, compile_to_play,
};
use carn::diagnostic::{Code, Style, render_all};
use carn::geometry::{Board, Square};
use carn::library::{self, Shipped};
use carn::position::{Position, Rules};
use carn::random::Random;
use carn::variant::{Effect, PlayerId, Setup, Variant, Weights, fen, literal};
use proptest::prelude::*;

use crate::by_build;
use crate::timed::{timed, within};

/// Games in which a piece is meant to rest where it can never move again: at the goal, or until it is taken.
const RESTS: [&str; 5] = ["breakthrough", "chushogi", "dobutsu", "kyotoshogi", "micro"];

/// A game whose hands are filled from another board.
const FED_FROM_OUTSIDE: &str = "koedem";

/// The variant of a compiled file, which must have nothing wrong with it.
fn clean(name: &str, compiled: &Compiled) -> Variant {
    let findings = render_all(&compiled.diagnostics, &compiled.sources, Style::Plain);
    let meant = |code: Code| {
        [Code::STUCK_PIECE, Code::STUCK_DROP].contains(&code) && RESTS.contains(&name)
            || code == Code::EMPTY_HANDS && name == FED_FROM_OUTSIDE
    };
    assert!(compiled.diagnostics.iter().all(|found| meant(found.code)), "{name}:\n{findings}");
    compiled.variant.clone().expect("no errors, so a variant")
}

fn at(variant: &Variant, text: Option<&String>) -> Setup {
    text.map_or(variant.start.clone(), |text| fen::parse(variant, text).expect("checked by the compiler"))
}

/// The coordinates of a square, also where it has a name of its own that is no more than a number.
fn coordinates(board: &Board, square: Square) -> String {
    if let Some(name) = board.own_name(square).filter(|name| name.parse::<u16>().is_err()) {
        return name.to_owned();
    }
    let labels = board.written_axes().iter().zip(board.written(square));
    labels.map(|(axis, &at)| axis.label(at as u16)).collect()
}

/// A move as `[[test]]` writes it.
fn coordinate(variant: &Variant, played: carn::variant::Move) -> String {
    let name = |square| coordinates(&variant.board, square);
    if played.is_pass() {
        return "0000".to_owned();
    }
    if let Some(role) = played.drop() {
        let put = match variant.role(role).drops.get(played.drop_way()).map(|drop| &drop.effects[..]) {
            Some([Effect::Become(other)]) => *other,
            _ => role,
        };
        return format!("{}@{}", variant.role(put).symbol(), name(played.to));
    }
    let choice = played.promotion().map(|role| variant.role(role));
    let choice = choice.map(|role| {
        if role.pluses > 0 { role.sign().to_owned() } else { role.letter.to_lowercase().to_string() }
    });
    format!("{}{}{}", name(played.from), name(played.to), choice.unwrap_or_default())
}

#[test]
fn shipped_files_count_as_their_sources_say() {
    for name in library::names() {
        let compiled = library::load(name).expect("a shipped name");
        let variant = clean(name, &compiled);
        for case in &compiled.perfts {
            let variant = case.counted(variant.clone());
            let setup = at(&variant, case.fen.as_ref());
            for (depth, &nodes) in (case.depth..).zip(case.nodes.iter().take_while(|&&nodes| nodes <= 3_000))
            {
                // Where whole turns are counted, each is as many moves.
                let moves = if case.turns { variant.turns.len() / variant.players.len() } else { 1 };
                let counted = literal::perft(&variant, &setup, depth * moves as u32);
                assert_eq!(counted, nodes, "{name} {:?} depth {depth}", case.fen);
            }
        }
    }
}

#[test]
fn shipped_files_pass_their_own_tests() {
    for name in library::names() {
        let compiled = library::load(name).expect("a shipped name");
        let variant = clean(name, &compiled);
        for case in &compiled.tests {
            let mut setup = at(&variant, case.fen.as_ref());
            let legal = |setup: &Setup| literal::legal_moves(&variant, setup);
            for wanted in &case.moves {
                let all = legal(&setup);
                let found =
                    all.iter().find(|&&played| texts(&variant, &setup, played).contains(&wanted.text));
                let played = found.unwrap_or_else(|| panic!("{name}: {} cannot be played", wanted.text));
                setup = literal::play(&variant, &setup, *played);
            }
            let mut all: Vec<Vec<String>> =
                legal(&setup).into_iter().map(|played| texts(&variant, &setup, played)).collect();
            if let Some(from) = &case.from {
                all.retain(|texts| texts[0].starts_with(&from.text));
            }
            let note = case.note.as_deref().unwrap_or_default();
            let written = |wanted: &String| all.iter().any(|texts| texts.contains(wanted));
            for wanted in &case.legal {
                assert!(written(&wanted.text), "{name} ({note}): {} is not legal", wanted.text);
            }
            for unwanted in &case.illegal {
                assert!(!written(&unwanted.text), "{name} ({note}): {} is legal", unwanted.text);
            }
            if case.only {
                let named =
                    |texts: &&Vec<String>| case.legal.iter().any(|wanted| texts.contains(&wanted.text));
                assert_eq!(all.iter().filter(named).count(), all.len(), "{name} ({note}): {all:?}");
            }
        }
    }
}

/// The texts of a move: of one that is a chain, or of several legs, its squares one after another too, by whichever way it goes.
fn texts(variant: &Variant, setup: &Setup, played: carn::variant::Move) -> Vec<String> {
    let ends = coordinate(variant, played);
    let name = |square: &Square| coordinates(&variant.board, *square);
    let Some(number) = played.chain() else {
        let role = |from| setup.piece(from).map(|piece| variant.role(piece.role));
        let movement = played.origin().and_then(role).zip(usize::from(played.way).checked_sub(1));
        let movement = movement.and_then(|(role, index)| role.movements.get(index));
        let route = movement.and_then(|one| literal::route(variant, setup, one, played.from, played.to));
        let legs = route.filter(|route| route.legs.len() > 1).map(|route| {
            let landings: String = route.legs.iter().map(|leg| name(&leg.landing())).collect();
            name(&played.from) + &landings
        });
        return legs.into_iter().chain([ends]).collect();
    };
    let choice = ends[(name(&played.from) + &name(&played.to)).len()..].to_owned();
    let same = |(nth, path): &(u16, Vec<Square>)| *nth == number && path.last() == Some(&played.to);
    let along = |(_, path): (u16, Vec<Square>)| {
        let landings: String = path.iter().map(name).collect();
        name(&played.from) + &landings + &choice
    };
    let paths = literal::chain_paths(variant, setup, played.from).into_iter().filter(same);
    paths.map(along).chain([ends.clone()]).collect()
}

fn plain_board() -> Board {
    board(&[("File", 7), ("Rank", 7)]).expect("a small board")
}

fn pattern(text: &str, on: &Board) -> CompiledPattern {
    compile_pattern(text, on, &Natives::default()).unwrap_or_else(|found| panic!("{text}: {found:?}"))
}

/// Checks a drawing: `o` the piece, `x` an empty square that it reaches, `a` an own piece, `e` an opponent's that it
/// cannot take, `E` one that it can.
fn draws(text: &str, drawing: &str) {
    let board = plain_board();
    let compiled = pattern(text, &board);
    let rows: Vec<&str> = drawing.split_whitespace().collect();
    let square = |row: usize, column: usize| {
        let point = [column as i16, 6 - row as i16];
        board.at(&point).expect("seven by seven")
    };
    let signs: Vec<(Square, char)> = rows
        .iter()
        .enumerate()
        .flat_map(|(row, line)| line.chars().enumerate().map(move |(column, sign)| (row, column, sign)))
        .map(|(row, column, sign)| (square(row, column), sign))
        .collect();
    let from = signs.iter().find(|(_, sign)| *sign == 'o').expect("an origin").0;
    let others: Vec<(Square, PlayerId)> = signs
        .iter()
        .filter_map(|&(square, sign)| match sign {
            'a' => Some((square, PlayerId(0))),
            'e' | 'E' => Some((square, PlayerId(1))),
            _ => None,
        })
        .collect();
    let reached = compiled.squares_among(from, &others);
    for (square, sign) in signs {
        let wanted = matches!(sign, 'x' | 'E');
        assert_eq!(reached.contains(square), wanted, "{text} at {}", board.name(square));
    }
}

#[test]
fn strings_of_the_sketch_reach_what_they_say() {
    draws("Rank +1", "....... ....... ...x... ...o... ....... ....... .......");
    draws("File 1~2", "....... ....... ....... .xxoxx. ....... ....... .......");
    draws("File *", "....... ....... ....... xxxoxxx ....... ....... .......");
    draws("File ~1 Rank ~1", "....... ....... ..xxx.. ..xox.. ..xxx.. ....... .......");
    draws("*# 1 ** ~1", "....... ....... ..xxx.. ..xox.. ..xxx.. ....... .......");
    draws("*# 2 *# 1", "....... ..x.x.. .x...x. ...o... .x...x. ..x.x.. .......");
    draws("*# 2 *# 2", "....... .x...x. ....... ...o... ....... .x...x. .......");
    draws("*# 2 *# 2", "....... .....x. ..a.... ...o... ....... .x...x. .......");
    draws("*# * *# *", "xxxxxxx xxxxxxx xxxxxxx xxxoxxx xxxxxxx xxxxxxx xxxxxxx");
    draws("*# $n *# $n", "x.....x .x...x. ..x.x.. ...o... ..x.x.. .x...x. x.....x");
    draws("**# $n", "x..x..x .x.x.x. ..xxx.. xxxoxxx ..xxx.. .x.x.x. x..x..x");
    draws("**# $n", "x..a..x .x.x.x. ..xxx.. ..Eoxxx ..xxx.. .x.x.E. x..x...");
    draws("Rank +1 File ~1 | Rank -1 File 1", "....... ....... ..xxx.. ...o... ..x.x.. ....... .......");
    draws("*# * @JumpOver(1)", "...E... ...x... ...a... a..oexx ....... ....... .......");
    draws("@Opponent Rank +1 File 1", "....... ....... ..E.... ...o... ....... ....... .......");
}

#[test]
fn named_conditions_of_the_sketch_work_in_their_own_spelling() {
    let text = r#"
name = "Sketch"
turn = ["White", "Black"]
[board]
axes = ["File", "Rank"]
ranges = { File = "a~h", Rank = "1~8" }
[functions]
PawnStartingPosition = "@On(Rank 2)"
CanLongCastle = "@Right(Q) @Empty(File -3)"
CanShortCastle = "@Right(K)"
[rights]
K = { letter = "K", squares = "File e h, Rank 1" }
Q = { letter = "Q", squares = "File a e, Rank 1" }
[pieces.pawn]
letter = "P"
pattern = "@NoAlly Rank 1 | @PawnStartingPosition @NoAlly Rank 2"
[pieces.guard]
letter = "G"
pattern = "@Opponent Rank +1 File 1"
[pieces.king]
letter = "K"
royal = true
pattern = "@NoAlly @NotAttacked ** 1 | @CanLongCastle File -3 | @CanShortCastle File +2"
[pieces.prince]
letter = "I"
capture = "@Opponent @NotAttacked ** 1"
[setup]
fen = "4k3/8/8/8/8/p1pI3P/PG6/4K3 w KQ - 0 1"
"#;
    let compiled = compile("sketch.toml", text, &NoFiles, &Natives::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|found| found.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    // Redundant predicates are only hints, and so are pieces that stay on the last rank.
    let hints = [Code::IMPLIED_PREDICATE, Code::STUCK_PIECE];
    assert!(compiled.diagnostics.iter().all(|found| hints.contains(&found.code)));
    let variant = compiled.variant.expect("no errors");
    let moves: Vec<String> = literal::legal_moves(&variant, &variant.start)
        .into_iter()
        .map(|played| coordinate(&variant, played))
        .collect();
    let of = |from: &str| -> Vec<&str> {
        moves.iter().filter(|text| text.starts_with(from)).map(String::as_str).collect()
    };
    // Rank 1 is one square either way: the pawn on a2 takes a3 and steps back, but cannot pass.
    assert_eq!(of("a2"), ["a2a1", "a2a3"]);
    assert_eq!(of("h3"), ["h3h2", "h3h4"]);
    assert_eq!(of("b2"), ["b2a3", "b2c3"]);
    // ** 1 is the diagonal step alone; both castlings stand; d2 and f2 are free of attack.
    assert_eq!(of("e1"), ["e1b1", "e1g1", "e1d2", "e1f2"]);
    assert!(of("d3").is_empty());
}

#[test]
fn pieces_of_a_cube_reach_what_geometry_says() {
    let cube = board(&[("File", 5), ("Rank", 5), ("Level", 5)]).expect("125 squares");
    type Rule = fn(&[u16; 3]) -> bool;
    let cases: [(&str, Rule); 6] = [
        ("*# *", |d| d[1] == 0),
        ("*# $n *# $n", |d| d[0] == 0 && d[1] == d[2]),
        ("*# $n *# $n *# $n", |d| d[0] == d[1] && d[1] == d[2]),
        ("**# $n", |d| d.iter().all(|&n| n == 0 || n == d[2])),
        ("*# 1 ** ~1", |d| d[2] == 1),
        ("*# 2 *# 1", |d| *d == [0, 1, 2]),
    ];
    for (text, rule) in cases {
        let compiled = pattern(text, &cube);
        for from in cube.squares() {
            let reached = compiled.squares(from);
            for to in cube.squares() {
                let d = cube.displacement(from, to);
                let mut sizes = [d.0[0].unsigned_abs(), d.0[1].unsigned_abs(), d.0[2].unsigned_abs()];
                sizes.sort_unstable();
                let wanted = from != to && rule(&sizes);
                assert_eq!(reached.contains(to), wanted, "{text}: {} {}", cube.name(from), cube.name(to));
            }
        }
    }
}

#[test]
fn two_ways_to_write_the_horse_are_one_piece() {
    let board = plain_board();
    let one = pattern("*#a 2 *#b 1 @Empty(*#a +1)", &board);
    let two = pattern("*#a 1 ; *#a +1 *#b 1", &board);
    let mut random = Random::new(7);
    for _ in 0..300 {
        let others: Vec<(Square, PlayerId)> = board
            .squares()
            .filter_map(|square| match random.below(4) {
                0 => Some((square, PlayerId(0))),
                1 => Some((square, PlayerId(1))),
                _ => None,
            })
            .collect();
        let from = Square(random.below(49) as u16);
        assert_eq!(one.squares_among(from, &others), two.squares_among(from, &others));
    }
    draws("*#a 2 *#b 1 @Empty(*#a +1)", "....... ....... .x.a.x. ...o... .x...x. ..x.x.. .......");
}

#[test]
fn labels_remember_their_direction() {
    draws("**#a $n @Occupied ; **#a +1", "x..x... .e.a... ....... ...oax. ....... ....... .......");
    draws("*#a 1 *#b 1 ; *#a +$n", "..x.x.. ..x.x.. xx...xx ...o... xx...xx ..x.x.. ..x.x..");
}

#[test]
fn natives_are_called_by_name() {
    let natives = Natives::default().predicate("Even", |scene| scene.here.0 % 2 == 0);
    let board = plain_board();
    let compiled = compile_pattern("File * @Even", &board, &natives).expect("a known name");
    let from = board.square("d4").expect("on the board");
    let names: Vec<String> = compiled.squares(from).iter().map(|square| board.name(square)).collect();
    assert_eq!(names, ["b4", "f4"].map(String::from).as_slice(), "squares are numbered from 0: d4 is 24");
    // Of two each is asked, however often it is named.
    let natives = natives.predicate("Low", |scene| scene.here.0 < 24);
    let compiled = compile_pattern("File * @Even @Low @Even @Low", &board, &natives).expect("known names");
    let names: Vec<String> = compiled.squares(from).iter().map(|square| board.name(square)).collect();
    assert_eq!(names, ["b4"].map(String::from).as_slice());
    assert!(compile_pattern("File * @Even", &board, &Natives::default()).is_err());
}

/// A rule file with these functions, piece tables and start, on a board of 5 by 5.
fn small(functions: &str, pieces: &str, fen: &str) -> Compiled {
    let text = format!(
        "name = 'Small'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\n\
         ranges = {{ File = 'a~e', Rank = '1~5' }}\n[functions]\n{functions}\n[pieces]\n\
         king = {{ letter = 'K', royal = true, pattern = '*# 1 ** ~1' }}\n{pieces}\n[setup]\nfen = '{fen}'\n"
    );
    compile("small.toml", &text, &library::Shipped, &Natives::default())
}

fn codes(compiled: &Compiled) -> Vec<&'static str> {
    compiled.diagnostics.iter().map(|one| one.code.id()).collect()
}

#[test]
fn functions_that_nothing_calls_are_read_too() {
    let with = |functions: &str| codes(&small(functions, "", "4k/5/5/5/K4 w - - 0 1"));
    assert_eq!(with("A = '@Is(kng, From)'"), ["E0203"]);
    assert_eq!(with("A = '@Empti(From)'"), ["E0204"]);
    assert_eq!(with("A = '@Empty(Rnk +1)'"), ["E0201"]);
    assert_eq!(with("A = '@Empty(From, To)'"), ["E0301"]);
    // Parameters, labels and legs are known only at the call.
    assert_eq!(with("'A(who, where)' = '@Is(who, where) @Empty(*#a +1) @Empty(Leg 2)'"), ["W0107"]);
    // A function called only by unused functions is unused.
    assert_eq!(with("A = '@B'\nB = '@Empty(From)'"), ["W0107", "W0107"]);
}

#[test]
fn an_alternative_is_covered_where_another_asks_no_more() {
    let with = |rook: &str| {
        let rook = format!("rook = {{ letter = 'R', {rook} }}");
        codes(&small("", &rook, "r3k/5/5/5/R3K w - - 0 1"))
    };
    assert_eq!(with("pattern = '*# *', move = 'Rank 1'"), ["W0104"]);
    assert_eq!(with("pattern = '*# *', capture = 'Rank 1 @Unmoved(From)'"), ["W0104"]);
    assert_eq!(with("pattern = 'Rank 1 @Unmoved(From) | *# *'"), ["W0104"]);
    assert_eq!(with("pattern = '*# * | *# *'"), ["W0104"]);
    let none: [&str; 0] = [];
    assert_eq!(with("move = '*# *', capture = 'Rank 1'"), none);
    assert_eq!(with("pattern = '*# * @Unmoved(From) | Rank 1'"), none);
    assert_eq!(with("pattern = '*# *', move = '*# * @JumpOver(1)'"), none);
    assert_eq!(with("pattern = '*# *', capture = '*# * @Ally'"), none);
    assert_eq!(with("pattern = '*# *', move = 'Rank 1 => @Mark(From)'"), none);
}

#[test]
fn pieces_that_come_to_rest_are_named() {
    let with = |pawn: &str| {
        let pawn = format!("pawn = {{ letter = 'P', {pawn} }}\nrook = {{ letter = 'R', pattern = '*# *' }}");
        codes(&small("", &pawn, "r3k/4p/5/P4/R3K w - - 0 1"))
    };
    let none: [&str; 0] = [];
    let to = "to = ['rook'], when = '@To(Rank 5)'";
    assert_eq!(with("move = 'Rank +1'"), ["W0105"]);
    assert_eq!(with(&format!("move = 'Rank +1', promotion = {{ {to} }}")), none);
    assert_eq!(with(&format!("move = 'Rank +1', promotion = {{ {to}, forced = false }}")), ["W0105"]);
    assert_eq!(with("move = 'Rank +1 @Not(@To(Rank 5)) | Rank +1 @To(Rank 5) => @Promote(rook)'"), none);
    assert_eq!(with("move = 'Rank +1', hooks = { aftermove = '@To(Rank 5) => @Become(rook)' }"), none);
    assert_eq!(with("move = 'Rank +1 | File 1 @On(Rank 5)'"), none);
    assert_eq!(with("move = 'Rank +1 @To(Rank 1~4)'"), ["W0105"]);
    assert_eq!(with("move = 'Rank +1', capture = 'Rank -1'"), none);
    assert_eq!(with("glyphs = ['x', 'y']"), ["W0115"]);
    assert_eq!(with("pattern = []"), none, "this piece is meant to stand");
}

#[test]
fn start_positions_that_no_game_comes_to_are_named() {
    let rook = "rook = { letter = 'R', pattern = '*# *' }";
    let with = |fen: &str| codes(&small("", rook, fen));
    let none: [&str; 0] = [];
    assert_eq!(with("r3k/5/5/5/R3K w - - 0 1"), none);
    assert_eq!(with("k3r/5/5/5/R3K w - - 0 1"), ["W0111"], "both kings may be taken, White's turn or not");
    assert_eq!(with("k4/5/5/R4/4K b - - 0 1"), none, "whose turn it is may be in check");
    assert_eq!(with("r3k/5/5/5/R3R w - - 0 1"), ["W0111", "W0112"], "a king against none, and in check");
    assert_eq!(with("rrrrk/5/5/5/R4 w - - 0 1"), ["W0112"]);
    // The rook that goes from d2 to e2 takes the king's file, and the one behind it the next.
    assert_eq!(
        with("4k/5/5/RRRR1/RRRR1 w - - 0 1"),
        ["W0129"],
        "an army of another kind, which mates at once"
    );
}

/// A piece that may decline a promotion before the last rank is reported; one that never reaches the last rank is not.
#[test]
fn promotions_that_end_before_the_board_are_named() {
    let with = |promotion: &str| {
        let pawn = format!(
            "pawn = {{ letter = 'P', move = 'Rank +1', {promotion} }}\nrook = {{ letter = 'R', pattern = '*# *' }}"
        );
        codes(&small("", &pawn, "r3k/4p/5/P4/R3K w - - 0 1"))
    };
    let none: [&str; 0] = [];
    assert_eq!(with("promotion = { to = 'rook', when = '@To(Rank 4)' }"), none, "it never passes rank 4");
    assert!(with("promotion = { to = 'rook', when = '@To(Rank 4)', forced = false }").contains(&"W0114"));
    let last = "promotion = { to = 'rook', when = '@To(Rank 3~5)', forced = '@To(Rank 5)' }";
    assert_eq!(with(last), none);
    let longer = "name = 'Longer'\nextends = 'chess'\n[board]\nranges = { Rank = '1~10' }\n[setup]\n\
                  fen = 'rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'";
    let compiled = compile("longer.toml", longer, &library::Shipped, &Natives::default());
    assert_eq!(codes(&compiled), ["W0114"]);
    assert_eq!(compiled.diagnostics[0].source.0, 0, "in the file that made the board longer");
}

#[test]
fn alternatives_that_never_apply_are_reported() {
    let with = |text: &str| {
        let rook = format!("rook = {{ letter = 'R', pattern = '*# * | {text}' }}");
        codes(&small("", &rook, "r3k/5/5/5/R3K w - - 0 1"))
    };
    let none: [&str; 0] = [];
    assert_eq!(with("*# 2 *# 1 @JumpOver(1)"), ["W0103"], "a knight passes no square");
    assert_eq!(with("*# 2 *# 2 @JumpOver(2)"), ["W0103"], "an elephant passes one");
    assert_eq!(with("*# 2 *# 2 @JumpOver(1~2)"), none);
    assert_eq!(with("Rank +1 File 1 @On(Rank 5)"), ["W0103"], "there is no rank after the last");
    assert_eq!(with("Rank +1 File 1 @On(Rank 4)"), none);
    assert_eq!(with("Rank +1 File 1 @To(File c) @On(File a)"), ["W0103"], "two files away");
    assert_eq!(with("*#a 2 *#b 1 @Empty(*#a +1) @Opponent(*#a +1)"), ["W0103"], "both at once");
    assert_eq!(with("*#a 2 *#b 1 @Occupied(*#a +1) @NoAlly(*#a +1)"), none, "an opponent is both");
    assert_eq!(with("*#a 4 *#b 4 @Occupied(*#a +1 *#b +1)"), ["W0103"], "its path is empty");
    assert_eq!(with("*#a 4 *#b 4 @JumpOver(1) @Occupied(*#a +1 *#b +1)"), none);
    assert_eq!(with("*#a 1 ; *#a -1 *#b 1 @By(Black)"), ["W0109"], "one player is enough");
}

#[test]
fn pieces_that_start_on_one_colour_are_named() {
    let with = |pieces: &str, fen: &str| codes(&small("", pieces, fen));
    let none: [&str; 0] = [];
    let ferz = "ferz = { letter = 'F', pattern = '*# 1 *# 1' }";
    assert_eq!(with(ferz, "k4/f1f2/5/F1F2/K4 w - - 0 1"), ["W0130"]);
    assert_eq!(with(ferz, "k4/ff3/5/FF3/K4 w - - 0 1"), none, "one of each colour");
    assert_eq!(with(ferz, "k4/f4/5/F4/K4 w - - 0 1"), none, "one piece has one colour");
    let free = "ferz = { letter = 'F', pattern = '*# 1 *# 1', move = 'Rank 1 @Unmoved(From)' }";
    assert_eq!(with(free, "k4/f1f2/5/F1F2/K4 w - - 0 1"), none, "a step changes the colour");
    // Four would not do for the eight shades of an elephant, and two do not for the four of a dabbaba.
    let dabbaba = "dabbaba = { letter = 'D', pattern = '*# 2' }";
    assert_eq!(with(dabbaba, "k4/d1d2/5/D1D2/K4 w - - 0 1"), none);
    let four = "name = 'Four'\nextends = 'chess'\n[pieces.dabbaba]\nletter = 'D'\npattern = '*# 2'\n[setup]\n\
                fen = 'rnbqkbnr/pppppppp/d1d1d1d1/8/8/D1D1D1D1/PPPPPPPP/RNBQKBNR w KQkq - 0 1'";
    let four = compile("four.toml", four, &library::Shipped, &Natives::default());
    assert_eq!(codes(&four), ["W0130"], "four of one shade of four");
    let goal = |square: &str| {
        let pieces = format!(
            "{ferz}\n[zones]\nGoal = '{square}'\n[ending]\nends = [{{ win = '@Any(Goal, @Is(ferz) @Ally)' }}]"
        );
        with(&pieces, "kf3/5/5/5/KF3 w - - 0 1")
    };
    assert_eq!(goal("File a, Rank 5"), ["W0123"], "of the other colour");
    assert_eq!(goal("File b, Rank 5"), none);
}

#[test]
fn one_rule_that_favours_a_player_is_named() {
    let with = |rook: &str, fen: &str| {
        let rook = format!("rook = {{ letter = 'R', {rook} }}");
        codes(&small("", &rook, fen))
    };
    let none: [&str; 0] = [];
    let even = "rrrrk/5/5/5/RRRRK w - - 0 1";
    // The rook that leaps from c1 to e2 mates: it sees e4, and the one on d1 sees d4.
    let leaping = with("pattern = '*# *', move = '*# 2 *# 1 @By(White)'", even);
    assert_eq!(leaping, ["W0109", "W0129"]);
    assert_eq!(with("pattern = '*# *', move = '*# 2 *# 1 @By(White, Black)'", even), none);
    let both = "pattern = '*# *', move = 'File +1 Rank 1 @By(White) | File -1 Rank 1 @By(Black)'";
    assert_eq!(with(both, even), none, "two differences are a design");
    assert_eq!(with("pattern = '*# *'", "rrrrk/5/5/5/RRR1K w - - 0 1"), ["W0109"]);
    assert_eq!(with("pattern = '*# *'", "krrrr/rrrrr/5/RRRRR/RRRRK w - - 0 1"), none, "turned about");
    assert_eq!(with("pattern = '*# *'", "rrrrk/rrrr1/5/5/R3K w - - 0 1"), none, "far from even");
}

#[test]
fn a_pattern_that_compiles_may_have_warnings() {
    let board = plain_board();
    let found = |text: &str| -> Vec<&'static str> {
        pattern(text, &board).warnings().iter().map(|one| one.code.id()).collect()
    };
    assert_eq!(found("*# * | Rank 1"), ["W0104"]);
    assert_eq!(found("Rank +1 2"), ["W0101"]);
    assert_eq!(found("*# 1 | *# 9"), ["W0103"]);
    assert!(found("*# 2 *# 1").is_empty());
}

#[test]
fn a_child_says_only_what_differs() {
    let text = "name = 'Mine'\nextends = 'chess'\n[pieces.queen]\npattern = '*# 2 *# 1'\n[pieces]\nbishop = false\n\
                [pieces.pawn.promotion]\nto = ['queen']\n[ending]\ninsufficient = ['K v K']\n\
                [setup]\nfen = 'rn1qk1nr/pppppppp/8/8/8/8/PPPPPPPP/RN1QK1NR w KQkq - 0 1'";
    let compiled = compile("mine.toml", text, &library::Shipped, &Natives::default());
    let variant = clean("mine", &compiled);
    assert_eq!(variant.name, "Mine");
    assert!(variant.role_named("bishop").is_none());
    let queen = variant.role_named("queen").expect("inherited");
    assert_eq!(variant.role(queen).movements.len(), 8);
    assert_eq!(variant.role(queen).letter, 'Q');
    assert!(compiled.perfts.is_empty() && compiled.tests.is_empty());
    assert_eq!(compiled.sources.iter().count(), 2);
}

#[test]
fn the_engine_may_use_the_weights_of_another_game() {
    let compiled = |engine: &str| {
        let text = format!(
            "name = 'Mine'\nextends = 'chess'\n[pieces]\nqueen = false\n[pieces.pawn.promotion]\nto = ['rook']\n[setup]\n\
             fen = 'rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1'\n[engine]\n{engine}"
        );
        compile("mine.toml", &text, &library::Shipped, &Natives::default())
    };
    let weights = |engine: &str| clean("mine", &compiled(engine)).weights.clone();
    let rook = |variant: &Variant, weights: &Weights| {
        let role = variant.role_named("rook").expect("a rook");
        weights.role(role.index()).and_then(|role| role.value)
    };
    let mine = clean("mine", &compiled("")).clone();
    assert_eq!(rook(&mine, &weights("")), None);
    for like in ["chess", "chess960"] {
        // Those of the queen, which is gone, do not count.
        let own = weights(&format!("like = '{like}'\ntempo = 3"));
        let chess = library::variant("chess").expect("shipped");
        assert!(rook(&mine, &own).is_some());
        assert_eq!(rook(&mine, &own), rook(&chess, &chess.weights), "{like}");
        assert_eq!(own.tempo, Some(3), "{like}");
    }
    let code = |engine: &str| compiled(engine).diagnostics.first().map(|one| one.code);
    // A piece that the file itself names must exist.
    assert_eq!(code("like = 'chess'\n[engine.pieces.queen]\npair = 1"), Some(Code::UNKNOWN_ROLE));
    assert_eq!(code("like = true"), Some(Code::WRONG_TYPE));
    assert_eq!(code("like = 'ches'"), Some(Code::EXTENDS_MISSING));
    assert_eq!(code("like = '../chess.toml'"), Some(Code::EXTENDS_PATH));
    // A file without weights adds none.
    assert_eq!(rook(&mine, &weights("like = 'nightrider'")), None);
}

/// Files that name one another end somewhere.
#[test]
fn games_that_are_like_themselves_are_refused() {
    struct Echo;
    impl Loader for Echo {
        fn names(&self) -> Vec<&str> {
            Vec::new()
        }
        fn named(&self, name: &str) -> Option<String> {
            library::text(name).map(str::to_owned)
        }
        fn beside(&self, _: &str) -> Result<String, String> {
            Ok("extends = 'chess'\n[engine]\nlike = 'mine.toml'\n".into())
        }
    }
    let text = "extends = 'chess'\n[engine]\nlike = 'mine.toml'\ntempo = 3\n";
    let compiled = compile("mine.toml", text, &Echo, &Natives::default());
    assert_eq!(compiled.diagnostics.first().map(|one| one.code), Some(Code::EXTENDS_TOO_DEEP));
}

#[test]
fn errors_that_a_child_causes_in_its_parent_are_explained() {
    let text = "name = 'Mini'\nextends = 'chess'\n[pieces]\nbishop = false\n";
    let compiled = compile("mini.toml", text, &library::Shipped, &Natives::default());
    let helped =
        |one: &carn::diagnostic::Diagnostic| one.help.iter().any(|help| help.contains("in your own file"));
    assert_eq!(compiled.diagnostics.len(), 2);
    assert!(compiled.diagnostics.iter().all(helped), "{:?}", compiled.diagnostics);
}

#[test]
fn the_rule_hash_sees_rules_and_nothing_else() {
    let hash = |text: &str| compile("x.toml", text, &NoFiles, &Natives::default()).rule_hash;
    let text = library::text("xiangqi").expect("shipped");
    let other =
        text.replace("name = \"Xiangqi\"", "name = 'Chinese chess'").replace("# forward", "#  forward");
    assert_eq!(hash(text), hash(&other));
    let lines = format!("{text}\n[pieces.spare]\nletter = 'S'\npattern = '''\nRank 1\n| File 2'''\n");
    assert_eq!(hash(&lines), hash(&lines.replace('\n', "\r\n")), "how lines end is no rule");
    assert_ne!(hash(text), hash(&text.replace("@JumpOver(1)", "@JumpOver(2)")));
}

#[test]
fn shipped_files_load_quickly() {
    // A debug build is some four times slower than the command that ships.
    let most = Duration::from_millis(by_build(300, 60));
    for name in library::names() {
        // On a hundred squares a queen's move and then an arrow's are tens of thousands of ways; a box of pieces has as many
        // kinds as there is room for, behind the looking-glass every move has two legs, a lion has sixty-four ways to go
        // twice, and four armies see the board from four sides.
        let most = match name {
            "amazons" => most * 8,
            "fourplayer" | "fourteams" => most * 4,
            "pieces" | "alice" | "chushogi" => most * 2,
            _ => most,
        };
        within(most, || drop(library::load(name)));
    }
}

/// Compiles and renders, as a command would; fails if it takes long.
fn survives(text: &str) -> Compiled {
    timed(|| {
        let compiled = compile("any.toml", text, &library::Shipped, &Natives::default());
        let rendered = render_all(&compiled.diagnostics, &compiled.sources, Style::Plain);
        assert!(compiled.variant.is_some() || compiled.has_errors(), "{rendered}");
        // Faults in tests are errors, but the rules compile all the same.
        let proofs = ["perft", "test", "differs"].iter().any(|word| text.contains(word));
        assert!(compiled.variant.is_none() || proofs || !compiled.has_errors(), "{rendered}");
        compiled
    })
}

/// A game on 32 by 32 squares whose one piece has `piece` as its table, with `extra` sections.
fn wide(piece: &str, extra: &str) -> String {
    let rows = ["PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP"; 32].join("/");
    format!(
        "name = 'Wide'\nturn = ['A', 'B']\n[board]\naxes = ['X', 'Y']\nranges = {{ X = '1~32', Y = '1~32' }}\n\
         {extra}\n[pieces.p]\nletter = 'P'\n{piece}\n[setup]\nfen = '{rows} w - - 0 1'\n"
    )
}

/// Files made to be slow: each is read within a second, and those that ask for too much are told so.
#[test]
fn files_that_ask_for_much_end_soon() {
    let pattern = |text: &str| format!("pattern = '{text}'");
    let list = |text: &str| format!("pattern = [{}]", vec![format!("'{text}'"); 128].join(", "));
    let doubling = |first: &str, last: usize| {
        let rest: Vec<String> = (1..=last).map(|n| format!("F{n} = '@F{0} @F{0}'", n - 1)).collect();
        format!("[functions]\nF0 = '{first}'\n{}", rest.join("\n"))
    };
    let zones: Vec<String> =
        (0..250).map(|n| format!("Z{n} = '{}'", vec!["X 1 3 5~31"; 60].join(", "))).collect();
    let cases = [
        (wide(&pattern("*# * *# *"), ""), "E0616"),
        (wide(&pattern("*# * *# * @JumpOver(*) @Any(From ** *, @Ally)"), ""), "E0611"),
        (wide(&list("*# * *# *"), ""), "E0612"),
        (wide(&pattern("*# $a+$b+$c+$d+$e+$f *# $a*$b"), ""), "E0611"),
        (wide(&pattern(&["*# 1"; 16].join(" ; ")), ""), "E0612"),
        (wide(&pattern(&format!("*# * {}", "@Empty(X +1) ".repeat(250))), ""), "E0616"),
        (wide(&pattern(&format!("*# * {}", "@On(X 1~30) ".repeat(250))), ""), "E0616"),
        (wide(&pattern("*# * @F30"), &doubling("@Empty(X +1)", 30)), "E0609"),
        (wide(&pattern("*# * => @F30"), &doubling("@Mark(X +1)", 30)), "E0609"),
        (wide(&pattern("*# *"), &format!("[zones]\n{}", zones.join("\n"))), "W0106"),
        (
            format!("extends = 'chess'\n{}", (0..9000).map(|n| format!("k{n} = 1\n")).collect::<String>()),
            "E0205",
        ),
        (format!("x = {}", "[".repeat(200_000)), "E0401"),
        (format!("{} = 1", vec!["a"; 100_000].join(".")), "E0401"),
        (format!("x = {}", "9".repeat(200_000)), "E0401"),
    ];
    for (text, code) in cases {
        let compiled = survives(&text);
        let found: Vec<&str> = compiled.diagnostics.iter().map(|one| one.code.id()).collect();
        assert!(found.contains(&code), "{found:?} without {code}: {}", &text[..text.len().min(600)]);
    }
}

/// Bounds are bounds: what reaches one is fine, and what asks no question about replies counts none.
#[test]
fn values_equal_to_a_limit_are_allowed() {
    let codes = |text: &str| -> Vec<Code> {
        survives(text).diagnostics.iter().filter(|one| one.is_error()).map(|one| one.code).collect()
    };
    for (length, wanted) in [(1296, vec![]), (1297, vec![Code::TOO_MANY_SQUARES])] {
        let text = format!(
            "name = 'Long'\nturn = ['A', 'B']\n[board]\naxes = ['X', 'Y']\nranges = {{ X = 'a~a', Y = '1~{length}' }}\n\
             [pieces.p]\nletter = 'P'\npattern = '*# 1'\n[setup]\nfen = 'P/{}p w - - 0 1'\n",
            "1/".repeat(length - 2)
        );
        assert_eq!(codes(&text), wanted, "{length}");
    }
    assert_eq!(codes(&wide("pattern = '*# * @Empty(X +1)'", "")), []);
}

#[test]
fn names_of_moves_have_no_signs_of_records() {
    let named = |name: &str| {
        let compiled = survives(&wide(&format!("pattern = [{{ name = '{name}', pattern = '*# 1' }}]"), ""));
        compiled.diagnostics.iter().any(|one| one.code == Code::BAD_VALUE)
    };
    assert!(!named("O-O"));
    for name in ["", "a b", "(a", "a*", "~", "$1"] {
        assert!(named(name), "{name:?}");
    }
}

/// A condition on every square of every path is more than tables should be made of: the game is run without them.
#[test]
fn a_game_of_very_many_conditions_is_ready_soon() {
    let fen = format!("R/{}r w - - 0 1", "1/".repeat(398));
    let text = format!(
        "name = 'Long'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\n\
         ranges = {{ File = 'a~a', Rank = '1~400' }}\n[pieces.r]\nletter = 'R'\n\
         capture = '*# * @JumpOver(1, @Opponent)'\n[setup]\nfen = '{fen}'\n"
    );
    let variant = survives(&text).variant.expect("the file is right");
    within(Duration::from_secs(5), || {
        let rules = Rules::new(variant);
        assert_eq!(rules.fallback(), Some("more conditions than the tables have room for"));
        let position = Position::from_fen(&rules, &fen.replacen("R/1/1/", "R/r/r/", 1)).unwrap();
        assert_eq!(position.legal_moves().len(), 1);
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn any_text_ends_in_a_variant_or_findings(text in "\\PC{0,200}") {
        survives(&text);
    }

    #[test]
    fn broken_rule_files_end_in_a_variant_or_findings(
        file in 0..7usize,
        edits in proptest::collection::vec((0..4000usize, 0..3u8, "[a-zA-Z0-9*#$~@+|;=>(),\\[\\]{}\"'\\\\ \n馬-]{1,4}"), 1..6),
    ) {
        let name = library::names().nth(file).unwrap();
        let mut text: Vec<char> = library::text(name).unwrap().chars().collect();
        for (place, kind, new) in edits {
            let place = place % text.len();
            let end = match kind {
                0 => place,
                1 => (place + 1).min(text.len()),
                _ => (place + 12).min(text.len()),
            };
            text.splice(place..end, new.chars());
        }
        survives(&text.into_iter().collect::<String>());
    }

    #[test]
    fn any_pattern_ends_in_a_piece_or_findings(
        text in "([A-Z]|(\\*#|\\*\\*#?|X|Y)( |a )(\\+|-)?(\\*|\\$n|\\$m|1|2~|~3|2\\*\\$n)|@[A-Z][a-z]*| ;|\\||@JumpOver\\(\\*\\)|@Ride\
                 |@Empty\\(\\*#a \\+1\\)|@Any\\(To \\*\\* ~1, @Ally\\)|=> @Take\\(\\*\\* \\*\\)| ){1,12}",
    ) {
        survives(&wide(&format!("pattern = '{text}'"), ""));
    }
}

/// The reference and the table that the compiler reads calls by name the same calls.
#[test]
fn the_reference_names_every_call() {
    let reference = include_str!("../../docs/language.md");
    let (predicates, rest) = reference.split_once("## 6. Predicates").expect("a section on predicates");
    assert!(!predicates.is_empty());
    let (predicates, rest) = rest.split_once("## 7. Effects").expect("a section on effects");
    let (effects, _) = rest.split_once("## 8.").expect("a section after the effects");
    for word in carn::compile::vocabulary() {
        let section = if word.effect { effects } else { predicates };
        let named = [' ', '(', '`'].iter().any(|end| section.contains(&format!("@{}{end}", word.name)));
        assert!(named, "the reference does not explain @{}", word.name);
        assert!(word.written.starts_with(&format!("@{}", word.name)) && !word.means.is_empty(), "{word:?}");
    }
    let known: Vec<&str> = carn::compile::vocabulary().map(|word| word.name).collect();
    for (section, what) in [(predicates, "predicate"), (effects, "effect")] {
        let rows = section.lines().filter(|line| line.starts_with("| `@"));
        for name in rows.flat_map(|row| row.split('|').nth(1)).flat_map(|cell| cell.split("`@").skip(1)) {
            let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            assert!(known.contains(&name), "the reference has a {what} @{name} that no table has");
        }
    }
}

/// Keys of the drawing are read, and mistakes in them are reported with the nearest word.
#[test]
fn looks_are_read_and_checked() {
    let text = library::text("xiangqi").expect("shipped");
    let hash = |text: &str| compile("x.toml", text, &NoFiles, &Natives::default()).rule_hash;
    let plainer =
        text.replace("drawing = \"points\"\n", "").replace("picture = [\"傌\", \"馬\"]\n", "").replace(
            "{ names = { zh = \"九宫\" }, squares = \"File d~f, Rank 1~3\", draw = \"diagonals\" }",
            "\"File d~f, Rank 1~3\"",
        );
    assert_ne!(text, plainer);
    assert_eq!(hash(text), hash(&plainer), "looks are no rules");

    let said = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let compiled = compile("x.toml", &text.replacen(from, to, 1), &library::Shipped, &Natives::default());
        render_all(&compiled.diagnostics, &compiled.sources, Style::Plain)
    };
    for (from, to, wanted) in [
        ("\"points\"", "\"point\"", "`points` is the nearest name"),
        ("\"diagonals\"", "\"diagonal\"", "`diagonals` is the nearest name"),
        ("[\"傌\", \"馬\"]", "\"knihgt\"", "`knight` is the nearest name"),
        ("[\"傌\", \"馬\"]", "[\"傌\"]", "2, one for each player"),
        ("fen = \"w\"", "fen = \"w\", colour = \"rde\"", "`red` is the nearest name"),
        ("squares = \"Rank 1~5\", ", "", "needs `squares`"),
        ("[\"傌\", \"馬\"]", "\"\\u202e\"", "invisible character"),
        ("楚河 漢界", "\\u001b[31m", "invisible character"),
    ] {
        let rendered = said(from, to);
        assert!(rendered.contains(wanted), "{to}:\n{rendered}");
    }
}

#[test]
fn who_only_plays_is_told_errors_alone() {
    let doubtful = "name = 'Doubtful'\nextends = 'chess'\n[zones]\nIdle = 'Rank 3'\n";
    let warned = compile("doubtful.toml", doubtful, &Shipped, &Natives::default());
    let played = compile_to_play("doubtful.toml", doubtful, &Shipped, &Natives::default());
    assert!(!warned.diagnostics.is_empty() && played.diagnostics.is_empty());
    assert_eq!(warned.rule_hash, played.rule_hash);
    assert!(played.variant.is_some());
    let wrong = "name = 'Wrong'\nextends = 'chess'\n[pieces.knight]\npattern = '*# 2 *# 1 @Emty'\n";
    let warned = compile("wrong.toml", wrong, &Shipped, &Natives::default());
    let played = compile_to_play("wrong.toml", wrong, &Shipped, &Natives::default());
    let errors =
        |compiled: &Compiled| compiled.diagnostics.iter().map(|one| one.code.id()).collect::<Vec<_>>();
    assert_eq!(errors(&warned), errors(&played));
    assert!(played.variant.is_none());
}

#[test]
fn an_entry_that_toml_cannot_read_hides_no_other_error() {
    let codes = |text: &str| -> Vec<(&str, usize)> {
        let compiled = compile("mine.toml", text, &Shipped, &Natives::default());
        assert!(compiled.variant.is_none() && compiled.rule_hash.is_none());
        let line = |at: usize| 1 + text[..at].matches('\n').count();
        compiled.diagnostics.iter().map(|one| (one.code.id(), line(one.span.start))).collect()
    };
    let text = "name = 'Mine'\nextends = 'chess'\n[zones]\nCourt = Rank 1~2\n[pieces.cannon]\nletter = 'C'\n\
                move = '*# 1)'\nmovee = 5\nglyph = @A\nroyal = 5\ndrop = '@To(Court)'\n";
    // That the zone is missing follows from its entry.
    assert_eq!(codes(text), [("E0401", 4), ("E0106", 7), ("E0205", 8), ("E0401", 9), ("E0402", 10)]);
    // What may go on in other lines ends the reading.
    for long in
        ["list = ['a',\nb = 3 3\n", "text = '''\n  a = 3\n", "[pieces.cannon\nletter = 'C'\nmove = 3 3\n"]
    {
        assert_eq!(codes(&format!("name = 'Mine'\n{long}")).len(), 1, "{long}");
    }
    let within = "name = 3 3\ndescription = '''\nx = 3 3\n'''\nnamme = 'Mine'\n";
    assert_eq!(codes(within)[..2], [("E0401", 1), ("E0205", 5)]);
    let many: String = (0..40).map(|nth| format!("key{nth} = 3 3\n")).collect();
    assert_eq!(codes(&many).len(), 20);
}

#[test]
fn a_description_is_a_text_or_texts_by_language() {
    let errors = |value: &str| {
        let text = format!("name = 'Mine'\nextends = 'chess'\ndescription = {value}\n");
        compile("mine.toml", &text, &Shipped, &Natives::default()).diagnostics
    };
    assert!(errors("{ en = 'One', zh = '一' }").is_empty());
    for wrong in ["3", "{ en = 3 }", "['One']"] {
        assert_eq!(
            errors(wrong).iter().map(|one| one.code).collect::<Vec<_>>(),
            [Code::WRONG_TYPE],
            "{wrong}"
        );
    }
    let family =
        compile("mine.toml", "name = 'Mine'\nextends = 'chess'\nfamily = 3\n", &Shipped, &Natives::default());
    assert!(family.has_errors());
}
