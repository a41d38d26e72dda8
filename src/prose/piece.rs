//! Describes one kind of piece in words.

use crate::compile::Clause;
use crate::source::Span;
use crate::syntax::{self, ast};
use crate::variant::{
    Anchor, Mode, Movement, Place, PlayerId, Predicate, Promotion, Revert, Role, RoleId, Royalty, Test,
    ZoneId,
};

use super::Line;
use super::speaker::{Speaker, listed};
use super::terms::{clauses, hooks};
use super::words::{self, About, Language};

/// A line of the rule file: its mode, and which legs can be blocked.
struct Written {
    alternative: u32,
    mode: Mode,
    blockable: Vec<bool>,
}

pub(super) fn explain_role(to: &mut Speaker<'_>, id: RoleId) {
    let role = to.variant.role(id);
    let mut names: Vec<_> = role
        .names
        .iter()
        .filter(|local| !local.are_codes())
        .flat_map(|local| local.names.iter().filter_map(|names| names.first()))
        .map(String::as_str)
        .collect();
    // Often both players have the same name for a piece.
    names.dedup();
    let heading = match to.language {
        Language::Zh if !names.is_empty() => {
            format!("{}（{}，{}）", names.join("／"), role.symbol(), role.name)
        }
        Language::Zh => format!("{}（{}）", role.name, role.symbol()),
        Language::En if names.is_empty() => format!("{} ({})", role.name, role.symbol()),
        Language::En => format!("{} ({}, {})", role.name, role.symbol(), names.join(" ")),
    };
    let royal = match to.variant.royalty {
        Royalty::Each => {
            to.language.pick(", royal: it must not be left under attack", "：不可送吃，被将军必须应将")
        }
        Royalty::One => to.language.pick(
            ", royal: at least one royal piece of its player must not be under attack",
            "：同方的王类棋子不可全部送吃，全部受攻击才算被将军",
        ),
        Royalty::Last => to.language.pick(
            ", royal: the last royal piece of its player must not be left under attack",
            "：同方只剩最后一个王类棋子时，不可送吃，被将军必须应将",
        ),
    };
    to.heading(&if role.royal { heading + royal } else { heading });
    if role.neutral {
        to.say(
            2,
            to.language.pick(
                "belongs to no player: neither ally nor opponent",
                "不属于任何一方：既非己方，也非对方",
            ),
        );
    }
    let mut lines: Vec<Written> = Vec::new();
    for &Movement { alternative, mode, .. } in &role.movements {
        if !lines.iter().any(|line| line.alternative == alternative) {
            lines.push(Written { alternative, mode, blockable: words::blockable(role, alternative) });
        }
    }
    if lines.is_empty() {
        to.say(2, to.language.pick("never moves", "不能走动"));
    }
    for line in lines {
        let mode = match line.mode {
            Mode::Move => to.language.pick("moves: ", "走子："),
            Mode::Capture => to.language.pick("takes: ", "吃子："),
            Mode::Both => to.language.pick("moves or captures: ", "走子、吃子："),
        };
        let (written, said) = in_words(to, id, &line);
        to.say(2, &format!("{mode}{said}"));
        to.written(&written);
        to.lines.push(Line::Goes(id, line.alternative));
    }
    explain_drops(to, id);
    if let Some(promotion) = &role.promotion {
        promoting(to, id, promotion);
    }
    for (said, written) in hooks(to, Some(id)) {
        to.say(2, &said);
        to.written(&written);
    }
}

/// Describes the drops of a piece, and its role in hand.
fn explain_drops(to: &mut Speaker<'_>, id: RoleId) {
    let role = to.variant.role(id);
    if let Some(before) = in_hand(to, role) {
        let before = to.role(before);
        let line = to
            .language
            .pick(format!("becomes a {before} again in hand"), format!("成为持子时恢复为{before}"));
        to.say(2, &line);
        return;
    }
    let drops = clauses(to, Clause::Drop(id));
    if drops.is_empty() && !role.drops.is_empty() {
        to.say(2, to.language.pick("may be dropped on any empty square", "可打入任何空格"));
    }
    for (said, written) in drops {
        let before = to.language.pick("may be dropped: ", "打入：");
        to.say(2, &format!("{before}{said}"));
        to.written(&written);
    }
    if role.supply {
        let line = to
            .language
            .pick("its supply is unlimited: drops take nothing from the hand", "取用不尽：打入时不减少持子");
        to.say(2, line);
    }
}

