//! `[ending]`: the wins, losses and draws of a configuration.

use super::board::Squares;
use super::config::{ALL, special};
use super::doc::quoted;
use super::forever;
use super::game::{Game, PLAYERS};

/// Writes the table.
pub fn write(game: &mut Game<'_>) {
    let config = game.config;
    let royal = game.roles.iter().any(|role| {
        special(&role.slot) == "royal" || game.doc.value(&format!("pieces.{}", role.name), "royal").is_some()
    });
    let verdict = |word: &str| quoted(if word.is_empty() { "draw" } else { word });
    let checkmate = if royal { verdict(config.word("checkmateValue")) } else { "false".to_owned() };
    game.doc.set("ending", "checkmate", checkmate);
    game.doc.set("ending", "stalemate", verdict(config.word("stalemateValue")));
    forever::write(game);
    let plies = config.number("nMoveRule") * 2;
    if plies > 0 {
        let mut reset: Vec<String> = Vec::new();
        for side in 0..2 {
            let set = config.set("nMoveRuleTypes", side);
            // For the program, only irreversible moves are progress.
            let back = |role: &&super::game::Role| {
                role.was.is_none() && set.contains(&role.slot) && !game.forward.contains(&role.name)
            };
            if game.roles.iter().any(|role| back(&role)) {
                game.lose("nMoveRuleTypes", "progress by those moves alone that cannot be taken back");
            }
            for role in game.roles.iter().filter(|role| role.was.is_none() && set.contains(&role.slot)) {
                if !game.forward.contains(&role.name) {
                    continue;
                }
                if !reset.contains(&quoted(&role.name)) {
                    reset.push(quoted(&role.name));
                }
            }
        }
        let reset =
            if reset.is_empty() { String::new() } else { format!(", reset = [{}]", reset.join(", ")) };
        game.doc.set("ending", "quiet", format!("{{ plies = {plies}, result = \"draw\"{reset} }}"));
    } else {
        game.doc.set("ending", "quiet", "false");
    }
    let mut ends: Vec<String> = Vec::new();
    extinct(game, &mut ends);
    flag(game, &mut ends);
    if config.flag("checkCounting") {
        ends.push("{ win = \"@Counter(checks, 0)\" }".to_owned());
    }
    connection(game, &mut ends);
    counted(game, &mut ends);
    let value = match ends.as_slice() {
        [] => "[]".to_owned(),
        [only] => format!("[{only}]"),
        many => format!("[\n    {},\n]", many.join(",\n    ")),
    };
    game.doc.set("ending", "ends", value);
    game.doc.set("ending", "insufficient", "[]");
}

/// The loss of all pieces of a kind, or of all but a number.
fn extinct(game: &mut Game<'_>, ends: &mut Vec<String>) {
    let config = game.config;
    let result = config.word("extinctionValue");
    let royal = config.flag("extinctionPseudoRoyal");
    if result.is_empty() || royal && !config.flag("blastOnCapture") {
        return;
    }
    // A royal piece lost in an explosion already loses the game.
    if royal {
        return;
    }
    let most = config.number("extinctionPieceCount");
    let least = config.number("extinctionOpponentPieceCount");
    if config.flag("extinctionClaim") {
        game.lose("extinctionClaim", "a loss that the opponent has still a turn to answer");
    }
    let hands = config.flag("pieceDrops");
    let mut kinds = Vec::new();
    for slot in config.set("extinctionPieceTypes", 0).to_vec() {
        let Some(is) = game.is(std::slice::from_ref(&slot)) else {
            // A kind without pieces is extinct from the start, also for the program.
            game.lose("extinctionPieceTypes", "a piece that is not in the game");
            continue;
        };
        let mut text = match most {
            0 => format!("@None(Board, @Ally{is})"),
            n => format!("@Count(~{n}, Board, @Ally{is})"),
        };
        if hands {
            let names = is.trim().trim_start_matches("@Is(").trim_end_matches(')');
            if most > 0 {
                game.lose("extinctionPieceCount", "a number of pieces on the board and in the hand together");
            }
            text +=
                &if names.is_empty() { " @InHand(0)".to_owned() } else { format!(" @InHand(0, {names})") };
        }
        if least > 0 {
            text += &format!(" @Count({least}~, Board, @Opponent{is})");
        }
        kinds.push(text);
    }
    let condition = match kinds.as_slice() {
        [] => return,
        [only] => only.clone(),
        many => format!("@Or({})", many.join(", ")),
    };
    ends.push(format!("{{ {result} = {} }}", quoted(&condition)));
}

