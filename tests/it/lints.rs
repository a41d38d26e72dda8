//! Lints on both sides of their boundary: pairs of rules that differ in one word, of which only one causes a
//! warning. The comments derive each warning from the rules.

use carn::compile::{Natives, compile};
use carn::library::Shipped;

/// A game on five by five squares: the pieces besides king and rook, the start, and what follows.
fn codes(pieces: &str, fen: &str, rest: &str) -> Vec<String> {
    shaped_codes("", pieces, &format!("fen = '{fen}'"), rest)
}

/// The same on what a key of the board leaves of it, with the setup written as it is wanted.
fn shaped_codes(shape: &str, pieces: &str, setup: &str, rest: &str) -> Vec<String> {
    let text = format!(
        "name = 'Lints'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = 'a~e', Rank = '1~5' }}\n{shape}\n\
         [players]\nWhite = {{ fen = 'w' }}\nBlack = {{ fen = 'b', flip = ['Rank'] }}\n[zones]\nAll = 'Rank 1~5'\nFar = 'Rank 5'\nCorner = 'File e, Rank 5'\n\
         [pieces]\n{pieces}\n[setup]\n{setup}\n{rest}\n"
    );
    let compiled = compile("lints.toml", &text, &Shipped, &Natives::default());
    let errors: Vec<_> =
        compiled.diagnostics.iter().filter(|one| one.is_error()).map(|one| &one.message).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    compiled.diagnostics.iter().map(|one| one.code.id().to_owned()).collect()
}

/// Each row: what is written, and whether it is warned about.
fn rows(code: &str, rows: &[(&str, bool)], game: impl Fn(&str) -> Vec<String>) {
    let wrong: Vec<String> = rows
        .iter()
        .filter(|(text, said)| game(text).iter().any(|one| one == code) != *said)
        .map(|(text, said)| format!("{text}: {}", if *said { "not said" } else { "said" }))
        .collect();
    assert!(wrong.is_empty(), "{code}:\n{}", wrong.join("\n"));
}

const KING: &str =
    "k = { letter = 'K', royal = true, pattern = '**# 1' }\nw = { letter = 'W', pattern = '*# *' }\n";
const ENDING: &str = "[ending]\ncheckmate = 'loss'\nstalemate = 'draw'";

/// One rule that is another one for each player, where all else is the same; two of them are a design.
#[test]
fn one_rule_that_tells_the_players_apart() {
    let game = |pawn: &str| {
        let pieces = format!("{KING}p = {{ letter = 'P', {pawn} }}");
        codes(&pieces, "kwwww/ppppp/5/PPPPP/KWWWW w - - 0 1", ENDING)
    };
    rows(
        "W0109",
        &[
            ("pattern = 'Rank +1'", false),
            ("pattern = 'Rank +1 @By(White)'", true),
            ("pattern = 'Rank +1 @Not(@By(White))'", true),
            ("pattern = 'Rank +1 @Not(@Not(@By(Black)))'", true),
            // No player has it.
            ("pattern = 'Rank +1 @Not(@By(White)) @By(White)'", false),
            ("pattern = 'Rank +1 @Not(@By(Black)) @By(Black)'", false),
            ("pattern = 'Rank +1 @Not(@Empty(Rank +1)) @By(White)'", true),
            ("pattern = 'Rank +1 @Or(@By(White), @Empty(Rank +1))'", true),
            ("pattern = 'Rank +1 @Or(@By(White) @Empty(Rank +1), @Empty(Rank -1))'", true),
            // For both the same: who has a move is one of them.
            ("pattern = 'Rank +1 @Or(@By(White), @By(Black))'", false),
            ("pattern = 'Rank +1 @Not(@By(White) @By(Black))'", false),
            ("pattern = 'Rank +1 @Any(All, @Or(@By(White), @By(Black)) @Ally)'", false),
            ("pattern = 'Rank +1 @Any(All, @By(White) @Ally)'", true),
            ("pattern = 'Rank +1 @All(*# 1, @Or(@By(White), @Empty))'", true),
            ("pattern = 'Rank +2 @JumpOver(1, @By(White))'", true),
            ("pattern = 'Rank +2 @JumpOver(1, @Or(@By(White), @By(Black)))'", false),
            ("pattern = 'Rank +1 => @Take(To *# 1, @By(White) @Opponent)'", true),
            ("pattern = 'Rank +1 => @Take(To *# 1, @Opponent)'", false),
            ("pattern = ['Rank +1 @By(White)', 'Rank +2 @By(Black)']", false),
            ("pattern = ['Rank +1 @By(White)', 'Rank +2']", true),
            ("pattern = 'Rank +1', promotion = { to = 'w', when = '@To(Far) @By(White)' }", true),
            ("pattern = 'Rank +1', promotion = { to = 'w', when = '@To(Far)' }", false),
            ("pattern = 'Rank +1', promotion = { to = 'w', when = '@To(Far)', forced = '@By(White)' }", true),
            ("pattern = 'Rank +1 @By(White)', promotion = { to = 'w', when = '@To(Far) @By(White)' }", false),
            ("pattern = 'Rank +1', hooks = { aftermove = '@By(White) => @Take(To *# 1, @Opponent)' }", true),
            (
                "pattern = 'Rank +1', hooks = { aftercapture = '=> @Take(To *# 1, @By(White) @Opponent)' }",
                true,
            ),
            ("pattern = 'Rank +1', hooks = { aftercapture = '=> @Take(To *# 1, @Opponent)' }", false),
        ],
        game,
    );
}

