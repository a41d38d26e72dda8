//! The roles: their kinds, movements and promotions.

use std::collections::{BTreeSet, HashSet};

use crate::import::betza::{self, Initial, Patterns};

use super::board::Squares;
use super::config::{ALL, special};
use super::doc::{pattern, quoted};
use super::game::{Game, PLAYERS, Role, When};

/// Finds the roles that can appear on the board; promoted pieces are separate roles.
pub fn roles(game: &mut Game<'_>) {
    let config = game.config;
    let mut used: BTreeSet<String> = BTreeSet::new();
    let letters: BTreeSet<char> = game
        .start
        .men
        .iter()
        .filter_map(|(sign, ..)| sign.chars().last())
        .chain(game.start.hands.iter().flat_map(|hands| hands.chars()))
        .collect();
    used.extend(letters.into_iter().filter_map(|letter| config.by_letter(letter)).map(str::to_owned));
    for side in [0, 1] {
        if config.set("promotionPawnTypes", side).iter().any(|slot| used.contains(slot)) {
            used.extend(config.set("promotionPieceTypes", side).iter().filter(|slot| *slot != ALL).cloned());
        }
    }
    // Pieces with unlimited supply can always appear.
    if config.flag("pieceDrops") && config.flag("freeDrops") {
        used.extend(config.slots.keys().cloned());
    }
    used.retain(|slot| config.slots.contains_key(slot));
    let mut roles: Vec<Role> = Vec::new();
    // In the order of letters, which is that of most games' piece tables.
    let plain = |slot: &String| Role { name: game.name(slot), slot: slot.clone(), was: None };
    roles.extend(used.iter().map(plain));
    for (of, to) in config.map("promotedPieceType") {
        if used.contains(of) && !to.is_empty() && config.slots.contains_key(to) {
            if config.map("promotedPieceType").iter().any(|(next, last)| next == to && !last.is_empty()) {
                game.lose("promotedPieceType", "a piece that is promoted more than once");
            }
            let name = format!("promoted_{}", game.name(of));
            roles.push(Role { name, slot: to.clone(), was: Some(of.clone()) });
        }
    }
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for role in &mut roles {
        let plain = role.name.clone();
        let mut number = 2;
        while !taken.insert(role.name.clone()) {
            role.name = format!("{plain}{number}");
            number += 1;
        }
    }
    game.roles = roles;
}

/// Writes the tables of the pieces, without castling and drops.
pub fn write(game: &mut Game<'_>) {
    for role in game.roles.clone() {
        let table = format!("pieces.{}", role.name);
        let letter = match &role.was {
            Some(was) => format!("+{}", game.letter(was)),
            None => game.letter(&role.slot).to_string(),
        };
        game.doc.set(&table, "letter", quoted(&letter));
        royalty(game, &role, &table);
        let patterns = movement(game, &role);
        if only_forward(&patterns) {
            game.forward.insert(role.name.clone());
        }
        if patterns.keys().next().is_none() {
            game.doc.set(&table, "pattern", "[]");
        }
        for (key, lines) in patterns.keys() {
            game.doc.set(&table, key, pattern(lines));
        }
        promotion(game, &role, &table);
    }
    // All royal pieces of a game follow one rule: if some count only as the last, so do single ones.
    let tables: Vec<String> = game.roles.iter().map(|role| format!("pieces.{}", role.name)).collect();
    let royal = |game: &Game<'_>, table: &str, value: &str| game.doc.value(table, "royal") == Some(value);
    if tables.iter().any(|table| royal(game, table, "\"last\"")) {
        for table in &tables {
            if royal(game, table, "true") {
                game.doc.set(table, "royal", "\"last\"");
            }
        }
    }
}

/// Writes whether a role is royal.
fn royalty(game: &mut Game<'_>, role: &Role, table: &str) {
    let config = game.config;
    if special(&role.slot) == "royal" {
        game.doc.set(table, "royal", "true");
        return;
    }
    let types = config.set("extinctionPieceTypes", 0);
    if !config.flag("extinctionPseudoRoyal") || !types.contains(&role.slot) {
        return;
    }
    if config.word("extinctionValue") != "loss" {
        game.lose("extinctionPseudoRoyal", "a piece that may not be lost, and whose loss does not lose");
        return;
    }
    let most = (0..2).map(|side| game.at_start(&role.slot, side)).max().unwrap_or(0) as i64;
    let count = config.number("extinctionPieceCount");
    // Such pieces count as royal while at most this number exists.
    let grows = config.flag("pieceDrops")
        || (0..2).any(|side| config.set("promotionPieceTypes", side).contains(&role.slot))
        || config.map("promotedPieceType").iter().filter(|(_, to)| *to == role.slot).count() > 1;
    let value = if config.flag("dupleCheck") {
        "\"one\""
    } else if count >= 60 || most <= count + 1 && !grows {
        "true"
    } else if count == 0 {
        "\"last\""
    } else {
        game.lose("extinctionPieceCount", "pieces that are royal only while there are some, but not more");
        "true"
    };
    game.doc.set(table, "royal", value);
}

