//! Boards and rules other than two lettered axes: three axes, long axes, several ways with the same origin
//! and target.

use carn::geometry::{Axis, Board, Displacement, Labels, Orientation};
use carn::notation::{self, Consequence, LegalMoves, View};
use carn::position::Position;
use carn::random::Random;
use carn::variant::{
    Anchor, Effect, Move, Movement, Piece, Place, PlayerId, Script, Setup, Variant, fen, literal,
};

use super::games::{assert_round_trips, chess};
use crate::features::five_from;

/// A variant with chess's roles (their movements are not asked) on another board.
fn on_board(axes: Vec<Axis>) -> Variant {
    let mut variant = chess();
    let count = axes.len();
    variant.board = Board::new(axes).unwrap();
    for player in &mut variant.players {
        player.orientation = Orientation::identity(count);
    }
    variant.start = Setup::empty(variant.board.len());
    variant
}

fn axis(name: &str, length: u16, labels: Labels) -> Axis {
    Axis { name: name.into(), length, labels, wraps: false }
}

/// Moves of queens (by whatever rule) from many squares to one.
fn crowd(variant: &Variant, role: &str) -> (Setup, Vec<Move>) {
    let role = variant.role_named(role).unwrap();
    let mut setup = variant.start.clone();
    let squares: Vec<_> = variant.board.squares().collect();
    let to = [squares[0], squares[squares.len() / 2]];
    let mut legal = Vec::new();
    for &from in squares.iter().skip(1).step_by(3).filter(|from| !to.contains(from)) {
        setup.squares[from.index()] = Some(Piece { player: PlayerId(0), role });
        legal.extend(to.map(|to| Move::plain(from, to)));
    }
    legal.sort_unstable();
    (setup, legal)
}

#[test]
fn boards_of_any_shape_round_trip() {
    let letters = |n| axis("File", n, Labels::Letters('a'));
    let numbers = |n| axis("Rank", n, Labels::Numbers(1));
    let levels = |n| axis("Level", n, Labels::Letters('A'));
    for axes in [
        vec![letters(5), numbers(5), levels(5)],
        vec![letters(12), numbers(16)],
        vec![letters(26), numbers(12)],
        vec![axis("File", 9, Labels::Numbers(1)), axis("Rank", 9, Labels::Letters('a'))],
        vec![letters(7)],
        vec![letters(4), axis("Rank", 4, Labels::Letters('a'))],
        vec![
            letters(3),
            numbers(3),
            axis("Level", 3, Labels::Letters('a')),
            axis("Time", 3, Labels::Numbers(1)),
        ],
        vec![axis("File", 9, Labels::Numbers(0))],
    ] {
        let variant = on_board(axes);
        for role in ["queen", "pawn", "bishop"] {
            let (setup, legal) = crowd(&variant, role);
            for script in [Script::Coordinate, Script::San, Script::Iccs, Script::Chinese, Script::Wxf] {
                if variant.can_write(script) {
                    assert_round_trips(&variant, &setup, &legal, script);
                }
            }
        }
    }
}

