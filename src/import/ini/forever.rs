//! Ends of endless games: repetition with perpetual check and chase, and counting rules. The pieces concerned are data, since
//! they have the program's names.

use super::config::special;
use super::doc::quoted;
use super::game::{Game, PLAYERS};
use super::roles::plain_role;

/// The program's counting rules and chases.
const FOREVER: &str = include_str!("../../reference/fairy/forever.ini");

/// The values of a key in the data: the texts before and after the colon.
fn said(key: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    said_in(FOREVER, key)
}

/// The values of a key in a data file: the texts before and after the colon.
pub fn said_in(text: &'static str, key: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines().filter_map(move |line| line.strip_prefix(key)?.strip_prefix(" = ")?.split_once(": "))
}

/// Writes `repetition` and `counting` of `[ending]`.
pub fn write(game: &mut Game<'_>) {
    repetition(game);
    if let Some(counting) = counting(game) {
        game.doc.set("ending", "counting", counting);
    }
}

fn repetition(game: &mut Game<'_>) {
    let config = game.config;
    let times = config.number("nFoldRule");
    if times < 2 {
        game.doc.set("ending", "repetition", "false");
        if config.flag("perpetualCheckIllegal") {
            game.lose("perpetualCheckIllegal", "perpetual check where no repetition ends the game");
        }
        if !config.word("chasingRule").is_empty() {
            game.lose("chasingRule", "perpetual chase where no repetition ends the game");
        }
        return;
    }
    // The program's value is for the first player, or for the player to move. A rule file's is for the player who has
    // just repeated, if it names none.
    let (result, player) = match (config.word("nFoldValue"), config.flag("nFoldValueAbsolute")) {
        (value @ ("win" | "loss"), true) => (value, format!(", player = {}", quoted(PLAYERS[0]))),
        ("win", false) => ("loss", String::new()),
        ("loss", false) => ("win", String::new()),
        _ => ("draw", String::new()),
    };
    let check = if config.flag("perpetualCheckIllegal") { ", perpetual-check = \"loss\"" } else { "" };
    let chase = match config.word("chasingRule") {
        "" => String::new(),
        _ => format!(", perpetual-chase = {}", chase(game)),
    };
    let value = format!("{{ times = {times}, result = {}{player}{check}{chase} }}", quoted(result));
    game.doc.set("ending", "repetition", value);
}

/// The Asian rules as implemented in the program.
fn chase(game: &Game<'_>) -> String {
    let list = |slots: &[String]| -> Vec<String> {
        slots.iter().flat_map(|slot| game.roles_of(slot)).map(|name| quoted(&name)).collect()
    };
    let slots = |what: &[&str]| -> Vec<String> {
        let of = |slot: &&String| what.contains(&special(slot));
        game.config.slots.keys().filter(of).cloned().collect()
    };
    let mut parts = vec!["result = \"loss\"".to_owned()];
    let free = list(&[slots(&["royal"]), slots(&["crosses"])].concat());
    if !free.is_empty() {
        parts.push(format!("free = [{}]", free.join(", ")));
    }
    // A piece that moves only straight ahead, from the chaser's view.
    let ranks = i64::from(game.size.ranks);
    let crossed = (ranks + 1 - game.config.number("soldierPromotionRank")).clamp(0, ranks);
    let shy = slots(&["crosses"]);
    if let Some(is) = game.is(&shy).filter(|_| crossed < ranks) {
        let far = match crossed {
            0 => String::new(),
            1 => " @Not(@To(Rank 1))".to_owned(),
            rank => format!(" @Not(@To(Rank 1~{rank}))"),
        };
        parts.push(format!("spared = {}", quoted(&format!("{}{far}", is.trim()))));
    }
    let mut always = Vec::new();
    for (by, of) in said("chase") {
        let of = list(&of.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let by = if of.is_empty() {
            Vec::new()
        } else {
            by.split('/').flat_map(|slot| game.roles_of(slot)).collect()
        };
        always.extend(by.iter().map(|by: &String| format!("{by} = [{}]", of.join(", "))));
    }
    if !always.is_empty() {
        parts.push(format!("always = {{ {} }}", always.join(", ")));
    }
    format!("{{ {} }}", parts.join(", "))
}

/// The counting rule of this name; `None` if there is none.
fn counting(game: &mut Game<'_>) -> Option<String> {
    let word = game.config.word("countingRule").to_owned();
    let (_, rule) = said("count").find(|(name, _)| *name == word)?;
    let mut rule = rule.split("; ");
    let (limits, from, more) = (rule.next()?, rule.next()?, rule.next()?);
    let mut texts = Vec::new();
    for limit in limits.split(", ") {
        let (kinds, moves) = limit.rsplit_once(' ').unwrap_or(("", limit));
        // Against other than its known pieces, the program counts to the last limit, or not at all.
        let letters: Option<String> = kinds.split_whitespace().map(|kind| letter(game, kind)).collect();
        match letters.as_deref() {
            None => {}
            Some("") => texts.push(quoted(moves)),
            Some(letters) => texts.push(quoted(&format!("{letters} {moves}"))),
        }
    }
    if texts.is_empty() {
        return None;
    }
    let pawns: Vec<String> =
        game.config.slots.keys().filter(|slot| special(slot) == "steps").cloned().collect();
    let pawnless = match game.is(&pawns) {
        Some(pawns) => format!(" @None(Board,{pawns})"),
        None => String::new(),
    };
    let against = "@Count(2~, Board, @Opponent)";
    let from = if from == "0" { String::new() } else { format!(", from = {}", quoted(from)) };
    let bare = format!(
        "{{ when = \"@Count(1, Board, @Ally) {against}{pawnless}\", limits = [{}]{from}, anew = true }}",
        texts.join(", ")
    );
    let mut more = more.split(' ');
    let (Some(count), Some(pawns), Some(moves)) = (more.next(), more.next(), more.next()) else {
        return Some(format!("[{bare}]"));
    };
    let gone = if pawns == "pawnless" { &*pawnless } else { "" };
    let more =
        format!("{{ when = \"@Count({count}, Board, @Ally) {against}{gone}\", limits = [\"{moves}\"] }}");
    Some(format!("[\n    {bare},\n    {more},\n]"))
}

/// The letter of a kind of piece, if the game has it.
fn letter(game: &mut Game<'_>, kind: &str) -> Option<char> {
    if game.roles.iter().any(|role| role.was.is_some() && kind.split('/').any(|slot| slot == role.slot)) {
        game.lose("countingRule", "a count by what is left, promoted pieces among that");
    }
    let slot = kind.split('/').find(|slot| plain_role(game, slot).is_some())?;
    Some(game.letter(slot))
}