#[test]
fn one_or_two_pieces_without_a_counterpart() {
    let pieces = format!("{KING}p = {{ letter = 'P', pattern = 'Rank +1' }}");
    rows(
        "W0109",
        &[
            ("kwwww/ppppp/5/PPPPP/KWWWW w - - 0 1", false),
            // Turned about, and seen in a mirror.
            ("wwwwk/ppppp/5/PPPPP/KWWWW w - - 0 1", false),
            ("kwwww/ppppp/5/PPPP1/KWWWW w - - 0 1", true),
            ("kwww1/ppppp/5/PPPP1/KWWWW w - - 0 1", true),
            ("kwww1/ppppp/5/PPP2/KWWWW w - - 0 1", false),
            // Eight pieces are an army; with fewer any start is meant.
            ("kwwp1/5/5/5/KWWW1 w - - 0 1", true),
            ("kwwp1/5/5/5/KWW2 w - - 0 1", false),
            ("kwwpp/5/5/5/KWWP1 w - - 0 1", true),
        ],
        |fen| codes(&pieces, fen, ENDING),
    );
}

const START: &str = "kw3/5/p4/5/KW2P w - - 0 1";

/// Conditions that never hold: more squares than the board has, pieces that do not exist, counters that never change.
#[test]
fn ends_that_never_come() {
    let game = |row: &str| {
        let (end, more) = row.split_once(" | ").unwrap_or((row, ""));
        let (piece, rest) = more.split_once(" & ").unwrap_or((more, ""));
        let piece = if piece.is_empty() { "pattern = 'Rank +1'" } else { piece };
        let pieces =
            format!("{KING}p = {{ letter = 'P', {piece} }}\nu = {{ letter = 'U', pattern = '*# 1' }}");
        let counter = "[counters]\nn = { start = 1, shared = true }";
        codes(&pieces, START, &format!("{counter}\n{rest}\n{ENDING}\nends = [{{ win = '{end}' }}]"))
    };
    rows(
        "W0123",
        &[
            ("@Any(Far, @Ally @Is(k))", false),
            ("@Count(5~, Far, @Ally)", false),
            ("@Count(6~, Far, @Ally)", true),
            ("@Count(25~, All, @Occupied)", false),
            ("@Count(26~, All, @Occupied)", true),
            ("@Count(0, Far, @Is(u))", false),
            ("@Count(1~, Far, @Is(u))", true),
            ("@InHand(1~, w)", true),
            ("@InHand(0, w)", false),
            ("@InHand(1~, w) |  & [hand]\ndrop = true\ntaken = 'taker'", false),
            ("@Passed(1~)", true),
            ("@Passed(~1)", false),
            ("@Passed(1~) |  & [moves]\npass = true", false),
            // An unreachable counter value is reported at the condition.
            ("@Counter(n, 1)", false),
            ("@Counter(n, 2~)", false),
            ("@Not(@Counter(n, ~2))", true),
            ("@Not(@Counter(n, ~2)) |  & [hooks]\naftermove = '=> @Add(n, 1)'", false),
            ("@Not(@Counter(n, ~2)) |  & [hooks]\naftermove = '=> @Set(n, 2)'", true),
            ("@Not(@Counter(n, ~2)) |  & [hooks]\naftermove = '=> @Set(n, 3)'", false),
            ("@Not(@Counter(n, 1~)) |  & [hooks]\naftermove = '=> @Add(n, 1)'", true),
            ("@Not(@Counter(n, 1~)) |  & [hooks]\naftermove = '=> @Add(n, -1)'", false),
            ("@Not(@Row(Span(From, From File +1))) @Row(Span(From, From File +1))", true),
            ("@Any(Board, @Not(@Row(Here File +7)))", false),
            ("@Any(All, @Marked)", true),
            ("@Any(All, @Marked) | pattern = 'Rank +1 => @Mark(From)'", false),
            ("@Any(All, @Is(u))", true),
            ("@Any(All, @Is(u, w))", false),
            ("@Any(All, @Is(u)) | pattern = 'Rank +1', promotion = { to = 'u', when = '@To(Far)' }", false),
            ("@Any(All, @Is(u)) | pattern = 'Rank +1 => @Become(u)'", false),
            ("@Not(@Any(All, @Is(u)))", false),
            ("@Or(@Any(All, @Is(u)), @More)", false),
            ("@Or(@Any(All, @Is(u)), @Count(6~, Far, @Ally))", true),
            ("@Any(All, @Is(u)) @More", true),
            ("@By(White) @By(Black)", true),
            ("@By(White) @More", false),
            ("@Drops(w) @More |  & [hand]\ndrop = true\ntaken = 'taker'", false),
            ("@InHand(1~, w) |  & [hand]\ndrop = false\ntaken = 'taker'", false),
            ("@Right(Q) |  & [rights]\nQ = { letter = 'Q', squares = 'File a, Rank 1' }", false),
            (
                "@Right(Q) @By(White) @By(Black) |  & [rights]\nQ = { letter = 'Q', squares = 'File a, Rank 1' }",
                true,
            ),
            ("@Counter(n, 2~) | pattern = 'Rank +1 => @Add(n, 1)'", false),
            ("@Counter(n, 1) | pattern = 'Rank +1 => @Add(n, 1)'", false),
            ("@Any(Far, @Is(w) @Ally)", false),
            ("@All(All, @Is(u))", false),
            ("@None(All, @Is(u))", false),
            ("@InCheck", false),
            ("@Can(@Takes)", false),
            ("@Can(@Takes(u))", true),
            ("@Not(@Can(@Takes(u)))", false),
            // One thing and its opposite.
            ("@More @Not(@More)", true),
            ("@More @Not(@InCheck)", false),
            ("@Not(@More @InCheck) @More @InCheck", true),
            ("@Not(@More @InCheck) @More", false),
            ("@Or(@More, @InCheck) @Not(@More) @Not(@InCheck)", true),
            ("@Or(@More, @InCheck) @Not(@More)", false),
            ("@Not(@Or(@More, @InCheck)) @InCheck", true),
            ("@Or(@More @Not(@More), @Any(All, @Ally @Opponent))", true),
            ("@Or(@More @Not(@More), @InCheck)", false),
            // One square.
            ("@Any(Board, @Ally @Opponent)", true),
            ("@Any(Board, @Ally @NoOpponent)", false),
            ("@Any(Board, @NoAlly @NoOpponent)", false),
            ("@Any(Board, @NoAlly @NoOpponent @Occupied)", true),
            ("@Any(Board, @Empty @Is(k))", true),
            ("@Any(Board, @Empty @Not(@Is(k)))", false),
            ("@Any(Board, @Is(k) @Is(w))", true),
            ("@Any(Board, @Is(k, w) @Is(w, p))", false),
            ("@Any(Board, @Is(k, w) @Is(w, p) @Not(@Is(w)))", true),
            ("@Any(Board, @Not(@Is(w)) @Is(w))", true),
            ("@Any(Board, @Not(@Is(w)) @Is(k))", false),
            ("@Any(Board, @Occupied @Not(@Is(k, w, p)))", true),
            ("@Any(Board, @Not(@Empty) @Not(@Occupied))", true),
            ("@Any(Board, @Ally @Opponent(Here Rank +1))", false),
            ("@Any(Board, @Not(@Empty(Here Rank +1)) @Not(@Occupied(Here Rank +1)))", false),
            ("@Any(Board, @Any(Here *# 1, @Ally @Opponent))", true),
            ("@None(Board, @Ally @Opponent)", false),
            // Numbers.
            ("@Full @Any(Board, @Empty)", true),
            ("@Full @None(Board, @Empty)", false),
            ("@Full @Any(Far, @Empty)", true),
            ("@None(Far, @Empty) @Any(Board, @Empty)", false),
            ("@None(Board, @Ally) @Any(Far, @Ally @Is(k))", true),
            ("@None(Board, @Ally @Is(k)) @Any(Far, @Ally)", false),
            ("@All(Board, @Occupied) @Any(Board, @Not(@Occupied))", true),
            ("@Count(2~, Far, @Ally) @Count(1, All, @Ally)", true),
            ("@Count(2~, Far, @Ally) @Count(3, All, @Ally)", false),
            ("@Not(@Any(All, @Ally)) @Not(@None(All, @Ally))", true),
            ("@Counter(n, 1) @Counter(n, 2) |  & [hooks]\naftermove = '=> @Add(n, 1)'", true),
            ("@Counter(n, 1~2) @Counter(n, 2~) |  & [hooks]\naftermove = '=> @Add(n, 1)'", false),
            ("@Counter(n, 1) @Not(@Counter(n, ~3)) |  & [hooks]\naftermove = '=> @Add(n, 1)'", true),
            ("@Not(@Counter(n, ~3)) @Not(@Counter(n, 4~)) |  & [hooks]\naftermove = '=> @Add(n, -1)'", false),
            ("@Passed(1) @Passed(2~) |  & [moves]\npass = true", true),
            ("@InHand(1~, w) @InHand(0, w) |  & [hand]\ndrop = true\ntaken = 'taker'", true),
            ("@InHand(1~, w) @InHand(0, p) |  & [hand]\ndrop = true\ntaken = 'taker'", false),
        ],
        game,
    );
}