#[test]
fn scripts_are_offered_where_they_make_sense() {
    let letters = |n| axis("File", n, Labels::Letters('a'));
    let numbers = |n| axis("Rank", n, Labels::Numbers(1));
    let offered = |axes: Vec<Axis>| {
        let variant = on_board(axes);
        notation::script_names()
            .filter(|name| variant.can_write(notation::script_named(name).unwrap()))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(offered(vec![letters(9), numbers(10)]), "coordinate san long chinese wxf iccs usi hodges pdn");
    assert_eq!(offered(vec![letters(12), numbers(12)]), "coordinate san long chinese iccs usi hodges pdn");
    assert_eq!(
        offered(vec![letters(5), numbers(5), axis("Level", 5, Labels::Letters('A'))]),
        "coordinate san long pdn"
    );
}

/// Two-digit ranks are read whole.
#[test]
fn long_ranks_are_unambiguous() {
    let variant = on_board(vec![axis("File", 9, Labels::Letters('a')), axis("Rank", 10, Labels::Numbers(1))]);
    let rook = variant.role_named("rook").unwrap();
    let square = |name: &str| variant.board.square(name).unwrap();
    let mut setup = variant.start.clone();
    setup.squares[square("h3").index()] = Some(Piece { player: PlayerId(0), role: rook });
    let legal = LegalMoves::from(["h1", "h10"].map(|to| Move::plain(square("h3"), square(to))).to_vec());
    let view = View { variant: &variant, setup: &setup, legal: &legal };
    let read = |text: &str, script| notation::read_in(view, text, &[script]).ok();
    assert_eq!(read("h3h10", Script::Coordinate), Some(legal[1]));
    assert_eq!(read("h3h1", Script::Coordinate), Some(legal[0]));
    assert_eq!(read("Rh10", Script::San), Some(legal[1]));
    assert_eq!(read("R3h1", Script::San), Some(legal[0]));
    assert_eq!(read("h2h9", Script::Iccs), Some(legal[1]));
    assert_eq!(read("h2h0", Script::Iccs), Some(legal[0]));
    assert_eq!(read("h3h100", Script::Coordinate), None);
}

/// Moves that differ in their effects alone are told apart by `~n` in every script.
#[test]
fn ways_are_told_apart() {
    let mut variant = chess();
    let knight = variant.role_named("knight").unwrap();
    let leap = variant.role(knight).movements[0].clone();
    let place = Place { anchor: Anchor::From, steps: vec![Displacement::new(&[1, 0])] };
    let taking = Movement { effects: vec![Effect::Take(place, vec![])], ..leap };
    variant.roles[knight.index()].movements.extend([taking.clone(), taking]);
    let count = variant.role(knight).movements.len() as u16;
    let square = |name: &str| variant.board.square(name).unwrap();
    let plain = Move::plain(square("g1"), square("h3"));
    let legal = LegalMoves::from(vec![plain, Move { way: count - 1, ..plain }, Move { way: count, ..plain }]);
    let setup = variant.start.clone();
    let view = View { variant: &variant, setup: &setup, legal: &legal };
    let written: Vec<_> = legal
        .iter()
        .map(|&mv| notation::write_in(view, mv, Consequence::default(), Script::San).unwrap())
        .collect();
    assert_eq!(written, ["Nh3", "Nh3~2", "Nh3~3"]);
    for script in [Script::San, Script::Coordinate, Script::Iccs, Script::Chinese, Script::Wxf] {
        assert_round_trips(&variant, &setup, &legal, script);
    }
}

#[test]
fn squares_of_digits_are_parted_by_a_hyphen() {
    let variant = on_board(vec![axis("Cell", 12, Labels::Numbers(1))]);
    let queen = Piece { player: PlayerId(0), role: variant.role_named("queen").unwrap() };
    let cell = |label: &str| variant.board.square(label).unwrap();
    let mut setup = variant.start.clone();
    setup.squares[cell("1").index()] = Some(queen);
    setup.squares[cell("11").index()] = Some(queen);
    let mut legal = vec![
        Move::plain(cell("1"), cell("12")),
        Move::plain(cell("1"), cell("2")),
        Move::plain(cell("11"), cell("2")),
        Move::plain(cell("11"), cell("12")),
    ];
    legal.sort_unstable();
    let legal = legal.into();
    let view = View { variant: &variant, setup: &setup, legal: &legal };
    for (from, to, coordinate) in
        [("1", "12", "1-12"), ("1", "2", "1-2"), ("11", "2", "11-2"), ("11", "12", "11-12")]
    {
        let mv = Move::plain(cell(from), cell(to));
        let written = notation::write_in(view, mv, Consequence::default(), Script::Coordinate);
        assert_eq!(written.as_deref(), Some(coordinate));
        assert_eq!(notation::read_in(view, coordinate, &[Script::Coordinate]), Ok(mv));
        let written = notation::write_in(view, mv, Consequence::default(), Script::San).unwrap();
        assert_eq!(notation::read_in(view, &written, &[Script::San]), Ok(mv), "{written}");
    }
}

#[test]
fn roles_that_share_a_letter_are_told_apart_in_scripts_without_a_sign_for_them() {
    let mut games = 0;
    for name in carn::library::names() {
        let rules = carn::library::rules(name).unwrap();
        if !rules.variant().roles.iter().any(|role| role.pluses > 0)
            || rules.variant().board.axes().len() != 2
        {
            continue;
        }
        games += 1;
        let (mut position, mut random) = (Position::start(&rules), Random::new(7));
        for _ in 0..24 {
            let legal = position.legal_moves();
            for &m in &legal {
                for script in [Script::Chinese, Script::Wxf] {
                    let Some(text) = notation::write(&position, m, script) else { continue };
                    assert_eq!(notation::read(&position, &text, &[script]), Ok(m), "{name}: {text}");
                }
            }
            let Some(&m) = random.choose(&legal) else { break };
            position.play_unchecked(m);
        }
    }
    assert!(games > 3, "{games} games");
}

/// Tenjiku and games like it promote what has been promoted.
#[test]
fn second_promotions_have_two_signs() {
    let pieces = "p = { letter = 'P', pattern = '*# 1', promotion = { to = ['q', 'r'], when = '@To(Rank 4~5)', forced = false } }\n\
        q = { letter = '+P', pattern = '*# 1', promotion = { to = 'r', when = '@To(Rank 4~5)', forced = false } }\n\
        r = { letter = '++P', pattern = '**# 1' }\n";
    let rules = five_from(pieces, "", "++p1+p1p/5/P+P3/5/4++P");
    let variant = rules.variant();
    assert_eq!(fen::print(variant, &variant.start), "++p1+p1p/5/P+P3/5/4++P w - - 0 1");
    let legal = LegalMoves::from(literal::legal_moves(variant, &variant.start));
    for (_, script) in Script::NAMED.iter().filter(|&&(_, script)| variant.can_write(script)) {
        assert_round_trips(variant, &variant.start, &legal, *script);
    }
    let view = View { variant, setup: &variant.start, legal: &legal };
    let read = |text: &str, script| notation::read_in(view, text, &[script]).unwrap();
    for (plain, coordinate, san) in
        [("a3a4", "a3a4+", "Pa4=+P"), ("a3a4", "a3a4++", "Pa4=++P"), ("b3b4", "b3b4++", "+Pb4=++P")]
    {
        let mv = read(coordinate, Script::Coordinate);
        assert_eq!(mv, read(san, Script::San), "{san}");
        assert_ne!(mv, read(plain, Script::Coordinate), "{coordinate}");
    }
    let written = |text: &str, script| {
        notation::write_in(view, read(text, Script::Coordinate), Consequence::default(), script)
    };
    assert_eq!(written("b3b4++", Script::San).as_deref(), Some("+Pb4=++P"));
    assert_eq!(written("a3a4+", Script::Coordinate).as_deref(), Some("a3a4+"));
    assert_eq!(
        fen::parse(variant, "sfen ++p1+p1p/5/P+P3/5/4++P b - 1").map(|setup| setup.squares),
        Ok(variant.start.squares.clone())
    );
    assert!(fen::parse(variant, "+++p4/5/5/5/5 w").is_err() && fen::parse(variant, "++4/5/5/5/5 w").is_err());
}

#[test]
fn there_may_be_more_roles_than_letters() {
    let signs = ["", "+", "++"].into_iter().flat_map(|sign| ('A'..='W').map(move |c| format!("{sign}{c}")));
    let pieces: String = signs
        .clone()
        .enumerate()
        .map(|(nth, letter)| format!("p{nth} = {{ letter = '{letter}', pattern = '*# 1' }}\n"))
        .collect();
    let rules = five_from(&pieces, "", "++a4/5/5/5/4++W");
    assert_eq!(rules.variant().roles.len(), 70);
    for letter in signs {
        let text = format!("{}4/5/5/5/4{letter} w - - 0 1", letter.to_lowercase());
        let setup = fen::parse(rules.variant(), &text).unwrap();
        assert_eq!(fen::print(rules.variant(), &setup), text);
    }
    for wrong in ["+++A", "A+", "+", "++", "AB"] {
        let text = format!("extends = 'chess'\nname = 'T'\n[pieces.t]\nletter = '{wrong}'\nmove = '*# 1'");
        let found = carn::compile::compile(
            "t.toml",
            &text,
            &carn::library::Shipped,
            &carn::compile::Natives::default(),
        );
        let told = found.diagnostics.iter().any(|one| one.message.contains("one after `+` or `++`"));
        assert!(told, "{wrong}: {:?}", found.diagnostics);
    }
}
