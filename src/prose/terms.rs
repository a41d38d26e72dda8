//! Describes rules outside pieces: functions, rights, compulsion, passing, hands, hooks.

use crate::compile::Clause;
use crate::syntax::{self, ast::Hook};
use crate::variant::{Effect, Hand, Most, Revert, RoleId, Taken};

use super::speaker::{Speaker, listed};

/// Describes the functions of the rule file and of the files that it extends.
pub(super) fn explain_functions(to: &mut Speaker<'_>) {
    let mut told: Vec<String> = Vec::new();
    // The file itself comes first; its definitions replace inherited ones.
    for (_, source) in to.compiled.sources.iter() {
        let Ok(file) = source.text().parse::<toml_edit::DocumentMut>() else { continue };
        let Some(functions) = file.get("functions").and_then(|item| item.as_table_like()) else { continue };
        for (name, body) in functions.iter() {
            if told.iter().any(|known| known == name) {
                continue;
            }
            told.push(name.to_owned());
            let texts: Vec<&str> = match body.as_array() {
                Some(list) => list.iter().filter_map(|text| text.as_str()).collect(),
                None => body.as_str().into_iter().collect(),
            };
            // `false` deletes a function.
            if texts.is_empty() {
                continue;
            }
            if told.len() == 1 {
                to.blank();
                to.heading(to.language.pick("Terms of these rules", "本规则的用语"));
            }
            let words = to.words();
            let said: Vec<String> =
                texts.iter().filter_map(|text| Some(words.body(&syntax::parse_calls(text).value?))).collect();
            let said = to
                .language
                .pick(format!("@{name}: {}", said.join(" and ")), format!("@{name}：{}", said.join("，且")));
            to.say(2, &said);
            for text in texts {
                to.written(text);
            }
        }
    }
}

/// Describes the rights and how they are lost.
pub(super) fn explain_rights(to: &mut Speaker<'_>) {
    let variant = to.variant;
    if variant.rights.is_empty() {
        return;
    }
    to.blank();
    to.heading(to.language.pick("Rights", "权利"));
    for (index, right) in variant.rights.iter().enumerate() {
        let slots = variant.right_slots.iter().filter(|slot| usize::from(slot.right.0) == index);
        let squares: Vec<_> = slots
            .map(|slot| {
                let (player, squares) = (to.player(slot.player), listed(to, &slot.squares));
                to.language.pick(format!("{squares} for {player}"), format!("{player}为 {squares}"))
            })
            .collect();
        let with: Vec<_> = right.lost_with.iter().map(|role| to.role(role)).collect();
        let with = match with.as_slice() {
            [] => String::new(),
            roles => to.language.pick(
                format!(", or once the {} has moved", roles.join(" or the ")),
                format!("；{}走动后也失去", roles.join("或")),
            ),
        };
        // A right by square has a slot for each square, but the rule is the same for all.
        let lost = if right.by_square {
            to.language.pick(
                "one for each square, lost when a piece moves from it or to it".to_owned(),
                "每格各有一份，有棋子离开或进入该格即失去".to_owned(),
            )
        } else {
            to.language.pick(
                format!("lost when a piece moves from or to one of its squares ({})", squares.join("; ")),
                format!("有棋子离开或进入其中一格即失去（{}）", squares.join("；")),
            )
        };
        let colon = to.language.pick(": ", "：");
        to.say(2, &format!("{}{colon}{lost}{with}", right.name));
    }
}

