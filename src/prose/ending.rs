//! Describes the end of a game in words.

use crate::variant::{
    CountFrom, CountLimit, Counting, Ending, Lost, Points, RoleId, RoleSet, Royalty, TeamLost, Verdict,
};

use super::speaker::Speaker;
use super::words::Language;

/// The built-in ends, one line each.
pub(super) fn ending(to: &Speaker<'_>) -> Vec<String> {
    let variant = to.variant;
    let Ending {
        checkmate,
        stalemate,
        last_stalemate,
        royal_lost,
        repetition,
        quiet,
        counting: _,
        insufficient,
        ends: _,
        points,
        lost,
        team_lost,
    } = &variant.ending;
    let language = to.language;
    let verdict = |result: Verdict| verdict(language, result);
    let mut lines = Vec::new();
    let mut tell = |english: String, chinese: String| lines.push(language.pick(english, chinese));
    if !variant.royals().is_empty() {
        let result = verdict(*checkmate);
        if variant.royalty == Royalty::One {
            tell(
                "A player is in check when all royal pieces of that player are attacked.".to_owned(),
                "一方的王类棋子全部受攻击，才算被将军。".to_owned(),
            );
        }
        if variant.royalty == Royalty::Last {
            tell(
                "A player is in check only when the last royal piece is attacked.".to_owned(),
                "只剩最后一个王类棋子时受攻击，才算被将军。".to_owned(),
            );
        }
        tell(
            format!("In check without a legal move: {result}."),
            format!("被将军而无着可应（将死）：{result}。"),
        );
        let result = verdict(*royal_lost);
        let royals: Vec<_> = variant.royals().iter().map(|role| to.role(role)).collect();
        match variant.royalty {
            Royalty::Each => {
                tell(
                    format!("Loss of a royal piece: {result}."),
                    format!("{}被吃：{result}。", royals.join("或")),
                );
            }
            Royalty::One | Royalty::Last => tell(
                format!("Loss of the last royal piece: {result}."),
                format!("{}全部被吃：{result}。", royals.join("与")),
            ),
        }
    }
    let result = verdict(*stalemate);
    let chinese =
        if variant.royals().is_empty() { "无着可走" } else { "未被将军而无着可走（困毙）" };
    tell(format!("Not in check and no legal move: {result}."), format!("{chinese}：{result}。"));
    if let Some(result) = last_stalemate.map(verdict) {
        tell(
            format!("The same when two sides are left: {result}."),
            format!("只剩两方时{chinese}：{result}。"),
        );
    }
    if variant.players.len() > 2 {
        let (english, chinese) = match lost {
            Lost::Stays => (
                "stay on the board, do not move or attack, and all players may capture them",
                "留在盘上，不走、不攻击，谁都可以吃",
            ),
            Lost::Removed => ("are removed from the board", "全部离盘"),
        };
        tell(
            format!(
                "A player who has lost is out, and the others continue; the pieces of that player {english}."
            ),
            format!("负者出局，其余各方继续；出局者的棋子{chinese}。"),
        );
        if *team_lost == TeamLost::One {
            tell(
                "A team is out as soon as one of its players is.".to_owned(),
                "一人出局，全队出局。".to_owned(),
            );
        }
    }
    if let Some(repetition) = repetition {
        let perpetual = repetition.perpetual_check.map_or_else(String::new, |result| {
            let result = verdict(result);
            language.pick(
                format!("; for a player who alone gave check with every move: {result}"),
                format!("；只有一方长将者，该方{result}"),
            )
        });
        let (times, result) = (repetition.times, verdict(repetition.result));
        let whom = repetition.player.map_or_else(String::new, |player| {
            let player = to.player(player);
            language.pick(format!(" for {player}"), player.clone())
        });
        tell(
            format!("The same position {times} times: {result}{whom}{perpetual}."),
            format!("同一局面出现 {times} 次：{whom}{result}{perpetual}。"),
        );
        if let Some(chase) = &repetition.perpetual_chase {
            let result = verdict(chase.result);
            tell(
                format!(
                    "For a player who alone chased one piece with every move in between, so that it could be captured next without a recapture: {result}."
                ),
                format!("其间只有一方每步都捉同一子（下一步可吃，且对方不能反吃）者，该方{result}。"),
            );
            let names = |roles: RoleSet, between: &str| {
                roles.iter().map(|role| to.role(role)).collect::<Vec<_>>().join(between)
            };
            if chase.free != RoleSet::default() {
                tell(
                    format!("These pieces may chase: {}.", names(chase.free, ", ")),
                    format!("{}长捉不算犯规。", names(chase.free, "、")),
                );
            }
            for &(by, of) in &chase.always {
                let by = to.role(by);
                tell(
                    format!("Chased by the {by} even when protected: {}.", names(of, ", ")),
                    format!("{by}捉{}，被捉者有根也算捉。", names(of, "、")),
                );
            }
        }
    }
    if let Some(quiet) = quiet {
        let resets: Vec<_> = quiet.reset_by.iter().map(|role| to.role(role)).collect();
        let (plies, result) = (quiet.plies, verdict(quiet.result));
        let english =
            if resets.is_empty() { String::new() } else { format!(" or move of a {}", resets.join(" or ")) };
        let chinese = if resets.is_empty() {
            String::new()
        } else {
            format!("，也没有走动{}", resets.join("、"))
        };
        let (whose, sides) = match variant.players.len() {
            0..=2 => ("both sides'", "双方"),
            _ => ("those of all players", "各方"),
        };
        // All moves of a turn count as one.
        let (turns, rounds) = match variant.turns.iter().any(|turn| turn.after.is_none()) {
            true => ("turns", "轮（一方接连走的各着算一轮）"),
            false => ("moves", "步"),
        };
        tell(
            format!("{plies} {turns}, counting {whose}, without capture{english}: {result}."),
            format!("{sides}合计连续 {plies} {rounds}没有吃子{chinese}：{result}。"),
        );
    }
    if !insufficient.is_empty() {
        tell(
            "Too little material to win on both sides: a draw.".to_owned(),
            "双方子力均不足以取胜：和棋。".to_owned(),
        );
    }
    if let Some(points) = points {
        let ids = (0..variant.roles.len()).map(|index| RoleId(index as u8));
        let each = |between: &str| {
            let worth = |role| (points.worth(role) != 0).then(|| (role, Points::written(points.worth(role))));
            let each =
                ids.clone().filter_map(worth).map(|(role, worth)| format!("{} {worth}", to.role(role)));
            each.collect::<Vec<_>>().join(between)
        };
        let komi = |between: &str| {
            let each = points.komi.iter().zip(&variant.players).filter(|(komi, _)| **komi != 0);
            let each =
                each.map(|(komi, player)| format!("{} {}", player.name, Points::written(i64::from(*komi))));
            each.collect::<Vec<_>>().join(between)
        };
        tell(format!("Points: {}.", each(", ")), format!("分值：{}。", each("，")));
        if points.komi.iter().any(|komi| *komi != 0) {
            tell(format!("Bonus: {}.", komi(", ")), format!("贴分：{}。", komi("，")));
        }
    }
    lines
}

