//! Describes the rules of a game in plain words, line by line, in English or Chinese.

mod ending;
mod piece;
mod speaker;
mod terms;
pub mod words;

use crate::compile::{Clause, Compiled};
use crate::geometry::Orientation;
use crate::variant::{BoardStyle, PlayerId, Role, RoleId, RoleSet, Variant};

pub use words::{About, Language, Words, blockable};

use ending::{count, ending, verdict};
use speaker::{Speaker, listed};
use terms::{clauses, explain_functions, explain_play, explain_rights, hooks};

/// A line of the description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A blank line before a new subject.
    Blank,
    /// A heading.
    Heading(String),
    /// A sentence, and its indentation.
    Said(usize, String),
    /// The same rule as written in the rule file.
    Written(String),
    /// A place for a picture: the line above describes the moves of this role by this alternative.
    Goes(RoleId, u32),
}

/// Describes the rules of a game. `variant` is the result of `compiled`.
///
/// ```
/// use carn::prose::{Language, Line, explain};
/// let mut compiled = carn::library::load("xiangqi").expect("it is shipped");
/// let variant = compiled.variant.take().expect("it has no errors");
/// let lines = explain(&compiled, &variant, Language::Zh);
/// assert!(lines.iter().any(|line| matches!(line, Line::Heading(text) if text == "终局")));
/// ```
#[must_use]
pub fn explain(compiled: &Compiled, variant: &Variant, language: Language) -> Vec<Line> {
    let to = &mut Speaker { compiled, variant, language, lines: Vec::new() };
    to.heading(&title(variant, language));
    if !compiled.description.is_empty() {
        to.say(0, compiled.description.nearest(language.code()));
    }
    to.blank();
    explain_board(to);
    for id in (0..variant.roles.len()).map(|index| RoleId(index as u8)) {
        to.blank();
        piece::explain_role(to, id);
    }
    explain_functions(to);
    explain_rights(to);
    explain_play(to);
    let hooks = hooks(to, None);
    if !hooks.is_empty() {
        to.blank();
        to.heading(language.pick("After every move", "每个棋子走后"));
        for (said, written) in hooks {
            to.say(2, &said);
            to.written(&written);
        }
    }
    to.blank();
    to.heading(language.pick("The end", "终局"));
    for (index, end) in variant.ending.ends.iter().enumerate() {
        let result = verdict(language, end.verdict);
        for (said, written) in clauses(to, Clause::End(index as u16)) {
            let line = language.pick(
                format!("For a player who satisfies this, {result}: {said}."),
                format!("满足下列条件的一方{result}：{said}。"),
            );
            to.say(2, &line);
            to.written(&written);
        }
    }
    for line in ending(to) {
        to.say(2, &line);
    }
    for (said, written) in clauses(to, Clause::Spared) {
        let line = language.pick(
            format!("A threat is not a chase if the capture, as the chasing player sees it, satisfies this: {said}."),
            format!("所要吃子的一着满足下列条件者不算捉（己方指捉子的一方，落点是被捉者所在）：{said}。"),
        );
        to.say(2, &line);
        to.written(&written);
    }
    for (index, rule) in variant.ending.counting.iter().enumerate() {
        for (said, written) in clauses(to, Clause::Count(index as u16)) {
            let line = language.pick(
                format!("A player starts to count moves when this holds for that player: {said}."),
                format!("满足下列条件的一方计步：{said}。"),
            );
            to.say(2, &line);
            to.written(&written);
        }
        to.say(2, &count(to, rule));
    }
    std::mem::take(&mut to.lines)
}

/// The name of the game; in Chinese, its Chinese name precedes it.
fn title(variant: &Variant, language: Language) -> String {
    match variant.notation.records.chinese() {
        Some(own) if language == Language::Zh => format!("{own}（{}）", variant.name),
        _ => variant.name.clone(),
    }
}

/// Describes one kind of piece. `variant` is the result of `compiled`.
#[must_use]
pub fn explain_role(compiled: &Compiled, variant: &Variant, role: RoleId, language: Language) -> Vec<Line> {
    let mut to = Speaker { compiled, variant, language, lines: Vec::new() };
    piece::explain_role(&mut to, role);
    to.lines
}

fn explain_board(to: &mut Speaker<'_>) {
    let variant = to.variant;
    let axes: Vec<_> = variant
        .board
        .axes()
        .iter()
        .enumerate()
        .map(|(index, axis)| {
            let (first, last) = variant.board.ends(index);
            to.language.pick(
                format!("{} {first} to {last}", axis.name),
                format!("{} {first} 至 {last}", words::chinese_axis(&axis.name)),
            )
        })
        .collect();
    let squares = variant.board.len();
    let points = variant.drawing.board == BoardStyle::Points;
    let unit =
        to.language.pick(if points { "points" } else { "squares" }, if points { "个交叉点" } else { "格" });
    to.say(
        0,
        &to.language.pick(
            format!("The board has {squares} {unit}: {}.", axes.join(", ")),
            format!("棋盘共 {squares} {unit}：{}。", axes.join("，")),
        ),
    );
    explain_shape(to);
    explain_turns(to);
    explain_teams(to);
    for (index, player) in variant.players.iter().enumerate() {
        let axes = variant.board.axes();
        let turned_aside = (0..axes.len()).any(|axis| player.orientation.board_axis(axis) != axis);
        if turned_aside {
            explain_view(to, PlayerId(index as u8), &player.orientation);
            continue;
        }
        let turned: Vec<&str> = (0..variant.board.axes().len())
            .filter(|&axis| player.orientation.flips(axis))
            .map(|axis| variant.board.axes()[axis].name.as_str())
            .collect();
        if !turned.is_empty() {
            let name = to.player(PlayerId(index as u8));
            let chinese: Vec<_> = turned.iter().map(|axis| words::chinese_axis(axis)).collect();
            to.say(
                0,
                &to.language.pick(
                    format!(
                        "{name} sees {} reversed: forward for one player is backward for the other.",
                        turned.join(" and ")
                    ),
                    format!("{name}从对面看棋盘（{}反向）：一方的前进就是另一方的后退。", chinese.join("、")),
                ),
            );
        }
    }
    for zone in variant.zones.iter().filter(|zone| !zone.name.is_empty()) {
        let seen: Vec<_> = zone
            .squares
            .iter()
            .enumerate()
            .map(|(index, squares)| {
                let (name, squares) = (to.player(PlayerId(index as u8)), listed(to, squares));
                to.language.pick(format!("{squares} for {name}"), format!("{name}为 {squares}"))
            })
            .collect();
        to.say(
            0,
            &to.language.pick(
                format!("{}: {}.", zone.name, seen.join("; ")),
                format!("{}：{}。", words::chinese_zone(variant, &zone.name), seen.join("；")),
            ),
        );
    }
}