#[test]
fn compulsion_that_nothing_follows() {
    let game = |row: &str| {
        let (must, more) = row.split_once(" | ").unwrap_or((row, ""));
        let (kind, rest) = more.split_once(" & ").unwrap_or((more, ""));
        let mut pieces = format!(
            "{KING}p = {{ letter = 'P', pattern = 'Rank +1' }}\nu = {{ letter = 'U', pattern = '*# 1' }}"
        );
        let mut ending = ENDING.to_owned();
        if kind.contains("quiet") {
            pieces = pieces.replace("pattern =", "move =");
        }
        if kind.contains("bare") {
            pieces = pieces.replace("royal = true, ", "");
            ending = ending.replace("checkmate = 'loss'\n", "");
        }
        codes(&pieces, START, &format!("{rest}\n[moves]\nmust = '{must}'\n{ending}"))
    };
    rows(
        "W0124",
        &[
            ("@Takes", false),
            ("@Takes | quiet", true),
            ("@Takes(w)", false),
            ("@Takes(u)", true),
            ("@Drops", true),
            ("@Drops |  & [hand]\ntaken = 'taker'\ndrop = true", false),
            ("@Passes", true),
            ("@Checks", false),
            ("@Checks | bare", true),
            ("@After(@Any(All, @Is(u)))", true),
            ("@After(@Any(All, @Is(w)))", false),
            ("@Is(k, From)", false),
            ("@Is(u, From)", true),
            ("@Empty @Occupied", true),
            ("@Empty @Occupied(From)", false),
            ("@Not(@Takes) @Takes", true),
            ("@Not(@Takes(p)) @Takes", false),
            ("@Not(@Takes) @Takes(p)", true),
            ("@Takes(w) @Takes(p)", false),
            ("@On(Rank 1) @On(Rank 2)", true),
            ("@On(Rank 1~2) @On(Rank 2)", false),
            ("@On(Rank 1) @To(Rank 2)", false),
            ("@On(Rank 1) @Not(@On(Rank 1~2))", true),
            ("@Not(@On(Rank 1~3)) @Not(@On(Rank 3~5))", false),
            (
                "@Right(Q) @Not(@Right(Q)) |  & [rights]\nQ = { letter = 'Q', squares = 'File a, Rank 1' }",
                true,
            ),
            ("@Checks @Not(@Checks)", true),
            ("@Drops(w) |  & [hand]\ndrop = true", true),
            // Moves of another board are reported only in tests.
            (
                "@Drops(w) |  & [hand]\ndrop = true\n[[test]]\nfen = 'kw3/5/p4/5/KW2P[W] w - - 0 1'\nlegal = ['W@c3']",
                false,
            ),
            ("@Drops(w) @Drops(p) |  & [hand]\ndrop = true\ntaken = 'taker'", true),
            ("@Drops(w, p) @Not(@Drops(w)) |  & [hand]\ndrop = true\ntaken = 'taker'", false),
            ("@After(@Any(All, @Ally @Opponent))", true),
            ("@More @Not(@More) => @Takes", true),
            ("@More => @Takes", false),
        ],
        game,
    );
}

