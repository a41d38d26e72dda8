//! What ends a game that goes on and on: repetition with perpetual check and chase, and counts within which somebody must mate.

use super::doc::quoted;
use super::game::Game;
use super::roles::plain_role;

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
    let result = match config.word("nFoldValue") {
        "" => "draw",
        word => word,
    };
    if config.flag("nFoldValueAbsolute") && result != "draw" {
        game.lose("nFoldValueAbsolute", "a repetition that is one player's whoever repeats");
    }
    let check = if config.flag("perpetualCheckIllegal") { ", perpetual-check = \"loss\"" } else { "" };
    let chase = match config.word("chasingRule") {
        "axf" => format!(", perpetual-chase = {}", chase(game)),
        _ => String::new(),
    };
    let value = format!("{{ times = {times}, result = {}{check}{chase} }}", quoted(result));
    game.doc.set("ending", "repetition", value);
}

/// The Asian rules as the program has them: which pieces they are about it knows by its own names.
fn chase(game: &Game<'_>) -> String {
    let list = |slots: &[&str]| -> Vec<String> {
        slots.iter().flat_map(|slot| game.roles_of(slot)).map(|name| quoted(&name)).collect()
    };
    let mut parts = vec!["result = \"loss\"".to_owned()];
    let free = list(&["king", "soldier"]);
    if !free.is_empty() {
        parts.push(format!("free = [{}]", free.join(", ")));
    }
    // A soldier that goes but straight ahead, as who chases it sees the board.
    let ranks = i64::from(game.size.ranks);
    let crossed = (ranks + 1 - game.config.number("soldierPromotionRank")).clamp(0, ranks);
    if let Some(is) = game.is(&["soldier".to_owned()]).filter(|_| crossed < ranks) {
        let far = match crossed {
            0 => String::new(),
            1 => " @Not(@To(Rank 1))".to_owned(),
            rank => format!(" @Not(@To(Rank 1~{rank}))"),
        };
        parts.push(format!("spared = {}", quoted(&format!("{}{far}", is.trim()))));
    }
    let lesser: [(&str, &[&str]); 5] = [
        ("horse", &["rook"]),
        ("cannon", &["rook"]),
        ("fers", &["rook", "cannon", "horse"]),
        ("met", &["rook", "cannon", "horse"]),
        ("elephant", &["rook", "cannon", "horse"]),
    ];
    let mut always = Vec::new();
    for (slot, greater) in lesser {
        let of = list(greater);
        let by = if of.is_empty() { Vec::new() } else { game.roles_of(slot) };
        always.extend(by.iter().map(|by| format!("{by} = [{}]", of.join(", "))));
    }
    if !always.is_empty() {
        parts.push(format!("always = {{ {} }}", always.join(", ")));
    }
    format!("{{ {} }}", parts.join(", "))
}

/// The counts of a word, or nothing where nobody counts.
fn counting(game: &mut Game<'_>) -> Option<String> {
    // The program counts by its own kinds of piece: against others it is the last limit, or none.
    let makruk: &[(&str, u16)] =
        &[("rook rook", 8), ("rook", 16), ("khon khon", 22), ("knight knight", 32), ("khon", 44), ("", 64)];
    let asean: &[(&str, u16)] = &[("rook", 16), ("khon", 44), ("knight", 64)];
    let (limits, less, from) = match game.config.word("countingRule") {
        "makruk" => (makruk, 0, ", from = \"pieces\""),
        "cambodian" => (makruk, 1, ", from = \"pieces\""),
        "asean" => (asean, 0, ""),
        _ => return None,
    };
    let mut texts = Vec::new();
    for &(slots, moves) in limits {
        let mut letters = String::new();
        let mut all = true;
        for slot in slots.split_whitespace() {
            // The program has two names for one kind.
            let slot = if slot == "khon" && plain_role(game, slot).is_none() { "silver" } else { slot };
            if game.roles.iter().any(|role| role.slot == slot && role.was.is_some()) {
                game.lose("countingRule", "a count by what is left, promoted pieces among that");
            }
            match plain_role(game, slot) {
                Some(_) => letters.push(game.letter(slot)),
                None => all = false,
            }
        }
        if all {
            let gap = if letters.is_empty() { "" } else { " " };
            texts.push(quoted(&format!("{letters}{gap}{}", moves - less)));
        }
    }
    if texts.is_empty() {
        return None;
    }
    let pawnless = match game.is(&["pawn".to_owned()]) {
        Some(pawns) => format!(" @None(Board,{pawns})"),
        None => String::new(),
    };
    let against = "@Count(2~, Board, @Opponent)";
    let limits = texts.join(", ");
    let bare = format!(
        "{{ when = \"@Count(1, Board, @Ally) {against}{pawnless}\", limits = [{limits}]{from}, anew = true }}"
    );
    // Who has more than a king counts as many moves, whatever is against it.
    let more = match game.config.word("countingRule") {
        "makruk" => {
            format!("{{ when = \"@Count(2~, Board, @Ally) {against}{pawnless}\", limits = [\"64\"] }}")
        }
        "cambodian" => format!("{{ when = \"@Count(2~3, Board, @Ally) {against}\", limits = [\"63\"] }}"),
        _ => return Some(format!("[{bare}]")),
    };
    Some(format!("[\n    {bare},\n    {more},\n]"))
}
