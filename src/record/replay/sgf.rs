//! Converts games of moves to SGF, and back.
//!
//! SGF defines no form of moves for most games. Here a move is the text of its coordinates, origin and target, as the value of
//! `B` or `W` (`;W[e2e4];B[e7e5]`). `B` is the player named Black or, without such a name, the one whose turn is `b` in SFEN or
//! FEN. The reader accepts any script of the variant, and takes the player from the order of moves. If the script is ambiguous,
//! `TAG[Format:…]` names it. A move without text is a pass (`;B[]`).
//!
//! The tag `White` is always the first player, and `PW` the player of `W`. If the first player has `B`, `White` is `PB`.
//!
//! The variant's name is `RU`, the start position `FEN`, and the usual tags are SGF's own properties. Every other tag is a
//! value of `TAG`: name, colon, value. Comments are `C`. If the first glyph of a node is one of ! ? !! ?? !? ?!, it is
//! `TE[1] BM[1] TE[2] BM[2] IT DO`, of which a node may have one; all others are values of `NAG`.

use std::collections::{HashMap, HashSet};

use crate::notation::{PASS, point, script_name};
use crate::position::Position;
use crate::record::sgf::Value;
use crate::record::tags::Tags;
use crate::record::tree::{
    Annotation, GameTree, MoveText, Node, NodeId, Numbering, Parting, Property, Round, Termination,
};
use crate::variant::{Script, Variant};

/// Tags with an equivalent SGF property.
const ROOT: [(&str, &str); 19] = [
    ("Event", "EV"),
    ("Site", "PC"),
    ("Round", "RO"),
    ("Date", "DT"),
    ("White", "PW"),
    ("Black", "PB"),
    ("WhiteElo", "WR"),
    ("BlackElo", "BR"),
    ("WhiteTeam", "WT"),
    ("BlackTeam", "BT"),
    ("Annotator", "AN"),
    ("Source", "SO"),
    ("Opening", "ON"),
    ("Title", "GN"),
    ("Overtime", "OT"),
    ("Copyright", "CP"),
    ("Transcriber", "US"),
    ("Application", "AP"),
    ("FEN", "FEN"),
];

/// Tags of the two players.
const SIDES: [(&str, &str); 3] = [("White", "Black"), ("WhiteElo", "BlackElo"), ("WhiteTeam", "BlackTeam")];

/// The reasons of a result: in PGN's tag `Termination`, and after the sign in `RE`.
const REASONS: [(&str, &str); 2] = [("time forfeit", "T"), ("rules infraction", "F")];

/// The properties for the glyphs 1 to 6.
const GLYPHS: [(&str, &str); 6] =
    [("TE", "1"), ("BM", "1"), ("TE", "2"), ("BM", "2"), ("IT", ""), ("DO", "")];

/// The game as an SGF tree, with the variant's number in SGF (`GM`), if it has one.
pub fn to_sgf(tree: &GameTree, variant: &Variant) -> GameTree {
    into_sgf(tree.clone(), variant)
}

