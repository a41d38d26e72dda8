//! Turns of several moves, extra moves, neutral pieces, the start position piece by piece: the language
//! reference's statements, on boards so small that they can be verified by hand.

use carn::compile::{Natives, compile};
use carn::library::{self, Shipped};
use carn::notation;
use carn::position::{PerftOptions, Position, Rules};
use carn::variant::{PlayerId, Reason, Variant, fen, literal};

fn variant(text: &str) -> Variant {
    let compiled = compile("phases.toml", text, &Shipped, &Natives::default());
    let errors: Vec<_> = compiled.diagnostics.iter().filter(|one| one.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    compiled.variant.unwrap()
}

fn rules(text: &str) -> Rules {
    Rules::new(variant(text))
}

/// Plays moves as they are written.
fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = notation::read(position, text, &[]).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        position.play(mv).unwrap();
    }
}

/// Every legal move in SAN is read back, and every position's FEN.
fn reads_back(position: &Position) {
    assert_eq!(
        fen::parse(position.rules().variant(), &position.fen()),
        Ok(position.setup()),
        "{}",
        position.fen()
    );
    for mv in position.legal_moves() {
        for &script in &position.rules().variant().notation.scripts {
            let text = notation::write(position, mv, script).unwrap();
            assert_eq!(notation::read(position, &text, &[script]), Ok(mv), "{text} in {}", position.fen());
        }
    }
}

/// Counted with Fairy-Stockfish, which writes a move and the duck's as one.
#[test]
fn a_duck_moves_after_every_move() {
    let rules = Rules::new(library::variant("duck").unwrap());
    let position = Position::start(&rules);
    let turns = PerftOptions { turns: true, ..PerftOptions::default() };
    assert_eq!(position.perft_with(1, &turns), Some(640));
    assert_eq!(position.perft(2), 640);
    assert_eq!(position.perft_with(2, &turns), Some(379_440));
}

#[test]
fn a_duck_is_in_the_way_and_is_not_taken() {
    let rules = Rules::new(library::variant("duck").unwrap());
    let mut position = Position::start(&rules);
    play(&mut position, "e4 *@e5");
    assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/4*3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    play(&mut position, "d5 *d4");
    assert_eq!(position.fen(), "rnbqkbnr/ppp1pppp/8/3p4/3*P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2");
    let names = |position: &Position| -> Vec<String> {
        let script = carn::variant::Script::San;
        position.legal_moves().into_iter().map(|mv| notation::write(position, mv, script).unwrap()).collect()
    };
    let found = names(&position);
    assert!(found.contains(&"exd5".to_owned()) && found.contains(&"d3".to_owned()), "{found:?}");
    assert!(!found.iter().any(|text| text.contains("d4")), "{found:?}");
    // The duck's phase has its moves alone: to every empty square.
    play(&mut position, "exd5");
    assert!(position.fen().contains(" w2 "), "{}", position.fen());
    assert_eq!(position.legal_moves().len(), 64 - 31 - 1);
    play(&mut position, "*d3 Qxd5 *h3 Nc3 *c4 Qxg2 *h3 Bxg2 *g3 a6 *a3");
    let piece = position.pieces().find(|(_, piece)| piece.is_neutral()).unwrap();
    assert_eq!(rules.variant().board.name(piece.0), "a3");
    reads_back(&position);
    while position.undo().is_some() {
        reads_back(&position);
    }
}

#[test]
fn the_king_is_taken_and_the_duck_moves_last() {
    let rules = Rules::new(library::variant("duck").unwrap());
    let text = "4k3/8/8/7Q/8/*7/8/4K3 w - - 0 1";
    let mut position = Position::from_fen(&rules, text).unwrap();
    play(&mut position, "Qxe8");
    assert_eq!(position.outcome(), None);
    play(&mut position, "*a4");
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(PlayerId(0)), Reason::End(0)));
    assert!(position.legal_moves().is_empty());
}

#[test]
fn marks_stay_for_the_opponent_through_the_phases_of_a_turn() {
    let rules = Rules::new(library::variant("duck").unwrap());
    let mut position = Position::from_fen(&rules, "4k3/8/8/8/3p4/*7/4P3/4K3 w - - 0 1").unwrap();
    play(&mut position, "e4");
    assert!(position.fen().contains(" w2 - e3 "), "{}", position.fen());
    reads_back(&position);
    play(&mut position, "*a4");
    assert!(position.fen().contains(" b - e3 "), "{}", position.fen());
    play(&mut position, "dxe3");
    assert!(position.fen().contains(" b2 - - "), "{}", position.fen());
    assert!(!position.fen().contains('P'), "{}", position.fen());
}

