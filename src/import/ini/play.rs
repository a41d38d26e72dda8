//! Hands, drops, hooks, compulsion and counters.

use super::board::Squares;
use super::config::{ALL, special};
use super::doc::quoted;
use super::forever::said_in;
use super::game::{Game, When};
use super::roles::players;

/// Writes hands, drops, hooks, compulsion and counters.
pub fn write(game: &mut Game<'_>) {
    drops(game);
    moves(game);
    flips(game);
    if game.config.flag("blastOnCapture") {
        blast(game);
    }
    if game.config.flag("checkCounting") {
        match game.start.checks {
            Some((first, second)) if first == second => {
                game.doc.set("counters", "checks", format!("{{ start = {first} }}"));
            }
            _ => {
                game.doc.set("counters", "checks", "{ start = 3 }");
            }
        }
        let counts = quoted("@Checks => @Add(checks, -1)");
        let hooks = match game.doc.value("hooks", "aftermove") {
            Some(other) => format!("[{other}, {counts}]"),
            None => counts,
        };
        game.doc.set("hooks", "aftermove", hooks);
    }
}

/// `[hand]`, and the squares for drops of each piece.
fn drops(game: &mut Game<'_>) {
    let config = game.config;
    if !config.flag("pieceDrops") {
        if config.flag("capturesToHand") {
            game.lose("capturesToHand", "a hand from which nothing is dropped");
        }
        return;
    }
    if config.flag("capturesToHand") {
        game.doc.set("hand", "taken", quoted("taker"));
        let listed = (0..2).any(|side| {
            let pawns = config.set("promotionPawnTypes", side);
            pawns.iter().any(|slot| game.roles.iter().any(|role| role.slot == *slot))
                && !config.set("promotionPieceTypes", side).is_empty()
        });
        if config.flag("dropLoop") {
            game.doc.set("hand", "revert", quoted("no"));
        } else if listed {
            game.doc.set("hand", "revert", quoted("mark"));
        }
    }
    let mut general = String::new();
    if !config.flag("dropChecks") {
        general += " @Not(@Checks)";
    }
    for field in ["sittuyinRookDrop", "dropOppositeColoredBishop"] {
        if config.flag(field) {
            game.lose(field, "a rule for the drops of one kind of piece");
        }
    }
    let all = game.size.all();
    let own = [0, 1].map(|side| game.seen("dropRegion", side).unwrap_or_else(|| all.clone()));
    let zones = [0, 1].map(|side| game.seen("promotionRegion", side).unwrap_or_default());
    for role in game.roles.clone() {
        // A promoted piece reverts in hand.
        if role.was.is_some() {
            continue;
        }
        let table = format!("pieces.{}", role.name);
        let mut squares: [Squares; 2] = own.clone();
        for side in 0..2 {
            if let Some(parts) =
                config.mobility.get(&(role.slot.clone(), side)).filter(|parts| !parts.is_empty())
            {
                let reach = game.view(parts, side);
                squares[side].retain(|square| reach.contains(square));
            }
            if special(&role.slot) == "steps" {
                if !config.flag("promotionZonePawnDrops") {
                    squares[side].retain(|square| !zones[side].contains(square));
                }
                if !config.flag("firstRankPawnDrops") {
                    squares[side].retain(|square| square.1 != 0);
                }
            }
        }
        let stuck = game.stuck(&role.slot);
        let mobile = stuck.iter().any(|one| !one.is_empty()) && game.mobile_says_so(&role.slot);
        if !mobile {
            for side in 0..2 {
                squares[side].retain(|square| !stuck[side].contains(square));
            }
        }
        let mut text = match game.where_("@To", &squares, "Drop") {
            When::Never => {
                game.doc.set(&table, "drop", "false");
                continue;
            }
            When::Always => String::new(),
            When::If(text) => text,
        };
        if mobile {
            text += " @Mobile";
        }
        if !general.is_empty() {
            text += &format!(" {}", general.trim());
        }
        if config.set("dropNoDoubled", 0).contains(&role.slot) {
            let count = config.number("dropNoDoubledCount");
            let name = &role.name;
            match count {
                0 => {
                    game.doc.set(&table, "drop", "false");
                    continue;
                }
                1 => text += &format!(" @None(To Rank *, @Ally @Is({name}))"),
                _ => text += &format!(" @Count(~{}, To Rank *, @Ally @Is({name}))", count - 1),
            }
        }
        if special(&role.slot) == "mateless" && config.flag("shogiPawnDropMateIllegal") {
            text += " @Not(@Mates)";
        }
        text = enclosing(game, text.trim());
        let text = text.trim().to_owned();
        let promoted = game.roles.iter().find(|other| other.was.as_deref() == Some(&role.slot));
        let promoted = promoted.map(|promoted| promoted.name.clone());
        let value = match promoted {
            Some(promoted) if config.flag("dropPromoted") => {
                let first = if text.is_empty() { "@Empty".to_owned() } else { text.clone() };
                let second = format!("{text} => @Become({promoted})");
                format!("[{}, {}]", quoted(&first), quoted(second.trim()))
            }
            _ if text.is_empty() => "true".to_owned(),
            _ => quoted(&text),
        };
        game.doc.set(&table, "drop", value);
        if config.flag("freeDrops") {
            game.doc.set(&table, "supply", "true");
        }
    }
}

