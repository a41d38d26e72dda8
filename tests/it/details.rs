//! Details of the rules that no other test would notice if they broke, one test each.

use carn::compile::{Natives, compile};
use carn::library::Shipped;
use carn::position::{PerftOptions, Position, Rules};
use carn::random::Random;
use carn::variant::{Outcome, Reason, fen, literal};

fn rules(text: &str) -> Rules {
    let compiled = compile("details.toml", text, &Shipped, &Natives::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    Rules::new(compiled.variant.unwrap())
}

/// A game on five by five squares.
fn five(players: &str, pieces: &str, start: &str) -> Rules {
    let mate = if pieces.contains("royal") { "checkmate = 'loss'\n" } else { "" };
    rules(&format!(
        "name = 'Five'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = \
         '1~5' }}\n[players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b', {players} }}\n[pieces]\n{pieces}\n[setup]\n\
         fen = '{start}'\n[ending]\nstalemate = 'draw'\n{mate}"
    ))
}

fn targets(rules: &Rules, text: &str, from: &str) -> Vec<String> {
    let position = Position::from_fen(rules, text).unwrap();
    let mut names: Vec<String> = position
        .moves_from(rules.variant().board.square(from).unwrap())
        .into_iter()
        .map(|m| rules.variant().board.name(m.to))
        .collect();
    names.sort();
    names
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let rules = position.rules().clone();
        let named = |m: &carn::variant::Move| {
            rules.variant().board.name(m.from) + &rules.variant().board.name(m.to) == text
        };
        let m = position.legal_moves().into_iter().find(named);
        position.play(m.unwrap_or_else(|| panic!("{text} in {}", position.fen()))).unwrap();
    }
}

#[test]
fn a_range_of_one_number_is_that_number() {
    let rules = five("", "r = { letter = 'R', pattern = 'File 2~2' }", "5/5/5/5/2R2 w");
    assert_eq!(targets(&rules, "5/5/5/5/2R2 w", "c1"), ["a1", "e1"]);
}

#[test]
fn a_label_that_is_not_travelled_is_no_choice() {
    let rules = five("", "r = { letter = 'R', pattern = '*#a ~1 *#b 1' }", "5/5/2R2/5/5 w");
    assert_eq!(targets(&rules, "5/5/2R2/5/5 w", "c3"), ["b2", "b4", "d2", "d4"]);
}

#[test]
fn moves_may_be_one_players_alone() {
    let r = "r = { letter = 'R', pattern = 'Rank 1 @By(Black) | File 1 @By(White)' }";
    let rules = five("", r, "5/5/2R2/5/5 w");
    assert_eq!(rules.fallback(), None);
    assert_eq!(targets(&rules, "5/5/2R2/5/5 w", "c3"), ["b3", "d3"]);
    assert_eq!(targets(&rules, "5/5/2r2/5/5 b", "c3"), ["c2", "c4"]);
}

#[test]
fn pieces_that_become_royal_are_royal_to_both_evaluators() {
    for effect in ["@Become(k)", "@Put(k, From)"] {
        let pieces = format!(
            "p = {{ letter = 'P', move = 'Rank +1 => {effect}' }}\nk = {{ letter = 'K', royal = true, pattern = '**# 1' }}"
        );
        let rules = five("", &pieces, "4k/5/5/5/K3P w");
        assert_eq!(rules.fallback(), None, "{effect}");
        let mut position = Position::start(&rules);
        for text in ["e1e2", "e5d5", "a1a2"] {
            play(&mut position, text);
            let expected = literal::legal_moves(rules.variant(), &position.setup());
            assert_eq!(position.legal_moves(), expected, "{effect} {text}");
        }
    }
}

#[test]
fn a_promotion_is_a_legal_move_where_there_is_no_other() {
    let rules = Rules::new(carn::library::variant("chess").unwrap());
    let position = Position::from_fen(&rules, "8/7P/8/8/8/8/2k5/K1n5 w - - 0 1").unwrap();
    assert_eq!(position.legal_moves().len(), 4);
    assert!(position.has_legal_move() && position.outcome().is_none());
}

#[test]
fn a_mark_where_its_maker_stands_is_a_mark() {
    let rules = five("", "r = { letter = 'R', move = '*# 1 => @Mark(To)' }", "2r2/5/5/5/2R2 w");
    let mut position = Position::from_fen(&rules, "2r2/5/5/5/2R2 w").unwrap();
    play(&mut position, "c1c2");
    let (setup, c2) = (position.setup(), rules.variant().board.square("c2").unwrap());
    assert!(setup.marks.get(c2).is_some_and(|mark| mark.marker == Some(c2)));
    assert_eq!(Position::from_fen(&rules, &position.fen()).unwrap().setup(), setup);
}

#[test]
fn where_something_stands_is_asked_of_the_square_that_is_tested() {
    let rules = five("", "r = { letter = 'R', move = 'Rank +* @None(Path, @On(Rank 3))' }", "5/5/5/5/2R2 w");
    assert_eq!(targets(&rules, "5/5/5/5/2R2 w", "c1"), ["c2", "c3"]);
}