/// The role of a captured piece in hand, if it reverts to the role before promotion.
fn in_hand(to: &Speaker<'_>, role: &Role) -> Option<RoleId> {
    let variant = to.variant;
    variant.hand.filter(|hand| hand.taken.is_some() && hand.revert == Revert::Role)?;
    let id = variant.role_named(&role.name)?;
    let roles = variant.roles.len();
    let held =
        (0..variant.players.len()).any(|player| variant.start.in_hand(roles, PlayerId(player as u8), id) > 0);
    role.reverts.filter(|_| !held && !role.supply)
}

/// A line of the rule file as written, and its description.
fn in_words(to: &Speaker<'_>, role: RoleId, line: &Written) -> (String, String) {
    let written = to
        .line(line.alternative)
        .map_or_else(String::new, |(source, span): (_, Span)| source.slice(span).trim().to_owned());
    let parsed = syntax::parse_pattern(&written).value;
    let said = parsed.as_ref().and_then(|pattern: &ast::Pattern| pattern.alternatives.first()).map_or_else(
        || to.language.pick("as written:", "如下：").to_owned(),
        |alternative| {
            let about = About { role, mode: line.mode, blockable: &line.blockable };
            to.words().alternative(alternative, &about)
        },
    );
    (written, said)
}

fn promoting(to: &mut Speaker<'_>, role: RoleId, promotion: &Promotion) {
    let roles: Vec<_> = promotion.to.iter().map(|&role| to.role(role)).collect();
    // Other conditions than zones and captures are told as those of movements, and shown as written.
    let (when, written): (Vec<_>, Vec<_>) = match together(to, &promotion.when) {
        Some(told) if told.is_empty() => (Vec::new(), Vec::new()),
        Some(told) => (vec![told], Vec::new()),
        None => {
            let told = clauses(to, Clause::Promotion(role));
            let several = told.len() > 1;
            let choice = to.language.pick("either ", "或者");
            let each = told.into_iter().map(|(said, written)| match several && said.starts_with(choice) {
                true => (bracketed(to, &said), written),
                false => (said, written),
            });
            each.unzip()
        }
    };
    let stock = stock(to, promotion);
    let said = if to.language == Language::Zh {
        let must = match promotion.forced.as_deref() {
            Some([]) => "必须升变",
            Some(_) => "可以（有时必须）升变",
            None => "可以升变",
        };
        let when = match (&when[..], &written[..]) {
            ([], _) => String::new(),
            ([told, ..], []) => format!("{told}时"),
            (when, _) => format!("满足下列条件时（{}）", when.join("，且")),
        };
        format!("升变：{when}{must}为{}{stock}", roles.join("、"))
    } else {
        let must = match promotion.forced.as_deref() {
            Some([]) => "must become",
            Some(_) => "may, and sometimes must, become",
            None => "may become",
        };
        let when = match (&when[..], &written[..]) {
            ([], _) => String::new(),
            ([told, ..], []) => format!(" when {told}"),
            (when, _) => format!(" when this holds ({})", when.join(" and ")),
        };
        format!("{must} {}{when}{stock}", roles.join(" or "))
    };
    to.say(2, &said);
    for text in written {
        to.written(&text);
    }
}

/// Roles of a promotion limited to lost pieces; empty if there are none.
fn stock(to: &Speaker<'_>, promotion: &Promotion) -> String {
    let bound: Vec<_> = promotion.to.iter().filter(|&&role| promotion.stock.contains(role)).collect();
    if bound.is_empty() {
        return String::new();
    }
    if bound.len() == promotion.to.len() {
        return to
            .language
            .pick(
                "; only to pieces that its player has lost, once for each of them",
                "；只能升变为己方已失去的棋子，失去几个可升变几个",
            )
            .to_owned();
    }
    let bound: Vec<_> = bound.into_iter().map(|&role| to.role(role)).collect();
    to.language.pick(
        format!("; {} only once for each one that its player has lost", bound.join(" or ")),
        format!("；己方失去过{}才可升变为它，失去几个可升变几个", bound.join("或")),
    )
}