/// A piece with unlimited supply may appear only by an effect.
#[test]
fn pieces_that_effects_bring() {
    let game = |supply: &str| {
        let pieces = format!(
            "{KING}p = {{ letter = 'P', move = 'Rank +1 => @Drop(u, From)' }}\nu = {{ letter = 'U', pattern = [], {supply} }}"
        );
        codes(&pieces, START, ENDING)
    };
    rows("W0108", &[("supply = true", false), ("supply = false", true)], game);
}

/// To be asked about in a function that nothing calls is not to be asked about.
#[test]
fn counters_that_only_idle_functions_ask_about() {
    let game = |end: &str| {
        let pieces = format!("{KING}p = {{ letter = 'P', pattern = 'Rank +1 => @Add(n, 1)' }}");
        let rest = "[counters]\nn = { start = 0 }\n[functions]\nTwo = '@Counter(n, 2)'";
        codes(&pieces, START, &format!("{rest}\n{ENDING}\n{end}"))
    };
    rows("W0125", &[("", true), ("ends = [{ win = '@Two' }]", false)], game);
}

/// Counters go from where they start as moves change them: in hooks, in movements, from one another.
#[test]
fn counters_asked_for_what_they_never_are() {
    let game = |row: &str| {
        let (asked, more) = row.split_once(" | ").unwrap_or((row, ""));
        let (effects, rest) = more.split_once(" & ").unwrap_or((more, ""));
        let pieces = format!("{KING}p = {{ letter = 'P', pattern = 'Rank +1 {asked}' }}");
        let hook =
            if effects.is_empty() { String::new() } else { format!("[hooks]\naftermove = '=> {effects}'\n") };
        let counters = "[counters]\nn = { start = 2 }\nm = { start = 7, shared = true }";
        codes(&pieces, START, &format!("{counters}\n{hook}{ENDING}\n{rest}"))
    };
    rows(
        "W0133",
        &[
            ("@Counter(n, 2)", false),
            ("@Counter(n, 3~)", true),
            ("@Not(@Counter(n, 3~))", true),
            ("@Or(@Counter(n, ~1), @More)", true),
            ("@After(@Counter(n, 1))", true),
            ("@Counter(n, 3~) | @Add(n, 1)", false),
            ("@Counter(n, 3~) | @Add(n, -1)", true),
            ("@Counter(n, 0) | @Add(n, -1)", false),
            ("@Counter(n, ~1) | @Add(n, 1)", true),
            ("@Counter(n, ~1) | @Add(n, 1) @Add(n, -1)", false),
            ("@Counter(n, 3~) | @Add(m, 1)", true),
            ("@Counter(n, 3~) | @Set(n, 3)", false),
            ("@Counter(n, 3~) | @Set(n, 0)", true),
            ("@Counter(n, 0) | @Set(n, 0)", false),
            ("@Counter(n, 1) | @Set(n, 0)", true),
            ("@Counter(n, 5) | @Set(n, 9) @Add(n, -1)", false),
            ("@Counter(n, 5) | @Set(n, 9)", true),
            ("@Counter(n, 7) | @Set(n, m)", false),
            ("@Counter(n, 8) | @Set(n, m)", true),
            ("@Counter(n, 8) | @Set(n, m) @Add(m, 1)", false),
            // A rising counter is assumed to start from its least value.
            ("@Counter(n, 6) | @Set(n, m) @Add(m, 1)", false),
            ("@Counter(n, ~1) | @Set(n, m) @Add(m, 1)", true),
            ("@Counter(n, 3~) @Counter(n, 0) | @Add(n, 1)", true),
            // A position of the file's own says otherwise.
            ("@Counter(n, 3~) |  & [[perft]]\nfen = 'kw3/5/p4/5/KW2P w - - 3+3 =7 0 1'\nnodes = [1]", false),
            ("@Counter(n, 3~) |  & [[perft]]\nfen = 'kw3/5/p4/5/KW2P w - - 1+1 =7 0 1'\nnodes = [1]", true),
        ],
        game,
    );
}