#[test]
fn the_outermost_holder_is_on_the_players_own_side() {
    let pieces = "k = { letter = 'K', royal = true, pattern = '**# 1' }\nr = { letter = 'R', pattern = '*# *' }\n[rights]\n\
                  Castle = { each = 'Rank 1', piece = 'r', letters = 'File', outermost = { X = 'File +', Y = 'File -' } }";
    let board = "r1k1r/5/5/5/R1K1R w";
    for (flipped, plus, minus) in [("flip = ['Rank', 'File']", 'a', 'e'), ("flip = ['Rank']", 'e', 'a')] {
        let rules = five(flipped, pieces, &format!("{board} - - 0 1"));
        let read = |rights: &str| fen::parse(rules.variant(), &format!("{board} {rights} - 0 1")).unwrap();
        assert_eq!((read("X"), read("Y")), (read("E"), read("A")), "{flipped}");
        assert_eq!((read("x"), read("y")), (read(&plus.to_string()), read(&minus.to_string())), "{flipped}");
        assert_ne!(read("x"), read("y"));
    }
}

#[test]
fn any_number_of_bishops_on_one_shade_is_too_little() {
    let chess = Rules::new(carn::library::variant("chess").unwrap());
    let short = |text: &str| {
        let outcome = Position::from_fen(&chess, text).unwrap().outcome();
        outcome.map(|outcome| outcome.reason) == Some(Reason::InsufficientMaterial)
    };
    assert!(short("4k3/8/8/8/8/8/8/B3K3 w - - 0 1"));
    assert!(short("4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1"));
    assert!(short("4kb1b/8/8/8/8/8/8/B1B1K3 w - - 0 1"));
    assert!(short("4k3/8/8/8/8/4B3/8/B1B1K3 w - - 0 1"));
    assert!(!short("4k3/8/8/8/8/8/8/BB2K3 w - - 0 1"));
    assert!(!short("4k1b1/8/8/8/8/8/8/B1B1K3 w - - 0 1"));
}

#[test]
fn a_royal_may_not_castle_out_from_behind_its_own_shield() {
    // The rook stands between the king's new place and an opponent's: only after the move is that line open.
    let text = "name = 'Castle'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = { File = 'a~h', Rank \
                = '1~3' }\n[pieces]\nk = { letter = 'K', royal = true, pattern = '**# 1', move = 'File +2 @Right(C) \
                @Empty(File +1) @NotAttacked(From) @NotAttacked(File +1) => @Shift(File +3, File +1)' }\nr = { letter = \
                'R', pattern = '*# *' }\n[rights.C]\nsquares = 'File d g, Rank 1'\nletter = 'C'\n[setup]\nfen = \
                '3k4/8/3K2R1 w C - 0 1'\n[ending]\nstalemate = 'draw'\ncheckmate = 'loss'\n";
    let rules = rules(text);
    let castles = |text: &str| targets(&rules, text, "d1").contains(&"f1".to_owned());
    assert!(castles("3k4/8/3K2R1 w C - 0 1"));
    assert!(!castles("3k4/8/3K2Rr w C - 0 1"));
    assert!(!castles("3k1r2/8/3K2R1 w C - 0 1"));
    assert!(!castles("3kr3/8/3K2R1 w C - 0 1"));
    assert!(castles("3k2r1/8/3K2R1 w C - 0 1"));
}

#[test]
fn two_who_check_each_other_for_ever_draw() {
    // Each king blocks a rook's line, or stands as the screen of a cannon: every step of either gives check.
    let text = |perpetual: &str| {
        format!(
            "name = 'Both'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~d', Rank = \
             '1~2' }}\n[pieces]\nk = {{ letter = 'K', royal = true, pattern = 'Rank 1' }}\nr = {{ letter = 'R', pattern \
             = 'File *' }}\nc = {{ letter = 'C', capture = 'File * @JumpOver(1)' }}\n[setup]\nfen = 'R2c/RKkc \
             w'\n[ending]\nstalemate = 'draw'\ncheckmate = 'loss'\nrepetition = {{ times = 3, result = 'draw'{perpetual} \
             }}\n"
        )
    };
    let rules = rules(&text(", perpetual-check = 'loss'"));
    let mut position = Position::from_fen(&rules, "R2c/RKkc w").unwrap();
    for _ in 0..2 {
        assert_eq!(position.outcome(), None);
        for m in ["b1b2", "c1c2", "b2b1", "c2c1"] {
            play(&mut position, m);
            assert!(position.in_check(), "{m}");
        }
    }
    let outcome = position.outcome().map(|Outcome { winner, reason, .. }| (winner, reason));
    assert_eq!(outcome, Some((None, Reason::Repetition)));
}

