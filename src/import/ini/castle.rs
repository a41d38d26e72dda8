//! Castling: converts the start position's rights to lines of the king and the rights they need.

use super::board::Size;
use super::doc::quoted;
use super::game::Game;

/// A castling move of a player; files count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Castling {
    mover: u16,
    beside_at: u16,
    mover_to: u16,
    other_to: u16,
    /// The piece that is moved next to the mover.
    with: String,
    /// The piece that castles.
    who: String,
}

/// Writes the castling moves for which the start position has a right.
pub fn write(game: &mut Game<'_>) {
    let config = game.config;
    if config.flag("castlingDroppedPiece") {
        game.lose("castlingDroppedPiece", "rights that come with a drop");
    }
    for field in ["oppositeCastling", "shuffled"] {
        if config.flag(field) {
            game.lose(field, "castling in another way than by the files that the configuration names");
        }
    }
    if !config.flag("castling") {
        return;
    }
    let rank = u16::try_from(config.number("castlingRank")).unwrap_or(1).max(1);
    let mut lines: Vec<(String, String, String)> = Vec::new();
    for (letter, field, short) in [('K', "castlingKingsideFile", true), ('Q', "castlingQueensideFile", false)]
    {
        let found: Vec<Option<Castling>> =
            (0..2).map(|side| castling(game, side, letter, field, short, rank)).collect();
        let Some(first) = found.iter().flatten().next().cloned() else { continue };
        // The players may castle with different pieces from the same squares.
        let like = |other: &Castling| {
            (other.mover, other.beside_at, &other.who) == (first.mover, first.beside_at, &first.who)
        };
        if !found.iter().flatten().all(like) {
            game.lose("castling", "the players castle in different ways");
        }
        let squares = format!(
            "File {} {}, Rank {rank}",
            Size::file(first.mover.min(first.beside_at)),
            Size::file(first.mover.max(first.beside_at))
        );
        let value = format!("{{ letter = {}, squares = {} }}", quoted(&letter.to_string()), quoted(&squares));
        game.doc.set("rights", &letter.to_string(), value);
        let written: Vec<(usize, String)> = found
            .iter()
            .enumerate()
            .filter_map(|(side, castling)| Some((side, line(game, castling.as_ref()?, letter))))
            .collect();
        let alike = written.iter().all(|(_, line)| *line == written[0].1);
        for (side, line) in written.into_iter().take(if alike { 1 } else { 2 }) {
            let by = if alike { String::new() } else { format!(" @By({})", super::game::PLAYERS[side]) };
            lines.push((first.who.clone(), letter.to_string(), super::roles::guarded(&line, &by)));
        }
    }
    if lines.is_empty() {
        return;
    }
    if game.size.mirrored {
        game.lose("castling", "pieces that know left from right, and castling");
    }
    for (who, letter, line) in lines {
        let table = format!("pieces.{who}");
        let name = if letter == "K" { "O-O" } else { "O-O-O" };
        let item = format!("{{ name = {}, pattern = {} }}", quoted(name), quoted(&line));
        // A castling move onto the other piece captures, so its key is `capture`.
        let key = if line.starts_with("File") && line.contains("@Is(") { "capture" } else { "move" };
        game.doc.append(&table, key, &item);
    }
}

/// The castling of a player to one side, if the start position has the right.
fn castling(
    game: &mut Game<'_>,
    side: usize,
    letter: char,
    field: &'static str,
    short: bool,
    rank: u16,
) -> Option<Castling> {
    let config = game.config;
    let written = if side == 0 { letter } else { letter.to_ascii_lowercase() };
    if !game.start.rights.contains(written) {
        return None;
    }
    let row = if side == 0 { rank - 1 } else { game.size.ranks.checked_sub(rank)? };
    let who = config.set("castlingKingPiece", side).first().cloned().or_else(|| {
        let royal = |slot: &&String| super::config::special(slot) == "royal";
        config.slots.keys().find(royal).cloned()
    })?;
    let rooks: Vec<String> = match config.set("castlingRookPieces", side) {
        [] => config.slots.keys().filter(|slot| slot.as_str() == BESIDE).cloned().collect(),
        set => set.to_vec(),
    };
    let own = |sign: &str| sign.chars().last().is_some_and(|one| one.is_ascii_uppercase() == (side == 0));
    let at = |slots: &[String]| -> Vec<(u16, String)> {
        let men = game.start.men.iter().filter(|(sign, _, at)| own(sign) && *at == row && sign.len() == 1);
        men.filter_map(|(sign, file, _)| {
            let slot = config.by_letter(sign.chars().next()?)?;
            slots.iter().any(|one| one == slot).then(|| (*file, slot.to_owned()))
        })
        .collect()
    };
    let kings = at(std::slice::from_ref(&who));
    let wanted = config.number("castlingKingFile") - 1;
    let mover = kings.iter().find(|(file, _)| i64::from(*file) == wanted).or(kings.first())?.0;
    // Only these files are searched for the other piece.
    let [first, last] =
        ["castlingRookQueensideFile", "castlingRookKingsideFile"].map(|field| config.number(field));
    let sought = |file: u16| {
        let file = i64::from(file) + 1;
        if short { last == 0 || file <= last } else { file >= first }
    };
    let mut beside: Vec<(u16, String)> = at(&rooks)
        .into_iter()
        .filter(|(file, _)| if short { *file > mover } else { *file < mover })
        .filter(|(file, _)| sought(*file))
        .collect();
    beside.sort();
    let (beside_at, with) = if short { beside.pop()? } else { beside.into_iter().next()? };
    let mover_to = u16::try_from(config.number(field) - 1).ok().filter(|file| *file < game.size.files)?;
    let other_to = if short { mover_to.checked_sub(1)? } else { mover_to + 1 };
    let with = super::roles::plain_role(game, &with)?;
    let who = super::roles::plain_role(game, &who)?;
    Some(Castling { mover, beside_at, mover_to, other_to, with, who })
}

