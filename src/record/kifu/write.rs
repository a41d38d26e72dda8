//! Writes KIF: headers, one numbered move per line, comments, and variations after the line that they leave.

use std::collections::HashMap;

use crate::notation::mirrored_coordinates;
use crate::record::replay::{Replay, legal};
use crate::record::tree::{GameTree, NodeId, Termination};
use crate::variant::{Script, Variant, fen};

use super::kif::{MATE, end_named, is_tag, word_of};
use super::{End, GAME, parted};

/// Headers with their PGN tags, without those of the players.
const HEADERS: [(&str, &str); 3] = [("棋戦", "Event"), ("場所", "Site"), ("戦型", "Opening")];

/// The players' names: in a handicap game, the giver moves first.
const EVEN: [&str; 2] = ["先手", "後手"];
const HANDICAP: [&str; 2] = ["下手", "上手"];

/// Whether KIF has a name for the game.
pub fn can_write(variant: &Variant) -> bool {
    variant.notation.scripts.contains(&Script::Kif) && name(variant).is_some()
}

fn name(variant: &Variant) -> Option<&str> {
    let mut names = variant.notation.records.names.iter().map(String::as_str);
    names.find(|name| name.ends_with(GAME))
}

/// A game as KIF. Its moves must have been [converted](crate::record::replay::convert) to [`Script::Kif`]. `None` if KIF has no
/// name for the game or for its start.
///
/// ```
/// use carn::record::replay::{self, Known};
/// use carn::record::{kifu, pgn};
/// use carn::variant::Script;
/// let known = |name: &str| {
///     Some(Known { rules: carn::library::rules(carn::library::find(name)?)?, hash: None })
/// };
/// let mut tree = pgn::read("[Variant \"Shogi\"]\n\n1. ▲7六歩 △3四歩 *").games.remove(0);
/// let replay = replay::resolve(&mut tree, 1, &known, None).expect("shogi ships");
/// replay::convert(&mut tree, &replay, Script::Kif);
/// let text = kifu::write(&tree, &replay).expect("shogi has a name");
/// assert!(text.contains("   2 ３四歩(33)\n"));
/// ```
#[must_use]
pub fn write(tree: &GameTree, replay: &Replay) -> Option<String> {
    let rules = &replay.known.rules;
    let variant = rules.variant();
    if !can_write(variant) {
        return None;
    }
    let setup = replay.start.setup();
    let start = if setup == variant.start {
        name(variant).map(|name| if name == GAME { "平手" } else { name })?
    } else {
        let same = |fen: &str| fen::parse(variant, fen).is_ok_and(|start| start == setup);
        variant.notation.records.starts.iter().find(|(_, fen)| same(fen)).map(|(name, _)| name.as_str())?
    };
    let mut text = format!("手合割：{start}\n");
    let given = |tag: &str| tree.tags.get(tag).filter(|value| !value.is_empty() && *value != "?");
    for (header, day, time) in [("開始日時", "Date", "Time"), ("終了日時", "EndDate", "EndTime")] {
        if let Some(day) = given(day) {
            let time = given(time).map_or_else(String::new, |time| format!(" {time}"));
            text += &format!("{header}：{}\n", one_line(&format!("{}{time}", day.replace('.', "/"))));
        }
    }
    let second = variant.mover(setup.turn) != variant.mover(0);
    let players = if second { HANDICAP } else { EVEN };
    for (header, tag) in HEADERS.into_iter().chain(players.into_iter().zip(["White", "Black"])) {
        if let Some(value) = given(tag) {
            text += &format!("{header}：{}\n", one_line(value));
        }
    }
    for tag in &tree.tags {
        let known = HEADERS.iter().any(|(_, known)| *known == &*tag.name)
            || matches!(
                &*tag.name,
                "White" | "Black" | "Date" | "Time" | "EndDate" | "EndTime" | "Termination"
            );
        if !known && is_tag(&tag.name) && given(&tag.name).is_some() {
            text += &format!("{}：{}\n", tag.name, one_line(&tag.value));
        }
    }
    text += "手数----指手---------消費時間--\n";
    say(tree, NodeId::ROOT, false, None, &mut text);
    // The seconds that each player has used.
    let mut used = HashMap::from([(NodeId::ROOT, [0.0; 2])]);
    // A variation follows the line that it leaves, later ones first.
    let mut open = vec![(NodeId::ROOT, 0)];
    while let Some((first, ply)) = open.pop() {
        if ply > 0 {
            text += &format!("\n変化：{ply}手\n");
        }
        let mut last = ply;
        for (ply, node) in (ply..).zip(tree.line(first)).filter(|&(ply, _)| ply > 0) {
            for said in tree[node].said_before() {
                lines(&said, &mut text);
            }
            text += &format!("{ply:>4} {}", word(tree, node, variant));
            let before = tree.parent(node).and_then(|parent| used.get(&parent)).copied();
            let mut used_here = before.unwrap_or_default();
            let seconds = tree[node].comments().find_map(spent);
            if let Some(seconds) = seconds {
                let total = &mut used_here[ply % 2];
                *total += seconds;
                text += &time(seconds, *total);
            }
            used.insert(node, used_here);
            text.push('\n');
            let ends = first != NodeId::ROOT && tree.first_child(node).is_none();
            say(tree, node, seconds.is_some(), ends.then_some(ply + 1), &mut text);
            last = ply;
            if node != first {
                let others: Vec<_> =
                    tree.parent(node).into_iter().flat_map(|parent| tree.children(parent)).skip(1).collect();
                open.extend(others.into_iter().rev().map(|other| (other, ply)));
            }
        }
        if first == NodeId::ROOT {
            let first_moves = (last % 2 == 0) != second;
            text += &end(tree, replay, last, first_moves, players);
        }
    }
    Some(text)
}