#[test]
fn hashes_tell_positions_apart() {
    let chess = Rules::new(carn::library::variant("chess").unwrap());
    let texts = [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K1R1 w Qkq - 0 1",
        "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/3pN3/8/8/8/R3K2R w KQkq - 0 1",
    ];
    let hashes: Vec<u64> =
        texts.iter().map(|text| Position::from_fen(&chess, text).unwrap().hash()).collect();
    for (n, hash) in hashes.iter().enumerate() {
        assert_eq!(hashes.iter().filter(|other| *other == hash).count(), 1, "{}", texts[n]);
    }
    // The board comes back, the rights do not: another position, which has not occurred before.
    let mut position = Position::from_fen(&chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    let start = position.hash();
    play(&mut position, "h1g1 h8g8 g1h1 g8h8");
    assert_ne!(position.hash(), start);
    assert_eq!(position.occurrences(), 1);
    play(&mut position, "h1g1 h8g8 g1h1 g8h8");
    assert_eq!(position.occurrences(), 2);
}

#[test]
fn a_table_of_counts_tells_depths_apart() {
    // Two kings that come back where they were two plies later: one position at several depths.
    let chess = Rules::new(carn::library::variant("chess").unwrap());
    for text in ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "k7/8/8/8/8/8/8/7K b - - 0 1"] {
        let position = Position::from_fen(&chess, text).unwrap();
        for threads in [0, 2] {
            let options = PerftOptions { threads, hash_megabytes: 1, ..PerftOptions::default() };
            for depth in 0..=6 {
                assert_eq!(
                    position.perft_with(depth, &options),
                    Some(position.perft(depth)),
                    "{text} {depth}"
                );
            }
        }
    }
}

/// Shipped games in which there are positions where each move is tried: kings stand so near that a blast would take both, a
/// grasshopper may lie in wait behind the piece that goes, a pawn that may become something by an effect attacks the king, a
/// cannon that may jump some pieces only gives check, one of two kings may be lost.
const TRIED: [&str; 12] = [
    "alice",
    "andernach",
    "atomic",
    "atomic960",
    "chigorin",
    "grasshopper",
    "janggi",
    "kamikaze",
    "rifle",
    "sortofalmost",
    "spartan",
    "yoninshogi",
];

/// Tried only while pieces are there to which few games of random moves come.
const SELDOM: [&str; 1] = ["pieces"];

/// The shipped games are fast because lines, not trials, decide which moves are legal, in nearly all positions.
#[test]
fn shipped_games_try_no_moves() {
    let mut tried = Vec::new();
    for name in carn::library::names() {
        let rules = Rules::new(carn::library::variant(name).unwrap());
        let mut random = Random::new(7);
        let games = (0..6).any(|_| {
            let mut position = Position::start(&rules);
            (0..80).any(|_| {
                let moves = position.legal_moves();
                let tries = position.tries_moves();
                if let Some(&m) = random.choose(&moves).filter(|_| !tries) {
                    position.play_unchecked(m);
                }
                tries
            })
        });
        if games && !SELDOM.contains(&name) {
            tried.push(name);
        }
    }
    tried.sort_unstable();
    let known: Vec<&str> = carn::library::names().filter(|name| TRIED.contains(name)).collect();
    assert_eq!(tried.len(), known.len(), "{tried:?}");
    assert!(tried.iter().all(|name| TRIED.contains(name)), "{tried:?}");
}

/// Coordinates may be listed one by one: two are enough.
#[test]
fn coordinates_that_are_listed() {
    for (range, names) in [("a c", &["a", "c"][..]), ("z y x", &["z", "y", "x"]), ("a~c", &["a", "b", "c"])] {
        let rules = rules(&format!(
            "name = 'Listed'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = '{range}', Rank = \
             '1~2' }}\n[pieces]\nr = {{ letter = 'R', pattern = '*# *' }}\n[setup]\npieces = {{ White = {{ r = '{}1' }}, Black = {{ r \
             = '{}2' }} }}\n[ending]\nstalemate = 'draw'\n",
            names[0], names[1],
        ));
        let found: Vec<String> =
            rules.variant().board.squares().map(|square| rules.variant().board.name(square)).collect();
        let expected: Vec<String> = ["1", "2"]
            .iter()
            .flat_map(|rank| names.iter().map(move |file| format!("{file}{rank}")))
            .collect();
        assert_eq!(found, expected);
    }
}

/// A zone is where its squares are for each player.
#[test]
fn a_zone_may_be_where_pieces_stand_at_the_start() {
    let rules = rules(
        "name = 'Zones'\nextends = 'chess'\n[zones]\nHome = 'Rank 1, File a h'\n[setup]\nfen = false\n[setup.pieces]\n\
         White = { king = 'e1', rook = 'Home' }\nBlack = { king = 'e8', rook = 'Home' }\n",
    );
    assert!(
        Position::start(&rules).fen().starts_with("r3k2r/8/8/8/8/8/8/R3K2R w"),
        "{}",
        Position::start(&rules).fen()
    );
}