/// The arrival of pieces on some squares.
fn flag(game: &mut Game<'_>, ends: &mut Vec<String>) {
    let config = game.config;
    let regions = [0, 1].map(|side| game.seen("flagRegion", side).unwrap_or_default());
    if regions.iter().all(Squares::is_empty) {
        return;
    }
    if config.flag("flagPieceSafe") {
        game.lose("flagPieceSafe", "a goal that counts only where the piece cannot be captured");
    }
    let kinds: [Option<String>; 2] = [0, 1].map(|side| match config.set("flagPiece", side) {
        [] => Some(String::new()),
        set => game.is(set),
    });
    let same = regions[0] == regions[1] && kinds[0] == kinds[1];
    let sides: &[usize] = if same { &[0] } else { &[0, 1] };
    let count = config.number("flagPieceCount").max(1);
    let mut homes: Vec<(usize, String)> = Vec::new();
    for &side in sides {
        let (Some(is), false) = (&kinds[side], regions[side].is_empty()) else { continue };
        // The goal needs a name, since only zones can be quantified.
        let name = if same { "Goal".to_owned() } else { format!("{}Goal", PLAYERS[side]) };
        let zone = game.zone(&regions[side], &name);
        let mut text = match count {
            1 => format!("@Any({zone}, @Ally{is})"),
            n => format!("@Count({n}~, {zone}, @Ally{is})"),
        };
        if count > 1 && config.flag("flagPieceBlockedWin") {
            text = format!("@Not(@ToMove) @Or({text}, @Any({zone}, @Ally{is}) @None({zone}, @Empty))");
        }
        let by = if same { String::new() } else { format!("@By({}) ", PLAYERS[side]) };
        homes.push((side, format!("{by}{text}")));
    }
    let home = match homes.as_slice() {
        [] => return,
        [(_, only)] => only.clone(),
        many => format!("@Or({})", many.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>().join(", ")),
    };
    if !config.flag("flagMove") {
        ends.push(format!("{{ win = {} }}", quoted(&home)));
        return;
    }
    let royal = |side: usize| config.set("flagPiece", side).iter().any(|slot| special(slot) == "royal");
    if !royal(0) || !royal(1) {
        // One further move: a player still there at the next turn has won.
        ends.push(format!("{{ win = {} }}", quoted(&format!("@ToMove {home}"))));
        return;
    }
    let is = kinds[1].clone().unwrap_or_default();
    // The opponent's goal from the view of the tested player.
    let theirs = [0, 1].map(|side| {
        let own = game.size.seen(&regions[1 - side], 1 - side);
        game.size.seen(&own, side)
    });
    let away: Vec<String> = (0..2)
        .map(|side| {
            let zone = game.zone(&theirs[side], &format!("{}Away", PLAYERS[side]));
            format!("@By({}) @Any({zone}, @Opponent{is})", PLAYERS[side])
        })
        .collect();
    let away = format!("@Or({})", away.join(", "));
    // A player's possible moves are tested from that player's view.
    let goal = game.zone(&theirs[0], &format!("{}Away", PLAYERS[0]));
    let names = is.trim().trim_start_matches("@Is(").trim_end_matches(')').to_owned();
    ends.push(format!("{{ draw = {} }}", quoted(&format!("{home} {away}"))));
    ends.push(format!("{{ win = {} }}", quoted(&format!("@By({}) {home}", PLAYERS[1]))));
    ends.push(format!("{{ win = {} }}", quoted(&format!("@ToMove {home}"))));
    ends.push(format!(
        "{{ win = {} }}",
        quoted(&format!("{home} @Not(@Can(@Is({names}, From) @To({goal})))"))
    ));
}