/// Kings and rooks on a board of five by five.
fn small(turn: &str, rest: &str) -> String {
    format!(
        "name = 'Small'\nturn = {turn}\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = '1~5' \
         }}\n[pieces]\nking = {{ letter = 'K', royal = true, pattern = '**# 1' }}\nrook = {{ letter = 'R', pattern = \
         '*# *' }}\n[notation]\nscripts = ['san', 'coordinate']\n[setup]\nfen = 'k4/5/5/5/4K w - - 0 \
         1'\n[ending]\ncheckmate = 'loss'\n{rest}\n"
    )
}

#[test]
fn check_may_stand_until_the_turn_passes() {
    let rules = rules(&small("['White', 'White', 'Black', 'Black']", ""));
    // The rook gives check along the last rank; the first move of the turn need not answer it.
    let mut position = Position::from_fen(&rules, "4k/5/5/4r/K3R w - - 0 1").unwrap();
    play(&mut position, "Ka2");
    assert!(!position.legal_moves().is_empty());
    let text = "k3R/5/5/5/K4 b - - 0 1";
    let position = Position::from_fen(&rules, text).unwrap();
    assert!(position.in_check());
    let stays: Vec<_> =
        position.legal_moves().into_iter().map(|mv| rules.variant().board.name(mv.to)).collect();
    // b5 is still attacked.
    assert!(stays.contains(&"b5".to_owned()), "{stays:?}");
    let mut position = position;
    play(&mut position, "Kb5");
    let stays: Vec<_> =
        position.legal_moves().into_iter().map(|mv| rules.variant().board.name(mv.to)).collect();
    assert!(!stays.contains(&"c5".to_owned()) && stays.contains(&"b4".to_owned()), "{stays:?}");
}

#[test]
fn an_order_may_have_a_beginning() {
    let text = small("{ first = ['White'], then = ['Black', 'Black', 'White', 'White'] }", "");
    let rules = rules(&text.replace("'**# 1'", "'File 1'"));
    let mut position = Position::start(&rules);
    let mut players = String::new();
    let mut numbers = Vec::new();
    for _ in 0..9 {
        players.push(if position.turn() == PlayerId(0) { 'w' } else { 'b' });
        numbers.push(position.setup().full_moves);
        reads_back(&position);
        let mv = position.legal_moves()[0];
        position.play(mv).unwrap();
    }
    assert_eq!(players, "wbbwwbbww");
    assert_eq!(numbers, [1, 1, 1, 2, 2, 2, 2, 3, 3]);
}

/// Marseillais chess, balanced: two moves a turn, one on the first; a check ends the turn, and is answered at once.
#[test]
fn a_turn_may_end_early() {
    let text = "name = 'Marseillais'\nextends = 'chess'\n[counters]\nleft = { shared = true }\n[moves]\nguard = \
                '@After(@Not(@InCheck))'\n[hooks]\naftermove = \
                ['@Counter(left, 1~) @Not(@Checks) => @Add(left, -1) @Again', '@Or(@Counter(left, 0), @Checks) => \
                @Set(left, 1)']\n";
    let rules = rules(text);
    let mut position = Position::start(&rules);
    play(&mut position, "e4");
    assert_eq!(position.turn(), PlayerId(1));
    play(&mut position, "f5");
    assert_eq!(position.turn(), PlayerId(1));
    assert!(position.fen().contains(" b+ "), "{}", position.fen());
    reads_back(&position);
    play(&mut position, "g5");
    assert_eq!(position.turn(), PlayerId(0));
    // Check, and the turn is over.
    play(&mut position, "Qh5#");
    assert_eq!(position.turn(), PlayerId(1));
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate));
    let undone = position.undo().unwrap();
    assert_eq!(notation::write(&position, undone, carn::variant::Script::San).unwrap(), "Qh5#");
}

