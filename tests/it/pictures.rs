//! Pictures requested by rule files: wedges, labels, points off the grid, lines that end at holes.

use carn::compile::{Natives, compile};
use carn::draw::{Glyphs, Picture, stage, svg};
use carn::library::{Shipped, rules};
use carn::variant::Variant;

/// A game of points with a hole in the middle and at the corners, as fox and geese has them.
const CROSS: &str = "name = \"Cross\"\nturn = [\"A\", \"B\"]\n[board]\naxes = [\"File\", \"Rank\"]\n\
    ranges = { File = \"a~e\", Rank = \"1~5\" }\nholes = [\"File a e, Rank 1 5\", \"File c, Rank 3\"]\n\
    drawing = \"points\"\n[pieces.man]\nletter = \"M\"\nmove = \"*# 1\"\n\
    [setup]\nfen = \"*3*/5/2*2/5/*M1m* w - - 0 1\"\n[ending]\nstalemate = \"loss\"\n";

fn compiled(text: &str) -> (Option<Variant>, Vec<String>) {
    let compiled = compile("it.toml", text, &Shipped, &Natives::default());
    let errors = compiled.diagnostics.iter().filter(|one| one.is_error());
    (compiled.variant, errors.map(|one| one.message.clone()).collect())
}

fn drawn(variant: &Variant, glyphs: Glyphs) -> String {
    svg(&Picture::new(variant, &variant.start, glyphs))
}

#[test]
fn wedges_face_their_players_way() {
    for game in ["shogi", "chushogi", "minishogi"] {
        let rules = rules(game).unwrap();
        let picture = drawn(rules.variant(), Glyphs::Pictures);
        let pieces = rules.variant().start.pieces().count();
        assert_eq!(picture.matches("rotate(180 ").count(), pieces / 2, "{game}");
        assert_eq!(picture.matches("rotate(0 ").count(), pieces / 2, "{game}");
        assert!(!picture.contains("<circle"), "{game}: no discs");
        // 一 beside the board; on pieces one character, two if they are asked for, a letter if that is.
        let shape =
            |picture: &str, c: char| picture.matches(&format!("href=\"#c{:x}\"", u32::from(c))).count();
        assert_eq!(shape(&picture, '一'), if game == "chushogi" { 2 } else { 1 }, "{game}");
        let full = drawn(rules.variant(), Glyphs::Full);
        assert!(shape(&picture, '歩') > 1 && shape(&picture, '兵') == 0, "{game}");
        assert_eq!(shape(&full, '歩'), shape(&full, '兵'), "{game}");
        let letters = drawn(rules.variant(), Glyphs::Letters);
        assert_eq!(shape(&letters, '歩'), 0, "{game}");
        assert_eq!(letters.matches("rotate(180 ").count(), pieces / 2, "{game}");
    }
}

#[test]
fn labels_do_not_touch_the_board() {
    let picture = |game: &str| drawn(rules(game).unwrap().variant(), Glyphs::Pictures);
    // 十一 and 十二 are set smaller than 一 to 十.
    assert_eq!(picture("chushogi").matches("scale(0.012)").count(), 4);
    assert_eq!(picture("shogi").matches("scale(0.012)").count(), 0);
}

#[test]
fn lines_end_at_holes() {
    let (variant, errors) = compiled(CROSS);
    assert_eq!(errors, [""; 0]);
    let variant = variant.unwrap();
    let lines = drawn(&variant, Glyphs::Letters);
    // Across and up: one on each outer line, one on each of the next two, two beside the hole.
    assert_eq!(lines.matches("stroke-width=\"1.5\"/>").count(), 2 * (2 + 2 + 2));
    assert!(!lines.contains("stroke-width=\"3\""), "no frame around holes");
}

#[test]
fn points_lie_where_the_file_says() {
    let mill = |extra: &str| {
        let text = CROSS.replace("holes = [\"File a e, Rank 1 5\", \"File c, Rank 3\"]\n", extra);
        compiled(&text.replace("*3*/5/2*2/5/*M1m*", "1M/1m").replace("a~e", "a~b").replace("1~5", "1~2"))
    };
    let (variant, errors) = mill("at = [\"0,2.5 1,1\", \"0,0 3,1\"]\nlines = [\"a1 a2\", \"a2 b1\"]\n");
    assert_eq!(errors, [""; 0]);
    let variant = variant.unwrap();
    let stage = stage(&variant, 1200);
    let spots: Vec<(usize, usize)> = stage.spots.iter().map(|spot| (spot.x, spot.y)).collect();
    // As wide as three and as high as two and a half squares and their halves: a1, b1, a2, b2.
    assert_eq!((stage.width, stage.height), (300, 270));
    assert_eq!(spots, [(60, 210), (240, 150), (60, 60), (120, 150)]);
    assert_eq!(drawn(&variant, Glyphs::Letters).matches("stroke-width=\"1.5\"/>").count(), 2);
    for (extra, wrong) in [
        ("at = [\"0,0 1,1\"]\n", "a text for each row"),
        ("at = [\"0,0\", \"0,1 1,1\"]\n", "each with a place"),
        ("at = [\"0,0 1,x\", \"0,1 1,1\"]\n", "each with a place"),
        ("at = [\"0,0 1,-1\", \"0,1 1,1\"]\n", "each with a place"),
        ("lines = [\"a1 c1\"]\n", "`c1` is not a square"),
        ("labels = { File = \"1\" }\n", "2 coordinates, and 1 labels"),
        ("labels = { Fiel = \"1 2\" }\n", "Fiel"),
        ("tiles = \"cards\"\n", "tiles"),
    ] {
        let (_, errors) = mill(extra);
        assert!(errors.iter().any(|one| one.contains(wrong)), "{extra}: {errors:?}");
    }
    let (_, errors) = compiled(&CROSS.replace("\"points\"", "\"plain\"\nlines = [\"b1 b2\"]"));
    assert!(errors.iter().any(|one| one.contains("is for boards with")), "{errors:?}");
}