/// The squares of a field for each player, from that player's view; all squares if it is not set.
fn sides(game: &Game<'_>, field: &'static str) -> [Squares; 2] {
    [0, 1].map(|side| game.seen(field, side).unwrap_or_default())
}

/// The squares from which initial moves start.
fn double_steps(game: &Game<'_>) -> [Squares; 2] {
    if game.config.flag("doubleStep") { sides(game, "doubleStepRegion") } else { Default::default() }
}

/// Whether en passant is possible at all.
fn passing(game: &Game<'_>) -> bool {
    let takers = |side: usize| {
        game.roles.iter().any(|role| {
            special(&role.slot) == "steps" || game.config.set("enPassantTypes", side).contains(&role.slot)
        }) && game.seen("enPassantRegion", side).is_some_and(|squares| !squares.is_empty())
    };
    let steps = double_steps(game).iter().chain(&sides(game, "tripleStepRegion")).any(|one| !one.is_empty());
    let initial =
        game.roles.iter().any(|role| special(&role.slot) == "steps" || game.betza(&role.slot).contains('i'));
    steps && initial && (0..2).any(takers)
}

/// The movement of a piece.
fn movement(game: &mut Game<'_>, role: &Role) -> Patterns {
    let config = game.config;
    let marks = passing(game);
    let mut patterns =
        if special(&role.slot) == "steps" { steps(game, marks) } else { from_betza(game, &role.slot, marks) };
    let own = role.name.clone();
    if special(&role.slot) == "shy" {
        // It can neither capture nor jump over pieces of its own kind.
        let line = format!("*# * @JumpOver(1, @Not(@Is({own}))) @Not(@Is({own}))");
        patterns = Patterns { pattern: vec![line], ..Patterns::default() };
    }
    let rank = config.number("soldierPromotionRank");
    if special(&role.slot) == "crosses" && rank > 1 {
        let far = format!("File 1 @On(Rank {rank}~{})", game.size.ranks);
        let crossed =
            if rank >= i64::from(game.size.ranks) { format!("File 1 @On(Rank {rank})") } else { far };
        patterns = Patterns { pattern: vec!["Rank +1".to_owned(), crossed], ..Patterns::default() };
    }
    let mut guard = String::new();
    let limits = [0, 1].map(|side| match config.mobility.get(&(role.slot.clone(), side)) {
        Some(parts) if !parts.is_empty() => game.view(parts, side),
        _ => game.size.all(),
    });
    guard += &game.where_("@To", &limits, "Reach").guard();
    if config.set("mutuallyImmuneTypes", 0).contains(&role.slot) {
        let names = game.roles_of(&role.slot).join(", ");
        guard += &format!(" @Not(@Is({names}))");
    }
    let promotes = game.doc_promotes(role);
    guard += &barred(game, role, promotes);
    guard += &resting(game, role, promotes);
    for lines in [&mut patterns.pattern, &mut patterns.quiet, &mut patterns.capture] {
        for line in lines.iter_mut() {
            *line = guarded(line, &guard);
        }
    }
    if config.flag("flyingGeneral") && special(&role.slot) == "royal" {
        patterns.capture.push(format!("*# * @Is({own})"));
    }
    patterns
}

/// The condition that a piece does not move to a square where it is stuck, unless it promotes there.
fn resting(game: &mut Game<'_>, role: &Role, promotes: bool) -> String {
    let mut stuck = game.stuck(&role.slot);
    if promotes {
        for (stuck, zone) in stuck.iter_mut().zip(sides(game, "promotionRegion")) {
            stuck.retain(|square| !zone.contains(square));
        }
    } else if stuck.iter().any(|one| !one.is_empty()) && game.mobile_says_so(&role.slot) {
        return " @Mobile".to_owned();
    }
    let free = stuck.map(|stuck| game.size.all().difference(&stuck).copied().collect());
    game.where_("@To", &free, "Free").guard()
}