/// Progressive chess: one move, two, three, and so on. What is left is counted down on one side and what comes next is
/// counted up on the other; then the sides change.
#[test]
fn a_turn_may_grow() {
    let text = "name = 'Progressive'\nextends = 'chess'\n[counters]\na = { shared = true }\nb = { shared = true }\nside = \
                { shared = true }\n[hooks]\naftermove = ['@Counter(side, 0) @Counter(a, 1~) => @Add(a, -1) @Add(b, 1) \
                @Again', '@Counter(side, 0) @Counter(a, 0) => @Set(side, 1) @Add(b, 1)', '@Counter(side, 1) @Counter(b, \
                1~) => @Add(b, -1) @Add(a, 1) @Again', '@Counter(side, 1) @Counter(b, 0) => @Set(side, 0) @Add(a, 1)']\n";
    let rules = rules(text);
    let mut position = Position::start(&rules);
    let mut players = String::new();
    for number in 0..15 {
        players.push(if position.turn() == PlayerId(0) { 'w' } else { 'b' });
        assert_eq!(fen::parse(rules.variant(), &position.fen()), Ok(position.setup()), "{}", position.fen());
        let legal = position.legal_moves();
        position.play(legal[number % legal.len()]).unwrap();
    }
    assert_eq!(players, "wbbwwwbbbbwwwww");
}

#[test]
fn whole_turns_are_counted() {
    let text = small("['White', 'White', 'Black']", "");
    let game = variant(&text);
    let position = Position::start(&Rules::new(game.clone()));
    let turns = PerftOptions { turns: true, ..PerftOptions::default() };
    assert_eq!(position.perft_with(1, &turns), Some(literal::perft(&game, &game.start, 2)));
    assert_eq!(position.perft_with(2, &turns), Some(literal::perft(&game, &game.start, 3)));
    // A king that goes on as long as it goes forward: it may turn aside on each of five ranks.
    let text = small("['White', 'Black']", "").replace("'**# 1'", "['File 1', 'Rank +1 => @Again']");
    let position = Position::start(&rules(&text));
    assert_eq!(position.perft_with(1, &turns), Some(5));
    // One that may go to and fro: turns without end are not counted, and counting ends.
    let text =
        small("['White', 'Black']", "").replace("'**# 1'", "['Rank 1 => @Again']").replace("a~e", "a~b");
    let text =
        text.replace("k4/5/5/5/4K", "k1/2/2/2/1K").replace("1~5", "1~2").replace("k1/2/2/2/1K", "k1/1K");
    let position = Position::start(&rules(&text));
    assert_eq!(position.perft_with(1, &turns), Some(0));
}

#[test]
fn a_setup_piece_by_piece() {
    let by_fen = variant(&small("['White', 'Black']", "").replace("k4/5/5/5/4K", "k3r/1rrr1/5/RRRRR/R3K"));
    let text = small("['White', 'Black']", "").replace("fen = 'k3r/1rrr1/5/RRRRR/R3K w - - 0 1'", "");
    let text = text.replace(
        "fen = 'k4/5/5/5/4K w - - 0 1'",
        "pieces = { White = { king = 'e1', rook = ['a1', 'Rank 2'] }, Black = { king = 'a5', rook = 'e5 b4,c4 d4' } }",
    );
    assert_eq!(variant(&text).start, by_fen.start);
    let chess = library::variant("chess").unwrap();
    let side = "king = 'File e, Rank 1', queen = 'File d, Rank 1', rook = 'File a h, Rank 1', knight = 'File b g, Rank \
                1', bishop = 'File c f, Rank 1', pawn = 'Rank 2'";
    let text = format!(
        "name = 'Chess'\nextends = 'chess'\n[setup]\nfen = false\n[setup.pieces]\nWhite = {{ {side} }}\nBlack = {{ {side} \
         }}\n"
    );
    assert_eq!(variant(&text).start, chess.start);
    let text = "name = 'D'\nextends = 'duck'\n[setup]\nfen = false\n[setup.pieces]\nWhite = { king = 'e1' }\nBlack = { \
                king = 'e8' }\nnobody = { duck = 'd4' }\n";
    assert_eq!(fen::print_placement(&variant(text), &variant(text).start), "4k3/8/8/8/3*4/8/8/4K3");
}

#[test]
fn three_in_a_row() {
    let rest = "ends = [{ win = '@Any(Board, @Or(@Row(Span(Here, Here File +2)), @Row(Here Rank +0~2)))' }]";
    let rules = rules(
        &small("['White', 'Black']", rest).replace("royal = true, ", "").replace("checkmate = 'loss'", ""),
    );
    for (text, over) in [
        ("5/5/5/5/RRR2 b - - 0 1", true),
        ("5/5/5/5/2RRR b - - 0 1", true),
        // The row would go on beyond the edge.
        ("5/5/5/5/3RR b - - 0 1", false),
        ("5/5/5/5/RrR2 b - - 0 1", false),
        ("R4/R4/R4/5/5 b - - 0 1", true),
        ("R4/R4/5/5/5 b - - 0 1", false),
        ("r4/r4/r4/5/5 b - - 0 1", true),
    ] {
        let position = Position::from_fen(&rules, text).unwrap();
        let ended = matches!(position.outcome().map(|outcome| outcome.reason), Some(Reason::End(_)));
        assert_eq!(ended, over, "{text}");
    }
}