/// Five squares are the longest line of five by five, and from somewhere the fifth is on the board.
#[test]
fn rows_that_the_board_has_no_room_for() {
    let game = |row: &str| {
        let (asked, shape) = row.split_once(" | ").unwrap_or((row, ""));
        let pieces = format!("{KING}p = {{ letter = 'P', pattern = 'File +1 {asked}' }}");
        let army = "{ k = 'File a, Rank 1', w = 'File b, Rank 1', p = 'File e, Rank 1' }";
        shaped_codes(shape, &pieces, &format!("pieces = {{ White = {army}, Black = {army} }}"), ENDING)
    };
    rows(
        "W0132",
        &[
            ("@InRow(5)", false),
            ("@InRow(5~)", false),
            ("@InRow(6)", true),
            ("@InRow(6~)", true),
            ("@InRow(3 6)", false),
            ("@Not(@InRow(6))", true),
            ("@InRow(~6)", false),
            ("@InRow(0)", true),
            ("@Row(Span(From, From File +4))", false),
            ("@Row(Span(From, From File +5))", true),
            ("@Row(Span(From, From File +4 Rank -4))", false),
            ("@Row(Span(From File -2, From File +2))", false),
            ("@Row(Span(From File -3, From File +2))", true),
            ("@Any(Board, @Row(Span(Here, Here Rank +5)))", true),
            ("@Row(From File +0~4)", false),
            ("@Row(From File +0~5)", true),
            ("@Row(From File 2)", false),
            ("@Row(From File 3)", true),
            ("@Row(Far)", false),
            // Of a path, those squares that are on the board are the row.
            ("@Row(Path File 3)", false),
            ("@Empty(File +4)", false),
            ("@Empty(File +5)", true),
            ("@Or(@Empty(File +5), @More)", true),
            ("@None(File +5, @Ally)", true),
            ("@None(File +4~5, @Ally)", false),
            ("=> @Take(File +5)", false),
            ("@InRow(5) | holes = 'File c'", false),
            ("@InRow(3, @Is(w)) | holes = 'File c'", false),
            ("@InRow(3~) | holes = ['File c', 'Rank 2 4']", true),
            ("@InRow(2~) | holes = ['File c', 'Rank 2 4']", false),
            ("@Row(From File +0~2) | holes = 'File c'", true),
            ("@Row(From File +0~1) | holes = 'File c'", false),
            ("@InRow(5) | wrap = 'File'", false),
            ("@InRow(6) | wrap = 'File'", true),
        ],
        game,
    );
}

/// Lines of a large board are measured for only so many conditions. The conditions after them are taken to have room.
#[test]
fn rows_are_looked_for_within_bounds() {
    const CONDITIONS: usize = 30;
    let text = format!(
        "name = 'Large'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = '1~36', Rank = '1~36' }}\n\
         holes = ['File 18', 'Rank 18']\n[pieces]\n{KING}[setup.pieces]\nWhite = {{ k = 'File 1, Rank 1', w = 'File 1, Rank 3' }}\n\
         Black = {{ k = 'File 9, Rank 9' }}\n{ENDING}\nends = [{{ win = '{}' }}]\n",
        "@InRow(36) ".repeat(CONDITIONS)
    );
    let compiled = compile("large.toml", &text, &Shipped, &Natives::default());
    let warned = compiled.diagnostics.iter().filter(|one| one.code.id() == "W0132").count();
    assert!(
        (1..CONDITIONS).contains(&warned),
        "{warned} of {CONDITIONS}: {:?}",
        compiled.diagnostics.first()
    );
}