/// The moves to squares where a piece would be stuck, as a condition of its promotion; `None` if there are none.
fn stuck(game: &mut Game<'_>, role: &Role) -> Option<String> {
    let stuck = game.stuck(&role.slot);
    if stuck.iter().all(Squares::is_empty) {
        return None;
    }
    if game.mobile_says_so(&role.slot) {
        return Some("@Not(@Mobile)".to_owned());
    }
    match game.where_("@To", &stuck, "Stuck") {
        When::Always => Some("@To(Board)".to_owned()),
        When::Never => None,
        When::If(text) => Some(text),
    }
}

/// The condition that a piece with forced promotion does not move where it has no role to promote to.
fn barred(game: &mut Game<'_>, role: &Role, promotes: bool) -> String {
    let config = game.config;
    let must =
        |side: usize| config.set("promotionPawnTypes", side).contains(&role.slot) && role.was.is_none();
    if promotes || !config.flag("mandatoryPawnPromotion") || !(0..2).any(must) {
        return String::new();
    }
    let zones = sides(game, "promotionRegion");
    let free = [0, 1].map(|side| {
        let mut free = game.size.all();
        free.retain(|square| !must(side) || !zones[side].contains(square));
        free
    });
    game.where_("@To", &free, "Free").guard()
}

/// Inserts predicates before the effects of a line.
pub fn guarded(line: &str, guard: &str) -> String {
    match line.split_once(" =>") {
        Some((steps, effects)) => format!("{steps}{guard} =>{effects}"),
        None => format!("{line}{guard}"),
    }
}

/// Whether every line leads to higher ranks.
pub fn only_forward(patterns: &Patterns) -> bool {
    let lines = || patterns.keys().flat_map(|(_, lines)| lines);
    lines().count() > 0 && lines().all(|line| line.contains("Rank +") && !line.contains("Rank -"))
}

/// The moves of a piece, from its Betza text.
fn from_betza(game: &mut Game<'_>, slot: &str, marks: bool) -> Patterns {
    let text = game.betza(slot).to_owned();
    let config = game.config;
    let (mut groups, findings) = betza::read(&text);
    let starts = double_steps(game);
    let guard = match game.where_("@On", &starts, "Start") {
        When::Always => Some(String::new()),
        When::Never => None,
        When::If(text) => Some(text),
    };
    let all = game.size.all();
    let regions = [0, 1].map(|side| game.seen("enPassantRegion", side).unwrap_or_default());
    let free = regions.iter().all(|one| *one == all);
    if marks
        && !free
        && groups.iter().any(|group| group.leg.initial)
        && regions.iter().any(|one| !one.is_empty())
    {
        game.lose("enPassantRegion", "where this piece may be taken en passant");
    }
    let takes = (0..2).any(|side| config.set("enPassantTypes", side).iter().any(|one| one == slot));
    for group in &mut groups {
        let leg = &mut group.leg;
        // The program does not use `e`; a listed piece captures en passant wherever it only captures.
        leg.passing = false;
        if marks && takes && leg.capture && !leg.quiet {
            leg.passing = true;
        }
    }
    let initial = Initial { guard, marks: marks && free };
    let (patterns, lost) = betza::carn(&groups, &initial);
    // One entry for all errors: each repeats the whole text.
    let errors = || findings.iter().chain(&lost);
    if let Some(first) = errors().next() {
        let place = config.slots.get(slot).and_then(|slot| slot.betza.as_ref()).and_then(|(_, place)| *place);
        let span = place.map(|place| first.span.offset(place.start));
        let mut told = HashSet::new();
        let why: Vec<&str> =
            errors().map(|error| error.message.as_str()).filter(|&why| told.insert(why)).collect();
        game.lost.push(super::Lost {
            key: slot.to_owned(),
            value: text,
            why: why.join("; "),
            rules: true,
            span,
        });
    }
    let trim = |lines: Vec<String>| lines.into_iter().map(|line| line.trim().replace("  ", " ")).collect();
    Patterns { pattern: trim(patterns.pattern), quiet: trim(patterns.quiet), capture: trim(patterns.capture) }
}