/// The condition of a drop that must enclose pieces, with the pieces it flips.
fn enclosing(game: &mut Game<'_>, text: &str) -> String {
    let config = game.config;
    let rule = if config.flag("dropOnTop") { "top" } else { config.word("enclosingDrop") };
    let mut text = text.to_owned();
    match rule {
        "" => {}
        "reversi" => {
            let free = [0, 1]
                .map(|side| game.seen("enclosingDropStart", 0).filter(|_| side < 2).unwrap_or_default());
            let held =
                |square: &(u16, u16)| game.start.men.iter().any(|(_, file, rank)| (*file, *rank) == *square);
            let open = free[0].iter().any(|square| !held(square));
            let runs = format!("@Any({RUNS})");
            if open {
                let seen = [0, 1].map(|side| game.seen("enclosingDropStart", side).unwrap_or_default());
                match game.where_("@To", &seen, "Opening") {
                    When::If(to) if seen[0] == seen[1] => {
                        let zone = to.trim_start_matches("@To(").trim_end_matches(')').to_owned();
                        let zone = if zone.contains(' ') { game.region(&seen[0], "Opening") } else { zone };
                        text += &format!(" @Or(@Any({zone}, @Empty) {to}, @None({zone}, @Empty) {runs})");
                    }
                    _ => game.lose("enclosingDropStart", "squares that are not the same for both players"),
                }
            } else {
                text += &format!(" {runs}");
            }
        }
        "top" if !game.size.turned => text += " @Or(@To(Rank 1), @Occupied(To Rank -1))",
        word if said_in(DROPS, "drop").any(|(known, _)| known == word) => {
            let asked = said_in(DROPS, "drop").filter(|(known, _)| *known == word);
            asked.for_each(|(_, line)| text += &format!(" {line}"));
        }
        _ => {
            let field = if config.flag("dropOnTop") { "dropOnTop" } else { "enclosingDrop" };
            game.lose(field, "this rule of where pieces may be dropped");
        }
    }
    if let Some(flip) = flip(game) {
        text += &format!(" => {flip}");
    }
    text
}

/// In each direction, the opponent's pieces between the target and an own piece.
const RUNS: &str = "Runs(To **# 1, @Opponent, @Ally)";

/// The conditions and flips of drops, by word.
const DROPS: &str = include_str!("../../reference/fairy/drops.ini");

/// The pieces that a move or a drop flips.
fn flip(game: &mut Game<'_>) -> Option<&'static str> {
    let word = game.config.word("flipEnclosedPieces");
    let found = said_in(DROPS, "flip").find(|(known, _)| *known == word).map(|(_, line)| line);
    if found.is_none() && !word.is_empty() {
        game.lose("flipEnclosedPieces", "this rule of what is turned");
    }
    found
}

/// Writes the flips of moves; those of drops are written with each drop.
fn flips(game: &mut Game<'_>) {
    let moves = |role: &super::game::Role| {
        let table = format!("pieces.{}", role.name);
        ["pattern", "move", "capture"]
            .iter()
            .any(|key| game.doc.value(&table, key).is_some_and(|value| value != "[]"))
    };
    if !game.roles.iter().any(moves) {
        return;
    }
    if let Some(flip) = flip(game) {
        let guard = if game.config.flag("pieceDrops") { "@Not(@Drops) => " } else { "" };
        game.doc.set("hooks", "aftermove", quoted(&format!("{guard}{flip}")));
    }
}

/// `[moves]`.
fn moves(game: &mut Game<'_>) {
    let config = game.config;
    if !config.flag("checking") {
        game.doc.set("moves", "guard", quoted("@Not(@Checks)"));
    }
    let mut must = Vec::new();
    if config.flag("mustDrop") {
        let set = config.set("mustDropType", 0);
        match game.is(set) {
            _ if set.is_empty() || set.iter().any(|slot| slot == ALL) => must.push("@Drops".to_owned()),
            Some(is) => {
                let names = is.trim().trim_start_matches("@Is(").trim_end_matches(')').to_owned();
                must.push(format!("@Drops({names})"));
            }
            None => {}
        }
    }
    if config.flag("mustCapture") {
        must.push("@Takes".to_owned());
    }
    match must.as_slice() {
        [] => {}
        [only] => game.doc.set("moves", "must", quoted(only)),
        all => {
            let list: Vec<String> = all.iter().map(|one| quoted(one)).collect();
            game.doc.set("moves", "must", format!("[{}]", list.join(", ")));
        }
    }
    let flag = |field: &'static str, side: usize| {
        config.values.get(&(field, side)) == Some(&super::config::Value::Flag(true))
    };
    let pass = [0, 1].map(|side| flag("pass", side));
    let stuck = [0, 1].map(|side| flag("passOnStalemate", side));
    let pass = match (players(pass), players(stuck)) {
        (Some(who), _) if who.is_empty() => Some("true".to_owned()),
        (Some(who), _) => Some(quoted(&who)),
        (None, Some(who)) => Some(quoted(format!("{who} @Not(@Can)").trim())),
        (None, None) => None,
    };
    if let Some(pass) = pass {
        game.doc.set("moves", "pass", pass);
    }
}

/// Writes the effects of a capture on other pieces (explosions).
fn blast(game: &mut Game<'_>) {
    let config = game.config;
    if config.flag("capturesToHand") {
        game.lose("blastOnCapture", "a hand that receives what the opponent blows up of their own");
    }
    let immune = config.set("blastImmuneTypes", 0);
    let spared: Vec<String> = game
        .roles
        .iter()
        .filter(|role| special(&role.slot) == "steps" || immune.contains(&role.slot))
        .map(|role| role.name.clone())
        .collect();
    let at_zero: Vec<String> =
        game.roles.iter().filter(|role| immune.contains(&role.slot)).map(|role| role.name.clone()).collect();
    let filter = |names: &[String]| match names {
        [] => String::new(),
        names => format!(", @Not(@Is({}))", names.join(", ")),
    };
    let text = format!("@Take(To ** ~1{}) @Take(To{})", filter(&spared), filter(&at_zero));
    game.doc.set("hooks", "aftercapture", quoted(&text));
}