/// As [`to_sgf`], without a second tree in memory.
pub fn into_sgf(mut tree: GameTree, variant: &Variant) -> GameTree {
    let mut root: Vec<Annotation> = vec![];
    let mut add = |name: &str, values: &[&str]| root.push(property(name, values));
    add("FF", &["4"]);
    if let Some(number) = variant.notation.records.sgf {
        add("GM", &[&number.to_string()]);
    }
    add("CA", &["UTF-8"]);
    add("RU", &[tree.tags.get("Variant").unwrap_or(&variant.name)]);
    let mut others: Vec<String> = vec![];
    let black = tree.black_first.unwrap_or_else(|| black_first(variant));
    let letter = |player| match variant.players.len() {
        2 => letter((player == 0) == black),
        _ => letter(is_black(variant, player)),
    };
    let winner = match tree.termination {
        Termination::First => Some(letter(0)),
        Termination::Second => Some(letter(1)),
        _ => None,
    };
    let given = tree.tags.get("Termination").filter(|_| winner.is_some());
    let reason = REASONS.iter().find(|(reason, _)| Some(*reason) == given).map(|(_, letter)| letter);
    let mut seen = HashSet::new();
    for tag in &tree.tags {
        // SGF allows a property once. A repeated tag is kept as a value of `TAG`.
        let fresh = seen.insert(&*tag.name);
        match ROOT.iter().find(|(name, _)| fresh && *name == side(&tag.name, black)) {
            Some(&(_, name)) if name == "DT" => add(name, &[&tag.value.replace('.', "-")]),
            Some((_, name)) => add(name, &[&tag.value]),
            None if matches!(&*tag.name, "Variant" | "Result" | "SetUp") => {}
            None if tag.name.as_ref() == "Termination" && reason.is_some() => {}
            None if fresh && tag.name.as_ref() == "TimeControl" && is_seconds(&tag.value) => {
                add("TM", &[&tag.value]);
            }
            None if tag.name.as_ref() == "Format" && !must_be_said(variant, &tag.value) => {}
            None => others.push(format!("{}:{}", tag.name, tag.value)),
        }
    }
    // The value read from SGF also has the score, or another reason.
    let own = tree[NodeId::ROOT].property("RE").and_then(Property::value).map(|value| value.simple_text());
    let keeps = own.is_some_and(|own| result(&own, black) == tree.termination);
    match (winner, tree.termination) {
        _ if keeps => {}
        (Some(winner), _) => add("RE", &[&format!("{winner}+{}", reason.unwrap_or(&""))]),
        (None, Termination::Draw) => add("RE", &["0"]),
        // SGF knows two players.
        (None, Termination::Each(scores)) => others.push(format!("Result:{scores}")),
        (None, _) => {}
    }
    if !others.is_empty() {
        let values: Vec<&str> = others.iter().map(String::as_str).collect();
        add("TAG", &values);
    }
    let Node { lead, annotations, .. } = &tree[NodeId::ROOT];
    let stays =
        |annotation: &&Annotation| keeps || !matches!(annotation, Annotation::Property(own) if own.is("RE"));
    root.extend(said(lead.iter().chain(annotations).filter(stays)));
    tree[NodeId::ROOT].lead = vec![];
    tree[NodeId::ROOT].annotations = root;
    // Parents come before their children, so the turn after each is known when needed.
    let mut turns = HashMap::from([(NodeId::ROOT, (u16::from(tree.numbering.second), None))]);
    for id in tree.nodes().skip(1).collect::<Vec<_>>() {
        let Some(&(turn, last)) = tree.parent(id).and_then(|parent| turns.get(&parent)) else { continue };
        let node = &mut tree[id];
        let player = match (node.round, last) {
            // A turn of several moves.
            (Some(round), Some(last)) if goes_on(variant, round) => last,
            (Some(round), _) if variant.players.len() == 2 && !variant.notation.numbered_turns => {
                usize::from(round.second)
            }
            (Some(_), Some(last)) if variant.players.len() == 2 => 1 - last,
            _ => variant.mover(turn).index(),
        };
        let mut properties = vec![];
        if let Some(played) = &node.played {
            let point = super::legal(played).and_then(|mv| point(variant, mv));
            properties.push(property(letter(player), &[point.as_deref().unwrap_or(&played.text)]));
        }
        properties.extend(said(node.lead.iter().chain(&node.annotations)));
        properties.shrink_to_fit();
        (node.played, node.lead, node.annotations, node.round) = (None, vec![], properties, None);
        turns.insert(id, (variant.next_turn(turn), Some(player)));
    }
    // Properties have all this.
    (tree.tags, tree.termination, tree.numbering) = Default::default();
    (tree.end, tree.black_first) = Default::default();
    tree
}

/// Whether the player of the previous move moves again.
fn goes_on(variant: &Variant, round: Round) -> bool {
    let numbered = variant.notation.numbered_turns && variant.players.len() == 2;
    round.parting == Parting::Comma || numbered && round.second
}

/// Whether a `TimeControl` is a number of seconds for the whole game, as `TM` is.
fn is_seconds(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether moves in the script of this name could be read differently, or not at all, without its name.
fn must_be_said(variant: &Variant, script: &str) -> bool {
    let plain = script.eq_ignore_ascii_case(script_name(Script::Coordinate));
    !plain || variant.notation.scripts.contains(&Script::Iccs)
}

fn property(name: &str, values: &[&str]) -> Annotation {
    Annotation::Property(Property::new(name, values))
}

fn letter(black: bool) -> &'static str {
    if black { "B" } else { "W" }
}

/// Whether a player is `B` by the rules, without regard to the others.
fn is_black(variant: &Variant, player: usize) -> bool {
    // SFEN writes the first player as b. Otherwise engines may write Black as w.
    let sfen = variant.notation.scripts.contains(&Script::Usi);
    let written = |fen: &str| if sfen { player == 0 } else { fen.eq_ignore_ascii_case("b") };
    named_black(variant, player)
        .unwrap_or_else(|| variant.players.get(player).is_some_and(|player| written(&player.fen)))
}

/// Whether the first of two players is `B` by the rules.
fn black_first(variant: &Variant) -> bool {
    named_first(variant).unwrap_or_else(|| is_black(variant, 0))
}