/// The moves of a piece that steps forward and captures diagonally: double and triple steps, and en passant marks.
fn steps(game: &mut Game<'_>, marks: bool) -> Patterns {
    let mut patterns = Patterns { capture: vec!["Rank +1 File 1".to_owned()], ..Patterns::default() };
    patterns.quiet.push("Rank +1".to_owned());
    // The squares that the other player may enter en passant, from the mover's view.
    let entered = [0, 1].map(|side| {
        let parts = game.config.region("enPassantRegion", 1 - side).unwrap_or(&[]);
        if marks { game.view(parts, side) } else { Squares::new() }
    });
    let double = double_steps(game);
    let split = |starts: &[Squares; 2], marked: bool| {
        [0, 1].map(|side| {
            let starts = starts[side].iter().copied();
            starts
                .filter(|&(file, rank)| entered[side].contains(&(file, rank + 1)) == marked)
                .collect::<Squares>()
        })
    };
    let ranks = game.size.ranks;
    for (starts, far, effects) in
        [(double, 2, "@Mark(Rank +1)"), (sides(game, "tripleStepRegion"), 3, "@Mark(Rank +2) @Mark(Rank +1)")]
    {
        if ranks <= far {
            continue;
        }
        // No long step starts on the last ranks, so a set that covers the whole board needs no condition.
        let everywhere = starts.iter().all(|one| *one == game.size.all());
        let sets = if everywhere && entered.iter().all(|one| *one == game.size.all()) {
            [(true, starts.clone()), (false, Default::default())]
        } else {
            [(true, split(&starts, true)), (false, split(&starts, false))]
        };
        for (marked, squares) in sets {
            let guard = match game.where_("@On", &squares, "Start") {
                When::Never => continue,
                When::Always => String::new(),
                When::If(text) => format!(" {text}"),
            };
            let effects = if marked { format!(" => {effects}") } else { String::new() };
            patterns.quiet.push(format!("Rank +{far}{guard}{effects}"));
        }
    }
    if marks {
        patterns.quiet.push("Rank +1 File 1 @Marked => @TakeMarker".to_owned());
    }
    patterns
}

impl Game<'_> {
    /// Whether a role becomes another.
    fn doc_promotes(&self, role: &Role) -> bool {
        let listed = (0..2).any(|side| {
            self.config.set("promotionPawnTypes", side).contains(&role.slot)
                && !self.config.set("promotionPieceTypes", side).is_empty()
        });
        listed
            || self.roles.iter().any(|other| other.was.as_deref() == Some(&role.slot) && role.was.is_none())
    }
}