/// Pieces in a row.
fn connection(game: &mut Game<'_>, ends: &mut Vec<String>) {
    let config = game.config;
    for field in ["connectNxN", "collinearN"] {
        if config.number(field) > 0 {
            game.lose(field, "this kind of row");
        }
    }
    if (0..2).any(|side| config.region("connectRegion1", side).is_some_and(|region| !region.is_empty())) {
        game.lose("connectRegion1", "a chain from one side to another");
    }
    let count = config.number("connectN");
    if count < 1 {
        return;
    }
    if !matches!(config.word("connectValue"), "" | "win") {
        game.lose("connectValue", "a row that does not win");
    }
    if !config.set("connectPieceTypes", 0).is_empty() {
        game.lose("connectPieceTypes", "a row of some kinds of piece");
    }
    let [across, along, aslant] =
        ["connectHorizontal", "connectVertical", "connectDiagonal"].map(|field| config.flag(field));
    if across && along && aslant {
        ends.push(format!("{{ win = \"@InRow({count}~)\" }}"));
        return;
    }
    let far = count - 1;
    let mut rows = Vec::new();
    if across {
        rows.push(format!("@Row(Span(Here, Here File +{far}))"));
    }
    if along {
        rows.push(format!("@Row(Span(Here, Here Rank +{far}))"));
    }
    if aslant {
        rows.push(format!("@Row(Span(Here, Here File +{far} Rank +{far}))"));
        rows.push(format!("@Row(Span(Here, Here File +{far} Rank -{far}))"));
    }
    if !rows.is_empty() {
        let rows = if rows.len() == 1 { rows.concat() } else { format!("@Or({})", rows.join(", ")) };
        ends.push(format!("{{ win = {} }}", quoted(&format!("@Any(Board, {rows})"))));
    }
}

/// The player with more pieces wins when the game cannot continue.
fn counted(game: &mut Game<'_>, ends: &mut Vec<String>) {
    let config = game.config;
    let full = config.flag("adjudicateFullBoard");
    let passes = config.word("materialCounting");
    let stops = match (full, config.flag("pass") || config.flag("passOnStalemate")) {
        (true, true) => "@Or(@Full, @Passed(2))",
        (true, false) => "@Full",
        (false, true) => "@Passed(2)",
        (false, false) => "",
    };
    match passes {
        "unweighted" if !stops.is_empty() => {
            ends.push(format!("{{ win = {} }}", quoted(&format!("{stops} @More"))));
            ends.push(format!("{{ draw = {} }}", quoted(stops)));
        }
        "" => {
            if !stops.is_empty() {
                ends.push(format!("{{ draw = {} }}", quoted(stops)));
            }
        }
        _ => game.lose("materialCounting", "a draw that is decided by counting pieces"),
    }
    if config.flag("stalematePieceCount") {
        if full && passes == "unweighted" {
            // If the board is not full, a player without a move has more or fewer pieces.
            ends.push(format!("{{ win = {} }}", quoted("@Not(@Can) @More")));
        } else {
            game.lose("stalematePieceCount", "a stalemate that is decided by counting pieces");
        }
    }
    // Fields that none of the functions above handles.
    for (field, why) in [
        ("twoBoards", "a second board"),
        ("sittuyinPromotion", "a promotion where the piece stands"),
        ("petrifyOnCapture", "pieces that are petrified"),
        ("petrifyBlastPieces", "pieces that are petrified"),
        ("gating", "pieces that come behind others"),
        ("seirawanGating", "pieces that come behind others"),
        ("cambodianMoves", "leaps of a piece's first move"),
        ("wallOrMove", "walls that are put instead of a move"),
        ("makpongRule", "a royal piece that may not leave a check"),
        ("moveRepetitionIllegal", "moves to and fro that are not allowed"),
        ("shatarMateRule", "a mate that only some pieces may give"),
        ("bikjangRule", "kings that face each other by consent"),
        ("arrowGating", "walls that moves leave behind"),
        ("duckGating", "walls that moves leave behind"),
        ("staticGating", "walls that moves leave behind"),
        ("pastGating", "walls that moves leave behind"),
    ] {
        if config.flag(field) {
            game.lose(field, why);
        }
    }
    for (field, why) in
        [("wallingRule", "walls that moves leave behind"), ("castlingWins", "a game that is won by castling")]
    {
        if !config.word(field).is_empty() && config.word(field) != "-" {
            game.lose(field, why);
        }
    }
    if !config.set("petrifyOnCaptureTypes", 0).is_empty() {
        game.lose("petrifyOnCaptureTypes", "pieces that are petrified");
    }
    if config.region("diagonalLines", 0).is_some_and(|region| !region.is_empty()) {
        game.lose("diagonalLines", "lines that are drawn on the board");
    }
    if config.set("flagPiece", 0).iter().any(|slot| slot == ALL) && config.flag("flagMove") {
        game.lose("flagMove", "one more move where any piece may reach the goal");
    }
}
