//! One construct of the language at a time, on boards so small that the moves follow from the language
//! reference by hand. Both evaluators are tested.

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::position::{Position, Rules};
use carn::variant::fen::FenErrorKind;
use carn::variant::{fen, literal};

/// A game on five by five squares with these pieces (of which `x`, letter X, never moves) and further sections.
fn five(pieces: &str, sections: &str) -> Rules {
    five_from(pieces, sections, "5/5/5/5/5")
}

/// The same with a start position.
pub fn five_from(pieces: &str, sections: &str, start: &str) -> Rules {
    let text = format!(
        "name = 'Five'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = \
         '1~5' }}\n[players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b', flip = ['Rank'] }}\n{sections}\n[pieces]\n\
         x = {{ letter = 'X' }}\n{pieces}\n[setup]\nfen = '{start} w'\n[ending]\nstalemate = 'draw'\n"
    );
    rules("five.toml", &text)
}

pub fn rules(name: &str, text: &str) -> Rules {
    let compiled = compile(name, text, &Shipped, &Natives::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    Rules::new(compiled.variant.unwrap())
}

/// Where the piece on a square may go, in alphabetical order; `=Q` where it becomes something.
pub fn targets(rules: &Rules, text: &str, from: &str) -> Vec<String> {
    let position = Position::from_fen(rules, text).unwrap();
    let setup = fen::parse(rules.variant(), text).unwrap();
    let named = |moves: Vec<carn::variant::Move>| {
        let own = moves.into_iter().filter(|mv| rules.variant().board.name(mv.from) == from);
        let mut all: Vec<String> = own
            .map(|mv| {
                let becomes = mv.promotion().map(|role| format!("={}", rules.variant().role(role).letter));
                rules.variant().board.name(mv.to) + &becomes.unwrap_or_default()
            })
            .collect();
        all.sort();
        all
    };
    let fast = named(position.legal_moves());
    assert_eq!(fast, named(literal::legal_moves(rules.variant(), &setup)), "literal, in {text}");
    fast
}

/// The position after moves, each two squares.
pub fn after(rules: &Rules, text: &str, moves: &str) -> String {
    let mut position = Position::from_fen(rules, text).unwrap();
    for text in moves.split_whitespace() {
        let squares = |mv: &carn::variant::Move| {
            rules.variant().board.name(mv.from) + &rules.variant().board.name(mv.to)
        };
        let legal = position.legal_moves();
        let found = legal.into_iter().find(|mv| squares(mv) == text);
        let mv = found.unwrap_or_else(|| panic!("{text} in {}", position.fen()));
        let literal = literal::apply(rules.variant(), &position.setup(), mv).setup;
        position.play(mv).unwrap();
        assert_eq!(position.setup(), literal, "{text}");
    }
    position.fen()
}

/// The placement alone.
fn placed(rules: &Rules, text: &str, moves: &str) -> String {
    after(rules, text, moves).split(' ').next().unwrap_or_default().to_owned()
}

const NONE: [&str; 0] = [];

#[test]
fn a_ride_repeats_its_leap_while_landings_are_free() {
    let dabbaba = five("d = { letter = 'D', pattern = '*# 2 @JumpOver(*) @Ride' }", "");
    assert_eq!(targets(&dabbaba, "5/5/5/5/D4 w", "a1"), ["a3", "a5", "c1", "e1"]);
    // Pieces between the landings do not matter; pieces on a landing do.
    assert_eq!(targets(&dabbaba, "5/X4/x4/X4/Dx3 w", "a1"), ["a3", "c1", "e1"]);
    assert_eq!(targets(&dabbaba, "5/5/X4/5/D1x2 w", "a1"), ["c1"]);
    // Without @JumpOver each leap's own path must be free.
    let lame = five("d = { letter = 'D', pattern = '*# 2 @Ride' }", "");
    assert_eq!(targets(&lame, "5/5/5/5/D4 w", "a1"), ["a3", "a5", "c1", "e1"]);
    assert_eq!(targets(&lame, "5/x4/5/5/Dx3 w", "a1"), ["a3"]);
    // The nightrider from the corner: one and two squares at once, and again.
    let nightrider = five("n = { letter = 'N', pattern = '*# 1 *# 2 @Ride' }", "");
    assert_eq!(targets(&nightrider, "5/5/5/5/N4 w", "a1"), ["b3", "c2", "c5", "e3"]);
    assert_eq!(targets(&nightrider, "5/5/1x3/5/N4 w", "a1"), ["b3", "c2", "e3"]);
    assert_eq!(targets(&nightrider, "5/5/1X3/2X2/N4 w", "a1"), NONE);
    assert_eq!(targets(&nightrider, "5/XXXXX/Xx2X/XX1XX/NXXXX w", "a1"), ["b3", "c2"]);
}

#[test]
fn a_ride_may_say_how_often() {
    let twice = five("w = { letter = 'W', pattern = 'File 1 @Ride(2)' }", "");
    assert_eq!(targets(&twice, "5/5/5/5/2W2 w", "c1"), ["a1", "e1"]);
    assert_eq!(targets(&twice, "5/5/5/5/1xW2 w", "c1"), ["e1"]);
    let some = five("w = { letter = 'W', pattern = 'File +1 @Ride(2~3)' }", "");
    assert_eq!(targets(&some, "5/5/5/5/W4 w", "a1"), ["c1", "d1"]);
    assert_eq!(targets(&some, "5/5/5/5/W1x2 w", "a1"), ["c1"]);
}

#[test]
fn flip_changes_sides() {
    let rules = five("r = { letter = 'R', move = 'Rank +1 => @Flip(Rank +2)' }", "");
    assert_eq!(placed(&rules, "5/5/x4/5/R4 w", "a1a2"), "5/5/X4/R4/5");
    // Either way round; an empty square stays empty, and one off the board is passed over.
    assert_eq!(placed(&rules, "5/5/X4/5/R4 w", "a1a2"), "5/5/x4/R4/5");
    assert_eq!(placed(&rules, "5/5/5/5/R4 w", "a1a2"), "5/5/5/R4/5");
    assert_eq!(placed(&rules, "5/R4/5/5/5 w", "a4a5"), "R4/5/5/5/5");
    // Black sees the ranks turned round.
    assert_eq!(placed(&rules, "2r2/5/2X2/5/5 b", "c5c4"), "5/2r2/2x2/5/5");
    // `** 1` from the target: its four corners, of which a flip turns every piece.
    let corners = five("r = { letter = 'R', move = 'Rank +1 => @Flip(To ** 1)' }", "");
    assert_eq!(placed(&corners, "5/1xXx1/2X2/1X3/2R2 w", "c1c2"), "5/1xXx1/2X2/1XR2/5");
    assert_eq!(placed(&corners, "5/1x1X1/5/1xRx1/5 w", "c2c3"), "5/1X1x1/2R2/1X1X1/5");
}

#[test]
fn put_makes_a_piece_of_the_movers_appear() {
    let rules = five("s = { letter = 'S', move = '*# 1 => @Put(x, From)' }", "");
    assert_eq!(placed(&rules, "5/5/5/5/S4 w", "a1b1"), "5/5/5/5/XS3");
    assert_eq!(placed(&rules, "s4/5/5/5/5 b", "a5a4"), "x4/s4/5/5/5");
    // Behind it, as its player sees the board; off the board is nowhere.
    let behind = five("s = { letter = 'S', move = 'Rank +1 => @Put(x, Rank -1)' }", "");
    assert_eq!(placed(&behind, "5/5/5/S4/5 w", "a2a3"), "5/5/S4/5/X4");
    assert_eq!(placed(&behind, "5/s4/5/5/5 b", "a4a3"), "x4/5/s4/5/5");
    assert_eq!(placed(&behind, "5/5/5/5/S4 w", "a1a2"), "5/5/5/S4/5");
}

#[test]
fn effects_happen_in_their_order() {
    // A placed piece can change sides, and can then be captured as a piece of its new side.
    let rules = five("s = { letter = 'S', move = 'Rank +1 => @Put(x, From) @Flip(From)' }", "");
    assert_eq!(placed(&rules, "5/5/5/5/S4 w", "a1a2"), "5/5/5/S4/x4");
    let rules = five("s = { letter = 'S', move = 'Rank +1 => @Flip(File +1) @Take(File +1, @Ally)' }", "");
    assert_eq!(placed(&rules, "5/5/5/5/Sx3 w", "a1a2"), "5/5/5/S4/5");
    assert_eq!(placed(&rules, "5/5/5/5/SX3 w", "a1a2"), "5/5/5/S4/1x3");
    let rules = five("s = { letter = 'S', move = 'Rank +1 => @Become(x) @Shift(File +1, File +2)' }", "");
    assert_eq!(placed(&rules, "5/5/5/5/Sx3 w", "a1a2"), "5/5/5/X4/2x2");
}

#[test]
fn a_hook_sees_what_en_passant_took() {
    let atomic = "name = 'Atomic'\nextends = 'chess'\n[hooks]\naftercapture = '@Take(To ** ~1, @Not(@Is(pawn))) @Take(To)'";
    let atomic = rules("atomic.toml", atomic);
    // The pawn takes on d6: itself, the passing pawn and the knight beside the target go, the pawn on e7 stays.
    let start = "4k3/2npp3/8/4P3/8/8/8/4K3 b - - 0 1";
    assert_eq!(placed(&atomic, start, "d7d5 e5d6"), "4k3/4p3/8/8/8/8/8/4K3");
    // A move that takes nothing blows up nothing.
    assert_eq!(placed(&atomic, start, "d7d5 e5e6"), "4k3/2n1p3/4P3/3p4/8/8/8/4K3");
    // No king takes, since it would go with what it takes.
    assert_eq!(targets(&atomic, "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1"), ["d1", "e2", "f1", "f2"]);
}

#[test]
fn promotion_may_be_optional_and_must_be_somewhere() {
    let pawn = "p = { letter = 'P', move = 'Rank +1', promotion = { to = ['x'], when = '@To(Rank 4~5)', forced = \
                '@To(Rank 5)' } }";
    let rules = five(pawn, "");
    assert_eq!(targets(&rules, "5/5/5/P4/5 w", "a2"), ["a3"]);
    assert_eq!(targets(&rules, "5/5/P4/5/5 w", "a3"), ["a4", "a4=X"]);
    assert_eq!(targets(&rules, "5/P4/5/5/5 w", "a4"), ["a5=X"]);
    // Rank 5 is Black's far end too: the first rank of the board.
    assert_eq!(targets(&rules, "5/5/5/p4/5 b", "a2"), ["a1=X"]);
}

#[test]
fn a_right_without_a_letter_stands_while_its_piece_is_at_home() {
    let sections = "[rights]\nDash = { squares = 'File c, Rank 1' }";
    let rules =
        five_from("w = { letter = 'W', move = '*# 1 | Rank +3 @Right(Dash)' }", sections, "2w2/5/5/5/2W2");
    assert_eq!(targets(&rules, "5/5/5/5/2W2 w", "c1"), ["b1", "c2", "c4", "d1"]);
    assert_eq!(targets(&rules, "5/5/5/5/1W3 w", "b1"), ["a1", "b2", "c1"]);
    // Away and back: lost for the game, though the text of the position cannot say so.
    let start = "w4/5/5/5/2W2 w";
    let mut position = Position::from_fen(&rules, start).unwrap();
    for wanted in ["c1c2", "a5b5", "c2c1", "b5a5"] {
        let legal = position.legal_moves();
        let name = |mv: &carn::variant::Move| {
            rules.variant().board.name(mv.from) + &rules.variant().board.name(mv.to)
        };
        position.play(*legal.iter().find(|mv| name(mv) == wanted).unwrap()).unwrap();
    }
    let square = |name: &str| rules.variant().board.square(name).unwrap();
    assert!(position.moves_from(square("c1")).iter().all(|mv| mv.to != square("c4")));
    assert!(position.fen().starts_with("w4/5/5/5/2W2 w - -"), "{}", position.fen());
}

#[test]
fn the_outermost_rook_is_meant_by_the_plain_letter() {
    let text = carn::library::text("chess960").unwrap();
    let rules = rules("chess960.toml", text);
    let castles = |text: &str, from: &str, to: &str| {
        let white = text.contains(" w ");
        let rooks = ["a1", "c1", "h1", "a8", "c8", "h8"];
        assert!(rooks.contains(&to) && (to.ends_with('1') == white));
        targets(&rules, text, from).iter().any(|target| target == to)
    };
    // Two rooks on one side of the king. Q is the one on a1, which cannot pass its neighbour; C is the neighbour.
    let both = "4k3/8/8/8/8/8/8/R1R1K3 w";
    assert!(!castles(&format!("{both} Q - 0 1"), "e1", "c1"));
    assert!(!castles(&format!("{both} Q - 0 1"), "e1", "a1"));
    assert!(castles(&format!("{both} C - 0 1"), "e1", "c1"));
    assert!(castles("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1", "a1"));
    assert!(!castles("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1", "h1"));
    assert!(castles("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1", "h1"));
    assert!(castles("r3k2r/8/8/8/8/8/8/4K3 b q - 0 1", "e8", "a8"));
    // The letter of its file says the same of the outermost rook.
    let read = |text: &str| fen::parse(rules.variant(), text).unwrap();
    assert_eq!(read(&format!("{both} Q - 0 1")), read(&format!("{both} A - 0 1")));
    assert_ne!(read(&format!("{both} Q - 0 1")), read(&format!("{both} C - 0 1")));
    for rights in ["Q", "C", "QC", "-"] {
        let setup = read(&format!("{both} {rights} - 0 1"));
        assert_eq!(read(&fen::print(rules.variant(), &setup)), setup, "{rights}");
    }
    // There is no rook on b1, and none at all for a right of Black's; no right is called X.
    let kind = |wrong: &str| fen::parse(rules.variant(), &format!("{both} {wrong} - 0 1")).unwrap_err().kind;
    for (wrong, letter) in [("B", 'B'), ("q", 'q')] {
        assert_eq!(kind(wrong), FenErrorKind::NoHolder(letter));
    }
    assert_eq!(kind("X"), FenErrorKind::UnknownRight('X'));
}

#[test]
fn a_position_of_three_axes_is_written_plane_by_plane() {
    let text = "name = 'Cube'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank', 'Level']\nranges = { File = \
                'a~c', Rank = '1~2', Level = 'A~B' }\n[players]\nWhite = { fen = 'w' }\nBlack = { fen = 'b', flip = \
                ['Rank'] }\n[pieces]\nr = { letter = 'R', pattern = '*# *' }\nn = { letter = 'N', pattern = '*# 1' }\n\
                [setup]\nfen = '2r/3//n2/1NR w'\n[ending]\nstalemate = 'draw'\n";
    let rules = rules("cube.toml", text);
    let variant = rules.variant();
    let on = |name: &str| {
        let square = variant.board.square(name).unwrap();
        variant.start.piece(square).map(|piece| (piece.player.0, variant.role(piece.role).letter))
    };
    // The last level first, and on each level the last rank first.
    assert_eq!(on("c2B"), Some((1, 'R')));
    assert_eq!(on("a2A"), Some((1, 'N')));
    assert_eq!(on("b1A"), Some((0, 'N')));
    assert_eq!(on("c1A"), Some((0, 'R')));
    assert_eq!(variant.start.pieces().count(), 4);
    assert!(fen::print(variant, &variant.start).starts_with("2r/3//n2/1NR w"));
    // Up the level, up the rank; west stands its own knight.
    assert_eq!(targets(&rules, "2r/3//n2/1NR w", "c1A"), ["c1B", "c2A"]);
    assert_eq!(targets(&rules, "2r/3//n2/1NR w", "b1A"), ["a1A", "b1B", "b2A"]);
    assert_eq!(targets(&rules, "2r/3//n2/1NR b", "c2B"), ["a2B", "b2B", "c1B", "c2A"]);
    let wrong = |text: &str| fen::parse(variant, text).unwrap_err().kind;
    let row = |row: &str, found| FenErrorKind::RowLength { row: row.into(), found, expected: 3 };
    assert_eq!(wrong("2r/4//n2/1NR w"), row("Rank 1, Level B", 4));
    assert_eq!(wrong("2r/3//n/1NR w"), row("Rank 2, Level A", 1));
    let rows = |axis: &str, found| FenErrorKind::Rows { axis: axis.into(), found, expected: 2 };
    assert_eq!(wrong("2r/3 w"), rows("Level", 1));
    assert_eq!(wrong("2r//n2/1NR w"), rows("Rank", 1));
    assert_eq!(wrong("2r/3/3//n2/1NR w"), rows("Rank", 3));
    assert_eq!(wrong("2r/3///n2/1NR w"), FenErrorKind::Separator);
}

#[test]
fn predicates_ask_what_they_say() {
    // Around c3 stand an own piece on c4, an opponent's on d3; the other squares are free.
    let text = "5/2X2/2Wx1/5/5 w";
    let with = |call: &str| {
        targets(&five(&format!("w = {{ letter = 'W', pattern = '*# 1 {call}' }}"), ""), text, "c3")
    };
    assert_eq!(with(""), ["b3", "c2", "d3"]);
    assert_eq!(with("@NoOpponent"), ["b3", "c2"]);
    assert_eq!(with("@Occupied"), ["d3"]);
    assert_eq!(with("@Any(From *# 1, @Ally)"), ["b3", "c2", "d3"]);
    assert_eq!(with("@None(From *# 1, @Ally)"), NONE);
    // The squares one step from each target: from b3 they are a3, b2, b4 and the origin.
    assert_eq!(with("@All(To *# 1, @Empty)"), NONE, "the mover still stands on its origin");
    assert_eq!(with("@Count(1, To *# 1)"), ["b3", "c2", "d3"]);
    assert_eq!(with("@Count(2~, From *# 1)"), ["b3", "c2", "d3"]);
    assert_eq!(with("@Count(3, From *# 1)"), NONE);
    assert_eq!(with("@Or(@Opponent, @To(Rank 2))"), ["c2", "d3"]);
    assert_eq!(with("@Not(@Opponent)"), ["b3", "c2"]);
    assert_eq!(with("@Is(x)"), ["d3"]);
    assert_eq!(with("@Is(x, Rank +1)"), ["b3", "c2", "d3"]);
    assert_eq!(with("@Is(w, Rank +1)"), NONE);
    assert_eq!(with("@Same(Rank -1)"), ["c2"]);
    assert_eq!(with("@By(White)"), ["b3", "c2", "d3"]);
    assert_eq!(with("@By(Black)"), NONE);
    assert_eq!(with("@On(File c, Rank 3) @To(File b~c)"), ["b3", "c2"]);
}

#[test]
fn where_bounds_a_variable() {
    let rules = five("b = { letter = 'B', pattern = '*# $n *# $n @Where($n, 2~3)' }", "");
    assert_eq!(targets(&rules, "5/5/5/5/B4 w", "a1"), ["c3", "d4"]);
    let rules = five("b = { letter = 'B', pattern = 'File +$n Rank +$m @Where($m, $n+1)' }", "");
    assert_eq!(targets(&rules, "5/5/5/5/B4 w", "a1"), ["a2", "b3", "c4", "d5"]);
}

#[test]
fn unmoved_is_lost_with_the_first_move() {
    let start = "1p3/5/5/P4/5 w";
    let pawn = "p = { letter = 'P', move = 'Rank 1 | Rank +2 @Unmoved' }";
    let rules = five_from(pawn, "", "1p3/5/5/P4/5");
    assert_eq!(targets(&rules, start, "a2"), ["a1", "a3", "a4"]);
    let mut position = Position::from_fen(&rules, start).unwrap();
    let square = |name: &str| rules.variant().board.square(name).unwrap();
    for (from, to) in [("a2", "a1"), ("b5", "b4"), ("a1", "a2"), ("b4", "b5")] {
        let legal = position.moves_from(square(from));
        position.play(*legal.iter().find(|mv| mv.to == square(to)).unwrap()).unwrap();
    }
    let of = |from: &str| -> Vec<_> {
        let mut names: Vec<_> =
            position.moves_from(square(from)).iter().map(|mv| rules.variant().board.name(mv.to)).collect();
        names.sort();
        names
    };
    assert_eq!(of("a2"), ["a1", "a3"]);
}

#[test]
fn mobile_squares_are_those_with_a_way_on() {
    // A lance that may not come to rest where it could never move again: not on its last rank.
    let rules = five("l = { letter = 'L', move = 'Rank +* @Mobile' }", "");
    assert_eq!(targets(&rules, "5/5/5/L4/5 w", "a2"), ["a3", "a4"]);
    assert_eq!(targets(&rules, "5/5/5/l4/5 b", "a2"), NONE);
    // Pieces in the way do not count: `@Mobile` uses an empty board.
    assert_eq!(targets(&rules, "x4/5/L4/5/5 w", "a3"), ["a4"]);
}

#[test]
fn checks_and_mates_can_be_asked_for() {
    let king = "k = { letter = 'K', royal = true, pattern = '**# 1' }";
    let with = |call: &str| five(&format!("{king}\nr = {{ letter = 'R', pattern = '*# * {call}' }}"), "");
    // The king on e5, hemmed in by the rook on the fourth rank: on the fifth rank it is mate, on the e-file check.
    let text = "4k/R4/5/1R3/K4 w";
    assert_eq!(targets(&with("@Mates"), text, "b2"), ["b5"]);
    assert_eq!(targets(&with("@Checks"), text, "b2"), ["b5", "e2"]);
    assert_eq!(targets(&with("@Not(@Checks)"), text, "b2"), ["a2", "b1", "b3", "b4", "c2", "d2"]);
}

/// `false` is what the file itself says, not only that its parent's line is gone.
#[test]
fn a_file_may_forbid_what_its_parent_lets_drop() {
    let text =
        "name = 'Child'\nextends = 'crazyhouse'\n[pieces.queen]\ndrop = false\n[pieces.pawn]\ndrop = false\n";
    let rules = rules("child.toml", text);
    for role in &rules.variant().roles {
        assert_eq!(role.drops.is_empty(), matches!(&*role.name, "queen" | "pawn"), "{}", role.name);
    }
}

#[test]
fn rows_go_along_axes_that_are_two_squares_long() {
    let narrow = rules(
        "narrow.toml",
        "name = 'Narrow'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = { File = 'a~b', Rank = \
         '1~3' }\n[pieces]\nx = { letter = 'X', pattern = '*# 1' }\n[setup]\nfen = 'x1/2/X1 w'\n[ending]\nstalemate = \
         'draw'\nends = [{ win = '@InRow(2)', reason = 'two in a row' }]\n",
    );
    let ended = |text: &str| Position::from_fen(&narrow, text).unwrap().outcome().is_some();
    assert!(ended("x1/2/XX w") && ended("2/x1/XX b"));
    assert!(ended("x1/X1/X1 w") && ended("x1/1X/X1 w"));
    assert!(!ended("1x/2/X1 w") && !ended("xX/2/X1 w"));
}

#[test]
fn hands_in_sfen_hold_promoted_pieces_too() {
    let pieces = "p = { letter = 'P', pattern = 'Rank +1' }\nt = { letter = '+P', pattern = '*# 1' }";
    let rules = five(pieces, "[hand]\ntaken = 'taker'\ndrop = true");
    let held = |text: &str| fen::parse_sfen(rules.variant(), text).map(|setup| setup.hands);
    // Of each player's: the piece that never moves, the pawn, the promoted one.
    assert_eq!(held("5/5/5/5/5 b P2+P3p 1"), Ok(vec![0, 1, 2, 0, 3, 0]));
    assert_eq!(held("5/5/5/5/5 b 12+p2X 1"), Ok(vec![2, 0, 0, 0, 0, 12]));
    assert!(held("5/5/5/5/5 b P+ 1").is_err() && held("5/5/5/5/5 b P2 1").is_err());
    // As many as a number may tell, however they are written.
    let letters = |count: usize| format!("5/5/5/5/5[{}] w", "P".repeat(count));
    assert!(held("5/5/5/5/5 b 65535P 1").is_ok() && fen::parse(rules.variant(), &letters(65535)).is_ok());
    for error in [held("5/5/5/5/5 b 65535PP 1").err(), fen::parse(rules.variant(), &letters(65536)).err()] {
        assert_eq!(error.map(|error| error.kind), Some(fen::FenErrorKind::TooManyInHand));
    }
}

#[test]
fn points_are_written_with_a_decimal_point_if_they_need_one() {
    let written = [735, 730, 0, -5, -20, 9, -101].map(carn::variant::Points::written);
    assert_eq!(written, ["73.5", "73", "0", "-0.5", "-2", "0.9", "-10.1"]);
}

/// The text that a short predicate stands for is the rule: nothing else knows the short form.
#[test]
fn a_short_predicate_is_what_it_is_short_for() {
    let pieces =
        |guard: &str| format!("k = {{ letter = 'K', move = '*# * {guard}' }}\nq = {{ letter = 'Q' }}");
    let game = |guard: &str, sections: &str| five(&pieces(guard), sections);
    let short = game("@Adjacent(q, x)", "");
    let long = game("@Any(To ** ~1, @Is(q, x))", "");
    let movements =
        |rules: &Rules| rules.variant().roles.iter().map(|role| role.movements.clone()).collect::<Vec<_>>();
    assert_eq!(movements(&short), movements(&long));
    assert_eq!(targets(&short, "5/5/5/3x1/K4 w", "a1"), ["c1", "d1", "e1"]);
    assert_eq!(targets(&short, "5/1q3/5/5/K4 w", "a1"), ["a3", "a4", "a5"]);

    // In a function its arguments may be the function's.
    let within = game("@Near(q)", "[functions]\n'Near(piece)' = '@Not(@Adjacent(piece))'");
    assert_eq!(targets(&within, "5/5/5/3q1/K4 w", "a1"), ["a2", "a3", "a4", "a5", "b1"]);

    let errors = |guard: &str| {
        let text = format!("extends = 'chess'\nname = 'Near'\n[pieces.king]\nmove = '*# 1 {guard}'\n");
        let compiled = compile("near.toml", &text, &Shipped, &Natives::default());
        let errors = compiled.diagnostics.into_iter().filter(|one| one.is_error());
        errors.map(|one| (one.span.text(&text).to_owned(), one.message)).collect::<Vec<_>>()
    };
    let [(place, message)] = &errors("@Adjacent(rook, nobody)")[..] else { panic!("one error") };
    assert!(place == "nobody" && message.contains("there is no piece `nobody`"), "{place}: {message}");
    let [(place, message)] = &errors("@Adjacent")[..] else { panic!("one error") };
    assert!(place == "@Adjacent" && message.contains("takes at least 1 argument"), "{place}: {message}");
}