/// The promotions of a piece, with their conditions.
fn promotion(game: &mut Game<'_>, role: &Role, table: &str) {
    let config = game.config;
    let zones = sides(game, "promotionRegion");
    let next = game.roles.iter().find(|other| other.was.as_deref() == Some(&role.slot) && role.was.is_none());
    let steps = special(&role.slot) == "steps";
    let back = role.was.clone().filter(|_| config.flag("pieceDemotion"));
    let turned = next.map(|next| (next.name.clone(), next.slot.clone())).or_else(|| {
        let was = back?;
        let name = game.roles.iter().find(|other| other.slot == was && other.was.is_none())?.name.clone();
        Some((name, String::new()))
    });
    let by = |side: usize| config.set("promotionPawnTypes", side).contains(&role.slot) && role.was.is_none();
    let lists = [0, 1].map(|side| if by(side) { config.set("promotionPieceTypes", side) } else { &[] });
    let listed = lists.iter().any(|list| !list.is_empty());
    if let Some((to, target)) = turned {
        if listed {
            game.lose("promotionPieceTypes", "a piece that may become one of some, and another of its own");
        }
        let both = |game: &mut Game<'_>| -> When {
            let to = game.where_("@To", &zones, "Promotion");
            if steps {
                return to;
            }
            let on = game.where_("@On", &zones, "Promotion");
            match (on, to) {
                (When::If(on), When::If(to)) => When::If(format!("@Or({on}, {to})")),
                (_, to) => to,
            }
        };
        let mut when = match both(game) {
            When::Never => return,
            When::Always => String::new(),
            When::If(text) => text,
        };
        if config.flag("piecePromotionOnCapture") {
            when += " @Opponent";
        }
        if steps && enters(game, &zones) {
            when += " @Not(@Marked)";
        }
        let limit = config.map("promotionLimit").iter().find(|(slot, _)| *slot == target);
        if let Some(limit) = limit.and_then(|(_, limit)| limit.parse::<u32>().ok()).filter(|&limit| limit > 0)
        {
            let names = game.roles_of(&target).join(", ");
            let count = if limit == 1 { "0".to_owned() } else { format!("~{}", limit - 1) };
            when += &format!(" @Count({count}, Board, @Ally @Is({names}))");
        }
        let when = when.trim();
        let when = if when.is_empty() { "true".to_owned() } else { quoted(when) };
        let mandatory = config.flag(if steps { "mandatoryPawnPromotion" } else { "mandatoryPiecePromotion" });
        let forced = match stuck(game, role).filter(|_| !mandatory) {
            Some(stuck) => quoted(&stuck),
            None => mandatory.to_string(),
        };
        game.doc.set(
            table,
            "promotion",
            format!("{{ to = {}, when = {when}, forced = {forced} }}", quoted(&to)),
        );
        return;
    }
    if !listed {
        return;
    }
    if lists.iter().all(|list| !list.is_empty()) && lists[0] != lists[1] {
        game.lose("promotionPieceTypes", "what the players' pieces become is not the same");
    }
    let list = if lists[0].is_empty() { lists[1] } else { lists[0] };
    let zones = [0, 1].map(|side| if lists[side].is_empty() { Squares::new() } else { zones[side].clone() });
    let passing = if steps && enters(game, &zones) { " @Not(@Marked)" } else { "" };
    let when = match game.where_("@To", &zones, "Promotion") {
        When::Never => return,
        When::Always if passing.is_empty() => "true".to_owned(),
        When::Always => quoted(passing.trim()),
        When::If(text) => quoted(&(text + passing)),
    };
    let names: Vec<String> =
        list.iter().flat_map(|slot| plain_role(game, slot)).map(|name| quoted(&name)).collect();
    if names.is_empty() {
        return;
    }
    let forced = if config.flag("mandatoryPawnPromotion") {
        String::new()
    } else {
        let stuck = stuck(game, role).map_or_else(|| "false".to_owned(), |stuck| quoted(&stuck));
        format!(", forced = {stuck}")
    };
    let mut stock: Vec<String> = Vec::new();
    for (slot, limit) in config.map("promotionLimit") {
        if !list.contains(slot) {
            continue;
        }
        let limit = limit.parse::<usize>().unwrap_or(0);
        if (0..2).all(|side| game.at_start(slot, side) == limit) {
            stock.extend(plain_role(game, slot).map(|name| quoted(&name)));
        } else if limit > 0 {
            game.lose("promotionLimit", "a number of pieces that is not that of the start position");
        }
    }
    let stock = match stock.len() {
        0 => String::new(),
        all if all == names.len() => ", stock = true".to_owned(),
        _ => format!(", stock = [{}]", stock.join(", ")),
    };
    let to = if let [only] = names.as_slice() { only.clone() } else { format!("[{}]", names.join(", ")) };
    game.doc.set(table, "promotion", format!("{{ to = {to}, when = {when}{forced}{stock} }}"));
}

/// Whether a piece may enter its promotion zone by capturing en passant, which is not a promotion.
fn enters(game: &Game<'_>, zones: &[Squares; 2]) -> bool {
    passing(game)
        && (0..2).any(|side| {
            // The squares that the other player's pieces pass, from the capturer's view.
            let passed = [("doubleStepRegion", 1), ("tripleStepRegion", 1), ("tripleStepRegion", 2)];
            passed.into_iter().any(|(field, far)| {
                let starts = game.seen(field, 1 - side).unwrap_or_default();
                let steps: Squares = starts.into_iter().map(|(file, rank)| (file, rank + far)).collect();
                let inside: Squares =
                    steps.into_iter().filter(|square| square.1 + 1 < game.size.ranks).collect();
                let seen = game.size.seen(&game.size.seen(&inside, 1 - side), side);
                seen.iter().any(|square| zones[side].contains(square))
            })
        })
}

/// The unpromoted role of a piece.
pub fn plain_role(game: &Game<'_>, slot: &str) -> Option<String> {
    game.roles.iter().find(|role| role.slot == slot && role.was.is_none()).map(|role| role.name.clone())
}

/// A predicate for the players who may do something; empty for both.
pub fn players(may: [bool; 2]) -> Option<String> {
    match may {
        [true, true] => Some(String::new()),
        [true, false] => Some(format!("@By({})", PLAYERS[0])),
        [false, true] => Some(format!("@By({})", PLAYERS[1])),
        [false, false] => None,
    }
}