/// Where a piece is dropped the square is empty.
#[test]
fn drops_that_nothing_allows() {
    let game = |drop: &str| {
        let pieces = format!("{KING}p = {{ letter = 'P', pattern = 'Rank +1', drop = '{drop}' }}");
        codes(&pieces, START, &format!("[hand]\ntaken = 'taker'\n{ENDING}"))
    };
    rows(
        "W0126",
        &[
            ("@Empty", true),
            ("@Occupied", false),
            ("@Empty @Ally", false),
            ("@Not(@Empty)", false),
            ("@Or(@Occupied, @Ally)", false),
            ("@Or(@Occupied, @More)", true),
            ("@Not(@To(Far))", false),
            ("@To(Far) @Not(@Is(p))", true),
            ("@Occupied(To Rank -1)", true),
            ("@Mobile", false),
        ],
        game,
    );
}

/// A rook that comes to the last rank mates where the king has no other square, and is the mover's.
#[test]
fn the_first_move_mates() {
    let game = |row: &str| {
        let (fen, rest) = row.split_once(" | ").unwrap_or((row, ENDING));
        codes(&format!("{KING}u = {{ letter = 'U', pattern = '*# 1' }}"), fen, rest)
    };
    rows(
        "W0129",
        &[
            ("k4/5/1K3/5/4W w - - 0 1", true),
            ("k4/5/2K2/5/4W w - - 0 1", false),
            ("k4/5/1K3/5/4U w - - 0 1", false),
            ("k4/5/1K3/5/4W b - - 0 1", false),
            ("4w/5/1k3/5/K4 b - - 0 1", true),
            ("4w/5/1k3/5/K4 w - - 0 1", false),
            // The king is taken at once.
            ("k3W/5/1K3/5/4W w - - 0 1", false),
            ("k4/5/1K3/5/4W w - - 0 1 | [ending]\ncheckmate = 'draw'\nstalemate = 'draw'", false),
            (
                "k4/5/1K3/5/5[W] w - - 0 1 | [hand]\ntaken = 'taker'\ndrop = true\n[ending]\ncheckmate = 'loss'\nstalemate = 'draw'",
                true,
            ),
            (
                "k4/5/1K3/5/5[U] w - - 0 1 | [hand]\ntaken = 'taker'\ndrop = true\n[ending]\ncheckmate = 'loss'\nstalemate = 'draw'",
                false,
            ),
        ],
        game,
    );
    // A king on one side alone, where the other has the same army without it or one of its own.
    rows(
        "W0112",
        &[
            ("kw3/5/5/5/1W3 w - - 0 1", true),
            ("1w3/5/5/5/KW3 w - - 0 1", true),
            ("kw3/5/5/5/KW3 w - - 0 1", false),
            ("kw3/5/5/5/3U1 w - - 0 1", false),
            ("kw3/5/5/5/1WU2 w - - 0 1", true),
            ("kw3/5/5/5/1WUU1 w - - 0 1", false),
            // An army of every kind is none of its own.
            ("k4/5/5/PPPPP/WUWUW w - - 0 1", true),
            ("k4/5/5/PPPPP/PPPPP w - - 0 1", false),
            // Nor are two pieces against a king alone.
            ("k4/5/5/5/1U3 w - - 0 1", true),
            ("k4/5/5/5/1UU2 w - - 0 1", true),
            ("k4/5/5/5/1UUU1 w - - 0 1", false),
        ],
        |row| {
            let (fen, rest) = row.split_once(" | ").unwrap_or((row, ENDING));
            let more = "u = { letter = 'U', pattern = '*# 1' }\np = { letter = 'P', move = 'Rank +1', capture = 'Rank +1 File 1' }";
            codes(&format!("{KING}{more}"), fen, rest)
        },
    );
    rows("W0152", &[("pw3/5/5/5/1W3 w - - 0 1", true), ("kw3/5/5/5/1W3 w - - 0 1", false)], |fen| {
        codes(&format!("{KING}p = {{ letter = 'P', pattern = '*# 1' }}"), fen, ENDING)
    });
}

/// A king in the corner is mated by a rook on its rank, and has no move if the rook is beside it on the next rank.
#[test]
fn games_that_are_over_before_they_begin() {
    let hand = "[hand]\ntaken = 'taker'\ndrop = true";
    let bare = "[ending]\ninsufficient = ['K v K']";
    let game = |row: &str| {
        let (fen, rest) = row.split_once(" | ").unwrap_or((row, ENDING));
        codes(KING, fen, rest)
    };
    rows(
        "W0121",
        &[
            ("k1W2/5/1K3/5/5 b", true),
            ("k1W2/5/1K3/5/5 w", false),
            ("k1W2/5/2K2/5/5 b", false),
            // A rook from the hand may come between.
            (format!("k1W2/5/1K3/5/5[w] b | {hand}").as_str(), false),
            (format!("kW3/1W3/1K3/5/5[w] b | {hand}").as_str(), true),
            ("k1K2/4W/5/5/5 b", true),
            ("k2K1/4W/5/5/5 b", false),
            (format!("k1K2/4W/5/5/5 b | {ENDING}\n[moves]\npass = true").as_str(), false),
            (format!("k4/5/5/5/K4 w | {bare}").as_str(), true),
            (format!("k4/5/5/5/K3W w | {bare}").as_str(), false),
        ],
        game,
    );
}