/// Whether an end has come in a position of rooks alone.
fn row_ends(end: &str, board: &str, placement: &str) -> bool {
    let rest = format!("ends = [{{ win = '{end}' }}]");
    let text =
        small("['White', 'Black']", &rest).replace("royal = true, ", "").replace("checkmate = 'loss'", "");
    let text = if board.contains("holes") { text.replace("/4K", "/2*1K") } else { text };
    let rules = rules(&text.replace("ranges =", &format!("{board}\nranges =")));
    let position = Position::from_fen(&rules, &format!("{placement} b - - 0 1")).unwrap();
    matches!(position.outcome().map(|outcome| outcome.reason), Some(Reason::End(_)))
}

#[test]
fn so_many_in_a_row() {
    for (end, placement, over) in [
        ("@InRow(3)", "5/5/5/5/RRR2", true),
        ("@InRow(3)", "5/5/5/5/RRRR1", false),
        ("@InRow(3)", "5/5/5/5/RRRrR", true),
        ("@InRow(3)", "5/5/5/5/RR1RR", false),
        ("@InRow(3)", "R4/1R3/2R2/5/5", true),
        ("@InRow(3)", "4R/3R1/2R2/5/5", true),
        ("@InRow(3)", "4R/3R1/2R2/1R3/5", false),
        ("@InRow(3)", "5/5/1r3/1r3/1r3", true),
        ("@InRow(3)", "5/5/1r3/1R3/1r3", false),
        ("@InRow(3~)", "5/5/5/5/1RRRR", true),
        ("@InRow(2 4~)", "5/5/5/5/1RRR1", false),
        ("@InRow(2 4~)", "5/5/5/5/1RR1R", true),
        ("@InRow(3~, @Is(rook))", "5/5/5/5/RKR2", false),
        ("@InRow(3~, @Is(king))", "5/5/5/5/RRR2", false),
        ("@InRow(5~)", "R4/1R3/2R2/3R1/4R", true),
        ("@InRow(1)", "R4/5/2R2/5/5", true),
    ] {
        assert_eq!(row_ends(end, "", placement), over, "{end} {placement}");
    }
    // A ring has no edge, and no more squares than it has.
    assert!(row_ends("@InRow(3~)", "wrap = 'File'", "5/5/5/5/RR2R"));
    assert!(!row_ends("@InRow(3~)", "", "5/5/5/5/RR2R"));
    assert!(!row_ends("@InRow(5~)", "wrap = 'File'", "5/5/5/5/RRRR1"));
    // A predicate about a square off the board fails, and the rest of the condition is still tested.
    for (end, over) in [
        ("@Or(@Any(Board, @Row(Here File +9)), @InRow(3))", true),
        ("@Or(@InRow(3, @Empty(Here File +9)), @InRow(3))", true),
        ("@InRow(3) @Not(@Any(Board, @Row(Span(Here, Here File +9))))", true),
        ("@InRow(3) @None(Board, @Any(Here Rank +7, @Ally))", true),
        ("@InRow(3) @Any(Board, @Row(Here File +9))", false),
        ("@Any(Board, @Row(Here File +0~2))", true),
        // The sixth square is not there.
        ("@Any(Board, @Row(Here File +0~5))", false),
    ] {
        assert_eq!(row_ends(end, "", "5/5/5/5/RRR2"), over, "{end}");
    }
    assert!(!row_ends("@Any(Board, @Row(Here File +0~5))", "", "5/5/5/5/RRRRR"));
    // Nothing stands in a hole.
    assert!(!row_ends("@InRow(3~)", "holes = 'File c, Rank 1'", "5/5/5/5/RR*RR"));
}

#[test]
fn rows_in_rows_are_not_written_out_without_end() {
    let end = format!("{}@Ally{}", "@InRow(1~, @After(".repeat(12), "))".repeat(12));
    let rest = format!("ends = [{{ win = '{end}' }}]");
    let compiled = compile("rows.toml", &small("['White', 'Black']", &rest), &Shipped, &Natives::default());
    assert!(compiled.variant.is_none());
}