pub(super) const fn verdict(language: Language, verdict: Verdict) -> &'static str {
    match (language, verdict) {
        (Language::En, Verdict::Win) => "a win",
        (Language::En, Verdict::Loss) => "a loss",
        (Language::En, _) => "a draw",
        (Language::Zh, Verdict::Win) => "判胜",
        (Language::Zh, Verdict::Loss) => "判负",
        (Language::Zh, _) => "和棋",
    }
}

/// A count: its limit against given pieces, and its start.
pub(super) fn count(to: &Speaker<'_>, rule: &Counting) -> String {
    let language = to.language;
    let one = |limit: &CountLimit| {
        let pieces = limit.at_least.iter().map(|&(role, least)| {
            let name = to.role(role);
            let more = language.pick(format!("{least} of {name}"), format!("{least} 个{name}"));
            if least > 1 { more } else { name }
        });
        let pieces: Vec<String> = pieces.collect();
        let moves = limit.moves;
        match pieces.is_empty() {
            true => language.pick(format!("{moves} otherwise"), format!("其余 {moves} 步")),
            false => language.pick(
                format!("{moves} against {}", pieces.join(" and ")),
                format!("对方有{}则 {moves} 步", pieces.join("、")),
            ),
        }
    };
    let limits: Vec<String> = rule.limits.iter().map(one).collect();
    let limits = match &rule.limits[..] {
        [CountLimit { at_least, moves }] if at_least.is_empty() => {
            language.pick(moves.to_string(), format!("{moves} 步"))
        }
        _ => limits.join(language.pick(", ", "，")),
    };
    let from = match rule.from {
        CountFrom::Number(0) => String::new(),
        CountFrom::Number(from) => {
            language.pick(format!(", counted from {from}"), format!("，从 {from} 数起"))
        }
        CountFrom::Pieces => language
            .pick(", counted from the number of pieces on the board", "，从盘上棋子总数数起")
            .to_owned(),
    };
    let anew = match (rule.anew, language) {
        (false, _) => "",
        (true, Language::En) => "; this count replaces one that is running",
        (true, Language::Zh) => "；另有计步正在进行时，也改从此数起",
    };
    language.pick(
        format!("Without checkmate within this number of moves the game is a draw: {limits}{from}{anew}."),
        format!("数满下列步数仍未将死即为和棋：{limits}{from}{anew}。"),
    )
}