/// A conjunction of promotion conditions, if all have words.
fn together(to: &Speaker<'_>, all: &[Predicate]) -> Option<String> {
    let alone = all.len() == 1;
    let each = all.iter().map(|one| match one {
        Predicate::Or(ways) if !alone && ways.len() > 1 => Some(bracketed(to, &condition(to, one)?)),
        one => condition(to, one),
    });
    Some(each.collect::<Option<Vec<_>>>()?.join(to.language.pick(" and ", "且")))
}

fn bracketed(to: &Speaker<'_>, said: &str) -> String {
    to.language.pick(format!("({said})"), format!("（{said}）"))
}

/// Whether a promotion condition can be described.
fn is_told(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Holds(Test::In(_), _) => true,
        Predicate::Holds(Test::Opponent, place) => is_target(place),
        _ => false,
    }
}

fn is_origin(place: &Place) -> bool {
    matches!(place.anchor, Anchor::LegOrigin | Anchor::From)
}

/// The name of a zone, or the squares for the first player.
fn zone_name(to: &Speaker<'_>, zone: ZoneId) -> String {
    let variant = to.variant;
    let zone = &variant.zones[usize::from(zone.0)];
    let first = variant.turns.first();
    let squares = first.and_then(|turn| zone.squares.get(turn.player.index()));
    match (to.language, squares, first) {
        (Language::En, ..) if !zone.name.is_empty() => zone.name.clone(),
        (Language::Zh, ..) if !zone.name.is_empty() => words::chinese_zone(variant, &zone.name),
        (language, Some(squares), Some(turn)) => {
            let (squares, player) = (listed(to, squares), to.player(turn.player));
            language.pick(format!("{squares} (for {player})"), format!(" {squares}（{player}）"))
        }
        _ => String::new(),
    }
}

fn is_target(place: &Place) -> bool {
    let anchor = matches!(place.anchor, Anchor::Landing | Anchor::To);
    anchor && matches!(place.steps[..], [step] if step.is_zero())
}

/// A promotion condition, mostly a zone; `None` if it is neither a zone nor a capture.
fn condition(to: &Speaker<'_>, predicate: &Predicate) -> Option<String> {
    Some(match predicate {
        Predicate::Holds(Test::In(zone), place) => {
            let (from, name) = (is_origin(place), zone_name(to, *zone));
            match to.language {
                Language::En => format!("{} {name}", if from { "moving from" } else { "moving to" }),
                Language::Zh if from => format!("起点在{name}内"),
                Language::Zh => format!("走到{name}"),
            }
        }
        Predicate::Or(ways) => {
            let alone = ways.len() == 1;
            let way = |all: &Vec<Predicate>| {
                let said = together(to, all)?;
                Some(if alone || all.len() == 1 { said } else { bracketed(to, &said) })
            };
            let ways: Option<Vec<_>> = ways.iter().map(way).collect();
            ways?.join(to.language.pick(" or ", "或"))
        }
        Predicate::Not(inner) if inner.iter().all(is_told) => {
            let said = together(to, inner)?;
            match (to.language, &inner[..]) {
                (Language::En, [_]) => format!("not {said}"),
                (Language::En, _) => format!("not {}", bracketed(to, &said)),
                (Language::Zh, [Predicate::Holds(Test::In(zone), place)]) => {
                    let square = if is_origin(place) { "起点" } else { "落点" };
                    format!("{square}不在{}内", zone_name(to, *zone))
                }
                (Language::Zh, [_]) => format!("不{said}"),
                (Language::Zh, _) => format!("并非“{said}”"),
            }
        }
        Predicate::Holds(Test::Opponent, place) if is_target(place) => {
            to.language.pick("capturing", "吃子").to_owned()
        }
        _ => return None,
    })
}