/// Whether the first of two players is `B`, if one is named by a colour of SGF.
fn named_first(variant: &Variant) -> Option<bool> {
    named_black(variant, 0).or_else(|| named_black(variant, 1).map(|second| !second))
}

/// Whether a player is `B`, if the player is named by a colour of SGF.
fn named_black(variant: &Variant, player: usize) -> Option<bool> {
    match &*variant.players.get(player)?.name.to_lowercase() {
        "black" => Some(true),
        "white" => Some(false),
        _ => None,
    }
}

/// The tag of a player's property, and the other way round: the same name, or that of the other player if the first player is
/// `B`.
fn side(name: &str, black_first: bool) -> &str {
    let other = |(white, black): &(&'static str, &'static str)| match name {
        _ if name == *white => Some(*black),
        _ if name == *black => Some(*white),
        _ => None,
    };
    SIDES.iter().find_map(other).filter(|_| black_first).unwrap_or(name)
}

/// The annotations of a node as properties: glyphs first, then all comments as one.
fn said<'a>(annotations: impl Iterator<Item = &'a Annotation>) -> Vec<Annotation> {
    let mut properties = vec![];
    let mut comments: Vec<&str> = vec![];
    let (mut judged, mut numbers) = (None, vec![]);
    for annotation in annotations {
        match annotation {
            Annotation::Glyph(number) => match GLYPHS.get(usize::from(*number).wrapping_sub(1)) {
                Some((name, value)) if judged.is_none() && numbers.is_empty() => {
                    judged = Some(property(name, &[value]));
                }
                _ => numbers.push(number.to_string()),
            },
            Annotation::Property(_) => properties.push(annotation.clone()),
            Annotation::Comment(text) | Annotation::Escape(text) | Annotation::Text(text) => {
                comments.push(text)
            }
        }
    }
    let mut out = Vec::from_iter(judged);
    if !numbers.is_empty() {
        out.push(Annotation::Property(Property::new("NAG", &numbers)));
    }
    out.append(&mut properties);
    if !comments.is_empty() {
        out.push(property("C", &[&comments.join("\n\n")]));
    }
    out
}