/// Describes deviations of the board from a box with edges: cyclic axes, and points without a square.
fn explain_shape(to: &mut Speaker<'_>) {
    let board = &to.variant.board;
    for axis in board.axes().iter().filter(|axis| axis.wraps) {
        let (first, last) = (axis.label(0), axis.label(axis.length - 1));
        let line = to.language.pick(
            format!("{} is a ring: {last} is adjacent to {first}, so a piece that leaves one edge enters at the other.", axis.name),
            format!("{}首尾相接：{last} 与 {first} 相邻，可从一边越到另一边。", words::chinese_axis(&axis.name)),
        );
        to.say(0, &line);
    }
    let box_of: u64 = board.axes().iter().map(|axis| u64::from(axis.length)).product();
    let missing = box_of.saturating_sub(board.len() as u64);
    if missing == 0 {
        return;
    }
    if let Some(written) = to.key(&["board", "holes"]) {
        let line = to.language.pick("The board has holes at these places.", "棋盘有缺：下列各处没有格子。");
        to.say(0, line);
        to.written(&written);
    }
    if let Some(written) = to.key(&["board", "where"]) {
        let line = to.language.pick(
            "Squares exist only where the coordinates satisfy this:",
            "只有坐标满足下列条件处才有格子：",
        );
        to.say(0, line);
        to.written(&written);
    }
}

/// Describes a player's view with axes other than the board's.
fn explain_view(to: &mut Speaker<'_>, player: PlayerId, view: &Orientation) {
    let axes = to.variant.board.axes();
    let name = to.player(player);
    let each = |axis: usize| {
        let (own, seen) = (axes[axis].name.as_str(), axes[view.board_axis(axis)].name.as_str());
        let (english, chinese) = if view.flips(axis) { (" turned round", "（反向）") } else { ("", "") };
        to.language.pick(
            format!("its {own} is the board's {seen}{english}"),
            format!("其{}是棋盘的{}{chinese}", words::chinese_axis(own), words::chinese_axis(seen)),
        )
    };
    let all: Vec<String> = (0..axes.len()).map(each).collect();
    let line = to.language.pick(
        format!("{name} sees the board from another side: {}.", all.join(", ")),
        format!("{name}从另一侧看棋盘：{}。", all.join("，")),
    );
    to.say(0, &line);
}

/// Describes the teams.
fn explain_teams(to: &mut Speaker<'_>) {
    for team in to.variant.teams.clone() {
        let names: Vec<String> = team.iter().map(|player| to.player(player)).collect();
        let spared = !to.variant.choice.partners;
        let (english, chinese) = match spared {
            true => ("they do not capture or check each other", "互不吃子，也互不将军"),
            false => (
                "they may capture each other's pieces, but not put a partner in check",
                "可以互相吃子，但不得使盟友被将军",
            ),
        };
        let line = to.language.pick(
            format!("{} play together: {english}.", names.join(" and ")),
            format!("{}结盟：{chinese}。", names.join("与")),
        );
        to.say(0, &line);
    }
}

/// Describes the order of turns, and the pieces that move in each phase.
fn explain_turns(to: &mut Speaker<'_>) {
    let variant = to.variant;
    let steps: Vec<_> = variant.turns.iter().filter(|turn| !turn.repeated).collect();
    let plain = |role: &Role| !role.neutral;
    let all: RoleSet = (0..variant.roles.len())
        .filter(|&index| plain(&variant.roles[index]))
        .map(|index| RoleId(index as u8))
        .collect();
    let said: Vec<String> = steps
        .iter()
        .map(|turn| {
            let name = to.player(turn.player);
            if turn.moving == all {
                return name;
            }
            let moving = turn.moving.iter().filter(|role| role.index() < variant.roles.len());
            let roles: Vec<_> = moving.map(|role| to.role(role)).collect();
            let roles = roles.join(to.language.pick(", ", "、"));
            to.language.pick(format!("{name} ({roles})"), format!("{name}（走{roles}）"))
        })
        .collect();
    let start = steps.last().map_or(0, |turn| usize::from(turn.next));
    let join = |part: &[String]| part.join(to.language.pick(", then ", "，然后"));
    let (first, then) = said.split_at(start.min(said.len()));
    let line = match first {
        [] => to.language.pick(
            format!("Order of turns: {}, repeated.", join(then)),
            format!("行棋顺序：{}，如此轮流。", join(then)),
        ),
        first => to.language.pick(
            format!("Order of turns: first {}; then {}, repeated.", join(first), join(then)),
            format!("行棋顺序：先是{}；此后{}，如此轮流。", join(first), join(then)),
        ),
    };
    to.say(0, &line);
}