/// If one of two royals must be safe, only an attack on both is a check.
#[test]
fn royals_that_are_taken_at_once() {
    for (royal, one, both) in [("true", true, true), ("'one'", false, true), ("'last'", false, false)] {
        let pieces = KING.replace("true", royal);
        let both = ("k3W/5/k3W/5/4K w", both);
        rows("W0111", &[("k3W/5/k4/5/4K w", one), both], |fen| codes(&pieces, fen, ENDING));
    }
}

/// A piece that tests a right is on one of its squares, or loses it from any square.
#[test]
fn rights_without_their_pieces() {
    let game = |row: &str| {
        let parts: Vec<&str> = row.split(" | ").collect();
        let [asked, right, fen] = parts[..] else { panic!("{row}") };
        let pieces = format!(
            "k = {{ letter = 'K', royal = true, pattern = '**# 1 | File +2 {asked}' }}\nw = {{ letter = 'W', pattern = '*# *' }}\n"
        );
        codes(
            &pieces,
            fen,
            &format!("[rights]\nQ = {{ letter = 'Q', squares = 'File a c, Rank 1'{right} }}\n{ENDING}"),
        )
    };
    rows(
        "W0113",
        &[
            ("@Right(Q) |  | 2k1w/5/5/5/2K1W w Qq - 0 1", false),
            ("@Right(Q) |  | 1k2w/5/5/5/1K2W w Qq - 0 1", true),
            // A rook on the square does not ask for it.
            ("@Right(Q) |  | wk3/5/5/5/WK3 w Qq - 0 1", true),
            ("@Right(Q) |  | wk3/5/5/5/WK3 w - - 0 1", false),
            ("@Right(Q) |  | 2k1w/5/5/5/1K2W w q - 0 1", false),
            ("@Right(Q) |  | 2k1w/5/5/5/1K2W w Qq - 0 1", true),
            ("@Right(Q) | , with = 'k' | 1k2w/5/5/5/1K2W w Qq - 0 1", false),
            ("@Right(Q) | , with = 'w' | 1k2w/5/5/5/1K2W w Qq - 0 1", true),
            ("@Not(@Right(Q)) |  | 1k2w/5/5/5/1K2W w Qq - 0 1", true),
            ("@Or(@Empty, @Right(Q)) |  | 1k2w/5/5/5/1K2W w Qq - 0 1", true),
            ("@Any(Far, @Right(Q)) |  | 1k2w/5/5/5/1K2W w Qq - 0 1", true),
            ("@All(Far, @Right(Q)) |  | 1k2w/5/5/5/1K2W w Qq - 0 1", true),
        ],
        game,
    );
}

/// Two conditions on one square contradict each other where nothing that one allows is what the other allows; a piece that only
/// they would lead on cannot leave the square where it has come to.
#[test]
fn conditions_on_one_square_that_nothing_satisfies() {
    // Nothing, a piece of one's own, or one of the opponent's.
    let allowed: [(&str, &[u8]); 8] = [
        ("@Empty(File -1)", &[0]),
        ("@Occupied(File -1)", &[1, 2]),
        ("@Is(w, File -1)", &[1, 2]),
        ("@Ally(File -1)", &[1]),
        ("@Own(File -1)", &[1]),
        ("@Opponent(File -1)", &[2]),
        ("@NoAlly(File -1)", &[0, 2]),
        ("@NoOpponent(File -1)", &[0, 1]),
    ];
    let game = |asked: &str| {
        let ways = format!("'Rank +1 @On(Rank 1~2)', 'Rank +1 @On(Rank 3~4) {asked}', 'Rank -4 @On(Rank 5)'");
        codes(&format!("{KING}p = {{ letter = 'P', move = [{ways}] }}"), "kw2p/5/5/5/KW2P w - - 0 1", ENDING)
    };
    for (one, first) in &allowed {
        for (other, second) in &allowed {
            let agree = first.iter().any(|held| second.contains(held));
            rows("W0105", &[(&format!("{one} {other}"), !agree)], game);
        }
    }
}

/// A capture of a royal needs no further move.
#[test]
fn captures_after_which_no_game_goes_on() {
    let game = |asked: &str| {
        let pieces = format!("{KING}p = {{ letter = 'P', capture = 'Rank +4{asked}' }}");
        codes(&pieces, "kw2p/5/5/5/KW2P w - - 0 1", ENDING)
    };
    rows(
        "W0105",
        &[
            (" @Is(k)", false),
            (" @Is(k, To)", false),
            ("", true),
            (" @Is(w)", true),
            (" @Is(k, w)", true),
            (" @Is(k, To File -1)", true),
            (" @Is(k, From)", true),
        ],
        game,
    );
}

