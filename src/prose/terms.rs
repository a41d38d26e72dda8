//! What belongs to no single piece, in words: functions, rights, compulsion, passing, hands, hooks.

use crate::compile::Clause;
use crate::syntax;
use crate::variant::{Most, RoleId, Taken};

use super::speaker::{Speaker, listed};

/// The rule file's own functions, and those of the files that it extends: what each of their names stands for.
pub(super) fn explain_functions(to: &mut Speaker<'_>) {
    let mut told: Vec<String> = Vec::new();
    // The file itself comes first, and what it says replaces what the files say that it extends.
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
            // `false` takes a function away.
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

/// The rights, and what loses them.
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
        // A right by square has a line of its own for each square: the rule is the same for all.
        let lost = if right.by_square {
            to.language.pick(
                "each square has its own, lost once something moves from it or to it".to_owned(),
                "每格各有一份，有棋子离开或进入该格即失去".to_owned(),
            )
        } else {
            to.language.pick(
                format!("lost once anything moves from or to one of its squares ({})", squares.join("; ")),
                format!("有棋子离开或进入其中一格即失去（{}）", squares.join("；")),
            )
        };
        let colon = to.language.pick(": ", "：");
        to.say(2, &format!("{}{colon}{lost}{with}", right.name));
    }
}

/// What may be played beyond what the pieces may: compulsion, passing, hands.
pub(super) fn explain_play(to: &mut Speaker<'_>) {
    let language = to.language;
    let mut told: Vec<(String, String)> = Vec::new();
    for (clause, english, chinese) in [
        (Clause::Guard, "every move: ", "每一着都须："),
        (Clause::Must, "if it can be played, it must be: ", "凡能走出下列着法者必须走："),
        (Clause::Pass, "a player may pass: ", "可以弃权不走的条件："),
    ] {
        for (said, written) in clauses(to, clause) {
            told.push((format!("{}{said}", language.pick(english, chinese)), written));
        }
    }
    if to.variant.choice.most == Some(Most::Taken) {
        let line =
            language.pick("of these moves only those that take most pieces", "其中只能走吃子最多的着法");
        told.push((line.to_owned(), "most = \"taken\"".to_owned()));
    }
    if to.variant.choice.answer {
        let line = language.pick(
            "whoever is in check moves next, and those after that player follow",
            "被将军者立即行棋，随后由其下家依次继续",
        );
        told.push((line.to_owned(), "answer = true".to_owned()));
    }
    if to.variant.choice.pass.as_ref().is_some_and(Vec::is_empty) {
        let line = language.pick("a player may always pass", "任何时候都可以弃权不走");
        told.push((line.to_owned(), String::new()));
    }
    if let Some(hand) = to.variant.hand {
        let line = match hand.taken {
            Some(Taken::Taker) => language.pick(
                "what is taken goes to the taker's hand, to be dropped as a piece of theirs",
                "吃得的棋子归吃子方持有，可作为己方棋子打入",
            ),
            Some(Taken::Owner) => language.pick(
                "what is taken goes back to its owner's hand, to be dropped again",
                "被吃的棋子归还原主持有，可再打入",
            ),
            None => language.pick(
                "pieces in hand may be dropped; what is taken is gone",
                "持子可以打入；被吃的棋子离开棋局",
            ),
        };
        told.push((line.to_owned(), String::new()));
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

/// Conditions of one kind, in words and as they are written.
pub(super) fn clauses(to: &Speaker<'_>, clause: Clause) -> Vec<(String, String)> {
    let of_kind = to.compiled.origins.clauses.iter().filter(|origin| origin.clause == clause);
    let said = of_kind.filter_map(|origin| {
        let written = to.compiled.sources.get(origin.source)?.slice(origin.span).trim().to_owned();
        let (guards, effects) = written.split_once("=>").unwrap_or((&written, ""));
        let part = |text: &str| Some(to.words().body(&syntax::parse_calls(text).value?));
        let said = match (guards.trim(), effects.trim()) {
            ("", "") => return None,
            (guards, "") => part(guards)?,
            ("", effects) => part(effects)?,
            (guards, effects) => {
                let arrow = to.language.pick(": ", "：");
                format!("{}{arrow}{}", part(guards)?, part(effects)?)
            }
        };
        Some((said, written))
    });
    said.collect()
}

/// What follows the moves of a role, or of every role, in words and as it is written.
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