/// An SGF tree as a game of unread moves. A node without a move is merged into the previous move. Properties other than tags,
/// comments and glyphs are kept.
///
/// The player of the first move is taken for the first player, unless `FEN` gives the second player's turn. Resolving settles
/// this by the rules. The result has no `GM`. Before, look up [`game_number`](crate::record::sgf::game_number) with
/// [`library::numbered`](crate::library::numbered): a game of Go without `RU` would be read as the game of records that name none.
pub fn from_sgf(tree: &GameTree) -> GameTree {
    let mut out = GameTree::new();
    let root = &tree[NodeId::ROOT];
    let is_move = |property: &&Property| property.is("B") || property.is("W");
    let fen = root.property("FEN").and_then(Property::value).map(|fen| fen.simple_text());
    out.numbering = fen.as_deref().map(Numbering::from_fen).unwrap_or_default();
    let first = tree.nodes().find_map(|id| tree[id].properties().find(is_move));
    let black = first.is_some_and(|first| first.is("B")) != out.numbering.second;
    out.black_first = Some(black);
    let mut tags = Tags::default();
    let mut rest = vec![];
    let mut marker = None;
    for annotation in &root.annotations {
        let Annotation::Property(property) = annotation else {
            rest.push(annotation.clone());
            continue;
        };
        let value = property.value().map(|value| value.simple_text()).unwrap_or_default();
        let tag = ROOT.iter().find(|(_, name)| property.is(name));
        match tag {
            Some(&(name, "DT")) => tags.push_at(name, &value.replace('-', "."), root.place),
            Some((name, _)) => tags.push_at(side(name, black), &value, root.place),
            None if property.is("RU") => tags.push_at("Variant", &value, root.place),
            None if property.is("RE") => {
                marker.get_or_insert(value.into_owned());
                rest.push(annotation.clone());
            }
            None if property.is("TM") && is_seconds(&value) => {
                tags.push_at("TimeControl", &value, root.place);
            }
            None if property.is("TAG") => {
                for value in property.values() {
                    let text = value.simple_text();
                    if let Some((name, value)) = text.split_once(':') {
                        tags.push_at(name, value, root.place);
                    }
                }
            }
            None if ["FF", "CA", "GM", "B", "W"].iter().any(|name| property.is(name)) => {}
            None => rest.push(annotation.clone()),
        }
    }
    if tags.get("FEN").is_some() {
        tags.set("SetUp", "1");
    }
    let mut copies = HashMap::new();
    for id in tree.nodes() {
        let parent = tree.parent(id).and_then(|parent| copies.get(&parent).copied()).unwrap_or(NodeId::ROOT);
        let node = &tree[id];
        let played = node.properties().find(is_move);
        let text = played.and_then(Property::value).map(|value: Value<'_>| value.simple_text());
        let copy = match text {
            Some(text) => {
                // `B[]` is a pass. In Go `B[tt]` is one on small boards, but games of moves have no points.
                let text = if text.trim().is_empty() { PASS } else { text.trim() };
                let copy = out.add(parent, Some(MoveText::new(text)));
                out[copy].place = node.place;
                copy
            }
            None => parent,
        };
        copies.insert(id, copy);
        let annotations: Vec<Annotation> = if id == NodeId::ROOT {
            std::mem::take(&mut rest)
        } else {
            let moved =
                |annotation: &&Annotation| !matches!(annotation, Annotation::Property(p) if is_move(&p));
            node.annotations.iter().filter(moved).cloned().collect()
        };
        out[copy].annotations.extend(annotations.into_iter().flat_map(spoken));
    }
    // With more than two players, the result is a tag.
    let tagged = tags.get("Result").and_then(Termination::from_marker).unwrap_or_default();
    out.termination = marker.as_ref().map_or(tagged, |marker| result(marker, black));
    let suffix = marker.as_ref().and_then(|marker| marker.split_once('+')).map_or("", |(_, suffix)| suffix);
    let reason = REASONS.iter().find(|(_, letter)| suffix.trim().starts_with(letter));
    if let Some((reason, _)) = reason.filter(|_| tags.get("Termination").is_none()) {
        tags.set("Termination", reason);
    }
    if out.termination != Termination::Open {
        tags.set("Result", &out.termination.marker());
    }
    out.tags = tags;
    out
}

/// Settles by the rules which player of a record from SGF is the first one, since [`from_sgf`] does not know them. Returns a
/// message if the rules name the players by the other colours.
pub(super) fn settle_colours(tree: &mut GameTree, start: &Position) -> Option<String> {
    let variant = start.rules().variant();
    let guess = tree.black_first.filter(|_| variant.players.len() == 2)?;
    let second = variant.mover(start.setup().turn) != variant.mover(0);
    let black = match tree.is_empty() {
        true => black_first(variant),
        false => guess ^ tree.numbering.second ^ second,
    };
    tree.numbering.second = second;
    tree.black_first = Some(black);
    if black != guess {
        let mut tags = Tags::default();
        tree.tags.iter().for_each(|tag| tags.push_at(side(&tag.name, true), &tag.value, tag.place));
        tree.tags = tags;
        if let Some(own) = tree[NodeId::ROOT].property("RE").and_then(Property::value) {
            tree.termination = result(&own.simple_text(), black);
            if tree.termination != Termination::Open {
                tree.tags.set("Result", &tree.termination.marker());
            }
        }
    }
    let named = named_first(variant)?;
    let (name, letter) = (&variant.players.first()?.name, letter(black));
    (named != black).then(|| {
        format!("{name} is the first player by the rules, and has the property {letter} in this record")
    })
}

/// A comment or glyphs from their property; other annotations are unchanged.
fn spoken(annotation: Annotation) -> Vec<Annotation> {
    let Annotation::Property(property) = &annotation else { return vec![annotation] };
    let value = property.value().map(|value| value.text()).unwrap_or_default();
    if property.is("C") {
        return vec![Annotation::Comment(value.into())];
    }
    if property.is("NAG") {
        let glyph = |value: Value<'_>| value.text().trim().parse().map(Annotation::Glyph);
        return property.values().map(glyph).collect::<Result<_, _>>().unwrap_or_else(|_| vec![annotation]);
    }
    let strong = usize::from(value.trim() == "2") * 2;
    let glyph = GLYPHS.iter().position(|(name, _)| property.is(name));
    vec![match glyph {
        Some(at) if at < 2 => Annotation::Glyph((at + strong + 1) as u16),
        Some(at) => Annotation::Glyph(at as u16 + 1),
        None => annotation,
    }]
}

/// The value of `RE`; `black` if the first player has the property `B`.
fn result(text: &str, black: bool) -> Termination {
    let text = text.trim();
    match text.as_bytes() {
        [b'0', ..] | [b'D' | b'd', ..] => Termination::Draw,
        [b'B', b'+', ..] if black => Termination::First,
        [b'B', b'+', ..] => Termination::Second,
        [b'W', b'+', ..] if black => Termination::Second,
        [b'W', b'+', ..] => Termination::First,
        _ => Termination::from_marker(text).unwrap_or_default(),
    }
}