/// The default castling partner of a configuration.
const BESIDE: &str = crate::import::ini::DEFAULT_BESIDE;

/// The line of a castling.
fn line(game: &Game<'_>, castling: &Castling, letter: char) -> String {
    let Castling { mover, beside_at, mover_to, other_to, with, who } = castling;
    let (mover, beside_at, mover_to, other_to) =
        (*mover as i32, *beside_at as i32, *mover_to as i32, *other_to as i32);
    let offset = |file: i32| match file - mover {
        0 => "From".to_owned(),
        n => format!("File {}{}", if n > 0 { '+' } else { '-' }, n.abs()),
    };
    let royal = game.doc.value(&format!("pieces.{who}"), "royal").is_some();
    let far = mover_to - mover;
    // If the mover could reach its target by a normal move, castling is written as a move onto the other piece.
    let onto = far.abs() <= 1 || game.steps_so(who, far);
    let between = |a: i32, b: i32| (a.min(b) + 1)..a.max(b);
    let mut empty: Vec<i32> = between(mover, mover_to).chain(between(beside_at, other_to)).collect();
    empty.extend([mover_to, other_to]);
    empty.retain(|&file| file != mover && file != beside_at);
    empty.sort_unstable();
    empty.dedup();
    let passed = |onto: bool| -> Vec<i32> {
        // Squares already tested by the line's own path and landing.
        let end = if onto { beside_at } else { mover_to };
        let mut already: Vec<i32> = between(mover, end).collect();
        if !onto {
            already.push(mover_to);
        }
        already
    };
    let already = passed(onto);
    let asked: String = empty
        .iter()
        .filter(|file| !already.contains(file))
        .map(|&file| format!(" @Empty({})", offset(file)))
        .collect();
    let mut safe = String::new();
    if royal {
        let step = if mover_to >= mover { 1 } else { -1 };
        let mut file = mover;
        while file != mover_to {
            safe += &format!(" @NotAttacked({})", offset(file));
            file += step;
        }
        if onto && mover_to != mover {
            safe += &format!(" @NotAttacked({})", offset(mover_to));
        }
    }
    if onto {
        return format!(
            "{} @Ally @Is({with}) @Right({letter}){asked}{safe} => @Shift(To, {}) @Put({with}, {})",
            offset(beside_at),
            offset(mover_to),
            offset(other_to)
        );
    }
    let landing_blocked =
        (mover_to - mover).signum() != 0 && between(mover, mover_to).any(|file| file == beside_at);
    let over = if landing_blocked { " @JumpOver(1)" } else { "" };
    let own = if mover_to == beside_at { " @Ally" } else { "" };
    format!(
        "{}{over}{own} @Right({letter}){asked}{safe} => @Shift({}, {})",
        offset(mover_to),
        offset(beside_at),
        offset(other_to)
    )
}

impl Game<'_> {
    /// Whether a piece can cover this distance along its rank by normal moves.
    fn steps_so(&self, role: &str, far: i32) -> bool {
        let table = format!("pieces.{role}");
        let text: String = ["pattern", "move"].iter().filter_map(|key| self.doc.value(&table, key)).collect();
        let slides = ["*# *", "**# $n\"", "File *"].iter().any(|line| text.contains(line));
        slides
            || text.contains(&format!("*# {} @", far.abs()))
            || text.contains(&format!("*# {}\"", far.abs()))
    }
}