/// Describes rules for all moves: compulsion, passing, hands.
pub(super) fn explain_play(to: &mut Speaker<'_>) {
    let language = to.language;
    let mut told: Vec<(String, String)> = Vec::new();
    for (said, written) in clauses(to, Clause::Guard) {
        told.push((format!("{}{said}", language.pick("every move: ", "每一着都须：")), written));
    }
    told.extend(compulsion(to));
    // Several conditions must all hold.
    for (index, (said, written)) in clauses(to, Clause::Pass).into_iter().enumerate() {
        let before = match index {
            0 => language.pick("a player may pass: ", "可以弃权不走的条件："),
            _ => language.pick("and only if: ", "并且："),
        };
        told.push((format!("{before}{said}"), written));
    }
    if to.variant.choice.most == Some(Most::Taken) {
        let line =
            language.pick("of these moves only those that capture most pieces", "其中只能走吃子最多的着法");
        told.push((line.to_owned(), "most = \"taken\"".to_owned()));
    }
    if to.variant.choice.answer {
        let line = language.pick(
            "a player in check moves next, and play continues after that player",
            "被将军者立即行棋，随后由其下家依次继续",
        );
        told.push((line.to_owned(), "answer = true".to_owned()));
    }
    if to.variant.choice.pass.as_ref().is_some_and(Vec::is_empty) {
        let line = language.pick("a player may always pass", "任何时候都可以弃权不走");
        told.push((line.to_owned(), String::new()));
    }
    if let Some(hand) = to.variant.hand {
        told.push((in_hands(to, hand), String::new()));
    }
    if told.is_empty() {
        return;
    }
    to.blank();
    to.heading(language.pick("What may be played", "着法限制与持子"));
    for (said, written) in told {
        to.say(2, &said);
        if !written.is_empty() {
            to.written(&written);
        }
    }
}

/// The compulsions, highest priority first.
fn compulsion(to: &Speaker<'_>) -> Vec<(String, String)> {
    let all = parts(to, Clause::Must).into_iter().enumerate();
    let said = all.filter_map(|(index, Parts { before, behind, written })| {
        let otherwise = match index {
            0 => "",
            _ => to.language.pick("otherwise, ", "否则，"),
        };
        // Without an arrow, the whole text is the wanted condition.
        let (when, wanted) = match behind {
            Some(wanted) => (before, wanted),
            None => (None, before?),
        };
        let when = when.map_or_else(String::new, |when| {
            to.language.pick(format!("while {when}: "), format!("当{when}时，"))
        });
        let said = to.language.pick(
            format!("{otherwise}{when}compulsory if possible: {wanted}"),
            format!("{otherwise}{when}凡能走出下列着法者必须走：{wanted}"),
        );
        Some((said, written))
    });
    said.collect()
}

/// Describes the pieces in hand: how they get there, in which role, and whether they may be dropped.
fn in_hands(to: &Speaker<'_>, hand: Hand) -> String {
    let (variant, language) = (to.variant, to.language);
    let held = variant.roles.iter().any(|role| !role.drops.is_empty() && !role.supply);
    let supplied = variant.roles.iter().any(|role| !role.drops.is_empty() && role.supply);
    let brought = variant.effects().any(|effect| matches!(effect, Effect::Drop(..)));
    let dropped = match (held, supplied, brought) {
        (true, ..) => language.pick("pieces in hand may be dropped", "持子可以打入"),
        (false, true, _) => language.pick("drops come from an unlimited supply", "打入的棋子取用不尽"),
        (false, false, true) => language.pick(
            "pieces in hand come to the board only with moves that drop them",
            "持子只能随所述的着法上盘",
        ),
        (false, false, false) => language.pick("pieces in hand may not be dropped", "持子不能打入"),
    };
    let taken = match (hand.taken, held) {
        (Some(Taken::Taker), true) => language.pick(
            "captured pieces go to the captor's hand and are dropped as the captor's pieces",
            "吃得的棋子归吃子方持有，可作为己方棋子打入",
        ),
        (Some(Taken::Owner), true) => language.pick(
            "captured pieces go back to their owner's hand and may be dropped again",
            "被吃的棋子归还原主持有，可再打入",
        ),
        (Some(Taken::Taker), false) => {
            language.pick("captured pieces go to the captor's hand", "吃得的棋子归吃子方持有")
        }
        (Some(Taken::Owner), false) => {
            language.pick("captured pieces go back to their owner's hand", "被吃的棋子归还原主持有")
        }
        (None, _) => language.pick("captured pieces leave the game", "被吃的棋子离开棋局"),
    };
    let semicolon = language.pick("; ", "；");
    let mut said = match (hand.taken, held) {
        (Some(_), true) => taken.to_owned(),
        (None, false) if !supplied && !brought => taken.to_owned(),
        _ => format!("{dropped}{semicolon}{taken}"),
    };
    let chosen = variant.roles.iter().any(|role| role.promotion.is_some());
    let promotes = chosen || variant.effects().any(|effect| matches!(effect, Effect::Promote(_)));
    let gathers = hand.taken.is_some() || variant.effects().any(|effect| matches!(effect, Effect::ToHand(_)));
    if promotes && gathers {
        said += semicolon;
        said += match hand.revert {
            Revert::Mark => language.pick(
                "a piece that was promoted on the board becomes the unpromoted piece in hand",
                "升变所得的棋子恢复为原来的棋子",
            ),
            Revert::Role if variant.roles.iter().any(|role| role.reverts.is_some()) => language.pick(
                "a piece that only one kind of piece promotes to becomes that kind in hand",
                "只能由一种棋子升变而成者恢复为该种棋子",
            ),
            Revert::Role | Revert::Never => {
                language.pick("a promoted piece stays promoted in hand", "升变过的棋子不恢复")
            }
        };
    }
    said
}