/// A move, `７六歩(77)`: without the side, always with the origin. A word that is not a legal move is unchanged.
fn word(tree: &GameTree, node: NodeId, variant: &Variant) -> String {
    let Some(played) = &tree[node].played else { return String::new() };
    let Some(mv) = legal(played) else { return one_line(&played.text) };
    let plain = played.text.trim_start_matches(['▲', '△']);
    let plain = plain.split('(').next().unwrap_or(plain);
    let wide = |c: char| char::from_u32(u32::from(c) - u32::from('0') + u32::from('０')).unwrap_or(c);
    let text: String =
        plain.char_indices().map(|(at, c)| if at == 0 && c.is_ascii_digit() { wide(c) } else { c }).collect();
    let from = mv.origin().and_then(|origin| mirrored_coordinates(&variant.board, origin));
    match from.filter(|_| !text.ends_with('打')) {
        Some((file, rank)) => format!("{text}({file}{rank})"),
        None => text,
    }
}

/// The seconds of a comment that is the time of its move, `[%emt 0:00:12]`.
fn spent(said: &str) -> Option<f64> {
    let time = said.strip_prefix("[%emt ")?.strip_suffix(']')?;
    let seconds = time.split(':').try_fold(0.0, |sum, part| Some(sum * 60.0 + part.parse::<f64>().ok()?));
    seconds.filter(|seconds| (0.0..1e9).contains(seconds))
}

/// The time of a move and of its player so far: `   ( 0:12/00:01:30)`.
fn time(seconds: f64, total: f64) -> String {
    let ((seconds, fraction), (total, _)) = (parted(seconds), parted(total));
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let (hours, all_minutes, all_seconds) = (total / 3600, total / 60 % 60, total % 60);
    format!("   ({minutes:>2}:{seconds:02}{fraction}/{hours:02}:{all_minutes:02}:{all_seconds:02})")
}

/// Writes comments line by line, without the time that `timed` says was written. `next` is the number of the next move at the end
/// of a variation: there the reader keeps a word such as `投了` as the last line of the comment.
fn say(tree: &GameTree, node: NodeId, mut timed: bool, next: Option<usize>, text: &mut String) {
    let mut said: Vec<_> = tree[node].said().collect();
    said.retain(|said| !(timed && spent(said).is_some() && std::mem::take(&mut timed)));
    let all = said.join("\n");
    let last = all.rsplit('\n').next().unwrap_or_default();
    match next.filter(|_| end_named(last).is_some()) {
        Some(next) => {
            lines(all.strip_suffix(last).unwrap_or_default(), text);
            *text += &format!("{next:>4} {last}\n");
        }
        None => lines(&all, text),
    }
}

fn lines(said: &str, text: &mut String) {
    for line in said.lines() {
        // The reader takes more stars at the start for a mark of the program.
        let gap = if line.starts_with('*') { " " } else { "" };
        *text += &format!("*{gap}{line}\n");
    }
}

/// A text with its line breaks as blanks.
fn one_line(text: &str) -> String {
    text.split(['\r', '\n']).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The line after the last move, for the player then to move: the word for the reason of the result, or else one that states
/// the result alone. Nothing if the game is open.
fn end(tree: &GameTree, replay: &Replay, last: usize, first_moves: bool, players: [&str; 2]) -> String {
    let reason = tree.tags.get("Termination").filter(|reason| *reason != "normal").unwrap_or_default();
    let end = match tree.termination {
        Termination::First | Termination::Second => {
            let wins = (tree.termination == Termination::First) == first_moves;
            if wins { End::Win(reason) } else { End::Loss(reason) }
        }
        Termination::Draw => End::Draw(reason),
        Termination::Each(_) | Termination::Open => End::Open(reason),
    };
    let mated = || {
        let there = replay.position_alone(tree, tree.main_line().last().unwrap_or(NodeId::ROOT));
        end == End::Loss("") && there.is_some_and(|there| there.legal_moves().is_empty())
    };
    let word = match end {
        End::Open("") => None,
        _ if mated() => Some(MATE),
        _ => word_of(end).or(word_of(End::Draw("")).filter(|_| tree.termination == Termination::Draw)),
    };
    match (word, end) {
        (Some(word), _) => format!("{:>4} {word}\n", last + 1),
        // No word says that the player to move has won, and no more.
        (None, End::Win(_) | End::Loss(_)) => {
            let winner = players[usize::from(tree.termination == Termination::Second)];
            format!("まで{last}手で{winner}の勝ち\n")
        }
        (None, _) => String::new(),
    }
}