/// Files of which too much would have to be looked at are told nothing about squares that cannot be left.
#[test]
fn squares_that_cannot_be_left_are_looked_for_within_bounds() {
    let empty = vec!["31"; 29].join("/");
    let game = |bishops: usize| {
        let letters = &"BCD"[..bishops];
        let pieces: String = letters
            .chars()
            .map(|letter| format!("b{letter} = {{ letter = '{letter}', pattern = '*# $n *# $n' }}\n"))
            .collect();
        let text = format!(
            "name = 'Wide'\nturn = ['White', 'Black']\n[board]\naxes = ['File', 'Rank']\nranges = {{ File = '1~31', Rank = '1~31' \
             }}\n[pieces]\nk = {{ letter = 'K', royal = true, pattern = '**# 1' }}\np = {{ letter = 'P', pattern = 'Rank +1' \
             }}\n{pieces}[setup]\nfen = 'k30/{empty}/{letters}{}PK w - - 0 1'\n[ending]\nstalemate = 'draw'\ncheckmate = 'loss'\n",
            29 - bishops
        );
        let compiled = compile("wide.toml", &text, &Shipped, &Natives::default());
        assert!(compiled.variant.is_some(), "{:?}", compiled.diagnostics);
        compiled.diagnostics.iter().any(|one| one.code.id() == "W0105")
    };
    // A bishop comes to half of the 961 squares, and has 120 moves on each.
    assert!(game(1));
    assert!(!game(3));
}

/// Two pieces that start on one colour never come to the other, where the colours are much of a size.
#[test]
fn pieces_that_all_start_on_one_colour() {
    let game = |pattern: &str| {
        codes(
            &format!("{KING}b = {{ letter = 'B', pattern = '{pattern}' }}"),
            "4k/5/5/5/B1B1K w - - 0 1",
            ENDING,
        )
    };
    rows(
        "W0130",
        &[
            ("*# 1 *# 1", true),
            ("*# 1", false),
            // One square by itself is no colour.
            ("*# 1 @Not(@Or(@On(Corner), @To(Corner)))", false),
            // There are four colours for these two.
            ("*# 2", false),
        ],
        game,
    );
}

#[test]
fn redundant_text_is_removed_with_its_blanks() {
    for (written, left) in [
        ("@Empty   Rank +1", "Rank +1"),
        ("Rank +1 @Empty", "Rank +1"),
        ("Rank +1   @Empty", "Rank +1"),
        ("File +1   @Empty  Rank +1", "File +1  Rank +1"),
    ] {
        let text = format!("name = 'Left out'\nextends = 'chess'\n[pieces.knight]\nmove = '{written}'\n");
        let compiled = compile("left.toml", &text, &Shipped, &Natives::default());
        let found = compiled.diagnostics.iter().find(|one| one.code.id() == "W0102");
        let fix =
            found.and_then(|one| one.fix.as_ref()).unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
        let mut fixed = text.clone();
        fixed.replace_range(fix.span.range(), &fix.replacement);
        assert!(fixed.ends_with(&format!("\nmove = '{left}'\n")), "{fixed}");
    }
}

/// A pawn takes in passing only where opponents leave marks, and comes to no other square that way.
#[test]
fn squares_that_no_opponent_marks_are_not_reached_by_taking_in_passing() {
    let game = |mark: &str| {
        let text = format!(
            "extends = 'chess'\nname = 'Passing'\n[pieces.pawn]\npromotion = false\ncapture = 'Rank +1 File 1 @Not(@To(Rank \
             8))'\nmove = ['Rank +1 @Not(@To(Rank 8))', 'Rank +1 @To(Rank 8) => @Promote(queen)', 'Rank +2 @On(Rank 2) => \
             @Mark({mark})', 'Rank +1 File 1 @Marked => @TakeMarker']\n"
        );
        let compiled = compile("passing.toml", &text, &Shipped, &Natives::default());
        assert!(compiled.variant.is_some(), "{:?}", compiled.diagnostics);
        compiled.diagnostics.iter().map(|one| one.code.id().to_owned()).collect()
    };
    rows(
        "W0105",
        &[("Rank +1", false), ("Path", false), ("Rank -1", true), ("Span(From, Rank -1)", true)],
        game,
    );
}

/// A piece that a hook may take, or that is put elsewhere when it has changed, does not stay where it arrives.
#[test]
fn where_pieces_may_be_taken_away_no_promotion_is_called_out_of_reach() {
    let of = |text: &str| {
        let compiled = compile("lints.toml", text, &Shipped, &Natives::default());
        assert!(compiled.variant.is_some(), "{:?}", compiled.diagnostics);
        compiled.diagnostics.iter().map(|one| one.code.id().to_owned()).collect::<Vec<_>>()
    };
    let taken = "name = 'Taken'\nextends = 'chess'\n[hooks]\n\
        aftermove = '=> @Take(To, @Any(Here File 1, @Opponent @Is(rook)))'\n[pieces.pawn]\n\
        promotion = { to = 'queen', when = '@To(Rank 7 8)' }\n";
    assert_eq!(of(taken), [""; 0]);
    let home = "name = 'Home'\nextends = 'chess'\n[zones]\nHome = 'File e, Rank 3'\n[pieces.pawn]\npromotion = false\n\
        move = ['Rank +1 @Not(@To(Rank 8))', 'Rank +1 @To(Rank 8) @Any(Home, @Empty) => @Become(pawn3) @Shift(To, Home)']\n\
        capture = 'Rank +1 File 1 @Not(@To(Rank 8))'\n[pieces.pawn3]\nletter = '+P'\nmove = 'Rank +1'\n\
        promotion = { to = 'queen', when = '@To(Rank 8)', forced = true }\n[ending.quiet]\nreset = ['pawn', 'pawn3']\n";
    assert_eq!(of(home), [""; 0]);
}