/// A condition and the part after its arrow, in words; and the whole text as written.
struct Parts {
    before: Option<String>,
    behind: Option<String>,
    written: String,
}

/// Conditions of one kind, split at the arrow.
fn parts(to: &Speaker<'_>, clause: Clause) -> Vec<Parts> {
    let of_kind = to.compiled.origins.clauses.iter().filter(|origin| origin.clause == clause);
    let said = of_kind.filter_map(|origin| {
        let written = to.compiled.sources.get(origin.source)?.slice(origin.span).trim().to_owned();
        let (guards, effects) = written.split_once("=>").unwrap_or((&written, ""));
        let part = |text: &str, effects: bool| match (text.trim(), effects) {
            ("", _) => Some(None),
            (text, false) => Some(Some(to.words().body(&syntax::parse_calls(text).value?))),
            (text, true) => {
                let effects = syntax::parse_calls(text).value?;
                Some(Some(to.words().hook(&Hook { guards: Vec::new(), effects })))
            }
        };
        // Behind the arrow of a compulsion are the wanted moves.
        let (before, behind) = (part(guards, false)?, part(effects, clause != Clause::Must)?);
        Some(Parts { before, behind, written })
    });
    said.collect()
}

/// Conditions of one kind, in words and as written.
pub(super) fn clauses(to: &Speaker<'_>, clause: Clause) -> Vec<(String, String)> {
    let said = parts(to, clause).into_iter().filter_map(|Parts { before, behind, written }| {
        let said = match (before, behind) {
            (Some(guards), Some(effects)) => {
                let arrow = to.language.pick("; with it, ", "；同时");
                format!("{guards}{arrow}{effects}")
            }
            (before, behind) => before.or(behind)?,
        };
        Some((said, written))
    });
    said.collect()
}

/// The hooks after the moves of a role, or of every role, in words and as written.
pub(super) fn hooks(to: &Speaker<'_>, role: Option<RoleId>) -> Vec<(String, String)> {
    let of_role = to.compiled.origins.hooks.iter().filter(|hook| hook.role == role);
    let said = of_role.filter_map(|hook| {
        let written = to.compiled.sources.get(hook.source)?.slice(hook.span).trim().to_owned();
        let words = to.words().hook(&syntax::parse_hook(&written).value?);
        let when = match hook.after_capture {
            true => to.language.pick("after a capture: ", "吃子之后："),
            false => to.language.pick("after a move: ", "走棋之后："),
        };
        Some((format!("{when}{words}"), written))
    });
    said.collect()
}
